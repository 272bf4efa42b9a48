"""What standing orders say to an ask: which of them, with what answer, and why one ends."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from knaves.core.game import View
from knaves.core.position import Position
from knaves.core.step import Choice, Option
from knaves.table.people.orders import Verdict, consult, expected
from knaves.table.people.table_plan import OrderKind
from knaves.table.state.book import StandingOrder
from tests.table.toy import GAME, Turn, Yard, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def order(
    kind: OrderKind, verb: str, *numbers: int, clause: str = "", unless: tuple[str, ...] = ()
) -> StandingOrder:
    return StandingOrder(1, kind, (verb, *numbers), clause, unless, 0, start=2)


def said(log: Log, seat: int, *orders: StandingOrder) -> Verdict | None:
    log.book.orders[seat] = [*orders]
    ask = log.progress.position.ask()
    assert ask is not None
    return consult(log.book, log.progress.position, ask, seat)


@pytest.fixture
def one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked can only pass, and is asked all the same."""

    def choose(self: Turn, s: Yard) -> Choice:
        return Choice(self.who, [("pass",)], always=True)

    monkeypatch.setattr(Turn, "code", (choose, *Turn.code[1:]))
    monkeypatch.setattr(GAME, "interjections", lambda s, seat: [])


def test_a_bot_has_the_last_word_and_answers_as_this_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[View, list[Option], float]] = []

    def advise(view: View, options: list[Option], luck: Random) -> Option:
        asked.append((view, options, luck.random()))
        return options[-1]

    monkeypatch.setattr(GAME, "advise", advise, raising=False)
    log = Log()
    log.progress.position.state.show_to(9, 0)
    bot, dig = order("bot", "bot", 0), order("always", "dig")
    assert said(log, 0, bot, dig) == Verdict(dig, ("dig",)) and not asked
    assert said(log, 0, bot) == said(log, 0, bot) == Verdict(bot, ("end",))
    (view, options, luck), again = asked
    assert again == asked[0] and view == log.progress.position.view(0) and options[-1] == ("end",)
    said(log, 0, bot, order("never", "end"))
    assert asked[-1][1] == options[:-1], "but for what this seat never wants"
    every = [order("never", option[0]) for option in options]
    assert said(log, 0, *every[1:], bot) == Verdict(every[1], ("pass",))
    log.answer("dig")
    said(log, 0, bot)
    assert asked[-1][2] != luck, "each answer has luck of its own"


@pytest.mark.usefixtures("one_way")
def test_an_order_that_leaves_nothing_out_answers_nothing() -> None:
    assert said(Log(), 0, order("never", "dig")) is None
    assert said(Log(), 0, order("moments", "moments")) is None, "it asks for another reason"


def test_why_an_order_for_one_place_ends() -> None:
    many, none = order("always", "offer", clause="yard.1"), order("always", "accept", clause="yard.1")
    assert said(Log(), 0, many) == Verdict(many, None, "more than one answer fits")
    assert said(Log(), 0, none) == Verdict(none, None, "that answer was not possible this time")
    assert said(Log(), 0, order("always", "accept", clause="yard.2")) is None, "another place"


def test_an_order_ends_with_what_its_seat_saw_and_as_it_saw_it() -> None:
    log = Log()
    log.answer("peek")
    face = log.progress.position.state.face[9]
    peeked = order("always", "dig", unless=("peeked",))
    why = said(log, 0, peeked)
    assert why == Verdict(peeked, None, log_line(log, 0)) and "card" in log_line(log, 0)
    assert log_line(log, 0) != log_line(log, 1) and face >= 0
    log.book.note(22.0, "{seat} waves.", 0)  # not the newest line any more
    assert said(log, 0, peeked) == why
    for eyes, ends in ((0b1110, False), (0b0001, True), (0b0010, False)):
        log.book.told[-2] = msgspec.structs.replace(log.book.told[-2], to=eyes)
        verdict = said(log, 0, peeked)
        assert verdict is not None and (verdict.option is None) == ends


def log_line(log: Log, seat: int) -> str:
    event = next(told for told in reversed(log.book.told) if told.kind == "event").event()
    text = log.progress.position.text(event, seat, log.book.names())
    assert text is not None
    return text.removesuffix(".")


def test_what_is_expected_is_played_by_the_others_as_they_would(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, float]] = []
    wanted = iter(["dig", "pass", "end", ""])

    def advise_state(s: Yard, seat: int, options: list[Option], luck: Random) -> Option:
        told.append((seat, luck.random()))
        return next(option for option in options if option == (next_one[0],))

    next_one = [next(wanted)]
    plain = Position.take

    def take(self: Position, seat: int, option: Option) -> None:
        assert seat == 0
        plain(self, seat, option)
        next_one[0] = next(wanted)

    monkeypatch.setattr(GAME, "advise_state", advise_state, raising=False)
    monkeypatch.setattr(Position, "take", take)
    world = expected(Log().progress.position.clone(), 1, Random(1))
    assert world is not None and world.state.coins == [6, 5, 5]  # type: ignore[attr-defined]
    ask = world.ask()
    assert ask is not None and ask.seats == (1,)
    luck = Random(1)
    assert told == [(0, luck.random()), (0, luck.random())]
    assert expected(Log().progress.position.clone(), 1, Random(1)) is None, "it ends before"
