"""End of Turn abilities (22): each at most once a turn, in the order their owner likes."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import DONE, ONE, Choice, Option, Shape, Step
from knaves.games.new_angeles.rules.asset_abilities import DrawCards, steal_card
from knaves.games.new_angeles.rules.claim import DrawFreely
from knaves.games.new_angeles.rules.hands import DiscardCards
from knaves.games.new_angeles.state import NewAngeles


def abilities(s: NewAngeles) -> list[Option]:
    """The active player's abilities that are unused and would do something."""
    found: list[Option] = []
    unused = s.box.at_end_of_turn & ~s.used
    for slot in s.assets[s.active]:
        face = s.face[slot]
        if unused >> face & 1 and OWN_RULES[s.box.assets[face].step].useful(s, s.active):
            found.append(("use", slot))
    return found


def ability(s: NewAngeles, slot: int) -> Step[NewAngeles]:
    face = s.face[slot]
    s.used |= 1 << face
    s.tell("uses", s.active, slot)
    return OWN_RULES[s.box.assets[face].step](s.active, slot)


ANOTHER = "It must be another player."


class OwnAbility(Step[NewAngeles]):
    """The rest of the table may trade meanwhile, unless the ability names assets or capital (ruling R33)."""

    who: int
    asset: int

    @classmethod
    def useful(cls, s: NewAngeles, who: int) -> bool:
        """Would it do anything now?"""
        return True


class OnAnother(OwnAbility):
    """An ability that names another player."""

    def others(self, s: NewAngeles) -> list[int]:
        return [seat for seat in range(s.seats) if seat != self.who]

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        named = kind == "seat" and thing == self.who and self.lines[self.line] == "ask"
        return Refused(ANOTHER, "6") if named else None


class SwapAssets(OwnAbility):
    """Alex Westlund (61.1, ruling R30)."""

    lines = ("ask", "take", "ask_other", "swap")
    closed = True  # assets that have been named stay where they are
    asks = {
        "ask": (
            "Choose the first of the two assets to swap; if one of them is yours, you lose 2 capital.",
            "61.1",
        ),
        "ask_other": ("Swap {first:asset} with which asset?", "61.1"),
    }

    first: int = field(-1)

    @classmethod
    def useful(cls, s: NewAngeles, who: int) -> bool:
        return sum(1 for row in s.assets if row) > 1

    def ask(self, s: NewAngeles) -> Choice:
        """Each pair can be named once: the first asset is the one of the earlier seat."""
        owners = [seat for seat, row in enumerate(s.assets) if row]
        return Choice(self.who, [("swap", slot) for seat in owners[:-1] for slot in s.assets[seat]])

    def take(self, s: NewAngeles) -> None:
        self.first = self.answer[1]

    def ask_other(self, s: NewAngeles) -> Choice:
        owner = s.holder[s.face[self.first]]
        return Choice(self.who, [("with", x) for row in s.assets[owner + 1 :] for x in row])

    def swap(self, s: NewAngeles) -> None:
        second = self.answer[1]
        one, two = s.holder[s.face[self.first]], s.holder[s.face[second]]
        if self.who in (one, two):
            s.lose(self.who, 2)
        s.give_asset(two, self.first)
        s.give_asset(one, second)
        s.tell("swapped", self.who, self.first, one, second, two)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        face = s.asset_face(thing) if kind == "asset" else -1
        if face < 0:
            return None
        if self.first >= 0 and s.holder[face] == s.holder[s.face[self.first]]:
            return Refused("Both lie before the same player.", "61")
        return Refused("Of a pair the asset of the earlier seat is chosen first.", "61.1")


