"""Effects on the city: what the resolver of an action card chooses there."""

from __future__ import annotations

from typing import ClassVar

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, ONE, Answer, Option, Shape
from knaves.core.words import counted
from knaves.games.new_angeles.cards import (
    ANDROID,
    DEVELOPMENT,
    ENEMY,
    HUMAN_FIRST,
    IDLE,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PIECE_NAMES,
    PRISEC,
    STRIKE,
    UNREST,
)
from knaves.games.new_angeles.rules.action_cards import EffectStep
from knaves.games.new_angeles.rules.city import (
    DISTRICTS,
    calm,
    place,
    produce,
    remove,
    reserve,
    rouse,
    touch,
    unrest_in,
)
from knaves.games.new_angeles.state import NewAngeles

REMOVE, PLACE, MOVE = Menu("remove", 2), Menu("place", 2), Menu("move", 2)  # piece and district; from and to
CALM, ROUSE, LIQUIDATE, ARREST, SCORCH, SWEEP = map(
    Menu, ("calm", "rouse", "liquidate", "arrest", "scorch", "sweep")
)
ANYWHERE = sum(1 << d for d in DISTRICTS)


NAMED = "It has been chosen already: these are different districts."


class OnDistrict(EffectStep):
    """An effect that names districts; says why one of them cannot be named."""

    reason: ClassVar[tuple[str, str]] = ("That district cannot be chosen for this.", "32.2")

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return Refused(*self.reason) if kind == "district" else None


class RemovePieces(OnDistrict):
    """47"""

    asks = {"ask": ("", "47.1")}
    reason = ("There is nothing there that this card removes.", "47")

    piece: int
    left: int
    up_to: bool
    removed: int = field(0)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        number = f"up to {self.left}" if self.up_to else str(self.left)
        more = " more" if self.removed else ""
        return f"Remove {number}{more} {piece_name(self.piece, self.left)}: choose where."

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

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        most = min(self.left, len([option for option in self.options(s) if option != DONE]))
        if s.bound:
            return ONE
        if self.up_to:
            return Shape("some", "remove", (), 0, most, DONE, named=2, words="Remove {}")
        return Shape("some", "remove", (), most, most, named=2, words="Remove {}")

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "remove":
            remove(s, option[1], option[2])
            self.removed += 1
            self.left -= 1
            if self.left:
                self.go("ask")
        elif not self.removed:
            s.tell("does_nothing", self.who)


class PlacePieces(OnDistrict):
    """40"""

    asks = {"ask": ("", "40")}
    reason = ("It has one already.", "40")

    piece: int
    left: int
    where: int  # bits of districts, 0 for anywhere

    def prompt(self, s: NewAngeles, seat: int) -> str:
        where = (
            "a district that you have cleared"
            if self.where
            else "any " + ("district" if self.left == 1 else "districts")
        )
        number = piece_name(self.piece, self.left)
        return f"Place {self.left} {number} in {where}{in_reserve(s, self.piece, self.left)}."

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "district" and self.where and not self.where >> thing & 1:
            return Refused("It goes where this card has removed something.", "40")
        return super().why_not(s, seat, kind, thing)

    def options(self, s: NewAngeles) -> list[Option]:
        row, piece = PLACE[self.piece], self.piece
        where = self.where or ANYWHERE
        if piece & (PRISEC | DEVELOPMENT):  # 19.4, 42.3
            return [row[d] for d in DISTRICTS if where >> d & 1 and not s.city[d] & piece]
        return row.row(DISTRICTS) if where == ANYWHERE else [row[d] for d in DISTRICTS if where >> d & 1]

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        """Where a piece can come to more than once, it moves on from there."""
        options = self.options(s)
        if s.bound:
            return ONE
        words = f"Place {{}} {piece_name(self.piece, 2)}"
        if self.piece & (PRISEC | DEVELOPMENT):
            most = min(self.left, len(options))
            return Shape("some", "place", (), most, most, named=2, words=words)
        again = tuple([(option, self.left) for option in options])
        return Shape("some", "place", (), self.left, self.left, named=2, again=again, words=words)

    def do(self, s: NewAngeles, option: Answer) -> None:
        place(s, self.piece, option[2])
        self.left -= 1
        if self.left and s.result is None:
            self.go("ask")


