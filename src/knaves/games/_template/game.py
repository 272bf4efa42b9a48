"""Cutpurses as the engine knows it: joins the parts. Copy this folder to begin a game of your own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.cards import Card
from knaves.core.game import Domains, Game, Standing, Value, View
from knaves.core.step import Answer, Option, Step
from knaves.core.words import Event
from knaves.games._template import bot, domains, figures, scenario, setup, text_board, view, words
from knaves.games._template.cards import box
from knaves.games._template.cards.rows import AlleyFile
from knaves.games._template.rules.whistling import VERBS, whistle, whistles
from knaves.games._template.state import COINS, Alley
from knaves.games._template.view import AlleyView


class Cutpurses(Game[Alley]):
    id = "_template"
    card_file = AlleyFile
    state = Alley
    verbs = words.VERBS
    events = words.EVENTS
    moments = words.MOMENTS
    interjection_verbs = VERBS
    counts = "coins"
    unseen = {"purse": "an option of the game, which everybody knows"}

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Alley:
        s = Alley(seats, int(options["purse"]), COINS)
        self.equip(s, options)
        return s

    def equip(self, s: Alley, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: Alley, options: Mapping[str, Value]) -> Step[Alley]:
        return setup.set_up(s)

    def interjections(self, s: Alley, seat: int) -> list[Option]:
        return whistles(s, seat)

    def interject(self, s: Alley, seat: int, option: Answer) -> None:
        whistle(s, seat)

    def arrange(self, s: Alley, stack: list[Step[Alley]], given: Mapping[str, object]) -> None:
        scenario.arrange(s, self.title, given)

    def view(self, s: Alley, eye: int) -> View:
        return cast(View, view.view(s, eye))

    def pieces_count(self, s: Alley) -> Mapping[str, int]:
        cards = {*s.deck, *s.played, *(slot for hand in s.hand for slot in hand)}
        return {"coins": s.bank + sum(s.coins), "cards": len(cards)}

    def name(self, s: Alley, kind: str, number: int) -> str:
        return words.name(kind, number)

    def face_name(self, s: Alley, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def board(self, view: View) -> str:
        return text_board.board(cast(AlleyView, view))

    def card_list(self, own: str = "") -> Sequence[Card]:
        return box(own).rows

    def check_cards(self, own: str) -> str:
        return f"{len(box(own).cards)} cards, ready to play with."

    def domains(self, s: Alley) -> Domains:
        return domains.domains(s)

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise(cast(AlleyView, view), options)

    def sources(self, events: Sequence[Event], s: Alley) -> Mapping[str, Sequence[int]]:
        return figures.sources(events, s)

    def standing(self, view: View) -> Standing:
        return figures.standing(cast(AlleyView, view))


GAME = Cutpurses()
