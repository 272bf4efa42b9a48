"""Learning values from the bots' own games: `knaves train GAME --seats N`.

Games of advice with some random answers are played, and every position where what was decided has landed is kept with
the result (self-play, in files of some hundred games each: a broken run goes on where it was). A network is fitted
to the results, then once more to targets that blend the result with the values of the positions between (temporal
differences). One game in ten is held out and says how good the values are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from knaves.bots.matrices import HIDDEN, SECOND, Matrix, Network, inputs
from knaves.bots.values import Weights
from knaves.core.beat import play
from knaves.core.ending import win_shares
from knaves.core.game import Game, ValueInputs
from knaves.core.position import Position
from knaves.core.start import begin
from knaves.core.state import State
from knaves.core.step import Option

SHARD = 250  # games in one file
NOISE = (0.03, 0.1, 0.17)  # share of random answers, game by game
BLEND = 0.7  # of a target, how much comes from later than the next position
EPOCHS = 6

Told = Callable[[str], None]


class Shard(NamedTuple):
    """Positions of some games, as they are kept in a file."""

    wide: NDArray[np.float16]
    result: Matrix
    game: NDArray[np.int64]


class Learned(NamedTuple):
    weights: Weights
    calibration: tuple[tuple[float, float, int], ...]  # said, came true, how often; on held-out games


def self_play(
    game: Game[State], seats: int, seed: str, games: int, first: int, given: Mapping[str, object]
) -> Shard:
    """Games number `first` and on; three degrees of noise take turns."""
    all_inputs: list[ValueInputs] = []
    results: list[list[float]] = []
    numbers: list[int] = []
    for number in range(first, first + games):
        position = begin(game, seats, f"{seed} {number}", given)
        kept = noisy_game(position, Random(f"{seed} {number}"), NOISE[number % len(NOISE)])
        result = position.result
        assert result is not None
        share = win_shares(result.winners, seats, game.one_winner)
        all_inputs += kept
        results += [share] * len(kept)
        numbers += [number] * len(kept)
    width = game.value_inputs_size(position.state)
    wide = inputs(all_inputs, *width).astype(np.float16)
    return Shard(wide, np.array(results, np.float32), np.array(numbers, np.int64))


def noisy_game(position: Position, rng: Random, noise: float) -> list[ValueInputs]:
    """Plays to the end; what could be seen at each new stage."""
    game, state = position.game, position.state
    kept: list[ValueInputs] = []
    last = game.stage(state)

    def choose(p: Position, seat: int, options: Sequence[Option]) -> Option:
        nonlocal last
        now = game.stage(state)
        if now != last:
            last = now
            kept.append(game.value_inputs(state))
        if rng.random() < noise:
            some = [o for o in options if not game.pointless(state, seat, o)] or options
            return some[int(rng.random() * len(some))]
        return game.advise_state(state, seat, options, rng)

    play(position, choose)
    return kept


def gather(
    game: Game[State],
    seats: int,
    games: int,
    folder: Path,
    given: Mapping[str, object],
    told: Told,
) -> list[Path]:
    """Files of self-play, those that are there already and new ones; complete files only."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for first in range(0, games, SHARD):
        count = min(SHARD, games - first)
        file = folder / f"{game.id}-{seats}-{game.about.version}-{first}+{count}.npz"
        if not file.exists():
            shard = self_play(game, seats, f"train {game.id} {seats}", count, first, given)
            part = file.with_suffix(".part.npz")
            np.savez(part, wide=shard.wide, result=shard.result, game=shard.game)
            part.rename(file)
        files.append(file)
        told(f"{first + count} of {games} games played")
    return files


def read_shards(files: Sequence[Path]) -> Shard:
    parts = []
    for file in files:
        with np.load(file) as kept:
            parts.append((kept["wide"], kept["result"], kept["game"]))
    wide, result, game = (np.concatenate(row) for row in zip(*parts, strict=True))
    return Shard(wide, result, game)


def learn(
    game: Game[State], seats: int, files: Sequence[Path], size: tuple[int, int], made: str, told: Told
) -> Learned:
    """Fits the network: to results, then to blended targets."""
    data = read_shards(files)
    held = data.game % 10 == 9
    wide, result = data.wide[~held], data.result[~held]
    test = data.wide[held], data.result[held]
    curve: list[float] = []
    first = fitted(game, wide, result, test, told, "results", curve)
    values = first.all_chances(data.wide)
    second = fitted(game, wide, blended(data, values)[~held], test, told, "blended targets", curve)
    best = min((first, second), key=lambda network: network.loss(*test))
    weights = Weights(
        game.id,
        seats,
        game.about.version,
        made,
        len(np.unique(data.game)),
        round(best.loss(*test), 4),
        game.one_winner,
        *size,
        HIDDEN,
        SECOND,
        best.data(),
        tuple(curve),
    )
    return Learned(weights, calibration(best.all_chances(test[0]), test[1]))


def fitted(
    game: Game[State],
    wide: NDArray[np.float16],
    target: Matrix,
    test: tuple[NDArray[np.float16], Matrix],
    told: Told,
    to: str,
    curve: list[float],
) -> Network:
    network = Network.fresh(wide.shape[-1], game.one_winner)

    def after(epoch: int) -> None:
        curve.append(round(network.loss(*test), 4))
        told(f"fitted to {to}, round {epoch} of {EPOCHS}: log-loss {curve[-1]:.4f} on held-out games")

    network.learn(wide, target, EPOCHS, after)
    return network


def blended(data: Shard, values: Matrix) -> Matrix:
    """Temporal differences: the target of a position looks to the next ones of its game, and so to the result."""
    target = data.result.copy()
    for at in range(len(target) - 2, -1, -1):
        if data.game[at] == data.game[at + 1]:
            target[at] = BLEND * target[at + 1] + (1 - BLEND) * values[at + 1]
    return target


def calibration(said: Matrix, came: Matrix) -> tuple[tuple[float, float, int], ...]:
    """Chances in ten groups: what was said, what came true, how often."""
    found = []
    flat, true = said.ravel(), came.ravel()
    for low in range(10):
        group = (flat >= low / 10) & (flat < (low + 1) / 10 + (low == 9))
        if group.sum():
            found.append(
                (round(float(flat[group].mean()), 3), round(float(true[group].mean()), 3), int(group.sum()))
            )
    return tuple(found)


def keep(weights: Weights, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(msgspec.msgpack.encode(weights))
