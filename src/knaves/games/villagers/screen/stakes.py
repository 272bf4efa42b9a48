"""What is at stake in a choice: beside the question, and under its answers."""

from __future__ import annotations

from knaves.core.board import BoardScene
from knaves.games.villagers.cards.effects import DEFEND
from knaves.games.villagers.view import VillageCardView, VillageView


def at_stake(scene: BoardScene, view: VillageView) -> tuple[str, dict[int, str]]:
    """What winning and failing would do, beside the question and under its answers. A recruit's question says it."""
    if not scene.mine or scene.eye is None or view["phase"] != DEFEND:
        return "", {}
    aim = view["turn"]["aim"]
    town_cards = {card["id"]: card for card in view["mayors"][scene.eye]["town"]}
    hints = {choice.number: spoils(town_cards[choice.things[0]]) for choice in scene.verb("attack")}
    return (spoils(town_cards[aim]) if aim and aim in town_cards else ""), hints


def spoils(card: VillageCardView) -> str:
    """What a challenge brings when it falls, and what it costs while it stands."""
    loot = card.get("loot", 0)
    wins = f" after {card['wins']} successes" if card["wins"] > 1 else ""
    won = f"won{wins}: it leaves your town" + (f", +{loot}g" if loot else "")
    taken = card.get("pillage", 0)
    lost = "it stays" + (f" and pillages {taken}g" if taken else "")
    return f"✓ {won} · ✕ {lost}"
