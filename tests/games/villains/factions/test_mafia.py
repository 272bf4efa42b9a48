"""The Mafia, line by line of the Visitor's Guide."""

from __future__ import annotations

from tests.games.villains.factions.seats import MAFIA, champion, stats
from tests.games.villains.table import (
    BANK,
    CHURCH,
    RESERVES,
    A,
    B,
    C,
    city,
    graves,
    on,
    options,
    play,
    reveal,
    rolls,
    state,
    unit,
    units,
    up,
    verbs,
    why,
)
from tests.support import clause


@clause("villains", "mafia.4", "mafia.5", "unit.5")
def test_the_hitman_hits_a_basic_unit_of_choice() -> None:
    pos = city(
        MAFIA,
        step="act",
        units={"B": {"bank": ["goon", "champion"]}, "C": {"bank": ["talent"]}},
        tokens={"bank": ["A hitman"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert set(options(pos)) == {
        ("assassinate", unit(B, "goon"), B),
        ("assassinate", unit(C, "talent"), C),
    }
    assert why(pos, A, "assassinate", unit(B, "champion"), B)[0]
    play(pos, "assassinate", unit(C, "talent"), C)
    assert units(pos, C, BANK) == {"wounded talent": 1}  # toughness holds
    dead = city(
        MAFIA,
        step="act",
        units={"B": {"bank": ["goon"]}},
        tokens={"bank": ["A hitman"], "police": ["A card"]},
    )
    reveal(dead, BANK)
    play(dead, "activate")
    assert graves(dead) == [(A, BANK, B, "goon")] and up(dead, BANK, 1)
    champ = city(
        MAFIA,
        step="act",
        units={"B": {"bank": ["champion"]}},
        tokens={"bank": ["A hitman"], "police": ["A card"]},
    )
    reveal(champ, BANK)
    assert on(champ, BANK, 1) == -1  # no basic enemy unit: discarded


@clause("villains", "mafia.7", "mafia.8")
def test_the_fixer_is_readied_when_deployed_but_not_when_moved() -> None:
    assert stats(champion("mafia")) == (0, (5,), 2, False, True)
    pos = city(MAFIA, step="act", tokens={"bank": ["A deploy"], "police": ["A card"]})
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert units(pos, A, BANK) == {"readied champion": 1}
    moved = city(
        MAFIA,
        step="act",
        units={"A": {"capitol": ["readied champion"]}},
        tokens={"bank": ["A move"], "police": ["A card"]},
    )
    reveal(moved, BANK)
    play(moved, "activate")
    assert units(moved, A, BANK) == {"champion": 1}
    pos = city(
        MAFIA,
        step="score",
        targets={"A": "bank"},
        units={"A": {"bank": ["talent", "champion"]}},
        plans={"A": ["aggressive_loansharking"]},
    )
    view = pos.view(A)["own"]["plans"][0]["objectives"][1]["needs"][0]  # type: ignore[index]
    assert view["have"] == 1  # one talent; the Fixer is none


@clause("villains", "mafia.9")
def test_the_fixers_readiness_does_not_reopen_a_used_skill() -> None:
    pos = city(
        MAFIA,
        step="act",
        used={"A": ["bank"]},
        units={"A": {"bank": ["readied champion"]}},
        tokens={"church": ["A deploy"], "police": ["A card"]},
    )
    assert why(pos, A, "skill", BANK)[1] == "skill.5"


def test_murder_inc_and_capo_attack_when_the_fixer_comes() -> None:
    for level, roll, kills in ((1, 7, 0), (1, 8, 1), (2, 5, 1)):
        pos = city(
            MAFIA,
            step="act",
            upgrade={"A": level},
            units={"B": {"bank": ["goon"]}},
            tokens={"bank": ["A deploy"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        play(pos, "deploy", unit(A, "champion"), RESERVES)
        assert verbs(pos) == {"attack_now", "hold_fire"}
        rolls(pos, roll)
        play(pos, "attack_now")
        assert len(graves(pos)) == kills


@clause("villains", "upgrade.2", "attack.1")
def test_the_fixer_makes_one_attack() -> None:
    pos = city(
        MAFIA,
        step="act",
        upgrade={"A": 2},
        units={"B": {"bank": ["3 goon"]}},
        tokens={"bank": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    rolls(pos, 9, 9, 9)
    play(pos, "attack_now")
    assert len(graves(pos)) == 1 and "strike" not in verbs(pos)


@clause("villains", "mafia.2", "police.2")
def test_the_police_show_the_mafia_the_targets_that_lie_and_nothing_else() -> None:
    """Somebody without a card that names an area has none (R47)."""
    pos = city(
        ["mafia", "scientists", "robots", "cult"],
        step="targets",
        control={"police": "A"},
        hands={"A": ["@bank", "@church"], "B": ["@bank", "@church"], "C": ["suitcase_nuke"]},
    )
    before = list(state(pos).seen)
    pos.apply(B, next(o for o in pos.ask().options(B) if o[0] == "target"))  # type: ignore[union-attr]
    s = state(pos)
    assert s.target[C] == -1 and s.sees(A, s.target[B])
    assert [slot for slot, seen in enumerate(s.seen) if seen != before[slot]] == [s.target[B]]


@clause("villains", "mafia.8")
def test_the_fixer_is_readied_by_redeploying_him_near_and_far() -> None:
    for home in ("bank", "church"):
        pos = city(
            MAFIA,
            step="act",
            units={"A": {home: ["champion"]}},
            tokens={"bank": ["A deploy"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        play(pos, "deploy", unit(A, "champion"), BANK if home == "bank" else CHURCH)
        assert units(pos, A, BANK) == {"readied champion": 1}


@clause("villains", "mafia.8")
def test_the_fixer_asks_for_no_attack_where_nobody_is() -> None:
    for others, asked in (({"B": {"church": ["goon"]}}, False), ({"B": {"bank": ["goon"]}}, True)):
        pos = city(
            MAFIA,
            step="act",
            upgrade={"A": 1},
            units=others,
            tokens={"bank": ["A deploy"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        play(pos, "deploy", unit(A, "champion"), RESERVES)
        assert ("attack_now" in verbs(pos)) == asked
