"""First games: every game with a screen has one, and its hints are true, reachable, and stay where they were."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

import knaves
from knaves.core.clauses import ledger
from knaves.games import find
from knaves.table import Who
from knaves.table.house.table_openings import from_plan
from knaves.table.log import records as r
from knaves.table.pages import page_builder
from knaves.table.pages.page import Page
from knaves.table.state.lesson import Lesson
from knaves.table.state.progress import Progress
from knaves.web.draw.guide import Guide, GuideHint, When, due_now, first_game, guide_of, hint_for
from knaves.web.draw.rendering import GAMES_DIR, body_of
from tests.web.kit import Seen, other, web

NAMES = ("Oskar", "Mirela", "Tamsin", "Bruno", "Ines")
SCREENS = [game for game in knaves.GAMES if (GAMES_DIR / game / "screen").is_dir()]
every_guide = pytest.mark.parametrize("game", SCREENS)


def guide(game: str) -> Guide:
    found = guide_of(game)
    assert found is not None, f"{game} has a screen and no guide"
    return found


def opened(game: str) -> Progress:
    records = from_plan(first_game(game, guide(game), "Ann", NAMES), 0.0).records
    assert isinstance(records[0], r.Opened)
    progress = Progress.open(records[0])
    for seq, record in enumerate(records[1:], 2):
        progress.advance(seq, record)
    return progress


def pages(game: str, seed: int, read: bool, most: int = 400) -> Iterator[tuple[Progress, Page]]:
    """The learner's pages of a first game; some answers are random. `read`: every hint is put aside."""
    progress, rng, rules = opened(game), Random(seed), find(game)
    you = guide(game).you
    who = Who(seats=(you,), watches=True)
    while (ask := progress.position.ask()) is not None and most:
        seat, view = ask.seats[0], progress.position.view(ask.seats[0])
        if seat == you:
            most -= 1
            page = page_builder.page("t", progress.book, progress, you, who, 0.0, 18)
            yield progress, page
            while read and (shown := hint_for(page)) is not None:
                progress.advance(progress.book.written + 1, r.Hinted(at=0.0, hint=shown.hint.id))
                page = page_builder.page("t", progress.book, progress, you, who, 0.0, 18)
                yield progress, page
        options = ask.options(seat)
        chance = seat == you and rng.random() < 0.25
        option = rng.choice(options) if chance else rules.advise(view, options, rng)
        progress.advance(progress.book.written + 1, r.Answered(at=0.0, seat=seat, option=option, by="bot"))


@every_guide
def test_a_guide_names_what_exists(game: str) -> None:
    one, rules = guide(game), find(game)
    ids = {clause.id for clause in ledger(game).clause}
    assert 8 <= len(one.hint) <= 14
    assert len({hint.id for hint in one.hint}) == len(one.hint)
    assert one.seats in rules.about.seats
    for hint in one.hint:
        assert hint.clause in ids, hint
        assert re.fullmatch(r"[a-z]{2,12}", hint.id)
        assert len(hint.title) <= 34 and len(hint.text) <= 250, hint.id
        when = hint.when
        assert (
            sum((bool(when.verb), bool(when.event), bool(when.mine), bool(when.asked), when.answers >= 0))
            == 1
        )
        assert not when.verb or when.verb in rules.verbs, hint
        assert not (when.event or when.mine) or (when.event or when.mine) in rules.events, hint
        assert not when.asked or when.asked in ids, hint
    assert not (GAMES_DIR / game / "screen" / "guide.md").exists(), "the guide is told once"


@every_guide
def test_every_hint_is_reached_and_points_at_what_is_there(game: str) -> None:
    missing = {hint.id for hint in guide(game).hint}
    for seed in range(12):
        for _, page in pages(game, seed, read=True):
            shown = hint_for(page)
            if shown is not None and shown.hint.id in missing:
                body = body_of(page)
                assert shown.hint.title.replace("'", "&#39;") in body
                if shown.hint.point:
                    assert f'id="{shown.hint.point}"' in body, shown.hint
                missing.discard(shown.hint.id)
        if not missing:
            return
    raise AssertionError(f"never shown: {missing}")


@every_guide
def test_a_hint_stays_until_it_is_put_aside(game: str) -> None:
    """However the game goes on, also while others decide; and then the next one comes."""
    shown = [hint_for(page) for _, page in pages(game, 1, read=False, most=25)]
    assert {one.hint.id for one in shown if one is not None} == {guide(game).hint[0].id}
    assert None not in shown


@every_guide
def test_hints_are_counted_as_they_come(game: str) -> None:
    """1, 2, 3, …; in the order of the file, as far as a usual game lets them."""
    for seed in range(3):
        came: list[tuple[int, str]] = []
        for _, page in pages(game, seed, read=True, most=120):
            shown = hint_for(page)
            if shown is not None and (not came or came[-1][1] != shown.hint.id):
                came.append((shown.number, shown.hint.id))
        assert [number for number, _ in came] == list(range(1, len(came) + 1))
        order = [hint.id for hint in guide(game).hint]
        places = [order.index(name) for _, name in came]
        assert places[:2] == [0, 1], "everybody begins alike"
        back = sum(one > other for one, other in pairwise(places))
        assert back <= len(places) // 3, [name for _, name in came]


