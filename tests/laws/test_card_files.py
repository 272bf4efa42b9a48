"""Laws of card files: a spoiled file is refused with its line and a sentence, or it plays."""

from __future__ import annotations

import gc
import os
import re
import sys
import tracemalloc
from collections.abc import Callable
from functools import _lru_cache_wrapper, partial
from inspect import signature
from itertools import pairwise
from random import Random

import pytest

import knaves
from knaves.core.beat import play_randomly
from knaves.core.start import begin
from knaves.games import about, find
from tests.laws.cardfiles import all_files, house_files, ready, spoiled, within
from tests.laws.tables import every_game

THOROUGH = bool(os.environ.get("KNAVES_THOROUGH"))  # many files, 20 games each: minutes
NAMED = re.compile(r'(?m)^name = "([^"]+)"$')
BOARDS = ("board.toml",)  # places, no cards
FILES = 400 if THOROUGH else 40
GAMES = 20 if THOROUGH else 2


@every_game
def test_a_spoiled_card_file_is_refused_or_plays(game: str) -> None:
    house = house_files(game)
    assert house, "a game that takes card files takes one of its own"
    rng, rules, wrong = Random(f"spoiled {game}"), find(game), list[str]()
    for number in range(FILES):
        name = rng.choice(sorted(house))
        text = spoiled(house[name], rng)
        try:
            with within(2):
                rules.check_cards(text)
        except knaves.BadCards as error:
            said = str(error)
            if " line " not in said or not said.endswith(".") or "\n" in said:
                wrong.append(f"{number} {name}: no line or no sentence: {said[:200]}")
            continue
        except Exception as error:
            wrong.append(f"{number} {name}: the check fails: {error!r:.200}")
            continue
        try:
            plays(game, text)
        except Exception as error:
            wrong.append(f"{number} {name}: called ready, but: {error!r:.200}")
    assert not wrong, "\n" + "\n".join(wrong)


def plays(game: str, text: str) -> None:
    """Random games with these cards come to their end."""
    seats = about(game).seats
    for seed in range(GAMES):
        with within(10):
            position = begin(find(game), seats[seed % len(seats)], seed, {"cards": text})
            box = dict(position.game.pieces_count(position.state))
            assert play_randomly(position, Random(seed)) <= position.game.about.longest
            assert position.result is not None
            assert dict(position.game.pieces_count(position.state)) == box


@every_game
def test_braces_on_a_card_are_refused(game: str) -> None:
    """They would be filled in, or stop the sentence that tells of the card. In a name nothing else may be, either."""
    for text in house_files(game).values():
        lines = text.splitlines()
        at = next(number for number, line in enumerate(lines) if line.startswith('id = "'))
        lines[at] = 'id = "{who}"'
        with pytest.raises(knaves.BadCards, match=f"line {at + 1}: a text here has no braces"):
            find(game).check_cards("\n".join(lines))


@every_game
@pytest.mark.parametrize(
    ("sign", "says"),
    [
        ("[/x]", "no square brackets"),
        ("\\u001bc", "signs that can be shown"),
        ("\\n", "signs that can be shown"),
    ],
)
def test_what_a_board_or_terminal_would_obey_is_refused(game: str, sign: str, says: str) -> None:
    """A style that ends nowhere, or a sign that clears the screen, whatever the string is about."""
    for text in house_files(game).values():
        for field in ("name", "text", "house"):
            line = next(
                (n for n, line in enumerate(text.splitlines(), 1) if line.startswith(f"{field} = ")), 0
            )
            if not line:
                continue
            lines = text.splitlines()
            cut = lines[line - 1].rindex('"')
            lines[line - 1] = lines[line - 1][:cut] + f"a{sign}" + lines[line - 1][cut:]
            said = "in one line without brackets" if field == "name" else says
            with pytest.raises(knaves.BadCards, match=f"line {line}: .*{said}"):
                find(game).check_cards("\n".join(lines))


@every_game
def test_two_cards_of_one_name_are_refused(game: str) -> None:
    """At the table nobody could tell them apart."""
    seen = 0
    for text in house_files(game).values():
        lines = text.splitlines()
        named = [number for number, line in enumerate(lines) if line.startswith("name = ")]
        for one, other in pairwise(named):
            heads = [line for line in lines[:one] if line.startswith("[[")][-1:]
            row = "\n".join(lines[one:other])
            if heads != re.findall(r"(?m)^\[\[.*", row):
                continue  # not two rows of one table
            seen += 1
            for same in (lines[one].upper(), lines[one].replace('"', '" ', 1), lines[one].replace(" ", "  ")):
                changed = [*lines]
                changed[other] = same.replace("NAME", "name")
                with pytest.raises(
                    knaves.BadCards, match=f"line {other + 1}: .* is the name of another one already"
                ):
                    find(game).check_cards("\n".join(changed) + "\n")
            break
    assert seen


