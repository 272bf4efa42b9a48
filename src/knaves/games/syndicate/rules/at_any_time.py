"""At any time: Power abilities, what revealed players may buy, waiving a reward, and accusations."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Answer, Option, Step
from knaves.core.words import so_many
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.cards.names import COIN, DRAW, MOVE, PLACE, PULL, SIFT
from knaves.games.syndicate.rules.abilities import Sift, perform
from knaves.games.syndicate.rules.accusation import (
    Accusation,
    charges,
    why_no_charge,
    why_nobody_to_accuse,
    why_nothing_to_charge,
)
from knaves.games.syndicate.rules.mission import total
from knaves.games.syndicate.state import OPEN, SPENT, CubeMove, SyndicateCity

POWER = {MOVE: "power_move", DRAW: "power_draw", PLACE: "power_place", COIN: "power_coin", PULL: "power_pull"}
POWER_LESS = {
    **POWER,
    DRAW: "power_draw_less",
    COIN: "power_coin_less",
}  # of these, less is hardly ever better
BUY = {MOVE: "buy_move", DRAW: "buy_draw", PLACE: "buy_place", SIFT: "buy_cubes"}
WAIVE_COINS, WAIVE_CARDS = Menu("waive_coins"), Menu("waive_cards")
UNWAIVE: Option = ("unwaive",)
BUY_MOVE, BUY_DRAW, BUY_CUBES = Menu("buy_move"), Menu("buy_draw"), Menu("buy_cubes")
BUY_PLACE: list[Option] = [("buy_place",)]
VERBS = frozenset(
    {*POWER.values(), *POWER_LESS.values(), *BUY.values()}
    | {"return_cube", "accuse", "waive_coins", "waive_cards", "unwaive"}
)
SELDOM = frozenset({"return_cube", "waive_coins", "waive_cards", "unwaive"})


@lru_cache(maxsize=4_000)
def ways_to_spend(sort: int, villain: int, most: int) -> tuple[Option, ...]:
    """A cube of this villain: from the most that can be had down to nothing (gain.1, R32)."""
    less = range(most - 1, 0, -1) if sort != PLACE else ()  # fewer cards are placed by stopping
    return (
        *(((POWER[sort], villain, most),) if most else ()),
        *((POWER_LESS[sort], villain, amount) for amount in less),
        ("return_cube", villain),
    )


def most_of(s: SyndicateCity, seat: int, villain: int) -> int:
    """How much this villain's Power ability gives now (power.5)."""
    level = s.box.level[villain][s.high[villain] + 1]
    if not level:
        return 0
    sort = s.box.power[villain]
    if sort == PLACE:
        return min(level, len(s.hand[seat]))
    if sort == COIN:
        return min(level, s.bank)
    if sort == PULL:
        return min(level, sum(s.bag))
    return min(level, s.drawable()) if sort == DRAW else level


def speakers(s: SyndicateCity) -> int:
    """The seats for which `menu` may have anything (a bitmask)."""
    if s.stage == OPEN and (any(s.waived_coins) or any(s.waived_cards) or in_sight(s)):
        return -1
    may, cubes = s.revealed, s.cubes
    if any(cubes):
        for seat in range(s.seats):
            if any(cubes[seat * 5 : seat * 5 + 5]):
                may |= 1 << seat
    return may if s.accused else may | 1 << s.active


def menu(s: SyndicateCity, seat: int) -> list[Option]:
    """What this seat may do now, whoever is waited for."""
    options: list[Option] = []
    box = s.box
    cubes = s.cubes[seat * 5 : seat * 5 + 5]
    if any(cubes):
        for villain, count in enumerate(cubes):
            if count:  # power.1
                options += ways_to_spend(box.power[villain], villain, most_of(s, seat, villain))
    if s.revealed and s.revealed >> seat & 1:
        options += purchases(s, seat)
    if s.stage == OPEN:
        options += waivers(s, seat)
    if seat == s.active and not s.accused:  # accuse.1
        options += charges(s, seat)
    return options


def in_sight(s: SyndicateCity) -> bool:
    """Would the mission bring coins or cards as its open cards stand?"""
    face = s.face[s.mission]
    return bool(s.box.coins[face] or s.box.cards[face]) and total(s) >= s.box.target[face]


def waivers(s: SyndicateCity, seat: int) -> list[Option]:
    """Less of a reward in sight, or none, until the count is closed; and back to the whole of it (gain.1, R29)."""
    coins, cards = s.waived_coins[seat], s.waived_cards[seat]
    options = [UNWAIVE] if coins or cards else []
    if in_sight(s):
        face = s.face[s.mission]
        options += [] if coins else WAIVE_COINS.row(range(1, s.box.coins[face] + 1))
        options += [] if cards else WAIVE_CARDS.row(range(1, s.box.cards[face] + 1))
    return options


