"""The vocabulary of effects: what the cards of New Angeles do, as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

from knaves.core.cards import Effect

Resource: TypeAlias = Literal["energy", "consumables", "tech", "entertainment", "credits"]
Piece: TypeAlias = Literal[
    "android", "human_first", "orgcrime", "prisec", "illness", "outage", "development", "enemy"
]
Counted: TypeAlias = Literal[
    "human_first", "orgcrime", "prisec", "illness", "outage", "strike", "restless", "low_resources"
]
Where: TypeAlias = Literal["anywhere", "cleared"]

# -- what action cards do ---------------------------------------------------------------------------


class Remove(Effect, tag="remove"):
    """Pieces go back to the reserve; a cost that cannot be paid voids the rest of the card."""

    piece: Piece
    up_to: int = 0
    exactly: int = 0
    cost: bool = False


class PlacesPieces(Effect, tag="place"):
    """Pieces come from the reserve into districts of the resolver's choice."""

    piece: Piece
    times: int = 1
    where: Where = "anywhere"


class Calm(Effect, tag="calm"):
    """Unrest falls by so many stages in so many districts; with `repeat` one of them may be named again."""

    stages: int
    districts: int
    up_to: bool = False
    repeat: bool = False


class Rouse(Effect, tag="rouse"):
    """Unrest rises by one stage, in districts of choice or in those the card has cleared."""

    districts: int = 0
    where: Where = "anywhere"


class CalmsOrRemoves(Effect, tag="calm_or_remove"):
    stages: int
    piece: Piece


class MoveEnemies(Effect, tag="move_enemies"):
    """Every enemy unit of the cleared district moves on."""

    where: Literal["cleared"]


class MovesAndroids(Effect, tag="move_androids"):
    up_to: int = 0
    exactly: int = 0


class Liquidate(Effect, tag="liquidate"):
    """A district produces at once, orgcrime or not, and goes to strike."""


class PrisecArrest(Effect, tag="arrest"):
    """A prisec is placed, and the units beside it are removed."""


class Scorch(Effect, tag="scorch"):
    """An outage as the cost; enemy units leave two districts of one tier."""


class Stock(Effect, tag="stock"):
    """Up to so many resources rise."""

    resources: int
    amount: int


class Spend(Effect, tag="spend"):
    """A resource falls, or threat rises if there is none."""

    resource: Resource
    amount: int
    else_threat: int


class Earn(Effect, tag="earn"):
    capital: int
    who: Literal["owner", "active"] = "owner"


class Pot(Effect, tag="pot"):
    """Everyone may pay; one capital per player lowers threat."""

    lower_threat: int


class SortsEvents(Effect, tag="sort_events"):
    look: int


class Flatter(Effect, tag="flatter"):
    """A player is paid, more if he supported this offer, and discards an asset."""

    capital: int
    supporter: int


class Invest(Effect, tag="invest"):
    amounts: tuple[int, ...]


class EveryoneDraws(Effect, tag="each_draws"):
    cards: int
    supporter: int
    optional: bool = False


class Deploy(Effect, tag="deploy"):
    """Another player draws, or his emergency card turns faceup."""

    cards: int


ActionEffect: TypeAlias = (
    Remove
    | PlacesPieces
    | Calm
    | Rouse
    | CalmsOrRemoves
    | MoveEnemies
    | MovesAndroids
    | Liquidate
    | PrisecArrest
    | Scorch
    | Stock
    | Spend
    | Earn
    | Pot
    | SortsEvents
    | Flatter
    | Invest
    | EveryoneDraws
    | Deploy
)

# -- what assets do, where data is enough -------------------------------------------------------------


class DrawAny(Effect, tag="draw_any"):
    cards: int


class DrawEach(Effect, tag="draw_each"):
    cards: int


class DrawTop(Effect, tag="draw_top"):
    """Cards of the topmost type of the owner's corp sheet."""

    cards: int


class HandSize(Effect, tag="hand_size"):
    add: int


class KeepAll(Effect, tag="keep_all"):
    """No discarding down to the hand size this turn."""


class MultiplyDraw(Effect, tag="multiply_draw"):
    by: int


class Reward(Effect, tag="reward"):
    when: Literal["right_wins", "illness_threat"]
    capital: int


class StealsCapital(Effect, tag="steal_capital"):
    capital: int
    who: Literal["countering"]


AssetEffect: TypeAlias = (
    Earn | DrawAny | DrawEach | DrawTop | HandSize | KeepAll | MultiplyDraw | Reward | StealsCapital
)

# -- what events and investments do ---------------------------------------------------------------------


class MoveAll(Effect, tag="move_all"):
    piece: Literal["human_first", "orgcrime"]
    times: int


class TierOrMove(Effect, tag="tier_or_move"):
    """Threat if the piece stands in the tier; else all of them move."""

    piece: Literal["human_first", "orgcrime"]
    tier: int
    threat: int


class Per(Effect, tag="per"):
    """Threat by 1 for each."""

    what: Counted


class AtLeast(Effect, tag="at_least"):
    what: Counted
    number: int
    threat: int


class Tiers(Effect, tag="tiers"):
    """Threat by the highest tier in which the piece stands."""

    what: Literal["outage"]
    tier2: int
    tier3: int


class PaysByCount(Effect, tag="count"):
    """Pays by how many there are; the last number holds for more."""

    what: Counted
    pays: tuple[int, ...]


class Sector(Effect, tag="sector"):
    """Pays if the resource meets its target."""

    resource: Resource
    base: int
    each: int
    limit: int


EventEffect: TypeAlias = MoveAll | TierOrMove | Per | AtLeast | Tiers
InvestmentEffect: TypeAlias = PaysByCount | Sector
