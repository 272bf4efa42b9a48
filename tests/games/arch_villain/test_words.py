"""What is shown, told and counted."""

from __future__ import annotations

import pytest

import knaves
from knaves.bots import Observation, make
from knaves.core.beat import play
from knaves.games.arch_villain.cards.names import ENERGY
from knaves.games.arch_villain.words import name
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    events,
    options,
    put,
    say,
    seen,
    state,
    strike,
    table,
    told,
)
from tests.support import ask_of, with_dice


def test_labels_read_as_plain_english() -> None:
    p = table(
        2,
        [{"cards": ["physician", "detective"]}],
        turn="range",
        spaces={"dockside": ["die"], "rooftops": ["die"]},
    )
    labels = {p.label(o, 0) for o in options(p)}
    assert {
        "Take from Dockside",
        "Take from Dockside and Rooftops as if they were one",
        "Green list: two health",
        "Leave the round for a contact",
        "Physician: a free talent (genetic, psychology or medical)",
        "Physician: 3 health",
    } <= labels
    p = arrest([3, 6], ["lightning", "laser_pistol"], energy=3, skills=[2, 0, 0])
    assert "Raise a 3 to 6 for hand to hand (3 energy)" in {p.label(o, 0) for o in options(p)}
    assert "Strike: 2 damage against 9" in {p.label(o, 0) for o in options(p)}
    say(p, "load", "lightning")
    assert "Raise a 3 to 5 for Lightning (2 energy)" in {p.label(o, 0) for o in options(p)}


def test_a_round_as_it_is_told() -> None:
    p = table(
        2,
        [{"cards": ["giant_strength"], "energy": 0}, {"fate": "knocked out"}],
        turn="3",
        villain="crimson_death",
    )
    heard = events(p)
    with_dice(p, 6, 2)
    say(p, "arrest", state(p).villain_slot)
    put(p, "giant_strength", 6)
    p.apply(0, options(p, "strike")[0])
    say(p, "reward", "five_points")
    assert told(p, heard)[:7] == [
        "A tries the arrest and rolls 6, 2.",
        "A puts a 6 on Giant Strength: 11 damage.",
        "A arrests Crimson Death: 11 damage against 9.",
        "A protects citizens, for 5 points.",
        "A scores 9 for the arrest.",
        "A scores 5 for a reward.",
        "B gains 2 health for the heroic loss.",
    ]


def test_the_board_as_text() -> None:
    p = arrest([3, 6, 6], ["lightning", "laser_pistol", "physician"], energy=3, skills=[2, 0, 0], round=3)
    put(p, "laser_pistol", 6)
    text = p.game.board(p.view(0))
    for line in (
        "Round 3 of 5, turn 3",
        "Crimson Death: defence 19, 26 against energy emission",
        "a 6 costs 2 health; takes all energy after turn 2",
        "A (you) Bulwark",
        "Dice: 3, 6",
        "  6 on Laser Pistol",
        "  9 damage against 19",
        "Lightning (power, 12 energy, energy emission, technical procedure, range, damage 3/4/6/8/10/13",
        "Physician (contact, a free talent (genetic, psychology or medical) or 3 health)",
        "agility 2 of 4, strength 0 of 5",
    ):
        assert line in text, line
    stock = table(
        2,
        [{"cards": ["boxer"]}, {"cards": [row.id for row in BOX.tables.contact]}],
        spaces={"dockside": ["energy", "energy", "cubes", "force_field"]},
        green={"die": [1]},
    )
    text = stock.game.board(stock.view(0))
    for line in (
        "Dockside: 1 double cube, 8 energy",
        "The first 6 of every roll the villain makes against you becomes a 1.",
        "Boxer (talent, 4 energy, combat, 1 point, house) Each of your hand-to-hand hits does one more.",
        "a die token [B]",
        "a contact (none left)",
    ):
        assert line in text, line
    drawn = table(2, decks={"power": ["lightning"]})
    say(drawn, "green", "power")
    assert "Just drawn: Lightning" in drawn.game.board(drawn.view(None))


