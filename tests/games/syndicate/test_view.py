"""What a page is told: the coming mission, its stakes, payments, the whole goal card; and the log."""

from __future__ import annotations

from typing import Any

import pytest

from knaves.games import find
from knaves.games.syndicate.cards import box
from tests.games.syndicate.table import (
    COLOURS,
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SPY,
    SUPERNOVA,
    at,
    card,
    city,
    cubes,
    may,
    play_mission,
    told,
    with_values,
    worlds,
)
from tests.support import ask_of, clause, do


def seen(p: Any, eye: int | None = 0) -> Any:
    return p.view(eye)


@clause("syndicate", "mission.1")
def test_before_the_start_the_mission_that_is_coming_is_one_space_further_on() -> None:
    """The marker moves before the card is turned over."""
    p = at(step="begin", locations={"goldhammer": ["bystander"]})
    coming = seen(p)["stage"]
    assert coming == {"space": GOLDHAMMER, "villains": [DOOMKING, GOLDHAMMER], "cards": 1, "running": False}
    assert "between Doomking and Goldhammer" in ask_of(p).prompt(0)
    assert "The next mission will be between Doomking and Goldhammer; 1 card waiting" in p.game.board(
        p.view(0)
    )
    do(p, 0, "begin")
    assert seen(p)["mission"]["villains"] == coming["villains"] and seen(p)["stage"]["running"]


@clause("syndicate", "power.3")
def test_what_is_lit_follows_the_mission_and_not_the_marker() -> None:
    """A mission stays where it was turned over."""
    p = at(step="begin", cubes=[["shadowheart"], [], [], []], tracks={"shadowheart": [0, 3]}, bag=[])
    do(p, 0, "begin")
    do(p, 0, "power_move", SHADOWHEART, 1)
    assert city(p).mission_marker == ELECTRODE
    assert seen(p)["stage"]["villains"] == seen(p)["mission"]["villains"] == [DOOMKING, GOLDHAMMER]


@clause("syndicate", "mission.9", "mission.10", "mission.11", "mission.12")
@pytest.mark.parametrize(
    ("track", "held"),
    [
        ([0, 0], 0),
        ([0, 1], 0),
        ([0, 2], 0),
        ([4, 4], 0),
        ([2, 5], 0),
        ([0, 6], 0),
        ([6, 6], 1),
        ([], 0),
        ([], 8),
        ([], 10),
        ([0, 2], 7),
    ],
)
@pytest.mark.parametrize("won", [True, False])
def test_the_forecast_is_what_happens(track: list[int], held: int, won: bool) -> None:
    """Cubes in the Buffers only, an empty track, an empty Reserve."""
    goals = ["shadowheart", "supernova", "electrode", "goldhammer"]
    values = (6, 6, 5, 5) if won else (0, 0, 0, -1)
    p = with_values(*values, missions=["hollow_parade"], goals=goals, tracks={"doomking": track}, bag=[],
                    cubes=[["doomking"] * held, [], [], []])  # fmt: skip
    do(p, 0, "begin")
    row = next(one for one in seen(p)["mission"]["forecast"] if one["villain"] == DOOMKING)
    assert row["now"] == city(p).power(DOOMKING)
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 0, "stand")
    assert city(p).power(DOOMKING) == row["won" if won else "lost"]


@clause("syndicate", "action.1")
def test_what_is_paid_and_where_the_marker_will_stand_is_said() -> None:
    p = at(hands=[["cold_feet"], None, None, None])
    assert seen(p)["landing"] == SHADOWHEART
    do(p, 0, "pay_coin")
    do(p, 0, "pay_card", card("cold_feet"))
    assert seen(p)["paid"] == 2 and seen(p)["landing"] == DOOMKING
    ask = ask_of(p)
    assert ask.prompt(0) == (
        "You have paid for 2 spaces: the Action marker will stand between Supernova and Doomking."
        " Pay on, or move it."
    )
    assert "Paid for 2 spaces: the Action marker will stand between Supernova" in p.game.board(p.view(1))
    do(p, 0, "go")
    assert city(p).action_marker == DOOMKING


