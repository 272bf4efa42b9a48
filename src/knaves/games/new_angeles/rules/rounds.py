"""Rounds, turns and phases: the frame of the game (3, 18, 25, 44, 51, 55)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.state import Result
from knaves.core.step import Choice, Option, Step, Together
from knaves.core.words import so_many
from knaves.games.new_angeles.cards import ANDROID, GENERAL, SPACES
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.assets import alarm, window
from knaves.games.new_angeles.rules.city import exploit
from knaves.games.new_angeles.rules.deal import Deal
from knaves.games.new_angeles.rules.end_of_turn import abilities, ability
from knaves.games.new_angeles.rules.events import resolve_event
from knaves.games.new_angeles.rules.hands import DiscardCards
from knaves.games.new_angeles.rules.investments import worth
from knaves.games.new_angeles.rules.timing import TURN_START
from knaves.games.new_angeles.state import NewAngeles

DRAW = Menu("draw")
END: Option = ("end",)
GO_ON: Option = ("go_on",)


class SetUp(Step[NewAngeles]):
    """The steps of the setup in which somebody decides: 9 and 11."""

    lines = ("draws", "invest")

    seat: int = field(0)

    def draws(self, s: NewAngeles) -> Step[NewAngeles] | None:
        if self.seat == s.seats:
            return None
        who = (s.active + self.seat) % s.seats
        self.seat += 1
        self.go("draws")
        return Draws(who)

    def invest(self, s: NewAngeles) -> Step[NewAngeles]:
        return ChooseInvestment()


class Rounds(Step[NewAngeles]):
    """The round track, space by space."""

    lines = ("set_up", "begin", "turns", "production", "roused", "event", "alarmed", "speak", "advance")
    asks = {"speak": ("Trade as long as you like before the round ends, then go on.", "65")}

    def set_up(self, s: NewAngeles) -> Step[NewAngeles]:
        return SetUp()

    def begin(self, s: NewAngeles) -> Step[NewAngeles] | None:
        number = SPACES[s.space]
        if number:
            s.tell("round", number)
            return None
        self.go("advance")
        return DemandRound()  # 18

    def turns(self, s: NewAngeles) -> Step[NewAngeles] | None:
        if not s.track:  # 3.4, 67.4
            return None
        self.go("turns")
        return Turn()

    def production(self, s: NewAngeles) -> None:
        """44, in ascending order (27.7)."""
        s.produced = True
        s.tell("production")
        for d in range(1, 11):
            if s.city[d] & ANDROID:
                exploit(s, d)
                if s.result is not None:
                    return

    def roused(self, s: NewAngeles) -> Step[NewAngeles] | None:
        return alarm(s)

    def event(self, s: NewAngeles) -> None:
        resolve_event(s)

    def alarmed(self, s: NewAngeles) -> Step[NewAngeles] | None:
        return alarm(s)

    def speak(self, s: NewAngeles) -> Choice:
        """65: before what was promised for this round is judged, and before investments are revealed."""
        return Choice(s.active, [GO_ON], moment="end_of_round")

    def advance(self, s: NewAngeles) -> None:
        """25, 51.2"""
        DEALS.end_of_round(s)
        s.space += 1
        s.produced = False
        self.go("begin")


class Turn(Step[NewAngeles]):
    """3: Refresh, Resolve Deal, End of Turn."""

    lines = ("start", "refresh", "deal", "abilities", "use", "excess", "done")
    asks = {"abilities": ("", "3.3")}

    def prompt(self, s: NewAngeles, seat: int) -> str:
        """The only question of this step itself: its end."""
        if abilities(s):
            trade = ", trade," if s.trading else ""
            return f"Your turn ends: use an End of Turn ability{trade} or go on."
        return "Your turn ends: trade as long as you like, then go on."

    def start(self, s: NewAngeles) -> Step[NewAngeles] | None:
        s.turn += 1
        s.used = 0
        s.offers_made = (0,) * s.seats
        s.tell("turn", s.active)
        return window(s, TURN_START)  # 6.6: before Refresh

    def refresh(self, s: NewAngeles) -> Step[NewAngeles]:
        """3.1: all assets of the active player are readied first (46)."""
        if s.exhausted:
            for slot in s.assets[s.active]:
                if s.exhausted >> s.face[slot] & 1:
                    s.exhausted ^= 1 << s.face[slot]
                    s.tell("readied", s.active, slot)
        return Draws(s.active)

    def deal(self, s: NewAngeles) -> Step[NewAngeles]:
        return Deal()

    def abilities(self, s: NewAngeles) -> Choice:
        """22, 65: with or without abilities, this is the time to buy one (22.4)."""
        return Choice(s.active, [*abilities(s), END], moment="end_of_turn")

    def use(self, s: NewAngeles) -> Step[NewAngeles] | None:
        if self.answer == END:
            return None
        self.go("abilities")
        return ability(s, self.answer[1])

    def excess(self, s: NewAngeles) -> Step[NewAngeles] | None:
        """2.5, 30.2"""
        over = len(s.hands[s.active]) - s.hand_size(s.active)
        return None if over <= 0 or kept(s) else DiscardCards(s.active, over)

    def done(self, s: NewAngeles) -> None:
        """3.3, 4.2: the token passes to the left."""
        s.sweep("turn")
        s.counter_turn = 0
        s.active = (s.active + 1) % s.seats

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "asset" and self.lines[self.line] == "abilities":
            face = s.asset_face(thing)
            if face >= 0 and s.used >> face & 1:
                return Refused("Its End of Turn ability has been used this turn.", "22.1")
            if thing in s.assets[seat]:
                return Refused("It has no End of Turn ability that would do anything now.", "22")
        return None


def kept(s: NewAngeles) -> bool:
    """Toshiyuki Sakai: no discarding this turn."""
    return bool(s.mods) and not s.allows("discard_down", s.active)


class Draws(Step[NewAngeles]):
    """What the corp sheet lists, from top to bottom (3.1a); General lines are a choice (29)."""

    lines = ("fixed", "choose", "general")
    asks = {"choose": ("", "29.1")}

    who: int
    row: int = field(0)
    taken: int = field(0)  # bits of types drawn from in this step

    def fixed(self, s: NewAngeles) -> None:
        sheet = s.sheet(self.who)
        while self.row < len(sheet):
            kind, count = sheet[self.row]
            if kind == GENERAL:
                return
            s.draw(self.who, kind, count)
            self.taken |= 1 << kind
            self.row += 1
        self.go("end")

    def choose(self, s: NewAngeles) -> Choice | None:
        options = [DRAW[kind] for kind in s.drawable(self.taken)]
        if not options:
            self.go("end")
            return None
        return Choice(self.who, options)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        number = so_many(s.sheet(seat)[self.row][1], "card")
        return f"Draw {number} for a General line of your sheet: choose a type you have not drawn from yet."

    def general(self, s: NewAngeles) -> None:
        kind = self.answer[1]
        s.draw(self.who, kind, s.sheet(self.who)[self.row][1])
        self.taken |= 1 << kind
        self.row += 1
        self.go("fixed")

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "type" and self.taken >> thing & 1:
            return Refused("You have drawn from that deck in this step already.", "29.1")
        return None


class DemandRound(Step[NewAngeles]):
    """18: four steps, of which the third demand round has only two."""

    lines = ("score", "speak", "pay", "alarmed", "reveal", "choose")
    asks = {"speak": ("Trade as long as you like before the demand is paid, then go on.", "65")}

    def score(self, s: NewAngeles) -> None:
        """18.1"""
        s.tell("demand_round")
        for seat in s.around():
            slot = s.investment[seat]
            s.show(slot)
            capital = worth(s, slot)
            s.capital[seat] += capital
            if capital:
                s.tell("invested", seat, slot, capital)
            else:
                s.tell("invested_in_vain", seat, slot)

    def speak(self, s: NewAngeles) -> Choice:
        """65: in the third demand round the last word before rivals are compared."""
        return Choice(s.active, [GO_ON], moment="before_the_demand")

    def pay(self, s: NewAngeles) -> None:
        """18.2"""
        face = s.face[s.demand]
        short = [max(need - have, 0) for have, need in zip(s.supply, s.box.needs[face], strict=True)]
        s.tell("demand_failed" if any(short) else "demand_met", s.demand)
        for resource, amount in enumerate(short):
            if amount:
                s.tell("short", resource, amount)
        if any(short):
            s.raise_threat(s.box.demands[face].threat)
        if s.result is None and s.space == len(SPACES) - 1:
            DEALS.end_of_round(s)
            end_by_demand(s)

    def alarmed(self, s: NewAngeles) -> Step[NewAngeles] | None:
        return alarm(s)

    def reveal(self, s: NewAngeles) -> None:
        """18.3"""
        s.supply = [0] * 5
        s.tell("supply_reset")
        s.demand_deck = (s.demand, *s.demand_deck)
        reveal_demand(s)

    def choose(self, s: NewAngeles) -> Step[NewAngeles]:
        """18.4: all investments are shuffled first."""
        deck = [*s.investment_deck, *s.investment]
        s.shuffle(deck)  # all there are: that they lie in this pile is all that anybody knows of them
        s.investment_deck, s.investment = tuple(deck), ()
        return ChooseInvestment()


def reveal_demand(s: NewAngeles) -> None:
    """17.1, 62: the targets are the needs of the revealed card."""
    *rest, s.demand = s.demand_deck
    s.demand_deck = tuple(rest)
    s.show(s.demand)
    s.tell("demand", s.demand)


class ChooseInvestment(Together[NewAngeles]):
    """Each player draws two investments and keeps one (18.4, setup.11)."""

    lines = ("deal", "choose", "keep")
    asks = {"choose": ("Keep one of these two investments.", "33")}

    def deal(self, s: NewAngeles) -> None:
        number = 2 * s.seats
        s.dealt = s.investment_deck[-number:][::-1]
        s.investment_deck = s.investment_deck[:-number]
        for place, slot in enumerate(s.dealt):
            s.show_to(slot, place // 2)

    def choose(self, s: NewAngeles) -> Choice:
        return Choice.together(
            {seat: [("keep", slot) for slot in s.dealt[2 * seat : 2 * seat + 2]] for seat in range(s.seats)}
        )

    def keep(self, s: NewAngeles) -> None:
        s.investment = tuple(self.answers[seat][1] for seat in range(s.seats))
        back = [slot for slot in s.dealt if slot not in s.investment]
        s.investment_deck = (*s.investment_deck, *back)
        s.dealt = ()
        s.tell("investments_kept")


def end_by_demand(s: NewAngeles) -> None:
    """69.1, 69.2: rivals are compared; the federalist has lost."""
    s.reveal_rivals()
    need = 2 if s.seats == 4 else 3
    winners = []
    for seat in range(s.seats):
        face = s.face[s.rivals[seat]]
        mine = s.capital[seat]
        if face == s.corp[seat]:
            if sum(1 for other in s.capital if other < mine) >= need:
                winners.append(seat)
        elif face < 6 and mine > s.capital[s.seat_of[face]]:
            winners.append(seat)
    s.result = Result(
        tuple(winners),
        tuple(s.capital),
        "The third demand round is over: those ahead of their rivals win."
        if winners
        else "The third demand round is over, and nobody is ahead of his rival.",
    )
