"""The pieces on the table: chance, sight, and what can be inferred."""

from __future__ import annotations

import pytest

from knaves.core.dice import Dice
from knaves.core.errors import BadSave
from knaves.core.knowledge import NOTES, Fact, Note
from knaves.core.modifiers import Modifier
from knaves.core.state import State
from tests.support import plain_only


class Words(Dice):
    """Dice that fall as they are told."""

    def __init__(self, *words: int) -> None:
        super().__init__(bytes(32))
        self.row = words

    def word(self, n: int) -> int:
        return self.row[n]


def table(*lots: list[int]) -> State:
    s = State(2)
    s.sink = s.folded = None
    s.box_up(lots)
    return s


def test_a_box_is_numbered_lot_by_lot() -> None:
    s = State(2)
    assert s.box_up([[5, 6], [7, 7, 8]]) == [[0, 1], [2, 3, 4]]
    assert s.face == (5, 6, 7, 7, 8) and s.lot == (0, 0, 1, 1, 1) and s.seen == [0] * 5


@plain_only
def test_numbers_are_fair_to_the_last_one() -> None:
    """What is left over of the dice's range is thrown again."""
    s, top = State(2), 0x1_0000_0000
    s.dice, s.drawn = Words(top - 1, top - 2, 7), 0  # 2**32 is one more than a multiple of 3
    assert s.below(3) == (top - 2) % 3 and s.drawn == 2
    s.dice, s.drawn = Words(top - 1), 0
    assert s.below(4) == 3 and s.drawn == 1
    s.dice, s.drawn = Words(0, 5), 0
    assert (s.roll(), s.roll()) == (1, 6)


def test_who_sees_what() -> None:
    s = table([1, 2, 3])
    s.show_to(0, 1)
    s.show_to(0, 0)
    s.show(2)
    assert s.seen == [0b011, 0, 0b111] and s.everyone == 0b111
    assert s.sees(0, 0) and not s.sees(2, 0) and not s.sees(0, 1)
    s.hide([0, 2], keep=0b010)
    assert s.seen == [0b010, 0, 0b010]


def test_a_whole_lot_that_is_hidden_teaches_nothing() -> None:
    s = table([1, 2], [3, 4])
    s.show_to(0, 0)
    s.hide([0, 1])
    assert s.notes == () and s.seen == [0, 0, 0, 0]
    s.show_to(0, 0)
    s.hide([0, 1, 2])
    assert len(s.notes) == 1, "more than one lot"
    t = table([1, 2, 3])
    t.show_to(0, 0)
    t.hide([0, 1])
    assert t.notes == (Note((0, 1), (), 0, 0, 0b111, (1, 0)),)
    assert t.known() == (Fact((0, 1), (1,), 1, 1, 0b001),)


def test_a_pile_that_all_have_seen_is_a_lot_of_its_own() -> None:
    s = table([1, 2, 3, 4], [9])
    s.dice = Dice(bytes(32))
    for slot in (1, 2):
        s.show(slot)
    pile = [1, 2]
    s.shuffle(pile)
    assert s.lot == (0, 2, 2, 0, 1) and s.seen == [0] * 5 and sorted(pile) == [1, 2] and s.notes == ()
    s.shuffle(other := [3, 4])
    assert s.lot == (0, 2, 2, 0, 0) and sorted(other) == [3, 4], "lots that meet are one"
    s.shuffle([1])
    assert s.lot == (0, 2, 2, 0, 0)


def test_what_was_inferred_of_a_pile_that_all_have_seen_is_not_needed_any_more() -> None:
    s = table([1, 2, 3, 4])
    s.dice = Dice(bytes(32))
    s.rule_out([0, 1], [3])
    for slot in (0, 1):
        s.show(slot)
    s.shuffle([0, 1])
    assert s.notes[-1] == Note((0, 1), (), 0, 0, 0, (0b111, 0b111)) and s.known() == ()


