"""What stands on the board: the score tracks, the city as a ring line of eight areas with the Capitol as the hub, what
docks beside it, and the viewer's own goods, cards and plans."""

from __future__ import annotations

from typing import Literal, TypeAlias, cast, get_args

import msgspec

from knaves.core.board import LETTERS, PLAIN, Board, BoardScene, BoardSeat, Look, joined, looks_of, player_css
from knaves.core.kept import WHOLES, Kept, Lasting, remembered, written
from knaves.core.words import counted
from knaves.games.villains.cards import RESERVES, UNIT_IDS
from knaves.games.villains.screen.answers import FactionAnswers, UnitAct
from knaves.games.villains.screen.city import ROMAN, TOKEN_WORDS, FactionAreas, areas, rule_words, unit_look
from knaves.games.villains.screen.fight import CardInFull, Docked, docked, face
from knaves.games.villains.screen.phases import phase_of
from knaves.games.villains.screen.stakes import at_stake
from knaves.games.villains.state import FRESH, UNIT_NO
from knaves.games.villains.text_board import alike
from knaves.games.villains.view.types import (
    FactionCardView,
    FactionCityView,
    FactionSeatView,
    OwnView,
    PlanView,
    RuleView,
)

UPGRADES = (4, 7)
CHOSEN = "is-chosen"  # the class of what was picked already
TARGET_DOWN = "A target lies face down."


Shown: TypeAlias = Literal[
    "id",
    "faction",
    "area_points",
    "plan_points",
    "energy",
    "resources",
    "cards",
    "plans",
    "tokens",
    "captured",
    "upgrade",
    "capitol",
    "target",
    "aimed",
    "reserve",
    "scored",
]
"""What is drawn of a player's row; the rest follows from the faction."""


class Caught(msgspec.Struct, frozen=True):
    """A space of a capture track, and whose marker lies on it ("none": nobody's)."""

    kind: str
    letter: str


class FactionPlayer(Lasting, frozen=True):
    seat: str
    letter: str
    name: str
    note: str
    css: str
    faction: str
    icon: str
    area_points: int
    area_lead: bool
    plan_points: int
    plan_lead: bool
    energy: int
    resources: int
    cards: int
    plans: int
    tokens: int
    caught: list[Caught]
    upgrades: str
    upgrade: str  # what it does
    capitol: list[str]
    target: str  # "?": it lies face down
    target_title: str
    spied: bool
    pick: bool
    doing: str
    waits: bool
    told: str  # what else lies open


class EndRow(msgspec.Struct, frozen=True):
    letter: str
    says: str
    gain: int


class RaceCell(msgspec.Struct, frozen=True):
    number: int
    css: str
    letters: list[str]


class CityRule(msgspec.Struct, frozen=True):
    letter: str
    name: str
    tip: str


class Race(msgspec.Struct, frozen=True):
    name: str
    hint: str
    rules: list[CityRule]
    cells: list[RaceCell]


class Races(Lasting, frozen=True):
    rows: list[Race]


class FactionCard(msgspec.Struct, frozen=True):
    id: str
    css: str
    key: int | None
    name: str
    words: list[tuple[str, str]]  # what is printed on it, each with its name


class Reserve(msgspec.Struct, frozen=True):
    dom: str
    css: str
    thing: str
    option: str
    label: str
    title: str
    count: int


class RackToken(msgspec.Struct, frozen=True):
    id: str
    css: str
    name: str
    tip: str
    can: bool
    count: int


class HandCard(msgspec.Struct, frozen=True):
    id: str
    css: str
    key: int | None
    face: CardInFull


class PlanRow(msgspec.Struct, frozen=True):
    met: bool
    text: str
    have: str


class PlanFace(msgspec.Struct, frozen=True):
    id: str
    css: str
    key: int | None
    name: str
    now: str
    rows: list[PlanRow]


class FactionStock(msgspec.Struct, frozen=True):
    letter: str
    energy: int
    resources: int
    reserves: list[Reserve]
    rack: list[RackToken]


