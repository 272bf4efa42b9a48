"""The tracks, the one-way transit map on which every line runs to The Root, and what the city is asked for."""

from __future__ import annotations

import msgspec

from knaves.core.board import joined
from knaves.core.kept import Lasting, remembered
from knaves.core.words import so_many
from knaves.games.new_angeles.screen.answers import GOAL, START, CorpAnswers
from knaves.games.new_angeles.screen.briefs import BACKS, EVENTS, PIECE_CSS, PIECE_NUMBERS
from knaves.games.new_angeles.view.events import lower_half
from knaves.games.new_angeles.view.types import (
    DeckView,
    DistrictView,
    EventView,
    ReserveView,
    ResourceView,
    SecretView,
)

DRAWN_WAYS = (0, 2, 5, 5, 7, 6, 9, 9, 9, 10, 0)
"""Where the style sheet draws each way out; a box of one's own may have others."""
FALLS = 25  # threat at which the city falls
LABELLED = 5  # threat: every so many spaces
TURNS = 5  # at most to come
NUMBERED = 9  # spaces of a resource track, at most, that have room for their numbers
LATER_SHOWN = 4  # events below the next one


class TrackCell(msgspec.Struct, frozen=True):
    text: str
    css: str


class CityTracks(Lasting, frozen=True):
    threat: int
    threat_note: str
    threat_cells: list[TrackCell]
    space: int
    round_cells: list[TrackCell]
    turns_left: int
    asset_deck: str
    turn_cells: list[TrackCell]


class YieldMark(msgspec.Struct, frozen=True):
    css: str
    amount: int


class Piece(msgspec.Struct, frozen=True):
    """`option`: it is an answer; `thing`: it is chosen by its district."""

    css: str
    dom: str
    option: str
    thing: str
    label: str


class DistrictTile(Lasting, frozen=True):
    dom: str
    id: str
    css: str
    label: str
    name: str
    exit: str  # where it leads, if not where it is drawn
    key: int
    yields: list[YieldMark]
    then: str
    then_css: str
    pieces: list[Piece]


class SupplyTrack(msgspec.Struct, frozen=True):
    id: str
    css: str
    label: str
    name: str
    cells: list[str]  # classes
    chosen: bool
    mark: str