def test_notes_are_folded_into_facts() -> None:
    s = table(list(range(2 * NOTES + 4)))
    for slot in range(NOTES):
        s.rule_out([slot], [slot + 1])
    assert len(s.notes) == NOTES and s.facts == ()
    before = set(s.known())
    s.rule_out([NOTES], [NOTES + 1])
    assert len(s.notes) == NOTES + 1 - NOTES // 2 and len(s.facts) == NOTES // 2
    assert set(s.known()) == before | {Fact((NOTES,), (NOTES + 1,), 0, 0, 0b111)}


def test_notes_about_other_pieces_have_no_order() -> None:
    one, two = table([1, 2, 3, 4]), table([1, 2, 3, 4])
    one.rule_out([0], [2])
    one.rule_out([2], [1])
    two.rule_out([2], [1])
    two.rule_out([0], [2])
    assert one.notes == two.notes
    two.rule_out([0], [3])
    assert [note.slots for note in two.notes] == [(0,), (0,), (2,)] and [n.faces for n in two.notes[:2]] == [
        (2,),
        (3,),
    ]


@plain_only
def test_what_is_known_is_worked_out_once() -> None:
    s = table([1, 2, 3, 4])
    assert s.known() == () and s.folded is None
    s.rule_out([0], [2])
    known = s.known()
    assert s.known() is known
    s.rule_out([1], [1])
    assert s.known() is not known and set(known) < set(s.known())
    s.face = (2, 1, 3, 4)
    assert s.folded is not None and s.folded.face != s.face
    assert s.known() == s.clone().known()


def test_what_came_between_is_taken_in_as_well() -> None:
    """A note that has its place before others is not overlooked by what was worked out already."""
    s = table([1, 2, 3, 4])
    s.rule_out([2], [1])
    s.known()
    s.rule_out([0], [2])
    anew = table([1, 2, 3, 4])
    anew.rule_out([2], [1])
    anew.rule_out([0], [2])
    assert s.notes[0].slots == (0,) and s.known() == anew.known()
    assert {row.slots for row in s.known()} == {(0,), (2,)}


def test_what_was_hidden_is_folded_with_the_rest() -> None:
    s = table(list(range(2 * NOTES + 4)))
    s.show_to(1, 0)
    s.hide([0, 1])
    for slot in range(2, NOTES + 2):
        s.rule_out([slot], [slot + 1])
    assert len(s.facts) == NOTES // 2
    assert Fact((0, 1), (1,), 1, 1, 0b001) in s.facts


def test_of_which_pieces_something_is_known() -> None:
    s = table([1, 2, 3, 4])
    assert not s.is_spoken_of([0, 1, 2, 3])
    s.rule_out([0], [2])
    assert s.is_spoken_of([0, 3]) and not s.is_spoken_of([1, 2])
    s.facts, s.notes = s.known(), ()
    assert s.is_spoken_of([0, 3]) and not s.is_spoken_of([1, 2]), "folded"
    s.rule_out([1], [1])
    assert s.is_spoken_of([0]) and s.is_spoken_of([1]) and not s.is_spoken_of([2, 3])
    s.notes = ()  # taken back
    assert not s.is_spoken_of([1])


@plain_only
def test_what_a_save_tells_is_noted_after_as_what_was_heard() -> None:
    """Which slots the rows speak of is worked out again where nothing but the rows is there."""
    s = table([1, 2, 3, 4])
    s.rule_out([0, 1], [3])
    again = s.clone()
    again.reach = None
    for one in (s, again):
        one.hide([0, 1])  # the row says the same of both
        one.hide([1, 2])  # and tells these apart
    assert again.notes == s.notes and again.known() == s.known()
    assert [note.slots for note in s.notes] == [(0, 1), (1, 2)]


