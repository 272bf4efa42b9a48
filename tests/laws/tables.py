"""Every registered game × every number of seats, and random walks through them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import knaves
from knaves.core.step import Option
from knaves.games import about

IDS = (*knaves.GAMES, "_template")
TABLES = [(game, seats) for game in IDS for seats in about(game).seats]

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
every_game = pytest.mark.parametrize("game", IDS)


def walk(position: knaves.Position, rng: Random, often: float = 0.2) -> Iterator[tuple[int, list[Option]]]:
    """Random answers to the end, interjections among them. Yields who moves next and what it may do; a test that
    wants another move than a random one must leave the position as it is."""
    left = position.game.about.longest
    while (ask := position.ask()) is not None:
        left -= 1
        assert left > 0, f"{position.game.title} does not end"
        others = [seat for seat in range(position.seats) if ask.interjections(seat)]
        if others and rng.random() < often:
            seat = rng.choice(others)
            options = ask.interjections(seat)
        else:
            seat = rng.choice(ask.seats)
            options = ask.options(seat)
        yield seat, options
        position.take(seat, rng.choice(options))


def somewhere(game: str, seats: int, seed: int, share: float, **options: object) -> knaves.Position:
    """A position of a random game, about that share of the way to its end."""
    rng = Random(seed)
    first = knaves.start(game, seats=seats, seed=seed, **options)
    length = sum(1 for _ in walk(first, rng))
    rng = Random(seed)
    position = knaves.start(game, seats=seats, seed=seed, **options)
    for count, _ in enumerate(walk(position, rng)):
        if count >= share * (length - 1):
            break
    return position
