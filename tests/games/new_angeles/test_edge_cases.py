"""Cases at the edges: empty decks, the end in the middle of a move, cards that may not be used."""

from __future__ import annotations

from random import Random

from knaves.games.new_angeles.deals import STAND_ASIDE
from knaves.games.new_angeles.rules.city import move_enemies
from knaves.games.new_angeles.rules.events import move_all
from knaves.games.new_angeles.rules.rounds import end_by_demand
from tests.games.new_angeles.table import (
    HOME,
    HUMAN_FIRST,
    ILLNESS,
    ORGCRIME,
    asked,
    asset,
    assets,
    capital,
    card,
    deal,
    emergency,
    go,
    go_until,
    hand,
    options,
    pieces,
    resolving,
    state,
    table,
    threat,
    verbs,
    view,
)
from tests.support import clause


@clause("new_angeles", "65.2", "59.2")
def test_who_abstains_has_kept_his_word_whatever_eiko_makes_of_it() -> None:
    hands = {0: ["arrest_orders"], 1: ["live_feeds", "puff_piece"]}
    p = deal(hands, trading=True, assets={3: ["eiko"]}, city=HOME)
    p.apply(0, ("offer", 1, 2, 0, 0, 0, 0, STAND_ASIDE))
    p.apply(1, ("accept", 1))
    go(p, "propose", card(p, 0, "arrest_orders"))
    go_until(p, "abstain")
    go(p, "abstain")
    go(p, "use", asset(p, "eiko"))
    go(p, "lay", card(p, 1, "live_feeds"))
    go_until(p, "arrest")
    go(p, "arrest", 4)
    assert [row["fate"] for row in view(p)["promises"]] == ["kept"]


@clause("new_angeles", "67.3")
def test_naoko_watanabe_claims_what_the_deck_has() -> None:
    p = resolving("liquidation", track=["naoko_watanabe", "midori"])
    s = state(p)
    s.asset_deck = s.asset_deck[-1:]
    go(p, "liquidate", 4)
    assert len(assets(p, 0)) == 1 and state(p).asset_deck == (asset(p, "naoko_watanabe"),)


@clause("new_angeles", "21.6", "16.5b")
def test_bryan_stinson_finds_no_card_of_a_corporation_that_does_not_play_nor_one_in_the_deal() -> None:
    hands = {0: ["liquidation"], 2: ["live_feeds"]}
    p = deal(hands, seats=4, faceup=("haas_bioroid",), track=["bryan_stinson", "midori"], city=HOME)
    go_until(p, "counter")
    go(p, "counter", emergency("haas_bioroid"))
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert {o[1] for o in options(p)} == {emergency("jinteki"), emergency("melange_mining")}


@clause("new_angeles", "22.1")
def test_every_turn_has_its_own_end_of_turn_abilities() -> None:
    p = table(step="end of turn", trading=True, assets={0: ["mr_li"]})
    go(p, "use", asset(p, "mr_li"))
    go(p, "tax", 1)
    for _ in range(2):
        go(p, "draw", 0)
    assert view(p)["used"] == ["Mr. Li"] and ("use", asset(p, "mr_li")) not in options(p)
    go(p, "end")
    while state(p).active == 0:
        go(p, *options(p)[0])
    assert view(p)["used"] == []


@clause("new_angeles", "69.2", "50.1a")
def test_with_five_players_too_the_own_rival_needs_three_behind_him() -> None:
    for money, wins in (([1, 2, 15, 30, 31], False), ([1, 2, 15, 3, 31], True)):
        p = table(5, rivals={2: "jinteki"}, capital=money)
        s = state(p)
        end_by_demand(s)
        assert s.result is not None and (2 in s.result.winners) is wins


@clause("new_angeles", "61.1")
def test_alex_westlund_costs_the_same_whichever_of_the_two_is_his() -> None:
    p = table(step="end of turn", active=3, assets={0: ["eiko"], 3: ["alex_westlund"]})
    go(p, "use", asset(p, "alex_westlund"))
    assert capital(p, 3) == 11 and assets(p, 3) == ["eiko"] and assets(p, 0) == ["alex_westlund"]


def test_bernice_mai_gives_two_cards_at_most() -> None:
    hands = {0: ["live_feeds", "puff_piece", "liquidation"]}
    p = table(step="end of turn", hands=hands, assets={0: ["bernice_mai"]})
    go(p, "use", asset(p, "bernice_mai"))
    go(p, "gift", 2)
    go(p, "give", card(p, 0, "live_feeds"))
    go(p, "give", card(p, 0, "puff_piece"))
    assert hand(p, 0) == ["liquidation"] and capital(p, 0) == 12 and "give" not in verbs(p)


