"""The machines of a Ray cluster as an engine. Needs the extra `ray`, and the same Knaves on every machine.

A worker or a machine that is lost in the middle of a job costs the time of that job: Ray gives it to another.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import monotonic
from typing import Any, Generic

from knaves.core.errors import BadSetup
from knaves.lab.engines import TRIES, Job, LostWorkers, Made

LOCAL = "local"
LOOK_EVERY = 5.0
"""Seconds after which machines are counted again: some may have come or gone."""


class Cluster(Generic[Job, Made]):
    """`address`: of a running cluster ("auto" finds the one of this machine); "local" starts one for this run."""

    def __init__(self, work: Callable[[Job], Made], address: str = LOCAL) -> None:
        try:
            import ray
        except ImportError:
            raise BadSetup("A Ray cluster needs the extra `ray`: pip install 'knaves[ray]'.") from None
        self.ray: Any = ray  # Ray's own types do not pass --strict
        self.ours = not ray.is_initialized()
        if self.ours:
            _join(ray, address)
        self.work = ray.remote(max_retries=TRIES, num_cpus=1)(work)
        self.under_way: dict[object, int] = {}
        self.processors, self.looked = 1, -LOOK_EVERY

    def window(self) -> int:
        if monotonic() - self.looked >= LOOK_EVERY:
            self.processors = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            self.looked = monotonic()
        return 4 * self.processors

    def begin(self, number: int, job: Job) -> None:
        self.under_way[self.work.remote(job)] = number

    def next(self) -> tuple[int, Made]:
        (done, *_), _ = self.ray.wait(list(self.under_way), num_returns=1)
        number = self.under_way.pop(done)
        try:
            made: Made = self.ray.get(done)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self.ray.exceptions.RayError as error:
            raise LostWorkers(f"Batch {number} was lost {TRIES} times: {type(error).__name__}.") from error
        return number, made

    def close(self) -> None:
        for job in self.under_way:
            self.ray.cancel(job, force=True)
        self.under_way.clear()
        if self.ours:
            self.ray.shutdown()


def _join(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of a change to come
    said = {"log_to_driver": False, "logging_level": "ERROR"}
    if address != LOCAL:
        try:
            ray.init(address=address, **said)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadSetup(f"There is no Ray cluster at {address!r}: {str(error).splitlines()[0]}") from None
        return
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # nobody else can reach it
    for tries in range(TRIES):
        try:
            ray.init(address="local", include_dashboard=False, **said)
        except Exception as error:  # a plain Exception: on a busy machine it gives up starting after 15 s
            if tries == TRIES - 1 or "timed out during startup" not in str(error):
                raise
        else:
            return
