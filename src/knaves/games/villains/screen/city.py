"""The nine areas of the city with all that stands in them."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, joined
from knaves.core.kept import Lasting, remembered
from knaves.core.things import number_of
from knaves.core.words import SEAT_LETTERS
from knaves.games.villains.cards import FACTION, TOKEN
from knaves.games.villains.screen.answers import AreaAnswers, FactionAnswers
from knaves.games.villains.text_board import dead_words
from knaves.games.villains.view.types import AreaView, CrewView, RuleView, TokenSpaceView, UnitView
from knaves.games.villains.words import with_mark

ORDER = (1, 2, 3, 8, 0, 4, 7, 6, 5)  # as they stand, row by row
ROMAN = ("I", "II", "III", "IV")
CAPITOL = 0
PACKED = 3  # crews; with more, rows are flatter
ROOM_FOR_WORDS = 3  # crews; below, the abilities of the area are told in words
ABILITIES = (  # in a few words: control, skill
    ("this turn's capitol token", "swap two tokens of one area"),
    ("+1 to the deploy limit", "a free twin beside a unit"),
    ("sees enemy targets", "one unit attacks"),
    ("+1 card each turn", "top card: play or keep"),
    ("+2 to attack rolls", "combat where you have a unit"),
    ("+1 resource", "gain 2 resources"),
    ("patsies are skilled", "look at a token"),
    ("tokens in any open space", "deploy one unit anywhere"),
    ("objectives in any order", "turn a token face down"),
)

CHAMPION_WORDS = {one.id: f"{one.champion.name}: {one.champion.text}" for one in FACTION}
TOKEN_WORDS = {token.id: token.text + " It gives a resource back." * token.refunded for token in TOKEN}


class UnitPiece(msgspec.Struct, frozen=True):
    """Units that are alike. `option`: it is an answer; `thing`: what answers call it."""

    dom: str
    css: str
    count: str
    option: str
    thing: str
    label: str  # where it can be chosen
    tip: str  # what a champion does


class Crew(msgspec.Struct, frozen=True):
    """The units of one player in an area."""

    dom: str
    letter: str
    css: str
    thing: str  # where the player is chosen by it
    units: list[UnitPiece]
    kills: int
    killed: str
    influence: int


class TokenSpace(msgspec.Struct, frozen=True):
    dom: str
    thing: str
    css: str
    letter: str  # whose token lies there; "" for none
    face: bool  # the viewer knows what it is
    tip: str
    label: str  # where it can be chosen
    number: int  # of the empty space


class LocalRule(msgspec.Struct, frozen=True):
    letter: str
    name: str
    tip: str


class AreaTile(Lasting, frozen=True):
    dom: str
    id: str
    css: str
    tip: str
    number: int
    name: str
    aimed: bool
    capitol: str  # the turn's token
    capitol_points: int
    combat: str  # "now", "to come"
    nuked: bool
    key: int  # as an answer; 0: it is none
    owner: str  # letter; "none" for the marker of nobody; "" for no marker
    said: str  # who holds it and who has influence
    tokens: list[TokenSpace]
    rules: list[LocalRule]
    rule_thing: str
    crews: list[Crew]
    control: str  # in a few words, where there is room
    skill: str
    used: list[str]  # who has used the skill this turn


class FactionAreas(Lasting, frozen=True):
    """As they stand, row by row."""

    rows: list[AreaTile]


def areas(answers: FactionAnswers) -> FactionAreas:
    view, eye = answers.view, answers.scene.eye
    factions = [seat["faction"] or "" for seat in view["seats"]]
    target = view["seats"][eye]["target"] if eye is not None else None
    token = (ROMAN[view["turn"] - 1], view["capitol_points"])
    return _areas(view["areas"], answers.everywhere(), factions, target, token)


@remembered
def _areas(
    rows: list[AreaView],
    at: list[AreaAnswers],
    factions: list[str],
    target: str | None,
    token: tuple[str, int],
) -> FactionAreas:
    return FactionAreas(
        [
            area(
                rows[number],
                number,
                at[number],
                factions,
                rows[number]["name"].lower() == target,
                token if number == CAPITOL else ("", 0),
            )
            for number in ORDER
        ]
    )


@remembered
def area(
    row: AreaView, number: int, at: AreaAnswers, factions: list[str], aimed: bool, token: tuple[str, int]
) -> AreaTile:
    """`factions`: by seat. `token`: the turn's capitol token and its points, where it lies here."""
    wordy = len(row["crews"]) < ROOM_FOR_WORDS
    control, skill = ABILITIES[number] if wordy else ("", "")
    rows = sorted(row["crews"], key=lambda crew: -crew["influence"])
    return AreaTile(
        dom=f"area-{number}",
        id=row["id"],
        css=joined(
            f"area area--{row['name'].lower()}",
            "area--fight" if at.fought or at.revealing else "",
            "area--packed" if len(row["crews"]) > PACKED else "",
            "is-choosable" if at.key else "",
        ),
        tip=f"{row['name']}. Control: {row['control']} Skill: {row['skill']}",
        number=number + 1,
        name=row["name"],
        aimed=aimed,
        capitol=token[0],
        capitol_points=token[1],
        combat="now" if at.fought else "to come" if row["combat"] else "",
        nuked=row["nuked"],
        key=at.key,
        owner=owner_letter(row),
        said=said_of(row),
        tokens=tokens(at, row, len(factions)),
        rules=[LocalRule(LETTERS[r["by"]], r["name"], rule_words(r)) for r in row["rules"]],
        rule_thing=f"rule:{number}",
        crews=[crew(at, row, one, number, factions[one["seat"]]) for one in rows],
        control=control,
        skill=skill,
        used=[LETTERS[seat] for seat in row["used"]],
    )


