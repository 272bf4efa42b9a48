"""End of the Round, in its five parts; and the end of the game."""

from __future__ import annotations

from knaves.core.state import Result
from knaves.games.arch_villain.cards.names import ENERGY, HEALTH, RANGE, VILLAIN
from knaves.games.arch_villain.cards.traits import Traits
from knaves.games.arch_villain.state import (
    ARRESTED,
    FROM_ARREST,
    FROM_RANGE,
    FROM_REWARD,
    FROM_SETS,
    HEROIC_LOSS,
    IN,
    KNOCKED_OUT,
    REWARD,
    HeroCity,
)


def end_of_round(s: HeroCity) -> None:
    score_arrests(s)
    next_villain(s)
    pay_rewards(s)
    score_sets(s)
    new_order(s)


def score_arrests(s: HeroCity) -> None:
    """Part 1: red number plus the round's points (end.3, end.4)."""
    points = s.villain.red + s.box.round_points[s.round]
    for seat in s.order:
        if s.fate[seat] == ARRESTED:
            s.earn(seat, points + s.traits(seat).arrest_points, FROM_ARREST)


def next_villain(s: HeroCity) -> None:
    """Part 2: the next villain comes to light (end.5). After the last round none is needed."""
    deck = s.decks[VILLAIN]
    s.discard.append(deck[-1])
    s.decks[VILLAIN] = deck[:-1]
    if s.round < s.box.rounds:
        s.show(s.villain_slot)


def pay_rewards(s: HeroCity) -> None:
    """Part 3: all rewards, then all heroic losses, then all arrests at range (end.7 to end.9, R41)."""
    loss = s.box.loss
    for seat in s.order:
        if s.reward[seat] >= 0:
            _pay_reward(s, seat, s.reward[seat])
    for seat in s.order:
        if s.fate[seat] == KNOCKED_OUT:
            traits = s.traits(seat)
            s.grant(seat, HEALTH, loss.health + traits.loss_health, HEROIC_LOSS)
            s.grant(seat, ENERGY, loss.energy + traits.loss_energy, HEROIC_LOSS)
    for seat in s.order:
        if s.arrested_on[seat] == RANGE:
            s.earn(seat, s.box.scoring.range_arrest, FROM_RANGE)
    for seat in range(s.seats):
        s.fate[seat] = IN
        s.reward[seat] = s.arrested_on[seat] = -1
    for item in range(len(s.green)):
        s.green[item] = 0  # R10
    s.used = 0  # contact.2


def _pay_reward(s: HeroCity, seat: int, reward: int) -> None:
    row, kind = s.box.rewards[reward], s.box.reward_kind[reward]
    if row.points:
        s.earn(seat, row.points, FROM_REWARD)
    elif kind < 0:
        s.grant(seat, HEALTH, row.amount, REWARD)
    elif s.can_draw(kind):
        slot = s.draw(kind)
        s.tell("free_card", seat, slot, REWARD)
        s.keep(seat, slot)
    else:
        s.tell("empty_reward", seat, reward)  # R29


def set_points(s: HeroCity, traits: Traits) -> int:
    """The highest set of weapons, powers and talents (end.10, R13)."""
    fewest = min(traits.counts)
    return next((points for each, points in s.box.sets if fewest >= each), 0)


def score_sets(s: HeroCity) -> None:
    """Part 4."""
    for seat in s.order:
        s.earn(seat, set_points(s, s.traits(seat)), FROM_SETS)


def as_cubes_lie(s: HeroCity) -> list[int]:
    """Lowest score first; of equals the upper cube, the one moved last (end.12, end.14), else as they went (R32)."""
    return sorted(s.order, key=lambda seat: (s.score[seat], -s.moved[seat]))


def new_order(s: HeroCity) -> None:
    """Part 5."""
    s.order = as_cubes_lie(s)


def end_of_game(s: HeroCity) -> None:
    """Most points win; equals share (R18)."""
    top = max(s.score)
    winners = tuple(seat for seat in range(s.seats) if s.score[seat] == top)
    shared = "Equal points after five rounds: the win is shared."
    reason = "Most points after five rounds." if len(winners) == 1 else shared
    s.result = Result(winners, tuple(s.score), reason)
