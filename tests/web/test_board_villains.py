"""The board of Villains: every decision drawn and chosen on it, looks only for who looked, small, quick."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Browser, expect

from knaves.web.draw.rendering import body_of
from knaves.web.push.sockets import LINES
from tests.table.kit import played
from tests.web.accessible import axe
from tests.web.boards import Board, answer, below, quickest, says_why, sheet
from tests.web.serving import Server
from tests.web.test_browser import moved, seq

GAME = "villains"
NAMES = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno")

# Answers that mean no single piece, and so stand in the prompt only.
NO_PIECE = {
    *("pass", "locked", "activate", "discard", "done", "heal", "keep", "again", "enough", "mix"),
    *("attack_now", "hold_fire", "no_look", "no_score", "leave", "cash_in"),
    "move",  # units that are alike stand on the board as one button; the prompt lists each
    *("offer", "accept", "decline", "withdraw", "purse"),  # deals: in their own drop
}


BOARD = Board(GAME, NAMES, NO_PIECE)
SCENES, check, hot_seat, table_of = BOARD.scenes, BOARD.check, BOARD.hot_seat, BOARD.table


@pytest.mark.parametrize(("seats", "how"), [(3, "random"), (5, "random"), (4, "fair"), (5, "fair")])
@played
async def test_decisions_are_drawn_for_every_eye(seats: int, how: str) -> None:
    met, _ = await BOARD.drawn_throughout(seats, how)
    assert {"area", "token", "reveal", "deploy", "play"} <= met
    assert how == "random" or {"attack", "hit", "skill", "target", "bury"} <= met


@pytest.mark.parametrize("scene", list(SCENES))
@played
async def test_what_cannot_be_chosen_says_why(scene: str) -> None:
    async with BOARD.scene(scene) as (table, ticket):
        says_why(table, ticket, 1, check(sheet(table, ticket, 1)), 30)


def tile(html: str, area: int) -> str:
    found = re.search(rf'<section class="area[^>]*id="area-{area}".*?</section>', html, re.S)
    assert found
    return found[0]


@played
async def test_pieces_stand_where_they_are() -> None:
    """Units by owner with their state, kills, control, combat markers, tokens down, up and blocked, rules."""
    async with BOARD.scene("crowded") as (table, ticket):
        html = check(sheet(table, ticket, None)).html
        mine = check(sheet(table, ticket, 1)).html
    async with table_of(hot_seat(4)) as (table, ticket):
        open_city = check(sheet(table, ticket, 0)).html
    sewers, capitol, factory = tile(html, 1), tile(html, 0), tile(html, 4)
    assert re.findall(r'<div class="crew[^>]*data-seat="(\w)"', sewers) == [
        "c",
        "e",
        "b",
    ]  # most influence first
    assert re.search(r'class="crew crew--top" data-seat="c"', sewers)
    assert re.search(r'class="u u-mutants u--w', sewers) and re.search(r'class="u u-mole">2<', sewers)
    assert re.search(r'<b class="dead" title="killed here: 2 \w+ of \w">2</b>', sewers)  # C's kills there
    assert sewers.count("tok--down") == 3 and sewers.count("tok--lock") == 2 and sewers.count("tok--up") == 1
    assert re.search(r'class="u u-talent u--r"', capitol) and ">III<" in capitol
    assert "area--fight" in factory and "combat now" in factory and "combat to come" in tile(html, 6)
    assert "held by seat A" in factory and "held by seat D" in capitol
    assert "held by the setup marker" in tile(html, 8) and "purple" in tile(html, 8)
    assert "combat where you have a unit" in open_city and "start a combat anywhere" not in open_city
    assert "Police Payoff" in tile(html, 3) and "Cease Fire" in tile(html, 7)  # local rules at their areas
    tracks = re.search(r'id="tracks".*?id="board"', html, re.S)
    # global ones at the score board
    assert tracks and "Ample Cover" in tracks[0] and "Military Cache" in tracks[0]
    rows = re.findall(r'class="race">(.*?)</div></div>', tracks[0], re.S)
    where = [re.findall(r"<i>(\d+)</i>((?:<svg[^>]*>.*?</svg>)+)", row) for row in rows]
    assert [int(n) for n, _ in where[0]] == [3, 4, 5, 6, 7] and "k-seat-e" in where[0][0][1]
    assert [int(n) for n, _ in where[1]] == [2, 4, 5, 6, 8] and "k-seat-d" in where[1][0][1]
    aliens = re.search(r'id="player-e".*?</article>', html, re.S)
    assert aliens and re.findall(r'class="cap cap-(\w+)">(.)', aliens[0]) == [
        *(("energy", "<"), ("card", "<"), ("energy", "<"), ("card", "<"), ("points", "<"))
    ]
    assert re.findall(r"cap-\w+\"><svg[^>]*><use href=\"[^\"]*k-seat-(\w)", aliens[0]) == ["a", "b", "c"]
    ends = re.search(r'id="ends".*?</section>', html, re.S)
    assert ends and "<span>takes Bank, Church</span><b>+4</b>" in ends[0]
    assert "<span>takes Police</span><b>+2</b>" in ends[0]  # the third space of the capture track
    theirs = re.search(r'id="ends".*?</section>', mine, re.S)
    assert theirs and "<span>takes Police</span><b>+3</b>" in theirs[0]  # and a target that only B knows


@played
async def test_looks_are_for_who_looked() -> None:
    """University: the token is known to its owner and to who looked. Police: targets. Nobody else's page has them."""
    async with BOARD.scene("action") as (table, ticket):
        await answer(table, ticket, "skill", 6)
        looking = check(sheet(table, ticket, 1))
        assert looking.lit("space:6") and "Look at the token" in looking.html
        await answer(table, ticket, "look", 6, 2)  # C's token in the Sewers
        token = {eye: tile(check(sheet(table, ticket, eye)).html, 1) for eye in (0, 1, 2, None)}
        first = {eye: re.search(r'<[^>]*id="tok-6"[^>]*>', html) for eye, html in token.items()}
        assert first[1] and "tk-deploy" in first[1][0] and "you looked at it" in first[1][0]
        assert first[2] and "tk-deploy" in first[2][0] and "known to you and B" in first[2][0]
        for eye in (0, None):
            found = first[eye]
            assert found and "tk-" not in found[0] and "tok--down" in found[0]
            assert "B looked at it" in found[0] and "deploy" not in found[0]
        before = re.search(r'<[^>]*id="tok-12"[^>]*>', check(sheet(table, ticket, 1)).html)
        assert before and "only you know: Deploy units here up to your limit." in before[0]
        pages = {eye: check(sheet(table, ticket, eye)).html for eye in (0, 1, None)}
        down = {eye: html.count('title="A target lies face down."') for eye, html in pages.items()}
        assert down == {0: 4, 1: 4, None: 5}
        assert all(html.count('class="aimed') == 5 for html in pages.values())
    scenario: dict[str, object] = {
        "factions": ["mutants", "scientists", "aliens", "communists"],
        "step": "act",
        "first": "A",
        "targets": {"B": "church"},
        "tokens": {"bank": ["A card"], "police": ["A deploy"]},
    }
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        assert check(sheet(table, ticket, None)).html.count('class="aimed') == 1  # the others have none


