"""Figures of a finished game for the laboratory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from knaves.core.ending import Ending, by_points
from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.state import Result
from knaves.core.words import Event
from knaves.games.villagers.rules.score import ScoreColumn, sheets
from knaves.games.villagers.state import Village
from knaves.games.villagers.view import VillageView

COUNTED = ("defeated", "missed", "built", "used", "vended", "refused", "drew", "sent_mob")


def tally(events: Sequence[Event], s: Village) -> Mapping[str, float]:
    """Length, points by source (all Mayors, and winners), and what became of every card.

    `named x`, `recruited x` and `built x` are shares of the games in which card x came out of the deck.
    """
    assert s.result is not None
    columns = sheets(s)
    figures: dict[str, float] = {"rounds": s.round, "deck left": s.left}
    for line in ScoreColumn._fields:
        figures[f"points {line}"] = sum(getattr(column, line) for column in columns) / s.seats
        best = [getattr(columns[seat], line) for seat in s.result.winners]
        figures[f"winner {line}"] = sum(best) / len(best)
    counts = Counter(event.kind for event in events)
    figures.update({f"times {kind}": float(counts[kind]) for kind in COUNTED})
    winners = s.result.winners
    figures["win share of the starting Mayor"] = (who_began(events) in winners) / len(winners)
    figures["ended by deck"] = float(s.left == 0)
    figures["gold left"] = sum(s.gold) / s.seats
    seen_by_all = {
        s.face[slot] for slot in (*s.pool, *s.gone, *(x for row in (*s.town, *s.hand) for x in row))
    }
    named = {event.things[1] for event in events if event.kind == "named"}
    recruited = {event.things[1] for event in events if event.kind == "recruited"}
    built = {event.things[1] for event in events if event.kind == "built"}
    for number, row in enumerate(s.box.cards):
        if number in seen_by_all and not row.start:
            figures[f"named {row.id}"] = float(number in named)
            figures[f"recruited {row.id}"] = float(number in recruited)
            if row.kind != "challenge":
                figures[f"built {row.id}"] = float(number in built)
    return figures


def who_began(events: Sequence[Event]) -> int:
    """The Mayor who names the first card to recruit."""
    return next(event.things[0] for event in events if event.kind == "named")


def sources(events: Sequence[Event], s: Village) -> Mapping[str, Sequence[int]]:
    columns = sheets(s)
    return {
        line.replace("_", " "): [getattr(column, line) for column in columns] for line in ScoreColumn._fields
    }


def sides(events: Sequence[Event], s: Village) -> Mapping[str, Sequence[str]]:
    return {"first on turn": turn_order(who_began(events), s.seats)}


def standing(view: VillageView) -> Standing:
    """Every town as if it were counted now."""
    mayors = view["mayors"]
    return Standing(
        tuple(ChartLine(m["id"], m["score"]["total"], seat=m["seat"]) for m in mayors), view["round"]
    )


def ending(view: VillageView, result: Result, names: Sequence[str]) -> Ending:
    return by_points(result, "points", names)._replace(title="The finest town of all")
