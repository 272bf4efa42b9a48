"""Every kind of plan objective."""

from __future__ import annotations

import msgspec
import pytest

import knaves
from knaves.games.villains.cards import FACTION_IDS, PLAN
from knaves.games.villains.cards.rows import Need
from knaves.games.villains.rules.objectives import exterminated, progress
from tests.games.villains.table import (
    BANK,
    A,
    B,
    card,
    city,
    graves,
    options,
    plan,
    play,
    rolls,
    state,
    strength,
    use_card,
    verbs,
    waits,
)
from tests.support import ask_of, clause


def have(pos: knaves.Position, seat: int, kind: str, **words: object) -> tuple[int, int]:
    return progress(state(pos), seat, msgspec.convert({"kind": kind, **words}, Need))


def is_met(pos: knaves.Position, seat: int, kind: str, **words: object) -> bool:
    got, want = have(pos, seat, kind, **words)
    return got >= want


def test_every_plan_is_worth_three_points() -> None:
    for each in PLAN:
        assert sum(one.points for one in each.objectives) == 3
        assert 1 <= len(each.objectives) <= 3
    assert len({each.id for each in PLAN}) == 64


FOCUS = {
    "mutants": ("mutants.10", {"units"}),
    "mafia": ("mafia.10", {"control_enemy_target", "exterminate", "presence"}),
    "scientists": ("scientists.10", {"card_tokens", "fusion", "discard"}),
    "robots": ("robots.9", {"exterminate"}),
    "bankers": ("bankers.9", {"control"}),
    "communists": ("communists.9", {"influence"}),
    "aliens": ("aliens.7", {"markers"}),
    "cult": ("cult.10", {"kill", "kill_most"}),
}


@clause(
    "villains", "mutants.10", "mafia.10", "scientists.10", "robots.9", "bankers.9", "communists.9",
    "aliens.7", "cult.10",
)  # fmt: skip
@pytest.mark.parametrize("faction", FACTION_IDS)
def test_every_plan_holds_the_focus_of_its_faction(faction: str) -> None:
    _, kinds = FOCUS[faction]
    for each in PLAN:
        if each.faction == faction:
            needs = [need for one in each.objectives for need in one.needs if need.kind in kinds]
            if faction == "mafia":
                needs = [
                    need
                    for need in needs
                    if need.kind == "control_enemy_target" or need.where == "enemy_target"
                ]
            if faction == "bankers":
                needs = [need for need in needs if need.n >= 3]
            assert needs, each.name


@clause("villains", "objective.2")
def test_v26_a_number_is_a_minimum() -> None:
    dead = [{"area": "bank", "unit": "patsy", "owner": "B", "by": "A", "count": 4}]
    more = [*dead, {"area": "police", "unit": "goon", "owner": "C", "by": "A"}]
    assert is_met(city(step="act", dead=dead), A, "kill", n=4)
    assert is_met(city(step="act", dead=more), A, "kill", n=4)
    assert not is_met(city(step="act", dead=dead), A, "kill", n=5)


@clause("villains", "objective.3")
def test_control_your_target_means_your_own() -> None:
    words = {"step": "act", "control": {"bank": "A"}}
    assert is_met(city(targets={"A": "bank", "B": "police"}, **words), A, "own_target")
    assert not is_met(city(targets={"B": "bank", "A": "police"}, **words), A, "own_target")


@clause("villains", "objective.4")
def test_lost_units_count_in_any_graveyard_and_by_any_hand() -> None:
    pos = city(
        step="act",
        dead=[
            {"area": "bank", "unit": "patsy", "owner": "A", "by": "B"},
            {"area": "police", "unit": "goon", "owner": "A", "by": "C"},
            {"area": "church", "unit": "goon", "owner": "A", "by": "A"},
            {"area": "church", "unit": "goon", "owner": "B", "by": "A"},
        ],
    )
    assert have(pos, A, "lose", n=3) == (3, 3)
    assert have(pos, A, "kill", n=4) == (1, 4)  # not the one of its own


