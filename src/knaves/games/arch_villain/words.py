"""How options, events and things read."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.games.arch_villain.cards import HeroBox
from knaves.games.arch_villain.cards.effects import FreeCard, GainTokens
from knaves.games.arch_villain.cards.names import ENERGY, HEALTH, ITEMS, KINDS, MOST_DICE, TOKENS, TURNS
from knaves.games.arch_villain.state import SOURCES, HeroCity

VERBS = {
    "place": "Put out {1:item}",
    "on": "Put {1:item} on {2:space}",
    "space": "Take from {1:space}",
    "two_spaces": "Take from {1:space} and {2:space} as if they were one",
    # The last kind named is the one a page goes by: the option is about the item.
    "green": "Green list: {1:last}{1:item}",
    "arrest": "Try to arrest {1:card}",
    "protect": "Leave the round for {1:reward}",
    "contact": "{1:card}: {2:use}",
    "take": "Take {1:item} from {2:space}",
    "take_tokens": "Take all the tokens",
    "buy": "Buy {1:card} for {2:price}",
    "done": "That is all",
    "leave": "Put {1:card} on {2:space}",
    "train": "Raise {1:skill} to {2}",
    "again": "Roll a {1:die} again",
    "roll": "Roll these again",
    "keep": "Keep all the dice",
    "load": "Put a die on {1:card}",
    "fist": "Raise a {1:die} to 6 for hand to hand ({2:fee})",
    "strike": "Strike: {1:harm} against {2}",
    "use": "Put a {2:die} on {1:card}",
    "raise": "Raise a {2:die} to {3} for {1:card} ({4:fee})",
    "damage": "{1:card}: {2:harm}",
    "item": "{1:card}: {2:token} ({3}) instead of damage",
    "reward": "Choose {1:reward}",
    "free": "Take {1:card} free",
    "draw": "Draw {1:deck}",
}

# Ten dice, of which some may be missing.
DICE = "{2:first_die}" + "".join(f"{{{place}:next_die}}" for place in range(3, 2 + MOST_DICE))

EVENTS = {
    "round": "Round {1} begins against {2:card}.",
    "turn": "The turn marker is on {1:turn}.",
    "placed": "{1:seat} puts {2:group} on {3:space}.",
    "placed_card": "{1:seat} puts {2:card} on {3:space}.",
    "took": "{1:seat} takes {4} {2:tokens} from {3:space}.",
    "took_one": "{1:seat} takes {4} {2:token} from {3:space}.",
    "bought": "{1:seat} buys {2:card} for {3:price}.",
    "drew": "{1:seat} draws {2:card}.",
    "drew_green": "{1:seat} chooses {3:group} from the green list and draws {2:card}.",
    "reshuffled": "The discarded {1:lot} are shuffled: a new deck of {2}.",
    "left": "{1:seat} puts {2:card} on {3:space}.",
    "took_green": "{1:seat} takes {3} {2:tokens} from the green list.",
    "took_green_one": "{1:seat} takes {3} {2:token} from the green list.",
    "trained": "{1:seat} raises {2:skill} to {3}.",
    "steps_lost": "No skill of {1:seat} can be raised further: {2:steps} lost.",
    "contacted": "{1:seat} calls {2:card}: {3:service}.",
    "free_card": "{1:seat} gets {2:card} free{3:cause}.",
    "gained": "{1:seat} gains {3} {2:tokens}{4:cause}.",
    "gained_one": "{1:seat} gains {3} {2:token}{4:cause}.",
    "none_left": "The box has no {2:tokens} left for {1:seat}.",
    "rolls": "{1:seat} tries the arrest and rolls " + DICE + ".",
    "set_aside": "{1:seat} sets a {2} aside, to be rolled again.",
    "rerolls": "{1:seat} has dice rolled again: " + DICE + ".",
    "ones_become_sixes": "For {1:seat} {2:ones}.",
    "raised": "{1:seat} spends {4} energy to raise a {2} to {3}.",
    "raised_free": "{1:seat} raises a {2} to {3}, free.",
    "put": "{1:seat} puts a {2} on {3:card}: {4} damage.",
    "put_plus": "{1:seat} puts a {2} on {3:card}: {4} more damage to another hit.",
    "put_idle": "{1:seat} puts a {2} on {3:card}, which does no damage.",
    "put_for_item": "{1:seat} puts a {2} on {3:card}, for the item instead of damage.",
    "by_hand": "{1:seat} hits {2:times} by hand: {3} damage.",
    "failed": "{1:seat} fails: {2:harm} against {3}.",
    "arrested": "{1:seat} arrests {2:card}: {3} damage against {4}.",
    "protects": "{1:seat} protects citizens, for {2:prize}.",
    "empty_reward": "{1:seat} gets nothing for {2:prize}: there is none left.",
    "stayed": "{1:seat} has held out to the end of the round.",
    "villain_rolls": "The villain hits back at {1:seat} and rolls " + DICE + ".",
    "protected": "{1:seat} is protected: the roll costs {2} health instead of {3}.",
    "hurt": "{1:seat} loses {2} health.",
    "unhurt": "{1:seat} is protected and loses no health.",
    "knocked_out": "{1:seat} owes {2} health, cannot pay{3:had}, and is knocked out.",
    "strikes": "{1:card} strikes and takes {2:items} off the action spaces.",
    "strikes_nothing": "{1:card} strikes for {2:items}, but the action spaces have none.",
    "swept": "{1:space} loses {3} {2:tokens}.",
    "swept_one": "{1:space} loses {3} {2:token}.",
    "swept_card": "{1:space} loses {2:card}.",
    "scores": "{1:seat} scores {2} for {3:source}.",
}

PLURALS = ("all health", "all double cubes", "all energy", "all die tokens")
CARD_PLURALS = ("all powers", "all weapons", "all talents")
TOKEN_NAMES = ("health", "double cube", "energy", "die token")
TOKEN_PLURALS = ("health", "double cubes", "energy", "die tokens")
INSIDE_NAMES = {
    "all_range": "with a die here all attacks are range attacks",
    "no_retaliation": "with a die here no retaliation follows",
}
STRIKE_NAMES = dict(zip(ITEMS, (*PLURALS, *CARD_PLURALS), strict=True))
SKILL_NAMES = ("agility", "strength", "mental power")
CAUSES = ("", " as the round begins", " for the heroic loss", " as the reward")
SOURCE_NAMES = {
    "arrest": "the arrest",
    "reward": "a reward",
    "range": "an arrest at range",
    "sets": "sets",
    "talent": "a talent",
}


def plain(word: str) -> str:
    """A word of the card files as a person reads it."""
    return "mental power" if word == "mental" else word.replace("_", " ")


def sets_words(sets: Sequence[Sequence[int]]) -> str:
    """What sets of a power, weapon and talent are worth."""
    return ", ".join([f"{count} of each +{points}" for count, points in sets])


def turn_words(turn: str) -> str:
    """A turn of the track, by what is printed on its space."""
    return f"turn {turn}" if turn.isdigit() else f"the {turn} turn"


def name(s: HeroCity, kind: str, number: int) -> str:
    """Things that are no cards, by name. Rewards to choose from say when the box runs out of them."""
    box = s.box
    names = {
        "items": [*PLURALS, *CARD_PLURALS],
        "item": [item.name for item in box.tables.item],
        "group": [item.name for item in box.tables.item],
        "token": TOKEN_NAMES,
        "tokens": TOKEN_PLURALS,
        "space": [space.name for space in box.spaces],
        "prize": [reward.name for reward in box.rewards],
        "skill": SKILL_NAMES,
        "deck": [f"a {kind}" for kind in KINDS],
        "lot": [f"{kind}s" for kind in KINDS],
        "turn": [f"the {turn} space" if turn in ("alarm", "range") else f"the blue {turn}" for turn in TURNS],
        "cause": CAUSES,
        "source": [SOURCE_NAMES[source] for source in SOURCES],
    }.get(kind)
    if names is not None and 0 <= number < len(names):
        return names[number]
    if kind == "last" and 0 <= number < len(ITEMS):
        return _last(s, number)
    if kind == "reward" and 0 <= number < len(box.rewards):
        return _reward_name(s, number)
    if kind in ("use", "service") and 0 <= number < len(box.uses):
        return use_name(box, number) + (_short(s, number) if kind == "use" else "")
    if kind in ("fee", "price"):
        return f"{number} energy" if number else "free" if kind == "fee" else "nothing"
    if kind == "times":
        return "once" if number == 1 else f"{number} times"
    if kind == "steps":
        return "1 step is" if number == 1 else f"{number} steps are"
    if kind == "ones":
        return "the 1 becomes a 6" if number == 1 else "the 1s become 6s"
    if kind == "had":
        return (
            f", loses the {number} that are left" if number > 1 else ", loses the last one" if number else ""
        )
    if kind == "harm":
        return f"{number or 'no'} damage"
    if kind == "first_die":
        return str(number) if number else "no dice"
    if kind == "next_die":
        return f", {number}" if number else ""
    return str(number)


def _last(s: HeroCity, item: int) -> str:
    """Before an item of the green list: how many tokens the box can still give, if that is not the whole group."""
    if item < TOKENS and s.supply[item] < s.box.amount[item]:
        return f"the last {s.supply[item]} instead of "
    return ""


def _reward_name(s: HeroCity, reward: int) -> str:
    row, kind = s.box.rewards[reward], s.box.reward_kind[reward]
    if kind >= 0 and not s.can_draw(kind):
        return f"{row.name} (none left now)"
    if row.amount and s.supply[HEALTH] < row.amount:
        return f"{row.name} ({s.supply[HEALTH] or 'none'} left now)"
    return row.name


def _short(s: HeroCity, number: int) -> str:
    """What a contact brings, where the box has less."""
    use = s.box.uses[number][1]
    if not isinstance(use, GainTokens) or s.supply[ITEMS.index(use.item)] >= use.amount:
        return ""
    return f" ({s.supply[ITEMS.index(use.item)] or 'none'} left now)"


def use_name(box: HeroBox, number: int) -> str:
    use = box.uses[number][1]
    if isinstance(use, GainTokens):
        token = ITEMS.index(use.item)
        if use.amount == 1:
            return f"a {TOKEN_NAMES[token]}" if token not in (HEALTH, ENERGY) else f"1 {TOKEN_NAMES[token]}"
        return f"{use.amount} {TOKEN_PLURALS[token]}"
    if isinstance(use, FreeCard):
        *others, last = [plain(symbol) for symbol in use.symbols]
        return (
            f"a free {use.kind} ({', '.join(others)} or {last})" if others else f"a free {use.kind} ({last})"
        )
    return f"roll up to {use.dice} dice again" if use.dice > 1 else "roll one die again"
