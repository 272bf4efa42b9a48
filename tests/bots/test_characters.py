"""Characters: the same rules, the same knowledge, another taste."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.bots import CHARACTERS, LEVELS, USUAL, Player, characters_of, make, split
from knaves.bots.characters import OFTEN, REMARKS, StyledPlanner, own_points, remark
from knaves.bots.planner import SHARP
from knaves.bots.thinking import ThinkingBot
from knaves.bots.values import value_of
from knaves.core.errors import BadSetup
from knaves.core.turns import Turns
from knaves.games import find


def planner(name: str, grudge: int = -1) -> StyledPlanner:
    game = find("villagers")
    value = value_of(game, 4)
    assert value is not None
    made = StyledPlanner(game, value, SHARP, Random(1))
    made.character, made.grudge = CHARACTERS[name], grudge
    return made


def test_a_level_with_a_character_has_two_words() -> None:
    character, level = split("vengeful sharp")
    assert character.name == "vengeful" and level.name == "sharp"
    assert split("fair")[0].name == "" and split("talkative fair")[0].talks
    with pytest.raises(BadSetup, match="does not look ahead"):
        split("vengeful fair")
    with pytest.raises(BadSetup, match="no character called 'sleepy'"):
        split("sleepy sharp")
    with pytest.raises(BadSetup, match="no bot called"):
        split("vengeful best")
    assert [one.name for one in characters_of(LEVELS[USUAL])] == ["talkative"]
    assert {one.name for one in characters_of(LEVELS["ruthless"])} == set(CHARACTERS)
    assert all(one.line.endswith(".") for one in CHARACTERS.values())


def test_the_cautious_prefer_what_is_certain() -> None:
    end = knaves.start("villagers", seats=4, seed=1)
    cautious = planner("cautious")
    sure, risky = [0.4, 0.4], [0.75, 0.09]  # the risky way wins more often
    assert sum(risky) > sum(sure)
    worths = [sum(cautious.worth(end, (chance, 0, 0, 0), 0) for chance in way) for way in (sure, risky)]
    assert worths[0] > worths[1]


def test_the_vengeful_go_after_whoever_turned_on_them_else_after_the_leader() -> None:
    end = knaves.start("villagers", seats=4, seed=1)
    first, second = (0.3, 0.5, 0.1, 0.1), (0.3, 0.1, 0.5, 0.1)
    for grudge, likes in ((1, second), (2, first)):
        vengeful = planner("vengeful", grudge)
        other = first if likes is second else second
        assert vengeful.worth(end, likes, 0) > vengeful.worth(end, other, 0)
    leader = planner("vengeful")
    assert leader.worth(end, (0.3, 0.3, 0.2, 0.2), 0) > leader.worth(end, first, 0)
    assert leader.worth(end, (0.9, 0.1, 0, 0), 0) > leader.worth(end, (0.1, 0.1, 0, 0.8), 0), (
        "and still likes to win"
    )


def test_the_greedy_like_points_now() -> None:
    greedy, chances = planner("greedy"), (0.3, 0.3, 0.2, 0.2)
    turns = Turns(knaves.start("villagers", seats=4, seed=1))
    for _ in range(80):
        turns.answer(turns.options[0])
    end, game = turns.position, find("villagers")
    order = sorted(range(4), key=lambda seat: own_points(game, end, seat))
    assert own_points(game, end, order[0]) < own_points(game, end, order[-1]) <= 1
    added = [greedy.worth(end, chances, seat) - chances[seat] for seat in order]
    assert added == sorted(added) and added[-1] > added[0]


def test_a_bot_with_a_character_plays_and_differs_from_one_without() -> None:
    bots = {name: make(name, find("villagers"), 1) for name in ("sharp", "greedy sharp", "talkative sharp")}
    assert all(isinstance(bot, ThinkingBot) for bot in bots.values())
    turns = Turns(knaves.start("villagers", seats=4, seed=3))
    differs = 0
    for _ in range(12):
        answers = []
        for name in ("sharp", "greedy sharp", "cautious sharp", "vengeful sharp"):
            player = Player(name, turns.position.game, 7)
            answers.append(player.answer(turns.position, turns.seat, turns.options))
            assert answers[-1] in turns.options
        differs += len(set(answers)) > 1
        turns.answer(answers[0])
    assert differs


def test_the_talkative_speak_now_and_then_and_of_what_everybody_sees() -> None:
    position = knaves.start("villagers", seats=4, seed=1)
    said = [remark(position, 0, Random(n)) for n in range(400)]
    share = sum(map(bool, said)) / len(said)
    assert OFTEN / 2 < share < OFTEN * 2
    assert set(filter(None, said)) <= {line for lines in REMARKS.values() for line in lines}
    twin = position.imagine(0, Random(3))
    assert [remark(twin, 0, Random(n)) for n in range(50)] == said[:50]
