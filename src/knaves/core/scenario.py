"""Scenarios: the words of a game as data, and one reader for all of them.

A game says, word by word, what kind of value it takes and where that goes:

    words.read("Cutpurses", given, {
        "active": words.sets(s, "active", words.seat(s)),
        "coins": words.shares(s, "coins", "bank", "coins"),
        "hands": words.lays(s, "hand", cards.named(ids, "card"), words.own),
    })

A *kind* reads a value and refuses what is wrong with it in one sentence; a *put* is a kind and what is done with the
value. Words are done in the order of the game's table, whatever the order of the scenario. `Zones` takes pieces out of
wherever they lie, each at most once, so nothing is made and nothing is lost. Numbers come from strangers: every kind
has bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import NoReturn, TypeAlias, TypeVar, cast

from knaves.core.errors import BadScenario
from knaves.core.state import State
from knaves.core.step import Answer, Step, Together, run_line
from knaves.core.words import SEAT_LETTERS

T = TypeVar("T")
S = TypeVar("S", bound=State)
Kind: TypeAlias = Callable[[object, str], T]
Put: TypeAlias = Callable[[object, str], object]

MOST = 300  # entries in a list: more than any box has cards
LISTED = 24  # names of one kind, until only the nearest is told


def read(
    title: str,
    given: Mapping[str, object],
    words: Mapping[str, Put],
    usual: Mapping[str, object] | None = None,
) -> None:
    """Does every word that is given. `usual`: what some words say where the scenario does not use them."""
    for word in given:
        if word not in words:
            wrong(f"{title} knows no word {shown(word)}{nearest(word, words)}; it knows: {', '.join(words)}.")
    said = {**(usual or {}), **given}
    for word, put in words.items():
        if word in said:
            put(said[word], word)


def wrong(what: str) -> NoReturn:
    raise BadScenario(what)


def shown(value: object) -> str:
    """What was given, short."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if type(value) is int and value.bit_length() > 64:
        return "a number that long"
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def nearest(name: object, names: Collection[str]) -> str:
    close = get_close_matches(name[:40], names, 1) if isinstance(name, str) else []
    return f" (is it {close[0]!r}?)" if close else ""


# -- kinds of values --------------------------------------------------------------------------------------


def number(least: int, most: int) -> Kind[int]:
    def kind(value: object, word: str) -> int:
        if type(value) is not int or not least <= value <= most:
            wrong(f"`{word}` is a whole number from {least} to {most}, not {shown(value)}.")
        return value

    return kind


def flag(value: object, word: str) -> bool:
    if not isinstance(value, bool):
        wrong(f"`{word}` is true or false, not {shown(value)}.")
    return value


def one_of(names: Sequence[str] | Mapping[str, int], what: str) -> Kind[int]:
    """One of these, by its name: its place in the row, or what the table says."""
    numbers = names if isinstance(names, Mapping) else {name: n for n, name in reversed([*enumerate(names)])}

    def kind(value: object, word: str) -> int:
        if not isinstance(value, str) or value not in numbers:
            known = list(dict.fromkeys(names))
            there = f"; there are: {', '.join(known)}" if len(known) <= LISTED else ""
            wrong(f"`{word}`: there is no {what} called {shown(value)}{nearest(value, known)}{there}.")
        return numbers[value]

    return kind


def seat(s: State) -> Kind[int]:
    """A seat by its number or its letter."""

    def kind(value: object, word: str) -> int:
        if type(value) is int and 0 <= value < s.seats:
            return value
        if isinstance(value, str) and len(value) == 1:
            at = SEAT_LETTERS.find(value) if value.isalpha() else int(value) if value in "0123456789" else -1
            if 0 <= at < s.seats:
                return at
        last = s.seats - 1
        wrong(
            f"`{word}`: there is no seat {shown(value)}; seats are 0 to {last}, or A to {SEAT_LETTERS[last]}."
        )

    return kind


def rows(kind: Kind[T], most: int = MOST) -> Kind[list[T]]:
    """A list of such values."""

    def read_all(value: object, word: str) -> list[T]:
        if not isinstance(value, list):
            room = "" if most == MOST else f" ({most} entries at most)"
            wrong(f"`{word}` is a list here{room}, not {shown(value)}.")
        if len(value) > most:
            wrong(f"`{word}` has {most} entries at most, not {len(value)}.")
        return [kind(one, word) for one in value]

    return read_all


