"""The face of every card, villain and hero; and whether a contact was used this round."""

from __future__ import annotations

from knaves.core.card_face import CardFace, CardFigure, face_of
from knaves.core.card_words import NOTHING
from knaves.core.cards import Card
from knaves.core.words import counted
from knaves.games.arch_villain.cards.rows import Contact, Hero, Power, Talent, VillainCard, Weapon
from knaves.games.arch_villain.screen.rig import INSIDE
from knaves.games.arch_villain.words import SKILL_NAMES, STRIKE_NAMES, plain, turn_words


def face(row: Card) -> CardFace:
    if isinstance(row, Power):
        return power(row)
    if isinstance(row, Weapon):
        return weapon(row)
    if isinstance(row, VillainCard):
        return villain(row)
    if isinstance(row, Talent):
        return face_of(
            row,
            "talent",
            figures=(cost(row.cost), CardFigure(str(row.points), "points")),
            lines=(f"Its symbol: {plain(row.kind)}.", *damage(row.damage)),
            clause="talent.1",
            look="rig--talent",
        )
    if isinstance(row, Contact):
        lines = ("Once a round, one of them.",)
        return face_of(row, "contact", lines=lines, clause="contact.1", look="rig--contact")
    assert isinstance(row, Hero)
    levels = ", ".join(f"{name} {level}" for name, level in zip(SKILL_NAMES, row.skills, strict=True))
    return face_of(
        row,
        "hero",
        figures=(
            CardFigure(str(row.dice), "dice", "perspective-dice-six"),
            CardFigure(str(row.health), "health", "hearts"),
        ),
        lines=(f"Skills grow to: {levels}.",),
        clause="setup.1",
        look="rig--hero",
    )


def weapon(row: Weapon) -> CardFace:
    hits = " · ".join("miss" if mark == NOTHING else str(mark) for mark in row.symbols)
    return face_of(
        row,
        "weapon",
        figures=(cost(row.cost), CardFigure(str(row.base), "damage"), squares(row.squares)),
        lines=(
            f"Each symbol adds the level of {plain(row.skill)}. Symbols by the die, 1 to 6: {hits}.",
            reach(row.range),
        ),
        clause="weapon.1",
        look="rig--weapon",
    )


def power(row: Power) -> CardFace:
    instead = [f"Instead of the damage of a {one.face}: {one.amount} {plain(one.item)}." for one in row.items]
    inside = [f"With a die on it: {INSIDE[str(one.__struct_config__.tag)]}." for one in row.inside]
    plus = ["It does no damage alone; it adds to another hit."] if row.plus else []
    return face_of(
        row,
        "power",
        figures=(cost(row.cost), squares(row.squares)),
        lines=(
            f"{plain(row.type).capitalize()}, by {plain(row.origin)}.",
            *damage(row.damage),
            *instead,
            *inside,
            *plus,
            reach(row.range),
        ),
        clause="power.1",
        look=f"rig--{row.type}",
    )


def villain(row: VillainCard) -> CardFace:
    special = [f"{one.number} against {plain(one.type)}." for one in row.special]
    strikes = [
        f"Unless all have arrested it, it takes {STRIKE_NAMES[one.item]} off the board after "
        f"{turn_words(one.turn)}."
        for one in row.strikes
    ]
    return face_of(
        row,
        "villain",
        lead=str(row.red),
        figures=(
            CardFigure(str(row.red), "defence and points", "shield"),
            CardFigure(str(row.hearts), "health for a 6", "hearts"),
        ),
        lines=(*special, *strikes),
        clause="arrest.7",
        look="rig--villain",
    )


def cost(energy: int) -> CardFigure:
    return CardFigure(str(energy), "energy", "power-lightning")


def squares(many: int) -> CardFigure:
    return CardFigure(str(many), "dice on it", "perspective-dice-six")


def damage(faces: tuple[int, ...]) -> list[str]:
    return [f"Damage by the die, 1 to 6: {' · '.join(map(str, faces))}."] if any(faces) else []


def reach(ranged: bool) -> str:
    return "It can be used on the range turn." if ranged else "It cannot be used on the range turn."


def here(card: dict[str, object], table: object) -> str:
    if card.get("used"):
        return "it was used this round."
    points = card.get("points")
    return f"worth {counted(points, 'point')} at the end." if isinstance(points, int) and points else ""
