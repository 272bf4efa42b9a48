"""The Take Actions Step: revealing, skills, locked, passing."""

from __future__ import annotations

from tests.games.villains.table import (
    BANK,
    CHURCH,
    FACTORY,
    POLICE,
    SEWERS,
    SUBWAY,
    A,
    B,
    C,
    at,
    city,
    move,
    on,
    options,
    play,
    reveal,
    state,
    strength,
    unit,
    units,
    up,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause


@clause("villains", "act.1", "act.2")
def test_one_action_each_in_player_order_and_only_own_tokens() -> None:
    pos = city(
        step="act",
        first="C",
        tokens={"bank": ["C deploy"], "police": ["C card"], "sewers": ["D deploy"], "church": ["A deploy"]},
    )
    assert waits(pos) == C
    theirs = on(pos, SEWERS, 1)
    assert why(pos, C, "reveal", theirs, SEWERS)[1] == "act.1"  # whose it is, a hidden token does not tell
    reveal(pos, BANK)
    play(pos, "discard")
    reveal(pos, SEWERS)  # D is next
    play(pos, "discard")
    reveal(pos, CHURCH)
    play(pos, "discard")
    assert waits(pos) == B


@clause("villains", "act.3")
def test_v5_a_token_behind_a_face_down_one_cannot_be_revealed() -> None:
    pos = city(
        step="act",
        tokens={
            "bank": ["D card", "A deploy"],
            "police": ["A card", "A deploy"],
            "sewers": ["B card up", "A deploy"],
        },
    )
    assert {o[1:] for o in options(pos, "reveal")} == {
        (on(pos, POLICE, 1), POLICE),
        (on(pos, SEWERS, 2), SEWERS),
    }
    assert why(pos, A, "reveal", on(pos, BANK, 2), BANK)[1] == "act.3"


@clause("villains", "act.4", "act.5")
def test_a_revealed_token_stays_if_activated_and_goes_if_not() -> None:
    pos = city(
        step="act",
        tokens={"bank": ["A deploy"], "police": ["A deploy"]},
        hands={"B": ["windfall", "windfall"]},
    )
    reveal(pos, BANK)
    assert verbs(pos) == {"activate", "discard"}
    assert strength(pos, A, POLICE) == 0  # face down it gives nothing
    play(pos, "activate")
    play(pos, "deploy", unit(A, "patsy"), 9)
    play(pos, "done")
    assert up(pos, BANK, 1) and strength(pos, A, BANK) == 1
    reveal(pos, SUBWAY)
    play(pos, "discard")
    reveal(pos, POLICE)
    play(pos, "discard")
    assert on(pos, POLICE, 1) == -1 and len(state(pos).spare[A]) == 8


@clause("villains", "act.6", "act.8", "battle.2", "battle.4")
def test_v6_a_battle_token_without_a_battle_is_discarded_and_still_refunded() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["goon"]}},
        tokens={"bank": ["A battle"], "police": ["A deploy"]},
    )
    reveal(pos, BANK)
    assert on(pos, BANK, 1) == -1 and strength(pos, A, BANK) == 1  # the goon's only
    assert state(pos).resources[A] == 1


@clause("villains", "act.7", "move.2")
def test_a_token_whose_cost_cannot_be_paid_is_discarded() -> None:
    words = {
        "step": "act",
        "units": {"A": {"bank": ["goon"]}},
        "tokens": {"capitol": ["A move"], "police": ["A deploy"]},
    }
    poor = city(energy={"A": 1}, resources={"B": 1}, **words)
    reveal(poor, 0)
    assert verbs(poor) == {"discard"}
    play(poor, "discard")
    assert on(poor, 0, 1) == -1
    rich = city(energy={"A": 2}, **words)
    reveal(rich, 0)
    assert verbs(rich) == {"activate", "discard"}
    play(rich, "activate")
    assert units(rich, A, 0) == {"goon": 1} and state(rich).energy[A] == 0


