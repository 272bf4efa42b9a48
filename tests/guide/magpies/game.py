"""Magpies as the engine knows it: joins the parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.cards import Card
from knaves.core.game import Game, Value, reads
from tests.guide.magpies import bot, domains, figures, scenario, setup, text_board, view, words
from tests.guide.magpies.cards import box
from tests.guide.magpies.state import Nest


class Magpies(Game[Nest]):
    id = "magpies"
    state = Nest
    verbs = words.VERBS
    events = words.EVENTS

    set_up = staticmethod(setup.set_up)
    arrange = staticmethod(scenario.arrange)
    view = staticmethod(view.view)
    name = staticmethod(words.name)
    board = reads(text_board.board)
    domains = staticmethod(domains.domains)
    advise = reads(bot.advise)
    sources = staticmethod(figures.sources)
    sides = staticmethod(figures.sides)
    standing = reads(figures.standing)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Nest:
        return Nest(seats)

    def equip(self, s: Nest, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def pieces_count(self, s: Nest) -> Mapping[str, int]:
        piles = [s.deck, *s.hand, *s.laid]
        return {"jewels": len({slot for pile in piles for slot in pile})}

    def face_name(self, s: Nest, kind: str, face: int) -> str:
        return s.box.jewels[s.box.kind[face]].name

    def card_list(self, own: str = "") -> Sequence[Card]:
        return box(own).jewels

    def check_cards(self, own: str) -> str:
        return f"{len(box(own).kind)} jewels, ready to play with."


GAME = Magpies()