@clause("villains", "objective.5")
def test_markers_of_all_turns_count() -> None:
    pos = city(step="act", turn=3, captured={"A": ["B", "purple"]})
    assert is_met(pos, A, "markers", n=2) and not is_met(pos, A, "markers", n=3)


@clause("villains", "objective.6")
def test_cards_are_discarded_while_scoring() -> None:
    words = {
        "factions": ["scientists", "mutants", "aliens", "mafia"],
        "step": "score",
        "control": {"bank": "A"},
        "targets": {"A": "bank"},
        "plans": {"A": ["post_human_ascension"]},  # discard 3 and control your target
    }
    pos = city(hands={"A": ["windfall", "massacre", "mobilize", "stupor"]}, **words)
    play(pos, *options(pos, "score")[0])
    assert verbs(pos) == {"throw"}  # the plan is not spent for nothing
    play(pos, "throw", card(pos, A, "windfall"))
    assert verbs(pos) == {"throw"}
    play(pos, "throw", card(pos, A, "massacre"))
    assert state(pos).plan_points[A] == 0
    play(pos, "throw", card(pos, A, "mobilize"))
    assert state(pos).plan_points[A] == 1
    few = city(hands={"A": ["windfall", "massacre"]}, **words)
    assert verbs(few) == {"no_score"}
    kept = city(hands={"A": ["windfall", "massacre", "mobilize"]}, **words)
    slot = plan(kept, A, "post_human_ascension")
    play(kept, "no_score")
    assert state(kept).plan_points[A] == 0 and slot in state(kept).plans[A]  # kept for another turn
    assert slot not in state(kept).scored[A] and not state(kept).sees(B, slot)


@clause("villains", "objective.7")
def test_skills_are_counted_by_their_marks() -> None:
    pos = city(step="act", used={"A": ["bank", "church"]})
    assert have(pos, A, "skills", n=2) == (2, 2)


@clause("villains", "objective.8", "cult.3")
def test_units_that_left_a_graveyard_are_no_kills() -> None:
    pos = city(
        ["cult", "mutants", "aliens", "mafia"],
        step="act",
        hands={"A": ["all_hallows_eve"]},
        dead=[{"area": "bank", "unit": "goon", "owner": "B", "by": "A", "count": 3}],
        tokens={"bank": ["A card"], "police": ["A card"]},
    )
    assert have(pos, A, "kill", n=3) == (3, 3) and strength(pos, A, BANK) == 3
    use_card(pos, BANK, "all_hallows_eve")
    assert have(pos, A, "kill", n=3) == (0, 3)
    assert strength(pos, A, BANK) == 1 and not graves(pos)  # the token's only


@clause("villains", "objective.9")
def test_a_mole_counts_where_an_enemy_is_in_control_now() -> None:
    words = {"step": "act", "units": {"A": {"bank": ["mole"], "church": ["2 goon"]}}}
    need = {"n": 1, "unit": "mole", "where": "enemy_area"}
    assert is_met(city(control={"bank": "B"}, **words), A, "presence", **need)
    assert not is_met(city(control={"bank": "A"}, **words), A, "presence", **need)
    assert not is_met(city(control={"bank": "purple"}, **words), A, "presence", **need)
    goons = {"n": 2, "unit": "goon", "where": "enemy_area"}
    assert is_met(city(control={"church": "C"}, **words), A, "presence", **goons)


@clause("villains", "objective.10")
def test_tokens_count_by_area_if_activated_and_still_there() -> None:
    pos = city(
        step="act",
        tokens={
            "bank": ["A card up", "A deploy up"],
            "police": ["A card up"],
            "church": ["A card"],
            "sewers": ["B card up"],
        },
    )
    assert have(pos, A, "tokens", n=6) == (2, 6)
    assert have(pos, A, "card_tokens", n=4) == (2, 4)


