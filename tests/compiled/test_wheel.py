"""The wheel: machine code goes in when it is asked for, and only then."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

import pytest

from compiled.build import ROOT, digest

INTERFACE = "hatchling.builders.hooks.plugin.interface"  # there while a wheel is built, not here


class Hook(Protocol):
    target_name: str
    root: str

    def dependencies(self) -> list[str]: ...
    def initialize(self, version: str, build_data: dict[str, object]) -> None: ...


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hook:
    """The hook on a small source tree; it "compiles" one module, with whatever interpreter it is told to use."""
    parts = INTERFACE.split(".")
    for depth in range(1, len(parts) + 1):
        module = ModuleType(".".join(parts[:depth]))
        module.BuildHookInterface = object  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    (tmp_path / "src" / "knaves").mkdir(parents=True)
    (tmp_path / "src" / "knaves" / "one.py").write_text("ONE = 1\n")
    calls: list[list[str]] = []

    def run(command: list[str], **_: object) -> None:
        calls.append(command)
        (Path(command[command.index("--to") + 1]) / "knaves" / "one.so").write_bytes(b"machine code")

    monkeypatch.setattr(made.subprocess, "run", run)
    monkeypatch.setattr(sys, "path", sys.path[:])
    found = made.CompiledHook()
    found.root, found.target_name, found.calls = str(tmp_path), "wheel", calls
    return cast(Hook, found)


def asked(hook: Hook, version: str = "standard") -> dict[str, object]:
    data: dict[str, object] = {}
    hook.initialize(version, data)
    return data


def test_without_the_variable_the_wheel_is_the_plain_one(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KNAVES_COMPILED", raising=False)
    assert asked(hook) == {} and hook.dependencies() == []


def test_with_it_the_wheel_is_of_this_platform(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNAVES_COMPILED", "villagers syndicate")
    data = asked(hook)
    assert data["infer_tag"] is True and data["pure_python"] is False
    assert data["dependencies"] == ["mypy-extensions"], "machine code imports it, and nobody else brings it"
    included = cast("dict[str, str]", data["force_include"])
    assert list(included.values()) == ["knaves/one.so"] and all(Path(file).is_file() for file in included)
    assert any(name.startswith("mypy") for name in hook.dependencies())
    calls = cast("list[list[str]]", hook.calls)  # type: ignore[attr-defined]
    assert calls[0][-2:] == ["villagers", "syndicate"]
    asked(hook)
    assert len(calls) == 1, "pip asks twice, and it is compiled once"
    (Path(hook.root) / "src" / "knaves" / "one.py").write_text("ONE = 2\n")
    asked(hook)
    assert len(calls) == 2, "other sources are compiled anew"
    assert digest(Path(hook.root) / "src" / "knaves") in (
        (Path(hook.root) / "build" / "wheel" / "src" / "made").read_text()
    )


def test_an_editable_installation_and_the_sources_hold_none(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNAVES_COMPILED", "1")
    assert asked(hook, "editable") == {}
    hook.target_name = "sdist"
    assert asked(hook) == {}
