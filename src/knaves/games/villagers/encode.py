"""What an eye may know as numbers: cards as counts by face, one's own town first, the others round the table.

Left out of the view: what is printed on cards, and what follows from the rest (earnings, chances, the sheet of points).
"""

from __future__ import annotations

from knaves.core.encode import counted, one_hot, seats_from
from knaves.games.villagers.cards.effects import PHASES
from knaves.games.villagers.state import NOWHERE, POOL_OF_FIVE, Village


def rows(s: Village, eye: int) -> dict[str, list[float]]:
    face, seen, seats = s.face, s.seen, s.seats
    size = max(face) + 1
    order = seats_from(eye, seats)
    pool = [0.0] * size
    for place, slot in enumerate(s.pool, 1):
        pool[face[slot]] = float(place)
    turn = (s.round, s.turn, s.rolls, s.first, s.each, s.shield, s.cut, s.bank, s.left)
    switches = (s.advanced, s.pony, s.ordinance, s.favor_rests, s.result is not None)
    found = {
        "seats": one_hot(6, seats),
        "turn": [*map(float, turn)],
        "switches": [*map(float, switches)],
        "phase": one_hot(len(PHASES), s.phase),
        "active": one_hot(seats, order.index(s.active) if s.active != NOWHERE else -1),
        "start": one_hot(seats, order.index(s.start)),
        "favor": one_hot(seats, order.index(s.favor_seat) if s.favor_seat != NOWHERE else -1),
        "favor in the pool": one_hot(
            POOL_OF_FIVE, s.pool.index(s.favor_card) if s.favor_card in s.pool else -1
        ),
        "pool": pool,
        "aim": one_hot(size, face[s.aim] if s.aim != NOWHERE else -1),
        "fresh": counted(size, [face[slot] for slot in s.fresh]),
        "ready": counted(size, [face[slot] for slot in s.ready]),
        "gone": counted(size, [face[slot] for slot in s.gone]),
    }
    everyone = s.everyone
    for at, seat in enumerate(order):
        hand = s.hand[seat]
        known = [slot for slot in hand if seen[slot] >> eye & 1]
        found[f"mayor {at}"] = [
            float(s.gold[seat]),
            float(len(hand) - len(known)),
            float(sum(seen[slot] != everyone for slot in known)),
            float(s.sold[seat]) if s.sold else 0.0,
            float(s.ordinance and seat not in s.decreed),
        ]
        found[f"town {at}"] = counted(size, [face[slot] for slot in s.town[seat]])
        found[f"hand {at}"] = counted(size, [face[slot] for slot in known])
    return found
