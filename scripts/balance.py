"""Writes the tables of balance in the games' READMEs from `balance/*.json`: `python scripts/balance.py`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from knaves.games import GAMES
from knaves.lab.report import Report, Share

HERE = Path(__file__).resolve().parent.parent / "src" / "knaves" / "games"
BLOCK = re.compile(r"(?<=<!-- balance -->\n).*?(?=<!-- end of balance -->)", re.DOTALL)


FEW = 7


def reports(game: str) -> dict[int, Report]:
    files = sorted((HERE / game / "balance").glob("*.json"))
    return {int(file.stem): msgspec.json.decode(file.read_bytes(), type=Report) for file in files}


def from_par(share: Share | None, report: Report) -> str:
    if share is None:
        return ""
    return f"{100 * (share.value - report.fair):+.1f} ±{50 * (share.high - share.low):.1f}"


def names(rows: Iterator[Mapping[str, object]]) -> list[str]:
    return [*dict.fromkeys(name for row in rows for name in row)]


def lines(found: dict[int, Report]) -> Iterator[tuple[str, ...]]:
    every = [*found.values()]
    yield ("", *[f"{seats} players" for seats in found])
    yield tuple(["---"] * (len(found) + 1))
    yield ("games", *[f"{one.plan.games:,}" for one in every])
    yield ("par", *[f"{100 * one.fair:.1f} %" for one in every])
    for kind in names(iter([one.sides for one in every])):
        for side in names(one.sides.get(kind, {}) for one in every):
            cells = [from_par(one.sides.get(kind, {}).get(side), one) for one in every]
            yield (f"{kind}: {side}", *cells)
    seats = [[100 * (share.value - one.fair) for share in one.wins] for one in every]
    yield ("seats, lowest to highest", *[f"{min(row):+.1f} to {max(row):+.1f}" for row in seats])
    sides = {side.lower() for one in every for kind in one.sides.values() for side in kind}
    figures = names(iter([one.figures for one in every]))
    alike = Counter(name.split()[0] for name in figures)
    for name in figures:
        said = any(side in name.lower().replace("_", " ") for side in sides)
        if not said and alike[name.split()[0]] <= FEW:  # many alike are of single cards or rounds
            means = [one.figures.get(name) for one in every]
            yield (name, *["" if mean is None else f"{mean.value:.2f}" for mean in means])


def block(game: str, found: dict[int, Report]) -> str:
    first = next(iter(found.values()))
    command = re.sub(r"--(seats|games) \d+", r"--\1 N", first.origin.command if first.origin else "")
    rules = first.origin.rules if first.origin else "?"
    table = "\n".join(f"| {' | '.join(row)} |" for row in lines(found))
    return (
        f"`{command}`, rules {rules}; `/balance/{game}` draws all of it. Shares of wins (a shared one in parts) in "
        f"points from par, ± half of the 95 % interval; below them means of a game.\n\n{table}\n\n"
    )


def main() -> None:
    for game in GAMES:
        readme = HERE / game / "README.md"
        text = readme.read_text("utf-8")
        place = BLOCK.search(text)
        assert place, f"{game}: where should the table be?"
        new = text[: place.start()] + block(game, reports(game)) + text[place.end() :]
        readme.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
