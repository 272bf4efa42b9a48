"""Card abilities: what can be used in a phase, VEND, and what a Mayor does on his turn with them."""

from __future__ import annotations

from collections.abc import Container

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import PHASES, RECRUIT
from knaves.games.villagers.cards.faces import DRAWING, GAINING, SELLING, Use
from knaves.games.villagers.state import NOWHERE, Village

USE = Menu("use")
VEND = Menu("vend")
FAVOR: Option = ("favor",)


def look_up(s: Village) -> None:
    """What the towns hold for the phase that begins. Later cards wait for the next one (timing.1)."""
    box, face, phase = s.box, s.face, s.phase
    works = box.works[phase]
    s.offers = s.tolls = s.gainers = ()
    for owner, town in enumerate(s.town):
        for slot in town:
            if works[face[slot]]:
                number = face[slot]
                if box.use_phase[number] == phase:
                    s.offers += ((owner, slot),)
                if box.toll_phase[number] == phase:
                    s.tolls += ((owner, slot),)
                for when, _ in box.gains[number]:
                    if when == phase and owner not in s.gainers:
                        s.gainers += (owner,)


def ability(s: Village, slot: int) -> Use:
    """What this card's ability does when it is used."""
    use = s.box.use[s.face[slot]]
    assert use is not None
    return use


def gain_always(s: Village, who: int) -> None:
    """Gold that cards of this town bring in a phase in which nothing can be due: when the turn begins (R28)."""
    phase, face, gains = s.phase, s.face, s.box.gains
    for slot in s.town[who]:
        for when, rule in gains[face[slot]]:
            if when == phase and slot not in s.fresh:  # timing.1
                gold = s.gain(who, s.counted(who, rule))
                if gold:
                    s.tell("gained", who, gold, slot)


def draw(s: Village, who: int, count: int) -> None:
    """Extra cards: straight to the hand, seen by nobody else (extra.1, R18)."""
    for _ in range(min(count, s.left)):
        slot = s.deck[s.dealt]
        s.dealt += 1
        s.hand[who] += (slot,)
        s.secrets += 1
        s.show_to(slot, who)
        s.tell("drew", who, slot)


class MayorTurn(Step[Village]):
    """A Mayor's turn in a phase. Abilities of the phase can each be used once in it (ability.2)."""

    who: int
    used: tuple[int, ...] = field(())
    asked: int = field(NOWHERE)  # the VEND card whose owner is being asked

    def abilities(self, s: Village, options: list[Option], verbs: Container[int]) -> None:
        """Adds what this Mayor can use now: his own cards, and others' VEND cards that he can pay for."""
        who, used, face, uses = self.who, self.used, s.face, s.box.use
        gold = s.gold[who]
        for owner, slot in s.offers:
            use = uses[face[slot]]
            if use is None or use.verb not in verbs or slot in used:
                continue
            price = use.cost if owner == who else use.price
            if 0 <= price <= gold and self.helps(s, use, price):
                options.append(USE[slot] if owner == who else VEND[slot])

    def helps(self, s: Village, use: Use, price: int) -> bool:
        """Would this ability do anything for this Mayor now, at this price?"""
        verb = use.verb
        if verb == GAINING:
            return s.bank > 0 and s.counted(self.who, use.count) > 0
        if verb == DRAWING:
            return s.left > 0
        if verb == SELLING:
            return bool(s.sellable(self.who)) or s.hides(self.who)  # R42
        return True

    def take_up(self, s: Village, again: str) -> Step[Village] | None:
        """Plays "use" or "vend"; the line `again` asks anew afterwards."""
        slot = self.answer[1]
        self.used += (slot,)
        if self.answer[0] == "use":
            use = ability(s, slot)
            cost = s.pay(self.who, use.cost)  # ability.3, R38
            s.tell("used", self.who, slot, cost)
            self.go(again)
            return self.effect(s, slot, use)
        self.asked = slot
        owner = next(owner for owner, offer in s.offers if offer == slot)
        return Vend(self.who, owner, slot)

    def granted(self, s: Village) -> Step[Village] | None:
        """The line after `take_up`: the owner has answered."""
        slot, self.asked = self.asked, NOWHERE
        return self.effect(s, slot, ability(s, slot)) if s.returned else None

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        """What the ability does; the turns of single phases know more verbs."""
        if use.verb == GAINING:
            s.tell("gained", self.who, s.gain(self.who, s.counted(self.who, use.count)), slot)
        elif use.verb == DRAWING:
            draw(s, self.who, use.amount)
        return None

    def why_not_used(self, s: Village, slot: int, verbs: Container[int]) -> Refused | None:
        """Why a card in some town cannot be used now, or one in hand not be played."""
        if slot in s.hand[self.who]:
            return Refused(f"Cards in hand cannot be played in the {PHASES[s.phase]} phase.", "build.1")
        if slot in s.pool and s.phase != RECRUIT:
            return Refused("Cards of the pool are recruited in the Recruit phase.", "recruit.1")
        owner = next((seat for seat, town in enumerate(s.town) if slot in town), NOWHERE)
        if owner == NOWHERE:
            return None
        name = s.box.cards[s.face[slot]].name
        use = s.box.use[s.face[slot]]
        if use is None:
            return None
        price = use.cost if owner == self.who else use.price
        if price < 0:  # in no phase
            return Refused(f"{name} belongs to another Mayor and is no VEND card.", "vend.1")
        if slot in self.used:
            done = "used" if owner == self.who else "asked for"
            return Refused(f"{name} has been {done} in this turn: once a turn is all.", "ability.2")
        if use.phase != s.phase:
            return Refused(f"{name} works in the {PHASES[use.phase]} phase.", "ability.1")
        if slot in s.fresh:
            return Refused(f"{name} came in this phase: it works from the next one.", "timing.1")
        if price > s.gold[self.who]:
            return Refused(f"{name} asks {price}g, and you have {s.purse(self.who)}.", "ability.3")
        if use.verb not in verbs or not self.helps(s, use, price):
            return Refused(f"{name} would do nothing at this moment.", "ability.1")
        return None


class Vend(Step[Village]):
    """Another Mayor asks to use a card. Its owner may refuse (vend.3). Hands back whether it was granted."""

    lines = ("ask_owner", "answered")
    asks = {"ask_owner": ("", "vend.3")}
    closed = True

    asker: int
    owner: int
    slot: int

    def ask_owner(self, s: Village) -> Choice:
        return Choice(self.owner, [("grant", self.slot), ("refuse", self.slot)])

    def answered(self, s: Village) -> None:
        if self.answer[0] == "refuse":
            s.tell("refused", self.owner, self.asker, self.slot)
            s.hand_back()
            return
        use, asker = ability(s, self.slot), self.asker
        s.tell("vended", asker, self.slot, use.price, self.owner)
        s.pay(asker, use.bank)  # vend.2
        for seat in range(s.seats):
            share = use.each + (use.owner if seat == self.owner else 0)
            if share and seat != asker:
                s.give(asker, seat, share)
                if share < use.price:
                    s.tell("vend_share", seat, share)
        if use.bank:
            s.tell("vend_to_bank", use.bank)
        s.hand_back(1)

    def prompt(self, s: Village, seat: int) -> str:
        use = ability(s, self.slot)
        gets = use.owner + use.each
        bank = f"The bank gets {use.bank}g" if use.bank else "Nobody is paid"
        pay = f"You get {gets}g" if gets else bank
        for_what = use.does_asked[:1].lower() + use.does_asked[1:]
        return "{asker:seat} asks to use your {slot:card}: " + f"{for_what}. {pay}. Do you allow it?"