@played
async def test_who_used_a_skill_is_seen_in_every_area() -> None:
    """In a crowded area, too, and read out."""
    async with BOARD.scene("crowded") as (table, ticket):
        html = check(sheet(table, ticket, None)).html
    for area, letters in ((1, "c"), (2, "b"), (5, "bd"), (8, "e"), (0, "")):
        used = re.search(r'class="skl used".*?</span>', tile(html, area), re.S)
        assert re.findall(r"k-seat-(\w)", used[0] if used else "") == list(letters)
        assert ("skill used by " + " ".join(letters.upper()) in tile(html, area)) == bool(letters)


@played
async def test_a_fight_tells_what_changes_attacks_and_dead_are_counted() -> None:
    scenario: dict[str, object] = {
        "factions": ["robots", "cult", "mafia", "communists"],
        "first": "A",
        "step": "combat",
        "combat": ["bank"],
        "upgrade": {"A": 2, "B": 1, "C": 2},
        "rules": [{"card": "massacre", "by": "D"}, {"card": "go_go_go", "by": "D"}],
        "units": {"A": {"bank": ["mole", "goon"]}, "B": {"bank": ["goon"]}, "C": {"bank": ["2 patsy"]}},
        "dead": [{"area": "bank", "unit": "patsy", "owner": "D", "by": "A", "count": 2}],
    }
    async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
        html = check(sheet(table, ticket, 0)).html
    notes = re.search(r'class="fight__need">(.*?)</p>', html, re.S)
    assert notes
    told = [unescape(text).strip() for text in re.findall(r"</svg>([^<]*)", notes[1])]
    assert told == [
        "Plasma Cannons: Your units add 2 to attack rolls.",
        "Blood Hungry Daggers: Your patsies throw two dice at 7.",
        "Massacre: Your units throw one die more.",
    ]
    assert 'title="killed here: 2 patsies of D"' in tile(html, 5)


