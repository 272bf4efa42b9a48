"""Phase 6, Reset: the Start Marker passes, challenges wander, a new pool lies on the table."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import DONE, Choice, Option, Step
from knaves.games.villagers.cards.faces import DRAWING, GAINING
from knaves.games.villagers.rules.abilities import MayorTurn, gain_always
from knaves.games.villagers.state import NOWHERE, Row, Village


def pass_marker(s: Village) -> None:
    s.start = (s.start + 1) % s.seats  # reset.1, R9
    s.tell("took_start", s.start)


def open_reset(s: Village, who: int) -> Step[Village] | None:
    """Abilities of the Reset phase (R24)."""
    if who in s.gainers:
        gain_always(s, who)
    if not s.offers:
        return None
    s.active = who
    return ResetTurn(who)


class ResetTurn(MayorTurn):
    lines = ("select", "selected", "granted")
    asks = {"select": ("", "ability.1")}

    def prompt(self, s: Village, seat: int) -> str:
        return f"Use an ability of the Reset phase, or leave it at that; you have {s.purse(seat)}."

    def select(self, s: Village) -> Choice:
        options: list[Option] = []
        self.abilities(s, options, (GAINING, DRAWING))
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
    if not [slot for town in s.town for slot in town if wanders[face[slot]]]:
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
    s.tell("reset", s.start, len(stay), len(new))  # reset.8
    if s.advanced and s.left and s.favor_seat == NOWHERE and s.favor_card not in stay:
        place_favor(s)  # reset.6, reset.7


def place_favor(s: Village) -> None:
    """A die decides on which card of the pool the King's Favor lies (setup.9)."""
    die = s.roll()
    s.favor_card = s.pool[die - 1]
    s.tell("placed_favor", s.start, die, s.favor_card)
