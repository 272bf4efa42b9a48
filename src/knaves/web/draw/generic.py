"""From any view to things on a table: how a page looks for a game that has drawn no board of its own.

A view is JSON-ready and shaped as its game likes. What repeats in all of them is enough to lay it out: a table with a
`name` is a thing, a row of things is a row of cards, a list with one entry per seat belongs to the seats, numbers and
words are facts, and the rest are groups with a heading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from knaves.core.things import is_thing

_SEAT_WORDS = {
    *("active", "by", "controller", "dealer", "first", "first_player", "from", "held_by", "holder", "leader"),
    *("mayor", "owner", "player", "seat", "starter", "starting", "to", "turn_of", "who", "winner"),
}
_SKIP = frozenset(
    {"you", "id", "name", "text", "source", "house", "slot", "icon", "seat", "title", "key", "face", "card"}
)
_SLUG = re.compile(r"[a-z]+(_[a-z]+)+")
_OWN = frozenset({"hand", "mine", "own", "screen", "secret", "your_hand"})
CHIP_FACTS = 3


@dataclass(slots=True)
class LabelledValue:
    label: str
    value: str
    seat: int | None = None  # the value is a seat


@dataclass(slots=True)
class Thing:
    """A card, a token, a place: whatever the view gives a name."""

    name: str
    ref: str = ""  # "card:12": what options call it
    text: str = ""
    house: bool = False
    icon: str = ""
    facts: list[LabelledValue] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)

    @property
    def dom(self) -> str:
        return self.ref.replace(":", "-")

    @property
    def brief(self) -> list[LabelledValue]:
        """The few facts that fit on a chip."""
        return [fact for fact in self.facts if len(fact.value) < 14][:CHIP_FACTS]

    @property
    def is_place(self) -> bool:
        """Holds other things: drawn as a panel, not as a card."""
        return bool(self.zones)


@dataclass(slots=True)
class Zone:
    """A heading and what stands under it."""

    key: str
    title: str
    facts: list[LabelledValue] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    seat: int | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.facts or self.things or self.zones)

    @property
    def has_places(self) -> bool:
        return any(thing.is_place for thing in self.things)


@dataclass(slots=True)
class Layout:
    """A view, sorted by where it lies on the page."""

    facts: list[LabelledValue] = field(default_factory=list)  # of the whole table
    board: list[Zone] = field(default_factory=list)
    own: list[Zone] = field(default_factory=list)  # the viewer's own things
    seat_facts: list[list[LabelledValue]] = field(default_factory=list)
    seat_zones: list[list[Zone]] = field(default_factory=list)


def words_of(key: str) -> str:
    """A field's name as a person reads it."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def lay_out(view: Mapping[str, object], seats: int, eye: int | None) -> Layout:
    """Sorts the fields of a view into the parts of the page."""
    out = Layout(seat_facts=[[] for _ in range(seats)], seat_zones=[[] for _ in range(seats)])
    for key, value in view.items():
        if key in _SKIP or value is None:
            continue
        if _by_seat(value, key, seats):
            _deal_out(out, key, value, eye)
        elif isinstance(value, list | dict):
            zone = _zone(key, value, seats, path=key)
            if key in _OWN and eye is not None and not zone.is_empty:
                out.own += _unfold(zone)
            elif zone.things or zone.zones:
                out.board.append(zone)
            elif isinstance(value, list):
                out.facts.append(LabelledValue(words_of(key), zone.facts[0].value if zone.facts else "none"))
            elif zone.facts:
                out.board.append(zone)
        else:
            out.facts.append(_fact(key, value, seats))
    return out


def _unfold(zone: Zone) -> list[Zone]:
    """What lies before a player, one part each: the hand first, then plans, goods, secrets."""
    parts = [Zone(zone.key, zone.title, zone.facts, zone.things)] if zone.facts or zone.things else []
    parts += zone.zones
    return sorted(parts, key=lambda part: part.title != "Hand")


def _by_seat(value: object, key: str, seats: int) -> TypeGuard[list[object]]:
    """One entry per seat? Rows of named cards are not, however many they are."""
    if not isinstance(value, list) or len(value) != seats or key in _OWN:
        return False
    return not any(_is_thing(entry) and "seat" not in entry for entry in value)


def _deal_out(out: Layout, key: str, entries: Sequence[object], eye: int | None) -> None:
    seats = len(entries)
    for place, entry in enumerate(entries):
        seat = place
        if isinstance(entry, dict):
            said = entry.get("seat")
            seat = said if isinstance(said, int) else place
            if not 0 <= seat < seats:
                continue
            _deal_row(out, seat, entry, seats, f"{key}-{seat}", seat == eye)
        elif isinstance(entry, list):
            zone = _zone(key, entry, seats, path=f"{key}-{seat}")
            if not zone.is_empty:
                out.seat_zones[seat].append(zone)
        elif entry is not None and entry is not False:
            out.seat_facts[seat].append(_fact(key, entry, seats))


