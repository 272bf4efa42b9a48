"""The laboratory's figures of a game as a page: from the files in its folder, or from a designer's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import KnavesError
from knaves.core.game import Value
from knaves.core.words import SEAT_LETTERS
from knaves.games import about, find
from knaves.lab import arena_file, figures
from knaves.lab.arena_file import Arena
from knaves.lab.report import Report, Share, Source, Spread
from knaves.lab.sums import in_turn
from knaves.web.draw.overview import overview
from knaves.web.http.guard import FIGURES_MOST, form_of, whole
from knaves.web.pages.common import hall_of, html
from knaves.web.pages.library import game_of


class MeasuredBar(msgspec.Struct, frozen=True):
    """One measured share or mean as a bar; places are per cent of the width."""

    name: str
    seat: str  # the letter of a seat, or ""
    text: str
    interval: str
    count: int
    start: float  # where the bar begins and how long it is
    width: float
    low: float  # the interval
    high: float
    verdict: str = ""  # "above" or "below" the fair share, if the interval says so
    pace: str = ""  # of a bot: how long it thinks about an answer


class Bars(msgspec.Struct, frozen=True):
    """A table of bars. `mark`: where the line across them stands, in per cent of the width; None: there is none."""

    title: str
    head: str
    rows: list[MeasuredBar]
    mark: float | None
    note: str


class Pair(msgspec.Struct, frozen=True):
    """Points of one source: of every seat, and of winners."""

    name: str
    every: MeasuredBar
    winners: MeasuredBar | None


class Column(msgspec.Struct, frozen=True):
    text: str
    games: int
    x: float
    height: float


class Lengths(msgspec.Struct, frozen=True):
    title: str
    columns: list[Column]
    width: float
    first: int
    last: int
    note: str


class BalanceSheet(msgspec.Struct, frozen=True):
    """A report as the page draws it."""

    title: str
    seats: int
    fair: str
    bars: list[Bars]
    counts: str
    pairs: list[Pair]
    zero: float  # where nought stands under the points by source
    lengths: list[Lengths]
    reasons: list[tuple[str, int, float]]
    others: list[tuple[str, str, str, int]]
    caption: list[tuple[str, str]]


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def number(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


@cache
def measured(game: str) -> dict[int, Report]:
    """The figures that come with the game, by the number of seats."""
    folder = files("knaves.games").joinpath(game, "balance")
    if not folder.is_dir():
        return {}
    found = [figures.read(file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".json")]
    return {report.plan.seats: report for report in sorted(found, key=lambda report: report.plan.seats)}


@cache
def contests(game: str) -> tuple[Arena, ...]:
    """The contests of bots that come with the game: all that were played to the end."""
    folder = files("knaves.games").joinpath(game, "arena")
    if not folder.is_dir():
        return ()
    rows = sorted(folder.iterdir(), key=lambda file: file.name)
    found = [arena_file.read(file.read_bytes()) for file in rows if file.name.endswith(".json")]
    return tuple(one for one in found if one.standings is not None)


def duels(game: str, seats: int) -> Bars | None:
    """One bot against a table of another: its share of the wins; the line is what a seat has without being better."""
    rows: list[MeasuredBar] = []
    for one in contests(game):
        if one.contest.seats != seats or one.standings is None:
            continue
        for faced in one.standings.faced:
            pace = one.standings.paces[faced.one]
            name = ", ".join((faced.one, f"{seats - 1} × {faced.many}", *_changed(game, one.contest.options)))
            row = _row(name, faced.share, faced.par, 1.0, "")
            rows.append(msgspec.structs.replace(row, pace=f"{pace.mean:.0f} ms"))
    note = "Every deal is played from every seat. The time is the processor's for one answer."
    return Bars("Which bot is stronger", "one bot, against", rows, 100 / seats, note) if rows else None


def sheet(found: Report) -> BalanceSheet:
    """Everything that is drawn, in numbers."""
    plan = found.plan
    game = find(plan.game)
    fair = found.fair
    tables: dict[str, Mapping[str, Share]] = {
        "seat": dict(zip(SEAT_LETTERS, found.wins, strict=False)),
        **{
            kind: {side: rows[side] for side in sorted(rows, key=in_turn)}
            for kind, rows in found.sides.items()
        },
    }
    if len(found.bots) > 1:
        tables["bot"] = found.bots
    top = max(share.high for rows in tables.values() for share in rows.values())
    top = min(1.0, -(-top // 0.1) * 0.1)
    bars = [_bars(kind, rows, fair, top) for kind, rows in tables.items()]
    pairs, zero = _pairs(found.sources)
    most = max(found.reasons.values(), default=1)
    return BalanceSheet(
        title=game.title,
        seats=plan.seats,
        fair=percent(fair),
        bars=bars,
        counts=game.counts,
        pairs=pairs,
        zero=zero,
        lengths=[_lengths(name, spread) for name, spread in found.lengths.items()],
        reasons=[(why, count, 100 * count / most) for why, count in found.reasons.items()],
        others=[
            (name, number(f.value), f"{number(f.low)} to {number(f.high)}", f.count)
            for name, f in found.figures.items()
        ],
        caption=_caption(found),
    )


def _bars(kind: str, rows: Mapping[str, Share], fair: float, top: float) -> Bars:
    drawn = [
        _row(name, share, fair, top, name.lower() if kind == "seat" else "") for name, share in rows.items()
    ]
    odd = [f"{row.name} {row.verdict}" for row in drawn if row.verdict]
    note = f"Outside the fair share: {', '.join(odd)}." if odd else "Every interval holds the fair share."
    title = {"seat": "Wins by seat", "bot": "Wins by bot"}.get(kind, f"Wins by {kind}")
    return Bars(title, kind, drawn, 100 * fair / top, note)


def _row(name: str, share: Share, fair: float, top: float, seat: str) -> MeasuredBar:
    verdict = "above" if share.low > fair else "below" if share.high < fair else ""
    return MeasuredBar(
        name=name,
        seat=seat,
        text=percent(share.value),
        interval=f"{percent(share.low)} to {percent(share.high)}",
        count=share.count,
        start=0.0,
        width=_place(share.value, 0, top),
        low=_place(share.low, 0, top),
        high=_place(share.high, 0, top),
        verdict=verdict,
    )


def _place(value: float, low: float, top: float) -> float:
    """Where a value stands on the way from low to top, in per cent."""
    return round(100 * min(1.0, max(0.0, (value - low) / (top - low))), 2)


def _pairs(sources: Mapping[str, Source]) -> tuple[list[Pair], float]:
    shares = [s for source in sources.values() for s in (source.mean, source.winners) if s is not None]
    low, top = min([0.0, *(s.low for s in shares)]), max([1.0, *(s.high for s in shares)])

    def row(name: str, share: Share) -> MeasuredBar:
        start, end = sorted((_place(0, low, top), _place(share.value, low, top)))
        return MeasuredBar(
            name=name,
            seat="",
            text=number(share.value),
            interval=f"{number(share.low)} to {number(share.high)}",
            count=share.count,
            start=start,
            width=round(end - start, 2),
            low=_place(share.low, low, top),
            high=_place(share.high, low, top),
        )

    found = [
        Pair(name, row(name, source.mean), row(name, source.winners) if source.winners else None)
        for name, source in sources.items()
    ]
    return found, _place(0, low, top)


def _lengths(name: str, spread: Spread) -> Lengths:
    most, wide = max(spread.games) or 1, 100 / len(spread.games)
    columns = []
    for place, games in enumerate(spread.games):
        start = spread.first + place * spread.step
        text = str(start) if spread.step == 1 else f"{start} to {start + spread.step - 1}"
        columns.append(Column(text, games, round(place * wide, 3), round(100 * games / most, 2)))
    mean = f"{spread.mean.value:.1f} ({spread.mean.low:.1f} to {spread.mean.high:.1f})"
    return Lengths(
        title=f"Length in {name}",
        columns=columns,
        width=round(wide, 3),
        first=spread.first,
        last=spread.first + len(spread.games) * spread.step - 1,
        note=f"Mean {mean}, from {spread.least} to {spread.most}.",
    )


def _changed(game: str, options: Mapping[str, Value]) -> list[str]:
    """What was not left as it comes."""
    usual = {setting.name: setting.default for setting in about(game).option}
    return [
        f"{name}={'an own file' if isinstance(value, str) and len(value) > 40 else value}"
        for name, value in options.items()
        if name in usual and value != usual[name]
    ]


def _caption(found: Report) -> list[tuple[str, str]]:
    plan = found.plan
    rows = [
        ("games", f"{plan.games:,}"),
        ("players", str(plan.seats)),
        ("bots", ", ".join(dict.fromkeys(plan.bots))),
        ("options", ", ".join(_changed(plan.game, plan.options)) or "as they come"),
        ("seed", str(plan.seed)),
    ]
    if found.origin is not None:
        rows += [
            ("command", found.origin.command),
            ("measured", f"{found.origin.date}, Knaves {found.origin.program}, rules {found.origin.rules}"),
        ]
    return rows


def page(
    game: str, found: Report | None, chosen: Sequence[int] = (), problem: str = "", own: bool = False
) -> Response:
    return html(
        "library/balance.html",
        422 if problem else 200,
        game=game,
        info=about(game),
        sheet=sheet(found) if found is not None else None,
        chosen=list(chosen),
        problem=problem,
        own=own,
        overview=None if own or not measured(game) else overview(measured(game)),
        duels=None if own or found is None else duels(game, found.plan.seats),
    )


async def balance(request: Request) -> Response:
    """Drawn from the game's own files; `seats` chooses one. Posted: from the file in the form, and nothing is kept."""
    game = game_of(request)
    known = measured(game)
    usual = known.get(4) or next(iter(known.values()), None)
    if request.method == "POST":
        text = (await form_of(request, FIGURES_MOST)).get("file", "")
        try:
            found = figures.read(text)
        except KnavesError as error:
            return page(game, usual, list(known), problem=str(error))
        others = list(measured(found.plan.game))
        return await hall_of(request).apart(page, found.plan.game, found, others, own=True)
    seats = whole(request.query_params.get("seats", ""))
    return page(game, known.get(seats, usual) if seats is not None else usual, list(known))
