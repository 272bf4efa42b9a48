"""One thing after another: nothing of a card is left over for the next, and nothing is had twice."""

from __future__ import annotations

import knaves
from knaves.games.new_angeles.deals import NOT_COUNTER
from tests.games.new_angeles.table import (
    HAAS,
    HOME,
    HUMAN_FIRST,
    asked,
    capital,
    card,
    deal,
    go,
    go_until,
    hand,
    options,
    pieces,
    prompt,
    state,
    table,
    verbs,
    view,
)
from tests.support import clause, refused


def to_the_deal_of(p: knaves.Position, seat: int) -> None:
    quiet = ("pass", "abstain", "skip", "end", "done", "discard")
    while "propose" not in verbs(p) or asked(p) != seat:
        go(p, *next(o for o in options(p) if o[0] in quiet))


@clause("new_angeles", "11.2")
def test_androids_that_one_card_moved_pay_nothing_for_the_next() -> None:
    p = deal({0: ["efficiency_experts"], 1: ["ark_construction", "live_feeds"]}, city=HOME)
    before = capital(p, HAAS)
    go_until(p, "move")
    go(p, "move", 1, 4)
    assert capital(p, HAAS) == before + 2
    to_the_deal_of(p, 1)
    go(p, "propose", card(p, 1, "ark_construction"))
    go_until(p, "place")
    go(p, *options(p)[0])
    assert capital(p, HAAS) == before + 2 and "development" in pieces(p, 1)


@clause("new_angeles", "47")
def test_what_one_card_has_cleared_is_not_cleared_by_the_next() -> None:
    hands = {0: ["budget_renovations"], 1: ["gentrification", "live_feeds"]}
    city = {**HOME, 4: ["outage", "orgcrime"]}
    p = deal(hands, city=city, events=["human_first_starts_riot"])
    go_until(p, "remove")
    go(p, *options(p)[0])
    assert pieces(p, 4) == {"orgcrime", "protest"}
    to_the_deal_of(p, 1)
    go(p, "propose", card(p, 1, "gentrification"))
    to_the_deal_of(p, 2)
    assert pieces(p, 4) == {"orgcrime", "protest"}  # no outage, so no prisec, and nothing moves


@clause("new_angeles", "15.4", "16.3")
def test_while_he_pays_for_his_counteroffer_a_player_makes_no_other() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"] * 4, 3: ["spin_doctors"] * 4}
    p = deal(hands, city=HOME, trading=True)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "counter", card(p, 2, "puff_piece"))
    assert asked(p) == 2 and verbs(p) >= {"discard"}
    now = view(p)["deal"]
    assert now is not None and now["may_counter"] == [3]
    assert refused(p, 2, "offer", 0, 0, 0, 1, 0, NOT_COUNTER, 0).clause == "15.4a"


