"""What one pair of eyes gets of a table, field by field: the page, its questions and answers, the log and the past."""

from __future__ import annotations

import json

import msgspec
import pytest

from knaves.core.errors import Refused
from knaves.core.save import read
from knaves.core.step import Shape
from knaves.table import Clock
from knaves.table.log import records as r
from knaves.table.pages import log_reader, page_builder
from knaves.table.pages.page import DealCard, LogLine, MindedCard, OptionCard, OrderCard, Page, UndoTarget
from knaves.table.people.orders import MOMENTS
from knaves.table.people.table_plan import Who
from knaves.table.state.book import Proposal, StandingOrder
from knaves.table.state.lesson import Lesson
from tests.table.kit import ANN, BOB, open_hall, played, sit
from tests.table.toy import GAME, Turn, Yard, toy
from tests.table.written import CLOCK, Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]

HOST = Who((0,), True, True, True)
GUEST = Who(watches=True)


def page(
    log: Log, eye: int | None, who: Who = HOST, now: float = 30.0, most: int = 50, targets: int = 20
) -> Page:
    return page_builder.page("t1", log.book, log.progress, eye, who, now, most, targets)


def answered(*verbs: str, **more: object) -> Log:
    log = Log(**more)  # type: ignore[arg-type]
    log.answer(*verbs)
    return log


def test_a_page_says_which_table_it_is_and_what_was_agreed() -> None:
    log = answered("dig", hints=True, studio=True, fork_of="t0")
    mine = page(log, 0)
    assert (mine.table, mine.game, mine.title, mine.rules, mine.options) == ("t1", "toy", "toy", "1", {})
    assert (mine.status, mine.notice, mine.seq, mine.at, mine.you) == ("running", "", 3, 30.0, 0)
    assert (mine.clock, mine.view) == (CLOCK, {"coins": [6, 5, 5], "top": None, "offers": [], "promises": []})
    assert (mine.commitment, mine.seed, mine.rematch, mine.fork_of) == (
        log.book.opened.commitment,
        None,
        None,
        "t0",
    )
    assert (mine.host, mine.listed, mine.studio, mine.spectators, mine.invites) == (
        True,
        False,
        True,
        True,
        True,
    )
    assert (mine.hints, mine.hinted, mine.explains, mine.since, mine.muted) == (True, True, True, 3, ())
    assert (mine.fills, mine.waiting, mine.minded, mine.lesson) == ("offer", "Waiting for Ann.", None, None)
    log.book.seats[0].muted, log.book.rematch, log.book.spectators, log.book.invites = [1], "t2", False, False
    mine = page(log, 0)
    assert (mine.muted, mine.rematch, mine.spectators, mine.invites) == ((1,), "t2", False, False)
    his, strangers = page(log, 1), page(log, None, GUEST)
    assert (his.hinted, his.explains, his.since, his.muted) == (False, True, 0, ())
    assert (strangers.you, strangers.hinted, strangers.muted, strangers.since) == (None, False, (), 0)
    assert (strangers.fills, strangers.host, strangers.orders, strangers.minded) == ("", False, (), None)


def test_before_its_game_and_after_it_a_page_asks_nothing() -> None:
    log = Log(begun=False)
    mine = page(log, 0)
    assert (mine.status, mine.view, mine.ask, mine.deals, mine.result) == ("lobby", None, None, (), None)
    assert (mine.log, mine.first, mine.hinted, mine.explains) == ((), 1, False, False)
    assert mine.waiting == "Waiting for the game to begin." and not any(card.waited for card in mine.seats)
    log.book.seats[1].kind = "open"
    assert page(log, 0).waiting == "Waiting for 1 more to sit down."
    log = answered("dig", "end", hints=True)
    mine = page(log, 0)
    assert (mine.status, mine.ask, mine.waiting, mine.seed) == ("over", None, "The game is over.", 7)
    assert mine.view is not None and mine.explains and not mine.hinted and not mine.undo.free
    assert mine.result is not None and (mine.result.winners, mine.result.scores) == ((0,), (6, 5, 5))
    assert (mine.result.reason, mine.result.sources) == ("Somebody ended it.", {})
    assert [card.left for card in mine.seats] == [None] * 3
    log.book.opened = msgspec.structs.replace(log.book.opened, base="a save")
    assert page(log, 0).seed is None, "an imagined world never had one"


