"""What every game's board is made of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from knaves.core.board import BoardScene, BoardSeat, joined, looks_of, player_css, signed


def test_only_what_answers_name_is_lit() -> None:
    scene = cast(BoardScene, SimpleNamespace(lit={"card:1": ("is-choosable", 1), "seat:0": ("", None)}))
    assert looks_of(scene, ["card:1", "card:2"]) == {"card:1": ("is-choosable", 1)}
    assert looks_of(cast(BoardScene, SimpleNamespace(lit={})), ["card:1"]) == {}


def test_classes_that_apply() -> None:
    assert joined("a", "", "b") == "a b" and joined("", "") == ""
    for waited, away, mine, more, css in (
        (True, False, True, (), "player player--you player--deciding"),
        (False, True, False, ("player--out",), "player player--away player--out"),
        (False, False, False, ("",), "player"),
    ):
        seat = cast(BoardSeat, SimpleNamespace(waited=waited, away=away))
        assert player_css(seat, mine, *more) == css


def test_numbers_below_nothing_have_a_real_minus() -> None:
    assert [signed(number) for number in (-3, 0, 4)] == ["−3", "0", "4"]
