"""The nine areas: what control gives and what skills do."""

from __future__ import annotations

import knaves
from knaves.games.villains.cards import ADJACENT
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
    UNIVERSITY,
    A,
    B,
    C,
    at,
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

TWO = {"bank": ["A deploy"], "police": ["A deploy"]}


def skilled(area: str, **words: object) -> knaves.Position:
    """Seat A has a readied talent in an area, and two tokens to choose from."""
    mine: dict[str, object] = {area: ["readied talent"]}
    given = words.pop("units", {})
    assert isinstance(given, dict)
    for place, row in given.get("A", {}).items():
        mine[place] = [*(mine.get(place) or []), *row]  # type: ignore[misc]
    tokens = words.pop("tokens", TWO)
    factions = words.pop("factions", None)
    return city(factions, step="act", units={**given, "A": mine}, tokens=tokens, **words)


@clause("villains", "area.4", "capitol.2")
def test_the_ring_and_the_capitol_in_its_middle() -> None:
    assert set(ADJACENT[CAPITOL]) == set(range(1, 9))
    for area in range(1, 9):
        ring = {1 + (area - 2) % 8, 1 + area % 8}
        assert set(ADJACENT[area]) == ring | {CAPITOL}


@clause("villains", "capitol.3", "area.2")
def test_the_holder_of_the_capitol_takes_the_token_of_the_turn() -> None:
    for turn, points in ((1, 1), (2, 1), (3, 2)):
        pos = city(step="control", turn=turn, control={"capitol": "B"}, units={"B": {"capitol": ["goon"]}})
        assert state(pos).capitol[turn - 1] == B
        assert state(pos).area_points == [0, points, 0, 0]


@clause("villains", "capitol.4")
def test_without_a_holder_the_token_is_discarded() -> None:
    pos = city(step="control", turn=2)
    assert state(pos).capitol == (-1, -2, -1, -1)
    assert state(pos).area_points == [0] * 4


@clause("villains", "capitol.5")
def test_the_capitol_exchanges_two_tokens_of_one_area() -> None:
    pos = skilled("capitol", tokens={"bank": ["A deploy up", "B card", "C card"], "police": ["A deploy"]})
    play(pos, "skill", CAPITOL)
    assert options(pos) == [("swap", at(BANK, n)) for n in (1, 2, 3)]  # any owner, any face
    before = [on(pos, BANK, n) for n in (1, 2, 3)]
    play(pos, "swap", at(BANK, 1))
    play(pos, "swap", at(BANK, 3))
    assert [on(pos, BANK, n) for n in (1, 2, 3)] == before[::-1]  # the middle one stays
    assert [up(pos, BANK, n) for n in (1, 2, 3)] == [False, False, True]


@clause("villains", "capitol.6")
def test_a_token_that_came_behind_an_unrevealed_one_is_locked() -> None:
    pos = skilled("capitol", tokens={"bank": ["B deploy", "C card"], "police": ["A deploy"]})
    mine = on(pos, BANK, 1)
    play(pos, "skill", CAPITOL)
    play(pos, "swap", at(BANK, 1))  # the second of two needs no choice
    assert waits(pos) == B and on(pos, BANK, 2) == mine
    assert why(pos, B, "reveal", mine, BANK)[1] == "act.3"


@clause("villains", "capitol.7")
def test_without_two_tokens_in_an_area_there_is_nothing_to_exchange() -> None:
    pos = skilled("capitol")
    assert why(pos, A, "skill", CAPITOL) == ("No area has two tokens to exchange.", "capitol.7")


@clause("villains", "sewers.2", "sewers.3")
def test_the_sewers_deploy_a_twin_free() -> None:
    pos = skilled("sewers", units={"A": {"bank": ["goon"], "church": ["goon"]}})
    play(pos, "skill", SEWERS)
    assert ("twin", unit(A, "goon"), BANK) in options(pos)
    play(pos, "twin", unit(A, "goon"), BANK)
    assert set(options(pos)) == {
        ("deploy", unit(A, "goon"), RESERVES),
        ("deploy", unit(A, "goon"), CHURCH),
    }
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert units(pos, A, BANK) == {"goon": 2} and state(pos).energy[A] == 9
    assert waits(pos) == B


