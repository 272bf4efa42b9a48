"""Draws what the bots have learned:  python scripts/minds.py [--games 200]

Plays fresh games of every game at four seats and compares the chances that the learned values gave with what came true
(docs/reliability.svg); draws how the learning went from what stands in the weights (docs/learning.svg).
"""

from __future__ import annotations

import argparse
from math import log
from pathlib import Path

from knaves.bots.matrices import Network
from knaves.bots.training import calibration, self_play
from knaves.bots.values import place_of, read
from knaves.games import GAMES, find
from knaves.lab import plots

DOCS = Path(__file__).resolve().parent.parent / "docs"
SEATS = 4


def main() -> None:
    parser = argparse.ArgumentParser(prog="python scripts/minds.py")
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    groups, learning = {}, {}
    for name in GAMES:
        game, place = find(name), place_of(name, SEATS)
        weights = read(place.read_bytes()).weights
        fresh = self_play(game, SEATS, f"reliability {name}", games, 0, {})
        network = Network.of(weights)
        groups[game.title] = calibration(network.all_chances(fresh.wide), fresh.result)
        even = log(SEATS) if weights.alone else SEATS * log(2)
        learning[game.title] = [loss / even for loss in weights.curve]
        print(
            f"{game.title}: {games} fresh games, log-loss {network.loss(fresh.wide, fresh.result):.3f} of {even:.3f}"
        )
        for said, came, count in groups[game.title]:
            print(f"  said {said:5.1%}, came true {came:5.1%} of {count:,}")
    (DOCS / "reliability.svg").write_bytes(plots.reliability(groups))
    (DOCS / "learning.svg").write_bytes(plots.curves({name: row for name, row in learning.items() if row}))


if __name__ == "__main__":
    main()
