"""Levels have one name everywhere, and say in a line what they are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import knaves
from knaves.bots import LEVELS, USUAL, Observation, Player, level, make, offered, todays
from knaves.bots.levels import OLD_NAMES, GentleBot, Level, RandomBot
from knaves.core.errors import BadSetup
from knaves.core.game import View
from knaves.core.step import Option
from knaves.core.turns import Turns
from knaves.games import find
from knaves.lab import figures
from knaves.lab.simulate import plan, run


def test_every_level_says_what_it_is() -> None:
    assert [*LEVELS][:2] == ["gentle", "fair"] and [*LEVELS][-2:] == ["random", "rules1"]
    for name, one in LEVELS.items():
        assert one.name == name and one.line.endswith(".") and len(one.line) < 80


@pytest.mark.parametrize("game", knaves.GAMES)
def test_people_choose_from_the_weakest_to_the_strongest_that_can_play(game: str) -> None:
    names = [one.name for one in offered(find(game))]
    assert names[:2] == ["gentle", "fair"] and not {"random", "rules1"} & {*names}


def test_an_old_name_is_read_in_records_and_nowhere_else() -> None:
    assert todays("rules") == USUAL == "fair" and todays("random") == "random"
    assert not {*OLD_NAMES} & {*LEVELS} and {*OLD_NAMES.values()} <= {*LEVELS}
    with pytest.raises(BadSetup, match="called rules is called fair now"):
        level("rules")
    with pytest.raises(BadSetup, match="no bot called 'genius'; there are: gentle, fair"):
        level("genius")


def test_a_file_of_figures_with_an_old_name_is_read() -> None:
    data = figures.write(run(plan("_template", 2, 4, ["fair"], 1, {}), 1)).replace(b'"fair"', b'"rules"')
    found = figures.read(data)
    assert set(found.plan.bots) == {"fair"} and [*found.bots] == ["fair"]


def test_a_level_that_cannot_play_a_game_is_refused_there(monkeypatch: pytest.MonkeyPatch) -> None:
    never = Level("sleepy", "Sleeps.", RandomBot, ready=lambda game: False)
    monkeypatch.setitem(LEVELS, "sleepy", never)
    assert never not in offered(find("_template"))
    with pytest.raises(BadSetup, match="no bot called sleepy for"):
        make("sleepy", find("_template"), 1)


def test_a_player_is_shown_what_its_level_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Observation] = []

    class Watching(RandomBot):
        def choose(self, one: Observation) -> Option:
            seen.append(one)
            return super().choose(one)

    turns = Turns(knaves.start("_template", seats=2, seed=1))
    for needs in ("options", "view", "worlds"):
        monkeypatch.setitem(LEVELS, "watching", Level("watching", "Watches.", Watching, needs))
        Player("watching", turns.position.game, 1).answer(turns.position, turns.seat, turns.options)
    options, view, worlds = seen
    assert not options.view and view.view and worlds.view == view.view
    with pytest.raises(ValueError, match="without a world"):
        view.imagine(Random(1))
    assert worlds.imagine(Random(1)).view(turns.seat) == view.view


@pytest.mark.parametrize("game", knaves.GAMES)
def test_a_gentle_bot_slips_now_and_then_and_never_absurdly(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, advised = find(game), []
    advise = rules.advise

    def noted(view: View, options: Sequence[Option], rng: Random) -> Option:
        advised.append(advise(view, options, rng))
        return advised[-1]

    monkeypatch.setattr(rules, "advise", noted)
    turns, gentle, slips = (
        Turns(knaves.start(game, seats=max(rules.about.seats), seed=3)),
        GentleBot(rules, Random(1)),
        0,
    )
    while not turns.over and len(advised) < 200:
        said = gentle.choose(Observation(turns.position, turns.seat, turns.options))
        assert said in turns.options
        if said != advised[-1]:
            slips += 1
            assert said[0] not in rules.seldom | rules.interjection_verbs
        turns.answer(advised[-1])
    assert 0.01 < slips / len(advised) < 0.6


def test_how_often_a_gentle_bot_slips_is_the_games_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = find("syndicate")
    two = Turns(knaves.start("syndicate", seats=4, seed=3))
    while len(two.options) < 2 or two.chance:
        two.answer(two.options[0])
    best = two.options[0]

    def slipped() -> int:
        gentle = GentleBot(rules, Random(1))
        return sum(gentle.heed(lambda _: best, two.options) != best for _ in range(400))

    assert 90 < slipped() < 150, "a slip alone seldom decides anything there"
    for often, times in ((0.0, 0), (1.0, 400)):
        monkeypatch.setattr(type(rules), "slips", often)
        assert slipped() == times


def test_what_a_gentle_bot_overlooks_it_does_not_do_a_moment_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that slipped on an accusation made it at the next question, and so it had not slipped at all."""
    rules = find("syndicate")
    charge: Option = ("accuse", 1, 2)
    options: list[Option] = [("hold",), charge, ("accuse", 2, 2), ("power_coin", 1)]
    gentle = GentleBot(rules, Random(1))
    sees: list[int] = []

    def advice(options: Sequence[Option]) -> Option:
        sees.append(len(options))
        return charge if charge in options else ("hold",)

    monkeypatch.setattr(type(rules), "slips", 1.0)
    assert gentle.heed(advice, options) == ("hold",)
    monkeypatch.setattr(type(rules), "slips", 0.0)
    asked = 0
    while gentle.heed(advice, options) == ("hold",):
        asked += 1
    assert asked > 3 and sees == [4] + [2] * (asked + 1) + [4], "a while, not for good"


def test_gentle_is_weaker_than_fair() -> None:
    found = run(plan("villagers", 4, 24, ["gentle", "fair", "fair", "fair"], 1, {}), 1)
    assert found.bots["gentle"].value < found.bots["fair"].value
