"""The Place Action Tokens Step and paying."""

from __future__ import annotations

import pytest

import knaves
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    POLICE,
    SEWERS,
    A,
    B,
    C,
    D,
    at,
    card,
    city,
    on,
    options,
    play,
    state,
    token,
    unit,
    verbs,
    waits,
    why,
)
from tests.support import all_options, ask_of, clause


def put(pos: knaves.Position, area: int, kind: str) -> None:
    seat = waits(pos)
    play(pos, "area", area)
    if verbs(pos) == {"token"}:
        play(pos, "token", token(pos, seat, kind), area)


@clause("villains", "place.1", "place.2", "place.7")
def test_clockwise_place_or_pass_until_all_have_passed() -> None:
    pos = city(step="place")
    asked = []
    for _ in range(4):
        asked.append(waits(pos))
        put(pos, BANK if waits(pos) != C else CHURCH, "deploy")
    assert asked == [A, B, C, D]
    play(pos, "pass")
    put(pos, POLICE, "card")
    play(pos, "pass")
    play(pos, "pass")
    assert waits(pos) == B  # A, C and D are out for this turn
    assert why(pos, A, "area", BANK)[0].startswith("Waiting for")
    slot = on(pos, BANK, 1)
    assert not state(pos).sees(B, slot) and state(pos).sees(A, slot)
    play(pos, "pass")
    assert "PlaceTokens" not in {type(step).__name__ for step in pos.stack}


@clause("villains", "place.3", "cult.1")
def test_placing_costs_one_but_nothing_for_the_cult() -> None:
    pos = city(["cult", "mutants", "aliens", "mafia"], step="place", energy={"B": 1}, resources={"D": 1})
    put(pos, BANK, "nothing")
    assert state(pos).energy[A] == 4
    put(pos, BANK, "deploy")
    assert state(pos).energy[B] == 0
    put(pos, BANK, "deploy")
    put(pos, POLICE, "deploy")
    put(pos, BANK, "nothing")
    assert waits(pos) == B and verbs(pos) == {"pass"}  # B cannot pay, and may ask for a deal
    play(pos, "pass")
    assert waits(pos) == C
    fresh = city(["cult", "mutants", "aliens", "mafia"], step="start")
    assert state(fresh).energy == [4, 9, 9, 9]


@clause("villains", "place.4", "place.5")
def test_v3_the_lowest_open_space_is_the_only_one() -> None:
    pos = city(step="place", tokens={"sewers": ["B card", "C card"]})
    put(pos, SEWERS, "deploy")
    assert on(pos, SEWERS, 3) >= 0 and on(pos, SEWERS, 4) == -1
    assert state(pos).energy[A] == 8
    # No answer moves a token that lies: placing offers areas and passing only.
    assert verbs(pos) == {"area", "pass"}


@clause("villains", "place.2")
def test_a_full_track_takes_no_token() -> None:
    pos = city(step="place", tokens={"bank": ["A card", "A card", "B card", "C card", "D card"]})
    assert ("area", BANK) not in options(pos)
    assert why(pos, A, "area", BANK)[1] == "place.2"


@clause("villains", "place.6")
def test_v4_the_token_that_makes_as_many_as_players_brings_a_combat_marker() -> None:
    pos = city(step="place", who="D", tokens={"sewers": ["A card", "B card"]})
    put(pos, SEWERS, "deploy")
    assert state(pos).fights == 0
    put(pos, SEWERS, "deploy")
    assert state(pos).fights == 1 << SEWERS
    five = city(seats=5, step="place", tokens={"sewers": ["A card", "B card", "C card", "D card"]})
    assert state(five).fights == 0
    put(five, SEWERS, "deploy")
    assert state(five).fights == 1 << SEWERS


@clause("villains", "place.6", "goal.3")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_token_but_the_one_that_makes_as_many_as_players_brings_a_marker(players: int) -> None:
    """R21, R25; in the Capitol, which has a space more, too."""
    for area, name in ((SEWERS, "sewers"), (CAPITOL, "capitol")):
        pos = city(seats=players, step="place", tokens={name: ["B card"] * (players - 2)})
        put(pos, area, "deploy")
        assert state(pos).fights == 0
        put(pos, area, "deploy")
        assert state(pos).fights == 1 << area


@clause("villains", "capitol.1")
def test_the_capitol_has_six_spaces_and_the_same_marker() -> None:
    pos = city(step="place", tokens={"capitol": ["A card", "A card", "B card"]})
    for _ in range(3):
        put(pos, CAPITOL, "deploy")
        assert state(pos).fights == 1 << CAPITOL
    assert on(pos, CAPITOL, 6) >= 0
    assert ("area", CAPITOL) not in options(pos)


