"""Every action card, by title."""

from __future__ import annotations

import pytest

from knaves.core.step import things_of
from knaves.games.villains.cards import AREAS, box
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    LABORATORY,
    POLICE,
    RESERVES,
    A,
    B,
    C,
    D,
    at,
    card,
    city,
    graves,
    move,
    on,
    options,
    play,
    played,
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
)
from tests.support import clause

COSTS = {
    "all_hallows_eve": 1, "ample_cover": 0, "blackstone_encryption": 0, "blown_cover": 0, "cease_fire": 1,
    "chicago_airlift": 2, "despotism": 1, "display_of_brilliance": 1, "fish_in_a_barrel": 1, "go_go_go": 0,
    "go_with_god": 1, "high_noon": 0, "let_god_sort_them_out": 1, "march_the_streets": 0,
    "market_instability": 0, "massacre": 1, "military_cache": 1, "mobilize": 2, "police_payoff": 1,
    "public_backlash": 0, "rousing_speech": 0, "shakedown": 0, "slip_in_the_back": 1, "stand_down": 1,
    "stroke_of_genius": 0, "stupor": 1, "suitcase_nuke": 3, "to_the_death": 0, "total_war": 0,
    "trapped_like_rats": 0, "windfall": 0,
}  # fmt: skip


def test_the_deck_and_its_targets() -> None:
    cards = box()
    assert {row.id: row.cost for row in cards.titles} == COSTS
    counts = [cards.target.count(area) for area in range(AREAS)]
    assert counts == [0, 9, 9, 9, 9, 9, 9, 9, 8] and cards.target.count(-1) == 1
    marked = {row.id for row in cards.titles if row.kau}
    assert marked == {
        "ample_cover", "go_with_god", "police_payoff", "stand_down", "trapped_like_rats",
    }  # fmt: skip
    assert {row.kind for row in cards.titles} == {"event", "rule"}


@pytest.mark.parametrize("title", sorted(COSTS))
def test_every_card_costs_what_it_says_and_is_never_lost(title: str) -> None:
    pos = city(
        step="act",
        hands={"A": [title], "B": ["windfall", "windfall"]},
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["goon", "mole"]}, "C": {"bank": ["mole"]}},
        tokens={"bank": ["A card"], "laboratory": ["A card"]},
        deck=["@bank", "@police"],
    )
    slot = card(pos, A, title)
    use_card(pos, BANK, title)
    while "reveal" not in verbs(pos):
        play(pos, *options(pos)[-1])
    s = state(pos)
    assert s.energy[A] == 9 - COSTS[title]
    lies = [rule.slot for rule in s.rules] if s.box.rule[s.face[slot]] else s.discard
    assert slot in lies and s.sees(C, slot) and not s.table
    assert pos.game.pieces_count(pos.state)["action cards"] == 72


def test_all_hallows_eve() -> None:
    pos = played(
        "all_hallows_eve",
        dead=[
            {"area": "church", "unit": "goon", "owner": "B", "by": "A"},
            {"area": "bank", "unit": "champion", "owner": "A", "by": "C"},
        ],
    )
    assert units(pos, B, CHURCH) == {"goon": 1} and units(pos, A, BANK) == {"champion": 1}
    assert not graves(pos)


def roll_against(title: str, roll: int) -> int:
    """A goon of B attacks A, who has played the card: how many of A's patsies die."""
    pos = played(
        title,
        units={"A": {"church": ["5 patsy"]}, "B": {"church": ["mole"]}},
        tokens={"church": ["B battle"]},
    )
    reveal(pos, CHURCH)
    rolls(pos, roll)
    play(pos, "activate")
    return len(graves(pos))


def test_ample_cover() -> None:
    assert roll_against("ample_cover", 9) == 0 and roll_against("ample_cover", 10) == 1


def test_go_with_god() -> None:
    assert roll_against("go_with_god", 10) == 0


