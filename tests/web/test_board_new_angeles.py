"""The board of New Angeles: what stands where, secrets kept, small, quick."""

from __future__ import annotations

import re
from typing import cast

import pytest

from knaves.games.new_angeles.cards import box
from knaves.games.new_angeles.screen.briefs import EVENTS
from knaves.games.new_angeles.screen.faces import here
from knaves.table import Table, Ticket
from knaves.web.draw.rendering import body_of
from tests.table.kit import played
from tests.web.boards import Board, answer, quickest, says_why, sheet

GAME = "new_angeles"
NAMES = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
MOST = 30 * 1024  # bytes of a push before compression

# Answers that mean no single piece, and so stand in the prompt only.
NO_PIECE = {
    "go_on",
    *(
        "end",
        "skip",
        "done",
        "propose_nothing",
        "pass",
        "abstain",
        "forfeit",
        "take_back",
        "pay",
        "cash",
        "leave",
    ),
    "offer",  # what the menu has of deals; the rest are filled in, from a link on each corporation
}

BOARD = Board(GAME, NAMES, NO_PIECE)
SCENES, check = BOARD.scenes, BOARD.check
HANDS = cast("list[list[str]]", SCENES["action"]["set"]["hands"])


def part(html: str, id: str, tag: str = "section") -> str:
    found = re.search(rf'<{tag} [^>]*id="{id}".*?</{tag}>', html, re.S)
    assert found, id
    return found[0]


def options(table: Table, ticket: Ticket, verb: str) -> list[tuple[str | int, ...]]:
    page = table.page(ticket.token)
    assert page.ask is not None
    return [card.option for card in page.ask.options if card.verb == verb]


async def until(table: Table, ticket: Ticket, verb: str, *quiet: str) -> None:
    """Everybody stays quiet until somebody can do this."""
    for _ in range(60):
        if options(table, ticket, verb):
            return
        silent = next(option for word in quiet for option in options(table, ticket, word))
        await answer(table, ticket, *silent)
    raise AssertionError(f"nobody can {verb}")


async def propose(table: Table, ticket: Ticket, name: str) -> None:
    """The active player proposes a card by its name, and nobody objects."""
    page = table.page(ticket.token)
    assert page.ask is not None
    await answer(table, ticket, *next(c.option for c in page.ask.options if c.label == f"Propose {name}"))


@played
async def test_the_city_shows_what_stands_and_what_would_come() -> None:
    async with BOARD.scene("action") as (table, ticket):
        html = check(sheet(table, ticket, None)).html
    nihongai, manta, coast = (part(html, f"district-{n}") for n in (7, 4, 3))
    bits = nihongai[nihongai.index('class="bits"') :]
    assert re.findall(r'class="bit (\w+)"', bits) == ["an", "hf", "il", "ou"]
    # Human First: unrest cannot rise by two
    assert '<p class="th"><i class="bit ou"></i>outage</p>' in nihongai
    assert '<span class="rs tech r1 no">2</span><span class="rs consumables no">1</span>' in nihongai
    assert '<span class="rs entertainment r1 go">2</span>' in manta  # one more, by the development
    assert "then</" not in coast and "go" not in re.findall(r'class="rs ([^"]*)"', coast)[0].split()
    supply = part(html, "supply")
    tech, shows, money = (re.findall(r"<button.*?</button>", supply)[n] for n in (3, 4, 5))
    assert '<i></i><i></i><i></i><i class="on"></i><i class="plus goal"></i>' in tech and "✓" in tech
    assert (
        '<i></i><i class="on"></i>' in shows
        and shows.count('class="plus') == 6  # of two Production Phases, this round and the next
        and 'class="plus"></i><i class="plus goal"></i>' in shows
    )
    assert '<i class="goal"></i>' in money and "✕2" in money
    threat = part(html, "track-threat")
    assert '<i class="at">9</i>' in threat and "demand unmet, +7" in threat
    assert re.findall(r"<b>(\d+)</b>", part(html, "key")) == ["4", "3", "3", "1", "3", "2", "2", "3", "1"]


