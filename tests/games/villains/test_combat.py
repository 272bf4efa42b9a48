"""Combat, attacks outside combat, toughness, sacrifices and graveyards."""

from __future__ import annotations

from tests.games.villains.table import (
    BANK,
    CHURCH,
    POLICE,
    SUBWAY,
    A,
    B,
    C,
    called,
    card,
    city,
    graves,
    options,
    play,
    reveal,
    rolls,
    state,
    unit,
    units,
    up,
    use_card,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause

CHURCH_FIGHT = {
    "step": "combat",
    "combat": ["church"],
    "units": {
        "A": {"church": ["talent", "goon"]},
        "B": {"church": ["readied talent"]},
        "C": {"church": ["mole", "patsy"]},
    },
}


@clause(
    "villains", "combat.1", "combat.2", "combat.3", "combat.4", "combat.5", "combat.6", "combat.7",
    "combat.8", "combat.10", "refresh.3",
)  # fmt: skip
def test_v22_v23_the_fight_in_the_church() -> None:
    pos = city(**CHURCH_FIGHT)
    assert waits(pos) == A  # player order; both units must attack, in the order of their owner
    assert set(options(pos)) == {
        ("attack", unit(A, "goon"), B),
        ("attack", unit(A, "goon"), C),
        ("attack", unit(A, "talent"), B),
        ("attack", unit(A, "talent"), C),
    }
    rolls(pos, 4, 5, 10)  # the goon hits once; the talent must take the Aliens, the only foe left
    play(pos, "attack", unit(A, "goon"), B)
    assert graves(pos) == [(A, CHURCH, B, "talent")]
    # V23: the Scientists are gone, so the talent's attack on the Aliens needed no choice.
    assert waits(pos) == C
    assert set(options(pos)) == {("hit", unit(C, "mole")), ("hit", unit(C, "patsy"))}
    play(pos, "hit", unit(C, "patsy"))
    assert waits(pos) == B  # dead, and still to strike
    rolls(pos, 6, 9)  # a miss; then the mole hits, and the dead patsy has no attack
    play(pos, "attack", unit(B, "talent"), A)
    assert waits(pos) == A
    assert set(options(pos)) == {("hit", unit(A, "goon")), ("hit", unit(A, "talent"))}
    play(pos, "hit", unit(A, "goon"))
    assert state(pos).turn == 2  # nothing else was to decide; the dead are back in the reserves
    assert units(pos, A, CHURCH) == {"readied talent": 1}  # survivors live side by side
    assert units(pos, C, CHURCH) == {"mole": 1}


@clause("villains", "combat.5", "parts.5")
def test_v21_a_goon_that_rolls_four_and_five_hits_once() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["2 patsy", "goon"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
    )
    heard: list[str] = []
    pos.listen(lambda event: heard.append(pos.text(event, None) or ""))
    reveal(pos, BANK)
    rolls(pos, 4, 5)
    play(pos, "activate")
    assert [text for text in heard if "rolls" in text] == [
        "A rolls 4, needing 5: a miss.",
        "A rolls 5, needing 5: a hit.",
    ]
    assert waits(pos) == B and verbs(pos) == {"hit"}
    rolls(pos, 10, 1)  # the 0 of the die is a 10
    play(pos, "hit", unit(B, "patsy"))
    assert (B, BANK, A, "goon") in graves(pos)


@clause("villains", "combat.9")
def test_every_unit_that_can_attack_must() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["goon", "mole", "patsy"]}, "B": {"bank": ["4 patsy", "goon"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
    )
    reveal(pos, BANK)
    rolls(pos, 1, 1, 1, 1, 1)
    play(pos, "activate")
    assert set(options(pos)) == {("attack", unit(A, "goon"), B), ("attack", unit(A, "mole"), B)}
    assert not {"pass", "done"} & verbs(pos)
    assert why(pos, A, "done")[0]


@clause("villains", "combat.3", "attack.3")
def test_nobody_attacks_their_own() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["2 goon"]}, "B": {"bank": ["goon"]}, "C": {"bank": ["goon"]}},
        hands={"A": ["public_backlash"]},
        tokens={"bank": ["A card"], "church": ["A battle"]},
    )
    reveal(pos, BANK)
    play(pos, "play", card(pos, A, "public_backlash"))
    assert set(options(pos)) == {("strike", B), ("strike", C)}
    assert why(pos, A, "strike", A)[0]


