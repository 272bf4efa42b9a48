"""Playing without real time: who gets a chance to speak and when, and games that would have no end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

import knaves
from knaves.core.beat import HOLD, Unfinished, beat, play, play_bounded
from knaves.core.step import Option
from tests.core.test_at_once import Chains, Shout, chains
from tests.core.toy import Cellar, Toy, toy

Offered = list[tuple[int, tuple[Option, ...]]]


class Chooser:
    """Takes what is wanted where it can be had, else the last; keeps what was offered to whom."""

    def __init__(self, *wanted: str) -> None:
        self.wanted = [*wanted]
        self.offered: Offered = []

    def __call__(self, position: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        self.offered.append((seat, tuple(options)))
        if HOLD not in options:
            return next((option for option in options if option[0] in ("done", "pass")), options[-1])
        if self.wanted and (found := [option for option in options if option[0] == self.wanted[0]]):
            self.wanted.pop(0)
            return found[0]
        return HOLD


def test_everybody_who_is_not_waited_for_gets_one_chance() -> None:
    position, chooser = toy(), Chooser("cheer")
    assert beat(position, chooser) == 1
    assert chooser.offered == [(1, (HOLD, ("cheer",), ("leave",)))]
    assert position.state.cheers == 1  # type: ignore[attr-defined]
    position, chooser, told = toy(), Chooser("cheer"), list[tuple[int, Option]]()
    assert beat(position, chooser, lambda seat, option: told.append((seat, option))) == 1
    assert told == [(1, ("cheer",))] and position.state.cheers == 0  # type: ignore[attr-defined]
    position.speaks = False
    assert beat(position, chooser) == 0


def test_who_has_nothing_to_say_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also between others who have."""
    monkeypatch.setattr(Chains, "speakers", lambda self, s: 0b101, raising=False)
    monkeypatch.setattr(Chains, "interjections", lambda self, s, seat: [("cheer", 6)])
    position, chooser = chains(), Chooser()
    position.apply(0, ("pass",))
    assert beat(position, chooser) == 2, "seat 0 has answered, seat 1 is still asked"
    assert [seat for seat, _ in chooser.offered] == [0, 2]


def test_where_somebody_spoke_the_step_that_waits_then_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """And if that one hears nobody, not even who is asked may speak."""
    monkeypatch.setattr(Chains, "speakers", lambda self, s: -1, raising=False)
    monkeypatch.setattr(Chains, "interjections", lambda self, s, seat: [("cheer", 6)] * (seat == 2))
    position, chooser = chains(), Chooser("cheer")
    assert Shout.closed and play(position, chooser) == 6
    assert chooser.offered == [
        (2, (HOLD, ("cheer", 6))),
        (2, (("pass",), ("show", 1))),
        (2, (HOLD, ("cheer", 6))),
        (0, (("show", 0), ("pass",))),
        (2, (HOLD, ("cheer", 6))),
        (1, (("show", 0), ("pass",))),
    ]


def bounded(longest: int) -> tuple[knaves.Position, Chooser]:
    class Long(Toy):
        about = msgspec.structs.replace(Toy.about, longest=longest)

        def speakers(self, s: Cellar) -> int:
            return 0

    return toy(Long()), Chooser()


def test_a_game_that_goes_on_for_longer_than_any_is_given_up() -> None:
    position, chooser = bounded(99)
    decisions = play_bounded(position, chooser)
    assert position.result is not None and decisions == len(chooser.offered) > 2
    position, again = bounded(decisions)
    assert play_bounded(position, again) == decisions and again.offered == chooser.offered
    position, again = bounded(decisions - 1)
    with pytest.raises(Unfinished):
        play_bounded(position, again)
    assert again.offered == chooser.offered[:-1]


def test_a_chooser_sees_the_position_that_is_played() -> None:
    seen: list[bool] = []
    position = toy()

    def choose(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        seen.append(p is position)
        return options[-1]

    play_bounded(position, choose)
    assert all(seen) and position.result is not None
