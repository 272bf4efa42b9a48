"""What stands on the board: the rondel with its two markers, the power tracks, the mission and its stakes, what is
behind your screen."""

from __future__ import annotations

from typing import cast

import msgspec

from knaves.core.board import Board, BoardScene, BoardSeat, counted, joined, signed
from knaves.games.syndicate.screen.rondel import SPACES, WEDGES, SpacePlace, WedgePlace, beam_turn
from knaves.games.syndicate.screen.stakes import at_stake
from knaves.games.syndicate.view import CardView, CityView, GoalView, MissionView, PlayerView, SpaceView

KEYS = ("shadow", "nova", "doom", "gold", "volt", "spy")  # as the style sheet calls them
ICONS = ("broken-heart", "explosion-rays", "crowned-skull", "warhammer", "lightning-helix", "spy")
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
    tip: str


class CityPlayer(msgspec.Struct, frozen=True):
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
    goal: Accused | None
    doing: str
    doing_icon: str


class NoteCell(msgspec.Struct, frozen=True):
    """A suspicion: known for sure (a mark), or a button for one's own."""

    mark: str
    key: str
    label: str


class NoteRow(msgspec.Struct, frozen=True):
    letter: str
    name: str
    cells: list[NoteCell]


class Wedge(msgspec.Struct, frozen=True):
    id: str
    number: int
    css: str
    icon: str
    label: str
    name: str
    takes_part: bool
    place: WedgePlace


class Space(msgspec.Struct, frozen=True):
    id: str
    css: str
    label: str
    now: bool
    cards: int
    place: SpacePlace


class Pawn(msgspec.Struct, frozen=True):
    id: str
    css: str
    x: float
    y: float


class Rondel(msgspec.Struct, frozen=True):
    deck: int
    discarded: int
    missions_left: int
    beam: int
    wedges: list[Wedge]
    spaces: list[Space]
    head: str
    number: int
    says: str
    below: str
    pawns: list[Pawn]
    bag: int
    bank: int


class Cell(msgspec.Struct, frozen=True):
    css: str
    level: str  # what stands below it
    full: bool


class Track(msgspec.Struct, frozen=True):
    id: str
    key: str
    icon: str
    name: str
    css: str
    leads: bool
    buffer: list[bool]
    cells: list[Cell]
    reserve: int


class Support(msgspec.Struct, frozen=True):
    """A support card: its upper number counts anywhere, its lower one for its villain."""

    id: str
    css: str
    tip: str
    number: int | None
    top: str
    bottom: str
    icon: str  # of its villain; "" for none
    name: str
    lower: bool  # the lower number counts
    counts: bool  # in the running mission
    house: bool


class LaidCard(msgspec.Struct, frozen=True):
    id: str
    css: str
    tip: str
    counts: str
    name: str


class Layer(msgspec.Struct, frozen=True):
    """Who has laid a card, and who has not yet."""

    letter: str
    name: str
    waited: bool


class Stake(msgspec.Struct, frozen=True):
    css: str
    icon: str
    number: str
    text: str


class Tally(msgspec.Struct, frozen=True):
    css: str
    total: str
    number: int
    raised: int
    icon: str
    says: str


class Mission(msgspec.Struct, frozen=True):
    """The mission's panel. `text`: before there is one."""

    name: str
    note: str
    house: bool
    stakes: list[Stake]
    layers: list[Layer]
    early: int
    tally: Tally | None
    cards: list[LaidCard]
    text: list[str]


class CubePick(msgspec.Struct, frozen=True):
    id: str
    key: str
    css: str
    label: str
    count: int


class Screened(msgspec.Struct, frozen=True):
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
    tip: str
    hand: list[Support]
    many: bool
    laid: Support | None


class CityBoard(Board, frozen=True, kw_only=True):
    turn: int
    leader: str
    players: list[CityPlayer]
    notes: list[NoteRow]
    signs: list[Sign]
    rondel: Rondel
    tracks: list[Track]
    mission: Mission
    palm: list[CubePick]
    shown: list[LaidCard]
    own: Screened | None


