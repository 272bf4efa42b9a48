"""A page of priorities: what a sensible beginner would answer, from what a seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.step import Option
from knaves.games.villagers.bot.sight import ImaginedVillage, SeenVillage, VillageSight
from knaves.games.villagers.bot.worth import VillageWorth, thing
from knaves.games.villagers.cards.effects import BUILD, DEFEND, EARNING, PILLAGE, RECRUIT
from knaves.games.villagers.rules.dice import chance
from knaves.games.villagers.state import NOWHERE, Village
from knaves.games.villagers.view import VillageView


class Mayor(VillageWorth):
    """The answers of one Mayor, question by question."""

    def recruit(self) -> Option:
        look = self.sight
        fall_back = self.recruit_worth(look.card(look.pool[0]))
        best, best_worth = self.options[0], -99.0
        for option in self.has("recruit"):
            slot = thing(option)
            place = look.pool.index(slot) + 1
            miss = 1 - chance(place - look.each - look.first)
            miss *= (1 - chance(place - look.each)) ** (look.rolls - 1)
            value = self.recruit_worth(look.card(slot))
            if look.favor_card == slot:
                value += 0.8
            expected = (1 - miss) * value + miss * fall_back
            if expected > best_worth:
                best, best_worth = option, expected
        return best

    def roll(self) -> Option:
        look = self.sight
        place = look.pool.index(look.aim) + 1
        gain = self.recruit_worth(look.card(look.aim)) - self.recruit_worth(look.card(look.pool[0]))
        need = place - look.each
        miss = (1 - chance(need - look.first)) * (1 - chance(need)) ** (look.rolls - 1)
        if miss > 0.15:
            for option in self.has("use"):
                ability = self.card(option)["ability"]
                if ability and (ability["cost"] == 0 or gain * miss > 1):
                    return option
            if gain > 2 and miss > 0.4 and self.has("favor"):
                return ("favor",)
            for option in self.has("vend"):
                ability = self.card(option)["ability"]
                if ability and gain * miss > 0.9 * (ability["vend"] or 0):
                    return option
        spare = self.purse - self.keep_gold()
        extra, odds = 0, chance(need)
        while extra < spare and gain * miss * odds > self.gold + 0.1:
            miss *= 1 - odds
            extra += 1
        return ("roll", extra)

    def defend(self) -> Option:
        attacks = self.has("attack")
        if not attacks:
            uses = [o for o in self.has("use") if self.cheap(o)]
            return uses[0] if uses else self.options[-1]
        look = self.sight
        tries = look.rolls + len(look.ready)
        best = max([0, *(look.card(hero).get("bonus", 0) for hero in look.ready)])

        def urge(option: Option) -> float:
            card = self.card(option)
            odds = chance(card.get("defeat", 0) - best)
            if card["wins"] > tries:
                odds *= 0.1
            return odds * (2 + card.get("loot", 0) + card.get("pillage", 0) - card.get("value", 0))

        return max(attacks, key=urge)

    def declare(self) -> Option:
        card = self.sight.card(self.sight.aim)
        plus = self.sight.first + self.sight.each
        need = card.get("defeat", 0) - plus
        heroes = sorted(self.has("hero"), key=lambda o: self.card(o).get("bonus", 0))
        strongest = self.card(heroes[-1]).get("bonus", 0) if heroes else 0
        odds = chance(need - strongest)
        harm = -card.get("value", 0) + 0.5 * card.get("loot", 0) + 0.6 * card.get("pillage", 0)
        if odds < 1:
            for option in self.has("use"):
                ability = self.card(option)["ability"]
                if ability and (ability["cost"] == 0 or (odds < 0.6 and harm > 3)):
                    return option
            if self.has("favor") and odds < 0.5 and harm > 3:
                return ("favor",)
            gained = chance(need - strongest - 3) - odds
            if self.has("mob") and gained * harm > 2.2:
                return self.has("mob")[0]
            for option in self.has("vend"):
                ability = self.card(option)["ability"]
                if ability and odds < 0.5 and harm > 4 and self.purse > (ability["vend"] or 0) + 2:
                    return option
        for hero in heroes:  # the weakest that is sure, else the strongest
            if chance(need - self.card(hero).get("bonus", 0)) == 1:
                return hero
        if self.has("town") and (not heroes or chance(need) >= 0.5):
            return self.has("town")[0]
        return heroes[-1] if heroes else self.options[0]

    def settle(self) -> Option:
        """Pillage and Earning: what costs least first."""
        gold = self.purse
        loss = max(0, self.sight.pillage() - self.sight.shield)
        for option in (*self.has("use"), *self.has("vend")):
            ability = self.card(option)["ability"]
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
        if self.has("favor") and self.sight.phase == PILLAGE and min(loss, gold) >= 2:
            return ("favor",)
        if self.has("favor") and self.sight.phase == EARNING and self.left <= 1:
            return ("favor",)
        # Losses while the purse is thin, earnings last.
        for verb in ("lose", "suffer", "toll", "earn"):
            if self.has(verb):
                return self.has(verb)[0]
        return self.options[-1]

    def build(self) -> Option:
        choices = [option for option in self.has("build") if self.worth(self.card(option)) > 0]
        best = max(choices, key=lambda o: self.worth(self.card(o)), default=None)
        for option in (*self.has("use"), *self.has("vend")):
            ability = self.card(option)["ability"]
            if ability is None:
                continue
            price = ability["cost"] if option[0] == "use" else ability["vend"] or 0
            verb, amount = ability["verb"], ability["amount"]
            costs = self.card(best).get("price", 0) if best else 0
            if (
                (verb == "discount" and min(amount, costs) > price)
                or (verb == "extra_build" and self.two_for(price, ability["kind"]))
                or (verb == "sell" and self.burdens())
                or (verb == "gain" and amount > price)
            ):
                return option
        due = [option for verb in ("lose", "toll", "earn") for option in self.has(verb)]
        return best or (due[0] if due else self.options[-1])

    def two_for(self, price: int, kind: str) -> bool:
        """Can two cards in hand, one of them of this kind, be paid beside the price of an ability?"""
        prices = sorted(self.prices())
        fits = sorted(self.prices(kind))
        if len(prices) < 2 or not fits:
            return False
        other = prices[0] if fits[0] > prices[0] else prices[1]
        return fits[0] + other + price <= self.purse

    def burdens(self) -> list[int]:
        """Cards in hand that will never be built in time."""
        card = self.sight.card
        waiting = [slot for slot in self.sight.hand if "price" in card(slot)]
        if len(waiting) <= max(2, self.left):
            return []
        return sorted(waiting, key=lambda slot: self.worth(card(slot)))

    def cheap(self, option: Option) -> bool:
        ability = self.card(option)["ability"]
        return ability is not None and ability["cost"] <= max(0, self.purse - 4)

    def grant(self) -> Option:
        """Let others pay, unless it brings nothing or helps the leader."""
        ability = self.card(self.options[0])["ability"]
        look, asker = self.sight, self.sight.active
        ahead = asker != NOWHERE and (
            look.total(asker) > look.total(self.me) + (0 if look.town_size == 10 else 4)
        )
        if ability is None or ability["owner_gets"] == 0 or ahead:
            return self.options[1]
        return self.options[0]


def advise(v: VillageView, options: Sequence[Option], rng: Random) -> Option:
    """The fair bot's answer, from what it sees."""
    return answer(SeenVillage(v), options)


