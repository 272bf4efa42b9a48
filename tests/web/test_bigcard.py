"""The large card in a real browser: by mouse, key and finger; the gallery; the desk for own cards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.accessible import axe, faults
from tests.web.serving import DESK, Server, new_page
from tests.web.test_browser import sit_down
from tests.web.test_faces import NIGHT_WATCH
from tests.web.test_gallery import URCHIN

pytestmark = pytest.mark.browser
CHOSEN = re.compile("is-chosen")
HOLD = """(el, ms) => new Promise((done) => {
  const at = el.getBoundingClientRect();
  const how = { bubbles: true, pointerType: 'touch', clientX: at.x + at.width / 2, clientY: at.y + at.height / 2 };
  el.dispatchEvent(new PointerEvent('pointerdown', how));
  setTimeout(() => {
    el.dispatchEvent(new PointerEvent('pointerup', how));
    el.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    done();
  }, ms);
})"""
REST = """(el) => new Promise((done) => {
  el.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  el.remove();
  setTimeout(done, 400);  // later than the script's own bell
})"""
SIGHT = """() => {
  const box = document.querySelector('#bigcard').getBoundingClientRect();
  const held = document.querySelector('.is-held').getBoundingClientRect();
  const apart = box.right <= held.left || box.left >= held.right || box.bottom <= held.top || box.top >= held.bottom;
  return [box.left >= 0, box.top >= 0, box.right <= innerWidth, box.bottom <= innerHeight, apart];
}"""


def card(page: Page) -> Locator:
    return page.locator("#bigcard:popover-open")


def choosable(page: Page, server: Server) -> Locator:
    sit_down(page, server, "villagers")
    return page.locator("#pool .is-choosable").first


def test_the_mouse_rests_on_a_card_and_reads_it(desk: Page, server: Server) -> None:
    piece = choosable(desk, server)
    piece.hover()
    expect(card(desk)).to_be_visible()
    expect(card(desk)).to_contain_text("Here and now")
    assert all(desk.evaluate(SIGHT))
    desk.mouse.move(2, 2)
    expect(card(desk)).to_have_count(0)
    option = desk.locator("#ways [name=option]").first
    option.hover()  # an answer reads the card that it names
    expect(card(desk)).to_be_visible()


def test_an_answer_that_goes_under_the_mouse_is_not_read(desk: Page, server: Server) -> None:
    """A push takes it away before the mouse has rested for long: nothing opens, and nothing fails."""
    choosable(desk, server)
    desk.locator("#ways [name=option]").first.evaluate(REST)
    expect(card(desk)).to_have_count(0)


def test_a_card_that_was_rested_on_is_chosen_by_a_click_as_ever(desk: Page, server: Server) -> None:
    piece = choosable(desk, server)
    piece.hover()
    expect(card(desk)).to_be_visible()
    piece.click()
    expect(piece).to_have_class(CHOSEN)


def test_the_key_reads_what_has_the_focus_and_says_it_aloud(desk: Page, server: Server) -> None:
    piece = choosable(desk, server)
    piece.focus()
    desk.keyboard.press("i")
    expect(card(desk)).to_be_visible()
    name = desk.locator("#bigcard h3").inner_text()
    expect(desk.locator("#bigcard-said")).to_contain_text(name)
    assert axe(desk) == []
    desk.keyboard.press("Escape")
    expect(card(desk)).to_have_count(0)
    expect(desk.locator("#bigcard-said")).to_be_empty()


def test_a_finger_that_rests_reads_and_does_not_choose(phone: Page, server: Server) -> None:
    piece = choosable(phone, server)
    piece.evaluate(HOLD, 600)
    expect(card(phone)).to_be_visible()
    assert all(phone.evaluate(SIGHT))
    assert "is-chosen" not in (piece.get_attribute("class") or "")
    phone.locator(".brand").dispatch_event("pointerdown")  # the next touch ends it
    expect(card(phone)).to_have_count(0)
    piece.evaluate(HOLD, 60)
    expect(piece).to_have_class(CHOSEN)
    expect(card(phone)).to_have_count(0)


def test_a_chip_of_the_log_opens_its_card(desk: Page, server: Server) -> None:
    sit_down(desk, server, "villagers")
    desk.evaluate("""() => {
      const line = document.createElement('li');
      line.innerHTML = '<b id="chip" data-on="card:face:3">Road Rider</b>';
      document.querySelector('#log').append(line);
    }""")
    desk.click("#chip")
    expect(card(desk)).to_contain_text("Recruit: +1 to one recruit roll.")


def test_rules_and_gallery_read_alike(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/rules/villagers")
    desk.locator("a[data-card]").first.hover()
    expect(card(desk)).to_be_visible()
    assert axe(desk) == []
    desk.locator("a[data-card]").first.click()
    expect(desk.locator("#sheet .bigface")).to_be_visible()


@pytest.mark.parametrize("width", [DESK["width"], 1024, 390])
def test_the_gallery_is_sifted_and_opens_a_card(browser: Browser, server: Server, width: int) -> None:
    page = new_page(browser, phone=width < 900)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server.url}/cards/villagers")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.fill("#sift", "dragom")
    page.get_by_role("link", name="dragon").click()
    expect(page.locator(".shelf li:visible")).to_have_count(1)
    page.locator(".gcard:visible").click()
    expect(page.locator("#sheet h3")).to_have_text("Young Dragon")
    assert page.url.endswith("/cards/villagers/challenge-young_dragon")
    assert faults(page, by_axe=()) == []  # in both themes
    page.locator("[data-shut]").click()
    expect(page.locator("#sheet")).to_be_hidden()
    page.go_back()
    expect(page.locator("#sheet h3")).to_have_text("Young Dragon")


def test_a_file_is_drawn_judged_and_played_with(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/cards/villagers/own")
    desk.set_input_files(
        "#file", {"name": "harbour.toml", "mimeType": "text/plain", "buffer": (NIGHT_WATCH + URCHIN).encode()}
    )
    expect(desk.locator("#filename")).to_have_text("harbour.toml")
    expect(desk.locator(".ownwall .gcard")).to_have_count(2)
    expect(desk.locator(".gcard--broken")).to_contain_text("Urchin")
    expect(desk.locator("#lines .is-wrong")).to_have_text(["19", "23"])
    assert axe(desk) == []
    desk.locator("#errs a").first.click()
    assert desk.evaluate(
        "document.activeElement.value.slice(document.activeElement.selectionStart)"
    ).startswith("rank = 1")
    desk.fill("#cards", NIGHT_WATCH)
    expect(desk.locator(".ownwall .gcard")).to_have_count(1)
    expect(desk.locator("#errs p")).to_have_count(0)
    desk.get_by_role("button", name="Play it with bots").click()
    desk.wait_for_url("**/t/*")
    expect(desk.locator(".topbar__where")).to_contain_text("own cards")
