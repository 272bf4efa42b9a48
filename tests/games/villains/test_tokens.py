"""Deploy, card, move and battle tokens."""

from __future__ import annotations

import knaves
from knaves.games.villains.rules.move import MoveUnits, figure
from tests.games.villains.table import (
    BANK,
    CAPITOL,
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
    move,
    on,
    options,
    play,
    reveal,
    rolls,
    seen,
    state,
    strength,
    token,
    unit,
    units,
    up,
    use_card,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause


def deploying(area: str = "bank", **words: object) -> knaves.Position:
    factions = words.pop("factions", None)
    pos = city(factions, step="act", tokens={area: ["A deploy"]}, **words)
    play(pos, "activate")
    return pos


@clause("villains", "deploy.1", "deploy.3", "unit.1", "unit.2")
def test_two_units_at_their_cost() -> None:
    pos = deploying()
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert state(pos).energy[A] == 7
    play(pos, "deploy", unit(A, "mole"), RESERVES)
    assert state(pos).energy[A] == 6
    assert units(pos, A, BANK) == {"goon": 1, "mole": 1}
    assert waits(pos) == B  # the limit is reached
    assert strength(pos, A, BANK) == 1 + 2 + 1


@clause("villains", "deploy.3")
def test_what_cannot_be_paid_is_not_offered_and_says_why() -> None:
    pos = deploying(energy={"A": 1}, resources={"A": 0})
    assert ("deploy", unit(A, "goon"), RESERVES) not in options(pos)
    assert why(pos, A, "deploy", unit(A, "goon"), RESERVES)[1] == "deploy.3"
    play(pos, "deploy", unit(A, "mole"), RESERVES)
    assert ("deploy", unit(A, "patsy"), RESERVES) in options(pos)


@clause("villains", "deploy.2", "deploy.4", "refresh.4")
def test_v17_a_patsy_from_the_reserves_and_a_readied_talent_from_afar() -> None:
    pos = city(
        ["aliens", "mutants", "cult", "mafia"],
        step="act",
        units={"A": {"sewers": ["readied talent"], "church": ["2 talent"]}},
        tokens={"capitol": ["A deploy"]},
    )
    reveal(pos, CAPITOL)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "patsy"), RESERVES)
    assert state(pos).energy[A] == 9
    assert ("deploy", unit(A, "talent"), RESERVES) not in options(pos)
    play(pos, "deploy", unit(A, "readied talent"), SEWERS)
    assert state(pos).energy[A] == 8
    assert units(pos, A, CAPITOL) == {"patsy": 1, "talent": 1}
    assert units(pos, A, SEWERS) == {}


@clause("villains", "deploy.5")
def test_v16_redeploying_in_place_keeps_the_token() -> None:
    pos = city(step="act", units={"A": {"sewers": ["mole"]}}, tokens={"sewers": ["A deploy"]})
    play(pos, "activate")
    assert "done" not in verbs(pos)  # at least one must come
    play(pos, "deploy", unit(A, "mole"), SEWERS)
    assert state(pos).energy[A] == 8
    play(pos, "done")
    assert up(pos, SEWERS, 1) and units(pos, A, SEWERS) == {"mole": 1}


@clause("villains", "deploy.6", "sewers.1")
def test_the_limit_rises_with_sewers_and_cards_together() -> None:
    pos = deploying(control={"sewers": "A"}, rules=[{"card": "go_go_go", "by": "A"}], resources={"A": 9})
    for _ in range(4):
        play(pos, "deploy", unit(A, "mole"), RESERVES)
    assert waits(pos) == B and units(pos, A, BANK) == {"mole": 4}
    three = deploying(control={"sewers": "A"})
    for _ in range(3):
        play(three, "deploy", unit(A, "mole"), RESERVES)
    assert waits(three) == B


@clause("villains", "deploy.7", "deploy.8", "tough.2")
def test_wounded_units_heal_by_redeploying_if_their_owner_likes() -> None:
    for answer, after in (("heal", "champion"), ("keep", "wounded champion")):
        pos = deploying(units={"A": {"police": ["wounded champion"]}})
        play(pos, "deploy", unit(A, "wounded champion"), POLICE)
        assert state(pos).energy[A] == 8  # the cost is the same
        assert options(pos) == [("heal",), ("keep",)]
        play(pos, answer)
        assert units(pos, A, BANK) == {after: 1}
    fresh = deploying()
    play(fresh, "deploy", unit(A, "champion"), RESERVES)
    assert units(fresh, A, BANK) == {"champion": 1}


