"""Plan objectives: is this need met at this moment? (objective.1 to objective.14)"""

from __future__ import annotations

from knaves.games.villains.cards import AREAS, CARD, CHAMPION, FUSION, UNIT_IDS
from knaves.games.villains.cards.rows import Need, Objective
from knaves.games.villains.rules.influence import activated, influence_of
from knaves.games.villains.state import AREA_OF, TOKEN_FACTION, FactionCity


def target_area(s: FactionCity, seat: int) -> int:
    slot = s.target[seat]
    return s.box.target[s.face[slot]] if slot >= 0 else -1


def enemy_targets(s: FactionCity, seat: int, eye: int = -1) -> set[int]:
    """The areas that enemies have for targets; as far as an eye knows them. An area counts once (R49)."""
    return {
        s.box.target[s.face[slot]]
        for other, slot in enumerate(s.target)
        if other != seat and slot >= 0 and (eye < 0 or s.sees(eye, slot))
    }


def areas_of(s: FactionCity, seat: int, where: str, eye: int = -1) -> list[int]:
    if where == "own_target":
        return [target_area(s, seat)]
    if where == "enemy_target":
        return sorted(enemy_targets(s, seat, eye))
    if where == "enemy_area":
        return [a for a in range(AREAS) if s.owner[a] >= 0 and s.owner[a] != seat]
    return list(range(AREAS))


def exterminated(s: FactionCity, seat: int, area: int) -> bool:
    """objective.12, objective.13; a Suitcase Nuke counts for its player (R29)."""
    if area == s.nuked and s.nuker == seat:
        return True
    if not s.force[seat * AREAS + area]:
        return False
    alone = all(not s.force[x * AREAS + area] for x in range(s.seats) if x != seat)
    return alone and s.kills(seat, area) > 0


def lost(s: FactionCity, seat: int) -> int:
    """objective.4"""
    return sum(1 for grave in s.graves if grave.owner == seat)


def token_areas(s: FactionCity, seat: int, cards_only: bool) -> int:
    """objective.10: areas with an activated token of this seat."""
    faction, found = s.faction[seat], 0
    for space in activated(s):
        slot = s.track[space]
        if TOKEN_FACTION[slot] == faction and not (cards_only and s.face[slot] not in (CARD, FUSION)):
            found |= 1 << AREA_OF[space]
    return found.bit_count()


def progress(s: FactionCity, seat: int, need: Need, eye: int = -1) -> tuple[int, int]:
    """How far a need is, and how far it must be; `eye`: as far as this eye knows the targets."""
    kind, n = need.kind, need.n
    if kind == "units":
        return s.in_play(seat), n
    if kind == "control":
        return s.owner.count(seat), n
    if kind == "control_enemy_target":
        return sum(s.owner[area] == seat for area in enemy_targets(s, seat, eye)), n
    if kind == "own_target":
        area = target_area(s, seat)
        return int(area >= 0 and s.owner[area] == seat), 1
    if kind == "kill":
        return s.kills(seat), n
    if kind == "kill_most":
        others = max(s.kills(x) for x in range(s.seats) if x != seat)
        return s.kills(seat), others + 1
    if kind == "lose":
        return lost(s, seat), n
    if kind == "markers":
        return len(s.trophies[seat]), n
    if kind == "skills":
        return s.used[seat].bit_count(), n
    if kind == "tokens":
        return token_areas(s, seat, False), n
    if kind == "card_tokens":
        return token_areas(s, seat, True), n
    if kind == "fusion":
        return s.fusion, n
    if kind == "discard":
        return len(s.hand[seat]), n
    if kind == "influence":
        return sum(one >= n for one in influence_of(s, seat, activated(s))), need.areas
    areas = areas_of(s, seat, need.where, eye)
    if kind == "exterminate":
        return sum(exterminated(s, seat, a) for a in areas if a >= 0), n
    kinds = range(CHAMPION + 1) if need.unit == "any" else (UNIT_IDS.index(need.unit),)
    return sum(s.count(seat, a, k) for a in areas if a >= 0 for k in kinds), n


def met(s: FactionCity, seat: int, objective: Objective) -> bool:
    for need in objective.needs:
        have, want = progress(s, seat, need)
        if have < want:
            return False
    return True


def discards(objective: Objective) -> int:
    """How many cards must be discarded while scoring it (objective.6)."""
    return sum(need.n for need in objective.needs if need.kind == "discard")
