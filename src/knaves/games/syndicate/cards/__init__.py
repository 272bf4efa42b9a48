"""What is in the box: cards, villains, goals and the board, read from TOML into tables indexed by face."""

from __future__ import annotations

from functools import cache, lru_cache

from knaves.core.cards import (
    check_cards,
    check_other_names,
    faces,
    house_rows,
    house_text,
    own_or_house,
    read_rows,
    wrong,
)
from knaves.games.syndicate.cards.effects import Cards, Coins, Prize, TakeCube, TakeHand, sort_of
from knaves.games.syndicate.cards.names import CUBE
from knaves.games.syndicate.cards.rows import (
    BoardFile,
    Goal,
    Goals,
    Mission,
    OwnCards,
    SupportCard,
    Villain,
    VillainFile,
)

SPY = 5  # the goal after the five villains
SUPPORT_CARDS, MISSIONS = 60, 12  # box.1
MARKERS = 2  # each is set up by a Support card with a villain (setup.6, setup.7)


class SyndicateBox:
    """The static side of the game. Villains, spaces and colours are numbered clockwise round the rondel."""

    def __init__(
        self,
        support: tuple[SupportCard, ...],
        missions: tuple[Mission, ...],
        villains: tuple[Villain, ...],
        goals: tuple[Goal, ...],
        board: BoardFile,
    ) -> None:
        number = {name: n for n, name in enumerate(board.rondel.order)}
        self.kept: dict[str, dict[object, object]] = {}
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
        self.hand = board.start.hand
        self.track_start = board.track.start
        self.stake, self.free_at_power = board.accusation.stake, board.accusation.free_at_power
        self.keys = tuple(row.id for row in self.villains)
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
        self.coins = tuple(sum_of(row, Coins) for row in missions)
        self.cards = tuple(sum_of(row, Cards) for row in missions)

    def _prize(self, prize: Prize) -> tuple[int, int]:
        if isinstance(prize, TakeCube):
            return CUBE, self.number[prize.villain]
        return sort_of(prize), 0 if isinstance(prize, TakeHand) else int(prize.amount)


def _check(own: OwnCards, text: str, file: str, board: BoardFile) -> None:
    """As many cards as the box has, each id once, villains that exist, rewards the box can pay (box.1)."""
    for table, what, rows, count in (
        ("card", "Support cards", own.card, SUPPORT_CARDS),
        ("mission", "missions", own.mission, MISSIONS),
    ):
        check_cards(rows, text, file, {}, "id", table)
        total = sum(row.copies for row in rows)
        if rows and total != count:
            last = len(rows) - 1
            wrong(
                text, file, f"$.{table}[{last}]", f"the box has {count} {what}; with this one it is {total}."
            )
    for n, card in enumerate(own.card):
        _check_support(card, f"$.card[{n}]", text, file, board)
    for n, mission in enumerate(own.mission):
        coins, cards = sum_of(mission, Coins), sum_of(mission, Cards)
        if coins > board.box.coins or cards > SUPPORT_CARDS:
            most = f"{board.box.coins} coins and {SUPPORT_CARDS} cards"
            wrong(
                text, file, f"$.mission[{n}].effects", f"{mission.id} pays more than the {most} of the box."
            )
    if own.card and sum(card.copies for card in own.card if card.villain) < MARKERS:
        said = "two Support cards must name a villain, or the markers cannot be set up."
        wrong(text, file, f"$.card[{len(own.card) - 1}]", said)


def _check_support(card: SupportCard, path: str, text: str, file: str, board: BoardFile) -> None:
    order = board.rondel.order
    if card.villain and card.villain not in order:
        said = f"{card.id} names {card.villain!r}; the villains are {', '.join(order)}."
        wrong(text, file, f"{path}.villain", said)
    if bool(card.villain) != (card.bottom is not None):
        wrong(text, file, path, f"{card.id} needs a villain and a bottom value, or neither of them.")


def sum_of(mission: Mission, kind: type[Coins] | type[Cards]) -> int:
    """How much of it everybody gets for this mission."""
    return sum(effect.amount for effect in mission.effects if isinstance(effect, kind))


def _own(own: str) -> tuple[OwnCards, BoardFile]:
    """What a player's file holds, checked; ours where it is silent."""
    board = house_rows(__package__, "board.toml", BoardFile)
    house = "\n".join(house_text(__package__, name) for name in ("support.toml", "missions.toml"))
    text, name = own_or_house(own, house, "cards/")
    theirs = read_rows(text, name, OwnCards)
    _check(theirs, text, name, board)
    if own:
        _check_names(theirs, text, name)
    return theirs, board


@cache
def _ours() -> OwnCards:
    """Not read again for every file of a player."""
    return _own("")[0]


@cache
def _printed() -> tuple[tuple[Villain, ...], tuple[Goal, ...]]:
    """The villains and the goals, which no file replaces."""
    villains = house_rows(__package__, "villains.toml", VillainFile).villain
    return villains, house_rows(__package__, "goals.toml", Goals).goal


def _check_names(theirs: OwnCards, text: str, file: str) -> None:
    """Cards of two decks are not called alike either: log and gallery name them without their kind."""
    ours = _ours()
    villains, goals = _printed()
    support, missions = theirs.card or ours.card, theirs.mission or ours.mission
    names = [row.name for row in (*villains, *goals)]
    check_other_names(theirs.card, [*names, *(row.name for row in missions)], text, file)
    check_other_names(theirs.mission, [*names, *(row.name for row in support)], text, file, "mission")


def holds(own: str) -> str:
    """What a file of one's own replaces, in words."""
    theirs, _ = _own(own)
    support = f"{SUPPORT_CARDS} Support cards" if theirs.card else "our Support cards"
    missions = f"{MISSIONS} missions" if theirs.mission else "our missions"
    return f"{support} and {missions}"


@lru_cache(maxsize=16)  # card files come from strangers
def box(own: str = "") -> SyndicateBox:
    """The box, with a player's own Support cards and missions in it if a file is given."""
    theirs, board = _own(own)
    ours = _ours()
    support = faces(theirs.card or ours.card)
    missions = faces(theirs.mission or ours.mission)
    villains, goals = _printed()
    return SyndicateBox(tuple(support), tuple(missions), villains, goals, board)
