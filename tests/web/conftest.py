"""One server and one browser for the browser tests of a worker, and pages that fail with their console."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page

from tests.web.house import HOUSE, House
from tests.web.serving import LOOKS, Motion, Server, calm, chromium, new_page, serving, windows


@pytest.fixture
def house() -> House:
    """Tests that ask for it come in a row: see tests/conftest.py."""
    return HOUSE


@pytest.fixture
def server(house: House) -> Server:
    return house.the(serving)


@pytest.fixture
def browser(house: House) -> Iterator[Browser]:
    yield house.the(chromium)
    windows.take_back()


@pytest.fixture
def motion() -> Motion:
    """Nothing moves: painting that without a graphics card takes half the time of a game by clicks. A module with tests
    about what moves says so."""
    return "reduce"


@pytest.fixture
def desk(browser: Browser, motion: Motion) -> Iterator[Page]:
    yield from _page(browser, False, motion)


@pytest.fixture
def phone(browser: Browser, motion: Motion) -> Iterator[Page]:
    yield from _page(browser, True, motion)


def _page(browser: Browser, phone: bool, motion: Motion) -> Iterator[Page]:
    """A page that fails the test when its console has an error. Where something moves a test may turn the clock, which
    is the whole window's: so it has one of its own."""
    if motion == "reduce":
        page = new_page(browser, phone)
    else:
        page = calm(browser.new_context(**LOOKS[phone], reduced_motion=motion).new_page())
    errors: list[str] = []

    def fell(error: Error) -> None:
        errors.append(str(error))

    def spoke(said: ConsoleMessage) -> None:
        if said.type == "error":
            errors.append(said.text)

    page.on("pageerror", fell)
    page.on("console", spoke)
    yield page
    page.remove_listener("pageerror", fell)
    page.remove_listener("console", spoke)
    if motion != "reduce":
        page.context.close()
    errors = [error for error in errors if not re.search("WebSocket|ERR_CONNECTION|status of 422", error)]
    assert not errors, errors
