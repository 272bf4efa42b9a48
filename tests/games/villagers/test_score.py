"""The score sheet, line by line. Towns are constructed; nobody plays."""

from __future__ import annotations

import pytest

from tests.games.villagers.table import Table, table
from tests.support import clause


def scored(*towns: list[str], hands: list[list[str]] | None = None, **words: object) -> Table:
    seats = max(2, len(towns))
    return table("build", seats, towns=list(towns), hands=hands or [[] for _ in range(seats)], **words)  # type: ignore[arg-type]


@clause("villagers", "score.1")
def test_town_value() -> None:
    t = scored(["castle", "farm", "trader", "jouster", "witch"], [])
    assert t.sheet(0).town_value == 4 + 3 + 1 + 2 - 2
    assert t.sheet(1).town_value == 0


@clause("villagers", "score.2")
def test_civility() -> None:
    t = scored([], [], hands=[["angry_mob", "farm"], []])
    assert [t.sheet(seat).civility for seat in (0, 1)] == [3, 0]


@clause("villagers", "score.3", "score.4", "score.10")
def test_w11_heroes() -> None:
    t = scored(["jouster", "paladin"], ["old_knight", "wood_elf"], ["marsh_archer"], [])
    assert [t.sheet(seat).heroic for seat in range(4)] == [4, 4, 1, 0], "R6"
    t = scored(["jouster", "paladin", "old_knight"], ["wood_elf"], ["marsh_archer"])
    assert [t.sheet(seat).heroic for seat in range(3)] == [6, 1, 1]
    t = scored([], [], [])
    assert [t.sheet(seat).heroic for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize(("second", "points"), [(4, 2), (5, 2), (1, 0)])
@clause("villagers", "score.5", "score.6")
def test_w12_victories(second: int, points: int) -> None:
    first = ["witch", "grey_wolf", "werewolf", "basilisk", "imps", "banshee"]
    others = ["harpies", "black_knight", "moon_cult", "fire_beetles", "necromancer"]
    t = scored([], [], [], hands=[first, others[:second], []])
    assert [t.sheet(seat).victory for seat in range(3)] == [6, points, 0], "full twos only (R7)"


def test_ties_for_most_and_second_most_victories() -> None:
    t = scored([], [], [], [], hands=[["witch", "imps"], ["banshee", "werewolf"], ["harpies"], []])
    assert [t.sheet(seat).victory for seat in range(4)] == [2, 2, 0, 0]
    t = scored(
        [], [], [], hands=[["witch", "imps", "moon_cult"], ["banshee", "werewolf"], ["harpies", "basilisk"]]
    )
    assert [t.sheet(seat).victory for seat in range(3)] == [3, 1, 1]


@clause("villagers", "score.7")
def test_the_largest_town_counts_challenges_too() -> None:
    t = scored(["farm", "witch", "werewolf"], ["baker", "bakery"], ["lord", "castle", "trader"])
    assert [t.sheet(seat).largest_town for seat in range(3)] == [3, 0, 3], "R8, and ties in full"
    t = scored(["farm", "witch", "werewolf"], ["baker", "bakery"], ["lord"])
    assert [t.sheet(seat).largest_town for seat in range(3)] == [3, 0, 0], "there is no second place"


@clause("villagers", "score.8", "pairs.1", "pairs.2")
def test_w22_pairs() -> None:
    t = scored(["farm", "farmer", "castle", "lord"], ["bakery"], hands=[[], ["baker"]])
    assert t.sheet(0).matchmaker == 4
    assert t.sheet(1).matchmaker == 0, "a partner in hand is not in town"
    view = t.view(None)["mayors"][0]["town"]
    assert {card["card"]: card["pair"] for card in view}["farm"] == "farmer"


@clause("villagers", "pairs.3", "pairs.4")
def test_w15_the_mystic_seer_pairs_with_a_free_citizen_only() -> None:
    assert scored(["farm", "farmer", "mystic_seer"], []).sheet(0).matchmaker == 2
    assert scored(["farm", "farmer", "mystic_seer", "baker"], []).sheet(0).matchmaker == 4
    assert scored(["mystic_seer", "baker", "trader"], []).sheet(0).matchmaker == 2, "once only"
    assert scored(["mystic_seer", "farm", "jouster"], []).sheet(0).matchmaker == 0
    assert scored(["mystic_seer", "deputy_mayor"], []).sheet(0).matchmaker == 2, "R34"
    assert scored(["mystic_seer"], []).sheet(0).matchmaker == 0


@clause("villagers", "score.9", "overview.2")
def test_the_basic_game_knows_no_pairs_and_no_abilities() -> None:
    basic: dict[str, object] = {"advanced": False}
    t = scored(["farm", "farmer", "playhouse"], [], options=basic)
    assert t.sheet(0).matchmaker == 0
    assert t.sheet(0).town_value == 3 + 2 + 1, "the Playhouse counts no citizens"
    t = table("recruit", options=basic, towns=[["castle", "stable", "tavern"]])
    t.do(0, "recruit", "trader")
    assert t.may() == {f"roll {n}" for n in range(7)}
    t.do(0, "roll", 0, dice=(3,))
    assert t.hand(0)[-1] == "village_well", "no bonus by the Castle, no roll by the Stable"
    t = table("defend", options=basic, towns=[["murder_bats"], ["werewolf"]])
    t.do(0, "attack", "murder_bats")
    t.do(0, "town", dice=(2,))
    assert "murder_bats" in t.hand(0), "one success is enough (R23)"


@clause("villagers", "score.11")
def test_the_total_is_the_sum_and_gold_is_worth_nothing() -> None:
    rich = scored(["farm", "farmer"], [], hands=[["angry_mob", "witch"], []], gold=[50, 0])
    poor = scored(["farm", "farmer"], [], hands=[["angry_mob", "witch"], []], gold=[0, 50])
    sheet = rich.sheet(0)
    assert sheet == (5, 3, 0, 1, 3, 2)
    assert sheet.total == 14 == poor.sheet(0).total
    assert rich.view(None)["mayors"][0]["score"]["total"] == 14


@clause("villagers", "score.3")
def test_heroes_in_hand_do_not_count() -> None:
    t = scored(["jouster"], [], [], hands=[[], ["paladin", "old_knight"], []])
    assert [t.sheet(seat).heroic for seat in range(3)] == [2, 0, 0]


@clause("villagers", "score.4", "score.6")
def test_the_third_place_brings_nothing() -> None:
    t = scored(["jouster", "paladin", "old_knight"], ["road_rider", "younger_twin"], ["marsh_archer"])
    assert [t.sheet(seat).heroic for seat in range(3)] == [6, 2, 0]
    hands = [
        ["witch", "imps", "werewolf", "basilisk"],
        ["grey_wolf", "harpies", "banshee"],
        ["giant_spider", "plague_rats"],
    ]
    t = scored([], [], [], hands=hands)
    assert [t.sheet(seat).victory for seat in range(3)] == [4, 1, 0]


@clause("villagers", "pairs.3", "pairs.4")
@pytest.mark.parametrize(
    ("town", "pairs"),
    [
        (["mystic_seer", "baker"], 1),
        (["mystic_seer", "baker", "miller"], 1),
        (["mystic_seer", "baker", "miller", "trader"], 2),
        (["mystic_seer", "village_well"], 1),
        (["village_well", "mystic_seer", "baker"], 1),
        (["village_well", "mystic_seer", "baker", "miller"], 2),
        (["mystic_seer", "baker", "village_well", "bakery"], 2),
        (["village_well", "bakery", "baker", "mystic_seer"], 2),
    ],
)
def test_several_cards_that_pair_with_any_citizen(town: list[str], pairs: int) -> None:
    """The Baker, the Bakery and the Village Well do, here: the most pairs that the rule allows are counted (R34)."""
    own = "".join(
        f'[[card]]\nid = "{card}"\nname = "{card}"\nkind = "{kind}"\nprice = 2\nvalue = 1\n{more}source = "house"\n'
        for card, kind, more in (
            ("baker", "citizen", 'earnings = 1\npair = "any citizen"\n'),
            ("village_well", "building", 'pair = "any citizen"\n'),
            ("bakery", "building", 'pair = "any citizen"\n'),
            ("washerwoman", "citizen", "earnings = 1\n"),
        )
    )
    t = table("build", options={"cards": own}, towns=[town], turn=0)
    assert t.sheet(0).matchmaker == 2 * pairs
