"""What people say when they open a table: the game, its options, who sits where, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from knaves.bots import USUAL
from knaves.core.game import Value

Kind = Literal["open", "person", "bot"]
Status = Literal["lobby", "running", "over", "broken", "frozen"]
STATUSES: tuple[Status, ...] = get_args(Status)
OrderKind = Literal["always", "never", "pass", "moments", "bot"]
"""What a standing order does: see `people/orders.py`."""

Pace = Literal["quick", "usual", "slow"]

PACES: dict[Pace, float] = {"quick": 0.25, "usual": 1.0, "slow": 4.0}
"""How long a bot waits at such a table, in pauses of the house."""

NAME_MOST = 24
CHAT_MOST = 500
ORDERS_MOST = 20


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a person may think. When it runs out, a bot takes the seat; the person can take it back.

    "none": no clock. "move": `seconds` for each answer. "bank": `seconds` for the whole game, `increment` more for
    each answer given. "day": `seconds` is a number of days for each answer.
    """

    kind: Literal["none", "move", "bank", "day"] = "none"
    seconds: int = 0
    increment: int = 0


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of a new table. "person" is whoever opens the table: several of them make a hot seat."""

    kind: Kind = "open"
    name: str = ""
    level: str = USUAL  # of the bot, now ("bot") or when the person is away


def among_bots(seat: int, name: str, names: Sequence[str]) -> tuple[SeatPlan, ...]:
    """A person in this seat; bots with these names, by seat, in all the others."""
    return tuple(
        SeatPlan("person", name) if at == seat else SeatPlan("bot", other) for at, other in enumerate(names)
    )


class TablePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table somebody wants to open."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, Value] = {}
    # None: one that the server draws and nobody knows; any other makes a studio table
    seed: int | str | None = None
    clock: Clock = Clock()
    listed: bool = False  # True: shown among the open tables; anybody may sit down or watch
    scenario: dict[str, object] | None = None  # what `set` says, see knaves.scenario
    patience: int = 120  # seconds a seat must have been waited for before the others may vote it out
    lesson: bool = False  # a first game: whoever opens the table gets hints
    pace: Pace = "usual"  # how long bots wait before they answer
    hints: bool = False  # all people here may ask for hints; who is alone with bots always may


class Ticket(msgspec.Struct, frozen=True):
    """What whoever opened or joined a table gets. The secrets are shown once; the table keeps digests."""

    table: str
    token: str  # the person's secret: good for all seats that the person holds at this table
    invite: str = ""  # the secret of the invite link (only for whoever opened the table)
    watch: str = ""  # the secret of the spectator link


class Who(msgspec.Struct, frozen=True):
    """Whom a secret stands for at one table."""

    seats: tuple[int, ...] = ()  # the seats this person holds, those a bot minds for them too
    host: bool = False  # opened the table: may arrange the lobby
    invited: bool = False  # may sit down on an open seat
    watches: bool = False  # may see what is public

    @property
    def outside(self) -> bool:
        """Has no business here: to an outsider the table looks like none."""
        return not (self.seats or self.invited or self.watches)


class Summary(msgspec.Struct, frozen=True):
    """A table in a list. Nothing secret."""

    table: str
    game: str
    title: str
    status: Status
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    waiting: tuple[int, ...]  # seats the table waits for
    clock: Clock
    listed: bool
    created: float
    updated: float
    seq: int
    studio: bool = False  # somebody chose the seed or the position
