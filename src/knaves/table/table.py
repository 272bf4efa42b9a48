"""A table: what people can do at it. Every command checks who asks, writes, and then happens."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Literal

import msgspec

from knaves.bots import LEVELS
from knaves.core.errors import KnavesError, Refused, RuleBug
from knaves.core.position import WhyNot
from knaves.core.step import Option
from knaves.games import find
from knaves.table import look
from knaves.table import records as r
from knaves.table.book import Seat
from knaves.table.driver import Driver
from knaves.table.errors import Forbidden, NoTable, Stale
from knaves.table.fold import Trial
from knaves.table.limits import Rate, read_chat, read_name, read_option, read_order
from knaves.table.page import Line, Mark, Moment, Page
from knaves.table.plan import Kind, Summary, Who
from knaves.table.tokens import TOKEN_MOST, digest, new_token, same
from knaves.table.writer import Draft

log = logging.getLogger("knaves.table")


class Table(Driver):
    """One running game with people in it. See also `Hall`, which finds tables by their id."""

    _rate: Rate | None = None

    # -- who is who -----------------------------------------------------------------------------------

    def who(self, token: str) -> Who:
        """Whom this secret stands for: a person's, the invite's, the spectators', or none ("")."""
        opened = self.book.opened
        token = token if len(token) <= TOKEN_MOST else ""
        mine = digest(token) if token else ""
        seats = tuple(n for n, seat in enumerate(self.book.seats) if same(seat.holder, mine))
        host, invited = same(opened.host, mine), same(opened.invite, token) or opened.listed
        watches = bool(seats) or host or invited or same(opened.watch, token)
        return Who(seats, host, invited or bool(seats) or host, watches)

    def _eye(self, token: str, seat: int | None) -> int | None:
        """The seat this person looks from; None: a spectator. An outsider cannot tell the table from none."""
        who = self.who(token)
        if not who.watches:
            raise NoTable("There is no such table, or this link does not open it.")
        if seat is None:
            return None
        if type(seat) is not int or seat not in who.seats:
            raise Forbidden("This seat is not yours.")
        return seat

    def _mine(self, token: str, seat: int) -> Seat:
        self._eye(token, seat if type(seat) is int else -1)
        return self.book.seats[seat]

    def _host(self, token: str) -> None:
        if not self.who(token).host:
            raise Forbidden("Only whoever opened the table can do that.")
        if self.status != "lobby":
            raise Refused("The game has begun already.")

    def _on(self) -> None:
        """The game must be going on."""
        status = self.status
        if status == "lobby":
            raise Refused("The game has not begun yet.")
        if status == "over":
            raise Refused("The game is over.")
        if status != "running":
            raise Refused(self.book.notice)

    def links(self, token: str) -> tuple[str, str]:
        """The secrets of the invite link and of the spectator link, for people at the table."""
        who = self.who(token)
        if not (who.seats or who.host):
            raise Forbidden("Only people at the table have its links.")
        return self.book.opened.invite, self.book.opened.watch

    # -- looking --------------------------------------------------------------------------------------

    def summary(self) -> Summary:
        return look.summary(self.id, self.book, self._fold)

    def page(self, token: str, seat: int | None = None, lines: int = 200) -> Page:
        """All that the page of this seat needs; without a seat, the one of yours that is waited for, or the first."""
        who = self.who(token)
        if seat is None and who.seats:
            waited = look.waited(self._fold) if self.status == "running" else ()
            seat = next((n for n in who.seats if n in waited), who.seats[0])
        eye = self._eye(token, seat)
        now = self._services.now()
        try:
            return look.page(self.id, self.book, self._fold, eye, who, now, lines)
        except Exception:  # a game that cannot show itself: people are told, and nothing half true is sent
            log.exception("table %s cannot be shown", self.id)
            blank = msgspec.structs.replace(self.book, status="broken", notice=look.BLANK)
            return look.page(self.id, blank, None, eye, who, now, 0)

    def lines(
        self, token: str, seat: int | None = None, before: int | None = None, most: int = 200
    ) -> tuple[Line, ...]:
        """Lines of the log before this record, the newest last."""
        return look.lines(self.book, self.fold, self._eye(token, seat), before, most)

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

    def marks(self, token: str, seat: int | None = None) -> tuple[Mark, ...]:
        """The answers of the game so far, to jump to in a replay."""
        return look.marks(self.book, self.fold, self._replay_eye(token, seat))

    def moment(self, token: str, seq: int, seat: int | None = None) -> Moment:
        """The table after this record, as this seat saw it (running: yours; over: any), or as it was public."""
        eye = self._replay_eye(token, seat)
        if self.status == "lobby":
            raise Refused("The game has not begun yet.")
        if type(seq) is not int or not 1 <= seq <= self.book.seq:
            raise Refused(f"There is no moment {seq!r:.20} at this table; there are 1 to {self.book.seq}.")
        return look.moment(self.id, self.book, self.fold, eye, seq)

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
        return look.export(self.id, self.book, self.fold)

    # -- seats ----------------------------------------------------------------------------------------

    async def claim(self, secret: str, seat: int, name: str, token: str = "") -> str:
        """Sits down on an open seat, or one that a bot plays. Returns the person's token: a new one, or the one given
        (one more seat for the same person: hot seat)."""
        name, given = read_name(name), token
        token = token or new_token()

        def make() -> Draft:
            who, book = self.who(secret), self.book
            if not (who.invited or (given and self.who(given).seats)):
                raise Forbidden("This link does not let you sit down here.")
            if given and not (self.who(given).seats or self.who(given).host):
                raise Forbidden("That is no secret of this table.")
            if type(seat) is not int or not 0 <= seat < len(book.seats):
                raise Refused(f"There is no seat {seat!r:.20} at this table.")
            place = book.seats[seat]
            if book.status not in ("lobby", "running"):
                self._on()
            if place.plays == "person":
                raise Refused(f"{book.names()[seat]} sits there already.")
            if book.status == "running" and not same(book.opened.invite, secret):
                raise Forbidden("The game goes on: only the invite link lets you take a seat from a bot.")
            if book.status == "running" and given and self.who(given).seats:
                raise Refused(
                    "You hold a seat already; several seats of one person are arranged before the game."
                )
            sat = r.Sat(
                at=self._services.now(), seat=seat, name=self._unique(name, seat), holder=digest(token)
            )
            last = all(other.kind != "open" for n, other in enumerate(book.seats) if n != seat)
            begun = [(r.Begun(at=sat.at), None)] if book.status == "lobby" and last else []
            return [(sat, None), *begun]

        await self.commit(make)
        return token

    def _unique(self, name: str, seat: int) -> str:
        """No two people at a table have one name."""
        taken = {other for n, other in enumerate(self.book.names()) if n != seat}
        tries = (name, *(f"{name[:20]} {n}" for n in range(2, 9)))
        return next(one for one in tries if one not in taken) if name else ""

    async def rename(self, token: str, seat: int, name: str) -> None:
        name = read_name(name)

        def make() -> Draft:
            place = self._mine(token, seat)
            at = self._services.now()
            return [(r.Sat(at=at, seat=seat, name=self._unique(name, seat), holder=place.holder), None)]

        if self._mine(token, seat).away:
            raise Refused("A bot plays for you. Take your seat back first.")
        await self.commit(make)

    async def seat_bot(self, token: str, seat: int, level: str) -> None:
        """The host puts a bot of this level into a seat without a person."""
        if level not in LEVELS:
            raise Refused(f"There is no bot called {level!r:.40}; there are: {', '.join(LEVELS)}.")
        await self._arrange(token, seat, "bot", level)

    async def open_seat(self, token: str, seat: int) -> None:
        """The host frees a seat for whoever comes by the invite link."""
        await self._arrange(token, seat, "open", "rules")

    async def _arrange(self, token: str, seat: int, kind: Kind, level: str) -> None:
        def make() -> Draft:
            self._host(token)
            if type(seat) is not int or not 0 <= seat < len(self.book.seats):
                raise Refused(f"There is no seat {seat!r:.20} at this table.")
            place = self.book.seats[seat]
            if place.kind == "person" and seat not in self.who(token).seats:
                raise Refused(f"{self.book.names()[seat]} sits there already.")
            record = r.Seated(at=self._services.now(), seat=seat, kind=kind, level=level, name="")
            return [(record, None)]

        await self.commit(make)

    async def start(self, token: str) -> None:
        """The host begins: bots take the seats that are still open."""

        def make() -> Draft:
            self._host(token)
            at = self._services.now()
            bots: Draft = [
                (r.Seated(at=at, seat=n, kind="bot", level=seat.level, name=""), None)
                for n, seat in enumerate(self.book.seats)
                if seat.kind == "open"
            ]
            return [*bots, (r.Begun(at=at), None)]

        await self.commit(make)

    async def leave(self, token: str, seat: int) -> None:
        """A bot plays on; in the lobby the seat is free again."""

        def make() -> Draft:
            place, at = self._mine(token, seat), self._services.now()
            if self.status == "lobby":
                return [(r.Seated(at=at, seat=seat, kind="open", level=place.level, name=""), None)]
            self._on()
            if place.away:
                raise Refused("A bot plays for you already.")
            return [(r.Away(at=at, seat=seat, why="left"), None)]

        await self.commit(make)

    async def take_back(self, token: str, seat: int) -> None:
        """The person plays again."""

        def make() -> Draft:
            place = self._mine(token, seat)
            self._on()
            if not place.away:
                raise Refused("You play this seat already.")
            return [(r.Back(at=self._services.now(), seat=seat), None)]

        await self.commit(make)

    async def vote(self, token: str, seat: int, target: int) -> None:
        """A bot for a seat that keeps everybody waiting: more than half of the other people must want it."""

        def make() -> Draft:
            self._mine(token, seat)
            self._on()
            book, now = self.book, self._services.now()
            people = book.people()
            if target not in people or book.seats[target].holder == book.seats[seat].holder:
                raise Refused("There is no other person in that seat.")
            since = book.seats[target].since
            patience = book.opened.patience
            if since is None:
                raise Refused("The table does not wait for that seat.")
            if now - since < patience:
                raise Refused(f"Wait a little: the table may vote after {patience} seconds.")
            others = {book.seats[n].holder for n in people} - {book.seats[target].holder}
            votes = {book.seats[n].holder for n in (*book.seats[target].votes, seat)} & others
            voted: Draft = [(r.Voted(at=now, seat=seat, target=target), None)]
            if 2 * len(votes) > len(others):
                voted.append((r.Away(at=now, seat=target, why="vote"), None))
            return voted

        await self.commit(make)

    async def expire(self) -> None:
        """Bots for seats whose clock has run out."""

        def make() -> Draft:
            book, now = self.book, self._services.now()
            if book.status != "running" or now < self.grace:
                return []
            late = [
                n
                for n, seat in enumerate(book.seats)
                if seat.since is not None and (left := book.left(n, now)) is not None and left <= 0
            ]
            return [(r.Away(at=now, seat=n, why="clock"), None) for n in late]

        await self.commit(make)

    # -- playing --------------------------------------------------------------------------------------

    async def answer(self, token: str, seat: int, option: Sequence[object], seq: int) -> None:
        """Plays an answer to the ask with this number. It is durable when this returns."""
        wanted = read_option(option)

        def make() -> Draft:
            place = self._mine(token, seat)
            self._on()
            if place.away:
                raise Refused("A bot plays for you. Take your seat back first.")
            position = self.fold.position
            if wanted[0] in position.game.interjection_verbs:
                fresh = (
                    type(seq) is int and place.last <= seq <= self.book.seq
                )  # any time, but not twice by one click
            else:
                fresh = seq == place.asked
            if not fresh:
                raise Stale("The table has moved on since; look again.")
            trial = self._try(seat, wanted)
            return [(r.Answered(at=self._services.now(), seat=seat, option=wanted, by="person"), trial)]

        await self.commit(make)

    def _try(self, seat: int, option: Option) -> Trial:
        """Plays it on a copy. Where not even the check works, either the answer is strange or the rules are broken."""
        position = self.fold.position
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
            if not look.missing(self.book, [seat]):
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
            if yes and seat not in look.missing(book, proposal.agreed):
                raise Refused("You have agreed already.")
            voted: Draft = [(r.UndoVoted(at=at, seat=seat, yes=bool(yes)), None)]
            if yes and not look.missing(book, [*proposal.agreed, seat]):
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
        if self._rate is None:
            self._rate = Rate(most=8, seconds=10.0)
        self._rate.count(seat, self._services.now())
        await self.commit(make)

    async def order(
        self,
        token: str,
        seat: int,
        kind: Literal["always", "never", "pass"],
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
            look.order_label(self.fold.position, wanted, seat, self.book.names())
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
