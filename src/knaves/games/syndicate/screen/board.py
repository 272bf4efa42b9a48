"""What stands on the board: the rondel with its two markers, the power tracks, the mission and its stakes, what is
behind your screen."""

from __future__ import annotations

from typing import cast

import msgspec

from knaves.core.board import PLAIN, Board, BoardScene, BoardSeat, Look, joined, looks_of, player_css
from knaves.core.kept import Lasting, remembered
from knaves.games.syndicate.screen.cards import (
    ICONS,
    KEYS,
    CubePick,
    LaidCard,
    SupportFace,
    cube_pick,
    laid_card,
    support,
)
from knaves.games.syndicate.screen.mission import MissionPanel, mission
from knaves.games.syndicate.screen.rondel import RondelPanel, rondel
from knaves.games.syndicate.screen.stakes import at_stake
from knaves.games.syndicate.view import GoalView, SyndicateCityView, SyndicateVillainView, YouView

SPY = 5
GOAL_AT = 5  # Power that wins
MANY_CARDS = 6


class Sign(msgspec.Struct, frozen=True):
    """A villain, or the spy, by icon and colour."""

    icon: str
    key: str
    name: str = ""


class Accused(msgspec.Struct, frozen=True):
    number: int
    icon: str
    says: str
    card: str


class SyndicatePlayer(msgspec.Struct, frozen=True):
    letter: str
    name: str
    note: str
    css: str
    seat: str
    pick: str  # the class of the button that chooses this player; "" where nobody is chosen
    cards: int
    cards_word: str
    screen: str
    denied: list[Sign]
    denied_words: str
    goal: Accused | None
    doing: str
    doing_icon: str


class Suspect(msgspec.Struct, frozen=True):
    """Another player, the goal if it is known, and those that it cannot be."""

    letter: str
    name: str
    goal: int | None
    denied: list[int]


class NoteCell(msgspec.Struct, frozen=True):
    """A suspicion: known for sure (a mark), or a button for one's own."""

    mark: str
    key: str
    label: str


class NoteRow(msgspec.Struct, frozen=True):
    letter: str
    name: str
    cells: list[NoteCell]


class Notes(Lasting, frozen=True):
    rows: list[NoteRow]
    signs: list[Sign]


class Cell(msgspec.Struct, frozen=True):
    css: str
    level: str  # what stands below it
    full: bool


class TrackRow(msgspec.Struct, frozen=True):
    id: str
    key: str
    icon: str
    name: str
    css: str
    leads: bool
    buffer: list[bool]
    cells: list[Cell]
    reserve: int


class Tracks(Lasting, frozen=True):
    rows: list[TrackRow]


class Screened(Lasting, frozen=True):
    """What is behind the own screen."""

    coins: int
    cubes: list[CubePick]
    goal_key: str
    goal_icon: str
    goal: str
    goal_id: str
    text: str
    revealed: str
    revealed_house: bool
    accuser: str
    card: str
    hand: list[SupportFace]
    many: bool
    laid: SupportFace | None


class SyndicateBoard(Board, frozen=True, kw_only=True):
    turn: int
    leader: str
    players: list[SyndicatePlayer]
    notes: Notes | None
    rondel: RondelPanel
    tracks: Tracks
    mission: MissionPanel
    palm: list[CubePick]
    shown: list[LaidCard]
    own: Screened | None


def board(scene: BoardScene) -> SyndicateBoard:
    view = cast(SyndicateCityView, scene.view)
    stakes, hints = at_stake(scene, view)
    laying = view["mission"] is not None and not view["mission"]["open"]
    names = [*[villain["name"] for villain in view["villains"]], "Spy"]
    return SyndicateBoard(
        stakes=stakes,
        hints=hints,
        turn=view["turn"],
        leader=scene.seats[view["active"]].name,
        players=[player(scene, view, seat, laying) for seat in scene.order()],
        notes=notes(suspects(scene, view), names) if scene.eye is not None else None,
        rondel=rondel(scene, view),
        tracks=tracks(view["villains"], [scene.glow(villain["id"]) for villain in view["villains"]]),
        mission=mission(scene, view),
        palm=[
            cube_pick(scene.lit, names, colour, count) for colour, count in enumerate(view["palm"]) if count
        ],
        shown=[laid_card(scene, view, card, card["top"]) for card in view["looking"]],
        own=screened(scene, view),
    )


# -- players ----------------------------------------------------------------------------------------


