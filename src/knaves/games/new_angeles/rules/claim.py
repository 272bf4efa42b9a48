"""Claiming an asset, and what some of them do at that moment (9)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.modifiers import Modifier
from knaves.core.step import Choice, Option, Shape, Step
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.cards.effects import DrawAny, DrawEach, Earn, KeepAll
from knaves.games.new_angeles.state import NewAngeles


class Claim(Step[NewAngeles]):
    """The asset lies before its owner; a claimed one may do something at once (ruling R31)."""

    lines = ("take", "act", "more")

    who: int
    asset: int
    more_left: int = field(0)  # what Naoko Watanabe claims besides

    def take(self, s: NewAngeles) -> None:
        s.give_asset(self.who, self.asset)
        s.tell("claimed", self.who, self.asset)

    def act(self, s: NewAngeles) -> Step[NewAngeles] | None:
        face = s.face[self.asset]
        row = s.box.assets[face]
        if row.timing != "claimed":
            return None
        if row.step == "ClaimMore":  # counted first, so that she does not find herself
            self.more_left = min(2, len(s.asset_deck))
        if row.use == "discard":
            s.discard_asset(self.asset)
        step: Step[NewAngeles] | None = None
        for effect in row.effects:
            if isinstance(effect, Earn):
                s.gain(self.who, effect.capital)
            elif isinstance(effect, DrawEach):
                for kind in range(5):
                    s.draw(self.who, kind, effect.cards)
            elif isinstance(effect, DrawAny):
                step = DrawFreely(self.who, effect.cards)
            elif isinstance(effect, KeepAll):
                s.mods.append(Modifier(face, "discard_down", "no", seat=self.who, until="turn"))
        if row.step == "StealEmergencies":
            return StealEmergencies(self.who, 2)
        if row.step == "StealAsset":
            return StealAsset(self.who)
        return step

    def more(self, s: NewAngeles) -> Step[NewAngeles] | None:
        if not self.more_left:
            return None
        self.more_left -= 1
        self.go("more")
        asset = s.asset_deck[-1]
        s.asset_deck = s.asset_deck[:-1]
        return Claim(self.who, asset)


class DrawFreely(Step[NewAngeles]):
    """Cards of any types, one at a time."""

    lines = ("ask", "take")
    asks = {"ask": ("Choose a type to draw; {left} to go.", "2.3")}

    who: int
    left: int

    def ask(self, s: NewAngeles) -> Choice | None:
        options: list[Option] = [("draw", kind) for kind in s.drawable()]
        if not options:
            self.go("end")
            return None
        return Choice(self.who, options)

    def take(self, s: NewAngeles) -> None:
        s.draw(self.who, self.answer[1])
        self.left -= 1
        if self.left:
            self.go("ask")


class StealEmergencies(Step[NewAngeles]):
    """Bryan Stinson: emergency cards of other players, as they lie (21.6)."""

    lines = ("ask", "take")
    asks = {"ask": ("Steal an emergency action card; {left} to go.", "21.6")}

    who: int
    left: int
    stolen: tuple[int, ...] = field(())

    def options(self, s: NewAngeles) -> list[Option]:
        busy = (s.main, *s.counters)  # what lies in the deal is nobody's before it is discarded
        return [
            ("take_emergency", FIRST_EMERGENCY + corp)
            for corp, owner in enumerate(s.emergency)
            if owner not in (-1, self.who) and FIRST_EMERGENCY + corp not in busy
        ]

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        most = len(self.stolen) + min(self.left, len(self.options(s)))
        return Shape("some", "take_emergency", self.stolen, most, most)

    def ask(self, s: NewAngeles) -> Choice | None:
        options = self.options(s)
        if not options:
            self.go("end")
            return None
        return Choice(self.who, options)

    def take(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        corp = slot - FIRST_EMERGENCY
        s.tell("took_emergency", self.who, slot, s.emergency[corp])
        s.emergency = (*s.emergency[:corp], self.who, *s.emergency[corp + 1 :])
        self.stolen = (*self.stolen, slot)
        self.left -= 1
        if self.left:
            self.go("ask")


class StealAsset(Step[NewAngeles]):
    """Hernando Cortez: an asset of another player, or 2 capital (56.2)."""

    lines = ("ask", "take")
    asks = {"ask": ("Steal an asset of another player, or gain 2 capital.", "56.2")}
    closed = True  # an asset that is being stolen stays where it is (ruling R33)

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [
            ("steal_asset", slot) for seat in range(s.seats) if seat != self.who for slot in s.assets[seat]
        ]
        return Choice(self.who, [*options, ("cash",)])

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "cash":
            s.gain(self.who, 2)
        else:
            s.tell("stole_asset", self.who, self.answer[1], s.holder[s.face[self.answer[1]]])
            s.give_asset(self.who, self.answer[1])
