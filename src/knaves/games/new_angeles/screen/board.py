"""What stands on the board: the corporations, the city, the deal beside it, what is the viewer's alone, and trade."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, PLAIN, Board, BoardScene, BoardSeat, Look, joined, looks_of, player_css
from knaves.core.kept import Lasting, remembered
from knaves.core.offers import goods_of, spelled_out
from knaves.core.words import counted
from knaves.games.new_angeles.screen.answers import AT_SEATS, CorpAnswers
from knaves.games.new_angeles.screen.briefs import EVENTS, brief_of
from knaves.games.new_angeles.screen.city import CityMap, CityTracks, PieceCounts, city, counts, tracks
from knaves.games.new_angeles.screen.deal import DealPanel, bidder_of, deal_of
from knaves.games.new_angeles.screen.stakes import at_stake
from knaves.games.new_angeles.state import ABSTAINED, COUNTER, UNDECIDED
from knaves.games.new_angeles.view.events import placed
from knaves.games.new_angeles.view.standing import in_the_deal, standing
from knaves.games.new_angeles.view.types import CorpCardView, CorpSeatView, EventView, SecretView

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


class Corporation(Lasting, frozen=True):
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
    barred: str  # what assets forbid or spare this player now
    role: str
    trade: str  # address of the form; "" for none
    assets: list[AssetChip]
    rival: str
    invested: AssetChip | None  # revealed in a demand round; at the end rivals are what counts
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


class CorpDesk(Lasting, frozen=True):
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
    counts: PieceCounts
    tracks: CityTracks
    city: CityMap
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
        counts=counts([row["pieces"] for row in view["city"]], view["reserve"]),
        tracks=tracks(answers),
        city=city(answers),
        deal=deal_of(answers),
        own=own(answers, view["seats"][scene.eye]) if scene.eye is not None else None,
        trade=trade(answers) if view["trading"] else None,
    )


# -- the corporations -------------------------------------------------------------------------------


def corporation(answers: CorpAnswers, seat: BoardSeat, richest: int) -> Corporation:
    scene, row = answers.scene, answers.view["seats"][seat.seat]
    mine, letter = seat.seat == scene.eye, seat.letter
    trades = scene.trades and not mine and row["may_trade"]
    keys = answers.among([row["id"], *(card["id"] for card in (*row["emergency"], *row["assets"]))])
    said = [word for word in (seat.name if not mine else "", seat.note) if word]
    return _corporation(
        row,
        keys,
        mine,
        letter,
        player_css(seat, mine, "is-choosable" if row["id"] in keys else ""),
        seat.name,
        ", ".join(said),
        row["capital"] == richest,
        ("Your call" if mine else "Deciding") if seat.waited else role(answers, row),
        f"/t/{scene.table}/offer?seat={scene.letter}&to={letter}" if trades else "",
        [
            SeatAnswer(choice.json, choice.number, AT_SEATS[choice.verb])
            for choice in answers.doubles.get(seat.seat, ())
        ],
        [asset["name"] for asset in row["assets"] if asset["name"] in answers.view["used"]],
        in_the_deal(answers.view["deal"]),
    )


@remembered
def _corporation(
    row: CorpSeatView,
    keys: dict[str, int],
    mine: bool,
    letter: str,
    css: str,
    person: str,
    note: str,
    leads: bool,
    role: str,
    trade: str,
    double: list[SeatAnswer],
    used: list[str],
    proposed: list[str],
) -> Corporation:
    """`keys`: what of it answers the prompt; `used`: its assets that have spoken this turn (22.1); `proposed`: the
    cards of the deal."""
    paper = row["investment"]
    return Corporation(
        id=row["id"],
        letter=letter,
        css=css,
        tab="rivals you" if mine else "rivals",
        tip=f"Contract: {row['contract']}",
        name=row["name"].partition(" ")[0],
        person=person,
        note=note,
        capital=row["capital"],
        leads=leads,
        cards=row["cards"],
        emergency=[
            EmergencyChip(
                card["id"],
                joined(
                    "em", "" if card["faceup"] else "em--used", "is-choosable" if card["id"] in keys else ""
                ),
                f"{card['name']}, {standing(card, proposed)}",
            )
            for card in row["emergency"]
        ],
        barred="; ".join(row["barred"] if row["may_trade"] else ["may not trade", *row["barred"]]),
        role=role,
        trade=trade,
        assets=[
            AssetChip(
                asset["id"],
                joined(
                    "as",
                    "as--ex" if asset["exhausted"] else "",
                    "as--used" if asset["name"] in used else "",
                    "is-choosable" if asset["id"] in keys else "",
                ),
                asset["name"],
                keys.get(asset["id"], 0),
            )
            for asset in row["assets"]
        ],
        rival=row["rival"]["name"] if row["rival"] and not mine else "",
        invested=AssetChip(paper["id"], "as kn", paper["name"], 0)
        if paper and not mine and not row["rival"]
        else None,
        known=[AssetChip(card["id"], "as kn", card["name"], 0) for card in row["hand"]] if not mine else [],
        double=double,
        pick=row["id"] in keys,
        key=keys.get(row["id"], 0),
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
    scene, view = answers.scene, answers.view
    hands = [card for seat in view["seats"] if seat["seat"] != me["seat"] for card in seat["hand"]]
    shown = [card for card in hands if scene.can(card["id"])]
    events = [row for row in view["events"] if scene.can(row["id"])]
    rows = (*me["hand"], *me["emergency"], *view["choose"], *events, *shown)
    return _own(
        looks_of(scene, [row["id"] for row in rows]),
        [choice.json for choice in scene.verb("keep_rival")][:1],
        [choice.json for choice in scene.verb("swap_rival")][:1],
        answers.showing,
        me,
        [(seat["name"], seat["capital"]) for seat in view["seats"]],
        view["aside"],
        view["choose"],
        events,
        shown,
    )


@remembered
def _own(
    looks: dict[str, Look],
    keeps: list[str],
    swaps: list[str],
    showing: bool,
    me: CorpSeatView,
    capitals: list[tuple[str, int]],
    aside: SecretView | None,
    choose: list[SecretView],
    events: list[EventView],
    shown: list[CorpCardView],
) -> CorpDesk:
    """`keeps`, `swaps`: the options for the viewer's rival; `shown`: cards of other hands that can be chosen."""
    flat = len(me["hand"]) + len(me["emergency"]) > MANY_CARDS or showing
    cards = [
        action(card, flat, looks.get(card["id"], PLAIN), looks.get(card["id"], PLAIN)[0], True)
        for card in me["hand"]
    ]
    for card in me["emergency"]:
        look = looks.get(card["id"], PLAIN if card["faceup"] else ("is-off", None))
        cards.append(action(card, flat, look, joined("emergency", look[0]), card["faceup"]))
    return CorpDesk(
        shows=showing,
        hand_note=f"{len(me['hand'])} of {me['hand_size']} cards",
        slips=slips(me, capitals, aside, not choose, keeps, swaps),
        show=show(looks, choose, events, shown),
        many=flat,
        hand=cards,
    )


