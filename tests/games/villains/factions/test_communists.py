"""The Communists, line by line of the Visitor's Guide."""

from __future__ import annotations

from knaves.games.villains.cards import FACTION_IDS, MIX
from tests.games.villains.factions.seats import COMMUNISTS, champion, stats
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    RESERVES,
    SEWERS,
    SUBWAY,
    A,
    B,
    city,
    move,
    options,
    play,
    reveal,
    state,
    strength,
    unit,
    units,
    verbs,
    waits,
)
from tests.support import clause


@clause("villains", "communists.1", "communists.3")
def test_the_peoples_army_brings_one_more_patsy() -> None:
    assert MIX[FACTION_IDS.index("communists")][3] == 10
    for level, extra in ((0, 1), (1, 2), (2, 3)):
        pos = city(
            COMMUNISTS,
            step="act",
            upgrade={"A": level},
            tokens={"bank": ["A deploy"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        play(pos, "deploy", unit(A, "mole"), RESERVES)
        play(pos, "deploy", unit(A, "mole"), RESERVES)
        for _ in range(extra):
            assert {o[1:][0] for o in options(pos, "deploy")} == {unit(A, "patsy")}
            play(pos, "deploy", unit(A, "patsy"), RESERVES)
        assert units(pos, A, BANK) == {"mole": 2, "patsy": extra}
        assert waits(pos) == B
    first = city(COMMUNISTS, step="act", tokens={"bank": ["A deploy"], "police": ["A card"]})
    reveal(first, BANK)
    play(first, "activate")
    for kind in ("patsy", "goon", "goon"):  # the patsy first: the order does not matter
        play(first, "deploy", unit(A, kind), RESERVES)
    assert units(first, A, BANK) == {"patsy": 1, "goon": 2}


@clause("villains", "communists.2")
def test_the_extra_patsy_pays_what_cards_add() -> None:
    pos = city(
        COMMUNISTS,
        step="act",
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    for _ in range(3):
        play(pos, "deploy", unit(A, "patsy"), RESERVES)
    assert state(pos).energy[A] == 6


@clause("villains", "communists.4", "act.5")
def test_rise_up_works_when_it_is_activated_and_not_while_that_is_decided() -> None:
    pos = city(
        COMMUNISTS,
        step="act",
        units={"A": {"bank": ["3 patsy"]}, "B": {"bank": ["2 patsy"]}},
        tokens={"bank": ["A rise_up"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    assert strength(pos, A, BANK) == 0
    play(pos, "activate")
    assert strength(pos, A, BANK) == 3 + 1
    assert strength(pos, B, BANK) == 0  # theirs have not risen


@clause("villains", "communists.4", "communists.5", "conflict.2")
def test_v1_rise_up_and_stand_down() -> None:
    words = {
        "step": "act",
        "units": {"A": {"bank": ["3 patsy"], "church": ["patsy"]}},
        "tokens": {"bank": ["A rise_up up"], "capitol": ["A move"], "police": ["A card"]},
    }
    pos = city(COMMUNISTS, **words)
    assert strength(pos, A, BANK) == 3 + 1 and strength(pos, A, CHURCH) == 0
    reveal(pos, CAPITOL)
    play(pos, "activate")
    move(pos, unit(A, "patsy"), BANK)
    play(pos, "done")
    assert strength(pos, A, BANK) == 2 + 1 and strength(pos, A, CAPITOL) == 1  # it left; the token's
    silent = city(
        COMMUNISTS,
        rules=[{"card": "stand_down", "by": "B", "area": "bank"}],
        **words,
    )
    assert strength(silent, A, BANK) == 1  # the token's own influence is no unit's


@clause("villains", "communists.6", "communists.7", "communists.8")
def test_papova_calls_three_from_anywhere() -> None:
    assert stats(champion("communists")) == (1, (5,), 2, False, True)
    pos = city(
        COMMUNISTS,
        step="act",
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        units={"A": {"bank": ["readied champion"], "sewers": ["4 patsy"], "subway": ["goon"]}},
        tokens={"church": ["A card"], "police": ["A card"]},
    )
    play(pos, "skill", BANK)
    assert state(pos).resources[A] == 2
    assert {o[1:][2] for o in options(pos, "move")} == {SEWERS, SUBWAY}  # not adjacent
    assert "done" in verbs(pos)  # she need not
    for _ in range(3):
        move(pos, unit(A, "patsy"), SEWERS)
    assert units(pos, A, BANK) == {"champion": 1, "patsy": 3}
    assert state(pos).energy[A] == 6 and waits(pos) == B


@clause("villains", "communists.7", "skill.3")
def test_papova_calls_only_when_she_was_exhausted_for_the_skill() -> None:
    """Not from elsewhere, and not where she stands exhausted beside a talent."""
    for home, state_of in (("church", "readied champion"), ("bank", "champion")):
        there: dict[str, list[str]] = {"bank": ["readied talent"], "capitol": ["goon"]}
        there[home] = [*there.get(home, []), state_of]
        pos = city(COMMUNISTS, step="act", units={"A": there}, tokens={"police": ["A card", "A card"]})
        play(pos, "skill", BANK)
        assert waits(pos) == B and state(pos).resources[A] == 2
