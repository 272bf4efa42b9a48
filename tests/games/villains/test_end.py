"""The End Phase: control, captures, targets, plans, victory, upgrades, refresh, cleanup."""

from __future__ import annotations

from random import Random
from typing import cast

import knaves
from knaves.games.villains.rules.end_phase import EndPhase
from knaves.games.villains.rules.influence import influence_table
from knaves.games.villains.state import PURPLE
from knaves.games.villains.view.types import EndsView
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    POLICE,
    SUBWAY,
    A,
    B,
    C,
    D,
    city,
    graves,
    options,
    plan,
    play,
    state,
    strength,
    units,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause


@clause("villains", "end.1")
def test_the_eight_steps_in_their_order() -> None:
    assert EndPhase.lines == (
        "determine_control",
        "collect_resources",
        "score_targets",
        "score_plans",
        "check_for_victory",
        "collect_upgrades",
        "refresh_skilled_units",
        "cleanup_cards",
        "oozes",
        "cleanup",
    )
    # Seen from outside: points of this turn bring the upgrade, and talents of this turn are readied.
    pos = city(
        step="control",
        targets={"A": "bank", "B": "bank"},
        units={"A": {"bank": ["talent"], "capitol": ["talent"]}},
        area_points={"A": 1},
    )
    s = state(pos)
    assert s.area_points[A] == 1 + 1 + 2 and s.upgrade[A] == 1
    assert units(pos, A, BANK) == {"readied talent": 1} and s.turn == 2


@clause("villains", "control.1", "control.2", "control.4", "area.1")
def test_v11_a_tie_in_the_subway_leaves_it_with_the_mutants() -> None:
    pos = city(
        step="control",
        control={"subway": "A"},
        units={"B": {"subway": ["goon", "mole"]}, "D": {"subway": ["2 talent", "patsy"]}},
        tokens={"subway": ["D card up"]},
    )
    assert state(pos).owner[SUBWAY] == A


def test_v11_in_numbers() -> None:
    pos = city(
        step="act",
        control={"subway": "A"},
        units={"B": {"subway": ["goon", "mole"]}, "D": {"subway": ["2 talent", "patsy"]}},
        tokens={"subway": ["D card up"]},
    )
    assert [strength(pos, seat, SUBWAY) for seat in range(4)] == [1, 3, 0, 3]


@clause("villains", "control.1", "control.3", "capture.1", "capture.2")
def test_v12_the_communists_take_the_church_with_tokens_alone() -> None:
    pos = city(
        step="control",
        control={"church": "B"},
        units={"A": {"church": ["mole"]}, "C": {"church": ["talent", "2 patsy"]}},
        tokens={"church": ["C card up", "D card up", "D deploy up", "D card up"]},
    )
    s = state(pos)
    assert s.owner[CHURCH] == D
    assert s.trophies == ((), (), (), (B,))
    assert s.area_points == [0, 0, 0, 1]


@clause("villains", "control.3")
def test_v31_no_units_are_needed() -> None:
    pos = city(step="control", tokens={"bank": ["A card up"]})
    assert state(pos).owner[BANK] == A


@clause("villains", "control.4")
def test_v32_an_uncontrolled_area_stays_so_on_a_tie() -> None:
    pos = city(step="control", tokens={"bank": ["A card up", "B card up"]})
    assert state(pos).owner[BANK] == -1
    purple = city(step="control", control={"bank": "purple"})
    assert state(purple).owner[BANK] == -2  # nobody has influence: nothing changes (R11)
    kept = city(
        step="control",
        control={"bank": "A"},
        units={"B": {"bank": ["2 goon"]}, "C": {"bank": ["2 goon"]}},
    )
    assert state(kept).owner[BANK] == A  # although not among the tied


@clause("villains", "control.2")
def test_every_source_of_influence_is_added_up() -> None:
    pos = city(
        step="act",
        control={"bank": "A"},
        rules=[{"card": "rousing_speech", "by": "A", "area": "bank"}],
        units={"A": {"bank": ["goon", "mole", "readied talent", "patsy"]}},
        tokens={"bank": ["A card up", "A deploy"]},
    )
    assert strength(pos, A, BANK) == 1 + 2 + 1 + 1 + 1 + 2


