"""A sensible beginner: plays the plan focus of the faction, from what the seat may know.

Every option gets a worth; the best is taken. The worths are rules of thumb, one function a kind of decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from knaves.bots.rules1.villains.situation import Situation
from knaves.bots.rules1.villains.worth import CARD_WORTH, SKILL_WORTH, plan_worth
from knaves.core.beat import HOLD
from knaves.core.deals import VERBS as DEAL_VERBS
from knaves.core.step import Answer, Option
from knaves.games.villains.cards import (
    ADJACENT,
    AREA_IDS,
    AREAS,
    BATTLE,
    CHAMPION,
    COST,
    DICE,
    FACTION_IDS,
    GOON,
    INFLUENCE,
    MOLE,
    MOVE,
    PATSY,
    RESERVES,
    TALENT,
    TOUGH,
)
from knaves.games.villains.state import FORMS, KIND, KINDS, READIED, TRACK, WOUNDED
from knaves.games.villains.view.types import FactionCityView as CityView


def advise(v: CityView, options: Sequence[Option], rng: Random) -> Option:
    answers = [o for o in options if o[0] not in DEAL_VERBS and o[0] != "purse"]
    for option in options:
        if option[0] in ("accept", "decline"):
            offer = next(one for one in v["offers"] if one["number"] == cast(Answer, option)[1])
            fair = offer["give"]["amount"] >= offer["get"]["amount"]
            if (option[0] == "accept") == fair:
                return option
    if HOLD in answers or len(answers) == 1:
        return answers[0]
    now = Situation(v)
    judge = JUDGES.get
    best, top = answers[0], -1e9
    for option in answers:
        how = judge(option[0])
        worth = (how(now, cast(Answer, option)) if how else 0.0) + 0.2 * rng.random()
        if worth > top:
            best, top = option, worth
    return best


Judge = Callable[[Situation, Answer], float]


def bury(e: Situation, o: Answer) -> float:
    own = e.v["own"]
    assert own is not None
    plan = next(p for p in own["plans"] if p["id"] == f"plan:{o[1]}")
    return -plan_worth(plan, len(e.cards))


def aim(e: Situation, o: Answer) -> float:
    title, target, _ = e.cards[o[1]]
    area = AREA_IDS.index(target) if target else 0
    lead = e.influence[e.me][area] - e.others_best(area)
    known = any(one["target"] == target for one in e.v["seats"] if one["seat"] != e.me)
    worth = 2.0 * (e.owner[area] == e.me) + 0.4 * lead + 1.2 * known
    return worth - 0.5 * CARD_WORTH.get(title, 1.0)


def look_at(e: Situation, o: Answer) -> float:
    return 1.0 + e.points(o[1])


def place(e: Situation, o: Answer) -> float:
    """Where to put the next token: areas worth having and within reach, not too many in one."""
    area = o[1]
    mine = e.my_tokens[area]
    crowd = e.all_tokens[area] / len(e.v["seats"])
    worth = e.worth_of_area(area) - 0.7 * crowd
    gap = e.others_best(area) - e.influence[e.me][area]
    worth -= 0.35 * max(gap - 2, 0) + 0.5 * max(-gap - 3, 0)
    if not mine:
        return worth + 1.2 * (bool({"tokens", "card_tokens"} & e.wants))
    if e.faction == "communists" and mine < 3:
        worth += 1.6  # influence must be high, not wide
    if e.faction == "cult":
        worth += 1.5 * (e.all_tokens[area] >= len(e.v["seats"]) - 2) + 0.2 * e.enemies(area)
    return worth - 1.1 * mine


def useful(e: Situation, kind: str, area: int) -> float:
    """What a token of this kind could do in an area; -1: an area not chosen yet."""
    hand = len(e.cards) - 1
    near = ADJACENT[area] if area >= 0 else range(AREAS)
    if kind in ("card", "fusion"):
        if hand < e.placed.count("card") + e.placed.count("fusion"):
            return 0.1
        if "fusion" in e.wants:  # all cards for one great play
            return 4.0 if kind == "fusion" else 0.2
        if "card_tokens" in e.wants and area >= 0 and not e.my_tokens[area]:
            return 3.4
        return 2.3 if kind == "card" else 2.6
    if kind == "move":
        idle = sum(
            e.units[e.me][a]
            for a in near
            if e.influence[e.me][a] - e.others_best(a) > 3 or e.owner[a] != e.me
        )
        cost = 0.0 if e.v["seats"][e.me]["upgrade"] and e.faction == "aliens" else 1.0
        return min(0.45 * idle, 2.5) - cost
    if kind == "battle":
        fields = (area,) if area >= 0 else range(AREAS)
        return max(0.6 + e.fight_gain(a) for a in fields)
    if kind == "hitman":
        return 0.9 + 0.5 * (e.enemies(area) if area >= 0 else 1)
    if kind == "rise_up":
        return 1.6
    if kind == "biohazard":
        return 1.2
    if kind == "freeze":
        rivals = e.all_tokens[area] - e.my_tokens[area] if area >= 0 else 1
        return 1.3 + 0.2 * rivals
    if kind == "nothing":
        return 0.3
    return {"deploy": 3.0, "invade": 3.3, "wild": 2.8}[kind] - 0.25 * e.placed.count(kind)


UPKEEP = {"deploy": 1.6, "invade": 4.0, "wild": 1.6, "card": 0.3, "fusion": 0.8, "move": 1.5}


def stop_placing(e: Situation, o: Answer) -> float:
    """Enough when the rest of the funds is needed for what lies there, or nothing useful is left."""
    left = [kind for slot, kind in e.tokens.items() if slot not in e.on_board]
    best = max(left, key=lambda kind: useful(e, kind, -1))
    if e.faction == "cult":
        return -5.0
    due = sum(UPKEEP.get(kind, 0.0) for kind in e.placed)
    if useful(e, best, -1) < 0.8:
        return 20.0
    return 20.0 if e.funds - 1 < due + 0.4 * UPKEEP.get(best, 0.0) else -5.0


def choose_token(e: Situation, o: Answer) -> float:
    slot, area = o[1], o[2]
    return useful(e, e.tokens[slot], area)


def reveal(e: Situation, o: Answer) -> float:
    slot, area = o[1], o[2]
    kind = e.tokens.get(slot, "card")
    early = {"deploy": 1.5, "invade": 1.4, "fusion": 0.2, "card": 1.0, "rise_up": 1.0}
    if kind == "battle":
        return 0.4 + 0.6 * e.fight_gain(area)
    if kind == "hitman":
        return 0.3 + 0.5 * e.enemies(area)
    return early.get(kind, 0.7) + 0.1 * e.worth_of_area(area)


def skill(e: Situation, o: Answer) -> float:
    return SKILL_WORTH[o[1]] + 0.5 * ("skills" in e.wants)


def use_as(e: Situation, o: Answer) -> float:
    kind = o[1]
    now = e.v["revealing"]
    area = int(now.partition(":")[2]) // TRACK if now is not None else 0
    if kind == BATTLE:
        return 1.0 + 1.2 * e.fight_gain(area)
    if kind == MOVE:
        return useful(e, "move", area)
    return 2.6 if e.funds >= 2 else 1.6


def activate(e: Situation, o: Answer) -> float:
    now = e.v["revealing"]
    if now is not None:
        area, space = divmod(int(now.partition(":")[2]), TRACK)
        if e.v["areas"][area]["spaces"][space]["token"] == "battle":
            return 0.3 + e.fight_gain(area)
    return 2.0


def deploy(e: Situation, o: Answer) -> float:
    unit, source = o[1], o[2]
    kind = KIND[unit % FORMS]
    row = e.index * KINDS + kind
    cost = COST[row]
    worth = INFLUENCE[row] + 0.55 * len(DICE[row]) * (1.4 if e.killer else 1.0)
    worth += 0.5 * TOUGH[row] + 0.9 * (kind == TALENT) + 1.5 * (kind == CHAMPION)
    worth += 0.7 * (kind == PATSY) + 0.8 * (kind == PATSY and "rise_up" in e.placed)
    worth += 0.6 * (kind == MOLE and e.wants_moles)
    if "units" in e.wants:
        worth += 1.0
    if source != RESERVES:  # it is in play already: only the change of place counts
        lead = e.influence[e.me][source] - e.others_best(source)
        idle = lead > 3 or e.owner[source] != e.me
        worth = 0.3 * worth * idle - 0.6 - READIED[unit % FORMS] + 0.6 * WOUNDED[unit % FORMS]
        worth += 1.2 * (kind == CHAMPION and e.faction in ("mafia", "cult"))
    left = sum(
        1 for area in e.v["areas"] for space in area["spaces"] if space["owner"] == e.me and not space["up"]
    )
    dear = 0.9 if e.funds - cost < left else 0.5
    return worth - dear * cost


def move(e: Situation, o: Answer) -> float:
    unit, source = o[2], o[3]
    lead = e.influence[e.me][source] - e.others_best(source)
    kind = KIND[unit % FORMS]
    mine = INFLUENCE[e.index * KINDS + kind]
    held = e.owner[source] == e.me
    if held and lead - mine <= 0:
        return -1.0
    return 0.5 + (0.4 if not held else 0.0) - 0.6 * READIED[unit % FORMS] + 0.2 * e.enemies(source)


def play(e: Situation, o: Answer) -> float:
    title, _, cost = e.cards.get(o[1], ("", None, 0))
    worth = CARD_WORTH.get(title, 1.0)
    if title in ("public_backlash", "fish_in_a_barrel", "despotism", "blown_cover"):
        worth += 0.8 * e.killer
    if title == "let_god_sort_them_out":
        worth += 1.0 - sum(owner == e.me for owner in e.owner)
    if title == "suitcase_nuke":
        worth -= 1.0
    return worth + 1.0 - 0.45 * cost


def attack(e: Situation, o: Answer) -> float:
    foe = o[-1]
    return 0.5 * e.points(foe) + 0.2 * e.v["seats"][foe]["resources"] / 3


def worth_of_unit(e: Situation, unit: int) -> float:
    seat, form = divmod(unit, FORMS)
    kind = KIND[form]
    row = FACTION_IDS.index(e.v["seats"][seat]["faction"] or "mutants") * KINDS + kind
    worth = COST[row] + INFLUENCE[row] + 0.7 * len(DICE[row]) + 0.8 * READIED[form]
    worth += 2.0 * (kind == CHAMPION) - 0.5 * (kind == PATSY) + 0.3 * (kind == GOON)
    if TOUGH[row] and not WOUNDED[form]:
        worth -= 3.0  # a hit only wounds it
    return worth


def take_hit(e: Situation, o: Answer) -> float:
    return -worth_of_unit(e, o[1])


def sacrifice(e: Situation, o: Answer) -> float:
    unit, area = o[1], o[2]
    form = unit % FORMS
    tough = TOUGH[e.index * KINDS + KIND[form]] and not WOUNDED[form]
    needed = e.owner[area] == e.me and e.influence[e.me][area] - e.others_best(area) <= 1
    return -worth_of_unit(e, unit) - 3.0 * tough - 1.0 * needed


def kill_unit(e: Situation, o: Answer) -> float:
    unit = o[1]
    return worth_of_unit(e, unit) + 0.3 * e.points(unit // FORMS)


def fight_here(e: Situation, o: Answer) -> float:
    return e.fight_gain(o[1])


def attack_with(e: Situation, o: Answer) -> float:
    unit, area = o[1], o[2]
    return len(DICE[e.index * KINDS + KIND[unit % FORMS]]) + 0.2 * e.enemies(area)


def rampage(e: Situation, o: Answer) -> float:
    area = o[1]
    return e.enemies(area) + 1.0 * (e.units[e.me][area] > 0)


def twin(e: Situation, o: Answer) -> float:
    unit, area = o[1], o[2]
    return COST[e.index * KINDS + KIND[unit % FORMS]] + 0.5 * e.worth_of_area(area)


def deploy_to(e: Situation, o: Answer) -> float:
    area = o[1]
    gap = e.others_best(area) - e.influence[e.me][area]
    return e.worth_of_area(area) - 0.5 * max(gap, 0) - 0.5 * max(-gap - 2, 0)


def swap(e: Situation, o: Answer) -> float:
    area, space = divmod(o[1], TRACK)
    mine = e.v["areas"][area]["spaces"][space]["owner"] == e.me
    return float(mine)


def look(e: Situation, o: Answer) -> float:
    area, space = divmod(o[1], TRACK)
    return float(e.v["areas"][area]["spaces"][space]["owner"] != e.me)


def throw(e: Situation, o: Answer) -> float:
    return 1.0 - CARD_WORTH.get(e.cards[o[1]][0], 1.0)


def constant(worth: float) -> Judge:
    return lambda e, o: worth


JUDGES: dict[str, Judge] = {
    "bury": bury,
    "target": aim,
    "look_at": look_at,
    "area": place,
    "pass": lambda e, o: stop_placing(e, o) if not _acting(e) else 0.4,
    "token": choose_token,
    "space": lambda e, o: float(o[1]),
    "reveal": reveal,
    "skill": skill,
    "locked": constant(0.5),
    "activate": activate,
    "discard": constant(0.0),
    "use_as": use_as,
    "deploy": deploy,
    "done": constant(0.35),
    "heal": constant(1.0),
    "move": move,
    "play": play,
    "play_free": lambda e, o: play(e, o) - 1.0,
    "take": constant(0.9),
    "attack": attack,
    "attack_with": attack_with,
    "strike": attack,
    "hit": take_hit,
    "cancel": lambda e, o: worth_of_unit(e, o[1]) - 3.6,
    "sacrifice": sacrifice,
    "doom": attack,
    "assassinate": kill_unit,
    "attack_now": constant(1.0),
    "hold_fire": constant(-4.0),
    "rampage": rampage,
    "duel": constant(0.0),
    "throw": throw,
    "again": constant(-0.2),
    "swap": swap,
    "twin": twin,
    "battle_in": fight_here,
    "look": look,
    "deploy_to": deploy_to,
    "turn_down": constant(0.0),
    "score": constant(1.0),
    "cash_in": constant(0.0),
    "leave": constant(0.2),
}


def _acting(e: Situation) -> bool:
    """In the Take Actions Step passing is for those who have revealed all."""
    hidden = sum(
        1 for area in e.v["areas"] for space in area["spaces"] if space["owner"] is not None and space["up"]
    )
    return hidden > 0
