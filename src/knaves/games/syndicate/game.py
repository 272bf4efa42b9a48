"""The Syndicate as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.cards import Card
from knaves.core.errors import Refused
from knaves.core.game import Game, Value, reads, shares
from knaves.core.step import Option
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
        "trail": "what happened to cubes, for whoever imagines; the log has told as much of it as each may know",
        "looked_into": "likewise: what the accuser saw of a hand whose card lies on the table already",
    }
    counts, counts_by, goal = "power", "turn", 5
    slips = 0.3  # seldom does a slip alone decide anything
    stages_further = 1  # what the next player does with it

    set_up = staticmethod(setup.set_up)
    interjections = staticmethod(at_any_time.menu)
    speakers = staticmethod(at_any_time.speakers)
    interject = staticmethod(at_any_time.begin)
    why_not = staticmethod(at_any_time.why_not)
    arrange = staticmethod(scenario.arrange)
    common = staticmethod(view.common)
    view_with = shares(view.view)
    view = staticmethod(view.view)
    imagine = staticmethod(secrets.imagine)
    name = staticmethod(words.name)
    board = reads(text_board.board)
    domains = staticmethod(domains.domains)
    rows = staticmethod(encode.rows)
    advise = reads(bot.advise)
    advise_state = staticmethod(bot.advise_state)
    value_inputs = staticmethod(bot.value_inputs)
    value_inputs_size = staticmethod(bot.value_inputs_size)
    likelihood = staticmethod(bot.likelihood)
    promising = staticmethod(bot.promising)
    tally = staticmethod(figures.tally)
    sides = staticmethod(figures.sides)
    standing = reads(figures.standing)
    ending = reads(figures.ending)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> SyndicateCity:
        return SyndicateCity(seats)

    def equip(self, s: SyndicateCity, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def admits(self, s: SyndicateCity, seat: int, option: Option) -> bool:
        said: Refused | None = at_any_time.refusal(s, seat, option)
        if said is not None:
            raise said
        return False

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

    def face_name(self, s: SyndicateCity, kind: str, face: int) -> str:
        return s.box.support[face].name

    def back_name(self, kind: str) -> str:
        return "a Support card"

    def card_list(self, own: str = "") -> Sequence[Card]:
        all_of = box(own)
        once = {(type(row), row.id): row for row in (*all_of.support, *all_of.missions)}
        return (*once.values(), *all_of.villains, *all_of.goals)

    def check_cards(self, own: str) -> str:
        return f"{holds(own)}, ready to play with."

    def stage(self, s: SyndicateCity) -> int:
        return s.turn

    def pointless(self, s: SyndicateCity, seat: int, option: Option) -> bool:
        return option[0] in self.seldom


GAME = Syndicate()
