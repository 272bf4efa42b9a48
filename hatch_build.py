"""Puts machine code into the wheel when KNAVES_COMPILED is set (1, or the games to compile); see compiled/README.md."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledHook(BuildHookInterface):  # type: ignore[misc]  # hatchling has no types
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return ["mypy>=2.4", "setuptools", "msgspec>=0.22"] if os.environ.get("KNAVES_COMPILED") else []

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        if self.target_name != "wheel" or version == "editable" or not os.environ.get("KNAVES_COMPILED"):
            return
        root = Path(self.root)
        aside = root / "build" / "wheel" / "src"
        named = os.environ["KNAVES_COMPILED"]
        self.compile(root, aside, [] if named == "1" else named.split())
        build_data["force_include"] = {
            str(file): str(file.relative_to(aside)) for file in aside.rglob("*.so")
        }
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["dependencies"] = ["mypy-extensions"]  # what compiled classes are marked with

    def compile(self, root: Path, aside: Path, games: list[str]) -> None:
        """Into a copy of the sources; pip asks twice for one wheel, and the second time it is there already."""
        sys.path.insert(0, str(root))
        from compiled.build import digest

        made, wanted = aside / "made", " ".join([digest(root / "src" / "knaves"), *games])
        if made.is_file() and made.read_text() == wanted:
            return
        shutil.rmtree(aside, ignore_errors=True)
        shutil.copytree(root / "src", aside, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.stamp"))
        subprocess.run(
            [sys.executable, "-m", "compiled.build", "--to", str(aside), *games], cwd=root, check=True
        )
        made.write_text(wanted)
