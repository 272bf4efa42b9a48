"""What happened is told with everybody it concerns; the text board has all that lies open."""

from __future__ import annotations

from typing import Any

import knaves
from knaves.core.ids import Ids
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
from tests.support import ask_of, clause, refused


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


@clause("new_angeles", "43.5", "58")
def test_the_text_board_says_how_far_the_supply_goes_and_what_is_in_every_deck() -> None:
    said = text(table(seats=5))
    assert "The supply goes to: energy 6, consumables 6, tech 6, entertainment 8, credits 8" in said
    assert "; discard pile 0; assets 32, events 16, demands 8, investments 7\n" in said


@clause("new_angeles", "7")
def test_what_lies_in_the_pot_is_seen_by_all_while_it_is_filled() -> None:
    p = resolving("information_procurement", threat=9)
    for amount, held in ((2, 2), (0, 2), (3, 5)):
        go(p, "pay", amount)
        assert [view(p, eye)["deal"]["pot"] for eye in (0, 5, None)] == [held] * 3  # type: ignore[index]
    assert "  In the pot: 5 capital; 6 lower threat" in text(p)
    assert knaves.load(p.save()) == p
    for amount in (1, 0, 0):
        go(p, "pay", amount)
    assert state(p).threat == 7 and state(p).pot == -1 and "In the pot" not in text(p)


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
    assert [seat["side"] for seat in view(p)["seats"]] == [-1] * 6


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


@clause("new_angeles", "16.5b", "21.3")
def test_the_way_home_of_emergency_cards_is_told() -> None:
    hands = {0: ["live_feeds"], 1: ["liquidation", "puff_piece"], 2: ["spin_doctors"]}
    p = deal(hands, faceup=("globalsec", "jinteki"), city=HOME)
    s = state(p)
    s.emergency = (1, *s.emergency[1:])  # stolen from A by B
    events = heard(p)
    go(p, "propose", card(p, 0, "live_feeds"))
    go(p, "counter", emergency("globalsec"))
    go(p, "counter", emergency("jinteki"))
    go(p, "back", 1, card(p, 1, "liquidation"))
    while state(p).active == 0:
        go(p, *options(p)[-1])
    lines = told(p, events)
    assert "Ruthless Tactics goes back to A, faceup." in lines
    assert "Mandatory Quarantine goes back to C, facedown." in lines


@clause("new_angeles", "3.1", "26.1")
def test_assets_that_are_readied_are_told() -> None:
    p = table(
        step="end of turn",
        assets={1: ["eiko", "midori"], 2: ["jackson_howard"]},
        exhausted=["eiko", "jackson_howard"],
        hands={0: ["live_feeds"] * 5 + ["puff_piece"]},
    )
    events = heard(p)
    go(p, "discard", state(p).hands[0][0])
    lines = told(p, events)
    assert "B readies Eiko." in lines and not [line for line in lines if line and "Midori" in line]
    assert state(p).exhausted and "C readies Jackson Howard." not in lines


def test_a_card_that_finds_nothing_to_do_says_so() -> None:
    everywhere: dict[int, list[str]] = {d: ["outage", "development"] for d in range(1, 11)}
    idle, void = (
        "This part of the card finds nothing to do.",
        "The cost cannot be paid; nothing else happens.",
    )
    for title, city, says in (
        ("clinical_trials", HOME, idle),
        ("gentrification", HOME, idle),
        ("live_feeds", HOME, idle),
        ("ark_construction", everywhere, idle),
        ("liquidation", everywhere, idle),
        ("riot_control", HOME, void),
        ("scorched_earth", everywhere, void),
    ):
        p = deal({0: [title, "live_feeds"]}, city=city)
        events = heard(p)
        go(p, "propose", card(p, 0, title))
        assert told(p, events).count(says) == 1, title
    p = deal({0: ["clinical_trials", "live_feeds"]}, city={**HOME, 4: ["illness"]})
    events = heard(p)
    go(p, "propose", card(p, 0, "clinical_trials"))
    assert idle not in told(p, events)  # it has done something, and is over


