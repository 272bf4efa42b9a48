"""What is at stake in a choice: beside the question, and under its answers."""

from __future__ import annotations

from knaves.core.board import BoardChoice, BoardScene, signed
from knaves.core.words import counted
from knaves.games.syndicate.screen.rondel import between
from knaves.games.syndicate.view import MissionView, SyndicateCityView

MOVES = ("activate_move", "activate_move_less", "power_move", "buy_move", "prize_move")
PAYS = ("pay_coin", "pay_card")


def at_stake(scene: BoardScene, view: SyndicateCityView) -> tuple[str, dict[int, str]]:
    own, running = view["own"], view["mission"]
    if own is None:
        return "", {}
    hints = {}
    for choice in scene.answers:
        hint = hint_of(view, running, choice)
        if hint:
            hints[choice.number] = hint
    stakes = ""
    if scene.mine and running is not None and running["will_count"] and scene.verb("lay", "abstain"):
        cards = counted(running["will_count"], "card")
        stakes = f"{running['name']} needs {running['number']}; {cards} will count."
    elif scene.mine and scene.verb(*PAYS):
        have = f"You have {counted(own['coins'], 'coin')}, {counted(len(own['hand']), 'card')}"
        stakes = f"One on: {between(view, (view['landing'] + 1) % 5)}. {have}."
    return stakes, hints


def hint_of(view: SyndicateCityView, running: MissionView | None, choice: BoardChoice) -> str:
    """What an answer does that its words do not say: where a marker lands, what the result becomes."""
    verb, numbers = choice.verb, choice.numbers
    if verb in MOVES and running is None:
        return f"next mission {between(view, (view['stage']['space'] + numbers[-1]) % 5)}"
    if running is None:
        return ""
    total, number = running["total"], running["number"]
    if verb == "remove" and total is not None:
        card = next((card for card in running["cards"] if card["id"] in choice.things), None)
        return verdict(total - (card["counts"] or 0), number) if card else ""
    if verb == "stand" and total is not None:
        return verdict(total, number)
    return ""


def verdict(total: int, number: int) -> str:
    return f"{signed(total)} against {number}: it {'succeeds' if total >= number else 'fails'}"
