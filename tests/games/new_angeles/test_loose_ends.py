"""What is left of a card when its moment, its capital or its deck is gone; and what the log and the text board say."""

from __future__ import annotations

from typing import Any

import knaves
from knaves.core.step import things_of
from tests.games.new_angeles.table import (
    HOME,
    ILLNESS,
    asked,
    asset,
    capital,
    card,
    deal,
    emergency,
    go,
    go_until,
    hand,
    heard,
    options,
    prompt,
    resolving,
    state,
    table,
    text,
    told,
    verbs,
    view,
)
from tests.support import ask_of, clause, refused


def pressed(**words: Any) -> knaves.Position:
    """B abstains, and Eiko asks him for a card or 1 capital."""
    hands = {0: ["arrest_orders", "live_feeds"], 1: ["live_feeds", "puff_piece"]}
    p = deal(hands, capital=[5, 0, 5, 5, 5, 5], assets={3: ["eiko"]}, city=HOME, **words)
    go(p, "propose", card(p, 0, "arrest_orders"))
    go_until(p, "use")
    go(p, "use", asset(p, "eiko"))
    assert asked(p) == 1
    return p


@clause("new_angeles", "16.4", "58.3")
def test_who_has_no_capital_to_lose_to_eiko_lays_a_card() -> None:
    """R25: what costs nothing is no choice."""
    p = pressed()
    assert verbs(p) == {"lay"} and prompt(p).endswith("you have no capital to lose instead.")
    go(p, "lay", card(p, 1, "puff_piece"))
    assert hand(p, 1) == ["live_feeds"] and state(p).laid[1] == 1


@clause("new_angeles", "65")
def test_who_has_no_capital_to_lose_to_eiko_may_borrow_it() -> None:
    p = pressed(trading=True)
    p.apply(2, ("offer", 1, 1, 0, 0, 0, 0, 0))
    p.apply(1, ("accept", 1))
    go(p, "forfeit")
    assert capital(p, 1) == 0 and len(hand(p, 1)) == 2


@clause("new_angeles", "2.2", "10")
def test_no_card_is_named_that_cannot_be_drawn() -> None:
    """R17"""
    for left in ((), (1,)):
        p = deal({0: ["full_deployment", "live_feeds"]})
        s = state(p)
        s.discard, s.decks = [], [deck if kind in left else () for kind, deck in enumerate(s.decks)]
        go(p, "propose", card(p, 0, "full_deployment"))
        assert {o[2] for o in options(p) if o[0] == "deploy"} == set(left) and "rearm" in verbs(p)
    p = resolving("liquidation", {4: ["illness"]}, who=3, assets={3: ["sunny_lebeau"]})
    s = state(p)
    s.discard, s.decks = [], [()] * 5
    go(p, "liquidate", 4)
    assert ("use", asset(p, "sunny_lebeau")) not in options(p)


@clause("new_angeles", "2.9", "15.8")
def test_a_statement_goes_with_the_counteroffer_that_is_sent_back() -> None:
    hands = {0: ["liquidation", "live_feeds"], 1: ["clinical_trials", "live_feeds"]}
    city = {**HOME, 4: ["illness"], 5: ["illness"]}
    p = deal(hands, assets={3: ["caprice_nisei"], 4: ["chief_gorman"]}, city=city)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "skip")
    go(p, "counter", card(p, 1, "clinical_trials"))
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "remove", ILLNESS, 4)
    assert "Stated of Clinical Trials: Remove illness from Manta" in text(p)
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "take_back")
    shown = view(p)["deal"]
    assert shown is not None and shown["stated"] == [] and shown["stated_card"] == ""


