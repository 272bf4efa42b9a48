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
from knaves.games import find
from tests.laws.tables import every_game, every_table, walk

COUNTED = (
    "actions|assets|cards|chips|coins|cubes|dice|districts|events|hits|plans|players|points|resources|rounds"
)
COUNTED += "|stages|times|tokens|tricks|turns|units|villagers|votes"
COUNTED += "|attempts|challenges|consumables|credits|heroes|rolls|spaces|successes"
SLIPS = re.compile(
    rf"(?<![-−.\d])\b1 (?:\w+ )?(?:{COUNTED})\b|[!?]\.|\.\.\.\.|\b(?:gains?|loses?|pays|takes|draws|scores|by) 0\b",
    re.IGNORECASE,
)
"""One of something that reads as several, two stops at the end, and lines about nothing."""
NOTHING = re.compile(rf"(?<![-−+./\d])\b0 ?(?:(?:\w+ )?(?:{COUNTED})|g|capital|energy|health)\b")
"""What a person would call none of something. Boards may count to 0: their numbers stand in a row."""


def slips(*texts: str | None) -> list[str]:
    return [text for text in texts if text and SLIPS.search(text)]


def said_badly(*texts: str | None) -> list[str]:
    """What nobody would say so: prompts, answers, refusals and the log."""
    return slips(*texts) + [text for text in texts if text and NOTHING.search(text)]


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
            assert not said_badly(ask.prompt(seat))
            assert ask.clause(seat) in ids, ask.clause(seat)
            for option in ask.options(seat)[:10]:
                label = position.label(option, seat)
                assert label and "{" not in label and not said_badly(label)
        if rng.random() < 0.05:
            seat = ask.seats[0]
            chosen = {t for o in ask.options(seat) for t in position.things(o)}
            for thing in [*things_in(position.view(seat)), "nothing", "card:999999"]:
                why = ask.why_not(seat, thing)
                assert (why is None) == (thing in chosen)
                if why is not None:
                    assert why.reason and not said_badly(why.reason)
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
    names = ["Ann", "Bert", "Cleo", "Dan", "Eve", "Finn"][:seats]
    for event in heard:
        assert event.kind in position.game.events
        for seat in (*range(seats), None):
            text = position.text(event, seat, names)
            assert text is None or (text.strip() and "{" not in text and not said_badly(text))


BARE: dict[str, tuple[int, dict[str, object]]] = {
    "villagers": (5, {"gold": [16] * 5, "deck_size": 9}),
    "syndicate": (5, {"coins": [10] * 5, "bag": []}),
    "villains": (4, {"energy": dict.fromkeys("ABCD", 0), "resources": dict.fromkeys("ABCD", 0)}),
    "new_angeles": (4, {"capital": [0] * 4, "discard": ["biotech", "media"], "step": "turn"}),
    "arch_villain": (5, {"players": [{"energy": 14, "health": 0}] * 5}),
    "_template": (4, {"coins": [15] * 4}),
}
"""Tables at which bank, supply, purses or decks are empty."""


@every_game
def test_words_where_nothing_is_left(game: str) -> None:
    seats, words = BARE.get(game, (min(find(game).about.seats), {}))
    position = knaves.scenario({"game": game, "seats": seats, "seed": 1, "set": words})
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    for count, (seat, options) in enumerate(walk(position, Random(1))):
        ask = position.ask()
        assert ask is not None
        assert not said_badly(*(ask.prompt(one) for one in ask.seats))
        assert not said_badly(*(position.label(option, seat) for option in options[:20]))
        if count == 300:
            break
    assert not said_badly(*(position.text(event, None) for event in heard))


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
