"""The card files: what ours hold, and what is said about a file that cannot be."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

import knaves
from knaves.core.beat import play_randomly
from knaves.games import find
from knaves.games.syndicate.cards import box
from knaves.games.syndicate.cards.effects import Breakthrough, Buffers, Cards, Coins
from tests.games.syndicate.table import DOOMKING, city
from tests.support import clause

HOUSE = files("knaves.games.syndicate").joinpath("cards/support.toml").read_text("utf-8")


def test_every_row_says_where_it_comes_from() -> None:
    b = box()
    assert {row.source for row in (*b.support, *b.missions)} == {"house"}
    assert {row.source for row in (*b.villains, *b.goals)} == {"rulebook"}
    assert {row.house for row in b.villains} == {("arrows",)}
    assert b.board.rondel.source == "house"
    assert {goal.id: goal.house for goal in b.goals if goal.house} == {"goldhammer": ("revealed",)}  # R10


def test_each_villain_has_the_same_number_of_cards_and_some_have_none() -> None:
    owners = [card.villain for card in box().support]
    assert {owners.count(villain) for villain in box().number} == {10} and owners.count("") == 10


def test_every_card_can_help_somewhere_or_hurt_somewhere_and_has_words_of_its_own() -> None:
    b = box()
    for face, card in enumerate(b.support):
        counts = {b.value[space][face] for space in range(5)}
        assert counts == ({card.top} if card.bottom is None else {card.top, card.bottom})
        assert card.text and card.name
    assert len({card.name for card in b.support}) == 60 == len({card.text for card in b.support})
    lowest = [min(b.value[space][face] for space in range(5)) for face in range(60)]
    assert sum(value < 0 for value in lowest) >= 15  # there is something to sabotage with


def test_missions_pay_every_kind_of_reward() -> None:
    kinds = [type(effect) for mission in box().missions for effect in mission.effects]
    assert set(kinds) == {Coins, Cards, Breakthrough, Buffers}
    assert all(mission.effects for mission in box().missions)
    assert len({mission.name for mission in box().missions}) == 12


def test_the_list_of_cards_and_a_look_at_ones_own() -> None:
    game = find("syndicate")
    assert len(game.card_list()) == 60 + 12 + 5 + 6
    assert game.check_cards(HOUSE) == "60 Support cards and our missions, ready to play with."


def test_a_file_of_ones_own_replaces_the_cards_it_holds(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(HOUSE.replace("top = 3", "top = 9"), "utf-8")
    p = knaves.start("syndicate", seats=3, seed=1, cards=str(mine))
    assert max(card.top for card in city(p).box.support) == 9
    assert len(city(p).box.missions) == 12
    assert knaves.load(p.save()) == p


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("top = 0", 'top = "much"'), "line 8: this must be a whole number"),
        (('villain = "shadowheart"', 'villain = "robin"'), "'robin'; the villains are"),
        (('id = "whispered_name"', 'id = "unlit_alley"'), "'unlit_alley' is there twice"),
        (("bottom = 5\n", ""), "needs a villain and a bottom value"),
        (("[[card]]", "[[cards]]"), "unknown field"),
        (('source = "house"', 'source = "dream"'), "house"),
        (
            ("top = 0\n", "top = 0\ncopies = 2\n"),
            "line .*: the box has 60 Support cards; with this one it is 61",
        ),
        (("[[card]]", "[[card"), "not TOML"),
        (("top = 0", "top = 100"), "line 8: .*99"),
        (("top = 0\n", "top = 0\ncopies = -3\n"), "line 9: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said(change: tuple[str, str], said: str) -> None:
    with pytest.raises(knaves.BadCards, match=said):
        find("syndicate").check_cards(HOUSE.replace(*change, 1))


@pytest.mark.parametrize("name", ["Flood the Mint", "Doomking", "agent of  Doomking", "Government Spy "])
def test_no_card_is_called_like_one_of_another_deck(name: str) -> None:
    said = "line 6: .* is the name of another card already"
    with pytest.raises(knaves.BadCards, match=said):
        find("syndicate").check_cards(HOUSE.replace('"Unlit Alley"', f'"{name}"', 1))
    missions = files("knaves.games.syndicate").joinpath("cards/missions.toml").read_text("utf-8")
    other = "Unlit Alley" if name == "Flood the Mint" else name
    with pytest.raises(knaves.BadCards, match=said.replace("6", "5")):
        find("syndicate").check_cards(missions.replace('"Flood the Mint"', f'"{other}"', 1))


@pytest.mark.parametrize("named", [0, 1, 2])
@clause("syndicate", "setup.6", "setup.7")
def test_two_cards_with_a_villain_set_the_markers_up(named: int) -> None:
    """With one such card the set-up of a file called ready broke down."""
    plain = '[[card]]\nid = "c{n}"\nname = "C{n}"\nsource = "house"\ntop = 1\n'
    rows = "\n".join(
        plain.replace("{n}", str(n)) + ('villain = "doomking"\nbottom = 3\n' if n < named else "")
        for n in range(60)
    )
    if named < 2:
        with pytest.raises(knaves.BadCards, match=r"line .*markers cannot be set up"):
            find("syndicate").check_cards(rows)
        return
    assert find("syndicate").check_cards(rows)
    p = knaves.start("syndicate", seats=2, seed=1, cards=rows)
    assert city(p).action_marker == city(p).mission_marker == DOOMKING


MISSIONS = files("knaves.games.syndicate").joinpath("cards/missions.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("reward", "said"),
    [
        ('{ verb = "coins", amount = -3 }', "line 9: "),
        ('{ verb = "coins", amount = 60 }', "line 9: flood_the_mint pays more than the 50 coins"),
        ('{ verb = "cards", amount = 70 }', "line 9: .*60 cards of the box"),
        ('{ verb = "cards", amount = 40 }, { verb = "cards", amount = 40 }', "line 9: .*60 cards"),
    ],
)
def test_a_reward_is_one_that_the_box_can_pay(reward: str, said: str) -> None:
    with pytest.raises(knaves.BadCards, match=said):
        find("syndicate").check_cards(MISSIONS.replace('{ verb = "coins", amount = 2 }', reward, 1))


@pytest.mark.parametrize("reward", ['{ verb = "coins", amount = 50 }', '{ verb = "cards", amount = 60 }'])
def test_the_largest_reward_plays(reward: str) -> None:
    text = MISSIONS.replace('{ verb = "coins", amount = 2 }', reward).replace("number = ", "number = 0 # ")
    for seed in range(6):
        p = knaves.start("syndicate", seats=2 + seed % 4, seed=seed, cards=text)
        play_randomly(p, Random(seed))
        assert p.result is not None and min(city(p).coins) >= 0
