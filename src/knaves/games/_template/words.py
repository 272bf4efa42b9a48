"""How options, events and moments read."""

from __future__ import annotations

from knaves.games._template.state import Alley

VERBS = {
    "play": "Play {1:card}",
    "put": "Put {1:card} under the deck",
    "done": "That is all",
    "stop": "Leave it at that",
    "push": "Stake {1:coins}",
    "whistle": "Whistle: pay 1 coin to look at the top of the deck",
}
EVENTS = {
    "played": "{1:seat} plays {2:card}.",
    "nobody": "No rank stands alone: nobody takes the purse.",
    "won": "{1:seat} takes {2:coins} from the purse.",
    "gained": "{1:seat} gains {2:coins}.",
    "returned": "{1:seat} returns {2:coins} to the bank.",
    "stole": "{1:seat} steals {2:coins} from {3:seat}.",
    "holds": "{1:seat} says that he holds a card of rank {2}.",
    "holds_none": "{1:seat} says that he holds no card of rank {2}.",
    "swapped": "{1:seat} puts {2:cards} under the deck.",
    "doubled": "{1:seat} rolls {2} and wins {3:coins}.",
    "lost": "{1:seat} rolls {2} and loses {3:coins}.",
    "drew": "{1:seat} draws {2:card}.",
    "whistled": "{1:seat} looks at {2:card} on top of the deck.",
}
MOMENTS = {"before_the_roll": ("Before the winner rolls, anybody may whistle.", "whistle.1")}


def name(s: Alley, kind: str, number: int) -> str:
    if kind in ("coins", "cards"):
        return f"{number} {kind if abs(number) != 1 else kind[:-1]}"
    return str(number)
