"""The small vocabulary of effects, and the words of the book that they and the rows share.

`effects` of a card are in place as long as it is owned; `inside` effects need a die on the square of the card
(effect.1, effect.2).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from knaves.core.cards import Amount, Effect, Some

PowerType = Literal["energy_emission", "mental_powers", "life_form_control", "physical_enhancement"]
Origin = Literal[
    "energy_exposure",
    "technical_procedure",
    "technical_mishap",
    "biological_exposure",
    "endowment",
    "achievement",
]
Skill = Literal["agility", "strength", "mental"]
TalentKind = Literal["genetic", "psychology", "medical", "combat", "law", "technical"]
Token = Literal["health", "cubes", "energy", "die"]
CardKind = Literal["power", "weapon", "talent"]
TurnName = Literal["alarm", "range", "2", "3", "4", "5"]


class OnesAreSixes(Effect, tag="ones_are_sixes"):
    """The owner's 1s count as 6s."""


class FirstSixesFail(Effect, tag="first_sixes_fail"):
    """So many 6s of each retaliation roll count as 1s."""

    count: Amount


class FewerVillainDice(Effect, tag="fewer_villain_dice"):
    """The villain rolls so many dice fewer against the owner."""

    count: Amount


class Armour(Effect, tag="armour"):
    """So much less health to pay for a whole retaliation roll."""

    amount: Amount


class ShareGreen(Effect, tag="share_green"):
    """Cubes may go on taken green items and rewards."""


class TwoSpaces(Effect, tag="two_spaces"):
    """On the range turn two action spaces count as one."""


class HandBonus(Effect, tag="hand_bonus"):
    """Each hand-to-hand hit does so much more."""

    amount: Amount


class WeaponBonus(Effect, tag="weapon_bonus"):
    """Each weapon that hits does so much more."""

    amount: Amount


class ExtraDice(Effect, tag="extra_dice"):
    """So many more dice in an arrest."""

    count: Amount


class FreePips(Effect, tag="free_pips"):
    """The first pips raised in an attempt cost nothing."""

    count: Amount


class Cheaper(Effect, tag="discount"):
    """Cards of this kind cost so much less."""

    kind: CardKind
    amount: Amount


class RoundEnergy(Effect, tag="round_energy"):
    """Energy at the start of each round."""

    amount: Amount


class RoundHealth(Effect, tag="round_health"):
    """Health at the start of each round."""

    amount: Amount


class ArrestPoints(Effect, tag="arrest_points"):
    """More points for each arrest."""

    amount: Amount


class LossBonus(Effect, tag="loss_bonus"):
    """Heroic loss brings more."""

    health: Amount
    energy: Amount


class IgnoreSpecial(Effect, tag="ignore_special"):
    """Special numbers against this type do not count for the owner."""

    type: PowerType


class AllRange(Effect, tag="all_range"):
    """Inside a square: all attacks of the attempt are range attacks."""


class NoRetaliation(Effect, tag="no_retaliation"):
    """Inside a square: no retaliation after this attempt."""


class FreeCard(Effect, tag="free_card"):
    """A contact's use: a card with one of these symbols, free."""

    kind: CardKind
    symbols: tuple[str, ...]


class GainTokens(Effect, tag="gain"):
    """A contact's use: tokens."""

    item: Token
    amount: Some


class Reroll(Effect, tag="reroll"):
    """A contact's use: dice rolled again in combat."""

    dice: Annotated[int, Meta(ge=1, le=10)]  # box.4


Always: TypeAlias = (
    OnesAreSixes
    | FirstSixesFail
    | FewerVillainDice
    | Armour
    | ShareGreen
    | TwoSpaces
    | HandBonus
    | WeaponBonus
    | ExtraDice
    | FreePips
    | Cheaper
    | RoundEnergy
    | RoundHealth
    | ArrestPoints
    | LossBonus
    | IgnoreSpecial
)
Inside: TypeAlias = AllRange | NoRetaliation
Use: TypeAlias = FreeCard | GainTokens | Reroll
