"""Changes the code in small ways (mutants) and looks whether a test notices: `make mutants ARGS="core/dice.py …"`.
With `--left` before the pieces only those that no test had noticed are tried again: for tests written since.
With `--sample 150` so many mutants of each piece, drawn by lot (`--seed 1`: others); the share is then an estimate.

The pieces and the tests that are to notice stand in tests/mutants/pieces.toml; a piece ends in minutes. Mutmut works on
a copy in build/mutants. What survived is kept in tests/mutants/<piece>.txt. Two kinds do not count: a change of a
sentence for people (its words are no rule), and what tests/mutants/equivalent.toml calls equivalent, with the reason.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "mutants"
BUILD = ROOT / "build" / "mutants"
NOTICED = {1, 3, 24, 36, -24, 152, 255, -11, -9}  # a test failed, or it ran out of time or memory
SENTENCE = re.compile(r"""(["'])(?:(?!\1).)* (?:(?!\1).)*\1""")


CAST = re.compile(r"cast\([\w.\[\], |\"]*?, (?=[^,)])")


class Mutant(NamedTuple):
    """One small change that no test noticed."""

    function: str
    was: str
    now: str

    @property
    def line(self) -> str:
        return f"{self.function}: {self.was}  =>  {self.now}"


def pieces() -> dict[str, list[str]]:
    """The pieces, and the tests that are to notice a change in them."""
    return {
        name: shlex.split(tests)
        for name, tests in tomllib.loads((KEPT / "pieces.toml").read_text("utf-8"))["pieces"].items()
    }


def room_for(piece: str, tests: list[str], only_left: bool, lot: list[int]) -> Path:
    """A folder in which mutmut finds the house, its own configuration, and of how many mutants it is to draw which."""
    room = BUILD / kept_name(piece)
    if only_left:
        forget_left(room)
    else:
        shutil.rmtree(room, ignore_errors=True)  # verdicts of before: the tests may be others now
    room.mkdir(parents=True, exist_ok=True)
    for name in ("src", "tests", "scripts", "docs", "CONTRIBUTING.md", "README.md", "CHANGELOG.md"):
        link = room / name
        if not link.is_symlink():
            link.symlink_to(ROOT / name)
    if not only_left:  # what is left is left of the sample that was drawn
        (room / "lot.json").write_text(json.dumps(lot), "utf-8")
    setting = {
        "source_paths": ["src"],
        "only_mutate": [f"src/knaves/{piece}"],
        "pytest_add_cli_args_test_selection": tests,
        "pytest_add_cli_args": [
            *("-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:schemathesis", "-n0"),
            *(() if "-m" in tests else ("-m", "not browser and not postgres")),
        ],
        "also_copy": ["CONTRIBUTING.md", "README.md", "CHANGELOG.md"],
        "timeout_multiplier": 8.0,
        "use_git_change_detection": False,
        "track_dependencies": False,
    }
    rows = "\n".join(f"{key} = {json.dumps(value)}" for key, value in setting.items())
    text = (ROOT / "pyproject.toml").read_text("utf-8") + f"\n[tool.mutmut]\n{rows}\n"
    if not (room / "pyproject.toml").exists() or (room / "pyproject.toml").read_text("utf-8") != text:
        (room / "pyproject.toml").write_text(text, "utf-8")
    return room


def forget_left(room: Path) -> None:
    """Mutmut lets verdicts stand. Those of mutants that nobody noticed go, and what it knows of the tests."""
    for meta in room.glob("mutants/src/**/*.meta"):
        kept = json.loads(meta.read_text("utf-8"))
        verdicts = kept["exit_code_by_key"]
        kept["exit_code_by_key"] = {
            name: code if code in NOTICED else None for name, code in verdicts.items()
        }
        meta.write_text(json.dumps(kept), "utf-8")
    (room / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    shutil.rmtree(room / "mutants" / "tests", ignore_errors=True)


def kept_name(piece: str) -> str:
    return piece.removesuffix(".py").removesuffix("/*").replace("/", "-")


def run(room: Path) -> int:
    """Lets mutmut work, one process, quick tests first."""
    with (room / "output.txt").open("w") as out:
        return subprocess.run(
            [sys.executable, str(Path(__file__)), "--inside"],
            cwd=room,
            env={
                **os.environ,
                "PYTHONHASHSEED": "0",
                "HYPOTHESIS_STORAGE_DIRECTORY": str(room / ".hypothesis"),
            },
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode


def inside() -> None:
    """In a room: mutmut as it is, but for the order of the tests (the quickest is asked first) and for a sample."""
    import mutmut.__main__ as mutmut_main
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.runners.harness import PytestRunner
    from mutmut.state import state
    from mutmut.utils.file_utils import walk_mutatable_files

    plain = PytestRunner._pytest_args_regular_run

    def sorted_run(self: PytestRunner, tests: Iterable[str]) -> list[str]:
        quick = sorted(tests, key=lambda test: (state().duration_by_test.get(test, 0.0), test))
        return list(plain(self, quick))

    type.__setattr__(PytestRunner, "_pytest_args_regular_run", sorted_run)
    every = mutmut_main.collect_source_file_mutation_data
    size, seed = json.loads(Path("lot.json").read_text("utf-8"))

    def drawn(*, mutant_names: tuple[str, ...] | list[str]) -> object:
        mutants, by_path = every(mutant_names=mutant_names)
        if 0 < size < len(mutants):
            mutants = random.Random(seed).sample(sorted(mutants, key=lambda one: one[1]), size)
        return mutants, by_path

    vars(mutmut_main)["collect_source_file_mutation_data"] = drawn
    mutmut_main._run((), 1)
    left: dict[str, str] = {}
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        left |= {
            name: get_diff_for_mutant(name, path=path)
            for name, code in data.exit_code_by_key.items()
            if code is not None and code not in NOTICED
        }
    Path("left.json").write_text(json.dumps(left), "utf-8")


def changes(name: str, shown: list[str]) -> Mutant:
    """What a mutant changed: the lines before and after."""
    was = " ".join(line[1:].strip() for line in shown if line.startswith("-") and not line.startswith("---"))
    now = " ".join(line[1:].strip() for line in shown if line.startswith("+") and not line.startswith("+++"))
    function = (
        name.rpartition(".")[2].split("__mutmut")[0].removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    )
    return Mutant(function, was, now)


def is_wording(mutant: Mutant) -> bool:
    """Is the text of a sentence all that has changed?"""

    def blank(text: str) -> str:
        return SENTENCE.sub('""', text)

    return mutant.was != mutant.now and blank(mutant.was) == blank(mutant.now)


def is_typing(mutant: Mutant) -> bool:
    """Does it change a note for the type checker alone? `cast` gives back what it was given."""
    return "cast(" in mutant.was and CAST.sub("cast(", mutant.was) == CAST.sub("cast(", mutant.now)


def at_least(hits: int, tries: int) -> float:
    """The share that so many hits speak for at the least, with 97.5 % confidence (Wilson)."""
    if not tries:
        return 0.0
    share, z2 = hits / tries, 1.96**2 / tries
    return (share + z2 / 2 - math.sqrt(z2 * (share * (1 - share) + z2 / 4))) / (1 + z2)


def report(piece: str, room: Path, took: float) -> str:
    """Writes the kept file, and gives its first line."""
    verdicts: dict[str, int | None] = {}
    for meta in sorted((room / "mutants" / "src").rglob("*.meta")):
        verdicts |= json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
    whole = len(verdicts)
    verdicts = {name: code for name, code in verdicts.items() if code is not None}  # None: not in the sample
    diffs = json.loads((room / "left.json").read_text("utf-8"))
    left = [changes(name, diff.splitlines()) for name, diff in diffs.items()]
    equivalent = tomllib.loads((KEPT / "equivalent.toml").read_text("utf-8")).get(piece, {})
    same = [m for m in left if m.line in equivalent or is_typing(m)]
    words = [m for m in left if m not in same and is_wording(m)]
    alive = [m for m in left if m not in same and m not in words]
    counted = len(verdicts) - len(same) - len(words)
    killed = len(verdicts) - len(left)
    share = 100 * killed / counted if counted else 100.0
    drawn = ""
    if len(verdicts) < whole:
        low = 100 * at_least(killed, counted)
        drawn = f"; a sample of {len(verdicts)} of {whole}: very likely {low:.1f} % or more"
    head = (
        f"{piece}: {killed} of {counted} noticed ({share:.1f} %){drawn}; not counted: "
        f"{len(same)} equivalent, {len(words)} of wording; {took / 60:.1f} min"
    )
    (KEPT / f"{kept_name(piece)}.txt").write_text(
        "\n".join([head, *sorted(m.line for m in alive)]) + "\n", "utf-8"
    )
    return head


def main(given: list[str]) -> int:
    read = argparse.ArgumentParser(
        prog="mutants", description="Changes the code and looks whether a test notices."
    )
    read.add_argument("--left", action="store_true", help="only those again that no test had noticed")
    read.add_argument("--sample", type=int, default=0, metavar="N", help="only so many of each piece, by lot")
    read.add_argument("--seed", type=int, default=0, help="another sample for another number")
    read.add_argument("pieces", nargs="*", help="as tests/mutants/pieces.toml names them, or how they begin")
    said = read.parse_args(given)
    known, wanted = pieces(), said.pieces
    if strange := [name for name in wanted if not any(piece.startswith(name) for piece in known)]:
        print(f"mutants: there is no piece {strange[0]!r}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    failed: list[str] = []
    for piece, tests in known.items():
        if wanted and not any(piece.startswith(name) for name in wanted):
            continue
        began = time.monotonic()
        room = room_for(piece, tests, said.left, [said.sample, said.seed])
        if run(room):
            failed.append(piece)
            print(f"{piece}: failed, see {room / 'output.txt'}", file=sys.stderr)
            continue
        print(report(piece, room, time.monotonic() - began), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--inside"]:
        inside()
    else:
        sys.exit(main(sys.argv[1:]))
