"""A table as its log tells it, record by record: what each one changes in the book, and what is told of it."""

from __future__ import annotations

import pytest

import knaves
from knaves.core.errors import KnavesError
from knaves.table.log import records as r
from knaves.table.state import progress as module
from knaves.table.state.book import ALL, Proposal, StandingOrder
from knaves.table.state.clocks import READING
from knaves.table.state.progress import SeenOtherwise, Trial
from tests.table.toy import GAME, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def test_a_table_is_opened_with_its_first_record() -> None:
    log = Log(begun=False)
    assert (log.book.written, log.book.seq, log.book.status, log.book.rules) == (
        1,
        1,
        "lobby",
        GAME.about.version,
    )
    assert log.notes == [] and log.progress.position == log.progress.back_to(0)
    assert Log(begun=False, studio=True).notes == [(0.0, module.STUDIO, None)]
    forked = Log(begun=False, studio=True, fork_of="x").notes
    assert (
        len(forked) == 1
        and forked[0][0] == 0.0
        and forked[0][1].startswith("This game goes on from a moment of another one")
    )
    with pytest.raises(KnavesError, match="opened only once"):
        log.add(log.book.opened)
    with pytest.raises(AssertionError):
        log.progress.advance(9, r.Begun(at=1.0))


def test_the_beginning_starts_the_clock_of_who_is_asked() -> None:
    log = Log(begun=False)
    log.book.free = [(0, 0)]
    log.add(r.Begun(at=10.0))
    assert (log.book.status, log.book.moved, log.book.updated, log.book.free) == ("running", 2, 10.0, [])
    assert [seat.asked for seat in log.book.seats] == [2, 2, 2]
    assert [seat.since for seat in log.book.seats] == [10.0, None, None]
    assert log.notes == [(10.0, "The game begins.", None)]


def test_who_sits_down_has_no_orders_and_is_announced() -> None:
    log = Log(begun=False)
    log.book.seats[1].last, log.book.seats[1].away, log.book.seats[1].votes = 9, True, [0]
    log.add(r.Sat(at=1.0, seat=1, name="Bo", holder="b"))
    seat = log.book.seats[1]
    assert (seat.kind, seat.name, seat.away, seat.votes, seat.last) == ("person", "Bo", False, [], 9)
    assert log.notes == [], "the same person under another name"
    log.book.orders[2] = [StandingOrder(1, "pass", ("dig",), "", (), 1)]
    log.book.seats[2].last = 9
    log.add(r.Sat(at=2.0, seat=2, name="Cy", holder="c"))
    seat = log.book.seats[2]
    assert (seat.kind, seat.holder, seat.last, log.book.orders[2]) == ("person", "c", 0, [])
    assert log.notes == [(2.0, "{seat} sits down.", 2)]
    log.add(r.Begun(at=3.0), r.Sat(at=4.0, seat=2, name="Dee", holder="d"))
    assert log.notes[-1][1].startswith("{seat} is new here") and log.notes[-1][2] == 2


def test_the_lobby_is_arranged() -> None:
    log = Log(begun=False)
    log.book.seats[1].away = True
    log.add(r.Seated(at=1.0, seat=1, kind="bot", level="rules", name="Robbie"))
    seat = log.book.seats[1]
    assert (seat.kind, seat.name, seat.level, seat.holder, seat.away) == ("bot", "Robbie", "fair", "", False)
    log.add(r.Unseated(at=2.0, seat=0))
    seat = log.book.seats[0]
    assert (seat.kind, seat.name, seat.holder, seat.away) == ("open", "", "", False)
    assert log.notes == [(2.0, "The host frees the seat of Ann.", None)]
    log.add(r.InviteSet(at=3.0, seat=0, on=False), r.WatchSet(at=4.0, on=False))
    assert not log.book.invites and not log.book.spectators
    log.add(r.InviteSet(at=5.0, seat=0, on=True), r.WatchSet(at=6.0, on=True))
    assert log.book.invites and log.book.spectators
    assert [text for _, text, _ in log.notes[1:]] == [
        "The host: the invite link seats nobody any more.",
        "The host: nobody watches any more.",
        "The host: the invite link may seat new people again.",
        "The host: people may watch again.",
    ]


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("left", "{seat} leaves: a fair bot plays on until {seat} is back."),
        ("clock", "{seat}'s time is up: a fair bot plays on until {seat} is back."),
        ("vote", "The others put a bot in the seat of {seat}: a fair bot plays on until {seat} is back."),
    ],
)
def test_who_is_away_and_comes_back(why: str, says: str) -> None:
    log = Log()
    log.book.seats[0].votes, log.book.seats[1].votes = [1], [0, 2]
    log.add(r.Away(at=30.0, seat=0, why=why))
    seat = log.book.seats[0]
    assert (seat.away, seat.votes, seat.gone, seat.gone_at, seat.why, seat.back) == (
        True,
        [],
        3,
        30.0,
        why,
        0,
    )
    assert log.book.seats[1].votes == [2], "who is away votes no more"
    assert (seat.since, seat.bank) == (None, 80.0) and log.notes[-1] == (30.0, says, 0)
    seat.bank, seat.votes = 3.0, [1]
    seat.asked += 1  # the bot has answered, and there is another question
    log.add(r.Back(at=130.0, seat=0))
    bank = 3.0 if why == "left" else 30.0
    assert (seat.away, seat.votes, seat.back, seat.bank) == (False, [], 4, bank)
    assert seat.since == 130.0 + READING and log.notes[-1] == (130.0, "{seat} is back.", 0)
    log.add(r.Away(at=150.0, seat=1, why="left"), r.Away(at=151.0, seat=0, why="left"))
    assert log.notes[-1][1] == "{seat} leaves: no other person is here, so the game waits."
    log.book.seats[1].bank = 64.0
    log.add(r.Back(at=160.0, seat=1))
    assert (log.book.seats[1].bank, log.book.seats[1].since) == (64.0, None), "nobody waits for this one"


