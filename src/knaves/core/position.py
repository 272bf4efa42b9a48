"""A position: state, stack and dice. Everything else speaks to this."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import cast

from knaves.core.ask import Ask
from knaves.core.dice import Dice, commitment
from knaves.core.errors import Refused, RuleBug
from knaves.core.forms import Form
from knaves.core.game import Game, Value, View
from knaves.core.reading import read_option, read_seat
from knaves.core.state import Result, State
from knaves.core.step import END, Answer, Choice, Option, Step, Together
from knaves.core.things import kind_of, number_of
from knaves.core.words import Event, fill

Log = list[tuple[int, Option]]
KEPT = 32  # answers after which another copy is made for the way back


class Rollback:
    """A copy, and what was played since: the way back if a rule fails. Good while `choice` is what is asked."""

    __slots__ = ("answers", "choice", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.choice = position.choice
        self.answers: Log = []


class Position:
    """A game at one moment: what lies on the table, the step of the rules that waits, and the dice.

    Ask what it waits for (`ask`), answer (`apply`), look at it through somebody's eyes (`view`), copy it (`clone`),
    keep it (`save`). It can be copied and kept in the middle of any decision.
    """

    __slots__ = (
        "choice", "game", "log", "offered", "options", "origin", "seed", "speaks", "stack", "state", "way_back"
    )  # fmt: skip

    def __init__(
        self,
        game: Game[State],
        options: dict[str, Value],
        seed: int | str,
        state: State,
        stack: list[Step[State]],
        speaks: bool,
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.state = state
        self.stack = stack
        self.speaks = speaks  # is there anything to do at any time?
        self.log: Log | None = None  # what was answered so far; clones do not carry it
        self.origin: dict[str, object] | None = None  # the scenario it began with
        self.choice: Choice | None = None  # what the engine waits for: derived, kept for speed
        self.offered: tuple[Choice, int, list[Option]] | None = None  # what else `Ask` told last, and whom
        self.way_back: Rollback | None = None  # what `play` has kept

    # -- the public face ------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return self.state.seats

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.state.result

    @property
    def commitment(self) -> str:
        """Published before the first move; fixes the dice without telling them."""
        return commitment(self.state.dice.key)

    def ask(self) -> Ask | None:
        """What the table waits for; None when the game is over. Asking twice changes nothing."""
        return None if self.choice is None else Ask(self, self.choice)

    def apply(self, seat: object, option: Sequence[object]) -> None:
        """Plays an answer as anybody may send it, or raises Refused and has changed nothing."""
        if self._has_offered(seat, option):  # then there is nothing to be read
            self._play(seat, option, None)  # type: ignore[arg-type]
        else:
            self.play(read_seat(seat, self.state.seats), read_option(option))

    def play(self, seat: int, option: Option, *, before: Position | None = None) -> None:
        """The same for an answer that has been read: only whether it is legal now is still to be seen.

        `before`: who plays on a copy names what it is a copy of; then no other has to be made for the way back.
        """
        if not self._has_offered(seat, option):
            self.check(seat, option)
        self._play(seat, option, before)

    def _play(self, seat: int, option: Option, before: Position | None) -> None:
        way_back = self.way_back
        if before is not None:
            way_back = None
        elif way_back is None or way_back.choice is not self.choice or len(way_back.answers) >= KEPT:
            way_back = self.way_back = Rollback(self.clone())
        answer = seat, option
        try:
            self.take(seat, option)
        except Exception as error:  # a bug of ours: put all back, and say how to get here again
            self._put_back(cast(Position, before).clone() if way_back is None else self._replayed(way_back))
            from knaves.core.save import save  # the save needs this module

            log = [*(self.log or (before and before.log) or []), answer]
            raise RuleBug(f"{option} by seat {seat} failed: {error!r}", save(self, log)) from error
        if way_back is not None:
            way_back.answers.append(answer)
            way_back.choice = self.choice
        if self.log is not None:
            self.log.append(answer)

    def _has_offered(self, seat: object, option: object) -> bool:
        """Is this the very option that stands among those of this seat? Then nothing more need be checked."""
        choice = self.choice
        if choice is None or type(seat) is not int:
            return False
        if choice.each is None:
            options = choice.options if choice.seat == seat else []
        else:
            options = [] if seat in self.sealed else choice.each.get(seat, [])
        for one in options:
            if one is option:
                return True
        offered = self.offered
        if offered is None or offered[0] is not choice or offered[1] != seat:
            return False
        for one in offered[2]:  # noqa: SIM110  # `any` costs as much again
            if one is option:
                return True
        return False

    def _replayed(self, way_back: Rollback) -> Position:
        """The position after the last answer that was well."""
        twin = way_back.position.clone()
        try:
            for seat, option in way_back.answers:
                twin.take(seat, option)
        except Exception:  # a rule that fails now was well before: go back to where it was not needed yet
            if self.log is not None:
                del self.log[-len(way_back.answers) :]
            return way_back.position.clone()
        return twin

    def _put_back(self, back: Position) -> None:
        sink = self.state.sink
        self.state, self.stack, self.choice = back.state, back.stack, back.choice
        self.state.sink = sink

    def apply_all(self, seat: int, options: Sequence[Sequence[object]]) -> None:
        """Plays answers of one seat one after the other: all of them, or Refused and nothing has changed."""
        wanted = [read_option(option) for option in options]
        before = self.clone()
        trial = before.clone()
        for option in wanted:
            trial.play(seat, option, before=before)
        for option in wanted:
            self.take(seat, option)
            if self.log is not None:
                self.log.append((seat, option))

    def view(self, seat: int | None) -> View:
        """All that this seat may know, JSON-ready; None is a spectator."""
        return self.game.view(self.state, self.eye(seat))

    def common(self) -> object:
        """What all views of this moment have in common, for `view_with`: nothing that a spectator may not know."""
        return self.game.common(self.state)

    def view_with(self, seat: int | None, common: object) -> View:
        """The same as `view`, for several eyes at one moment."""
        return self.game.view_with(self.state, self.eye(seat), common)

    def clone(self) -> Position:
        """The same game once more, which goes its own way. It has no log and no listener."""
        state = self.state.clone()
        state.sink = None
        stack = [step.clone() for step in self.stack]
        twin = Position(self.game, self.options, self.seed, state, stack, self.speaks)
        twin.origin = self.origin
        twin.choice = self.choice
        return twin

    def hides_faces_alone(self) -> bool:
        """Is nothing hidden from anybody but faces of pieces? Not in a game with secrets of its own, nor while seats
        decide at once."""
        own = type(self.game).imagine is not Game.imagine
        return not own and not any(isinstance(step, Together) for step in self.stack)

    def imagine(self, seat: int | None, rng: Random) -> Position:
        """A world this seat cannot tell from the real one, with other dice. Never the real future."""
        eye = self.eye(seat)
        unseen = self.state.unseen_by(eye)  # once for all worlds that are drawn from here
        twin = self.clone()
        twin.seed, twin.origin = "imagined", None  # the real seed would tell everything
        state = twin.state
        state.dice = Dice(rng.randbytes(32))
        state.drawn = 0
        state.permute(unseen, rng)
        twin.game.imagine(state, eye, rng)
        for step in twin.stack:
            if isinstance(step, Together):  # what others have sealed is drawn anew, below
                step.sealed = {
                    s: o for s, o in step.sealed.items() if s == eye or step.is_known(state, s, eye)
                }
                step.forget(state, eye)
        for below, true in zip(twin.stack[:-1], self.stack, strict=False):  # somebody's own step lies above
            if isinstance(below, Together) and isinstance(true, Together):
                for other in true.sealed:
                    if other != eye:
                        twin._seal_below(below, other, rng)
        twin.run()
        for other in self.sealed:  # who has answered, everybody may know; what, is drawn
            if other != eye:
                twin._seal_anything(other, rng)
        return twin

    def _seal_anything(self, seat: int, rng: Random) -> None:
        """Answers for a seat as it might have in this world: at random, until it has no more to say."""
        top = self.stack[-1]
        assert isinstance(top, Together)
        while seat not in top.sealed and self.choice is not None:
            answer = cast(Answer, rng.choice(self.choice.answers_of(seat) or []))
            if top.seal(self.state, seat, answer):
                top.sealed[seat] = answer
            self.run()

    def _seal_below(self, step: Together[State], seat: int, rng: Random) -> None:
        """The same at a step that waits under another."""
        while seat not in step.sealed:
            asked = step.call(step.line, self.state)
            options = asked.answers_of(seat) if isinstance(asked, Choice) else None
            if not options:
                return
            answer = cast(Answer, rng.choice(options))
            if step.seal(self.state, seat, answer):
                step.sealed[seat] = answer

    def save(self) -> bytes:
        """All of it, at any moment, as a file that `knaves.load`, `replay` and `verify` read."""
        from knaves.core.save import save

        return save(self, self.log)

    def __eq__(self, other: object) -> bool:
        """The same pieces, the same step, the same future. How it came to be does not count."""
        return (
            isinstance(other, Position)
            and self.game is other.game
            and self.options == other.options
            and self.state == other.state
            and self.state.dice == other.state.dice
            and self.stack == other.stack
        )

    __hash__ = None  # type: ignore[assignment]  # a position changes

    def __copy__(self) -> Position:
        twin = self.clone()
        twin.log = None if self.log is None else self.log[:]
        return twin

    def __deepcopy__(self, memo: object) -> Position:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[[Game[State], bytes], Position], tuple[Game[State], bytes]]:
        return _restored, (self.game, self.save())

    # -- words ----------------------------------------------------------------------------------------

    def listen(self, hear: Callable[[Event], None] | None) -> None:
        """Calls `hear` with every event from now on; None stops it."""
        if hear is None:
            self.state.sink = None
            return
        game, tell = self.game, hear

        def sink(s: State, kind: str, things: tuple[int, ...], to: int) -> None:
            kinds = game.event_kinds(kind)
            hidden = [kinds.get(i + 1) in game.pieces and t >= 0 for i, t in enumerate(things)]
            faces = tuple(s.face[t] if h else t for t, h in zip(things, hidden, strict=True))
            seen = tuple(s.seen[t] if h else -1 for t, h in zip(things, hidden, strict=True))
            tell(Event(kind, faces, seen, to))

        self.state.sink = sink

    def text(
        self,
        event: Event,
        seat: int | None,
        names: Sequence[str] = (),
        mark: Callable[[str, int, str], str] | None = None,
    ) -> str | None:
        """The event as this seat may know it; None if it is not for this seat. `mark` is told the kind, the number (-1:
        not known) and the name of each thing as it comes, and says how it is written."""
        eye = self.eye(seat)
        template = self.game.events[event.kind]
        if not event.to >> eye & 1 or not template:
            return None
        known = [
            thing if mask >> eye & 1 else -1 for thing, mask in zip(event.things, event.seen, strict=True)
        ]

        def name(kind: str, thing: int) -> str:
            if kind not in self.game.pieces:
                said = self._name(kind, thing, names)
            elif thing < 0:
                said = self.game.back_name(kind)
            else:
                said = self.game.face_name(self.state, kind, thing)
            return mark(kind, thing, said) if mark else said

        return fill(template, known, name)

    def label(self, option: Option, seat: int | None, names: Sequence[str] = ()) -> str:
        """The option as a person reads it."""
        template = self.game.verbs[option[0]]
        return fill(template, option[1:], lambda k, n: self.name_of(k, n, seat, names))

    def things(self, option: Option) -> list[str]:
        """The things an option names, as a page knows them: "card:12", "seat:2"."""
        kinds, amounts = self.game.kinds(option[0]), self.game.amounts
        named = [(i, kind) for i, kind in kinds.items() if kind and kind not in amounts]
        return [f"{kind}:{option[i]}" for i, kind in named if i < len(option)]

    def knows(self, seat: int, thing: str) -> bool:
        """May this seat be told about a thing? Not about a piece that it has not seen, wherever that lies."""
        if kind_of(thing) not in self.game.pieces:
            return True
        slot = number_of(thing)
        return 0 <= slot < len(self.state.seen) and self.state.sees(seat, slot)

    def name_of(self, kind: str, number: int, seat: int | None, names: Sequence[str] = ()) -> str:
        """A thing by the name this seat may know it by."""
        if kind in self.game.pieces:
            if 0 <= number < len(self.state.face) and self.state.sees(self.eye(seat), number):
                return self.game.face_name(self.state, kind, self.state.face[number])
            return self.game.back_name(kind)
        return self._name(kind, number, names)

    def _name(self, kind: str, number: int, names: Sequence[str]) -> str:
        seat = number if kind == "seat" else self.game.seat_behind(self.state, kind, number)
        if seat is not None and 0 <= seat < self.seats:
            return self.game.seat_name(seat, names)
        return self.game.name(self.state, kind, number)

    # -- the engine -----------------------------------------------------------------------------------

    def take(self, seat: int, option: Option) -> None:
        """Plays an answer that is known to be legal: the way of bots and the laboratory."""
        if self.speaks and option[0] in self.game.interjection_verbs:
            step = self.game.interject(self.state, seat, option)  # type: ignore[arg-type]  # as below
            if step is not None:
                self.stack.append(step)
            elif self.state.result is not None:
                self.stack.clear()
            self.run()
            return
        top, choice = self.stack[-1], self.choice
        if choice is None or choice.each is None:
            top.answer = option  # type: ignore[assignment]  # an Answer; a cast would cost time here
            top.line += 1
        else:
            assert isinstance(top, Together)
            answer: Answer = option  # type: ignore[assignment]  # likewise
            if top.seal(self.state, seat, answer):
                top.sealed[seat] = answer
                if len(top.sealed) < len(choice.each):  # nothing has changed for those who are still asked
                    self.offered = None
                    return
                top.answers, top.sealed = top.sealed, {}
                top.line += 1
        self.run()

    def run(self) -> None:
        """Runs lines until somebody must decide. Choices of one are taken on the way."""
        state, stack = self.state, self.stack
        while stack:
            top = stack[-1]
            code = top.code
            while True:
                at = top.line
                top.line = at + 1
                out = code[at](top, state)
                if out is None:
                    if state.result is None:
                        continue
                    stack.clear()
                    break
                if out.__class__ is not Choice:
                    stack.append(out)  # type: ignore[arg-type]  # a Step, by the test above
                    break
                if out is END:
                    stack.pop()
                    break
                options = out.options
                if len(options) > 1:
                    pass
                elif options and not out.always and not (out.moment and self.speaks):
                    top.answer = options[0]  # type: ignore[assignment]  # as above
                    continue
                elif not options and not out.each:
                    raise RuleBug(f"{type(top).__name__}.{top.lines[at]} offers nothing")
                top.line = at
                self.choice = out
                return
        self.choice = None

    @property
    def sealed(self) -> Mapping[int, Answer]:
        """What has been answered by seats that decide at once and is not open yet."""
        return top.sealed if self.stack and isinstance(top := self.stack[-1], Together) else {}

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats of these answers, also while somebody's own step lies above. Who has answered, everybody may know;
        what, is closed."""
        return tuple(
            sorted({seat for step in self.stack if isinstance(step, Together) for seat in step.sealed})
        )

    def first_of(self, each: Mapping[int, list[Option]]) -> int:
        """Of those who decide at once, the first whose answer is not in yet."""
        sealed = self.sealed
        for seat in each:
            if seat not in sealed:
                return seat
        raise AssertionError("somebody is waited for")

    def interjections(self, seat: int) -> list[Option]:
        """What this seat may do at any time, now, waited for or not."""
        if not self.speaks or not self.stack or self.stack[-1].closed:
            return []
        return self.game.interjections(self.state, seat)

    def forms(self, seat: int) -> Iterator[Form]:
        """What this seat may fill in at any time, now: see `Game.forms`."""
        if not self.speaks or not self.stack or self.stack[-1].closed:
            return iter(())
        return self.game.forms(self.state, seat)

    def fills(self, seat: int) -> str:
        """The verb of these forms; "": there are none."""
        if not self.speaks or not self.stack or self.stack[-1].closed:
            return ""
        return self.game.fills(self.state, seat)

    def eye(self, seat: int | None) -> int:
        """The number of a seat's eye; None is the spectator's, `seats`."""
        if seat is None:
            return self.state.seats
        return read_seat(seat, self.state.seats)

    # -- refusals -------------------------------------------------------------------------------------

    def check(self, seat: int, option: Option) -> None:
        """Refused, with the reason, if this answer is not legal now."""
        ask, state = self.ask(), self.state
        if ask is None:
            raise Refused("The game is over.")
        waited = seat in ask.seats
        if option in (ask.options(seat) if waited else ask.interjections(seat)):
            return
        top = self.stack[-1]
        known = all(self.knows(seat, thing) for thing in self.things(option))
        if option[0] in self.game.interjection_verbs:
            if top.closed or not self.speaks:
                raise self.game.rests(state, self.speaks, ask.clause(ask.seats[0]))
            if known and self.game.admits(state, seat, option):
                return
        elif not waited:
            raise Refused(ask.prompt(seat), ask.clause(ask.seats[0]))
        if option[0] not in self.game.verbs:
            raise Refused(f"{self.game.title} has nothing called {option[0]!r:.40}.")
        if known and (said := top.refuse(state, seat, option)):
            raise said
        for thing in self.things(option):
            why = ask.why_not(seat, thing)
            if why is not None:
                raise Refused(why.reason, why.clause)
        raise Refused(f"That is not possible now: {ask.prompt(seat)}", ask.clause(seat))


def _restored(game: Game[State], data: bytes) -> Position:
    from knaves.core.save import load

    return load(data, lambda _: game)
