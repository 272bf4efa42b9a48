"""The reader of scenarios: kinds of values, what is said of wrong ones, and pieces that are neither made nor lost."""

from __future__ import annotations

import pytest

from knaves.core.data import field
from knaves.core.errors import BadScenario
from knaves.core.scenario import (
    LISTED,
    Kind,
    Zones,
    at,
    bits,
    by_name,
    by_seat,
    differ,
    each,
    either,
    enough,
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
    settle,
    shares,
    stands,
    swaps,
    table,
    text,
)
from knaves.core.state import State
from knaves.core.step import Choice, Step, Together

NAMES = ("crow", "dove", "crow", "hawk")


class Nest(State):
    deck: tuple[int, ...] = field(())
    hand: list[tuple[int, ...]] = field([])
    gone: list[int] = field([])
    coins: list[int] = field([])
    marks: tuple[int, ...] = field(())
    bank: int = field(4)
    round: int = field(1)


def nest() -> Nest:
    """Three seats; four birds, of which seat 0 has a crow."""
    s = Nest(3)
    s.box_up([range(4)])
    s.deck, s.hand, s.coins = (1, 2, 3), [(0,), (), ()], [2, 2, 2]
    s.show_to(0, 0)
    return s


S = nest()
BIRD = one_of(NAMES, "bird")


def right() -> list[tuple[Kind[object], object, object]]:
    """Kinds, what they are given and what they read: made within the test."""
    return [
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
        (seat(S), "0", 0),
        (differ(BIRD, 2, "birds"), ["hawk", "crow"], [3, 0]),
        (table, {"crow": 1}, {"crow": 1}),
        (either({"bank": -2}, seat(S)), 1, 1),
        (pair(seat(S), BIRD), ["C", "hawk"], (2, 3)),
        (
            record({"bird": BIRD, "many": number(1, 3)}, {"many": 1}),
            {"bird": "hawk", "many": 3},
            {"bird": 3, "many": 3},
        ),
    ]


def test_what_a_kind_reads() -> None:
    for kind, value, found in right():
        assert kind(value, "word") == found, value


def wrong_ones() -> list[tuple[Kind[object], object, str]]:
    many = [f"n{n}" for n in range(LISTED + 1)]
    return [
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
        (seat(S), "3", "no seat '3'"),
        (differ(BIRD, 2, "birds"), ["crow", "crow"], "`word` is a list of 2 different birds."),
        (differ(BIRD, 2, "birds"), ["crow"], "`word` is a list of 2 different birds."),
        (differ(BIRD, 2, "birds"), ["crow", "dove", "hawk"], "2 entries at most, not 3"),
        (differ(BIRD, 2, "birds"), "crow", "`word` is a list here (2 entries at most), not 'crow'."),
        (table, [1], "`word` is a table here, not a list."),
        (seat(S), 3.0, "no seat 3.0"),
        (rows(number(1, 2)), [1, 3], "`word` is a whole number from 1 to 2, not 3."),
        (rows(BIRD), {}, "`word` is a list here, not a table"),
        (by_seat(S, number(1, 2)), [1, 3, 1], "`word` is a whole number"),
        (by_seat(S, number(1, 2)), {"A": 3}, "`word` is a whole number"),
        (by_seat(S, BIRD), {"D": "crow"}, "`word`: there is no seat 'D'"),
        (by_seat(S, BIRD), {"A": "crow", 0: "dove"}, "`word` says two things of one: A, 0"),
        (
            by_name(one_of({"dove": 1, "pigeon": 1}, "bird"), BIRD),
            {"dove": "crow", "pigeon": "dove"},
            "two things",
        ),
        (by_name(BIRD, number(1, 2)), {"crow": 3}, "`word` is a whole number"),
        (by_name(BIRD, BIRD), {"cow": "crow"}, "`word`: there is no bird called 'cow'"),
        (pair(BIRD, number(1, 2)), ["crow", 3], "`word` is a whole number"),
        (pair(BIRD, number(1, 2)), ["cow", 1], "`word`: there is no bird"),
        (pair(BIRD, BIRD), "crow", "`word` has pairs, not 'crow'."),
        (pair(BIRD, BIRD), ["crow"] * 3, "`word` has pairs, not a list."),
        (either({"bank": -2}, seat(S)), ["bank"], "`word`: there is no seat a list"),
        (or_null(BIRD, -1), "cow", "`word`: there is no bird"),
        (record({"bird": BIRD}, {}), {"bird": "cow"}, "`bird`: there is no bird called 'cow'"),
        (number(1, 2), 2**64, "not a number that long."),
        (number(1, 2), 2**64 - 1, f"not {2**64 - 1}."),
        (number(1, 2), "x" * 38, "not '" + "x" * 38 + "'."),
        (number(1, 2), "x" * 39, "not '" + "x" * 39 + "…."),
        (one_of(many[:-1], "name"), "x", f"there are: {', '.join(many[:-1])}."),
        (one_of(many, "name"), "x" * 50, "called '" + "x" * 39 + "…."),
        (one_of(many, "name"), "n2x", "called 'n2x' (is it 'n2'?)."),
    ]


