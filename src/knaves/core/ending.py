"""The end in a sentence: what was decided, by how much, and how it ended for each player.

`Game.ending` says it from a view, so that whoever looks at the table knows it in the first second. Most games are won
by points, and have nothing to add to `by_points`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from knaves.core.state import Result
from knaves.core.words import all_of

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
EQUAL = "="


class Ending(NamedTuple):
    """`by`: the number that decided it ("+3", "=" for equals), and `says` what it counts."""

    by: str
    says: str
    yours: tuple[str, ...]  # a sentence for each seat
    title: str = ""  # what the winners have done


def by_points(result: Result, counts: str, names: Sequence[str]) -> Ending:
    """Most points win; equals share, or nobody has won."""
    scores, winners = result.scores, result.winners
    yours = finishes(result)
    top = max((scores[seat] for seat in winners), default=max(scores))
    others = [score for seat, score in enumerate(scores) if seat not in winners]
    if len(winners) != 1 or not others:
        return Ending(EQUAL, f"{'shared' if winners else 'nobody ahead'} at {amount(top, counts)}", yours)
    second = [names[n] for n, score in enumerate(scores) if n not in winners and score == max(others)]
    lead = top - max(others)
    return Ending(f"+{lead}", f"{unit(lead, counts)} ahead of {all_of(second)}", yours)


def finishes(result: Result) -> tuple[str, ...]:
    """ "You finish second.", by points."""
    return tuple(
        "You win." if seat in result.winners else f"You finish {PLACES[place - 1]}."
        for seat, place in enumerate(places(result.winners, result.scores))
    )


def places(winners: Collection[int], scores: Sequence[int]) -> list[int]:
    """By seat, from 1: the winners first, whatever they have; equals have the same place."""
    worth = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [1 + sum(other > mine for other in worth) for mine in worth]


def win_shares(winners: Collection[int], seats: int, alone: bool = True) -> list[float]:
    """What each seat has of the win: winners share one, or where each wins for itself have one each (`alone`)."""
    part = 1 / len(winners) if winners and alone else 1.0
    return [part if seat in winners else 0.0 for seat in range(seats)]


def unit(number: int, counts: str) -> str:
    """What is counted, for one of it too."""
    return counts.removesuffix("s") if number == 1 else counts


def amount(number: int, counts: str) -> str:
    return f"{number} {unit(number, counts)}"
