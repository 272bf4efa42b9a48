"""The Cult, line by line of the Visitor's Guide."""

from __future__ import annotations

from knaves.games.villains.cards import FACTION_IDS, GOON, MIX, PATSY, TALENT, TOKEN_MIX, UNIT
from tests.games.villains.factions.seats import CULT, champion, stats
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    RESERVES,
    A,
    B,
    C,
    D,
    city,
    graves,
    on,
    options,
    play,
    reveal,
    state,
    strength,
    unit,
    units,
    verbs,
    waits,
    why,
)
from tests.support import ask_of, clause


@clause("villains", "sheet.2", "conflict.1")
def test_abilities_override_the_rulebook() -> None:
    pos = city(CULT, step="place")
    play(pos, "area", BANK)
    play(pos, *options(pos, "token")[0])
    assert state(pos).energy[A] == 4  # the book's cost of 1 is not paid


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


@clause("villains", "cult.2", "control.2")
def test_kills_of_the_cult_add_to_its_tokens_its_marker_and_its_cards() -> None:
    pos = city(
        CULT,
        step="act",
        control={"bank": "A"},
        dead=[{"area": "bank", "unit": "goon", "owner": "B", "by": "A", "count": 2}],
        rules=[{"card": "rousing_speech", "by": "A", "area": "bank"}],
        tokens={"bank": ["A card up"], "police": ["A card"]},
    )
    assert strength(pos, A, BANK) == 2 + 1 + 1 + 2


@clause("villains", "upgrade.2", "cult.4")
def test_the_upgrades_of_the_cult_arm_its_patsies_alone() -> None:
    pos = city(CULT, step="act", upgrade={"A": 2})
    assert [state(pos).dice_of(A, kind) for kind in (GOON, TALENT, PATSY)] == [(5, 5), (7,), (7, 7, 7)]


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
    assert options(pos, "spare") == [("spare", D)]
    heir = pos.clone()
    play(pos, "doom", B)
    assert waits(pos) == B  # the victim's owner chooses
    play(pos, "sacrifice", unit(B, "mole"), BANK)
    assert graves(pos) == [(A, BANK, B, "mole")]
    play(heir, "doom", C)
    assert graves(heir) == [(A, BANK, C, "goon")]  # tough, and dead all the same


@clause("villains", "cult.8")
def test_basta_may_name_an_enemy_who_has_no_unit_where_she_was() -> None:
    """R6: that enemy sacrifices a unit there if able, and who stands there alone can be spared."""
    pos = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion"]}, "B": {"bank": ["goon"]}, "C": {"church": ["goon"]}},
        tokens={"capitol": ["A move"], "police": ["A card"]},
    )
    reveal(pos, CAPITOL)
    play(pos, "activate")
    assert waits(pos) == A and options(pos) == [("doom", B), ("spare", C), ("spare", D)]
    assert ask_of(pos).clause(A) == "cult.8"
    assert "who has no unit there" in pos.label(("spare", C), A)
    doomed = pos.clone()
    heard: list[str] = []
    pos.listen(lambda event: heard.append(event.kind))
    play(pos, "spare", C)
    assert not graves(pos) and units(pos, C, CHURCH) == {"goon": 1} and "spared" in heard
    play(doomed, "doom", B)
    assert graves(doomed) == [(A, BANK, B, "goon")]
    alone = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion"]}, "B": {"church": ["goon"]}},
        tokens={"capitol": ["A move"], "police": ["A card"]},
    )
    reveal(alone, CAPITOL)
    play(alone, "activate")
    assert waits(alone) == B and not graves(alone)  # every name would do nothing


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
    assert waits(pos) == A and verbs(pos) == {"deploy", "done"} and not graves(pos)
    alone = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion"]}, "B": {"bank": ["goon"]}},
        tokens={"bank": ["A deploy"], "police": ["A card"]},
    )
    reveal(alone, BANK)
    play(alone, "activate")
    play(alone, "deploy", unit(A, "champion"), BANK)
    assert waits(alone) == A and verbs(alone) == {"deploy", "done"} and not graves(alone)


def test_basta_moved_by_a_token_leaves_a_sacrifice_too() -> None:
    pos = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion"]}, "B": {"bank": ["goon"]}},
        tokens={"capitol": ["A move"], "police": ["A card"]},
    )
    reveal(pos, CAPITOL)
    play(pos, "activate")
    play(pos, "doom", B)
    assert graves(pos) == [(A, BANK, B, "goon")]


@clause("villains", "cult.8", "deploy.4")
def test_a_unit_is_deployed_once_by_one_token() -> None:
    """R50: Basta does not go to and fro, and the unit just placed is not offered again."""
    pos = city(
        CULT,
        step="act",
        units={"A": {"bank": ["champion", "goon"]}, "B": {"bank": ["2 goon"]}},
        tokens={"church": ["A deploy"], "police": ["A card"]},
    )
    reveal(pos, CHURCH)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "champion"), BANK)
    play(pos, "doom", B)
    while waits(pos) == B:
        play(pos, *options(pos)[0])
    assert {o[1:] for o in options(pos, "deploy") if o[1:][1] == CHURCH} == set()
    old = city(
        CULT,
        step="act",
        units={"A": {"church": ["goon"]}},
        tokens={"church": ["A deploy"], "police": ["A card"]},
    )
    reveal(old, CHURCH)
    play(old, "activate")
    play(old, "deploy", unit(A, "goon"), RESERVES)
    assert ("deploy", unit(A, "goon"), CHURCH) not in options(old)  # there before: nothing would change
    assert why(old, A, "deploy", unit(A, "goon"), CHURCH)[1] == "deploy.5"
    play(old, "done")
    assert units(old, A, CHURCH) == {"goon": 2}
