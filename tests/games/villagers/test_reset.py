"""Phase 6 and the ways to end."""

from __future__ import annotations

import pytest

from tests.games.villagers.table import said, start, table
from tests.support import clause

NINE = ["farm", "farmer", "baker", "bakery", "smith", "smithy", "windmill", "miller", "tavern", "innkeeper"]


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 6), (4, 6), (5, 7)])
@clause("villagers", "reset.2", "reset.3", "reset.4")
def test_w18_the_pool_is_reset(seats: int, size: int) -> None:
    new = ["baker", "trader", "tailor", "shepherd", "lord", "castle"]
    t = table("reset", seats, pool=["farm", "grey_wolf", "jouster"], deck=new, gold=[0] * seats)
    assert t.s.round == 2
    assert t.pool == ["grey_wolf", *new][:size]
    assert {"farm", "jouster"} <= set(t.ids(t.s.gone))


@clause("villagers", "end.1", "end.6")
def test_nine_cards_end_the_game_when_phase_5_ends() -> None:
    t = table("build", 3, towns=[NINE[:8]], hands=[["jouster"], [], []], gold=[9, 0, 0])
    t.do(0, "build", "jouster")
    assert t.p.result is not None and t.p.result.reason == "A town has 9 cards or more."
    assert t.p.ask() is None
    t = table("build", 3, towns=[NINE[:8]], hands=[["jouster"], [], []], gold=[9, 0, 0])
    t.do(0, "done")
    assert t.p.result is None and t.s.round == 2, "eight are not enough: Reset, and a new round"


@clause("villagers", "end.2")
def test_two_mayors_need_ten() -> None:
    t = table("build", 2, towns=[NINE[:9]], hands=[[], []], gold=[0, 0])
    assert t.p.result is None
    t = table("build", 2, towns=[NINE[:10]], hands=[[], []], gold=[0, 0])
    assert t.p.result is not None and t.p.result.reason == "A town has 10 cards or more."


@clause("villagers", "end.3")
def test_challenges_count_as_cards_of_the_town() -> None:
    t = table(
        "build", 3, towns=[[*NINE[:6], "witch", "werewolf", "basilisk"]], hands=[[], [], []], gold=[0, 0, 0]
    )
    assert t.p.result is not None


@clause("villagers", "end.4")
def test_the_phase_is_finished_for_all() -> None:
    t = table("build", 3, towns=[NINE[:8]], hands=[["jouster"], ["lord"], []], gold=[9, 9, 0])
    t.do(0, "build", "jouster")
    assert t.p.result is None and t.asked == 1
    t.do(1, "build", "lord")
    assert t.p.result is not None and t.town(1) == ["lord"]


def test_w13_w14_only_the_end_of_phase_5_counts() -> None:
    for die, over in ((1, True), (6, False)):
        towns, pool = [NINE[:8], [], []], ["witch", "trader", "tailor", "shepherd"]
        t = table("recruit", 3, towns=towns, hands=[[], [], []], gold=[0, 0, 0], pool=pool)
        t.do(0, "recruit", "witch")
        assert len(t.town(0)) == 9 and t.p.result is None, "nine in the Recruit phase end nothing"
        for seat in (1, 2):
            t.do(seat, "recruit", t.pool[0])
        assert t.s.phase == 2
        t.do(0, "attack", "witch", dice=(die,))
        while t.p.ask() is not None and t.s.round == 1:
            t.idle()
        assert (t.p.result is not None) is over


@clause("villagers", "end.5")
def test_an_empty_deck_ends_the_game_after_the_round() -> None:
    t = table("build", 3, hands=[["farm"], ["baker"], []], deck_size=0)
    t.do(0, "build", "farm")
    assert t.p.result is None, "the phase is finished first"
    t.do(1, "done")
    assert t.p.result is not None and t.p.result.reason == "The deck is empty."
    t = table("reset", 3, deck_size=3, pool=["witch", "grey_wolf", "farm", "baker", "trader"])
    assert t.p.result is not None and t.p.result.reason == "The deck is empty.", (
        "Reset takes the last card (R13)"
    )
    t = table("reset", 3, deck_size=5, pool=["witch", "grey_wolf", "farm", "baker", "trader"])
    assert t.p.result is None and t.s.left == 1


