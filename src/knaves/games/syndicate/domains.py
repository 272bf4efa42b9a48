"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.games.syndicate.state import SyndicateCity


def domains(s: SyndicateCity) -> Domains:
    box = s.box
    villains = range(len(box.villains))
    given = [*box.action_amount, *box.bought_amount, *(amount for row in box.prizes for _, amount in row)]
    amounts = range(max(*given, *(level for row in box.level for level in row)) + 1)
    coins = range(box.board.box.coins + 1)
    kinds = {
        "card": range(len(box.support)),
        "villain": villains,
        "cube": villains,
        "space": villains,
        "charge": range(len(box.goals)),
        "taking": range(2),
        "coins": amounts,
        "cards": amounts,
        "cubes": amounts,
        "spaces": amounts,
        "raise.1": coins,
        "buy_cubes.1": coins,
        "waive_coins.1": range(max(box.coins) + 1),
        "waive_cards.1": range(max(box.cards) + 1),
    }
    return Domains(kinds)
