"""A real server in a thread, and a real browser before it, whose windows are lent to one test after the other."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias, TypedDict
from urllib.parse import urlsplit

import uvicorn
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from knaves.table import Hall
from knaves.web.app import config, create_app
from knaves.web.http.caps import Caps
from tests.patience import PATIENCE, until

expect.set_options(timeout=1000 * PATIENCE)

ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # there is none: a process less that draws
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

Motion: TypeAlias = Literal["reduce", "no-preference"]
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)

CORNER = 16
"""Pixels, see `paint`."""


class Look(TypedDict, total=False):
    service_workers: Literal["allow", "block"]
    viewport: ViewportSize
    has_touch: bool
    is_mobile: bool


LOOKS: dict[bool, Look] = {
    False: {"service_workers": "block", "viewport": DESK},
    True: {"service_workers": "block", "viewport": PHONE, "has_touch": True, "is_mobile": True},
}
"""Of a desk, and of a phone. Where everything stored is gone after each test, each would let the service worker move in
anew: a quarter of what a page takes. It is at work in the windows that tests about it open themselves."""


class Server:
    """Knaves on a free port. `stop` and `start` again: the same port, the same database."""

    def __init__(self, db: str = ":memory:", pace: float = 0.0, host: str = "127.0.0.1") -> None:
        self.db, self.pace, self.host = db, pace, host
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://localhost:{self.port}"

    def start(self) -> None:
        async def make_hall() -> Hall:
            return await Hall.open(self.db, pace=self.pace)

        app = create_app(make_hall, Caps.none())
        self.server = uvicorn.Server(config(app, self.host, self.port))
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
            windows.forget()
            browser.close()


class Windows:
    """Contexts of a browser with a page each, lent to one test after the other: what a page has fetched and compiled
    serves the next, too, and so does its process, which takes as long to start as many a page to load. Whoever gets one
    finds it as new: no cookie, nothing stored, no way back, no mouse over it."""

    def __init__(self) -> None:
        self.idle: dict[tuple[Browser, bool], list[BrowserContext]] = {}
        self.lent: list[tuple[Browser, bool, Page]] = []
        self.spoilt: set[Page] = set()
        self.asking: dict[Page, CDPSession] = {}
        self.been: set[str] = set()  # origins that may have stored something

    def lend(self, browser: Browser, phone: bool) -> Page:
        idle = self.idle.setdefault((browser, phone), [])
        context = idle.pop() if idle else browser.new_context(**LOOKS[phone], reduced_motion="reduce")
        page = context.pages[0] if context.pages else calm(context.new_page())
        self.lent.append((browser, phone, page))
        context.clear_cookies()
        if page not in self.asking:
            self.asking[page] = context.new_cdp_session(page)
        asking = self.asking[page]
        for origin in self.been:
            asking.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        asking.send("Page.resetNavigationHistory")
        paint(asking, phone, corner=True)
        return page

    def spoil(self, page: Page) -> Page:
        """What a test puts into a page for good (a script at its start, a way of its own to the server): no other test
        gets it."""
        self.spoilt.add(page)
        return page

    def paint_whole(self, page: Page) -> None:
        paint(self.asking[page], next(phone for _, phone, one in self.lent if one is page), corner=False)

    def take_back(self) -> None:
        for browser, phone, lent in self.lent:
            if lent.context not in browser.contexts:
                del self.asking[lent]
                continue  # a test has closed it
            for page in lent.context.pages:
                address = urlsplit(page.url)
                self.been.add(f"{address.scheme}://{address.netloc}")
                if page is not lent or page in self.spoilt or not emptied(page, LOOKS[phone]["viewport"]):
                    page.close()
                    self.asking.pop(page, None)
            self.idle[browser, phone].append(lent.context)
        self.lent.clear()
        self.spoilt.clear()

    def forget(self) -> None:
        self.idle.clear()
        self.lent.clear()
        self.spoilt.clear()
        self.asking.clear()
        self.been.clear()


def paint(asking: CDPSession, phone: bool, corner: bool) -> None:
    """Nobody looks at what is painted, which without a graphics card takes a quarter of a page's time: so a window
    shows a corner of its page. The page is laid out, touched and scrolled in its full size all the same. What needs
    it all: the wheel of the mouse. A picture, or another size that a test gives it (`set_viewport_size`), is whole."""
    size = LOOKS[phone]["viewport"]
    shape: dict[str, object] = {
        **size,
        "screenWidth": size["width"],
        "screenHeight": size["height"],
        "deviceScaleFactor": 1,
        "mobile": phone,
        "screenOrientation": {"angle": 0, "type": "portraitPrimary" if phone else "landscapePrimary"},
        "dontSetVisibleSize": corner,
    }
    asking.send("Emulation.setDeviceMetricsOverride", shape)
    if corner:
        asking.send("Emulation.setVisibleSize", {"width": CORNER, "height": CORNER})


def emptied(page: Page, size: ViewportSize) -> bool:
    """Goes where nothing runs, at the same server: elsewhere it would be in another process. False if that is gone."""
    address = urlsplit(page.url)
    if address.hostname is None:
        return False
    try:
        page.goto(f"{address.scheme}://{address.netloc}/static/favicon.svg")
    except PlaywrightError:
        return False
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.mouse.move(-1, -1)
    if page.viewport_size != size:
        page.set_viewport_size(size)
    return True


windows = Windows()


def new_page(browser: Browser, phone: bool = False) -> Page:
    """In a window that was lent, where nothing moves. It is taken back when the test is over."""
    return windows.lend(browser, phone)


def calm(page: Page) -> Page:
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
    return page


def brought(page: Page) -> None:
    """Waits until the socket has brought the table to this page."""
    page.wait_for_selector("html[data-live]", state="attached")
