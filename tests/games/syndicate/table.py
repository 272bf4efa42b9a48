"""Table talk for the Syndicate's tests: constructed positions, cards by name, and what lies where."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import knaves
from knaves.games.syndicate.cards import box
from knaves.games.syndicate.state import SyndicateCity
from tests.support import ask_of, do

CARDS = Path(__file__).with_name("cards.toml").read_text("utf-8")
SHADOWHEART, SUPERNOVA, DOOMKING, GOLDHAMMER, ELECTRODE, SPY = range(6)
COLOURS = ("shadowheart", "supernova", "doomking", "goldhammer", "electrode")
START: dict[str, object] = {
    "active": 0,
    "action": "shadowheart",  # between Electrode and Shadowheart
    "mission": "doomking",  # between Supernova and Doomking; the next mission is Doomking's and Goldhammer's
}


def at(seats: int = 4, seed: int = 1, **words: Any) -> knaves.Position:
    """A position in which seat 0 is about to act, and what `words` say is different."""
    goals = [*COLOURS][:seats]
    given = {**START, "goals": goals, **words}
    words = {"game": "syndicate", "seats": seats, "seed": seed, "options": {"cards": CARDS}, "set": given}
    return knaves.scenario(words)


def city(p: knaves.Position) -> SyndicateCity:
    assert isinstance(p.state, SyndicateCity)
    return p.state


def card(key: str) -> int:
    """The slot of a Support card in a real game (never in an imagined one)."""
    return [row.id for row in box(CARDS).support].index(key)


def values(*wanted: int, space: int = 3, apart: tuple[str, ...] = ()) -> list[str]:
    """Different cards that count these values in a mission at this space."""
    counts = box(CARDS).value[space]
    taken: list[str] = [*apart]
    for value in wanted:
        key = next(
            row.id for n, row in enumerate(box(CARDS).support) if counts[n] == value and row.id not in taken
        )
        taken.append(key)
    return taken[len(apart) :]


def with_values(*wanted: int, seats: int = 4, deck: list[int] | None = None, **words: Any) -> knaves.Position:
    """A position at the start of a mission between Doomking and Goldhammer; each seat holds one card of that value."""
    keys = values(*wanted, *(deck or []))
    hands = [[key] for key in keys[: len(wanted)]]
    given: dict[str, Any] = {"step": "begin", "hands": hands, "deck": keys[len(wanted) :], **words}
    return at(seats, **given)


def play_mission(p: knaves.Position) -> None:
    """Starts the mission; everybody lays the first card of the hand."""
    do(p, city(p).active, "begin")
    lay_all(p)


def lay_all(p: knaves.Position) -> None:
    """Everybody lays a card, and the active player lets the count stand."""
    for seat in range(p.seats):
        hand = city(p).hand[seat]
        do(p, seat, *(("lay", hand[0]) if hand else ("abstain",)))
    let_stand(p)


def let_stand(p: knaves.Position) -> None:
    """The active player, who cannot change the count, lets it stand."""
    if p.choice is not None and p.choice.options == [("stand",)] and p.choice.seat == city(p).active:
        do(p, city(p).active, "stand")


def track(p: knaves.Position, villain: int) -> tuple[int, int]:
    """Lowest and highest cell with a cube; (0, -1) is empty."""
    return city(p).low[villain], city(p).high[villain]


def cubes(p: knaves.Position, seat: int) -> list[int]:
    return city(p).cubes[seat * 5 : seat * 5 + 5]


def told(p: knaves.Position, seat: int | None, *answer: object, by: int) -> list[str]:
    """What a seat hears when somebody answers so."""
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    do(p, by, *answer)
    p.listen(None)
    texts = [p.text(event, seat) for event in heard]
    return [text for text in texts if text is not None]


def verbs(p: knaves.Position, seat: int) -> set[str]:
    ask = ask_of(p)
    return {option[0] for option in (ask.options(seat) or ask.interjections(seat))}


def may(p: knaves.Position, seat: int, verb: str) -> list[tuple[int, ...]]:
    """The things this seat may do with this verb now."""
    ask = ask_of(p)
    return [option[1:] for option in (ask.options(seat) or ask.interjections(seat)) if option[0] == verb]


def worlds(p: knaves.Position, seat: int | None, count: int = 60) -> list[SyndicateCity]:
    """Worlds that this seat imagines."""
    rng = Random(4)
    return [city(p.imagine(seat, rng)) for _ in range(count)]
