"""The deal as a stage beside the city: the prize, both offers with their support, and what is open of trade."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, joined
from knaves.core.words import counted
from knaves.games.new_angeles.screen.answers import CorpAnswers
from knaves.games.new_angeles.screen.briefs import brief_of
from knaves.games.new_angeles.state import COUNTER, MAIN, UNDECIDED
from knaves.games.new_angeles.view.types import CorpCardView, DealView

BEFORE_SUPPORT = ("main offer", "counteroffers")  # steps in which a counteroffer may still come
BACKS_SHOWN = 4
UNDER_SHOWN = 2


class Prize(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str


class GainSlip(msgspec.Struct, frozen=True):
    letter: str
    what: str


class Outbid(msgspec.Struct, frozen=True):
    letter: str
    name: str


class OfferedCard(msgspec.Struct, frozen=True):
    css: str
    dom: str
    thing: str
    name: str
    brief: str
    band: str
    key: int


class Backs(msgspec.Struct, frozen=True):
    letter: str  # "" for those that nobody has laid
    css: str
    title: str
    shown: int


class BidSlip(msgspec.Struct, frozen=True):
    dom: str
    css: str
    title: str
    more: int
    letter: str
    under: list[Outbid]
    card: OfferedCard | None
    none: str
    gains: list[GainSlip]
    total: int
    backs: list[Backs]
    wins: bool


class Speaker(msgspec.Struct, frozen=True):
    letter: str
    name: str
    cards: int


class DealPanel(msgspec.Struct, frozen=True):
    step: str
    prize: Prize | None
    bids: list[BidSlip]
    price: str
    speakers: list[Speaker]
    spoken: bool  # all have spoken
    pot: str  # what it holds and what it needs; "" where none is filled
    named: GainSlip | None
    stated: str


def bidder_of(deal: DealView | None) -> int:
    """Who has made the counteroffer that stands; -1 for nobody."""
    return deal["counter_by"][-1] if deal and deal["counters"] else -1


def deal_of(answers: CorpAnswers) -> DealPanel | None:
    deal, scene = answers.view["deal"], answers.scene
    if deal is None:
        return None
    step, asset = deal["step"], deal["asset"]
    speakers = to_speak(answers, deal) if step == "support" else []
    named = deal["named"]
    return DealPanel(
        step=step,
        prize=Prize(asset["id"], asset["name"], asset["text"]) if asset else None,
        bids=[bid(answers, deal, MAIN), bid(answers, deal, COUNTER)],
        price=(counted(deal["price"], "card") if deal["price"] else "free")
        if step == "counteroffers" and deal["may_counter"]
        else "",
        speakers=speakers,
        spoken=step == "support" and not speakers,
        pot=f"{deal['pot']} of {len(scene.seats)}" if deal["pot"] >= 0 else "",
        named=GainSlip(LETTERS[named[0]], f"gains 2 if {scene.seats[named[1]].name} wins") if named else None,
        stated=f"{deal['stated_card']}: {'; '.join(deal['stated'])}" if deal["stated"] else "",
    )


def to_speak(answers: CorpAnswers, deal: DealView) -> list[Speaker]:
    view, seats = answers.view, answers.scene.seats
    order = [(view["active"] + step) % len(seats) for step in range(1, len(seats))]
    left = [seat for seat in order if view["seats"][seat]["side"] == UNDECIDED and seat != bidder_of(deal)]
    return [Speaker(LETTERS[seat], seats[seat].name, view["seats"][seat]["cards"]) for seat in left]


def bid(answers: CorpAnswers, deal: DealView, side: int) -> BidSlip:
    won, counters = deal["won"], deal["counters"]
    if side == MAIN:
        card, by = deal["main"], answers.view["active"]
        none = "An empty offer" if deal["main_empty"] else "Not made yet"
        under: list[Outbid] = []
    else:
        card, by = counters[-1] if counters else None, bidder_of(deal)
        none = "None yet" if deal["step"] in BEFORE_SUPPORT else "None"
        older = [*zip(deal["counter_by"], counters, strict=False)][:-1]
        under = [Outbid(LETTERS[seat], row["name"]) for seat, row in older][-UNDER_SHOWN:]
    return BidSlip(
        dom=f"bid-{side}",
        css=joined("bid", "bid--won" if won == side else "bid--lost" if won >= 0 else ""),
        title="Counter" if side else "Main offer",
        more=max(len(counters) - 1 - UNDER_SHOWN, 0) if side else 0,
        letter=LETTERS[by] if by >= 0 else "",
        under=under,
        card=offered(answers, card, f"side:{side}") if card else None,
        none=none,
        gains=gains(answers, card) if card else [],
        total=deal["support"][side],
        backs=backs(answers, deal, side),
        wins=won == side,
    )


def offered(answers: CorpAnswers, card: CorpCardView, thing: str) -> OfferedCard:
    return OfferedCard(
        css=joined(f"card act {card['type']}", "is-choosable" if answers.lit(thing) else ""),
        dom=thing.replace(":", "-"),
        thing=thing,
        name=card["name"],
        brief=brief_of(card["title"], card["text"])[0],
        band=card["type"],
        key=answers.key(thing),
    )


def gains(answers: CorpAnswers, card: CorpCardView) -> list[GainSlip]:
    """Whose contract the card feeds."""
    feeds = brief_of(card["title"], card["text"])[1]
    return [
        GainSlip(LETTERS[seat["seat"]], what)
        for corp, what in feeds
        for seat in answers.view["seats"]
        if seat["corp"] == corp
    ]


def backs(answers: CorpAnswers, deal: DealView, side: int) -> list[Backs]:
    """Cards laid beside an offer, face down, by who laid them."""
    found, known = [], 0
    for seat in answers.view["seats"]:
        if seat["side"] == side and seat["laid"]:
            known += seat["laid"]
            mine = "backs--mine" if seat["seat"] == answers.scene.eye else ""
            title = f"{answers.scene.seats[seat['seat']].name}: {seat['laid']}"
            shown = min(seat["laid"], BACKS_SHOWN)
            found.append(Backs(LETTERS[seat["seat"]], joined("backs", mine), title, shown))
    if deal["support"][side] > known:
        found.append(Backs("", "backs", "unseen, by Isabel McGuire", 1))
    return found
