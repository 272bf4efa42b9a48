"""What an eye may know, ready for JSON. Pages, terminals and bots read this and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from knaves.core.modifiers import ANY
from knaves.core.offers import OfferView, PromiseView
from knaves.games.villains.cards import (
    AREA,
    AREA_IDS,
    AREAS,
    CAPITOL_POINTS,
    CHAMPION,
    FACTION,
    FACTION_IDS,
    PLAN,
    TOKEN_IDS,
    UNIT_IDS,
)
from knaves.games.villains.cards.effects import OF_ATTACKS
from knaves.games.villains.cards.rows import Need
from knaves.games.villains.deals import DEALS, OFFERS_A_TURN
from knaves.games.villains.rules.influence import influence_table, leaders
from knaves.games.villains.rules.objectives import progress
from knaves.games.villains.state import (
    AREA_OF,
    KIND,
    PURPLE,
    READIED,
    SPACES_OF,
    TRACK,
    UNIT_NO,
    WOUNDED,
    FactionCity,
    Grave,
    RuleInPlay,
)
from knaves.games.villains.view.forecast import (
    capture_track,
    fight_view,
    if_turn_ended,
    inventory,
    kit,
    own_token,
    scored_now,
)
from knaves.games.villains.view.types import (
    AreaView,
    CrewView,
    FactionCardView,
    FactionCityView,
    FactionSeatView,
    FactionView,
    FightView,
    NeedView,
    ObjectiveView,
    OwnView,
    PlanView,
    RuleView,
    TokenSpaceView,
)
from knaves.games.villains.words import need_text


def card_view(s: FactionCity, slot: int) -> FactionCardView:
    face = s.face[slot]
    card, target = s.box.cards[face], s.box.target[face]
    return {
        "id": f"card:{slot}",
        "title": card.id,
        "name": card.name,
        "target": AREA_IDS[target] if target >= 0 else None,
        "cost": card.cost,
        "text": card.text,
        "kind": card.kind,
        "scope": card.scope,
        "kau": card.kau,
    }


def plan_view(s: FactionCity, slot: int, seat: int) -> PlanView:
    plan = PLAN[s.face[slot]]
    objectives: list[ObjectiveView] = []
    for one in plan.objectives:
        needs: list[NeedView] = []
        for need in one.needs:
            have, want = progress(s, seat, need, seat)
            known = have >= want or _known(s, seat, need)
            needs.append(
                {
                    "kind": need.kind,
                    "unit": need.unit,
                    "text": need_text(need),
                    "have": have if known else None,
                    "want": want,
                }
            )
        met = all(need["have"] is not None and need["have"] >= need["want"] for need in needs)
        objectives.append({"points": one.points, "met": met, "needs": needs})
    now = scored_now(s, seat, objectives)
    return {"id": f"plan:{slot}", "name": plan.name, "now": now, "objectives": objectives}


def _known(s: FactionCity, seat: int, need: Need) -> bool:
    """Can this seat know how far it is? Enemy targets are hidden until they are scored."""
    if need.kind != "control_enemy_target" and need.where != "enemy_target":
        return True
    return all(s.target[x] < 0 or s.sees(seat, s.target[x]) for x in range(s.seats))


@lru_cache(maxsize=20_000)  # the same for every eye, and mostly what it was before the last move
def _crew(seat: int, forms: tuple[int, ...], sway: int, graves: tuple[Grave, ...]) -> CrewView:
    return {
        "seat": seat,
        "units": [
            {
                "id": f"unit:{UNIT_NO[seat][form]}",
                "type": UNIT_IDS[KIND[form]],
                "wounded": WOUNDED[form],
                "readied": READIED[form],
                "count": forms.count(form),
            }
            for form in dict.fromkeys(forms)
        ],
        "influence": sway,
        "kills": sum(grave.owner != seat for grave in graves),
        "graves": [
            {"owner": grave.owner, "type": UNIT_IDS[grave.kind], "count": graves.count(grave)}
            for grave in sorted(set(graves))
        ],
    }


def _graveyards(s: FactionCity) -> dict[tuple[int, int], tuple[Grave, ...]]:
    """The dead, by killer and area (grave.1)."""
    found: dict[tuple[int, int], tuple[Grave, ...]] = {}
    for grave in s.graves:
        place = grave.killer, grave.area
        found[place] = (*found.get(place, ()), grave)
    return found


def _spaces(s: FactionCity, area: int) -> list[TokenSpaceView]:
    """As a spectator sees them."""
    return [
        _space(s, space, s.track[space], s.seats) if s.track[space] >= 0 else NO_TOKEN[space]
        for space in SPACES_OF[area]
    ]


def _space(s: FactionCity, space: int, slot: int, eye: int) -> TokenSpaceView:
    owner = s.token_owner(slot)
    token = TOKEN_IDS[s.face[slot]] if s.sees(eye, slot) else None
    return _token_space(
        space,
        owner,
        token,
        bool(s.up[space]),
        slot if owner == eye else None,
        s.seen[slot] & (1 << s.seats) - 1,
    )


@lru_cache(maxsize=20_000)
def _token_space(
    space: int, owner: int | None, token: str | None, up: bool, mine: int | None, seen: int
) -> TokenSpaceView:
    """`seen`: the seats that know it, as a bitmask."""
    return {
        "id": f"space:{space}",
        "owner": owner,
        "token": token,
        "up": up,
        "mine": None if mine is None else f"token:{mine}",
        "known": [seat for seat in range(seen.bit_length()) if seen >> seat & 1],
    }


NO_TOKEN = [_token_space(space, None, None, False, None, 0) for space in range(AREAS * TRACK)]


def _rule(s: FactionCity, rule: RuleInPlay) -> RuleView:
    card = s.box.cards[s.face[rule.slot]]
    return {
        "title": card.id,
        "name": card.name,
        "text": card.text,
        "by": rule.by,
        "kau": card.kau,
        "of_attacks": any(isinstance(effect, OF_ATTACKS) for effect in card.effects),
    }


def _area(
    s: FactionCity,
    area: int,
    sway: list[list[int]],
    leader: int,
    graves: dict[tuple[int, int], tuple[Grave, ...]],
) -> AreaView:
    owner = s.owner[area]
    crews = [
        _crew(seat, s.units[seat * AREAS + area], row[area], graves.get((seat, area), ()))
        for seat, row in enumerate(sway)
        if row[area] or s.force[seat * AREAS + area] or (seat, area) in graves
    ]
    return {
        "id": f"area:{area}",
        "name": AREA[area].name,
        "control": AREA[area].control,
        "skill": AREA[area].skill,
        "owner": owner if owner >= 0 else "purple" if owner == PURPLE else None,
        "leader": leader if leader >= 0 else None,
        "spaces": _spaces(s, area),
        "combat": bool(s.fights >> area & 1),
        "crews": crews,
        "rules": [_rule(s, rule) for rule in s.rules if rule.area == area],
        "used": [seat for seat, used in enumerate(s.used) if used >> area & 1],
        "nuked": s.nuked == area,
    }


@lru_cache(maxsize=1 << AREAS)
def _used(areas: int) -> list[str]:
    """Of a bitmask, the areas."""
    return [AREA_IDS[area] for area in range(AREAS) if areas >> area & 1]


def _seat(s: FactionCity, seat: int) -> FactionSeatView:
    return {
        "id": f"seat:{seat}",
        "seat": seat,
        "faction": FACTION_IDS[s.faction[seat]] if s.faction[seat] >= 0 else None,
        "energy": s.energy[seat],
        "resources": s.resources[seat],
        "area_points": s.area_points[seat],
        "plan_points": s.plan_points[seat],
        "score": {
            "area_points": s.area_points[seat],
            "plan_points": s.plan_points[seat],
            "total": s.area_points[seat] + s.plan_points[seat],
        },
        "upgrade": s.upgrade[seat],
        "captured": ["purple" if x == PURPLE else x for x in s.trophies[seat]],
        "track": capture_track(s.faction[seat]) if s.faction[seat] >= 0 else [],
        "capitol": [n + 1 for n, who in enumerate(s.capitol) if who == seat],
        "cards": len(s.hand[seat]),
        "plans": len(s.plans[seat]),
        "scored": [PLAN[s.face[one]].name for one in s.scored[seat]],
        "tokens": len(s.spare[seat]),
        "reserve": {UNIT_IDS[k]: s.reserve[seat * 5 + k] for k in range(5)},
        "target": None,
        "aimed": s.target[seat] >= 0,
        "skills": _used(s.used[seat]),
        "purse": s.purse[seat],
        "passed": bool(s.passed >> seat & 1),
        "offers_left": OFFERS_A_TURN - s.offers_made[seat],
        "kit": kit(s.faction[seat]) if s.faction[seat] >= 0 else [],
        "inventory": inventory(s.faction[seat]) if s.faction[seat] >= 0 else None,
    }


def _factions(s: FactionCity) -> list[FactionView]:
    """What there is to choose from, while factions are chosen."""
    return [
        {
            "id": f"faction:{number}",
            "name": one.name,
            "title": one.title,
            "passive": one.text,
            "focus": one.focus,
            "champion": kit(number)[CHAMPION],
            "token": own_token(number),
            "taken": number in s.faction,
        }
        for number, one in enumerate(FACTION)
    ]


class CityForAll(NamedTuple):
    """What every eye sees alike: worked out once for all views of a moment. Tokens are as a spectator sees them, seats
    without their targets: these are not the same for all."""

    leading: list[int]  # by area
    laid: list[tuple[int, int, int]]  # tokens in the city: space, slot, and whose they are
    fight: FightView | None
    areas: list[AreaView]
    seats: list[FactionSeatView]
    rules: list[RuleView]
    discard: list[str]
    open_cards: list[FactionCardView]
    factions: list[FactionView]
    offers: list[OfferView]
    promises: list[PromiseView]


def common(s: FactionCity) -> CityForAll:
    graves = _graveyards(s)
    sway = influence_table(s) if -1 not in s.faction else []
    leading = leaders(sway) if sway else [-1] * AREAS
    if s.nuked >= 0:
        leading[s.nuked] = -1  # nobody controls it this turn (R29)
    return CityForAll(
        leading,
        [(space, slot, s.token_owner(slot)) for space, slot in enumerate(s.track) if slot >= 0],
        fight_view(s),
        [_area(s, area, sway, who, graves) for area, who in enumerate(leading)],
        [_seat(s, seat) for seat in range(s.seats)],
        [_rule(s, rule) for rule in s.rules if rule.area == ANY],
        [s.box.with_target[s.face[slot]] for slot in s.discard],
        [card_view(s, slot) for slot in s.table],
        _factions(s) if -1 in s.faction else [],
        DEALS.offers_view(s),
        DEALS.promises_view(s),
    )


def _areas_with_tokens(s: FactionCity, eye: int, shared: CityForAll) -> list[AreaView]:
    """Those with tokens of this seat, and with others that it knows better than a spectator, as it sees them."""
    found = shared.areas[:]
    for space, slot, owner in shared.laid:
        if owner == eye or (s.sees(eye, slot) and not s.sees(s.seats, slot)):
            area = AREA_OF[space]
            row = found[area]
            if row is shared.areas[area]:
                row = found[area] = row.copy()
                row["spaces"] = row["spaces"][:]
            row["spaces"][space % TRACK] = _space(s, space, slot, eye)
    return found


def _seats_with_targets(s: FactionCity, eye: int, rows: list[FactionSeatView]) -> list[FactionSeatView]:
    found = []
    for row, slot in zip(rows, s.target, strict=True):
        if slot >= 0 and s.sees(eye, slot):
            row = row.copy()
            row["target"] = AREA_IDS[s.box.target[s.face[slot]]]
        found.append(row)
    return found


def view(s: FactionCity, eye: int, shared: CityForAll | None = None) -> FactionCityView:
    """`shared`: what `common` has found in this very state."""
    shared = shared or common(s)
    own: OwnView | None = None
    if eye < s.seats:
        mine = [*s.spare[eye], *[slot for _, slot, owner in shared.laid if owner == eye]]
        own = {
            "hand": [card_view(s, slot) for slot in s.hand[eye]],
            "plans": [plan_view(s, slot, eye) for slot in s.plans[eye]],
            "buried": [PLAN[s.face[slot]].name for slot in s.plan_deck[eye] if s.sees(eye, slot)],
            "tokens": {f"token:{t}": TOKEN_IDS[s.face[t]] for t in sorted(mine)},
        }
    return {
        "you": eye if eye < s.seats else None,
        "turn": s.turn,
        "first": s.first,
        "active": s.active if s.active >= 0 else None,
        "revealing": f"space:{s.revealing}" if s.revealing >= 0 else None,
        "fight": shared.fight,
        "attacked": s.fight if s.fight >= 0 and shared.fight is None else None,
        "capitol_points": CAPITOL_POINTS[s.turn - 1],
        "outlook": if_turn_ended(s, eye, shared.leading),
        "areas": _areas_with_tokens(s, eye, shared),
        "seats": _seats_with_targets(s, eye, shared.seats),
        "own": own,
        "rules": shared.rules,
        "deck": len(s.deck),
        "discard": shared.discard,
        "open_cards": shared.open_cards,
        "fusion": s.fusion,
        "placed": s.placed,
        "factions": shared.factions,
        "offers": shared.offers,
        "promises": shared.promises,
    }
