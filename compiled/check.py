"""The tests of the rules on a compiled build:  python -m compiled.check [GAME ...]

Copies the sources aside, so that whatever runs here stays plain; compiles there; runs laws, golden games and the tests
of the games on it: the same files as the plain build's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from compiled.build import ROOT

ASIDE = ROOT / "build" / "check" / "src"


def main() -> int:
    games = sys.argv[1:]
    if shutil.which("cc") is None:
        print("compiled: not built, for there is no C compiler here (scripts/compiler says how to get one)")
        return 0
    shutil.rmtree(ASIDE, ignore_errors=True)
    shutil.copytree(ROOT / "src", ASIDE, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.stamp"))
    build = [sys.executable, "-m", "compiled.build", "--to", str(ASIDE), "--optimise", "1", *games]
    subprocess.run(build, cwd=ROOT, check=True)
    paths = ["tests/compiled", "tests/core", "tests/laws", "tests/golden", "tests/games"]
    names = " or ".join([*games, "_template", "core", "compiled"]) if games else ""
    chosen = ["-k", names] if names else []
    test = [sys.executable, "-m", "pytest", "-q", "-n", os.environ.get("JOBS", "2"), *paths, *chosen]
    compiled = {**os.environ, "PYTHONPATH": str(ASIDE), "KNAVES_BUILD": "compiled"}
    return subprocess.run(test, cwd=ROOT, env=compiled).returncode


if __name__ == "__main__":
    sys.exit(main())
