"""Complete setup: the steps that need no decision (setup.1 to setup.12)."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.errors import BadSetup
from knaves.core.game import Value
from knaves.core.step import Step
from knaves.games.new_angeles.cards import (
    ACTIONS,
    CORPS,
    FEDERALIST,
    FIRST_ASSET,
    FIRST_DEMAND,
    FIRST_EMERGENCY,
    FIRST_EVENT,
    FIRST_INVESTMENT,
    FIRST_RIVAL,
    PIECES,
)
from knaves.games.new_angeles.cards.rows import Setup
from knaves.games.new_angeles.rules.events import fill_track, open_back
from knaves.games.new_angeles.rules.rounds import Rounds, reveal_demand
from knaves.games.new_angeles.state import NewAngeles


def set_up(s: NewAngeles, options: Mapping[str, Value]) -> Step[NewAngeles]:
    """The box on the table. What is dealt at random is dealt by the dice of the position."""
    s.corp = choose_corporations(s, [str(options[f"corporation_{letter}"]) for letter in "abcdef"])
    s.seat_of = tuple(s.corp.index(c) if c in s.corp else -1 for c in range(6))
    make_slots(s)
    s.setup = s.below(len(s.box.setups))
    resolve_setup(s, s.box.setups[s.setup])  # setup.3
    s.tell("setup", s.setup, len(s.track))
    reveal_demand(s)  # setup.5
    s.emergency = tuple(s.seat_of)
    s.faceup = 0b111111  # 21.1
    s.active = s.below(s.seats)  # setup.7
    s.capital = [10 + (seat - s.active) % s.seats for seat in range(s.seats)]  # setup.8
    s.hands = [()] * s.seats
    s.assets = ((),) * s.seats
    s.offers_made = (0,) * s.seats
    s.side, s.laid = [-1] * s.seats, [0] * s.seats
    deal_rivals(s)
    open_back(s)
    return Rounds()


def choose_corporations(s: NewAngeles, named: list[str]) -> tuple[int, ...]:
    """setup.6: as the seats have chosen, the others at random (ruling R37)."""
    if any(name != "random" for name in named[s.seats :]):
        raise BadSetup(f"There are only {s.seats} seats that can choose a corporation.")
    chosen = [CORPS.index(name) if name in CORPS else -1 for name in named[: s.seats]]
    taken = [corp for corp in chosen if corp >= 0]
    if len(set(taken)) != len(taken):
        raise BadSetup("Two seats cannot have the same corporation.")
    left = [corp for corp in range(6) if corp not in taken]
    s.mix(left)
    return tuple(left.pop() if corp < 0 else corp for corp in chosen)


def make_slots(s: NewAngeles) -> None:
    """setup.1, setup.2, setup.10: every deck shuffled."""
    rivals = [*sorted(s.corp), FEDERALIST]
    lots: list[list[int]] = [list(range(kind * 20, kind * 20 + 20)) for kind in range(5)]
    lots.append(list(range(ACTIONS, ACTIONS + 6)))
    lots.append(list(range(34)))
    lots.append(list(range(9)))
    lots.append(list(range(12)))
    lots.append(list(range(16)))
    lots.append(rivals)
    s.box_up(lots)
    s.decks = [mixed(s, kind * 20, kind * 20 + 20) for kind in range(5)]
    for slot in range(FIRST_EMERGENCY, FIRST_ASSET):
        s.show(slot)
    s.asset_deck = mixed(s, FIRST_ASSET, FIRST_DEMAND)
    s.demand_deck = mixed(s, FIRST_DEMAND, FIRST_INVESTMENT)
    s.investment_deck = mixed(s, FIRST_INVESTMENT, FIRST_EVENT)
    s.event_deck = mixed(s, FIRST_EVENT, FIRST_RIVAL)
    s.rivals = mixed(s, FIRST_RIVAL, FIRST_RIVAL + len(rivals))


def mixed(s: NewAngeles, start: int, end: int) -> tuple[int, ...]:
    deck = list(range(start, end))
    s.mix(deck)
    return tuple(deck)


def resolve_setup(s: NewAngeles, card: Setup) -> None:
    """53: pieces where the card says, assets on the turn track."""
    s.city = [0] * 11
    for name, districts in card.places.items():
        for d in districts:
            s.city[d] |= PIECES[name]
    fill_track(s, card.turns)


def deal_rivals(s: NewAngeles) -> None:
    """setup.10: each looks at his own; the last is set aside."""
    for seat in range(s.seats):
        s.show_to(s.rivals[seat], seat)
