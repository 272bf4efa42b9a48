"""Names as wide as names can be, on every game's board: none runs out of its place or is cut without a sign, and what
stands beside them (points, cards, who leads) stays in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import knaves
from tests.web.boards import Board, sit_at
from tests.web.serving import Server, new_page

pytestmark = pytest.mark.browser
WIDEST = tuple(f"{'W' * 23}{letter}" for letter in "ABCDEF")
ORDINARY = (
    "Bartholomea Winterbottom", "Maximilian Featherstonee", "Constantinopolitanusvill",
    "Wilhelmina Worthingtonby", "Alexandria Montgomeryson", "Theodore Massingbirdford",
)  # fmt: skip

CUT = """(names) => {
  // Where a name is cut and says so by nothing, or lies out of the panel, row or button that it stands in; and what
  // stands in a row with it and lies out of that.
  const found = new Set(), text = document.createTreeWalker(document.querySelector('#table'), NodeFilter.SHOW_TEXT);
  const out = (box, of) => box.left < of.left - 1 || box.right > of.right + 1;
  const call = (el) => el.className.baseVal ?? el.className;
  const flat = /^(inline|contents)$/;
  for (let node; (node = text.nextNode());) {
    const el = node.parentElement, said = node.textContent.trim();
    if (!said || el.closest('.sr, .log') || !el.checkVisibility({ visibilityProperty: true })) continue;
    const named = names.some((name) => said.toUpperCase().includes(name.toUpperCase()));
    const row = el.closest('header, h3, li, .laid, .waiting');
    if (!named && !(row && names.some((name) => row.textContent.toUpperCase().includes(name.toUpperCase())))) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    for (let up = el; up.id !== 'table'; up = up.parentElement) {
      const look = getComputedStyle(up), signed = look.textOverflow === 'ellipsis' && !/flex|grid/.test(look.display);
      if (signed || look.webkitLineClamp !== 'none' || up.matches('#ways')) break;
      const holds = look.overflowX !== 'visible' || up.matches('section, article, button, li, header, foreignObject');
      if (holds && !flat.test(look.display) && boxes.some((box) => out(box, up.getBoundingClientRect())))
        found.add(`${said.slice(0, 40)} <${call(el)}> out of ${up.tagName} ${call(up)}`);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth - root.clientWidth} too wide`);
  return [...found];
}"""


def cut(page: Page, names: tuple[str, ...], phone: bool) -> list[str]:
    found: list[str] = []
    for tab in ("board", "you", "rivals") if phone else ("",):
        if tab:
            page.evaluate("(tab) => document.querySelector(`label[for=tab-${tab}]`).click()", tab)
        found += page.evaluate(CUT, list(names))
    return found


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", knaves.GAMES)
def test_no_name_is_too_wide_for_a_board(browser: Browser, server: Server, game: str, phone: bool) -> None:
    for names in (WIDEST, ORDINARY):
        board = Board(game, names, ())
        page = board.sit_down(browser, server, "crowded", board.asked("crowded"), phone)
        assert cut(page, names, phone) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_who_leads_stands_within_the_wheel(browser: Browser, server: Server, phone: bool) -> None:
    for names in (WIDEST, ORDINARY):
        page = new_page(browser, phone)
        seats = [{"kind": "person", "name": name} for name in names[:5]]
        made = page.request.post(
            f"{server.url}/api/tables", data={"game": "syndicate", "seats": seats, "seed": 1}
        ).json()
        sit_at(page, server, made["table"], made["token"])
        page.goto(f"{server.url}/t/{made['table']}/a")
        hub = page.locator(".rondel .hub").bounding_box()
        says = page.locator(".rondel .hub__s").bounding_box()
        assert hub and says and hub["x"] < says["x"] and says["x"] + says["width"] < hub["x"] + hub["width"]
        assert page.inner_text(".rondel .hub__s").split()[-1] == "leads"
        assert cut(page, names, phone) == []
