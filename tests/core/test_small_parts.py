"""Modifiers, picks, forms, undo, options and the public face."""

from __future__ import annotations

import pytest

import knaves
from knaves.core.errors import BadCards, FileProblem
from knaves.core.forms import Blank, Form
from knaves.core.modifiers import Modifier, allows, amount
from knaves.core.things import is_thing, kind_of, number_of
from knaves.core.undo import Undo, can_be_undone
from knaves.core.words import counted, so_many
from tests.support import plain_only


def test_no_beats_yes_beats_the_rulebook() -> None:
    yes, no = Modifier(1, "move", "yes", seat=2), Modifier(2, "move", "no", place=5)
    assert not allows([], "move", default=False)
    assert allows([yes], "move", seat=2, default=False)
    assert not allows([yes], "move", seat=1, default=False)
    assert not allows([yes, no], "move", seat=2, place=5)
    assert allows([yes, no], "move", seat=2, place=4)


def test_amounts_replace_then_add() -> None:
    rows = [
        Modifier(1, "cost", "add", 2),
        Modifier(2, "cost", "set", 1),
        Modifier(4, "cost", "add", 7, seat=3),
    ]
    assert amount([], "cost", 4) == 4
    assert amount(rows, "cost", 4) == 3
    assert amount(rows, "cost", 4, seat=3) == 10


def test_what_ends_is_swept() -> None:
    state = knaves.start("_template", seats=2, seed=1).state
    state.mods = [Modifier(1, "a", "no", until="turn"), Modifier(2, "a", "no")]
    state.sweep("turn")
    assert [row.source for row in state.mods] == [2]


FORM = Form(
    ("offer", 2),
    2,
    (
        Blank("give", "Coins", "amount", most=9),
        Blank("get", "Cards", "any", ((1, "Ace"), (4, "King"))),
        Blank("give", "A promise", "one", ((0, "nothing"), (3, "peace"))),
    ),
)


def test_a_form_that_is_filled_in_is_an_option() -> None:
    assert FORM.fill([["5"], ["4", "1"], ["3"]]) == ("offer", 2, 5, 5, 3)
    assert FORM.fill([[""], [], []]) == ("offer", 2, 0, 0, 0)
    assert FORM.fill([["0"], ["4", "4"], ["0"]]) == ("offer", 2, 0, 4, 0)  # a bit counts once


def test_a_form_is_filled_in_as_a_whole() -> None:
    with pytest.raises(ValueError, match="zip"):
        FORM.fill([["5"], []])
    wide = Form(("offer",), 1, (Blank("give", "Coins", "amount", most=10**25),))
    assert wide.fill([[" " + "9" * 23]]) == ("offer", int("9" * 23)), "24 signs are read"
    with pytest.raises(knaves.Refused):
        wide.fill([["9" * 25]])


@pytest.mark.parametrize(
    "given",
    [
        [["-1"], [], []],
        [["1.5"], [], []],
        [["many"], [], []],
        [["9" * 30], [], []],
        [["1", "2"], [], []],
        [[], ["2"], []],
        [[], [], ["7"]],
    ],
)
def test_a_form_refuses_what_it_cannot_read(given: list[list[str]]) -> None:
    with pytest.raises(knaves.Refused, match=r"^(Coins|Cards|A promise): "):
        FORM.fill(given)


def test_undo_stops_at_barriers() -> None:
    position = knaves.start("_template", seats=2, seed=1)
    ask = position.ask()
    assert ask is not None
    option = ask.options(0)[0]
    assert not can_be_undone(position, 0, option)  # the decision passes on
    undo = Undo()
    undo.apply(position, 0, option)
    assert not undo.can(0)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: knaves.start("chess", seats=2), "no game called 'chess'"),
        (lambda: knaves.start("_template", seats=9), "is for 2, 3, 4 players, not 9"),
        (lambda: knaves.start("_template", seats=2, moon=1), "no option 'moon'"),
        (lambda: knaves.start("_template", seats=2, **{"moon" * 9999: 1}), "no option 'moon.{35}; it has"),
        (lambda: knaves.start("_template", seats=2, purse=99), "whole number from 1 to 5"),
        (lambda: knaves.start("_template", seats=2, seed=""), "seed"),
        (lambda: knaves.scenario({"game": 3}), "names its game"),
        (lambda: knaves.scenario({"game": "_template", "seats": 2, "moon": 1}), "moon"),
    ],
)
def test_bad_beginnings_get_one_sentence(call: object, says: str) -> None:
    with pytest.raises(knaves.KnavesError, match=says):
        call()  # type: ignore[operator]


