"""How much is run: a sample with `make test` (each game, its smallest table), every table with `make research`."""

from __future__ import annotations

import os

import pytest

import knaves
from knaves.games import about

WHOLE = os.environ.get("KNAVES_RESEARCH") == "all"
TABLES = [
    (game, seats)
    for game in knaves.GAMES
    for seats in (about(game).seats if WHOLE else (min(about(game).seats),))
]
every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
