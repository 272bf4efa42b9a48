"""Non-interference: not one byte that a seat gets depends on what the seat may not know."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import knaves
from knaves.core.beat import play_randomly
from knaves.core.position import Position
from knaves.core.state import State
from knaves.games import about
from knaves.table import LogLine, SeatPlan, Table, TablePlan, Who
from knaves.table.house.table_openings import from_plan
from knaves.table.pages import log_reader, page_builder
from knaves.table.state.book import Told
from knaves.table.state.progress import Progress
from tests.table.kit import open_hall, played

GAMES = (*knaves.GAMES, "_template")
HOT = SeatPlan("person")


def all_bytes(table: Table, progress: Progress, eye: int | None) -> bytes:
    """Everything that leaves the table for these eyes: page, log, marks, export."""
    who = Who((eye,) if eye is not None else (), watches=True)
    book = progress.book
    parts: list[object] = [
        page_builder.page(table.id, book, progress, eye, who, 0.0, 500),
        log_reader.marks(book, progress, eye),
        log_reader.lines(book, progress, eye, None, 50),
        log_reader.export(table.id, book, progress).decode(),
        page_builder.summary(table.id, book, progress),
    ]
    ask = progress.position.ask()
    if ask is not None and eye is not None and not progress.position.sealed:
        offered = ask.options(eye) or ask.interjections(eye)
        things = {thing for option in offered for thing in progress.position.things(option)}
        parts.append([ask.why_not(eye, thing) for thing in sorted(things)])
    return msgspec.json.encode(parts)


def elsewhere(progress: Progress, position: Position) -> Progress:
    """The same table, if what is hidden were otherwise."""
    other = Progress(progress.book, position)
    other._way = progress._way
    return other


@pytest.mark.parametrize("game", GAMES)
@played
async def test_what_is_hidden_changes_no_byte(game: str) -> None:
    rng = Random(11)
    seats = max(about(game).seats)
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (HOT,) * seats, seed=11))
        table = await hall.table(ticket.table)
        for count in range(120):
            ask = table.progress.position.ask()
            if ask is None:
                break
            if count % 12 == 0 and not table.progress.position.sealed:
                for eye in (*range(seats), None):
                    real = all_bytes(table, table.progress, eye)
                    for _ in range(2):
                        world = table.progress.position.imagine(eye, rng)
                        assert all_bytes(table, elsewhere(table.progress, world), eye) == real
            seat = rng.choice(ask.seats)
            option = rng.choice(ask.options(seat))
            await table.answer(ticket.token, seat, option, table.book.seats[seat].asked)


@pytest.mark.parametrize("game", GAMES)
@played
async def test_sealed_answers_and_the_seed_reach_nobody_else(game: str) -> None:
    """What others have sealed, and the seed, stand in no byte of any other seat while the game goes on."""
    rng = Random(12)
    seats, seed = max(about(game).seats), "5e3d5e3d5e3d"
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (HOT,) * seats, seed=seed))
        table = await hall.table(ticket.table)
        checked = 0
        for _ in range(150):
            position = table.progress.position
            ask = position.ask()
            if ask is None:
                break
            seat = rng.choice(ask.seats)
            options = ask.options(seat)
            together = len(ask.seats) > 1 or bool(position.sealed)
            if together and len(options) > 1 and checked < 10:
                checked += 1
                first, second = rng.sample(options, 2)
                told = [_after(table, seat, option) for option in (first, second)]
                if told[0] is not None and told[1] is not None:
                    assert told[0] == told[1]
            await table.answer(ticket.token, seat, rng.choice(options), table.book.seats[seat].asked)
            for eye in (*range(seats), None) if checked < 4 else (None,):
                if table.status == "running":
                    assert seed.encode() not in msgspec.json.encode(look_at(table, table.progress, eye))


def _after(table: Table, seat: int, option: object) -> list[bytes] | None:
    """What all others would get if this seat gave that answer; None if it opens the sealed answers."""
    position = table.progress.position.clone()
    waited = position.ask()
    assert waited is not None
    position.take(seat, option)  # type: ignore[arg-type]
    ask = position.ask()
    if ask is None or ask.seats != tuple(s for s in waited.seats if s != seat):
        return None
    if len(position.stack) != len(table.progress.position.stack):
        return None
    progress = elsewhere(table.progress, position)
    eyes = [*(n for n in range(position.seats) if n != seat), None]
    return [msgspec.json.encode(look_at(table, progress, eye)) for eye in eyes]


def look_at(table: Table, progress: Progress, eye: int | None) -> object:
    who = Who((eye,) if eye is not None else (), watches=True)
    return page_builder.page(table.id, progress.book, progress, eye, who, 0.0, 500)


@pytest.mark.parametrize("game", GAMES)
@played
async def test_no_line_of_the_log_names_a_face_that_its_reader_has_not_seen(game: str) -> None:
    """Every line of every reader against what the reader saw when it happened: `things` and words, on the page, in the
    log and in the marks. (Imagined worlds cannot find this: the log tells of what really happened.)"""
    rng, seats = Random(13), max(about(game).seats)
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (HOT,) * seats, seed=13))
        table = await hall.table(ticket.table)
        rules, hidden = table.progress.position.game, 0
        for _ in range(150):
            if (ask := table.progress.position.ask()) is None:
                break
            seat = rng.choice(ask.seats)
            await table.answer(
                ticket.token, seat, rng.choice(ask.options(seat)), table.book.seats[seat].asked
            )
        state = table.progress.position.state
        for eye in (*range(seats), None):
            token = ticket.token if eye is not None else ticket.watch
            bit = seats if eye is None else eye
            lines = {line.seq: list[LogLine]() for line in table.lines(token, eye, most=10_000)}
            for line in (*table.lines(token, eye, most=10_000), *table.page(token, eye, lines=10_000).log):
                lines[line.seq].append(line)
            for told in table.book.told:
                if told.kind != "event":
                    continue
                kinds = rules.event_kinds(told.text)
                pieces = [
                    (kinds[place], face, seen >> bit & 1)
                    for place, (face, seen) in enumerate(zip(told.things, told.seen, strict=True), 1)
                    if kinds.get(place, "") in rules.pieces and face >= 0
                ]
                secret = {f"{kind}:face:{face}" for kind, face, seen in pieces if not seen}
                secret -= {f"{kind}:face:{face}" for kind, face, seen in pieces if seen}
                hidden += len(secret)
                if not secret:
                    continue
                names = {rules.face_name(state, kind, face) for kind, face, seen in pieces if not seen}
                names -= {rules.face_name(state, kind, face) for kind, face, seen in pieces if seen}
                for line in lines.get(told.seq, ()):
                    if line.event == told.text and set(line.things) & secret:
                        same = [t for t in table.book.told if t.seq == told.seq and t.text == told.text]
                        assert len(same) > 1, f"{line.text} tells seat {eye} of {secret}"
                    if (
                        line.event == told.text
                        and len([t for t in table.book.told if t.seq == told.seq]) == 1
                    ):
                        assert not any(name in line.text for name in names), (eye, line.text)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_names_a_piece_only_to_who_has_seen_it(game: str) -> None:
    """Every kind of event that names pieces in a game, told once more of pieces that only the first seat has seen."""
    seats = max(about(game).seats)
    position, rng = knaves.start(game, seats=seats, seed=14), Random(14)
    rules, spoken = position.game, dict[str, tuple[State, tuple[int, ...]]]()

    def note(s: State, kind: str, things: tuple[int, ...], to: int) -> None:
        kinds = rules.event_kinds(kind)
        if any(kinds.get(place) in rules.pieces and thing >= 0 for place, thing in enumerate(things, 1)):
            spoken.setdefault(kind, (s.clone(), things))

    position.state.sink = note
    play_randomly(position, rng)
    assert spoken, "no event of this game names a piece"
    progress = Progress.open(from_plan(TablePlan(game, (HOT,) * seats, seed=14), 0.0).opened)
    for kind, (state, things) in spoken.items():
        kinds, heard = rules.event_kinds(kind), list[knaves.Event]()
        pieces = {
            thing: kinds[place]
            for place, thing in enumerate(things, 1)
            if kinds.get(place) in rules.pieces and thing >= 0
        }
        for slot in pieces:
            state.seen[slot] = 1
        position.state = state
        position.listen(heard.append)
        state.tell(kind, *things)
        (event,) = heard
        progress.position, progress.lines = position, {}
        progress.book.told = [Told(1, 0.0, "event", 0, kind, event.things, event.seen, event.to)]
        named = {f"face:{state.face[slot]}" for slot in pieces}
        for eye in (*range(seats), None):
            found = log_reader.lines(progress.book, progress, eye, None, 9)
            told = {thing.partition(":")[2] for line in found for thing in line.things}
            if eye == 0:
                assert not found or named <= told, f"{kind} hides from the first seat what it has seen"
                continue
            assert not named & told, f"{kind} names {named} to {eye}"
            faces = {rules.face_name(state, piece, state.face[slot]) for slot, piece in pieces.items()}
            assert not any(face in line.text for line in found for face in faces), (
                f"{kind} tells {eye} of {faces}"
            )