@clause("villains", "sewers.4", "mutants.1")
def test_champion_is_a_type_for_who_has_several() -> None:
    pos = skilled("sewers", units={"A": {"bank": ["champion"]}})
    play(pos, "skill", SEWERS)
    assert ("twin", unit(A, "champion"), BANK) in options(pos)
    play(pos, "twin", unit(A, "champion"), BANK)
    assert units(pos, A, BANK) == {"champion": 2}
    single = skilled(
        "sewers",
        factions=["aliens", "mutants", "cult", "mafia"],
        units={"A": {"bank": ["champion"]}},
        tokens={"bank": ["A card"], "police": ["A card"]},
    )
    play(single, "skill", SEWERS)
    assert units(single, A, SEWERS) == {"talent": 2}  # no second Kau: only the talent had a twin


@clause("villains", "sewers.5")
def test_added_costs_are_paid_for_a_twin() -> None:
    rule = [{"card": "police_payoff", "by": "B", "area": "bank"}]
    pos = skilled("sewers", units={"A": {"bank": ["goon"]}}, rules=rule)
    play(pos, "skill", SEWERS)
    play(pos, "twin", unit(A, "goon"), BANK)
    assert state(pos).energy[A] == 8
    broke = skilled("sewers", units={"A": {"bank": ["goon"]}}, rules=rule, energy={"A": 0})
    play(broke, "skill", SEWERS)
    assert units(broke, A, SEWERS) == {"talent": 2}  # the goon's twin could not be paid for


@clause("villains", "sewers.6")
def test_a_twin_must_be_left_somewhere_else() -> None:
    pos = skilled("sewers", units={"A": {"sewers": ["2 readied talent"]}})
    assert ("skill", SEWERS) not in options(pos)
    far = skilled("sewers", units={"A": {"sewers": ["readied talent"], "bank": ["talent"]}})
    assert ("skill", SEWERS) in options(far)


@clause("villains", "police.4", "police.5")
def test_the_police_make_one_attack_without_an_answer() -> None:
    pos = skilled(
        "police",
        control={"factory": "A"},
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["2 goon"]}, "C": {"bank": ["patsy"]}},
    )
    play(pos, "skill", POLICE)
    rolls(pos, 3, 3)  # 5 with the Factory's bonus of 2
    assert verbs(pos) == {"strike"}  # the goon is the only unit that can
    play(pos, "strike", B)
    assert graves(pos) == [(A, BANK, B, "goon")] * 2
    assert units(pos, A, BANK) == {"goon": 1}


@clause("villains", "police.6", "factory.6")
def test_cease_fire_stops_the_police_and_the_factory() -> None:
    rule = [{"card": "cease_fire", "by": "C", "area": "bank"}]
    units_ = {"A": {"bank": ["goon"]}, "B": {"bank": ["goon"]}}
    for area, number, clause_of_it in (("police", POLICE, "police.6"), ("factory", FACTORY, "factory.5")):
        pos = skilled(area, units=units_, rules=rule)
        assert why(pos, A, "skill", number)[1] == clause_of_it
        assert ("skill", number) in options(skilled(area, units=units_))


@clause("villains", "laboratory.2")
def test_the_laboratory_reveals_a_card_to_play_or_keep() -> None:
    pos = skilled("laboratory", deck=["mobilize"])
    heard: list[str] = []
    pos.listen(lambda event: heard.append(pos.text(event, C) or ""))
    play(pos, "skill", LABORATORY)
    assert any("Mobilize" in text for text in heard)  # all have seen it
    assert verbs(pos) == {"play_free", "take"}
    slot = options(pos)[0][1:][0]
    play(pos, "take", slot)
    assert state(pos).hand[A] == (slot,) and state(pos).energy[A] == 9


