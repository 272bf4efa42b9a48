"""What is in the box: cards, villains, goals and the board, read from TOML into tables indexed by face."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

from knaves.core.cards import Card, Effect, Source, own_or_house, read_rows
from knaves.core.errors import BadCards

SPY = 5  # the goal after the five villains

# -- the vocabulary -----------------------------------------------------------------------------------


class Coins(Effect, tag="coins"):
    """Every player gets coins from the Bank."""

    amount: int


class Cards(Effect, tag="cards"):
    """Every player draws Support cards."""

    amount: int


class Breakthrough(Effect, tag="breakthrough"):
    """The active player may draw a cube from the bag and put it on the board."""


class Buffers(Effect, tag="buffers"):
    """Every track gets a cube at its bottom end, where there is room."""


Reward: TypeAlias = Coins | Cards | Breakthrough | Buffers


class Ability(Effect):
    """Something a villain lets its user do, so many times; "level" reads the Ability Level arrow."""

    amount: int | Literal["level"] = 1


class MoveMission(Ability, tag="move_mission"):
    """The Mission marker moves that many spaces."""


class DrawCards(Ability, tag="draw_cards"):
    """Support cards from the deck into hand."""


class PlaceCards(Ability, tag="place_cards"):
    """Cards from hand, face down, on Mission locations."""


class TakeCoins(Ability, tag="take_coins"):
    """Coins from the Bank."""


class BagCube(Ability, tag="bag_cube"):
    """A cube from behind the screen, secretly, into the bag."""


class PullCubes(Ability, tag="pull_cubes"):
    """Cubes from the bag, each on its own villain's track."""


Power: TypeAlias = MoveMission | DrawCards | PlaceCards | TakeCoins | BagCube | PullCubes


class Bought(Effect):
    """What a revealed player may buy."""

    cost: int
    amount: int
    when: Literal["any", "resolution"]


class BuyMove(Bought, tag="move_mission"):
    """The Mission marker moves."""


class BuyCards(Bought, tag="draw_cards"):
    """Support cards into hand."""


class BuyPlace(Bought, tag="place_cards"):
    """An extra card to a Mission location."""


class SiftBag(Bought, tag="sift_bag"):
    """A cube drawn for each `cost`; one of them goes on the board, the others back."""


class RaiseResult(Bought, tag="raise_result"):
    """The result of the mission rises by `amount` for each `cost`."""


class RemoveCard(Bought, tag="remove_card"):
    """One card is taken out of the mission."""


Purchase: TypeAlias = BuyMove | BuyCards | BuyPlace | SiftBag | RaiseResult | RemoveCard


class TakeCube(Effect, tag="take_cube"):
    """The cube at the bottom of this villain's track."""

    villain: str


class TakeHand(Effect, tag="take_hand"):
    """The cards in the accused's hand."""


Prize: TypeAlias = TakeCube | TakeHand | MoveMission | DrawCards | PlaceCards | TakeCoins | BagCube


class PowerAt(Effect, tag="power_at"):
    villain: str
    amount: int


class EmptyTracks(Effect, tag="empty_tracks"):
    amount: int


# -- the rows -----------------------------------------------------------------------------------------


class Support(Card):
    top: int
    villain: str = ""
    bottom: int | None = None


class Mission(Card):
    number: int
    effects: tuple[Reward, ...] = ()


class Villain(Card):
    colour: str
    cost: int
    arrows: tuple[int, int, int, int, int, int]
    arrows_source: Source
    action: Power
    power: Power


class Goal(Card):
    wins: PowerAt | EmptyTracks
    revealed: Purchase
    accuser: tuple[Prize, ...]
    revealed_source: Source = "rulebook"


class OwnCards(msgspec.Struct, forbid_unknown_fields=True):
    """What a player's own card file may hold: the Support cards, the missions, or both."""

    card: tuple[Support, ...] = ()
    mission: tuple[Mission, ...] = ()


class Villains(msgspec.Struct, forbid_unknown_fields=True):
    villain: tuple[Villain, ...]


class Goals(msgspec.Struct, forbid_unknown_fields=True):
    goal: tuple[Goal, ...]


class Rondel(msgspec.Struct, forbid_unknown_fields=True):
    order: tuple[str, ...]
    source: Source
    text: str


class Track(msgspec.Struct, forbid_unknown_fields=True):
    buffers: int
    spaces: int
    start: int
    source: Source


class Contents(msgspec.Struct, forbid_unknown_fields=True):
    coins: int
    cubes_per_colour: int
    source: Source


class Start(msgspec.Struct, forbid_unknown_fields=True):
    hand: int
    coins: int
    bag_per_colour: int
    source: Source


class Accusation(msgspec.Struct, forbid_unknown_fields=True):
    stake: int
    free_at_power: int
    source: Source


class Board(msgspec.Struct, forbid_unknown_fields=True):
    rondel: Rondel
    track: Track
    box: Contents
    start: Start
    accusation: Accusation


# What an ability does, as a number: the rules look at this, never at which villain it is.
MOVE, DRAW, PLACE, COIN, BAG, PULL, SIFT, RAISE, REMOVE, CUBE, HAND = range(11)

_SORTS: tuple[tuple[type[Effect], int], ...] = (
    (MoveMission, MOVE),
    (BuyMove, MOVE),
    (DrawCards, DRAW),
    (BuyCards, DRAW),
    (PlaceCards, PLACE),
    (BuyPlace, PLACE),
    (TakeCoins, COIN),
    (BagCube, BAG),
    (PullCubes, PULL),
    (SiftBag, SIFT),
    (RaiseResult, RAISE),
    (RemoveCard, REMOVE),
    (TakeCube, CUBE),
    (TakeHand, HAND),
)


def _sort_of(effect: Effect) -> int:
    return next(number for kind, number in _SORTS if isinstance(effect, kind))


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
        self.action = tuple(_sort_of(row.action) for row in self.villains)
        self.action_amount = tuple(int(row.action.amount) for row in self.villains)
        self.power = tuple(_sort_of(row.power) for row in self.villains)
        self.bought = tuple(_sort_of(row.revealed) for row in self.goals)
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
        return _sort_of(prize), 0 if isinstance(prize, TakeHand) else int(prize.amount)


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
    board = read_rows(_data("board.toml"), "board.toml", Board)
    house = _data("cards/support.toml") + "\n" + _data("cards/missions.toml")
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
    villains = read_rows(_data("cards/villains.toml"), "cards/villains.toml", Villains).villain
    goals = read_rows(_data("cards/goals.toml"), "cards/goals.toml", Goals).goal
    return Box(support, missions, villains, goals, board)
