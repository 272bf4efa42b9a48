"""The `fair` bot plays its goal, keeps its cover, and accuses when the odds are good."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

import knaves
from knaves.bots import Bot, Observation, make
from knaves.core.beat import HOLD, play
from knaves.core.step import Option
from knaves.games.syndicate.bot.sight import ImaginedSyndicate
from knaves.games.syndicate.bot.value_inputs import LIKELIEST, promising
from knaves.games.syndicate.bot.worth import SyndicateWorth
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.figures import tally
from knaves.games.syndicate.state import bump
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SUPERNOVA,
    at,
    card,
    city,
    may,
    play_mission,
    with_values,
)
from tests.support import ask_of, do


def advice(p: knaves.Position, seat: int, seed: int = 1) -> Option:
    ask = ask_of(p)
    options = ask.options(seat) or [HOLD, *ask.interjections(seat)]
    return make("fair", p.game, seed).choose(Observation(p, seat, options))


def test_it_gives_its_best_card_to_a_mission_of_its_own_villain() -> None:
    p = at(step="begin", hands=[None, None, ["cold_feet", "coronation_cannon", "bystander"], None])
    do(p, 0, "begin")  # Doomking and Goldhammer; seat 2 serves Doomking
    assert advice(p, 2) == ("lay", card("coronation_cannon"))


def test_it_spoils_the_mission_of_a_villain_in_front() -> None:
    hand = ["cold_feet", "coronation_cannon", "wrong_address"]
    p = at(step="begin", hands=[None, hand, None, None], tracks={"goldhammer": [1, 5]})
    do(p, 0, "begin")
    assert advice(p, 1) == ("lay", card("wrong_address"))  # -2


def test_it_keeps_good_cards_and_cover_when_a_mission_does_not_matter() -> None:
    hand = ["white_dwarf", "bystander", "wrong_address"]
    p = at(step="begin", hands=[None, hand, None, None])
    do(p, 0, "begin")
    assert advice(p, 1) == ("lay", card("bystander"))  # a card worth nothing, neither for nor against


def test_it_does_not_starve_its_own_villain_but_drains_the_leader() -> None:
    own = at(step="activate", action="supernova", tracks={"shadowheart": [2, 3]})
    chosen = advice(own, 0)
    assert [*chosen][:3] != ["activate_move", SHADOWHEART, 1]  # villain, cube
    leader = at(
        step="activate",
        action="doomking",
        tracks={"doomking": [5, 5]},
        denied=[[1, "spy"], [2, "spy"], [3, "spy"]],
        accused=True,
    )
    assert [*advice(leader, 0)][:3] == ["activate_place", DOOMKING, 1]


def test_nobody_but_the_spy_empties_a_second_track() -> None:
    words: dict[str, Any] = {
        "step": "activate",
        "action": "doomking",
        "tracks": {"electrode": [], "doomking": [3, 3]},
    }
    agent = at(goals=["shadowheart", "supernova", "goldhammer", "spy"], **words)
    chosen = advice(agent, 0)
    assert chosen == ("pass",) or [*chosen][2] == 0
    spy = at(goals=["spy", "supernova", "goldhammer", "shadowheart"], **words)
    assert [*advice(spy, 0)][:3] == ["activate_place", DOOMKING, 1]


def test_it_accuses_for_free_and_when_only_one_goal_is_possible() -> None:
    free = at(tracks={"goldhammer": [2, 5]})
    chosen = advice(free, 0)
    assert [*chosen][0::2] == ["accuse", GOLDHAMMER]
    known = [[1, key] for key in ("doomking", "goldhammer", "electrode", "spy")]
    assert advice(at(denied=known), 0) == ("accuse", 1, SUPERNOVA)
    assert advice(at(), 0)[0] != "accuse"  # one in five is too little for two coins


def test_with_one_hidden_opponent_left_it_always_tries() -> None:
    assert advice(at(2), 0)[0] == "accuse"
    assert advice(at(3, revealed=[1]), 0)[0] == "accuse"


def test_steering_missions_to_a_villain_makes_one_a_suspect() -> None:
    p = at(coins=[9, 3, 3, 3])
    city(p).steered = bump(city(p).steered, 5 + DOOMKING, 4)
    assert advice(p, 0) == ("accuse", 1, DOOMKING)


def test_who_uses_a_villain_up_hardly_serves_him() -> None:
    """Activating costs the villain a cube; the Spy cares for none, and likes a short track."""
    s = city(at())
    before = SyndicateWorth(ImaginedSyndicate(s, 0)).suspects[1]
    s.acts = bump(s.acts, 5 + DOOMKING, 2)
    after = SyndicateWorth(ImaginedSyndicate(s, 0)).suspects[1]
    assert after[DOOMKING] < before[DOOMKING] < after[GOLDHAMMER]
    s.starved = bump(s.starved, 1)
    assert SyndicateWorth(ImaginedSyndicate(s, 0)).suspects[1][SPY] > 2 * before[SPY] > 0


def test_a_hidden_spy_leaves_no_track_with_a_single_cube() -> None:
    """Everybody takes that for a sign of the Spy; once revealed there is nothing to hide."""
    goals = ["spy", "supernova", "doomking", "goldhammer"]
    short = {"electrode": [1, 2]}
    hidden = SyndicateWorth(ImaginedSyndicate(city(at(tracks=short, goals=goals)), 0))
    known = SyndicateWorth(ImaginedSyndicate(city(at(tracks=short, goals=goals, revealed=[0])), 0))
    assert hidden.drain(ELECTRODE) < 0 < hidden.drain(SHADOWHEART) < known.drain(ELECTRODE)


def test_no_two_serve_the_same_villain() -> None:
    """Who is all but certain to serve a villain clears the others of it."""
    s = city(at())
    before = SyndicateWorth(ImaginedSyndicate(s, 0)).suspects
    s.steered = bump(s.steered, 5 + DOOMKING, 6)
    after = SyndicateWorth(ImaginedSyndicate(s, 0)).suspects
    assert after[1][DOOMKING] > 0.9
    assert after[2][DOOMKING] < 0.1 < before[2][DOOMKING]
    for row in after.values():
        assert sum(row) == pytest.approx(1)
    for goal in range(SPY + 1):
        assert sum(row[goal] for row in after.values()) < 1 + 1e-9


def test_the_likeliest_charges_are_looked_at_first() -> None:
    p = at(coins=[9, 3, 3, 3])
    s = city(p)
    s.steered = bump(s.steered, 5 + DOOMKING, 4)
    ask = ask_of(p)
    options = [*ask.options(0), *ask.interjections(0)]
    order = promising(s, 0, options, Random(1))
    assert sorted(order) == sorted(options)
    assert order[0] == ("accuse", 1, DOOMKING)
    assert [option[0] for option in order[:LIKELIEST]] == ["accuse"] * LIKELIEST != [order[LIKELIEST][0]]


def test_it_moves_the_next_mission_to_its_own_villain() -> None:
    p = at(
        step="begin",
        cubes=[["shadowheart"], [], [], []],
        tracks={"shadowheart": [0, 4]},
        mission="goldhammer",
    )
    # the next mission is Goldhammer's and Electrode's; one space further it is Shadowheart's
    said = {advice(p, 0, seed) for seed in range(12)}
    # a bot wavers a little: how far it moves is much the same to it
    assert said == {("power_move", SHADOWHEART, 1), ("power_move", SHADOWHEART, 2)}
    do(p, 0, "begin")
    assert advice(p, 0)[0] == "lay"  # now it would change nothing


def test_it_holds_its_cubes_when_there_is_nothing_to_gain() -> None:
    p = at(cubes=[[], ["goldhammer", "supernova", "shadowheart", "electrode"], [], []])
    assert advice(p, 1) == HOLD


def test_it_puts_its_own_colour_into_the_bag() -> None:
    p = at(step="activate", cubes=[["shadowheart", "doomking"], [], [], []])
    do(p, 0, "activate_bag", ELECTRODE, 1, 1)
    assert advice(p, 0) == ("stow", SHADOWHEART)


def test_revealed_goldhammer_buys_exactly_what_is_missing() -> None:
    p = with_values(0, 0, 0, 2, missions=["quiet_tuesday"], revealed=[3], bag=[])
    play_mission(p)
    assert advice(p, 3) == ("raise", 2)


def test_revealed_spy_takes_out_the_card_that_decides() -> None:
    goals = ["spy", "supernova", "doomking", "goldhammer"]
    p = with_values(0, 0, 0, 6, missions=["quiet_tuesday"], goals=goals, revealed=[0], bag=[])
    best = city(p).hand[3][0]
    play_mission(p)
    assert advice(p, 0) == ("remove", best) and (best,) in may(p, 0, "remove")


def test_one_of_them_beats_three_that_answer_by_chance() -> None:
    won = 0
    for seed in range(24):
        p = knaves.start("syndicate", seats=4, seed=seed)
        row = [make("fair" if seat == seed % 4 else "random", p.game, seed) for seat in range(4)]
        play(p, partial(answer, row))
        assert p.result is not None
        won += seed % 4 in p.result.winners
    assert won >= 10  # its share would be 6


def answer(row: list[Bot], p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
    return row[seat].choose(Observation(p, seat, options))


def test_the_figures_of_a_game() -> None:
    p = knaves.start("syndicate", seats=4, seed=2)
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    bot = make("fair", p.game, 1)
    play(p, lambda q, seat, options: bot.choose(Observation(q, seat, options)))
    figures = tally(heard, city(p))
    assert p.result is not None
    assert figures["turns"] == city(p).turn
    shares = [value for name, value in figures.items() if name.startswith("won: ") and "began" not in name]
    assert len(shares) == 4 and sum(shares) == 1
    own = [value for name, value in figures.items() if name.startswith("won by its own goal: ")]
    assert sum(own) == figures["ended by a goal reached"]
    assert figures["missions"] == sum(event.kind in ("succeeded", "failed") for event in heard)


def test_revealed_electrode_pays_only_for_cubes_it_may_want() -> None:
    goals = ["electrode", "shadowheart", "doomking", "goldhammer"]
    common: dict[str, Any] = {"goals": goals, "revealed": [0], "coins": [6, 3, 3, 3], "cubes": [[]] * 4,
                              "accused": True}  # fmt: skip
    rivals = at(bag=["shadowheart"] * 3, tracks={"shadowheart": [1, 4]}, **common)
    assert may(rivals, 0, "buy_cubes") and advice(rivals, 0)[0] != "buy_cubes"
    own = at(bag=["electrode"] * 2 + ["shadowheart"], **common)
    bought = advice(own, 0)
    assert bought[0] == "buy_cubes"
    do(own, 0, *bought)
    if ("set_cube", ELECTRODE) in (own.choice.options if own.choice else []):
        assert advice(own, 0) == ("set_cube", ELECTRODE)


def test_what_revealed_electrode_buys_is_mostly_put_on_the_board() -> None:
    """The folly of paying for cubes and putting all of them back."""
    bought = kept = 0
    for seed in range(30):
        p = knaves.start("syndicate", seats=5, seed=seed)
        heard: list[knaves.Event] = []
        p.listen(heard.append)
        bots = [make("fair", p.game, seed * 10 + seat) for seat in range(5)]
        play(p, partial(answer, bots))
        kinds = [event.kind for event in heard]
        for place, kind in enumerate(kinds):
            if kind == "buys" and kinds[place + 1] == "sifted":
                after = [one for one in kinds[place + 1 :] if one != "sifted"][:2]
                bought += 1
                kept += "breakthrough" in after or "claimed" in after
    assert bought > 7 and kept / bought > 0.7, (bought, kept)