@clause("new_angeles", "15.4", "21.5")
def test_while_the_price_is_paid_a_refusal_speaks_of_the_price() -> None:
    hands = {0: ["liquidation", "puff_piece"], 1: ["live_feeds"], 2: ["live_feeds", "spin_doctors"]}
    p = deal({**hands, 2: [*hands[2], "media_circus"]}, faceup=("jinteki",))
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "counter", card(p, 2, "live_feeds"))
    reason = refused(p, 2, "discard", emergency("jinteki")).reason
    assert reason == "The price of a counteroffer is paid with cards of your hand."


@clause("new_angeles", "7.3", "16.5")
def test_the_log_says_what_brought_or_took_capital() -> None:
    p = resolving("information_procurement", assets={1: ["coach_walden"]}, track=["eiko", "midori"])
    events = heard(p)
    for amount in (2, 0, 1, 1, 1, 1):
        go(p, "pay", amount)
    lines = told(p, events)
    assert "A pays 2 capital into the pot." in lines and "B pays nothing into the pot." in lines
    assert "The pot is full, but threat stands as low as it can." in lines
    hands = {0: ["liquidation", "live_feeds"], 1: ["live_feeds", "puff_piece"]}
    named = {1: ["coach_walden"], 2: ["jackson_howard"], 4: ["chief_gorman"]}
    p = deal(hands, assets=named, track=["eiko", "midori"], city=HOME)
    events = heard(p)
    go(p, "use", asset(p, "jackson_howard"))
    go(p, "name", 0)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "pay_off", 4)
    go_until(p, "liquidate")
    lines = told(p, events)
    assert "B pays 2 capital to E." in lines
    assert "B gains 1 capital by Coach Walden." in lines
    assert "C has named the winner and gains 2 capital." in lines


@clause("new_angeles", "21.1", "21.2")
def test_the_text_board_has_the_text_of_ones_emergency_card_and_where_it_lies() -> None:
    p = deal({0: ["liquidation"], 1: ["live_feeds"]}, faceup=("globalsec", "jinteki"), city=HOME)
    assert "  Ruthless Tactics (emergency, ready): Remove up to 4 enemy units" in text(p, 0)
    go(p, "propose", emergency("globalsec"))
    shown = text(p)
    assert "Ruthless Tactics in the deal" in shown and "Mandatory Quarantine ready" in shown
    assert "Sweeps Week used" in shown


def test_a_full_table_of_districts_keeps_its_columns() -> None:
    rows = [line for line in text(table()).splitlines() if " tier " in line]
    assert len(rows) == 10 and len({line.index(" to ") for line in rows}) == 1


def test_prompts_say_who_what_and_how_much() -> None:
    hands = {0: ["high_risk_investments", "live_feeds"], 1: ["live_feeds"], 2: ["puff_piece"]}
    p = deal(hands, assets={3: ["caprice_nisei"], 4: ["tanaka"], 5: ["saul_eustecio"]}, city=HOME)
    go(p, "propose", card(p, 0, "high_risk_investments"))
    go(p, "use", asset(p, "caprice_nisei"))
    stated = "State how you will resolve High-Risk Investments; you will be bound by it. "
    for amount, seat in ((3, 0), (2, 1), (1, 2)):
        assert prompt(p) == f"{stated}Name the next player: he gains {amount} capital."
        go(p, "invest", seat)
    go(p, "counter", card(p, 1, "live_feeds"))
    go_until(p, "back")
    go(p, "back", 1, card(p, 2, "puff_piece"))
    counted = "no cards for the main offer, 1 card for the counteroffer"
    assert prompt(p).startswith(f"The Resolution step begins: {counted}. Tanaka: ")
    go(p, "skip")
    assert prompt(p).startswith("B wins the deal with the counteroffer. Saul Eustecio: ")
    p = deal({}, active=5, faceup=("weyland",), assets={3: ["caprice_nisei"]})
    go_until(p, "use")
    go(p, "use", asset(p, "caprice_nisei"))
    assert prompt(p).endswith("you will be bound by it. Place 2 orgcrime in any districts.")


