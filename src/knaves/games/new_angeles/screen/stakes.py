"""What is at stake in a choice: beside the question, and under its answers."""

from __future__ import annotations

from knaves.core.words import counted
from knaves.games.new_angeles.screen.answers import CorpAnswers
from knaves.games.new_angeles.screen.deal import bidder_of
from knaves.games.new_angeles.state import MAIN
from knaves.games.new_angeles.view.types import DealView

SUPPORT = ("16.4", "59.1")


def at_stake(answers: CorpAnswers) -> tuple[str, dict[int, str]]:
    """What the question itself does not say. Who wins takes the asset: the heading of a proposal says that already."""
    scene, view, deal = answers.scene, answers.view, answers.view["deal"]
    if not scene.mine or scene.eye is None:
        return "", {}
    cards = counted(view["seats"][scene.eye]["cards"], "card")
    if scene.verb("pay"):
        return f"You have {view['seats'][scene.eye]['capital']} capital.", {}
    if deal is None:
        return "", {}
    if scene.verb("counter"):
        return f"You have {cards}.", {}
    if scene.rule in SUPPORT:
        hints = {choice.number: side(deal, choice.numbers[0]) for choice in scene.verb("back")}
        return f"{ties(answers, deal)} You have {cards}.", hints
    return "", {}


def ties(answers: CorpAnswers, deal: DealView) -> str:
    """Who wins with as many cards on either side (16.5a), unless an asset lets its owner decide."""
    seats, view = answers.scene.seats, answers.view
    goes = f"Ties go to {seats[view['active']].name}"
    if bidder_of(deal) not in (-1, view["active"]):
        for owner in view["seats"]:
            for asset in owner["assets"]:
                if asset["timing"] == "tied" and not asset["exhausted"]:
                    return f"{goes}, or {seats[owner['seat']].name} decides ({asset['name']})."
    return f"{goes}."


def side(deal: DealView, which: int) -> str:
    """What it takes for an offer to lead."""
    main, counter = deal["support"]
    lacking = counter - main if which == MAIN else main + 1 - counter
    return "leads" if lacking <= 0 else f"{counted(lacking, 'card')} more leads"