@clause("villains", "scientists.2")
def test_mr_fusion_counts_as_a_card_token() -> None:
    pos = city(
        ["scientists", "robots", "aliens", "mafia"],
        step="act",
        tokens={"bank": ["A fusion up"], "police": ["A deploy up"], "sewers": ["B wild up"]},
    )
    assert have(pos, A, "card_tokens", n=4) == (1, 4)
    assert have(pos, B, "card_tokens", n=4) == (0, 4)  # a spent Wild is no card token


@clause("villains", "objective.11")
def test_units_in_enemy_targets_are_summed_whoever_holds_them() -> None:
    pos = city(
        step="act",
        control={"bank": "A"},
        targets={"A": "church", "B": "bank", "C": "police", "D": "police"},
        units={"A": {"bank": ["goon"], "police": ["2 patsy"], "church": ["4 goon"]}},
    )
    assert have(pos, A, "presence", n=3, unit="any", where="enemy_target") == (3, 3)
    assert have(pos, A, "control_enemy_target", n=1) == (1, 1)
    assert have(pos, A, "presence", n=2, unit="talent", where="own_target") == (0, 2)


@clause("villains", "objective.12", "objective.13")
def test_an_extermination_needs_a_kill_and_to_be_alone_alive() -> None:
    kill = [{"area": "bank", "unit": "talent", "owner": "B", "by": "A"}]
    alone = city(step="act", units={"A": {"bank": ["goon"]}}, dead=kill, control={"bank": "C"})
    assert exterminated(state(alone), A, BANK)  # control does not matter
    assert not exterminated(state(city(step="act", units={"A": {"bank": ["goon"]}})), A, BANK)
    assert not exterminated(state(city(step="act", dead=kill)), A, BANK)  # nobody of A is left
    crowd = city(step="act", units={"A": {"bank": ["goon"]}, "C": {"bank": ["patsy"]}}, dead=kill)
    assert not exterminated(state(crowd), A, BANK)
    assert is_met(alone, A, "exterminate", n=1)
    assert not is_met(alone, A, "exterminate", n=1, where="own_target")
    elsewhere = city(step="act", units={"A": {"church": ["goon"]}}, dead=kill)
    assert not is_met(elsewhere, A, "exterminate", n=1)  # alone here, the kill was there
    aimed = city(step="act", units={"A": {"bank": ["goon"]}}, dead=kill, targets={"A": "bank", "B": "police"})
    assert is_met(aimed, A, "exterminate", n=1, where="own_target")
    assert not is_met(aimed, A, "exterminate", n=1, where="enemy_target")


@clause("villains", "objective.12")
def test_two_areas_are_exterminated_one_by_one_and_by_enemy_dead_alone() -> None:
    kills = [{"area": area, "unit": "talent", "owner": "B", "by": "A"} for area in ("bank", "church")]
    mine = {"A": {"bank": ["goon"], "church": ["goon"], "sewers": ["goon"]}}
    own = [{"area": "sewers", "unit": "patsy", "owner": "A", "by": "A"}]
    both = city(step="act", units=mine, dead=[*kills, *own])
    assert have(both, A, "exterminate", n=2) == (2, 2)
    one = city(step="act", units=mine, dead=[kills[0], *own])
    assert have(one, A, "exterminate", n=2) == (1, 2)


@clause("villains", "objective.14", "plans.4")
def test_v27_public_backlash_undoes_an_extermination() -> None:
    pos = city(
        ["aliens", "mutants", "scientists", "mafia"],
        step="act",
        who="B",
        hands={"B": ["public_backlash"]},
        units={"A": {"bank": ["goon"]}},
        dead=[{"area": "bank", "unit": "talent", "owner": "C", "by": "A"}],
        tokens={"bank": ["B card"]},
    )
    assert exterminated(state(pos), A, BANK)
    assert waits(pos) == B
    rolls(pos, 7)
    use_card(pos, BANK, "public_backlash")
    assert graves(pos)[-1] == (B, BANK, A, "goon")
    assert not exterminated(state(pos), A, BANK)


