"""Magpies as the engine knows it: joins the parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.cards import Card
from knaves.core.game import Domains, Game, Standing, Value, View
from knaves.core.step import Option, Step
from knaves.core.words import Event
from tests.guide.magpies import bot, domains, figures, scenario, setup, text_board, view, words
from tests.guide.magpies.cards import box
from tests.guide.magpies.state import Nest
from tests.guide.magpies.view import NestView


class Magpies(Game[Nest]):
    id = "magpies"
    state = Nest
    verbs = words.VERBS
    events = words.EVENTS

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Nest:
        s = Nest(seats)
        self.equip(s, options)
        return s

    def equip(self, s: Nest, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: Nest, options: Mapping[str, Value]) -> Step[Nest]:
        return setup.set_up(s)

    def arrange(self, s: Nest, stack: list[Step[Nest]], given: Mapping[str, object]) -> None:
        scenario.arrange(s, self.title, given)

    def domains(self, s: Nest) -> Domains:
        return domains.domains(s)

    def view(self, s: Nest, eye: int) -> View:
        return cast(View, view.view(s, eye))

    def pieces_count(self, s: Nest) -> Mapping[str, int]:
        piles = [s.deck, *s.hand, *s.laid]
        return {"jewels": len({slot for pile in piles for slot in pile})}

    def name(self, s: Nest, kind: str, number: int) -> str:
        return words.name(s, kind, number)

    def face_name(self, s: Nest, kind: str, face: int) -> str:
        return s.box.jewels[s.box.kind[face]].name

    def board(self, view: View) -> str:
        return text_board.board(cast(NestView, view))

    def card_list(self, own: str = "") -> Sequence[Card]:
        return box(own).jewels

    def check_cards(self, own: str) -> str:
        return f"{len(box(own).kind)} jewels, ready to play with."

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise(cast(NestView, view), options)

    def sources(self, events: Sequence[Event], s: Nest) -> Mapping[str, Sequence[int]]:
        return figures.sources(s)

    def sides(self, events: Sequence[Event], s: Nest) -> Mapping[str, Sequence[str]]:
        return figures.sides(s)

    def standing(self, view: View) -> Standing:
        return figures.standing(cast(NestView, view))


GAME = Magpies()
