"""The Mission phase: the marker, the card, one sealed card from everybody, the count, the rewards."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Answer, Choice, Option, Step, Together
from knaves.games.syndicate.cards.effects import RAISE, REMOVE, Breakthrough, Buffers, Cards, Coins
from knaves.games.syndicate.state import FACE_DOWN, OPEN, City

LAY: tuple[Option, ...] = tuple(("lay", slot) for slot in range(60))
ABSTAIN: Option = ("abstain",)
SEALED = [ABSTAIN]  # a seat that has answered is not asked again
PASS: Option = ("pass",)
RAISES: tuple[Option, ...] = tuple(("raise", coins) for coins in range(51))
OFFER: list[Option] = [("draw_cube",), ("decline",)]


def participants(space: int) -> tuple[int, int]:
    """The two villains beside a space (mission.1)."""
    return (space - 1) % 5, space


def total(s: City) -> int:
    """What the open cards of the running mission come to."""
    value, face = s.box.value[s.place], s.face
    return sum(value[face[slot]] for slot in s.shown) + s.raised


class MissionPhase(Together[City]):
    lines = ("march", "flip", "lay", "reveal", "resolve", "outcome", "reward", "offer", "take", "clear")
    asks = {
        "lay": ("Lay a Support card face down for the mission, or abstain.", "mission.3"),
        "offer": ("Draw a cube from the bag for a breakthrough, or decline.", "reward.1"),
    }

    effect: int = field(default=0, init=False)

    def march(self, s: City) -> None:
        s.tell("mission_moves", (s.mission_marker + 1) % 5)
        s.move_mission_marker(1)

    def flip(self, s: City) -> None:
        if not s.missions:
            s.missions, s.spent_missions = s.spent_missions, []
            s.shuffle(s.missions)  # R8
        slot = s.mission = s.missions.pop()
        s.show(slot)
        s.place = s.mission_marker  # stays, whatever the marker does now (power.3)
        s.stage = FACE_DOWN
        s.waived = (0,) * (2 * s.seats)
        s.tell("flipped", s.face[slot], s.box.target[s.face[slot]], s.place)

    # -- the cards ------------------------------------------------------------------------------------

    def lay(self, s: City) -> Choice:
        sealed, hand = self.sealed, s.hand
        return Choice.together(
            {
                seat: SEALED if seat in sealed else [*[LAY[slot] for slot in hand[seat]], ABSTAIN]
                for seat in range(s.seats)
            }
        )

    def seal(self, s: City, seat: int, option: Answer) -> bool:
        """A card that is laid has left the hand, though nobody sees it yet (R31)."""
        if option[0] == "lay":
            s.leave_hand(seat, option[1])
            s.laid[seat] = option[1]
            s.tell("laid", seat, option[1], to=1 << seat)
        return True

    def forget(self, s: City, eye: int) -> None:
        if s.stage != FACE_DOWN:
            return
        for seat in range(s.seats):
            if seat != eye and s.laid[seat] >= 0:
                s.hand[seat].append(s.laid[seat])
                s.laid[seat] = -1

    def reveal(self, s: City) -> None:
        pile = []
        for turn in range(s.seats):
            seat = (s.active + turn) % s.seats
            slot = s.laid[seat]
            if slot < 0:
                s.tell("abstains", seat)
                slot = s.top_card()  # mission.5
            pile.append(slot)
        if s.seats <= 3:
            pile.append(s.top_card())  # mission.4
        pile = [slot for slot in pile if slot >= 0]
        waiting = s.location[s.place]
        if waiting:
            s.tell("joined", len(waiting))
            pile += waiting  # R9
            s.location[s.place] = []
        s.laid = [-1] * s.seats
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

    def resolve(self, s: City) -> Step[City] | None:
        for seat in range(s.seats):
            if s.revealed >> seat & 1 and s.box.bought[s.face[s.goal[seat]]] in (RAISE, REMOVE):
                return Resolution()
        return None

    # -- the result -----------------------------------------------------------------------------------

    def outcome(self, s: City) -> None:
        result, target = total(s), s.box.target[s.face[s.mission]]
        if result >= target:  # mission.2
            s.tell("succeeded", s.face[s.mission], result, target)
            for villain in participants(s.place):
                self.raise_power(s, villain)
        else:
            s.tell("failed", s.face[s.mission], result, target)
            self.go("clear")
            for villain in participants(s.place):
                if s.drop_top(villain):  # mission.9
                    s.bag[villain] += 1
                    s.trail.append(400 + villain)
                    s.tell("lost_top", villain, s.power(villain))
        s.check_goals()

    def raise_power(self, s: City, villain: int) -> None:
        if not s.reserve[villain]:
            s.tell("no_reserve", villain)  # mission.11
        elif s.high[villain] < 0:
            cubes = min(s.box.board.track.start, s.reserve[villain])  # mission.12, R25
            s.reserve[villain] -= cubes
            s.high[villain] = cubes - 1
            s.tell("refilled", villain, cubes)
        elif s.add_top(villain):
            s.reserve[villain] -= 1
            s.tell("gained_power", villain, s.power(villain))  # mission.10

    # -- the rewards ----------------------------------------------------------------------------------

    def reward(self, s: City) -> None:
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
            else:
                self.share(s, effect)
        self.go("clear")

    def share(self, s: City, effect: Coins | Cards) -> None:
        """Coins or cards for everybody, from the active player on, less what was waived (R27, R29)."""
        for turn in range(s.seats):
            seat = (s.active + turn) % s.seats
            if isinstance(effect, Coins):
                amount = min(effect.amount, max(0, s.box.coins[s.face[s.mission]] - s.waived[seat * 2]))
                if amount:
                    s.tell("rewarded", seat, s.gain_coins(seat, amount))
            else:
                amount = min(effect.amount, max(0, s.box.cards[s.face[s.mission]] - s.waived[seat * 2 + 1]))
                if amount:
                    s.draw_cards(seat, amount)

    def offer(self, s: City) -> Choice | None:
        return Choice(s.active, OFFER) if any(s.bag) else None

    def take(self, s: City) -> None:
        self.effect += 1
        self.go("reward")
        if not any(s.bag):
            s.tell("bag_empty")
        elif self.answer[0] == "draw_cube":
            s.tell("draws_cube", s.active)
            s.breakthrough()
        else:
            s.tell("declined", s.active)

    def clear(self, s: City) -> None:
        s.discard += s.shown  # face up (R33)
        s.spent_missions.append(s.mission)
        s.shown = []
        s.mission = s.place = -1
        s.stage = s.raised = 0

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.discard:
            return Refused("That card is on the discard pile.", "mission.3")
        if kind == "card":
            return Refused("Only a card from your own hand can be laid.", "mission.3")
        if kind == "villain":
            return Refused("The Action phase of this turn is over.", "ability.1")
        return None


class Resolution(Step[City]):
    """Revealed players who may change an open count: in turn, until nobody wants to any more (R35)."""

    lines = ("ask", "act")
    asks = {"ask": ("The cards are open. Change the count, or let it stand.", "revealed.5")}

    turn: int = field(default=0, init=False)
    passes: int = field(default=0, init=False)
    removed: bool = field(default=False, init=False)

    def ask(self, s: City) -> Choice:
        seat = (s.active + self.turn) % s.seats
        options = [PASS]
        if s.revealed >> seat & 1:
            goal = s.face[s.goal[seat]]
            sort, price, coins = s.box.bought[goal], s.box.price[goal], s.coins[seat]
            if sort == RAISE:
                options += RAISES[1 : coins // price + 1]
            elif sort == REMOVE and not self.removed and coins >= price:
                options += [("remove", slot) for slot in s.shown]
        return Choice(seat, options)

    def act(self, s: City) -> None:
        verb = self.answer[0]
        seat = (s.active + self.turn) % s.seats
        self.turn += 1
        if verb == "pass":
            self.passes += 1
            if self.passes < s.seats:
                self.go("ask")
            return
        self.passes = 0
        self.go("ask")
        goal = s.face[s.goal[seat]]
        thing = self.answer[1]
        if verb == "raise":  # goldhammer.3
            s.pay(seat, thing * s.box.price[goal])
            s.raised += thing * s.box.bought_amount[goal]
            s.tell("raised", seat, thing, total(s))
        else:  # spy.3
            s.pay(seat, s.box.price[goal])
            self.removed = True
            s.shown.remove(thing)
            s.discard.append(thing)
            s.tell("removed", seat, thing, total(s))

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and self.removed:
            return Refused("Only one card may be removed in each mission.", "spy.3")
        return None
