"""Teaching bots from the command line."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from knaves.bots.values import place_of
from knaves.cli.screen import screen
from knaves.cli.words import must_be_writable, read_settings
from knaves.core.errors import BadSetup
from knaves.core.game import Game
from knaves.core.start import begin
from knaves.games import about, find

GAMES = 10_000


def train(
    game: str,
    *,
    seats: int = 4,
    games: int = GAMES,
    data: Path = Path("build/training"),
    out: Path | None = None,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> None:
    """Learn from the bots' own games how likely each seat is to win: what the thinking bots judge positions by.

    Parameters
    ----------
    game
        Which game.
    seats
        For how many players.
    games
        So many games are played to learn from.
    data
        Where the played games are kept. A broken run goes on from there.
    out
        The file that is written; the one that the bots read, if left out.
    option
        An option of the game, name=value; may be given several times.
    """
    if importlib.util.find_spec("numpy") is None:
        raise BadSetup("Learning needs numpy: scripts/setup think, or pip install knaves[think].")
    from knaves.bots import training

    if seats not in about(game).seats:
        raise BadSetup(f"{about(game).title} is not for {seats} players.")
    if games < 1:
        raise BadSetup(f"At least one game must be played to learn from, not {games}.")
    rules, given = find(game), read_settings(game, option or [])
    if type(rules).value_inputs is Game.value_inputs:
        raise BadSetup(f"{rules.title} has nothing for bots to learn from.")
    place = out or place_of(game, seats)
    must_be_writable(place)
    console = screen()
    words = "".join(f" --option {one}" for one in option or [])
    made = f"knaves train {game} --seats {seats} --games {games}{words}"
    with console.status(f"{rules.title}: playing") as status:

        def told(sentence: str) -> None:
            status.update(f"{rules.title}: {sentence}")
            if "log-loss" in sentence:
                console.print(sentence)

        files = training.gather(rules, seats, games, data, given, told)
        size = rules.value_inputs_size(begin(rules, seats, 1, given).state)
        learned = training.learn(rules, seats, files, size, made, told)
    training.keep(learned.weights, place)
    console.print(f"{place}: log-loss {learned.weights.loss} on held-out games.")
    for said, came, count in learned.calibration:
        console.print(f"  said {said:5.1%}, came true {came:5.1%} of {count:,}")
