"""The Round: turns, their order, and the one action."""

from __future__ import annotations

import pytest

import knaves
from tests.games.arch_villain.table import GAME, asked, options, say, seen, state, table
from tests.support import clause, refused


@clause(GAME, "round.1", "round.5")
def test_one_action_each_then_the_marker_moves() -> None:
    p = table(3, order=[1, 2, 0])
    who = []
    for _ in range(3):
        assert seen(p)["turn"] == "alarm"
        who.append(asked(p))
        say(p, "green", "energy")
    assert who == [1, 2, 0]
    assert seen(p)["turn"] == "range"
    assert asked(p) == 1


@clause(GAME, "round.2")
def test_the_kinds_of_action() -> None:
    p = table(2, [{"cards": ["physician"]}], turn="2", spaces={"dockside": ["die"]})
    assert {o[0] for o in options(p)} == {"space", "green", "arrest", "protect", "contact"}
    assert options(p, "arrest") == [("arrest", state(p).villain_slot)]


@clause(GAME, "round.3")
def test_a22_no_arrest_on_the_alarm_turn() -> None:
    p = table(2)
    assert not options(p, "arrest")
    assert refused(p, 0, "arrest", state(p).villain_slot).clause == "round.3"
    why = p.ask().why_not(0, f"card:{state(p).villain_slot}")  # type: ignore[union-attr]
    assert why is not None
    assert why.clause == "round.3"
    assert options(table(2, [{"cards": ["lightning"]}], turn="range"), "arrest")


@clause(GAME, "round.4")
def test_round_one_goes_clockwise_from_the_starting_player() -> None:
    for seed in range(12):
        order = state(knaves.start(GAME, seats=5, seed=seed)).order
        assert order == [(order[0] + n) % 5 for n in range(5)]


@clause(GAME, "round.5", "round.6")
def test_six_turns_and_the_round_is_over() -> None:
    p = table(2, [{"health": 20}, {"health": 20}])
    turns: list[str] = []
    while not options(p, "reward"):
        if not turns or turns[-1] != seen(p)["turn"]:
            turns.append(seen(p)["turn"])
        say(p, "green", "energy")
    assert turns == ["alarm", "range", "2", "3", "4", "5"]
    assert p.ask().clause(0) == "end.2"  # type: ignore[union-attr]


@clause(GAME, "round.7")
def test_only_range_cards_on_the_range_turn() -> None:
    cards = ["lightning", "laser_pistol", "giant_strength", "war_hammer", "martial_arts"]
    words = {"step": "arrest", "dice": [6, 6], "villain": "crimson_death"}
    p = table(2, [{"cards": cards, "energy": 0}], turn="range", **words)
    assert {p.label(o, 0) for o in options(p, "load")} == {
        "Put a die on Lightning",
        "Put a die on Laser Pistol",
    }
    for card in ("giant_strength", "war_hammer", "martial_arts"):
        at = state(p).face.index(state(p).box.face_of[card])
        assert refused(p, 0, "load", at).clause == "round.7"
    p = table(2, [{"cards": cards, "energy": 0}], turn="2", **words)
    assert len(options(p, "load")) == 5


@clause(GAME, "round.8")
@pytest.mark.parametrize(
    ("turn", "dice"), [("alarm", 0), ("range", 0), ("2", 2), ("3", 3), ("4", 4), ("5", 5)]
)
def test_the_villain_rolls_as_many_dice_as_the_space_says(turn: str, dice: int) -> None:
    p = table(2, [{"health": 20}], turn=turn)
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    say(p, "green", "energy")
    rolls = [event.things[1:] for event in heard if event.kind == "villain_rolls"]
    assert [sum(pips > 0 for pips in roll) for roll in rolls] == ([dice] if dice else [])
