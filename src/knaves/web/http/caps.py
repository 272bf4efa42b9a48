"""How much one guest, and all together, may ask of a server. An honest evening never meets any of it."""

from __future__ import annotations

import re
from collections import Counter

from knaves.table import TooMuch
from knaves.table.people.limits import Limiter

COSTLY = re.compile(r"/(t|api/tables)/[^/]+/(replay|end|export|marks|moments|log|text)(/|$)")
"""Addresses whose answers take much longer to make than to ask for."""


class Caps:
    """For each client (an address), and for all."""

    def __init__(self) -> None:
        self.writes = Limiter(120, 40)
        self.reads = Limiter(400, 100)
        self.costly = Limiter(60, 6)
        self.tables = Limiter(60, 1 / 30)
        self.messages = Limiter(80, 30)
        self.sockets_each, self.sockets_all = 100, 3000
        self.guesses = Limiter(5, 1 / 60)
        self._sockets: Counter[str] = Counter()

    @classmethod
    def none(cls) -> Caps:
        """For tests and measurements."""
        caps = cls()
        for limiter in (caps.writes, caps.reads, caps.costly, caps.tables, caps.messages):
            limiter.burst = limiter.per_second = 1e9
        caps.sockets_each = caps.sockets_all = 1_000_000
        return caps

    def open_table(self, client: str) -> None:
        if not self.tables.allows(client):
            raise TooMuch("You have opened many tables: play one of them, or wait a while.")

    def guessed(self, client: str) -> None:
        """A code that opened nothing."""
        self.guesses.allows(client)

    def guessed_enough(self, client: str) -> bool:
        return not self.guesses.left(client)

    def may_get(self, client: str, path: str) -> bool:
        return self.reads.allows(client) and (not COSTLY.match(path) or self.costly.allows(client))

    def take_socket(self, client: str) -> bool:
        if self._sockets[client] >= self.sockets_each or self._sockets.total() >= self.sockets_all:
            return False
        self._sockets[client] += 1
        return True

    def give_socket(self, client: str) -> None:
        self._sockets[client] -= 1
        if self._sockets[client] <= 0:
            del self._sockets[client]
