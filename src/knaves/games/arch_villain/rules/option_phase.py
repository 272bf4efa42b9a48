"""Option Phase: the players fill the action spaces."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.arch_villain.cards import TOKENS
from knaves.games.arch_villain.state import City


def placeable(s: City, item: int) -> bool:
    """Whether the box can still give this item (R17, R29)."""
    if item < TOKENS:
        return s.supply[item] >= s.box.amount[item]
    return bool(s.decks[item - TOKENS]) or s.can_draw(item - TOKENS)


def placements(s: City) -> list[Option]:
    """Every item on every open space, as far as the box can give it."""
    supply, amount, decks = s.supply, s.box.amount, s.decks
    if (
        supply[0] >= amount[0]
        and supply[1] >= amount[1]
        and supply[2] >= amount[2]
        and supply[3] >= amount[3]
        and decks[0]
        and decks[1]
        and decks[2]
    ):
        return s.box.placing_all[s.seats]
    options: list[Option] = []
    for item, rows in enumerate(s.box.placing[s.seats]):
        if placeable(s, item):
            options += rows
    return options


class OptionPhase(Step[City]):
    """One item each, round and round, until all have placed as many as the round says (option.4)."""

    lines = ("choose", "put")
    asks = {"choose": ("Put an item on one of the action spaces.", "option.1")}

    done: int = 0  # items placed by all together

    def choose(self, s: City) -> Choice | None:
        done = self.done
        if done >= s.box.placements[s.round] * s.seats:
            self.go("end")
            return None
        options = placements(s)
        if not options:
            self.go("end")
            return None
        return Choice(s.order[done % s.seats], options)

    def put(self, s: City) -> None:
        _, item, at, *_ = self.answer
        seat = s.order[self.done % s.seats]
        if item < TOKENS:
            s.supply[item] -= s.box.amount[item]
            s.tokens[at * TOKENS + item] += 1
            s.tell("placed", seat, item, at)
        else:
            slot = s.draw(item - TOKENS)
            s.lay(slot, at)
            s.tell("placed_card", seat, slot, at)
        self.done += 1
        self.line = 0

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "space" and 0 <= thing < len(s.box.spaces) and thing not in s.box.open[s.seats]:
            least = s.box.spaces[thing].players
            return Refused(f"This space is open only with {least} players or more.", "option.6")
        if kind == "item" and 0 <= thing < 7:
            return Refused("The box has no more of these to put down.", "option.3")
        return None
