"""How tables come to be, record by record: from plans, files, moments, worlds, once more, and from their logs."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

import knaves
from knaves.core import save as saves
from knaves.core.dice import commitment, key_of
from knaves.core.errors import BadSave, BadSetup, KnavesError
from knaves.core.reading import read_option
from knaves.core.save import _digest, _trail
from knaves.games import find
from knaves.table import Clock, SeatPlan, TablePlan
from knaves.table.house import table_openings as openings
from knaves.table.house.table_openings import FILE, Opening
from knaves.table.log import records as r
from knaves.table.log.storage import Row, Snapshot
from knaves.table.people.table_plan import Kind
from knaves.table.people.tokens import digest

GAME, NOW = "_template", 5.0
ANN, BOT, OPEN = SeatPlan("person", "Ann"), SeatPlan("bot"), SeatPlan("open")
SCENE: dict[str, object] = {"coins": [9, 1]}
RULES = find(GAME).about.version


def opened(*seats: SeatPlan, **more: object) -> Opening:
    return openings.from_plan(TablePlan(GAME, seats or (ANN, BOT), **more), NOW)  # type: ignore[arg-type]


def changed(now: r.Opened, before: r.Opened) -> dict[str, object]:
    """What stands otherwise in a first record, but for secrets."""
    fields = {
        name: getattr(now, name) for name in now.__struct_fields__ if name not in ("invite", "watch", "host")
    }
    return {name: value for name, value in fields.items() if value != getattr(before, name)}


def played(answers: int, seed: str = "a seed") -> knaves.Position:
    position = knaves.start(GAME, seats=2, seed=seed)
    for _ in range(answers):
        ask = position.ask()
        assert ask is not None
        position.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    return position


def written(made: Opening, *records: r.AnyRecord) -> list[Row]:
    rows = made.rows()
    return rows + [Row(n, RULES, r.encode(one)) for n, one in enumerate(records, len(rows) + 1)]


def first_answer(made: Opening) -> r.Answered:
    _, progress = openings.rebuild(None, made.rows())
    assert progress is not None
    ask = progress.position.ask()
    assert ask is not None
    return r.Answered(at=NOW, seat=ask.seats[0], option=ask.options(ask.seats[0])[0], by="hand")


# -- from a plan ------------------------------------------------------------------------------------------


def test_what_a_plan_says_stands_in_the_first_record() -> None:
    clock = Clock("bank", 60, 5)
    made = opened(seed="a seed", clock=clock, listed=True, patience=90, pace="slow", hints=True)
    first = made.opened
    assert (first.at, first.game, first.seed, first.options) == (NOW, GAME, "a seed", played(0).options)
    assert (first.clock, first.listed, first.patience, first.pace, first.hints) == (
        clock,
        True,
        90,
        "slow",
        True,
    )
    assert first.commitment == commitment(key_of(GAME, "a seed"))
    assert (first.origin, first.base, first.fork_of, first.lesson) == (None, "", "", -1)
    assert first.host == digest(made.token) == first.seats[0].holder and first.seats[1].holder == ""
    assert len({made.token, first.invite, first.watch}) == 3 and all((first.invite, first.watch))
    assert made.records == [first, r.Begun(at=NOW)]
    assert [(seat.kind, seat.level) for seat in first.seats] == [("person", ANN.level), ("bot", BOT.level)]
    assert made.rows() == [Row(1, RULES, r.encode(first)), Row(2, RULES, r.encode(made.records[1]))]


def test_a_game_begins_when_no_seat_is_open() -> None:
    assert opened(ANN, OPEN).records[1:] == []
    assert [seat.name for seat in opened(ANN, OPEN, BOT).opened.seats] == ["Ann", "", ""]


def test_without_a_seed_it_is_drawn_and_without_a_scenario_there_is_none() -> None:
    first, other = (opened().opened for _ in range(2))
    assert first.seed != other.seed and first.commitment == commitment(key_of(GAME, first.seed))
    scene = opened(scenario=SCENE).opened
    assert scene.origin == {"options": {}, "set": SCENE}
    _, progress = openings.rebuild(None, opened(scenario=SCENE).rows())
    assert progress is not None and progress.position.state.coins == [9, 1]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("seats", "lesson", "learns"),
    [((BOT, ANN, BOT), True, 1), ((BOT, ANN), False, -1), ((BOT, BOT), True, -1), ((ANN, BOT), True, 0)],
)
def test_the_first_person_learns(seats: tuple[SeatPlan, ...], lesson: bool, learns: int) -> None:
    assert opened(*seats, lesson=lesson).opened.lesson == learns


@pytest.mark.parametrize(
    ("seats", "more", "studio"),
    [
        ((ANN, BOT), {}, False),
        ((ANN, BOT), {"seed": 0}, True),
        ((ANN, BOT), {"scenario": SCENE}, True),
        ((ANN, BOT), {"scenario": SCENE, "lesson": True}, False),
        ((ANN, OPEN), {"scenario": SCENE, "lesson": True}, True),
        ((BOT, BOT), {"scenario": SCENE, "lesson": True}, True),
        ((ANN, BOT), {"scenario": SCENE, "lesson": True, "seed": "s"}, True),
    ],
)
def test_who_chooses_what_is_drawn_otherwise_makes_a_studio(
    seats: tuple[SeatPlan, ...], more: dict[str, object], studio: bool
) -> None:
    assert opened(*seats, **more).opened.studio is studio


@pytest.mark.parametrize(
    "clock",
    [
        Clock(),
        Clock("move", 1),
        Clock("move", 86400, 86400),
        Clock("bank", 30 * 86400, 0),
        Clock("day", 1),
        Clock("day", 30),
    ],
)
def test_clocks_that_may_be(clock: Clock) -> None:
    openings.check_clock(clock)


@pytest.mark.parametrize(
    ("clock", "says"),
    [
        (Clock("hour", 1), "none, move, bank or day"),  # type: ignore[arg-type]
        (Clock("move", 0), "1 to 86400 seconds"),
        (Clock("move", 86401), "1 to 86400 seconds"),
        (Clock("bank", 30 * 86400 + 1), "1 to 2592000 seconds"),
        (Clock("day", 31), "1 to 30 days"),
        (Clock("move", 1, -1), "increment"),
        (Clock("none", 0, 86401), "without a clock"),
    ],
)
def test_clocks_that_may_not_be(clock: Clock, says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        opened(clock=clock)


def test_the_patience_of_a_table_has_bounds() -> None:
    assert [opened(patience=seconds).opened.patience for seconds in (60, 86400)] == [60, 86400]
    for seconds in (59, 86401):
        with pytest.raises(BadSetup, match="patience"):
            opened(patience=seconds)


def test_card_files_are_texts_of_some_length() -> None:
    openings.check_cards("")
    openings.check_cards("\n" * openings.CARDS_MOST)
    for cards, says in (("/etc/passwd", "its text"), ("\n" * (openings.CARDS_MOST + 1), "too large")):
        with pytest.raises(BadSetup, match=says):
            openings.check_cards(cards)
        with pytest.raises(BadSetup, match=says):
            opened(options={"cards": cards})


def test_seats_have_kinds_levels_and_names_of_their_own() -> None:
    rows = openings.seat_rows((ANN, SeatPlan("person"), BOT, OPEN), "holder")
    assert [row.holder for row in rows] == ["holder", "holder", "", ""]
    assert [row.kind for row in rows] == ["person", "person", "bot", "open"]
    assert [row.level for row in rows] == [ANN.level, ANN.level, BOT.level, OPEN.level]
    assert [row.name for row in openings.seat_rows((ANN, ANN), "")] == ["Ann", "Ann B"]
    for plan, says in (
        (SeatPlan(cast(Kind, "ghost")), "a person, a bot, or open"),
        (SeatPlan("bot", level="godlike"), "godlike"),
    ):
        with pytest.raises(KnavesError, match=says):
            openings.seat_rows((plan,), "")


def test_what_strangers_brought_is_known() -> None:
    plain = opened().opened
    assert not openings.is_foreign(plain)
    brought: list[dict[str, object]] = [{"origin": {}}, {"fork_of": FILE}, {"options": {"cards": "a\nb"}}]
    chosen: list[dict[str, object]] = [{"fork_of": "another"}, {"options": {"cards": "", "rounds": 2}}]
    for more in brought + chosen:
        assert openings.is_foreign(msgspec.structs.replace(plain, **more)) is (more in brought), more


# -- from a file ------------------------------------------------------------------------------------------


def rewritten(data: bytes, **change: object) -> bytes:
    file = msgspec.structs.replace(saves.read(data), **change)
    file.trail = _trail(file)
    file.digest = _digest(file)
    return msgspec.json.encode(file)


def test_for_whom_a_file_is_can_be_read_alone() -> None:
    assert (openings.seats_of(b'{"game":"_template","seats":2}'), openings.game_of(played(0).save())) == (
        2,
        GAME,
    )
    with pytest.raises(BadSave, match="not for 9 players"):
        openings.seats_of(b'{"game":"_template","seats":9}')
    late = b'{"game":"_template",' + b" " * openings.FILE_MOST + b'"seats":2}'
    for broken in (b"", b"\xff", b"[" * 100_000, late):
        with pytest.raises(BadSave, match="only a part of one"):
            openings.game_of(broken)


def test_a_file_goes_on_with_other_people() -> None:
    position = played(3)
    file = saves.read(position.save())
    made = openings.from_file(position.save(), (ANN, BOT), NOW)
    first = made.opened
    assert (first.at, first.game, first.options, first.seed) == (NOW, GAME, file.options, "a seed")
    assert (first.commitment, first.origin, first.fork_of, first.base) == (file.commitment, None, FILE, "")
    assert (first.clock, first.listed, first.patience, first.studio) == (Clock(), False, 120, True)
    assert first.host == digest(made.token) == first.seats[0].holder
    assert len({made.token, first.invite, first.watch}) == 3
    assert file.log is not None
    answers = [
        r.Answered(at=NOW, seat=seat, option=read_option(option), by="record") for seat, option in file.log
    ]
    assert len(answers) == 3 and made.records == [first, *answers, r.Begun(at=NOW)]
    scene = knaves.scenario({"game": GAME, "seats": 2, "seed": 1, "set": SCENE})
    assert openings.from_file(scene.save(), (ANN, OPEN), NOW).opened.origin == scene.origin


def test_files_that_cannot_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    data = played(3).save()
    wrong: list[tuple[bytes, tuple[SeatPlan, ...], str]] = [
        (data, (ANN, BOT, BOT), "2 seats, not 3"),
        (data, (ANN,), "2 seats, not 1"),
        (rewritten(data, log=None), (ANN, BOT), "position only"),
        (rewritten(data, options={"cards": "a name"}), (ANN, BOT), "its text"),
        (rewritten(data, seed="another"), (ANN, BOT), "does not fit the promise"),
        (rewritten(data, commitment="0" * 64), (ANN, BOT), "does not fit the promise"),
        (rewritten(data, state=saves.read(played(2).save()).state), (ANN, BOT), "lead to another position"),
        (b'{"state":{"a":' + b"[" * 100_000, (ANN, BOT), "only a part of one"),
    ]
    for file, seats, says in wrong:
        with pytest.raises(KnavesError, match=says):
            openings.from_file(file, seats, NOW)
    monkeypatch.setattr(openings, "ANSWERS_MOST", 3)
    openings.from_file(data, (ANN, BOT), NOW)
    monkeypatch.setattr(openings, "ANSWERS_MOST", 2)
    with pytest.raises(BadSave, match="3 answers; no game has more than 2"):
        openings.from_file(data, (ANN, BOT), NOW)
    monkeypatch.setattr(openings, "ANSWERS_MOST", 3)
    monkeypatch.setattr(openings, "FILE_MOST", len(data))
    openings.from_file(data, (ANN, BOT), NOW)
    monkeypatch.setattr(openings, "FILE_MOST", len(data) - 1)
    with pytest.raises(BadSave, match="too large"):
        openings.from_file(data, (ANN, BOT), NOW)


# -- from a table -----------------------------------------------------------------------------------------


def test_an_imagined_world_goes_on_under_a_promise_of_its_own() -> None:
    world = played(2)
    made = openings.from_world(world, "puzzle", (ANN, BOT), NOW, "quick")
    first = made.opened
    assert (first.at, first.game, first.fork_of, first.pace, first.origin) == (
        NOW,
        GAME,
        "puzzle",
        "quick",
        None,
    )
    assert str(first.seed).startswith("imagined ") and len(str(first.seed)) == len("imagined ") + 16
    assert first.commitment == commitment(world.state.dice.key) and first.studio
    kept = saves.load(first.base, find)
    assert kept.state == world.state and kept.seed == first.seed and made.records[1:] == [r.Begun(at=NOW)]
    assert openings.from_world(played(2), "x", (ANN, OPEN), NOW).opened.pace == "usual"
    with pytest.raises(BadSetup, match="2 seats, not 3"):
        openings.from_world(played(2), "x", (ANN, BOT, BOT), NOW)


def test_a_moment_of_a_table_goes_on_as_it_really_was() -> None:
    before = opened(seed="a seed", clock=Clock("move", 60), listed=True, lesson=True, hints=True, pace="slow")
    book, _ = openings.rebuild(None, written(before, first_answer(before)))
    assert len(book.played) == 1
    made = openings.from_moment("table", book, 1, (SeatPlan("person", "Eve"), BOT), 9.0)
    first, answered = made.opened, book.played[0]
    assert changed(first, before.opened) == {
        "at": 9.0, "seats": first.seats, "clock": Clock(), "listed": False, "fork_of": "table", "lesson": -1,
    }  # fmt: skip
    assert first.seats[0].name == "Eve" and first.seats[0].holder == first.host == digest(made.token)
    assert len({first.invite, first.watch, before.opened.invite, before.opened.watch}) == 4
    assert first.invite and first.watch
    again = r.Answered(at=9.0, seat=answered.seat, option=answered.option, by="record")
    assert made.records == [first, again, r.Begun(at=9.0)]
    assert len(openings.from_moment("table", book, 0, (ANN, OPEN), 9.0).records) == 1
    plain, _ = openings.rebuild(None, opened().rows())
    assert openings.from_moment("table", plain, 0, (ANN, BOT), 9.0).opened.studio
    with pytest.raises(BadSetup, match="2 seats, not 3"):
        openings.from_moment("table", book, 1, (ANN, BOT, BOT), 9.0)


def test_once_more_is_the_same_people_one_seat_further() -> None:
    before = opened(ANN, SeatPlan("person", "Bob"), BOT, seed="a seed", lesson=True, listed=True)
    book, _ = openings.rebuild(None, before.rows())
    made = openings.again(book, 9.0)
    first = made.opened
    assert changed(first, before.opened) == {
        "at": 9.0, "seed": first.seed, "commitment": commitment(key_of(GAME, first.seed)),
        "seats": first.seats, "lesson": -1, "studio": False,
    }  # fmt: skip
    assert [(s.kind, s.name, s.level) for s in first.seats] == [
        (s.kind, s.name, s.level) for s in (book.seats[1], book.seats[2], book.seats[0])
    ]
    assert [s.holder for s in first.seats] == [before.opened.host, "", before.opened.host]
    assert (made.token, first.host) == ("", before.opened.host)
    assert len({first.invite, first.watch, before.opened.invite, before.opened.watch}) == 4


def test_once_more_who_has_the_name_of_another_is_told_by_the_new_letter() -> None:
    before = opened(*(SeatPlan("person", name) for name in ("Mirela", "Mirela", "Bruno C")))
    book, _ = openings.rebuild(None, before.rows())
    assert [seat.name for seat in book.seats] == ["Mirela", "Mirela B", "Bruno C"]
    assert [s.name for s in openings.again(book, 9.0).opened.seats] == ["Mirela A", "Bruno C", "Mirela"]


def test_once_more_who_asks_sits_there_though_a_bot_minded_the_chair() -> None:
    book, _ = openings.rebuild(None, opened(ANN, SeatPlan("person", "Bob"), BOT).rows())
    book.seats[0].away = book.seats[1].away = True
    holder = book.seats[1].holder
    made = openings.again(book, 9.0, (1,)).opened.seats
    assert [(s.kind, s.holder) for s in made] == [("person", holder), ("bot", ""), ("bot", "")]


def test_once_more_keeps_a_scenario_and_no_way_it_came() -> None:
    scene, _ = openings.rebuild(None, opened(scenario=SCENE, lesson=True).rows())
    first = openings.again(scene, 9.0).opened
    assert first.studio and first.origin == {"options": {}, "set": SCENE}
    world, _ = openings.rebuild(None, openings.from_world(played(2), "puzzle", (ANN, BOT), NOW).rows())
    first = openings.again(world, 9.0).opened
    assert (first.base, first.fork_of, first.studio) == ("", "", False)
    world.seats[1].away, world.seats[0].away = False, True
    assert [(s.kind, s.holder) for s in openings.again(world, 9.0).opened.seats] == [("bot", ""), ("bot", "")]


# -- from a log -------------------------------------------------------------------------------------------


def snapshot(rows: list[Row]) -> Snapshot:
    book, progress = openings.rebuild(None, rows)
    assert progress is not None
    return Snapshot(book.written, RULES, openings.write_snapshot(progress.keep()))


def test_a_log_is_its_table_and_so_are_a_snapshot_and_the_rest() -> None:
    made = opened(seed="a seed")
    rows = written(made, first_answer(made))
    book, progress = openings.rebuild(None, rows)
    assert progress is not None and book.status == "running" and len(book.played) == 1
    for count in (2, 3):
        again, way = openings.rebuild(snapshot(rows[:count]), rows[count:])
        assert way is not None and again == book and way.position.state == progress.position.state
    kept = openings.restore(snapshot(rows).body)
    assert kept.book == book and kept.position.state == progress.position.state


def test_a_snapshot_of_other_rules_or_of_an_older_program_is_not_taken() -> None:
    kept = snapshot(opened().rows())
    for other, says in ((kept._replace(rules="0"), "other rules"), (kept._replace(seq=1), "older program")):
        book, progress = openings.rebuild(other, [])
        assert progress is None and book.status == "frozen" and says in book.notice
        assert book.written == book.seq == other.seq and book.rules == ""


def test_what_does_not_stand_freezes_the_table_with_its_reason() -> None:
    made = opened(seed="a seed")
    answer = first_answer(made)
    wrong = msgspec.structs.replace(answer, option=("nonsense",))
    rows = [*made.rows(), Row(3, "0", r.encode(wrong))]
    book, progress = openings.rebuild(None, rows)
    assert progress is None and book.status == "frozen"
    versions = f"Version 0 of the rules plays this table; this program has version {RULES},"
    assert book.notice.startswith(versions)
    assert "record 3 would not stand" in book.notice and (book.written, book.seq, book.rules) == (3, 3, "0")
    book, progress = openings.rebuild(None, [*made.rows(), Row(3, RULES, b"{")])
    assert progress is None and book.notice.startswith("The log of this table cannot be read: DecodeError(")
    assert book.rules == RULES and book.written == 3
    for nothing in ([], [Row(1, RULES, b"{")]):
        with pytest.raises(KnavesError, match="cannot be read"):
            openings.rebuild(None, nothing)


def test_who_would_see_otherwise_than_then_freezes_it() -> None:
    made = opened(seed="a seed")
    kept = snapshot(made.rows())
    rows = [row._replace(rules="0") for row in made.rows()]
    book, progress = openings.rebuild(None, rows, kept._replace(rules="0"))
    assert progress is not None and book.status == "running"
    table = openings.read_snapshot(kept.body)
    assert table.seen
    table.seen = "something else"
    other = Snapshot(2, "0", openings.write_snapshot(table))
    book, progress = openings.rebuild(None, rows, other)
    assert progress is None and "not everybody would see the same after record 2" in book.notice
    assert book.seq == table.book.seq and book.written == 2
    answered = Row(3, "0", r.encode(first_answer(made)))
    later, _ = openings.rebuild(None, [*rows, answered], other)
    assert (later.seq, later.written) == (table.book.seq, 3) and table.book.seq < 3
    for harmless in (other._replace(seq=9), other._replace(body=b"{")):
        assert openings.rebuild(None, rows, harmless)[1] is not None
    assert openings.rebuild(None, made.rows(), other)[1] is not None  # today's rules: nothing to compare
    table.seen = ""
    assert openings.rebuild(None, rows, other._replace(body=openings.write_snapshot(table)))[1] is not None


def test_the_book_of_a_frozen_table_says_who_sits_there() -> None:
    made = opened(ANN, OPEN, OPEN, OPEN, seed="a seed")
    strange = r.Sat(at=NOW, seat=9, name="Eve", holder="x")
    before = r.Sat(at=NOW, seat=-1, name="Eve", holder="x")
    came = r.Sat(at=NOW, seat=1, name="Bob", holder="secret")
    put = r.Seated(at=NOW, seat=2, kind="bot", level="", name="Robot")
    last = r.Sat(at=NOW, seat=3, name="Dee", holder="hers")
    rows = written(made, strange, before, came, put, last)
    rows.insert(1, Row(0, RULES, b"{"))
    book = openings.frozen(made.opened, rows, "Because.")
    assert (book.status, book.notice, book.written, book.seq, book.rules) == (
        "frozen",
        "Because.",
        6,
        6,
        RULES,
    )
    assert [(s.kind, s.name, s.holder) for s in book.seats[1:]] == [
        ("person", "Bob", "secret"), ("bot", "Robot", ""), ("person", "Dee", "hers"),
    ]  # fmt: skip
    again = r.Sat(at=NOW, seat=0, name="Anna", holder="new")
    assert openings.frozen(made.opened, written(made, again), "Because.").seats[0].name == "Anna"
    empty = openings.frozen(made.opened, [], "Because.")
    assert (empty.written, empty.seq, empty.rules) == (1, 1, "")
    odd = openings.frozen(made.opened, rows, "Because.", older=Snapshot(2, RULES, b"{"))
    assert (odd.written, odd.seq) == (6, 6)