def test_what_is_said_of_what_is_wrong() -> None:
    for kind, value, said in wrong_ones():
        with pytest.raises(BadScenario) as caught:
            kind(value, "word")
        assert said in str(caught.value)


def test_an_old_hand_goes_back_and_nobody_knows_it_any_more() -> None:
    s = nest()
    back: list[int] = []
    bird = Zones(s, "deck", "hand").named(NAMES, "bird")
    lays(s, "hand", bird, own, back.append)({"A": ["hawk"]}, "hands")
    assert s.hand == [(3,), (), ()] and back == [0] and s.seen == [0, 0, 0, 1]
    with pytest.raises(BadScenario, match="`hands`: there is no bird called 'cow'"):
        lays(s, "hand", bird, own)({"B": ["cow"]}, "hands")
    with pytest.raises(BadScenario, match="`hands` is a list here"):
        lays(s, "hand", bird, own)({"B": "crow"}, "hands")


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


def test_where_a_game_stands_is_said_when_all_else_is_done() -> None:
    class Molt(Step[Nest]):
        who: int

    s, stack = nest(), list[Step[Nest]]()
    put = stands(stack, lambda: {"rest": [], "molt": [Molt(0), Molt(s.round)]})
    s.round = 2
    put("molt", "step")
    assert stack == [Molt(0), Molt(2)]
    with pytest.raises(BadScenario, match=r"no step called 'moult' .is it 'molt'.*there are: rest, molt"):
        put("moult", "step")
    put("rest", "step")
    assert stack == []


def test_a_set_up_that_asks_gets_the_first_answers() -> None:
    class Flight(Step[Nest]):
        pass

    class Hatch(Step[Nest]):
        lines = ("one", "took", "fly")

        def one(self, s: Nest) -> Choice:
            return Choice(0, [("take", 2), ("pass",)])

        def took(self, s: Nest) -> Step[Nest]:
            s.round = self.answer[1]
            return Brood()

        def fly(self, s: Nest) -> Step[Nest]:
            return Flight()

    class Brood(Together[Nest]):
        lines = ("all", "laid")

        def all(self, s: Nest) -> Choice:
            return Choice.together({seat: [("lay", seat + 5), ("pass",)] for seat in range(3)})

        def laid(self, s: Nest) -> None:
            s.coins = [self.answers[seat][1] for seat in range(3)]

    s, stack = nest(), list[Step[Nest]]([Hatch()])
    settle(s, stack, Flight)
    assert (s.round, s.coins, [type(step) for step in stack]) == (2, [5, 6, 7], [Hatch, Flight])
    settle(s, stack, Brood)
    assert stack == [], "all is played, and there is no such step"


def test_the_same_is_done_for_every_entry() -> None:
    found: list[tuple[int, int]] = []
    each(by_seat(S, number(0, 9)), lambda seat, many: found.append((seat, many)))([4, None, 6], "word")
    assert found == [(0, 4), (2, 6)]


def test_the_box_has_enough() -> None:
    enough([0, 3], [4, 4], ["eggs", "twigs"])
    with pytest.raises(BadScenario, match=r"^The box has 4 twigs; this scenario uses 6.$"):
        enough([0, -2], [4, 4], ["eggs", "twigs"])


def test_who_is_named_gets_the_card_and_who_had_it_the_other() -> None:
    s = nest()
    s.marks, s.deck = (0, 1, 2), (3,)
    for slot in (0, 1, 2):
        s.show_to(slot, slot)
    faces = one_of(("crow", "dove", "rook", "hawk"), "bird")
    change = swaps(s, "marks", range(4), faces, "deck")
    change({"A": "rook"}, "marks")
    assert (s.marks, s.deck, s.seen) == ((2, 1, 0), (3,), [4, 2, 1, 0]), "seats 0 and 2 have changed"
    change({"B": "hawk", "C": "rook"}, "marks")
    assert (s.marks, s.deck, s.seen) == ((0, 3, 2), (1,), [1, 0, 4, 2]), "one comes out of the pile"
    change({"B": "hawk"}, "marks")
    assert s.marks == (0, 3, 2), "what one has already"
    swaps(s, "marks", range(4), faces)([None, "dove", None], "marks")
    assert (s.marks, s.seen) == ((0, 1, 2), [1, 2, 4, 0]), "what lies nowhere may be had, too"
    with pytest.raises(BadScenario, match="`marks` gives the same to two seats"):
        change({"A": "crow", "B": "crow"}, "marks")
    with pytest.raises(BadScenario, match="`marks`: what seat B is to have is not in this game"):
        swaps(s, "marks", range(3), faces)({"B": "hawk"}, "marks")


def test_a_seat_takes_out_of_its_own_piles() -> None:
    s = nest()
    s.hand = [(0, 1), (2, 3), ()]
    hands = Zones(s, "hand")
    assert hands.named(NAMES, "bird", seat=1)("crow", "hands") == 2 and s.hand == [(0, 1), (3,), ()]
    with pytest.raises(BadScenario, match=r"^`hands`: there is no bird 'dove' left to seat C.$"):
        hands.named(NAMES, "bird", seat=2)("dove", "hands")
