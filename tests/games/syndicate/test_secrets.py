"""What a seat may know, and the worlds it can imagine: everything seen must fit, and nothing else is given away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import knaves
from knaves.core.step import Together
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.state import BAGGED, DEALT, GAINED, PULLED, PUT, SPENT, SyndicateCity
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SUPERNOVA,
    at,
    card,
    city,
    cubes,
    play_mission,
    verbs,
    with_values,
    worlds,
)
from tests.laws.tables import walk
from tests.support import ask_of, clause, do


def goals_of(world: SyndicateCity) -> list[int]:
    return [world.face[slot] for slot in world.goal]


@clause("syndicate", "accuse.3")
def test_imagined_goals_respect_every_denial() -> None:
    p = at(
        5,
        goals=["shadowheart", "supernova", "doomking", "goldhammer", "spy"],
        denied=[[1, "spy"], [1, "doomking"]],
    )
    seen = worlds(p, 0, 200)
    assert {goals_of(world)[1] for world in seen} == {SUPERNOVA, GOLDHAMMER, ELECTRODE}
    assert all(goals_of(world)[0] == SHADOWHEART and len(set(goals_of(world))) == 5 for world in seen)
    assert {goals_of(world)[2] for world in seen} == {SUPERNOVA, DOOMKING, GOLDHAMMER, ELECTRODE, SPY}


def test_a_goal_that_was_reached_and_not_claimed_is_nobodys_in_any_world() -> None:
    goals = ["shadowheart", "supernova", "electrode", "spy"]
    p = with_values(6, 6, 5, 5, missions=["hollow_parade"], goals=goals, tracks={"doomking": [2, 5]})
    play_mission(p)
    for world in worlds(p, 0, 80):
        assert DOOMKING not in goals_of(world) and world.result is None


def test_coins_are_the_same_in_every_world_because_every_payment_was_seen() -> None:
    p = at(coins=[1, 7, 2, 5])
    assert all(world.coins == [1, 7, 2, 5] for world in worlds(p, 0))


@clause("syndicate", "setup.10", "electrode.1")
def test_a_cube_put_into_the_bag_may_be_any_that_its_owner_can_have_had() -> None:
    p = at(step="activate", cubes=[["doomking"], ["supernova"], [], []], bag=["goldhammer"])
    do(p, 0, "activate_bag", ELECTRODE, 1, 1)  # all see the purple cube go behind the screen
    do(p, 0, "stow", DOOMKING)
    for world in worlds(p, 1, 100):
        assert world.cubes[5:10] == [0, 1, 0, 0, 0]  # its own cube stays
        behind, bag = world.cubes[:5], world.bag
        assert sum(behind) == 1 and sum(bag) == 2
        assert behind[ELECTRODE] + bag[ELECTRODE] == 1  # purple is with A or was what A put in
    assert {tuple(world.bag) for world in worlds(p, 1, 100)} == {
        (0, 0, 1, 1, 0), (0, 0, 0, 1, 1), (0, 0, 1, 0, 1),
    }  # fmt: skip
    assert all(world.bag == [0, 0, 1, 1, 0] or world.bag[ELECTRODE] == 0 for world in worlds(p, 0, 40))


def test_what_comes_out_later_narrows_what_went_in() -> None:
    p = at(step="activate", cubes=[["doomking"], [], [], []], bag=[], mission="supernova")
    do(p, 0, "activate_bag", ELECTRODE, 1, 1)
    do(p, 0, "stow", DOOMKING)
    assert {tuple(world.bag) for world in worlds(p, 1)} == {(0, 0, 1, 0, 0), (0, 0, 0, 0, 1)}
    do(p, 0, "return_cube", ELECTRODE)  # A shows that purple was still there
    assert {tuple(world.bag) for world in worlds(p, 1)} == {(0, 0, 1, 0, 0)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_imagined_course_of_the_cubes_could_have_happened(seats: int) -> None:
    """Walks each imagined trail and finds nobody spending what he has not got; the counts are the world's own."""
    for seed in range(6):
        p = knaves.start("syndicate", seats=seats, seed=seed)
        rng = Random(seed)
        for count, _ in enumerate(walk(p, rng)):
            if count % 11:
                continue
            for eye in (rng.randrange(seats), None):
                world = city(p.imagine(eye, rng))
                follow(world, city(p), eye)


def follow(world: SyndicateCity, real: SyndicateCity, eye: int | None) -> None:
    held = [0] * (5 * world.seats + 5)
    bag = world.seats * 5
    assert len(world.trail) == len(real.trail)
    for entry, true in zip(world.trail, real.trail, strict=True):
        kind, who, colour = entry
        assert (kind, who) == (true.kind, true.holder)
        if kind not in (DEALT, PUT) or who == eye:
            assert entry == true  # seen by all, or one's own
        moves = {
            DEALT: [(who * 5, 1)],
            PUT: [(who * 5, -1), (bag, 1)],
            GAINED: [(who * 5, 1)],
            SPENT: [(who * 5, -1)],
            BAGGED: [(bag, 1)],
            PULLED: [(bag, -1)],
        }[kind]
        for base, change in moves:
            held[base + colour] += change
            assert held[base + colour] >= 0
    assert world.cubes == held[:bag] and world.bag == held[bag:]
    assert [sum(world.bag), sum(world.cubes)] == [sum(real.bag), sum(real.cubes)]


