"""Demands, investments, endings: chapters 17, 18, 28, 33, 50, 62, 63, 69."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
from knaves.games.new_angeles.cards import RESOURCES, box
from tests.games.new_angeles.table import (
    asked,
    capital,
    go,
    options,
    state,
    supply,
    table,
    text,
    threat,
    verbs,
    view,
)
from tests.support import ask_of, clause

PLENTY = {"energy": 2, "consumables": 3, "tech": 4, "entertainment": 6, "credits": 6}
RIVALS = {0: "nbn", 1: "weyland", 2: "jinteki", 3: "federalist", 4: "globalsec", 5: "haas_bioroid"}
INVESTMENTS = {
    0: "healthcare_initiative",
    1: "power_siphoning",
    2: "union_agreement",
    3: "laundering_scheme",
    4: "militarized_police",
    5: "populist_dismissal",
}


def demand(**words: Any) -> knaves.Position:
    return table(step="demand", city={}, investments=INVESTMENTS, **words)


@pytest.mark.parametrize("row", box().demands, ids=lambda row: row.id)
@clause("new_angeles", "17", "17.2", "18.2", "18.2a", "18.2b", "62", "63.4", "58")
def test_a_demand_is_met_or_not(row) -> None:
    exact = {name: row.needs[name] for name in RESOURCES}
    p = demand(demand=row.id, supply=exact)
    assert threat(p) == 0
    for name in RESOURCES:
        if exact[name]:
            p = demand(demand=row.id, supply={**exact, name: exact[name] - 1})
            assert threat(p) == row.threat and 5 <= row.threat <= 7


@clause("new_angeles", "18.3", "18.3a", "18.3b", "17.1", "62")
def test_a_new_demand_is_revealed() -> None:
    p = demand(demand="refugee_influx", supply=PLENTY)
    s = state(p)
    assert set(supply(p).values()) == {0}
    assert s.box.demands[s.face[s.demand_deck[0]]].id == "refugee_influx"
    assert view(p)["demand"]["name"] != "Refugee Influx" and len(s.demand_deck) == 8
    needs = s.box.needs[s.face[s.demand]]
    assert tuple(row["need"] for row in view(p)["supply"]) == needs


@clause("new_angeles", "18.4", "33", "33.1", "33.2", "33.3", "18")
def test_everyone_keeps_one_of_two_new_investments() -> None:
    p = demand(demand="refugee_influx", supply=PLENTY)
    assert ask_of(p).seats == (0, 1, 2, 3, 4, 5)
    seen = {seat: [option[1] for option in options(p, seat)] for seat in range(6)}
    assert all(len(two) == 2 for two in seen.values())
    assert len({slot for two in seen.values() for slot in two}) == 12
    for seat in range(6):
        p.apply(seat, ("keep", seen[seat][0]))
    s = state(p)
    assert s.investment == tuple(seen[seat][0] for seat in range(6))
    assert set(s.investment_deck) == {seen[seat][1] for seat in range(6)}
    for seat in range(6):
        for eye in range(6):
            shown = view(p, eye)["seats"][seat]["investment"]
            assert (shown is not None) == (eye == seat)
        assert s.seen[seen[seat][1]] == 1 << seat  # only who rejected it knows it


@pytest.mark.parametrize(
    ("name", "city", "pays"),
    [
        ("healthcare_initiative", {}, 0),
        ("healthcare_initiative", {d: ["illness"] for d in (1, 2)}, 3),
        ("healthcare_initiative", {d: ["illness"] for d in (1, 2, 3)}, 5),
        ("healthcare_initiative", {d: ["illness"] for d in (1, 2, 3, 4, 5)}, 7),
        ("power_siphoning", {1: ["outage"]}, 3),
        ("power_siphoning", {d: ["outage"] for d in (1, 2)}, 5),
        ("power_siphoning", {d: ["outage"] for d in (1, 2, 3, 4)}, 7),
        ("union_agreement", {1: ["human_first"]}, 0),
        ("union_agreement", {d: ["human_first"] for d in (1, 2, 3)}, 5),
        ("laundering_scheme", {d: ["orgcrime"] for d in (1, 2, 3, 4)}, 7),
        ("militarized_police", {1: ["prisec"]}, 3),
        ("militarized_police", {d: ["prisec"] for d in (1, 2)}, 6),
        ("militarized_police", {d: ["prisec"] for d in (1, 2, 3)}, 8),
        ("populist_dismissal", {1: ["protest"], 2: ["strike"], 3: ["outage"]}, 2),
    ],
)
@clause("new_angeles", "18.1", "33")
def test_investments_that_count_the_city(name: str, city: dict[int, list[str]], pays: int) -> None:
    p = table(step="demand", city=city, investments={0: name}, supply=PLENTY)
    assert capital(p, 0) == 10 + pays


@pytest.mark.parametrize(
    ("name", "stock", "pays"),
    [
        ("short_sale", PLENTY, 0),
        ("short_sale", {**PLENTY, "tech": 1}, 3),
        ("short_sale", {"tech": 2, "credits": 2, "entertainment": 2}, 5),
        ("short_sale", {}, 7),
        ("retail_sector", {"consumables": 3}, 6),
        ("retail_sector", {"consumables": 2}, 0),
        ("energy_sector", {"energy": 1}, 5),
        ("energy_sector", {"energy": 5}, 7),
        ("banking_sector", {"credits": 2}, 4),
        ("banking_sector", {"credits": 7}, 6),
        ("technology_sector", {"tech": 1}, 4),
        ("technology_sector", {"tech": 0}, 0),
        ("entertainment_sector", {"entertainment": 3}, 5),
        ("entertainment_sector", {"entertainment": 6}, 6),
    ],
)
@clause("new_angeles", "18.1")
def test_investments_that_count_the_supply(name: str, stock: dict[str, int], pays: int) -> None:
    p = table(step="demand", city={}, investments={0: name}, supply=stock, demand="refugee_influx")
    assert capital(p, 0) == 10 + pays


def test_there_are_twelve_investments_and_each_was_tested() -> None:
    assert len(box().investments) == 12


@clause("new_angeles", "18.1", "33.1")
def test_investments_are_revealed_when_they_score() -> None:
    p = demand(demand="refugee_influx", supply=PLENTY)
    assert len(view(p)["seats"]) == 6  # all were shown, then shuffled again
    s = state(p)
    assert s.investment == () and len(s.dealt) == 12


# -- endings -----------------------------------------------------------------------------------------------


def last(**words: Any) -> knaves.Position:
    words = {"rivals": RIVALS, "demand": "refugee_influx", "supply": PLENTY, **words}
    return demand(round=6, **words)


@clause("new_angeles", "69", "69.1", "50", "50.1", "18.2c", "18.6", "13.1")
def test_who_is_ahead_of_his_rival_wins() -> None:
    p = last(capital=[20, 10, 15, 40, 12, 11])
    assert p.ask() is None and p.result is not None
    # A beats NBN, B does not beat Weyland, C is his own rival with only three behind him,
    # D is the federalist, E does not beat Globalsec, F beats Haas-Bioroid.
    assert p.result.winners == (0, 2, 5)
    assert view(p)["demand"]["name"] == "Refugee Influx"  # no new demand


@clause("new_angeles", "69.1")
def test_a_tie_with_the_rival_loses() -> None:
    p = last(capital=[12, 10, 11, 40, 12, 9])
    assert p.result is not None and 0 not in p.result.winners and 4 not in p.result.winners


@clause("new_angeles", "69.2", "50.1a")
def test_the_own_rival_needs_three_behind_him() -> None:
    assert 2 in last(capital=[1, 2, 15, 3, 30, 31]).result.winners  # type: ignore[union-attr]
    assert 2 not in last(capital=[1, 2, 15, 15, 30, 31]).result.winners  # type: ignore[union-attr]
    four = {0: "haas_bioroid", 1: "globalsec", 2: "jinteki", 3: "melange_mining"}
    for money, wins in (([1, 2, 15, 30], True), ([1, 15, 15, 30], False)):
        p = table(
            seats=4,
            step="demand",
            round=6,
            city={},
            rivals=four,
            capital=money,
            demand="refugee_influx",
            supply=PLENTY,
            investments={
                0: "militarized_police",
                1: "laundering_scheme",
                2: "union_agreement",
                3: "power_siphoning",
            },
        )
        assert p.result is not None and (2 in p.result.winners) is wins


@clause("new_angeles", "69", "28.3", "50.2")
def test_the_federalist_loses_when_the_city_stands() -> None:
    p = last(capital=[0, 0, 0, 60, 0, 0])
    assert p.result is not None and 3 not in p.result.winners


@clause("new_angeles", "69.3", "63", "63.1", "28", "50.2")
def test_the_federalist_wins_alone_with_twenty_five() -> None:
    p = demand(threat=20, supply={}, demand="tourism_spike", rivals=RIVALS, capital=[30, 30, 30, 25, 30, 30])
    assert p.result is not None and p.result.winners == (3,) and threat(p) == 25
    for seat in range(6):
        assert view(p)["seats"][seat]["rival"] is not None  # all are revealed


@clause("new_angeles", "69.3", "63.1", "28.1")
def test_with_less_everyone_loses() -> None:
    p = demand(threat=20, supply={}, demand="tourism_spike", rivals=RIVALS, capital=[30, 30, 30, 24, 30, 30])
    assert p.result is not None and p.result.winners == ()


@clause("new_angeles", "28.3", "setup.10")
def test_without_a_federalist_everyone_loses() -> None:
    rivals = {0: "nbn", 1: "weyland", 2: "jinteki", 3: "melange_mining", 4: "globalsec", 5: "haas_bioroid"}
    p = demand(threat=20, supply={}, demand="tourism_spike", rivals=rivals, capital=[30] * 6)
    assert state(p).federalist() == -1
    assert p.result is not None and p.result.winners == ()


@clause("new_angeles", "28.2", "18.1")
def test_the_last_investment_counts_when_the_demand_brings_the_city_down() -> None:
    words: dict[str, Any] = {
        "round": 6,
        "threat": 20,
        "supply": {},
        "demand": "tourism_spike",
        "rivals": RIVALS,
    }
    p = table(
        step="demand",
        city={d: ["orgcrime"] for d in (1, 2, 3, 4)},
        investments={3: "laundering_scheme"},
        capital=[0, 0, 0, 18, 0, 0],
        **words,
    )
    assert p.result is not None and p.result.winners == (3,)  # 18 and 7


@clause("new_angeles", "63", "69")
def test_threat_does_not_pass_twenty_five() -> None:
    p = demand(threat=24, supply={}, demand="retail_shortage", rivals=RIVALS)
    assert threat(p) == 25 and p.ask() is None


@clause("new_angeles", "50", "50.3", "setup.10")
def test_rivals_are_secret() -> None:
    p = table(rivals=RIVALS)
    for eye in (*range(6), None):
        for seat in range(6):
            shown = view(p, eye)["seats"][seat]["rival"]
            assert (shown is not None) == (eye == seat)
        assert view(p, eye)["aside"] is None


def test_seven_rival_cards() -> None:
    assert [row.corp for row in box().rivals] == [row.id for row in box().corps] + [""]
    assert options(table())


SHORT = {"consumables": 1, "entertainment": 3, "credits": 3}
CITY = {3: ["android"], 6: ["android"], 8: ["android"], 9: ["android"]}


def to_come(p: knaves.Position) -> set[int]:
    return {row["coming"] for row in view(p)["supply"]}


@clause("new_angeles", "18.2", "44", "45.3")
def test_two_production_phases_come_before_a_demand_two_rounds_away() -> None:
    """In the first of two rounds androids produce twice: in protest they still do, in strike no more."""
    city = {3: ["android"], 4: ["android", "protest"], 8: ["android", "orgcrime"]}
    words: dict[str, Any] = {"trading": True, "step": "end of turn", "track": [], "demand": "tourism_spike"}
    words["city"] = {**city, 9: ["android", "strike"]}
    twice = {row["name"]: row["coming"] for row in view(table(**words))["supply"]}
    assert twice == {
        "energy": 0,
        "consumables": 0,
        "tech": 1,
        "entertainment": 8,
        "credits": 0,
    }  # 3 + 1 + 1, 3 + 1
    once = {row["name"]: row["coming"] for row in view(table(round=2, **words))["supply"]}
    assert once == {"energy": 0, "consumables": 0, "tech": 1, "entertainment": 5, "credits": 0}
    p = table(**words)
    assert "entertainment 0+8/5  " in text(p)
    go(p, "end")  # the Production Phase and the event of round 1
    assert verbs(p) == {"go_on"} and view(p)["round"] == 1
    assert max(row["coming"] for row in view(p)["supply"]) <= 3  # one more


@clause("new_angeles", "44", "63")
def test_nothing_is_to_come_when_the_city_has_fallen() -> None:
    p = table(step="event", trading=True, threat=24, city={**CITY, 2: ["orgcrime"]}, events=["gang_wars"])
    assert p.result is not None and to_come(p) == {0}


@clause("new_angeles", "18.2", "44")
def test_nothing_is_to_come_between_production_and_the_demand() -> None:
    words: dict[str, Any] = {
        "trading": True,
        "demand": "recreational_drug_ban",
        "supply": SHORT,
        "city": CITY,
    }
    p = table(step="end of turn", round=2, track=[], **words)
    assert max(to_come(p)) > 0  # the Production Phase of this round
    before = supply(p)
    p.apply(0, ("end",))
    assert before != supply(p) and verbs(p) == {"go_on"} and to_come(p) == {0}
    assert "+" not in text(p).splitlines()[1].partition(")")[2]
    p.apply(asked(p), ("go_on",))  # the investments are paid, the demand is next
    assert verbs(p) == {"go_on"} and to_come(p) == {0}
    p.apply(asked(p), ("go_on",))  # a new demand, and rounds before it
    assert view(p)["choose"] == [] and view(p, 0)["choose"] and max(to_come(p)) > 0
    p = table(step="event", round=1, **words)
    assert verbs(p) == {"go_on"} and max(to_come(p)) > 0  # one more round before the demand
    p.apply(asked(p), ("go_on",))
    assert view(p)["round"] == 2 and max(to_come(p)) > 0
