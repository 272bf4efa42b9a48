"""Arrest a Villain: roll, put dice on cards, raise them, strike.

Nothing random happens between the roll and the strike, so every pick until then can be taken back.
At most 47 answers are ever open: a card with a free square (41 cards have one), five raises, the strike.
"""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.core.words import all_of, counted
from knaves.games.arch_villain.cards.names import CUBES, RANGE
from knaves.games.arch_villain.cards.traits import Traits
from knaves.games.arch_villain.rules.choosing_items import STEPS, Train
from knaves.games.arch_villain.rules.damage import (
    arrest_dice,
    attempt_damage,
    card_damage,
    defence,
    free_squares,
    hand_damage,
    hands_count,
    raise_cost,
    unclaimed,
    usable,
)
from knaves.games.arch_villain.rules.dice import RollAgain, roll_into, worth_rolling
from knaves.games.arch_villain.rules.protect_citizens import rewards_after_arrest
from knaves.games.arch_villain.state import ARREST_DICE, ARRESTED, NO_DICE, DieOnCard, HeroCity

LOAD = Menu("load")


class Arrest(Step[HeroCity]):
    lines = (
        "roll", "again", "place", "chosen", "die", "set_die", "which", "settle", "strike",
        "reward", "leave", "finish",
    )  # fmt: skip
    asks = {
        "place": ("", "arrest.2"),
        "die": ("", "power.7"),
        "which": ("{card:card}: the damage, or the item?", "effect.6"),
        "reward": ("Arrested! Put your cube on a reward.", "protect.1"),
    }

    who: int
    card: int = -1
    pips: int = 0
    calm: bool = False  # the villain does not answer

    def prompt(self, s: HeroCity, seat: int) -> str:
        line, raises = self.lines[self.line], [s.purse(self.who)]
        if (pips := s.traits(self.who).free_pips - s.pips) > 0:
            raises.append(counted(pips, "free pip"))
        if line == "place":
            free = sum(s.pool)
            dice = counted(free, "die", "dice") if free else "no die"
            return f"Put dice on your cards, raise them, then strike: {all_of([dice, *raises])} left."
        if line == "die":
            return f"Which die goes on {{card:card}}? You have {all_of(raises)} to raise it."
        return super().prompt(s, seat)

    def roll(self, s: HeroCity) -> None:
        s.combat, s.fighter = ARREST_DICE, self.who
        s.placed, s.pips = [], 0
        traits = s.traits(self.who)
        s.pool = [0] * 7
        roll_into(s, "rolls", self.who, arrest_dice(s, self.who, traits), traits.ones_are_sixes)

    def again(self, s: HeroCity) -> Step[HeroCity] | None:
        """Rolling again (faq.4, R23)."""
        return RollAgain(self.who) if worth_rolling(s, self.who) else None

    # -- placing --------------------------------------------------------------------------------------

    def place(self, s: HeroCity) -> Choice:
        who, pool = self.who, s.pool
        traits = s.traits(who)
        options: list[Option] = []
        if traits.attacks and any(pool):
            face = s.face
            for slot in s.hand[who]:
                of = face[slot]
                if of in traits.attacks and free_squares(s, slot) and usable(s, of):
                    options.append(LOAD[slot])
        if hands_count(s) and hand_damage(s, who, traits):
            energy = s.energy[who]
            options += [
                ("fist", pips, cost)
                for pips in range(1, 6)
                if pool[pips] and (cost := raise_cost(s, traits, 6 - pips)) <= energy
            ]
        options.append(("strike", attempt_damage(s, who, traits), defence(s, traits, s.placed)))
        # The strike is asked for even when it is all that is left: dice can be taken back until then.
        return Choice(who, options, always=bool(s.placed or s.pips))

    def chosen(self, s: HeroCity) -> None:
        answer = self.answer
        if answer[0] == "load":
            self.card = answer[1]
        elif answer[0] == "fist":
            self._raise(s, answer[1], 6, answer[2])
            s.pool[6] += 1
            self.go("place")
        else:
            self.go("strike")

    def _raise(self, s: HeroCity, pips: int, to: int, cost: int) -> None:
        """Takes a die out of the pool and pays for its new pips (power.7)."""
        s.pool[pips] -= 1
        if to > pips:
            s.pips += to - pips
            s.pay_energy(self.who, cost)
            s.tell("raised" if cost else "raised_free", self.who, pips, to, cost)

    def die(self, s: HeroCity) -> Choice:
        who, pool, slot = self.who, s.pool, self.card
        traits, energy, face = s.traits(who), s.energy[who], s.face[slot]
        items = s.box.items[face]
        worth = [card_damage(s, who, traits, face, to) for to in range(7)]
        options: list[Option] = []
        for pips in range(1, 7):
            if not pool[pips]:
                continue
            options.append(("use", slot, pips))
            for to in range(pips + 1, 7):
                if worth[to] == worth[to - 1] and items[to] == items[to - 1]:
                    continue  # one pip less does the same
                cost = raise_cost(s, traits, to - pips)
                if cost > energy:
                    break
                options.append(("raise", slot, pips, to, cost))
        return Choice(who, options)

    def set_die(self, s: HeroCity) -> None:
        answer = self.answer
        pips = answer[2]
        self.pips = pips if answer[0] == "use" else answer[3]
        self._raise(s, pips, self.pips, 0 if answer[0] == "use" else answer[4])

    def which(self, s: HeroCity) -> Choice | None:
        item = s.box.items[s.face[self.card]][self.pips]
        if item is None:
            return None
        token, amount = item[0], min(item[1], unclaimed(s, item[0]))  # R17
        if amount <= 0:
            return None
        damage = s.box.table[s.face[self.card]][self.pips]
        return Choice(self.who, [("damage", self.card, damage), ("item", self.card, token, amount)])

    def settle(self, s: HeroCity) -> None:
        who, slot, pips = self.who, self.card, self.pips
        item = self.answer[0] == "item"
        s.placed.append(DieOnCard(slot, pips, item))
        face = s.face[slot]
        damage = card_damage(s, who, s.traits(who), face, pips)
        if item:
            s.tell("put_for_item", who, pips, slot)
        elif damage:
            s.tell("put_plus" if s.box.plus[face] else "put", who, pips, slot, damage)
        else:
            s.tell("put_idle", who, pips, slot)
        self.go("place")

    # -- the blow -------------------------------------------------------------------------------------

    def strike(self, s: HeroCity) -> Step[HeroCity] | None:
        who = self.who
        traits = s.traits(who)
        damage, needed = attempt_damage(s, who, traits), defence(s, traits, s.placed)
        placed, fists = s.placed, s.pool[6] if hands_count(s) else 0
        if by_hand := fists * hand_damage(s, who, traits):
            s.tell("by_hand", who, fists, by_hand)
        self.calm = any(s.box.no_retaliation[s.face[die.slot]] for die in placed)
        s.combat, s.fighter, s.pool, s.placed = NO_DICE, -1, [], []
        if damage < needed:
            s.tell("failed", who, damage, needed)
        else:
            s.fate[who] = ARRESTED  # arrest.5, arrest.6
            s.arrested_on[who] = s.turn
            s.tell("arrested", who, s.villain_slot, damage, needed)
        steps = sum(self._take_item(s, die) for die in placed if die.item)
        return Train(who, steps) if steps else None

    def _take_item(self, s: HeroCity, die: DieOnCard) -> int:
        """An item instead of damage, gained with the strike (R30). Returns the steps of double cubes."""
        found = s.box.items[s.face[die.slot]][die.pips]
        assert found is not None
        token, amount = found
        got = s.grant(self.who, token, amount)
        return STEPS * got if token == CUBES else 0

    def reward(self, s: HeroCity) -> Choice | None:
        if s.fate[self.who] != ARRESTED:
            self.go("finish")
            return None
        return Choice(self.who, rewards_after_arrest(s, self.who))

    def leave(self, s: HeroCity) -> None:
        s.reward[self.who] = self.answer[1]
        s.tell("protects", self.who, self.answer[1])

    def finish(self, s: HeroCity) -> None:
        s.hand_back(int(self.calm))

    # -- words ----------------------------------------------------------------------------------------

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        line = self.lines[self.line]
        if line == "reward" and kind == "reward" and 0 <= thing < len(s.box.rewards):
            return Refused("There is a cube on this reward already.", "protect.5")
        if line != "place" or kind != "card" or thing not in s.hand[seat]:
            return None
        return self._why_not_card(s, s.traits(seat), thing)

    def refuse(self, s: HeroCity, seat: int, option: Option) -> Refused | None:
        """Of dice: why this one cannot be used or raised so far."""
        verb, *things = option
        line = self.lines[self.line]
        if verb == "fist" and line == "place" and len(things) == 2:
            if not hands_count(s):
                return Refused("By hand nothing is hit on the range turn.", "round.7")
            if not hand_damage(s, seat, s.traits(seat)):
                return Refused("Without a skill a 6 by hand does nothing.", "hand.2")
            return self._why_not_die(s, things[0], 6)
        if verb in ("use", "raise") and line == "die" and things[:1] == [self.card] and len(things) > 1:
            return self._why_not_die(s, things[1], things[2] if len(things) > 2 else things[1])
        return None

    def _why_not_die(self, s: HeroCity, pips: int, to: int) -> Refused | None:
        if not 1 <= pips <= 6 or not s.pool[pips]:
            return Refused(f"No die that is on no card shows a {pips}.", "arrest.2")
        cost = raise_cost(s, s.traits(self.who), to - pips)
        if cost > s.energy[self.who]:
            said = f"Raising it costs {cost} energy, and you have {s.purse(self.who)}."
            return Refused(said, "power.7")
        return None

    def _why_not_card(self, s: HeroCity, traits: Traits, slot: int) -> Refused:
        face = s.face[slot]
        if face not in traits.attacks:
            return Refused("This card takes no dice.", "arrest.3")
        if not free_squares(s, slot):
            return Refused("Every square of this card has its die.", "power.5")
        if s.turn == RANGE and not usable(s, face):
            return Refused("It has no range mark, and this is the range turn.", "round.7")
        return Refused("No die is left to put on it.", "arrest.1")
