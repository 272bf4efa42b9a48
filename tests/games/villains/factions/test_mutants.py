"""The Mutants, line by line of the Visitor's Guide."""

from __future__ import annotations

import knaves
from knaves.games.villains.cards import FACTION_IDS, MIX
from tests.games.villains.factions.seats import MAFIA, MUTANTS, ROBOTS, champion, stats
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    RESERVES,
    SEWERS,
    A,
    B,
    C,
    card,
    city,
    graves,
    heard,
    on,
    options,
    play,
    reveal,
    rolls,
    state,
    unit,
    units,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause


@clause("villains", "mutants.1", "mutants.6")
def test_three_mother_oozes() -> None:
    assert MIX[FACTION_IDS.index("mutants")][4] == 3
    assert stats(champion("mutants")) == (1, (), 1, True, False)


def biohazard(tokens: list[str], dice: tuple[int, ...], **words: object) -> knaves.Position:
    pos = city(
        MUTANTS,
        step="act",
        who="B",
        tokens={"bank": tokens},
        units={
            "A": {"bank": ["2 patsy"]},
            "B": {"bank": ["goon", "patsy"]},
            "C": {"bank": ["mole", "patsy"]},
        },
        **words,
    )
    reveal(pos, BANK)
    rolls(pos, *dice)
    play(pos, "activate")
    return pos


@clause("villains", "mutants.2", "mutants.3")
def test_biohazard_after_a_combat_that_killed_a_mutant() -> None:
    pos = biohazard(["A biohazard up", "B battle"], (5, 5, 1))
    play(pos, "attack", unit(B, "goon"), A)  # two patsies of the Mutants die; the mole misses B alone
    assert graves(pos) == [(B, BANK, A, "patsy")] * 2
    assert waits(pos) == B  # each opponent one unit, in player order
    play(pos, "sacrifice", unit(B, "patsy"), BANK)
    play(pos, "sacrifice", unit(C, "patsy"), BANK)
    assert graves(pos)[2:] == [(A, BANK, B, "patsy"), (A, BANK, C, "patsy")]
    assert waits(pos) not in (A, C)


@clause("villains", "mutants.2")
def test_biohazard_does_nothing_if_no_mutant_died() -> None:
    pos = biohazard(["A biohazard up", "B battle"], (1, 1, 1))
    play(pos, "attack", unit(B, "goon"), A)
    while "attack" in verbs(pos):
        play(pos, *options(pos, "attack")[0])
    assert "sacrifice" not in verbs(pos) and units(pos, A, BANK) == {"patsy": 2}


@clause("villains", "mutants.2", "mutants.3")
def test_biohazard_asks_who_died_in_this_very_combat() -> None:
    """Others' dead, and Mutants who fell before it, do not set it off; the Mutants themselves sacrifice nobody."""
    before = [{"area": "bank", "unit": "patsy", "owner": "A", "by": "C"}]
    others = biohazard(["A biohazard up", "B battle"], (5, 5, 1), dead=before)
    play(others, "attack", unit(B, "goon"), C)  # a patsy and the mole of C die
    while verbs(others) & {"attack", "hit"}:
        play(others, *options(others)[0])
    assert {dead[2] for dead in graves(others)[1:]} == {C}
    assert "sacrifice" not in verbs(others) and units(others, A, BANK) == {"patsy": 2}
    own = biohazard(["A biohazard up", "B battle"], (5, 1, 1))
    play(own, "attack", unit(B, "goon"), A)
    while verbs(own) & {"attack", "hit"}:
        play(own, *options(own)[0])
    assert waits(own) == B and verbs(own) == {"sacrifice"}
    play(own, "sacrifice", unit(B, "patsy"), BANK)
    play(own, "sacrifice", unit(C, "patsy"), BANK)
    assert "sacrifice" not in verbs(own) and units(own, A, BANK) == {"patsy": 1}


@clause("villains", "mutants.3")
def test_biohazard_does_not_reach_back() -> None:
    pos = biohazard(["B battle", "A biohazard"], (5, 5, 1))
    play(pos, "attack", unit(B, "goon"), A)
    assert len(graves(pos)) == 2 and verbs(pos) != {"sacrifice"}


