"""What is at stake in a choice: beside the question, and under its answers."""

from __future__ import annotations

from knaves.core.board import BoardChoice, BoardScene, signed
from knaves.core.words import counted, so_many
from knaves.games.syndicate.view import MissionView, SyndicateCityView, between

MOVES = ("activate_move", "activate_move_less", "power_move", "buy_move", "prize_move")
PAYS = ("pay_coin", "pay_card")


def at_stake(scene: BoardScene, view: SyndicateCityView) -> tuple[str, dict[int, str]]:
    own, running = view["own"], view["mission"]
    if own is None:
        return "", {}
    hints = {}
    for choice in scene.choices:
        hint = hint_of(view, running, choice)
        if hint:
            hints[choice.number] = hint
    stakes = ""
    if scene.mine and running is not None and running["will_count"] and scene.verb("lay", "abstain"):
        stakes = f"{counted(running['will_count'], 'card')} will count."
    elif scene.mine and scene.verb(*PAYS):
        have = f"You have {so_many(own['coins'], 'coin')} and {so_many(len(own['hand']), 'card')}"
        one_on = (view["landing"] + 1) % 5
        meets = ", where it meets the Mission marker" if view["spaces"][one_on]["mission"] else ""
        stakes = f"One on: {between(view, one_on)}{meets}. {have}."
    return stakes, hints


def hint_of(view: SyndicateCityView, running: MissionView | None, choice: BoardChoice) -> str:
    """What an answer does that its words do not say: where a marker lands, what the result becomes."""
    verb, numbers = choice.verb, choice.numbers
    if verb in MOVES:
        return moved(view, numbers[-1])
    if running is None:
        return ""
    total, number = running["total"], running["number"]
    if verb == "remove" and total is not None:
        card = next((card for card in running["cards"] if card["id"] in choice.things), None)
        return verdict(total - (card["counts"] or 0), number) if card else ""
    if verb == "stand" and total is not None:
        return verdict(total, number)
    return ""


def moved(view: SyndicateCityView, spaces: int) -> str:
    """What follows when the Mission marker moves so far: a running mission stays where it is (power.3)."""
    stands = next(number for number, space in enumerate(view["spaces"]) if space["mission"])
    passed = [view["spaces"][(stands + step) % 5] for step in range(1, spaces + 1)]
    meets = ", meets the Action marker" if any(space["action"] for space in passed) else ""
    stays = "this mission stays, the next one" if view["mission"] else "next mission"
    return f"{stays} {between(view, (stands + spaces + 1) % 5)}{meets}"


def verdict(total: int, number: int) -> str:
    return f"{signed(total)} against {number}: it {'succeeds' if total >= number else 'fails'}"
