"""How answers and events read."""

from __future__ import annotations

from knaves.core.words import counted, odds_words
from knaves.games.villagers.cards.effects import PHASES
from knaves.games.villagers.rules.bonus import attempts_at, hero_bonus, town_bonus
from knaves.games.villagers.rules.build import NO_MORE, discounts, price_of
from knaves.games.villagers.rules.dice import chance
from knaves.games.villagers.rules.recruit import recruit_chance
from knaves.games.villagers.rules.timing import card_loss
from knaves.games.villagers.state import NOWHERE, Village

VERBS = {
    "recruit": "Recruit {1:card}",
    "roll": "{1:rolls}",
    "favor": "Spend the King's Favor",
    "keep": "Keep the King's Favor",
    "rest": "Keep the King's Favor and do not ask again this round",
    "start": "Give the Start Marker to {1:seat}",
    # The last kind named is the one a page goes by: these options are about the card.
    "attack": "Attack ({1:attack_odds}) {1:card}",
    "town": "TOWN DEFENSE ({1:town_odds}) against {1:card}",
    "hero": "HERO DEFENSE ({1:hero_odds}) by {1:card}",
    "mob": "Send the {1:card} along (+3)",
    "banish": "Banish {1:card}",
    "suffer": "Suffer the Pillage Loss",
    "earn": "Take your earnings",
    "lose": "Lose {1:loss} ({1:card})",
    "toll": "Settle the toll of {1:owner}: {1:toll} ({1:card})",
    "build": "For {1:cost} add {1:card} to your town",
    "sell": "Sell {1:card}",
    "use": "{1:does} ({1:card})",
    "vend": "VEND of {1:owner} for {1:price}: {1:does_for_others} ({1:card})",
    "grant": "Allow the use of {1:card}",
    "refuse": "Refuse the use of {1:card}",
    "sell_roll": "Sell your roll",
    "keep_roll": "Keep your roll",
    "ordinance": "Pass your Ordinance: have a card of the pool replaced",
    "replace": "Have {1:card} replaced",
    "done": "Leave it at that",
}

EVENTS = {
    "phase": "Round {1}: {2:phase}.",
    "took_start": "{1:seat} takes the Start Marker.",
    "moved_start": "{1:seat} spends the King's Favor: the Start Marker goes to {2:seat}.",
    "placed_favor": "{1:seat} rolls {2} for the King's Favor: it lies on {3:card}.",
    "took_favor": "{1:seat} has the King's Favor.",
    "favored": "{1:seat} spends the King's Favor: +{2} to a roll.",
    "spared": "{1:seat} spends the King's Favor and is spared a loss of {2}g.",
    "bonus_gold": "{1:seat} spends the King's Favor and gains {2}g.",
    "named": "{1:seat} wants {2:card}, in position {3}.",
    "bought": "{1:seat} buys {2:more_rolls} for {3}g.",
    # A page reads the die, what is added and what is needed from the numbers, in this order.
    "rolled": "{1:seat} rolls {2}{3:plus} for {4:card}; {5} is needed.",
    "was_sold": "The roll that {1:seat} has sold counts as a 1.",
    "sure": "{1:seat} need not roll: 1{2:plus} reaches position {3}.",
    "missed": "{1:seat} misses {2:card} and must take {3:card}.",
    "recruited": "{1:seat} recruits {2:card}.",
    "sold_roll": "{1:seat} sells a roll to {2:seat} for 1g.",
    "decreed": "{1:seat} passes an Ordinance: {2:card} goes back into the deck.",
    "replaced": "{1:card} takes its place.",
    "fought": "{1:seat} attacks {2:card} with the town: {3}{4:plus} against {5}.",
    "fought_by_hero": "{1:seat} attacks {2:card} with {3:card}: {4}{5:plus} against {6}.",
    "held": "{2:card} stands firm.",
    "hit": "{2:card} is hit; it takes {3:more_hits} this turn.",
    "defeated": "{1:seat} defeats {2:card}{3:and_loot}.",
    "sent_mob": "{1:seat} sends the Angry Mob: +{2} to the roll.",
    "banished": "{1:seat} has {2:card} removed from the game.",
    "pillaged": "{1:seat} loses {2}g to pillage.",
    "earned": "{1:seat} earns {2}g.",
    "bank_short": "The bank runs dry: {1:seat} goes without {2}g.",
    "paid_toll": "{1:seat} pays {3}g for {2:card} to {4:seat}.",
    "owed_nothing": "{1:seat} has less than {3}g: {2:card} takes nothing.",
    "built": "{1:seat} adds {2:card} to the town{3:for_gold}.",
    "sold": "{1:seat} sells {2:card}{3:for_gold}.",
    "sold_nothing": "{1:seat} sells nothing.",
    "used": "{1:seat} uses {2:card}{3:for_gold}.",
    "vended": "{1:seat} uses {2:card} of {4:seat}{3:for_gold}.",
    "vend_share": "{1:seat} gets {2}g of it.",
    "vend_to_bank": "The bank gets {1}g of it.",
    "refused": "{1:seat} refuses {2:seat} the use of {3:card}.",
    "gained": "{1:seat} gains {2}g by {3:card}.",
    "lost": "{1:seat} loses {2}g by {3:card}.",
    "drew": "{1:seat} draws {2:card}.",
    "wandered": "{1:card} wanders to the town of {2:seat}.",
    "reset": "{1:seat} resets the pool: {2:challenges}, {3:new_cards}.",
    "full_town": "The town of {1:seat} has {2} cards: the game ends.",
    "deck_out": "No cards remain in the deck: the game ends.",
    "over": "The game is over.",
}


