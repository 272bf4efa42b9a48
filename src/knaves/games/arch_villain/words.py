"""How options, events and things read."""

from __future__ import annotations

from knaves.games.arch_villain.cards import ITEMS, KINDS, TURNS, Box
from knaves.games.arch_villain.cards.effects import FreeCard, Gain
from knaves.games.arch_villain.state import SOURCES

VERBS = {
    "place": "Put {1:item} on {2:space}",
    "space": "Take from {1:space}",
    "two_spaces": "Take from {1:space} and {2:space} as if they were one",
    "green": "Green list: {1:item}",
    "arrest": "Try to arrest {1:card}",
    "protect": "Leave the round for {1:reward}",
    "contact": "{1:card}: {2:use}",
    "take": "Take {1:item} from {2:space}",
    "take_tokens": "Take all the tokens",
    "buy": "Buy {1:card} for {2} energy",
    "done": "That is all",
    "leave": "Put {1:card} on {2:space}",
    "train": "Raise {1:skill}",
    "again": "Roll a {1:die} again",
    "roll": "Roll these again",
    "keep": "Keep all the dice",
    "load": "Put a die on {1:card}",
    "fist": "Raise a {1:die} to 6 for hand to hand ({2} energy)",
    "strike": "Strike: {1} damage against {2}",
    "use": "Put a {2:die} on {1:card}",
    "raise": "Raise a {2:die} to {3} for {1:card} ({4} energy)",
    "damage": "{1:card}: {2} damage",
    "item": "{1:card}: {3} {2:token} instead of damage",
    "reward": "Choose {1:reward}",
    "free": "Take {1:card} free",
    "draw": "Draw {1:deck}",
}

EVENTS = {
    "round": "Round {1} begins against {2:card}.",
    "turn": "The turn marker is on {1:turn}.",
    "placed": "{1:seat} puts {2:item} on {3:space}.",
    "placed_card": "{1:seat} puts {2:card} on {3:space}.",
    "took": "{1:seat} takes {2:item} from {3:space}.",
    "bought": "{1:seat} buys {2:card} for {3} energy.",
    "drew": "{1:seat} draws {2:card}.",
    "left": "{1:seat} puts {2:card} on {3:space}.",
    "took_green": "{1:seat} takes {2:item} from the green list.",
    "trained": "{1:seat} raises {2:skill} to {3}.",
    "contacted": "{1:seat} calls {2:card}: {3:use}.",
    "free_card": "{1:seat} gets {2:card} free.",
    "gained": "{1:seat} gains {3} {2:token}.",
    "rolls": "{1:seat} tries the arrest and rolls {2:dice}.",
    "rerolls": "{1:seat} has dice rolled again: {2:dice}.",
    "failed": "{1:seat} fails: {2} damage against {3}.",
    "arrested": "{1:seat} arrests {2:card}: {3} damage against {4}.",
    "protects": "{1:seat} protects citizens, for {2:reward}.",
    "stayed": "{1:seat} has held out to the end of the round.",
    "villain_rolls": "The villain hits back at {1:seat} and rolls {2:dice}.",
    "hurt": "{1:seat} loses {2} health.",
    "knocked_out": "{1:seat} owes {2} health, cannot pay, and is knocked out.",
    "strikes": "{1:card} strikes: {2:items} vanish from the action spaces.",
    "scores": "{1:seat} scores {2} for {3:source}.",
}

PLURALS = ("all health", "all double cubes", "all energy", "all die tokens")
CARD_PLURALS = ("all powers", "all weapons", "all talents")
TOKEN_NAMES = ("health", "double cube", "energy", "die token")
SKILL_NAMES = ("agility", "strength", "mental power")
SOURCE_NAMES = {
    "arrest": "the arrest",
    "reward": "a reward",
    "range": "an arrest at range",
    "sets": "sets",
    "talent": "a talent",
}


def name(box: Box, kind: str, number: int) -> str:
    """Things that are no cards, by name."""
    names = {
        "item": [item.name for item in box.tables.item],
        "items": [*PLURALS, *CARD_PLURALS],
        "token": TOKEN_NAMES,
        "space": [space.name for space in box.spaces],
        "reward": [reward.name for reward in box.rewards],
        "skill": SKILL_NAMES,
        "deck": [f"a {kind}" for kind in KINDS],
        "turn": [turn if turn in ("alarm", "range") else f"the blue {turn}" for turn in TURNS],
        "source": [SOURCE_NAMES[source] for source in SOURCES],
    }.get(kind)
    if names is not None and 0 <= number < len(names):
        return names[number]
    if kind == "use" and 0 <= number < len(box.uses):
        return use_name(box, number)
    if kind == "dice":
        return ", ".join(str(number)) if number else "no dice"
    return str(number)


def use_name(box: Box, number: int) -> str:
    use = box.uses[number][1]
    if isinstance(use, Gain):
        what = TOKEN_NAMES[ITEMS.index(use.item)]
        return f"{use.amount} {what}" if use.item in ("health", "energy") else f"a {what}"
    if isinstance(use, FreeCard):
        symbols = [symbol.replace("_", " ") for symbol in use.symbols]
        return f"a free {use.kind} ({' or '.join(symbols)})"
    return "roll dice again"
