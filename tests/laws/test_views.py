"""The law of views: what lies on the table is seen by somebody, or the game says why not (`Game.unseen`)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

import knaves
from knaves.core.fields import saved_fields
from knaves.core.state import State
from knaves.games import about, find
from tests.laws.tables import every_game, walk

SET_UP = 8  # what is chosen in a set-up lies there for a few answers alone
OURS = {field.name for field in saved_fields(State)}


def others(value: object) -> list[object]:
    """The same field with another value, of the same kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value ^ 2]
    if isinstance(value, str):
        return [value + "x"]
    if value is None:
        return [0]
    if isinstance(value, tuple) and hasattr(value, "_replace"):
        return [None]
    if isinstance(value, list | tuple):
        kind = type(value)
        made: list[object] = [kind(value[:-1]), kind(value[1:])] if value else []
        for at, one in enumerate(value):
            made += [kind([*value[:at], other, *value[at + 1 :]]) for other in others(one)[:2]]
        return made[:24]
    if isinstance(value, dict):
        return [dict(list(value.items())[:-1])] if value else []
    return []


def seen(position: knaves.Position) -> Iterator[bytes]:
    """By each seat and a spectator; what they see alike is worked out once (a law of tests/laws/test_secrecy.py)."""
    common = position.common()
    for eye in (*range(position.seats), None):
        yield msgspec.json.encode(position.view_with(eye, common))


def shows(position: knaves.Position, name: str, before: list[bytes]) -> bool:
    """Does any view hang on this field? `before`: what is seen as it stands."""
    for value in others(getattr(position.state, name)):
        twin = position.clone()
        setattr(twin.state, name, value)
        try:
            if any(now != view for now, view in zip(seen(twin), before, strict=True)):
                return True
        except Exception:  # a value that cannot be: but the view has looked at it
            return True
    return False


@every_game
def test_every_field_is_seen_or_said_not_to_be(game: str) -> None:
    rules = find(game)
    fields = {field.name for field in saved_fields(rules.state)} - OURS
    assert set(rules.unseen) <= fields and all(rules.unseen.values())
    todo = set(fields)
    for seed in range(3):
        for seats in about(game).seats:
            position = knaves.start(game, seats=seats, seed=seed)
            for count, _ in enumerate(walk(position, Random(seed))):
                if count < SET_UP or count % 25 == seed:
                    # what is said to be in no view is looked for in the first games alone
                    looked = todo if seed == 0 else todo - set(rules.unseen)
                    before = [*seen(position)] if looked else []
                    todo -= {name for name in looked if shows(position, name, before)}
    missing = todo - set(rules.unseen)
    assert not missing, f"in no view, and not in {rules.title}'s `unseen`: {sorted(missing)}"
    assert not set(rules.unseen) - todo, f"views do show {sorted(set(rules.unseen) - todo)}"
