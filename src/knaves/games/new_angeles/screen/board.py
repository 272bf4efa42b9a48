"""What stands on the board: the corporations, the city, the deal beside it, what is the viewer's alone, and trade."""

from __future__ import annotations

import msgspec

from knaves.core.board import Board, BoardScene, BoardSeat, joined, player_css
from knaves.core.offers import goods_of
from knaves.core.words import counted
from knaves.games.new_angeles.screen.answers import AT_SEATS, CorpAnswers
from knaves.games.new_angeles.screen.briefs import brief_of
from knaves.games.new_angeles.screen.city import (
    CityTracks,
    DeckPile,
    DemandPanel,
    DistrictTile,
    EventPanel,
    PieceCount,
    SupplyTrack,
    counts,
    decks,
    demand,
    district,
    event,
    supply,
    tracks,
)
from knaves.games.new_angeles.screen.deal import LETTERS, DealPanel, bidder_of, deal_of
from knaves.games.new_angeles.screen.stakes import at_stake
from knaves.games.new_angeles.state import ABSTAINED, COUNTER, UNDECIDED
from knaves.games.new_angeles.view.types import CorpCardView, CorpSeatView, SecretView

MANY_CARDS = 6  # more lie flat
FEDERALIST = "Federalist"


class AssetChip(msgspec.Struct, frozen=True):
    id: str
    css: str
    name: str
    key: int


class EmergencyChip(msgspec.Struct, frozen=True):
    id: str
    css: str
    label: str


class SeatAnswer(msgspec.Struct, frozen=True):
    option: str
    number: int
    text: str


class Corporation(msgspec.Struct, frozen=True):
    id: str
    letter: str
    css: str
    tab: str
    tip: str
    name: str
    person: str
    note: str
    capital: int
    leads: bool
    cards: int
    emergency: list[EmergencyChip]
    barred: bool
    role: str
    trade: str  # address of the form; "" for none
    assets: list[AssetChip]
    rival: str
    known: list[AssetChip]  # cards of the hand that the viewer knows
    double: list[SeatAnswer]
    pick: bool
    key: int


class Slip(msgspec.Struct, frozen=True):
    """A secret card of the viewer. `option`: it answers the prompt."""

    dom: str
    css: str
    option: str
    thing: str
    tag: str
    name: str
    figure: str
    text: str


class ActionFace(msgspec.Struct, frozen=True):
    id: str
    css: str
    key: int | None
    name: str
    text: str
    band: str
    flat: bool


class CorpDesk(msgspec.Struct, frozen=True):
    shows: bool
    hand_note: str
    slips: list[Slip]
    show: list[ActionFace]
    many: bool
    hand: list[ActionFace]


class TradeRow(msgspec.Struct, frozen=True):
    letter: str
    who: str
    text: str
    goods: tuple[str, ...]  # what of the text is a card
    answers: list[SeatAnswer]


class Trade(msgspec.Struct, frozen=True):
    note: str
    asked: int
    form: str
    rows: list[TradeRow]


class TableBoard(Board, frozen=True, kw_only=True):
    where: str
    corporations: list[Corporation]
    counts: list[PieceCount]
    tracks: CityTracks
    moving: bool
    districts: list[DistrictTile]
    event: EventPanel | None
    demand: DemandPanel
    supply: list[SupplyTrack]
    decks: list[DeckPile]
    discard: int
    deal: DealPanel | None
    own: CorpDesk | None
    trade: Trade | None


def board(scene: BoardScene) -> TableBoard:
    answers = CorpAnswers(scene)
    view = answers.view
    stakes, hints = at_stake(answers)
    richest = max(seat["capital"] for seat in view["seats"])
    round_ = f"Round {view['round']}" if view["round"] else "Demand round"
    return TableBoard(
        stakes=stakes,
        hints=hints,
        where=f"{round_} · {scene.seats[view['active']].name}’s turn · {view['turns_left']} to come",
        corporations=[corporation(answers, seat, richest) for seat in scene.order()],
        counts=counts(view["city"]),
        tracks=tracks(answers),
        moving=bool(answers.ways),
        districts=[district(answers, row) for row in view["city"]],
        event=event(view["events"]),
        demand=demand(answers),
        supply=[supply(answers, row) for row in view["supply"]],
        decks=decks(answers),
        discard=view["discard"],
        deal=deal_of(answers),
        own=own(answers, view["seats"][scene.eye]) if scene.eye is not None else None,
        trade=trade(answers) if view["trading"] else None,
    )


