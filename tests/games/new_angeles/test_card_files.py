"""Card files of a player's own: what the check calls ready plays; the rest is refused with its line and a sentence."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

import knaves
from knaves.core.beat import play_randomly
from knaves.games import find
from knaves.games.new_angeles.cards import box

FOLDER = files("knaves.games.new_angeles.cards")
SETUP = """
[[card]]
id = "mine"
name = "Mine"
source = "house"
places = { android = [1, 2, 3, 8] }
turns = 4
"""


def changed(old: str, new: str) -> str:
    assert old in SETUP
    return SETUP.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[[track]]\nname = "energy"\nlast = 6\nsource = "house"\n', 1, "one track for each"),
        (changed("android = [", "robots = [4], android = ["), 6, "robots"),
        (changed("[1, 2, 3, 8]", "[1, 2, 3, 11]"), 6, "<= 10"),
        (changed("[1, 2, 3, 8]", "[1, 2, 3, 0]"), 6, ">= 1"),
        (changed("turns = 4", "turns = 0"), 7, ">= 1"),
        (changed("turns = 4", "turns = 9"), 7, "<= 5"),
        (changed("[1, 2, 3, 8]", "[1, 2, 3, 8, 9]"), 6, "4 of android, not 5"),
        (changed("[1, 2, 3, 8]", "[1, 2, 3]"), 6, "all 4 androids"),
        (changed("[1, 2, 3, 8]", "[1, 2, 3, 3]"), 6, "only one android"),
        (changed("8] }", "8], outage = [5], strike = [5] }"), 6, "outage and strike in district 5"),
        (changed("8] }", "8], protest = [5], strike = [5] }"), 6, "protest and strike in district 5"),
        (changed("8] }", "8], prisec = [5], orgcrime = [5] }"), 6, "prisec and orgcrime in district 5"),
        (changed("8] }", "8], prisec = [1, 2, 3, 4, 5, 6, 7] }"), 6, "6 of prisec, not 7"),
        (changed("turns = 4", "turns = 4\ncopies = 2"), 8, "one of each setup card"),
        (SETUP + SETUP, 10, "twice"),
        (changed("8] }", "8], enemy = [5] }"), 6, "'enemy'; one of: android, development, human_first"),
        (changed("turns = 4", "turns = 4.0"), 7, "a whole number, not a number with a point"),
        (changed('"Mine"', '"The Root"'), 4, "'The Root' is the name of another"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(knaves.BadCards) as found:
        find("new_angeles").check_cards(text)
    said = str(found.value)
    assert f"line {line}:" in said and words in said and said.endswith(".")


def districts() -> str:
    text = FOLDER.joinpath("board.toml").read_text("utf-8")
    return text[text.index("[[district]]") : text.index("# How far each resource")]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("amount = 2", "amount = -2", ">= 1"),
        ("amount = 2", "amount = 0", ">= 1"),  # 49.1: it produces something
        ('"Quinde"', '"Manta"', "name of another place"),
        ('"Quinde"', '"clean  slate"', "'clean  slate' is the name of another card"),
        ('"Quinde"', '"The Root"', "name of another place"),
        (
            'secondary = { resource = "consumables"',
            'secondary = { resource = "energy"',
            "another one than the first",
        ),
        ("number = 10", "number = 9", "twice"),
        ("exit = 0 ", "exit = 3 ", "higher number"),
        ("exit = 0 ", "exit = 11 ", "<= 10"),
        ("number = 10", "number = 11", "<= 10"),
    ],
)
def test_districts_are_checked(old: str, new: str, words: str) -> None:
    good = districts()
    assert "ready" in find("new_angeles").check_cards(good)
    with pytest.raises(knaves.BadCards) as found:
        find("new_angeles").check_cards(good.replace(old, new, 1))
    assert words in str(found.value) and ", line " in str(found.value)


def test_a_track_has_room_for_the_target_of_every_demand() -> None:
    """62"""
    board = FOLDER.joinpath("board.toml").read_text("utf-8")
    tracks = board[board.index("[[track]]") : board.index("[[piece]]")]
    assert "ready" in find("new_angeles").check_cards(tracks)
    with pytest.raises(knaves.BadCards, match="a demand needs 2 energy"):
        find("new_angeles").check_cards(tracks.replace("last = 6", "last = 1", 1))


def test_the_check_counts_one_card_as_one() -> None:
    assert "1 setup card, ready" in find("new_angeles").check_cards(SETUP)


def test_a_city_without_its_tenth_district_is_refused() -> None:
    with pytest.raises(knaves.BadCards, match="1 to 10, each once"):
        find("new_angeles").check_cards(districts().rpartition("[[district]]")[0])


def test_our_own_setups_pass_the_check_and_a_ready_file_plays() -> None:
    ours = FOLDER.joinpath("setups.toml").read_text("utf-8")
    assert "ready" in find("new_angeles").check_cards(ours) and len(box(ours).setups) == 6
    for seed in range(3):
        p = knaves.start("new_angeles", seats=4 + seed, seed=seed, cards=SETUP)
        play_randomly(p, Random(seed))
        assert p.result is not None
