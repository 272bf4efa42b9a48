"""Phase 2: TOWN and HERO DEFENSE, the Angry Mob, loot."""

from __future__ import annotations

import pytest

from knaves.games.villagers.text_board import board
from tests.games.villagers.table import Table, said, table, that_do
from tests.support import ask_of, clause


@clause("villagers", "defend.1")
def test_each_mayor_may_fight_in_his_own_town_only() -> None:
    t = table("defend", towns=[["witch"], ["grey_wolf"], []])
    assert t.asked == 0 and t.may() == {"attack witch", "done"}
    assert t.refuses(0, "attack", "grey_wolf").clause == "defend.1"
    t.do(0, "done")
    assert t.asked == 1 and t.may() == {"attack grey_wolf", "done"}
    t.do(1, "done")
    assert t.s.phase > 2, "who has no challenge is not asked"


@clause("villagers", "defend.2", "defend.6", "defend.7", "defend.8")
def test_w5_a_town_defense() -> None:
    t = table("defend", towns=[["witch", "grey_wolf"], ["werewolf"]], hands=[[]])
    bank = t.s.bank
    t.do(0, "attack", "witch", dice=(4,))
    assert t.hand(0) == ["witch"] and t.town(0) == ["grey_wolf"]
    assert t.gold[0] == 8 and t.s.bank == bank - 2
    assert t.asked == 1, "one TOWN attempt, and it is used"


def test_three_is_not_four() -> None:
    t = table("defend", towns=[["witch"]], hands=[[]])
    t.do(0, "attack", "witch", dice=(3,))
    assert t.town(0) == ["witch"] and t.hand(0) == []


@clause("villagers", "defend.3", "defend.5", "defend.9")
def test_w6_a_hero_tries_again() -> None:
    t = table("defend", towns=[["witch", "hound_master"]], hands=[[]])
    t.do(0, "attack", "witch")
    assert t.may() == {"town", "hero hound_master"}
    t.do(0, "town", dice=(3,))
    assert t.town(0) == ["witch", "hound_master"]
    t.do(0, "attack", "witch", dice=(2,))
    assert t.hand(0) == ["witch"], "2 and the hero's 2"
    t = table("defend", towns=[["witch", "hound_master"]], hands=[[]])
    t.do(0, "attack", "witch")
    t.do(0, "hero", "hound_master", dice=(1,))
    assert "witch" in t.town(0), "1 and the hero's 2 are 3"


@clause("villagers", "defend.4")
def test_first_the_challenge_then_who_attacks_and_each_attempt_may_choose_another() -> None:
    t = table("defend", towns=[["witch", "grey_wolf", "jouster", "giant_slayer"]], hands=[[]])
    assert t.refuses(0, "town").clause == "defend.4"
    assert t.refuses(0, "hero", "jouster").clause == "defend.4"
    t.do(0, "attack", "witch")
    assert t.refuses(0, "attack", "grey_wolf").clause == "defend.4"
    t.do(0, "hero", "jouster", dice=(6,))
    t.do(0, "attack", "grey_wolf")
    assert t.may() == {"town", "hero giant_slayer"}, "R14; the Jouster has used his attempt"
    assert t.why_not(0, "jouster")[1] == "defend.3"
    t.do(0, "town", dice=(6,))
    assert sorted(t.hand(0)) == ["grey_wolf", "witch"]


@clause("villagers", "defend.10")
def test_when_a_turn_ends() -> None:
    t = table("defend", towns=[["witch", "jouster"], ["grey_wolf"]], hands=[[], [], []])
    t.do(0, "attack", "witch")
    t.do(0, "hero", "jouster", dice=(6,))
    assert t.asked == 1, "no challenge is left"
    t.do(1, "attack", "grey_wolf", dice=(1,))
    assert (t.s.round, t.s.phase) > (1, 2), "no attempt is left"
    t = table("defend", towns=[["witch"], ["grey_wolf"]])
    t.do(0, "done")
    assert t.asked == 1, "or he will not"


