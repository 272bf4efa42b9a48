"""From what a seat sees to the question of dice: what it could arrest with, and how likely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from knaves.games.arch_villain.bot.solver import DicePlan, Problem, Square, can_arrest, solve
from knaves.games.arch_villain.cards.names import SKILLS, TYPES
from knaves.games.arch_villain.view.types import HeroCardView as CardView
from knaves.games.arch_villain.view.types import HeroCityView as CityView
from knaves.games.arch_villain.view.types import HeroView as PlayerView

SAMPLES = 8


def card_number(card: CardView) -> int:
    return int(card["id"].partition(":")[2])


def outputs(card: CardView, skills: Sequence[int], weapon_bonus: int) -> tuple[int, ...]:
    """Damage by pips of one die on this card; place 0 is no die."""
    if "symbols" in card:
        level = skills[SKILLS.index(card["skill"])]
        return (
            0,
            *(card["base"] + n * level + weapon_bonus if n >= 0 else 0 for n in card["symbols"]),
        )
    return (0, *card["damage"])


def squares_of(me: PlayerView) -> list[Square]:
    """Every square of every card that takes dice."""
    skills, bonus = list(me["skills"].values()), me["traits"].get("weapon_bonus", 0)
    found: list[Square] = []
    for card in me["cards"]:
        count = card.get("squares", 0)
        if count:
            one = Square(
                card_number(card),
                outputs(card, skills, bonus),
                card["plus"],
                TYPES.index(card["type"]) if "type" in card else -1,
                card["range"],
                "all_range" in card.get("inside", ()),
            )
            found += [one] * count
    return found


def problem(v: CityView, me: PlayerView, dice: Sequence[int]) -> Problem:
    """The arrest of the villain with these dice, before any is placed."""
    villain = v["villain"]
    assert villain is not None
    more = v["bonus"]["defence"]
    a, b, c, d = (
        villain["special"][kind] + more if kind in villain["special"] and kind not in me["ignored"] else 0
        for kind in TYPES
    )
    return Problem(
        tuple(dice),
        tuple(squares_of(me)),
        me["energy"] + me["traits"].get("free_pips", 0),
        me["fist"],
        villain["defence"],
        (a, b, c, d),
        v["turn"] == "range",
    )


def current(v: CityView, me: PlayerView) -> Problem:
    """The arrest as it stands: some dice placed, some energy spent."""
    dice = v["dice"]
    assert dice is not None
    whole = problem(v, me, dice["pool"])
    squares = list(whole.squares)
    plain = plus = against = 0
    wide = False
    for one in dice["placed"]:
        slot = int(one["card"].partition(":")[2])
        square = next(sq for sq in squares if sq.slot == slot)
        squares.remove(square)
        wide = wide or square.all_range
        if square.type >= 0:
            against = max(against, whole.specials[square.type])
        if not one["item"]:
            plain += 0 if square.plus else square.out[one["pips"]]
            plus += square.out[one["pips"]] if square.plus else 0
    free = max(0, me["traits"].get("free_pips", 0) - dice["pips"])
    return whole._replace(
        squares=tuple(squares),
        pips=me["energy"] + free,
        range_turn=whole.range_turn and not wide,
        plain=plain,
        plus=plus,
        against=against,
    )


def plan(v: CityView, me: PlayerView) -> DicePlan | None:
    """The cheapest way to an arrest from here, if there is any."""
    return solve(current(v, me))


@lru_cache(maxsize=64)
def _rolls(dice: int, sixes: bool) -> tuple[tuple[int, ...], ...]:
    """A fixed handful of rolls, spread over bad and good ones."""
    rng = Random(dice)
    many = [sorted((rng.randint(1, 6) for _ in range(dice)), reverse=True) for _ in range(SAMPLES * 24)]
    if sixes:
        many = [sorted((6 if pips == 1 else pips for pips in roll), reverse=True) for roll in many]
    many.sort(key=lambda roll: (sum(roll), roll))
    return tuple(tuple(roll) for roll in many[12::24])


def chance(v: CityView, me: PlayerView, dice: int = 0, energy: int = 0) -> float:
    """About how likely an arrest is now; with more dice and energy, if so asked."""
    if v["villain"] is None:
        return 0.0
    count = min(10, me["dice"] + dice)
    if not count:
        return 0.0
    sixes = "ones_are_sixes" in me["traits"]
    ask = problem(v, me, ())
    ask = ask._replace(pips=ask.pips + energy)
    rolls = _rolls(count, sixes)
    # Rolls go from bad to good: the first that succeeds tells the rest.
    low, high = 0, len(rolls)
    while low < high:
        middle = (low + high) // 2
        if can_arrest(ask._replace(dice=rolls[middle])):
            high = middle
        else:
            low = middle + 1
    return (len(rolls) - low) / len(rolls)