def number_words(kind: str, number: int) -> str:
    """Numbers in words, for the templates above."""
    one = number == 1
    return {
        "phase": PHASES[number] if 0 <= number < len(PHASES) else "",
        "plus": "" if number == 0 else f" {'+' if number > 0 else '-'} {abs(number)}",
        "more_rolls": f"{number} extra {'roll' if one else 'rolls'}",
        "more_hits": f"{number} more {'success' if one else 'successes'}",
        "challenges": f"{number or 'no'} {'challenge stays' if number < 2 else 'challenges stay'}",
        "new_cards": f"{number or 'no'} {'card is new' if number < 2 else 'cards are new'}",
        "for_gold": f" for {number}g" if number else "",
        "and_loot": f" and takes {number}g of loot" if number else "",
    }.get(kind, str(number))


def seat_behind(s: Village, kind: str, number: int) -> int | None:
    """Whose the card is that others pay for: two Mayors may have cards that are called alike."""
    if kind != "owner":
        return None
    return next((seat for seat, town in enumerate(s.town) if number in town), None)


def name(s: Village, kind: str, number: int) -> str:
    """What stands in a label for a number of this kind."""
    if kind == "rolls":
        return rolls_words(s, number)
    if kind in ("cost", "attack_odds"):
        return of_own_card(s, kind, number)
    if kind not in ("does", "does_for_others", "price", "town_odds", "hero_odds", "toll", "loss"):
        return number_words(kind, number)
    if not 0 <= number < len(s.face) or not s.sees(s.seats, number):
        return "?"
    face = s.face[number]
    use = s.box.use[face]
    if kind == "toll":
        amount, floor = s.box.toll[face]
        return f"{amount}g, if you have {floor}g or more"
    if kind == "loss":
        return f"{card_loss(s, s.active, number)}g"
    if kind == "town_odds":
        return attempt_words(s, town_bonus(s, s.active))
    if kind == "hero_odds":
        return attempt_words(s, hero_bonus(s, s.active, number))
    if use is None:
        return "?"
    if kind == "price":
        return f"{use.price}g" if use.price else "nothing"
    return f"Pay {use.cost}g: {use.does}" if kind == "does" and use.cost else use.does


def of_own_card(s: Village, kind: str, slot: int) -> str:
    """What the Mayor on turn is to know of a card before he names it: what it costs and leaves him, how it can fall."""
    who = s.active
    if who == NOWHERE or not 0 <= slot < len(s.face) or not s.sees(who, slot):
        return "?"
    if kind == "attack_odds":
        return attack_words(s, slot)
    cost = price_of(s, slot, discounts(s, who) if s.advanced else NO_MORE)
    return f"{cost}g of {s.gold[who]}g" if cost else "nothing"


def attack_words(s: Village, target: int) -> str:
    """The strength of a challenge, and the chances of the town and of the best hero against it as things are."""
    defeat = s.box.defeat[s.face[target]]
    said = [f"strength {defeat}"]
    more = s.box.stubborn[s.face[target]] - s.hits.count(target)
    if more > 1:
        said.append(f"{more} successes needed")
    tries = attempts_at(s, target)
    town = [(by, bonus) for by, bonus in tries if by == NOWHERE]
    heroes = [(by, bonus) for by, bonus in tries if by != NOWHERE]
    for by, bonus in (*town, *([max(heroes, key=lambda row: row[1])] if heroes else [])):
        name = "town" if by == NOWHERE else s.box.cards[s.face[by]].name
        said.append(f"{name} {odds_words(chance(defeat - bonus))}")
    return ", ".join(said)


def rolls_words(s: Village, extra: int) -> str:
    """A roll with so many extra ones, and the chance they give."""
    odds = ""
    if s.aim in s.pool:
        place = s.pool.index(s.aim) + 1
        if place > 1 + s.each + s.first:
            odds = f": {odds_words(recruit_chance(s, place, extra))}"
        else:
            return f"Buy {counted(extra, 'extra roll')} ({extra}g) and take it" if extra else "Take it"
    what = f"Buy {counted(extra, 'extra roll')} ({extra}g) and roll" if extra else "Roll"
    return what + odds


def attempt_words(s: Village, bonus: int) -> str:
    """Bonus, number needed and chance of an attempt."""
    if s.aim == NOWHERE:
        return f"{bonus:+}"
    need = s.box.defeat[s.face[s.aim]] - bonus
    plus = f"{bonus:+}, " if bonus else ""
    if need <= 1:
        return f"{plus}cannot fail"
    if chance(need) == 0:
        return f"{plus}needs {need}: out of reach"
    return f"{plus}needs {need}{' or more' if need < 6 else ''}: {odds_words(chance(need))}"