def test_an_answer_is_played_told_and_counted() -> None:
    log = Log()
    log.book.seats[0].votes = [1]
    log.book.proposal = Proposal(1, 0, [1])
    log.answer("dig")
    book = log.book
    assert [(one.seq, one.at, one.seat, one.option, one.by) for one in book.played] == [
        (3, 20.0, 0, ("dig",), "person")
    ]
    event = next(one for one in book.told if one.kind == "event")
    assert (event.seq, event.at, event.seat, event.text, event.things, event.to) == (
        3,
        20.0,
        0,
        "dug",
        (0,),
        ALL,
    )
    assert (book.moved, book.seats[0].last, book.seats[0].votes, book.proposal) == (3, 3, [], None)
    assert log.notes[-1] == (20.0, "The game went on: nobody goes back.", None)
    assert book.free == [(0, 0)] and book.seats[0].bank == 95.0 and book.seats[0].since == 20.0
    assert [seat.asked for seat in book.seats] == [3, 3, 3], (
        "also for who has answered: it is another question"
    )
    log.answer("roll", by="bot")
    assert book.free == [] and book.seats[0].last == 3, (
        "dice are a barrier, and a bot's answer is not by hand"
    )
    log.answer("pass", by="order")
    assert book.seats[0].last == 5 and [seat.since for seat in book.seats[:2]] == [None, 20.0]


def test_standing_orders_are_counted_and_end() -> None:
    log = Log()
    log.add(
        r.OrderGiven(at=11.0, seat=0, id=4, kind="always", option=("dig",), clause="", unless=("x",), times=2)
    )
    (order,) = log.book.orders[0]
    assert (order.id, order.kind, order.option, order.unless, order.times, order.start) == (
        *(4, "always", ("dig",), ("x",), 2),
        2,
    )
    assert (log.book.order_counts[0], log.book.seq, log.book.written, log.book.updated) == (4, 2, 3, 10.0), (
        "private"
    )
    log.answer("dig", order=9)
    assert order.used == 0
    log.answer("dig", order=4)
    assert order.used == 1
    log.answer("dig", order=4)
    assert order.used == 2
    log.add(r.Undone(at=29.0, seat=1, answers=2, free=False))
    assert log.book.orders[0] == []
    log.book.orders[0] = [order]
    log.add(r.Undone(at=30.0, seat=0, answers=1, free=True))
    assert log.book.orders[0] == [] and log.notes[-1] == (
        30.0,
        "Your standing order ends: its answer was taken back.",
        0,
    )
    assert next(one for one in reversed(log.book.told)).to == 0b001, "for that seat alone"
    log.add(r.OrderGiven(at=31.0, seat=1, id=3, kind="pass", option=("dig",), clause="", unless=(), times=0))
    assert log.book.order_counts == {0: 4, 1: 3}
    log.add(r.OrderEnded(at=32.0, seat=1, id=8, why="enough"))
    assert len(log.book.orders[1]) == 1, "there is no such order"
    log.add(r.OrderEnded(at=33.0, seat=1, id=3, why="enough"))
    assert log.book.orders[1] == [] and log.notes[-1] == (33.0, "Your standing order ends: enough.", 1)
    assert log.book.told[-1].to == 0b010
    log.add(r.OrderGiven(at=34.0, seat=1, id=5, kind="pass", option=("dig",), clause="", unless=(), times=0))
    log.answer("end")
    assert log.book.orders == [[], [], []] and log.book.status == "over"