def test_who_pays_for_a_counteroffer_is_told_to_whom() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece", "live_feeds", "spin_doctors"]}
    p = deal(hands, assets={4: ["aaron_marron"]}, track=["eiko", "midori"], city=HOME)
    go_until(p, "counter")
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "counter", card(p, 2, "puff_piece"))
    assert prompt(p) == "Pay for your counteroffer: 1 card to E, who has Aaron Marron."


@clause("new_angeles", "50.3")
def test_only_who_looks_reads_which_rival_cards_he_might_swap() -> None:
    p = table(step="end of turn", assets={0: ["thomas_haas"]}, rivals={0: "nbn", 1: "federalist"})
    go(p, "use", asset(p, "thomas_haas"))
    s, ask = state(p), p.ask()
    assert ask is not None
    aside = s.box.rivals[s.face[s.rivals[-1]]].name
    assert ask.prompt(0) == f"Swap your rival card, NBN, with the one set aside, {aside}?"
    assert ask.prompt(1) == "Waiting for A."


@clause("new_angeles", "65")
def test_who_has_no_capital_for_the_pot_may_borrow_it() -> None:
    """R33, as against Gorman and Eiko: B is asked although he has one answer."""
    p = resolving("information_procurement", trading=True, threat=9, capital=[9, 0, 9, 9, 9, 9])
    go(p, "propose", card(p, 0, "information_procurement"))
    go(p, "pay", 3)
    assert asked(p) == 1 and options(p)[:1] == [("pay", 0)]
    p.apply(2, ("offer", 1, 3, 0, 0, 0, 0, 0))
    p.apply(1, ("accept", 1))
    for amount in (3, 0, 0, 0, 0):
        go(p, "pay", amount)
    assert state(p).threat == 7


@clause("new_angeles", "2.9")
def test_nobody_escapes_his_statement_by_giving_his_capital_away() -> None:
    """R23: he pays what is left."""
    hands = {0: ["information_procurement"], 1: ["live_feeds"]}
    p = deal(hands, trading=True, threat=9, capital=[9] * 6, assets={3: ["caprice_nisei"]}, city=HOME)
    go(p, "propose", card(p, 0, "information_procurement"))
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "pay", 8)
    p.apply(0, ("offer", 5, 5, 0, 0, 0, 0, 0))
    p.apply(5, ("accept", 1))
    go_until(p, "pay")
    assert asked(p) == 1 and capital(p, 0) == 0  # the four that were left; and B is not bound
    assert options(p)[:2] == [("pay", 0), ("pay", 1)]


@clause("new_angeles", "15.8")
def test_who_cannot_pay_chief_gorman_reads_why() -> None:
    hands = {0: ["liquidation", "puff_piece"], 1: ["live_feeds"]}
    for has, asks in ((1, "; you have only 1 capital."), (2, ".")):
        money = [9, has, 9, 9, 9, 9]
        p = deal(hands, trading=True, capital=money, assets={5: ["chief_gorman"]})
        go(p, "propose", card(p, 0, "liquidation"))
        go(p, "counter", card(p, 1, "live_feeds"))
        go(p, "use", asset(p, "chief_gorman"))
        ask = ask_of(p)
        assert ask.prompt(1) == f"Pay F 2 capital, or take your counteroffer back{asks}"
        if has < 2:
            assert refused(p, 1, "pay_off", 5).reason == "That costs 2 capital, and you have 1."


@clause("new_angeles", "16.4a", "59.3")
def test_who_has_chosen_a_side_reads_why_the_other_is_none() -> None:
    hands = {0: ["liquidation", "puff_piece"], 1: ["live_feeds"], 2: ["puff_piece"] * 2}
    p = deal(hands, assets={3: ["locust_company"]}, city=HOME)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go_until(p, "use")
    go(p, "use", asset(p, "locust_company"))
    go(p, "bar", 2)
    for side, number in (("side:1", "16.4"), ("side:0", "")):
        ask = ask_of(p)
        assert ask.seats == (2,)
        why = ask.why_not(2, side)
        assert (why.clause if why else "") == number
    go(p, "back", 0)
    ask = ask_of(p)
    for side in ("side:0", "side:1"):
        why = ask.why_not(2, side)
        assert why is not None and why.clause == "59.3"


