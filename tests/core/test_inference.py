"""The parts of inference one by one: what is left of a fact when cards are hidden, what a guess costs and how it is
mended."""

from __future__ import annotations

from random import Random

import pytest

from knaves.core import knowledge, worlds
from knaves.core.knowledge import (
    Fact,
    Inference,
    Note,
    bits_of,
    fact,
    facts_of,
    hidden,
    row_of,
    sights_of,
    sound,
)
from knaves.core.worlds import Guess

FACES = (0, 1, 2, 3, 4, 4)
ONE_LOT = Inference(FACES, (0,) * 6)
ONCE = 0b1111  # the faces 0 to 3
ALL = 0b11


def hidden_from(
    facts: list[Fact], seen: dict[int, int], group: tuple[int, ...], eyes: int
) -> tuple[Fact, ...]:
    sights = sights_of(seen, [*seen.values()])
    return facts_of(hidden([row_of(one) for one in facts], ONE_LOT, sights, group, eyes))


@pytest.mark.parametrize(
    ("row", "well"),
    [
        (Fact((0, 5), (1,), 0, 1, 1), True),
        (Fact((0, 6), (1,), 0, 1, 1), False),  # out of the box
        (Fact((-1, 5), (1,), 0, 1, 1), False),
        (Fact((5, 0), (1,), 0, 1, 1), False),  # rows are sorted
        (Fact((0, 5), (2, 1), 0, 1, 1), False),
        (Fact((0, 5), (-1, 1), 0, 1, 1), False),  # no such faces
        (Fact((0, 5), (1, knowledge.FACES), 0, 1, 1), False),
        (Note((0, 5), (1,), 0, 1, 1), True),
        (Note((5, 0), (), 0, 0, 1, (1, 2)), True),  # hidden: in the order in which they lay
        (Note((5, 0), (), 0, 0, 1, (1,)), False),
        (Note((5, 5), (), 0, 0, 1, (1, 2)), False),
        (Note((5, 5), (), 0, 0, 1, (1,)), False),
    ],
)
def test_a_row_that_play_could_have_written(row: Fact | Note, well: bool) -> None:
    assert sound(row, 6) is well


def test_what_each_eye_has_seen() -> None:
    assert sights_of((4, 2, 0), (0b101, 0b001, 0)) == [0b10100, 0, 0b10000]
    assert sights_of((), ()) == [] and sights_of((1,), (0,)) == []


def test_of_a_count_what_it_says_of_faces_that_are_not_seen() -> None:
    def apart(one: Fact, *sight: int) -> Fact:
        return facts_of([knowledge._apart(row_of(one), ONE_LOT, bits_of(sight), ONCE)])[0]

    two_of_three = Fact((0, 1, 2), (0, 1, 3), 2, 2, 1)
    assert apart(two_of_three) == two_of_three
    assert apart(two_of_three, 2, 4) == two_of_three, "none of its faces is seen"
    assert apart(two_of_three, 0, 3) == Fact((0, 1, 2), (1,), 1, 1, 1), "one here, one elsewhere"
    assert apart(two_of_three, 3) == Fact((0, 1, 2), (0, 1), 2, 2, 1)
    at_most = two_of_three._replace(least=0)
    assert apart(at_most, 0) == at_most, "a bound from above says nothing of single faces"
    fours = Fact((3, 4), (4,), 1, 1, 1)
    assert apart(fours, 4) == fours, "there is another of these"


def test_what_holds_for_some_of_a_group_holds_for_the_rest_and_for_all_of_it() -> None:
    def blurred(sight: int, inside: int) -> tuple[Fact, ...]:
        return facts_of(knowledge._blurred(row_of(Fact((0, 1), (0, 3), 1, 1, 1)), ONE_LOT, sight, inside))

    assert blurred(0b1000, 0b1110) == (
        Fact((0,), (0, 3), 0, 1, 1),
        Fact((0, 1, 2, 3), (0, 3), 2, 3, 1),  # the seen one more, and one that nobody has seen
    )
    assert blurred(0b0010, 0b0110) == (Fact((0,), (0, 3), 0, 1, 1), Fact((0, 1, 2), (0, 3), 1, 2, 1))


def test_what_was_seen_is_among_the_group() -> None:
    rows = facts_of(knowledge._seen_among(FACES, 0b10011, (0, 1, 3, 4, 5), ONCE, 1))
    assert rows == (Fact((0, 1, 3, 4, 5), (0, 1), 2, 2, 1), Fact((0, 1, 3, 4, 5), (4,), 1, 3, 1))
    assert knowledge._seen_among(FACES, 0, (0, 1), ONCE, 1) == []