def advise_state(s: Village, seat: int, options: Sequence[Option], rng: Random) -> Option:
    """The same answer from the state of an imagined world."""
    if options[0][0] == "hold":
        return options[0]
    return answer(ImaginedVillage(s, seat), options)


def answer(look: VillageSight, options: Sequence[Option]) -> Option:
    verbs = {option[0] for option in options}
    if "hold" in verbs:  # an Ordinance out of turn: wait for one's own
        return options[0]
    options = [option for option in options if option[0] != "ordinance"] or options
    mayor = Mayor(look, options)
    if "recruit" in verbs:
        return mayor.recruit()
    if "roll" in verbs:
        return mayor.roll()
    if "keep" in verbs:
        return first_pick(mayor)
    if verbs & {"town", "hero"}:
        return mayor.declare()
    if "grant" in verbs:
        return mayor.grant()
    if "keep_roll" in verbs:
        sell = mayor.purse < 2 or look.active == NOWHERE
        return ("sell_roll",) if sell else ("keep_roll",)
    if "replace" in verbs:  # the best card goes, before a rival has it
        return max(options, key=lambda o: mayor.recruit_worth(mayor.card(o)))
    if "banish" in verbs:
        return max(options, key=lambda o: mayor.card(o).get("defeat", 0) if len(o) > 1 else -1)
    if "sell" in verbs:
        worst = mayor.burdens()
        return ("sell", worst[0]) if worst else options[-1]
    if verbs & {"suffer", "earn"} or look.phase in (PILLAGE, EARNING):
        return mayor.settle()
    if "attack" in verbs or look.phase == DEFEND:
        return mayor.defend()
    if "build" in verbs or look.phase == BUILD:
        return mayor.build()
    spare = [o for o in (*mayor.has("use"), *mayor.has("vend")) if mayor.purse >= mayor.keep_gold() + 2]
    return spare[0] if spare and mayor.left > 2 else options[-1]


def first_pick(mayor: Mayor) -> Option:
    """Spend the Favor for the first pick if one card of the pool is much better than the rest."""
    look, me = mayor.sight, mayor.me
    rest: Option = ("rest",) if ("rest",) in mayor.options else ("keep",)
    if look.phase != RECRUIT or ("start", me) not in mayor.options:
        return rest
    worths = sorted(mayor.recruit_worth(look.card(slot)) for slot in look.pool[:4])
    return ("start", me) if worths[-1] - worths[-2] > 2.5 else rest
