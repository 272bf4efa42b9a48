"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.games.new_angeles.cards import RESOURCES, STRIKE, TYPES
from knaves.games.new_angeles.deals import MOST_OPEN
from knaves.games.new_angeles.state import NewAngeles

RIVALS = 5  # the other players, at most
MOST_CAPITAL = 255


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
        "pay.1": range(MOST_CAPITAL + 1),
    }
    # The menu offers each other player 1 or 2 capital for peace, and each asset of one's own for 2 or 4 capital; what
    # only a form can say has no id. An offer that stands is known by its place among those of the menu.
    ranked = {
        "offer": RIVALS * (2 + 2 * len(box.assets)),
        "accept": RIVALS * MOST_OPEN,
        "decline": RIVALS * MOST_OPEN,
        "withdraw": MOST_OPEN,
    }
    return Domains(kinds, ranked=ranked)
