"""Writes docs/house.md: the house before it was laid out anew, and as it stands. `python scripts/house.py`."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "696ebd4"
PACKAGE = "src/knaves/"
GAMES = ("arch_villain", "new_angeles", "syndicate", "villagers", "villains", "_template")
ROOMS = ("core", "bots", "games", "lab", "research", "table", "web", "cli")
ROLES = {
    "positions from words": ("scenario.py",),
    "offers and promises": ("deals.py", "trade.py"),
    "what can be inferred": ("secrets.py", "eyes.py"),
}
"""What the core has taken over from the games."""


class Tree:
    """The Python files of a commit, with how many lines each has."""

    def __init__(self, commit: str) -> None:
        self.commit = commit
        names = git("ls-tree", "-r", "--name-only", commit, PACKAGE).split()
        self.lines = {
            name.removeprefix(PACKAGE): git("show", f"{commit}:{name}").count("\n")
            for name in names
            if name.endswith(".py")
        }

    def under(self, folder: str) -> dict[str, int]:
        return {
            name.removeprefix(folder): count for name, count in self.lines.items() if name.startswith(folder)
        }

    def size(self, folder: str) -> str:
        found = self.under(folder)
        return f"{sum(found.values()):,} ({len(found)})" if found else ""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def table(*rows: tuple[str, ...]) -> Iterator[str]:
    head, *rest = rows
    for row in (head, ("---",) * len(head), *rest):
        yield f"| {' | '.join(row)} |"
    yield ""


def rooms(before: Tree, now: Tree) -> Iterator[str]:
    yield "## Lines by room"
    yield "Lines of Python, files in brackets.\n"
    found = [(room, before.size(f"{room}/"), now.size(f"{room}/")) for room in ROOMS]
    yield from table(("room", "before", "now"), *found)
    yield (
        "More in all: bots with levels, the arena, research, the boards' computations and tables for friends have come "
        "since. What the games had each for themselves and the core does now became less in the games:\n"
    )
    for role, parts in ROLES.items():
        counts = [
            sum(
                count
                for game in GAMES
                for name, count in tree.under(f"games/{game}/").items()
                if name.startswith(parts)
            )
            for tree in (before, now)
        ]
        yield f"- {role}: {counts[0]:,} → {counts[1]:,}"
    yield ""


def folders(before: Tree, now: Tree) -> Iterator[str]:
    yield "## Table and web"
    for room in ("table", "web"):
        flat = sorted(name.removesuffix(".py") for name in before.under(f"{room}/") if "/" not in name)
        flat.remove("__init__")
        yield f"`{room}/` before, all in one folder: {', '.join(flat)}.\n"
        grouped: dict[str, list[str]] = {}
        for name in sorted(now.under(f"{room}/")):
            folder, _, file = name.rpartition("/")
            if file != "__init__.py":
                grouped.setdefault(folder or ".", []).append(file.removesuffix(".py"))
        rows = [(f"`{folder}`", ", ".join(files)) for folder, files in grouped.items()]
        yield from table((f"`{room}/` now", "holds"), *rows)


def side_by_side(now: Tree) -> Iterator[str]:
    yield "## The games side by side"
    yield "Lines of each file that two games or more have; `*` is the rest of a folder, files in brackets.\n"
    of = {game: now.under(f"games/{game}/") for game in GAMES}
    shared = Counter(name for files in of.values() for name in files)
    rows = {name for name, count in shared.items() if count > 1}
    rows |= {f"{name.split('/')[0]}/*" for name in shared if "/" in name}

    def cell(files: dict[str, int], row: str) -> str:
        if row.endswith("/*"):
            rest = [n for name, n in files.items() if name.startswith(row[:-1]) and name not in rows]
            return f"{sum(rest)} ({len(rest)})" if rest else ""
        return str(files.get(row, ""))

    found = [(f"`{row}`", *[cell(of[game], row) for game in GAMES]) for row in sorted(rows)]
    yield from table(("file", *GAMES), *found)


def main() -> None:
    before, now = Tree(BEFORE), Tree("HEAD")
    text = [
        "# The house, before and after",
        f"Before: commit {BEFORE}. `python scripts/house.py` writes this page. Why, and the walk of a move: "
        "[Architecture](architecture.md).\n",
        *rooms(before, now),
        *folders(before, now),
        *side_by_side(now),
    ]
    (ROOT / "docs" / "house.md").write_text("\n".join(text), "utf-8")


if __name__ == "__main__":
    main()
