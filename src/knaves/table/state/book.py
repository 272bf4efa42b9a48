"""The table as its log tells it: plain data, so that it can be kept as a snapshot."""

from __future__ import annotations

from typing import Literal

import msgspec

from knaves.bots import todays
from knaves.core.reading import WrittenOption
from knaves.core.words import SEAT_LETTERS, Event, isolated
from knaves.table.log.records import Opened, SeatRow
from knaves.table.people.table_plan import Clock, Kind, OrderKind, Status
from knaves.table.state.lesson import Lesson

ALL = -1
HOLIDAYS = 7
"""Days of holiday that each seat has at a slow table."""
DEFAULT_NAMES = {"open": "Open seat ", "person": "Player ", "bot": "Bot "}


class TimeUsed(msgspec.Struct, array_like=True):
    """How the time of a seat stood at a question, for when the question comes again."""

    asked: int  # number of the record with which it was asked
    used: float  # seconds; below 0: it could still read
    bank: float
    votes: list[int]


class Seat(msgspec.Struct):
    kind: Kind
    name: str
    level: str
    holder: str = ""  # digest of the person's token; kept while a bot minds the seat
    away: bool = False
    last: int = 0  # number of the seat's last answer by hand
    asked: int = 0  # number of the record with which its present ask opened
    since: float | None = None  # waited for since then (people only)
    bank: float = 0.0  # seconds left in the bank
    votes: list[int] = []
    gone: int = 0  # number of the record with which the person was last away
    gone_at: float = 0.0
    why: str = ""  # "left", "clock", "vote"
    muted: list[int] = []  # seats whose chat this one does not read
    holidays: list[tuple[float, float]] = []  # from when to when its clock stands
    back: int = 0  # number of the record with which the person came back from that; 0: not yet
    left: TimeUsed | None = None  # what the table waited for when the person was last away

    def rested(self, start: float, end: float) -> float:
        """Seconds of holiday between two times."""
        return sum(max(0.0, min(end, until) - max(start, first)) for first, until in self.holidays)

    def holiday(self, now: float) -> float:
        """Seconds of holiday that are left."""
        return max((until - now for first, until in self.holidays if first <= now < until), default=0.0)

    @property
    def plays(self) -> Kind:
        """Who answers now."""
        return "bot" if self.away else self.kind


class PlayedAnswer(msgspec.Struct, array_like=True):
    """An answer that stands (was not taken back)."""

    seq: int
    at: float
    seat: int
    option: WrittenOption
    by: str
    order: int = 0


class Told(msgspec.Struct, array_like=True):
    """A line of the log before it becomes text. `to` is the bitmask of the eyes it is for."""

    seq: int
    at: float
    kind: Literal["event", "chat", "note"]
    seat: int | None
    text: str  # of a chat or note, with {seat} and {other} in it; else the kind of event
    things: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    to: int = ALL

    def event(self) -> Event:
        return Event(self.text, self.things, self.seen, self.to)


class StandingOrder(msgspec.Struct):
    """A standing order."""

    id: int
    kind: OrderKind
    option: WrittenOption
    clause: str
    unless: tuple[str, ...]
    times: int
    used: int = 0
    start: int = 0  # number of the record that gave it


class Proposal(msgspec.Struct):
    """Somebody asks all people to go back beyond a barrier."""

    seat: int
    answers: int
    agreed: list[int]


class Book(msgspec.Struct):
    """Everything about a table but the position of its game."""

    opened: Opened
    seats: list[Seat]
    written: int = 0  # number of the last record in the log
    # the same without records that only one seat may know of: nobody sees a number that they moved
    seq: int = 0
    status: Status = "lobby"
    notice: str = ""
    before: Status = "running"  # it was frozen
    moved: int = 0  # number of the last record that changed the position
    updated: float = 0.0
    played: list[PlayedAnswer] = []
    told: list[Told] = []
    # (answers before it, seat): what may be taken back freely, since the last barrier
    free: list[tuple[int, int]] = []
    # of what is free, by the answers before it: how long that seat had thought
    waits: dict[int, TimeUsed] = {}
    orders: list[list[StandingOrder]] = []
    order_counts: dict[int, int] = {}  # by seat: one number for all would tell how many others give
    proposal: Proposal | None = None
    rematch: str = ""
    rules: str = ""  # the version of the rules that plays it
    spectators: bool = True  # people may watch who do not sit here
    invites: bool = True  # the invite link lets people sit down
    lesson: Lesson | None = None

    @property
    def clock(self) -> Clock:
        return self.opened.clock

    def names(self) -> list[str]:
        """As pages, logs and programs read them."""
        return [
            isolated(seat.name) or default_name(number, seat.kind) for number, seat in enumerate(self.seats)
        ]

    def host_seats(self) -> list[int]:
        """Of whoever opened the table."""
        return [number for number, seat in enumerate(self.seats) if seat.holder == self.opened.host]

    def vacate(self, number: int) -> None:
        """Whoever sat there is gone for good: who comes next finds nothing that was between him and the host, and is
        not muted for him."""
        for seat in self.seats:
            seat.muted = [one for one in seat.muted if one != number]
        place = self.seats[number]
        place.holder, place.away, place.last = "", False, 0
        place.votes, place.muted, place.holidays = [], [], []
        self.orders[number] = []
        for told in self.told:
            if told.kind == "note" and told.to != ALL:
                told.to &= ~(1 << number)

    def people(self) -> list[int]:
        """Seats that a person plays now."""
        return [number for number, seat in enumerate(self.seats) if seat.plays == "person"]

    def hints(self) -> bool:
        """May people ask for hints? Where they have agreed on it by sitting down, and where there is only one."""
        holders = {seat.holder for seat in self.seats if seat.kind == "person"}
        alone = len(holders) == 1 and all(seat.kind != "open" for seat in self.seats)
        return self.opened.hints or alone

    def deserted(self) -> bool:
        """People play here, and all of them are away: bots wait for the first who comes back."""
        return any(seat.away for seat in self.seats) and not self.people()

    def left(self, number: int, now: float) -> float | None:
        """Seconds on the clock of this seat; None if it has none."""
        seat, clock = self.seats[number], self.clock
        if clock.kind == "none" or seat.plays != "person":
            return None
        spent = 0.0 if seat.since is None else max(0.0, now - seat.since - seat.rested(seat.since, now))
        if clock.kind == "bank":
            return seat.bank - spent
        return clock.seconds * (86400 if clock.kind == "day" else 1) - spent

    def note(self, at: float, text: str, seat: int | None = None, to: int = ALL, other: int = -1) -> None:
        things = (other,) if other >= 0 else ()
        self.told.append(Told(self.seq, at, "note", seat, text, things, (), to))


class KeptTable(msgspec.Struct):
    """A snapshot: the book, and the saved position."""

    book: Book
    position: str
    seen: str = ""  # a digest of what every pair of eyes sees: other rules must show the same


def default_name(seat: int, kind: Kind) -> str:
    return DEFAULT_NAMES[kind] + SEAT_LETTERS[seat]


def new_book(opened: Opened) -> Book:
    return Book(
        opened,
        [_sit(row, opened.clock) for row in opened.seats],
        orders=[[] for _ in opened.seats],
        updated=opened.at,
        lesson=Lesson(opened.lesson) if opened.lesson >= 0 else None,
    )


def _sit(row: SeatRow, clock: Clock) -> Seat:
    return Seat(row.kind, row.name, todays(row.level), row.holder, bank=float(clock.seconds))