@clause("new_angeles", "56.1")
def test_marco_cubrero_takes_two_of_nobody_but_the_richest() -> None:
    p = table(step="end of turn", capital=[10, 19, 20, 20, 5, 0], assets={0: ["marco_cubrero"]})
    go(p, "use", asset(p, "marco_cubrero"))
    assert {o[1] for o in options(p) if o[0] == "steal_two"} == {2, 3}
    assert {o[1] for o in options(p) if o[0] == "steal_one"} == {1, 2, 3, 4}


@clause("new_angeles", "42.1", "32.3")
def test_a_prisec_does_not_keep_illness_out() -> None:
    p = deal({4: ["live_feeds"]}, active=4, faceup=("nbn",), city={**HOME, 4: ["prisec"]})
    go(p, "propose", emergency("nbn"))
    while "place" not in verbs(p):
        go(p, *options(p)[0])
    go(p, "place", ILLNESS, 4)
    assert pieces(p, 4) == {"prisec", "illness"}


@clause("new_angeles", "63", "69.3")
def test_nothing_moves_any_more_when_threat_is_25() -> None:
    p = table(threat=24, city={10: ["human_first", "orgcrime"], 4: ["human_first"]})
    s = state(p)
    move_enemies(s, 10)
    assert s.result is not None and s.city[10] & ORGCRIME
    p = table(threat=24, city={10: ["human_first"], 4: ["human_first"]})
    s = state(p)
    move_all(s, HUMAN_FIRST, 2)
    assert s.result is not None and s.city[4] & HUMAN_FIRST and not s.city[10] & HUMAN_FIRST


@clause("new_angeles", "21.2", "21.3")
def test_full_deployment_turns_up_what_lies_facedown_only() -> None:
    p = deal({0: ["full_deployment"]}, faceup=("jinteki", "nbn"), city=HOME)
    go_until(p, "deploy")
    assert {o[1] for o in options(p) if o[0] == "rearm"} == {1, 3, 5}


@clause("new_angeles", "63")
def test_a_full_pot_lowers_threat_to_zero_and_no_further() -> None:
    p = resolving("information_procurement", threat=1)
    for _ in range(6):
        go(p, "pay", 1)
    assert threat(p) == 0


@clause("new_angeles", "2.2")
def test_energy_for_all_with_nothing_left_to_draw() -> None:
    """R17: the draws are lost, and the game goes on."""
    p = deal({3: ["live_feeds"]}, active=3, faceup=("melange_mining",), city=HOME)
    s = state(p)
    s.decks, s.discard = [()] * 5, []
    go(p, "propose", emergency("melange_mining"))
    assert assets(p, 3) == ["aaron_marron"] and [len(row) for row in state(p).hands] == [0, 0, 0, 1, 0, 0]


@clause("new_angeles", "16.5a", "59.4a")
def test_under_the_fall_guy_neither_tanaka_nor_midori_is_asked() -> None:
    """R48: there are not two players to choose from."""
    hands = {0: ["liquidation", "arrest_orders"]}
    p = deal(hands, assets={0: ["the_fall_guy"], 2: ["tanaka"], 3: ["midori"]}, city=HOME)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "the_fall_guy"))
    assert asked(p) == 0 and verbs(p) == {"liquidate"}  # a tie: the main offer


@clause("new_angeles", "15.8", "21.4")
def test_an_emergency_card_that_is_sent_back_is_no_card_in_hand() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"]}
    p = deal(hands, faceup=("haas_bioroid",), assets={5: ["chief_gorman"]}, city=HOME)
    go_until(p, "counter")
    go(p, "counter", emergency("haas_bioroid"))
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "take_back")
    assert hand(p, 1) == ["live_feeds"] and view(p)["seats"][1]["emergency"][0]["faceup"]


@clause("new_angeles", "16.6")
def test_locust_company_names_supporting_players_only() -> None:
    hands = {0: ["liquidation", "spin_doctors"], 1: ["live_feeds"], 2: ["puff_piece"]}
    p = deal(hands, assets={5: ["locust_company"]}, city=HOME)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go_until(p, "use")
    go(p, "use", asset(p, "locust_company"))
    assert {o[1] for o in options(p)} == {2, 3, 4, 5}


