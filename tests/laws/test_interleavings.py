"""Whatever people do, in whatever order, legal or not: the position stays sound."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import knaves
from tests.laws.tables import every_game
from tests.laws.test_secrecy import given_to

JUNK = st.one_of(
    st.text(max_size=5), st.integers(), st.none(), st.floats(), st.lists(st.integers(), max_size=2)
)


@every_game
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_order_of_answers_interjections_and_nonsense(game: str, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(knaves.games.about(game).seats))
    position = knaves.start(game, seats=seats, seed=data.draw(st.integers(0, 10**6)))
    box = dict(position.game.pieces_count(position.state))
    for _ in range(data.draw(st.integers(1, 60))):
        ask = position.ask()
        if ask is None:
            break
        seat = data.draw(st.integers(0, seats - 1))
        may = ask.options(seat) or ask.interjections(seat)
        kind = data.draw(st.integers(0, 9))
        if may and kind < 7:
            position.apply(seat, data.draw(st.sampled_from(may)))
            assert dict(position.game.pieces_count(position.state)) == box
            continue
        verb = data.draw(st.sampled_from([*position.game.verbs, "", "nonsense"]))
        wrong: tuple[object, ...] = (verb, *data.draw(st.lists(st.integers(-3, 200), max_size=4)))
        if kind == 9:
            wrong = tuple(data.draw(st.lists(JUNK, max_size=4)))
        if wrong in may or (wrong and str(wrong[0]) in position.game.interjection_verbs):
            continue
        before, told = position.clone(), given_to(position, seat)
        with pytest.raises(knaves.Refused):
            position.apply(seat, wrong)
        assert position == before and given_to(position, seat) == told
    assert knaves.load(position.save()) == position


SCRIPT = """
import sys
from hashlib import blake2b
from random import Random
import knaves
from tests.laws.tables import walk
position = knaves.start(sys.argv[1], seats=int(sys.argv[2]), seed=77)
for _ in walk(position, Random(77)):
    pass
print(blake2b(position.save(), digest_size=8).hexdigest())
"""


@every_game
def test_the_same_seed_gives_the_same_game_in_another_process(game: str) -> None:
    """Nothing hangs on the order of hashes, on memory addresses or on what was played before."""
    seats = max(knaves.games.about(game).seats)
    told = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, game, str(seats)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "src:."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert len(told.pop().strip()) == 2 * len(blake2b(digest_size=8).digest())