def test_what_is_taken_back_never_happened() -> None:
    log = Log()
    log.answer("dig")
    digged = log.progress.position
    log.answer("dig", "dig")
    log.progress.known = log.progress.stood()[:]
    log.progress.lines = {None: {}}
    log.book.notice, log.book.proposal = "odd", Proposal(0, 1, [0])
    log.add(r.Undone(at=40.0, seat=0, answers=1, free=True))
    book = log.book
    assert log.progress.position == digged and len(book.played) == 1 and len(log.progress.known) == 2
    assert [one.seq for one in book.told if one.kind == "event"] == [3] and book.free == [(0, 0)]
    assert (book.moved, book.notice, book.proposal, log.progress.lines) == (6, "", None, {})
    assert [seat.asked for seat in book.seats] == [6, 6, 6]
    assert log.notes[-1] == (40.0, "{seat} takes an answer back.", 0)
    log.answer("end")
    log.add(r.Undone(at=50.0, seat=1, answers=0, free=False))
    assert book.status == "running" and book.played == [] and book.free == []
    assert log.notes[-1] == (50.0, "All agree: the game goes back.", 1)


def test_going_back_is_agreed_on() -> None:
    log = Log()
    log.add(r.UndoVoted(at=11.0, seat=0, yes=True))
    log.add(r.UndoProposed(at=12.0, seat=1, answers=0), r.UndoVoted(at=13.0, seat=0, yes=True))
    proposal = log.book.proposal
    assert proposal is not None and (proposal.seat, proposal.answers, proposal.agreed) == (1, 0, [1, 0])
    assert log.notes[-1] == (12.0, "{seat} asks to go back.", 1)
    log.add(r.UndoVoted(at=14.0, seat=2, yes=False))
    assert log.book.proposal is None and log.notes[-1] == (14.0, "{seat} does not want to go back.", 2)


def test_what_people_say_and_do_beside_the_game() -> None:
    log = Log()
    log.add(r.Rested(at=20.0, seat=1, days=2), r.Rested(at=21.0, seat=0, days=1))
    assert log.book.seats[1].holidays == [(20.0, 20.0 + 2 * 86400)]
    assert [text for _, text, _ in log.notes[1:]] == [
        "{seat} is on holiday for 2 days: the clock stands.",
        "{seat} is on holiday for a day: the clock stands.",
    ]
    log.add(r.Voted(at=22.0, seat=1, target=0), r.Voted(at=23.0, seat=1, target=0))
    assert log.book.seats[0].votes == [1] and log.book.told[-1].things == (0,)
    assert log.notes[-1] == (23.0, "{seat} wants a bot to play for {other}.", 1)
    log.add(r.Said(at=24.0, seat=1, text="hello"))
    said = log.book.told[-1]
    assert (said.kind, said.seq, said.at, said.seat, said.text, said.to) == (
        "chat",
        log.book.seq,
        24.0,
        1,
        "hello",
        ALL,
    )
    log.progress.lines = {None: {}}
    log.add(r.Muted(at=25.0, seat=0, target=1, on=True), r.Muted(at=25.0, seat=0, target=2, on=True))
    log.add(r.Muted(at=25.0, seat=0, target=1, on=True))
    assert log.book.seats[0].muted == [2, 1] and log.progress.lines == {}
    log.add(r.Muted(at=26.0, seat=0, target=2, on=False))
    assert log.book.seats[0].muted == [1]
    log.add(r.Reported(at=27.0, seat=1, target=2, text="says {names}"))
    told = log.book.told[-1]
    assert (told.text, told.seat, told.to, told.things, told.at) == (
        *("{seat} reports {other} to the host: says (names)", 1, 0b011, (2,)),
        27.0,
    )
    log.add(r.Rematched(at=28.0, table="next"))
    assert log.book.rematch == "next" and log.book.told[-1].text == "They play again."


def test_a_table_that_rests_goes_on_as_it_was() -> None:
    for begun, status in ((True, "running"), (False, "lobby")):
        log = Log(begun)
        log.add(r.Frozen(at=20.0, why="Sunday."), r.Frozen(at=21.0, why="Monday."))
        assert (log.book.status, log.book.notice, log.book.before) == ("frozen", "Monday.", status)
        assert log.book.seats[0].since is None
        assert log.notes[-1] == (21.0, "Whoever runs this server lets the table rest: Monday.", None)
        log.add(r.Thawed(at=30.0))
        assert (log.book.status, log.book.notice) == (status, "") and log.notes[-1] == (
            30.0,
            "The table goes on.",
            None,
        )
        assert log.book.seats[0].since == (30.0 if begun else None)
    log = Log()
    log.add(r.Broke(at=20.0, why="A loose stone.", record=""))
    assert (log.book.status, log.book.notice) == ("broken", "A loose stone.")
    assert log.notes[-1] == (20.0, "A rule went wrong and the table stopped. Its record is kept.", None)


