"""Choosing ahead: what a seat that is not asked now will probably be asked next, in a world that it imagines."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from knaves.core.position import Position
from knaves.table.bots.driver import seed_of
from knaves.table.log.writer import Services
from knaves.table.pages.page import OptionCard
from knaves.table.pages.page_builder import cards_of
from knaves.table.people.orders import expected
from knaves.table.state.book import Book


class AheadCard(msgspec.Struct, frozen=True):
    """The next question to this seat, as far as it can be foreseen. An answer becomes an order for its clause."""

    prompt: str
    clause: str
    options: tuple[OptionCard, ...]


NOTHING = AheadCard("", "", ())


async def foreseen(book: Book, position: Position, seat: int, services: Services) -> AheadCard:
    """What this seat will be asked next, as far as it can know. Nothing while it is asked, or if that is far off; and
    nothing that names pieces it has not seen: only in the imagined world it drew these cards."""
    ask = position.ask()
    if ask is None or seat in ask.seats:
        return NOTHING
    luck = Random(seed_of(book.opened.seed, seat, len(book.played)))
    card = await services.apart(ahead, position.imagine(seat, luck), seat, luck, book.names())
    options = [one for one in card.options if all(position.knows(seat, thing) for thing in one.things)]
    return msgspec.structs.replace(card, options=tuple(options))


def ahead(world: Position, seat: int, luck: Random, names: Sequence[str]) -> AheadCard:
    """The question to which the others lead in this world."""
    there = expected(world, seat, luck)
    ask = there.ask() if there is not None else None
    if there is None or ask is None:
        return NOTHING
    game = there.game
    options = [one for one in ask.options(seat) if one[0] not in game.interjection_verbs | game.seldom]
    undoable = [True] * len(options)  # until it is sent
    cards = cards_of(there, seat, options, names, undoable)
    return AheadCard(ask.prompt(seat, names), ask.clause(seat), cards)
