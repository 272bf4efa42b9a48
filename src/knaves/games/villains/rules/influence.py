"""Influence and what the cards in play allow: the numbers of the Determine Control Step."""

from __future__ import annotations

from knaves.core.modifiers import ANY, Modifier, allows, amount
from knaves.games.villains.cards import (
    ALIENS,
    AREAS,
    CARD,
    CHAMPION,
    COMMUNISTS,
    CULT,
    DEPLOY,
    FUSION,
    INFLUENCE,
    INVADE,
    PATSY,
    RISE_UP,
    TOKEN_INFLUENCE,
)
from knaves.games.villains.state import AREA_OF, KIND, TOKEN_FACTION, UP, FactionCity


def rows_for(s: FactionCity, seat: int, area: int, kau: bool = False) -> list[Modifier]:
    """The rows that touch a seat's units in an area: Kau and company ignore enemy cards with his mark.

    `kau`: the units travel together with him (aliens.5).
    """
    rows = s.mods
    if rows and s.faction[seat] == ALIENS and (kau or s.count(seat, area, CHAMPION)):
        return [row for row in rows if not _marked(s, row.source, seat)]
    return rows


def _marked(s: FactionCity, slot: int, seat: int) -> bool:
    """Does this card in play bear Kau's mark, and did an enemy play it (aliens.4)?"""
    if not s.box.kau[s.face[slot]]:
        return False
    return any(rule.slot == slot and rule.by != seat for rule in s.rules)


def may_leave(s: FactionCity, seat: int, area: int, kau: bool = False) -> bool:
    return not s.mods or allows(rows_for(s, seat, area, kau), "leave", seat, area)


def may_enter(s: FactionCity, area: int) -> bool:
    return not s.mods or allows(s.mods, "enter", ANY, area)


def may_attack(s: FactionCity, area: int) -> bool:
    return not s.mods or allows(s.mods, "attack", ANY, area)


def toll(s: FactionCity, seat: int, area: int, kau: bool = False) -> int:
    """What cards add to the cost of deploying or moving a unit into an area.

    Units that come to where Kau stands pay; those that travel with him do not (R35).
    """
    if not s.mods:
        return 0
    rows = s.mods
    if kau and s.faction[seat] == ALIENS:
        rows = [row for row in rows if not _marked(s, row.source, seat)]
    return amount(rows, "toll", 0, seat, area)


def unit_influence(s: FactionCity, seat: int, area: int) -> int:
    """What the living units of a seat give there."""
    faction = s.faction[seat]
    if faction == CULT or not s.force[seat * AREAS + area]:
        return 0  # cult.2
    if s.mods and not allows(rows_for(s, seat, area), "unit_influence", seat, area):
        return 0  # NO beats the YES of Rise Up (conflict.2)
    row = faction * 5
    total = 0
    patsies = 0
    for form in s.units[seat * AREAS + area]:
        kind = KIND[form]
        total += INFLUENCE[row + kind]
        patsies += kind == PATSY
    if patsies and faction == COMMUNISTS and s.has_activated(area, RISE_UP):
        total += patsies  # communists.4
    return total


def token_influence(s: FactionCity, seat: int, area: int, kind: int) -> int:
    """What an activated token gives there, with what cards add to its type."""
    if not s.mods:
        return TOKEN_INFLUENCE[kind]
    if kind in (CARD, FUSION):  # scientists.2; a spent Wild is neither (robots.5)
        return TOKEN_INFLUENCE[kind] + amount(s.mods, "card_token", 0, seat, area)
    if kind in (DEPLOY, INVADE):  # aliens.2
        return TOKEN_INFLUENCE[kind] + amount(s.mods, "deploy_token", 0, seat, area)
    return TOKEN_INFLUENCE[kind]


def activated(s: FactionCity) -> list[int]:
    """The spaces with an activated token (act.5)."""
    return [space for space, shown in enumerate(s.up) if shown == UP]


def added_words(s: FactionCity, seat: int, area: int, kau: bool, may_come: bool = True) -> str:
    """What cards add for each unit that comes there, for a question; "" if nothing.

    `kau`: he comes along already; `may_come`: he can be among them.
    """
    added, with_kau = toll(s, seat, area, kau), toll(s, seat, area, kau or may_come)
    if not added:
        return ""
    less = f", {with_kau or 'nothing'} if Kau comes along" if with_kau < added else ""  # aliens.5, R35
    return f"cards add {added} for each{less}"


def influence_of(s: FactionCity, seat: int, shown: list[int]) -> list[int]:
    """The influence of a seat, by area (control.2); `shown`: see `activated`."""
    faction, start, track = s.faction[seat], seat * AREAS, s.track
    total = [unit_influence(s, seat, area) if s.force[start + area] else 0 for area in range(AREAS)]
    for space in shown:
        slot = track[space]
        if TOKEN_FACTION[slot] == faction:
            area = AREA_OF[space]
            total[area] += token_influence(s, seat, area, s.face[slot])
    for area, owner in enumerate(s.owner):
        if owner == seat:
            total[area] += 1  # area.1
    if s.mods:
        added = [row for row in s.mods if row.rule == "influence"]
        if added:
            for area in range(AREAS):
                total[area] += amount(added, "influence", 0, seat, area)
    if s.graves and faction == CULT:
        for area in range(AREAS):
            total[area] += s.kills(seat, area)
    return total


def influence_table(s: FactionCity) -> list[list[int]]:
    """The influence of every seat in every area."""
    shown = activated(s)
    return [influence_of(s, seat, shown) for seat in range(s.seats)]


def leaders(table: list[list[int]]) -> list[int]:
    """By area, who has more influence (see above) than everybody else; -1: nobody (control.4, R11)."""
    found = [0] * AREAS
    best = table[0][:]
    for seat in range(1, len(table)):
        for area, number in enumerate(table[seat]):
            if number > best[area]:
                best[area], found[area] = number, seat
            elif number == best[area]:
                found[area] = -1
    return found
