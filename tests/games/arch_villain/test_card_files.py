"""Card files of one's own: what they may change plays, and what could not be played is refused."""

from __future__ import annotations

import re
from random import Random

import pytest

import knaves
from knaves.core.selection import answers_for
from knaves.games.arch_villain.cards import box
from knaves.games.arch_villain.cards.names import ENERGY, HEALTH, KINDS, TOKENS
from tests.games.arch_villain.table import (
    GAME,
    asked,
    card_file,
    events,
    options,
    own_table,
    put,
    say,
    seen,
    state,
    strike,
    table,
    told,
)
from tests.support import clause, play_random, with_dice


@pytest.mark.parametrize(("field", "ours"), [("name", "Lightning"), ("name", "boxer"), ("id", "lightning")])
def test_no_card_is_called_like_one_of_another_deck(field: str, ours: str) -> None:
    """The line is that of the player's file, whichever deck comes first in the box."""
    mine = "Laser Pistol" if field == "name" else "laser_pistol"
    text = card_file("weapons", (f'{field} = "{mine}"', f'{field} = "{ours}"'))
    line = text.splitlines().index(f'{field} = "{ours}"') + 1
    with pytest.raises(knaves.BadCards, match=f"line {line}: .*'{ours}' is "):
        box(text)


def test_a_contact_has_no_use_twice() -> None:
    use = '{verb = "gain", item = "health", amount = 3}'
    text = card_file("contacts", ('{verb = "gain", item = "energy", amount = 7}', use))
    with pytest.raises(knaves.BadCards, match="city_patron has the same use twice"):
        box(text)


def finished(p: knaves.Position) -> bool:
    for _ in play_random(p, Random(1)):
        pass
    return p.result is not None


CUBES_AT_SIX = ('{face = 6, item = "energy", amount = 6}', '{face = 6, item = "cubes", amount = 2}')


@clause(GAME, "effect.6", "skill.2")
@pytest.mark.parametrize("enough", [False, True])
def test_a_double_cube_may_be_the_item_of_a_strike(enough: bool) -> None:
    cards = card_file("powers", CUBES_AT_SIX)
    words = {"turn": "3", "villain": "crimson_death", "step": "arrest", "dice": [6, 6, 6]}
    mine = ["star_gift", "lightning"] if enough else ["star_gift"]
    p = own_table(cards, players=[{"hero": "bulwark", "cards": mine, "health": 20}], round=1, **words)
    say(p, "load", "star_gift")
    p.apply(0, options(p, "item")[0])
    if enough:
        put(p, "lightning", 6)
    heard = events(p)
    if options(p, "strike"):
        strike(p)
    assert "A gains 2 double cubes." in told(p, heard)
    assert {o[0] for o in options(p)} == {"train"}
    assert knaves.load(p.save()) == p
    say(p, "train", 1, 4)
    assert seen(p)["players"][0]["skills"]["strength"] == 4
    assert bool(options(p, "reward")) == (enough and asked(p) == 0)


def test_games_with_such_a_card_end() -> None:
    cards = card_file("powers", CUBES_AT_SIX)
    for seed in range(10):
        assert finished(knaves.start(GAME, seats=3, seed=seed, cards=cards))


@clause(GAME, "faq.4")
@pytest.mark.parametrize("dice", [1, 3])
def test_a_contact_rolls_as_many_dice_again_as_its_row_says(dice: int) -> None:
    cards = card_file("contacts", ("dice = 2", f"dice = {dice}"))
    player = {"hero": "bulwark", "cards": ["tech_genius", "lightning"], "dice": 4}
    p = own_table(cards, players=[player], turn="3")
    contact = next(card for card in seen(p)["players"][0]["cards"] if card["key"] == "tech_genius")
    assert contact["uses"][0]["name"] == {1: "roll one die again", 3: "roll up to 3 dice again"}[dice]
    with_dice(p, 1, 2, 3, 4)
    say(p, "arrest", state(p).villain_slot)
    assert f"up to {dice} of your dice" in p.ask().prompt(0)  # type: ignore[union-attr]
    with_dice(p, 6, 6, 6)
    for pips in range(1, dice + 1):
        say(p, "again", pips)
    assert not options(p, "again")
    shown = seen(p)["dice"]
    assert shown is not None
    assert shown["pool"].count(6) == dice


