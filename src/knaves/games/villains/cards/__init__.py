"""The box of Villains, read from the data files, and what the face numbers stand for."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.cards import check_other_names, house_rows, house_text, own_or_house, read_rows, wrong
from knaves.games.villains.cards.effects import AGAINST_KAU, LASTING, OF_A_PLAYER, DeployFree, Nuke
from knaves.games.villains.cards.rows import (
    ActionCard,
    ActionFile,
    AreaFile,
    Faction,
    FactionFile,
    PlanFile,
    Unit,
)

AREAS = 9
CAPITOL, SEWERS, POLICE, LABORATORY, FACTORY, BANK, UNIVERSITY, SUBWAY, CHURCH = range(AREAS)
RESERVES = 9  # stands for "the reserves" where an area is named
GOON, MOLE, TALENT, PATSY, CHAMPION = range(5)
MUTANTS, MAFIA, SCIENTISTS, ROBOTS, BANKERS, COMMUNISTS, ALIENS, CULT = range(8)
DEPLOY, CARD, MOVE, BATTLE = range(4)
BIOHAZARD, HITMAN, FUSION, WILD, FREEZE, RISE_UP, INVADE, NOTHING = range(4, 12)
UNIT_IDS = ("goon", "mole", "talent", "patsy", "champion")


_areas = house_rows(__package__, "areas.toml", AreaFile)
_factions = house_rows(__package__, "factions.toml", FactionFile)

AREA = _areas.area
AREA_IDS = tuple(area.id for area in AREA)
SPACES = tuple(area.spaces for area in AREA)
ADJACENT = tuple(tuple(AREA_IDS.index(one) for one in area.adjacent) for area in AREA)
CAPITOL_POINTS = tuple(token.points for token in _areas.capitol_token)

FACTION = _factions.faction
TOKEN = (*_factions.token, *(faction.token for faction in FACTION))
TOKEN_IDS = tuple(token.id for token in TOKEN)
TOKEN_NAMES = {token.id: token.name for token in TOKEN}
REFUNDED = tuple(token.refunded for token in TOKEN)
TOKEN_INFLUENCE = tuple(token.influence for token in TOKEN)

UPGRADE = tuple(upgrade for faction in FACTION for upgrade in faction.upgrade)
FACTION_IDS = tuple(faction.id for faction in FACTION)
CAPTURES = tuple(faction.captures for faction in FACTION)
MIX = tuple(tuple(faction.units[unit] for unit in UNIT_IDS) for faction in FACTION)
TOKEN_MIX = tuple(
    tuple(TOKEN_IDS.index(name) for name, count in faction.tokens.items() for _ in range(count))
    for faction in FACTION
)


def _unit(faction: Faction, kind: int) -> Unit:
    if kind == CHAMPION:
        return faction.champion
    own = [unit for unit in faction.unit if unit.id == UNIT_IDS[kind]]
    return own[0] if own else _factions.unit[kind]


UNIT = tuple(tuple(_unit(faction, kind) for kind in range(5)) for faction in FACTION)
BASIC = _factions.unit
UNIT_NAMES = tuple(unit.name for unit in BASIC)
# By faction * 5 + type, for the steps that every game runs often.
COST = tuple(unit.cost for row in UNIT for unit in row)
DICE = tuple(unit.dice for row in UNIT for unit in row)
INFLUENCE = tuple(unit.influence for row in UNIT for unit in row)
TOUGH = tuple(unit.tough for row in UNIT for unit in row)
SKILLED = tuple(unit.skilled for row in UNIT for unit in row)
# By faction, then level: what the upgrade changes.
POWER: tuple[tuple[dict[str, int], ...], ...] = tuple(
    ({}, *({str(one.verb): one.value for one in upgrade.effects} for upgrade in faction.upgrade))
    for faction in FACTION
)

PLAN = house_rows(__package__, "plans.toml", PlanFile).plan
OBJECTIVE = tuple(one for plan in PLAN for one in plan.objectives)
FIRST_OBJECTIVE = tuple(sum(len(plan.objectives) for plan in PLAN[:n]) for n in range(len(PLAN)))
PLANS_OF = tuple(tuple(n for n, plan in enumerate(PLAN) if plan.faction == one) for one in FACTION_IDS)

# Slots: the action cards, then eight plans a faction, then the tokens of each faction.
ACTION_CARDS = 72
TARGETLESS = 2  # so many of them may name no area
NUKES = 1  # one area a turn is laid waste
PLAN_SLOTS = tuple(range(ACTION_CARDS + 8 * f, ACTION_CARDS + 8 * f + 8) for f in range(8))
_starts = [ACTION_CARDS + 64 + sum(len(mix) for mix in TOKEN_MIX[:f]) for f in range(9)]
TOKEN_SLOTS = tuple(range(_starts[f], _starts[f + 1]) for f in range(8))
SLOTS = _starts[8]


class FactionBox:
    """The action cards, which a player's own card file may replace. By face number."""

    def __init__(self, rows: tuple[ActionCard, ...]) -> None:
        pairs = [(row, target) for row in rows for target in row.targets]
        self.cards = tuple(row for row, _ in pairs)
        self.titles = rows
        self.title = tuple(rows.index(row) for row, _ in pairs)
        self.target = tuple(-1 if target == "none" else AREA_IDS.index(target) for _, target in pairs)
        self.cost = tuple(row.cost for row, _ in pairs)
        self.local = tuple(row.scope == "local" for row, _ in pairs)
        self.rule = tuple(row.kind == "rule" for row, _ in pairs)
        self.kau = tuple(row.kau for row, _ in pairs)
        self.with_target = tuple(
            f"{row.name} ({'no target' if target == 'none' else AREA[AREA_IDS.index(target)].name})"
            for row, target in pairs
        )


