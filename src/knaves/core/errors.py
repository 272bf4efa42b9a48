"""Everything that can be wrong with what came from outside. Each says one clear sentence."""

from __future__ import annotations

import msgspec


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


class FileProblem(msgspec.Struct, frozen=True):
    """What is wrong on a line; line 0: with the file as a whole."""

    line: int
    sentence: str
    given: str = ""  # the word that is wrong
    # what was probably meant; "": the line is best left out; None: only who wrote it knows
    meant: str | None = None
    missing: str = ""  # a field that is not there


class BadCards(KnavesError):
    """A card file that cannot be used; `problem` says what is wrong where, for who shows it beside the file."""

    def __init__(self, sentence: str, problem: FileProblem | None = None) -> None:
        super().__init__(sentence)
        self.problem = problem or FileProblem(0, sentence)


class BadScenario(KnavesError):
    """A constructed position that cannot be."""


class RuleBug(Exception):
    """A rule of ours went wrong. The position is as it was before the move.

    `record` holds the game up to and including the answer that failed, ready to be replayed.
    """

    def __init__(self, message: str, record: bytes = b"") -> None:
        super().__init__(message)
        self.record = record
