"""Villains as the engine knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import cast

from knaves.core import deals
from knaves.core.cards import Card
from knaves.core.ending import Ending
from knaves.core.forms import Form
from knaves.core.game import Domains, Game, Standing, Value, ValueInputs, View
from knaves.core.offers import DealNote, notes
from knaves.core.state import Result
from knaves.core.step import Option, Step
from knaves.core.words import Event
from knaves.games.villains import (
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
from knaves.games.villains.cards import MIX, PLAN, TOKEN_MIX, box
from knaves.games.villains.cards.rows import ActionFile
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules import at_any_time, pay
from knaves.games.villains.state import FactionCity
from knaves.games.villains.view import CityForAll
from knaves.games.villains.view.types import FactionCityView

NOTHING: list[Option] = []


class Villains(Game[FactionCity]):
    id = "villains"
    card_file = ActionFile
    state = FactionCity
    verbs = words.VERBS
    events = words.EVENTS
    pieces = frozenset(words.BACK_NAMES)
    interjection_verbs = deals.VERBS | {"purse"}
    quits = frozenset({"discard", "enough", "hold_fire"})
    counts_by = "turn"
    unseen = {
        "nuker": "whose Suitcase Nuke it was: the rule card in the area says so",
        "plan_deck": "a deck of eight less what is in hand and scored",
        "underway": "whoever is active has answered, and the question that is open shows it",
        "paying": "who is asked how he pays: the question that is open shows it",
        "offer_no": "counts offers; those that stand are seen",
        "purse_set": "how often the way of paying may still be changed: the menu says so",
        "trading": "an option of the game, which everybody knows",
    }
    moments = {"cannot_pay": ("Who cannot pay may make a deal before the chance is lost.", "deals.1")}

    def new_state(self, seats: int, options: Mapping[str, Value]) -> FactionCity:
        s = FactionCity(seats, bool(options["deals"]))
        s.turn = 1
        self.equip(s, options)
        return s

    def equip(self, s: FactionCity, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: FactionCity, options: Mapping[str, Value]) -> Step[FactionCity]:
        return setup.set_up(s, options)

    interjections = staticmethod(at_any_time.menu)
    speakers = staticmethod(at_any_time.speakers)
    interject = staticmethod(at_any_time.interject)

    def forms(self, s: FactionCity, seat: int) -> Iterator[Form]:
        return DEALS.forms(s, seat)

    def fills(self, s: FactionCity, seat: int) -> str:
        return DEALS.fills(s, seat)

    def admits(self, s: FactionCity, seat: int, option: Option) -> bool:
        return (pay.admits if option[0] == "purse" else DEALS.admits)(s, seat, option)

    def arrange(self, s: FactionCity, stack: list[Step[FactionCity]], words: Mapping[str, object]) -> None:
        scenario.arrange(s, stack, words)

    def view(self, s: FactionCity, eye: int) -> View:
        return cast(View, view.view(s, eye))

    def common(self, s: FactionCity) -> object:
        return view.common(s)

    def view_with(self, s: FactionCity, eye: int, common: object) -> View:
        return cast(View, view.view(s, eye, cast(CityForAll, common)))

    def pieces_count(self, s: FactionCity) -> Mapping[str, int]:
        cards = [
            *s.deck,
            *s.discard,
            *s.table,
            *(rule.slot for rule in s.rules),
            *(slot for slot in s.target if slot >= 0),
            *(slot for hand in s.hand for slot in hand),
        ]
        plans = [slot for zone in (s.plans, s.plan_deck, s.scored) for row in zone for slot in row]
        tokens = [*(slot for row in s.spare for slot in row), *(t for t in s.track if t >= 0)]
        left = [f for f in range(8) if not plans or f not in s.faction]
        return {
            "action cards": len(set(cards)) if len(cards) == len(set(cards)) else -1,
            "plans": len(set(plans)) + 8 * len(left),
            "action tokens": len(set(tokens)) + sum(len(TOKEN_MIX[f]) for f in left),
            "units": sum(s.reserve) + sum(s.force) + len(s.graves) + sum(sum(MIX[f]) for f in left),
        }

    def name(self, s: FactionCity, kind: str, number: int) -> str:
        return words.name(s, kind, number)

    def face_name(self, s: FactionCity, kind: str, face: int) -> str:
        return words.face_name(s, kind, face)

    def back_name(self, kind: str) -> str:
        return words.BACK_NAMES[kind]

    def board(self, view: View) -> str:
        return text_board.board(cast(FactionCityView, view))

    def card_list(self, own: str = "") -> Sequence[Card]:
        return [*box(own).titles, *PLAN]

    def check_cards(self, own: str) -> str:
        rows = box(own).titles
        house = sum(row.source == "house" for row in rows)
        return (
            f"{len(rows)} titles on 72 action cards, {house} of the titles house cards, ready to play with."
        )

    def deals(self, view: View) -> Sequence[DealNote]:
        v = cast(FactionCityView, view)
        return notes(v["offers"], v["promises"])

    def domains(self, s: FactionCity) -> Domains:
        return domains.domains(s)

    def rows(self, s: FactionCity, eye: int) -> dict[str, list[float]]:
        return encode.rows(s, eye)

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise(cast(FactionCityView, view), options, rng)

    def advise_state(self, s: FactionCity, seat: int, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise_state(s, seat, options, rng)

    def stage(self, s: FactionCity) -> int:
        return s.turn * len(s.up) + sum(s.up) // s.seats  # a round of tokens was revealed

    def value_inputs(self, s: FactionCity) -> ValueInputs:
        return bot.value_inputs(s)

    def value_inputs_size(self, s: FactionCity) -> tuple[int, int]:
        return bot.value_inputs_size(s)

    def pointless(self, s: FactionCity, seat: int, option: Option) -> bool:
        return option[0] in deals.OFFERING or option[0] == "purse"

    def promising(
        self, s: FactionCity, seat: int, options: Sequence[Option], rng: Random
    ) -> Sequence[Option]:
        return bot.promising(s, seat, options)

    def tally(self, events: Sequence[Event], s: FactionCity) -> Mapping[str, float]:
        return figures.tally(events, s)

    def sources(self, events: Sequence[Event], s: FactionCity) -> Mapping[str, Sequence[int]]:
        return figures.sources(events, s)

    def sides(self, events: Sequence[Event], s: FactionCity) -> Mapping[str, Sequence[str]]:
        return figures.sides(s)

    def standing(self, view: View) -> Standing:
        return figures.standing(cast(FactionCityView, view))

    def ending(self, view: View, result: Result, names: Sequence[str]) -> Ending:
        return figures.ending(cast(FactionCityView, view), result, names)


GAME = Villains()
