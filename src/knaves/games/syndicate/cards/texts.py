"""What stands on the cards, in sentences: for the view, the text board and `knaves cards`."""

from __future__ import annotations

from knaves.core.cards import Effect
from knaves.core.words import so_many
from knaves.games.syndicate.cards import SyndicateBox
from knaves.games.syndicate.cards.effects import (
    BagCube,
    Bought,
    Breakthrough,
    Buffers,
    BuyCards,
    BuyMove,
    BuyPlace,
    Cards,
    DrawSupport,
    MoveMission,
    PlaceCards,
    PullCubes,
    RaiseResult,
    Reward,
    SiftBag,
    TakeCoins,
    TakeCube,
    TakeHand,
    VillainAbility,
)


def reward_text(effect: Reward) -> str:
    if isinstance(effect, Breakthrough):
        return "The active player may draw a cube from the bag."
    if isinstance(effect, Buffers):
        return "Every track with room below its cubes gets a cube there."
    return f"Everyone gets {so_many(effect.amount, 'card' if isinstance(effect, Cards) else 'coin')}."


def ability_text(effect: VillainAbility) -> str:
    """An Action or a Power ability, or a part of an accuser's reward."""

    def much(kind: str) -> str:
        return (
            f"as many {kind}s as the arrow says" if effect.amount == "level" else so_many(effect.amount, kind)
        )

    if isinstance(effect, MoveMission):
        return f"Move the Mission marker {much('space')}."
    if isinstance(effect, DrawSupport):
        return f"Draw {much('card')}."
    if isinstance(effect, PlaceCards):
        where = "one or several Mission locations" if effect.amount == "level" else "any Mission location"
        return f"Place {much('card')} from your hand face down on {where}."
    if isinstance(effect, TakeCoins):
        return f"Take {much('coin')} from the Bank."
    if isinstance(effect, BagCube):
        return f"Secretly put {much('cube')} from behind your screen into the bag."
    assert isinstance(effect, PullCubes)
    return f"Pull {much('cube')} out of the bag, each on top of its own villain's track."


def revealed_text(effect: Bought) -> str:
    """What a player whose goal is revealed may buy."""
    price = so_many(effect.cost, "coin")
    if isinstance(effect, BuyMove):
        return f"At any time: {price} to move the Mission marker {so_many(effect.amount, 'space')}."
    if isinstance(effect, BuyCards):
        return f"At any time: {price} to draw {so_many(effect.amount, 'card')}."
    if isinstance(effect, BuyPlace):
        return f"At any time: {price} to place {so_many(effect.amount, 'card')} on any Mission location."
    if isinstance(effect, SiftBag):
        return "At any time: draw a cube from the bag for each coin; put one of them on the board, the rest back."
    if isinstance(effect, RaiseResult):
        return f"When the cards are open: raise the result by {effect.amount} for each coin."
    return f"When the cards are open, once in each mission: {price} to remove a card."


def prize_text(box: SyndicateBox, effect: Effect) -> str:
    if isinstance(effect, TakeCube):
        villain = box.villains[box.number[effect.villain]]
        return f"Take the {villain.colour} cube at the bottom of {villain.name}'s track."
    if isinstance(effect, TakeHand):
        return "Take any cards from the hand of the accused."
    assert isinstance(effect, VillainAbility)
    return ability_text(effect)
