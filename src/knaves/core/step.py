"""Steps: the rulebook's table of contents, as frames of plain data on a stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar, cast

from knaves.core.data import Data, field
from knaves.core.errors import Refused
from knaves.core.state import State

Option: TypeAlias = tuple[str, *tuple[int, ...]]
"""One legal answer: a verb and the things it names. Never a place in a list."""

Answer: TypeAlias = tuple[str, int, int, int, int, int]
"""An option as the step that offered it reads it: the step knows how many things stand behind the verb."""


def things_of(option: Option) -> tuple[int, ...]:
    """What stands behind the verb."""
    return option[1:]


NO_ANSWER = cast(Answer, ("",))

S = TypeVar("S", bound=State)


class Choice:
    """What a line of a step returns when somebody must decide: the seats and their legal answers.

    `Choice(seat, options)` asks one seat; `Choice.together({seat: options})` asks several at once, sealed until all
    are in. A seat with a single answer is not asked (the engine answers), with two exceptions. `always`: where even
    being asked must not tell what the seat holds, or where the person should see the step. `moment`: the book lets
    others speak at this point, so the table stops here whoever holds what; its name stands in `Game.moments`.
    """

    __slots__ = ("always", "each", "moment", "options", "seat")

    def __init__(self, seat: int, options: list[Option], always: bool = False, moment: str = "") -> None:
        self.seat = seat
        self.options = options
        self.always = always
        self.moment = moment
        self.each: dict[int, list[Option]] | None = None

    @classmethod
    def together(cls, each: dict[int, list[Option]], moment: str = "") -> Choice:
        choice = cls(-1, [], True, moment)
        choice.each = each
        return choice

    def answers_of(self, seat: int) -> list[Option] | None:
        """The legal answers of a seat that takes part, or None."""
        if self.each is not None:
            return self.each.get(seat)
        return self.options if seat == self.seat else None


class Shape(NamedTuple):
    """How a choice is best shown, though every answer stays a single option.

    "one" of the options. "some": a chain of single picks, `(verb, thing, …)`; `picked` so far, least and most of the
    whole chain, and the option that ends it (`done`, offered once `least` are picked; none where the chain ends by
    itself). A step that does not note what was picked leaves `picked` empty, and counts what is left. "amount": a
    number out of a row, `(verb, *fixed, n)`: `least`, `most` and `fixed` are read from the options by `Ask.shape`.
    Options with other verbs (a pass, an interjection) may stand beside.

    Every thing is picked once, but for those in `again`: each with how often. Where such a thing has several options,
    the first is one pick of it, the second two at once, and so on. What names a thing are the first `named` numbers.
    """

    kind: Literal["one", "some", "amount"]
    verb: str = ""
    picked: tuple[int, ...] = ()
    least: int = 1
    most: int = 1
    done: Option | tuple[()] = ()
    fixed: tuple[int, ...] = ()
    named: int = 1
    again: tuple[tuple[Option, int], ...] = ()
    also: tuple[str, ...] = ()  # other verbs that pick: cards to buy beside tokens to take
    words: str = ""  # what happens to so many: "Roll {} again"; else it is read from the verb's sentence

    @property
    def left(self) -> int:
        """How many can still be picked."""
        return self.most - len(self.picked)

    def picks(self, option: Option) -> int | None:
        """The thing that an option of a "some" picks, or the number of an "amount"; None: it is another option."""
        things = things_of(option)
        if option[0] != self.verb or not things:
            return None
        return things[0] if self.kind == "some" else things[-1]

    def thing(self, option: Option) -> Option | None:
        """Of a "some": the option as far as it names what it picks; None: it is another option."""
        if self.kind != "some" or (option[0] != self.verb and option[0] not in self.also):
            return None
        return option if len(option) <= self.named + 1 else (option[0], *things_of(option)[: self.named])

    def times(self, thing: Option) -> int:
        """How often it may be picked."""
        return next((times for other, times in self.again if other == thing), 1)


ONE = Shape("one")

END = Choice(-1, [])
"""What comes after the last line of a step: nobody is asked, the step is over."""


def _end(step: object, state: State) -> Choice:
    return END


class Step(Data, Generic[S]):
    """One frame of the rules. It owns who decides, what is legal and what comes next.

    `lines` names its methods, run top to bottom. Each takes the state and returns None (go on), a `Choice` (the
    answer is in `self.answer` when the next line runs) or a child `Step` (what it handed back is in
    `state.returned` when the next line runs). A line that returns a `Choice` changes nothing, however often it is run.
    `self.go(name)` makes another line the next one. `asks` holds, for each line that asks, the sentence a
    person is told (a template: `{field:kind}`; empty where `prompt` says it) and the clause behind it.
    """

    lines: ClassVar[tuple[str, ...]] = ()
    asks: ClassVar[dict[str, tuple[str, str]]] = {}
    closed: ClassVar[bool] = False  # True: nobody may interject while this step waits

    code: ClassVar[tuple[Callable[..., Choice | Step[State] | None], ...]]
    at: ClassVar[dict[str, int]]

    line: int = field(0)
    answer: Answer = field(NO_ANSWER)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        number_lines(cls)

    def call(self, at: int, state: State) -> Choice | Step[State] | None:
        """Runs the line with this number; END after the last."""
        return self.code[at](self, state)

    def go(self, name: str) -> None:
        """Makes the named line the next one; "end" ends the step."""
        self.line = self.at[name]

    # What people are told. All of this runs only when somebody looks.

    def prompt(self, s: S, seat: int) -> str:
        """One sentence: what this seat must decide."""
        return self.asks[self.lines[self.line]][0]

    def clause(self, s: S, seat: int) -> str:
        """The rule behind the prompt."""
        return self.asks[self.lines[self.line]][1]

    def shape(self, s: S, seat: int) -> Shape:
        """How this choice is best shown to this seat."""
        return ONE

    def why_not(self, s: S, seat: int, kind: str, thing: int) -> Refused | None:
        """Why this seat cannot choose that thing now; None: this step has nothing special to say."""
        return None

    def refuse(self, s: S, seat: int, option: Option) -> Refused | None:
        """Why this very answer is not legal now; None: this step has nothing special to say."""
        return None


def number_lines(cls: type[Step[S]]) -> None:
    """Finds the lines of a step by number and by name, once for each class."""
    cls.code = (*(getattr(cls, name) for name in cls.lines), _end)
    cls.at = {name: number for number, name in enumerate((*cls.lines, "end"))}


def run_line(stack: list[Step[S]], s: S) -> Choice | None:
    """Runs one line of the topmost step, where a rule rehearses: children are pushed, finished steps popped. A choice
    is handed back, and its answer is to be put into the step that asks."""
    top = stack[-1]
    top.line += 1
    out = top.call(top.line - 1, s)
    if out is END:
        stack.pop()
        return None
    if out is None or isinstance(out, Choice):
        return out
    stack.append(cast(Step[S], out))
    return None


class Together(Step[S]):
    """A step in which several seats decide at once. The line after the choice reads `self.answers` by seat."""

    answers: dict[int, Answer] = field({})
    sealed: dict[int, Answer] = field({})

    def seal(self, s: S, seat: int, option: Answer) -> bool:
        """Takes one seat's answer; False if that seat has more to say (a chain of picks kept in fields)."""
        return True

    def is_known(self, s: S, seat: int, eye: int) -> bool:
        """Has this eye found out meanwhile what this other seat has sealed? Then it is the same in every world."""
        return False

    def forget(self, s: S, eye: int) -> None:
        """In an imagined world: undo what other seats' answers, unless this eye knows them, and their unfinished chains
        have put into the fields."""


