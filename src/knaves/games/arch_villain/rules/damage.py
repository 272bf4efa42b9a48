"""The arithmetic of an arrest: what dice on cards and in the hand do, and what they have to beat."""

from __future__ import annotations

from collections.abc import Iterable

from knaves.games.arch_villain.cards import RANGE
from knaves.games.arch_villain.cards.traits import Traits
from knaves.games.arch_villain.state import DieOnCard, HeroCity


def card_damage(s: HeroCity, seat: int, traits: Traits, face: int, pips: int) -> int:
    """What one die does on one card (power.6, weapon.3)."""
    box = s.box
    value = box.table[face][pips]
    which = box.weapon_skill[face]
    if which < 0:
        return value
    if value < 0:
        return 0  # weapon.6
    return box.base[face] + value * s.skill[seat * 3 + which] + traits.weapon_bonus


def hand_damage(s: HeroCity, seat: int, traits: Traits) -> int:
    """What each hand-to-hand 6 does (hand.2)."""
    return s.highest_skill(seat) + traits.hand_bonus


def all_range(s: HeroCity, placed: Iterable[DieOnCard]) -> bool:
    """Has a die made all attacks range attacks (effect.3)?"""
    face, flag = s.face, s.box.all_range
    return any(flag[face[die.slot]] for die in placed)


def hands_count(s: HeroCity) -> bool:
    """Do hand-to-hand dice count now? Not on the range turn, unless all attacks are range (R14)."""
    return s.turn != RANGE or all_range(s, s.placed)


def usable(s: HeroCity, face: int) -> bool:
    """May a die be put on this card now (round.7, R33)?"""
    if s.turn != RANGE or s.box.ranged[face] or s.box.all_range[face]:
        return True
    return all_range(s, s.placed)


def free_squares(s: HeroCity, slot: int) -> int:
    """Squares of a card without a die (power.5)."""
    return s.box.squares[s.face[slot]] - sum(die.slot == slot for die in s.placed)


def attempt_damage(s: HeroCity, seat: int, traits: Traits) -> int:
    """The total of the attempt as the dice lie now."""
    box, face = s.box, s.face
    plain = plus = 0
    for die in s.placed:
        if die.item:
            continue  # effect.6
        of = face[die.slot]
        done = card_damage(s, seat, traits, of, die.pips)
        if box.plus[of]:
            plus += done
        else:
            plain += done
    if s.pool[6] and hands_count(s):
        plain += s.pool[6] * hand_damage(s, seat, traits)
    return plain + plus if plain else 0  # effect.5


def defence(s: HeroCity, traits: Traits, placed: Iterable[DieOnCard]) -> int:
    """What the attempt has to reach (arrest.7, arrest.8; the highest number of R6)."""
    number = s.villain_number
    special, box, face = s.box.special[number], s.box, s.face
    against = 0
    for die in placed:
        kind = box.type[face[die.slot]]
        if kind >= 0 and special[kind] > against and not traits.ignored >> kind & 1:
            against = special[kind]
    return (against or box.villains[number].red) + box.defence[s.round]


def raise_cost(s: HeroCity, traits: Traits, pips: int) -> int:
    """Energy for so many more pips in this attempt; the first may be free."""
    free = traits.free_pips - s.pips
    return pips if free <= 0 else max(0, pips - free)