def _idle(row: ActionCard) -> str:
    """What a card says and would never do."""
    for effect in row.effects:
        verb = effect.__struct_config__.tag
        if isinstance(effect, LASTING) and row.kind == "event":
            return f'"{verb}" works until Cleanup: the kind of the card must be "rule".'
        if isinstance(effect, OF_A_PLAYER) and row.scope == "local":
            return f'"{verb}" is about a player wherever he is: the scope of the card must be "global".'
        if isinstance(effect, Nuke) and row.kind == "event":
            return f'"{verb}" keeps an area closed until Cleanup: the kind of the card must be "rule".'
        if isinstance(effect, DeployFree) and effect.ready and effect.unit != "talent":
            return f'"{verb}" readies skilled units alone: its unit must be "talent".'
        if row.kau and not isinstance(effect, AGAINST_KAU):
            return f'"{verb}" is nothing that Kau is immune to: `kau` must be false.'
    return ""


def _printed_names() -> list[str]:
    """What the places and pieces are called that no file replaces."""
    champions = [faction.champion.name for faction in FACTION]
    pieces = [*(area.name for area in AREA), *UNIT_NAMES, *champions, *TOKEN_NAMES.values()]
    return [*pieces, *(card.name for card in (*FACTION, *PLAN)), *(card.name for card in UPGRADE)]


@lru_cache(maxsize=16)
def box(own: str = "") -> FactionBox:
    text, name = own_or_house(own, house_text(__package__, "actions.toml"), "actions.toml")
    rows = read_rows(text, name, ActionFile).card
    if own:
        check_other_names(rows, _printed_names(), text, name)
    seen: set[str] = set()
    count = targetless = nukes = 0
    for n, row in enumerate(rows):
        if row.id in seen:
            wrong(text, name, f"$.card[{n}].id", f"the id {row.id!r} is there twice.")
        seen.add(row.id)
        if row.copies != 1:
            wrong(text, name, f"$.card[{n}].copies", "there is a copy for every target; leave `copies` out.")
        if sentence := _idle(row):
            wrong(text, name, f"$.card[{n}].effects", sentence)
        nukes += sum(isinstance(effect, Nuke) for effect in row.effects) * len(row.targets)
        if nukes > NUKES:
            wrong(text, name, f"$.card[{n}].effects", "only one card, in one copy, may be a nuke.")
        count += len(row.targets)
        targetless += row.targets.count("none")
        if targetless > TARGETLESS:
            sentence = f"at most {TARGETLESS} cards may be without a target."
            wrong(text, name, f"$.card[{n}].targets", sentence)
        if count > ACTION_CARDS:
            sentence = f"there must be {ACTION_CARDS} cards, one a target; from here on there are more."
            wrong(text, name, f"$.card[{n}].targets", sentence)
    if count < ACTION_CARDS:
        sentence = f"there must be {ACTION_CARDS} cards, one a target, not {count}."
        wrong(text, name, f"$.card[{len(rows) - 1}]", sentence)
    return FactionBox(rows)