class GiveCards(OnAnother):
    """Bernice Mai: up to two cards to one player, 1 capital each."""

    lines = ("ask", "take", "ask_card", "give")
    asks = {
        "ask": ("Choose the player who gets your cards.", "2.8"),
        "ask_card": ("", "2.8"),
    }

    taker: int = field(-1)
    given: tuple[int, ...] = field(())

    @classmethod
    def useful(cls, s: NewAngeles, who: int) -> bool:
        return bool(s.hands[who])

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("gift", seat) for seat in self.others(s)])

    def take(self, s: NewAngeles) -> None:
        self.taker = self.answer[1]

    def ask_card(self, s: NewAngeles) -> Choice | None:
        options: list[Option] = [("give", slot) for slot in s.hands[self.who]]
        if len(self.given) == 2 or not options:
            self.go("end")
            return None
        if self.given:
            options.append(DONE)
        return Choice(self.who, options)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        if self.taker < 0:
            return super().prompt(s, seat)
        number = "another card" if self.given else "one or two cards" if len(s.hands[seat]) > 1 else "a card"
        leave = ", or leave it at that" if self.given else ""
        return f"Give {{taker:seat}} {number}; you gain 1 capital for each{leave}."

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if self.taker < 0:
            return ONE
        most = min(2, len(self.given) + len(s.hands[self.who]))
        return Shape("some", "give", self.given, 1, most, DONE)

    def give(self, s: NewAngeles) -> None:
        if self.answer[0] == "give":
            slot = self.answer[1]
            s.hand_over(self.who, self.taker, slot)
            both = 1 << self.who | 1 << self.taker
            s.tell("gave_card", self.who, slot, self.taker, to=both)
            s.tell("gave_hidden", self.who, self.taker, to=s.everyone ^ both)
            s.gain(self.who, 1)
            self.given = (*self.given, slot)
            self.go("ask_card")


class HandOver(OnAnother):
    """Elizabeth Mills goes to another player, who discards 3 or draws 3 (ruling R6)."""

    lines = ("ask", "take")
    asks = {
        "ask": (
            "Give {asset:asset} to a player: he discards 3 cards, or draws 3 of the topmost type of his sheet.",
            "22",
        )
    }
    closed = True  # her card is in play

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("make_discard", seat) for seat in self.others(s)]
        draws: list[Option] = [("make_draw", seat) for seat in self.others(s) if s.draws_top(seat)]
        return Choice(self.who, [*options, *draws])

    def take(self, s: NewAngeles) -> Step[NewAngeles]:
        verb, taker = self.answer[0], self.answer[1]
        s.give_asset(taker, self.asset)
        s.tell("passed_on", self.who, self.asset, taker)
        return DrawCards(taker, 3) if verb == "make_draw" else DiscardCards(taker, 3, "2.4")


class LowerResource(OwnAbility):
    """Fumiko Yamamori (58.3)."""

    lines = ("ask", "take")
    asks = {"ask": ("Lower a resource by 1 and gain 2 capital.", "58.3")}

    @classmethod
    def useful(cls, s: NewAngeles, who: int) -> bool:
        return any(s.supply)

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("lower", r) for r in range(5) if s.supply[r]])

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return Refused("It stands at 0 and cannot fall.", "58.3") if kind == "resource" else None

    def take(self, s: NewAngeles) -> None:
        s.supply[self.answer[1]] -= 1
        s.tell("spent", self.answer[1], 1)
        s.gain(self.who, 2)


class StealCapital(OnAnother):
    """Marco Cubrero: 1 from anyone, 2 from the richest (ruling R29)."""

    lines = ("ask", "take")
    asks = {"ask": ("Steal 1 capital from a player, or 2 from the richest.", "56.1")}
    closed = True  # capital that is being stolen stays where it is

    @classmethod
    def useful(cls, s: NewAngeles, who: int) -> bool:
        return any(capital for seat, capital in enumerate(s.capital) if seat != who)

    def ask(self, s: NewAngeles) -> Choice:
        top = max(s.capital)
        options: list[Option] = [("steal_one", seat) for seat in self.others(s) if s.capital[seat]]
        options += [("steal_two", seat) for seat in self.others(s) if s.capital[seat] == top > 1]
        return Choice(self.who, options)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and not s.capital[thing]:
            return Refused("That player has no capital.", "56.1")
        return super().why_not(s, seat, kind, thing)

    def take(self, s: NewAngeles) -> None:
        s.steal(self.who, self.answer[1], 2 if self.answer[0] == "steal_two" else 1)


