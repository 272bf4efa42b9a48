"""Where play once departed from the book, each as it has to be."""

from __future__ import annotations

import pytest

from knaves.games.arch_villain.cards.names import ENERGY, HEALTH, ITEMS
from knaves.games.arch_villain.state import IN
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    asked,
    blow,
    card_file,
    events,
    options,
    own_table,
    put,
    say,
    seen,
    slot,
    state,
    strike,
    table,
    told,
)
from tests.support import clause, with_dice

# -- two spaces as one -----------------------------------------------------------------------------------


@clause(GAME, "faq.3", "items.4")
@pytest.mark.parametrize(("paying", "dear"), [("dockside", "rooftops"), ("rooftops", "dockside")])
def test_energy_of_one_space_opens_the_other(paying: str, dear: str) -> None:
    # 3 energy and the 4 of one space pay for a power of 7 that lies alone on the other (R20).
    stock = {paying: ["energy"], dear: ["precognition"]}
    p = table(2, [{"cards": ["detective"], "energy": 3}], turn="range", spaces=stock)
    assert len(options(p, "space")) == 1
    assert options(p, "two_spaces") == [("two_spaces", 0, 2)]
    say(p, "two_spaces", 0, 2)
    say(p, "buy", "precognition", 7)
    me = seen(p)["players"][0]
    assert [card["key"] for card in me["cards"]] == ["detective", "precognition"]
    assert me["energy"] == 0
    assert not any(seen(p)["spaces"][at]["tokens"]["energy"] for at in (0, 2))


@clause(GAME, "faq.3", "items.4")
def test_energy_of_both_spaces_pays_for_one_card() -> None:
    stock = {"dockside": ["energy"], "rooftops": ["energy", "force_field"]}
    p = table(2, [{"cards": ["detective"], "energy": 0}], turn="range", spaces=stock)
    say(p, "two_spaces", 0, 2)
    say(p, "buy", "force_field", 8)
    assert seen(p)["players"][0]["energy"] == 0
    assert asked(p) == 1


@clause(GAME, "faq.3")
def test_two_spaces_are_offered_where_both_have_something_to_take() -> None:
    stock = {"dockside": ["die"], "rooftops": ["lightning"]}
    p = table(2, [{"cards": ["detective"], "energy": 3}], turn="range", spaces=stock)
    assert not options(p, "two_spaces")  # twelve energy are not to be had
    why = p.ask().why_not(0, "space:2")  # type: ignore[union-attr]
    assert why is not None
    assert why.reason == "Only cards lie there that you cannot pay for."


# -- the log and what runs out ---------------------------------------------------------------------------


@clause(GAME, "box.3")
def test_what_the_box_lacks_is_said() -> None:
    p = table(2, [{"energy": 60}, {"energy": 9}])
    heard = events(p)
    option = ("green", ENERGY)
    assert p.label(option, 0) == "Green list: the last 1 instead of four energy"
    p.apply(0, option)
    assert told(p, heard) == ["A takes 1 energy from the green list."]
    assert ("green", ENERGY) not in options(p)


@clause(GAME, "end.8", "box.3")
def test_nobody_gains_nothing_in_the_log() -> None:
    p = table(2, [{"energy": 61}, {"energy": 9, "fate": "knocked out"}], turn="5")
    heard = events(p)
    say(p, "protect", "health")
    lines = told(p, heard)
    assert "The box has no energy left for B." in lines
    assert "B gains 2 health for the heroic loss." in lines
    assert not [line for line in lines if " 0 " in line]


@clause(GAME, "protect.2")
def test_a_reward_of_an_empty_deck_is_marked_and_its_end_told() -> None:
    contacts = [row.id for row in BOX.tables.contact]
    p = table(2, [{}, {"cards": contacts, "fate": "knocked out"}], turn="3")
    at = [row.id for row in BOX.rewards].index("contact")
    assert p.label(("protect", at), 0) == "Leave the round for a contact (none left now)"
    assert seen(p)["rewards"][at]["left"] == 0
    heard = events(p)
    say(p, "protect", "contact")
    lines = told(p, heard)
    assert "A protects citizens, for a contact." in lines
    assert "A gets nothing for a contact: there is none left." in lines


