"""What is said of a selection that cannot be, and what is made of the picks that a page sends."""

from __future__ import annotations

from typing import TypeAlias, cast

import pytest

import knaves
from knaves.core.data import field
from knaves.core.selection import answers_for, completed, is_final
from knaves.core.state import State
from knaves.core.step import Option, Shape, Step
from tests.core.toy import Bottles, Cellar, Discard, toy

Drink: TypeAlias = tuple[str, int, int]


def discarding(least: int = 1, most: int = 3) -> knaves.Position:
    position = toy()
    top = position.stack[-1]
    assert isinstance(top, Discard)
    top.least, top.most = least, most
    position.run()
    return position


def betting() -> knaves.Position:
    position = toy()
    position.apply_all(0, [("discard", 5), ("done",)])
    return position


def over() -> knaves.Position:
    position = betting()
    position.apply(1, ("leave",))
    return position


@pytest.mark.parametrize(
    ("position", "seat", "selection", "says", "clause"),
    [
        (discarding(), 0, [], "Choose 1 to 3, not 0: Discard some.", "toy.1"),
        (discarding(), 0, [3, 5, 7, 9], "Choose 1 to 3, not 4: Discard some.", "toy.1"),
        (discarding(2, 2), 0, [3], "Choose 2, not 1: Discard some.", "toy.1"),
        (discarding(), 0, 3, "No number is asked for: Discard some.", "toy.1"),
        (discarding(), 0, [3, 3], "That is not possible now: Discard some.", "toy.1"),
        (discarding(), 1, [3], "Waiting for A.", "toy.1"),
        (betting(), 1, [4], "Only one thing can be chosen: Bet.", "toy.2"),
        (betting(), 1, 9, "That is not possible now: Bet.", "toy.2"),
        (betting(), 0, 4, "Waiting for B.", "toy.2"),
        (over(), 0, [3], "The game is over.", ""),
    ],
)
def test_a_selection_that_cannot_be_is_refused_with_the_rule(
    position: knaves.Position, seat: int, selection: int | list[int], says: str, clause: str
) -> None:
    with pytest.raises(knaves.Refused) as caught:
        answers_for(position, seat, selection)
    assert (caught.value.reason, caught.value.clause) == (says, clause)


def test_picks_that_were_made_already_count() -> None:
    position = discarding(2, 3)
    position.apply(0, ("discard", 9))
    assert answers_for(position, 0, [3]) == [("discard", 3), ("done",)]
    assert answers_for(position, 0, [3, 5]) == [("discard", 3), ("discard", 5)]
    with pytest.raises(knaves.Refused, match="Choose 2 to 3, not 4"):
        answers_for(position, 0, [3, 5, 7])


@pytest.mark.parametrize(
    ("least", "most", "sent", "played"),
    [
        (1, 3, [("discard", 9)], [("discard", 9), ("done",)]),
        (1, 3, [("discard", 9), ("done",)], [("discard", 9), ("done",)]),
        (1, 3, [("discard", 9), ("discard", 3)], [("discard", 9), ("discard", 3), ("done",)]),
        (1, 3, [("discard", 9), ("discard", 3), ("done",)], [("discard", 9), ("discard", 3), ("done",)]),
        (1, 2, [("discard", 9), ("discard", 3)], [("discard", 9), ("discard", 3)]),
        (1, 2, [("discard", 9), ("discard", 3), ("done",)], [("discard", 9), ("discard", 3)]),
        (2, 2, [("discard", 9), ("discard", 3)], [("discard", 9), ("discard", 3)]),
        (4, 4, [("discard", n) for n in (9, 7, 5, 3)], [("discard", n) for n in (9, 7, 5)]),
    ],
)
def test_picks_of_a_page_are_made_whole(
    least: int, most: int, sent: list[Option], played: list[Option]
) -> None:
    position = discarding(least, most)
    before = position.clone()
    assert completed(position, 0, sent) == played
    assert position == before


@pytest.mark.parametrize(
    ("position", "seat", "sent"),
    [
        (discarding(), 1, [("discard", 9), ("discard", 3)]),  # is not asked
        (discarding(), 0, [("done",)]),  # picks nothing
        (discarding(), 0, [("cheer",), ("discard", 3)]),  # something else is in it
        (betting(), 1, [("bet", 7, 3), ("bet", 7, 4)]),  # no chain of picks
        (over(), 0, [("discard", 9)]),
    ],
)
def test_what_is_no_selection_stays_as_it_was_sent(
    position: knaves.Position, seat: int, sent: list[Option]
) -> None:
    assert completed(position, seat, sent) is sent


def test_picks_that_cannot_be_made_are_refused() -> None:
    with pytest.raises(knaves.Refused, match="That is not possible now"):
        completed(discarding(), 0, [("discard", 9), ("discard", 9)])
    with pytest.raises(knaves.Refused, match=r"After 2 the choice is complete\."):
        completed(discarding(2, 2), 0, [("discard", 9), ("discard", 3), ("discard", 5)])
    with pytest.raises(knaves.Refused, match=r"After 3 the choice is complete\."):
        completed(discarding(4, 4), 0, [("discard", n) for n in (9, 7, 5, 4)])
    with pytest.raises(knaves.Refused, match=r"After 3 the choice is complete\."):
        completed(discarding(4, 4), 0, [("discard", n) for n in (9, 7, 5, 3, 3)])


