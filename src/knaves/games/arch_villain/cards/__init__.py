"""The static side of the game: the tables behind the numbers. Made once, shared by all positions."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from knaves.core.cards import Card, own_or_house, read_rows
from knaves.core.errors import BadCards
from knaves.core.step import Option
from knaves.games.arch_villain.cards.effects import AllRange, NoRetaliation, Use
from knaves.games.arch_villain.cards.rows import Hero, Loss, Power, Scoring, Tables, Talent, Weapon

# Items, in the order the board lists them; the first four are tokens, the others cards.
HEALTH, CUBES, ENERGY, DIE, POWER, WEAPON, TALENT = range(7)
ITEMS = ("health", "cubes", "energy", "die", "power", "weapon", "talent")
TOKENS = 4
# Kinds of cards, in the order of their faces. A card item is its kind + TOKENS.
KINDS = ("power", "weapon", "talent", "contact", "villain")
CONTACT, VILLAIN = 3, 4
SKILLS = ("agility", "strength", "mental")
TYPES = ("energy_emission", "mental_powers", "life_form_control", "physical_enhancement")
TURNS = ("alarm", "range", "2", "3", "4", "5")
ALARM, RANGE, FIRST_BLUE = 0, 1, 2
MOST_DICE = 10  # box.4

COUNTS = {"power": 24, "weapon": 16, "talent": 16, "contact": 8, "villain": 16, "hero": 5}
HOUSE_FILES = ("board", "powers", "weapons", "talents", "contacts", "villains", "heroes")


class Box:
    """Tables by face. Faces are numbered: powers, weapons, talents, contacts, villains."""

    def __init__(self, t: Tables) -> None:
        self.tables = t
        rows: list[Card] = [*t.power, *t.weapon, *t.talent, *t.contact, *t.villain]
        self.cards = rows
        self.face_of = {row.id: face for face, row in enumerate(rows)}
        sizes = (len(t.power), len(t.weapon), len(t.talent), len(t.contact), len(t.villain))
        self.kind = tuple(kind for kind, size in enumerate(sizes) for _ in range(size))
        starts = [sum(sizes[:kind]) for kind in range(len(sizes) + 1)]
        self.faces = [range(starts[kind], starts[kind + 1]) for kind in range(len(sizes))]
        self.contacts_from, self.villains_from = starts[CONTACT], starts[VILLAIN]
        payable: list[Power | Weapon | Talent] = [*t.power, *t.weapon, *t.talent]
        self.cost = tuple(row.cost for row in payable)
        self.squares = tuple(row.squares for row in payable)
        self.ranged = tuple(not isinstance(row, Talent) and row.range for row in payable)
        self.plus = tuple(isinstance(row, Power) and row.plus for row in payable)
        self.all_range = tuple(_inside(row, AllRange) for row in payable)
        self.no_retaliation = tuple(_inside(row, NoRetaliation) for row in payable)
        self.type = tuple(TYPES.index(row.type) if isinstance(row, Power) else -1 for row in payable)
        self.points = tuple(row.points if isinstance(row, Talent) else 0 for row in payable)
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
        for face, contact in zip(self.faces[CONTACT], t.contact, strict=True):
            self.uses_of[face] = list(range(len(self.uses), len(self.uses) + len(contact.uses)))
            self.uses += [(face, use) for use in contact.uses]
        self.villains = t.villain
        self.special = tuple(
            tuple(next((sp.number for sp in row.special if sp.type == kind), 0) for kind in TYPES)
            for row in t.villain
        )
        self.strikes = tuple(
            tuple((TURNS.index(st.turn), ITEMS.index(st.item)) for st in row.strikes) for row in t.villain
        )
        self.heroes: tuple[Hero, ...] = t.hero
        self._board(t)

    def _board(self, t: Tables) -> None:
        self.amount = tuple(item.amount for item in t.item)
        self.spaces = t.space
        self.open = tuple(
            tuple(at for at, space in enumerate(t.space) if space.players <= seats) for seats in range(6)
        )
        # By number of players and item: every placement.
        self.placing: list[list[list[Option]]] = [
            [[("place", item, at) for at in self.open[seats]] for item in range(7)] for seats in range(6)
        ]
        self.placing_all = [[o for rows in by_item for o in rows] for by_item in self.placing]
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


def _check(t: Tables, file: str) -> None:
    """As many of everything as the box has, no id twice, and a board that can be played on."""
    for table, count in COUNTS.items():
        rows: tuple[Card, ...] = getattr(t, table)
        if len(rows) != count:
            raise BadCards(f"{file}: there must be {count} rows [[{table}]], not {len(rows)}.")
    ids: set[str] = set()
    for table in COUNTS:
        for row in getattr(t, table):
            if row.id in ids:
                raise BadCards(f"{file}: the id {row.id!r} is there twice.")
            ids.add(row.id)
    if tuple(item.id for item in t.item) != ITEMS or tuple(turn.id for turn in t.turn) != TURNS:
        raise BadCards(f"{file}: items and turns are those of the book, in its order.")
    plain = {row.id for row in t.reward if not row.points}
    if plain != {"health", "power", "weapon", "talent", "contact"}:
        raise BadCards(f"{file}: health, power, weapon, talent and contact are the plain rewards.")
    if not any(space.players <= 2 for space in t.space):
        raise BadCards(f"{file}: two players need at least one action space.")
    payable: list[Power | Weapon | Talent] = [*t.power, *t.weapon, *t.talent]
    for card in payable:
        faces = card.symbols if isinstance(card, Weapon) else card.damage
        if list(faces) != sorted(faces):
            raise BadCards(f"{file}: the table of {card.id} falls; a higher die does no less.")
    for power in t.power:
        if any(not 1 <= one.face <= 6 for one in power.items):
            raise BadCards(f"{file}: {power.id} shows an item at a face that no die has.")


@lru_cache(maxsize=16)
def box(own: str = "") -> Box:
    """Our tables, or those of a player's own file where it has some."""
    here = files(__package__)
    found: dict[str, object] = {}
    for name in HOUSE_FILES:
        path = here.joinpath(f"{name}.toml")
        tables = read_rows(path.read_text("utf-8"), f"{name}.toml", Tables)
        found.update(_given(tables))
    file = "the card files"
    if own:
        text, file = own_or_house(own, "", "")
        found.update(_given(read_rows(text, file, Tables)))
    merged = Tables(**found)  # type: ignore[arg-type]  # each came out of a Tables
    _check(merged, file)
    return Box(merged)


def _given(tables: Tables) -> dict[str, object]:
    return {name: value for name in Tables.__struct_fields__ if (value := getattr(tables, name))}
