"""Options as numbers: blocks by verb, digits by domain, pieces by face, ranks where too much could be named."""

from __future__ import annotations

import pytest

from knaves.core.game import About, Domains, Game
from knaves.core.ids import Ids, NoId
from knaves.core.state import State


class Stall(Game[State]):
    id = "stall"
    state = State
    about = About("Stall", "1", (2, 3), "1", "", "")
    pieces = frozenset({"fruit"})
    verbs = {
        "ask": "Ask {1:seat} for {2:price}",
        "buy": "Buy {1:fruit} for {2:price} ({3:sum} in all)",
        "deal": "Deal {1:seat} {2:price}",
        "mix": "Mix {1} and {2:fruit}",
        "pass": "Pass",
        "set": "Set {1:price} {2:price}",
    }

    def domains(self, s: State) -> Domains:
        return Domains(
            {"fruit": range(3), "price": range(2, 6), "mix.1": range(-1, 2)},
            said=frozenset({"buy.3"}),
            ranked={"deal": 2},
            listed={"set": ((2, 5), (4, 4), (3, 2))},
        )


def stall() -> tuple[State, Ids]:
    s = State(2)
    s.box_up([[2, 0, 1, 0]])
    return s, Ids(Stall(), s)


def test_every_verb_has_a_block_as_large_as_what_it_can_name() -> None:
    _, ids = stall()
    sizes = {verb: (block.start, block.size) for verb, block in ids.blocks.items()}
    assert sizes == {
        "hold": (0, 1),
        "ask": (1, 12),  # three seats at most, four prices
        "buy": (13, 12),  # three fruits, four prices; the sum only says what follows
        "deal": (25, 2),
        "mix": (27, 9),
        "pass": (36, 1),
        "set": (37, 3),
    }
    assert ids.size == 40


@pytest.mark.parametrize(
    ("option", "number", "meaning"),
    [
        (("hold",), 0, ("hold",)),
        (("ask", 0, 2), 1, ("ask", 0, 2)),
        (("ask", 2, 5), 12, ("ask", 2, 5)),
        (("buy", 0, 3, 99), 13 + 2 * 4 + 1, ("buy", 2, 3)),  # slot 0 has face 2
        (("buy", 1, 2, 7), 13, ("buy", 0, 2)),
        (("mix", -1, 2), 28, ("mix", -1, 1)),
        (("mix", 1, 0), 35, ("mix", 1, 2)),
        (("pass",), 36, ("pass",)),
        (("set", 4, 4), 38, ("set", 4, 4)),
        (("set", 3, 2), 39, ("set", 3, 2)),
    ],
)
def test_an_option_its_number_and_what_that_means(
    option: tuple[str, *tuple[int, ...]], number: int, meaning: tuple[str, *tuple[int, ...]]
) -> None:
    s, ids = stall()
    assert ids.id_of(s, option) == number
    assert ids.meaning(number) == meaning and ids.by_meaning(meaning) == number


def test_a_menu_has_the_first_of_equal_cards_and_ranks_in_their_order() -> None:
    s, ids = stall()
    menu = ids.menu(s, [("buy", 1, 2, 2), ("buy", 3, 2, 2), ("deal", 1, 5), ("pass",), ("deal", 0, 2)])
    assert menu == {13: ("buy", 1, 2, 2), 25: ("deal", 1, 5), 26: ("deal", 0, 2), 36: ("pass",)}
    assert ids.meaning(26) == ("deal", 1) and ids.by_meaning(("deal", 1)) == 26


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("ask", 3, 2), "outside range(0, 3)"),
        (("ask", 0, 6), "outside range(2, 6)"),
        (("ask", 0, 1), "names 1 in place 2"),
        (("buy", -1, 2, 2), "names -1 in place 1"),  # no piece at all
        (("deal", 0, 2), "'deal' is numbered by its place in the menu"),
        (("set", 5, 5), "not on the list"),
    ],
)
def test_what_the_domains_do_not_hold_has_no_number(option: tuple[str, *tuple[int, ...]], said: str) -> None:
    s, ids = stall()
    with pytest.raises(NoId) as caught:
        ids.id_of(s, option)
    assert said in str(caught.value)


def test_numbers_and_ranks_end() -> None:
    s, ids = stall()
    with pytest.raises(NoId, match="more than 2 options 'deal' at once"):
        ids.menu(s, [("deal", 0, price) for price in (2, 3, 4)])
    assert len(ids.menu(s, [("deal", 0, price) for price in (2, 3)])) == 2
    with pytest.raises(NoId, match="there is no id 40; they go from 0 to 39"):
        ids.meaning(40)
    with pytest.raises(ValueError, match="zip"):
        ids.by_meaning(("ask", 1))
