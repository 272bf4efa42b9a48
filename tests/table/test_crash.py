"""kill -9, hundreds of times, in the middle of writes: no acknowledged answer is lost, every table resumes."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from knaves.core.step import Choice, Step
from knaves.table import Hall, KnavesError, SeatPlan, TablePlan
from knaves.table.log import records
from knaves.table.log.sqlite import SqliteStorage
from knaves.table.log.storage import Snapshot
from tests.patience import PATIENCE
from tests.table.kit import ANN, BOB, BOT, open_hall, played, refuses, sit
from tests.table.toy import GAME, Turn, Yard, toy

__all__ = ["toy"]

KILLS = 200


@pytest.mark.slow
def test_killed_hundreds_of_times(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.table.crash", str(tmp_path), str(KILLS), "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[:2] == ["kills", str(KILLS)]
    assert int(words[3]) > 3 * KILLS  # that many answers were acknowledged, and each was found again
    assert int(words[5]) > 1


@played
async def test_tables_resume_with_their_bots(tmp_path: Path) -> None:
    """The server stops while a bot is to move; the next server lets it move."""
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file, pace=60) as hall:  # this bot never comes to answer
        ticket = await hall.create(TablePlan("_template", (ANN, BOT), seed=1))
        assert not (await hall.table(ticket.table)).book.played
    async with open_hall(file) as hall:
        await hall.resumed()
        table = await hall.table(ticket.table)
        assert table.book.played


@played
async def test_a_snapshot_and_the_rest_of_the_log_are_the_whole_table(toy: str, tmp_path: Path) -> None:
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "pass", ("pass",), unless=("rolled",))
        for n in range(150):
            await ann.do(("dig", "pass", "peek")[n % 3])
        before = ann.page, bob.page, table.moment(ann.token, 20, 0)
        for _ in range(100):
            if await hall.storage.snapshot(table.id) is not None:
                break
    async with open_hall(file) as hall:
        kept = await hall.storage.snapshot(table.id)
        assert kept is not None and kept.seq > 64
        again = await hall.table(table.id)
        assert (again.page(ann.token), again.page(bob.token), again.moment(ann.token, 20, 0)) == before
        await again.propose_undo(ann.token, 0, 2)  # further back than the snapshot
        await again.agree_undo(bob.token, 1, True)
        assert again.book.played[-1].seq < kept.seq


def next_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.__dict__, "about", msgspec.structs.replace(GAME.about, version="2"))


@played
async def test_a_table_plays_on_under_new_rules_that_change_nothing_for_it(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file) as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        for word in ("dig", "roll", "peek"):
            await ann.do(word)
        before = ann.page
    next_version(monkeypatch)
    for _ in range(2):  # once by the log, then with a snapshot of its own
        async with open_hall(file) as hall:
            again = await hall.table(table.id)
            page = again.page(ann.token)
            assert (page.status, page.rules) == ("running", "2")
            assert page.view is not None and before.view is not None
            await again.answer(ann.token, 0, ("dig",), page.ask.seq)  # type: ignore[union-attr]
            rows = await hall.storage.read(table.id)
            assert rows[0].rules == "1" and rows[-1].rules == "2"
            answers = [one for row in rows if isinstance(one := records.decode(row.body), records.Answered)]
            assert len(answers) > 3 and all(one.told for one in answers)


@pytest.mark.parametrize(
    ("change", "said"), [("answers", "would not stand"), ("view", "see the same"), ("told", "after record 4")]
)
@played
async def test_a_table_of_other_rules_rests_and_can_be_read_and_exported(
    toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, said: str
) -> None:
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file) as hall:
        old, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        await old.say(bob.token, 1, "well dug")
    next_version(monkeypatch)
    if change == "view":
        monkeypatch.setattr(GAME, "view", lambda s, eye: {"coins": [0]})
    elif change == "told":
        plain = Turn.code[1]
        assert plain is not None

        def digs(turn: Step[Yard], s: Yard) -> None:
            plain(turn, s)
            s.tell("rolled", 0, 6, to=1)  # to the digger alone, and no view shows it afterwards

        monkeypatch.setattr(Turn, "code", (Turn.code[0], digs, *Turn.code[2:]))
    else:
        plain = Turn.code[0]
        assert plain is not None
        monkeypatch.setattr(
            Turn, "code", (lambda turn, s: Choice(turn.who, [("pass",), ("roll",)]), *Turn.code[1:])
        )
    async with open_hall(file) as hall:
        await hall.resumed()
        table = await hall.table(old.id)
        for guest in (ann, bob):
            page = table.page(guest.token)
            assert page.status == "frozen" and "Version 1" in page.notice and said in page.notice
            assert [line.text for line in table.lines(guest.token)][-2:] == ["Ann digs.", "well dug"]
        assert b"well dug" in table.export(bob.token) and b'"rules":"1"' in table.export(bob.token)
        await refuses(table.answer(ann.token, 0, ("pass",), 3), match="Version 1")
        assert len(await hall.storage.read(old.id)) == 5  # nothing was lost


@played
async def test_a_damaged_log_or_snapshot_takes_nothing_else_down(toy: str, tmp_path: Path) -> None:
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file) as hall:
        bad, (ann, _), _ = await sit(hall, toy, ANN, BOB)
        half, (bob, _), _ = await sit(hall, toy, ANN, BOB)
        rows = await hall.storage.read(bad.id)
        await hall.storage.append(
            bad.id, [rows[-1]._replace(seq=len(rows) + 1, body=b'{"what":"x"}')], "running", 0
        )
        await bob.do("dig")
        await hall.storage.keep(half.id, Snapshot(half.book.written, "1", b"{"))
    async with open_hall(file) as hall:
        await hall.resumed()
        assert (await hall.table(bad.id)).page(ann.token).status == "frozen"
        table = await hall.table(half.id)
        assert table.page(bob.token).view["coins"] == [6, 5]  # type: ignore[index]  # the log is the truth
        assert len(await hall.summaries(listed=None)) == 2


@played
async def test_two_halls_on_one_file_cannot_both_win(toy: str, tmp_path: Path) -> None:
    """The log's number is the arbiter, whatever the storage."""
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file, alone=False) as one, open_hall(file, resume=False, alone=False) as two:
        table, (ann, _bob), _ = await sit(one, toy, ANN, BOB)
        other = await two.table(table.id)
        seq = ann.ask.seq
        await table.answer(ann.token, 0, ("dig",), seq)
        with pytest.raises(Exception, match="moved on"):
            await other.answer(ann.token, 0, ("roll",), seq)
        assert other.page(ann.token).view == ann.view  # the loser has read on
        await other.answer(ann.token, 0, ("dig",), other.page(ann.token).ask.seq)  # type: ignore[union-attr]
        assert len(await one.storage.read(table.id)) == other.book.seq


