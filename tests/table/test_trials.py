"""Answers that are tried, digests of what they told, and what is handed back when a rule fails."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from knaves.core.errors import Refused, RuleBug
from knaves.core.save import read
from knaves.core.state import State
from knaves.core.step import Option
from knaves.table import Clock
from knaves.table.log import records as r
from knaves.table.state.kept_positions import EVERY
from knaves.table.state.progress import Progress, Trial
from tests.table.toy import GAME, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def test_a_digest_tells_what_anybody_saw_and_who_is_waited_for() -> None:
    log = Log()
    position = log.progress.position
    told = {verb: Trial(position, 0, (verb,)).told() for verb in ("dig", "pass", "peek", "end")}
    assert len(set(told.values())) == 4 and all(len(digest) == 16 for digest in told.values())
    assert Trial(position, 0, ("dig",)).told() == told["dig"]
    dig, bob = Trial(position, 0, ("dig",)), Trial(position, 0, ("pass",))
    dig.events = bob.events = []
    assert dig.told() != bob.told(), "nothing was told, but Bob is waited for"
    assert Trial(position, 0, ("dig",)).record(1.0, "person").order == 0


def test_a_digest_of_a_table_is_of_every_view_and_every_question() -> None:
    log = Log()
    digests = [log.progress.seen()]
    for verb in ("peek", "pass", "dig", "end"):
        log.answer(verb)
        digests.append(log.progress.seen())
    assert len(set(digests)) == 5 and all(len(digest) == 32 for digest in digests)


def test_what_is_asked_is_part_of_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    before = log.progress.seen()

    monkeypatch.setattr(GAME, "interjections", lambda s, seat: [])
    assert Progress(log.book, Log().progress.position).seen() != before


def test_an_answer_that_cannot_even_be_checked_is_refused_or_a_bug(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log = Log()
    log.answer("dig")
    position = log.progress.position

    def admits(s: State, seat: int, option: Option) -> bool:
        raise IndexError("odd")

    monkeypatch.setattr(GAME, "admits", admits)
    with pytest.raises(Refused, match=r"^That is not possible now\.$"):
        log.progress.attempt(position, 1, ("offer", 9, 9))
    assert "('offer', 9, 9) could not be checked" in caplog.text

    def interjections(s: State, seat: int) -> Sequence[Option]:
        raise IndexError("worse")

    monkeypatch.setattr(GAME, "interjections", interjections)
    with pytest.raises(RuleBug, match="nobody can go on: IndexError") as caught:
        log.progress.attempt(Log().progress.position, 1, ("offer", 9, 9))
    assert read(caught.value.record).log == [(0, ("dig",))], "with the game so far"


def test_positions_are_kept_on_a_grid_and_where_one_may_go_back_freely() -> None:
    log = Log()
    log.answer(*["dig"] * 3)
    assert sorted(log.progress._way.kept) == [0, 1, 2], "each may be taken back"
    log.answer("roll", "dig")
    assert sorted(log.progress._way.kept) == [0, 4]
    log.answer("roll", *["roll"] * (EVERY - 5))
    kept = log.progress._way.kept
    assert sorted(kept) == [0, EVERY] and kept[EVERY].view(None)["coins"] == [9, 5, 5]
    assert log.progress.back_to(EVERY + 1) is log.progress.position


def test_every_note_has_its_time_and_its_seat() -> None:
    log = Log(begun=False)
    log.add(r.InviteSet(at=1.0, seat=0, on=False), r.WatchSet(at=2.0, on=False), r.Begun(at=3.0))
    log.add(r.Rested(at=4.0, seat=1, days=1), r.Rematched(at=5.0, table="t2"))
    assert [(at, seat) for at, _, seat in log.notes] == [
        (1.0, None),
        (2.0, None),
        (3.0, None),
        (4.0, 1),
        (5.0, None),
    ]
    over = Log(begun=False)
    over.progress.position = Trial(over.progress.position, 0, ("end",)).position
    over.add(r.Begun(at=3.0))
    assert over.notes == [(3.0, "The game is over.", None)] and over.book.status == "over"
    assert Log(begun=False, fork_of="x").notes[0][0] == 0.0


@pytest.mark.parametrize(("why", "bank"), [("clock", 45.0), ("vote", 45.0), ("left", 3.0)])
def test_who_lost_his_seat_and_comes_back_has_at_least_the_increment(why: str, bank: float) -> None:
    """Who left by himself has what he had: nobody wins time by leaving."""
    log = Log()
    log.book.opened = msgspec.structs.replace(log.book.opened, clock=Clock("bank", 100, 45))
    log.add(r.Away(at=30.0, seat=0, why=why))
    log.book.seats[0].bank = 3.0
    log.book.seats[0].asked += 1  # the bot has answered, and there is another question
    log.add(r.Back(at=40.0, seat=0))
    assert log.book.seats[0].bank == bank


def test_who_leaves_a_question_and_comes_back_to_it_has_no_more_time_for_it() -> None:
    for why in ("left", "clock", "vote"):
        log = Log()
        seat = log.book.seats[0]
        seat.since, seat.bank, seat.votes = 15.0, 50.0, [1]
        log.add(r.Away(at=30.0, seat=0, why=why))
        log.add(r.Back(at=47.0, seat=0))
        assert (seat.since, seat.bank, seat.votes) == (32.0, 50.0, [1]), "15 seconds were thought, as before"


def test_what_is_taken_back_freely_gives_no_time() -> None:
    log = Log()
    log.book.opened = msgspec.structs.replace(log.book.opened, clock=Clock("bank", 100, 45))
    seat = log.book.seats[0]
    seat.since, seat.bank, seat.votes = 5.0, 60.0, [1]
    log.answer("dig")
    assert (seat.bank, seat.votes) == (60.0 - 15.0 + 45.0, [])
    log.add(r.Undone(at=70.0, seat=0, answers=0, free=True))
    assert (seat.since, seat.bank, seat.votes) == (55.0, 60.0, [1]) and not log.book.waits


def test_what_may_be_done_at_any_time_gives_no_time_for_the_question() -> None:
    log = Log()
    log.book.opened = msgspec.structs.replace(log.book.opened, clock=Clock("bank", 100, 45))
    seat = log.book.seats[0]
    seat.since, seat.bank, seat.votes = 5.0, 60.0, [1]
    option = log.progress.position.game.interjections(log.progress.position.state, 0)[0]
    log.add(r.Answered(at=20.0, seat=0, option=option, by="person", order=0))
    assert (seat.bank, seat.votes) == (60.0 - 15.0, [1]), "another is asked now; nothing is won"
