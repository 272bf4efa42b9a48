"""What is at stake in a choice: beside the question, and under its answers."""

from __future__ import annotations

from math import comb

from knaves.core.words import counted, odds_words
from knaves.games.arch_villain.cards.names import CUBES, MOST_DICE
from knaves.games.arch_villain.screen.answers import HeroAnswers
from knaves.games.arch_villain.view.types import ArchVillainView, HeroView

SIDES = 6


def at_stake(answers: HeroAnswers) -> tuple[str, dict[int, str]]:
    villain = answers.view["villain"]
    if not answers.scene.mine or villain is None:
        return "", {}
    return stakes_of(answers, villain), hints_of(answers, villain)


def stakes_of(answers: HeroAnswers, villain: ArchVillainView) -> str:
    scene, view, hero = answers.scene, answers.view, answers.hero
    if scene.verb("on"):
        return f"{hero['placements_left']} still to place this round."
    if answers.shopping or answers.mine:
        energy = f"{hero['energy'] or 'no'} energy"
        return "" if energy in scene.prompt else f"{energy.capitalize()} left."
    if not scene.verb("green", "protect", "arrest"):
        return ""
    dice = view["turn_dice"][view["turn_number"]]
    if dice:
        return threat(hero, dice, villain["cost_of_six"])
    if view["turn"] == "alarm":
        return "No arrest on the alarm turn."
    return f"Range cards only; an arrest brings {view['bonus']['range']} more."


def threat(hero: HeroView, printed: int, cost: int) -> str:
    """What the villain does to a hero who neither leaves nor arrests it (retaliate.1)."""
    dice = min(MOST_DICE, max(0, printed - hero["traits"].get("fewer_villain_dice", 0)))
    share = knocked_out(hero, dice, cost)
    risk = f"knocked out: {odds_words(share)}" if share else "it cannot knock you out"
    if not dice:
        return "Then the villain rolls no die against you."
    rolls = f"Then the villain rolls {counted(dice, 'die', 'dice')}"
    return f"{rolls}; each 6 costs {cost} health, you have {hero['health'] or 'none'} ({risk})."


def knocked_out(hero: HeroView, dice: int, cost: int) -> float:
    """The chance that so many dice of the villain cost more health than the hero has (retaliate.6)."""
    traits, share = hero["traits"], 0.0
    for sixes in range(dice + 1):
        hits = max(0, sixes - traits.get("first_sixes_fail", 0))  # effect.7
        if hits * cost - traits.get("armour", 0) > hero["health"]:
            share += comb(dice, sixes) * (SIDES - 1) ** (dice - sixes) / SIDES**dice
    return share


def room_for_steps(hero: HeroView) -> int:
    """Steps that the skill tracks still have (skill.2)."""
    return sum(hero["ends"][skill] - level for skill, level in hero["skills"].items())


def hints_of(answers: HeroAnswers, villain: ArchVillainView) -> dict[int, str]:
    found = {}
    for choice in answers.scene.answers:
        if choice.verb == "strike" and answers.fight:
            short = answers.fight["defence"] - answers.fight["damage"]
            found[choice.number] = "enough: an arrest" if short <= 0 else f"{short} short, it fails"
        elif choice.verb == "arrest":
            dice = counted(min(answers.hero["dice"], MOST_DICE), "die", "dice")
            chances = [f"{row['damage']} against {row['defence']}" for row in answers.hero["at_best"]]
            found[choice.number] = f"{dice}: at best {', or '.join(chances)}"
        elif choice.verb == "protect":
            found[choice.number] = "no more actions this round"
        elif (
            choice.verb in ("green", "take")
            and choice.numbers[0] == CUBES
            and not room_for_steps(answers.hero)
        ):
            found[choice.number] = "no skill of yours can be raised"
    return found
