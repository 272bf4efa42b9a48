"""Laws of figures: where points come from, what set seats apart, how things stood."""

from __future__ import annotations

from random import Random

import knaves
from knaves.games import find
from tests.laws.tables import every_table, walk


@every_table
def test_sources_sides_and_standing_fit_the_end(game: str, seats: int) -> None:
    rules = find(game)
    position = knaves.start(game, seats=seats, seed=6)
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    first = rules.standing(position.view(None))
    at = first.at
    for _ in walk(position, Random(6)):
        now = rules.standing(position.view(None))
        assert [line.thing for line in now.lines] == [line.thing for line in first.lines]
        assert now.at >= at, "time goes on"
        at = now.at
    result = position.result
    assert result is not None
    sources = rules.sources(heard, position.state)
    for points in sources.values():
        assert len(points) == seats
    if sources:
        totals = tuple(sum(points[seat] for points in sources.values()) for seat in range(seats))
        assert totals == result.scores, "every point has a source"
    for names in rules.sides(heard, position.state).values():
        assert len(names) == seats and all(names)


@every_table
def test_the_last_standing_tells_the_scores(game: str, seats: int) -> None:
    position = knaves.start(game, seats=seats, seed=7)
    for _ in walk(position, Random(7)):
        pass
    standing, result = find(game).standing(position.view(None)), position.result
    assert result is not None
    for line in standing.lines:
        if line.thing.startswith("seat:"):
            assert line.seat is not None
            assert line.value == result.scores[line.seat]
        else:
            assert line.name and line.colour
