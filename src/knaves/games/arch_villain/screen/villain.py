"""The villain's sheet: defences, the running total of an arrest, blows, and what all of it is for."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, BoardLine, joined
from knaves.games.arch_villain.cards.names import TURNS
from knaves.games.arch_villain.screen.answers import HeroAnswers, fighter
from knaves.games.arch_villain.screen.rig import DieButton, dice_row, worth
from knaves.games.arch_villain.view.types import ArchVillainView, DiceView

METER = 252.0  # units of the drawn bar
KNOWN_ITEMS = {"cubes": "double cubes", "die": "die tokens"}


class Defence(msgspec.Struct, frozen=True):
    css: str
    name: str
    sum: str
    total: int


class DamagePart(msgspec.Struct, frozen=True):
    """A source of damage: a piece of the bar."""

    kind: str
    text: str
    x: str
    width: str


class DamageMeter(msgspec.Struct, frozen=True):
    damage: int
    defence: int
    enough: bool
    says: str
    parts: list[DamagePart]
    others: list[str]  # where the number would move by another choice
    need: str


class Blow(msgspec.Struct, frozen=True):
    letter: str
    dice: list[DieButton]  # on the table, chosen from
    fell: list[DieButton]  # of the last blow


class ArrestStake(msgspec.Struct, frozen=True):
    icon: str
    word: str
    text: str
    gone: bool


class FinalRow(msgspec.Struct, frozen=True):
    letter: str
    hero: str
    name: str
    score: int


class VillainPanel(msgspec.Struct, frozen=True):
    """`rows`: after the last round, the final order instead."""

    title: str
    house: bool
    house_parts: str
    id: str
    key: str
    css: str
    number: int | None
    text: str
    name: str
    can: bool
    cubes: list[str]
    defences: list[Defence]
    meter: DamageMeter | None
    blow: Blow | None
    stakes: list[ArrestStake]
    rows: list[FinalRow]


def villain_sheet(answers: HeroAnswers) -> VillainPanel:
    view, scene = answers.view, answers.scene
    row = view["villain"]
    if row is None:
        order = sorted(view["players"], key=lambda player: -player["score"])
        final = [
            FinalRow(LETTERS[p["seat"]], p["hero_name"], scene.seats[p["seat"]].name, p["score"])
            for p in order
        ]
        title = f"After {view['rounds']} rounds"
        return VillainPanel(title, False, "", "", "", "", None, "", "", False, [], [], None, None, [], final)
    house = row["source"] == "house"
    return VillainPanel(
        title=f"Arrest: {row['name']}" if answers.fight else row["name"],
        house=house,
        house_parts="" if house else ", ".join(row["house"]),
        id=row["id"],
        key=row["key"],
        css=joined("villain__art", scene.glow(row["id"])),
        number=scene.key(row["id"]),
        text=row["text"],
        name=row["name"],
        can=scene.can(row["id"]),
        cubes=[LETTERS[player["seat"]] for player in view["players"] if player["fate"] == "arrested"],
        defences=defences(answers, row),
        meter=meter(answers, row, answers.fight) if answers.fight else None,
        blow=blow(answers),
        stakes=stakes(answers, row),
        rows=[],
    )


def defences(answers: HeroAnswers, row: ArchVillainView) -> list[Defence]:
    bonus = answers.view["bonus"]["defence"]
    plus = f"+{bonus}" if bonus else ""
    used = answers.fight["defence"] if answers.fight else row["defence"]
    now = "is-now" if used == row["defence"] else ""
    found = [Defence(joined("def--red", now), "defence", f"{row['red']}{plus}", row["defence"])]
    for kind, number in row["special"].items():
        total = number + bonus
        now = "is-now" if answers.fight and used == total != row["defence"] else ""
        found.append(Defence(joined(f"def--{kind}", now), kind.replace("_", " "), f"{number}{plus}", total))
    return found


def damage_parts(answers: HeroAnswers, dice: DiceView) -> list[tuple[int, str, str, str]]:
    """Damage by its source: number, name, kind, sign."""
    hero = fighter(answers)
    cards = {card["id"]: card for card in hero["cards"]}
    found = []
    for row in dice["placed"]:
        card = cards[row["card"]]
        number = 0 if row["item"] else worth(card, row["pips"], hero)
        if number:
            plus = "+" if card.get("plus") else ""
            found.append((number, card["name"], card.get("type", card["kind"]), plus))
    reach = answers.view["turn"] != "range" or any(
        "all_range" in cards[row["card"]].get("inside", []) for row in dice["placed"]
    )
    fists = dice["pool"].count(6) * hero["fist"] if reach else 0
    return [*found, (fists, "fists", "fist", "")] if fists else found


def meter(answers: HeroAnswers, row: ArchVillainView, dice: DiceView) -> DamageMeter:
    """A total beside its mark: a piece per source, a line at the number to reach, others dashed."""
    damage, defence, bonus = dice["damage"], dice["defence"], answers.view["bonus"]["defence"]
    others = [number + bonus for number in row["special"].values()]
    unit = METER / max(damage, defence, *others, 1)
    parts, at = [], 0.0
    for number, name, kind, plus in damage_parts(answers, dice):
        width = number * unit if damage else 0.0
        parts.append(DamagePart(kind, f"{plus}{number} {name}", f"{at:.1f}", f"{width:.1f}"))
        at += width
    enough = damage >= defence
    return DamageMeter(
        damage=damage,
        defence=defence,
        enough=enough,
        says="enough" if enough else f"{defence - damage} short",
        parts=parts,
        others=[f"{number * unit:.1f}" for number in others if number != defence],
        need=f"{defence * unit:.1f}",
    )


def blow(answers: HeroAnswers) -> Blow | None:
    """The villain hits back now, or did so last."""
    dice = answers.view["dice"]
    if dice is not None and dice["of"] == "villain":
        return Blow(LETTERS[dice["seat"]], dice_row(answers, dice["pool"], False), [])
    last = answers.last_blow()
    if last is None or answers.fight:
        return None
    return Blow(LETTERS[last.seat] if last.seat is not None else "", [], fallen(last))


def fallen(line: BoardLine) -> list[DieButton]:
    faces = [int(thing[-1]) for thing in line.things if "die:" in thing]
    return [
        DieButton(
            f"blow-{place}", joined("die die--d6", "die--bad" if face == 6 else ""), face, 1, str(line.seq)
        )
        for place, face in enumerate(faces, 1)
        if face
    ]


def stakes(answers: HeroAnswers, row: ArchVillainView) -> list[ArrestStake]:
    view = answers.view
    dice = view["turn_dice"][view["turn_number"]]
    at_range = f" and {view['bonus']['range']} at range" if view["turn"] == "range" else ""
    more = answers.hero["traits"].get("arrest_points", 0) if answers.scene.eye is not None else 0
    back = f"with {dice} dice" if dice else "from “2” on"
    found = [
        ArrestStake(
            "check-mark",
            "Arrest",
            f"{row['points'] + more} points{at_range}, then a reward; out of the round",
            False,
        ),
        ArrestStake("cross-mark", "Hits back", f"{back}; each 6 costs {row['cost_of_six']} health", False),
    ]
    for strike in row["strikes"]:
        item = strike["item"]
        what = KNOWN_ITEMS.get(item, f"{item}s" if item in ("power", "weapon", "talent") else item)
        gone = TURNS.index(strike["turn"]) < view["turn_number"] if strike["turn"] in TURNS else False
        text = f"after “{strike['turn']}”: takes all {what} off the spaces"
        found.append(ArrestStake("explosion-rays", "Strikes", text, gone))
    return found
