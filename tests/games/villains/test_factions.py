"""The eight factions, line by line of the Visitor's Guide."""

from __future__ import annotations

import knaves
from knaves.games.villains.cards import FACTION_IDS, MIX, TOKEN_MIX, UNIT, Unit
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    FACTORY,
    LABORATORY,
    POLICE,
    RESERVES,
    SEWERS,
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
    reveal,
    rolls,
    state,
    strength,
    unit,
    units,
    up,
    use_card,
    verbs,
    waits,
    why,
)
from tests.support import clause

MUTANTS = ["mutants", "scientists", "aliens", "communists"]
MAFIA = ["mafia", "scientists", "robots", "bankers"]
SCIENTISTS = ["scientists", "mutants", "aliens", "mafia"]
ROBOTS = ["robots", "mutants", "aliens", "mafia"]
BANKERS = ["bankers", "mutants", "mafia", "robots"]
COMMUNISTS = ["communists", "mutants", "aliens", "mafia"]
ALIENS = ["aliens", "mutants", "cult", "mafia"]
CULT = ["cult", "mutants", "robots", "mafia"]


def champion(faction: str) -> Unit:
    return UNIT[FACTION_IDS.index(faction)][4]


def stats(one: Unit) -> tuple[int, tuple[int, ...], int, bool, bool]:
    return one.cost, one.dice, one.influence, one.tough, one.skilled


@clause("villains", "sheet.2", "conflict.1")
def test_abilities_override_the_rulebook() -> None:
    pos = city(CULT, step="place")
    play(pos, "area", BANK)
    play(pos, *options(pos, "token")[0])
    assert state(pos).energy[A] == 4  # the book's cost of 1 is not paid


# -- the Mutants ---------------------------------------------------------------------------------------


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
    play(pos, "deploy_free")
    play(pos, "deploy", unit(A, "talent"), RESERVES)
    assert units(pos, A, BANK) == {"champion": 2, "talent": 1}  # one unit for two Oozes, not readied
    assert waits(pos) == A  # the Church is next
    play(pos, "deploy_free")
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert units(pos, A, CHURCH) == {"champion": 1, "goon": 1}
    assert state(pos).turn == 2 and state(pos).energy[A] == 9


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


# -- the Mafia -----------------------------------------------------------------------------------------


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
        ("assassinate", unit(B, "goon")),
        ("assassinate", unit(C, "talent")),
    }
    assert why(pos, A, "assassinate", unit(B, "champion"))[0]
    play(pos, "assassinate", unit(C, "talent"))
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


# -- the Scientists ------------------------------------------------------------------------------------


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


# -- the Robots ----------------------------------------------------------------------------------------


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
            "A": {"bank": ["readied champion"]},
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


# -- the Bankers ---------------------------------------------------------------------------------------


@clause("villains", "bankers.2", "bankers.3")
def test_credit_freeze_costs_opponents_one_for_each_token() -> None:
    words = {
        "step": "act",
        "who": "B",
        "units": {"B": {"capitol": ["goon"]}},
        "tokens": {"bank": ["A freeze up", "B move", "B deploy"], "police": ["A card"]},
    }
    pos = city(BANKERS, hands={"A": ["windfall"]}, **words)
    reveal(pos, BANK)
    play(pos, "activate")
    assert state(pos).energy[B] == 9 - 2 - 1  # on top of the move's own cost
    play(pos, "discard")  # A's card token
    reveal(pos, BANK)
    play(pos, "activate")
    assert state(pos).energy[B] == 5  # again for the next token
    poor = city(BANKERS, energy={"B": 2}, **words)
    reveal(poor, BANK)
    assert on(poor, BANK, 2) == -1  # could not pay: discarded
    own = city(BANKERS, step="act", tokens={"bank": ["A freeze up", "A deploy"], "police": ["A card"]})
    reveal(own, BANK)
    play(own, "activate")
    assert state(own).energy[A] == 9