@clause("villains", "subway.1", "subway.2")
def test_v28_the_subway_places_in_any_open_space() -> None:
    pos = city(step="place", control={"subway": "A"}, tokens={"bank": ["B card", None, "C card"]})
    play(pos, "area", BANK)
    play(pos, "token", token(pos, A, "deploy"), BANK)
    assert options(pos) == [("space", at(BANK, n)) for n in (2, 4, 5)]
    play(pos, "space", at(BANK, 4))
    assert on(pos, BANK, 4) >= 0
    assert state(pos).fights == 0  # three tokens, four players
    put(pos, BANK, "deploy")
    assert on(pos, BANK, 2) >= 0 and state(pos).fights == 1 << BANK


@clause("villains", "subway.2", "act.3")
def test_tokens_are_revealed_from_the_lowest_space_up_wherever_they_were_put() -> None:
    pos = city(
        step="act",
        tokens={
            "bank": [None, None, "B card", "A deploy"],
            "church": [None, "A card", "A deploy"],
            "police": ["A deploy"],
        },
    )
    assert {o[1:] for o in options(pos, "reveal")} == {
        (on(pos, CHURCH, 2), CHURCH),
        (on(pos, POLICE, 1), POLICE),
    }


@clause("villains", "cost.1")
def test_any_mix_of_energy_and_resources_pays() -> None:
    for mix, left in (((2, 0), (1, 2)), ((1, 1), (2, 1)), ((0, 2), (3, 0))):
        pos = city(
            step="act",
            purse={"A": 2},
            energy={"A": 3},
            resources={"A": 2},
            units={"A": {"bank": ["goon"]}},
            tokens={"capitol": ["A move"]},
        )
        play(pos, "activate")
        assert options(pos) == [("mix", 2, 0), ("mix", 2, 1), ("mix", 2, 2)]
        ask = ask_of(pos)
        shape = ask.shape(A)
        assert (shape.kind, shape.verb, shape.least, shape.most) == ("amount", "mix", 0, 2)
        play(pos, "mix", 2, mix[1])
        assert (state(pos).energy[A], state(pos).resources[A]) == left


@clause("villains", "cost.1", "cost.2", "parts.3")
def test_energy_goes_first_unless_the_seat_says_otherwise_and_nobody_overspends() -> None:
    pos = city(step="place", energy={"A": 1}, resources={"A": 2})
    put(pos, BANK, "deploy")
    assert (state(pos).energy[A], state(pos).resources[A]) == (0, 2)
    pos = city(step="place", energy={"A": 1}, resources={"A": 1})
    pos.apply(A, ("purse", 1))
    put(pos, BANK, "deploy")
    assert (state(pos).energy[A], state(pos).resources[A]) == (1, 0)
    pos = city(step="place", energy={"A": 0}, resources={"A": 0, "B": 1})
    assert verbs(pos) == {"pass"}  # A cannot place
    for nonsense in (("purse", 7), ("purse", 1, 1), ("purse",)):
        assert "with energy first" in why(pos, A, *nonsense)[0]
    pos.apply(A, ("purse", 1))
    pos.apply(A, ("purse", 2))
    assert why(pos, A, "purse", 0)[1] == "cost.1"
    assert why(pos, A, "purse", 7)[1] == "cost.1"


@clause("villains", "cost.1")
def test_who_has_changed_the_way_of_paying_twice_can_still_be_asked() -> None:
    """R27: every mix can be paid, however often one has thought again; and changing comes to an end."""
    pos = city(step="place", resources={"A": 3}, energy={"A": 3})
    pos.apply(A, ("purse", 1))
    pos.apply(A, ("purse", 0))
    assert [o for o in all_options(pos, A) if o[0] == "purse"] == [("purse", 2)]
    reason, law = why(pos, A, "purse", 1)
    assert law == "cost.1" and "you can only be asked each time" in reason
    pos.apply(A, ("purse", 2))
    assert not [o for o in all_options(pos, A) if o[0] == "purse"]
    assert "you are asked each time" in why(pos, A, "purse", 0)[0]
    play(pos, "area", BANK)
    play(pos, *options(pos, "token")[0])
    assert options(pos) == [("mix", 1, 0), ("mix", 1, 1)]
    play(pos, "mix", 1, 1)
    assert (state(pos).energy[A], state(pos).resources[A]) == (3, 2)
    acting = city(
        step="act", resources={"A": 2}, tokens={"bank": ["A deploy"], "church": ["A deploy"]}, purse={"A": 0}
    )
    state(acting).placed, state(acting).purse_set = 4, (0, 0, 0, 0)
    assert ("purse", 2) in all_options(acting, A)  # while tokens are revealed, too


@clause("villains", "place.6")
def test_a_combat_marker_is_put_and_told_once() -> None:
    """The Capitol has room for more tokens than there are players."""
    pos = city(step="place", tokens={"capitol": ["A card", "B card", "C card"]})
    heard: list[str] = []
    pos.listen(lambda event: heard.append(event.kind))
    for _ in range(3):
        put(pos, CAPITOL, "deploy")
    assert heard.count("marker") == 1 and state(pos).fights == 1 << CAPITOL