def by_seat(s: State, kind: Kind[T]) -> Kind[dict[int, T]]:
    """Such a value for each seat: a list by seat (null: left as it is) or a table from seat to value."""
    which = seat(s)

    def read_all(value: object, word: str) -> dict[int, T]:
        if isinstance(value, list) and len(value) == s.seats:
            return {n: kind(one, word) for n, one in enumerate(value) if one is not None}
        if isinstance(value, dict):
            return _once(value, {which(key, word): kind(one, word) for key, one in value.items()}, word)
        wrong(f"`{word}` is a list with one entry for each of the {s.seats} seats, or a table by seat.")

    return read_all


def table(value: object, word: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        wrong(f"`{word}` is a table here, not {shown(value)}.")
    return value


def by_name(key: Kind[int], kind: Kind[T]) -> Kind[dict[int, T]]:
    """A table from one kind of thing to another."""

    def read_all(value: object, word: str) -> dict[int, T]:
        rows = table(value, word)
        return _once(rows, {key(name, word): kind(one, word) for name, one in rows.items()}, word)

    return read_all


def _once(given: Mapping[str, object], found: dict[int, T], word: str) -> dict[int, T]:
    """What two names of one thing say would leave one of them unheard."""
    if len(found) < len(given):
        wrong(f"`{word}` says two things of one: {', '.join(map(str, given))}.")
    return found


def differ(kind: Kind[int], count: int, what: str) -> Kind[list[int]]:
    """A list of so many such values, none of them twice."""

    def read_all(value: object, word: str) -> list[int]:
        found = rows(kind, count)(value, word)
        if len(found) != count or len(set(found)) != count:
            wrong(f"`{word}` is a list of {count} different {what}.")
        return found

    return read_all


def pair(first: Kind[T], second: Kind[int]) -> Kind[tuple[T, int]]:
    def kind(value: object, word: str) -> tuple[T, int]:
        if not isinstance(value, list) or len(value) != 2:
            wrong(f"`{word}` has pairs, not {shown(value)}.")
        return first(value[0], word), second(value[1], word)

    return kind


def bits(kind: Kind[int]) -> Kind[int]:
    """A list of such numbers, as a bitmask."""
    return lambda value, word: sum(1 << one for one in set(rows(kind)(value, word)))


def record(kinds: Mapping[str, Kind[int]], default: Mapping[str, int]) -> Kind[dict[str, int]]:
    """A table with these entries; those with a default may be left out."""

    def kind(value: object, word: str) -> dict[str, int]:
        if not isinstance(value, dict):
            wrong(f"`{word}` has tables of {', '.join(kinds)}; not {shown(value)}.")
        found = dict(default)
        read(
            f"`{word}`",
            value,
            {name: does(one, partial(found.__setitem__, name)) for name, one in kinds.items()},
        )
        for name in kinds:
            if name not in found:
                wrong(f"`{word}` lacks {name!r}.")
        return found

    return kind


def either(names: Mapping[str, int], kind: Kind[int]) -> Kind[int]:
    """One of these few names, or else a value of the kind."""
    return lambda value, word: (
        names[value] if isinstance(value, str) and value in names else kind(value, word)
    )


def or_null(kind: Kind[T], nothing: T) -> Kind[T]:
    """A value of the kind, or null."""
    return lambda value, word: nothing if value is None else kind(value, word)


def text(value: object, word: str) -> str:
    if not isinstance(value, str) or len(value) > 80:
        wrong(f"`{word}` is a short text here, not {shown(value)}.")
    return value


# -- what is done with them ---------------------------------------------------------------------------------


def does(kind: Kind[T], put: Callable[[T], object]) -> Put:
    return lambda value, word: put(kind(value, word))


def each(kind: Kind[dict[int, T]], put: Callable[[int, T], object]) -> Put:
    """The same for every entry of a table, or for every seat."""

    def put_all(value: object, word: str) -> None:
        for key, one in kind(value, word).items():
            put(key, one)

    return put_all


def sets(s: object, field: str, kind: Kind[T]) -> Put:
    """A field of the state gets the value."""
    assert hasattr(s, field), field
    return lambda value, word: setattr(s, field, kind(value, word))


def fills(
    s: State, field: str, kind: Kind[int], key: Kind[int] | None = None, rest: int | None = None
) -> Put:
    """A row of the state by seat, or by `key`, gets the values; with `rest`, all the others get that."""
    read_all = by_seat(s, kind) if key is None else by_name(key, kind)

    def put(value: object, word: str) -> None:
        row = cast("list[int] | tuple[int, ...]", getattr(s, field))
        values = read_all(value, word)
        setattr(
            s, field, type(row)([values.get(at, old if rest is None else rest) for at, old in enumerate(row)])
        )

    return put


def shares(s: State, field: str, rest: str, what: str) -> Put:
    """A row by seat of what the box has a fixed number of; field `rest` has what nobody has."""
    whole = sum(cast("list[int]", getattr(s, field))) + cast(int, getattr(s, rest))

    def put(value: object, word: str) -> None:
        fills(s, field, number(0, whole))(value, word)
        used = sum(cast("list[int]", getattr(s, field)))
        if used > whole:
            wrong(f"The box has {whole} {what}; this scenario uses {used}.")
        setattr(s, rest, whole - used)

    return put


def enough(left: Sequence[int], whole: Sequence[int], names: Sequence[str]) -> None:
    """Refuses a scenario that has used more of something than the box has."""
    for rest, count, name in zip(left, whole, names, strict=False):
        if rest < 0:
            wrong(f"The box has {count} {name}; this scenario uses {count - rest}.")


def own(seat: int) -> int:
    """Who knows what lies before a seat: nobody else does."""
    return 1 << seat


def lays(
    s: State,
    field: str,
    card: Kind[int],
    eyes: Callable[[int], int],
    back: Callable[[int], object] | None = None,
) -> Put:
    """Each seat's pile in this field gets the cards that are named; `eyes(seat)` know them. With `back`, what a named
    pile had before is put back first."""

    def put(value: object, word: str) -> None:
        given = by_seat(s, rows(lambda one, _: one))(value, word)
        if back is not None:
            for at in given:
                piles = getattr(s, field)
                old, piles[at] = piles[at], type(piles[at])()
                for slot in old:
                    s.seen[slot] = 0
                    back(slot)
        for at, names in given.items():
            slots = [card(one, word) for one in names]
            piles = getattr(s, field)
            piles[at] = type(piles[at])((*piles[at], *slots))
            for slot in slots:
                s.seen[slot] = eyes(at)

    return put


def swaps(s: State, field: str, slots: Iterable[int], face: Kind[int], rest: str = "") -> Put:
    """Every seat has one card in this field, and knows it alone: who is named gets the one of `slots` with this face,
    and who had it, or the pile `rest`, gets the other."""

    def put(value: object, word: str) -> None:
        given = by_seat(s, face)(value, word)
        if len(set(given.values())) < len(given):
            wrong(f"`{word}` gives the same to two seats.")
        held: list[int] = [*getattr(s, field), *(getattr(s, rest) if rest else ())]
        for seat, wanted in given.items():
            slot = next((one for one in slots if s.face[one] == wanted), None)
            if slot is None:
                wrong(f"`{word}`: what seat {SEAT_LETTERS[seat]} is to have is not in this game.")
            held = [held[seat] if one == slot else one for one in held]
            held[seat] = slot
        cut = len(getattr(s, field))
        setattr(s, field, tuple(held[:cut]))
        if rest:
            setattr(s, rest, tuple(held[cut:]))
        for slot in slots:
            s.seen[slot] = own(held.index(slot)) if slot in held[: s.seats] else 0

    return put


class Zones:
    """Where the cards of one back lie: the fields of the state that hold them, in the order in which to look."""

    def __init__(self, s: State, *fields: str) -> None:
        self.s, self.fields = s, fields
        self.used: set[int] = set()  # named by the scenario: each is in one place

    def piles(self, field: str) -> list[Sequence[int]]:
        held = cast("Sequence[int] | list[Sequence[int]]", getattr(self.s, field))
        return cast("list[Sequence[int]]", held if held and not isinstance(held[0], int) else [held])

    def change(self, field: str, change: Callable[[Sequence[int]], Iterable[int]]) -> None:
        """Every pile of a field becomes another of the same type."""
        held, piles = getattr(self.s, field), self.piles(field)
        made = [type(pile)(change(pile)) for pile in piles]  # type: ignore[call-arg]  # a list or a tuple
        setattr(self.s, field, made if piles is held else made[0])

    def take(self, slot: int) -> int:
        """Out of wherever it lies; nobody knows it."""
        for field in self.fields:
            self.change(field, lambda pile: (one for one in pile if one != slot))
        self.s.seen[slot] = 0
        self.used.add(slot)
        return slot

    def holds(self, field: str, card: Kind[int], back: str) -> Put:
        """A pile has these cards and no others; those it had go face down to the bottom of another."""

        def put(value: object, word: str) -> None:
            self.empty(field, back)
            slots = rows(card)(value, word)
            self.change(field, lambda _: slots)

        return put

    def empty(self, field: str, to: str) -> None:
        """All cards of one field go to the front of another (the bottom of a deck), face down."""
        slots = [slot for pile in self.piles(field) for slot in pile]
        self.change(field, lambda _: ())
        for slot in slots:
            self.s.seen[slot] = 0
        self.change(to, lambda pile: (*slots, *pile))

    def find(
        self, fits: Callable[[int], bool], fields: Iterable[str] = (), seat: int | None = None
    ) -> int | None:
        """The first card that fits and is not named yet, taken; None if there is none. `seat`: in its piles alone."""
        for field in fields or self.fields:
            piles = self.piles(field)
            for pile in piles if seat is None else [piles[seat]]:
                for slot in pile:
                    if slot not in self.used and fits(slot):
                        return self.take(slot)
        return None

    def named(
        self,
        ids: Sequence[str] | Mapping[int, str],
        what: str,
        *fields: str,
        unseen: bool = False,
        seat: int | None = None,
    ) -> Kind[int]:
        """A card by its id, taken from where it lies, or only out of these fields, or out of a seat's own piles. `ids`:
        by face. `unseen`: one that lies face down."""
        of_face = ids if isinstance(ids, Mapping) else dict(enumerate(ids))
        check = one_of(list(dict.fromkeys(of_face.values())), what)

        def kind(value: object, word: str) -> int:
            check(value, word)
            slot = self.find(
                lambda one: of_face.get(self.s.face[one]) == value and not (unseen and self.s.seen[one]),
                fields,
                seat,
            )
            if slot is None:
                left = " in its deck" if fields or unseen else "; the scenario has used all the box has"
                left = left if seat is None else f" to seat {SEAT_LETTERS[seat]}"
                wrong(f"`{word}`: there is no {what} {value!r} left{left}.")
            return slot

        return kind


def stands(stack: list[Step[S]], frames: Callable[[], Mapping[str, list[Step[S]]]]) -> Put:
    """Where the game stands: `frames` has the stack by the name of a step, made when all words before are done."""

    def put(value: object, word: str) -> None:
        by_name = frames()
        stack[:] = [*by_name.values()][one_of([*by_name], "step")(value, word)]

    return put


def settle(s: S, stack: list[Step[S]], until: type[Step[S]]) -> None:
    """Plays a set-up that asks, always with the first answer, until such a step is the topmost."""
    while stack and not isinstance(stack[-1], until):
        step, choice = stack[-1], run_line(stack, s)
        if choice is not None and choice.each is not None and isinstance(step, Together):
            step.answers = {seat: cast(Answer, options[0]) for seat, options in choice.each.items()}
        elif choice is not None:
            step.answer = cast(Answer, choice.options[0])


def at(step: Step[S], line: str) -> Step[S]:
    """A frame of a constructed stack: the step, and the line that runs next."""
    step.go(line)
    return step


def on_top(s: State, field: str, card: Kind[int]) -> Put:
    """These are the next cards of a pile that is drawn from its end, the first one first."""

    def put(value: object, word: str) -> None:
        slots = rows(card)(value, word)
        pile = getattr(s, field)
        setattr(s, field, type(pile)((*pile, *reversed(slots))))

    return put
