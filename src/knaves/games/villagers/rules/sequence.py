"""A round: six phases, each with a turn for every Mayor; the King's Favor at their starts; Reset; the end."""

from __future__ import annotations

from collections.abc import Callable

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import BUILD, PHASES, RECRUIT, RESET
from knaves.games.villagers.rules.abilities import look_up
from knaves.games.villagers.rules.build import open_build
from knaves.games.villagers.rules.defend import open_defend
from knaves.games.villagers.rules.earning import open_earning
from knaves.games.villagers.rules.pillage import open_pillage
from knaves.games.villagers.rules.recruit import open_recruit
from knaves.games.villagers.rules.reset import open_reset, pass_marker, reset_pool, wander
from knaves.games.villagers.rules.score import finish
from knaves.games.villagers.rules.variants import recruit_turns
from knaves.games.villagers.state import NOWHERE, Village

DECK_OUT = "The deck is empty."
KEEP: Option = ("keep",)
REST: Option = ("rest",)
GIVE_START = Menu("start")


OPEN: tuple[Callable[[Village, int], Step[Village] | None], ...] = (
    open_recruit,  # number 0 stands for no phase
    open_recruit,
    open_defend,
    open_pillage,
    open_earning,
    open_build,
    open_reset,
)


class Round(Step[Village]):
    """The bottom of the stack: phase after phase, round after round (sequence.1)."""

    lines = ("begin", "favor", "moved", "turns")
    asks = {"favor": ("", "favor.3")}

    def begin(self, s: Village) -> None:
        s.turn, s.fresh = 0, ()
        if s.advanced:
            look_up(s)
        if s.sink is not None:
            s.tell("phase", s.round, s.phase)
        if s.phase == RECRUIT:
            s.favor_rests = False
        if s.favor_seat == NOWHERE or s.favor_rests:
            self.go("turns")
            if s.phase == RESET:
                pass_marker(s)

    def favor(self, s: Village) -> Choice:
        options = [GIVE_START[seat] for seat in range(s.seats) if seat != s.start]
        return Choice(s.favor_seat, [KEEP, REST, *options] if s.phase != RESET else [KEEP, *options])

    def moved(self, s: Village) -> None:
        if self.answer[0] == "start":
            s.tell("moved_start", s.favor_seat, self.answer[1])
            s.start, s.favor_seat = self.answer[1], NOWHERE  # favor.3, favor.4
        elif self.answer[0] == "rest":
            s.favor_rests = True  # R39
        if s.phase == RESET:
            pass_marker(s)

    def turns(self, s: Village) -> Step[Village] | None:
        """Every Mayor has a turn, clockwise from the Start Marker; turns without a choice play themselves."""
        seats, turn, begin = s.seats, s.turn, OPEN[s.phase]
        count = recruit_turns(s) if s.phase == RECRUIT else seats
        while turn < count:
            who = (s.start + turn) % seats
            turn = s.turn = turn + 1
            step = begin(s, who)
            if step is not None:
                self.go("turns")
                return step
        self.go("begin")
        close_phase(s)
        return None

    def prompt(self, s: Village, seat: int) -> str:
        on = ", who passes it on to the left" if s.phase == RESET else ""  # R24
        return (
            f"The {PHASES[s.phase]} phase begins. Keep the King's Favor, or spend it to give the Start Marker "
            f"to a Mayor of your choice{on}?"
        )

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and thing == s.start:
            return Refused("That Mayor holds the Start Marker already.", "favor.3")
        return None


def close_phase(s: Village) -> None:
    """The phase is over: the end of the game, or the next phase, or the next round."""
    s.declare_nothing()
    if s.phase == BUILD:
        size = s.town_size()
        if max(map(len, s.town)) >= size:  # end.1
            return finish(s, f"A town has {size} cards or more.")
        if not s.left:  # end.5, R13
            return finish(s, DECK_OUT)
    if s.phase != RESET:
        s.phase += 1  # sequence.1
        return None
    reset_pool(s)
    if not s.left:
        return finish(s, DECK_OUT)
    wander(s)  # in a game that goes on (R31)
    s.round += 1
    s.phase = RECRUIT
    return None
