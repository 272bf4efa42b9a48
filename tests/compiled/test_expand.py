"""The expansion: what is written stays, line by line; what is added says the same as the plain build."""

from __future__ import annotations

import ast
import os
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import get_type_hints

import pytest

import knaves
from compiled.build import CORE, PATCHES, chosen, module_of
from compiled.expand import expand
from knaves.core.data import Data
from knaves.core.knowledge import Fact
from knaves.core.offers import Offer, Side
from knaves.games.villains import cards as villains_cards
from tests.support import plain_only

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "knaves"
FILES = [file for file in chosen(PACKAGE, list(knaves.GAMES)) if file.read_text("utf-8").count("\n") > 2]


def test_the_build_that_is_meant_is_the_one_that_runs() -> None:
    if wanted := os.environ.get("KNAVES_BUILD"):
        assert wanted == knaves.BUILD


def test_a_named_tuple_says_what_is_in_it_in_both_builds() -> None:
    """Who loads a save asks it."""
    assert get_type_hints(Offer)["give"] is Side
    assert get_type_hints(Fact)["slots"] == tuple[int, ...]


@plain_only
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_an_expanded_module_keeps_the_written_lines(file: Path) -> None:
    source = file.read_text("utf-8")
    made = expand(import_module(module_of(PACKAGE, file)), source)
    ast.parse(made.text)
    lines = made.text.splitlines()
    assert len(made.written) == len(lines)
    assert made.written == sorted(made.written) and set(made.written) == set(
        range(1, len(source.splitlines()) + 1)
    )
    plain = [line.replace(": Final", "") for line in lines]
    first = {number: plain[at] for at, number in reversed(list(enumerate(made.written)))}
    same = sum(first[number] == line for number, line in enumerate(source.splitlines(), 1))
    assert same >= 0.4 * len(first), "most lines are the written ones"


@plain_only
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_constructor_may_be_called_as_in_the_plain_build(file: Path) -> None:
    """With the same fields left out, inherited ones too: otherwise the game does not compile, or differs."""
    module = import_module(module_of(PACKAGE, file))
    tree = ast.parse(expand(module, file.read_text("utf-8")).text)
    for node in [node for node in tree.body if isinstance(node, ast.ClassDef)]:
        made = getattr(module, node.name)
        written = next(
            (x for x in node.body if isinstance(x, ast.FunctionDef) and x.name == "__init__"), None
        )
        if not (written and isinstance(made, type) and issubclass(made, Data)):
            continue
        plain = [p.default is not p.empty for p in signature(made).parameters.values()]
        left_out = len(written.args.defaults) - ("bare" in {one.arg for one in written.args.args})
        assert left_out == sum(plain), node.name


@plain_only
@pytest.mark.parametrize("name", CORE)
def test_what_is_patched_in_the_core_stands_there_once(name: str) -> None:
    source = (PACKAGE / "core" / f"{name}.py").read_text("utf-8")
    for old, _ in PATCHES.get(name, []):
        assert source.count(old) == 1


@plain_only
def test_constants_are_known_by_their_values() -> None:
    """Those of a row that is counted, too; and a module knows where it lies before it has been loaded."""
    made = expand(villains_cards, Path(str(villains_cards.__file__)).read_text("utf-8"))
    assert "AREAS: Final = 9\n" in made.text
    assert "CAPITOL: Final = 0; SEWERS: Final = 1; " in made.text
    assert "house_rows('knaves.games.villains.cards', " in made.text


@plain_only
def test_fields_lose_their_specifiers_and_steps_jump_by_number() -> None:
    file = PACKAGE / "games" / "villagers" / "rules" / "build.py"
    text = expand(import_module(module_of(PACKAGE, file)), file.read_text("utf-8")).text
    assert "field(" not in text and "def call(self, at: int, state: State) -> object:" in text
    assert "if s.sink is not None: s.tell(" in text
