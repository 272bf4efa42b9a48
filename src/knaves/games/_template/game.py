"""Cutpurses as the engine knows it. Copy this folder to begin a game of your own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypedDict, cast

from knaves.core.cards import Card
from knaves.core.game import Game, Line, Standing, Value, View
from knaves.core.scenario import read, shares
from knaves.core.step import Answer, Option, Step
from knaves.core.words import Event
from knaves.games._template.cards import box
from knaves.games._template.rules import COINS, Alley, Round, whistle, whistles


class CardView(TypedDict):
    id: str
    name: str
    rank: int


class AlleyView(TypedDict):
    """What a seat may know. The page, the terminal and the bots read this and nothing else."""

    you: int | None
    coins: list[int]
    bank: int
    deck: int
    top: CardView | None
    hand: list[CardView]
    cards: list[int]
    played: list[CardView]


class Cutpurses(Game[Alley]):
    id = "_template"
    state = Alley
    verbs = {
        "play": "Play {1:card}",
        "stop": "Leave it at that",
        "push": "Push your luck",
        "whistle": "Whistle: pay 1 coin to look at the top of the deck",
    }
    events = {
        "played": "{1:seat} plays {2:card}.",
        "nobody": "No rank stands alone: nobody takes the purse.",
        "won": "{1:seat} takes {2} coins from the purse.",
        "gained": "{1:seat} gains {2} coins.",
        "stole": "{1:seat} steals {2} coins from {3:seat}.",
        "pushed": "{1:seat} rolls {2}: {3} coins.",
        "drew": "{1:seat} draws {2:card}.",
        "whistled": "{1:seat} looks at {2:card} on top of the deck.",
    }
    interjection_verbs = frozenset({"whistle"})
    counts = "coins"
    unseen = {"purse": "an option of the game, which everybody knows", "whistled": "told by what is offered"}

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Alley:
        s = Alley(seats, int(options["purse"]), COINS)
        self.equip(s, options)
        return s

    def equip(self, s: Alley, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: Alley, options: Mapping[str, Value]) -> Step[Alley]:
        (s.deck,) = s.box_up([range(len(s.box.cards))])
        s.shuffle(s.deck)
        s.hand = [[s.deck.pop() for _ in range(3)] for _ in range(s.seats)]
        for seat, hand in enumerate(s.hand):
            for slot in hand:
                s.show_to(slot, seat)
        s.coins, s.whistled = [0] * s.seats, [False] * s.seats
        for seat in range(s.seats):
            s.pay(seat, 2)
        return Round()

    def interjections(self, s: Alley, seat: int) -> list[Option]:
        return whistles(s, seat)

    def interject(self, s: Alley, seat: int, option: Answer) -> None:
        whistle(s, seat)

    def arrange(self, s: Alley, stack: list[Step[Alley]], words: Mapping[str, object]) -> None:
        """Scenario words: `coins`, by seat."""
        read(self.title, words, {"coins": shares(s, "coins", "bank", "coins")})

    def view(self, s: Alley, eye: int) -> View:
        def card(slot: int) -> CardView:
            one = s.box.cards[s.face[slot]]
            return {"id": f"card:{slot}", "name": one.name, "rank": one.rank}

        view: AlleyView = {
            "you": eye if eye < s.seats else None,
            "coins": s.coins[:],
            "bank": s.bank,
            "deck": len(s.deck),
            "top": card(s.deck[-1]) if s.deck and s.sees(eye, s.deck[-1]) else None,
            "hand": [card(slot) for slot in s.hand[eye]] if eye < s.seats else [],
            "cards": [len(hand) for hand in s.hand],
            "played": [card(slot) for slot in s.played],
        }
        return cast(View, view)

    def pieces_count(self, s: Alley) -> Mapping[str, int]:
        cards = sorted([*s.deck, *s.played, *(slot for hand in s.hand for slot in hand)])
        return {"coins": s.bank + sum(s.coins), "cards": len(set(cards))}

    def face_name(self, s: Alley, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def board(self, view: View) -> str:
        v = cast(AlleyView, view)
        lines = [f"Bank {v['bank']} coins, deck {v['deck']} cards."]
        lines += [f"{'ABCD'[i]}: {c} coins, {v['cards'][i]} cards" for i, c in enumerate(v["coins"])]
        if v["top"]:
            lines.append(f"Top of the deck: {v['top']['name']}")
        lines.append("Your hand: " + ", ".join(f"{c['name']} ({c['rank']})" for c in v["hand"]))
        return "\n".join(lines)

    def card_list(self) -> Sequence[Card]:
        return box().rows

    def check_cards(self, own: str) -> str:
        return f"{len(box(own).cards)} cards, ready to play with: --option cards=FILE."

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        v = cast(AlleyView, view)
        if options[0][0] == "play":
            rank = {int(c["id"].partition(":")[2]): c["rank"] for c in v["hand"]}
            return max((o for o in options if o[0] == "play"), key=lambda o: rank[o[1:][0]])
        return options[-1] if options[-1][0] == "push" else options[0]

    def sources(self, events: Sequence[Event], s: Alley) -> Mapping[str, Sequence[int]]:
        purses = [0] * s.seats
        for event in events:
            if event.kind == "won":
                purses[event.things[0]] += event.things[1]
        rest = [coins - purse for coins, purse in zip(s.coins, purses, strict=True)]
        return {"purses": purses, "start and tricks": rest}

    def standing(self, view: View) -> Standing:
        coins = cast(AlleyView, view)["coins"]
        return Standing(tuple(Line(f"seat:{seat}", had, seat=seat) for seat, had in enumerate(coins)))


GAME = Cutpurses()
