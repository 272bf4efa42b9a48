"""The past: every state has an address, as a seat saw it or as it was public; forks, files and the public log."""

from __future__ import annotations

import json
import threading

import msgspec
import pytest

import knaves
from knaves.core.errors import BadSave, BadSetup
from knaves.core.game import Standing
from knaves.core.save import read, verify
from knaves.games import about, find
from knaves.table import Forbidden, NoTable, SeatPlan, TablePlan
from knaves.table import table as tables
from knaves.table.state import progress as progresses
from knaves.table.state import standings as courses
from knaves.table.state.standings import Replay
from tests.table.kit import ANN, BOB, BOT, Guest, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]

RANDOM = SeatPlan("bot", level="random")


@played
async def test_every_state_has_an_address_and_looks_as_it_did() -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, "_template", ANN, BOB, RANDOM)
        seen: dict[int, tuple[object, object, object]] = {}
        while ann.page.status == "running":
            await table.idle()
            views = ann.page.view, bob.page.view, table.page(ticket.watch).view
            seen[table.book.moved or 1] = views
            guest = ann if ann.page.ask and ann.ask.yours else bob
            await guest.first()
        for seq, (anns, bobs, public) in seen.items():
            assert table.moment(ann.token, seq, 0).view == anns
            assert table.moment(ticket.watch, seq, 1).view == bobs  # over: as any seat saw it
            assert table.moment(ticket.watch, seq).view == public
        marks = table.marks(ticket.watch)
        assert len(marks) == len(table.book.played)
        assert table.moment(ann.token, marks[-1].seq).result is not None
        assert table.moment(ann.token, 1).answers == 0
        for wrong in (0, -1, 10**6, "x", None):
            with pytest.raises(knaves.Refused):
                table.moment(ann.token, wrong)  # type: ignore[arg-type]


@played
async def test_while_it_goes_on_only_the_own_past() -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, "_template", ANN, BOB)
        await ann.first()
        assert table.moment(ann.token, 2, 0).you == 0
        assert table.moment(bob.token, 2).you is None
        with pytest.raises(Forbidden):
            table.moment(bob.token, 2, 0)
        with pytest.raises(Forbidden):
            table.marks(ticket.watch, 0)
        with pytest.raises(NoTable):
            table.moment("", 2)
        # Ann's sealed card stands in nobody else's marks
        assert [mark.text for mark in table.marks(bob.token, 1)] == ["Ann answers."]


async def finish(guest: Guest) -> None:
    await guest.table.idle()
    while guest.page.status == "running":
        await guest.first()


@played
async def test_the_file_of_a_finished_game_can_be_verified() -> None:
    async with open_hall() as hall:
        table, (ann,), ticket = await sit(hall, "_template", ANN, RANDOM, BOT)
        await finish(ann)
        data = table.export(ticket.watch)
        position = verify(read(data), find)
        assert position.commitment == ann.page.commitment and position.seed == ann.page.seed
        assert position == table.progress.position
        with pytest.raises(NoTable):
            table.export("")


@played
async def test_the_file_of_a_running_game_is_the_public_log() -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, "_template", ANN, BOB, seed="a secret seed")
        await ann.first()
        data = table.export(ann.token)
        assert data == table.export(bob.token)
        assert (
            b"a secret seed" not in data and table.progress.position.state.dice.key.hex().encode() not in data
        )
        assert (
            json.loads(data)["kind"] == "public log" and json.loads(data)["commitment"] == ann.page.commitment
        )
        with pytest.raises(BadSave):
            read(data)


@played
async def test_a_file_comes_back_as_a_table() -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, "_template", ANN, RANDOM)
        await finish(ann)
        data = table.export(ann.token)
        ticket = await hall.import_game(data, (BOT, BOT))
        again = await hall.table(ticket.table)
        assert again.status == "over" and again.export(ticket.token) == data
        assert [m.seat for m in again.marks(ticket.token)] == [m.seat for m in table.marks(ann.token)]
        with pytest.raises(BadSetup):
            await hall.import_game(data, (BOT,))
        for bad in (
            b"",
            b"{}",
            data[:-5],
            data.replace(b'"log":[[', b'"log":[[1,["play",1]],['),
            b"x" * 5_000_000,
        ):
            with pytest.raises(BadSave):
                await hall.import_game(bad, (BOT, BOT))


@played
async def test_an_unfinished_save_plays_on() -> None:
    position = knaves.start("_template", seats=2, seed=3)
    position.apply(0, position.ask().options(0)[0])  # type: ignore[union-attr]
    async with open_hall() as hall:
        ticket = await hall.import_game(position.save(), (BOT, ANN))
        table = await hall.table(ticket.table)
        await table.idle()
        guest = Guest(table, ticket.token, 1)
        assert guest.ask.yours
        await finish(guest)
        verify(read(table.export(ticket.token)), find)
        lone = knaves.load(msgspec.json.encode(msgspec.json.decode(position.save())))
        lone.log = None
        await refuses(hall.import_game(lone.save(), (BOT, ANN)), BadSave, "a position only")


