"""Fine points of the rules and of what people read, where no other file has their chapter."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
from knaves.core.selection import answers_for
from knaves.games.new_angeles.cards import CORPS
from tests.games.new_angeles.table import (
    HOME,
    ILLNESS,
    asked,
    asset,
    assets,
    bundle,
    capital,
    card,
    deal,
    emergency,
    go,
    hand,
    heard,
    options,
    pieces,
    prompt,
    resolving,
    state,
    table,
    told,
    verbs,
    view,
)
from tests.support import ask_of, clause, refused

# -- departures -----------------------------------------------------------------------------------------------


@clause("new_angeles", "63", "69.3", "28.1")
def test_at_threat_25_wong_ya_ching_is_not_paid_any_more() -> None:
    rivals = {0: "federalist"}
    p = resolving(
        "liquidation",
        {4: ["illness"]},
        threat=23,
        capital=[23, 11, 12, 13, 14, 15],
        rivals=rivals,
        assets={0: ["wong_ya_ching"]},
    )
    go(p, "liquidate", 4)
    assert p.result is not None and p.result.winners == () and capital(p, 0) == 23


@clause("new_angeles", "2.9")
def test_caprice_nisei_binds_what_the_proposer_loses_to_his_own_vanity_project() -> None:
    hands = {0: ["vanity_project", "live_feeds"], 2: ["live_feeds"]}
    p = deal(hands, assets={0: ["midori", "monica_singh"], 3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "vanity_project"))
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "flatter", 0)
    go(p, "scrap", asset(p, "monica_singh"))
    shown = view(p)["deal"]
    assert shown is not None
    assert shown["stated"] == ["A gains capital and discards an asset", "Discard Monica Singh"]
    go(p, "pass")
    go(p, "abstain")
    assert assets(p, 0)[:1] == ["midori"] and "eiko" not in assets(
        p, 0
    )  # as stated, without another question


@clause("new_angeles", "2.2")
def test_the_discard_pile_is_revealed_when_it_is_sorted() -> None:
    p = table(hands={seat: [] for seat in range(6)}, step="deal", discard=["security", "labor"])
    events = heard(p)
    s = state(p)
    deck = set(s.discard)
    s.draw(0, 4)
    lines = told(p, events)
    assert "The discard pile of 40 cards is revealed, sorted and shuffled into the decks." in lines
    for title in ("Arrest Orders", "Liquidation"):
        assert f"Among them: {title}, 5 in all." in lines
    assert not s.discard and {*s.decks[2], *s.decks[4], *s.hands[0]} == deck
    assert not any(s.seen[slot] for slot in (*s.decks[2], *s.decks[4]))  # and then nobody knows their order


@clause("new_angeles", "15.4")
def test_a_refusal_counts_what_is_missing() -> None:
    hands = {
        0: ["liquidation", "puff_piece"],
        1: ["live_feeds"],
        2: ["live_feeds"] * 2,
        3: ["spin_doctors"] * 2,
    }
    p = deal(hands, faceup=("melange_mining",))
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "counter", card(p, 2, "live_feeds"))
    assert asked(p) == 3 and ("counter", emergency("melange_mining")) in options(p)
    reason = "A counteroffer costs 2 cards now; you are 1 card short."
    assert refused(p, 3, "counter", card(p, 3, "spin_doctors")).reason == reason


# -- rulings ----------------------------------------------------------------------------------------------------


@clause("new_angeles", "65", "6.7")
def test_an_asset_that_is_to_be_discarded_cannot_be_given_away_first() -> None:
    """Ruling R33."""
    p = resolving("vanity_project", trading=True, assets={1: ["monica_singh", "midori"]})
    go(p, "propose", card(p, 0, "vanity_project"))
    go(p, "flatter", 1)
    assert asked(p) == 1 and verbs(p) == {"scrap"}
    refused(p, 1, "offer", 2, 0, bundle("midori"), 0, 0, 0, 0)
    go(p, "scrap", asset(p, "midori"))
    p.apply(1, ("offer", 2, 0, bundle("monica_singh"), 0, 0, 0, 0))  # what is left is his again


@pytest.mark.parametrize(
    ("asset_id", "answers"),
    [
        ("alex_westlund", [(), ("swap",)]),
        ("elizabeth_mills", [()]),
        ("susan_chen", [()]),
        ("marco_cubrero", [()]),
        ("hernando_cortez", [()]),
        ("caprice_nisei", [()]),
    ],
)
@clause("new_angeles", "65", "56.1", "61.1")
def test_what_a_card_names_is_not_traded_meanwhile(asset_id: str, answers: list[tuple[str, ...]]) -> None:
    """Ruling R33: neither by who is asked, nor by who has what it may name, nor by the others."""
    held = {1: ["wong_ya_ching"], 2: ["midori"], 3: ["floyd"]}
    if asset_id == "hernando_cortez":
        p = resolving("liquidation", trading=True, track=[asset_id, "coach_walden"], assets=held)
        go(p, "propose", card(p, 0, "liquidation"))
        go(p, "liquidate", 4)
    elif asset_id == "caprice_nisei":
        p = deal({0: ["liquidation"]}, trading=True, assets={**held, 4: [asset_id]}, city=HOME)
        go(p, "propose", card(p, 0, "liquidation"))
        go(p, "use", asset(p, asset_id))
    else:
        p = table(step="end of turn", trading=True, assets={**held, 0: [asset_id]})
        go(p, "use", asset(p, asset_id))
    for answer in answers:
        if answer:
            go(p, *next(option for option in options(p) if option[0] == answer[0]))
        for seat in range(6):
            assert not [*p.forms(seat)]
            refused(p, seat, "offer", (seat + 1) % 6, 1, 0, 0, 0, 0, 0)
    go(p, *options(p)[0])
    p.apply(4, ("offer", 5, 1, 0, 0, 0, 0, 0))


@clause("new_angeles", "65", "15.8")
def test_who_is_short_of_capital_against_gorman_may_borrow() -> None:
    """Ruling R33."""
    hands = {0: ["liquidation", "puff_piece"], 1: ["live_feeds"]}
    p = deal(hands, trading=True, capital=[9, 1, 9, 9, 9, 9], assets={5: ["chief_gorman"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "use", asset(p, "chief_gorman"))
    assert asked(p) == 1 and ("pay_off", 5) not in options(p)  # asked, though there is only one answer yet
    p.apply(2, ("offer", 1, 1, 0, 0, 0, 0, 0))
    p.apply(1, ("accept", 1))
    go(p, "pay_off", 5)
    assert capital(p, 1) == 0 and capital(p, 5) == 11


def test_full_deployment_turns_up_what_lies_before_the_chosen_player() -> None:
    """Ruling R39."""
    p = resolving("full_deployment")
    s = state(p)
    s.emergency = (*s.emergency[:2], 3, *s.emergency[3:])  # stolen from C by D
    p = knaves.load(p.save())
    found = [option for option in options(p) if option[0] == "rearm"]
    assert ("rearm", 3, emergency("jinteki")) in found and not any(o[1] == 2 for o in found)
    go(p, "rearm", 3, emergency("jinteki"))
    assert state(p).faceup >> CORPS.index("jinteki") & 1


def test_bryan_stinson_leaves_what_lies_in_the_deal() -> None:
    """Ruling R47."""
    p = deal({}, faceup=("globalsec",), track=["bryan_stinson", "coach_walden"])
    while "take_emergency" not in verbs(p):
        go(p, *options(p)[0])
    assert asked(p) == 0 and {option[1] for option in options(p)} == set(range(101, 106))


@clause("new_angeles", "16.5a")
def test_a_tie_under_the_fall_guy_is_the_main_offers() -> None:
    """Ruling R48."""
    p = deal({0: ["liquidation", "live_feeds"]}, assets={0: ["the_fall_guy"]}, city={**HOME, 4: ["protest"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "the_fall_guy"))
    assert verbs(p) == {"liquidate"}


def test_isabels_card_makes_nobody_a_supporter() -> None:
    """Ruling R49."""
    p = deal({0: ["vanity_project", "puff_piece"]}, assets={4: ["isabel_mcguire"]})
    go(p, "propose", card(p, 0, "vanity_project"))
    go(p, "use", asset(p, "isabel_mcguire"))
    go(p, "lay_top", 0, 0)
    go(p, "flatter", 4)
    assert capital(p, 4) == 14 + 2  # and not 4


# -- clauses that were half proved --------------------------------------------------------------------------------


@clause("new_angeles", "13.1", "11.1", "50.1")
def test_a_corporation_is_its_player_wherever_he_sits() -> None:
    turned: Any = (*CORPS[2:], *CORPS[:2])  # Jinteki sits in seat 0, Globalsec in seat 4
    p = resolving("clinical_trials", {4: ["illness"], 5: ["illness"]}, who=1, corps=turned)
    go(p, "remove", ILLNESS, 4)
    assert capital(p, 0) == 10 + 2 and capital(p, 2) == 12  # Jinteki's contract
    p = table(
        corps=turned,
        step="demand",
        round=6,
        capital=[30, 20, 10, 9, 8, 7],
        rivals={1: "jinteki", 2: "haas_bioroid"},  # seats 0 and 5
        investments={},
    )
    assert p.result is not None and 1 not in p.result.winners and 2 in p.result.winners


@clause("new_angeles", "golden.2")
def test_where_card_and_rule_can_both_be_obeyed_both_are() -> None:
    titles = ["live_feeds"] * 5 + ["puff_piece"] * 5 + ["liquidation"]
    p = table(step="end of turn", hands={0: titles}, assets={0: ["floyd", "braintrust"]})
    assert view(p)["seats"][0]["hand_size"] == 9  # five more and one less
    assert prompt(p) == "You may keep 9 cards: discard 2 cards."  # and the rule of discarding stands
    p = deal({0: ["liquidation"], 1: ["live_feeds"]}, trading=True, assets={3: ["mark_yale"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "mark_yale"))
    p.apply(1, ("offer", 2, 1, 0, 0, 0, 0, 0))  # whom the card does not name trades as ever


# -- what a player stumbled over ----------------------------------------------------------------------------------


def test_several_cards_are_picked_at_once() -> None:
    titles = [
        "live_feeds",
        "puff_piece",
        "liquidation",
        "arrest_orders",
        "riot_control",
        "media_circus",
        "spin_doctors",
    ]
    p = table(step="end of turn", hands={0: titles})
    ask = ask_of(p)
    shape = ask.shape(0)
    assert (shape.kind, shape.verb, shape.least, shape.most) == ("some", "discard", 2, 2)
    assert prompt(p) == "You may keep 5 cards: discard 2 cards."
    p.apply_all(0, answers_for(p, 0, [card(p, 0, "media_circus"), card(p, 0, "riot_control")]))
    assert len(hand(p, 0)) == 5


def test_the_pot_is_one_amount_and_says_what_it_needs() -> None:
    p = resolving("information_procurement", capital=[45, 1, 1, 1, 1, 1])
    ask = ask_of(p)
    shape = ask.shape(0)
    assert (shape.kind, shape.least, shape.most) == ("amount", 0, 45)
    assert prompt(p) == (
        "Pay any capital into the pot: at 6 capital threat falls by 2; it holds 0, and 5 more may pay after you."
    )


def test_nobody_is_asked_to_bind_himself_or_what_cannot_be_bound() -> None:
    p = deal(
        {0: ["liquidation", "live_feeds"], 1: ["live_feeds"]},
        trading=True,
        assets={0: ["caprice_nisei", "mark_yale"]},
    )
    go(p, "propose", card(p, 0, "liquidation"))
    assert asked(p) == 1 and "counter" in verbs(p)
    p = deal(
        {0: ["clinical_trials", "live_feeds"], 1: ["live_feeds"]}, assets={3: ["caprice_nisei", "mark_yale"]}
    )
    go(p, "propose", card(p, 0, "clinical_trials"))  # no illness: nothing to state; and nobody trades
    assert asked(p) == 1 and "counter" in verbs(p)


def test_a_window_says_who_did_what_and_what_the_asset_does() -> None:
    p = deal({0: ["liquidation", "live_feeds"]}, assets={3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "liquidation"))
    assert prompt(p).startswith("A proposes Liquidation. Caprice Nisei: ")


def test_a_person_has_one_name_in_offers_prompts_and_log() -> None:
    names = ["Ann", "Bob", "Cy", "Dee"]
    p = deal({0: ["liquidation", "live_feeds"]}, assets={3: ["caprice_nisei"]})
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    go(p, "propose", card(p, 0, "liquidation"))
    ask = ask_of(p)
    assert ask.prompt(3, names).startswith("Ann proposes Liquidation.")
    assert "Ann proposes Liquidation." in [p.text(event, 3, names) for event in heard]
    p = knaves.start("new_angeles", seats=4, seed=3)
    while not (forms := [form for form in p.forms(0) if form.seat == 3]):
        ask = ask_of(p)
        p.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    given = [["1"] if (blank.shape, blank.side) == ("amount", "give") else [] for blank in forms[0].blanks]
    p.apply(0, forms[0].fill(given))
    ask = ask_of(p)
    offered = [*ask.options(3), *ask.interjections(3), *ask.options(0), *ask.interjections(0)]
    said = {option[0]: p.label(option, None, names) for option in offered}
    assert said["accept"].startswith("Accept what Ann offers: ")
    assert said["decline"].startswith("Decline what Ann offers: ")
    assert said["withdraw"].startswith("Take back your offer to Dee: ")


def test_prompts_say_how_many() -> None:
    city = {4: ["outage"], 5: ["outage"], 6: ["protest"], 7: ["protest"]}
    assert prompt(resolving("budget_renovations", city)) == "Remove up to 2 outages: choose where."
    assert (
        prompt(resolving("spin_doctors", city)) == "Lower unrest by 1 stage in up to 2 districts: choose one."
    )
    assert "discards one of his assets" in prompt(resolving("vanity_project"))
    p = resolving("puff_piece")
    assert prompt(p) == "Draw 2 action cards of one type: choose the type, or draw none."


@clause("new_angeles", "10", "40")
def test_who_places_what_the_reserve_lacks_reads_so() -> None:
    """Ruling R20: he may, and the district is involved."""
    full = {d: ["human_first"] for d in range(1, 9)}
    p = deal({}, active=1, faceup=("haas_bioroid",), city=full)
    while "place" not in verbs(p):
        go(p, *options(p)[-1])
    assert prompt(p) == "Place 2 Human First in any districts; the reserve has 1 left."
    go(p, "place", options(p)[0][1], 9)
    assert prompt(p) == "Place 1 Human First in any district; the reserve has none left."
    p = resolving("arrest_orders", {d: ["prisec"] for d in (4, 5, 6, 7, 9, 10)})
    assert prompt(p) == "Place a prisec: all other units there are removed; the reserve has none left."
    p = resolving("arrest_orders", {4: ["prisec"]})
    assert prompt(p) == "Place a prisec: all other units there are removed."


def test_prompts_say_which_asset_how_many_cards_and_of_which_types() -> None:
    p = deal({0: ["liquidation"]}, assets={3: ["jackson_howard"]}, track=["eiko", "midori"])
    assert prompt(p).startswith("Eiko is revealed. Jackson Howard: ")
    hands = {0: ["liquidation", "live_feeds", "puff_piece"]}
    held = {0: ["bernice_mai", "elizabeth_mills", "mr_li"]}
    p = table(step="end of turn", hands=hands, assets=held)
    go(p, "use", asset(p, "bernice_mai"))
    assert prompt(p) == "Choose the player who gets your cards."
    go(p, "gift", 2)
    assert prompt(p) == "Give C one or two cards; you gain 1 capital for each."
    go(p, "give", card(p, 0, "liquidation"))
    assert prompt(p) == "Give C another card; you gain 1 capital for each, or leave it at that."
    go(p, "done")
    go(p, "use", asset(p, "elizabeth_mills"))
    assert prompt(p).endswith("he discards 3 cards, or draws 3 of the topmost type of his sheet.")
    go(p, "make_draw", 2)
    go(p, "use", asset(p, "mr_li"))
    assert prompt(p) == "Choose a player: he loses 1 capital and draws 2 cards of any types."


def test_the_log_tells_passes_and_reasons() -> None:
    p = deal(
        {0: ["scorched_earth", "live_feeds"], 1: ["live_feeds"]},
        city={**HOME, 4: ["strike"], 5: ["orgcrime"]},
    )
    events = heard(p)
    go(p, "propose", card(p, 0, "scorched_earth"))
    go(p, "pass")
    go(p, "abstain")
    go(p, "scorch", 4)
    lines = told(p, events)
    assert "B makes no counteroffer." in lines
    assert "The outage ends the unrest in Manta." in lines and pieces(p, 4) >= {"outage"}
    p = table(
        trading=True,
        step="deal",
        hands={seat: [] for seat in range(6)},
        facedown=list(CORPS),
        track=["aaron_marron"],
        city={1: ["android", "strike"], 2: ["android", "orgcrime"], 3: ["android"], 8: ["android", "outage"]},
    )
    events = heard(p)
    go(p, "propose_nothing")
    go(p, "end")
    lines = told(p, events)
    assert "Guayaquil produces nothing: it is in strike." in lines
    assert "Esmeraldas produces nothing: it is in outage." in lines
    assert any(text and text.startswith("Quinde produces no ") for text in lines)
    assert not any(text and text.endswith("!.") for text in lines)


def test_the_view_has_what_lies_on_the_table() -> None:
    v = view(table(city={**HOME, 4: ["orgcrime"]}))
    assert {row["name"]: (row["left"], row["limit"]) for row in v["reserve"]} == {
        "Human First": (9, 9),
        "orgcrime": (8, 9),
        "prisec": (6, 6),
        "illness": (14, 14),
        "outage": (14, 14),
        "development": (14, 14),
    }
    assert v["asset_deck"] == 32
