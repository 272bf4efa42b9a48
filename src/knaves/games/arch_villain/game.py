"""Arch Villain as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.cards import Card
from knaves.core.ending import Ending
from knaves.core.game import Domains, Game, Standing, Value, ValueInputs, View
from knaves.core.state import Result
from knaves.core.step import Option, Step
from knaves.core.words import Event
from knaves.games.arch_villain import (
    bot,
    domains,
    encode,
    figures,
    scenario,
    setup,
    text_board,
    view,
    words,
)
from knaves.games.arch_villain.cards import ITEMS, KINDS, TOKENS, TURNS, box
from knaves.games.arch_villain.cards.rows import Tables
from knaves.games.arch_villain.state import HeroCity
from knaves.games.arch_villain.view.types import HeroCityView


class ArchVillain(Game[HeroCity]):
    id = "arch_villain"
    card_file = Tables
    state = HeroCity
    masks = frozenset({"used"})
    quits = frozenset({"done"})
    amounts = frozenset({"fee", "price"})
    verbs = words.VERBS
    events = words.EVENTS
    unseen = {"moves": "counts the moves of score cubes; each cube's last one is seen"}

    def new_state(self, seats: int, options: Mapping[str, Value]) -> HeroCity:
        s = HeroCity(seats)
        self.equip(s, options)
        return s

    def equip(self, s: HeroCity, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: HeroCity, options: Mapping[str, Value]) -> Step[HeroCity]:
        return setup.set_up(s)

    def arrange(self, s: HeroCity, stack: list[Step[HeroCity]], given: Mapping[str, object]) -> None:
        scenario.arrange(s, stack, given)

    def view(self, s: HeroCity, eye: int) -> View:
        return cast(View, view.view(s, eye))

    def pieces_count(self, s: HeroCity) -> Mapping[str, int]:
        groups = [sum(s.tokens[token::TOKENS]) * s.box.amount[token] for token in range(TOKENS)]
        held = (sum(s.health), 0, sum(s.energy), sum(s.dice_tokens))
        counts = {ITEMS[t]: s.supply[t] + groups[t] + held[t] for t in range(TOKENS)}
        piles = [*s.decks, *s.hand, *s.lying, tuple(s.discard), (s.held,) if s.held >= 0 else ()]
        kinds = [s.box.kind[s.face[slot]] for pile in piles for slot in pile]
        counts |= {kind + " cards": kinds.count(number) for number, kind in enumerate(KINDS)}
        return counts

    def name(self, s: HeroCity, kind: str, number: int) -> str:
        return words.name(s, kind, number)

    def face_name(self, s: HeroCity, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def board(self, view: View) -> str:
        return text_board.board(cast(HeroCityView, view))

    def card_list(self, own: str = "") -> Sequence[Card]:
        tables = box(own).tables
        return (
            *tables.power,
            *tables.weapon,
            *tables.talent,
            *tables.contact,
            *tables.villain,
            *tables.hero,
        )

    def check_cards(self, own: str) -> str:
        mine = box(own).tables
        ours = box().tables
        changed = [name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(ours, name)]
        if not changed:
            return "Nothing in it differs from ours."
        return f"Your own {', '.join(changed)}, ready to play with."

    def domains(self, s: HeroCity) -> Domains:
        return domains.domains(s)

    def rows(self, s: HeroCity, eye: int) -> dict[str, list[float]]:
        return encode.rows(s, eye)

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise(cast(HeroCityView, view), options, rng)

    def advise_state(self, s: HeroCity, seat: int, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise_state(s, seat, options, rng)

    def stage(self, s: HeroCity) -> int:
        return s.round * len(TURNS) + s.turn

    def value_inputs(self, s: HeroCity) -> ValueInputs:
        return bot.value_inputs(s)

    def value_inputs_size(self, s: HeroCity) -> tuple[int, int]:
        return bot.value_inputs_size(s)

    def tally(self, events: Sequence[Event], s: HeroCity) -> Mapping[str, float]:
        return figures.tally(events, s)

    def sources(self, events: Sequence[Event], s: HeroCity) -> Mapping[str, Sequence[int]]:
        return figures.sources(events, s)

    def sides(self, events: Sequence[Event], s: HeroCity) -> Mapping[str, Sequence[str]]:
        return figures.sides(events, s)

    def standing(self, view: View) -> Standing:
        return figures.standing(cast(HeroCityView, view))

    def ending(self, view: View, result: Result, names: Sequence[str]) -> Ending:
        return figures.ending(cast(HeroCityView, view), result, names)


GAME = ArchVillain()