def test_blackstone_encryption() -> None:
    pos = played(
        "blackstone_encryption",
        units={
            "A": {
                "bank": ["goon"],
                "church": ["patsy"],
                "laboratory": ["patsy"],
                "police": ["readied talent"],
            }
        },
        used={"A": ["police"]},
    )
    assert {o[1:][0] for o in options(pos, "skill")} == {BANK, LABORATORY}
    play(pos, "skill", BANK)
    assert state(pos).resources[A] == 2
    assert state(pos).used[A] == 1 << BANK | 1 << POLICE  # marked like any other use
    nothing = played("blackstone_encryption")
    assert up(nothing, BANK, 1) and waits(nothing) == B


@clause("villains", "skill.4", "skill.5")
def test_a_skill_by_card_is_marked_and_not_used_twice() -> None:
    pos = played(
        "blackstone_encryption",
        units={"A": {"bank": ["readied talent"]}},
        used={"A": ["bank"]},
    )
    assert state(pos).resources[A] == 0 and units(pos, A, BANK) == {"readied talent": 1}


def test_blown_cover() -> None:
    tokens = {"bank": ["A card"], "laboratory": ["A card"]}
    pos = city(
        step="act",
        hands={"A": ["blown_cover"]},
        tokens=tokens,
        units={"A": {"bank": ["mole"]}, "B": {"bank": ["mole"]}},
    )
    rolls(pos, 6, 6)  # nine less three, for everybody; the dead strike too
    use_card(pos, BANK, "blown_cover")
    assert graves(pos) == [(A, BANK, B, "mole"), (B, BANK, A, "mole")]
    alone = played("blown_cover", units={"A": {"bank": ["mole"]}})
    assert up(alone, BANK, 1)  # without effect, and kept


def test_chicago_airlift() -> None:
    pos = played(
        "chicago_airlift", units={"A": {"church": ["goon"], "laboratory": ["readied talent", "mole"]}}
    )
    assert "done" in verbs(pos)
    move(pos, unit(A, "readied talent"), LABORATORY)
    move(pos, unit(A, "goon"), CHURCH)
    play(pos, "done")
    assert units(pos, A, BANK) == {"goon": 1, "talent": 1}
    assert units(pos, A, LABORATORY) == {"mole": 1}


def test_despotism() -> None:
    tokens = {"bank": ["A card"], "laboratory": ["A card"]}
    pos = city(
        step="act",
        hands={"A": ["despotism"]},
        tokens=tokens,
        control={"capitol": "A", "church": "A", "police": "A", "subway": "B"},
        units={"B": {"capitol": ["patsy"], "church": ["2 mole"], "police": ["mole"], "subway": ["mole"]}},
    )
    rolls(pos, 5, 5, 5, 5)
    use_card(pos, BANK, "despotism")
    assert graves(pos) == [
        (A, CAPITOL, B, "patsy"),
        (A, POLICE, B, "mole"),
        (A, CHURCH, B, "mole"),
        (A, CHURCH, B, "mole"),
    ]


def test_display_of_brilliance() -> None:
    pos = played("display_of_brilliance", tokens={"bank": ["A card up", "A deploy up", "B card up"]})
    assert strength(pos, A, BANK) == 3 + 3 + 1 and strength(pos, B, BANK) == 1


def test_fish_in_a_barrel() -> None:
    pos = city(
        step="act",
        hands={"A": ["fish_in_a_barrel"]},
        tokens={"bank": ["A card"], "laboratory": ["A card"]},
        units={"C": {"bank": ["3 mole"]}},
    )
    rolls(pos, 4, 3, 4)
    use_card(pos, BANK, "fish_in_a_barrel")
    assert len(graves(pos)) == 2


def test_go_go_go() -> None:
    pos = played("go_go_go", tokens={"church": ["A deploy", "A deploy"]})
    while waits(pos) != A:
        play(pos, *options(pos)[-1])
    reveal(pos, CHURCH)
    play(pos, "activate")
    for _ in range(3):
        play(pos, "deploy", unit(A, "patsy"), RESERVES)
    assert "deploy" not in verbs(pos)


def test_high_noon() -> None:
    pos = played("high_noon", units={"B": {"church": ["4 mole"]}})
    offered = {o[1:][0] for o in options(pos, "duel")}
    assert unit(B, "goon") in offered and unit(B, "mole") not in offered
    assert unit(B, "champion") not in offered
    play(pos, "duel", unit(B, "goon"), B)
    assert units(pos, B, BANK) == {"goon": 1} and units(pos, A, BANK) == {"goon": 1}
    assert state(pos).energy[A] == 9


