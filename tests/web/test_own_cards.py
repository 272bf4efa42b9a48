"""The desk for cards of one's own in a browser: a line is put right by one touch, and had back by another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.serving import Server
from tests.web.test_faces import NIGHT_WATCH
from tests.web.test_gallery import URCHIN

pytestmark = pytest.mark.browser


def test_a_line_is_put_right_and_had_back(desk: Page, server: Server) -> None:
    desk.goto(f"{server.url}/cards/villagers/own")
    desk.fill("#cards", NIGHT_WATCH + URCHIN)
    expect(desk.locator("#errs-here [data-mend]")).to_have_count(2)
    expect(desk.locator("#unmend")).to_be_hidden()
    desk.click("text=Leave it out")
    expect(desk.locator("#cards")).not_to_have_value(NIGHT_WATCH + URCHIN)
    assert "rank = 1" not in desk.input_value("#cards")
    desk.click("text=Put it right")
    assert '"gain"' in desk.input_value("#cards")
    desk.click("#unmend")
    assert '"gian"' in desk.input_value("#cards")
    desk.click("#unmend")
    expect(desk.locator("#cards")).to_have_value(NIGHT_WATCH + URCHIN)
    expect(desk.locator("#unmend")).to_be_hidden()
    expect(desk.locator("#errs-here [data-mend]")).to_have_count(2)
