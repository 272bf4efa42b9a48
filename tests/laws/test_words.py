"""Laws of words: every prompt, option, event and refusal reads well and cites a clause that exists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from random import Random

import msgspec

import knaves
from knaves.bots import Observation, make
from knaves.core.beat import play
from knaves.core.clauses import ledger
from knaves.core.step import Option
from tests.laws.tables import every_game, every_table, walk

COUNTED = (
    "actions|assets|cards|chips|coins|cubes|dice|districts|events|hits|plans|players|points|resources|rounds"
)
COUNTED += "|stages|times|tokens|tricks|turns|units|villagers|votes"
SLIPS = re.compile(
    rf"(?<![-−.\d])\b1 (?:\w+ )?(?:{COUNTED})\b|[!?]\.|\.\.\.\.|\b(?:gains?|loses?|pays|takes|draws|scores|by) 0\b",
    re.IGNORECASE,
)
"""One of something that reads as several, two stops at the end, and lines about nothing."""


def slips(*texts: str | None) -> list[str]:
    return [text for text in texts if text and SLIPS.search(text)]


@every_table
def test_prompts_labels_and_refusals(game: str, seats: int) -> None:
    rng = Random(1)
    ids = {clause.id for clause in ledger(game).clause}
    position = knaves.start(game, seats=seats, seed=1)
    for _ in walk(position, rng):
        ask = position.ask()
        assert ask is not None
        for seat in ask.seats:
            assert ask.prompt(seat).strip()
            assert not slips(ask.prompt(seat))
            assert ask.clause(seat) in ids, ask.clause(seat)
            for option in ask.options(seat)[:10]:
                label = position.label(option, seat)
                assert label and "{" not in label and not slips(label)
        if rng.random() < 0.05:
            seat = ask.seats[0]
            chosen = {t for o in ask.options(seat) for t in position.things(o)}
            for thing in [*things_in(position.view(seat)), "nothing", "card:999999"]:
                why = ask.why_not(seat, thing)
                assert (why is None) == (thing in chosen)
                if why is not None:
                    assert why.reason
                    assert not why.clause or why.clause in ids


def things_in(view: object) -> list[str]:
    """The ids of all things that a view shows."""
    if isinstance(view, dict):
        found = [view["id"]] if isinstance(view.get("id"), str) else []
        return found + [thing for value in view.values() for thing in things_in(value)]
    if isinstance(view, list | tuple):
        return [thing for value in view for thing in things_in(value)]
    return []


@every_table
def test_events_read_as_sentences(game: str, seats: int) -> None:
    position = knaves.start(game, seats=seats, seed=2)
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    for _ in walk(position, Random(2)):
        pass
    names = [f"Player {n}" for n in range(seats)]
    for event in heard:
        assert event.kind in position.game.events
        for seat in (*range(seats), None):
            text = position.text(event, seat, names)
            assert text is None or (text.strip() and "{" not in text and not slips(text))


@every_table
def test_views_are_json_and_have_a_text_board(game: str, seats: int) -> None:
    position = knaves.start(game, seats=seats, seed=3)
    for count, _ in enumerate(walk(position, Random(3))):
        if count % 25:
            continue
        for seat in (*range(seats), None):
            view = position.view(seat)
            assert msgspec.json.decode(msgspec.json.encode(view)) == msgspec.to_builtins(view)
            assert position.game.board(view).strip()
            assert not slips(*position.game.board(view).splitlines())


@every_table
def test_the_rules_bot_plays_to_the_end(game: str, seats: int) -> None:
    position = knaves.start(game, seats=seats, seed=4)
    bot = make("fair", position.game, 4)

    def choose(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        option = bot.choose(Observation(p, seat, options))
        assert option in options
        return option

    assert play(position, choose) <= position.game.about.longest
    assert position.result is not None


@every_game
def test_the_ledger_is_well_formed(game: str) -> None:
    book = ledger(game)
    ids = [clause.id for clause in book.clause]
    assert len(set(ids)) == len(ids)
    assert all(clause.text and clause.place for clause in book.clause)
    text = (files("knaves.games") / game / "game.toml").read_text("utf-8")
    assert tomllib.loads(text)["title"]
