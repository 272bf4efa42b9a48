"""How things read: options, events, and the names of what is no card."""

from __future__ import annotations

from knaves.core.words import counted, so_many
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.state import SyndicateCity

VERBS = {
    # Action phase
    "stay": "Leave the Action marker where it is",
    "go": "Move it as far as you have paid",
    "pay_coin": "Pay a coin for one space",
    "pay_card": "Pay {1:card} for one space",
    "pass": "Activate nobody",
    "activate_move": "For {1:price}, activate {1:villain}: {2:taking}, move the Mission marker {3:spaces}",
    "activate_draw": "For {1:price}, activate {1:villain}: {2:taking}, draw {3:cards}",
    "activate_place": "For {1:price}, activate {1:villain}: {2:taking}, place {3:cards} on a Mission location",
    "activate_coin": "For {1:price}, activate {1:villain}: {2:taking}, gain {3:coins}",
    "activate_cube": "For {1:price}, activate {1:villain}: take the cube; the ability gives nothing now",
    "activate_cube_less": "For {1:price}, activate {1:villain}: take the cube only",
    "activate_bag": "For {1:price}, activate {1:villain}: {2:taking}, put {3:cubes} into the bag",
    "begin": "Start the mission",
    "end_turn": "End your turn",
    # Mission phase
    "lay": "Lay {1:card}",
    "abstain": "Abstain: a card off the deck, unseen",
    "raise": "Spend {1:coins} to raise the result",
    "stand": "Let the count stand",
    "remove": "Spend 2 coins to remove {1:card} from the mission",
    "draw_cube": "Draw a cube from the bag",
    "decline": "Decline",
    # choices inside an ability
    "place": "Place {1:card} face down {2:space}",
    "done": "That is all",
    "stow": "Put {1:cube} into the bag",
    "keep": "Put nothing into the bag",
    "set_cube": "Put {1:cube} on the board",
    "return_all": "Return all cubes to the bag",
    "take_all": "Take all of these cards",
    "loot": "Take {1:card}",
    "take_cube": "Take {1:cube} from the bottom of the track",
    "prize_move": "Move the Mission marker {1:spaces}",
    "prize_draw": "Draw {1:cards}",
    "prize_coin": "Take {1:coins}",
    # at any time
    "power_move": "Spend {1:cube}: move the Mission marker {2:spaces}",
    "power_draw": "Spend {1:cube}: draw {2:cards}",
    "power_place": "Spend {1:cube}: place up to {2:cards} on Mission locations",
    "power_draw_less": "Spend {1:cube}: draw only {2:cards}",
    "power_coin_less": "Spend {1:cube}: take only {2:coins}",
    "power_coin": "Spend {1:cube}: take {2:coins}",
    "power_pull": "Spend {1:cube}: pull {2:cubes} out of the bag",
    "return_cube": "Return {1:cube} to the Reserve, for nothing",
    "buy_move": "Spend a coin: move the Mission marker {1:spaces}",
    "buy_draw": "Spend a coin: draw {1:cards}",
    "buy_place": "Spend a coin: play an extra card to a Mission location",
    "buy_cubes": "Spend {1:coins}: draw as many cubes and place one of them",
    "unwaive": "Take the whole reward of this mission after all",
    "waive_coins": "Waive {1:coins} of this mission's reward",
    "waive_cards": "Waive {1:cards} of this mission's reward",
    "accuse": "Accuse {1:seat} {2:stake}: {2:charge}",
}
for _verb in ("move", "draw", "place", "coin", "bag"):
    VERBS[f"activate_{_verb}_less"] = VERBS[f"activate_{_verb}"]

# Where the table stops whoever holds what: the sheet lets everybody speak there.
MOMENTS = {
    "payment": ("The Action marker is about to move.", "power.2"),
    "activation": ("A villain is about to be activated, or nobody.", "power.2"),
    "mission": ("The mission is about to begin.", "power.3"),
    "count": ("The cards of the mission are open.", "revealed.5"),
    "end_of_turn": ("The turn is about to end.", "accuse.1"),
}

