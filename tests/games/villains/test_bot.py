"""What the advice thinks of areas, plans and energy."""

from __future__ import annotations

from typing import cast

import pytest

import knaves
from knaves.core.step import Answer
from knaves.games.villains.bot.advice import deploy
from knaves.games.villains.bot.sight import SeenFactions
from knaves.games.villains.bot.worth import pulls_of
from knaves.games.villains.cards import PLAN
from knaves.games.villains.state import FORMS
from knaves.games.villains.view.types import FactionCityView
from tests.games.villains.table import BANK, CAPITOL, RESERVES, A, city


def seen(pos: knaves.Position) -> SeenFactions:
    return SeenFactions(cast(FactionCityView, pos.view(A)))


def face(plan: str) -> int:
    return next(n for n, one in enumerate(PLAN) if one.id == plan)


def test_an_enemy_marker_is_worth_the_points_of_the_next_space_of_the_track() -> None:
    """One, one, two; and nothing once the track is full."""
    points = [
        seen(city(step="act", control={"bank": "B"}, captured={"A": taken})).area_points(BANK)
        for taken in ([], ["purple"], ["purple", "C"], ["purple", "C", "D"])
    ]
    assert [later - points[0] for later in points] == pytest.approx([0, 0, 1, -1])


def test_the_capitol_is_worth_what_its_token_of_the_turn_brings() -> None:
    first, last = (seen(city(step="act", turn=turn)).area_points(CAPITOL) for turn in (1, 4))
    assert last - first == pytest.approx(1)


def test_an_area_counts_for_every_target_that_is_known_to_lie_there() -> None:
    none, own = (seen(city(step="act", targets=targets)) for targets in ({}, {"A": "bank"}))
    assert own.area_points(BANK) > none.area_points(BANK) + 0.8
    assert own.area_points(CAPITOL) < none.area_points(CAPITOL)


def test_plans_want_what_is_missing_and_the_first_objective_most() -> None:
    """Poison the Shadows: nine units, then four kills, then a mole among enemies."""
    plans = [face("poison_the_shadows")]
    assert pulls_of(plans, {"units": 3}) == {"units": 1.0, "kill": 0.5, "mole": 0.25}
    assert pulls_of(plans, {"units": 9}) == {"kill": 1.0, "mole": 0.5}
    assert pulls_of([face("an_offer_you_cant_refuse")], {}) == {"enemy_target": 3.0}


def test_energy_that_would_be_lost_is_spent() -> None:
    """A goon costs 2: with the last token of the turn that is nothing; with others to come it is dear."""
    goon = cast(Answer, ("deploy", A * FORMS, RESERVES))
    last = seen(city(step="act", tokens={"bank": ["A deploy up"]}, energy={"A": 2}))
    to_come = {"bank": ["A deploy up"], "church": ["A deploy"], "subway": ["A deploy"]}
    more = seen(city(step="act", tokens=to_come, energy={"A": 2}))
    kept = seen(city(step="act", tokens={"bank": ["A deploy up"]}, energy={"A": 0}, resources={"A": 2}))
    assert deploy(last, goon) > deploy(kept, goon) > deploy(more, goon)
    over = seen(
        city(step="act", turn=4, tokens={"bank": ["A deploy up"]}, energy={"A": 0}, resources={"A": 2})
    )
    assert deploy(over, goon) == deploy(last, goon)  # after the last turn resources are worth nothing either
