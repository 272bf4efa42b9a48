"""Action tokens: what each does when it is activated."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import (
    BANKERS,
    BATTLE,
    CARD,
    DEPLOY,
    FREEZE,
    FUSION,
    HITMAN,
    INVADE,
    MOVE,
    NOTHING,
    REFUNDED,
    TOKEN,
    WILD,
)
from knaves.games.villains.rules.combat import Combat, can_fight
from knaves.games.villains.rules.deploy import NO_LIMIT, DeployUnits, deploy_limit, deployable, extra_patsies
from knaves.games.villains.rules.factions.mafia import Hitman, victims
from knaves.games.villains.rules.factions.scientists import Fusion
from knaves.games.villains.rules.move import MoveUnits, movable
from knaves.games.villains.rules.pay import ACTIVATING, pay
from knaves.games.villains.rules.play_card import PlayCard, beyond_means, playable
from knaves.games.villains.state import SPACES_OF, UP, FactionCity

ACTIVATE: Option = ("activate",)
DISCARD: Option = ("discard",)
CASH_IN: Option = ("cash_in",)  # a Wild that is discarded is called a battle token for its resource (R48)


def freeze(s: FactionCity, seat: int, area: int) -> int:
    """bankers.2: what Credit Freeze adds for opponents in its area."""
    if BANKERS not in s.faction:
        return 0
    up, track, face = s.up, s.track, s.face
    for space in SPACES_OF[area]:
        if up[space] and face[track[space]] == FREEZE:
            return int(s.token_owner(track[space]) != seat)
    return 0


def activation_cost(s: FactionCity, seat: int, area: int, kind: int) -> int:
    return (s.power(seat, "move_cost", 2) if kind == MOVE else 0) + freeze(s, seat, area)


def can_activate(s: FactionCity, seat: int, area: int, kind: int, refund: int = 0) -> bool:
    """Could the token be paid for, with what revealing it brings, and fully resolved (act.6, act.7)?"""
    cost = activation_cost(s, seat, area, kind)
    if cost > s.funds(seat) + refund:
        return False
    if kind in (DEPLOY, INVADE):
        return any(deployable(s, seat, area, False, -1, spent=cost - refund))
    if kind == MOVE:
        anywhere = bool(s.power(seat, "move_anywhere", 0))
        return any(movable(s, seat, area, anywhere, s.funds(seat) + refund - cost))
    if kind == BATTLE:
        return can_fight(s, area)
    if kind == HITMAN:
        return bool(victims(s, seat, area))
    return kind != NOTHING  # cult.5


class ActivateToken(Step[FactionCity]):
    """A revealed token is activated, or discarded without effect (act.4)."""

    lines = ("offer", "pay", "resolve", "finish")
    asks = {"offer": ("", "act.4")}

    who: int
    place: int
    kind: int
    area: int
    card: int = field(-1)

    def offer(self, s: FactionCity) -> Choice:
        """A card is chosen together with the decision to play one: not even that may tell what is in hand."""
        who, area, kind = self.who, self.area, self.kind
        if kind in (CARD, FUSION):
            return Choice(who, [*self.cards(s), DISCARD], bool(s.hand[who]))
        if kind == WILD:
            options = self.uses(s)
            lent = not options and self.with_a_loan(s)  # whatever is in hand: the stop tells nothing
            options += [*self.cards(s), CASH_IN]
            return Choice(who, options, bool(s.hand[who]), moment="cannot_pay" if lent else "")
        if can_activate(s, who, area, kind):
            return Choice(who, [ACTIVATE, DISCARD])
        loan = s.loan(who)
        if loan and can_activate(s, who, area, kind, loan):
            return Choice(who, [DISCARD], moment="cannot_pay")
        return Choice(who, [DISCARD])

    def uses(self, s: FactionCity) -> list[Option]:
        """What a Wild can be used as, cards apart; as a battle token it pays first (robots.4)."""
        return [
            ("use_as", basic)
            for basic in (DEPLOY, MOVE, BATTLE)
            if can_activate(s, self.who, self.area, basic, REFUNDED[basic])
        ]

    def with_a_loan(self, s: FactionCity) -> bool:
        """Is it only the cost that keeps a Wild from being used as a token that brings units?"""
        loan = s.loan(self.who)
        return loan > 0 and any(can_activate(s, self.who, self.area, basic, loan) for basic in (DEPLOY, MOVE))

    def could_be_kept(self, s: FactionCity) -> bool:
        """As far as everybody may know; nobody is told what cards are in hand. Only for whoever listens."""
        return s.sink is None or can_activate(s, self.who, self.area, self.kind)

    def cards(self, s: FactionCity, loan: int = 0) -> list[Option]:
        cost = activation_cost(s, self.who, self.area, CARD)
        return playable(s, self.who, s.funds(self.who) + loan - cost)

    def prompt(self, s: FactionCity, seat: int) -> str:
        token, added = TOKEN[self.kind].name, freeze(s, seat, self.area)
        if self.kind in (CARD, FUSION, WILD):
            more = f" Credit Freeze adds {added} here." if added else ""
            if self.kind == WILD:
                if not self.uses(s) and self.with_a_loan(s):
                    more = f" To bring units you have too little: make a deal, or do without.{more}"
                if can_activate(s, seat, self.area, MOVE):
                    cost = activation_cost(s, seat, self.area, MOVE) - added
                    more = f" As a move token it costs {cost}.{more}"
                return f"Use your {token} token in {{area:area}} as a basic token, or discard it.{more}"
            what = "play a card there, or discard the token."
            if not self.cards(s):  # told to whoever is asked, and to nobody else
                what = "you cannot pay for any of your cards. Discard the token."
                if self.cards(s, s.loan(seat)):
                    what = what.replace("Discard", "Make a deal, or discard")
            return f"Your {token} token in {{area:area}}: {what}{more}"
        if not can_activate(s, seat, self.area, self.kind):
            return f"Your {token} token in {{area:area}} is beyond your means: make a deal, or discard it."
        cost = activation_cost(s, seat, self.area, self.kind)
        price = f" for {cost}" if cost else " at no cost"
        return f"Activate your {token} token in {{area:area}}{price}, or discard it?"

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.hand[seat] and self.kind in (CARD, FUSION, WILD):
            return beyond_means(s, seat, thing, activation_cost(s, seat, self.area, CARD))
        return None

    def refuse(self, s: FactionCity, seat: int, option: Option) -> Refused | None:
        if option[0] in ("activate", "use_as"):
            kind = option[1] if option[0] == "use_as" and len(option) > 1 else self.kind
            if 0 <= kind < WILD and activation_cost(s, seat, self.area, kind) > s.funds(seat):
                return Refused("You cannot pay for that.", "act.7")
            return Refused("It cannot be resolved here now.", "act.6")
        if option[0] == "discard" and self.kind == WILD:
            return Refused("A Wild is discarded as a battle token, which gives a resource.", "robots.4")
        return None

    def pay(self, s: FactionCity) -> Step[FactionCity] | None:
        verb = self.answer[0]
        if verb == "cash_in":
            s.tell("wild", self.who, BATTLE)
            s.gain(self.who, 1, "refunded")
        if verb in ("discard", "cash_in"):
            told = "discarded" if verb == "cash_in" or self.could_be_kept(s) else "cannot_activate"
            s.tell(told, self.who, s.track[self.place], self.area)
            s.take_back(self.place)
            self.go("finish")
            return None
        if verb == "play":
            self.card = self.answer[1]  # it stays hidden in hand until it is played
        if self.kind == WILD:
            self.kind = CARD if verb == "play" else self.answer[1]
            s.tell("wild", self.who, self.kind)
            if REFUNDED[self.kind]:
                s.gain(self.who, 1, "refunded")  # robots.4
        s.up[self.place] = UP
        s.tell("activated", self.who, s.track[self.place], self.area)
        return pay(s, self.who, activation_cost(s, self.who, self.area, self.kind), ACTIVATING)

    def resolve(self, s: FactionCity) -> Step[FactionCity] | None:
        who, area, kind = self.who, self.area, self.kind
        if kind in (DEPLOY, INVADE):
            limit = NO_LIMIT if kind == INVADE else deploy_limit(s, who)  # aliens.2
            return DeployUnits(who, area, limit, extra_patsies(s, who), False, -1, False, True)
        if kind == CARD:
            return PlayCard(who, area, self.card, False)
        if kind == FUSION:
            return Fusion(who, area, self.card)
        if kind == MOVE:
            anywhere = bool(s.power(who, "move_anywhere", 0))
            return MoveUnits(who, area, anywhere, NO_LIMIT, True)
        if kind == BATTLE:
            return Combat(area, 0)
        if kind == HITMAN:
            return Hitman(who, area)
        return None  # Biohazard, Credit Freeze, Rise Up: they work by lying there

    def finish(self, s: FactionCity) -> None:
        s.revealing = -1
