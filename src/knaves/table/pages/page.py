"""All that one seat's page needs, as plain typed data. Nothing in it that the seat may not know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from knaves.core.game import Value
from knaves.core.reading import WrittenOption
from knaves.core.step import things_of
from knaves.core.words import SEAT_LETTERS
from knaves.table.people.table_plan import Clock, Kind, OrderKind, Status
from knaves.table.state.lesson import Lesson


class SeatCard(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    letter: str  # as addresses call it
    name: str
    kind: Kind  # who answers now; a person who is away has "bot" and away=True
    level: str  # of the bot that answers, or would
    away: bool  # a bot minds the seat of a person
    yours: bool
    waited: bool
    left: float | None  # seconds on the clock at `Page.at`; None: no clock runs for this seat
    votes: tuple[int, ...] = ()  # seats that voted for a bot in this seat
    note: str = ""  # who sits there, in a word: "you", "fair bot", "open"
    named: bool = True  # somebody has given it a name
    away_for: float = 0.0  # seconds since the person was here last
    answered: bool = False  # where several decide at once, and not all have


def person(seat: int, name: str, waited: bool, answered: bool = False) -> SeatCard:
    """Where only the names of seats are known."""
    letter = SEAT_LETTERS[seat].lower()
    return SeatCard(seat, letter, name, "person", "", False, False, waited, None, answered=answered)


class MindedCard(msgspec.Struct, frozen=True):
    """This seat's person is away: who minds the seat, and since when."""

    level: str
    seconds: float  # so long ago
    why: str  # "left", "clock", "vote"
    answers: int  # given by the bot since
    waits: bool  # nobody else is here: the game waits


class RecapCard(msgspec.Struct, frozen=True):
    """What happened while somebody was away, as this seat may know it."""

    since: int  # the record after which it begins
    seconds: float  # so long the person was away
    level: str  # of the bot that minded the seat; "": nobody did
    answers: int  # that it gave
    lines: tuple[LogLine, ...]  # the main things, in order
    more: int  # so many smaller things
    said: tuple[LogLine, ...]  # what people said


class OptionCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal answer, from the table to the button. Send `option` back with the ask's `seq`."""

    option: WrittenOption
    verb: str
    label: str
    things: tuple[str, ...]  # "card:12": what to light up on the board
    undoable: bool  # could be taken back freely
    interjection: bool  # may be done at any time; does not answer the prompt
    names: tuple[str, ...] = ()  # of the things, as this seat knows them
    seldom: bool = False  # hardly ever wanted
    head: str = ""  # of a label with a colon, what stands before it
    number: int = 0  # of the button on a drawn page; 0: not drawn

    @property
    def json(self) -> str:
        """What the button sends. Verbs are our own words, the rest are numbers: safe between single quotes."""
        return msgspec.json.encode(self.option).decode()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The things of the option, as the game counts them."""
        return things_of(self.option)

    @property
    def bare(self) -> bool:
        """It names nothing: a pass, a refusal, done, or a plain deed."""
        return len(self.option) == 1

    @property
    def aside(self) -> bool:
        """Possible, but no answer to the prompt."""
        return self.interjection or self.seldom

    @property
    def final(self) -> bool:
        return not self.undoable


class AskCard(msgspec.Struct, frozen=True):
    """What the table waits for, as this seat may know it."""

    seq: int  # send it back with the answer: an answer to an older ask is refused
    seats: tuple[int, ...]  # whom the table waits for
    yours: bool  # this seat is waited for
    prompt: str
    clause: str
    clause_text: str
    shape: str  # "one", "some" or "amount": see `core.step.Shape`; some may be sent together, as `answers`
    picked: tuple[int, ...]
    least: int
    most: int
    options: tuple[OptionCard, ...]  # empty if this seat is not waited for
    interjections: tuple[OptionCard, ...]  # what this seat may do although it is not waited for
    verb: str = ""  # of the options that a shape is about
    done: tuple[str | int, ...] = ()  # the option that ends a chain of picks; () where it ends by itself
    fixed: tuple[int, ...] = ()  # what stands before the number of an amount
    also: tuple[str, ...] = ()  # other verbs that pick
    thing_numbers: int = 1  # so many numbers of an option name what it picks
    again: tuple[tuple[WrittenOption, int], ...] = ()  # what may be picked several times, and how often
    words: str = ""  # what happens to so many: "Roll {} again"
    final: bool = False  # a selection that cannot be taken back once it is sent, though its picks can
    moment: str = ""  # the table stops here so that anybody may speak: which point of the book it is
    # the things, not seats, that the prompt names: their kinds and names
    named: tuple[tuple[str, str], ...] = ()


class LogLine(msgspec.Struct, frozen=True):
    """One line of the log as this seat may read it."""

    seq: int  # the record it came with; lines of one record share it
    kind: Literal["event", "chat", "note"]
    text: str
    seat: int | None  # who did or said it
    at: float
    event: str = ""  # kind of event, for icons
    things: tuple[str, ...] = ()  # things it names that this seat may see: "card:face:7", "seat:2"
    new: bool = False  # since this seat's last answer
    # of the event: what is neither a seat nor a piece (dice, sums, prices), in its order
    numbers: tuple[int, ...] = ()
    # from, to and what stands there in the text: "card:face:7", "area:3"
    marks: tuple[tuple[int, int, str], ...] = ()


class UndoTarget(msgspec.Struct, frozen=True):
    """A moment to which the people at the table could go back together."""

    answers: int  # how many answers would be left
    seq: int  # before this record
    text: str


class UndoCard(msgspec.Struct, frozen=True):
    free: bool  # this seat may take its last answer back, without asking
    proposed_by: int | None  # somebody asks to go back beyond a barrier
    answers: int  # to how many answers
    agreed: tuple[int, ...]
    missing: tuple[int, ...]  # seats of people who have not said yes yet
    targets: tuple[UndoTarget, ...]  # the newest first
    back: str = ""  # where it is free: what it would take back
    before: str = ""  # where somebody asks: what came of the first answer that would be taken back


class OrderCard(msgspec.Struct, frozen=True):
    """A standing order of this seat (nobody else sees it)."""

    id: int
    kind: OrderKind
    option: WrittenOption
    clause: str
    unless: tuple[str, ...]
    times: int  # how often it may still answer; 0: no limit
    label: str


class DealCard(msgspec.Struct, frozen=True):
    """A deal on the table, or a promise that was made: "offered", "open", "kept", "broken", "lapsed". Public."""

    by: int
    to: int
    text: str
    state: str
    goods: tuple[str, ...] = ()  # single things that the text names, in its order


class ResultCard(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    sources: Mapping[str, tuple[int, ...]] = {}  # where the points came from, by seat; where that is known


class Page(msgspec.Struct, frozen=True):
    """Everything. `msgspec.json.encode(page)` is what a program gets."""

    table: str
    game: str
    title: str
    rules: str  # version of the rules
    options: Mapping[str, Value]
    status: Status
    notice: str  # why the table is broken or frozen; "" otherwise
    seq: int  # of the last record: grows with every change
    at: float  # the server's time
    you: int | None  # the seat this page is for; None: a spectator
    seats: tuple[SeatCard, ...]
    clock: Clock
    view: Mapping[str, object] | None  # None before the game begins
    ask: AskCard | None  # None before the game begins and after it ended
    waiting: str  # one sentence: whom the table waits for
    log: tuple[LogLine, ...]
    first: int  # seq of the first line of `log`; older ones by `Table.lines`
    since: int  # seq of this seat's last own answer: later lines are new
    undo: UndoCard
    orders: tuple[OrderCard, ...]
    deals: tuple[DealCard, ...]
    fills: str  # the verb of what this seat may fill in now, see `Table.forms`; "": nothing
    result: ResultCard | None
    commitment: str  # fixes the dice; shown from the beginning
    seed: int | str | None  # only after the end
    rematch: str | None  # the table that follows this one
    fork_of: str | None
    host: bool
    listed: bool
    studio: bool = False  # somebody chose the seed or the position, and so may know what is hidden
    spectators: bool = True  # people may watch who do not sit here
    muted: tuple[int, ...] = ()  # seats whose chat this seat does not read
    invites: bool = True  # the invite link lets people sit down
    lesson: Lesson | None = None  # of a first game, for the seat that learns
    minded: MindedCard | None = None  # a bot plays this seat while its person is away
    hints: bool = False  # all people here may ask for hints, as everybody could see beforehand
    hinted: bool = False  # this seat may ask for one now
    explains: bool = False  # and what bots have done is explained to who asks


class PastMoment(msgspec.Struct, frozen=True):
    """A state of the past, as one seat saw it or as it was public."""

    table: str
    game: str
    seq: int  # the record after which it stood so
    first: int
    last: int
    answers: int  # how many answers had been given
    total: int
    you: int | None
    view: Mapping[str, object]
    prompt: str  # for public: whom the table waited for
    waited: tuple[int, ...]
    answered: tuple[int, ...]  # where several decide at once, and not all have
    log: tuple[LogLine, ...]  # the lines of this very record
    names: tuple[str, ...]
    result: ResultCard | None


class Mark(msgspec.Struct, frozen=True):
    """A place to jump to in a replay: one answer."""

    seq: int
    answers: int
    seat: int
    text: str
    at: int = 0  # the round or turn it led to, as the game counts them; 0: it counts none
