"""The examples run as they stand."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_random_answers_with_pettingzoo():
    worth = runpy.run_path(str(EXAMPLES / "pettingzoo_random.py"))["main"]()
    assert sum(worth.values()) == pytest.approx(1.0) and len(worth) == 4


def test_a_search_of_openspiel():
    assert len(runpy.run_path(str(EXAMPLES / "openspiel_ismcts.py"))["main"](simulations=2, most=12)) == 2


def test_a_learner_writes_its_curve(tmp_path, monkeypatch, capsys):
    arguments = ["--games", "4", "--every", "2", "--measured", "2"]
    monkeypatch.setattr(sys, "argv", ["learn", *arguments, "--to", str(tmp_path)])
    runpy.run_path(str(EXAMPLES / "learn_villagers.py"), run_name="__main__")
    assert capsys.readouterr().out.count("of the wins") == 3
    assert (tmp_path / "learning.svg").read_text().startswith("<svg")
    assert '"opponents": "fair"' in (tmp_path / "learning.json").read_text()
