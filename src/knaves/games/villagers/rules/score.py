"""The score sheet, line by line."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.state import Result
from knaves.games.villagers.cards.faces import CHALLENGE, CITIZEN, HERO, MOB, PAIR_ANY, TROPHY
from knaves.games.villagers.state import Village


class ScoreColumn(NamedTuple):
    """One Mayor's column of the score sheet."""

    town_value: int
    civility: int
    heroic: int
    victory: int
    largest_town: int
    matchmaker: int

    @property
    def total(self) -> int:
        return sum(self)  # score.11


def finish(s: Village, reason: str) -> None:
    """The game is over: hands are shown and points are counted."""
    for seat, town in enumerate(s.town):
        if len(town) >= s.town_size():
            s.tell("full_town", seat, len(town))
    if not s.left:
        s.tell("deck_out")
    for hand in s.hand:
        for slot in hand:
            s.show(slot)
    totals = tuple([sheet.total for sheet in sheets(s)])
    top = max(totals)
    winners = tuple([seat for seat, total in enumerate(totals) if total == top])  # R13
    s.result = Result(winners, totals, reason)
    s.tell("over")


def sheets(s: Village, eye: int | None = None) -> list[ScoreColumn]:
    """Every Mayor's column. With an eye, cards it has not seen are left out."""
    seats = range(s.seats)
    heroes = [count(s, s.town[seat], HERO) for seat in seats]
    trophies = [trophies_of(s, seat, eye) for seat in seats]
    size = [len(town) for town in s.town]
    return [
        ScoreColumn(
            town_value(s, seat, trophies[seat]),
            3 * (count(s, s.hand[seat], MOB) > 0),  # score.2
            ranked(heroes, seat, 2, 1, 1),  # score.3, score.4
            ranked(trophies, seat, 1, 1, 2),  # score.5, score.6
            3 * (size[seat] == max(size)),  # score.7
            2 * pairs(s, seat),  # score.8
        )
        for seat in seats
    ]


def count(s: Village, row: tuple[int, ...], kind: int) -> int:
    face, kinds = s.face, s.box.kind
    return sum(kinds[face[slot]] == kind for slot in row)


def trophies_of(s: Village, seat: int, eye: int | None) -> int:
    """Challenges in hand, as far as this eye knows."""
    known = [slot for slot in s.hand[seat] if eye is None or s.sees(eye, slot)]
    return count(s, tuple(known), CHALLENGE)


def ranked(counts: list[int], seat: int, most: int, second: int, every: int) -> int:
    """`most` points for each thing to whoever has most; to second most `second` points for every so many (R6, R7)."""
    mine, top = counts[seat], max(counts)
    if mine == top:
        return most * mine
    if mine == max(number for number in counts if number < top):
        return second * (mine // every)
    return 0


def town_value(s: Village, seat: int, trophies: int) -> int:
    """Printed values, and what cards are worth by others (score.1)."""
    face, box = s.face, s.box
    total = 0
    for slot in s.town[seat]:
        number = face[slot]
        total += box.value[number]
        for amount, kind, each, most in box.worth[number]:
            things = trophies if kind == TROPHY else count(s, s.town[seat], kind)
            total += amount * min(things // each, most)
    return total


def pairs(s: Village, seat: int) -> int:
    """Named pairs, then the Mystic Seer with a citizen that is still free (pairs.2 to pairs.4, R34)."""
    face, box = s.face, s.box
    here = [face[slot] for slot in s.town[seat]]
    paired = {number for number in here if box.pair[number] in here}
    named = len(paired) // 2
    seers = [number for number in here if box.pair[number] == PAIR_ANY]
    seers.sort(
        key=lambda number: box.kind[number] == CITIZEN
    )  # a citizen among them can be the partner of another
    free = [number for number in here if box.kind[number] == CITIZEN and number not in paired]
    free.sort(key=seers.__contains__)  # another card that pairs with anybody only if nobody else is free
    for seer in seers:
        partner = next((number for number in free if number != seer), None)
        if partner is not None and (seer in free or box.kind[seer] != CITIZEN):
            free = [number for number in free if number not in (seer, partner)]
            named += 1
    return named
