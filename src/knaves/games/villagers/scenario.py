"""Constructed positions: what differs from the set-up. README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.scenario import (
    Zones,
    by_seat,
    does,
    either,
    lays,
    number,
    one_of,
    read,
    rows,
    seat,
    sets,
    shares,
    wrong,
)
from knaves.core.step import Step
from knaves.games.villagers.cards.effects import PHASE_NUMBER, RECRUIT
from knaves.games.villagers.cards.faces import MOB
from knaves.games.villagers.rules.score import count
from knaves.games.villagers.rules.sequence import Round
from knaves.games.villagers.state import NOWHERE, Village

BANK = -2  # where the King's Favor can lie, beside a seat


def arrange(s: Village, stack: list[Step[Village]], given: Mapping[str, object]) -> None:
    everyone, first = s.everyone, s.favor_card
    s.deck, s.dealt = s.deck[s.dealt :], 0
    cards = Zones(s, "gone", "deck", "town", "hand", "pool")
    ids = s.box.id_of

    def back(slot: int) -> None:
        """To the bottom of the deck; a starting card, which is never in the deck, out of the game."""
        field = "gone" if s.box.cards[s.face[slot]].start else "deck"
        setattr(s, field, (*getattr(s, field), slot))

    card = cards.named(lambda slot: ids[s.face[slot]], s.box.number, "card")
    top: list[int] = []
    turn: list[int] = []

    def pool(value: object, word: str) -> None:
        cards.empty("pool", "deck")
        s.pool = tuple(rows(card)(value, word))

    def secrets(hands: dict[int, list[int]]) -> None:
        for who, slots in hands.items():
            s.hand[who] += tuple(slots)
            s.secrets += len(slots)
            for slot in slots:
                s.seen[slot] = 1 << who

    read(
        "Villagers",
        given,
        {
            "round": sets(s, "round", number(1, 99)),
            "phase": sets(s, "phase", one_of(PHASE_NUMBER, "phase")),
            "start": sets(s, "start", seat(s)),
            "gold": shares(s, "gold", "bank", "gold"),
            "deck": does(rows(card), top.extend),
            "pool": pool,
            "towns": lays(s, "town", card, lambda _: everyone, back),
            "hands": lays(s, "hand", card, lambda _: everyone, back),
            "secrets": does(by_seat(s, rows(card)), secrets),
            "deck_size": does(number(0, len(s.face)), lambda size: leave(s, size - len(top))),
            "turn": does(seat(s), turn.append),
        },
        ("favor",),
    )
    s.deck = (*top, *s.deck)
    fill_pool(s, "pool" in given)
    for slot in (*s.pool, *s.gone):
        s.show(slot)
    if any(count(s, town, MOB) for town in s.town):
        wrong("An Angry Mob cannot stand in a town.")
    place_favor(s, given.get("favor"), first)
    begin = Round()
    if turn:
        begin.begin(s)
        begin.go("turns")
        s.turn = (turn[0] - s.start) % s.seats
    stack[:] = [begin]


def leave(s: Village, rest: int) -> None:
    """So many cards are left in the deck below those that are named; the others are out of the game."""
    if not 0 <= rest <= len(s.deck):
        wrong(
            f"`deck_size`: the deck can have at most {len(s.deck)} cards here beside those that are named, not {rest}."
        )
    s.deck, s.gone = s.deck[:rest], (*s.gone, *s.deck[rest:])


def fill_pool(s: Village, named: bool) -> None:
    places = s.pool_size()
    if len(s.pool) > places:
        wrong(f"The pool has {places} places.")
    if named and not s.pool and s.phase == RECRUIT:
        wrong("The pool has a card at least: with none nobody can recruit.")
    if not named:
        more = places - len(s.pool)
        s.pool, s.deck = (*s.pool, *s.deck[:more]), s.deck[more:]


def place_favor(s: Village, given: object, before: int) -> None:
    """On a seat, a card of the pool, or with the bank."""
    if given is None:
        s.favor_card = before if before in s.pool else NOWHERE
        return
    if not s.advanced:
        wrong("The basic game has no King's Favor.")
    s.favor_seat = s.favor_card = NOWHERE
    if isinstance(given, str) and given in s.box.number:
        here = [slot for slot in s.pool if s.box.id_of[s.face[slot]] == given]
        if not here:
            wrong(f"The King's Favor cannot lie on {given!r}: it is not in the pool.")
        s.favor_card = here[0]
    elif (who := either({"bank": BANK}, seat(s))(given, "favor")) != BANK:
        s.favor_seat = who
