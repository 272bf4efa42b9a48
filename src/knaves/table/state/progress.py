"""How far a table has come: one record after the other turns the book and the position into the next ones.

The same for an answer given here and now, for one that another process wrote, and for a log read after a crash.
"""

from __future__ import annotations

import logging
from hashlib import blake2b

import msgspec

from knaves.bots import todays
from knaves.core.errors import KnavesError, Refused, RuleBug
from knaves.core.game import Standing, View
from knaves.core.position import Position
from knaves.core.reading import read_option
from knaves.core.save import load, save
from knaves.core.step import Option
from knaves.core.undo import crosses_barrier
from knaves.core.words import Event
from knaves.games import find
from knaves.table.log import records as r
from knaves.table.pages.page import LogLine
from knaves.table.people.table_plan import Status
from knaves.table.state.book import Book, KeptTable, PlayedAnswer, Proposal, StandingOrder, Told, new_book
from knaves.table.state.clocks import READING, ask_anew, count, wait_on, waiting
from knaves.table.state.kept_positions import EVERY, WayBack
from knaves.table.state.lesson import learn
from knaves.table.state.standings import Replay, start_of, stood_after

log = logging.getLogger("knaves.table")

STUDIO = "A studio table: its seed or position was chosen; somebody may know what is hidden."


_plain = msgspec.json.Encoder(enc_hook=str).encode


class SeenOtherwise(KnavesError):
    """An answer that was given under other rules stands, but tells somebody something else than it told then."""


class Trial:
    """An answer tried on a copy: the position after it, and what happened."""

    __slots__ = ("events", "option", "position", "seat")

    def __init__(self, position: Position, seat: int, option: Option, legal: bool = False) -> None:
        self.seat, self.option = seat, option
        self.events: list[Event] = []
        self.position = position.clone()
        self.position.listen(self.events.append)
        if legal:
            self.position.take(seat, option)
        else:
            self.position.play(seat, option, before=position)
        self.position.listen(None)

    def record(self, at: float, by: str, order: int = 0) -> r.Answered:
        """To be written down."""
        return r.Answered(at=at, seat=self.seat, option=self.option, by=by, order=order, told=self.told())

    def told(self) -> str:
        """A digest of everything that happened, with what each pair of eyes saw of it, and of whom the table waits for
        then. Other rules that lead the same answer to the same digest have changed nothing for anybody."""
        ask = self.position.ask()
        waits = ask.seats if ask is not None else ()
        return blake2b(_plain((self.events, waits)), digest_size=8).hexdigest()


