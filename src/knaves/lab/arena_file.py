"""The file of an arena: every block with its winners, and what they say. A run that was broken off goes on from it."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec

import knaves
from knaves.bots.values import nearest
from knaves.core.errors import KnavesError
from knaves.games import about, find
from knaves.lab.arena import Block, Contest
from knaves.lab.ratings import Standings, standings

KIND = "knaves arena"
FORMAT = 1


class BadArena(KnavesError):
    """A file from which this contest cannot go on."""


UNHEARD = frozenset({"screen", "puzzles.py", "training.py", "clauses.toml", "text_board.py", "figures.py"})
"""Folders and files of the rooms below that no answer of a bot depends on."""


class Made(msgspec.Struct, frozen=True):
    """What the games were played with."""

    program: str
    build: str  # plain or compiled: it decides the times
    rules: str  # version of the game's rules
    source: str  # digest of bots, engine and game: blocks of another source are not mixed in


class Arena(msgspec.Struct, frozen=True):
    kind: str
    format: int
    contest: Contest
    made: Made
    standings: Standings | None  # of the blocks that are there; None: it was broken off
    blocks: list[Block]


def made_with(game: str, seats: int) -> Made:
    """This program, as far as the answers of bots depend on it."""
    package = Path(knaves.__file__).parent
    total, learned = blake2b(digest_size=12), nearest(find(game), seats)
    for room in ("core", "bots", f"games/{game}"):
        for file in sorted((package / room).rglob("*")):
            heard = file.suffix in (".py", ".toml") and not UNHEARD & {*file.parts}
            if heard or file == learned:
                total.update(f"{file.relative_to(package)}\n".encode() + file.read_bytes())
    return Made(knaves.__version__, knaves.BUILD, about(game).version, total.hexdigest())


def write(what: Contest, made: Made, blocks: list[Block], done: bool) -> bytes:
    found = standings(what, blocks) if done else None
    head = msgspec.json.encode(Arena(KIND, FORMAT, what, made, found, [])).removesuffix(b"[]}")
    rows = b",\n".join(msgspec.json.encode(block) for block in blocks)
    return head + b"[\n" + rows + b"]}\n"


def read(data: bytes) -> Arena:
    """What a file holds, or BadArena with what is wrong in one sentence."""
    try:
        found = msgspec.json.decode(data, type=Arena)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadArena("That is no file of an arena: `knaves arena GAME --json FILE` writes one.") from None
    if found.kind != KIND or found.format != FORMAT:
        raise BadArena("This file was written by another Knaves than this one.")
    return found


def go_on(data: bytes, what: Contest, made: Made) -> list[Block]:
    """The blocks of a file that this contest need not play again. It may have more games or other bots than the file's;
    the deals and the program must be the same."""
    old = read(data)
    same = msgspec.structs.replace(old.contest, bots=what.bots, games=what.games, alone=what.alone)
    if same != what:
        raise BadArena("The file is of another contest: name another file, or the same game, seats and seed.")
    if old.made != made:
        raise BadArena("The file was measured with another program than this one: name another file.")
    pairs = set(what.line_ups())
    return [block for block in old.blocks if (block.one, block.many) in pairs and block.deal < what.blocks]
