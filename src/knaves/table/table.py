"""A table: what people can do at it. Every command checks who asks, writes, and then happens."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

import msgspec

from knaves.bots import Character, Level, characters_of
from knaves.bots.coach.hints import PlayHint
from knaves.core.ask import WhyNot
from knaves.core.errors import Refused, RuleBug
from knaves.core.forms import Form
from knaves.core.game import View
from knaves.core.selection import completed
from knaves.games import find
from knaves.table.bots.driver import Driver
from knaves.table.errors import Stale
from knaves.table.house.budget import Spent, within
from knaves.table.house.thought_once import Latest
from knaves.table.log import records as r
from knaves.table.log.writer import SPENT, Changes, Draft, Services, Writer
from knaves.table.pages import log_reader, page_builder
from knaves.table.pages import recap as recaps
from knaves.table.pages.ahead import AheadCard, foreseen
from knaves.table.pages.explained import BotsDeed, explained, hint
from knaves.table.pages.page import LogLine, Mark, Page, PastMoment, RecapCard
from knaves.table.people.limits import Limiter, read_chat, read_options, read_order
from knaves.table.people.orders import BOT, until_the_end
from knaves.table.people.seating import Seating
from knaves.table.people.table_plan import NAME_MOST, OrderKind, Status, Summary, Who
from knaves.table.state.book import Book
from knaves.table.state.progress import Progress
from knaves.table.state.standings import Course, StandingChange, changed, course, start_of, stood_after

log = logging.getLogger("knaves.table")

NO_HINTS = "At this table nobody asks for hints: not all people have agreed to that."
LITTLE = 20
"""So many answers are played again at once, without asking anybody to wait."""


class Table:
    """One running game with people in it: its pen, who sits there (`seating`: sitting down, leaving, voting), and what
    plays when no person does. See also `Hall`, which finds tables by their id."""

    def __init__(self, id: str, book: Book, progress: Progress | None, services: Services) -> None:
        self.id = id
        self.writer = Writer(id, book, progress, services)
        self.seating = Seating(self.writer)
        self.driver = Driver(self.writer)
        self._services = services
        self._chat = Limiter(8, 0.8, services.now)
        self._besides = Limiter(40, 0.5, services.now)
        self._anytime = Limiter(120, 1.0, services.now)
        self._reading: Progress | None = None  # of a table that rests: its log can still be read
        self._spent = False  # it took too long to be shown
        self._hint: Latest[PlayHint] = Latest()
        self._deeds: Latest[list[BotsDeed]] = Latest()
        self._course: Course | None = None  # kept: a finished game does not change

    @property
    def book(self) -> Book:
        return self.writer.book

    @property
    def progress(self) -> Progress:
        """Raises Refused where the table is frozen."""
        return self.writer.progress

    @property
    def status(self) -> Status:
        return self.writer.status

    def changes(self, seats: tuple[int, ...] = ()) -> AbstractAsyncContextManager[Changes]:
        """See `Writer.changes`."""
        return self.writer.changes(seats)

    async def idle(self) -> None:
        """Waits until bots and standing orders have nothing to do."""
        await self.driver.idle()

    @property
    def restful(self) -> bool:
        """Nobody looks, nothing is to be done, and no clock runs: it may sleep."""
        return not (self.writer.busy or self.driver.busy or self.seating.deadline())

    async def rest(self) -> None:
        """Ends all work on the side."""
        self.driver.rest()
        await self.writer.rest()

    # -- looking --------------------------------------------------------------------------------------

    def summary(self) -> Summary:
        return page_builder.summary(self.id, self.book, self.writer.awake)

    @property
    def own_cards(self) -> str:
        """The card file that this table plays with; "": ours."""
        return str(self.book.opened.options.get("cards", ""))

    def page(
        self, token: str, seat: int | None = None, lines: int = 200, targets: int = page_builder.TARGETS
    ) -> Page:
        """All that the page of this seat needs; without a seat, the one of yours that is waited for, or the first.
        With so many lines of the log, and moments to go back to."""
        who = self.who(token)
        if seat is None and who.seats:
            waited = page_builder.waited(self.writer.awake) if self.status == "running" else ()
            seat = next((n for n in who.seats if n in waited), who.seats[0])
        eye = self.seating.eye_of(who, seat)
        now = self._services.now()
        try:
            if not self._spent:
                with within():
                    return page_builder.page(
                        self.id, self.book, self.writer.awake, eye, who, now, lines, targets
                    )
        except Spent:
            self.overran()
        except Exception:  # a game that cannot show itself: people are told, and nothing half true is sent
            log.exception("table %s cannot be shown", self.id)
        blank = msgspec.structs.replace(self.book, status="broken", notice=page_builder.BLANK)
        return page_builder.page(self.id, blank, None, eye, who, now, 0, 0)

    def overran(self) -> None:
        """It took too long to be shown. Once is enough: all others waited for it."""
        log.error("table %s takes too long to be shown", self.id)
        self._spent = True
        self.writer.spawn(lambda: self.writer.stop(RuleBug("it took too long to be shown"), SPENT))

    def lines(
        self, token: str, seat: int | None = None, before: int | None = None, most: int = 200
    ) -> tuple[LogLine, ...]:
        """Lines of the log before this record, the newest last."""
        eye = self.seating.eye(token, seat)
        return log_reader.lines(self.book, self._words(), eye, before, most)

    def recap(self, token: str, seat: int, since: int = 0) -> RecapCard:
        """What happened since this record; 0: while a bot minded the seat, or since the seat's last answer."""
        place, now = self.seating.mine(token, seat), self._services.now()
        if type(since) is not int or since <= 0:
            since = place.gone or place.last
        answered = [answer.at for answer in self.book.played if answer.seq <= since]
        began = answered[-1] if answered else self.book.opened.at
        if since and since == place.gone:
            began = place.gone_at
        return recaps.recap(self.book, self._words(), seat, since, max(0.0, now - began))

    def changed(self, token: str, seat: int) -> list[StandingChange]:
        """What counts and is another number than after this seat's last answer."""
        last = log_reader.answers_at(self.book.played, self.seating.mine(token, seat).last)
        return changed(self.progress.back_to(last), self.progress.position)

    def _words(self) -> Progress:
        """What puts the log into words. Of a table that rests, the words of the rules as they are now."""
        if self.writer.awake is not None:
            return self.writer.awake
        if self._reading is None:
            try:
                self._reading = Progress(self.book, start_of(self.book.opened))
            except Exception as error:
                raise Refused(self.book.notice) from error
        return self._reading

    def called(self, seat: int) -> str:
        """What this seat is asked now, in its own words; "" if it is not waited for."""
        ask = self.writer.awake.position.ask() if self.writer.awake is not None else None
        return ask.prompt(seat, self.book.names()) if ask is not None and seat in ask.seats else ""

    def glance(self, token: str, seat: int | None) -> tuple[View, str]:
        """What these eyes see of the game, and the verb of what this seat may fill in: a page without the rest."""
        eye = self.seating.eye(token, seat)
        if self.writer.awake is None or self.status == "lobby":
            return {}, ""
        position = self.writer.awake.position
        return position.view(eye), position.fills(eye) if eye is not None else ""

    def why_not(self, token: str, seat: int, thing: str) -> WhyNot | None:
        """Why this seat cannot choose a thing that it sees ("card:12"); None if it can."""
        self.seating.mine(token, seat)
        ask = self.progress.position.ask() if self.status == "running" else None
        if ask is None:
            return WhyNot("There is nothing to choose now.", "")
        try:
            return ask.why_not(seat, thing[:80], self.book.names())
        except Exception:  # a number that stands for nothing
            log.warning("table %s: why not %r?", self.id, thing[:80])
            return WhyNot("There is nothing by that name here.", "")

    def offers(self, token: str, seat: int, thing: str, besides: str = "") -> bool:
        """Is there an answer that names this thing, other than with this verb?"""
        self.seating.mine(token, seat)
        position = self.progress.position
        ask = position.ask()
        options = (ask.options(seat) or ask.interjections(seat)) if ask is not None else []
        return any(option[0] != besides and thing in position.things(option) for option in options)

    def forms(self, token: str, seat: int) -> tuple[Form, ...]:
        """What this seat may fill in now; what comes back is an answer like any other."""
        self.seating.mine(token, seat)
        return tuple(self.progress.position.forms(seat)) if self.status == "running" else ()

    def marks(self, token: str, seat: int | None = None) -> tuple[Mark, ...]:
        """The answers of the game so far, to jump to in a replay."""
        return log_reader.marks(self.book, self.progress, self._replay_eye(token, seat))

    def moment(self, token: str, seq: int, seat: int | None = None) -> PastMoment:
        """The table after this record, as this seat saw it (running: yours; over: any), or as it was public."""
        eye = self._replay_eye(token, seat)
        if self.status == "lobby":
            raise Refused("The game has not begun yet.")
        if type(seq) is not int or not 1 <= seq <= self.book.seq:
            raise Refused(f"There is no moment {seq!r:.20} at this table; there are 1 to {self.book.seq}.")
        return log_reader.moment(self.id, self.book, self.progress, eye, seq)

    async def look_back(self) -> None:
        """Plays the game again, apart from the loop, if it must be for `marks` and `course`: they find it done."""
        if self.writer.awake is not None and len(self.writer.awake.known) + LITTLE <= len(self.book.played):
            progress, replay = self.writer.awake, self.writer.awake.replay()
            progress.learn(replay, await self._services.apart(stood_after, replay))

    def course(self, token: str) -> Course:
        """How things stood after every answer of a finished game, as it was public."""
        self.seating.eye(token, None)
        if self.status != "over":
            raise Refused("The game is not over yet.")
        if self._course is None:
            self._course = course(self.book, self.progress.position, self.progress.stood())
        return self._course

    def _replay_eye(self, token: str, seat: int | None) -> int | None:
        if self.status != "over" or seat is None:
            return self.seating.eye(token, seat)
        self.seating.eye(token, None)
        if type(seat) is not int or not 0 <= seat < len(self.book.seats):
            raise Refused(f"There is no seat {seat!r:.20} at this table.")
        return seat

    def export(self, token: str) -> bytes:
        """Over: the file that `knaves replay` and `knaves verify` read. Before: the public log only."""
        self.seating.eye(token, None)
        return log_reader.export(self.id, self.book, self._words())

    async def hint(self, token: str, seat: int) -> PlayHint:
        """What the planner would answer, from what the seat may know alone, and why. Once for each question."""
        self.seating.mine(token, seat)
        ask = self.progress.position.ask() if self.status == "running" else None
        if not self.book.hints():
            raise Refused(NO_HINTS)
        if ask is None or seat not in ask.seats or self.book.seats[seat].away:
            raise Refused("Hints are for a decision of yours; there is none now.")
        position, thinkers = self.progress.position, self._services.thinkers
        key = (seat, self.book.moved)
        return await self._hint.get(key, lambda: hint(self.book, position, ask, seat, thinkers))

    async def ahead(self, token: str, seat: int) -> AheadCard:
        """What this seat will be asked next, as far as it can know; empty while it is asked, or if that is far off."""
        self.seating.mine(token, seat)
        self.seating.check_on()
        return await foreseen(self.book, self.progress.position, seat, self._services)

    async def explained(self, token: str, seat: int | None) -> list[BotsDeed]:
        """What bots did lately, and why, as far as these eyes can know. Thought about once after each answer."""
        eye = self.seating.eye(token, seat)
        if not self.book.hints():
            raise Refused(NO_HINTS)
        progress, thinkers = self.progress, self._services.thinkers
        key = (eye, self.book.moved)
        return await self._deeds.get(key, lambda: explained(self.book, progress, eye, thinkers))

    # -- playing --------------------------------------------------------------------------------------

    async def answer(self, token: str, seat: int, option: Sequence[object], seq: int) -> None:
        """Plays an answer to the ask with this number. It is durable when this returns."""
        await self.answer_all(token, seat, [option], seq)

    async def answer_all(self, token: str, seat: int, options: Sequence[Sequence[object]], seq: int) -> None:
        """Plays a whole selection that answers the ask with this number, one pick after the other: all of it, or
        nothing. Each is an answer of its own in the log."""
        wanted = read_options(options)

        def make() -> Draft:
            place = self.seating.mine(token, seat)
            self.seating.check_on()
            if place.away:
                raise Refused("A bot plays for you. Take your seat back first.")
            anytime = self.progress.position.game.interjection_verbs
            if wanted[0][0] in anytime:  # any time, but not twice by one click, and not without end
                self._anytime.check(seat)
                fresh = type(seq) is int and place.last <= seq <= self.book.seq
            else:
                fresh = seq == place.asked
            if not fresh:
                raise Stale("The table has moved on since; look again.")
            if len(wanted) > 1 and any(option[0] in anytime for option in wanted):
                raise Refused("What may be done at any time is done by itself, not in a selection.")
            at, position = self._services.now(), self.progress.position
            played: Draft = []
            for option in completed(position, seat, wanted) if len(wanted) > 1 else wanted:
                trial = self.progress.attempt(position, seat, option)
                played.append((trial.record(at, "person"), trial))
                position = trial.position
            return played

        with self._services.meter.timed(self._services.meter.answering):
            await self.writer.commit(make)

    async def undo(self, token: str, seat: int) -> None:
        """Takes this seat's last answer back: free, as long as no barrier fell since."""

        def make() -> Draft:
            self.seating.mine(token, seat)
            self.seating.check_on()
            free = self.book.free
            if not free or free[-1][1] != seat:
                raise Refused(
                    "That cannot be taken back freely: dice, something seen or another seat came after it."
                )
            return [r.Undone(at=self._services.now(), seat=seat, answers=free[-1][0], free=True)]

        await self.writer.commit(make)

    async def propose_undo(self, token: str, seat: int, answers: int) -> None:
        """Asks all people to go back to so many answers. Happens at once where there is no other person."""

        def make() -> Draft:
            self.seating.mine(token, seat)
            if self.status != "broken":
                self.seating.check_on()
            if type(answers) is not int or not 0 <= answers < len(self.book.played):
                raise Refused("There is no such moment to go back to.")
            if self.book.proposal is not None:
                raise Refused("Somebody has asked to go back already.")
            at = self._services.now()
            proposed: Draft = [r.UndoProposed(at=at, seat=seat, answers=answers)]
            missing = page_builder.missing(self.book, answers, [seat])
            away = [self.book.names()[n] for n in missing if self.book.seats[n].away]
            if away:
                who = " and ".join(away)
                raise Refused(f"Without {who} the game goes back to where they left, and no further.")
            if not missing:
                proposed.append(r.Undone(at=at, seat=seat, answers=answers, free=False))
            return proposed

        await self.writer.commit(make)

    async def agree_undo(self, token: str, seat: int, yes: bool) -> None:
        """Says yes or no to going back. All people must say yes."""

        def make() -> Draft:
            self.seating.mine(token, seat)
            if self.status != "broken":
                self.seating.check_on()
            book, at = self.book, self._services.now()
            proposal = book.proposal
            if proposal is None:
                raise Refused("Nobody asks to go back.")
            if yes and seat not in page_builder.missing(book, proposal.answers, proposal.agreed):
                raise Refused("You have agreed already.")
            voted: Draft = [r.UndoVoted(at=at, seat=seat, yes=bool(yes))]
            if yes and not page_builder.missing(book, proposal.answers, [*proposal.agreed, seat]):
                voted.append(r.Undone(at=at, seat=proposal.seat, answers=proposal.answers, free=False))
            return voted

        await self.writer.commit(make)

    def check_besides(self, token: str) -> None:
        """TooMuch for who does a great deal besides playing: each of it stands in the log."""
        who = self.who(token)
        self._besides.check((who.seats, who.host))

    # -- words and orders -----------------------------------------------------------------------------

    async def say(self, token: str, seat: int, text: str) -> None:
        """Public, and part of the log."""
        text = read_chat(text)

        def make() -> Draft:
            self.seating.mine(token, seat)
            return [r.Said(at=self._services.now(), seat=seat, text=text)]

        self.seating.mine(token, seat)
        self._chat.check(seat)
        await self.writer.commit(make)

    async def put_aside(self, token: str, seat: int, hint: str) -> None:
        """The learner of a first game has read a hint; "": wants no more of them."""

        def make() -> Draft:
            self.seating.mine(token, seat)
            lesson = self.book.lesson
            if lesson is None or lesson.seat != seat:
                raise Refused("There are no hints at this table.")
            if len(hint) > NAME_MOST or hint in lesson.done or lesson.off:
                raise Refused("That hint is not shown.")
            return [r.Hinted(at=self._services.now(), hint=hint)]

        await self.writer.commit(make)

    async def order(
        self,
        token: str,
        seat: int,
        kind: OrderKind,
        option: Sequence[object],
        clause: str = "",
        unless: Sequence[str] = (),
        times: int = 0,
    ) -> int:
        """A standing order; see `orders`. Returns its number."""
        given = 0

        def make() -> Draft:
            nonlocal given
            self.seating.mine(token, seat)
            self.seating.check_on()
            game = find(self.book.opened.game)
            wanted = read_order(game, kind, option, clause, unless, times, len(self.book.orders[seat]))
            wanted = until_the_end(self.progress.position) if wanted == BOT else wanted
            page_builder.order_label(self.progress.position, wanted, seat, self.book.names())
            known = [order.id for order in self.book.orders[seat]]  # of a table kept by an earlier version
            given = max([self.book.order_counts.get(seat, 0), *known]) + 1
            return [
                r.OrderGiven(
                    at=self._services.now(),
                    seat=seat,
                    id=given,
                    kind=kind,
                    option=wanted,
                    clause=clause,
                    unless=tuple(unless),
                    times=times,
                )
            ]

        await self.writer.commit(make)
        return given

    async def cancel_order(self, token: str, seat: int, id: int) -> None:
        def make() -> Draft:
            self.seating.mine(token, seat)
            if not any(order.id == id for order in self.book.orders[seat]):
                raise Refused("You have no such standing order.")
            return [r.OrderEnded(at=self._services.now(), seat=seat, id=id, why="you ended it")]

        await self.writer.commit(make)

    # -- seats: what is done with them is done at `seating` -----------------------------------------

    def who(self, token: str) -> Who:
        return self.seating.who(token)

    async def who_comes(self, token: str) -> Who:
        """The same of somebody who comes in: he may have sat down at another server a moment ago."""
        who = self.who(token)
        if token and who.outside and self.writer.awake is not None:
            await self.writer.read_on()
            who = self.who(token)
        return who

    def levels(self) -> list[Level]:
        """Of bots that can be put into a seat."""
        return self._services.thinkers.offered(find(self.book.opened.game))

    def characters(self) -> list[Character]:
        """That bots here can have, with one level or another."""
        found = {one.name: one for level in self.levels() for one in characters_of(level)}
        return list(found.values())

    async def report(self, token: str, seat: int, target: int, text: str) -> None:
        self.seating.mine(token, seat)
        self._chat.check(seat)
        await self.seating.report(token, seat, target, text)