@clause("villains", "capture.2", "capture.3", "capture.4", "capture.5")
def test_three_captures_and_no_more() -> None:
    held = {"bank": "B", "police": "C", "church": "D", "subway": "B"}
    mine = {area: ["goon", "mole"] for area in held}
    pos = city(["mafia", "cult", "robots", "mutants"], step="control", control=held, units={"A": mine})
    s = state(pos)
    assert len(s.trophies[A]) == 3
    assert s.area_points[A] == 1 + 1 + 2
    assert s.owner[BANK] == s.owner[POLICE] == s.owner[CHURCH] == s.owner[SUBWAY] == A
    # In the next turn: one more energy and one more card; the markers are still there.
    assert s.energy[A] == 10 and len(s.hand[A]) == 4
    full = city(
        step="control",
        captured={"A": ["B", "C", "D"]},
        control={"bank": "B"},
        units={"A": {"bank": ["mole"]}},
    )
    assert len(state(full).trophies[A]) == 3 and state(full).area_points[A] == 0


@clause("villains", "capture.6")
def test_the_purple_marker_is_captured_like_any_other() -> None:
    pos = city(step="control", control={"bank": "purple"}, units={"A": {"bank": ["mole"]}})
    assert state(pos).trophies[A] == (PURPLE,) and state(pos).area_points[A] == 1
    free = city(step="control", units={"A": {"bank": ["mole"]}})
    assert not state(free).trophies[A] and state(free).area_points[A] == 0


@clause("villains", "targets.1", "start.8")
def test_targets_score_for_who_controls_them_whoever_chose() -> None:
    pos = city(
        step="targets_score",
        control={"bank": "B", "police": "B"},
        targets={"A": "bank", "C": "police", "D": "sewers"},
    )
    assert state(pos).area_points == [0, 2, 0, 0]


@clause("villains", "targets.2")
def test_v14_each_card_counts() -> None:
    pos = city(
        step="targets_score",
        control={"bank": "C"},
        targets={"A": "bank", "B": "bank", "C": "bank", "D": "bank"},
    )
    assert state(pos).area_points == [0, 0, 4, 0]


@clause("villains", "plans.1", "plans.2", "plans.4")
def test_objectives_are_scored_from_top_to_bottom() -> None:
    words = {"step": "score", "plans": {"A": ["poison_the_shadows"]}}  # 9 units, kill 4, a mole
    pos = city(
        units={"A": {"bank": ["5 goon", "4 mole"]}, "B": {"police": ["goon"]}}, control={"bank": "B"}, **words
    )
    play(pos, *options(pos, "score")[0])
    assert state(pos).plan_points[A] == 1  # 9 units; no kills bar the mole below
    none = city(units={"A": {"bank": ["5 goon"]}}, **words)
    assert verbs(none) == {"no_score"}
    assert why(none, A, "score", plan(none, A, "poison_the_shadows"))[1] == "plans.1"
    full = city(
        units={"A": {"bank": ["6 goon", "7 mole"]}},
        plans={"A": ["the_endless_spills"]},
        step="score",
    )
    play(full, *options(full, "score")[0])
    assert state(full).plan_points[A] == 3