@played
async def test_the_deal_is_a_stage() -> None:
    """Offers with the superseded ones under them, the price of the next, support face down by seat, who wins."""
    async with BOARD.scene("crowded") as (table, ticket):
        seen = check(sheet(table, ticket, 1))
        deal = part(seen.html, "deal")
        assert "Chief Gorman" in deal and "<small>support</small>" in deal
        assert (
            "<del>Spin Doctors</del>" in deal
            and "<del>Puff Piece</del>" in deal
            and "<small>+2</small>" in deal
        )
        assert seen.lit("side:0") and seen.lit("side:1") and not seen.lit("seat:0")
        assert re.findall(r">(\w+)</span> <b>(\d)</b>", deal) == [
            ("Ines", "5"),
            ("Oskar", "4"),
            ("Tamsin", "2"),
            ("Bruno", "2"),
        ]
        await answer(table, ticket, "back", 1)
        await answer(table, ticket, *options(table, ticket, "lay")[0])
        await answer(table, ticket, *options(table, ticket, "lay")[0])
        for eye in (0, 1, None):
            html = sheet_html(table, ticket, eye)
            counter = part(html, "bid-1", "article")
            assert '<b class="total">2</b>' in counter and 'title="Ines: 2"' in counter
            assert counter[counter.index("backs") :].count("<i></i>") == 2
            assert "Clinical Trials" not in html  # face down
            assert ("Efficiency Experts" in html) == (eye == 1)
        await answer(table, ticket, "done")
        await until(table, ticket, "remove", "abstain", "done", "skip")
        html = sheet_html(table, ticket, None)
        assert "<small>resolution</small>" in part(html, "deal")
        assert "bid--won" in part(html, "bid-1", "article") and "wins" in part(html, "bid-1", "article")
        assert "bid--lost" in part(html, "bid-0", "article")


def sheet_html(table: Table, ticket: Ticket, eye: int | None) -> str:
    return check(sheet(table, ticket, eye)).html


@played
async def test_the_price_of_the_next_counteroffer() -> None:
    async with BOARD.scene("action") as (table, ticket):
        await propose(table, ticket, "Riot Control")
        mine = sheet_html(table, ticket, 1)
        assert (
            "next counteroffer: <b>free</b>" in mine and "Make a counteroffer (it is free), or pass." in mine
        )
        await answer(table, ticket, *options(table, ticket, "counter")[0])
        assert "next counteroffer: <b>1 card</b>" in sheet_html(table, ticket, None)


@played
async def test_where_no_counteroffer_can_come_none_is_waited_for() -> None:
    async with BOARD.scene("action") as (table, ticket):
        assert "None yet" in part(sheet_html(table, ticket, None), "bid-1", "article")
        await propose(table, ticket, "Riot Control")
        assert "None yet" in part(sheet_html(table, ticket, None), "bid-1", "article")
        await until(table, ticket, "abstain", "pass")
        html = sheet_html(table, ticket, None)
        assert '<p class="none">None</p>' in part(html, "bid-1", "article")
        assert "next counteroffer" not in html


@played
async def test_nobody_reads_the_price_of_a_counteroffer_that_nobody_can_make() -> None:
    words = {**SCENES["action"]["set"], "assets": {0: ["the_fall_guy"]}}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        await propose(table, ticket, "Riot Control")
        await answer(table, ticket, *options(table, ticket, "use")[0])
        assert "counteroffers" in sheet_html(table, ticket, 0)
        assert "next counteroffer" not in sheet_html(table, ticket, 0)  # he makes it himself


@played
async def test_what_lies_in_the_pot_stands_in_the_deal() -> None:
    words = {**SCENES["action"]["set"], "hands": [["information_procurement", "clean_slate"], *HANDS[1:]]}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        await propose(table, ticket, "Information Procurement")
        await until(table, ticket, "pay", "pass", "abstain")
        await answer(table, ticket, "pay", 4)
        for eye in (0, 3, None):
            html = part(sheet_html(table, ticket, eye), "deal")
            assert "capital in the pot: <b>4 of 6</b>" in html