def _deal_row(out: Layout, seat: int, row: Mapping[str, object], seats: int, path: str, mine: bool) -> None:
    """What a view says of one seat: facts and small groups beside its name; the viewer's own cards lie in front."""
    for name in ("name", "title"):
        if isinstance(row.get(name), str):
            out.seat_facts[seat].append(LabelledValue("", str(row[name])))
    zone = Zone(path, "")
    said = {re.sub(r"[^a-z]", "", fact.value.lower()) for fact in out.seat_facts[seat]}
    for name, inner in row.items():
        known = isinstance(inner, str) and inner.replace("_", "") in said  # the same as a slug
        if name not in _SKIP and not known:
            _put(zone, name, inner, seats, f"{path}-{name}")
    out.seat_facts[seat] += zone.facts
    text = row.get("text")
    if isinstance(text, str) and text:
        out.seat_facts[seat].append(LabelledValue(text, ""))
    for part in zone.zones:
        if mine and part.things:
            out.own.append(part)
        else:
            out.seat_zones[seat].append(part)
    out.own.sort(key=lambda part: part.title != "Hand")


def _zone(key: str, value: object, seats: int, path: str) -> Zone:
    zone = Zone(path, words_of(key))
    if isinstance(value, dict):
        if _is_thing(value):
            zone.things.append(_thing(value, seats, path))
            return zone
        if isinstance(value.get("seat"), int) and 0 <= value["seat"] < seats:
            zone.seat = value["seat"]
        for name, inner in value.items():
            if is_thing(str(name)) and isinstance(inner, str):
                zone.things.append(Thing(inner, str(name)))  # "token:172": "deploy"
            else:
                _put(zone, str(name), inner, seats, f"{path}-{name}")
    elif isinstance(value, list):
        if all(not isinstance(entry, list | dict) for entry in value):
            if value and all(isinstance(entry, bool) for entry in value):
                zone.facts.append(LabelledValue("", " ".join("●" if entry else "○" for entry in value)))
            elif shown := [_plain(entry) for entry in value if entry is not None]:
                zone.facts.append(LabelledValue("", ", ".join(shown)))
            return zone
        for number, entry in enumerate(value):
            if _is_thing(entry):
                zone.things.append(_thing(entry, seats, f"{path}-{number}"))
            elif isinstance(entry, dict) and not any(
                isinstance(part, list | dict) for part in entry.values()
            ):
                zone.things.append(_row(entry, seats))
            elif isinstance(entry, list | dict):
                inner_zone = _zone(str(number + 1), entry, seats, f"{path}-{number}")
                if len(value) == seats and inner_zone.seat is None:
                    inner_zone.seat = number
                if not inner_zone.is_empty:
                    zone.zones.append(inner_zone)
            elif entry is not None:
                zone.facts.append(LabelledValue("", _plain(entry)))
    return zone


def _put(zone: Zone, key: str, value: object, seats: int, path: str) -> None:
    if value is None or value is False or key in ("seat", "id", "you"):
        return
    if isinstance(value, list | dict):
        inner = _zone(key, value, seats, path)
        if inner.is_empty:
            return
        if inner.facts and not inner.things and not inner.zones and isinstance(value, list):
            zone.facts.append(LabelledValue(words_of(key), inner.facts[0].value))
        else:
            zone.zones.append(inner)
    else:
        zone.facts.append(_fact(key, value, seats))


def _is_thing(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict) and isinstance(value.get("name"), str)


def _thing(value: Mapping[str, object], seats: int, path: str) -> Thing:
    ref = value.get("id")
    if not (isinstance(ref, str) and is_thing(ref)):
        slot = value.get("slot")
        ref = f"card:{slot}" if type(slot) is int else ""
    text, icon = value.get("text"), value.get("icon")
    thing = Thing(
        name=str(value["name"]),
        ref=ref,
        text=text if isinstance(text, str) else "",
        house=value.get("source") == "house" or value.get("house") is True,
        icon=icon if isinstance(icon, str) else "",
    )
    for key, inner in value.items():
        if key in _SKIP or inner is None or inner is False or inner == "":
            continue
        if isinstance(inner, list | dict):
            zone = _zone(key, inner, seats, f"{path}-{key}")
            if zone.facts and not zone.things and not zone.zones and isinstance(inner, list):
                thing.facts.append(LabelledValue(words_of(key), zone.facts[0].value))
            elif not zone.is_empty:
                thing.zones.append(zone)
        else:
            thing.facts.append(_fact(key, inner, seats))
    return thing


def _row(value: Mapping[str, object], seats: int) -> Thing:
    """A thing without a name of its own: called by its first word, with whose it is and how many."""
    thing = Thing("")
    for key, part in value.items():
        if isinstance(part, str) and is_thing(part):
            thing.ref = part
        elif part is None or part is False or part == "" or key in _SKIP:
            continue
        elif isinstance(part, str) and not thing.name:
            thing.name = _plain(part)
        elif part is True:
            thing.facts.append(LabelledValue(words_of(key).lower(), ""))
        else:
            thing.facts.append(_fact(key, part, seats))
    if not thing.name and thing.facts and thing.facts[0].seat is None:
        first = thing.facts.pop(0)
        thing.name = f"{first.label} {first.value}"
    return thing


def _fact(key: str, value: object, seats: int) -> LabelledValue:
    if key in _SEAT_WORDS and type(value) is int and 0 <= value < seats:
        return LabelledValue(words_of(key), "", seat=value)
    if value is True:
        return LabelledValue(words_of(key), "yes")
    return LabelledValue(words_of(key), _plain(value))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    text = str(value)
    return text.replace("_", " ") if _SLUG.fullmatch(text) else text
