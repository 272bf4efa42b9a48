"""The board of New Angeles in a real browser: chosen on by mouse, touch and keyboard, all in sight, axe-clean."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from knaves.games.new_angeles.cards import RESOURCES
from tests.web.accessible import axe
from tests.web.boards import below, post, sit_at
from tests.web.serving import Server, brought, new_page
from tests.web.test_board_new_angeles import BOARD, SCENES
from tests.web.test_browser import moved, seq

pytestmark = pytest.mark.browser


def test_an_offer_and_pieces_of_the_city_by_mouse(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "middle", "a")
    expect(page.locator("#ask")).to_contain_text("Remove up to 2 enemy units")
    # anywhere in the district: one enemy is there
    page.locator("#district-8").click(position={"x": 60, "y": 60})
    expect(page.locator("#do")).to_contain_text("Remove orgcrime from Esmeraldas")
    page.locator("#b7hf").click()  # the piece itself
    expect(page.locator("#b7hf")).to_have_class(re.compile("is-chosen"))
    expect(page.locator("#do")).to_have_text("Remove 2")
    page.click("#do")
    expect(page.locator("#log")).to_contain_text("Removed from Nihongai: Human First")
    expect(page.locator("#b7hf")).to_have_count(0)
    expect(page.locator("#ask")).to_contain_text("Raise unrest")
    page.locator("#district-9").click()
    expect(page.locator("#do")).to_contain_text("Raise unrest in Rutherford")
    page.locator("#district-9").click()
    expect(page.locator("#district-9 .bits .pr")).to_be_visible()
    page.locator("#district-7").click()  # not now: the referee says why
    expect(page.locator("#pop")).to_be_visible()
    # what a corporation is paid for, and that it is not asked for
    page.locator("#player-c .player__name").click()
    expect(page.locator("#pop")).to_contain_text("Contract: Gain 1 capital for each enemy unit")


def test_counts_of_pieces_stay_in_their_panel(browser: Browser, server: Server) -> None:
    """Also when all of them lie in the city."""
    page = BOARD.sit_down(browser, server, "middle", "a")
    beyond = """() => {
      const key = document.querySelector('#key'), edge = key.getBoundingClientRect().right - 3;
      for (const b of key.querySelectorAll('b')) b.textContent = (b.nextSibling?.textContent ?? '/9').slice(1);
      const row = document.createRange();
      const end = (li) => { row.selectNodeContents(li); return row.getBoundingClientRect().right; };
      return [...key.querySelectorAll('li')].filter((li) => end(li) > edge).map((li) => li.textContent);
    }"""
    assert page.evaluate(beyond) == []


@pytest.mark.parametrize("last", [8, 12, 20])
def test_tracks_of_ones_own_box_stay_in_their_panel(browser: Browser, server: Server, last: int) -> None:
    """However far they go, each is one row."""
    tracks = [f'[[track]]\nname = "{name}"\nlast = {last}\nsource = "house"\n' for name in RESOURCES]
    seats = [{"kind": "person", "name": name} for name in BOARD.names[:4]]
    plan = {"game": "new_angeles", "seats": seats, "seed": 1, "options": {"cards": "\n".join(tracks)}}
    page = new_page(browser)
    made = page.request.post(f"{server.url}/api/tables", data=plan)
    assert made.ok, made.text()
    sit_at(page, server, made.json()["table"], made.json()["token"])
    page.goto(f"{server.url}/t/{made.json()['table']}")
    rows = page.locator("#supply .sup")
    expect(rows).to_have_count(5)
    expect(rows.first.locator("i")).to_have_count(last + 1)
    beyond = """() => {
      const right = document.querySelector('#supply').getBoundingClientRect().right;
      const below = document.querySelector('#district-9').getBoundingClientRect().top;
      return [...document.querySelectorAll('#supply .sup')].filter((row) => {
        const cells = [...row.querySelectorAll('i')].map((cell) => cell.getBoundingClientRect());
        return new Set(cells.map((cell) => Math.round(cell.top))).size > 1
          || cells.some((cell) => cell.right > right || cell.bottom > below);
      }).map((row) => row.getAttribute('aria-label'));
    }"""
    assert page.evaluate(beyond) == []


def test_androids_by_mouse_and_keyboard(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "action", "a")
    page.locator("#hand .card", has_text="Labor Solutions").click()
    expect(page.locator("#do")).to_contain_text("Propose Labor Solutions")
    before = seq(page)
    page.click("#do")
    moved(page, before)
    for verb in ("pass", "abstain"):
        for _ in "bcdef":
            post(page, page.url.rpartition("/")[0], [verb])
    hand_over(page, "a")
    expect(page.locator("#ask")).to_contain_text("Move up to 3 androids")
    page.locator("#b7an").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Choose one")
    well = page.locator(".well")  # the sentence stands there once: "Move the android from … to …"
    expect(well).to_have_text(["Nihongai", re.compile(r"district \d")])
    well.first.click()  # is given back
    expect(well.first).to_have_text(re.compile(r"district \d"))
    page.locator("#b7an").focus()
    page.keyboard.press("Enter")
    page.locator("#district-10 .dh").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Move the android from Nihongai to Base de Cayambe")
    page.click("#do")
    expect(page.locator("#district-10 .an")).to_be_visible()
    expect(page.locator("#district-7 .an")).to_have_count(0)


def hand_over(page: Page, seat: str) -> None:
    page.goto(re.sub(r"/\w$", f"/{seat}", page.url))
    expect(page.locator("#table[data-call='yes']")).to_be_visible()
    brought(page)


def test_support_by_keyboard(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "crowded", "b")
    page.locator("#side-1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Support the counteroffer")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Lay one or more cards beside the counteroffer")
    page.locator("#hand .card", has_text="Puff Piece").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#do")).to_contain_text("Lay Puff Piece")
    page.keyboard.press("Enter")
    expect(page.locator("#bid-1 .total")).to_have_text("1")


def test_support_and_trade_by_touch(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "crowded", "b", phone=True)
    page.tap("#side-0")
    expect(page.locator("#do")).to_contain_text("Support the main offer")
    page.tap("#do")
    expect(page.locator("#ask")).to_contain_text("Lay one or more cards beside the main offer")
    page.tap("label[for=tab-you]")
    page.locator("#hand .card", has_text="Gentrification").tap()
    expect(page.locator("#do")).to_contain_text("Lay Gentrification")
    page.tap("#do")
    for tab in ("board", "you", "rivals", "log"):
        page.tap(f"label[for=tab-{tab}]")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        small = page.evaluate(
            "[...document.querySelectorAll('.is-choosable')]"
            ".filter(e => e.offsetWidth && (e.offsetWidth < 40 || e.offsetHeight < 40)).map(e => e.outerHTML)"
        )
        assert small == []
    page.tap("label[for=tab-rivals]")
    page.locator("#player-d .tr").tap()
    expect(page.locator("#lid")).to_contain_text("An offer to Tamsin")


def test_pieces_by_touch(browser: Browser, server: Server) -> None:
    page = BOARD.sit_down(browser, server, "middle", "a", phone=True)
    small = page.evaluate(
        "[...document.querySelectorAll('#board .is-choosable')].filter(e => e.offsetWidth < 40).map(e => e.id)"
    )
    assert small == []
    page.locator("#b8oc").tap()
    page.tap("#do")  # one is enough
    expect(page.locator("#district-8 .oc")).to_have_count(0)


@pytest.mark.parametrize("scene", list(SCENES))
def test_all_in_sight_without_scrolling(browser: Browser, server: Server, scene: str) -> None:
    page = BOARD.sit_down(browser, server, scene, "b" if scene == "crowded" else "a")
    assert scene == "crowded" or axe(page) == []  # test_crowded.py looks at that one
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    parts = ["#tracks", "#board", "#prompt", "#hand", "#secret", "#key", "#deal", "#trade", "#supply"]
    assert below(page, [*parts, *(f"#player-{seat}" for seat in "abcdef"), "#district-1"]) == []
    cut = page.evaluate(
        "[...document.querySelectorAll('.dist .bit, .sup, .deck, #deal .card, #hand .card')].filter(e => {"
        " const a = e.getBoundingClientRect(), b = e.closest('.dist, #board, #deal, #own').getBoundingClientRect();"
        " return a.bottom > b.bottom + 1 || a.right > b.right + 2; }).map(e => e.outerHTML)"
    )
    assert cut == []
