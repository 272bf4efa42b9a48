"""Everything that can be wrong with what came from outside. Each says one clear sentence."""

from __future__ import annotations


class KnavesError(Exception):
    """Bad input of any kind. `str(error)` is one sentence for a person."""

    def __init__(self, sentence: str) -> None:
        if not sentence:
            raise ValueError("Whoever refuses says why.")
        super().__init__(sentence)


class Refused(KnavesError):
    """An answer the rules do not allow. Nothing has changed."""

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause


class BadSave(KnavesError):
    """A save or record that cannot be read."""


class BadSetup(KnavesError):
    """An unknown game, a number of seats or an option that the game does not have."""


class BadCards(KnavesError):
    """A card file that cannot be used."""


class BadScenario(KnavesError):
    """A constructed position that cannot be."""


class RuleBug(Exception):
    """A rule of ours went wrong. The position is as it was before the move.

    `record` holds the game up to and including the answer that failed, ready to be replayed.
    """

    def __init__(self, message: str, record: bytes = b"") -> None:
        super().__init__(message)
        self.record = record
