"""Choosing Items: from an action space, from the green list; and the steps of a double cube."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Shape, Step
from knaves.games.arch_villain.cards.names import CUBES, ENERGY, TOKENS
from knaves.games.arch_villain.state import HeroCity

STEPS = 2  # of a double cube (skill.2)


class TakeItems(Step[HeroCity]):
    """Any or all of one space, or of two that count as one (faq.3)."""

    lines = ("choose", "take", "train")
    asks = {"choose": ("", "items.1")}

    who: int
    first: int
    second: int = -1
    took: bool = False
    steps: int = 0

    def places(self) -> tuple[int, ...]:
        return (self.first,) if self.second < 0 else (self.first, self.second)

    def prompt(self, s: HeroCity, seat: int) -> str:
        both = " and {second:space}" if self.second >= 0 else ""
        return f"Take any or all of what lies on {{first:space}}{both}. You have {s.purse(self.who)}."

    def choose(self, s: HeroCity) -> Choice:
        options: list[Option] = []
        tokens, amount = s.tokens, s.box.amount
        groups, energy, cards = 0, s.energy[self.who], False
        for at in self.places():
            start = at * TOKENS
            for token in range(TOKENS):
                if n := tokens[start + token]:
                    options.append(("take", token, at))
                    groups += n
            energy += tokens[start + ENERGY] * amount[ENERGY]  # items.4
            cards = cards or bool(s.lying[at])
        if groups > 1:
            options.append(("take_tokens",))
        if cards:
            prices, face = s.traits(self.who).prices, s.face
            for at in self.places():
                for slot in s.lying[at]:
                    price = prices[face[slot]]
                    if price <= energy:
                        options.append(("buy", slot, price))
        if self.took:
            options.append(("done",))
        return Choice(self.who, options)

    def shape(self, s: HeroCity, seat: int) -> Shape:
        """Groups that are alike, and cards: which of these can be paid for shows as they are bought."""
        groups: tuple[tuple[Option, int], ...] = tuple(
            [
                (("take", token, at), n)
                for at in self.places()
                for token in range(TOKENS)
                if (n := s.tokens[at * TOKENS + token])
            ]
        )
        most = sum([n for _, n in groups]) + sum([len(s.lying[at]) for at in self.places()])
        return Shape(
            "some",
            "take",
            least=0 if self.took else 1,
            most=most,
            done=("done",),
            named=2,
            again=groups,
            also=("buy", "take_tokens"),
            words="Take {}",
        )

    def take(self, s: HeroCity) -> None:
        answer = self.answer
        verb = answer[0]
        if verb == "done":
            return
        self.took = True
        self.go("choose")
        if verb == "take":
            token, at = answer[1], answer[2]
            self._lift(s, token, at, 1)
        elif verb == "take_tokens":
            for at in self.places():
                for token in range(TOKENS):
                    self._lift(s, token, at, s.tokens[at * TOKENS + token])
        else:
            slot, price = answer[1], answer[2]
            self._buy(s, slot, price)

    def _buy(self, s: HeroCity, slot: int, price: int) -> None:
        """Own energy pays first, then energy of the spaces (items.4)."""
        who, group = self.who, s.box.amount[ENERGY]
        for at in self.places():
            short = max(0, price - s.energy[who])
            self._lift(s, ENERGY, at, min(s.tokens[at * TOKENS + ENERGY], -(-short // group)))
        at = next(at for at in self.places() if slot in s.lying[at])
        s.lying[at] = tuple([other for other in s.lying[at] if other != slot])
        s.pay_energy(who, price)
        s.tell("bought", who, slot, price)
        s.keep(who, slot)

    def _lift(self, s: HeroCity, token: int, at: int, groups: int) -> None:
        if groups <= 0:
            return
        amount = s.lift(self.who, token, at, groups)
        s.tell("took" if amount > 1 else "took_one", self.who, token, at, amount)
        if token == CUBES:
            self.steps += STEPS * amount

    def train(self, s: HeroCity) -> Step[HeroCity] | None:
        return Train(self.who, self.steps) if self.steps else None

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and any(thing in s.lying[at] for at in self.places()):
            price = s.traits(self.who).prices[s.face[thing]]
            return Refused(f"It costs {price} energy, and you cannot pay that.", "items.3")
        if kind == "card" and any(thing in cards for cards in s.lying):
            return Refused("It lies on another space; you chose this one.", "items.1")
        if kind == "space":
            return Refused("You have chosen your space for this turn.", "items.1")
        return None


class DrawnCard(Step[HeroCity]):
    """A card off a deck: pay for it, or put it on the board (items.9 to items.11)."""

    lines = ("choose", "settle")
    asks = {"choose": ("", "items.10")}

    who: int
    slot: int  # lies in `held` meanwhile

    def prompt(self, s: HeroCity, seat: int) -> str:
        price = s.traits(self.who).prices[s.face[self.slot]]
        costs = f"{{slot:card}} costs {price or 'no'} energy, and you have {s.purse(self.who)}"
        if price > s.energy[self.who]:
            return f"{costs}: it goes on an action space. Which?"
        return f"{costs}: buy it, or put it on an action space."

    def choose(self, s: HeroCity) -> Choice:
        price = s.traits(self.who).prices[s.face[self.slot]]
        options: list[Option] = []
        if price <= s.energy[self.who]:
            options.append(("buy", self.slot, price))
        options += [("leave", self.slot, at) for at in s.box.open[s.seats]]
        return Choice(self.who, options)

    def settle(self, s: HeroCity) -> None:
        slot, number = self.slot, self.answer[2]  # a price or a space
        s.held = -1
        if self.answer[0] == "buy":
            s.pay_energy(self.who, number)
            s.tell("bought", self.who, slot, number)
            s.keep(self.who, slot)
        else:
            s.lay(slot, number)
            s.tell("left", self.who, slot, number)

    def refuse(self, s: HeroCity, seat: int, option: Option) -> Refused | None:
        if option[0] == "buy":
            price = s.traits(self.who).prices[s.face[self.slot]]
            if price > s.energy[self.who]:
                return Refused(f"It costs {price} energy, and you cannot pay that.", "items.9")
        return None

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "space" and 0 <= thing < len(s.box.spaces):
            return Refused("This space is not open at this number of players.", "items.10")
        return None


class StrayCard(DrawnCard):
    """The same, of a card that a contact drew and that has none of his symbols (contact.5, contact.6)."""

    asks = {"choose": ("", "contact.5")}


def room_for_steps(s: HeroCity, seat: int) -> bool:
    """Can any skill of this player still be raised?"""
    return any(s.skill[seat * 3 + kind] < end for kind, end in enumerate(s.box.heroes[s.hero[seat]].skills))


class Train(Step[HeroCity]):
    """Steps on the skill tracks (skill.2), several on a track at once. What no track can take is lost (R31)."""

    lines = ("choose", "raise_skill")
    asks = {"choose": ("Raise your skills; steps left: {steps}.", "skill.2")}

    who: int
    steps: int

    def choose(self, s: HeroCity) -> Choice | None:
        skill, at, ends = s.skill, self.who * 3, s.box.heroes[s.hero[self.who]].skills
        options: list[Option] = [
            ("train", kind, level)
            for kind in range(3)
            for level in range(skill[at + kind] + 1, min(skill[at + kind] + self.steps, ends[kind]) + 1)
        ]
        if not options:
            if self.steps:
                s.tell("steps_lost", self.who, self.steps)
            self.go("end")
            return None
        return Choice(self.who, options)

    def shape(self, s: HeroCity, seat: int) -> Shape:
        at, ends = self.who * 3, s.box.heroes[s.hero[self.who]].skills
        room = [min(ends[kind] - s.skill[at + kind], self.steps) for kind in range(3)]
        steps = min(self.steps, sum(room))
        tracks: tuple[tuple[Option, int], ...] = tuple(
            [(("train", kind), n) for kind, n in enumerate(room) if n]
        )
        return Shape("some", "train", (), steps, steps, again=tracks, words="Raise skills by {}")

    def raise_skill(self, s: HeroCity) -> None:
        kind, level = self.answer[1], self.answer[2]
        at = self.who * 3 + kind
        self.steps -= level - s.skill[at]
        s.skill[at] = level
        s.tell("trained", self.who, kind, level)
        self.go("choose")

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "skill":
            return Refused("This skill is at the end of its track.", "skill.2")
        return None


def green_items(s: HeroCity, shares: bool) -> list[int]:
    """The items of the green list that may be chosen: without a cube, unless cubes are shared."""
    green, supply, decks = s.green, s.supply, s.decks
    # items.6, faq.1; an endless item never has a cube (items.7)
    found = [item for item in range(TOKENS) if supply[item] and (shares or not green[item])]
    found += [
        kind + TOKENS
        for kind in range(3)
        if (shares or not green[kind + TOKENS]) and (decks[kind] or s.can_draw(kind))
    ]
    return found


def take_green(s: HeroCity, seat: int, item: int) -> Step[HeroCity] | None:
    """An item of the green list, with a cube on it (items.5 to items.8); the cube stays, card paid or not (R40)."""
    if not s.box.endless[item]:
        s.green[item] |= 1 << seat
    if item >= TOKENS:
        slot = s.draw(item - TOKENS)
        s.tell("drew_green", seat, slot, item)
        s.held = slot
        return DrawnCard(seat, slot)
    amount = s.gain(seat, item, s.box.amount[item])
    s.tell("took_green" if amount > 1 else "took_green_one", seat, item, amount)
    return Train(seat, STEPS * amount) if item == CUBES else None
