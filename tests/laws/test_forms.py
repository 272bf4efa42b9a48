"""What a person may fill in: whatever is written, it is played or refused, and a refusal changes nothing."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import knaves
from knaves.core.clauses import ledger
from knaves.core.forms import Blank, Form
from knaves.core.game import Game
from knaves.games import about
from tests.laws.tables import every_game, walk

MANY = 60


def scribble(blank: Blank, rng: Random) -> list[str]:
    """Mostly what fits, sometimes what does not."""
    if blank.shape == "amount":
        return [str(rng.choice([0, 1, blank.most, blank.most + 1, 2**40]))]
    known = [str(value) for value, _ in blank.values]
    count = rng.randint(0, min(3, len(known))) if blank.shape == "any" else 1
    return rng.sample(known, count)


def fill_at_random(form: Form, rng: Random) -> tuple[str | int, ...]:
    return form.fill([scribble(blank, rng) for blank in form.blanks])


@every_game
def test_what_is_filled_in_is_played_or_refused(game: str) -> None:
    rng = Random(5)
    seats = max(about(game).seats)
    position = knaves.start(game, seats=seats, seed=5)
    book = ledger(game)
    met = 0
    for _ in walk(position, rng):
        seat = rng.randrange(seats)
        forms = list(position.forms(seat))
        assert position.fills(seat) == (forms[0].start[0] if forms else "")
        if not forms:
            continue
        met += 1
        assert all(form.start[0] in position.game.interjection_verbs for form in forms)
        assert all(book.find(form.clause).text for form in forms)
        assert len({form.seat for form in forms}) == len(forms)
        before = position.save()
        trial = position.clone()
        with suppress(knaves.Refused):
            trial.apply(seat, fill_at_random(rng.choice(forms), rng))
        assert position.save() == before
        if met == MANY:
            break
    fills_in = type(position.game).forms is not Game.forms
    assert bool(met) == fills_in
