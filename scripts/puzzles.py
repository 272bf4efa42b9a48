"""Finds puzzles in games of bots:  python scripts/puzzles.py [GAME ...] [--count 24]

Writes them into games/<game>/puzzles/ as it finds them, at most one of each game that is played. A broken run goes on:
what is there stays, and the next game has the next number. `--anew` throws them away first, after a change of rules.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import msgspec

from knaves.bots.coach.trials import learned
from knaves.bots.puzzles import Puzzle, folder_of, puzzles_of, search
from knaves.games import GAMES, find

ALIKE = 2
"""One of so many puzzles at most asks for the same verb."""
USUAL_SEATS = 4


def sizes(name: str) -> list[int]:
    """Numbers of players in turn: the usual one every other time."""
    game = find(name)
    known = [seats for seats in game.about.seats if learned(game, seats) is not None]
    usual = USUAL_SEATS if USUAL_SEATS in known else known[0]
    return [size for seats in known for size in (usual, seats)]


def make(name: str, count: int) -> None:
    place = folder_of(name)
    place.mkdir(exist_ok=True)
    puzzles_of.cache_clear()
    kept: list[Puzzle] = [*puzzles_of(name)]
    number = max((int(one.seed.rpartition(" ")[2]) for one in kept), default=0)
    turn, made = sizes(name), f"python scripts/puzzles.py {name}"
    begun = time.process_time()
    while len(kept) < count:
        number += 1
        verbs = Counter(one.answer[0] for one in kept)
        for found in search(find(name), turn[number % len(turn)], f"{name} {number}", made):
            if verbs[found.answer[0]] * ALIKE >= count:
                continue
            kept.append(found)
            last = max((int(file.stem) for file in place.glob("*.json")), default=0)
            (place / f"{last + 1}.json").write_bytes(
                msgspec.json.format(msgspec.json.encode(found), indent=1)
            )
            break
        spent = time.process_time() - begun
        print(f"{name}: {len(kept)} of {count} puzzles in {number} games, {spent:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python scripts/puzzles.py")
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--anew", action="store_true")
    given = parser.parse_args()
    for name in given.games or GAMES:
        for old in folder_of(name).glob("*.json") if given.anew else ():
            old.unlink()
        make(name, given.count)


if __name__ == "__main__":
    main()