@played
async def test_an_attack_docks_where_it_is_made() -> None:
    """Despotism strikes where its player rules, not where its token lies; the Police where their unit stands. Who is
    not asked sees the place too."""
    foes = {"church": ["goon"], "subway": ["goon"], "bank": ["goon"]}
    despotism: dict[str, object] = {
        "control": {"church": "A", "subway": "A", "factory": "A"},
        "hands": {"A": ["despotism"]},
        "units": {"B": foes, "C": foes},
        "tokens": {"bank": ["A card"], "sewers": ["A card"]},
    }
    police: dict[str, object] = {
        "control": {"factory": "A"},
        "units": {"A": {"police": ["readied talent"], "church": ["goon"]}, "B": foes, "C": foes},
        "tokens": {"bank": ["A card"], "sewers": ["A card"]},
    }
    for words, way, place, noted in (
        (despotism, (("reveal", "bank"), ("play", "")), "Subway", False),
        (police, (("skill", ""),), "Church", True),
    ):
        scenario = {
            "factions": ["mutants", "scientists", "aliens", "mafia"],
            "first": "A",
            "step": "act",
            **words,
        }
        async with table_of(hot_seat(4, scenario=scenario)) as (table, ticket):
            for verb, area in way:
                page = table.page(ticket.token, lines=LINES)
                assert page.ask is not None and page.you is not None
                card = next(one for one in page.ask.options if one.verb == verb and area in one.label.lower())
                await table.answer(ticket.token, page.you, card.option, page.ask.seq)
            for eye in (0, 3, None):
                html = check(sheet(table, ticket, eye)).html
                side = re.search(r'id="sheet".*?</section>', html, re.S)
                assert side and f"Attack: {place}" in side[0], place
                assert "area--fight" in tile(html, 7 if place == "Subway" else 8)
                assert ("holds the Factory: +2." in side[0]) == noted or eye != 0  # cards gain nothing by it
            mine = check(sheet(table, ticket, 0))
            assert 'data-thing="seat:1"' in tile(
                mine.html, 7 if place == "Subway" else 8
            )  # their units are lit


@played
async def test_what_may_be_paid_for_says_what_there_is() -> None:
    """The Gnome's protection and a further card of Mr. Fusion cost something."""
    common: dict[str, object] = {"first": "A", "resources": {"A": 1}, "energy": {"A": 4}}
    gnome = {
        "factions": ["bankers", "aliens", "mafia", "communists"],
        "step": "combat",
        "combat": ["bank"],
        "units": {"A": {"bank": ["champion"]}, "B": {"bank": ["champion", "patsy"]}},
    }
    fusion = {
        "factions": ["scientists", "aliens", "mafia", "communists"],
        "step": "act",
        "hands": {"A": ["windfall", "mobilize"]},
        "tokens": {"bank": ["A fusion"], "church": ["B card"]},
    }
    for scenario, verb, held in ((gnome, "suffer", "1 resource"), (fusion, "done", "3 resources")):
        async with table_of(hot_seat(4, scenario={**common, **scenario})) as (table, ticket):
            for _ in range(4):
                page = table.page(ticket.token, lines=LINES)
                assert page.ask is not None and page.you is not None
                if any(card.verb == verb for card in page.ask.options):
                    break
                await table.answer(ticket.token, page.you, page.ask.options[0].option, page.ask.seq)
            assert f"You have 4 energy, {held}." in check(page).html


@played
async def test_plans_tell_how_far_they_are() -> None:
    async with BOARD.scene("crowded") as (table, ticket):
        mine = check(sheet(table, ticket, 1)).html
        plans = re.search(r'id="plans".*?</section>', mine, re.S)
        assert plans and "Time to Come Heavy</span><b>+1</b>" in plans[0] and "4/4" in plans[0]
        for eye in (0, 2, None):
            assert "Time to Come Heavy" not in check(sheet(table, ticket, eye)).html


@played
async def test_a_fight_docks_beside_the_city() -> None:
    async with BOARD.scene("crowded") as (table, ticket):
        seen = check(sheet(table, ticket, 1))
        assert "needs 3+ and 3+" in seen.html and "5+ 5+" not in seen.html, "not as printed"
        assert seen.lit("seat:0") and seen.lit("seat:4") and seen.lit("unit:20") and not seen.lit("seat:2")
        assert "Who attacks, and whom?" in seen.html and "●●●" in seen.html
        assert re.search(r'<li[^>]* title="[^"]*goon', seen.html), "who they are, on a table seen by all"
        await answer(table, ticket, "attack", 20, 0)
        for eye in (0, 1, 3, None):
            html = check(sheet(table, ticket, eye)).html
            side = re.search(r'id="sheet".*?</section>', html, re.S)
            assert side and "Combat: Factory" in side[0] and side[0].count("data-die=") == 2
            assert all(f'id="area-{area}"' in html for area in range(9))


def test_the_past_is_drawn_on_the_same_board() -> None:
    public, own = BOARD.replayed("crowded", 1, '["attack",20,0]')
    for html in (public, own):
        assert "Combat: Factory" in html and "Turn 3 of 4 · replay" in html and "is-choosable" not in html
    assert "Time to Come Heavy" in own and "Time to Come Heavy" not in public


