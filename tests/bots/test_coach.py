"""The coach: grades rest on the same worlds for all answers, and what cannot be told apart is fine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import knaves
from knaves.bots.coach import CoachStep, Review, Sitting, lessons, review, steps_for, summed
from knaves.bots.coach.judging import MOST, Decision, decisions, judge
from knaves.bots.coach.reasons import told
from knaves.bots.coach.review import moments
from knaves.bots.coach.trials import (
    AnswerTrial,
    Outcome,
    Trials,
    difference,
    ended,
    landing,
    learned,
    outcomes,
    play_out,
)
from knaves.cli import main
from knaves.core.save import File, read
from knaves.core.turns import Turns
from knaves.games import find
from tests.support import do


def finished(seed: int = 3, seats: int = 2) -> File:
    position = knaves.start("_template", seats=seats, seed=seed)
    rng = Random(seed)
    while (ask := position.ask()) is not None:
        seat = ask.seats[0]
        position.apply(seat, rng.choice(ask.options(seat)))
    return read(position.save())


@pytest.fixture(scope="module")
def reviewed() -> Review:
    return review(finished(), 0, worlds=4)


def test_every_answer_with_a_choice_is_judged(reviewed: Review) -> None:
    file = finished()
    numbers = [decision.number for decision in decisions(file) if decision.seat == 0]
    assert [answer.number for answer in reviewed.answers] == numbers and numbers
    assert all((file.log or [])[number - 1][0] == 0 for number in numbers)
    assert sum(reviewed.tally().values()) == len(numbers)


def test_luck_and_skill_add_up_to_the_result(reviewed: Review) -> None:
    assert reviewed.skill + reviewed.luck == pytest.approx(reviewed.won - 1 / 2) and reviewed.even == 0.5
    assert reviewed.skill == pytest.approx(sum(answer.gain for answer in reviewed.answers))
    assert 0 < reviewed.kept <= 1 and reviewed.skill_error >= 0


def test_chances_over_time_are_of_all_seats_and_end_with_the_result(reviewed: Review) -> None:
    for moment in reviewed.curve:
        assert sum(moment.chances) == pytest.approx(1) and all(0 <= chance <= 1 for chance in moment.chances)
    assert reviewed.curve[0].answers == 0 and set(reviewed.curve[-1].chances) <= {0.0, 0.5, 1.0}
    assert reviewed.curve[-1].chances[0] == reviewed.won


def test_a_grade_never_rests_on_what_is_within_its_error(reviewed: Review) -> None:
    for answer in reviewed.answers:
        if answer.grade in ("loose", "mistake"):
            assert answer.better and answer.cost > answer.error and answer.lead == 0
        else:
            assert not answer.better and answer.cost == 0
        assert answer.lead == 0 or (answer.grade == "best" and answer.lead > answer.error)
        chances = [tried.chance for tried in answer.tried]
        assert chances == sorted(chances, reverse=True) and answer.given in [
            one.label for one in answer.tried
        ]
    assert [one.cost for one in lessons(reviewed.answers)] == sorted(
        (o.cost for o in lessons(reviewed.answers)), reverse=True
    )


def trial(name: str, wins: list[int]) -> AnswerTrial:
    return AnswerTrial((name,), [Outcome((float(won),), (0,)) for won in wins])


def test_differences_are_paired_world_by_world() -> None:
    even = [0, 1] * 20
    assert difference(trial("a", even), trial("b", even), 0).mean == 0
    same = difference(trial("a", even), trial("b", even), 0)
    opposite = difference(trial("a", even), trial("b", even[::-1]), 0)
    assert same.error < opposite.error / 4  # the same shares, but what one wins the other loses
    assert difference(trial("a", [1] * 3), trial("b", [0] * 3), 0).error > 0.3  # three worlds prove little
    late = difference(trial("a", [1, 1, 0, 0]), trial("b", [0, 0, 0, 0]), 0, after=2)
    assert late.mean == 0  # worlds by which an answer was chosen do not judge it


def test_all_answers_are_tried_in_the_same_worlds() -> None:
    turns = Turns(knaves.start("_template", seats=2, seed=1))
    tried = Trials(turns.position, turns.seat, [turns.options[0], turns.options[0]], "1")
    tried.more(5)
    first, second = tried.trials
    assert first.outcomes == second.outcomes and len({end.scores for end in first.outcomes}) > 1


def test_the_coach_judges_by_what_the_seat_could_know() -> None:
    """In another world that the seat could not tell from this one the judgement is the same: nothing hidden is used."""
    turns = Turns(knaves.start("_template", seats=2, seed=1))
    seat, options = turns.seat, turns.options
    twin = turns.position.imagine(seat, Random(4))
    assert twin.state.face != turns.position.state.face
    here, there = (
        judge(Decision(1, seat, world, options[0], options), "1") for world in (turns.position, twin)
    )
    assert here == there and here.worlds > 0


@pytest.mark.parametrize(
    ("mine", "others", "grade"),
    [(0.0, 0.6, "mistake"), (0.5, 0.5, "fine"), (0.6, 0.0, "best"), (0.5, 0.51, "fine")],
)
def test_grades(mine: float, others: float, grade: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(knaves.start("_template", seats=2, seed=1))
    seat, given = turns.seat, turns.options[0]

    def more(trials: Trials, worlds: int, of: Sequence[AnswerTrial] | None = None) -> None:
        """So large a share of all worlds is won, and always the same ones."""
        for one in trials.trials if of is None else of:
            share = mine if one.option == given else others
            for _ in range(worlds):
                won = float(len(one.outcomes) * 7 % 100 < 100 * share)
                one.outcomes.append(Outcome((won, won), (int(10 * won), int(10 * won))))

    monkeypatch.setattr(Trials, "more", more)
    answer = judge(Decision(5, seat, turns.position, given, turns.options), "1")
    assert answer.grade == grade and answer.number == 5 and answer.seat == seat
    assert (answer.better != "") == (grade == "mistake")
    if answer.better:
        assert answer.better != answer.given
    assert (answer.lead > 0) == (grade == "best")


def test_an_imagined_game_is_played_to_its_end() -> None:
    end = play_out(knaves.start("villagers", seats=2, seed=1), Random(1))
    assert sum(end.wins) == pytest.approx(1) and len(end.scores) == 2


def test_a_game_that_goes_on_has_no_review() -> None:
    position = knaves.start("_template", seats=2, seed=1)
    ask = position.ask()
    assert ask is not None
    do(position, ask.seats[0], *ask.options(ask.seats[0])[0])
    with pytest.raises(knaves.BadSave, match="goes on"):
        [*moments(read(position.save()))]
    with pytest.raises(knaves.BadSave, match="no seat 7"):
        review(finished(), 7)


def test_in_the_terminal_and_kept_beside_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = knaves.start("_template", seats=2, seed=3)
    while (ask := position.ask()) is not None:
        position.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    file = tmp_path / "game.json"
    file.write_bytes(position.save())
    main(["coach", str(file), "--seat", "b", "--worlds", "2"])
    said = capsys.readouterr().out
    assert "Seat B" in said and "skill" in said and "luck" in said
    assert (tmp_path / "game.coach-B.json").exists()
    monkeypatch.setattr("knaves.cli.coach.review", lambda *_: pytest.fail("it is kept"))
    main(["coach", str(file), "--seat", "b", "--worlds", "2"])
    assert capsys.readouterr().out == said
    for words in (["--seat", "Z"], ["--worlds", "1"]):
        with pytest.raises(SystemExit):
            main(["coach", str(file), *words])


def test_where_a_value_was_learned_it_judges_and_nowhere_else() -> None:
    game = find("villagers")
    value = learned(game, 4)
    assert value is not None and value.weights.seats == 4
    landed = landing(knaves.start("villagers", seats=4, seed=1), Random(1), value)
    assert not isinstance(landed, Outcome)
    (judged,) = outcomes([landed], value)
    assert sum(judged.wins) == pytest.approx(1, abs=1e-3) and not judged.scores and max(judged.wins) < 1
    assert learned(find("_template"), 2) is None
    whole = landing(knaves.start("_template", seats=2, seed=1), Random(1), None)
    assert isinstance(whole, Outcome) and len(whole.scores) == 2


def test_where_each_seat_wins_for_itself_a_win_is_whole() -> None:
    """Two winners of New Angeles have each won; two winners of the others have half a win each."""
    for name, part in (("new_angeles", 1.0), ("_template", 0.5)):
        position = knaves.start(name, seats=find(name).about.seats[0], seed=1)
        position.state.result = knaves.Result((0, 1), (0,) * position.seats, "")
        assert ended(position).wins[:2] == (part, part)


def test_a_clear_difference_needs_few_worlds_and_an_unclear_one_many() -> None:
    turns = Turns(knaves.start("villagers", seats=4, seed=1))
    decision = Decision(1, turns.seat, turns.position, turns.options[0], list(turns.options))
    judged = judge(decision, "1")
    longest = max(tried.worlds for tried in judged.tried)
    assert longest <= MOST + 12 and (longest == MOST + 12 or judged.error < 0.02 or abs(judged.cost) > 0.0)


def test_reasons_are_counted_and_told_in_the_words_of_the_game() -> None:
    turns = Turns(knaves.start("villagers", seats=4, seed=1))
    trials = Trials(turns.position, turns.seat, turns.options, "1")
    names = ["Ann", "Bob", "Cleo", "Dan"]
    said = told(trials, turns.options[0], turns.options[-1], names, worlds=8)
    assert said and all(line.endswith(".") for line in said)
    assert any(names[turns.seat] in line and "of 8 worlds" in line for line in said)
    assert told(trials, turns.options[0], turns.options[0], names, worlds=4) == []  # no difference, no reason


def test_steps_can_be_taken_in_any_order() -> None:
    file = finished()
    sitting, other = Sitting(file, worlds=2), Sitting(file, worlds=2)
    steps = sitting.steps()
    assert [step.number for step in steps] == sorted(step.number for step in steps)
    for seat in range(2):
        mine = steps_for(steps, seat)
        assert {step.seat for step in mine} == {-1, seat} and CoachStep(-1, 0) in mine
    some = steps[-6:]
    forward = [sitting.take(step) for step in some]
    backward = [other.take(step) for step in reversed(some)]
    assert forward == backward[::-1], "the same record gives the same review, whenever a step is taken"
    for seat in range(2):
        found = summed(file, seat, forward)
        assert all(one.seat == seat for one in found.answers)