@clause(GAME, "power.7", "arrest.2")
def test_the_log_of_an_arrest_tells_dice_cards_and_energy() -> None:
    p = arrest([3, 4, 5, 2], ["lightning", "laser_pistol", "illusions"], energy=4, skills=[2, 0, 0])
    heard = events(p)
    put(p, "lightning", 5)
    put(p, "laser_pistol", 4, 5)
    put(p, "illusions", 2)
    fist = next(o for o in options(p, "fist"))
    p.apply(0, fist)
    assert told(p, heard) == [
        "A puts a 5 on Lightning: 10 damage.",
        "A spends 1 energy to raise a 4 to 5.",
        "A puts a 5 on Laser Pistol: 7 damage.",
        "A puts a 2 on Illusions, which does no damage.",
        "A spends 3 energy to raise a 3 to 6.",
    ]


def test_free_pips_and_plus_cards_are_told_as_such() -> None:
    p = arrest([3, 6], ["ember_focus", "lightning"], hero="comet", energy=0)
    heard = events(p)
    put(p, "ember_focus", 3, 4)
    assert told(p, heard) == [
        "A raises a 3 to 4, free.",
        "A puts a 4 on Ember Focus: 3 more damage to another hit.",
    ]


@clause(GAME, "strike.1")
def test_a_strike_tells_what_was_lost_and_where() -> None:
    stock = {"dockside": ["energy", "energy", "die"], "rooftops": ["energy"]}
    p = table(2, [{"health": 20}, {"fate": "knocked out"}], turn="2", villain="crimson_death", spaces=stock)
    with_dice(p, 1, 1)
    heard = events(p)
    say(p, "green", "die")
    assert told(p, heard)[2:5] == [
        "Crimson Death strikes and takes all energy off the action spaces.",
        "Dockside loses 8 energy.",
        "Rooftops loses 4 energy.",
    ]


@clause(GAME, "strike.1")
def test_a_strike_at_nothing_says_so() -> None:
    p = table(2, [{"health": 20}, {"fate": "knocked out"}], turn="2", villain="crimson_death")
    with_dice(p, 1, 1)
    heard = events(p)
    say(p, "green", "die")
    assert "Crimson Death strikes for all energy, but the action spaces have none." in told(p, heard)


@clause(GAME, "strike.1")
def test_a_strike_at_cards_names_them() -> None:
    villain = next(row for row in BOX.tables.villain if any(st.item == "weapon" for st in row.strikes))
    turn = next(st.turn for st in villain.strikes if st.item == "weapon")
    words = {"turn": turn, "villain": villain.id, "spaces": {"dockside": ["chain", "lightning"]}}
    p = table(2, [{"health": 30}, {"fate": "knocked out"}], **words)
    with_dice(p, *[1] * 5)
    heard = events(p)
    say(p, "green", "energy")
    lines = told(p, heard)
    assert "Dockside loses Chain." in lines
    assert not [line for line in lines if "loses Lightning" in line]
    assert [card["key"] for card in seen(p)["discards"]] == ["chain"]


# -- the end of a round ----------------------------------------------------------------------------------


@clause(GAME, "end.4", "arrest.8")
def test_the_red_number_scores_after_the_special_one_was_beaten() -> None:
    # Round 3: Lightning calls up 16 + 10; what it brings is 9 and the round's points.
    cards = ["lightning", "giant_strength", "martial_arts"]
    p = arrest([6, 6, 6], cards, round=3)
    for card in cards:
        put(p, card, 6)
    damage, needed = blow(p)
    assert (damage >= 26, needed) == (True, 26)
    strike(p)
    say(p, "reward", "health")
    say(p, "protect", "power")
    assert seen(p)["players"][0]["score"] == 9 + BOX.round_points[3]


@clause(GAME, "end.7", "end.9", "end.13", "end.14")
def test_part_three_goes_kind_by_kind() -> None:
    # B, second, has 5 points of a red circle; A ten for range. A's come last, so A's cube is on top at 26 to 26.
    first = {"fate": "arrested", "arrested_on": "range", "reward": "health", "score": 7}
    second = {"fate": "arrested", "arrested_on": "3", "reward": "five_points", "score": 12}
    p = table(3, [first, second], seat=2, turn="5", villain="crimson_death", round=1)
    say(p, "protect", "power")
    assert [player["score"] for player in seen(p)["players"]][:2] == [26, 26]
    assert seen(p)["order"] == [2, 0, 1]