@clause("new_angeles", "58.3", "18.3a")
def test_why_credits_do_not_fall_and_what_becomes_of_the_supply_is_told() -> None:
    p = deal({0: ["spin_doctors", "live_feeds"]}, city=HOME)
    events = heard(p)
    go(p, "propose", card(p, 0, "spin_doctors"))
    lines = told(p, events)
    reason = lines.index("The supply of credits stands at 0 and cannot fall.")
    assert lines[reason + 1] == "Threat rises by 1 to 1."
    p = table(step="demand", trading=True, supply={"credits": 3}, round=2)
    events = heard(p)
    go(p, "go_on")
    assert "The supply goes back to 0." in told(p, events)


def test_who_draws_nothing_for_a_puff_piece_is_told() -> None:
    p = resolving("puff_piece")
    events = heard(p)
    go(p, "skip")
    assert told(p, events) == ["A draws nothing."]


@clause("new_angeles", "15.4")
def test_who_might_counter_reads_to_whom_the_price_would_go() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece", "live_feeds"], 3: ["live_feeds"] * 3}
    p = deal(hands, assets={3: ["aaron_marron"]}, track=["eiko", "midori"], city=HOME)
    assert ask_of(p).prompt(1) == "Make a counteroffer (it is free), or pass."
    go(p, "counter", card(p, 1, "live_feeds"))
    ask = p.ask()
    cost = "it costs 1 card beside the card you offer, given to D, who has Aaron Marron"
    assert ask is not None and ask.prompt(2) == f"Make a counteroffer ({cost}), or pass."
    go(p, "counter", card(p, 2, "puff_piece"))
    ask = p.ask()
    cost = "it costs 2 cards beside the card you offer"
    assert ask is not None and ask.prompt(3) == f"Make a counteroffer ({cost}), or pass."  # his own


def test_at_a_table_without_trading_no_question_speaks_of_it() -> None:
    p = table(step="end of turn", assets={0: ["mr_li"]})
    ask = ask_of(p)
    assert ask.prompt(0) == "Your turn ends: use an End of Turn ability or go on."
    p = table(step="end of turn", trading=True, assets={0: ["mr_li"]})
    ask = ask_of(p)
    assert ask.prompt(0) == "Your turn ends: use an End of Turn ability, trade, or go on."


@clause("new_angeles", "16.7", "21.3")
def test_under_the_fall_guy_a_refusal_says_what_is_wrong_with_the_card() -> None:
    hands = {0: ["liquidation", "live_feeds", "puff_piece"]}
    p = deal(hands, faceup=("nbn",), assets={0: ["the_fall_guy"]}, city=HOME)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "the_fall_guy"))
    assert refused(p, 0, "counter", emergency("globalsec")).clause == "21.3"
    assert refused(p, 0, "counter", emergency("nbn")).clause == "21.2"
    assert refused(p, 0, "counter", state(p).main).reason == "It is your main offer."


@clause("new_angeles", "61", "61.1")
def test_an_asset_that_is_not_named_first_or_with_the_first_says_why() -> None:
    held = {0: ["alex_westlund"], 2: ["eiko", "midori"], 4: ["floyd"]}
    p = table(step="end of turn", assets=held)
    go(p, "use", asset(p, "alex_westlund"))
    ask = ask_of(p)
    why = ask.why_not(0, f"asset:{asset(p, 'floyd')}")
    assert why is not None
    assert why.reason == "Of a pair the asset of the earlier seat is chosen first."
    go(p, "swap", asset(p, "eiko"))  # and Floyd alone is left for it
    assert assets(p, 2) == ["midori", "floyd"]
    p = table(step="end of turn", assets={**held, 5: ["susan_chen"]})
    go(p, "use", asset(p, "alex_westlund"))
    go(p, "swap", asset(p, "eiko"))
    assert refused(p, 0, "with", asset(p, "midori")).reason == "Both lie before the same player."
    assert refused(p, 0, "with", asset(p, "alex_westlund")).clause == "61.1"


@clause("new_angeles", "2.2", "29")
def test_nobody_is_offered_cards_of_his_topmost_type_that_do_not_exist() -> None:
    """R17: Jinteki's type is biotech, all of which are in hands; of other types there are cards."""
    titles = ("clean_slate", "clinical_trials", "information_procurement", "unorthodox_knowledge")
    hands = {seat: [title] * 5 for seat, title in zip((1, 3, 4, 5), titles, strict=True)}
    p = table(step="end of turn", hands=hands, assets={0: ["elizabeth_mills"]})
    go(p, "use", asset(p, "elizabeth_mills"))
    assert {o[1] for o in options(p) if o[0] == "make_draw"} == {1, 3, 4, 5}
    assert {o[1] for o in options(p) if o[0] == "make_discard"} == {1, 2, 3, 4, 5}
    p = table(
        step="event",
        hands=hands,
        events=["humanity_labor_hosts_union_heads"],
        city={4: ["human_first"]},
        assets={2: ["sunny_lebeau"]},
    )
    assert state(p).threat == 1 and "use" not in verbs(p)