@clause("villains", "act.9", "pass.2")
def test_nobody_passes_before_all_their_tokens_are_revealed() -> None:
    pos = city(step="act", tokens={"bank": ["A deploy"], "police": ["A deploy"]})
    assert "pass" not in verbs(pos)
    assert why(pos, A, "pass")[1] == "act.9"
    ready = city(step="act", units={"A": {"bank": ["readied talent"]}})
    assert verbs(ready) == {"skill", "pass"}
    play(ready, "pass")
    assert waits(ready) == B
    empty = city(step="act")
    assert waits(empty) == B  # A had to pass


@clause("villains", "pass.1")
def test_who_has_passed_acts_no_more() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["readied talent"], "church": ["readied talent"]}},
        hands={"B": ["windfall"]},
    )
    play(pos, "pass")
    reveal(pos, options(pos, "reveal")[0][1:][1])
    play(pos, "discard")
    assert waits(pos) == B  # not A, although A has readied units
    assert "skill" not in verbs(pos)


@clause("villains", "skill.1", "skill.2", "area.5")
def test_v7_only_readied_units_use_a_skill() -> None:
    pos = city(
        ["mutants", "aliens", "scientists", "communists"],
        step="act",
        hold="",
        units={
            "A": {"police": ["talent", "goon"], "bank": ["goon"]},
            "B": {"police": ["readied talent"]},
            "C": {"police": ["readied talent"]},
        },
        tokens={"bank": ["A deploy"], "church": ["A deploy"]},
    )
    assert ("skill", POLICE) not in options(pos)
    assert why(pos, A, "skill", POLICE)[1] == "skill.1"
    reveal(pos, BANK)
    play(pos, "discard")
    assert waits(pos) == B and ("skill", POLICE) in options(pos)
    play(pos, "pass")
    assert waits(pos) == C and ("skill", POLICE) in options(pos)


@clause("villains", "skill.3", "skill.4", "skill.5", "area.6")
def test_v9_a_skill_exhausts_all_and_is_marked() -> None:
    pos = city(
        ["communists", "mutants", "aliens", "mafia"],
        step="act",
        units={
            "A": {
                "bank": ["readied talent", "readied champion", "goon"],
                "church": ["goon", "talent"],
                "factory": ["patsy"],
            }
        },
        tokens={"sewers": ["A deploy"]},
    )
    assert ("skill", CHURCH) not in options(pos)
    play(pos, "skill", BANK)
    assert state(pos).resources[A] == 2
    assert units(pos, A, BANK) == {"goon": 1, "talent": 1, "champion": 1}
    assert state(pos).used[A] == 1 << BANK
    move(pos, unit(A, "goon"), CHURCH)
    move(pos, unit(A, "patsy"), FACTORY)
    play(pos, "done")
    assert units(pos, A, BANK) == {"goon": 2, "talent": 1, "champion": 1, "patsy": 1}
    again = city(
        step="act",
        units={"A": {"bank": ["readied talent"]}},
        used={"A": ["bank"]},
        tokens={"sewers": ["A deploy"], "church": ["A deploy"]},
    )
    assert ("skill", BANK) not in options(again)
    assert why(again, A, "skill", BANK)[1] == "skill.5"


@clause("villains", "skill.6", "police.6")
def test_v8_a_skill_that_cannot_be_resolved_cannot_be_used() -> None:
    pos = city(
        step="act",
        units={"A": {"police": ["readied talent"], "bank": ["goon"]}, "B": {"church": ["patsy"]}},
        tokens={"sewers": ["A deploy"], "church": ["A deploy"]},
    )
    assert ("skill", POLICE) not in options(pos)
    nobody = "None of your units stands where there is an enemy that it may attack."
    assert why(pos, A, "skill", POLICE) == (nobody, "police.6")
    met = city(
        step="act",
        units={"A": {"police": ["readied talent"], "bank": ["goon"]}, "B": {"bank": ["patsy"]}},
        tokens={"sewers": ["A deploy"], "church": ["A deploy"]},
    )
    assert ("skill", POLICE) in options(met)


@clause("villains", "skill.7", "locked.1", "locked.2", "locked.4")
def test_v10_a_blocked_player_may_be_locked_although_a_skill_could_be_used() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["readied talent"]}},
        tokens={"sewers": ["D card", "A deploy"], "subway": ["C card", "A deploy"]},
        hands={"C": ["windfall"], "D": ["windfall"]},
    )
    assert set(options(pos)) == {("locked",), ("skill", BANK)}
    play(pos, "locked")
    assert waits(pos) == B
    reveal(pos, options(pos, "reveal")[0][1:][1])
    reveal(pos, SUBWAY)
    play(pos, "discard")
    reveal(pos, SEWERS)
    play(pos, "discard")
    assert waits(pos) == A and "reveal" in verbs(pos)  # A still takes part


