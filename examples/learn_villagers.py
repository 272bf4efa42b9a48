"""A small learner that really learns: Villagers with two players against the bot `fair`, with numpy alone.

    python examples/learn_villagers.py --games 6000 --to docs/research

The policy is a linear softmax over the legal ids: one weight for each id and each of a handful of the observation's
entries. It is trained by REINFORCE with a moving baseline on the margin of points, in steps that grow smaller, and
measured by its share of wins on seeds that training never sees. Every game is played through the Gymnasium environment.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import gymnasium
import numpy as np

import knaves.research.gymnasium
from knaves.lab.intervals import wilson
from knaves.research.gymnasium import SeatEnv, name_of

LOOKS_AT = (
    "turn 0",
    "mayor 0 0",
    "mayor 1 0",
    "phase 0",
    "phase 1",
)  # the round, the gold of both, the phase
EVALUATION = 1_000_000  # seeds from here on are for measuring


class Policy:
    """weights[id] · features of the observation, through a softmax over the legal ids."""

    def __init__(self, env: SeatEnv, rng: np.random.Generator) -> None:
        self.places = [env.layout.entries.index(name) for name in LOOKS_AT]
        self.weights = np.zeros((env.layout.ids.size, 1 + len(self.places)))
        self.rng = rng

    def features(self, row: np.ndarray) -> np.ndarray:
        return np.array([1.0, *(row[place] / 10 for place in self.places)])

    def choose(
        self, row: np.ndarray, legal: np.ndarray, best: bool = False
    ) -> tuple[int, np.ndarray, np.ndarray]:
        seen = self.features(row)
        scores = self.weights[legal] @ seen
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        at = int(chances.argmax()) if best else int(self.rng.choice(len(legal), p=chances))
        return at, chances, seen


def play(env: SeatEnv, policy: Policy, seed: int, slope: np.ndarray | None) -> float:
    """One game; its last reward. With `slope`, the derivative of the log-chance of all that was chosen is added."""
    row, info = env.reset(seed=seed)
    over, worth = False, 0.0
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        at, chances, seen = policy.choose(row, legal, best=slope is None)
        if slope is not None:
            slope[legal] -= np.outer(chances, seen)
            slope[legal[at]] += seen
        row, worth, over, _, info = env.step(legal[at])
    return worth


def measure(env: SeatEnv, policy: Policy, games: int) -> float:
    """The share of wins of the policy at its best, from both seats in turn."""
    won = 0.0
    for number in range(games):
        env.always = number % 2
        won += play(env, policy, EVALUATION + number // 2, None)
    return won / games


def learn(games: int, every: int, measured: int, seed: int) -> list[tuple[int, float]]:
    def made(reward: str) -> SeatEnv:
        env = gymnasium.make(
            name_of("villagers"), seats=2, seat=None, opponents="fair", reward=reward
        ).unwrapped
        assert isinstance(env, SeatEnv)
        return env

    practice, exam = made("margin"), made("win")
    policy = Policy(practice, np.random.default_rng(seed))
    curve = [(0, measure(exam, policy, measured))]
    print(f"{0:6} games: {curve[-1][1]:.3f} of the wins", flush=True)
    mean, spread, batch = 0.0, 10.0, 10
    total = np.zeros_like(policy.weights)
    for number in range(1, games + 1):
        slope = np.zeros_like(policy.weights)
        margin = play(practice, policy, seed * 100_000 + number, slope)
        total += slope * (margin - mean) / spread
        mean += (margin - mean) * 0.02
        spread += (abs(margin - mean) - spread) * 0.02
        if number % batch == 0:
            policy.weights += 0.1 * (1 - number / games) * total / batch
            total[:] = 0
        if number % every == 0:
            curve.append((number, measure(exam, policy, measured)))
            print(f"{number:6} games: {curve[-1][1]:.3f} of the wins", flush=True)
    return curve


def drawn(curve: list[tuple[int, float]], measured: int) -> str:
    """The curve as SVG: games from left to right, the share of wins upwards in its interval, a line at one half."""
    last = max(curve[-1][0], 1)

    def line(places: list[tuple[int, float]]) -> str:
        return " ".join(f"{40 + 540 * games / last:.1f},{220 - 200 * share:.1f}" for games, share in places)

    sure = [(games, wilson(share * measured, measured)) for games, share in curve]
    band = [(games, low) for games, (low, _) in sure] + [(games, high) for games, (_, high) in reversed(sure)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 250" font-family="sans-serif" font-size="12">'
        '<path d="M40 20V220H580" fill="none" stroke="#555"/><path d="M40 120H580" stroke="#bbb"/>'
        '<text x="8" y="24">100%</text><text x="14" y="124">50%</text><text x="20" y="224">0%</text>'
        f'<text x="580" y="240" text-anchor="end">{last} games</text>'
        f'<polygon points="{line(band)}" fill="#a33" opacity="0.2"/>'
        f'<polyline points="{line(curve)}" fill="none" stroke="#a33" stroke-width="2"/></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--every", type=int, default=500)
    parser.add_argument("--measured", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    began = time.monotonic()
    curve = learn(given.games, given.every, given.measured, given.seed)
    seconds = round(time.monotonic() - began)
    if given.to:
        given.to.mkdir(parents=True, exist_ok=True)
        told = {
            "knaves": knaves.__version__,
            "game": "villagers",
            "seats": 2,
            "opponents": "fair",
            "seed": given.seed,
            "games a point": given.measured,
            "seconds": seconds,
            "curve": curve,
        }
        (given.to / "learning.json").write_text(json.dumps(told, indent=1) + "\n")
        (given.to / "learning.svg").write_text(drawn(curve, given.measured))


if __name__ == "__main__":
    main()
