"""Set-up, the box, and the factions."""

from __future__ import annotations

from importlib.resources import files

import pytest

import knaves
from knaves.core.ids import Ids
from knaves.games.villains.cards import AREA, CAPITOL_POINTS, FACTION, FACTION_IDS, MIX, PLAN, TOKEN_MIX, box
from knaves.games.villains.rules.card_effects import lay_rule
from knaves.games.villains.state import FactionCity
from tests.games.villains.table import BANK, A, city, options, play, reveal, seen, state, use_card, why
from tests.support import ask_of, clause


def start(seats: int = 4, seed: int = 1, **given: object) -> knaves.Position:
    return knaves.start("villains", seats=seats, seed=seed, **given)


@clause("villains", "goal.3")
def test_four_or_five_play_and_three_as_a_variant() -> None:
    for seats in (3, 4, 5):
        assert start(seats).seats == seats
    for seats in (2, 6):
        with pytest.raises(knaves.BadSetup):
            start(seats)


@clause("villains", "parts.1")
def test_the_box_holds_what_the_book_says() -> None:
    assert len(box().cards) == 72
    assert len(PLAN) == 64 and all(sum(plan.faction == one for plan in PLAN) == 8 for one in FACTION_IDS)
    assert sum(len(faction.upgrade) for faction in FACTION) == 16
    assert sum(map(len, TOKEN_MIX)) == 73
    assert len(CAPITOL_POINTS) == 4 and len(AREA) == 9
    count = start().game.pieces_count(start().state)
    assert count == {"action cards": 72, "plans": 64, "action tokens": 73, "units": 152}


