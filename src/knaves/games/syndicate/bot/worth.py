"""What a `fair` bot thinks of a position: who may serve whom, and what a step up, a cube or a card is worth to it."""

from __future__ import annotations

from functools import lru_cache

from knaves.games.syndicate.bot.sight import UNKNOWN, Held, Other, SyndicateSight
from knaves.games.syndicate.cards import SPY

OWN: tuple[float, ...] = (
    2.0,
    2.5,
    3.0,
    4.0,
    8.0,
    8.0,
)  # what a step up is worth to a villain's agent, by Power
RIVAL: tuple[float, ...] = (0.2, 0.4, 0.9, 2.0, 6.0, 0.0)  # and what it is worth to hinder somebody else's
DRAIN: tuple[float, ...] = (
    0.0,
    1.0,
    0.45,
    0.2,
    0.1,
    0.05,
    0.0,
    0.0,
)  # what taking the bottom cube does, by cubes on the track
WARY = {2: 1.5, 3: 1.0, 4: 0.7, 5: 0.4}  # the more players, the less one can do about the Spy alone
# How much goals go with what somebody has done. Fitted to bots' games, then taken to the power of 0.7: people bluff.
TO, PAST = 3.7, 0.86  # the next mission was moved to this villain, or away
USED = 0.72  # this villain was activated: that costs him a cube
SIGN = {2: 3.3, 3: 3.1, 4: 2.4, 5: 1.5}  # a track was left with one cube or none: for the Spy, by players
NOTICED = {2: 1.0, 3: 3.0, 4: 3.0, 5: 1.0}  # what that sign costs the hidden Spy
CARE = 1.3  # below this a mission is not worth a good card, nor the risk of being noticed
CARD, COIN, CUBE = 0.45, 1.0, 0.7
SPENT_COIN = 0.6  # a coin paid for something that helps at once


Suspects = dict[int, list[float]]
"""For every hidden opponent, how likely each goal is."""


def signs(you: int, goal: int, players: tuple[Other, ...], unserved: int) -> Suspects:
    """For every hidden opponent, how well each goal goes with what he has done: not denied, not ours."""
    found: Suspects = {}
    sign = SIGN[len(players)]
    for seat, player in enumerate(players):
        if seat == you or player.goal != UNKNOWN:
            continue
        out = player.denied | unserved | 1 << goal
        weight = [0.0 if out >> one & 1 else 1.0 for one in range(SPY + 1)]
        steered, acts = player.steered, player.acts
        moves = sum(steered) // 2  # to two villains at a time; the Spy does not care which
        for villain in range(SPY):
            to = steered[villain]
            weight[villain] *= TO**to * PAST ** (moves - to) * USED ** acts[villain]
        weight[SPY] *= sign**player.starved
        found[seat] = weight
    return found


@lru_cache(maxsize=10_000)  # what all have seen stays as it is for many decisions, in many imagined worlds
def suspicions(
    you: int, goal: int, players: tuple[Other, ...], unserved: int
) -> tuple[Suspects, list[float]]:
    """How likely each goal is for every hidden opponent, if no two of them have the same; and for anybody else."""
    weights = signs(you, goal, players, unserved)
    rows = list(weights.values())
    likely = [[0.0] * (SPY + 1) for _ in rows]
    whole = deal_out(rows, likely, 0, 0, 1.0) or 1.0
    found = {seat: [one / whole for one in row] for seat, row in zip(weights, likely, strict=True)}
    share = [min(1.0, sum(row[one] for row in found.values())) for one in range(SPY + 1)]
    for player in players:
        if player.goal != UNKNOWN:
            share[player.goal] = 1.0
    return found, share


def deal_out(rows: list[list[float]], likely: list[list[float]], at: int, taken: int, weight: float) -> float:
    """All ways to deal goals to the opponents from this one on, and how well they go with what was done, together."""
    if at == len(rows):
        return weight
    total = 0.0
    for goal, fits in enumerate(rows[at]):
        if fits and not taken >> goal & 1:
            part = deal_out(rows, likely, at + 1, taken | 1 << goal, weight * fits)
            likely[at][goal] += part
            total += part
    return total


