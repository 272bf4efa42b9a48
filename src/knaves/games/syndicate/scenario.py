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
    cubes = words.rows(villain, 5 * box.board.box.cubes_per_colour)

    def hands(value: object, word: str) -> None:
        words.lays(s, "hand", card, words.own, lambda slot: s.deck.insert(0, slot))(value, word)
        for at in set(range(s.seats)) - set(words.by_seat(s, lambda hand, _: hand)(value, word)):
            s.draw_cards(at, 5 - len(s.hand[at]))  # for what was dealt to them and named for others

    def locations(spaces: dict[int, list[int]]) -> None:
        for space, slots in spaces.items():
            s.location[space] += slots

    def tracks(ends: dict[int, list[int]]) -> None:
        """`[lowest, highest]` cell with a cube, or `[]`: cells 0 and 1 are the Buffers, 2 to 6 the spaces 1 to 5."""
        for colour, cells in ends.items():
            if len(cells) not in (0, 2) or sorted(cells) != cells:
                words.wrong(f"`tracks` takes [lowest, highest] cell from 0 to {TOP}, or [] for none.")
            s.low[colour], s.high[colour] = (cells[0], cells[1]) if cells else (0, -1)

    def screens(held: dict[int, list[int]]) -> None:
        for at, row in held.items():
            s.cubes[at * 5 : at * 5 + 5] = [row.count(colour) for colour in range(5)]

    def reveal(seats: list[int]) -> None:
        for at in seats:
            s.reveal(at)
        if s.seats - s.revealed.bit_count() < 2:
            words.wrong("`revealed` leaves at least two goals hidden.")

    def deny(pairs: list[tuple[int, int]]) -> None:
        """Pairs of a seat and a goal that it is known not to have."""
        for at, wanted in pairs:
            if s.face[s.goal[at]] == wanted:
                words.wrong("`denied` names a goal that the seat has.")
            s.deny(at, wanted)

    words.read(
        "The Syndicate",
        given,
        {
            "goals": words.does(words.by_seat(s, goal), lambda wanted: deal_goals(s, wanted)),
            "hands": hands,
            "locations": words.does(words.by_name(villain, words.rows(card)), locations),
            "deck": words.on_top(s, "deck", card),
            "missions": words.on_top(s, "missions", task),
            "tracks": words.does(words.by_name(villain, words.rows(words.number(0, TOP), 2)), tracks),
            "cubes": words.does(words.by_seat(s, cubes), screens),
            "bag": words.does(
                cubes, lambda row: setattr(s, "bag", [row.count(colour) for colour in range(5)])
            ),
            "coins": words.shares(s, "coins", "bank", "coins"),
            "action": words.sets(s, "action_marker", villain),
            "mission": words.sets(s, "mission_marker", villain),
            "revealed": words.does(words.rows(who, s.seats), reveal),
            "denied": words.does(words.rows(words.pair(who, goal)), deny),
            "accused": words.sets(s, "accused", words.flag),
            "active": words.sets(s, "active", who),
            "step": words.does(words.one_of([*STEPS], "step"), lambda n: stack[0].go([*STEPS.values()][n])),
        },
        {"step": "pay"},
    )
    balance(s, {"cubes", "bag", "tracks"} & set(given))


def deal_goals(s: SyndicateCity, wanted: dict[int, int]) -> None:
    """A goal for every seat; each is there once."""
    if len(wanted) < s.seats or len(set(wanted.values())) < s.seats:
        words.wrong("`goals` has a goal for every seat, and each goal at most once.")
    for slot in s.goal:
        s.seen[slot] = 0
    first = len(s.box.support)  # a slot carries its own face before it is imagined
    s.goal = tuple(first + wanted[at] for at in range(s.seats))
    for at, slot in enumerate(s.goal):
        s.seen[slot] = words.own(at)


def balance(s: SyndicateCity, changed: set[str]) -> None:
    """The Reserve has what is nowhere else; who knows which cubes is as at a setup: only their owner."""
    whole = s.box.board.box.cubes_per_colour
    for colour in range(5):
        on_track = s.high[colour] - s.low[colour] + 1
        behind = sum(s.cubes[at * 5 + colour] for at in range(s.seats))
        s.reserve[colour] = whole - on_track - behind - s.bag[colour]
        if s.reserve[colour] < 0:
            words.wrong(
                f"The box has {whole} {s.box.villains[colour].colour} cubes; this scenario uses more."
            )
    if changed:
        record_holdings(s)
    held = {s.face[slot] for slot in s.goal}
    full = any(s.high[villain] == TOP and villain in held for villain in range(5))
    if full or (SPY in held and s.high.count(-1) >= 2):
        words.wrong("A goal is reached in this scenario already.")
