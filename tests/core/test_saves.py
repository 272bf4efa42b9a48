"""Saves: cut, corrupted, from elsewhere; each gets one clear sentence."""

from __future__ import annotations

import json
from random import Random
from typing import cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knaves
from knaves.core import save
from knaves.core.beat import play_randomly
from knaves.core.turns import Turns
from knaves.games import find
from tests.laws.tables import walk


def saved(answers: int = 4) -> bytes:
    position = knaves.start("_template", seats=3, seed=1)
    rng = Random(1)
    while len(position.log or ()) < answers:
        ask = position.ask()
        assert ask is not None
        seat = rng.choice(ask.seats)
        position.apply(seat, rng.choice(ask.options(seat)))
    return position.save()


SAVE = saved()


@given(st.integers(0, len(SAVE) - 1))
@settings(deadline=None)
def test_half_a_save_is_refused(length: int) -> None:
    with pytest.raises(knaves.BadSave):
        knaves.load(SAVE[:length])


@given(st.integers(0, len(SAVE) - 1), st.integers(0, 255))
@settings(max_examples=300, deadline=None)  # a busy machine is no fault
def test_a_changed_byte_is_noticed(at: int, byte: int) -> None:
    damaged = SAVE[:at] + bytes([byte]) + SAVE[at + 1 :]
    try:
        position = knaves.load(damaged)
    except knaves.KnavesError:
        return
    assert position.save() == SAVE  # the same byte, or another spelling of the same text


def reseal(change: dict[str, object]) -> bytes:
    """A save with some fields changed and a digest that fits: only the contents are wrong."""
    file = msgspec.structs.replace(save.read(SAVE), **change)
    if "trail" not in change:
        file.trail = save._trail(file)
    file.digest = save._digest(file)
    return msgspec.json.encode(file)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"knaves": 99}, "format 99"),
        ({"game": "chess"}, "no game called 'chess'"),
        ({"rules": "0"}, "version 0 of the rules"),
        ({"stack": [{"step": "Castling", "line": "x"}]}, "Castling"),
        ({"stack": [{"step": "Bid", "line": "nowhere"}]}, "no line 'nowhere'"),
        ({"state": {}}, "lacks its field"),
        ({"options": {"moon": True}}, "no option 'moon'"),
    ],
)
def test_contents_that_cannot_be(change: dict[str, object], says: str) -> None:
    with pytest.raises(knaves.KnavesError, match=says):
        knaves.load(reseal(change))


@pytest.mark.parametrize("text", ['{"state":' + '{"a":' * 50_000, '{"state":{"a":' + "[" * 50_000])
def test_a_save_nested_without_end_is_refused(text: str) -> None:
    with pytest.raises(knaves.BadSave, match="no saved game"):
        knaves.load(text.encode())


def test_a_wrong_type_in_the_state_is_named() -> None:
    state = {**save.read(SAVE).state, "bank": "lots"}
    with pytest.raises(knaves.BadSave, match=r"Alley\.bank"):
        knaves.load(reseal({"state": state}))


def test_verify_catches_a_changed_game() -> None:
    file = save.read(SAVE)
    assert save.verify(file, find) == knaves.load(SAVE)
    with pytest.raises(knaves.BadSave, match="does not fit the promise"):
        save.verify(save.read(reseal({"seed": 2})), find)
    assert file.log is not None
    with pytest.raises(knaves.BadSave, match="another position"):
        save.verify(save.read(reseal({"log": file.log[:-1]})), find)
    with pytest.raises(knaves.BadSave, match="Answer 1 of the file is not legal"):
        save.verify(save.read(reseal({"log": [(0, ("fly", 1))]})), find)
    with pytest.raises(knaves.BadSave, match="no answers"):
        save.replay(save.read(reseal({"log": None})), find)


