"""Builds the compiled package:  python -m compiled.build [--to DIR] [GAME ...]

Expands the core and the games (all, or those that are named), lets mypyc translate them to C, puts the written line
numbers back into the tracebacks, compiles, and lays the machine code beside the plain modules of DIR/knaves (src):
Python takes it in their place. `--translate` ends with the C text: does mypyc take every module? `--clean` takes the
machine code away again.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from setuptools import Extension

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
STAMP = "compiled.stamp"
CORE = (
    "step", "knowledge", "luck", "worlds", "state", "offers", "deals", "trading",
    "ask", "position", "turns", "beat", "dice", "modifiers",
)  # fmt: skip
BESIDE = ("state.py", "secrets.py", "deals.py", "view.py")  # of a game, beside its rules; where there is one
CARDS = ("__init__.py", "faces.py", "names.py")  # the box, and what its numbers mean; likewise
BOTS = ("rollout",)
REPLACED = {"data": ROOT / "compiled" / "data.py"}
NUMBERED = """\
    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        number_lines(cls)
"""
NAMED = "Answer = NamedTuple('Answer', [('verb', str), " + ", ".join(f"('{x}', int)" for x in "abcde") + "])"
PATCHES = {
    "position": [
        ("            code = top.code\n", "\n"),
        ("out = code[at](top, state)", "out = top.call(at, state)"),
        ("if out.__class__ is not Choice:", "if not isinstance(out, Choice):"),
        ("    __hash__ = None  # type: ignore[assignment]  # a position changes\n", "\n"),
    ],
    "step": [
        (NUMBERED, "\n\n\n"),
        ("Answer: TypeAlias = tuple[str, int, int, int, int, int]", NAMED),
    ],
}
"""What mypyc needs to be said otherwise: the old text stands exactly once in its module of the core."""


def chosen(package: Path, games: list[str]) -> Iterator[Path]:
    """The modules that are compiled: the hot part of the core and of bots; of a game its state, rules, secrets, deals,
    view, box and bot."""
    yield from (package / "core" / f"{name}.py" for name in CORE)
    yield from (package / "bots" / f"{name}.py" for name in BOTS)
    for game in games:
        folder = package / "games" / game
        beside = [*(folder / name for name in BESIDE), *(folder / "cards" / name for name in CARDS)]
        yield from (file for file in beside if file.is_file())
        yield from sorted((folder / "state").glob("*.py"))
        inner = (*sorted((folder / "rules").rglob("*.py")), *sorted((folder / "bot").glob("*.py")))
        yield from (file for file in inner if file.name != "__init__.py")
        yield from (file for file in sorted((folder / "view").glob("*.py")) if file.name != "types.py")


def module_of(package: Path, file: Path) -> str:
    return ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


def digest(package: Path) -> str:
    """Of every module in the package: machine code of other sources is not to be run."""
    sum_ = blake2b(digest_size=16)
    for file in sorted(package.rglob("*.py")):
        sum_.update(str(file.relative_to(package)).encode() + file.read_bytes())
    return sum_.hexdigest()


def workshop(root: Path) -> Path:
    """Where the modules of a tree are compiled: one place for each tree, so that two builds do not meet."""
    return ROOT / "build" / "compiled" if root == SOURCES else root.parent / f"{root.name}-compiled"


def write_expanded(package: Path, files: list[Path], target: Path) -> dict[str, list[int]]:
    """Writes the expanded modules; gives back by path for each line the written one."""
    from compiled.expand import expand

    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(package, target / "knaves", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    written: dict[str, list[int]] = {}
    for file in files:
        module = importlib.import_module(module_of(package, file))
        source = file.read_text("utf-8")
        if not source.strip().count("\n"):
            continue
        made = expand(module, source)
        text = made.text
        if file.parent.name == "core":
            for old, new in PATCHES.get(file.stem, []):
                if text.count(old) != 1:
                    raise SystemExit(
                        f"compiled: core/{file.stem}.py holds {old!r} {text.count(old)} times, not once"
                    )
                text = text.replace(old, new)
        place = Path("knaves") / file.relative_to(package)
        (target / place).write_text(text, "utf-8")
        written[str(place)] = made.written
    for name, replacement in REPLACED.items():
        shutil.copy(replacement, target / "knaves" / "core" / f"{name}.py")
    return written


def name_written_lines(folder: Path, written: dict[str, list[int]]) -> None:
    """Tracebacks in the C text name a path and a line of the expanded module: put the written line there."""
    call = re.compile(r'(CPy_\w*Traceback\("(?P<path>[^"]+)", "[^"]*", )(?P<line>\d+)')

    def back(match: re.Match[str]) -> str:
        lines = written.get(match["path"])
        number = int(match["line"])
        if lines and 1 <= number <= len(lines):
            number = lines[number - 1]
        return f"{match[1]}{number}"

    for file in folder.rglob("*.c"):
        file.write_text(call.sub(back, file.read_text("utf-8")), "utf-8")


def translate(package: Path, games: list[str], optimise: str) -> list[Extension]:
    """Writes the C text in the tree's workshop; gives back what is to be compiled."""
    work = workshop(package.parent)
    files = list(chosen(package, games))
    written = write_expanded(package, files, work / "src")
    os.chdir(work / "src")
    sys.path.insert(0, str(work / "src"))
    from mypyc.build import mypycify

    paths = [*written, *(f"knaves/core/{name}.py" for name in REPLACED)]
    loose = [
        "arg-type",
        "assignment",
        "misc",
        "valid-type",
        "func-returns-value",
        "no-any-return",
        "override",
    ]
    flags = ["--explicit-package-bases", "--ignore-missing-imports", "--config-file="]
    flags += [part for code in loose for part in ("--disable-error-code", code)]
    extensions: list[Extension] = mypycify(
        [*flags, *paths],
        opt_level=optimise,
        debug_level="0",
        multi_file=True,
        include_runtime_files=True,  # in one call of the compiler instead of seventeen
        target_dir=str(work / "c"),
    )
    name_written_lines(work / "c", written)
    return extensions