def purchases(s: SyndicateCity, seat: int) -> list[Option]:
    """What a revealed player may buy at any time (revealed.5)."""
    goal = s.face[s.goal[seat]]
    sort, amount = s.box.bought[goal], s.box.bought_amount[goal]
    can = s.coins[seat] // s.box.price[goal]
    if not can:
        return []
    if sort == MOVE:
        return BUY_MOVE.row(range(amount, 0, -1))
    if sort == DRAW:
        return BUY_DRAW.row(range(min(amount, s.drawable()), 0, -1))
    if sort == PLACE:
        return BUY_PLACE if s.hand[seat] else []
    if sort == SIFT:
        return BUY_CUBES.row(range(1, min(can, sum(s.bag)) + 1))
    return []


def begin(s: SyndicateCity, seat: int, option: Answer) -> Step[SyndicateCity]:
    verb = option[0]
    if verb == "accuse":
        return Accusation(seat, option[1], option[2])
    if verb == "waive_coins":
        return Waive(seat, option[1], s.waived_cards[seat])
    if verb == "waive_cards":
        return Waive(seat, s.waived_coins[seat], option[1])
    if verb == "unwaive":
        return Waive(seat, 0, 0)
    if verb == "buy_place":
        return BuyAbility(seat, 1)
    if verb in BUY.values():
        return BuyAbility(seat, option[1])
    return UsePower(seat, option[1], 0 if verb == "return_cube" else option[2])


class UsePower(Step[SyndicateCity]):
    """A cube goes back to the Reserve and its villain's Power ability is used (power.1)."""

    lines = ("use",)

    who: int
    villain: int
    amount: int

    def use(self, s: SyndicateCity) -> Step[SyndicateCity] | None:
        who, villain = self.who, self.villain
        s.cubes[who * 5 + villain] -= 1
        s.reserve[villain] += 1
        s.trail.append(CubeMove(SPENT, who, villain))
        s.tell("spends_cube" if self.amount else "returns_cube", who, villain)
        return perform(s, who, s.box.power[villain], self.amount, 2)


class BuyAbility(Step[SyndicateCity]):
    """What a revealed player buys for coins (revealed.5)."""

    lines = ("buy",)

    who: int
    amount: int

    def buy(self, s: SyndicateCity) -> Step[SyndicateCity] | None:
        goal = s.face[s.goal[self.who]]
        sort = s.box.bought[goal]
        times = self.amount if sort == SIFT else 1
        s.pay(self.who, times * s.box.price[goal])
        s.tell("buys", self.who, times * s.box.price[goal])
        if sort == SIFT:
            return Sift(self.who, self.amount)
        return perform(s, self.who, sort, self.amount, 3)


class Waive(Step[SyndicateCity]):
    """So much less of a reward for everybody, until the seat says otherwise (gain.1, R29)."""

    lines = ("say",)

    who: int
    coins: int
    cards: int

    def say(self, s: SyndicateCity) -> None:
        who = self.who
        s.waived_coins = (*s.waived_coins[:who], self.coins, *s.waived_coins[who + 1 :])
        s.waived_cards = (*s.waived_cards[:who], self.cards, *s.waived_cards[who + 1 :])
        if self.coins:
            s.tell("waived_coins", who, self.coins)
        if self.cards:
            s.tell("waived_cards", who, self.cards)
        if not (self.coins or self.cards):
            s.tell("unwaived", who)


def refusal(s: SyndicateCity, seat: int, option: Option) -> Refused | None:
    """Why this seat may not do that at any time, now."""
    verb, *things = option
    if verb == "accuse":
        return why_no_charge(s, seat, things)
    if verb in BUY.values():
        return _no_purchase(s, seat, verb)
    if verb in ("waive_coins", "waive_cards", "unwaive"):
        return Refused("There is nothing of that kind to waive now.", "gain.1")
    if things and 0 <= things[0] < 5:
        villain = s.box.villains[things[0]]
        if not s.cubes[seat * 5 + things[0]]:
            return Refused(f"You have no {villain.colour} cube behind your screen.", "power.1")
        return Refused(f"{villain.name}'s Power ability does not do that much now.", "power.5")
    return None


def why_not(s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
    """Why a cube behind the own screen cannot be spent now, or a player or a goal not be named in an accusation."""
    if kind == "cube" and 0 <= thing < 5:
        return Refused(f"You have no {s.box.villains[thing].colour} cube behind your screen.", "power.1")
    if kind == "seat" and 0 <= thing < s.seats:
        return why_nobody_to_accuse(s, seat, thing)
    if kind == "charge" and 0 <= thing <= SPY:
        return why_nothing_to_charge(s, seat, thing)
    return None


def _no_purchase(s: SyndicateCity, seat: int, verb: str) -> Refused:
    if not s.is_revealed(seat):
        return Refused("Only a player whose goal is revealed has that ability.", "revealed.5")
    if BUY.get(s.box.bought[s.face[s.goal[seat]]]) != verb:
        return Refused("That is not the ability of your goal.", "revealed.5")
    price = s.box.price[s.face[s.goal[seat]]]
    if s.coins[seat] < price:
        return Refused(
            f"That costs {so_many(price, 'coin')}; you have {so_many(s.coins[seat], 'coin')}.", "revealed.5"
        )
    return Refused("There is not so much to be had for your coins now.", "revealed.5")
