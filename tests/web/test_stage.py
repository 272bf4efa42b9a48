"""The stage: what happened as beats, from the events one pair of eyes may see; nothing that matters passes unseen."""

from __future__ import annotations

import re

import pytest

import knaves
from knaves.games import find
from knaves.table.pages.page import LogLine
from knaves.web.draw.stage import Beat, bar_of, beats, dice_of, parts_of, told_at_once
from knaves.web.pages.stage import RECAP_MOST, ShownBeat, concerns, weightiest
from tests.web.kit import give, other, play_now, settled, web


def line(
    seq: int, event: str, text: str, seat: int | None = None, numbers: tuple[int, ...] = (), card: str = ""
) -> LogLine:
    marks = ((text.index(card), text.index(card) + len(card), "card:face:1"),) if card else ()
    things = () if seat is None else (f"seat:{seat}",)
    return LogLine(seq, "event", text, seat, 0.0, event, things, numbers=numbers, marks=marks)


MISSION = [
    line(3, "flipped", "The mission is The Glass Vault, 9 or more."),
    line(4, "laid", "Ines lays a card.", 1),
    line(5, "opened", "Jilted Lieutenant counts 3.", numbers=(3,), card="Jilted Lieutenant"),
    line(5, "opened", "Cold Feet counts -1.", numbers=(-1,), card="Cold Feet"),
    line(5, "counted", "The cards come to 2; the mission needs 9.", numbers=(2, 9)),
    line(6, "spends_cube", "Oskar spends a cube.", 2),
    line(7, "failed", "The Glass Vault fails with 2 against 9.", numbers=(2, 9)),
    line(7, "lost_top", "Doomking falls to Power 2."),
    line(8, "turn", "Turn 4: Oskar.", 2),
]


def test_sealed_cards_turn_over_together_and_a_mission_is_one_matter() -> None:
    reveal, cube, end = beats("syndicate", MISSION)
    assert [(card.name, card.counts) for card in reveal.cards] == [
        ("Jilted Lieutenant", "3"),
        ("Cold Feet", "−1"),
    ]
    assert reveal.bar is not None and (reveal.bar.total, reveal.bar.need) == (2, 9)
    assert reveal.big and reveal.key and not reveal.stamp
    assert {beat.title for beat in (reveal, cube, end)} == {"The mission is The Glass Vault, 9 or more"}
    assert (
        end.stamp == "bad"
        and end.sentence == "The Glass Vault fails with 2 against 9. Doomking falls to Power 2."
    )


def test_the_cards_stay_while_a_mission_is_decided_and_are_read_once() -> None:
    without = [said for said in MISSION if said.event != "spends_cube"]
    reveal, end = beats("syndicate", without)
    assert end.cards is reveal.cards and end.bar is reveal.bar
    assert told_at_once([reveal, end]) == [end]


def test_an_attack_is_one_beat_with_its_die_and_what_came_of_it() -> None:
    fight = [
        line(3, "combat", "Combat in the Factory."),
        line(4, "attacks", "Ines: a goon attacks Mirela in the Factory.", 1),
        line(4, "rolled", "Ines rolls 4, needing 5: a miss.", 1, (4, 5, 0)),
        line(5, "attacks", "Bruno: a talent attacks Ines in the Factory.", 4),
        line(5, "rolled", "Bruno rolls 6, needing 5: a hit.", 4, (6, 5, 1)),
        line(5, "died", "Ines loses a goon in the Factory, killed by Bruno.", 1),
        line(6, "revealed", "Oskar reveals a token.", 2),
    ]
    missed, hit, other = beats("villains", fight)
    assert [die.hit for die in missed.dice + hit.dice] == [False, True]
    assert [said.event for said in hit.changes] == ["died"]
    assert hit.title == "Combat in the Factory" and other.title == ""


