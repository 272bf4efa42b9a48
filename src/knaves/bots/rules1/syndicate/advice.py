"""What a sensible beginner would do: help the own villain, hurt the one in front, keep cover, accuse on good odds.

It sees the view of its seat and nothing else, and remembers nothing: whatever it needs to know of the past, such as
who denied what and who steered missions where, is public and stands in the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.bots.rules1.syndicate.worth import CARD, CARE, COIN, CUBE, SPENT_COIN, Worth
from knaves.core.step import Option, things_of
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.view import SyndicateCardView as CardView
from knaves.games.syndicate.view import SyndicateCityView as CityView

HOLD: Option = ("hold",)
WASTE = 0.25  # cubes are not drawn for coins if it is likelier than this that none of them is wanted


def advise(view: CityView, options: Sequence[Option], rng: Random) -> Option:
    return Advisor(view, options, rng).choose()


class Advisor(Worth):
    def __init__(self, view: CityView, options: Sequence[Option], rng: Random) -> None:
        super().__init__(view)
        self.options, self.rng = options, rng

    # -- choosing -------------------------------------------------------------------------------------

    def choose(self) -> Option:
        verbs = {option[0] for option in self.options}
        aside = self.at_any_time(verbs)
        if aside is not None:
            return aside
        if HOLD in self.options:
            return HOLD
        handlers: dict[str, Callable[[], Option]] = {
            "stay": self.pay,
            "go": self.pay,
            "lay": self.lay,
            "abstain": self.lay,
            "pass": self.activate,
            "stand": self.count,
            "begin": lambda: ("begin",),
            "end_turn": lambda: ("end_turn",),
            "done": self.place_or_loot,
            "keep": self.stow,
            "return_all": self.set_cube,
            "decline": self.prize,
        }
        for verb, handler in handlers.items():
            if verb in verbs:
                return handler()
        return self.options[0]

    def best(self, scores: list[tuple[float, Option]], otherwise: Option, least: float = 0.0) -> Option:
        """The best of these if it beats `least`; equal ones by chance."""
        top = max((score for score, _ in scores), default=least)
        if top <= least:
            return otherwise
        return self.rng.choice([option for score, option in scores if score == top])

    # -- Action phase ---------------------------------------------------------------------------------

    def spare(self) -> list[CardView]:
        """Cards that will not be missed in the missions until the hand is filled again, the worst first."""
        cards = sorted(self.own["hand"], key=self.worth)
        return cards[: max(0, len(cards) - len(self.view["players"]))]

    def pay(self) -> Option:
        """Pays on as long as a better villain, or a meeting of the markers, lies further round than it costs."""
        here = next(n for n, space in enumerate(self.view["spaces"]) if space["action"])
        paid, coins = self.view["paid"], self.own["coins"]
        spare = self.spare()
        stop: Option = ("go",) if paid else ("stay",)
        plans: list[tuple[float, int]] = []
        price, meetings = 0.0, sum((here + n) % 5 == self.marker for n in range(1, paid + 1))
        for more in range(min(5, len(spare) + max(0, coins - 1)) + 1):
            if more:
                price += 0.3 if more <= len(spare) else COIN
                meetings += (here + paid + more) % 5 == self.marker
            left = coins - max(0, more - len(spare))
            gain = self.best_activation((here + paid + more) % 5, left)
            plans.append((gain + meetings * self.pull() - price, -more))
        more = -max(plans)[1]
        if not more:
            return stop
        return ("pay_card", number(spare[0])) if spare else ("pay_coin",)

    def best_activation(self, space: int, coins: int) -> float:
        gains = [0.0]
        for villain in ((space - 1) % 5, space):
            cost = self.villains[villain]["cost"]
            if self.length[villain] and coins >= cost:
                cube = self.drain(villain) + CUBE if not self.revealed else 0.0
                amount = 2 if self.villains[villain]["key"] == "supernova" else 1
                gains.append(max(0.0, cube) + self.action(villain, amount) - cost * SPENT_COIN)
        return max(gains)

    def action(self, villain: int, amount: int) -> float:
        """What a villain's Action ability is worth, so many times."""
        key = self.villains[villain]["key"]
        if not amount:
            return 0.0
        if key == "shadowheart":
            return self.attitude((self.marker + 2) % 5) - self.attitude((self.marker + 1) % 5)
        if key == "supernova":
            return amount * CARD
        if key == "goldhammer":
            return COIN
        if key == "doomking":
            return max((score for score, _, _ in self.placements()), default=0.0) * 0.4
        return 1.5 if self.goal < SPY and self.own["cubes"][self.goal] else 0.0

    def activate(self) -> Option:
        scores: list[tuple[float, Option]] = []
        for option in self.options:
            if option[0].startswith("activate_"):
                villain, *rest = things_of(option)
                cube, amount = rest or (1, 0)  # of the cube alone only the villain is named
                gain = self.action(villain, amount) - self.villains[villain]["cost"] * SPENT_COIN
                scores.append((gain + (self.drain(villain) + CUBE if cube else 0.0), option))
        return self.best(scores, ("pass",))

    # -- Mission phase --------------------------------------------------------------------------------

    def lay(self) -> Option:
        mission = self.mission
        assert mission is not None
        cards = self.own["hand"]
        want = self.attitude(mission["space"])
        if not cards:
            return ("abstain",)
        if want > CARE:
            card = max(cards, key=lambda one: (one["counts"] or 0, -self.worth(one)))
            return ("lay", number(card)) if (card["counts"] or 0) >= 1 else ("abstain",)
        if want < -CARE:
            card = min(cards, key=lambda one: (one["counts"] or 0) + 0.1 * self.worth(one))
            return ("lay", number(card)) if (card["counts"] or 0) <= 1 else ("abstain",)
        card = min(cards, key=self.worth)
        return ("lay", number(card))

    def count(self) -> Option:
        """An open mission that a revealed player may still change."""
        mission = self.mission
        assert mission is not None
        want, result = self.attitude(mission["space"]), mission["total"] or 0
        lack = mission["number"] - result
        if want > CARE and lack > 0 and ("raise", lack) in self.options:
            return ("raise", lack)
        if want < -CARE and lack <= 0:
            for card in mission["cards"]:
                if (
                    result - (card["counts"] or 0) < mission["number"]
                    and ("remove", number(card)) in self.options
                ):
                    return ("remove", number(card))
        return ("stand",)

    # -- choices inside an ability --------------------------------------------------------------------

    def placements(self) -> list[tuple[float, int, int]]:
        """Cards and locations where they push a mission in the wanted direction, and how far."""
        scores: list[tuple[float, int, int]] = []
        for space in range(5):
            want = self.attitude(space)
            soon = 1.0 if space == (self.marker + 1) % 5 else 0.6
            if self.mission is not None and not self.mission["open"] and self.mission["space"] == space:
                soon = 1.2
            for card in self.own["hand"]:
                matched = card["villain"] in (space, (space - 1) % 5)
                counts = card["bottom"] if matched and card["bottom"] is not None else card["top"]
                push = counts * want * soon * 0.25 - 0.5 * CARD
                if abs(want) > CARE and push > 0:
                    scores.append((push, number(card), space))
        return scores

    def place_or_loot(self) -> Option:
        if ("take_all",) in self.options:
            return ("take_all",)
        scores: list[tuple[float, Option]] = [
            (score, ("place", card, space)) for score, card, space in self.placements()
        ]
        return self.best(scores, ("done",))

    def stow(self) -> Option:
        mine: Option = ("stow", self.goal)
        return mine if self.goal < SPY and mine in self.options else ("keep",)

    def set_cube(self) -> Option:
        scores = [
            (self.step_up(things_of(option)[0]), option) for option in self.options if option[0] == "set_cube"
        ]
        return self.best(scores, ("return_all",))

    def prize(self) -> Option:
        """A reward that may be declined."""
        first = self.options[0]
        if first[0] == "draw_cube":
            return first if self.pull() > 0 else ("decline",)
        if first[0] == "take_cube":
            return first if self.drain(things_of(first)[0]) + CUBE > 0 else ("decline",)
        if first[0] == "prize_move":
            better = self.attitude((self.marker + 2) % 5) - self.attitude((self.marker + 1) % 5)
            return first if better > 0 else ("decline",)
        return first

    # -- at any time ----------------------------------------------------------------------------------

    def at_any_time(self, verbs: set[str]) -> Option | None:
        if "accuse" in verbs:
            charge = self.accusation()
            if charge is not None:
                return charge
        tries: tuple[tuple[str, Callable[[str], Option | None]], ...] = (
            ("power_coin", self.use_coin),
            ("power_draw", self.use_draw),
            ("power_pull", self.use_pull),
            ("power_move", self.use_move),
            ("power_place", self.use_place),
            ("buy_move", self.use_move),
            ("buy_place", self.use_place),
            ("buy_draw", self.use_draw),
            ("buy_cubes", self.use_cubes),
        )
        for verb, attempt in tries:
            if verb in verbs:
                option = attempt(verb)
                if option is not None:
                    return option
        return None

    def strongest(self, verb: str) -> Option:
        return max((option for option in self.options if option[0] == verb), key=lambda option: option[-1])

    def use_coin(self, verb: str) -> Option | None:
        option = self.strongest(verb)
        amount = self.amount(option)
        return option if amount >= 2 or (amount == 1 and self.own["coins"] == 0) else None

    def use_draw(self, verb: str) -> Option | None:
        option = self.strongest(verb)
        rich = verb == "power_draw" or self.own["coins"] >= 4
        return option if self.amount(option) >= 2 and rich and len(self.own["hand"]) <= 4 else None

    def use_pull(self, verb: str) -> Option | None:
        option = self.strongest(verb)
        return option if self.amount(option) >= 1 and self.pull() > 0.8 else None

    def use_move(self, verb: str) -> Option | None:
        """Brings the next mission to where it is wanted, before it begins."""
        if self.mission is not None:
            return None
        now = self.attitude((self.marker + 1) % 5)
        scores = [
            (self.attitude((self.marker + 1 + self.amount(option)) % 5) - now, option)
            for option in self.options
            if option[0] == verb
        ]
        best = self.best(scores, HOLD, 3.0)
        return None if best == HOLD else best

    def use_place(self, verb: str) -> Option | None:
        """More cards into a running mission that matters."""
        mission = self.mission
        if mission is None or mission["open"] or abs(self.attitude(mission["space"])) < 3:
            return None
        option = self.strongest(verb)
        useful = [score for score, _, space in self.placements() if space == mission["space"]]
        return option if self.amount(option) and useful and max(useful) > 1.5 else None

    def use_cubes(self, verb: str) -> Option | None:
        """Draws from the bag only where what is likely in it is worth more than the coins."""
        scores = [
            (self.best_of(self.amount(option)) - SPENT_COIN * self.amount(option), option)
            for option in self.options
            if option[0] == verb
            and self.amount(option) < self.own["coins"]
            and self.in_vain(self.amount(option)) < WASTE
        ]
        best = self.best(scores, HOLD)
        return None if best == HOLD else best

    @staticmethod
    def amount(option: Option) -> int:
        """How much of an ability an option asks for; those without a number are for one."""
        last = option[-1]
        return last if isinstance(last, int) else 1

    def accusation(self) -> Option | None:
        """Good odds, or nothing to lose: a free charge, or the one that would end the game."""
        charges = [option for option in self.options if option[0] == "accuse"]
        hidden = len(self.suspects)
        if hidden == 1 and not self.revealed:  # win.4: a right guess wins
            weights = [self.chance(option) for option in charges]
            return self.rng.choices(charges, weights)[0] if any(weights) else None
        scores: list[tuple[float, Option]] = []
        for option in charges:
            _, goal = things_of(option)
            if goal < SPY and self.power[goal] == 4:
                bluff = 0.01 if goal == self.goal else 0.0  # whoever keeps quiet now is noticed
                scores.append((1.0 + self.chance(option) + bluff, option))
            else:
                odds = 0.4 if hidden == 2 or self.own["coins"] >= 5 else 0.5
                hand = 0.05 if goal == SPY else 0.0  # there is a whole hand to win
                scores.append((self.chance(option) + hand - odds, option))
        best = self.best(scores, HOLD)
        return None if best == HOLD else best

    def chance(self, option: Option) -> float:
        """How likely a charge is right."""
        seat, goal = things_of(option)
        return self.suspects[seat][goal]


def number(card: CardView) -> int:
    return int(card["id"].partition(":")[2])
