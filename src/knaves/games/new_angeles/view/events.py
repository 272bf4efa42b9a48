"""The event deck as far as an eye knows it."""

from __future__ import annotations

from knaves.core.cards import kept_with_box
from knaves.core.words import counted
from knaves.games.new_angeles.cards import BACKS, FIRST_EVENT, PIECE_NAMES, NewAngelesBox
from knaves.games.new_angeles.rules.events import ROWS
from knaves.games.new_angeles.state import NewAngeles
from knaves.games.new_angeles.view.types import EventView


def event_views(s: NewAngeles, eye: int) -> list[EventView]:
    """The deck from its top as far as this eye knows backs or fronts; the back on top is open (24.3)."""
    found: list[EventView] = []
    for slot in reversed(s.event_deck):
        if s.sees(eye, slot):
            found.append(_front(s.box, slot, s.face[slot]))
        elif s.backs >> slot - FIRST_EVENT & 1:
            found.append(_back(s.box, s.box.back[s.face[slot]]))
        else:
            break
    return found


@kept_with_box
def _front(b: NewAngelesBox, slot: int, face: int) -> EventView:
    row = b.events[face]
    return {
        "id": f"event:{slot}",
        "back": BACKS[b.back[face]],
        "name": row.name,
        "text": row.text,
        "places": [
            {"name": PIECE_NAMES[piece], "districts": [*row.places[name]]}
            for name, piece in ROWS
            if name in row.places
        ],
        "turns": row.turns,
    }


@kept_with_box
def _back(b: NewAngelesBox, back: int) -> EventView:
    return {"id": "", "back": BACKS[back], "name": "", "text": "", "places": [], "turns": 0}


def placed(row: EventView) -> str:
    """What the lower half of a front brings, in words (24.1b)."""
    return "; ".join([f"{one['name']} in {', '.join(map(str, one['districts']))}" for one in row["places"]])


def lower_half(row: EventView) -> str:
    """With the turns of the next round (24.1c)."""
    return f"Then {placed(row)}. {counted(row['turns'], 'turn').capitalize()} next round."
