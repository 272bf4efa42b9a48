"""The Round: the one action a player has in a turn."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Answer, Option, Step
from knaves.games.arch_villain.cards.names import ALARM, ENERGY, ITEMS, RANGE, TOKENS
from knaves.games.arch_villain.cards.traits import Traits
from knaves.games.arch_villain.rules.arrest import Arrest
from knaves.games.arch_villain.rules.choosing_items import TakeItems, green_items, take_green
from knaves.games.arch_villain.rules.contacts import contact_options, use_contact
from knaves.games.arch_villain.rules.protect_citizens import leave_round, why_not_reward
from knaves.games.arch_villain.state import HeroCity

SPACE, GREEN, PROTECT, ARREST = Menu("space"), Menu("green"), Menu("protect"), Menu("arrest")
TWO_SPACES = Menu("two_spaces", 2)


def stocked(s: HeroCity, energy: int, prices: tuple[int, ...]) -> list[int]:
    """The open spaces with something on them that can be taken (R26)."""
    tokens, face = s.tokens, s.face
    found: list[int] = []
    for at in s.box.open[s.seats]:
        start = at * TOKENS
        if tokens[start] or tokens[start + 1] or tokens[start + 2] or tokens[start + 3]:
            found.append(at)
            continue
        for slot in s.lying[at]:
            if prices[face[slot]] <= energy:
                found.append(at)
                break
    return found


def joined(s: HeroCity, energy: int, prices: tuple[int, ...]) -> list[Option]:
    """Two spaces as one: energy on either pays for cards on either (R20). Each has something that can be taken then."""
    tokens, group, places = s.tokens, s.box.amount[ENERGY], s.box.open[s.seats]

    def something(at: int, pays: int) -> bool:
        loose = any(tokens[at * TOKENS : at * TOKENS + TOKENS])
        return loose or any(prices[s.face[slot]] <= pays for slot in s.lying[at])

    found: list[Option] = []
    for a in places:
        for b in places:
            pays = energy + group * (tokens[a * TOKENS + ENERGY] + tokens[b * TOKENS + ENERGY])
            if a < b and something(a, pays) and something(b, pays):
                found.append(TWO_SPACES[a][b])
    return found


def may_arrest(s: HeroCity, seat: int, traits: Traits) -> bool:
    """With dice; not on the alarm turn (round.3), on the range turn with a card that reaches (round.7, R42)."""
    if s.turn == ALARM or not s.dice_tokens[seat] + traits.extra_dice:
        return False
    return s.turn != RANGE or traits.reaches


def choices(s: HeroCity, seat: int) -> list[Option]:
    """Everything this seat may do with its action (round.2)."""
    traits = s.traits(seat)
    shares = traits.share_green
    spaces = stocked(s, s.energy[seat], traits.prices)
    options = SPACE.row(spaces)
    if traits.two_spaces and s.turn == RANGE:  # faq.3
        options += joined(s, s.energy[seat], traits.prices)
    options += GREEN.row(green_items(s, shares))
    if may_arrest(s, seat, traits):
        options.append(ARREST[s.villain_slot])
    reward = s.reward
    options += [PROTECT[at] for at in s.box.plain_rewards if shares or at not in reward]
    if s.hand[seat]:
        options += contact_options(s, seat)
    return options


def act(s: HeroCity, seat: int, answer: Answer) -> Step[HeroCity] | None:
    verb = answer[0]
    if verb == "space":
        return TakeItems(seat, answer[1])
    if verb == "green":
        return take_green(s, seat, answer[1])
    if verb == "arrest":
        return Arrest(seat)
    if verb == "protect":
        leave_round(s, seat, answer[1])
        return None
    if verb == "two_spaces":
        return TakeItems(seat, answer[1], answer[2])
    return use_contact(s, seat, answer[1], answer[2])


def why_not_action(s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
    if kind == "space" and 0 <= thing < len(s.box.spaces):
        if thing not in s.box.open[s.seats]:
            least = s.box.spaces[thing].players
            return Refused(f"This space is open only with {least} players or more.", "option.6")
        if not s.lying[thing]:
            return Refused("Nothing lies there.", "items.1")
        return Refused("Only cards lie there that you cannot pay for.", "items.3")
    if kind == "item" and 0 <= thing < len(ITEMS):
        if s.green[thing] and not s.traits(seat).share_green:
            return Refused("There is a cube on this item already.", "items.6")
        return Refused("The box has no more of these.", "items.8" if thing >= TOKENS else "box.3")
    if kind == "reward":
        return why_not_reward(s, thing)
    if kind == "card":
        return _why_not_card(s, seat, thing)
    return None


def _why_not_card(s: HeroCity, seat: int, slot: int) -> Refused | None:
    if slot == s.villain_slot:
        if s.turn == ALARM:
            return Refused("No arrest may be tried on the alarm turn.", "round.3")
        if not s.dice_tokens[seat] + s.traits(seat).extra_dice:
            return Refused("You have no die to roll.", "arrest.1")
        return Refused("This is the range turn, and you have no card with the range mark.", "round.7")
    if slot in s.hand[seat]:
        if s.face[slot] < s.box.contacts_from:
            return Refused("This card is used in an arrest, or always works.", "effect.2")
        if not s.contact_fresh(slot):
            return Refused("This contact has been used this round.", "contact.2")
        return Refused("There is nothing this contact could bring now.", "contact.3")
    if any(slot in cards for cards in s.lying):
        return Refused("Choose the space it lies on first.", "items.1")
    return None