@clause("villains", "plans.3", "plans.5", "plans.6", "objective.1")
def test_players_score_in_turn_as_they_like_and_a_scored_plan_is_spent() -> None:
    pos = city(
        step="score",
        first="C",
        plans={"A": ["the_endless_spills", "poison_the_shadows"], "C": ["we_come_in_peace"]},
        units={"A": {"bank": ["6 goon", "7 mole"]}},
    )
    ask = ask_of(pos)
    assert set(ask.seats) == {A, C}  # at once, so that nobody can tell
    assert ask.options(C) == [("no_score",)]
    slot = plan(pos, A, "the_endless_spills")
    pos.apply(A, ("score", slot))
    assert why(pos, A, "score", slot)[1] == "plans.5"
    assert not state(pos).sees(B, slot)  # chosen in secret
    pos.apply(A, ("no_score",))  # Poison the Shadows is kept for another turn
    assert not state(pos).sees(B, slot)
    pos.apply(C, ("no_score",))
    assert state(pos).sees(B, slot) and state(pos).scored[A] == (slot,)
    assert state(pos).plan_points[A] == 3
    assert len(state(pos).plans[A]) == 3  # the next turn has begun: one kept, two drawn
    assert slot not in state(pos).plans[A] and slot not in state(pos).plan_deck[A]
    acting = city(
        step="act", plans={"A": ["the_endless_spills"]}, units={"A": {"bank": ["6 goon", "7 mole"]}},
        tokens={"bank": ["A card", "A card"]},
    )  # fmt: skip
    assert why(acting, waits(acting), "score", slot)[0]


def ended(**words: object) -> knaves.Result | None:
    words.setdefault("step", "victory")
    return city(**words).result


@clause("villains", "goal.1", "victory.1")
def test_ten_area_points_or_twelve_plan_points_win() -> None:
    assert ended(area_points={"B": 9}, plan_points={"B": 11}) is None
    result = ended(area_points={"B": 10})
    assert result is not None and result.winners == (B,) and result.reason == "Ten area points."
    result = ended(plan_points={"C": 12})
    assert result is not None and result.winners == (C,) and result.reason == "Twelve plan points."


@clause("villains", "victory.2", "victory.3")
def test_v15_nineteen_against_nineteen_is_decided_by_the_fourth_token() -> None:
    result = ended(
        turn=4,
        plan_points={"C": 13, "D": 9, "A": 11},
        area_points={"C": 6, "D": 10, "A": 9},
        capitol=[None, "C", "C", "D"],
    )
    assert result is not None and result.winners == (D,)
    assert result.scores == (20, 0, 19, 19)  # the Mutants' 20 do not compete
    assert "token 4" in result.reason
    more = ended(plan_points={"C": 13, "D": 9}, area_points={"C": 7, "D": 10})
    assert more is not None and more.winners == (C,)


@clause("villains", "victory.2")
def test_who_has_more_in_all_than_others_at_a_goal_did_not_win_by_that_goal() -> None:
    """C has as many area points as D, and A more: what decided is said, with the lead that it takes."""
    result = ended(area_points={"A": 12, "C": 11, "D": 11}, plan_points={"C": 4, "D": 9})
    assert result is not None and result.winners == (D,)
    assert result.reason == "Most points of those who reached a goal."
    alone = ended(area_points={"A": 9, "D": 11}, plan_points={"A": 11})
    assert alone is not None and alone.reason == "Ten area points."


@clause("villains", "victory.4")
def test_without_capitol_tokens_a_tie_is_a_draw() -> None:
    result = ended(plan_points={"C": 12}, area_points={"D": 12})
    assert result is not None and result.winners == () and "draw" in result.reason


@clause("villains", "goal.2", "victory.5")
def test_after_the_fourth_turn_the_most_points_win() -> None:
    result = ended(turn=4, plan_points={"A": 5, "B": 3}, area_points={"A": 3, "B": 6})
    assert result is not None and result.winners == (B,) and result.scores == (8, 9, 0, 0)
    third = city(step="victory", turn=3, plan_points={"A": 5})
    assert third.result is None and state(third).turn == 4
    tied = ended(turn=4, plan_points={"A": 5, "B": 5}, capitol=["B", "A", None, None])
    assert tied is not None and tied.winners == (A,)


@clause("villains", "upgrade.1", "upgrade.2")
def test_upgrades_at_four_and_seven_on_either_track() -> None:
    pos = city(
        step="upgrades",
        area_points={"A": 4, "B": 3, "C": 7},
        plan_points={"B": 3, "D": 4, "C": 1},
        upgrade={"D": 1},
    )
    assert state(pos).upgrade == (1, 0, 2, 1)  # C went straight to level II (R18)
    limit = city(step="act", upgrade={"A": 2}, tokens={"bank": ["A deploy"]}, resources={"A": 9})
    play(limit, "activate")
    for _ in range(4):  # level II: 4 in place of 3, not on top of it
        play(limit, "deploy", 4, 9)
    assert waits(limit) == B


