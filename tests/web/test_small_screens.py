"""What small screens ask for: one's own cards within reach at 1024x768, room for a finger, letters that can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import knaves
from tests.web.boards import Board
from tests.web.serving import DESK, Server

pytestmark = pytest.mark.browser
PLAYERS = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
SMALL_DESK = ViewportSize(width=1024, height=768)

TOO_SMALL = """() => {
  // Letters under 12 pixels that are in sight; those of a drawing as large as they are drawn.
  const found = new Set();
  for (const el of document.querySelectorAll('#table *')) {
    const words = [...el.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const box = el.getBoundingClientRect();
    if (!words || box.width < 3 || !el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const scale = el.ownerSVGElement ? Math.hypot(el.getScreenCTM().a, el.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(el).fontSize) * scale;
    if (size && size < 11.9) found.add(`${size.toFixed(1)} px: ${el.textContent.trim().slice(0, 40)}`);
  }
  return [...found];
}"""

OUT_OF_TOUCH = """() => {
  // What a finger is to hit: 44 pixels, or so much round it that belongs to it.
  const hits = 'button, a[href], summary, select, textarea, input:not([type=hidden], .tab), .tabs label';
  const found = new Set();
  for (const el of document.querySelectorAll('#table :is(' + hits + ')')) {
    if (!el.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = el.getBoundingClientRect();
    if (!box.width || box.width >= 43.5 && box.height >= 43.5 || el.closest('.log, .skip')) continue;
    if (!el.closest('#prompt, .topbar, .tabs')) el.scrollIntoView({ block: 'center', inline: 'center' });
    const at = el.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
    const mine = (dx, dy) => {
      const there = document.elementFromPoint(x + dx, y + dy);
      return !!there && (el.contains(there) || there.contains(el) && there.matches('[data-thing]'));
    };
    const wide = at.width >= 43.5 || mine(-21, 0) && mine(21, 0);
    const high = at.height >= 43.5 || mine(0, -21) && mine(0, 21);
    if (mine(0, 0) && !(wide && high)) {   // else it is covered by what lies over it
      const name = el.getAttribute('aria-label') ?? el.textContent.trim().slice(0, 30);
      found.add(`${Math.round(at.width)}x${Math.round(at.height)} ${el.className} ${name}`);
    }
  }
  return [...found];
}"""


def crowded(browser: Browser, server: Server, game: str, phone: bool = False) -> Page:
    board = Board(game, PLAYERS, ())
    return board.sit_down(browser, server, "crowded", board.asked("crowded"), phone)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_letters_can_be_read_and_fingers_hit(browser: Browser, server: Server, game: str) -> None:
    page = crowded(browser, server, game)
    assert page.evaluate(TOO_SMALL) == []
    page.set_viewport_size(SMALL_DESK)
    assert page.evaluate(TOO_SMALL) == []
    page = crowded(browser, server, game, phone=True)
    for tab in ("board", "you", "rivals", "log"):
        page.tap(f"label[for=tab-{tab}]")
        assert page.evaluate(TOO_SMALL) == [], tab
        assert page.evaluate(OUT_OF_TOUCH) == [], tab


@pytest.mark.parametrize("game", ["new_angeles", "syndicate", "villains", "arch_villain"])
def test_own_cards_come_up_over_the_foot_of_the_board(browser: Browser, server: Server, game: str) -> None:
    """At 1024x768 nothing lies below the screen: a button of the prompt, and key y, bring one's own cards."""
    page = crowded(browser, server, game)
    own = page.locator("#own")
    expect(own).to_be_visible()
    expect(page.locator("#yours")).to_be_hidden()
    page.set_viewport_size(SMALL_DESK)
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight + 1", timeout=20_000)
    expect(own).to_be_hidden()
    page.click("#yours")
    expect(own).to_be_visible()
    expect(page.locator("#yours")).to_have_attribute("aria-expanded", "true")
    inside, cut = page.evaluate(
        """() => {
          const at = own.getBoundingClientRect(), floor = document.querySelector('#prompt').getBoundingClientRect().top;
          return [at.top > 44 && at.bottom <= floor + 1, own.scrollHeight - own.clientHeight];
        }"""
    )
    assert inside and cut <= 1, cut
    page.keyboard.press("Escape")
    expect(own).to_be_hidden()
    page.keyboard.press("y")
    expect(own).to_be_visible()
    page.keyboard.press("y")
    expect(own).to_be_hidden()


def test_a_hand_of_seven_lies_whole_beside_the_screen(browser: Browser, server: Server) -> None:
    """No card that glows is out of sight, and the board above does not move for more of them."""
    page = crowded(browser, server, "syndicate")
    stood = page.locator("#prompt").bounding_box()
    page.evaluate(
        "while (hand.querySelectorAll('.support').length < 7) hand.append(hand.firstElementChild.cloneNode(true))"
    )
    assert page.evaluate("hand.scrollWidth <= hand.clientWidth")
    assert page.locator("#prompt").bounding_box() == stood


def test_the_crown_stands_beside_every_name(browser: Browser, server: Server) -> None:
    page = crowded(browser, server, "syndicate")
    for size in (DESK, SMALL_DESK):
        page.set_viewport_size(size)
        cut = page.evaluate(
            """() => {
              const crown = document.querySelector('.power__who .lead');
              const cut = (row) => { row.append(crown); return row.scrollWidth > row.clientWidth; };
              return [...document.querySelectorAll('.power__who')].filter(cut).map((row) => row.textContent.trim());
            }"""
        )
        assert cut == []
