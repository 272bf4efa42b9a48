"""How tables come to be: from a plan, from a file, from a moment of another table, and from a log after a crash."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from typing import cast

import msgspec

from knaves.bots import split
from knaves.core import save as saves
from knaves.core.dice import commitment, key_of, new_seed
from knaves.core.errors import BadSave, BadSetup, KnavesError, Refused, RuleBug
from knaves.core.game import Value
from knaves.core.position import Position
from knaves.core.reading import read_option
from knaves.core.start import arrange, begin
from knaves.games import about, find
from knaves.table.log import records as r
from knaves.table.log.storage import Row, Snapshot
from knaves.table.people.names import own_name, read_name, without_letter
from knaves.table.people.table_plan import Clock, Pace, SeatPlan, TablePlan
from knaves.table.people.tokens import digest, new_token
from knaves.table.state.book import Book, KeptTable, new_book
from knaves.table.state.progress import Progress, SeenOtherwise

FILE_MOST = 4_000_000
CARDS_MOST = 100_000
ANSWERS_MOST = 20_000
PATIENCE_LEAST = 60
FILE, PUZZLE = "file", "puzzle"
"""What a table goes on from whose game came as a file, or from a puzzle."""
CLOCK_MOST = {"none": 0, "move": 86400, "bank": 30 * 86400, "day": 30}

read_snapshot = msgspec.json.Decoder(KeptTable).decode
write_snapshot = msgspec.json.Encoder().encode
ONLY_A_POSITION = (
    "The file holds a position only; a game goes on here that can be replayed from its first answer."
)


class Opening(msgspec.Struct):
    """A table about to be: its first records, and the secrets that are told once."""

    records: list[r.AnyRecord]
    token: str

    @property
    def opened(self) -> r.Opened:
        return cast(r.Opened, self.records[0])

    def rows(self) -> list[Row]:
        rules = find(self.opened.game).about.version
        return [Row(n, rules, r.encode(record)) for n, record in enumerate(self.records, 1)]


def restore(kept: bytes) -> Progress:
    """The table of a snapshot that this house has made."""
    return Progress.restore(read_snapshot(kept))


def is_foreign(opened: r.Opened) -> bool:
    """Did strangers bring more to it than the choice of a game: cards, a scenario, a record? Such a table is set up and
    woken in a process of its own."""
    return opened.origin is not None or opened.fork_of == FILE or has_cards(opened.options)


def has_cards(options: Mapping[str, object]) -> bool:
    return any(isinstance(value, str) and "\n" in value for value in options.values())


class _Size(msgspec.Struct):
    game: str
    seats: int


def _size(data: bytes) -> _Size:
    try:
        return msgspec.json.decode(data[:FILE_MOST], type=_Size)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSave(f"This is no saved game, or only a part of one: {error!s:.120}.") from None


def seats_of(data: bytes) -> int:
    """For how many the game of a file is; nothing else of it is read."""
    size = _size(data)
    if size.seats not in about(size.game).seats:
        raise BadSave(f"{about(size.game).title} is not for {size.seats} players.")
    return size.seats


def game_of(data: bytes) -> str:
    return _size(data).game


def check_clock(clock: Clock) -> None:
    most = CLOCK_MOST.get(clock.kind)
    if most is None:
        raise BadSetup("A clock is none, move, bank or day.")
    if clock.kind == "none" and clock != Clock():
        raise BadSetup("A table without a clock has no seconds.")
    if clock.kind != "none" and not 1 <= clock.seconds <= most:
        raise BadSetup(
            f"A clock of this kind has 1 to {most} {'days' if clock.kind == 'day' else 'seconds'}."
        )
    if not 0 <= clock.increment <= 86400:
        raise BadSetup("The increment of a clock is 0 to 86400 seconds.")


def check_cards(cards: object) -> None:
    """A guest's own card file comes as text: no file of the server is ever read for a guest."""
    if cards and "\n" not in str(cards):
        raise BadSetup("A card file is given as its text, not by the name of a file.")
    if len(str(cards)) > CARDS_MOST:
        raise BadSetup(f"The card file is too large: it may have {CARDS_MOST} letters.")


def seat_rows(plans: tuple[SeatPlan, ...], holder: str) -> tuple[r.SeatRow, ...]:
    rows: list[r.SeatRow] = []
    for plan in plans:
        split(plan.level)
        if plan.kind not in ("open", "person", "bot"):
            raise BadSetup("A seat is for a person, a bot, or open.")
        name = own_name(read_name(plan.name), len(rows), (row.name for row in rows))
        rows.append(r.SeatRow(plan.kind, name, plan.level, holder if plan.kind == "person" else ""))
    return tuple(rows)


def _opening(opened: r.Opened, token: str, answers: list[r.AnyRecord] | None = None) -> Opening:
    records: list[r.AnyRecord] = [opened, *(answers or [])]
    if all(seat.kind != "open" for seat in opened.seats):
        records.append(r.Begun(at=opened.at))
    return Opening(records, token)


