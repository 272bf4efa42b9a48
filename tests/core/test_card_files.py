"""Card files of strangers: how many of each kind, what would be right, and a look through them row by row."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from knaves.core.card_check import NAMELESS, WRONG_IN_ALL, WRONG_MOST, Looked, mended, parts_of, problem_of
from knaves.core.cards import (
    KEPT_MOST,
    ROWS_MOST,
    TEXT_MOST,
    Amount,
    Card,
    Effect,
    check_cards,
    faces,
    kept_with_box,
    read_rows,
    wrong_line,
)
from knaves.core.errors import BadCards, FileProblem


class Lay(Effect, tag="lay"):
    eggs: Amount


class Sing(Effect, tag="sing"):
    song: Literal["high", "low"]


class Nestling(msgspec.Struct, forbid_unknown_fields=True):
    age: int


class Bird(Card):
    colour: Literal["red", "blue"]
    effects: tuple[Lay | Sing, ...] = ()
    young: list[Nestling] = []


class Birds(msgspec.Struct, forbid_unknown_fields=True):
    card: tuple[Bird, ...] = ()
    sky: str = ""


def bird(name: str, *more: str, colour: str = "red") -> str:
    rows = (
        "[[card]]",
        f'id = "{name.lower()}"',
        f'name = "{name}"',
        'source = "house"',
        f'colour = "{colour}"',
        *more,
    )
    return "\n".join(rows) + "\n"


def refusal(text: str) -> str:
    with pytest.raises(BadCards) as caught:
        read_rows(text, "birds", Birds)
    return str(caught.value)


def test_what_is_wrong_is_said_with_its_line_and_what_would_be_right() -> None:
    for more, line, says in (
        (
            'colr = "red"',
            6,
            "unknown field `colr`; did you mean colour? fields here: colour, effects, young, id",
        ),
        ('effects = [{ verb = "sign", song = "low" }]', 6, "'sign'; did you mean sing? known: lay, sing."),
        ('effects = [{ verb = "sing", song = "hihg" }]', 6, "'hihg'; did you mean high? one of: high, low."),
        (
            'effects = [{ verb = "lay", egs = 1 }]',
            6,
            "unknown field `egs`; did you mean eggs? fields here: verb, eggs.",
        ),
        ('effects = [{ verb = "lay" }]', 6, "required field `eggs`; fields here: verb, eggs."),
        ("young = [{ age = 1 }, { old = 1 }]", 6, "unknown field `old`; fields here: age."),
        ('effects = "sing"', 6, "this must be a list, not a text."),
        ("young = 3", 6, "this must be a list, not a whole number."),
    ):
        said = refusal(bird("Crow", more))
        assert said.startswith(f"birds, line {line}: ") and says in said, said
    assert "'green'; one of: blue, red." in refusal(bird("Crow", colour="green"))
    assert refusal("sky = 3\n").endswith("this must be a text, not a whole number.")
    assert "unknown field `skyy`; did you mean sky? fields here: card, sky." in refusal("skyy = 1\n")


def test_a_box_has_so_many_of_each_kind_and_no_id_twice() -> None:
    text = bird("Crow") + bird("Dove", "copies = 2", colour="blue") + bird("Kite") + bird("Rook")
    rows = read_rows(text, "birds", Birds).card
    check_cards(rows, text, "birds", {"red": 3, "blue": 2}, "colour")
    assert [row.name for row in faces(rows)] == ["Crow", "Dove", "Dove", "Kite", "Rook"]
    for counts, said in (
        ({"red": 2}, "birds, line 17: there must be 2 cards of red, not 3."),
        ({"red": 3, "blue": 1}, "birds, line 6: there must be 1 cards of blue, not 2."),
        ({"green": 1}, "birds, line 17: there must be 1 cards of green, not 0."),
    ):
        with pytest.raises(BadCards) as caught:
            check_cards(rows, text, "birds", counts, "colour")
        assert str(caught.value) == said
    check_cards(rows, text, "birds", {"green": 0}, "colour")
    twice = text + bird("Crow")
    with pytest.raises(BadCards, match=r"^birds, line 23: the id 'crow' is there twice\.$"):
        check_cards(read_rows(twice, "birds", Birds).card, twice, "birds", {}, "colour")


def test_what_follows_from_a_box_is_worked_out_once_and_kept_in_it() -> None:
    class Box:
        def __init__(self) -> None:
            self.kept: dict[str, dict[object, object]] = {}

    asked: list[int] = []

    @kept_with_box
    def double(box: Box, number: int) -> int:
        asked.append(number)
        return 2 * number

    one, two = Box(), Box()
    assert [double(one, 4), double(one, 4), double(two, 4)] == [8, 8, 8] and asked == [4, 4]
    (answers,) = one.kept.values()
    assert answers == {(4,): 8} and double.__name__ == "double"
    answers.update({(n,): 0 for n in range(10, 10 + KEPT_MOST - 1)})
    assert double(one, 5) == 10 and answers == {(5,): 10}, "and never endlessly much"


# -- row by row -------------------------------------------------------------------------------------------------


def test_good_rows_are_read_although_others_are_broken() -> None:
    text = "# birds\n" + bird("Crow") + bird("Dove", "colr = 1", colour="green") + "\n" + bird("Kite")
    crow, dove, kite = parts_of(text, Birds)
    assert (crow.name, [card.name for card in crow.cards], crow.problems) == ("Crow", ["Crow"], ())
    assert crow.text == bird("Crow").rstrip("\n")
    assert (dove.name, dove.cards) == ("Dove", ()) and [problem.line for problem in dove.problems] == [11, 12]
    assert dove.problems[1].sentence.startswith("Object contains unknown field `colr`; did you mean colour?")
    assert (kite.name, len(kite.cards)) == ("Kite", 1)
    looked = Looked((crow, dove, kite), (), "")
    assert [card.name for card in looked.cards] == ["Crow", "Kite"]


def test_what_stands_before_the_first_row_is_a_row_of_its_own() -> None:
    first, second = parts_of('sky = "blue"\n' + bird("Crow"), Birds)
    assert (first.name, first.text, first.cards, first.problems) == (NAMELESS, 'sky = "blue"', (), ())
    assert second.name == "Crow" and parts_of("\n# nothing\n", Birds) == [] and parts_of("", Birds) == []


def test_each_wrong_line_says_its_own_and_a_few_are_enough() -> None:
    lines = [f"x{n} = 1" for n in range(WRONG_MOST + 2)]
    (part,) = parts_of(bird("Crow", *lines), Birds)
    assert [problem.line for problem in part.problems] == [*range(6, 6 + WRONG_MOST)]
    (part,) = parts_of(bird("Crow", colour="green"), Birds)
    assert [problem.line for problem in part.problems] == [5], "that the colour is missing then is no news"
    (part,) = parts_of('[[card]]\nid = "x"\nname = "X"\n', Birds)
    assert len(part.problems) == 1 and "required field `colour`" in part.problems[0].sentence
    (part,) = parts_of("[[card]]\n= 3\n", Birds)
    assert part.problems[0].line == 2 and part.name == NAMELESS and len(part.problems) == 1
    (part,) = parts_of("sky = 3\nsea = 1\n", Birds)
    assert [problem.line for problem in part.problems] == [1, 2] and part.text == "sky = 3\nsea = 1"
    (part,) = parts_of(bird("Crow", "x = 1"), Birds)
    assert [problem.line for problem in part.problems] == [6], "all else is right"
    assert part.cards == () and part.text.endswith("x = 1")
    (part,) = parts_of('[[card]]\nname = """abc\n', Birds)
    assert [problem.line for problem in part.problems] == [3], "the end of the file"


