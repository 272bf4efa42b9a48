"""Who runs what: a server, a browser or whatever else a module shares is made once, not once by every worker. And which
games are dealt: always the same; and how long is waited for processes."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator
from hashlib import blake2b

import pytest

from knaves.table.house import table_openings, worker
from tests.patience import PATIENCE
from tests.web.house import HOUSE

_dealt: Counter[str] = Counter()


def seed_of_this_test() -> str:
    """What a table of the test that runs is dealt from: the test's name, and which of its tables it is. So no test is
    one of luck. Until it is called, its module's name: a fixture may be shared by tests that come in any order."""
    name, _, when = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    if when == "(call)":
        _dealt[name] += 1
        name = f"{name} {_dealt[name]}"
    else:
        name = name.partition("::")[0]
    return blake2b(name.encode(), digest_size=16).hexdigest()


vars(table_openings)["new_seed"] = seed_of_this_test
worker.START = PATIENCE  # on a busy machine a process takes long to load the games


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Of thousands of tests that are collected none goes: looking for what has gone takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before xdist sorts them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a module that share something go to one worker; modules with a long test come first, lest one worker be
    left with it at the end, then those before a browser, which all tests of a worker share."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path not in slow, not before_a_browser(item)))
    for item in items:
        if isinstance(item, pytest.Function):
            found = item._fixtureinfo.name2fixturedefs.values()
            if any(one[-1].scope == "module" for one in found):
                item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def before_a_browser(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "house" in item.fixturenames


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not before_a_browser(item):
        HOUSE.shut()


def pytest_sessionfinish() -> None:
    HOUSE.shut()
