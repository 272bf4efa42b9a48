"""Arch Villain as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.cards import Card
from knaves.core.game import Game, Value, reads
from knaves.games.arch_villain import bot, domains, encode, figures, scenario, setup, text_board, view, words
from knaves.games.arch_villain.cards import box
from knaves.games.arch_villain.cards.names import ITEMS, KINDS, TOKENS, TURNS
from knaves.games.arch_villain.cards.rows import Tables
from knaves.games.arch_villain.state import HeroCity


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

    set_up = staticmethod(setup.set_up)
    arrange = staticmethod(scenario.arrange)
    view = staticmethod(view.view)
    name = staticmethod(words.name)
    board = reads(text_board.board)
    domains = staticmethod(domains.domains)
    rows = staticmethod(encode.rows)
    advise = reads(bot.advise)
    advise_state = staticmethod(bot.advise_state)
    value_inputs = staticmethod(bot.value_inputs)
    value_inputs_size = staticmethod(bot.value_inputs_size)
    tally = staticmethod(figures.tally)
    sources = staticmethod(figures.sources)
    sides = staticmethod(figures.sides)
    standing = reads(figures.standing)
    ending = reads(figures.ending)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> HeroCity:
        return HeroCity(seats)

    def equip(self, s: HeroCity, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def pieces_count(self, s: HeroCity) -> Mapping[str, int]:
        groups = [sum(s.tokens[token::TOKENS]) * s.box.amount[token] for token in range(TOKENS)]
        held = (sum(s.health), 0, sum(s.energy), sum(s.dice_tokens))
        counts = {ITEMS[t]: s.supply[t] + groups[t] + held[t] for t in range(TOKENS)}
        piles = [*s.decks, *s.hand, *s.lying, tuple(s.discard), (s.held,) if s.held >= 0 else ()]
        kinds = [s.box.kind[s.face[slot]] for pile in piles for slot in pile]
        counts |= {kind + " cards": kinds.count(number) for number, kind in enumerate(KINDS)}
        return counts

    def face_name(self, s: HeroCity, kind: str, face: int) -> str:
        return s.box.cards[face].name

    def card_list(self, own: str = "") -> Sequence[Card]:
        tables = box(own).tables
        return (*tables.power, *tables.weapon, *tables.talent, *tables.contact, *tables.villain, *tables.hero)

    def check_cards(self, own: str) -> str:
        mine = box(own).tables
        ours = box().tables
        changed = [name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(ours, name)]
        if not changed:
            return "Nothing in it differs from ours."
        return f"Your own {', '.join(changed)}, ready to play with."

    def stage(self, s: HeroCity) -> int:
        return s.round * len(TURNS) + s.turn


GAME = ArchVillain()
