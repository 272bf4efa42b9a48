"""What a seat may know, JSON-ready. The page, the terminal and the bots read this and nothing else."""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import NamedTuple

from knaves.core.cards import kept_with_box
from knaves.core.offers import OfferView, PromiseView
from knaves.core.step import Option, things_of
from knaves.core.words import SEAT_LETTERS, fill
from knaves.games.new_angeles.cards import (
    FIRST_EMERGENCY,
    PIECE_NAMES,
    RESOURCES,
    SPACES,
    TYPES,
    NewAngelesBox,
)
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.city import LIMITED, Forecast, forecast, outcome, output, reserve
from knaves.games.new_angeles.rules.investments import worth
from knaves.games.new_angeles.state import COUNTER, EMPTY_OFFER, MAIN, NewAngeles
from knaves.games.new_angeles.view.events import event_views
from knaves.games.new_angeles.view.types import (
    Amount,
    AssetView,
    CorpCardView,
    CorpSeatView,
    DealView,
    DeckView,
    DistrictView,
    EmergencyView,
    ReserveView,
    ResourceView,
    SecretView,
    TableView,
)
from knaves.games.new_angeles.words import VERBS
from knaves.games.new_angeles.words import name as name_of

# Views are made often and never changed, so parts that look alike are made once.


def card_view(s: NewAngeles, slot: int) -> CorpCardView:
    return _card(s.box, slot, s.face[slot])


@kept_with_box
def _card(b: NewAngelesBox, slot: int, face: int) -> CorpCardView:
    row = b.actions[face]
    return {
        "id": f"card:{slot}",
        "name": row.name,
        "type": row.type or "emergency",
        "text": row.text,
        "title": row.id,
        "source": row.source,
    }


@kept_with_box
def _emergency(b: NewAngelesBox, corp: int, faceup: bool) -> EmergencyView:
    slot = FIRST_EMERGENCY + corp
    return {**_card(b, slot, slot), "faceup": faceup, "corp": b.corps[corp].id}


def asset_view(s: NewAngeles, slot: int) -> AssetView:
    face = s.face[slot]
    return _asset(s.box, slot, face, bool(s.exhausted >> face & 1))


@kept_with_box
def _asset(b: NewAngelesBox, slot: int, face: int, exhausted: bool) -> AssetView:
    row = b.assets[face]
    return {
        "id": f"asset:{slot}",
        "name": row.name,
        "text": row.text,
        "timing": row.timing,
        "exhausted": exhausted,
        "source": row.source,
    }


@lru_cache(maxsize=500)
def _draws(sheet: tuple[tuple[int, int], ...]) -> list[Amount]:
    return [{"name": TYPES[kind] if kind >= 0 else "general", "amount": n} for kind, n in sheet]


def investment_view(s: NewAngeles, slot: int) -> SecretView:
    row = s.box.investments[s.face[slot]]
    return {"id": f"investment:{slot}", "name": row.name, "text": row.text, "worth": worth(s, slot)}


def rival_view(s: NewAngeles, slot: int) -> SecretView:
    row = s.box.rivals[s.face[slot]]
    return {"id": f"rival:{slot}", "name": row.name, "text": row.text, "worth": s.face[slot]}


BARS = {  # rules that assets lay on a player for a while
    "counter": "may not counter again",
    "support_counter": "may not support the counteroffer",
    "discard_down": "discards nothing at the end of this turn",
}


def seat_view(s: NewAngeles, seat: int) -> CorpSeatView:
    """As everybody sees it: see `_seats_with_secrets`."""
    corp = s.corp[seat]
    row = s.box.corps[corp]
    return {
        "id": f"seat:{seat}",
        "seat": seat,
        "corp": row.id,
        "name": row.name,
        "contract": row.text,
        "draws": _draws(s.sheet(seat)),
        "capital": s.capital[seat],
        "cards": len(s.hands[seat]),
        "hand_size": s.hand_size(seat),
        "hand": [],
        "assets": [asset_view(s, slot) for slot in s.assets[seat]],
        "emergency": [
            _emergency(s.box, c, bool(s.faceup >> c & 1))
            for c, owner in enumerate(s.emergency)
            if owner == seat
        ],
        "rival": None,
        "investment": None,
        "side": s.side[seat] if s.dealing else -1,
        "laid": s.laid[seat] if s.dealing else 0,
        "may_trade": not s.mods or s.allows("trade", seat),
        "barred": [words for rule, words in BARS.items() if s.mods and not s.allows(rule, seat)],
    }


@kept_with_box
def district_view(b: NewAngelesBox, d: int, here: int, made: tuple[int, ...], after: int) -> DistrictView:
    """`made`, `after`: what the next Production Phase does there."""
    row = b.districts[d - 1]
    return {
        "id": f"district:{d}",
        "number": d,
        "name": row.name,
        "tier": row.tier,
        "exit": row.exit,
        "yields": [{"name": RESOURCES[r], "amount": n} for r, n in b.yields[d]],
        "pieces": [name for bit, name in PIECE_NAMES.items() if here & bit],
        "output": [amount for _, amount in output(b, d, here)],
        "then": PIECE_NAMES.get(outcome(here), ""),
        "coming": [*made],
        "after": PIECE_NAMES.get(after, ""),
        "house": list(row.house),
    }


