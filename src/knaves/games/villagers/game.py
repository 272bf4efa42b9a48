"""Villagers & Villains as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.game import Game, Value, reads
from knaves.core.step import Answer, Step
from knaves.games.villagers import bot, domains, encode, figures, scenario, setup, text_board, view, words
from knaves.games.villagers.cards import box, cards
from knaves.games.villagers.cards.rows import CardFile
from knaves.games.villagers.rules import variants
from knaves.games.villagers.state import Village


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
        "hits": "empty until a challenge that takes several successes is hit; then the turn tells them",
        "decreed": "empty until an Ordinance is passed; every Mayor's row shows whether his is left",
    }
    stages_ahead = 2  # what is recruited in a round is built in the next
    moments = {
        "before_the_roll": (
            "A card is named, no die has fallen: an Ordinance may come.",
            "variant.ordinance.2",
        )
    }

    set_up = staticmethod(setup.set_up)
    interjections = staticmethod(variants.ordinances)
    admits = staticmethod(variants.admits)
    arrange = staticmethod(scenario.arrange)
    view = staticmethod(view.view)
    name = staticmethod(words.name)
    seat_behind = staticmethod(words.seat_behind)
    board = reads(text_board.board)
    card_list = staticmethod(cards)
    domains = staticmethod(domains.domains)
    rows = staticmethod(encode.rows)
    advise = reads(bot.advise)
    advise_state = staticmethod(bot.advise_state)
    value_inputs = staticmethod(bot.value_inputs)
    value_inputs_size = staticmethod(bot.value_inputs_size)
    pointless = staticmethod(bot.pointless)
    tally = staticmethod(figures.tally)
    sources = staticmethod(figures.sources)
    sides = staticmethod(figures.sides)
    standing = reads(figures.standing)
    ending = reads(figures.ending)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Village:
        return Village(
            seats, bool(options["advanced"]), bool(options["pony_express"]), bool(options["ordinance"])
        )

    def equip(self, s: Village, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]), s.advanced, s.seats)

    def speaks(self, options: Mapping[str, Value]) -> bool:
        return bool(options["ordinance"])

    def interject(self, s: Village, seat: int, option: Answer) -> Step[Village] | None:
        return variants.Ordinance(seat)

    def pieces_count(self, s: Village) -> Mapping[str, int]:
        zones = [*s.deck[s.dealt :], *s.pool, *s.gone]
        zones += [slot for row in (*s.hand, *s.town) for slot in row]
        return {
            "gold": s.bank + sum(s.gold),
            "cards": len(set(zones)),
            "cards, counted in their places": len(zones),
        }

    def face_name(self, s: Village, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def back_name(self, kind: str) -> str:
        return "a hidden card"

    def seat_name(self, seat: int, names: Sequence[str] = ()) -> str:
        return super().seat_name(seat, names) if names else f"Mayor {super().seat_name(seat)}"

    def check_cards(self, own: str) -> str:
        mine = [row for row in cards(own) if row not in cards()]
        if not mine:
            return "No card differs from ours."
        return f"{len(mine)} {'cards differ' if len(mine) > 1 else 'card differs'} from ours, ready to play with."

    def stage(self, s: Village) -> int:
        return s.round


GAME = Villagers()
