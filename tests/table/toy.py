"""A game of a page for the tests of tables: free steps to undo, dice, a secret, a deal, and a rule that breaks."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random

import pytest

import knaves.games
from knaves.core.clauses import Clause, Ledger, ledger
from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.core.game import About, Game, Value, View
from knaves.core.offers import DealNote
from knaves.core.state import Result, State
from knaves.core.step import Answer, Choice, Option, Step
from knaves.table.pages import page_builder


class Yard(State):
    deck: list[int] = field([])
    coins: list[int] = field([])
    rounds: int = field(0)
    offers: list[tuple[int, int]] = field([])  # who offers a deal to whom
    promises: list[tuple[int, int]] = field([])  # who promised whom to be nice


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


class Offer(Step[Yard]):
    """Some coins for the promise to be nice."""

    lines = ("decide", "settle")
    asks = {"decide": ("{maker:seat} offers you a deal.", "yard.1")}
    closed = True
    maker: int
    partner: int
    coins: int

    def decide(self, s: Yard) -> Choice:
        return Choice(self.partner, [("accept",), ("decline",)])

    def settle(self, s: Yard) -> None:
        s.offers = []
        if self.answer[0] == "decline":
            s.tell("declined", self.partner, self.maker)
            return
        s.coins[self.maker] -= self.coins
        s.coins[self.partner] += self.coins
        s.promises = [*s.promises, (self.partner, self.maker)]
        s.tell("deal", self.maker, self.partner)


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
        return [("offer", other, 1) for other in others]

    def interject(self, s: Yard, seat: int, option: Answer) -> Step[Yard]:
        s.offers = [(seat, option[1])]
        return Offer(seat, option[1], option[2])

    def forms(self, s: Yard, seat: int) -> Iterator[Form]:
        for other in range(s.seats):
            if other != seat:
                yield Form(
                    ("offer", other), other, (Blank("give", "Coins", "amount", most=s.coins[seat]),), "yard.1"
                )

    def admits(self, s: Yard, seat: int, option: Option) -> bool:
        if option[1:][1:] > (s.coins[seat],):
            raise Refused(f"You have {s.coins[seat]} coins.", "yard.1")
        return len(option) == 3

    def deals(self, view: View) -> Sequence[DealNote]:
        offers, promises = view["offers"], view["promises"]
        assert isinstance(offers, list) and isinstance(promises, list)
        return [
            *(DealNote(by, to, "coins for peace", "offered") for by, to in offers),
            *(DealNote(by, to, "promised to be nice", "open") for by, to in promises),
        ]

    def view(self, s: Yard, eye: int) -> View:
        top = s.deck[-1]
        seen = s.face[top] if s.sees(eye, top) else None
        return {"coins": s.coins[:], "top": seen, "offers": s.offers[:], "promises": s.promises[:]}

    def pieces_count(self, s: Yard) -> Mapping[str, int]:
        return {"cards": len(s.deck)}

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
    monkeypatch.setattr(page_builder, "ledger", lambda game: book if game == "toy" else ledger(game))
    return "toy"


__all__ = ["GAME", "toy"]