@clause("villains", "grave.3")
def test_the_dead_are_not_redeployed_this_turn() -> None:
    pos = deploying(dead=[{"area": "bank", "unit": "champion", "owner": "A", "by": "B", "count": 3}])
    assert not [o for o in options(pos, "deploy") if o[1:][0] == unit(A, "champion")]


@clause("villains", "card.1", "card.5")
def test_one_card_for_its_cost_and_an_event_is_discarded() -> None:
    pos = city(step="act", hands={"A": ["fish_in_a_barrel", "windfall"]}, tokens={"bank": ["A card"]})
    slot = card(pos, A, "fish_in_a_barrel")
    use_card(pos, BANK, "fish_in_a_barrel")
    assert state(pos).energy[A] == 8
    assert state(pos).discard == [slot] and len(state(pos).hand[A]) == 1
    assert waits(pos) == B and up(pos, BANK, 1)


@clause("villains", "card.1")
def test_a_card_that_cannot_be_paid_cannot_be_played() -> None:
    pos = city(
        step="act",
        energy={"A": 0},
        hands={"A": ["fish_in_a_barrel", "mobilize"]},
        tokens={"bank": ["A card"]},
    )
    assert options(pos) == [("discard",)]  # asked all the same: silence would tell
    assert why(pos, A, "play", card(pos, A, "mobilize"))[1] == "card.1"
    play(pos, "discard")
    assert on(pos, BANK, 1) == -1


@clause("villains", "card.3", "act.6")
def test_v18_a_card_without_effect_keeps_the_token() -> None:
    pos = city(
        step="act",
        units={"A": {"factory": ["goon"]}},
        hands={"A": ["fish_in_a_barrel"]},
        tokens={"factory": ["A card"]},
    )
    use_card(pos, FACTORY, "fish_in_a_barrel")
    assert state(pos).energy[A] == 8 and up(pos, FACTORY, 1)
    assert not graves(pos)


@clause("villains", "card.2", "card.4")
def test_a_local_card_works_where_the_token_lies_not_at_its_target() -> None:
    pos = city(step="act", hands={"A": ["rousing_speech@university"]}, tokens={"bank": ["A card"]})
    use_card(pos, BANK, "rousing_speech")
    assert strength(pos, A, BANK) == 3
    assert strength(pos, A, 6) == 0
    wide = city(step="act", hands={"A": ["massacre"]}, tokens={"bank": ["A card"]})
    use_card(wide, BANK, "massacre")
    assert state(wide).rules[0].area == -1  # global: tied to no area


@clause("villains", "card.6", "cleanup.1")
def test_v19_cease_fire_lies_in_the_subway_until_cleanup() -> None:
    pos = city(
        ["scientists", "mutants", "aliens", "mafia"],
        step="act",
        hands={"A": ["cease_fire"]},
        units={
            "A": {"subway": ["goon"], "bank": ["goon"]},
            "B": {"subway": ["goon"], "bank": ["goon"]},
        },
        tokens={"subway": ["A card", "B battle"]},
    )
    slot = card(pos, A, "cease_fire")
    use_card(pos, SUBWAY, "cease_fire")
    s = state(pos)
    assert s.energy[A] == 8
    assert s.rules == [(slot, A, SUBWAY)]
    assert not s.allows("attack", -1, SUBWAY) and s.allows("attack", -1, BANK)
    reveal(pos, SUBWAY)  # no battle is possible there: the token goes
    assert on(pos, SUBWAY, 2) == -1
    after = city(rules=[{"card": "cease_fire", "by": "A", "area": "subway"}], step="cleanup")
    assert not state(after).rules and not state(after).mods
    assert state(after).turn == 2


