"""Where a position comes from: a new game, or a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.dice import Dice, key_of
from knaves.core.errors import BadScenario, BadSetup
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.state import State

SEED_MOST = 100  # signs


def begin(game: Game[State], seats: int, seed: int | str, given: Mapping[str, object]) -> Position:
    """A new game, set up and run to its first decision."""
    game.about.check_seats(seats)
    if not is_seed(seed):
        told = "so many digits" if type(seed) is int else f"{seed!r:.40}"
        raise BadSetup(f"A seed is a whole number or a short text, not {told}.")
    if isinstance(seed, str) and seed.isdecimal() and str(int(seed)) == seed:
        seed = int(seed)  # it deals the same game, so it is the same seed
    options = game.read_options(given)
    state = game.new_state(seats, options)
    game.equip(state, options)
    state.dice = Dice(key_of(game.id, seed))
    first = game.set_up(state, options)
    position = Position(game, options, seed, state, [first], game.speaks(options))
    position.log = []
    position.run()
    return position


def is_seed(seed: object) -> bool:
    """A number or a text of bounded length, of signs that can be seen: it is printed and hashed."""
    if isinstance(seed, str):
        return 0 < len(seed) <= SEED_MOST and seed.isprintable()
    return type(seed) is int and abs(seed) < 10**SEED_MOST


def arrange(game: Game[State], scenario: Mapping[str, object], seats: int, seed: int | str) -> Position:
    """A constructed position: the set-up, and what the scenario says is different."""
    given, words = scenario.get("options", {}), scenario.get("set", {})
    strange = sorted(set(scenario) - {"game", "seats", "seed", "options", "set"})
    if strange or not isinstance(given, dict) or not isinstance(words, dict):
        raise BadScenario(
            "A scenario has game, seats, seed, options and set"
            + (f"; not {strange[0]!r}." if strange else "; options and set are tables.")
        )
    position = begin(game, seats, seed, given)
    before = dict(game.pieces_count(position.state))
    position.game.arrange(position.state, position.stack, words)
    after = dict(game.pieces_count(position.state))
    for what, count in before.items():
        if after[what] != count:
            raise BadScenario(f"The box has {count} {what}; this scenario uses {after[what]}.")
    position.origin = {**scenario, "seed": position.seed}
    try:
        position.run()
    except Exception as error:  # pieces that lie as they never can in play: no bug of the rules
        raise BadScenario(f"The game cannot go on from this position: {error!r:.200}.") from error
    return position
