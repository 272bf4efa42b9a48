"""Laws of knowledge: no imagined world contradicts what its eye was ever shown, or can infer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

import knaves
from knaves.core import knowledge, worlds
from knaves.core.fields import load
from knaves.core.position import Position
from knaves.core.state import State
from tests.laws import tricks
from tests.laws.tables import every_table, walk
from tests.support import plain_only


class Witness:
    """Remembers for every eye which piece it was shown, and under which slots that piece can be since.

    Kept beside the engine's own facts and in another way: a shown piece is under its slot; whoever loses sight of some
    slots knows of each piece among them only that it is under one of them. What has been mingled bears a label, and is
    under one of those that bear it.
    """

    def __init__(self, position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
        self.position = position
        self.where: dict[tuple[int, int], frozenset[int]] = {}  # by eye and piece (its slot in the box)
        self.helpless = 0  # how often no world was found but the true one
        hide, search = State.hide, worlds.Guess.search

        def hidden(s: State, slots: Iterable[int], keep: int = 0) -> None:
            group = frozenset(slots := list(slots))
            if s is position.state:
                self.look()
                self.lose(group, keep)
            hide(s, slots, keep)

        shuffle = State.shuffle

        def shuffled(s: State, pile: list[int]) -> None:
            if s is position.state:
                self.look()
                self.lose(frozenset(pile), 0)
            shuffle(s, pile)

        def searched(guess: worlds.Guess, rng: Random) -> bool:
            found = search(guess, rng)
            self.helpless += not found
            return found

        monkeypatch.setattr(State, "hide", hidden)
        monkeypatch.setattr(State, "shuffle", shuffled)
        monkeypatch.setattr(worlds.Guess, "search", searched)

    def look(self) -> None:
        """Takes in what everybody sees now."""
        seen, labels = self.position.state.seen, self.position.state.mingled()
        for slot, mask in enumerate(seen):
            for eye in range(mask.bit_length()):
                if mask >> eye & 1:
                    self.where[eye, slot] = frozenset({slot})
        if labels:
            for (eye, slot), at in self.where.items():
                if not seen[slot] >> eye & 1:
                    self.where[eye, slot] = at | self.beside(at, labels)

    def beside(self, slots: frozenset[int], labels: Sequence[int]) -> frozenset[int]:
        """All that bear the label of one of these."""
        named = {labels[slot] for slot in slots if slot < len(labels)} - {0}
        return frozenset(slot for slot, label in enumerate(labels) if label in named)

    def lose(self, group: frozenset[int], keep: int) -> None:
        for (eye, slot), at in self.where.items():
            if not keep >> eye & 1 and at & group:
                self.where[eye, slot] = at | group

    def check(self, eye: int, world: State) -> None:
        true = self.position.state
        assert all(knowledge.fits(one, true.face) for one in true.known()), "a fact is not true"
        known = [one for one in true.known() if one.eyes >> eye & 1]
        wrong = [one for one in known if not knowledge.fits(one, world.face)]
        assert not wrong, f"imagined against {wrong[0]}"
        for (who, slot), at in self.where.items():
            if who == eye:
                assert any(world.face[other] == true.face[slot] for other in at), (
                    f"eye {eye} was shown face {true.face[slot]}, which can only be under {sorted(at)}"
                )


def tables(position: Position, steps: Iterator[object], witness: Witness, every: int, rng: Random) -> None:
    """Plays, and now and then lets everybody imagine."""
    for turn, _ in enumerate(steps):
        witness.look()
        if turn % every == 0:
            for seat in (*range(position.seats), None):
                twin = position.imagine(seat, rng)
                witness.check(position.eye(seat), twin.state)
    assert witness.helpless == 0


@plain_only
@every_table
def test_no_imagined_world_contradicts_what_was_shown(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, rng = knaves.start(game, seats=seats, seed=5), Random(5)
    tables(position, walk(position, rng), Witness(position, monkeypatch), 9, rng)


@plain_only
@pytest.mark.parametrize("seed", range(20))
def test_a_suit_not_followed_is_remembered(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three lines of the toy's rules (`rule_out`, `hide`) and every imagined hand is one that can be."""
    position, rng = tricks.deal(seed), Random(seed)
    tables(position, tricks.play(position, rng), Witness(position, monkeypatch), 1, rng)


def impossible_hands(seed: int) -> int:
    """Imagined worlds in which somebody has a suit that he could not follow a moment ago."""
    position, rng, found = tricks.deal(seed), Random(seed), 0
    void: set[tuple[int, int]] = set()  # slot, suit
    for _ in tricks.play(position, rng):
        s = position.state
        assert isinstance(s, tricks.Cards)
        void = {(slot, suit) for slot, suit in void if any(slot in hand for hand in s.hand)}
        if 0 < len(s.trick) < s.seats:
            led = tricks.suit(s.face[s.trick[0]])
            for n, slot in enumerate(s.trick[1:], 1):
                if tricks.suit(s.face[slot]) != led:
                    void |= {(slot, led) for slot in s.hand[(s.lead + n) % s.seats]}
        else:
            void = set()  # cards change hands between tricks; the law above follows them
        for eye in range(position.seats):
            face = position.imagine(eye, rng).state.face
            found += any(tricks.suit(face[slot]) == suit for slot, suit in void)
    return found


def test_without_these_lines_hands_are_imagined_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(impossible_hands(seed) for seed in range(10)) == 0
    monkeypatch.setattr(tricks.Trick, "remembers", False)
    assert sum(impossible_hands(seed) for seed in range(20)) > 10


def test_facts_are_saved_compared_and_cloned() -> None:
    position, rng = tricks.deal(3), Random(3)
    for _ in tricks.play(position, rng):
        s = position.state
        assert s.clone() == s and load(tricks.Cards, s.dump()) == s
        if s.notes:
            twin = s.clone()
            twin.notes = ()
            assert twin != s
            return
    raise AssertionError("nothing was inferred")


@every_table
def test_the_same_luck_imagines_the_same_world_whatever_is_true(game: str, seats: int) -> None:
    """So a bot that thinks in imagined worlds answers the same wherever it cannot tell the truth apart."""
    position, rng = knaves.start(game, seats=seats, seed=9), Random(9)
    for look, _ in enumerate(walk(position, rng)):
        if look % 8:
            continue
        eye = look // 8 % seats
        other = position.imagine(eye, Random(f"another {look}"))
        mine, theirs = (one.imagine(eye, Random(look)).state for one in (position, other))
        assert mine.face == theirs.face, look
