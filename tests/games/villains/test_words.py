"""What people read: prompts that say who, what and at which cost; lines that differ; a log without slips."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import pytest

import knaves
from knaves.core.selection import answers_for
from knaves.games.villains.cards import FACTION, PLAN
from knaves.games.villains.screen.faces import face
from knaves.games.villains.words import need_text
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    RESERVES,
    SEWERS,
    A,
    B,
    city,
    move,
    options,
    play,
    reveal,
    state,
    unit,
    use_card,
    waits,
)
from tests.support import ask_of, clause

NAMES = ["Ann", "Bob", "Cleo", "Dan"]
SLIPS = re.compile(
    r"[!?.]\.|\.\.\.\.|\b1 (cards|resources|units|plans|area points|plan points)\b|\b0 \w+ and\b"
)


def prompt(pos: knaves.Position) -> str:
    ask = ask_of(pos)
    return ask.prompt(ask.seats[0], NAMES)


@pytest.mark.parametrize("seats", [3, 5])
def test_the_log_and_the_menus_read_well(seats: int) -> None:
    """No "Chains!.", no "1 cards"; and no two lines of a menu are the same."""
    for seed in range(6):
        pos = knaves.start("villains", seats=seats, seed=seed, factions="deal")
        said: list[str] = []

        def hear(event: knaves.Event, pos: knaves.Position = pos, said: list[str] = said) -> None:
            said.extend(text for eye in (0, None) if (text := pos.text(event, eye)))

        pos.listen(hear)
        rng = Random(seed)
        while (ask := pos.ask()) is not None:
            seat = ask.seats[0]
            may = ask.options(seat)
            labels = [pos.label(option, seat) for option in may]
            assert len(set(labels)) == len(labels), labels
            said.append(ask.prompt(seat))
            pos.take(seat, rng.choice(may))
        assert not [
            text for text in said if SLIPS.search(text.replace("Mad...", "Mad"))
        ]  # a plan is called so


def test_an_activation_names_its_token_and_its_cost() -> None:
    pos = city(
        ["scientists", "bankers", "aliens", "mafia"],
        step="act",
        units={"A": {"capitol": ["goon"]}},
        hands={"A": ["windfall"]},
        tokens={"bank": ["B freeze up", "A move", "A card"], "church": ["A deploy"]},
    )
    reveal(pos, BANK)
    assert prompt(pos) == "Activate your move token in the Bank for 3, or discard it?"
    play(pos, "discard")
    while waits(pos) != A:
        play(pos, *options(pos)[-1])
    reveal(pos, BANK)
    assert prompt(pos) == (
        "Your card token in the Bank: play a card there, or discard the token. Credit Freeze adds 1 here."
    )


def test_deploying_and_moving_say_how_many_and_what_is_chosen() -> None:
    pos = city(step="act", tokens={"bank": ["A deploy"], "church": ["A deploy"]})
    reveal(pos, BANK)
    play(pos, "activate")
    costs = "cost: goon 2, mole 1, talent 1, patsy 0, Mother Ooze 1"
    assert prompt(pos) == f"Deploy up to 2 units to the Bank ({costs})."
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert prompt(pos) == f"Deploy another unit to the Bank ({costs})."
    far = city(
        step="act",
        units={"A": {"capitol": ["2 goon", "mole"]}},
        tokens={"bank": ["A move"], "church": ["A deploy"]},
    )
    reveal(far, BANK)
    play(far, "activate")
    assert prompt(far) == "Move any number of units to the Bank from adjacent areas."
    move(far, unit(A, "goon"), 0)
    assert prompt(far).endswith("So far: a goon from the Capitol.")
    assert state(far).force[0 * 9 + BANK] == 0  # they go together
    ask = ask_of(far)
    assert ask.shape(A).kind == "some" and len(ask.shape(A).picked) == 1


def test_an_invasion_has_no_number() -> None:
    """The prompt of an Invade token stays as it is while units come."""
    pos = city(
        ["aliens", "bankers", "mutants", "cult"],
        step="act",
        tokens={"bank": ["A invade"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    costs = "cost: goon 2, mole 1, talent 1, patsy 0, Kau the Omnipotent 1"
    for _ in range(3):
        assert prompt(pos) == f"Deploy any number of units to the Bank ({costs})."
        play(pos, "deploy", unit(A, "mole"), RESERVES)


def test_a_card_says_how_many_must_come_and_how_many_may() -> None:
    """R31: as many as it says; where cards add a cost the player may stop."""
    for rules, said in (([], "Deploy 2 units"), (["police_payoff"], "Deploy up to 2 units")):
        pos = city(
            step="act",
            hands={"A": ["mobilize"]},
            rules=[{"card": card, "by": "B", "area": "bank"} for card in rules],
            tokens={"bank": ["A card"], "church": ["A card"]},
        )
        use_card(pos, BANK, "mobilize")
        assert prompt(pos).startswith(f"{said} to the Bank (without their cost")
        assert bool(options(pos, "done")) == bool(rules)


def test_mr_fusion_says_when_no_further_card_can_be_paid_for() -> None:
    for lent, said in ((0, "you cannot pay for any of your cards. Stop."), (3, "Make a deal, or stop.")):
        pos = city(
            ["scientists", "bankers", "aliens", "mafia"],
            step="act",
            energy={"A": 1},
            resources={"C": lent},
            hands={"A": ["massacre", "mobilize", "windfall"]},
            tokens={"bank": ["A fusion"], "church": ["A card"]},
        )
        use_card(pos, BANK, "massacre")
        assert prompt(pos) == "Mr. Fusion in the Bank: play another card, or stop."
        play(pos, *next(o for o in options(pos, "play") if "Windfall" in pos.label(o, A)))
        state(pos).resources[A] = 0
        pos.run()
        assert prompt(pos).startswith("Mr. Fusion in the Bank: you cannot pay") and prompt(pos).endswith(said)


def test_patsies_beyond_the_limit_are_counted() -> None:
    pos = city(
        ["communists", "bankers", "mutants", "cult"],
        step="act",
        upgrade={"A": 2},
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    for _ in range(2):
        play(pos, "deploy", unit(A, "mole"), RESERVES)
    assert prompt(pos) == "Deploy up to 3 patsies to the Bank (cost: patsy 0)."
    play(pos, "deploy", unit(A, "patsy"), RESERVES)
    play(pos, "deploy", unit(A, "patsy"), RESERVES)
    assert prompt(pos) == "Deploy another patsy to the Bank (cost: patsy 0)."


def test_kau_among_those_who_move_takes_the_added_cost_out_of_the_question() -> None:
    pos = city(
        ["aliens", "bankers", "mutants", "cult"],
        step="act",
        units={"A": {"capitol": ["champion", "goon"]}},
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A move"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert "(cards add 1 for each, nothing if Kau comes along)" in prompt(pos)
    move(pos, unit(A, "champion"), 0)
    assert "cards add" not in prompt(pos)


def test_kau_among_those_who_are_deployed_frees_them_and_the_question_says_so() -> None:
    pos = city(
        ["aliens", "bankers", "mutants", "cult"],
        step="act",
        energy={"A": 1},
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert "; cards add 1 for each, nothing if Kau comes along)" in prompt(pos)
    theirs = city(
        step="act",
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    reveal(theirs, BANK)
    play(theirs, "activate")
    assert "; cards add 1 for each)" in prompt(theirs)


@pytest.mark.parametrize(("spaces", "deals"), [(1, True), (2, True), (2, False)])
def test_a_deal_is_spoken_of_where_one_can_help(spaces: int, deals: bool) -> None:
    """A skill that wants money, and tokens to reveal: the question names what there is to choose."""
    tokens = {area: ["A card"] for area in ("bank", "church")[:spaces]}
    told = {
        "factions": ["robots", "scientists", "aliens", "communists"],
        "first": "A",
        "control": {},
        "step": "act",
        "energy": {"A": 0},
        "resources": {"B": 1},
        "units": {"A": {"subway": ["readied talent"]}},
        "tokens": {**tokens, "capitol": ["B card"], "police": ["C card"]},
    }
    pos = knaves.scenario(
        {"game": "villains", "seats": 4, "seed": 1, "options": {"deals": deals}, "set": told}
    )
    assert ("make a deal" in prompt(pos)) == (spaces == 1)


def test_a_card_of_your_own_is_asked_about_by_its_name() -> None:
    text = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")
    for title, name, units in (
        ("shakedown", "Shakedown", {}),
        ("high_noon", "High Noon", {}),
        ("stupor", "Stupor", {}),
        ("suitcase_nuke", "Suitcase Nuke", {"A": {"bank": ["goon"]}}),
        ("blackstone_encryption", "Blackstone Encryption", {"A": {"bank": ["goon"], "university": ["goon"]}}),
        ("to_the_death", "To the Death!", {"A": {"bank": ["2 patsy"]}, "B": {"bank": ["mole"]}}),
    ):
        told: dict[str, object] = {
            "factions": ["mutants", "bankers", "aliens", "communists"],
            "first": "A",
            "step": "act",
            "units": units,
            "hands": {"A": [title], "B": ["windfall", "massacre"]},
            "tokens": {"bank": ["A card", "B card", "B deploy"], "church": ["A card"]},
        }
        cards = text.replace(f'name = "{name}"', 'name = "My Own"')
        pos = knaves.scenario(
            {"game": "villains", "seats": 4, "seed": 3, "options": {"cards": cards}, "set": told}
        )
        reveal(pos, BANK)
        play(pos, *options(pos, "play")[0])
        assert "My Own" in prompt(pos), prompt(pos)


def test_a_sacrifice_says_who_wants_it_how_many_and_where() -> None:
    pos = city(
        step="act",
        who="B",
        control={"bank": "A", "church": "A", "police": "B"},
        units={"A": {"bank": ["patsy", "goon", "mole"]}, "B": {"police": ["goon", "mole"]}},
        hands={"B": ["let_god_sort_them_out"]},
        tokens={"sewers": ["B card"], "capitol": ["A card"]},
    )
    reveal(pos, SEWERS)
    play(pos, *options(pos, "play")[0])
    assert prompt(pos) == "Bob makes you sacrifice 2 units: choose them among yours."
    assert ask_of(pos).shape(A).most == 2
    with pytest.raises(knaves.Refused, match=r"."):
        answers_for(pos, A, [options(pos)[0]] * 2)  # there is one of each
    assert answers_for(pos, A, options(pos)[:2]) == options(pos)[:2]
    play(pos, *options(pos)[0])
    assert prompt(pos) == "Bob makes you sacrifice a unit: choose one of yours."
    play(pos, *options(pos)[0])
    assert prompt(pos) == "Sacrifice a unit: choose one of yours."


def test_small_numbers_read_well() -> None:
    cult = city(["cult", "mutants", "robots", "mafia"], step="place")
    assert prompt(cult).startswith("Place an action token free:")
    red = city(
        ["communists", "mutants", "robots", "mafia"],
        step="act",
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    reveal(red, BANK)
    play(red, "activate")
    assert prompt(red).startswith("Deploy up to 2 units and 1 patsy more to the Bank (cost: goon 2")
    robots = city(
        ["robots", "mutants", "cult", "mafia"],
        step="act",
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    reveal(robots, BANK)
    play(robots, "activate")
    assert "patsy" not in prompt(robots)  # they have none
    ooze = city(
        step="act",
        units={"A": {"church": ["wounded champion"]}},
        tokens={"bank": ["A deploy"], "police": ["A deploy"]},
    )
    reveal(ooze, BANK)
    play(ooze, "activate")
    play(ooze, "deploy", unit(A, "wounded champion"), CHURCH)
    assert prompt(ooze) == "Redeploy a wounded Mother Ooze healed, or still wounded?"


def test_the_log_names_the_marker_and_the_upgrade() -> None:
    pos = city(
        ["communists", "mutants", "robots", "mafia"],
        step="act",
        hold=None,
        control={"bank": "B", "church": "purple"},
        units={"A": {"bank": ["2 mole"], "church": ["mole"]}},
        area_points={"A": 5},
        tokens={"capitol": ["A deploy"]},
    )
    heard: list[str] = []
    pos.listen(lambda event: heard.append(pos.text(event, None, NAMES) or ""))
    play(pos, "discard")
    assert "Ann captures the marker of the Mutants on the Bank." in heard
    assert "Ann captures the setup marker on the Church." in heard
    assert "Ann takes Revolution Now!, the level 2 upgrade." in heard


def test_whose_unit_and_whose_offer_it_is() -> None:
    pos = city(
        ["mafia", "scientists", "aliens", "mutants"],
        step="act",
        units={"B": {"bank": ["goon"]}, "C": {"bank": ["goon"]}},
        tokens={"bank": ["A hitman"], "church": ["A card"]},
        resources={"B": 2},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert [pos.label(o, A, NAMES) for o in options(pos)] == ["Hit a goon of Bob", "Hit a goon of Cleo"]
    pos.apply(B, ("offer", A, 1, 0, 0, 1))
    ask = ask_of(pos)
    assert "Accept what Bob offers: 1 resource for the promise not to attack this turn" in [
        pos.label(o, A, NAMES) for o in ask.options(A)
    ]


def test_the_log_tells_a_card_without_the_target_it_does_not_use() -> None:
    pos = city(step="act", hands={"A": ["rousing_speech@university"]}, tokens={"bank": ["A card", "A card"]})
    heard: list[str] = []
    pos.listen(lambda event: heard.append(pos.text(event, None, NAMES) or ""))
    reveal(pos, BANK)
    play(pos, *options(pos, "play")[0])
    assert "Ann plays Rousing Speech in the Bank." in heard


def test_who_is_asked_for_the_mix_reads_what_is_paid_for() -> None:
    """Each payment by its purpose: the token, the unit, what cards add, the card, what an enemy's card demands."""
    pos = city(
        step="act",
        resources={"A": 9, "B": 1},
        purse={"A": 2, "B": 2},
        units={"A": {"sewers": ["mole"]}},
        hands={"A": ["military_cache", "market_instability"]},
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        tokens={"bank": ["A deploy"], "capitol": ["A move"], "church": ["A card", "A card"]},
        hold="",
    )
    said: list[str] = []

    def pays() -> None:
        while options(pos, "mix"):
            said.append(prompt(pos))
            play(pos, *options(pos)[0])

    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "mole"), RESERVES)
    pays()
    play(pos, "done")
    reveal(pos, CAPITOL)
    play(pos, "activate")
    pays()
    play(pos, *options(pos, "move")[0])
    play(pos, "done")
    for title in ("military_cache", "market_instability"):
        use_card(pos, CHURCH, title)
        pays()
    assert [line.split(":")[0] for line in said] == [
        "Pay 1 to deploy the unit",
        "Pay 1 for what cards add here",
        "Pay 2 to activate the token",
        "Pay 1 to play the card",
        "Pay 1 as the card demands",
    ]


