"""The face of every card and corporation sheet; and what is true of it at this table."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.card_face import CardFace, CardFigure, face_of
from knaves.core.card_words import plain
from knaves.core.cards import Card
from knaves.core.words import counted
from knaves.games.new_angeles.cards import PIECE_NAMES, PIECES
from knaves.games.new_angeles.cards.rows import (
    Action,
    Asset,
    Corp,
    Demand,
    EventCard,
    Investment,
    Line,
    Rival,
    Setup,
)

TIMES = {
    "passive": "It always works.",
    "claimed": "Once, when it is claimed.",
    "end_of_turn": "At the end of your turn.",
    "turn_start": "When a turn begins.",
    "asset_revealed": "When the asset of a deal is revealed.",
    "offer_proposed": "When an offer is proposed.",
    "main_offer_made": "When the main offer is made.",
    "counter_made": "When a counteroffer is made.",
    "support_start": "When support begins.",
    "abstained": "When somebody abstains.",
    "resolution_start": "When a deal is resolved.",
    "tied": "When a deal is tied.",
    "counter_won": "When a counteroffer wins.",
    "active_lost": "When the active player loses a deal.",
    "threat_rose": "When threat has risen.",
    "deal_end": "At the end of a deal.",
}
ICONS = {
    "energy": "atom",
    "consumables": "water-drop",
    "tech": "microchip",
    "entertainment": "martini",
    "credits": "hexes",
}
USES = {"exhaust": "Using it exhausts it.", "discard": "Using it discards it."}


def face(row: Card) -> CardFace:
    if isinstance(row, Action):
        kind, corp = row.type or "emergency", row.corp
        only = (f"Only {plain(corp).title()} has it.",) if corp else ()
        clause = "2" if row.type else "21"
        return face_of(row, kind, lines=only, clause=clause, look=kind, icon=kind)
    if isinstance(row, Asset):
        when = tuple(line for line in (TIMES.get(row.timing, ""), USES.get(row.use, "")) if line)
        return face_of(row, "asset", lines=when, clause="6", icon="kind_asset")
    if isinstance(row, Demand):
        needs = [CardFigure(str(count), name, ICONS[name]) for name, count in row.needs.items() if count]
        threat = CardFigure(str(row.threat), "threat if unmet")
        return face_of(row, "demand", figures=(*needs, threat), clause="17", icon="credits")
    if isinstance(row, EventCard):
        then = (f"Then pieces come into districts: {places(row.places)}.",)
        figures = (CardFigure(str(row.turns), "turns next round"),)
        return face_of(row, "event", figures=figures, lines=then, clause="24", icon=row.back)
    if isinstance(row, Corp):
        drawn = (f"Draws with four: {draws(row.draw_four)}.", f"With five or six: {draws(row.draw_many)}.")
        icon = row.id.removesuffix("_mining")
        return face_of(row, "corporation", lines=drawn, clause="12", icon=icon)
    if isinstance(row, Rival):
        return face_of(row, "rival", clause="50", icon="kind_rival")
    if isinstance(row, Setup):
        figures = (CardFigure(str(row.turns), "turns"),)
        return face_of(
            row,
            "setup",
            figures=figures,
            lines=(f"By district: {places(row.places)}.",),
            clause="53",
            icon="general",
        )
    assert isinstance(row, Investment)
    return face_of(row, "investment", clause="33", icon="credits")


def draws(lines: tuple[Line, ...]) -> str:
    return ", ".join(f"{line.count} {line.type}" for line in lines)


def places(where: object) -> str:
    assert isinstance(where, dict)
    said = [f"{PIECE_NAMES[PIECES[piece]]} in {', '.join(map(str, found))}" for piece, found in where.items()]
    return "; ".join(said)


def here(card: dict[str, object], table: object) -> str:
    if card.get("exhausted"):
        return "it is exhausted until its owner's next Refresh step."
    if isinstance(table, Mapping) and card["name"] in table.get("used", ()):
        return "its End of Turn ability has been used this turn."
    worth = card.get("worth")
    if isinstance(worth, int) and str(card["id"]).startswith("investment"):
        return f"it would pay {counted(worth, 'capital', 'capital')} now."
    return ""
