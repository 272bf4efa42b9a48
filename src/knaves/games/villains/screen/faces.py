"""The face of every action card, plan, faction sheet and token; and the target of a copy, or how far a plan is."""

from __future__ import annotations

from typing import cast

from knaves.core.card_face import CardFace, CardFigure, face_of
from knaves.core.cards import Card
from knaves.core.words import counted
from knaves.games.villains import words
from knaves.games.villains.cards import AREA, AREA_IDS, BASIC, FACTION, FACTION_IDS, TOKEN_NAMES
from knaves.games.villains.cards.rows import ActionCard, Faction, PlanCard, Token, Unit
from knaves.games.villains.view.types import PlanView
from knaves.games.villains.words import CAPTURED, objective_text

SCOPES = {
    "local": "It works in the area of its token only.",
    "global": "It is not tied to the area of its token.",
}
MARK = "It bears Kau's mark: an enemy Kau and those with him ignore it."
REFUNDED = "Revealed, it gives a resource back."
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
            lines=(SCOPES[row.scope], f"Targets of its copies: {', '.join(targets)}.", *[MARK] * row.kau),
            clause="card.5" if row.kind == "event" else "card.4",
            look=f"fc--{row.kind}",
            icon=next((target for target in row.targets if target in AREA_IDS), "card"),
        )
    if isinstance(row, Faction):
        return sheet(row)
    if isinstance(row, Token):
        return face_of(
            row,
            "token",
            figures=(CardFigure(str(row.cost), "to activate"), CardFigure(str(row.influence), "influence")),
            lines=(REFUNDED,) if row.refunded else (),
            clause="act.4",
            look="fc--token",
        )
    assert isinstance(row, PlanCard)
    faction = FACTION[FACTION_IDS.index(row.faction)].name
    return face_of(
        row,
        "plan",
        text=row.text or f"A plan of the {faction}, scored from the top.",
        lead=str(sum(one.points for one in row.objectives)),
        figures=(CardFigure(str(sum(one.points for one in row.objectives)), "points in all"),),
        lines=tuple(f"{counted(one.points, 'point')}: {objective_text(one)}." for one in row.objectives),
        clause="plans.1",
        look="fc--plan",
        icon=row.faction,
    )


def sheet(row: Faction) -> CardFace:
    """A faction: its power, champion and token, what it has, what it captures, its upgrades (sheet.1)."""
    champion, token = row.champion, row.token
    kinds = [*((unit.name, unit.plural) for unit in BASIC), (champion.name, champion.plural)]
    units = [counted(n, *names) for n, names in zip(row.units.values(), kinds, strict=True) if n]
    if row.units["champion"] == 1:
        units[-1] = champion.name
    tokens = [f"{n} {TOKEN_NAMES[name]}" for name, n in row.tokens.items() if n]
    return face_of(
        row,
        "faction",
        lead=str(row.energy),
        figures=(CardFigure(str(row.energy), "energy", "power-lightning"),),
        lines=(
            f"{champion.name} ({stats(champion)}): {champion.text}",
            f"{token.name} token: {token.text}{f' {REFUNDED}' * token.refunded}",
            *(f"{upgrade.name} (upgrade {n}): {upgrade.text}" for n, upgrade in enumerate(row.upgrade, 1)),
            f"Units: {', '.join(units).rstrip('.')}.",
            *(
                [f"Here a {'; a '.join(f'{unit.id} {stats(unit)}' for unit in row.unit)}."]
                if row.unit
                else []
            ),
            f"Tokens: {', '.join(tokens)}.",
            f"Markers captured give, in this order: {'; '.join(CAPTURED[one] for one in row.captures)}.",
            f"{row.title}. Plans: {row.focus}.",
        ),
        clause="sheet.1",
        look="fc--faction",
    )


def stats(unit: Unit) -> str:
    return words.stats(unit.cost, unit.dice, unit.influence, unit.tough, unit.skilled)


def here(card: dict[str, object], table: object) -> str:
    if "objectives" in card:
        plan = cast(PlanView, card)
        met = sum(one["met"] for one in plan["objectives"])
        return f"{met} of {counted(len(plan['objectives']), 'objective')} met, {counted(plan['now'], 'point')} now."
    target = card.get("target")
    return f"the target on this copy is {NAMES[target]}." if isinstance(target, str) else ""
