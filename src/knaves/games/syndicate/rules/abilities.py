"""What abilities do, whoever lends them: Action, Power, revealed, or an accuser's reward."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, ONE, Choice, Option, Shape, Step
from knaves.games.syndicate.cards.names import COIN, DRAW, MOVE, PLACE, PULL
from knaves.games.syndicate.state import FACE_DOWN, PUT, CubeMove, SyndicateCity, bump

KEEP: Option = ("keep",)
RETURN: Option = ("return_all",)
PLACE_CARD, STOW, SET_CUBE, TAKE_CARD = Menu("place", 2), Menu("stow"), Menu("set_cube"), Menu("loot")


def perform(s: SyndicateCity, seat: int, sort: int, amount: int, by: int) -> Step[SyndicateCity] | None:
    """Does it, or returns the step that lets the seat choose how. `by` is the number of the villain's clause it rests
    on: 1 the Action ability, 2 the Power ability, 3 being revealed, 4 a right accusation."""
    if not amount:
        return None
    if sort == MOVE:
        to = (s.mission_marker + amount) % 5
        s.tell("moves_mission", seat, amount, to)
        for villain in (to, (to + 1) % 5):  # the next mission is one space further
            s.steered = bump(s.steered, seat * 5 + villain)
        s.move_mission_marker(amount)  # shadowheart.1, R23
    elif sort == DRAW:
        s.draw_cards(seat, amount)  # supernova.1
    elif sort == COIN:
        s.tell("takes_coins", seat, s.gain_coins(seat, amount))  # goldhammer.1
    elif sort == PULL:
        pull(s, seat, amount)
    elif sort == PLACE:
        return Place(seat, amount, by)
    else:
        return Stow(seat, by)
    return None


def pull(s: SyndicateCity, seat: int, amount: int) -> None:
    """Cubes out of the bag, all at one moment (electrode.2, R22)."""
    s.tell("pulls", seat, amount)
    drawn = [s.draw_cube() for _ in range(min(amount, sum(s.bag)))]
    for colour in drawn:
        s.put_on_board(colour)
    s.check_goals()


class Place(Step[SyndicateCity]):
    """Cards from hand, face down, on locations of choice (doomking.1)."""

    lines = ("choose", "put")
    asks = {
        "choose": (
            "Place a Support card face down on a Mission location, or stop: {left:cards} more at most.",
            "doomking.1",
        )
    }
    closed = True  # an ability is carried out before the next one begins (R15)

    who: int
    left: int
    by: int

    def clause(self, s: SyndicateCity, seat: int) -> str:
        return f"doomking.{self.by}"

    def choose(self, s: SyndicateCity) -> Choice:
        options: list[Option] = []
        for slot in s.hand[self.who]:
            options += PLACE_CARD[slot].row(range(5))
        options.append(DONE)
        return Choice(self.who, options)

    def put(self, s: SyndicateCity) -> None:
        if self.answer[0] == "done":
            s.tell("places_no_more", self.who)
            return
        slot, space = self.answer[1], self.answer[2]
        s.leave_hand(self.who, slot)
        s.location[space].append(slot)
        s.tell("placed", self.who, slot, space)
        self.left -= 1
        if self.left:
            self.go("choose")

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card":
            return Refused("Only cards from your own hand can be placed.", self.clause(s, seat))
        return None


class Stow(Step[SyndicateCity]):
    """A cube from behind the screen into the bag; nobody else sees its colour (electrode.1)."""

    lines = ("choose", "put")
    asks = {"choose": ("Choose a cube to put into the bag in secret, or keep them all.", "electrode.1")}
    closed = True

    who: int
    by: int

    def clause(self, s: SyndicateCity, seat: int) -> str:
        return f"electrode.{self.by}"

    def choose(self, s: SyndicateCity) -> Choice:
        base = self.who * 5
        options: list[Option] = [STOW[colour] for colour in range(5) if s.cubes[base + colour]]
        options.append(KEEP)
        return Choice(self.who, options)

    def put(self, s: SyndicateCity) -> None:
        if self.answer[0] == "keep":
            s.tell("keeps", self.who)
            return
        who, colour = self.who, self.answer[1]
        s.cubes[who * 5 + colour] -= 1
        s.bag[colour] += 1
        s.trail.append(CubeMove(PUT, who, colour))
        if s.sink is not None:
            s.tell("stowed", who, colour, to=1 << who)
            s.tell("stows", who, to=~(1 << who))

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind in ("villain", "cube"):
            return Refused("You have no cube of that colour behind your screen.", self.clause(s, seat))
        return None


class Sift(Step[SyndicateCity]):
    """Cubes drawn for coins; one goes on the board and the others back into the bag (electrode.3, R30)."""

    lines = ("draw", "choose", "put")
    asks = {
        "choose": ("Put one of the drawn cubes on the board, or return them all to the bag.", "electrode.3")
    }
    closed = True

    who: int
    count: int

    def draw(self, s: SyndicateCity) -> None:
        for _ in range(min(self.count, sum(s.bag))):
            colour = s.draw_cube()
            s.palm = bump(s.palm, colour)
            s.tell("sifted", self.who, colour)

    def choose(self, s: SyndicateCity) -> Choice:
        options: list[Option] = [SET_CUBE[colour] for colour in range(5) if s.palm[colour]]
        options.append(RETURN)
        return Choice(self.who, options)

    def put(self, s: SyndicateCity) -> None:
        chosen = self.answer[1] if self.answer[0] == "set_cube" else -1
        if chosen >= 0:
            s.palm = bump(s.palm, chosen, -1)
        for colour in range(5):
            for _ in range(s.palm[colour]):
                s.into_bag(colour)
        if any(s.palm):
            s.tell("returned_cubes", self.who, sum(s.palm))
        s.palm = (0,) * 5
        if chosen >= 0:
            s.put_on_board(chosen)
            s.check_goals()

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind in ("villain", "cube"):
            return Refused("No cube of that colour was drawn.", "electrode.3")
        return None


class Loot(Step[SyndicateCity]):
    """The accuser looks at the Spy's hand and takes what they want of it (spy.4, R31)."""

    lines = ("look", "choose", "take")
    asks = {"choose": ("Take all, some or none of the cards in the hand of {spy:seat}.", "spy.4")}
    closed = True

    who: int
    spy: int
    taken: list[int] = field([])

    def look(self, s: SyndicateCity) -> None:
        for slot in s.hand[self.spy]:
            s.show_to(slot, self.who)
        if s.stage == FACE_DOWN:
            s.looked_into = self.spy

    def choose(self, s: SyndicateCity) -> Choice:
        hand = s.hand[self.spy]
        options: list[Option] = [("take_all",)] if hand else []
        options += TAKE_CARD.row(hand)
        options.append(DONE)
        return Choice(self.who, options)

    def shape(self, s: SyndicateCity, seat: int) -> Shape:
        hand = s.hand[self.spy]
        return Shape("some", "loot", tuple(self.taken), 0, len(self.taken) + len(hand), DONE) if hand else ONE

    def take(self, s: SyndicateCity) -> None:
        if self.answer[0] == "loot":
            self.move(s, self.answer[1])
            self.go("choose")
            return
        if self.answer[0] == "take_all":
            for slot in s.hand[self.spy][:]:
                self.move(s, slot)
        s.tell("looted", self.who, len(self.taken), self.spy)
        for seat in (
            self.who,
            self.spy,
        ):  # what each saw of the other's hand, they no longer tell apart there
            s.hide(s.hand[seat], 1 << seat)

    def move(self, s: SyndicateCity, slot: int) -> None:
        s.hand[self.spy].remove(slot)
        s.hand[self.who].append(slot)
        self.taken.append(slot)
        s.tell("looted_card", self.who, slot, self.spy, to=1 << self.who | 1 << self.spy)
