"""Villagers & Villains as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.cards import Card
from knaves.core.ending import Ending
from knaves.core.game import Domains, Game, Standing, Value, ValueInputs, View
from knaves.core.state import Result
from knaves.core.step import Answer, Option, Step
from knaves.core.words import Event
from knaves.games.villagers import bot, domains, encode, figures, scenario, setup, text_board, view, words
from knaves.games.villagers.cards import box, cards
from knaves.games.villagers.cards.rows import CardFile
from knaves.games.villagers.rules import variants
from knaves.games.villagers.state import Village
from knaves.games.villagers.view import VillageView


class Villagers(Game[Village]):
    id = "villagers"
    card_file = CardFile
    state = Village
    verbs = words.VERBS
    events = words.EVENTS
    interjection_verbs = frozenset({"ordinance"})
    quits = frozenset({"keep", "suffer", "earn"})
    goes_on = frozenset({"favor"})
    unseen = {
        "offers": "looked up from the towns when a phase begins; the towns are shown",
        "tolls": "looked up like offers",
        "gainers": "looked up like offers",
        "secrets": "spares a search; every hand tells how many of its cards are unknown",
        "sold": "empty without Pony Express; with it every Mayor's row shows his",
        "decreed": "empty until an Ordinance is passed; every Mayor's row shows whether his is left",
    }
    stages_ahead = 2  # what is recruited in a round is built in the next
    moments = {
        "before_the_roll": (
            "A card is named, no die has fallen: an Ordinance may come.",
            "variant.ordinance.2",
        )
    }

    # -- rules ----------------------------------------------------------------------------------------

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Village:
        s = Village(
            seats, bool(options["advanced"]), bool(options["pony_express"]), bool(options["ordinance"])
        )
        self.equip(s, options)
        return s

    def equip(self, s: Village, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]), s.advanced, s.seats)

    def set_up(self, s: Village, options: Mapping[str, Value]) -> Step[Village]:
        return setup.set_up(s)

    def speaks(self, options: Mapping[str, Value]) -> bool:
        return bool(options["ordinance"])

    def interjections(self, s: Village, seat: int) -> list[Option]:
        return variants.ordinances(s, seat)

    def interject(self, s: Village, seat: int, option: Answer) -> Step[Village] | None:
        return variants.Ordinance(seat)

    def arrange(self, s: Village, stack: list[Step[Village]], words: Mapping[str, object]) -> None:
        scenario.arrange(s, stack, words)

    # -- secrecy --------------------------------------------------------------------------------------

    def view(self, s: Village, eye: int) -> View:
        return cast(View, view.view(s, eye))

    def pieces_count(self, s: Village) -> Mapping[str, int]:
        zones = [*s.deck[s.dealt :], *s.pool, *s.gone]
        zones += [slot for row in (*s.hand, *s.town) for slot in row]
        return {
            "gold": s.bank + sum(s.gold),
            "cards": len(set(zones)),
            "cards, counted in their places": len(zones),
        }

    # -- words ----------------------------------------------------------------------------------------

    def name(self, s: Village, kind: str, number: int) -> str:
        return words.name(s, kind, number)

    def face_name(self, s: Village, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def back_name(self, kind: str) -> str:
        return "a hidden card"

    def seat_name(self, seat: int, names: Sequence[str] = ()) -> str:
        return super().seat_name(seat, names) if names else f"Mayor {super().seat_name(seat)}"

    def board(self, view: View) -> str:
        return text_board.board(cast(VillageView, view))

    def card_list(self, own: str = "") -> Sequence[Card]:
        return cards(own)

    def check_cards(self, own: str) -> str:
        mine = [row for row in cards(own) if row not in cards()]
        if not mine:
            return "No card differs from ours."
        return f"{len(mine)} {'cards differ' if len(mine) > 1 else 'card differs'} from ours, ready to play with."

    # -- bots and the laboratory ----------------------------------------------------------------------

    def domains(self, s: Village) -> Domains:
        return domains.domains(s)

    def rows(self, s: Village, eye: int) -> dict[str, list[float]]:
        return encode.rows(s, eye)

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise(cast(VillageView, view), options, rng)

    def advise_state(self, s: Village, seat: int, options: Sequence[Option], rng: Random) -> Option:
        return bot.advise_state(s, seat, options, rng)

    def stage(self, s: Village) -> int:
        return s.round

    def value_inputs(self, s: Village) -> ValueInputs:
        return bot.value_inputs(s)

    def value_inputs_size(self, s: Village) -> tuple[int, int]:
        return bot.value_inputs_size(s)

    def pointless(self, s: Village, seat: int, option: Option) -> bool:
        return bot.pointless(option)

    def tally(self, events: Sequence[Event], s: Village) -> Mapping[str, float]:
        return figures.tally(events, s)

    def sources(self, events: Sequence[Event], s: Village) -> Mapping[str, Sequence[int]]:
        return figures.sources(s)

    def sides(self, events: Sequence[Event], s: Village) -> Mapping[str, Sequence[str]]:
        return figures.sides(events, s)

    def standing(self, view: View) -> Standing:
        return figures.standing(cast(VillageView, view))

    def ending(self, view: View, result: Result, names: Sequence[str]) -> Ending:
        return figures.ending(result, names)


GAME = Villagers()
