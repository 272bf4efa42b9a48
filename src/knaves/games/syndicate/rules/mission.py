"""The Mission phase: the marker, the card, one sealed card from everybody, the count, the rewards."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Answer, Choice, Option, Shape, Step, Together
from knaves.core.words import so_many
from knaves.games.syndicate.cards.effects import Breakthrough, Buffers, Cards, Coins
from knaves.games.syndicate.cards.names import RAISE, REMOVE
from knaves.games.syndicate.state import DECIDED, FACE_DOWN, OPEN, TOP, SyndicateCity

LAY = Menu("lay")
ABSTAIN: Option = ("abstain",)
SEALED = [ABSTAIN]  # a seat that has answered is not asked again
STAND: Option = ("stand",)
RAISE_BY = Menu("raise")
TAKE_OUT = Menu("remove")
OFFER: list[Option] = [("draw_cube",), ("decline",)]


def total(s: SyndicateCity) -> int:
    """What the open cards of the running mission come to."""
    value, face, result = s.box.value[s.place], s.face, s.raised
    for slot in s.shown:
        result += value[face[slot]]
    return result


def extra_card(s: SyndicateCity) -> bool:
    """Does a card from the deck come on top of those that the players owe?"""
    return s.seats <= 3  # mission.4


def will_count(s: SyndicateCity) -> int:
    """How many cards there will be when they are opened: one for each player, laid or from the deck, the extra card if
    there is one, and what waits at the location (mission.3 to mission.5, R9); no more than the deck has (R8)."""
    bare = sum([not hand and laid < 0 for hand, laid in zip(s.hand, s.laid, strict=True)])
    return s.seats - bare + min(s.drawable(), bare + extra_card(s)) + len(s.location[s.place])


def power_if_won(s: SyndicateCity, villain: int) -> int:
    """The Power that a success would leave this villain with (mission.10, mission.11, mission.12)."""
    top = s.high[villain]
    if top < 0:
        top = min(s.box.track_start, s.reserve[villain]) - 1
    elif s.reserve[villain] and top < TOP:
        top += 1
    return max(0, top - 1)


def power_if_lost(s: SyndicateCity, villain: int) -> int:
    """The Power that a failure would leave this villain with (mission.9)."""
    top = s.high[villain]
    return max(0, top - 2) if top > s.low[villain] else 0


class MissionPhase(Together[SyndicateCity]):
    lines = ("march", "flip", "lay", "reveal", "resolve", "outcome", "reward", "offer", "take", "clear")
    asks = {"lay": ("", "mission.3"), "offer": ("", "reward.1")}

    effect: int = field(0)
    chosen_from: dict[int, tuple[int, ...]] = field({})  # by seat: its hand when it answered

    def march(self, s: SyndicateCity) -> None:
        s.tell("mission_moves", (s.mission_marker + 1) % 5)
        s.move_mission_marker(1)

    def flip(self, s: SyndicateCity) -> None:
        if not s.missions:
            s.missions, s.spent_missions = s.spent_missions, []
            s.shuffle(s.missions)  # R8
            s.tell("missions_reshuffled", len(s.missions))
        slot = s.mission = s.missions.pop()
        s.show(slot)
        s.place = s.mission_marker  # stays, whatever the marker does now (power.3)
        s.stage = FACE_DOWN
        s.waived_coins = s.waived_cards = (0,) * s.seats
        s.tell("flipped", s.face[slot], s.box.target[s.face[slot]], s.place)

    # -- the cards ------------------------------------------------------------------------------------

    def lay(self, s: SyndicateCity) -> Choice:
        sealed, before, each = self.sealed, self.chosen_from, dict[int, list[Option]]()
        for seat, hand in enumerate(s.hand):
            if seat in sealed:
                each[seat] = SEALED
                continue
            if seat in before:  # in an imagined world: cards that came later were not among them
                hand = [slot for slot in hand if slot in before[seat]]
            each[seat] = [*[LAY[slot] for slot in hand], ABSTAIN]
        return Choice.together(each)

    def seal(self, s: SyndicateCity, seat: int, option: Answer) -> bool:
        """A card that is laid has left the hand, though nobody sees it yet (R31)."""
        self.chosen_from.setdefault(seat, tuple(s.hand[seat]))
        if seat == s.looked_into:
            s.looked_into = -1
        if option[0] == "lay":
            s.leave_hand(seat, option[1])
            s.laid[seat] = option[1]
            s.tell("laid", seat, option[1], to=1 << seat)
        return True

    def is_known(self, s: SyndicateCity, seat: int, eye: int) -> bool:
        """Who looks into a hand sees whether it has laid a card, and that it is none of these (spy.4)."""
        return seat == s.looked_into and eye == s.active

    def forget(self, s: SyndicateCity, eye: int) -> None:
        if s.stage != FACE_DOWN:
            return
        for seat in range(s.seats):
            if seat != eye and s.laid[seat] >= 0 and not self.is_known(s, seat, eye):
                s.hand[seat].append(s.laid[seat])
                s.laid[seat] = -1

    def reveal(self, s: SyndicateCity) -> None:
        pile = []
        for turn in range(s.seats):
            seat = (s.active + turn) % s.seats
            slot = s.laid[seat]
            if slot < 0:
                s.tell("abstains" if s.drawable() else "abstains_bare", seat)
                slot = s.top_card()  # mission.5
            pile.append(slot)
        if extra_card(s):
            s.tell("extra_card" if s.drawable() else "no_extra_card")
            pile.append(s.top_card())
        pile = [slot for slot in pile if slot >= 0]
        waiting = s.location[s.place]
        if waiting:
            s.tell("joined", len(waiting))
            pile += waiting  # R9
            s.location[s.place] = []
        s.laid = [-1] * s.seats
        s.looked_into, self.chosen_from = -1, {}
        pile.sort()  # the order in which they came must not show
        s.mix(pile)  # mission.6
        everyone = (2 << s.seats) - 1
        for slot in pile:
            s.seen[slot] = everyone
        s.shown = pile
        s.stage = OPEN
        if s.sink is not None:
            for slot in pile:
                s.tell("opened", slot, s.box.value[s.place][s.face[slot]])
            s.tell("counted", total(s), s.box.target[s.face[s.mission]])

    def resolve(self, s: SyndicateCity) -> Step[SyndicateCity]:
        return Resolution(s.active)

    # -- the result -----------------------------------------------------------------------------------

    def outcome(self, s: SyndicateCity) -> None:
        result, target = total(s), s.box.target[s.face[s.mission]]
        s.stage = DECIDED
        if result >= target:  # mission.2
            s.tell("succeeded", s.face[s.mission], result, target)
            for villain in s.beside(s.place):
                self.raise_power(s, villain)
        else:
            s.tell("failed", s.face[s.mission], result, target)
            self.go("clear")
            for villain in s.beside(s.place):
                self.lower_power(s, villain)
        s.check_goals()

    def raise_power(self, s: SyndicateCity, villain: int) -> None:
        if not s.reserve[villain]:
            s.tell("no_reserve", villain)  # mission.11
        elif s.high[villain] < 0:
            cubes = min(s.box.track_start, s.reserve[villain])  # mission.12, R25
            s.reserve[villain] -= cubes
            s.high[villain] = cubes - 1
            s.tell("refilled", villain, cubes)
        elif s.add_top(villain):
            s.reserve[villain] -= 1
            s.tell("gained_power", villain, s.power(villain))  # mission.10
        else:
            s.tell("at_the_top", villain)  # R4

    def lower_power(self, s: SyndicateCity, villain: int) -> None:
        before = s.power(villain)
        if not s.drop_top(villain):
            s.tell("none_to_lose", villain)
            return
        s.into_bag(villain)  # mission.9
        if before:
            s.tell("lost_top", villain, s.power(villain))
        else:
            s.tell("lost_buffer", villain)
        if s.high[villain] < 0:
            s.tell("emptied", villain)

    # -- the rewards ----------------------------------------------------------------------------------

    def reward(self, s: SyndicateCity) -> None:
        """Everything up to the next breakthrough, which its owner may decline."""
        effects = s.box.missions[s.face[s.mission]].effects
        while self.effect < len(effects):
            effect = effects[self.effect]
            if isinstance(effect, Breakthrough):
                return
            self.effect += 1
            if isinstance(effect, Buffers):
                for villain in range(5):
                    if s.add_bottom(villain):
                        s.tell("buffered", villain)
                    elif s.low[villain] or s.high[villain] < 0:
                        s.tell("no_reserve", villain)  # there would have been room
            else:
                self.share(s, effect)
        self.go("clear")

    def share(self, s: SyndicateCity, effect: Coins | Cards) -> None:
        """Coins or cards for everybody, from the active player on, less what was waived (R27, R29)."""
        to_come = s.box.missions[s.face[s.mission]].effects[self.effect - 1 :]
        left = sum(row.amount for row in to_come if isinstance(row, type(effect)))
        for turn in range(s.seats):
            seat = (s.active + turn) % s.seats
            waived = s.waived_coins[seat] if isinstance(effect, Coins) else s.waived_cards[seat]
            amount = min(effect.amount, max(0, left - waived))
            if not amount:
                continue
            if isinstance(effect, Cards):
                s.draw_cards(seat, amount)
                continue
            got = s.gain_coins(seat, amount)
            if got:
                s.tell("rewarded", seat, got)
            if got < amount:
                s.tell("bank_empty", seat, amount - got)

    def offer(self, s: SyndicateCity) -> Choice | None:
        return Choice(s.active, OFFER) if any(s.bag) else None

    def take(self, s: SyndicateCity) -> None:
        self.effect += 1
        self.go("reward")
        if not any(s.bag):
            s.tell("bag_empty")
        elif self.answer[0] == "draw_cube":
            s.tell("draws_cube", s.active)
            s.breakthrough()
        else:
            s.tell("declined", s.active)

    def clear(self, s: SyndicateCity) -> None:
        s.discard += s.shown  # face up (R33)
        s.spent_missions.append(s.mission)
        s.shown = []
        s.mission = s.place = -1
        s.stage = s.raised = 0

    def prompt(self, s: SyndicateCity, seat: int) -> str:
        row = s.box.missions[s.face[s.mission]]
        if self.lines[self.line] == "lay":
            where = " and ".join(s.box.villains[villain].name for villain in s.beside(s.place))
            bare = "" if s.drawable() else " No Support card is left that would count for whoever abstains."
            lay = "Lay a Support card face down for it, or abstain."
            if not s.hand[seat]:
                lay = "You have no Support card to lay: abstain."
            return f"{row.name}, with {where}, needs {row.number} or more. {lay}{bare}"
        return f"Draw a cube from the bag for a breakthrough, or decline. It holds {so_many(sum(s.bag), 'cube')}."

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.discard and s.sees(seat, thing):
            return Refused("That card is on the discard pile.", "mission.3")
        if kind == "card" and self.lines[self.line] == "offer":
            return Refused("The mission is decided: no card is laid for it any more.", "mission.3")
        if kind == "card":
            return Refused("Only a card from your own hand can be laid.", "mission.3")
        if kind == "villain":
            return action_is_over()
        return None


class Resolution(Step[SyndicateCity]):
    """The cards are open and the count may still change (revealed.5, R35).

    The active player is asked in any case, so that everybody can look, speak and accuse (R13); and every revealed
    player who may change a count, whatever lies behind the screen. It ends when all of them have let it stand.
    """

    lines = ("ask", "act")
    asks = {"ask": ("", "revealed.5")}

    first: int  # whose turn it is to be asked
    passed: int = field(0)  # bitmask of seats that let it stand since it last changed
    removed: bool = field(False)

    def asked(self, s: SyndicateCity) -> int:
        """The next seat that has not let the count stand; -1: all have."""
        revealed = s.revealed
        if not revealed:
            return -1 if self.passed >> s.active & 1 else s.active
        bought, goal, face = s.box.bought, s.goal, s.face
        for turn in range(s.seats):
            seat = (self.first + turn) % s.seats
            if self.passed >> seat & 1:
                continue
            if seat == s.active or (revealed >> seat & 1 and bought[face[goal[seat]]] in (RAISE, REMOVE)):
                return seat
        return -1

    def ask(self, s: SyndicateCity) -> Choice | None:
        seat = self.asked(s)
        if seat < 0:
            self.go("end")
            return None
        options = [STAND]
        if s.revealed >> seat & 1:
            goal = s.face[s.goal[seat]]
            sort, price, coins = s.box.bought[goal], s.box.price[goal], s.coins[seat]
            if sort == RAISE:
                options += RAISE_BY.row(range(1, coins // price + 1))
            elif sort == REMOVE and not self.removed and coins >= price:
                options += TAKE_OUT.row(s.shown)
        return Choice(seat, options, moment="count")

    def shape(self, s: SyndicateCity, seat: int) -> Shape:
        return Shape("amount", "raise")

    def act(self, s: SyndicateCity) -> None:
        verb, seat = self.answer[0], self.asked(s)
        self.go("ask")
        if verb == "stand":
            self.passed |= 1 << seat
            return
        self.passed, self.first = 0, (seat + 1) % s.seats
        goal = s.face[s.goal[seat]]
        thing = self.answer[1]
        if verb == "raise":  # goldhammer.3
            cost = thing * s.box.price[goal]
            s.pay(seat, cost)
            s.raised += thing * s.box.bought_amount[goal]
            s.tell("raised", seat, cost, total(s))
        else:  # spy.3
            s.pay(seat, s.box.price[goal])
            self.removed = True
            s.shown.remove(thing)
            s.discard.append(thing)
            s.tell("removed", seat, s.box.price[goal], thing, total(s))

    def prompt(self, s: SyndicateCity, seat: int) -> str:
        result, target = total(s), s.box.target[s.face[s.mission]]
        stands = (
            f"With {s.raised} bought, the result is {result}" if s.raised else f"The cards come to {result}"
        )
        stands += f" and the mission needs {target}: it"
        stands += " succeeds" if result >= target else " fails"
        if not s.is_revealed(seat):
            return f"{stands} unless somebody changes that. Go on when everybody has seen it."
        goal = s.face[s.goal[seat]]
        price, have = so_many(s.box.price[goal], "coin"), so_many(s.coins[seat], "coin")
        if s.box.bought[goal] == RAISE:
            by = s.box.bought_amount[goal]
            return (
                f"{stands} now. Spend coins to raise it by {by} for each (you have {have}), or let it stand."
            )
        if s.box.bought[goal] == REMOVE and not self.removed:
            return f"{stands} now. Take one card out for {price} (you have {have}), or let it stand."
        return f"{stands} unless somebody changes that. Let it stand when you are ready."

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.shown:
            return self.why_not_removed(s, seat)
        if kind == "card" and thing in s.hand[seat]:
            return Refused("The cards are open: none is laid for this mission any more.", "mission.3")
        return action_is_over() if kind == "villain" else None

    def why_not_removed(self, s: SyndicateCity, seat: int) -> Refused:
        if said := why_not_bought(s, seat, REMOVE, "takes a card out of the mission", "spy.3"):
            return said
        if self.removed:
            return Refused("Only one card may be removed in each mission.", "spy.3")
        price, have = s.box.price[s.face[s.goal[seat]]], so_many(s.coins[seat], "coin")
        return Refused(f"Taking a card out costs {so_many(price, 'coin')}; you have {have}.", "spy.3")

    def refuse(self, s: SyndicateCity, seat: int, option: Option) -> Refused | None:
        verb, *things = option
        if verb != "raise" or len(things) != 1 or things[0] < 1:
            return None
        if said := why_not_bought(s, seat, RAISE, "raises the result", "goldhammer.3"):
            return said
        cost, have = things[0] * s.box.price[s.face[s.goal[seat]]], so_many(s.coins[seat], "coin")
        return Refused(f"That costs {so_many(cost, 'coin')}; you have {have}.", "goldhammer.3")


def why_not_bought(s: SyndicateCity, seat: int, sort: int, does: str, clause: str) -> Refused | None:
    """Why this seat cannot buy what only one goal lets its revealed holder buy at the count."""
    goal = s.box.bought.index(sort)
    if s.is_revealed(seat) and s.face[s.goal[seat]] == goal:
        return None
    return Refused(f"Only the {s.box.goals[goal].name}, once revealed, {does}.", clause)


def action_is_over() -> Refused:
    return Refused("The Action phase of this turn is over.", "ability.1")
