"""The call: where each answer stands in the prompt. Its height never changes, and no answer is out of reach.

At its end stand go, the answer that ends the matter (`no`), undo and more. Between them are the ways: all other
answers, in groups (by verb, by what they name, by place) that say how many they hold. The script shows the groups only
where not everything fits; without it every answer is a button.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from string import Formatter

import msgspec

from knaves.core.step import Option
from knaves.core.things import kind_of
from knaves.table.pages.page import OptionCard
from knaves.web.draw.choices import Selection, begins_with

GROUPS_MOST = 9
"""More groups than this are a list again."""
WELLS_LEAST = 10
"""So many answers of one verb that name two things or more: the sentence stands there once, with a well for each."""
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z0-9])")
WHOLE = 60
"""Characters: a longer text stands whole behind "read all", too; the script shows that where the prompt cuts it."""


class Way(msgspec.Struct, frozen=True):
    """A group of answers. `head`: what they share, in a word; "" for the only group."""

    head: str
    choices: tuple[OptionCard, ...]


class Call(msgspec.Struct, frozen=True):
    head: str  # the question
    rest: str  # what else is said of it
    ways: tuple[Way, ...]
    no: OptionCard | None  # ends the matter
    only: OptionCard | None  # the one answer there is: go sends it
    wells: tuple[str, ...] = ()  # the words round the things of the one verb: "Put ", " on ", ""

    @property
    def long(self) -> bool:
        return len(self.head) + len(self.rest) > WHOLE


def call_of(
    prompt: str,
    answers: Sequence[OptionCard],
    pick: Selection | None,
    quits: frozenset[str],
    goes_on: frozenset[str],
    verbs: Mapping[str, str],
) -> Call:
    head, *rest = SENTENCE.split(prompt, maxsplit=1)
    only = answers[0] if len(answers) == 1 and pick is None else None
    no = None if only else ending([choice for choice in answers if choice.verb not in goes_on], pick, quits)
    rows = [choice for choice in answers if choice is not no and choice is not only]
    wells = wells_of(rows, verbs) if pick is None else ()
    ways = grouped([choice for choice in rows if pick is None or choice.number not in pick.steps], verbs)
    if pick is not None and pick.steps:
        ways += (Way("", tuple(choice for choice in rows if choice.number in pick.steps)),)
    return Call(head, rest[0] if rest else "", ways, no, only, wells)


def wells_of(choices: Sequence[OptionCard], verbs: Mapping[str, str]) -> tuple[str, ...]:
    """Of many answers with one verb that all name as many things: the words between these."""
    first = choices[0] if len(choices) >= WELLS_LEAST else None
    if first is None or any(choice.verb != first.verb for choice in choices):
        return ()
    parts = [(words, number) for words, number, _, _ in Formatter().parse(verbs[first.verb])]
    places = [number for _, number in parts if number is not None]
    if len(places) < 2 or places != [str(at + 1) for at in range(len(first.things))]:
        return ()
    return tuple(words for words, _ in parts) if len(parts) > len(places) else (*(w for w, _ in parts), "")


def ending(answers: Sequence[OptionCard], pick: Selection | None, quits: frozenset[str]) -> OptionCard | None:
    """The answer that ends the matter: what ends a chain of picks, else the one that names nothing. Where several do,
    the game says which."""
    bare = [choice for choice in answers if choice.bare]
    if pick is not None and pick.done:
        bare = [choice for choice in bare if choice.json == pick.done] or bare
    if len(bare) > 1:
        bare = [choice for choice in bare if choice.verb in quits] or bare
    return bare[-1] if bare else None


def in_order(
    choices: Iterable[OptionCard], verbs: Mapping[str, str], last: Container[Option] = ()
) -> list[OptionCard]:
    """Numbered as they will stand: group after group, then what names nothing, the asides, and what needs no key."""
    answers: list[OptionCard] = []
    bare: list[OptionCard] = []
    asides: list[OptionCard] = []
    rest: list[OptionCard] = []
    for choice in choices:
        kind = rest if choice.option in last else asides if choice.aside else bare if choice.bare else answers
        kind.append(choice)
    ways = (choice for way in grouped(answers, verbs) for choice in way.choices)
    return [
        msgspec.structs.replace(choice, number=number)
        for number, choice in enumerate((*ways, *bare, *asides, *rest), 1)
    ]


Key = Callable[[OptionCard], str]


def grouped(choices: Sequence[OptionCard], verbs: Mapping[str, str]) -> tuple[Way, ...]:
    """In the groups that make the shortest lists: by verb, by the things of one kind, by what is named last. Two or
    more in each, all in all: a group for every answer is a longer list."""
    if not choices:
        return ()
    kinds = list(dict.fromkeys(kind_of(thing) for choice in choices for thing in choice.things))
    keys: list[Key] = [_verb, *(_of_kind(kind) for kind in kinds), _last]
    best: dict[str, list[OptionCard]] = {"": list(choices)}
    shortest = float(len(choices))
    for key in keys:
        found: dict[str, list[OptionCard]] = {}
        for choice in choices:
            found.setdefault(key(choice), []).append(choice)
        longest = max(map(len, found.values()), default=0)
        length = max(longest, len(found))
        if (
            "" not in found
            and 1 < len(found) <= GROUPS_MOST
            and 2 * len(found) <= len(choices)
            and length < shortest
        ):
            best, shortest = found, length
    return tuple(Way(_head(key, tuple(group), verbs), tuple(group)) for key, group in best.items())


def _verb(choice: OptionCard) -> str:
    return f"verb {choice.verb}"


def _of_kind(kind: str) -> Key:
    def name(choice: OptionCard) -> str:
        for thing, said in zip(choice.things, choice.names, strict=False):
            if kind_of(thing) == kind:
                return f"{kind} {said}" if said.isdigit() else said
        return ""

    return name


def _last(choice: OptionCard) -> str:
    """What it names last: options end with the place, as people say it."""
    last = choice.names[-1] if choice.names else ""
    return last if last[:1].isupper() else ""


def _head(key: str, group: tuple[OptionCard, ...], verbs: Mapping[str, str]) -> str:
    if not key.startswith("verb "):
        return key[:1].upper() + key[1:]
    if len(group) == 1:
        return group[0].label
    verb = group[0].verb
    return begins_with(verbs[verb], group) or verb.replace("_", " ").capitalize()
