"""The most crowded position of every game, opened once at each size and looked at from all sides: what can be read, in
both themes; letters, room for a finger, every card told; one's own cards within reach at 1024x768."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import knaves
from tests.web.accessible import THEMES, faults
from tests.web.boards import Board
from tests.web.serving import DESK, Server

pytestmark = pytest.mark.browser
PLAYERS = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
SMALL_DESK = ViewportSize(width=1024, height=768)
LEAST = {
    "arch_villain": 5,
    "new_angeles": 6,
    "syndicate": 6,
    "villagers": 6,
    "villains": 4,
}  # cards on its board

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

CARDS = """async (least) => {
  // How many things are cards that are told whole, until there are enough; and which of all such have no key.
  const { table, seat } = document.querySelector('#table').dataset;
  const pieces = [...document.querySelectorAll('#table [data-thing], #table [data-read]')];
  const name = (el) => el.dataset.read ?? el.dataset.thing;
  const keyless = (el) => !el.matches('button, [tabindex]') && !el.querySelector('button, [tabindex]');
  const told = new Map();
  const is_told = async (of) => {
    if (!told.has(of)) {
      const answer = await fetch(`/t/${table}/card?seat=${seat}&of=${encodeURIComponent(of)}`);
      told.set(of, answer.status === 200);
    }
    return told.get(of);
  };
  const out = [];
  for (const el of pieces.filter(keyless)) if (await is_told(name(el))) out.push(name(el));
  const count = () => [...told.values()].filter((is) => is).length;
  for (const el of pieces) if (count() < least) await is_told(name(el));
  return [count(), out];
}"""


def crowded(browser: Browser, server: Server, game: str, phone: bool = False) -> Page:
    board = Board(game, PLAYERS, ())
    return board.sit_down(browser, server, "crowded", board.asked("crowded"), phone)


def lines(wrong: dict[str, list[str]]) -> str:
    return "\n".join(f"{what}: {one}" for what, found in wrong.items() for one in found)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_on_a_desk(browser: Browser, server: Server, game: str) -> None:
    """Here pieces lie over each other, so axe measures contrast in both themes. Whatever has a name that is a card's is
    told whole, and can be reached by key."""
    page = crowded(browser, server, game)
    told, out_of_keys = page.evaluate(CARDS, LEAST[game])
    wrong: dict[str, list[str]] = {
        "letters": page.evaluate(TOO_SMALL),
        "cards without a key": out_of_keys,
        "faults": faults(page, by_axe=THEMES),
    }
    assert told >= LEAST[game]
    if game != "villagers":
        expect(page.locator("#own")).to_be_visible()
        expect(page.locator("#yours")).to_be_hidden()
    page.set_viewport_size(SMALL_DESK)
    wrong["letters at 1024x768"] = page.evaluate(TOO_SMALL)
    assert not any(wrong.values()), lines(wrong)
    if game != "villagers":
        own_cards_come_up_over_the_foot_of_the_board(page)


def own_cards_come_up_over_the_foot_of_the_board(page: Page) -> None:
    """At 1024x768 nothing lies below the screen: a button of the prompt, and key y, bring one's own cards."""
    own = page.locator("#own")
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


@pytest.mark.parametrize("game", knaves.GAMES)
def test_on_a_phone(browser: Browser, server: Server, game: str) -> None:
    """The same parts under tabs: their colours, letters, and room for a finger."""
    page = crowded(browser, server, game, phone=True)
    wrong: dict[str, list[str]] = {}
    for tab in ("board", "you", "rivals", "log"):
        page.tap(f"label[for=tab-{tab}]")
        wrong[f"letters of {tab}"] = page.evaluate(TOO_SMALL)
        wrong[f"fingers of {tab}"] = page.evaluate(OUT_OF_TOUCH)
        wrong[f"faults of {tab}"] = faults(page, by_axe=(), rules=False)
    assert not any(wrong.values()), lines(wrong)


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
