"""What people send is read at the door: so much and no more, so often and no oftener."""

from __future__ import annotations

import pytest

from knaves.core.errors import Refused
from knaves.games import find
from knaves.table import TooMuch
from knaves.table.people.limits import (
    Limiter,
    plain,
    read_chat,
    read_options,
    read_order,
)
from knaves.table.people.names import own_name, read_name
from tests.table.kit import Watch


def test_so_many_at_once_and_so_many_a_second_after_that() -> None:
    now = Watch()
    door = Limiter(3, 0.5, now)
    assert [door.allows("ann") for _ in range(4)] == [True, True, True, False]
    assert door.allows("bob"), "everybody has his own"
    now.time += 1.9
    assert not door.allows("ann"), "not quite one"
    now.time += 0.1
    assert door.allows("ann") and not door.allows("ann")
    door.give_back("ann")
    assert door.allows("ann") and not door.allows("ann"), "what is given back does not count"
    now.time += 1000
    assert [door.allows("ann") for _ in range(4)] == [True, True, True, False], (
        "no more than at the beginning"
    )


def test_who_comes_too_often_reads_why() -> None:
    now = Watch()
    door = Limiter(1, 1.0, now)
    door.check("ann")
    with pytest.raises(TooMuch, match=r"^That is too fast; wait a few seconds\.$"):
        door.check("ann")
    with pytest.raises(TooMuch, match="once a day"):
        door.check("ann", "Only once a day.")
    door.check("bob", "Only once a day.")
    now.time += 1
    door.check("ann")


def test_what_was_never_taken_is_not_given_back() -> None:
    door = Limiter(2, 1.0, Watch())
    door.give_back("ann")
    assert [door.allows("ann") for _ in range(3)] == [True, True, False]


def test_what_is_refused_costs_nothing() -> None:
    now = Watch()
    door = Limiter(1, 1.0, now)
    assert door.allows(1)
    for _ in range(4):
        now.time += 0.125
        assert not door.allows(1)
    now.time += 0.5
    assert door.allows(1)


def test_of_many_who_came_those_are_forgotten_who_have_all_of_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Limiter, "KEYS_MOST", 10)
    now = Watch()
    door = Limiter(2, 1.0, now)
    for key in range(9):
        door.allows(key)
    now.time += 1
    door.allows("late")
    door.allows("late")
    door.allows("newest")  # ten were there: nine had all of it again, and of the rest one in ten goes
    assert len(door._left) <= 2 and "newest" in door._left
    for key in range(30):
        for _ in range(2):
            door.allows(key)
    assert len(door._left) <= 10, "nobody makes it grow"
    assert not door.allows(29), "who came last is still known"


def test_text_is_one_line_of_signs_that_can_be_seen() -> None:
    assert plain("  a\tb\n\x00c  d ", 9, "It") == "a b c d"
    assert plain("x" * 9, 9, "It") == "x" * 9
    assert plain(" " * 30 + "x", 9, "It") == "x", "blanks do not count, within reason"
    for text in ("x" * 10, "x" + " " * 36):
        with pytest.raises(TooMuch, match="It has at most 9 letters"):
            plain(text, 9, "It")
    assert plain("x" + " " * 35, 9, "It") == "x"
    with pytest.raises(Refused, match="It is text"):
        plain(7, 9, "It")


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\ufe0f", "\u115f", "\u034f", "\U000e0101", "\u200d"])
def test_nobody_is_called_like_somebody_else_by_signs_that_cannot_be_seen(blank: str) -> None:
    assert read_name(f"Ann{blank}") == "Ann" and read_name(blank * 3) == ""
    assert own_name(read_name(f"{blank}ann"), 1, ["Ann"]) == "ann B"
    with pytest.raises(Refused, match="nothing to say"):
        read_chat(blank)


def test_marks_are_not_piled_over_the_lines_of_others() -> None:
    assert read_name("Z\u0301\u0302\u0303" + "\u0304" * 15 + "oe") == "Z\u0301\u0302\u0303oe"
    thai, hebrew, tibetan = "\u0e01\u0e47", "\u05e9\u05bc\u05c1\u05b8", "\u0f66\u0f92\u0fb2\u0f7c\u0f63"
    assert read_chat(thai + "\u0e47" * 300) == thai + "\u0e47" * 2
    assert read_name("\u0301 \u0302Zo") == "Zo", "a mark needs a letter"
    for name in (thai, hebrew, tibetan, "1\u20e3"):
        assert read_name(name) == name
    assert read_name("Zoe\u0308") == "Zoe\u0308"


def test_names_and_messages() -> None:
    assert read_name("Ann  Lee") == "Ann Lee" and read_name("") == ""
    with pytest.raises(TooMuch, match="A name has at most 24 letters"):
        read_name("x" * 25)
    assert read_chat(" well ") == "well"
    with pytest.raises(TooMuch, match="A message has at most 500 letters"):
        read_chat("x" * 501)
    with pytest.raises(Refused, match="nothing to say"):
        read_chat(" \n ")


def test_a_selection_has_some_answers() -> None:
    assert read_options([["pass"], ["play", 3]]) == [("pass",), ("play", 3)]
    assert len(read_options([["pass"]] * 64)) == 64
    for wrong in ([], [["pass"]] * 65, "pass", None):
        with pytest.raises(Refused, match="1 to 64 answers"):
            read_options(wrong)


def order(
    kind: object = "always",
    option: object = ("play", 3),
    clause: object = "",
    unless: tuple[object, ...] = (),
    times: object = 0,
    have: int = 0,
) -> object:
    return read_order(find("_template"), kind, option, clause, unless, times, have)


@pytest.mark.parametrize("kind", ["always", "never", "pass"])
def test_an_order_names_an_answer(kind: str) -> None:
    assert order(kind) == ("play", 3)
    assert order(kind, ["stop"], "x" * 40, ("me", "won"), 1000, 19) == ("stop",)


def test_an_order_for_pauses_names_no_answer() -> None:
    assert order("moments", ["moments"]) == ("moments",)
    assert order("bot", ["bot"]) == ("bot",)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kind": "sometimes"}, "always, never, pass, moments, bot"),
        ({"kind": "moments"}, 'of the kind "moments" names ["moments"]'),
        ({"option": ["moments"]}, 'of the kind "moments" names ["moments"]'),
        ({"kind": "bot"}, 'of the kind "bot" names ["bot"]'),
        ({"option": ["bot"]}, 'of the kind "bot" names ["bot"]'),
        ({"option": ["fly"]}, "has nothing called 'fly'"),
        ({"clause": "x" * 41}, "the id of a clause"),
        ({"clause": 7}, "the id of a clause"),
        ({"times": -1}, "0 for no limit"),
        ({"times": 1001}, "0 for no limit"),
        ({"times": True}, "0 for no limit"),
        ({"unless": ("rain",)}, "no event called ['rain']"),
        ({"unless": ("me",) * 21}, "no event called"),
    ],
)
def test_what_is_no_order_says_why(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(Refused) as caught:
        order(**wrong)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_a_seat_has_so_many_orders_and_no_more() -> None:
    assert order(unless=("me",) * 20, have=19)
    with pytest.raises(TooMuch, match="at most 20 standing orders"):
        order(have=20)
