"""The board of Arch Villain: every decision drawn, all that can be chosen on it, small, quick, by mouse, touch, key."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from knaves.games import find
from knaves.table import Page as Sheet
from knaves.web.draw.rendering import body_of
from knaves.web.draw.scene import Scene
from tests.table.kit import played
from tests.web.accessible import axe
from tests.web.boards import Board, Seen, answer, below, quickest, says_why, sheet
from tests.web.serving import Server

GAME = "arch_villain"
NAMES = ("Ines", "Oskar", "Tamsin", "Bruno", "Mirela")

MOST = 30 * 1024  # bytes of a push before compression

# Answers that mean no single piece, and so stand in the prompt only.
NO_PIECE = {"done", "take_tokens", "roll", "keep"}


BOARD = Board(GAME, NAMES, NO_PIECE, answered=False)
SCENES, hot_seat, table_of = BOARD.scenes, BOARD.hot_seat, BOARD.table


def check(page: Sheet) -> Seen:
    seen = BOARD.check(page)
    assert len(body_of(page, pushed=True).encode()) < MOST
    return seen


@pytest.mark.parametrize(("seats", "how"), [(2, "fair"), (3, "random"), (4, "fair"), (5, "random")])
@played
async def test_every_decision_is_drawn_for_every_eye(seats: int, how: str) -> None:
    rng, game, count = Random(seats), find(GAME), 0
    async with table_of(hot_seat(seats, seed=seats * 10 + len(how))) as (table, ticket):
        while (ask := sheet(table, ticket, None).ask) is not None:
            seat = ask.seats[0]
            mine = sheet(table, ticket, seat)
            assert mine.ask is not None and mine.view is not None
            check(mine)
            if count % 7 == 0:
                for eye in (*range(seats), None):
                    if eye != seat:
                        check(sheet(table, ticket, eye))
            options = [card.option for card in mine.ask.options]
            chosen = rng.choice(options) if how == "random" else game.advise(mine.view, options, rng)
            await table.answer(ticket.token, seat, chosen, mine.ask.seq)
            count += 1
        for eye in (*range(seats), None):
            assert "After 5 rounds" in check(sheet(table, ticket, eye)).html
    assert count > 40


@pytest.mark.parametrize("scene", list(SCENES))
@played
async def test_what_cannot_be_chosen_says_why(scene: str) -> None:
    async with BOARD.scene(scene) as (table, ticket):
        says_why(table, ticket, 0, check(sheet(table, ticket, 0)), 10)


@played
async def test_dice_on_cards_and_the_damage_before_the_strike() -> None:
    async with BOARD.scene("middle") as (table, ticket):
        cards = {c["key"]: c["id"] for c in sheet(table, ticket, 0).view["players"][0]["cards"]}  # type: ignore[index]  # of JSON
        laser, arts, illusions = (
            int(cards[k].split(":")[1]) for k in ("laser_pistol", "martial_arts", "illusions")
        )
        await answer(table, ticket, "load", laser)
        loading = check(sheet(table, ticket, 0))
        assert f'["use",{laser},5]' in loading.buttons  # the table on the card: a die as it is, and raised
        assert any(button.startswith(f'["raise",{laser},3,') for button in loading.buttons)
        await answer(table, ticket, "use", laser, 5)
        await answer(table, ticket, "load", arts)
        await answer(table, ticket, "use", arts, 6)
        await answer(table, ticket, "load", illusions)
        await answer(table, ticket, "raise", illusions, 4, 5, 0)
        for eye in (0, 1, None):  # all see the total grow against the defence
            html = check(sheet(table, ticket, eye)).html
            assert "<b>20</b><span>damage against 19</span>" in html
            assert "enough" in html and "+5 Illusions" in html and "7 Laser Pistol" in html
            assert 'class="m-alt"' in html  # and the line of Lightning's defence
        mine = check(sheet(table, ticket, 0))
        assert "Arrest with 20" in mine.html and '["strike",20,19]' in mine.buttons
        assert "Arrest with 20" not in check(sheet(table, ticket, 1)).html


@played
async def test_the_number_that_counts_is_marked_by_colour_and_word() -> None:
    async with BOARD.scene("middle") as (table, ticket):
        cards = {c["key"]: c["id"] for c in sheet(table, ticket, 0).view["players"][0]["cards"]}  # type: ignore[index]  # of JSON
        lightning = int(cards["lightning"].split(":")[1])
        html = check(sheet(table, ticket, 0)).html
        assert '<li class="def--red is-now"><i></i><span>defence</span>' in html
        await answer(table, ticket, "load", lightning)
        await answer(table, ticket, "use", lightning, 6)
        html = check(sheet(table, ticket, 0)).html
        assert '<li class="def--energy_emission is-now"><i></i><span>energy emission</span>' in html


@played
async def test_cubes_rewards_losses_and_points_stand_where_they_belong() -> None:
    async with BOARD.scene("middle") as (table, ticket):
        html = check(sheet(table, ticket, None)).html
        row = re.search(r'<button[^>]*id="reward-2".*?</button>', html, re.S)
        assert row and "seat C" in row[0] and "taken" in row[0]
        loss = re.search(r'id="loss".*?</div>', html, re.S)
        assert loss and "seat D" in loss[0] and "+2" in loss[0] and "+5" in loss[0]
        item = re.search(r'<button[^>]*id="item-0".*?</button>', html, re.S)
        assert item and "seat B" in item[0]
        cubes = re.search(r'class="villain__cubes">.*?</span>', html, re.S)
        assert cubes and "seat C" in cubes[0] and "seat E" in cubes[0]
        order = re.search(r'class="score__row">(.*?)</p>', html, re.S)
        assert order and re.findall(r"k-seat-(\w)", order[1]) == ["d", "b", "a", "e", "c"]  # lowest first


@played
async def test_discards_lie_open() -> None:
    words: dict[str, object] = {"turn": "2", "villain": "baron_static", "spaces": {"dockside": ["lightning"]}}
    async with BOARD.table(hot_seat(2, 1, words)) as (table, ticket):
        for eye in (0, None):
            assert 'title="power deck"' in check(sheet(table, ticket, eye)).html
        for _ in range(2):
            await answer(table, ticket, "green", 2)
        for eye in (0, None):
            html = check(sheet(table, ticket, eye)).html
            assert 'title="power deck; discarded: Lightning"' in html and html.count("discarded: ") == 1


@played
async def test_the_last_blow_shows_the_dice_as_they_fell() -> None:
    words: dict[str, object] = {
        "turn": "4",
        "order": [0, 1],
        "villain": "crimson_death",
        "players": [{"health": 30}, {"health": 30}],
    }
    async with table_of(hot_seat(2, 5, words)) as (table, ticket):
        await answer(table, ticket, "green", 2)
        page = sheet(table, ticket, None)
        html = check(page).html
        line = next(line for line in page.log if line.event == "villain_rolls")
        fell = re.findall(r'id="blow-\d"[^>]*><b>(\d)', html)
        assert len(fell) == 4 and line.text.endswith(f"rolls {', '.join(fell)}.")


@played
async def test_house_cards_carry_their_mark() -> None:
    for scene in SCENES:
        async with BOARD.scene(scene) as (table, ticket):
            page = sheet(table, ticket, 0)
            html = check(page).html
            assert page.view is not None
            for card in page.view["players"][0]["cards"]:  # type: ignore[index]  # of JSON
                own = re.search(rf'class="([^"]*)" id="{card["id"].replace(":", "-")}"', html)
                assert own and ("is-house" in own[1]) == (card["source"] == "house"), card["name"]


@pytest.mark.parametrize("scene", list(SCENES))
@played
async def test_a_push_is_small_and_quick(scene: str) -> None:
    """30 kB before compression and 5 ms; crowded: with the table of dice open on a card, too."""
    async with BOARD.scene(scene) as (table, ticket):
        if scene == "crowded":
            load = next(o for o in Scene.of_page(sheet(table, ticket, 0)).choices if o.verb == "load")
            await answer(table, ticket, *load.option)
        for eye in (0, 1, None):
            page = sheet(table, ticket, eye)
            assert len(body_of(page, pushed=True).encode()) < MOST
            assert quickest(page, fresh=False) < 0.005


# -- in a browser -----------------------------------------------------------------------------------------


def named(page: Page, name: str) -> Locator:
    return page.locator(".rc", has_text=name)


@pytest.mark.browser
def test_dice_by_mouse(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "middle", "a")
    named(page, "Laser Pistol").click()
    expect(page.locator("#do")).to_contain_text("Laser Pistol")
    named(page, "Laser Pistol").click()  # the second click confirms
    expect(page.locator("#ask")).to_contain_text("Which die")
    page.locator(".loads [value^='[\"raise\"'][aria-label^='4 to 5']").click()
    expect(page.locator("#meter")).to_contain_text("7 Laser Pistol")
    page.locator("#die-3").click()  # a die of its own: raised for a fist
    expect(page.locator("#do")).to_contain_text("Raise a 3 to 6")
    page.locator("#undo-do").click()
    expect(page.locator("#meter")).not_to_contain_text("Laser Pistol")
    page.locator("#undo-do").click()
    page.locator("#strike").click()
    expect(page.locator("#log")).to_contain_text("fails")
    assert axe(page) == []


@pytest.mark.browser
def test_dice_by_touch(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "middle", "a", phone=True)
    page.tap("label[for=tab-you]")
    named(page, "Martial Arts").tap()
    expect(page.locator("#do")).to_be_enabled()  # selected, not done
    page.tap("#do")
    expect(page.locator("#ask")).to_contain_text("Which die")
    cell = page.locator(".loads [value^='[\"use\"']").last
    cell.tap()  # it can be taken back: it happens at once
    expect(page.locator("#ask")).to_contain_text("then strike")
    for tab in ("board", "you", "rivals", "log"):
        page.tap(f"label[for=tab-{tab}]")
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.browser
def test_dice_by_keyboard(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "middle", "a")
    card = named(page, "Martial Arts")
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Martial Arts")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Which die")
    page.locator(".loads button").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#meter")).to_contain_text("Martial Arts")
    page.locator("#strike").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("damage against 19")


@pytest.mark.browser
def test_places_and_pieces_of_the_city_by_mouse(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "action", "a")
    page.locator("#space-1").click(position={"x": 20, "y": 10})
    expect(page.locator("#do")).to_contain_text("Take from Old Town")
    page.locator("#space-2").click(position={"x": 20, "y": 10})  # Detective: two spaces as one
    expect(page.locator("#do")).to_contain_text("Old Town and Rooftops")
    page.click("#do")
    expect(page.locator("#ask")).to_contain_text("Take any or all")
    page.locator("#tok-2-energy").click()
    expect(page.locator("#do")).to_contain_text("Take four energy from Rooftops")
    page.locator("#spaces .item", has_text="Net Gun").click()
    expect(page.locator("#do")).to_have_text("Take 2")
    page.click("#do")
    expect(page.locator("#log")).to_contain_text("4 energy from Rooftops")
    expect(named(page, "Net Gun")).to_be_visible()
    page.locator("#reward-0").click()  # not now: the referee says why
    expect(page.locator("#pop")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("scene", list(SCENES))
def test_all_in_sight_without_scrolling(browser: Browser, server: Server, scene: str) -> None:
    page = BOARD.sit_down(browser, server, scene, "a")
    assert scene == "crowded" or axe(page) == []  # test_crowded.py looks at that one
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    parts = ("#villain", "#spaces", "#green", "#protect", "#prompt", "#own", "#track-turn", "#player-e")
    assert below(page, parts) == []


COVERED = """() => [...document.querySelectorAll('.spot')].flatMap(spot => {
  const head = spot.querySelector('.spot__head').getBoundingClientRect(), edge = spot.getBoundingClientRect()
  return [...spot.querySelectorAll('.item')].map(item => item.getBoundingClientRect())
    .filter(one => one.top < head.top + 18 || one.bottom > edge.bottom + 6 || one.right > edge.right + 6)
    .map(() => spot.innerText)
})"""


@pytest.mark.browser
def test_two_cards_on_a_space_lie_beside_each_other_under_its_name(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = {"dockside": ["sunburst", "stun_rod"], "rooftops": ["net_gun", "marksman"], "old_town": ["die"]}
    row = SCENES["action"]
    monkeypatch.setitem(SCENES, "two_cards", {**row, "set": {**row["set"], "spaces": two}})
    page = BOARD.sit_down(browser, server, "two_cards", "a")
    assert page.locator(".spot--two").count() == 2
    assert page.evaluate(COVERED) == []
