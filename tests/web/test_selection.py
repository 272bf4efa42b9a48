"""Some of several things, and amounts, with one confirmation: by mouse, touch and keyboard, and without a script."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import kit
from tests.web.boards import Board
from tests.web.serving import Server

PLAYERS = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
NEW_ANGELES = Board("new_angeles", PLAYERS, ())
VILLAGERS = Board("villagers", PLAYERS, ())
BEFORE_THE_DISCARD = 10  # answers of the crowded scene: then Bruno pays three cards for his counteroffer


def discard(browser: Browser, server: Server, phone: bool = False) -> Page:
    row = NEW_ANGELES.scenes["crowded"]
    return at(NEW_ANGELES, browser, server, row.get("answers", [])[:BEFORE_THE_DISCARD], "e", phone)


def roll(browser: Browser, server: Server, phone: bool = False) -> Page:
    """Ines has 12 gold and names the sixth card: rolls can be bought."""
    return at(VILLAGERS, browser, server, [["recruit", 1]], "b", phone)


def at(
    board: Board,
    browser: Browser,
    server: Server,
    answers: Sequence[list[str | int]],
    letter: str,
    phone: bool,
) -> Page:
    scene = Board(board.game, board.names, ())
    scene.scenes = {"here": {**board.scenes["crowded"], "answers": list(answers)}}
    return scene.sit_down(browser, server, "here", letter, phone)


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("KNAVES_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.browser
def test_three_cards_are_discarded_by_one_confirmation(browser: Browser, server: Server) -> None:
    page = discard(browser, server)
    go, tally = page.locator("#do"), page.locator("#tally")
    expect(tally).to_have_text("Discard 3 of 5: choose 3 more")
    expect(go).to_be_disabled()
    page.locator("#hand .card", has_text="Gentrification").click()  # on the board
    page.locator("#answers .opt", has_text="Riot Control").click()  # in the prompt
    expect(tally).to_have_text("Discard 3 of 5: choose 1 more")
    expect(go).to_be_disabled()
    expect(go).to_have_text("1 more to choose")
    expect(page.locator("#hand .card.is-chosen")).to_have_count(2)
    picture(page, "some-desk")
    page.click("#unpick")  # the last one is given back
    expect(page.locator("#answers .opt.is-chosen")).to_have_count(1)
    page.locator("#hand .card", has_text="Gentrification").click()  # and the first, by touching it again
    expect(tally).to_have_text("Discard 3 of 5: choose 3 more")
    for key in "124":
        page.keyboard.press(key)
    expect(go).to_have_text("Discard 3")
    page.keyboard.press("5")  # one too many
    expect(page.locator("#toasts")).to_contain_text("give one back first")
    seq = page.get_attribute("#table", "data-seq")
    page.keyboard.press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-seq", seq or "")
    expect(page.locator("#tally")).to_have_count(0)
    for name, count in (("Scorched Earth", 0), ("Gentrification", 0), ("Riot Control", 1)):
        expect(page.locator("#hand .card", has_text=name)).to_have_count(count)


@pytest.mark.browser
def test_the_same_by_touch(browser: Browser, server: Server) -> None:
    page = discard(browser, server, phone=True)
    page.locator("label[for=tab-you]").tap()
    for name in ("Gentrification", "Full Deployment"):
        page.locator("#hand .card", has_text=name).tap()
    picture(page, "some-phone")
    page.locator("#answers .opt", has_text="Scorched Earth").tap()
    expect(page.locator("#do")).to_have_text("Discard 3")
    page.tap("#do")
    expect(page.locator("#hand .card", has_text="Full Deployment")).to_have_count(0)
    expect(page.locator("#hand .card", has_text="Riot Control")).to_have_count(1)


@pytest.mark.browser
def test_rolls_are_bought_with_a_stepper(browser: Browser, server: Server) -> None:
    page = roll(browser, server)
    go, amount = page.locator("#do"), page.locator("#amount")
    expect(amount).to_have_value("0")
    expect(page.locator("#less")).to_be_disabled()
    expect(page.locator("#tally")).to_have_text("0 to 12")
    expect(page.locator("#answers .opt", has_text="extra").first).to_be_hidden()
    asked = page.get_attribute("#table", "data-ask")
    page.keyboard.press("Enter")  # nothing was set: nothing happens
    page.click("#plus")
    page.click("#plus")
    page.click("#less")
    expect(amount).to_have_value("1")
    page.keyboard.type("13")  # more than there is
    expect(go).to_be_disabled()
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(amount).to_have_value("3")
    expect(go).to_contain_text("3")
    picture(page, "amount-desk")
    assert page.get_attribute("#table", "data-ask") == asked
    page.keyboard.press("Enter")
    expect(page.locator("#table")).not_to_have_attribute("data-ask", asked or "")


@pytest.mark.browser
def test_the_stepper_by_touch(browser: Browser, server: Server) -> None:
    page = roll(browser, server, phone=True)
    for _ in range(2):
        page.tap("#plus")
    picture(page, "amount-phone")
    box = page.locator("#plus").bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 40
    page.tap("#do")
    expect(page.locator("#stepper")).to_have_count(0)


def test_without_a_script_single_picks_still_work() -> None:
    row = NEW_ANGELES.scenes["crowded"]
    with kit.web() as client:
        seats = [{"kind": "person", "name": name} for name in PLAYERS]
        plan = {"game": "new_angeles", "seats": seats, "seed": row["seed"], "scenario": row["set"]}
        ticket = client.post("/api/tables", json=plan).json()
        client.get(f"/j/{ticket['table']}/{ticket['token']}")
        address = f"/t/{ticket['table']}"
        single: list[list[str | int]] = [["discard", 98], ["discard", 85]]
        for option in [*row.get("answers", [])[:BEFORE_THE_DISCARD], *single]:
            html = client.get(address).text
            fields = dict(re.findall(r'name="(seat|seq)" value="(\d+)"', html))
            done = client.post(f"{address}/do", data={"do": "answer", **fields, "option": json.dumps(option)})
            assert done.status_code == 200
        html = client.get(f"{address}/e").text
    assert 'id="stepper"' not in html and 'id="tally"' not in html  # one is left to pick: a plain answer
    assert "discard 1 card" in html