def test_two_contacts_roll_again_one_after_the_other() -> None:
    """Who has chosen for the first has not chosen for the second: other dice lie there by then."""
    cards = card_file("contacts", ("dice = 2", "dice = 1"))
    uses = 'uses = [{verb = "reroll", dice = 3}'
    rows = cards.split("[[contact]]")
    at = next(n for n, row in enumerate(rows) if "reroll" not in row and "uses = [{" in row)
    rows[at] = rows[at].replace("uses = [{", uses + ", {", 1)
    other = re.search(r'id = "(\w+)"', rows[at])
    assert other is not None
    player = {"hero": "bulwark", "cards": ["tech_genius", other[1], "lightning"], "dice": 4}
    p = own_table("[[contact]]".join(rows), players=[player], turn="3")
    with_dice(p, 1, 1, 1, 4)
    say(p, "arrest", state(p).villain_slot)
    first = p.ask().shape(0).most  # type: ignore[union-attr]
    with_dice(p, *[2] * 4)
    chain = answers_for(p, 0, [1] * first)
    assert chain == [("again", 1)] * first, "no `roll` for the dice of the second contact"
    p.apply_all(0, chain)
    assert {"again", "keep"} == {option[0] for option in p.ask().options(0)}  # type: ignore[union-attr]


def test_copies_are_so_many_cards() -> None:
    rows = card_file("weapons").split("[[weapon]]")
    two = "[[weapon]]".join(rows[:-1]).replace('id = "chain"', 'id = "chain"\ncopies = 2')
    mine = box(two)
    chains = [face for face, row in enumerate(mine.cards) if row.id == "chain"]
    assert len(chains) == 2
    assert len(mine.faces[KINDS.index("weapon")]) == 16
    assert finished(knaves.start(GAME, seats=2, seed=3, cards=two))


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("weapons", 'id = "chain"', 'id = "chain"\ncopies = 2', "16 cards"),
        ("weapons", 'id = "chain"', 'id = "chain"\ncopies = 20000000', "<= 30"),
        ("weapons", 'id = "chain"', 'id = "chain"\ncopies = -1', ">= 1"),
        ("weapons", "cost = 6", "cost = -6", "line 7: .* >= 0"),
        ("weapons", "squares = 1", "squares = 1000000", "<= 10"),
        ("contacts", "dice = 2", "dice = 0", ">= 1"),
        ("contacts", '"genetic"', '"agility"', "no talent has the symbol 'agility'"),
        ("villains", "red = 9", "red = 1000", "<= 100"),
        ("villains", "number = 16}]", 'number = 16}, {type = "energy_emission", number = 3}]', "twice"),
        ("powers", "face = 6", "face = 5", "face 5 is there twice"),
        ("board", 'id = "old_town"', 'id = "dockside"', "'dockside' is there twice"),
        ("board", "number = 2", "number = 1", "rounds 1 to 5"),
        ("board", 'name = "a power"', 'name = "a power"\namount = 2', "one card"),
        ("board", 'id = "cubes"\ncount = 24', 'id = "die"\ncount = 24', "'die' is there twice"),
        ("board", "amount = 3", "amount = 0", "health has an amount"),
        ("board", 'name = "a contact"', 'name = "a contact"\namount = 2', "has none"),
        ("board", "dice = 5", "dice = 11", "<= 10"),
        ("board", "each = 2", "each = 1", "twice"),
    ],
)
def test_a_file_that_could_not_be_played_is_refused(name: str, old: str, new: str, says: str) -> None:
    with pytest.raises(knaves.BadCards, match=says):
        box(card_file(name, (old, new)))


@clause(GAME, "items.7")
def test_what_a_board_file_calls_endless_takes_no_cube() -> None:
    p = own_table(card_file("board", ("amount = 2\n", "amount = 2\nendless = true\n")))
    say(p, "green", "health")
    assert ("green", HEALTH) in options(p)


def test_a_strange_number_of_tokens_cannot_stop_the_table() -> None:
    p = table(2, [{"energy": 0}], spaces={"dockside": ["energy", "energy", "chain"]})
    state(p).tokens[ENERGY] = 2**40
    say(p, "space", "dockside")
    say(p, "buy", "chain", 4)
    say(p, "take_tokens")
    assert state(p).tokens[:TOKENS] == [0] * TOKENS


@pytest.mark.parametrize(("fewer", "turn", "dice"), [(2, "2", "no dice"), (9, "5", "no dice"), (2, "3", "1")])
def test_a_villain_may_be_left_without_dice(fewer: int, turn: str, dice: str) -> None:
    cards = card_file("powers", ('"fewer_villain_dice", count = 1', f'"fewer_villain_dice", count = {fewer}'))
    p = own_table(cards, players=[{"hero": "bulwark", "cards": ["quick_feet"], "health": 0}], turn=turn)
    heard = events(p)
    with_dice(p, 1)
    say(p, "green", "energy")
    assert f"The villain hits back at A and rolls {dice}." in told(p, heard)
    assert seen(p)["players"][0]["fate"] == "in"