def test_a_bug_in_a_rule_leaves_the_position_and_hands_back_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from knaves.games._template.state import Alley

    position = knaves.start("_template", seats=2, seed=1)
    ask = position.ask()
    assert ask is not None
    position.apply(0, ask.options(0)[0])
    before = position.clone()

    def broken(self: Alley, seat: int, coins: int) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(Alley, "pay", broken)
    options = ask.options(1)
    with pytest.raises(knaves.RuleBug) as caught:
        position.apply(1, ("whistle",) if ("whistle",) in options else options[0])
    assert position == before
    monkeypatch.undo()
    from knaves.core import save

    file = save.read(caught.value.record)
    assert file.log is not None and len(file.log) == 2


@plain_only
def test_a_bug_is_undone_however_long_ago_the_last_copy_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """`apply` makes a copy now and then: the way back leads over the answers since."""
    kept = 16
    monkeypatch.setattr("knaves.core.position.KEPT", kept)
    from knaves.games._template.state import Alley

    pay = Alley.pay
    position = knaves.start("_template", seats=4, seed=3)
    # after how many answers somebody was paid, and the alley then
    calls: list[tuple[int, dict[str, object]]] = []

    def watched(self: Alley, seat: int, coins: int) -> int:
        calls.append((len(position.log or ()), self.dump()))
        return pay(self, seat, coins)

    with monkeypatch.context() as patched:
        patched.setattr(Alley, "pay", watched)
        while (ask := position.ask()) is not None:
            position.apply(ask.seats[0], ask.options(ask.seats[0])[-1])
    log = [*(position.log or ())]
    assert {number // kept for number, _ in calls} >= {0, 1}, "the game is longer than the way back"
    for number, moment in calls:
        position = knaves.start("_template", seats=4, seed=3)
        for seat, option in log[:number]:
            position.apply(seat, option)
        before = position.clone()

        def broken(self: Alley, seat: int, coins: int, moment: dict[str, object] = moment) -> int:
            return 1 // 0 if self.dump() == moment else pay(self, seat, coins)

        with monkeypatch.context() as patched:
            patched.setattr(Alley, "pay", broken)
            with pytest.raises(knaves.RuleBug):
                position.apply(*log[number])
        assert position == before and position.log == log[:number]
        position.apply(*log[number])
        assert position != before


def test_a_rule_that_no_longer_does_what_it_did_takes_the_game_back_to_the_last_copy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from knaves.games._template.state import Alley

    def go_on() -> None:
        ask = position.ask()
        assert ask is not None
        position.apply(ask.seats[0], ask.options(ask.seats[0])[-1])

    def play_on() -> None:
        while position.ask() is not None:
            go_on()

    position = knaves.start("_template", seats=2, seed=1)
    start = position.clone()
    for _ in range(5):
        go_on()
    monkeypatch.setattr(Alley, "pay", lambda *_: 1 // 0)
    with pytest.raises(knaves.RuleBug):
        play_on()
    assert position == start and position.log == []


def test_only_what_was_offered_is_taken_without_a_look() -> None:
    position = knaves.start("syndicate", seats=3, seed=1)
    ask = position.ask()
    assert ask is not None
    seat, options = ask.seats[0], ask.options(ask.seats[0])
    strange: knaves.Option = ("pay_card", 77)
    options.append(strange)
    with pytest.raises(knaves.Refused):
        position.apply(seat, strange)
    with pytest.raises(knaves.Refused):  # True is no number of a thing, though it equals one
        position.apply(seat, ("accuse", True, 0))
    with pytest.raises(knaves.Refused):
        position.apply((seat + 1) % 3, ask.options(seat)[0])
    position.apply(seat, ask.options(seat)[0])


def test_imagining_keeps_what_a_reshuffle_taught() -> None:
    """Cards that everybody saw and that were shuffled into a new pile do not turn up among older unseen cards."""
    state = knaves.start("_template", seats=2, seed=1).state
    hand = state.hand[0]  # type: ignore[attr-defined]
    pile = [slot for slot in range(18) if slot not in hand][:6]
    for slot in pile:
        state.show(slot)
    faces = {state.face[slot] for slot in pile}
    state.shuffle(pile)
    import random

    for n in range(20):
        twin = state.clone()
        twin.permute(twin.unseen_by(1), random.Random(n))
        assert {twin.face[slot] for slot in pile} == faces


def test_who_plays_on_a_copy_needs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from knaves.games._template.state import Alley

    position = knaves.start("_template", seats=2, seed=1)
    ask = position.ask()
    assert ask is not None
    position.apply(0, ask.options(0)[0])
    copy, option = position.clone(), ask.options(1)[0]
    monkeypatch.setattr(Alley, "pay", lambda *_: 1 / 0)
    with pytest.raises(knaves.RuleBug):
        copy.play(1, option, before=position)
    assert copy == position and copy.ask() is not None
    monkeypatch.undo()
    copy.play(1, option, before=position)
    assert copy != position


def test_positions_are_copied_and_sent_by_their_own_means() -> None:
    """A game is never copied; what is copied or sent to another process plays on as the original would."""
    import copy
    import pickle

    position = knaves.start("_template", seats=3, seed=4)
    ask = position.ask()
    assert ask is not None
    position.apply(1, ask.options(1)[0])
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position and twin.log == position.log and twin.game is position.game
        assert twin.state is not position.state and twin.save() == position.save()
        twin.apply(0, ask.options(0)[0])
        assert twin != position and twin.log != position.log
    for game in knaves.GAMES:
        rules = knaves.games.find(game)
        assert copy.deepcopy(rules) is rules and pickle.loads(pickle.dumps(rules)) is rules


def test_an_observation_keeps_no_way_to_the_truth() -> None:
    from random import Random

    from knaves.bots import Observation

    position = knaves.start("_template", seats=3, seed=4)
    ask = position.ask()
    assert ask is not None
    seen = Observation(position, 0, ask.options(0), Random(1))
    assert seen.view == position.view(0)
    kept = [getattr(seen, name, None) for name in dir(seen)]
    assert all(one is not position and one is not position.state for one in kept)
    world = seen.imagine(Random(2))
    assert world.view(0) == position.view(0) and world.state.dice != position.state.dice
    with pytest.raises(ValueError, match="imagine"):
        Observation(position, 0, ask.options(0)).imagine(Random(2))


def test_a_template_names_things_by_their_kind() -> None:
    from knaves.core.words import fill, fill_fields, kinds_of

    def name(kind: str, number: int) -> str:
        return f"<{kind} {number}>"

    assert fill("{1:card} to {2:seat}, {3} times{0}", (7, 1, 4), name) == "<card 7> to <seat 1>, 4 times"
    fields = {"who": 2, "left": 5, "answer": ("pass",), "sure": True}
    assert fill_fields("{who:seat} has {left}", fields, name) == "<seat 2> has 5"
    assert fill_fields("{2:seat} takes {57:card}", fields, name) == "<seat 2> takes <card 57>"
    assert kinds_of("{1:card} to {2:seat}, {3} times{0}") == {1: "card", 2: "seat", 3: "", 0: ""}
    assert kinds_of("{who:seat}") == {}


def test_a_thing_is_a_kind_and_a_number() -> None:
    assert (kind_of("action_card:12"), number_of("action_card:12")) == ("action_card", 12)
    assert is_thing("action_card:12") and is_thing("seat:0")
    wrong = (
        "",
        "card",
        "card:",
        ":3",
        "card:x",
        "card:-1",
        "Card:3",
        "card:1:2",
        "card:1234567890",
        "card:٣",
    )
    assert [text for text in wrong if is_thing(text)] == []


def test_numbers_read_well() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [so_many(n, "card") for n in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert [counted(2, "die", "dice"), so_many(0, "die", "dice")] == ["2 dice", "no dice"]


def test_a_card_file_that_is_refused_says_what_is_wrong_where() -> None:
    """Or that it is the file as a whole."""
    whole = BadCards("Two cards have one name.")
    assert str(whole) == "Two cards have one name." and whole.problem == FileProblem(0, str(whole))
    line = FileProblem(7, "There is no colour plaid.", "plaid", "red")
    assert BadCards("Line 7: there is no colour plaid.", line).problem is line
