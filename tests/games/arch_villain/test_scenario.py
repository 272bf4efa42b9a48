"""Scenarios: what can be said, and what is refused."""

from __future__ import annotations

import pytest

import knaves
from tests.games.arch_villain.table import BOX, GAME, asked, place, seen, state, table

VILLAINS = [row.id for row in BOX.villains]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"round": 6}, "from 1 to 5"),
        ({"turn": "6"}, "no turn called"),
        ({"villain": "lightning"}, "no villain called"),
        ({"order": [0, 0]}, "2 different seats"),
        ({"seat": 7}, "no seat 7"),
        ({"step": "sleep"}, "no step called 'sleep'"),
        ({"spaces": {"moon": ["die"]}}, "no space called"),
        ({"spaces": {"railyard": ["die"]}}, "not open"),
        ({"spaces": {"dockside": ["physician"]}}, "power or weapon or talent"),
        ({"green": {"die": [9]}}, "no seat 9"),
        ({"decks": {"power": ["chain"]}}, "no power called"),
        ({"weather": "fog"}, "weather"),
        ({"green": {"energy": [1]}}, "any number of times"),
        ({"step": "end", "turn": "4"}, "ends after the last turn only"),
        ({"turn": "alarm", "step": "arrest", "dice": [6]}, "may not try an arrest on this turn"),
        ({"turn": "range", "step": "arrest", "dice": [6]}, "may not try an arrest on this turn"),
        ({"turn": "range", "step": "retaliation", "dice": [6]}, "on the blue turns only"),
        ({"villain": "red_tide", "decks": {"villain": ["red_tide"]}}, "used all the box has"),
        ({"round": 3, "decks": {"villain": VILLAINS[:14]}}, "too few villains"),
        ({"step": "arrest", "dice": [7]}, "from 1 to 6"),
    ],
)
def test_what_cannot_be_is_refused(words: dict[str, object], says: str) -> None:
    with pytest.raises(knaves.BadScenario, match=says):
        table(2, [], **words)


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ({"energy": 80}, "from 0 to 70"),
        ({"energy": -1}, "from 0 to 70"),
        ({"skills": [9, 0, 0]}, "tracks"),
        ({"hero": "batman"}, "no hero called"),
        ({"fate": "asleep"}, "no fate called"),
        ({"fate": "left"}, "has a reward"),
        ({"arrested_on": "2"}, "on a turn"),
        ({"reward": "cake"}, "no reward called"),
        ({"fate": "left", "reward": "five_points"}, "red circles are only for those who arrested"),
        ({"fate": "arrested", "reward": "health", "arrested_on": "alarm"}, "arrested on the alarm turn"),
        ({"fate": "arrested", "reward": "health", "arrested_on": "5"}, "a turn that is still to come"),
    ],
)
def test_players_that_cannot_be_are_refused(player: dict[str, object], says: str) -> None:
    with pytest.raises(knaves.BadScenario, match=says):
        table(2, [player])


def test_somebody_must_be_in_the_round_and_fighters_too() -> None:
    out = {"fate": "knocked out"}
    with pytest.raises(knaves.BadScenario, match="in the round"):
        table(2, [out, out])
    with pytest.raises(knaves.BadScenario, match="out of the round"):
        table(2, [out], step="arrest", dice=[6])
    with pytest.raises(knaves.BadScenario, match="2 entries at most"):
        knaves.scenario({"game": GAME, "seats": 2, "set": {"players": [{}, {}, {}]}})


def test_at_the_end_whoever_still_stands_chooses_though_another_is_knocked_out() -> None:
    p = table(3, [{}, {"fate": "knocked out"}, {}], step="end", turn="5")
    assert asked(p) == 0
    out = {"fate": "knocked out"}
    assert seen(table(2, [out, out], step="end", turn="5"))["round"] == 2  # nobody stands: the round is over


def test_a_scenario_saves_and_loads() -> None:
    p = table(3, [{"cards": ["lightning"]}], round=3, turn="3", step="arrest", dice=[6, 5])
    assert knaves.load(p.save()) == p


def test_decks_give_their_cards_in_the_order_named() -> None:
    p = table(2, decks={"weapon": ["chain", "long_bow"]}, step="option", placed=6)
    place(p, 5, 0)
    place(p, 5, 0)
    assert [card["key"] for card in seen(p)["spaces"][0]["cards"]] == ["chain", "long_bow"]


def test_heroes_change_places() -> None:
    first = seen(table(2, [{"hero": "comet"}, {"hero": "moth"}]))["players"]
    assert [player["hero"] for player in first] == ["comet", "moth"]
    swapped = seen(table(2, [{"hero": "comet"}, {"hero": "comet"}]))["players"]
    assert swapped[1]["hero"] == "comet"
    assert swapped[0]["hero"] != "comet"


def test_who_changes_heroes_has_what_stands_on_the_other_card() -> None:
    for seed in range(8):
        given = [{"hero": "bulwark", "skills": [4, 5, 3]}, {}, {"hero": "comet", "health": 1}]
        words = {"game": GAME, "seats": 3, "seed": seed, "set": {"players": given}}
        for player in seen(knaves.scenario(words))["players"]:
            begins = {"bulwark": 4, "comet": 1}.get(player["hero"], 3)
            assert (player["health"], player["dice"]) == (begins, 2)
            assert all(player["skills"][name] <= end for name, end in player["ends"].items())
    with pytest.raises(knaves.BadScenario, match="the three tracks of this hero end at"):
        table(2, [{"hero": "bulwark", "skills": [4, 5, 3]}, {"hero": "bulwark"}])  # the first has another


def test_villains_that_are_named_are_not_those_of_the_rounds_before() -> None:
    for villain in VILLAINS[:8]:
        rest = [one for one in VILLAINS if one != villain][:3]
        p = table(2, round=3, villain=villain, decks={"villain": rest})
        met = seen(p)["villain"]
        assert met is not None and met["key"] == villain and len(state(p).discard) == 2
        coming = [BOX.cards[state(p).face[slot]].id for slot in state(p).decks[4]]
        assert coming[-4:] == [*reversed(rest), villain]
