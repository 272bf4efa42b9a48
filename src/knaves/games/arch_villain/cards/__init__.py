"""The static side of the game: the tables behind the numbers. Made once, shared by all positions."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.cards import Card, faces, house_rows, own_or_house, read_rows
from knaves.games.arch_villain.cards.check import check
from knaves.games.arch_villain.cards.effects import AllRange, NoRetaliation, Use
from knaves.games.arch_villain.cards.names import CONTACT, ITEMS, KINDS, SKILLS, TOKENS, TURNS, TYPES, VILLAIN
from knaves.games.arch_villain.cards.rows import Hero, Loss, Power, Scoring, Tables, Talent, Weapon

HOUSE_FILES = ("board", "powers", "weapons", "talents", "contacts", "villains", "heroes")


class HeroBox:
    """Tables by face. Faces are numbered: powers, weapons, talents, contacts, villains."""

    def __init__(self, t: Tables) -> None:
        self.kept: dict[str, dict[object, object]] = {}
        self.tables = t
        powers, weapons, talents = faces(t.power), faces(t.weapon), faces(t.talent)
        contacts, villains = faces(t.contact), faces(t.villain)
        rows: list[Card] = [*powers, *weapons, *talents, *contacts, *villains]
        self.cards = rows
        self.face_of: dict[str, int] = {}  # of copies the first
        for face, row in enumerate(rows):
            self.face_of.setdefault(row.id, face)
        sizes = (len(powers), len(weapons), len(talents), len(contacts), len(villains))
        self.kind = tuple(kind for kind, size in enumerate(sizes) for _ in range(size))
        starts = [sum(sizes[:kind]) for kind in range(len(sizes) + 1)]
        self.faces = [range(starts[kind], starts[kind + 1]) for kind in range(len(sizes))]
        self.contacts_from, self.villains_from = starts[CONTACT], starts[VILLAIN]
        payable: list[Power | Weapon | Talent] = [*powers, *weapons, *talents]
        self.cost = tuple(row.cost for row in payable)
        self.squares = tuple(row.squares for row in payable)
        self.ranged = tuple(not isinstance(row, Talent) and row.range for row in payable)
        self.plus = tuple(isinstance(row, Power) and row.plus for row in payable)
        self.all_range = tuple(_inside(row, AllRange) for row in payable)
        self.no_retaliation = tuple(_inside(row, NoRetaliation) for row in payable)
        self.type = tuple(TYPES.index(row.type) if isinstance(row, Power) else -1 for row in payable)
        self.points = tuple(row.points if isinstance(row, Talent) else 0 for row in payable)
        self.effects = tuple(() if isinstance(row, Weapon) else row.effects for row in payable)
        self.symbol = tuple(_symbol(row) for row in payable)
        self.weapon_skill = tuple(
            SKILLS.index(row.skill) if isinstance(row, Weapon) else -1 for row in payable
        )
        self.base = tuple(row.base if isinstance(row, Weapon) else 0 for row in payable)
        # By die: damage of powers and talents, symbols of weapons. Place 0 is no die.
        self.table = tuple(
            (-1, *row.symbols) if isinstance(row, Weapon) else (0, *row.damage) for row in payable
        )
        self.items = tuple(_items(row) for row in payable)
        self.uses: list[tuple[int, Use]] = []  # every use of every contact, numbered
        self.uses_of: dict[int, list[int]] = {}
        for face, contact in zip(self.faces[CONTACT], contacts, strict=True):
            self.uses_of[face] = list(range(len(self.uses), len(self.uses) + len(contact.uses)))
            self.uses += [(face, use) for use in contact.uses]
        self.villains = villains
        self.special = tuple(
            tuple(next((sp.number for sp in row.special if sp.type == kind), 0) for kind in TYPES)
            for row in villains
        )
        self.strikes = tuple(
            tuple((TURNS.index(st.turn), ITEMS.index(st.item)) for st in row.strikes) for row in villains
        )
        self.heroes: list[Hero] = faces(t.hero)
        self._board(t)

    def _board(self, t: Tables) -> None:
        self.amount = tuple(item.amount for item in t.item)
        self.endless = tuple(item.endless for item in t.item)  # items.7
        self.spaces = t.space
        self.open = tuple(
            tuple(at for at, space in enumerate(t.space) if space.players <= seats) for seats in range(6)
        )
        self.turn_dice = tuple(turn.dice for turn in t.turn)
        self.placements = (0, *(row.placements for row in t.round))
        self.defence = (0, *(row.defence for row in t.round))
        self.round_points = (0, *(row.points for row in t.round))
        self.damage = (0, *(row.damage for row in t.round))
        self.rounds = len(t.round)
        self.rewards = t.reward
        self.circles = tuple(at for at, row in enumerate(t.reward) if row.points)
        self.plain_rewards = tuple(at for at, row in enumerate(t.reward) if not row.points)
        self.reward_kind = tuple(KINDS.index(row.id) if row.id in KINDS else -1 for row in t.reward)
        self.sets = sorted(((row.each, row.points) for row in t.set), reverse=True)
        self.supply = tuple(
            next(row.count for row in t.supply if row.id == ITEMS[item]) for item in range(TOKENS)
        )
        assert t.loss is not None
        assert t.scoring is not None
        self.loss: Loss = t.loss
        self.scoring: Scoring = t.scoring


def _inside(row: Power | Weapon | Talent, effect: type) -> bool:
    return isinstance(row, Power) and any(isinstance(one, effect) for one in row.inside)


def _symbol(row: Power | Weapon | Talent) -> str:
    """What a contact looks for on a card (contact.3)."""
    if isinstance(row, Power):
        return row.origin
    return row.skill if isinstance(row, Weapon) else row.kind


def _items(row: Power | Weapon | Talent) -> tuple[tuple[int, int] | None, ...]:
    """By die: the token and amount that may be taken instead of damage."""
    found: list[tuple[int, int] | None] = [None] * 7
    if isinstance(row, Power):
        for one in row.items:
            found[one.face] = (ITEMS.index(one.item), one.amount)
    return tuple(found)


@lru_cache(maxsize=16)
def box(own: str = "") -> HeroBox:
    """Our tables, or those of a player's own file where it has some."""
    found: dict[str, object] = {}
    for name in HOUSE_FILES:
        found.update(_given(house_rows(__package__, f"{name}.toml", Tables)))
    text, file = own_or_house(own, "", "the card files")
    if own:
        found.update(_given(read_rows(text, file, Tables)))
    merged = Tables(**found)  # type: ignore[arg-type]  # each came out of a Tables
    check(merged, text, file)
    return HeroBox(merged)


def _given(tables: Tables) -> dict[str, object]:
    return {name: value for name in Tables.__struct_fields__ if (value := getattr(tables, name))}
