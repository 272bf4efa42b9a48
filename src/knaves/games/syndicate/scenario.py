"""Constructed positions: the set-up, and what the words say is different. The README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.setup import record_holdings
from knaves.games.syndicate.state import TOP, SyndicateCity

STEPS = {"pay": "pay", "activate": "choose", "begin": "wait", "end": "linger"}


def arrange(s: SyndicateCity, stack: list[Step[SyndicateCity]], given: Mapping[str, object]) -> None:
    box, who = s.box, words.seat(s)
    villain = words.one_of(box.number, "villain")
    goal = words.one_of({**box.number, "spy": SPY}, "goal")
    card = words.Zones(s, "deck", "hand").named([row.id for row in box.support], "card")
    task = words.Zones(s, "missions").named([row.id for row in box.missions], "mission")
    whole = box.board.box.cubes_per_colour
    goals = range(len(box.support), len(box.support) + len(box.number) + 1)

    dealt = {*range(s.seats)}  # whose hands are as they were dealt: nothing is said of them

    def deal_again() -> None:
        """For cards that were dealt and are named elsewhere."""
        for at in dealt:
            s.draw_cards(at, box.hand - len(s.hand[at]))

    def hands(value: object, word: str) -> None:
        dealt.difference_update(words.by_seat(s, lambda hand, _: hand)(value, word))
        words.lays(s, "hand", card, words.own, lambda slot: s.deck.insert(0, slot))(value, word)
        deal_again()

    def wait(space: int, slots: list[int]) -> None:
        s.location[space] += slots
        deal_again()

    def stack_up(slots: list[int]) -> None:
        deal_again()
        s.deck += reversed(slots)

    def track(colour: int, cells: list[int]) -> None:
        """`[lowest, highest]` cell with a cube, or `[]`: cells 0 and 1 are the Buffers, 2 to 6 the spaces 1 to 5."""
        if len(cells) not in (0, 2) or sorted(cells) != cells:
            words.wrong(f"`tracks` takes [lowest, highest] cell from 0 to {TOP}, or [] for none.")
        s.low[colour], s.high[colour] = (cells[0], cells[1]) if cells else (0, -1)

    def cubes(value: object, word: str) -> list[int]:
        row = words.rows(villain, 5 * whole)(value, word)
        return [row.count(colour) for colour in range(5)]

    def screen(at: int, row: list[int]) -> None:
        s.cubes[at * 5 : at * 5 + 5] = row

    def reveal(at: int) -> None:
        s.reveal(at)
        if s.seats - s.revealed.bit_count() < 2:
            words.wrong("`revealed` leaves at least two goals hidden.")

    def deny(known: tuple[int, int]) -> None:
        """A seat, and a goal that it is known not to have."""
        if s.face[s.goal[known[0]]] == known[1]:
            words.wrong("`denied` names a goal that the seat has.")
        s.deny(*known)

    words.read(
        "The Syndicate",
        given,
        {
            "goals": words.swaps(s, "goal", goals, goal),
            "hands": hands,
            "locations": words.each(words.by_name(villain, words.rows(card)), wait),
            "deck": words.does(words.rows(card), stack_up),
            "missions": words.on_top(s, "missions", task),
            "tracks": words.each(words.by_name(villain, words.rows(words.number(0, TOP), 2)), track),
            "cubes": words.each(words.by_seat(s, cubes), screen),
            "bag": words.sets(s, "bag", cubes),
            "coins": words.shares(s, "coins", "bank", "coins"),
            "action": words.sets(s, "action_marker", villain),
            "mission": words.sets(s, "mission_marker", villain),
            "revealed": words.rows(words.does(who, reveal), s.seats),
            "denied": words.rows(words.does(words.pair(who, goal), deny)),
            "accused": words.sets(s, "accused", words.flag),
            "active": words.sets(s, "active", who),
            "step": words.does(words.one_of([*STEPS], "step"), lambda n: stack[0].go([*STEPS.values()][n])),
        },
        {"step": "pay"},
    )
    for colour in range(5):  # the Reserve has what is nowhere else
        on_track = s.high[colour] - s.low[colour] + 1
        s.reserve[colour] = whole - on_track - sum(s.cubes[colour::5]) - s.bag[colour]
    words.enough(s.reserve, [whole] * 5, [f"{row.colour} cubes" for row in box.villains])
    if {"cubes", "bag", "tracks"} & set(given):
        record_holdings(s)  # as at a setup: who has which cubes is known to their owner alone
    held = {s.face[slot] for slot in s.goal}
    full = any(s.high[colour] == TOP and colour in held for colour in range(5))
    if full or (SPY in held and s.high.count(-1) >= 2):
        words.wrong("A goal is reached in this scenario already.")
    s.check_goals()  # what is reached and claimed by nobody is known to be nobody's
