"""Tables for the tests: six corporations in order, seat 0 active, nobody with cards unless the test says so."""

from __future__ import annotations

from typing import Any, cast

import knaves
from knaves.core.offers import bits
from knaves.games.new_angeles.cards import CORPS, PIECE_NAMES, box
from knaves.games.new_angeles.state import NewAngeles
from knaves.games.new_angeles.view.types import TableView
from tests.support import ask_of

GLOBALSEC, HAAS, JINTEKI, MELANGE, NBN, WEYLAND = range(6)
BIT = {name: bit for bit, name in PIECE_NAMES.items()}
HUMAN_FIRST, ORGCRIME, PRISEC = BIT["Human First"], BIT["orgcrime"], BIT["prisec"]
ILLNESS, OUTAGE, DEVELOPMENT = BIT["illness"], BIT["outage"], BIT["development"]
TRACK = ["aaron_marron", "coach_walden"]  # a turn now and one more; neither does anything at once
HOME = {1: ["android"], 2: ["android"], 3: ["android"], 8: ["android"]}


def table(
    seats: int = 6, trading: bool = False, corps: tuple[str, ...] = CORPS, **words: Any
) -> knaves.Position:
    """A constructed position."""
    named = {f"corporation_{letter}": corp for letter, corp in zip("abcdef"[:seats], corps, strict=False)}
    money = [10 + seat for seat in range(seats)]
    step = words.get("step")
    over = step in ("production", "event") or (step == "demand" and words.get("round", 1) > 4)
    words = {"active": 0, "capital": money, "track": [] if over else TRACK, **words}
    return knaves.scenario(
        {
            "game": "new_angeles",
            "seats": seats,
            "seed": 1,
            "options": {"trading": trading, **named},
            "set": words,
        }
    )


def deal(
    hands: dict[int, list[str]], seats: int = 6, faceup: tuple[str, ...] = (), **words: Any
) -> knaves.Position:
    """A deal at its beginning: these hands, the others empty, emergency cards facedown but for some."""
    full = {seat: hands.get(seat, []) for seat in range(seats)}
    down = [corp for corp in words.get("corps", CORPS)[:seats] if corp not in faceup]
    words = {"step": "deal", "hands": full, "facedown": down, **words}
    return table(seats, **words)


def resolving(
    title: str, city: dict[int, list[str]] | None = None, who: int = 0, **words: Any
) -> knaves.Position:
    """This action card is being resolved: nobody else had anything to offer or to lay."""
    return deal({who: [title]}, active=who, city={**HOME, **(city or {})}, **words)


def state(p: knaves.Position) -> NewAngeles:
    return cast(NewAngeles, p.state)


def view(p: knaves.Position, seat: int | None = None) -> TableView:
    return cast(TableView, p.view(seat))


def pieces(p: knaves.Position, d: int) -> set[str]:
    """What stands in a district, androids apart."""
    return set(view(p)["city"][d - 1]["pieces"]) - {"android"}


def capital(p: knaves.Position, seat: int) -> int:
    return view(p)["seats"][seat]["capital"]


def threat(p: knaves.Position) -> int:
    return view(p)["threat"]


def supply(p: knaves.Position) -> dict[str, int]:
    return {row["name"]: row["have"] for row in view(p)["supply"]}


def hand(p: knaves.Position, seat: int) -> list[str]:
    return [card["title"] for card in view(p, seat)["seats"][seat]["hand"]]


def card(p: knaves.Position, seat: int, title: str) -> int:
    """The number of a card in this hand."""
    for one in view(p, seat)["seats"][seat]["hand"]:
        if one["title"] == title:
            return int(one["id"].split(":")[1])
    raise AssertionError(f"seat {seat} has no {title}")


def emergency(corp: str) -> int:
    return 100 + CORPS.index(corp)


def assets(p: knaves.Position, seat: int) -> list[str]:
    s = state(p)
    return [s.box.assets[s.face[slot]].id for slot in s.assets[seat]]


def asset(p: knaves.Position, name: str) -> int:
    """The number of an asset, wherever it is."""
    s = state(p)
    return next(x for x in range(106, 140) if s.box.assets[s.face[x]].id == name)


def asked(p: knaves.Position) -> int:
    """The one seat the table waits for."""
    ask = ask_of(p)
    (seat,) = ask.seats
    return seat


def options(p: knaves.Position, seat: int | None = None) -> list[Any]:
    """What can be answered; any shape, so that tests may look into it."""
    ask = ask_of(p)
    return list(ask.options(asked(p) if seat is None else seat))


def all_options_of(p: knaves.Position, seat: int) -> list[Any]:
    """What a seat may do, waited for or not; letting it be is one of them if nobody waits for it."""
    ask = ask_of(p)
    return list(ask.options(seat) if seat in ask.seats else [("hold",), *ask.interjections(seat)])


def verbs(p: knaves.Position) -> set[str]:
    return {option[0] for option in options(p)}


def districts(p: knaves.Position, verb: str) -> set[int]:
    """Which districts can be chosen with this verb (the last thing it names)."""
    return {int(option[-1]) for option in options(p) if option[0] == verb}


def heard(p: knaves.Position) -> list[knaves.Event]:
    """Everything that happens from now on."""
    found: list[knaves.Event] = []
    p.listen(found.append)
    return found


def told(p: knaves.Position, events: list[knaves.Event], eye: int = 5) -> list[str | None]:
    """What has been heard, as one eye reads it."""
    return [p.text(event, eye) for event in events]


def text(p: knaves.Position, eye: int | None = None) -> str:
    """The text board."""
    return p.game.board(p.view(eye))


def prompt(p: knaves.Position) -> str:
    ask = ask_of(p)
    return ask.prompt(ask.seats[0])


def go(p: knaves.Position, *option: object) -> None:
    """The seat that is waited for answers."""
    if option[0] == "back" and len(option) == 3:  # the side, then the first card
        p.apply(asked(p), option[:2])
        option = ("lay", option[2])
        if option not in options(p):
            return  # his only card: the engine has laid it
    p.apply(asked(p), option)


def go_until(p: knaves.Position, verb: str) -> None:
    """Passes, abstains, leaves it, until this verb can be answered."""
    quiet = ("pass", "abstain", "skip", "done", "end")
    while verb not in verbs(p):
        go(p, *next(o for o in options(p) if o[0] in quiet))


def bundle(*ids: str) -> int:
    """Assets as an offer names them."""
    return bits(face for face, row in enumerate(box().assets) if row.id in ids)
