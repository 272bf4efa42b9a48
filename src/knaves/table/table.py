"""A table: what people can do at it. Every command checks who asks, writes, and then happens."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

import msgspec

from knaves.core.errors import KnavesError, Refused, RuleBug
from knaves.core.forms import Form
from knaves.core.game import View
from knaves.core.position import Position, WhyNot
from knaves.core.step import Option
from knaves.games import find
from knaves.table.errors import Stale, TooMuch
from knaves.table.house.budget import Spent, within
from knaves.table.log import records as r
from knaves.table.log.writer import SPENT, Draft
from knaves.table.pages import log_reader, page_builder
from knaves.table.pages.page import Line, Mark, Moment, Page
from knaves.table.people.limits import Limiter, read_chat, read_options, read_order
from knaves.table.people.plan import NAME_MOST, Summary
from knaves.table.people.seating import Seating
from knaves.table.state.folding import Fold, Trial
from knaves.table.state.standings import Course, course, start_of, stood_after

log = logging.getLogger("knaves.table")

LITTLE = 20
"""So many answers are played again at once, without asking anybody to wait."""


class Table(Seating):
    """One running game with people in it. See also `Hall`, which finds tables by their id."""

    _chat: Limiter | None = None
    _reading: Fold | None = None  # of a table that rests: its log can still be read
    _spent = False  # it took too long to be shown
    _course: Course | None = None  # kept: a finished game does not change

    # -- looking --------------------------------------------------------------------------------------

    def summary(self) -> Summary:
        return page_builder.summary(self.id, self.book, self._fold)

    def page(
        self, token: str, seat: int | None = None, lines: int = 200, targets: int = page_builder.TARGETS
    ) -> Page:
        """All that the page of this seat needs; without a seat, the one of yours that is waited for, or the first.
        With so many lines of the log, and moments to go back to."""
        who = self.who(token)
        if seat is None and who.seats:
            waited = page_builder.waited(self._fold) if self.status == "running" else ()
            seat = next((n for n in who.seats if n in waited), who.seats[0])
        eye = self._eye_of(who, seat)
        now = self._services.now()
        try:
            if not self._spent:
                with within():
                    return page_builder.page(self.id, self.book, self._fold, eye, who, now, lines, targets)
        except Spent:  # once is enough: all others waited for it
            log.error("table %s takes too long to be shown", self.id)
            self._spent = True
            self._spawn(self._stop)
        except Exception:  # a game that cannot show itself: people are told, and nothing half true is sent
            log.exception("table %s cannot be shown", self.id)
        blank = msgspec.structs.replace(self.book, status="broken", notice=page_builder.BLANK)
        return page_builder.page(self.id, blank, None, eye, who, now, 0, 0)

    async def _stop(self) -> None:
        bug = RuleBug("it took too long to be shown")
        await self.commit(lambda: [(self._broke(bug, SPENT), None)] if self.status == "running" else [])

    def lines(
        self, token: str, seat: int | None = None, before: int | None = None, most: int = 200
    ) -> tuple[Line, ...]:
        """Lines of the log before this record, the newest last."""
        eye = self._eye(token, seat)
        return log_reader.lines(self.book, self._words(), eye, before, most)

    def _words(self) -> Fold:
        """What puts the log into words. Of a table that rests, the words of the rules as they are now."""
        if self._fold is not None:
            return self._fold
        if self._reading is None:
            try:
                self._reading = Fold(self.book, start_of(self.book.opened))
            except Exception as error:
                raise Refused(self.book.notice) from error
        return self._reading

    def glance(self, token: str, seat: int | None) -> tuple[View, str]:
        """What these eyes see of the game, and the verb of what this seat may fill in: a page without the rest."""
        eye = self._eye(token, seat)
        if self._fold is None or self.status == "lobby":
            return {}, ""
        position = self._fold.position
        return position.view(eye), page_builder.fills(position, eye) if eye is not None else ""

    def why_not(self, token: str, seat: int, thing: str) -> WhyNot | None:
        """Why this seat cannot choose a thing that it sees ("card:12"); None if it can."""
        self._mine(token, seat)
        ask = self.fold.position.ask() if self.status == "running" else None
        if ask is None:
            return WhyNot("There is nothing to choose now.", "")
        try:
            return ask.why_not(seat, thing[:80], self.book.names())
        except Exception:  # a number that stands for nothing
            log.warning("table %s: why not %r?", self.id, thing[:80])
            return WhyNot("There is nothing by that name here.", "")

    def offers(self, token: str, seat: int, thing: str, besides: str = "") -> bool:
        """Is there an answer that names this thing, other than with this verb?"""
        self._mine(token, seat)
        position = self.fold.position
        ask = position.ask()
        options = (ask.options(seat) or ask.interjections(seat)) if ask is not None else []
        return any(option[0] != besides and thing in position.things(option) for option in options)

    def forms(self, token: str, seat: int) -> tuple[Form, ...]:
        """What this seat may fill in now; what comes back is an answer like any other."""
        self._mine(token, seat)
        return tuple(self.fold.position.forms(seat)) if self.status == "running" else ()

    def marks(self, token: str, seat: int | None = None) -> tuple[Mark, ...]:
        """The answers of the game so far, to jump to in a replay."""
        return log_reader.marks(self.book, self.fold, self._replay_eye(token, seat))

    def moment(self, token: str, seq: int, seat: int | None = None) -> Moment:
        """The table after this record, as this seat saw it (running: yours; over: any), or as it was public."""
        eye = self._replay_eye(token, seat)
        if self.status == "lobby":
            raise Refused("The game has not begun yet.")
        if type(seq) is not int or not 1 <= seq <= self.book.seq:
            raise Refused(f"There is no moment {seq!r:.20} at this table; there are 1 to {self.book.seq}.")
        return log_reader.moment(self.id, self.book, self.fold, eye, seq)

    async def look_back(self) -> None:
        """Plays the game again, apart from the loop, if it must be for `marks` and `course`: they find it done."""
        if self._fold is not None and len(self._fold.known) + LITTLE <= len(self.book.played):
            fold, replay = self._fold, self._fold.replay()
            fold.learn(replay, await self._services.apart(stood_after, replay))

    def course(self, token: str) -> Course:
        """How things stood after every answer of a finished game, as it was public."""
        self._eye(token, None)
        if self.status != "over":
            raise Refused("The game is not over yet.")
        if self._course is None:
            self._course = course(self.book, self.fold.position, self.fold.stood())
        return self._course

    def _replay_eye(self, token: str, seat: int | None) -> int | None:
        if self.status != "over" or seat is None:
            return self._eye(token, seat)
        self._eye(token, None)
        if type(seat) is not int or not 0 <= seat < len(self.book.seats):
            raise Refused(f"There is no seat {seat!r:.20} at this table.")
        return seat

    def export(self, token: str) -> bytes:
        """Over: the file that `knaves replay` and `knaves verify` read. Before: the public log only."""
        self._eye(token, None)
        return log_reader.export(self.id, self.book, self._words())

    # -- playing --------------------------------------------------------------------------------------

    async def answer(self, token: str, seat: int, option: Sequence[object], seq: int) -> None:
        """Plays an answer to the ask with this number. It is durable when this returns."""
        await self.answer_all(token, seat, [option], seq)

    async def answer_all(self, token: str, seat: int, options: Sequence[Sequence[object]], seq: int) -> None:
        """Plays a whole selection that answers the ask with this number, one pick after the other: all of it, or
        nothing. Each is an answer of its own in the log."""
        wanted = read_options(options)

        def make() -> Draft:
            place = self._mine(token, seat)
            self._on()
            if place.away:
                raise Refused("A bot plays for you. Take your seat back first.")
            anytime = self.fold.position.game.interjection_verbs
            if wanted[0][0] in anytime:  # any time, but not twice by one click
                fresh = type(seq) is int and place.last <= seq <= self.book.seq
            else:
                fresh = seq == place.asked
            if not fresh:
                raise Stale("The table has moved on since; look again.")
            if len(wanted) > 1 and any(option[0] in anytime for option in wanted):
                raise Refused("What may be done at any time is done by itself, not in a selection.")
            at, position, played = (
                self._services.now(),
                self.fold.position,
                list[tuple[r.AnyRecord, Trial | None]](),
            )
            for option in wanted:
                trial = self._try(position, seat, option)
                played.append((r.Answered(at=at, seat=seat, option=option, by="person"), trial))
                position = trial.position
            return played

        await self.commit(make)

    def _try(self, position: Position, seat: int, option: Option) -> Trial:
        """Plays it on a copy. Where not even the check works, either the answer is strange or the rules are broken."""
        try:
            return Trial(position, seat, option)
        except (KnavesError, RuleBug):
            raise
        except Exception as error:
            log.exception("table %s: %s could not be checked", self.id, option)
            try:
                ask = position.ask()
                _ = ask is not None and (ask.options(seat) or ask.interjections(seat))
            except Exception:
                raise self.stuck(error) from error
            raise Refused("That is not possible now.") from error

    async def undo(self, token: str, seat: int) -> None:
        """Takes this seat's last answer back: free, as long as no barrier fell since."""

        def make() -> Draft:
            self._mine(token, seat)
            self._on()
            free = self.book.free
            if not free or free[-1][1] != seat:
                raise Refused(
                    "That cannot be taken back freely: dice, something seen or another seat came after it."
                )
            return [(r.Undone(at=self._services.now(), seat=seat, answers=free[-1][0], free=True), None)]

        await self.commit(make)

    async def propose_undo(self, token: str, seat: int, answers: int) -> None:
        """Asks all people to go back to so many answers. Happens at once where there is no other person."""

        def make() -> Draft:
            self._mine(token, seat)
            if self.status != "broken":
                self._on()
            if type(answers) is not int or not 0 <= answers < len(self.book.played):
                raise Refused("There is no such moment to go back to.")
            if self.book.proposal is not None:
                raise Refused("Somebody has asked to go back already.")
            at = self._services.now()
            proposed: Draft = [(r.UndoProposed(at=at, seat=seat, answers=answers), None)]
            if not page_builder.missing(self.book, [seat]):
                proposed.append((r.Undone(at=at, seat=seat, answers=answers, free=False), None))
            return proposed

        await self.commit(make)

    async def agree_undo(self, token: str, seat: int, yes: bool) -> None:
        """Says yes or no to going back. All people must say yes."""

        def make() -> Draft:
            self._mine(token, seat)
            book, at = self.book, self._services.now()
            proposal = book.proposal
            if proposal is None:
                raise Refused("Nobody asks to go back.")
            if yes and seat not in page_builder.missing(book, proposal.agreed):
                raise Refused("You have agreed already.")
            voted: Draft = [(r.UndoVoted(at=at, seat=seat, yes=bool(yes)), None)]
            if yes and not page_builder.missing(book, [*proposal.agreed, seat]):
                undone = r.Undone(at=at, seat=proposal.seat, answers=proposal.answers, free=False)
                voted.append((undone, None))
            return voted

        await self.commit(make)

    # -- words and orders -----------------------------------------------------------------------------

    async def say(self, token: str, seat: int, text: str) -> None:
        """Public, and part of the log."""
        text = read_chat(text)

        def make() -> Draft:
            self._mine(token, seat)
            return [(r.Said(at=self._services.now(), seat=seat, text=text), None)]

        self._mine(token, seat)
        if self._chat is None:
            self._chat = Limiter(8, 0.8, self._services.now)
        if not self._chat.allows(seat):
            raise TooMuch("That is too fast; wait a few seconds.")
        await self.commit(make)

    async def put_aside(self, token: str, seat: int, hint: str) -> None:
        """The learner of a first game has read a hint; "": wants no more of them."""

        def make() -> Draft:
            self._mine(token, seat)
            lesson = self.book.lesson
            if lesson is None or lesson.seat != seat:
                raise Refused("There are no hints at this table.")
            if len(hint) > NAME_MOST or hint in lesson.done or lesson.off:
                raise Refused("That hint is not shown.")
            return [(r.Hinted(at=self._services.now(), hint=hint), None)]

        await self.commit(make)

    async def order(
        self,
        token: str,
        seat: int,
        kind: Literal["always", "never", "pass", "moments"],
        option: Sequence[object],
        clause: str = "",
        unless: Sequence[str] = (),
        times: int = 0,
    ) -> int:
        """A standing order; see `orders`. Returns its number."""
        given = 0

        def make() -> Draft:
            nonlocal given
            self._mine(token, seat)
            self._on()
            game = find(self.book.opened.game)
            wanted = read_order(game, kind, option, clause, unless, times, len(self.book.orders[seat]))
            page_builder.order_label(self.fold.position, wanted, seat, self.book.names())
            given = self.book.order_count + 1
            record = r.OrderGiven(
                at=self._services.now(),
                seat=seat,
                id=given,
                kind=kind,
                option=wanted,
                clause=clause,
                unless=tuple(unless),
                times=times,
            )
            return [(record, None)]

        await self.commit(make)
        return given

    async def cancel_order(self, token: str, seat: int, id: int) -> None:
        def make() -> Draft:
            self._mine(token, seat)
            if not any(order.id == id for order in self.book.orders[seat]):
                raise Refused("You have no such standing order.")
            return [(r.OrderEnded(at=self._services.now(), seat=seat, id=id, why="you ended it"), None)]

        await self.commit(make)
