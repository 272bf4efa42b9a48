"""What an eye may know as numbers: all that lies open, cards as counts by face, one's own seat first.

Left out of the view: what is printed on cards and board, and what follows from the rest (damage, prices, defence).
"""

from __future__ import annotations

from knaves.core.encode import bits, counted, one_hot, seats_from
from knaves.games.arch_villain.state import HeroCity


def rows(s: HeroCity, eye: int) -> dict[str, list[float]]:
    face, seats, box = s.face, s.seats, s.box
    size, rewards = len(box.cards), len(box.rewards)
    order = seats_from(eye, seats)
    lying: list[float] = [0.0] * size  # by face: the space it lies on, from 1
    for space, cards in enumerate(s.lying, 1):
        for slot in cards:
            lying[face[slot]] = float(space)
    placed = [0.0] * size
    for die in s.placed:
        placed[face[die.slot]] += float(die.pips + 10 * die.item)
    found = {
        "seats": one_hot(6, seats),
        "time": [float(s.round), float(s.turn), float(s.stocked), float(s.result is not None)],
        "order": [float(s.order.index(seat)) if seat in s.order else -1.0 for seat in order],
        "tokens": [*map(float, s.tokens)],
        "supply": [*map(float, s.supply)],
        "decks": [float(len(deck)) for deck in s.decks],
        "lying": lying,
        "discard": counted(size, [face[slot] for slot in s.discard]),
        "held": one_hot(size, face[s.held] if s.held >= 0 else -1),
        "used": bits(size, s.used),
        "combat": [float(s.combat), float(s.pips)],
        "dice": [*map(float, s.pool)] or [0.0] * 7,  # by pips; on no card
        "fighter": one_hot(seats, order.index(s.fighter) if s.fighter >= 0 else -1),
        "placed": placed,
    }
    for at, seat in enumerate(order):
        found[f"player {at}"] = [
            *one_hot(len(box.heroes), s.hero[seat]),
            float(s.energy[seat]),
            float(s.health[seat]),
            float(s.dice_tokens[seat]),
            *map(float, s.skill[seat * 3 : seat * 3 + 3]),
            float(s.score[seat]),
            float(s.moved[seat]),
            float(s.fate[seat]),
            *one_hot(rewards, s.reward[seat]),
            float(s.arrested_on[seat]),
            *(float(mask >> seat & 1) for mask in s.green),
        ]
        found[f"hand {at}"] = counted(size, [face[slot] for slot in s.hand[seat]])
    return found
