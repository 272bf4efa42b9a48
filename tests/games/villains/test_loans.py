"""Who cannot pay is waited for where a deal could help, and nowhere else (R51): resources lie open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import knaves
from tests.games.villains.table import (
    BANK,
    RESERVES,
    A,
    C,
    city,
    move,
    options,
    play,
    reveal,
    state,
    unit,
    units,
    why,
)
from tests.support import ask_of, clause

ROBOTS = ["robots", "mafia", "bankers", "mutants"]
PAYOFF = [{"card": "police_payoff", "by": "B", "area": "bank"}]


def placing(**words: object) -> knaves.Position:
    return city(ROBOTS, step="place", energy={"A": 0}, **words)


def activating(**words: object) -> knaves.Position:
    """A move costs 2."""
    pos = city(
        ["mutants", "mafia", "bankers", "robots"],
        step="act",
        energy={"A": 1},
        units={"A": {"capitol": ["goon"]}},
        tokens={"bank": ["A move"], "church": ["A card"]},
        **words,
    )
    reveal(pos, BANK)
    return pos


def using_a_skill(**words: object) -> knaves.Position:
    """The cheapest of the Robots costs 1, and the Subway deploys one."""
    units = {"A": {"subway": ["readied talent"]}}
    return city(ROBOTS, step="act", energy={"A": 0}, units=units, tokens={"bank": ["A card"]}, **words)


def deploying(**words: object) -> knaves.Position:
    """After the first unit."""
    tokens = {"bank": ["A deploy"], "church": ["A card"]}
    pos = city(ROBOTS, step="act", energy={"A": 2}, tokens=tokens, **words)
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "talent"), RESERVES)
    return pos


def using_a_wild(**words: object) -> knaves.Position:
    tokens = {"bank": ["A wild"], "church": ["A card"]}
    pos = city(ROBOTS, step="act", energy={"A": 0}, tokens=tokens, **words)
    reveal(pos, BANK)
    return pos


def moving(**words: object) -> knaves.Position:
    """Two for the token, and one for each unit: a second cannot come."""
    pos = city(
        ["mutants", "mafia", "bankers", "robots"],
        step="act",
        energy={"A": 3},
        rules=PAYOFF,
        units={"A": {"capitol": ["goon", "mole"]}},
        tokens={"bank": ["A move"], "church": ["A card"]},
        **words,
    )
    reveal(pos, BANK)
    play(pos, "activate")
    move(pos, unit(A, "goon"), 0)
    return pos


@clause("villains", "deals.1", "place.3", "act.7", "deploy.3", "skill.6", "cost.2")
@pytest.mark.parametrize("short", [placing, activating, using_a_skill, deploying, using_a_wild, moving])
def test_nobody_waits_for_a_loan_that_cannot_come(short: Callable[..., knaves.Position]) -> None:
    for held, helps in (({"D": 1}, True), ({}, False)):
        ask = short(resources=held).ask()
        assert ask is not None and (ask.moment == "cannot_pay") == helps
        assert ("make a deal" in ask.prompt(ask.seats[0])) == helps


@clause("villains", "deals.1", "act.7")
def test_a_loan_must_be_large_enough() -> None:
    """A move costs 2."""
    for held, helps in (({"B": 1}, False), ({"B": 1, "C": 1}, True), ({"B": 2}, True)):
        pos = city(
            ["mutants", "mafia", "bankers", "robots"],
            step="act",
            energy={"A": 0},
            resources=held,
            units={"A": {"capitol": ["goon"]}},
            tokens={"bank": ["A move"], "church": ["A card"]},
        )
        reveal(pos, BANK)
        assert (options(pos) == [("discard",)]) == helps


@clause("villains", "bankers.6", "deals.1")
def test_who_is_acting_lends_nothing_for_the_gnome() -> None:
    """R52: C has begun an action and gives nothing away; B may."""
    for held, helps in (({"C": 5}, False), ({"B": 1}, False), ({"B": 2, "C": 5}, True)):
        pos = city(
            ["bankers", "mutants", "mafia", "robots"],
            step="act",
            who="C",
            energy={"A": 0},
            resources=held,
            units={"A": {"bank": ["champion", "patsy"]}, "C": {"bank": ["mole"]}},
            tokens={"bank": ["C hitman"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        assert (options(pos) == [("suffer", unit(A, "patsy"))]) == helps
        assert helps or state(pos).graves[0].killer == C


@clause("villains", "card.3", "deals.1")
def test_a_card_that_no_loan_could_pay_for_does_nothing() -> None:
    """Chicago Airlift costs 2, and Police Payoff adds 1 for each unit."""
    for held, helps in (({"B": 1}, True), ({}, False)):
        pos = city(
            ["mutants", "mafia", "bankers", "robots"],
            step="act",
            energy={"A": 2},
            resources=held,
            rules=PAYOFF,
            hands={"A": ["chicago_airlift"]},
            units={"A": {"capitol": ["goon"]}},
            tokens={"bank": ["A card"], "church": ["A deploy"]},
        )
        reveal(pos, BANK)
        play(pos, *options(pos, "play")[0])
        assert (options(pos) == [("done",)]) == helps


@clause("villains", "card.1", "act.7", "deals.1")
def test_who_cannot_pay_for_any_card_is_told_so() -> None:
    unpaid = "Your card token in the Bank: you cannot pay for any of your cards."
    for held, rest in (({"B": 1}, " Make a deal, or discard the token."), ({}, " Discard the token.")):
        pos = city(
            step="act",
            energy={"A": 0},
            resources=held,
            hands={"A": ["massacre", "mobilize"]},
            tokens={"bank": ["A card"], "church": ["A deploy"]},
        )
        reveal(pos, BANK)
        assert ask_of(pos).prompt(A) == unpaid + rest
        assert options(pos) == [("discard",)]


@clause("villains", "skill.5", "deals.1")
def test_nobody_waits_for_a_loan_for_a_skill_that_is_used() -> None:
    for used, waited in (([], True), (["subway"], False), (["sewers"], True)):
        pos = using_a_skill(resources={"D": 1}, used={"A": used})
        assert (ask_of(pos).moment == "cannot_pay") == waited


@clause("villains", "act.7", "act.6")
def test_a_refusal_tells_a_cost_from_a_token_that_cannot_be_resolved() -> None:
    poor = activating(resources={"D": 1})
    assert why(poor, A, "activate") == ("You cannot pay for that.", "act.7")
    wild = using_a_wild(resources={"D": 1})
    assert why(wild, A, "use_as", 2) == ("You cannot pay for that.", "act.7")  # move
    assert why(wild, A, "use_as", 3) == ("It cannot be resolved here now.", "act.6")  # battle, against nobody


@clause("villains", "aliens.5", "aliens.6", "move.2")
def test_kau_may_come_where_others_could_not_pay_and_then_they_may_too() -> None:
    pos = city(
        ["aliens", "mutants", "bankers", "robots"],
        step="act",
        energy={"A": 2},
        rules=PAYOFF,
        units={"A": {"capitol": ["champion", "mole"]}},
        tokens={"bank": ["A move"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    while options(pos, "move"):
        play(pos, *options(pos, "move")[0])
    assert units(pos, A, BANK) == {"mole": 1, "champion": 1} and state(pos).energy[A] == 0


@clause("villains", "aliens.5", "capitol.2")
def test_nothing_is_said_to_be_added_once_kau_has_come_from_the_capitol() -> None:
    """The first of the areas."""
    for home, added in (("capitol", False), ("church", False), (None, True)):
        pos = city(
            ["aliens", "mutants", "bankers", "robots"],
            step="act",
            rules=PAYOFF,
            units={"A": {home: ["champion"]} if home else {"church": ["mole"]}},
            tokens={"bank": ["A invade"], "church": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        first = next(o for o in options(pos, "deploy") if o[1:][0] == unit(A, "champion" if home else "mole"))
        play(pos, *first)
        assert ("cards add 1" in ask_of(pos).prompt(A)) == added