def test_a_file_is_no_longer_than_a_box_can_be() -> None:
    with pytest.raises(BadCards, match=f"^At most {ROWS_MOST} rows fit in a box, not {ROWS_MOST + 1}\\.$"):
        parts_of("[[card]]\n" * (ROWS_MOST + 1), Birds)
    assert len(parts_of(bird("Crow") * ROWS_MOST, Birds)) == ROWS_MOST
    with pytest.raises(BadCards, match=f"^A card file has at most {TEXT_MOST:,} characters, not 100,001\\.$"):
        parts_of("#" * (TEXT_MOST + 1), Birds)
    assert parts_of("#" * TEXT_MOST, Birds) == []


def test_a_refusal_as_a_line_and_a_sentence() -> None:
    assert problem_of(BadCards("too long")) == FileProblem(0, "too long")
    with pytest.raises(BadCards, match="birds, line 3: no such bird") as refused:
        wrong_line("birds", 3, "no such bird.")
    assert problem_of(refused.value, 10) == FileProblem(13, "No such bird.")
    with pytest.raises(BadCards) as refused:
        read_rows("\n[[card]]\n= 3\n", "birds", Birds)
    assert problem_of(refused.value, 10).line == 13 and problem_of(refused.value).sentence == (
        "This is not TOML: Invalid statement (at line 3, column 1)."
    )


