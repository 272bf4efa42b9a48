"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.ending import Ending
from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.state import Result
from knaves.core.words import Event, all_of
from knaves.games.new_angeles.cards import CORPS, FEDERALIST, THREAT_END
from knaves.games.new_angeles.state import COUNTER, NewAngeles
from knaves.games.new_angeles.view.types import TableView


def tally(events: Sequence[Event], s: NewAngeles) -> Mapping[str, float]:
    result = s.result
    assert result is not None
    fell = s.threat >= THREAT_END
    found: dict[str, float] = {
        "turns": s.turn,
        "threat reaches 25": float(fell),
        "threat at the end": s.threat,
        "winners": len(result.winners),
        "capital at the end": sum(s.capital) / s.seats,
    }
    rivals: list[float] = []
    for seat in range(s.seats):
        won = float(seat in result.winners)
        found[f"win share of {s.box.corps[s.corp[seat]].name}"] = won
        found[f"capital of {s.box.corps[s.corp[seat]].name}"] = s.capital[seat]
        face = s.face[s.rivals[seat]]
        if face == FEDERALIST:
            found["win share as federalist"] = won
        elif face == s.corp[seat]:
            found["win share as own rival"] = won
        else:
            rivals.append(won)
    if rivals:
        found["win share with a rival"] = sum(rivals) / len(rivals)
    demands = [e.kind == "demand_met" for e in events if e.kind in ("demand_met", "demand_failed")]
    for place, met in enumerate(demands, 1):
        found[f"demand {place} met"] = float(met)
    deals = [e for e in events if e.kind == "won"]
    if deals:
        found["counteroffers that win"] = sum(e.things[1] == COUNTER for e in deals) / len(deals)
    found["trades"] = float(sum(1 for e in events if e.kind.startswith("traded")))
    return found


def sources(events: Sequence[Event], s: NewAngeles) -> Mapping[str, Sequence[int]]:
    """Capital by what brought or took it; what is left was there at the start."""
    names = (
        "start",
        "investments",
        "contracts",
        "cards and assets",
        "taken from others",
        "trades",
        "payments",
    )
    came = {name: [0] * s.seats for name in names}
    for event in events:
        match event.kind, event.things:
            case "invested", (seat, _, capital):
                came["investments"][seat] += capital
            case "contract", (seat, capital):
                came["contracts"][seat] += capital
            case "gained" | "rewarded" | "named_winner", (seat, capital, *_):
                came["cards and assets"][seat] += capital
            case "lost" | "paid_in", (seat, capital):
                came["payments"][seat] -= capital
            case "stole", (thief, capital, seat):
                came["taken from others"][thief] += capital
                came["taken from others"][seat] -= capital
            case "paid", (seat, capital, other):
                came["taken from others"][seat] -= capital
                came["taken from others"][other] += capital
            case "traded" | "traded_gift" | "traded_wish", (giver, taker, pay, _, ask, *_):
                came["trades"][giver] += ask - pay
                came["trades"][taker] += pay - ask
    came["start"] = [had - sum(row[seat] for row in came.values()) for seat, had in enumerate(s.capital)]
    return came


def sides(events: Sequence[Event], s: NewAngeles) -> Mapping[str, Sequence[str]]:
    start = sources(events, s)["start"]
    return {
        "corporation": [s.box.corps[corp].name for corp in s.corp],
        "rival card": [_rival(s, seat) for seat in range(s.seats)],
        "first on turn": turn_order(start.index(min(start)), s.seats),  # setup.8
    }


def _rival(s: NewAngeles, seat: int) -> str:
    face = s.face[s.rivals[seat]]
    if face == FEDERALIST:
        return "federalist"
    return "own corporation" if face == s.corp[seat] else "another corporation"


def standing(view: TableView) -> Standing:
    """Capital, and threat beside it."""
    seats = tuple(ChartLine(seat["id"], seat["capital"], seat=seat["seat"]) for seat in view["seats"])
    threat = ChartLine("threat:0", view["threat"], "Threat", "red", rival=False)
    return Standing((*seats, threat), view["turn"])


def ending(view: TableView, result: Result, names: Sequence[str]) -> Ending:
    """Whoever is ahead of his rival wins; at 25 threat nobody, but for a rich federalist."""
    seats, winners = view["seats"], result.winners
    corps = [seat["name"] for seat in seats]
    yours = tuple(_fate(view, seat, result, names) for seat in range(len(seats)))
    if view["threat"] >= THREAT_END:
        title = "The city falls to the federals"
        if winners:
            has = seats[winners[0]]["capital"]
            return Ending(str(has), "capital: enough for the federalist", yours, title)
        return Ending(str(view["threat"]), "threat: everybody loses", yours, title)
    if not winners:
        return Ending("0", "players are ahead of their rivals", yours, "The city belongs to nobody")
    title = f"New Angeles belongs to {all_of([corps[seat] for seat in winners])}"
    if len(winners) > 1:
        return Ending(str(len(winners)), "win, each ahead of a rival", yours, title)
    ahead, over = _lead(view, winners[0])
    if over is None:
        return Ending(str(ahead), "others have less capital", yours, title)
    return Ending(f"+{ahead}", f"capital ahead of {names[over]}", yours, title)


def _lead(view: TableView, seat: int) -> tuple[int, int | None]:
    """How much more capital than the rival, and who that is; for a rival to all: than how many others, and None."""
    row = view["seats"][seat]
    corp = row["rival"]["worth"] if row["rival"] is not None else FEDERALIST
    over = next((x for x in view["seats"] if corp != FEDERALIST and x["corp"] == CORPS[corp]), row)
    if over is row:
        return sum(x["capital"] < row["capital"] for x in view["seats"]), None
    return row["capital"] - over["capital"], over["seat"]


def _fate(view: TableView, seat: int, result: Result, names: Sequence[str]) -> str:
    if seat in result.winners:
        return "You win."
    rival = view["seats"][seat]["rival"]
    federalist = rival is not None and rival["worth"] == FEDERALIST
    if view["threat"] >= THREAT_END:
        return "You had too little capital for a federalist." if federalist else "You lose with the city."
    if federalist:
        return "You lose: the city held, and the federalist needed its fall."
    ahead, over = _lead(view, seat)
    if over is None:
        few = (
            f"only {ahead} of the others {'has' if ahead == 1 else 'have'}"
            if ahead
            else "none of the others has"
        )
        return f"You lose: {few} less capital than you."
    more = f"{-ahead} more than you" if ahead else "as much as you"
    return f"You lose: {names[over]}, your rival, has {more}."