def test_the_log_says_that_a_token_could_not_be_activated() -> None:
    for tokens, said in (
        ("A move", "Ann cannot activate a move token in the Bank: it is discarded."),
        ("A deploy", "Ann discards a deploy token in the Bank."),
    ):
        pos = city(step="act", tokens={"bank": [tokens], "church": ["A card", "A card"]})
        heard: list[str] = []

        def hear(event: knaves.Event, pos: knaves.Position = pos, heard: list[str] = heard) -> None:
            heard.append(pos.text(event, None, NAMES) or "")

        pos.listen(hear)
        reveal(pos, BANK)
        if options(pos, "discard"):
            play(pos, "discard")
        assert said in heard


def test_a_token_to_exchange_or_turn_down_is_told_by_what_is_seen_of_it() -> None:
    words: dict[str, object] = {
        "step": "act",
        "units": {"A": {"capitol": ["readied talent"], "church": ["readied talent"]}},
        "tokens": {"bank": ["A deploy up", "B card", "A battle up"]},
    }
    pos = city(**words)
    play(pos, "skill", CAPITOL)
    assert [pos.label(o, A, NAMES) for o in options(pos)] == [
        "Exchange the deploy token of Ann on space 1 of the Bank",
        "Exchange a face-down token of Bob on space 2 of the Bank",
        "Exchange the battle token of Ann on space 3 of the Bank",
    ]
    down = city(**words)
    play(down, "skill", CHURCH)
    assert [down.label(o, A, NAMES) for o in options(down)] == [
        "Turn down the deploy token on space 1 of the Bank",
        "Turn down the battle token on space 3 of the Bank",
    ]


