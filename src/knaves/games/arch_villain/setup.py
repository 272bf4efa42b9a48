"""Laying out the box."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.game import Value
from knaves.core.step import Step
from knaves.games.arch_villain.cards.names import DIE, ENERGY, HEALTH, ITEMS, TOKENS
from knaves.games.arch_villain.rules.round import FiveRounds
from knaves.games.arch_villain.state import HeroCity

START_ENERGY = 10  # setup.1


def set_up(s: HeroCity, options: Mapping[str, Value]) -> Step[HeroCity]:
    b, seats = s.box, s.seats
    heroes = list(range(len(b.heroes)))
    s.mix(heroes)
    s.hero = tuple(heroes[:seats])
    decks = s.box_up(b.faces)
    for deck in decks:
        s.shuffle(deck)  # setup.4, setup.6
    s.decks = [tuple(deck) for deck in decks]
    s.show(s.villain_slot)
    s.supply = list(b.supply)
    s.energy, s.health, s.dice_tokens = [0] * seats, [0] * seats, [0] * seats
    for seat, hero in enumerate(s.hero):
        s.gain(seat, ENERGY, START_ENERGY)
        s.gain(seat, HEALTH, b.heroes[hero].health)
        s.gain(seat, DIE, b.heroes[hero].dice)
    s.skill = [0] * (seats * 3)  # setup.7
    s.score, s.moved, s.fate = [0] * seats, [0] * seats, [0] * seats
    s.reward, s.arrested_on = [-1] * seats, [-1] * seats
    s.green = [0] * len(ITEMS)
    s.hand = [()] * seats
    s.lying = [()] * len(b.spaces)
    s.tokens = [0] * (len(b.spaces) * TOKENS)
    first = s.below(seats)  # setup.3
    s.order = [(first + at) % seats for at in range(seats)]  # round.4
    return FiveRounds()
