"""Villain Retaliation and Villain Strikes."""

from __future__ import annotations

from knaves.core.step import Step
from knaves.games.arch_villain.cards.names import HEALTH, MOST_DICE, TOKENS
from knaves.games.arch_villain.rules.dice import RollAgain, cost_of_six, owed, roll_into, worth_rolling
from knaves.games.arch_villain.state import ARRESTED, KNOCKED_OUT, NO_DICE, VILLAIN_DICE, HeroCity


class Retaliation(Step[HeroCity]):
    """The villain hits back at one player."""

    lines = ("roll", "again", "pay")

    who: int

    def roll(self, s: HeroCity) -> None:
        s.combat, s.fighter, s.pool = VILLAIN_DICE, self.who, [0] * 7
        fewer = s.traits(self.who).fewer_villain_dice
        dice = min(MOST_DICE, max(0, s.box.turn_dice[s.turn] - fewer))  # round.8
        roll_into(s, "villain_rolls", self.who, dice, False)

    def again(self, s: HeroCity) -> Step[HeroCity] | None:
        return RollAgain(self.who) if worth_rolling(s, self.who) else None

    def pay(self, s: HeroCity) -> None:
        who, due, sixes = self.who, owed(s, self.who), s.pool[6]
        s.combat, s.fighter, s.pool = NO_DICE, -1, []
        lost, unwarded = min(due, s.health[who]), sixes * cost_of_six(s)
        s.health[who] -= lost
        s.supply[HEALTH] += lost
        if 0 < due < unwarded:
            s.tell("protected", who, due, unwarded)
        if lost < due:
            s.fate[who] = KNOCKED_OUT  # retaliate.6; what health he had is gone (R22)
            s.tell("knocked_out", who, due, lost)
        elif lost:
            s.tell("hurt", who, lost)
        elif unwarded:
            s.tell("unhurt", who)


def villain_strikes(s: HeroCity) -> None:
    """At the end of a turn the villain may take items off all action spaces (strike.1)."""
    if all(fate == ARRESTED for fate in s.fate):
        return  # R11
    for turn, item in s.box.strikes[s.villain_number]:
        if turn == s.turn:
            struck = [at for at in range(len(s.lying)) if _holds(s, at, item)]
            s.tell("strikes" if struck else "strikes_nothing", s.villain_slot, item)
            for at in struck:
                _sweep(s, at, item)


def _holds(s: HeroCity, at: int, item: int) -> bool:
    if item < TOKENS:
        return s.tokens[at * TOKENS + item] > 0
    return any(s.box.kind[s.face[slot]] == item - TOKENS for slot in s.lying[at])


def _sweep(s: HeroCity, at: int, item: int) -> None:
    if item < TOKENS:
        amount = s.tokens[at * TOKENS + item] * s.box.amount[item]
        s.tokens[at * TOKENS + item] = 0
        s.supply[item] += amount
        s.tell("swept" if amount > 1 else "swept_one", at, item, amount)
        return
    kind, face = item - TOKENS, s.face
    gone = [slot for slot in s.lying[at] if s.box.kind[face[slot]] == kind]
    s.lying[at] = tuple([slot for slot in s.lying[at] if slot not in gone])
    s.discard += gone
    for slot in gone:
        s.tell("swept_card", at, slot)
