"""Whether card files make a box that can be played with. What a single row may say is in `rows` and `effects`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from knaves.core.cards import Card
from knaves.core.errors import BadCards
from knaves.games.arch_villain.cards.effects import FreeCard, Origin, Skill, TalentKind
from knaves.games.arch_villain.cards.names import ITEMS, KINDS, TOKENS, TURNS
from knaves.games.arch_villain.cards.rows import Power, Tables, Talent, Weapon

COUNTS = {"power": 24, "weapon": 16, "talent": 16, "contact": 8, "villain": 16, "hero": 5}  # box.2
ROUNDS = 5
MOST_SPACES = 20
MOST_CIRCLES = 10
PLAIN_REWARDS = ("health", "power", "weapon", "talent", "contact")  # protect.2
SYMBOLS = {"power": get_args(Origin), "weapon": get_args(Skill), "talent": get_args(TalentKind)}


def check(t: Tables, file: str) -> None:
    """As many of everything as the box has, nothing twice, and a board that can be played on."""
    try:
        _cards(t)
        _board(t)
    except ValueError as error:
        raise BadCards(f"{file}: {error}") from None


def _once(names: Iterable[object], what: str) -> None:
    seen: set[object] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{what} {name!r} is there twice.")
        seen.add(name)


def _cards(t: Tables) -> None:
    decks: dict[str, Sequence[Card]] = {
        "power": t.power,
        "weapon": t.weapon,
        "talent": t.talent,
        "contact": t.contact,
        "villain": t.villain,
        "hero": t.hero,
    }
    for table, rows in decks.items():
        for row in rows:
            if not 1 <= row.copies <= COUNTS[table]:
                raise ValueError(f"{row.id} has {row.copies} copies; 1 to {COUNTS[table]} are possible.")
        if (have := sum(row.copies for row in rows)) != COUNTS[table]:
            raise ValueError(f"there must be {COUNTS[table]} cards [[{table}]], not {have}.")
    _once((row.id for rows in decks.values() for row in rows), "the id")
    payable: list[Power | Weapon | Talent] = [*t.power, *t.weapon, *t.talent]
    for card in payable:
        by_face = list(card.symbols if isinstance(card, Weapon) else card.damage)
        if by_face != sorted(by_face):
            raise ValueError(f"the table of {card.id} falls; a higher die does no less.")
    for power in t.power:
        _once((one.face for one in power.items), f"{power.id}: the item at face")
    for villain in t.villain:
        _once((one.type for one in villain.special), f"{villain.id}: the special number against")
    for contact in t.contact:
        for use in contact.uses:
            if isinstance(use, FreeCard) and (strange := set(use.symbols) - set(SYMBOLS[use.kind])):
                known = ", ".join(SYMBOLS[use.kind])
                raise ValueError(
                    f"{contact.id}: no {use.kind} has the symbol {min(strange)!r}; known: {known}."
                )


def _board(t: Tables) -> None:
    if tuple(item.id for item in t.item) != ITEMS or tuple(turn.id for turn in t.turn) != TURNS:
        raise ValueError("items and turns are those of the book, in its order.")
    for item in t.item[TOKENS:]:
        if item.amount != 1 or item.endless:
            raise ValueError(f"the item {item.id} is one card, and has a cube when it is chosen.")
    if tuple(row.number for row in t.round) != tuple(range(1, ROUNDS + 1)):
        raise ValueError(f"there are rounds 1 to {ROUNDS}, in this order.")
    _once((row.id for row in t.space), "the space")
    if len(t.space) > MOST_SPACES:
        raise ValueError(f"there are {len(t.space)} action spaces; {MOST_SPACES} are the most.")
    if not any(space.players <= 2 for space in t.space):
        raise ValueError("two players need at least one action space.")
    _once((row.id for row in t.reward), "the reward")
    plain = [row for row in t.reward if not row.points]
    if {row.id for row in plain} != set(PLAIN_REWARDS):
        raise ValueError("health, power, weapon, talent and contact are the plain rewards.")
    if len(t.reward) - len(plain) > MOST_CIRCLES:
        raise ValueError(f"{MOST_CIRCLES} red circles are the most.")
    for row in t.reward:
        if bool(row.amount) != (row.id == "health"):
            raise ValueError(f"the reward {row.id}: health has an amount, a card or a red circle has none.")
        if row.points and row.id in KINDS:
            raise ValueError(f"the reward {row.id} is a card, and no red circle.")
    _once((row.each for row in t.set), "the set of")
    _once((row.id for row in t.supply), "the supply of")
    if missing := set(ITEMS[:TOKENS]) - {row.id for row in t.supply}:
        raise ValueError(f"the supply of {min(missing)} is missing.")