def deal_view(s: NewAngeles) -> DealView | None:
    if not s.dealing:
        return None
    return {
        "step": step_of(s),
        "asset": asset_view(s, s.revealed) if s.revealed >= 0 else None,
        "main": card_view(s, s.main) if s.main >= 0 else None,
        "main_empty": s.main == EMPTY_OFFER,
        "counters": [card_view(s, slot) for slot in s.counters],
        "counter_by": list(s.counter_by),
        "price": len(s.counters),
        "may_counter": [seat for seat in s.around() if s.may_counter(seat) and s.counter_cards(seat)],
        "winner": s.winner,
        "won": s.won,
        "support": [len(s.support[MAIN]), len(s.support[COUNTER])],
        "sides": [
            {"id": f"side:{side}", "name": name_of(s, "side", side), "support": len(s.support[side])}
            for side in ((MAIN, COUNTER) if s.counters else (MAIN,))
        ],
        "pot": s.pot,
        "named": list(s.named),
        "stated": [stated(s, word) for word in s.plan],
        "stated_card": card_view(s, s.bound_card)["name"] if s.plan else "",
    }


def step_of(s: NewAngeles) -> str:
    """16"""
    if s.support_over:
        return "resolution"
    if s.counteroffers_over:
        return "support"
    return "counteroffers" if s.counter_turn else "main offer"


def stated(s: NewAngeles, option: Option) -> str:
    """A choice that was stated to Caprice Nisei, for all to read."""

    def name(kind: str, number: int) -> str:
        if kind == "asset":
            return s.box.assets[s.face[number]].name
        return SEAT_LETTERS[number] if kind == "seat" else name_of(s, kind, number)

    return fill(VERBS[option[0]], things_of(option), name)


class TableForAll(NamedTuple):
    """What every eye sees alike: worked out once for all views of a moment. Seats are without what only some know."""

    seats: list[CorpSeatView]
    city: list[DistrictView]
    supply: list[ResourceView]
    demand: SecretView
    decks: list[DeckView]
    reserve: list[ReserveView]
    deal: DealView | None
    offers: list[OfferView]
    promises: list[PromiseView]
    used: list[str]


def to_come(s: NewAngeles, ahead: Forecast) -> tuple[int, ...]:
    """What is produced before the demand is paid, by resource, if nothing else happens in the city."""
    if not s.productions:
        return (0,) * len(RESOURCES)
    if s.productions == 1:
        return ahead.supply
    return tuple(map(add, ahead.supply, forecast(s.box, ahead.city).supply))


def common(s: NewAngeles) -> TableForAll:
    demand = s.box.demands[s.face[s.demand]]
    needs = s.box.needs[s.face[s.demand]]
    ahead = forecast(s.box, tuple(s.city))
    more = to_come(s, ahead)
    return TableForAll(
        [seat_view(s, seat) for seat in range(s.seats)],
        [
            district_view(s.box, d, s.city[d], ahead.made.get(d, ()), ahead.then.get(d, 0))
            for d in range(1, 11)
        ],
        [
            {
                "id": f"resource:{r}",
                "name": name,
                "have": s.supply[r],
                "need": needs[r],
                "last": s.box.last[r],
                "coming": min(more[r], s.box.last[r] - s.supply[r]),
            }
            for r, name in enumerate(RESOURCES)
        ],
        {"id": f"demand:{s.demand}", "name": demand.name, "text": demand.text, "worth": demand.threat},
        [
            {"id": f"type:{kind}", "name": TYPES[kind], "cards": len(deck)}
            for kind, deck in enumerate(s.decks)
        ],
        [
            {"name": PIECE_NAMES[piece], "left": reserve(s, piece), "limit": s.box.count[piece]}
            for piece in LIMITED
        ],
        deal_view(s),
        DEALS.offers_view(s),
        DEALS.promises_view(s),
        [row.name for face, row in enumerate(s.box.assets) if s.used >> face & 1],
    )


def _seats_with_secrets(s: NewAngeles, eye: int, rows: list[CorpSeatView]) -> list[CorpSeatView]:
    """With the cards that this eye knows in their hands, their rivals and investments."""
    found = []
    for seat, row in enumerate(rows):
        known = [slot for slot in s.hands[seat] if s.sees(eye, slot)]
        investment, rival = s.investment[seat] if s.investment else -1, s.rivals[seat]
        invested = investment >= 0 and s.sees(eye, investment)
        if known or invested or s.sees(eye, rival):
            row = row.copy()
            row["hand"] = [card_view(s, slot) for slot in known]
            row["rival"] = rival_view(s, rival) if s.sees(eye, rival) else None
            row["investment"] = investment_view(s, investment) if invested else None
        found.append(row)
    return found


def view(s: NewAngeles, eye: int, shared: TableForAll | None = None) -> TableView:
    """`shared`: what `common` has found in this very state."""
    shared = shared or common(s)
    aside = s.rivals[-1]
    return {
        "you": eye if eye < s.seats else None,
        "seats": _seats_with_secrets(s, eye, shared.seats),
        "active": s.active,
        "round": SPACES[s.space],
        "space": s.space,
        "spaces": list(SPACES),
        "turn": s.turn,
        "turns_left": len(s.track),
        "threat": s.threat,
        "city": shared.city,
        "supply": shared.supply,
        "demand": shared.demand,
        "events": event_views(s, eye),
        "events_left": len(s.event_deck),
        "decks": shared.decks,
        "discard": len(s.discard),
        "asset_deck": len(s.asset_deck),
        "demand_deck": len(s.demand_deck),
        "investment_deck": len(s.investment_deck),
        "reserve": shared.reserve,
        "deal": shared.deal,
        "aside": rival_view(s, aside) if s.sees(eye, aside) else None,
        "choose": [investment_view(s, slot) for slot in s.dealt[2 * eye : 2 * eye + 2]],
        "offers": shared.offers,
        "promises": shared.promises,
        "trading": s.trading,
        "setup": s.box.setups[s.setup].name,
        "used": shared.used,
    }