class FactionDesk(Lasting, frozen=True):
    stock: FactionStock
    hand: list[HandCard]
    hand_note: str
    plans: list[PlanFace]
    buried: str


class FactionBoard(Board, frozen=True, kw_only=True):
    turn: int
    phase: str
    deck: int
    discards: int
    discarded: str  # which cards they are
    players: list[FactionPlayer]
    ends: list[EndRow]
    ends_note: str
    races: Races
    areas: FactionAreas
    docked: Docked | None
    factions: list[FactionCard]
    own: FactionDesk | None


def board(scene: BoardScene) -> FactionBoard:
    view, answers = cast(FactionCityView, scene.view), FactionAnswers(scene)
    stakes, hints = at_stake(answers)
    phase = phase_of(scene)
    rows, note = ends(view, phase in ("scoring plans", "cleanup", "the end"))
    top_areas = max(seat["area_points"] for seat in view["seats"])
    top_plans = max(seat["plan_points"] for seat in view["seats"])
    return FactionBoard(
        stakes=stakes,
        hints=hints,
        turn=view["turn"],
        phase=phase,
        deck=view["deck"],
        discards=len(view["discard"]),
        discarded=alike(view["discard"]),
        players=[player(answers, seat, top_areas, top_plans) for seat in scene.order()],
        ends=rows,
        ends_note=note,
        races=races(view),
        areas=areas(answers),
        docked=docked(answers),
        factions=[
            FactionCard(
                row["id"],
                joined("fcard", scene.glow(row["id"], "is-off" if row["taken"] else "")),
                scene.key(row["id"]),
                row["name"],
                [
                    ("Always", row["passive"]),
                    ("Plans", f"{row['focus']}."),
                    *[(row[part]["name"], row[part]["text"]) for part in ("champion", "token")],
                ],
            )
            for row in view["factions"]
        ],
        own=own(answers, view["own"]) if view["own"] and not view["factions"] else None,
    )


# -- players and tracks -----------------------------------------------------------------------------


def player(answers: FactionAnswers, seat: BoardSeat, top_areas: int, top_plans: int) -> FactionPlayer:
    row, mine = answers.view["seats"][seat.seat], seat.seat == answers.scene.eye
    who = (seat.letter, seat.name, seat.note, player_css(seat, mine))
    leads = (row["area_points"] == top_areas > 0, row["plan_points"] == top_plans > 0)
    pick = row["id"] in answers.foes and not answers.fighting
    now = doing(row, seat, mine, seat.seat == answers.view["first"])
    fusion, choosing = answers.view["fusion"], bool(answers.view["factions"])
    key = (mine, who, leads, pick, now, seat.waited, fusion, choosing, written([row[fact] for fact in SHOWN]))
    return _players.get(key, _player, row, mine, who, leads, pick, now, seat.waited, fusion, choosing)


SHOWN: tuple[Shown, ...] = get_args(Shown)
_players: Kept[FactionPlayer] = Kept(WHOLES)


def _player(
    row: FactionSeatView,
    mine: bool,
    who: tuple[str, str, str, str],
    leads: tuple[bool, bool],
    pick: bool,
    doing: str,
    waits: bool,
    fusion: int,
    choosing: bool,
) -> FactionPlayer:
    """`who`: letter, name, note and classes. `leads`: in area points, in plan points."""
    letter, name, note, css = who
    return FactionPlayer(
        seat=row["id"],
        letter=letter,
        name=name,
        note=note,
        css=css,
        faction=row["faction"].capitalize() if row["faction"] else "no faction yet",
        icon=row["faction"] or "",
        area_points=row["area_points"],
        area_lead=leads[0],
        plan_points=row["plan_points"],
        plan_lead=leads[1],
        energy=row["energy"],
        resources=row["resources"],
        cards=row["cards"],
        plans=row["plans"],
        tokens=row["tokens"],
        caught=caught(row) if row["faction"] else [],
        upgrades="★" * row["upgrade"],
        upgrade=row["inventory"]["upgrades"][row["upgrade"] - 1]
        if row["inventory"] and row["upgrade"]
        else "",
        capitol=[ROMAN[number - 1] for number in row["capitol"]],
        target=row["target"].capitalize() if row["target"] else "?" if row["aimed"] else "",
        target_title=TARGET_DOWN if not row["target"] else "your target" if mine else "this target you know",
        spied=bool(row["target"]) and not mine,
        pick=pick,
        doing=doing,
        waits=waits,
        told=lies_open(row, fusion, choosing),
    )


