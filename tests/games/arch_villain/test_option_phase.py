"""Option Phase."""

from __future__ import annotations

import pytest

from knaves.core.step import things_of
from knaves.games.arch_villain.cards.names import ITEMS, TOKENS
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    asked,
    events,
    options,
    place,
    say,
    seen,
    state,
    table,
    told,
)
from tests.support import clause, refused


@clause(GAME, "option.1")
def test_one_item_each_then_round_again() -> None:
    p = table(3, step="option", order=[2, 0, 1])
    who = []
    for _ in range(6):
        who.append(asked(p))
        place(p, "energy", "dockside")
    assert who == [2, 0, 1, 2, 0, 1]


@clause(GAME, "option.2")
def test_the_seven_items() -> None:
    p = table(2, step="option")
    kinds = {ITEMS[things_of(o)[0]] for o in options(p)}
    assert kinds == {"health", "cubes", "weapon", "talent", "power", "energy", "die"}


@clause(GAME, "option.2")
@pytest.mark.parametrize("item", ["power", "weapon", "talent"])
def test_a_card_is_the_top_of_its_deck_face_up(item: str) -> None:
    p = table(2, step="option")
    top = state(p).decks[ITEMS.index(item) - 4][-1]
    place(p, item, "old_town")
    cards = seen(p, None)["spaces"][1]["cards"]
    assert [card["id"] for card in cards] == [f"card:{top}"]


@clause(GAME, "option.3")
def test_groups_are_whole() -> None:
    p = table(2, step="option")
    before = seen(p)["supply"]
    place(p, "health", "dockside")
    place(p, "energy", "dockside")
    after = seen(p)["supply"]
    assert before["health"] - after["health"] == 2
    assert before["energy"] - after["energy"] == 4


@clause(GAME, "option.3")
def test_a_group_the_box_cannot_fill_is_not_put_down() -> None:
    p = table(2, [{"energy": 60}, {"energy": 7}], step="option")
    assert not [o for o in options(p) if things_of(o) == (ITEMS.index("energy"),)]
    assert refused(p, 0, "place", ITEMS.index("energy")).clause == "option.3"


@clause(GAME, "option.4")
@pytest.mark.parametrize(("number", "each"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_one_item_fewer_each_round(number: int, each: int) -> None:
    p = table(2, step="option", round=number)
    placed = 0
    while options(p, "place"):
        place(p, "energy" if placed < 5 else "die", "dockside")
        placed += 1
    assert placed == each * 2
    assert seen(p)["turn"] == "alarm"


@clause(GAME, "option.4")
def test_round_five_has_no_option_phase() -> None:
    p = table(2, step="end", round=4, turn="5")
    while seen(p)["round"] == 4:
        p.apply(asked(p), options(p)[0])
    assert seen(p)["round"] == 5
    assert not options(p, "place")


@clause(GAME, "option.3", "option.5")
@pytest.mark.parametrize(("left", "whole"), [(3, False), (4, True), (5, True)])
def test_the_last_whole_group_of_the_box_may_be_put_down(left: int, whole: bool) -> None:
    p = table(2, step="option")
    energy = ITEMS.index("energy")
    state(p).supply[energy] = left
    state(p).supply[ITEMS.index("health")] = 2
    p.run()
    assert (("place", energy) in options(p)) == whole
    assert ("place", ITEMS.index("health")) in options(p)
    heard = events(p)
    if whole:
        place(p, "energy", "old_town")
        assert told(p, heard) == ["A puts four energy on Old Town."]
        assert state(p).supply[energy] == left - 4


@clause(GAME, "option.5", "option.7")
def test_one_space_takes_any_number_of_items() -> None:
    p = table(2, step="option")
    for _ in range(8):
        place(p, "die", "rooftops")
    tokens = [space["tokens"]["die"] for space in seen(p)["spaces"]]
    assert tokens == [0, 0, 8, 0, 0, 0]


@clause(GAME, "option.6")
@pytest.mark.parametrize(("seats", "marks"), [(2, {2}), (3, {2, 3}), (4, {2, 3, 4}), (5, {2, 3, 4, 5})])
def test_a1_spaces_for_more_players_are_shut(seats: int, marks: set[int]) -> None:
    p = table(seats, step="option")
    say(p, "place", "health")
    assert {BOX.spaces[things_of(o)[-1]].players for o in options(p)} == marks
    shut = [at for at, space in enumerate(BOX.spaces) if space.players > seats]
    for at in shut:
        assert refused(p, 0, "on", 0, at).clause == "option.6"


@clause(GAME, "option.4")
def test_everybody_sees_how_many_are_left_to_place() -> None:
    p = table(3, step="option", round=3, order=[1, 0, 2])
    left = lambda: [player["placements_left"] for player in seen(p)["players"]]  # noqa: E731
    assert left() == [2, 2, 2]
    assert p.ask().prompt(1) == "Choose an item to put on an action space (2 still to place)."  # type: ignore[union-attr]
    place(p, "die", "dockside")
    assert left() == [2, 1, 2]
    for _ in range(2):
        place(p, "die", "dockside")
    assert left() == [1, 1, 1]
    assert p.ask().prompt(1) == "Choose an item to put on an action space (your last this round)."  # type: ignore[union-attr]
    say(p, "place", "energy")
    assert p.ask().prompt(1) == "On which action space do you put four energy?"  # type: ignore[union-attr]
    assert len(options(p)) == 4
    say(p, "on", ITEMS.index("energy"), "rooftops")
    for _ in range(2):
        place(p, "die", "dockside")
    assert left() == [0, 0, 0]
    assert options(p, "green")


def test_five_players_choose_of_seven_items_and_then_of_six_spaces() -> None:
    p = table(5, step="option")
    assert len(options(p)) == 7
    assert p.ask().why_not(0, "space:0").clause == "option.1"  # type: ignore[union-attr]
    say(p, "place", "energy")
    assert len(options(p)) == 6
    assert p.ask().why_not(0, "item:0").clause == "option.5"  # type: ignore[union-attr]


@clause(GAME, "option.4")
def test_when_the_box_is_empty_nobody_has_anything_left_to_place() -> None:
    p = table(2, step="option")
    s = state(p)
    s.supply = [0, 0, 0, 1]
    s.decks[:3] = [(), (), ()]
    place(p, "die", "dockside")
    assert seen(p)["turn"] == "alarm" and options(p, "protect"), "the option phase is over (R29)"
    assert [player["placements_left"] for player in seen(p)["players"]] == [0, 0]


@clause(GAME, "option.2", "items.8")
def test_a_kind_whose_deck_lies_among_the_discards_can_still_be_put_out() -> None:
    p = table(2, step="option")
    s = state(p)
    weapon = ITEMS.index("weapon")
    deck = s.decks[weapon - TOKENS]
    s.decks[weapon - TOKENS], s.discard = (), [*deck]
    place(p, "health", "dockside")
    assert ("place", weapon) in options(p), "the discards make a new deck (R29)"
    place(p, "weapon", "dockside")
    assert len(s.lying[0]) == 1 and not s.discard and len(s.decks[weapon - TOKENS]) == len(deck) - 1


@clause(GAME, "option.1", "round.4")
def test_who_puts_what_where_is_told_in_the_order_of_the_round() -> None:
    p = table(2, step="option", order=[1, 0], decks={"weapon": ["chain"]})
    heard = events(p)
    place(p, "health", "dockside")
    place(p, "weapon", "rooftops")
    assert told(p, heard)[:2] == ["B puts two health on Dockside.", "A puts Chain on Rooftops."]
