"""The `fair` bot: it reads a view, finds arrests, and plays sensibly."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

import knaves
from knaves.bots import Observation, make
from knaves.core.beat import play
from knaves.games.arch_villain.bot.chances import chance, current, plan
from knaves.games.arch_villain.bot.sight import SeenHeroes
from knaves.games.arch_villain.bot.solver import solve
from tests.games.arch_villain.table import GAME, arrest, asked, events, options, seen, state, table
from tests.support import ask_of


def advised(p: knaves.Position) -> tuple[object, ...]:
    seat = asked(p)
    ask = ask_of(p)
    return make("fair", p.game, 1).choose(Observation(p, seat, ask.options(seat)))


def fight(p: knaves.Position) -> list[str]:
    """Follows the advice until the attempt is over."""
    heard = events(p)
    while p.stack and type(p.stack[-1]).__name__ == "Arrest" and not options(p, "reward"):
        p.apply(asked(p), advised(p))
    return [event.kind for event in heard]


def test_the_books_own_attempt_succeeds() -> None:
    # Round 3, Crimson Death: 19, or 26 with Lightning. The cheap way leaves Lightning alone.
    cards = ["laser_pistol", "martial_arts", "illusions", "lightning"]
    p = arrest([5, 6, 4, 1, 3], cards, skills=[2, 1, 0], energy=4, round=3)
    assert "arrested" in fight(p)


@pytest.mark.parametrize("seats", [2, 5])
def test_an_arrest_that_is_possible_is_made(seats: int) -> None:
    """In whole games: whenever the dice that were rolled can arrest, the advice arrests."""
    tried = 0
    for seed in range(6):
        p = knaves.start(GAME, seats=seats, seed=seed)
        bots = [make("fair", p.game, f"{seed} {seat}") for seat in range(seats)]
        heard = events(p)
        could: bool | None = None
        while (ask := p.ask()) is not None:
            seat = ask.seats[0]
            answers = ask.options(seat)
            opening = p.stack[-1].lines[p.stack[-1].line] == "place" and not state(p).placed
            if opening and could is None:
                could = solve(current(SeenHeroes(seen(p, seat)))) is not None
            answer = bots[seat].choose(Observation(p, seat, answers))
            heard.clear()
            p.apply(seat, answer)
            kinds = [event.kind for event in heard]
            if could is not None and ("arrested" in kinds or "failed" in kinds):
                tried += could
                assert ("arrested" in kinds) == could
                could = None
    assert tried > 5


def test_energy_is_not_wasted_on_a_lost_attempt() -> None:
    p = arrest([2, 2], ["laser_pistol"], energy=3, round=5, health=20)
    assert "failed" in fight(p)
    assert seen(p)["players"][0]["energy"] == 3


def test_an_item_is_taken_when_damage_is_of_no_use() -> None:
    p = arrest([6, 2], ["mending_touch", "laser_pistol"], round=5, health=20)
    assert "gained" in fight(p)


def test_a_hero_in_danger_with_no_hope_leaves() -> None:
    words = {"round": 5, "turn": "5", "villain": "night_engine"}
    green = {item: [1] for item in ("health", "cubes", "die", "power", "weapon", "talent")}
    p = table(2, [{"health": 1, "energy": 0}, {"energy": 60}], green=green, **words)
    assert advised(p)[0] == "protect"


def test_a_sure_arrest_is_tried() -> None:
    cards = ["giant_strength", "beast_shape", "spore_cloud"]
    p = table(2, [{"cards": cards, "dice": 4, "energy": 9}], turn="2", villain="crimson_death")
    assert chance(SeenHeroes(seen(p))) == 1.0
    assert advised(p)[0] == "arrest"


def test_no_chance_without_dice() -> None:
    v = seen(table(2, [{"dice": 0}], turn="2"))
    assert chance(SeenHeroes(v)) == 0.0


def test_the_plan_counts_what_lies_already() -> None:
    p = arrest([6, 6, 5], ["giant_strength", "beast_shape"], round=1)
    p.apply(0, next(o for o in options(p) if o[0] == "load"))
    p.apply(0, next(o for o in options(p) if o[0] == "use"))
    found = plan(SeenHeroes(seen(p)))
    assert found is not None
    assert found.needed == 9


def test_the_advice_beats_chance() -> None:
    wins = 0.0
    for seed in range(12):
        p = knaves.start(GAME, seats=2, seed=100 + seed)
        bots = [make("fair" if seat == seed % 2 else "random", p.game, seed) for seat in range(2)]
        play(p, lambda q, seat, o, bots=bots: bots[seat].choose(Observation(q, seat, o)))  # type: ignore[misc]
        assert p.result is not None
        wins += seed % 2 in p.result.winners
    assert wins >= 11


def test_the_same_view_gets_the_same_advice() -> None:
    p = knaves.start(GAME, seats=3, seed=2)
    first = advised(p)
    twin = p.imagine(asked(p), Random(7))
    assert advised(twin) == first


def test_the_advice_does_not_hang_on_our_names() -> None:
    board = files("knaves.games.arch_villain").joinpath("cards/board.toml").read_text("utf-8")
    mine = board.replace('name = "a free power"', 'name = "Power card"').replace(
        'name = "a contact"', 'name = "Friend"'
    )
    assert mine.count("Power card") == mine.count("Friend") == 1
    p = knaves.start(GAME, seats=2, seed=3, cards=mine)
    bots = [make("fair", p.game, seat) for seat in range(2)]
    play(p, lambda q, seat, o: bots[seat].choose(Observation(q, seat, o)))
    assert p.result is not None


def test_a_contact_is_called_for_what_it_brings() -> None:
    # Lying on the board, to be had free: a power of 9 that the Laboratory Chief can bring.
    player = {"cards": ["laboratory_chief"], "energy": 2, "dice": 3}
    p = table(2, [player], round=2, turn="alarm", spaces={"dockside": ["sunburst"]})
    verb, *things = advised(p)
    assert verb == "contact"
    p.apply(0, (verb, *things))
    assert advised(p)[0] == "free"


def test_bots_choose_contacts_among_their_rewards() -> None:
    rewards: list[int] = []
    for seed in range(8):
        p = knaves.start(GAME, seats=4, seed=seed)
        heard = events(p)
        bots = [make("fair", p.game, seat) for seat in range(4)]
        play(p, lambda q, seat, o, bots=bots: bots[seat].choose(Observation(q, seat, o)))  # type: ignore[misc]
        rewards += [event.things[1] for event in heard if event.kind == "protects"]
    contact = [row["key"] for row in seen(p)["rewards"]].index("contact")
    assert rewards.count(contact) >= len(rewards) // 20
