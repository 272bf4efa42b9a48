"""Bots against each other from the command line."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

import knaves
from knaves.cli.screen import bar, wide
from knaves.cli.simulate import percent
from knaves.cli.words import must_be_writable, read_file, read_seed, read_settings, write_file
from knaves.core.errors import BadSetup
from knaves.games import about
from knaves.lab import arena_file
from knaves.lab.arena import PROMOTE, SCREEN, Block, Contest, contest, run
from knaves.lab.ratings import Standings, standings

KEEP = 10.0
"""So many seconds of play are lost at most when a contest is broken off."""


def arena(
    game: str,
    *,
    seats: int = 0,
    bots: str,
    games: int = 0,
    fresh: bool = False,
    alone: bool = False,
    jobs: int = 1,
    minutes: float = math.inf,
    seed: str = "1",
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    json: Path | None = None,
) -> None:
    """Let bots play against each other, and say which is stronger and how sure that is.

    Parameters
    ----------
    game
        Which game.
    seats
        How many players; four, or the game's largest number, if left out.
    bots
        The bots, divided by commas. Each sits alone against a table of each other one; one bot plays against itself.
    games
        How many games each line-up plays; 160 if left out, 800 with --fresh. Every deal is played from every seat.
    fresh
        Deals that no screening has seen: for a candidate that was chosen or tuned on the others.
    alone
        Only the first bot, alone against tables of each other one.
    jobs
        How many processes. Who wins does not depend on it, but how long bots seem to think, if they must share cores.
    minutes
        Stop after so many, and say what is known by then. With --json the same command goes on later.
    seed
        The same seed gives the same deals.
    option
        An option of the game, name=value; may be given several times.
    json
        Keep every block in this file. If it is there already, the contest goes on from it.
    """
    usual = about(game).seats
    if not minutes >= 0:
        raise BadSetup(f"An arena takes some minutes, not {minutes:g}.")
    what = contest(
        game,
        seats or (4 if 4 in usual else max(usual)),
        bots.split(","),
        games or (PROMOTE if fresh else SCREEN),
        read_seed(seed),
        read_settings(game, option or []),
        fresh=fresh,
        alone=alone,
    )
    made = arena_file.made_with(game, what.seats)
    if json is not None:
        must_be_writable(json)
    known = arena_file.go_on(read_file(json), what, made) if json is not None and json.exists() else []
    kept, saved = [*known], time.monotonic()
    with bar() as shown:
        task = shown.add_task(about(game).title, total=what.games * len(what.line_ups()))
        shown.update(task, advance=len(known) * what.seats)

        def note(block: Block) -> None:
            nonlocal saved
            kept.append(block)
            shown.update(task, advance=what.seats)
            if json is not None and time.monotonic() > saved + KEEP:
                write_file(json, arena_file.write(what, made, kept, done=False))
                saved = time.monotonic()

        blocks = run(what, jobs, known, note, 60 * minutes)
    if json is not None:
        write_file(json, arena_file.write(what, made, blocks, done=True))
    show(what, standings(what, blocks))


def show(what: Contest, found: Standings) -> None:
    console = wide()
    deals = "fresh deals" if what.fresh else "deals for screening"
    played = min((row.games for row in found.faced), default=0)
    games = f"{what.games:,}" if played == what.games else f"{played:,} of {what.games:,}"
    console.print(
        f"[b]{about(what.game).title}[/b]: {what.seats} seats, {games} games a line-up, {deals}, "
        f"seed {escape(str(what.seed))}, {knaves.BUILD} build"
    )
    table = Table("alone", "against", "share of wins (95 % interval)", "par", "verdict")
    for row in found.faced:
        many = f"{what.seats - 1} × {row.many}"
        table.add_row(row.one, many, percent(row.share), f"{row.par:.1%}", row.verdict)
    console.print(table)
    if any(row.wins.value != row.share.value for row in found.faced):
        table = Table("alone", "against", "among the winners (95 % interval)", "games nobody won")
        for row in found.faced:
            table.add_row(row.one, f"{what.seats - 1} × {row.many}", percent(row.wins), str(row.unwon))
        console.print(table)
    table = Table("bot", "rating (95 % interval)", "ms a decision: mean", "95 % within", "most", "decisions")
    for level, rating in sorted(found.ratings.items(), key=lambda row: -row[1].value):
        pace = found.paces[level]
        table.add_row(
            level,
            f"{rating.value:+.0f}  ({rating.low:+.0f} to {rating.high:+.0f})",
            f"{pace.mean:.2f}",
            f"{pace.p95:.2f}",
            f"{pace.most:.1f}",
            f"{pace.decisions:,}",
        )
    console.print(table)