@clause("villains", "parts.4")
def test_a_faction_never_has_more_units_than_its_mix() -> None:
    with pytest.raises(knaves.BadScenario, match="has no patsy left"):
        city(["robots", "cult", "aliens", "mafia"], units={"A": {"bank": ["patsy"]}})
    pos = city(
        ["aliens", "cult", "robots", "mafia"],
        step="act",
        units={"A": {"bank": ["2 patsy"]}},
        tokens={"bank": ["A deploy"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert not [o for o in options(pos, "deploy") if o[1:] == (12, 9)]  # no third patsy


@clause("villains", "setup.1")
def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    pos = city(step="act", tokens={"bank": ["A card"]}, hands={"A": ["stroke_of_genius"]})
    s = state(pos)
    while s.deck:  # everything but the card in hand has been discarded
        s.throw_away(s.deck.pop())
    use_card(pos, BANK, "stroke_of_genius")
    assert len(s.hand[A]) == 2
    assert len(s.deck) == 69 and len(s.discard) == 1
    assert not any(s.seen[slot] for slot in s.deck)


@clause("villains", "setup.2", "setup.3")
def test_the_purple_marker_lies_on_a_targeted_area_and_the_card_goes_back() -> None:
    seen = set()
    for seed in range(60):
        s = state(start(seed=seed))
        assert s.owner.count(-2) == 1
        seen.add(s.owner.index(-2))
        assert len(s.deck) == 72 and not s.discard
    assert seen == set(range(1, 9))  # no card targets the Capitol


@clause("villains", "setup.4")
def test_the_capitol_tokens_lie_ready() -> None:
    pos = start()
    assert state(pos).capitol == (-1,) * 4
    assert CAPITOL_POINTS == (1, 1, 2, 2)


@clause("villains", "setup.5")
def test_the_first_player_is_drawn_by_lot() -> None:
    assert {state(start(seed=seed)).first for seed in range(40)} == {0, 1, 2, 3}


@clause("villains", "setup.6")
def test_factions_are_picked_clockwise_and_only_once() -> None:
    pos = start(seed=3)
    first = state(pos).first
    order = []
    for faction in (2, 7, 0, 5):
        ask = ask_of(pos)
        order.append(ask.seats[0])
        assert ("faction", faction) in options(pos)
        play(pos, "faction", faction)
        if len(order) == 1:
            assert why(pos, (first + 1) % 4, "faction", 2)[1] == "setup.6"
    assert order == [(first + n) % 4 for n in range(4)]
    assert sorted(state(pos).faction) == [0, 2, 5, 7]


def test_factions_can_be_dealt_or_chosen_beforehand() -> None:
    dealt = state(start(factions="deal"))
    assert len(set(dealt.faction)) == 4 and -1 not in dealt.faction
    pos = start(seat_a="cult", seat_c="robots", factions="deal")
    assert state(pos).faction[0] == FACTION_IDS.index("cult")
    assert state(pos).faction[2] == FACTION_IDS.index("robots")
    with pytest.raises(knaves.BadSetup, match="both"):
        start(seat_a="cult", seat_b="cult")


@clause("villains", "setup.7", "unit.6")
def test_everybody_takes_the_pieces_of_their_faction() -> None:
    s = state(start(factions="deal"))
    for seat in range(4):
        faction = s.faction[seat]
        assert s.reserve[seat * 5 : seat * 5 + 5] == list(MIX[faction])
        assert [s.face[slot] for slot in s.spare[seat]] == list(TOKEN_MIX[faction])
        assert len(s.plan_deck[seat]) + len(s.plans[seat]) == 8
        assert s.upgrade[seat] == 0
    assert sum(s.force) == 0  # champions too begin in the reserves


@clause("villains", "setup.8")
def test_points_begin_at_zero() -> None:
    s = state(start(factions="deal"))
    assert s.area_points == s.plan_points == [0] * 4


def test_an_own_card_file_replaces_the_cards_and_is_checked() -> None:
    text = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")
    mine = text.replace('name = "Windfall"', 'name = "Lucky Day"')
    pos = start(factions="deal", cards=mine)
    assert any(row.name == "Lucky Day" for row in state(pos).box.cards)
    with pytest.raises(knaves.BadCards, match="72 cards"):
        start(cards=text.replace('targets = ["bank"]', "targets = []"))
    with pytest.raises(knaves.BadCards, match=r"did you mean bank.*one of: .*university, none"):
        start(cards=text.replace('targets = ["bank"]', 'targets = ["banck"]'))
    with pytest.raises(knaves.BadCards, match="known: "):
        start(cards=text.replace('verb = "gain"', 'verb = "gian"'))


def test_payments_have_ids_as_far_as_the_cards_can_ask() -> None:
    """All 24 Mutants move at once to where both cards of an own file lie, which add nine for each."""
    text = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")
    pos = start(factions="deal", cards=text.replace('verb = "toll", value = 1', 'verb = "toll", value = 9'))
    cost = 24 * 9 * 2
    assert Ids(pos.game, pos.state).id_of(pos.state, ("mix", cost, cost))


@pytest.mark.parametrize(
    ("title", "old", "new", "sentence"),
    [
        ("rousing_speech", 'kind = "rule"', 'kind = "event"', 'influence.*must be "rule"'),
        ("massacre", 'scope = "global"', 'scope = "local"', 'extra_die.*must be "global"'),
        ("suitcase_nuke", 'kind = "rule"', 'kind = "event"', 'nuke.*must be "rule"'),
        ("windfall", 'verb = "gain", value = 2', 'verb = "nuke"', "nuke.*must be"),
        ("military_cache", 'verb = "attack_bonus", value = 2', 'verb = "nuke"', "only one card, in one copy"),
        ("windfall", "cost = 0", "cost = 0\ncopies = 2", "leave `copies` out"),
        ("cease_fire", "cost = 1", "cost = 1\nkau = true", "no_attacks.*`kau` must be false"),
        ("stand_down", 'verb = "no_influence"', 'verb = "gain", value = 1', "gain.*must be"),
        ("slip_in_the_back", 'unit = "talent"', 'unit = "goon"', 'unit must be "talent"'),
    ],
)
def test_a_card_that_says_what_it_would_never_do_is_refused(
    title: str, old: str, new: str, sentence: str
) -> None:
    """An event is over at once, a number of a player belongs to no area, one area a turn is laid waste, Kau's mark
    counts against four things, goons are not readied."""
    text = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")
    head, card = text.split(f'id = "{title}"')
    assert old in card.split("[[card]]")[0]
    with pytest.raises(knaves.BadCards, match=sentence):
        start(cards=f'{head}id = "{title}"{card.replace(old, new, 1)}')


def test_what_changes_attacks_is_known_by_what_it_does() -> None:
    """A fight tells it, with the cards of an own file too."""
    text = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")
    mine = text.replace('id = "massacre"', 'id = "fury"').replace('name = "Massacre"', 'name = "Fury"')
    pos = start(factions="deal", cards=mine)
    s = state(pos)
    for title in ("fury", "ample_cover", "military_cache", "go_go_go"):
        slot = next(slot for slot in s.deck if s.box.cards[s.face[slot]].id == title)
        s.deck.remove(slot)
        lay_rule(s, slot, A, -1)
    told = {rule["title"]: rule["of_attacks"] for rule in seen(pos, None)["rules"]}
    assert told == {"fury": True, "ample_cover": True, "military_cache": True, "go_go_go": False}


def test_no_event_has_the_name_of_a_verb() -> None:
    game = start().game
    assert not set(game.verbs) & set(game.events)


def test_cards_can_be_listed_and_a_file_checked() -> None:
    game = start().game
    assert len(game.card_list()) == 31 + 64 + 8 + 12
    text = files("knaves.games.villains").joinpath("cards", "actions.toml").read_text("utf-8")
    assert game.check_cards(text).startswith("31 titles on 72 action cards")


def first_row(pos: knaves.Position) -> FactionCity:
    """The deck as the first shuffle of this game left it."""
    twin = state(pos).clone()
    twin.drawn, twin.deck = 0, list(range(72))
    twin.shuffle(twin.deck)
    return twin


@clause("villains", "setup.2")
def test_a_card_without_an_area_is_followed_by_the_next() -> None:
    found = 0
    for seed in range(400):
        pos = start(seed=seed)
        s = first_row(pos)
        top = [s.box.target[s.face[slot]] for slot in reversed(s.deck)]
        assert state(pos).owner.index(-2) == next(area for area in top if area >= 0)
        found += top[0] < 0
        if found:
            return
    raise AssertionError("no such card came up")


@clause("villains", "setup.3")
def test_the_revealed_card_is_shuffled_back() -> None:
    pos = start(seed=5)
    s = first_row(pos)
    before = s.deck[:]
    assert state(pos).deck != before
    s.shuffle(s.deck)
    assert state(pos).deck == s.deck