def compile_(package: Path, games: list[str], optimise: str) -> list[Path]:
    """Builds in the tree's workshop; gives back the libraries made, below its `lib`."""
    from setuptools import Distribution

    work, extensions = workshop(package.parent), translate(package, games, optimise)
    if sys.platform == "linux":  # one library: what it calls of its own is never another's
        for extension in extensions:
            extension.extra_compile_args.append("-fno-semantic-interposition")
            extension.extra_link_args.append("-Wl,-Bsymbolic")
    dist = Distribution({"name": "knaves", "ext_modules": extensions})
    command = dist.get_command_obj("build_ext")
    command.set_undefined_options("build")
    lib = work / "lib"
    shutil.rmtree(lib, ignore_errors=True)
    command.build_lib, command.build_temp = str(lib), str(work / "o")
    command.ensure_finalized()
    with side_by_side():
        command.run()
    return sorted(lib.rglob("*.so"))


@contextmanager
def side_by_side() -> Iterator[None]:
    """All modules are of one library, and setuptools compiles the files of a library one after the other."""
    from setuptools._distutils.ccompiler import CCompiler

    in_a_row = CCompiler.compile

    def at_once(self: CCompiler, sources: list[str], **more: Any) -> list[str]:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            made = pool.map(lambda source: in_a_row(self, [source], **more), sources)
            return [file for files in made for file in files]

    with patch.object(CCompiler, "compile", at_once):
        yield


def clean(root: Path) -> int:
    """Takes the machine code away; plain Python is what runs."""
    gone = [*root.glob("*__mypyc*.so"), *(root / "knaves").rglob("*.so"), *root.glob(STAMP)]
    for file in gone:
        file.unlink()
    return len(gone)


def stale(root: Path) -> bool:
    """Is there machine code of other sources?"""
    stamp = root / STAMP
    return stamp.is_file() and stamp.read_text() != digest(root / "knaves")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m compiled.build")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--to", type=Path, default=SOURCES)
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--translate", action="store_true", help="only write the C text")
    parser.add_argument(
        "--check", action="store_true", help="only say by exit code whether it fits the sources"
    )
    parser.add_argument("--optimise", default="3", choices=["0", "1", "2", "3"])
    given = parser.parse_args()
    root = given.to.resolve()
    if given.check:
        sys.exit(stale(root))
    clean(root)
    if given.clean:
        return
    sys.path.insert(0, str(root))
    from knaves.games import GAMES

    began = time.monotonic()
    lib, games = workshop(root) / "lib", given.games or list(GAMES)
    if given.translate:
        translate(root / "knaves", games, given.optimise)
        print(f"translated: {', '.join(games)} in {time.monotonic() - began:.0f} s")
        return
    made = compile_(root / "knaves", games, given.optimise)
    for file in made:
        shutil.copy(file, root / file.relative_to(lib))
    (root / STAMP).write_text(digest(root / "knaves"))
    subprocess.run(
        [sys.executable, "-c", "import knaves; assert knaves.BUILD == 'compiled'"], check=True, cwd=root
    )
    print(f"compiled: {len(made)} modules in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
