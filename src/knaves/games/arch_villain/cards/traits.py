"""What a player's hero and cards add up to. Derived from the cards owned, never stored (law 4)."""

from __future__ import annotations

from knaves.core.cards import kept_with_box
from knaves.games.arch_villain.cards import HeroBox
from knaves.games.arch_villain.cards.effects import (
    Always,
    Armour,
    ArrestPoints,
    Cheaper,
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
from knaves.games.arch_villain.cards.names import KINDS, TYPES


class Traits:
    """The always-on effects of a hero and the cards with these faces, summed up."""

    # What most heroes have is said once, here; a hero's own numbers go over it.
    ones_are_sixes = share_green = two_spaces = False
    first_sixes_fail = fewer_villain_dice = armour = 0
    hand_bonus = weapon_bonus = extra_dice = free_pips = 0
    round_energy = round_health = arrest_points = 0
    loss_health = loss_energy = 0
    ignored = 0  # bitmask of power types
    reaches = False  # has a card that may take a die on the range turn (round.7, R33)

    def __init__(self, box: HeroBox, hero: int, faces: tuple[int, ...]) -> None:
        self.counts = [0, 0, 0]  # powers, weapons, talents
        self.discount: list[int] | None = None  # by kind of card
        for effect in box.heroes[hero].effects:
            self._add(effect)
        attacks: list[int] = []
        payable, kinds, squares, effects = box.contacts_from, box.kind, box.squares, box.effects
        for face in faces:
            if face < payable:
                self.counts[kinds[face]] += 1
                if squares[face]:
                    attacks.append(face)
                    if box.ranged[face] or box.all_range[face]:
                        self.reaches = True
                for effect in effects[face]:
                    self._add(effect)
        self.attacks = tuple(attacks)
        self.prices = box.cost  # by face
        if self.discount is not None:
            self.prices = tuple(
                [max(0, cost - self.discount[kinds[face]]) for face, cost in enumerate(box.cost)]
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
            case Cheaper(kind=kind, amount=n):
                self.discount = self.discount or [0, 0, 0]
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


@kept_with_box
def traits_of(box: HeroBox, hero: int, faces: tuple[int, ...]) -> Traits:
    return Traits(box, hero, faces)
