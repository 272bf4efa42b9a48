"""Measuring: every figure is there and positive; the plain build is measured beside the compiled one."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import knaves
from knaves.cli import main
from knaves.lab.speed import Speed, measure_plain
from scripts.speed_chart import DOCS, NAMES, PEERS, chart


def test_bench_measures_every_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "figures.json"
    main(["bench", "villagers", "--seconds", "0.05", "--no-peer", "--json", str(out)])
    one = Speed.read(json.loads(out.read_text("utf-8"))["villagers"])
    assert all(figure > 0 for figure in one if isinstance(figure, float)) and one.times is None
    assert "ten plies/s" in capsys.readouterr().out


def test_the_plain_build_is_measured_in_a_process_of_its_own() -> None:
    one = measure_plain(["villagers"], 0.05, True)["villagers"]
    assert one.times is not None and one.times.middle > 0 and one.decisions > 0


def test_the_chart_draws_what_was_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`knaves bench --write` keeps what it has not measured; the chart has a bar for every game and every peer."""
    monkeypatch.setattr("knaves.cli.bench.LANDED", tmp_path / "bench.json")
    main(["bench", "villagers", "--seconds", "0.05", "--no-peer", "--write"])
    kept = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    build = knaves.BUILD
    assert kept[build]["villagers"]["decisions"] > 0 and kept["measured"]["python"]
    row = kept[build]["villagers"]
    drawn = chart({"compiled": {"villagers": row}, "plain": {"villagers": row}}, 25_000.0, kept["measured"])
    picture = ElementTree.fromstring(drawn)
    words = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Villagers & Villains", "catanatron, Python: Catan*", *PEERS} <= {*words}


def test_the_chart_in_the_readme_is_of_the_figures_that_landed() -> None:
    found = json.loads((DOCS / "bench.json").read_text("utf-8"))
    assert (DOCS / "speed.svg").read_text("utf-8") == chart(
        found, found["catanatron"]["decisions"], found["measured"]
    )
    assert set(found["compiled"]) == set(found["plain"]) == set(knaves.GAMES) == set(NAMES)
