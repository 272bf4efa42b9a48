"""How fast the engine is, beside catanatron, in one run on one core."""

from __future__ import annotations

import json as jsons
import math
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

import knaves
from knaves.cli.screen import wide
from knaves.cli.words import must_be_writable, write_file
from knaves.core.errors import BadSetup
from knaves.games import about
from knaves.lab.speed import Peer, Speed, TimesPeer, measure, measure_plain

LANDED = Path("docs/bench.json")
SEATS = 4
OPTIONS: dict[str, dict[str, object]] = {"new_angeles": {"trading": False}}
"""Where a game is not measured with its usual options: random players would do nothing but make offers."""


def bench(
    *games: str, seconds: float = 3.0, write: bool = False, peer: bool = True, json: Path | None = None
) -> None:
    """Measure random games: decisions/s, µs per clone, imagine, view and encode, ten-ply searches, and memory.

    Where the compiled build runs, the plain one is measured too.

    Parameters
    ----------
    games
        Which games; all of them if left out.
    seconds
        How long to play each.
    write
        Write the figures to docs/bench.json, to compare the next run with.
    peer
        Measure catanatron beside them.
    json
        Write the figures of this build to a file.
    """
    console = wide(190)
    for game in games:
        about(game)
    if not 0 < seconds < math.inf:
        raise BadSetup(f"A measurement takes some seconds, not {seconds:g}.")
    if json is not None:
        must_be_writable(json)
    chosen = list(games or knaves.GAMES)
    builds: dict[str, dict[str, Speed]] = {knaves.BUILD: {}}
    rival = None
    if peer:
        try:
            rival = Peer()
        except ImportError:
            console.print("catanatron is not installed (pip install catanatron): no comparison.")
    for game in chosen:
        with console.status(f"measuring {about(game).title} …"):
            builds[knaves.BUILD][game] = measure(game, SEATS, seconds, rival, **OPTIONS.get(game, {}))
    if json is not None:
        write_file(
            json, jsons.dumps({game: one._asdict() for game, one in builds[knaves.BUILD].items()}).encode()
        )
    if knaves.BUILD == "compiled":
        with console.status("measuring the plain build …"):
            builds["plain"] = measure_plain(chosen, seconds, rival is not None)
    console.print(_table(builds, rival))
    if rival is not None:
        console.print(
            "× peer: median of slices measured in turn with catanatron's, and the middle half of them. Of its decisions"
            f" all are counted; {rival.chosen:.0%} have two answers or more, as all of ours"
            f" ({rival.speed.decisions * rival.chosen:,.0f}/s). By apply every answer counts on both sides."
        )
    if write:
        landed = _landed()
        found: dict[str, object] = {"measured": _where(seconds)}
        for build in ("compiled", "plain"):
            rows = {game: one._asdict() for game, one in builds.get(build, {}).items()}
            found[build] = landed.get(build, {}) | rows
        found["catanatron"] = (
            landed.get("catanatron") if rival is None else {**rival.speed._asdict(), "chosen": rival.chosen}
        )
        LANDED.parent.mkdir(exist_ok=True)
        LANDED.write_text(jsons.dumps(found, indent=1) + "\n")


def _where(seconds: float) -> dict[str, object]:
    """What the figures were measured on."""
    facts = Path("/proc/cpuinfo").read_text("utf-8") if Path("/proc/cpuinfo").is_file() else ""
    named = [line.split(":")[1].strip() for line in facts.splitlines() if line.startswith("model name")]
    return {
        "on": datetime.now(UTC).date().isoformat(),
        "processor": named[0] if named else platform.machine(),
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "seconds": seconds,
    }


def _landed() -> dict[str, dict[str, object]]:
    """The figures of the last run that was written down."""
    read: dict[str, dict[str, object]] = jsons.loads(LANDED.read_text("utf-8")) if LANDED.is_file() else {}
    return read


def _table(builds: dict[str, dict[str, Speed]], rival: Peer | None) -> Table:
    table = Table(
        "game (seats)", "build", "decisions/s", "× peer", "by apply", "× peer", "clone µs", "peer ÷",
        "imagine µs", "view µs", "encode µs", "ten plies/s", "kB", "was",
    )  # fmt: skip
    if rival is not None:
        peer = rival.speed
        table.add_row(
            "catanatron (4)", "", f"{peer.decisions:,.0f}", *[""] * 3, f"{peer.clone:.1f}", *[""] * 7
        )
    landed = _landed()
    for game in next(iter(builds.values())):
        for build, rows in builds.items():
            one = rows[game]
            was = landed.get(build, {}).get(game)
            table.add_row(
                f"{game} ({SEATS})",
                build,
                f"{one.decisions:,.0f}",
                _said(one.times),
                f"{one.applied:,.0f}",
                _said(one.applied_times),
                f"{one.clone:.2f}",
                _said(one.clone_times),
                f"{one.imagine:.1f}",
                f"{one.view:.1f}",
                f"{one.encode:.1f}",
                f"{one.searches:,.0f}",
                f"{one.kilobytes:.1f}",
                f"{was['decisions']:,.0f}" if isinstance(was, dict) else "",
            )
    return table


def _said(times: TimesPeer | None) -> str:
    return f"{times.middle:.1f} ({times.low:.1f} to {times.high:.1f})" if times else ""
