"""Components, set-up and the sequence of play."""

from __future__ import annotations

from collections import Counter

import pytest

import knaves
from knaves.games.villagers.cards import cards
from tests.games.villagers.table import start, table
from tests.support import clause

EVERY = pytest.mark.parametrize("seats", [2, 3, 4, 5])


@clause("villagers", "overview.4")
def test_two_to_five_mayors_play() -> None:
    for seats in (2, 3, 4, 5):
        assert start(seats).p.seats == seats
    for seats in (0, 1, 6):
        with pytest.raises(knaves.BadSetup, match="2, 3, 4, 5"):
            start(seats)


@clause("villagers", "components.1", "components.2")
def test_the_cards_of_the_box() -> None:
    deck = Counter(row.kind for row in cards() if not row.start)
    assert deck == {"building": 25, "challenge": 30, "citizen": 25, "hero": 20}
    starting = {row.id: row.copies for row in cards() if row.start}
    assert starting == {"angry_mob": 5, "deputy_mayor": 5}
    assert len({row.name for row in cards()}) == 102, "every card is different"


@EVERY
@clause("villagers", "components.3", "setup.3")
def test_gold(seats: int) -> None:
    t = start(seats)
    assert t.gold == [6] * seats
    assert t.s.bank == 48 + 2 * 16 - 6 * seats


@clause("villagers", "components.4")
def test_markers_and_the_die() -> None:
    for seed in range(30):
        t = start(4, seed)
        view = t.view()
        assert view["start"] in range(4)
        assert view["favor_card"] in [card["id"] for card in view["pool"]]
        assert view["favor_seat"] is None
    rolls = {t.s.roll() for _ in range(300)}
    assert rolls == {1, 2, 3, 4, 5, 6}


@EVERY
@clause("villagers", "setup.1", "setup.2")
def test_starting_hands(seats: int) -> None:
    t = start(seats)
    for seat in range(seats):
        assert sorted(t.hand(seat)) == ["angry_mob", "deputy_mayor"]
        assert t.town(seat) == []
    left_over = Counter(t.ids(t.s.gone))
    assert left_over == ({"angry_mob": 5 - seats, "deputy_mayor": 5 - seats} if seats < 5 else {})


@EVERY
@clause("villagers", "setup.4", "setup.5")
def test_pool_and_deck(seats: int) -> None:
    t = start(seats)
    size = 7 if seats == 5 else 6
    assert len(t.s.pool) == size
    assert t.s.left == 100 - size
    for seat in (*range(seats), None):
        assert len(t.view(seat)["pool"]) == size, "face up for everyone"
    assert start(seats, 2).pool != t.pool, "shuffled"


@clause("villagers", "setup.6")
def test_position_1_is_dealt_first_and_farthest_from_the_deck() -> None:
    t = start(4)
    assert t.s.pool == t.s.deck[:6]
    words = t.p.game.board(t.p.view(0))
    first, last = t.view()["pool"][0]["name"], t.view()["pool"][5]["name"]
    assert words.index("1  [") < words.index(first) < words.index(last)


@clause("villagers", "setup.7")
def test_the_starting_mayor_goes_first() -> None:
    seen = set()
    for seed in range(40):
        t = start(4, seed)
        assert t.asked == t.s.start
        seen.add(t.s.start)
    assert seen == {0, 1, 2, 3}, "drawn by the dice"


@clause("villagers", "setup.9", "overview.2")
def test_a_die_places_the_favor() -> None:
    places = {start(5, seed).s.pool.index(start(5, seed).s.favor_card) + 1 for seed in range(80)}
    assert places == {1, 2, 3, 4, 5, 6}, "a six-sided die never reaches position 7"
    basic = start(4, advanced=False)
    assert basic.s.favor_card == basic.s.favor_seat == -1
    assert basic.view()["favor_card"] is None


@clause("villagers", "sequence.1", "overview.1")
def test_six_phases_in_order() -> None:
    t = start(3, advanced=False)
    seen = []
    while t.p.ask() is not None and t.s.round < 3:
        seen.append((t.s.round, t.s.phase))
        t.idle()
    phases = [words for words in t.heard if words.startswith("Round ")]
    assert phases[:7] == [
        "Round 1: Defend.",
        "Round 1: Pillage.",
        "Round 1: Earning.",
        "Round 1: Build/Hire.",
        "Round 1: Reset.",
        "Round 2: Recruit.",
        "Round 2: Defend.",
    ]
    assert seen[0] == (1, 1)


@EVERY
@clause("villagers", "sequence.2", "sequence.3")
def test_one_turn_each_clockwise_from_the_start_marker(seats: int) -> None:
    t = table("build", seats, start=1, gold=[6] * seats)
    order = []
    while t.s.phase == 5:
        seat = t.asked
        assert seat is not None
        order.append(seat)
        t.do(seat, "done")
    assert order == [(1 + n) % seats for n in range(seats)]


@clause("villagers", "sequence.4", "reset.1", "reset.5")
def test_a_new_round_begins_with_the_next_mayor() -> None:
    t = table("build", 3, start=2, gold=[0, 0, 0])
    assert (t.s.round, t.s.phase) == (2, 1)
    assert t.s.start == 0
    assert t.asked == 0 and all(option.startswith("recruit ") for option in t.may())


@clause("villagers", "overview.1", "sequence.2", "sequence.3")
@pytest.mark.parametrize(
    ("phase", "word"),
    [("recruit", "recruits"), ("pillage", "to pillage"), ("earning", "earns"), ("reset", " by ")],
)
def test_turns_that_play_themselves_go_round_from_the_marker(phase: str, word: str) -> None:
    towns = [
        ["witch", "farmer", "ferryman"],
        ["werewolf", "scribe", "reformed_thief"],
        ["river_pirates", "smith"],
    ]
    t = table(phase, 3, start=1 if phase != "reset" else 0, towns=towns, gold=[6, 6, 6])
    t.idle()
    order = [words[6] for words in t.heard if words.startswith("Mayor") and word in words]
    assert order[:3] == (["B", "C", "A"] if phase != "reset" else ["B", "A"]), (
        "in Reset from the new holder on"
    )


@clause("villagers", "sequence.2", "sequence.3")
@pytest.mark.parametrize("phase", ["recruit", "defend", "build"])
def test_turns_that_ask_go_round_from_the_marker(phase: str) -> None:
    t = table(phase, 3, start=2, towns=[["witch"], ["imps"], ["werewolf"]], gold=[6, 6, 6])
    order: list[int] = []
    number = t.s.phase
    while t.s.phase == number and t.asked is not None:
        seat = t.asked
        if not order or order[-1] != seat:
            order.append(seat)
        if phase == "recruit":
            t.do(seat, "recruit", t.pool[0])
        else:
            t.do(seat, "done")
    assert order == [2, 0, 1]
