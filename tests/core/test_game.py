"""What a game says about itself where it says nothing else: options, defaults, names, what is in its folder."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import cast

import msgspec
import pytest

from knaves.core.cards import Card
from knaves.core.encode import SIZE, hashed
from knaves.core.ending import by_points
from knaves.core.errors import BadCards, BadScenario, BadSetup
from knaves.core.forms import Form
from knaves.core.game import (
    About,
    Game,
    Setting,
    Standing,
    View,
    read_about,
    reads,
    shares,
    turn_order,
)
from knaves.core.state import Result
from knaves.core.step import Option
from knaves.games import find
from tests.core.toy import Cellar, Toy, toy

SWITCH = Setting("night", "switch", False, "By night.")
CHOICE = Setting("pace", "choice", "slow", "How fast.", choices=("slow", "quick"))
NUMBER = Setting("rounds", "number", 3, "How many.", least=2, most=5)
CARDS = Setting("cards", "cards", "", "Your own.")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        (SWITCH, True),
        (SWITCH, False),
        (CHOICE, "quick"),
        (NUMBER, 2),
        (NUMBER, 5),
        (CARDS, ""),
        (CARDS, "a\nb"),
    ],
)
def test_an_option_takes_what_it_allows(setting: Setting, value: object) -> None:
    assert setting.read(value) == value and type(setting.read(value)) is type(value)


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        (SWITCH, "slow", "The option night takes true or false, not 'slow'."),
        (SWITCH, 1, "true or false, not 1"),
        (CHOICE, "fast", "The option pace takes one of slow, quick, not 'fast'."),
        (CHOICE, True, "one of slow, quick"),
        (NUMBER, 1, "a whole number from 2 to 5, not 1"),
        (NUMBER, 6, "from 2 to 5, not 6"),
        (NUMBER, True, "from 2 to 5, not True"),
        (NUMBER, "3", "from 2 to 5, not '3'"),
        (CARDS, "/etc/passwd", "takes the text of a card file, not '/etc/passwd'"),
        (CARDS, 7, "takes the text of a card file"),
    ],
)
def test_an_option_refuses_the_rest_and_says_what_it_takes(
    setting: Setting, value: object, said: str
) -> None:
    with pytest.raises(BadSetup) as caught:
        setting.read(value)
    assert said in str(caught.value)


class Optional(Toy):
    about = About("Toy", "1", (2,), "1", "", "", option=(NUMBER, SWITCH))


def test_options_that_are_not_given_are_as_usual() -> None:
    assert Optional().read_options({"night": True}) == {"rounds": 3, "night": True}
    assert Toy().read_options({}) == {}


def test_an_option_that_a_game_does_not_have_is_named_with_those_it_has() -> None:
    with pytest.raises(BadSetup, match=r"^Toy has no option 'day'; it has: night, rounds\.$"):
        Optional().read_options({"day": True})
    with pytest.raises(BadSetup, match=r"it has: none\.$"):
        Toy().read_options({"day": True})


def test_what_a_game_file_says() -> None:
    text = 'title = "Chess"\nversion = "7"\nseats = [2]\nminutes = "60"\ntagline = "Mate."\ntext = "Old."'
    assert read_about(text) == About("Chess", "7", (2,), "60", "Mate.", "Old.")
    with pytest.raises(msgspec.ValidationError):
        read_about(text + "\nplayers = 2")


def test_the_first_seat_is_first_and_the_others_follow_round_the_table() -> None:
    assert turn_order(1, 4) == ["fourth", "first", "second", "third"]
    assert turn_order(0, 2) == ["first", "second"]


class Plain(Game[Cellar]):
    """A game that says next to nothing."""

    about = Toy.about


def cellar() -> Cellar:
    return cast(Cellar, toy().state)


def test_what_a_game_leaves_out_is_nothing_or_refused_with_its_title() -> None:
    s, game = cellar(), Plain()
    with pytest.raises(BadScenario, match="Toy has no scenarios"):
        game.arrange(s, [], {})
    with pytest.raises(BadCards, match="Toy takes no card files"):
        game.check_cards("")
    assert [*game.forms(s, 0)] == [] and game.name(s, "area", 3) == "3" and game.back_name("card") == "a card"
    assert (game.card_list(), game.deals({}), game.tally([], s), game.sources([], s)) == ((), (), {}, {})
    assert (game.sides([], s), game.standing({}), game.stage(s)) == ({}, Standing(), 0)
    assert game.likelihood(s, 0) == 1.0 and game.pointless(s, 0, ("rest",)) is False
    assert game.speakers(s) == -1  # everybody may have something to say
    assert game.fills(s, 0) == "" and not game.admits(s, 0, ("rest",)) and game.common(s) is None
    for speaks, says in (
        (True, "That has to wait until this is decided."),
        (False, "This table plays without that."),
    ):
        refused = game.rests(s, speaks, "toy.1")
        assert (refused.reason, refused.clause) == (says, "toy.1")


class Filling(Plain):
    """Everybody may fill in what the next seat gets; each eye sees what was found for all."""

    def forms(self, s: Cellar, seat: int) -> Iterator[Form]:
        yield Form((f"give {seat}", s.pot), seat, (), "toy.1")

    def view(self, s: Cellar, eye: int) -> View:
        return {"eye": eye, "pot": s.pot}


def test_forms_are_known_by_their_verb_and_views_by_their_eye() -> None:
    s, game = cellar(), Filling()
    s.pot = 4
    assert game.fills(s, 1) == "give 1"
    assert game.view_with(s, 1, None) == {"eye": 1, "pot": 4}


def test_answers_that_look_alike_come_in_any_order() -> None:
    options: list[Option] = [("left",), ("right",), ("stay",)]
    rows = {tuple(Plain().promising(cellar(), 0, options, Random(n))) for n in range(60)}
    assert len(rows) == 6 and all(sorted(row) == options for row in rows)


def test_how_a_game_ended_is_said_in_what_it_counts() -> None:
    class Sheep(Plain):
        counts = "sheep"

    ending = Sheep().ending({}, Result((1,), (3, 9), ""), ("Ann", "Bob"))
    assert ending == by_points(Result((1,), (3, 9), ""), "sheep", ("Ann", "Bob"))
    assert "sheep ahead of Ann" in ending.says


def test_how_many_play_is_one_of_its_numbers() -> None:
    about = About("Toy", "1", (2, 4), "1", "", "")
    about.check_seats(4)
    for wrong in (3, "2", True, 2.0):
        with pytest.raises(BadSetup) as caught:
            about.check_seats(wrong)
        assert str(caught.value) == f"Toy is for 2, 4 players, not {wrong!r}."


def test_functions_of_a_games_own_views_are_its_methods() -> None:
    def board(view: Mapping[str, int], more: int = 0) -> str:
        return f"{view['pot']} {more}"

    def view_with(s: Cellar, eye: int, common: object) -> View:
        return {"eye": eye, "common": common}

    class Joined(Plain):
        pass

    Joined.board = reads(board)  # type: ignore[assignment]  # as in the body of a class
    Joined.view_with = shares(view_with)  # type: ignore[assignment]
    assert Joined().board({"pot": 3}) == "3 0"
    assert Joined().view_with(cellar(), 1, "all") == {"eye": 1, "common": "all"}


def test_the_text_board_of_a_game_without_one_is_its_view() -> None:
    assert Toy().board({"pot": 3}) == '{\n "pot": 3\n}'


def test_numbers_of_a_game_without_rows_are_its_hashed_view() -> None:
    s, game = cellar(), Toy()
    s.pot = 4
    assert game.rows(s, 0) == {"hash": hashed(game.view(s, 0))}
    assert game.encode(s, 1) == hashed(game.view(s, 1)) != hashed({})
    assert game.entries(s)[:2] == ["hash 0", "hash 1"] and len(game.entries(s)) == SIZE


class Rowed(Toy):
    """Rows of its own, other ones for the spectator."""

    def rows(self, s: Cellar, eye: int) -> dict[str, list[float]]:
        return {"eye": [float(eye)], "pair": [1.0, 2.0]}


def test_rows_stand_one_after_the_other_under_their_names() -> None:
    s, game = cellar(), Rowed()
    assert game.encode(s, 1) == [1.0, 1.0, 2.0]
    assert game.entries(s) == ["eye 0", "pair 0", "pair 1"]


def test_seats_have_names_or_letters() -> None:
    assert Toy().seat_name(1, ("Ann", "Bob")) == "Bob"
    assert Toy().seat_name(1) == "B"


def test_which_kinds_verbs_and_events_name() -> None:
    game = find("_template")
    assert game.kinds("play") == {1: "card"} and game.kinds("nonsense") == {}
    assert game.event_kinds("nonsense") == {}
    assert game.event_kinds("won") == {1: "seat", 2: "coins"}


def test_a_game_knows_its_own_steps_and_those_of_the_engine() -> None:
    """Not those of another game that happens to be loaded, nor those of tests."""
    find("villagers")
    names = find("_template").step_types()
    assert {"AlleyRounds", "Bid", "Swap", "Pick", "Together"} <= {*names}
    assert "Recruit" not in names and "Evening" not in names
    assert all(
        kind.__module__.startswith(("knaves.games._template.", "knaves.core.")) for kind in names.values()
    )


def test_a_game_is_sent_to_another_process_by_its_name() -> None:
    game = find("villagers")
    assert pickle.loads(pickle.dumps(game)) is game
    assert all(isinstance(card, Card) for card in game.card_list())


class Advised(Plain):
    """Shows each eye its number, and advises by it and by luck."""

    def view(self, s: Cellar, eye: int) -> View:
        return {"eye": eye, "pot": s.pot}

    def advise(self, view: View, options: Sequence[Option], rng: Random) -> Option:
        assert view["pot"] == 4 and rng.random() == Random(3).random()
        return options[cast(int, view["eye"])]


def test_advice_in_an_imagined_world_is_that_of_its_view() -> None:
    s, options = cellar(), list[Option]([("left",), ("right",)])
    s.pot = 4
    assert Advised().advise_state(s, 1, options, Random(3)) == ("right",)
    assert Advised().rows(s, 1) == {"hash": hashed({"eye": 1, "pot": 4})}
