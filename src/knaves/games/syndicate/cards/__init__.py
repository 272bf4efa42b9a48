"""What is in the box: cards, villains, goals and the board, read from TOML into tables indexed by face."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from knaves.core.cards import own_or_house, read_rows
from knaves.core.errors import BadCards
from knaves.games.syndicate.cards.effects import CUBE, Cards, Coins, Prize, TakeCube, TakeHand, sort_of
from knaves.games.syndicate.cards.rows import (
    Board,
    Goal,
    Goals,
    Mission,
    OwnCards,
    Support,
    Villain,
    Villains,
)

SPY = 5  # the goal after the five villains


class Box:
    """The static side of the game. Villains, spaces and colours are numbered clockwise round the rondel."""

    def __init__(
        self,
        support: tuple[Support, ...],
        missions: tuple[Mission, ...],
        villains: tuple[Villain, ...],
        goals: tuple[Goal, ...],
        board: Board,
    ) -> None:
        number = {name: n for n, name in enumerate(board.rondel.order)}
        self.board = board
        self.support = support
        self.missions = missions
        self.villains = tuple(sorted(villains, key=lambda row: number[row.id]))
        self.goals = tuple(sorted(goals, key=lambda row: number.get(row.id, SPY)))
        self.number = number
        self.villain_of = tuple(number.get(card.villain, -1) for card in support)
        # value[location][face]: what a Support card counts in a mission there (mission.7, mission.8)
        self.value = tuple(
            tuple(
                card.top
                if card.bottom is None or number[card.villain] not in (place, (place - 1) % 5)
                else card.bottom
                for card in support
            )
            for place in range(5)
        )
        # level[villain][top cell + 1]: the Ability Level arrow; cell -1 is an empty track
        self.level = tuple(
            tuple(row.arrows[max(0, cell - 1)] for cell in range(-1, 7)) for row in self.villains
        )
        self.cost = tuple(row.cost for row in self.villains)
        self.action = tuple(sort_of(row.action) for row in self.villains)
        self.action_amount = tuple(int(row.action.amount) for row in self.villains)
        self.power = tuple(sort_of(row.power) for row in self.villains)
        self.bought = tuple(sort_of(row.revealed) for row in self.goals)
        self.price = tuple(row.revealed.cost for row in self.goals)
        self.bought_amount = tuple(row.revealed.amount for row in self.goals)
        # prizes[goal]: what its accuser gets, as (sort, amount or villain)
        self.prizes = tuple(tuple(self._prize(prize) for prize in row.accuser) for row in self.goals)
        self.target = tuple(mission.number for mission in missions)
        self.coins = tuple(
            sum(effect.amount for effect in row.effects if isinstance(effect, Coins)) for row in missions
        )
        self.cards = tuple(
            sum(effect.amount for effect in row.effects if isinstance(effect, Cards)) for row in missions
        )

    def _prize(self, prize: Prize) -> tuple[int, int]:
        if isinstance(prize, TakeCube):
            return CUBE, self.number[prize.villain]
        return sort_of(prize), 0 if isinstance(prize, TakeHand) else int(prize.amount)


def _data(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _check(own: OwnCards, file: str, order: tuple[str, ...]) -> None:
    """As many cards as the box has, each id once, villains that exist (box.1)."""
    for what, rows, count in (("Support cards", own.card, 60), ("missions", own.mission, 12)):
        total = sum(row.copies for row in rows)
        if rows and total != count:
            raise BadCards(f"{file}: the box has {count} {what}, not {total}.")
        ids = [row.id for row in rows]
        for one in ids:
            if ids.count(one) > 1:
                raise BadCards(f"{file}: the id {one!r} is there twice.")
    for row in own.card:
        if row.villain and row.villain not in order:
            raise BadCards(f"{file}: {row.id} names {row.villain!r}; the villains are {', '.join(order)}.")
        if bool(row.villain) != (row.bottom is not None):
            raise BadCards(f"{file}: {row.id} needs a villain and a bottom value, or neither of them.")
    named = {row.villain for row in own.card if row.villain}
    if own.card and len(named) < 1:
        raise BadCards(f"{file}: no Support card names a villain, so the markers cannot be set up.")


def _own(own: str) -> tuple[OwnCards, Board]:
    """What a player's file holds, checked; ours where it is silent."""
    board = read_rows(_data("board.toml"), "cards/board.toml", Board)
    house = _data("support.toml") + "\n" + _data("missions.toml")
    text, name = own_or_house(own, house, "cards/")
    theirs = read_rows(text, name, OwnCards)
    _check(theirs, name, board.rondel.order)
    return theirs, board


def holds(own: str) -> str:
    """What a file of one's own replaces, in words."""
    theirs, _ = _own(own)
    support = "60 Support cards" if theirs.card else "our Support cards"
    missions = "12 missions" if theirs.mission else "our missions"
    box(own)
    return f"{support} and {missions}"


@cache
def box(own: str = "") -> Box:
    """The box, with a player's own Support cards and missions in it if a file is given."""
    theirs, board = _own(own)
    ours, _ = _own("")
    support = tuple(row for row in theirs.card or ours.card for _ in range(row.copies))
    missions = tuple(row for row in theirs.mission or ours.mission for _ in range(row.copies))
    villains = read_rows(_data("villains.toml"), "cards/villains.toml", Villains).villain
    goals = read_rows(_data("goals.toml"), "cards/goals.toml", Goals).goal
    return Box(support, missions, villains, goals, board)