class LowerUnrest(OnDistrict):
    """68.2"""

    asks = {"ask": ("", "68.2")}
    reason = ("There is no unrest there to lower.", "68.5")

    stages: int
    left: int
    up_to: bool
    repeat: bool
    named: tuple[int, ...] = field(())

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "district" and thing in self.named and not self.repeat:
            return Refused(NAMED, self.clause(s, seat))
        return super().why_not(s, seat, kind, thing)

    def options(self, s: NewAngeles) -> list[Option]:
        city, named = s.city, () if self.repeat else self.named
        found = [CALM[d] for d in DISTRICTS if city[d] & UNREST and d not in named]
        if found and self.up_to:
            found.append(DONE)
        return found

    def prompt(self, s: NewAngeles, seat: int) -> str:
        stages = counted(self.stages, "stage")
        if self.repeat:
            times = "once more" if self.left == 1 else f"up to {self.left} times"
            return f"Lower unrest by {stages}, {times}: choose a district."
        if self.left == 1 and not self.up_to:
            return f"Lower unrest by {stages}: choose a district."
        if self.left == 1 and self.named:
            return f"Lower unrest by {stages} in one more district, or leave it at that."
        return f"Lower unrest by {stages} in up to {self.left} districts: choose one."

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if s.bound or not self.up_to:
            return ONE
        if not self.repeat:
            most, words = len(self.named) + self.left, "Lower unrest in {} districts"
            return Shape("some", "calm", self.named, 0, most, DONE, words=words)
        falls = [(CALM[d], -(-unrest_in(s, d) // self.stages)) for d in DISTRICTS if s.city[d] & UNREST]
        most = min(self.left, sum([times for _, times in falls]))
        again = tuple([(option, min(times, self.left)) for option, times in falls])
        return Shape("some", "calm", (), 0, most, DONE, again=again, words="Lower unrest {} times")

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "calm":
            calm(s, option[1], self.stages)
            self.named = (*self.named, option[1])
            self.left -= 1
            if self.left:
                self.go("ask")
        elif not self.named:
            s.tell("does_nothing", self.who)


class CalmOrRemove(OnDistrict):
    """One or the other."""

    asks = {"ask": ("", "68.2")}
    reason = ("There is neither unrest to lower nor anything that this card removes.", "68.5")

    stages: int
    piece: int

    def prompt(self, s: NewAngeles, seat: int) -> str:
        return f"Lower unrest by {counted(self.stages, 'stage')} in a district, or remove 1 {piece_name(self.piece)}."

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

    asks = {
        "ask": ("Raise unrest by 1 stage, {left} to go: choose a district not in strike or outage.", "68.1")
    }
    reason = ("Unrest cannot rise there.", "68.4")

    left: int
    named: tuple[int, ...] = field(())

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "district" and thing in self.named:
            return Refused(NAMED, self.clause(s, seat))
        return super().why_not(s, seat, kind, thing)

    def options(self, s: NewAngeles) -> list[Option]:
        return [ROUSE[d] for d in DISTRICTS if not s.city[d] & IDLE and d not in self.named]

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if s.bound:
            return ONE
        most = len(self.named) + min(self.left, len(self.options(s)))
        return Shape("some", "rouse", self.named, most, most, words="Raise unrest in {} districts")

    def do(self, s: NewAngeles, option: Answer) -> None:
        rouse(s, option[1])
        self.named = (*self.named, option[1])
        self.left -= 1
        if self.left:
            self.go("ask")


class MoveAndroids(OnDistrict):
    """5.1, 5.2: one at a time, anywhere without an android"""

    asks = {"ask": ("", "5.1")}
    reason = ("An android goes from a district that has one to a district that has none.", "5.2")

    left: int
    up_to: bool
    moved: int = field(0)  # bits of districts where a moved one stands

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "district" and self.moved >> thing & 1:
            return Refused("The android there has been moved already.", "5.2")
        return super().why_not(s, seat, kind, thing)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        number = f"up to {self.left}" if self.up_to else str(self.left)
        more = " more" if self.moved else ""
        each = "" if self.left == 1 else ", each"
        return f"Move {number}{more} {piece_name(ANDROID, self.left)}{each} to a district without one."

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
        elif not self.moved:
            s.tell("does_nothing", self.who)


class LiquidateDistrict(OnDistrict):
    """Produces at once, then strikes (ruling R36)."""

    asks = {
        "ask": (
            "Liquidate a district not in strike or outage: it produces all now and goes to strike.",
            "43.6",
        )
    }
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

    asks = {"ask": ("", "42")}
    reason = ("There is a prisec already.", "42.3")

    def prompt(self, s: NewAngeles, seat: int) -> str:
        return f"Place a prisec: all other units there are removed{in_reserve(s, PRISEC, 1)}."

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

    asks = {"ask": ("", "47")}
    idle = "void"  # the outage is the cost (ruling R18)

    burnt: int = field(0)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "district":
            return None
        if not self.burnt:
            return Refused("It is in outage already.", "39.3")
        return Refused("It must be another district of the same tier.", "64")

    def prompt(self, s: NewAngeles, seat: int) -> str:
        if not self.burnt:
            return "Choose a district: an outage is placed there, and all enemy units there are removed."
        return "Choose one more district of the same tier: all enemy units there are removed."

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


def in_reserve(s: NewAngeles, piece: int, wanted: int) -> str:
    """What is said where there are not so many left (ruling R20)."""
    left = reserve(s, piece)
    return "" if left >= wanted else f"; the reserve has {left or 'none'} left"


UNCOUNTED = (HUMAN_FIRST, ORGCRIME, PRISEC, ILLNESS)  # names that are the same for several


def piece_name(piece: int, number: int = 1) -> str:
    name = PIECE_NAMES.get(piece, "enemy unit")
    return name if number == 1 or piece in UNCOUNTED else name + "s"