class SyndicateWorth:
    """Everything here follows from what one seat may know."""

    def __init__(self, look: SyndicateSight) -> None:
        self.look = look
        self.you, self.goal = look.you, look.goal
        self.revealed = look.players[look.you].goal != UNKNOWN
        self.power, self.length = look.power, look.length
        self.mission, self.marker = look.mission, look.mission_marker
        self.suspects, self.share = suspicions(look.you, look.goal, tuple(look.players), look.unserved)
        self.threat = [self.threat_of(villain) for villain in range(5)]
        self.steps = [self.step_of(villain) for villain in range(5)]

    # -- what things are worth ------------------------------------------------------------------------

    def threat_of(self, villain: int) -> float:
        return 0.0 if villain == self.goal else RIVAL[self.power[villain]] * self.share[villain]

    def step_up(self, villain: int) -> float:
        """One cube more on top of this track."""
        return self.steps[villain]

    def step_of(self, villain: int) -> float:
        if self.goal == SPY:
            return -4.0 if not self.length[villain] else -1.0 - 3 * DRAIN[self.length[villain]]
        if villain == self.goal:
            return OWN[self.power[villain]]
        return self.spy_danger(self.length[villain] - 1) - self.threat[villain]

    def spy_danger(self, length: int) -> float:
        """What it costs everybody but the Spy to let a track shrink to so many cubes."""
        gone = sum(1 for one in self.length if one == 0)
        if length < 0:
            gone -= 1  # it is empty already; filling it again is worth as much
        danger = (4.0, 15.0) if length <= 0 else (1.0, 3.5) if length == 1 else (0.2, 0.6)
        return danger[min(1, max(0, gone))] * self.share[SPY] * WARY[self.look.seats]

    def attitude(self, space: int) -> float:
        """How much this seat wants a mission at this space to succeed."""
        return self.step_up((space - 1) % 5) + self.step_up(space)

    def drain(self, villain: int) -> float:
        """Taking the bottom cube of this track away."""
        much = DRAIN[self.length[villain]]
        if self.goal == SPY:
            noticed = self.length[villain] == 2 and not self.revealed
            return 6 * much - NOTICED[self.look.seats] * noticed
        if villain == self.goal:
            return -much * (4 + 3 * self.power[villain])
        return much * 3 * self.threat[villain] - self.spy_danger(self.length[villain] - 1)

    def odds_in_bag(self) -> list[float]:
        """How likely a cube out of the bag has each colour, as far as one can guess what is in it."""
        look = self.look
        unknown = [
            max(0, 10 - look.reserve[n] - look.length[n] - look.cubes[n] - look.palm[n]) for n in range(5)
        ]
        whole = sum(unknown)
        if not whole or not look.bag:
            return [0.0] * 5
        return [one / whole for one in unknown]

    def pull(self) -> float:
        """A cube drawn from the bag, wherever it goes."""
        return sum(self.step_up(n) * odds for n, odds in enumerate(self.odds_in_bag()))

    def in_vain(self, cubes: int) -> float:
        """How likely none of so many cubes out of the bag is one that this seat would put on the board."""
        return float(sum(odds for n, odds in enumerate(self.odds_in_bag()) if self.step_up(n) <= 0) ** cubes)

    def best_of(self, cubes: int) -> float:
        """So many cubes out of the bag, one of which may be put on the board, or none."""
        expected, below = 0.0, 0.0
        for gain, odds in sorted((self.step_up(n), odds) for n, odds in enumerate(self.odds_in_bag())):
            expected += max(0.0, gain) * ((below + odds) ** cubes - below**cubes)
            below += odds
        return expected

    def worth(self, card: Held) -> float:
        """What it costs to part with a card: good ones for missions one wants, bad ones for those one does not."""
        if self.goal == SPY:
            return -min(card.top, card.bottom if card.bottom is not None else 9)
        if card.villain == self.goal:
            return float(card.bottom or 0)
        return 0.6 * abs(card.top) if card.bottom is None or card.bottom > 0 else 1.5
