"""What stands on the board: the pool with its odds, every town a street, the sheet as it would be now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from knaves.core.board import Board, BoardScene, BoardSeat, BoardThrow, joined, signed
from knaves.core.words import counted, odds_words
from knaves.games.villagers.cards.effects import PHASES, RECRUIT
from knaves.games.villagers.rules.dice import SIDES, chance
from knaves.games.villagers.rules.recruit import rolls_held
from knaves.games.villagers.screen.stakes import at_stake, attempts
from knaves.games.villagers.view import (
    ChanceView,
    MayorView,
    VillageCardView,
    VillageView,
    favor_waits,
    is_new,
)

POOL = 7  # places
COLUMNS = ("town_value", "civility", "heroic", "victory", "largest_town", "matchmaker", "total")


class PhaseStep(msgspec.Struct, frozen=True):
    number: int
    name: str
    done: bool
    now: bool


class Figure(msgspec.Struct, frozen=True):
    """A number on a card: beside a coin ("") or an icon."""

    icon: str
    text: str
    title: str


class PoolFace(msgspec.Struct, frozen=True):
    """A card of the pool as it is printed."""

    key: str
    name: str
    value: str
    text: str
    first: Figure
    others: list[Figure]
    house: bool


class PoolPlace(msgspec.Struct, frozen=True):
    id: str
    place: int
    range: str  # what must be rolled
    choosable: bool
    css: str
    face: PoolFace
    favor: bool
    bar: int  # the chance in hundredths, and with one more roll
    more: int
    odds: str


class Lot(msgspec.Struct, frozen=True):
    """A card of a town."""

    id: str
    key: str
    kind: str
    label: str
    value: str
    css: str


class HandFace(msgspec.Struct, frozen=True):
    """A card in the own hand."""

    id: str
    key: str
    kind: str
    name: str
    note: str
    number: int | None
    css: str


class Town(msgspec.Struct, frozen=True):
    letter: str
    name: str
    note: str
    css: str
    gold: int
    cards: int
    in_hand: str  # what everybody knows of these cards
    size: str
    earnings: int
    pillage: int
    starts: bool
    favor: bool
    pick: str  # the class of the button that chooses this Mayor; "" where nobody is chosen
    seat: str
    score: str
    leads: bool
    lots: list[Lot]
    free: int
    own: bool
    hand: list[HandFace]  # of the own town
    known: list[Lot]  # cards in another's hand that can be chosen
    mob: bool
    won: int
    won_names: str


class SheetRow(msgspec.Struct, frozen=True):
    letter: str
    name: str
    numbers: list[str]


class VillageBoard(Board, frozen=True, kw_only=True):
    round: int
    phases: list[PhaseStep]
    pool: list[PoolPlace]
    dice: Sequence[BoardThrow]
    back: bool  # there is room for the deck
    deck: int
    bank: int
    favor_waits: bool  # the King's Favor is in the bank
    gone: int
    gone_names: str
    rolls: str
    towns: list[Town]
    many: int  # towns
    sheet: list[SheetRow]


def board(scene: BoardScene) -> VillageBoard:
    view = cast(VillageView, scene.view)
    best = max(mayor["score"]["total"] for mayor in view["mayors"])
    seats = [*scene.rivals()] + ([scene.seats[scene.eye]] if scene.eye is not None else [])
    stakes, hints = at_stake(scene, view)
    return VillageBoard(
        stakes=stakes,
        hints=hints,
        tiles=attempts(scene, view),
        round=view["round"],
        phases=[
            PhaseStep(number, name, number < view["phase"], number == view["phase"])
            for number, name in enumerate(PHASES)
            if number
        ],
        pool=pool(scene, view),
        dice=scene.throws("rolled", "fought", "fought_by_hero"),
        back=len(view["pool"]) < POOL,
        deck=view["deck"],
        bank=view["bank"],
        favor_waits=favor_waits(view),
        gone=len(view["gone"]),
        gone_names=", ".join([card["name"] for card in view["gone"]]),
        rolls=rolls_words(scene, view),
        towns=[town(scene, view, seat, best) for seat in seats],
        many=len(seats),
        sheet=sheet(scene, view),
    )


def rolls_words(scene: BoardScene, view: VillageView) -> str:
    """Whose rolls the bars below the pool speak of."""
    turn = view["turn"]
    if turn["seat"] is None or view["phase"] != RECRUIT:
        return "1 roll"
    rolls = rolls_held(max(turn["rolls"], 1), view["mayors"][turn["seat"]]["sold"])
    return rolls if turn["seat"] == scene.eye else f"{scene.seats[turn['seat']].name}: {rolls}"


# -- the pool ---------------------------------------------------------------------------------------


def pool(scene: BoardScene, view: VillageView) -> list[PoolPlace]:
    turn = view["turn"]
    known = {row["id"]: row for row in turn["chances"]} if view["phase"] == RECRUIT else {}
    plain = "is-off" if scene.mine and view["phase"] == RECRUIT and not turn["aim"] else ""
    return [
        pool_place(scene, view, card, place, known.get(card["id"]), plain)
        for place, card in enumerate(view["pool"], 1)
    ]


def pool_place(
    scene: BoardScene,
    view: VillageView,
    card: VillageCardView,
    place: int,
    known: ChanceView | None,
    plain: str,
) -> PoolPlace:
    thing = card["id"]
    share = known["chance"] if known else 1.0 if place == 1 else chance(place)
    more = known["more"] if known else 1 - (1 - share) ** 2
    aim = "is-aim" if thing == view["turn"]["aim"] else ""
    return PoolPlace(
        id=thing,
        place=place,
        range=rolled_for(view, place, known),
        choosable=scene.can(thing),
        css=joined(f"vc--{card['kind']}", scene.glow(thing, plain), aim),
        face=face(card),
        favor=thing == view["favor_card"],
        bar=round(share * 100),
        more=round(more * 100),
        odds="100%" if share >= 1 else "0%" if share <= 0 else odds_words(share),
    )


def rolled_for(view: VillageView, place: int, known: ChanceView | None) -> str:
    """What must be rolled for this place of the pool: by whoever recruits now, or by anybody."""
    if known is None:
        return range_words(place)
    first, later = known["need"], place - view["turn"]["each"]
    if view["turn"]["rolls"] < 2 or first <= 1 or first == later:
        return range_words(first)
    return f"{first}+, then {later}" if later <= SIDES else f"{first} at first"  # there is little room


def range_words(need: int) -> str:
    """What a die must show to reach this number."""
    if need <= 1:
        return "any roll"
    return "6 only" if need == SIDES else f"{need} or more" if need < SIDES else "needs a bonus"


def face(card: VillageCardView) -> PoolFace:
    if card["kind"] == "challenge":
        first = Figure("crossed-swords", str(card.get("defeat", 0)), "strength")
        others = [
            Figure("swap-bag", str(card.get("pillage", 0)), "pillage"),
            Figure("", str(card.get("loot", 0)), "loot"),
        ]
    else:
        first = Figure("", str(card.get("price", 0)), "price")
        others = []
        if "bonus" in card:
            others.append(Figure("crossed-swords", f"+{card['bonus']}", "in a fight"))
        elif "earnings" in card:
            others.append(Figure("", f"+{card['earnings']}", "earns a round"))
    return PoolFace(
        key=card["card"],
        name=card["name"],
        value=signed(card.get("value", 0)),
        text=card["text"] or (f"pairs with {card['partner']}" if card["pair"] else ""),
        first=first,
        others=others,
        house=card["house"],
    )


# -- the towns --------------------------------------------------------------------------------------


def town(scene: BoardScene, view: VillageView, seat: BoardSeat, best: int) -> Town:
    mayor = view["mayors"][seat.seat]
    own = seat.seat == scene.eye
    now = view["turn"]["seat"] == seat.seat or seat.waited
    won = [
        card for card in mayor["hand"] if card["kind"] == "challenge" and not (own and scene.can(card["id"]))
    ]
    total = mayor["score"]["total"]
    return Town(
        letter=seat.letter,
        name=seat.name,
        note=", ".join([word for word in (seat.note, *variants_of(view, mayor)) if word]),
        css=joined("town", "town--own" if own else "", "town--now" if now else ""),
        gold=mayor["gold"],
        cards=len(mayor["hand"]) + mayor["unknown"],
        in_hand=hand_words(mayor),
        size=f"{len(mayor['town'])} of {view['town_size']}",
        earnings=mayor["earnings"],
        pillage=mayor["pillage"],
        starts=view["start"] == seat.seat,
        favor=view["favor_seat"] == seat.seat,
        pick=scene.glow(mayor["id"]),
        seat=mayor["id"],
        score=signed(total),
        leads=total == best,
        lots=[lot(scene, view, card) for card in mayor["town"]],
        free=max(view["town_size"] - len(mayor["town"]), 0),
        own=own,
        hand=hand(scene, mayor) if own else [],
        known=[] if own else [lot(scene, view, card) for card in mayor["hand"] if scene.can(card["id"])],
        mob=mayor["mob"] and not own,
        won=len(won),
        won_names=", ".join([card["name"] for card in won]),
    )


def variants_of(view: VillageView, mayor: MayorView) -> list[str]:
    """What the publisher's variants have left with a Mayor."""
    passed = "Ordinance passed" if view["ordinance"] and not mayor["ordinance"] else ""
    return [passed, f"{counted(mayor['sold'], 'roll')} sold" if mayor["sold"] else ""]


