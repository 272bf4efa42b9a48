"""What decided a game: the answers after which the standing turned most, told by the log's own lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from knaves.table.pages.page import LogLine
from knaves.table.state.standings import Course

MOST = 5
TEXT_MOST = 78
NAMES = 4
"""What a line is worth that names whom the moment is about: more than any number."""


class TurningPoint(NamedTuple):
    """One of them. `track`: the line of the chart that it is about."""

    at: int  # after so many answers
    track: int
    title: str
    change: int


def turns(course: Course) -> list[TurningPoint]:
    """In the order of the game: who went ahead for good, the greatest gains and losses, and the end."""
    rows = [[track.value for track in standing.lines] for standing in course.stood]
    if len(rows) < 2 or not rows[0]:
        return []
    tracks = course.stood[0].lines
    rivals = [place for place, track in enumerate(tracks) if track.rival]
    leads = _leads(rows, rivals)
    found: dict[int, TurningPoint] = {}
    last = len(rows) - 1
    ahead = leads[-1] if leads else None
    if ahead is not None:
        found[ahead.at] = ahead._replace(title="ahead for good")
    end = max(rivals, key=lambda place: rows[-1][place], default=0)
    found.setdefault(last, TurningPoint(last, end, "the last answer", rows[last][end] - rows[last - 1][end]))
    gap = max(1, last // 40)  # two moments are not one
    swings = _swings(rows, rivals)
    for wanted in (
        max((turn for turn in swings if turn.change > 0), key=_weight, default=None),
        min((turn for turn in swings if turn.change < 0), key=lambda turn: turn.change, default=None),
        *sorted(leads[:-1], key=lambda turn: -turn.change)[:1],
        *sorted(swings, key=_weight, reverse=True),
    ):
        if len(found) >= MOST:
            break
        if wanted is not None and all(abs(wanted.at - at) >= gap for at in found):
            found[wanted.at] = wanted
    return [found[at] for at in sorted(found)]


def _weight(turn: TurningPoint) -> tuple[int, int]:
    return abs(turn.change), turn.at


def _leads(rows: Sequence[Sequence[int]], rivals: Sequence[int]) -> list[TurningPoint]:
    """Every change at the top. Who draws level leads no more than before."""
    found: list[TurningPoint] = []
    leader = -1
    for at, row in enumerate(rows):
        best = max(row[place] for place in rivals) if rivals else 0
        first = [place for place in rivals if row[place] == best]
        if len(first) == 1 and first[0] != leader:
            if leader >= 0 or at:
                change = row[first[0]] - rows[at - 1][first[0]] if at else 0
                found.append(TurningPoint(at, first[0], "takes the lead", change))
            leader = first[0]
    return found


def _swings(rows: Sequence[Sequence[int]], rivals: Sequence[int]) -> list[TurningPoint]:
    """After each answer, the line that moved farthest from the rest."""
    found: list[TurningPoint] = []
    for at in range(1, len(rows)):
        moved = [now - was for now, was in zip(rows[at], rows[at - 1], strict=True)]
        if not any(moved):
            continue
        mean = sum(moved[place] for place in rivals) / len(rivals) if rivals else 0.0
        far = [abs(change - mean) if place in rivals else abs(change) for place, change in enumerate(moved)]
        place = max(range(len(moved)), key=lambda n: (moved[n] != 0, far[n]))
        found.append(TurningPoint(at, place, f"{moved[place]:+d} at once".replace("-", "−"), moved[place]))
    return found


def told(turn: TurningPoint, things: set[str], lines: Sequence[LogLine]) -> str:
    """Of what that answer brought, what speaks of this line of the chart (of one of these things) and of numbers, best
    of its very change."""

    def fits(line: LogLine) -> int:
        names = not things.isdisjoint(line.things)
        return NAMES * names + 2 * (abs(turn.change) in line.numbers) + bool(line.numbers)

    events = [line for line in lines if line.kind == "event"]
    if not events:
        return ""
    worth = [fits(line) for line in events]
    least = min(NAMES, max(worth))
    shown: set[int] = set()
    room = TEXT_MOST
    for n in sorted(range(len(events)), key=lambda n: (-worth[n], n)):
        if worth[n] < least:
            break
        if not shown or len(events[n].text) < room:  # the best, then what there is room for
            shown.add(n)
            room -= len(events[n].text) + 1
    said = [events[n].text for n in sorted(shown)]
    return " ".join(_often(text, said.count(text)) for text in dict.fromkeys(said))


def _often(text: str, times: int) -> str:
    return text if times == 1 else f"{text.rstrip('.')} (×{times})."