class DemandPanel(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str
    note: str


class LaterEvent(msgspec.Struct, frozen=True):
    id: str  # "" while it lies face down
    css: str
    name: str


class EventPanel(msgspec.Struct, frozen=True):
    id: str  # "" while it lies face down
    css: str
    name: str
    text: str
    later: list[LaterEvent]  # those below it that the viewer knows, or whose backs all have seen


class DeckPile(msgspec.Struct, frozen=True):
    id: str
    css: str
    label: str
    cards: int
    key: int


class PieceCount(msgspec.Struct, frozen=True):
    thing: str
    css: str
    name: str
    count: int
    limit: int  # so many are in the box (10); 0 where that bounds nothing


class PieceCounts(Lasting, frozen=True):
    """What events and investments count, once more as numbers."""

    rows: list[PieceCount]


class CityMap(Lasting, frozen=True):
    """The city with what lies round it."""

    moving: bool
    districts: list[DistrictTile]
    event: EventPanel | None
    demand: DemandPanel
    supply: list[SupplyTrack]
    decks: list[DeckPile]
    discard: int


class CityAnswers(msgspec.Struct, frozen=True):
    """What can be done in the city: see `CorpAnswers`."""

    districts: dict[int, int]
    ways: dict[int, int]
    removals: dict[int, dict[str, str]]
    keys: dict[str, int]  # of resources and decks


def city(answers: CorpAnswers) -> CityMap:
    view = answers.view
    beside = answers.among([row["id"] for rows in (view["supply"], view["decks"]) for row in rows])
    at = CityAnswers(answers.districts, answers.ways, answers.removals, beside)
    rows = (view["supply"], view["decks"], view["discard"])
    return _city(at, view["city"], view["events"][: 1 + LATER_SHOWN], view["demand"], *rows)


@remembered
def _city(
    at: CityAnswers,
    rows: list[DistrictView],
    events: list[EventView],
    needed: SecretView,
    supplied: list[ResourceView],
    piles: list[DeckView],
    discard: int,
) -> CityMap:
    return CityMap(
        moving=bool(at.ways),
        districts=[
            district(
                row,
                at.districts.get(row["number"]),
                at.ways.get(row["number"], 0),
                at.removals.get(row["number"], {}),
            )
            for row in rows
        ],
        event=event(events),
        demand=DemandPanel(needed["id"], needed["name"], needed["text"], f"unmet: threat +{needed['worth']}"),
        supply=[supply(row, at.keys) for row in supplied],
        decks=[deck(row, at.keys) for row in piles],
        discard=discard,
    )


def tracks(answers: CorpAnswers) -> CityTracks:
    view = answers.view
    missing = any(row["have"] + row["coming"] < row["need"] for row in view["supply"])
    risk = view["demand"]["worth"] if missing else 0
    dealt = view["deal"] is not None
    left, assets = view["turns_left"], view["asset_deck"]
    return _tracks(view["threat"], risk, view["space"], view["spaces"], left, assets, dealt)


@remembered
def _tracks(
    threat: int, risk: int, here: int, spaces: list[int], left: int, assets: int, dealt: bool
) -> CityTracks:
    """`risk`: what threat is added if the demand stays unmet; `assets`: in their deck."""
    note = f"{FALLS}: the city falls" + (f"; hatched: demand unmet, +{risk}" if risk else "")
    upto = min(threat + risk, FALLS) if risk else -1
    return CityTracks(
        threat=threat,
        threat_note=note,
        threat_cells=[
            TrackCell(
                str(space) if space % LABELLED == 0 or space == threat else "",
                "at" if space == threat else "upto" if space == upto else "",
            )
            for space in range(FALLS + 1)
        ],
        space=here + 1,
        round_cells=[
            TrackCell(str(number) if number else "D", "at" if space == here else "")
            for space, number in enumerate(spaces)
        ],
        turns_left=left,
        asset_deck=f"{so_many(assets, 'asset')} in the deck",
        turn_cells=[
            TrackCell(str(turn), "back" if turn <= left else "at" if turn == left + 1 and dealt else "void")
            for turn in range(1, TURNS + 1)
        ],
    )


@remembered
def district(row: DistrictView, key: int | None, way: int, removals: dict[str, str]) -> DistrictTile:
    """`key`: of the answer that the district is; `way`: whether an android starts or arrives here."""
    number = row["number"]
    elsewhere = DRAWN_WAYS[number] != row["exit"]
    exploited = "android" in row["pieces"]
    now = makes(row, row["output"], row["then"])
    soon = makes(row, row["coming"], row["after"]) if exploited else now
    said = f"Makes {now}" if soon == now else f"Makes {soon} in the Production Phase; now {now}"
    return DistrictTile(
        dom=f"district-{number}",
        id=row["id"],
        css=joined(
            f"dist d{number} t{row['tier']}",
            "is-choosable" if key is not None else "",
            "goal" if way == GOAL else "",
            "other" if elsewhere else "",
        ),
        label=f"{row['name']}, tier {row['tier']}: {', '.join(row['pieces']) or 'empty'}. {said}",
        name=row["name"],
        exit=f"→{row['exit'] or 'Root'}" if elsewhere else "",
        key=key or 0,
        yields=[yielded(row, place, exploited) for place in range(len(row["yields"]))],
        then=row["after"],
        then_css=PIECE_CSS.get(row["after"], ""),
        pieces=[piece(row, name, way, removals.get(name, "")) for name in row["pieces"]],
    )


def makes(row: DistrictView, amounts: list[int], then: str) -> str:
    """So much of each resource of a district, and what comes of it."""
    made = [f"{kind['name']} {n}" for n, kind in zip(amounts, row["yields"], strict=True)]
    return ", ".join([*made, f"then {then}"] if then else made)


def yielded(row: DistrictView, place: int, exploited: bool) -> YieldMark:
    made, kind = row["coming" if exploited else "output"][place], row["yields"][place]
    state = ("go" if made else "no") if exploited else "" if made else "no"
    return YieldMark(joined(f"rs {kind['name']}", "" if place else "r1", state), made or kind["amount"])


def piece(row: DistrictView, name: str, way: int, option: str) -> Piece:
    """`option`: that takes it away."""
    number, css = row["number"], PIECE_CSS[name]
    if option:
        label = f"Remove {name} from {row['name']}"
        return Piece(f"bit {css} is-choosable", f"b{number}{css}", option, "", label)
    if name == "android" and way == START:
        label = f"Move the android of {row['name']}"
        return Piece("bit an is-choosable", f"b{number}an", "", row["id"], label)
    return Piece(f"bit {css}", "", "", "", "")


def supply(row: ResourceView, keys: dict[str, int]) -> SupplyTrack:
    have, need, soon = row["have"], row["need"], row["have"] + row["coming"]
    lit, key = row["id"] in keys, keys.get(row["id"], 0)
    cells = []
    for space in range(row["last"] + 1):
        at = "on" if space == have else "plus" if have < space <= soon else ""
        cells.append(joined(at, "goal" if space and space == need else ""))
    state = "sup--no" if soon < need else "sup--ok" if have >= need else ""
    return SupplyTrack(
        id=row["id"],
        css=joined("sup", state, "sup--long" if len(cells) > NUMBERED else "", "is-choosable" if lit else ""),
        label=f"{row['name']} {have}, {row['coming']} to come, demand {need}",
        name=row["name"],
        cells=cells,
        chosen=bool(key),
        mark=str(key) if key else "✓" if soon >= need else f"✕{need - soon}",
    )


def event(rows: list[EventView]) -> EventPanel | None:
    """The next event: its back, or its face where the viewer knows it."""
    if not rows:
        return None
    row, back = rows[0], BACKS[rows[0]["back"]]
    later = [
        LaterEvent(one["id"], BACKS[one["back"]].css, one["name"] or f"back: {BACKS[one['back']].name}")
        for one in rows[1:]
    ]
    if row["name"]:
        text = f"{EVENTS[row['name']]} {lower_half(row)}"
        return EventPanel(row["id"], back.css, row["name"], text, later)
    return EventPanel("", back.css, f"Next event: {back.name}", f"Threat {back.text}", later)


def deck(row: DeckView, keys: dict[str, int]) -> DeckPile:
    return DeckPile(
        row["id"],
        joined(f"deck {row['name']}", "is-choosable" if row["id"] in keys else ""),
        f"{row['name']} {row['cards']}",
        row["cards"],
        keys.get(row["id"], 0),
    )


@remembered
def counts(pieces: list[list[str]], reserve: list[ReserveView]) -> PieceCounts:
    """Of the pieces of each district; `reserve`: those that are limited."""
    limits = {row["name"]: row["limit"] for row in reserve}
    rows = []
    for name, css in PIECE_CSS.items():
        count = sum(name in row for row in pieces)
        thing = f"piece:{PIECE_NUMBERS[name]}"
        rows.append(PieceCount(thing, f"bit {css}", name, count, limits.get(name, 0)))
    return PieceCounts(rows)
