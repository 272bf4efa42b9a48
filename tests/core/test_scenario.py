"""The reader of scenarios: kinds of values, what is said of wrong ones, and pieces that are neither made nor lost."""

from __future__ import annotations

import pytest

from knaves.core.data import field
from knaves.core.errors import BadScenario
from knaves.core.scenario import (
    Kind,
    Zones,
    at,
    bits,
    by_name,
    by_seat,
    either,
    fills,
    flag,
    lays,
    number,
    on_top,
    one_of,
    or_null,
    own,
    pair,
    read,
    record,
    rows,
    seat,
    sets,
    shares,
    text,
)
from knaves.core.state import State
from knaves.core.step import Step

NAMES = ("crow", "dove", "crow", "hawk")


class Nest(State):
    deck: tuple[int, ...] = field(default=(), init=False)
    hand: list[tuple[int, ...]] = field(default=[], init=False)
    gone: list[int] = field(default=[], init=False)
    coins: list[int] = field(default=[], init=False)
    bank: int = field(default=4, init=False)
    round: int = field(default=1, init=False)


def nest() -> Nest:
    """Three seats; four birds, of which seat 0 has a crow."""
    s = Nest(3)
    s.box_up([range(4)])
    s.deck, s.hand, s.coins = (1, 2, 3), [(0,), (), ()], [2, 2, 2]
    s.show_to(0, 0)
    return s


S = nest()
BIRD = one_of(NAMES, "bird")


@pytest.mark.parametrize(
    ("kind", "value", "found"),
    [
        (number(1, 4), 4, 4),
        (flag, True, True),
        (BIRD, "crow", 0),
        (BIRD, "hawk", 3),
        (one_of({"low": 3}, "place"), "low", 3),
        *((seat(S), value, 2) for value in (2, "2", "C")),
        (rows(BIRD), ["dove", "crow"], [1, 0]),
        (by_seat(S, number(0, 9)), [1, None, 3], {0: 1, 2: 3}),
        (by_seat(S, number(0, 9)), {"B": 5, 0: 1, "2": 2}, {1: 5, 0: 1, 2: 2}),
        (by_name(BIRD, number(0, 9)), {"dove": 1}, {1: 1}),
        (pair(BIRD, number(0, 9)), ["dove", 2], (1, 2)),
        (either({"bank": -2}, seat(S)), "bank", -2),
        (either({"bank": -2}, seat(S)), "A", 0),
        (or_null(BIRD, -1), None, -1),
        (or_null(BIRD, -1), "hawk", 3),
        (bits(BIRD), ["hawk", "crow", "hawk"], 0b1001),
        (bits(BIRD), [], 0),
        (text, "a word", "a word"),
        (record({"bird": BIRD, "many": number(1, 3)}, {"many": 1}), {"bird": "dove"}, {"bird": 1, "many": 1}),
    ],
)
def test_what_a_kind_reads(kind: Kind[object], value: object, found: object) -> None:
    assert kind(value, "word") == found


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        *(
            (number(1, 4), value, "`word` is a whole number from 1 to 4, not ")
            for value in (5, 0, True, "2", 2.0)
        ),
        (number(1, 4), 2**40, "not 1099511627776."),
        (number(1, 4), 10**900, "not a number that long."),
        (number(1, 4), [1], "not a list."),
        (flag, 1, "true or false, not 1"),
        (BIRD, "cro", "no bird called 'cro' (is it 'crow'?); there are: crow, dove, hawk."),
        (BIRD, 7, "no bird called 7; there are"),
        (BIRD, ["crow"], "no bird called a list"),
        *(
            (seat(S), value, "seats are 0 to 2, or A to C")
            for value in (3, -1, "D", "AB", "", "²", True, None)
        ),
        (rows(BIRD), "crow", "`word` is a list here, not 'crow'"),
        (rows(BIRD, 2), ["crow"] * 3, "2 entries at most, not 3"),
        (by_seat(S, BIRD), ["crow"], "one entry for each of the 3 seats, or a table by seat"),
        (by_name(BIRD, BIRD), [], "is a table here, not a list"),
        (pair(BIRD, BIRD), ["crow"], "has pairs"),
        (text, "x" * 81, "short text"),
        (record({"bird": BIRD}, {}), {}, "lacks 'bird'"),
        (record({"bird": BIRD}, {}), {"brd": 1}, "`word` knows no word 'brd' (is it 'bird'?)"),
        (record({"bird": BIRD}, {}), 1, "has tables of bird; not 1"),
    ],
)
def test_what_is_said_of_what_is_wrong(kind: Kind[object], value: object, said: str) -> None:
    with pytest.raises(BadScenario) as caught:
        kind(value, "word")
    assert said in str(caught.value)