@clause("syndicate", "goal.1", "revealed.5", "accuse.6")
@pytest.mark.parametrize("goal", range(6))
def test_the_whole_goal_card_is_in_the_view(goal: int) -> None:
    key = [*COLOURS, "spy"][goal]
    others = [one for one in COLOURS if one != key][:3]
    p = at(goals=[key, *others])
    own = seen(p)["own"]["goal"]
    assert own["text"] and own["revealed"].endswith(".") and all(own["accuser"])
    assert own["house"] == (["revealed"] if goal == GOLDHAMMER else [])
    board = p.game.board(p.view(0))
    assert own["revealed"] in board and own["accuser"][0] in board
    assert len(box().goals[goal].accuser) == len(own["accuser"])


@clause("syndicate", "goal.1")
@pytest.mark.parametrize("reached", [DOOMKING, GOLDHAMMER])
@pytest.mark.parametrize("holder", [0, 1, 2, 3, None])
def test_only_the_card_one_holds_says_how_one_wins(reached: int, holder: int | None) -> None:
    """Whoever holds the goal that is reached wins alone; if nobody holds it, nobody does."""
    goals = ["shadowheart", "supernova", "electrode", "spy"]
    if holder is not None:
        goals[holder] = COLOURS[reached]
    p = with_values(6, 6, 5, 5, missions=["hollow_parade"], goals=goals, tracks={COLOURS[reached]: [2, 5]})
    play_mission(p)
    if holder is None:
        assert p.result is None
    else:
        assert p.result is not None and p.result.winners == (holder,)


@clause("syndicate", "electrode.4", "setup.4")
def test_what_the_accuser_of_electrode_puts_into_the_bag_is_secret_and_may_be_left() -> None:
    goals = ["supernova", "electrode", "doomking", "goldhammer"]
    p = at(goals=goals, cubes=[["doomking"], [], [], []], bag=["goldhammer"])
    do(p, 0, "accuse", 1, ELECTRODE)
    do(p, 0, "take_cube", ELECTRODE)
    assert set(may(p, 0, "stow")) == {(DOOMKING,), (ELECTRODE,)}
    kept, watched, put = p.clone(), p.clone(), p
    do(kept, 0, "keep")
    assert cubes(kept, 0) == [0, 0, 1, 0, 1] and city(kept).bag == [0, 0, 0, 1, 0]
    heard = told(watched, 2, "stow", DOOMKING, by=0)
    assert heard == ["A secretly puts a cube into the bag."]
    do(put, 0, "stow", DOOMKING)
    assert seen(put, 2) == seen(watched, 2)
    bags = {tuple(world.bag) for world in worlds(put, 2, 60)}
    assert {(0, 0, 1, 1, 0), (0, 0, 0, 1, 1)} <= bags  # any cube A can have had


@clause("syndicate", "setup.4")
def test_what_lies_behind_a_screen_is_in_no_other_view_at_any_step() -> None:
    hoard: dict[str, Any] = {"coins": [3, 9, 3, 3], "cubes": [[], ["doomking"] * 3, [], []], "bag": []}
    other: dict[str, Any] = {"coins": [3, 3, 3, 9], "cubes": [[], [], [], ["doomking"] * 3], "bag": []}
    for step in ("pay", "activate", "begin", "end"):
        one, two = at(step=step, **hoard), at(step=step, **other)
        for eye in (0, 2, None):
            assert one.view(eye) == two.view(eye)
            ask, again = one.ask(), two.ask()
            assert ask is not None and again is not None
            assert (ask.seats, ask.moment, ask.prompt(0)) == (again.seats, again.moment, again.prompt(0))