def owner_letter(row: AreaView) -> str:
    if row["owner"] is None:
        return ""
    return LETTERS[row["owner"]] if isinstance(row["owner"], int) else "none"


def said_of(row: AreaView) -> str:
    owner = row["owner"]
    held = (
        f"seat {SEAT_LETTERS[owner]}" if isinstance(owner, int) else "the setup marker" if owner else "nobody"
    )
    influence = " ".join([f"{SEAT_LETTERS[crew['seat']]} {crew['influence']}" for crew in row["crews"]])
    used = " ".join([SEAT_LETTERS[seat] for seat in row["used"]])
    return f"held by {held}, influence {influence or 'none'}" + (f", skill used by {used}" if used else "")


def rule_words(rule: RuleView, where: str = "") -> str:
    """A rule in force, as a tip."""
    return f"{rule['name']}{where}: {with_mark(rule['text'], rule['kau'])}"


def crew(at: AreaAnswers, row: AreaView, one: CrewView, area: int, faction: str) -> Crew:
    seat, letter = one["seat"], LETTERS[one["seat"]]
    foe = f"seat:{seat}" in at.foes
    top = "crew--top" if seat == row["leader"] else ""
    return Crew(
        dom=f"crew-{area}-{letter}",
        letter=letter,
        css=joined("crew", top, "is-choosable" if foe else ""),
        thing=f"seat:{seat}" if foe else "",
        units=[unit_piece(at, unit, area, faction) for unit in one["units"]],
        kills=one["kills"],
        killed=f"killed here: {dead_words(one)}" if one["graves"] else "",
        influence=one["influence"],
    )


def unit_piece(at: AreaAnswers, unit: UnitView, area: int, faction: str) -> UnitPiece:
    number = number_of(unit["id"])
    act = at.act_of(number)
    thing = "" if act else at.struck_as(number)
    many = f" {unit['count']}" if unit["count"] > 1 else ""
    return UnitPiece(
        dom=f"u{area}-{number}",
        css=joined(
            f"u u-{unit_look(unit['type'], faction)}",
            "u--w" if unit["wounded"] else "",
            "u--r" if unit["readied"] else "",
            "is-choosable" if act or thing else "",
        ),
        count=many.strip(),
        option=act.option if act else "",
        thing=thing or unit["id"],
        label=f"{act.label}{many}" if act else f"{unit['type']}{many}" if thing else "",
        tip=CHAMPION_WORDS.get(faction, "") if unit["type"] == "champion" else "",
    )


def unit_look(kind: str, faction: str) -> str:
    """A champion looks like its faction."""
    return faction if kind == "champion" else kind


def tokens(at: AreaAnswers, row: AreaView, seats: int) -> list[TokenSpace]:
    """Tokens come up in their order: one that lies below another that is down is blocked."""
    found, first = [], True
    for number, space in enumerate(row["spaces"], 1):
        down = space["owner"] is not None and not space["up"]
        found.append(token_space(at, space, number, down and not first, seats))
        first = first and not down
    return found


def token_space(at: AreaAnswers, space: TokenSpaceView, number: int, blocked: bool, seats: int) -> TokenSpace:
    mine, owner = space["mine"], space["owner"]
    can = space["id"] in at.lit or mine in at.lit
    thing = space["id"] if space["id"] in at.lit or not mine else mine
    token, lit = space["token"], "is-choosable" if can else ""
    label = f"space {number}"
    if owner is None:
        return TokenSpace(
            space_dom(space), thing, joined("tok", lit), "", False, "", label if can else "", number
        )
    name = (token or "").replace("_", " ")
    return TokenSpace(
        dom=space_dom(space),
        thing=thing,
        css=joined(
            "tok",
            "tok--up" if space["up"] else "tok--down",
            f"tk-{token}" if token else "",
            "tok--spy" if not space["up"] and token and not mine and len(space["known"]) < seats else "",
            "tok--lock" if blocked else "",
            "tok--now" if space["id"] == at.revealing else "",
            lit,
        ),
        letter=LETTERS[owner],
        face=bool(token),
        tip=f"{name}{secret(space, seats)}: {TOKEN_WORDS[token]}" if token else looked_at(space),
        label=f"{label}, {name or 'a hidden'} token of seat {SEAT_LETTERS[owner]}" if can else "",
        number=number,
    )


def secret(space: TokenSpaceView, seats: int) -> str:
    """Who knows a token that is face down, among them the viewer."""
    known = space["known"]
    if space["up"]:
        return ""
    if len(known) >= seats:
        return ", known to all"
    if not space["mine"]:
        return ", you looked at it"
    others = [SEAT_LETTERS[seat] for seat in known if seat != space["owner"]]
    return f", known to you and {' '.join(others)}" if others else ", only you know"


def looked_at(space: TokenSpaceView) -> str:
    """Who has looked at a token that the viewer does not know: that was open to all."""
    others = [SEAT_LETTERS[seat] for seat in space["known"] if seat != space["owner"]]
    return f"face down; {' '.join(others)} looked at it" if others else ""


def space_dom(space: TokenSpaceView) -> str:
    return f"tok-{number_of(space['id'])}"