# -- the corporations -------------------------------------------------------------------------------


def corporation(answers: CorpAnswers, seat: BoardSeat, richest: int) -> Corporation:
    scene, row = answers.scene, answers.view["seats"][seat.seat]
    mine, lit = seat.seat == scene.eye, answers.lit(row["id"])
    trades = scene.trades and not mine and row["may_trade"]
    said = [word for word in (seat.name if not mine else "", seat.note) if word]
    return Corporation(
        id=row["id"],
        letter=seat.letter,
        css=player_css(seat, mine, "is-choosable" if lit else ""),
        tab="rivals you" if mine else "rivals",
        tip=f"Contract: {row['contract']}",
        name=row["name"].partition(" ")[0],
        person=seat.name,
        note=", ".join(said),
        capital=row["capital"],
        leads=row["capital"] == richest,
        cards=row["cards"],
        emergency=[
            EmergencyChip(
                card["id"],
                joined(
                    "em",
                    "" if card["faceup"] else "em--used",
                    "is-choosable" if answers.lit(card["id"]) else "",
                ),
                f"{card['name']}, {'ready' if card['faceup'] else 'used'}",
            )
            for card in row["emergency"]
        ],
        barred=not row["may_trade"],
        role=("Your call" if mine else "Deciding") if seat.waited else role(answers, row),
        trade=f"/t/{scene.table}/offer?seat={scene.letter}&to={seat.letter}" if trades else "",
        assets=[
            AssetChip(
                asset["id"],
                joined(
                    "as",
                    "as--ex" if asset["exhausted"] else "",
                    "is-choosable" if answers.lit(asset["id"]) else "",
                ),
                asset["name"],
                answers.key(asset["id"]),
            )
            for asset in row["assets"]
        ],
        rival=row["rival"]["name"] if row["rival"] and not mine else "",
        known=[AssetChip(card["id"], "as kn", card["name"], 0) for card in row["hand"]] if not mine else [],
        double=[
            SeatAnswer(choice.json, choice.number, AT_SEATS[choice.verb])
            for choice in answers.doubles.get(seat.seat, ())
        ],
        pick=lit,
        key=answers.key(row["id"]),
    )


def role(answers: CorpAnswers, row: CorpSeatView) -> str:
    deal, seat = answers.view["deal"], row["seat"]
    if seat == answers.view["active"]:
        return "Main" if deal and deal["main"] else "Active"
    if deal is None:
        return ""
    if seat == bidder_of(deal):
        return "Counter"
    if row["side"] == ABSTAINED:
        return "Abstains"
    if row["side"] == UNDECIDED:
        return ""
    return f"{row['laid']} for {'the counter' if row['side'] == COUNTER else 'the main'}"


# -- what is the viewer's alone ---------------------------------------------------------------------


def own(answers: CorpAnswers, me: CorpSeatView) -> CorpDesk:
    scene, many = answers.scene, len(me["hand"]) + len(me["emergency"])
    flat = many > MANY_CARDS or answers.showing
    cards = [action(answers, card, flat, scene.glow(card["id"]), True) for card in me["hand"]]
    for card in me["emergency"]:
        css = joined("emergency", scene.glow(card["id"], "" if card["faceup"] else "is-off"))
        cards.append(action(answers, card, flat, css, card["faceup"]))
    return CorpDesk(
        shows=answers.showing,
        hand_note=f"{len(me['hand'])} of {me['hand_size']} cards",
        slips=slips(answers, me),
        show=show(answers, me["seat"]),
        many=flat,
        hand=cards,
    )


def action(
    answers: CorpAnswers, card: CorpCardView, flat: bool, css: str, faceup: bool, text: str = ""
) -> ActionFace:
    """`text`: shown instead of the few words."""
    brief = text or brief_of(card["title"], card["text"])[0]
    return ActionFace(
        id=card["id"],
        css=joined("card act", card["type"] if "emergency" not in css else "", css),
        key=answers.scene.key(card["id"]),
        name=card["name"],
        text=brief if faceup or not flat else f"Facedown. {brief}",
        band=card["type"] if faceup else "facedown",
        flat=flat,
    )