@clause("new_angeles", "15.4", "16.3")
def test_who_has_no_cards_for_a_counteroffer_is_not_named_among_those_who_may() -> None:
    p = deal(
        {0: ["liquidation"] * 2, 1: ["live_feeds"], 2: ["live_feeds"], 3: ["arrest_orders", "spin_doctors"]}
    )
    assert view(p)["deal"]["may_counter"] == [1, 2, 3]  # type: ignore[index]
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    assert view(p)["deal"]["may_counter"] == [3]  # type: ignore[index]  # it costs a card by now
    assert "May still counter: D\n" in text(p)


@clause("new_angeles", "6.4a")
def test_who_lets_an_asset_pass_is_told() -> None:
    p = deal({0: ["liquidation", "live_feeds"]}, assets={3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "liquidation"))
    events = heard(p)
    go(p, "skip")
    assert told(p, events)[0] == "D does not use Caprice Nisei."


@clause("new_angeles", "16.5", "21.6")
def test_the_deal_is_being_resolved_when_tanaka_is_asked() -> None:
    p = deal({0: ["liquidation"], 1: ["live_feeds"], 2: ["live_feeds"]}, assets={4: ["tanaka"]})
    go(p, "counter", card(p, 1, "live_feeds"))
    assert asked(p) == 2 and view(p)["deal"]["step"] == "support"  # type: ignore[index]
    go(p, "abstain")
    assert asked(p) == 4 and view(p)["deal"]["step"] == "resolution"  # type: ignore[index]


@clause("new_angeles", "21.6")
def test_what_is_stolen_is_offered_with_how_it_lies() -> None:
    p = deal({0: ["liquidation"]}, faceup=("nbn",), track=["bryan_stinson", "midori"], city=HOME)
    go(p, "pass")
    go(p, "liquidate", 4)
    labels = [p.label(option, 0) for option in options(p)]
    assert "From C steal the facedown Mandatory Quarantine" in labels
    assert "From E steal the faceup Sweeps Week" in labels


@clause("new_angeles", "7")
def test_the_pot_takes_no_more_at_once_than_payments_have_ids() -> None:
    p = resolving("information_procurement", capital=[300, 1, 1, 1, 1, 1])
    ids = Ids(p.game, p.state)
    assert len(ids.menu(p.state, options(p))) == 256
    assert refused(p, 0, "pay", 256).reason == "Nobody pays more than 255 capital into the pot at once."


@clause("new_angeles", "35", "35.2", "36.1")
def test_what_moves_is_told_with_where_it_comes_from() -> None:
    """Three ways lead to Rutherford."""
    city = {6: ["orgcrime"], 7: ["orgcrime"], 8: ["android", "prisec"], 9: ["prisec"], 10: ["orgcrime"]}
    p = deal({}, active=5, faceup=("weyland",), city={**HOME, **city})
    while "place" not in verbs(p):
        go(p, *options(p)[0])
    events = heard(p)
    go(p, "place", 4, 8)
    assert told(p, events) == [
        "Placed in Esmeraldas: orgcrime.",
        "Moved from Esmeraldas to Rutherford: orgcrime.",
        "Moved from Rutherford to Base de Cayambe: orgcrime.",
        "Moved from Base de Cayambe into The Root: orgcrime.",
        "Threat rises by 2 to 2.",
    ]
    words: dict[str, Any] = {"track": ["coach_walden"], "events": ["pistoleros_hit_squads_strike"]}
    p = resolving("liquidation", {7: ["orgcrime"], 10: ["orgcrime"]}, **words)
    events = heard(p)
    go(p, "liquidate", 4)
    moves = [line for line in told(p, events) if line and "Moved" in line]
    assert moves == [
        "Moved from Base de Cayambe into The Root: orgcrime.",
        "Moved from Nihongai to Rutherford: orgcrime.",
    ]
