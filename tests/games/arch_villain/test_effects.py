"""Card Effects, and the questions about single cards."""

from __future__ import annotations

import pytest

import knaves
from knaves.games.arch_villain.cards.names import ITEMS
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    asked,
    blow,
    events,
    options,
    put,
    say,
    seen,
    slot,
    state,
    strike,
    table,
    told,
)
from tests.support import clause, refused, with_dice


@clause(GAME, "effect.1", "effect.3")
def test_true_flight_needs_a_die_to_make_all_attacks_range() -> None:
    p = arrest([6, 6, 4], ["true_flight", "giant_strength"], turn="range", skills=[2, 0, 0], round=1)
    assert refused(p, 0, "load", slot(p, "giant_strength")).clause == "round.7"
    assert blow(p)[0] == 0  # fists do not reach
    put(p, "true_flight", 4)
    assert ("load", slot(p, "giant_strength")) in options(p)
    assert blow(p)[0] == 2 * 2 + BOX.table[BOX.face_of["true_flight"]][4]


@clause(GAME, "effect.2", "effect.4")
def test_a24_illusions_works_without_a_die() -> None:
    p = table(2, [{"dice": 3, "cards": ["illusions"], "skills": [2, 0, 0], "energy": 4}], turn="3")
    with_dice(p, 1, 1, 3)
    say(p, "arrest", state(p).villain_slot)
    dice = seen(p)["dice"]
    assert dice is not None
    assert dice["pool"] == [3, 6, 6]
    assert dice["damage"] == 4


@clause(GAME, "effect.5")
def test_a_plus_does_nothing_alone() -> None:
    more = BOX.table[BOX.face_of["ember_focus"]][6]
    p = arrest([6, 4], ["ember_focus", "laser_pistol"], skills=[0, 0, 0])
    put(p, "ember_focus", 6)
    assert blow(p)[0] == 0
    put(p, "laser_pistol", 4)
    assert blow(p)[0] == 3 + more
    p = arrest([6, 6], ["ember_focus"], skills=[1, 0, 0])
    put(p, "ember_focus", 6)
    assert blow(p)[0] == 1 + more  # with a hand-to-hand hit


@clause(GAME, "effect.6")
def test_damage_or_item() -> None:
    face = BOX.face_of["star_gift"]
    token, amount = BOX.items[face][6] or (0, 0)
    assert ITEMS[token] == "energy"
    for word, damage, energy in (("damage", BOX.table[face][6], 0), ("item", 0, amount)):
        p = arrest([6, 2], ["star_gift", "laser_pistol"], health=20)
        put(p, "star_gift", 6)
        assert {o[0] for o in options(p)} == {"damage", "item"}
        p.apply(0, next(o for o in options(p) if o[0] == word))
        assert blow(p)[0] == damage
        assert seen(p)["players"][0]["energy"] == 0  # gained with the strike, not before
        strike(p)
        assert seen(p)["players"][0]["energy"] == energy


@clause(GAME, "effect.7")
@pytest.mark.parametrize(("rolled", "lost"), [([6, 2, 3], 0), ([6, 6, 1], 2), ([6, 6, 6], 4)])
def test_force_field_turns_the_first_six_of_every_roll(rolled: list[int], lost: int) -> None:
    player = {"cards": ["force_field"], "health": 9}
    p = table(2, [player], round=3, turn="3", villain="crimson_death", step="retaliation", dice=rolled)
    assert seen(p)["players"][0]["health"] == 9 - lost
    say(p, "green", "energy")  # seat 1
    with_dice(p, 6, 2, 2, 2)
    say(p, "green", "energy")  # fresh in the next turn
    assert seen(p)["players"][0]["health"] == 9 - lost


def best_blow(p: knaves.Position, dice: int) -> int:
    """The most damage of all ways to lay so many 6s."""
    trial = p.clone()
    say(trial, "arrest", state(trial).villain_slot)
    state(trial).pool = [0] * 6 + [dice]
    trial.run()
    found, ways = 0, [trial]
    while ways:
        one = ways.pop()
        found = max(found, blow(one)[0])
        for load in options(one, "load"):
            other = one.clone()
            other.apply(0, load)
            for item in options(other, "damage"):
                other.apply(0, item)
            ways.append(other)
    return found


HANDS = [
    ["illusions"],
    ["illusions", "ember_focus"],
    ["iron_calm"],
    ["iron_calm", "ember_focus", "lightning"],
    ["true_flight"],
    ["true_flight", "illusions"],
    ["true_flight", "giant_strength"],
    ["true_flight", "giant_strength", "beast_shape"],
    ["true_flight", "lightning", "laser_pistol", "arc_hands"],
    ["sonic_horn", "illusions", "mending_touch"],
    ["martial_arts", "ember_focus"],
]


