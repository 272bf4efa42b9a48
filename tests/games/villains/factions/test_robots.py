"""The Robots, line by line of the Visitor's Guide."""

from __future__ import annotations

from knaves.core.modifiers import ANY, Modifier
from knaves.games.villains.cards import FACTION_IDS, MIX, UNIT
from tests.games.villains.factions.seats import ROBOTS, champion, stats
from tests.games.villains.table import (
    BANK,
    FACTORY,
    RESERVES,
    UNIVERSITY,
    A,
    B,
    C,
    card,
    city,
    graves,
    on,
    options,
    play,
    reveal,
    rolls,
    state,
    strength,
    unit,
    units,
    up,
    verbs,
    waits,
)
from tests.support import ask_of, clause


@clause("villains", "robots.1", "robots.2")
def test_killbots() -> None:
    row = UNIT[FACTION_IDS.index("robots")]
    assert stats(row[0]) == (3, (5, 5, 5), 1, True, False)
    assert stats(row[1]) == (1, (9, 9), 2, True, False)
    assert stats(row[2]) == (2, (7, 7), 1, True, True)
    assert MIX[FACTION_IDS.index("robots")][3] == 0
    pos = city(
        ROBOTS,
        step="act",
        units={"A": {"bank": ["talent"]}, "B": {"bank": ["5 patsy"]}},
        tokens={"bank": ["A wild"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    rolls(pos, 7, 7)
    play(pos, "use_as", 3)
    assert len(graves(pos)) == 2


@clause("villains", "robots.3", "robots.4")
def test_a_wild_is_any_basic_token() -> None:
    words = {
        "step": "act",
        "hands": {"A": ["windfall"]},
        "units": {"A": {"bank": ["goon"], "capitol": ["goon"]}, "B": {"bank": ["patsy"]}},
        "tokens": {"bank": ["A wild"], "police": ["A card"]},
    }
    pos = city(ROBOTS, **words)
    reveal(pos, BANK)
    assert {o[1:][0] for o in options(pos, "use_as")} == {0, 2, 3}
    assert len(options(pos, "play")) == 1 and state(pos).resources[A] == 0
    play(pos, "play", card(pos, A, "windfall"))
    assert state(pos).resources[A] == 2 and up(pos, BANK, 1)
    fight = city(ROBOTS, **words)
    reveal(fight, BANK)
    rolls(fight, 9, 1, 1)
    play(fight, "use_as", 3)
    assert state(fight).resources[A] == 1 and len(graves(fight)) == 1
    move = city(ROBOTS, **words)
    reveal(move, BANK)
    play(move, "use_as", 2)
    assert units(move, A, BANK) == {"goon": 2} and state(move).energy[A] == 7
    deploy = city(ROBOTS, **words)
    reveal(deploy, BANK)
    play(deploy, "use_as", 0)
    play(deploy, "deploy", unit(A, "mole"), RESERVES)
    assert units(deploy, A, BANK) == {"goon": 1, "mole": 1}


@clause("villains", "robots.5")
def test_a_spent_wild_is_of_no_type() -> None:
    pos = city(
        ROBOTS,
        step="act",
        rules=[
            {"card": "display_of_brilliance", "by": "A", "area": "bank"},
            {"card": "march_the_streets", "by": "A", "area": "bank"},
        ],
        tokens={"bank": ["A wild up", "A card up", "A deploy up"], "police": ["A card"]},
    )
    assert strength(pos, A, BANK) == 1 + 3 + 3


@clause("villains", "robots.6", "robots.7", "robots.8")
def test_bully_goat_attacks_next_door_after_the_skill() -> None:
    assert stats(champion("robots")) == (2, (5, 5), 1, True, True)
    pos = city(
        ROBOTS,
        step="act",
        control={"factory": "A"},
        rules=[{"card": "massacre", "by": "A"}],
        units={
            "A": {"bank": ["readied champion"], "capitol": ["mole"]},
            "B": {"bank": ["goon"], "factory": ["4 patsy"], "university": ["goon"], "church": ["goon"]},
        },
        tokens={"police": ["A card", "A card"]},
    )
    play(pos, "skill", BANK)
    assert state(pos).resources[A] == 2  # the skill first
    assert {o[1:][0] for o in options(pos, "rampage")} == {FACTORY, 6}  # next door, not at home
    rolls(pos, 3, 3, 3)  # 5 with the Factory, and the extra die of Massacre
    play(pos, "rampage", FACTORY)
    assert graves(pos) == [(A, FACTORY, B, "patsy")] * 3
    assert units(pos, A, BANK) == {"champion": 1}
    lone = city(
        ROBOTS,
        step="act",
        units={"A": {"bank": ["readied champion"]}},
        tokens={"police": ["A card", "A card"]},
    )
    play(lone, "skill", BANK)
    assert waits(lone) == B  # nobody to attack: nothing happens (R17)


def test_the_robots_upgrades_add_to_rolls() -> None:
    for level, roll in ((1, 6), (2, 5)):
        pos = city(
            ROBOTS,
            step="act",
            upgrade={"A": level},
            units={"A": {"bank": ["talent"]}, "B": {"bank": ["4 patsy"]}},
            tokens={"bank": ["A wild"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        rolls(pos, roll, 1)
        play(pos, "use_as", 3)
        assert len(graves(pos)) == 1


@clause("villains", "robots.4", "bankers.2")
def test_a_penniless_wild_pays_a_credit_freeze_with_its_refund() -> None:
    pos = city(
        ["robots", "bankers", "aliens", "mafia"],
        step="act",
        energy={"A": 0},
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["patsy"]}},
        tokens={"bank": ["B freeze up", "A wild"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    assert [o for o in options(pos) if o[0] == "use_as"] == [("use_as", 3)]
    rolls(pos, 9, 1, 1)
    play(pos, "use_as", 3)
    assert state(pos).resources[A] == 0 and len(graves(pos)) == 1 and up(pos, BANK, 2)


@clause("villains", "robots.4", "act.8")
def test_a_wild_that_is_discarded_is_refunded_as_a_battle_token() -> None:
    """R48"""
    pos = city(
        ROBOTS,
        step="act",
        units={"A": {"capitol": ["goon"]}},
        tokens={"bank": ["A wild"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    assert 3 not in {o[1:][0] for o in options(pos, "use_as")}  # no fight is possible there
    assert "discard" not in verbs(pos)
    play(pos, "cash_in")
    assert state(pos).resources[A] == 1 and on(pos, BANK, 2 - 1) == -1


@clause("villains", "robots.3", "deals.1")
def test_a_penniless_wild_waits_for_a_deal_where_one_can_help() -> None:
    """R51: only the cost keeps it from bringing units; in a city laid waste nothing could help."""
    for nuked in (False, True):
        pos = city(
            ROBOTS,
            step="act",
            energy={"A": 0},
            resources={"B": 3},
            tokens={"bank": ["A wild"], "police": ["A card"]},
        )
        if nuked:
            s = state(pos)
            s.mods.append(Modifier(0, "enter", "no", 0, ANY, BANK, "cleanup"))
        reveal(pos, BANK)
        assert (ask_of(pos).moment == "cannot_pay") == (not nuked)
        if not nuked:
            pos.apply(B, ("offer", A, 1, 0, 0, 0))
            pos.apply(A, ("accept", 1, B))
            assert ("use_as", 0) in options(pos)


@clause("villains", "robots.7")
def test_whom_the_goat_attacks_is_asked_by_its_own_rule() -> None:
    units = {
        "A": {"bank": ["readied champion"]},
        "B": {"university": ["goon"]},
        "C": {"university": ["patsy"]},
    }
    pos = city(["robots", "bankers", "cult", "mafia"], step="act", units=units)
    play(pos, "skill", BANK)
    ask = ask_of(pos)
    assert ask.prompt(A).startswith("Choose whom Bully G.O.A.T. attacks in the University.")
    assert ask.clause(A) == "robots.7"


@clause("villains", "robots.7", "conflict.2")
def test_the_goat_attacks_nowhere_that_attacks_are_forbidden() -> None:
    """R17: what counts is where the attack is made, not where it stands."""
    for closed, prey in (("factory", [UNIVERSITY]), ("bank", [FACTORY, UNIVERSITY])):
        pos = city(
            ROBOTS,
            step="act",
            rules=[{"card": "cease_fire", "by": "B", "area": closed}],
            units={
                "A": {"bank": ["readied champion"]},
                "B": {"factory": ["goon", "mole"], "university": ["goon"]},
                "C": {"university": ["goon"]},
            },
        )
        rolls(pos, 1, 1)
        play(pos, "skill", BANK)
        assert [o[1:][0] for o in options(pos, "rampage")] == (prey if len(prey) > 1 else [])
        if len(prey) == 1:
            assert options(pos) == [("strike", B), ("strike", C)]  # in the University


@clause("villains", "robots.3", "move.2")
def test_what_a_wild_costs_as_a_move_token_is_said_before_it_is_used() -> None:
    for freeze, more in ((["B freeze up", "A wild"], " Credit Freeze adds 1 here."), (["A wild"], "")):
        pos = city(
            ["robots", "bankers", "aliens", "mafia"],
            step="act",
            hold="C",
            units={"A": {"capitol": ["mole"]}},
            tokens={"bank": freeze, "police": ["A card"]},
        )
        reveal(pos, BANK)
        ask = ask_of(pos)
        told = "Use your Wild token in the Bank as a basic token, or discard it."
        assert ask.prompt(A) == f"{told} As a move token it costs 2.{more}"