@clause("syndicate", "mission.3", "mission.4", "mission.5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("waiting", [0, 2])
def test_a_mission_says_how_many_cards_will_count(seats: int, waiting: int) -> None:
    early = {"goldhammer": ["bystander", "cold_feet"][:waiting]}
    p = at(seats, step="begin", locations=early, bag=[])
    do(p, 0, "begin")
    said = seen(p, 1)["mission"]["will_count"]
    assert said == seats + (seats <= 3) + waiting
    for seat in range(seats):
        do(p, seat, *(("abstain",) if seat == 1 else ("lay", city(p).hand[seat][0])))
    assert len(seen(p, 1)["mission"]["cards"]) == said and seen(p, 1)["mission"]["will_count"] is None


@clause("syndicate", "mission.4")
def test_an_extra_card_that_no_deck_has_is_not_promised() -> None:
    p = at(2, step="begin", bag=[])
    s = city(p)
    for slot in (*s.deck, *s.discard):
        s.hand[1].append(slot)
        s.show_to(slot, 1)
    s.deck, s.discard = [], []
    do(p, 0, "begin")
    assert seen(p)["mission"]["will_count"] == 2
    for seat in range(2):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert len(seen(p)["mission"]["cards"]) == 2


@clause("syndicate", "accuse.3", "accuse.5")
def test_what_is_known_of_a_goal_is_what_was_denied_and_what_lies_open() -> None:
    p = at()
    do(p, 0, "accuse", 1, DOOMKING)
    assert [row["denied"] for row in seen(p)["players"]] == [[], [DOOMKING], [], []]
    p = at(denied=[[1, "doomking"]])
    do(p, 0, "accuse", 2, DOOMKING)
    assert [row["denied"] for row in seen(p)["players"]] == [[DOOMKING], [DOOMKING], [], [DOOMKING]]
    assert [row["denials"] for row in seen(p)["players"]] == [[], [DOOMKING], [], []]  # only B was asked
    p = at()
    do(p, 0, "accuse", 2, DOOMKING)
    assert [row["denials"] for row in seen(p)["players"]] == [[], [], [], []]


@clause("syndicate", "mission.5", "mission.4")
def test_as_many_cards_will_count_as_players_and_deck_have() -> None:
    """R8: A has one, B has none, and there is one to draw or none."""
    for left, count in ((3, 3), (1, 2), (0, 1)):
        p = at(2, step="begin", hands=[["cold_feet"], []])
        s = city(p)
        s.location[0], s.deck = s.deck[left:], s.deck[:left]  # they wait elsewhere
        do(p, 0, "begin")
        assert seen(p)["mission"]["will_count"] == count
        do(p, 0, "lay", city(p).hand[0][0])
        do(p, 1, "abstain")
        assert len(seen(p)["mission"]["cards"]) == count


@clause("syndicate", "mission.4")
def test_the_text_board_says_how_many_cards_will_count() -> None:
    for seats, said in ((2, "  4 cards will count"), (4, "  5 cards will count")):
        p = at(seats, step="begin", locations={"goldhammer": ["bystander"]})
        do(p, 0, "begin")
        assert said in p.game.board(p.view(None)).splitlines()


# -- the log ------------------------------------------------------------------------------------------


@clause("syndicate", "electrode.3")
def test_the_log_tells_that_revealed_electrode_put_cubes_back() -> None:
    goals = ["electrode", "supernova", "doomking", "goldhammer"]
    p = at(goals=goals, revealed=[0], bag=["shadowheart", "doomking"])
    do(p, 0, "buy_cubes", 2)
    all_back = p.clone()
    assert "A puts 1 cube back into the bag." in told(p, 1, "set_cube", DOOMKING, by=0)
    assert "A puts 2 cubes back into the bag." in told(all_back, 1, "return_all", by=0)


@clause("syndicate", "action.5")
def test_the_log_tells_what_an_activation_cost() -> None:
    p = at(step="activate", action="electrode")
    free = p.clone()
    assert told(p, 1, "activate_bag", ELECTRODE, 1, 1, by=0)[0] == (
        "A activates Electrode for 1 coin and takes a purple cube."
    )
    assert told(free, 1, "activate_coin", GOLDHAMMER, 1, 1, by=0)[0] == (
        "A activates Goldhammer free of charge and takes a yellow cube."
    )
    assert told(at(step="activate"), 1, "pass", by=0) == ["A activates nobody."]


def test_the_log_tells_what_a_removal_cost() -> None:
    goals = ["spy", "supernova", "doomking", "goldhammer"]
    p = with_values(0, 0, 0, 6, missions=["quiet_tuesday"], goals=goals, revealed=[0], bag=[])
    best = city(p).hand[3][0]
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    (said,) = told(p, 1, "remove", best, by=0)
    assert said.startswith("A spends 2 coins and removes ") and said.endswith("; the result is now 0.")


# -- prompts ------------------------------------------------------------------------------------------


def prompt(p: Any, seat: int = 0) -> str:
    return str(p.ask().prompt(seat))


def test_prompts_say_who_what_how_many_and_at_which_cost() -> None:
    assert prompt(at(step="activate", action="electrode", tracks={"goldhammer": []})) == (
        "Activate Goldhammer (the track is empty) or Electrode (1 coin), or neither. You have 3 coins."
    )
    p = at(cubes=[["doomking"], [], [], []], tracks={"doomking": [0, 4]}, bag=[])
    do(p, 0, "power_place", DOOMKING, 2)
    assert prompt(p).endswith("or stop: 2 cards more at most.")
    do(p, 0, "place", city(p).hand[0][0], 0)
    assert prompt(p).endswith("or stop: 1 card more at most.")
    p = at()
    do(p, 0, "accuse", 1, SUPERNOVA)
    assert prompt(p) == (
        "You were right. Take the blue cube from the bottom of Supernova's track (3 cubes there), or leave it."
    )
    do(p, 0, "decline")
    assert prompt(p) == "You were right. Draw 2 cards, or leave it."
    spy = at(goals=["supernova", "spy", "doomking", "goldhammer"])
    do(spy, 0, "accuse", 1, SPY)
    assert prompt(spy) == "Take all, some or none of the cards in the hand of B."


def test_the_text_board_counts_in_words() -> None:
    p = at(bag=["doomking"], hands=[["cold_feet"], None, None, None], coins=[1, 3, 3, 3])
    board = p.game.board(p.view(0))
    assert "Bag 1 cube," in board and "A: 1 card" in board and "Behind your screen: 1 coin;" in board
    assert "1 cubes" not in board and "1 cards" not in board and "1 coins" not in board


def test_villains_are_among_the_cards_one_can_look_up() -> None:
    names = [row.name for row in find("syndicate").card_list()]
    assert {"Doomking", "Agent of Doomking", "Government Spy"} <= set(names)


# -- the accused and the unserved ---------------------------------------------------------------------


@clause("syndicate", "accuse.2")
def test_a_goal_that_nobody_can_hold_is_nobodys_charge() -> None:
    """R28: what everybody knows to be unserved is answered already."""
    goals = ["shadowheart", "supernova", "electrode", "spy"]
    p = with_values(6, 6, 5, 5, missions=["hollow_parade"], goals=goals, tracks={"doomking": [2, 5]})
    assert (1, DOOMKING) in may(p, 0, "accuse")
    play_mission(p)
    assert city(p).power(DOOMKING) == 5 and p.result is None
    assert DOOMKING not in {goal for _, goal in may(p, 0, "accuse")}
    with pytest.raises(Exception, match="nobody hidden has it"):
        p.apply(0, ("accuse", 1, DOOMKING))


@clause("syndicate", "accuse.3")
def test_a_denial_cannot_be_taken_back() -> None:
    """Accuse, read the answer, undo, ask again: what told anybody anything is a barrier."""
    from knaves.core.undo import can_be_undone

    p = at()
    for seat in (1, 2, 3):
        for goal in range(6):
            assert not can_be_undone(p, 0, ("accuse", seat, goal))
    assert can_be_undone(p, 0, ("pay_coin",))
