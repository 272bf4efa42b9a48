"""The pieces on the table: tracks, bag, screens, decks, markers, goals."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.data import field, shared
from knaves.core.state import Result, State
from knaves.core.words import all_of
from knaves.games.syndicate.cards import SPY, SyndicateBox

ALL_GOALS = (1 << SPY + 1) - 1
TOP = 6  # cells of a track: 0 and 1 are the Buffer circles, 2 to 6 the spaces 1 to 5
FACE_DOWN, OPEN, DECIDED = 1, 2, 3  # how the running mission stands: cards hidden, counted, won or lost

# What happened to cubes that a screen or the bag hides. DEALT and PUT are secret, the rest was seen by all.
DEALT, PUT, GAINED, SPENT, BAGGED, PULLED = range(6)


class CubeMove(NamedTuple):
    """One entry of `trail`: a cube that went behind a screen, into the bag, or out again."""

    kind: int
    holder: int  # a seat; number `seats` is the bag
    colour: int


def bump(row: tuple[int, ...], at: int, by: int = 1) -> tuple[int, ...]:
    """What seldom changes is a tuple, so that clones need not copy it; this one has another number at one place."""
    return (*row[:at], row[at] + by, *row[at + 1 :])


class SyndicateCity(State):
    box: SyndicateBox = shared()

    # the board
    action_marker: int = field(0)  # space n lies just before villain n (R24)
    mission_marker: int = field(0)
    low: list[int] = field([])  # lowest and highest cell with a cube, by villain
    high: list[int] = field([])  # an empty track has low 0, high -1
    reserve: list[int] = field([])
    bag: list[int] = field([])
    palm: tuple[int, ...] = field(())  # cubes drawn from the bag to choose from (electrode.3)
    bank: int = field(0)
    deck: list[int] = field([])  # Support cards; the last is the top
    discard: list[int] = field([])
    missions: list[int] = field([])
    spent_missions: list[int] = field([])
    location: list[list[int]] = field([])  # cards waiting face down, by space

    # the players
    hand: list[list[int]] = field([])
    coins: list[int] = field([])
    cubes: list[int] = field([])  # behind the screens: seat * 5 + colour
    goal: tuple[int, ...] = field(())  # the slot of each seat's Goal card
    revealed: int = field(0)  # bitmask of seats
    answered: tuple[int, ...] = field(
        ()
    )  # goals that a seat denied, a bit for each; all of who is revealed (R28)
    unserved: int = field(0)  # goals that were reached and not claimed (R21)
    acts: tuple[int, ...] = field(())  # how often each seat activated whom: seat * 5 + villain
    steered: tuple[int, ...] = field(())  # how often it moved the next mission to whom, likewise
    starved: tuple[int, ...] = field(())  # how often it left a track with one cube or none

    # the turn
    active: int = field(0)
    turn: int = field(0)
    accused: bool = field(False)
    paid: int = field(0)  # spaces the Action marker is going to move

    # the running mission
    mission: int = field(-1)  # its slot
    place: int = field(-1)
    stage: int = field(0)  # 0, FACE_DOWN, OPEN or DECIDED
    laid: list[int] = field([])  # by seat, -1 for none
    looked_into: int = field(-1)  # whose hand the active player saw after it had answered
    shown: list[int] = field([])  # the cards once they are open, in their shuffled order
    raised: int = field(0)
    waived_coins: tuple[int, ...] = field(())  # of the mission's reward, by seat (R29)
    waived_cards: tuple[int, ...] = field(())

    # what can be known of cubes by keeping count (see secrets.py)
    trail: list[CubeMove] = field([])

    # -- goals ----------------------------------------------------------------------------------------

    def power(self, villain: int) -> int:
        """The highest occupied space; 0 with nothing above the Buffers (R1)."""
        return max(0, self.high[villain] - 1)

    def check_goals(self) -> None:
        """Turns over the goals that are reached now (win.1, R21)."""
        high, face = self.high, self.face
        reached = 0
        for villain in range(5):
            if high[villain] == TOP:
                reached |= 1 << villain
        if high.count(-1) >= 2:
            reached |= 1 << SPY  # spy.1
        if not reached:
            return
        winners = [seat for seat in range(self.seats) if reached >> face[self.goal[seat]] & 1]
        if not winners:
            self.nobody_has(reached & ~self.unserved)
            return
        self.win(winners)

    def win(self, winners: list[int]) -> None:
        """Several at one moment: more cubes of one's villain in the bag, else together (win.2, win.3, R12)."""
        goals = [self.face[slot] for slot in self.goal]
        reason = "The goal is reached"
        for seat in winners:
            self.show(self.goal[seat])
        if len(winners) > 1:
            weight = {seat: 0 if goals[seat] == SPY else self.bag[goals[seat]] for seat in winners}
            for seat in winners:
                self.tell("at_once", seat, goals[seat], weight[seat])
            most, reason = max(weight.values()), f"{'Two' if len(winners) == 2 else 'Three'} goals at once"
            winners = [seat for seat in winners if weight[seat] == most]
            if len(winners) < len(weight):
                reason += ", more cubes in the bag"
        for seat in winners:
            self.tell("fulfilled" if self.is_revealed(seat) else "claimed", seat, goals[seat])
        names = all_of([self.box.goals[goals[seat]].name for seat in winners])
        self.finish(winners, f"{reason}: {names}.")

    def finish(self, winners: list[int], reason: str) -> None:
        scores = tuple(int(seat in winners) for seat in range(self.seats))
        self.result = Result(tuple(winners), scores, reason)

    def nobody_has(self, goals: int) -> None:
        """These goals (a bitmask) were reached and nobody turned one over (R21)."""
        if goals:
            self.unserved |= goals
            self.rule_out(self.goal, [goal for goal in range(SPY + 1) if goals >> goal & 1])

    def deny(self, seat: int, goal: int) -> None:
        """Everybody knows from now on that this seat has not got this goal (accuse.3, R28)."""
        known = self.answered
        self.answered = (*known[:seat], known[seat] | 1 << goal, *known[seat + 1 :])
        self.rule_out([self.goal[seat]], [goal])

    def reveal(self, seat: int) -> None:
        """A Goal card lies open: nothing is left to ask this seat (accuse.5)."""
        self.show(self.goal[seat])
        self.revealed |= 1 << seat
        self.answered = (*self.answered[:seat], ALL_GOALS, *self.answered[seat + 1 :])

    def free_charges(self) -> int:
        """Goals that may be named without a stake: villains whose Power is 4 (accuse.7, R11)."""
        top, free = self.box.free_at_power + 1, 0
        if top in self.high:
            for villain in range(5):
                if self.high[villain] == top:
                    free |= 1 << villain
        return free

    def is_revealed(self, seat: int) -> bool:
        return bool(self.revealed >> seat & 1)

    def open_goals(self) -> int:
        """The goals of those who are revealed, as bits: nobody else can have them (accuse.5)."""
        revealed, found = self.revealed, 0
        if revealed:
            for seat, slot in enumerate(self.goal):
                if revealed >> seat & 1:
                    found |= 1 << self.face[slot]
        return found

    def ruled_out(self, seat: int) -> int:
        """Goals that everybody knows this hidden seat has not, as bits: denied by it, or open before somebody else."""
        return self.answered[seat] | self.open_goals()

    # -- tracks ---------------------------------------------------------------------------------------

    def add_top(self, villain: int) -> bool:
        """Puts a cube on top of a track; False if it is full to space 5 (R4)."""
        top = self.high[villain]
        if top == TOP:
            return False
        self.high[villain] = top + 1  # from -1: the lowest Buffer circle (R25)
        return True

    def drop_top(self, villain: int) -> bool:
        """Takes the top cube off; False if there is none."""
        top = self.high[villain]
        if top < 0:
            return False
        if top == self.low[villain]:
            self.low[villain], self.high[villain] = 0, -1
        else:
            self.high[villain] = top - 1
        return True

    def take_bottom(self, seat: int, villain: int) -> None:
        """The bottom cube goes behind a screen; the others stay where they lie (action.6, R2)."""
        low, top = self.low[villain], self.high[villain]
        if top < 0:
            return
        self.cubes[seat * 5 + villain] += 1
        self.trail.append(CubeMove(GAINED, seat, villain))
        if top - low < 2:
            self.starved = bump(self.starved, seat)
        if low == top:
            self.low[villain], self.high[villain] = 0, -1
            self.tell("emptied", villain)
            self.check_goals()
        else:
            self.low[villain] = low + 1

    def add_bottom(self, villain: int) -> bool:
        """A cube from the Reserve at the bottom end, where there is room (reward.2, reward.3)."""
        if not self.reserve[villain]:
            return False
        if self.high[villain] < 0:
            self.high[villain] = 0
        elif self.low[villain] > 0:
            self.low[villain] -= 1
        else:
            return False
        self.reserve[villain] -= 1
        return True

    def into_bag(self, colour: int) -> None:
        """A cube goes into the bag, for all to see."""
        self.bag[colour] += 1
        self.trail.append(CubeMove(BAGGED, self.seats, colour))

    # -- bag and markers ------------------------------------------------------------------------------

    def draw_cube(self) -> int:
        """A cube out of the bag, by chance; -1 if it is empty (R7)."""
        bag = self.bag
        count = sum(bag)
        if not count:
            return -1
        pick = self.below(count)
        for colour in range(5):
            pick -= bag[colour]
            if pick < 0:
                bag[colour] -= 1
                self.trail.append(CubeMove(PULLED, self.seats, colour))
                return colour
        raise AssertionError("a cube was counted that is not there")

    def put_on_board(self, colour: int) -> None:
        """A cube that came out of the bag goes on top of its track, else to the Reserve (breakthrough.1, R4)."""
        if self.add_top(colour):
            self.tell("breakthrough", colour, self.power(colour))
        else:
            self.reserve[colour] += 1
            self.tell("no_room", colour)

    def breakthrough(self) -> None:
        colour = self.draw_cube()
        if colour < 0:
            self.tell("bag_empty")
            return
        self.put_on_board(colour)
        self.check_goals()

    @staticmethod
    def beside(space: int) -> tuple[int, int]:
        """The two villains beside a space: before it and after it (R24)."""
        return (space - 1) % 5, space

    def landing(self) -> int:
        """Where the Action marker comes to stand when it moves as far as is paid for."""
        return (self.action_marker + self.paid) % 5

    def next_space(self) -> int:
        """Where the next mission will be: the marker moves on before it begins (mission.1)."""
        return (self.mission_marker + 1) % 5

    def move_action_marker(self, spaces: int) -> None:
        at, other = self.action_marker, self.mission_marker
        for _ in range(spaces):
            at = self.action_marker = (at + 1) % 5
            if at == other:  # breakthrough.3, breakthrough.4
                self.tell("meet", at)
                self.breakthrough()
                if self.result is not None:
                    return

    def move_mission_marker(self, spaces: int) -> None:
        at, other = self.mission_marker, self.action_marker
        for _ in range(spaces):
            at = self.mission_marker = (at + 1) % 5
            if at == other:
                self.tell("meet", at)
                self.breakthrough()
                if self.result is not None:
                    return

    # -- coins and cards ------------------------------------------------------------------------------

    def pay(self, seat: int, coins: int) -> None:
        self.coins[seat] -= coins
        self.bank += coins

    def gain_coins(self, seat: int, coins: int) -> int:
        """As far as the Bank reaches (R27)."""
        coins = min(coins, self.bank)
        self.bank -= coins
        self.coins[seat] += coins
        return coins

    def drawable(self) -> int:
        """Support cards that can still be drawn (R8)."""
        return len(self.deck) + len(self.discard)

    def top_card(self) -> int:
        """The top Support card; the discard pile becomes the deck when it must; -1 if there is none (R8)."""
        if not self.deck:
            if not self.discard:
                return -1
            self.reshuffle()
        return self.deck.pop()

    def reshuffle(self) -> None:
        """The discard pile becomes the deck; what anybody had seen of it they know of the deck (R8)."""
        self.deck, self.discard = self.discard, []
        self.shuffle(self.deck)
        self.tell("reshuffled", len(self.deck))

    def draw_cards(self, seat: int, count: int) -> None:
        """Support cards into a hand, as many as there are (R8)."""
        drawn = 0
        hand, bit = self.hand[seat], 1 << seat
        for _ in range(count):
            slot = self.top_card()
            if slot < 0:
                break
            hand.append(slot)
            self.seen[slot] |= bit
            drawn += 1
            if self.sink is not None:
                self.tell("drew", seat, slot, to=bit)
        if self.sink is not None and drawn:
            self.tell("draws", seat, drawn, to=~bit)
        if drawn < count:
            self.tell("cards_gone", seat, count - drawn)

    def leave_hand(self, seat: int, slot: int) -> None:
        """A card leaves a hand face down: the others no longer know which of its cards are still there."""
        hand = self.hand[seat]
        if self.is_spoken_of(hand):  # nobody has seen cards in another's hand, but something may be inferred
            self.hide(hand, 1 << seat)
        hand.remove(slot)
