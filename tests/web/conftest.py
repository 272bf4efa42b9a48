"""One server and one browser for each module of browser tests, and pages that fail with their console."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.serving import DESK, PHONE, Motion, Server, calm, chromium, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def motion() -> Motion:
    """Nothing moves: painting that without a graphics card takes half the time of a game by clicks. A module with tests
    about what moves says so."""
    return "reduce"


@pytest.fixture
def desk(browser: Browser, motion: Motion) -> Iterator[Page]:
    yield from _page(browser.new_context(viewport=DESK, reduced_motion=motion))


@pytest.fixture
def phone(browser: Browser, motion: Motion) -> Iterator[Page]:
    yield from _page(
        browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion=motion)
    )


def _page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails the test when its console has an error."""
    page = context.new_page()
    calm(page)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    errors = [error for error in errors if not re.search("WebSocket|ERR_CONNECTION|status of 422", error)]
    assert not errors, errors
