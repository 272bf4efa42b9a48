"""When to use a bonus: what is declared for the next DEFENSE roll, and which attempts it may join.

`first` is all of it. What does not work everywhere has a row besides, named after what can be immune to it.
"""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.modifiers import Modifier
from knaves.games.villagers.cards.faces import ON_ANY, ON_HERO, ON_TOWN
from knaves.games.villagers.state import NOWHERE, Village


def bind(s: Village, source: int, to: str, bonus: int) -> None:
    """This much of what is declared is for a TOWN or HERO DEFENSE only, or comes by the Angry Mob or the Favor."""
    s.mods.append(Modifier(source, to, "add", bonus, until="roll"))


def works(s: Village, target: int, to: str) -> bool:
    """Can the next roll against this challenge have what is bound so?"""
    if to in s.box.immune[s.face[target]]:
        return False
    return s.rolls > 0 if to == "town" else bool(s.ready) if to == "hero" else True


def lapsing(s: Village, target: int) -> list[Modifier]:
    """What of the declared bonuses an attack on this challenge could not have."""
    return [row for row in s.mods if not works(s, target, row.rule)]


def attempts_at(s: Village, target: int) -> list[tuple[int, int]]:
    """The attempts that may go against this challenge now, the town's first: (hero or NOWHERE, what it adds).

    Of what is declared only what works against it counts, and keeps the other kind of DEFENSE from the roll.
    """
    who, found = s.active, list[tuple[int, int]]()
    lost = lapsing(s, target) if s.mods else []
    less = sum([row.value for row in lost])
    stays = [row.rule for row in s.mods if row not in lost]
    if works(s, target, "town") and "hero" not in stays:
        found.append((NOWHERE, town_bonus(s, who) - less))
    if works(s, target, "hero") and "town" not in stays:
        found.extend([(hero, hero_bonus(s, who, hero) - less) for hero in s.ready])
    return found


def town_bonus(s: Village, who: int) -> int:
    """What a TOWN DEFENSE of this Mayor adds to the die now; of itself it has nothing (defend.6)."""
    bonus, face, each = s.first + s.each, s.face, s.box.town_each
    for slot in s.town[who]:
        bonus += each[face[slot]]
    return bonus


def hero_bonus(s: Village, who: int, hero: int) -> int:
    """What a HERO DEFENSE adds: the hero's Defeat Bonus, and all else (defend.5)."""
    bonus, face, each = s.first + s.each, s.face, s.box.hero_each
    for slot in s.town[who]:
        bonus += each[face[slot]]
    return bonus + s.box.bonus[face[hero]]


def can_fail(s: Village, on: int = ON_ANY) -> bool:
    """Could a bonus help an attempt at the challenge that was selected: is there one of this kind (`on`) that a 1
    would lose (R42)?"""
    need = s.box.defeat[s.face[s.aim]]
    if not s.mods and on != ON_HERO and works(s, s.aim, "town") and 1 + town_bonus(s, s.active) < need:
        return True  # nearly always
    tries = attempts_at(s, s.aim)
    return any(
        1 + bonus < need for by, bonus in tries if on in (ON_ANY, ON_TOWN if by == NOWHERE else ON_HERO)
    )


def kinds_of_attempt(s: Village) -> set[int]:
    """Whose attempts may go against the challenge that was selected: the town's, the heroes'."""
    return {ON_TOWN if by == NOWHERE else ON_HERO for by, _ in attempts_at(s, s.aim)}


def why_no_bonus(s: Village, to: str, clause: str) -> Refused:
    """Why the Angry Mob or the Favor cannot join the roll against the challenge that was selected."""
    if to in s.box.immune[s.face[s.aim]]:
        return Refused(s.box.cards[s.face[s.aim]].text or "Not against this one.", clause)
    return cannot_fail(s)


def cannot_fail(s: Village, on: int = ON_ANY) -> Refused:
    """Why no bonus for this kind of DEFENSE is needed."""
    which = {ON_ANY: "", ON_TOWN: "TOWN ", ON_HERO: "HERO "}[on]
    name = s.box.cards[s.face[s.aim]].name
    return Refused(f"No {which}DEFENSE against {name} can fail as it is.", "bonus.1")


def declared_words(s: Village) -> str:
    """What the next roll will have, as far as it is declared, and whose roll that must be."""
    plus = s.first + s.each
    for by in ("town", "hero"):
        if bound := s.amount(by, 0):
            only = f" for a {by.upper()} DEFENSE"
            return f" Declared so far: {plus:+}{only if bound == plus else f', {bound:+} of it{only}'}."
    return f" Declared so far: {plus:+}." if plus else ""
