"""Trades and words at odd moments: while cards are discarded, between two deals, in the middle of a statement."""

from __future__ import annotations

from random import Random

import knaves
from knaves.games.new_angeles.cards import CORPS
from tests.games.new_angeles.table import (
    asset,
    bundle,
    capital,
    card,
    deal,
    emergency,
    go,
    hand,
    heard,
    options,
    prompt,
    resolving,
    state,
    supply,
    table,
    threat,
    told,
    verbs,
    view,
)
from tests.support import ask_of, clause

FLOYD = bundle("floyd")
SEVEN = [
    "liquidation",
    "puff_piece",
    "live_feeds",
    "spin_doctors",
    "arrest_orders",
    "clean_slate",
    "media_circus",
]


@clause("new_angeles", "2.5", "30.2", "65")
def test_a_larger_hand_bought_in_the_middle_of_discarding_ends_it() -> None:
    p = table(step="end of turn", trading=True, hands={0: SEVEN}, assets={3: ["floyd"]})
    go(p, "end")
    assert prompt(p) == "You may keep 5 cards: discard 2 cards."
    go(p, "discard", card(p, 0, "liquidation"))
    assert prompt(p) == "You may keep 5 cards: discard 1 card."
    p.apply(3, ("offer", 0, 0, FLOYD, 2, 0, 0, 0))
    p.apply(0, ("accept", 1))
    assert state(p).active == 1 and len(hand(p, 0)) == 6 and capital(p, 0) == 8


@clause("new_angeles", "2.5", "30.2", "65")
def test_a_smaller_hand_in_the_middle_of_discarding_wants_more_cards() -> None:
    p = table(step="end of turn", trading=True, hands={0: [*SEVEN, *SEVEN]}, assets={0: ["floyd"]})
    go(p, "end")
    assert prompt(p) == "You may keep 10 cards: discard 4 cards."
    p.apply(0, ("offer", 3, 0, FLOYD, 0, 0, 0, 0))
    p.apply(3, ("accept", 1))
    assert prompt(p) == "You may keep 5 cards: discard 9 cards."


@clause("new_angeles", "2.9", "2.2")
def test_a_statement_does_not_tell_what_lies_in_the_discard_pile() -> None:
    """Every type can be named: which of them the pile holds is known only when it is sorted."""
    p = deal(
        {0: ["live_feeds", "puff_piece"]},
        faceup=("melange_mining",),
        assets={0: ["caprice_nisei"]},
        discard=["biotech", "construction", "labor", "media", "security"],
    )
    s = state(p)
    s.discard = [
        slot for slot in s.discard if s.box.type[s.face[slot]] in (0, 4)
    ]  # the others are out of reach
    go(p, "propose", card(p, 0, "live_feeds"))
    go(p, "counter", emergency("melange_mining"))  # Energy for All: each draws 4 cards of one type
    go(p, "use", asset(p, "caprice_nisei"))
    assert options(p) == [("draw", kind) for kind in range(5)]


@clause("new_angeles", "58.2", "43.5")
def test_a_full_track_is_not_offered_and_not_said_to_rise() -> None:
    last = {"energy": 6, "consumables": 6, "tech": 6, "entertainment": 7, "credits": 8}
    p = deal(
        {},
        faceup=("haas_bioroid",),
        corps=("haas_bioroid", "globalsec", "jinteki", "melange_mining", "nbn", "weyland"),
        supply=last,
    )
    events = heard(p)
    assert prompt(p) == "Raise up to 2 resources in the supply by 1 each."
    assert set(options(p)) == {("stock", 3), ("done",)}
    go(p, "stock", 3)
    assert supply(p)["entertainment"] == 8 and "place" in verbs(p)  # nothing else could rise
    assert "The supply of entertainment rises by 1." in told(p, events)