@every_guide
def test_a_restart_shows_the_same_hint(game: str) -> None:
    progress, page = next(islice(pages(game, 3, read=False), 7, None))
    again = Progress.open(progress.book.opened)
    again.advance(2, r.Begun(at=0.0))
    for played in progress.book.played:
        record = r.Answered(at=0.0, seat=played.seat, option=played.option, by="bot")
        again.advance(again.book.written + 1, record)
    assert again.book.lesson == progress.book.lesson == page.lesson
    kept = Progress.restore(progress.keep())
    assert kept.book.lesson == progress.book.lesson


def test_an_answer_taken_back_leaves_the_hint_that_stands() -> None:
    walk = pages("villagers", 1, read=False)
    progress, page = next(walk)
    shown = hint_for(page)
    assert shown is not None and page.lesson is not None
    before = msgspec.json.encode(page.lesson)
    next(walk)
    progress.advance(progress.book.written + 1, r.Undone(at=0.0, seat=0, answers=0, free=True))
    page = page_builder.page("t", progress.book, progress, 0, Who(seats=(0,), watches=True), 0.0, 18)
    assert hint_for(page) == shown
    assert msgspec.json.encode(page.lesson) == before


def test_what_the_learner_met_is_told_to_nobody_else() -> None:
    progress, page = next(pages("syndicate", 1, read=False))
    assert page.lesson is not None
    for eye in (None, 1, 2, 3):
        seats = () if eye is None else (eye,)
        other_page = page_builder.page(
            "t", progress.book, progress, eye, Who(seats=seats, watches=True), 0.0, 18
        )
        assert other_page.lesson is None
        assert hint_for(other_page) is None


def small(*hints: tuple[str, When]) -> Guide:
    return Guide(2, 1, "", tuple(GuideHint(name, name, name, when) for name, when in hints))


def ids(found: list[GuideHint]) -> list[str]:
    return [hint.id for hint in found]


def test_one_hint_after_the_other() -> None:
    one = small(("a", When(answers=0)), ("b", When(verb="play")), ("c", When(event="won")))
    lesson = Lesson(0, 0, {"verb:play": [0]})
    assert ids(due_now(one, lesson)) == ["a", "b"]
    lesson.put_aside("a")
    assert ids(due_now(one, lesson)) == ["b"]
    lesson.put_aside("b")
    assert ids(due_now(one, lesson)) == []
    lesson = Lesson(0, 1, {"verb:play": [0, 1], "event:won": [1]})
    assert ids(due_now(one, lesson)) == ["a", "b", "c"], "nobody has read the first one yet"
    lesson.put_aside("a")
    assert ids(due_now(one, lesson)) == ["b", "c"]
    lesson.answers = 3
    assert ids(due_now(one, lesson)) == ["b", "c"], "it stands there, though nothing is played just now"
    lesson.put_aside("b")
    assert ids(due_now(one, lesson)) == ["c"]
    lesson.answers = 1  # two answers are taken back; what was read is not told again
    assert ids(due_now(one, lesson)) == ["c"]
    assert ids(due_now(one, Lesson(0, 9, {"event:won": [1]}, ["a"], [0]))) == ["c"]
    late = Lesson(0, 9, {"event:won": [1]}, ["a"], [8])
    assert ids(due_now(one, late)) == [], "what was long past when its turn came is not told"


def begin(client: TestClient, game: str) -> str:
    answer = client.post(f"/learn/{game}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def test_hints_on_a_real_table_put_aside_and_off() -> None:
    with web() as client:
        table = begin(client, "villagers")
        page = Seen(client.get(f"/t/{table}").text)
        assert page.call
        assert 'id="hint"' in page.html
        hints = guide("villagers").hint
        assert hints[0].title in page.html
        fields = {"do": "hint", "seat": "0", "hint": hints[0].id}
        assert client.post(f"/t/{table}/do", data=fields).status_code == 200
        assert client.post(f"/t/{table}/do", data=fields).status_code == 422, "it is not shown any more"
        page = Seen(client.get(f"/t/{table}").text)
        assert hints[0].title not in page.html
        assert hints[1].title in page.html
        answer = {"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[0]}
        assert client.post(f"/t/{table}/do", data=answer).status_code == 200, (
            "a hint put aside changes no ask"
        )
        client.post(f"/t/{table}/do", data={"do": "hint", "seat": "0", "hint": ""})
        assert 'id="hint"' not in client.get(f"/t/{table}").text
        assert other(client).post(f"/t/{table}/do", data=fields).status_code == 404


def test_other_tables_have_no_hints() -> None:
    with web() as client:
        answer = client.post("/play/villagers", follow_redirects=False)
        table = answer.headers["location"].rpartition("/")[2]
        assert 'id="hint"' not in client.get(f"/t/{table}").text
        refused = client.post(f"/t/{table}/do", data={"do": "hint", "seat": "0", "hint": "goal"})
        assert refused.status_code == 422
        assert "no hints" in refused.text
        assert client.post("/learn/_template").status_code == 422


@every_guide
def test_the_guide_reads_as_a_page_and_begins_with_a_click(game: str) -> None:
    with web() as client:
        page = client.get(f"/guide/{game}").text
        for hint in guide(game).hint:
            assert hint.title.replace("'", "&#39;") in page
        assert f'action="/learn/{game}"' in page
        assert f'action="/learn/{game}"' in client.get("/").text
