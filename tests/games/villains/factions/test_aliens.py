"""The Aliens, line by line of the Visitor's Guide."""

from __future__ import annotations

import knaves
from tests.games.villains.factions.seats import ALIENS, MUTANTS, champion, stats
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    LABORATORY,
    POLICE,
    RESERVES,
    SEWERS,
    A,
    B,
    city,
    graves,
    move,
    on,
    options,
    play,
    reveal,
    rolls,
    state,
    strength,
    unit,
    units,
    use_card,
    waits,
    why,
)
from tests.support import ask_of, clause


@clause("villains", "aliens.1")
def test_the_aliens_capture_five() -> None:
    held = {"bank": "B", "police": "C", "church": "D", "subway": "B", "sewers": "purple"}
    mine = {area: ["mole"] for area in held}
    pos = city(ALIENS, step="control", control=held, units={"A": mine})
    s = state(pos)
    assert len(s.trophies[A]) == 5 and s.area_points[A] == 4 + 2
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
    assert why(quiet, A, "skill", POLICE)[1] == "police.6"  # Cease Fire has no mark
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
    move(pos, unit(A, "champion"), BANK)
    move(pos, unit(A, "mole"), BANK)  # still with him, out of the trap
    play(pos, "done")
    assert state(pos).energy[A] == 7  # no added cost
    assert strength(pos, A, CAPITOL) == 1 + 2 + 1
    stays = city(ALIENS, **words)
    reveal(stays, CAPITOL)
    play(stays, "activate")
    move(stays, unit(A, "mole"), BANK)  # allowed: Kau is there
    play(stays, "done")
    assert state(stays).energy[A] == 6
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
    assert {o[1:][2] for o in options(two, "move")} == {CAPITOL, LABORATORY}


