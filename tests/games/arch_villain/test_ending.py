"""End of the Round, in its five parts; the end of the game."""

from __future__ import annotations

import pytest

import knaves
from tests.games.arch_villain.table import BOX, GAME, asked, events, options, say, seen, state, table
from tests.support import clause, refused

WON = {"fate": "arrested", "arrested_on": "3", "reward": "health"}


@clause(GAME, "end.1")
def test_the_round_ends_when_all_are_out() -> None:
    p = table(3, [{}, {"fate": "knocked out"}, WON], turn="3")
    assert seen(p)["round"] == 1
    say(p, "protect", "power")
    assert seen(p)["round"] == 2


@clause(GAME, "end.2")
def test_who_holds_out_chooses_a_plain_reward() -> None:
    p = table(3, [{"health": 20}, WON, {"health": 20}], turn="5")
    say(p, "green", "energy")
    say(p, "green", "energy")
    assert asked(p) == 0
    assert p.ask().clause(0) == "end.2"  # type: ignore[union-attr]
    assert {BOX.rewards[o[1:][0]].id for o in options(p)} == {"power", "weapon", "talent", "contact"}
    assert refused(p, 0, "reward", 5).clause == "protect.9"
    say(p, "reward", "contact")
    assert asked(p) == 2
    say(p, "reward", "weapon")
    players = seen(p)["players"]
    assert [len(player["cards"]) for player in players] == [1, 0, 1]
    assert players[0]["score"] == players[2]["score"] == 0


@clause(GAME, "end.3", "end.4")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a8_an_arrest_scores_the_red_number_and_the_rounds_points(number: int) -> None:
    # However Crimson Death was beaten (26 against energy in round 3), it is worth 9 and the round's points.
    p = table(2, [{}, WON], round=number, turn="4", villain="crimson_death")
    say(p, "protect", "power")
    score = seen(p)["players"][1]["score"]
    assert score == 9 + BOX.round_points[number]


@clause(GAME, "end.3")
def test_the_cube_comes_back() -> None:
    p = table(2, [{}, WON], turn="4")
    say(p, "protect", "power")
    assert [player["fate"] for player in seen(p)["players"]] == ["in", "in"]
    assert [player["arrested_on"] for player in seen(p)["players"]] == [None, None]


@clause(GAME, "end.5")
def test_a_new_villain_comes_to_light() -> None:
    p = table(2, [{}, WON], turn="4")
    deck = state(p).decks[4]
    assert not state(p).seen[deck[-2]]
    say(p, "protect", "power")
    assert state(p).villain_slot == deck[-2]
    assert state(p).seen[deck[-2]] == state(p).everyone
    assert deck[-1] in state(p).discard


@clause(GAME, "end.6")
def test_the_numbers_of_the_next_round_come_to_light() -> None:
    bonuses = [seen(table(2, round=number))["bonus"] for number in range(1, 6)]
    assert [bonus["defence"] for bonus in bonuses] == list(BOX.defence[1:])
    assert bonuses[2]["defence"] == 10
    p = table(2, [{}, WON], turn="4", round=2)
    say(p, "protect", "power")
    assert seen(p)["bonus"] == bonuses[2]


@clause(GAME, "end.7")
def test_cubes_come_off_rewards_and_green_list() -> None:
    p = table(2, [{}, WON], turn="4", green={"die": [0], "power": [1]})
    say(p, "protect", "power")
    assert [row["cubes"] for row in seen(p)["rewards"]] == [[]] * 7
    assert [row["cubes"] for row in seen(p)["green"]] == [[]] * 7


@clause(GAME, "end.9")
@pytest.mark.parametrize(("turn", "more"), [("range", 10), ("2", 0)])
def test_a21_an_arrest_at_range_is_worth_ten_more(turn: str, more: int) -> None:
    p = table(2, [{}, WON | {"arrested_on": turn}], turn="4", villain="crimson_death")
    say(p, "protect", "power")
    assert seen(p)["players"][1]["score"] == 9 + more


POWERS = ["sunburst", "arc_hands", "vine_snare"]
WEAPONS = ["chain", "grapnel", "stun_rod"]
TALENTS = ["martial_arts", "marksman", "financier"]


@clause(GAME, "end.10")
@pytest.mark.parametrize(
    ("powers", "weapons", "talents", "points"),
    [(1, 1, 1, 2), (2, 2, 3, 5), (3, 3, 3, 11), (3, 3, 0, 0), (0, 1, 1, 0), (1, 3, 3, 2)],
)
def test_a19_a20_sets(powers: int, weapons: int, talents: int, points: int) -> None:
    cards = POWERS[:powers] + WEAPONS[:weapons] + TALENTS[:talents]
    p = table(2, [{"cards": cards}, WON], turn="4", villain="crimson_death")
    assert seen(p)["players"][0]["set_points"] == points
    say(p, "protect", "contact")
    assert seen(p)["players"][0]["score"] == points


@clause(GAME, "end.10", "end.7")
def test_a_card_won_as_a_reward_counts_for_the_set() -> None:
    cards = ["sunburst", "chain"]
    p = table(2, [{"cards": cards}, WON], turn="4", decks={"talent": ["marksman"]})
    say(p, "protect", "talent")
    assert seen(p)["players"][0]["score"] == 2


@clause(GAME, "end.11")
def test_the_marker_goes_back_to_the_alarm() -> None:
    p = table(2, [{}, WON], turn="4")
    say(p, "protect", "power")
    assert seen(p)["turn"] == "alarm"