def test_the_text_board_names_the_turns_that_have_no_number() -> None:
    won = {"fate": "arrested", "reward": "health"}
    for turn, said in (("range", "the range turn"), ("3", "turn 3")):
        p = table(2, [{}, won | {"arrested_on": turn}], turn="4")
        assert f": 0 points, arrested on {said};" in p.game.board(p.view(0))
        p = table(2, turn=turn)
        assert p.game.board(p.view(0)).startswith(f"Round 1 of 5, {said}")


@pytest.mark.parametrize(
    ("kind", "number", "text"),
    [("first_die", 0, "no dice"), ("next_die", 6, ", 6"), ("next_die", 0, ""), ("moon", 3, "3")],
)
def test_names(kind: str, number: int, text: str) -> None:
    assert name(state(table()), kind, number) == text


def test_prompts_say_where_one_is() -> None:
    p = table(
        2, [{"cards": ["detective"]}], turn="range", spaces={"dockside": ["die"], "rooftops": ["die", "die"]}
    )
    say(p, "two_spaces", 0, 2)
    assert p.ask().prompt(0) == "Take any or all of what lies on Dockside and Rooftops. You have 10 energy."  # type: ignore[union-attr]
    assert p.ask().why_not(0, "space:1").clause == "items.1"  # type: ignore[union-attr]
    drawn = table(2, decks={"power": ["lightning"]})
    say(drawn, "green", "power")
    wanted = "Lightning costs 12 energy, and you have 10 energy: it goes on an action space. Which?"
    assert drawn.ask().prompt(0) == wanted  # type: ignore[union-attr]


def test_the_figures_of_a_game() -> None:
    p = knaves.start(GAME, seats=3, seed=5)
    heard = events(p)
    bots = [make("fair", p.game, seat) for seat in range(3)]
    play(p, lambda q, seat, o: bots[seat].choose(Observation(q, seat, o)))
    figures = p.game.tally(heard, p.state)
    fates = [figures[name] for name in ("arrests", "retreats", "knock-outs", "held out")]
    assert sum(fates) == pytest.approx(1.0)
    sources = [value for name, value in figures.items() if name.startswith("points from")]
    assert sum(sources) == pytest.approx(figures["points"])
    assert sum(value for name, value in figures.items() if name.startswith("hero ")) == pytest.approx(1.0)
    assert {figures[f"owned: {card['name']}"] for card in seen(p)["players"][0]["cards"]} == {1.0}


def test_cards_can_be_looked_up_and_checked() -> None:
    game = knaves.start(GAME, seats=2, seed=1).game
    assert len(game.card_list()) == 24 + 16 + 16 + 8 + 16 + 5
    assert "Nothing" in game.check_cards("")
    with pytest.raises(knaves.BadCards):
        game.check_cards("[[power]]\nid = 1\n")


def test_answers_say_how_much_the_box_still_has() -> None:
    """R17: a contact and a die on a card bring no more than is left, and say so before."""
    p = table(2, [{"cards": ["quartermaster"], "energy": 34}, {"energy": 34}])
    gain = next(o for o in options(p, "contact") if "energy" in p.label(o, 0))
    assert p.label(gain, 0) == "Quartermaster: 5 energy (2 left now)"
    heard: list[str | None] = []
    p.listen(lambda event: heard.append(p.text(event, 0)))
    p.apply(0, gain)
    assert heard[:2] == ["A calls Quartermaster: 5 energy.", "A gains 2 energy."]
    p = arrest([6], ["star_gift"])
    state(p).supply[ENERGY] = 1
    say(p, "load", "star_gift")
    assert [p.label(o, 0) for o in options(p, "item")] == ["Star Gift: energy (1) instead of damage"]


def test_what_costs_nothing_is_said_to_be_free() -> None:
    p = arrest([5], ["inventor"], skills=[1, 0, 0])
    assert [p.label(o, 0) for o in options(p, "fist")] == ["Raise a 5 to 6 for hand to hand (free)"]


def test_what_is_gained_says_what_for() -> None:
    resting = {"fate": "left", "reward": "health", "cards": ["financier", "field_medic"]}
    p = table(2, [{}, resting], turn="5", round=2)
    heard = events(p)
    say(p, "protect", "weapon")
    lines = told(p, heard)
    for line in (
        "B gains 3 health as the reward.",
        "B gains 3 energy as the round begins.",
        "B gains 1 health as the round begins.",
    ):
        assert line in lines


