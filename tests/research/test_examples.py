"""The examples run as they stand, and the sizes in the text are those of the games."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

import knaves
from knaves.games import about
from knaves.research.episode import layout_of

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


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


def test_the_table_of_games_has_their_sizes():
    text = (ROOT / "docs" / "research.md").read_text("utf-8")
    for game in knaves.GAMES:
        row = re.search(rf"\| `{game}` \| (\d)-(\d) \| ([\d,]+) \| ([\d,]+) \|", text)
        assert row, game
        seats, shape = about(game).seats, layout_of(game, about(game).seats[-1], {})
        found = (str(seats[0]), str(seats[-1]), f"{shape.ids.size:,}", f"{len(shape.entries):,}")
        assert row.groups() == found, f"docs/research.md, the row of {game}"
