"""Laying out the box."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.errors import BadSetup
from knaves.core.game import Value
from knaves.core.step import Step
from knaves.games.villains.cards import ACTION_CARDS, AREAS, CAPITOL_POINTS, FACTION_IDS, PLANS_OF, TOKEN_MIX
from knaves.games.villains.rules.turns import TheGame
from knaves.games.villains.state import NOBODY, PURPLE, TRACK, FactionCity, changed

SEAT_OPTIONS = ("seat_a", "seat_b", "seat_c", "seat_d", "seat_e")


def set_up(s: FactionCity, options: Mapping[str, Value]) -> Step[FactionCity]:
    n = s.seats
    s.box_up([range(ACTION_CARDS), *PLANS_OF, *TOKEN_MIX])
    s.faction = (-1,) * n
    s.energy, s.resources = [0] * n, [0] * n
    s.area_points, s.plan_points = [0] * n, [0] * n
    s.upgrade, s.used, s.trophies = (0,) * n, [0] * n, ((),) * n
    s.purse, s.purse_set, s.offers_made = (0,) * n, (0,) * n, (0,) * n
    s.owner = [NOBODY] * AREAS
    s.capitol = (NOBODY,) * len(CAPITOL_POINTS)
    s.units, s.force = [()] * (n * AREAS), [0] * (n * AREAS)
    s.reserve = [0] * (n * 5)
    s.track, s.up = [-1] * (AREAS * TRACK), [0] * (AREAS * TRACK)
    s.target = (-1,) * n
    s.hand, s.spare, s.scored = [()] * n, [()] * n, ((),) * n
    s.plans, s.plan_deck = [()] * n, [()] * n

    s.deck = list(range(ACTION_CARDS))
    s.shuffle(s.deck)
    at = len(s.deck) - 1
    while s.box.target[s.face[s.deck[at]]] < 0:  # setup.2
        at -= 1
    area = s.box.target[s.face[s.deck[at]]]
    s.owner[area] = PURPLE
    s.tell("purple", area)
    s.shuffle(s.deck)  # setup.3
    s.first = s.below(n)  # setup.5
    s.turn = 1
    _preset(s, options)
    return TheGame(s.first)


def _preset(s: FactionCity, options: Mapping[str, Value]) -> None:
    """Factions chosen beforehand, or dealt."""
    for seat in range(s.seats):
        wish = options[SEAT_OPTIONS[seat]]
        if wish != "any":
            faction = FACTION_IDS.index(str(wish))
            if faction in s.faction:
                raise BadSetup(f"Two seats cannot both be the {wish}.")
            s.faction = changed(s.faction, seat, faction)
    if options["factions"] == "deal":
        rest = [faction for faction in range(8) if faction not in s.faction]
        s.mix(rest)
        for seat in range(s.seats):
            if s.faction[seat] < 0:
                s.faction = changed(s.faction, seat, rest.pop())
