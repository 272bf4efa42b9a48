"""Constructed positions: the set-up, and what the words say is different. The README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.scenario import (
    Zones,
    by_name,
    by_seat,
    does,
    flag,
    lays,
    number,
    on_top,
    one_of,
    pair,
    read,
    rows,
    seat,
    sets,
    shares,
    wrong,
)
from knaves.core.step import Step
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.rules.turn import PlayerTurn
from knaves.games.syndicate.setup import record_holdings
from knaves.games.syndicate.state import TOP, SyndicateCity

STEPS = {"pay": "pay", "activate": "choose", "begin": "wait", "end": "linger"}


def arrange(s: SyndicateCity, stack: list[Step[SyndicateCity]], given: Mapping[str, object]) -> None:
    box, who = s.box, seat(s)
    villain = one_of(box.number, "villain")
    goal = one_of({**box.number, "spy": SPY}, "goal")
    support, missions = Zones(s, "deck", "hand"), Zones(s, "missions")
    card = support.named(lambda slot: box.support[s.face[slot]].id, [row.id for row in box.support], "card")
    task = missions.named(
        lambda slot: box.missions[s.face[slot]].id, [row.id for row in box.missions], "mission"
    )
    whole = box.board.box.cubes_per_colour
    cubes = rows(villain, 5 * whole)

    def hands(value: object, word: str) -> None:
        lays(s, "hand", card, lambda at: 1 << at, lambda slot: s.deck.insert(0, slot))(value, word)
        for at in set(range(s.seats)) - set(by_seat(s, lambda hand, _: hand)(value, word)):
            s.draw_cards(at, 5 - len(s.hand[at]))  # for what was dealt to them and named for others

    def locations(spaces: dict[int, list[int]]) -> None:
        for space, slots in spaces.items():
            s.location[space] += slots

    def tracks(ends: dict[int, list[int]]) -> None:
        """`[lowest, highest]` cell with a cube, or `[]`: cells 0 and 1 are the Buffers, 2 to 6 the spaces 1 to 5."""
        for colour, cells in ends.items():
            if len(cells) not in (0, 2) or sorted(cells) != cells:
                wrong(f"`tracks` takes [lowest, highest] cell from 0 to {TOP}, or [] for none.")
            s.low[colour], s.high[colour] = (cells[0], cells[1]) if cells else (0, -1)

    def screens(held: dict[int, list[int]]) -> None:
        for at, row in held.items():
            s.cubes[at * 5 : at * 5 + 5] = [row.count(colour) for colour in range(5)]

    read(
        "The Syndicate",
        given,
        {
            "goals": does(by_seat(s, goal), lambda wanted: deal_goals(s, wanted)),
            "hands": hands,
            "locations": does(by_name(villain, rows(card)), locations),
            "deck": on_top(s, "deck", card),
            "missions": on_top(s, "missions", task),
            "tracks": does(by_name(villain, rows(number(0, TOP), 2)), tracks),
            "cubes": does(by_seat(s, cubes), screens),
            "bag": does(cubes, lambda row: setattr(s, "bag", [row.count(colour) for colour in range(5)])),
            "coins": shares(s, "coins", "bank", "coins"),
            "action": sets(s, "action_marker", villain),
            "mission": sets(s, "mission_marker", villain),
            "revealed": does(rows(who, s.seats), lambda seats: reveal(s, seats)),
            "denied": does(rows(pair(who, goal)), lambda pairs: deny(s, pairs)),
            "accused": sets(s, "accused", flag),
            "active": sets(s, "active", who),
        },
        ("step",),
    )
    balance(s, {"cubes", "bag", "tracks"} & set(given))
    step = one_of([*STEPS], "step")(given.get("step", "pay"), "step")
    turn = stack[0]
    assert isinstance(turn, PlayerTurn)
    turn.go([*STEPS.values()][step])
    if goals_reached(s):
        wrong("A goal is reached in this scenario already.")


def deal_goals(s: SyndicateCity, wanted: dict[int, int]) -> None:
    """A goal for every seat; each is there once."""
    if len(wanted) < s.seats or len(set(wanted.values())) < s.seats:
        wrong("`goals` has a goal for every seat, and each goal at most once.")
    count = len(s.box.support)
    for slot in s.goal:
        s.seen[slot] = 0
    s.goal = tuple(
        count + wanted[at] for at in range(s.seats)
    )  # a slot carries its own face before it is imagined
    for at, slot in enumerate(s.goal):
        s.seen[slot] = 1 << at


def balance(s: SyndicateCity, changed: set[str]) -> None:
    """The Reserve has what is nowhere else; who knows which cubes is as at a setup: only their owner."""
    whole = s.box.board.box.cubes_per_colour
    for colour in range(5):
        on_track = s.high[colour] - s.low[colour] + 1
        behind = sum(s.cubes[at * 5 + colour] for at in range(s.seats))
        s.reserve[colour] = whole - on_track - behind - s.bag[colour]
        if s.reserve[colour] < 0:
            wrong(f"The box has {whole} {s.box.villains[colour].colour} cubes; this scenario uses more.")
    if changed:
        record_holdings(s)


def reveal(s: SyndicateCity, seats: list[int]) -> None:
    for at in seats:
        s.reveal(at)
    if s.seats - s.revealed.bit_count() < 2:
        wrong("`revealed` leaves at least two goals hidden.")


def deny(s: SyndicateCity, pairs: list[tuple[int, int]]) -> None:
    """Pairs of a seat and a goal that it is known not to have."""
    for at, goal in pairs:
        if s.face[s.goal[at]] == goal:
            wrong("`denied` names a goal that the seat has.")
        s.deny(at, goal)


def goals_reached(s: SyndicateCity) -> bool:
    held = {s.face[slot] for slot in s.goal}
    full = any(s.high[villain] == TOP and villain in held for villain in range(5))
    return full or (SPY in held and s.high.count(-1) >= 2)
