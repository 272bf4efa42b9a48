"""The yardstick never changes: answers recorded on the day `rules1` was frozen are given again.

`python -m tests.bots.test_rules1` recorded them. It is run again only if a view has to call a thing by another name;
then the new record and the old advice are compared by hand.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random
from typing import cast

import msgspec
import pytest

import knaves
from knaves.bots.rules1 import frozen
from knaves.core.errors import BadSetup
from knaves.core.game import View
from knaves.core.step import Option
from knaves.core.turns import Turns

HERE = Path(__file__).parent
GAMES = ("_template", *knaves.GAMES)
EVERY = 17
"""Of the decisions of a recorded game every seventeenth is kept."""


class Asked(msgspec.Struct):
    view: dict[str, object]
    options: list[tuple[str | int, ...]]
    seed: int
    answer: tuple[str | int, ...]


def file_of(game: str) -> Path:
    return HERE / f"rules1-{game.strip('_')}.json.gz"


def record(game: str) -> list[Asked]:
    """Decisions of games in which half of the answers are advised and half are drawn: unusual positions too."""
    rows: list[Asked] = []
    advise = frozen(game)
    for seats in knaves.games.about(game).seats:
        turns, rng, number = Turns(knaves.start(game, seats=seats, seed=seats)), Random(seats), 0
        while not turns.over:
            view = turns.position.view(turns.seat)
            answer = advise(view, turns.options, Random(number))
            if number % EVERY == 0:
                rows.append(Asked(dict(view), [*turns.options], number, answer))
            number += 1
            turns.answer(answer if rng.random() < 0.8 else rng.choice(turns.options))
    return rows


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_answers_are_given_again(game: str) -> None:
    rows = msgspec.json.decode(gzip.decompress(file_of(game).read_bytes()), type=list[Asked])
    advise = frozen(game)
    assert len(rows) > 5
    for row in rows:
        options = [cast(Option, option) for option in row.options]
        assert advise(cast(View, row.view), options, Random(row.seed)) == row.answer
    assert len({row.answer[0] for row in rows}) > 1  # verbs of several kinds


def test_a_game_that_came_later_has_no_yardstick() -> None:
    with pytest.raises(BadSetup, match="magpies"):
        frozen("magpies")


if __name__ == "__main__":
    for name in GAMES:
        data = gzip.compress(msgspec.json.encode(record(name)), mtime=0)
        file_of(name).write_bytes(data)
        print(f"{name}: {len(data) // 1024} kB")
