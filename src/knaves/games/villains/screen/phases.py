"""Which part of the turn it is, as the head of the board says it."""

from __future__ import annotations

from knaves.core.board import BoardScene

PHASES = {
    "setup": "factions",
    "start": "plans and targets",
    "place": "placing tokens",
    "plans": "scoring plans",
    "objective": "scoring plans",
    "combat": "combat",
    "cost": "paying",
}


def phase_of(scene: BoardScene) -> str:
    """Which part of the turn the question belongs to."""
    rule = scene.rule
    if not rule:
        return "the end" if scene.over else "replay"
    if rule in ("mafia.1", "mafia.2"):
        return "plans and targets"
    if rule == "subway.1":
        return "placing tokens"
    if rule == "mutants.7":
        return "cleanup"
    acting = scene.view["active"] is not None  # else a unit of the Combat Step is hit, or sacrificed
    return PHASES.get(rule.partition(".")[0], "actions" if acting else "combat")
