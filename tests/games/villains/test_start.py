"""The Start Phase, secrecy, and what is open to all."""

from __future__ import annotations

from random import Random

import knaves
from knaves.games.villains.view.types import FactionCityView
from tests.games.villains.table import (
    A,
    B,
    C,
    D,
    at,
    card,
    city,
    on,
    options,
    plan,
    play,
    state,
    token,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause

WITH_MAFIA = ["mafia", "scientists", "aliens", "bankers"]


def seen(pos: knaves.Position, seat: int | None) -> FactionCityView:
    return pos.view(seat)  # type: ignore[return-value]  # the view of this game


@clause("villains", "overview.1", "start.1")
def test_a_turn_runs_through_its_phases() -> None:
    pos = city(step="start")
    heard: list[str] = []
    rng = Random(1)
    while state(pos).turn == 1 and (ask := pos.ask()) is not None:
        names = [type(step).__name__ for step in pos.stack]
        name = names[2] if len(names) > 2 else ""
        if name and (not heard or heard[-1] != name):
            heard.append(name)
        seat = ask.seats[0]
        pos.take(seat, rng.choice(ask.options(seat)))
    assert heard[:3] == ["StartPhase", "PlaceTokens", "TakeActions"]
    assert heard[-1] == "EndPhase"
    assert heard in (
        ["StartPhase", "PlaceTokens", "TakeActions", "CombatStep", "EndPhase"],
        ["StartPhase", "PlaceTokens", "TakeActions", "EndPhase"],
    )


@clause("villains", "start.2", "capture.2")
def test_energy_is_reset_with_a_bonus_for_captured_markers() -> None:
    pos = city(
        ["mutants", "cult", "aliens", "mafia"],
        energy={"A": 3},
        captured={"C": ["A", "B", "D"], "A": ["B"]},
        step="start",
    )
    assert state(pos).energy == [10, 4, 11, 9]


@clause("villains", "start.3", "capture.3", "start.4")
def test_three_cards_more_with_bonuses_and_no_hand_limit() -> None:
    pos = city(
        captured={"A": ["B", "C"]},
        hands={"D": ["windfall", "windfall", "windfall", "windfall", "massacre", "mobilize"]},
        step="start",
    )
    assert [len(hand) for hand in state(pos).hand] == [4, 4, 3, 9]


@clause("villains", "laboratory.1", "scientists.1")
def test_the_laboratory_adds_a_card_to_any_number() -> None:
    pos = city(control={"laboratory": "B"}, captured={"B": ["A", "C"]}, step="start")
    assert len(state(pos).hand[B]) == 4 + 1 + 1
    assert len(city(control={"laboratory": "A"}, step="start").state.hand[A]) == 4  # type: ignore[attr-defined]


@clause("villains", "bankers.1", "parts.2", "parts.3")
def test_bankers_gain_two_every_turn_and_resources_are_kept() -> None:
    assert state(city(WITH_MAFIA, step="start")).resources == [0, 0, 0, 2]
    pos = city(WITH_MAFIA, step="start", resources={"D": 95, "A": 3}, turn=2)
    assert state(pos).resources == [3, 0, 0, 97]
    rich = city(WITH_MAFIA, step="start", upgrade={"D": 1})
    assert state(rich).resources[D] == 4
    assert state(city(WITH_MAFIA, step="start", upgrade={"D": 2})).resources[D] == 6


@clause("villains", "start.5")
def test_v2_plans_are_drawn_to_three_and_one_goes_under_the_deck() -> None:
    pos = city(plans={"A": ["the_endless_spills"]}, step="plans")
    s = state(pos)
    assert [len(row) for row in s.plans] == [3, 3, 3, 3]
    assert len(s.plan_deck[A]) == 5
    away = plan(pos, A, "the_endless_spills")
    pos.apply(A, ("bury", away))
    for seat in (B, C, D):
        pos.apply(seat, ("bury", s.plans[seat][0]))
    s = state(pos)
    assert [len(row) for row in s.plans] == [2, 2, 2, 2]
    assert s.plan_deck[A][0] == away and away not in s.plans[A]


@clause("villains", "start.6", "start.7", "parts.6")
def test_a_target_is_a_card_for_its_area_only() -> None:
    hands = {letter: ["@bank", "@police", "@sewers"] for letter in "BCD"}
    pos = city(hands={"A": ["suitcase_nuke", "stand_down", "windfall"], **hands}, step="targets")
    nuke = card(pos, A, "suitcase_nuke")
    assert ("target", nuke) not in pos.ask().options(A)  # type: ignore[union-attr]
    assert why(pos, A, "target", nuke)[1] == "start.7"
    pos.apply(A, ("target", card(pos, A, "stand_down")))
    for seat in (B, C, D):
        pos.apply(seat, ("target", state(pos).hand[seat][0]))
    assert waits(pos) == A and verbs(pos) == {"area", "pass"}
    assert not state(pos).rules and not state(pos).mods  # its ability is ignored
    assert len(state(pos).hand[A]) == 2


@clause("villains", "start.8", "secrecy.1", "secrecy.2")
def test_what_is_hidden_is_seen_by_its_owner_alone() -> None:
    pos = city(
        hands={"A": ["windfall", "massacre"], "B": ["windfall"]},
        targets={"A": "bank", "B": "police"},
        plans={"A": ["the_endless_spills"]},
        tokens={"bank": ["A deploy", "A card"], "sewers": ["A card"]},
        step="act",
    )
    mine, theirs, watcher = seen(pos, A), seen(pos, B), seen(pos, None)
    assert mine["own"] is not None and theirs["own"] is not None
    assert {c["title"] for c in mine["own"]["hand"]} == {"windfall", "massacre"}
    assert {c["title"] for c in theirs["own"]["hand"]} == {"windfall"}
    assert watcher["own"] is None
    assert mine["seats"][A]["target"] == "bank" and mine["seats"][B]["target"] is None
    assert theirs["seats"][A]["target"] is None and watcher["seats"][A]["target"] is None
    assert [p["name"] for p in mine["own"]["plans"]] == ["The Endless Spills"]
    assert not theirs["own"]["plans"] and theirs["seats"][A]["plans"] == 1
    assert mine["areas"][5]["spaces"][0]["token"] == "deploy"
    assert theirs["areas"][5]["spaces"][0]["token"] is None
    assert theirs["areas"][5]["spaces"][0]["owner"] == A


@clause("villains", "sheet.1")
def test_energy_resources_markers_and_mixes_are_open() -> None:
    pos = city(resources={"A": 4}, energy={"A": 6}, captured={"A": ["B"]}, step="act")
    for eye in (B, None):
        sheet = seen(pos, eye)["seats"][A]
        assert (sheet["energy"], sheet["resources"], sheet["captured"]) == (6, 4, [B])
        assert sheet["reserve"] == {"goon": 6, "mole": 7, "talent": 3, "patsy": 5, "champion": 3}
        assert sheet["tokens"] == 9 and sheet["cards"] == 0


@clause("villains", "mafia.1", "mafia.2", "mafia.3")
def test_the_mafia_chooses_last_after_one_look() -> None:
    hands = {letter: ["@bank", "@police", "@sewers"] for letter in "ABCD"}
    pos = city(WITH_MAFIA, hands=hands, step="targets")
    assert ask_of(pos).seats == (B, C, D)
    for seat in (B, C, D):
        pos.apply(seat, ("target", state(pos).hand[seat][0]))
    assert waits(pos) == A and verbs(pos) == {"look_at", "no_look"}
    told: list[knaves.Event] = []
    pos.listen(told.append)
    play(pos, "look_at", C)
    assert seen(pos, A)["seats"][C]["target"] == "bank"
    assert seen(pos, A)["seats"][B]["target"] is None
    assert seen(pos, B)["seats"][C]["target"] is None  # it stays the Mafia's secret
    texts = [[pos.text(event, eye) for event in told] for eye in (A, B, None)]
    assert any("Bank" in str(text) for text in texts[0])
    assert not any("Bank" in str(text) for row in texts[1:] for text in row)
    play(pos, *options(pos, "target")[0])
    assert state(pos).target[A] >= 0


@clause("villains", "police.1", "police.2", "police.3")
def test_the_police_see_every_target_after_their_own_and_the_mafia_before() -> None:
    hands = {letter: ["@bank", "@police", "@sewers"] for letter in "ABCD"}
    pos = city(WITH_MAFIA, hands=hands, control={"police": "B"}, step="targets")
    pos.apply(B, ("target", state(pos).hand[B][0]))
    assert seen(pos, B)["seats"][C]["target"] is None
    for seat in (C, D):
        pos.apply(seat, ("target", state(pos).hand[seat][1]))
    play(pos, "no_look")
    play(pos, *options(pos, "target")[2])
    assert [one["target"] for one in seen(pos, B)["seats"]] == [
        "sewers", "bank", "police", "police",
    ]  # fmt: skip
    assert seen(pos, C)["seats"][D]["target"] is None

    pos = city(WITH_MAFIA, hands=hands, control={"police": "A"}, step="targets")
    for seat in (B, C, D):
        pos.apply(seat, ("target", state(pos).hand[seat][0]))
    assert waits(pos) == A and verbs(pos) == {"target"}  # no look at one: it has seen all
    assert [seen(pos, A)["seats"][seat]["target"] for seat in (B, C, D)] == ["bank"] * 3


@clause("villains", "start.4", "start.6")
def test_who_holds_no_card_with_an_area_has_no_target() -> None:
    """R47"""
    pos = city(WITH_MAFIA, hands={"B": ["@bank", "@police"], "C": ["suitcase_nuke"]}, step="targets")
    assert ask_of(pos).seats == (B,)
    pos.apply(B, ("target", state(pos).hand[B][0]))
    assert [slot >= 0 for slot in state(pos).target] == [False, True, False, False]
    assert verbs(pos) == {"area", "pass"}
    assert seen(pos, A)["seats"][B]["target"] is None
    police = city(WITH_MAFIA, hands={"B": ["@bank", "@police"]}, control={"police": "A"}, step="targets")
    police.apply(B, ("target", state(police).hand[B][0]))
    assert seen(police, A)["seats"][B]["target"] == "bank"  # without a target of its own, too


@clause("villains", "start.3", "start.4", "setup.1")
def test_what_is_left_of_the_cards_is_drawn_in_player_order() -> None:
    """R47: six cards are left for four players, and C is first."""
    areas = ("bank", "factory", "laboratory", "police", "sewers", "university", "subway")
    held = [f"@{area}" for area in areas for _ in range(9)] + ["@church"] * 3
    pos = city(first="C", step="start", hands={"B": held})
    assert [len(hand) for hand in state(pos).hand] == [0, 66, 3, 3] and not state(pos).deck


def test_imagined_worlds_keep_what_was_seen() -> None:
    hands = {letter: ["@bank", "@police", "@sewers"] for letter in "ABCD"}
    pos = city(WITH_MAFIA, hands=hands, step="targets")
    for seat in (B, C, D):
        pos.apply(seat, ("target", state(pos).hand[seat][0]))
    play(pos, "look_at", C)
    slot = state(pos).target[C]
    others = set()
    for n in range(20):
        world = pos.imagine(A, Random(n))
        assert world.state.face[slot] == pos.state.face[slot]
        others.add(world.state.face[state(pos).target[B]])
    assert len(others) > 3


@clause("villains", "secrecy.2", "university.4")
def test_a_token_that_was_looked_at_is_known_to_the_looker_only() -> None:
    pos = city(
        step="act",
        units={"A": {"university": ["readied talent"]}},
        tokens={"bank": ["B move", "C card"], "church": ["A deploy"]},
    )
    play(pos, "skill", 6)
    assert ("look", at(5, 3), C) not in options(pos)
    assert ("look", at(8, 1), A) in options(pos)  # one's own, in a pinch
    play(pos, "look", at(5, 1), B)
    assert seen(pos, A)["areas"][5]["spaces"][0]["token"] == "move"
    assert seen(pos, C)["areas"][5]["spaces"][0]["token"] is None
    assert on(pos, 5, 1) >= 0 and token(pos, A, "card") >= 0
