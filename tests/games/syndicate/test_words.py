"""How it reads: labels, prompts, reasons, and the table as text."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.cli.things_by_name import at_stake
from knaves.core.clauses import ledger
from knaves.games import find
from knaves.games.syndicate.words import EVENTS, VERBS
from tests.games.syndicate.table import (
    DOOMKING,
    SHADOWHEART,
    SUPERNOVA,
    at,
    card,
    city,
    play_mission,
    told,
    with_values,
)
from tests.laws.tables import walk
from tests.support import ask_of, clause, do


def test_options_read_as_a_person_would_say_them() -> None:
    p = at(hands=[["cold_feet"], None, None, None])
    labels = {
        ("pay_card", card("cold_feet")): "Pay Cold Feet for one space",
        ("activate_draw", SUPERNOVA, 1, 2): "For 1 coin, activate Supernova: take the cube, draw 2 cards",
        (
            "activate_move",
            SHADOWHEART,
            0,
            1,
        ): "For 1 coin, activate Shadowheart: leave the cube, move the Mission marker 1 space",
        ("activate_cube_less", DOOMKING): "For 1 coin, activate Doomking: take the cube only",
        ("return_cube", DOOMKING): "Return an orange cube to the Reserve, for nothing",
        ("accuse", 1, 5): "Accuse B for 2 coins: the Government Spy",
        ("accuse", 2, SUPERNOVA): "Accuse C for 2 coins: serves Supernova",
        ("power_move", SHADOWHEART, 2): "Spend a black cube: move the Mission marker 2 spaces",
        ("place", card("cold_feet"), 0): "Place Cold Feet face down between Electrode and Shadowheart",
    }
    for option, label in labels.items():
        assert p.label(option, 0) == label  # type: ignore[arg-type]  # an option of its own length
    assert (
        p.label(("accuse", 1, 5), 0, ["Ann", "Bo", "Cy", "Di"]) == "Accuse Bo for 2 coins: the Government Spy"
    )


def test_every_verb_and_event_is_used() -> None:
    """Whatever has words can happen: random games and the rules between them use all of them."""
    heard: set[str] = set()
    offered: set[str] = set()
    rare = {
        "no_reserve",
        "no_room",
        "bank_empty",
        "abstains_bare",
        "no_extra_card",
        "cards_gone",
    }  # they have tests
    for seed in range(260):
        p = knaves.start("syndicate", seats=2 + seed % 4, seed=seed)
        p.listen(lambda event: heard.add(event.kind))
        for _, options in walk(p, Random(seed), often=0.3):
            offered.update(option[0] for option in options)
        if offered == set(VERBS) and set(EVENTS) - heard <= rare:
            break
    assert offered == set(VERBS)
    assert set(EVENTS) - heard <= rare


def test_every_clause_that_is_cited_exists() -> None:
    ids = {clause.id for clause in ledger("syndicate").clause}
    for step in find("syndicate").step_types().values():
        for _, cited in step.asks.values():
            if step.__module__.startswith("knaves.games.syndicate"):
                assert cited in ids


def test_things_that_cannot_be_chosen_say_why() -> None:
    p = at(step="activate")
    ask = ask_of(p)
    for thing, cited in (("villain:2", "action.4"), (f"card:{city(p).hand[0][0]}", "action.1")):
        why = ask.why_not(0, thing)
        assert why is not None and why.clause == cited
    why = ask.why_not(1, "villain:0")
    assert why is not None and "Waiting for A" in why.reason
    p = at(step="begin")
    ask = ask_of(p)
    why = ask.why_not(0, f"card:{city(p).hand[0][0]}")
    assert why is not None and why.clause == "mission.3"


def test_the_table_as_text() -> None:
    p = with_values(
        5,
        4,
        3,
        2,
        missions=["glass_vault"],
        bag=["electrode"],
        locations={"electrode": ["bystander"]},
        revealed=[1],
    )
    before = p.game.board(p.view(0))
    assert "Doomking     ■■ ■ · · · ·   Power 1  level 0" in before
    assert "between Goldhammer and Electrode: 1 waiting" in before
    assert "\nB: 1 card, revealed: Agent of Supernova. At any time: 1 coin to draw 2 cards\n" in before
    assert "You are the Agent of Shadowheart. Win when Shadowheart's Power is 5." in before
    play_mission(p)
    after = p.game.board(p.view(None))
    assert "Mission: The Glass Vault needs" in after and "Result 14" in after
    assert "Behind your screen" not in after
    do(p, 0, "decline")
    assert "Mission:" not in p.game.board(p.view(0))


@clause("syndicate", "mission.5")
def test_where_no_card_is_left_for_who_abstains_everybody_is_told() -> None:
    keys = [row.id for row in city(at()).box.support]
    for hands, bare in (([keys[:30], keys[30:], [], []], True), ([keys[:30], keys[30:59], [], []], False)):
        p = at(step="begin", hands=hands)
        do(p, 0, "begin")
        ask = ask_of(p)
        for seat in range(4):
            assert (
                "No Support card is left that would count for whoever abstains." in ask.prompt(seat)
            ) == bare


def test_what_one_has_for_a_movement_is_said() -> None:
    p = at(coins=[0, 3, 3, 3], hands=[["cold_feet", "bystander"], None, None, None])
    ask = ask_of(p)
    line, _ = at_stake(p, ask, 0, ask.options(0), [*"ABCD"])
    assert line == "One on: between Shadowheart and Supernova. You have no coins and 2 cards."


@clause("syndicate", "mission.1")
@pytest.mark.parametrize(
    ("marker", "space"),
    [("doomking", "between Doomking and Goldhammer"), ("electrode", "between Electrode and Shadowheart")],
)
def test_where_the_mission_marker_goes_is_told_all_the_way_round(marker: str, space: str) -> None:
    p = at(step="begin", mission=marker, action="supernova")
    assert f"The Mission marker moves on; it stands {space}." in told(p, None, "begin", by=0)


def test_the_text_board_lists_what_is_known_of_a_player() -> None:
    p = at(step="activate", revealed=[0], denied=[[1, "doomking"]])
    do(p, 0, "activate_move", SHADOWHEART, 0, 1)
    lines = p.game.board(p.view(2)).splitlines()
    own = "At any time: 1 coin to move the Mission marker 1 space"
    assert f"A: 5 cards, revealed: Agent of Shadowheart. {own}; activated Shadowheart 1" in lines
    assert "B: 5 cards; denies being the Agent of Doomking" in lines