@clause("villains", "combatstep.1", "area.3")
def test_combats_follow_area_order() -> None:
    crowd = {"bank": ["goon", "mole"], "capitol": ["goon", "mole"], "church": ["goon", "mole"]}
    prey = {"bank": ["4 patsy"]}
    pos = city(
        step="combat",
        combat=["church", "capitol", "bank"],
        units={"A": crowd, "C": {"capitol": ["2 patsy"]}, "D": {**prey, "church": ["4 patsy"]}},
    )
    seen: list[int] = []
    pos.listen(lambda event: seen.append(event.things[0]) if event.kind == "combat" else None)
    top = pos.stack[-1]
    assert getattr(top, "area", None) == 0
    while (ask := pos.ask()) is not None and state(pos).turn == 1:
        pos.take(ask.seats[0], ask.options(ask.seats[0])[0])
    assert seen == [BANK, CHURCH]


@clause("villains", "combatstep.2")
def test_v30_the_marker_holds_although_tokens_are_gone() -> None:
    pos = city(
        step="combat",
        combat=["bank"],
        tokens={"bank": ["A card up"]},
        units={"A": {"bank": ["goon", "mole"]}, "B": {"bank": ["4 patsy"]}},
    )
    assert verbs(pos) == {"attack"} and waits(pos) == A


@clause("villains", "combatstep.3")
def test_without_a_marker_nobody_fights() -> None:
    pos = city(step="combat", units={"A": {"bank": ["3 goon"]}, "B": {"bank": ["3 goon"]}})
    assert state(pos).turn == 2
    assert units(pos, A, BANK) == {"goon": 3} and units(pos, B, BANK) == {"goon": 3}


@clause("villains", "grave.1")
def test_v24_the_dead_lie_on_their_killers_space() -> None:
    pos = city(
        ["communists", "aliens", "mutants", "mafia"],
        step="act",
        units={"A": {"subway": ["goon"]}, "B": {"subway": ["talent"]}},
        tokens={"subway": ["A battle"], "church": ["A deploy"]},
    )
    reveal(pos, SUBWAY)
    rolls(pos, 5, 1, 1)
    play(pos, "activate")
    assert graves(pos) == [(A, SUBWAY, B, "talent")]
    assert state(pos).kills(A) == 1 and state(pos).kills(B) == 0


@clause("villains", "grave.2", "sacrifice.1")
def test_v25_let_god_sort_them_out_gives_all_kills_to_its_player() -> None:
    pos = city(
        step="act",
        hands={"A": ["let_god_sort_them_out"]},
        control={"bank": "A", "police": "B", "church": "B", "subway": "C"},
        units={
            "A": {"bank": ["goon", "mole"]},
            "B": {"bank": ["goon"], "police": ["patsy", "champion"]},
            "C": {"sewers": ["mole"]},
            "D": {"sewers": ["mole"]},
        },
        tokens={"sewers": ["A card"]},
    )
    use_card(pos, 1, "let_god_sort_them_out")
    assert waits(pos) == A
    play(pos, "sacrifice", unit(A, "goon"), BANK)
    assert waits(pos) == B
    play(pos, "sacrifice", unit(B, "champion"), POLICE)
    play(pos, "sacrifice", unit(B, "patsy"), POLICE)
    assert graves(pos) == [
        (A, BANK, A, "goon"),
        (A, POLICE, B, "champion"),
        (A, POLICE, B, "patsy"),
        (A, 1, C, "mole"),
    ]
    assert state(pos).kills(A) == 3  # one's own is no enemy


@clause("villains", "attack.1", "attack.2")
def test_attacks_outside_combat_are_made_one_by_one_and_split() -> None:
    pos = city(
        step="act",
        units={"B": {"bank": ["goon"]}, "C": {"bank": ["goon"]}},
        hands={"A": ["public_backlash"]},
        tokens={"bank": ["A card"]},
    )
    rolls(pos, 5, 5)
    use_card(pos, BANK, "public_backlash")
    play(pos, "strike", B)
    # The goon of B is dead; only C is left, and neither strikes back.
    assert graves(pos) == [(A, BANK, B, "goon"), (A, BANK, C, "goon")]