def test_a_line_is_mended_where_it_is_clear_how() -> None:
    unknown, stray = FileProblem(1, "?", "colr", "colour"), FileProblem(1, "?", "colr", "")
    assert mended("colr = 1  # colr", unknown) == "colour = 1  # colr", "once"
    assert mended("nothing of it", unknown) is None
    assert mended("colr = 1", stray) == "", "best left out"
    assert mended("x = { colr = 1 }", stray) is None
    assert mended("colr", stray) is None
    assert mended("colour = 'lwo'", FileProblem(1, "?", "lwo")) is None
    assert mended("colour = 3", FileProblem(1, "?")) is None


@pytest.mark.parametrize(
    ("line", "given", "meant", "missing"),
    [
        ("colr = 'red'", "colr", "colour", ""),
        ("weather = 'red'", "weather", "", ""),
        ("colour = 'bleu'", "bleu", "blue", ""),
        ("colour = 'weather'", "weather", None, ""),
        ("", "", None, "colour"),
        ("colour = 3", "", None, ""),
    ],
)
def test_what_is_wrong_says_which_word_and_what_was_meant(
    line: str, given: str, meant: str | None, missing: str
) -> None:
    """A row is read field by field in its own order: what is unknown is met before what is missing."""
    with pytest.raises(BadCards) as refused:
        read_rows(f'[[card]]\nid = "x"\nname = "X"\nsource = "house"\n{line}\n', "birds", Birds)
    problem = refused.value.problem
    assert (problem.given, problem.meant, problem.missing) == (given, meant, missing)


def test_a_file_in_which_everything_is_wrong_is_not_read_to_its_end() -> None:
    """Each thing that is wrong costs a reading: a small file could keep a server busy for long."""
    text = "".join(f"[[card]]\na{n} = 1\nb{n} = 2\n" for n in range(200)) + bird("Crow")
    parts = parts_of(text, Birds)
    problems = [problem for part in parts for problem in part.problems]
    assert WRONG_IN_ALL < len(problems) <= WRONG_IN_ALL + WRONG_MOST
    assert parts[-1].name == "the rest" and not parts[-1].cards
    last = problems[-1]
    assert last.sentence == "So much is wrong above that the rest was not looked at."
    assert text.splitlines()[last.line - 1] == "[[card]]"
    assert parts[-1].text.endswith(bird("Crow").rstrip("\n"))
    almost = "".join(bird(f"B{n}", colour="green") for n in range(WRONG_IN_ALL - 1))
    assert parts_of(almost + bird("Crow"), Birds)[-1].name == "Crow"
    assert parts_of(almost + bird("B", colour="green") + bird("Crow"), Birds)[-1].name == "the rest"
