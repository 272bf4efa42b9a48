"""The end in a sentence: margins, ties, shared victories, places; and each game's own rule of victory."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

import knaves
from knaves.core.ending import by_points, places, win_shares
from knaves.core.state import Result
from knaves.games import find
from knaves.games.new_angeles.cards import CORPS, FEDERALIST
from tests.laws.tables import IDS

NAMES = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")


def test_a_lead_is_said_with_whom_it_is_over() -> None:
    ending = by_points(Result((0,), (15, 14, 9), ""), "points", NAMES)
    assert (ending.by, ending.says) == ("+1", "point ahead of Ines")
    assert ending.yours == ("You win.", "You finish second.", "You finish third.")


def test_equals_come_next_together_and_have_the_same_place() -> None:
    ending = by_points(Result((2,), (4, 4, 9, 1), ""), "coins", NAMES)
    assert (ending.by, ending.says) == ("+5", "coins ahead of Mirela and Ines")
    assert ending.yours[3] == "You finish fourth."
    assert places((2,), (4, 4, 9, 1)) == [2, 2, 1, 4]


def test_a_shared_victory_and_a_draw_have_no_lead() -> None:
    shared = by_points(Result((0, 2), (7, 4, 7), ""), "points", NAMES)
    assert (shared.by, shared.says) == ("=", "shared at 7 points")
    assert shared.yours == ("You win.", "You finish third.", "You win.")
    draw = by_points(Result((), (5, 5, 3), ""), "points", NAMES)
    assert (draw.by, draw.says) == ("=", "nobody ahead at 5 points")
    assert draw.yours[0] == draw.yours[1] == "You finish first."


def test_whoever_wins_is_first_with_fewer_points_too() -> None:
    assert places((1,), (17, 13, 9)) == [2, 1, 3]


@cache
def last(game: str, seed: int) -> tuple[Result, Any]:
    rules, rng = find(game), Random(seed)
    position = knaves.start(game, seats=rules.about.seats[-1], seed=seed)
    while (ask := position.ask()) is not None:
        seat = ask.seats[0]
        position.apply(seat, rules.advise(position.view(seat), ask.options(seat), rng))
    assert position.result is not None
    return position.result, position.view(1)


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("seed", [4, 5])
def test_every_game_says_how_it_ended_for_each(game: str, seed: int) -> None:
    result, view = last(game, seed)
    names = NAMES[: len(result.scores)]
    ending = find(game).ending(view, result, names)
    assert ending.by and ending.says
    for seat, yours in enumerate(ending.yours):
        assert (yours == "You win.") == (seat in result.winners)
        assert yours.endswith(".")
    assert len(ending.yours) == len(names)


def villains(points: list[tuple[int, int]], tokens: dict[int, list[int]], winners: tuple[int, ...]) -> Any:
    """Villains with these area and plan points."""
    _, view = last("villains", 4)
    view = deepcopy(view)
    for seat, (area, plan) in zip(view["seats"], points, strict=False):
        seat.update(area_points=area, plan_points=plan, capitol=tokens.get(seat["seat"], []))
        seat["score"] = {"area_points": area, "plan_points": plan, "total": area + plan}
    view["seats"] = view["seats"][: len(points)]
    scores = tuple(area + plan for area, plan in points)
    return find("villains").ending(view, Result(winners, scores, ""), NAMES)


def test_villains_tell_a_goal_from_points_and_from_a_token() -> None:
    goal = villains([(11, 2), (9, 8)], {}, (0,))
    assert (goal.by, goal.says) == ("+2", "area points ahead of Ines")
    plans = villains([(1, 12), (9, 8)], {}, (0,))
    assert (plans.by, plans.says) == ("+4", "plan points ahead of Ines")
    both = villains([(10, 5), (11, 2), (9, 9)], {}, (0,))
    assert (both.by, both.says) == ("+2", "points ahead of Ines")
    tie = villains([(7, 4), (8, 3), (1, 1)], {0: [2], 1: [1, 3]}, (1,))
    assert (tie.by, tie.says) == ("=", "11 points like Mirela")  # the reason names the token
    draw = villains([(7, 4), (8, 3)], {}, ())
    assert draw.title == "Nobody takes the city" and draw.says == "nobody ahead at 11 points"


def test_in_villains_who_has_most_and_reached_no_goal_has_no_part_in_a_draw() -> None:
    draw = villains([(10, 2), (0, 12), (9, 11), (1, 1)], {}, ())
    assert (draw.by, draw.says) == ("=", "nobody ahead at 12 points")
    assert draw.yours[:3] == ("It is a draw.", "It is a draw.", "You finish third.")


def new_angeles(capital: list[int], rivals: list[int], winners: tuple[int, ...], threat: int = 3) -> Any:
    """New Angeles with this capital; by seat, whose corporation the rival card names."""
    _, view = last("new_angeles", 4)
    view = deepcopy(view) | {"threat": threat}
    view["seats"] = view["seats"][: len(capital)]
    for seat, has, rival in zip(view["seats"], capital, rivals, strict=True):
        seat["capital"] = has
        corp = CORPS.index(view["seats"][rival]["corp"]) if rival >= 0 else FEDERALIST
        seat["rival"] = {"id": "rival:0", "name": "A rival", "text": "", "worth": corp}
    return find("new_angeles").ending(view, Result(winners, tuple(capital), ""), NAMES)


def test_new_angeles_compares_with_the_rival() -> None:
    one = new_angeles([40, 28, 30, 20], [1, 0, -1, 2], (0,))
    assert (one.by, one.says) == ("+12", "capital ahead of Ines")
    assert one.yours[1] == "You lose: Mirela, your rival, has 12 more than you."
    assert one.yours[2] == "You lose: the city held, and the federalist needed its fall."
    own = new_angeles([40, 28, 30, 20], [0, 0, 3, 1], (0,))
    assert (own.by, own.says) == ("3", "others have less capital")
    many = new_angeles([40, 28, 30, 20], [1, 3, 1, 0], (0, 1, 2))
    assert (many.by, many.says) == ("3", "win, each ahead of a rival")
    assert new_angeles([9, 9], [1, 0], ()).yours[0] == "You lose: Ines, your rival, has as much as you."


def test_new_angeles_falls_for_all_but_a_rich_federalist() -> None:
    fall = new_angeles([40, 20], [1, -1], (), threat=25)
    assert (fall.by, fall.says) == ("25", "threat: everybody loses")
    assert fall.yours == ("You lose with the city.", "You had too little capital for a federalist.")
    rich = new_angeles([40, 26], [1, -1], (1,), threat=25)
    assert (rich.by, rich.yours[0]) == ("26", "You lose with the city.")


def syndicate(goals: list[int | None], power: list[int], empty: list[int], winners: tuple[int, ...]) -> Any:
    _, view = last("syndicate", 4)
    view = deepcopy(view) | {"you": None, "own": None}
    for number, villain in enumerate(view["villains"]):
        villain["power"] = power[number]
        villain["cells"] = [number not in empty] * 7
    for player, goal in zip(view["players"], goals, strict=True):
        player["goal"] = None if goal is None else {"number": goal, "name": "Government Spy", "text": ""}
    scores = tuple(int(seat in winners) for seat in range(len(goals)))
    return find("syndicate").ending(view, Result(winners, scores, ""), NAMES[:5])


def test_the_syndicate_ends_by_power_by_the_spy_or_with_the_last_one_hidden() -> None:
    power = syndicate([4, 0, None, None, 5], [3, 0, 0, 1, 5], [], (0,))
    assert (power.by, power.title) == ("5", "Electrode rules the city")
    assert power.yours[1:3] == ("You served Shadowheart: Power 3 of 5.", "You lose.")
    assert power.yours[4] == "You were the Government Spy: 0 of 2 tracks are empty."
    spy = syndicate([5, 0, None, None, None], [3, 0, 0, 1, 4], [1, 2], (0,))
    assert (spy.by, spy.says) == ("2", "tracks of villains are empty")
    hidden = syndicate([2, 0, 1, 3, 4], [3, 0, 0, 1, 4], [], (0,))
    assert hidden.title == "The last one hidden"


def test_winners_share_a_win_or_have_one_each() -> None:
    assert win_shares((0, 2), 3) == [0.5, 0.0, 0.5]
    assert win_shares((0, 2), 3, alone=False) == [1.0, 0.0, 1.0]
    assert win_shares((), 2) == [0.0, 0.0]
