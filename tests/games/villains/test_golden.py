"""Golden playthroughs with each of the eight factions."""

from __future__ import annotations

import pytest

from tests.games.villains.golden.playthrough import TABLES, file_of, playthrough


@pytest.mark.parametrize("name", TABLES)
def test_everyone_sees_what_was_seen_before(name: str) -> None:
    assert playthrough(name).splitlines() == file_of(name).read_text("utf-8").splitlines()
