"""Villain Retaliation and Villain Strikes."""

from __future__ import annotations

import pytest

import knaves
from knaves.games.arch_villain.cards.names import ITEMS, TOKENS
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    asked,
    events,
    put,
    say,
    seen,
    state,
    strike,
    table,
)
from tests.support import ask_of, clause, with_dice


def hit(dice: list[int], health: int, **words: object) -> knaves.Position:
    """Crimson Death has rolled these dice against seat 0 in round 3."""
    words = {"round": 3, "turn": "4", "villain": "crimson_death", **words}
    return table(3, [{"health": health}], step="retaliation", dice=dice, **words)


def kinds(heard: list[knaves.Event]) -> list[str]:
    return [event.kind for event in heard]


@clause(GAME, "retaliate.1")
def test_after_every_action_on_a_blue_space() -> None:
    stock = {"dockside": ["die"]}
    for action in (("green", 2), ("space", 0), ("contact", None)):
        p = table(2, [{"health": 20, "cards": ["city_patron"]}], turn="2", spaces=stock)
        heard = events(p)
        answer = next(o for o in p.ask().options(0) if o[0] == action[0])  # type: ignore[union-attr]
        p.apply(0, answer)
        assert kinds(heard)[-1] in ("villain_rolls", "hurt")
        assert "villain_rolls" in kinds(heard)


@clause(GAME, "retaliate.1")
def test_not_after_leaving_or_after_an_arrest_and_not_before_the_blue_two() -> None:
    p = table(3, turn="5")
    heard = events(p)
    say(p, "protect", "health")
    p2 = arrest([6, 6], ["giant_strength"], round=1)
    heard2 = events(p2)
    put(p2, "giant_strength", 6)
    strike(p2)
    say(p2, "reward", "health")
    p3 = table(3, turn="range")
    heard3 = events(p3)
    say(p3, "green", "energy")
    assert "villain_rolls" not in kinds(heard) + kinds(heard2) + kinds(heard3)


@clause(GAME, "retaliate.2")
def test_after_a_failed_arrest() -> None:
    p = table(2, [{"health": 20}], turn="2")
    heard = events(p)
    say(p, "arrest", state(p).villain_slot)
    assert kinds(heard)[:3] == ["rolls", "failed", "villain_rolls"]


@clause(GAME, "retaliate.3", "retaliate.4")
@pytest.mark.parametrize(("dice", "left"), [([6, 1, 2, 3], 5), ([6, 6, 2, 3], 3), ([5, 5, 5, 5], 7)])
def test_a9_crimson_death_in_round_three_costs_two_for_each_six(dice: list[int], left: int) -> None:
    assert seen(hit(dice, 7))["players"][0]["health"] == left


@clause(GAME, "retaliate.3")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_round_adds_to_the_hearts(number: int) -> None:
    p = hit([6, 1, 1, 1], 9, round=number)
    assert seen(p)["players"][0]["health"] == 9 - BOX.villains[0].hearts - BOX.damage[number]


@clause(GAME, "retaliate.5")
def test_a18_with_no_health_one_stays_while_nothing_is_asked() -> None:
    assert seen(hit([5, 4, 3, 1], 0))["players"][0]["fate"] == "in"
    p = hit([6, 4, 3, 1], 2)
    assert (seen(p)["players"][0]["health"], seen(p)["players"][0]["fate"]) == (0, "in")


@clause(GAME, "retaliate.6", "end.8")
def test_a17_who_cannot_pay_is_knocked_out() -> None:
    p = hit([6, 2, 3, 4], 1)
    me = seen(p)["players"][0]
    assert (me["fate"], me["health"]) == ("knocked out", 0)  # R22
    assert seen(p)["loss"] == [0]
    say(p, "protect", "health")
    assert asked(p) == 2  # seat 0 takes no further action
    say(p, "protect", "power")
    me = seen(p)["players"][0]
    assert seen(p)["round"] == 4
    assert (me["fate"], me["health"], me["energy"]) == ("in", 2, 15)


@clause(GAME, "retaliate.7")
def test_any_number_can_be_knocked_out() -> None:
    p = table(3, [{"health": 0}] * 3, turn="5", villain="crimson_death")
    for _ in range(2):
        with_dice(p, 6, 1, 1, 1, 1)
        say(p, "green", "energy")
    assert seen(p)["loss"] == [0, 1]


