"""Bots that think: from imagined worlds alone, in time, and for the better."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

import knaves
from knaves.bots import Observation, make
from knaves.bots.levels import has_learned, offered
from knaves.bots.planner import (
    ENOUGH,
    FEW,
    RUTHLESS,
    Depth,
    Judged,
    Planner,
    difference,
    landed,
    regret,
    settled,
    still_in,
)
from knaves.bots.values import value_of
from knaves.core.errors import BadSetup
from knaves.core.turns import HOLD, Turns
from knaves.games import find

every_learned = pytest.mark.parametrize("game", [game for game in knaves.GAMES if has_learned(find(game))])
QUICK = Depth((2, 2), 5.0, 6)


def decisions(game: str, seed: int, count: int, **options: object) -> list[Turns]:
    """Some decisions on the way through a game, each as it stood."""
    turns, rng = Turns(knaves.start(game, seats=4, seed=seed, **options)), Random(seed)
    found: list[Turns] = []
    while not turns.over and len(found) < count:
        if rng.random() < 0.08:
            found.append(turns.clone())
        turns.answer(rng.choice(turns.options))
    return found


def planner(game: str, depth: Depth = QUICK, seed: int = 1) -> Planner:
    value = value_of(find(game), 4)
    assert value is not None
    return Planner(find(game), value, depth, Random(seed))


def told(truth: knaves.Position, worlds: list[knaves.Position]) -> knaves.Position:
    """A truth from which always the same worlds are imagined."""
    left = iter(worlds)
    imagine: Callable[..., knaves.Position] = lambda seat, rng: next(left).clone()  # noqa: E731
    return cast(knaves.Position, SimpleNamespace(state=truth.state, imagine=imagine))


@every_learned
def test_the_choice_hangs_on_imagined_worlds_alone(game):
    """Leak test: what is hidden is permuted, the worlds that are imagined stay: so does the choice."""
    for turns in decisions(game, 5, 6):
        seat, options = turns.seat, turns.options
        worlds = [turns.position.imagine(seat, Random(n)) for n in range(40)]
        one = planner(game).choose(told(turns.position, worlds), seat, options)
        other = turns.position.imagine(seat, Random(77))
        assert planner(game).choose(told(other, worlds), seat, options) == one


@every_learned
def test_thinking_leaves_the_table_as_it_is(game):
    for turns in decisions(game, 6, 4):
        before = turns.position.clone()
        for level in ("sharp", "ruthless"):
            seen = Observation(turns.position, turns.seat, turns.options, Random(1))
            assert make(level, find(game), 1).choose(seen) in turns.options
        assert turns.position == before


def test_time_is_kept():
    """With no time at all two worlds are looked at, and that is all."""
    turns = decisions("villagers", 7, 1)[0]
    judged = planner("villagers", Depth((4, 400), 0.0)).judge(turns.position, turns.seat, turns.options)
    assert len(judged[0].chances) == 2
    slow = planner("villagers", Depth((2, 400), 0.0)).judge(turns.position, turns.seat, turns.options)
    assert len(slow[0].chances) == 2, "those of all rounds count"
    began = time.thread_time()
    planner("villagers", Depth((9_999,), 0.2)).choose(turns.position, turns.seat, turns.options)
    assert time.thread_time() - began < 5


def test_who_takes_its_time_looks_past_where_an_answer_has_landed():
    """In The Syndicate, to where the next player has done something with it."""
    turns = decisions("syndicate", 3, 1)[0]
    stage = find("syndicate").stage
    for depth, stages in ((QUICK, 1), (QUICK._replace(further=True), 2)):
        ahead = planner("syndicate", depth).stages
        end = landed(turns.position, turns.seat, turns.options[0], Random(1), ahead)
        assert stage(end.state) == stage(turns.position.state) + stages
    assert [planner(game, RUTHLESS).stages for game in ("villagers", "villains")] == [2, 1]


def test_little_time_goes_to_the_most_promising_answers():
    """What the first world does not reach within its share of the time is not looked at at all."""
    turns = next(one for one in decisions("villains", 4, 60) if len(one.options) > 2 * FEW and not one.chance)
    game, state, seat = find("villains"), turns.position.state, turns.seat
    judged = planner("villains", Depth((1,), 0.0)).judge(turns.position, seat, turns.options)
    rng = Random(1)  # as the planner's: it breaks ties
    advised = game.advise_state(state, seat, turns.options, rng)
    others = [one for one in turns.options if one != advised and not game.pointless(state, seat, one)]
    assert [one.option for one in judged[:1]] == [advised]
    assert {one.option for one in judged[1:]} <= {*game.promising(state, seat, others, rng)[: FEW - 1]}


def test_the_advised_answer_is_left_only_for_a_sure_gain():
    same = Judged(("stay",), [0.5, 0.5, 0.5, 0.5])
    lucky = Judged(("go",), [0.2, 0.9, 0.2, 0.9])
    better = Judged(("run",), [0.6, 0.7, 0.6, 0.7])
    worse = Judged(("hide",), [0.1, 0.2, 0.1, 0.2])
    gain, error = difference(lucky.chances, same.chances)
    assert gain < 1.5 * error
    gain, error = difference(better.chances, same.chances)
    assert gain > 1.5 * error
    assert still_in([same, lucky, better, worse]) == [better, lucky]


def test_no_more_worlds_are_looked_at_when_they_are_worth_hardly_anything():
    """Where one is clearly ahead, or all are alike; but what looks alike by few worlds is looked at again."""
    advised = Judged(("stay",), [0.4, 0.5] * 8)
    same = Judged(("go",), [0.4, 0.5] * 8)
    better = Judged(("run",), [0.5, 0.61] * 8)
    unsure = Judged(("hide",), [0.6, 0.3] * 8)
    few = [one._replace(chances=one.chances[: ENOUGH - 1]) for one in (advised, same)]
    assert settled(advised, [advised, same]) and settled(advised, [advised, same, same])
    assert settled(better, [advised, better, same])
    assert not settled(advised, [advised, better])
    assert not settled(advised, [advised, unsure]), "behind by chance, perhaps"
    assert not settled(few[0], few)


def test_what_is_lost_by_a_wrong_answer_is_what_chance_says():
    rng = Random(1)
    for ahead, error in ((0.02, 0.01), (0.0, 0.05), (-0.03, 0.02)):
        drawn = [max(0.0, -rng.gauss(ahead, error)) for _ in range(20_000)]
        assert regret(ahead, error) == pytest.approx(sum(drawn) / len(drawn), rel=0.05)
    assert regret(0.1, 0.0) == 0.0 and regret(-0.1, 0.0) == 0.1


def test_two_worlds_that_agree_by_chance_prove_less_than_many():
    gain, error = difference([0.6, 0.62], [0.5, 0.5])
    same, sure = difference([0.6, 0.62] * 8, [0.5, 0.5] * 8)
    assert gain == pytest.approx(same)
    assert error > 1.7 * 0.01  # which is what the spread of these two alone would say
    assert sure == pytest.approx(0.01 / 15**0.5, rel=0.1)


def test_nobody_thinks_about_what_to_offer_in_villains():
    """Offers and ways to pay are most of what a seat may say, and lead too far."""
    game = find("villains")
    turns = next(one for one in decisions("villains", 4, 60) if one.chance)
    state = turns.position.state
    assert {option[0] for option in turns.options if not game.pointless(state, turns.seat, option)} <= {
        "hold"
    }
    judged = planner("villains").judge(turns.position, turns.seat, turns.options)
    assert [one.option for one in judged] == [HOLD]


def test_a_rollout_ends_where_the_turn_is_over():
    """From a chance to interject that is let pass as from any other answer."""
    turns, rng = Turns(knaves.start("syndicate", seats=4, seed=3)), Random(3)
    while not turns.chance:
        turns.answer(rng.choice(turns.options))
    for option in (HOLD, turns.options[1]):
        end = landed(turns.position, turns.seat, option, Random(1), 1)
        assert end.result is not None or end.game.stage(end.state) != end.game.stage(turns.position.state)
        two = landed(turns.position, turns.seat, option, Random(1), 2)
        assert two.result is not None or two.game.stage(two.state) > end.game.stage(end.state)


def test_who_thinks_is_offered_where_something_was_learned():
    assert {"sharp", "ruthless"} <= {level.name for level in offered(find("villagers"))}
    with pytest.raises(BadSetup, match="no bot called sharp"):
        make("sharp", find("_template"), 1)