def action(card: CorpCardView, flat: bool, look: Look, css: str, faceup: bool) -> ActionFace:
    brief = brief_of(card["title"], card["text"])[0]
    return ActionFace(
        id=card["id"],
        css=joined("card act", card["type"] if "emergency" not in css else "", css),
        key=look[1],
        name=card["name"],
        text=brief if faceup or not flat else f"Facedown. {brief}",
        band=card["type"] if faceup else "facedown",
        flat=flat,
    )


def show(
    looks: dict[str, Look], choose: list[SecretView], events: list[EventView], shown: list[CorpCardView]
) -> list[ActionFace]:
    """What is laid before the viewer to choose from: investments, events, cards of another's hand."""
    found = []
    for secret in choose:
        css, key = looks.get(secret["id"], PLAIN)
        band = f"pays now +{secret['worth']}"
        look = joined("card inv", css)
        found.append(ActionFace(secret["id"], look, key, secret["name"], secret["text"], band, False))
    for row in events:
        key, text = looks[row["id"]][1], f"{EVENTS[row['name']]} Then {placed(row)}."
        band = f"{row['back'].replace('_', ' ')} · {counted(row['turns'], 'turn')}"
        found.append(ActionFace(row["id"], "card inv is-choosable", key, row["name"], text, band, False))
    return [*found, *(action(card, False, looks[card["id"]], "is-choosable", True) for card in shown)]


def slips(
    me: CorpSeatView,
    capitals: list[tuple[str, int]],
    aside: SecretView | None,
    invested: bool,
    keeps: list[str],
    swaps: list[str],
) -> list[Slip]:
    found = []
    if me["rival"]:
        found.append(rival_slip(me, me["rival"], capitals, keeps))
    if aside:
        found.append(slip(aside, "aside", swaps, "Set aside", "", ""))
    if me["investment"] and invested:
        row = me["investment"]
        found.append(slip(row, "invest", [], "Invested: pays now", f"+{row['worth']}", row["text"]))
    return found


def rival_slip(
    me: CorpSeatView, rival: SecretView, capitals: list[tuple[str, int]], keeps: list[str]
) -> Slip:
    mine = me["capital"]
    if rival["name"] == FEDERALIST:
        tag, figure = "Win: 25 capital, threat 25", f"{mine}/25"
    elif rival["name"] == me["name"]:
        tag = f"Own rival: be richer than {2 if len(capitals) == 4 else 3}"
        figure = str(sum(capital < mine for _, capital in capitals))
    else:
        tag = "Rival: end richer than"
        theirs = [capital for name, capital in capitals if name == rival["name"]]
        figure = f"{mine} : {theirs[0]}" if theirs else "not here"
    return slip(rival, "rival", keeps, tag, figure, "")


def slip(row: SecretView, dom: str, options: list[str], tag: str, figure: str, text: str) -> Slip:
    return Slip(
        dom=dom,
        css=joined("slip", "is-choosable" if options else ""),
        option=options[0] if options else "",
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
            spelled_out(offer),
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
