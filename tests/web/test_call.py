"""The prompt by keyboard: 0, m, Enter, Escape; what is final needs two touches, what can be undone one; choosing ahead,
and a bot that finishes the turn. And nothing that mattered passes unseen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.boards import Board
from tests.web.serving import Server, brought, windows
from tests.web.test_browser import seq

pytestmark = pytest.mark.browser
PLAYERS = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
MORPH = """document.dispatchEvent(
  new CustomEvent('htmx:ws:after:message:incoming', { detail: { message: { data: '<div' } } }))"""
STOP_THE_CLOCK = "() => { const now = performance.now(); performance.now = () => now; }"
APART = 350  # milliseconds: two touches closer together are one


def test_what_is_final_is_armed_first_by_key_and_everything_disarms_it(
    browser: Browser, server: Server
) -> None:
    page = Board("syndicate", PLAYERS, ()).sit_down(browser, server, "crowded", "a")
    no, before = page.locator("[data-no]"), seq(page)
    armed = re.compile("is-armed")
    page.evaluate(STOP_THE_CLOCK)  # two presses come at once, however busy the machine is
    for disarm in (lambda: page.keyboard.press("Escape"), lambda: page.evaluate(MORPH)):
        page.keyboard.press("0")
        expect(no).to_have_class(armed)
        page.keyboard.press("0")  # a double press is one
        expect(no).to_have_class(armed)
        disarm()
        expect(no).not_to_have_class(armed)
    page.keyboard.press("m")
    expect(page.locator("#more > .more")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#more > .more")).to_be_hidden()
    page.keyboard.press("1")  # another choice disarms the first
    expect(page.locator("#opt-1")).to_have_class(armed)
    page.keyboard.press("0")
    expect(page.locator("#opt-1")).not_to_have_class(armed)
    assert seq(page) == before
    page.evaluate("delete performance.now")
    page.wait_for_timeout(APART)
    page.keyboard.press("Enter")  # and so does go
    expect(page.locator("#table")).not_to_have_attribute("data-seq", before)


def test_what_can_be_undone_happens_at_once_and_a_new_question_begins_at_its_top(
    browser: Browser, server: Server
) -> None:
    page = Board("villagers", PLAYERS, ()).sit_down(browser, server, "crowded", "b")
    free = page.locator("#ways [name=option]:not([data-final])").first
    label, before = (free.text_content() or "").strip(), seq(page)
    free.click()
    expect(page.locator("#table")).not_to_have_attribute("data-seq", before)
    expect(page.locator("#answers .is-armed")).to_have_count(0)
    assert page.evaluate("[ways.scrollTop, ways.scrollLeft]") == [0, 0]
    expect(page.locator("#undo-do")).to_have_attribute("title", re.compile("takes back: .*"))
    page.keyboard.press("u")
    expect(page.locator("#ways [name=option]:not([data-final])").first).to_have_text(label)


def test_an_answer_is_chosen_ahead_beside_the_board_and_taken_back(browser: Browser, server: Server) -> None:
    page = Board("villains", PLAYERS, ()).sit_down(browser, server, "action", "b")
    page.goto(re.sub(r"/\w$", "/c", page.url))  # Oskar waits for Ines
    expect(page.locator("#table")).to_have_attribute("data-call", "")
    page.click("#ahead")
    sheet = page.locator("#lid")
    expect(sheet.locator("h1")).to_have_text("Choose ahead")
    assert page.evaluate(
        "lid.getBoundingClientRect().left >= document.querySelector('#main').getBoundingClientRect().right"
    )
    wanted = sheet.locator("button[name=option]").first
    label = wanted.inner_text()
    wanted.click()
    expect(sheet).to_be_hidden()
    chosen = page.locator("#ways [id^=stop-]")
    expect(chosen).to_contain_text(label)
    chosen.click()
    expect(chosen).to_have_count(0)
    page.click("#ahead")
    sheet.get_by_text("Let a bot finish this turn").click()
    expect(chosen).to_contain_text("a bot plays until turn")


def test_every_reveal_is_seen(desk: Page, server: Server) -> None:
    """Whoever waits for the stage before he answers sees the cards of each mission turn over, five of five."""
    windows.spoil(desk).add_init_script(
        """localStorage.setItem('knaves.pace', 'wait'); localStorage.setItem('knaves.confirm', 'never');
           window.fetching = 0;
           const plain = window.fetch;
           const read = () => setTimeout(() => window.fetching--, 60);
           window.fetch = (...what) => { window.fetching++; return plain(...what).finally(read); };"""
    )
    desk.goto(server.url)
    desk.click("#play-syndicate")
    desk.wait_for_url("**/t/*")
    brought(desk)
    seen, decided, over = desk.evaluate(
        """async (most) => {
          const table = () => document.querySelector('#table'), $ = (sel) => document.querySelector(sel);
          const wait = (ms) => new Promise((done) => setTimeout(done, ms));
          const told = (line) => line.textContent.includes('The cards come to');
          const log = () => [...document.querySelectorAll('#log li')];
          const missions = () => log().filter(told).map((line) => line.id.split('-')[1]);
          const before = new Set(missions()), decided = new Set(), seen = new Set();
          const over = () => table().dataset.status === 'over';
          const look = () => {
            if ($('#stage').hidden) return false;
            const sum = $('#stage-beat .beat__sum');
            if (sum) seen.add(sum.closest('.beat').dataset.seq);
            $('#stage-next').click();
            return true;
          };
          for (let k = 0; k < 6000 && decided.size < most && !over(); k++) {
            await wait(15);
            for (const mission of missions()) if (!before.has(mission)) decided.add(mission);
            if (look() || table().dataset.call !== 'yes') continue;
            const seq = table().dataset.seq;
            do await wait(60); while (window.fetching);   // what belongs on the stage
            if (!$('#stage').hidden || table().dataset.seq !== seq) continue;
            ($('.end > [name=option]') ?? $('#ways [name=option]')).click();
          }
          for (let k = 0; k < 100; k++) {
            do await wait(15); while (window.fetching);
            look();
          }
          return [[...seen], [...decided], over()];
        }""",
        5,
    )
    assert len(decided) >= 2, "a game may be short, but not that short"
    unseen = set(decided) - set(seen)
    assert len(unseen) <= over, (unseen, seen)  # what ends the game is told by the end