@clause("villains", "mutants.4")
def test_biohazard_ignores_attacks_outside_combat() -> None:
    pos = city(
        MUTANTS,
        step="act",
        who="B",
        hands={"B": ["public_backlash", "windfall"]},
        tokens={"bank": ["A biohazard up", "B card"]},
        units={"A": {"bank": ["2 patsy"]}, "C": {"bank": ["goon"]}},
    )
    reveal(pos, BANK)
    play(pos, "play", card(pos, B, "public_backlash"))
    rolls(pos, 9, 1)
    play(pos, "strike", A)
    play(pos, "strike", A)
    assert graves(pos) == [(B, BANK, A, "patsy")] and "sacrifice" not in verbs(pos)


@clause("villains", "mutants.5", "mafia.6")
def test_biohazard_and_hitman_are_refunded() -> None:
    pos = city(MUTANTS, step="act", tokens={"bank": ["A biohazard"], "police": ["A card"]})
    reveal(pos, BANK)
    assert state(pos).resources[A] == 1
    mafia = city(MAFIA, step="act", tokens={"bank": ["A hitman"], "police": ["A card"]})
    reveal(mafia, BANK)
    assert state(mafia).resources[A] == 1 and on(mafia, BANK, 1) == -1


@clause("villains", "mutants.7", "mutants.9", "tough.2")
def test_oozes_heal_in_cleanup_and_bring_one_free_unit_an_area() -> None:
    pos = city(
        MUTANTS,
        step="refresh",
        energy={"A": 0},
        units={"A": {"bank": ["2 wounded champion"], "church": ["wounded champion"]}},
    )
    assert units(pos, A, BANK) == {"champion": 2} and waits(pos) == A
    assert verbs(pos) == {"deploy", "done"}  # one question an area, and it may be declined
    play(pos, "deploy", unit(A, "talent"), RESERVES)
    assert units(pos, A, BANK) == {"champion": 2, "talent": 1}  # one unit for two Oozes, not readied
    assert waits(pos) == A  # the Church is next
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert units(pos, A, CHURCH) == {"champion": 1, "goon": 1}
    assert state(pos).turn == 2 and state(pos).energy[A] == 9


@clause("villains", "mutants.7")
def test_the_free_unit_is_told_as_the_oozes_gift_in_cleanup() -> None:
    pos = city(
        MUTANTS, step="control", hold="", units={"A": {"bank": ["wounded champion"], "capitol": ["mole"]}}
    )
    ask = ask_of(pos)
    assert waits(pos) == A and ask.clause(A) == "mutants.7"
    told = ask.prompt(A)
    assert "Cleanup" in told and "Mother Oozes in the Bank have healed" in told and "without its cost" in told
    assert ("deploy", unit(A, "champion"), BANK) not in options(pos)  # it is healed already
    play(pos, "deploy", unit(A, "mole"), CAPITOL)
    assert units(pos, A, BANK) == {"champion": 1, "mole": 1} and state(pos).turn == 2


@clause("villains", "deploy.5", "deploy.8")
def test_a_unit_is_redeployed_in_place_where_that_does_something_or_nothing_else_will_do() -> None:
    there = {"A": {"bank": ["wounded champion", "goon"]}}
    pos = city(MUTANTS, step="act", units=there, tokens={"bank": ["A deploy"]})
    play(pos, "activate")
    in_place = [("deploy", unit(A, name), BANK) for name in ("goon", "wounded champion")]
    assert [o for o in options(pos) if o[-1] == BANK] == in_place  # one must come; these will do
    play(pos, "deploy", unit(A, "mole"), RESERVES)
    assert [o for o in options(pos) if o[-1] == BANK] == in_place[
        1:
    ]  # it may heal; the goon may stay as it is
    assert why(pos, A, *in_place[0]) == ("It stands there already: nothing would change.", "deploy.5")


@clause("villains", "mutants.8")
def test_no_wounded_ooze_no_free_unit() -> None:
    pos = city(MUTANTS, step="cleanup", units={"A": {"bank": ["champion"]}})
    assert state(pos).turn == 2
    healed = city(
        MUTANTS,
        step="act",
        units={"A": {"bank": ["wounded champion"]}},
        tokens={"bank": ["A deploy"]},
    )
    play(healed, "activate")
    play(healed, "deploy", unit(A, "wounded champion"), BANK)
    play(healed, "heal")
    play(healed, "done")
    assert units(healed, A, BANK) == {"champion": 1} and "deploy_free" not in verbs(healed)
    robots = city(ROBOTS, step="cleanup", units={"A": {"bank": ["wounded goon"]}})
    assert units(robots, A, BANK) == {"wounded goon": 1}  # only Oozes heal so


