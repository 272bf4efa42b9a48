"""One file for all: a save, a record to replay, and the proof that the dice were fair.

It holds how the game began (game, version of the rules, seats, options, seed), every answer, and the position they
lead to. A digest guards it: half a file, or one that was tampered with, is refused. The position remembers by a digest
of its own (`trail`) which beginning and answers led to it, so that other answers to the same end are another game.
A position from a file is checked as one: the pieces of the box, numbers that can be, a table that can be looked at.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable
from hashlib import blake2b
from typing import cast

import msgspec

from knaves.core.dice import Dice, commitment, key_of
from knaves.core.errors import BadSave, KnavesError
from knaves.core.fields import load as load_fields
from knaves.core.game import Game, Value
from knaves.core.position import Log, Position
from knaves.core.start import arrange, begin
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
    trail: str = ""
    digest: str = ""


def _digest(file: File) -> str:
    return _hash(msgspec.structs.replace(file, digest=""))


def _trail(file: File) -> str:
    return _hash([file.seed, file.options, file.origin, file.log])


def _hash(what: object) -> str:
    return blake2b(msgspec.json.encode(what), digest_size=16).hexdigest()


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
    file.trail = _trail(file)
    file.digest = _digest(file)
    return msgspec.json.encode(file)


def _dump_step(step: Step[State]) -> dict[str, object]:
    raw = step.dump()
    raw["line"] = (*step.lines, "end")[step.line]  # by name: lines may be added to a step
    return {"step": type(step).__name__, **raw}


def read(data: bytes | str) -> File:
    """The file, whole and undamaged, or BadSave."""
    try:
        read = data.encode() if isinstance(data, str) else bytes(data)
        file = msgspec.json.decode(read.removeprefix(BOM_UTF8), type=File)
        digest, trail = _digest(file), _trail(file)
    except (msgspec.DecodeError, UnicodeError, RecursionError, TypeError) as error:
        raise BadSave(f"This is no saved game, or only a part of one: {error}.") from None
    if file.knaves != FORMAT:
        raise BadSave(f"The save is of format {file.knaves}; this program reads format {FORMAT}.")
    if digest != file.digest:
        raise BadSave("The saved game is damaged: its digest does not match what it holds.")
    if trail != file.trail:
        raise BadSave("The position of the file was not reached by its answers.")
    return file


def load(data: bytes | str, find: Finder) -> Position:
    """The position that was saved, if it is one."""
    file = read(data)
    game = _game_of(file, find)
    if file.seats not in game.about.seats:
        raise BadSave(f"{game.title} is not played by {file.seats}.")
    options: dict[str, Value] = game.read_options(file.options)
    _check_numbers(game, file)
    try:
        position = _position(file, game, options)
        _check_position(position, file)
    except KnavesError:
        raise
    except Exception as error:  # whatever the rules stumble over in a position that cannot be
        raise BadSave(f"The save holds no position of {game.title}: {error!r:.100}.") from None
    return position


def _position(file: File, game: Game[State], options: dict[str, Value]) -> Position:
    state = load_fields(game.state, file.state)
    state.check_loaded()
    game.equip(state, options)
    key = bytes.fromhex(file.key)
    if len(key) != 32 or commitment(key) != file.commitment:
        raise BadSave("The dice of the save are not those that were promised.")
    state.dice = Dice(key)
    kinds = game.step_types()
    stack = [_load_step(raw, kinds) for raw in file.stack]
    position = Position(game, options, file.seed, state, stack, game.speaks(options))
    position.log = cast("Log | None", file.log)
    position.origin = file.origin
    position.run()
    return position


SMALL = 1_000_000
LONG = 10_000


def _check_numbers(game: Game[State], file: File) -> None:
    """No number and no list that a box cannot hold: a loop over it would not end."""
    todo: list[tuple[str, object]] = [*file.state.items()]
    for step in file.stack[:LONG]:
        todo.extend(step.items())
    while todo:
        name, value = todo.pop()
        if (isinstance(value, dict | list | str) and len(value) > LONG) or len(file.stack) > LONG:
            raise BadSave(f"The save has far too much in {name}.")
        if isinstance(value, int) and abs(value) > (2**200 if name in game.masks else SMALL):
            raise BadSave(f"The save has a number in {name} that cannot be.")
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        todo.extend((name, one) for one in inner)


def _check_position(position: Position, file: File) -> None:
    """The pieces of the box, seats that exist, and a table that everybody can look at."""
    game, state = position.game, position.state
    fresh = begin(game, file.seats, 0, file.options).state
    sizes = {len(state.face), len(state.seen), len(state.lot), len(fresh.face)}
    if state.seats != file.seats or len(sizes) > 1 or min(state.face, default=0) < 0:
        raise BadSave("The save has other pieces than the box.")
    if any(not 0 <= mask <= state.everyone for mask in state.seen) or state.drawn < 0:
        raise BadSave("The save has eyes that nobody has.")
    box = dict(game.pieces_count(fresh))
    if dict(game.pieces_count(state)) != box:
        raise BadSave("The save has other pieces than the box.")
    ask = position.ask()
    if (ask is None) != (state.result is not None):
        raise BadSave("The save holds a game that neither goes on nor has ended.")
    for seat in (*range(file.seats), None):
        position.view(seat)
        if ask is not None and seat is not None:
            ask.prompt(seat)
            ask.options(seat)
            ask.interjections(seat)


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


def replay(
    file: File, find: Finder, then: Callable[[int, Position], None] = lambda number, position: None
) -> Position:
    """Plays the file's answers again from its seed. `then` is called after each with its number, and first with 0."""
    if file.log is None:
        raise BadSave("The file has no answers to replay; it holds a position only.")
    position = start_of(file, find)
    then(0, position)
    for number, (seat, option) in enumerate(file.log, 1):
        try:
            position.apply(seat, option)
        except KnavesError as error:
            raise BadSave(f"Answer {number} of the file is not legal: {error}") from None
        then(number, position)
    return position


def check_promise(file: File) -> None:
    key = key_of(file.game, file.seed)
    if key.hex() != file.key or commitment(key) != file.commitment:
        raise BadSave("The seed does not fit the promise that was published before the first move.")


def verify(file: File, find: Finder) -> Position:
    """Deals the whole game again from the seed: promise, answers, end, every byte. BadSave if not the same."""
    check_promise(file)
    again = replay(file, find)
    if again != load(msgspec.json.encode(file), find):
        raise BadSave("The answers, dealt again from the seed, lead to another position.")
    if again.save() != msgspec.json.encode(file):
        raise BadSave(
            "The game, dealt again from the seed, is written otherwise: this is not the record of it."
        )
    return again
