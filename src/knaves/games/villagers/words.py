"""How answers and events read."""

from __future__ import annotations

import re

VERBS = {
    "recruit": "Recruit {1:card}",
    "roll": "{1:rolls}",
    "favor": "Spend the King's Favor",
    "keep": "Keep the King's Favor",
    "start": "Give the Start Marker to {1:seat}",
    "attack": "Attack {1:card}",
    "town": "TOWN DEFENSE: the town attacks",
    "hero": "HERO DEFENSE: {1:card} attacks",
    "mob": "Send the Angry Mob along (+3)",
    "banish": "Banish {1:card}",
    "suffer": "Suffer the Pillage Loss",
    "earn": "Take your earnings",
    "toll": "Settle {1:card}",
    "build": "Add {1:card} to your town",
    "sell": "Sell {1:card}",
    # The last kind named is the one a page goes by: these options are about the card.
    "use": "{1:does} ({1:card})",
    "vend": "VEND for {1:price}: {1:does_for_others} ({1:card})",
    "grant": "Allow the use of {1:card}",
    "refuse": "Refuse the use of {1:card}",
    "sell_roll": "Sell your roll",
    "keep_roll": "Keep your roll",
    "ordinance": "Ordinance: have {1:card} replaced",
    "done": "Leave it at that",
}

EVENTS = {
    "phase": "Round {1}: {2:phase}.",
    "took_start": "{1:seat} takes the Start Marker.",
    "moved_start": "{1:seat} spends the King's Favor: the Start Marker goes to {2:seat}.",
    "placed_favor": "The King's Favor: a {1}. It lies on {2:card}.",
    "took_favor": "{1:seat} has the King's Favor.",
    "favored": "{1:seat} spends the King's Favor: +{2} to a roll.",
    "spared": "{1:seat} spends the King's Favor and loses nothing to pillage.",
    "bonus_gold": "{1:seat} spends the King's Favor and gains {2}g.",
    "named": "{1:seat} wants {2:card}.",
    "bought": "{1:seat} buys {2:more_rolls}.",
    "rolled": "{1:seat} rolls {2}{3:plus}; {4} is needed.",
    "missed": "{1:seat} misses {2:card}.",
    "recruited": "{1:seat} recruits {2:card}.",
    "sold_roll": "{1:seat} sells a roll to {2:seat} for 1g.",
    "decreed": "{1:seat} passes an Ordinance: {2:card} goes back into the deck.",
    "replaced": "{1:card} takes its place.",
    "fought": "{1:seat} attacks {2:card} with the town: {3}{4:plus} against {5}.",
    "fought_by_hero": "{1:seat} attacks {2:card} with {3:card}: {4}{5:plus} against {6}.",
    "held": "{2:card} stands firm.",
    "hit": "{2:card} is hit; it takes {3:more_hits}.",
    "defeated": "{1:seat} defeats {2:card} and takes {3}g of loot.",
    "sent_mob": "{1:seat} sends the Angry Mob: +{2} to the roll.",
    "banished": "{1:seat} has {2:card} removed from the game.",
    "pillaged": "{1:seat} loses {2}g to pillage.",
    "earned": "{1:seat} earns {2}g.",
    "shrank": "{1:seat} loses {2}g instead of earning.",
    "paid_toll": "{1:seat} pays {3}g for {2:card} to {4:seat}.",
    "built": "{1:seat} adds {2:card} to the town for {3}g.",
    "sold": "{1:seat} sells {2:card} for {3}g.",
    "used": "{1:seat} uses {2:card}{3:for_gold}.",
    "vended": "{1:seat} uses {2:card} of {4:seat} for {3}g.",
    "refused": "{1:seat} refuses {2:seat} the use of {3:card}.",
    "gained": "{1:seat} gains {2}g by {3:card}.",
    "lost": "{1:seat} loses {2}g by {3:card}.",
    "drew": "{1:seat} draws {2:card}.",
    "wandered": "{1:card} wanders to the town of {2:seat}.",
    "reset": "The pool is reset: {1:challenges} and {2:new_cards}.",
    "over": "The game is over.",
}


def name(kind: str, number: int) -> str:
    """Numbers in words, for the templates above."""
    one = number == 1
    return {
        "plus": "" if number == 0 else f" {'+' if number > 0 else '-'} {abs(number)}",
        "rolls": "Roll"
        if number == 0
        else f"Buy {number} extra {'roll' if one else 'rolls'} ({number}g) and roll",
        "more_rolls": f"{number} extra {'roll' if one else 'rolls'}",
        "more_hits": f"{number} more {'success' if one else 'successes'}",
        "challenges": f"{number} {'challenge stays' if one else 'challenges stay'}",
        "new_cards": f"{number} new {'card' if one else 'cards'}",
        "for_gold": f" for {number}g" if number else "",
    }.get(kind, str(number))


def does(text: str, others: bool = False) -> str:
    """What a card's ability does, out of its text: without phase and VEND, for others without the owner's cost."""
    words = (text.partition(": ")[2] or text or "use it").partition(" VEND")[0].rstrip(".")
    if others:
        words = re.sub(r"^pay \d+g(,| to| for) (and )?", "", words)
    return words[:1].upper() + words[1:]
