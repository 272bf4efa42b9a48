"""Travelling with Kau: who accompanies him where cards hold units, or add to what they cost (R35)."""

from __future__ import annotations

import pytest

import knaves
from knaves.core.selection import answers_for
from knaves.core.step import things_of
from tests.games.villains.factions.seats import ALIENS
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    SEWERS,
    A,
    city,
    move,
    options,
    play,
    reveal,
    state,
    unit,
    units,
    waits,
    why,
)
from tests.support import ask_of, clause


def prompt(pos: knaves.Position) -> str:
    ask = ask_of(pos)
    return ask.prompt(waits(pos))


@clause("villains", "aliens.5", "aliens.6")
def test_who_stood_with_kau_follows_him_out_of_a_trap() -> None:
    """Deployed after him in the same action, though he has left; and out of another trap, for who is deployed along
    with him accompanies him (R35)."""
    pos = city(
        ALIENS,
        step="act",
        units={"A": {"church": ["champion", "goon"], "sewers": ["mole"]}},
        rules=[
            {"card": "trapped_like_rats", "by": "B", "area": "church"},
            {"card": "trapped_like_rats", "by": "B", "area": "sewers"},
        ],
        tokens={"bank": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert ("deploy", unit(A, "mole"), SEWERS) not in options(pos)
    play(pos, "deploy", unit(A, "champion"), CHURCH)
    goon = pos.clone()
    play(goon, "deploy", unit(A, "goon"), CHURCH)
    assert units(goon, A, BANK) == {"champion": 1, "goon": 1}
    play(pos, "deploy", unit(A, "mole"), SEWERS)
    assert units(pos, A, BANK) == {"champion": 1, "mole": 1}


TRAPS = [{"card": "trapped_like_rats", "by": "B", "area": area} for area in ("church", "sewers")]


@clause("villains", "aliens.5", "aliens.6")
@pytest.mark.parametrize("last", ["champion", "mole"])
def test_who_moves_along_with_kau_comes_out_of_any_trap_in_whatever_order_they_are_named(last: str) -> None:
    """R35: a mole of another trap is named only together with him, before or after him."""
    pos = city(
        ALIENS,
        step="act",
        units={"A": {"church": ["champion"], "sewers": ["mole"]}},
        rules=TRAPS,
        tokens={"capitol": ["A move"], "police": ["A card"]},
    )
    reveal(pos, CAPITOL)
    play(pos, "activate")
    assert "(whom a card holds comes only along with Kau)" in prompt(pos)
    source = {"champion": CHURCH, "mole": SEWERS}
    first = "mole" if last == "champion" else "champion"
    move(pos, unit(A, first), source[first])
    if last == "champion":
        assert options(pos) == options(pos, "move") and len(options(pos)) == 1  # he must, and is named
        assert ask_of(pos).shape(A).least == 2
        assert prompt(pos).endswith("So far: a mole from the Sewers; they come only along with Kau.")
        assert why(pos, A, "done") == (
            "Those chosen come only along with Kau: choose him too.",
            "aliens.5",
        )
    move(pos, unit(A, last), source[last])
    assert units(pos, A, CAPITOL) == {"champion": 1, "mole": 1}


@clause("villains", "aliens.5", "aliens.6", "conflict.2")
@pytest.mark.parametrize("kau", ["capitol", "reserve", "police", "own trap"])
def test_out_of_a_trap_nobody_comes_without_kau(kau: str) -> None:
    """He stands where they go already, he is not in play, no track joins his area, or his own card holds him."""
    at = {"capitol": ["champion"]} if kau == "capitol" else {"police": ["champion"]}
    rules = [*TRAPS, {"card": "trapped_like_rats", "by": "A", "area": "police"}]
    pos = city(
        ALIENS,
        step="act",
        units={"A": {"sewers": ["mole"], **({} if kau == "reserve" else at), "subway": ["goon"]}},
        rules=rules if kau == "own trap" else TRAPS,
        tokens={"capitol" if kau != "police" else "church": ["A move"], "university": ["A card"]},
    )
    reveal(pos, CAPITOL if kau != "police" else CHURCH)
    play(pos, "activate")
    assert units(pos, A, CAPITOL if kau != "police" else CHURCH).get("goon") == 1
    assert units(pos, A, SEWERS) == {"mole": 1}


@clause("villains", "aliens.5", "cost.2")
def test_with_kau_any_number_moves_whatever_cards_add_and_in_any_order() -> None:
    """R35: though there is 1 left for an added 1 each, three moles may be named before him; on a page they are one
    selection."""
    pos = city(
        ALIENS,
        step="act",
        energy={"A": 3},
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        units={"A": {"capitol": ["champion", "3 mole"]}},
        tokens={"bank": ["A move"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    kau, *moles = sorted(options(pos, "move"), key=lambda option: things_of(option)[1] != unit(A, "champion"))
    assert len(moles) == 3
    with pytest.raises(knaves.Refused, match="only along with Kau"):
        pos.clone().apply_all(A, answers_for(pos, A, moles[:2]))
    for order in ([*moles, kau], [kau, *moles], [moles[0], kau, *moles[1:]]):
        one = pos.clone()
        one.apply_all(A, answers_for(one, A, order))
        assert units(one, A, BANK) == {"champion": 1, "mole": 3} and state(one).energy[A] == 1
    alone = pos.clone()
    alone.apply_all(A, answers_for(alone, A, moles[:1]))
    assert units(alone, A, BANK) == {"mole": 1} and state(alone).energy[A] == 0