def test_the_real_course_is_among_the_imagined_ones() -> None:
    p = knaves.start("syndicate", seats=4, seed=3)
    assert city(p).cubes in [world.cubes for world in worlds(p, 0, 300)]


def reshuffled(**words: Any) -> tuple[knaves.Position, int]:
    """The discard pile, which all had seen but for one card that seat 1 paid, is the deck; and that card's face."""
    p = at(step="activate", action="supernova", hands=[["cold_feet"], ["live_wire"], None, None], **words)
    s = city(p)
    s.discard, s.deck = s.deck, []
    for slot in s.discard:
        s.show(slot)
    s.seen[s.discard[0]] = 1 << 1
    paid = s.face[s.discard[0]]
    do(p, 0, "activate_draw_less", SUPERNOVA, 1, 1)
    return p, paid


def test_cards_all_saw_before_a_reshuffle_are_in_no_hand_that_has_not_drawn_since() -> None:
    p, paid = reshuffled()
    s = city(p)
    public = {s.face[slot] for slot in [*s.deck, s.hand[0][-1]]} - {paid}
    for world in worlds(p, 2, 60):
        assert not public & {world.face[slot] for slot in world.hand[1] + world.hand[3]}
    held = {world.face[world.hand[1][0]] for world in worlds(p, 2, 200)}
    assert len(held) > 3 and paid in held  # among what was never seen it may be anything
    assert knaves.load(p.save()) == p
    for world in worlds(p, 1, 60):  # who paid it knows that it is in the deck, or drawn since
        assert paid not in {world.face[slot] for slot in world.hand[2] + world.hand[3]}


@clause("syndicate", "doomking.1")
def test_which_card_of_a_hand_was_put_down_nobody_else_can_tell() -> None:
    """A holds an old card and one from the new deck; what was placed may be either, in the eyes of the others."""
    p, paid = reshuffled(cubes=[["doomking"], [], [], []], tracks={"doomking": [0, 3]})
    s = city(p)
    public = {s.face[slot] for slot in [*s.deck, s.hand[0][-1]]} - {paid}
    do(p, 0, "power_place", DOOMKING, 1)
    do(p, 0, "place", card("cold_feet"), ELECTRODE)
    placed = [world.face[world.location[ELECTRODE][0]] for world in worlds(p, 2, 80)]
    assert {face in public for face in placed} == {True, False}
    kept = [world.face[world.hand[0][0]] for world in worlds(p, 2, 80)]
    assert {face in public for face in kept} == {True, False}
    for world in worlds(p, 2, 40):
        assert not public & {world.face[slot] for slot in world.hand[1] + world.hand[3]}
    assert all(world.face[world.location[ELECTRODE][0]] == card("cold_feet") for world in worlds(p, 0, 20))


@clause("syndicate", "spy.4")
def test_the_spy_remembers_the_cards_that_were_taken_but_not_where_they_went() -> None:
    p = at(
        goals=["supernova", "spy", "doomking", "goldhammer"],
        hands=[["cold_feet", "rehearsal"], ["live_wire", "bystander"], None, None],
    )
    do(p, 0, "accuse", 1, SPY)
    do(p, 0, "take_all")
    faces = {card("live_wire"), card("bystander")}
    for world in worlds(p, 1, 40):
        assert faces <= {world.face[slot] for slot in world.hand[0]}
    assert any(faces - {world.face[slot] for slot in world.hand[0]} for world in worlds(p, 2, 40))
    do(p, 0, "pay_card", card("live_wire"))
    assert knaves.load(p.save()) == p
    for world in worlds(p, 1, 40):
        around = world.hand[0] + world.discard
        assert faces <= {world.face[slot] for slot in around}
    paid = {world.face[world.discard[0]] for world in worlds(p, 1, 60)}
    assert card("bystander") in paid and card("live_wire") in paid  # which one was paid is not known


def test_own_cards_are_known_wherever_they_were_put() -> None:
    p = at(hands=[["cold_feet", "rehearsal"], None, None, None])
    do(p, 0, "pay_card", card("cold_feet"))
    assert all(world.face[world.discard[0]] == card("cold_feet") for world in worlds(p, 0, 20))
    assert len({world.face[world.discard[0]] for world in worlds(p, 1, 60)}) > 10