@clause(GAME, "effect.3", "effect.5", "round.7")
@pytest.mark.parametrize("turn", ["range", "3"])
@pytest.mark.parametrize("strength", [0, 3])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("cards", HANDS, ids="+".join)
def test_what_dice_come_to_at_best_can_be_laid(cards: list[str], dice: int, strength: int, turn: str) -> None:
    """Plus amounts do nothing alone, and on the range turn a die is needed where it opens the other cards."""
    player = {"cards": cards, "energy": 0, "dice": dice, "skills": [0, strength, 0]}
    p = table(2, [player], turn=turn, villain="crimson_death")
    said = seen(p)["players"][0]["at_best"][-1]["damage"]
    if options(p, "arrest"):
        assert said == best_blow(p, dice)
    else:
        assert said == 0 and turn == "range", "there is nothing to try it with (R42)"


@clause(GAME, "arrest.8")
def test_what_dice_come_to_at_best_minds_the_villains_guard() -> None:
    """Powers that it guards against may bring more damage, and have more to beat."""
    cards = ["lightning", "giant_strength", "laser_pistol"]
    player = {"cards": cards, "energy": 0, "dice": 2, "skills": [0, 5, 0]}

    def chances(villain: str, *more: str, **words: object) -> list[tuple[int, int]]:
        hero = {**player, "cards": [*cards, *more]}
        p = table(2, [hero], turn="3", round=3, villain=villain, **words)
        return [(row["defence"], row["damage"]) for row in seen(p)["players"][0]["at_best"]]

    lightning = BOX.table[BOX.face_of["lightning"]][6]
    assert chances("crimson_death") == [(19, 11 + 5), (26, lightning + 11)]
    assert chances("hangman_blue") == [(26, lightning + 11)]  # guards against nothing
    assert chances("iron_duchess") == [(30, 5 + 5), (34, lightning + 5), (35, lightning + 11)]
    assert chances("madame_vitriol", "hybrid_study") == chances("madame_vitriol")
    p = table(2, [{**player, "cards": ["beast_shape"]}], turn="3", round=3, villain="madame_vitriol")
    assert [*seen(p)["players"][0]["at_best"]] == [
        {"defence": 28, "damage": 10},
        {"defence": 34, "damage": 14},
    ]


@clause(GAME, "faq.1")
def test_precognition_opens_taken_green_items() -> None:
    taken = {"die": [1], "weapon": [1]}
    assert refused(table(2, green=taken), 0, "green", ITEMS.index("die")).clause == "items.6"
    p = table(2, [{"cards": ["precognition"]}], green=taken)
    say(p, "green", "die")
    assert seen(p)["green"][ITEMS.index("die")]["cubes"] == [0, 1]


def test_precognition_says_which_rewards_it_opens() -> None:
    """R24: the red circles are none of them."""
    p = table(2, [{"cards": ["precognition"]}])
    (card,) = seen(p)["players"][0]["cards"]
    assert "a green item, or a card or health reward, that already has one" in card["text"]


@clause(GAME, "faq.2")
def test_precognition_opens_taken_rewards_but_not_red_circles() -> None:
    left = {"fate": "left", "reward": "contact"}
    assert refused(table(2, [{}, left]), 0, "protect", 4).clause == "protect.5"
    p = table(2, [{"cards": ["precognition"]}, left])
    say(p, "protect", "contact")
    assert [card["kind"] for player in seen(p)["players"] for card in player["cards"]].count("contact") == 2
    won = {"fate": "arrested", "reward": "five_points", "arrested_on": "2"}
    p = table(
        2,
        [{"cards": ["precognition", "giant_strength"], "energy": 0}, won],
        step="arrest",
        dice=[6, 6],
        villain="crimson_death",
        turn="3",
    )
    put(p, "giant_strength", 6)
    strike(p)
    names = [BOX.rewards[o[1:][0]].id for o in options(p, "reward")]
    assert names == ["health", "power", "weapon", "talent", "contact", "three_points"]
    assert refused(p, 0, "reward", 5).clause == "protect.5"


@clause(GAME, "faq.3")
def test_who_may_not_take_two_spaces_as_one_is_told_why() -> None:
    spaces = {"dockside": ["die"], "rooftops": ["health"]}
    for cards, turn in (([], "range"), (["detective"], "alarm"), (["detective"], "2")):
        p = table(2, [{"cards": cards}], turn=turn, spaces=spaces)
        said = refused(p, 0, "two_spaces", 0, 2)
        assert said.clause == "faq.3" and "on the range turn only" in said.reason
    p = table(2, [{"cards": ["detective"]}], turn="range", spaces={"dockside": ["die"]})
    assert refused(p, 0, "two_spaces", 0, 2).clause == "items.1"  # nothing lies on the other