@clause("villains", "laboratory.3")
def test_a_card_played_in_the_laboratory_is_free_and_works_there() -> None:
    pos = skilled("laboratory", deck=["stand_down"])
    play(pos, "skill", LABORATORY)
    play(pos, *options(pos, "play_free")[0])
    assert state(pos).rules[0][1:] == (A, LABORATORY) and state(pos).energy[A] == 9  # R19


@clause("villains", "laboratory.4")
def test_the_laboratory_makes_a_new_deck_if_need_be() -> None:
    pos = skilled("laboratory")
    s = state(pos)
    while s.deck:
        s.throw_away(s.deck.pop())
    pos.run()
    assert ("skill", LABORATORY) in options(pos)
    play(pos, "skill", LABORATORY)
    assert len(s.deck) == 71 and len(s.table) == 1


@clause("villains", "factory.1", "factory.2", "factory.4")
def test_the_factory_adds_two_to_units_and_stacks_but_not_to_cards() -> None:
    words = {
        "control": {"factory": "A"},
        "units": {"A": {"bank": ["talent"]}, "B": {"bank": ["2 patsy"]}},
    }
    pos = city(step="act", tokens={"bank": ["A battle"], "church": ["A deploy"]}, **words)
    reveal(pos, BANK)
    rolls(pos, 5)
    play(pos, "activate")
    assert len(graves(pos)) == 1  # 7 needed, 5 rolled
    more = city(
        step="act",
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
        rules=[{"card": "military_cache", "by": "A"}],
        **words,
    )
    reveal(more, BANK)
    rolls(more, 3)
    play(more, "activate")
    assert len(graves(more)) == 1
    shot = city(step="act", tokens={"bank": ["A card"]}, hands={"A": ["public_backlash"]}, **words)
    rolls(shot, 4, 4)
    use_card(shot, BANK, "public_backlash")
    assert not graves(shot)


