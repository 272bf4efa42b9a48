"""What happened is told with everybody it concerns; the text board has all that lies open."""

from __future__ import annotations

import knaves
from knaves.games import find
from tests.games.new_angeles.table import (
    HOME,
    asked,
    asset,
    assets,
    capital,
    card,
    deal,
    emergency,
    go,
    heard,
    options,
    resolving,
    state,
    table,
    text,
    told,
    verbs,
    view,
)
from tests.support import clause


@clause("new_angeles", "56.2")
def test_a_stolen_asset_is_told_with_who_had_it() -> None:
    p = resolving("liquidation", track=["hernando_cortez", "midori"], assets={3: ["susan_chen"]})
    go(p, "liquidate", 4)
    events = heard(p)
    go(p, "steal_asset", asset(p, "susan_chen"))
    assert "A steals Susan Chen from D." in told(p, events)


@clause("new_angeles", "21.6")
def test_a_stolen_emergency_card_is_told_with_who_had_it() -> None:
    p = resolving("liquidation", track=["bryan_stinson", "midori"])
    go(p, "liquidate", 4)
    events = heard(p)
    go(p, "take_emergency", emergency("jinteki"))
    go(p, "take_emergency", emergency("nbn"))
    lines = told(p, events)
    assert "A steals Mandatory Quarantine from C." in lines and "A steals Sweeps Week from E." in lines


@clause("new_angeles", "61")
def test_a_swap_is_told_with_both_who_had_them() -> None:
    p = table(step="end of turn", assets={0: ["alex_westlund"], 2: ["eiko"], 4: ["midori"]})
    events = heard(p)
    go(p, "use", asset(p, "alex_westlund"))
    go(p, "swap", asset(p, "eiko"))  # of those after C only E has one
    assert "A swaps Eiko of C with Midori of E." in told(p, events)
    assert assets(p, 2) == ["midori"] and assets(p, 4) == ["eiko"]


@clause("new_angeles", "2.9")
def test_what_is_stated_is_heard_by_all() -> None:
    hands = {0: ["labor_solutions", "live_feeds"], 1: ["liquidation"]}
    p = deal(hands, city=HOME, assets={3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "labor_solutions"))
    events = heard(p)
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "move", 1, 4)
    go(p, "done")
    go(p, "place", 4, 6)
    lines = told(p, events)
    assert "A states: Move the android from Guayaquil to Manta." in lines
    assert "A states: Leave it at that." in lines
    assert "A states: Place orgcrime in Laguna Velasco." in lines


def test_every_choice_of_a_card_can_be_stated_in_the_log() -> None:
    """Whatever verb a resolver answers with has its line."""
    game = find("new_angeles")
    for seed in range(6):
        p = knaves.start("new_angeles", seats=4, seed=seed, trading=False)
        while (ask := p.ask()) is not None:
            (seat, *_) = ask.seats
            top = type(p.stack[-1]).__module__.rpartition(".")[2]
            if (
                top in ("effects_on_city", "effects_on_players")
                and type(p.stack[-1]).__name__ != "SortEvents"
            ):
                assert {f"stated_{o[0]}" for o in ask.options(seat)} <= set(game.events)
            p.apply(seat, ask.options(seat)[(seed + len(p.log or ())) % len(ask.options(seat))])


@clause("new_angeles", "2.2")
def test_a_pile_of_one_card_is_one_card() -> None:
    p = resolving("full_deployment", discard=["media"])
    s = state(p)
    media = [slot for slot in s.discard if s.box.type[s.face[slot]] == 3]
    s.discard, s.decks[3] = media[:1], ()
    s.decks[4] = (*s.decks[4], *media[1:])
    events = heard(p)
    go(p, "deploy", 2, 3)
    lines = told(p, events)
    assert any(line and line.startswith("The discard pile of 1 card is revealed") for line in lines)
    assert "No media card is left for C to draw." in lines  # ruling R17


def test_the_text_board_says_who_was_named_who_has_won_and_what_was_used() -> None:
    p = deal({0: ["live_feeds", "arrest_orders"]}, assets={2: ["jackson_howard", "floyd"]}, city=HOME)
    go(p, "use", asset(p, "jackson_howard"))
    go(p, "name", 0)
    said = text(p)
    assert "  C has named A as the winner" in said and "hand size 10" in said
    go(p, "propose", card(p, 0, "arrest_orders"))
    assert "  A has won with the main offer" in text(p)
    go(p, "arrest", 4)
    assert capital(p, 2) == 14
    p = table(step="end of turn", assets={0: ["mr_li"]})
    go(p, "use", asset(p, "mr_li"))
    go(p, "tax", 1)
    assert "Mr. Li (used this turn)" in text(p)


def test_the_text_board_shows_revealed_investments_and_rivals() -> None:
    p = table(step="demand", trading=True, round=6, investments={1: "short_sale"}, rivals={1: "nbn"})
    said = text(p, 0)
    assert "    investment: Short Sale" in said and "    rival:" not in said
    go(p, "go_on")
    assert p.result is not None and "    rival: NBN" in text(p, 0)


