"""Whatever happens in a test of the rules is told rightly: as a kind of event that the game has words for, with all its
things, and so that everybody can read it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import knaves
from knaves.core.position import Position


@pytest.fixture(autouse=True)
def _what_is_told_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    if knaves.BUILD != "plain":
        return  # classes of machine code stay as they are
    real = Position.apply

    def apply(self: Position, seat: object, option: Sequence[object]) -> None:
        heard: list[knaves.Event] = []
        silent = self.state.sink is None
        if silent:
            self.listen(heard.append)
        try:
            real(self, seat, option)
        finally:
            if silent:
                self.listen(None)
        for event in heard:
            assert len(event.things) >= max(self.game.event_kinds(event.kind), default=0), event
            assert all(isinstance(thing, int) for thing in event.things), event
            for eye in (*range(self.seats), None):
                self.text(event, eye)

    monkeypatch.setattr(Position, "apply", apply)