def board(scene: BoardScene) -> CityBoard:
    view = cast(CityView, scene.view)
    stakes, hints = at_stake(scene, view)
    laying = view["mission"] is not None and not view["mission"]["open"]
    names = [*[villain["name"] for villain in view["villains"]], "Spy"]
    return CityBoard(
        stakes=stakes,
        hints=hints,
        turn=view["turn"],
        leader=scene.seats[view["active"]].name,
        players=[player(scene, view["players"][seat.seat], seat, laying) for seat in scene.order()],
        notes=notes(scene, view, names) if scene.eye is not None else [],
        signs=[Sign(icon, key, name) for icon, key, name in zip(ICONS, KEYS, names, strict=True)],
        rondel=rondel(scene, view),
        tracks=tracks(scene, view),
        mission=mission(scene, view),
        palm=[cube_pick(scene, view, colour, count) for colour, count in enumerate(view["palm"]) if count],
        shown=[laid_card(scene, view, card, card["top"]) for card in view["looking"]],
        own=screened(scene, view),
    )


# -- players ----------------------------------------------------------------------------------------


def player(scene: BoardScene, row: PlayerView, seat: BoardSeat, laying: bool) -> CityPlayer:
    mine = seat.seat == scene.eye
    doing, icon = "", "sands-of-time"
    if seat.waited:
        doing = ("Choose a card" if laying else "Your call") if mine else "Deciding"
    elif laying:
        doing, icon = "Card is down", "check-mark"
    goal = row["goal"]
    return CityPlayer(
        letter=seat.letter,
        name=seat.name,
        note=", ".join([word for word in (seat.note, "leads" if row["active"] else "") if word]),
        css=joined(
            "player",
            "player--you" if mine else "",
            "player--deciding" if seat.waited else "",
            "player--away" if seat.away else "",
        ),
        seat=row["id"],
        pick=scene.glow(row["id"]),
        cards=row["cards"],
        cards_word="card" if row["cards"] == 1 else "cards",
        screen="yours" if mine else "closed",
        denied=[] if goal else [Sign(ICONS[number], KEYS[number]) for number in row["denied"]],
        goal=accused(goal, "You are" if mine and not row["active"] else "Unmasked:") if goal else None,
        doing=doing,
        doing_icon=icon,
    )


def accused(goal: GoalView, says: str) -> Accused:
    return Accused(goal["number"], ICONS[goal["number"]], f"{says} {goal['name']}", goal["revealed"])


def notes(scene: BoardScene, view: CityView, names: list[str]) -> list[NoteRow]:
    """Private suspicions: what is known for sure is marked, the rest is for the viewer to mark."""
    found = []
    for seat in scene.rivals():
        row = view["players"][seat.seat]
        goal, gone = row["goal"], {*row["denied"], *view["unserved"]}
        cells = [
            NoteCell(
                ("●" if goal["number"] == number else "✕") if goal else "✕" if number in gone else "",
                f"{seat.letter}{number}",
                f"{seat.name}: {name}",
            )
            for number, name in enumerate(names)
        ]
        found.append(NoteRow(seat.letter, seat.name, cells))
    return found


# -- the rondel and the tracks ----------------------------------------------------------------------


def rondel(scene: BoardScene, view: CityView) -> Rondel:
    running, now = view["mission"], view["stage"]["space"]
    takes_part = view["spaces"][now]["between"]
    wedges = [
        Wedge(
            id=villain["id"],
            number=number,
            css=joined(f"v-{KEYS[number]}", "wedgebox", scene.glow(villain["id"])),
            icon=ICONS[number],
            label=f"{villain['name']}, power {villain['power']}",
            name=villain["name"],
            takes_part=number in takes_part,
            place=WEDGES[number],
        )
        for number, villain in enumerate(view["villains"])
    ]
    return Rondel(
        deck=view["deck"],
        discarded=view["discarded"],
        missions_left=view["missions_left"],
        beam=beam_turn(now),
        wedges=wedges,
        spaces=[space(scene, view, row, number) for number, row in enumerate(view["spaces"])],
        head="MISSION" if running else "TURN",
        number=running["number"] if running else view["turn"],
        says="or more succeeds" if running else f"{scene.seats[view['active']].name} leads",
        below=running["name"] if running else "",
        pawns=pawns(view["spaces"]),
        bag=view["bag"],
        bank=view["bank"],
    )


