"""What a learned value reads of the city: what the turn would bring if it were over now."""

from __future__ import annotations

from knaves.games.villains.bot.value_inputs import if_ended, owners_if_ended
from knaves.games.villains.rules.influence import influence_table
from tests.games.villains.table import A, B, C, D, city, state

BOARD: dict[str, object] = {
    "targets": {"A": "bank", "B": "bank", "C": "church"},
    "control": {"sewers": "C"},
    "units": {"A": {"bank": ["talent"], "capitol": ["talent"]}, "B": {"sewers": ["2 goon"]}},
}


def test_points_if_the_turn_were_over_are_those_that_its_end_brings() -> None:
    """The same board before the turn's end and after it."""
    before, after = state(city(step="act", **BOARD)), state(city(step="control", **BOARD))
    owners = owners_if_ended(before, influence_table(before))
    area, _, _ = if_ended(before, owners)
    assert owners == after.owner
    assert [before.area_points[x] + area[x] for x in (A, B, C, D)] == after.area_points
    assert any(area)


def test_asking_changes_nothing() -> None:
    pos = city(step="act", **BOARD)
    kept = pos.clone()
    pos.game.value_inputs(pos.state)
    assert pos == kept