class TaxAndDraw(OwnAbility):
    """Mr. Li: a player loses 1 capital and draws 2 cards of any types."""

    lines = ("ask", "take")
    asks = {"ask": ("Choose a player: he loses 1 capital and draws 2 cards of any types.", "7.3")}

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("tax", seat) for seat in range(s.seats)])

    def take(self, s: NewAngeles) -> Step[NewAngeles]:
        s.lose(self.answer[1], 1)
        return DrawFreely(self.answer[1], 2)


class SearchHand(OnAnother):
    """ "Mr. White": look at a hand, and perhaps take a card from it."""

    lines = ("ask", "take", "ask_card", "steal")
    asks = {
        "ask": ("Choose a player whose hand you look at.", "56.3"),
        "ask_card": ("Take a card from {victim:seat}, or leave it.", "56.3"),
    }

    victim: int = field(-1)

    @classmethod
    def useful(cls, s: NewAngeles, who: int) -> bool:
        return any(hand for seat, hand in enumerate(s.hands) if seat != who)

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("search", seat) for seat in self.others(s) if s.hands[seat]])

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and thing != self.who and self.victim < 0:
            return Refused("That player has no card in hand.", "56.3")
        return super().why_not(s, seat, kind, thing)

    def take(self, s: NewAngeles) -> None:
        self.victim = self.answer[1]
        for slot in s.hands[self.victim]:
            s.show_to(slot, self.who)
        s.tell("searched", self.who, self.victim)

    def ask_card(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("take", slot) for slot in s.hands[self.victim]]
        return Choice(self.who, [*options, ("leave",)])

    def steal(self, s: NewAngeles) -> None:
        if self.answer[0] == "take":
            steal_card(s, self.who, self.victim, self.answer[1])
        else:
            s.tell("took_nothing", self.who, self.victim)


class PayAndPass(OnAnother):
    """Susan Chen: 2 capital, then she goes to another player."""

    lines = ("ask", "take")
    asks = {"ask": ("Gain 2 capital and give {asset:asset} to which player?", "22")}
    closed = True  # her card is in play

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("pass_on", seat) for seat in self.others(s)])

    def take(self, s: NewAngeles) -> None:
        s.gain(self.who, 2)
        s.give_asset(self.answer[1], self.asset)
        s.tell("passed_on", self.who, self.asset, self.answer[1])


class SwapRival(OwnAbility):
    """Thomas Haas: a look at the rival card set aside, and perhaps a swap that nobody sees."""

    lines = ("look", "ask", "take")
    asks = {"ask": ("", "50.3")}

    def prompt(self, s: NewAngeles, seat: int) -> str:
        mine, aside = s.rivals[self.who], s.rivals[-1]
        return f"Swap your rival card, {{{mine}:rival}}, with the one set aside, {{{aside}:rival}}?"

    def look(self, s: NewAngeles) -> None:
        """Whether he swaps is secret, so whoever knew one of the two cards knows only that it is one of them."""
        s.hide((s.rivals[self.who], s.rivals[-1]), keep=1 << self.who)
        s.show_to(s.rivals[-1], self.who)

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("swap_rival",), ("keep_rival",)])

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "swap_rival":
            rivals = list(s.rivals)
            rivals[self.who], rivals[-1] = rivals[-1], rivals[self.who]
            s.rivals = tuple(rivals)
            s.tell("swapped_rival", self.who, to=1 << self.who)


OWN_RULES: dict[str, type[OwnAbility]] = {
    rule.__name__: rule
    for rule in (
        SwapAssets,
        GiveCards,
        HandOver,
        LowerResource,
        StealCapital,
        TaxAndDraw,
        SearchHand,
        PayAndPass,
        SwapRival,
    )
}
