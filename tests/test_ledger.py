"""Every clause of every book is proved by a test, and the proof is written down."""

from __future__ import annotations

import subprocess
import sys

from tests.ledger import ROOT, complaints


def test_every_clause_is_proved() -> None:
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
