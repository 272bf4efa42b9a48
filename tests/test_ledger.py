"""Every clause of every book is proved by a test, and the proof is written down."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.ledger import ROOT, complaints, proofs_in, wrong_with


def test_every_clause_is_proved(request: pytest.FixtureRequest) -> None:
    """By the tests of this run; where only some are run, another process looks at all of them."""
    option = request.config.option
    here = {item.path for item in request.session.items}
    if (
        {*(ROOT / "tests" / "games").rglob("test_*.py")} <= here
        and not option.keyword
        and not option.markexpr
    ):
        assert wrong_with(proofs_in(request.session.items)) == []
        return
    done = subprocess.run(
        [sys.executable, "-m", "tests.ledger", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_clause_without_proof_is_a_complaint() -> None:
    assert "_template round.1 has no proving test" in complaints({})
    assert not any("manners.1" in said for said in complaints({}))


def test_a_proof_of_nothing_is_a_complaint() -> None:
    said = complaints({"_template": {"nowhere.9": ["tests/x.py::test_y"]}})
    assert any("nowhere.9" in line and "in no ledger" in line for line in said)