def test_let_god_sort_them_out() -> None:
    pos = played(
        "let_god_sort_them_out",
        control={"church": "C", "police": "C", "bank": "A"},
        units={"C": {"church": ["goon"]}, "B": {"church": ["goon"]}, "A": {"police": ["mole"]}},
    )
    assert graves(pos) == [(A, POLICE, A, "mole"), (A, CHURCH, C, "goon")]  # as far as they have any
    assert units(pos, B, CHURCH) == {"goon": 1}


def test_march_the_streets() -> None:
    pos = played("march_the_streets", tokens={"bank": ["A deploy up", "A deploy up"]})
    assert strength(pos, A, BANK) == 1 + 3 + 3


def test_market_instability() -> None:
    pos = played("market_instability", energy={"B": 0, "C": 3, "D": 0}, resources={"B": 2})
    assert state(pos).resources == [0, 1, 0, 0] and state(pos).energy == [9, 0, 2, 0]


def test_market_instability_asks_from_the_first_player_on() -> None:
    """R33: C is first, A has played it."""
    pos = city(
        step="act",
        first="C",
        who="A",
        hands={"A": ["market_instability"]},
        resources=dict.fromkeys("BCD", 1),
        purse=dict.fromkeys("BCD", 2),
        tokens={"bank": ["A card"], "laboratory": ["A card"]},
    )
    use_card(pos, BANK, "market_instability")
    asked = []
    while verbs(pos) == {"mix"}:
        asked.append(waits(pos))
        play(pos, *options(pos)[0])
    assert asked == [C, D, B]


def test_massacre_and_military_cache() -> None:
    for title, dice, kills in (("massacre", (9, 9), 2), ("military_cache", (7,), 1)):
        pos = city(
            step="act",
            rules=[{"card": title, "by": "A"}],
            tokens={"bank": ["A battle"], "laboratory": ["A card"]},
            units={"A": {"bank": ["mole"]}, "B": {"bank": ["4 patsy"]}},
        )
        reveal(pos, BANK)
        rolls(pos, *dice)
        play(pos, "activate")
        assert len(graves(pos)) == kills


def test_massacre_is_for_its_player_whoever_is_first() -> None:
    for owner, kills in (("C", {C: 2, A: 1}), ("A", {C: 1, A: 2})):
        pos = city(
            step="act",
            rules=[{"card": "massacre", "by": owner}],
            tokens={"bank": ["A battle"], "laboratory": ["A card"]},
            units={"A": {"bank": ["mole"]}, "C": {"bank": ["mole"]}, "B": {"bank": ["4 patsy"]}},
        )
        reveal(pos, BANK)
        rolls(pos, 9, 9, 9)
        play(pos, "activate")
        for seat in (A, C):
            play(pos, "attack", unit(seat, "mole"), B)
        assert {seat: state(pos).kills(seat) for seat in (A, C)} == kills


def test_mobilize() -> None:
    pos = played("mobilize")
    assert state(pos).energy[A] == 7
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert "done" not in verbs(pos)  # as fully as possible (R31)
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert units(pos, A, BANK) == {"goon": 2} and state(pos).energy[A] == 7


def test_mobilize_stops_where_a_cost_is_added() -> None:
    """R31"""
    pos = played("mobilize", rules=[{"card": "police_payoff", "by": "B", "area": "bank"}])
    assert "done" in verbs(pos)
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert state(pos).energy[A] == 6
    play(pos, "done")
    assert units(pos, A, BANK) == {"goon": 1}


