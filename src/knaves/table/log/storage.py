"""Where logs are kept. One interface; SQLite inside the program, PostgreSQL for several server processes.

A log is only added to. The number of a record is the arbiter: whoever writes a number first has won, the other gets
`Conflict`, reads on and checks again. What `append` has returned from survives a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import NamedTuple, Protocol


class Row(NamedTuple):
    """A record on disk, with the version of the rules it was played under."""

    seq: int
    rules: str
    body: bytes


class Head(NamedTuple):
    """A table in the list of tables."""

    table: str
    game: str
    status: str
    listed: bool
    created: float
    updated: float


class Snapshot(NamedTuple):
    seq: int
    rules: str
    body: bytes


class Key(NamedTuple):
    """A sealed secret of a table, see `people.keyring`."""

    table: str
    sealed: bytes
    until: float


class OpenPage(NamedTuple):
    """A page of some seats of a table: in what kind of browser it is open, and since when. `id`: to close it by."""

    id: str
    table: str
    seats: tuple[int, ...]
    device: str
    since: float


Told = Callable[[str, "Row | int"], None]
Closing = Callable[[str, str], object]
"""Takes the id of a page, and the secret with which it goes."""

SITTING = 60.0
"""So many seconds a process that is heard of no more is believed to have its pages open."""
REFRESH = 60.0
"""The list of tables says when each was last played, to this many seconds."""


class Listed:
    """What this process wrote last into the list of tables: most answers change nothing there."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[str, float]] = {}

    def stands(self, table: str, status: str, at: float) -> bool:
        row = self._rows.get(table)
        return row is not None and row[0] == status and at - row[1] < REFRESH

    def wrote(self, table: str, status: str, at: float) -> None:
        if len(self._rows) > 10_000:
            self._rows.clear()
        self._rows[table] = (status, at)


class Storage(Protocol):
    async def create(self, head: Head, rows: Sequence[Row]) -> None:
        """A new table with its first records."""

    async def append(self, table: str, rows: Sequence[Row], status: str, at: float) -> None:
        """All of these records, durable on return, or none and Conflict; NoTable if the table was removed meanwhile."""

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        """The records behind this number, in order; not more than so many."""

    async def head(self, table: str) -> Head | None: ...

    async def heads(
        self, status: Sequence[str], listed: bool | None = None, most: int | None = None
    ) -> list[Head]:
        """Tables by status, the newest first."""

    async def count(self, status: Sequence[str]) -> int:
        """How many tables have this status."""

    async def keep(self, table: str, snapshot: Snapshot) -> None:
        """Keeps a snapshot; older ones of the table may go. It may be lost in a crash: the log is the truth."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The newest snapshot."""

    async def mark(self, table: str) -> int:
        """Notes that somebody is about to wake this table: how often that was noted and never crossed out before."""

    async def unmark(self, table: str) -> None:
        """It is awake, and nothing happened."""

    async def put_key(self, lock: str, key: Key) -> None:
        """Keeps a sealed secret under this lock."""

    async def keys(self, lock: str) -> list[Key]: ...

    async def drop_keys(self, lock: str) -> bool:
        """True if there were any: of two who drop the same, one hears so."""

    async def forget_keys(self, now: float) -> None:
        """Those whose time is over."""

    async def sitting(self, pages: Set[OpenPage]) -> None:
        """All pages that this process has open. To be said again before `SITTING` is over."""

    async def open_elsewhere(self, table: str) -> list[OpenPage]:
        """The pages of this table that other processes have open."""

    async def close_elsewhere(self, page: str, secret: str) -> None:
        """Tells the process that has this page open that it is to go."""

    async def old(self, status: Sequence[str], before: float) -> list[str]:
        """Tables of this status that nobody has played at since."""

    async def remove(self, table: str) -> None:
        """All there is of a table, and its log gets nothing more. Whoever has it awake is told."""

    def listen(self, told: Told) -> None:
        """Calls when another process has written: with the table and the record, or its number where it is too long to
        be told; with "" and 0 when one may have written, unheard."""

    def listen_for_closing(self, closing: Closing) -> None:
        """Calls when another process wants a page closed; of whomever it is."""

    async def close(self) -> None: ...
