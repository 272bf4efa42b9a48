"""Learned values: how likely each seat is to win, from what its game reads of a position (`Game.value_inputs`).

One small network for each game and number of players, made by `knaves train` (see training.py). Every seat's numbers go
through the same two layers to one utility; where one seat wins, the utilities of all are compared (softmax), else each
stands for itself (logistic). numpy works out many positions at once; without it plain Python gives the same, slowly.
"""

from __future__ import annotations

import importlib.util
import math
import os
import struct
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from knaves.core.game import Game, ValueInputs
from knaves.core.state import State

HAS_NUMPY = importlib.util.find_spec("numpy") is not None


class Weights(msgspec.Struct, frozen=True):
    """A file of weights: the rows of each layer as 16-bit floats, one after the other."""

    game: str
    seats: int
    version: str  # of the rules it was learned by
    made: str  # the command that made it
    games: int  # that it was learned from
    loss: float  # held out: log-loss on results
    alone: bool  # one seat wins
    numbers: int
    things: int
    hidden: int
    second: int
    data: bytes
    # held out: log-loss after each round of learning, from results, then from targets
    curve: tuple[float, ...] = ()

    def layers(self) -> list[array[float]]:
        """First layer (numbers and things, then bias), second layer and bias, last layer, the way past both."""
        flat = array("f", half_to_floats(self.data))
        inputs = self.numbers + self.things
        sizes = (
            inputs * self.hidden,
            self.hidden,
            self.hidden * self.second,
            self.second,
            self.second,
            inputs,
        )
        found, at = [], 0
        for size in sizes:
            found.append(flat[at : at + size])
            at += size
        return found


def half_to_floats(data: bytes) -> Sequence[float]:
    return struct.unpack(f"<{len(data) // 2}e", data)


class Value:
    """How likely each seat is to win."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.layers = weights.layers()

    def chances(self, all_inputs: Sequence[ValueInputs]) -> list[list[float]]:
        """For each position, by seat."""
        found = []
        for one in all_inputs:
            rows = zip(one.numbers, one.things, strict=True)
            found.append(self.compared([self.utility(numbers, things) for numbers, things in rows]))
        return found

    def utility(self, numbers: list[float], things: list[int]) -> float:
        first, bias, middle, low, last, past = self.layers
        width, second, count = self.weights.hidden, self.weights.second, len(numbers)
        given = [(at, x) for at, x in enumerate(numbers) if x]
        given += [(count + at, 1.0) for at in set(things)]
        hidden = list(bias)
        total = 0.0
        for at, x in given:
            total += x * past[at]
            row = first[at * width : at * width + width]
            hidden = [h + x * w for h, w in zip(hidden, row, strict=True)]
        out = list(low)
        for at, h in enumerate(hidden):
            if h > 0:
                row = middle[at * second : at * second + second]
                out = [o + h * w for o, w in zip(out, row, strict=True)]
        return total + sum(o * w for o, w in zip(out, last, strict=True) if o > 0)

    def compared(self, utilities: list[float]) -> list[float]:
        if not self.weights.alone:
            return [1 / (1 + math.exp(-max(-30.0, min(30.0, u)))) for u in utilities]
        top = max(utilities)
        shares = [math.exp(u - top) for u in utilities]
        whole = sum(shares)
        return [share / whole for share in shares]


def place_of(game: str, seats: int) -> Path:
    """Where the weights of a table are kept."""
    return Path(str(files("knaves.games"))) / game / "bot" / "values" / f"{seats}.mind"


@cache
def value_of(game: Game[State], seats: int) -> Value | None:
    """The learned value of a table; of the nearest number of players where its own was not learned."""
    file = nearest(game, seats)
    return None if file is None else read(file.read_bytes())


def nearest(game: Game[State], seats: int) -> Path | None:
    """The file of weights that a table plays by."""
    for near in sorted(game.about.seats, key=lambda other: (abs(other - seats), other)):
        file = place_of(game.id, near)
        if file.is_file():
            return file
    return None


def read(data: bytes) -> Value:
    weights = msgspec.msgpack.decode(data, type=Weights)
    if HAS_NUMPY:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second one would spin longer than it helps
        from knaves.bots.matrices import FastValue  # numpy is in an extra

        return FastValue(weights)
    return Value(weights)
