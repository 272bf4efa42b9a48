"""What a seat is told of its own answers before it gives them: can they be taken back?"""

from __future__ import annotations

import logging
from functools import cached_property
from random import Random

from knaves.core.ask import Ask
from knaves.core.position import Position
from knaves.core.selection import is_final
from knaves.core.step import Option
from knaves.core.undo import Foresight

log = logging.getLogger("knaves.table")


class OwnAnswers:
    """The answers are tried in a world that this seat imagines: the real one would tell. Where nothing but faces is
    hidden, the real one does, for `Foresight` shows none of them.

    A rule that breaks there must not take the page away; once it is played, it is a RuleBug.
    """

    def __init__(self, position: Position, ask: Ask, eye: int) -> None:
        self._position, self._ask, self._eye = position, ask, eye

    def undoable(self, options: list[Option]) -> list[bool]:
        """Could each of these be taken back?"""
        if not options or self._ask.seats != (self._eye,):
            return [False] * len(options)  # the decision passes on, or is another seat's
        return [self._undoable(option) for option in options]

    def are_final(self) -> bool:
        """Is a selection played as soon as it is sent, with no way back?"""
        try:
            return is_final(self._world, self._eye)
        except Exception as error:
            self._breaks("a selection", error)
            return True

    def _undoable(self, option: Option) -> bool:
        try:
            return self._foresight.can_be_undone(option)
        except Exception as error:
            self._breaks(option, error)
            return False

    @cached_property
    def _world(self) -> Position:
        position = self._position
        return position if position.hides_faces_alone() else position.imagine(self._eye, Random(0))

    @cached_property
    def _foresight(self) -> Foresight:
        return Foresight(self._world, self._eye)

    def _breaks(self, what: object, error: Exception) -> None:
        game = self._position.game.id
        log.warning("%s: %s by seat %d breaks when it is tried: %r", game, what, self._eye, error)
