"""While the cards of a mission are open: why one thing or another cannot be done with the count."""

from __future__ import annotations

from typing import Any

import knaves
from tests.games.syndicate.table import GOLDHAMMER, at, city, with_values
from tests.support import ask_of, clause, do, refused

OTHERS = ["shadowheart", "supernova", "doomking"]


def opened(p: knaves.Position) -> knaves.Position:
    """Everybody has laid the last card of the hand."""
    do(p, 0, "begin")
    for seat in range(p.seats):
        do(p, seat, "lay", city(p).hand[seat][-1])
    return p


def counting(goal: str, **words: Any) -> knaves.Position:
    """Seat 0, who holds this goal, has the count before it."""
    return opened(with_values(1, 1, 1, 1, goals=[goal, *OTHERS], **words))


def why(p: knaves.Position, thing: str) -> tuple[str, str]:
    found = ask_of(p).why_not(0, thing)
    assert found is not None
    return found.reason, found.clause


@clause("syndicate", "spy.3")
def test_a_card_of_the_mission_says_who_could_take_it_out_and_what_that_costs() -> None:
    p = counting("spy", revealed=[0], coins=[1, 3, 3, 3])
    first = city(p).shown[0]
    poor = "Taking a card out costs 2 coins; you have 1 coin."
    assert why(p, f"card:{first}") == (poor, "spy.3")
    assert refused(p, 0, "remove", first).reason == poor
    for other in (counting("spy"), counting("goldhammer", revealed=[0])):
        assert why(other, f"card:{city(other).shown[0]}") == (
            "Only the Government Spy, once revealed, takes a card out of the mission.",
            "spy.3",
        )


@clause("syndicate", "goldhammer.3")
def test_a_result_that_cannot_be_raised_so_far_says_why() -> None:
    p = counting("goldhammer", revealed=[0], coins=[2, 3, 3, 3])
    said = refused(p, 0, "raise", 3)
    assert (said.reason, said.clause) == ("That costs 3 coins; you have 2 coins.", "goldhammer.3")
    for other in (counting("goldhammer"), counting("spy", revealed=[0])):
        said = refused(other, 0, "raise", 1)
        assert said.reason == "Only the Agent of Goldhammer, once revealed, raises the result."
        assert said.clause == "goldhammer.3"


@clause("syndicate", "mission.3", "ability.1")
def test_no_card_is_laid_and_no_villain_activated_at_the_count() -> None:
    p = opened(at(step="begin"))
    assert why(p, f"card:{city(p).hand[0][0]}") == (
        "The cards are open: none is laid for this mission any more.",
        "mission.3",
    )
    assert why(p, f"villain:{GOLDHAMMER}") == ("The Action phase of this turn is over.", "ability.1")
