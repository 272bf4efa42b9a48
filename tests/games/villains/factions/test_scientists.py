"""The Scientists, line by line of the Visitor's Guide."""

from __future__ import annotations

from tests.games.villains.factions.seats import SCIENTISTS, champion, stats
from tests.games.villains.table import (
    BANK,
    POLICE,
    RESERVES,
    A,
    B,
    card,
    city,
    graves,
    on,
    play,
    reveal,
    rolls,
    state,
    strength,
    unit,
    units,
    up,
    verbs,
)
from tests.support import clause


@clause("villains", "scientists.1")
def test_scientists_draw_four_five_and_six() -> None:
    for level, number in ((0, 4), (1, 5), (2, 6)):
        assert len(state(city(SCIENTISTS, step="start", upgrade={"A": level})).hand[A]) == number


@clause("villains", "scientists.3", "scientists.4", "scientists.5")
def test_mr_fusion_plays_card_after_card() -> None:
    pos = city(
        SCIENTISTS,
        step="act",
        hands={"A": ["stroke_of_genius", "fish_in_a_barrel"]},
        deck=["windfall", "massacre"],
        tokens={"bank": ["A fusion"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    assert "done" not in verbs(pos)  # at least one card, or the token goes
    play(pos, "play", card(pos, A, "stroke_of_genius"))
    assert "done" in verbs(pos)
    play(pos, "play", card(pos, A, "windfall"))  # drawn a moment ago
    assert state(pos).resources[A] == 2
    play(pos, "play", card(pos, A, "massacre"))
    assert state(pos).energy[A] == 8  # paid like any other
    play(pos, "done")
    assert state(pos).fusion == 3 and up(pos, BANK, 1)
    none = city(SCIENTISTS, step="act", tokens={"bank": ["A fusion"], "police": ["A card"]})
    reveal(none, BANK)
    assert on(none, BANK, 1) == -1


@clause("villains", "scientists.2")
def test_display_of_brilliance_counts_mr_fusion() -> None:
    pos = city(
        SCIENTISTS,
        step="act",
        rules=[{"card": "display_of_brilliance", "by": "A", "area": "bank"}],
        tokens={"bank": ["A fusion up", "A card up", "A deploy up"], "police": ["A card"]},
    )
    assert strength(pos, A, BANK) == 3 + 3 + 1


@clause("villains", "scientists.6", "scientists.7")
def test_dr_tyrannosaurus_draws_for_every_hit() -> None:
    assert stats(champion("scientists")) == (2, (3,), 1, True, False)
    pos = city(
        SCIENTISTS,
        step="act",
        rules=[{"card": "massacre", "by": "A"}],
        units={"A": {"police": ["readied talent"], "bank": ["champion"]}, "B": {"bank": ["5 patsy"]}},
        tokens={"church": ["A card"], "police": ["A card"]},
    )
    rolls(pos, 3, 4)
    play(pos, "skill", POLICE)  # outside combat, with an extra die of the same value
    assert len(state(pos).hand[A]) == 2 and len(graves(pos)) == 2


@clause("villains", "scientists.6", "scientists.8")
def test_in_the_combat_that_dr_tyrannosaurus_brings_nobody_has_a_bonus() -> None:
    pos = city(
        SCIENTISTS,
        step="act",
        units={"B": {"bank": ["goon"]}},
        tokens={"bank": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    rolls(pos, 2, 4, 4)
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert not graves(pos) and units(pos, A, BANK) == {"champion": 1}


@clause("villains", "scientists.8", "scientists.9")
def test_deploying_dr_tyrannosaurus_starts_a_combat() -> None:
    words = {
        "step": "act",
        "tokens": {"bank": ["A deploy"], "police": ["A card"]},
    }
    pos = city(SCIENTISTS, units={"B": {"bank": ["goon"]}}, **words)
    reveal(pos, BANK)
    play(pos, "activate")
    rolls(pos, 3, 1, 1)
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert graves(pos) == [(A, BANK, B, "goon")]
    again = city(
        SCIENTISTS,
        units={"A": {"bank": ["wounded champion"]}, "B": {"bank": ["goon"]}},
        **words,
    )
    reveal(again, BANK)
    play(again, "activate")
    play(again, "deploy", unit(A, "wounded champion"), BANK)
    assert state(again).energy[A] == 7  # the full cost
    rolls(again, 1, 1, 1)
    play(again, "heal")
    assert units(again, A, BANK) == {"champion": 1}
    alone = city(SCIENTISTS, **words)
    reveal(alone, BANK)
    play(alone, "activate")
    play(alone, "deploy", unit(A, "champion"), RESERVES)
    assert not graves(alone) and up(alone, BANK, 1)
    moved = city(
        SCIENTISTS,
        step="act",
        units={"A": {"capitol": ["champion"]}, "B": {"bank": ["goon"]}},
        tokens={"bank": ["A move"], "police": ["A card"]},
    )
    reveal(moved, BANK)
    before = state(moved).drawn
    play(moved, "activate")
    assert units(moved, A, BANK) == {"champion": 1} and state(moved).drawn == before


@clause("villains", "scientists.1", "upgrade.2", "capture.3")
def test_captured_cards_come_on_top_of_an_upgrade() -> None:
    for level, number in ((0, 5), (1, 6), (2, 7)):
        pos = city(SCIENTISTS, step="start", upgrade={"A": level}, captured={"A": ["B", "C"]})
        assert len(state(pos).hand[A]) == number
