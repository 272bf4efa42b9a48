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
        shutil.rmtree(aside, ignore_errors=True)
        shutil.copytree(root / "src", aside, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.stamp"))
        named = os.environ["KNAVES_COMPILED"]
        games = [] if named == "1" else named.split()
        subprocess.run(
            [sys.executable, "-m", "compiled.build", "--to", str(aside), *games], cwd=root, check=True
        )
        build_data["force_include"] = {
            str(file): str(file.relative_to(aside)) for file in aside.rglob("*.so")
        }
        build_data["pure_python"], build_data["infer_tag"] = False, True
