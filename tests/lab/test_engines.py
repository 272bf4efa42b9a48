"""Who plays does not matter: killed workers, interruptions and single games leave the figures as they are."""

from __future__ import annotations

import os
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest

from knaves.cli import main
from knaves.core.errors import BadSetup
from knaves.lab import engines
from knaves.lab import folder as folders
from knaves.lab.engines import Here, LostWorkers, Processes, in_order
from knaves.lab.folder import Folder
from knaves.lab.report import Plan
from knaves.lab.simulate import batches, plan, play_batch, play_one, run
from knaves.lab.sums import Sums
from tests.lab.test_simulate import figures


@pytest.fixture(scope="module")
def what() -> Plan:
    return plan("_template", 3, 300, ["fair", "random"], 5, {})


@pytest.fixture(scope="module")
def wanted(what: Plan) -> bytes:
    return figures(run(what))


def doubled(number: int) -> int:
    return 2 * number


def slowest_first(number: int) -> int:
    sleep(0.3 if number == 0 else 0)
    return number


def dies(number: int) -> int:
    os._exit(9)


def test_a_killed_process_costs_only_time(what: Plan, wanted: bytes) -> None:
    killed: list[int] = []

    def kill_once(done: int) -> None:
        if done and not killed:
            victim = active_children()[0]
            victim.kill()
            killed.append(victim.pid or 0)

    assert figures(run(what, 2, kill_once)) == wanted
    assert killed


def test_a_job_that_kills_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "TRIES", 2)
    engine = Processes(dies, 1)
    try:
        with pytest.raises(LostWorkers, match="2 times in a row, at batch 0"):
            [*in_order(engine, [7])]
    finally:
        engine.close()


def test_nobody_is_left_behind_when_a_run_is_broken_off(what: Plan) -> None:
    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        run(what, 2, interrupt)
    assert set(active_children()) <= before


def test_what_comes_early_waits_for_its_turn() -> None:
    engine = Processes(slowest_first, 2)
    told: list[int] = []
    try:
        assert [*in_order(engine, range(6), told.append)] == [*range(6)]
    finally:
        engine.close()
    assert sorted(told) == [*range(6)]


def test_at_most_a_window_of_jobs_is_under_way() -> None:
    class Counting(Here[int, int]):
        most = 0

        def window(self) -> int:
            return 3

        def begin(self, number: int, job: int) -> None:
            super().begin(number, job)
            self.most = max(self.most, len(self.jobs))

        def next(self) -> tuple[int, int]:
            number, job = self.jobs.pop()  # the latest first
            return number, self.work(job)

    engine = Counting(doubled)
    assert [*in_order(engine, range(20))] == [*range(0, 40, 2)]
    assert engine.most == 3


def test_an_error_in_a_game_is_told_as_it_is(what: Plan) -> None:
    batch = next(batches(what))._replace(program="0.0.0")
    engine = Processes(play_batch, 1)
    try:
        with pytest.raises(BadSetup, match="another Knaves"):
            [*in_order(engine, [batch])]
    finally:
        engine.close()


@pytest.mark.parametrize(("rows", "jobs"), [(False, 1), (True, 1), (True, 2)])
def test_an_interrupted_run_goes_on(
    what: Plan, wanted: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: bool, jobs: int
) -> None:
    monkeypatch.setattr(folders, "MARK_EVERY", -1.0)
    told: list[int] = []

    def interrupt(done: int) -> None:
        told.append(done)
        if sum(told) >= 150:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(what, jobs, interrupt, folder=Folder(tmp_path / "kept", rows))
    told.clear()
    assert figures(run(what, jobs, told.append, folder=Folder(tmp_path / "kept", rows))) == wanted
    assert sum(told) == 300
    assert told[0] > 0 or jobs > 1  # of two, the first batch may be the last to be done
    again: list[int] = []
    assert figures(run(what, jobs, again.append, folder=Folder(tmp_path / "kept", rows))) == wanted
    assert again == [300], "nothing is played again"


def test_a_folder_holds_one_simulation(what: Plan, tmp_path: Path) -> None:
    few = plan("_template", 3, 30, ["fair"], 5, {})
    run(few, folder=Folder(tmp_path, rows=False))
    with pytest.raises(BadSetup, match="another simulation"):
        run(what, folder=Folder(tmp_path))
    with pytest.raises(BadSetup, match="without single games"):
        run(few, folder=Folder(tmp_path))
    (tmp_path / "progress").write_bytes(b"hello")
    with pytest.raises(BadSetup, match="something else"):
        run(few, folder=Folder(tmp_path))


def test_every_game_is_a_row(what: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow.parquet as parquet

    monkeypatch.setattr(folders, "HOLD", 10_000)
    run(what, folder=Folder(tmp_path))
    assert len([*tmp_path.glob("games/*.parquet")]) > 1
    games, seats, longer = (
        parquet.read_table(tmp_path / name).to_pylist() for name in ("games", "seats", "figures")
    )
    assert [row["game"] for row in games] == [*range(300)]
    assert len(seats) == 900
    for number in (0, 299):
        played = play_one(what, number)
        assert (games[number]["reason"], games[number]["decisions"]) == (played.reason, played.decisions)
        assert games[number]["deal"] == number // 3
        mine = seats[3 * number : 3 * number + 3]
        assert tuple(row["score"] for row in mine) == played.scores
        assert tuple(row["bot"] for row in mine) == played.bots
        assert tuple(row["points purses"] for row in mine) == played.sources["purses"]
        for kind, names in played.sides.items():
            assert tuple(row[f"side {kind}"] for row in mine) == names
        assert {seat for seat, row in enumerate(mine) if row["win"]} == set(played.winners)
        assert {row["figure"]: row["value"] for row in longer if row["game"] == number} == played.figures


def test_sums_take_no_more_room_for_more_games(what: Plan) -> None:
    """What the driver keeps is the sums: their size must not grow with the games."""
    import msgspec

    sums, sizes = Sums(), []
    for batch in batches(what):
        sums.join(play_batch(batch).sums)
        sizes.append(len(msgspec.msgpack.encode(sums)))
    assert sizes[-1] < 1.5 * sizes[1]


def test_the_command_keeps_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "_template", "--games", "40", "--jobs", "1", "--to", str(tmp_path / "kept")]
    main(words)
    first = capsys.readouterr().out
    assert (tmp_path / "kept" / "figures.json").exists() and [*tmp_path.glob("kept/seats/*.parquet")]
    main(words)
    assert capsys.readouterr().out == first, "even the time is the one that was measured"
