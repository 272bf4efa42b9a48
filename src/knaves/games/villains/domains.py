"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.games.villains.cards import AREAS, FACTION, MIX, PLAN, TOKEN
from knaves.games.villains.cards.effects import UnitToll
from knaves.games.villains.state import AREA_OF, OWNER_OF, FactionCity
from knaves.games.villains.words import PURSES

AMOUNTS = range(10)  # of an offer on the menu; what only a form can say has no id
PLEDGES = 3  # none, peace, a resource next turn
USUAL_COST = 60  # more than the cards of the box can ask for at once
STANDING_OFFERS = 40
SAID = frozenset(
    {"move.1", "move.5", "mix.1"}
)  # the place of a figure in its row, how many are alike, the cost


def largest_cost(s: FactionCity) -> int:
    """All units of a faction move at once to where every card that adds to their cost lies."""
    cards = s.box.cards
    tolls = sum(effect.value for row in cards for effect in row.effects if isinstance(effect, UnitToll))
    return max(USUAL_COST, tolls * max(map(sum, MIX)))


def domains(s: FactionCity) -> Domains:
    kinds = {
        "faction": range(len(FACTION)),
        "plan": range(len(PLAN)),
        "card": range(len(s.box.cards)),
        "token": range(len(TOKEN)),
        "type": range(len(TOKEN)),
        "area": range(AREAS + 1),  # and the reserves
        "space": range(len(AREA_OF)),
        "unit": range(len(OWNER_OF)),
        "purse": range(len(PURSES)),
        "promise": range(PLEDGES),
        "offer.2": AMOUNTS,
        "offer.3": AMOUNTS,
        "mix.2": range(largest_cost(s) + 1),
        "move.4": range(1, max(max(row) for row in MIX) + 1),
    }
    return Domains(kinds, SAID, dict.fromkeys(("accept", "decline", "withdraw"), STANDING_OFFERS))
