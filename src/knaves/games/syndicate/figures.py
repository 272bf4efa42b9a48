"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from knaves.core.ending import Ending
from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.state import Result
from knaves.core.words import Event, all_of
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.state import SyndicateCity
from knaves.games.syndicate.view import GoalView, SyndicateCityView

POWER_WINS, EMPTY_WINS = 5, 2  # win.1, spy.1


def tally(events: Sequence[Event], s: SyndicateCity) -> Mapping[str, float]:
    """Numbers that can be averaged over many games; shares are 0 or 1 in one game."""
    count = Counter(event.kind for event in events)
    result = s.result
    figures: dict[str, float] = {
        "turns": s.turn,
        "missions": count["succeeded"] + count["failed"],
        "missions that succeeded": count["succeeded"],
        "breakthroughs": count["breakthrough"],
        "accusations": count["accuses"] + count["accuses_free"],
        "players revealed": s.revealed.bit_count(),
        "cubes spent": count["spends_cube"],
        "cards placed ahead": count["placed"],
    }
    if result is not None:
        last = "last_hidden" in count
        figures["ended by the last hidden goal"] = last
        figures["ended by a goal reached"] = not last
        figures["shared wins"] = len(result.winners) > 1
        figures["won: whoever began"] = (who_began(s) in result.winners) / len(result.winners)
        for seat, slot in enumerate(s.goal):
            goal = s.box.goals[s.face[slot]].id
            share = (seat in result.winners) / len(result.winners)
            figures[f"won: {goal}"] = share
            figures[f"won by its own goal: {goal}"] = 0.0 if last else share
    return figures


def who_began(s: SyndicateCity) -> int:
    return (s.active - s.turn + 1) % s.seats


def sides(events: Sequence[Event], s: SyndicateCity) -> Mapping[str, Sequence[str]]:
    goals = [s.box.goals[s.face[slot]].name for slot in s.goal]
    return {"goal": goals, "first on turn": turn_order(who_began(s), s.seats)}


def standing(view: SyndicateCityView) -> Standing:
    """The Power of the five villains; whom each of them serves is told when the goal is revealed."""
    served = {p["goal"]["number"]: seat for seat, p in enumerate(view["players"]) if p["goal"] is not None}
    return Standing(
        tuple(
            ChartLine(villain["id"], villain["power"], villain["name"], villain["colour"], served.get(number))
            for number, villain in enumerate(view["villains"])
        ),
        view["turn"],
    )


def ending(view: SyndicateCityView, result: Result, names: Sequence[str]) -> Ending:
    """Goals: a villain's Power, two empty tracks for the spy, or the last that was not found out."""
    yours = tuple(_fate(view, seat, result) for seat in range(len(names)))
    goals = [goal for seat in result.winners if (goal := _goal(view, seat)) is not None]
    served = [view["villains"][goal["number"]] for goal in goals if goal["number"] < SPY]
    top = max((villain["power"] for villain in served), default=0)
    if top >= POWER_WINS:
        rulers = all_of([villain["name"] for villain in served])
        return Ending(
            str(top),
            f"Power: {rulers} cannot be stopped",
            yours,
            f"{rulers} {'rules' if len(served) == 1 else 'rule'} the city",
        )
    empty = _empty(view)
    if any(goal["number"] == SPY for goal in goals) and empty >= EMPTY_WINS:
        return Ending(str(empty), "tracks of villains are empty", yours, "The Syndicate is broken")
    return Ending("1", "goal was never found out", yours, "The last one hidden")


def _empty(view: SyndicateCityView) -> int:
    return sum(not any(villain["cells"]) for villain in view["villains"])


def _goal(view: SyndicateCityView, seat: int) -> GoalView | None:
    """What this view knows of it."""
    own = view["own"]
    return own["goal"] if own is not None and seat == view["you"] else view["players"][seat]["goal"]


def _fate(view: SyndicateCityView, seat: int, result: Result) -> str:
    goal = _goal(view, seat)
    if seat in result.winners:
        return "You win."
    if goal is None:
        return "You lose."
    if goal["number"] >= SPY:
        return f"You were the {goal['name']}: {_empty(view)} of {EMPTY_WINS} tracks are empty."
    villain = view["villains"][goal["number"]]
    if villain["power"] >= POWER_WINS:
        said = f"You served {villain['name']}, who reached Power {POWER_WINS} as well"
        return f"{said}: the bag held more of another's cubes."
    return f"You served {villain['name']}: Power {villain['power']} of {POWER_WINS}."