@clause("syndicate", "setup.4")
def test_no_window_tells_who_could_have_used_it() -> None:
    """What a seat is offered at any time is told to that seat alone, and the ask does not change with it."""
    rich = at(cubes=[[], ["goldhammer", "doomking"], [], []])
    poor = at(cubes=[[], [], [], ["goldhammer", "doomking"]])
    for p in (rich, poor):
        assert ask_of(p).seats == (0,)
    assert rich.view(0) == poor.view(0) and rich.view(None) == poor.view(None)
    assert "return_cube" in verbs(rich, 1) and "return_cube" not in verbs(poor, 1)
    assert cubes(rich, 1) != cubes(poor, 1)


def test_who_has_laid_a_card_has_laid_one_in_every_world_while_a_hand_is_looted():
    """An accusation may come while cards are laid, and the accuser looks into a hand: the card on the table is none of
    those that he sees there."""
    looked = 0
    for seed in range(40):
        position, rng = knaves.start("syndicate", seats=4, seed=seed), Random(seed)
        state: Any = position.state
        while (ask := position.ask()) is not None:
            if any(isinstance(step, Together) and step.sealed for step in position.stack[:-1]):
                for eye in range(4):
                    world = position.imagine(eye, rng)
                    there = ask_of(world)
                    assert world.answered == position.answered
                    assert world.view(eye) == position.view(eye)
                    if eye in ask.seats:
                        assert there.options(eye) == ask.options(eye)
                looked += type(position.stack[-1]).__name__ == "Loot"
            seat, active = ask.seats[0], state.active
            may: list[Any] = ask.options(active) if active in ask.seats else ask.interjections(active)
            right = [o for o in may if o[0] == "accuse" and state.face[state.goal[o[1]]] == o[2]]
            if right and len(position.answered) > 1:
                position.apply(active, rng.choice(right))
            else:  # nobody is accused before
                position.apply(seat, rng.choice([o for o in ask.options(seat) if o[0] != "accuse"]))
    assert looked > 5


SPY_LAYS: dict[str, Any] = {
    "step": "begin",
    "goals": ["shadowheart", "spy", "doomking", "goldhammer"],
    "hands": [["cold_feet"], ["live_wire", "bystander", "rehearsal"], None, None],
}


@clause("syndicate", "spy.4")
@pytest.mark.parametrize("taken", [[], ["bystander"], ["bystander", "rehearsal"]])
def test_who_has_looked_into_a_hand_knows_that_the_card_on_the_table_is_none_of_it(taken: list[str]) -> None:
    """Also when the hand has been given back: what lies on the table was laid before."""
    p = at(**SPY_LAYS)
    do(p, 0, "begin")
    do(p, 1, "lay", card("live_wire"))
    do(p, 0, "accuse", 1, SPY)
    for key in taken:
        do(p, 0, "loot", card(key))
    left = {card("bystander"), card("rehearsal")} - {card(key) for key in taken}
    if left:
        do(p, 0, "done")
    for world in worlds(p, 0):
        assert {world.face[slot] for slot in world.hand[1]} == left
        assert world.laid[1] >= 0 and world.face[world.laid[1]] not in (card("bystander"), card("rehearsal"))
    assert (
        len({world.face[world.laid[1]] for world in worlds(p, 0)}) > 10
    )  # what it is, the hand did not tell
    assert any(world.laid[1] < 0 for world in worlds(p, 2))  # the others know nothing of it


@clause("syndicate", "spy.4")
def test_who_has_looked_into_a_hand_knows_that_it_has_abstained_but_not_what_it_answers_later() -> None:
    p = at(**SPY_LAYS)
    do(p, 0, "begin")
    do(p, 1, "abstain")
    do(p, 0, "accuse", 1, SPY)
    do(p, 0, "done")
    assert all(world.laid[1] < 0 and len(world.hand[1]) == 3 for world in worlds(p, 0))
    p = at(**SPY_LAYS)
    do(p, 0, "begin")
    do(p, 0, "accuse", 1, SPY)
    do(p, 0, "done")
    do(p, 1, "abstain")
    assert {world.laid[1] >= 0 for world in worlds(p, 0)} == {True, False}


@clause("syndicate", "mission.5")
def test_a_card_that_came_after_the_answer_was_not_laid_in_any_world() -> None:
    p = at(**SPY_LAYS)
    do(p, 0, "begin")
    do(p, 0, "lay", card("cold_feet"))
    do(p, 0, "accuse", 1, SPY)
    do(p, 0, "take_all")  # the Spy knows these three, and when they came
    stolen = {card("live_wire"), card("bystander"), card("rehearsal")}
    for world in worlds(p, 1):
        assert world.laid[0] < 0 or world.face[world.laid[0]] not in stolen
    assert {world.laid[0] >= 0 for world in worlds(p, 1)} == {True, False}


@clause("syndicate", "action.2")
def test_what_is_picked_for_payment_is_shown_to_who_pays_alone() -> None:
    p = at(hands=[["cold_feet", "rehearsal"], None, None, None])
    do(p, 0, "pay_card", card("cold_feet"))
    ask = ask_of(p)
    assert ask.shape(0).picked == (card("cold_feet"),)
    assert all(ask.shape(seat).picked == () for seat in (1, 2, 3))