@clause("villains", "tough.1")
def test_the_first_hit_wounds_and_the_second_kills() -> None:
    pos = city(
        step="act",
        units={"B": {"bank": ["champion"]}},
        hands={"A": ["public_backlash"]},
        tokens={"bank": ["A card"]},
    )
    rolls(pos, 9, 9)
    use_card(pos, BANK, "public_backlash")
    assert graves(pos) == [(A, BANK, B, "champion")]
    once = city(
        step="act",
        units={"B": {"bank": ["champion"]}},
        hands={"A": ["public_backlash"]},
        tokens={"bank": ["A card"]},
    )
    rolls(once, 9, 1)
    use_card(once, BANK, "public_backlash")
    assert units(once, B, BANK) == {"wounded champion": 1} and not graves(once)


@clause("villains", "combat.6")
def test_more_hits_than_units_are_lost_and_a_tough_unit_may_take_two() -> None:
    """R14"""
    pos = city(
        step="act",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["talent"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
    )
    reveal(pos, BANK)
    rolls(pos, 9, 9, 1)
    play(pos, "activate")
    assert graves(pos) == [(A, BANK, B, "talent")]
    tough = city(
        ["mafia", "robots", "aliens", "mutants"],
        step="act",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["mole", "talent"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
    )
    reveal(tough, BANK)
    rolls(tough, 9, 9)
    play(tough, "activate")
    play(tough, "hit", unit(B, "mole"))
    rolls(tough, 1, 1, 1, 1)
    play(tough, "hit", unit(B, "wounded mole"))
    assert graves(tough) == [(A, BANK, B, "mole")]


@clause("villains", "tough.3")
def test_toughness_does_not_help_against_a_sacrifice() -> None:
    pos = city(
        step="act",
        hands={"A": ["let_god_sort_them_out"]},
        control={"bank": "B"},
        units={"B": {"bank": ["champion", "goon"]}},
        tokens={"sewers": ["A card"]},
    )
    use_card(pos, 1, "let_god_sort_them_out")
    play(pos, "sacrifice", unit(B, "champion"), BANK)
    assert graves(pos) == [(A, BANK, B, "champion")]


@clause("villains", "unit.3", "unit.4")
def test_patsies_only_take_hits_and_talents_attack_at_seven() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["talent", "patsy"]}, "B": {"bank": ["2 patsy"]}},
        tokens={"bank": ["A battle"], "church": ["A deploy"]},
    )
    reveal(pos, BANK)
    rolls(pos, 7)
    play(pos, "activate")
    assert graves(pos) == [(A, BANK, B, "patsy")]
    assert called(pos, unit(A, "readied talent")) == "a readied talent"


@clause("villains", "unit.1", "unit.2", "unit.3")
def test_every_basic_unit_hits_from_its_number_on() -> None:
    for one, need, dice in (("goon", 5, 2), ("mole", 9, 1), ("talent", 7, 1)):
        for roll, hits in ((need, dice), (need - 1, 0)):
            pos = city(
                step="act",
                units={"A": {"bank": [one]}, "B": {"bank": ["4 patsy"]}},
                tokens={"bank": ["A battle"], "church": ["A deploy"]},
            )
            reveal(pos, BANK)
            rolls(pos, *[roll] * dice)
            play(pos, "activate")
            assert len(graves(pos)) == hits


@clause("villains", "combat.6", "combat.7")
def test_who_is_hit_reads_by_whom_and_the_fallen_are_marked() -> None:
    heard: list[str] = []
    pos = city(
        step="combat",
        combat=["bank"],
        units={"A": {"bank": ["goon", "mole"]}, "B": {"bank": ["goon", "mole"]}},
    )
    pos.listen(lambda event: heard.append(pos.text(event, None, ["Ann", "Bob", "Cleo", "Dan"]) or ""))
    rolls(pos, 9, 9)
    play(pos, "attack", unit(A, "goon"), B)
    ask = ask_of(pos)
    assert waits(pos) == B
    assert ask.prompt(B, ["Ann", "Bob", "Cleo", "Dan"]) == (
        "You are hit by a goon of Ann in the Bank: choose the unit that takes the hit. 2 hits are to be given."
    )
    rolls(pos, 1, 1, 1, 1)
    play(pos, "hit", unit(B, "goon"))
    assert "Bob loses a goon in the Bank, killed by Ann." in heard
    while state(pos).turn == 1 and pos.ask() is not None and verbs(pos) <= {"attack", "hit"}:
        play(pos, *options(pos)[0])
    assert any("a goon, killed in this combat, still attacks Ann" in text for text in heard)