def test_faces_are_counted_among_the_lots_of_the_slots() -> None:
    two_lots = Inference(FACES, (0, 0, 0, 0, 0, 1))
    assert two_lots.kin(0b000011) == 0b011111 and two_lots.kin(0b100001) == 0b111111 and two_lots.kin(0) == 0
    assert two_lots.once(0b011111) == 0b11111 and two_lots.once(0b111111) == ONCE
    assert two_lots.bearing(0b10001) == 0b110001
    assert two_lots.says_as_much(0b011000, 0b10000, 0, 1), "of the two fours one is in another lot"
    assert not two_lots.says_as_much(0b110000, 0b10000, 0, 1)


def test_who_loses_sight_knows_of_the_group_and_the_others_know_as_before() -> None:
    elsewhere, whole = Fact((4, 5), (4,), 2, 2, ALL), Fact((0, 1, 2), (0, 1), 1, 2, ALL)
    partly = Fact((0, 3), (0,), 1, 1, ALL)
    seen = {0: 0b01, 1: 0b00, 2: 0b01}
    rows = hidden_from([elsewhere, whole, partly], seen, (0, 1, 2), 0b01)
    assert rows[:2] == (elsewhere, whole), "a fact about none of the group, or about all of it"
    assert partly._replace(eyes=0b10) in rows, "who still tells them apart"
    assert Fact((0, 1, 2), (0, 2), 2, 2, 0b01) in rows, "what was seen is among them"
    assert not any(row.slots == (0, 3) and row.eyes & 1 for row in rows)
    assert {row.eyes for row in rows} == {0b01, 0b10, ALL}
    two = hidden_from([partly], {0: 0b01, 1: 0b10, 2: 0}, (0, 1, 2), ALL)
    assert Fact((0, 1, 2), (0,), 1, 1, 0b01) in two and Fact((0, 1, 2), (1,), 1, 1, 0b10) in two


def test_who_does_not_lose_sight_keeps_what_it_knows_and_gets_nothing_new() -> None:
    theirs = Fact((0, 3), (0,), 1, 1, 0b01)
    rows = hidden_from([theirs], {0: 0b11, 1: 0b00, 2: 0b01}, (0, 1, 2), 0b10)
    assert rows == (theirs, Fact((0, 1, 2), (0,), 1, 1, 0b10)), "eye 0 looks on, eye 1 saw the first"
    ours = Fact((0, 3), (0, 1), 1, 1, 0b01)
    rows = hidden_from([ours], {0: 0b11, 1: 0b00, 2: 0b00}, (0, 1, 2), 0b11)
    assert Fact((0, 1, 2, 3), (1,), 0, 2, 0b01) in rows, "where the seen one lies is known better"
    assert all(row.eyes == 0b01 for row in rows if row.faces == (1,)), "what one eye knew it knows alone"
    assert all(row.eyes for row in hidden_from([theirs], {0: 0b10, 1: 0, 2: 0}, (0, 1, 2), 0b11))


def test_who_saw_nothing_learns_nothing_when_it_is_hidden() -> None:
    assert hidden_from([], {0: 0, 1: 0}, (0, 1), 0b11) == ()
    assert hidden_from([], {0: 0b10, 1: 0}, (0, 1), 0b01) == ()
    assert hidden_from([], {4: 0b01, 5: 0}, (4, 5), 0b01) == (Fact((4, 5), (4,), 1, 2, 0b01),), (
        "there are two"
    )


def test_the_same_knowledge_in_few_rows() -> None:
    def tidied(*rows: Fact, seen: tuple[int, ...] = (0,) * 6) -> tuple[Fact, ...]:
        return knowledge.tidy(rows, FACES, seen, (0,) * 6)

    row = Fact((0, 1, 2), (0, 1, 3), 1, 2, 1)
    nothing, nobody = Fact((0, 1), (0,), 0, 2, 1), row._replace(eyes=0)
    assert tidied(nothing, nobody, row) == (row,), "what says nothing, and what nobody knows"
    assert tidied(row._replace(most=3), row._replace(least=0)) == (row,), "the closer bound of each"
    assert tidied(row._replace(least=2, most=2), seen=(1, 0, 0, 0, 0, 0)) == (
        Fact((1, 2), (0, 1, 3), 1, 1, 1),
    )
    theirs = row._replace(least=2, most=2, eyes=0b10)
    assert tidied(theirs, seen=(0b10, 0, 0, 0, 0, 0)) == (Fact((1, 2), (0, 1, 3), 1, 1, 0b10),)
    both = theirs._replace(eyes=0b11)
    assert tidied(both, seen=(0b10, 0, 0, 0, 0, 0)) == (both,), "what one of them has not seen"
    out = Fact((0,), (1,), 0, 0, 1)
    others = Fact((0,), (2,), 0, 0, 1), Fact((1,), (2,), 0, 0, 1), Fact((0,), (3,), 0, 0, 2)
    assert tidied(out, *others) == (Fact((0,), (1, 2), 0, 0, 1), *others[1:])
    eyes = row._replace(eyes=2), row, row._replace(eyes=4)
    assert tidied(*eyes) == (row._replace(eyes=7),), "one row for all who know it"


