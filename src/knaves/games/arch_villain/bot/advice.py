"""What a sensible hero would do, from what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random

from knaves.core.step import Answer, Option
from knaves.games.arch_villain.bot.chances import chance
from knaves.games.arch_villain.bot.dice import DiceAdvice
from knaves.games.arch_villain.bot.seat import SeatAdvice
from knaves.games.arch_villain.bot.sight import HeroSight, ImaginedHeroes, SeenHeroes
from knaves.games.arch_villain.bot.worth import (
    POINT,
    best_skill,
    card_worth,
    contact_worth,
    rounds_left,
    set_worth,
    space_worth,
    token_worth,
    use_left,
    use_worth,
)
from knaves.games.arch_villain.cards.names import ITEMS
from knaves.games.arch_villain.state import HeroCity
from knaves.games.arch_villain.view.types import HeroCityView

# How likely an arrest must be before it is tried, by turn. A failure costs the action, no more.
TRY = {"alarm": 2.0, "range": 0.25, "2": 0.5, "3": 0.4, "4": 0.35, "5": 0.2}

HEALTH = 2.0  # energy for a health
STAY = 0.9  # leaves when the danger outweighs this share of what staying may bring


class HeroAdvice(SeatAdvice):
    """What to put out, take, choose and train; and when to arrest or to leave."""

    # -- the option phase -----------------------------------------------------------------------------

    def place(self) -> Answer:
        """The best space falls to who goes first, the next to the next: makes mine as good as can be."""
        v, me = self.v, self.me
        mine = v.order.index(me.seat)
        piles = [space_worth(v, me, space) if space.open else -1.0 for space in v.spaces]
        worth = [
            token_worth(v, me, item) if number < 4 else 3.0 + 0.4 * set_worth(v, me, item)
            for number, item in enumerate(ITEMS)
        ]

        def key(item: int, at: int) -> float:
            after = piles.copy()
            after[at] += worth[item]
            after.sort(reverse=True)
            own = after[mine] if mine < len(after) else 0.0
            return own - 0.3 * sum(after[:mine]) + self.rng.random() * 2.0

        if self.verb("on"):
            return self.best(self.options, lambda o: key(o[1], o[2]))
        places = [at for at, space in enumerate(v.spaces) if space.open]
        return self.best(self.options, lambda o: max(key(o[1], at) for at in places))

    # -- actions --------------------------------------------------------------------------------------

    def act(self) -> Answer:
        arrests = self.verb("arrest")
        now = chance(self.v) if arrests else 0.0
        if arrests and now >= TRY[self.v.turn]:
            return arrests[0]
        builds = self.verb("space", "two_spaces", "green", "contact")
        build = self.best(builds, self.build_worth) if builds else None
        gain = self.build_worth(build) if build else 0.0
        if self.better_leave(gain):
            return self.best(self.verb("protect"), lambda o: self.reward_worth(o[1]))
        if build is None or (arrests and self.v.turn == "5" and now > 0.0):
            return (arrests or self.verb("protect"))[0]
        return build

    def build_worth(self, o: Answer) -> float:
        v, me = self.v, self.me
        if o[0] == "space":
            return space_worth(v, me, v.spaces[o[1]])
        if o[0] == "two_spaces":
            return space_worth(v, me, v.spaces[o[1]]) + space_worth(v, me, v.spaces[o[2]])
        if o[0] == "contact":
            return use_worth(v, me, self.use(o[1], o[2]))
        item = ITEMS[o[1]]
        if o[1] < 4:
            return token_worth(v, me, item)
        if me.energy < 5:
            return 0.5
        worth = 3.0 * min(1.0, 4 * use_left(v)) + 0.8 * set_worth(v, me, item)
        return worth - (1.5 if me.energy < 8 else 0.0)

    def hit_odds(self) -> tuple[float, float]:
        """How likely the villain knocks me out if I act now, and the health it costs me otherwise."""
        v, me = self.v, self.me
        dice = max(0, v.turn_dice[v.turn_number] - me.fewer_villain_dice)
        out = cost = 0.0
        for sixes in range(dice + 1):
            odds = comb(dice, sixes) * 5 ** (dice - sixes) / 6**dice
            hits = max(0, sixes - me.first_sixes_fail)
            owed = max(0, hits * v.cost_of_six - me.armour)
            if owed > me.health:
                out += odds
            else:
                cost += odds * owed
        return out, cost

    def better_leave(self, build: float) -> bool:
        """Is it better to protect citizens than to stay in?"""
        v, me = self.v, self.me
        if v.turn_number < 2:
            return False
        out, cost = self.hit_odds()
        health = HEALTH * min(1.0, 2 * use_left(v))
        turns = 5 - v.turn_number
        soon = chance(v, energy=6) if turns else 0.0
        prize = (v.prize + 5) * POINT
        stay = build + soon * prize * 0.6 + turns * 2.0 * min(1.0, 4 * use_left(v))
        reward = max(self.reward_worth(o[1]) for o in self.verb("protect"))
        loss = (2 * HEALTH + 5.0) * (1.0 if rounds_left(v) > 1 else 0.0)
        return out * (stay + reward - loss + me.health * health) + cost * health > stay * STAY

    def reward_worth(self, reward: int) -> float:
        v, me = self.v, self.me
        points, left = v.reward_points[reward], rounds_left(v)
        if points:
            return points * POINT
        word = v.reward_keys[reward]
        if word == "health":
            return 3 * (2.2 if me.health < 4 else 1.2) * (0.0 if left == 1 else 1.0)
        if word == "contact":
            return contact_worth(v, me)
        return 6.0 * (left - 1) / 4 + set_worth(v, me, word) + 1.0

    # -- items ----------------------------------------------------------------------------------------

    def take(self) -> Answer:
        v, me = self.v, self.me
        tokens = self.verb("take_tokens") or self.verb("take")
        if tokens:
            return tokens[0]

        def gain(o: Answer) -> float:
            return card_worth(v, me, self.card(o[1])) - o[2]

        buys = [o for o in self.verb("buy") if gain(o) > 0]
        if buys:
            return self.best(buys, gain)
        return (self.verb("done") or self.options)[0]

    def settle(self) -> Answer:
        """A drawn card: buy it, or lay it where little lies."""
        v, me = self.v, self.me
        for buy in self.verb("buy"):
            if card_worth(v, me, self.card(buy[1])) > 0.9 * buy[2]:
                return buy
        return self.best(self.verb("leave"), lambda o: -space_worth(v, me, v.spaces[o[2]]))

    def train(self) -> Answer:
        order = best_skill(self.me)
        return min(self.options, key=lambda o: (order.index(o[1]), -o[2]))

    def find(self) -> Answer:
        """A contact's free card: the best on the board, or a draw."""
        free = self.verb("free")
        draws = self.verb("draw")
        if not free:
            return draws[0]
        best = self.best(free, lambda o: card_worth(self.v, self.me, self.card(o[1])))
        return best if not draws or card_worth(self.v, self.me, self.card(best[1])) > 5 else draws[0]


