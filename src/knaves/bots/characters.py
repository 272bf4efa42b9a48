"""Characters: bots of one level that differ in what they like. A level with a character is called "vengeful sharp".

What a bot that looks ahead likes is a weight on what it sees there; it plays by the same rules and knows no more. A
talkative bot plays like any other, and says what it thinks of how things stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from knaves.bots.planner import Planner
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.state import State


class Character(NamedTuple):
    name: str
    line: str  # what a person who chooses should know
    cautious: bool = False
    points: float = 0.0  # how much points count that it has soon, beside its chance to win
    grudge: float = 0.0  # how much it counts that somebody else does not win
    talks: bool = False

    @property
    def looks(self) -> bool:
        """It shows in bots that look ahead, and in no others."""
        return not self.talks


PLAIN = Character("", "")
CHARACTERS: dict[str, Character] = {
    one.name: one
    for one in (
        Character("cautious", "Takes what is certain and shuns what is risky.", cautious=True),
        Character("greedy", "Takes points now and does not ask what they cost later.", points=0.6),
        Character("vengeful", "Goes after whoever last turned on it, else after whoever leads.", grudge=0.6),
        Character("talkative", "Plays like the others, and says what it thinks of it.", talks=True),
    )
}


class StyledPlanner(Planner):
    """A planner that likes some ends better than others that win as often."""

    character: Character = PLAIN
    grudge: int = -1  # the seat that last turned on this one; -1: nobody did

    def worth(self, end: Position, chances: Sequence[float], seat: int) -> float:
        character, found = self.character, chances[seat]
        if character.cautious:  # what is lost hurts more than what is won pleases
            found = sqrt(found)
        if character.points:
            found += character.points * own_points(self.game, end, seat)
        if character.grudge:
            others = [chance if other != seat else -1.0 for other, chance in enumerate(chances)]
            found -= character.grudge * (chances[self.grudge] if self.grudge >= 0 else max(others))
        return found


def own_points(game: Game[State], end: Position, seat: int) -> float:
    """What the seat has, for all to see, beside the most that anybody has."""
    lines = game.standing(end.view(None)).lines
    most = max((abs(line.value) for line in lines), default=0)
    return sum(line.value for line in lines if line.seat == seat) / max(1, most)


OFTEN = 0.12
"""So often a talkative bot says something after its answer."""
REMARKS = {
    "ahead": (
        "Mind the gap, everybody.",
        "This is going rather well.",
        "You may all surrender in any order.",
        "I should write a book about this.",
    ),
    "between": (
        "Let us see where this goes.",
        "Nobody is looking at me. Good.",
        "I have a plan. It is a small one.",
        "Carry on, carry on.",
    ),
    "behind": (
        "I am only resting.",
        "It is lonely at the bottom, and quiet.",
        "Laugh now. I keep a list.",
        "Part of the plan. A late part.",
    ),
}


def remark(position: Position, seat: int, rng: Random) -> str:
    """What a talkative bot says now, from what everybody sees; "": nothing."""
    if rng.random() >= OFTEN:
        return ""
    values = {line.seat: line.value for line in position.game.standing(position.view(None)).lines}
    mine, others = values.get(seat), [value for other, value in values.items() if other not in (seat, None)]
    where = "between"
    if mine is not None and others:
        where = "ahead" if mine > max(others) else "behind" if mine < min(others) else "between"
    return rng.choice(REMARKS[where])
