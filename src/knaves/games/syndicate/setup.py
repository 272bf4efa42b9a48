"""Setup, in the order in which the sheet prints it."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.errors import BadSetup
from knaves.core.game import Value
from knaves.core.step import Step
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.rules.turn import PlayerTurn
from knaves.games.syndicate.state import DEALT, CubeMove, SyndicateCity


def set_up(s: SyndicateCity, options: Mapping[str, Value]) -> Step[SyndicateCity]:
    box, rules = s.box, s.box.board
    s.deck, goals, s.missions = s.box_up([range(len(box.support)), range(SPY + 1), range(len(box.missions))])
    in_bag = rules.start.bag_per_colour
    s.low, s.high = [0] * 5, [rules.track.start - 1] * 5  # setup.1
    s.bag = [in_bag] * 5  # setup.2
    s.reserve = [rules.box.cubes_per_colour - rules.track.start - in_bag] * 5  # setup.3
    s.palm = (0,) * 5
    s.location = [[] for _ in range(5)]
    s.laid = [-1] * s.seats
    s.waived_coins = s.waived_cards = s.answered = (0,) * s.seats
    s.acts = s.steered = (0,) * (5 * s.seats)
    s.starved = (0,) * s.seats
    s.shuffle(s.deck)  # setup.5
    s.shuffle(s.missions)
    with_villain = [box.villain_of[s.face[slot]] for slot in reversed(s.deck)]
    shown = [villain for villain in with_villain if villain >= 0]
    s.action_marker, s.mission_marker = shown[0], shown[1]  # setup.6, setup.7
    s.shuffle(s.deck)  # setup.8
    s.hand = [[] for _ in range(s.seats)]
    for seat in range(s.seats):
        s.draw_cards(seat, rules.start.hand)
    s.shuffle(goals)  # setup.9
    s.goal = tuple(goals[: s.seats])
    for seat, slot in enumerate(s.goal):
        s.show_to(slot, seat)
    deal_cubes(s)
    s.coins = [rules.start.coins] * s.seats  # setup.11
    s.bank = rules.box.coins - sum(s.coins)
    s.active = first_player(s, int(options["first"]))
    return PlayerTurn()


def deal_cubes(s: SyndicateCity) -> None:
    """A cube for each player from the bag, unseen by the others (setup.10)."""
    s.cubes = [0] * (5 * s.seats)
    colours = [colour for colour in range(5) for _ in range(s.bag[colour])]
    s.mix(colours)
    for seat in range(s.seats):
        colour = colours.pop()
        s.bag[colour] -= 1
        s.cubes[seat * 5 + colour] = 1
    record_holdings(s)


def record_holdings(s: SyndicateCity) -> None:
    """Who knows which cubes begins here: everybody knows their own and no others."""
    holders = [s.cubes[seat * 5 : seat * 5 + 5] for seat in range(s.seats)] + [s.bag]
    s.trail = [
        CubeMove(DEALT, holder, colour)
        for holder, row in enumerate(holders)
        for colour in range(5)
        for _ in range(row[colour])
    ]


def first_player(s: SyndicateCity, named: int) -> int:
    """Drawn by lot, or named by those who heard the laughs (setup.12, R17)."""
    if named > s.seats:
        raise BadSetup(f"There is no seat {named} at a table of {s.seats} to begin.")
    return named - 1 if named else s.below(s.seats)
