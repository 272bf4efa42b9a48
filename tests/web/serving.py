"""A real server in a thread, and a real browser before it."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

import uvicorn
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from knaves.table import Hall
from knaves.web.app import config, create_app
from knaves.web.http.caps import Caps
from tests.patience import PATIENCE, until

expect.set_options(timeout=1000 * PATIENCE)

ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

Motion: TypeAlias = Literal["reduce", "no-preference"]
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)


class Server:
    """Knaves on a free port. `stop` and `start` again: the same port, the same database."""

    def __init__(self, db: str = ":memory:", pace: float = 0.0) -> None:
        self.db, self.pace = db, pace
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://localhost:{self.port}"

    def start(self) -> None:
        async def make_hall() -> Hall:
            return await Hall.open(self.db, pace=self.pace)

        app = create_app(make_hall, Caps.none())
        self.server = uvicorn.Server(config(app, "127.0.0.1", self.port))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until("the server does not start", lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)


@contextmanager
def serving(db: str = ":memory:", pace: float = 0.0) -> Iterator[Server]:
    server = Server(db, pace)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def chromium_path() -> str:
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    assert path, (
        "The browser tests need Chromium: run scripts/chromium, or install it ('apt install chromium')."
    )
    return path


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGS))
        try:
            yield browser
        finally:
            browser.close()


def new_page(browser: Browser, viewport: ViewportSize = DESK) -> Page:
    page = browser.new_context(viewport=viewport, reduced_motion="reduce").new_page()
    calm(page)
    return page


def calm(page: Page) -> None:
    """What came since one's last move opens over the board once it has been fetched: a matter of luck for a test. And
    what glows does not breathe: painting that over and over without a graphics card takes most of a test's time. The
    page tells when the socket has brought the table."""
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(
        """const tell = () => document.documentElement.dataset.live = "yes";
           addEventListener("htmx:ws:after:message:incoming", () => setTimeout(tell));
           addEventListener("DOMContentLoaded", () => {
             const sheet = new CSSStyleSheet();
             sheet.replaceSync("#since { display: none } .is-choosable { animation: none }");
             document.adoptedStyleSheets = [sheet];
           });"""
    )


def brought(page: Page) -> None:
    """Waits until the socket has brought the table to this page."""
    page.wait_for_selector("html[data-live]", state="attached")