def test_police_payoff() -> None:
    pos = city(
        step="act",
        rules=[{"card": "police_payoff", "by": "A", "area": "bank"}],
        units={"B": {"capitol": ["2 goon"]}, "A": {"capitol": ["goon"]}},
        who="B",
        tokens={"bank": ["B move", "B deploy"], "laboratory": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    move(pos, unit(B, "goon"), CAPITOL)
    move(pos, *things_of(options(pos, "move")[0])[1:3])
    assert state(pos).energy[B] == 9 - 2 - 2
    own = city(
        step="act",
        rules=[{"card": "police_payoff", "by": "A", "area": "bank"}],
        tokens={"bank": ["A deploy"], "laboratory": ["A card"]},
    )
    reveal(own, BANK)
    play(own, "activate")
    play(own, "deploy", unit(A, "patsy"), RESERVES)
    assert state(own).energy[A] == 9  # its player pays nothing more


def test_public_backlash() -> None:
    pos = city(
        step="act",
        hands={"A": ["public_backlash"]},
        tokens={"bank": ["A card"], "laboratory": ["A card"]},
        units={"C": {"bank": ["3 mole"]}},
    )
    rolls(pos, 5, 4)
    use_card(pos, BANK, "public_backlash")
    assert len(graves(pos)) == 1


def test_rousing_speech() -> None:
    assert strength(played("rousing_speech"), A, BANK) == 1 + 2


def test_shakedown() -> None:
    pos = played("shakedown", hands={"A": ["windfall"], "B": ["massacre", "windfall"], "D": ["stupor"]})
    assert waits(pos) == B and verbs(pos) == {"throw"}
    play(pos, "throw", card(pos, B, "massacre"))
    assert [len(hand) for hand in state(pos).hand] == [1, 1, 0, 0]
    assert len(state(pos).discard) == 3


def test_slip_in_the_back() -> None:
    pos = played("slip_in_the_back", units={"A": {"church": ["talent"]}})
    assert {o[1:] for o in options(pos)} == {
        (unit(A, "talent"), RESERVES),
        (unit(A, "talent"), CHURCH),
    }
    play(pos, "deploy", unit(A, "talent"), RESERVES)
    assert units(pos, A, BANK) == {"readied talent": 1} and state(pos).energy[A] == 8
    far = played("slip_in_the_back", units={"A": {"church": ["talent"]}})
    play(far, "deploy", unit(A, "talent"), CHURCH)
    assert units(far, A, BANK) == {"readied talent": 1} and units(far, A, CHURCH) == {}


def test_stroke_of_genius() -> None:
    assert len(state(played("stroke_of_genius")).hand[A]) == 2


def test_stupor() -> None:
    pos = played("stupor", tokens={"bank": ["B card up", "C card", "D deploy", "A deploy"]})
    assert {o[1:][0] for o in options(pos)} == {at(BANK, 3), at(BANK, 4)}
    slot = on(pos, BANK, 3)
    play(pos, "stun", at(BANK, 3), C)
    assert on(pos, BANK, 3) == -1 and slot in state(pos).spare[C]
    assert not state(pos).sees(A, slot)  # nobody learns what it was (R28)


def test_to_the_death() -> None:
    pos = city(
        step="act",
        hands={"A": ["to_the_death"]},
        tokens={"bank": ["A card"], "laboratory": ["A card"]},
        units={"A": {"bank": ["mole"]}, "B": {"bank": ["mole"]}},
    )
    rolls(pos, 1, 1)
    use_card(pos, BANK, "to_the_death")
    assert waits(pos) == A and verbs(pos) == {"again", "enough"}
    play(pos, "enough")
    assert waits(pos) == B
    rolls(pos, 9, 1)
    play(pos, "again")
    assert graves(pos) == [(A, BANK, B, "mole")]
    assert "again" not in verbs(pos)  # nobody left to fight


def test_total_war() -> None:
    assert state(played("total_war")).fights == (1 << 9) - 1


def test_windfall() -> None:
    assert state(played("windfall")).resources[A] == 2


@clause("villains", "card.4", "cost.1")
def test_all_opponents_pay_and_discard_the_first_player_too() -> None:
    """Whoever plays the card."""
    for title in ("market_instability", "shakedown"):
        pos = city(
            first="B",
            who="A",
            step="act",
            hold="",
            hands={"A": [title], **{seat: ["windfall"] for seat in "BCD"}},
            tokens={"bank": ["A card"], "church": ["A card", "B deploy"]},
        )
        use_card(pos, BANK, title)
        s = state(pos)
        if title == "shakedown":
            assert [len(hand) for hand in s.hand] == [0, 0, 0, 0]
        else:
            assert s.energy == [9, 8, 8, 8]
