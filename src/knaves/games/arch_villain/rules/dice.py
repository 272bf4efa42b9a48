"""Dice on the table, and rolling some of them again."""

from __future__ import annotations

from knaves.core.step import Choice, Option, Shape, Step
from knaves.games.arch_villain.cards import MOST_DICE
from knaves.games.arch_villain.cards.effects import Reroll
from knaves.games.arch_villain.rules.contacts import reroller
from knaves.games.arch_villain.state import VILLAIN_DICE, HeroCity

NO_DIE = (0,) * MOST_DICE


def roll_into(s: HeroCity, event: str, who: int, dice: int, ones_are_sixes: bool) -> None:
    """Rolls so many dice into the pool, and tells them as they fell: ten places, 0 where no die is."""
    below, pool = s.below, s.pool
    rolled = [below(6) + 1 for _ in range(dice)]
    for pips in rolled:
        pool[6 if pips == 1 and ones_are_sixes else pips] += 1  # effect.4, R27
    s.tell(event, who, *rolled, *NO_DIE[dice:])


class RollAgain(Step[HeroCity]):
    """A contact rolls some dice again (faq.4, R23): picked one by one, then rolled together."""

    lines = ("choose", "set_aside", "roll")
    asks = {"choose": ("Which dice are rolled again?", "faq.4")}

    who: int
    aside: int = 0

    def most(self, s: HeroCity) -> int:
        """How many dice the contact may roll again."""
        uses = s.box.uses_of[s.face[reroller(s, self.who)]]
        return next(use.dice for number in uses if isinstance(use := s.box.uses[number][1], Reroll))

    def prompt(self, s: HeroCity, seat: int) -> str:
        if self.aside:
            return f"{self.aside} set aside to be rolled again, {self.most(s)} at most. One more?"
        whose = "the villain's dice" if s.combat == VILLAIN_DICE else "your dice"
        return f"Your contact can roll up to {self.most(s)} of {whose} again. Which?"

    def choose(self, s: HeroCity) -> Choice:
        options: list[Option] = [("again", pips) for pips in range(1, 7) if s.pool[pips]]
        options.append(("roll",) if self.aside else ("keep",))
        return Choice(self.who, options)

    def shape(self, s: HeroCity, seat: int) -> Shape:
        dice: tuple[tuple[Option, int], ...] = tuple(
            [(("again", pips), n) for pips, n in enumerate(s.pool) if n]
        )
        most = min(self.most(s) - self.aside, sum(s.pool))
        least = 0 if self.aside else 1
        return Shape("some", "again", (), least, most, ("roll",), again=dice, words="Roll {} again")

    def set_aside(self, s: HeroCity) -> None:
        if self.answer[0] == "again":
            s.pool[self.answer[1]] -= 1
            self.aside += 1
            if self.aside < self.most(s) and any(s.pool):
                self.go("choose")

    def roll(self, s: HeroCity) -> None:
        if self.aside:
            s.used |= 1 << s.face[reroller(s, self.who)]
            own = s.combat != VILLAIN_DICE and s.traits(self.who).ones_are_sixes
            roll_into(s, "rerolls", self.who, self.aside, own)
            self.aside = 0
            if reroller(s, self.who) >= 0:  # another contact may roll again what lies now
                self.go("choose")
