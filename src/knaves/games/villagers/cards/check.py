"""What types alone cannot say of a card file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from knaves.core.cards import as_heard, wrong_line
from knaves.games.villagers.cards.effects import (
    Ability,
    Banish,
    Discount,
    Draw,
    ExtraBuild,
    Gain,
    Immune,
    RollBonus,
    Sell,
    Stubborn,
    Toll,
    Wander,
)
from knaves.games.villagers.cards.rows import ANY_CITIZEN, NUMBERS, VillageCard

COUNTS = {"building": 25, "challenge": 30, "citizen": 25, "hero": 20}  # components.1
STARTING = {"mob": 5, "citizen": 5}  # components.2
NEEDS = {
    "building": {"price", "value"},
    "citizen": {"price", "value", "earnings"},
    "hero": {"price", "value", "bonus"},
    "challenge": {"defeat", "value", "pillage", "loot"},
    "mob": set(),
}
NAME_LENGTH, TEXT_LENGTH = 60, 400


def lines_of_card(text: str, card: str) -> list[int]:
    """The lines of a file that say a card's id."""
    said = re.compile(rf'\s*id\s*=\s*"{re.escape(card)}"')
    return [n for n, line in enumerate(text.splitlines(), 1) if said.match(line)]


def line_of_card(text: str, card: str, last: bool = False) -> int:
    """Where a card stands in its file."""
    lines = lines_of_card(text, card)
    return lines[-1 if last else 0] if lines else 1


def check(rows: Sequence[VillageCard], text: str, name: str) -> None:
    """All that types alone cannot say; raises BadCards with the place and what would be right."""
    for row in rows:
        wrong = wrong_words(row) or wrong_numbers(row) or wrong_effects(row)
        if wrong:
            wrong_line(name, line_of_card(text, row.id), f"{row.id!r} {wrong}.")
    by_id = {row.id: row for row in rows}
    names: set[str] = set()
    for row in sorted(
        rows, key=lambda row: bool(lines_of_card(text, row.id))
    ):  # those of the file after ours
        if as_heard(row.name) in names:
            sentence = f"{row.name!r} is the name of another card already."
            wrong_line(name, line_of_card(text, row.id), sentence)
        names.add(as_heard(row.name))
    for row in rows:
        wrong = wrong_pair(row, by_id)
        if wrong:  # where our card has lost its partner, the line is the partner's
            at = row.id if f'"{row.id}"' in text.replace(f'pair = "{row.id}"', "") else row.pair
            wrong_line(name, line_of_card(text, at), f"{row.id!r} {wrong}.")
    for kinds, start in ((COUNTS, False), (STARTING, True)):
        for kind, count in kinds.items():
            have = sum(row.copies for row in rows if row.kind == kind and row.start is start)
            if have != count:
                where = "starting cards" if start else "playing cards"
                odd = next((row.id for row in rows if row.kind == kind and f'"{row.id}"' in text), "")
                sentence = f"of the {where} {count} must be of kind {kind!r}, not {have}."
                wrong_line(name, line_of_card(text, odd), sentence)


def wrong_words(row: VillageCard) -> str:
    """Ids go into addresses, and names and texts have to fit on a card."""
    if not re.fullmatch(r"[\w-]{1,60}", row.id):
        return "must have an id of letters, digits and _ (60 at most)"
    for field, longest in (("name", NAME_LENGTH), ("text", TEXT_LENGTH)):
        words = str(getattr(row, field))
        if len(words) > longest:
            return f"has a {field} that cannot be shown: {longest} letters at most"
    return ""


def wrong_numbers(row: VillageCard) -> str:
    has = {number for number in NUMBERS if getattr(row, number) is not None}
    needs = NEEDS[row.kind]
    if missing := sorted(needs - has):
        return f"is a {row.kind} and lacks {missing[0]!r}; it has {', '.join(sorted(needs))}"
    if extra := sorted(has - needs):
        return (
            f"is a {row.kind} and cannot have {extra[0]!r}; it has {', '.join(sorted(needs)) or 'no numbers'}"
        )
    if row.copies != (5 if row.start else 1):
        return "must have copies = 5 if it is a starting card, and 1 if it is not"
    if row.kind == "mob" and not row.start:
        return "is a mob, and mobs are starting cards: start = true"
    return ""


def wrong_effects(row: VillageCard) -> str:
    if row.kind == "mob" and row.effects:
        return "is a mob, which is never in a town: it has no effects"
    used = 0
    for effect in row.effects:
        if isinstance(effect, Stubborn | Immune | Wander) != (row.kind == "challenge") and isinstance(
            effect, Stubborn | Immune | Wander
        ):
            return "has an effect that only challenges have (stubborn, immune, wander)"
        if not isinstance(effect, Ability):
            continue
        if effect.how == "use":
            used += 1
            if row.kind in ("challenge", "mob"):
                return 'has an ability with how = "use", which only buildings, citizens and heroes have'
            if isinstance(effect, Discount) and effect.kind != "any":
                return 'has a discount to use, which holds for the next card whatever it is: kind = "any"'
            if isinstance(effect, RollBonus | Gain | Discount) and effect.amount < 1:
                return "has something to use that nobody would: amount must be 1 or more"
        elif effect.cost or effect.vend:
            return 'has a cost or a vend on an effect that always works; it needs how = "use"'
        elif isinstance(effect, Banish | Draw | ExtraBuild | Sell):
            return 'has an ability that must be used to work; it needs how = "use"'
        if isinstance(effect, Gain) and effect.amount < 0 and effect.phase in ("recruit", "defend", "reset"):
            return "costs gold by itself in a phase that settles no losses; phase must be pillage, earning or build"
        if isinstance(effect, RollBonus):
            if effect.phase == "recruit" and effect.on != "any":
                return "names TOWN or HERO DEFENSE in a recruit bonus; on must be left out"
            if effect.phase == "defend" and effect.how == "always" and effect.rolls == "one":
                return 'has a bonus to one DEFENSE roll; which one is a choice, so it needs how = "use"'
            if effect.how == "use" and effect.rolls == "all" and effect.on != "any":
                return (
                    'has a bonus to use for all rolls of one defence; rolls = "one", or on must be left out'
                )
    immune = {to for effect in row.effects if isinstance(effect, Immune) for to in effect.to}
    if {"town", "hero"} <= immune:
        return "is immune to TOWN and HERO DEFENSE: nobody could ever defeat it"
    if sum(isinstance(effect, Toll) for effect in row.effects) > 1:
        return "has several tolls; one is the most"
    if used > 1:
        return 'has several effects with how = "use"; one is the most'
    return ""


def wrong_pair(row: VillageCard, by_id: dict[str, VillageCard]) -> str:
    if not row.pair:
        return ""
    if row.kind not in ("building", "citizen", "hero"):
        return f"is a {row.kind}, and only buildings, citizens and heroes have a pair"
    if row.pair == ANY_CITIZEN:
        return ""
    if row.pair == row.id:
        return "names itself as its pair; a pair is two cards"
    partner = by_id.get(row.pair)
    if partner is None:
        return f"names {row.pair!r} as its pair, and there is no such card"
    if partner.pair != row.id:
        return f"names {row.pair!r} as its pair, which names {partner.pair or 'none'!r}"
    return ""