def show(answers: CorpAnswers, me: int) -> list[ActionFace]:
    """What is laid before the viewer to choose from: investments, events, cards of another's hand."""
    scene, view = answers.scene, answers.view
    found = []
    for secret in view["choose"]:
        css = joined("card inv", scene.glow(secret["id"]))
        band = f"pays now +{secret['worth']}"
        key = scene.key(secret["id"])
        found.append(ActionFace(secret["id"], css, key, secret["name"], secret["text"], band, False))
    for row in view["events"]:
        if scene.can(row["id"]):
            band, key = row["back"].replace("_", " "), scene.key(row["id"])
            found.append(
                ActionFace(row["id"], "card inv is-choosable", key, row["name"], row["text"], band, False)
            )
    for seat in view["seats"]:
        if seat["seat"] != me:
            found += [
                action(answers, card, False, "is-choosable", True)
                for card in seat["hand"]
                if scene.can(card["id"])
            ]
    return found


def slips(answers: CorpAnswers, me: CorpSeatView) -> list[Slip]:
    view, found = answers.view, []
    if me["rival"]:
        found.append(rival_slip(answers, me, me["rival"]))
    if view["aside"]:
        found.append(slip(answers, view["aside"], "aside", "swap_rival", "Set aside", "", ""))
    if me["investment"] and not view["choose"]:
        row = me["investment"]
        found.append(slip(answers, row, "invest", "", "Invested: pays now", f"+{row['worth']}", row["text"]))
    return found


def rival_slip(answers: CorpAnswers, me: CorpSeatView, rival: SecretView) -> Slip:
    seats, mine = answers.view["seats"], me["capital"]
    if rival["name"] == FEDERALIST:
        tag, figure = "Win: 25 capital, threat 25", f"{mine}/25"
    elif rival["name"] == me["name"]:
        tag = f"Own rival: be richer than {2 if len(seats) == 4 else 3}"
        figure = str(sum(seat["capital"] < mine for seat in seats))
    else:
        tag = "Rival: end richer than"
        theirs = [seat["capital"] for seat in seats if seat["name"] == rival["name"]]
        figure = f"{mine} : {theirs[0]}" if theirs else "not here"
    return slip(answers, rival, "rival", "keep_rival", tag, figure, "")


def slip(
    answers: CorpAnswers, row: SecretView, dom: str, verb: str, tag: str, figure: str, text: str
) -> Slip:
    ends = answers.scene.verb(verb) if verb else ()
    return Slip(
        dom=dom,
        css=joined("slip", "is-choosable" if ends else ""),
        option=ends[0].json if ends else "",
        thing=row["id"],
        tag=tag,
        name=row["name"],
        figure=figure,
        text=text,
    )


# -- trade ------------------------------------------------------------------------------------------


def trade(answers: CorpAnswers) -> Trade:
    """What concerns the viewer; all deals ever made are in the drop at the top."""
    scene, view, eye = answers.scene, answers.view, answers.scene.eye
    names = [seat.name for seat in scene.seats]
    asked = [offer for offer in view["offers"] if offer["to"] == eye]
    owed = [promise for promise in view["promises"] if promise["fate"] == "open"]
    rows = [
        TradeRow(
            LETTERS[offer["by"]],
            f"{names[offer['by']]} to {names[offer['to']]}: ",
            offer["text"],
            goods_of(offer),
            [
                SeatAnswer(choice.json, 0, choice.verb.capitalize())
                for choice in scene.things.get(offer["id"], ())
            ],
        )
        for offer in view["offers"]
        if eye is None or eye in (offer["by"], offer["to"])
    ]
    rows += [
        TradeRow(LETTERS[row["by"]], f"{names[row['by']]} promised {names[row['to']]} ", row["text"], (), [])
        for row in owed
        if eye is None or eye in (row["by"], row["to"])
    ]
    offers = counted(len(view["offers"]), "offer") if view["offers"] else "no offers"
    promises = f"{counted(len(owed), 'open promise')}" if owed else "no open promises"
    note = f"{names[asked[0]['by']]} offers you {asked[0]['text']}" if asked else f"{offers}, {promises}"
    form = f"/t/{scene.table}/offer?seat={scene.letter}" if scene.trades else ""
    return Trade(note, len(asked), form, rows)
