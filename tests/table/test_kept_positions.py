"""Positions on the way of a game: kept, restored, and played again where one is wanted."""

from __future__ import annotations

import pytest

from knaves.table.log import records as r
from knaves.table.state.kept_positions import EVERY
from knaves.table.state.progress import Progress, Trial
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def test_a_snapshot_is_the_same_table() -> None:
    log = Log()
    log.answer("dig", "peek")
    kept = log.progress.keep()
    again = Progress.restore(kept)
    assert again.position == log.progress.position and again.position.log is None and again.book is log.book
    assert again.seen() == kept.seen == log.progress.seen()
    log.answer("dig")
    assert log.progress.seen() != kept.seen
    assert log.progress.back_to(2) == again.position and log.progress.back_to(3) is log.progress.position


def test_how_things_stood_is_found_once_and_kept() -> None:
    log = Log()
    log.answer("dig", "dig")
    progress, digs = log.progress, [(0, ("dig",))] * 2
    first = progress.replay()
    assert (first.opened, first.known, first.answers) == (log.book.opened, 0, digs)
    assert first.position == progress.back_to(0) and first.position is not progress.back_to(0)
    stood = progress.stood()
    assert len(stood) == 3 and progress.stood() is stood
    done = progress.replay()
    assert (done.known, done.answers, done.position) == (3, [], progress.position)
    two = progress.position
    log.answer("dig")
    more = progress.replay()
    assert (more.known, more.answers, more.position) == (3, digs[:1], two), "only what came since"
    progress._way.kept = {0: progress.back_to(0)}
    far = progress.replay()
    assert (far.known, far.position, len(far.answers)) == (0, None, 3), "no position is near: all of it"
    assert len(progress.stood()) == 4
    log.add(r.Undone(at=30.0, seat=0, answers=1, free=False))
    progress.learn(more, [stood[0]] * 9)
    assert len(progress.known) == 2, "what was played again has been taken back meanwhile"


def test_digests_tell_apart_what_anybody_sees_and_who_is_asked() -> None:
    log = Log()
    position = log.progress.position
    dig, on = Trial(position, 0, ("dig",)), Trial(position, 0, ("pass",))
    assert len(dig.told()) == 16
    dig.events, on.events = [], []
    assert dig.told() != on.told(), "another seat is waited for"
    assert Trial(position, 0, ("end",)).told() and dig.record(1.0, "bot").order == 0
    seen = [log.progress.seen()]
    for verb in ("peek", "pass", "end"):
        log.answer(verb)
        seen.append(log.progress.seen())
    assert len(set(seen)) == 4 and {len(one) for one in seen} == {32}


def test_positions_are_kept_far_apart_and_where_the_way_back_is_free() -> None:
    log = Log()
    assert log.progress.lines == {} and log.progress.lines_for == []
    for _ in range(EVERY + 1):
        before = log.progress.position
        log.answer("roll")
    assert sorted(log.progress._way.kept) == [0, EVERY] and log.progress._way.kept[EVERY] == before
    log.answer("dig", "dig", "dig")
    assert sorted(log.progress._way.kept) == [0, EVERY, EVERY + 1, EVERY + 2, EVERY + 3]
    again = Progress.restore(log.progress.keep())
    here, at = again.position, len(again.book.played)
    again.advance(again.book.written + 1, r.Answered(at=60.0, seat=0, option=("roll",), by="person"))
    assert again.back_to(at) == here