def test_the_mutants_upgrades_raise_the_base_limit() -> None:
    for level, limit in ((1, 3), (2, 4)):
        pos = city(MUTANTS, step="act", upgrade={"A": level}, tokens={"bank": ["A deploy"]})
        play(pos, "activate")
        for _ in range(limit):
            play(pos, "deploy", unit(A, "patsy"), RESERVES)
        assert waits(pos) == B


@clause("villains", "deploy.5")
def test_an_ooze_that_was_there_may_follow_the_one_that_came() -> None:
    """One action deploys a unit once (R50), but there are three Mother Oozes."""
    pos = city(
        MUTANTS,
        step="act",
        units={"A": {"bank": ["wounded champion"]}},
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert ("deploy", unit(A, "champion"), BANK) not in options(pos)
    play(pos, "deploy", unit(A, "wounded champion"), BANK)
    play(pos, "heal")
    assert units(pos, A, BANK) == {"champion": 2}


@clause("villains", "mutants.7")
def test_each_of_three_areas_gets_its_free_unit() -> None:
    hurt = {area: ["wounded champion"] for area in ("sewers", "bank", "church")}
    pos = city(MUTANTS, step="refresh", energy={"A": 0}, units={"A": hurt})
    for area in (SEWERS, BANK, CHURCH):
        play(pos, "deploy", unit(A, "goon"), RESERVES)
        assert units(pos, A, area) == {"goon": 1, "champion": 1}
    assert state(pos).turn == 2


@clause("villains", "mutants.2")
def test_the_log_says_that_biohazard_asks_for_the_sacrifices() -> None:
    """Only where an opponent has a unit left to give."""
    for others, told in ((["goon", "mole"], True), (["goon"], False)):
        pos = city(
            MUTANTS,
            step="act",
            tokens={"bank": ["A biohazard up", "A battle"], "church": ["A card"]},
            units={"A": {"bank": ["patsy", "goon"]}, "B": {"bank": others}},
        )
        said = heard(pos)
        rolls(pos, *([1, 1, 10, 10, 1] if told else [5, 1, 10, 10]))
        reveal(pos, BANK)
        play(pos, "activate")
        while verbs(pos) <= {"attack", "hit"}:
            play(pos, *options(pos)[0])
        line = "Biohazard: A has lost units in the Bank, and each opponent sacrifices one there."
        assert (line in said) == told


@clause("villains", "mutants.2", "sacrifice.1")
def test_who_has_units_elsewhere_alone_sacrifices_nothing_to_biohazard() -> None:
    pos = city(
        MUTANTS,
        step="act",
        tokens={"bank": ["A biohazard up", "A battle"], "church": ["A card"]},
        units={
            "A": {"bank": ["2 patsy"]},
            "B": {"bank": ["goon"], "church": ["mole"]},
            "C": {"church": ["goon"]},
        },
    )
    rolls(pos, 10, 1)
    reveal(pos, BANK)
    play(pos, "activate")
    assert graves(pos) == [(B, BANK, A, "patsy"), (A, BANK, B, "goon")]
    assert units(pos, C, CHURCH) == {"goon": 1} and units(pos, B, CHURCH) == {"mole": 1}


@clause("villains", "sewers.1", "deploy.6", "upgrade.2")
def test_the_sewers_and_cards_add_to_the_limit_of_an_upgrade() -> None:
    for level, limit in ((0, 4), (1, 5), (2, 6)):
        pos = city(
            MUTANTS,
            step="act",
            upgrade={"A": level},
            control={"sewers": "A"},
            rules=[{"card": "go_go_go", "by": "A"}],
            tokens={"bank": ["A deploy"], "church": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        for _ in range(limit):
            play(pos, *options(pos, "deploy")[-1])
        assert not options(pos, "deploy") and state(pos).in_play(A) == limit
