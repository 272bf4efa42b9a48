"""What the board of Villains tells beside its pieces: what is printed, who knows what, what a turn brings."""

from __future__ import annotations

import re
from html import unescape
from typing import cast

import knaves
from knaves.games.villains.screen.board import ends, lies_open
from knaves.games.villains.view.types import FactionCityView
from knaves.web.push.sockets import LINES
from tests.table.kit import played
from tests.web.boards import answer, sheet
from tests.web.test_board_villains import BOARD, GAME, check, hot_seat, table_of, tile


@played
async def test_a_token_turned_down_in_the_church_is_known_to_all() -> None:
    scenario: dict[str, object] = {
        "factions": ["mutants", "scientists", "aliens", "communists"],
        "step": "act",
        "first": "A",
        "units": {"A": {"church": ["readied talent"], "bank": ["goon"]}},
        "tokens": {"bank": ["A deploy up"], "sewers": ["A card", "B card"]},
    }
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        await answer(table, ticket, "skill", 8)
        for eye in (0, 1, None):
            found = re.search(r'<[^>]*id="tok-30"[^>]*>', check(sheet(table, ticket, eye)).html)
            assert found and "tok--down" in found[0] and "deploy, known to all: " in found[0]
            assert "you" not in found[0].replace("your limit", "") and "tok--spy" not in found[0]


@played
async def test_what_is_printed_is_on_the_page() -> None:
    """Kau's mark, what champions and tokens do, what an upgrade brings; while factions are chosen, too."""
    async with BOARD.scene("crowded") as (table, ticket):
        html = check(sheet(table, ticket, 1)).html
    hand = re.search(r'id="handbox".*?</div></div>', html, re.S)
    assert hand and re.search(r"Stand Down.*?Bears Kau&#39;s mark", hand[0], re.S)
    assert hand[0].count("Kau&#39;s mark") == 1
    assert re.search(r'data-tip="Ample Cover, [^"]*Bears Kau&#39;s mark\."', html)
    assert not re.search(r'data-tip="Cease Fire[^"]*mark', html)
    assert re.search(r'u-bankers"[^>]*data-tip="The Gnome of Zürich: Pay 2 to cancel', tile(html, 8))
    assert re.search(r'tk-freeze"[^>]*data-tip="freeze: Opponents pay 1 more', tile(html, 5))
    assert re.search(r'tk-hitman"[^>]*It gives a resource back\."', tile(html, 2))
    bankers = re.search(r'id="player-d".*?</article>', html, re.S)
    assert bankers and 'data-read="Bankers"' in bankers[0] and 'title="Plutocracy: Gain 6' in bankers[0]
    async with table_of(hot_seat(4)) as (table, ticket):
        page = sheet(table, ticket, 0)
        choosing = check(page).html
    passive = cast(FactionCityView, page.view)["factions"][0]["passive"]
    assert passive and f"<strong>Always:</strong> {passive}" in unescape(choosing)
    assert "gains a resource for every hit he rolls." in choosing
    assert "<strong>Credit Freeze:</strong> Opponents pay 1 more to activate a token here." in choosing


@played
async def test_what_there_is_no_room_for_is_told_all_the_same() -> None:
    """Units in reserve, scored plans and the track of Mr. Fusion lie open."""
    scenario: dict[str, object] = {
        "factions": ["scientists", "mafia", "mutants", "bankers"],
        "first": "A",
        "step": "act",
        "fusion": 2,
        "units": {"A": {"bank": ["2 goon"]}},
        "tokens": {"bank": ["A card"], "church": ["A deploy"], "sewers": ["B card"]},
    }
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        page = sheet(table, ticket, 0)
        html, view = check(page).html, cast(FactionCityView, page.view)
    for row, letter in zip(view["seats"], "abcd", strict=True):
        left = ", ".join(
            f"{n} {unit['name' if n == 1 else 'plural']}"
            for unit, n in zip(row["kit"], row["reserve"].values(), strict=True)
            if n
        )
        box = re.search(rf'id="player-{letter}"\s+data-tip="([^"]*)"', html)
        assert box and unescape(box[1]).startswith(f"In reserve: {left}.")
        assert ("Mr. Fusion has played 2 cards this turn." in box[1]) == (row["faction"] == "scientists")
        assert "Scored" not in box[1]
    told = lies_open({**view["seats"][1], "scored": ["Time to Come Heavy", "Omertà"]}, 0, False)
    assert told.endswith(" Scored: Time to Come Heavy, Omertà.")


@played
async def test_what_was_discarded_is_on_the_page_and_so_is_who_is_first() -> None:
    """The pile lies open; who is first this turn is told too while he is waited for, and when he has passed."""
    scenario: dict[str, object] = {
        "factions": ["mutants", "scientists", "aliens", "communists"],
        "step": "act",
        "first": "A",
        "hands": {"A": ["windfall@bank", "windfall@factory", "stroke_of_genius"]},
        "tokens": {"bank": ["A card"], "church": ["A card"], "police": ["A card"], "sewers": ["B card"]},
    }
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        for _ in range(2):
            for verb in ("reveal", "play"):
                page = table.page(ticket.token, lines=LINES)
                assert page.ask is not None and page.you is not None
                card = next(one for one in page.ask.options if one.verb == verb)
                await table.answer(ticket.token, page.you, card.option, page.ask.seq)
        page = sheet(table, ticket, 0)
        html = check(page).html
    pile = '<span title="Windfall (Bank), Windfall (Factory)">discards 2</span>'
    assert f"deck {cast(FactionCityView, page.view)['deck']}, {pile}" in html
    assert page.you == 0 and "Your call · first" in html and html.count("first</p>") == 1
    scenario |= {"tokens": {"sewers": ["B card"], "police": ["B deploy"]}, "who": "B", "passed": ["A", "C"]}
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        html = check(sheet(table, ticket, None)).html
    assert html.count("Has passed · first") == 1 and html.count("Has passed") == 2


def test_who_takes_nothing_may_lose_areas_all_the_same() -> None:
    """B has a target of its own and would lose the Bank: it does not keep its areas."""
    scenario = {
        "factions": ["mutants", "scientists", "aliens", "communists"],
        "step": "act",
        "control": {"bank": "B", "church": "B"},
        "units": {"A": {"bank": ["2 mole"]}},
        "targets": {"B": "church"},
        "tokens": {"sewers": ["A card"], "police": ["A card"]},
    }
    pos = knaves.scenario({"game": GAME, "seats": 4, "seed": 1, "set": scenario})
    rows, _ = ends(cast(FactionCityView, pos.view(1)), False)
    assert [(row.letter, row.says) for row in rows] == [("a", "takes Bank"), ("b", "takes nothing")]


@played
async def test_the_mafia_chooses_its_target_while_targets_are_chosen() -> None:
    cards = ["windfall", "mobilize"]
    scenario: dict[str, object] = {
        "factions": ["mafia", "scientists", "aliens", "communists"],
        "first": "A",
        "step": "targets",
        "hands": dict.fromkeys("ABCD", cards),
    }
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        met = set[str]()
        while (page := table.page(ticket.token, lines=LINES)).ask is not None and len(met) < 3:
            assert page.you is not None
            if page.ask.clause.startswith("mafia") or page.ask.clause.startswith("start"):
                assert "· plans and targets ·" in check(page).html
            met.add(page.ask.clause)
            await table.answer(ticket.token, page.you, page.ask.options[0].option, page.ask.seq)
        assert {"mafia.1", "mafia.2"} <= met
