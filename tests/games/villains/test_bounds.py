"""Choices a person can make: short lists, plain words, undo until dice or a reveal."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.core.undo import can_be_undone
from tests.games.villains.table import BANK, A, city, options, play, reveal, rolls, state, token, unit
from tests.support import ask_of

# The longest lists are one entry a unit (24 Mutants), a token on the board (46 spaces) or a card in hand.
MOST_OPTIONS = 50


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_ask_lists_more_than_fifty_answers(seats: int) -> None:
    longest = 0
    for seed in range(12):
        pos = knaves.start("villains", seats=seats, seed=seed, factions="deal")
        rng = Random(seed)
        while (ask := pos.ask()) is not None:
            seat = ask.seats[0]
            may = ask.options(seat)
            longest = max(longest, len(may))
            assert len(may) <= MOST_OPTIONS
            pos.take(seat, rng.choice(may))
    assert longest > 8


def test_every_mutant_in_an_area_of_its_own_form_is_still_a_short_list() -> None:
    everywhere = {
        area: ["goon", "mole"] for area in ("capitol", "sewers", "police", "laboratory", "factory", "bank")
    }
    everywhere["church"] = ["talent", "readied talent", "mole", "patsy", "champion", "wounded champion"]
    pos = city(step="act", tokens={"university": ["A deploy"]}, units={"A": everywhere})
    reveal(pos, 6)
    play(pos, "activate")
    assert len(options(pos)) <= 24 + 1


def test_choices_can_be_taken_back_until_something_is_rolled_or_shown() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["2 patsy"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"], "police": ["A deploy"]},
    )
    first = next(o for o in options(pos, "reveal") if o[1:][1] == BANK)
    assert not can_be_undone(pos, A, first)  # a token was shown
    reveal(pos, BANK)
    rolls(pos, 9, 9)
    assert not can_be_undone(pos, A, ("activate",))  # dice
    deploy = city(step="act", tokens={"bank": ["A deploy"], "church": ["A deploy"]})
    reveal(deploy, BANK)
    assert can_be_undone(deploy, A, ("activate",))
    play(deploy, "activate")
    assert can_be_undone(deploy, A, ("deploy", unit(A, "goon"), 9))
    place = city(step="place")
    assert can_be_undone(place, A, ("area", BANK))
    play(place, "area", BANK)
    assert not can_be_undone(place, A, ("token", token(place, A, "card"), BANK))  # the next seat's turn


def test_refusals_and_reasons() -> None:
    pos = city(
        step="act",
        energy={"A": 0},
        units={"A": {"bank": ["goon"]}},
        tokens={"bank": ["A deploy"], "church": ["A deploy"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    ask = ask_of(pos)
    why = ask.why_not(A, f"unit:{unit(A, 'talent')}")
    assert why is not None and why.clause == "deploy.3" and "costs 1" in why.reason
    assert state(pos).energy[A] == 0


@pytest.mark.parametrize("passed", [0b1111, 0b11110000, 1 << 200, -1, 2**40 - 1])
@pytest.mark.parametrize("step", ["place", "act"])
def test_strange_numbers_do_not_hang_a_step(step: str, passed: int) -> None:
    """A save from a stranger may say that seats have passed which are not at the table."""
    pos = city(step=step, tokens={"bank": ["A card", "B card"]})
    state(pos).passed = passed
    play(pos, *options(pos)[-1])
    assert pos.ask() is not None
