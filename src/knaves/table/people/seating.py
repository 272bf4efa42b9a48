"""Who sits where: secrets, claims, bots that take over and hand back, votes and clocks."""

from __future__ import annotations

from knaves.bots import USUAL, split
from knaves.core.errors import BadSetup, Refused
from knaves.core.words import counted
from knaves.table.errors import Forbidden, NoTable
from knaves.table.log import records as r
from knaves.table.log.writer import Draft, Writer
from knaves.table.people.limits import read_chat
from knaves.table.people.names import own_name, read_name
from knaves.table.people.table_plan import Kind, Who
from knaves.table.people.tokens import digest, new_token, same, several
from knaves.table.state.book import HOLIDAYS, Book, Seat

VOTERS_LEAST = 2


class Seating:
    """The seats of a table. Every command checks who asks, writes, and then happens."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._services = writer.services
        self.grace = 0.0  # no clock runs out before this
        writer.follow(self._wake)

    @property
    def _book(self) -> Book:
        return self._writer.book

    # -- who is who -----------------------------------------------------------------------------------

    def who(self, token: str) -> Who:
        """Whom this secret stands for: a person's, the invite's, the spectators', or none ("")."""
        opened = self._book.opened
        tokens = several(token)
        mine = [digest(one) for one in tokens]
        holders = {opened.host, *[seat.holder for seat in self._book.seats]}
        held = {holder: any(same(holder, one) for one in mine) for holder in holders}
        seats = tuple([n for n, seat in enumerate(self._book.seats) if held[seat.holder]])
        host = held[opened.host]
        linked = any(same(opened.invite, one) for one in tokens)
        sits = self._book.invites and (linked or opened.listed)
        guests = linked or opened.listed or any(same(opened.watch, one) for one in tokens)
        watches = (
            bool(seats) or host or (guests and self._book.spectators) or (sits and self._waits_for(linked))
        )
        return Who(seats, host, sits or bool(seats) or host, watches)

    def _waits_for(self, linked: bool) -> bool:
        """Is there a chair for somebody who is asked in? Once the game goes on, the invite link alone gives it."""
        status = self._book.status
        free = any(seat.plays != "person" and not seat.away for seat in self._book.seats)
        return free and (status == "lobby" or (status == "running" and linked))

    def eye(self, token: str, seat: int | None) -> int | None:
        """The seat this person looks from; None: a spectator. An outsider cannot tell the table from none."""
        return self.eye_of(self.who(token), seat)

    def eye_of(self, who: Who, seat: int | None) -> int | None:
        if not who.watches:
            raise NoTable("There is no such table, or this link does not open it.")
        if seat is None:
            return None
        if type(seat) is not int or seat not in who.seats:
            raise Forbidden("This seat is not yours.")
        return seat

    def mine(self, token: str, seat: int) -> Seat:
        self.eye(token, seat if type(seat) is int else -1)
        return self._book.seats[seat]

    def _host(self, token: str) -> None:
        if not self.who(token).host:
            raise Forbidden("Only whoever opened the table can do that.")

    def _host_in_lobby(self, token: str) -> None:
        self._host(token)
        if self._book.status != "lobby":
            raise Refused("The game has begun already.")

    def check_on(self) -> None:
        """The game must be going on."""
        status = self._book.status
        if status == "lobby":
            raise Refused("The game has not begun yet.")
        if status == "over":
            raise Refused("The game is over.")
        if status != "running":
            raise Refused(self._book.notice)

    def meant(self, token: str) -> str:
        """Of the secrets of a browser, those that stand for something at this table: others make nobody another."""
        known = [one for one in several(token) if self.who(one) != self.who("")]
        return ".".join(sorted(set(known)))

    def links(self, token: str) -> tuple[str, str]:
        """The secrets of the invite link and of the spectator link, for people at the table."""
        who = self.who(token)
        if not (who.seats or who.host):
            raise Forbidden("Only people at the table have its links.")
        return self._book.opened.invite, self._book.opened.watch

    # -- sitting down and standing up ------------------------------------------------------------------

    async def claim(self, secret: str, seat: int, name: str, token: str = "") -> str:
        """Sits down on an open seat, or one that was always a bot's. Returns the person's token: a new one, or the one
        given (one more seat for the same person: hot seat)."""
        name, given = read_name(name), token
        held = [one for one in several(given) if self.who(one).seats or self.who(one).host]
        token = held[0] if held else new_token()  # of several secrets none that others have, too

        def make() -> Draft:
            who, book = self.who(secret), self._book
            if not (who.invited or (given and self.who(given).seats)):
                raise Forbidden("This link does not let you sit down here.")
            if given and not (self.who(given).seats or self.who(given).host):
                raise Forbidden("That is no secret of this table.")
            if type(seat) is not int or not 0 <= seat < len(book.seats):
                raise Refused(f"There is no seat {seat!r:.20} at this table.")
            place = book.seats[seat]
            if book.status not in ("lobby", "running"):
                self.check_on()
            if place.plays == "person":
                raise Refused(f"{book.names()[seat]} sits there already.")
            if place.away:
                raise Refused(
                    f"This is the seat of {book.names()[seat]}, who may come back to it at any time."
                )
            if not book.invites and not self.who(secret).host:
                raise Refused("The invite link is switched off: whoever opened the table can switch it on.")
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
            begins = book.status == "lobby" and last and not book.opened.listed  # else the host begins
            return [sat, r.Begun(at=sat.at)] if begins else [sat]

        await self._writer.commit(make)
        return token

    def _unique(self, name: str, seat: int) -> str:
        """No two people at a table have one name."""
        return own_name(name, seat, (other for n, other in enumerate(self._book.names()) if n != seat))

    async def rename(self, token: str, seat: int, name: str) -> None:
        name = read_name(name)

        def make() -> Draft:
            place = self.mine(token, seat)
            if self._book.status != "lobby":
                raise Refused("The game has begun: names stay as they are, so that the log stays true.")
            at = self._services.now()
            return [r.Sat(at=at, seat=seat, name=self._unique(name, seat), holder=place.holder)]

        await self._writer.commit(make)

    async def seat_bot(self, token: str, seat: int, level: str) -> None:
        """The host puts a bot of this level into a seat without a person."""
        try:
            split(level)
        except BadSetup as error:
            raise Refused(str(error)) from None
        self._services.thinkers.check(level)
        await self._arrange(token, seat, "bot", level)

    async def open_seat(self, token: str, seat: int) -> None:
        """The host frees a seat for whoever comes by the invite link."""
        await self._arrange(token, seat, "open", USUAL)

    async def _arrange(self, token: str, seat: int, kind: Kind, level: str) -> None:
        def make() -> Draft:
            self._host_in_lobby(token)
            if type(seat) is not int or not 0 <= seat < len(self._book.seats):
                raise Refused(f"There is no seat {seat!r:.20} at this table.")
            place = self._book.seats[seat]
            if place.kind == "person" and seat not in self.who(token).seats:
                raise Refused(f"{self._book.names()[seat]} sits there already.")
            return [r.Seated(at=self._services.now(), seat=seat, kind=kind, level=level, name="")]

        await self._writer.commit(make)

    async def start(self, token: str) -> None:
        """The host begins: bots take the seats that are still open."""

        def make() -> Draft:
            self._host_in_lobby(token)
            at = self._services.now()
            bots: Draft = [
                r.Seated(at=at, seat=n, kind="bot", level=seat.level, name="")
                for n, seat in enumerate(self._book.seats)
                if seat.kind == "open"
            ]
            return [*bots, r.Begun(at=at)]

        await self._writer.commit(make)

    async def leave(self, token: str, seat: int) -> None:
        """A bot plays on; in the lobby the seat is free again."""

        def make() -> Draft:
            place, at = self.mine(token, seat), self._services.now()
            if self._book.status == "lobby":
                return [r.Seated(at=at, seat=seat, kind="open", level=place.level, name="")]
            self.check_on()
            if place.away:
                raise Refused("A bot plays for you already.")
            return [r.Away(at=at, seat=seat, why="left")]

        await self._writer.commit(make)

    async def take_back(self, token: str, seat: int) -> None:
        """The person plays again."""

        def make() -> Draft:
            place = self.mine(token, seat)
            self.check_on()
            if not place.away:
                raise Refused("You play this seat already.")
            if place.why != "left" and self._writer.progress.left_open(seat):
                raise Refused(
                    "Your time for this answer is up: a bot gives it, and then the seat is yours again."
                )
            return [r.Back(at=self._services.now(), seat=seat)]

        await self._writer.commit(make)

    async def rest(self, token: str, seat: int, days: int) -> None:
        """A holiday at a slow table: the clock of this seat stands."""

        def make() -> Draft:
            place, now = self.mine(token, seat), self._services.now()
            self.check_on()
            if self._book.clock.kind != "day":
                raise Refused("Holidays are for tables with days to a move.")
            if place.holiday(now):
                raise Refused("You are on holiday already.")
            left = HOLIDAYS - round(sum(until - first for first, until in place.holidays) / 86400)
            if type(days) is not int or not 1 <= days <= left:
                raise Refused(f"You have {counted(left, 'day')} of holiday left at this table.")
            return [r.Rested(at=now, seat=seat, days=days)]

        await self._writer.commit(make)

    async def vote(self, token: str, seat: int, target: int) -> None:
        """A bot for a seat that keeps everybody waiting: more than half of the other people must want it, and at least
        two. Whoever was voted out comes back when he likes."""

        def make() -> Draft:
            self.mine(token, seat)
            self.check_on()
            book, now = self._book, self._services.now()
            people = book.people()
            if target not in people or book.seats[target].holder == book.seats[seat].holder:
                raise Refused("There is no other person in that seat.")
            others = {book.seats[n].holder for n in people} - {book.seats[target].holder}
            if len(others) < VOTERS_LEAST:
                raise Refused(
                    "Of two people neither votes the other out: only a clock, or who leaves, gives a seat to a bot."
                )
            since = book.seats[target].since
            patience = book.opened.patience
            if since is None:
                raise Refused("The table does not wait for that seat.")
            if book.clock.kind == "day":
                raise Refused("Here everybody has days for a move: the clock decides, and no vote.")
            if seat in book.seats[target].votes:
                raise Refused("You have said so already.")
            if here:
                raise Refused(f"{book.names()[target]} is here: a page of that seat is open.")
            if now - since < patience:
                raise Refused(f"Wait a little: the table may vote after {patience} seconds.")
            votes = {book.seats[n].holder for n in (*book.seats[target].votes, seat)} & others
            voted: Draft = [r.Voted(at=now, seat=seat, target=target)]
            if 2 * len(votes) > len(others) and len(votes) >= VOTERS_LEAST:
                voted.append(r.Away(at=now, seat=target, why="vote"))
            return voted

        self.mine(token, seat)
        here = type(target) is int and await self._services.here(self._writer.id, target)
        await self._writer.commit(make)

    async def set_watch(self, token: str, on: bool) -> None:
        """Whoever opened the table lets people watch, or not."""

        def make() -> Draft:
            self._host(token)
            if on == self._book.spectators:
                return []
            return [r.WatchSet(at=self._services.now(), on=bool(on))]

        await self._writer.commit(make)

    async def set_invite(self, token: str, seat: int, on: bool) -> None:
        """Whoever opened the table lets the invite link seat people, or not."""

        def make() -> Draft:
            self._host(token)
            if on == self._book.invites:
                return []
            return [r.InviteSet(at=self._services.now(), seat=seat, on=bool(on))]

        await self._writer.commit(make)

    async def unseat(self, token: str, seat: int) -> None:
        """Before the start, whoever opened the table frees the seat of somebody else."""

        def make() -> Draft:
            self._host_in_lobby(token)
            self._other_person(token, seat)
            return [r.Unseated(at=self._services.now(), seat=seat)]

        await self._writer.commit(make)

    def _other_person(self, token: str, target: int) -> None:
        seats = self._book.seats
        if type(target) is not int or not 0 <= target < len(seats) or not seats[target].holder:
            raise Refused("There is no other person in that seat.")
        if target in self.who(token).seats:
            raise Refused("That is your own seat.")

    async def mute(self, token: str, seat: int, target: int, on: bool) -> None:
        """This seat reads no more of what that one says. Nobody else is told."""

        def make() -> Draft:
            self.mine(token, seat)
            self._other_person(token, target)
            return [r.Muted(at=self._services.now(), seat=seat, target=target, on=bool(on))]

        await self._writer.commit(make)

    async def report(self, token: str, seat: int, target: int, text: str) -> None:
        """Tells whoever opened the table about somebody. Only the two read it."""
        said = read_chat(text)

        def make() -> Draft:
            self.mine(token, seat)
            self._other_person(token, target)
            if not self._book.host_seats():
                raise Refused("Whoever opened this table does not sit here, and would not read it.")
            if self.who(token).host:
                raise Refused("You opened this table yourself: nobody else would read it.")
            if target in self._book.host_seats():
                raise Refused("That is the host: whoever runs this server can let the table rest.")
            return [r.Reported(at=self._services.now(), seat=seat, target=target, text=said)]

        await self._writer.commit(make)

    # -- clocks ---------------------------------------------------------------------------------------

    def deadline(self) -> float | None:
        """When the next clock runs out."""
        book, now = self._book, self._services.now()
        if book.status != "running" or book.clock.kind == "none":
            return None
        ends = [
            max(now, seat.since) + left
            for n, seat in enumerate(book.seats)
            if seat.since is not None and (left := book.left(n, now)) is not None
        ]
        return max(min(ends), self.grace) if ends else None

    def _wake(self, here: bool) -> None:
        if (deadline := self.deadline()) is not None:
            self._services.wake(deadline)

    async def expire(self) -> None:
        """Bots for seats whose clock has run out."""

        def make() -> Draft:
            book, now = self._book, self._services.now()
            if book.status != "running" or now < self.grace:
                return []
            late = [
                n
                for n, seat in enumerate(book.seats)
                if seat.since is not None and (left := book.left(n, now)) is not None and left <= 0
            ]
            return [r.Away(at=now, seat=n, why="clock") for n in late]

        await self._writer.commit(make)
