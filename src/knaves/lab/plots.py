"""Simulations as drawings (extra `lab`): SVG, the same bytes for the same figures.

Colours are of a middle tone, on no ground of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from knaves.core.ending import PLACES
from knaves.core.errors import BadSetup
from knaves.core.words import SEAT_LETTERS
from knaves.lab.compare import Difference
from knaves.lab.report import Report, Share
from knaves.lab.sums import in_turn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, DOT, FAR = "#8a8478", "#8a847855", "#c9a24b", "#c8553d"
LINES = (DOT, FAR, "#6f9ab5", "#7fa36b", "#a583b8")
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "knaves",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def wins(reports: Mapping[str, Report]) -> bytes:
    """Wins by seat and by side, in points above or below the fair share: one column a report."""

    def draw(figure: Figure) -> None:
        columns = figure.subplots(1, len(reports), squeeze=False, sharex=True)[0]
        for axes, (name, found) in zip(columns, reports.items(), strict=True):
            axes.axvspan(-5, 5, color=FAINT, linewidth=0)
            _intervals(
                axes, {row: _points(share, found.fair) for row, share in by_seat_and_side(found).items()}
            )
            axes.set_title(name, fontsize=10)
        figure.supxlabel("points above the fair share of wins (95 %); the band: 5 points", fontsize=9)

    return _drawn(
        2.6 * len(reports), 0.8 + 0.2 * max(len(by_seat_and_side(found)) for found in reports.values()), draw
    )


def differences(rows: Sequence[Difference], title: str) -> bytes:
    """What differs, in parts of its own size, the surest on top."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        _intervals(axes, {row.name: _parts(row) for row in rows})
        axes.set_title(title, fontsize=10)
        axes.set_xlabel("difference in per cent of the larger of both (95 %)")

    return _drawn(7, 0.9 + 0.22 * len(rows), draw)


def curves(rows: Mapping[str, Sequence[float]]) -> bytes:
    """How the log-loss on held-out games falls from round to round of learning; 1 is that of who knows nothing."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for at, (name, losses) in enumerate(rows.items()):
            axes.plot(range(1, len(losses) + 1), losses, color=LINES[at % len(LINES)], label=name)
        axes.set_xlabel("round of learning: from results, then from targets that look to later positions")
        axes.set_ylabel("log-loss, 1 knows nothing")
        axes.legend(frameon=False, fontsize=8)

    return _drawn(7, 3.2, draw)


def reliability(rows: Mapping[str, Sequence[tuple[float, float, int]]]) -> bytes:
    """What was said and what came true, one column a game; a dot is as large as it is often."""

    def draw(figure: Figure) -> None:
        columns = figure.subplots(1, len(rows), squeeze=False, sharey=True)[0]
        for axes, (name, groups) in zip(columns, rows.items(), strict=True):
            most = max(count for _, _, count in groups)
            axes.plot([0, 100], [0, 100], color=FAINT, linewidth=1)
            said, came = [100 * row[0] for row in groups], [100 * row[1] for row in groups]
            axes.plot(said, came, color=DOT, linewidth=1)
            axes.scatter(said, came, [6 + 60 * row[2] / most for row in groups], color=DOT)
            axes.set_title(name, fontsize=10)
        columns[0].set_ylabel("came true, per cent")
        figure.supxlabel("chance to win that was said, per cent", fontsize=9)

    return _drawn(2.4 * len(rows), 2.6, draw)


def _points(share: Share, fair: float) -> tuple[float, float, float]:
    return 100 * (share.value - fair), 100 * (share.low - fair), 100 * (share.high - fair)


def _parts(row: Difference) -> tuple[float, float, float]:
    size = max(abs(row.first.value), abs(row.other.value)) or 1.0
    return 100 * row.value / size, 100 * row.low / size, 100 * row.high / size


def by_seat_and_side(found: Report) -> dict[str, Share]:
    """Shares of the wins of every seat, then of everything that sets seats apart."""
    rows = {f"seat {SEAT_LETTERS[seat]}": share for seat, share in enumerate(found.wins)}
    return rows | {
        f"plays {side}" if side in PLACES else side: kind[side]
        for kind in found.sides.values()
        for side in sorted(kind, key=in_turn)
    }


def _intervals(axes: Axes, rows: Mapping[str, tuple[float, float, float]]) -> None:
    """Value, low and high of each row as a dot on a line; those that do not touch nought in another colour."""
    places = range(len(rows))
    axes.axvline(0, color=INK, linewidth=1)
    for place, (value, low, high) in zip(places, rows.values(), strict=True):
        colour = DOT if low <= 0 <= high else FAR
        axes.plot([low, high], [place, place], color=colour, linewidth=2)
        axes.plot([value], [place], "o", color=colour, markersize=4)
    axes.set_yticks([*places], [*rows])
    axes.invert_yaxis()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _drawn(width: float, height: float, draw: Callable[[Figure], None]) -> bytes:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise BadSetup("Drawings need the extra `lab`: pip install 'knaves[lab]'.") from None
    out = BytesIO()
    with rc_context(STYLE):
        figure = Figure((width, height), layout="constrained")
        draw(figure)
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    return out.getvalue()