@clause("new_angeles", "6.2", "6.7")
def test_an_exhausted_asset_that_was_discarded_comes_back_ready() -> None:
    p = resolving("vanity_project", assets={3: ["eiko"]}, exhausted=["eiko"])
    assert view(p)["seats"][3]["assets"][0]["exhausted"]
    go(p, "flatter", 3)
    s = state(p)
    assert s.asset_deck[0] == asset(p, "eiko") and not s.exhausted


@clause("new_angeles", "16.7")
def test_one_emergency_card_does_not_make_both_offers() -> None:
    p = deal({0: ["live_feeds"]}, faceup=("globalsec",), assets={0: ["the_fall_guy"]}, city=HOME)
    go(p, "propose", emergency("globalsec"))
    go(p, "use", asset(p, "the_fall_guy"))
    assert state(p).counters == (card_of(p, "live_feeds"),)  # the only card that is left
    p = deal({}, faceup=("globalsec",), assets={0: ["the_fall_guy"]}, city=HOME)
    assert "use" not in verbs(p) and assets(p, 0) == ["the_fall_guy"]  # nothing is left to counter with


def card_of(p: knaves.Position, title: str) -> int:
    """The number of the card with this title that lies in the deal."""
    s = state(p)
    return next(slot for slot in (s.main, *s.counters) if s.title(slot) == title)


@clause("new_angeles", "16.7", "37")
def test_a_counteroffer_of_the_fall_guy_that_wins_is_no_loss_and_is_a_counteroffer() -> None:
    """R22: Saul Eustecio is asked, Monica Singh is not."""
    hands = {0: ["liquidation", "arrest_orders"], 1: ["live_feeds"]}
    p = deal(hands, assets={0: ["the_fall_guy", "monica_singh"], 4: ["saul_eustecio"]}, city=HOME)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "the_fall_guy"))
    go(p, "back", 1, card(p, 1, "live_feeds"))
    assert asked(p) == 4 and verbs(p) == {"use", "skip"}
    go(p, "use", asset(p, "saul_eustecio"))
    assert capital(p, 4) == 15 and capital(p, 0) == 11
    assert asked(p) == 0 and verbs(p) == {"arrest"}


def test_cards_laid_in_one_deal_are_not_counted_in_the_next() -> None:
    p = deal({0: ["arrest_orders"], 1: ["live_feeds", "media_circus"], 2: ["puff_piece"]}, city=HOME)
    go(p, "pass")
    go(p, "pass")
    go(p, "back", 0, card(p, 1, "live_feeds"))
    assert view(p)["seats"][1]["laid"] == 1
    while state(p).active == 0:
        quiet = ("done", "abstain", "arrest", "end")
        go(p, *next(o for o in options(p) if o[0] in quiet))
    while not state(p).dealing:
        go(p, *options(p)[0])
    assert [seat["laid"] for seat in view(p)["seats"]] == [0] * 6


@clause("new_angeles", "15.4")
def test_the_owner_of_aaron_marron_pays_his_own_price_into_the_pile() -> None:
    hands = {
        0: ["arrest_orders"],
        1: ["live_feeds", "puff_piece"],
        2: ["clean_slate", "liquidation", "spin_doctors"],
    }
    p = deal(hands, assets={2: ["aaron_marron"]}, track=["midori", "coach_walden"], city=HOME)
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "counter", card(p, 2, "liquidation"))
    go(p, "discard", card(p, 2, "spin_doctors"))
    assert len(state(p).hands[2]) == 1 and len(state(p).discard) == 1


def test_who_was_named_in_one_deal_is_not_in_the_next() -> None:
    p = deal({0: ["arrest_orders"]}, assets={2: ["jackson_howard"]}, city=HOME)
    go(p, "use", asset(p, "jackson_howard"))
    go(p, "name", 1)
    go(p, "arrest", 4)
    while not state(p).dealing:
        go(p, *options(p)[0])
    assert state(p).named == () and capital(p, 2) == 12


@clause("new_angeles", "2.2")
def test_a_card_that_nobody_can_lay_is_told() -> None:
    """Ruling R17: all security cards are in hands."""
    titles = ("arrest_orders", "full_deployment", "riot_control", "scorched_earth")
    hands = {seat: [title] * 5 for seat, title in enumerate(titles)}
    p = deal(hands, assets={1: ["isabel_mcguire"]}, discard=["labor"])
    events = heard(p)
    go(p, "propose", card(p, 0, "arrest_orders"))
    while "use" not in verbs(p):
        go(p, "pass")
    go(p, "use", asset(p, "isabel_mcguire"))
    go(p, "lay_top", 4, 0)
    assert "No security card is left for B to lay." in told(p, events)
    assert not [line for line in told(p, events) if line and "lays the top" in line]