def test_the_learner_puts_hints_aside() -> None:
    log = Log(lesson=0)
    lesson = log.book.lesson
    assert lesson is not None
    log.add(r.Hinted(at=20.0, hint="dig"))
    assert lesson.done == ["dig"] and not lesson.off
    log.add(r.Hinted(at=21.0, hint=""))
    assert lesson.off
    Log().add(r.Hinted(at=20.0, hint="dig"))


def test_what_a_status_will_be() -> None:
    log = Log()
    position, says = log.progress.position, log.progress.status_after
    dig, end = (Trial(position, 0, (verb,)) for verb in ("dig", "end"))
    record = dig.record(20.0, "person", 3)
    assert (record.at, record.seat, record.option, record.by, record.order) == (
        20.0,
        0,
        ("dig",),
        "person",
        3,
    )
    assert record.told == dig.told() != end.told() and dig.events and dig.position.state.sink is None
    assert says(record, dig) == "running" and says(record, end) == "over" and says(record, None) == "running"
    assert says(r.Broke(at=1.0, why="", record=""), None) == "broken"
    assert (
        says(r.Frozen(at=1.0, why=""), None) == "frozen" and says(r.Thawed(at=1.0), None) == log.book.before
    )
    assert says(r.Said(at=1.0, seat=0, text=""), None) == "running"
    log.book.status = "over"
    assert says(r.Undone(at=1.0, seat=0, answers=0, free=True), None) == "running"
    assert says(r.Said(at=1.0, seat=0, text=""), None) == "over"
    log.book.status = "lobby"
    assert says(record, end) == "lobby" and says(r.Begun(at=1.0), None) == "running"
    log.progress.position = end.position
    assert says(r.Begun(at=1.0), None) == "over"


def test_an_answer_of_other_rules_must_be_legal_and_tell_the_same() -> None:
    log = Log()
    told = Trial(log.progress.position, 0, ("roll",)).told()
    before = log.progress.seen()
    for option, digest, error in ((("roll",), "other", SeenOtherwise), (("fly",), "", knaves.Refused)):
        with pytest.raises(error):
            log.progress.advance(
                3, r.Answered(at=20.0, seat=0, option=option, by="person", told=digest), legal=False
            )
        assert log.book.written == 2 and log.progress.seen() == before
    for digest in ("", told):
        one = Log()
        one.progress.advance(
            3, r.Answered(at=20.0, seat=0, option=("roll",), by="person", told=digest), legal=False
        )
        assert len(one.book.played) == 1
    one = Log()
    one.progress.advance(3, r.Answered(at=20.0, seat=0, option=("roll",), by="person", told="other"))
    assert len(one.book.played) == 1, "known to be legal: nothing is compared"


def test_what_is_said_at_any_time_is_played_for_who_says_it() -> None:
    log = Log(lesson=0)
    log.add(r.Answered(at=20.0, seat=1, option=("offer", 0, 1), by="person"))
    assert log.progress.position.state.offers == [(1, 0)]  # type: ignore[attr-defined]
    log.add(r.Answered(at=21.0, seat=0, option=("decline",), by="person"))
    log.answer("peek")
    peeked = next(one for one in log.book.told if one.text == "peeked")
    assert peeked.seen == (-1, 0b0001), "who has seen the card"
    lesson = log.book.lesson
    assert lesson is not None and lesson.answers == 2 and {"mine:peeked", "event:peeked"} <= {*lesson.met}


def test_a_rule_that_breaks_is_told_with_the_game_so_far(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log = Log()
    log.answer("dig")
    bug = log.progress.stuck(ValueError("odd"))
    assert "nobody can go on: ValueError('odd')" in str(bug)
    assert b'"log":[[0,["dig"]]]' in bug.record.replace(b" ", b"").replace(b"\n", b"")
    position = log.progress.position
    with pytest.raises(knaves.RuleBug):
        log.progress.attempt(position, 0, ("trip",))
    with pytest.raises(knaves.Refused, match="nothing called"):
        log.progress.attempt(position, 0, ("fly",))
    assert log.progress.attempt(position, 0, ("dig",)).events[0].kind == "dug"

    def broken(s: object, seat: int) -> list[object]:
        raise ZeroDivisionError("a hole")

    monkeypatch.setattr(GAME, "admits", lambda s, seat, option: 1 // 0)
    for seat in (0, 1):
        with pytest.raises(knaves.Refused, match=r"^That is not possible now\.$"):
            log.progress.attempt(position, seat, ("offer", 1 - seat, 2))
    assert "('offer', 1, 2) could not be checked" in caplog.text
    monkeypatch.setattr(GAME, "interjections", broken)
    for seat in (0, 1):
        with pytest.raises(knaves.RuleBug, match="nobody can go on: ZeroDivisionError"):
            log.progress.attempt(position, seat, ("offer", 1 - seat, 2))
