"""Where things stand on the drawn rondel: five wedges of villains, a space between each two, a location outside it."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec

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
