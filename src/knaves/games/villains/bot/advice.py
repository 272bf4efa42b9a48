"""A sensible beginner: plays the plan focus of the faction, from what the seat may know.

Every option gets a worth; the best is taken. The worths are rules of thumb, one function a kind of decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from knaves.core.beat import HOLD
from knaves.core.deals import VERBS as DEAL_VERBS
from knaves.core.step import Answer, Option
from knaves.games.villains.bot.sight import ImaginedFactions, SeenFactions, Situation
from knaves.games.villains.bot.worth import CARD_WORTH, SKILL_WORTH, plan_worth
from knaves.games.villains.cards import (
    ADJACENT,
    ALIENS,
    AREAS,
    BATTLE,
    CHAMPION,
    COMMUNISTS,
    COST,
    CULT,
    DICE,
    GOON,
    INFLUENCE,
    MAFIA,
    MOLE,
    MOVE,
    PATSY,
    RESERVES,
    TALENT,
    TOUGH,
    UNIT_IDS,
)
from knaves.games.villains.rules.end_phase import TURNS
from knaves.games.villains.state import AREA_OF, FORM_OF, KIND, KINDS, OWNER_OF, READIED, WOUNDED, FactionCity
from knaves.games.villains.view.types import FactionCityView


def advise(v: FactionCityView, options: Sequence[Option], rng: Random) -> Option:
    """The advice to a seat that sees this."""
    early = at_once(options)
    return answer(SeenFactions(v), options, rng) if early is None else early


def advise_state(s: FactionCity, seat: int, options: Sequence[Option], rng: Random) -> Option:
    """The same advice in a world that is imagined."""
    early = at_once(options)
    return answer(ImaginedFactions(s, seat), options, rng) if early is None else early


def at_once(options: Sequence[Option]) -> Option | None:
    """What can be said without a look: a chance to interject is let pass, unless there is an offer to answer."""
    if options[0] != HOLD:
        return None
    for option in options:
        if option[0] in ("accept", "decline"):
            return None
    return HOLD


def answer(now: Situation, options: Sequence[Option], rng: Random) -> Option:
    answers: list[Option] = []
    for option in options:
        verb = option[0]
        if verb in ("accept", "decline") and (verb == "accept") == now.fair(cast(Answer, option)[1]):
            return option
        if verb not in DEAL_VERBS and verb != "purse":
            answers.append(option)
    if HOLD in answers or len(answers) == 1:
        return answers[0]
    best, top = answers[0], -1e9
    for option in answers:
        worth = judged(now, option) + 0.2 * rng.random()
        if worth > top:
            best, top = option, worth
    return best


def judged(now: Situation, option: Option) -> float:
    how = JUDGES.get(option[0])
    return how(now, cast(Answer, option)) if how is not None else 0.0


def promising(s: FactionCity, seat: int, options: Sequence[Option], rng: Random) -> list[Option]:
    """The same answers, the best by rule of thumb first."""
    now = ImaginedFactions(s, seat)
    return sorted(options, key=lambda option: -judged(now, option))


Judge = Callable[[Situation, Answer], float]


def bury(e: Situation, o: Answer) -> float:
    return -plan_worth(e.plan(o[1]), len(e.cards))


def aim(e: Situation, o: Answer) -> float:
    title, target, _ = e.cards[o[1]]
    area = max(0, target)
    known = target >= 0 and e.is_enemy_target(area)
    worth = 2.0 * (e.owner[area] == e.me) + 0.4 * e.lead(area) + 1.2 * known
    return worth - 0.5 * CARD_WORTH.get(title, 1.0)


def look_at(e: Situation, o: Answer) -> float:
    return 1.0 + e.points(o[1])


def place(e: Situation, o: Answer) -> float:
    """Where to put the next token: areas worth having and within reach, not too many in one."""
    area = o[1]
    mine = e.tokens.mine[area]
    crowd = e.tokens.all[area] / e.seats
    worth = e.worth_of_area(area) - 0.7 * crowd
    gap = -e.lead(area)
    worth -= 0.35 * max(gap - 2, 0) + 0.5 * max(-gap - 3, 0)
    if not mine:
        return worth + 1.2 * (e.pull("tokens") + e.pull("card_tokens") > 0)
    if e.is_faction(COMMUNISTS) and mine < 3:
        worth += 1.6  # influence must be high, not wide
    if e.is_faction(CULT):
        worth += 1.5 * (e.tokens.all[area] >= e.seats - 2) + 0.2 * e.enemies(area)
    return worth - 0.8 * mine


def useful(e: Situation, kind: str, area: int) -> float:
    """What a token of this kind could do in an area; -1: an area not chosen yet."""
    hand = len(e.cards) - 1
    near = ADJACENT[area] if area >= 0 else range(AREAS)
    if kind in ("card", "fusion"):
        if hand < e.tokens.placed.count("card") + e.tokens.placed.count("fusion"):
            return 0.1
        if e.pull("fusion"):  # all cards for one great play
            return 4.0 if kind == "fusion" else 0.2
        if e.pull("card_tokens") and area >= 0 and not e.tokens.mine[area]:
            return 3.4
        return 2.3 if kind == "card" else 2.6
    if kind == "move":
        mine, idle = e.crews.units[e.me], 0
        for a in near:
            if mine[a] and (e.owner[a] != e.me or e.lead(a) > 3):
                idle += mine[a]
        cost = 0.0 if e.upgraded and e.is_faction(ALIENS) else 1.0
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
        rivals = e.tokens.all[area] - e.tokens.mine[area] if area >= 0 else 1
        return 1.3 + 0.2 * rivals
    if kind == "nothing":
        return 0.3
    return {"deploy": 3.0, "invade": 3.3, "wild": 2.8}[kind] - 0.25 * e.tokens.placed.count(kind)


UPKEEP = {"deploy": 1.6, "invade": 4.0, "wild": 1.6, "card": 0.3, "fusion": 0.8, "move": 1.5}


def stop_placing(e: Situation, o: Answer) -> float:
    """Enough when the rest of the funds is needed for what lies there, or nothing useful is left."""
    left = [kind for slot, kind in e.tokens.own.items() if slot not in e.tokens.on_board]
    best = max(left, key=lambda kind: useful(e, kind, -1))
    if e.is_faction(CULT):
        return -5.0
    due = sum(UPKEEP.get(kind, 0.0) for kind in e.tokens.placed)
    if useful(e, best, -1) < 0.8:
        return 20.0
    return 20.0 if e.funds - 1 < 0.8 * due + 0.4 * UPKEEP.get(best, 0.0) else -5.0


def choose_token(e: Situation, o: Answer) -> float:
    slot, area = o[1], o[2]
    return useful(e, e.tokens.own[slot], area)


def reveal(e: Situation, o: Answer) -> float:
    slot, area = o[1], o[2]
    kind = e.tokens.own.get(slot, "card")
    early = {"deploy": 1.5, "invade": 1.4, "fusion": 0.2, "card": 1.0, "rise_up": 1.0}
    if kind == "battle":
        return 0.4 + 0.6 * e.fight_gain(area)
    if kind == "hitman":
        return 0.3 + 0.5 * e.enemies(area)
    return early.get(kind, 0.7) + 0.1 * e.worth_of_area(area)


def skill(e: Situation, o: Answer) -> float:
    return SKILL_WORTH[o[1]] + 1.0 * (e.pull("skills") > 0)


def use_as(e: Situation, o: Answer) -> float:
    kind = o[1]
    area = AREA_OF[max(0, e.revealing)]
    if kind == BATTLE:
        return 1.0 + 1.2 * e.fight_gain(area)
    if kind == MOVE:
        return useful(e, "move", area)
    return 2.6 if e.funds >= 2 else 1.6


def activate(e: Situation, o: Answer) -> float:
    if e.revealing >= 0 and e.tokens.kind[e.revealing] == "battle":
        return 0.3 + e.fight_gain(AREA_OF[e.revealing])
    return 2.0


def deploy(e: Situation, o: Answer) -> float:
    unit, source = o[1], o[2]
    kind = KIND[FORM_OF[unit]]
    row = e.index * KINDS + kind
    cost = COST[row]
    area = AREA_OF[e.revealing] if e.revealing >= 0 else -1
    worth = INFLUENCE[row] + 0.55 * len(DICE[row]) * (1.4 if e.killer else 1.0)
    worth += 0.5 * TOUGH[row] + 0.9 * (kind == TALENT) + 1.5 * (kind == CHAMPION)
    worth += 0.7 * (kind == PATSY) + 0.8 * (kind == PATSY and "rise_up" in e.tokens.placed)
    if kind in (GOON, MOLE) and area >= 0 and e.owner[area] >= 0 and e.owner[area] != e.me:
        worth += e.pull(UNIT_IDS[kind])
    if kind == TALENT and area >= 0 and area == e.target:
        worth += 0.5 * e.pull("talent")
    if source == RESERVES:
        worth += 1.0 * (e.pull("units") > 0)
    else:  # it is in play already: only the change of place counts
        idle = e.lead(source) > 3 or e.owner[source] != e.me
        worth = 0.3 * worth * idle - 0.6 - READIED[FORM_OF[unit]] + 0.6 * WOUNDED[FORM_OF[unit]]
        worth += 1.2 * (kind == CHAMPION and (e.is_faction(MAFIA) or e.is_faction(CULT)))
    if e.tokens.to_reveal:
        dear = 0.9 if e.funds - cost < e.tokens.to_reveal else 0.5
    else:  # energy that is not spent is lost, and after the last turn everything
        dear = 0.1 if e.energy >= cost or e.turn == TURNS else 0.5
    return worth - dear * cost


def move(e: Situation, o: Answer) -> float:
    unit, source = o[2], o[3]
    lead = e.lead(source)
    kind = KIND[FORM_OF[unit]]
    mine = INFLUENCE[e.index * KINDS + kind]
    held = e.owner[source] == e.me
    if held and lead - mine <= 0:
        return -1.0
    return 0.5 + (0.4 if not held else 0.0) - 0.6 * READIED[FORM_OF[unit]] + 0.2 * e.enemies(source)


def play(e: Situation, o: Answer) -> float:
    title, _, cost = e.cards.get(o[1], ("", -1, 0))
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
    return 0.5 * e.points(foe) + 0.2 * e.resources[foe] / 3


def worth_of_unit(e: Situation, unit: int) -> float:
    seat, form = OWNER_OF[unit], FORM_OF[unit]
    kind = KIND[form]
    row = e.factions[seat] * KINDS + kind
    worth = COST[row] + INFLUENCE[row] + 0.7 * len(DICE[row]) + 0.8 * READIED[form]
    worth += 2.0 * (kind == CHAMPION) - 0.5 * (kind == PATSY) + 0.3 * (kind == GOON)
    if TOUGH[row] and not WOUNDED[form]:
        worth -= 3.0  # a hit only wounds it
    return worth


def take_hit(e: Situation, o: Answer) -> float:
    return -worth_of_unit(e, o[1])


def sacrifice(e: Situation, o: Answer) -> float:
    unit, area = o[1], o[2]
    form = FORM_OF[unit]
    tough = TOUGH[e.index * KINDS + KIND[form]] and not WOUNDED[form]
    needed = e.owner[area] == e.me and e.lead(area) <= 1
    return -worth_of_unit(e, unit) - 3.0 * tough - 1.0 * needed


def kill_unit(e: Situation, o: Answer) -> float:
    unit = o[1]
    return worth_of_unit(e, unit) + 0.3 * e.points(OWNER_OF[unit])


def fight_here(e: Situation, o: Answer) -> float:
    return e.fight_gain(o[1])


def attack_with(e: Situation, o: Answer) -> float:
    unit, area = o[1], o[2]
    return len(DICE[e.index * KINDS + KIND[FORM_OF[unit]]]) + 0.2 * e.enemies(area)


def rampage(e: Situation, o: Answer) -> float:
    area = o[1]
    return e.enemies(area) + 1.0 * (e.crews.units[e.me][area] > 0)


def twin(e: Situation, o: Answer) -> float:
    unit, area = o[1], o[2]
    return COST[e.index * KINDS + KIND[FORM_OF[unit]]] + 0.5 * e.worth_of_area(area)


def deploy_to(e: Situation, o: Answer) -> float:
    area = o[1]
    gap = -e.lead(area)
    return e.worth_of_area(area) - 0.5 * max(gap, 0) - 0.5 * max(-gap - 2, 0)


def swap(e: Situation, o: Answer) -> float:
    return float(e.tokens.owner[o[1]] == e.me)


def look(e: Situation, o: Answer) -> float:
    return float(e.tokens.owner[o[1]] != e.me)


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
    "spare": constant(-1.0),
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
    return any(e.tokens.up)