@clause("villagers", "defend.11")
def test_trophies_count() -> None:
    t = table("defend", towns=[["witch", "grey_wolf"]], hands=[["murder_bats"], [], []])
    assert t.sheet(0).victory == 1
    t.do(0, "attack", "witch", dice=(4,))
    assert t.sheet(0).victory == 2


@clause("villagers", "mob.1", "mob.3")
def test_w7_the_angry_mob() -> None:
    t = table("defend", towns=[["witch", "jouster"]])
    t.do(0, "attack", "witch")
    assert t.may() == {"town", "hero jouster", "mob"}
    t.do(0, "mob")
    assert "angry_mob" not in t.hand(0) and "angry_mob" in t.ids(t.s.gone)
    assert t.sheet(0).civility == 0
    assert "mob" not in t.may() and t.refuses(0, "mob").clause == "mob.3"
    t.do(0, "town", dice=(1,))
    assert "witch" in t.hand(0), "1 and 3 are 4"


def test_a_mob_in_vain_is_gone_all_the_same() -> None:
    t = table("defend", towns=[["hungry_chest", "jouster"]])
    t.do(0, "attack", "hungry_chest")
    t.do(0, "mob")
    t.do(0, "town", dice=(2,))
    assert "hungry_chest" in t.town(0) and "angry_mob" not in t.hand(0)
    t.do(0, "attack", "hungry_chest", dice=(3,))
    assert "hungry_chest" in t.town(0), "it helped one roll only: 3 and 2 are 5"


@clause("villagers", "mob.2", "bonus.1")
def test_bonuses_are_declared_before_the_roll() -> None:
    t = table("defend", towns=[["witch", "jouster"]])
    assert t.refuses(0, "mob").clause == "defend.4"
    t.do(0, "attack", "witch")
    t.do(0, "town", dice=(2,))
    assert t.may() == {"attack witch", "done"}, "after the roll no bonus can be declared for it"
    t.refuses(0, "mob")
    t = table(favor=0, towns=[["innkeeper"]])
    t.do(0, "keep")
    t.do(0, "recruit", "tailor")
    assert t.may() == {*(f"roll {n}" for n in range(7)), "favor", "use innkeeper"}
    t.do(0, "roll", 0, dice=(5,))
    assert t.hand(0)[-1] == "village_well" and t.asked == 1


@pytest.mark.parametrize(
    ("bonuses", "falls"), [(("favor", "mob"), True), (("favor",), False), (("mob",), False)]
)
def test_bonuses_add_up(bonuses: tuple[str, ...], falls: bool) -> None:
    t = table("defend", favor=0, towns=[["hungry_chest", "jouster"]])
    t.do(0, "keep")
    t.do(0, "attack", "hungry_chest")
    for bonus in bonuses:
        t.do(0, bonus)
    t.do(0, "town", dice=(1,))
    assert ("hungry_chest" in t.hand(0)) is falls, "1 + 2 + 3 are 6 (R10)"


def test_stubborn_challenges_forget_at_the_end_of_the_turn() -> None:
    t = table("defend", seats=2, towns=[["skeleton_crew", "jouster"]], hands=[[]], gold=[0, 0])
    t.do(0, "attack", "skeleton_crew")
    t.do(0, "town", dice=(3,))
    t.do(0, "done")
    t.idle_to(2, "defend")
    if t.asked == 1:
        t.do(1, "done")
    t.do(0, "attack", "skeleton_crew")
    t.do(0, "town", dice=(3,))
    assert "skeleton_crew" in t.town(0), "one success in this turn, not two (R12)"
    t.do(0, "attack", "skeleton_crew", dice=(1,))
    assert "skeleton_crew" in t.hand(0)