@played
async def test_fork_of_a_finished_game_is_the_real_moment() -> None:
    async with open_hall() as hall:
        table, (ann,), ticket = await sit(hall, "_template", ANN, BOT, BOT)
        await finish(ann)
        seq = table.marks(ann.token)[6].seq
        fork = await hall.fork(table.id, ticket.watch, seq, (ANN, BOT, BOT))
        other = await hall.table(fork.table)
        assert (
            other.moment(fork.token, other.book.played[6].seq, 0).view == table.moment(ann.token, seq, 0).view
        )
        assert other.page(fork.token).fork_of == table.id
        await finish(Guest(other, fork.token, 0))
        verify(read(other.export(fork.token)), find)


@played
async def test_fork_of_a_running_game_tells_nothing() -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, "_template", ANN, BOB, seed="a secret seed")
        await ann.first()
        fork = await hall.fork(table.id, bob.token, table.book.seq, (ANN, ANN))
        other = await hall.table(fork.table)
        assert other.page(fork.token, 1).view["hand"] == bob.view["hand"]  # type: ignore[index]  # what Bob knows
        disk = b"".join(row.body for row in await hall.storage.read(fork.table))
        assert b"a secret seed" not in disk
        real = table.progress.position.state
        assert real.dice.key.hex().encode() not in disk
        worlds = set()
        for _ in range(8):  # Ann's hand is another one in every fork, as far as Bob can tell
            fork = await hall.fork(table.id, bob.token, table.book.seq, (ANN, ANN))
            one = await hall.table(fork.table)
            worlds.add(str(one.page(fork.token, 0).view["hand"]))  # type: ignore[index]
        assert len(worlds) > 1
        for seat in (0, 1):
            guest = Guest(one, fork.token, seat)
            if guest.page.status == "running" and guest.ask.yours:
                await guest.first()
        await refuses(hall.fork(table.id, "", 1, (ANN, ANN)), NoTable)
        await refuses(hall.fork(table.id, ticket.watch, 99, (ANN, ANN)))


@played
async def test_a_scenario_can_be_played_and_verified() -> None:
    async with open_hall() as hall:
        plan = TablePlan("_template", (ANN, BOT), scenario={"coins": [9, 1]}, options={"purse": 2}, seed=4)
        ticket = await hall.create(plan)
        table = await hall.table(ticket.table)
        guest = Guest(table, ticket.token, 0)
        assert guest.view["coins"] == [9, 1]
        await table.idle()
        await finish(guest)
        verify(read(table.export(ticket.token)), find)


@played
async def test_taken_back_answers_are_not_in_the_file(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        await ann.do("dig")
        await table.undo(ann.token, 0)
        await ann.do("end")
        file = read(table.export(ann.token))
        assert file.log == [(0, ("end",))]
        verify(file, find)


@played
async def test_a_spectator_forks_what_is_public_and_a_fork_has_a_rematch() -> None:
    async with open_hall() as hall:
        table, (ann, _bob), ticket = await sit(hall, "_template", ANN, BOB, seed="a secret seed")
        hand = ann.view["hand"]
        hands = set()
        for _ in range(6):
            fork = await hall.fork(table.id, ticket.watch, table.book.seq, (ANN, BOT))
            one = await hall.table(fork.table)
            await one.idle()
            hands.add(str(one.page(fork.token).view["hand"]))  # type: ignore[index]
        assert len(hands | {str(hand)}) > 2
        await finish(Guest(one, fork.token, 0))
        assert one.page(fork.token).seed is None  # it never had one: the world was imagined
        again = await hall.table(await hall.rematch(one.id, fork.token))
        assert again.status == "running" and again.page(fork.token).fork_of is None
        await finish(Guest(again, fork.token, again.who(fork.token).seats[0]))
        verify(read(again.export(fork.token)), find)


@pytest.mark.parametrize("game", ["villagers", "villains"])
@played
async def test_a_finished_game_is_played_again_once_and_not_in_the_loop(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first list of a replay, and the page of the end: one replay, in another thread."""
    where: list[str] = []
    real = courses.stood_after

    def stood_after(replay: Replay) -> list[Standing]:
        where.append(threading.current_thread().name)
        return real(replay)

    monkeypatch.setattr(tables, "stood_after", stood_after)
    monkeypatch.setattr(progresses, "stood_after", stood_after)
    async with open_hall() as hall:
        seats = about(game).seats[-1]
        ticket = await hall.create(TablePlan(game, (BOT,) * seats, seed=2))
        table = await hall.table(ticket.table)
        await table.idle()
        assert table.status == "over"
        await table.look_back()
        marks, course = table.marks(ticket.token), table.course(ticket.token)
        assert len(course.stood) == len(marks) + 1
        assert [mark.at for mark in marks] == [standing.at for standing in course.stood[1:]]
        await table.look_back()
        assert len(where) == 1 and where[0].startswith("knaves-desk")


@played
async def test_what_was_known_of_the_past_goes_with_answers_that_are_taken_back(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        for _ in range(30):
            await ann.do("dig")
        await table.look_back()
        replay = table.progress.replay()
        await table.undo(ann.token, 0)
        table.progress.learn(replay, [])
        assert len(table.marks(ann.token)) == 29 and len(table.progress.stood()) == 30
        await ann.do("pass")
        assert len(table.progress.stood()) == 31
