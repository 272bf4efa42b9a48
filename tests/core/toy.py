"""A game of three decisions for the tests of the engine: cards to discard, a bet, a moment to speak."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from knaves.core.data import field
from knaves.core.game import About, Game, Value, View
from knaves.core.menu import Menu
from knaves.core.position import Position
from knaves.core.start import begin
from knaves.core.state import Result, State
from knaves.core.step import Answer, Choice, Option, Pick, Shape, Step

BET = Menu("bet", 2)


class Cellar(State):
    cheers: int = field(0)
    gone: list[int] = field([])
    pot: int = field(0)
    least: int = field(1)
    most: int = field(3)


class Discard(Pick[Cellar]):
    verb = "discard"
    asks = {"choose": ("Discard some.", "toy.1")}


class Bottles(Step[Cellar]):
    """Bottles of two kinds, some alike: `("drink", kind, shelf)`, two shelves. A glass of water stands beside."""

    lines = ("choose", "drink")
    asks = {"choose": ("Drink some.", "toy.4")}

    shelves: list[int]  # how many of each kind, on the first shelf and on the second
    left: int
    must: bool
    drunk: list[int] = field([])

    def choose(self, s: Cellar) -> Choice | None:
        options: list[Option] = [("drink", at % 2, at // 2) for at, n in enumerate(self.shelves) if n]
        if not options or not self.left:
            self.go("end")
            return None
        return Choice(0, options if self.must else [*options, ("done",)])

    def shape(self, s: Cellar, seat: int) -> Shape:
        again: tuple[tuple[Option, int], ...] = tuple(
            [(("drink", at % 2, at // 2), n) for at, n in enumerate(self.shelves) if n]
        )
        most = min(self.left, sum(self.shelves))
        least, done = (most, ()) if self.must else (0, ("done",))
        return Shape("some", "drink", (), least, most, done, named=2, again=again, words="Drink {}")

    def drink(self, s: Cellar) -> None:
        if self.answer[0] == "drink":
            at = self.answer[2] * 2 + self.answer[1]
            self.shelves[at] -= 1
            self.left -= 1
            self.drunk.append(at)
            self.go("choose")


class Evening(Step[Cellar]):
    lines = ("discard", "gone", "bet", "pot", "rest", "end_it")
    asks = {"bet": ("Bet.", "toy.2"), "rest": ("Nothing more.", "toy.3")}

    def discard(self, s: Cellar) -> Step[Cellar]:
        return Discard(0, [3, 5, 7, 9], s.least, s.most)

    def gone(self, s: Cellar) -> None:
        s.gone = list(s.returned)

    def bet(self, s: Cellar) -> Choice:
        return Choice(1, [("pass",), *(BET[7][n] for n in range(2, 6))])

    def shape(self, s: Cellar, seat: int) -> Shape:
        return Shape("amount", "bet") if self.lines[self.line] == "bet" else super().shape(s, seat)

    def pot(self, s: Cellar) -> None:
        s.pot = 0 if self.answer[0] == "pass" else self.answer[2]

    def rest(self, s: Cellar) -> Choice:
        return Choice(0, [("rest",)], moment="before_the_end")

    def end_it(self, s: Cellar) -> None:
        s.result = Result((0,), (1, 0), "It is late.")


class Toy(Game[Cellar]):
    id = "toy"
    state = Cellar
    about = About("Toy", "1", (2,), "1", "", "")
    verbs = {
        "discard": "Discard {1}",
        "done": "Done",
        "drink": "Drink {1} of shelf {2}",
        "bet": "Bet {2} on {1}",
        "pass": "Pass",
        "rest": "Rest",
        "cheer": "Cheer",
        "leave": "Leave",
    }
    interjection_verbs = frozenset({"cheer", "leave"})
    moments = {"before_the_end": ("Anybody may cheer before the end.", "toy.3")}

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Cellar:
        return Cellar(seats)

    def set_up(self, s: Cellar, options: Mapping[str, Value]) -> Step[Cellar]:
        return Evening()

    def interjections(self, s: Cellar, seat: int) -> list[Option]:
        return [("cheer",), ("leave",)] if seat == 1 else []

    def interject(self, s: Cellar, seat: int, option: Answer) -> None:
        if option[0] == "leave":
            s.result = Result((0,), (1, 0), "They left.")
        s.cheers += 1

    def view(self, s: Cellar, eye: int) -> View:
        return {"pot": s.pot, "cheers": s.cheers, "gone": s.gone}


class SilentToy(Toy):
    interjection_verbs = frozenset()


def toy(game: Game[Cellar] | None = None) -> Position:
    return begin(game or Toy(), 2, 1, {})  # type: ignore[arg-type]  # a game of any state


def calls_of(monkeypatch: pytest.MonkeyPatch, method: str) -> list[object]:
    """From now on every call of this method of a position is noted."""
    calls: list[object] = []
    plain = getattr(Position, method)

    def noted(self: Position, *given: object) -> object:
        calls.append(given)
        return plain(self, *given)

    monkeypatch.setattr(Position, method, noted)
    return calls
