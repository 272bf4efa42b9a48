"""Choosing Items and Skills."""

from __future__ import annotations

import pytest

from knaves.games.arch_villain.cards.names import ITEMS
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    asked,
    events,
    options,
    say,
    seen,
    slot,
    state,
    table,
    told,
)
from tests.support import clause, refused


def me(p: object) -> dict[str, object]:
    return dict(seen(p)["players"][0])  # type: ignore[arg-type]


@clause(GAME, "items.1")
def test_any_or_all_of_one_space() -> None:
    stock = {"dockside": ["health", "die", "energy", "die"], "old_town": ["die"]}
    p = table(2, [{"health": 5}], spaces=stock)
    say(p, "space", "dockside")
    say(p, "take", "die", "dockside")
    say(p, "take", "health", "dockside")
    assert refused(p, 0, "take", ITEMS.index("die"), 1).clause == "items.1"
    say(p, "done")
    assert asked(p) == 1
    assert (me(p)["dice"], me(p)["health"], me(p)["energy"]) == (3, 7, 10)
    assert seen(p)["spaces"][0]["tokens"] == {"health": 0, "cubes": 0, "energy": 1, "die": 1}
    p = table(2, [{"health": 5}], spaces=stock)
    say(p, "space", "dockside")
    say(p, "take_tokens")
    assert asked(p) == 1  # nothing is left to take
    assert (me(p)["dice"], me(p)["health"], me(p)["energy"]) == (4, 7, 14)


@clause(GAME, "items.1")
def test_something_has_to_be_taken() -> None:
    p = table(2, [{"energy": 3}], spaces={"dockside": ["die", "health"], "rooftops": ["lightning"]})
    assert options(p, "space") == [("space", 0)]
    assert p.ask().why_not(0, "space:1").reason == "Nothing lies there."  # type: ignore[union-attr]
    assert p.ask().why_not(0, "space:2").clause == "items.3"  # type: ignore[union-attr]
    say(p, "space", "dockside")
    assert not options(p, "done")


@clause(GAME, "items.2")
def test_cards_are_paid_for() -> None:
    p = table(2, spaces={"dockside": ["laser_pistol"]})
    cost = BOX.cost[BOX.face_of["laser_pistol"]]
    say(p, "space", "dockside")
    assert asked(p) == 1
    assert me(p)["energy"] == 10 - cost
    assert [card["key"] for card in seen(p)["players"][0]["cards"]] == ["laser_pistol"]
    assert seen(p)["spaces"][0]["cards"] == []


@clause(GAME, "items.3")
def test_what_cannot_be_paid_stays_and_the_rest_may_be_taken() -> None:
    p = table(2, [{"energy": 11}], spaces={"dockside": ["lightning", "die", "health"]})
    say(p, "space", "dockside")
    assert not options(p, "buy")
    assert refused(p, 0, "buy", slot(p, "lightning"), 12).clause == "items.3"
    say(p, "take_tokens")
    assert me(p)["dice"] == 3
    assert [card["key"] for card in seen(p)["spaces"][0]["cards"]] == ["lightning"]


@clause(GAME, "items.4")
def test_a14_energy_on_the_space_pays_for_its_cards() -> None:
    p = table(2, [{"energy": 0}], spaces={"dockside": ["energy", "chain"]})  # Chain costs 4
    say(p, "space", "dockside")
    say(p, "buy", "chain", 4)
    assert asked(p) == 1
    assert me(p)["energy"] == 0
    assert [card["key"] for card in seen(p)["players"][0]["cards"]] == ["chain"]
    assert seen(p)["spaces"][0]["tokens"]["energy"] == 0


@clause(GAME, "items.5")
@pytest.mark.parametrize(
    ("item", "what", "more"), [("health", "health", 2), ("energy", "energy", 4), ("die", "dice", 1)]
)
def test_the_green_list_gives_tokens(item: str, what: str, more: int) -> None:
    p = table(2)
    before = me(p)[what]
    say(p, "green", item)
    assert me(p)[what] == before + more  # type: ignore[operator]
    assert asked(p) == 1


@clause(GAME, "items.6")
def test_a_cube_blocks_the_item_for_all() -> None:
    p = table(2)
    say(p, "green", "die")
    assert seen(p)["green"][ITEMS.index("die")]["cubes"] == [0]
    assert refused(p, 1, "green", ITEMS.index("die")).clause == "items.6"
    say(p, "green", "energy")
    assert refused(p, 0, "green", ITEMS.index("die")).clause == "items.6"  # its owner too (R25)


