"""What people are called. Nobody passes for somebody else by letters that look the same.

Two rules stand in for the large tables of Unicode: a name is written in one of the alphabets that resemble each other,
so that no letter is smuggled in; and names that read the same in Latin, Greek or Cyrillic letters count as the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from knaves.core.errors import Refused
from knaves.core.words import SEAT_LETTERS
from knaves.table.people.limits import plain
from knaves.table.people.table_plan import NAME_MOST

ALPHABETS = (
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "CHEROKEE",
    "COPTIC",
    "LISU",
    "DESERET",
    "OSAGE",
    "GOTHIC",
)
"""As Unicode begins the names of their letters. Others resemble none of them, and mix freely."""
SMALL_CAPITAL = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])$")
TWINS = str.maketrans(
    "АВЕКМНОРСТУХЅІЈԚԜһаеорсухѕіјԁԛԝѵкмтгпи" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγεικνορτυχωη" + "ɑɡıǀǁƅɩʋƽ",
    "ABEKMHOPCTYXSIJQWhaeopcyxsijdqwvkmtrnu" + "ABEZHIKMNOPTYXayeikvoptuxwn" + "agilHbivs",
)
STROKES = str.maketrans("i1|0", "lllo")
"""A small L, a capital i and a one: after small and large are one, all of them are a stroke."""

OTHERS = ("You", "Nobody", "Somebody", "Everybody", "The host", "Whoever")
"""Pages and logs say these of others than who would be called so."""
RESEMBLING = frozenset(ALPHABETS) - {"LATIN", "GREEK", "CYRILLIC"}
"""Alphabets of which `alike` knows too little: a name in one of them always bears the letter of its seat."""


def read_name(name: object) -> str:
    line = plain(name, NAME_MOST, "A name")
    used = {unicodedata.name(letter, "").partition(" ")[0] for letter in line if letter.isalpha()}
    mixed = [alphabet.capitalize() for alphabet in ALPHABETS if alphabet in used]
    if len(mixed) > 1:
        raise Refused(f"A name is written in one alphabet; this one mixes {mixed[0]} and {mixed[1]} letters.")
    if f"{alike(line)} ".startswith(tuple(f"{alike(word)} " for word in OTHERS)):
        raise Refused(f"{line} is a word that the log needs for others: choose another name.")
    return line


def as_typed(name: str) -> str:
    """Of a name that is being typed, what others may see; "" of what would be refused."""
    try:
        return read_name(name.strip()[:NAME_MOST])
    except Refused:
        return ""


def alike(name: str) -> str:
    """The same for names that read the same: small or large, wide or narrow, with marks put together or apart, in the
    look-alikes of another alphabet."""
    letters = unicodedata.normalize("NFKC", name).translate(TWINS)
    capitals = (SMALL_CAPITAL.match(unicodedata.name(letter, "")) for letter in letters)
    read = "".join(found[1] if found else letter for letter, found in zip(letters, capitals, strict=True))
    return read.casefold().translate(STROKES).replace("rn", "m").replace("vv", "w")


def own_name(name: str, seat: int, taken: Iterable[str]) -> str:
    """No two at a table have one name: who comes later is told by the letter of the seat, "Mirela B"."""
    others = {alike(other) for other in taken}
    if {unicodedata.name(letter, "").partition(" ")[0] for letter in name} & RESEMBLING:
        others.add(alike(name))
    letters = (f"{SEAT_LETTERS[seat]}{n}" for n in ("", *range(2, 9)))  # somebody may be called "Mirela B"
    tries = (name, *(f"{name[: NAME_MOST - 3]} {letter}" for letter in letters))
    return next(one for one in tries if alike(one) not in others) if name else ""


def without_letter(name: str, seat: int, others: Iterable[str]) -> str:
    """As somebody is called at another seat: "Mirela", where he was "Mirela B" because another one has that name."""
    found = re.fullmatch(rf"(.+) {SEAT_LETTERS[seat]}[2-8]?", name)
    return found[1] if found and alike(found[1]) in {alike(other) for other in others} else name
