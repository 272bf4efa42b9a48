"""Action cards that close an area or destroy it (conflict.1, conflict.2)."""

from __future__ import annotations

from knaves.games.villains.rules.objectives import exterminated
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    FACTORY,
    SUBWAY,
    A,
    B,
    C,
    card,
    city,
    graves,
    on,
    options,
    play,
    played,
    reveal,
    state,
    strength,
    unit,
    units,
    use_card,
    waits,
    why,
)
from tests.support import clause


def test_cease_fire() -> None:
    pos = played(
        "cease_fire",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["goon"]}},
        combat=["bank"],
        tokens={"bank": ["B battle"]},
    )
    reveal(pos, BANK)
    assert on(pos, BANK, 2) == -1 and not graves(pos)


@clause("villains", "conflict.2")
def test_stand_down() -> None:
    pos = played(
        "stand_down",
        units={"B": {"bank": ["2 mole"]}, "A": {"bank": ["mole"]}},
        control={"bank": "B"},
    )
    assert strength(pos, B, BANK) == 1 and strength(pos, A, BANK) == 1  # marker and token only


@clause("villains", "conflict.1", "conflict.2", "objective.12")
def test_suitcase_nuke() -> None:
    pos = played(
        "suitcase_nuke",
        control={"bank": "B", "capitol": "C"},
        units={
            "A": {"bank": ["patsy", "goon"], "capitol": ["goon"]},
            "B": {"bank": ["mole", "champion"]},
        },
        tokens={"bank": ["B card", "C card"], "church": ["A deploy", "A move"]},
    )
    assert state(pos).energy[A] == 6
    play(pos, "sacrifice", unit(A, "patsy"), BANK)
    s = state(pos)
    assert sum(s.force[seat * 9 + BANK] for seat in range(4)) == 0
    assert not s.tokens_in(BANK) and s.owner[BANK] == -1
    assert s.kills(A) == 2 and exterminated(s, A, BANK) and not exterminated(s, B, BANK)
    while waits(pos) != A:
        play(pos, *options(pos)[-1])
    reveal(pos, CHURCH)
    play(pos, "activate")
    assert all(o[1:][1] != BANK for o in options(pos, "deploy"))
    end = city(
        step="act",
        hold="",
        hands={"A": ["suitcase_nuke"]},
        units={"A": {"bank": ["2 patsy"]}},
        tokens={"bank": ["A card"]},
    )
    use_card(end, BANK, "suitcase_nuke")
    play(end, "sacrifice", unit(A, "patsy"), BANK)
    s = state(end)
    assert s.owner[BANK] == -1 and s.turn == 2
    assert s.nuked == s.nuker == -1 and not exterminated(s, A, BANK)  # for that turn only
    assert s.allows("enter", -1, BANK) and s.allows("control", -1, BANK)
    kept = played("suitcase_nuke", units={"A": {"bank": ["patsy"]}})
    play(kept, "hold_fire")
    assert units(kept, A, BANK) == {"patsy": 1} and len(state(kept).rules) == 1


def test_nobody_is_ahead_in_a_destroyed_area() -> None:
    """R29: whatever influence is left there, nobody controls it this turn."""
    pos = played(
        "suitcase_nuke",
        units={"A": {"bank": ["patsy"]}},
        rules=[{"card": "rousing_speech", "by": "C", "area": "bank"}],
    )
    assert pos.view(A)["areas"][BANK]["leader"] == C  # type: ignore[index]
    play(pos, "sacrifice", unit(A, "patsy"), BANK)
    assert strength(pos, C, BANK) > 0
    assert pos.view(A)["areas"][BANK]["leader"] is None  # type: ignore[index]


def test_nobody_enters_a_destroyed_area() -> None:
    pos = played(
        "suitcase_nuke",
        units={"A": {"bank": ["2 patsy"]}, "B": {"factory": ["goon"]}},
        tokens={"subway": ["B deploy"]},
        hands={"B": ["all_hallows_eve"]},
    )
    play(pos, "sacrifice", unit(A, "patsy"), BANK)
    s = state(pos)
    assert not s.allows("enter", -1, BANK) and not s.allows("control", -1, BANK)
    assert s.allows("enter", -1, FACTORY)
    reveal(pos, CHURCH)
    play(pos, "play", card(pos, B, "all_hallows_eve"))
    assert units(pos, A, BANK) == {} and len(graves(pos)) == 2


def test_mr_fusion_goes_on_in_a_destroyed_area_and_brings_nobody_there() -> None:
    """His token is gone with the others (R29), but the cards of one activation are played to the last."""
    pos = city(
        ["scientists", "mutants", "aliens", "communists"],
        step="act",
        hands={"A": ["suitcase_nuke", "high_noon", "mobilize"]},
        units={"A": {"bank": ["patsy"]}},
        tokens={"bank": ["A fusion"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "play", card(pos, A, "suitcase_nuke"))
    play(pos, "sacrifice", unit(A, "patsy"), BANK)
    play(pos, "play", card(pos, A, "high_noon"))
    play(pos, "play", card(pos, A, "mobilize"))
    s = state(pos)
    assert s.fusion == 3 and on(pos, BANK, 1) == -1
    assert sum(s.force[seat * 9 + BANK] for seat in range(4)) == 0


def test_trapped_like_rats() -> None:
    pos = played(
        "trapped_like_rats",
        units={"A": {"bank": ["goon"], "capitol": ["mole"]}},
        tokens={"factory": ["A move"], "church": ["A deploy"]},
    )
    while waits(pos) != A:
        play(pos, *options(pos)[-1])
    reveal(pos, FACTORY)
    play(pos, "activate")
    assert units(pos, A, FACTORY) == {"mole": 1} and units(pos, A, BANK) == {"goon": 1}
    stay = city(
        step="act",
        rules=[{"card": "trapped_like_rats", "by": "B", "area": "bank"}],
        units={"A": {"bank": ["goon"]}},
        tokens={"bank": ["A deploy"], "laboratory": ["A deploy"]},
    )
    reveal(stay, BANK)
    play(stay, "activate")
    assert ("deploy", unit(A, "goon"), BANK) in options(stay)  # in place: it does not leave (R15)
    away = city(
        step="act",
        rules=[{"card": "trapped_like_rats", "by": "B", "area": "bank"}],
        units={"A": {"bank": ["goon"], "capitol": ["mole"]}},
        tokens={"subway": ["A deploy"], "laboratory": ["A move"]},
    )
    reveal(away, SUBWAY)
    play(away, "activate")
    assert ("deploy", unit(A, "goon"), BANK) not in options(away)
    assert ("deploy", unit(A, "mole"), CAPITOL) in options(away)


def test_moves_say_why_not() -> None:
    pos = city(
        step="act",
        rules=[{"card": "trapped_like_rats", "by": "B", "area": "bank"}],
        units={"A": {"bank": ["goon"], "capitol": ["mole", "goon"]}},
        tokens={"factory": ["A move"], "laboratory": ["A card"]},
    )
    reveal(pos, FACTORY)
    play(pos, "activate")
    assert why(pos, A, "move", 0, unit(A, "goon"), BANK, 1, 1) == (
        "Units may not leave that area.", "conflict.2",
    )  # fmt: skip
    assert why(pos, A, "move", 0, unit(A, "talent"), BANK, 1, 1)[1] == "move.1"