def lies_open(row: FactionSeatView, fusion: int, choosing: bool) -> str:
    """What of a player there is no room for: units in reserve, scored plans, the track of Mr. Fusion. While factions
    are chosen nobody has any pieces."""
    if row["faction"] is None or choosing:
        return ""
    units = [
        counted(left, unit["name"], unit["plural"])
        for unit, left in zip(row["kit"], row["reserve"].values(), strict=True)
        if left
    ]
    told = [f"In reserve: {', '.join(units) or 'nothing'}."]
    if row["aimed"] and not row["target"]:
        told.append(TARGET_DOWN)
    if row["scored"]:
        told.append(f"Scored: {', '.join(row['scored'])}.")
    if row["faction"] == "scientists":
        told.append(f"Mr. Fusion has played {counted(fusion, 'card')} this turn.")
    return " ".join(told)


def doing(row: FactionSeatView, seat: BoardSeat, mine: bool, first: bool) -> str:
    now = ("Your call" if mine else "Deciding") if seat.waited else "Has passed" * row["passed"]
    if not first:
        return now
    return f"{now} · first" if now else "First this turn"


def caught(row: FactionSeatView) -> list[Caught]:
    markers = [LETTERS[by] if isinstance(by, int) else "none" for by in row["captured"]]
    return [
        Caught(kind, markers[place] if place < len(markers) else "")
        for place, kind in enumerate(row["track"])
    ]


def ends(view: FactionCityView, over: bool) -> tuple[list[EndRow], str]:
    """What the turn would bring if it ended now."""
    if over:
        return [], "The turn is over and counted."
    rows = [
        EndRow(
            LETTERS[row["seat"]],
            f"takes {', '.join(row['takes'])}" if row["takes"] else "takes nothing",
            row["gain"],
        )
        for row in view["outlook"]
        if row["gain"] or row["takes"]
    ]
    return rows, "" if rows else "Nobody would take or score anything."


def races(view: FactionCityView) -> Races:
    return _races([(seat["area_points"], seat["plan_points"]) for seat in view["seats"]], view["rules"])


@remembered
def _races(points: list[tuple[int, int]], made: list[RuleView]) -> Races:
    """`made`: rules in force in the whole city."""
    rules = [
        CityRule(LETTERS[rule["by"]], rule["name"], rule_words(rule, ", in the whole city")) for rule in made
    ]
    return Races(
        [
            race("Area points", 10, [area for area, _ in points], rules[::2]),
            race("Plan points", 12, [plan for _, plan in points], rules[1::2]),
        ]
    )


def race(name: str, top: int, points: list[int], rules: list[CityRule]) -> Race:
    cells = [
        RaceCell(
            number,
            joined(
                "race__cell",
                "race__cell--mark" if number in UPGRADES else "",
                "race__cell--win" if number == top else "",
            ),
            [LETTERS[seat] for seat, have in enumerate(points) if min(have, top) == number],
        )
        for number in range(top + 1)
    ]
    return Race(name, f"{top} wins · upgrade at 4, 7", rules, cells)


# -- the own bar ------------------------------------------------------------------------------------