def test_a_card_whose_cost_was_not_paid_spoils_no_later_one() -> None:
    """R18: what is void is the rest of that card."""
    p = deal({0: ["riot_control", "live_feeds"], 1: ["liquidation"]}, city=HOME)
    go(p, "propose", card(p, 0, "riot_control"))
    go_until(p, "propose")
    go(p, "propose", card(p, 1, "liquidation"))
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert view(p)["city"][3]["pieces"] == ["strike"]


@clause("new_angeles", "63", "6.4")
def test_sunny_lebeau_counts_no_rise_before_she_was_there() -> None:
    """R26: the card by which she was won raised threat, and is over when she is claimed."""
    p = resolving("liquidation", {4: ["illness"]}, track=["sunny_lebeau"], events=["gang_wars"])
    go(p, "liquidate", 4)
    assert state(p).threat == 2 and "use" not in verbs(p)
    p = resolving(
        "liquidation", {4: ["illness"], 5: ["orgcrime"]}, track=["sunny_lebeau"], events=["gang_wars"]
    )
    go(p, "liquidate", 4)
    assert state(p).threat == 3 and prompt(p).startswith("Threat has risen. Sunny LeBeau: ")


@clause("new_angeles", "18.2b", "28.2", "69.3")
def test_the_last_demand_that_brings_threat_to_25_ends_the_game_by_threat() -> None:
    words: dict[str, Any] = {"step": "demand", "round": 6, "threat": 20, "demand": "refugee_influx"}
    money = [25, 40, 41, 42, 43, 44]
    p = table(rivals={0: "federalist"}, capital=money, **words)
    assert (
        p.result is not None and p.result.winners == (0,) and p.result.reason.startswith("Threat reached 25")
    )


@clause("new_angeles", "56.1")
def test_nobody_is_offered_two_of_one_capital() -> None:
    p = table(step="end of turn", capital=[0, 1, 1, 0, 0, 0], assets={0: ["marco_cubrero"]})
    go(p, "use", asset(p, "marco_cubrero"))
    assert options(p) == [("steal_one", 1), ("steal_one", 2)]
    p = table(step="end of turn", capital=[0, 1, 2, 0, 0, 0], assets={0: ["marco_cubrero"]})
    go(p, "use", asset(p, "marco_cubrero"))
    assert options(p) == [("steal_one", 1), ("steal_one", 2), ("steal_two", 2)]


@clause("new_angeles", "29", "2.2")
def test_the_topmost_type_of_weyland_is_construction_and_no_other() -> None:
    """R8, R17: it is the first of all types, and no other is drawn in its stead."""
    words: dict[str, Any] = {"step": "event", "track": [], "events": ["humanity_labor_hosts_union_heads"]}
    p = table(active=5, city={4: ["human_first"]}, assets={5: ["sunny_lebeau"]}, hands={5: []}, **words)
    go(p, "use", asset(p, "sunny_lebeau"))
    assert [state(p).box.type[state(p).face[slot]] for slot in state(p).hands[5]][:2] == [0, 0]
    titles = ("ark_construction", "budget_renovations", "gentrification", "vanity_project")
    hands = {seat: [title] * 5 for seat, title in enumerate(titles)}
    p = table(city={4: ["human_first"]}, assets={5: ["sunny_lebeau"]}, hands=hands, **words)
    assert state(p).threat == 1 and "use" not in verbs(p)