@clause("villains", "refresh.1", "refresh.2", "refresh.3")
def test_skilled_units_become_readied() -> None:
    pos = city(
        ["communists", "robots", "mafia", "mutants"],
        step="refresh",
        units={
            "A": {"bank": ["talent", "champion", "goon", "patsy"]},
            "B": {"bank": ["wounded talent", "champion", "mole"]},
            "C": {"bank": ["talent", "readied talent"]},
            "D": {"bank": ["champion"]},
        },
    )
    assert units(pos, A, BANK) == {"readied talent": 1, "readied champion": 1, "goon": 1, "patsy": 1}
    assert units(pos, B, BANK) == {"wounded readied talent": 1, "readied champion": 1, "mole": 1}
    assert units(pos, C, BANK) == {"readied talent": 2}
    assert units(pos, D, BANK) == {"champion": 1}
    moving = city(step="act", units={"A": {"bank": ["readied talent"]}}, tokens={"capitol": ["A move"]})
    play(moving, *options(moving, "reveal")[0])
    play(moving, "activate")
    assert units(moving, A, CAPITOL) == {"talent": 1}


@clause("villains", "cleanup.1", "cleanup.2", "cleanup.3")
def test_cleanup_puts_everything_back() -> None:
    pos = city(
        step="cleanup",
        first="D",
        targets={"A": "bank"},
        tokens={"bank": ["A card up", "B deploy up"]},
        used={"A": ["bank"]},
        combat=["bank"],
        rules=[{"card": "massacre", "by": "A"}],
        dead=[{"area": "bank", "unit": "goon", "owner": "A", "by": "B", "count": 2}],
        units={"A": {"bank": ["mole"]}},
    )
    s = state(pos)
    assert not graves(pos) and s.reserve[0] == 6
    assert len(s.spare[A]) == 9 and s.track.count(-1) == 54
    assert s.used == [0] * 4 and s.fights == 0 and not s.rules and s.target == (-1,) * 4
    assert len(s.discard) + len(s.deck) == 72 - 3 * 4 - 1  # Scientists draw four
    assert s.first == A and s.turn == 2
    assert units(pos, A, BANK) == {"mole": 1}
    for slot in s.spare[A]:
        assert s.sees(A, slot) and not s.sees(B, slot)  # hidden again


def test_the_table_of_influence_agrees_with_the_count_of_each() -> None:
    for seed in range(3):
        pos = knaves.start("villains", seats=4, seed=seed, factions="deal")
        rng = Random(seed)
        for count in range(400):
            ask = pos.ask()
            if ask is None:
                break
            if count % 10 == 0:
                table = influence_table(state(pos))
                assert table == [[strength(pos, seat, a) for a in range(9)] for seat in range(4)]
            pos.take(ask.seats[0], rng.choice(ask.options(ask.seats[0])))


@clause("villains", "capitol.3", "end.1")
def test_what_a_turn_brings_is_foretold_until_it_is_counted() -> None:
    """A view that went on foretelling would give the same points once more."""
    words: dict[str, object] = {
        "units": {"A": {"bank": ["wounded champion"], "capitol": ["mole"]}},
        "plans": {"A": ["the_endless_spills"]},
    }
    before = city(step="act", tokens={"police": ["A card"]}, **words)
    gains = {row["seat"]: row["gain"] for row in outlook(before)}
    assert gains[A] == 1
    pos = city(step="control", **words)
    assert state(pos).area_points[A] == 1 and waits(pos) == A
    assert outlook(pos) == []  # Score Plans
    while state(pos).turn == 1:
        assert outlook(pos) == []  # and the Oozes in Cleanup
        play(pos, *options(pos)[-1])
    assert outlook(pos) != []
    assert outlook(city(step="score", **words)) == []  # a constructed position, too


def outlook(pos: knaves.Position) -> list[EndsView]:
    return cast("list[EndsView]", pos.view(A)["outlook"])
