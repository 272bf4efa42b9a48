"""What each answer stands for on the board, where a thing alone does not tell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from knaves.core.board import BoardChoice, BoardScene
from knaves.games.new_angeles.cards import PIECE_NAMES
from knaves.games.new_angeles.view.types import TableView

AT_DISTRICTS = ("place", "calm", "rouse", "liquidate", "arrest", "scorch", "sweep")
AT_SEATS = {
    "make_discard": "discards 3",
    "make_draw": "draws 3",
    "steal_one": "loses 1",
    "steal_two": "loses 2",
}
SHOWN = ("bottom", "top", "take")
START, GOAL = 1, 2


class CorpAnswers:
    """The answers of one page, by what they are about."""

    def __init__(self, scene: BoardScene) -> None:
        self.scene = scene
        self.view = cast(TableView, scene.view)
        self.removals: dict[int, dict[str, str]] = {}  # by district and piece: the option
        self.districts: dict[int, int] = {}  # the number of the answer; 0 where several name the district
        self.ways: dict[int, int] = {}  # where an android can start, and arrive
        self.doubles: dict[int, list[BoardChoice]] = {}  # by seat: one of two things is done to it
        for choice in scene.answers:
            self._sort(choice)
        self.showing = bool(self.view["choose"] or scene.verb(*SHOWN))
        self.keys = {  # whatever answers the prompt, with its number where it is one answer
            thing: scene.key(thing) or 0 for thing in scene.things if scene.glow(thing) == "is-choosable"
        }

    def _sort(self, choice: BoardChoice) -> None:
        verb, numbers = choice.verb, choice.numbers
        if verb == "remove":
            piece, district = numbers
            self.removals.setdefault(district, {})[PIECE_NAMES[piece]] = choice.json
        elif verb in AT_DISTRICTS:
            district = numbers[-1]
            self.districts[district] = 0 if district in self.districts else choice.number
        elif verb == "move":
            self.ways[numbers[0]], self.ways[numbers[1]] = START, GOAL
        elif verb in AT_SEATS:
            self.doubles.setdefault(numbers[0], []).append(choice)

    def lit(self, thing: str) -> bool:
        """Does it answer the prompt?"""
        return thing in self.keys

    def key(self, thing: str) -> int:
        """Its number, where it is one answer."""
        return self.keys.get(thing, 0)

    def among(self, things: Iterable[str]) -> dict[str, int]:
        """Those of these things that answer the prompt."""
        return {thing: self.keys[thing] for thing in things if thing in self.keys} if self.keys else {}
