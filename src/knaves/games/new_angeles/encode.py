"""What an eye may know as numbers: the city by district, cards as counts by face, one's own seat first.

Left out of the view: what is printed on cards and board, and what follows from the rest (output, pieces left, draws).
"""

from __future__ import annotations

from knaves.core.encode import bits, counted, hashed, one_hot, seats_from
from knaves.games.new_angeles.cards import BACKS, CORPS, FIRST_EVENT
from knaves.games.new_angeles.state import COUNTER, MAIN, NewAngeles

PIECES = 9
STATED = 32  # places for what was stated to Caprice Nisei
KNOWN_EVENTS = 4  # so many of the topmost by their place, the others together
LAID_BY_ASSETS = (
    "trade",
    "counter",
    "support_counter",
    "discard_down",
)  # rules that may not hold for a player
DEAL = 8  # numbers of the offers and promises from one seat to another


def rows(s: NewAngeles, eye: int) -> dict[str, list[float]]:
    face, seen, seats, box = s.face, s.seen, s.seats, s.box
    actions, assets = len(box.actions), len(box.assets)
    order = seats_from(eye, seats)
    at_of = {seat: at for at, seat in enumerate(order)}
    top = s.counters[-1] if s.counters and s.dealing else -1
    time = (s.turn, s.space, s.threat, len(s.track), s.result is not None, s.trading, s.dealing, s.produced)
    piles = (s.discard, s.asset_deck, s.demand_deck, s.investment_deck, s.event_deck, *s.decks)
    deal = (
        s.main < -1,
        len(s.counters),
        s.counter_turn,
        s.won + 1,
        len(s.support[MAIN]),
        len(s.support[COUNTER]),
    )
    mine = s.dealt[2 * eye : 2 * eye + 2] if eye < seats else ()
    found = {
        "seats": one_hot(7, seats),
        "time": [*map(float, time)],
        "piles": [float(len(pile)) for pile in piles],
        "active": one_hot(seats, at_of[s.active]),
        "setup": one_hot(len(box.setups), s.setup),
        "city": [bit for here in s.city[1:] for bit in bits(PIECES, here)],
        "supply": [*map(float, s.supply)],
        "needs": [*map(float, box.needs[face[s.demand]])],
        "demand": one_hot(len(box.demands), face[s.demand]),
        "used": bits(assets, s.used),
        "exhausted": bits(assets, s.exhausted),
        "asset": one_hot(assets, face[s.revealed] if s.dealing and s.revealed >= 0 else -1),
        "main offer": one_hot(actions, face[s.main] if s.dealing and s.main >= 0 else -1),
        "counteroffer": one_hot(actions, face[top] if top >= 0 else -1),
        "counteroffers": counted(actions, [face[slot] for slot in s.counters] if s.dealing else ()),
        "countering": counted(seats, [at_of[seat] for seat in s.counter_by] if s.dealing else ()),
        "deal": [*map(float, deal)] if s.dealing else [0.0] * len(deal),
        "winner": one_hot(seats, at_of[s.winner] if s.dealing and s.winner >= 0 else -1),
        "named": counted(seats, [at_of[seat] for seat in s.named if seat >= 0] if s.dealing else ()),
        "stated": hashed({"plan": s.plan}, STATED),
        "investments to choose": counted(len(box.investments), [face[slot] for slot in mine]),
        "rival set aside": _secret(s, eye, s.rivals[-1], len(box.rivals)),
        **_events(s, eye),
        "deals": _deals(s, at_of),
    }
    for at, seat in enumerate(order):
        hand = [face[slot] for slot in s.hands[seat] if seen[slot] >> eye & 1]
        investment = s.investment[seat] if s.investment else -1
        found[f"player {at}"] = [
            *one_hot(len(CORPS), s.corp[seat]),
            float(s.capital[seat]),
            float(len(s.hands[seat])),
            float(s.side[seat]) if s.dealing else -1.0,
            float(s.laid[seat]) if s.dealing else 0.0,
            *(float(not s.mods or s.allows(rule, seat)) for rule in LAID_BY_ASSETS),
            *(
                float(owner == seat) + (owner == seat and s.faceup >> c & 1)
                for c, owner in enumerate(s.emergency)
            ),
            *_secret(s, eye, s.rivals[seat], len(box.rivals)),
            *_secret(s, eye, investment, len(box.investments)),
        ]
        found[f"assets {at}"] = counted(assets, [face[slot] for slot in s.assets[seat]])
        found[f"hand {at}"] = counted(actions, hand)
    return found


def _secret(s: NewAngeles, eye: int, slot: int, size: int) -> list[float]:
    return one_hot(size, s.face[slot] if slot >= 0 and s.seen[slot] >> eye & 1 else -1)


def _events(s: NewAngeles, eye: int) -> dict[str, list[float]]:
    """The deck from its top, as far as this eye knows backs or fronts (24.3)."""
    backs: list[float] = [0.0] * (KNOWN_EVENTS * len(BACKS))
    fronts: list[float] = [0.0] * len(s.box.events)  # by face: how near the top
    known = 0
    for depth, slot in enumerate(reversed(s.event_deck)):
        front = s.seen[slot] >> eye & 1
        if not front and not s.backs >> slot - FIRST_EVENT & 1:
            break
        known += 1
        if depth < KNOWN_EVENTS:
            backs[depth * len(BACKS) + s.box.back[s.face[slot]]] = 1.0
        if front:
            fronts[s.face[slot]] = 1.0 / (1 + depth)
    return {"event backs": backs, "events": fronts, "events known": [float(known)]}


def _deals(s: NewAngeles, at_of: dict[int, int]) -> list[float]:
    """Offers and promises, from each seat to each other, added up."""
    row = [0.0] * (s.seats**2 * DEAL)
    for one in s.offers:
        start = (at_of[one.by] * s.seats + at_of[one.to]) * DEAL
        give, get = one.give, one.get
        goods = len(give.goods), len(get.goods)
        for place, number in enumerate((1, give.amount, get.amount, *goods, give.promise + 10 * get.promise)):
            row[start + place] += float(number)
    for promise in s.promises:
        start = (at_of[promise.by] * s.seats + at_of[promise.to]) * DEAL
        row[start + DEAL - 2] += 1.0 + 10 * promise.fate
        row[start + DEAL - 1] += promise.what + 1.0
    return row
