"""What a game tells the engine about itself. One folder, one `Game`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from itertools import chain
from random import Random
from typing import ClassVar, Concatenate, Generic, Literal, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import msgspec

from knaves.core.card_check import Looked, parts_of, problem_of
from knaves.core.cards import Card
from knaves.core.encode import hashed
from knaves.core.ending import PLACES, Ending, by_points
from knaves.core.errors import BadCards, BadScenario, BadSetup, FileProblem, Refused
from knaves.core.forms import Form
from knaves.core.offers import DealNote
from knaves.core.state import Result, State
from knaves.core.step import Answer, Option, Step
from knaves.core.words import SEAT_LETTERS, Event, kinds_of

S = TypeVar("S", bound=State)
Value: TypeAlias = bool | int | str
View: TypeAlias = Mapping[str, object]

V = TypeVar("V", bound=View)
P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


def reads(function: Callable[Concatenate[V, P], R]) -> staticmethod[Concatenate[View, P], R]:
    """A function of a game's own typed view as a method of `Game`, which gets no other views than its own."""
    return staticmethod(cast(Callable[Concatenate[View, P], R], function))


def shares(function: Callable[[S, int, C], V]) -> staticmethod[[S, int, object], View]:
    """The view of a game that takes what its own `common` found, as its `view_with`."""
    return staticmethod(cast(Callable[[S, int, object], View], function))


class Domains(NamedTuple):
    """How large everything is that an option of a game can name: what its ids are made of (`core/ids.py`).

    `kinds`: by kind ("area") or by place ("mix.2"), the numbers that can stand there; a piece's are its faces. `said`:
    places that only say what follows from the rest of the option (a price). `ranked`: verbs whose options are
    numbered as they stand in the menu, because too much could be named; and how many of them there can be at once.
    `listed`: verbs with few options of all that could be named, and these one by one, without the verb.
    """

    kinds: Mapping[str, range]
    said: frozenset[str] = frozenset()
    ranked: Mapping[str, int] = {}
    listed: Mapping[str, Sequence[tuple[int, ...]]] = {}


class ChartLine(NamedTuple):
    """What is drawn over time on the page of the end: one line of the chart, as it stands now."""

    thing: str  # whose it is: "seat:0", "villain:3", a track of the board
    value: int
    name: str = ""  # a seat has its own
    colour: str = ""  # of the piece, where it is no seat's: black, yellow, red, green, purple, white
    seat: int | None = None  # who gains by it, as far as that is public
    rival: bool = True  # False: a track that runs beside the others and leads nobody


class ValueInputs(NamedTuple):
    """What a learned value reads of a position: for every seat numbers of about 1, and which of many things (cards in
    its zones) it has, by number. The same lengths at every table of one game and number of players."""

    numbers: list[list[float]]
    things: list[list[int]]


class Standing(NamedTuple):
    """How things stand, as everybody may see it."""

    lines: tuple[ChartLine, ...] = ()
    at: int = 0  # the round or turn; 0: the game does not count any


def turn_order(first: int, seats: int) -> list[str]:
    """When each seat was first on turn, for `Game.sides`."""
    return [PLACES[(seat - first) % seats] for seat in range(seats)]


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option of a game, as its game.toml lists it."""

    name: str
    kind: Literal["switch", "choice", "number", "cards"]
    default: bool | int | str
    text: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def read(self, value: object) -> Value:
        if self.kind == "switch" and isinstance(value, bool):
            return value
        if self.kind == "choice" and value in self.choices:
            return str(value)
        if self.kind == "number" and type(value) is int and self.least <= value <= self.most:
            return value
        if self.kind == "cards" and isinstance(value, str) and (not value or "\n" in value):
            return value  # the text itself: options come from strangers too, and name no files
        allowed = {
            "switch": "true or false",
            "choice": "one of " + ", ".join(self.choices),
            "number": f"a whole number from {self.least} to {self.most}",
            "cards": "the text of a card file",
        }[self.kind]
        raise BadSetup(f"The option {self.name} takes {allowed}, not {value!r}.")


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game.toml of a game: what can be known of it without its rules. A game with this file is registered."""

    title: str
    version: str  # of the rules: a save from another version is refused
    seats: tuple[int, ...]
    minutes: str
    tagline: str
    text: str
    longest: int = 5_000  # no game has more decisions than this, however badly it is played
    option: tuple[Setting, ...] = ()

    def check_seats(self, seats: object) -> None:
        if type(seats) is not int or seats not in self.seats:
            allowed = ", ".join(map(str, self.seats))
            raise BadSetup(f"{self.title} is for {allowed} players, not {seats!r:.40}.")


