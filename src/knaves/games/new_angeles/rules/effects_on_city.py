"""Effects on the city: what the resolver of an action card chooses there."""

from __future__ import annotations

from typing import ClassVar

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Answer, Option
from knaves.games.new_angeles.cards import (
    ANDROID,
    DEVELOPMENT,
    ENEMY,
    HUMAN_FIRST,
    IDLE,
    ORGCRIME,
    OUTAGE,
    PIECE_NAMES,
    PRISEC,
    STRIKE,
    UNREST,
)
from knaves.games.new_angeles.rules.action_cards import DONE, Effect
from knaves.games.new_angeles.rules.city import DISTRICTS, calm, place, produce, remove, rouse, touch
from knaves.games.new_angeles.state import NewAngeles

# Options are built once: naming a district costs a look-up.
_SINGLE = (HUMAN_FIRST, ORGCRIME, PRISEC, 16, OUTAGE, DEVELOPMENT)
REMOVE: dict[int, list[Option]] = {piece: [("remove", piece, d) for d in range(11)] for piece in _SINGLE}
PLACE: dict[int, list[Option]] = {piece: [("place", piece, d) for d in range(11)] for piece in _SINGLE}
CALM: list[Option] = [("calm", d) for d in range(11)]
ROUSE: list[Option] = [("rouse", d) for d in range(11)]
LIQUIDATE: list[Option] = [("liquidate", d) for d in range(11)]
ARREST: list[Option] = [("arrest", d) for d in range(11)]
SCORCH: list[Option] = [("scorch", d) for d in range(11)]
SWEEP: list[Option] = [("sweep", d) for d in range(11)]
MOVE: list[list[Option]] = [[("move", a, b) for b in range(11)] for a in range(11)]


class OnDistrict(Effect):
    """An effect that names districts; says why one of them cannot be named."""

    reason: ClassVar[tuple[str, str]] = ("That district cannot be chosen for this.", "32.2")

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return Refused(*self.reason) if kind == "district" else None


class RemovePieces(OnDistrict):
    """47"""

    asks = {"ask": ("Remove {left} more: choose the piece.", "47.1")}
    reason = ("There is nothing there that this card removes.", "47")

    piece: int
    left: int
    up_to: bool

    def options(self, s: NewAngeles) -> list[Option]:
        city, piece = s.city, self.piece
        if piece == ENEMY:
            found = [REMOVE[HUMAN_FIRST][d] for d in DISTRICTS if city[d] & HUMAN_FIRST]
            found += [REMOVE[ORGCRIME][d] for d in DISTRICTS if city[d] & ORGCRIME]
        else:
            row = REMOVE[piece]
            found = [row[d] for d in DISTRICTS if city[d] & piece]
        if not found:
            return found
        if self.up_to:
            found.append(DONE)
        return found

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "remove":
            remove(s, option[1], option[2])
            self.left -= 1
            if self.left:
                self.go("ask")


class PlacePieces(OnDistrict):
    """40"""

    asks = {"ask": ("Place {piece:piece}: choose the district.", "40")}
    reason = ("It has one already, or this card cannot place it there.", "40")

    piece: int
    left: int
    where: int  # bits of districts, 0 for anywhere

    def options(self, s: NewAngeles) -> list[Option]:
        row, piece = PLACE[self.piece], self.piece
        where = self.where or 0x7FE
        if piece & (PRISEC | DEVELOPMENT):  # 19.4, 42.3
            return [row[d] for d in DISTRICTS if where >> d & 1 and not s.city[d] & piece]
        return row[1:] if where == 0x7FE else [row[d] for d in DISTRICTS if where >> d & 1]

    def do(self, s: NewAngeles, option: Answer) -> None:
        place(s, self.piece, option[2])
        self.left -= 1
        if self.left and s.result is None:
            self.go("ask")


class LowerUnrest(OnDistrict):
    """68.2"""

    asks = {"ask": ("Lower unrest: choose a district.", "68.2")}
    reason = ("There is no unrest there to lower.", "68.5")

    stages: int
    left: int
    up_to: bool
    repeat: bool
    named: int = field(default=0, init=False)  # bits of districts

    def options(self, s: NewAngeles) -> list[Option]:
        city, named = s.city, self.named
        found = [CALM[d] for d in DISTRICTS if city[d] & UNREST and not named >> d & 1]
        if found and self.up_to:
            found.append(DONE)
        return found

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "calm":
            calm(s, option[1], self.stages)
            if not self.repeat:
                self.named |= 1 << option[1]
            self.left -= 1
            if self.left:
                self.go("ask")


