"""What a table refuses beside the rules. Each says one clear sentence and has changed nothing."""

from __future__ import annotations

from knaves.core.errors import KnavesError, Refused


class NoTable(KnavesError):
    """There is no such table, or the secret does not open it: an outsider cannot tell which."""


REMOVED = "Whoever runs this server has removed this table."


class Forbidden(Refused):
    """The secret is not good for this."""


class Stale(Refused):
    """The table has moved on since this was asked."""


class TooMuch(Refused):
    """Too long, too many or too fast."""


class Overrun(TooMuch):
    """It took more time or memory than one table gets."""


class Conflict(Exception):
    """Another process wrote this number of the log first. Read on, check again."""


class Unreachable(Exception):
    """The tables cannot be read or written just now: a disk is full, a database is gone. Nothing that somebody asked
    for is refused by it, so nothing takes it for "there is none"."""

    def __init__(
        self, sentence: str = "The tables of this server cannot be reached just now. Try again in a while."
    ):
        super().__init__(sentence)
