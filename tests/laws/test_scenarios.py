"""Laws of scenarios: whatever a stranger writes is a position, or is refused in one sentence, and quickly."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

import knaves
from knaves.games import about
from tests.laws.tables import every_game

HUGE = 2**40
WORDS_OF_PEOPLE = ("A", "bank", "spy", "doomking", "castle", "power", "5", "deal", "", "x" * 500)
STRANGE: tuple[object, ...] = (
    *(None, True, -1, 0, 3, HUGE, 10**30, 0.5, "\N{SUPERSCRIPT TWO}", *WORDS_OF_PEOPLE),
    *("9" * 5000, ["9" * 5000 + " goon"], [""], {"A": [""]}, {"A": {"bank": ["9" * 5000 + " goon"]}}),
    *([], [HUGE], [[]], [[HUGE]], [None] * 9, ["A"] * 100_000, [[["A"]]], [{}], [0, 1, 2, 3], [["A", "B"]]),
    *(
        {},
        {"A": HUGE},
        {"A": []},
        {"A": ["x"]},
        {"A": {}},
        {"bank": HUGE},
        {"0": [HUGE]},
        {"Z": 1},
        {HUGE: 1},
    ),
    *({"A": {"bank": [f"{HUGE} goon"]}}, {"A": {"bank": [HUGE]}}, {"doomking": [HUGE, HUGE]}, {1: [None]}),
    [{"hero": HUGE, "energy": HUGE, "skills": [HUGE]}],
    *([{"energy": HUGE}], [{"score": HUGE}], [{"skills": [HUGE, 0, 0]}], [{"cards": ["x"]}], [{"fate": 1}]),
    [{"area": "bank", "unit": "goon", "owner": "A", "by": "B", "count": HUGE}],
)


def words_of(game: str) -> list[str]:
    """The words of a game: it lists them where one is not known."""
    with pytest.raises(knaves.BadScenario, match="knows no word") as caught:
        arrange(game, {"no such word": 1})
    return str(caught.value).rstrip(".").partition("it knows: ")[2].split(", ")


def arrange(game: str, words: dict[str, object]) -> knaves.Position:
    return knaves.scenario({"game": game, "seats": about(game).seats[-1], "seed": 1, "set": words})


@every_game
def test_whatever_is_written_is_a_position_or_refused_in_a_sentence(game: str) -> None:
    for word in words_of(game):
        for value in STRANGE:
            start = process_time()
            try:
                position = arrange(game, {word: value})
            except knaves.BadScenario as error:
                said = str(error)
                assert said.endswith(".") and len(said) < 600 and "\n" not in said, (word, value, said)
            else:
                assert knaves.load(position.save()) == position
                rng = Random(1)
                for _ in range(5):
                    if (ask := position.ask()) is None:
                        break
                    position.take(ask.seats[0], rng.choice(ask.options(ask.seats[0])))
            assert process_time() - start < 2.0, (word, value)


@every_game
def test_a_word_nearly_right_is_told(game: str) -> None:
    for word in words_of(game):
        with pytest.raises(knaves.BadScenario, match="is it "):
            arrange(game, {f"{word}z": 1})


# Cards that the set-up may have dealt, laid out or turned up, named for another place.
DEALT_ELSEWHERE: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("syndicate", "hand", {"deck": ["live_wire", "cold_feet", "royal_decree", "unlit_alley"]}),
    ("syndicate", "hand", {"locations": {"doomking": ["live_wire", "cold_feet", "royal_decree"]}}),
    ("new_angeles", "hands", {"decks": ["puff_piece"] * 5 + ["liquidation"] * 5}),
    ("new_angeles", "hands", {"hands": {0: ["liquidation"] * 5, 1: ["puff_piece"] * 5}}),
    ("new_angeles", "track", {"asset_deck": ["eiko", "tanaka", "midori", "susan_chen", "mr_li"]}),
    ("new_angeles", "track", {"assets": {0: ["eiko", "tanaka", "midori", "susan_chen"]}}),
    ("arch_villain", "hand", {"round": 5, "decks": {"villain": ["crimson_death", "red_tide", "night_engine"]}}),
    ("villagers", "hand", {"deck": ["castle", "farm", "stable", "tower"]}),
    ("villains", "hand", {"deck": ["massacre", "windfall", "cease_fire"]}),
)  # fmt: skip


@pytest.mark.parametrize(("game", "field", "words"), DEALT_ELSEWHERE)
def test_what_is_named_is_there_whatever_was_dealt(game: str, field: str, words: dict[str, object]) -> None:
    """Chance deals the rest: nobody whose cards are not named has fewer for it."""

    def sizes(**said: object) -> list[int]:
        s = knaves.scenario({"game": game, "seats": 4, "seed": seed, "set": said}).state
        return [len(pile) if isinstance(pile, list | tuple) else 1 for pile in getattr(s, field)]

    held = words["hands"] if isinstance(words.get("hands"), dict) else {}
    assert isinstance(held, dict)
    for seed in range(12):
        found, usual = sizes(**words), sizes()
        assert len(found) == len(usual)
        assert [found[at] for at in range(len(found)) if at not in held] == [
            usual[at] for at in range(len(usual)) if at not in held
        ], (seed, found)
