"""What can be asked of a table, as messages: the same from browser, socket and programs, with the same refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Union

import msgspec

from knaves.core.errors import Refused
from knaves.table.people.table_plan import OrderKind

if TYPE_CHECKING:
    from knaves.table import Table

MESSAGE_MOST = 8_192
"""Bytes. The longest honest message is a line of chat or a deal."""


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """`seat`: which of your seats speaks. `seq`: of the ask you answer; only an answer needs it."""

    seat: int
    seq: int = -1


class AnswerOne(Command, tag="answer", frozen=True, kw_only=True):
    """Answers the ask, or interjects: `option` as it was offered, or filled in where a deal may be filled in."""

    option: tuple[str | int, ...]


class AnswerSome(Command, tag="answers", frozen=True, kw_only=True):
    """A whole selection, where some of several are to be picked: all of it, or nothing."""

    options: tuple[tuple[str | int, ...], ...]


class UndoOwn(Command, tag="undo", frozen=True, kw_only=True):
    """Takes the last own answer back, where that is free."""


class ProposeUndo(Command, tag="propose_undo", frozen=True, kw_only=True):
    """Asks everybody to go back until only so many answers are left."""

    answers: int


class AgreeUndo(Command, tag="agree_undo", frozen=True, kw_only=True):
    yes: bool


class Say(Command, tag="say", frozen=True, kw_only=True):
    """Public chat, part of the log."""

    text: str


class Hint(Command, tag="hint", frozen=True, kw_only=True):
    """Puts a hint of a first game aside; "" puts all of them aside."""

    hint: str


class Order(Command, tag="order", frozen=True, kw_only=True):
    """A standing order, see the table's own words."""

    kind: OrderKind
    option: tuple[str | int, ...]
    clause: str = ""
    unless: tuple[str, ...] = ()
    times: int = 0


class CancelOrder(Command, tag="cancel_order", frozen=True, kw_only=True):
    id: int


class Leave(Command, tag="leave", frozen=True, kw_only=True):
    """A bot minds the seat until it is taken back."""


class TakeBack(Command, tag="take_back", frozen=True, kw_only=True):
    pass


class Rest(Command, tag="rest", frozen=True, kw_only=True):
    """A holiday at a slow table: so many days the clock of this seat stands."""

    days: int


class Vote(Command, tag="vote", frozen=True, kw_only=True):
    """Votes for a bot in a seat that keeps everybody waiting."""

    target: int


class Mute(Command, tag="mute", frozen=True, kw_only=True):
    """Reads no more of what that seat says, or does again. Nobody else is told."""

    target: int
    on: bool


class ReportSeat(Command, tag="report", frozen=True, kw_only=True):
    """Tells the host about that seat. Only the two read it."""

    target: int
    text: str


class SetWatch(Command, tag="set_watch", frozen=True, kw_only=True):
    """Host: people may watch who do not sit here, or nobody any more."""

    on: bool


class Unseat(Command, tag="unseat", frozen=True, kw_only=True):
    """Host, in the lobby: frees the chair (`seat`) of a person."""


class Rename(Command, tag="rename", frozen=True, kw_only=True):
    name: str


class SeatBot(Command, tag="seat_bot", frozen=True, kw_only=True):
    """Host, in the lobby: a bot of this level in that chair (`seat`)."""

    level: str
    character: str = ""  # "": none


class OpenSeat(Command, tag="open_seat", frozen=True, kw_only=True):
    """Host, in the lobby: frees that chair (`seat`)."""


class StartGame(Command, tag="start", frozen=True, kw_only=True):
    """Host: bots in the open chairs, and off we go."""


class SetInvite(Command, tag="set_invite", frozen=True, kw_only=True):
    """Host: the invite link seats people, or nobody any more."""

    on: bool


AnyCommand = Union[  # noqa: UP007  # msgspec reads a Union
    AnswerOne, AnswerSome, UndoOwn, ProposeUndo, AgreeUndo, Say, Hint, Order, CancelOrder, Leave, TakeBack, Rest, Vote,
    Rename, SeatBot, OpenSeat, StartGame, SetInvite, SetWatch, Unseat, Mute, ReportSeat,
]  # fmt: skip

PLAYING = (AnswerOne, AnswerSome)

_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def read_json(data: bytes | str) -> AnyCommand:
    """A message, or Refused with what is wrong with it."""
    if len(data) > MESSAGE_MOST:
        raise Refused(f"A message has at most {MESSAGE_MOST} characters.")
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"That is no message: {error}.") from None


def read_form(fields: Mapping[str, str]) -> AnyCommand:
    """The same from the fields of a form; an option stands there as JSON."""
    raw: dict[str, object] = dict(fields)
    do, _, level = fields.get("do", "").partition(" ")
    if level:  # one button says both: "seat_bot fair"
        raw |= {"do": do, "level": level}
    try:
        for name in ("option", "options", "unless"):
            if isinstance(raw.get(name), str):
                raw[name] = msgspec.json.decode(fields[name])
        read: AnyCommand = msgspec.convert(raw, AnyCommand, strict=False)
        return read
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Refused(f"That is no message: {error}.") from None


async def run(table: Table, token: str, command: AnyCommand) -> None:
    """Does it, or raises Refused and has changed nothing."""
    seat, seats = command.seat, len(table.book.seats)
    if not 0 <= seat < seats:
        raise Refused(f"There is no such seat at this table; there are {seats}.")
    if not isinstance(command, PLAYING):
        table.check_besides(token)
    match command:
        case AnswerOne(option=option, seq=seq):
            await table.answer(token, seat, option, seq)
        case AnswerSome(options=options, seq=seq):
            await table.answer_all(token, seat, options, seq)
        case UndoOwn():
            await table.undo(token, seat)
        case ProposeUndo(answers=answers):
            await table.propose_undo(token, seat, answers)
        case AgreeUndo(yes=yes):
            await table.agree_undo(token, seat, yes)
        case Say(text=text):
            await table.say(token, seat, text)
        case Hint(hint=hint):
            await table.put_aside(token, seat, hint)
        case Order():
            await table.order(
                token, seat, command.kind, command.option, command.clause, command.unless, command.times
            )
        case CancelOrder(id=id):
            await table.cancel_order(token, seat, id)
        case Leave():
            await table.seating.leave(token, seat)
        case TakeBack():
            await table.seating.take_back(token, seat)
        case Rest(days=days):
            await table.seating.rest(token, seat, days)
        case Vote(target=target):
            await table.seating.vote(token, seat, target)
        case Mute(target=target, on=on):
            await table.seating.mute(token, seat, target, on)
        case ReportSeat(target=target, text=text):
            await table.report(token, seat, target, text)
        case SetWatch(on=on):
            await table.seating.set_watch(token, on)
        case Unseat():
            await table.seating.unseat(token, seat)
        case Rename(name=name):
            await table.seating.rename(token, seat, name)
        case SeatBot(level=level, character=character):
            await table.seating.seat_bot(token, seat, f"{character} {level}".strip())
        case OpenSeat():
            await table.seating.open_seat(token, seat)
        case StartGame():
            await table.seating.start(token)
        case SetInvite(on=on):
            await table.seating.set_invite(token, seat, on)
