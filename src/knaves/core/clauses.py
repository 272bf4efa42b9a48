"""The rulebook as a ledger: every rule in our words, its place in the book, and the tests that prove it."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from knaves.core.errors import KnavesError


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    place: str
    text: str
    manners: str = ""  # why software can neither enforce nor test it


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: str
    clause: tuple[Clause, ...]

    def find(self, id: str) -> Clause:
        for clause in self.clause:
            if clause.id == id:
                return clause
        raise KnavesError(f"{self.book} has no clause {id!r}.")

    def search(self, word: str) -> list[Clause]:
        low = word.casefold()
        return [c for c in self.clause if low in f"{c.place} {c.text}".casefold()]


@cache
def ledger(game: str) -> Ledger:
    """The clauses of a game, in the order of its book."""
    text = files("knaves.games").joinpath(game, "clauses.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Ledger)


@cache
def proofs(game: str) -> dict[str, list[str]]:
    """Which tests prove which clause, as the ledger test wrote it down (`make ledger`)."""
    file = files("knaves.games").joinpath(game, "proofs.json")
    if not file.is_file():
        return {}
    found: dict[str, list[str]] = json.loads(file.read_text("utf-8"))
    return found