def from_plan(plan: TablePlan, now: float) -> Opening:
    """A new game. Raises BadSetup, BadCards or BadScenario for what cannot be."""
    check_clock(plan.clock)
    if not PATIENCE_LEAST <= plan.patience <= 86400:
        raise BadSetup(f"The patience of a table is {PATIENCE_LEAST} to 86400 seconds.")
    game, token = find(plan.game), new_token()
    check_cards(plan.options.get("cards", ""))
    seed = new_seed() if plan.seed is None else plan.seed
    origin: dict[str, object] | None = None
    if plan.scenario is None:
        position = begin(game, len(plan.seats), seed, plan.options)
    else:
        origin = {"options": dict(plan.options), "set": plan.scenario}
        position = arrange(game, origin, len(plan.seats), seed)
    return _opening(
        r.Opened(
            at=now,
            game=plan.game,
            options=position.options,
            seed=seed,
            seats=seat_rows(plan.seats, digest(token)),
            clock=plan.clock,
            host=digest(token),
            invite=new_token(),
            watch=new_token(),
            listed=plan.listed,
            patience=plan.patience,
            pace=plan.pace,
            hints=plan.hints,
            commitment=position.commitment,
            origin=origin,
            lesson=next((n for n, seat in enumerate(plan.seats) if seat.kind == "person"), -1)
            if plan.lesson
            else -1,
            studio=is_studio(plan),
        ),
        token,
    )


def is_studio(plan: TablePlan) -> bool:
    """Did somebody choose what the server draws otherwise? Whoever learns alone with bots has nobody to deceive."""
    people = sum(seat.kind != "bot" for seat in plan.seats)
    return plan.seed is not None or (plan.scenario is not None and not (plan.lesson and people == 1))


def from_file(data: bytes, plans: tuple[SeatPlan, ...], now: float) -> Opening:
    """A game that was saved or exported, with other people at it. Every answer is checked again."""
    if len(data) > FILE_MOST:
        raise BadSave("The file is too large for a saved game.")
    try:
        file = saves.read(data)
    except RecursionError:
        raise BadSave("This is no saved game: it is nested too deeply.") from None
    check_cards(file.options.get("cards", ""))
    if len(plans) != file.seats:
        raise BadSetup(f"The game of this file has {file.seats} seats, not {len(plans)}.")
    if file.log is None:
        raise BadSave(ONLY_A_POSITION)
    if len(file.log) > ANSWERS_MOST:
        raise BadSave(f"The file has {len(file.log)} answers; no game has more than {ANSWERS_MOST}.")
    _check_replay(file)
    answers: list[r.AnyRecord] = [
        r.Answered(at=now, seat=s, option=read_option(o), by="record") for s, o in file.log
    ]
    opened, token = _taken_up(file.game, file.options, file.seed, file.commitment, plans, now)
    return _opening(msgspec.structs.replace(opened, origin=file.origin, fork_of=FILE), token, answers)


def _taken_up(
    game: str,
    options: dict[str, Value],
    seed: int | str,
    promise: str,
    plans: tuple[SeatPlan, ...],
    now: float,
) -> tuple[r.Opened, str]:
    """The first record of a game that did not begin here, and the secret of who takes it up."""
    token = new_token()
    opened = r.Opened(
        at=now,
        game=game,
        options=options,
        seed=seed,
        seats=seat_rows(plans, digest(token)),
        clock=Clock(),
        host=digest(token),
        invite=new_token(),
        watch=new_token(),
        listed=False,
        patience=120,
        commitment=promise,
        studio=True,
    )
    return opened, token


def _check_replay(file: saves.File) -> None:
    """Plays the answers again from the seed and compares with what the file says. The position in it is never put on a
    table: strangers can write anything there."""
    saves.check_promise(file)
    again = saves.read(saves.save(saves.replay(file, find), None))
    if (again.state, again.stack, again.options) != (file.state, file.stack, file.options):
        raise BadSave("The answers, dealt again from the seed, lead to another position.")


def from_world(
    world: Position, fork_of: str, plans: tuple[SeatPlan, ...], now: float, pace: Pace = "usual"
) -> Opening:
    """A game that goes on from a world that somebody imagines."""
    if len(plans) != world.seats:
        raise BadSetup(f"The game has {world.seats} seats, not {len(plans)}.")
    world.seed, world.origin = f"imagined {secrets.token_hex(8)}", None
    promise = commitment(world.state.dice.key)
    opened, token = _taken_up(world.game.id, world.options, world.seed, promise, plans, now)
    base = saves.save(world, None).decode()
    return _opening(msgspec.structs.replace(opened, base=base, fork_of=fork_of, pace=pace), token)


