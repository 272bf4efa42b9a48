"""Learning: games are played once, a broken run goes on, and what is learned is written down."""

from __future__ import annotations

import numpy as np
import pytest

from knaves.bots import training
from knaves.bots.matrices import Network
from knaves.bots.values import read
from knaves.cli import main
from knaves.games import find


def test_the_command_learns_and_writes_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(training, "SHARD", 10)
    out = tmp_path / "4.mind"
    main(["train", "villagers", "--games", "20", "--data", str(tmp_path / "data"), "--out", str(out)])
    assert "log-loss" in capsys.readouterr().out
    weights = read(out.read_bytes()).weights
    assert (weights.games, weights.made) == (20, "knaves train villagers --seats 4 --games 20")


def test_a_broken_run_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "SHARD", 3)
    game = find("villagers")
    told: list[str] = []
    files = training.gather(game, 4, 3, tmp_path, {}, told.append)
    before = files[0].stat().st_mtime_ns
    files = training.gather(game, 4, 6, tmp_path, {}, told.append)
    assert len(files) == 2 and files[0].stat().st_mtime_ns == before
    assert told[-1] == "6 of 6 games played"
    data = training.read_shards(files)
    assert set(data.game.tolist()) == set(range(6))
    assert data.result.sum(1) == pytest.approx(1)


def test_targets_look_to_the_next_position():
    result = np.array([[1, 0], [1, 0], [0, 1]], np.float32)
    data = training.Shard(np.zeros((3, 2, 1), np.float16), result, np.array([0, 0, 1]))
    values = np.array([[0.5, 0.5], [0.6, 0.4], [0.5, 0.5]], np.float32)
    target = training.blended(data, values)
    assert target[0] == pytest.approx([0.7 * 1 + 0.3 * 0.6, 0.3 * 0.4])
    assert target[1:].tolist() == result[1:].tolist()


def test_a_network_learns_who_has_more():
    rng = np.random.default_rng(1)
    wide = rng.random((4096, 3, 2)).astype(np.float16)
    best = np.eye(3, dtype=np.float32)[wide[:, :, 0].argmax(1)]
    network = Network.fresh(2, alone=True)
    before = network.loss(wide, best)
    network.learn(wide, best, 12, lambda epoch: None, rate=0.02)
    assert network.loss(wide, best) < before / 2


def test_a_table_that_is_not_there_is_refused():
    with pytest.raises(SystemExit):
        main(["train", "villagers", "--seats", "9"])