def player(scene: BoardScene, view: SyndicateCityView, seat: BoardSeat, laying: bool) -> SyndicatePlayer:
    row, mine = view["players"][seat.seat], seat.seat == scene.eye
    doing, icon = "", "sands-of-time"
    if seat.waited:
        doing = ("Choose a card" if scene.verb("lay") else "Your call") if mine else "Deciding"
    elif laying and seat.answered:
        doing, icon = "Card is down", "check-mark"
    goal = row["goal"]
    charges = [view["charges"][number]["name"] for number in row["denials"]]
    return SyndicatePlayer(
        letter=seat.letter,
        name=seat.name,
        note=", ".join([word for word in (seat.note, "leads" if row["active"] else "") if word]),
        css=player_css(seat, mine),
        seat=row["id"],
        pick=scene.glow(row["id"]),
        cards=row["cards"],
        cards_word="card" if row["cards"] == 1 else "cards",
        screen="yours" if mine else "closed",
        denied=[Sign(ICONS[number], KEYS[number]) for number in row["denials"]],
        denied_words=f"denies being the {', '.join(charges)}",
        goal=accused(goal, "You are" if mine and not row["active"] else "Unmasked:") if goal else None,
        doing=doing,
        doing_icon=icon,
    )


def accused(goal: GoalView, says: str) -> Accused:
    return Accused(goal["number"], ICONS[goal["number"]], f"{says} {goal['name']}", goal["name"])


def suspects(scene: BoardScene, view: SyndicateCityView) -> list[Suspect]:
    """The others, with what everybody knows of their goals: which it is, or which it is not."""
    found = []
    for seat in scene.rivals():
        row = view["players"][seat.seat]
        known = row["goal"]["number"] if row["goal"] else None
        found.append(Suspect(seat.letter, seat.name, known, [*row["denied"], *view["unserved"]]))
    return found


@remembered
def notes(rows: list[Suspect], names: list[str]) -> Notes:
    """Private suspicions: what is known for sure is marked, the rest is for the viewer to mark."""
    found = []
    for one in rows:
        cells = [
            NoteCell(
                ("●" if one.goal == number else "✕")
                if one.goal is not None
                else "✕"
                if number in one.denied
                else "",
                f"{one.letter}{number}",
                f"{one.name}: {name}",
            )
            for number, name in enumerate(names)
        ]
        found.append(NoteRow(one.letter, one.name, cells))
    return Notes(found, [Sign(icon, key, name) for icon, key, name in zip(ICONS, KEYS, names, strict=True)])


# -- the tracks ----------------------------------------------------------------------


@remembered
def tracks(villains: list[SyndicateVillainView], glows: list[str]) -> Tracks:
    """`glows`: by villain, the class of a piece that can be chosen."""
    powers = [villain["power"] for villain in villains]
    top, least = max(powers), min(powers)
    found = []
    for number, villain in enumerate(villains):
        cells = [
            Cell(
                joined(
                    "cell",
                    "cell--level" if power == villain["power"] else "",
                    "cell--goal" if power == GOAL_AT else "",
                ),
                "win" if power == GOAL_AT else f"▸{arrows}" if (arrows := villain["arrows"][power]) else "–",
                villain["cells"][power + 1],
            )
            for power in range(1, GOAL_AT + 1)
        ]
        found.append(
            TrackRow(
                id=villain["id"],
                key=KEYS[number],
                icon=ICONS[number],
                name=villain["name"],
                css=joined("power__who", glows[number]),
                leads=villain["power"] == top > least,
                buffer=villain["cells"][:2],
                cells=cells,
                reserve=villain["reserve"],
            )
        )
    return Tracks(found)


# -- behind the own screen --------------------------------------------------------------------------


def screened(scene: BoardScene, view: SyndicateCityView) -> Screened | None:
    own = view["own"]
    if own is None:
        return None
    cards = [*own["hand"], *([own["laid"]] if own["laid"] else [])]
    cubes = [f"cube:{colour}" for colour in range(len(own["cubes"]))]
    running = view["mission"]["villains"] if view["mission"] else []
    names = [villain["name"] for villain in view["villains"]]
    return _screened(own, running, names, looks_of(scene, [*cubes, *(card["id"] for card in cards)]))


@remembered
def _screened(own: YouView, running: list[int], names: list[str], looks: dict[str, Look]) -> Screened:
    """`running`: the villains of the mission that goes on; `names`: of all."""
    goal = own["goal"]
    number = goal["number"]
    accuser = " ".join(goal["accuser"])
    return Screened(
        coins=own["coins"],
        cubes=[
            cube_pick(looks, names, colour, 1)
            for colour, count in enumerate(own["cubes"])
            for _ in range(count)
        ],
        goal_key=KEYS[number],
        goal_icon=ICONS[number],
        goal=goal["name"] if number == SPY else names[number],
        goal_id=f"goal:{number}",
        text=goal["text"],
        revealed=goal["revealed"],
        revealed_house="revealed" in goal["house"],
        accuser=accuser,
        card=goal["name"],
        hand=[support(card, running, looks.get(card["id"], PLAIN)) for card in own["hand"]],
        many=len(own["hand"]) > MANY_CARDS,
        laid=support(own["laid"], running, looks.get(own["laid"]["id"], PLAIN)) if own["laid"] else None,
    )
