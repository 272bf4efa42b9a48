"""The law of saving: in the middle of every step that a game has, a save is the position.

Steps that neither random games nor the fair bot meet are reached by scenarios: `RARE` in tests/games/<game>/rare.py,
a list of scenarios as `knaves.scenario` takes them, each with the answers that follow (`"then": [(seat, option), …]`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import cast

import knaves
from knaves.bots import Observation, make
from knaves.core.beat import HOLD, beat
from knaves.core.state import State
from knaves.core.step import Option, Step
from knaves.games import about, find
from tests.laws.tables import every_game, walk

SEEDS = 12  # of random games, as long as a step is missing
ENOUGH = 4
BOTS = 2


def _returns(kind: type[Step[State]], line: str) -> str:
    return str(getattr(getattr(kind, line), "__annotations__", {}).get("return", "None"))


def waiting(game: str) -> dict[str, type[Step[State]]]:
    """The steps that can lie on the stack while somebody decides: some line asks, or calls another step."""
    return {
        name: kind
        for name, kind in find(game).step_types().items()
        if kind.__module__.startswith("knaves.games.")
        and kind.lines
        and any(_returns(kind, line) != "None" for line in kind.lines)
        and (not kind.__subclasses__() or name in made_in(game))
    }


@cache
def made_in(game: str) -> frozenset[str]:
    """Every name that the rules of a game call: a step that others derive from may be one that is played itself."""
    folder = Path(str(files("knaves.games") / game))
    trees = [ast.parse(path.read_text("utf-8")) for path in folder.rglob("*.py")]
    return frozenset(
        node.func.id
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )


def rare(game: str) -> Iterator[knaves.Position]:
    """The positions that a game's own tests keep for steps that are seldom met."""
    name = f"tests.games.{game}.rare"
    if find_spec(name) is None:
        return
    for scenario in import_module(name).RARE:
        position = knaves.scenario({word: value for word, value in scenario.items() if word != "then"})
        yield position
        for seat, option in scenario.get("then", ()):
            position.apply(seat, option)
            yield position


def bots_play(position: knaves.Position, seed: int) -> Iterator[None]:
    """The fair bot in all seats; stops before each answer."""
    bot = make("fair", position.game, seed)

    def choose(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        return bot.choose(Observation(p, seat, options))

    while position.ask() is not None:
        yield
        beat(position, choose)
        ask = position.ask()
        if ask is not None:
            seat = ask.seats[0]
            options = ask.options(seat)
            option = choose(position, seat, options) if len(options) > 1 else options[0]
            if option != HOLD:
                position.take(seat, option)


def moments(game: str, todo: set[str]) -> Iterator[knaves.Position]:
    yield from rare(game)
    for seed in range(SEEDS):
        if seed >= ENOUGH and not todo:
            return
        for seats in about(game).seats:
            position = knaves.start(game, seats=seats, seed=seed)
            for _ in walk(position, Random(seed)):
                yield position
            if seed < BOTS:
                position = knaves.start(game, seats=seats, seed=seed)
                for _ in bots_play(position, seed):
                    yield position


@every_game
def test_a_save_in_the_middle_of_every_step_is_the_position(game: str) -> None:
    todo, met = set(waiting(game)), set[tuple[str, str]]()
    if (
        knaves.BUILD == "compiled"
    ):  # whose methods do not tell what they return: the plain build sees to "every"
        todo.clear()
    for position in moments(game, todo):
        frames = {
            (type(step).__name__, step.lines[min(step.line, len(step.lines) - 1)]) for step in position.stack
        }
        if frames <= met:
            continue
        met |= frames
        todo -= {name for name, _ in frames}
        data = position.save()
        again = knaves.load(data)
        assert again == position and again.save() == data
        ask, same = position.ask(), again.ask()
        assert ask is not None and same is not None
        for seat in range(position.seats):
            assert cast(object, ask.options(seat)) == same.options(seat)
            assert ask.prompt(seat) == same.prompt(seat) and ask.shape(seat) == same.shape(seat)
            assert again.view(seat) == position.view(seat)
    assert not todo, (
        f"never saved in the middle of {sorted(todo)}: put positions into tests/games/{game}/rare.py"
    )


@every_game
def test_numbers_in_saves_are_small_but_for_masks(game: str) -> None:
    """A save with a larger number is refused when it is loaded: see `Game.masks`."""
    masks = find(game).masks

    def largest(value: object) -> int:
        if isinstance(value, dict):
            return max(map(largest, value.values()), default=0)
        if isinstance(value, list | tuple):
            return max(map(largest, value), default=0)
        return abs(value) if isinstance(value, int) else 0

    for seats in about(game).seats:
        position = knaves.start(game, seats=seats, seed=44)
        for _ in walk(position, Random(44)):
            for frame in (position.state, *position.stack):
                for name, value in frame.dump().items():
                    assert name in masks or largest(value) < 50_000, f"{name} holds {value}: is it a mask?"