@clause("villains", "factory.3")
def test_the_bonus_gives_no_attack_to_a_patsy() -> None:
    pos = city(
        step="act",
        control={"factory": "A"},
        rules=[{"card": "massacre", "by": "A"}],
        units={"A": {"bank": ["patsy"]}, "B": {"bank": ["patsy"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
    )
    reveal(pos, BANK)
    assert on(pos, BANK, 1) == -1  # no combat was possible


@clause("villains", "factory.5")
def test_the_factory_starts_a_combat_where_a_patsy_stands() -> None:
    pos = skilled(
        "factory",
        units={"A": {"bank": ["patsy"], "church": ["goon"]}, "B": {"bank": ["goon"], "subway": ["goon"]}},
    )
    rolls(pos, 9, 1)
    play(pos, "skill", FACTORY)  # the Bank is the only place; the enemy goon is the one that can attack
    assert graves(pos) == [(B, BANK, A, "patsy")]


@clause("villains", "bank.1", "collect.1")
def test_v33_the_bank_is_worth_one_more_in_all() -> None:
    pos = city(
        step="control",
        control={"bank": "A", "police": "A"},
        units={"A": {"bank": ["goon"], "police": ["goon"]}},
    )
    assert state(pos).resources[A] == 3
    v13 = city(step="control", control={"factory": "B", "university": "B"})
    assert state(v13).resources[B] == 2


@clause("villains", "bank.2")
def test_the_bank_gives_two_resources_at_any_time() -> None:
    pos = skilled("bank", resources={"A": 90})
    play(pos, "skill", BANK)
    assert state(pos).resources[A] == 92


@clause("villains", "university.1", "university.3", "refresh.2")
def test_patsies_of_the_universitys_holder_are_skilled_but_no_talents() -> None:
    pos = city(
        step="refresh",
        control={"university": "A"},
        units={"A": {"bank": ["patsy", "goon"]}, "B": {"bank": ["patsy"]}},
    )
    assert units(pos, A, BANK) == {"readied patsy": 1, "goon": 1}
    assert units(pos, B, BANK) == {"patsy": 1}
    use = city(step="act", control={"university": "A"}, units={"A": {"bank": ["readied patsy"]}}, tokens=TWO)
    play(use, "skill", BANK)
    assert state(use).resources[A] == 2 and units(use, A, BANK) == {"patsy": 1}
    plans = city(
        step="score",
        control={"university": "A"},
        targets={"A": "bank"},
        units={"A": {"bank": ["2 readied patsy"], "church": ["7 mole"]}, "B": {"police": ["goon"]}},
        plans={"A": ["release_the_forever_smog"]},
    )
    need = plans.view(A)["own"]["plans"][0]["objectives"][2]["needs"][0]  # type: ignore[index]
    assert need["have"] == 0 and need["want"] == 2


@clause("villains", "university.2")
def test_readied_patsies_are_exhausted_when_the_university_is_lost() -> None:
    pos = city(
        step="control",
        control={"university": "A"},
        units={"A": {"bank": ["readied patsy"]}, "B": {"university": ["goon", "mole"]}},
    )
    assert state(pos).owner[UNIVERSITY] == B
    assert units(pos, A, BANK) == {"patsy": 1}


@clause("villains", "university.5")
def test_the_university_needs_a_face_down_token() -> None:
    pos = city(
        step="act",
        hold="",
        units={"A": {"university": ["readied talent"], "bank": ["readied talent"]}},
        tokens={"bank": ["A deploy up"]},
    )
    assert why(pos, A, "skill", UNIVERSITY) == ("No token lies face down.", "university.5")


@clause("villains", "subway.3", "subway.4")
def test_the_subway_deploys_exactly_one_unit_anywhere_at_its_cost() -> None:
    pos = skilled("subway", control={"sewers": "A"})
    play(pos, "skill", SUBWAY)
    assert len(options(pos, "deploy_to")) == 9
    play(pos, "deploy_to", CHURCH)
    assert ("deploy", unit(A, "talent"), SUBWAY) in options(pos) and "done" not in verbs(pos)
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert units(pos, A, CHURCH) == {"goon": 1} and state(pos).energy[A] == 7
    assert waits(pos) == B
    robots = skilled(
        "subway",
        factions=["robots", "mutants", "cult", "mafia"],
        energy={"A": 0},
    )
    assert why(robots, A, "skill", SUBWAY)[1] == "subway.4"  # no unit could be paid for


@clause("villains", "church.1", "church.2")
def test_the_church_frees_the_order_of_objectives_when_plans_are_scored() -> None:
    words = {
        "step": "score",
        "plans": {"A": ["rise_of_the_deformed"]},  # kill 4, then 3 markers, then 8 units
        "units": {"A": {"bank": ["6 goon", "2 mole"]}},
    }
    bound = city(**words)
    assert verbs(bound) == {"no_score"}
    free = city(control={"church": "A"}, **words)
    assert verbs(free) == {"score", "no_score"}
    play(free, *options(free, "score")[0])
    assert state(free).plan_points[A] == 1
    won = city(
        step="control",
        plans={"A": ["rise_of_the_deformed"]},
        units={"A": {"church": ["6 goon", "2 mole"]}},
    )
    assert state(won).owner[CHURCH] == A and "score" in verbs(won)  # won this very turn
    lost = city(
        step="control",
        control={"church": "A"},
        plans={"A": ["rise_of_the_deformed"]},
        units={"A": {"bank": ["6 goon", "2 mole"]}, "B": {"church": ["goon", "mole"]}},
    )
    assert state(lost).owner[CHURCH] == B and verbs(lost) == {"no_score"}


@clause("villains", "church.3", "church.6", "church.7")
def test_v34_the_church_turns_a_token_down_for_a_second_use() -> None:
    pos = skilled(
        "church",
        tokens={"bank": ["A battle up"], "police": ["B card"]},
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["3 patsy"]}},
        resources={"A": 1},
        hands={"B": ["windfall", "windfall", "windfall"]},
    )
    play(pos, "skill", CHURCH)
    assert not up(pos, BANK, 1)
    while waits(pos) != A:
        play(pos, *options(pos)[-1])
    assert state(pos).resources[A] == 2  # revealed again: a second refund
    assert verbs(pos) == {"activate", "discard"}
    none = skilled("church")
    assert why(none, A, "skill", CHURCH)[1] == "church.7"


@clause("villains", "church.4")
def test_tokens_behind_a_turned_one_are_locked_again() -> None:
    pos = skilled("church", tokens={"bank": ["A card up", "B deploy"], "police": ["A deploy"]}, hold="B")
    play(pos, "skill", CHURCH)
    assert waits(pos) == B
    assert BANK not in {o[1:][1] for o in options(pos, "reveal")}


@clause("villains", "church.5")
def test_a_turned_token_that_is_not_used_again_is_discarded() -> None:
    pos = skilled(
        "church",
        tokens={"bank": ["A battle up"], "police": ["B card"]},
        hands={"B": ["windfall", "windfall", "windfall"]},
    )
    assert strength(pos, A, BANK) == 1
    play(pos, "skill", CHURCH)
    for _ in range(3):
        if waits(pos) == B:
            play(pos, *options(pos)[-1])
    assert on(pos, BANK, 1) == -1 and strength(pos, A, BANK) == 0
    assert state(pos).resources[A] == 1


@clause("villains", "university.2", "conflict.1")
def test_a_suitcase_nuke_in_the_university_exhausts_its_patsies_too() -> None:
    pos = city(
        step="act",
        who="B",
        control={"university": "A"},
        hands={"B": ["suitcase_nuke"]},
        units={"A": {"bank": ["readied patsy", "readied talent"]}, "B": {"university": ["patsy"]}},
        tokens={"university": ["B card"], "police": ["A card"]},
    )
    use_card(pos, UNIVERSITY, "suitcase_nuke")
    play(pos, "sacrifice", unit(B, "patsy"), UNIVERSITY)
    assert state(pos).owner[UNIVERSITY] == -1
    assert units(pos, A, BANK) == {"patsy": 1, "readied talent": 1}


@clause("villains", "church.3", "skill.6")
def test_the_church_by_a_card_does_not_turn_down_the_token_that_plays_it() -> None:
    """R30: only what was successfully activated before."""
    words = {
        "step": "act",
        "hands": {"A": ["blackstone_encryption", "windfall"]},
        "units": {"A": {"church": ["patsy"], "bank": ["patsy"]}},
    }
    factions = ["scientists", "mutants", "aliens", "mafia"]
    lone = city(factions, tokens={"bank": ["A fusion"], "police": ["A card"]}, **words)
    use_card(lone, BANK, "blackstone_encryption")
    assert verbs(lone) == {"play", "done"}  # the Bank's skill was the only one left: the Church had no token
    assert state(lone).used[A] == 1 << BANK and up(lone, BANK, 1)
    two = city(factions, tokens={"bank": ["A fusion"], "police": ["A card up", "A card"]}, **words)
    use_card(two, BANK, "blackstone_encryption")
    play(two, "skill", CHURCH)
    assert up(two, BANK, 1) and not up(two, POLICE, 1)


@clause("villains", "capitol.5")
def test_the_capitol_by_a_card_takes_the_token_that_plays_it_along() -> None:
    pos = city(
        ["scientists", "mutants", "aliens", "mafia"],
        step="act",
        hands={"A": ["blackstone_encryption", "windfall"]},
        units={"A": {"capitol": ["patsy"], "church": ["patsy"]}},
        tokens={"bank": ["A fusion", "A card"], "police": ["A card"]},
    )
    use_card(pos, BANK, "blackstone_encryption")
    play(pos, "swap", at(BANK, 1))
    assert state(pos).revealing == at(BANK, 2) and up(pos, BANK, 2)
