"""Whether an emergency card before somebody can be proposed, as the page and the terminal say it (21.2, 21.3)."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.games.new_angeles.view.types import DealView, EmergencyView


def in_the_deal(deal: DealView | None) -> list[str]:
    """The cards that have been proposed."""
    return [card["id"] for card in (deal["main"], *deal["counters"]) if card] if deal else []


def standing(card: EmergencyView, proposed: Sequence[str]) -> str:
    if card["id"] in proposed:
        return "in the deal"
    return "ready" if card["faceup"] else "used"