@clause("new_angeles", "29")
def test_melange_mining_names_a_type_that_can_be_drawn() -> None:
    p = deal({3: []}, active=3, assets={3: ["rachel_beckmann"]}, city={4: ["strike"]})
    s = state(p)
    s.discard, s.decks = [], [(), s.decks[1], (), s.decks[3], ()]
    go_until(p, "use")
    go(p, "use", asset(p, "rachel_beckmann"))
    assert {o[1] for o in options(p)} == {1, 3}


@clause("new_angeles", "2.2")
def test_restocked_cards_are_in_their_decks_in_every_world() -> None:
    """What lay in a hand and was thrown away is revealed when it is sorted: it is no longer one of that hand."""
    p = table(step="end of turn", hands={1: ["live_feeds", "arrest_orders", "liquidation", "puff_piece"]})
    s = state(p)
    for title in ("live_feeds", "arrest_orders"):
        s.throw(1, card(p, 1, title))
    s.restock()
    rng = Random(2)
    for eye in (0, 2, 3):
        t = state(p.imagine(eye, rng))
        for kind, deck in enumerate(t.decks):
            assert {t.box.type[t.face[slot]] for slot in deck} == {kind}


@clause("new_angeles", "2.9")
def test_a_statement_binds_the_card_that_it_was_made_for_and_no_other() -> None:
    hands = {0: ["clinical_trials"], 1: ["clinical_trials"], 2: ["live_feeds"]}
    city = {**HOME, 4: ["illness"], 5: ["illness"]}
    p = deal(hands, assets={3: ["caprice_nisei"]}, city=city)
    go_until(p, "use")
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "remove", ILLNESS, 5)
    go(p, "counter", card(p, 1, "clinical_trials"))
    go_until(p, "back")
    go(p, "back", 1, card(p, 2, "live_feeds"))
    go_until(p, "remove")
    assert asked(p) == 1 and {o[2] for o in options(p)} == {4, 5}


def test_lily_lockwell_robs_nobody_who_is_no_richer() -> None:
    hands = {0: ["live_feeds", "puff_piece"]}
    for money, robbed in ((10, False), (11, True)):
        p = table(hands=hands, capital=[money, 11, 12, 10, 14, 15], assets={3: ["lily_lockwell"]})
        assert (asked(p) == 3) is robbed


@clause("new_angeles", "59.2")
def test_eiko_and_monica_singh_are_not_asked_about_who_has_nothing() -> None:
    p = deal({0: ["arrest_orders"]}, capital=[10, 0, 0, 0, 0, 0], assets={3: ["eiko"]}, city=HOME)
    assert asked(p) == 0 and verbs(p) == {"arrest"}
    hands = {0: ["liquidation"], 1: ["arrest_orders"], 2: ["live_feeds"]}
    p = deal(hands, capital=[10, 0, 12, 13, 14, 15], assets={0: ["monica_singh"]}, city=HOME)
    go_until(p, "counter")
    go(p, "counter", card(p, 1, "arrest_orders"))
    go_until(p, "back")
    go(p, "back", 1, card(p, 2, "live_feeds"))
    assert asked(p) == 1 and verbs(p) == {"arrest"}


@clause("new_angeles", "2.8", "56.3")
def test_what_was_seen_of_a_hand_is_in_it_or_among_what_left_it() -> None:
    """R42: no more than that, and no less, however often the cards go on facedown."""
    hands = {0: [], 1: ["clean_slate"], 2: ["live_feeds", "puff_piece", "liquidation", "arrest_orders"]}
    p = table(step="end of turn", hands=hands, assets={0: ["mr_white"]})
    looked = {title: card(p, 2, title) for title in hands[2]}
    go(p, "use", asset(p, "mr_white"))
    go(p, "search", 2)
    go(p, "leave")
    s = state(p)
    s.throw(2, looked["live_feeds"])
    s.hand_over(2, 1, looked["puff_piece"])
    s.throw(1, card(p, 1, "clean_slate"))
    faces = {s.face[slot] for slot in looked.values()}
    rng, thrown, passed = Random(1), set[str](), set[str]()
    for _ in range(200):
        t = state(p.imagine(0, rng))
        among = [*t.hands[2], *t.hands[1], *t.discard]
        assert faces <= {t.face[slot] for slot in among}
        thrown |= {t.title(slot) for slot in t.discard}
        passed |= {t.title(slot) for slot in t.hands[1]}
    assert thrown >= set(looked) and passed >= set(looked)
    stranger = state(p.imagine(3, rng))
    assert len({state(p.imagine(3, rng)).face for _ in range(20)}) > 1
    assert not [one for one in stranger.facts if one.slots[0] < 100]  # of action cards
