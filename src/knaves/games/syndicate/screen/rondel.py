"""The drawn rondel: five wedges of villains, a space between each two, a location outside it, and the two markers."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec

from knaves.core.board import BoardScene, joined
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


def beam_turn(space: int) -> int:
    """Degrees by which the light on the mission's space is turned."""
    return STEP * space - 216


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


class RondelPanel(msgspec.Struct, frozen=True):
    deck: int
    discarded: int
    missions_left: int
    beam: int
    wedges: list[Wedge]
    spaces: list[RondelSpace]
    head: str
    number: int
    says: str
    below: str
    pawns: list[Pawn]
    bag: int
    bank: int


def rondel(scene: BoardScene, view: SyndicateCityView) -> RondelPanel:
    running, now = view["mission"], view["stage"]["space"]
    takes_part = view["spaces"][now]["between"]
    wedges = [
        Wedge(
            id=villain["id"],
            number=number,
            css=joined(f"v-{KEYS[number]}", "wedgebox", scene.glow(villain["id"])),
            icon=ICONS[number],
            label=f"{villain['name']}, power {villain['power']}",
            name=villain["name"],
            takes_part=number in takes_part,
            place=WEDGES[number],
        )
        for number, villain in enumerate(view["villains"])
    ]
    return RondelPanel(
        deck=view["deck"],
        discarded=view["discarded"],
        missions_left=view["missions_left"],
        beam=beam_turn(now),
        wedges=wedges,
        spaces=[space(scene, view, row, number) for number, row in enumerate(view["spaces"])],
        head="MISSION" if running else "TURN",
        number=running["number"] if running else view["turn"],
        says="or more succeeds" if running else f"{scene.seats[view['active']].name} leads",
        below=running["name"] if running else "",
        pawns=pawns(view["spaces"]),
        bag=view["bag"],
        bank=view["bank"],
    )


def space(scene: BoardScene, view: SyndicateCityView, row: RondelSpaceView, number: int) -> RondelSpace:
    said = [f"Space {between(view, number)}"]
    if row["action"]:
        said.append("action marker")
    if row["mission"]:
        said.append("mission marker")
    if row["cards"]:
        said.append(f"{counted(row['cards'], 'card')} waiting")
    return RondelSpace(
        id=row["id"],
        css=joined("spacebox", scene.glow(row["id"])),
        label=", ".join(said),
        now=number == view["stage"]["space"],
        cards=row["cards"],
        place=SPACES[number],
    )


def between(view: SyndicateCityView, space: int) -> str:
    before, after = view["spaces"][space]["between"]
    return f"between {view['villains'][before]['name']} and {view['villains'][after]['name']}"


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
