"""At any time: Power abilities, what revealed players may buy, waiving a reward, and accusations."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Answer, Option, Step
from knaves.games.syndicate.cards.effects import COIN, DRAW, MOVE, PLACE, PULL, SIFT
from knaves.games.syndicate.rules.abilities import Sift, perform
from knaves.games.syndicate.rules.accusation import Accusation, charges, why_no_charge
from knaves.games.syndicate.state import FACE_DOWN, City, bump

POWER = {MOVE: "power_move", DRAW: "power_draw", PLACE: "power_place", COIN: "power_coin", PULL: "power_pull"}
BUY = {MOVE: "buy_move", DRAW: "buy_draw", PLACE: "buy_place", SIFT: "buy_cubes"}
VERBS = frozenset({*POWER.values(), *BUY.values(), "return_cube", "accuse", "waive_coins", "waive_cards"})

# Menus, made once. POWERS[sort][villain][most]: from the most that can be had down to nothing (gain.1, R32).
POWERS: dict[int, list[list[list[Option]]]] = {
    sort: [
        [
            [(verb, villain, amount) for amount in range(most, 0, -1) if amount == most or sort != PLACE]
            + [("return_cube", villain)]
            for most in range(52)
        ]
        for villain in range(5)
    ]
    for sort, verb in POWER.items()
}
WAIVE_COINS: list[list[Option]] = [[("waive_coins", n) for n in range(1, most + 1)] for most in range(51)]
WAIVE_CARDS: list[list[Option]] = [[("waive_cards", n) for n in range(1, most + 1)] for most in range(61)]


def most_of(s: City, seat: int, villain: int) -> int:
    """How much this villain's Power ability gives now (power.5)."""
    level = s.box.level[villain][s.high[villain] + 1]
    sort = s.box.power[villain]
    if sort == PLACE:
        return min(level, len(s.hand[seat]))
    if sort == COIN:
        return min(level, s.bank)
    if sort == PULL:
        return min(level, sum(s.bag))
    return level


def menu(s: City, seat: int) -> list[Option]:
    """What this seat may do now, whoever is waited for."""
    options: list[Option] = []
    box = s.box
    for villain, count in enumerate(s.cubes[seat * 5 : seat * 5 + 5]):
        if count:  # power.1
            most = box.level[villain][s.high[villain] + 1]
            if most:
                most = most_of(s, seat, villain)
            options += POWERS[box.power[villain]][villain][most]
    if s.revealed and s.revealed >> seat & 1:
        options += purchases(s, seat)
    if s.stage == FACE_DOWN:
        face = s.face[s.mission]
        if box.coins[face]:
            options += WAIVE_COINS[max(0, box.coins[face] - s.waived[seat * 2])]
        if box.cards[face]:
            options += WAIVE_CARDS[max(0, box.cards[face] - s.waived[seat * 2 + 1])]
    if seat == s.active and not s.accused:  # accuse.1
        options += charges(s, seat)
    return options


def purchases(s: City, seat: int) -> list[Option]:
    """What a revealed player may buy at any time (revealed.5)."""
    goal = s.face[s.goal[seat]]
    sort, amount = s.box.bought[goal], s.box.bought_amount[goal]
    can = s.coins[seat] // s.box.price[goal]
    if not can:
        return []
    if sort == MOVE:
        return [("buy_move", n) for n in range(amount, 0, -1)]
    if sort == DRAW:
        return [("buy_draw", n) for n in range(amount, 0, -1)]
    if sort == PLACE:
        return [("buy_place",)] if s.hand[seat] else []
    if sort == SIFT:
        return [("buy_cubes", n) for n in range(1, min(can, sum(s.bag)) + 1)]
    return []


def begin(s: City, seat: int, option: Answer) -> Step[City]:
    verb = option[0]
    if verb == "accuse":
        return Accusation(seat, option[1], option[2])
    if verb in ("waive_coins", "waive_cards"):
        return Waive(seat, int(verb == "waive_cards"), option[1])
    if verb in BUY.values():
        return BuyAbility(seat, (*option, 1)[1])
    return UsePower(seat, option[1], 0 if verb == "return_cube" else option[2])


class UsePower(Step[City]):
    """A cube goes back to the Reserve and its villain's Power ability is used (power.1)."""

    lines = ("use",)

    who: int
    villain: int
    amount: int

    def use(self, s: City) -> Step[City] | None:
        who, villain = self.who, self.villain
        s.cubes[who * 5 + villain] -= 1
        s.reserve[villain] += 1
        s.trail.append(300 + who * 10 + villain)
        s.tell("spends_cube" if self.amount else "returns_cube", who, villain)
        return perform(s, who, s.box.power[villain], self.amount)


class BuyAbility(Step[City]):
    """What a revealed player buys for coins (revealed.5)."""

    lines = ("buy",)

    who: int
    amount: int

    def buy(self, s: City) -> Step[City] | None:
        goal = s.face[s.goal[self.who]]
        sort = s.box.bought[goal]
        times = self.amount if sort == SIFT else 1
        s.pay(self.who, times * s.box.price[goal])
        s.tell("buys", self.who, times * s.box.price[goal])
        if sort == SIFT:
            return Sift(self.who, self.amount)
        return perform(s, self.who, sort, self.amount)


class Waive(Step[City]):
    """Less of a reward for everybody, said beforehand (gain.1, R29)."""

    lines = ("say",)

    who: int
    cards: int
    amount: int

    def say(self, s: City) -> None:
        s.waived = bump(s.waived, self.who * 2 + self.cards, self.amount)
        s.tell("waived_cards" if self.cards else "waived_coins", self.who, self.amount)


def refusal(s: City, seat: int, option: Option) -> Refused | None:
    """Why this seat may not do that at any time, now."""
    verb, *things = option
    if verb == "accuse":
        return why_no_charge(s, seat, things)
    if verb in BUY.values():
        return _no_purchase(s, seat, verb)
    if verb in ("waive_coins", "waive_cards"):
        return Refused("There is nothing of that kind to waive now.", "gain.1")
    if things and 0 <= things[0] < 5:
        villain = s.box.villains[things[0]]
        if not s.cubes[seat * 5 + things[0]]:
            return Refused(f"You have no {villain.colour} cube behind your screen.", "power.1")
        return Refused(f"{villain.name}'s Power ability does not do that much now.", "power.5")
    return None


def _no_purchase(s: City, seat: int, verb: str) -> Refused:
    if not s.revealed >> seat & 1:
        return Refused("Only a player whose goal is revealed has that ability.", "revealed.5")
    if BUY.get(s.box.bought[s.face[s.goal[seat]]]) != verb:
        return Refused("That is not the ability of your goal.", "revealed.5")
    return Refused("You cannot pay for that, or there is nothing to be had.", "revealed.5")
