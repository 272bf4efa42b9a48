"""A small trick-taking game for the laws of knowledge: hidden hands, suits that must be followed, cards that come back.

Three seats, four suits of six. Whoever wins a trick takes its first card, which all have seen, in hand, and puts one of
his cards face down into the stock, which is shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import ClassVar

from knaves.core.data import field
from knaves.core.game import About, Game, Value, View
from knaves.core.position import Position
from knaves.core.start import begin
from knaves.core.state import Result, State
from knaves.core.step import Choice, Step

SUITS, RANKS, HAND = 4, 6, 6


def suit(face: int) -> int:
    return face // RANKS


class Cards(State):
    stock: list[int] = field([])
    hand: list[list[int]] = field([])
    trick: list[int] = field([])
    gone: list[int] = field([])
    lead: int = field(0)
    won: list[int] = field([])


class Trick(Step[Cards]):
    lines = ("choose", "play", "swap", "again")
    asks = {"choose": ("Play a card.", ""), "swap": ("Put a card into the stock.", "")}
    remembers: ClassVar[bool] = (
        True  # False: the rules as somebody writes them who does not think of knowledge
    )

    def choose(self, s: Cards) -> Choice:
        who = (s.lead + len(s.trick)) % s.seats
        hand = s.hand[who]
        if s.trick:
            led = suit(s.face[s.trick[0]])
            hand = [slot for slot in hand if suit(s.face[slot]) == led] or hand
        return Choice(who, [("play", slot) for slot in hand])

    def play(self, s: Cards) -> None:
        who, slot = (s.lead + len(s.trick)) % s.seats, self.answer[1]
        s.hand[who].remove(slot)
        s.trick.append(slot)
        s.show(slot)
        led = suit(s.face[s.trick[0]])
        if self.remembers and suit(s.face[slot]) != led:  # not followed: there is none of it in this hand
            s.rule_out(s.hand[who], range(led * RANKS, led * RANKS + RANKS))
        if len(s.trick) < s.seats:
            self.go("choose")
            return
        best = max(range(s.seats), key=lambda n: (suit(s.face[s.trick[n]]) == led, s.face[s.trick[n]]))
        s.lead = (s.lead + best) % s.seats
        s.won[s.lead] += 1

    def swap(self, s: Cards) -> Choice | None:
        return (
            Choice(s.lead, [("put", slot) for slot in s.hand[s.lead]], always=True)
            if s.hand[s.lead]
            else None
        )

    def again(self, s: Cards) -> None:
        if not s.hand[s.lead]:
            s.result = Result((), tuple(s.won), "No cards are left.")
            return
        back, hand = self.answer[1], s.hand[s.lead]
        first, *rest = s.trick
        s.hide([*hand, first], keep=1 << s.lead)
        hand.append(first)
        hand.remove(back)
        s.gone += rest
        s.trick = []
        s.stock.append(back)
        s.shuffle(s.stock)
        if sum(s.won) == 9:
            s.result = Result((), tuple(s.won), "Nine tricks.")
        self.go("choose")


class Tricks(Game[Cards]):
    id = "tricks"
    state = Cards
    verbs = {"play": "Play {1:card}", "put": "Put {1:card} into the stock"}

    @cached_property
    def about(self) -> About:
        return About("Tricks", "1", (3,), "5", "", "")

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Cards:
        return Cards(seats)

    def set_up(self, s: Cards, options: Mapping[str, Value]) -> Step[Cards]:
        (s.stock,) = s.box_up([range(SUITS * RANKS)])
        s.shuffle(s.stock)
        s.hand, s.won = [[s.stock.pop() for _ in range(HAND)] for _ in range(s.seats)], [0] * s.seats
        for seat, hand in enumerate(s.hand):
            for slot in hand:
                s.show_to(slot, seat)
        return Trick()

    def view(self, s: Cards, eye: int) -> View:
        return {"hand": s.hand[eye] if eye < s.seats else [], "trick": s.trick, "won": s.won}

    def face_name(self, s: Cards, kind: str, face: int) -> str:
        return f"{'♣♦♥♠'[suit(face)]}{face % RANKS + 1}"


GAME = Tricks()


def deal(seed: int) -> Position:
    return begin(GAME, 3, seed, {})  # type: ignore[arg-type]  # a Game of its own state


def play(position: Position, rng: Random) -> Iterator[None]:
    """Random answers to the end; yields before each."""
    while (ask := position.ask()) is not None:
        yield
        seat = ask.seats[0]
        position.take(seat, rng.choice(ask.options(seat)))
