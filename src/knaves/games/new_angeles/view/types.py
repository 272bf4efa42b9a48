"""The shape of a view, as the page, the terminal and the bots read it."""

from __future__ import annotations

from typing import TypedDict

from knaves.core.offers import OfferView, PromiseView


class Amount(TypedDict):
    name: str
    amount: int


class CorpCardView(TypedDict):
    id: str
    name: str
    type: str
    text: str
    title: str
    source: str


class AssetView(TypedDict):
    id: str
    name: str
    text: str
    timing: str
    exhausted: bool
    source: str


class EmergencyView(CorpCardView):
    faceup: bool
    corp: str


class SecretView(TypedDict):
    id: str
    name: str
    text: str
    worth: int


class CorpSeatView(TypedDict):
    id: str
    seat: int
    corp: str
    name: str
    contract: str
    draws: list[Amount]
    capital: int
    cards: int
    hand_size: int
    hand: list[CorpCardView]
    assets: list[AssetView]
    emergency: list[EmergencyView]
    rival: SecretView | None
    investment: SecretView | None
    side: int
    laid: int
    may_trade: bool
    barred: list[str]  # what else an asset forbids or spares this player now


class DistrictView(TypedDict):
    id: str
    number: int
    name: str
    tier: int
    exit: int
    yields: list[Amount]
    pieces: list[str]
    output: list[int]  # by yield: what it would bring if the district produced now
    then: str  # what exploiting it now would lead to: "protest", "strike", "outage" or nothing
    coming: list[int]  # by yield: what the next Production Phase brings; none without an android
    after: str  # what that leads to, as in `then`
    house: list[str]


class ResourceView(TypedDict):
    id: str
    name: str
    have: int
    need: int
    last: int
    coming: int  # before the demand is paid, in one Production Phase or two, from the androids as they stand


class DeckView(TypedDict):
    id: str
    name: str
    cards: int


class ReserveView(TypedDict):
    name: str
    left: int
    limit: int  # in the box (10)


class OfferSideView(TypedDict):
    id: str
    name: str
    support: int


class DealView(TypedDict):
    step: str  # "main offer", "counteroffers", "support" or "resolution"
    asset: AssetView | None
    main: CorpCardView | None
    main_empty: bool
    counters: list[CorpCardView]
    counter_by: list[int]
    price: int  # cards to discard for the next counteroffer
    may_counter: list[int]  # seats whose chance is still to come, or now, and who hold the cards for it
    winner: int  # the seat that has won, or -1
    won: int  # the side that has won, or -1
    support: list[int]
    sides: list[OfferSideView]
    pot: int  # capital in it, while a card fills one; else -1
    named: list[int]
    stated: list[str]
    stated_card: str  # the offer it was stated of


class PlacementView(TypedDict):
    name: str
    districts: list[int]


class EventView(TypedDict):
    """Of a card whose front this eye does not know, the back alone."""

    id: str
    back: str
    name: str
    text: str  # the upper half
    places: list[PlacementView]  # the lower half, in the order in which they are placed
    turns: int  # of the next round


class TableView(TypedDict):
    you: int | None
    seats: list[CorpSeatView]
    active: int
    round: int
    space: int
    spaces: list[int]
    turn: int
    turns_left: int
    threat: int
    city: list[DistrictView]
    supply: list[ResourceView]
    demand: SecretView
    events: list[EventView]
    events_left: int
    decks: list[DeckView]
    discard: int
    asset_deck: int
    demand_deck: int
    investment_deck: int
    reserve: list[ReserveView]
    deal: DealView | None
    aside: SecretView | None
    choose: list[SecretView]
    offers: list[OfferView]
    promises: list[PromiseView]
    trading: bool
    setup: str  # the setup card the city began with
    used: list[str]  # assets whose End of Turn ability has been used this turn (22.1)