class CalmOrRemove(OnDistrict):
    """One or the other."""

    asks = {"ask": ("Lower unrest in a district, or remove a unit.", "68.2")}

    stages: int
    piece: int

    def options(self, s: NewAngeles) -> list[Option]:
        city, piece = s.city, self.piece
        found = [CALM[d] for d in DISTRICTS if city[d] & UNREST]
        return found + [REMOVE[piece][d] for d in DISTRICTS if city[d] & piece]

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "calm":
            calm(s, option[1], self.stages)
        else:
            remove(s, option[1], option[2])


class RaiseUnrest(OnDistrict):
    """68.1, in so many different districts"""

    asks = {"ask": ("Raise unrest: choose a district that is not in strike or outage.", "68.1")}
    reason = ("Unrest cannot rise there.", "68.4")

    left: int
    named: int = field(default=0, init=False)

    def options(self, s: NewAngeles) -> list[Option]:
        return [ROUSE[d] for d in DISTRICTS if not s.city[d] & IDLE and not self.named >> d & 1]

    def do(self, s: NewAngeles, option: Answer) -> None:
        rouse(s, option[1])
        self.named |= 1 << option[1]
        self.left -= 1
        if self.left:
            self.go("ask")


class MoveAndroids(OnDistrict):
    """5.1, 5.2: one at a time, anywhere without an android"""

    asks = {"ask": ("Move an android.", "5.1")}
    reason = ("An android goes from a district that has one to a district that has none.", "5.2")

    left: int
    up_to: bool
    moved: int = field(default=0, init=False)  # bits of districts where a moved one stands

    def options(self, s: NewAngeles) -> list[Option]:
        city = s.city
        free = [d for d in DISTRICTS if not city[d] & ANDROID]
        found = [MOVE[a][b] for a in DISTRICTS if city[a] & ANDROID and not self.moved >> a & 1 for b in free]
        if found and self.up_to:
            found.append(DONE)
        return found

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "move":
            a, b = option[1], option[2]
            touch(s, a)
            touch(s, b)
            s.city[a] ^= ANDROID
            s.city[b] |= ANDROID
            s.moved = True
            s.tell("android", a, b)
            self.moved |= 1 << b
            self.left -= 1
            if self.left:
                self.go("ask")


class LiquidateDistrict(OnDistrict):
    """Produces at once, then strikes (ruling R36)."""

    asks = {"ask": ("Liquidate: choose a district that is not in strike or outage.", "43.6")}
    reason = ("A district in strike or outage produces nothing.", "43.2")

    def options(self, s: NewAngeles) -> list[Option]:
        return [LIQUIDATE[d] for d in DISTRICTS if not s.city[d] & IDLE]

    def do(self, s: NewAngeles, option: Answer) -> None:
        d = option[1]
        touch(s, d)
        produce(s, d, mind_orgcrime=False)
        s.city[d] = s.city[d] & ~UNREST | STRIKE
        s.tell("unrest", d, STRIKE)


class ArrestUnits(OnDistrict):
    """A prisec, and the other units there are removed."""

    asks = {"ask": ("Place a prisec: all other units there are removed.", "42")}
    reason = ("There is a prisec already.", "42.3")

    def options(self, s: NewAngeles) -> list[Option]:
        return [ARREST[d] for d in DISTRICTS if not s.city[d] & PRISEC]

    def do(self, s: NewAngeles, option: Answer) -> None:
        d = option[1]
        for piece in (HUMAN_FIRST, ORGCRIME):  # first, so that they do not move (42.2)
            if s.city[d] & piece:
                remove(s, piece, d)
        place(s, PRISEC, d)


class ScorchEarth(OnDistrict):
    """An outage as the cost, then no enemy is left there nor in one more district of the tier."""

    asks = {"ask": ("Choose a district for Scorched Earth.", "47")}
    reason = ("It must be a district not in outage, then another one of the same tier.", "64")

    burnt: int = field(default=0, init=False)

    def options(self, s: NewAngeles) -> list[Option]:
        if not self.burnt:
            return [SCORCH[d] for d in DISTRICTS if not s.city[d] & OUTAGE]
        tier = s.box.tier
        return [SWEEP[d] for d in DISTRICTS if tier[d] == tier[self.burnt] and d != self.burnt]

    def do(self, s: NewAngeles, option: Answer) -> None:
        d = option[1]
        if not self.burnt:
            self.burnt = d
            place(s, OUTAGE, d)
            self.go("ask")
        touch(s, d)
        for piece in (HUMAN_FIRST, ORGCRIME):
            if s.city[d] & piece:
                remove(s, piece, d)


def cost_of(s: NewAngeles, who: int, piece: int) -> RemovePieces | None:
    """Removing a piece as a cost: without one the rest of the card is void (ruling R18)."""
    if not any(here & piece for here in s.city):
        s.void = True
        s.tell("void")
        return None
    return RemovePieces(who, piece, 1, False)


def piece_name(piece: int) -> str:
    return PIECE_NAMES.get(piece, "enemy unit")
