"""What a seat is told of its own answers before it gives them."""

from __future__ import annotations

import pytest

from knaves.core.position import Position
from knaves.table.pages import own_answers
from knaves.table.pages.own_answers import OwnAnswers
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def own(eye: int = 0) -> OwnAnswers:
    position = Log().progress.position
    ask = position.ask()
    assert ask is not None
    return OwnAnswers(position, ask, eye)


def test_what_breaks_when_it_is_tried_is_final_and_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert own().undoable([("dig",), ("trip",), ("roll",)]) == [True, False, False]
    assert "toy: ('trip',) by seat 0 breaks when it is tried: ZeroDivisionError(" in caplog.text
    assert "dig" not in caplog.text

    def broken(world: Position, eye: int) -> bool:
        raise KeyError(eye)

    monkeypatch.setattr(own_answers, "is_final", broken)
    assert own().are_final()
    assert "toy: a selection by seat 0 breaks when it is tried: KeyError(0)" in caplog.text


@pytest.mark.parametrize("faces_alone", [False, True])
def test_a_world_is_imagined_once_and_only_for_who_is_asked(
    monkeypatch: pytest.MonkeyPatch, faces_alone: bool
) -> None:
    """And only where more is hidden than faces."""
    monkeypatch.setattr(Position, "hides_faces_alone", lambda _: faces_alone)
    eyes: list[int] = []
    imagine = Position.imagine

    def counted(position: Position, eye: int, *rest: object) -> Position:
        eyes.append(eye)
        return imagine(position, eye, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Position, "imagine", counted)
    asked = own()
    assert asked.undoable([]) == [] and eyes == []
    asked.undoable([("dig",)])
    asked.undoable([("roll",)])
    asked.are_final()
    imagined = [] if faces_alone else [0]
    assert eyes == imagined
    assert own(1).undoable([("offer", 0, 1)]) == [False] and eyes == imagined
