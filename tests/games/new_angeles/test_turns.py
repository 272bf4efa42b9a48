"""Rounds, turns and draws: chapters 2, 3, 4, 22, 25, 29, 30, 46, 51, 55, 66, 67."""

from __future__ import annotations

import pytest

import knaves
from knaves.games.new_angeles.cards import CORPS, TYPES
from tests.games.new_angeles.table import (
    HOME,
    asked,
    asset,
    assets,
    capital,
    card,
    deal,
    go,
    go_until,
    hand,
    heard,
    options,
    pieces,
    resolving,
    state,
    table,
    verbs,
    view,
)
from tests.support import ask_of, clause, refused


def kinds(p: knaves.Position, seat: int) -> list[str]:
    s = state(p)
    return [TYPES[s.box.type[s.face[slot]]] for slot in s.hands[seat]]


@clause("new_angeles", "2.1", "3.1", "3.1a", "12.1", "2.3")
def test_refresh_draws_what_the_corp_sheet_lists() -> None:
    p = table(hands={0: []})
    assert kinds(p, 0) == ["security", "security", "media"]
    p = table(hands={5: []}, active=5)
    assert kinds(p, 5) == ["construction", "construction", "security"]


@clause("new_angeles", "3.1b", "29", "29.1", "12.3", "12.3a")
def test_general_cards_come_from_another_type() -> None:
    p = table(seats=4, hands={0: []})
    assert kinds(p, 0) == ["security", "security"] and verbs(p) == {"draw"}
    assert {TYPES[o[1]] for o in options(p)} == {"construction", "biotech", "labor", "media"}
    assert refused(p, 0, "draw", TYPES.index("security")).clause == "29.1"
    go(p, "draw", TYPES.index("labor"))
    assert kinds(p, 0) == ["security", "security", "labor"]
    for seats in (4, 6):
        p = table(seats=seats, hands={3: []}, active=3)
        go(p, "draw", 0)
        assert len(options(p)) == 4
        go(p, "draw", 1)
        assert len(options(p)) == 3
        go(p, "draw", 4)
        assert kinds(p, 3) == ["construction", "biotech", "security"]


@clause("new_angeles", "2.2")
def test_an_empty_deck_is_filled_from_the_sorted_discard_pile() -> None:
    p = table(hands={0: [], 1: [], 2: [], 3: [], 4: [], 5: []}, discard=["security", "labor"])
    s = state(p)
    assert kinds(p, 0) == ["security", "security", "media"]
    assert not s.discard and [len(deck) for deck in s.decks] == [20, 20, 20, 19, 18]
    for number, deck in enumerate(s.decks):
        assert {s.box.type[s.face[slot]] for slot in deck} == {number}


@clause("new_angeles", "3", "66", "66.1", "4", "4.2")
def test_a_turn_is_refresh_deal_end_and_passes_left() -> None:
    p = table(hands={seat: [] for seat in range(6)}, facedown=list(CORPS), active=5)
    events = heard(p)
    assert view(p)["active"] == 5 and asked(p) == 5
    go(p, "propose", options(p)[0][1])
    while view(p)["active"] == 5:
        go(p, *options(p)[-1])
    assert view(p)["active"] == 0  # the player on the left
    told = [event.kind for event in events]
    assert told.index("proposes") < told.index("claimed") < told.index("turn")


@clause("new_angeles", "46", "26.1", "3.1")
def test_assets_are_readied_before_drawing() -> None:
    held = {0: ["eiko", "midori"], 1: ["jackson_howard"]}
    p = table(assets=held, exhausted=["eiko", "midori", "jackson_howard"])
    assert not any(one["exhausted"] for one in view(p)["seats"][0]["assets"])
    assert view(p)["seats"][1]["assets"][0]["exhausted"] is True  # only the active player's


@clause("new_angeles", "3.3", "3.3a", "6.3", "22", "22.1", "22.2", "22.3", "66.2")
def test_end_of_turn_abilities_in_any_order_once_each() -> None:
    held = {0: ["susan_chen", "marco_cubrero", "eiko"]}
    p = table(step="end of turn", assets=held, hands={0: []})
    use = {option[1] for option in options(p) if option[0] == "use"}
    assert use == {asset(p, "susan_chen"), asset(p, "marco_cubrero")} and ("end",) in options(p)
    assert refused(p, 0, "use", asset(p, "eiko")).clause == "22"
    go(p, "use", asset(p, "marco_cubrero"))
    go(p, "steal_two", 5)
    assert set(options(p)) == {("use", asset(p, "susan_chen")), ("end",)}
    assert refused(p, 0, "use", asset(p, "marco_cubrero")).clause == "22.1"
    go(p, "end")  # optional
    assert assets(p, 0)[:1] == ["susan_chen"] and view(p)["active"] == 1