@clause("villains", "aliens.5")
def test_what_kau_brings_does_not_depend_on_the_order() -> None:
    """R35: Invade under Police Payoff, and a move: the same price whether Kau is named first or last."""
    for order in (("champion", "mole", "mole", "mole"), ("mole", "mole", "mole", "champion")):
        pos = city(
            ALIENS,
            step="act",
            energy={"A": 9},
            resources={"A": 2},
            rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
            tokens={"bank": ["A invade"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        for one in order:
            play(pos, "deploy", unit(A, one), RESERVES)
        play(pos, "done")
        assert (state(pos).energy[A], state(pos).resources[A]) == (9 - 4, 2)
        moving = city(
            ALIENS,
            step="act",
            rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
            units={"A": {"capitol": ["champion", "3 mole"]}},
            tokens={"bank": ["A move"], "police": ["A card"]},
        )
        reveal(moving, BANK)
        play(moving, "activate")
        for one in order:
            move(moving, unit(A, one), CAPITOL)
        assert state(moving).energy[A] == 9 - 2 and units(moving, A, BANK) == {"champion": 1, "mole": 3}
    left = city(
        ALIENS,
        step="act",
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        units={"A": {"capitol": ["champion", "3 mole"]}},
        tokens={"bank": ["A move"], "police": ["A card"]},
    )
    reveal(left, BANK)
    play(left, "activate")
    for _ in range(3):
        move(left, unit(A, "mole"), CAPITOL)
    play(left, "done")
    assert state(left).energy[A] == 9 - 2 - 3  # without him each pays


@clause("villains", "aliens.5")
def test_a_gift_while_a_toll_is_paid_stays_when_kau_takes_the_toll_back() -> None:
    pos = invading(resources={"A": 2, "B": 4}, purse={"A": 2})  # A is asked for the mix
    play(pos, "deploy", unit(A, "patsy"), RESERVES)
    pos.apply(B, ("offer", A, 4, 0, 0, 0))
    pos.apply(A, ("accept", 1, B))
    play(pos, "mix", 1, 1)
    assert (state(pos).energy[A], state(pos).resources[A]) == (9, 5)
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    play(pos, "mix", 1, 0)
    assert (state(pos).energy[A], state(pos).resources[A]) == (8, 6)


@clause("villains", "aliens.4")
def test_kau_takes_back_only_what_marked_cards_had_added() -> None:
    """With a card file of one's own a toll need not bear his mark."""
    pos = invading(resources={"A": 1})
    s = state(pos)
    s.mods.append(s.mods[0]._replace(source=next(slot for slot in s.deck if not s.box.kau[s.face[slot]])))
    for one in ("patsy", "patsy", "champion"):
        play(pos, "deploy", unit(A, one), RESERVES)
    assert (state(pos).energy[A], state(pos).resources[A]) == (9 - 1 - 3, 1)


@clause("villains", "card.3", "aliens.5")
def test_with_kau_beside_them_a_card_deploys_as_many_as_it_says() -> None:
    """R31: only where a cost is added may the player stop, and for those with Kau none is."""
    pos = city(
        ALIENS,
        step="act",
        hands={"A": ["mobilize"]},
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A card"], "police": ["A card"]},
    )
    use_card(pos, BANK, "mobilize")
    assert options(pos, "done")
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert options(pos, "deploy") and not options(pos, "done")


def invading(**words: object) -> knaves.Position:
    """The Aliens have activated Invade in the Bank, where B has played Police Payoff."""
    pos = city(
        ALIENS,
        step="act",
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A invade"], "police": ["A card"]},
        **words,
    )
    reveal(pos, BANK)
    play(pos, "activate")
    return pos


@clause("villains", "aliens.4")
def test_a_fallen_kau_strikes_back_as_immune_as_ever() -> None:
    """R35: he always hits, whatever cover his enemies have; those who stood with him lose theirs."""
    pos = city(
        ["mutants", "aliens", "scientists", "communists"],
        step="combat",
        combat=["bank"],
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["champion", "mole"]}, "C": {"bank": ["patsy"]}},
        rules=[{"card": "go_with_god", "by": "A"}],
    )
    rolls(pos, 1, 9)
    play(pos, "attack", unit(A, "goon"), B)
    play(pos, "hit", unit(B, "champion"))
    assert units(pos, B, BANK) == {"mole": 1}
    ask = ask_of(pos)
    told = ask.prompt(B)
    assert "Kau the Omnipotent needs 1+ (certain)." in told and "mole needs 9+ (20%) or 11+" in told


@clause("villains", "aliens.4", "cost.2")
def test_other_champions_pay_what_cards_add() -> None:
    """Only Kau is above a Police Payoff: deployed or moved, alone or with others."""
    payoff = [{"card": "police_payoff", "by": "A", "area": "bank"}]
    for come in ("deploy", "move"):
        pos = city(
            ALIENS,
            step="act",
            who="B",
            units={"B": {"capitol": ["champion", "goon"]}},
            rules=payoff,
            tokens={"bank": [f"B {come}"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        play(pos, "activate")
        if come == "deploy":
            play(pos, "deploy", unit(B, "champion"), CAPITOL)
            play(pos, "deploy", unit(B, "goon"), CAPITOL)
            assert state(pos).energy[B] == 9 - 1 - 1 - 2 - 1
        else:
            move(pos, unit(B, "champion"), CAPITOL)
            play(pos, *options(pos, "move")[0])
            assert state(pos).energy[B] == 9 - 2 - 2


@clause("villains", "aliens.4", "aliens.5")
def test_prompts_say_what_kau_saves_only_where_he_can_come() -> None:
    payoff = [{"card": "police_payoff", "by": "B", "area": "bank"}]
    tokens = {"bank": ["A deploy"], "police": ["A card"]}
    pos = city(ALIENS, step="act", rules=payoff, tokens=tokens)
    assert "Kau the Omnipotent 1; cards add 1 for each, nothing if Kau comes along)" in asked(pos)
    mole = pos.clone()
    play(mole, "deploy", unit(A, "mole"), RESERVES)
    assert "nothing if Kau comes along" in prompt(mole)  # he may still follow
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert "cards add" not in prompt(pos)
    fallen = city(
        ALIENS,
        step="act",
        rules=payoff,
        tokens=tokens,
        dead=[{"area": "church", "unit": "champion", "owner": "A", "by": "B"}],
    )
    assert "; cards add 1 for each)" in asked(fallen)  # he cannot come
    other = city(["mutants", "aliens", "cult", "mafia"], step="act", rules=payoff, tokens=tokens)
    assert "; cards add 1 for each)" in asked(other)
    walk = city(
        ALIENS,
        step="act",
        rules=payoff,
        tokens={"bank": ["A move"], "police": ["A card"]},
        units={"A": {"capitol": ["champion", "mole"]}},
    )
    assert "(cards add 1 for each, nothing if Kau comes along)" in asked(walk)
    move(walk, unit(A, "champion"), CAPITOL)
    assert "cards add" not in prompt(walk)


def asked(pos: knaves.Position) -> str:
    """What A is asked when the token in the Bank is activated."""
    reveal(pos, BANK)
    play(pos, "activate")
    return prompt(pos)


def prompt(pos: knaves.Position) -> str:
    ask = ask_of(pos)
    return ask.prompt(waits(pos))


@clause("villains", "aliens.5", "aliens.6")
def test_who_is_deployed_after_kau_needs_nothing_for_what_cards_add() -> None:
    payoff = [{"card": "police_payoff", "by": "B", "area": "bank"}]
    pos = city(
        ALIENS, step="act", energy={"A": 2}, rules=payoff, tokens={"bank": ["A invade"], "police": ["A card"]}
    )
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), RESERVES)
    assert state(pos).energy[A] == 1  # his cost, and nothing for the Payoff
    play(pos, "deploy", unit(A, "mole"), RESERVES)
    assert state(pos).energy[A] == 0 and units(pos, A, BANK) == {"mole": 1, "champion": 1}
    play(pos, "deploy", unit(A, "patsy"), RESERVES)


@clause("villains", "upgrade.2", "move.1", "move.5")
def test_the_leader_calls_from_anywhere_and_a_mere_displacement_does_not() -> None:
    """Level II of the Aliens reaches units that no track joins; that alone is enough to keep the token."""
    for level in (1, 2):
        pos = city(
            ALIENS,
            step="act",
            upgrade={"A": level},
            energy={"A": 0},
            units={"A": {"church": ["mole"]}},
            tokens={"bank": ["A move"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        if level == 2:
            play(pos, "activate")
            assert units(pos, A, BANK) == {"mole": 1}
        assert (on(pos, BANK, 1) >= 0) == (level == 2)


@clause("villains", "move.2", "act.6", "cost.2")
def test_a_move_for_which_there_is_too_little_beside_its_cost_cannot_be_activated() -> None:
    payoff = [{"card": "police_payoff", "by": "B", "area": "bank"}]
    for energy in (2, 3):
        pos = city(
            MUTANTS,
            step="act",
            energy={"A": energy},
            rules=payoff,
            units={"A": {"factory": ["mole"]}},
            tokens={"bank": ["A move"], "police": ["A card"]},
        )
        reveal(pos, BANK)
        assert (("activate",) in options(pos)) == (energy == 3)


@clause("villains", "aliens.1")
def test_each_space_of_the_aliens_track_gives_its_own() -> None:
    for before, points, energy, cards in (
        (0, 1, 10, 3),
        (1, 1, 10, 4),
        (2, 1, 11, 4),
        (3, 1, 11, 5),
        (4, 2, 11, 5),
    ):
        pos = city(
            ALIENS,
            step="control",
            captured={"A": ["B", "C", "D", "purple"][:before]},
            control={"bank": "B"},
            units={"A": {"bank": ["2 mole"]}},
        )
        s = state(pos)
        assert (s.area_points[A], s.energy[A], len(s.hand[A])) == (points, energy, cards)
