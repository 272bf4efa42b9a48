"""Words, names and copies of a position: who is told what, and what a copy takes along."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import knaves
from knaves.core.cards import own_or_house
from knaves.core.errors import Refused
from knaves.core.position import KEPT
from knaves.core.words import Event
from tests.core.test_ask import MARKET, NAMES, Fair, Market, Stall, ask_of, market
from tests.core.toy import Evening, calls_of, toy
from tests.support import plain_only


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> knaves.Position:
    monkeypatch.setattr(
        Market,
        "events",
        {"sold": "{1:seat} sells {2:card} at {3:stall} for {4}", "silent": ""},
        raising=False,
    )
    monkeypatch.setattr(Market, "name", lambda self, s, kind, number: f"{kind} {number} at {s.price}")
    return market()


def heard_by(position: knaves.Position) -> list[Event]:
    heard: list[Event] = []
    position.listen(heard.append)
    return heard


def test_an_event_carries_faces_and_who_has_seen_them(spoken: knaves.Position) -> None:
    heard = heard_by(spoken)
    spoken.state.tell("sold", 2, 0, 7, 5)
    spoken.state.tell("sold", 2, -1, 7, 5, to=0b0110)
    assert heard == [
        Event("sold", (2, 40, 7, 5), (-1, 0b0010, -1, -1), -1),
        Event("sold", (2, -1, 7, 5), (-1, -1, -1, -1), 0b0110),
    ]
    spoken.listen(None)
    assert spoken.state.sink is None
    spoken.state.tell("sold", 0, 0, 0, 0)
    assert len(heard) == 2


def test_the_text_of_an_event_is_for_its_reader(spoken: knaves.Position) -> None:
    event = Event("sold", (2, 40, 7, 5), (-1, 0b0010, -1, -1), 0b0111)
    assert spoken.text(event, 1, NAMES) == "Cy sells card no. 40 at stall 7 at 3 for 5"
    assert spoken.text(event, 0) == "C sells a card at stall 7 at 3 for 5"
    assert spoken.text(event, 2, NAMES) == "Cy sells a card at stall 7 at 3 for 5"
    assert spoken.text(event, None) is None, "it was not told to the spectator"
    assert spoken.text(event._replace(to=0b1000), None) == "C sells a card at stall 7 at 3 for 5"
    assert spoken.text(event._replace(to=0b0001), 1) is None
    assert spoken.text(Event("silent", (), (), -1), 0) is None
    first = Event("sold", (0, 0, 0, 0), (-1, -1, -1, -1), -1)
    assert spoken.text(first, 2) == "A sells card no. 0 at stall 0 at 3 for 0"


def test_things_have_the_names_that_a_seat_may_know(spoken: knaves.Position) -> None:
    assert spoken.name_of("card", 0, 1) == "card no. 40" and spoken.name_of("card", 1, 2) == "card no. 41"
    for number, seat in ((0, 2), (1, 1), (2, 1), (-1, 1), (0, None)):
        assert spoken.name_of("card", number, seat) == "a card"
    assert spoken.name_of("seat", 0, 1) == "A" and spoken.name_of("seat", 2, 1, NAMES) == "Cy"
    assert (
        spoken.name_of("seat", 3, 1, NAMES) == "seat 3 at 3"
        and spoken.name_of("seat", -1, 1) == "seat -1 at 3"
    )
    assert spoken.name_of("stall", 1, 1, NAMES) == "stall 1 at 3"
    assert spoken.label(("show", 0), 1, NAMES) == "Show card no. 40"
    assert spoken.label(("show", 0), 2, NAMES) == "Show a card"
    assert spoken.label(("cheer", 6), 0, NAMES) == "Cheer for stall 6 at 3"


def test_what_an_option_names_and_who_knows_it(spoken: knaves.Position) -> None:
    assert spoken.things(("bid", 7, 3)) == ["card:7"] and spoken.things(("pass",)) == []
    assert spoken.things(("show",)) == [] and spoken.things(("cheer", 6)) == ["stall:6"]
    assert spoken.knows(1, "card:0") and spoken.knows(2, "card:1") and spoken.knows(0, "stall:99")
    assert not any(spoken.knows(seat, "card:0") for seat in (0, 2))
    assert not spoken.knows(1, "card:2") and not spoken.knows(1, "card:-1")
    assert spoken.knows(1, "odd:card:0")


def test_there_is_an_eye_for_every_seat_and_one_for_whoever_watches() -> None:
    position = market()
    assert [position.eye(seat) for seat in (0, 1, 2, None)] == [0, 1, 2, 3]
    for strange in (-1, 3):
        with pytest.raises(knaves.Refused, match=f"no seat {strange} at this table of 3"):
            position.eye(strange)


def test_equal_positions_agree_in_everything_that_counts() -> None:
    one = market()
    assert one == market() and one != "market"
    for change in ("price", "dice", "stack", "options"):
        other = market()
        if change == "price":
            assert isinstance(other.state, Fair)
            other.state.price = 9
        elif change == "dice":
            other.state.dice = type(other.state.dice)(bytes(32))
        elif change == "stack":
            top = other.stack[-1]
            assert isinstance(top, Stall)
            top.who = 0
        else:
            other.options = {"moon": 1}
        assert one != other and other != one, change


def test_copies_take_along_what_they_should() -> None:
    position = market(price=4)
    position.apply(2, ("pass",))
    heard_by(position)
    clone = position.clone()
    assert clone == position and clone.log is None and clone.state.sink is None
    assert clone.seed == position.seed and clone.origin == position.origin and clone.origin is not None
    copied = copy.copy(position)
    assert copied == position and copied.log == position.log and copied.log is not position.log
    assert copy.copy(clone).log is None
    assert copy.deepcopy(position).log == position.log


def test_a_position_that_is_sent_is_of_the_same_game() -> None:
    position = knaves.start("_template", seats=2, seed=3)
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.game is position.game and again.log == position.log


def test_a_refusal_names_the_first_thing_that_cannot_be() -> None:
    position = market()
    with pytest.raises(knaves.Refused) as caught:
        position.apply(1, ("show", 0))
    assert (caught.value.reason, caught.value.clause) == ("Bob cannot take card 0 at 3.", "fair.9")
    with pytest.raises(knaves.Refused) as caught:
        position.apply(0, ("pass",))
    assert (caught.value.reason, caught.value.clause) == ("Waiting for B and C.", "fair.1.3")
    with pytest.raises(knaves.Refused) as caught:
        position.apply(1, ("dance", 1))
    assert caught.value.reason == "Market has nothing called 'dance'."
    with pytest.raises(knaves.Refused) as caught:
        position.apply(1, ("bid", 1, 3))
    assert (
        caught.value.reason.startswith("That is not possible now: Seat 1")
        and caught.value.clause == "fair.1.3"
    )
    assert ask_of(position).seats == (1, 2)


def test_the_step_that_waits_says_why_an_answer_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Stall, s: Fair, seat: int, option: object) -> knaves.Refused | None:
        return knaves.Refused(f"{option} of {seat} at {s.price}", "fair.8")

    monkeypatch.setattr(Stall, "refuse", refuse)
    with pytest.raises(knaves.Refused) as caught:
        market().apply(1, ("bid", 1, 3))
    assert caught.value.reason.startswith("That is not possible"), (
        "it names a card that this seat has not seen"
    )
    with pytest.raises(knaves.Refused) as caught:
        market().apply(1, ("bid", 0, 3))
    assert (caught.value.reason, caught.value.clause) == ("('bid', 0, 3) of 1 at 3", "fair.8")


def test_a_rule_that_fails_leaves_who_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    position = market()
    position.apply(1, ("pass",))
    heard_by(position)
    sink = position.state.sink
    monkeypatch.setattr(Stall, "code", (Stall.code[0], lambda self, s: 1 / 0, Stall.code[2]))
    with pytest.raises(knaves.RuleBug, match=r"\('pass',\) by seat 2 failed: ZeroDivisionError") as caught:
        position.apply(2, ("pass",))
    assert position.state.sink is sink and position.log == [(1, ("pass",))]
    assert b'[1,["pass"]],[2,["pass"]]' in caught.value.record.replace(b" ", b"")


def test_forms_are_there_where_one_may_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Market, "forms", lambda self, s, seat: iter([(s.price, seat)]))
    position = market()
    assert repr([*position.forms(2)]) == "[(3, 2)]"
    monkeypatch.setattr(Stall, "closed", True)
    assert [*position.forms(2)] == [] and position.interjections(2) == []
    monkeypatch.setattr(Stall, "closed", False)
    position.speaks = False
    assert [*position.forms(2)] == [] and position.interjections(2) == []
    position.speaks = True
    position.stack.clear()
    assert [*position.forms(2)] == [] and position.interjections(2) == []


def test_an_imagined_world_has_dice_and_sealed_answers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[object, ...]] = []
    monkeypatch.setattr(Market, "imagine", lambda self, s, eye, rng: seen.append((type(s), eye)))
    monkeypatch.setattr(Stall, "forget", lambda self, s, eye: seen.append((type(s), eye)))
    position = market()
    position.apply(1, ("bid", 7, 9))
    answers = set()
    for number in range(40):
        twin = position.imagine(2, Random(number))
        assert twin.seed == "imagined" and twin.origin is None and twin.state.drawn == 0
        assert len(twin.state.dice.key) == 32 and set(twin.sealed) == {1}
        answers.add(twin.sealed[1])
    assert answers == {("bid", 7, 4), ("bid", 7, 2), ("bid", 7, 9), ("pass",), ("show", 1)}
    assert set(seen) == {(Fair, 2)}
    monkeypatch.setattr(Market, "imagine", lambda self, s, eye, rng: setattr(s, "price", rng.randrange(1000)))
    assert {position.imagine(2, Random(number)).state.price for number in range(5)} != {3}  # type: ignore[attr-defined]
    own = dict(position.imagine(1, Random(1)).sealed)
    assert repr(own) == "{1: ('bid', 7, 9)}", "one's own answer one knows"


def test_answers_given_at_once_are_opened_when_all_are_there() -> None:
    position = market()
    position.apply(2, ("pass",))
    assert list(position.sealed) == [2] and position.result is None
    position.apply(1, ("bid", 7, 2))
    assert position.result is not None and position.ask() is None
    with pytest.raises(knaves.Refused, match="The game is over"):
        position.apply(1, ("pass",))


def test_all_or_nothing() -> None:
    position = toy()
    with pytest.raises(knaves.Refused):
        position.apply_all(0, [("discard", 3), ("discard", 4)])
    assert position.log == [] and position.ask() is not None and position.view(0) == toy().view(0)
    bare = toy().clone()
    bare.apply_all(0, [("discard", 3), ("done",)])
    assert bare.log is None
    assert MARKET.title == "Market"


def test_a_mark_is_told_the_kind_the_number_and_the_name_of_each_thing(spoken: knaves.Position) -> None:
    event = Event("sold", (2, 40, 7, 5), (-1, 0b0010, -1, -1), -1)
    told: list[tuple[str, int, str]] = []

    def mark(kind: str, thing: int, name: str) -> str:
        told.append((kind, thing, name))
        return f"<{name}>"

    assert spoken.text(event, 0, NAMES, mark) == "<Cy> sells <a card> at <stall 7 at 3> for 5"
    assert told[:3] == [("seat", 2, "Cy"), ("card", -1, "a card"), ("stall", 7, "stall 7 at 3")]
    with pytest.raises(ValueError, match="zip"):
        spoken.text(event._replace(seen=(-1,)), 0)


def test_a_thing_that_stands_for_a_seat_has_its_name(
    spoken: knaves.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    def behind(self: Market, s: Fair, kind: str, number: int) -> int | None:
        return s.price - number if kind == "stall" else None

    monkeypatch.setattr(Market, "seat_behind", behind)
    assert spoken.name_of("stall", 2, 0, NAMES) == "Bob" and spoken.name_of("stall", 3, 0) == "A"
    assert (
        spoken.name_of("stall", 9, 0, NAMES) == "stall 9 at 3" and spoken.name_of("row", 1, 0) == "row 1 at 3"
    )
    assert spoken.label(("cheer", 2), 0, NAMES) == "Cheer for Bob"


@plain_only
@pytest.mark.parametrize(
    ("seat", "which", "looks"),
    [
        (1, lambda ask: ask.choice.each[1][0], 0),
        (1, lambda ask: ("bid", 7, 4), 1),  # equal, and not the same
        (2, lambda ask: ask.options(2)[-1], 0),  # at any time, and told to this seat
        (0, lambda ask: ask.options(2) and ask.interjections(0)[0], 1),
    ],
)
def test_only_what_was_not_offered_is_looked_at(
    seat: int,
    which: Callable[[knaves.Ask], knaves.Option],
    looks: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = calls_of(monkeypatch, "check")
    for way in ("apply", "play"):
        position = market()
        option = which(ask_of(position))
        looked.clear()
        getattr(position, way)(seat, option)
        assert len(looked) == looks, way


@plain_only
def test_what_was_offered_in_another_choice_or_by_now_answered_is_looked_at_again() -> None:
    position = toy()
    old = position.choice
    assert old is not None
    option = old.options[0]
    assert position._has_offered(0, option) and not position._has_offered(1, option)
    assert not position._has_offered("0", option) and not position._has_offered(True, option)
    position.apply(0, option)
    assert not position._has_offered(0, option)
    stall = market()
    answer = ask_of(stall).choice.answers_of(1)
    assert answer is not None and stall._has_offered(1, answer[0])
    more = ask_of(stall).options(2)[-1]
    assert stall._has_offered(2, more) and not stall._has_offered(1, more)
    stall.apply(1, answer[0])
    assert not stall._has_offered(1, answer[0]) and not stall._has_offered(2, more)
    stall.apply(2, ("pass",))
    assert not stall._has_offered(2, ("pass",)), "the game is over"


@plain_only
def test_a_rule_that_fails_puts_back_what_was_played_by_any_means(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what bots have played since on the quick way; and a copy is made only once in a while."""
    copies, clone = calls_of(monkeypatch, "clone"), knaves.Position.clone
    position = toy()
    position.apply(0, ("discard", 3))
    assert len(copies) == 1
    position.apply(0, ("discard", 5))
    assert len(copies) == 1, "the way back is known"
    position.take(0, ("done",))
    now = clone(position)
    monkeypatch.setattr(Evening, "code", (*Evening.code[:3], lambda self, s: 1 / 0, *Evening.code[4:]))
    with pytest.raises(knaves.RuleBug):
        position.apply(1, ("bet", 7, 2))
    assert position == now and position.ask() is not None


