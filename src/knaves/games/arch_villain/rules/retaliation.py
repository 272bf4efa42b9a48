"""Villain Retaliation and Villain Strikes."""

from __future__ import annotations

from knaves.core.step import Choice, Step
from knaves.games.arch_villain.cards import HEALTH, MOST_DICE, TOKENS
from knaves.games.arch_villain.rules.contacts import reroller
from knaves.games.arch_villain.rules.dice import reroll_options, roll_into, set_aside
from knaves.games.arch_villain.state import (
    ARRESTED,
    KNOCKED_OUT,
    NO_DICE,
    VILLAIN_DICE,
    City,
)


def cost_of_six(s: City) -> int:
    """Health that one 6 of the villain costs in this round (retaliate.3, R3)."""
    return s.villain.hearts + s.box.damage[s.round]


class Retaliation(Step[City]):
    """The villain hits back at one player."""

    lines = ("roll", "again", "aside", "pay")
    asks = {"again": ("Your contact can make the villain roll up to two dice again.", "faq.4")}

    who: int
    again_dice: int = 0

    def roll(self, s: City) -> None:
        s.combat, s.fighter, s.pool = VILLAIN_DICE, self.who, [0] * 7
        fewer = s.traits(self.who).fewer_villain_dice
        dice = min(MOST_DICE, max(0, s.box.turn_dice[s.turn] - fewer))  # round.8
        s.tell("villain_rolls", self.who, roll_into(s, dice, False))

    def again(self, s: City) -> Choice | None:
        if reroller(s, self.who) < 0 or not (s.pool[6] or self.again_dice):
            self.go("pay")
            return None
        return Choice(self.who, reroll_options(s, self.again_dice))

    def aside(self, s: City) -> None:
        self.again_dice = set_aside(s, self.who, self.answer, self.again_dice)
        if self.again_dice < 0:
            self.go("again")
            self.again_dice = -self.again_dice

    def pay(self, s: City) -> None:
        who, traits = self.who, s.traits(self.who)
        hits = max(0, s.pool[6] - traits.first_sixes_fail)  # effect.7
        s.combat, s.fighter, s.pool = NO_DICE, -1, []
        owed = hits * cost_of_six(s)
        owed = max(0, owed - traits.armour)
        lost = min(owed, s.health[who])
        s.health[who] -= lost
        s.supply[HEALTH] += lost
        if lost < owed:
            s.fate[who] = KNOCKED_OUT  # retaliate.6; what health he had is gone (R22)
            s.tell("knocked_out", who, owed)
        elif lost:
            s.tell("hurt", who, lost)


def villain_strikes(s: City) -> None:
    """At the end of a turn the villain may take items off all action spaces (strike.1)."""
    if all(fate == ARRESTED for fate in s.fate):
        return  # R11
    for turn, item in s.box.strikes[s.villain_number]:
        if turn == s.turn:
            s.tell("strikes", s.villain_slot, item)
            for at in range(len(s.lying)):
                _sweep(s, at, item)


def _sweep(s: City, at: int, item: int) -> None:
    if item < TOKENS:
        groups = s.tokens[at * TOKENS + item]
        s.tokens[at * TOKENS + item] = 0
        s.supply[item] += groups * s.box.amount[item]
        return
    kind, face = item - TOKENS, s.face
    gone = [slot for slot in s.lying[at] if s.box.kind[face[slot]] == kind]
    s.lying[at] = tuple([slot for slot in s.lying[at] if slot not in gone])
    s.discard += gone
