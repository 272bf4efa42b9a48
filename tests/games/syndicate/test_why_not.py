"""What can be seen or tried and not be done says exactly why, and cites the rule; how a choice is to be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import knaves
from knaves.core.step import ONE, Option
from knaves.games import find
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SPY,
    SUPERNOVA,
    at,
    card,
    city,
    lay_all,
    verbs,
    with_values,
)
from tests.support import ask_of, clause, do, refused

HANDS = [["cold_feet", "bystander", "rehearsal"], ["royal_decree"], ["iron_levy"], ["live_wire"]]
PAID, PUT, KEPT = (card(key) for key in HANDS[0])


def paying(**words: Any) -> knaves.Position:
    return at(hands=HANDS, **words)


def acting() -> knaves.Position:
    """Seat 0 has paid a card, the marker stands between Shadowheart and Supernova, and a card waits at a location."""
    p = paying(cubes=[["doomking"], [], [], []], tracks={"doomking": [0, 3]}, bag=[])
    do(p, 0, "pay_card", PAID)
    do(p, 0, "go")
    do(p, 0, "power_place", DOOMKING, 1)
    do(p, 0, "place", PUT, DOOMKING)
    return p


def placing() -> knaves.Position:
    """The same, in the middle of another placing."""
    p = paying(cubes=[["doomking", "doomking"], [], [], []], tracks={"doomking": [0, 3]}, bag=[])
    do(p, 0, "pay_card", PAID)
    do(p, 0, "power_place", DOOMKING, 1)
    do(p, 0, "place", PUT, DOOMKING)
    do(p, 0, "power_place", DOOMKING, 1)
    return p


def laying() -> knaves.Position:
    p = acting()
    do(p, 0, "pass")
    do(p, 0, "begin")
    return p


def drawing() -> knaves.Position:
    """The mission has succeeded, and its breakthrough may be declined."""
    p = with_values(6, 6, 0, 0, missions=["quiet_tuesday"], bag=["electrode"])
    do(p, 0, "begin")
    lay_all(p)
    return p


def stowing() -> knaves.Position:
    p = at(step="activate", cubes=[["doomking"], [], [], []], bag=[])
    do(p, 0, "activate_bag", ELECTRODE, 1, 1)
    return p


def ending(**words: Any) -> knaves.Position:
    return at(step="end", **words)


NO_CUBE = "You have no cube of that colour behind your screen."
OVER = "The Action phase of this turn is over."
SEEN: list[tuple[Callable[[], knaves.Position], str, str, str]] = [
    (
        paying,
        "villain:0",
        "First settle where the Action marker goes; then Shadowheart may follow.",
        "action.4",
    ),
    (acting, "villain:2", "The Action marker does not stand beside Doomking.", "action.4"),
    (acting, f"card:{KEPT}", "Cards pay for movement, and the Action marker has moved.", "action.1"),
    (placing, f"card:{PAID}", "Only cards from your own hand can be placed.", "doomking.2"),
    (stowing, "villain:0", NO_CUBE, "electrode.1"),
    (stowing, "cube:0", NO_CUBE, "electrode.1"),
    (laying, f"card:{PAID}", "That card is on the discard pile.", "mission.3"),
    (laying, f"card:{PUT}", "Only a card from your own hand can be laid.", "mission.3"),
    (laying, "villain:0", OVER, "ability.1"),
    (drawing, "villain:0", OVER, "ability.1"),
    (ending, "villain:0", "Shadowheart can be activated only in your Action phase, once.", "ability.1"),
    (ending, "cube:0", "You have no black cube behind your screen.", "power.1"),
]


@clause("syndicate", "action.1", "action.4", "mission.3", "ability.1", "doomking.2", "electrode.1")
@pytest.mark.parametrize(("where", "thing", "reason", "cited"), SEEN)
def test_a_thing_in_sight(where: Callable[[], knaves.Position], thing: str, reason: str, cited: str) -> None:
    why = ask_of(where()).why_not(0, thing)
    assert why is not None and (why.reason, why.clause) == (reason, cited)


def test_nothing_is_said_of_a_thing_that_the_rule_does_not_speak_of() -> None:
    for where in (laying, drawing, ending, acting):
        why = ask_of(where()).why_not(0, "space:0")
        assert why is not None and why.reason.startswith("It is not part of this choice: ")


NOT_MINE = "That is not the ability of your goal."
UNPAID = "An accusation needs a stake of 2 coins; you have fewer."
NO_CHARGE = "Accuse a player at this table of serving a villain, or of being the Spy."
TRIED: list[tuple[dict[str, Any], Option, str, str]] = [
    ({"coins": [0, 3, 3, 3]}, ("pay_coin",), "You have no coin left behind your screen.", "action.1"),
    (
        {"step": "activate", "revealed": [0]},
        ("activate_move", SHADOWHEART, 1, 1),
        "Your goal is known: you no longer take cubes.",
        "revealed.2",
    ),
    (
        {"step": "activate", "revealed": [0]},
        ("activate_cube", SHADOWHEART),
        "Your goal is known: you no longer take cubes.",
        "revealed.2",
    ),
    (
        {"step": "activate", "tracks": {"shadowheart": []}},
        ("activate_move", SHADOWHEART, 1, 1),
        "Shadowheart's Power track is empty.",
        "action.7",
    ),
    (
        {"step": "activate", "coins": [0, 3, 3, 3]},
        ("activate_move", SHADOWHEART, 1, 1),
        "Activating Shadowheart costs a coin, and you have none.",
        "action.5",
    ),
    ({}, ("accuse", 0, SPY), "You may accuse a fellow player, not yourself.", "accuse.1"),
    ({"coins": [1, 3, 3, 3]}, ("accuse", 1, SHADOWHEART), UNPAID, "accuse.2"),
    ({"accused": True}, ("accuse", 1, SPY), "You have made your accusation for this turn.", "accuse.1"),
    ({"active": 1}, ("accuse", 1, SPY), "You may accuse in your own turn only.", "accuse.1"),
    ({}, ("accuse", 1), NO_CHARGE, "accuse.2"),
    ({}, ("accuse", 4, SPY), NO_CHARGE, "accuse.2"),
    ({}, ("accuse", 1, SPY + 1), NO_CHARGE, "accuse.2"),
    ({}, ("buy_move", 1), "Only a player whose goal is revealed has that ability.", "revealed.5"),
    ({"revealed": [0]}, ("buy_draw", 1), NOT_MINE, "revealed.5"),
    (
        {"revealed": [0], "coins": [0, 3, 3, 3]},
        ("buy_move", 1),
        "That costs 1 coin; you have no coins.",
        "revealed.5",
    ),
    (
        {"revealed": [0], "coins": [1, 3, 3, 3]},
        ("buy_move", 2),
        "There is not so much to be had for your coins now.",
        "revealed.5",
    ),
    ({}, ("waive_coins", 1), "There is nothing of that kind to waive now.", "gain.1"),
    ({}, ("unwaive",), "There is nothing of that kind to waive now.", "gain.1"),
    (
        {"cubes": [["supernova"], [], [], []], "bag": []},
        ("power_move", SHADOWHEART, 1),
        "You have no black cube behind your screen.",
        "power.1",
    ),
    (
        {"cubes": [["shadowheart"], [], [], []], "bag": []},
        ("power_move", SHADOWHEART, 1),
        "Shadowheart's Power ability does not do that much now.",
        "power.5",
    ),
]


@clause("syndicate", "action.5", "action.7", "revealed.2", "revealed.5", "accuse.1", "accuse.2", "power.5")
@pytest.mark.parametrize(("words", "option", "reason", "cited"), TRIED)
def test_an_answer_that_is_refused(words: dict[str, Any], option: Option, reason: str, cited: str) -> None:
    said = refused(at(**words), 0, *option)
    assert (said.reason, said.clause) == (reason, cited)


@clause("syndicate", "accuse.2")
def test_the_first_seat_and_the_first_goal_are_charged_like_the_others() -> None:
    p = at(active=1, coins=[3, 1, 3, 3])
    for seat, goal in ((0, SHADOWHEART), (0, SUPERNOVA), (2, SHADOWHEART)):
        assert refused(p, 1, "accuse", seat, goal).reason == UNPAID
    why = ask_of(p).why_not(1, "charge:0")
    assert why is not None and why.reason == UNPAID


@clause("syndicate", "accuse.3")
def test_a_goal_that_nobody_turned_over_is_no_charge() -> None:
    nobodys = ["shadowheart", "supernova", "electrode", "spy"]
    p = at(goals=nobodys, tracks={"goldhammer": [0, 5]}, bag=["goldhammer"], mission="supernova")
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    said = refused(p, 0, "accuse", 1, GOLDHAMMER)
    assert said.reason == "That goal was reached and nobody turned it over: nobody hidden has it."
    assert said.clause == "accuse.3"


@clause("syndicate", "revealed.5")
def test_who_is_hidden_has_no_ability_of_the_goal_while_somebody_else_is_revealed() -> None:
    p = at(revealed=[1])
    assert "buy_draw" in verbs(p, 1) and not any(verb.startswith("buy") for verb in verbs(p, 0) | verbs(p, 2))


@clause("syndicate", "action.1")
def test_cards_for_movement_are_picked_together_and_coins_stand_beside() -> None:
    p = paying()
    shape = ask_of(p).shape(0)
    assert (shape.kind, shape.verb, shape.picked, shape.done) == ("some", "pay_card", (), ("go",))
    assert (shape.least, shape.most) == (1, 3)  # to leave the marker is another answer
    do(p, 0, "pay_card", PAID)
    shape = ask_of(p).shape(0)
    assert (shape.picked, shape.least, shape.most) == ((PAID,), 1, 3)
    do(p, 0, "pay_coin")
    assert ask_of(p).shape(0).least == 0  # it goes on without any more card
    assert ask_of(paying(step="activate")).shape(0) == ONE
    assert ask_of(at(hands=[[], None, None, None])).shape(0) == ONE


@clause("syndicate", "power.2", "gain.1")
def test_who_may_have_something_to_say_is_known_before_the_menus() -> None:
    """Nobody with a menu is left out."""
    speakers = find("syndicate").speakers
    cubes = [[], ["doomking"], [], ["doomking"]]
    p = at(bag=[], cubes=cubes)
    assert speakers(city(p)) == 0b1011
    assert speakers(city(at(bag=[], cubes=cubes, accused=True))) == 0b1010
    assert speakers(city(at(bag=[], cubes=[[], [], [], []], accused=True, revealed=[2]))) == 0b0100
    for missions, waived in ((["flood_the_mint"], "waive_coins"), (["night_ferry"], "waive_cards")):
        p = with_values(6, 6, 0, 0, missions=missions, bag=[], cubes=[[], [], [], []])
        do(p, 0, "begin")
        for seat in range(4):
            do(p, seat, "lay", city(p).hand[seat][0])
        assert speakers(city(p)) == -1
        do(p, 2, waived, 1)
        city(p).raised = -99
        assert speakers(city(p)) == -1 and verbs(p, 2) == {"unwaive"}


@clause("syndicate", "accuse.6")
def test_an_accusers_reward_says_how_much_there_is() -> None:
    p = at(tracks={"shadowheart": [2, 4]}, goals=["supernova", "shadowheart", "goldhammer", "spy"])
    by_coin = p.clone()
    do(p, 0, "accuse", 1, SHADOWHEART)
    assert "Shadowheart's track (3 cubes there), or leave it." in ask_of(p).prompt(0)
    do(p, 0, "decline")
    assert ask_of(p).prompt(0) == "You were right. Move the Mission marker 1 space on, or leave it."
    do(by_coin, 0, "accuse", 2, GOLDHAMMER)
    do(by_coin, 0, "decline")
    assert ask_of(by_coin).prompt(0) == "You were right. Take 1 coin, or leave it."


@clause("syndicate", "mission.2", "action.4")
def test_the_count_and_the_activation_say_how_things_stand() -> None:
    p = with_values(2, 2, 2, 2, missions=["glass_vault"])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert ask_of(p).prompt(0).startswith("The cards come to 8 and the mission needs 8: it succeeds ")
    p = at(step="activate", action="electrode", tracks={"goldhammer": [0, 0]})
    assert ask_of(p).prompt(0) == (
        "Activate Goldhammer (free) or Electrode (1 coin), or neither. You have 3 coins."
    )


@clause("syndicate", "mission.5")
def test_who_has_no_card_is_asked_to_abstain() -> None:
    p = at(step="begin", hands=[None, [], None, None], cubes=[[], ["doomking"], [], []], bag=[])
    do(p, 0, "begin")
    said = ask_of(p).prompt(1)
    assert said.endswith(" or more. You have no Support card to lay: abstain.") and "face down" not in said
    assert "Lay a Support card face down for it, or abstain." in ask_of(p).prompt(0)


@clause("syndicate", "gain.1")
def test_to_waive_cards_alone_is_not_to_take_everything_back() -> None:
    p = with_values(6, 6, 0, 0, missions=["night_ferry"], bag=[])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    heard: list[str | None] = []
    p.listen(lambda event: heard.append(p.text(event, None)))
    do(p, 2, "waive_cards", 1)
    assert heard == ["C waives 1 card of the reward."]
