"""Rules of thumb of the `fair` bot: what cards, skills and plans are worth to a beginner."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.games.villains.cards import PLAN
from knaves.games.villains.cards.rows import Need
from knaves.games.villains.view.types import NeedView, PlanView

CARD_WORTH: dict[str, float] = {
    "all_hallows_eve": 0.6,
    "ample_cover": 0.8,
    "blackstone_encryption": 1.2,
    "blown_cover": 0.9,
    "cease_fire": 0.8,
    "chicago_airlift": 1.2,
    "despotism": 1.8,
    "display_of_brilliance": 1.6,
    "fish_in_a_barrel": 1.8,
    "go_go_go": 1.0,
    "go_with_god": 1.0,
    "high_noon": 0.9,
    "let_god_sort_them_out": 1.0,
    "march_the_streets": 1.4,
    "market_instability": 1.0,
    "massacre": 1.2,
    "military_cache": 1.2,
    "mobilize": 2.2,
    "police_payoff": 0.9,
    "public_backlash": 1.7,
    "rousing_speech": 1.8,
    "shakedown": 1.0,
    "slip_in_the_back": 1.7,
    "stand_down": 0.9,
    "stroke_of_genius": 1.5,
    "stupor": 1.3,
    "suitcase_nuke": 1.0,
    "to_the_death": 0.7,
    "total_war": 0.7,
    "trapped_like_rats": 0.6,
    "windfall": 1.6,
}

# In area order: exchanging tokens is rarely of use to a beginner, attacks and resources nearly always.
SKILL_WORTH: tuple[float, ...] = (0.3, 2.4, 2.2, 2.0, 1.0, 2.5, 0.5, 1.8, 0.6)

# How likely a need is met by the end of a turn, by its kind, where its number says little.
_CHANCE = {
    "control": 0.5,
    "control_enemy_target": 0.5,
    "own_target": 0.5,
    "tokens": 0.35,
    "card_tokens": 0.35,
    "exterminate": 0.35,
}


def chance(need: NeedView, hand: int) -> float:
    """A beginner's guess that a need will be met this turn, with so many cards in hand."""
    kind, have, want = need["kind"], need["have"] or 0, need["want"]
    if kind in ("discard", "fusion"):  # a card is given away as the target
        return 0.8 if hand > want else 0.4 if hand == want else 0.08
    if have >= want:
        return 0.9
    gap = want - have
    if kind == "markers":
        return max(0.5 - 0.25 * gap, 0.02)
    if kind == "units":
        return max(0.95 - 0.12 * gap, 0.03)
    if kind == "influence":
        return 0.45 if want == 1 else 0.3
    base = _CHANCE.get(kind, 0.45)
    return max(base - 0.07 * max(gap - 2, 0), 0.02)


def plan_worth(plan: PlanView, hand: int) -> float:
    """Points to expect from a plan, objectives from top to bottom."""
    worth, likely = 0.0, 1.0
    for one in plan["objectives"]:
        for need in one["needs"]:
            likely *= chance(need, hand)
        worth += likely * one["points"]
    return worth


BARRED = 0.5  # an objective below one that is not met yet counts so much less
THING = {"kill_most": "kill", "exterminate": "kill", "control_enemy_target": "enemy_target"}


def thing_of(need: Need) -> str:
    """What a need makes one want: its kind; of units somewhere that place, or the unit that is to be there."""
    if need.kind == "presence":
        return "enemy_target" if need.where == "enemy_target" else need.unit
    return THING.get(need.kind, need.kind)


WANTED = tuple(
    tuple((one.points, tuple((thing_of(need), need.n) for need in one.needs)) for one in plan.objectives)
    for plan in PLAN
)
"""By plan, its objectives: points, and what each needs how often."""


def pulls_of(plans: Sequence[int], have: dict[str, int]) -> dict[str, float]:
    """How much these plans want of each thing: the points that hang on it. Of what is counted in `have` no more is
    wanted as soon as there is enough."""
    found: dict[str, float] = {}
    for plan in plans:
        share = 1.0
        for points, needs in WANTED[plan]:
            met = True
            for thing, number in needs:
                if have.get(thing, 0) < number:
                    found[thing] = found.get(thing, 0.0) + share * points
                    met = False
            if not met:
                share *= BARRED
    return found
