"""Names: nobody passes for somebody else."""

from __future__ import annotations

import pytest

from knaves.core.errors import Refused
from knaves.core.words import isolated
from knaves.table.people.names import alike, as_typed, own_name, read_name, without_letter
from knaves.table.people.table_plan import NAME_MOST


@pytest.mark.parametrize(
    "name",
    [
        "Mirela",
        "Zoë",
        "Łukasz",
        "Мирела",
        "Ελένη",
        "美咲",
        "みさき Misaki",
        "ミサキ",
        "김서준",
        "עדי",
        "O'Neil 2",
        "",
        "🦊",
    ],
)
def test_a_name_may_be_written_in_any_alphabet(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["You", "N\N{CYRILLIC SMALL LETTER O}body", "EVERYBODY", "The host", "Whoever runs this server", "you B"],
)
def test_nobody_is_called_what_the_log_says_of_others(name: str) -> None:
    with pytest.raises(Refused):
        read_name(name)


@pytest.mark.parametrize(
    ("name", "which"),
    [
        ("Mir\N{CYRILLIC SMALL LETTER IE}la", "Latin and Cyrillic"),
        ("\N{GREEK CAPITAL LETTER ALPHA}nn", "Latin and Greek"),
        ("\N{CHEROKEE LETTER GO}nn", "Latin and Cherokee"),
        ("\N{ARMENIAN SMALL LETTER OH}lga", "Latin and Armenian"),
    ],
)
def test_one_name_is_written_in_one_alphabet(name: str, which: str) -> None:
    with pytest.raises(Refused, match=f"in one alphabet; this one mixes {which} letters"):
        read_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Copa", "\u0421\u043e\u0440\u0430"),  # all of it Cyrillic
        ("ANNA", "\u0391\u039d\u039d\u0391"),  # all of it Greek
        ("Mirela", "MireIa"),
        ("Bill", "Bi11"),
        ("Tom", "Torn"),
        ("Wim", "VVim"),
        ("Oslo", "0sl0"),
        (
            "ANN",
            "\N{LATIN LETTER SMALL CAPITAL A}\N{LATIN LETTER SMALL CAPITAL N}\N{LATIN LETTER SMALL CAPITAL N}",
        ),
        ("Mirela", "\uff2d\uff29\uff32\uff25\uff2c\uff21"),
        ("Zoë", "Zoe\u0308"),
        ("Mirela", "Mirel\N{LATIN SMALL LETTER ALPHA}"),
        ("Bill", "B\N{LATIN SMALL LETTER DOTLESS I}ll"),
        ("Gina", "\N{LATIN SMALL LETTER SCRIPT G}ina"),
        ("Bill", "Bi\N{LATIN LETTER DENTAL CLICK}l"),
    ],
)
def test_names_that_read_the_same_are_the_same(one: str, other: str) -> None:
    assert alike(one) == alike(other)
    assert own_name(read_name(other), 1, [one]) == f"{other} B"


@pytest.mark.parametrize("name", ["\ua4d0\ua4f3\ua4d0", "\u13b7\u13aa\u13c0\u13a0\u13aa"])
def test_a_name_of_letters_that_only_resemble_ours_bears_its_letter(name: str) -> None:
    assert own_name(read_name(name), 1, ["Ann"]) == f"{name} B"


@pytest.mark.parametrize("sign", ["\U0001d159", "\U00016fe4", "\u3164"])
def test_signs_that_nobody_sees_make_no_other_name(sign: str) -> None:
    assert read_name(f"Bob{sign}") == "Bob"


def test_names_that_differ_stay_as_they_are() -> None:
    names = ["Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo", "Мирела", "Анна", "Ελένη", "Zoe", "Zoë"]
    assert len({alike(name) for name in names}) == len(names)


def test_a_name_that_is_being_typed_is_shown_as_far_as_it_may_be() -> None:
    assert as_typed("  Ann ") == "Ann"
    assert as_typed("A" * (NAME_MOST + 5)) == "A" * NAME_MOST
    assert as_typed("Mir\N{CYRILLIC SMALL LETTER IE}la") == ""


def test_letters_that_unicode_does_not_name_stay_as_they_are() -> None:
    unnamed = "\ue000"  # for private use
    assert alike(f"{unnamed}A") == f"{unnamed}a" and own_name(unnamed, 0, []) == unnamed


def test_who_says_no_name_has_none() -> None:
    assert own_name("", 2, ["Ann"]) == ""
    with pytest.raises(Refused, match="A name"):
        read_name("x" * (NAME_MOST + 1))


def test_a_name_from_right_to_left_stands_by_itself_and_is_typed_without_that() -> None:
    for name in ("עדי", "محمد", "Ann שרה", "ߞߊߡߊ"):
        assert isolated(name) == f"\u2068{name}\u2069"
        assert read_name(isolated(name)) == read_name(name)
    for name in ("Mirela", "Zoë", "美咲", "Ελένη", "", "4"):
        assert isolated(name) == name


@pytest.mark.parametrize(
    ("name", "seat", "others", "left"),
    [
        ("Mirela B", 1, ["Mirela"], "Mirela"),
        ("Mirela B2", 1, ["Mirela", "Mirela B"], "Mirela"),
        ("Mirela B", 1, ["MIRELA"], "Mirela"),  # reads the same
        ("Mirela B", 1, ["Oskar"], "Mirela B"),  # he is called so
        ("Mirela B", 2, ["Mirela"], "Mirela B"),  # the letter of another seat
        ("Mirela B9", 1, ["Mirela"], "Mirela B9"),
        ("Mirela", 1, ["Mirela"], "Mirela"),
        ("B", 1, ["", "B"], "B"),
    ],
)
def test_at_another_seat_one_is_called_without_the_letter_of_this_one(
    name: str, seat: int, others: list[str], left: str
) -> None:
    assert without_letter(name, seat, others) == left