def test_kill_most_is_strict_and_needs_a_kill() -> None:
    one = [{"area": "bank", "unit": "goon", "owner": "B", "by": "A"}]
    assert not is_met(city(step="act"), A, "kill_most")
    assert is_met(city(step="act", dead=one), A, "kill_most")
    tie = [*one, {"area": "police", "unit": "goon", "owner": "A", "by": "C"}]
    assert not is_met(city(step="act", dead=tie), A, "kill_most")


def test_units_control_and_influence() -> None:
    pos = city(
        step="act",
        control={"bank": "A", "police": "A", "church": "A"},
        units={"A": {"bank": ["2 mole"], "police": ["2 mole"]}},
    )
    assert have(pos, A, "units", n=8) == (4, 8)
    assert have(pos, A, "control", n=3) == (3, 3)
    assert have(pos, A, "influence", n=5, areas=2) == (2, 2)
    assert have(pos, A, "influence", n=6, areas=1) == (0, 1)


@clause("villains", "scientists.4")
def test_the_fusion_track_counts_the_cards_of_the_turn() -> None:
    pos = city(["scientists", "robots", "aliens", "mafia"], step="act", fusion=6)
    assert is_met(pos, A, "fusion", n=6) and not is_met(pos, A, "fusion", n=9)
    after = city(["scientists", "robots", "aliens", "mafia"], step="cleanup", fusion=6)
    assert state(after).fusion == 0


@clause("villains", "plans.4", "objective.6")
def test_a_plan_whose_cards_are_gone_is_kept() -> None:
    """R45: two plans want three cards each, and four are in hand; the Church lets the second be chosen."""
    pos = city(
        ["scientists", "mutants", "aliens", "mafia"],
        step="score",
        control={"bank": "A", "church": "A", "police": "B"},
        targets={"A": "bank"},
        units={"A": {"police": ["mole"]}},
        hands={"A": ["windfall", "massacre", "mobilize", "stupor"]},
        plans={"A": ["post_human_ascension", "and_they_called_me_mad"]},
    )
    first, second = plan(pos, A, "post_human_ascension"), plan(pos, A, "and_they_called_me_mad")
    play(pos, "score", first)
    play(pos, "score", second)
    for title in ("windfall", "massacre", "mobilize"):
        play(pos, "throw", card(pos, A, title))
    s = state(pos)
    assert s.plan_points[A] == 1 and s.scored[A] == (first,)
    assert second in s.plans[A] and not s.sees(B, second)


@clause("villains", "plans.3", "objective.6")
def test_who_has_points_of_a_plan_may_keep_the_cards_the_next_objective_wants() -> None:
    """R45: before the first card; after it the objective is paid for to the end."""
    words: dict[str, object] = {
        "step": "score",
        "control": {"police": "B"},
        "dead": [{"area": "bank", "unit": "goon", "owner": "B", "by": "A"}],
        "units": {"A": {"bank": ["goon"], "police": ["mole"]}},
        "hands": {"A": ["windfall", "massacre", "mobilize", "stupor"]},
        "plans": {"A": ["and_they_called_me_mad"]},
    }
    kept = city(["scientists", "mutants", "aliens", "mafia"], **words)
    play(kept, "score", plan(kept, A, "and_they_called_me_mad"))
    assert state(kept).plan_points[A] == 1 and ("leave",) in options(kept)
    held = state(kept).hand[A]
    play(kept, "leave")
    s = state(kept)
    assert s.plan_points[A] == 1 and set(held) <= set(s.hand[A]) and len(s.scored[A]) == 1
    paid = city(["scientists", "mutants", "aliens", "mafia"], **words)
    play(paid, "score", plan(paid, A, "and_they_called_me_mad"))
    for thrown, title in enumerate(("windfall", "massacre", "mobilize")):
        ask = ask_of(paid)
        shape = ask.shape(A)
        assert (shape.kind, shape.verb, shape.least, shape.most) == ("some", "throw", 3, 3)
        assert len(shape.picked) == thrown
        play(paid, "throw", card(paid, A, title))
        assert state(paid).plan_points[A] == 3 or ("leave",) not in options(paid)
    assert state(paid).plan_points[A] == 3