def tampered() -> list[tuple[str, dict[str, object]]]:
    file = save.read(SAVE)
    assert file.log is not None
    log, kept = file.log, {"trail": file.trail}
    swapped = [log[1], log[0], *log[2:]]
    return [
        ("the seed as text", {"seed": str(file.seed)}),
        ("sealed answers in another order", {"log": swapped, **kept}),
        ("one answer more", {"log": [*log, log[-1]], **kept}),
        ("one answer less", {"log": log[:-1], **kept}),
        ("no answers", {"log": None, **kept}),
        ("another origin", {"origin": {"game": "_template", "seats": 3, "seed": 1}, **kept}),
        ("an option left out", {"options": {"purse": 3}, **kept}),
    ]


@pytest.mark.parametrize(("what", "change"), tampered(), ids=lambda one: one if isinstance(one, str) else "")
def test_only_the_record_that_was_written_is_verified(what: str, change: dict[str, object]) -> None:
    with pytest.raises(knaves.BadSave):
        save.verify(save.read(reseal(change)), find)


def test_a_seed_is_the_same_as_a_number_or_as_its_digits() -> None:
    assert (
        knaves.start("_template", seats=2, seed="77").save()
        == knaves.start("_template", seats=2, seed=77).save()
    )
    assert knaves.start("_template", seats=2, seed="077").seed == "077"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bank", 2**40),
        ("bank", -5),
        ("deck", [0] * 20_000),
        ("deck", []),
        ("deck", [99, 98]),
        ("hand", []),
        ("hand", [[0], [1]]),
        ("coins", [2]),
        ("seats", 4),
        ("seen", [2**30] * 18),
        ("seen", []),
        ("face", [77] * 18),
        ("drawn", -1),
        ("result", [[0], [1, 1, 1], "so"]),
    ],
)
def test_a_state_that_is_no_position_is_refused(field: str, value: object) -> None:
    state = {**save.read(SAVE).state, field: value}
    with pytest.raises(knaves.BadSave):
        knaves.load(reseal({"state": state}))


@pytest.mark.parametrize(
    "change",
    [
        {"key": "xyz"},
        {"key": "00"},
        {"seats": 7},
        {"stack": []},
        {"commitment": "00"},
        {"stack": [save.read(SAVE).stack[0]] * 20_000},
    ],
    ids=lambda change: str(change)[:30],
)
def test_a_frame_that_is_none_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(knaves.BadSave):
        knaves.load(reseal(change))


def test_a_scenario_can_be_replayed() -> None:
    position = knaves.scenario({"game": "_template", "seats": 2, "seed": 3, "set": {"coins": [5, 1]}})
    ask = position.ask()
    assert ask is not None
    position.apply(0, ask.options(0)[0])
    assert save.verify(save.read(position.save()), find) == position


def test_no_secret_is_told_by_a_number_that_json_would_round() -> None:
    position = knaves.start("_template", seats=2, seed=10**40)
    assert json.loads(position.save())["seed"] == 10**40
    assert knaves.load(position.save()) == position
    for _ in walk(position, Random(1)):
        pass
    assert knaves.load(position.save()).result == position.result


class Masked(type(find("_template"))):  # type: ignore[misc]  # the class of the template's game
    """The same game, in which the bank is a bitmask."""

    masks = frozenset({"bank"})


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("bank", 1_000_001, "a number in bank that cannot be"),
        ("bank", -1_000_001, "a number in bank that cannot be"),
        ("coins", [1_000_001, 1], "a number in coins that cannot be"),
        ("deck", [0] * 10_001, "far too much in deck"),
        ("mods", [{"x": 2**60}], "a number in mods that cannot be"),
        ("seen", [-1] * 99, "."),
        ("drawn", -1, "eyes that nobody has"),
    ],
)
def test_numbers_and_lists_that_no_box_holds_are_named(field: str, value: object, says: str) -> None:
    state = {**save.read(SAVE).state, field: value}
    with pytest.raises(knaves.BadSave, match=says):
        knaves.load(reseal({"state": state}))


