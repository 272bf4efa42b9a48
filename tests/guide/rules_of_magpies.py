"""Magpies: one test per clause. `test_guide.py` runs them, in a house that has this game on its shelf."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from tests.guide.magpies.state import Nest
from tests.support import clause, do, refused

BUTTON, SPOON, RING, CROWN = 0, 1, 4, 5


def table(*hands: list[str], **words: object) -> tuple[knaves.Position, Nest]:
    """Magpies with these jewels in hand."""
    setting = {"hands": [*hands], **words}
    position = knaves.scenario({"game": "magpies", "seats": len(hands), "seed": 1, "set": setting})
    assert isinstance(position.state, Nest)
    return position, position.state


@clause("magpies", "setup.1")
def test_set_up() -> None:
    position = knaves.start("magpies", seats=4, seed=1)
    s = position.state
    assert isinstance(s, Nest)
    assert [len(hand) for hand in s.hand] == [4, 4, 4, 4] and len(s.deck) == 8
    ask = position.ask()
    assert ask is not None and ask.seats == (0,)


@clause("magpies", "turn.1")
def test_one_asks_only_for_what_one_has() -> None:
    position, _ = table(["crown"], ["spoon"], [])
    ask = position.ask()
    assert ask is not None and ask.options(0) == [("ask", 1, CROWN), ("take",)]
    assert refused(position, 0, "ask", 1, SPOON).clause == "turn.1"
    assert refused(position, 0, "ask", 2, CROWN).clause == "turn.1"


@clause("magpies", "turn.2")
def test_all_of_them_are_given_and_the_turn_goes_on() -> None:
    position, s = table(["crown"], ["crown", "spoon", "crown"])
    do(position, 0, "ask", 1, CROWN)
    assert len(s.jewels(0, CROWN)) == 3 and s.kinds(1) == [SPOON]
    assert s.turn == 0
    spectator = position.view(None)
    assert [card["name"] for card in spectator["known"][0]] == ["Crown", "Crown"]  # type: ignore[index]


@clause("magpies", "turn.3")
def test_who_has_none_says_so_and_the_asker_draws() -> None:
    position, s = table(["crown"], ["spoon"])
    do(position, 0, "ask", 1, CROWN)
    assert len(s.hand[0]) == 2 and s.turn == 1


@clause("magpies", "turn.1", "turn.3")
def test_what_a_question_tells_is_remembered() -> None:
    position, _ = table(["crown"], ["spoon"])
    do(position, 0, "ask", 1, CROWN)
    for seed in range(100):
        world = position.imagine(None, Random(seed)).state
        assert isinstance(world, Nest)
        assert CROWN in world.kinds(0) and CROWN not in world.kinds(1)


@clause("magpies", "turn.4")
def test_a_card_may_be_taken_instead() -> None:
    position, s = table(["crown"], ["spoon"])
    do(position, 0, "take")
    assert len(s.hand[0]) == 2 and s.turn == 1


@clause("magpies", "sets.1")
def test_a_whole_set_may_be_laid_down() -> None:
    position, s = table(["crown"] * 4, ["spoon"] * 3)
    do(position, 0, "lay", CROWN)
    assert s.scores() == [6, 0] and s.turn == 1  # nothing is left to ask with: a card is taken


@clause("magpies", "end.1")
@pytest.mark.parametrize(
    ("laid", "scores", "winners"), [(["ring"], (6, 5), (0,)), (["ring", "button"], (6, 6), (0, 1))]
)
def test_one_more_turn_for_everybody_when_the_nest_is_empty(
    laid: list[str], scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    position, s = table(["crown"] * 4, ["ring"] * 4 + ["button"] * 4)
    do(position, 0, "lay", CROWN)
    for jewel in laid:
        do(position, 1, "lay", {"ring": RING, "button": BUTTON}[jewel])
    while s.deck:
        do(position, s.turn, "take")
    assert s.left == 2 and position.result is None
    for _ in range(2):
        do(position, s.turn, "take")
    assert position.result is not None
    assert (position.result.scores, position.result.winners) == (scores, winners)
