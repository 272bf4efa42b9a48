"""A real browser at a real server: whole games by clicks, secrets, restart, undo, replay, phone, keyboard, access."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import knaves
from knaves.games import about
from tests.patience import until
from tests.web.accessible import axe
from tests.web.boards import sit_at
from tests.web.serving import Server, brought, new_page

pytestmark = pytest.mark.browser
SOON = 3_000
"""Milliseconds until a touch is tried anew."""

PLAY = """async ([most, seed, pace = 'instant']) => {
  // clicks until the game is over: things on the board where they answer, else numbered buttons; by one touch each
  localStorage.setItem('knaves.confirm', 'never');
  localStorage.setItem('knaves.pace', pace);
  let n = 0, rng = seed;
  const next = (k) => { rng = (rng * 1103515245 + 12345) % 2147483648; return rng % k; };
  const table = () => document.querySelector('#table');
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  while (n < most && table().dataset.status !== 'over') {
    let idle = 0;
    while (table().dataset.call !== 'yes' && table().dataset.status !== 'over') {
      await wait(4);
      if (++idle > 40000) return 'nobody calls: ' + document.querySelector('#ask').textContent;
    }
    if (table().dataset.status === 'over') break;
    const seq = table().dataset.seq;
    const things = [...document.querySelectorAll('.is-choosable[data-thing]')]
      .filter((el) => el.getBoundingClientRect().width);
    if (things.length && next(3) === 0) {
      things[next(things.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const go = document.querySelector('#do');
      if (go && !go.disabled) go.click();
      else {
        const open = [...document.querySelectorAll('#ways [name=option]:not([hidden])')];
        if (!open.length) { await wait(4); continue; }
        open[next(open.length)].click();
      }
    } else {
      const list = [...document.querySelectorAll('#ways [name=option], .end > [name=option]')];
      if (!list.length) { await wait(4); continue; }
      list[next(list.length)].click();
    }
    const some = () => [...document.querySelectorAll('#answers[data-shape=some] #ways [name=option]:not(.is-chosen)')];
    for (let k = 0; k < 20 && document.querySelector('#do')?.disabled && some().length; k++) some()[0].click();
    if (document.querySelector('#answers[data-shape=some]')) document.querySelector('#do:not([disabled])')?.click();
    n += 1;
    idle = 0;
    while (table().dataset.seq === seq) {
      await wait(4);
      if (++idle > 40000) return 'nothing happens: ' + document.querySelector('#toasts').textContent;
    }
  }
  return table().dataset.status === 'over' ? 'over' : 'long';
}"""


def sit_down(page: Page, server: Server, game: str) -> str:
    """A table against bots, as the button of the front page opens it; the table's id."""
    address = page.request.post(f"{server.url}/play/{game}", max_redirects=0).headers["location"]
    page.goto(server.url + address)
    live(page)
    return address.rpartition("/")[2]


def live(page: Page) -> None:
    """Waits until the socket has brought the table and it is this seat's call, or the game is over."""
    expect(page.locator("#table[data-call='yes'], #table[data-status='over']")).to_be_visible()
    brought(page)


def answer(page: Page) -> None:
    """One answer with a real mouse, whatever is asked; nothing where the game is over (a short one may be)."""
    live(page)
    if page.get_attribute("#table", "data-status") == "over":
        return
    # a selection or an amount takes several clicks and one confirmation
    if page.get_attribute("#answers", "data-shape"):
        assert page.evaluate(PLAY, [1, 7]) in ("long", "over")
        return
    before = seq(page)
    until("nothing can be touched", lambda: seq(page) != before or touched(page))
    second_touch(page, before)
    moved(page, before)


def touched(page: Page) -> bool:
    """Touches the first answer, or opens a group and touches one in it. False where a push has closed it meanwhile."""
    first = page.locator("#ways [name=option]:visible, .end > [name=option]:visible, .head:visible").first
    opens = "head" in (first.get_attribute("class") or "").split()
    try:
        first.click(timeout=SOON)
        if opens:
            page.locator("#ways [name=option]:visible").first.click(timeout=SOON)
    except PlaywrightTimeout:
        return False
    return True


def second_touch(page: Page, before: str) -> None:
    """What cannot be taken back was only armed by the first; a double click would be one."""
    if seq(page) == before and page.locator("#answers .is-armed[name=option]").count():
        page.wait_for_timeout(320)
        page.evaluate("document.querySelector('#answers .is-armed[name=option]')?.click()")


def seq(page: Page) -> str:
    return page.get_attribute("#table", "data-seq") or ""


def moved(page: Page, before: str) -> None:
    expect(page.locator("#table")).not_to_have_attribute("data-seq", before)


@pytest.mark.parametrize(
    ("game", "size"),
    [("villagers", "phone"), ("villains", "desk"), ("new_angeles", "phone"), ("arch_villain", "desk")],
)
def test_a_whole_game_by_clicks(request: pytest.FixtureRequest, server: Server, game: str, size: str) -> None:
    """With as few others as there can be, who answer at once; every kind of ask is looked at by tests/web/reach.py."""
    page: Page = request.getfixturevalue(size)
    bots = [{"kind": "bot", "level": "random"}] * (about(game).seats[0] - 1)
    plan = {"game": game, "seats": [{"kind": "person"}, *bots]}
    table = page.request.post(f"{server.url}/api/tables", data=plan).json()
    sit_at(page, server, table["table"], table["token"])
    page.goto(f"{server.url}/t/{table['table']}")
    to_the_end(page)


@pytest.mark.parametrize("game", ["syndicate", "_template"])
def test_a_whole_game_from_the_guide_by_clicks(desk: Page, server: Server, game: str) -> None:
    desk.goto(f"{server.url}/guide/{game}")
    desk.click("form[action^='/play'] button")
    to_the_end(desk)


def to_the_end(page: Page) -> None:
    for _ in range(3):  # with a real mouse first
        answer(page)
    assert page.evaluate(PLAY, [3000, 7]) == "over"
    page.locator("#answers #opt-1").click()
    page.wait_for_url("**/end*")
    expect(page.locator("#scores tbody tr")).not_to_have_count(0)
    expect(page.locator("#fair")).to_contain_text("seal")


def test_a_thing_is_chosen_on_the_board_then_confirmed(desk: Page, server: Server) -> None:
    sit_down(desk, server, "villagers")
    card = desk.locator("#pool .is-choosable").first
    card.click()
    expect(desk.locator("#do")).to_be_enabled()
    expect(desk.locator("#do")).to_contain_text("Recruit")
    expect(card).to_have_class(re.compile("is-chosen"))
    before = seq(desk)
    desk.click("#do")
    moved(desk, before)


def test_what_cannot_be_chosen_says_why(desk: Page, server: Server) -> None:
    sit_down(desk, server, "villagers")
    desk.locator("#hand [data-thing]").first.click()
    expect(desk.locator("#pop")).to_be_visible()
    expect(desk.locator("#pop")).to_contain_text("Not now")


def test_two_browsers_with_different_secrets(browser: Browser, server: Server) -> None:
    ann, bob = new_page(browser), new_page(browser)
    ann.goto(f"{server.url}/new/_template")
    ann.fill("#name", "Ann")
    ann.check("input[name=seats][value='2']", force=True)
    ann.click("#open")
    ann.goto(f"{ann.url}/links")
    link = ann.input_value("#invite")
    ann.go_back()
    bob.goto(link)
    bob.fill("#name", "Bob")
    bob.click("#sit")
    live(bob)
    live(ann)  # the lobby went over into the game by itself
    hands = [set(page.locator("#own .card__name").all_inner_texts()) for page in (ann, bob)]
    ids = [
        {card.get_attribute("data-thing") for card in page.locator("#own [data-thing]").all()}
        for page in (ann, bob)
    ]
    assert hands[0] and hands[1]
    assert not ids[0] & ids[1]
    for other, page in ((ids[1], ann), (ids[0], bob)):
        source = page.content()
        assert not any(f'"{thing}"' in source for thing in other)
    before = seq(bob)
    answer(ann)
    moved(bob, before)
    ann.fill("#say", "hello from Ann")
    ann.press("#say", "Enter")
    expect(bob.locator("#log")).to_contain_text("hello from Ann")
    assert ann.input_value("#say") == ""


def test_reload_and_restart_are_always_right(browser: Browser, tmp_path: Path) -> None:
    server = Server(str(tmp_path / "knaves.sqlite"))
    server.start()
    page = new_page(browser)
    try:
        sit_down(page, server, "villagers")
        answer(page)
        live(page)
        prompt, options = page.inner_text("#ask"), page.inner_text("#answers")
        page.reload()
        live(page)
        assert (page.inner_text("#ask"), page.inner_text("#answers")) == (prompt, options)
        server.stop()
        expect(page.locator("#toasts")).to_contain_text("Connection lost")
        server.start()
        expect(page.locator("#toasts")).to_contain_text("Back at the table")
        live(page)
        assert (page.inner_text("#ask"), page.inner_text("#answers")) == (prompt, options)
        answer(page)
    finally:
        server.stop()


def test_undo(desk: Page, server: Server) -> None:
    sit_down(desk, server, "villagers")
    before = desk.inner_text("#ask")
    desk.locator("#pool .is-choosable").nth(2).dblclick()
    expect(desk.locator("#ask")).not_to_have_text(before)
    desk.click("#undo-do")
    expect(desk.locator("#ask")).to_have_text(before)


def overlap(page: Page, one: str, *others: str) -> list[str]:
    """Which of the others this one lies over."""
    found: list[str] = page.evaluate(
        """([one, others]) => {
          const box = (sel) => document.querySelector(sel).getBoundingClientRect(), a = box(one);
          return others.filter((sel) => { const b = box(sel);
            return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1; });
        }""",
        [one, list(others)],
    )
    return found


def test_a_deal_lies_beside_the_board_and_over_no_prompt(desk: Page, phone: Page, server: Server) -> None:
    sit_down(desk, server, "new_angeles")
    desk.click("#tool-offer")
    expect(desk.locator("#lid h1")).to_be_visible()
    assert overlap(desk, "#lid", "#board", "#prompt", "#own") == []
    desk.set_viewport_size({"width": 1024, "height": 768})
    until("it lies over something", lambda: not overlap(desk, "#lid", "#board", "#prompt", "#own"))
    desk.keyboard.press("Escape")
    expect(desk.locator("#lid")).to_be_hidden()
    sit_down(phone, server, "new_angeles")
    assert phone.locator("#tool-offer").inner_text().strip() == "Offer"
    phone.tap("#tool-offer")
    expect(phone.locator("#lid h1")).to_be_visible()
    assert overlap(phone, "#lid", "#prompt", "#topbar") == []
    assert phone.locator("#lid .btn--go").is_visible()


def test_a_deal_is_filled_in_beside_the_table(desk: Page, server: Server) -> None:
    """By keyboard alone; what the rules refuse stands there as it was written."""
    sit_down(desk, server, "new_angeles")
    before = seq(desk)
    desk.focus("#tool-offer")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lid h1")).to_contain_text("An offer to")
    assert axe(desk) == []
    desk.fill("#lid input[name=b0]", "0")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lid [role=alert]")).to_contain_text("Somebody must give or promise something")
    desk.click("#lid nav a:nth-child(2)")
    expect(desk.locator("#lid nav a:nth-child(2)")).to_have_attribute("aria-current", "true")
    assert seq(desk) == before
    desk.fill("#lid input[name=b0]", "2")
    desk.keyboard.press("Enter")
    expect(desk.locator("#lid")).to_be_hidden()
    expect(desk.locator("#log")).to_contain_text("2 capital, as a gift")


def test_your_call_is_in_title_and_icon(desk: Page, server: Server) -> None:
    sit_down(desk, server, "_template")
    assert desk.title().startswith("(!) Your call")
    assert "favicon-call" in (desk.get_attribute("#favicon", "href") or "")


def test_replay_by_keyboard_and_slider(desk: Page, server: Server) -> None:
    table = sit_down(desk, server, "_template")
    assert desk.evaluate(PLAY, [500, 3]) == "over"
    desk.goto(f"{server.url}/t/{table}/replay")
    last = desk.url
    desk.keyboard.press("ArrowLeft")
    desk.wait_for_url(lambda url: url != last)
    back = desk.url
    desk.keyboard.press("ArrowRight")
    desk.wait_for_url(last)
    desk.keyboard.press("Home")
    desk.wait_for_url(lambda url: url not in (last, back))
    expect(desk.locator(".replay__at")).to_contain_text("0 of")
    first = desk.url
    desk.locator("#slider").focus()
    desk.keyboard.press("PageUp")
    desk.wait_for_url(lambda url: url != first)
    desk.click("#jump summary")
    desk.locator("#jump .chip").nth(2).click()
    desk.wait_for_url("**as=b**")
    expect(desk.locator("#own")).to_be_visible()


@pytest.mark.parametrize("game", ["villagers", "syndicate", "_template"])
def test_on_a_phone(phone: Page, server: Server, game: str) -> None:
    """Four tabs, nothing wider than the screen, tap selects and the button confirms."""
    sit_down(phone, server, game)
    for tab in ("board", "you", "rivals", "log"):
        phone.tap(f"label[for=tab-{tab}]")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        expect(phone.locator("#prompt")).to_be_visible()
        expect(phone.locator("#ask")).to_be_in_viewport()
    phone.tap("label[for=tab-board]")
    before = seq(phone)
    answer(phone)
    assert seq(phone) != before
    small = phone.evaluate(
        """() => [...document.querySelectorAll('#answers .opt, .end .btn, #do, .tabs label, .btn, summary.tool')]
             .filter((el) => { const b = el.getBoundingClientRect(); return b.width && b.height < 40; })
             .map((el) => el.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_by_keyboard_alone(desk: Page, server: Server) -> None:
    desk.goto(server.url)
    for _ in range(60):
        desk.keyboard.press("Tab")
        if desk.evaluate("document.activeElement.id") == "play-villagers":
            break
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/t/*")
    for _ in range(4):
        live(desk)
        before = seq(desk)
        desk.keyboard.press("1")
        if desk.locator(".is-armed").count():  # it is final
            desk.wait_for_timeout(320)
            desk.keyboard.press("Enter")
        moved(desk, before)
    live(desk)
    before = seq(desk)
    for _ in range(80):  # to a thing on the board, or to a button
        desk.keyboard.press("Tab")
        if desk.evaluate("!!document.activeElement.closest('.is-choosable, #answers [name=option]')"):
            break
    desk.keyboard.press("Enter")
    if seq(desk) == before and desk.locator(".is-chosen").count():
        desk.wait_for_timeout(320)
        desk.keyboard.press("Enter")
    moved(desk, before)


@pytest.mark.parametrize("game", ["villagers", "syndicate"])
def test_board_hand_and_prompt_need_no_scrolling(desk: Page, server: Server, game: str) -> None:
    sit_down(desk, server, game)
    for _ in range(4):
        live(desk)
        if desk.get_attribute("#table", "data-status") == "over":
            break
        assert desk.evaluate("document.documentElement.scrollHeight") <= 800
        for part in ("#prompt", "#hand", "#pool" if game == "villagers" else "#power"):
            box = desk.locator(part).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 801, (part, box)
        answer(desk)


@pytest.mark.parametrize("game", [*knaves.GAMES, "_template"])
def test_tables_are_accessible(desk: Page, server: Server, game: str) -> None:
    """As text, and where a game has no board of its own; test_crowded.py looks at the boards."""
    if game in knaves.GAMES:
        table = desk.request.post(f"{server.url}/play/{game}").url.rpartition("/")[2]
    else:
        table = sit_down(desk, server, game)
        assert axe(desk) == []
    desk.goto(f"{server.url}/t/{table}/text")
    assert axe(desk) == []


def test_lobby_replay_and_end_are_accessible(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/new/_template")
    desk.click("#open")
    desk.wait_for_selector("#lobby")
    assert axe(desk) == []
    table = sit_down(desk, server, "_template")
    assert desk.evaluate(PLAY, [500, 5]) == "over"
    for path in ("end", "replay", "log", "links", "orders"):
        desk.goto(f"{server.url}/t/{table}/{path}")
        assert axe(desk) == [], path
