"""The face of every card, and what the table adds to it: where it lies in the pool."""

from __future__ import annotations

from typing import cast

from knaves.core.board import signed
from knaves.core.card_face import CardFace, CardFigure, face_of
from knaves.core.cards import Card
from knaves.core.words import odds_words
from knaves.games.villagers.cards.effects import RECRUIT
from knaves.games.villagers.cards.rows import ANY_CITIZEN, VillageCard
from knaves.games.villagers.rules.recruit import rolls_held
from knaves.games.villagers.screen.board import range_words, rolled_for
from knaves.games.villagers.view import VillageCardView, VillageView, is_new

CLAUSES = {
    "building": "build.1",
    "citizen": "earning.1",
    "hero": "defend.3",
    "challenge": "defend.7",
    "mob": "mob.1",
}
WITH_ANY = "Pairs with any citizen that is in no other pair."
# Every number of a row: its name on the card, its icon, what stands before it.
NUMBERS = (
    ("price", "price", "coin", ""),
    ("defeat", "to defeat it", "crossed-swords", ""),
    ("bonus", "in a fight", "crossed-swords", "+"),
    ("earnings", "a round", "coin", "+"),
    ("pillage", "pillage loss", "swap-bag", ""),
    ("loot", "loot", "coin", ""),
)


def face(row: Card) -> CardFace:
    assert isinstance(row, VillageCard)
    numbers = [
        CardFigure(f"{sign}{getattr(row, field)}", name, icon)
        for field, name, icon, sign in NUMBERS
        if getattr(row, field) is not None
    ]
    if row.value is not None:
        numbers.append(CardFigure(signed(row.value), "at the end"))
    return face_of(
        row,
        row.kind,
        lead="" if row.value is None else signed(row.value),
        figures=tuple(numbers),
        lines=(WITH_ANY,) if row.pair == ANY_CITIZEN and WITH_ANY not in row.text else (),
        pairs=(row.pair,) if row.pair not in ("", ANY_CITIZEN) else (),
        clause=CLAUSES[row.kind],
        look=f"vc--{row.kind}",
    )


def here(card: dict[str, object], table: object) -> str:
    """In the pool: what must be rolled for it, and how likely that is. In a town: whether it is new there, and what
    successes there have been against it."""
    view, lying = cast(VillageView, table), cast(VillageCardView, card)
    place = next((n for n, one in enumerate(view["pool"], 1) if one["id"] == lying["id"]), 0)
    if hits := view["turn"]["hits"].get(lying["id"], 0):
        return f"{hits} of {lying['wins']} successes in this turn."
    if not place:
        return "new in town: it works from the next phase." if is_new(view, lying) else ""
    turn = view["turn"]
    known = next((row for row in turn["chances"] if row["id"] == lying["id"]), None)
    if known is None or view["phase"] != RECRUIT:
        return f"place {place} of the pool: {range_words(place)}."
    sold = 0 if turn["seat"] is None else view["mayors"][turn["seat"]]["sold"]
    return (
        f"{rolled_for(view, place, known)}, {rolls_held(turn['rolls'], sold)}, {odds_words(known['chance'])}."
    )
