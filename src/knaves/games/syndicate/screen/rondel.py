"""The drawn rondel: five wedges of villains, a space between each two, a location outside it, and the two markers."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec

from knaves.core.board import PLAIN, BoardScene, Look, joined, looks_of
from knaves.core.kept import Lasting, remembered
from knaves.core.words import counted
from knaves.games.syndicate.screen.cards import ICONS, KEYS
from knaves.games.syndicate.view import RondelSpaceView, SyndicateCityView

CENTRE = (200, 206)
STEP = 72  # degrees from one villain to the next
ARC = 35  # degrees that a name may take to either side


class WedgePlace(msgspec.Struct, frozen=True):
    turn: int  # degrees
    icon_x: float
    icon_y: float
    name_path: str


class SpacePlace(msgspec.Struct, frozen=True):
    x: float
    y: float
    location_x: float
    location_y: float
    card_x: float
    card_y: float
    count_x: float
    count_y: float
    pawn_x: float
    pawn_y: float
    left_x: float  # of the first of two pawns, and of the second
    right_x: float


def at(angle: float, radius: float, dx: float = 0, dy: float = 0) -> tuple[float, float]:
    turned = radians(angle)
    return round(CENTRE[0] + radius * cos(turned) + dx, 1), round(CENTRE[1] + radius * sin(turned) + dy, 1)


def wedge_place(villain: int) -> WedgePlace:
    angle = STEP * villain - 90
    low = sin(radians(angle)) > 0.5  # the name is read from outside there
    radius, side = (152, ARC) if low else (140, -ARC)
    (x0, y0), (x1, y1) = at(angle + side, radius), at(angle - side, radius)
    icon_x, icon_y = at(angle, 116, -17, -17)
    path = f"M{x0} {y0}A{radius} {radius} 0 0 {0 if low else 1} {x1} {y1}"
    return WedgePlace(STEP * villain, icon_x, icon_y, path)


def space_place(space: int) -> SpacePlace:
    angle = STEP * space - 126
    x, y = at(angle, 125)
    location, card = at(angle, 192, -19, -25), at(angle, 192, -14, -20)
    count, pawn = at(angle, 192, 0, 8), at(angle, 125, -14, -21)
    sides = round(pawn[0] - 9, 1), round(pawn[0] + 9, 1)
    return SpacePlace(x, y, *location, *card, *count, *pawn, *sides)


WEDGES = [wedge_place(villain) for villain in range(5)]
SPACES = [space_place(space) for space in range(5)]


class Wedge(msgspec.Struct, frozen=True):
    id: str
    number: int
    css: str
    icon: str
    label: str
    name: str
    takes_part: bool
    place: WedgePlace


class RondelSpace(msgspec.Struct, frozen=True):
    id: str
    css: str
    label: str
    now: bool
    cards: int
    place: SpacePlace


class Pawn(msgspec.Struct, frozen=True):
    id: str
    css: str
    x: float
    y: float


class RondelPanel(Lasting, frozen=True):
    deck: int
    discarded: int
    discards: str  # as far as the eye has seen them
    missions_left: int
    missions_gone: str
    beam: int  # degrees by which the light on the mission's space is turned
    wedges: list[Wedge]
    spaces: list[RondelSpace]
    head: str
    number: int
    says: str
    then: str
    below: str
    pawns: list[Pawn]
    bag: int
    bank: int


class Hub(msgspec.Struct, frozen=True):
    """What stands in the middle."""

    head: str
    number: int
    says: str
    then: str
    below: str


class Stocks(msgspec.Struct, frozen=True):
    """What lies round it, counted."""

    deck: int
    discarded: int
    discards: str
    missions_left: int
    missions_gone: str
    bag: int
    bank: int


def rondel(scene: BoardScene, view: SyndicateCityView) -> RondelPanel:
    running = view["mission"]
    if running:
        hub = Hub("MISSION", running["number"], "or more succeeds", "", running["name"])
    else:
        hub = Hub("TURN", view["turn"], scene.seats[view["active"]].name, "\N{NO-BREAK SPACE}leads", "")
    discards = ", ".join([card["name"] for card in view["discard"]])
    gone = ", ".join(view["missions_gone"])
    stocks = Stocks(
        view["deck"],
        view["discarded"],
        discards,
        view["missions_left"],
        f"played: {gone}" if gone else "",
        view["bag"],
        view["bank"],
    )
    things = [row["id"] for row in view["villains"]] + [row["id"] for row in view["spaces"]]
    villains = [(row["id"], row["name"], row["power"]) for row in view["villains"]]
    return _rondel(villains, view["spaces"], view["stage"]["space"], hub, stocks, looks_of(scene, things))


@remembered
def _rondel(
    villains: list[tuple[str, str, int]],
    spaces: list[RondelSpaceView],
    now: int,
    hub: Hub,
    stocks: Stocks,
    looks: dict[str, Look],
) -> RondelPanel:
    """`villains`: what answers call them, their names and power. `now`: the mission's space."""
    names, takes_part = [name for _, name, _ in villains], spaces[now]["between"]
    wedges = [
        Wedge(
            id=thing,
            number=number,
            css=joined(f"v-{KEYS[number]}", "wedgebox", looks.get(thing, PLAIN)[0]),
            icon=ICONS[number],
            label=f"{name}, power {power}",
            name=name,
            takes_part=number in takes_part,
            place=WEDGES[number],
        )
        for number, (thing, name, power) in enumerate(villains)
    ]
    return RondelPanel(
        deck=stocks.deck,
        discarded=stocks.discarded,
        discards=stocks.discards,
        missions_left=stocks.missions_left,
        missions_gone=stocks.missions_gone,
        beam=STEP * now - 216,
        wedges=wedges,
        spaces=[
            space(row, number, names, number == now, looks.get(row["id"], PLAIN)[0])
            for number, row in enumerate(spaces)
        ],
        head=hub.head,
        number=hub.number,
        says=hub.says,
        then=hub.then,
        below=hub.below,
        pawns=pawns(spaces),
        bag=stocks.bag,
        bank=stocks.bank,
    )


def space(row: RondelSpaceView, number: int, names: list[str], now: bool, glow: str) -> RondelSpace:
    before, after = row["between"]
    said = [f"Space between {names[before]} and {names[after]}"]
    if row["action"]:
        said.append("action marker")
    if row["mission"]:
        said.append("mission marker")
    if row["cards"]:
        said.append(f"{counted(row['cards'], 'card')} waiting")
    if row["yours"]:
        said.append(f"yours: {', '.join([card['name'] for card in row['yours']])}")
    return RondelSpace(
        id=row["id"],
        css=joined("spacebox", glow),
        label=", ".join(said),
        now=now,
        cards=row["cards"],
        place=SPACES[number],
    )


def pawns(rows: list[RondelSpaceView]) -> list[Pawn]:
    found = []
    for row, place in zip(rows, SPACES, strict=True):
        both = row["action"] and row["mission"]
        if row["action"]:
            found.append(
                Pawn("pawn-action", "pawn--white", place.left_x if both else place.pawn_x, place.pawn_y)
            )
        if row["mission"]:
            found.append(
                Pawn("pawn-mission", "pawn--black", place.right_x if both else place.pawn_x, place.pawn_y)
            )
    return found
