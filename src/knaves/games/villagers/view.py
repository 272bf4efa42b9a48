"""What an eye may know."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from knaves.core.words import odds_words
from knaves.games.villagers.cards.effects import DEFEND, PHASES, RECRUIT
from knaves.games.villagers.rules.bonus import attempts_at
from knaves.games.villagers.rules.dice import chance
from knaves.games.villagers.rules.earning import earnings
from knaves.games.villagers.rules.pillage import pillage_loss
from knaves.games.villagers.rules.recruit import recruit_chance
from knaves.games.villagers.rules.score import ScoreColumn, sheets
from knaves.games.villagers.state import NOWHERE, Village


class AbilityView(TypedDict):
    """What a card does when it is used: the verb of the card file, and what it costs."""

    verb: str
    phase: int
    amount: int
    on: str  # a bonus for "town" or "hero" DEFENSE only; else "any"
    kind: str  # one more card, or a lower price, for this kind of card only; else "any"
    cost: int
    vend: int | None
    owner_gets: int
    does: str  # in words


class WorthView(TypedDict):
    """Town value at the end: an amount for every so many things of a kind, so many times at most."""

    amount: int
    per: str
    each: int
    most: int


class VillageCardView(TypedDict):
    """A card that the eye knows. Which numbers it has depends on its kind."""

    id: str
    card: str
    name: str
    kind: str
    text: str
    house: bool  # some of it is our own design
    pair: str  # the id of the card it pairs with, or "any citizen"
    partner: str  # the same as it is called
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
    town: list[VillageCardView]
    hand: list[VillageCardView]  # what the eye knows of it
    unknown: int  # cards of the hand that it does not
    mob: bool
    earnings: int
    pillage: int
    secret: list[str]  # cards of the hand, as far as the eye knows them, that others do not know
    sold: int  # recruit rolls sold by Pony Express
    ordinance: bool  # still to be passed
    score: dict[str, int]  # the sheet if the game ended now, by what the eye knows


class ChanceView(TypedDict):
    """What somebody may try with a die: which card it is about, and how it stands."""

    id: str  # the card of the pool, or the hero that attacks; "town" for a TOWN DEFENSE
    bonus: int  # to the (first) roll
    need: int  # the number to be reached by the (first) die
    chance: float
    more: float  # the chance with one more roll
    odds: str  # the chance in words


class GoneCardView(TypedDict):
    """A card that is out of the game."""

    card: str
    name: str


class TargetView(ChanceView):
    """A challenge that may be attacked, with the likeliest attempt against it as things are."""

    by: str  # "town", or the hero's card


class TurnView(TypedDict):
    """The turn that runs, as far as it has been declared."""

    seat: int | None
    aim: str | None
    rolls: int
    ready: list[str]
    hits: dict[str, int]  # by challenge: successes of this turn against those that take several
    first: int
    on: str  # some of it is for a DEFENSE by the "town" or a "hero" only; else "any"
    each: int
    shield: int
    cut: int
    chances: list[
        ChanceView
    ]  # of each card of the pool (Recruit), of each attempt (Defend, once a target is named)
    targets: list[TargetView]  # Defend, before one is named


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
    favor_rests: bool  # its holder wants no more questions in this round
    ordinance: bool  # the variants
    pony: bool
    turns: int  # begun in this phase
    fresh: list[str]  # cards that came to a town in this phase: they work from the next one (timing.1)
    bank: int
    deck: int
    gone: list[GoneCardView]
    town_size: int
    pool: list[VillageCardView]
    mayors: list[MayorView]
    turn: TurnView
    over: str | None


def view(s: Village, eye: int) -> VillageView:
    columns = sheets(s, eye)
    return {
        "you": eye if eye < s.seats else None,
        "advanced": s.advanced,
        "round": s.round,
        "phase": s.phase,
        "phase_name": PHASES[s.phase],
        "start": s.start,
        "favor_seat": s.favor_seat if s.favor_seat != NOWHERE else None,
        "favor_card": f"card:{s.favor_card}" if s.favor_card in s.pool else None,
        "favor_rests": s.favor_rests,
        "ordinance": s.ordinance,
        "pony": s.pony,
        "turns": s.turn,
        "fresh": [f"card:{slot}" for slot in s.fresh],
        "bank": s.bank,
        "deck": s.left,
        "gone": [gone_view(s, slot) for slot in s.gone],
        "town_size": s.town_size(),
        "pool": [card_view(s, slot) for slot in s.pool],
        "mayors": [mayor_view(s, seat, eye, columns[seat]) for seat in range(s.seats)],
        "turn": {
            "seat": s.active if s.active != NOWHERE else None,
            "aim": f"card:{s.aim}" if s.aim != NOWHERE else None,
            "rolls": s.rolls,
            "ready": [f"card:{slot}" for slot in s.ready],
            "hits": {f"card:{slot}": s.hits.count(slot) for slot in s.hits if slot in s.town[s.active]},
            "first": s.first,
            "on": next((by for by in ("town", "hero") if s.amount(by, 0)), "any"),
            "each": s.each,
            "shield": s.shield,
            "cut": s.cut,
            "chances": chances(s),
            "targets": targets(s),
        },
        "over": s.result.reason if s.result else None,
    }


def favor_waits(view: VillageView) -> bool:
    """Is the King's Favor in the bank, where a spent one waits for the next Reset (favor.4)?"""
    return view["advanced"] and view["favor_seat"] is None and view["favor_card"] is None


