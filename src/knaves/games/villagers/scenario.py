"""Constructed positions: what differs from the set-up. README lists the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from knaves.core.errors import BadScenario
from knaves.core.step import Step
from knaves.games.villagers.cards.effects import PHASE_NUMBER, Phase
from knaves.games.villagers.rules.score import count
from knaves.games.villagers.rules.sequence import TURNS, Round
from knaves.games.villagers.state import GOLD, NOWHERE, Village

Natural = Annotated[int, Meta(ge=0)]
Hands = list[list[str]]


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """The `set` table of a scenario. Cards are named by id; what is not named stays where the set-up put it."""

    round: Annotated[int, Meta(ge=1)] | None = None
    phase: Phase | None = None
    start: Natural | None = None  # the seat with the Start Marker
    turn: Natural | None = None  # the seat whose turn comes first in the phase; those before have had theirs
    gold: list[Natural] | None = None  # by seat
    towns: Hands | None = None  # by seat
    hands: Hands | None = None  # by seat, known to all
    secrets: Hands | None = None  # by seat: drawn by an ability, known to that Mayor alone
    pool: list[str] | None = None  # position 1 first
    deck: list[str] | None = None  # the next cards, top first
    deck_size: Natural | None = None  # cards left; the others are out of the game
    favor: str | int | None = None  # a seat, "bank", or the id of a card in the pool


def arrange(s: Village, stack: list[Step[Village]], words: Mapping[str, object]) -> None:
    try:
        w = msgspec.convert(dict(words), Words)
    except msgspec.ValidationError as error:
        raise BadScenario(f"The words of the scenario cannot be used: {error}.") from None
    for seat in (w.start, w.turn, w.favor):
        if isinstance(seat, int) and not 0 <= seat < s.seats:
            raise BadScenario(f"There is no seat {seat} at this table of {s.seats}.")
    for name, rows in (("gold", w.gold), ("towns", w.towns), ("hands", w.hands), ("secrets", w.secrets)):
        if rows is not None and len(rows) != s.seats:
            raise BadScenario(f"The word {name} lists {s.seats} seats, one after the other.")
    place_gold(s, w)
    place_cards(s, w)
    place_markers(s, w)
    begin = Round()
    if w.turn is not None:
        begin.begin(s)
        begin.line = TURNS
        s.turn = (w.turn - s.start) % s.seats
    stack[:] = [begin]


def place_gold(s: Village, w: Words) -> None:
    if w.gold is not None:
        if sum(w.gold) > GOLD:
            raise BadScenario(f"The box has {GOLD} gold; this scenario uses {sum(w.gold)}.")
        s.gold = list(w.gold)
        s.bank = GOLD - sum(w.gold)


def place_cards(s: Village, w: Words) -> None:
    """Named zones are emptied first, then every named card is fetched from wherever it is."""
    starting = {slot for slot in range(len(s.face)) if s.box.cards[s.face[slot]].start}
    loose: list[int] = []
    if w.towns is not None:
        loose += [slot for town in s.town for slot in town]
        s.town = [()] * s.seats
    if w.hands is not None:
        loose += [slot for hand in s.hand for slot in hand]
        s.hand = [()] * s.seats
    if w.pool is not None:
        loose += s.pool
        s.pool, s.favor_card = (), NOWHERE
    deck = [*s.deck[s.dealt :], *(slot for slot in loose if slot not in starting)]
    gone = [*s.gone, *(slot for slot in loose if slot in starting)]
    s.deck, s.dealt = (), 0
    taken: set[int] = set()

    def fetch(card: str) -> int:
        number = s.box.number.get(card)
        if number is None:
            raise BadScenario(f"There is no card {card!r} in this box.")
        for source in (gone, deck):
            for slot in source:
                if s.face[slot] == number and slot not in taken:
                    source.remove(slot)
                    taken.add(slot)
                    return slot
        for rows in (s.town, s.hand):
            for seat, row in enumerate(rows):
                for slot in row:
                    if s.face[slot] == number and slot not in taken:
                        rows[seat] = tuple(other for other in row if other != slot)
                        taken.add(slot)
                        return slot
        for slot in s.pool:
            if s.face[slot] == number and slot not in taken:
                s.pool = tuple(other for other in s.pool if other != slot)
                taken.add(slot)
                return slot
        raise BadScenario(f"The scenario names {card!r} more often than the box has it.")

    top = [fetch(card) for card in w.deck or ()]
    pool = tuple([fetch(card) for card in w.pool or ()])
    for seat, town in enumerate(w.towns or ()):
        s.town[seat] += tuple([fetch(card) for card in town])
    for seat, hand in enumerate(w.hands or ()):
        s.hand[seat] += tuple([fetch(card) for card in hand])
    secret = [[fetch(card) for card in hand] for hand in w.secrets or ()]
    deck = [slot for slot in deck if slot not in starting]
    if w.deck_size is not None:
        rest = w.deck_size - len(top)
        if not 0 <= rest <= len(deck):
            raise BadScenario(f"The deck can have {len(top)} to {len(top) + len(deck)} cards here.")
        gone += deck[rest:]
        deck = deck[:rest]
    deck = top + deck
    if w.pool is None:
        pool = s.pool
        while len(pool) < s.pool_size() and deck:
            pool += (deck.pop(0),)
    elif len(pool) > s.pool_size():
        raise BadScenario(f"The pool has {s.pool_size()} places.")
    s.pool, s.deck, s.gone = pool, tuple(deck), tuple(gone)
    for slot in deck:
        s.seen[slot] = 0
    for slot in (*pool, *gone, *(slot for row in (*s.town, *s.hand) for slot in row)):
        s.show(slot)
    for seat, drawn in enumerate(secret):
        for slot in drawn:
            s.seen[slot] = 1 << seat
            s.secrets += 1
        s.hand[seat] += tuple(drawn)
    for seat in range(s.seats):
        if count(s, s.town[seat], s.box.kind[s.box.number["angry_mob"]]):
            raise BadScenario("An Angry Mob cannot stand in a town.")


def place_markers(s: Village, w: Words) -> None:
    if w.start is not None:
        s.start = w.start
    if w.round is not None:
        s.round = w.round
    if w.phase is not None:
        s.phase = PHASE_NUMBER[w.phase]
    if w.favor is not None:
        if not s.advanced:
            raise BadScenario("The basic game has no King's Favor.")
        s.favor_seat = s.favor_card = NOWHERE
        if isinstance(w.favor, int):
            s.favor_seat = w.favor
        elif w.favor != "bank":
            here = [slot for slot in s.pool if s.box.id_of[s.face[slot]] == w.favor]
            if not here:
                raise BadScenario(f"The King's Favor cannot lie on {w.favor!r}: it is not in the pool.")
            s.favor_card = here[0]
    elif s.favor_card not in s.pool:
        s.favor_card = NOWHERE
