"""Contact Cards: used instead of an action, each once a round."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.arch_villain.cards.effects import FreeCard, GainTokens, Reroll
from knaves.games.arch_villain.cards.names import CUBES, ITEMS, KINDS
from knaves.games.arch_villain.rules.choosing_items import STEPS, StrayCard, Train, room_for_steps
from knaves.games.arch_villain.state import NO_CAUSE, HeroCity
from knaves.games.arch_villain.words import use_name


def contact_options(s: HeroCity, seat: int) -> list[Option]:
    """What the contacts of this seat can do as an action now."""
    options: list[Option] = []
    for slot in s.hand[seat]:
        face = s.face[slot]
        if face >= s.box.contacts_from and not s.used >> face & 1:
            for number in s.box.uses_of[face]:
                use = s.box.uses[number][1]
                if isinstance(use, GainTokens):
                    token = ITEMS.index(use.item)
                    if s.supply[token] and (token != CUBES or room_for_steps(s, seat)):  # R26
                        options.append(("contact", slot, number))
                elif isinstance(use, FreeCard) and (s.can_draw(KINDS.index(use.kind)) or matching(s, use)):
                    options.append(("contact", slot, number))
    return options


def matching(s: HeroCity, use: FreeCard) -> list[int]:
    """The cards on the board that this use can bring free (contact.3, contact.4, R34)."""
    kind, box, face = KINDS.index(use.kind), s.box, s.face
    return [
        slot
        for at in box.open[s.seats]
        for slot in s.lying[at]
        if box.kind[face[slot]] == kind and box.symbol[face[slot]] in use.symbols
    ]


def reroller(s: HeroCity, seat: int) -> int:
    """A contact of this seat that can still roll dice again this round, or -1."""
    box, face, start = s.box, s.face, s.box.contacts_from
    for slot in s.hand[seat]:
        of = face[slot]
        if of >= start and not s.used >> of & 1:
            for number in box.uses_of[of]:
                if isinstance(box.uses[number][1], Reroll):
                    return slot
    return -1


def use_contact(s: HeroCity, seat: int, slot: int, number: int) -> Step[HeroCity] | None:
    s.used |= 1 << s.face[slot]
    s.tell("contacted", seat, slot, number)
    use = s.box.uses[number][1]
    if isinstance(use, FreeCard):
        return FindCard(seat, number)
    assert isinstance(use, GainTokens)
    token = ITEMS.index(use.item)
    if token == CUBES:
        return Train(seat, STEPS * s.gain(seat, token, use.amount))
    s.grant(seat, token, use.amount)
    return None


class FindCard(Step[HeroCity]):
    """A matching card free: one that lies on the board, or the top of the deck."""

    lines = ("choose", "bring")
    asks = {"choose": ("Your contact brings {use:service}. Which card?", "contact.4")}

    who: int
    use: int

    def _use(self, s: HeroCity) -> FreeCard:
        use = s.box.uses[self.use][1]
        assert isinstance(use, FreeCard)
        return use

    def choose(self, s: HeroCity) -> Choice:
        use = self._use(s)
        options: list[Option] = [("free", slot) for slot in matching(s, use)]
        kind = KINDS.index(use.kind)
        if s.can_draw(kind):
            options.append(("draw", kind))
        return Choice(self.who, options)

    def bring(self, s: HeroCity) -> Step[HeroCity] | None:
        who = self.who
        if self.answer[0] == "free":
            slot = self.answer[1]
            at = next(at for at in s.box.open[s.seats] if slot in s.lying[at])
            s.lying[at] = tuple([other for other in s.lying[at] if other != slot])
        else:
            slot = s.draw(self.answer[1])
            s.tell("drew", who, slot)
            if s.box.symbol[s.face[slot]] not in self._use(s).symbols:
                s.held = slot
                return StrayCard(who, slot)
        s.tell("free_card", who, slot, NO_CAUSE)
        s.keep(who, slot)
        return None

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and any(thing in cards for cards in s.lying):
            return Refused(f"Your contact brings {use_name(s.box, self.use)}, and this is none.", "contact.3")
        return None
