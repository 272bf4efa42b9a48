"""One rulebook, one folder. A folder with a game.toml is a registered game; adding one touches nothing else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

from knaves.core.errors import BadSetup
from knaves.core.game import About, Game, read_about
from knaves.core.state import State

GAMES: tuple[str, ...] = tuple(
    sorted(
        folder.name
        for folder in files(__name__).iterdir()
        if not folder.name.startswith(("_", ".")) and folder.joinpath("game.toml").is_file()
    )
)
"""The ids of the games."""


@cache
def about(game: str) -> About:
    """What can be said of a game without loading its rules."""
    return read_about(files(__name__).joinpath(_known(game), "game.toml").read_text("utf-8"))


def _known(game: str) -> str:
    if game not in GAMES and game != "_template":
        raise BadSetup(f"There is no game called {game!r:.40}; there are: {', '.join(GAMES)}.")
    return game


def find(game: str) -> Game[State]:
    """The game with this id. `_template` can be found too, though it is not listed."""
    return _found(_known(game))


@cache
def _found(game: str) -> Game[State]:
    found: Game[State] = import_module(f"{__name__}.{game}").GAME
    return found