@clause("villains", "secrecy.2")
def test_who_has_one_kind_of_token_left_is_asked_like_the_others() -> None:
    """Whether somebody had to choose would tell what is in reserve."""
    cult = ["A deploy", "A deploy", "A deploy", "A card", "A card"], ["A card", "A move"]
    pos = city(
        ["cult", "mutants", "aliens", "mafia"], step="place", tokens={"bank": cult[0], "church": cult[1]}
    )
    play(pos, "area", CAPITOL)
    assert waits(pos) == A and [o[0] for o in options(pos)] == ["token"]


@clause("villains", "place.4")
def test_why_another_space_cannot_be_chosen() -> None:
    pos = city(step="place", tokens={"bank": ["B card"]})
    play(pos, "area", BANK)
    ask = ask_of(pos)
    assert ask.why_not(A, f"space:{at(BANK, 4)}") == ("A token goes to the lowest open space.", "place.4")


def reasons(pos: knaves.Position, *things: str) -> list[str]:
    ask = ask_of(pos)
    return [no.reason if (no := ask.why_not(waits(pos), thing)) else "" for thing in things]


@clause("villains", "place.2", "place.5", "subway.1")
def test_why_a_space_or_a_token_cannot_be_chosen_now() -> None:
    """Who controls the Subway is not told of the lowest space, and a chosen area is not asked for again."""
    pos = city(step="place", control={"subway": "A"}, tokens={"bank": ["B card", "A card"]})
    placed, other = f"token:{on(pos, BANK, 2)}", f"token:{[*state(pos).spare[A]][1]}"
    taken, free, far = f"space:{at(BANK, 1)}", f"space:{at(BANK, 4)}", f"space:{at(CHURCH, 1)}"
    first = "Choose the area and the token first, then the space."
    assert reasons(pos, placed, taken, free) == [
        "That token is placed already.",
        "That space is taken.",
        first,
    ]
    assert reasons(pos, other) == ["Choose the area first, then the token."]
    play(pos, "area", BANK)
    assert reasons(pos, free, other) == [first, "Another of its kind can be chosen: they are alike."]
    play(pos, *options(pos)[0])
    assert verbs(pos) == {"space"}
    assert reasons(pos, taken, free, far) == ["That space is taken.", "", "That space is in another area."]
    assert reasons(pos, other) == ["The token is chosen."]


@clause("villains", "place.2", "place.3", "place.4", "act.2", "cost.1", "plans.3")
def test_refusals_name_their_rule() -> None:
    poor = city(step="place", energy={"A": 0}, resources={"D": 1}, tokens={"sewers": ["B card"]})
    ask = ask_of(poor)
    assert ask.why_not(A, "area:5") == ("Placing a token costs 1, and you have nothing left.", "place.3")
    assert ask.why_not(A, "space:0") == ("A token goes to the lowest open space.", "place.4")
    acting = city(step="act", tokens={"bank": ["A card"], "church": ["A card"]})
    assert ask_of(acting).why_not(A, "space:0") == ("No token lies there.", "act.2")
    rich = city(step="act", resources={"A": 1}, tokens={"bank": ["A card"], "church": ["A card"]})
    assert why(rich, A, "purse", 0) == ("You pay in this way already.", "cost.1")
    scoring = city(step="score", plans={"A": ["poison_the_shadows"], "B": ["enter_the_final_infinite"]})
    ask = ask_of(scoring)
    s = state(scoring)
    buried = s.plan_deck[A][0]
    s.show_to(buried, A)
    for slot in (buried, s.plans[B][0]):  # under one's deck, and in another hand
        no = ask.why_not(A, f"plan:{slot}")
        assert no is not None and no.reason.startswith("It is not part of this choice")


@clause("villains", "act.1", "card.1", "objective.1")
def test_cards_plans_and_units_have_their_time() -> None:
    """While tokens are placed and revealed nothing else before a player is chosen, and when it is that is said."""
    words: dict[str, object] = {
        "hands": {"A": ["windfall"]},
        "plans": {"A": ["the_endless_spills"]},
        "units": {"A": {"bank": ["goon"]}},
    }
    placing = city(step="place", **words)
    acting = city(step="act", tokens={"bank": ["A deploy"], "church": ["A card"]}, **words)
    for pos in (placing, acting):
        for thing, reason, cited in (
            (
                f"card:{card(pos, A, 'windfall')}",
                "A card is played with a card token, when that is revealed.",
                "card.1",
            ),
            (f"plan:{state(pos).plans[A][0]}", "Plans are scored when the turn ends.", "objective.1"),
            (f"unit:{unit(A, 'goon')}", "Units come, move and fight by tokens, cards and skills.", "act.1"),
        ):
            assert ask_of(pos).why_not(A, thing) == (reason, cited)
