"""The arithmetic of an arrest: what dice on cards and in the hand do, and what they have to beat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from knaves.core.cards import kept_with_box
from knaves.games.arch_villain.cards import HeroBox
from knaves.games.arch_villain.cards.names import MOST_DICE, RANGE
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


def unclaimed(s: HeroCity, token: int) -> int:
    """What the supply will have of a token when the items of the dice that lie already are taken (R30)."""
    items, face = s.box.items, s.face
    taken = [items[face[die.slot]][die.pips] for die in s.placed if die.item]
    return s.supply[token] - sum([item[1] for item in taken if item and item[0] == token])


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


class Hit(NamedTuple):
    """What a die does that falls as well as it can."""

    amount: int
    plus: bool


def arrest_dice(s: HeroCity, seat: int, traits: Traits) -> int:
    """How many dice an arrest is tried with (arrest.1, box.4)."""
    return min(MOST_DICE, s.dice_tokens[seat] + traits.extra_dice)


@kept_with_box
def best_pips(box: HeroBox, face: int) -> int:
    """What a die should show on this card: more symbols of a weapon are never less damage."""
    return max(range(1, 7), key=box.table[face].__getitem__)


class ArrestChance(NamedTuple):
    """What an attempt has to reach, and what it comes to if every die falls as well as it can."""

    defence: int
    damage: int


def at_best(s: HeroCity, seat: int, traits: Traits) -> list[ArrestChance]:
    """An arrest tried now: without the powers that the villain guards against, then with those that bring more (R6)."""
    box, special, bonus = s.box, s.box.special[s.villain_number], s.box.defence[s.round]
    dice, fist = arrest_dice(s, seat, traits), hand_damage(s, seat, traits)
    guarded = {
        face: special[kind]
        for face in traits.attacks
        if (kind := box.type[face]) >= 0 and not traits.ignored >> kind & 1
    }
    found: list[ArrestChance] = []
    for number in sorted({0, *guarded.values()}):
        faces = tuple([face for face in traits.attacks if guarded.get(face, 0) <= number])
        amounts = tuple([card_damage(s, seat, traits, face, best_pips(box, face)) for face in faces])
        damage = _at_best(box, faces, amounts, fist, dice, s.turn == RANGE)
        if not found or damage > found[-1].damage:
            found.append(ArrestChance((number or box.villains[s.villain_number].red) + bonus, damage))
    return found


@kept_with_box
def _at_best(
    box: HeroBox, faces: tuple[int, ...], amounts: tuple[int, ...], fist: int, dice: int, ranged: bool
) -> int:
    """The same for cards with these faces, each of which does so much with a die."""
    hits = {face: Hit(amount, box.plus[face]) for face, amount in zip(faces, amounts, strict=True)}
    squares = [face for face in faces for _ in range(box.squares[face])]
    hands = [Hit(fist, False)] * dice
    if not ranged:
        return _best_of(dice, [*hands, *[hits[face] for face in squares]])
    found = _best_of(dice, [hits[face] for face in squares if box.ranged[face]])
    for at, spread in enumerate(squares):
        if dice and box.all_range[spread]:  # a die lies there, and opens all the rest (effect.3, R33)
            rest = [hits[face] for face in (*squares[:at], *squares[at + 1 :])]
            found = max(found, _best_of(dice - 1, [*hands, *rest], hits[spread]))
    return found


def _best_of(dice: int, hits: list[Hit], laid: Hit | None = None) -> int:
    """So many of these beside what is laid. A plus amount is nothing without a hit of another kind (effect.5)."""
    left, taken = sorted(hits, reverse=True), [laid] if laid else []
    if not laid or laid.plus or not laid.amount:
        other = next((hit for hit in left if not hit.plus), None)
        if not dice or other is None or not other.amount:
            return 0
        left.remove(other)
        taken.append(other)
        dice -= 1
    return sum([hit.amount for hit in (*taken, *left[:dice])])


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


def defence_with(s: HeroCity, traits: Traits, placed: Iterable[DieOnCard], slot: int) -> int:
    """What the attempt would have to reach with a die on this card, too (R6)."""
    return defence(s, traits, (*placed, DieOnCard(slot, 1)))


def raise_cost(s: HeroCity, traits: Traits, pips: int) -> int:
    """Energy for so many more pips in this attempt; the first may be free."""
    free = traits.free_pips - s.pips
    return pips if free <= 0 else max(0, pips - free)
