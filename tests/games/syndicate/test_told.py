"""What happened is told, what is asked names its rule, and what is of no use now says why."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
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
    may,
    play_mission,
    told,
    values,
    with_values,
)
from tests.support import ask_of, clause, do, refused

FOUR = ["hollow_parade"]  # needs 4 or more
NOBODYS = ["shadowheart", "supernova", "electrode", "spy"]


def mission(*values: int, seat: int = 0, **words: Any) -> list[str]:
    """What a seat hears of a mission between Doomking and Goldhammer."""
    p = with_values(*values, **{"missions": FOUR, "goals": NOBODYS, **words})
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    play_mission(p)
    return [text for event in heard if (text := p.text(event, seat)) is not None]


@clause("syndicate", "mission.10")
def test_a_cube_in_the_buffers_is_no_rise_and_a_full_track_says_that_it_is_full() -> None:
    """R1, R4: nobody rises to Power 0, and a villain at 5 does not pass in silence."""
    heard = mission(6, 6, 0, 0, tracks={"doomking": [0, 0], "goldhammer": [0, 6]})
    assert "Doomking gets a cube in the Buffers and stays at Power 0." in heard
    assert "Goldhammer is at Power 5 already and gains nothing." in heard
    assert "Doomking rises to Power 1." in mission(6, 6, 0, 0, tracks={"doomking": [0, 1]})


@clause("syndicate", "mission.9")
def test_a_failure_tells_what_each_villain_lost() -> None:
    heard = mission(0, 0, 0, 0, tracks={"doomking": [], "goldhammer": [0, 1]})
    assert "Doomking has no cube on the track to lose." in heard
    assert "Goldhammer loses a cube of the Buffers to the bag and stays at Power 0." in heard
    heard = mission(0, 0, 0, 0, tracks={"goldhammer": [1, 2]})
    assert "Goldhammer loses the top cube to the bag and falls to Power 0." in heard


@clause("syndicate", "reward.2", "mission.11")
def test_a_buffer_that_the_reserve_cannot_give_is_told() -> None:
    words: dict[str, Any] = {
        "missions": ["rigged_census"],
        "bag": [],
        "cubes": [["supernova"] * 9, [], [], []],
    }
    said = "Supernova has no cube in the Reserve and gains nothing."
    heard = mission(6, 6, 0, 0, tracks={"supernova": [2, 2], "shadowheart": [0, 2]}, **words)
    assert heard.count(said) == 1 and not any("Shadowheart" in line for line in heard[-3:])
    words["cubes"] = [["supernova"] * 7, [], [], []]
    assert said not in mission(6, 6, 0, 0, tracks={"supernova": [0, 2]}, **words)  # no room there either


@clause("syndicate", "mission.9", "action.7", "spy.1")
def test_a_track_that_is_emptied_is_told_so() -> None:
    """Nobody activates its villain any more, and two such tracks are the goal of the Spy."""
    said = "Goldhammer's track is empty now."
    heard = mission(0, 0, 0, 0, tracks={"doomking": [0, 1], "goldhammer": [3, 3]})
    assert heard.count(said) == 1 and heard.index(said) > heard.index(
        "Goldhammer loses the top cube to the bag and falls to Power 0."
    )
    assert not any("Doomking's track" in line for line in heard)
    assert mission(0, 0, 0, 0, tracks={"goldhammer": [0, 0]}).count(said) == 1
    p = at(action="goldhammer", step="activate", tracks={"goldhammer": [2, 2]}, goals=NOBODYS)
    assert told(p, 1, "activate_cube_less", GOLDHAMMER, by=0)[:2] == [
        "A activates Goldhammer free of charge and takes a yellow cube.",
        said,
    ]


@clause("syndicate", "breakthrough.1")
def test_a_breakthrough_on_an_empty_track_stays_at_0() -> None:
    p = at(mission="supernova", action="shadowheart", bag=["doomking"], tracks={"doomking": []})
    do(p, 0, "pay_coin")
    heard = told(p, 1, "go", by=0)
    assert heard[-2:] == [
        "The markers meet between Shadowheart and Supernova.",
        "A breakthrough: Doomking gets a cube in the Buffers and stays at Power 0.",
    ]


def test_played_missions_are_shuffled_for_all_to_hear() -> None:
    p = at(step="begin")
    s = city(p)
    s.spent_missions, s.missions = s.missions, []
    assert "All missions have been played: they are shuffled, a new deck of 12." in told(p, 2, "begin", by=0)


@clause("syndicate", "accuse.6", "gain.1")
def test_what_an_accuser_leaves_and_cannot_have_is_told() -> None:
    p = at(tracks={"doomking": []}, hands=[["cold_feet"], None, None, None])
    heard = told(p, 3, "accuse", 2, DOOMKING, by=0)
    assert "Doomking's track is empty: no cube for A." in heard
    assert told(p, 3, "done", by=0) == ["A places no more cards."]
    p = at(goals=["supernova", "goldhammer", "doomking", "spy"])
    do(p, 0, "accuse", 1, GOLDHAMMER)
    assert told(p, 3, "decline", by=0) == ["A leaves a yellow cube on the track."]
    assert told(p, 3, "decline", by=0) == ["A takes no coin for the accusation."]
    p = at(goals=["supernova", "shadowheart", "doomking", "spy"])
    do(p, 0, "accuse", 1, SHADOWHEART)
    do(p, 0, "decline")
    assert told(p, 3, "decline", by=0) == ["A leaves the Mission marker where it is."]
    p = at()
    do(p, 0, "accuse", 1, SUPERNOVA)
    do(p, 0, "decline")
    assert told(p, 3, "decline", by=0) == ["A draws no cards for the accusation."]
    p = at(goals=["supernova", "electrode", "doomking", "spy"], cubes=[["doomking"], [], [], []], bag=[])
    do(p, 0, "accuse", 1, ELECTRODE)
    do(p, 0, "decline")
    assert told(p, 3, "keep", by=0) == ["A puts nothing into the bag."]


@clause("syndicate", "spy.4")
def test_which_cards_were_taken_only_accuser_and_spy_hear() -> None:
    p = at(goals=["supernova", "spy", "doomking", "electrode"], hands=[None, ["cold_feet"], None, None])
    do(p, 0, "accuse", 1, SPY)
    lines = {}
    for eye in (0, 1, 2, None):
        q = knaves.load(p.save())
        lines[eye] = told(q, eye, "take_all", by=0)
    assert "A takes Cold Feet from the hand of B." in lines[0] and lines[0] == lines[1]
    assert lines[2] == lines[None] == ["A takes 1 card from the hand of B."]


def place_by_action() -> knaves.Position:
    p = at(action="doomking", step="activate")
    do(p, 0, "activate_place", DOOMKING, 1, 1)
    return p


def place_by_power() -> knaves.Position:
    p = at(cubes=[["doomking"], [], [], []], tracks={"doomking": [0, 4]}, bag=[])
    do(p, 0, "power_place", DOOMKING, 2)
    return p


def place_by_goal() -> knaves.Position:
    p = at(goals=["doomking", "supernova", "electrode", "spy"], revealed=[0])
    do(p, 0, "buy_place")
    return p


def place_as_reward() -> knaves.Position:
    p = at()
    do(p, 0, "accuse", 2, DOOMKING)
    do(p, 0, "decline")
    return p


@clause("syndicate", "doomking.1", "doomking.2", "doomking.3", "doomking.4")
def test_placing_cards_cites_the_rule_that_it_rests_on() -> None:
    ways = (place_by_action, place_by_power, place_by_goal, place_as_reward)
    for number, way in enumerate(ways, start=1):
        p = way()
        assert ask_of(p).clause(0) == f"doomking.{number}"


@clause("syndicate", "electrode.1", "electrode.4")
def test_putting_cubes_into_the_bag_cites_the_rule_that_it_rests_on() -> None:
    action = at(action="shadowheart", step="activate", cubes=[["doomking"], [], [], []], bag=[])
    do(action, 0, "activate_bag", ELECTRODE, 1, 1)
    reward = at(goals=["supernova", "electrode", "doomking", "spy"])
    do(reward, 0, "accuse", 1, ELECTRODE)
    do(reward, 0, "decline")
    for p, number in ((action, 1), (reward, 4)):
        ask = ask_of(p)
        assert ask.clause(0) == f"electrode.{number}"
        why = ask.why_not(0, "cube:1")
        assert (
            why is not None and why.clause == f"electrode.{number}" and "no cube of that colour" in why.reason
        )


def test_the_question_says_which_mission_and_how_many_cubes() -> None:
    p = with_values(6, 6, 0, 0, missions=["quiet_tuesday"], bag=["electrode"])
    do(p, 0, "begin")
    ask = ask_of(p)
    number = city(p).box.target[city(p).face[city(p).mission]]
    assert f"A Quiet Tuesday, with Doomking and Goldhammer, needs {number} or more." in ask.prompt(2)
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 0, "stand")
    assert "It holds 1 cube." in ask_of(p).prompt(0)


WHYS: list[tuple[str, int, dict[str, Any], str, str]] = [
    ("cube:1", 0, {"cubes": [[], [], [], []], "bag": []}, "power.1", "no blue cube"),
    ("cube:1", 2, {"cubes": [[], [], [], []], "bag": []}, "power.1", "no blue cube"),
    ("seat:0", 0, {}, "accuse.1", "not yourself"),
    ("seat:2", 1, {}, "accuse.1", "own turn"),
    ("charge:2", 3, {}, "accuse.1", "own turn"),
    ("seat:2", 0, {"accused": True}, "accuse.1", "for this turn"),
    ("charge:2", 0, {"accused": True}, "accuse.1", "for this turn"),
    ("seat:2", 0, {"revealed": [2]}, "accuse.5", "lies open"),
    ("charge:2", 0, {"revealed": [2]}, "accuse.5", "lies open before somebody"),
    ("charge:4", 0, {"denied": [[1, "electrode"], [2, "electrode"], [3, "electrode"]]}, "accuse.3", "known"),
    ("seat:2", 0, {"coins": [1, 3, 3, 3]}, "accuse.2", "stake of 2 coins"),
    ("charge:5", 0, {"coins": [1, 3, 3, 3], "tracks": {"doomking": [0, 5]}}, "accuse.2", "stake of 2 coins"),
]


@clause("syndicate", "accuse.1", "accuse.2", "accuse.3", "power.1")
@pytest.mark.parametrize(("thing", "seat", "words", "cited", "said"), WHYS)
def test_what_is_of_no_use_at_any_time_says_why(
    thing: str, seat: int, words: dict[str, Any], cited: str, said: str
) -> None:
    ask = ask_of(at(**words))
    why = ask.why_not(seat, thing)
    assert why is not None and why.clause == cited and said in why.reason


@clause("syndicate", "mission.3")
def test_a_card_of_ones_own_hand_is_refused_for_what_keeps_it_there() -> None:
    """Before the mission, when it is decided, and after it: three reasons."""
    first, *rest = values(6, 6, 5, 5, apart=("cold_feet",))
    hands = [["cold_feet", first], *[[key] for key in rest]]
    p = at(step="begin", hands=hands, missions=["quiet_tuesday"], bag=["electrode"])
    own = f"card:{card('cold_feet')}"

    def reason() -> str:
        ask = ask_of(p)
        why = ask.why_not(0, own)
        assert why is not None and why.clause == "mission.3"
        return why.reason

    assert reason() == "Cards are laid when the mission has begun."
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][-1])
    do(p, 0, "stand")
    assert may(p, 0, "draw_cube") and reason() == "The mission is decided: no card is laid for it any more."
    do(p, 0, "decline")
    assert may(p, 0, "end_turn")
    assert reason() == "The mission of this turn is over: cards are laid in the next one."


def test_a_goal_claimed_by_nobody_is_no_charge() -> None:
    p = at(tracks={"goldhammer": [0, 5]}, goals=NOBODYS, bag=["goldhammer"], mission="supernova")
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    ask = ask_of(p)
    why = ask.why_not(0, f"charge:{GOLDHAMMER}")
    assert why is not None and "nobody turned it over" in why.reason
    free = at(coins=[1, 3, 3, 3], tracks={"doomking": [0, 5]}).ask()
    assert free is not None and free.why_not(0, "charge:2") is None  # without a stake it is on the menu
    closed = ask_of(place_by_power())
    why = closed.why_not(0, "seat:2")
    assert why is not None and why.clause == "doomking.2"  # an ability is carried out first (R15)


def text(p: knaves.Position, eye: int | None) -> str:
    return find("syndicate").board(p.view(eye))


def test_the_text_board_has_all_that_lies_open() -> None:
    p = at(denied=[[1, "electrode"], [1, "spy"]], accused=True, tracks={"supernova": [0, 5]})
    said = text(p, None)
    assert "Turn 1: A, who has made this turn's accusation" in said
    assert "B: 5 cards; denies being the Agent of Electrode, Government Spy" in said
    assert "Accusations without a stake: Agent of Supernova" in said
    assert (
        "  blue: Draw as many cards as the arrow says. Arrows from Power 0 to 5: 0 1 2 3 4 4 (house)" in said
    )
    p = at(goals=["electrode", "supernova", "doomking", "spy"], revealed=[0], bag=["doomking", "doomking"])
    do(p, 0, "buy_cubes", 2)
    assert "Drawn from the bag to choose from: 2 orange" in text(p, 1)
    p = at(goals=NOBODYS, tracks={"goldhammer": [0, 5]}, bag=["goldhammer"], mission="supernova")
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert "Reached and claimed by nobody: Agent of Goldhammer" in text(p, 3)


def test_the_text_board_of_an_open_count_and_what_is_left_of_it() -> None:
    p = with_values(2, 2, 1, 0, missions=FOUR, goals=[*NOBODYS[:3], "goldhammer"], revealed=[3])
    do(p, 0, "begin")
    shown = [city(p).box.support[hand[0]].name for hand in city(p).hand]
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 0, "stand")
    do(p, 3, "raise", 2)
    do(p, 1, "waive_coins", 1)
    said = text(p, None)
    assert "Result 7, 2 of it bought" in said and "B waives 1 coin of the reward" in said
    do(p, 0, "stand")
    do(p, 3, "stand")
    said = text(p, None)
    assert "Missions played: Hollow Parade" in said
    pile = next(line for line in said.splitlines() if line.startswith("On the discard pile"))
    assert all(name in pile for name in shown)


def test_paid_cards_stand_in_the_payers_text_alone() -> None:
    p = at(hands=[["cold_feet"], None, None, None])
    do(p, 0, "pay_card", card("cold_feet"))
    line = "On the discard pile, as far as you have seen it: Cold Feet"
    assert line in text(p, 0) and line not in text(p, 1) and line not in text(p, None)


@clause("syndicate", "shadowheart.1")
def test_a_move_of_the_mission_marker_says_who_how_far_and_where_to() -> None:
    p = at(step="activate", action="shadowheart")
    heard = told(p, 1, "activate_move", 0, 1, 1, by=0)
    assert "A moves the Mission marker 1 space; it stands between Doomking and Goldhammer." in heard


@clause("syndicate", "turn.3")
def test_turns_are_counted() -> None:
    p = at(step="end")
    begun = city(p).turn
    for seat in (1, 2):
        do(p, city(p).active, "end_turn")
        assert (city(p).active, city(p).turn) == (seat, begun + seat)
        do(p, seat, "stay")
        do(p, seat, "pass")
        do(p, seat, "begin")
        lay_all(p)


@clause("syndicate", "mission.8")
def test_before_the_count_everybody_reads_what_it_comes_to() -> None:
    for value, then in ((6, "it succeeds"), (0, "it fails")):
        p = with_values(value, 0, 0, 0, missions=FOUR, goals=NOBODYS)
        do(p, 0, "begin")
        for seat in range(4):
            do(p, seat, "lay", city(p).hand[seat][0])
        ask = ask_of(p)
        wanted = f"The cards come to {value} and the mission needs 4: {then} unless somebody changes that. "
        assert ask.prompt(0) == wanted + "Go on when everybody has seen it."


@clause("syndicate", "spy.3")
def test_after_one_card_the_others_say_that_it_was_the_only_one() -> None:
    spies = ["spy", "shadowheart", "supernova", "electrode"]
    p = with_values(1, 1, 1, 6, missions=FOUR, goals=spies, revealed=[0], coins=[5, 3, 3, 3], bag=[])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    gone, left = city(p).shown[:2]
    do(p, 0, "remove", gone)
    ask = ask_of(p)
    why = ask.why_not(0, f"card:{left}")
    assert why is not None and (why.clause, why.reason) == (
        "spy.3",
        "Only one card may be removed in each mission.",
    )
    why = ask.why_not(0, "villain:1")
    assert why is None or why.clause != "spy.3"


@clause("syndicate", "gain.1")
@pytest.mark.parametrize("verb", ["waive_coins", "waive_cards", "unwaive"])
def test_there_is_not_always_something_to_waive(verb: str) -> None:
    p = at(step="activate")
    things = (1,) if verb != "unwaive" else ()
    with pytest.raises(knaves.Refused, match="nothing of that kind to waive") as refused:
        p.apply(0, (verb, *things))
    assert refused.value.clause == "gain.1"


@clause("syndicate", "action.1")
def test_who_has_paid_nothing_yet_is_told_what_it_costs_to_move() -> None:
    ask = ask_of(at())
    assert ask.prompt(0) == "Move the Action marker on? Each coin or card is one space."


@clause("syndicate", "mission.4", "mission.5")
def test_where_every_card_of_the_mission_came_from_is_told() -> None:
    p = at(2, step="begin", hands=[["live_wire"], ["cold_feet"]])
    do(p, 0, "begin")
    do(p, 0, "lay", card("live_wire"))
    assert "A card off the deck is added: so it is with two or three players." in told(p, 1, "abstain", by=1)


@clause("syndicate", "mission.4", "mission.5", "reward.5")
def test_that_no_support_card_is_left_is_told() -> None:
    """R8: whoever should get one hears why there is none."""
    p = at(2, step="begin", missions=["quiet_tuesday"])
    s = city(p)
    s.hand[0] += s.hand[1] + s.deck
    s.hand[1], s.deck = [], []
    do(p, 0, "begin")
    do(p, 0, "abstain")
    heard = told(p, 1, "abstain", by=1)
    assert "B abstains, and no Support card is left to be used instead." in heard
    assert "No Support card is left that could be added." in heard
    p = with_values(6, 6, 0, 0, missions=["night_ferry"], goals=NOBODYS)
    s = city(p)
    s.hand[3] += s.deck
    s.deck = []
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert "No Support card is left to draw: D goes without 1 card." in told(p, 1, "stand", by=0)
    p = at()
    s = city(p)
    s.hand[3] += s.deck
    s.deck = []
    do(p, 0, "accuse", 1, SUPERNOVA)
    assert "No Support card is left to draw: A goes without 2 cards." in told(p, 2, "decline", by=0)


@clause("syndicate", "goldhammer.3", "spy.3")
def test_coins_are_not_called_cards_in_the_count() -> None:
    goals = ["goldhammer", "spy", "supernova", "electrode"]
    p = with_values(1, 1, 1, 1, missions=FOUR, goals=goals, revealed=[0, 1])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 0, "raise", 2)
    ask = ask_of(p)
    assert ask.prompt(1).startswith(
        "With 2 bought, the result is 6 and the mission needs 4: it succeeds now."
    )
    assert told(p, 2, "remove", city(p).shown[0], by=1)[0].endswith("; the result is now 5.")


@clause("syndicate", "accuse.3")
def test_a_denial_can_be_told_from_a_goal_that_lies_open_before_another() -> None:
    asked, not_asked = at(revealed=[2], denied=[[1, "doomking"]]), at(revealed=[2])
    assert "B: 5 cards; denies being the Agent of Doomking" in text(asked, 0)
    assert "denies" not in text(not_asked, 0)
    for p in (asked, not_asked):
        assert refused(p, 0, "accuse", 1, DOOMKING).clause == "accuse.5"  # nobody else can have it any more


@clause("syndicate", "accuse.5", "accuse.3")
def test_a_charge_that_is_settled_says_how() -> None:
    p = at(revealed=[2], denied=[[1, "spy"]])
    for charge, said in (
        ((1, DOOMKING), "That Goal card lies open before somebody already."),
        ((2, SUPERNOVA), "That goal lies open: there is nothing left to ask."),
        ((1, SPY), "That question has been answered already."),
    ):
        with pytest.raises(knaves.Refused) as refused:
            p.apply(0, ("accuse", *charge))
        assert refused.value.reason == said
    ask = ask_of(p)
    why = ask.why_not(0, f"charge:{DOOMKING}")
    assert why is not None and why.reason == "That Goal card lies open before somebody already."


@clause("syndicate", "revealed.5")
def test_what_a_revealed_player_cannot_buy_says_what_is_missing() -> None:
    p = at(revealed=[1], coins=[3, 0, 3, 3])
    with pytest.raises(knaves.Refused, match=r"That costs 1 coin; you have no coins\."):
        p.apply(1, ("buy_draw", 1))
    p = at(goals=["electrode", "supernova", "doomking", "goldhammer"], revealed=[0], bag=[])
    with pytest.raises(knaves.Refused, match="not so much to be had"):
        p.apply(0, ("buy_cubes", 2))
