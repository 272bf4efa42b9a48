"""The laboratory: the same figures however many processes, and honest intervals."""

from __future__ import annotations

import msgspec
import pytest

from knaves.lab.intervals import mean_interval, wilson
from knaves.lab.report import Report
from knaves.lab.simulate import plan, play_one, run
from knaves.lab.speed import Peer, half_way, measure


def figures(report: Report) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(report, seconds=0.0, decisions_per_second=0.0))


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    what = plan("_template", 3, 60, ["fair", "random"], 5, {})
    assert figures(run(what, 1)) == figures(run(what, 2))


def test_different_bots_play_the_same_deal_from_every_seat() -> None:
    what = plan("_template", 3, 6, ["fair", "random", "random"], 5, {})
    rows = [play_one(what, number).bots for number in range(3)]
    assert sorted(row.index("fair") for row in rows) == [0, 1, 2]


def test_progress_counts_every_game() -> None:
    told: list[int] = []
    run(plan("_template", 2, 60, ["random"], 1, {}), 1, told.append)
    assert sum(told) == 60


def test_wilson() -> None:
    low, high = wilson(50, 200)
    assert low == pytest.approx(0.1951, abs=1e-3)
    assert high == pytest.approx(0.3143, abs=1e-3)
    assert wilson(0, 10)[0] == 0.0


def test_mean_interval() -> None:
    low, high = mean_interval(10, 30, 4)  # 1, 2, 3, 4
    assert low == pytest.approx(2.5 - 1.959964 * 1.2909944 / 2)
    assert high == pytest.approx(2.5 + 1.959964 * 1.2909944 / 2)


def test_speed_is_measured_beside_a_peer() -> None:
    peer = Peer()
    speed = measure("_template", 4, 0.05, peer)
    assert speed.decisions > 0 and speed.clone > 0 and speed.kilobytes > 0
    assert half_way("_template", 4, seed=5).ask() is not None
    assert 0.2 < peer.chosen < 0.6 and peer.speed.decisions > 0
    for times in (speed.times, speed.applied_times, speed.clone_times):
        assert times is not None and 0 < times.low <= times.middle <= times.high
