"""The box: our card files, or a player's own, read, checked, and turned into tables by face."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from knaves.core.cards import house_rows, own_or_house, read_rows, wrong_line
from knaves.games.villagers.cards.check import COUNTS, check, line_of_card
from knaves.games.villagers.cards.faces import VillageBox
from knaves.games.villagers.cards.rows import CardFile, VillageCard

HOUSE_FILES = ("buildings", "challenges", "citizens", "heroes", "starting")
BOXES = 16  # card files of players whose boxes are kept


@cache
def house_cards() -> tuple[VillageCard, ...]:
    """Our own rows, file after file."""
    rows: list[VillageCard] = []
    for name in HOUSE_FILES:
        rows.extend(house_rows(__package__, f"{name}.toml", CardFile).card)
    return tuple(rows)


@lru_cache(BOXES)
def box(own: str = "", advanced: bool = True, seats: int = 4) -> VillageBox:
    """The tables of a game. Without the advanced rules no card has effects or a pair (overview.2)."""
    return VillageBox(cards(own), advanced, seats)


@lru_cache(BOXES)
def cards(own: str = "") -> tuple[VillageCard, ...]:
    """All rows of the box, checked. A file of one's own may hold all cards, or only those that differ."""
    if not own:
        check(house_cards(), "", "our card files")
        return house_cards()
    text, name = own_or_house(own, "", "")
    rows = read_rows(text, name, CardFile).card
    seen: set[str] = set()
    for row in rows:
        if row.id in seen:
            wrong_line(name, line_of_card(text, row.id, last=True), f"the id {row.id!r} is there twice.")
        seen.add(row.id)
    whole = sum(row.copies for row in rows if not row.start) == sum(COUNTS.values())
    merged = rows if whole and any(row.start for row in rows) else merge(rows, text, name)
    check(merged, text, name)
    return merged


def merge(rows: Sequence[VillageCard], text: str, name: str) -> tuple[VillageCard, ...]:
    """Our cards, with these in the place of those they name."""
    house = {row.id: row for row in house_cards()}
    ours = house.copy()
    for row in rows:
        old = row.instead_of or row.id
        if old not in house:
            sentence = (
                f"there is no card {old!r} of ours; a new card "
                'says whose place it takes with instead_of = "…", or the file holds all 110 cards.'
            )
            wrong_line(name, line_of_card(text, row.id), sentence)
        if old not in ours:
            wrong_line(name, line_of_card(text, row.id), f"the place of {old!r} is taken already.")
        del ours[old]
    return (*rows, *ours.values())
