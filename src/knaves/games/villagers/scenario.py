"""Constructed positions: what differs from the set-up. README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.core.words import counted, so_many
from knaves.games.villagers.cards.effects import PHASE_NUMBER, RECRUIT, RESET
from knaves.games.villagers.cards.faces import MOB
from knaves.games.villagers.rules.reset import pass_marker
from knaves.games.villagers.rules.score import count
from knaves.games.villagers.rules.sequence import Round
from knaves.games.villagers.rules.variants import recruit_turns
from knaves.games.villagers.state import NOWHERE, Village

BANK = -2  # where the King's Favor can lie, beside a seat


def arrange(s: Village, stack: list[Step[Village]], given: Mapping[str, object]) -> None:
    everyone, begin, first, who = s.everyone, Round(), s.favor_card, words.seat(s)
    s.deck, s.dealt = s.deck[s.dealt :], 0
    zones = words.Zones(s, "gone", "deck", "town", "hand", "pool")
    card = zones.named(s.box.id_of, "card")
    cards, top = words.rows(card), list[int]()
    stack[:] = [begin]
    s.declare_nothing()
    s.turn = 0

    def back(slot: int) -> None:
        """To the bottom of the deck; a starting card, which is never in the deck, out of the game."""
        field = "gone" if s.box.cards[s.face[slot]].start else "deck"
        setattr(s, field, (*getattr(s, field), slot))

    def favor(value: object, word: str) -> None:
        """On a seat, a card of the pool, or with the bank. Not said: where it lay, if that is still there."""
        s.deck = (*top, *s.deck)
        fill_pool(s, "pool" in given)
        if value is None:
            s.favor_card = first if first in s.pool else NOWHERE
            return
        if not s.advanced:
            words.wrong("The basic game has no King's Favor.")
        s.favor_seat = s.favor_card = NOWHERE
        if isinstance(value, str) and value in s.box.number:
            here = [slot for slot in s.pool if s.box.id_of[s.face[slot]] == value]
            if not here:
                words.wrong(f"The King's Favor cannot lie on {value!r}: it is not in the pool.")
            s.favor_card = here[0]
        elif (at := words.either({"bank": BANK}, who)(value, word)) != BANK:
            s.favor_seat = at

    def turn(seat: int) -> None:
        begin.begin(s)
        if s.phase == RESET and s.favor_seat != NOWHERE:
            pass_marker(s)  # the Favor was kept; without one to ask about it has passed
        begin.go("turns")
        s.turn = (seat - s.start) % s.seats

    words.read(
        "Villagers",
        given,
        {
            "round": words.sets(s, "round", words.number(1, 99)),
            "phase": words.sets(s, "phase", words.one_of(PHASE_NUMBER, "phase")),
            "start": words.sets(s, "start", who),
            "gold": words.shares(s, "gold", "bank", "gold"),
            "deck": words.does(cards, top.extend),
            "pool": zones.holds("pool", card, "deck"),
            "towns": words.lays(s, "town", card, lambda _: everyone, back),
            "hands": words.lays(s, "hand", card, lambda _: everyone, back),
            "secrets": words.lays(s, "hand", card, words.own),
            "deck_size": words.does(words.number(0, len(s.face)), lambda size: leave(s, size - len(top))),
            "favor": favor,
            "turn": words.does(who, turn),
        },
        {"favor": None},
    )
    s.secrets = sum(s.seen[slot] != everyone for hand in s.hand for slot in hand)
    check(s)


def leave(s: Village, rest: int) -> None:
    """So many cards are left in the deck below those that are named; the others are out of the game."""
    if not 0 <= rest <= len(s.deck):
        words.wrong(
            f"`deck_size`: beside the named cards the deck can have {len(s.deck)} at most, not {rest}."
        )
    s.deck, s.gone = s.deck[:rest], (*s.gone, *s.deck[rest:])


def fill_pool(s: Village, named: bool) -> None:
    more = s.pool_size() - len(s.pool)
    if more < 0:
        words.wrong(f"The pool has {s.pool_size()} places.")
    if not named:
        s.pool, s.deck = (*s.pool, *s.deck[:more]), s.deck[more:]
    for slot in (*s.pool, *s.gone):
        s.show(slot)


def check(s: Village) -> None:
    """Cards lie where the game could have brought them, and everybody can recruit who still has to."""
    if any(count(s, town, MOB) for town in s.town):
        words.wrong("An Angry Mob cannot stand in a town.")
    if found := [slot for slot in (*s.pool, *s.deck) if s.box.cards[s.face[slot]].start]:
        name = s.box.id_of[s.face[found[0]]]
        words.wrong(f"{name!r} is a starting card: it is never in the deck nor in the pool.")
    if s.secrets and not s.advanced:
        words.wrong("In the basic game nobody draws a card in secret.")
    to_come = recruit_turns(s) - s.turn if s.phase == RECRUIT else 0
    if len(s.pool) < to_come:
        turns = counted(to_come, "recruit turn is", "recruit turns are")
        cards = so_many(len(s.pool), "card")
        words.wrong(f"The pool has {cards}, and {turns} to come: not everybody can recruit.")
