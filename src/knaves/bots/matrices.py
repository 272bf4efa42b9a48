"""Learned values in numpy: many positions at once, and the learning itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from knaves.bots.values import Value, Weights
from knaves.core.game import ValueInputs

Matrix: TypeAlias = NDArray[np.float32]
HIDDEN, SECOND = 64, 32


class FastValue(Value):
    """The same chances as `Value`, worked out for all positions together."""

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.network = Network.of(weights)

    def chances(self, all_inputs: Sequence[ValueInputs]) -> list[list[float]]:
        if not all_inputs:
            return []
        wide = inputs(all_inputs, self.weights.numbers, self.weights.things)
        found: list[list[float]] = self.network.chances(wide).tolist()
        return found


def inputs(all_inputs: Sequence[ValueInputs], numbers: int, things: int) -> Matrix:
    """Positions, seats, numbers and things."""
    seats = len(all_inputs[0].numbers)
    wide = np.zeros((len(all_inputs), seats, numbers + things), np.float32)
    wide[:, :, :numbers] = np.array([one.numbers for one in all_inputs], np.float32)
    position: list[int] = []
    seat: list[int] = []
    thing: list[int] = []
    for at, one in enumerate(all_inputs):
        for who, row in enumerate(one.things):
            count = len(row)
            position += [at] * count
            seat += [who] * count
            thing += row
    wide[position, seat, np.array(thing, np.int64) + numbers] = 1.0
    return wide


class Network:
    """Two layers and a way past both, shared by the seats."""

    def __init__(self, layers: list[Matrix], alone: bool) -> None:
        self.layers = layers
        self.alone = alone

    @classmethod
    def fresh(cls, width: int, alone: bool, seed: int = 1) -> Network:
        rng = np.random.default_rng(seed)
        first = rng.normal(0, 1 / math.sqrt(40), (width, HIDDEN))
        middle = rng.normal(0, 1 / math.sqrt(HIDDEN), (HIDDEN, SECOND))
        shapes = [
            first,
            np.zeros(HIDDEN),
            middle,
            np.zeros(SECOND),
            np.zeros((SECOND, 1)),
            np.zeros((width, 1)),
        ]
        return cls([layer.astype(np.float32) for layer in shapes], alone)

    @classmethod
    def of(cls, weights: Weights) -> Network:
        width, hidden, second = weights.numbers + weights.things, weights.hidden, weights.second
        shapes = ((width, hidden), (hidden,), (hidden, second), (second,), (second, 1), (width, 1))
        rows = zip(weights.layers(), shapes, strict=True)
        return cls([np.array(row, np.float32).reshape(shape) for row, shape in rows], weights.alone)

    def data(self) -> bytes:
        return b"".join(layer.astype(np.float16).tobytes() for layer in self.layers)

    def run(self, wide: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """The inputs by seat, both layers, the chances."""
        first, bias, middle, low, last, past = self.layers
        flat = wide.reshape(-1, wide.shape[-1])
        hidden = np.maximum(flat @ first + bias, 0)
        second = np.maximum(hidden @ middle + low, 0)
        utility = (second @ last + flat @ past).reshape(-1, wide.shape[1])
        if not self.alone:
            return flat, hidden, second, 1 / (1 + np.exp(-np.clip(utility, -30, 30)))
        share = np.exp(utility - utility.max(1, keepdims=True))
        return flat, hidden, second, share / share.sum(1, keepdims=True)

    def chances(self, wide: Matrix) -> Matrix:
        return self.run(wide)[3]

    def learn(
        self,
        wide: NDArray[np.float16],
        target: Matrix,
        epochs: int,
        told: Callable[[int], None],
        rate: float = 1e-3,
        batch: int = 512,
        decay: float = 1e-5,
    ) -> None:
        """Adam on the log-loss; the step shrinks to a twentieth."""
        rng = np.random.default_rng(0)
        mean = [np.zeros_like(layer) for layer in self.layers]
        spread = [np.zeros_like(layer) for layer in self.layers]
        count = len(wide)
        steps, step = max(1, epochs * (count // batch)), 0
        for epoch in range(epochs):
            order = rng.permutation(count)
            for begin in range(0, count - batch + 1, batch):
                some = order[begin : begin + batch]
                step += 1
                now = rate * (1 - 0.95 * step / steps)
                for at, slope in enumerate(self.slopes(wide[some].astype(np.float32), target[some])):
                    slope += decay * self.layers[at]
                    mean[at] += 0.1 * (slope - mean[at])
                    spread[at] += 0.001 * (slope * slope - spread[at])
                    size = np.sqrt(spread[at] / (1 - 0.999**step)) + 1e-8
                    self.layers[at] -= now * (mean[at] / (1 - 0.9**step)) / size
            told(epoch + 1)

    def slopes(self, wide: Matrix, target: Matrix) -> list[Matrix]:
        _, _, middle, _, last, _ = self.layers
        flat, hidden, second, chances = self.run(wide)
        off = ((chances - target) / len(wide)).reshape(-1, 1).astype(np.float32)
        at_second = (off @ last.T) * (second > 0)
        at_hidden = (at_second @ middle.T) * (hidden > 0)
        return [
            flat.T @ at_hidden,
            at_hidden.sum(0),
            hidden.T @ at_second,
            at_second.sum(0),
            second.T @ off,
            flat.T @ off,
        ]

    def loss(self, wide: NDArray[np.float16], result: Matrix) -> float:
        """The log-loss on results."""
        total = 0.0
        for begin in range(0, len(wide), 4096):
            got = self.chances(wide[begin : begin + 4096].astype(np.float32))
            won = result[begin : begin + 4096]
            total -= float((won * np.log(got + 1e-9)).sum())
            if not self.alone:
                total -= float(((1 - won) * np.log(1 - got + 1e-9)).sum())
        return total / max(1, len(wide))

    def all_chances(self, wide: NDArray[np.float16]) -> Matrix:
        rows = [self.chances(wide[b : b + 4096].astype(np.float32)) for b in range(0, len(wide), 4096)]
        return np.concatenate(rows)
