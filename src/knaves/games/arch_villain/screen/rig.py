"""The own hero: dice or skills on the tray, cards that dice are put on, cards that need none."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from knaves.core.board import joined
from knaves.games.arch_villain.cards.names import ITEMS, SKILLS
from knaves.games.arch_villain.screen.answers import HeroAnswers
from knaves.games.arch_villain.view.types import HeroCardView, HeroView, PlacedView

FACES = range(1, 7)
INSIDE = {"all_range": "all attacks are range", "no_retaliation": "no retaliation"}
MOST_IN_A_ROW = 5  # one less beside cards that need no dice


class DieButton(msgspec.Struct, frozen=True):
    id: str
    css: str
    face: int
    count: int
    throw: str


class LevelButton(msgspec.Struct, frozen=True):
    option: str
    number: int
    label: str


class Skill(msgspec.Struct, frozen=True):
    id: str
    css: str
    look: str
    label: str
    levels: list[LevelButton]


class StrikeButton(msgspec.Struct, frozen=True):
    option: str
    text: str


class Tray(msgspec.Struct, frozen=True):
    fight: bool
    head: str
    fist: int
    text: str
    dice: list[DieButton]
    energy: int
    health: int
    dice_count: int
    skills: list[Skill]
    strikes: list[StrikeButton]


class SquareCell(msgspec.Struct, frozen=True):
    css: str
    die: int  # 0: none lies on it


class FaceCell(msgspec.Struct, frozen=True):
    text: str
    hit: bool


class RigCard(msgspec.Struct, frozen=True):
    """A card that dice are put on."""

    id: str
    key: str
    css: str
    number: int | None
    name: str
    squares: list[SquareCell]
    damage: str  # of the dice on it
    item: str  # an item instead
    warn: int  # what the defence would become
    art: bool
    range_mark: bool
    faces: list[FaceCell]
    text: str  # "" where there is no room
    or_item: str
    or_from: int
    words: bool
    band: str
    loads: bool = False


class LoadCell(msgspec.Struct, frozen=True):
    option: str
    label: str
    energy: str  # what raising costs; "" for the die as it is
    worth: str


class LoadRow(msgspec.Struct, frozen=True):
    die: int
    cells: list[LoadCell | None]


class Either(msgspec.Struct, frozen=True):
    option: str
    number: int
    text: str
    token: str


class LoadCard(msgspec.Struct, frozen=True):
    """The card that is being loaded: which die, raised to what."""

    id: str
    key: str
    css: str
    head_css: str
    name: str
    either: list[Either]
    worth: list[str]
    rows: list[LoadRow]
    loads: bool = True


class UsedItem(msgspec.Struct, frozen=True):
    id: str
    css: str
    name: str


class Perk(msgspec.Struct, frozen=True):
    """A card that needs no dice."""

    id: str
    key: str
    css: str
    head_css: str
    name: str
    points: int
    used: bool
    uses: list[UsedItem]
    text: str


class Rig(msgspec.Struct, frozen=True):
    css: str
    letter: str
    label: str
    tray: Tray
    cards: list[RigCard | LoadCard]
    none: str
    perks: list[Perk]


def rig(answers: HeroAnswers) -> Rig:
    hero = answers.hero
    dicey = [card for card in hero["cards"] if card.get("squares")]
    quiet = [card for card in hero["cards"] if not card.get("squares")]
    many = len(dicey) > (MOST_IN_A_ROW - 1 if quiet else MOST_IN_A_ROW)
    columns = max((len(dicey) + 1) // 2, 3)
    fist = f", for {hero['fist']}" if hero["fist"] else ", once you have a skill"
    return Rig(
        css=joined(
            "rig",
            f"rig--many cols-{columns}" if many else "",
            "rig--load" if answers.loading else "",
            "rig--quiet" if quiet else "",
        ),
        letter=answers.scene.seats[hero["seat"]].letter,
        label="Your hero" if answers.scene.eye is not None else hero["hero_name"],
        tray=tray(answers),
        cards=[
            load_card(answers, card) if card["id"] == answers.loading else rig_card(answers, card, many)
            for card in dicey
        ],
        none="" if dicey else f"No powers or weapons yet. Dice without a card hit only with a 6{fist}.",
        perks=[] if answers.loading else [perk(answers, card) for card in quiet],
    )


def tray(answers: HeroAnswers) -> Tray:
    hero, fight = answers.hero, answers.fight
    mine = fight is not None and answers.mine
    strikes = []
    if fight is not None and mine:
        word = "Arrest" if fight["damage"] >= fight["defence"] else "Strike"
        strikes = [StrikeButton(choice.json, f"{word} with {fight['damage']}") for choice in answers.strike]
    return Tray(
        fight=mine,
        head="Dice" if mine else hero["hero_name"],
        fist=hero["fist"],
        text="" if mine else hero["text"],
        dice=dice_row(answers, fight["pool"], True) if fight is not None and mine else [],
        energy=hero["energy"],
        health=hero["health"],
        dice_count=hero["dice"],
        skills=[] if mine else [skill(answers, number, name) for number, name in enumerate(SKILLS)],
        strikes=strikes,
    )


def dice_row(answers: HeroAnswers, pool: Sequence[int], hits: bool) -> list[DieButton]:
    """Dice of one face as one. Sixes hit: the hero's for the better, the villain's for the worse."""
    six = "die--hit" if hits else "die--bad"
    return [
        DieButton(
            f"die:{face}",
            joined("die die--d6", six if face == 6 else "", answers.scene.glow(f"die:{face}")),
            face,
            pool.count(face),
            answers.thrown,
        )
        for face in FACES
        if face in pool
    ]


def skill(answers: HeroAnswers, number: int, name: str) -> Skill:
    level, end, thing = answers.hero["skills"][name], answers.hero["ends"][name], f"skill:{number}"
    return Skill(
        id=thing,
        css=joined("skill", answers.scene.glow(thing)),
        look=f"k{level} of{end} q-{name}",
        label=f"{name} {level} of {end}",
        levels=[
            LevelButton(choice.json, choice.numbers[1], f"raise {name} to {choice.numbers[1]}")
            for choice in answers.scene.verb("train")
            if choice.numbers[0] == number
        ],
    )


# -- cards with dice on them ------------------------------------------------------------------------


def worth(card: HeroCardView, face: int, hero: HeroView) -> int:
    """The damage of a die with this face on a card; 0 where it does nothing."""
    if "symbols" not in card:
        return card["damage"][face - 1]
    symbols = card["symbols"][face - 1]
    if symbols < 0:
        return 0
    return card["base"] + symbols * hero["skills"][card["skill"]] + hero["traits"].get("weapon_bonus", 0)


def worth_words(card: HeroCardView, face: int, hero: HeroView) -> str:
    number = worth(card, face, hero)
    plus = "+" if card.get("plus") and "symbols" not in card else ""
    return f"{plus}{number}" if number else "–"


def house_css(card: HeroCardView) -> str:
    if card["source"] == "house":
        return "is-house"
    return "partly" if card["house"] else ""


def band(card: HeroCardView) -> str:
    return card.get("type", card["kind"])


def rig_card(answers: HeroAnswers, card: HeroCardView, many: bool) -> RigCard:
    hero, scene, fight = answers.hero, answers.scene, answers.fight
    on = [row for row in fight["placed"] if row["card"] == card["id"]] if fight and answers.mine else []
    off = "is-off" if scene.mine and answers.strike and not on else ""
    free = answers.mine and scene.can(card["id"])
    hits = {row["pips"] for row in on}
    warn = card.get("warn", 0)
    damage, item = laid_worth(card, on, hero)
    items = card.get("items") or []
    return RigCard(
        id=card["id"],
        key=card["key"],
        css=joined(f"card rc rig--{band(card)}", scene.glow(card["id"], off), house_css(card)),
        number=scene.key(card["id"]),
        name=card["name"],
        squares=[
            SquareCell("square square--full", on[place]["pips"])
            if place < len(on)
            else SquareCell(joined("square", "square--free" if free else ""), 0)
            for place in range(card["squares"])
        ],
        damage=damage,
        item=item,
        warn=warn,
        art=not warn and not on and not many,
        range_mark=many and card.get("range", False),
        faces=[FaceCell(worth_words(card, face, hero), face in hits) for face in FACES],
        text=rig_words(card, hero),
        or_item=items[0]["item"] if items else "",
        or_from=items[0]["face"] if items else 0,
        words=not many,
        band=band(card).replace("_", " "),
    )


def laid_worth(card: HeroCardView, on: list[PlacedView], hero: HeroView) -> tuple[str, str]:
    """What the dice on a card come to: damage, or an item instead."""
    if not on:
        return "", ""
    damage = sum(worth(card, row["pips"], hero) for row in on if not row["item"])
    item = ""
    for row in on:
        if row["item"]:
            item = next((one["item"] for one in card.get("items", []) if one["face"] == row["pips"]), item)
    plus = "+" if card.get("plus") else ""
    return (f"{plus}{damage}" if damage or not item else ""), item


def rig_words(card: HeroCardView, hero: HeroView) -> str:
    said = []
    if "skill" in card:
        said.append(f"{card['skill']} {hero['skills'].get(card['skill'], 0)}")
    if card.get("range"):
        said.append("range")
    said += [INSIDE[word] for word in card.get("inside", [])]
    return " · ".join(said)


def load_card(answers: HeroAnswers, card: HeroCardView) -> LoadCard:
    hero = answers.hero
    pool = answers.fight["pool"] if answers.fight else []
    return LoadCard(
        id=card["id"],
        key=card["key"],
        css=f"card rc rc--load rig--{band(card)}",
        head_css=joined(
            "rc__head", answers.scene.glow(card["id"]), "is-house" if card["source"] == "house" else ""
        ),
        name=card["name"],
        either=[
            Either(choice.json, choice.number, f"{choice.numbers[1]} damage", "")
            if choice.verb == "damage"
            else Either(choice.json, choice.number, f"{choice.numbers[2]} instead", ITEMS[choice.numbers[1]])
            for choice in answers.either
        ],
        worth=[worth_words(card, face, hero) for face in FACES],
        rows=[
            LoadRow(die, [load_cell(answers, card, die, face) for face in FACES])
            for die in FACES
            if die in pool
        ],
    )


def load_cell(answers: HeroAnswers, card: HeroCardView, die: int, face: int) -> LoadCell | None:
    choice = answers.loads.get((die, face))
    if choice is None:
        return None
    if choice.verb != "raise":
        return LoadCell(choice.json, "", "", worth_words(card, face, answers.hero))
    energy = choice.numbers[3]
    return LoadCell(choice.json, f"{die} to {face}, {energy} energy", str(energy), "")


def perk(answers: HeroAnswers, card: HeroCardView) -> Perk:
    uses, scene = card.get("uses", []), answers.scene
    return Perk(
        id=card["id"],
        key=card["key"],
        css=joined(f"perk rig--{card['kind']}", "perk--used" if card.get("used") else ""),
        head_css=joined(
            "perk__head",
            "" if "uses" in card else scene.glow(card["id"]),
            "is-house" if card["source"] == "house" else "",
        ),
        name=card["name"],
        points=card.get("points", 0),
        used=card.get("used", False),
        uses=[UsedItem(use["id"], joined("use", scene.glow(use["id"])), use["name"]) for use in uses],
        text="" if "uses" in card else card["text"],
    )
