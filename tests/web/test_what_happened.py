"""What happened, in a browser: the stage covers nothing that must be clicked, what is skipped is in the recap, and the
log can be sorted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.serving import Motion, Server
from tests.web.test_browser import PLAY, live, sit_down

pytestmark = pytest.mark.browser

COVERED = """(what) => [...document.querySelectorAll(what)].filter((el) => {
  const box = el.getBoundingClientRect(), stage = document.querySelector('#stage').getBoundingClientRect();
  if (!el.checkVisibility() || !box.width || box.bottom < 0 || box.top > innerHeight) return false;
  return box.left < stage.right && stage.left < box.right && box.top < stage.bottom && stage.top < box.bottom;
}).map((el) => el.id || el.textContent.trim())"""
CLICKED = "#prompt, #answers button, #topbar > a, #topbar summary, #own, #hand, #tabs label, #logfilter button, #chat"


@pytest.fixture
def motion() -> Motion:
    return "no-preference"


def until_beats(page: Page, server: Server, game: str, least: int = 1) -> None:
    """Plays against bots until so many beats wait on the stage, which waits for a touch."""
    page.add_init_script(
        "localStorage.setItem('knaves.pace', 'wait'); localStorage.setItem('knaves.confirm', 'never')"
    )
    sit_down(page, server, game)
    while not page.locator("#stage:not([hidden])").count() or page.locator("#stage-dots i").count() < least:
        assert page.evaluate(PLAY, [1, 7, "wait"]) == "long", "nothing came on the stage"
        page.wait_for_timeout(200)  # for what came of it; if it comes later, the next answer brings more
        live(page)


@pytest.mark.parametrize("game", ["villagers", "syndicate"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_stage_covers_nothing_that_must_be_clicked(
    request: pytest.FixtureRequest, server: Server, game: str, size: str
) -> None:
    page: Page = request.getfixturevalue(size)
    until_beats(page, server, game)
    for _ in range(12):
        assert page.evaluate(COVERED, CLICKED) == []
        if not page.locator("#stage:not([hidden])").count():
            break
        page.click("#stage-next")


def test_what_is_skipped_is_told_beside_the_board(desk: Page, server: Server) -> None:
    """`calm` hides the box: what it says is still there."""
    until_beats(desk, server, "villagers", least=2)
    last = desk.evaluate("[...document.querySelectorAll('#stage-dots i')].length")
    desk.keyboard.press("Escape")
    expect(desk.locator("#stage")).to_be_hidden()
    expect(desk.locator("#since:not([hidden])")).to_have_count(1)
    assert desk.locator("#since .since__list > li").count() >= min(2, last)
    desk.evaluate("document.querySelector('#since-ok').click()")
    expect(desk.locator("#logbox.has-unseen")).to_have_count(0)


def test_on_a_phone_the_log_says_that_something_was_not_seen(phone: Page, server: Server) -> None:
    until_beats(phone, server, "villagers", least=2)
    assert phone.locator("#stage .stage__speed").bounding_box() is not None  # the speed is chosen there, too
    phone.select_option("#stage [data-setting=pace]", "instant")
    expect(phone.locator("#stage")).to_be_hidden()
    assert phone.evaluate("localStorage.getItem('knaves.pace')") == "instant"
    expect(phone.locator("#tabs .has-unseen")).to_have_count(1)
    expect(phone.locator("#since:not([hidden])")).to_have_count(0)
    phone.evaluate(PLAY, [1, 7, "wait"])
    expect(phone.locator("#tabs .has-unseen")).to_have_count(1)  # a push does not make it seen


def test_the_log_shows_some_players_or_what_mattered(desk: Page, server: Server) -> None:
    desk.emulate_media(reduced_motion="reduce")  # nothing of it is about what moves
    sit_down(desk, server, "villagers")
    assert desk.evaluate(PLAY, [4, 7]) == "long"
    live(desk)
    lines, shown = desk.locator("#log > li"), desk.locator("#log > li:visible")
    desk.click("#logfilter [data-of=b]")
    assert 0 < shown.count() < lines.count()
    not_of_b = """(lines) => lines.filter((line) => !line.querySelector('use[href$="seat-b"], [data-on="seat:1"]'))
      .map((line) => line.innerText)"""
    assert shown.evaluate_all(not_of_b) == []
    expect(desk.locator("#log-left")).to_have_text(f"{lines.count() - shown.count()} left out")
    of_c = desk.locator("#log > li").filter(has=desk.locator('use[href$="seat-c"], [data-on="seat:2"]'))
    hidden = of_c.evaluate_all("(lines) => lines.filter((line) => !line.checkVisibility()).length")
    one = shown.count()
    desk.click("#logfilter [data-of=c]")
    assert shown.count() == one + hidden, "one or the other"
    desk.click("#logfilter [data-kind=main]")
    assert shown.evaluate_all("(lines) => lines.every((line) => line.classList.contains('log--main'))")
    before = lines.last.get_attribute("id")
    desk.evaluate(PLAY, [1, 7])
    expect(lines.last).not_to_have_id(before or "")
    live(desk)
    assert shown.count() < lines.count(), "kept through a push"
    for name in ("of=b", "of=c", "kind=main"):
        desk.click(f"#logfilter [data-{name}]")
    assert shown.count() == lines.count()
    expect(desk.locator("#log-left")).to_have_text("")


def test_talk_alone(desk: Page, server: Server) -> None:
    desk.emulate_media(reduced_motion="reduce")
    sit_down(desk, server, "villagers")
    desk.fill("#say", "well played")
    desk.press("#say", "Enter")
    expect(desk.locator("#log > li.log--chat")).to_have_count(1)
    desk.click("#logfilter [data-kind=chat]")
    expect(desk.locator("#log > li:visible")).to_have_count(1)


def test_the_turns_of_others_stand_above_the_log(desk: Page, server: Server) -> None:
    """The head says whose turn it is, and the log moves down."""
    until_beats(desk, server, "villagers")
    beside = "#stage.stage--side:not([hidden])"
    while not desk.locator(beside).count():
        if desk.locator("#stage:not([hidden])").count():
            desk.click("#stage-next")
        else:
            assert desk.evaluate(PLAY, [1, 7, "wait"]) == "long", "nobody else had a turn"
            desk.wait_for_timeout(200)
            live(desk)
    who = desk.locator("#stage-beat .beat:last-child").get_attribute("data-who")
    expect(desk.locator("#stage-title")).to_have_text(who or "What happened")
    side, log = desk.locator(beside).bounding_box(), desk.locator("#logbox").bounding_box()
    assert side and log and side["y"] + side["height"] <= log["y"]
    assert desk.evaluate(COVERED, CLICKED + ", #logbox") == []
    desk.click("#stage-skip")
    after = desk.locator("#logbox").bounding_box()
    assert after and after["y"] < log["y"]


def test_what_was_missed_is_shown_on_the_board_line_by_line(desk: Page, server: Server) -> None:
    desk.emulate_media(reduced_motion="reduce")  # then only a touch goes on
    table = sit_down(desk, server, "villagers")
    assert desk.evaluate(PLAY, [3, 7]) == "long"
    live(desk)
    desk.evaluate(
        """async (table) => {
          const told = await (await fetch(`/t/${table}/recap?seat=a&since=1`)).text();
          document.body.insertAdjacentHTML("beforeend", told);
        }""",
        table,
    )
    told, lines = desk.locator("#welcome li.is-told"), desk.locator("#welcome .recap__l > li")
    desk.click("#welcome-show")
    expect(told).to_have_count(1)
    first = told.inner_text()
    seen = 0
    for _ in range(lines.count()):
        seen += desk.locator("#table .is-told").count()
        desk.click("#welcome .sheet__body", position={"x": 4, "y": 4})
    assert seen, "what a line names is marked on the board"
    expect(told).to_have_count(0)
    desk.click("#welcome-show")
    assert told.inner_text() == first
    desk.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(desk.locator("#welcome")).to_be_visible()
    desk.click("#play-on")
    expect(desk.locator("#welcome")).to_have_count(0)
