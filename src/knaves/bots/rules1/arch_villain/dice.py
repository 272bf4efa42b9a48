"""What to do with dice on the table: roll again, put them on cards, raise them, strike."""

from __future__ import annotations

from knaves.bots.rules1.arch_villain.chances import current, plan
from knaves.bots.rules1.arch_villain.seat import SeatAdvice
from knaves.core.step import Answer
from knaves.games.arch_villain.bot.solver import solve


class DiceAdvice(SeatAdvice):
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
        return "all_range" in self.card(slot).get("inside", ())

    def make_the_best(self) -> Answer | None:
        """No arrest today: an item instead of damage, or a card that spares me the answer."""
        dice = self.v["dice"]
        assert dice is not None
        for o in self.verb("load"):
            card = self.card(o[1])
            if any(item["face"] in dice["pool"] for item in card.get("items", ())):
                return o
            quiet = "no_retaliation" in card.get("inside", ())
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