EVENTS = {
    "turn": "Turn {2}: {1:seat}.",
    "draws": "{1:seat} draws {2:cards}.",
    "drew": "{1:seat} draws {2:card}.",
    "reshuffled": "The discard pile is shuffled: a new deck of {1:cards}.",
    "paid_coin": "{1:seat} pays a coin for movement.",
    "paid_card": "{1:seat} pays {2:card} for movement.",
    "moves_action": "{1:seat} moves the Action marker {2:spaces}; it stands {3:space}.",
    "activates_nobody": "{1:seat} activates nobody.",
    "activates": "{1:seat} activates {2:villain} {3:fee} and leaves the cube.",
    "activates_takes": "{1:seat} activates {2:villain} {3:fee} and takes {2:cube}.",
    "moves_mission": "{1:seat} moves the Mission marker {2:spaces}; it stands {3:space}.",
    "takes_coins": "{1:seat} takes {2:coins} from the Bank.",
    "placed": "{1:seat} places {2:card} face down {3:space}.",
    "places_no_more": "{1:seat} places no more cards.",
    "keeps": "{1:seat} puts nothing into the bag.",
    "stowed": "{1:seat} puts {2:cube} into the bag.",
    "stows": "{1:seat} secretly puts a cube into the bag.",
    "pulls": "{1:seat} pulls {2:cubes} out of the bag.",
    "sifted": "{1:seat} draws {2:cube} out of the bag.",
    "returned_cubes": "{1:seat} puts {2:cubes} back into the bag.",
    "meet": "The markers meet {1:space}.",
    "breakthrough": "A breakthrough: {1:villain} {2:rise}.",
    "no_room": "{1:villain} cannot rise above 5: {1:cube} goes to the Reserve.",
    "bag_empty": "The bag is empty: no breakthrough.",
    "mission_moves": "The Mission marker moves on; it stands {1:space}.",
    "missions_reshuffled": "All missions have been played: they are shuffled, a new deck of {1}.",
    "flipped": "The mission is {1:mission}, {2} or more, {3:space}.",
    "laid": "{1:seat} lays {2:card} for the mission.",
    "abstains": "{1:seat} abstains; a card off the deck is used.",
    "abstains_bare": "{1:seat} abstains, and no Support card is left to be used instead.",
    "extra_card": "A card off the deck is added: so it is with two or three players.",
    "no_extra_card": "No Support card is left that could be added.",
    "joined": "With what waited there, {1:cards} more for the mission.",
    "opened": "{1:card} counts {2}.",
    "counted": "The cards come to {1}; the mission needs {2}.",
    "raised": "{1:seat} spends {2:coins} and raises the result to {3}.",
    "removed": "{1:seat} spends {2:coins} and removes {3:card}; the result is now {4}.",
    "succeeded": "{1:mission} succeeds with {2} against {3}.",
    "failed": "{1:mission} fails with {2} against {3}.",
    "gained_power": "{1:villain} {2:rise}.",
    "at_the_top": "{1:villain} is at Power 5 already and gains nothing.",
    "refilled": "{1:villain} is back with {2:cubes}.",
    "no_reserve": "{1:villain} has no cube in the Reserve and gains nothing.",
    "lost_top": "{1:villain} loses the top cube to the bag and falls to Power {2}.",
    "lost_buffer": "{1:villain} loses a cube of the Buffers to the bag and stays at Power 0.",
    "none_to_lose": "{1:villain} has no cube on the track to lose.",
    "emptied": "{1:villain}'s track is empty now.",
    "buffered": "{1:villain} gets a cube at the bottom of the track.",
    "rewarded": "{1:seat} receives {2:coins}.",
    "bank_empty": "The Bank is empty: {1:seat} goes without {2:coins}.",
    "cards_gone": "No Support card is left to draw: {1:seat} goes without {2:cards}.",
    "draws_cube": "{1:seat} draws a cube from the bag.",
    "declined": "{1:seat} declines the breakthrough.",
    "unwaived": "{1:seat} takes the whole reward after all.",
    "waived_coins": "{1:seat} waives {2:coins} of the reward.",
    "waived_cards": "{1:seat} waives {2:cards} of the reward.",
    "spends_cube": "{1:seat} spends {2:cube} on {2:villain}'s Power ability.",
    "returns_cube": "{1:seat} returns {2:cube} to the Reserve, for nothing.",
    "buys": "{1:seat} spends {2:coins} on the ability of the revealed goal.",
    "accuses": "{1:seat} stakes two coins and accuses {2:seat}: {3:charge}.",
    "accuses_free": "{1:seat} accuses {2:seat} without a stake: {3:charge}.",
    "denies": "{1:seat} truthfully denies it.",
    "takes_stake": "{1:seat} gets the {2:coins} that were staked.",
    "unmasked": "It is true: {1:seat} is revealed as {2:goal}.",
    "no_prize_cube": "{2:villain}'s track is empty: no cube for {1:seat}.",
    "leaves_cube": "{1:seat} leaves {2:cube} on the track.",
    "leaves_marker": "{1:seat} leaves the Mission marker where it is.",
    "leaves_cards": "{1:seat} draws no cards for the accusation.",
    "leaves_coin": "{1:seat} takes no coin for the accusation.",
    "takes_cube": "{1:seat} takes {2:cube} from the bottom of {2:villain}'s track.",
    "looted_card": "{1:seat} takes {2:card} from the hand of {3:seat}.",
    "looted": "{1:seat} takes {2:cards} from the hand of {3:seat}.",
    "at_once": "At the same moment the goal of {1:seat} is reached, {2:goal}; the bag has {3:cubes} for it.",
    "claimed": "{1:seat} turns over the goal and wins: {2:goal}.",
    "fulfilled": "{1:seat}, known as {2:goal}, has reached the goal and wins.",
    "last_hidden": "{1:seat}, {2:goal}, is the last whose goal was hidden, and wins.",
}

