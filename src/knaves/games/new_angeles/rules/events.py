"""The Event Phase (24, 25)."""

from __future__ import annotations

from knaves.games.new_angeles.cards import (
    FIRST_EVENT,
    HUMAN_FIRST,
    ILLNESS,
    MELANGE,
    ORGCRIME,
    OUTAGE,
    PIECES,
    SPACES,
)
from knaves.games.new_angeles.cards.effects import AtLeast, EventEffect, MoveAll, Per, TierOrMove
from knaves.games.new_angeles.cards.rows import EventCard, Standing
from knaves.games.new_angeles.rules.city import counted, move, pay_contract, place
from knaves.games.new_angeles.state import NewAngeles

ROWS: tuple[tuple[Standing, int], ...] = (  # ruling R11
    ("human_first", HUMAN_FIRST),
    ("orgcrime", ORGCRIME),
    ("outage", OUTAGE),
    ("illness", ILLNESS),
)


def resolve_event(s: NewAngeles) -> None:
    """Top to bottom (24.1), then to the bottom of the deck (25)."""
    slot = s.event_deck[-1]
    s.event_deck = (slot, *s.event_deck[:-1])
    s.show(slot)
    s.tell("event", slot)
    event = s.box.events[s.face[slot]]
    before, city = s.threat, [*s.city]
    for effect in event.effects:
        strike(s, effect)
    if s.threat == before and s.city == city:
        s.tell("harmless")
    place_pieces(s, event)
    if s.result is not None:
        return
    if s.space < len(SPACES) - 2:  # 67.5
        fill_track(s, event.turns)
    if s.threat - before < 2:  # Melange Mining's contract (11.2)
        pay_contract(s, MELANGE, 1)
    open_back(s)


def open_back(s: NewAngeles) -> None:
    """24.3: everyone sees the back on top of the deck."""
    s.backs |= 1 << s.event_deck[-1] - FIRST_EVENT


def strike(s: NewAngeles, effect: EventEffect) -> None:
    """The upper half (24.1a)."""
    if isinstance(effect, Per):
        s.raise_threat(counted(s, effect.what))
    elif isinstance(effect, AtLeast):
        if counted(s, effect.what) >= effect.number:
            s.raise_threat(effect.threat)
    elif isinstance(effect, MoveAll):
        move_all(s, PIECES[effect.piece], effect.times)
    elif isinstance(effect, TierOrMove):
        piece = PIECES[effect.piece]
        if in_tier(s, piece, effect.tier):
            s.raise_threat(effect.threat)
        else:
            move_all(s, piece, 1)
    else:
        piece = PIECES[effect.what]
        if in_tier(s, piece, 3):
            s.raise_threat(effect.tier3)
        elif in_tier(s, piece, 2):
            s.raise_threat(effect.tier2)


def in_tier(s: NewAngeles, piece: int, tier: int) -> bool:
    """64.2"""
    return any(s.city[d] & piece and s.box.tier[d] == tier for d in range(1, 11))


def move_all(s: NewAngeles, piece: int, times: int) -> None:
    """Each of them, from the highest district down; a unit makes all its moves before the next."""
    for d in range(10, 0, -1):
        if s.city[d] & piece:
            at = d
            for _ in range(times):
                if at and s.result is None:
                    at = move(s, piece, at)


def place_pieces(s: NewAngeles, event: EventCard) -> None:
    """The lower half (24.1b)."""
    for name, piece in ROWS:
        for d in event.places.get(name, ()):
            if s.result is None:
                place(s, piece, d)


def fill_track(s: NewAngeles, turns: int) -> None:
    """67.3: from the top of the asset deck, slot 1 first."""
    deck = list(s.asset_deck)
    s.track = tuple(deck.pop() for _ in range(min(turns, len(deck))))
    s.asset_deck = tuple(deck)
    s.tell("turns", len(s.track))
