"""Complete setup, and scenarios."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
from knaves.games.new_angeles.cards import PIECE_NAMES, PIECES, SPACES, TYPES, box
from tests.games.new_angeles.table import options, state, table, view
from tests.support import ask_of, clause

FIVE = ["globalsec", "haas_bioroid", "jinteki", "nbn", "weyland"]
FIVE_SEATS = [f"corporation_{letter}" for letter in "abcde"]
SEATS = pytest.mark.parametrize("seats", [4, 5, 6])


def begun(seats: int, seed: int = 1, **options: Any) -> knaves.Position:
    return knaves.start("new_angeles", seats=seats, seed=seed, **options)


@SEATS
@clause("new_angeles", "setup.1", "setup.2", "setup.12")
def test_decks_are_complete_and_shuffled(seats: int) -> None:
    one, two = state(begun(seats, 1)), state(begun(seats, 2))
    for s in (one, two):
        cards = [*(x for deck in s.decks for x in deck), *(x for hand in s.hands for x in hand)]
        assert sorted(cards) == list(range(100))
        for kind, deck in enumerate(s.decks):
            assert {s.box.type[s.face[x]] for x in deck} == {kind}
    assert one.decks != two.decks and one.asset_deck != two.asset_deck
    assert one.event_deck != two.event_deck and one.demand_deck != two.demand_deck
    assert one.investment_deck != two.investment_deck
    assert [len(one.event_deck), len(one.demand_deck) + 1] == [16, 9]


@pytest.mark.parametrize("number", range(6))
@clause("new_angeles", "setup.3", "53", "67.1", "66.3", "67")
def test_each_setup_card(number: int) -> None:
    card = box().setups[number]
    seed = next(n for n in range(200) if state(begun(4, n)).setup == number)
    p = begun(4, seed)
    s = state(p)
    for d in range(1, 11):
        listed = {PIECE_NAMES[PIECES[name]] for name, there in card.places.items() if d in there}
        assert set(view(p)["city"][d - 1]["pieces"]) == listed
    assert len(s.track) == card.turns and 3 <= card.turns <= 5
    assert len(s.asset_deck) == 34 - card.turns
    assert len(card.places["android"]) == 4


@SEATS
@clause("new_angeles", "setup.4", "setup.5", "setup.8", "62")
def test_the_tracks_at_the_start(seats: int) -> None:
    p = begun(seats)
    shown = view(p)
    assert shown["round"] == 1 and shown["space"] == 0 and SPACES[0] == 1
    assert all(row["have"] == 0 for row in shown["supply"])
    s = state(p)
    assert tuple(row["need"] for row in shown["supply"]) == s.box.needs[s.face[s.demand]]
    assert shown["threat"] == 0
    order = [(s.active + k) % seats for k in range(seats)]
    assert [s.capital[seat] for seat in order] == list(range(10, 10 + seats))


@clause("new_angeles", "setup.6", "13", "12.3", "21.1")
def test_corporations_are_chosen_or_dealt() -> None:
    p = begun(5, corporation_a="nbn", corporation_d="weyland")
    rows = view(p)["seats"]
    assert rows[0]["corp"] == "nbn" and rows[3]["corp"] == "weyland"
    assert len({row["corp"] for row in rows}) == 5
    assert all(row["emergency"][0]["faceup"] for row in rows)
    with pytest.raises(knaves.BadSetup, match="same corporation"):
        begun(5, corporation_a="nbn", corporation_b="nbn")
    with pytest.raises(knaves.BadSetup, match="only 4 seats"):
        begun(4, corporation_f="nbn")
    four = begun(4, corporation_a="nbn")
    assert [row["name"] for row in view(four)["seats"][0]["draws"]] == ["media", "general"]
    assert [row["name"] for row in view(p)["seats"][0]["draws"]] == ["media", "biotech"]


@clause("new_angeles", "setup.7")
def test_the_first_active_player_is_random() -> None:
    assert {state(begun(6, seed)).active for seed in range(40)} == set(range(6))


@clause("new_angeles", "setup.9", "12.1")
def test_everyone_draws_by_his_sheet() -> None:
    named: dict[str, Any] = dict(zip(FIVE_SEATS, FIVE, strict=True))
    p = begun(5, **named)
    s = state(p)
    for seat in range(5):
        drawn = [TYPES[s.box.type[s.face[slot]]] for slot in s.hands[seat]]
        listed = [row["name"] for row in view(p)["seats"][seat]["draws"] for _ in range(row["amount"])]
        assert drawn == listed and len(drawn) == 3


@SEATS
@clause("new_angeles", "setup.10", "28.3")
def test_one_rival_card_each_and_one_set_aside(seats: int) -> None:
    aside = set()
    for seed in range(30):
        s = state(begun(seats, seed))
        faces = [s.face[slot] for slot in s.rivals]
        assert sorted(faces) == sorted([*s.corp, 6]) and len(faces) == seats + 1
        assert [s.seen[slot] for slot in s.rivals] == [*(1 << k for k in range(seats)), 0]
        aside.add(faces[-1] == 6)
    assert aside == {True, False}  # sometimes there is no federalist


@clause("new_angeles", "setup.11", "33")
def test_everyone_keeps_one_of_two_investments() -> None:
    named: dict[str, Any] = dict(zip(FIVE_SEATS, FIVE, strict=True))
    p = begun(5, **named)
    assert ask_of(p).seats == (0, 1, 2, 3, 4)
    s = state(p)
    rejected = []
    for seat in range(5):
        one, two = options(p, seat)[:2]
        assert len(view(p, seat)["choose"]) == 2 and view(p)["choose"] == []
        rejected.append(two[1])
        p.apply(seat, one)
    assert list(s.investment_deck[-5:]) == rejected  # on top of the deck
    assert len(s.investment_deck) == 12 - 5


# -- scenarios ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"weather": 1}, "no word 'weather'"),
        ({"threat": 25}, "from 0 to 24"),
        ({"active": 6}, "seats are 0 to 5"),
        ({"city": {11: []}}, "no district called '11'"),
        ({"city": {1: ["dragon"]}}, "no piece called 'dragon'"),
        ({"city": {d: ["prisec"] for d in range(1, 8)}}, "the box has 6 prisec, not 7"),
        ({"city": {d: ["human_first"] for d in range(1, 11)}}, "the box has 9 Human First, not 10"),
        ({"city": {4: ["outage", "strike"]}}, "outage and strike in district 4: a district in outage"),
        ({"city": {4: ["protest", "strike"]}}, "protest and strike in district 4"),
        ({"city": {4: ["orgcrime", "prisec"]}}, "prisec and orgcrime in district 4: enemy units give way"),
        ({"city": {4: ["illness", "illness"]}}, "district 4 holds only one illness"),
        ({"city": {4: ["illness"], "4": []}}, "says two things of one"),
        ({"assets": {0: ["eiko"], "A": []}}, "says two things of one"),
        ({"exhausted": ["eiko"]}, "Eiko lies before nobody"),
        ({"assets": {0: ["tanaka"]}, "exhausted": ["tanaka"]}, "Tanaka is never exhausted"),
        ({"track": ["eiko", "midori", "tanaka", "mr_li", "floyd", "braintrust"]}, "5 slots, not 6"),
        ({"hands": {0: ["sweeps_week"]}}, "no action card called .sweeps_week."),
        ({"city": {1: ["android"]}}, "4 androids"),
        ({"hands": {0: ["liquidation"] * 6}}, "no action card 'liquidation' left"),
        ({"hands": {0: ["dragon"]}}, "no action card called"),
        ({"assets": {0: ["dragon"]}}, "no asset called"),
        ({"assets": {0: ["eiko"]}, "track": ["eiko"]}, "no asset 'eiko' left"),
        ({"rivals": {0: "dragon"}}, "no rival card"),
        ({"step": "lunch"}, "no step called"),
        ({"step": "production", "track": ["eiko"]}, "`track`: no asset is left on the turn track when the"),
        ({"step": "demand", "round": 5, "track": ["eiko"]}, "`track`: no asset is left"),
        ({"supply": {"gold": 1}}, "knows no word 'gold'; it knows: energy"),
        ({"capital": [1, 2]}, "each of the 6 seats"),
        ({"facedown": ["dragon"]}, "no corporation"),
        ({"seats": 5, "facedown": ["nbn", "weyland"]}, "`facedown`: Weyland Consortium is not in this game"),
        ({"discard": ["dragon"]}, "no type"),
        ({"events": "dragon"}, "is a list"),
    ],
)
def test_a_scenario_that_cannot_be_is_refused(words: dict[str, object], said: str) -> None:
    with pytest.raises(knaves.BadScenario, match=said):
        table(**words)  # type: ignore[arg-type]


@pytest.mark.parametrize(("step", "turns"), [("production", 3), ("event", 3), ("demand", 4), ("turn", 4)])
def test_a_scenario_loses_no_asset_of_the_turn_track(step: str, turns: int) -> None:
    """Of the four that the setup card laid out: when the Action Phase is over, none is left there (3.4)."""
    words: dict[str, object] = {"step": step, "events": ["gang_wars"]}
    p = knaves.scenario({"game": "new_angeles", "seats": 4, "seed": 1, "set": words})
    assert p.game.pieces_count(p.state)["assets"] == 34 and view(p)["turns_left"] == turns
    words = {"step": "demand", "round": 6}
    p = knaves.scenario({"game": "new_angeles", "seats": 4, "seed": 1, "set": words})
    assert p.game.pieces_count(p.state)["assets"] == 34 and view(p)["turns_left"] == 0


def test_a_scenario_plays_and_saves() -> None:
    p = table(threat=7, supply={"tech": 2})
    again = knaves.load(p.save())
    assert again == p and view(again)["threat"] == 7


# -- card files of one's own ---------------------------------------------------------------------------------


def test_districts_of_ones_own_replace_ours() -> None:
    rows = [
        f'[[district]]\nnumber = {d}\nname = "Ward {d}"\nexit = {(d + 1) % 11}\ntier = 1\n'
        'source = "house"\nprimary = { resource = "tech", amount = 1 }\n'
        for d in range(1, 11)
    ]
    p = begun(4, cards="\n".join(rows))
    assert view(p)["city"][3]["name"] == "Ward 4"
    assert "ready to play" in p.game.check_cards("\n".join(rows))
    assert knaves.load(p.save()) == p


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[district]]\nnumber = 1\n", "line 1: .*required field"),
        ('[[track]]\nname = "tech"\nlast = "six"\nsource = "house"\n', "line 3: .*"),
        ("[[dragon]]\n", "unknown field"),
    ],
)
def test_a_bad_card_file_says_where(text: str, said: str) -> None:
    with pytest.raises(knaves.BadCards, match=said):
        begun(4, cards=text)


def test_the_list_of_cards_is_whole() -> None:
    p = begun(4)
    rows = p.game.card_list()
    assert len(rows) == 6 + 26 + 34 + 9 + 12 + 16 + 7 + 6
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.text for row in rows)


def test_house_data_is_marked() -> None:
    b = box()
    assert all(row.source == "house" for row in b.setups)
    assert {d.number for d in b.districts if "primary" in d.house} == {1, 2, 3, 6, 8, 9, 10}
    assert all("tier" in d.house for d in b.districts)
    assert {row.id for row in b.events if "turns" in row.house} == {
        "beanstalk_owned_by_mob",
        "pistoleros_hit_squads_strike",
    }


@clause("new_angeles", "17", "49.1")
def test_every_demand_can_be_met_in_two_rounds_with_four_androids() -> None:
    """Ruling R1: from a quiet city, and without any card."""
    from itertools import combinations

    b = box()
    for needs in b.needs:
        reached = False
        for four in combinations(range(1, 11), 4):
            made = [0] * 5
            for d in four:
                for resource, amount in b.yields[d]:
                    made[resource] += 2 * amount
            reached = reached or all(have >= need for have, need in zip(made, needs, strict=True))
        assert reached
