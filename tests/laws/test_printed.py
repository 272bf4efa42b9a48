"""The law of what is printed: every word and every number of the card files is told by a face or by a view."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import knaves
from knaves.core.cards import Card
from knaves.games import about, find
from knaves.web.draw.faces import draw_face, faces
from knaves.web.draw.rendering import GAMES_DIR
from tests.laws.tables import every_game, walk
from tests.laws.test_views import others

ABOUT_THE_FILE = {"id", "source", "house", "known", "copies"}
SAID_BY_THE_TEXT = {
    "effects",
    "uses",
    "action",
    "power",
    "wins",
    "revealed",
    "step",
    "contract",
    "contract_capital",
}
BESIDE: dict[str, dict[str, str]] = {
    "arch_villain": {"Talent.squares": "where dice lie on it: the board draws them"},
    "new_angeles": {
        "Action.safe": "for the advice of bots",
        "Corp.emergency": "the card itself says whose it is",
        "Rival.corp": "its name says it",
    },
    "syndicate": {
        "Villain.colour": "the colour of the pieces",
        "board.toml: text": "a remark about the file",
    },
    "villagers": {
        "VillageCard.start": "where it lies at the beginning",
        "VillageCard.instead_of": "which card of the box it replaces",
    },
    "villains": {
        "PlanCard.number": "its place in the file",
        "Faction.token.cost": "the token has a face of its own",
        "Faction.token.influence": "the token has a face of its own",
    },
}
"""What is told nowhere, and why."""


def strings(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of data, with the name of its field."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner, key)


@cache
def told(game: str) -> str:
    """All that faces say, and the views of two eyes in a game."""
    said = {text for face in faces(game) for _, text in strings(msgspec.to_builtins(face))}
    position = knaves.start(game, seats=max(about(game).seats), seed=0)
    for count, _ in enumerate(walk(position, Random(0))):
        if count % 40 == 0:
            said |= {text for eye in (0, None) for _, text in strings(position.view(eye))}
    return "\n".join(sorted(said))


@every_game
def test_every_sentence_of_the_card_files_is_told(game: str) -> None:
    missing: dict[str, list[str]] = defaultdict(list)
    for file in (GAMES_DIR / game / "cards").glob("*.toml"):
        for key, text in strings(tomllib.loads(file.read_text("utf-8"))):
            if " " in text and key not in ABOUT_THE_FILE and text not in told(game):
                missing[f"{file.name}: {key}"].append(text)
    assert set(missing) == {name for name in BESIDE.get(game, {}) if ".toml" in name}, dict(missing)


def parts(row: Struct, within: str = "") -> Iterator[tuple[str, Struct, str]]:
    """Every field of a row and of the rows within it: what it is called, whose it is, its name."""
    for name in row.__struct_fields__:
        if name in ABOUT_THE_FILE | SAID_BY_THE_TEXT or name.endswith("_source"):
            continue
        value = getattr(row, name)
        if isinstance(value, Struct):
            yield from parts(value, f"{within or type(row).__name__}.{name}")
        else:
            yield f"{within or type(row).__name__}.{name}", row, name


def changes(game: str, row: Card, part: Struct, name: str) -> bool:
    """Does the face of a card hang on this field of it?"""
    before = draw_face(game, row)
    for value in others(getattr(part, name)):
        try:
            if draw_face(game, with_part(row, part, replace(part, **{name: value}))) != before:
                return True
        except (
            KeyError,
            ValueError,
            AttributeError,
            TypeError,
        ):  # it cannot be: but the face has looked at it
            return True
    return False


def with_part(row: Card, part: Struct, other: Struct) -> Card:
    """The card with another row within it, or another card."""
    if part is row:
        assert isinstance(other, Card)
        return other
    return replace(row, **{name: other for name in row.__struct_fields__ if getattr(row, name) is part})


@every_game
def test_every_field_of_a_card_is_on_its_face(game: str) -> None:
    missing, found = set[str](), set[str]()
    for row in find(game).card_list():
        for called, part, name in parts(row):
            if called not in found:
                (found if changes(game, row, part, name) else missing).add(called)
    assert missing - found == {name for name in BESIDE.get(game, {}) if ".toml" not in name}
