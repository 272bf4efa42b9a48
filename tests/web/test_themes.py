"""Light and dark: every page can be read in both, the reader chooses, and nothing flashes in the wrong one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import knaves
from knaves.web.draw.rendering import GAMES_DIR
from tests.web.accessible import THEMES, faults, pale
from tests.web.boards import imported
from tests.web.serving import DESK, Server, calm
from tests.web.test_browser import sit_down
from tests.web.test_finish import record
from tests.web.test_fitting import OUT

STATIC = Path(knaves.__file__).parent / "web" / "static"
SHEETS = [*STATIC.glob("*.css"), *GAMES_DIR.glob("*/screen/*.css")]


# ── The tokens, by arithmetic ─────────────────────────────────────────


def tokens(theme: str) -> dict[str, str]:
    """The colours of tokens.css as hex, in one theme."""
    text = (STATIC / "tokens.css").read_text("utf-8")
    side = THEMES.index(theme)  # light-dark(light, dark)
    found: dict[str, str] = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", text):
        both = re.fullmatch(r"light-dark\((.+), (.+)\)", value)
        found[name] = both[2 - side] if both else value
    while any(value.startswith("var(") for value in found.values()):
        found = {
            name: found[value[6:-1]] if value.startswith("var(") else value for name, value in found.items()
        }
    return {name: value for name, value in found.items() if re.fullmatch("#[0-9a-f]{6}", value)}


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""

    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_rightly() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


GROUNDS = ("night-0", "night-1", "night-2", "night-3")
ON_NIGHT = ("text", "text-2", "good", "bad", "warn-text", "head", "brand", "mark")
ON_PAPER = ("ink", "ink-2")


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read_on_every_ground(theme: str) -> None:
    colour = tokens(theme)
    pairs = [(word, ground) for word in ON_NIGHT for ground in GROUNDS]
    pairs += [("text-3", ground) for ground in GROUNDS]
    pairs += [("text", "night-4")]
    pairs += [(word, ground) for word in ON_PAPER for ground in ("paper", "paper-2")]
    pairs += [("ink", ground) for ground in ("acid", "acid-pale", "acid-dots", "warn", "miss")]
    pairs += [
        ("on-good", "good"),
        ("on-chosen", "chosen"),
        ("white", "red"),
        ("white", "ink-3"),
        ("acid", "ink"),
        ("text", "acid-deep"),
    ]
    pairs += [("ink", f"seat-{letter}") for letter in "abcdef"]
    pale = {pair: round(contrast(*(colour[name] for name in pair)), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in pale.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_that_mean_something_can_be_seen(theme: str) -> None:
    colour = tokens(theme)
    seen = {
        (line, ground): round(contrast(colour[line], colour[ground]), 2)
        for line in ("acid-line", "quiet-ico", "mark")
        for ground in GROUNDS
    }
    assert {pair: ratio for pair, ratio in seen.items() if ratio < 3} == {}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.parent.parent.name + "/" + sheet.name)
def test_colours_have_names(sheet: Path) -> None:
    """A colour that is written out is the value of a property, so that a theme can change it; but for masks."""
    text = re.sub(r'url\("data:[^"]*"\)|/\*.*?\*/', "", sheet.read_text("utf-8"), flags=re.DOTALL)
    said = re.findall(r"([\w-]+): ([^;{}]*(?:#[0-9a-fA-F]{3,8}\b|rgba?\()[^;{}]*)", text)
    assert [(name, value) for name, value in said if not name.startswith("--") and "mask" not in name] == []


def test_no_sheet_asks_for_the_theme() -> None:
    """`light-dark()` is the one way: the switch and the system are then the same thing everywhere."""
    asking = [
        sheet.name for sheet in SHEETS if re.search("data-theme|prefers-color-scheme", sheet.read_text())
    ]
    assert asking == ["tokens.css"]


# ── In the browser; boards: test_crowded.py ────────────────────────────────────────────────────


@pytest.mark.browser
def test_a_pale_word_is_seen(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/about")
    assert pale(desk) == []
    desk.evaluate("Object.assign(document.querySelector('h1').style, { background: '#fff', color: '#aaa' })")
    (said,) = pale(desk)
    assert "2.32 h1" in said


@pytest.mark.browser
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/first",
        "/new/syndicate",
        "/rules",
        "/rules/villagers",
        "/house/villagers",
        "/balance/villains",
        "/about",
        "/tables",
        "/sit",
        "/import",
    ],
)
def test_pages(request: pytest.FixtureRequest, server: Server, size: str, path: str) -> None:
    page: Page = request.getfixturevalue(size)
    page.goto(server.url + path)
    assert page.evaluate(OUT) <= 0
    assert faults(page, by_axe=("dark",) if size == "desk" else ()) == []


@pytest.mark.browser
@pytest.mark.parametrize("game", knaves.GAMES)
def test_guides_replays_and_ends(desk: Page, server: Server, game: str) -> None:
    desk.goto(f"{server.url}/guide/{game}")
    assert faults(desk, by_axe=()) == []
    table = imported(desk, server, record(game, 4))
    for path in ("end", "replay/20"):
        desk.goto(f"{table}/{path}")
        assert faults(desk, by_axe=("dark",) if path == "end" else ()) == [], path


@pytest.mark.browser
def test_lobby_join_settings_and_menu(browser: Browser, desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/new/villagers")
    desk.click("#open")
    desk.wait_for_selector("#lobby")
    assert faults(desk) == []
    guest = browser.new_context(viewport=DESK).new_page()
    guest.goto(desk.url)
    assert faults(guest) == []
    guest.context.close()
    sit_down(desk, server, "villagers")
    desk.click("#tool-menu > summary")
    assert faults(desk) == []
    desk.click("#open-settings")
    assert faults(desk) == []


@pytest.mark.browser
@pytest.mark.parametrize("theme", THEMES)
def test_the_system_decides_without_a_script(browser: Browser, server: Server, theme: str) -> None:
    page = browser.new_context(color_scheme=theme, java_script_enabled=False).new_page()  # type: ignore[arg-type]
    page.goto(server.url)
    ground = tokens(theme)["night-0"]
    rgb = ", ".join(str(int(ground[k : k + 2], 16)) for k in (1, 3, 5))
    expect(page.locator(".topbar")).to_have_css("background-color", f"rgb({rgb})")
    expect(page.locator(".theme")).to_be_hidden()  # what could not work is not there
    page.context.close()


@pytest.mark.browser
def test_the_switch_is_kept_in_this_browser_and_nothing_flashes(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=DESK, color_scheme="dark")
    page = context.new_page()
    calm(page)
    page.goto(server.url)
    page.select_option(".theme select", "light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    # before the first element of the body is there, the theme is: nothing was drawn in the other
    page.add_init_script(
        """new MutationObserver(() => { if (document.body) window.first ??= document.documentElement.dataset.theme })
             .observe(document, { childList: true, subtree: true });"""
    )
    page.goto(f"{server.url}/rules/villagers")
    assert page.evaluate("window.first") == "light"
    other = context.new_page()
    calm(other)
    sit_down(other, server, "villagers")
    expect(other.locator("html")).to_have_attribute("data-theme", "light")
    other.click("#tool-menu > summary")
    other.click("#open-settings")
    expect(other.locator("#settings [data-setting=theme]")).to_have_value("light")
    other.select_option("#settings [data-setting=theme]", "system")
    expect(other.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    # the other window follows
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    context.close()


@pytest.mark.browser
def test_reduced_motion_is_honoured(desk: Page, server: Server) -> None:
    """Nothing runs on its own for who does not want it: no animation and no transition that takes time."""
    assert desk.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    for path in ("/", "/new/villagers"):
        desk.goto(server.url + path)
        assert desk.evaluate("document.getAnimations().length") == 0
    for game in knaves.GAMES:
        sit_down(desk, server, game)
        moving = desk.evaluate("document.getAnimations().map((a) => a.animationName ?? a.transitionProperty)")
        assert moving == []