@clause(GAME, "end.12")
def test_lowest_score_goes_first() -> None:
    scores = [7, 3, 20, 5]
    players = [{"score": score} for score in scores]
    p = table(4, players, turn="5")
    for reward in ("health", "power", "weapon", "contact"):
        say(p, "protect", reward)
    assert seen(p)["order"] == [1, 3, 0, 2]
    assert asked(p) == 1  # in the option phase too


@clause(GAME, "end.13", "end.14")
def test_a23_of_equals_the_cube_moved_last_goes_first() -> None:
    # Both arrested and score the same, seat 2 before seat 0: the cube of seat 0 lies on top.
    p = table(
        3,
        [WON | {"reward": "power"}, {}, WON | {"reward": "weapon"}],
        order=[2, 1, 0],
        turn="4",
        villain="crimson_death",
        seat=1,
    )
    say(p, "protect", "health")
    assert [player["score"] for player in seen(p)["players"]] == [9, 0, 9]
    assert seen(p)["order"] == [1, 0, 2]


@clause(GAME, "end.13", "end.14")
def test_a_cube_that_arrives_later_lies_on_top_of_one_that_waited() -> None:
    # Seat 0 stands on 9 already; seat 1 comes there by an arrest.
    p = table(2, [{"score": 9}, WON], turn="4", villain="crimson_death")
    say(p, "protect", "power")
    assert [player["score"] for player in seen(p)["players"]] == [9, 9]
    assert seen(p)["order"] == [1, 0]


@clause(GAME, "end.13", "end.14")
def test_the_table_shows_whose_cube_lies_on_top() -> None:
    """As the cubes lie now: the order of the next round, if no more points are scored."""
    for order in ([2, 1, 0], [0, 1, 2]):
        p = table(
            3, [WON | {"reward": "power"}, {}, WON | {"reward": "weapon"}], order=order, turn="4", seat=1
        )
        assert seen(p)["cubes"] == order, "where no cube has moved they lie as their owners went (R32)"
        assert f"Score cubes at 0 points, from the top: {', '.join('ABC'[seat] for seat in order)}" in text(p)
        say(p, "protect", "health")
        assert seen(p)["cubes"] == seen(p)["order"] == [1, order[2], order[0]]
        points = seen(p)["players"][0]["score"]
        upper, lower = "ABC"[order[2]], "ABC"[order[0]]
        assert f"Score cubes at {points} points, from the top: {upper}, {lower}" in text(p)
        assert sum(line.startswith("Score cubes") for line in text(p)) == 1


def text(p: knaves.Position) -> list[str]:
    return p.game.board(p.view(None)).splitlines()


@clause(GAME, "end.13")
def test_points_are_moved_in_turn_order() -> None:
    p = table(
        3, [WON | {"reward": "power"}, {}, WON | {"reward": "weapon"}], order=[2, 1, 0], turn="4", seat=1
    )
    heard = events(p)
    say(p, "protect", "health")
    assert [event.things[0] for event in heard if event.kind == "scores"][:2] == [2, 0]


def test_cubes_that_never_moved_keep_their_order() -> None:
    p = table(3, order=[2, 0, 1], turn="4")
    for reward in ("health", "power", "contact"):
        say(p, "protect", reward)
    assert seen(p)["order"] == [2, 0, 1]


def last_round(scores: list[int]) -> knaves.Position:
    p = table(len(scores), [{"score": score} for score in scores], round=5, turn="5")
    for reward in ("health", "contact", "weapon")[: len(scores)]:
        say(p, "protect", reward)
    return p


def test_after_five_rounds_the_most_points_win() -> None:
    p = last_round([30, 12, 31])
    assert p.ask() is None
    assert p.result == ((2,), (30, 12, 31), "Most points after five rounds.")
    assert p.game.board(p.view(0))


@clause(GAME, "end.5", "setup.4")
def test_no_villain_is_revealed_for_a_round_that_does_not_come() -> None:
    p = last_round([30, 12])
    assert p.result is not None
    assert state(p).seen[state(p).villain_slot] == 0, "nobody faces it"


def test_equals_share_the_win() -> None:
    result = last_round([31, 12, 31]).result
    assert result is not None
    assert result.winners == (0, 2)
    assert "shared" in result.reason


def test_items_left_on_spaces_stay() -> None:
    p = table(2, [{}, WON], turn="4", spaces={"dockside": ["die", "chain"]})
    say(p, "protect", "power")
    space = seen(p)["spaces"][0]
    assert space["tokens"]["die"] == 1
    assert [card["key"] for card in space["cards"]] == ["chain"]


@clause(GAME, "end.13")
def test_points_of_every_part_are_gained_in_turn_order() -> None:
    """Two arrests at range, and equal points: who is later in the order has the upper cube, and goes first."""
    at_range = WON | {"arrested_on": "range"}
    players = [{}, at_range | {"reward": "weapon"}, at_range | {"reward": "talent"}]
    decks = {"weapon": ["chain"], "talent": ["martial_arts"]}
    for order, after in (([0, 1, 2], [0, 2, 1]), ([0, 2, 1], [0, 1, 2])):
        p = table(3, players, turn="4", order=order, decks=decks)
        say(p, "protect", "power")
        scores = [player["score"] for player in seen(p)["players"]]
        assert scores[1] == scores[2] > scores[0] and state(p).order == after