@clause(GAME, "faq.3")
def test_a_detective_takes_from_two_spaces_on_the_range_turn() -> None:
    stock = {"dockside": ["energy", "die"], "rooftops": ["chain"]}
    for turn in ("alarm", "2"):
        p = table(2, [{"cards": ["detective"]}], turn=turn, spaces=stock)
        assert not options(p, "two_spaces")
    p = table(2, [{"cards": ["detective"], "energy": 4}], turn="range", spaces=stock)
    assert options(p, "two_spaces") == [("two_spaces", 0, 2)]
    say(p, "two_spaces", "dockside", "rooftops")
    say(p, "buy", "chain", 4)
    say(p, "take_tokens")
    assert asked(p) == 1
    me = seen(p)["players"][0]
    assert (me["energy"], me["dice"], [card["key"] for card in me["cards"]]) == (4, 3, ["detective", "chain"])
    assert not options(table(2, [{}], turn="range", spaces=stock), "two_spaces")


@clause(GAME, "faq.3", "items.4")
def test_energy_of_either_space_pays_for_both() -> None:
    stock = {"dockside": ["energy", "die"], "rooftops": ["chain", "health"]}
    p = table(2, [{"cards": ["detective"], "energy": 0}], turn="range", spaces=stock)
    say(p, "two_spaces", "dockside", "rooftops")
    say(p, "buy", "chain", 4)
    assert seen(p)["spaces"][0]["tokens"]["energy"] == 0
    assert seen(p)["players"][0]["energy"] == 0


@clause(GAME, "faq.4")
def test_tech_genius_rolls_two_of_ones_own_dice_again() -> None:
    p = table(2, [{"dice": 4, "cards": ["tech_genius", "lightning"], "energy": 0}], turn="3")
    with_dice(p, 1, 2, 6, 5)
    say(p, "arrest", state(p).villain_slot)
    assert {o[0] for o in options(p)} == {"again", "keep"}
    say(p, "again", 1)
    with_dice(p, 6, 6)
    say(p, "again", 2)
    dice = seen(p)["dice"]
    assert dice is not None
    assert dice["pool"] == [5, 6, 6, 6]
    assert seen(p)["players"][0]["cards"][0]["used"]
    assert options(p, "load")  # used up: not asked again


@clause(GAME, "faq.4")
def test_tech_genius_rolls_two_of_the_villains_dice_again() -> None:
    player = {"cards": ["tech_genius"], "health": 3}
    words = {"round": 1, "turn": "4", "villain": "crimson_death", "step": "retaliation", "dice": [6, 6, 6, 1]}
    p = table(2, [player], **words)
    say(p, "again", 6)
    with_dice(p, 1, 2)
    say(p, "again", 6)
    assert seen(p)["players"][0]["health"] == 2
    p = table(2, [player], **words)
    say(p, "keep")
    assert seen(p)["players"][0]["health"] == 0
    assert not seen(p)["players"][0]["cards"][0]["used"]
    p = table(2, [player], **words)
    say(p, "again", 6)
    with_dice(p, 1)
    say(p, "roll")  # one is enough
    assert seen(p)["players"][0]["health"] == 1


def test_tech_genius_is_asked_only_when_a_six_was_rolled() -> None:
    words = {"turn": "4", "villain": "crimson_death", "step": "retaliation", "dice": [5, 5, 5, 1]}
    p = table(2, [{"cards": ["tech_genius"], "health": 3}], **words)
    assert asked(p) == 1


def test_second_guess_spares_its_owner_the_answer() -> None:
    p = arrest([2, 1], ["second_guess", "laser_pistol"])
    put(p, "second_guess", 2)
    heard = events(p)
    strike(p)
    assert "villain_rolls" not in [event.kind for event in heard]


@clause(GAME, "effect.1", "retaliate.1")
def test_second_guess_spares_its_owner_alone() -> None:
    quiet = {"cards": ["second_guess"], "dice": 1, "energy": 0}
    p = table(2, [quiet], turn="3", villain="hangman_blue")
    heard = events(p)
    with_dice(p, 3)
    say(p, "arrest", state(p).villain_slot)
    put(p, "second_guess", 3)
    strike(p)
    with_dice(p, 1, 2, 3)
    say(p, "green", "energy")
    assert [line for line in told(p, heard) if "hits back" in line] == [
        "The villain hits back at B and rolls 1, 2, 3."
    ]
