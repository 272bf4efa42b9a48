"""What a card can do: fourteen verbs. A card file says the rest."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from knaves.core.cards import Effect

RECRUIT, DEFEND, PILLAGE, EARNING, BUILD, RESET = 1, 2, 3, 4, 5, 6
PHASES = ("", "Recruit", "Defend", "Pillage", "Earning", "Build/Hire", "Reset")

Phase: TypeAlias = Literal["recruit", "defend", "pillage", "earning", "build", "reset"]
PHASE_NUMBER: dict[str, int] = {
    "recruit": RECRUIT,
    "defend": DEFEND,
    "pillage": PILLAGE,
    "earning": EARNING,
    "build": BUILD,
    "reset": RESET,
}
How: TypeAlias = Literal["always", "use"]
Kind: TypeAlias = Literal["building", "citizen", "hero"]
Gold: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Amount: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=9)]


class VendPrice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What another Mayor pays, and to whom."""

    owner: Gold = 0
    bank: Gold = 0
    each: Gold = 0  # to each Mayor but the payer


class Ability(Effect, kw_only=True):
    """`always`: it simply counts. `use`: once a turn, for what it costs (to the bank), or for others by VEND."""

    how: How = "always"
    cost: Gold = 0
    vend: VendPrice | None = None


class RollBonus(Ability, kw_only=True, tag="roll_bonus"):
    """Adds to one roll or to all rolls of the turn. `on` tells TOWN and HERO DEFENSE apart."""

    phase: Literal["recruit", "defend"]
    amount: Amount
    rolls: Literal["one", "all"]
    on: Literal["any", "town", "hero"] = "any"


class ExtraRoll(Ability, kw_only=True, tag="extra_roll"):
    """More recruit rolls, or more TOWN DEFENSE attempts."""

    phase: Literal["recruit", "defend"]
    amount: Count


class Shield(Ability, kw_only=True, tag="shield"):
    """Lowers the Pillage Loss."""

    amount: Count


class Gain(Ability, kw_only=True, tag="gain"):
    """Gold from the bank, or to it if negative: `amount` for every `each` things of a kind, `most` at most."""

    phase: Phase
    amount: Amount
    per: Literal["one", "building", "citizen", "hero", "challenge"] = "one"  # what everybody can count
    each: Count = 1
    most: Count = 9


class Draw(Ability, kw_only=True, tag="draw"):
    """Extra cards from the deck to the hand."""

    phase: Phase
    amount: Count


class Discount(Ability, kw_only=True, tag="discount"):
    """Cards of a kind cost less (more, if negative); a used discount holds for the next card only."""

    amount: Amount
    kind: Kind | Literal["any"]


class ExtraBuild(Ability, kw_only=True, tag="extra_build"):
    """One more card may be added in Build/Hire."""

    kind: Kind | Literal["any"]


class Toll(Effect, kw_only=True, tag="toll"):
    """Other Mayors with `floor` gold or more pay the owner on their turns."""

    phase: Literal["pillage", "earning", "build"]
    amount: Count
    floor: Count


class Banish(Ability, kw_only=True, tag="banish"):
    """In Defend, a challenge in one's own town leaves the game."""


class Sell(Ability, kw_only=True, tag="sell"):
    """A building, citizen or hero in hand leaves the game for gold from the bank."""

    phase: Literal["pillage", "earning", "build"]
    amount: Count


class TownWorth(Effect, kw_only=True, tag="worth"):
    """Town value at the end: `amount` for every `each` things of a kind, `most` at most."""

    amount: Amount
    per: Literal["building", "citizen", "hero", "challenge", "trophy"]
    each: Count = 1
    most: Count = 9


class Stubborn(Effect, kw_only=True, tag="stubborn"):
    """A challenge that takes several successes in one turn."""

    wins: Annotated[int, Meta(ge=2, le=5)]


class Immune(Effect, kw_only=True, tag="immune"):
    """A challenge that some things do not touch."""

    to: tuple[Literal["town", "hero", "mob", "favor"], ...]


class Wander(Effect, kw_only=True, tag="wander"):
    """A challenge that moves to the town on the left in Reset."""


AnyEffect: TypeAlias = (
    RollBonus
    | ExtraRoll
    | Shield
    | Gain
    | Draw
    | Discount
    | ExtraBuild
    | Toll
    | Banish
    | Sell
    | TownWorth
    | Stubborn
    | Immune
    | Wander
)
