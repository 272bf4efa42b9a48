"""Runs every check of `make test`, even if one fails, and says in one line what was run.

Beside pytest, which leaves no core free for long, run the small checks and the tests of two games on a compiled build.
They run in a row: what of them came after pytest would have one core, and leave the others without work. What comes
from outside is fetched meanwhile; a check waits only for what it needs of that.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
BYTECODE = ROOT / "build" / "bytecode"
WORKERS = os.environ.get("JOBS", str((os.cpu_count() or 1) + 1))  # some wait for browsers and servers
ENVIRONMENT = {
    **os.environ,
    "JOBS": os.environ.get("JOBS", "0"),  # of the tests on the compiled build; no core waits for more
    "NO_MKDOCS_2_WARNING": "1",  # its theme advertises a successor otherwise
    "PYTHONDONTWRITEBYTECODE": "",  # compiled once for all workers, and for the many processes that tests start
    "PYTHONPYCACHEPREFIX": str(BYTECODE),
}
FETCHED = ("compiler", "chromium", "proxy nginx", "proxy caddy")
"""Scripts that see to programs from outside, one after the other: there is one package manager."""


@dataclass(frozen=True)
class Check:
    name: str
    command: tuple[str, ...]
    counted: str = ""  # finds the number in the tool's output; several hits are added up
    unit: str = ""
    needs: tuple[str, ...] = ()  # what is fetched before it runs


TESTS = r"(\d+) (?:passed|failed|errors?|xfailed|skipped)(?=[^\n]* in [\d.]+s)"
SMALL = (
    Check("ruff", ("ruff", "check", "--quiet")),
    Check("ruff format", ("ruff", "format", "--check", "--quiet")),
    Check("mypy", ("mypy",), r"(?:in|checked) (\d+) source files?", "files"),
    Check("import-linter", ("lint-imports", "--no-logo"), r"(\d+) (?:kept|broken)", "contracts"),
    Check("docs", ("mkdocs", "build", "--quiet", "--strict")),
)
COMPILED = ("python", "-m", "compiled.check")
ON_MACHINE_CODE = (
    Check("translated", (*COMPILED, "--translate", "villagers", "syndicate")),
    Check("compiled", (*COMPILED, "villagers", "syndicate"), TESTS, "tests", needs=("compiler",)),
)
PYTEST = Check(
    "pytest", ("pytest", "-q", "-n", WORKERS, "--dist", "loadgroup"), TESTS, "tests", needs=FETCHED
)


@dataclass(frozen=True)
class Ran:
    check: Check
    code: int
    output: str


def fetch(what: str) -> None:
    """It says itself what fails, and which tests do then."""
    script, *arguments = what.split()
    subprocess.run([str(ROOT / "scripts" / script), *arguments], stdout=subprocess.DEVNULL, check=False)


def wait_for(check: Check, fetched: dict[str, Future[None]]) -> None:
    for what in check.needs:
        fetched[what].result()


def aside(checks: tuple[Check, ...], fetched: dict[str, Future[None]]) -> list[Ran]:
    """Runs the tools in a row; the output of each comes when it has ended."""
    ran = []
    for check in checks:
        wait_for(check, fetched)
        tool, *arguments = check.command
        command = [str(BIN / tool), *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        output = done.stdout.decode(errors="replace")
        print(f"\n== {' '.join(check.command)}\n{output}", end="", flush=True)
        ran.append(Ran(check, done.returncode, output))
    return ran


def run(check: Check) -> Ran:
    """Runs the tool, showing its output as it comes."""
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
    return Ran(check, process.returncode, output.decode(errors="replace"))


def collect_once() -> None:
    """Where nothing was compiled yet, every worker would compile all it collects: half a minute of processor time each.
    So one does it before the others."""
    command = [str(BIN / "pytest"), "-q", "--collect-only"]
    subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.DEVNULL, check=False)


def counted(ran: Ran) -> str:
    numbers = re.findall(ran.check.counted, ran.output) if ran.check.counted else []
    return f"{ran.check.name} ({sum(map(int, numbers))} {ran.check.unit})" if numbers else ran.check.name


def main() -> int:
    began = time.monotonic()
    collected = BYTECODE.is_dir()
    with ThreadPoolExecutor(1) as outside, ThreadPoolExecutor(2) as others:
        fetched = {what: outside.submit(fetch, what) for what in FETCHED}
        beside = [others.submit(aside, row, fetched) for row in (SMALL, ON_MACHINE_CODE)]
        if not collected:
            collect_once()
        wait_for(PYTEST, fetched)
        tests = run(PYTEST)
        ran = [one for row in beside for one in row.result()] + [tests]
    failed = [one.check.name for one in ran if one.code]
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    took = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    print(f"tested: {', '.join(map(counted, ran))} in {took}")
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
