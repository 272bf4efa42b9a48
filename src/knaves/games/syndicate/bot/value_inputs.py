"""What decides who will win: how near each goal is, the means to bring it nearer, and who is found out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.game import ValueInputs
from knaves.core.step import Option, things_of
from knaves.games.syndicate.bot.sight import ImaginedSyndicate
from knaves.games.syndicate.bot.worth import SyndicateWorth, signs
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.state import SyndicateCity

CELLS = 7
NUMBERS = 53
LIKELIEST = 2  # charges that are looked at before anything else


def value_inputs(s: SyndicateCity) -> ValueInputs:
    seats, face = s.seats, s.face
    goals = [face[slot] for slot in s.goal]
    power = [max(0, high - 1) for high in s.high]
    length = [high - low + 1 for low, high in zip(s.low, s.high, strict=True)]
    shortest = sorted(length)
    empty = length.count(0)
    near = [nearness(goal, power, shortest) for goal in goals]
    order = sorted(near)
    hidden = seats - s.revealed.bit_count()
    in_bag = max(1, sum(s.bag))
    coins, cards = sum(s.coins), sum(len(hand) for hand in s.hand)
    guesses = [SyndicateWorth(ImaginedSyndicate(s, seat)).suspects for seat in range(seats)]
    stake = s.box.board.accusation.stake
    numbers: list[list[float]] = []
    things: list[list[int]] = []
    for seat in range(seats):
        goal, mine = goals[seat], near[seat]
        rival = order[-1] if mine != order[-1] else order[-2]
        spy = goal == SPY
        first = 0 if spy else goal
        good = bad = 0
        for slot in s.hand[seat]:
            card = s.box.support[face[slot]]
            best = card.top
            if card.bottom is not None and s.box.villain_of[face[slot]] == goal:
                best = max(best, card.bottom)
            good = max(good, best)
            bad = min(bad, card.top if card.bottom is None else min(card.top, card.bottom))
        ways = (s.mission_marker - first) % 5
        known = [known_to(guesses[other], seat, goal) for other in range(seats) if other != seat]
        knows = [row[goals[other]] for other, row in guesses[seat].items()]
        can = float(s.coins[seat] >= stake)
        soon = ((seat - s.active) % seats) / 3
        row = [
            mine,
            mine - rival,
            mine - sum(near) / seats,
            1.0 if mine == order[-1] else 0.0,
            float(spy),
            1.0 - spy,
            s.coins[seat] / 5,
            (s.coins[seat] - coins / seats) / 5,
            len(s.hand[seat]) / 5,
            (len(s.hand[seat]) - cards / seats) / 5,
            good / 4,
            bad / 4,
            float(s.revealed >> seat & 1),
            hidden / seats,
            s.ruled_out(seat).bit_count() / 5 if not s.revealed >> seat & 1 else 1.0,
            0.0 if spy else power[goal] / 5,
            0.0 if spy else length[goal] / 5,
            0.0 if spy or power[goal] < 4 else 1.0,
            0.0 if spy or power[goal] < 3 else 1.0,
            0.0 if spy else s.bag[goal] / in_bag,
            0.0 if spy else s.cubes[seat * 5 + goal] / 2,
            0.0 if spy else float(ways == 4 or ways == 3),
            0.0 if spy else float(ways == 0 or ways == 1),
            max(power) / 5,
            float(spy) * empty,
            float(spy) * shortest[0] / 3,
            float(spy) * shortest[1] / 3,
            (1.0 - spy) * empty,
            shortest[0] / 3,
            shortest[1] / 3,
            soon,
            s.turn / 20,
            sum(s.cubes[seat * 5 : seat * 5 + 5]) / 5,
            float(SPY in goals),
            known_to(guesses[s.active], seat, goal) if seat != s.active else 0.0,
            max(known),
            sum(known) / len(known),
            max(knows, default=1.0),
            min(knows, default=1.0),
            (sum(knows) + seats - 1 - len(knows)) / (seats - 1),
            can,
            can * (1 - soon) * max(knows, default=0.0),
        ]
        row += [power[(first + n) % 5] / 5 for n in range(1, 5)]
        row += [length[(first + n) % 5] / 5 for n in range(1, 5)]
        row += [other_near(near, seat, n) for n in range(NUMBERS - len(row))]
        numbers.append(row)
        things.append([goal * CELLS + (empty if spy else power[goal])])
    return ValueInputs(numbers, things)


def value_inputs_size(s: SyndicateCity) -> tuple[int, int]:
    return NUMBERS, (SPY + 1) * CELLS


def nearness(goal: int, power: list[int], shortest: list[int]) -> float:
    """How near a goal is: 1 is reached."""
    if goal == SPY:
        return 1 - min(6, shortest[0] + shortest[1]) / 6
    return power[goal] / 5


def other_near(near: list[float], seat: int, place: int) -> float:
    """The nearness of the others, nearest first."""
    others = sorted((one for at, one in enumerate(near) if at != seat), reverse=True)
    return others[place] if place < len(others) else 0.0


def known_to(guessed: dict[int, list[float]], seat: int, goal: int) -> float:
    """How likely this goal of that seat is to whoever guesses so; what is not guessed is known."""
    row = guessed.get(seat)
    return 1.0 if row is None else row[goal]


def likelihood(s: SyndicateCity, seat: int) -> float:
    """How likely the goals of the others are as they lie in this world, by what they have done for all to see."""
    look = ImaginedSyndicate(s, seat)
    found = 1.0
    for other, weights in signs(seat, look.goal, tuple(look.players), look.unserved).items():
        found *= weights[s.face[s.goal[other]]] / (sum(weights) or 1.0) + 0.02
    return found


def promising(s: SyndicateCity, seat: int, options: Sequence[Option], rng: Random) -> list[Option]:
    """The same answers: the likeliest charges first, then all else, then the other charges."""
    suspects = SyndicateWorth(ImaginedSyndicate(s, seat)).suspects

    def doubt(option: Option) -> float:
        accused, goal = things_of(option)
        return 1.0 - suspects[accused][goal]

    charges = sorted((option for option in options if option[0] == "accuse"), key=doubt)
    others = [option for option in options if option[0] != "accuse"]
    return [*charges[:LIKELIEST], *others, *charges[LIKELIEST:]]