_COUNTED = {"spaces": "space", "cards": "card", "coins": "coin", "cubes": "cube"}


def space_name(s: SyndicateCity, space: int) -> str:
    before, after = s.beside(space)
    return f"between {s.box.villains[before].name} and {s.box.villains[after].name}"


def name(s: SyndicateCity, kind: str, number: int) -> str:
    """Villains, spaces, charges, goals, missions and amounts by name."""
    if kind in _COUNTED:
        return so_many(number, _COUNTED[kind])
    if kind == "fee":
        return f"for {counted(number, 'coin')}" if number else "free of charge"
    if kind == "rise":  # a cube in a Buffer circle is no Power (R1)
        return f"rises to Power {number}" if number else "gets a cube in the Buffers and stays at Power 0"
    if kind == "taking":
        return "take the cube" if number else "leave the cube"
    if kind == "mission" and 0 <= number < len(s.box.missions):
        return s.box.missions[number].name
    if kind in ("charge", "goal") and 0 <= number <= SPY:
        goal = s.box.goals[number].name
        if kind == "goal":
            return f"the {goal}"
        return "the Government Spy" if number == SPY else f"serves {s.box.villains[number].name}"
    if kind == "stake":
        free = s.free_charges() >> number & 1
        return "without a stake" if free else f"for {so_many(s.box.board.accusation.stake, 'coin')}"
    if 0 <= number < 5:
        villain = s.box.villains[number]
        if kind == "villain":
            return villain.name
        if kind == "price":
            return counted(villain.cost, "coin") if villain.cost else "nothing"
        if kind == "cube":
            return f"{'an' if villain.colour[0] in 'aeiou' else 'a'} {villain.colour} cube"
        if kind == "space":
            return space_name(s, number)
    return str(number)
