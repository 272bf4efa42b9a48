"""On your turn: draw, Action phase, Mission phase."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import ONE, Choice, Option, Shape, Step
from knaves.core.words import so_many
from knaves.games.syndicate.cards.names import BAG, COIN, DRAW, MOVE, PLACE
from knaves.games.syndicate.rules.abilities import perform
from knaves.games.syndicate.rules.mission import MissionPhase
from knaves.games.syndicate.state import SyndicateCity, bump
from knaves.games.syndicate.words import space_name

STAY: Option = ("stay",)
GO: Option = ("go",)
PAY_COIN: Option = ("pay_coin",)
PAY_CARD = Menu("pay_card")
PASS: Option = ("pass",)
BEGIN: list[Option] = [("begin",)]
END: list[Option] = [("end_turn",)]
ACTIVATE = {
    MOVE: "activate_move",
    DRAW: "activate_draw",
    PLACE: "activate_place",
    COIN: "activate_coin",
    BAG: "activate_bag",
}


@lru_cache(maxsize=4_000)
def activations(sort: int, villain: int, hidden: bool, with_cube: int, without: int) -> tuple[Option, ...]:
    """Ways to activate a villain, the whole of it first; the others take less (gain.1, revealed.2, R29).

    `with_cube` and `without`: how much the ability gives to whoever takes the cube, and to whoever does not.
    """
    verb = ACTIVATE[sort]
    less = f"{verb}_less"
    if not hidden:
        return tuple(
            (verb if amount == without else less, villain, 0, amount) for amount in range(without, 0, -1)
        )
    if not with_cube:
        return (("activate_cube", villain),)
    return (
        (verb, villain, 1, with_cube),
        *((less, villain, 1, amount) for amount in range(with_cube - 1, 0, -1)),
        ("activate_cube_less", villain),
        *((less, villain, 0, amount) for amount in range(without, 0, -1)),
    )


class PlayerTurn(Step[SyndicateCity]):
    """One turn after the other until somebody has won."""

    lines = ("draw", "pay", "paid", "choose", "activate", "wait", "mission", "linger", "hand_on")
    asks = {
        "pay": ("", "action.1"),
        "choose": ("", "action.4"),
        "wait": ("", "turn.3"),
        "linger": ("End your turn when you are ready.", "accuse.1"),
    }

    cards: list[int] = field([])  # paid for movement in this turn

    def draw(self, s: SyndicateCity) -> None:
        s.turn += 1
        self.cards = []
        s.accused = False
        s.paid = 0
        s.tell("turn", s.active, s.turn)
        missing = s.box.hand - len(s.hand[s.active])
        if missing > 0:  # turn.1, turn.2
            s.draw_cards(s.active, missing)

    # -- Action phase ---------------------------------------------------------------------------------

    def pay(self, s: SyndicateCity) -> Choice:
        seat = s.active
        options: list[Option] = [GO if s.paid else STAY]
        if s.coins[seat]:
            options.append(PAY_COIN)
        options += [PAY_CARD[slot] for slot in s.hand[seat]]
        return Choice(seat, options, moment="payment")

    def paid(self, s: SyndicateCity) -> None:
        verb, seat = self.answer[0], s.active
        if verb == "pay_coin":
            s.pay(seat, 1)
            s.tell("paid_coin", seat)
        elif verb == "pay_card":
            slot = self.answer[1]
            s.leave_hand(seat, slot)
            self.cards.append(slot)
            s.discard.append(slot)  # face down: only its owner has seen it (action.2)
            s.tell("paid_card", seat, slot)
        else:
            if s.paid:
                s.tell("moves_action", seat, s.paid, s.landing())
                s.move_action_marker(s.paid)
            s.paid = 0
            return
        s.paid += 1
        self.go("pay")

    def choose(self, s: SyndicateCity) -> Choice:
        seat, box, space = s.active, s.box, s.action_marker
        options: list[Option] = [PASS]
        hidden = not s.revealed >> seat & 1
        for villain in ((space - 1) % 5, space):
            if s.high[villain] < 0 or s.coins[seat] < box.cost[villain]:  # action.7, action.5
                continue
            sort = box.action[villain]
            most = least = box.action_amount[villain]
            if sort == PLACE:
                most = least = min(most, len(s.hand[seat]))
            elif sort == COIN:
                most = least = min(most, s.bank + box.cost[villain])
            elif sort == DRAW:
                most = least = min(most, s.drawable())
            elif sort == BAG and not any(s.cubes[seat * 5 : seat * 5 + 5]):
                least = 0  # without the villain's own cube there is none to put in
            options += activations(sort, villain, hidden, most, least)
        return Choice(seat, options, moment="activation")

    def activate(self, s: SyndicateCity) -> Step[SyndicateCity] | None:
        verb = self.answer[0]
        if verb == "pass":
            s.tell("activates_nobody", s.active)
            return None
        villain, cube, amount = self.answer[1], 1, 0
        if not verb.startswith("activate_cube"):
            cube, amount = self.answer[2], self.answer[3]
        seat, cost = s.active, s.box.cost[villain]
        s.pay(seat, cost)
        s.acts = bump(s.acts, seat * 5 + villain)
        s.tell("activates_takes" if cube else "activates", seat, villain, cost)
        if cube:
            s.take_bottom(seat, villain)
            if s.result is not None:
                return None
        return perform(s, seat, s.box.action[villain], amount, 1)

    # -- Mission phase, and the end -------------------------------------------------------------------

    def wait(self, s: SyndicateCity) -> Choice:
        return Choice(s.active, BEGIN, moment="mission")

    def mission(self, s: SyndicateCity) -> Step[SyndicateCity]:
        return MissionPhase()

    def linger(self, s: SyndicateCity) -> Choice:
        return Choice(s.active, END, moment="end_of_turn")

    def hand_on(self, s: SyndicateCity) -> None:
        s.active = (s.active + 1) % s.seats
        self.go("draw")

    # -- how it is shown ------------------------------------------------------------------------------

    def shape(self, s: SyndicateCity, seat: int) -> Shape:
        """Cards are picked for payment, and the marker moves; coins stand beside."""
        if self.lines[self.line] != "pay" or not s.hand[seat]:
            return ONE
        least = 0 if s.paid > len(self.cards) else 1
        return Shape("some", "pay_card", tuple(self.cards), least, len(self.cards) + len(s.hand[seat]), GO)

    # -- what is said ---------------------------------------------------------------------------------

    def prompt(self, s: SyndicateCity, seat: int) -> str:
        line = self.lines[self.line]
        if line == "pay" and s.paid:
            return (
                f"You have paid for {so_many(s.paid, 'space')}: the Action marker will stand"
                f" {space_name(s, s.landing())}. Pay on, or move it."
            )
        if line == "pay":
            return "Move the Action marker on? Each coin or card is one space."
        if line == "choose":
            first, second = (self.offer_of(s, villain) for villain in s.beside(s.action_marker))
            return f"Activate {first} or {second}, or neither. You have {so_many(s.coins[seat], 'coin')}."
        if line == "wait":
            return f"Start the mission when you are ready: it will be {space_name(s, s.next_space())}."
        return super().prompt(s, seat)

    @staticmethod
    def offer_of(s: SyndicateCity, villain: int) -> str:
        name, cost = f"{{{villain}:villain}}", s.box.cost[villain]
        if s.high[villain] < 0:
            return f"{name} (the track is empty)"
        return f"{name} ({so_many(cost, 'coin') if cost else 'free'})"

    # -- why not --------------------------------------------------------------------------------------

    def why_not(self, s: SyndicateCity, seat: int, kind: str, thing: int) -> Refused | None:
        line = self.lines[self.line]
        if kind == "villain" and 0 <= thing < 5:
            name = s.box.villains[thing].name
            if line == "choose":
                return self.why_not_activate(s, seat, thing)
            if line == "pay":
                return Refused(
                    f"First settle where the Action marker goes; then {name} may follow.", "action.4"
                )
            return Refused(f"{name} can be activated only in your Action phase, once.", "ability.1")
        if kind == "card" and line == "choose":
            return Refused("Cards pay for movement, and the Action marker has moved.", "action.1")
        if kind == "card" and line == "wait":
            return Refused("Cards are laid when the mission has begun.", "mission.3")
        if kind == "card" and line == "linger":
            return Refused("The mission of this turn is over: cards are laid in the next one.", "mission.3")
        return None

    def why_not_activate(self, s: SyndicateCity, seat: int, villain: int) -> Refused:
        name = s.box.villains[villain].name
        if villain not in s.beside(s.action_marker):
            return Refused(f"The Action marker does not stand beside {name}.", "action.4")
        if s.high[villain] < 0:
            return Refused(f"{name}'s Power track is empty.", "action.7")
        if s.coins[seat] < s.box.cost[villain]:
            return Refused(f"Activating {name} costs a coin, and you have none.", "action.5")
        return Refused(f"{name} has nothing to give you now.", "gain.1")

    def refuse(self, s: SyndicateCity, seat: int, option: Option) -> Refused | None:
        verb, *things = option
        if seat != s.active:
            return None
        if verb == "pay_coin" and self.lines[self.line] == "pay":
            return Refused("You have no coin left behind your screen.", "action.1")
        if (
            verb.startswith("activate_")
            and self.lines[self.line] == "choose"
            and things
            and 0 <= things[0] < 5
        ):
            villain = things[0]
            if self.why_not_activate(s, seat, villain).clause != "gain.1":
                return self.why_not_activate(s, seat, villain)
            if s.is_revealed(seat) and (verb.startswith("activate_cube") or things[1:2] == [1]):
                return Refused("Your goal is known: you no longer take cubes.", "revealed.2")
        return None