@clause("villagers", "defend.7")
def test_successes_against_one_challenge_are_none_against_another() -> None:
    """R12: each takes its own."""
    t = table("defend", towns=[["murder_bats", "skeleton_crew", "barracks", "jouster", "paladin"]])
    t.do(0, "attack", "murder_bats")
    t.do(0, "town", dice=(6,))
    t.do(0, "attack", "skeleton_crew")
    t.do(0, "hero", "jouster", dice=(6,))
    assert "skeleton_crew" in t.town(0), "one of its two"
    t.do(0, "attack", "skeleton_crew")
    t.do(0, "hero", "paladin", dice=(6,))
    assert "skeleton_crew" not in t.town(0) and "murder_bats" in t.town(0)


@clause("villagers", "defend.7")
def test_successes_so_far_are_seen_by_all() -> None:
    """They lie open on a table: in the view, the text, and what an attack is said to take."""
    t = table(
        "defend", towns=[["murder_bats", "jouster", "barracks"], ["grey_wolf"]], hands=[["deputy_mayor"]]
    )
    bats = t.slot("murder_bats")
    label = t.p.label(("attack", bats), 0)
    assert label == "Attack (strength 2, 3 successes needed, town 83%, Jouster certain) Murder Bats"
    assert t.view(1)["turn"]["hits"] == {}
    t.do(0, "attack", "murder_bats")
    t.do(0, "town", dice=(6,))
    for eye in (0, 1, None):
        assert t.view(eye)["turn"]["hits"] == {f"card:{bats}": 1}
    assert "1 of 3 successes" in board(t.view(1))
    assert "2 successes needed" in t.p.label(("attack", bats), 0)
    t.do(0, "attack", "murder_bats")
    t.do(0, "town", dice=(6,))
    assert t.p.label(("attack", bats), 0) == "Attack (strength 2, Jouster certain) Murder Bats"
    t.do(0, "attack", "murder_bats", dice=(6,))
    assert t.view(0)["turn"]["hits"] == {}, "it is won"
    assert t.asked == 1 and t.view(1)["turn"]["hits"] == {} and "successes" not in board(t.view(0))


def refused(
    towns: list[list[str]],
    attack: str,
    *declared: tuple[str, ...],
    vend: str = "hedge_wizard",
    own: dict[str, object] | None = None,
) -> Table:
    """The first Mayor attacks, declares and asks for a VEND of the second, who refuses: he selects anew (R19)."""
    holds: dict[str, object] = {"favor": 0, "turn": 0} if ("favor",) in declared else {}
    t = table("defend", 3, own, towns=towns, gold=[9, 3, 3], **holds)
    t.do(0, "attack", attack)
    for what in declared:
        t.do(0, *what)
    t.do(0, "vend", vend)
    t.do(1, "refuse", vend)
    return t


def attacks(t: Table) -> set[str]:
    ask = ask_of(t.p)
    return {t.p.label(o, 0) for o in ask.options(0) if o[0] in ("attack", "town", "hero")}


def chances(t: Table) -> dict[str, str]:
    names = {f"card:{slot}": t.s.box.id_of[t.s.face[slot]] for slot in range(len(t.s.face))}
    return {names.get(row["id"], row["id"]): row["odds"] for row in t.view()["turn"]["chances"]}