def test_facts_of_the_same_faces_stay_few_and_those_that_say_most_stay() -> None:
    counted = [fact(range(n), (7,), least, 9, 1) for n, least in ((5, 1), (3, 1), (4, 2), (6, 3))]
    ruled_out = [fact((n,), (7,), 0, 0, 1) for n in range(5)]
    other = [fact((0, 1), (8,), 1, 1, 1), fact((0, 1), (7,), 1, 9, 2)]
    kept = facts_of(knowledge._thinned([row_of(one) for one in (*counted, *ruled_out, *other)]))
    assert [row for row in kept if not row.most] == ruled_out
    assert [row for row in kept if row.most == 9 and row.eyes == 1] == [counted[3], counted[2], counted[1]]
    assert all(row in kept for row in other)


def test_what_the_facts_say_of_slots_that_may_change() -> None:
    opened = worlds._open
    assert opened([Fact((0, 1, 2), (0, 1), 2, 2, 1)], FACES, {1, 2}) == [Fact((1, 2), (0, 1), 1, 1, 1)]
    assert opened([Fact((0, 1, 2), (0, 1), 1, 3, 1)], FACES, {1, 2}) == [], "it is true whatever they are"
    assert opened([Fact((0, 1, 2), (0, 1), 1, 2, 1)], FACES, {1, 2}) == [Fact((1, 2), (0, 1), 0, 1, 1)]
    assert opened([Fact((0, 1, 2), (0, 1), 0, 1, 1)], FACES, {1, 2}) == [Fact((1, 2), (0, 1), -1, 0, 1)]


def test_only_what_moves_is_mended() -> None:
    """Where a fact speaks of two lots, and one of them lies as pins have laid it."""
    across = Fact((1, 2), (7,), 1, 1, 1)
    for seed in range(30):
        guess = Guess([7, 5, 5, 5], [[0, 1]], [across])
        assert guess.search(Random(seed)) and guess.face == [5, 7, 5, 5]
    assert not Guess([5, 5, 5, 7], [[0, 1]], [across]).search(Random(1)), "no swap there can help"


def a_guess(*facts: Fact) -> Guess:
    return Guess(list(FACES), [[0, 1, 2, 3, 4, 5]], list(facts))


def test_a_guess_knows_how_far_it_is_out_and_what_a_swap_would_do() -> None:
    guess = a_guess(Fact((0, 1), (4,), 2, 2, 1), Fact((2, 3), (2, 3), 0, 1, 1), Fact((0, 2), (0, 5), 0, 1, 1))
    assert guess.counts == [0, 2, 1] and guess.wrong == 3
    for one in range(6):
        for two in range(6):
            trial = a_guess(*guess.facts)
            more = trial.change(one, two)
            trial.swap(one, two)
            wrong, counts = trial.wrong, trial.counts[:]
            trial.recount()
            assert (trial.wrong, trial.counts) == (wrong, counts) and wrong == guess.wrong + more, (one, two)
    assert guess.change(0, 4) == -1 and guess.change(2, 4) == -1 and guess.change(4, 5) == 0
    assert guess.change(0, 2) == -1, "the second fact gains, and the third has both slots"


def test_mending_ends_in_a_world_that_fits_or_says_that_it_has_none() -> None:
    for number in range(20):
        guess = a_guess(Fact((0, 1), (4,), 2, 2, 1), Fact((2, 3), (0, 1), 1, 1, 1))
        assert guess.search(Random(number)) is True and guess.wrong == 0
        assert all(knowledge.fits(one, guess.face) for one in guess.facts)
        guess.walk(Random(number))
        assert all(knowledge.fits(one, guess.face) for one in guess.facts) and sorted(guess.face) == [*FACES]
    never = a_guess(Fact((0, 1), (9,), 1, 1, 1))
    assert never.mend(Random(1)) is False and never.search(Random(1)) is False and never.wrong == 1
    both = a_guess(Fact((0,), (4,), 1, 1, 1), Fact((0,), (4,), 0, 0, 1))
    assert both.mend(Random(1)) is False and both.wrong == 1