def space(scene: BoardScene, view: CityView, row: SpaceView, number: int) -> Space:
    said = [f"Space {between(view, number)}"]
    if row["action"]:
        said.append("action marker")
    if row["mission"]:
        said.append("mission marker")
    if row["cards"]:
        said.append(f"{counted(row['cards'], 'card')} waiting")
    return Space(
        id=row["id"],
        css=joined("spacebox", scene.glow(row["id"])),
        label=", ".join(said),
        now=number == view["stage"]["space"],
        cards=row["cards"],
        place=SPACES[number],
    )


def between(view: CityView, space: int) -> str:
    before, after = view["spaces"][space]["between"]
    return f"between {view['villains'][before]['name']} and {view['villains'][after]['name']}"


def pawns(rows: list[SpaceView]) -> list[Pawn]:
    found = []
    for row, place in zip(rows, SPACES, strict=True):
        both = row["action"] and row["mission"]
        if row["action"]:
            found.append(
                Pawn("pawn-action", "pawn--white", place.left_x if both else place.pawn_x, place.pawn_y)
            )
        if row["mission"]:
            found.append(
                Pawn("pawn-mission", "pawn--black", place.right_x if both else place.pawn_x, place.pawn_y)
            )
    return found


def tracks(scene: BoardScene, view: CityView) -> list[Track]:
    top = max(villain["power"] for villain in view["villains"])
    found = []
    for number, villain in enumerate(view["villains"]):
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
            Track(
                id=villain["id"],
                key=KEYS[number],
                icon=ICONS[number],
                name=villain["name"],
                css=joined("power__who", scene.glow(villain["id"])),
                leads=villain["power"] == top > 0,
                buffer=villain["cells"][:2],
                cells=cells,
                reserve=villain["reserve"],
            )
        )
    return found


# -- the mission ------------------------------------------------------------------------------------


def mission(scene: BoardScene, view: CityView) -> Mission:
    running = view["mission"]
    if running is None:
        gone = view["missions_gone"]
        return Mission("No mission yet", f"{len(gone)} so far", False, [], [], 0, None, [], to_come(view))
    first, second = (view["villains"][villain]["name"] for villain in running["villains"])
    is_open = running["open"]
    return Mission(
        name=running["name"],
        note=f"{first} + {second} take part",
        house=running["source"] == "house",
        stakes=[] if is_open else stakes_of(view, running),
        layers=[]
        if is_open
        else [
            Layer(seat.letter, "you" if seat.seat == scene.eye else seat.name, seat.waited)
            for seat in scene.seats
        ],
        early=0 if is_open else view["spaces"][running["space"]]["cards"],
        tally=tally(running) if is_open else None,
        cards=[laid_card(scene, view, card, card["counts"] or 0) for card in running["cards"]],
        text=[],
    )


def to_come(view: CityView) -> list[str]:
    """Where the next mission will be, and the Action marker when it has moved."""
    stage = view["stage"]
    waiting = stage["cards"]
    joins = f"; {counted(waiting, 'card')} {'waits' if waiting == 1 else 'wait'} there" if waiting else ""
    said = [
        "When the active player starts it, the mission marker moves on, and the top mission is turned over "
        f"{between(view, stage['space'])}{joins}."
    ]
    if view["paid"]:
        paid = counted(view["paid"], "space")
        said.append(f"Paid for {paid}: the action marker will stand {between(view, view['landing'])}.")
    if view["missions_gone"]:
        said.append(f"Last: {view['missions_gone'][-1]}")
    return said


