"""One file for all: a save, a record to replay, and the proof that the dice were fair.

It holds how the game began (game, version of the rules, seats, options, seed), every answer, and the position they
lead to. A digest guards it: half a file, or one that was tampered with, is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import cast

import msgspec

from knaves.core.dice import Dice, commitment, key_of
from knaves.core.errors import BadSave, KnavesError
from knaves.core.fields import load as load_fields
from knaves.core.game import Game, Value
from knaves.core.position import Log, Position, arrange, begin
from knaves.core.state import State
from knaves.core.step import Step

FORMAT = 1
Finder = Callable[[str], Game[State]]


class File(msgspec.Struct, forbid_unknown_fields=True):
    """What stands in the file."""

    knaves: int
    game: str
    rules: str
    seats: int
    options: dict[str, bool | int | str]
    seed: int | str
    key: str
    commitment: str
    origin: dict[str, object] | None
    log: list[tuple[int, tuple[str | int, ...]]] | None
    state: dict[str, object]
    stack: list[dict[str, object]]
    digest: str = ""


def _digest(file: File) -> str:
    text = msgspec.json.encode(msgspec.structs.replace(file, digest=""))
    return blake2b(text, digest_size=16).hexdigest()


def save(position: Position, log: Log | None) -> bytes:
    p = position
    file = File(
        knaves=FORMAT,
        game=p.game.id,
        rules=p.game.about.version,
        seats=p.seats,
        options=p.options,
        seed=p.seed,
        key=p.state.dice.key.hex(),
        commitment=p.commitment,
        origin=p.origin,
        log=cast("list[tuple[int, tuple[str | int, ...]]] | None", log),
        state=p.state.dump(),
        stack=[_dump_step(step) for step in p.stack],
    )
    file.digest = _digest(file)
    return msgspec.json.encode(file)


def _dump_step(step: Step[State]) -> dict[str, object]:
    raw = step.dump()
    raw["line"] = (*step.lines, "end")[step.line]  # by name: lines may be added to a step
    return {"step": type(step).__name__, **raw}


def read(data: bytes | str) -> File:
    """The file, whole and undamaged, or BadSave."""
    try:
        file = msgspec.json.decode(data, type=File)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadSave(f"This is no saved game, or only a part of one: {error}.") from None
    if file.knaves != FORMAT:
        raise BadSave(f"The save is of format {file.knaves}; this program reads format {FORMAT}.")
    if _digest(file) != file.digest:
        raise BadSave("The saved game is damaged: its digest does not match what it holds.")
    return file


def load(data: bytes | str, find: Finder) -> Position:
    """The position that was saved."""
    file = read(data)
    game = _game_of(file, find)
    options: dict[str, Value] = game.read_options(file.options)
    state = load_fields(game.state, file.state)
    state.check_loaded()
    game.equip(state, options)
    state.dice = Dice(bytes.fromhex(file.key))
    kinds = game.step_types()
    stack = [_load_step(raw, kinds) for raw in file.stack]
    position = Position(game, options, file.seed, state, stack, game.speaks(options))
    position.log = cast("Log | None", file.log)
    position.origin = file.origin
    position.run()
    return position


def _game_of(file: File, find: Finder) -> Game[State]:
    game = find(file.game)
    if file.rules != game.about.version:
        raise BadSave(
            f"The game was played under version {file.rules} of the rules of {game.title}; "
            f"this program has version {game.about.version}."
        )
    return game


def _load_step(raw: dict[str, object], kinds: dict[str, type[Step[State]]]) -> Step[State]:
    raw = dict(raw)
    name, line = raw.pop("step", None), raw.get("line")
    if not isinstance(name, str) or name not in kinds:
        raise BadSave(f"The save names a step {name!r} that these rules do not have.")
    kind = kinds[name]
    if not isinstance(line, str) or line not in kind.at:
        raise BadSave(f"The step {name} has no line {line!r}.")
    raw["line"] = kind.at[line]
    return load_fields(kind, raw)


def start_of(file: File, find: Finder) -> Position:
    """The game of this file before its first answer."""
    game = _game_of(file, find)
    if file.origin is not None:
        return arrange(game, file.origin, file.seats, file.seed)
    return begin(game, file.seats, file.seed, file.options)


def replay(file: File, find: Finder) -> Position:
    """Plays the file's answers again from its seed."""
    if file.log is None:
        raise BadSave("The file has no answers to replay; it holds a position only.")
    position = start_of(file, find)
    for number, (seat, option) in enumerate(file.log, 1):
        try:
            position.apply(seat, option)
        except KnavesError as error:
            raise BadSave(f"Answer {number} of the file is not legal: {error}") from None
    return position


def verify(file: File, find: Finder) -> Position:
    """Deals the whole game again from the seed and compares: promise, every answer, and the end. BadSave if not."""
    key = key_of(file.game, file.seed)
    if key.hex() != file.key or commitment(key) != file.commitment:
        raise BadSave("The seed does not fit the promise that was published before the first move.")
    again = replay(file, find)
    held = load(msgspec.json.encode(file), find)
    if again != held:
        raise BadSave("The answers, dealt again from the seed, lead to another position.")
    return again
