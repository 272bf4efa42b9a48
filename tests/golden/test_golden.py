"""A game without a golden playthrough fails; a change of what anyone sees shows as a diff."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import file_of, playthrough, tables


@pytest.mark.parametrize(("game", "seats"), tables())
def test_everyone_sees_what_was_seen_before(game: str, seats: int) -> None:
    file = file_of(game, seats)
    assert file.is_file(), "no golden playthrough; `make golden` writes it"
    assert playthrough(game, seats).splitlines() == file.read_text("utf-8").splitlines()