@clause("new_angeles", "2.9", "6.7")
def test_a_vanity_project_for_somebody_else_is_stated_without_what_he_discards() -> None:
    hands = {0: ["vanity_project", "live_feeds"]}
    p = deal(hands, assets={1: ["midori"], 3: ["caprice_nisei"]}, city=HOME)
    go(p, "propose", card(p, 0, "vanity_project"))
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "flatter", 1)  # and that is all: which of his assets goes is his own choice
    assert capital(p, 1) == 13 and not state(p).assets[1]


@clause("new_angeles", "59.1", "21.5")
def test_support_that_is_no_card_of_ones_own_hand_is_refused() -> None:
    p = deal({0: ["liquidation"], 1: ["live_feeds", "puff_piece"], 2: ["clean_slate"]}, city=HOME)
    while "abstain" not in verbs(p):
        go(p, "pass")
    go(p, "back", 0)
    said = refused(p, 1, "lay", state(p).main)
    assert (said.reason, said.clause) == ("Support comes from your own hand.", "59.1")


def test_what_full_deployment_turns_up_is_told() -> None:
    p = resolving("full_deployment")
    events = heard(p)
    go(p, "rearm", 2, emergency("jinteki"))
    assert "Mandatory Quarantine, before C, turns faceup." in told(p, events)


@clause("new_angeles", "24.1c", "67.5")
def test_the_turns_of_the_next_round_are_told_while_there_is_one() -> None:
    for number, lines in ((1, 1), (6, 0)):
        p = resolving("liquidation", track=["coach_walden"], events=["gang_wars"], round=number)
        events = heard(p)
        go(p, "liquidate", 10)
        assert told(p, events).count("The next round has 3 turns.") == lines


def test_an_asset_is_offered_for_all_the_capital_somebody_has() -> None:
    p = table(
        trading=True,
        step="deal",
        hands={0: ["liquidation"]},
        assets={0: ["eiko"]},
        capital=[9, 1, 2, 3, 4, 5],
    )
    found = [things_of(option) for option in ask_of(p).options(0) if option[0] == "offer"]
    prices = {(to, ask) for to, _, asset_bits, ask, *_ in found if asset_bits}
    assert prices == {(2, 2), (3, 2), (4, 2), (4, 4), (5, 2), (5, 4)}
    for mine in (1, 2):
        p = table(trading=True, step="deal", hands={0: ["liquidation"]}, capital=[mine, 9, 9, 9, 9, 9])
        found = [things_of(option) for option in ask_of(p).options(0) if option[0] == "offer"]
        assert {pay for _, pay, *_ in found} == {*range(1, mine + 1)}  # for peace, all that he has


@clause("new_angeles", "16.5a", "59.4")
def test_midori_is_asked_about_a_tie_alone() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"], 3: ["clean_slate"]}
    for sides, asks in (((0, 1), True), ((1, 1), False), ((0, 0), False)):
        p = deal(hands, assets={4: ["midori"]}, city={**HOME, 4: ["protest"]})
        go(p, "counter", card(p, 1, "live_feeds"))
        go_until(p, "abstain")
        for seat, side in zip((2, 3), sides, strict=True):
            go(p, "back", side, state(p).hands[seat][0])
        assert (asked(p) == 4 and "use" in verbs(p)) is asks


@clause("new_angeles", "15.1")
def test_what_is_offered_lies_faceup_in_every_world() -> None:
    p = deal({0: ["liquidation", "puff_piece"], 1: ["live_feeds", "clean_slate"]}, city=HOME)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    s = state(p)
    assert {s.seen[slot] for slot in (s.main, *s.counters)} == {s.everyone}


@clause("new_angeles", "6.7")
def test_who_has_no_asset_loses_none_to_a_vanity_project() -> None:
    p = resolving("vanity_project", assets={1: ["midori"]})
    deck, events = state(p).asset_deck, heard(p)
    go(p, "flatter", 2)
    assert state(p).asset_deck == deck and state(p).assets[1] and capital(p, 2) == 14
    assert not [line for line in told(p, events) if line and "asset deck" in line]


