"""Who knows what: hands, support, events, thefts, and the worlds a seat imagines."""

from __future__ import annotations

from random import Random

from knaves.games.new_angeles.cards import TYPES
from tests.games.new_angeles.table import (
    asset,
    card,
    deal,
    go,
    go_until,
    hand,
    heard,
    state,
    table,
    told,
    view,
)
from tests.support import clause

HANDS = {0: ["liquidation"], 1: ["arrest_orders", "live_feeds", "clinical_trials"]}


def worlds(p, eye: int, seat: int) -> set[tuple[str, ...]]:
    """The hands of another seat, as types, in the worlds this eye imagines."""
    rng = Random(3)
    found = set()
    for _ in range(60):
        s = state(p.imagine(eye, rng))
        found.add(tuple(sorted(TYPES[s.box.type[s.face[slot]]] for slot in s.hands[seat])))
    return found


@clause("new_angeles", "2.8", "16.4")
def test_nobody_knows_which_cards_were_laid() -> None:
    p = deal(HANDS)
    go(p, "pass")
    assert worlds(p, 2, 1) == {("biotech", "media", "security")}  # the decks they came from are known
    go(p, "back", 0, card(p, 1, "live_feeds"))
    assert worlds(p, 2, 1) == {("biotech", "media"), ("biotech", "security"), ("media", "security")}
    assert worlds(p, 1, 1) == {("biotech", "security")}  # he himself does know


def test_decks_keep_their_types_in_every_world() -> None:
    p = deal(HANDS)
    go(p, "pass")
    go(p, "back", 0, card(p, 1, "live_feeds"))
    rng = Random(1)
    for eye in range(6):
        s = state(p.imagine(eye, rng).imagine(eye, rng))
        for kind, deck in enumerate(s.decks):
            assert {s.box.type[s.face[slot]] for slot in deck} == {kind}


@clause("new_angeles", "56.3")
def test_a_thief_and_his_victim_know_the_card_until_it_may_have_been_played() -> None:
    p = table(step="end of turn", hands={0: [], 2: ["live_feeds", "puff_piece"]}, assets={0: ["mr_white"]})
    go(p, "use", asset(p, "mr_white"))
    go(p, "search", 2)
    go(p, "take", card(p, 2, "puff_piece"))
    assert [one["title"] for one in view(p, 2)["seats"][0]["hand"]] == ["puff_piece"]
    assert view(p, 3)["seats"][0]["hand"] == [] and view(p)["seats"][0]["hand"] == []
    s = state(p)
    s.throw(2, card(p, 2, "live_feeds"))
    assert view(p, 0)["seats"][2]["hand"] == []  # whatever he knew of that hand is stale


@clause("new_angeles", "24.3")
def test_known_backs_hold_in_every_imagined_world() -> None:
    top = ["gang_wars", "earthquake_rocks_city", "average_wage_falls_again"]
    p = deal({0: ["unorthodox_knowledge"]}, events=top)
    rng = Random(5)
    fronts = set()
    for _ in range(40):
        s = state(p.imagine(1, rng))
        faces = [s.face[slot] for slot in reversed(s.event_deck)]
        assert [s.box.events[face].back for face in faces[:3]] == ["orgcrime", "outage", "unrest"]
        fronts.add(s.box.events[faces[0]].id)
        own = state(p.imagine(0, rng))
        assert [own.box.events[own.face[x]].id for x in own.event_deck[-3:]] == top[::-1]
    assert len(fronts) == 4  # any event with that back


def test_rivals_of_others_vary_in_imagined_worlds_and_the_own_does_not() -> None:
    p = table()
    rng = Random(2)
    mine, theirs = set(), set()
    for _ in range(40):
        s = state(p.imagine(0, rng))
        mine.add(s.face[s.rivals[0]])
        theirs.add(s.face[s.rivals[1]])
    assert len(mine) == 1 and len(theirs) == 6


def test_hands_are_the_same_after_imagining_for_oneself() -> None:
    p = deal(HANDS)
    assert hand(p.imagine(1, Random(1)), 1) == hand(p, 1)


