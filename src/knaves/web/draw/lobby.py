"""A table before the start, as one of its people sees it: chairs, what can still be changed, what is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from knaves.bots import split
from knaves.core.game import Value
from knaves.games import about
from knaves.table import Page, SeatCard, Table
from knaves.table.pages.page import LogLine

TALK = 6


class Chair(NamedTuple):
    """A row of the list of chairs."""

    seat: int
    letter: str
    name: str
    note: str
    kind: Literal["open", "person", "bot"]
    level: str  # of the bot that sits there; "": none
    character: str  # of that bot; "": none
    yours: bool
    arranged: bool  # by who looks: bots and open chairs
    freed: bool  # by who looks: somebody else's chair
    joins: bool = False  # a guest is giving a name for it


class ChosenOption(NamedTuple):
    """An option of the game as this table has it."""

    name: str
    text: str
    value: Value


class Lobby(NamedTuple):
    """What the pushed part of the lobby shows."""

    chairs: tuple[Chair, ...]
    taken: int
    open: int
    bots: int  # that would play if it began now
    host: str  # the name of whoever opened the table
    options: tuple[ChosenOption, ...]
    talk: tuple[LogLine, ...]


def lobby_of(table: Table, token: str, page: Page, joining: Mapping[int, str]) -> Lobby:
    """`joining`: names that guests are giving just now, by the chair they would take."""
    who, hosts = table.who(token), table.book.host_seats()
    kinds = [card.kind for card in page.seats]
    chairs = tuple(
        _joined(_chair(card, page, who.host, card.seat in hosts), joining.get(card.seat))
        for card in page.seats
    )
    return Lobby(
        chairs,
        taken=len(kinds) - kinds.count("open"),
        open=kinds.count("open"),
        bots=len(kinds) - kinds.count("person"),
        host=page.seats[hosts[0]].name if hosts else "the host",
        options=tuple(
            ChosenOption(setting.name, setting.text, page.options.get(setting.name, setting.default))
            for setting in about(page.game).option
            if setting.kind != "cards" and not _of_a_chair(setting.name)
        ),
        talk=tuple(line for line in page.log if line.kind == "chat")[-TALK:],
    )


def _of_a_chair(name: str) -> str:
    """The letter of the chair at which an option stands (`seat_a`, `corporation_a`); "": of none."""
    last = name.rpartition("_")[2]
    return last if len(last) == 1 else ""


def _side(page: Page, letter: str) -> str:
    """What was chosen for a chair beforehand; "": nothing."""
    for setting in about(page.game).option:
        chosen = page.options.get(setting.name, setting.default)
        if _of_a_chair(setting.name) == letter and chosen != setting.default:
            return str(chosen).replace("_", " ")
    return ""


def _joined(chair: Chair, name: str | None) -> Chair:
    """A chair that somebody is about to take."""
    if name is None or chair.kind == "person":
        return chair
    return chair._replace(name=name or "Somebody", note="joining now", joins=True)


def _chair(card: SeatCard, page: Page, host: bool, opened: bool) -> Chair:
    bot = card.kind == "bot"
    person = ("you, the host" if opened else "you") if card.yours else ("the host" if opened else "by link")
    waits = f"{card.level} bot, until a friend comes" if card.named else "until a friend comes"
    note = waits if bot else person if card.kind == "person" else "nobody yet"
    side = _side(page, card.letter)
    return Chair(
        seat=card.seat,
        letter=card.letter,
        name="Open"
        if card.kind == "open"
        else f"{card.level.capitalize()} bot"
        if bot and not card.named
        else card.name,
        note=f"{note}, {side}" if side else note,
        kind=card.kind,
        level=split(card.level)[1].name if bot else "",
        character=split(card.level)[0].name if bot else "",
        yours=card.yours,
        arranged=host and card.kind != "person",
        freed=host and card.kind == "person" and not card.yours,
    )
