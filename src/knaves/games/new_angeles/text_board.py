"""The table as text, for the terminal and for screen readers."""

from __future__ import annotations

from knaves.core.offers import spelled_out, to_remember
from knaves.core.words import SEAT_LETTERS as LETTERS
from knaves.core.words import counted
from knaves.games.new_angeles.cards import HAND
from knaves.games.new_angeles.view.events import lower_half
from knaves.games.new_angeles.view.standing import in_the_deal, standing
from knaves.games.new_angeles.view.types import AssetView, CorpSeatView, DistrictView, TableView

SIDES = {0: "main offer", 1: "counteroffer", 2: "abstains"}


def board(v: TableView) -> str:
    lines = [*head(v), "", *city(v), "", *deal(v), *seats(v), *own(v), *trading(v)]
    return "\n".join(lines)


def head(v: TableView) -> list[str]:
    track = " ".join(
        f"<{n or 'D'}>" if place == v["space"] else str(n or "D") for place, n in enumerate(v["spaces"])
    )
    backs = ", ".join(e["name"] or e["back"].replace("_", " ") for e in v["events"])
    supply = "  ".join(
        f"{r['name']} {r['have']}{plus(r['coming'])}/{r['need']}{lacking(r['need'] - r['have'] - r['coming'])}"
        for r in v["supply"]
    )
    ends = ", ".join(f"{r['name']} {r['last']}" for r in v["supply"])
    decks = ", ".join(f"{deck['name']} {deck['cards']}" for deck in v["decks"])
    others = f"assets {v['asset_deck']}, events {v['events_left']}, demands {v['demand_deck']}"
    return [
        f"Threat {v['threat']} of 25   Rounds {track}   Turns left {v['turns_left']}",
        f"Demand: {v['demand']['name']} (threat +{v['demand']['worth']} if unmet)   {supply}",
        f"The supply goes to: {ends}",
        f"Next event: {backs or 'unknown'}",
        *(f"  {e['name']}: {e['text']} {lower_half(e)}" for e in v["events"] if e["name"]),
        f"Decks: {decks}; discard pile {v['discard']}; {others}, investments {v['investment_deck']}",
        "Reserve: " + ", ".join(f"{row['name']} {row['left']} of {row['limit']}" for row in v["reserve"]),
    ]


def plus(coming: int) -> str:
    """What the androids still bring before the demand is paid."""
    return f"+{coming}" if coming else ""


def lacking(short: int) -> str:
    """What the demand will still want then."""
    return f" ({short} short)" if short > 0 else ""


def city(v: TableView) -> list[str]:
    return [district(d) for d in v["city"]]


def district(d: DistrictView) -> str:
    makes = ", ".join(f"{made['name']} {made['amount']}" for made in d["yields"])
    way = f"to {d['exit']}" if d["exit"] else "to The Root"
    return (
        f"{d['number']:>2} {d['name']:<15} tier {d['tier']}: {makes:<26} {way:<11}"
        f" {', '.join(d['pieces']) or '-'}"
    )


def deal(v: TableView) -> list[str]:
    d = v["deal"]
    if d is None:
        return []
    lines = []
    if d["asset"]:
        lines.append(f"Deal for {d['asset']['name']}: {d['asset']['text']}")
    if d["main"]:
        lines.append(
            f"  Main offer ({counted(d['support'][0], 'card')}): {d['main']['name']}: {d['main']['text']}"
        )
    if d["main_empty"]:
        lines.append(f"  Main offer ({counted(d['support'][0], 'card')}): empty")
    for place, card in enumerate(d["counters"]):
        who = LETTERS[d["counter_by"][place]]
        if place == len(d["counters"]) - 1:
            lines.append(
                f"  Counteroffer of {who} ({counted(d['support'][1], 'card')}): {card['name']}: {card['text']}"
            )
        else:
            lines.append(f"  below it, of {who}: {card['name']}")
    if d["may_counter"]:
        lines.append("  May still counter: " + ", ".join(LETTERS[seat] for seat in d["may_counter"]))
    if d["stated"]:
        lines.append(f"  Stated of {d['stated_card']}: {'; '.join(d['stated'])}")
    if d["named"]:
        owner, favourite = d["named"]
        lines.append(f"  {LETTERS[owner]} has named {LETTERS[favourite]} as the winner")
    if d["winner"] >= 0:
        lines.append(f"  {LETTERS[d['winner']]} has won with the {SIDES[d['won']]}")
    if d["pot"] >= 0:
        lines.append(f"  In the pot: {d['pot']} capital; {len(v['seats'])} lower threat")
    return [*lines, ""]