@pytest.mark.parametrize("scene", list(SCENES))
@played
async def test_a_push_is_small_and_quick(scene: str) -> None:
    """40 kB before compression and 8 ms, with every unit somewhere and a fight."""
    async with BOARD.scene(scene) as (table, ticket):
        if scene == "crowded":
            await answer(table, ticket, "attack", 20, 0)
        for eye in (0, 1, None):
            page = sheet(table, ticket, eye)
            assert len(body_of(page, pushed=True).encode()) < 40_000
            assert quickest(page) < 0.008


# -- in a browser -----------------------------------------------------------------------------------------


@pytest.mark.browser
def test_deploy_by_mouse(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "action", "b")
    page.locator("#tok-12").click()  # the deploy token in the Police
    expect(page.locator("#do")).to_contain_text("Reveal a deploy token in the Police")
    page.wait_for_timeout(350)  # a double click would be one
    page.locator("#tok-12").click()  # the second click confirms
    expect(page.locator("#ask")).to_contain_text("Activate your deploy token in the Police")
    page.locator("#opt-1").click()
    expect(page.locator("#ask")).to_contain_text("Deploy up to 2 units to the Police")
    page.locator("#r-goon").click()  # a goon from the reserves
    expect(page.locator("#crew-2-b .u-goon")).to_be_visible()
    page.locator("#crew-5-b .u-mole").click()  # and the mole from the Bank
    expect(page.locator("#crew-2-b .u-mole")).to_be_visible()
    expect(page.locator("#crew-5-b .u-mole")).to_have_count(0)


@pytest.mark.browser
def test_skill_and_look_by_touch(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "action", "b", phone=True)
    page.locator("#area-6 .area__head").tap()  # the University
    expect(page.locator("#do")).to_contain_text("Use the skill of the University")
    page.tap("#do")
    expect(page.locator("#ask")).to_contain_text("University: choose a face-down token")
    page.locator("#tok-6").tap()
    expect(page.locator("#ask")).to_contain_text("University")  # selected, not done
    before = seq(page)
    page.tap("#do")
    moved(page, before)
    for tab in ("board", "you", "rivals", "log"):
        page.tap(f"label[for=tab-{tab}]")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        small = page.evaluate(
            "[...document.querySelectorAll('.city .is-choosable, #stock .is-choosable')]"
            ".filter(e => e.offsetWidth && (e.offsetWidth < 40 || e.offsetHeight < 40)).length"
        )
        assert small == 0


@pytest.mark.browser
def test_deploy_by_touch(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "action", "b", phone=True)
    page.locator("#tok-12").tap()
    page.tap("#do")
    expect(page.locator("#ask")).to_contain_text("Activate your deploy token in the Police")
    page.tap("#opt-1")  # it can be taken back: at once
    expect(page.locator("#ask")).to_contain_text("Deploy up to 2 units to the Police")
    page.locator("#r-goon").tap()  # a whole answer that can be taken back
    expect(page.locator("#crew-2-b .u-goon")).to_have_count(1)


@pytest.mark.browser
def test_fight_by_keyboard_and_mouse(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "crowded", "b")
    page.locator("#sheet .ucard", has_text="talent").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Choose one")  # two enemies are there
    page.locator("#sheet .foe", has_text="Bruno").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Attack Bruno with a talent")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("talent attacks Bruno")

    page = BOARD.sit_down(browser, server, "crowded", "b")
    page.locator("#crew-4-a").click(position={"x": 150, "y": 8})  # the Robots in the Factory
    page.locator("#crew-4-b .u-goon").click()
    expect(page.locator("#do")).to_contain_text("Attack Mirela with a goon")
    page.click("#do")
    expect(page.locator("#log")).to_contain_text("goon attacks Mirela")
    page.locator("#area-3 .area__head").click()  # not now: the referee says why
    expect(page.locator("#pop")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("scene", list(SCENES))
def test_all_in_sight_without_scrolling(browser: Browser, server: Server, scene: str) -> None:
    page = BOARD.sit_down(browser, server, scene, "b")
    assert scene == "crowded" or axe(page) == []  # test_crowded.py looks at that one
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    crews = [f"#{name}" for name in page.evaluate("[...document.querySelectorAll('.crew')].map(e => e.id)")]
    parts = ["#tracks", "#area-5", "#prompt", "#hand", "#plans", "#player-a", "#ends", *crews]
    assert below(page, parts) == []
    cut = page.evaluate(
        "[...document.querySelectorAll('.crew')].filter(e => e.getBoundingClientRect().bottom"
        " > e.closest('.area').getBoundingClientRect().bottom + 1).map(e => e.id)"
    )
    assert cut == []
