"""Imagined worlds: what an eye has not seen is worked out once, and anew when it has changed; mingled pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import chain, permutations, product
from random import Random

import pytest

from knaves.core import worlds
from knaves.core.data import field
from knaves.core.knowledge import Fact, fits
from knaves.core.state import State
from knaves.core.worlds import WAYS, Few, Pin, Sight, Unseen
from tests.core.test_knowledge import A, B, table


class Hands(State):
    """Two decks; what was mingled bears a label."""

    label: list[int] = field([])

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
    assert two_decks(1, 0, 2, 1, 2, 3).unseen_by(A).groups == [[0, 3], [2, 4]], "each label for itself"


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


def test_what_an_eye_has_not_seen() -> None:
    s = two_decks(1, 0, 0, 1, 0, 0)
    s.show_to(5, A)
    s.rule_out([1], [0])
    facts = s.known()
    sight = Sight(A, s.face, s.lot, s.seen, s.label, facts)
    what = worlds.unseen(sight)
    assert what.sight == sight and what.sight.seen is not s.seen, "what was seen then"
    assert (what.facts, what.open) == (facts, list(facts))
    assert (what.lots, what.rows) == ([[0, 1, 2], [3, 4]], [[1, 2], [7, 8]])
    assert what.pins == [Pin(0, frozenset({0, 2}), [0])], "what one slot cannot have lies on the others"
    assert (what.groups, what.first_face, what.first_lot) == ([[0, 3]], [*s.face], s.lot)
    assert (what.loose, what.told) == ([], 0)
    one_of_two = Fact((3, 4), (7, 9), 1, 1, 1)
    other = worlds.unseen(sight._replace(known=(*facts, one_of_two), seen=[0] * 6))
    assert (other.loose, other.told) == ([], 1), "the first deck may be dealt anyhow"
    assert other.lots == [[3, 4, 5], [0, 1, 2]] and other.dealt == [[5], [0, 1, 2]]
    four = [[0, 1], [1, 0], [1, 2], [2, 1]]  # of 7, 8 and 9
    assert other.few == [Few(0, [3, 4], four)] and other.below == [4, 2, 2, 2]
    assert worlds.unseen(sight._replace(eye=B, known=())).lots == [[0, 1, 2], [3, 4, 5]]
    theirs = tuple(one._replace(eyes=1 << B) for one in facts)
    assert worlds.unseen(sight._replace(known=theirs)).facts == ()
    assert worlds.lots_of((0, 1, 0, 2, 1)) == ((0, 2), (1, 4))


def test_mingled_pieces_begin_sorted_whatever_lies_where() -> None:
    s = two_decks(1, 0, 0, 1, 0, 0)
    swapped = worlds.unseen(Sight(A, (7, 1, 2, 0, 8, 9), (1, 0, 0, 0, 1, 1), s.seen, s.label, ()))
    plain = worlds.unseen(Sight(A, s.face, s.lot, s.seen, s.label, ()))
    assert (
        (swapped.first_face, swapped.first_lot) == (plain.first_face, plain.first_lot) == ([*s.face], s.lot)
    )
    assert (swapped.lots, swapped.rows, swapped.groups) == (plain.lots, plain.rows, plain.groups)


FACTS = [Fact((0, 1, 2), (0, 1, 6), 2, 2, 1), Fact((3, 4), (2, 7), 1, 2, 1), Fact((5,), (5, 7), 0, 0, 1)]
TIGHT = [*FACTS, Fact((6, 7), (3, 4, 5), 2, 2, 1), Fact((0, 5), (0, 3), 1, 1, 1)]


def digest_of(found: Iterable[Sequence[int]]) -> str:
    return blake2b(b"".join(bytes(face) for face in found), digest_size=8).hexdigest()


def test_who_has_the_same_luck_imagines_the_same_worlds_in_every_version() -> None:
    """Experiments are repeated by their seeds. These digests were written down with the worlds as they are drawn now:
    whoever changes them on purpose says so in the changelog."""
    for facts, kept in ((FACTS, "d301c24a43408db7"), (TIGHT, "052117d5c8c44fe9")):
        found = []
        for n in range(25):
            guess, luck = worlds.Guess([*range(8)], [[0, 1, 2, 3, 4, 5, 6, 7]], facts), Random(n)
            assert guess.search(luck)
            found.append(tuple(guess.face))
            guess.walk(luck)
            found.append(tuple(guess.face))
            assert all(fits(one, guess.face) for one in facts) and sorted(guess.face) == [*range(8)]
        assert digest_of(found) == kept
    s = table([*range(8)], [10, 11, 12])
    s.facts = tuple(one._replace(eyes=0b1111) for one in TIGHT)
    s.know([8, 9], [10], 1)
    assert digest_of(drawn(s, B, n).face for n in range(25)) == "a52f912567cfe0df"


HOMES = [
    [Fact((0, 1, 2), (0, 1), 2, 2, 1)],
    [Fact((0, 1), (0,), 1, 1, 1), Fact((0, 1, 2, 3), (1, 2), 2, 2, 1)],  # one within the other
    [Fact((0, 1), (0, 1), 2, 2, 1), Fact((2, 3), (4,), 1, 1, 1)],  # side by side
    [Fact((0, 1), (0,), 0, 0, 1), Fact((2,), (0, 3), 0, 0, 1)],  # where they cannot be
    [Fact((0, 1, 2), (0,), 1, 1, 1), Fact((2, 3, 4), (1,), 1, 1, 1)],  # across: the second is no pin
    [Fact((0, 1, 2), (0, 1), 2, 2, 1), Fact((0, 3), (2, 3), 1, 1, 1)],  # beside what must be tried
]


@pytest.mark.parametrize("facts", HOMES)
def test_pinned_faces_lie_in_every_world_that_fits_as_often_as_in_any_other(facts: list[Fact]) -> None:
    true = next(face for face in permutations(range(5)) if all(fits(one, face) for one in facts))
    what = worlds.unseen(Sight(0, true, (0,) * 5, [0] * 5, [], tuple(facts)))
    assert what.pins and not what.few
    assert_even(what, [face for face in permutations(range(5)) if all(fits(one, face) for one in facts)])


def assert_even(what: Unseen, every: Sequence[tuple[int, ...]]) -> None:
    """Each of these worlds is drawn as often as any other, and no world beside."""
    expected = Counter(every)
    found, draws, rng = Counter[tuple[int, ...]](), 9_000, Random(1)
    for _ in range(draws):
        found[worlds.draw(what, rng)[0]] += 1
    assert found.keys() == expected.keys()
    mean = {face: draws * times / len(every) for face, times in expected.items()}
    spread = sum((n - mean[face]) ** 2 / mean[face] for face, n in found.items())
    assert spread < len(expected) + 4 * (2 * len(expected)) ** 0.5


LISTED = [
    [Fact((0,), (0, 1, 2), 1, 1, 1), Fact((3,), (2, 3), 1, 1, 1)],  # one face could lie on either
    [Fact((1,), (2, 5), 1, 1, 1), Fact((0, 1, 2), (0, 3, 4), 2, 3, 1)],  # a slot, and how many of several
]


@pytest.mark.parametrize("true", [(0, 1, 2, 3, 4, 5), (0, 0, 2, 3, 4, 5), (0, 0, 2, 3, 3, 5)])
@pytest.mark.parametrize("facts", LISTED)
def test_what_lies_on_few_slots_is_drawn_from_a_list(facts: list[Fact], true: tuple[int, ...]) -> None:
    every = [face for face in permutations(true) if all(fits(one, face) for one in facts)]
    what = worlds.unseen(Sight(0, every[0], (0,) * 6, [0] * 6, [], tuple(facts)))
    assert what.few and not what.pins and not what.loose
    assert_even(what, every)


def test_where_there_would_be_too_many_ways_a_world_is_tried() -> None:
    fact = Fact((0, 1), (0, 1, 5), 1, 2, 1)
    few = worlds.unseen(Sight(0, tuple(range(6)), (0,) * 6, [0] * 6, [], (fact,)))
    assert [len(one.ways) for one in few.few] == [24] and not few.loose
    many = worlds.unseen(Sight(0, tuple(range(9)), (0,) * 9, [0] * 9, [], (fact,)))
    assert WAYS < 9 * 8 and not many.few and many.loose == [fact]


def test_a_list_beside_pins_and_what_must_be_tried() -> None:
    decks = ((0, 1, 2), (10, 11, 12), (20, 21))
    facts = (
        Fact((0,), (0, 1), 1, 1, 1),  # listed
        Fact((3, 4), (10,), 1, 1, 1),  # a pin
        Fact((5, 6), (11, 20), 1, 1, 1),  # about two decks
    )
    every = [
        face
        for rows in product(*map(permutations, decks))
        if all(fits(one, face := tuple(chain(*rows))) for one in facts)
    ]
    what = worlds.unseen(Sight(0, every[0], (0,) * 3 + (1,) * 3 + (2,) * 2, [0] * 8, [], facts))
    assert (len(what.few), len(what.pins), what.loose, what.told) == (1, 1, [facts[2]], 3)
    assert_even(what, every)


def test_a_fact_about_two_decks_is_tried() -> None:
    """What lies in one of them says something about the other."""
    both = Fact((0, 3), (0, 7), 1, 1, 1)
    every = [
        (*one, *two)
        for one in permutations((0, 1, 2))
        for two in permutations((7, 8))
        if fits(both, (*one, *two))
    ]
    what = worlds.unseen(Sight(0, every[0], (0, 0, 0, 1, 1), [0] * 5, [], (both,)))
    assert not what.few and what.loose == [both]
    for n in range(50):
        assert worlds.draw(what, Random(n))[0] in every


def test_faces_of_another_deck_are_not_pinned_by_their_numbers() -> None:
    home = Fact((0, 1), (0,), 1, 1, 1)
    what = worlds.unseen(Sight(0, (0, 1, 2, 0, 1), (0, 0, 0, 1, 1), [0] * 5, [], (home,)))
    assert what.pins == [Pin(0, frozenset({0, 1}), [0])] and what.rows == [[1, 2], [0, 1]]
    worlds_drawn = {worlds.draw(what, Random(n))[0] for n in range(60)}
    assert {face[3:] for face in worlds_drawn} == {(0, 1), (1, 0)} and all(
        0 in face[:2] for face in worlds_drawn
    )


def test_where_no_world_is_found_the_walk_begins_with_the_true_one() -> None:
    never = Fact((0, 1), (9,), 1, 1, 1)
    what = worlds.unseen(Sight(A, (0, 1, 2, 7, 8), (0, 0, 0, 1, 1), [0] * 5, [], (never,)))
    assert what.told == 1
    for n in range(20):
        face, lot = worlds.draw(what, Random(n))
        assert face[:3] == (0, 1, 2) and sorted(face[3:]) == [7, 8] and lot is what.sight.lot
