"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.games.arch_villain.cards.names import ITEMS, KINDS, SKILLS, TOKENS
from knaves.games.arch_villain.state import HeroCity

SKILL_LEVELS = range(21)
# A use belongs to one contact; what a die does, what it costs and what a strike comes to follows from the table.
SAID = frozenset(
    {"contact.1", "buy.2", "fist.2", "raise.4", "damage.2", "item.2", "item.3", "strike.1", "strike.2"}
)


def domains(s: HeroCity) -> Domains:
    box = s.box
    kinds = {
        "card": range(len(box.cards)),
        "item": range(len(ITEMS)),
        "token": range(TOKENS),
        "space": range(len(box.spaces)),
        "reward": range(len(box.rewards)),
        "use": range(len(box.uses)),
        "deck": range(len(KINDS)),
        "skill": range(len(SKILLS)),
        "die": range(1, 7),
        "raise.3": range(2, 7),
        "train.2": SKILL_LEVELS,
    }
    return Domains(kinds, SAID)