# -- questions that help nobody --------------------------------------------------------------------------


@clause(GAME, "items.10")
def test_a_drawn_card_is_bought_with_the_first_key() -> None:
    p = table(2, decks={"power": ["precognition"]})
    say(p, "green", "power")
    assert [o[0] for o in options(p)] == ["buy", "leave", "leave", "leave"]
    assert p.ask().prompt(0) == (  # type: ignore[union-attr]
        "Precognition costs 7 energy, and you have 10 energy: buy it, or put it on an action space."
    )


@clause(GAME, "items.6", "items.11")
def test_the_cube_stays_when_the_card_goes_on_the_board() -> None:
    p = table(2, decks={"power": ["lightning"]})
    say(p, "green", "power")
    say(p, "leave", "lightning", "dockside")
    assert seen(p)["green"][ITEMS.index("power")]["cubes"] == [0]
    assert ("green", ITEMS.index("power")) not in options(p)


@clause(GAME, "faq.4", "effect.7")
@pytest.mark.parametrize(("cards", "asks"), [(["force_field"], False), (["surgeon"], False), ([], True)])
def test_a_roll_that_costs_nothing_is_not_rolled_again(cards: list[str], asks: bool) -> None:
    player = {"cards": ["tech_genius", *cards], "health": 5}
    p = table(2, [player], turn="3", villain="crimson_death", round=1, step="retaliation", dice=[6, 2, 2])
    assert bool(options(p, "again")) == asks


@clause(GAME, "faq.4")
def test_dice_that_are_all_sixes_are_not_rolled_again() -> None:
    p = arrest([6, 6], ["tech_genius", "lightning"])
    assert not options(p, "again")
    assert options(p, "load") == [("load", slot(p, "lightning"))]


@clause(GAME, "round.7")
@pytest.mark.parametrize(
    ("cards", "offered"),
    [([], False), (["martial_arts"], False), (["lightning"], True), (["true_flight", "chain"], True)],
)
def test_an_arrest_at_range_needs_a_card_that_reaches(cards: list[str], offered: bool) -> None:
    p = table(2, [{"cards": cards, "skills": [2, 0, 0]}], turn="range")
    assert bool(options(p, "arrest")) == offered
    if not offered:
        why = p.ask().why_not(0, f"card:{state(p).villain_slot}")  # type: ignore[union-attr]
        assert why is not None
        assert why.clause == "round.7"


@clause(GAME, "skill.2")
def test_three_double_cubes_are_spent_in_as_many_answers_as_skills() -> None:
    p = table(2, spaces={"dockside": ["cubes", "cubes", "cubes"]})
    say(p, "space", "dockside")
    say(p, "take_tokens")
    assert p.ask().prompt(0) == "Raise your skills; steps left: 6."  # type: ignore[union-attr]
    say(p, "train", 1, 4)
    say(p, "train", 0, 2)
    assert list(seen(p)["players"][0]["skills"].values()) == [2, 4, 0]
    assert asked(p) == 1


@clause(GAME, "faq.4", "contact.2")
def test_two_contacts_that_roll_again_may_both_be_used_on_one_roll() -> None:
    cards = card_file(
        "contacts", ('{verb = "gain", item = "energy", amount = 7}', '{verb = "reroll", dice = 1}')
    )
    player = {"hero": "bulwark", "cards": ["tech_genius", "city_patron"], "health": 5}
    p = own_table(
        cards,
        players=[player],
        turn="3",
        round=3,
        villain="crimson_death",
        step="retaliation",
        dice=[6, 6, 6],
    )
    with_dice(p, 6, 1)
    say(p, "again", 6)
    say(p, "again", 6)  # the Tech Genius: a 6 and a 1
    assert "up to 1 of the villain's dice" in p.ask().prompt(0)  # type: ignore[union-attr]
    with_dice(p, 2)
    say(p, "again", 6)
    assert state(p).health[0] == 3, "one 6 is left, which costs two"