@clause("new_angeles", "18.2b")
def test_what_a_demand_lacked_is_told() -> None:
    words: dict[str, Any] = {"step": "demand", "trading": True, "demand": "refugee_influx"}
    p = table(supply={"consumables": 1, "tech": 1, "entertainment": 4, "credits": 1}, **words)
    events = heard(p)
    go(p, "go_on")
    lines = told(p, events)
    at = lines.index("Refugee Influx: the demand is not met.")
    assert lines[at + 1 : at + 4] == [
        "The supply of consumables is 2 short.",
        "The supply of credits is 1 short.",
        "Threat rises by 5 to 5.",
    ]


@clause("new_angeles", "56.3")
def test_who_looks_at_a_hand_and_takes_nothing_is_told() -> None:
    p = table(step="end of turn", hands={2: ["live_feeds"]}, assets={0: ["mr_white"]})
    events = heard(p)
    go(p, "use", asset(p, "mr_white"))
    go(p, "search", 2)
    go(p, "leave")
    assert told(p, events)[1:3] == ["A looks at the hand of C.", "A takes no card from C."]


@clause("new_angeles", "11.1", "23.1")
def test_a_prisec_that_is_removed_pays_no_contract() -> None:
    p = resolving("riot_control", {4: ["prisec"], 5: ["prisec"], 6: ["orgcrime"]})
    go(p, "remove", options(p)[0][1], 4)
    assert [capital(p, seat) for seat in range(6)] == [10, 11, 12, 13, 14, 15] and "rouse" not in verbs(p)


@clause("new_angeles", "63", "6.4")
def test_sunny_lebeau_is_asked_after_production_and_after_a_demand() -> None:
    """R26: before the event, and before the next demand is revealed."""
    city = {10: ["android", "human_first", "outage"], 1: ["android"], 2: ["android"], 3: ["android"]}
    held = {2: ["sunny_lebeau"]}
    p = table(step="production", city=city, assets=held, hands={2: []}, events=["gang_wars"])
    assert (asked(p), state(p).threat) == (2, 2) and prompt(p).startswith("Threat has risen. Sunny LeBeau: ")
    assert view(p)["events"][0]["back"] == "orgcrime"  # still to come
    go(p, "use", asset(p, "sunny_lebeau"))
    assert len(hand(p, 2)) == 2
    p = table(step="demand", assets=held, demand="refugee_influx", round=2)
    assert (asked(p), state(p).threat) == (2, 5) and view(p)["demand"]["name"] == "Refugee Influx"
    go(p, "use", asset(p, "sunny_lebeau"))
    assert view(p)["demand"]["name"] != "Refugee Influx"


def test_prompts_of_unrest_say_by_how_much_and_where() -> None:
    p = resolving("media_circus", {4: ["strike"], 5: ["protest"]})
    assert prompt(p) == "Lower unrest by 2 stages: choose a district."
    p = resolving("spin_doctors", {4: ["strike"], 5: ["protest"]})
    go(p, "calm", 4)
    assert prompt(p) == "Lower unrest by 1 stage in one more district, or leave it at that."


def test_nobody_is_asked_for_more_pieces_than_there_are() -> None:
    p = resolving("riot_control", {4: ["prisec"], 5: ["orgcrime"]})
    shape = ask_of(p).shape(0)
    assert (shape.verb, shape.least, shape.most) == ("remove", 0, 1)


@clause("new_angeles", "56.3", "2.8")
def test_a_theft_is_told_to_all_and_what_it_was_to_two() -> None:
    p = table(step="end of turn", hands={2: ["live_feeds", "puff_piece"]}, assets={0: ["mr_white"]})
    events = heard(p)
    go(p, "use", asset(p, "mr_white"))
    go(p, "search", 2)
    go(p, "take", card(p, 2, "puff_piece"))
    assert "A takes a card from C." in told(p, events)
    for eye in (0, 2):
        assert "A takes Puff Piece from C." in told(p, events, eye)
