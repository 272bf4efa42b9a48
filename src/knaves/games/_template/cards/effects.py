"""The vocabulary of effects: one class per verb."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from knaves.core.cards import Effect, Some

Rank = Annotated[int, Meta(ge=1, le=6)]


class GainCoins(Effect, tag="gain"):
    """Coins from the bank, or back to it."""

    coins: Annotated[int, Meta(ge=-10, le=10)]


class Steal(Effect, tag="steal"):
    """Coins from the next thief on the left."""

    coins: Some


class Listen(Effect, tag="listen"):
    """The next thief on the left says whether he holds a card of this rank."""

    rank: Rank


class MaySwap(Effect, tag="swap"):
    """So many cards of the hand may go under the deck for new ones."""

    cards: Some
