"""The vocabulary of effects: what missions give, villains do, revealed players buy and accusers get."""

from __future__ import annotations

from typing import Literal, TypeAlias

from knaves.core.cards import Effect, Some
from knaves.games.syndicate.cards.names import (
    BAG,
    COIN,
    CUBE,
    DRAW,
    HAND,
    MOVE,
    PLACE,
    PULL,
    RAISE,
    REMOVE,
    SIFT,
)


class Coins(Effect, tag="coins"):
    """Every player gets coins from the Bank."""

    amount: Some


class Cards(Effect, tag="cards"):
    """Every player draws Support cards."""

    amount: Some


class Breakthrough(Effect, tag="breakthrough"):
    """The active player may draw a cube from the bag and put it on the board."""


class Buffers(Effect, tag="buffers"):
    """Every track gets a cube at its bottom end, where there is room."""


Reward: TypeAlias = Coins | Cards | Breakthrough | Buffers


class CountedAbility(Effect):
    """Something a villain lets its user do, so many times; "level" reads the Ability Level arrow."""

    amount: int | Literal["level"] = 1


class MoveMission(CountedAbility, tag="move_mission"):
    """The Mission marker moves that many spaces."""


class DrawSupport(CountedAbility, tag="draw_cards"):
    """Support cards from the deck into hand."""


class PlaceCards(CountedAbility, tag="place_cards"):
    """Cards from hand, face down, on Mission locations."""


class TakeCoins(CountedAbility, tag="take_coins"):
    """Coins from the Bank."""


class BagCube(CountedAbility, tag="bag_cube"):
    """A cube from behind the screen, secretly, into the bag."""


class PullCubes(CountedAbility, tag="pull_cubes"):
    """Cubes from the bag, each on its own villain's track."""


VillainAbility: TypeAlias = MoveMission | DrawSupport | PlaceCards | TakeCoins | BagCube | PullCubes


class Bought(Effect):
    """What a revealed player may buy."""

    cost: int
    amount: int
    when: Literal["any", "resolution"]


class BuyMove(Bought, tag="move_mission"):
    """The Mission marker moves."""


class BuyCards(Bought, tag="draw_cards"):
    """Support cards into hand."""


class BuyPlace(Bought, tag="place_cards"):
    """An extra card to a Mission location."""


class SiftBag(Bought, tag="sift_bag"):
    """A cube drawn for each `cost`; one of them goes on the board, the others back."""


class RaiseResult(Bought, tag="raise_result"):
    """The result of the mission rises by `amount` for each `cost`."""


class RemoveCard(Bought, tag="remove_card"):
    """One card is taken out of the mission."""


RevealedAbility: TypeAlias = BuyMove | BuyCards | BuyPlace | SiftBag | RaiseResult | RemoveCard


class TakeCube(Effect, tag="take_cube"):
    """The cube at the bottom of this villain's track."""

    villain: str


class TakeHand(Effect, tag="take_hand"):
    """The cards in the accused's hand."""


Prize: TypeAlias = TakeCube | TakeHand | MoveMission | DrawSupport | PlaceCards | TakeCoins | BagCube


class PowerAt(Effect, tag="power_at"):
    villain: str
    amount: int


class EmptyTracks(Effect, tag="empty_tracks"):
    amount: int


_SORTS: tuple[tuple[type[Effect], int], ...] = (
    (MoveMission, MOVE),
    (BuyMove, MOVE),
    (DrawSupport, DRAW),
    (BuyCards, DRAW),
    (PlaceCards, PLACE),
    (BuyPlace, PLACE),
    (TakeCoins, COIN),
    (BagCube, BAG),
    (PullCubes, PULL),
    (SiftBag, SIFT),
    (RaiseResult, RAISE),
    (RemoveCard, REMOVE),
    (TakeCube, CUBE),
    (TakeHand, HAND),
)


def sort_of(effect: Effect) -> int:
    return next(number for kind, number in _SORTS if isinstance(effect, kind))
