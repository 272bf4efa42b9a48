"""A page of priorities: what a sensible beginner would answer, from the view alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from knaves.core.game import View
from knaves.core.step import Option
from knaves.games.villagers.cards.effects import EARNING, PILLAGE, RECRUIT
from knaves.games.villagers.view import CardView, MayorView, VillageView

ABILITY_WORTH = 0.6
PRICE = 0.6  # how much of a gold's worth a price weighs


class Mind:
    """One look at the table, from the seat that has to answer."""

    def __init__(self, v: VillageView, options: Sequence[Option]) -> None:
        self.v = v
        self.options = options
        you = v["you"]
        turn = v["turn"]["seat"]
        self.me = v["mayors"][you if you is not None else turn if turn is not None else 0]
        self.cards: dict[int, CardView] = {}
        for row in (v["pool"], *(m["town"] for m in v["mayors"]), *(m["hand"] for m in v["mayors"])):
            for card in row:
                self.cards[number(card)] = card
        self.owner = {number(card): m["seat"] for m in v["mayors"] for card in m["town"]}
        biggest = max(len(m["town"]) for m in v["mayors"])
        self.left = max(0, v["town_size"] - biggest)  # rounds to play, roughly
        # Points that a gold is worth: much while there is time to spend it, nothing at the end.
        purse = self.me["gold"]
        self.gold = (0.5 if purse < 5 else 0.35 if purse < 9 else 0.15) * min(1.0, self.left / 3)
        self.heroes = sum(card["kind"] == "hero" for card in self.me["town"])

    def has(self, verb: str) -> list[Option]:
        return [option for option in self.options if option[0] == verb]

    # -- what things are worth ------------------------------------------------------------------------

    def worth(self, card: CardView) -> float:
        """Points that a building, citizen or hero in town would bring, its price taken off."""
        points = float(card.get("value", 0))
        points += card.get("earnings", 0) * 0.45 * max(0, self.left - 1)
        if card["kind"] == "hero":
            points += 1.5 + 0.35 * card.get("bonus", 0) * min(self.left, 4) / 2
        if card["ability"] or (card["text"] and not card["worth"]):
            points += ABILITY_WORTH
        for rule in card["worth"]:
            points += rule["amount"] * min(self.count(rule["per"]) // rule["each"], rule["most"])
        if card["toll"] is not None:
            rich = sum(m["gold"] >= card["toll"] for m in self.v["mayors"] if m is not self.me)
            points += 0.2 * (0.5 + rich) * self.left
        mine = {other["card"] for other in (*self.me["town"], *self.me["hand"])}
        if card["pair"] in mine or card["pair"] == "any citizen":
            points += 2 if card["pair"] in {other["card"] for other in self.me["town"]} else 1
        return points - self.gold * PRICE * card.get("price", 0)

    def count(self, kind: str) -> int:
        """Things of a kind that this Mayor will have, roughly."""
        hand = [card["kind"] for card in self.me["hand"]]
        if kind == "trophy":
            return hand.count("challenge") + self.left // 4
        town = [card["kind"] for card in self.me["town"]]
        return town.count(kind) + min(hand.count(kind), self.left)

    def recruit_worth(self, card: CardView) -> float:
        if card["kind"] == "challenge":
            return self.challenge_worth(card)
        waiting = sum("price" in other for other in self.me["hand"])
        return self.worth(card) * (1.0 if waiting < 2 else 0.6 if waiting < 4 else 0.25)

    def challenge_worth(self, card: CardView) -> float:
        """Loot and a trophy if it falls, its harm if it stays."""
        heroes = [hero.get("bonus", 0) for hero in self.me["town"] if hero["kind"] == "hero"]
        tries = ([] if "town" in card["immune"] else [0]) + ([] if "hero" in card["immune"] else heroes)
        falls = chance_of([roll_chance(card.get("defeat", 0) - bonus) for bonus in tries], card["wins"])
        good = 0.9 + card.get("loot", 0) * self.gold
        bad = card.get("value", 0) * 0.7 - card.get("pillage", 0) * self.gold * 1.5
        return falls * good + (1 - falls) * bad

    def keep_gold(self) -> int:
        """What the best card in hand costs: gold not to be thrown at dice."""
        prices = [card["price"] for card in self.me["hand"] if "price" in card]
        return min(prices) if prices else 2

    # -- answers --------------------------------------------------------------------------------------

    def recruit(self) -> Option:
        pool = self.v["pool"]
        fall_back = self.recruit_worth(pool[0])
        turn = self.v["turn"]
        best, best_worth = self.options[0], -99.0
        for option in self.has("recruit"):
            card = self.cards[thing(option)]
            place = pool.index(card) + 1
            miss = 1 - roll_chance(place - turn["each"] - turn["first"])
            miss *= (1 - roll_chance(place - turn["each"])) ** (turn["rolls"] - 1)
            value = self.recruit_worth(card)
            if self.v["favor_card"] == card["id"]:
                value += 0.8
            expected = (1 - miss) * value + miss * fall_back
            if expected > best_worth:
                best, best_worth = option, expected
        return best

    def roll(self) -> Option:
        aim = self.cards[int((self.v["turn"]["aim"] or "card:-1").partition(":")[2])]
        place = self.v["pool"].index(aim) + 1
        turn = self.v["turn"]
        gain = self.recruit_worth(aim) - self.recruit_worth(self.v["pool"][0])
        need = place - turn["each"]
        miss = (1 - roll_chance(need - turn["first"])) * (1 - roll_chance(need)) ** (turn["rolls"] - 1)
        if miss > 0.15:
            for option in self.has("use"):
                ability = self.cards[thing(option)]["ability"]
                if ability and (ability["cost"] == 0 or gain * miss > 1):
                    return option
            if gain > 2 and miss > 0.4 and self.has("favor"):
                return ("favor",)
            for option in self.has("vend"):
                ability = self.cards[thing(option)]["ability"]
                if ability and gain * miss > 0.9 * (ability["vend"] or 0):
                    return option
        spare = self.me["gold"] - self.keep_gold()
        extra, chance = 0, roll_chance(need)
        while extra < spare and gain * miss * chance > self.gold + 0.1:
            miss *= 1 - chance
            extra += 1
        return ("roll", extra)

    def defend(self) -> Option:
        attacks = self.has("attack")
        if not attacks:
            uses = [o for o in self.has("use") if self.cheap(o)]
            return uses[0] if uses else self.options[-1]
        tries = self.v["turn"]["rolls"] + len(self.v["turn"]["ready"])

        def urge(option: Option) -> float:
            card = self.cards[thing(option)]
            best = max([0, *(self.cards[slot_of(hero)].get("bonus", 0) for hero in self.v["turn"]["ready"])])
            chance = roll_chance(card.get("defeat", 0) - best)
            if card["wins"] > tries:
                chance *= 0.1
            return chance * (2 + card.get("loot", 0) + card.get("pillage", 0) - card.get("value", 0))

        return max(attacks, key=urge)

    def declare(self) -> Option:
        card = self.cards[slot_of(self.v["turn"]["aim"] or "card:-1")]
        plus = self.v["turn"]["first"] + self.v["turn"]["each"]
        need = card.get("defeat", 0) - plus
        heroes = sorted(self.has("hero"), key=lambda o: self.cards[thing(o)].get("bonus", 0))
        strongest = self.cards[thing(heroes[-1])].get("bonus", 0) if heroes else 0
        chance = roll_chance(need - strongest)
        harm = -card.get("value", 0) + 0.5 * card.get("loot", 0) + 0.6 * card.get("pillage", 0)
        if chance < 1:
            for option in self.has("use"):
                ability = self.cards[thing(option)]["ability"]
                if ability and (ability["cost"] == 0 or (chance < 0.6 and harm > 3)):
                    return option
            if self.has("favor") and chance < 0.5 and harm > 3:
                return ("favor",)
            gained = roll_chance(need - strongest - 3) - chance
            if self.has("mob") and gained * harm > 2.2:
                return ("mob",)
            for option in self.has("vend"):
                ability = self.cards[thing(option)]["ability"]
                if ability and chance < 0.5 and harm > 4 and self.me["gold"] > (ability["vend"] or 0) + 2:
                    return option
        for hero in heroes:  # the weakest that is sure, else the strongest
            if roll_chance(need - self.cards[thing(hero)].get("bonus", 0)) == 1:
                return hero
        if self.has("town") and (not heroes or roll_chance(need) >= 0.5):
            return ("town",)
        return heroes[-1] if heroes else ("town",)

    def settle(self) -> Option:
        """Pillage and Earning: what costs least first."""
        gold = self.me["gold"]
        loss = max(0, self.me["pillage"] - self.v["turn"]["shield"])
        for option in (*self.has("use"), *self.has("vend")):
            ability = self.cards[thing(option)]["ability"]
            if ability is None:
                continue
            price = ability["cost"] if option[0] == "use" else ability["vend"] or 0
            if ability["verb"] == "shield" and min(loss, ability["amount"], gold) > price:
                return option
            if ability["verb"] == "gain" and ability["amount"] > price:
                return option
            if ability["verb"] == "draw" and gold - price >= self.keep_gold() and self.left > 2:
                return option
            if ability["verb"] == "sell" and self.burdens():
                return option
        if self.has("favor") and self.v["phase"] == PILLAGE and min(loss, gold) >= 2:
            return ("favor",)
        if self.has("favor") and self.v["phase"] == EARNING and self.left <= 1:
            return ("favor",)
        tolls = self.has("toll")
        if self.has("earn") and not tolls:
            return ("earn",)
        if self.has("suffer"):
            return ("suffer",)
        return tolls[0] if tolls else self.options[-1]

    def build(self) -> Option:
        choices = [option for option in self.has("build") if self.worth(self.cards[thing(option)]) > 0]
        best = max(choices, key=lambda o: self.worth(self.cards[thing(o)]), default=None)
        for option in (*self.has("use"), *self.has("vend")):
            ability = self.cards[thing(option)]["ability"]
            if ability is None:
                continue
            price = ability["cost"] if option[0] == "use" else ability["vend"] or 0
            verb, amount = ability["verb"], ability["amount"]
            costs = self.cards[thing(best)].get("price", 0) if best else 0
            if (
                (verb == "discount" and min(amount, costs) > price)
                or (verb == "extra_build" and self.two_for(price))
                or (verb == "sell" and self.burdens())
                or (verb == "gain" and amount > price)
            ):
                return option
        tolls = self.has("toll")
        return best or (tolls[0] if tolls else self.options[-1])

    def two_for(self, price: int) -> bool:
        """Can two cards in hand be paid beside the price of an ability?"""
        prices = sorted(card["price"] for card in self.me["hand"] if "price" in card)
        return len(prices) > 1 and prices[0] + prices[1] + price <= self.me["gold"]

    def burdens(self) -> list[CardView]:
        """Cards in hand that will never be built in time."""
        waiting = [card for card in self.me["hand"] if "price" in card]
        return sorted(waiting, key=self.worth) if len(waiting) > max(2, self.left) else []

    def cheap(self, option: Option) -> bool:
        ability = self.cards[thing(option)]["ability"]
        return ability is not None and ability["cost"] <= max(0, self.me["gold"] - 4)

    def grant(self) -> Option:
        """Let others pay, unless it brings nothing or helps the leader."""
        ability = self.cards[thing(self.options[0])]["ability"]
        asker = self.v["turn"]["seat"]
        ahead = asker is not None and (
            self.points(self.v["mayors"][asker])
            > self.points(self.me) + (0 if self.v["town_size"] == 10 else 4)
        )
        if ability is None or ability["owner_gets"] == 0 or ahead:
            return self.options[1]
        return self.options[0]

    def points(self, mayor: MayorView) -> int:
        return mayor["score"]["total"]


def number(card: CardView) -> int:
    return slot_of(card["id"])


def slot_of(id_of: str) -> int:
    return int(id_of.partition(":")[2])


def thing(option: Option) -> int:
    """The card that an option names."""
    return option[1:][0]


def roll_chance(need: int) -> float:
    """The chance of this number or more on a die."""
    return min(6, max(0, 7 - need)) / 6


def chance_of(chances: list[float], wins: int) -> float:
    """The chance of so many successes among these attempts."""
    ways = [1.0] + [0.0] * wins
    for chance in chances:
        for n in range(wins, 0, -1):
            last = n == wins
            ways[n] = ways[n] * (1.0 if last else 1 - chance) + ways[n - 1] * chance
        ways[0] *= 1 - chance
    return ways[wins]


def advise(view: View, options: Sequence[Option], rng: Random) -> Option:
    """The rules bot's answer."""
    v = cast(VillageView, view)
    verbs = {option[0] for option in options}
    if "hold" in verbs:  # an Ordinance out of turn: wait for one's own
        return options[0]
    mind = Mind(v, options)
    if "recruit" in verbs:
        return mind.recruit()
    if "roll" in verbs:
        return mind.roll()
    if "keep" in verbs:
        return first_pick(mind)
    if verbs & {"town", "hero"}:
        return mind.declare()
    if "grant" in verbs:
        return mind.grant()
    if "keep_roll" in verbs:
        sell = mind.me["gold"] < 2 or mind.v["turn"]["seat"] is None
        return ("sell_roll",) if sell else ("keep_roll",)
    if "banish" in verbs:
        return max(options, key=lambda o: mind.cards[thing(o)].get("defeat", 0) if len(o) > 1 else -1)
    if "sell" in verbs:
        worst = mind.burdens()
        return ("sell", number(worst[0])) if worst else options[-1]
    if verbs & {"suffer", "earn"} or v["phase"] in (PILLAGE, EARNING):
        return mind.settle()
    if "attack" in verbs or v["phase"] == 2:
        return mind.defend()
    if "build" in verbs or v["phase"] == 5:
        return mind.build()
    spare = [o for o in (*mind.has("use"), *mind.has("vend")) if mind.me["gold"] >= mind.keep_gold() + 2]
    return spare[0] if spare and mind.left > 2 else options[-1]


def first_pick(mind: Mind) -> Option:
    """Spend the Favor for the first pick if one card of the pool is much better than the rest."""
    v = mind.v
    me = mind.me["seat"]
    if v["phase"] != RECRUIT or ("start", me) not in mind.options:
        return ("keep",)
    worths = sorted(mind.recruit_worth(card) for card in v["pool"][:4])
    return ("start", me) if worths[-1] - worths[-2] > 2.5 else ("keep",)