@clause("villains", "plans.1", "objective.6", "church.1")
def test_a_first_objective_is_left_for_a_later_one_in_the_church_alone() -> None:
    """R45: a plan that begins with a discard is scored by discarding, unless objectives go in any order."""
    kinds = ("deploy", "deploy", "deploy", "card", "card", "card")
    areas = ("capitol", "sewers", "police", "laboratory", "factory", "university")
    for holder, may in ((None, False), ("A", True)):
        pos = city(
            ["scientists", "mutants", "aliens", "mafia"],
            step="score",
            control={"bank": "A", **({"church": holder} if holder else {})},
            targets={"A": "bank"},
            tokens={area: [f"A {kind} up"] for area, kind in zip(areas, kinds, strict=True)},
            hands={"A": ["windfall", "massacre", "mobilize"]},
            plans={"A": ["post_human_ascension"]},
        )
        play(pos, "score", plan(pos, A, "post_human_ascension"))
        assert (("leave",) in options(pos)) == may
        if may:
            play(pos, "leave")
            assert state(pos).plan_points[A] == 2


@clause("villains", "plans.1", "plans.3", "church.1")
def test_why_a_plan_cannot_be_scored() -> None:
    for holder, said in (
        ({}, ("Its first objective is not met.", "plans.1")),
        ({"church": "A"}, ("None of its objectives is met.", "plans.3")),
    ):
        pos = city(step="score", control=holder, plans={"A": ["rise_of_the_deformed"]})
        ask = ask_of(pos)
        assert ask.why_not(A, f"plan:{plan(pos, A, 'rise_of_the_deformed')}") == said


@clause("villains", "plans.3")
def test_plans_to_score_are_one_selection() -> None:
    pos = city(
        step="score",
        units={"A": {"bank": ["6 goon", "7 mole"]}},
        plans={"A": ["the_endless_spills", "pollute_the_overworld", "rise_of_the_deformed"]},
    )
    for chosen in range(2):
        ask = ask_of(pos)
        shape = ask.shape(A)
        assert (shape.kind, shape.verb, shape.least, shape.most) == ("some", "score", 0, 2)
        assert len(shape.picked) == chosen and shape.done == ("no_score",)
        play(pos, *options(pos, "score")[0])
    assert state(pos).plan_points[A] == 3 + 2


@clause("villains", "plans.3", "plans.6")
def test_who_can_score_nothing_is_asked_like_the_others_and_told_so() -> None:
    pos = city(
        step="score",
        control={"church": "C"},
        units={"A": {"bank": ["6 goon", "4 mole"]}},
        plans={"A": ["poison_the_shadows"], "B": ["enter_the_final_infinite"]},
    )
    ask = ask_of(pos)
    assert ask.seats == (A, B)
    assert ask.prompt(A).startswith("Score your plans: choose those you score now")
    assert ask.prompt(B) == "None of your plans can be scored now; they are kept."
    assert ask.options(B) == [("no_score",)] and ask.clause(B) == ask.clause(A)


@clause("villains", "objective.9", "objective.11")
def test_the_capitol_counts_like_any_area() -> None:
    pos = city(
        ["cult", "mutants", "bankers", "robots"],
        step="score",
        control={"capitol": "B"},
        dead=[{"area": "bank", "unit": "patsy", "owner": "B", "by": "A", "count": 5}],
        units={"A": {"capitol": ["goon"]}},
        plans={"A": ["set_the_stars_as_spears"]},
    )
    play(pos, *options(pos, "score")[0])
    assert state(pos).plan_points[A] == 2  # five killed, and a goon in an enemy area