@clause(GAME, "items.7")
def test_a16_energy_is_never_blocked() -> None:
    p = table(2)
    for turn in ("alarm", "range"):
        assert seen(p)["turn"] == turn
        say(p, "green", "energy")
        say(p, "green", "energy")
    assert [player["energy"] for player in seen(p)["players"]] == [18, 18]


@clause(GAME, "items.8", "items.9")
@pytest.mark.parametrize(
    ("item", "card"), [("power", "vine_snare"), ("weapon", "chain"), ("talent", "field_medic")]
)
def test_a_green_card_is_the_top_of_its_deck_and_costs_its_price(item: str, card: str) -> None:
    p = table(2, decks={item: [card]})
    say(p, "green", item)
    price = BOX.cost[BOX.face_of[card]]
    assert seen(p)["held"]["key"] == card  # type: ignore[index]
    say(p, "buy", card, price)
    assert me(p)["energy"] == 10 - price
    assert [one["key"] for one in seen(p)["players"][0]["cards"]] == [card]
    assert seen(p)["held"] is None


@clause(GAME, "items.9", "items.10", "items.11")
def test_a15_a_card_one_cannot_pay_for_goes_on_the_board() -> None:
    p = table(3, [{"energy": 11}], decks={"power": ["lightning"]})
    say(p, "green", "power")
    assert refused(p, 0, "buy", slot(p, "lightning"), 12).clause == "items.9"
    assert {o[1:][1] for o in options(p, "leave")} == {0, 1, 2, 3}  # the spaces of three players
    assert refused(p, 0, "leave", slot(p, "lightning"), 4).clause == "items.10"
    say(p, "leave", "lightning", "railyard")
    assert [card["key"] for card in seen(p)["spaces"][3]["cards"]] == ["lightning"]
    assert asked(p) == 1  # no other choice this turn


@clause(GAME, "items.10")
def test_a15_a_card_one_does_not_want_goes_on_the_board() -> None:
    p = table(2, [{"energy": 20}], decks={"power": ["lightning"]})
    say(p, "green", "power")
    say(p, "leave", "lightning", "dockside")
    assert me(p)["energy"] == 20
    assert me(p)["cards"] == []


@clause(GAME, "skill.1", "skill.2")
@pytest.mark.parametrize(
    ("first", "second", "levels"), [(0, 1, [1, 1, 0]), (0, 0, [2, 0, 0]), (2, 2, [0, 0, 2])]
)
def test_a26_a_double_cube_is_two_steps(first: int, second: int, levels: list[int]) -> None:
    p = table(2)
    assert list(seen(p)["players"][0]["skills"]) == ["agility", "strength", "mental"]
    say(p, "green", "cubes")
    if first == second:
        say(p, "train", first, 2)
    else:
        say(p, "train", first, 1)
        say(p, "train", second, 1)
    assert list(seen(p)["players"][0]["skills"].values()) == levels
    assert asked(p) == 1


@clause(GAME, "skill.2")
def test_tracks_end_and_steps_nobody_can_take_are_lost() -> None:
    ends = BOX.heroes[[hero.id for hero in BOX.heroes].index("bulwark")].skills
    p = table(2, [{"skills": [ends[0], ends[1], ends[2] - 1]}], spaces={"dockside": ["cubes"]})
    cubes = state(p).supply[1]
    say(p, "space", "dockside")
    assert list(seen(p)["players"][0]["skills"].values()) == list(ends)
    assert state(p).supply[1] == cubes + 1  # the token is back in the box
    assert asked(p) == 1
    p = table(2, [{"skills": [ends[0], 0, 0]}])
    say(p, "green", "cubes")
    assert refused(p, 0, "train", 0).clause == "skill.2"


@clause(GAME, "items.8", "strike.1")
def test_a_new_deck_is_shuffled_from_the_discards_of_its_kind_alone() -> None:
    p = table(2, turn="2")
    s = state(p)
    powers, weapon = s.decks[0], s.decks[1][-1]
    s.decks[0], s.decks[1] = (), s.decks[1][:-1]
    s.discard = [*powers, weapon]
    for card in s.discard:
        s.show(card)
    heard = events(p)
    say(p, "green", "power")
    assert told(p, heard)[0] == f"The discarded powers are shuffled: a new deck of {len(powers)}."
    assert s.discard == [weapon], "weapons stay where they are (R29)"
    assert sorted((*s.decks[0], s.held)) == sorted(powers)
    assert not any(s.seen[card] for card in s.decks[0]), "nobody knows what comes next"
    assert s.decks[0] != powers[:-1]
