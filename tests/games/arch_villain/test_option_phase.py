"""Option Phase."""

from __future__ import annotations

import pytest

from knaves.games.arch_villain.cards import ITEMS
from tests.games.arch_villain.table import BOX, GAME, asked, options, say, seen, state, table
from tests.support import clause, refused


@clause(GAME, "option.1")
def test_one_item_each_then_round_again() -> None:
    p = table(3, step="option", order=[2, 0, 1])
    who = []
    for _ in range(6):
        who.append(asked(p))
        say(p, "place", "energy", "dockside")
    assert who == [2, 0, 1, 2, 0, 1]


@clause(GAME, "option.2")
def test_the_seven_items() -> None:
    p = table(2, step="option")
    kinds = {ITEMS[o[1:][0]] for o in options(p)}
    assert kinds == {"health", "cubes", "weapon", "talent", "power", "energy", "die"}


@clause(GAME, "option.2")
@pytest.mark.parametrize("item", ["power", "weapon", "talent"])
def test_a_card_is_the_top_of_its_deck_face_up(item: str) -> None:
    p = table(2, step="option")
    top = state(p).decks[ITEMS.index(item) - 4][-1]
    say(p, "place", item, "old_town")
    cards = seen(p, None)["spaces"][1]["cards"]
    assert [card["id"] for card in cards] == [f"card:{top}"]


@clause(GAME, "option.3")
def test_groups_are_whole() -> None:
    p = table(2, step="option")
    before = seen(p)["supply"]
    say(p, "place", "health", "dockside")
    say(p, "place", "energy", "dockside")
    after = seen(p)["supply"]
    assert before["health"] - after["health"] == 2
    assert before["energy"] - after["energy"] == 4


@clause(GAME, "option.3")
def test_a_group_the_box_cannot_fill_is_not_put_down() -> None:
    p = table(2, [{"energy": 60}, {"energy": 7}], step="option")
    assert not [o for o in options(p) if o[1:][0] == ITEMS.index("energy")]
    assert refused(p, 0, "place", ITEMS.index("energy"), 0).clause == "option.3"


@clause(GAME, "option.4")
@pytest.mark.parametrize(("number", "each"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_one_item_fewer_each_round(number: int, each: int) -> None:
    p = table(2, step="option", round=number)
    placed = 0
    while options(p, "place"):
        say(p, "place", "energy" if placed < 5 else "die", "dockside")
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


@clause(GAME, "option.5", "option.7")
def test_one_space_takes_any_number_of_items() -> None:
    p = table(2, step="option")
    for _ in range(8):
        say(p, "place", "die", "rooftops")
    tokens = [space["tokens"]["die"] for space in seen(p)["spaces"]]
    assert tokens == [0, 0, 8, 0, 0, 0]


@clause(GAME, "option.6")
@pytest.mark.parametrize(("seats", "marks"), [(2, {2}), (3, {2, 3}), (4, {2, 3, 4}), (5, {2, 3, 4, 5})])
def test_a1_spaces_for_more_players_are_shut(seats: int, marks: set[int]) -> None:
    p = table(seats, step="option")
    assert {BOX.spaces[o[1:][1]].players for o in options(p)} == marks
    shut = [at for at, space in enumerate(BOX.spaces) if space.players > seats]
    for at in shut:
        assert refused(p, 0, "place", 0, at).clause == "option.6"
