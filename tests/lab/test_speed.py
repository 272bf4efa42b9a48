"""Measuring: every figure is there and positive; the plain build is measured beside the compiled one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from knaves.cli import main
from knaves.lab.speed import Speed, measure_plain


def test_bench_measures_every_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "figures.json"
    main(["bench", "villagers", "--seconds", "0.05", "--no-peer", "--json", str(out)])
    one = Speed(**json.loads(out.read_text("utf-8"))["villagers"])
    assert all(figure > 0 for figure in one)
    assert "ten plies/s" in capsys.readouterr().out


def test_the_plain_build_is_measured_in_a_process_of_its_own() -> None:
    assert measure_plain(["villagers"], 0.05)["villagers"].decisions > 0
