"""Figures of the game's README that `knaves simulate` does not print.

    python -m tests.games.syndicate.measure [games]            what a saboteur is worth; is every card used?
    python -m tests.games.syndicate.measure random [games]     do games of random players end, and how?

Ordinary games of fair bots. A seat sabotages a mission when it would rather see it fail and cares enough to lay a card
against it; it helps when it cares the other way; else it lays a card it can spare.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

import knaves
from knaves.bots import Bot, Observation, make
from knaves.core.beat import play, play_randomly
from knaves.core.step import Option
from knaves.games.syndicate.bot.sight import ImaginedSyndicate
from knaves.games.syndicate.bot.worth import CARE, SyndicateWorth
from knaves.games.syndicate.cards import box
from knaves.games.syndicate.state import SyndicateCity
from knaves.lab.intervals import wilson


class Used:
    """How often each card was in a hand when a card was due, and how often it was the one."""

    def __init__(self) -> None:
        self.held: Counter[int] = Counter()
        self.laid: Counter[int] = Counter()


class Table:
    """One game; counts the missions by how many seats sabotaged them and whether they succeeded."""

    def __init__(self, seats: int, seed: int, found: Counter[tuple[int, bool]], used: Used) -> None:
        self.position = knaves.start("syndicate", seats=seats, seed=seed)
        self.bots = [make("fair", self.position.game, f"{seed}/{seat}") for seat in range(seats)]
        self.against: set[int] = set()
        self.found, self.used = found, used
        self.position.listen(self.hear)
        play(self.position, self.choose)

    def hear(self, event: knaves.Event) -> None:
        if event.kind in ("succeeded", "failed"):
            self.found[len(self.against), event.kind == "succeeded"] += 1
            self.against.clear()

    def choose(self, p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        answer = self.bots[seat].choose(Observation(p, seat, options))
        if answer[0] in ("lay", "abstain"):
            s = p.state
            assert isinstance(s, SyndicateCity)
            self.used.held.update(s.face[slot] for slot in s.hand[seat])
            if answer[0] == "lay":
                self.used.laid[s.face[answer[1:][0]]] += 1
            if SyndicateWorth(ImaginedSyndicate(s, seat)).attitude(s.place) < -CARE:
                self.against.add(seat)
        return answer


def cell(found: Counter[tuple[int, bool]], most: int, least: int) -> str:
    won = sum(count for (against, good), count in found.items() if good and least <= against <= most)
    lost = sum(count for (against, good), count in found.items() if not good and least <= against <= most)
    if won + lost < 30:
        return "–"
    low, high = wilson(won, won + lost)
    return f"{won / (won + lost):.0%} ({low:.0%} to {high:.0%}, n = {won + lost})"


def main(games: int) -> None:
    print("| players | cards | nobody against | one against | two against | three or more | all missions |")
    print("|---|---|---|---|---|---|---|")
    used = Used()
    for seats in (2, 3, 4, 5):
        found: Counter[tuple[int, bool]] = Counter()
        for seed in range(games):
            Table(seats, seed, found, used)
        cells = [cell(found, n, n) for n in (0, 1, 2)] + [cell(found, 9, 3), cell(found, 9, 0)]
        print(f"| {seats} | {seats + (seats <= 3)} | " + " | ".join(cells) + " |", flush=True)
    rates = sorted((used.laid[face] / used.held[face], card.name) for face, card in enumerate(box().support))
    print("\nHow often a card is laid when it is in hand, all tables together:")
    print("least " + ", ".join(f"{name} {rate:.0%}" for rate, name in rates[:5]))
    print("most " + ", ".join(f"{name} {rate:.0%}" for rate, name in rates[-5:]))


ENDS = {
    "The last": "the last hidden goal",
    "goals at once": "several goals at once",
    "The goal is reached: Government Spy": "the Spy's goal",
    "The goal is reached": "a villain's goal",
}


def by_chance(games: int) -> None:
    """Half of the games uniform over the options, half over the verbs first."""
    print(f"| players | {' | '.join(ENDS.values())} | decisions | turns |")
    print("|---|---|---|---|---|---|---|")
    for seats in (2, 3, 4, 5):
        ends: Counter[str] = Counter()
        decisions, turns = [], []
        for seed in range(games // 4):
            p = knaves.start("syndicate", seats=seats, seed=f"chance/{seed}")
            bot = make("random", p.game, seed)

            def verb_first(q: knaves.Position, seat: int, may: Sequence[Option], bot: Bot = bot) -> Option:
                return bot.choose(Observation(q, seat, may))

            decisions.append(play(p, verb_first) if seed % 2 else play_randomly(p, Random(seed)))
            assert p.result is not None and isinstance(p.state, SyndicateCity)
            turns.append(p.state.turn)
            ends[next(how for how in ENDS if how in p.result.reason)] += 1
        cells = [str(ends[how]) for how in ENDS]
        cells += [f"{sum(them) / len(them):.0f}, at most {max(them)}" for them in (decisions, turns)]
        print(f"| {seats} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["random"]:
        by_chance(int(given[1]) if given[1:] else 10_000)
    else:
        main(int(given[0]) if given else 400)