@clause("new_angeles", "50.3")
def test_who_saw_the_rival_set_aside_knows_later_that_it_is_one_of_two() -> None:
    p = table(step="end of turn", hands={0: []}, assets={0: ["thomas_haas"]})
    s = state(p)
    aside, rng = s.rivals[-1], Random(4)
    s.show_to(aside, 3)  # D has had Thomas Haas before
    face = s.face[aside]
    go(p, "use", asset(p, "thomas_haas"))
    found = set()
    for _ in range(40):
        world = state(p.imagine(3, rng))
        found.add([world.face[slot] for slot in (s.rivals[0], s.rivals[-1])].index(face))
    assert found == {0, 1}


@clause("new_angeles", "2.4", "2.8")
def test_whoever_gave_a_card_does_not_know_which_one_was_thrown_away() -> None:
    """The giver knows the card in the other hand; when that hand throws one away face down, it may be any of them."""
    p = deal(HANDS)
    s = state(p)
    given, other = card(p, 1, "live_feeds"), card(p, 1, "arrest_orders")
    for slot in (given, other):
        s.hand_over(1, 2, slot)
    assert s.sees(1, given) and s.sees(2, given) and not s.sees(0, given)
    s.throw(2, given)
    assert given in s.discard and s.sees(2, given) and not s.sees(1, given)
    faces = {state(p.imagine(1, Random(n))).face[given] for n in range(40)}
    assert len(faces) > 1


@clause("new_angeles", "24.3")
def test_who_knew_an_event_does_not_see_what_another_does_with_those_that_have_its_back() -> None:
    """Ruling R51: he sees backs, and knows that it is one of them."""
    top = ["gang_wars", "tri_maf_leaders_unite", "earthquake_rocks_city"]
    p = deal(
        {0: ["unorthodox_knowledge"], 1: ["unorthodox_knowledge"]},
        events=top,
        track=["midori", "eiko", "tanaka"],
    )
    go_until(p, "bottom")
    s = state(p)
    gang, tri_maf, quake = reversed(s.event_deck[-3:])
    go(p, "bottom", quake)
    go(p, "top", gang)
    go_until(p, "propose")
    go(p, "propose", card(p, 1, "unorthodox_knowledge"))
    events = heard(p)
    go_until(p, "bottom")
    go(p, "bottom", gang)
    go(p, "top", tri_maf)
    s = state(p)
    lines = [line for line in told(p, events, 0) if line and "puts" in line]
    assert lines[0] == "B puts an event (back: orgcrime) at the bottom of the deck."
    assert not s.sees(0, gang) and not s.sees(0, tri_maf) and s.sees(0, quake) and s.sees(1, tri_maf)
    both = {s.face[gang], s.face[tri_maf]}
    rng = Random(6)
    worlds = [state(p.imagine(0, rng)) for _ in range(40)]
    assert {frozenset([t.face[gang], t.face[tri_maf]]) for t in worlds} == {frozenset(both)}
    assert {t.face[gang] for t in worlds} == both
    assert {t.face[tri_maf] for t in (state(p.imagine(2, rng)) for _ in range(80))} == {4, 5, 6, 7}


@clause("new_angeles", "2.4", "2.8")
def test_what_was_seen_of_two_hands_is_known_of_both_once_a_card_went_from_one_to_the_other() -> None:
    """R42: whatever leaves them facedown afterwards, the same cards are among them in every world."""
    p = table(hands={1: ["live_feeds", "clean_slate"], 2: ["liquidation", "arrest_orders"], 3: []}, active=4)
    s = state(p)
    one, two = [*s.hands[1]], [*s.hands[2]]
    for slot in (*one, *two):
        s.show_to(slot, 0)
    s.throw(1, one[0])
    s.throw(2, two[0])
    s.hand_over(1, 2, one[1])
    s.throw(2, two[1])
    slots = (*one, *two)
    faces, rng = sorted(s.face[slot] for slot in slots), Random(7)
    worlds = [state(p.imagine(0, rng)) for _ in range(60)]
    assert all(sorted(t.face[slot] for slot in slots) == faces for t in worlds)
    for slot in slots:  # and any of them may be any: the discard pile tells nothing
        assert len({t.face[slot] for t in worlds}) > 1
