"""The server from outside: how it starts, how it says that it cannot, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.patience import PATIENCE

KNAVES = (sys.executable, "-c", "from knaves.cli import main; main()")


def knaves(*words: str, wait: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    command = [*KNAVES, "serve", "--no-browser", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=wait, check=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.parametrize(("words", "said"), [
    (("--db", "/no/such/folder/tables.sqlite"), "cannot be used for tables"),
    (("--db", "postgresql://127.0.0.1:1/nothing"), "cannot be reached"),
    (("--host", "203.0.113.1"), "free|cannot be opened"),
    (("--public-url", "games.example.org"), "is written like"),
])  # fmt: skip
def test_what_keeps_it_from_starting_is_said_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = knaves("--port", str(free_port()), *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr and "startup failed" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("knaves: ") and lines[0].endswith(".")
    assert any(word in lines[0] for word in said.split("|"))


def test_a_taken_port_and_a_taken_file(tmp_path: Path) -> None:
    db, port = str(tmp_path / "tables.sqlite"), free_port()
    command = [*KNAVES, "serve", "--no-browser", "--port", str(port), "--db", db]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        try:
            assert first.stdout is not None and "Knaves is open" in first.stdout.readline()
            taken = knaves("--port", str(port), "--db", str(tmp_path / "other.sqlite"))
            assert taken.returncode == 2 and "in use" in taken.stderr
            second = knaves("--port", str(free_port()), "--db", db)
            assert second.returncode == 2 and f"process {first.pid}" in second.stderr
            assert urllib.request.urlopen(f"http://127.0.0.1:{port}/about", timeout=PATIENCE).status == 200
            os.kill(first.pid, signal.SIGTERM)
            assert first.wait(PATIENCE) in (0, -signal.SIGTERM)
        finally:
            first.kill()