@clause("villains", "locked.3")
def test_nobody_is_locked_who_can_reveal_or_has_nothing_hidden() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["readied talent"]}},
        tokens={"sewers": ["D card", "A deploy"], "bank": ["A deploy"]},
    )
    assert "locked" not in verbs(pos)
    assert why(pos, A, "locked")[1] == "locked.3"
    bare = city(step="act", units={"A": {"bank": ["readied talent"]}})
    assert why(bare, A, "locked")[1] == "locked.3"


@clause("villains", "act.1")
def test_a_skill_may_be_used_instead_of_revealing() -> None:
    """R23"""
    pos = city(
        step="act",
        units={"A": {"bank": ["readied talent"]}},
        tokens={"sewers": ["A deploy"], "church": ["A deploy"]},
    )
    assert verbs(pos) == {"reveal", "skill"}
    play(pos, "skill", BANK)
    assert waits(pos) == B


def test_a_flipped_token_keeps_its_place() -> None:
    pos = city(
        step="act",
        units={"A": {"church": ["readied talent"]}},
        tokens={"bank": ["A card up", "D card"], "sewers": ["A deploy"]},
    )
    play(pos, "skill", CHURCH)
    assert not up(pos, BANK, 1) and on(pos, BANK, 1) >= 0


@clause("villains", "act.2", "act.3", "secrecy.2")
def test_a_space_tells_why_its_token_cannot_be_revealed() -> None:
    """Whose tokens lie where is open, and so is what stands before them; what they are is not asked."""
    pos = city(
        step="act",
        hold="",
        tokens={"bank": ["A card", "B card"], "church": ["B deploy", "A card"], "sewers": ["A deploy"]},
    )
    ask = ask_of(pos)
    spaces = [at(BANK, 1), at(BANK, 2), at(CHURCH, 2), at(CHURCH, 3)]
    said = [no.reason if (no := ask.why_not(A, f"space:{one}")) else "" for one in spaces]
    assert said[0].startswith("It is not part of this choice")  # the token itself is
    assert said[1:] == [
        "That token is not yours.",
        "A face-down token stands before it on its track.",
        "No token lies there.",
    ]


@clause("villains", "factory.5")
def test_the_factory_starts_no_combat_between_others() -> None:
    others = {"B": {"bank": ["goon"], "church": ["goon"]}, "C": {"bank": ["goon"], "church": ["mole"]}}
    pos = city(step="act", units={"A": {"factory": ["readied talent"], "church": ["patsy"]}, **others})
    play(pos, "skill", FACTORY)
    fought = options(pos, "battle_in") or [("battle_in", state(pos).fight)]
    assert fought == [("battle_in", CHURCH)]


@clause("villains", "act.6", "deploy.2")
def test_what_is_no_unit_or_no_card_of_the_choice_has_no_reason_of_its_own() -> None:
    """A card in hand while a deploy token is weighed, an area while units are chosen."""
    pos = city(step="act", hands={"A": ["massacre"]}, energy={"A": 1}, tokens={"bank": ["A deploy"]})
    ask = pos.ask()
    slot = state(pos).hand[A][0]
    assert ask is not None
    told = ask.why_not(A, f"card:{slot}")
    assert told is not None and "It costs" not in told.reason
    play(pos, "activate")
    ask = ask_of(pos)
    told = ask.why_not(A, "area:3")
    assert told is not None and told.clause not in ("deploy.3", "parts.4", "conflict.2")


@clause("villains", "skill.1")
def test_there_is_no_tenth_area() -> None:
    pos = city(step="act", units={"A": {"bank": ["readied talent"]}, "B": {"capitol": ["readied talent"]}})
    assert why(pos, A, "skill", 8) == ("You have no readied unit there.", "skill.1")
    assert why(pos, A, "skill", 9)[0].startswith("It is not part of this choice")