def read_about(text: str) -> About:
    """What a game.toml says."""
    return msgspec.convert(tomllib.loads(text), About)


class Game(Generic[S]):
    """A rulebook. A game derives from this, fills in the words and answers the questions below."""

    id: ClassVar[str]
    state: ClassVar[type[State]]
    verbs: ClassVar[dict[str, str]] = {}  # how an option reads: "recruit": "Recruit {1:card}"
    events: ClassVar[dict[str, str]] = {}  # how an event reads: "recruited": "{1:seat} recruits {2:card}"
    pieces: ClassVar[frozenset[str]] = frozenset({"card"})  # kinds of things that are slots
    amounts: ClassVar[frozenset[str]] = frozenset()  # kinds that are numbers with a name, and lie nowhere
    interjection_verbs: ClassVar[frozenset[str]] = frozenset()
    # Legal and hardly ever wanted: pages keep these verbs folded away.
    seldom: ClassVar[frozenset[str]] = frozenset()
    quits: ClassVar[frozenset[str]] = frozenset()  # which end a matter, of several verbs that name nothing
    goes_on: ClassVar[frozenset[str]] = frozenset()  # name nothing, and end nothing either
    # Fields of the state and of steps that hold bitmasks; every other number in a save is small.
    masks: ClassVar[frozenset[str]] = frozenset()
    # Fields of the state that no view shows, each with the reason.
    unseen: ClassVar[dict[str, str]] = {}
    # Points of the book at which the table stops so that anybody may speak: name, sentence, clause.
    moments: ClassVar[dict[str, tuple[str, str]]] = {}
    card_file: ClassVar[type[msgspec.Struct] | None] = None  # what a player's own card file may hold
    one_winner: ClassVar[bool] = True  # False: every seat wins or loses for itself, whatever the others do
    slips: ClassVar[float] = 0.15  # how often a gentle bot does not do what it thinks best
    stages_ahead: ClassVar[int] = 1  # so many stages a thinking bot looks ahead
    stages_further: ClassVar[int] = 0  # and so many more, one that takes its time
    counts: ClassVar[str] = "points"  # what `standing` counts, in the words of the book
    counts_by: ClassVar[str] = "round"  # by what it counts time
    goal: ClassVar[int] = 0  # whoever has so much has reached something: a line across the chart

    def __reduce__(self) -> str:
        """A game is never copied: it is found again as the `GAME` of its module."""
        return "GAME"

    # -- rules ----------------------------------------------------------------------------------------

    def set_up(self, s: S, options: Mapping[str, Value]) -> Step[S]:
        """Lays out the box in an empty state (dice are in it) and returns the first step."""
        raise NotImplementedError

    def new_state(self, seats: int, options: Mapping[str, Value]) -> S:
        """The state before set-up, with its sizes."""
        raise NotImplementedError

    def equip(self, s: S, options: Mapping[str, Value]) -> None:
        """Gives a state that was just made, or loaded, its static data (shared fields)."""

    def speaks(self, options: Mapping[str, Value]) -> bool:
        """Is there anything to do at any time in a game with these options?"""
        return bool(self.interjection_verbs)

    def interjections(self, s: S, seat: int) -> list[Option]:
        """What this seat may do at any time, now. Verbs from `interjection_verbs` only."""
        return []

    def speakers(self, s: S) -> int:
        """A bitmask of the seats whose `interjections` may have anything now: all, or fewer where that is quickly seen.
        Asked for at every decision."""
        return -1

    def interject(self, s: S, seat: int, option: Answer) -> Step[S] | None:
        """Does it, or returns the step that does."""
        raise NotImplementedError

    def admits(self, s: S, seat: int, option: Option) -> bool:
        """An interjection filled in by a person that is not on the menu: legal? May raise Refused with the reason."""
        return False

    def rests(self, s: S, speaks: bool, clause: str) -> Refused:
        """Why nobody interjects now: the step that waits, by this clause, is closed, or with these options nobody
        `speaks` at all."""
        wait = "That has to wait until this is decided."
        return Refused(wait if speaks else "This table plays without that.", clause)

    def why_not(self, s: S, seat: int, kind: str, thing: int) -> Refused | None:
        """Why that thing is of no use for an interjection of this seat now; asked where the step that waits has nothing
        special to say. None: neither has the game."""
        return None

    def forms(self, s: S, seat: int) -> Iterator[Form]:
        """What this seat may fill in now beside the menu of interjections. Only from what it may know."""
        return iter(())

    def fills(self, s: S, seat: int) -> str:
        """The verb of these forms, "" if there are none. Every page asks, so a game may say it without making them."""
        form = next(self.forms(s, seat), None)
        return form.start[0] if form is not None else ""

    def arrange(self, s: S, stack: list[Step[S]], given: Mapping[str, object]) -> None:
        """Turns the set-up into a constructed position (a scenario). Raises BadScenario."""
        raise BadScenario(f"{self.title} has no scenarios.")

    # -- secrecy --------------------------------------------------------------------------------------

    def view(self, s: S, eye: int) -> View:
        """All that this eye may know, JSON-ready. Eye number `s.seats` is the spectator's."""
        raise NotImplementedError

    def common(self, s: S) -> object:
        """What every eye sees alike, where working it out once for all eyes is worth it; see `view_with`."""
        return None

    def view_with(self, s: S, eye: int, common: object, /) -> View:
        """The same as `view`, of a state of which `common` is known."""
        return self.view(s, eye)

    def imagine(self, s: S, eye: int, rng: Random) -> None:
        """Changes what is hidden from this eye and is no slot (slots are done already)."""

    def pieces_count(self, s: S) -> Mapping[str, int]:
        """How many there are of everything that the box has a fixed number of. Never changes in a game."""
        raise NotImplementedError

    # -- words ----------------------------------------------------------------------------------------

    def name(self, s: S, kind: str, number: int) -> str:
        """A thing that is no hidden piece, by name: an area, a resource, an amount."""
        return str(number)

    def face_name(self, s: S, kind: str, face: int) -> str:
        """A piece by its face."""
        raise NotImplementedError

    def back_name(self, kind: str) -> str:
        """A piece whose face is not known."""
        return f"a {kind}"

    def board(self, view: View, /) -> str:
        """The table as text, for a terminal and for screen readers. May use rich's markup."""
        return msgspec.json.format(msgspec.json.encode(view), indent=1).decode()

    # -- cards ----------------------------------------------------------------------------------------

    def card_list(self, own: str = "") -> Sequence[Card]:
        """Every card, once, for people who look one up; `own`: with a player's card file in the box."""
        return ()

    def check_cards(self, own: str) -> str:
        """Reads a player's own card file; says in a sentence what it holds, or raises BadCards."""
        raise BadCards(f"{self.title} takes no card files.")

    def look_through(self, own: str) -> Looked:
        """The text of a player's card file, row by row: what is good, what is wrong, and can it be played with?"""
        if self.card_file is None:
            raise BadCards(f"{self.title} takes no card files.")
        own += "\n"  # a text, never the name of a file
        parts = tuple(parts_of(own, self.card_file))
        problems = tuple(problem for part in parts for problem in part.problems)
        rest = "\n".join(part.text for part in parts if not part.problems) + "\n" if problems else own
        try:
            ready = self.check_cards(rest) if rest.strip() else ""
            whole: tuple[FileProblem, ...] = (
                () if ready or problems else (FileProblem(0, "There is nothing in it yet."),)
            )
        except BadCards as error:
            ready, whole = "", () if problems else (problem_of(error),)
        return Looked(parts, (*problems, *whole), ready, rest if ready and problems else "")

    # -- bots, the laboratory and research ------------------------------------------------------------

    def domains(self, s: S) -> Domains:
        """How large every kind is that a verb names, with the cards of this state. `seat` need not be said."""
        raise NotImplementedError

    def rows(self, s: S, eye: int) -> Mapping[str, Sequence[float]]:
        """What this eye may know as numbers, in named rows that never change their lengths at one table."""
        return {"hash": hashed(self.view(s, eye))}

    def encode(self, s: S, eye: int) -> list[float]:
        """The rows one after the other."""
        return [*chain.from_iterable(self.rows(s, eye).values())]

    def entries(self, s: S) -> list[str]:
        """The names of the numbers of `encode`. A place of the hashed row means nothing by itself."""
        return [f"{name} {at}" for name, row in self.rows(s, s.seats).items() for at in range(len(row))]

    def advise(self, view: View, /, options: Sequence[Option], rng: Random) -> Option:
        """What a sensible beginner would answer, from what a seat may know alone (the `fair` bot)."""
        raise NotImplementedError

    def advise_state(self, s: S, seat: int, options: Sequence[Option], rng: Random) -> Option:
        """The answer of `advise`, read from the state itself: for worlds that a bot has imagined. It looks only
        at what this seat may know there, and is quick."""
        return self.advise(self.view(s, seat), options, rng)

    def stage(self, s: S) -> int:
        """Another number as soon as what was decided has landed: a turn or a round is over. Thinking bots look ahead
        to there; 0 at all times: to the end of the game."""
        return 0

    def value_inputs(self, s: S) -> ValueInputs:
        """What decides who will win, as a learned value reads it. Of an imagined world: nothing is secret in it."""
        raise NotImplementedError

    def value_inputs_size(self, s: S) -> tuple[int, int]:
        """How many numbers and how many things they can be."""
        raise NotImplementedError

    def likelihood(self, s: S, seat: int) -> float:
        """How well what is hidden from this seat in an imagined world goes with what others have done; any scale."""
        return 1.0

    def pointless(self, s: S, seat: int, option: Option) -> bool:
        """An answer that is legal and never better than another: a thinking bot does not look at it."""
        return False

    def promising(self, s: S, seat: int, options: Sequence[Option], rng: Random) -> Sequence[Option]:
        """The same answers, those first that a thinking bot should look at before others; by lot where nothing else
        is known of them. Asked where there are more than it looks at."""
        return rng.sample(options, len(options))

    def deals(self, view: View) -> Sequence[DealNote]:
        """Offers that stand and promises that were made, as everybody at the table may read them."""
        return ()

    def tally(self, events: Sequence[Event], s: S) -> Mapping[str, float]:
        """Figures of one finished game for the laboratory, from its events and its last state."""
        return {}

    def sources(self, events: Sequence[Event], s: S) -> Mapping[str, Sequence[int]]:
        """Where the points of a finished game came from: by source, so many for each seat. Adds up to the scores."""
        return {}

    def sides(self, events: Sequence[Event], s: S) -> Mapping[str, Sequence[str]]:
        """What set the seats of a finished game apart: by kind (faction, order of play), a name for each seat."""
        return {}

    def standing(self, view: View, /) -> Standing:
        """How things stand in a view, for the page of the end. From the spectator's view: nothing that is secret."""
        return Standing()

    def ending(self, view: View, /, result: Result, names: Sequence[str]) -> Ending:
        """How it ended, in the first words: by how much, and for each player. From what the view knows."""
        return by_points(result, self.counts, names)

    # -- from the folder ------------------------------------------------------------------------------

    @cached_property
    def about(self) -> About:
        text = files(type(self).__module__.rpartition(".")[0]).joinpath("game.toml").read_text("utf-8")
        return read_about(text)

    @property
    def title(self) -> str:
        return self.about.title

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All options of the game with their values; refuses what it does not know."""
        known = {setting.name: setting for setting in self.about.option}
        for name in given:
            if name not in known:
                have = ", ".join(sorted(known)) or "none"
                raise BadSetup(f"{self.title} has no option {name!r:.40}; it has: {have}.")
        return {
            name: setting.read(given[name]) if name in given else setting.default
            for name, setting in known.items()
        }

    def step_types(self) -> dict[str, type[Step[S]]]:
        """Every kind of step this game can have on its stack, by name."""
        found: dict[str, type[Step[S]]] = {}
        package = type(self).__module__.rpartition(".")[0]
        todo: list[type[Step[S]]] = [Step]
        while todo:
            for kind in todo.pop().__subclasses__():
                todo.append(kind)
                if kind.__module__.startswith((package + ".", "knaves.core.")):
                    found[kind.__name__] = kind
        return found

    def seat_behind(self, s: S, kind: str, number: int) -> int | None:
        """The seat that a thing of this kind means, where it is no seat by itself: whoever made an offer."""
        return None

    def seat_name(self, seat: int, names: Sequence[str] = ()) -> str:
        return names[seat] if names else SEAT_LETTERS[seat]

    def kinds(self, verb: str) -> dict[int, str]:
        """Which kind each thing of an option with this verb is."""
        return kinds_of(self.verbs.get(verb, ""))

    def event_kinds(self, kind: str) -> dict[int, str]:
        """Which kind each thing of such an event is."""
        return kinds_of(self.events.get(kind, ""))
