"""What an answer has changed, for who looks on: everybody's chances before and after it, as these eyes can know."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

import msgspec

from knaves.bots.coach.trials import Outcome, landing, learned, outcomes
from knaves.core.position import Position

WORLDS = 24
LITTLE, SURE = 0.03, 3.0
"""Points of chance: less is not worth a word; nor is what is within so many of its standard errors, because everybody's
chances are looked at."""


class Shift(msgspec.Struct, frozen=True):
    """By seat."""

    before: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]  # of the differences, one standard deviation


def shift(before: Position, after: Position, eye: int | None, seed: str, worlds: int = WORLDS) -> Shift:
    """Both positions are worlds that these eyes imagine; more are imagined from them."""
    one, two = (_ends(position, eye, seed, worlds) for position in (before, after))
    means, errors = [], []
    for seat in range(before.seats):
        rows = [[end.wins[seat] for end in ends] for ends in (one, two)]
        shares = [sum(row) / worlds for row in rows]
        spread = sum((x - share) ** 2 for row, share in zip(rows, shares, strict=True) for x in row)
        means.append(shares)
        errors.append(sqrt(spread / max(1, worlds - 1) / worlds))
    return Shift(tuple(mean[0] for mean in means), tuple(mean[1] for mean in means), tuple(errors))


def _ends(position: Position, eye: int | None, seed: str, worlds: int) -> list[Outcome]:
    value = learned(position.game, position.seats)
    found = [
        landing(position.imagine(eye, Random(f"{seed} {number}")), Random(f"{seed} play {number}"), value)
        for number in range(worlds)
    ]
    return outcomes(found, value)


def sentence(found: Shift, seat: int, names: Sequence[str]) -> str:
    """What it did for the seat whose answer it was, and who paid for it."""
    gains = [after - before for before, after in zip(found.before, found.after, strict=True)]
    clear = [abs(gain) > max(LITTLE, SURE * error) for gain, error in zip(gains, found.errors, strict=True)]
    others = [other for other in range(len(gains)) if other != seat and clear[other]]
    said = []
    if clear[seat]:
        verb = "lifts" if gains[seat] > 0 else "costs"
        said.append(
            f"{verb} {names[seat]}: {found.before[seat]:.0%} to win before, {found.after[seat]:.0%} now"
        )
    if others:
        most = max(others, key=lambda other: abs(gains[other]))
        way = "helps" if gains[most] > 0 else "hurts"
        said.append(
            f"{way} {names[most]} most ({found.before[most]:.0%} before, {found.after[most]:.0%} now)"
        )
    if not said:
        return "By what you can see it changes nobody's chances by much."
    return f"By what you can see it {' and '.join(said)}."
