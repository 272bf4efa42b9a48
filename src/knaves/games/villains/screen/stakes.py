"""What is at stake in a choice: beside the question, and under its answers."""

from __future__ import annotations

from knaves.core.words import counted
from knaves.games.villains.screen.answers import FactionAnswers
from knaves.games.villains.state import FORM_OF, KIND, WOUNDED

PAYING = ("place.1", "deploy.2", "move.1", "act.4", "card.1", "scientists.3", "bankers.6", "communists.7")


def at_stake(answers: FactionAnswers) -> tuple[str, dict[int, str]]:
    eye = answers.scene.eye
    if not answers.scene.mine or eye is None:
        return "", {}
    me = answers.view["seats"][eye]
    hints = {}
    for choice in answers.scene.verb("hit"):
        form = FORM_OF[choice.numbers[0]]
        wounds = me["kit"][KIND[form]]["tough"] and not WOUNDED[form]
        hints[choice.number] = "is wounded" if wounds else "dies"
    return stakes_of(answers, eye), hints


def stakes_of(answers: FactionAnswers, eye: int) -> str:
    me, rule = answers.view["seats"][eye], answers.rule
    if rule in PAYING:
        return f"You have {me['energy']} energy, {counted(me['resources'], 'resource')}."
    if rule == "combat.6" and answers.view["fight"]:
        return "Who falls has struck or still strikes."
    if rule == "start.6":
        return "Hold it at the end of the turn: 1 area point."
    return ""
