"""How choices are to be drawn: what can be picked together, how often, and what ends it."""

from __future__ import annotations

from knaves.core.step import ONE
from knaves.games.arch_villain.cards.names import DIE, ENERGY, HEALTH
from tests.games.arch_villain.table import arrest, say, state, table
from tests.support import ask_of, clause


@clause("arch_villain", "items.1")
def test_all_that_lies_on_a_space_can_be_picked_at_once() -> None:
    goods = ["health", "health", "energy", "die", "lightning", "chain"]
    p = table(2, [{"energy": 20}], spaces={"dockside": goods})
    say(p, "space", "dockside")
    shape = ask_of(p).shape(0)
    assert (shape.kind, shape.verb, shape.named, shape.also) == ("some", "take", 2, ("buy", "take_tokens"))
    assert (shape.least, shape.most, shape.done, shape.words) == (1, 6, ("done",), "Take {}")
    assert shape.again == ((("take", HEALTH, 0), 2), (("take", ENERGY, 0), 1), (("take", DIE, 0), 1))
    say(p, "buy", "chain", state(p).box.cost[state(p).face[state(p).lying[0][1]]])
    shape = ask_of(p).shape(0)
    assert (shape.least, shape.most) == (0, 5)


@clause("arch_villain", "faq.3")
def test_two_spaces_as_one_are_picked_from_together() -> None:
    spaces = {"dockside": ["die"], "rooftops": ["health", "chain"]}
    p = table(2, [{"cards": ["detective"], "energy": 20}], turn="range", spaces=spaces)
    say(p, "two_spaces", "dockside", "rooftops")
    shape = ask_of(p).shape(0)
    assert shape.again == ((("take", DIE, 0), 1), (("take", HEALTH, 2), 1)) and shape.most == 3


@clause("arch_villain", "skill.2")
def test_steps_of_double_cubes_are_picked_track_by_track() -> None:
    p = table(2, [{"skills": [3, 0, 0]}])  # Bulwark's agility ends at 4
    say(p, "green", "cubes")
    shape = ask_of(p).shape(0)
    assert (shape.kind, shape.verb, shape.least, shape.most) == ("some", "train", 2, 2)
    assert shape.again == ((("train", 0), 1), (("train", 1), 2), (("train", 2), 2))
    assert shape.words == "Raise skills by {}"
    say(p, "train", 1, 1)
    shape = ask_of(p).shape(0)
    assert (shape.least, shape.most) == (1, 1) and shape.again[1] == (("train", 1), 1)
    full = table(2, [{"skills": [4, 5, 2]}])
    say(full, "green", "cubes")
    assert state(full).skill[:3] == [4, 5, 3]  # the one step there is room for; the other is lost


@clause("arch_villain", "faq.4")
def test_dice_to_be_rolled_again_are_picked_together() -> None:
    p = arrest([2, 2, 6, 5], ["tech_genius"])
    shape = ask_of(p).shape(0)
    assert (shape.kind, shape.verb, shape.done, shape.words) == ("some", "again", ("roll",), "Roll {} again")
    assert (shape.least, shape.most) == (1, 2)
    assert shape.again == ((("again", 2), 2), (("again", 5), 1), (("again", 6), 1))
    say(p, "again", 2)
    shape = ask_of(p).shape(0)
    assert (shape.least, shape.most) == (0, 1) and shape.again[0] == (("again", 2), 1)


def test_everything_else_is_one_of_the_answers() -> None:
    for p in (table(2), table(2, step="option"), arrest([3], ["lightning"])):
        assert ask_of(p).shape(0) == ONE