def test_pieces_that_change_places_unseen_are_one_to_who_cannot_follow() -> None:
    s = table([1, 2, 3, 4])
    s.mingle((0, 1), (0, 0))
    assert not s.notes, "nobody had seen any"
    s.mingle((0, 1), (0b010, 0))
    assert s.notes == (Note((0, 1), (), 0, 0, 0b111, (0b010, 0)),)
    assert s.known() == (Fact((0, 1), (1,), 1, 1, 0b010),)
    s.mingle((2, 3), (0, 0))
    assert len(s.notes) == 1, "what is known speaks of neither"
    s.mingle((1, 2), (0, 0))
    assert len(s.notes) == 2 and s.known() == (Fact((0, 1, 2), (1,), 1, 2, 0b010),)
    s.facts, s.notes = s.known(), ()
    s.mingle((0, 3), (0, 0))
    assert len(s.notes) == 1, "folded or not"


def test_a_row_is_mixed_into_every_order_there_is() -> None:
    s = State(2)
    s.dice = Dice(bytes(32))
    found = set()
    for _ in range(100):
        s.mix(row := [1, 2, 3])
        found.add(tuple(row))
    assert len(found) == 6


def test_what_is_not_so_cannot_be_known() -> None:
    s = table([1, 2])
    with pytest.raises(ValueError, match="not so"):
        s.rule_out([0], [1])
    with pytest.raises(ValueError, match="not so"):
        s.know([0, 1], [1], 2)
    s.know([0, 1], [1, 2], 2, eyes=0b1001)
    assert s.notes == (Note((0, 1), (1, 2), 2, 2, 0b001),)


def test_a_save_knows_only_what_play_could_have_written() -> None:
    s = table(list(range(2 * NOTES)))
    s.notes = tuple(Note((n,), (n + 1,), 0, 0, 1) for n in range(NOTES))
    s.check_loaded()
    s.notes = (*s.notes, Note((NOTES,), (0,), 0, 0, 1))
    with pytest.raises(BadSave, match="not in the box"):
        s.check_loaded()
    s.notes, s.facts = (), (Fact((999,), (1,), 0, 0, 1),)
    with pytest.raises(BadSave, match="not in the box"):
        s.check_loaded()
    s.facts, s.seen = (), []
    with pytest.raises(BadSave, match="of every piece"):
        s.check_loaded()


@plain_only
def test_an_eye_that_imagines_keeps_what_it_knows_and_sees() -> None:
    from random import Random

    s = table([1, 2, 3, 4])
    s.show_to(1, 1)
    s.rule_out([0], [4], eyes=0b001)
    s.rule_out([0], [3], eyes=0b010)
    faces = set()
    for n in range(60):
        twin = s.clone()
        twin.permute(twin.unseen_by(1), Random(n))
        assert twin.face[1] == 2 and sorted(twin.face) == [1, 2, 3, 4] and twin.notes == ()
        assert twin.facts == (Fact((0,), (3,), 0, 0, 0b010),)
        faces.add(twin.face[0])
    assert faces == {1, 4}


def test_the_rows_of_the_table_decide() -> None:
    s = State(2)
    s.mods = [Modifier(1, "move", "no", seat=1, place=5), Modifier(2, "cost", "add", 3, seat=1, place=5)]
    assert (
        s.allows("move") and s.allows("move", 1, 4) and s.allows("move", 0, 5) and not s.allows("move", 1, 5)
    )
    assert not s.allows("fly", default=False) and s.allows("fly")
    assert s.amount("cost", 2, 1, 5) == 5 and s.amount("cost", 2, 1, 4) == 2 and s.amount("price", 7) == 7
    assert s.amount("cost", 2) == 2


def test_what_happened_goes_to_who_listens() -> None:
    s, heard = State(2), list[tuple[object, ...]]()
    s.sink = lambda *told: heard.append(told)
    s.tell("fell", 1, 2)
    s.tell("fell", 3, to=5)
    assert heard == [(s, "fell", (1, 2), -1), (s, "fell", (3,), 5)]
    s.hand_back(4, 5)
    assert s.returned == (4, 5)
