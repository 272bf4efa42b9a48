"""Lines of the log: written once for all who may read them, kept from who may not, with marks where things stand."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from knaves.table.pages import log_reader
from knaves.table.pages.log_reader import Reader
from knaves.table.pages.page import LogLine
from tests.table.kit import ANN, BOB, open_hall, played, sit
from tests.table.toy import Yard, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]

EYES = (0, 1, 2, None)


def newest(log: Log, eye: int | None) -> LogLine | None:
    return Reader(log.progress, eye).line(len(log.book.told) - 1)


def test_what_everybody_may_read_is_written_once() -> None:
    log = Log()
    log.answer("dig")
    assert all(newest(log, eye) is newest(log, 0) for eye in EYES)
    new = [Reader(log.progress, eye).line(len(log.book.told) - 1, True) for eye in EYES]
    assert all(line is new[0] for line in new) and new[0] is not newest(log, 0)
    log.answer("peek")
    his, mine = newest(log, 0), newest(log, 1)
    assert his is not None and mine is not None and his.text != mine.text and newest(log, 0) is his


@pytest.mark.parametrize("blind", EYES)
def test_what_one_must_not_read_is_kept_from_him_whoever_reads_first(blind: int | None) -> None:
    log = Log()
    log.answer("dig")
    bit = 3 if blind is None else blind
    told = log.book.told[-1]
    log.book.told[-1] = msgspec.structs.replace(told, to=told.to & ~(1 << bit))
    others = [eye for eye in EYES if eye != blind]
    assert all(newest(log, eye) is not None for eye in others) and newest(log, blind) is None


def test_the_first_face_of_the_box_is_a_thing_like_others() -> None:
    log = Log()
    state = log.progress.position.state
    assert isinstance(state, Yard)
    state.face = (0,) * len(state.face)
    log.answer("peek")
    mine = newest(log, 0)
    assert mine is not None and mine.things == ("seat:0", "card:face:0")
    assert mine.marks[1][2] == "card:face:0"


def test_places_of_a_note_are_filled_where_there_is_somebody() -> None:
    log = Log()
    log.book.note(22.0, "{seat}, {other}.", 0)
    line = newest(log, 1)
    assert line is not None and line.text == "Ann, {other}."


def test_a_name_that_begins_like_an_amount_is_marked_as_none() -> None:
    log = Log()
    log.book.seats[0].name = "7 of 9"
    log.answer("dig")
    line = newest(log, 1)
    assert line is not None and (line.text, line.marks) == ("7 of 9 digs.", ())


def test_a_moment_of_the_past_shows_what_its_eyes_had_seen() -> None:
    log = Log()
    log.answer("peek", "pass")
    tops: list[object] = []
    for eye in (0, 1, None):
        view: Mapping[str, object] = log_reader.moment("t1", log.book, log.progress, eye, 4).view
        tops.append(view["top"])
    assert tops[0] is not None and tops[1:] == [None, None]


@played
async def test_a_moment_of_the_past_tells_who_had_answered() -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, "_template", ANN, BOB)
        await bob.first()
        assert table.moment(ann.token, table.book.seq).answered == (1,)
        await ann.first()
        assert table.moment(ann.token, table.book.played[0].seq).answered == (1,)


def test_where_scores_come_from_stands_under_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_reader, "sources_of", lambda book, position: {"digging": [1, 0, 0]})
    log = Log()
    log.answer("dig", "end")
    card = log_reader.result_card(log.book, log.progress.position)
    assert card is not None and card.sources == {"digging": (1, 0, 0)}
