"""How fast the engine is, beside catanatron, in one run on one core."""

from __future__ import annotations

import json as jsons
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

import knaves
from knaves.games import about
from knaves.lab.speed import Speed, measure, measure_catanatron

LANDED = Path("docs/bench.json")
TABLES: dict[str, tuple[int, dict[str, object]]] = {"new_angeles": (5, {"trading": False})}
"""Where a game is not measured with four seats and its usual options."""


def bench(*games: str, seconds: float = 3.0, write: bool = False) -> None:
    """Measure random games: decisions/s, games/s, µs per clone, imagine and view, and memory.

    Parameters
    ----------
    games
        Which games; all of them if left out.
    seconds
        How long to play each.
    write
        Write the figures to docs/bench.json, to compare the next run with.
    """
    wide = None if sys.stdout.isatty() else 120
    console = Console(highlight=False, width=wide)
    for game in games:
        about(game)
    landed: dict[str, dict[str, float]] = {}
    if LANDED.is_file():
        landed = jsons.loads(LANDED.read_text("utf-8"))
    table = Table(
        "game",
        "decisions/s",
        "games/s",
        "clone µs",
        "imagine µs",
        "view µs",
        "kB",
        "× decisions",
        "÷ clone",
        "was",
    )
    found: dict[str, Speed] = {}
    with console.status("measuring catanatron …"):
        peer = measure_catanatron(seconds)
    if peer is not None:
        found["catanatron"] = peer
        table.add_row(
            "catanatron (4)", f"{peer.decisions:,.0f}", f"{peer.games:.1f}", f"{peer.clone:.1f}", *[""] * 6
        )
    else:
        console.print("catanatron is not installed (pip install catanatron): no comparison.")
    for game in games or knaves.GAMES:
        count, options = TABLES.get(game, (4, {}))
        with console.status(f"measuring {about(game).title} …"):
            one = found[game] = measure(game, count, seconds, **options)
        was = landed.get(game, {}).get("decisions")
        table.add_row(
            f"{game} ({count})",
            f"{one.decisions:,.0f}",
            f"{one.games:.1f}",
            f"{one.clone:.2f}",
            f"{one.imagine:.1f}",
            f"{one.view:.1f}",
            f"{one.kilobytes:.1f}",
            f"{one.decisions / peer.decisions:.1f}" if peer else "",
            f"{peer.clone / one.clone:.1f}" if peer else "",
            f"{was:,.0f}" if was else "",
        )
    console.print(table)
    console.print(
        "A decision has at least two legal answers; forced ones are not counted (catanatron: all are)."
    )
    if write:
        LANDED.parent.mkdir(exist_ok=True)
        LANDED.write_text(jsons.dumps({name: one._asdict() for name, one in found.items()}, indent=1) + "\n")
