"""What cards and gold are worth to a Mayor."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.step import Option, things_of
from knaves.games.villagers.bot.sight import VillageSight
from knaves.games.villagers.rules.dice import chance
from knaves.games.villagers.view import VillageCardView

ABILITY_WORTH = 0.6
PRICE = 0.6  # how much of a gold's worth a price weighs


class VillageWorth:
    """One look at the table, from the seat that has to answer."""

    def __init__(self, sight: VillageSight, options: Sequence[Option]) -> None:
        self.sight = sight
        self.options = options
        self.me = sight.seat
        self.purse = sight.gold[sight.seat]
        biggest = 0
        for row in sight.town:
            if len(row) > biggest:
                biggest = len(row)
        self.left = max(0, sight.town_size - biggest)  # rounds to play, roughly
        # Points that a gold is worth: much while there is time to spend it, nothing at the end.
        purse = self.purse
        self.gold = (0.5 if purse < 5 else 0.35 if purse < 9 else 0.15) * min(1.0, self.left / 3)
        self.waiting = -1  # cards in hand that can be built: counted when somebody asks

    def has(self, verb: str) -> list[Option]:
        return [option for option in self.options if option[0] == verb]

    def card(self, option: Option) -> VillageCardView:
        """The card that an option names."""
        return self.sight.card(thing(option))

    # -- what things are worth ------------------------------------------------------------------------

    def worth(self, card: VillageCardView) -> float:
        """Points that a building, citizen or hero in town would bring, its price taken off."""
        points = float(card.get("value", 0))
        points += card.get("earnings", 0) * 0.45 * max(0, self.left - 1)
        if card["kind"] == "hero":
            points += 1.5 + 0.35 * card.get("bonus", 0) * min(self.left, 4) / 2
        if card["ability"] or (card["text"] and not card["worth"]):
            points += ABILITY_WORTH
        for rule in card["worth"]:
            points += rule["amount"] * min(self.count(rule["per"]) // rule["each"], rule["most"])
        toll = card["toll"]
        if toll is not None:
            rich = 0
            for seat, gold in enumerate(self.sight.gold):
                if seat != self.me and gold >= toll:
                    rich += 1
            points += 0.2 * (0.5 + rich) * self.left
        pair = card["pair"]
        if pair:
            in_town = self.named(pair, self.sight.town[self.me])
            if in_town or pair == "any citizen" or self.named(pair, self.sight.hand):
                points += 2 if in_town else 1
        return points - self.gold * PRICE * card.get("price", 0)

    def named(self, name: str, slots: Sequence[int]) -> bool:
        """Is a card of this name among these?"""
        return any(self.sight.card(slot)["card"] == name for slot in slots)

    def of_kind(self, kind: str, slots: Sequence[int]) -> int:
        count = 0
        for slot in slots:
            if self.sight.card(slot)["kind"] == kind:
                count += 1
        return count

    def count(self, kind: str) -> int:
        """Things of a kind that this Mayor will have, roughly."""
        if kind == "trophy":
            return self.of_kind("challenge", self.sight.hand) + self.left // 4
        in_town = self.of_kind(kind, self.sight.town[self.me])
        return in_town + min(self.of_kind(kind, self.sight.hand), self.left)

    def prices(self, kind: str = "any") -> list[int]:
        """Of the cards in hand that can be built; of one kind, if it is named."""
        found = []
        for slot in self.sight.hand:
            card = self.sight.card(slot)
            if "price" in card and kind in ("any", card["kind"]):
                found.append(card["price"])
        return found

    def recruit_worth(self, card: VillageCardView) -> float:
        if card["kind"] == "challenge":
            return self.challenge_worth(card)
        if self.waiting < 0:
            self.waiting = len(self.prices())
        return self.worth(card) * (1.0 if self.waiting < 2 else 0.6 if self.waiting < 4 else 0.25)

    def challenge_worth(self, card: VillageCardView) -> float:
        """Loot and a trophy if it falls, its harm if it stays."""
        immune = card["immune"]
        tries: list[int] = [] if "town" in immune else [0]
        if "hero" not in immune:
            for slot in self.sight.town[self.me]:
                hero = self.sight.card(slot)
                if hero["kind"] == "hero":
                    tries.append(hero.get("bonus", 0))
        defeat = card.get("defeat", 0)
        falls = chance_of([chance(defeat - bonus) for bonus in tries], card["wins"])
        good = 0.9 + card.get("loot", 0) * self.gold
        bad = card.get("value", 0) * 0.7 - card.get("pillage", 0) * self.gold * 1.5
        return falls * good + (1 - falls) * bad

    def keep_gold(self) -> int:
        """What the best card in hand costs: gold not to be thrown at dice."""
        prices = self.prices()
        return min(prices) if prices else 2


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