@plain_only
def test_the_way_back_grows_so_far_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = calls_of(monkeypatch, "clone")
    position = toy()
    for n in range(KEPT + 1):
        assert len(copies) == min(n, 1)
        position.apply(1, ("cheer",))
    assert len(copies) == 2
    position.apply_all(0, [("discard", 3), ("done",)])
    assert len(copies) == 4, "one to try it on, and one to go back to"


@plain_only  # machine code refuses other types by itself
@pytest.mark.parametrize("seat", ["A", 1.0, True, -1, 9, 2**70])
def test_a_seat_is_one_of_the_tables(seat):
    position = knaves.start("_template", seats=2, seed=1)
    for look in (position.view, lambda one: position.imagine(one, Random(1))):
        with pytest.raises(Refused, match="no seat"):
            look(seat)


@pytest.mark.parametrize("seats", [2.0, "2", True, None, [2]])
def test_how_many_play_is_a_number(seats):
    with pytest.raises(knaves.BadSetup, match="is for 2, 3, 4 players"):
        knaves.start("_template", seats=seats, seed=1)


@plain_only
def test_what_is_no_game_no_save_and_no_scenario_gets_a_sentence():
    for game in (["villagers"], None, 5):
        with pytest.raises(knaves.BadSetup, match="no game called"):
            knaves.start(game, seats=2)  # type: ignore[arg-type]
    wrong: tuple[Any, ...] = (None, 5, "\ud800", [], "", b"\xff")
    for data in wrong:
        with pytest.raises(knaves.BadSave, match="no saved game"):
            knaves.load(data)
    for words in wrong:
        with pytest.raises(knaves.BadScenario, match="A scenario"):
            knaves.scenario(words)
    ask = knaves.start("_template", seats=2, seed=1).ask()
    assert ask is not None
    said = ask.why_not(ask.seats[0], None)  # type: ignore[arg-type]
    assert said is not None and "nothing called None" in said.reason


def test_files_may_begin_as_some_editors_write_them(tmp_path):
    """With a byte order mark."""
    position = knaves.start("_template", seats=2, seed=1)
    assert knaves.load(b"\xef\xbb\xbf" + position.save()) == position
    assert knaves.load("\ufeff" + position.save().decode()) == position
    file = tmp_path / "cards.toml"
    file.write_bytes(b"\xef\xbb\xbfx = 1\n")
    assert own_or_house(str(file), "", "")[0] == own_or_house("\ufeffx = 1\n", "", "")[0] == "x = 1\n"
    with pytest.raises(knaves.BadCards, match="no file is called so"):
        own_or_house("\0", "", "")
