"""What the table waits for, as people and programs see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from knaves.core.fields import saved_fields
from knaves.core.step import ONE, Choice, Option, Shape, things_of
from knaves.core.things import is_thing, kind_of, number_of
from knaves.core.words import fill_fields

if TYPE_CHECKING:
    from knaves.core.position import Position


Heard: TypeAlias = Callable[[str, str], None]


class WhyNot(NamedTuple):
    """Why something cannot be chosen: a sentence, and the id of the clause behind it."""

    reason: str
    clause: str


class Ask:
    """What the table waits for, now. Derived from the top step, never stored."""

    __slots__ = ("_position", "choice")

    def __init__(self, position: Position, choice: Choice) -> None:
        self._position = position
        self.choice = choice

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats the table waits for."""
        each = self.choice.each
        if each is None:
            return (self.choice.seat,)
        sealed = self._position.sealed
        return tuple([seat for seat in each if seat not in sealed])

    def options(self, seat: int) -> list[Option]:
        """All legal answers of a seat that is waited for, what it may do at any time among them."""
        p, choice = self._position, self.choice
        if choice.each is None:
            answers = choice.options if seat == choice.seat else None
        else:
            answers = None if seat in p.sealed else choice.each.get(seat)
        if answers is None:
            return []
        if not p.speaks or p.stack[-1].closed:
            return answers[:]
        more = p.game.interjections(p.state, seat)
        if not more:
            return answers[:]
        p.offered = (choice, seat, more)
        return [*answers, *more]

    def interjections(self, seat: int) -> list[Option]:
        """What a seat that is not waited for may do all the same."""
        return [] if seat in self.seats else self._position.interjections(seat)

    def prompt(self, seat: int, names: Sequence[str] = (), heard: Heard | None = None) -> str:
        """One sentence for the person in this seat. `heard` is told the kind and the name of each thing in it."""
        p = self._position
        if seat not in self.seats:
            return "Waiting for " + " and ".join(p.game.seat_name(x, names) for x in self.seats) + "."
        top = p.stack[-1]
        fields = {f.name: getattr(top, f.name) for f in saved_fields(type(top))}

        def name(kind: str, number: int) -> str:
            said = p.name_of(kind, number, seat, names)
            if heard is not None:
                heard(kind, said)
            return said

        return fill_fields(top.prompt(p.state, seat), fields, name)

    def clause(self, seat: int) -> str:
        """The id of the rule behind the prompt."""
        return self._position.stack[-1].clause(self._position.state, seat)

    @property
    def moment(self) -> str:
        """The point of the book at which the table stops so that anybody may speak (`Game.moments`), or ""."""
        return self.choice.moment

    def shape(self, seat: int) -> Shape:
        """How this seat's choice is best shown: one of the options, some of them, or an amount."""
        if seat not in self.seats:  # what somebody else has picked is not for these eyes
            return ONE
        shape = self._position.stack[-1].shape(self._position.state, seat)
        if shape.kind != "amount":
            return shape
        rows = [things_of(o) for o in self.choice.answers_of(seat) or () if o[0] == shape.verb]
        if not rows:
            return ONE
        return shape._replace(
            least=min(row[-1] for row in rows), most=max(row[-1] for row in rows), fixed=rows[0][:-1]
        )

    def why_not(self, seat: int, thing: str, names: Sequence[str] = ()) -> WhyNot | None:
        """Why this seat cannot choose a thing it sees ("card:12"); None if it can."""
        p = self._position
        offered = self.options(seat) or self.interjections(seat)
        number = number_of(thing) if is_thing(thing) else None
        if number is not None:  # few options have it anywhere, and to look is quick
            offered = [option for option in offered if number in option]
        if any(thing in p.things(option) for option in offered):
            return None
        waited, top = seat in self.seats, p.stack[-1]
        if number is None:
            if waited:
                return WhyNot(f"There is nothing called {thing!r} here.", "")
        elif p.knows(seat, thing):
            kind = kind_of(thing)
            said = top.why_not(p.state, seat, kind, number) if waited else None
            if said is None and p.speaks and not top.closed:
                said = p.game.why_not(p.state, seat, kind, number)
            if said is not None:
                return WhyNot(said.reason, said.clause)
        if not waited:
            return WhyNot(self.prompt(seat, names), self.clause(self.seats[0]))
        return WhyNot(f"It is not part of this choice: {self.prompt(seat, names)}", self.clause(seat))