@played
async def test_who_has_just_sat_down_at_one_server_is_let_in_at_the_other(toy: str, tmp_path: Path) -> None:
    """Nobody waits until the other one has heard of it."""
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file, alone=False) as one, open_hall(file, resume=False, alone=False) as two:
        ticket = await one.create(TablePlan(toy, (ANN, SeatPlan("open"))))
        table, other = await one.table(ticket.table), await two.table(ticket.table)
        bob = await table.seating.claim(ticket.invite, 1, "Bob")
        assert other.who(bob).outside
        assert (await other.who_comes(bob)).seats == (1,)
        assert (await other.who_comes("made up")).outside and (await other.who_comes("")).outside


@played
async def test_a_second_server_on_the_same_file_is_refused_in_a_sentence(toy: str, tmp_path: Path) -> None:
    file = str(tmp_path / "tables.sqlite")
    async with open_hall(file):
        await refuses(Hall.open(file), KnavesError, f"process {os.getpid()}")
    async with open_hall(file) as hall:
        await sit(hall, toy, ANN, BOB)


def test_a_killed_server_keeps_nobody_out(tmp_path: Path) -> None:
    file = str(tmp_path / "tables.sqlite")
    code = (
        "import time\nfrom knaves.table.log.sqlite import SqliteStorage\n"
        f"storage = SqliteStorage({file!r})\nprint('open', flush=True)\ntime.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as first:
        assert first.stdout is not None and first.stdout.readline() == b"open\n"
        with pytest.raises(KnavesError, match=f"process {first.pid}"):
            SqliteStorage(file)
        first.kill()
        first.wait()
    asyncio.run(SqliteStorage(file).close())
