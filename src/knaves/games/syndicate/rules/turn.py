"""On your turn: draw, Action phase, Mission phase."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.syndicate.cards.effects import BAG, COIN, DRAW, MOVE, PLACE
from knaves.games.syndicate.rules.abilities import perform
from knaves.games.syndicate.rules.mission import MissionPhase
from knaves.games.syndicate.state import City, bump

STAY: Option = ("stay",)
GO: Option = ("go",)
PAY_COIN: Option = ("pay_coin",)
PAY_CARD: tuple[Option, ...] = tuple(("pay_card", slot) for slot in range(60))
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


ONLY_CUBE: tuple[Option, ...] = tuple(("activate_cube", villain) for villain in range(5))
ACTIVATIONS: dict[tuple[int, int, int, int], list[Option]] = {
    (sort, villain, cube, most): [(verb, villain, cube, amount) for amount in range(most, 0, -1)]
    for sort, verb in ACTIVATE.items()
    for villain in range(5)
    for cube in (0, 1)
    for most in range(4)
}


class PlayerTurn(Step[City]):
    """One turn after the other until somebody has won."""

    lines = ("draw", "pay", "paid", "choose", "activate", "wait", "mission", "linger", "hand_on")
    asks = {
        "pay": ("Pay coins or cards to move the Action marker, one space for each.", "action.1"),
        "choose": ("Activate one of the two villains beside the Action marker, or neither.", "action.4"),
        "wait": ("Start the mission when you are ready.", "turn.3"),
        "linger": ("End your turn when you are ready.", "accuse.1"),
    }

    def draw(self, s: City) -> None:
        s.turn += 1
        s.accused = False
        s.paid = 0
        s.tell("turn", s.active, s.turn)
        missing = s.box.board.start.hand - len(s.hand[s.active])
        if missing > 0:  # turn.1, turn.2
            s.draw_cards(s.active, missing)

    # -- Action phase ---------------------------------------------------------------------------------

    def pay(self, s: City) -> Choice:
        seat = s.active
        options: list[Option] = [GO if s.paid else STAY]
        if s.coins[seat]:
            options.append(PAY_COIN)
        options += [PAY_CARD[slot] for slot in s.hand[seat]]
        return Choice(seat, options)

    def paid(self, s: City) -> None:
        verb, seat = self.answer[0], s.active
        if verb == "pay_coin":
            s.pay(seat, 1)
            s.tell("paid_coin", seat)
        elif verb == "pay_card":
            slot = self.answer[1]
            s.leave_hand(seat, slot)
            s.discard.append(slot)  # face down: only its owner has seen it (action.2)
            s.tell("paid_card", seat, slot)
        else:
            if s.paid:
                s.tell("moves_action", seat, s.paid, (s.action_marker + s.paid) % 5)
                s.move_action_marker(s.paid)
                s.paid = 0
            return
        s.paid += 1
        self.go("pay")

    def choose(self, s: City) -> Choice:
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
            elif sort == BAG and not any(s.cubes[seat * 5 : seat * 5 + 5]):
                least = 0  # without the villain's own cube there is none to put in
            if hidden:
                options += ACTIVATIONS[sort, villain, 1, most]
                options.append(ONLY_CUBE[villain])  # gain.1, R29
            options += ACTIVATIONS[sort, villain, 0, least]  # revealed.2
        return Choice(seat, options)

    def activate(self, s: City) -> Step[City] | None:
        if self.answer[0] == "pass":
            return None
        villain, cube, amount = self.answer[1], 1, 0
        if self.answer[0] != "activate_cube":
            cube, amount = self.answer[2], self.answer[3]
        seat = s.active
        s.pay(seat, s.box.cost[villain])
        s.acts = bump(s.acts, seat * 5 + villain)
        s.tell("activates_takes" if cube else "activates", seat, villain)
        if cube:
            s.take_bottom(seat, villain)
            if s.result is not None:
                return None
        return perform(s, seat, s.box.action[villain], amount)

    # -- Mission phase, and the end -------------------------------------------------------------------

    def wait(self, s: City) -> Choice:
        return Choice(s.active, BEGIN, always=True)

    def mission(self, s: City) -> Step[City]:
        return MissionPhase()

    def linger(self, s: City) -> Choice:
        return Choice(s.active, END, always=True)

    def hand_on(self, s: City) -> None:
        s.active = (s.active + 1) % s.seats
        self.go("draw")

    # -- why not --------------------------------------------------------------------------------------

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
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
        if kind == "card" and line in ("wait", "linger"):
            return Refused("Cards are laid when the mission has begun.", "mission.3")
        return None

    def why_not_activate(self, s: City, seat: int, villain: int) -> Refused:
        name = s.box.villains[villain].name
        if villain not in (s.action_marker, (s.action_marker - 1) % 5):
            return Refused(f"The Action marker does not stand beside {name}.", "action.4")
        if s.high[villain] < 0:
            return Refused(f"{name}'s Power track is empty.", "action.7")
        if s.coins[seat] < s.box.cost[villain]:
            return Refused(f"Activating {name} costs a coin, and you have none.", "action.5")
        return Refused(f"{name} has nothing to give you now.", "gain.1")

    def refuse(self, s: City, seat: int, option: Option) -> Refused | None:
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
            if s.revealed >> seat & 1 and (verb == "activate_cube" or things[1:2] == [1]):
                return Refused("Your goal is known: you no longer take cubes.", "revealed.2")
        return None
