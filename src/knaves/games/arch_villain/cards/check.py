"""Whether card files make a box that can be played with. What a single row may say is in `rows` and `effects`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from knaves.core.cards import Card, as_heard, wrong
from knaves.games.arch_villain.cards.effects import FreeCard, Origin, Skill, TalentKind
from knaves.games.arch_villain.cards.names import FIRST_BLUE, ITEMS, TOKENS, TURNS
from knaves.games.arch_villain.cards.rows import Power, Tables, Talent, Weapon

COUNTS = {"power": 24, "weapon": 16, "talent": 16, "contact": 8, "villain": 16, "hero": 5}  # box.2
ROUNDS = 5
MOST_SPACES = 20
MOST_CIRCLES = 10
PLAIN_REWARDS = ("health", "power", "weapon", "talent", "contact")  # protect.2
SYMBOLS = {"power": get_args(Origin), "weapon": get_args(Skill), "talent": get_args(TalentKind)}


class _Wrong(Exception):
    """Where in the file, and what."""

    def __init__(self, path: str, sentence: str) -> None:
        self.path, self.sentence = path, sentence


def check(t: Tables, text: str, file: str) -> None:
    """As many of everything as the box has, nothing twice, and a board that can be played on."""
    try:
        _cards(t, text)
        _board(t)
    except _Wrong as found:
        wrong(text, file, found.path, found.sentence)


def _once(names: Iterable[object], path: str, what: str) -> None:
    """`path` has {} for the place in the row."""
    seen: set[object] = set()
    for at, name in enumerate(names):
        if name in seen:
            raise _Wrong(path.format(at), f"{what} {name!r} is there twice.")
        seen.add(name)


def _cards(t: Tables, text: str) -> None:
    decks: dict[str, Sequence[Card]] = {
        "power": t.power,
        "weapon": t.weapon,
        "talent": t.talent,
        "contact": t.contact,
        "villain": t.villain,
        "hero": t.hero,
    }
    ids, names = set[str](), set[str]()
    for table in sorted(decks, key=lambda table: f"[[{table}]]" in text):  # those of the file after ours
        rows = decks[table]
        if (have := sum(row.copies for row in rows)) != COUNTS[table]:
            sentence = f"there must be {COUNTS[table]} cards [[{table}]], not {have}."
            raise _Wrong(f"$.{table}[{len(rows) - 1}]", sentence)
        for at, row in enumerate(rows):
            if row.id in ids:
                raise _Wrong(f"$.{table}[{at}].id", f"the id {row.id!r} is there twice.")
            ids.add(row.id)
            if as_heard(row.name) in names:
                raise _Wrong(f"$.{table}[{at}].name", f"{row.name!r} is the name of another card already.")
            names.add(as_heard(row.name))
    _squares(t)
    _tables_rise("power", t.power)
    _tables_rise("weapon", t.weapon)
    _tables_rise("talent", t.talent)
    for at, power in enumerate(t.power):
        _once((one.face for one in power.items), f"$.power[{at}].items", "the item at face")
    for at, villain in enumerate(t.villain):
        _once((one.type for one in villain.special), f"$.villain[{at}].special", "the special number against")
    for at, contact in enumerate(t.contact):
        if not contact.uses or any(isinstance(use, FreeCard) and not use.symbols for use in contact.uses):
            raise _Wrong(f"$.contact[{at}].uses", f"{contact.id} has no use, or one that names no symbol.")
        if any(use in contact.uses[:n] for n, use in enumerate(contact.uses)):
            raise _Wrong(f"$.contact[{at}].uses", f"{contact.id} has the same use twice.")
        for use in contact.uses:
            if isinstance(use, FreeCard) and (strange := set(use.symbols) - set(SYMBOLS[use.kind])):
                known = ", ".join(SYMBOLS[use.kind])
                sentence = f"no {use.kind} has the symbol {min(strange)!r}; known: {known}."
                raise _Wrong(f"$.contact[{at}].uses", sentence)


def _squares(t: Tables) -> None:
    """What needs a die needs a square to put it on (effect.1)."""
    tables: dict[str, Sequence[Power | Weapon | Talent]] = {
        "power": t.power,
        "weapon": t.weapon,
        "talent": t.talent,
    }
    for table, rows in tables.items():
        for at, card in enumerate(rows):
            inside = isinstance(card, Power) and (card.items or card.inside)
            if not card.squares and (isinstance(card, Weapon) or any(card.damage) or inside):
                sentence = f"{card.id} has no square for a die, and something that needs one."
                raise _Wrong(f"$.{table}[{at}].squares", sentence)


def _tables_rise(table: str, rows: Sequence[Power | Weapon | Talent]) -> None:
    for at, card in enumerate(rows):
        field = "symbols" if isinstance(card, Weapon) else "damage"
        by_face = list(card.symbols if isinstance(card, Weapon) else card.damage)
        if by_face != sorted(by_face):
            sentence = f"the table of {card.id} falls; a higher die does no less."
            raise _Wrong(f"$.{table}[{at}].{field}", sentence)


def _board(t: Tables) -> None:
    if tuple(item.id for item in t.item) != ITEMS:
        raise _Wrong("$.item[0]", f"the items are those of the book, in this order: {', '.join(ITEMS)}.")
    if tuple(turn.id for turn in t.turn) != TURNS:
        raise _Wrong("$.turn[0]", f"the turns are those of the book, in this order: {', '.join(TURNS)}.")
    for at, turn in enumerate(t.turn[:FIRST_BLUE]):
        if turn.dice:
            raise _Wrong(
                f"$.turn[{at}].dice", f"the villain hits back on blue spaces only, not on {turn.id}."
            )
    for at, item in enumerate(t.item):
        if at >= TOKENS and (item.amount != 1 or item.endless):
            sentence = f"the item {item.id} is one card, and has a cube when it is chosen."
            raise _Wrong(f"$.item[{at}]", sentence)
    if tuple(row.number for row in t.round) != tuple(range(1, ROUNDS + 1)):
        raise _Wrong("$.round[0]", f"there are rounds 1 to {ROUNDS}, in this order.")
    _once((row.id for row in t.space), "$.space[{}].id", "the space")
    if len(t.space) > MOST_SPACES:
        raise _Wrong(
            f"$.space[{MOST_SPACES}]", f"there are {len(t.space)} action spaces; {MOST_SPACES} are the most."
        )
    if not any(space.players <= 2 for space in t.space):
        raise _Wrong("$.space[0].players", "two players need at least one action space.")
    _rewards(t)
    _once((row.each for row in t.set), "$.set[{}].each", "the set of")
    _once((row.id for row in t.supply), "$.supply[{}].id", "the supply of")
    if missing := set(ITEMS[:TOKENS]) - {row.id for row in t.supply}:
        raise _Wrong("$.supply[0]", f"the supply of {min(missing)} is missing.")


def _rewards(t: Tables) -> None:
    _once((row.id for row in t.reward), "$.reward[{}].id", "the reward")
    plain = [row for row in t.reward if not row.points]
    if {row.id for row in plain} != set(PLAIN_REWARDS):
        raise _Wrong("$.reward[0]", "health, power, weapon, talent and contact are the plain rewards.")
    if len(t.reward) - len(plain) > MOST_CIRCLES:
        raise _Wrong("$.reward[0]", f"{MOST_CIRCLES} red circles are the most.")
    for at, row in enumerate(t.reward):
        if bool(row.amount) != (row.id == "health"):
            sentence = f"the reward {row.id}: health has an amount, a card or a red circle has none."
            raise _Wrong(f"$.reward[{at}]", sentence)