def test_one_of_several_tokens_is_a_token() -> None:
    pos = city(["robots", "mutants", "aliens", "mafia"], step="place")
    play(pos, "area", BANK)
    said = {pos.label(o, A) for o in options(pos, "token")}
    assert said == {f"Place a {name} token in the Bank" for name in ("deploy", "card", "Wild")}
    mutants = city(step="place")
    play(mutants, "area", BANK)
    assert "Place the Biohazard token in the Bank" in {mutants.label(o, A) for o in options(mutants, "token")}


def test_a_skill_is_spoken_of_where_one_can_be_used() -> None:
    tokens = {"bank": ["A card"], "church": ["A card"]}
    assert prompt(city(step="act", tokens=tokens)) == "Your action: reveal a token."
    ready = city(step="act", tokens=tokens, units={"A": {"bank": ["readied talent"]}})
    assert prompt(ready) == "Your action: reveal a token or use an area's skill."


@clause("villains", "objective.11")
def test_what_is_counted_over_several_areas_reads_so() -> None:
    said = {need_text(need) for plan in PLAN for one in plan.objectives for need in one.needs}
    assert {"4 units in enemy targets", "2 moles in enemy areas", "1 mole in an enemy area"} <= said
    assert {"2 talents in your target", "6 influence in 1 area", "6 influence in each of 2 areas"} <= said
    assert {"exterminate 2 areas", "exterminate your target", "exterminate an enemy target"} <= said
    assert not any(text.endswith(("units in an enemy target", "moles in an enemy area")) for text in said)


@clause("villains", "capture.2", "capture.3", "capture.4")
def test_a_sheet_tells_all_that_captured_markers_give() -> None:
    first, second, third = (
        "1 area point and 1 energy a turn",
        "1 area point and 1 card a turn",
        "2 area points",
    )
    for row in FACTION:
        track = [first, second, first, second, third] if row.id == "aliens" else [first, second, third]
        assert f"Markers captured give, in this order: {'; '.join(track)}." in face(row).lines