DONE: Option = ("done",)


class Pick(Step[S]):
    """Some of these: a chain of single picks with a `done`. Hands back what was picked, in order.

    A game derives its own, with `asks`, its own verb, and `allowed` where a pick narrows the next one. For picks that
    change nothing until the last is made. Where each acts at once (a card leaves the hand and is told, a price
    falls), or the chain is a line of a larger step, that step keeps its own count and says its `shape`.
    """

    lines = ("choose", "take", "give")
    verb: ClassVar[str] = "pick"

    who: int
    among: list[int]
    least: int
    most: int
    picked: list[int] = field([])

    def allowed(self, s: S) -> list[int]:
        """What can be picked next."""
        return [x for x in self.among if x not in self.picked]

    def choose(self, s: S) -> Choice | None:
        options: list[Option] = [(self.verb, x) for x in self.allowed(s)] if self.most > 0 else []
        if not options:
            self.go("give")
            return None
        if len(self.picked) >= self.least:
            options.append(DONE)
        return Choice(self.who, options)

    def shape(self, s: S, seat: int) -> Shape:
        done = DONE if self.least < self.most else ()
        return Shape("some", self.verb, tuple(self.picked), self.least, self.most, done)

    def take(self, s: S) -> None:
        if self.answer[0] == self.verb:
            self.picked.append(self.answer[1])
            if len(self.picked) < self.most:
                self.go("choose")

    def give(self, s: S) -> None:
        s.hand_back(*self.picked)
