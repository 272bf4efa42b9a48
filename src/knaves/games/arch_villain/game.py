"""Arch Villain as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.cards import Card
from knaves.core.game import Game, Standing, Value, View
from knaves.core.step import Option, Step
from knaves.core.words import Event
from knaves.games.arch_villain import figures, scenario, text, views, words
from knaves.games.arch_villain.advice import advise
from knaves.games.arch_villain.box import DIE, ENERGY, HEALTH, ITEMS, KINDS, TOKENS, box
from knaves.games.arch_villain.play import Play
from knaves.games.arch_villain.state import City

START_ENERGY = 10  # setup.1


class ArchVillain(Game[City]):
    id = "arch_villain"
    state = City
    verbs = words.VERBS
    events = words.EVENTS

    def new_state(self, seats: int, options: Mapping[str, Value]) -> City:
        s = City(seats)
        self.equip(s, options)
        return s

    def equip(self, s: City, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: City, options: Mapping[str, Value]) -> Step[City]:
        b, seats = s.box, s.seats
        heroes = list(range(len(b.heroes)))
        s.mix(heroes)
        s.hero = tuple(heroes[:seats])
        decks = s.box_up(b.faces)
        for deck in decks:
            s.shuffle(deck)  # setup.4, setup.6
        s.decks = [tuple(deck) for deck in decks]
        s.show(s.villain_slot)
        s.supply = list(b.supply)
        s.energy, s.health, s.dice_tokens = [0] * seats, [0] * seats, [0] * seats
        for seat, hero in enumerate(s.hero):
            s.gain(seat, ENERGY, START_ENERGY)
            s.gain(seat, HEALTH, b.heroes[hero].health)
            s.gain(seat, DIE, b.heroes[hero].dice)
        s.skill = [0] * (seats * 3)  # setup.7
        s.score, s.moved, s.fate = [0] * seats, [0] * seats, [0] * seats
        s.reward, s.arrested_on = [-1] * seats, [-1] * seats
        s.green = [0] * len(ITEMS)
        s.hand = [()] * seats
        s.lying = [()] * len(b.spaces)
        s.tokens = [0] * (len(b.spaces) * TOKENS)
        first = s.below(seats)  # setup.3
        s.order = [(first + at) % seats for at in range(seats)]  # round.4
        return Play()

    def arrange(self, s: City, stack: list[Step[City]], given: Mapping[str, object]) -> None:
        scenario.arrange(s, stack, given)

    def view(self, s: City, eye: int) -> View:
        return cast(View, views.view(s, eye))

    def pieces_count(self, s: City) -> Mapping[str, int]:
        groups = [sum(s.tokens[token::TOKENS]) * s.box.amount[token] for token in range(TOKENS)]
        held = (sum(s.health), 0, sum(s.energy), sum(s.dice_tokens))
        counts = {ITEMS[t]: s.supply[t] + groups[t] + held[t] for t in range(TOKENS)}
        piles = [*s.decks, *s.hand, *s.lying, tuple(s.discard), (s.held,) if s.held >= 0 else ()]
        kinds = [s.box.kind[s.face[slot]] for pile in piles for slot in pile]
        counts |= {kind + " cards": kinds.count(number) for number, kind in enumerate(KINDS)}
        return counts

    def name(self, s: City, kind: str, number: int) -> str:
        return words.name(s.box, kind, number)

    def face_name(self, s: City, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def board(self, view: View) -> str:
        return text.board(views.as_view(view))

    def card_list(self) -> Sequence[Card]:
        return [*box().cards, *box().heroes]

    def check_cards(self, own: str) -> str:
        mine = box(own).tables
        ours = box().tables
        changed = [name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(ours, name)]
        return f"Your own {', '.join(changed) or 'nothing'}, ready to play with: --option cards=FILE."

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return advise(views.as_view(view), options, rng)

    def tally(self, events: Sequence[Event], s: City) -> Mapping[str, float]:
        return figures.tally(events, s)

    def sources(self, events: Sequence[Event], s: City) -> Mapping[str, Sequence[int]]:
        return figures.sources(events, s)

    def sides(self, events: Sequence[Event], s: City) -> Mapping[str, Sequence[str]]:
        return figures.sides(events, s)

    def standing(self, view: View) -> Standing:
        return figures.standing(views.as_view(view))


GAME = ArchVillain()
