"""What is written in a table's log. Only added to, never changed; folding the records gives the table.

Secrets: a person's token stands here as a digest only. The seed stands in the first record, which never leaves the
server before the game is over.
"""

from __future__ import annotations

import msgspec

from knaves.core.game import Value
from knaves.core.reading import WrittenOption
from knaves.table.people.table_plan import Clock, Kind, Pace


class SeatRow(msgspec.Struct, frozen=True):
    kind: Kind
    name: str
    level: str
    holder: str = ""  # digest of the person's token


class Record(msgspec.Struct, frozen=True, tag_field="what", kw_only=True):
    """Base. `at` is the server's time when it was written: clocks are derived from it."""

    at: float


class Opened(Record, frozen=True, tag="opened"):
    game: str
    options: dict[str, Value]
    seed: int | str
    seats: tuple[SeatRow, ...]
    clock: Clock
    host: str
    invite: str
    watch: str
    listed: bool
    patience: int
    commitment: str
    origin: dict[str, object] | None = None  # the scenario it began with
    base: str = ""  # a fork of an imagined world: the saved position
    fork_of: str = ""
    lesson: int = -1  # a first game: the seat that learns
    studio: bool = False  # somebody chose the seed or the position, and so may know what is hidden
    pace: Pace = "usual"
    hints: bool = False


class Begun(Record, frozen=True, tag="begun"):
    """Every seat is taken: the game begins."""


class Sat(Record, frozen=True, tag="sat"):
    """Somebody sits down, or is called otherwise."""

    seat: int
    name: str
    holder: str


class Seated(Record, frozen=True, tag="seated"):
    """The lobby is rearranged: a bot, or nobody, in this seat."""

    seat: int
    kind: Kind
    level: str
    name: str


class Away(Record, frozen=True, tag="away"):
    """A bot minds the seat from now on."""

    seat: int
    why: str  # "left", "clock", "vote"


class Back(Record, frozen=True, tag="back"):
    """The person takes the seat back from the bot."""

    seat: int


class Answered(Record, frozen=True, tag="answered"):
    seat: int
    option: WrittenOption
    by: str  # "person", "bot", "order"; "record" in a fork or an imported game
    order: int = 0  # which standing order answered
    told: str = ""  # a digest of what happened and who saw what of it; "": not known


class Undone(Record, frozen=True, tag="undone"):
    """So many answers are left; what came after them never happened."""

    seat: int
    answers: int
    free: bool


class UndoProposed(Record, frozen=True, tag="undo-proposed"):
    seat: int
    answers: int


class UndoVoted(Record, frozen=True, tag="undo-voted"):
    seat: int
    yes: bool


class Rested(Record, frozen=True, tag="rested"):
    """A seat takes a holiday at a slow table: its clock stands."""

    seat: int
    days: int


class Voted(Record, frozen=True, tag="voted"):
    """A seat wants a bot in another one that keeps everybody waiting."""

    seat: int
    target: int


class Said(Record, frozen=True, tag="said"):
    seat: int
    text: str


class OrderGiven(Record, frozen=True, tag="order-given"):
    seat: int
    id: int
    kind: str
    option: WrittenOption
    clause: str
    unless: tuple[str, ...]
    times: int


class OrderEnded(Record, frozen=True, tag="order-ended"):
    seat: int
    id: int
    why: str


class Hinted(Record, frozen=True, tag="hinted"):
    """The learner of a first game puts a hint aside; "": all of them."""

    hint: str


class InviteSet(Record, frozen=True, tag="invite-set"):
    """The host lets the invite link seat people, or not any more."""

    seat: int
    on: bool


class WatchSet(Record, frozen=True, tag="watch-set"):
    """The host lets people watch who do not sit here, or not any more."""

    on: bool


class Unseated(Record, frozen=True, tag="unseated"):
    """The host frees the seat of a person, before the start."""

    seat: int


class Muted(Record, frozen=True, tag="muted"):
    """A seat does not want to read what another one says, or does again."""

    seat: int
    target: int
    on: bool


class Reported(Record, frozen=True, tag="reported"):
    """A seat tells the host about another one. Only the two read it."""

    seat: int
    target: int
    text: str


class Broke(Record, frozen=True, tag="broke"):
    """A bug in a rule. `record` is the game up to and with the answer that failed, ready to be replayed."""

    why: str
    record: str


class Frozen(Record, frozen=True, tag="frozen"):
    """Whoever runs the server lets the table rest."""

    why: str
    before: str = ""  # its status until then, for the list of tables; "": not known


class Thawed(Record, frozen=True, tag="thawed"):
    """And go on."""


class Rematched(Record, frozen=True, tag="rematched"):
    table: str


AnyRecord = (
    Opened
    | Begun
    | Sat
    | Seated
    | Away
    | Back
    | Answered
    | Undone
    | UndoProposed
    | UndoVoted
    | Rested
    | Voted
    | Said
    | OrderGiven
    | OrderEnded
    | Hinted
    | InviteSet
    | WatchSet
    | Unseated
    | Muted
    | Reported
    | Broke
    | Frozen
    | Thawed
    | Rematched
)

PRIVATE = (OrderGiven, OrderEnded, Hinted, Muted, Reported)
"""Records of one seat: no other is told, and no number that others see grows with them."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyRecord).decode
