"""Caprice Nisei: a statement of how an offer will be resolved, made choice by choice, and binding."""

from __future__ import annotations

from re import sub
from typing import NamedTuple, cast

from knaves.core.step import Answer, Choice, Option, Step, run_line
from knaves.games.new_angeles.rules.action_cards import Resolve
from knaves.games.new_angeles.rules.effects_on_players import SKIP, EachDraws
from knaves.games.new_angeles.state import NewAngeles


class Statement(Step[NewAngeles]):
    """The proposer states each choice he would make. The rules are rehearsed on a copy of the table."""

    lines = ("ask", "take")
    asks = {"ask": ("", "2.9")}
    closed = True

    who: int
    card: int

    def prompt(self, s: NewAngeles, seat: int) -> str:
        found = rehearse(s, self.card, self.who)
        return f"State how you will resolve {{card:card}}; you will be bound by it. {question(found) if found else ''}"

    def ask(self, s: NewAngeles) -> Choice | None:
        found = rehearse(s, self.card, self.who)
        if found is None:
            self.go("end")
            return None
        return Choice(self.who, found.options)

    def take(self, s: NewAngeles) -> None:
        s.plan = (*s.plan, self.answer)
        verb, *things = self.answer
        s.tell(f"stated_{verb}", self.who, *things)
        self.go("ask")


class Rehearsal(NamedTuple):
    """Where a rehearsal has stopped: what the resolver would choose from, and in which step."""

    options: list[Option]
    step: Step[NewAngeles]
    state: NewAngeles
    who: int


def question(at: Rehearsal) -> str:
    """The step's own, with its fields as numbers."""
    step = at.step
    return sub(r"{([a-z]\w*)", lambda found: f"{{{getattr(step, found[1])}", step.prompt(at.state, at.who))


def rehearse(s: NewAngeles, card: int, who: int) -> Rehearsal | None:
    """What the resolver would have to choose next if all went as stated so far; None if that is all.

    Other players' choices are not his to state: in the rehearsal they take their first option, which changes
    nothing that the resolver can choose. Nobody else draws in it: what lies in the discard pile is not known yet.
    """
    t = s.clone()
    t.sink = None
    t.plan = ()
    words = list(s.plan)
    stack: list[Step[NewAngeles]] = [Resolve(card, who)]
    while stack and t.result is None:
        top = stack[-1]
        out = run_line(stack, t)
        if out is None:
            continue
        if out.seat != who:
            top.answer = cast(Answer, SKIP if isinstance(top, EachDraws) else out.options[0])
        elif words:
            top.answer = cast(Answer, words.pop(0))
        else:
            top.line -= 1  # the line that asks
            return Rehearsal(out.options, top, t, who)
    return None
