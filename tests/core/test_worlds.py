"""Imagined worlds: what an eye has not seen is worked out once, and anew when it has changed; mingled pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from knaves.core.data import field
from knaves.core.state import State
from tests.core.test_knowledge import A, B, table


class Hands(State):
    """Two decks; what was mingled bears a label."""

    label: list[int] = field(default=[], init=False)

    def mingled(self) -> Sequence[int]:
        return self.label


def two_decks(*labels: int) -> Hands:
    s = Hands(2)
    s.box_up([[0, 1, 2], [7, 8, 9]])
    s.label = list(labels)
    return s


def drawn(s: State, eye: int, n: int) -> State:
    twin = s.clone()
    twin.permute(s.unseen_by(eye), Random(n))
    return twin


def test_it_is_worked_out_once_for_many_worlds_and_for_clones() -> None:
    s = table([0, 1, 2, 3])
    first = s.unseen_by(A)
    assert s.unseen_by(A) is first and s.clone().unseen_by(A) is first
    assert s.unseen_by(B) is not first


def test_it_is_worked_out_anew_when_more_is_seen_or_known() -> None:
    s = table([0, 1, 2, 3])
    assert s.unseen_by(A).lots == [[0, 1, 2, 3]]
    s.show_to(1, A)
    assert s.unseen_by(A).lots == [[0, 2, 3]]
    s.rule_out([0], [3])
    assert [one.faces for one in s.unseen_by(A).open] == [(3,)]
    assert all(drawn(s, A, n).face[0] != 3 for n in range(50))
    hands = two_decks(1, 0, 0, 1, 0, 0)
    assert hands.unseen_by(A).groups == [[0, 3]]
    hands.label[4] = 1
    assert hands.unseen_by(A).groups == [[0, 3, 4]]


def test_mingled_pieces_may_lie_under_each_other_whatever_their_deck() -> None:
    s = two_decks(1, 0, 0, 1, 0, 0)
    found = Counter[bool]()
    for n in range(400):
        twin = drawn(s, A, n)
        assert sorted(twin.face) == sorted(s.face)
        assert all((face > 5) == (lot == 1) for face, lot in zip(twin.face, twin.lot, strict=True))
        assert [twin.lot[slot] for slot in (1, 2, 4, 5)] == [0, 0, 1, 1], "who was not mingled is of its deck"
        found[twin.lot[0] == 1] += 1
    assert 150 < found[True] < 250, "as often one way as the other"


def test_the_same_luck_draws_the_same_world_from_every_world_that_is_alike() -> None:
    s = two_decks(1, 0, 2, 1, 2, 0)
    s.show_to(5, A)
    for n in range(60):
        other = drawn(s, A, 1000 + n)
        mine, theirs = drawn(s, A, n), drawn(other, A, n)
        assert (mine.face, mine.lot) == (theirs.face, theirs.lot)


def test_who_has_seen_a_mingled_piece_knows_where_it_lies() -> None:
    s = two_decks(1, 1, 0, 1, 0, 0)
    s.show_to(0, A)
    assert {drawn(s, A, n).face[0] for n in range(40)} == {0}


def test_what_was_seen_before_it_was_mingled_is_under_one_of_the_label() -> None:
    """Of each deck the seen one is there in every world, under any of the slots, and the draw need not be mended."""
    s = two_decks(4, 4, 0, 4, 0, 0)
    s.mingle((0, 1, 3), (1 << A, 0, 1 << A))
    under: Counter[tuple[int, int]] = Counter()
    for n in range(400):
        twin = drawn(s, A, n)
        places = {twin.face[slot]: slot for slot in (0, 1, 3)}
        assert {0, 7} <= set(places)
        under[places[0], places[7]] += 1
    assert len(under) == 6 and min(under.values()) > 30
    assert {frozenset(drawn(s, B, n).face[slot] for slot in (0, 1, 3)) for n in range(200)} > {
        frozenset({0, 1, 7})
    }
    assert s.unseen_by(A).open == [] or all(one.most == 0 for one in s.unseen_by(A).open)


def test_what_joins_a_label_joins_what_is_known_of_it() -> None:
    s = two_decks(4, 4, 0, 0, 0, 0)
    s.mingle((0, 1), (1 << A, 0))
    s.label = [4, 4, 0, 4, 0, 0]
    s.mingle((0, 1, 3), (0, 0, 0))
    assert all({0, 1, 3} <= set(one.slots) for one in s.known())
    assert all(0 in [drawn(s, A, n).face[slot] for slot in (0, 1, 3)] for n in range(60))
