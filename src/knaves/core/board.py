"""What a game's own board is computed from and made of.

`screen/board.py` of a game takes the page of one seat (`BoardScene`) and says what stands on its board, as typed rows;
`screen/board.html` only lays them out. Games do not know the web: the page comes to them as what is declared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from knaves.core.words import SEAT_LETTERS


class BoardSeat(Protocol):
    """Who sits where."""

    @property
    def seat(self) -> int: ...
    @property
    def letter(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def waited(self) -> bool: ...
    @property
    def answered(self) -> bool: ...  # where several decide at once, and not all have
    @property
    def away(self) -> bool: ...


class BoardChoice(Protocol):
    """One legal answer with its number in the prompt."""

    @property
    def number(self) -> int: ...
    @property
    def json(self) -> str: ...  # the option as a button sends it
    @property
    def verb(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def things(self) -> tuple[str, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def aside(self) -> bool: ...


class BoardLine(Protocol):
    """A line of the log."""

    @property
    def seq(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def things(self) -> tuple[str, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...


class BoardThrow(Protocol):
    """A die of the last throw."""

    @property
    def key(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def face(self) -> int: ...
    @property
    def hit(self) -> bool: ...


Look: TypeAlias = tuple[str, int | None]
"""How a thing is drawn that answers name: its class, and its number where it is one answer."""
PLAIN: Look = ("", None)
"""How it is drawn where none does."""
LETTERS = SEAT_LETTERS.lower()
"""Of the seats, as boards name them."""


class BoardScene(Protocol):
    """The page of one seat at one moment."""

    @property
    def table(self) -> str: ...
    @property
    def view(self) -> Mapping[str, object]: ...
    @property
    def eye(self) -> int | None: ...
    @property
    def letter(self) -> str: ...
    @property
    def seats(self) -> Sequence[BoardSeat]: ...
    @property
    def mine(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def prompt(self) -> str: ...
    @property
    def rule(self) -> str: ...  # the clause behind what is asked
    @property
    def trades(self) -> bool: ...  # there is a form for offers
    @property
    def choices(self) -> Sequence[BoardChoice]: ...
    @property
    def answers(self) -> Sequence[BoardChoice]: ...
    @property
    def log(self) -> Sequence[BoardLine]: ...
    def can(self, thing: str) -> bool: ...
    def key(self, thing: str) -> int | None: ...
    def glow(self, thing: str, plain: str = "") -> str: ...
    def verb(self, *verbs: str) -> Sequence[BoardChoice]: ...
    def throws(self, *events: str) -> Sequence[BoardThrow]: ...
    def order(self) -> Sequence[BoardSeat]: ...
    def rivals(self) -> Sequence[BoardSeat]: ...
    @property
    def things(self) -> Mapping[str, Sequence[BoardChoice]]: ...  # what answers name each thing
    @property
    def lit(self) -> Mapping[str, Look]: ...  # whatever can be chosen or was picked


class AnswerTile(msgspec.Struct, frozen=True):
    """An answer that dice decide, drawn: who tries, how likely it is, what it needs. Bars in hundredths."""

    name: str
    odds: str
    note: str
    better: str  # what the best of what can still be added makes of it
    bar: int
    more: int


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What every board tells the prompt, too: what is at stake, and, by the number of an answer, a word under it or how
    it is drawn."""

    stakes: str = ""
    hints: dict[int, str] = {}
    tiles: dict[int, AnswerTile] = {}


def looks_of(scene: BoardScene, things: Iterable[str]) -> dict[str, Look]:
    """Those of these things that answers name: all that a part of the board needs to know of the ask."""
    lit = scene.lit
    return {thing: lit[thing] for thing in things if thing in lit} if lit else {}


def joined(*classes: str) -> str:
    """Classes of a piece, without those that do not apply."""
    return " ".join([name for name in classes if name])


def player_css(seat: BoardSeat, mine: bool, *more: str) -> str:
    """Classes of the row of a player."""
    return joined(
        "player",
        "player--you" if mine else "",
        "player--deciding" if seat.waited else "",
        "player--away" if seat.away else "",
        *more,
    )


def signed(number: int) -> str:
    """A number with a real minus."""
    return f"−{-number}" if number < 0 else str(number)
