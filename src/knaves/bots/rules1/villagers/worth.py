"""What cards and gold are worth to a Mayor, by the view alone."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.step import Option, things_of
from knaves.games.villagers.rules.dice import chance
from knaves.games.villagers.view import VillageCardView as CardView
from knaves.games.villagers.view import VillageView

ABILITY_WORTH = 0.6
PRICE = 0.6  # how much of a gold's worth a price weighs


class Worth:
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
        falls = chance_of([chance(card.get("defeat", 0) - bonus) for bonus in tries], card["wins"])
        good = 0.9 + card.get("loot", 0) * self.gold
        bad = card.get("value", 0) * 0.7 - card.get("pillage", 0) * self.gold * 1.5
        return falls * good + (1 - falls) * bad

    def keep_gold(self) -> int:
        """What the best card in hand costs: gold not to be thrown at dice."""
        prices = [card["price"] for card in self.me["hand"] if "price" in card]
        return min(prices) if prices else 2


def number(card: CardView) -> int:
    return slot_of(card["id"])


def slot_of(id_of: str) -> int:
    return int(id_of.partition(":")[2])


def thing(option: Option) -> int:
    """The card that an option names."""
    return things_of(option)[0]


def chance_of(chances: list[float], wins: int) -> float:
    """The chance of so many successes among these attempts."""
    ways = [1.0] + [0.0] * wins
    for share in chances:
        for n in range(wins, 0, -1):
            last = n == wins
            ways[n] = ways[n] * (1.0 if last else 1 - share) + ways[n - 1] * share
        ways[0] *= 1 - share
    return ways[wins]
