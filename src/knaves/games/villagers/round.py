"""A round: six phases, each with a turn for every Mayor; the King's Favor at their starts; Reset; the end."""

from __future__ import annotations

from collections.abc import Callable

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.abilities import DONE, Turn, gain_always, look_up
from knaves.games.villagers.box import DRAWING, GAINING
from knaves.games.villagers.build import open_build
from knaves.games.villagers.defend import open_defend
from knaves.games.villagers.recruit import open_recruit
from knaves.games.villagers.rulings import open_earning, open_pillage
from knaves.games.villagers.score import finish
from knaves.games.villagers.state import NOWHERE, Row, Village
from knaves.games.villagers.variants import recruit_turns
from knaves.games.villagers.vocabulary import BUILD, PHASES, RECRUIT, RESET

KEEP: Option = ("keep",)
GIVE_START: list[Option] = [("start", seat) for seat in range(5)]
TURNS = 3


def open_reset(s: Village, who: int) -> Step[Village] | None:
    """Abilities of the Reset phase (R24)."""
    if s.gainers >> who & 1:
        gain_always(s, who)
    if not s.offers:
        return None
    s.active = who
    return ResetTurn(who)


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
    asks = {"favor": ("Keep the King's Favor, or spend it to move the Start Marker?", "favor.3")}

    def begin(self, s: Village) -> None:
        s.turn, s.fresh, s.active, s.aim = 0, (), NOWHERE, NOWHERE
        if s.advanced:
            look_up(s)
        s.tell("phase", s.round, s.phase)
        if s.favor_seat == NOWHERE:
            self.line = TURNS
            if s.phase == RESET:
                pass_marker(s)

    def favor(self, s: Village) -> Choice:
        options = [GIVE_START[seat] for seat in range(s.seats) if seat != s.start]
        return Choice(s.favor_seat, [KEEP, *options])

    def moved(self, s: Village) -> None:
        if self.answer[0] == "start":
            s.tell("moved_start", s.favor_seat, self.answer[1])
            s.start, s.favor_seat = self.answer[1], NOWHERE  # favor.3, favor.4
        if s.phase == RESET:
            pass_marker(s)

    def turns(self, s: Village) -> Step[Village] | None:
        """Every Mayor has a turn, clockwise from the Start Marker; turns without a choice play themselves."""
        seats = s.seats
        count = recruit_turns(s) if s.phase == RECRUIT else seats
        begin = OPEN[s.phase]
        while s.turn < count:
            who = (s.start + s.turn) % seats
            s.turn += 1
            step = begin(s, who)
            if step is not None:
                self.line = TURNS
                return step
        self.line = 0
        close_phase(s)
        return None

    def prompt(self, s: Village, seat: int) -> str:
        phase = PHASES[s.phase]
        return f"The {phase} phase begins. Keep the King's Favor, or spend it to move the Start Marker?"

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and thing == s.start:
            return Refused("That Mayor holds the Start Marker already.", "favor.3")
        return None


def pass_marker(s: Village) -> None:
    s.start = (s.start + 1) % s.seats  # reset.1, R9
    s.tell("took_start", s.start)


def close_phase(s: Village) -> None:
    """The phase is over: the end of the game, or the next phase, or the next round."""
    s.active = s.aim = NOWHERE
    if s.phase == BUILD:
        size = s.town_size()
        if any(len(town) >= size for town in s.town):  # end.1
            return finish(s, f"A town has {size} cards or more.")
        if not s.left:  # end.5, R13
            return finish(s, "The deck is empty.")
    if s.phase != RESET:
        s.phase += 1  # sequence.1
        return None
    wander(s)
    reset_pool(s)
    if not s.left:
        return finish(s, "The deck is empty.")
    s.round += 1
    s.phase = RECRUIT
    return None


class ResetTurn(Turn):
    lines = ("select", "selected", "granted")
    asks = {"select": ("Use an ability of the Reset phase, or leave it at that.", "ability.1")}

    def select(self, s: Village) -> Choice:
        options: list[Option] = []
        self.abilities(s, options, (GAINING, DRAWING) if s.left else (GAINING,))
        options.append(DONE)
        return Choice(self.who, options)

    def selected(self, s: Village) -> Step[Village] | None:
        if self.answer[0] == "done":
            self.go("end")
            return None
        return self.take_up(s, "select")

    def granted(self, s: Village) -> Step[Village] | None:
        self.go("select")
        return super().granted(s)

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and 0 <= thing < len(s.face):
            return self.why_not_used(s, thing, (GAINING, DRAWING))
        return None


def wander(s: Village) -> None:
    """Wandering challenges move to the town on the left, all at once (R31)."""
    face, wanders = s.face, s.box.wander
    if not any(wanders[face[slot]] for town in s.town for slot in town):
        return
    arrive: list[Row] = [()] * s.seats
    for seat, town in enumerate(s.town):
        left = (seat + 1) % s.seats
        for slot in town:
            if wanders[face[slot]]:
                arrive[left] += (slot,)
                s.tell("wandered", slot, left)
        s.town[seat] = tuple([slot for slot in town if not wanders[face[slot]]])
    s.town = [town + new for town, new in zip(s.town, arrive, strict=True)]


def reset_pool(s: Village) -> None:
    """Challenges slide to the lowest positions, all other cards leave, new ones are dealt (reset.2 to reset.4)."""
    face, challenge, seen, everyone = s.face, s.box.challenge, s.seen, s.everyone
    stay = tuple([slot for slot in s.pool if challenge[face[slot]]])
    s.gone += tuple([slot for slot in s.pool if not challenge[face[slot]]])
    new = s.deck[s.dealt : s.dealt + s.pool_size() - len(stay)]
    s.dealt += len(new)
    for slot in new:
        seen[slot] = everyone
    s.pool = stay + new
    s.tell("reset", len(stay), len(new))
    if s.advanced and s.left and s.favor_seat == NOWHERE and s.favor_card not in stay:
        place_favor(s)  # reset.6, reset.7


def place_favor(s: Village) -> None:
    """A die decides on which card of the pool the King's Favor lies (setup.9)."""
    die = s.roll()
    s.favor_card = s.pool[die - 1]
    s.tell("placed_favor", die, s.favor_card)
