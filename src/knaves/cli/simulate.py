"""Many games of bots from the command line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

import knaves
from knaves.bots import USUAL
from knaves.cli.screen import bar, wide
from knaves.cli.tables import print_comparison
from knaves.cli.words import must_be_writable, read_seed, read_settings, write_file
from knaves.core.errors import BadSetup
from knaves.core.words import SEAT_LETTERS
from knaves.games import about
from knaves.lab import figures
from knaves.lab.cluster import LOCAL
from knaves.lab.folder import Folder
from knaves.lab.report import Origin, Plan, Report, Share
from knaves.lab.simulate import plan, run


def simulate(
    game: str,
    *,
    seats: int = 0,
    games: int = 1000,
    bots: str = USUAL,
    jobs: int = 0,
    seed: str = "1",
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    json: Path | None = None,
    to: Path | None = None,
    rows: bool = True,
    sweep: Annotated[list[str] | None, Parameter(negative="")] = None,
    ray: Annotated[list[str] | None, Parameter(negative="", consume_multiple=(0, 1))] = None,
) -> None:
    """Play many games of bots and say what came out.

    Parameters
    ----------
    game
        Which game.
    seats
        How many players; the game's largest number if left out.
    games
        How many games.
    bots
        One bot for all seats, or one for each, divided by commas. Different bots change seats from game to game.
    jobs
        How many processes; as many as there are cores if left out. The figures do not depend on it.
    seed
        The same seed gives the same figures.
    option
        An option of the game, name=value; may be given several times.
    json
        Write the figures to this file too; the balance page of the game draws it.
    to
        Keep everything in this folder: figures.json, and every single game as Parquet (extra `lab`). A simulation
        that was interrupted goes on from there when the same command is given again.
    rows
        --no-rows keeps no single games in that folder.
    sweep
        Several values of an option, name=one,two,three (card files, too): each is simulated, and compared with the
        first. May be given several times: then every combination is. Files and folders get their names from the values.
    ray
        Let a Ray cluster play (extra `ray`): the one at this address, or "auto" for the one this machine is part of;
        without an address one is started here for the while.
    """
    cluster = None if ray is None else (ray or [LOCAL])[0]
    table = seats or max(about(game).seats)
    every = variants(sweep or [])
    option = option or []
    plans = [  # all of them before the first is played: what is wrong is said at once
        plan(game, table, games, bots.split(","), read_seed(seed), read_settings(game, [*option, *variant]))
        for variant in every
    ]
    if json is not None:
        must_be_writable(json)
    files = [json and json.with_stem("-".join([json.stem, *map(plain, variant)])) for variant in every]
    for file in files:
        if file is not None:
            must_be_writable(file)
    found: dict[str, Report] = {}
    for variant, what, file in zip(every, plans, files, strict=True):
        name = ", ".join(variant)
        into = to and to.joinpath(*map(plain, variant))
        with bar() as shown:
            task = shown.add_task(escape(f"{about(game).title} {name}".strip()), total=games)
            found[name] = run(
                what,
                jobs or os.cpu_count() or 1,
                partial(shown.advance, task),
                cluster=cluster,
                folder=None if into is None else Folder(into, rows),
            )
        show(found[name])
        paths = [path for path in (file, into and into / "figures.json") if path is not None]
        keep(found[name], [*option, *variant], paths)
    if len(found) > 1:
        print_comparison([*found], [*found.values()])


def variants(sweep: Sequence[str]) -> list[tuple[str, ...]]:
    """Every combination of `name=one,two` and `other=three,four`, as words of --option."""
    rows = []
    for word in sweep:
        name, equals, values = word.partition("=")
        row = [f"{name}={value}" for value in values.split(",")]
        if not equals or "," not in values:
            raise BadSetup(f"A sweep is written name=one,two, not {word!r}.")
        if len({plain(value) for value in row}) < len(row):
            raise BadSetup(
                f"Two values of the sweep {word!r} have one name: their figures would be mixed up."
            )
        rows.append(row)
    return [*product(*rows)]


def plain(word: str) -> str:
    """As the name of a file: a card file by its own name."""
    name, _, value = word.partition("=")
    return f"{name}={Path(value).stem}"


def keep(found: Report, option: Sequence[str], files: Sequence[Path]) -> None:
    origin = Origin(
        command=command(found.plan, option),
        program=knaves.__version__,
        rules=about(found.plan.game).version,
        date=datetime.now(UTC).date().isoformat(),
    )
    for path in files:
        write_file(path, figures.write(msgspec.structs.replace(found, origin=origin)))


def command(what: Plan, option: Sequence[str]) -> str:
    """The command that gives the same figures again."""
    bots = what.bots if len(set(what.bots)) > 1 else what.bots[:1]
    words = ["knaves", "simulate", what.game, "--seats", str(what.seats), "--games", str(what.games)]
    words += ["--bots", ",".join(bots), "--seed", str(what.seed)]
    return shlex.join([*words, *(word for name in option for word in ("--option", name))])


def percent(share: Share) -> str:
    return f"{share.value:6.1%}  ({share.low:.1%} to {share.high:.1%})"


def show(found: Report) -> None:
    console = wide()
    p = found.plan
    console.print(
        f"[b]{about(p.game).title}[/b]: {p.games} games, {p.seats} seats, seed {escape(str(p.seed))}, "
        f"bots {escape(','.join(p.bots))}"
    )
    table = Table("seat", "wins (95 % interval)", "mean score")
    for seat, (wins, score) in enumerate(zip(found.wins, found.scores, strict=True)):
        table.add_row(SEAT_LETTERS[seat], percent(wins), f"{score.value:.2f}")
    console.print(table)
    for kind, sides in found.sides.items():
        table = Table(escape(kind), "wins per seat (95 % interval)", "seats")
        for side, wins in sides.items():
            table.add_row(escape(side), percent(wins), str(wins.count))
        console.print(table)
    if found.sources:
        table = Table("points from", "a seat", "a winner")
        for name, source in found.sources.items():
            best = f"{source.winners.value:.2f}" if source.winners else ""
            table.add_row(escape(name), f"{source.mean.value:.2f}", best)
        console.print(table)
    if len(found.bots) > 1:
        table = Table("bot", f"wins per seat (par {1 / p.seats:.1%})")
        for level, wins in found.bots.items():
            table.add_row(escape(level), percent(wins))
        console.print(table)
    if found.figures:
        table = Table("figure", "mean", "95 % interval", "games")
        for name, f in found.figures.items():
            table.add_row(escape(name), f"{f.value:.3f}", f"{f.low:.3f} to {f.high:.3f}", str(f.count))
        console.print(table)
    for reason, count in list(found.reasons.items())[:6]:
        console.print(f"  {count:>6} × {escape(reason)}")
    console.print(
        f"{found.decisions.value:.0f} decisions a game; {found.decisions_per_second:,.0f} decisions/s, "
        f"{p.games / found.seconds:.1f} games/s in {found.seconds:.1f} s"
    )