@clause("villains", "move.1", "move.3", "move.4", "area.4", "tough.2")
def test_v20_the_move_to_the_sewers() -> None:
    pos = city(
        step="act",
        units={
            "A": {
                "capitol": ["goon", "patsy"],
                "police": ["wounded champion", "readied talent"],
                "laboratory": ["2 mole"],
                "sewers": ["goon"],
            }
        },
        tokens={"sewers": ["A move"]},
    )
    play(pos, "activate")
    assert state(pos).energy[A] == 7
    moves = {o[1:][1:3] for o in options(pos, "move")}
    assert moves == {
        (unit(A, "goon"), CAPITOL),
        (unit(A, "patsy"), CAPITOL),
        (unit(A, "wounded champion"), POLICE),
        (unit(A, "readied talent"), POLICE),
    }
    assert why(pos, A, "move", 0, unit(A, "mole"), LABORATORY, 1, 1)[1] == "area.4"
    while options(pos, "move") and waits(pos) == A:
        play(pos, *options(pos, "move")[0])
    assert units(pos, A, SEWERS) == {
        "goon": 2,
        "patsy": 1,
        "wounded champion": 1,
        "talent": 1,
    }
    assert state(pos).energy[A] == 7  # 2 in all, however many moved (move.2)
    assert units(pos, A, LABORATORY) == {"mole": 2}


@clause("villains", "move.5")
def test_a_move_token_needs_a_unit_that_moves() -> None:
    pos = city(step="act", units={"A": {"laboratory": ["goon"]}}, tokens={"sewers": ["A move"]})
    assert on(pos, SEWERS, 1) == -1  # nothing adjacent: discarded
    two = city(step="act", units={"A": {"capitol": ["goon", "mole"]}}, tokens={"sewers": ["A move"]})
    play(two, "activate")
    assert "done" not in verbs(two)
    move(two, unit(A, "goon"), CAPITOL)
    assert "done" in verbs(two)


@clause("villains", "capitol.2")
def test_every_area_touches_the_capitol() -> None:
    pos = city(
        step="act",
        units={"A": {area: ["patsy"] for area in ("sewers", "laboratory", "bank", "subway")}},
        tokens={"capitol": ["A move"]},
    )
    play(pos, "activate")
    assert {o[1:][2] for o in options(pos, "move")} == {SEWERS, LABORATORY, BANK, SUBWAY}


@clause("villains", "battle.1", "battle.3")
def test_a_battle_token_makes_others_fight() -> None:
    pos = city(
        step="act",
        units={"B": {"bank": ["goon"]}, "C": {"bank": ["goon"]}},
        tokens={"bank": ["A battle"]},
    )
    assert verbs(pos) == {"activate", "discard"}  # declining is allowed
    rolls(pos, 9, 1, 2, 3)
    play(pos, "activate")
    assert graves(pos) == [(B, BANK, C, "goon")]
    assert up(pos, BANK, 1) and state(pos).resources[A] == 1


@clause("villains", "battle.2")
def test_units_that_cannot_attack_make_no_battle() -> None:
    pos = city(
        step="act",
        units={"A": {"bank": ["patsy"]}, "B": {"bank": ["patsy"]}},
        tokens={"bank": ["A battle"]},
    )
    assert on(pos, BANK, 1) == -1