@played
async def test_the_turn_track_says_how_many_assets_are_in_the_deck() -> None:
    async with BOARD.scene("action") as (table, ticket):
        page = sheet(table, ticket, None)
    assert page.view is not None
    said = f"Turn track, 2 to come; {page.view['asset_deck']} assets in the deck"
    assert said in part(check(page).html, "track-turn")


@played
async def test_what_is_yours_alone() -> None:
    words = {**SCENES["crowded"]["set"], "rivals": {0: "federalist", 1: "weyland"}}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        view = sheet(table, ticket, 0).view
        assert view is not None
        corps = [row["corp"] for row in view["seats"]]  # type: ignore[attr-defined]  # of JSON
        mine = {eye: sheet_html(table, ticket, eye) for eye in (0, 1, 2, None)}
    weyland = [26, 21, 24, 19, 23, 17][corps.index("weyland")]
    assert "<em>26/25</em>" in mine[0] and "Federalist" in mine[0]
    assert f"<b>Weyland Consortium</b><em>21 : {weyland}</em>" in mine[1]
    assert "<b>Laundering Scheme</b><em>+7</em>" in mine[1]
    for eye in (2, None):
        assert "Laundering Scheme" not in mine[eye] and "Federalist" not in mine[eye]
    assert "Yours alone" not in mine[None]


@played
async def test_corporations_show_capital_cards_and_assets() -> None:
    async with BOARD.scene("crowded") as (table, ticket):
        html = sheet_html(table, ticket, 1)
    tamsin, mirela = part(html, "player-d", "article"), part(html, "player-a", "article")
    assert 'title="capital">19</b>' in tamsin and 'title="cards in hand">2</b>' in tamsin
    assert re.findall(r'class="as( as--ex)?" [^>]*>([\w ]+)<', tamsin) == [
        ("", "Bernice Mai"),
        (" as--ex", "Saul Eustecio"),
        ("", "Braintrust"),
    ]
    assert "em--used" in tamsin and "em--used" not in mirela
    assert 'player__score lead" title="capital">26' in mirela and ">Main<" in mirela
    assert '/offer?seat=b&amp;to=d" aria-label="Trade with Tamsin"' in tamsin
    assert "Trade with" not in part(html, "player-b", "article")


@played
async def test_an_emergency_card_that_is_proposed_is_no_longer_ready() -> None:
    async with BOARD.table(BOARD.hot_seat(6, 5, {"step": "deal", "active": 0})) as (table, ticket):
        assert ', ready"' in part(sheet_html(table, ticket, 1), "player-a", "article")
        await answer(table, ticket, *next(o for o in options(table, ticket, "propose") if int(o[1]) >= 100))
        html = sheet_html(table, ticket, 1)
    assert ', in the deal"' in part(html, "player-a", "article")
    assert ', ready"' in part(html, "player-b", "article")


@played
async def test_offers_and_promises_stand_in_the_ledger() -> None:
    async with BOARD.scene("crowded") as (table, ticket):
        seen = check(sheet(table, ticket, 1))
        trade = part(seen.html, "trade", "details")
        assert "Mirela offers you 3 capital for the promise to support the main offer" in trade
        assert '["accept",1]' in seen.buttons and '["decline",1]' in seen.buttons
        page = sheet(table, ticket, 1)
        assert page.ask is not None
        await table.answer(ticket.token, 1, ("accept", 1), page.ask.seq)
        for eye in (0, 3, None):
            html = sheet_html(table, ticket, eye)
            trade = part(html, "trade", "details")
            assert ("Ines promised Mirela to support the main offer" in trade) == (eye != 3)
            assert "to support the main offer" in part(html, "tool-deals", "details")
        await answer(table, ticket, "back", 1)
        await answer(table, ticket, *options(table, ticket, "lay")[0])
        await answer(table, ticket, "done")
        await until(table, ticket, "remove", "abstain", "done", "skip")
        await until(
            table,
            ticket,
            "draw",
            "remove",
            "place",
            "skip",
            "end",
            "discard",
            "done",
            "use",
            "tax",
            "pay_off",
        )
        assert "promise--broken" in part(sheet_html(table, ticket, None), "tool-deals", "details")