def test_a_table_that_stands_still_says_why() -> None:
    log = answered("dig")
    log.add(r.Broke(at=21.0, why="A rule went wrong.", record=""))
    mine = page(log, 0)
    assert (mine.status, mine.notice, mine.waiting) == ("broken", "A rule went wrong.", "A rule went wrong.")
    assert mine.view is not None and mine.ask is None and not mine.undo.free and mine.undo.targets
    resting = page_builder.page("t1", log.book, None, 0, HOST, 30.0, 50)
    assert (resting.rules, resting.view, resting.log, resting.fills, resting.first) == ("", None, (), "", 4)
    assert (resting.ask, resting.orders, resting.deals, resting.undo.targets) == (None, (), (), ())


def test_a_seat_as_everybody_sees_it() -> None:
    log = Log()
    ann, bob, bot = page(log, 0).seats
    assert (ann.seat, ann.letter, ann.name, ann.kind, ann.level, ann.note) == (
        0,
        "a",
        "Ann",
        "person",
        "fair",
        "you",
    )
    assert (ann.yours, ann.waited, ann.away, ann.left, ann.named) == (True, True, False, 80.0, True)
    assert (bob.yours, bob.waited, bob.note, bob.left, bob.away_for) == (False, False, "", 100.0, 0.0)
    assert (bot.kind, bot.note, bot.left, bot.name, bot.named) == ("bot", "fair bot", None, "Bot C", False)
    log.book.seats[1].votes = [0]
    log.add(r.Away(at=20.0, seat=1, why="left"))
    bob = page(log, 0, now=200.0).seats[1]
    assert (bob.kind, bob.away, bob.away_for, bob.note) == (
        "bot",
        True,
        180.0,
        "away for 3 min, a fair bot plays",
    )
    assert page(log, 0, now=10.0).seats[1].away_for == 0.0, "clocks of two servers differ a little"
    log.add(r.Away(at=20.0, seat=0, why="clock"))
    assert page(log, 2).seats[1].note == "away just now, the game waits"
    assert page(log, 2).waiting == "Everybody has left: the game waits for the first who comes back."
    slow = Log(clock=Clock("day", 1))
    slow.book.seats[1].votes = [0]
    slow.book.seats[1].holidays = [(0.0, 30.0 + 7200)]
    assert page(slow, 0).seats[1].note == "on holiday, 2 h more" and page(slow, 0).seats[1].votes == (0,)
    slow.book.seats[1].holidays = [(0.0, 50.0)]
    assert page(slow, 0).seats[1].note == "on holiday, a minute more"
    assert page(slow, 0, now=60.0).seats[1].note == ""


def test_whose_seat_is_minded_reads_by_whom_and_since_when() -> None:
    log = answered("pass")
    log.add(r.Away(at=25.0, seat=1, why="left"))
    log.answer("dig", "roll", at=26.0, by="bot")
    log.answer("pass", at=26.0, by="bot")
    log.answer("pass", at=26.0, by="bot")
    assert page(log, 1, now=85.0).minded == MindedCard("fair", 60.0, "left", 3, False)
    assert page(log, 0).minded is None and page(log, None).minded is None
    log.add(r.Away(at=27.0, seat=0, why="vote"))
    assert page(log, 0, now=20.0).minded == MindedCard("fair", 0.0, "vote", 0, True)
    mine = page(log, 0)
    assert mine.ask is not None and not mine.ask.yours and not mine.hinted
    assert mine.ask.options == () and mine.ask.interjections == ()


def test_who_is_asked_gets_prompt_rule_and_answers() -> None:
    log = answered("roll", "dig")
    ask = page(log, 0).ask
    assert ask is not None
    assert (ask.seq, ask.seats, ask.yours, ask.prompt) == (4, (0,), True, "Ann, act as often as you like.")
    assert (ask.clause, ask.clause_text) == ("yard.1", "A turn has as many actions as you like.")
    assert (ask.shape, ask.picked, ask.least, ask.most, ask.verb, ask.done, ask.fixed, ask.moment) == (
        *("one", (), 1, 1, "", (), (), ""),
    )
    verbs = ["pass", "dig", "roll", "peek", "trip", "end", "offer", "offer"]
    assert [card.verb for card in ask.options] == verbs
    assert [card.verb for card in ask.options if card.undoable] == ["dig"]
    assert ask.options[1] == OptionCard(("dig",), "dig", "Dig", (), True, False)
    his = page(log, 1).ask
    assert his is not None and (his.seq, his.yours, his.prompt) == (4, False, "Waiting for Ann.")
    assert his.options == () and his.interjections == (
        OptionCard(("offer", 0, 1), "offer", "Offer Ann a deal", ("seat:0",), False, True, ("Ann",)),
        OptionCard(("offer", 2, 1), "offer", "Offer Bot C a deal", ("seat:2",), False, True, ("Bot C",)),
    )
    strangers = page(log, None).ask
    assert strangers is not None and (strangers.seq, strangers.options, strangers.interjections) == (
        4,
        (),
        (),
    )


