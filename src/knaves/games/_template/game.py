"""Cutpurses as the engine knows it: joins the parts. Copy this folder to begin a game of your own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.cards import Card
from knaves.core.game import Game, Value, reads
from knaves.core.step import Answer
from knaves.games._template import bot, domains, figures, scenario, setup, text_board, view, words
from knaves.games._template.cards import box
from knaves.games._template.cards.rows import AlleyFile
from knaves.games._template.rules.whistling import VERBS, admits, whistle, whistles
from knaves.games._template.state import COINS, Alley


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

    set_up = staticmethod(setup.set_up)
    interjections = staticmethod(whistles)
    admits = staticmethod(admits)
    arrange = staticmethod(scenario.arrange)
    view = staticmethod(view.view)
    name = staticmethod(words.name)
    board = reads(text_board.board)
    domains = staticmethod(domains.domains)
    advise = reads(bot.advise)
    sources = staticmethod(figures.sources)
    standing = reads(figures.standing)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Alley:
        return Alley(seats, int(options["purse"]), COINS)

    def equip(self, s: Alley, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def interject(self, s: Alley, seat: int, option: Answer) -> None:
        whistle(s, seat)

    def pieces_count(self, s: Alley) -> Mapping[str, int]:
        cards = {*s.deck, *s.played, *(slot for hand in s.hand for slot in hand)}
        return {"coins": s.bank + sum(s.coins), "cards": len(cards)}

    def face_name(self, s: Alley, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def card_list(self, own: str = "") -> Sequence[Card]:
        return box(own).rows

    def check_cards(self, own: str) -> str:
        return f"{len(box(own).cards)} cards, ready to play with."


GAME = Cutpurses()