STOCK = ["health", "cubes", "energy", "die", "sunburst", "chain", "boxer"]


@clause(GAME, "strike.1")
@pytest.mark.parametrize("villain", [villain.id for villain in BOX.villains])
def test_a_strike_takes_its_item_off_all_spaces_at_the_end_of_its_turn(villain: str) -> None:
    row = next(row for row in BOX.villains if row.id == villain)
    for one in row.strikes:
        players = [{"health": 20}, {"health": 20}]
        p = table(
            2, players, turn=one.turn, villain=villain, spaces={"dockside": STOCK, "rooftops": ["health"]}
        )
        say(p, "green", "energy")
        assert _items(p) == set(STOCK_KINDS)
        say(p, "green", "energy")
        assert _items(p) == set(STOCK_KINDS) - {one.item}


STOCK_KINDS = ("health", "cubes", "energy", "die", "power", "weapon", "talent")


def _items(p: knaves.Position) -> set[str]:
    s = state(p)
    tokens = {ITEMS[at % TOKENS] for at, groups in enumerate(s.tokens) if groups}
    cards = {card["kind"] for space in seen(p)["spaces"] for card in space["cards"]}
    return tokens | cards


@clause(GAME, "strike.2", "strike.1")
def test_a13_crimson_death_sweeps_all_energy_at_the_end_of_turn_two() -> None:
    spaces = {"dockside": ["energy", "energy", "die"], "rooftops": ["energy"]}
    p = table(2, [{"health": 20}, {"health": 20}], turn="2", villain="crimson_death", spaces=spaces)
    supply = state(p).supply[2]
    say(p, "green", "die")
    say(p, "green", "health")
    assert seen(p)["turn"] == "3"
    assert [space["tokens"]["energy"] for space in seen(p)["spaces"]] == [0] * 6
    assert seen(p)["spaces"][0]["tokens"]["die"] == 1
    assert state(p).supply[2] == supply + 12


@clause(GAME, "strike.1")
@pytest.mark.parametrize(("other", "left"), [("arrested", 1), ("left", 0), ("knocked out", 0)])
def test_only_an_arrest_by_every_player_stops_a_strike(other: str, left: int) -> None:
    fate: dict[str, object] = {"fate": other}
    if other != "knocked out":
        fate["reward"] = "contact"
    if other == "arrested":
        fate["arrested_on"] = "range"
    me = {"cards": ["giant_strength"], "energy": 0}
    words = {"turn": "2", "villain": "crimson_death", "spaces": {"dockside": ["energy"]}}
    p = table(2, [me, fate], step="arrest", dice=[6, 6], **words)
    put(p, "giant_strength", 6)
    strike(p)
    say(p, "reward", "health")  # the last one in: the turn ends, and the round
    assert seen(p)["round"] == 2
    assert seen(p)["spaces"][0]["tokens"]["energy"] == left


def test_turns_that_nobody_takes_bring_no_strike() -> None:
    p = table(2, turn="range", villain="crimson_death", spaces={"dockside": ["energy"]})
    say(p, "protect", "health")
    say(p, "protect", "power")
    assert seen(p)["round"] == 2
    assert seen(p)["spaces"][0]["tokens"]["energy"] == 1


def test_cards_swept_off_are_shuffled_in_again_when_a_deck_is_empty() -> None:
    weapons = [weapon.id for weapon in BOX.tables.weapon]
    players: list[dict[str, object]] = [{"health": 20, "cards": weapons[3:]}, {"health": 20}]
    p = table(2, players, turn="4", villain="granite_saint", spaces={"dockside": weapons[:3]})
    assert refused_green(p)
    say(p, "green", "die")
    say(p, "green", "health")
    assert seen(p)["turn"] == "5"
    assert seen(p)["discarded"] == 3
    say(p, "green", "weapon")
    assert seen(p)["held"]["key"] in weapons[:3]  # type: ignore[index]
    assert seen(p)["decks"]["weapon"] == 2


def refused_green(p: knaves.Position) -> bool:
    ask = ask_of(p)
    return ("green", ITEMS.index("weapon")) not in ask.options(0)
