"""Cards of an own file mean what their numbers say, whatever the box has printed."""

from __future__ import annotations

from importlib.resources import files

import pytest

import knaves
from knaves.games.villains.cards import CHAMPION
from knaves.games.villains.state import FRESH
from tests.games.villains.table import BANK, A, B, C, heard, options, play, state, strength, use_card

TEXT = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")


def held(title: str, old: str, new: str) -> knaves.Position:
    """Seat A may play a card in the Bank, one number of which is another."""
    head, card = TEXT.split(f'id = "{title}"')
    assert old in card.split("[[card]]")[0]
    return knaves.scenario(
        {
            "game": "villains",
            "seats": 4,
            "seed": 1,
            "options": {"cards": f'{head}id = "{title}"{card.replace(old, new, 1)}'},
            "set": {
                "factions": ["mutants", "scientists", "aliens", "communists"],
                "step": "act",
                "first": "A",
                "hands": {"A": [title], "B": ["windfall", "stupor", "massacre", "mobilize"]},
                "control": {"bank": "A"},
                "units": {"A": {"bank": ["goon"]}, "B": {"bank": ["6 talent"]}},
                "tokens": {"bank": ["A card"], "church": ["A card"], "sewers": ["B card"]},
            },
        }
    )


def playing(title: str, old: str, new: str) -> knaves.Position:
    pos = held(title, old, new)
    use_card(pos, BANK, title)
    return pos


@pytest.mark.parametrize(
    ("title", "old", "rule"),
    [
        ("ample_cover", "value = 1", "cover"),
        ("display_of_brilliance", "value = 2", "card_token"),
        ("march_the_streets", "value = 2", "deploy_token"),
        ("go_go_go", "value = 1", "deploy_limit"),
        ("massacre", "value = 1", "extra_die"),
        ("military_cache", "value = 2", "attack_bonus"),
        ("police_payoff", "value = 1", "toll"),
        ("rousing_speech", "value = 2", "influence"),
    ],
)
def test_a_rule_of_another_number(title: str, old: str, rule: str) -> None:
    rows = state(playing(title, old, "value = 7")).mods
    assert rows and {(row.rule, row.value) for row in rows} == {(rule, 7)}


def test_events_of_other_numbers() -> None:
    assert state(playing("windfall", "value = 2", "value = 7")).resources[A] == 7
    assert len(state(playing("stroke_of_genius", "value = 2", "value = 7")).hand[A]) == 7
    assert state(playing("market_instability", "value = 1", "value = 7")).energy == [9, 2, 2, 2]
    shakedown = playing("shakedown", "value = 1", "value = 3")
    for _ in range(3):
        assert len(options(shakedown)) > 1
        play(shakedown, *options(shakedown, "throw")[0])
    assert len(state(shakedown).hand[B]) == 1


def test_attacks_and_units_of_other_numbers() -> None:
    fish = playing("fish_in_a_barrel", "value = 4", "value = 1")
    assert len(state(fish).graves) == 3
    more = playing("fish_in_a_barrel", "dice = 3, value = 4", "dice = 5, value = 1")
    assert len(state(more).graves) == 5
    mobilize = playing("mobilize", "count = 2", "count = 4")
    for _ in range(4):
        play(mobilize, *options(mobilize, "deploy")[0])
    assert not options(mobilize, "deploy") and state(mobilize).in_play(A) == 5
    for title, old, new in (
        ("blown_cover", "bonus = 3", "bonus = 4"),
        ("to_the_death", "again = true", "bonus = 4, again = true"),
    ):
        fight = held(title, old, new)
        said = heard(fight)
        use_card(fight, BANK, title)
        assert all("needing 1:" in line for line in said if line.startswith("A rolls"))
        assert all("needing 3:" in line for line in said if line.startswith("B rolls"))
        assert len([line for line in said if " rolls " in line]) > 2


@pytest.mark.parametrize(("mark", "influence"), [("true", 1), ("false", 0)])
def test_kau_is_immune_to_what_bears_his_mark_and_to_nothing_else(mark: str, influence: int) -> None:
    pos = playing("stand_down", "kau = true", f"kau = {mark}")
    state(pos).add(C, BANK, FRESH[CHAMPION])
    assert strength(pos, C, BANK) == influence
