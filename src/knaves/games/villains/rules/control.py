"""Who controls an area, and what taking one brings."""

from __future__ import annotations

from knaves.games.villains.cards import AREAS, CAPTURES, PATSY, UNIVERSITY
from knaves.games.villains.state import NOBODY, FactionCity, changed


def set_owner(s: FactionCity, area: int, seat: int) -> None:
    """Puts or removes the marker on an area; lost patsies of the University are exhausted (university.2)."""
    before = s.owner[area]
    s.owner[area] = seat
    if area == UNIVERSITY and before >= 0:
        exhausted = [s.exhaust(before, place, PATSY) for place in range(AREAS)]
        if any(exhausted):
            s.tell("unlearned", before)


def take_control(s: FactionCity, area: int, seat: int) -> None:
    """control.1; the loser's marker is captured while the track has room (capture.1, R12)."""
    before = s.owner[area]
    s.tell("took", seat, area)
    set_owner(s, area, seat)
    if before == NOBODY:
        return
    track = CAPTURES[s.faction[seat]]
    place = len(s.trophies[seat])
    if place >= len(track):
        s.tell("marker_back", seat, area, before)  # capture.5, R12
        return
    s.trophies = changed(s.trophies, seat, (*s.trophies[seat], before))
    points = 2 if track[place] == "points" else 1
    s.tell("captured", seat, area, before)
    score_area(s, seat, points)


def score_area(s: FactionCity, seat: int, points: int) -> None:
    s.area_points[seat] += points
    s.tell("area_points", seat, points)


def bonus(s: FactionCity, seat: int, kind: str) -> int:
    """How many captured markers of a seat give this each turn (capture.2, capture.3)."""
    return CAPTURES[s.faction[seat]][: len(s.trophies[seat])].count(kind)
