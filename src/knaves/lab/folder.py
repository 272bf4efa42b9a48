"""The folder of a simulation: what was found so far, to go on from after an interruption, and single games as Parquet.

FOLDER/progress      sums of the games up to a point (msgpack)
FOLDER/games/*.parquet, seats/*.parquet, figures/*.parquet      the games up to the same point, if they are wanted
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

import knaves
from knaves.core.errors import BadSetup, KnavesError
from knaves.games import about
from knaves.lab.report import Plan
from knaves.lab.sums import Sums

if TYPE_CHECKING:
    import pyarrow as pa

MARK_EVERY = 20.0
"""Seconds after which what was found is written down."""
HOLD = 32_000_000
"""So many bytes of rows are held at most, before they are written."""


class SoFar(msgspec.Struct):
    """What is known of a plan so far."""

    plan: Plan
    program: str
    rules: str
    sums: Sums
    seconds: float = 0.0


def nothing_yet(plan: Plan) -> SoFar:
    return SoFar(plan, knaves.__version__, about(plan.game).version, Sums())


class Folder:
    """Where a simulation is kept. `rows`: its single games too."""

    def __init__(self, path: Path, rows: bool = True) -> None:
        if rows and find_spec("pyarrow") is None:
            raise BadSetup("Parquet needs the extra `lab`: pip install 'knaves[lab]'.")
        self.path, self.rows = path, rows
        self.held: list[dict[str, pa.Table]] = []
        self.bytes, self.marked = 0, monotonic()

    def open(self, plan: Plan) -> SoFar:
        """What was found before an interruption, or nothing yet."""
        kept = self._read(plan)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            for part in self.path.glob("*/from-*.parquet"):
                if int(part.stem.removeprefix("from-")) >= kept.sums.games:
                    part.unlink()  # written, but not noted in time: it will be played again
        except OSError as error:
            raise KnavesError(f"{self.path} cannot be used: {error.strerror}.") from None
        return kept

    def _read(self, plan: Plan) -> SoFar:
        new = nothing_yet(plan)
        try:
            kept = msgspec.msgpack.decode((self.path / "progress").read_bytes(), type=SoFar)
        except FileNotFoundError:
            return new
        except (OSError, msgspec.DecodeError):
            raise BadSetup(f"{self.path} holds something else than a simulation.") from None
        if (kept.plan, kept.program, kept.rules) != (new.plan, new.program, new.rules):
            raise BadSetup(f"{self.path} holds another simulation: give this one a folder of its own.")
        if self.rows and not (self.path / "games").is_dir() and kept.sums.games:
            raise BadSetup(f"{self.path} was begun without single games: they cannot be added now.")
        return kept

    def add(self, tables: dict[str, pa.Table], kept: SoFar) -> None:
        """`kept` has the games of these tables already."""
        if self.rows:
            self.held.append(tables)
            self.bytes += sum(table.nbytes for table in tables.values())
        if self.bytes > HOLD or monotonic() - self.marked > MARK_EVERY or kept.sums.games == kept.plan.games:
            self.mark(kept)

    def mark(self, kept: SoFar) -> None:
        """First the rows, then the word that they are there."""
        if self.held:
            self._write_rows()
        part = self.path / "progress.part"
        part.write_bytes(msgspec.msgpack.encode(kept))
        part.replace(self.path / "progress")
        self.bytes, self.marked = 0, monotonic()

    def _write_rows(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        first = self.held[0]["games"]["game"][0].as_py()
        for name in self.held[0]:
            (self.path / name).mkdir(exist_ok=True)
            whole = pa.concat_tables([tables[name] for tables in self.held]).unify_dictionaries()
            parquet.write_table(whole, self.path / name / f"from-{first:09}.parquet", compression="zstd")
        self.held.clear()
