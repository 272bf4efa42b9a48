"""What an eye may know."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from knaves.core.game import View
from knaves.games.villagers.cards.effects import PHASES
from knaves.games.villagers.rules.earning import earnings
from knaves.games.villagers.rules.pillage import pillage_loss
from knaves.games.villagers.rules.score import ScoreColumn, sheets
from knaves.games.villagers.state import NOWHERE, Village


class AbilityView(TypedDict):
    """What a card does when it is used: the verb of the card file, and what it costs."""

    verb: str
    phase: int
    amount: int
    cost: int
    vend: int | None
    owner_gets: int


class WorthView(TypedDict):
    """Town value at the end: an amount for every so many things of a kind, so many times at most."""

    amount: int
    per: str
    each: int
    most: int


class CardView(TypedDict):
    """A card that the eye knows. Which numbers it has depends on its kind."""

    id: str
    card: str
    name: str
    kind: str
    text: str
    house: bool  # some of it is our own design
    pair: str
    ability: AbilityView | None
    worth: list[WorthView]
    wins: int  # successes it takes to defeat
    immune: list[str]  # of "town", "hero", "mob", "favor"
    toll: int | None  # other Mayors with this much gold pay for it
    price: NotRequired[int]
    value: NotRequired[int]
    earnings: NotRequired[int]
    bonus: NotRequired[int]
    defeat: NotRequired[int]
    pillage: NotRequired[int]
    loot: NotRequired[int]


class MayorView(TypedDict):
    id: str
    seat: int
    gold: int
    town: list[CardView]
    hand: list[CardView]  # what the eye knows of it
    unknown: int  # cards of the hand that it does not
    mob: bool
    earnings: int
    pillage: int
    sold: int
    ordinance: bool  # still to be passed
    score: dict[str, int]  # the sheet if the game ended now, by what the eye knows


class TurnView(TypedDict):
    """The turn that runs, as far as it has been declared."""

    seat: int | None
    aim: str | None
    rolls: int
    ready: list[str]
    first: int
    each: int
    shield: int
    cut: int


class VillageView(TypedDict):
    """All that a seat may know. Pages, the terminal and bots read this and nothing else."""

    you: int | None
    advanced: bool
    round: int
    phase: int
    phase_name: str
    start: int
    favor_seat: int | None
    favor_card: str | None
    bank: int
    deck: int
    gone: int
    town_size: int
    pool: list[CardView]
    mayors: list[MayorView]
    turn: TurnView
    over: str | None


def see(s: Village, eye: int) -> View:
    columns = sheets(s, eye)
    view: VillageView = {
        "you": eye if eye < s.seats else None,
        "advanced": s.advanced,
        "round": s.round,
        "phase": s.phase,
        "phase_name": PHASES[s.phase],
        "start": s.start,
        "favor_seat": s.favor_seat if s.favor_seat != NOWHERE else None,
        "favor_card": f"card:{s.favor_card}" if s.favor_card in s.pool else None,
        "bank": s.bank,
        "deck": s.left,
        "gone": len(s.gone),
        "town_size": s.town_size(),
        "pool": [card_view(s, slot) for slot in s.pool],
        "mayors": [mayor_view(s, seat, eye, columns[seat]) for seat in range(s.seats)],
        "turn": {
            "seat": s.active if s.active != NOWHERE else None,
            "aim": f"card:{s.aim}" if s.aim != NOWHERE else None,
            "rolls": s.rolls,
            "ready": [f"card:{slot}" for slot in s.ready],
            "first": s.first,
            "each": s.each,
            "shield": s.shield,
            "cut": s.cut,
        },
        "over": s.result.reason if s.result else None,
    }
    return cast(View, view)


def mayor_view(s: Village, seat: int, eye: int, column: ScoreColumn) -> MayorView:
    known = [slot for slot in s.hand[seat] if s.sees(eye, slot)]
    return {
        "id": f"seat:{seat}",
        "seat": seat,
        "gold": s.gold[seat],
        "town": [card_view(s, slot) for slot in s.town[seat]],
        "hand": [card_view(s, slot) for slot in known],
        "unknown": len(s.hand[seat]) - len(known),
        "mob": s.mob_of(seat) != NOWHERE,
        "earnings": earnings(s, seat),
        "pillage": pillage_loss(s, seat),
        "sold": s.sold[seat] if s.sold else 0,
        "ordinance": s.ordinance and not s.decreed >> seat & 1,
        "score": {**column._asdict(), "total": column.total},
    }


def card_view(s: Village, slot: int) -> CardView:
    view = s.box.printed[s.face[slot]].copy()
    view["id"] = f"card:{slot}"
    return cast(CardView, view)