def stakes_of(view: CityView, running: MissionView) -> list[Stake]:
    """What success and failure do to both villains."""
    rows = running["forecast"]
    names = [view["villains"][row["villain"]]["name"] for row in rows]
    won = ", ".join([f"{name} {row['now']} → {row['won']}" for name, row in zip(names, rows, strict=True)])
    lost = ", ".join([f"{name} {row['now']} → {row['lost']}" for name, row in zip(names, rows, strict=True)])
    number = running["number"]
    return [
        Stake("stake--yes", "check-mark", f"{number} or more", f"{won}. {' '.join(running['rewards'])}"),
        Stake("stake--no", "cross-mark", f"{number - 1} or less", f"{lost}. Top cubes go into the bag."),
    ]


def tally(running: MissionView) -> Tally:
    total, number = running["total"] or 0, running["number"]
    won = total >= number
    return Tally(
        css="tally--yes" if won else "tally--no",
        total=signed(total),
        number=number,
        raised=running["raised"],
        icon="check-mark" if won else "cross-mark",
        says="enough" if won else f"{number - total} too little",
    )


# -- cards and cubes --------------------------------------------------------------------------------


def owner_of(card: CardView) -> int | None:
    """The villain whose lower number it has."""
    return card["villain"] if card["bottom"] is not None else None


def says(view: CityView, card: CardView) -> str:
    """All that a support card says, in a line."""
    owner = owner_of(card)
    own = (
        f", {signed(card['bottom'] or 0)} for {view['villains'][owner]['name']}" if owner is not None else ""
    )
    counts = f"; counts {signed(card['counts'])} in this mission" if card["counts"] is not None else ""
    return f"{card['name']}: {signed(card['top'])} anywhere{own}{counts}."


def support(scene: BoardScene, view: CityView, card: CardView) -> Support:
    owner, running = owner_of(card), view["mission"]
    counts = card["counts"] is not None
    return Support(
        id=card["id"],
        css=joined("card support", f"v-{'none' if owner is None else KEYS[owner]}", scene.glow(card["id"])),
        tip=says(view, card),
        number=scene.key(card["id"]),
        top=signed(card["top"]),
        bottom=signed(card["bottom"] or 0),
        icon="" if owner is None else ICONS[owner],
        name=card["name"],
        lower=counts and running is not None and owner is not None and owner in running["villains"],
        counts=counts,
        house=card["source"] == "house",
    )


def laid_card(scene: BoardScene, view: CityView, card: CardView, counts: int) -> LaidCard:
    key = "none" if card["villain"] is None else KEYS[card["villain"]]
    css = joined("laid__card", f"v-{key}", scene.glow(card["id"]))
    return LaidCard(card["id"], css, says(view, card), signed(counts), card["name"])


def cube_pick(scene: BoardScene, view: CityView, colour: int, count: int) -> CubePick:
    thing = f"cube:{colour}"
    label = f"{view['villains'][colour]['name']} cube"
    return CubePick(thing, KEYS[colour], joined("cubepick", scene.glow(thing)), label, count)


def screened(scene: BoardScene, view: CityView) -> Screened | None:
    own = view["own"]
    if own is None:
        return None
    goal = own["goal"]
    number = goal["number"]
    accuser = " ".join(goal["accuser"])
    return Screened(
        coins=own["coins"],
        cubes=[
            cube_pick(scene, view, colour, 1)
            for colour, count in enumerate(own["cubes"])
            for _ in range(count)
        ],
        goal_key=KEYS[number],
        goal_icon=ICONS[number],
        goal=goal["name"] if number == SPY else view["villains"][number]["name"],
        goal_id=f"goal:{number}",
        text=goal["text"],
        revealed=goal["revealed"],
        revealed_house="revealed" in goal["house"],
        accuser=accuser,
        tip=f"{goal['text']} Once revealed: {goal['revealed']} Your accuser gets: {accuser}",
        hand=[support(scene, view, card) for card in own["hand"]],
        many=len(own["hand"]) > MANY_CARDS,
        laid=support(scene, view, own["laid"]) if own["laid"] else None,
    )
