"""Old tables go; what is kept, and what is frozen, stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from knaves.table import SeatPlan, TablePlan
from knaves.table.log import records as r
from knaves.table.log.storage import Row
from knaves.web.api.commands import AnyCommand, CancelOrder, run
from tests.table.kit import ANN, BOB, BOT, CY, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]
DAY = 86400.0


@played
async def test_tables_are_removed_by_age_and_by_what_became_of_them(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        running, (ann,), _ = await sit(hall, toy, ANN, BOT)
        lobby = await hall.create(TablePlan(toy, (SeatPlan("person"), SeatPlan("open"))))
        now.time += 10 * DAY
        assert await hall.thin(finished=DAY) == 0
        assert await hall.thin(lobby=11 * DAY) == 0
        assert await hall.thin(lobby=9 * DAY) == 1
        assert await hall.storage.head(lobby.table) is None and not await hall.storage.read(lobby.table)
        assert ann.page.view is not None
        assert await hall.thin(asleep=9 * DAY) == 1
        assert ann.page.status == "frozen" and "removed" in ann.page.notice
        await refuses(running.answer(ann.token, 0, ("pass",), 1))


@played
async def test_a_frozen_table_lets_nobody_play_and_goes_on_where_it_was(toy: str, tmp_path: Path) -> None:
    db = str(tmp_path / "tables.sqlite")
    async with open_hall(db) as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        prompt = ann.ask.prompt
        row = Row(table.book.written + 1, "1", r.encode(r.Frozen(at=5.0, why="Later.")))
        await hall.storage.append(ticket.table, [row], "frozen", 5.0)
        await table.writer.read_on()
        assert table.status == "frozen" and ann.page.notice == "Later."
        await refuses(table.answer(ann.token, 0, ("pass",), 1), match="Later")
        await refuses(table.seating.leave(bob.token, 1), match="Later")
    async with open_hall(db) as hall:
        table = await hall.table(ticket.table)
        assert table.status == "frozen"
        row = Row(table.book.written + 1, "1", r.encode(r.Thawed(at=6.0)))
        await hall.storage.append(ticket.table, [row], "running", 6.0)
        await table.writer.read_on()
        page = table.page(ann.token, 0)
        assert page.status == "running" and page.ask is not None and page.ask.prompt == prompt


@played
async def test_nothing_is_written_at_a_frozen_table(toy: str) -> None:
    """Whatever people may do elsewhere: whoever runs the server has said that it rests."""
    async with open_hall() as hall:
        table, (ann, bob, _cy), ticket = await sit(hall, toy, ANN, BOB, CY)
        await table.order(bob.token, 1, "always", ("pass",))
        row = Row(table.book.written + 1, "1", r.encode(r.Frozen(at=5.0, why="Later.")))
        await hall.storage.append(ticket.table, [row], "frozen", 5.0)
        await table.writer.read_on()
        for kind in get_args(AnyCommand):
            given: dict[str, object] = dict.fromkeys(("target", "seq", "yes", "days", "id"), 1)
            given |= {"seat": 0, "on": False, "answers": 0, "text": "x", "name": "Nan", "level": "fair"}
            given |= {"hint": "", "kind": "always", "option": ("pass",), "options": (("pass",),)}
            command = kind(**{name: value for name, value in given.items() if name in kind.__struct_fields__})
            await refuses(run(table, ann.token, command))
        await refuses(run(table, bob.token, CancelOrder(seat=1, id=1)), match="Later")
        await refuses(table.seating.claim(ticket.invite, 2, "Dee"), match="Later")
        assert [one.seq for one in await hall.storage.read(ticket.table)][-1] == row.seq