@every_game
def test_a_card_called_like_one_of_another_deck_is_refused(game: str) -> None:
    """The log names both without saying which deck they come from."""
    decks = [(name, text) for name, text in all_files(game).items() if name not in BOARDS]
    for name, text in house_files(game).items():
        mine = NAMED.search(text)
        if mine is None or name in BOARDS:
            continue
        for other, cards in decks:
            found = NAMED.search(cards)
            if other == name or found is None:
                continue
            changed = text[: mine.start(1)] + found[1] + text[mine.end(1) :]
            with pytest.raises(knaves.BadCards, match=r"line \d+: .* is the name of another card already"):
                find(game).check_cards(changed)


@every_game
def test_card_files_do_not_pile_up_in_memory(game: str) -> None:
    text = next(iter(house_files(game).values()))
    before = sizes(game)
    for number in range(60):
        assert ready(game, f"{text}\n# {number}\n")
    for name, size in sizes(game).items():
        assert size - before.get(name, 0) < 40, f"{name} keeps every card file"


FAT = 20
EACH_MOST = 1_000_000
"""Bytes that one box may take, with all that is kept with it."""
BOXES_MOST = 17
"""Boxes that may be there at a time: those that are kept, and the house's own."""


@every_game
def test_what_is_kept_of_large_card_files_is_bounded(game: str) -> None:
    """Fat files, each looked at by everybody: how many boxes are still there, and how large is one?"""
    house, seats = max(house_files(game).values(), key=len), about(game).seats[-1]

    def lay_out(number: int) -> None:
        position = begin(find(game), seats, number, {"cards": fattened(game, house, number)})
        for eye in (None, *range(seats)):
            position.view(eye)

    for number in range(FAT):
        lay_out(number)
    for name, cache in caches(game).items():
        assert cache.cache_info().maxsize is not None, f"{name} may grow for ever"
    gc.collect()
    there = [
        thing
        for thing in gc.get_objects()
        if type(thing).__name__.endswith("Box") and type(thing).__module__.startswith(f"knaves.games.{game}.")
    ]
    assert 0 < len(there) <= BOXES_MOST, "something keeps the boxes of files that nobody plays with any more"
    del there
    assert any(kept_of(partial(lay_out, FAT + number)) < EACH_MOST for number in range(3))


def kept_of(what: Callable[[], None]) -> int:
    """Bytes that stay when this was done; a server that another test has left may add to them, but not each time."""
    tracemalloc.start()
    try:
        what()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def fattened(game: str, house: str, number: int) -> str:
    """The same cards with other names and long texts."""
    long = re.sub(r'(?m)^((?:name|text) = "[^"]*)"$', lambda row: f'{row[1]} {number} {"x" * 150}"', house)
    named = re.sub(r'(?m)^(name = "[^"]*)"$', lambda row: f'{row[1]} {number}"', house)
    return next(text for text in (long, named, f"{house}\n# {number}\n") if ready(game, text))


def caches(game: str) -> dict[str, _lru_cache_wrapper[object]]:
    """Every cache of a game; those of functions that take nothing hold one thing."""
    return {
        f"{name}.{what}": thing
        for name, module in list(sys.modules.items())
        if name.startswith(f"knaves.games.{game}")
        for what, thing in vars(module).items()
        if hasattr(thing, "cache_info") and signature(thing).parameters
    }


def sizes(game: str) -> dict[str, int]:
    """How much each cache of a game holds."""
    return {name: cache.cache_info().currsize for name, cache in caches(game).items()}


@every_game
@pytest.mark.parametrize("name", ["{seat:card}", "{}", "[red]", "[/]", "two\\nlines", "  "])
def test_a_name_that_would_pass_for_something_else_is_refused(game: str, name: str) -> None:
    """Names stand in sentences that have places for names, and on boards that have styles."""
    for text in house_files(game).values():
        found = re.search(r'(?m)^name = "[^"]+"', text)
        if found is None:
            continue
        spoilt = text.replace(found[0], f'name = "{name}"', 1)
        with pytest.raises(knaves.BadCards, match=r"line \d+: a name here"):
            find(game).check_cards(spoilt)
