"""Runs every check of `make test`, even if one fails, and says in one line what was run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = os.environ.get("JOBS", "2")
ENVIRONMENT = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # its theme advertises a successor otherwise


@dataclass(frozen=True)
class Check:
    name: str
    command: tuple[str, ...]
    counted: str = ""  # finds the number in the tool's output; several hits are added up
    unit: str = ""


CHECKS = (
    Check("ruff", ("ruff", "check", "--quiet")),
    Check("ruff format", ("ruff", "format", "--check", "--quiet")),
    Check("mypy", ("mypy",), r"(?:in|checked) (\d+) source files?", "files"),
    Check("import-linter", ("lint-imports", "--no-logo"), r"(\d+) (?:kept|broken)", "contracts"),
    Check("docs", ("mkdocs", "build", "--quiet", "--strict")),
    Check(
        "pytest",
        ("pytest", "-q", "-n", WORKERS, "--dist", "loadgroup"),
        r"(\d+) (?:passed|failed|errors?|xfailed|skipped)(?=[^\n]* in [\d.]+s)",
        "tests",
    ),
    Check(
        "compiled",
        ("python", "-m", "compiled.check", "villagers", "syndicate"),
        r"(\d+) (?:passed|failed|errors?|xfailed|skipped)(?=[^\n]* in [\d.]+s)",
        "tests",
    ),
)


def run(check: Check) -> tuple[int, str]:
    """Runs the tool, showing its output as it comes, and gives back its exit code and output."""
    print(f"== {' '.join(check.command)}", flush=True)
    tool, *arguments = check.command
    with subprocess.Popen(
        [str(BIN / tool), *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        output = b""
        while piece := os.read(process.stdout.fileno(), 65536):
            output += piece
            sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
    return process.returncode, output.decode(errors="replace")


def counted(check: Check, output: str) -> str:
    numbers = re.findall(check.counted, output) if check.counted else []
    return f"{check.name} ({sum(map(int, numbers))} {check.unit})" if numbers else check.name


def main() -> int:
    began = time.monotonic()
    ran: list[str] = []
    failed: list[str] = []
    for check in CHECKS:
        code, output = run(check)
        ran.append(counted(check, output))
        if code:
            failed.append(check.name)
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    took = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    print(f"tested: {', '.join(ran)} in {took}")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
