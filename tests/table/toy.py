"""A game of a page for the tests of tables: free steps to undo, dice, a secret, a deal, and a rule that breaks."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import cast

import pytest

import knaves.games
from knaves.core.clauses import Clause, Ledger, ledger
from knaves.core.data import field
from knaves.core.deals import Deal, Goods, Offer, Promise
from knaves.core.game import About, Game, Value, View
from knaves.core.state import Result, State
from knaves.core.step import Answer, Choice, Option, Step
from knaves.table import look


class Yard(State):
    deck: list[int] = field(default=[], init=False)
    coins: list[int] = field(default=[], init=False)
    rounds: int = field(default=0, init=False)
    promises: list[Promise] = field(default=[], init=False)

    def has(self, seat: int, goods: Goods) -> bool:
        return sum(amount for _, amount in goods) <= self.coins[seat]

    def transfer(self, giver: int, taker: int, goods: Goods) -> None:
        for _, amount in goods:
            self.coins[giver] -= amount
            self.coins[taker] += amount


class Turn(Step[Yard]):
    lines = ("choose", "do")
    asks = {"choose": ("{who:seat}, act as often as you like.", "yard.1")}
    who: int

    def choose(self, s: Yard) -> Choice:
        return Choice(self.who, [("pass",), ("dig",), ("roll",), ("peek",), ("trip",), ("end",)])

    def do(self, s: Yard) -> None:
        verb = self.answer[0]
        if verb == "pass":
            s.tell("passed", self.who)
            self.who = (self.who + 1) % s.seats
        elif verb == "dig":
            s.coins[self.who] += 1
            s.tell("dug", self.who)
        elif verb == "roll":
            s.tell("rolled", self.who, s.roll())
        elif verb == "peek":
            s.show_to(s.deck[-1], self.who)
            s.tell("peeked", self.who, s.deck[-1])
        elif verb == "trip":
            raise ZeroDivisionError("a loose stone")
        else:
            s.result = Result((self.who,), tuple(s.coins), "Somebody ended it.")
        self.go("choose")


class ToyGame(Game[Yard]):
    id = "toy"
    state = Yard
    verbs = {
        "pass": "Pass",
        "dig": "Dig",
        "roll": "Roll",
        "peek": "Peek",
        "trip": "Trip",
        "end": "End",
        "offer": "Offer {1:seat} a deal",
        "accept": "Accept",
        "decline": "Decline",
    }
    events = {
        "passed": "{1:seat} passes.",
        "dug": "{1:seat} digs.",
        "rolled": "{1:seat} rolls {2}.",
        "peeked": "{1:seat} peeks at {2:card}.",
        "deal": "{1:seat} and {2:seat} agree.",
        "declined": "{1:seat} declines what {2:seat} offers.",
        "deal fell through": "The deal of {1:seat} and {2:seat} falls through.",
    }
    interjection_verbs = frozenset({"offer"})

    @cached_property
    def about(self) -> About:
        return About("Toy", "1", (2, 3), "1", "A toy.", "For tests.", 1000)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Yard:
        return Yard(seats)

    def set_up(self, s: Yard, options: Mapping[str, Value]) -> Step[Yard]:
        (s.deck,) = s.box_up([range(10)])
        s.shuffle(s.deck)
        s.coins = [5] * s.seats
        return Turn(0)

    def interjections(self, s: Yard, seat: int) -> list[Option]:
        if s.coins[seat] < 5:
            return []
        others = [other for other in range(s.seats) if other != seat]
        return [Deal(seat, other, ((0, 1),), (), ((other, 0, -1),)).option("offer") for other in others]

    def interject(self, s: Yard, seat: int, option: Answer) -> Step[Yard]:
        return cast(Step[Yard], Offer.of(Deal.read(seat, option)))

    def view(self, s: Yard, eye: int) -> View:
        top = s.deck[-1]
        return {"coins": s.coins[:], "top": s.face[top] if s.sees(eye, top) else None}

    def pieces_count(self, s: Yard) -> Mapping[str, int]:
        return {"cards": len(s.deck)}

    def name(self, s: Yard, kind: str, number: int) -> str:
        return "be nice" if kind == "promise" else str(number)

    def face_name(self, s: Yard, kind: str, face: int) -> str:
        return f"card {face}"

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return ("accept",) if ("accept",) in options else options[0]


GAME = ToyGame()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """Registers the toy while a test runs."""
    known = knaves.games._known
    monkeypatch.setattr(knaves.games, "_known", lambda game: game if game == "toy" else known(game))
    monkeypatch.setitem(sys.modules, "knaves.games.toy", sys.modules[__name__])
    book = Ledger(
        "The book of the toy", (Clause("yard.1", "Yard", "A turn has as many actions as you like."),)
    )
    monkeypatch.setattr(look, "ledger", lambda game: book if game == "toy" else ledger(game))
    return "toy"


__all__ = ["GAME", "toy"]
