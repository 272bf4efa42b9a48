"""Words for the tests of Villains: a city on the table, what is offered, what stands where."""

from __future__ import annotations

from typing import cast

import knaves
from knaves.core.step import Option, things_of
from knaves.games.villains.cards import AREA_IDS, PLAN, TOKEN_IDS, UNIT_IDS
from knaves.games.villains.rules.influence import influence_table
from knaves.games.villains.rules.tokens import ActivateToken
from knaves.games.villains.scenario import unit as read_unit
from knaves.games.villains.state import FORMS, KIND, READIED, TRACK, WOUNDED, FactionCity
from knaves.games.villains.view.types import FactionCityView
from knaves.games.villains.words import unit_name
from tests.support import ask_of

A, B, C, D, E = range(5)
CAPITOL, SEWERS, POLICE, LABORATORY, FACTORY, BANK, UNIVERSITY, SUBWAY, CHURCH = range(9)
RESERVES = 9
FOUR = ["mutants", "scientists", "aliens", "communists"]


def city(
    factions: object = None,
    seats: object = 0,
    seed: object = 1,
    hold: object = "B",
    **words: object,
) -> knaves.Position:
    """A constructed position; seat A is first player unless said otherwise.

    `hold`: in the Take Actions Step this seat has two more card tokens in areas of their own, so that the turn does
    not run on by itself when all the others have nothing left to choose.
    """
    table = (*FOUR, "mafia")[: seats if isinstance(seats, int) and seats else 4]
    chosen = factions if isinstance(factions, list) else list(table)
    words.setdefault("first", "A")
    words.setdefault("control", {})
    if words.get("step") == "act" and hold:
        tokens = dict(cast("dict[str, list[str]]", words.get("tokens", {})))
        free = [area for area in reversed(AREA_IDS) if area not in tokens]
        words["tokens"] = {**tokens, **{area: [f"{hold} card"] for area in free[:2]}}
    return knaves.scenario(
        {
            "game": "villains",
            "seats": len(chosen),
            "seed": seed,
            "set": {"factions": chosen, **words},
        }
    )


def state(pos: knaves.Position) -> FactionCity:
    return cast(FactionCity, pos.state)


def seen(pos: knaves.Position, seat: int | None) -> FactionCityView:
    return cast(FactionCityView, pos.view(seat))


def waits(pos: knaves.Position) -> int:
    """The one seat the table waits for."""
    ask = ask_of(pos)
    (seat,) = ask.seats
    return seat


def options(pos: knaves.Position, verb: str | None = None) -> list[Option]:
    """What the seat that is waited for may answer (deals apart)."""
    ask = ask_of(pos)
    offered = [o for o in ask.options(ask.seats[0]) if o[0] not in pos.game.interjection_verbs]
    return [o for o in offered if verb in (None, o[0])]


def verbs(pos: knaves.Position) -> set[str]:
    return {o[0] for o in options(pos)}


def play(pos: knaves.Position, *option: object) -> None:
    """The seat that is waited for answers."""
    pos.apply(waits(pos), option)


def unit(seat: int, text: str) -> int:
    return seat * FORMS + read_unit(text, "units")[1]


def move(pos: knaves.Position, number: int, source: int) -> None:
    """The seat that is waited for picks a unit to move, the first of those alike."""
    play(pos, *next(o for o in options(pos, "move") if things_of(o)[1:3] == (number, source)))


def units(pos: knaves.Position, seat: int, area: int) -> dict[str, int]:
    """The living units of a seat in an area, by name."""
    s = state(pos)
    found: dict[str, int] = {}
    for form in s.forms(seat, area):
        marks = "wounded " * WOUNDED[form] + "readied " * READIED[form]
        found[marks + UNIT_IDS[KIND[form]]] = s.units[seat * 9 + area].count(form)
    return found


def graves(pos: knaves.Position) -> list[tuple[int, int, int, str]]:
    """(killer, area, owner, type) of every dead unit."""
    return [(dead.killer, dead.area, dead.owner, UNIT_IDS[dead.kind]) for dead in state(pos).graves]


def card(pos: knaves.Position, seat: int, title: str) -> int:
    """The slot of a card in hand."""
    s = state(pos)
    return next(slot for slot in s.hand[seat] if s.box.cards[s.face[slot]].id == title)


def plan(pos: knaves.Position, seat: int, name: str) -> int:
    s = state(pos)
    return next(slot for slot in s.plans[seat] if PLAN[s.face[slot]].id == name)


def token(pos: knaves.Position, seat: int, kind: str) -> int:
    """A token of this kind in the reserves of a seat."""
    s = state(pos)
    return next(slot for slot in s.spare[seat] if TOKEN_IDS[s.face[slot]] == kind)


def on(pos: knaves.Position, area: int, space: int) -> int:
    """The token slot on a space (counted from 1); -1 if none."""
    return state(pos).track[area * TRACK + space - 1]


def up(pos: knaves.Position, area: int, space: int) -> bool:
    return bool(state(pos).up[area * TRACK + space - 1])


def at(area: int, space: int) -> int:
    return area * TRACK + space - 1


def reveal(pos: knaves.Position, area: int) -> None:
    """The seat that is waited for reveals its token in an area."""
    top = pos.stack[-1]
    if isinstance(top, ActivateToken) and top.area == area:
        return  # it was the only thing to do
    slots = [o for o in options(pos, "reveal") if o[1:][1] == area]
    assert slots, f"nothing to reveal in {AREA_IDS[area]}"
    play(pos, *slots[0])


def use_card(pos: knaves.Position, area: int, title: str) -> None:
    """Reveals the card token in an area and plays a card with it."""
    seat = waits(pos)
    reveal(pos, area)
    play(pos, "play", card(pos, seat, title))


def heard(pos: knaves.Position) -> list[str]:
    """What a spectator hears from now on."""
    said: list[str] = []
    pos.listen(lambda event: said.append(pos.text(event, None) or ""))
    return said


def rolls(pos: knaves.Position, *dice: int) -> None:
    """The next ten-sided dice come out as given: another place in the row of the game's own dice."""
    s = state(pos)
    start = s.drawn
    while [s.dice.word(start + n) % 10 + 1 for n in range(len(dice))] != list(dice):
        start += 1
    s.drawn = start


def strength(pos: knaves.Position, seat: int, area: int) -> int:
    """The influence of a seat in an area."""
    return influence_table(state(pos))[seat][area]


def called(pos: knaves.Position, number: int) -> str:
    return unit_name(state(pos), number)


def why(pos: knaves.Position, seat: int, *option: object) -> tuple[str, str]:
    """The refusal of an answer, and its clause; the position stays as it was."""
    before = pos.clone()
    try:
        pos.apply(seat, option)
    except knaves.Refused as no:
        assert pos == before
        return no.reason, no.clause
    raise AssertionError(f"{option} was accepted")


def played(title: str, area: str = "bank", hold: str = "B", **words: object) -> knaves.Position:
    """Seat A (Mutants) has just played a card in an area; B holds the table."""
    tokens = {area: ["A card"], "laboratory": ["A card"]}
    extra = cast("dict[str, list[str]]", words.pop("tokens", {}))
    for name, row in extra.items():
        tokens[name] = [*tokens.get(name, []), *row]
    hands = cast("dict[str, list[str]]", words.pop("hands", {}))
    pos = city(
        step="act",
        hold=hold,
        tokens=tokens,
        hands={**hands, "A": [title, *hands.get("A", [])]},
        **words,
    )
    use_card(pos, AREA_IDS.index(area), title)
    return pos