def advise(v: HeroCityView, options: Sequence[Option], rng: Random) -> Option:
    """The advice to a seat that sees this."""
    return answer(SeenHeroes(v), options, rng)


def advise_state(s: HeroCity, seat: int, options: Sequence[Option], rng: Random) -> Option:
    """The same advice in a world that is imagined."""
    return answer(ImaginedHeroes(s, seat), options, rng)


def answer(v: HeroSight, options: Sequence[Option], rng: Random) -> Option:
    """Whichever of these verbs is among the options, the first counts."""
    verbs = {o[0] for o in options}
    if "place" in verbs or "on" in verbs:
        return HeroAdvice(v, options, rng).place()
    dice = DiceAdvice(v, options, rng)
    if "strike" in verbs:
        return dice.fight()
    if "use" in verbs:
        return dice.die()
    if "damage" in verbs:
        return dice.which()
    if "again" in verbs:
        return dice.again()
    hero = HeroAdvice(v, options, rng)
    if "train" in verbs:
        return hero.train()
    if "reward" in verbs:
        return hero.best(hero.options, lambda o: hero.reward_worth(o[1]))
    if "free" in verbs or "draw" in verbs:
        return hero.find()
    if "leave" in verbs:
        return hero.settle()
    if verbs & TAKING:
        return hero.take()
    return hero.act()


TAKING = frozenset({"take", "take_tokens", "buy", "done"})