def test_a_bitmask_may_be_large_and_anything_else_may_not() -> None:
    def numbers(value: object) -> None:
        file = save.read(SAVE)
        save._check_numbers(Masked(), msgspec.structs.replace(file, state={"bank": value}))

    numbers(2**200)
    numbers({"x": [2**200]})
    for wrong in (2**200 + 1, [[-(2**200) - 1]]):
        with pytest.raises(knaves.BadSave, match="bank"):
            numbers(wrong)
    file = save.read(SAVE)
    plain = find("_template")
    for most in ({"bank": 1_000_000, "deck": [0] * 10_000}, {"bank": "x" * 10_000}):
        save._check_numbers(plain, msgspec.structs.replace(file, state=most))
    save._check_numbers(plain, msgspec.structs.replace(file, stack=[{}] * 10_000))
    with pytest.raises(knaves.BadSave, match="far too much"):
        save._check_numbers(plain, msgspec.structs.replace(file, stack=[{}] * 10_001))


def test_a_face_or_an_eye_that_cannot_be() -> None:
    state = save.read(SAVE).state
    faces = cast("list[int]", state["face"])
    with pytest.raises(knaves.BadSave, match="other pieces than the box"):
        knaves.load(reseal({"state": {**state, "face": [-1, *faces[1:]]}}))
    for more in ("face", "seen", "lot"):
        with pytest.raises(knaves.BadSave):
            knaves.load(reseal({"state": {**state, more: [*cast("list[int]", state[more]), 0]}}))
    with pytest.raises(knaves.BadSave, match="eyes that nobody has"):
        knaves.load(reseal({"state": {**state, "seen": [16, *cast("list[int]", state["seen"])[1:]]}}))


def test_a_step_or_a_line_that_these_rules_do_not_have_is_named() -> None:
    (bottom, *rest) = save.read(SAVE).stack
    for wrong, says in (
        ({"step": "Flight"}, "a step 'Flight'"),
        ({"step": 7}, "a step 7"),
        ({"line": "up"}, "has no line 'up'"),
        ({"line": 0}, "has no line 0"),
    ):
        with pytest.raises(knaves.BadSave, match=says):
            knaves.load(reseal({"stack": [{**bottom, **wrong}, *rest]}))


def test_a_step_that_is_at_its_end_is_saved_there() -> None:
    step = next(iter(find("_template").step_types().values()))()
    step.go("end")
    assert save._dump_step(step)["line"] == "end"


def test_the_promise_must_fit_in_both_its_parts() -> None:
    file = save.read(SAVE)
    other = knaves.start("_template", seats=file.seats, seed=99)
    changes: list[dict[str, object]] = [
        {"commitment": other.commitment},
        {"key": other.state.dice.key.hex()},
    ]
    for change in changes:
        changed = msgspec.structs.replace(file, **change)
        with pytest.raises(knaves.BadSave, match="does not fit the promise"):
            save.verify(changed, find)
        with pytest.raises(knaves.BadSave, match="not those that were promised"):
            knaves.load(reseal(change))


def test_where_a_game_came_from_is_kept() -> None:
    words = {"coins": [5, 1]}
    position = knaves.scenario({"game": "_template", "seats": 2, "seed": 3, "set": words})
    again = knaves.load(position.save())
    assert again.origin == position.origin and again.origin is not None and again.origin["set"] == words
    assert again.speaks == position.speaks


def test_what_was_played_without_a_log_is_saved_as_a_position_only() -> None:
    """Not as a record without answers, whose game would have moved by itself."""
    by_turns, by_play = (knaves.start("villagers", seats=3, seed=5) for _ in range(2))
    turns = Turns(by_turns)
    turns.answer(turns.options[0])
    play_randomly(by_play, Random(1))
    for position in (by_turns, by_play):
        file = save.read(position.save())
        assert file.log is None
        with pytest.raises(knaves.BadSave, match="a position only"):
            save.verify(file, find)
        assert knaves.load(position.save()) == position
