"""Ids of options: unique, in range, both ways, and the same in every world that a seat cannot tell apart."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.bots import Observation, make
from knaves.core.ids import Ids, NoId
from knaves.core.step import Option
from knaves.core.turns import Turns
from knaves.games import about
from tests.laws.tables import IDS, TABLES, every_game


def by_face(position: knaves.Position, option: Option) -> tuple[object, ...]:
    """What an option says, with what stands on the pieces it names."""
    kinds, face = position.game.kinds(option[0]), position.state.face
    return tuple(
        face[thing] if isinstance(thing, int) and kinds.get(place) in position.game.pieces else thing
        for place, thing in enumerate(option)
    )


@pytest.mark.parametrize(
    ("game", "seats", "bot"),
    [*((*table, "random") for table in TABLES), *((game, max(about(game).seats), "fair") for game in IDS)],
)
def test_every_legal_option_has_one_id_and_every_id_one_option(game, seats, bot):
    position = knaves.start(game, seats=seats, seed=11)
    turns, ids, rng = Turns(position), Ids(position.game, position.state), Random(11)
    players = [make(bot, position.game, f"ids {seat}") for seat in range(seats)]
    while not turns.over:
        menu = ids.menu(position.state, turns.options)
        for number, option in menu.items():
            assert 0 <= number < ids.size
            assert ids.by_meaning(ids.meaning(number)) == number
            if not ids.blocks[option[0]].ranked:
                assert ids.id_of(position.state, option) == number
        left_out = set(turns.options) - set(menu.values())
        shown = {by_face(position, option) for option in menu.values()}
        assert all(by_face(position, option) in shown for option in left_out), "two options, one id"
        if rng.random() < 0.05:
            world = turns.imagine(turns.seat, rng)
            assert ids.menu(world.position.state, world.options) == menu
        turns.answer(players[turns.seat].choose(Observation(position, turns.seat, turns.options)))


@every_game
def test_ids_are_the_same_at_every_table(game):
    """Whatever the number of seats and however far the game has gone."""
    tables = [knaves.start(game, seats=seats, seed=seats) for seats in about(game).seats]
    first = Ids(tables[0].game, tables[0].state)
    for position in tables:
        ids = Ids(position.game, position.state)
        assert (ids.size, ids.blocks) == (first.size, first.blocks)
    for number in range(first.size):
        if number % 7 == 0:
            assert first.by_meaning(first.meaning(number)) == number
    with pytest.raises(NoId, match="there is no id"):
        first.meaning(first.size)
    assert first.meaning(0) == ("hold",)