def test_answers_are_named_as_each_may_know_and_sorted_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only one has seen is named to him; what is seldom wanted and what stands before a colon is told apart."""
    monkeypatch.setattr(GAME, "verbs", {**GAME.verbs, "offer": "Deal: {2:card} for {1:seat}"})
    monkeypatch.setattr(GAME, "seldom", frozenset({"trip"}))
    log = Log()
    log.progress.position.state.show_to(1, 1)
    face = log.progress.position.state.face[1]
    ask, other = page(log, 0).ask, page(log, 1).ask
    assert ask is not None and other is not None
    mine, his = ask.options[-1], other.interjections[0]
    assert his.names == (f"card {face}", "Ann") and his.head == "Deal"
    assert his.label == f"Deal: card {face} for Ann" and mine.label == "Deal: a card for Bot C"
    assert [card.verb for card in ask.options if card.seldom] == ["trip"]
    assert [card.head for card in ask.options if card.head] == ["Deal"] * 2


def test_a_question_names_its_things_and_says_how_it_is_best_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = Log()
    shape = Shape(
        *("some", "dig", (4,), 0, 2, ("pass",)),
        also=("roll",), named=1, again=((("dig",), 2),), words="Dig {}",
    )  # fmt: skip
    monkeypatch.setattr(Turn, "shape", lambda self, s, seat: shape)
    monkeypatch.setattr(Turn, "prompt", lambda self, s, seat: "{who:seat} looks at {who:card}.")
    ask = page(log, 0).ask
    assert ask is not None and ask.prompt == "Ann looks at a card." and ask.named == (("card", "a card"),)
    assert (ask.shape, ask.verb, ask.picked, ask.least, ask.most, ask.done) == (
        "some",
        "dig",
        (4,),
        0,
        2,
        ("pass",),
    )
    assert (ask.also, ask.thing_numbers, ask.again, ask.words) == (("roll",), 1, ((("dig",), 2),), "Dig {}")
    his = page(log, 1).ask
    assert his is not None and (his.shape, his.also, his.named) == ("one", (), ())


def test_what_each_pair_of_eyes_sees_and_from_which_line_it_reads() -> None:
    log = answered("peek")
    mine, his = page(log, 0), page(log, 1)
    assert mine.view is not None and his.view is not None
    assert mine.view["top"] is not None and his.view["top"] is None
    assert (mine.first, page(log, 0, most=1).first) == (2, 3) and not mine.explains
    log.add(r.Away(at=21.0, seat=0, why="left"))
    log.add(r.Broke(at=22.0, why="A rule went wrong.", record=""))
    assert page(log, 0).minded is None, "nobody plays at a table that stands still"


def test_a_lesson_is_for_who_learns() -> None:
    log = Log()
    log.book.lesson = Lesson(1)
    assert page(log, 1).lesson == log.book.lesson and page(log, 0).lesson is page(log, None).lesson is None


@played
async def test_who_has_answered_what_others_still_think_about_is_seen() -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, "_template", ANN, BOB)
        assert not any(seat.answered for seat in ann.page.seats)
        await bob.first()
        for one in (ann, bob):
            assert [seat.answered for seat in one.page.seats] == [False, True]
        assert ann.page.waiting == "Waiting for Ann."
        table.book.status = "frozen"
        assert not any(seat.answered for seat in ann.page.seats)


def test_offers_lie_open() -> None:
    log = Log()
    log.add(r.Answered(at=20.0, seat=1, option=("offer", 0, 1), by="person"))
    assert page(log, None).deals == (DealCard(1, 0, "coins for peace", "offered"),)


def test_orders_are_shown_to_who_gave_them(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    log.book.orders[0] = [
        StandingOrder(4, "pass", ("pass",), "yard.1", ("rolled",), 3, used=1),
        StandingOrder(5, "always", ("offer", 1, 1), "", (), 0, used=1),
    ]
    assert page(log, 0).orders == (
        OrderCard(4, "pass", ("pass",), "yard.1", ("rolled",), 2, "Pass"),
        OrderCard(5, "always", ("offer", 1, 1), "", (), 0, "Offer Bob a deal"),
    )
    assert page(log, 1).orders == ()
    position, names = log.progress.position, log.book.names()
    label = page_builder.order_label
    assert label(position, MOMENTS, 0, names) == "go on at every pause"
    assert label(position, ("offer",), 0, names) == "offer", "a bare verb"
    monkeypatch.setattr(GAME, "name", lambda s, kind, number: ["a"][number])
    with pytest.raises(Refused, match=r"^That answer names things that are not there\.$"):
        label(position, ("offer", 99, 1), 0, names)


def test_what_can_be_taken_back_and_by_whose_leave() -> None:
    log = answered("dig", "roll", "dig")
    undo = page(log, 0).undo
    assert (undo.free, undo.back, undo.proposed_by, undo.answers) == (True, "Ann digs.", None, 3)
    rolled = log_reader.lines(log.book, log.progress, 0, None, 9)[-2].text
    assert undo.targets == (
        UndoTarget(2, 5, "Ann digs."),
        UndoTarget(1, 4, rolled),
        UndoTarget(0, 3, "Ann digs."),
    )
    assert (
        page(log, 0, targets=2).undo.targets == undo.targets[:2]
        and page(log, 0, targets=0).undo.targets == ()
    )
    his = page(log, 1).undo
    assert (his.free, his.back, his.targets) == (False, "", undo.targets)
    assert page(log, None).undo.targets == ()
    log.book.proposal = Proposal(0, 1, [0])
    asked = page(log, 1).undo
    assert (asked.proposed_by, asked.answers, asked.agreed, asked.missing) == (0, 1, (0,), (1,))
    assert asked.before == rolled and not undo.before, "what happened with the first answer that would go"
    log.book.seats[1].holder = "a"
    assert page(log, 1).undo.missing == (), "the same person in two seats"


def test_who_is_away_has_a_say_but_for_a_table_that_can_go_on_in_no_other_way() -> None:
    log = answered("dig")
    log.add(r.Away(at=21.0, seat=1, why="left"))
    log.answer("dig")
    missing = page_builder.missing
    assert missing(log.book, 1, [0]) == [] and missing(log.book, 0, [0]) == [1], "what he has seen"
    log.add(r.Broke(at=22.0, why="A rule went wrong.", record=""))
    assert missing(log.book, 0, [0]) == []


def test_a_table_in_a_list() -> None:
    log = answered("pass", studio=True)
    log.book.opened = msgspec.structs.replace(log.book.opened, listed=True)
    found = page_builder.summary("t1", log.book, log.progress)
    assert (found.table, found.game, found.title, found.status) == ("t1", "toy", "toy", "running")
    assert (found.names, found.kinds) == (("Ann", "Bob", "Bot C"), ("person", "person", "bot"))
    assert (found.waiting, found.clock, found.listed, found.studio) == ((1,), CLOCK, True, True)
    assert (found.created, found.updated, found.seq) == (0.0, 20.0, 3)
    log.answer("end")
    assert page_builder.summary("t1", log.book, log.progress).waiting == ()
    assert page_builder.summary("t1", log.book, None).waiting == ()
    assert page_builder.title("villagers") == "Villagers & Villains"


# -- the log --------------------------------------------------------------------------------------------------


def texts(log: Log, eye: int | None, before: int | None = None, most: int = 50) -> list[str]:
    return [line.text for line in log_reader.lines(log.book, log.progress, eye, before, most)]


def test_every_pair_of_eyes_reads_its_own_log() -> None:
    log = answered("pass", "peek")
    log.add(r.Said(at=21.0, seat=0, text="well?"))
    log.book.note(22.0, "{seat} and {other}.", 0, to=1, other=1)
    begins, passes, peeks, said, note = log_reader.lines(log.book, log.progress, 0, None, 9)
    assert begins == LogLine(2, "note", "The game begins.", None, 10.0)
    assert passes == LogLine(
        *(3, "event", "Ann passes.", 0, 20.0, "passed"), ("seat:0",), False, (), ((0, 3, "seat:0"),)
    )
    assert (said.kind, said.text, said.seat, said.at, said.new) == ("chat", "well?", 0, 21.0, True)
    assert (note.kind, note.text, note.new) == ("note", "Ann and Bob.", True)
    assert "card" in peeks.text and peeks.things == ("seat:1",), "Ann has not seen which"
    mine = log_reader.lines(log.book, log.progress, 1, None, 9)
    assert len(mine) == 4 and not any(line.new for line in mine[:3]) and mine[3].new
    position = log.progress.position
    assert isinstance(position.state, Yard)
    face = position.state.face[position.state.deck[-1]]
    assert mine[2].things == ("seat:1", f"card:face:{face}") and mine[2].text == f"Bob peeks at card {face}."
    assert mine[2].marks == ((0, 3, "seat:1"), (13, 13 + len(f"card {face}"), f"card:face:{face}"))
    log.book.seats[1].muted = [0]
    assert texts(log, 1)[-1] == mine[2].text, "who is muted is not read"
    assert texts(log, None)[-1] == "well?"
    assert texts(log, 0, before=5) == texts(log, 0)[:3] and texts(log, 0, most=2) == texts(log, 0)[-2:]
    log.book.seats[0].name = "Anna"
    assert texts(log, 0)[1] == "Anna passes.", "under today's names"


def test_numbers_of_an_event_are_no_things() -> None:
    log = answered("roll")
    line = log_reader.lines(log.book, log.progress, None, None, 1)[0]
    assert len(line.numbers) == 1 and line.text == f"Ann rolls {line.numbers[0]}."
    assert line.things == ("seat:0",) and line.marks == ((0, 3, "seat:0"),)


def test_a_mark_for_each_answer() -> None:
    log = answered("dig", "pass", "end")
    marks = log_reader.marks(log.book, log.progress, None)
    assert [(mark.seq, mark.answers, mark.seat, mark.text) for mark in marks] == [
        (3, 1, 0, "Ann digs."),
        (4, 2, 0, "Ann passes."),
        (5, 3, 1, "Bob answers."),
    ]
    assert list(log_reader.latest_marks(log.book, log.progress, None, 2)) == [marks[2]]
    assert list(log_reader.latest_marks(log.book, log.progress, None, 3)) == []


def test_a_moment_of_the_past() -> None:
    log = answered("dig", "pass", "dig", "end")
    then = log_reader.moment("t1", log.book, log.progress, 1, 4)
    assert (then.table, then.game, then.seq, then.first, then.last) == ("t1", "toy", 4, 1, 6)
    assert (then.answers, then.total, then.you, then.waited) == (2, 4, 1, (1,))
    assert then.view["coins"] == [6, 5, 5] and then.prompt == "Bob, act as often as you like."
    assert [line.text for line in then.log] == ["Ann passes."] and then.names == ("Ann", "Bob", "Bot C")
    assert then.result is None
    for eye in (0, None):
        assert log_reader.moment("t1", log.book, log.progress, eye, 4).prompt == "Waiting for Bob."
    first = log_reader.moment("t1", log.book, log.progress, None, 2)
    assert (first.seq, first.answers, first.log) == (1, 0, ())
    last = log_reader.moment("t1", log.book, log.progress, None, 99)
    assert (last.prompt, last.waited, last.answers) == (
        "The game is over.",
        (),
        4,
    ) and last.result is not None
    assert log_reader.moment("t1", Log().book, Log().progress, None, 1).last == 1


def test_a_file_is_the_public_log_until_the_end() -> None:
    log = answered("dig", "peek")
    found = json.loads(log_reader.export("t1", log.book, log.progress))
    assert (found["kind"], found["table"], found["game"], found["rules"]) == ("public log", "t1", "toy", "1")
    assert (found["options"], found["seats"]) == ({}, ["Ann", "Bob", "Bot C"])
    assert found["commitment"] == log.book.opened.commitment
    assert [line["text"] for line in found["lines"]] == texts(log, None) and len(found["lines"]) == 3
    log.answer("end")
    assert read(log_reader.export("t1", log.book, log.progress)).log == [
        (0, ("dig",)),
        (0, ("peek",)),
        (0, ("end",)),
    ]
    log.book.opened = msgspec.structs.replace(log.book.opened, base="x")
    assert read(log_reader.export("t1", log.book, log.progress)).log is None
