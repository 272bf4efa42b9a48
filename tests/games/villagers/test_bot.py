"""The fair bot plays sensibly; the figures of a game add up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import knaves
from knaves.bots import Bot, Observation, make
from knaves.core.beat import Chooser, play
from knaves.games import find
from tests.games.villagers.table import Table, start, table
from tests.support import ask_of


def chooser(bots: Sequence[Bot]) -> Chooser:
    """Each seat is played by its bot."""
    return lambda p, seat, options: bots[seat].choose(Observation(p, seat, options))


def advice(t: Table) -> str:
    ask = ask_of(t.p)
    seat = ask.seats[0]
    return t.words(find("villagers").advise(t.p.view(seat), ask.options(seat), Random(1)))


def test_it_attacks_with_the_hero_that_is_enough() -> None:
    t = table("defend", towns=[["witch", "giant_slayer", "marsh_archer"]], hands=[[]])
    assert advice(t) == "attack witch"
    t.do(0, "attack", "witch")
    assert advice(t) in ("hero giant_slayer", "town")


def test_it_keeps_the_mob_for_a_dragon() -> None:
    t = table("defend", towns=[["cursed_scarecrow"]])
    t.do(0, "attack", "cursed_scarecrow")
    assert advice(t) == "town"
    t = table("defend", towns=[["young_dragon", "giant_slayer"]])
    t.do(0, "attack", "young_dragon")
    assert advice(t) == "mob"


def test_it_builds_what_is_worth_most() -> None:
    t = table("build", hands=[["farm", "battle_apprentice"]], towns=[["farmer"]], gold=[6, 0, 0])
    assert advice(t) == "build farm"


def test_it_shields_itself_when_that_saves_gold() -> None:
    assert advice(table("pillage", towns=[["river_pirates", "friar"]], gold=[6, 0, 0])) == "use friar"
    assert advice(table("pillage", towns=[["grey_wolf", "friar"]], gold=[6, 0, 0])) == "suffer"


def test_it_grants_what_pays_and_refuses_what_does_not() -> None:
    t = table("recruit", start=1, towns=[["tavern", "ferry_landing"]])
    t.do(1, "recruit", "tailor")
    t.do(1, "vend", "tavern")
    assert advice(t) == "grant tavern"
    t.do(0, "grant", "tavern")
    t.do(1, "vend", "ferry_landing")
    assert advice(t) == "refuse ferry_landing"


@pytest.mark.parametrize("options", [{}, {"advanced": False}, {"pony_express": True, "ordinance": True}])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_plays_whole_games(seats: int, options: dict[str, object]) -> None:
    t = start(seats, 8, **options)
    play(t.p, chooser([make("fair", t.p.game, 1)] * seats))
    assert t.p.result is not None
    assert max(t.p.result.scores) > 5


def test_it_beats_random_play() -> None:
    won = 0
    for seed in range(6):
        t = start(4, seed)
        bots = [make("fair" if seat == seed % 4 else "random", t.p.game, seed) for seat in range(4)]
        play(t.p, chooser(bots))
        assert t.p.result is not None
        won += seed % 4 in t.p.result.winners
    assert won >= 5


def test_figures() -> None:
    t = start(3, 2)
    events: list[knaves.Event] = []
    t.p.listen(events.append)
    play(t.p, chooser([make("fair", t.p.game, 1)] * 3))
    figures = t.p.game.tally(events, t.p.state)
    assert t.p.result is not None
    points = sum(value for name, value in figures.items() if name.startswith("points "))
    assert points == pytest.approx(sum(t.p.result.scores) / 3)
    assert figures["rounds"] == t.s.round
    first = events[0].things[0]
    assert events[0].kind == "named"
    assert (figures["win share of the starting Mayor"] > 0) == (first in t.p.result.winners)
    built = sum(value for name, value in figures.items() if name.startswith("built "))
    deputies = sum("deputy_mayor" in t.town(seat) for seat in range(3))
    assert built + deputies == figures["times built"]
    recruited = sum(value for name, value in figures.items() if name.startswith("recruited "))
    assert recruited == sum(event.kind == "recruited" for event in events)
