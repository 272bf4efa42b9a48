"""Dice on the table, and rolling some of them again."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Shape, Step
from knaves.games.arch_villain.cards.effects import Reroll
from knaves.games.arch_villain.cards.names import MOST_DICE
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
    if ones_are_sixes and 1 in rolled:
        s.tell("ones_become_sixes", who, rolled.count(1))


def cost_of_six(s: HeroCity) -> int:
    """Health that one 6 of the villain costs in this round (retaliate.3, R3)."""
    return s.villain.hearts + s.box.damage[s.round]


def owed(s: HeroCity, who: int) -> int:
    """Health that the villain's dice on the table cost."""
    traits = s.traits(who)
    hits = max(0, s.pool[6] - traits.first_sixes_fail)  # effect.7
    return max(0, hits * cost_of_six(s) - traits.armour)


def worth_rolling(s: HeroCity, who: int) -> bool:
    """Has this player a contact to roll the dice again, and are there any that could fall better (R23)?"""
    if reroller(s, who) < 0:
        return False
    return owed(s, who) > 0 if s.combat == VILLAIN_DICE else any(s.pool[:6])


class RollAgain(Step[HeroCity]):
    """A contact rolls some dice again (faq.4, R23): picked one by one, then rolled together."""

    lines = ("choose", "set_aside", "roll")
    asks = {"choose": ("", "faq.4")}

    who: int
    aside: int = 0

    def service(self, s: HeroCity) -> int:
        """The number of the contact's use that rolls dice again."""
        uses = s.box.uses_of[s.face[reroller(s, self.who)]]
        return next(number for number in uses if isinstance(s.box.uses[number][1], Reroll))

    def most(self, s: HeroCity) -> int:
        """How many dice the contact may roll again."""
        use = s.box.uses[self.service(s)][1]
        assert isinstance(use, Reroll)
        return use.dice

    def prompt(self, s: HeroCity, seat: int) -> str:
        if self.aside:
            return f"{self.aside} set aside to be rolled again, {self.most(s)} at most. One more?"
        can = f"Your contact can roll up to {self.most(s)} of"
        if s.combat != VILLAIN_DICE:
            return f"{can} your dice again. Which?"
        lie = f"as they lie they cost {owed(s, self.who)} health, and you have {s.health[self.who] or 'none'}"
        return f"{can} the villain's dice again; {lie}. Which?"

    def least(self, s: HeroCity) -> int:
        """The lowest pips that may be rolled again: of the villain's dice only a 6 can fall better (R23)."""
        return 6 if s.combat == VILLAIN_DICE else 1

    def choose(self, s: HeroCity) -> Choice:
        options: list[Option] = [("again", pips) for pips in range(self.least(s), 7) if s.pool[pips]]
        options.append(("roll",) if self.aside else ("keep",))
        return Choice(self.who, options)

    def shape(self, s: HeroCity, seat: int) -> Shape:
        dice: tuple[tuple[Option, int], ...] = tuple(
            [(("again", pips), n) for pips in range(self.least(s), 7) if (n := s.pool[pips])]
        )
        most = min(self.most(s) - self.aside, sum([n for _, n in dice]))
        least = 0 if self.aside else 1
        return Shape("some", "again", (), least, most, ("roll",), again=dice, words="Roll {} again")

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "die" and self.least(s) > thing >= 1 and s.pool[thing]:
            return Refused("Only the villain's 6s cost health: no other die could fall better.", "faq.4")
        return None

    def set_aside(self, s: HeroCity) -> None:
        if self.answer[0] == "again":
            s.pool[self.answer[1]] -= 1
            self.aside += 1
            s.tell("set_aside", self.who, self.answer[1])
            if self.aside < self.most(s) and any(s.pool[self.least(s) :]):
                self.go("choose")

    def roll(self, s: HeroCity) -> None:
        if self.aside:
            contact = reroller(s, self.who)
            s.tell("contacted", self.who, contact, self.service(s))
            s.used |= 1 << s.face[contact]
            own = s.combat != VILLAIN_DICE
            roll_into(s, "rerolls", self.who, self.aside, own and s.traits(self.who).ones_are_sixes)
            self.aside = 0
            if worth_rolling(s, self.who):  # another contact may roll again what lies now
                self.go("choose")
