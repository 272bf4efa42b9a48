"""Who answers when no person does: bots for their seats, bots in their one chance per beat, standing orders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import NamedTuple

from knaves.bots import split
from knaves.bots.characters import remark
from knaves.core.ask import Ask
from knaves.core.beat import HOLD
from knaves.core.errors import Refused
from knaves.core.game import Game
from knaves.core.state import State
from knaves.core.step import Option
from knaves.table.bots.deep import OpenQuestion
from knaves.table.house.budget import Spent, within
from knaves.table.log import records as r
from knaves.table.log.writer import Draft, Writer
from knaves.table.people.orders import Verdict, consult
from knaves.table.people.table_plan import PACES
from knaves.table.state.book import ALL, Book
from knaves.table.state.progress import Trial

RETRY = 1.0
REMEMBERED = 120
"""Lines of the log: for so long a bot remembers who turned on it."""
MOMENT = 6.0
"""A pause in which anybody may speak, in paces of a bot."""


class Job(NamedTuple):
    seat: int
    options: list[Option]
    moved: int  # the position it is for
    chance: bool  # a chance to interject: options[0] is HOLD


def seed_of(seed: int | str, seat: int, played: int) -> str:
    """A bot's own luck: drawn from the table's seed, which it does not tell."""
    return blake2b(f"{seed} {seat} {played}".encode(), digest_size=16).hexdigest()


def grudge_of(book: Book, game: Game[State], seat: int) -> int:
    """Who last did something to this seat, for all to see; -1: nobody did."""
    for told in reversed(book.told[-REMEMBERED:]):
        if told.kind != "event" or told.to != ALL:
            continue
        kinds = game.event_kinds(told.text)
        named = [told.things[at - 1] for at, kind in sorted(kinds.items()) if kind == "seat"]
        if seat in named[1:] and named[0] != seat:
            return named[0]
    return -1


class Driver:
    """Keeps a table going. Rests when only people can go on."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._services = writer.services
        self._driving: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._offered: set[int] = set()  # bots that had their chance in this beat
        self._beat = -1  # record that opened the beat
        self._began = 0.0  # when, by the loop's clock
        self._chance_taken = -1  # record with which a bot took its chance: opens no new beat
        writer.follow(self._follow)

    def _follow(self, here: bool) -> None:
        if here:
            self.drive()
        else:  # whoever wrote it goes on with it; step in only if that process has died
            self._drive_later(self._services.thinkers.cap + self.pace + 1.0)

    def drive(self) -> None:
        """Goes on with whatever bots and standing orders have to do, on the side."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        book = self._writer.book
        idle = not any(book.orders) and all(seat.plays == "person" for seat in book.seats)
        if idle or self._writer.awake is None or not self._goes_on():
            return
        if self._driving is None or self._driving.done():
            self._driving = self._writer.spawn(self._drive)

    def _goes_on(self) -> bool:
        return self._writer.status == "running" and not self._writer.book.deserted()

    def _drive_later(self, delay: float) -> None:
        if self._later is not None:
            self._later.cancel()
        self._later = asyncio.get_running_loop().call_later(delay, self.drive)

    async def idle(self) -> None:
        """Waits until bots and standing orders have nothing to do."""
        while self._driving is not None and not self._driving.done():
            await asyncio.wait([self._driving])

    @property
    def busy(self) -> bool:
        """Something is being done, or will be."""
        return self._later is not None or (self._driving is not None and not self._driving.done())

    def rest(self) -> None:
        """Starts nothing more."""
        if self._later is not None:
            self._later.cancel()

    async def _drive(self) -> None:
        try:
            while self._goes_on() and (await self._order() or await self._bot()):
                pass
        except Refused:
            if self._writer.status == "running":  # the disk, not the rules: try again
                self._drive_later(RETRY)
            raise
        # a rule that cannot even say what is legal: better told than silent
        except (Exception, Spent) as error:
            await self._writer.stop(self._writer.progress.stuck(error))
            raise

    @property
    def pace(self) -> float:
        """How long a bot of this table waits, in seconds."""
        return self._services.pace * PACES[self._writer.book.opened.pace]

    def pause(self, ask: Ask, seat: int) -> float:
        """How long a bot or an order waits before it answers. Where the book lets anybody speak, other people get a
        little longer: always the same, whoever holds what."""
        book = self._writer.progress.book
        others = any(book.seats[n].holder != book.seats[seat].holder for n in book.people())
        return self.pace * (MOMENT if ask.moment and others else 1.0)

    # -- standing orders ------------------------------------------------------------------------------

    async def _order(self) -> bool:
        progress = self._writer.progress
        ask = progress.position.ask()
        if ask is None:
            return False
        for seat in progress.book.people():
            if not progress.book.orders[seat]:
                continue
            with within():
                verdict = consult(progress.book, progress.position, ask, seat)
            if verdict is None:
                continue
            moved = progress.book.moved
            if verdict.option is not None and self.pace:
                await asyncio.sleep(self.pause(ask, seat))
            await self._writer.commit(self._order_draft(seat, verdict, moved))
            return True
        return False

    def _order_draft(self, seat: int, verdict: Verdict, moved: int) -> Callable[[], Draft]:
        number, option = verdict.order.id, verdict.option

        def make() -> Draft:
            book = self._writer.progress.book
            stands = any(order.id == number for order in book.orders[seat])
            if book.moved != moved or book.status != "running" or not stands:
                return []
            at = self._services.now()
            if option is None:
                return [r.OrderEnded(at=at, seat=seat, id=number, why=verdict.why)]
            trial = Trial(self._writer.progress.position, seat, option)
            return [(trial.record(at, "order", number), trial)]

        return make

    # -- bots -----------------------------------------------------------------------------------------

    def _next(self) -> Job | None:
        """The next bot that has something to decide: first chances to interject, in seat order, then answers."""
        book, position = self._writer.progress.book, self._writer.progress.position
        ask = position.ask()
        if ask is None:
            return None
        if book.moved != self._beat:
            if book.moved != self._chance_taken:
                self._offered.clear()
            self._beat, self._began = book.moved, asyncio.get_running_loop().time()
        bots = [n for n, seat in enumerate(book.seats) if seat.plays == "bot"]
        for seat in bots:
            if seat in self._offered or seat in ask.seats:
                continue
            if can := ask.interjections(seat):
                return Job(seat, [HOLD, *can], book.moved, True)
            self._offered.add(seat)
        for seat in bots:
            if seat in ask.seats:
                return Job(seat, ask.options(seat), book.moved, False)
        return None

    async def _bot(self) -> bool:
        with within():
            job = self._next()
        if job is None:
            return False
        progress, services = self._writer.progress, self._services
        seat = progress.book.seats[job.seat]
        seed = seed_of(progress.book.opened.seed, job.seat, len(progress.book.played))
        grudge = grudge_of(progress.book, progress.position.game, job.seat)
        asked = OpenQuestion(progress.position, job.seat, job.options, seed)
        think = services.thinkers.choose(seat.level, asked, grudge)
        # From the beginning of the beat: how long it takes must not tell whether another bot could interject.
        ask = progress.position.ask()
        assert ask is not None
        rest = self._began + self.pause(ask, job.seat) - asyncio.get_running_loop().time()
        if rest > 0 and not job.chance:
            option, _ = await asyncio.gather(think, asyncio.sleep(rest))
        else:
            option = await think
        if job.chance:
            self._offered.add(job.seat)
        if option == HOLD and job.chance:
            return True
        await self._writer.commit(self._bot_draft(job, option))
        if split(seat.level)[0].talks and self._goes_on():
            await self._writer.commit(self._remark_draft(job.seat, seed))
        return True

    def _remark_draft(self, seat: int, seed: str) -> Callable[[], Draft]:
        """What a talkative bot says, if it says anything."""

        def make() -> Draft:
            text = remark(self._writer.progress.position, seat, Random(f"knaves remark {seed}"))
            return [r.Said(at=self._services.now(), seat=seat, text=text)] if text else []

        return make

    def _bot_draft(self, job: Job, option: Option) -> Callable[[], Draft]:
        def make() -> Draft:
            book = self._writer.progress.book
            stands = book.moved == job.moved and self._goes_on()
            if not stands or book.seats[job.seat].plays != "bot":
                return []  # somebody was faster: think again
            trial = Trial(self._writer.progress.position, job.seat, option)
            if job.chance:
                self._chance_taken = book.seq + 1
            return [(trial.record(self._services.now(), "bot"), trial)]

        return make
