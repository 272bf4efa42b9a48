"""Contracts and corp sheets: chapters 7, 11, 12, 13."""

from __future__ import annotations

from knaves.games.new_angeles.cards import CORPS, box
from tests.games.new_angeles.table import (
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    capital,
    go,
    pieces,
    resolving,
    state,
    table,
    threat,
    view,
)
from tests.support import clause


@clause("new_angeles", "11", "11.1", "11.2", "12.2")
def test_globalsec_is_paid_whoever_removes_enemies() -> None:
    p = resolving("live_feeds", {4: ["orgcrime"], 5: ["orgcrime"]}, who=3)
    go(p, "remove", ORGCRIME, 4)
    assert capital(p, 0) == 11


def test_jinteki_is_paid_for_illness() -> None:
    p = resolving("clean_slate", {4: ["illness"], 5: ["illness"]})
    go(p, "remove", ILLNESS, 4)
    go(p, "remove", ILLNESS, 5)
    assert capital(p, 2) == 16


def test_weyland_is_paid_for_outages() -> None:
    p = resolving("gentrification", {4: ["outage"], 5: ["outage"]})
    go(p, "remove", OUTAGE, 4)
    assert capital(p, 5) == 17


def test_nbn_is_paid_by_the_stage() -> None:
    p = resolving("media_circus", {4: ["strike"], 5: ["protest"]})
    go(p, "calm", 5)
    go(p, "place", 2, 9)
    assert capital(p, 4) == 15  # only one stage was there


@clause("new_angeles", "11.2")
def test_melange_is_paid_for_quiet_events() -> None:
    p = table(step="event", track=[], events=["gang_wars"], city={})
    assert capital(p, 3) == 16  # nobody of orgcrime: threat did not rise
    p = table(step="event", track=[], events=["gang_wars"], city={4: ["orgcrime"]})
    assert capital(p, 3) == 16 and threat(p) == 1
    p = table(step="event", track=[], events=["gang_wars"], city={4: ["orgcrime"], 5: ["orgcrime"]})
    assert capital(p, 3) == 13 and threat(p) == 2


@clause("new_angeles", "11.3", "35.6")
def test_the_root_and_moving_pay_nobody() -> None:
    p = resolving("gentrification", {10: ["outage", "orgcrime", "human_first"]})
    assert pieces(p, 10) == {"prisec"} and threat(p) == 4
    assert capital(p, 0) == 10 and capital(p, 5) == 17  # only the outage was removed


@clause("new_angeles", "12", "12.3", "12.3a", "13", "13.1")
def test_every_seat_is_one_corporation_with_two_sided_sheets() -> None:
    p = table()
    assert [seat["corp"] for seat in view(p)["seats"]] == list(CORPS)
    for corp in range(6):
        four, many = box().sheets[corp]
        assert sum(n for _, n in four) == sum(n for _, n in many) == 3
        assert (four == many) == (CORPS[corp] == "melange_mining")
        assert four[-1] == (-1, 1)
    for seat, row in enumerate(view(p)["seats"]):
        assert [card["corp"] for card in row["emergency"]] == [CORPS[seat]]
        assert row["contract"] == box().corps[seat].text


@clause("new_angeles", "7", "7.2", "7.3", "7.4", "7.5")
def test_capital_counts_beyond_the_track() -> None:
    p = table(capital=[38, 41, 0, 0, 0, 0])
    s = state(p)
    s.gain(0, 5)
    assert capital(p, 0) == 43
    s.lose(1, 3)
    assert capital(p, 1) == 38
    assert s.lose(2, 4) == 0 and capital(p, 2) == 0  # ruling R15
