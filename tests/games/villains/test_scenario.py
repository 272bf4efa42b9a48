"""Constructed positions say what is wrong with them."""

from __future__ import annotations

from typing import cast

import pytest

import knaves
from knaves.games.villains.scenario import NEVER
from knaves.games.villains.state import NOBODY
from knaves.games.villains.view.types import FactionCityView
from tests.games.villains.table import A, B, city, state

WRONG = [
    ({"sauce": 1}, "no word"),
    ({"step": "lunch"}, "no step"),
    ({"turn": 9}, "from 1 to 4"),
    ({"first": "Q"}, "seats are 0 to 3, or A to D"),
    ({"factions": ["cult", "cult", "mafia", "robots"]}, "different factions"),
    ({"control": {"harbour": "A"}}, "no area"),
    ({"units": {"A": {"bank": ["9 talent"]}}}, "has no talent left"),
    ({"units": {"A": {"bank": ["dragon"]}}}, "no unit"),
    ({"units": {"A": {"bank": ["wounded goon"]}}}, "only tough units"),
    ({"units": {"A": {"bank": ["readied goon"]}}}, "only skilled units"),
    ({"units": {"A": {"bank": "goon"}}}, "is a list"),
    ({"hands": {"A": ["suitcase_nuke", "suitcase_nuke"]}}, "no card"),
    ({"plans": {"A": ["we_come_in_peace"]}}, "no plan"),
    ({"tokens": {"bank": ["A wild"]}}, "no token 'wild' left to seat A"),
    ({"tokens": {"bank": ["A"]}}, "A token reads"),
    ({"tokens": {"bank": [None] * 5 + ["A card"]}}, "The Bank has 5 spaces"),
    ({"step": "act", "passed": ["B"], "tokens": {"bank": ["B card", "A card"]}}, "B has tokens to reveal"),
    ({"step": "combat", "passed": ["B"]}, "goes with the steps"),
    ({"step": "targets", "targets": {"A": "bank"}}, "no target lies yet"),
    ({"targets": {"B": "church"}}, "no target lies yet"),
    ({"step": "cleanup", "turn": 4}, "is over before"),
    ({"step": "act", "turn": 2, "capitol": ["A", None]}, "the token of turn 2 still lies"),
    ({"step": "control", "turn": 2, "capitol": ["A", "B"]}, "the token of turn 2 still lies"),
    ({"step": "score", "turn": 2, "capitol": ["A", "B", "C"]}, "the token of turn 3 still lies"),
    ({"plans": {"A": ["rise_of_the_deformed"] * 4}}, "3 entries at most"),
    ({"rules": [{"card": "windfall", "by": "A"}]}, "is an event"),
    ({"rules": [{"card": "cease_fire", "by": "A"}]}, "is a local rule"),
    ({"rules": [{"card": "massacre", "by": "A", "area": "bank"}]}, "is a global rule"),
    ({"captured": {"A": ["A"]}}, "markers of others"),
    ({"captured": {"A": ["B", "C", "D", "B"]}}, "no room"),
    ({"energy": {"A": "lots"}}, "from 0 to 11"),
    ({"energy": {"B": 11}}, r"the track of the Mafia \(seat B\) ends at 10"),
    (
        {"factions": ["cult", "mafia", "robots", "aliens"], "energy": {"A": 6}},
        "the track of the Cult .* ends at 5",
    ),
    ({"control": {"bank": "purple", "church": "purple"}}, "one setup marker"),
    ({"control": {"bank": "purple"}, "captured": {"A": ["purple"]}}, "one setup marker"),
    ({"captured": {"A": ["purple"], "B": ["purple"]}}, "one setup marker"),
    ({"step": "act", "area_points": {"A": 10}}, 'over before the step "act"'),
    ({"step": "control", "plan_points": {"C": 12}}, 'over before the step "control"'),
    ({"step": "upgrades", "plan_points": {"C": 14}}, 'over before the step "upgrades"'),
    ({"step": "place", "tokens": {"bank": ["A card up"]}}, "nobody has acted yet"),
    ({"step": "targets", "rules": [{"card": "massacre", "by": "A"}]}, "nobody has acted yet"),
    ({"step": "place", "used": {"A": ["bank"]}}, "nobody has acted yet"),
    ({"fusion": 4}, "nobody has acted yet"),
    (
        {"step": "plans", "dead": [{"area": "bank", "unit": "goon", "owner": "A", "by": "B"}]},
        "nobody has acted",
    ),
    ({"tokens": {"bank": ["A card"]}}, "no token lies yet"),
    ({"step": "targets", "combat": ["bank"]}, "no token lies yet"),
    ({"hands": ["windfall"]}, "or a table by seat"),
    ({"control": ["A"]}, "is a table"),
    ({"dead": [{"area": "bank"}]}, "lacks 'unit'"),
    ({"dead": [{"area": "bank", "unit": "goon", "owner": "A", "by": "B", "count": 2**40}]}, "from 1 to 99"),
    ({"units": {"A": {"bank": ["99999999999999 goon"]}}}, "has no goon left"),
    ({"units": {"A": {"bank": ["gon"]}}}, "is it 'goon'"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_a_scenario_that_cannot_be_is_refused(words: dict[str, object], said: str) -> None:
    with pytest.raises(knaves.BadScenario, match=said):
        knaves.scenario({"game": "villains", "seats": 4, "set": words})


def test_a_track_may_be_full() -> None:
    factions = ["cult", "mafia", "robots", "aliens"]
    assert state(city(factions=factions, step="act", energy={"A": 5, "B": 10})).energy[:2] == [5, 10]


def test_a_target_is_known_to_who_chose_it() -> None:
    pos = city(step="act", targets={"A": "bank", "B": "church"})
    targets = [
        [row["target"] for row in cast(FactionCityView, pos.view(eye))["seats"]] for eye in (0, 1, None)
    ]
    assert targets == [["bank", None, None, None], [None, "church", None, None], [None] * 4]


def test_once_targets_score_the_capitols_token_is_nobodys_any_more() -> None:
    """But for who is said to have it."""
    for step, given, now in (("act", [], NOBODY), ("score", [], NEVER), ("score", ["A", "B"], B)):
        pos = city(step=step, turn=2, capitol=given)
        assert state(pos).capitol[1] == now, step


def test_who_has_nothing_to_reveal_may_have_passed() -> None:
    """Tokens that lie open hold nobody."""
    pos = city(
        hold="", step="act", passed=["B"], tokens={"bank": ["A card"], "church": ["B card up", "A deploy"]}
    )
    assert state(pos).passed == 1 << B


def test_pieces_come_from_the_box() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["2 goon"]}},
        hands={"A": ["windfall"]},
        tokens={"bank": ["A card up"]},
        dead=[{"area": "bank", "unit": "patsy", "owner": "A", "by": "B"}],
    )
    assert state(pos).reserve[:5] == [4, 7, 3, 4, 3]
    again = knaves.load(pos.save())
    assert again == pos and state(again).hand[A] == state(pos).hand[A]
