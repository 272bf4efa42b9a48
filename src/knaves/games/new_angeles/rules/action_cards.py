"""Resolving an action card: its effects one after the other, then illness and contracts (32, 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from knaves.core.data import field
from knaves.core.step import NO_ANSWER, Answer, Choice, Option, Step
from knaves.games.new_angeles.cards import HAAS
from knaves.games.new_angeles.cards.rows import Action
from knaves.games.new_angeles.rules.city import pay_contract
from knaves.games.new_angeles.state import NewAngeles

Doer: TypeAlias = Callable[[NewAngeles, int], Step[NewAngeles] | None]
"""What an effect does for the player who resolves it: at once (None), or a step that asks."""

ILLNESS_THREAT = 2


class Resolve(Step[NewAngeles]):
    """One action card, from its first effect to its last."""

    lines = ("start", "effect", "finish")

    card: int
    who: int
    at_effect: int = field(0)

    def start(self, s: NewAngeles) -> None:
        s.moved = s.void = False
        s.cleared = s.sick = 0
        s.bound = bool(s.plan) and s.bound_card == self.card
        s.tell("resolves", self.who, self.card)

    def effect(self, s: NewAngeles) -> Step[NewAngeles] | None:
        doers = doers_of(s, self.card)
        if self.at_effect == len(doers) or s.void:
            return None
        do = doers[self.at_effect]
        self.at_effect += 1
        self.go("effect")
        return do(s, self.who)

    def finish(self, s: NewAngeles) -> None:
        s.bound = False
        if s.moved:
            pay_contract(s, HAAS, 1)  # ruling R9
        if s.sick and not s.box.actions[s.face[self.card]].safe:
            s.tell("illness", s.sick)
            s.raise_threat(ILLNESS_THREAT)  # 32.5
            for face, capital in s.box.rewards[
                "illness_threat"
            ]:  # paid by what has risen, if the city still stands
                if s.holder[face] >= 0 and s.result is None:
                    s.reward(face, capital)


class EffectStep(Step[NewAngeles]):
    """An effect in which the resolver decides. What he stated to Caprice Nisei is all he may choose."""

    lines: ClassVar[tuple[str, ...]] = ("ask", "take")
    idle: ClassVar[str] = "idle_effect"  # what is told if it finds nothing to do

    who: int

    def options(self, s: NewAngeles) -> list[Option]:
        """What can be chosen now; nothing ends the effect."""
        raise NotImplementedError

    def do(self, s: NewAngeles, option: Answer) -> None:
        """Does it; `self.go("ask")` for another pick."""
        raise NotImplementedError

    def ask(self, s: NewAngeles) -> Choice | None:
        options = self.options(s)
        if not options:
            if self.answer == NO_ANSWER:
                s.tell(self.idle)
            self.go("end")
            return None
        if s.bound:
            options = stated(s, options)
        return Choice(self.who, options)

    def take(self, s: NewAngeles) -> None:
        if s.bound:
            keep_word(s, self.answer)
        self.do(s, self.answer)


def stated(s: NewAngeles, options: list[Option]) -> list[Option]:
    """The next stated choice alone, if it is still possible (ruling R23)."""
    if s.plan:
        word = s.plan[0]
        if word in options:
            return [word]
    return options


def keep_word(s: NewAngeles, option: Answer) -> None:
    if s.plan and s.plan[0] == option:
        s.plan = s.plan[1:]
    else:
        s.plan = ()
        s.bound = False


_DOERS: dict[int, tuple[Doer, ...]] = {}


def doers_of(s: NewAngeles, card: int) -> tuple[Doer, ...]:
    """The effects of a card, made ready to run once for all games."""
    face = s.face[card]
    if face not in _DOERS:
        from knaves.games.new_angeles.rules.effects import ready  # the effects derive from this module

        row: Action = s.box.actions[face]
        _DOERS[face] = tuple(ready(effect) for effect in row.effects)
    return _DOERS[face]
