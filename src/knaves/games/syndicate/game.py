"""The Syndicate as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.cards import Card
from knaves.core.ending import Ending
from knaves.core.errors import Refused
from knaves.core.game import Domains, Game, Standing, Value, ValueInputs, View
from knaves.core.state import Result
from knaves.core.step import Option, Step
from knaves.core.words import Event
from knaves.games.syndicate import (
    bot,
    domains,
    encode,
    figures,
    scenario,
    secrets,
    setup,
    text_board,
    view,
    words,
)
from knaves.games.syndicate.cards import box, holds
from knaves.games.syndicate.cards.rows import OwnCards
from knaves.games.syndicate.rules import at_any_time
from knaves.games.syndicate.state import SyndicateCity
from knaves.games.syndicate.view import SyndicateCityView, SyndicateForAll


class Syndicate(Game[SyndicateCity]):
    id = "syndicate"
    card_file = OwnCards
    state = SyndicateCity
    verbs = words.VERBS
    events = words.EVENTS
    interjection_verbs = at_any_time.VERBS
    quits = frozenset({"stay", "go", "decline", "done"})
    seldom = at_any_time.SELDOM | {verb for verb in words.VERBS if verb.endswith("_less")}
    moments = words.MOMENTS
    unseen = {
        "trail": "what happened to cubes, for whoever imagines; the log has told as much of it as each may know"
    }
    counts, counts_by, goal = "power", "turn", 5

    def new_state(self, seats: int, options: Mapping[str, Value]) -> SyndicateCity:
        s = SyndicateCity(seats)
        self.equip(s, options)
        return s

    def equip(self, s: SyndicateCity, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def set_up(self, s: SyndicateCity, options: Mapping[str, Value]) -> Step[SyndicateCity]:
        return setup.set_up(s, options)

    interjections = staticmethod(at_any_time.menu)
    speakers = staticmethod(at_any_time.speakers)
    interject = staticmethod(at_any_time.begin)

    def admits(self, s: SyndicateCity, seat: int, option: Option) -> bool:
        said: Refused | None = at_any_time.refusal(s, seat, option)
        if said is not None:
            raise said
        return False

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        return at_any_time.why_not(s, seat, kind, thing)

    def arrange(
        self, s: SyndicateCity, stack: list[Step[SyndicateCity]], words: Mapping[str, object]
    ) -> None:
        scenario.arrange(s, stack, words)

    def view(self, s: SyndicateCity, eye: int) -> View:
        return cast(View, view.view(s, eye))

    def common(self, s: SyndicateCity) -> object:
        return view.common(s)

    def view_with(self, s: SyndicateCity, eye: int, common: object) -> View:
        return cast(View, view.view(s, eye, cast(SyndicateForAll, common)))

    def imagine(self, s: SyndicateCity, eye: int, rng: Random) -> None:
        secrets.imagine(s, eye, rng)

    def pieces_count(self, s: SyndicateCity) -> Mapping[str, int]:
        cards = {*s.deck, *s.discard, *s.shown, *(slot for slot in s.laid if slot >= 0)}
        cards.update(slot for pile in (*s.hand, *s.location) for slot in pile)
        missions = {*s.missions, *s.spent_missions, *([s.mission] if s.mission >= 0 else [])}
        count = {"coins": s.bank + sum(s.coins), "Support cards": len(cards), "missions": len(missions)}
        for colour, villain in enumerate(s.box.villains):
            behind = sum(s.cubes[seat * 5 + colour] for seat in range(s.seats))
            on_track = s.high[colour] - s.low[colour] + 1
            loose = s.bag[colour] + s.palm[colour] + s.reserve[colour]
            count[f"{villain.colour} cubes"] = behind + on_track + loose
        return count

    def name(self, s: SyndicateCity, kind: str, number: int) -> str:
        return words.name(s, kind, number)

    def face_name(self, s: SyndicateCity, kind: str, face: int) -> str:
        return s.box.support[face].name

    def back_name(self, kind: str) -> str:
        return "a Support card"

    def board(self, view: View) -> str:
        return text_board.board(cast(SyndicateCityView, view))

    def card_list(self, own: str = "") -> Sequence[Card]:
        all_of = box(own)
        once = {(type(row), row.id): row for row in (*all_of.support, *all_of.missions)}
        return (*once.values(), *all_of.villains, *all_of.goals)

    def check_cards(self, own: str) -> str:
        return f"{holds(own)}, ready to play with."

    def domains(self, s: SyndicateCity) -> Domains:
        return domains.domains(s)

    def rows(self, s: SyndicateCity, eye: int) -> dict[str, list[float]]:
        return encode.rows(s, eye)

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise(cast(SyndicateCityView, view), options, rng)

    def advise_state(self, s: SyndicateCity, seat: int, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise_state(s, seat, options, rng)

    def stage(self, s: SyndicateCity) -> int:
        return s.turn

    def value_inputs(self, s: SyndicateCity) -> ValueInputs:
        return bot.value_inputs(s)

    def value_inputs_size(self, s: SyndicateCity) -> tuple[int, int]:
        return bot.value_inputs_size(s)

    def likelihood(self, s: SyndicateCity, seat: int) -> float:
        return bot.likelihood(s, seat)

    def pointless(self, s: SyndicateCity, seat: int, option: Option) -> bool:
        return option[0] in self.seldom

    def promising(
        self, s: SyndicateCity, seat: int, options: Sequence[Option], rng: Random
    ) -> Sequence[Option]:
        return bot.promising(s, seat, options)

    def tally(self, events: Sequence[Event], s: SyndicateCity) -> Mapping[str, float]:
        return figures.tally(events, s)

    def sides(self, events: Sequence[Event], s: SyndicateCity) -> Mapping[str, Sequence[str]]:
        return figures.sides(s)

    def standing(self, view: View) -> Standing:
        return figures.standing(cast(SyndicateCityView, view))

    def ending(self, view: View, result: Result, names: Sequence[str]) -> Ending:
        return figures.ending(cast(SyndicateCityView, view), result, names)


GAME = Syndicate()