def test_a_second_contact_is_not_asked_for_what_has_become_good() -> None:
    cards = card_file(
        "contacts", ('{verb = "gain", item = "energy", amount = 7}', '{verb = "reroll", dice = 1}')
    )
    player = {"hero": "bulwark", "cards": ["tech_genius", "city_patron", "lightning"], "health": 5}
    fight = {"turn": "3", "villain": "crimson_death", "players": [player]}
    p = own_table(cards, step="retaliation", dice=[6, 6, 2], **fight)
    with_dice(p, 3, 4)
    say(p, "again", 6)
    say(p, "again", 6)
    assert asked(p) == 1, "nothing is owed any more"
    p = own_table(cards, step="arrest", dice=[1, 2], **fight)
    with_dice(p, 6, 6)
    say(p, "again", 1)
    say(p, "again", 2)
    assert {o[0] for o in options(p)} == {"load", "strike"}, "all are 6s"


@clause(GAME, "skill.2", "items.5")
def test_two_double_cubes_of_the_green_list_are_four_steps() -> None:
    cards = card_file(
        "board", ('name = "a double cube"\namount = 1', 'name = "two double cubes"\namount = 2')
    )
    p = own_table(cards, players=[{"hero": "bulwark"}])
    say(p, "green", "cubes")
    assert ("train", 0, 4) in options(p)


@clause(GAME, "power.7", "effect.6")
def test_a_die_may_be_raised_for_a_better_item_alone() -> None:
    cards = card_file("powers", ("damage = [1, 2, 4, 5, 6, 8]", "damage = [1, 2, 4, 5, 6, 6]"))
    player = {"hero": "bulwark", "cards": ["star_gift"], "energy": 1}
    p = own_table(cards, players=[player], turn="3", step="arrest", dice=[5, 2])
    say(p, "load", "star_gift")
    better = ("raise", slot(p, "star_gift"), 5, 6, 1)
    assert better in options(p), "6 does no more damage than 5, but brings more energy"


@clause(GAME, "effect.1", "effect.6")
def test_an_effect_inside_the_square_works_with_the_die_that_takes_the_item() -> None:
    item = 'inside = [{verb = "no_retaliation"}]\nitems = [{face = 6, item = "health", amount = 1}]'
    cards = card_file("powers", ('inside = [{verb = "no_retaliation"}]', item))
    player = {"hero": "bulwark", "cards": ["second_guess"], "health": 1}
    p = own_table(cards, players=[player], turn="3", villain="granite_saint", step="arrest", dice=[6])
    say(p, "load", "second_guess")
    p.apply(0, options(p, "item")[0])
    p.apply(0, options(p, "strike")[0])
    assert state(p).fate[0] == IN and state(p).health[0] == 2, "nobody hit back"


@clause(GAME, "effect.6", "box.3")
def test_an_item_the_box_does_not_have_is_no_choice() -> None:
    p = arrest([5, 2], ["sleep_whisper", "laser_pistol"])
    state(p).supply[HEALTH] = 0
    say(p, "load", "sleep_whisper")
    say(p, "use", "sleep_whisper", 5)
    assert not options(p, "item", "damage") and options(p, "strike")


@clause(GAME, "hand.3")
def test_the_strike_is_asked_for_after_a_fist_was_raised() -> None:
    p = arrest([5], energy=1, skills=[1, 0, 0])
    say(p, "fist", 5, 1)
    assert [o[0] for o in options(p)] == ["strike"], "it can be taken back until then"


@clause(GAME, "talent.1", "items.2")
def test_discounts_of_two_kinds_stand_side_by_side_and_no_price_falls_below_nothing() -> None:
    p = table(2, [{"cards": ["gene_bank", "gunsmith"]}], spaces={"dockside": ["force_field", "chain"]})
    say(p, "space", "dockside")
    assert options(p, "buy") == [("buy", slot(p, "force_field"), 6), ("buy", slot(p, "chain"), 2)]
    cards = card_file("talents", ('kind = "weapon", amount = 2', 'kind = "weapon", amount = 9'))
    player = {"hero": "bulwark", "cards": ["gunsmith"], "energy": 0}
    p = own_table(cards, players=[player], spaces={"dockside": ["chain", "die"]})
    say(p, "space", "dockside")
    assert options(p, "buy") == [("buy", slot(p, "chain"), 0)]


@clause(GAME, "retaliate.3", "box.3")
def test_health_that_is_lost_goes_back_to_the_box() -> None:
    p = table(2, [{"health": 5}], turn="2", villain="crimson_death", round=3)
    before = state(p).supply[HEALTH]
    with_dice(p, 6, 1)
    say(p, "green", "energy")
    assert (state(p).health[0], state(p).supply[HEALTH]) == (3, before + 2)
