"""How much one guest, and all together, may ask of a server. An honest evening never meets any of it."""

from __future__ import annotations

import re
from collections import Counter

from knaves.table.people.limits import Limiter
from knaves.web.settings import Limits

COSTLY = re.compile(
    r"/(sit$|(puzzle|balance|cards|rules)(/[^/]+)?$|(t|api/tables)/[^/]+/(replay|end|coach|cards|export|hint|ahead|marks|moments|log|text"
    r"|elsewhere|carried|closed|rematch)(/|$))"
)
"""Addresses whose answers take much longer to make than to ask for."""


class Caps:
    """For each client (an address), and for all."""

    def __init__(self, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        self.writes = Limiter(3 * limits.writes, limits.writes)
        self.reads = Limiter(4 * limits.reads, limits.reads)
        self.costly = Limiter(60, 6)
        self.large = Limiter(30, 1)  # forms that are longer than those of tables
        self.tables = Limiter(limits.tables_at_once, limits.tables_each_hour / 3600)
        self.listed = Limiter(4, 4 / 3600)  # the front page has room for a few, of whoever opens them
        self.messages = Limiter(80, 30)
        self.sockets_each, self.sockets_all = limits.sockets, limits.sockets_all
        self.guesses = Limiter(5, 1 / 60)
        self.words = Limiter(100, 1 / 10)  # kept as long as a table is
        self.hints = Limiter(20, 1 / 5)
        self.puzzles = Limiter(3, 1 / 86400)
        self.typing = Limiter(20, 4)  # for each table: everybody there is shown it
        self._sockets: Counter[str] = Counter()

    @classmethod
    def none(cls) -> Caps:
        """For tests and measurements."""
        caps = cls()
        most = (caps.writes, caps.reads, caps.costly, caps.large, caps.tables, caps.listed, caps.messages)
        for limiter in most:
            limiter.burst = limiter.per_second = 1e9
        caps.sockets_each = caps.sockets_all = 1_000_000
        return caps

    def open_table(self, client: str, listed: bool = False) -> None:
        self.tables.check(client, "You have opened many tables: play one of them, or wait a while.")
        if listed:
            self.listed.check(
                client, "You have put several tables on the list: open this one for friends, or wait a while."
            )

    def guess(self, client: str) -> None:
        """A code or words. Counted before anybody looks: a thousand at once are no more than one after the other."""
        self.guesses.check(client, "Wrong five times: wait a minute.")

    def hint(self, client: str) -> None:
        """A bot thinks some seconds for each."""
        self.hints.check(client, "That is a hint for every move: think for a moment, and ask again.")

    def counts_answer(self, client: str, day: str) -> bool:
        """Of one puzzle: for a household, and for who comes again without its cookies, a few."""
        return self.puzzles.allows((client, day))

    def guessed_right(self, client: str) -> None:
        self.guesses.give_back(client)

    def may_get(self, client: str, path: str) -> bool:
        return self.reads.allows(client) and self._may_cost(client, path)

    def may_post(self, client: str, path: str, long: bool) -> bool:
        may = self.writes.allows(client) and self._may_cost(client, path)
        return may and (not long or self.large.allows(client))

    def _may_cost(self, client: str, path: str) -> bool:
        return not COSTLY.match(path) or self.costly.allows(client)

    @property
    def sockets(self) -> int:
        """How many are open."""
        return self._sockets.total()

    def take_socket(self, client: str) -> bool:
        if self._sockets[client] >= self.sockets_each or self._sockets.total() >= self.sockets_all:
            return False
        self._sockets[client] += 1
        return True

    def give_socket(self, client: str) -> None:
        self._sockets[client] -= 1
        if self._sockets[client] <= 0:
            del self._sockets[client]
