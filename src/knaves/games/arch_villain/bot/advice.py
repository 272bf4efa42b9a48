"""What a sensible hero would do: the `rules` bot. It reads a view and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from random import Random

from knaves.core.step import Answer, Option
from knaves.games.arch_villain.bot.chances import card_number, chance, current, plan
from knaves.games.arch_villain.bot.solver import solve
from knaves.games.arch_villain.bot.worth import (
    POINT,
    best_skill,
    card_worth,
    rounds_left,
    set_worth,
    space_worth,
    token_worth,
    use_left,
)
from knaves.games.arch_villain.cards import ITEMS
from knaves.games.arch_villain.view.types import CardView, CityView, PlayerView

# How likely an arrest must be before it is tried, by turn. A failure costs the action, no more.
TRY = {"alarm": 2.0, "range": 0.25, "2": 0.5, "3": 0.4, "4": 0.35, "5": 0.2}

HEALTH = 2.0  # energy for a health
STAY = 0.9  # leaves when the danger outweighs this share of what staying may bring


class Hero:
    """One look at the table, from one seat."""

    def __init__(self, v: CityView, options: Sequence[Option], rng: Random) -> None:
        seat = v["you"]
        assert seat is not None
        self.v = v
        self.me: PlayerView = v["players"][seat]
        self.options: Sequence[Answer] = options  # type: ignore[assignment]  # read as their verbs say
        self.rng = rng

    def verb(self, *verbs: str) -> list[Answer]:
        return [o for o in self.options if o[0] in verbs]

    def best(self, options: Sequence[Answer], key: Callable[[Answer], float]) -> Answer:
        """The best option; chance decides between equals."""
        return max(options, key=lambda o: key(o) + self.rng.random() * 0.01)

    def card(self, slot: int) -> CardView:
        """A card that is in sight."""
        v = self.v
        rows = [*(p["cards"] for p in v["players"]), *(sp["cards"] for sp in v["spaces"])]
        for row in rows:
            for card in row:
                if card_number(card) == slot:
                    return card
        assert v["held"] is not None
        return v["held"]

    # -- the option phase -----------------------------------------------------------------------------

    def place(self) -> Answer:
        """The best space falls to who goes first, the next to the next: makes mine as good as can be."""
        v, me = self.v, self.me
        mine = v["order"].index(me["seat"])
        piles = [space_worth(v, me, space) if space["open"] else -1.0 for space in v["spaces"]]
        worth = [
            token_worth(v, me, item) if number < 4 else 3.0 + 0.4 * set_worth(v, me, item)
            for number, item in enumerate(ITEMS)
        ]

        def key(o: Answer) -> float:
            after = piles.copy()
            after[o[2]] += worth[o[1]]
            after.sort(reverse=True)
            own = after[mine] if mine < len(after) else 0.0
            return own - 0.3 * sum(after[:mine]) + self.rng.random() * 2.0

        return self.best(self.options, key)

    # -- actions --------------------------------------------------------------------------------------

    def act(self) -> Answer:
        arrests = self.verb("arrest")
        now = chance(self.v, self.me) if arrests else 0.0
        if arrests and now >= TRY[self.v["turn"]]:
            return arrests[0]
        builds = self.verb("space", "two_spaces", "green", "contact")
        build = self.best(builds, self.build_worth) if builds else None
        gain = self.build_worth(build) if build else 0.0
        if self.better_leave(gain):
            return self.best(self.verb("protect"), lambda o: self.reward_worth(o[1]))
        if build is None or (arrests and self.v["turn"] == "5" and now > 0.0):
            return (arrests or self.verb("protect"))[0]
        return build

    def build_worth(self, o: Answer) -> float:
        v, me = self.v, self.me
        if o[0] == "space":
            return space_worth(v, me, v["spaces"][o[1]])
        if o[0] == "two_spaces":
            return space_worth(v, me, v["spaces"][o[1]]) + space_worth(v, me, v["spaces"][o[2]])
        if o[0] == "contact":
            return 6.0 * min(1.0, 8 * use_left(v))
        item = ITEMS[o[1]]
        if o[1] < 4:
            return token_worth(v, me, item)
        if me["energy"] < 5:
            return 0.5
        worth = 3.0 * min(1.0, 4 * use_left(v)) + 0.8 * set_worth(v, me, item)
        return worth - (1.5 if me["energy"] < 8 else 0.0)

    def hit_odds(self) -> tuple[float, float]:
        """How likely the villain knocks me out if I act now, and the health it costs me otherwise."""
        v, me = self.v, self.me
        villain, traits = v["villain"], me["traits"]
        assert villain is not None
        dice = max(0, v["turn_dice"][v["turn_number"]] - traits.get("fewer_villain_dice", 0))
        out = cost = 0.0
        for sixes in range(dice + 1):
            odds = comb(dice, sixes) * 5 ** (dice - sixes) / 6**dice
            hits = max(0, sixes - traits.get("first_sixes_fail", 0))
            owed = max(0, hits * villain["cost_of_six"] - traits.get("armour", 0))
            if owed > me["health"]:
                out += odds
            else:
                cost += odds * owed
        return out, cost

    def better_leave(self, build: float) -> bool:
        """Is it better to protect citizens than to stay in?"""
        v, me = self.v, self.me
        villain = v["villain"]
        assert villain is not None
        if v["turn_number"] < 2:
            return False
        out, cost = self.hit_odds()
        health = HEALTH * min(1.0, 2 * use_left(v))
        turns = 5 - v["turn_number"]
        soon = chance(v, me, energy=6) if turns else 0.0
        prize = (villain["points"] + 5) * POINT
        stay = build + soon * prize * 0.6 + turns * 2.0 * min(1.0, 4 * use_left(v))
        reward = max(self.reward_worth(o[1]) for o in self.verb("protect"))
        loss = (2 * HEALTH + 5.0) * (1.0 if rounds_left(v) > 1 else 0.0)
        return out * (stay + reward - loss + me["health"] * health) + cost * health > stay * STAY

    def reward_worth(self, reward: int) -> float:
        v, me = self.v, self.me
        row, left = v["rewards"][reward], rounds_left(v)
        if row["points"]:
            return row["points"] * POINT
        word = row["key"]
        if word == "health":
            return 3 * (2.2 if me["health"] < 4 else 1.2) * (0.0 if left == 1 else 1.0)
        if word == "contact":
            return 1.5 * (left - 1) + 1.0
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
        return self.best(self.verb("leave"), lambda o: -space_worth(v, me, v["spaces"][o[2]]))

    def train(self) -> Answer:
        order = best_skill(self.me)
        return min(self.options, key=lambda o: order.index(o[1]))

    def find(self) -> Answer:
        """A contact's free card: the best on the board, or a draw."""
        free = self.verb("free")
        draws = self.verb("draw")
        if not free:
            return draws[0]
        best = self.best(free, lambda o: card_worth(self.v, self.me, self.card(o[1])))
        return best if not draws or card_worth(self.v, self.me, self.card(best[1])) > 5 else draws[0]

    # -- dice -----------------------------------------------------------------------------------------

    def again(self) -> Answer:
        """Roll again: the villain's 6s; my lowest dice, if they do not arrest."""
        dice = self.v["dice"]
        assert dice is not None
        picks = self.verb("again")
        if dice["of"] == "villain":
            sixes = [o for o in picks if o[1] == 6]
            return sixes[0] if sixes else self.verb("roll", "keep")[0]
        if plan(self.v, self.me) is not None and self.verb("keep"):
            return self.verb("keep")[0]
        return picks[0] if picks and picks[0][1] < 5 else self.verb("roll", "keep")[0]

    def fight(self) -> Answer:
        """Follows the cheapest plan that arrests. Without one: what helps all the same, then strike."""
        found = plan(self.v, self.me)
        strike = self.verb("strike")[0]
        if found is None:
            return self.make_the_best() or strike
        loads = {o[1]: o for o in self.verb("load")}
        for slot, _, _ in found.puts:
            if slot in loads and self.opens_range(slot):
                return loads[slot]
        for slot, pips, to in found.puts:
            if slot in loads:
                return loads[slot]
            if slot < 0 and to > pips:
                return next(o for o in self.verb("fist") if o[1] == pips)
        return strike

    def opens_range(self, slot: int) -> bool:
        """Cards that make others usable go first."""
        return any("range" in word for word in self.card(slot).get("inside", ()))

    def make_the_best(self) -> Answer | None:
        """No arrest today: an item instead of damage, or a card that spares me the answer."""
        dice = self.v["dice"]
        assert dice is not None
        for o in self.verb("load"):
            card = self.card(o[1])
            if any(item["face"] in dice["pool"] for item in card.get("items", ())):
                return o
            quiet = any("retaliation" in word for word in card.get("inside", ()))
            if quiet and self.v["turn_number"] >= 2 and dice["pool"]:
                used = [one["card"] for one in dice["placed"]]
                if card["id"] not in used:
                    return o
        return None

    def die(self) -> Answer:
        slot = self.options[0][1]
        found = plan(self.v, self.me)
        if found is not None:
            for at, pips, to in found.puts:
                if at == slot:
                    return self.nearest(pips, to)
        faces = {item["face"] for item in self.card(slot).get("items", ())}
        plain = self.verb("use")
        wanted = [o for o in plain if o[2] in faces]
        return max(wanted, key=lambda o: o[2]) if wanted else min(plain, key=lambda o: o[2])

    def nearest(self, pips: int, to: int) -> Answer:
        """The plan's die, with as few pips as do the same."""
        same = [o for o in self.verb("raise") if o[2] == pips and o[3] <= to]
        if to == pips or not same:
            return next(o for o in self.verb("use") if o[2] == pips)
        return max(same, key=lambda o: o[3])

    def which(self) -> Answer:
        """The item, if an arrest can do without the damage or is lost in any case."""
        item, damage = self.verb("item")[0], self.verb("damage")[0]
        now = current(self.v, self.me)
        square = next(sq for sq in now.squares if sq.slot == item[1])
        rest = list(now.squares)
        rest.remove(square)
        special = now.specials[square.type] if square.type >= 0 else 0
        idle = now._replace(squares=tuple(rest), against=max(now.against, special))
        if solve(idle) is not None:
            return item
        busy = idle._replace(plain=idle.plain + damage[2])
        return damage if solve(busy) is not None else item


def advise(v: CityView, options: Sequence[Option], rng: Random) -> Option:
    hero = Hero(v, options, rng)
    verbs = {o[0] for o in options}
    for verb, answer in (
        ("place", hero.place),
        ("strike", hero.fight),
        ("use", hero.die),
        ("damage", hero.which),
        ("again", hero.again),
        ("train", hero.train),
        ("reward", lambda: hero.best(hero.options, lambda o: hero.reward_worth(o[1]))),
        ("free", hero.find),
        ("draw", hero.find),
        ("leave", hero.settle),
        ("take", hero.take),
        ("take_tokens", hero.take),
        ("buy", hero.take),
        ("done", hero.take),
    ):
        if verb in verbs:
            return answer()
    return hero.act()
