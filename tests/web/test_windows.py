"""What one test does before its page, the next does not find there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.web.serving import DESK, LOOKS, Server, new_page, windows

pytestmark = pytest.mark.browser
FOUND = """() => [localStorage.length, sessionStorage.length, document.cookie, history.length, innerWidth,
                  document.querySelectorAll('body :hover').length, 'mine' in window]"""


def found(page: Page, server: Server) -> object:
    page.goto(f"{server.url}/about")
    return page.evaluate(FOUND)


def test_a_window_is_lent_as_new(browser: Browser, server: Server) -> None:
    page = new_page(browser)
    page.goto(f"{server.url}/tables")
    page.evaluate("localStorage.a = sessionStorage.a = window.mine = 1; document.cookie = 'a=1'")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.mouse.move(500, 20)
    assert found(page, server) != [0, 0, "", 2, DESK["width"], 0, False]
    windows.take_back()
    again = new_page(browser)
    assert again is page
    assert found(again, server) == [0, 0, "", 2, DESK["width"], 0, False]


def test_a_page_with_a_script_of_its_own_is_not_lent_again(browser: Browser, server: Server) -> None:
    page = windows.spoil(new_page(browser))
    page.add_init_script("window.mine = 1")
    page.goto(f"{server.url}/about")
    windows.take_back()
    again = new_page(browser)
    again.goto(f"{server.url}/about")
    assert again is not page and not again.evaluate("'mine' in window")


@pytest.mark.parametrize("phone", [False, True])
def test_a_page_has_its_full_size_though_a_corner_of_it_is_painted(
    browser: Browser, server: Server, phone: bool
) -> None:
    page, size = new_page(browser, phone), LOOKS[phone]["viewport"]
    page.goto(f"{server.url}/about")
    shape = "[innerWidth, innerHeight, screen.width, screen.height, devicePixelRatio]"
    assert page.evaluate(shape) == [size["width"], size["height"]] * 2 + [1]
    page.evaluate("() => { onmousedown = (event) => { window.hit = [event.clientX, event.clientY] } }")
    far = [size["width"] - 5, size["height"] - 5]
    page.mouse.click(*far)
    assert page.evaluate("window.hit") == far