@clause("new_angeles", "56.1")
def test_a_thief_gets_no_more_than_there_is() -> None:
    """Ruling R15."""
    p = deal(
        {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"]},
        assets={0: ["monica_singh"]},
        capital=[9, 1, 9, 9, 9, 9],
        city={**HOME, 4: ["protest"]},
    )
    go(p, "counter", card(p, 1, "live_feeds"))
    go_until(p, "back")
    go(p, "back", 1, card(p, 2, "puff_piece"))
    go(p, "use", options(p)[0][1])
    assert (capital(p, 0), capital(p, 1)) == (10, 0)


@clause("new_angeles", "2.2", "29.1")
def test_a_general_card_comes_from_an_empty_deck_while_there_is_a_discard_pile() -> None:
    """Ruling R17: also when something has been drawn in this step already."""
    p = table(4, corps=("nbn", "haas_bioroid", "jinteki", "weyland"), discard=["security"])
    assert {o[1] for o in options(p)} == {0, 1, 2, 4}  # all but media
    go(p, "draw", 4)
    assert not state(p).discard and len(state(p).decks[4]) > 0


@clause("new_angeles", "16.5")
def test_after_the_deal_nobody_stands_by_an_offer_any_more() -> None:
    hands = {0: ["liquidation", "live_feeds"], 2: ["puff_piece"]}
    p = deal(hands, city=HOME, trading=True)
    go(p, "propose", card(p, 0, "liquidation"))
    go_until(p, "back")
    go(p, "back", 0, card(p, 2, "puff_piece"))
    assert (view(p)["seats"][2]["side"], view(p)["seats"][2]["laid"]) == (0, 1)
    go(p, "liquidate", 4)
    assert verbs(p) == {"end"} and view(p)["deal"] is None
    assert {(row["side"], row["laid"]) for row in view(p)["seats"]} == {(-1, 0)}


@clause("new_angeles", "2.9")
def test_of_a_card_that_lets_all_draw_the_proposer_states_his_own_draw_alone() -> None:
    """Ruling R23."""
    hands = {3: ["puff_piece", "live_feeds"], 4: ["spin_doctors"]}
    p = deal(hands, active=3, assets={1: ["caprice_nisei"]}, city=HOME)
    go(p, "propose", card(p, 3, "puff_piece"))
    go(p, "use", options(p)[0][1])
    go(p, "draw", 2)
    now = view(p)["deal"]
    assert asked(p) == 4 and now is not None and now["stated"] == ["Draw labor"]
    go_until(p, "draw")
    assert asked(p) == 4  # D has drawn as stated, unasked
    assert [state(p).box.type[state(p).face[slot]] for slot in state(p).hands[3]][1:] == [2, 2]


def test_lily_lockwell_takes_any_card_of_the_hand() -> None:
    """Unseen: which one it is, the dice say."""
    hands = {1: ["liquidation", "live_feeds", "puff_piece", "spin_doctors"]}
    found = set()
    for rolls in range(24):
        p = table(active=1, hands=hands, capital=[5, 9, 9, 9, 9, 9], assets={0: ["lily_lockwell"]})
        for _ in range(rolls):
            state(p).roll()
        mine = hand(p, 0)
        go(p, "use", options(p)[0][1])
        found |= {*hand(p, 0)} - {*mine}
    assert len(found) > 2


def test_who_discards_for_elizabeth_mills_reads_for_whom() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds", "puff_piece", "spin_doctors", "clean_slate"]}
    p = table(step="end of turn", hands=hands, assets={0: ["elizabeth_mills"]})
    go(p, "use", options(p)[0][1])
    go(p, "make_discard", 1)
    assert asked(p) == 1 and prompt(p) == "Elizabeth Mills: discard 3 cards."


@clause("new_angeles", "16.4")
def test_without_a_counteroffer_isabel_mcguire_lays_beside_the_main_offer() -> None:
    p = deal({0: ["liquidation"]}, assets={4: ["isabel_mcguire"]}, city=HOME)
    go(p, "use", options(p)[0][1])
    assert {o[2] for o in options(p)} == {0} and len(options(p)) == 5


def test_rachel_beckmann_speaks_to_an_empty_hand_alone() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"]}
    p = deal(hands, assets={1: ["rachel_beckmann"]}, city=HOME)
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert "use" not in verbs(p) and "propose" in verbs(p)
    p = deal({0: ["liquidation"]}, assets={1: ["rachel_beckmann"]}, city=HOME)
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert asked(p) == 1 and "use" in verbs(p)


def test_locust_company_is_not_asked_where_nobody_has_a_card_to_lay() -> None:
    for hands, asks in (({}, False), ({3: ["spin_doctors"]}, True)):
        p = deal({0: ["liquidation"], 1: ["live_feeds"], **hands}, assets={4: ["locust_company"]}, city=HOME)
        go(p, "counter", card(p, 1, "live_feeds"))
        assert ("use" in verbs(p)) is asks


@clause("new_angeles", "61")
def test_alex_westlund_wants_two_owners() -> None:
    """Ruling R30."""
    for held, asks in (({0: ["alex_westlund", "eiko"]}, False), ({0: ["alex_westlund"], 3: ["eiko"]}, True)):
        p = table(step="end of turn", trading=True, assets=held)
        assert ("use" in verbs(p)) is asks


@clause("new_angeles", "6.4", "6.4a")
def test_of_one_thing_seen_from_two_sides_one_card_speaks_after_the_other() -> None:
    """Ruling R32: the active player owns The Fall Guy and Monica Singh, and speaks second all the same."""
    hands = {0: ["liquidation", "arrest_orders"], 1: ["live_feeds"], 2: ["puff_piece"]}
    held = {0: ["the_fall_guy", "monica_singh"], 1: ["saul_eustecio"], 3: ["caprice_nisei", "chief_gorman"]}
    p = deal(hands, assets=held, capital=[9, 1, 9, 9, 9, 9], city={**HOME, 4: ["protest"]})
    go(p, "propose", card(p, 0, "liquidation"))
    for seat, first in ((3, "A proposes Liquidation."), (0, "You have made the main offer.")):
        assert asked(p) == seat and prompt(p).startswith(first)
        go(p, "skip")
    go(p, "counter", card(p, 1, "live_feeds"))
    for seat, first in ((3, "B proposes 24/7 Live Feeds."), (3, "B counters with 24/7 Live Feeds.")):
        assert asked(p) == seat and prompt(p).startswith(first)
        go(p, "skip")
    go_until(p, "back")
    go(p, "back", 1, card(p, 2, "puff_piece"))
    assert asked(p) == 1 and "Saul Eustecio" in prompt(p)
    go(p, "use", options(p)[0][1])
    assert asked(p) == 0 and "Monica Singh" in prompt(p)
    go(p, "use", options(p)[0][1])
    assert (capital(p, 0), capital(p, 1)) == (12, 0)  # of the two that he has by now


@clause("new_angeles", "16.7", "37", "15.8")
def test_the_counteroffer_of_the_fall_guy_is_an_offer_like_any_other() -> None:
    """Ruling R22: who binds or bars a proposer is asked, and so is Chief Gorman; sent back, there is none."""
    hands = {0: ["liquidation", "media_circus"], 1: ["puff_piece"]}
    held = {0: ["the_fall_guy"], 2: ["caprice_nisei"], 4: ["chief_gorman"]}
    p = deal(hands, assets=held, city={**HOME, 4: ["protest"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "skip")  # of the main offer he keeps her back
    go(p, "use", options(p)[0][1])
    assert asked(p) == 2 and prompt(p).startswith("A proposes Media Circus. Caprice Nisei: ")
    go(p, "use", options(p)[0][1])
    go(p, "place", HUMAN_FIRST, 5)  # where unrest falls is no question
    assert asked(p) == 4 and prompt(p).startswith("A counters with Media Circus. Chief Gorman: ")
    go(p, "use", options(p)[0][1])
    go(p, "take_back")
    now = view(p)["deal"]
    assert now is not None and now["counters"] == [] and now["stated"] == [] and now["step"] == "support"
    assert hand(p, 0) == ["media_circus"] and asked(p) == 1
    assert {o[1] for o in options(p) if o[0] == "back"} == {0}


@clause("new_angeles", "15.4", "16.5")
def test_the_next_deal_knows_nothing_of_who_won_the_one_before() -> None:
    hands = {0: ["arrest_orders"], 1: ["live_feeds"], 2: ["puff_piece", "clean_slate"]}
    p = deal(hands, city=HOME)
    for counters, answer in ((0, "pass"), (0, "counter")):
        now = view(p)["deal"]
        assert now is not None and now["price"] == counters
        go(p, answer, *([state(p).hands[2][0]] if answer == "counter" else []))
    now = view(p)["deal"]
    assert now is not None and now["price"] == 1
    go_until(p, "arrest")
    go(p, *options(p)[0])
    to_the_deal_of(p, 1)
    now = view(p)["deal"]
    assert now is not None and (now["won"], now["winner"], now["price"], now["step"]) == (
        -1,
        -1,
        0,
        "main offer",
    )