@clause("villagers", "overview.3")
def test_most_points_win_and_ties_are_shared() -> None:
    t = table("build", 3, towns=[NINE[:9], ["castle"], []], hands=[[], [], []], gold=[0, 0, 0])
    result = t.p.result
    assert result is not None
    assert result.scores == tuple(t.sheet(seat).total for seat in range(3))
    assert result.winners == (0,)
    t = table(
        "build", 2, towns=[NINE[:10], ["castle", "playhouse", "old_knight"]], hands=[[], []], gold=[0, 0]
    )
    result = t.p.result
    assert result is not None and result.scores[0] > result.scores[1]
    even = table("build", 3, deck_size=0, hands=[[], [], []], gold=[0, 0, 0]).p.result
    assert even is not None and even.winners == (0, 1, 2), "nothing at all, shared by all (R13)"


def test_games_reach_both_endings() -> None:
    reasons = set()
    for seed in range(30):
        t = start(4, seed)
        while (ask := t.p.ask()) is not None:
            options = ask.options(ask.seats[0])
            idle = [o for o in options if o[0] in ("done", "keep", "refuse")] if seed % 2 else []
            t.p.take(ask.seats[0], (idle or options)[seed % len(idle or options)])
        assert t.p.result is not None
        reasons.add(t.p.result.reason)
    assert reasons == {"A town has 9 cards or more.", "The deck is empty."}


@clause("villagers", "reset.3")
def test_challenges_keep_their_order_when_they_slide() -> None:
    pool = ["farm", "witch", "baker", "grey_wolf", "trader", "werewolf"]
    t = table("reset", 3, pool=pool, hands=[[], [], []])
    assert t.pool[:3] == ["witch", "grey_wolf", "werewolf"]


@clause("villagers", "reset.8")
def test_the_new_holder_of_the_marker_resets_the_pool() -> None:
    t = table("reset", 3, start=1, pool=["farm", "witch"], hands=[[], [], []])
    assert "Mayor C resets the pool: 1 challenge stays, 5 cards are new." in t.heard
    assert any(words.startswith("Mayor C rolls") and "King's Favor" in words for words in t.heard)


def test_nothing_wanders_in_a_game_that_is_over() -> None:
    t = table(
        "reset", 3, deck_size=2, towns=[["rain_of_frogs"], [], []], pool=["witch", "farm"], hands=[[], [], []]
    )
    assert t.p.result is not None and t.town(0) == ["rain_of_frogs"], "R13, R31"
    t = table(
        "reset",
        3,
        deck_size=20,
        towns=[["rain_of_frogs"], [], []],
        pool=["witch", "farm"],
        hands=[[], [], []],
    )
    assert t.p.result is None and t.town(1) == ["rain_of_frogs"]


@clause("villagers", "end.5")
def test_a_deck_that_ran_out_before_ends_the_game_with_phase_5() -> None:
    """R13: nobody passes the Start Marker or earns in a Reset that is none."""
    t = table("build", 3, deck_size=0, towns=[["ferryman"], [], []], hands=[[], [], []], gold=[0, 0, 0])
    assert t.p.result is not None and t.p.result.reason == "The deck is empty."
    assert t.gold == [0, 0, 0] and t.s.start == 0 and not said(t, "Reset")


def test_wandering_challenges_move_one_town_and_all_at_once() -> None:
    """R31: who comes to a town does not go on from there."""
    t = table(
        "reset", 3, deck_size=20, towns=[["rain_of_frogs"], ["travelling_swindler"], []], hands=[[], [], []]
    )
    assert t.town(1) == ["rain_of_frogs"] and t.town(2) == ["travelling_swindler"] and not t.town(0)


@clause("villagers", "end.5", "reset.7")
def test_no_die_is_rolled_for_the_favor_of_a_round_that_never_comes() -> None:
    t = table("reset", pool=["farm", "grey_wolf"], deck_size=1, hands=[[], [], []])
    assert t.p.result is not None and len(t.s.pool) == 2
    assert not said(t, "King's Favor") and t.s.favor_card == -1
