"""Moments: where the table stops so that everybody may trade (65), whoever holds what."""

from __future__ import annotations

import pytest

import knaves
from tests.games.new_angeles.table import (
    HOME,
    asset,
    assets,
    bundle,
    capital,
    card,
    go,
    options,
    table,
    verbs,
    view,
)
from tests.support import ask_of, clause

EMPTY: dict[int, list[str]] = {seat: [] for seat in range(6)}
DOWN = ["globalsec", "haas_bioroid", "jinteki", "melange_mining", "nbn", "weyland"]


def at(p: knaves.Position) -> str:
    ask = ask_of(p)
    return ask.moment


@clause("new_angeles", "22.4", "65")
def test_an_end_of_turn_asset_can_be_bought_after_the_deal_and_used() -> None:
    p = table(
        trading=True,
        step="deal",
        hands={**EMPTY, 0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece", "live_feeds"]},
        facedown=DOWN,
        track=["susan_chen", "aaron_marron"],
        city={**HOME, 4: ["protest"]},
    )
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "pass")
    go(p, "back", 1)
    go(p, "lay", card(p, 2, "live_feeds"))
    go(p, "done")
    assert assets(p, 1) == ["susan_chen"] and at(p) == "end_of_turn" and options(p, 0)[0] == ("end",)
    p.apply(1, ("offer", 0, 0, bundle("susan_chen"), 3, 0, 0, 0))
    p.apply(0, ("accept", 1))
    assert assets(p, 0) == ["susan_chen"] and capital(p, 0) == 7
    go(p, "use", asset(p, "susan_chen"))
    go(p, "pass_on", 3)
    assert capital(p, 0) == 9 and at(p) == "end_of_turn"  # and once more before the turn ends


@clause("new_angeles", "65", "18.2c")
def test_the_last_round_stops_before_its_end_and_before_the_last_demand() -> None:
    p = table(trading=True, step="production", round=6, track=[])
    assert at(p) == "end_of_round" and options(p)[0] == ("go_on",)
    p.apply(1, ("offer", 2, 1, 0, 0, 0, 0, 0))
    p.apply(2, ("accept", 1))
    go(p, "go_on")
    assert at(p) == "before_the_demand"  # the investments are paid
    before = capital(p, 3)
    p.apply(4, ("offer", 3, 1, 0, 0, 0, 0, 0))
    p.apply(3, ("accept", 2))
    assert capital(p, 3) == before + 1
    go(p, "go_on")
    assert p.result is not None and p.result.scores[3] == before + 1


@pytest.mark.parametrize("hands", [EMPTY, {**EMPTY, 0: ["liquidation"]}, {**EMPTY, 1: ["live_feeds"]}])
def test_the_main_offer_is_a_moment_whatever_the_hands(hands: dict[int, list[str]]) -> None:
    p = table(trading=True, step="deal", hands=hands, facedown=DOWN)
    assert at(p) == "main_offer" and view(p)["deal"] is not None


def test_without_trading_nobody_waits_at_a_moment() -> None:
    p = table(step="end of turn", hands=EMPTY)
    assert view(p)["active"] == 1  # straight into the next turn
    assert verbs(p) == {"propose"}
