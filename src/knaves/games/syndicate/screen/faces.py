"""The face of every card, mission, villain and goal; and what a card counts in the mission that runs."""

from __future__ import annotations

from knaves.core.board import signed
from knaves.core.card_face import CardFace, CardFigure, face_of
from knaves.core.cards import Card
from knaves.games.syndicate.cards import box
from knaves.games.syndicate.cards.rows import Goal, Mission, SupportCard, Villain
from knaves.games.syndicate.cards.texts import ability_text, prize_text, revealed_text, reward_text
from knaves.games.syndicate.screen.cards import ICONS, KEYS


def face(row: Card) -> CardFace:
    if isinstance(row, SupportCard):
        return support(row)
    if isinstance(row, Mission):
        return face_of(
            row,
            "mission",
            lead=str(row.number),
            figures=(CardFigure(str(row.number), "needed", "crosshair"),),
            lines=tuple(map(reward_text, row.effects)),
            clause="mission.2",
            look="v-none",
            icon="kind_mission",
        )
    if isinstance(row, Villain):
        return face_of(
            row,
            "villain",
            figures=(CardFigure(str(row.cost), "to activate", "coin"),),
            lines=(f"Action: {ability_text(row.action)}", f"Power: {ability_text(row.power)}", levels(row)),
            clause=f"{row.id}.1",
            look=look(row.id),
        )
    assert isinstance(row, Goal)
    lines = (
        f"Once revealed: {revealed_text(row.revealed)}",
        *(f"Whoever accuses you: {prize_text(box(), prize)}" for prize in row.accuser),
    )
    return face_of(row, "goal", lines=lines, clause="goal.1", look=look(row.id), icon=row.id)


def support(row: SupportCard) -> CardFace:
    number = box().number.get(row.villain)
    figures = [CardFigure(signed(row.top), "anywhere")]
    if number is not None and row.bottom is not None:
        name = box().villains[number].name
        figures.append(CardFigure(signed(row.bottom), f"for {name}", ICONS[number]))
    return face_of(
        row,
        "support",
        lead=signed(row.top),
        figures=tuple(figures),
        clause="mission.7" if number is not None else "mission.8",
        look=look(row.villain),
        icon=row.villain or "default",
    )


def levels(row: Villain) -> str:
    steps = ", ".join(f"{level} at {at}" for at, level in enumerate(row.arrows))
    return f"The arrow says, by Power: {steps}."


def look(villain: str) -> str:
    number = box().number.get(villain)
    return "v-spy" if villain == "spy" else "v-none" if number is None else f"v-{KEYS[number]}"


def here(card: dict[str, object], table: object) -> str:
    counts = card.get("counts")
    return f"it counts {signed(counts)} in this mission." if isinstance(counts, int) else ""