def from_moment(table: str, book: Book, count: int, plans: tuple[SeatPlan, ...], now: float) -> Opening:
    """A game that goes on from a moment of another, as it really was."""
    opened = book.opened
    if len(plans) != len(opened.seats):
        raise BadSetup(f"The game has {len(opened.seats)} seats, not {len(plans)}.")
    token, gone = new_token(), book.played[:count]
    answers: list[r.AnyRecord] = [r.Answered(at=now, seat=a.seat, option=a.option, by="record") for a in gone]
    forked = msgspec.structs.replace(
        opened,
        at=now,
        seats=seat_rows(plans, digest(token)),
        clock=Clock(),
        host=digest(token),
        invite=new_token(),
        watch=new_token(),
        listed=False,
        fork_of=table,
        lesson=-1,
        studio=True,
    )
    return _opening(forked, token, answers)


def again(book: Book, now: float, asks: Collection[int] = ()) -> Opening:
    """A rematch: the same people with their secrets, one seat further; other dice. A bot sits for whoever is away, but
    not for who `asks`."""
    opened, names = book.opened, [seat.name for seat in book.seats]
    seats: list[r.SeatRow] = []
    for number, seat in enumerate(book.seats):
        name = without_letter(seat.name, number, names)
        name = own_name(name, (number or len(names)) - 1, (row.name for row in seats))
        kind = seat.kind if number in asks else seat.plays
        seats.append(r.SeatRow(kind, name, seat.level, seat.holder if kind == "person" else ""))
    seed = new_seed()
    promise = commitment(key_of(opened.game, seed))
    fresh = msgspec.structs.replace(
        opened,
        at=now,
        seed=seed,
        seats=(*seats[1:], seats[0]),
        invite=new_token(),
        watch=new_token(),
        commitment=promise,
        base="",
        fork_of="",
        lesson=-1,
        studio=opened.origin is not None,
    )
    return _opening(fresh, "")


# -- after a crash, or a nap ------------------------------------------------------------------------------


def rebuild(
    snapshot: Snapshot | None, rows: list[Row], older: Snapshot | None = None
) -> tuple[Book, Progress | None]:
    """The table that its log tells of. One that cannot be read is frozen, with the reason; its log stays.

    A table keeps playing when the rules change: without a `snapshot`, the whole log is played under the rules of this
    program. Where every answer stands and tells everybody what it told then, and all views at the `older` snapshot are
    what they were, it goes on."""
    opened: r.Opened | None = None
    try:
        progress = None
        if snapshot is not None:
            kept = read_snapshot(snapshot.body)
            opened = kept.book.opened
            if snapshot.rules != find(opened.game).about.version:
                raise KnavesError("The snapshot was kept under other rules.")
            if kept.book.written != snapshot.seq:
                raise KnavesError("The snapshot was kept by an older program.")
            progress = Progress.restore(kept)
        then = _seen_then(older)
        for row in rows:
            record = r.decode(row.body)
            if isinstance(record, r.Opened):
                opened = record
                progress = Progress.open(record)
                continue
            assert progress is not None
            now = progress.book.rules
            try:
                progress.advance(row.seq, record, legal=row.rules == now)
                kept_here = older is not None and row.seq == older.seq and row.rules != now
                if kept_here and then not in ("", progress.seen()):
                    raise SeenOtherwise("Not everybody would see the same.")
            except (Refused, RuleBug):
                raise KnavesError(_other_rules(row.rules, now, f"record {row.seq} would not stand")) from None
            except SeenOtherwise:
                why = f"not everybody would see the same after record {row.seq}"
                raise KnavesError(_other_rules(row.rules, now, why)) from None
        assert progress is not None
        return progress.book, progress
    except KnavesError as error:
        why = str(error)
    except Exception as error:  # one bad table cannot take the others down
        why = f"The log of this table cannot be read: {error!r:.200}."
    if opened is None:
        raise KnavesError(why)
    return frozen(opened, rows, why, snapshot.seq if snapshot else 1, older), None


def _seen_then(older: Snapshot | None) -> str:
    """What everybody saw when it was kept; "" if that is not known."""
    try:
        return read_snapshot(older.body).seen if older is not None else ""
    except msgspec.DecodeError:
        return ""


def _other_rules(version: str, now: str, why: str) -> str:
    return (
        f"Version {version} of the rules plays this table; this program has version {now}, and under it {why}. "
        "The table rests: it can be read and exported."
    )


def frozen(opened: r.Opened, rows: list[Row], why: str, seq: int = 1, older: Snapshot | None = None) -> Book:
    """The book of a table that cannot go on, with the reason: who sits there, and what was told as far as kept."""
    book = new_book(opened)
    if older is not None:
        try:
            book = read_snapshot(older.body).book
        except msgspec.DecodeError:
            older = None
    for row in rows:
        try:
            record = r.decode(row.body)
        except msgspec.DecodeError:
            continue
        if isinstance(record, r.Sat | r.Seated) and 0 <= record.seat < len(book.seats):
            seat = book.seats[record.seat]
            seat.name = record.name
            seat.kind = record.kind if isinstance(record, r.Seated) else "person"
            seat.holder = record.holder if isinstance(record, r.Sat) else ""
    book.status, book.notice = "frozen", why
    book.written = rows[-1].seq if rows else seq
    book.seq = max(book.seq, 1) if older is not None else book.written
    book.rules = rows[-1].rules if rows else ""
    return book