@clause("new_angeles", "22.4")
def test_an_ability_received_at_the_end_of_turn_can_still_be_used() -> None:
    held = {0: ["alex_westlund", "eiko"], 1: ["marco_cubrero"]}
    p = table(step="end of turn", assets=held)
    go(p, "use", asset(p, "alex_westlund"))
    go(p, "swap", asset(p, "eiko"))  # there is only one to swap it with
    assert ("use", asset(p, "marco_cubrero")) in options(p)


@clause("new_angeles", "2.5", "30", "30.2", "3.3")
def test_the_hand_is_cut_to_five_at_the_end_of_turn() -> None:
    cards = ["live_feeds", "puff_piece", "liquidation", "arrest_orders", "riot_control"]
    p = table(step="end of turn", hands={0: [*cards, "media_circus", "spin_doctors"]})
    go(p, "discard", card(p, 0, "media_circus"))
    assert asked(p) == 0
    go(p, "discard", card(p, 0, "riot_control"))
    assert sorted(hand(p, 0)) == sorted({*cards, "spin_doctors"} - {"riot_control"})
    assert view(p)["active"] == 1
    assert view(p)["discard"] == 2


@clause("new_angeles", "30.1")
def test_emergency_cards_do_not_count() -> None:
    cards = ["live_feeds", "puff_piece", "liquidation", "arrest_orders", "riot_control"]
    p = table(step="end of turn", hands={0: cards})
    assert view(p)["active"] == 1 and len(hand(p, 0)) == 5


@clause("new_angeles", "3.4", "67.4", "55", "25", "51.2", "44")
def test_the_last_asset_ends_the_action_phase() -> None:
    p = resolving("liquidation", track=["eiko"], events=["gang_wars"], round=1)
    events = heard(p)
    go(p, "liquidate", 4)
    told = [event.kind for event in events]
    assert told.index("production") < told.index("event") < told.index("round")
    assert view(p)["round"] == 2
    s = state(p)
    assert s.box.events[s.face[s.event_deck[0]]].id == "gang_wars"  # to the bottom
    assert view(p)["active"] == 1


@clause("new_angeles", "66.3", "67.2", "24.1c", "67.3", "3.4a")
def test_the_event_sets_the_turns_of_the_next_round() -> None:
    p = table(step="event", track=[], events=["tri_maf_leaders_unite"], asset_deck=["eiko", "midori"])
    s = state(p)
    assert view(p)["turns_left"] == 4 and s.revealed >= 0  # five, one of them revealed
    names = [s.box.assets[s.face[slot]].id for slot in s.track]
    assert names[:2] == ["eiko", "midori"]  # slot 1 first, from the top of the deck
    p = table(step="event", track=[], events=["gang_wars"])
    assert view(p)["turns_left"] == 2  # three turns for six players: some get none


@clause("new_angeles", "67.5")
def test_the_sixth_round_fills_no_track() -> None:
    p = table(step="event", track=[], round=6, events=["tri_maf_leaders_unite"])
    assert state(p).track == () and p.result is not None


@clause("new_angeles", "51", "51.1", "18.5", "18")
def test_a_demand_round_follows_every_second_round() -> None:
    assert view(table())["spaces"] == [1, 2, 0, 3, 4, 0, 5, 6, 0]
    p = table(step="event", track=[], round=2, events=["gang_wars"])
    ask = ask_of(p)
    assert view(p)["space"] == 2 and view(p)["round"] == 0
    for seat in range(6):
        p.apply(seat, ask.options(seat)[0])
    assert view(p)["round"] == 3


@clause("new_angeles", "6.9", "67")
def test_assets_on_the_track_are_hidden() -> None:
    p = table()
    for eye in (*range(6), None):
        assert view(p, eye)["turns_left"] == 1
    s = state(p)
    assert all(s.seen[slot] == 0 for slot in s.track)


@pytest.mark.parametrize("seats", [4, 5, 6])
@clause("new_angeles", "66.3", "51.1")
def test_whole_games_have_six_rounds_at_most(seats: int) -> None:
    from random import Random

    from knaves.core.beat import play_randomly

    for seed in range(5):
        p = knaves.start("new_angeles", seats=seats, seed=seed, trading=False)
        play_randomly(p, Random(seed))
        assert p.result is not None and 3 <= state(p).turn <= 30


@clause("new_angeles", "2.4")
def test_discards_are_facedown() -> None:
    cards = ["live_feeds", "puff_piece", "liquidation", "arrest_orders", "riot_control"]
    p = table(step="end of turn", hands={0: [*cards, "media_circus"]})
    slot = card(p, 0, "media_circus")
    go(p, "discard", slot)
    assert state(p).discard == [slot] and state(p).seen[slot] == 1  # only he knows


def test_a_deal_for_everyone_to_the_end_of_the_round() -> None:
    p = deal({0: ["liquidation"]}, city=HOME, track=["eiko"])
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert pieces(p, 4) >= {"strike"} and capital(p, 0) >= 10
