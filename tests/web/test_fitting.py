"""Pages around the table: nothing beside the screen, no row over another, words apart, the newest line of the log in
sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import knaves
from knaves.games import GAMES, about
from tests.laws.tables import IDS
from tests.patience import until
from tests.web.boards import imported
from tests.web.serving import PHONE, Server, brought, windows
from tests.web.test_finish import record

pytestmark = pytest.mark.browser

OVERLAPS = """(chosen) => {
  // Pairs of these that lie one over the other, neither within the other.
  const seen = (el) => el.checkVisibility() && el.getBoundingClientRect().width;
  const shown = [...document.querySelectorAll(chosen)].filter(seen);
  const name = (el) => el.getAttribute('aria-label') ?? el.textContent.trim().slice(0, 30);
  return shown.flatMap((one, n) => shown.slice(n + 1).filter((other) => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    return !one.contains(other) && !other.contains(one) &&
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  }).map((other) => `${name(one)} / ${name(other)}`));
}"""
COVERS = """() => {
  const [finale, prompt] = ['#finale', '#prompt'].map((sel) => document.querySelector(sel).getBoundingClientRect());
  const own = document.querySelector('#own')?.getBoundingClientRect();
  return finale.bottom > prompt.top + 1 || !!own?.width && finale.bottom > own.top && finale.top < own.bottom;
}"""
WIDE = """(chosen) => [...document.querySelectorAll(chosen)]
  // What runs out of its own box, or of the panel that it stands in.
  .filter((el) => el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== 'inline'
    || el.getBoundingClientRect().right > el.closest('section').getBoundingClientRect().right + 1)
  .map((el) => el.className + ' ' + el.textContent.trim().slice(0, 40))"""
BEYOND = """() => [...document.querySelectorAll('body *')]
  .filter((el) => el.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((el) => `${el.tagName} ${el.className}`).slice(0, 5)"""
BESIDE = "(parts) => new Set(parts.map((part) => Math.round(part.getBoundingClientRect().left))).size"
HERE = {"name": "Ann", "seats": "2", "others": "hot", "clock": "none"}
OUT = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", knaves.GAMES)
def test_the_form_of_a_new_table(
    request: pytest.FixtureRequest, server: Server, game: str, size: str
) -> None:
    page: Page = request.getfixturevalue(size)
    page.goto(f"{server.url}/new/{game}")
    assert page.evaluate(OUT) <= 0
    assert (
        page.evaluate(OVERLAPS, ":is(.chairs, .opts-panel) :is(legend, .levels, .select, .field label)") == []
    )


def test_the_gallery_on_a_phone(phone: Page, server: Server) -> None:
    """Other pages to read: test_themes.py."""
    phone.goto(f"{server.url}/cards/villagers")
    assert phone.evaluate(OUT) <= 0


def test_a_finished_game_on_a_phone(phone: Page, server: Server) -> None:
    phone.goto(f"{server.url}/import")
    phone.fill("#file", record("villagers", 4))
    phone.tap("main form button")
    phone.wait_for_url("**/t/*")
    table = phone.url
    phone.goto(f"{table}/replay/60?as=a")
    assert phone.evaluate(OUT) <= 0
    assert phone.evaluate(OVERLAPS, "#prompt :is(h2, .btn, input[type=range])") == []
    tabs = phone.locator("#tabs").bounding_box()
    assert tabs is not None and tabs["y"] + tabs["height"] <= PHONE["height"] + 1
    phone.goto(f"{table}/end")
    assert phone.evaluate(OUT) <= 0
    sheet = phone.locator("#scores")
    assert sheet.evaluate("el => el.scrollWidth - el.clientWidth") <= 0, "every column in sight"
    assert phone.evaluate(OVERLAPS, "#prompt .opt") == []


@pytest.mark.parametrize("game", IDS)
def test_the_end_covers_neither_prompt_nor_hand(game: str, server: Server, desk: Page, phone: Page) -> None:
    desk.set_viewport_size({"width": 1024, "height": 768})
    for page in (desk, phone):
        address = imported(page, server, record(game))
        page.goto(f"{server.url}/static/favicon.svg")
        page.evaluate("localStorage.setItem('knaves.pace', 'wait')")  # else it goes on by itself
        page.goto(address)
        expect(page.locator("#finale")).to_be_visible()
        assert not page.evaluate(COVERS)
        how = page.locator(".finale__how")
        assert how.evaluate("el => el.scrollHeight <= el.clientHeight + 1"), "all of it is in sight"


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_where_a_seat_is_carried_to(request: pytest.FixtureRequest, server: Server, size: str) -> None:
    """By a code that is typed there, nothing of the page lies over another."""
    page: Page = request.getfixturevalue(size)
    table = page.request.post(f"{server.url}/play/villagers", headers={"origin": server.url}).url
    page.goto(f"{table}/elsewhere")
    page.goto(f"{server.url}/{page.inner_text('#code').replace(' ', '')}")
    expect(page.locator("#take")).to_be_visible()
    assert page.evaluate(OVERLAPS, ".sitpage > *") == [] and page.evaluate(OUT) <= 0
    assert page.locator(".sitpage > *").evaluate_all(BESIDE) == 1, "one stands below the other"


@pytest.mark.parametrize("game", GAMES)
def test_standing_orders_on_a_phone(phone: Page, server: Server, game: str) -> None:
    """Where one chooses from long answers, too: of two people one is asked at once."""
    others = [{"kind": "bot"}] * (about(game).seats[0] - 2)
    plan = {"game": game, "seats": [{"kind": "person"}, {"kind": "person"}, *others]}
    ticket = phone.request.post(f"{server.url}/api/tables", data=plan).json()
    phone.goto(f"{server.url}/j/{ticket['table']}/{ticket['token']}")
    phone.goto(f"{server.url}/t/{ticket['table']}/orders")
    assert phone.evaluate(OUT) <= 0


@pytest.mark.parametrize("game", GAMES)
def test_who_watches_on_a_phone_sees_the_board_and_no_empty_tab(
    phone: Page, server: Server, game: str
) -> None:
    bots = [{"kind": "bot"}] * (about(game).seats[0] - 1)
    plan = {"game": game, "seats": [{"kind": "person"}, *bots]}
    ticket = phone.request.post(f"{server.url}/api/tables", data=plan).json()
    phone.goto(f"{server.url}/j/{ticket['table']}/{ticket['watch']}")
    expect(phone.locator("#prompt")).to_contain_text("You watch")
    assert phone.locator("#prompt").evaluate("el => el.offsetHeight") < 120
    tabs = phone.locator(".tabs label:visible")
    for number in range(tabs.count()):
        tabs.nth(number).tap()
        assert phone.locator("[data-tab]:visible").count(), tabs.nth(number).inner_text()


def test_words_of_the_narrow_face_stand_apart(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    gap = desk.evaluate("""async () => {
      await document.fonts.load('800 100px "Display Space"', ' ');
      await document.fonts.load('800 100px "Big Shoulders Display"');
      const pen = document.createElement('canvas').getContext('2d');
      pen.font = '800 100px ' + getComputedStyle(document.documentElement).getPropertyValue('--face-display');
      const wide = (text) => pen.measureText(text).width;
      const gap = (one, other) => wide(one + ' ' + other) - wide(one) - wide(other);
      return Math.min(gap('at', 'once'), gap('your', 'network'), gap('for', 'good'));
    }""")
    assert gap >= 24, "hundredths of its size"


def test_the_log_stays_at_its_newest_line_until_somebody_scrolls_away(desk: Page, server: Server) -> None:
    left = """() => {
      const box = document.querySelector('#logbox');
      return box.scrollHeight - box.scrollTop - box.clientHeight;
    }"""
    windows.paint_whole(desk)
    desk.goto(server.url)
    desk.click("#play-villagers")
    brought(desk)
    desk.wait_for_selector('#table[data-call="yes"]')  # and nobody moves meanwhile
    desk.evaluate("""() => {
      const log = document.querySelector('#log');
      for (let n = 0; n < 40; n++) log.append(document.createElement('li'));
      for (const line of log.children) line.textContent ||= 'a line';
      document.querySelector('#logbox').scrollTop = 1e6;
    }""")
    assert desk.evaluate(left) <= 1
    # as when a stage opens above it
    desk.evaluate("document.querySelector('#logbox').style.maxHeight = '140px'")
    expect(desk.locator("#logbox")).to_have_js_property("clientHeight", 138)
    until("the newest line is out of sight", lambda: desk.evaluate(left) <= 1)
    desk.hover("#logbox")
    desk.mouse.wheel(0, -300)
    until("it is not scrolled", lambda: desk.evaluate(left) > 100)
    desk.evaluate("document.querySelector('#logbox').style.maxHeight = '180px'")
    desk.wait_for_timeout(200)
    assert desk.evaluate(left) > 60, "who reads is left alone"
    marks = desk.evaluate("""() => {
      document.querySelector('#log li').classList.add('is-new');
      const rows = [['#log li', '::before'], ['.logfilter', null], ['#logbox > .panel__head', null]];
      return rows.map(([row, part]) => Number(getComputedStyle(document.querySelector(row), part).zIndex));
    }""")
    assert 0 < marks[0] < min(marks[1:]), "what is new is marked in the lines, not over what stays above them"


def hot_seats(page: Page, server: Server, seats: int) -> list[str]:
    """A table at which this browser has all chairs, and where everybody decides at once: its links, and its own."""
    opened = page.request.post(f"{server.url}/new/_template", form=dict(HERE, seats=str(seats)))
    return re.findall(r"/j/\w+/[\w-]+", page.request.get(f"{opened.url}/links").text())


def test_several_who_decide_stand_within_the_prompt(phone: Page, server: Server) -> None:
    watch = hot_seats(phone, server, 4)[1]
    phone.context.clear_cookies()
    phone.goto(server.url + watch)
    who = phone.locator("#prompt-who")
    frame, seats = who.bounding_box(), [seat.bounding_box() for seat in who.locator(".seat").all()]
    assert frame and len(seats) == 3
    for seat in seats:
        assert seat and frame["y"] <= seat["y"] and seat["y"] + seat["height"] <= frame["y"] + frame["height"]


def test_the_ways_to_another_chair_stand_one_below_the_other_on_a_phone(phone: Page, server: Server) -> None:
    opened = phone.request.post(f"{server.url}/new/_template", form=dict(HERE, others="open"))
    invite = re.findall(r"/j/\w+/[\w-]+", phone.request.get(f"{opened.url}/links").text())[0]
    assert phone.context.browser
    friend = phone.context.browser.new_context()
    friend.request.get(server.url + invite)
    sat = friend.request.post(f"{opened.url}/claim", form={"name": "Bob", "seat": "1"})
    his = re.findall(r"/j/\w+/[\w-]+", friend.request.get(f"{sat.url}/links").text())[2]
    friend.close()
    phone.goto(server.url + his)
    ways = [way.bounding_box() for way in phone.locator(".choices > .btn").all()]
    assert len(ways) == 3 and len({way["x"] for way in ways if way}) == 1
    assert all(way and way["width"] > 300 and way["height"] < 60 for way in ways)


WIDEST = "W" * 24
"""No name is wider."""


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_guest_with_the_widest_name_spoils_no_page_of_the_others(
    request: pytest.FixtureRequest, server: Server, size: str
) -> None:
    """The way in, the lobby, and the end."""
    page: Page = request.getfixturevalue(size)
    fields = dict(HERE, name=WIDEST, seats="3", others="open")
    lobby = page.request.post(f"{server.url}/new/_template", form={**fields}).url
    invite = re.findall(r"/j/\w+/[\w-]+", page.request.get(f"{lobby}/links").text())[0]
    assert page.context.browser
    friend = page.context.browser.new_context()
    friend.request.get(server.url + invite)
    friend.request.post(f"{lobby}/claim", form={"name": "M" * 24, "seat": "1"})
    friend.close()
    page.goto(lobby)
    assert page.evaluate(OUT) <= 0
    assert page.evaluate(OVERLAPS, ".chair :is(.chair__who > b, .chair__state, .btn)") == []
    page.goto(imported(page, server, record("villagers", 4)))
    expect(page.locator("#finale")).to_be_visible()
    assert page.inner_text(".ranks").count(WIDEST) == 1
    assert page.evaluate(WIDE, ".ranks li > span, .finale__win h2") == []
    assert page.evaluate(OVERLAPS, ".ranks li > :is(span, svg, b)") == []
    page.goto(page.url.partition("#")[0] + "/end")
    assert page.evaluate(WIDE, ".moment, .moment b, .win h1") == []
    assert page.evaluate(OUT) <= 0, page.evaluate(BEYOND)
    page.context.clear_cookies()
    page.goto(server.url + invite)
    assert page.evaluate(OUT) <= 0
    assert page.evaluate(WIDE, ".stool, .stool b, .joinbill__by") == []
