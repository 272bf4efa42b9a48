"""What comes from outside, read once: behind this an answer is a verb and numbers, and a seat is one of the table's."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from knaves.core.errors import Refused
from knaves.core.step import Option

if TYPE_CHECKING:
    WrittenOption = Option
else:  # as msgspec can read it: it knows no tuple with a rest
    WrittenOption = tuple[str | int, ...]

THINGS_MOST = 63
VERB_MOST = 40
NUMBER_MOST = 2**62  # some games write sets as bits


def read_option(raw: object) -> Option:
    """An answer, of sane size. Whether it is legal now is another question."""
    if not isinstance(raw, list | tuple) or not raw or len(raw) > THINGS_MOST + 1:
        raise Refused(f"An answer is a verb and the numbers of the things it names, not {raw!r:.80}.")
    verb, *things = raw
    if type(verb) is not str or len(verb) > VERB_MOST:
        raise Refused(f"An answer begins with a verb, not with {verb!r:.80}.")
    if any(type(thing) is not int or abs(thing) > NUMBER_MOST for thing in things):
        raise Refused(f"An answer names its things by number: a verb and numbers, not {raw!r:.80}.")
    return cast(Option, tuple(raw))


def read_seat(raw: object, seats: int) -> int:
    """One of the seats of a table of so many."""
    if type(raw) is not int or not 0 <= raw < seats:
        raise Refused(f"There is no seat {raw!r:.20} at this table of {seats}.")
    return raw
