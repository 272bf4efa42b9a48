"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.core.offers import bits
from knaves.games.new_angeles.cards import RESOURCES, STRIKE, TYPES
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, MOST_OPEN, NOT_COUNTER
from knaves.games.new_angeles.rules.effects_on_players import MOST_PAID
from knaves.games.new_angeles.state import NewAngeles

RIVALS = 5  # the other players, at most


def domains(s: NewAngeles) -> Domains:
    box = s.box
    kinds = {
        "card": range(len(box.actions)),
        "asset": range(len(box.assets)),
        "event": range(len(box.events)),
        "investment": range(len(box.investments)),
        "district": range(1, len(box.districts) + 1),
        "piece": range(1, STRIKE + 1),
        "type": range(len(TYPES)),
        "resource": range(len(RESOURCES)),
        "side": range(2),
        "pay.1": range(MOST_PAID + 1),
    }
    # An offer that stands is known by its place among those of the menu.
    ranked = {"accept": RIVALS * MOST_OPEN, "decline": RIVALS * MOST_OPEN, "withdraw": MOST_OPEN}
    return Domains(kinds, ranked=ranked, listed={"offer": offers(len(box.assets))})


def offers(assets: int) -> list[tuple[int, ...]]:
    """What the menu ever offers (`Deals.proposals`); what only a form can say has no id."""
    found: list[tuple[int, ...]] = []
    for other in range(RIVALS + 1):
        found += [(other, capital, 0, 0, 0, 0, NOT_COUNTER) for capital in (1, 2)]
        found += [(other, 0, bits((face,)), price, 0, 0, 0) for face in range(assets) for price in (2, 4)]
        for promise in (BACK_MAIN, BACK_COUNTER):
            found += [(other, capital, 0, 0, 0, 0, promise) for capital in (1, 2, 3)]
            found += [(other, 0, 0, capital, 0, promise, 0) for capital in (1, 2, 3)]
    return found