@played
async def test_house_data_carries_its_mark() -> None:
    async with BOARD.scene("action") as (table, ticket):
        page = sheet(table, ticket, None)
        assert page.view is not None
        assert all("tier" in row["house"] for row in page.view["city"])  # type: ignore[attr-defined]  # of JSON
        assert 'class="house"' in part(body_of(page), "note-city", "p")


@pytest.mark.parametrize("scene", list(SCENES))
@played
async def test_what_cannot_be_chosen_says_why(scene: str) -> None:
    async with BOARD.scene(scene) as (table, ticket):
        page = table.page(ticket.token)
        assert page.you is not None
        says_why(table, ticket, page.you, check(sheet(table, ticket, page.you)), 25)


def test_the_past_is_drawn_on_the_same_board() -> None:
    public, own = BOARD.replayed("action", 0, '["propose",91]')
    for html in (public, own):
        assert (
            "<small>counteroffers</small>" in html and "Riot Control" in html and "is-choosable" not in html
        )
    assert "Yours alone" in own and "Yours alone" not in public


@pytest.mark.parametrize("scene", list(SCENES))
@played
async def test_a_push_is_small_and_quick(scene: str) -> None:
    """30 kB before compression and 5 ms, with five counteroffers, 19 assets and every district full."""
    async with BOARD.scene(scene) as (table, ticket):
        for eye in (*range(6), None):
            assert len(body_of(sheet(table, ticket, eye), pushed=True).encode()) < MOST
        for eye in (0, 1, None):
            assert quickest(sheet(table, ticket, eye)) < 0.005


# -- what lies open -----------------------------------------------------------------------------------------


@played
async def test_who_looks_at_events_reads_the_whole_of_their_fronts() -> None:
    words = {**SCENES["action"]["set"], "events": ["tri_maf_leaders_unite"]}
    words["hands"] = [["unorthodox_knowledge", "live_feeds"], *HANDS[1:]]
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        await propose(table, ticket, "Unorthodox Knowledge")
        await until(table, ticket, "bottom", "pass", "abstain", "skip")
        mine, theirs = sheet_html(table, ticket, 0), sheet_html(table, ticket, 1)
    front = "+1 for each orgcrime. Then Human First in 1, 2; outage in 7; illness in 3."
    shown = part(mine, "show", "div")
    assert front in shown and '<span class="card__band">orgcrime · 5 turns</span>' in shown
    assert f"{front} 5 turns next round." in part(mine, "event")
    assert front not in theirs and "Tri-Maf" not in theirs


@played
async def test_the_events_after_the_next_are_shown_as_far_as_they_are_known() -> None:
    """24.3: backs to all, fronts to whoever has looked."""
    words = {
        **SCENES["action"]["set"],
        "events": ["tri_maf_leaders_unite", "gang_wars", "rolling_outages_increase"],
    }
    words["hands"] = [["unorthodox_knowledge", "live_feeds"], *HANDS[1:]]
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        assert "evl" not in part(sheet_html(table, ticket, 0), "event")  # only the back on top is open yet
        await propose(table, ticket, "Unorthodox Knowledge")
        await until(table, ticket, "bottom", "pass", "abstain", "skip")
        mine, theirs = (part(sheet_html(table, ticket, eye), "event") for eye in (0, 1))
        assert re.findall(r'aria-label="([^"]*)"><i', mine) == [
            "Gang Wars at All-Time High!",
            "Rolling Outages Increase",
        ]
        assert re.findall(r'role="img" aria-label="([^"]*)"', theirs) == ["back: orgcrime", "back: outage"]
        assert "Gang Wars" not in theirs and "Rolling" not in theirs


