"""Where a server's processor time goes while `scripts/load.py` measures it.

`watch` samples the stacks every few milliseconds of processor time (not of waiting), in the server itself. Told so by a
signal, it writes the milliseconds of each part into a file and begins anew.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

EVERY = 4  # milliseconds
PARTS = {
    "drawing": ("/knaves/web/draw/", "/screen/", "/templates/", "/jinja2/"),
    "SQL": ("/log/sqlite.py", "/log/postgres.py", "/psycopg"),
    "clone": ("<fields of ",),
    "view": ("/view.py", "/view/"),
    "page": ("/knaves/table/pages/",),
    "bots": ("/bot/", "/knaves/bots/"),
    "rules": ("/knaves/core/", "/rules/", "/knaves/table/state/", "/knaves/table/log/"),
}
"""By what stands in the path of a file. Of the parts that are on a stack, the first counts."""

OTHER = "sockets"
NAMES = (*PARTS, OTHER)
WAITING = frozenset({"select", "_write", "_work", "_worker"})  # functions in which a thread waits for work


def part_of(frame: FrameType | None) -> str:
    """What a stack is busy with."""
    files = list(_files(frame))
    for part, marks in PARTS.items():
        if any(mark in file for file in files for mark in marks):
            return part
    return OTHER


def _files(frame: FrameType | None) -> Iterator[str]:
    while frame is not None:
        yield frame.f_code.co_filename
        frame = frame.f_back


def watch(report: str) -> None:
    """From now on; `tell` of this process writes `report`."""
    spent: Counter[str] = Counter()

    def sample(_: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_code.co_name in WAITING:  # then another thread is at work
            stacks = sys._current_frames().values()
            frame = next(
                (stack for stack in stacks if stack.f_code.co_name not in WAITING | {"sample"}), None
            )
        spent[part_of(frame)] += EVERY

    def write(_: int, __: FrameType | None) -> None:
        fresh = Path(f"{report}.new")
        fresh.write_text(json.dumps(spent))
        fresh.rename(report)
        spent.clear()

    signal.signal(signal.SIGPROF, sample)
    signal.signal(signal.SIGUSR1, write)
    signal.setitimer(signal.ITIMER_PROF, EVERY / 1000, EVERY / 1000)


def tell(pid: int, report: str) -> Counter[str]:
    """The milliseconds of each part since the last time."""
    path = Path(report)
    path.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    for _ in range(200):
        if path.exists():
            return Counter(json.loads(path.read_text()))
        time.sleep(0.02)
    raise SystemExit("load: the server does not say where its time went")
