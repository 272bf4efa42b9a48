"""The book of a table: plain data, and what can be read from it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from knaves.core.words import Event
from knaves.table import Clock
from knaves.table.log.records import Opened, SeatRow
from knaves.table.people.table_plan import Kind
from knaves.table.state.book import ALL, Book, Seat, StandingOrder, Told, default_name, new_book


def opened(*kinds: Kind, clock: Clock | None = None, lesson: int = -1, hints: bool = False) -> Opened:
    rows = [
        SeatRow(kind, "", "fair", f"digest {n}" if kind == "person" else "") for n, kind in enumerate(kinds)
    ]
    return Opened(
        at=50.0,
        game="toy",
        options={},
        seed=1,
        seats=tuple(rows),
        clock=clock or Clock(),
        host="digest 0",
        invite="invite",
        watch="watch",
        listed=False,
        patience=120,
        commitment="",
        lesson=lesson,
        hints=hints,
    )


def book(*kinds: Kind, clock: Clock | None = None, hints: bool = False) -> Book:
    return new_book(opened(*kinds, clock=clock, hints=hints))


def test_a_new_book_has_a_seat_and_a_list_of_orders_for_everybody() -> None:
    made = new_book(opened("person", "open", "bot", clock=Clock("bank", 90, 5)))
    assert [(seat.kind, seat.level, seat.holder, seat.bank) for seat in made.seats] == [
        ("person", "fair", "digest 0", 90.0),
        ("open", "fair", "", 90.0),
        ("bot", "fair", "", 90.0),
    ]
    assert made.orders == [[], [], []] and made.orders[0] is not made.orders[1]
    assert (made.updated, made.lesson, made.status) == (50.0, None, "lobby")
    first, learner = (
        new_book(opened("person", lesson=0)).lesson,
        new_book(opened("bot", "person", lesson=1)).lesson,
    )
    assert first is not None and learner is not None and (first.seat, learner.seat) == (0, 1)


def test_a_bot_of_old_has_the_level_it_is_called_now() -> None:
    old = replace(opened("bot"), seats=(SeatRow("bot", "", "rules"),))
    made = new_book(old)
    assert made.seats[0].level == "fair"


def test_names_are_given_or_usual() -> None:
    made = book("person", "open", "bot")
    made.seats[0].name = "Ann"
    assert made.names() == ["Ann", "Open seat B", "Bot C"]
    assert default_name(3, "person") == "Player D"


def test_who_plays_and_whose_table_it_is() -> None:
    made = book("person", "person", "bot", "open")
    made.seats[1].holder = "digest 0"
    assert made.people() == [0, 1] and made.host_seats() == [0, 1] and not made.deserted()
    made.seats[0].away = True
    assert made.people() == [1] and made.seats[0].plays == "bot" and made.seats[3].plays == "open"
    assert not made.deserted()
    made.seats[1].away = True
    assert made.people() == [] and made.deserted()
    assert not book("bot", "bot").deserted(), "there never was anybody"


@pytest.mark.parametrize(
    ("kinds", "agreed", "may"),
    [
        (("person", "bot"), False, True),
        (("person", "open"), False, False),  # somebody may still come
        (("person", "person"), False, False),
        (("person", "person"), True, True),
        (("bot", "bot"), False, False),
    ],
)
def test_hints_are_for_who_is_alone_and_for_tables_that_agreed(
    kinds: tuple[Kind, ...], agreed: bool, may: bool
) -> None:
    assert book(*kinds, hints=agreed).hints() is may


def test_one_person_on_two_seats_is_alone() -> None:
    made = book("person", "person", "bot")
    made.seats[1].holder = made.seats[0].holder
    assert made.hints()


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (Clock("move", 30), 20.0),
        (Clock("day", 2), 2 * 86400 - 10.0),
        (Clock("bank", 90, 5), 80.0),
        (Clock(), None),
    ],
)
def test_what_is_left_on_a_clock(clock: Clock, left: float | None) -> None:
    made = book("person", "bot", clock=clock)
    whole = None if left is None else left + 10
    assert made.left(0, 100.0) == whole, "nobody waits for this seat"
    if clock.kind == "bank":
        made.seats[0].bank, whole, left = 70.0, 70.0, 60.0  # whatever was given at the start
    made.seats[0].since = 100.0
    assert made.left(0, 110.0) == left and made.left(1, 110.0) is None
    assert made.left(0, 90.0) == whole, "a clock on the wall that was set back gives nobody time"
    made.seats[0].away = True
    assert made.left(0, 110.0) is None


def test_a_clock_stands_on_holidays() -> None:
    made = book("person", clock=Clock("move", 30))
    seat = made.seats[0]
    seat.since, seat.holidays = 100.0, [(104.0, 110.0), (50.0, 102.0), (200.0, 300.0)]
    assert seat.rested(100.0, 112.0) == 8.0 and seat.rested(103.0, 104.0) == 0.0
    assert made.left(0, 112.0) == 26.0
    assert [seat.holiday(now) for now in (49.0, 50.0, 101.0, 102.0, 104.0, 109.0)] == [
        0.0,
        52.0,
        1.0,
        0.0,
        6.0,
        1.0,
    ]
    assert Seat("bot", "", "fair").holiday(0.0) == 0.0


def test_who_comes_next_finds_nothing_of_who_sat_there() -> None:
    made = book("person", "person", "person")
    left, other = made.seats[1], made.seats[2]
    left.away, left.last, left.votes, left.muted, left.holidays = True, 9, [0], [2], [(1.0, 2.0)]
    other.muted, made.seats[0].muted = [0, 1], [1]
    made.orders[1] = [StandingOrder(1, "pass", ("pass",), "", (), 0)]
    made.orders[2] = [StandingOrder(1, "pass", ("pass",), "", (), 0)]
    made.note(60.0, "{seat} reports {other}.", 1, to=0b011, other=2)
    made.note(61.0, "{seat} waves.", 1)
    made.told.append(Told(7, 62.0, "chat", 1, "psst", (), (), 0b011))
    made.vacate(1)
    assert made.seats[1] == Seat("person", "", "fair", bank=made.seats[0].bank)
    assert (other.holder, other.muted, made.seats[0].muted) == ("digest 2", [0], [])
    assert made.orders[1] == [] and len(made.orders[2]) == 1
    assert [told.to for told in made.told] == [0b001, ALL, 0b011], "what was between him and the host"


def test_a_note_is_for_all_unless_it_says_so() -> None:
    made = book("person", "bot")
    made.seq = 7
    made.note(60.0, "{seat} waves.", 0)
    made.note(61.0, "{seat} reports {other}.", 1, to=0b01, other=0)
    assert made.told == [
        Told(7, 60.0, "note", 0, "{seat} waves.", (), (), ALL),
        Told(7, 61.0, "note", 1, "{seat} reports {other}.", (0,), (), 0b01),
    ]
    assert Told(7, 60.0, "event", 0, "dug", (1,), (-1,), 3).event() == Event("dug", (1,), (-1,), 3)