@clause("villains", "card.1", "bankers.2")
def test_why_a_card_cannot_be_played_counts_the_credit_freeze() -> None:
    pos = city(
        ["mutants", "bankers", "aliens", "mafia"],
        step="act",
        energy={"A": 1},
        hands={"A": ["military_cache", "windfall"]},
        tokens={"bank": ["B freeze up", "A card"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    ask = ask_of(pos)
    assert ask.why_not(A, f"card:{card(pos, A, 'military_cache')}") == (
        "It costs 2 here and you have 1.",
        "card.1",
    )
    assert ask.why_not(A, f"card:{card(pos, A, 'windfall')}") is None


@clause("villains", "act.2")
def test_why_a_token_in_the_reserves_or_face_up_cannot_be_revealed() -> None:
    pos = city(step="act", tokens={"bank": ["A deploy up", "A card"], "police": ["A card"]})
    ask = ask_of(pos)
    assert ask.why_not(A, f"token:{token(pos, A, 'move')}") == ("That token is not on the board.", "act.2")
    assert ask.why_not(A, f"token:{on(pos, BANK, 1)}") == ("That token is revealed already.", "act.2")


@clause("villains", "deploy.3", "cost.2")
def test_why_a_unit_cannot_be_deployed_counts_what_cards_add() -> None:
    pos = deploying(
        energy={"A": 1}, resources={"C": 5}, rules=[{"card": "police_payoff", "by": "B", "area": "bank"}]
    )
    ask = ask_of(pos)
    assert ask.why_not(A, f"unit:{unit(A, 'mole')}") == (
        "It costs 2 and you have 0.",
        "deploy.3",
    )  # a patsy came


@clause("villains", "move.1", "move.5", "communists.7")
def test_units_to_move_are_one_selection() -> None:
    """A token moves one at least, any number at most; Commissar Papova none at least, three at most."""
    moving = city(
        step="act", units={"A": {"capitol": ["4 patsy"]}}, tokens={"bank": ["A move"], "police": ["A card"]}
    )
    reveal(moving, BANK)
    play(moving, "activate")
    papova = city(
        ["communists", "mutants", "aliens", "mafia"],
        step="act",
        units={
            "A": {"capitol": ["4 patsy"], "factory": ["readied champion"]},
            "B": {"factory": ["patsy"]},
        },
        tokens={"police": ["A card", "A card"]},
    )
    rolls(papova, 1)
    play(papova, "skill", FACTORY)
    for pos, least, most in ((moving, 1, 99), (papova, 0, 3)):
        ask = ask_of(pos)
        assert ask.clause(A) == ("communists.7" if pos is papova else "move.1")
        assert ask.prompt(A).startswith("Commissar Papova calls. Move up to 3 units") == (pos is papova)
        shape = ask.shape(A)
        assert (shape.kind, shape.verb, shape.picked, shape.done) == ("some", "move", (), ("done",))
        assert (shape.least, shape.most) == (least, most)
        play(pos, *options(pos, "move")[0])
        assert ask_of(pos).shape(A).picked == (picked_last(pos),)


def picked_last(pos: knaves.Position) -> int:
    """The figure that was picked last."""
    step = pos.stack[-1]
    assert isinstance(step, MoveUnits)
    return figure(*step.picked[-1])


@clause("villains", "act.5", "objective.10")
def test_a_token_counts_when_it_is_activated_and_not_while_that_is_decided() -> None:
    """Whoever leads with it, and how many areas a plan counts, is told for what stands, not for what might."""
    pos = city(
        step="act",
        tokens={"bank": ["A deploy"], "church": ["A card"]},
        hands={"A": ["windfall"]},
        plans={"A": ["spread_the_foul_truths"]},
    )

    def told() -> tuple[object, object]:
        view = seen(pos, A)
        assert view["own"] is not None
        (row,) = view["own"]["plans"]
        return view["areas"][BANK]["leader"], row["objectives"][2]["needs"][0]["have"]

    reveal(pos, BANK)
    assert seen(pos, A)["areas"][BANK]["spaces"][0]["up"] and told() == (None, 0)
    play(pos, "activate")
    assert told() == (A, 1)


@clause("villains", "deploy.1", "conflict.2", "parts.4")
def test_why_a_unit_cannot_be_deployed_names_what_holds_it() -> None:
    pos = city(
        step="act",
        tokens={"bank": ["A deploy"], "subway": ["A card"]},
        units={"A": {"church": ["3 talent"], "bank": ["2 wounded champion"], "police": ["champion"]}},
        dead=[{"area": "bank", "unit": "mole", "owner": "A", "by": "B", "count": 7}],
        rules=[{"card": "trapped_like_rats", "by": "B", "area": "church"}],
    )
    reveal(pos, BANK)
    play(pos, "activate")

    def told(text: str) -> tuple[str, str] | None:
        ask = ask_of(pos)
        no = ask.why_not(A, f"unit:{unit(A, text)}")
        return None if no is None else (no.reason, no.clause)

    assert told("talent") == ("Units may not leave the area where it stands.", "conflict.2")
    assert told("mole") == ("You have none of these left, in the reserves or in play.", "parts.4")
    assert told("champion") is None
    play(pos, "deploy", unit(A, "champion"), 2)
    assert told("champion") == ("This action has brought it there already.", "deploy.1")
