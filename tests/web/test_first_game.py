"""First games, balance and the end in a real browser: by mouse, keyboard and touch, at both sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

import knaves
from knaves.lab import figures
from knaves.lab.simulate import plan, run
from knaves.web.draw.guide import guide_of
from tests.web.accessible import axe
from tests.web.boards import imported
from tests.web.serving import Server
from tests.web.test_browser import PLAY, live
from tests.web.test_finish import record

pytestmark = pytest.mark.browser

UNCOVERED = """() => {
  // what lies over the middle of that part of the pointed piece which is on the screen
  const el = document.querySelector(".is-pointed"), box = el.getBoundingClientRect();
  const hint = document.querySelector("#hint").getBoundingClientRect();
  const prompt = document.querySelector("#prompt").getBoundingClientRect();
  const top = Math.max(box.top, 44), bottom = Math.min(box.bottom, innerHeight - 52);
  const seen = Math.min(bottom, prompt.top) - Math.max(top, hint.bottom);
  return el.id === "prompt" || seen >= Math.min(box.height, 120) - 1 ? ""
    : `${el.id} ${Math.round(box.top)}–${Math.round(box.bottom)}, hint to ${hint.bottom}, prompt from ${prompt.top}`;
}"""


def learn(page: Page, server: Server, game: str) -> None:
    begun = page.request.post(f"{server.url}/learn/{game}", max_redirects=0)
    page.goto(server.url + begun.headers["location"])
    live(page)


def title(game: str, number: int) -> str:
    guide = guide_of(game)
    assert guide is not None
    return guide.hint[number].title


def test_hints_by_keyboard_survive_a_reload(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    desk.click("#learn-villagers")
    live(desk)
    hint = desk.locator("#hint")
    expect(hint).to_contain_text(title("villagers", 0))
    expect(desk.locator("#race")).to_have_class(re.compile(r"\bis-pointed\b"))
    desk.keyboard.press("h")
    expect(hint).to_contain_text(title("villagers", 1))
    desk.reload()
    live(desk)
    expect(hint).to_contain_text(title("villagers", 1))
    desk.keyboard.press("2")  # the Farmer
    desk.keyboard.press("Enter")
    expect(desk.locator("#ask")).not_to_contain_text("Name the card")
    expect(hint).to_contain_text(title("villagers", 1))  # until it is read
    desk.keyboard.press("h")
    expect(hint).to_contain_text(title("villagers", 2))
    desk.click("#hint-off")
    expect(hint).to_have_count(0)
    desk.evaluate(PLAY, [1, 7])
    desk.reload()
    live(desk)
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_hints_by_touch(phone: Page, server: Server, game: str) -> None:
    learn(phone, server, game)
    assert axe(phone) == []
    expect(phone.locator("#hint")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#prompt")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    for button in ("#hint-next", "#hint-off"):
        box = phone.locator(button).bounding_box()
        assert box is not None and box["height"] >= 44
    free = phone.evaluate(
        """() => document.querySelector("#prompt").getBoundingClientRect().top
                 - document.querySelector("#hint").getBoundingClientRect().bottom"""
    )
    assert free >= 0.42 * 844, "room for the board between hint and prompt"
    phone.emulate_media(reduced_motion="reduce")  # it is there at once
    phone.tap("#hint-show")
    expect(phone.locator(".is-pointed")).to_be_in_viewport()
    assert phone.evaluate(UNCOVERED) == "", "what it speaks of is in sight"
    phone.tap("#hint-title")
    phone.tap("#hint-off")
    expect(phone.locator("#hint")).to_have_count(0)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_hints_leave_the_board_in_its_place(desk: Page, server: Server, game: str) -> None:
    learn(desk, server, game)
    assert axe(desk) == []
    assert desk.evaluate("document.documentElement.scrollHeight") <= 800
    board, hint = desk.locator("#main").bounding_box(), desk.locator("#hint").bounding_box()
    assert board is not None and hint is not None
    assert hint["x"] >= board["x"] + board["width"], "beside the board, never over it"


@pytest.mark.parametrize("game", knaves.GAMES)
def test_the_end_and_the_balance_are_accessible(phone: Page, server: Server, game: str) -> None:
    """On a phone; tests/web/test_themes.py looks at the desk."""
    phone.goto(f"{server.url}/balance/{game}")
    assert axe(phone) == []
    wide = phone.viewport_size
    assert wide is not None
    assert phone.evaluate("document.documentElement.scrollWidth") <= wide["width"]
    phone.goto(f"{imported(phone, server, record(game, 4))}/end")
    assert axe(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= wide["width"]
    phone.click("#moment-1")
    phone.wait_for_url("**/replay/*")


def test_a_designers_file_is_chosen_and_drawn(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/balance/villagers")
    own = figures.write(run(plan("_template", 2, 10, ["random"], 1, {}), 1))
    desk.set_input_files("#pick", FilePayload(name="mine.json", mimeType="application/json", buffer=own))
    expect(desk.locator("#file")).to_have_value(re.compile(r"[\s\S]{11}"))
    desk.click("main form button")
    expect(desk.locator("h1")).to_have_text("Cutpurses: is it fair?")