def test_a_fight_shows_both_sides_and_what_a_die_can_show() -> None:
    text = "Ines: a goon attacks Mirela in the Factory."
    who = ((0, 4, "seat:1"), (text.index("Mirela"), text.index(" in the"), "seat:0"))
    fight = [
        line(3, "combat", "Combat in the Factory."),
        LogLine(4, "event", text, 1, 0.0, "attacks", ("seat:1", "seat:0"), marks=who),
        line(4, "rolled", "Ines rolls 4, needing 9: a miss.", 1, (4, 9, 0)),
        line(4, "rolled", "Ines rolls 9, needing 9: a hit.", 1, (9, 9, 1)),
    ]
    (beat,) = beats("villains", fight)
    assert beat.foes == [(1, "Ines"), (0, "Mirela")]
    assert [side.number for side in beat.scale if side.hits] == [9, 10]
    assert [side.number for side in beat.scale if side.thrown] == [4, 9] and len(beat.scale) == 10
    different = Beat(
        1, 0, dice=[*dice_of(("face", "need"), (3, 5)), *dice_of(("face", "need"), (3, 7))], sides=10
    )
    assert different.scale == [], "no one number is needed"


def test_dice_say_what_was_needed() -> None:
    (die,) = dice_of(("face", "plus", "need"), (3, 2, 5))
    assert die.hit and die.says == "3 + 2, needs 5"
    assert [die.face for die in dice_of(("faces",), (4, 6, 0, 0))] == [4, 6]


def test_a_bar_ends_where_the_sum_is() -> None:
    cards = beats("syndicate", MISSION)[0].cards
    bar = bar_of(cards, 2, 9)
    plus, minus = bar.segments
    assert minus.minus and minus.x + minus.width == pytest.approx(plus.x + plus.width)
    assert minus.x / bar.at == pytest.approx(2 / 9, abs=0.02)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_every_event_of_a_stage_is_one_of_the_game(game: str) -> None:
    assert parts_of(game).all <= find(game).events.keys()
    assert parts_of(game).key, "what is held until it is seen"


@pytest.mark.parametrize("game", knaves.GAMES)
def test_every_event_that_plays_a_part_is_shown(game: str) -> None:
    """After another answer, after another beat of the same, and first of all."""
    for event in parts_of(game).shown:
        for before in ([], [line(1, "unheard", "Something small."), line(2, event, "Once.", 1, (1, 2, 3))]):
            found = beats(game, [*before, line(3, event, "It happened.", 0, (4, 2, 3))])
            told = [said.text for beat in found for said in (*beat.said, *beat.changes)]
            told += [card.name for beat in found for card in beat.cards]
            assert "It happened." in told, (game, event)


def test_a_recap_is_short_and_what_concerns_you_is_in_it() -> None:
    yours = Beat(1, 2, said=[line(1, "attacks", "Oskar: a goon attacks Mirela.", 2)])
    yours.said[0] = LogLine(1, "event", "Oskar attacks Mirela.", 2, 0.0, "attacks", ("seat:2", "seat:0"))
    assert concerns(yours, 0) and not concerns(yours, 2) and not concerns(yours, None)
    many = [ShownBeat(yours, True), *(ShownBeat(Beat(n, 1), False) for n in range(2, 30))]
    told = weightiest(many)
    assert len(told) == RECAP_MOST and told[0].beat is yours
    assert [one.beat.seq for one in told] == sorted(one.beat.seq for one in told)


def test_a_page_asks_for_the_beats_it_has_not_shown() -> None:
    """Over HTTP: what is hidden from a seat is not in its beats, and what it has seen does not come again."""
    with web() as client:
        table = play_now(client, "villagers")
        page = settled(client, table)
        while 'class="beat' not in (everything := client.get(f"/t/{table}/stage?seat=a&since=0").text):
            give(client, table, page)  # nothing has happened yet: whoever sits down may be the first
            page = settled(client, table)
        assert "data-say=" in everything
        last = max(int(seq) for seq in re.findall(r'data-seq="(\d+)"', everything))
        assert "<article" not in client.get(f"/t/{table}/stage?seat=a&since={last + 1000}").text
        assert "Since your last move" in client.get(f"/t/{table}/since?seat=a").text
        stranger = other(client).get(f"/t/{table}/stage?seat=a")
        assert stranger.status_code in (403, 404) and "<article" not in stranger.text