class Progress:
    """A book, and the position it has come to."""

    def __init__(self, book: Book, position: Position) -> None:
        self.book = book
        self.position = position
        self._way = WayBack(len(book.played), position)
        self.lines: dict[int | None, dict[int, LogLine | None]] = {}  # the log as text, for each pair of eyes
        self.lines_for: list[str] = []  # the names it was written with
        self.known: list[Standing] = []  # see `stood`
        self._seen_by_all: tuple[Position, object] | None = None  # see `view`

    @classmethod
    def open(cls, opened: r.Opened) -> Progress:
        progress = cls(new_book(opened), start_of(opened))
        progress.book.rules = progress.position.game.about.version
        count(progress.book, progress.position, opened.at)
        progress.book.seq = progress.book.written = 1
        if opened.fork_of:
            progress.book.note(
                opened.at, "This game goes on from a moment of another one; its seed may be known."
            )
        elif opened.studio:
            progress.book.note(opened.at, STUDIO)
        return progress

    def view(self, eye: int | None) -> View:
        """All that these eyes may know. A table's position never changes, another takes its place: what all eyes see
        alike is worked out once for each."""
        if self._seen_by_all is None or self._seen_by_all[0] is not self.position:
            self._seen_by_all = self.position, self.position.common()
        return self.position.view_with(eye, self._seen_by_all[1])

    # -- snapshots ------------------------------------------------------------------------------------

    def keep(self) -> KeptTable:
        return KeptTable(self.book, save(self.position, None).decode(), self.seen())

    def seen(self) -> str:
        """A digest of what every pair of eyes sees, and of what every seat is asked."""
        position = self.position
        ask = position.ask()
        asked = [ask.options(seat) for seat in range(position.seats)] if ask is not None else []
        views = [position.view(seat) for seat in (*range(position.seats), None)]
        return blake2b(_plain((views, asked)), digest_size=16).hexdigest()

    @classmethod
    def restore(cls, kept: KeptTable) -> Progress:
        position = load(kept.position, find)
        position.log = None
        return cls(kept.book, position)

    # -- the way back ---------------------------------------------------------------------------------

    def back_to(self, answers: int) -> Position:
        """The position after so many answers. Shared: clone it before you change it."""
        return self.position if answers == len(self.book.played) else self._way.to(self.book, answers)

    def replay(self) -> Replay:
        """What must be played again to know how things stood after every answer."""
        known = len(self.known)
        near = self.position if known == len(self.book.played) + 1 else self._way.kept.get(max(0, known - 1))
        if near is None:
            known = 0
        answers = [(answer.seat, answer.option) for answer in self.book.played[max(0, known - 1) :]]
        return Replay(self.book.opened, near.clone() if near is not None else None, answers, known)

    def stood(self) -> list[Standing]:
        """How things stood after so many answers, as everybody could see it. Found when somebody looks back, and kept:
        the replay and the page of the end read the same. See `Table.look_back` for long games."""
        if len(self.known) <= len(self.book.played):
            self.learn(replayed := self.replay(), stood_after(replayed))
        return self.known

    def learn(self, replay: Replay, stood: list[Standing]) -> None:
        """Keeps what a replay has found, unless answers were taken back meanwhile."""
        gone = [(answer.seat, answer.option) for answer in self.book.played[max(0, replay.known - 1) :]]
        if gone[: len(replay.answers)] == replay.answers and replay.known <= len(self.known):
            self.known[replay.known :] = stood

    # -- one answer -----------------------------------------------------------------------------------

    def stuck(self, error: BaseException) -> RuleBug:
        """A rule that fails before anything is played; with the game so far."""
        answers = [(answer.seat, answer.option) for answer in self.book.played]
        return RuleBug(f"nobody can go on: {error!r}", save(self.position, answers))

    def attempt(self, position: Position, seat: int, option: Option) -> Trial:
        """Plays it on a copy. Where not even the check works, either the answer is strange or the rules are broken."""
        try:
            return Trial(position, seat, option)
        except (KnavesError, RuleBug):
            raise
        except Exception as error:
            log.exception("%s could not be checked", option)
            try:
                ask = position.ask()
                _ = ask is not None and (ask.options(seat) or ask.interjections(seat))
            except Exception:
                raise self.stuck(error) from error
            raise Refused("That is not possible now.") from error

    # -- one record -----------------------------------------------------------------------------------

    def status_after(self, record: r.AnyRecord, trial: Trial | None) -> Status:
        """The status of the table once this record has happened (the storage lists it)."""
        match record:
            case r.Begun():
                return "running" if self.position.result is None else "over"
            case r.Broke():
                return "broken"
            case r.Frozen():
                return "frozen"
            case r.Thawed():
                return self.book.before
            case r.Undone() if self.book.status != "frozen":
                return "running"
            case r.Answered() if trial is not None and self.book.status != "lobby":
                return "running" if trial.position.result is None else "over"
        return self.book.status

    def advance(self, seq: int, record: r.AnyRecord, trial: Trial | None = None, legal: bool = True) -> None:
        """`legal`: the answer is known to be so; otherwise it is checked, and so is what it tells. Refused and
        SeenOtherwise have changed nothing."""
        book = self.book
        assert seq == book.written + 1, f"record {seq} after {book.written}"
        if isinstance(record, r.Answered) and trial is None:
            trial = Trial(self.position, record.seat, read_option(record.option), legal)
            if not legal and record.told not in ("", trial.told()):
                raise SeenOtherwise("Not everybody would see the same.")
        status = self.status_after(record, trial)
        book.written = seq
        if not isinstance(record, r.PRIVATE):
            book.seq, book.updated = book.seq + 1, record.at
        seq = book.seq
        match record:
            case r.Begun():
                book.status, book.moved = status, seq
                book.free.clear()
                for place in book.seats:
                    place.asked = seq
                count(book, self.position, record.at)
                book.note(record.at, "The game begins." if status == "running" else "The game is over.")
                learn(book, self.position)
            case r.Sat(seat=seat):
                place = book.seats[seat]
                new = place.holder != record.holder
                if new:
                    self._vacate(seat)
                place.kind, place.name, place.holder = "person", record.name, record.holder
                place.away, place.votes = False, []
                if new:
                    running = book.status == "running"
                    text = "{seat} is new here: sits down by the invite link, where a bot played."
                    book.note(record.at, text if running else "{seat} sits down.", seat)
                count(book, self.position, record.at)
            case r.Seated(seat=seat):
                self._vacate(seat)
                place = book.seats[seat]
                place.kind, place.name, place.level = record.kind, record.name, todays(record.level)
            case r.Away(seat=seat):
                self._away(record)
            case r.Back(seat=seat):
                self._back(seat, record.at)
            case r.Answered():
                assert trial is not None
                self._answered(record, trial)
                book.status = status
            case r.Undone():
                self._undone(record)
                book.status, book.notice = status, ""
            case r.UndoProposed():
                book.proposal = Proposal(record.seat, record.answers, [record.seat])
                book.note(record.at, "{seat} asks to go back.", record.seat)
            case r.UndoVoted():
                self._undo_voted(record)
            case r.Rested(seat=seat, days=days):
                book.seats[seat].holidays.append((record.at, record.at + days * 86400.0))
                long = "a day" if days == 1 else f"{days} days"
                book.note(record.at, f"{{seat}} is on holiday for {long}: the clock stands.", seat)
            case r.Voted():
                if record.seat not in book.seats[record.target].votes:
                    book.seats[record.target].votes.append(record.seat)
                book.note(
                    record.at, "{seat} wants a bot to play for {other}.", record.seat, other=record.target
                )
            case r.Said():
                book.told.append(Told(seq, record.at, "chat", record.seat, record.text))
            case r.OrderGiven():
                counts = book.order_counts
                counts[record.seat] = max(counts.get(record.seat, 0), record.id)
                book.orders[record.seat].append(
                    StandingOrder(
                        record.id,
                        record.kind,  # type: ignore[arg-type]  # checked before it was written
                        record.option,
                        record.clause,
                        record.unless,
                        record.times,
                        start=seq,
                    )
                )
            case r.OrderEnded():
                self._end_order(record.at, record.seat, record.id, record.why)
            case r.Hinted(hint=hint):
                if book.lesson is not None:
                    book.lesson.put_aside(hint)
                    book.lesson.off |= not hint
            case r.InviteSet(on=on):
                book.invites = on
                text = "may seat new people again." if on else "seats nobody any more."
                book.note(record.at, "The host: the invite link " + text)
            case r.WatchSet(on=on):
                book.spectators = on
                book.note(
                    record.at, f"The host: {'people may watch again.' if on else 'nobody watches any more.'}"
                )
            case r.Unseated(seat=seat):
                book.note(record.at, f"The host frees the seat of {book.names()[seat]}.")
                self._vacate(seat)
                book.seats[seat].kind, book.seats[seat].name = "open", ""
            case r.Muted(seat=seat, target=target, on=on):
                muted = [one for one in book.seats[seat].muted if one != target]
                book.seats[seat].muted = [*muted, target] if on else muted
                self.lines = {}
            case r.Reported(seat=seat, target=target):
                eyes = sum(1 << one for one in {seat, *book.host_seats()})
                text = "{seat} reports {other} to the host: " + record.text.replace("{", "(").replace(
                    "}", ")"
                )
                book.note(record.at, text, seat, to=eyes, other=target)
            case r.Broke():
                book.status, book.notice = "broken", record.why
                book.note(record.at, "A rule went wrong and the table stopped. Its record is kept.")
            case r.Frozen():
                if book.status != "frozen":
                    book.before = book.status
                book.status, book.notice, book.proposal = status, record.why, None
                book.note(record.at, f"Whoever runs this server lets the table rest: {record.why}")
                count(book, self.position, record.at)
            case r.Thawed():
                book.status, book.notice = status, ""
                book.note(record.at, "The table goes on.")
                count(book, self.position, record.at)
            case r.Rematched():
                book.rematch = record.table
                book.note(record.at, "They play again.")
            case r.Opened():
                raise KnavesError("A table is opened only once.")

    # -- what the records do --------------------------------------------------------------------------

    def _vacate(self, seat: int) -> None:
        self.book.vacate(seat)
        self.lines = {}  # somebody else reads there now

    def _answered(self, record: r.Answered, trial: Trial) -> None:
        book, seat, at = self.book, record.seat, record.at
        before, after = self.position, trial.position
        number = len(book.played)
        if number % EVERY == 0:
            self._way.kept[number] = before
        for event in trial.events:
            things = tuple(map(int, event.things))  # a rule may tell yes and no, too: kept as numbers
            book.told.append(Told(book.seq, at, "event", seat, event.kind, things, event.seen, event.to))
        book.played.append(PlayedAnswer(book.seq, at, seat, record.option, record.by, record.order))
        if crosses_barrier(before, after, seat, trial.option):
            book.free.clear()
            book.waits.clear()
        else:
            book.free.append((number, seat))
            if (stood := waiting(book.seats[seat], at)) is not None:
                book.waits[number] = stood
            self._way.kept[number] = before
        self.position = after
        book.moved = book.seq
        # else its question stands, and so does its time
        asked = trial.option[0] not in before.game.interjection_verbs
        if record.by in ("person", "order"):
            book.seats[seat].last = book.seq
            book.seats[seat].votes = [] if asked else book.seats[seat].votes
        if record.order:
            for order in book.orders[seat]:
                if order.id == record.order:
                    order.used += 1
        if book.proposal is not None:
            book.proposal = None
            book.note(at, "The game went on: nobody goes back.")
        learn(book, after, trial.events)
        ask_anew(book, before, after, seat)
        count(book, after, at, seat if asked else -1)
        self._way.tidy({step[0] for step in book.free})
        if after.result is not None:
            book.orders = [[] for _ in book.seats]

    def _undone(self, record: r.Undone) -> None:
        book = self.book
        gone = book.played[record.answers :]
        numbers = {answer.seq for answer in gone}
        self.position = self.back_to(record.answers)
        self._way.cut(record.answers)
        del book.played[record.answers :]
        del self.known[record.answers + 1 :]
        self.lines = {}
        book.told = [line for line in book.told if line.kind != "event" or line.seq not in numbers]
        book.free = [step for step in book.free if step[0] < record.answers]
        book.proposal = None
        book.moved = book.seq
        for seat in book.seats:
            seat.asked = book.seq
        text = "{seat} takes an answer back." if record.free else "All agree: the game goes back."
        book.note(record.at, text, record.seat)
        for answer in gone:
            if answer.order:
                self._end_order(record.at, answer.seat, answer.order, "its answer was taken back")
        learn(book, self.position)
        count(book, self.position, record.at)
        if record.free:
            wait_on(book.seats[record.seat], book.waits.get(record.answers), record.at)
        book.waits = {number: stood for number, stood in book.waits.items() if number < record.answers}

    def _undo_voted(self, record: r.UndoVoted) -> None:
        book = self.book
        if book.proposal is None:
            return
        if record.yes:
            book.proposal.agreed.append(record.seat)
        else:
            book.proposal = None
            book.note(record.at, "{seat} does not want to go back.", record.seat)

    def _away(self, record: r.Away) -> None:
        book, seat = self.book, self.book.seats[record.seat]
        seat.left = waiting(seat, record.at)
        seat.away, seat.votes = True, []
        seat.gone, seat.gone_at, seat.why, seat.back = book.seq, record.at, record.why, 0
        why = {
            "left": "{seat} leaves",
            "clock": "{seat}'s time is up",
            "vote": "The others put a bot in the seat of {seat}",
        }[record.why]
        then = f"a {seat.level} bot plays on until {{seat}} is back."
        if book.deserted():  # bots do not play a game out that nobody sees
            then = "no other person is here, so the game waits."
        book.note(record.at, f"{why}: {then}", record.seat)
        for other in book.seats:
            if record.seat in other.votes:
                other.votes.remove(record.seat)
        count(book, self.position, record.at)

    def _back(self, number: int, at: float) -> None:
        """With a minute to read before the clock runs, or as long as he was away; but who only left, and was not asked
        meanwhile or finds his question again, has no more time than before."""
        book, seat = self.book, self.book.seats[number]
        waits = self.left_open(number)
        seat.away, seat.votes, seat.back = False, [], book.seq
        book.note(at, "{seat} is back.", number)
        count(book, self.position, at)
        if waits:
            wait_on(seat, seat.left, at)
        else:
            if seat.why != "left":
                seat.bank = max(seat.bank, float(book.clock.increment), 30.0)
            if seat.since == at:
                seat.since = at + min(READING, at - seat.gone_at)

    def left_open(self, number: int) -> bool:
        """Do others still wait for the answer that this seat owed when its person was last away?"""
        seat, ask = self.book.seats[number], self.position.ask()
        waits = seat.left is not None and seat.left.asked == seat.asked
        return waits and ask is not None and number in ask.seats and not self.book.deserted()

    def _end_order(self, at: float, seat: int, id: int, why: str) -> None:
        orders = self.book.orders[seat]
        for order in orders:
            if order.id == id:
                orders.remove(order)
                self.book.note(at, f"Your standing order ends: {why}.", seat, to=1 << seat)
                return