def seats(v: TableView) -> list[str]:
    return [line for seat in v["seats"] for line in one_seat(v, seat)]


def one_seat(v: TableView, seat: CorpSeatView) -> list[str]:
    marks = [mark for mark, is_so in (("active", seat["seat"] == v["active"]),) if is_so]
    if seat["hand_size"] != HAND:
        marks.append(f"hand size {seat['hand_size']}")
    marks += seat["barred"] if seat["may_trade"] else ["may not trade", *seat["barred"]]
    if seat["side"] in SIDES:
        laid = f" {seat['laid']}" if seat["laid"] else ""
        marks.append(SIDES[seat["side"]] + laid)
    proposed = in_the_deal(v["deal"])
    emergency = ", ".join(f"{card['name']} {standing(card, proposed)}" for card in seat["emergency"])
    lines = [
        f"{LETTERS[seat['seat']]} {seat['name']}: {seat['capital']} capital, {counted(seat['cards'], 'card')}"
        + (f" ({', '.join(marks)})" if marks else "")
        + (f"; {emergency}" if emergency else "")
    ]
    draws = ", ".join(f"{made['amount']} {made['name']}" for made in seat["draws"])
    lines.append(f"    draws {draws}. {seat['contract']}")
    if seat["assets"]:
        lines.append("    assets: " + ", ".join(asset_name(v, asset) for asset in seat["assets"]))
    if seat["seat"] != v["you"] and seat["hand"]:
        lines.append("    known cards: " + ", ".join(card["name"] for card in seat["hand"]))
    if seat["seat"] != v["you"] and seat["rival"]:
        lines.append(f"    rival: {seat['rival']['name']}")
    if seat["seat"] != v["you"] and seat["investment"]:
        lines.append(f"    investment: {seat['investment']['name']}")
    return lines


def asset_name(v: TableView, asset: AssetView) -> str:
    marks = ["exhausted"] if asset["exhausted"] else []
    marks += ["used this turn"] if asset["name"] in v["used"] else []
    return asset["name"] + (f" ({', '.join(marks)})" if marks else "")


def own(v: TableView) -> list[str]:
    if v["you"] is None:
        return []
    me, proposed = v["seats"][v["you"]], in_the_deal(v["deal"])
    lines = ["", f"You are {me['name']}."]
    lines += [f"  {card['name']} ({card['type']}): {card['text']}" for card in me["hand"]]
    lines += [
        f"  {card['name']} (emergency, {standing(card, proposed)}): {card['text']}"
        for card in me["emergency"]
    ]
    lines += [f"Asset {asset['name']}: {asset['text']}" for asset in me["assets"]]
    if me["rival"]:
        lines.append(f"Rival: {me['rival']['name']}. {me['rival']['text']}")
    if me["investment"]:
        paper = me["investment"]
        lines.append(f"Investment: {paper['name']}. {paper['text']} Now worth {paper['worth']}.")
    lines += [f"To choose: {paper['name']}. {paper['text']}" for paper in v["choose"]]
    if v["aside"]:
        lines.append(f"Set aside: {v['aside']['name']}")
    return lines


def trading(v: TableView) -> list[str]:
    return [
        *(
            f"Offer of {LETTERS[row['by']]} to {LETTERS[row['to']]}: {spelled_out(row)}"
            for row in v["offers"]
        ),
        *(
            f"{LETTERS[made['by']]} promised {LETTERS[made['to']]} {made['text']}: {made['fate']}"
            for made in to_remember(v["promises"], 6)
        ),
    ]
