"""What a player's hero and cards add up to. Derived from the cards owned, never stored (law 4)."""

from __future__ import annotations

from functools import lru_cache

from knaves.games.arch_villain.cards import KINDS, POWER, TALENT, TOKENS, TYPES, WEAPON, Box
from knaves.games.arch_villain.cards.effects import (
    Always,
    Armour,
    ArrestPoints,
    Discount,
    ExtraDice,
    FewerVillainDice,
    FirstSixesFail,
    FreePips,
    HandBonus,
    IgnoreSpecial,
    LossBonus,
    OnesAreSixes,
    RoundEnergy,
    RoundHealth,
    ShareGreen,
    TwoSpaces,
    WeaponBonus,
)
from knaves.games.arch_villain.cards.rows import Power, Talent


class Traits:
    """The always-on effects of a hero and the cards with these faces, summed up."""

    __slots__ = (
        "armour",
        "arrest_points",
        "attacks",
        "counts",
        "discount",
        "extra_dice",
        "fewer_villain_dice",
        "first_sixes_fail",
        "free_pips",
        "hand_bonus",
        "ignored",
        "loss_energy",
        "loss_health",
        "ones_are_sixes",
        "prices",
        "round_energy",
        "round_health",
        "share_green",
        "two_spaces",
        "weapon_bonus",
    )

    def __init__(self, box: Box, hero: int, faces: tuple[int, ...]) -> None:
        self.ones_are_sixes = self.share_green = self.two_spaces = False
        self.first_sixes_fail = self.fewer_villain_dice = self.armour = 0
        self.hand_bonus = self.weapon_bonus = self.extra_dice = self.free_pips = 0
        self.round_energy = self.round_health = self.arrest_points = 0
        self.loss_health = self.loss_energy = 0
        self.discount = [0, 0, 0]  # by kind of card
        self.ignored = 0  # bitmask of power types
        self.counts = [0, 0, 0]  # powers, weapons, talents
        self.attacks = tuple(face for face in faces if _squares(box, face))
        for effect in box.heroes[hero].effects:
            self._add(effect)
        for face in faces:
            kind = box.kind[face]
            if kind + TOKENS in (POWER, WEAPON, TALENT):
                self.counts[kind] += 1
            row = box.cards[face]
            if isinstance(row, Power | Talent):
                for effect in row.effects:
                    self._add(effect)

        self.prices = box.cost  # by face
        if any(self.discount):
            self.prices = tuple(
                [max(0, cost - self.discount[box.kind[face]]) for face, cost in enumerate(box.cost)]
            )

    def _add(self, effect: Always) -> None:
        match effect:
            case OnesAreSixes():
                self.ones_are_sixes = True
            case ShareGreen():
                self.share_green = True
            case TwoSpaces():
                self.two_spaces = True
            case FirstSixesFail(count=n):
                self.first_sixes_fail += n
            case FewerVillainDice(count=n):
                self.fewer_villain_dice += n
            case Armour(amount=n):
                self.armour += n
            case HandBonus(amount=n):
                self.hand_bonus += n
            case WeaponBonus(amount=n):
                self.weapon_bonus += n
            case ExtraDice(count=n):
                self.extra_dice += n
            case FreePips(count=n):
                self.free_pips += n
            case Discount(kind=kind, amount=n):
                self.discount[KINDS.index(kind)] += n
            case RoundEnergy(amount=n):
                self.round_energy += n
            case RoundHealth(amount=n):
                self.round_health += n
            case ArrestPoints(amount=n):
                self.arrest_points += n
            case LossBonus(health=h, energy=e):
                self.loss_health += h
                self.loss_energy += e
            case IgnoreSpecial(type=kind):
                self.ignored |= 1 << TYPES.index(kind)


def _squares(box: Box, face: int) -> int:
    return box.squares[face] if face < box.contacts_from else 0


@lru_cache(maxsize=20_000)
def traits_of(box: Box, hero: int, faces: tuple[int, ...]) -> Traits:
    return Traits(box, hero, faces)
