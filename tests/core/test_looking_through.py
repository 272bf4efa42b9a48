"""A game looks through somebody's card file: what is good, what is wrong, and whether it can be played with."""

from __future__ import annotations

import pytest

from knaves.core.cards import TEXT_MOST, read_rows
from knaves.core.errors import BadCards, FileProblem
from knaves.core.game import Game
from tests.core.test_card_files import Birds, bird
from tests.core.toy import Cellar, Toy

RED, BLUE, GREEN = bird("Robin"), bird("Tit", colour="blue"), bird("Finch", colour="green")


class Aviary(Game[Cellar]):
    """Takes birds, but no two of one colour."""

    about = Toy.about
    card_file = Birds

    def check_cards(self, own: str) -> str:
        assert own.endswith("\n"), "it might be the name of a file"
        found = read_rows(own, "birds", Birds).card
        if len({one.colour for one in found}) < len(found):
            raise BadCards("Two birds have one colour.")
        return f"{len(found)} birds" if found else ""


def test_a_file_that_can_be_played_with() -> None:
    looked = Aviary().look_through(RED + BLUE)
    assert (looked.ready, looked.problems, looked.rest) == ("2 birds", (), "")
    assert [card.name for card in looked.cards] == ["Robin", "Tit"] and len(looked.parts) == 2
    assert Aviary().look_through(RED.rstrip()).ready == "1 birds"


def test_what_is_good_of_a_file_can_be_played_with_alone() -> None:
    looked = Aviary().look_through(RED + GREEN + BLUE)
    assert looked.ready == "2 birds" and [problem.line for problem in looked.problems] == [10]
    assert looked.rest.rstrip("\n") == f"{RED}{BLUE}".rstrip("\n") and looked.rest.endswith("\n")
    assert [len(part.problems) for part in looked.parts] == [0, 1, 0]
    nothing = Aviary().look_through(GREEN)
    assert (nothing.ready, nothing.rest) == ("", "") and len(nothing.problems) == 1


def test_rows_that_are_good_one_by_one_may_not_go_together() -> None:
    both = RED + bird("Wren")
    looked = Aviary().look_through(both)
    assert (looked.ready, looked.rest) == ("", "") and len(looked.cards) == 2
    assert looked.problems == (FileProblem(0, "Two birds have one colour."),)
    more = Aviary().look_through(both + GREEN)
    assert (more.ready, more.rest) == ("", "")
    assert [problem.line for problem in more.problems] == [15], "what is wrong first"


def test_a_file_with_nothing_in_it() -> None:
    for text in ("", "\n", "# birds to come\n"):
        looked = Aviary().look_through(text)
        assert looked.problems == (FileProblem(0, "There is nothing in it yet."),) and not looked.ready


def test_what_is_not_looked_through() -> None:
    with pytest.raises(BadCards, match="takes no card files"):
        Toy().look_through(RED)
    with pytest.raises(BadCards, match="characters"):
        Aviary().look_through("x" * (TEXT_MOST + 1))
