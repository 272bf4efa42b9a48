"""Where a rule only just holds, or only just does not; and what is said to whoever tries the other thing."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, PAYMENTS
from tests.games.new_angeles.table import (
    HOME,
    HUMAN_FIRST,
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
    pieces,
    prompt,
    resolving,
    state,
    table,
    text,
    threat,
    told,
    verbs,
    view,
)
from tests.support import ask_of, clause


def why(p: knaves.Position, seat: int, thing: str) -> str:
    ask = ask_of(p)
    found = ask.why_not(seat, thing)
    assert found is not None
    return found.reason


@clause("new_angeles", "10", "48.1")
def test_the_last_piece_of_the_reserve_is_placed_and_none_after_it() -> None:
    full = {d: ["human_first"] for d in range(2, 9)}
    p = deal({}, active=1, faceup=("haas_bioroid",), city={**full, 1: ["illness"], 9: ["human_first"]})
    go_until(p, "place")
    assert state(p).box.count[HUMAN_FIRST] == 9
    go(p, "place", HUMAN_FIRST, 10)
    assert "Human First" in pieces(p, 10)
    before = threat(p)
    go(p, "place", HUMAN_FIRST, 1)
    assert "Human First" not in pieces(p, 1) and threat(p) == before + 2  # involved all the same (32.1)


@clause("new_angeles", "63", "69.3", "24.1")
def test_an_event_that_ends_the_game_pays_nobody_and_brings_no_turns() -> None:
    """Ruling R28: threat rises by 1 alone, and Melange Mining is not paid for it."""
    p = table(
        step="event", events=["gang_wars"], city={4: ["orgcrime"]}, threat=24, track=[], capital=[24] * 6
    )
    assert p.result is not None and threat(p) == 25
    assert [capital(p, seat) for seat in range(6)] == [24] * 6 and view(p)["turns_left"] == 0
    assert "orgcrime" not in pieces(p, 10)  # nor is anything placed


# -- why not --------------------------------------------------------------------------------------------------


def test_a_district_that_was_chosen_says_so_and_not_that_its_unrest_is_the_reason() -> None:
    p = deal({}, active=0, faceup=("globalsec",), city={**HOME, 7: ["strike"]})
    go_until(p, "rouse")
    go(p, "rouse", 4)
    assert why(p, 0, "district:4") == "It has been chosen already: these are different districts."
    assert why(p, 0, "district:7") == "Unrest cannot rise there."
    p = resolving("spin_doctors", {4: ["strike"], 5: ["protest"]})
    go_until(p, "calm")
    go(p, "calm", 4)
    assert why(p, 0, "district:4") == "It has been chosen already: these are different districts."
    assert why(p, 0, "district:6") == "There is no unrest there to lower."


def test_a_district_says_why_just_this_card_does_not_go_there() -> None:
    p = resolving("live_feeds", {4: ["protest"], 5: ["orgcrime"]})
    said = "There is neither unrest to lower nor anything that this card removes."
    assert why(p, 0, "district:6") == said
    p = resolving("clean_slate", {4: ["illness"], 5: ["illness"]})
    go(p, "remove", options(p)[0][1], 4)
    go(p, "remove", options(p)[0][1], 5)
    assert prompt(p) == "Place 1 outage in a district that you have cleared."
    assert why(p, 0, "district:6") == "It goes where this card has removed something."
    p = resolving("ark_construction", {4: ["development"]})
    assert prompt(p) == "Place 1 development in any district."
    assert why(p, 0, "district:4") == "It has one already."
    p = resolving("scorched_earth", {4: ["outage"]})
    assert why(p, 0, "district:4") == "It is in outage already."
    go(p, "scorch", 5)
    assert (
        why(p, 0, "district:5") == why(p, 0, "district:7") == "It must be another district of the same tier."
    )


def test_an_android_that_was_moved_says_so() -> None:
    p = resolving("labor_solutions")
    go_until(p, "move")
    go(p, "move", 1, 4)
    assert why(p, 0, "district:4") == "The android there has been moved already."


def test_a_card_that_is_nobodys_to_offer_is_not_refused_for_its_price() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"]}
    p = deal(hands, faceup=("haas_bioroid", "jinteki"), trading=True)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    assert asked(p) == 2  # a card costs two now, and he has one
    assert why(p, 2, f"card:{state(p).main}") == "An offer comes from your own hand."
    assert why(p, 2, f"card:{emergency('haas_bioroid')}") == "That emergency action card is not yours."
    short = "A counteroffer costs 1 card now; you are 1 card short."
    assert why(p, 2, f"card:{card(p, 2, 'puff_piece')}") == short


def at_the_end(asset_id: str, **words: Any) -> knaves.Position:
    """The ability of this asset is being used by A."""
    p = table(step="end of turn", assets={0: [asset_id]}, **words)
    go(p, "use", asset(p, asset_id))
    return p


def test_a_player_who_cannot_be_chosen_says_why() -> None:
    another = "It must be another player."
    p = at_the_end("mr_white", hands={0: ["liquidation"], 1: ["live_feeds"], 2: [], 3: ["puff_piece"]})
    assert [why(p, 0, f"seat:{seat}") for seat in (0, 2)] == [another, "That player has no card in hand."]
    go(p, "search", 1)
    assert why(p, 0, "seat:2").startswith("It is not part of this choice: Take a card from B")
    p = at_the_end("marco_cubrero", capital=[5, 0, 3, 4, 4, 4])
    assert [why(p, 0, f"seat:{seat}") for seat in (0, 1)] == [another, "That player has no capital."]
    for asset_id in ("bernice_mai", "susan_chen", "elizabeth_mills"):
        assert why(at_the_end(asset_id, hands={0: ["liquidation"]}), 0, "seat:0") == another
    p = at_the_end("bernice_mai", hands={0: ["liquidation", "live_feeds"]})
    go(p, "gift", 1)
    assert why(p, 0, "seat:0").startswith("It is not part of this choice: Give B")
    p = deal({0: ["liquidation"]}, assets={2: ["jackson_howard"]}, city=HOME)
    go(p, "use", asset(p, "jackson_howard"))
    assert why(p, 2, "seat:2") == another
    p = resolving("high_risk_investments")
    go(p, "invest", 4)
    assert why(p, 0, "seat:4") == "That player has been named already."
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"]}
    p = deal(hands, assets={2: ["locust_company"]}, city=HOME)
    go(p, "counter", card(p, 1, "live_feeds"))
    go_until(p, "use")
    go(p, "use", asset(p, "locust_company"))
    aside = "Whoever has an offer in the deal supports none anyway."
    assert [why(p, 2, f"seat:{seat}") for seat in (0, 1)] == [aside, aside]


def test_where_no_player_is_chosen_nobody_is_told_to_choose_another() -> None:
    words: dict[str, Any] = {"supply": {"tech": 1, "credits": 1}, "hands": {0: ["liquidation"]}}
    for asset_id in ("thomas_haas", "fumiko_yamamori"):
        said = why(at_the_end(asset_id, **words), 0, "seat:0")
        assert said.startswith("It is not part of this choice: "), asset_id
    p = table(step="end of turn", assets={0: ["alex_westlund"], 1: ["eiko"], 2: ["floyd"]})
    go(p, "use", asset(p, "alex_westlund"))
    assert why(p, 0, "seat:0").startswith("It is not part of this choice: Choose the first")


def test_a_resource_that_cannot_be_chosen_says_why() -> None:
    p = at_the_end("fumiko_yamamori", supply={"tech": 1, "credits": 1})
    assert why(p, 0, "resource:0") == "It stands at 0 and cannot fall."
    p = deal({}, active=1, faceup=("haas_bioroid",), city=HOME, supply={"energy": 6})
    go_until(p, "stock")
    assert why(p, 1, "resource:0") == "It stands on the last space of its track."
    go(p, "stock", 2)
    assert why(p, 1, "resource:2") == "It has been raised already."


def test_hernando_cortez_steals_nothing_from_his_own_master() -> None:
    held = {0: ["coach_walden"], 2: ["midori"], 3: ["mr_white"]}
    p = resolving("liquidation", assets=held, track=["hernando_cortez", "mr_li"])
    go(p, "liquidate", 4)
    named = {o[1] for o in options(p) if o[0] == "steal_asset"}
    assert named == {asset(p, "midori"), asset(p, "mr_white")}


@clause("new_angeles", "56.1")
def test_where_his_owner_is_the_richest_marco_cubrero_takes_one_of_anybody() -> None:
    """Ruling R29."""
    assert not [
        o for o in options(at_the_end("marco_cubrero", capital=[9, 8, 8, 1, 1, 1])) if o[0] == "steal_two"
    ]
    p = at_the_end("marco_cubrero", capital=[8, 8, 8, 1, 1, 1])
    assert {o[1] for o in options(p) if o[0] == "steal_two"} == {1, 2}


# -- payments ---------------------------------------------------------------------------------------------------


def owing(amount: int = 5) -> knaves.Position:
    """B owes A so much before the round ends."""
    p = table(trading=True, assets={0: ["eiko", "midori"]})
    p.apply(0, ("offer", 1, 1, 0, 0, 0, 0, PAYMENTS[amount]))
    p.apply(1, ("accept", 1))
    return p


def pay(p: knaves.Position, give: int, ask: int = 0, get: int = 0, vow: int = 0) -> None:
    p.apply(1, ("offer", 0, give, 0, ask, get, 0, vow))
    p.apply(0, ("accept", state(p).offers[-1].number))


def fates(p: knaves.Position) -> list[tuple[str, str]]:
    return [(row["text"], row["fate"]) for row in view(p)["promises"]]


@clause("new_angeles", "65.2")
def test_what_was_promised_may_be_paid_in_parts() -> None:
    """Ruling R33b."""
    p = owing(5)
    events = heard(p)
    pay(p, 3)
    assert fates(p) == [("to pay 2 capital before the round ends", "open")]
    assert "Of the promise of B to A is left: to pay 2 capital before the round ends." in told(p, events)
    pay(p, 2)
    assert fates(p) == [("to pay 2 capital before the round ends", "kept")]
    assert knaves.load(p.save()) == p


@clause("new_angeles", "65.2")
def test_what_is_paid_beyond_a_promise_goes_to_the_next() -> None:
    p = owing(2)
    p.apply(0, ("offer", 1, 1, 0, 0, 0, 0, PAYMENTS[4]))
    p.apply(1, ("accept", 2))
    pay(p, 3)
    assert [fate for _, fate in fates(p)] == ["kept", "open"]
    assert fates(p)[1][0] == "to pay 3 capital before the round ends"


@clause("new_angeles", "65.2")
def test_the_price_of_something_else_pays_no_debt() -> None:
    """Ruling R33b: what comes back may be an asset, or a promise."""
    p = owing(3)
    face = next(face for face, row in enumerate(state(p).box.assets) if row.id == "eiko")
    pay(p, 3, 0, 1 << face)
    assert fates(p) == [("to pay 3 capital before the round ends", "open")]
    pay(p, 3, 0, 0, PAYMENTS[1])
    assert fates(p)[0] == ("to pay 3 capital before the round ends", "open")
    pay(p, 4, 1)
    assert fates(p)[0] == ("to pay 3 capital before the round ends", "kept")


def test_every_turn_has_its_own_offers_from_the_menu() -> None:
    p = table(trading=True, hands={seat: ["liquidation"] for seat in range(4)}, capital=[30] * 6)

    def menu() -> list[tuple[object, ...]]:
        ask = ask_of(p)
        return [o for o in ask.options(ask.seats[0]) if o[0] == "offer"]

    go_until(p, "propose")
    for _ in range(2):
        p.apply(0, menu()[0])
    assert not menu()
    go(p, *options(p)[0])
    while state(p).turn < 2 or "propose" not in verbs(p):
        quiet = ("pass", "abstain", "skip", "end", "liquidate", "discard", "draw", "decline")
        go(p, *next(o for o in options(p) if o[0] in quiet))
    assert state(p).active == 1 and menu()
    assert state(p).offers_made == (0,) * 6


@pytest.mark.parametrize(
    ("mine", "said"),
    [
        (9, "You lose: none of the others has less capital than you."),
        (11, "You lose: only 1 of the others has less capital than you."),
        (12, "You lose: only 2 of the others have less capital than you."),
        (13, "You win."),
    ],
)
def test_the_end_counts_those_who_have_less_capital(mine: int, said: str) -> None:
    quiet = ("militarized_police", "laundering_scheme", "union_agreement", "power_siphoning")
    p = table(
        step="demand",
        round=6,
        city={},
        capital=[mine, 10, 11, 12, 30, 30],
        rivals={0: "globalsec"},
        investments=dict(enumerate((*quiet, "healthcare_initiative", "populist_dismissal"))),
    )
    assert p.result is not None
    ending = p.game.ending(p.view(None), p.result, "ABCDEF")
    assert ending.yours[0] == said


# -- who is asked -------------------------------------------------------------------------------------------------


@clause("new_angeles", "6.4a")
def test_windows_open_clockwise_from_whoever_is_active() -> None:
    held = {1: ["caprice_nisei"], 4: ["mark_yale"]}
    p = deal({3: ["liquidation", "live_feeds"]}, active=3, trading=True, assets=held, city=HOME)
    go(p, "propose", card(p, 3, "liquidation"))
    assert asked(p) == 4 and ("use", asset(p, "mark_yale")) in options(p)
    go(p, "skip")
    assert asked(p) == 1 and ("use", asset(p, "caprice_nisei")) in options(p)
    p = deal({3: ["liquidation"]}, active=3, assets={2: ["isabel_mcguire"], 4: ["jackson_howard"]}, city=HOME)
    assert asked(p) == 4
    go(p, "skip")
    assert asked(p) == 2 and ("use", asset(p, "isabel_mcguire")) in options(p)


@pytest.mark.parametrize(("title", "verb"), [("puff_piece", "draw"), ("information_procurement", "pay")])
def test_what_goes_clockwise_begins_with_the_active_player_whoever_resolves_it(title: str, verb: str) -> None:
    p = deal({1: ["live_feeds"], 3: [title], 5: ["spin_doctors"]}, active=1, city={**HOME, 4: ["protest"]})
    go(p, "counter", card(p, 3, title))
    go(p, "back", 1, card(p, 5, "spin_doctors"))
    order: list[int] = []
    while verb in verbs(p) and len(order) < 6:
        order.append(asked(p))
        go(p, *next(o for o in options(p) if o[0] == verb))
    assert order == [1, 2, 3, 4, 5, 0]


@clause("new_angeles", "15.8")
def test_the_owner_of_chief_gorman_is_not_asked_about_his_own_counteroffer() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"] * 2}
    p = deal(hands, assets={1: ["chief_gorman"]}, city={**HOME, 4: ["protest"]})
    go(p, "counter", card(p, 1, "live_feeds"))
    assert asked(p) == 2 and "counter" in verbs(p)
    go(p, "counter", card(p, 2, "puff_piece"))
    assert asked(p) == 1 and ("use", asset(p, "chief_gorman")) in options(p)


@clause("new_angeles", "59.2")
def test_the_owner_of_eiko_is_not_asked_when_he_abstains_himself() -> None:
    p = deal({0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"]}, assets={1: ["eiko"]}, city=HOME)
    while "abstain" not in verbs(p):
        go(p, "pass")
    assert asked(p) == 1
    go(p, "abstain")
    assert asked(p) == 2 and "abstain" in verbs(p)
    go(p, "abstain")
    assert asked(p) == 1 and ("use", asset(p, "eiko")) in options(p)


@clause("new_angeles", "16.4", "65.2")
def test_what_was_offered_about_support_ends_when_it_has_been_laid_or_forbidden() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"] * 2, 3: ["spin_doctors"] * 2}
    p = deal(hands, trading=True, assets={4: ["locust_company"]}, city={**HOME, 4: ["protest"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    p.apply(2, ("offer", 0, 0, 0, 1, 0, BACK_MAIN, 0))
    p.apply(3, ("offer", 1, 0, 0, 1, 0, BACK_COUNTER, 0))
    p.apply(3, ("offer", 0, 0, 0, 1, 0, BACK_MAIN, 0))
    go_until(p, "use")
    go(p, "use", asset(p, "locust_company"))
    go(p, "bar", 3)
    assert [(row["by"], row["to"]) for row in view(p)["offers"]] == [(2, 0), (3, 0)]
    assert view(p)["seats"][3]["barred"] == ["may not support the counteroffer"]
    go(p, "back", 0)  # before a card lies there
    assert verbs(p) >= {"lay"}
    assert [(row["by"], row["to"]) for row in view(p)["offers"]] == [(3, 0)]
    go(p, "lay", card(p, 2, "puff_piece"))
    go_until(p, "liquidate")
    go(p, "liquidate", 5)
    assert view(p)["seats"][3]["barred"] == []  # it was for this deal


def test_the_text_board_counts_what_the_demand_lacks_after_what_still_comes() -> None:
    """As the page does."""
    supply = {"credits": 3, "entertainment": 1}
    p = table(city=HOME, demand="increased_martian_violence", supply=supply, round=2)
    line = next(line for line in text(p).splitlines() if line.startswith("Demand"))
    assert "energy 0+1/1  consumables 0+3/2  tech 0/0  entertainment 1+4/2  credits 3+2/6 (1 short)" in line


@clause("new_angeles", "24.1a")
def test_an_event_that_finds_nothing_says_so() -> None:
    said = "It raises no threat and moves nothing."
    for event, city, quiet in (
        ("humanity_labor_hosts_union_heads", {4: ["orgcrime"]}, True),
        ("humanity_labor_hosts_union_heads", {4: ["human_first"]}, False),
        ("pistoleros_hit_squads_strike", {4: ["human_first"], 9: ["illness"]}, True),
        ("pistoleros_hit_squads_strike", {1: ["android", "orgcrime"]}, False),  # it moves
        ("earthquake_rocks_city", {4: ["outage"], 5: ["outage"]}, True),
    ):
        p = resolving("liquidation", city, track=["coach_walden"], events=[event], rivals={0: "nbn"})
        events = heard(p)
        go(p, "liquidate", 10)
        assert (said in told(p, events)) is quiet, event


@clause("new_angeles", "43.5", "58.2")
def test_what_a_full_track_does_not_take_is_told() -> None:
    p = resolving("liquidation", {9: ["development"]}, supply={"credits": 7, "consumables": 5})
    events = heard(p)
    go(p, "liquidate", 9)
    lines = told(p, events)
    at = lines.index("Rutherford produces credits (4).")
    assert lines[at + 1] == "The supply of credits goes no further than 8: 3 of it is lost."
    assert sum("goes no further" in str(line) for line in lines) == 1


@pytest.mark.parametrize(
    ("title", "verb", "mine", "theirs"), [("puff_piece", "draw", 3, 2), ("vanity_project", "flatter", 4, 2)]
)
def test_who_has_supported_the_other_offer_gets_no_more_than_anybody(
    title: str, verb: str, mine: int, theirs: int
) -> None:
    hands = {0: [title], 1: ["live_feeds"], 2: ["spin_doctors"] * 3, 3: ["clean_slate"] * 3}

    def resolved() -> knaves.Position:
        p = deal(hands, city={**HOME, 4: ["protest"]})
        go(p, "counter", card(p, 1, "live_feeds"))
        go_until(p, "back")
        go(p, "back", 0, card(p, 2, "spin_doctors"))
        go(p, "lay", card(p, 2, "spin_doctors"))
        go(p, "done")
        go(p, "back", 1, card(p, 3, "clean_slate"))
        go(p, "done")
        return p

    got = {}
    for seat in (2, 3):
        p = resolved()
        if verb == "flatter":
            before = capital(p, seat)
            go(p, "flatter", seat)
            got[seat] = capital(p, seat) - before
        else:
            while asked(p) != seat:
                go(p, "skip")
            before = len(hand(p, seat))
            go(p, "draw", 0)
            got[seat] = len(hand(p, seat)) - before
    assert got == {2: mine, 3: theirs}


def test_an_exhausted_asset_says_why_it_is_silent() -> None:
    held = {3: ["caprice_nisei", "mark_yale"]}
    p = deal(
        {0: ["liquidation", "live_feeds"]}, trading=True, assets=held, exhausted=["mark_yale"], city=HOME
    )
    go(p, "propose", card(p, 0, "liquidation"))
    assert asked(p) == 3 and verbs(p) == {"use", "skip"}
    assert (
        why(p, 3, f"asset:{asset(p, 'mark_yale')}") == "It is exhausted until its owner's next Refresh step."
    )
    assert why(p, 3, "district:4").startswith("It is not part of this choice: ")
    p = resolving("full_deployment")
    assert why(p, 0, "seat:0") == "It must be another player."
