"""The vocabulary of action cards: one class a verb, read from `effects` of a card row."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from knaves.core.cards import Effect

Few: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=9)]
"""A number on a card: what one die or one hand can tell."""

UnitId: TypeAlias = Literal["goon", "mole", "talent", "patsy"]


class ReturnDead(Effect, tag="return_dead"):
    """All units in graveyards stand up again."""


class Cover(Effect, tag="cover"):
    """Rule: units attacking its player take this off their rolls."""

    value: Few


class UseSkill(Effect, tag="use_skill"):
    """Use the skill of an area where you have a unit."""


class Battle(Effect, tag="battle"):
    """A combat here, every unit with this bonus; again as long as a survivor wants it."""

    bonus: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    again: bool = False


class NoAttacks(Effect, tag="no_attacks"):
    """Rule: units do not attack here."""


class Gather(Effect, tag="gather"):
    """Move any of your units here from anywhere."""


class Attacks(Effect, tag="attacks"):
    """So many attacks at this value, here or in each area you control."""

    dice: Few
    value: Few
    where: Literal["here", "controlled"] = "here"


class TokenInfluence(Effect, tag="token_influence"):
    """Rule: your tokens of this type here give more influence."""

    token: Literal["card", "deploy"]
    value: Few


class DeployLimit(Effect, tag="deploy_limit"):
    """Rule: your deploy limit is higher."""

    value: Few


class Duel(Effect, tag="duel"):
    """An enemy's unit and one of yours of the same type come here from the reserves."""


class SacrificeByControl(Effect, tag="sacrifice_by_control"):
    """Every player sacrifices as many units as areas they control."""


class OpponentsPay(Effect, tag="opponents_pay"):
    value: Few


class ExtraDie(Effect, tag="extra_die"):
    """Rule: your units throw more dice."""

    value: Few


class AttackBonus(Effect, tag="attack_bonus"):
    """Rule, or an upgrade: your units add this to attack rolls."""

    value: Few


class DeployFree(Effect, tag="deploy_free"):
    """Deploy so many units here without their cost."""

    count: Few
    unit: UnitId | Literal["any"] = "any"
    ready: bool = False


class UnitToll(Effect, tag="toll"):
    """Rule: opponents pay this for each unit they deploy or move here."""

    value: Few


class Influence(Effect, tag="influence"):
    """Rule: you have more influence here."""

    value: Few


class OpponentsDiscard(Effect, tag="opponents_discard"):
    value: Few


class NoInfluence(Effect, tag="no_influence"):
    """Rule: units give no influence here."""


class DrawsCards(Effect, tag="draw"):
    value: Few


class DiscardToken(Effect, tag="discard_token"):
    """Discard an unrevealed enemy token here."""


class Nuke(Effect, tag="nuke"):
    """Sacrifice a unit here to empty the area for the turn."""


class CombatMarkers(Effect, tag="combat_markers"):
    """A combat marker in every area."""


class NoLeaving(Effect, tag="no_leaving"):
    """Rule: units do not leave this area."""


class GainResources(Effect, tag="gain"):
    """Resources from the supply."""

    value: Few


CardEffect: TypeAlias = (
    ReturnDead
    | Cover
    | UseSkill
    | Battle
    | NoAttacks
    | Gather
    | Attacks
    | TokenInfluence
    | DeployLimit
    | Duel
    | SacrificeByControl
    | OpponentsPay
    | ExtraDie
    | AttackBonus
    | DeployFree
    | UnitToll
    | Influence
    | OpponentsDiscard
    | NoInfluence
    | DrawsCards
    | DiscardToken
    | Nuke
    | CombatMarkers
    | NoLeaving
    | GainResources
)

LASTING = (
    Cover,
    NoAttacks,
    TokenInfluence,
    DeployLimit,
    ExtraDie,
    AttackBonus,
    UnitToll,
    Influence,
    NoInfluence,
    NoLeaving,
)
"""What lies at the board and works until Cleanup: an event has none of these (card.5, card.6)."""

OF_A_PLAYER = (Cover, DeployLimit, ExtraDie, AttackBonus)
"""What concerns a player wherever he is, and so no single area (card.4)."""

OF_ATTACKS = (Cover, ExtraDie, AttackBonus)
"""What changes how units attack."""

AGAINST_KAU = (Cover, UnitToll, NoInfluence, NoLeaving)
"""What Kau and those with him can be immune to: all effects of a card that bears his mark are of these (aliens.4)."""
