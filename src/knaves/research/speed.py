"""How fast the games run in the toolkits:  python -m knaves.research.speed [SECONDS]

Decisions a second of random players, most seats, one process; OpenSpiel's and PettingZoo's own games in the same run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time

import numpy as np
import pyspiel
from pettingzoo import AECEnv

import knaves
from knaves.games import about
from knaves.research.episode import Episode
from knaves.research.openspiel import name_of
from knaves.research.pettingzoo import KnavesEnv

YARDSTICKS = ("gin_rummy", "bridge", "backgammon")
THEIRS = ("texas_holdem_no_limit_v6", "chess_v6", "connect_four_v3")  # as far as they are installed


def a_second(play: Callable[[int, Random], int], seconds: float) -> float:
    """Decisions a second of processor time; `play` plays one game and says how many there were."""
    rng, decisions, number = Random(1), 0, 0
    play(0, rng)
    began = process_time()
    while process_time() - began < seconds:
        number += 1
        decisions += play(number, rng)
    return decisions / (process_time() - began)


def with_ids(game: str, seats: int, looks: bool) -> Callable[[int, Random], int]:
    def play(number: int, rng: Random) -> int:
        episode, decisions = Episode.start(game, seats, number, {}, False), 0
        while not episode.over:
            if looks:
                episode.observe(episode.seat)
            episode.step(rng.choice([*episode.menu]))
            decisions += 1
        return decisions

    return play


def with_pettingzoo(env: AECEnv) -> Callable[[int, Random], int]:
    def play(number: int, rng: Random) -> int:
        env.reset(seed=number)
        decisions = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            done = over or cut
            env.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += not done
        return decisions

    return play


def with_openspiel(name: str) -> Callable[[int, Random], int]:
    game = pyspiel.load_game(name)

    def play(number: int, rng: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(
                    rng.choices([o for o, _ in outcomes], [chance for _, chance in outcomes])[0]
                )
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def main(seconds: float) -> None:
    print(f"{'game':14}{'ids':>10}{'observed':>10}{'PettingZoo':>12}{'OpenSpiel':>11}   decisions a second")
    for game in knaves.GAMES:
        seats = max(about(game).seats)
        ways = (
            with_ids(game, seats, False),
            with_ids(game, seats, True),
            with_pettingzoo(KnavesEnv(game, seats)),
        )
        ids, observed, zoo = (a_second(way, seconds) for way in ways)
        spiel = a_second(with_openspiel(name_of(game)), seconds)
        print(f"{game:14}{ids:10,.0f}{observed:10,.0f}{zoo:12,.0f}{spiel:11,.0f}", flush=True)
    for name in YARDSTICKS:
        print(f"{name:14}{'':10}{'':10}{'':12}{a_second(with_openspiel(name), seconds):11,.0f}", flush=True)
    for name in THEIRS:
        try:
            env = import_module(f"pettingzoo.classic.{name}").raw_env()
        except ImportError:
            continue
        print(f"{name:34}{a_second(with_pettingzoo(env), seconds):12,.0f}", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
