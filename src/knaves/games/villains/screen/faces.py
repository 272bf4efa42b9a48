"""The face of every action card and plan; and the target of a copy, or how far a plan is."""

from __future__ import annotations

from typing import cast

from knaves.core.card_face import CardFace, CardFigure, face_of
from knaves.core.cards import Card
from knaves.core.words import counted
from knaves.games.villains.cards import AREA, AREA_IDS, FACTION, FACTION_IDS
from knaves.games.villains.cards.rows import ActionCard, PlanCard
from knaves.games.villains.view import need_text
from knaves.games.villains.view.types import PlanView

SCOPES = {
    "local": "It works in the area of its token only.",
    "global": "It is not tied to the area of its token.",
}
NAMES = {area.id: area.name for area in AREA}


def face(row: Card) -> CardFace:
    if isinstance(row, ActionCard):
        targets = [NAMES.get(target, "no area") for target in row.targets]
        return face_of(
            row,
            row.kind,
            lead=str(row.cost),
            figures=(
                CardFigure(str(row.cost), "energy", "power-lightning"),
                CardFigure(str(len(targets)), "in the deck", "card-draw"),
            ),
            lines=(SCOPES[row.scope], f"Targets of its copies: {', '.join(targets)}."),
            clause="card.5" if row.kind == "event" else "card.4",
            look=f"fc--{row.kind}",
            icon=next((target for target in row.targets if target in AREA_IDS), "card"),
        )
    assert isinstance(row, PlanCard)
    faction = FACTION[FACTION_IDS.index(row.faction)].name
    return face_of(
        row,
        "plan",
        text=row.text or f"A plan of the {faction}, scored from the top.",
        lead=str(sum(one.points for one in row.objectives)),
        figures=(CardFigure(str(sum(one.points for one in row.objectives)), "points in all"),),
        lines=tuple(
            f"{counted(one.points, 'point')}: {' and '.join(map(need_text, one.needs))}."
            for one in row.objectives
        ),
        clause="plans.1",
        look="fc--plan",
        icon=row.faction,
    )


def here(card: dict[str, object], table: object) -> str:
    if "objectives" in card:
        plan = cast(PlanView, card)
        met = sum(one["met"] for one in plan["objectives"])
        return f"{met} of {counted(len(plan['objectives']), 'objective')} met, {counted(plan['now'], 'point')} now."
    target = card.get("target")
    return f"the target on this copy is {NAMES[target]}." if isinstance(target, str) else ""
