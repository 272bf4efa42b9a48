"""Option Phase: the players fill the action spaces."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Step
from knaves.games.arch_villain.cards.names import ITEMS, TOKENS
from knaves.games.arch_villain.state import HeroCity

PLACE = Menu("place")
ON = Menu("on", 2)
ALL_ITEMS = list(range(len(ITEMS)))


def placeable(s: HeroCity, item: int) -> bool:
    """Whether the box can still give this item (R17, R29)."""
    if item < TOKENS:
        return s.supply[item] >= s.box.amount[item]
    return bool(s.decks[item - TOKENS]) or s.can_draw(item - TOKENS)


def placeable_items(s: HeroCity) -> list[int]:
    """The items that the box can still give."""
    if min(s.supply) >= max(s.box.amount) and s.decks[0] and s.decks[1] and s.decks[2]:
        return ALL_ITEMS  # nearly always
    return [item for item in ALL_ITEMS if placeable(s, item)]


def placements_left(s: HeroCity, seat: int) -> int:
    """How many items this seat may still put down in this round's option phase."""
    place, rounds = s.order.index(seat), s.box.placements[s.round]
    return max(0, rounds - (s.stocked + s.seats - 1 - place) // s.seats)


class OptionPhase(Step[HeroCity]):
    """One item each, round and round, until all have placed as many as the round says (option.4)."""

    lines = ("choose", "where", "put")
    asks = {"choose": ("", "option.1"), "where": ("", "option.5")}

    def prompt(self, s: HeroCity, seat: int) -> str:
        if self.lines[self.line] == "where":
            return f"On which action space do you put {s.box.tables.item[self.answer[1]].name}?"
        left = placements_left(s, seat)
        more = f"{left} still to place" if left > 1 else "your last this round"
        return f"Choose an item to put on an action space ({more})."

    def choose(self, s: HeroCity) -> Choice | None:
        last = s.box.placements[s.round] * s.seats
        items = placeable_items(s) if s.stocked < last else []
        if not items:  # all have placed, or the box is empty
            s.stocked = last
            self.go("end")
            return None
        return Choice(s.order[s.stocked % s.seats], PLACE.row(items))

    def where(self, s: HeroCity) -> Choice:
        return Choice(s.order[s.stocked % s.seats], ON[self.answer[1]].row(s.box.open[s.seats]))

    def put(self, s: HeroCity) -> None:
        item, at = self.answer[1], self.answer[2]
        seat = s.order[s.stocked % s.seats]
        if item < TOKENS:
            s.supply[item] -= s.box.amount[item]
            s.tokens[at * TOKENS + item] += 1
            s.tell("placed", seat, item, at)
        else:
            slot = s.draw(item - TOKENS)
            s.lay(slot, at)
            s.tell("placed_card", seat, slot, at)
        s.stocked += 1
        self.go("choose")

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "space" and 0 <= thing < len(s.box.spaces) and thing not in s.box.open[s.seats]:
            least = s.box.spaces[thing].players
            return Refused(f"This space is open only with {least} players or more.", "option.6")
        choosing = self.lines[self.line] == "choose"
        if kind == "space" and choosing and 0 <= thing < len(s.box.spaces):
            return Refused("Choose what to put down first.", "option.1")
        if kind == "item" and 0 <= thing < len(ITEMS):
            if choosing and thing < TOKENS and s.supply[thing]:
                group = s.box.tables.item[thing].name
                left = s.supply[thing]
                return Refused(f"The box has {left} left, and {group} are put down whole.", "option.3")
            if choosing:
                return Refused("The box has no more of these to put down.", "option.2")
            return Refused("You have chosen an item; now its space.", "option.5")
        return None