@clause("villains", "bankers.4")
def test_credit_freeze_holds_for_lower_spaces_too() -> None:
    pos = city(
        BANKERS,
        step="act",
        who="B",
        hands={"B": ["windfall", "windfall"]},
        tokens={"bank": ["B card", "A freeze up"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "play", card(pos, B, "windfall"))
    assert state(pos).energy[B] == 8


def besieged(**words: object) -> knaves.Position:
    pos = city(
        BANKERS,
        step="act",
        who="C",
        units={"A": {"bank": ["champion", "patsy"]}, "C": {"bank": ["mole"]}},
        tokens={"bank": ["C hitman", "C battle"], "police": ["A card"]},
        **words,
    )
    reveal(pos, BANK)
    play(pos, "activate")
    return pos


@clause("villains", "bankers.5", "bankers.6")
def test_the_gnome_cancels_hits_for_two() -> None:
    assert stats(champion("bankers")) == (2, (8, 8), 4, False, False)
    pos = besieged()
    assert waits(pos) == A and verbs(pos) == {"suffer", "cancel"}  # the Hitman's hit on the patsy
    play(pos, "cancel", unit(A, "patsy"))
    assert state(pos).energy[A] == 7 and units(pos, A, BANK) == {"champion": 1, "patsy": 1}
    taken = besieged()
    play(taken, "suffer", unit(A, "patsy"))
    assert graves(taken) == [(C, BANK, A, "patsy")]
    poor = besieged(energy={"A": 1})
    assert graves(poor) == [(C, BANK, A, "patsy")]  # no choice without the means
    himself = city(
        BANKERS,
        step="act",
        who="C",
        units={"A": {"bank": ["champion"]}},
        hands={"C": ["public_backlash"]},
        tokens={"bank": ["C card"], "police": ["A card"]},
    )
    rolls(himself, 9, 1)
    use_card(himself, BANK, "public_backlash")
    assert verbs(himself) == {"suffer", "cancel"}
    play(himself, "cancel", unit(A, "champion"))
    assert units(himself, A, BANK) == {"champion": 1}


@clause("villains", "bankers.7")
def test_the_gnome_prevents_no_sacrifice() -> None:
    pos = city(
        BANKERS,
        step="act",
        who="B",
        control={"bank": "A"},
        units={"A": {"bank": ["champion", "patsy"]}},
        hands={"B": ["let_god_sort_them_out"]},
        tokens={"church": ["B card"], "police": ["A card"]},
    )
    use_card(pos, CHURCH, "let_god_sort_them_out")
    assert verbs(pos) == {"sacrifice"}
    play(pos, "sacrifice", unit(A, "patsy"), BANK)
    assert graves(pos) == [(B, BANK, A, "patsy")] and state(pos).energy[A] == 9


@clause("villains", "bankers.8")
def test_the_gnome_earns_for_every_hit() -> None:
    pos = city(
        BANKERS,
        step="act",
        rules=[{"card": "massacre", "by": "A"}],
        units={"A": {"police": ["readied talent"], "bank": ["champion"]}, "B": {"bank": ["5 patsy"]}},
        tokens={"church": ["A card"], "police": ["A card"]},
    )
    rolls(pos, 8, 9, 8)
    play(pos, "skill", POLICE)
    assert state(pos).resources[A] == 3 and len(graves(pos)) == 3


# -- the Communists ------------------------------------------------------------------------------------


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
    play(pos, "move", unit(A, "patsy"), BANK)
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
    assert {o[1:][1] for o in options(pos, "move")} == {SEWERS, SUBWAY}  # not adjacent
    assert "done" in verbs(pos)  # she need not
    for _ in range(3):
        play(pos, "move", unit(A, "patsy"), SEWERS)
    assert units(pos, A, BANK) == {"champion": 1, "patsy": 3}
    assert state(pos).energy[A] == 6 and waits(pos) == B


# -- the Aliens ----------------------------------------------------------------------------------------


@clause("villains", "aliens.1")
def test_the_aliens_capture_five() -> None:
    held = {"bank": "B", "police": "C", "church": "D", "subway": "B", "sewers": "purple"}
    mine = {area: ["mole"] for area in held}
    pos = city(ALIENS, step="control", control=held, units={"A": mine})
    s = state(pos)
    assert s.captures[A] == 5 and s.area_points[A] == 4 + 2
    assert s.energy[A] == 11 and len(s.hand[A]) == 5


@clause("villains", "aliens.2")
def test_invade_is_a_deploy_token_without_a_limit() -> None:
    pos = city(
        ALIENS,
        step="act",
        resources={"A": 5},
        rules=[{"card": "march_the_streets", "by": "A", "area": "bank"}],
        tokens={"bank": ["A invade"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    for _ in range(8):
        play(pos, "deploy", unit(A, "mole"), RESERVES)
    play(pos, "done")
    assert units(pos, A, BANK) == {"mole": 8}
    assert strength(pos, A, BANK) == 16 + 1 + 2  # March the Streets counts it


@clause("villains", "aliens.3", "aliens.4", "aliens.5")
def test_kau_and_company_ignore_marked_cards_of_enemies_only() -> None:
    assert stats(champion("aliens")) == (1, (1,), 1, False, False)
    words = {
        "step": "act",
        "units": {"A": {"bank": ["champion", "mole"], "church": ["mole"]}},
        "tokens": {"police": ["A card", "A card"]},
    }
    enemy = [
        {"card": "stand_down", "by": "B", "area": "bank"},
        {"card": "stand_down", "by": "B", "area": "church"},
    ]
    pos = city(ALIENS, rules=enemy, **words)
    assert strength(pos, A, BANK) == 3 and strength(pos, A, CHURCH) == 0
    own = city(ALIENS, rules=[{"card": "stand_down", "by": "A", "area": "bank"}], **words)
    assert strength(own, A, BANK) == 0
    quiet = city(
        ALIENS,
        step="act",
        rules=[{"card": "cease_fire", "by": "B", "area": "bank"}],
        units={"A": {"bank": ["champion"], "police": ["readied talent"]}, "B": {"bank": ["goon"]}},
        tokens={"police": ["A card"], "church": ["A card"]},
    )
    assert why(quiet, A, "skill", POLICE)[1] == "skill.6"  # Cease Fire has no mark
    always = city(
        ALIENS,
        step="act",
        rules=[{"card": "go_with_god", "by": "B"}],
        units={
            "A": {"bank": ["champion"], "police": ["readied talent"]},
            "B": {"bank": ["2 patsy"], "police": ["2 patsy"]},
        },
        tokens={"police": ["A card", "A card"]},
    )
    rolls(always, 1)
    play(always, "skill", POLICE)
    play(always, "attack_with", unit(A, "champion"), BANK)
    assert len(graves(always)) == 1  # a 1 hits in spite of Go with God


@clause("villains", "aliens.5", "aliens.6")
def test_v29_travelling_with_kau() -> None:
    words = {
        "step": "act",
        "rules": [
            {"card": "trapped_like_rats", "by": "B", "area": "bank"},
            {"card": "stand_down", "by": "B", "area": "capitol"},
            {"card": "police_payoff", "by": "B", "area": "capitol"},
        ],
        "units": {"A": {"bank": ["champion", "2 mole"]}},
        "tokens": {"capitol": ["A move"], "police": ["A card"]},
    }
    pos = city(ALIENS, **words)
    reveal(pos, CAPITOL)
    play(pos, "activate")
    play(pos, "move", unit(A, "champion"), BANK)
    play(pos, "move", unit(A, "mole"), BANK)  # still with him, out of the trap
    play(pos, "done")
    assert state(pos).energy[A] == 7  # no added cost
    assert strength(pos, A, CAPITOL) == 1 + 2 + 1
    stays = city(ALIENS, **words)
    reveal(stays, CAPITOL)
    play(stays, "activate")
    play(stays, "move", unit(A, "mole"), BANK)  # allowed: Kau is there
    assert state(stays).energy[A] == 6
    play(stays, "done")
    assert strength(stays, A, CAPITOL) == 1  # the token's; Stand Down silences the mole
    without = city(ALIENS, **{**words, "units": {"A": {"bank": ["2 mole"]}}})
    reveal(without, CAPITOL)
    assert on(without, CAPITOL, 1) == -1  # trapped: nothing could move


def test_the_aliens_upgrades_make_moves_free_and_far() -> None:
    words = {
        "step": "act",
        "units": {"A": {"capitol": ["mole"], "laboratory": ["mole"]}},
        "tokens": {"sewers": ["A move"], "police": ["A card"]},
    }
    one = city(ALIENS, upgrade={"A": 1}, **words)
    reveal(one, SEWERS)
    play(one, "activate")
    assert state(one).energy[A] == 9 and units(one, A, SEWERS) == {"mole": 1}
    two = city(ALIENS, upgrade={"A": 2}, **words)
    reveal(two, SEWERS)
    play(two, "activate")
    assert {o[1:][1] for o in options(two, "move")} == {CAPITOL, LABORATORY}


# -- the Cult ------------------------------------------------------------------------------------------


@clause("villains", "cult.2")
def test_the_cults_influence_is_its_kills() -> None:
    pos = city(
        CULT,
        step="act",
        units={"A": {"bank": ["2 goon", "talent", "patsy", "champion"]}},
        dead=[
            {"area": "bank", "unit": "goon", "owner": "B", "by": "A", "count": 2},
            {"area": "bank", "unit": "goon", "owner": "A", "by": "A"},
            {"area": "church", "unit": "goon", "owner": "B", "by": "A"},
        ],
        tokens={"police": ["A card", "A card"]},
    )
    assert strength(pos, A, BANK) == 2 and strength(pos, A, CHURCH) == 1


@clause("villains", "cult.4")
def test_cult_patsies_attack_and_there_are_no_moles_nor_battles() -> None:
    index = FACTION_IDS.index("cult")
    assert MIX[index][1] == 0 and 3 not in TOKEN_MIX[index]
    assert UNIT[index][3].dice == (7,)
    for level, number in ((0, 1), (1, 2), (2, 3)):
        pos = city(CULT, step="act", upgrade={"A": level}, tokens={"police": ["A card", "A card"]})
        assert state(pos).dice_of(A, 3) == (7,) * number


@clause("villains", "cult.5", "cult.6")
def test_a_nothing_is_discarded_but_fills_an_area() -> None:
    pos = city(CULT, step="act", tokens={"bank": ["A nothing"], "police": ["A card"]})
    assert strength(pos, A, BANK) == 0
    reveal(pos, BANK)
    assert on(pos, BANK, 1) == -1
    full = city(CULT, step="place", tokens={"bank": ["A nothing", "A nothing", "A nothing"]})
    play(full, "area", BANK)
    slot = next(o for o in options(full, "token") if state(full).face[o[1:][0]] == 11)
    play(full, *slot)
    assert state(full).fights == 1 << BANK


@clause("villains", "cult.7", "cult.8", "tough.3")
def test_basta_leaves_a_sacrifice_behind() -> None:
    assert stats(champion("cult")) == (0, (), 0, False, False)
    pos = city(
        CULT,
        step="act",
        units={
            "A": {"bank": ["champion"]},
            "B": {"bank": ["goon", "mole"]},
            "C": {"bank": ["goon"]},
            "D": {"church": ["goon"]},
        },
        tokens={"church": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, CHURCH)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), BANK)
    assert {o[1:][0] for o in options(pos, "doom")} == {B, C}  # enemies where she was
    heir = pos.clone()
    play(pos, "doom", B)
    assert waits(pos) == B  # the victim's owner chooses
    play(pos, "sacrifice", unit(B, "mole"), BANK)
    assert graves(pos) == [(A, BANK, B, "mole")]
    play(heir, "doom", C)
    assert graves(heir) == [(A, BANK, C, "goon")]  # tough, and dead all the same


@clause("villains", "cult.9")
def test_redeploying_basta_where_she_stands_dooms_nobody() -> None:
    pos = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion"]}, "B": {"bank": ["goon", "mole"]}},
        tokens={"bank": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), BANK)
    assert "doom" not in verbs(pos) and not graves(pos)


def test_basta_moved_by_a_token_leaves_a_sacrifice_too() -> None:
    pos = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion"]}, "B": {"bank": ["goon"]}},
        tokens={"capitol": ["A move"], "police": ["A card"]},
    )
    reveal(pos, CAPITOL)
    play(pos, "activate")
    assert graves(pos) == [(A, BANK, B, "goon")]
