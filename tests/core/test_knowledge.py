"""Facts, what becomes of them, and how evenly worlds are drawn that fit them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from knaves.core import knowledge, worlds
from knaves.core.dice import Dice
from knaves.core.errors import BadSave
from knaves.core.fields import load
from knaves.core.knowledge import Fact, fits
from knaves.core.state import State
from tests.support import plain_only

A, B, C, SPECTATOR = range(4)
ALL = 0b1111


def table(*lots: list[int]) -> State:
    """Three seats, nobody has seen anything."""
    s = State(3)
    s.dice = Dice(bytes(32))
    s.box_up(lots)
    return s


def imagined(s: State, eye: int, n: int = 0) -> State:
    twin = s.clone()
    twin.permute(twin.unseen_by(eye), Random(n))
    return twin


def inferred(s: State) -> tuple[Fact, ...]:
    """What is known beside what is seen now."""
    return knowledge.tidy(s.known(), s.face, s.seen, s.lot)


# -- facts ------------------------------------------------------------------------------------------------


def test_ruled_out_faces_of_the_same_slots_are_one_row() -> None:
    s = table([0, 1, 2, 3, 4, 5])
    s.rule_out([0, 1], [4])
    s.rule_out([1, 0], [5, 4])
    assert s.known() == (Fact((0, 1), (4, 5), 0, 0, ALL),)


def test_what_several_eyes_know_is_one_row_and_closer_bounds_win() -> None:
    s = table([0, 1, 2, 3, 4, 5])
    s.know([0, 1, 2], [0, 1, 5], 1, eyes=1 << A)
    s.know([0, 1, 2], [0, 1, 5], 2, 2, eyes=1 << A)
    s.know([0, 1, 2], [0, 1, 5], 2, 2, eyes=1 << B)
    assert s.known() == (Fact((0, 1, 2), (0, 1, 5), 2, 2, 1 << A | 1 << B),)


def test_what_is_seen_is_no_inference() -> None:
    s = table([0, 1, 2, 3])
    s.know([0, 1, 2], [0, 3], 1, 1)
    s.show(0)
    s.rule_out([3], [1])
    assert inferred(s) == (Fact((1, 2), (0, 3), 0, 0, ALL), Fact((3,), (1,), 0, 0, ALL))
    for slot in (1, 2, 3):
        s.show(slot)
    s.rule_out([3], [0])
    assert not inferred(s)


def test_what_says_nothing_is_not_kept() -> None:
    s = table([0, 1, 2, 3])
    s.know([0, 1], [0], 0)
    s.know([0, 1, 2], [0, 9], 0, 1)  # there is only one of them in the box
    assert s.known() == ()


def test_a_fact_that_is_not_so_is_a_bug_of_the_rules() -> None:
    s = table([0, 1, 2, 3])
    with pytest.raises(ValueError, match="not so"):
        s.rule_out([0], [0])


def test_a_save_that_knows_about_pieces_out_of_the_box_is_refused() -> None:
    s = table([0, 1, 2, 3])
    s.rule_out([0], [1])
    outside = (
        [[[7], [1], 0, 0, 15]],
        [[[-1], [1], 0, 0, 15]],
        [[[1, 1], [1], 0, 0, 15]],
        [[[1], [-1], 0, 0, 15]],
    )
    for bad in outside:
        with pytest.raises(BadSave, match="not in the box"):
            load(State, {**s.dump(), "facts": bad}).check_loaded()
        with pytest.raises(BadSave, match="not in the box"):
            load(State, {**s.dump(), "notes": [[*bad[0], []]]}).check_loaded()
    for bad_note in ([[7], [], 0, 0, 15, [1]], [[1], [], 0, 0, 15, [1, 1]], [[1, 1], [], 0, 0, 15, [0, 0]]):
        with pytest.raises(BadSave, match="not in the box"):
            load(State, {**s.dump(), "notes": [bad_note]}).check_loaded()
    with pytest.raises(BadSave, match="not in the box"):
        load(State, {**s.dump(), "notes": [[[0], [1], 0, 0, 15, []]] * (knowledge.NOTES + 1)}).check_loaded()
    with pytest.raises(BadSave, match="every piece"):
        load(State, {**s.dump(), "seen": [0]}).check_loaded()
    assert load(State, s.dump()) == s


# -- notes ------------------------------------------------------------------------------------------------


def busy(imagines: bool, steps: int = 120) -> State:
    """A table at which much is shown, hidden, shuffled and denied; somebody imagines all the while, or nobody does."""
    rng, s = Random(7), table(list(range(24)))
    for _ in range(steps):
        hand = rng.sample(range(24), 5)
        for slot in rng.sample(hand, 2):
            s.show_to(slot, rng.randrange(3))
        match rng.randrange(3):
            case 0:
                s.hide(hand)
            case 1:
                s.shuffle(hand)
            case _:
                s.rule_out(hand, {*range(24)} - {s.face[slot] for slot in hand})
        if imagines:
            s.known()
            imagined(s, B)
    return s


@pytest.mark.parametrize("steps", [10, 60, 120])
def test_who_imagines_leaves_no_trace(steps: int) -> None:
    """Positions are the same whether anybody has imagined in them or not, and so is what is imagined then."""
    quiet, asked = busy(False, steps), busy(True, steps)
    assert quiet == asked and quiet.dump() == asked.dump()
    assert quiet.known() == asked.known() and imagined(quiet, B) == imagined(asked, B)
    again = load(State, quiet.dump())
    again.check_loaded()
    again.dice = quiet.dice
    assert again == quiet and again.known() == quiet.known()


def test_notes_are_folded_when_there_are_many() -> None:
    s = busy(False, 200)
    assert s.facts and len(s.notes) <= knowledge.NOTES
    assert all(fits(one, s.face) for one in s.known())


def test_what_concerns_other_slots_is_noted_in_one_order() -> None:
    """Sealed answers: hands from which a card goes face down, in any order."""
    for early in ([], [3, 4], [0, 1, 2, 3, 4, 5]):
        tables = set()
        for order in permutations([[0, 1], [2, 3], [4, 5]]):
            s = table(list(range(10)))
            s.know([0, 2, 4], [0, 2, 4], 3)
            if early:
                s.hide(early)
            for hand in order:
                s.hide(hand)
            tables.add((s.notes, s.known()))
        assert len(tables) == 1


def test_what_tells_nobody_anything_is_not_noted() -> None:
    s = table(list(range(10)))
    s.rule_out([0, 1], [5])
    noted = s.notes
    s.hide([2, 3, 4])  # nobody has seen these, and nothing is known of them
    s.hide([0, 1])  # what is known is known of both
    assert s.notes is noted
    s.hide([1, 2])
    assert s.notes != noted


# -- hiding and shuffling -------------------------------------------------------------------------------------


def test_a_card_seen_by_all_that_goes_face_down_among_others_is_one_of_them() -> None:
    """Villains: a revealed card is taken in hand, and then one card of that hand is laid face down."""
    s = table(list(range(10)))
    hand = [0, 1, 2]
    for slot in hand:
        s.show_to(slot, A)
    s.show(1)
    s.hide(hand, keep=1 << A)
    assert not s.sees(B, 1) and s.sees(A, 1)
    where = Counter(imagined(s, B, n).face.index(1) for n in range(300))
    assert set(where) == {0, 1, 2} and min(where.values()) > 60
    assert imagined(s, A).face[:3] == (0, 1, 2)


def test_hiding_again_among_others_widens_what_is_known() -> None:
    s = table(list(range(10)))
    s.show(1)
    s.show(2)
    s.hide([1, 2, 3])
    s.hide([3, 4])
    for n in range(100):
        face = imagined(s, B, n).face
        assert {1, 2} <= {face[slot] for slot in (1, 2, 3, 4)}
        assert {1, 2} & {face[slot] for slot in (1, 2)}  # one of the two places at least was not touched
    s.hide(range(10))  # all that may be taken for one another: what is in it, the box says
    assert not s.known()


def test_nothing_is_known_when_nothing_was_seen() -> None:
    s = table(list(range(6)))
    s.hide([0, 1, 2])
    assert s.known() == ()


def test_equal_faces_are_counted() -> None:
    s = table([7, 7, 7, 8, 8, 8])
    s.show(0)
    s.show(1)
    s.hide([0, 1, 3])
    for n in range(100):
        assert imagined(s, B, n).face[:2].count(7) + (imagined(s, B, n).face[3] == 7) >= 2


def test_faces_are_counted_within_their_lot() -> None:
    s = table([0, 1, 2, 3], [0, 1, 2])  # two backs, each with a face number 0
    s.show(0)
    s.show(1)
    s.hide([0, 1, 2])
    assert s.known() == (Fact((0, 1, 2), (0, 1), 2, 2, ALL),)


def test_a_piece_that_is_seen_again_leaves_what_was_known_of_the_group() -> None:
    s = table(list(range(8)))
    for slot in (0, 1, 2):
        s.show(slot)
    s.hide([0, 1, 2, 3])
    s.show(1)  # it is played, taken back in hand, and hidden there
    s.hide([1, 6, 7])
    for n in range(60):
        face = imagined(s, B, n).face
        assert face.index(1) in (1, 6, 7) and {0, 2} <= {face[slot] for slot in (0, 1, 2, 3, 6, 7)}


def test_facts_stay_few_and_true_however_often_cards_are_hidden() -> None:
    rng, s = Random(4), table(list(range(40)))
    s.dice = Dice(bytes(32))
    most = 0
    for _ in range(300):
        hand = rng.sample(range(40), 6)
        for slot in rng.sample(hand, 2):
            s.show_to(slot, rng.randrange(3))
        if rng.random() < 0.1:
            s.shuffle(sorted(set(range(40)) - set(hand))[:20])
        else:
            s.hide(hand, keep=1 << rng.randrange(3))
        known = s.known()
        most = max(most, *(sum(one.eyes >> eye & 1 for one in known) for eye in range(4)))
        assert all(fits(one, s.face) for one in known)
    assert most <= 120, most


def test_a_shuffle_keeps_what_is_known_of_the_pile_and_forgets_the_rest() -> None:
    s = table(list(range(12)))
    s.dice = Dice(bytes(32))
    s.rule_out([0, 1], [5, 6])  # of single slots of the pile
    s.know(range(6), [0, 1, 2], 3)  # of all of it
    s.show_to(4, B)
    pile = list(range(6))
    s.shuffle(pile)
    assert s.seen[4] == 0
    assert Fact(tuple(range(6)), (0, 1, 2), 3, 6, ALL) in s.known()
    worlds = [imagined(s, B, n).face for n in range(200)]
    assert all({0, 1, 2, 4} <= set(face[:6]) for face in worlds)  # B knows that 4 is in it
    assert any(face[0] == 5 for face in worlds) and any(face[1] == 6 for face in worlds)
    assert any(4 in imagined(s, A, n).face[6:] for n in range(200))  # A does not


def test_a_pile_that_all_have_seen_is_a_lot_of_its_own() -> None:
    s = table(list(range(12)))
    s.dice = Dice(bytes(32))
    s.rule_out([0, 1, 6], [5, 7])
    for slot in range(6):
        s.show(slot)
    s.shuffle(list(range(6)))
    assert s.known() == (Fact((6,), (5, 7), 0, 0, ALL),)
    assert all(set(imagined(s, B, n).face[:6]) == set(range(6)) for n in range(50))


def test_in_an_imagined_world_only_its_own_eye_knows_things() -> None:
    s = table(list(range(8)))
    s.rule_out([0], [1], eyes=1 << A)
    s.rule_out([0], [2], eyes=1 << B)
    twin = imagined(s, A)
    assert twin.facts == (Fact((0,), (1,), 0, 0, 1 << A),)


# -- drawing --------------------------------------------------------------------------------------------------


def chi_square(s: State, draws: int = 4000) -> tuple[float, int]:
    """How far the draws are from even over all worlds that fit, and how many worlds there are."""
    truth = s.face
    lots: dict[int, list[int]] = {}
    for slot, number in enumerate(s.lot):
        lots.setdefault(number, []).append(slot)
    worlds = {truth}
    for slots in lots.values():
        more = set()
        for world in worlds:
            for order in permutations([truth[slot] for slot in slots]):
                face = list(world)
                for slot, one in zip(slots, order, strict=True):
                    face[slot] = one
                more.add(tuple(face))
        worlds = more
    fitting = [face for face in worlds if all(fits(one, face) for one in s.known())]
    rng, found = Random(1), Counter[tuple[int, ...]]()
    for _ in range(draws):
        twin = s.clone()
        twin.permute(twin.unseen_by(B), rng)
        found[twin.face] += 1
    assert set(found) <= set(fitting)
    even = draws / len(fitting)
    return sum((found[face] - even) ** 2 / even for face in fitting), len(fitting)


def goals() -> State:
    """Six goals, some denied: who can have which."""
    s = table(list(range(6)))
    s.rule_out([0], [1, 2, 3])
    s.rule_out([1], [0, 2, 3])
    s.rule_out([2], [0, 1])
    s.rule_out([3], [0])
    return s


def derangement() -> State:
    """Worlds that no single swap leads from one to another."""
    s = table([0, 1, 2])
    s.rule_out([0], [1])
    s.rule_out([1], [2])
    s.rule_out([2], [0])
    return s


def counts() -> State:
    s = table(list(range(7)))
    s.know([0, 1, 2], [0, 1, 5], 2, 2)
    s.know([2, 3, 4], [2, 3, 6], 2)
    s.rule_out([6], [0, 1])
    return s


def two_lots() -> State:
    s = table([0, 1, 2, 3], [10, 11, 12])
    s.know([0, 1, 4, 5], [0, 1, 10], 3)
    s.rule_out([6], [11])
    return s


def hidden_twice() -> State:
    s = table(list(range(6)))
    s.show(0)
    s.show(1)
    s.hide([0, 1, 2])
    s.hide([2, 3])
    return s


@pytest.mark.parametrize("make", [goals, derangement, counts, two_lots, hidden_twice])
def test_the_draw_is_even_over_all_fitting_worlds(make: object) -> None:
    assert callable(make)
    far, worlds = chi_square(make())
    assert worlds > 1
    # the mean of chi-square is worlds - 1, its deviation sqrt(2 (worlds - 1))
    assert far < (worlds - 1) + 5 * (2 * (worlds - 1)) ** 0.5, (far, worlds)


def test_the_only_world_is_found() -> None:
    s = table(list(range(8)))
    for slot in range(7):
        s.rule_out([slot], range(slot + 1, 8))
    assert all(imagined(s, B, n).face == tuple(range(8)) for n in range(20))


@plain_only
def test_a_world_is_found_without_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hard cases: voids and counts that leave few worlds. The true faces are the last resort and are not needed."""
    found: list[bool] = []
    search = worlds.Guess.search

    def noted(guess: worlds.Guess, rng: Random) -> bool:
        found.append(search(guess, rng))
        return found[-1]

    monkeypatch.setattr(worlds.Guess, "search", noted)
    for seed in range(40):
        rng = Random(seed)
        faces = list(range(40))
        rng.shuffle(faces)
        s = table(faces)
        for hand in range(4):
            slots = range(hand * 8, hand * 8 + 8)
            suits = {s.face[slot] // 10 for slot in slots}
            for suit in range(4):
                many = sum(s.face[slot] // 10 == suit for slot in slots)
                if suit not in suits or many < 2 or suit == hand:
                    s.know(slots, range(suit * 10, suit * 10 + 10), many, many)
        for slot in range(32, 40):
            s.rule_out([slot], [one for one in range(40) if one != s.face[slot] and rng.random() < 0.6])
        imagined(s, B, seed)
    assert len(found) > 30 and all(found)


def test_facts_that_contradict_each_other_end_in_the_true_faces_and_quickly() -> None:
    """Nothing loops and nothing raises, whatever a state from elsewhere claims to know."""
    s = table(list(range(20)))
    s.facts = (Fact((0, 1), (0, 1), 3, 9, ALL), Fact((2, 3), (4,), 1, 1, ALL), Fact((3, 4), (4,), 0, 0, ALL))
    for n in range(5):
        assert sorted(imagined(s, B, n).face) == list(range(20))


def test_of_faces_that_are_all_among_some_slots_those_not_seen_yet_are_among_the_rest() -> None:
    """Where the seen ones go later says nothing about the others."""
    s = table([0, 1, 2, 3, 4, 5])
    s.know([0, 1, 2, 3], [1, 2], 2, eyes=1 << A)
    s.show(1)
    s.hide([1, 4, 5])
    assert Fact((0, 2, 3), (2,), 1, 3, 1 << A) in s.known()
