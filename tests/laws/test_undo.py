"""The law of undo: what may be taken back freely has told its seat nothing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import knaves
from knaves.core.step import Option
from knaves.core.undo import Foresight, can_be_undone
from tests.laws.tables import every_table, walk
from tests.laws.test_secrecy import given_to

WORLDS = 4


def told_by(position: knaves.Position, seat: int, option: Option) -> bytes:
    """All that this seat learns by this answer: the words, then its view and what it is asked next."""
    twin = position.clone()
    heard: list[knaves.Event] = []
    twin.listen(heard.append)
    twin.take(seat, option)
    words = [twin.text(event, seat) for event in heard]
    return msgspec.json.encode(words) + given_to(twin, seat)


@every_table
def test_a_free_answer_tells_the_same_in_every_world(game: str, seats: int) -> None:
    rng = Random(21)
    position = knaves.start(game, seats=seats, seed=21)
    for count, (seat, options) in enumerate(walk(position, rng)):
        if count % 4:
            continue
        worlds = [position.imagine(seat, rng) for _ in range(WORLDS)]
        sample = {option[0]: option for option in rng.sample(options, len(options))}
        for option in sample.values():
            free = can_be_undone(position, seat, option)
            if free or position.hides_faces_alone():
                assert all(can_be_undone(world, seat, option) == free for world in worlds), (
                    f"whether {option} can be taken back tells something"
                )
            if not free:
                continue
            here = told_by(position, seat, option)
            for world in worlds:
                assert told_by(world, seat, option) == here, (
                    f"{option} can be taken back, yet it tells something"
                )


@pytest.mark.parametrize("game", ["arch_villain", "new_angeles", "syndicate", "villains"])
def test_whoever_looks_at_a_hidden_face_is_noticed(game: str) -> None:
    """In machine code, too. Nobody does in Villagers."""
    position = knaves.start(game, seats=4, seed=5)
    steps = walk(position, Random(5))
    assert any(
        Foresight(position, seat).hangs_on_hidden(option) for seat, options in steps for option in options
    )
