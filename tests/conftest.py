"""Who runs what: a server, a browser or whatever else a module shares is made once, not once by every worker."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)  # before xdist sorts them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a module that share something go to one worker."""
    for item in items:
        if isinstance(item, pytest.Function):
            found = item._fixtureinfo.name2fixturedefs.values()
            if any(one[-1].scope == "module" for one in found):
                item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
