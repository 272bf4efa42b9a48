"""Which test proves which clause. `python -m tests.ledger` writes it down beside the clauses; `--check` only looks."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from knaves.core.clauses import ledger
from tests.laws.tables import IDS

ROOT = Path(__file__).parent.parent
Proofs = dict[str, dict[str, list[str]]]


def proofs_in(items: list[pytest.Item]) -> Proofs:
    """The clause marks of tests, as pytest itself sees them."""
    found: dict[str, dict[str, set[str]]] = {game: {} for game in IDS}
    for item in items:
        for mark in item.iter_markers("clause"):
            game, *ids = mark.args
            for clause in ids:
                found.setdefault(game, {}).setdefault(clause, set()).add(item.nodeid.partition("[")[0])
    return {
        game: {clause: sorted(tests) for clause, tests in sorted(by_clause.items())}
        for game, by_clause in found.items()
    }


class Collector:
    items: list[pytest.Item]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.items = items


def collect() -> Proofs:
    collector = Collector()
    folders = [str(ROOT / "tests" / "games" / game) for game in IDS]
    with redirect_stdout(StringIO()) as said:
        status = pytest.main(["--collect-only", "-qq", "-p", "no:xdist", *folders], plugins=[collector])
    if status != pytest.ExitCode.OK:
        raise SystemExit(f"the tests of the games cannot be collected:\n{said.getvalue()[-2000:]}")
    return proofs_in(collector.items)


def complaints(proofs: Proofs) -> list[str]:
    """What is wrong: a clause without proof, a proof of a clause that is not in the book."""
    wrong: list[str] = []
    for game in IDS:
        clauses = ledger(game).clause
        mine = proofs.get(game, {})
        wrong += [f"{game} {c.id} has no proving test" for c in clauses if not c.manners and c.id not in mine]
        ids = {c.id for c in clauses}
        wrong += [f"{game} {i} is proved by {mine[i][0]} but is in no ledger" for i in mine if i not in ids]
    return wrong


def file_of(game: str) -> Path:
    return ROOT / "src" / "knaves" / "games" / game / "proofs.json"


def written(proofs: dict[str, list[str]]) -> str:
    return json.dumps(proofs, indent=1, ensure_ascii=False) + "\n"


def wrong_with(proofs: Proofs) -> list[str]:
    """The complaints, and what is not written down."""
    wrong = complaints(proofs)
    for game in IDS:
        file, text = file_of(game), written(proofs.get(game, {}))
        if not file.is_file() or file.read_text("utf-8") != text:
            wrong.append(f"{game}: proofs.json is not up to date; run `make ledger`")
    return wrong


def main(check: bool) -> int:
    proofs = collect()
    for game in IDS if not check else ():
        file_of(game).write_text(written(proofs.get(game, {})), "utf-8")
    wrong = wrong_with(proofs)
    print("\n".join(wrong) or f"every clause of {', '.join(IDS)} is proved")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
