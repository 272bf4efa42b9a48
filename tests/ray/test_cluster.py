"""A Ray cluster plays: two nodes on this machine, one of them lost on the way. Run by `make ray` alone."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from knaves.cli import main
from knaves.core.errors import BadSetup
from knaves.lab import figures as files
from knaves.lab.cluster import Cluster
from knaves.lab.engines import in_order
from knaves.lab.folder import Folder
from knaves.lab.report import Plan
from knaves.lab.simulate import batches, plan, play_batch, run
from tests.lab.test_simulate import figures

ray = pytest.importorskip("ray", reason="needs the extra `ray`")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


class Two:
    """Two nodes with one processor each; `second` may be lost."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster as Nodes

        self.nodes = Nodes(initialize_head=True, head_node_args=settings())
        self.second = self.nodes.add_node(**settings())
        ray.init(address=self.nodes.address, log_to_driver=False, logging_level="ERROR")

    def alive(self) -> int:
        return sum(node["Alive"] for node in ray.nodes())

    def lose(self) -> None:
        self.nodes.remove_node(self.second, allow_graceful=False)

    def has_lost_one(self) -> bool:
        """The head notices when it has missed some beats of the other's heart."""
        until = monotonic() + 120
        while self.alive() > 1 and monotonic() < until:
            sleep(0.5)
        return self.alive() == 1

    def down(self) -> None:
        ray.shutdown()
        self.nodes.shutdown()


def settings() -> dict[str, Any]:
    """Ports are chosen here: a node that chooses its own gives up after 15 s if the machine is busy (ray #65983)."""
    names = (
        "metrics_agent_port",
        "metrics_export_port",
        "dashboard_agent_listen_port",
        "runtime_env_agent_port",
    )
    holders = [socket.socket() for _ in names]
    for holder in holders:
        holder.bind(("127.0.0.1", 0))
    ports = {name: holder.getsockname()[1] for name, holder in zip(names, holders, strict=True)}
    for holder in holders:
        holder.close()
    return {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False, **ports}


def started() -> Two:
    """On a busy machine a node may give up starting: then once more."""
    for _ in range(4):
        try:
            return Two()
        except Exception as error:  # Ray has no name for it
            if "timed out during startup" not in str(error):
                raise
    return Two()


@pytest.fixture(scope="module")
def two() -> Iterator[Two]:
    os.environ |= {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    made = started()
    yield made
    made.down()


@pytest.fixture(scope="module")
def what() -> Plan:
    return plan("villagers", 2, 1500, ["random"], 5, {})


@pytest.fixture(scope="module")
def wanted(what: Plan) -> bytes:
    return figures(run(what))


def once(do: Callable[[], None], after: int) -> Callable[[int], None]:
    """Progress that does something in the middle of a run."""
    seen, did = [0], [False]

    def progress(done: int) -> None:
        seen[0] += done
        if seen[0] >= after and not did[0]:
            did[0] = True
            do()

    return progress


def workers() -> list[int]:
    """Processes of our nodes that play or wait to play."""
    parents, names = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                names[int(entry.name)] = (entry / "cmdline").read_bytes()
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # gone already

    def ours(process: int) -> bool:
        return process == os.getpid() or (process > 1 and ours(parents.get(process, 0)))

    return sorted(
        process
        for process, name in names.items()
        if name.startswith((b"ray::play_batch", b"ray::IDLE")) and ours(process)
    )


def test_two_nodes_give_the_same_figures(two: Two, what: Plan, wanted: bytes) -> None:
    assert two.alive() == 2
    assert figures(run(what, cluster="auto")) == wanted
    assert ray.is_initialized(), "a cluster that was there stays"


def test_a_killed_worker_costs_only_time(two: Two, what: Plan, wanted: bytes) -> None:
    killed: list[int] = []

    def kill() -> None:
        killed.extend(workers()[:1])
        for victim in killed:
            os.kill(victim, 9)

    assert figures(run(what, cluster="auto", progress=once(kill, 300))) == wanted
    assert killed


def test_single_games_come_back_too(two: Two, what: Plan, wanted: bytes, tmp_path: Path) -> None:
    assert figures(run(what, cluster="auto", folder=Folder(tmp_path))) == wanted
    assert [*tmp_path.glob("games/*.parquet")]


def test_what_is_wrong_at_a_node_is_told_as_it_is(two: Two, what: Plan) -> None:
    engine = Cluster(play_batch, "auto")
    try:
        with pytest.raises(BadSetup, match="another Knaves"):
            [*in_order(engine, [next(batches(what))._replace(rules="0")])]
    finally:
        engine.close()


def test_the_command_plays_on_a_cluster(two: Two, tmp_path: Path) -> None:
    words = ["simulate", "_template", "--games", "60", "--seats", "3", "--json"]
    main([*words, str(tmp_path / "there.json"), "--ray", "auto"])
    main([*words, str(tmp_path / "here.json"), "--jobs", "1"])
    there, here = (files.read((tmp_path / f"{name}.json").read_bytes()) for name in ("there", "here"))
    assert figures(there) == figures(here)


def test_a_lost_node_costs_only_time(two: Two, what: Plan, wanted: bytes) -> None:
    """The last of these tests: the node does not come back."""
    assert figures(run(what, cluster="auto", progress=once(two.lose, 300))) == wanted
    assert two.has_lost_one()