def own(answers: FactionAnswers, row: OwnView) -> FactionDesk:
    scene, eye = answers.scene, answers.scene.eye or 0
    laid = [space["mine"] for area in answers.view["areas"] for space in area["spaces"] if space["mine"]]
    things = (*row["tokens"], *(card["id"] for card in (*row["hand"], *row["plans"])))
    me, looks, acts = answers.view["seats"][eye], looks_of(scene, things), answers.acts.get(RESERVES, {})
    mine = (me["faction"], me["energy"], me["resources"], me["reserve"])
    key = written((eye, scene.letter, mine, row, laid, looks, acts))
    return _desks.get(key, _own, eye, scene.letter, me, row, laid, looks, acts)


_desks: Kept[FactionDesk] = Kept(WHOLES)


def _own(
    eye: int,
    letter: str,
    me: FactionSeatView,
    row: OwnView,
    laid: list[str],
    looks: dict[str, Look],
    acts: dict[int, UnitAct],
) -> FactionDesk:
    """`laid`: the viewer's tokens that lie in the city; `acts`: what units in reserve answer."""
    buried = row["buried"]
    return FactionDesk(
        stock=FactionStock(
            letter=letter,
            energy=me["energy"],
            resources=me["resources"],
            reserves=reserves(acts, me, eye),
            rack=rack({thing: kind for thing, kind in row["tokens"].items() if thing not in laid}, looks),
        ),
        hand=[hand_card(card, looks.get(card["id"], PLAIN)) for card in row["hand"]],
        hand_note=counted(len(row["hand"]), "card"),
        plans=[plan_card(plan, looks.get(plan["id"], PLAIN)) for plan in row["plans"]],
        buried=f"under your plan deck: {', '.join(buried)}" if buried else "",
    )


def reserves(acts: dict[int, UnitAct], me: FactionSeatView, eye: int) -> list[Reserve]:
    found = []
    for kind, name in enumerate(UNIT_IDS):
        unit, left, kit = UNIT_NO[eye][FRESH[kind]], me["reserve"][name], me["kit"][kind]
        act = acts.get(unit)
        if left or act:
            found.append(
                Reserve(
                    dom=f"r-{name}",
                    css=joined(f"u u-{unit_look(name, me['faction'] or '')}", "is-choosable" if act else ""),
                    thing=f"unit:{unit}",
                    option=act.option if act else "",
                    label=f"{act.label} {left}" if act else "",
                    title=joined(f"{kit['name']}: costs {kit['cost']}.", kit["text"]),
                    count=left,
                )
            )
    return found


def rack(tokens: dict[str, str], looks: dict[str, Look]) -> list[RackToken]:
    """Tokens before the viewer, those of a type together."""
    heaps: dict[str, list[str]] = {}
    for thing, kind in tokens.items():
        heaps.setdefault(kind, []).append(thing)
    found = []
    for kind, things in heaps.items():
        lit = [thing for thing in things if looks.get(thing, PLAIN)[0] not in ("", CHOSEN)]
        thing = lit[0] if lit else things[0]
        css = joined(f"tok tok--up tk-{kind}", looks.get(thing, PLAIN)[0])
        name = kind.replace("_", " ")
        found.append(RackToken(thing, css, name, f"{name}: {TOKEN_WORDS[kind]}", bool(lit), len(things)))
    return found


def hand_card(card: FactionCardView, look: Look) -> HandCard:
    return HandCard(id=card["id"], css=joined("pc", look[0]), key=look[1], face=face(card))


def plan_card(plan: PlanView, look: Look) -> PlanFace:
    rows = []
    for one in plan["objectives"]:
        worth = f" (+{one['points']})" if one["points"] > 1 else ""
        have = " ".join(
            [f"{'?' if need['have'] is None else need['have']}/{need['want']}" for need in one["needs"]]
        )
        rows.append(PlanRow(one["met"], " and ".join([need["text"] for need in one["needs"]]) + worth, have))
    return PlanFace(
        id=plan["id"],
        css=joined("plan", look[0]),
        key=look[1],
        name=plan["name"],
        now=f"+{plan['now']}",
        rows=rows,
    )
