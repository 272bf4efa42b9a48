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


def arch_villain(
    browser: Browser, server: Server, answers: Sequence[list[str | int]], phone: bool = False, **words: object
) -> Page:
    """Bulwark has four energy, and in a fight the contact who rolls two dice again."""
    cards = ["tech_genius"] if "dice" in words else []
    players = [{"hero": "bulwark", "energy": 4, "dice": 6, "cards": cards}, {"hero": "moth"}]
    given = {"order": [0, 1], "players": players, "villain": "crimson_death", "turn": "2", **words}
    scene = Board("arch_villain", PLAYERS, ())
    scene.scenes = {"here": {"seats": 2, "seed": 1, "set": given, "answers": list(answers)}}
    return scene.sit_down(browser, server, "here", "a", phone)


def in_sight(page: Page, selector: str) -> bool:
    """Can it be touched where it stands?"""
    inside = """(el) => {
      const box = el.getBoundingClientRect();
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.width > 0 && (el === at || el.contains(at));
    }"""
    return bool(page.locator(selector).evaluate(inside))


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)])
def test_two_dice_that_show_the_same_are_rolled_again(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    page = arch_villain(browser, server, [], step="arrest", dice=[1, 1, 1, 2, 6])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    go, tally = page.locator("#do"), page.locator("#tally")
    expect(tally).to_have_text("Roll 1 to 2 again: 0 of 2 chosen")
    expect(page.locator("#answers .many__less:visible")).to_have_count(0)
    page.click("#opt-1")
    page.click("#opt-1")  # it stands where it stood
    expect(tally).to_have_text("Roll 1 to 2 again: 2 of 2 chosen")
    expect(go).to_have_text("Roll 2 again")
    expect(go).to_have_attribute("data-locked", "")  # what is picked can be changed, what is rolled cannot
    expect(page.locator('[data-thing="die:1"]')).to_have_attribute("data-count", "2")
    picture(page, f"again-{size[0]}")
    page.click("#opt-2")
    expect(page.locator("#toasts")).to_contain_text("give one back first")
    assert in_sight(page, "#opt-1 + .many__less")
    page.click("#opt-1 + .many__less")
    expect(go).to_have_text("Roll a 1 again")
    page.keyboard.press("2")
    page.keyboard.press("2")  # there is one 2: it is given back
    expect(tally).to_have_text("Roll 1 to 2 again: 1 of 2 chosen")
    if size[0] > 1100:
        page.locator('[data-thing="die:1"]').click()  # on the board
    else:  # the own cards are folded away
        page.keyboard.press("1")
    expect(go).to_have_text("Roll 2 again")
    page.click("#do")
    expect(page.locator("#log")).to_contain_text("has dice rolled again")
    page.context.close()


@pytest.mark.browser
def test_steps_of_training_go_to_several_tracks(browser: Browser, server: Server) -> None:
    page = arch_villain(
        browser, server, [["space", 0], ["take_tokens"]], spaces={"dockside": ["cubes", "cubes"]}
    )
    go = page.locator("#do")
    expect(page.locator("#tally")).to_have_text("Raise skills by 4: 0 of 4 chosen")
    for key in "112":
        page.keyboard.press(key)
    expect(page.locator("#opt-1")).to_contain_text("agility to 2")
    expect(go).to_have_text("1 more to choose")
    expect(go).to_be_disabled()
    page.locator('[data-thing="skill:2"]').click()
    expect(go).to_have_text("Raise skills by 4")
    picture(page, "train-desk")
    page.click("#unpick")
    page.keyboard.press("1")
    page.click("#do")
    for line in ("raises agility to 3", "raises strength to 1"):
        expect(page.locator("#log")).to_contain_text(line)
    expect(page.locator("#log")).not_to_contain_text("agility to 2")  # one answer for each track
    page.context.close()


@pytest.mark.browser
def test_levels_are_touched_on_a_phone(browser: Browser, server: Server) -> None:
    page = arch_villain(
        browser, server, [["space", 0], ["take_tokens"]], True, spaces={"dockside": ["cubes", "cubes"]}
    )
    page.locator("label[for=tab-you]").tap()
    levels = page.locator(".level")
    levels.nth(2).tap()  # agility to 3
    expect(page.locator("#tally")).to_have_text("Raise skills by 4: 3 of 4 chosen")
    levels.nth(2).tap()  # and back
    expect(page.locator("#tally")).to_have_text("Raise skills by 4: 0 of 4 chosen")
    levels.nth(1).tap()
    levels.nth(5).tap()  # strength to 2
    expect(page.locator(".level.is-chosen")).to_have_text(["2", "2"])
    picture(page, "train-phone")
    page.tap("#do")
    expect(page.locator("#tally")).to_have_count(0)
    page.context.close()


@pytest.mark.browser
def test_tokens_and_cards_are_taken_together(browser: Browser, server: Server) -> None:
    lay = {"dockside": ["throwing_stars", "net_gun", "die", "die", "energy", "energy"]}
    page = arch_villain(browser, server, [["space", 0]], True, spaces=lay)
    page.tap("#tok-0-energy")
    page.tap("#tok-0-die")
    page.tap("#tok-0-die")
    expect(page.locator("#tok-0-die")).to_have_attribute("data-count", "2")
    page.locator(".item", has_text="Throwing Stars").tap()
    expect(page.locator("#do")).to_have_text("Take 4")
    picture(page, "items-phone")
    page.tap("#do")
    expect(page.locator("#tally")).to_have_count(0)
    page.locator("label[for=tab-log]").tap()
    for line in ("takes 4 energy", "takes 1 die token", "buys Throwing Stars"):
        expect(page.locator("#log")).to_contain_text(line)
    page.context.close()


@pytest.mark.browser
def test_two_cards_that_cannot_both_be_paid_are_refused(browser: Browser, server: Server) -> None:
    """And the picks stay, so that one can be given back. All tokens are taken at one touch, or with what is picked."""
    page = arch_villain(
        browser, server, [["space", 0]], spaces={"dockside": ["throwing_stars", "net_gun", "die", "energy"]}
    )
    for name in ("Throwing Stars", "Net Gun"):
        page.locator(".item", has_text=name).click()
    page.click("#do")
    expect(page.locator("#toasts")).to_contain_text("you cannot pay that")
    expect(page.locator("#do")).to_have_text("Take 2")
    page.click("#unpick")
    page.click("[data-no]")  # all the tokens
    expect(page.locator("#do")).to_have_text("Take 2")
    page.click("#do")
    expect(page.locator("#log")).to_contain_text("buys Throwing Stars")
    expect(page.locator("#log")).to_contain_text("takes 1 die token")
    page.context.close()


def placing(browser: Browser, server: Server, phone: bool = False) -> Page:
    """Two Human First of Haas-Bioroid's emergency card are to be placed; one is in Rabotgorod already."""
    city: dict[str, list[str]] = {place: ["android"] for place in "1238"} | {"5": ["human_first"]}
    given = {
        "step": "deal",
        "active": 3,
        "capital": [10] * 6,
        "track": ["aaron_marron", "coach_walden"],
        "hands": {str(seat): [] for seat in range(6)},
        "city": city,
        "facedown": ["globalsec", "jinteki", "melange_mining", "nbn", "weyland"],
    }
    scene = Board("new_angeles", PLAYERS, ())
    before: list[list[str | int]] = [["propose", 101], ["stock", 0], ["stock", 1]]
    scene.scenes = {"here": {"seats": 6, "seed": 1, "set": given, "answers": before}}
    return scene.sit_down(browser, server, "here", "d", phone)


COVERED = """() => [...document.querySelectorAll('.dist.is-choosable')].filter((district) => {
  const range = document.createRange(), key = district.querySelector('.card__key').getBoundingClientRect();
  range.selectNodeContents(district.querySelector('.dh b'));
  const name = range.getBoundingClientRect();
  return name.right > key.left && name.top + 4 < key.bottom;  // letters begin a little below
}).map((district) => district.textContent)"""


@pytest.mark.browser
@pytest.mark.parametrize("phone", [False, True])
def test_pieces_come_to_one_district_twice(browser: Browser, server: Server, phone: bool) -> None:
    page = placing(browser, server, phone)
    assert page.evaluate(COVERED) == [], "names that their keys lie upon"
    touch = page.tap if phone else page.click
    expect(page.locator("#tally")).to_have_text("Place 2 Human First: 0 of 2 chosen")
    touch("#opt-2")
    touch("#opt-2")
    expect(page.locator("#opt-2 kbd")).to_have_attribute("data-count", "×2")
    expect(page.locator("#do")).to_have_text("Place 2 Human First")
    assert in_sight(page, "#opt-2 + .many__less")
    picture(page, f"place-{'phone' if phone else 'desk'}")
    touch("#opt-2 + .many__less")
    touch("#opt-1")
    touch("#do")
    expect(page.locator("#tally")).to_have_count(0)
    if phone:
        page.locator("label[for=tab-log]").tap()
    for line in ("Placed in Quinde: Human First.", "Placed in Guayaquil: Human First."):
        expect(page.locator("#log")).to_contain_text(line)
    page.context.close()


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