def test_words_are_done_in_the_order_of_the_game() -> None:
    done: list[str] = []
    words = {word: (lambda value, word: done.append(word)) for word in ("first", "second", "third")}
    read("Nests", {"third": 1, "first": 1}, words)
    assert done == ["first", "third"]
    with pytest.raises(
        BadScenario, match=r"Nests knows no word 'frist' \(is it 'first'\?\); it knows: first, "
    ):
        read("Nests", {"frist": 1}, words)
    read("Nests", {"first": 1}, words, {"second": 2})
    assert done[2:] == ["first", "second"]  # the usual, where nothing else is said


def test_counters() -> None:
    s = nest()
    read(
        "Nests",
        {"round": 3, "coins": {"A": 5}},
        {"round": sets(s, "round", number(1, 5)), "coins": shares(s, "coins", "bank", "coins")},
    )
    assert (s.round, s.coins, s.bank) == (3, [5, 2, 2], 1)
    with pytest.raises(BadScenario, match="The box has 10 coins; this scenario uses 11"):
        shares(s, "coins", "bank", "coins")([5, 5, 1], "coins")
    fills(s, "coins", number(0, 9))([None, 4, None], "coins")
    assert s.coins[1] == 4


def test_cards_are_taken_from_where_they_lie_each_once() -> None:
    s = nest()
    birds = Zones(s, "deck", "hand", "gone")
    bird = birds.named(NAMES, "bird")
    lays(s, "hand", bird, own)({"B": ["crow", "crow"]}, "hands")
    assert s.hand == [(), (2, 0), ()] and s.deck == (1, 3)  # the deck first, then a hand
    assert s.seen[0] == s.seen[2] == 2
    with pytest.raises(BadScenario, match="`hands`: there is no bird 'crow' left"):
        bird("crow", "hands")
    on_top(s, "deck", bird)(["dove"], "deck")
    assert s.deck == (3, 1)
    birds.empty("hand", "deck")
    assert s.hand == [(), (), ()] and sorted(s.deck) == [0, 1, 2, 3] and s.seen == [0] * 4
    birds.empty("deck", "gone")
    assert not s.deck and sorted(s.gone) == [0, 1, 2, 3]
    assert Zones(s, "gone").find(lambda slot: slot == 3) == 3 and 3 not in s.gone
    assert Zones(s, "deck").find(lambda slot: True) is None


def test_a_row_by_name_and_what_the_others_get() -> None:
    s = nest()
    fills(s, "coins", number(0, 9), one_of(("left", "middle", "right"), "place"))({"middle": 7}, "coins")
    assert s.coins == [2, 7, 2]
    fills(s, "coins", number(0, 9), rest=1)({"C": 3}, "coins")
    assert s.coins == [1, 1, 3]


def test_cards_of_some_fields_and_those_face_down_only() -> None:
    s = nest()
    birds = Zones(s, "hand", "deck")
    assert birds.named(NAMES, "bird", "deck")("crow", "deck") == 2  # not the one in the hand
    s = nest()
    s.show(1)
    unseen = Zones(s, "deck").named({1: "dove", 3: "hawk"}, "bird", unseen=True)
    assert unseen("hawk", "deck") == 3
    with pytest.raises(BadScenario, match="no bird 'dove' left"):
        unseen("dove", "deck")
    with pytest.raises(BadScenario, match="no bird called 'crow'"):
        unseen("crow", "deck")


def test_a_pile_has_these_and_no_others() -> None:
    s = nest()
    birds = Zones(s, "hand", "deck", "gone")
    s.gone, s.deck = [1], (2, 3)
    s.show(1)
    birds.holds("gone", birds.named(NAMES, "bird"), "deck")(["hawk"], "gone")
    assert s.gone == [3] and s.deck == (1, 2) and s.seen[1] == 0


def test_a_constructed_frame_stands_at_its_line() -> None:
    class Molt(Step[Nest]):
        def first(self, s: Nest) -> None: ...
        def second(self, s: Nest) -> None: ...

        lines = ("first", "second")

    assert at(Molt(), "second").line == 1