class LastRolls(Bottles):
    """Whoever has drunk as much as he can throws a die."""

    def drink(self, s: Cellar) -> None:
        super().drink(s)
        if not self.left:
            s.roll()


class DoneRolls(Bottles):
    """Whoever has enough throws a die."""

    def drink(self, s: Cellar) -> None:
        super().drink(s)
        if self.answer[0] == "done":
            s.roll()


class Rounds(Bottles):
    """After the first bottles there are two more."""

    more: int = field(2)

    def drink(self, s: Cellar) -> None:
        super().drink(s)
        if not self.left:
            self.left, self.more = self.more, 0


class Kinds(Bottles):
    """A bottle is named by its kind, whichever shelf it comes from."""

    def shape(self, s: Cellar, seat: int) -> Shape:
        again: tuple[tuple[Option, int], ...] = ((("drink", 0), sum(self.shelves[::2])),)
        return Shape("some", "drink", (), 0, self.left, ("done",), named=1, again=again)


def drinking(
    *shelves: int, left: int = 3, must: bool = False, kind: type[Bottles] = Bottles
) -> knaves.Position:
    position = toy()
    position.stack.append(cast("Step[State]", kind([*shelves], left, must)))
    position.run()
    return position


RED: Drink = ("drink", 0, 0)
WHITE: Drink = ("drink", 1, 0)
OLD: Drink = ("drink", 0, 1)


@pytest.mark.parametrize(
    ("shelves", "must", "wanted", "played"),
    [
        ((3, 1, 1), False, [RED, RED], [RED, RED, ("done",)]),
        ((3, 1, 1), False, [RED, OLD, RED], [RED, OLD, RED]),
        ((3, 1), True, [WHITE, RED, RED], [WHITE]),  # only red is left: the engine drinks it
        ((3, 1), True, [RED, RED, WHITE], [RED, RED, WHITE]),
        ((1, 1), True, [WHITE, RED], [WHITE]),
    ],
)
def test_a_thing_may_be_picked_as_often_as_it_is_there(
    shelves: tuple[int, ...], must: bool, wanted: list[Drink], played: list[Option]
) -> None:
    position = drinking(*shelves, must=must)
    assert answers_for(position, 0, wanted) == completed(position, 0, [*wanted]) == played
    top = position.stack[-1]
    position.apply_all(0, played)
    assert isinstance(top, Bottles) and top.drunk == [option[2] * 2 + option[1] for option in wanted]


def test_more_than_there_is_cannot_be_picked() -> None:
    with pytest.raises(knaves.Refused, match="That is not possible now: Drink some"):
        completed(drinking(2, 2), 0, [WHITE, WHITE, WHITE])
    with pytest.raises(knaves.Refused, match="Choose 0 to 3, not 4"):
        answers_for(drinking(4, 1), 0, [RED] * 4)
    with pytest.raises(knaves.Refused, match=r"After 3 the choice is complete\."):
        completed(drinking(4, 1), 0, [RED] * 4)
    # red is what is left, not white
    with pytest.raises(knaves.Refused, match=r"After 1 the choice is complete\."):
        completed(drinking(3, 1, must=True), 0, [WHITE, RED, WHITE])
    with pytest.raises(knaves.Refused, match=r"After 1 the choice is complete\."):
        completed(drinking(3, 1, must=True), 0, [WHITE, RED, RED, RED])


def test_whether_a_selection_can_be_taken_back_is_known_before() -> None:
    for position in (discarding(), discarding(2, 2), discarding(0, 3)):
        before = position.clone()
        assert is_final(position, 0), "then another decides, though single picks can be taken back"
        assert not is_final(position, 1) and position == before
    assert not is_final(betting(), 1) and not is_final(over(), 0), "no selection"
    assert not is_final(drinking(3, 1, 1), 0) and not is_final(drinking(3, 1, must=True), 0), "one decides on"
    assert is_final(drinking(3, 1, 1, must=True, kind=LastRolls), 0), "the last of three throws a die"
    assert not is_final(drinking(3, 1, 1, kind=LastRolls), 0), "who drinks one can take it back"
    assert is_final(drinking(3, 1, 1, kind=DoneRolls), 0)
    assert not is_final(drinking(3, 1, 1, must=True, kind=DoneRolls), 0)


def test_a_selection_ends_where_the_same_step_begins_another() -> None:
    position = drinking(4, 4, left=1, must=True, kind=Rounds)
    assert completed(position, 0, [RED]) == [RED]
    with pytest.raises(knaves.Refused, match=r"After 1 the choice is complete\."):
        completed(position, 0, [RED, RED])
    position.apply(0, RED)
    assert completed(position, 0, [WHITE, RED]) == [WHITE, RED]


def test_what_is_named_without_its_place_is_taken_from_the_first_that_has_it() -> None:
    position = drinking(1, 1, 1, kind=Kinds)
    for wanted in ([("drink", 0), ("drink", 0)], [RED, RED], [RED, OLD]):
        assert completed(position, 0, [*wanted]) == [RED, OLD, ("done",)]
    assert completed(position, 0, [OLD, ("drink", 0)]) == [OLD, RED, ("done",)]
    assert completed(position, 0, [("drink", 1)]) == [WHITE, ("done",)]
    with pytest.raises(knaves.Refused, match="That is not possible now"):
        completed(position, 0, [WHITE, WHITE])
    with pytest.raises(knaves.Refused, match="That is not possible now"):
        completed(position, 0, [("drink", 1, 1)])
