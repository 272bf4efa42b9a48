"""Sets up tables for the tests, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import cast

import knaves
from knaves.core.step import Option
from knaves.games.arch_villain.cards import box
from knaves.games.arch_villain.cards.names import ITEMS
from knaves.games.arch_villain.state import HeroCity
from knaves.games.arch_villain.view.types import HeroCityView
from tests.support import ask_of

GAME = "arch_villain"
HEROES = ("bulwark", "switchback", "moth", "old_thunder", "comet")
BOX = box()

Player = Mapping[str, object]


def table(seats: int = 2, players: Iterable[Player] = (), **words: object) -> knaves.Position:
    """A position at seat 0's action, unless the words say otherwise. Bulwark, who has no knack, sits there."""
    given = list(players)
    given += [{}] * (seats - len(given))
    others = iter(hero for hero in HEROES if hero not in [player.get("hero") for player in given])
    named = [{"hero": player.get("hero") or next(others), "energy": 10, **player} for player in given]
    words = {"order": list(range(seats)), "players": named, **words}
    return knaves.scenario({"game": GAME, "seats": seats, "seed": 1, "set": words})


def arrest(dice: list[int], cards: Iterable[str] = (), **words: object) -> knaves.Position:
    """Seat 0 has rolled these dice in an arrest on the blue 3. Words of a player may stand among the others."""
    own = {"energy", "health", "skills", "dice_tokens", "hero"}
    player: dict[str, object] = {"cards": list(cards), "energy": 0}
    player |= {name: words.pop(name) for name in own & set(words)}
    words = {"turn": "3", "villain": "crimson_death", **words}
    seats = int(str(words.pop("seats", 2)))
    return table(seats, [player], step="arrest", dice=dice, **words)


def state(p: knaves.Position) -> HeroCity:
    return cast(HeroCity, p.state)


def seen(p: knaves.Position, seat: int | None = 0) -> HeroCityView:
    return cast(HeroCityView, p.view(seat))


def slot(p: knaves.Position, card: str) -> int:
    return p.state.face.index(BOX.face_of[card])


def options(p: knaves.Position, *verbs: str) -> list[Option]:
    """What the seat that is asked may answer; of these verbs only, if some are named."""
    ask = ask_of(p)
    return [o for o in ask.options(ask.seats[0]) if not verbs or o[0] in verbs]


def asked(p: knaves.Position) -> int:
    ask = ask_of(p)
    return ask.seats[0]


def say(p: knaves.Position, verb: str, *things: int | str) -> None:
    """The seat that is asked answers. Cards, items, spaces and rewards may be named."""
    p.apply(
        asked(p), (verb, *(thing if isinstance(thing, int) else number(p, verb, thing) for thing in things))
    )


def place(p: knaves.Position, item: int | str, space: int | str) -> None:
    """In the option phase: an item, and where it goes."""
    chosen = item if isinstance(item, int) else number(p, "place", item)
    say(p, "place", chosen)
    say(p, "on", chosen, space)


def number(p: knaves.Position, verb: str, name: str) -> int:
    spaces = [row.id for row in BOX.spaces]
    rewards = [row.id for row in BOX.rewards]
    if verb in ("protect", "reward"):
        return rewards.index(name)
    if verb in ("place", "green", "take") and name in ITEMS:
        return ITEMS.index(name)
    if name in spaces:
        return spaces.index(name)
    return slot(p, name)


def put(p: knaves.Position, card: str, pips: int, to: int | None = None) -> None:
    """A die on a card, raised if need be."""
    say(p, "load", card)
    if p.stack[-1].lines[p.stack[-1].line] != "die":
        return  # only one way to do it: the engine did it
    wanted = ("use", slot(p, card), pips) if to in (None, pips) else ("raise", slot(p, card), pips, to)
    found = [o for o in options(p) if o[: len(wanted)] == wanted]
    assert found, f"{wanted} is not among {options(p)}"
    p.apply(asked(p), found[0])


def blow(p: knaves.Position) -> tuple[int, int]:
    """The damage and the defence as the strike would be now."""
    dice = seen(p)["dice"]
    assert dice is not None
    return dice["damage"], dice["defence"]


def strike(p: knaves.Position) -> None:
    found = options(p, "strike")
    p.apply(asked(p), found[0])


def events(p: knaves.Position) -> list[knaves.Event]:
    """All that happens from now on."""
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    return heard


def told(p: knaves.Position, heard: list[knaves.Event]) -> list[str]:
    return [text for event in heard if (text := p.text(event, None)) is not None]


def card_file(name: str, *changes: tuple[str, str]) -> str:
    """A file of the box with some words changed."""
    text = files("knaves.games.arch_villain").joinpath("cards", f"{name}.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def own_table(cards: str, **words: object) -> knaves.Position:
    """A table with a card file of its own."""
    words = {"order": [0, 1], **words}
    return knaves.scenario({"game": GAME, "seats": 2, "seed": 1, "options": {"cards": cards}, "set": words})
