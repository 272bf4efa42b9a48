"""What each answer stands for on the board, where a piece alone does not tell; and what happened last."""

from __future__ import annotations

from typing import cast

from knaves.core.board import BoardChoice, BoardLine, BoardScene
from knaves.games.arch_villain.cards.names import ITEMS
from knaves.games.arch_villain.view.types import HeroCityView, HeroView

THROWS = ("rolls", "rerolls", "villain_rolls")
STOCKING = ("round", "placed", "placed_card")


class HeroAnswers:
    """The answers of one page, by what they are about."""

    def __init__(self, scene: BoardScene) -> None:
        self.scene = scene
        self.view = cast(HeroCityView, scene.view)
        self.hero = self.view["players"][self._hero()]
        dice = self.view["dice"]
        self.fight = dice if dice is not None and dice["of"] == "hero" else None
        self.mine = self.fight is not None and self.fight["seat"] == self.hero["seat"]
        self.takes: dict[int, dict[str, str]] = {}  # by space and token: the option
        for choice in scene.verb("take"):
            token, space = choice.numbers[:2]
            self.takes.setdefault(space, {})[ITEMS[token]] = choice.json
        self.placing = bool(scene.verb("space", "two_spaces", "on", "leave"))
        self.shopping = bool(self.takes or scene.verb("buy", "free", "done")) and not self.placing
        self.loads: dict[tuple[int, int], BoardChoice] = {}  # by the die and what it is raised to
        self.loading = ""  # the card that the dice go to
        for choice in scene.verb("use", "raise"):
            card, die = choice.numbers[:2]
            self.loading = f"card:{card}"
            self.loads[die, choice.numbers[2] if choice.verb == "raise" else die] = choice
        self.either = scene.verb("damage", "item")
        if self.either:
            self.loading = f"card:{self.either[0].numbers[0]}"
        self.strike = scene.verb("strike")
        self.stock = self._stocking()

    def _hero(self) -> int:
        """Whose hero lies before the viewer: the own one; for spectators, whoever acts."""
        if self.scene.eye is not None:
            return self.scene.eye
        if self.view["dice"]:
            return self.view["dice"]["seat"]
        waited = [seat.seat for seat in self.scene.seats if seat.waited]
        return waited[0] if waited else self.view["order"][0]

    def _stocking(self) -> bool:
        """Is the city being stocked?"""
        if self.scene.verb("place", "on"):
            return True
        if self.view["turn"] != "alarm" or not self.view["placements"]:
            return False
        last = next((line.event for line in reversed(self.scene.log) if line.event), "")
        return last in STOCKING if last else self.view["round"] == 1 and not self.scene.mine

    @property
    def thrown(self) -> str:
        """Which throw the dice on the table are from."""
        return next((str(line.seq) for line in reversed(self.scene.log) if line.event in THROWS), "")

    def last_blow(self) -> BoardLine | None:
        """What the villain rolled last in this turn."""
        for line in reversed(self.scene.log):
            if line.event == "villain_rolls":
                return line
            if line.event in ("round", "turn"):
                return None
        return None


def fighter(answers: HeroAnswers) -> HeroView:
    """Who tries the arrest."""
    return answers.view["players"][answers.fight["seat"]] if answers.fight else answers.hero