def hand_words(mayor: MayorView) -> str:
    """The cards in a hand that came there before everybody's eyes, and how many did not."""
    known = [card["name"] for card in mayor["hand"]]
    if mayor["unknown"]:
        known.append(f"{mayor['unknown']} unknown")
    return f"in hand: {', '.join(known) or 'nothing'}"


def lot(scene: BoardScene, view: VillageView, card: VillageCardView) -> Lot:
    thing, turn = card["id"], view["turn"]
    value = signed(card["value"]) if "value" in card else ""
    hits = turn["hits"].get(thing, 0)
    successes = f"{hits} of {card['wins']} successes" if hits else ""
    words = [card["name"], value, successes, "new, works from the next phase" if is_new(view, card) else ""]
    return Lot(
        id=thing,
        key=card["card"],
        kind=card["kind"],
        label=", ".join([word for word in words if word]),
        value=value or "·",
        css=joined(
            "lotbox",
            scene.glow(thing),
            "is-aim" if thing == turn["aim"] else "",
            "is-ready" if thing in turn["ready"] else "",
        ),
    )


def hand(scene: BoardScene, mayor: MayorView) -> list[HandFace]:
    """Challenges that were won lie in one heap, but for those that can be chosen."""
    return [
        held(scene, card, card["id"] in mayor["secret"])
        for card in mayor["hand"]
        if card["kind"] != "challenge" or scene.can(card["id"])
    ]


def held(scene: BoardScene, card: VillageCardView, secret: bool) -> HandFace:
    thing = card["id"]
    price = f"costs {card['price']}" if "price" in card else "once" if card["kind"] == "mob" else "won"
    return HandFace(
        id=thing,
        key=card["card"],
        kind=card["kind"],
        name=card["name"],
        note=f"secret · {price}" if secret else price,
        number=scene.key(thing),
        css=joined("pc", f"vc--{card['kind']}", scene.glow(thing)),
    )


def sheet(scene: BoardScene, view: VillageView) -> list[SheetRow]:
    rows = sorted(view["mayors"], key=lambda mayor: -mayor["score"]["total"])
    return [
        SheetRow(
            scene.seats[mayor["seat"]].letter,
            scene.seats[mayor["seat"]].name,
            [signed(mayor["score"][column]) for column in COLUMNS],
        )
        for mayor in rows
    ]