@clause("new_angeles", "7.3", "18.1")
def test_nothing_lost_gained_or_fallen_is_not_told() -> None:
    p = resolving("information_procurement", capital=[2, 1, 1, 1, 1, 1], threat=0)
    events = heard(p)
    for amount in (2, 1, 1, 1, 1, 0):
        go(p, "pay", amount)
    said = told(p, events)
    assert threat(p) == 0 and not [text for text in said if text and " 0 " in text], said
    poor = table(step="end of turn", capital=[5, 0, 1, 1, 1, 1], assets={0: ["mr_li"]})
    events = heard(poor)
    go(poor, "use", asset(poor, "mr_li"))
    go(poor, "tax", 1)
    assert "B loses 0 capital." not in told(poor, events)


def test_no_menu_has_two_lines_that_are_the_same_but_for_two_copies_of_a_card() -> None:
    """Whose asset, whose emergency card, and to whom an offer was made."""
    p = table(step="end of turn", trading=True, assets={0: ["alex_westlund"], 1: ["eiko"], 2: ["floyd"]})
    for other in (1, 2):
        p.apply(0, ("offer", other, 1, 0, 0, 0, 0, 0))
    ask = ask_of(p)
    mine = [p.label(option, 0) for option in ask.options(0) if option[0] == "withdraw"]
    assert mine == [
        "Take back your offer to B: 1 capital for nothing",
        "Take back your offer to C: 1 capital for nothing",
    ]
    go(p, "use", asset(p, "alex_westlund"))
    assert [p.label(option, 0) for option in options(p)] == [
        "Of A: Alex Westlund",
        "Of B: Eiko",
    ]


def test_games_are_played_without_a_slip_of_the_tongue() -> None:
    """No "1 times", no "1 resources", nothing that gains or loses 0."""
    slips = (" 1 times", " 1 resources", " 1 cards", " 0 capital", " 1 turns", " rises by 0", " falls by 0")
    for seats in (4, 6):
        p = knaves.start("new_angeles", seats=seats, seed=seats)
        said: list[str] = []
        events = heard(p)
        rng = Random(seats)
        while (ask := p.ask()) is not None:
            seat = ask.seats[0]
            said.append(ask.prompt(seat))
            p.take(seat, rng.choice(ask.options(seat)))
        said += [text for text in told(p, events, 0) if text]
        assert not [text for text in said if any(slip in text for slip in slips)]


@clause("new_angeles", "24.3", "29")
def test_the_back_of_a_sorted_event_and_the_size_of_a_general_draw_are_said() -> None:
    p = resolving(
        "unorthodox_knowledge", events=["gang_wars", "earthquake_rocks_city", "welfare_programs_slashed"]
    )
    events = heard(p)
    go(p, *options(p)[-1])
    (sunk,) = [text for text in told(p, events) if text and "at the bottom" in text]
    assert sunk.startswith("A puts an event (back: ") and "Gang" not in sunk
    melange = table(step="turn", active=3, assets={3: ["braintrust"]}, corps=CORPS)
    assert prompt(melange).startswith("Draw 2 cards for a General line")


@clause("new_angeles", "15.8", "16.4")
def test_what_assets_forbid_a_player_is_open_to_all() -> None:
    p = deal(
        {
            0: ["live_feeds", "puff_piece"],
            1: ["liquidation", "clean_slate"],
            2: ["live_feeds", "arrest_orders"],
        },
        assets={3: ["chief_gorman", "locust_company"]},
    )
    go(p, "propose", card(p, 0, "live_feeds"))
    go(p, "counter", card(p, 1, "liquidation"))
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "take_back")
    assert view(p)["seats"][1]["barred"] == ["may not counter again"]
    go(p, "counter", card(p, 2, "live_feeds"))
    go(p, "use", asset(p, "locust_company"))
    go(p, "bar", 1)
    barred = ["may not counter again", "may not support the counteroffer"]
    assert [seat["barred"] for seat in view(p)["seats"]] == [[], barred, [], [], [], []]
    assert "may not support the counteroffer" in p.game.board(p.view(None))