def test_after_a_combat_no_attacks_are_to_come() -> None:
    """The view has the area and the attacks left of a combat that is fought, and nothing after it."""
    pos = city(
        step="act",
        units={"A": {"bank": ["goon", "mole"]}, "B": {"bank": ["4 patsy"]}},
        tokens={"bank": ["A battle"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    s = state(pos)
    assert s.fight == BANK and [s.strikes_of(seat) for seat in range(4)] == [2, 0, 0, 0]
    rolls(pos, 1, 1, 1)
    play(pos, *options(pos, "attack")[0])
    s = state(pos)
    assert (s.fight, s.strikes) == (-1, [])


@clause("villains", "combat.8", "combat.10")
def test_who_has_nobody_left_to_attack_has_no_attacks_to_come() -> None:
    """A's goon kills all there was; what is left of A strikes no more, and the fallen strike back."""
    pos = city(
        step="combat",
        combat=["bank"],
        units={"A": {"bank": ["2 goon", "talent"]}, "B": {"bank": ["goon"]}},
    )
    rolls(pos, 9, 1, 9, 1)
    play(pos, "attack", unit(A, "goon"), B)
    assert waits(pos) == A and verbs(pos) == {"hit"}
    assert not any(state(pos).strikes)
    assert "Combat in the Bank, attacks to come: none." in pos.game.board(pos.view(None))


@clause("villains", "combat.4")
def test_two_massacres_are_two_dice_more() -> None:
    pos = city(
        step="act",
        rules=[{"card": "massacre", "by": "A"}, {"card": "massacre", "by": "A"}],
        units={"A": {"bank": ["mole"]}, "B": {"bank": ["4 patsy"]}},
        tokens={"bank": ["A battle"], "police": ["A card"]},
    )
    heard: list[str] = []
    pos.listen(lambda event: heard.append(event.kind))
    reveal(pos, BANK)
    play(pos, "activate")
    assert heard.count("rolled") == 3


@clause("villains", "battle.2", "tough.1")
def test_the_wounded_alone_can_fight() -> None:
    robots = ["robots", "mutants", "aliens", "mafia"]
    pos = city(
        robots,
        step="act",
        hold="C",
        units={"A": {"bank": ["wounded mole"]}, "B": {"bank": ["patsy"]}},
        tokens={"bank": ["B battle"], "church": ["B deploy"]},
        who="B",
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert up(pos, BANK, 1)


@clause("villains", "combat.5", "factory.4")
def test_what_always_hits_is_said_to_need_one() -> None:
    """R41: bonuses never bring it below."""
    pos = city(
        ["aliens", "mutants", "cult", "mafia"],
        step="combat",
        combat=["bank"],
        control={"factory": "A"},
        rules=[{"card": "military_cache", "by": "A"}],
        units={"A": {"bank": ["champion", "mole"]}, "B": {"bank": ["2 patsy"]}},
    )
    ask = ask_of(pos)
    assert ask.prompt(A).endswith("A mole needs 5+ (60%), Kau the Omnipotent needs 1+ (certain).")


@clause("villains", "sacrifice.1")
def test_units_to_sacrifice_are_one_selection_in_words() -> None:
    pos = city(
        step="act",
        hands={"A": ["let_god_sort_them_out"]},
        control={"bank": "B", "church": "B"},
        units={"B": {"bank": ["2 goon", "mole"]}},
        tokens={"bank": ["A card"], "capitol": ["A deploy"]},
    )
    use_card(pos, 5, "let_god_sort_them_out")
    ask = ask_of(pos)
    assert waits(pos) == B
    shape = ask.shape(B)
    assert (shape.least, shape.most, shape.words) == (2, 2, "Sacrifice {} units")
    assert ask.prompt(B) == "A makes you sacrifice 2 units: choose them among yours."