@played
async def test_investments_lie_open_from_their_scoring_on() -> None:
    """18.1: and not before."""
    words: dict[str, object] = {"step": "demand", "investments": {1: "laundering_scheme"}}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        html = sheet_html(table, ticket, 0)
        assert "Laundering Scheme</button>" in part(html, "player-b", "article")
        assert "Invested: " not in part(html, "player-a", "article")  # his own stands among what is his alone
    async with BOARD.scene("action") as (table, ticket):
        assert "Invested: <button" not in sheet_html(table, ticket, 0)


@played
async def test_the_page_says_how_many_pieces_there_are() -> None:
    async with BOARD.scene("action") as (table, ticket):
        key = part(sheet_html(table, ticket, None), "key")
        page = sheet(table, ticket, None)
    assert page.view is not None
    rows = page.view["reserve"]
    assert isinstance(rows, list) and len(rows) == 6
    for row in rows:
        assert f"{row['name']}<b>{row['limit'] - row['left']}</b>/{row['limit']}</li>" in key
    assert key.count("</b>/") == 6  # androids and unrest never run out


@played
async def test_the_page_says_what_bars_a_player() -> None:
    words = {**SCENES["action"]["set"], "assets": {0: ["chief_gorman", "locust_company"]}}
    words["hands"] = [*HANDS[:2], ["media_circus", "live_feeds"], *HANDS[3:]]
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        await propose(table, ticket, "Riot Control")
        await answer(table, ticket, *options(table, ticket, "counter")[0])
        await answer(table, ticket, *options(table, ticket, "use")[0])
        await until(table, ticket, "take_back")
        await answer(table, ticket, "take_back")
        html = sheet_html(table, ticket, None)
        assert '<p class="ban">may not counter again</p>' in part(html, "player-b", "article")
        assert "ban" not in part(html, "player-c", "article")
        await answer(table, ticket, *options(table, ticket, "counter")[0])
        await until(table, ticket, "use", "pass")
        await answer(table, ticket, *options(table, ticket, "use")[0])
        await answer(table, ticket, "bar", 3)
        html = sheet_html(table, ticket, 4)
        assert '<p class="ban">may not support the counteroffer</p>' in part(html, "player-d", "article")


@played
async def test_the_page_says_what_is_exhausted_or_used() -> None:
    eiko = {"name": "Eiko", "exhausted": True}
    assert here(eiko, {"used": []}) == "it is exhausted until its owner's next Refresh step."
    words = {"step": "end of turn", "active": 0, "assets": {0: ["mr_li"]}}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        before = sheet(table, ticket, None)
        await answer(table, ticket, *options(table, ticket, "use")[0])
        await answer(table, ticket, *options(table, ticket, "tax")[0])
        after = sheet(table, ticket, None)
    assert "as--used" not in check(before).html and "as--used" in part(
        check(after).html, "player-a", "article"
    )
    assert after.view is not None and before.view is not None
    assert here({"name": "Mr. Li"}, before.view) == ""
    assert here({"name": "Mr. Li"}, after.view) == "its End of Turn ability has been used this turn."


@played
async def test_the_page_counts_only_what_still_comes() -> None:
    words = {
        **SCENES["action"]["set"],
        "round": 2,
        "demand": "recreational_drug_ban",
        "step": "event",
        "track": [],
    }
    words |= {"city": {8: ["android"], 9: ["android"], 3: ["android"], 6: ["android"]}}
    words |= {"supply": {"consumables": 1, "entertainment": 5, "credits": 5}}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        html = sheet_html(table, ticket, None)
    assert 'aria-label="credits 5, 0 to come, demand 6"' in html and "✕1" in part(html, "supply")
    assert "demand unmet, +7" in part(html, "track-threat")
    words |= {
        "city": {5: ["android", "human_first", "outage"], 6: ["android"], 1: ["android"], 2: ["android"]}
    }
    words["step"] = "end of turn"
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        laguna = part(sheet_html(table, ticket, None), "district-6")
    assert (
        "go" not in " ".join(re.findall(r'class="rs ([^"]*)"', laguna)).split() and 'class="th"' not in laguna
    )
    assert "in the Production Phase; now entertainment 2" in laguna


def test_every_event_has_its_few_words() -> None:
    assert set(EVENTS) == {row.name for row in box().events}
