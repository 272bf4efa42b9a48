"""The Bankers, line by line of the Visitor's Guide."""

from __future__ import annotations

import knaves
from tests.games.villains.factions.seats import BANKERS, champion, stats
from tests.games.villains.table import (
    BANK,
    CHURCH,
    POLICE,
    A,
    B,
    C,
    card,
    city,
    graves,
    on,
    play,
    reveal,
    rolls,
    state,
    unit,
    units,
    use_card,
    verbs,
    waits,
)
from tests.support import ask_of, clause


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
    poor = city(BANKERS, energy={"B": 2}, resources={"C": 1}, **words)
    reveal(poor, BANK)
    assert verbs(poor) == {"discard"}  # cannot pay
    play(poor, "discard")
    assert on(poor, BANK, 2) == -1
    own = city(BANKERS, step="act", tokens={"bank": ["A freeze up", "A deploy"], "police": ["A card"]})
    reveal(own, BANK)
    play(own, "activate")
    assert state(own).energy[A] == 9


@clause("villains", "bankers.2", "secrecy.2")
def test_a_credit_freeze_that_lies_face_down_costs_nothing_and_tells_nothing() -> None:
    pos = city(
        BANKERS,
        step="act",
        who="B",
        energy={"B": 0},
        units={"B": {"capitol": ["patsy"]}},
        tokens={"bank": ["B deploy", "A freeze", "B card"], "police": ["A card"]},
        hold="",
    )
    reveal(pos, BANK)
    assert verbs(pos) == {"activate", "discard"}
    assert ask_of(pos).prompt(B).startswith("Activate your deploy token in the Bank at no cost")


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
    poor = besieged(energy={"A": 1}, resources={"B": 1})
    assert verbs(poor) == {"suffer"}  # no choice without the means, but a deal may bring them (R51)
    ask = ask_of(poor)
    assert ask.moment == "cannot_pay" and "only 1" in ask.prompt(A)
    play(poor, "suffer", unit(A, "patsy"))
    assert graves(poor) == [(C, BANK, A, "patsy")]
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


@clause("villains", "bankers.6")
def test_a_gnome_elsewhere_protects_nobody() -> None:
    pos = city(
        BANKERS,
        step="act",
        who="C",
        units={"A": {"bank": ["patsy"], "church": ["champion"]}},
        tokens={"bank": ["C hitman"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert graves(pos) == [(C, BANK, A, "patsy")]


@clause("villains", "bankers.6", "combat.6")
def test_each_hit_is_cancelled_by_itself() -> None:
    pos = city(
        ["mutants", "bankers", "mafia", "robots"],
        step="act",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["champion"]}},
        tokens={"bank": ["A battle"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    rolls(pos, 9, 9)
    play(pos, "activate")
    play(pos, "cancel", unit(B, "champion"))
    assert state(pos).energy[B] == 7 and verbs(pos) == {"suffer", "cancel"}  # the second hit
    play(pos, "suffer", unit(B, "champion"))
    assert state(pos).energy[B] == 7 and units(pos, B, BANK) == {}


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


@clause("villains", "bankers.6")
def test_the_gnome_is_paid_with_energy_or_resources() -> None:
    for energy, resources, left in ((2, 0, (0, 0)), (0, 3, (0, 1)), (1, 1, (0, 0))):
        pos = besieged(energy={"A": energy}, resources={"A": resources})
        assert verbs(pos) == {"suffer", "cancel"}
        play(pos, "cancel", unit(A, "patsy"))
        assert (state(pos).energy[A], state(pos).resources[A]) == left
    poor = besieged(energy={"A": 0}, resources={"A": 1, "B": 1})
    assert verbs(poor) == {"suffer"}  # one is not enough
    poor.apply(B, ("offer", A, 1, 0, 0, 0))
    poor.apply(A, ("accept", 1, B))
    assert verbs(poor) == {"suffer", "cancel"}
