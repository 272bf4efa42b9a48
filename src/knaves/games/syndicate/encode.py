"""What an eye may know as numbers: cards as counts by face, one's own seat first, the others round the table.

Left out of the view: what is printed on cards and board, and what follows from the rest (levels, forecasts, chances).
"""

from __future__ import annotations

from knaves.core.encode import bits, counted, one_hot, seats_from
from knaves.games.syndicate.state import SyndicateCity

GOALS = 6


def rows(s: SyndicateCity, eye: int) -> dict[str, list[float]]:
    face, seen, seats, box = s.face, s.seen, s.seats, s.box
    support, missions = len(box.support), len(box.missions)
    seated = eye < seats
    order = seats_from(eye, seats)
    waiting: list[float] = []
    for place in s.location:
        waiting += counted(support, [face[slot] for slot in place if seen[slot] >> eye & 1])
    looked_at = [slot for seat in order if seat != eye for slot in s.hand[seat] if seen[slot] >> eye & 1]
    found = {
        "seats": one_hot(6, seats),
        "action marker": one_hot(5, s.action_marker),
        "mission marker": one_hot(5, s.mission_marker),
        "lowest cube": [*map(float, s.low)],
        "highest cube": [*map(float, s.high)],
        "reserve": [*map(float, s.reserve)],
        "piles": [
            float(n)
            for n in (sum(s.bag), s.bank, len(s.deck), len(s.discard), len(s.missions), *map(len, s.location))
        ],
        "turn": [
            float(s.turn),
            float(s.accused),
            float(s.paid),
            float(s.raised),
            float(s.result is not None),
        ],
        "stage": one_hot(4, s.stage),
        "active": one_hot(seats, order.index(s.active)),
        "place": one_hot(5, s.place),
        "mission": one_hot(missions, face[s.mission] if s.mission >= 0 else -1),
        "missions gone": counted(missions, [face[slot] for slot in s.spent_missions]),
        "unserved goals": bits(GOALS, s.unserved),
        "palm": counted(5, s.palm),
        "shown": counted(support, [face[slot] for slot in s.shown]),
        "discard": counted(support, [face[slot] for slot in s.discard if seen[slot] >> eye & 1]),
        "waiting cards": waiting,
        "cards looked at": counted(support, [face[slot] for slot in looked_at]),
        "hand": counted(support, [face[slot] for slot in s.hand[eye]] if seated else ()),
        "laid": one_hot(support, face[s.laid[eye]] if seated and s.laid[eye] >= 0 else -1),
        "coins": [float(s.coins[eye]) if seated else 0.0],
        "cubes": [*map(float, s.cubes[eye * 5 : eye * 5 + 5])] if seated else [0.0] * 5,
        "goal": one_hot(GOALS, face[s.goal[eye]] if seated else -1),
    }
    for at, seat in enumerate(order):
        known = s.revealed >> seat & 1 or seen[s.goal[seat]] >> seats & 1
        found[f"player {at}"] = [
            float(len(s.hand[seat]) + (s.laid[seat] >= 0)),
            *one_hot(GOALS, face[s.goal[seat]] if known else -1),
            *bits(GOALS, 0 if known else s.answered[seat]),
            *map(float, s.acts[seat * 5 : seat * 5 + 5]),
            *map(float, s.steered[seat * 5 : seat * 5 + 5]),
            float(s.starved[seat]),
            float(s.waived_coins[seat]) if s.waived_coins else 0.0,
            float(s.waived_cards[seat]) if s.waived_cards else 0.0,
        ]
    return found