def is_new(view: VillageView, card: VillageCardView) -> bool:
    """Did this card come to a town in the phase that runs (timing.1)?"""
    return card["id"] in view["fresh"] and not view["over"]


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
        "secret": [f"card:{slot}" for slot in known if s.seen[slot] != s.everyone],
        "sold": s.sold[seat] if s.sold else 0,
        "ordinance": s.ordinance and seat not in s.decreed,
        "score": {**column._asdict(), "total": column.total},
    }


def chances(s: Village) -> list[ChanceView]:
    """What the dice may do for the Mayor on turn: odds lie open to everybody who can count."""
    if s.active == NOWHERE:
        return []
    if s.phase == RECRUIT:
        found = []
        for place, slot in enumerate(s.pool, 1):
            bonus = s.each + s.first
            now, more = recruit_chance(s, place), recruit_chance(s, place, 1)
            found.append(chance_view(f"card:{slot}", bonus, 1 if place == 1 else place - bonus, now, more))
        return found
    if s.phase != DEFEND or s.aim == NOWHERE:
        return []
    defeat = s.box.defeat[s.face[s.aim]]
    tries = [(attacker(by), bonus) for by, bonus in attempts_at(s, s.aim)]
    return [chance_view(by, b, defeat - b, chance(defeat - b), chance(defeat - b)) for by, b in tries]


def attacker(by: int) -> str:
    return "town" if by == NOWHERE else f"card:{by}"


def targets(s: Village) -> list[TargetView]:
    if s.phase != DEFEND or s.active == NOWHERE or s.aim != NOWHERE:
        return []
    found: list[TargetView] = []
    for slot in s.challenges(s.active):
        defeat = s.box.defeat[s.face[slot]]
        tries = [(bonus, attacker(by)) for by, bonus in attempts_at(s, slot)]
        if tries:
            bonus, by = max(tries)
            now = chance(defeat - bonus)
            found.append({**chance_view(f"card:{slot}", bonus, defeat - bonus, now, now), "by": by})
    return found


def chance_view(by: str, bonus: int, need: int, now: float, more: float) -> ChanceView:
    return {"id": by, "bonus": bonus, "need": need, "chance": now, "more": more, "odds": odds_words(now)}


def gone_view(s: Village, slot: int) -> GoneCardView:
    row = s.box.cards[s.face[slot]]
    return {"card": row.id, "name": row.name}


def card_view(s: Village, slot: int) -> VillageCardView:
    view = s.box.printed[s.face[slot]].copy()
    view["id"] = f"card:{slot}"
    return cast(VillageCardView, view)