@clause("villagers", "bonus.1", "vend.3")
def test_a_bonus_for_one_kind_of_defense_is_counted_for_no_other() -> None:
    towns = [["stone_giant", "squire", "marsh_archer"], ["hedge_wizard"]]
    t = refused(towns, "stone_giant", ("use", "squire"))
    assert attacks(t) == {"Attack (strength 6, Marsh Archer 67%) Stone Giant"}
    (target,) = t.view()["turn"]["targets"]
    assert target["by"] == f"card:{t.slot('marsh_archer')}" and target["bonus"] == 3
    assert t.view()["turn"]["on"] == "hero"
    assert "Declared so far: +2 for a HERO DEFENSE." in t.p.ask().prompt(0)  # type: ignore[union-attr]
    assert "+2 to the next roll (a HERO DEFENSE)" in t.p.game.board(t.p.view(1))
    t.do(0, "attack", "stone_giant")
    assert chances(t) == {"marsh_archer": "67%"}
    towns = [["stone_giant", "fletcher", "hound_master"], ["hedge_wizard"]]
    t = refused(towns, "stone_giant", ("use", "fletcher"), ("favor",))
    assert t.view()["turn"]["targets"][0]["by"] == "town" and t.view()["turn"]["on"] == "town"
    assert "Declared so far: +4, +2 of it for a TOWN DEFENSE." in t.p.ask().prompt(0)  # type: ignore[union-attr]
    t.do(0, "attack", "stone_giant")
    assert t.may(0) == {"town", "mob"}, "nobody else may"


@clause("villagers", "defend.4")
def test_who_cannot_attack_a_challenge_has_no_chance_against_it() -> None:
    t = table("defend", towns=[["young_dragon", "grey_wolf", "marsh_archer"]])
    t.do(0, "attack", "young_dragon")
    assert [*chances(t)] == ["marsh_archer"], "only a HERO DEFENSE"


@clause("villagers", "defend.2", "defend.9", "defend.10")
def test_a_bonus_that_works_against_nothing_more_takes_no_attempt_away() -> None:
    heavy = that_do(kennels='verb = "roll_bonus", phase = "defend", amount = -5, rolls = "all"')
    town = ["grey_wolf", "black_knight", "squire", "marsh_archer", "gravedigger", "kennels"]
    declared = (("use", "squire"), ("mob",))
    t = refused([town, ["hedge_wizard"]], "grey_wolf", *declared, own={"cards": heavy})
    assert t.may() == {"attack grey_wolf", "use gravedigger", "done"}
    t.do(0, "use", "gravedigger")
    t.do(0, "banish", "grey_wolf")
    assert t.asked == 0 and t.may() == {"attack black_knight", "done"}, "his TOWN attempt is unused"
    assert "lost" in t.p.ask().prompt(0)  # type: ignore[union-attr]
    knight = t.s.box.defeat[t.s.face[t.slot("black_knight")]]
    (target,) = t.view()["turn"]["targets"]
    assert (target["by"], target["bonus"], target["need"]) == ("town", 3 - 5, knight + 2), (
        "the Mob goes along"
    )
    t.do(0, "attack", "black_knight", dice=(2,))
    assert said(t, "attacks Black Knight with the town: 2 - 2 against")
    assert t.s.first == 0 and t.view()["turn"]["on"] == "any"


@clause("villagers", "mob.3", "favor.4", "defend.10")
def test_a_mob_or_favor_that_works_against_nothing_more_takes_no_attempt_away() -> None:
    for what, bonus in (("mob", 3), ("favor", 2)):
        towns = [["stone_giant", "banshee", "gravedigger"], ["hedge_wizard"]]
        t = refused(towns, "stone_giant", (what,))
        assert t.view()["turn"]["first"] == bonus and "attack banshee" not in t.may()
        t.do(0, "use", "gravedigger")
        t.do(0, "banish", "stone_giant")
        assert t.may() == {"attack banshee", "done"}
        t.do(0, "attack", "banshee", dice=(6,))
        assert said(t, "with the town: 6 against"), "without it"
        assert t.s.mob_of(0) < 0 if what == "mob" else t.s.favor_seat < 0, "it is spent all the same"


@clause("villagers", "defend.2", "ability.1")
def test_cards_of_a_file_may_bring_several_attempts() -> None:
    """R25: two of one card and one of another add up."""
    more = that_do(barracks='verb = "extra_roll", phase = "defend", amount = 2')
    t = table("defend", 3, {"cards": more}, towns=[["witch", "barracks"]])
    assert "3 TOWN attempts" in ask_of(t.p).prompt(0)
