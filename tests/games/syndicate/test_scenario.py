"""Scenario words: every word does what the README says, and what cannot be is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import knaves
from knaves.games.syndicate.state import SyndicateCity
from tests.games.syndicate.table import DOOMKING, GOLDHAMMER, START, SUPERNOVA, at, card, city, may, verbs


def test_a_scenario_names_only_what_differs() -> None:
    plain = knaves.scenario({"game": "syndicate", "seats": 3, "seed": 9})
    assert city(plain) == city(knaves.start("syndicate", seats=3, seed=9))


@pytest.mark.parametrize(
    ("word", "value", "look"),
    [
        ("goals", ["spy", "supernova", "doomking"], lambda s: s.face[s.goal[0]] == 5),
        ("hands", [["cold_feet"], None, []], lambda s: [len(h) for h in s.hand] == [1, 5, 0]),
        ("locations", {"electrode": ["live_wire"]}, lambda s: s.location[4] == [card("live_wire")]),
        ("deck", ["live_wire", "cold_feet"], lambda s: s.deck[-2:] == [card("cold_feet"), card("live_wire")]),
        ("missions", ["tunnel_nine"], lambda s: s.box.missions[s.face[s.missions[-1]]].id == "tunnel_nine"),
        ("tracks", {"doomking": [1, 4]}, lambda s: (s.low[2], s.high[2]) == (1, 4)),
        ("cubes", [["doomking"] * 2, [], []], lambda s: s.cubes[2] == 2 and sum(s.cubes) == 2),
        ("bag", ["electrode"], lambda s: s.bag == [0, 0, 0, 0, 1]),
        ("coins", [0, 9, 1], lambda s: s.coins == [0, 9, 1] and s.bank == 40),
        ("action", "goldhammer", lambda s: s.action_marker == GOLDHAMMER),
        ("mission", "supernova", lambda s: s.mission_marker == SUPERNOVA),
        ("denied", [[1, "spy"]], lambda s: s.answered[1] == 1 << 5),
        ("accused", True, lambda s: s.accused),
        ("active", 2, lambda s: s.active == 2),
    ],
)
def test_each_word(word: str, value: object, look: Callable[[SyndicateCity], bool]) -> None:
    goals = ["shadowheart", "supernova", "doomking"]
    p = knaves.scenario({"game": "syndicate", "seats": 3, "seed": 2, "set": {"goals": goals, word: value}})
    assert look(city(p))
    again = knaves.load(p.save())
    assert again == p


def test_revealed_and_step() -> None:
    p = at(3, revealed=[1], step="end")
    assert city(p).revealed == 2 and "end_turn" in verbs(p, 0)
    assert not any(seat == 1 for seat, _ in may(p, 0, "accuse"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"gold": 1}, "no word 'gold'"),
        ({"goals": ["spy"]}, "one entry for each"),
        ({"goals": ["spy", "spy", "spy"]}, "the same to two seats"),
        ({"goals": ["spy", "robin", "doomking"]}, "'robin'"),
        ({"hands": [["robin"], None, None]}, "no card called 'robin'"),
        ({"hands": [["cold_feet"], ["cold_feet"], None]}, "left"),
        ({"hands": ["cold_feet", None, None]}, "a list"),
        ({"locations": ["cold_feet"]}, "is a table"),
        ({"missions": ["tunnel_nine", "tunnel_nine"]}, "left"),
        ({"tracks": {"doomking": [4, 1]}}, "lowest, highest"),
        ({"tracks": {"doomking": [0, 7]}}, "from 0 to 6"),
        ({"tracks": {"doomking": [0, 6]}}, "reached in this scenario already"),
        ({"cubes": [["doomking"] * 8, [], []]}, "10 orange cubes"),
        ({"coins": [50, 1, 0]}, "50 coins"),
        ({"coins": [1, "2", 0]}, "from 0 to 50"),
        ({"action": "robin"}, "'robin'"),
        ({"revealed": [0, 1]}, "at least two goals hidden"),
        ({"revealed": [7]}, "seats are 0 to 2"),
        ({"denied": [[1, "supernova"]]}, "that the seat has"),
        ({"denied": [[]]}, "has pairs"),
        ({"step": "lunch"}, "no step called"),
    ],
)
def test_what_cannot_be_is_refused(words: dict[str, object], said: str) -> None:
    given = {**START, "goals": ["shadowheart", "supernova", "doomking"], **words}
    with pytest.raises(knaves.BadScenario, match=said):
        knaves.scenario({"game": "syndicate", "seats": 3, "seed": 2, "set": given})


def test_a_goal_that_stands_reached_and_is_nobodys_is_known_to_be_nobodys() -> None:
    """R28: as it would be if the villain had come there in play."""
    p = at(goals=["shadowheart", "supernova", "electrode", "goldhammer"], tracks={"doomking": [2, 6]})
    assert p.view(0)["unserved"] == [DOOMKING]
    assert not any(goal == DOOMKING for _, goal in may(p, 0, "accuse"))