def test_what_a_round_brings_comes_in_the_order_of_that_round() -> None:
    first = {"hero": "moth", "score": 9}
    second = {"fate": "left", "reward": "health", "cards": ["financier"]}
    p = table(2, [first, second], turn="5")
    heard = events(p)
    say(p, "protect", "weapon")
    begun = [line for line in told(p, heard) if line.endswith(" as the round begins.")]
    assert begun == ["B gains 3 energy as the round begins.", "A gains 1 energy as the round begins."]


def test_a_card_that_costs_nothing_says_what_for() -> None:
    resting = {"fate": "left", "reward": "weapon"}
    p = table(2, [{"cards": ["physician"]}, resting], turn="5", spaces={"dockside": ["surgeon"]})
    heard = events(p)
    p.apply(0, options(p, "contact")[0])
    say(p, "free", "surgeon")
    p = table(2, [{}, resting], turn="5", decks={"weapon": ["chain"]})
    rewarded = events(p)
    say(p, "protect", "power")
    assert "A gets Surgeon free." in told(p, heard)
    assert "B gets Chain free as the reward." in told(p, rewarded)


def test_a_six_that_costs_nothing_is_explained() -> None:
    for dice, explained in (((6, 2), True), ((5, 2), False)):
        p = table(2, [{"cards": ["force_field"]}], turn="2", villain="crimson_death")
        heard = events(p)
        with_dice(p, *dice)
        say(p, "green", "energy")
        assert ("A is protected and loses no health." in told(p, heard)) == explained


@pytest.mark.parametrize(
    ("cards", "health", "dice", "lines"),
    [
        (
            ["force_field"],
            4,
            (6, 6, 1),
            ["A is protected: the roll costs 2 health instead of 4.", "A loses 2 health."],
        ),
        (
            ["steel_skin"],
            4,
            (6, 2, 1),
            ["A is protected: the roll costs 1 health instead of 2.", "A loses 1 health."],
        ),
        ([], 3, (6, 6, 1), ["A owes 4 health, cannot pay, loses the 3 that are left, and is knocked out."]),
        ([], 1, (6, 2, 1), ["A owes 2 health, cannot pay, loses the last one, and is knocked out."]),
        ([], 0, (6, 2, 1), ["A owes 2 health, cannot pay, and is knocked out."]),
    ],
)
def test_what_a_retaliation_costs_and_why(
    cards: list[str], health: int, dice: tuple[int, ...], lines: list[str]
) -> None:
    player = {"cards": cards, "health": health}
    p = table(2, [player], turn="3", round=3, villain="crimson_death")
    heard = events(p)
    with_dice(p, *dice)
    say(p, "green", "energy")
    after = told(p, heard)
    start = after.index(f"The villain hits back at A and rolls {', '.join(map(str, dice))}.")
    assert after[start + 1 : start + 1 + len(lines)] == lines


def test_dice_that_change_are_told() -> None:
    p = table(2, [{"cards": ["illusions", "tech_genius"], "dice": 3}], turn="3", villain="crimson_death")
    heard = events(p)
    with_dice(p, 1, 4, 1)
    say(p, "arrest", state(p).villain_slot)
    with_dice(p, 1)
    say(p, "again", 4)
    say(p, "roll")
    assert told(p, heard) == [
        "A tries the arrest and rolls 1, 4, 1.",
        "For A the 1s become 6s.",
        "A sets a 4 aside, to be rolled again.",
        "A calls Tech Genius: roll up to 2 dice again.",
        "A has dice rolled again: 1.",
        "For A the 1 becomes a 6.",
    ]


def test_hits_by_hand_are_told() -> None:
    p = arrest([6, 6, 2, 4], ["giant_strength"], skills=[2, 0, 0])
    heard = events(p)
    put(p, "giant_strength", 4)
    strike(p)
    assert told(p, heard)[:3] == [
        "A puts a 4 on Giant Strength: 7 damage.",
        "A hits 2 times by hand: 4 damage.",
        "A arrests Crimson Death: 11 damage against 9.",
    ]
    p = arrest([6, 5], ["sunburst"], skills=[2, 0, 0], turn="range")
    heard = events(p)
    put(p, "sunburst", 5)
    strike(p)
    assert not [line for line in told(p, heard) if "by hand" in line], "not on the range turn (R14)"


def test_rolling_the_villains_dice_again_says_what_they_cost() -> None:
    p = table(
        2,
        [{"cards": ["tech_genius"], "health": 3}],
        turn="3",
        round=3,
        villain="crimson_death",
        step="retaliation",
        dice=[6, 6, 1],
    )
    said = p.ask().prompt(0)  # type: ignore[union-attr]
    assert said.startswith("Your contact can roll up to 2 of the villain's dice again; ")
    assert said.endswith("as they lie they cost 4 health, and you have 3. Which?")


def test_steps_that_no_skill_can_take_are_told() -> None:
    ends = BOX.heroes[[hero.id for hero in BOX.heroes].index("bulwark")].skills
    p = table(2, [{"hero": "bulwark", "skills": [ends[0] - 1, ends[1], ends[2]]}])
    heard = events(p)
    say(p, "green", "cubes")
    assert told(p, heard)[-2:] == [
        f"A raises agility to {ends[0]}.",
        "No skill of A can be raised further: 1 step is lost.",
    ]
    p = table(2, [{"hero": "bulwark", "skills": list(ends)}])
    heard = events(p)
    say(p, "green", "cubes")
    assert told(p, heard)[-1] == "No skill of A can be raised further: 2 steps are lost."


def test_a_group_on_a_space_is_whole_whatever_the_box_has_left() -> None:
    p = table(2, [{"energy": 63}, {"energy": 1}], spaces={"dockside": ["energy", "health"]})
    assert "Green list: the last 2 instead of four energy" in {p.label(o, 0) for o in options(p)}
    say(p, "space", "dockside")
    assert "Take four energy from Dockside" in {p.label(o, 0) for o in options(p)}
    say(p, "take", "energy", "dockside")
    assert seen(p)["players"][0]["energy"] == 67


def test_discards_lie_open_on_the_text_board() -> None:
    p = table(2, turn="2", villain="baron_static", spaces={"dockside": ["lightning"]})
    assert "Discards" not in p.game.board(p.view(None))
    for _ in range(2):
        say(p, "green", "energy")
    assert "Discards: Lightning" in p.game.board(p.view(None)).splitlines()


def test_what_is_printed_on_the_board_is_on_the_text_board() -> None:
    lines = table(2).game.board(table(2).view(None)).splitlines()
    assert "Dice of the villain that hits back: 2 on turn 2, 3 on turn 3, 4 on turn 4, 5 on turn 5" in lines
    sets = "1 of each +2, 2 of each +5, 3 of each +11"
    assert f"At the end of a round, for sets of a power, weapon and talent: {sets}" in lines
    assert "An arrest on the range turn brings 10 points more; a heroic loss 2 health and 5 energy" in lines


def test_the_search_of_a_contact_says_what_it_brings() -> None:
    p = table(2, [{"cards": ["physician"]}], spaces={"dockside": ["surgeon"]})
    p.apply(0, options(p, "contact")[0])
    ask = ask_of(p)
    assert ask.prompt(0) == (
        "Your contact brings a free talent (genetic, psychology or medical). Which card?"
    )


def test_what_is_left_of_a_kind_is_the_deck_or_the_discards_of_an_empty_one() -> None:
    p = table(2, turn="2", villain="baron_static", spaces={"dockside": ["lightning"]})
    for _ in range(2):
        say(p, "green", "energy")
    powers = next(row for row in seen(p)["green"] if row["key"] == "power")
    assert (powers["left"], seen(p)["decks"]["power"], len(seen(p)["discards"])) == (23, 23, 1)
    s = state(p)
    s.decks[0] = ()
    assert next(row for row in seen(p)["green"] if row["key"] == "power")["left"] == 1


def test_no_damage_is_said_in_words() -> None:
    p = arrest([3, 2], ["laser_pistol"])
    assert "Strike: no damage against 9" in {p.label(o, 0) for o in options(p)}
    heard = events(p)
    p.apply(0, options(p, "strike")[0])
    assert told(p, heard)[0] == "A fails: no damage against 9."
