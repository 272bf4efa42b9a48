"""Constructed positions: the words a scenario of New Angeles may use (see the README)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from knaves.core import scenario as words
from knaves.core.step import Answer, Step, Together, run_line
from knaves.games.new_angeles.cards import (
    ANDROID,
    CORPS,
    FEDERALIST,
    FIRST_RIVAL,
    PIECES,
    RESOURCES,
    SPACES,
)
from knaves.games.new_angeles.rules.deal import Deal
from knaves.games.new_angeles.rules.events import open_back
from knaves.games.new_angeles.rules.rounds import DemandRound, Rounds, Turn
from knaves.games.new_angeles.state import NewAngeles

Stack = list[Step[NewAngeles]]
STEPS = ("turn", "deal", "end of turn", "production", "event", "demand")
DISTRICT = words.one_of({str(d): d for d in range(1, 11)}, "district")
PIECE = words.one_of({name: bit for name, bit in PIECES.items() if name != "enemy"}, "piece")
RIVALS = {**{corp: n for n, corp in enumerate(CORPS)}, "federalist": FEDERALIST}


def arrange(s: NewAngeles, stack: Stack, given: Mapping[str, object]) -> None:
    """Finishes the setup with the first answers, then lays things out as the words say."""
    finish(s, stack)
    box, by_seat, rows, does = s.box, words.by_seat, words.rows, words.does
    action_ids, asset_ids = [row.id for row in box.actions], [row.id for row in box.assets]
    actions, assets = words.Zones(s, "decks", "discard", "hands"), words.Zones(s, "asset_deck", "track")
    demands, events = words.Zones(s, "demand_deck"), words.Zones(s, "event_deck")
    asset = assets.named(asset_ids, "asset")
    in_decks = actions.named(action_ids, "action card", "decks")
    kinds = words.one_of([row.type for row in box.actions[::20]], "type of action card")

    def supply(amounts: dict[int, int]) -> None:
        for r, amount in amounts.items():
            if amount > box.last[r]:
                words.wrong(f"`supply`: {RESOURCES[r]} goes from 0 to {box.last[r]}, not {amount}.")
        s.supply = [amounts.get(r, 0) for r in range(5)]

    def demand(value: object, word: str) -> None:
        s.seen[s.demand] = 0
        s.demand_deck = (*s.demand_deck, s.demand)
        s.demand = demands.named([row.id for row in box.demands], "demand")(value, word)
        s.show(s.demand)

    def to_deck(slot: int) -> None:
        kind, s.pool[slot] = box.type[s.face[slot]], 0
        s.decks[kind] = (slot, *s.decks[kind])

    def decks(top: list[int]) -> None:
        """The top cards of the action decks, topmost first."""
        for slot in reversed(top):
            s.decks[box.type[s.face[slot]]] += (slot,)

    def discard(types: list[int]) -> None:
        for kind in types:
            s.discard += s.decks[kind]
            s.decks[kind] = ()

    def give(value: object, word: str) -> None:
        """Out of the asset deck or off the turn track, which stays as long as it was."""
        long = len(s.track)
        for at, slots in by_seat(s, rows(asset))(value, word).items():
            for slot in slots:
                s.give_asset(at, slot)
        cut = len(s.asset_deck) - (long - len(s.track))
        s.asset_deck, s.track = s.asset_deck[:cut], (*s.asset_deck[cut:], *s.track)

    def track(value: object, word: str) -> None:
        """The assets on the turn track, the first to be revealed first."""
        assets.holds("track", asset, "asset_deck")(value, word)
        s.track = s.track[::-1]

    def show_back(value: object, word: str) -> None:
        words.on_top(s, "event_deck", events.named([row.id for row in box.events], "event", "event_deck"))(
            value, word
        )
        s.backs = 0
        open_back(s)

    words.read(
        "New Angeles",
        given,
        {
            "active": words.sets(s, "active", words.seat(s)),
            "round": does(words.number(1, 6), lambda n: setattr(s, "space", SPACES.index(n))),
            "capital": words.fills(s, "capital", words.number(0, 300)),
            "threat": words.sets(s, "threat", words.number(0, 24)),
            "supply": does(
                words.by_name(words.one_of(RESOURCES, "resource"), words.number(0, max(box.last))), supply
            ),
            "city": does(words.by_name(district, rows(PIECE)), lambda city: build(s, city)),
            "demand": demand,
            "hands": words.lays(s, "hands", actions.named(action_ids, "action card"), words.own, to_deck),
            "decks": does(rows(in_decks), decks),
            "discard": does(rows(kinds), discard),
            "assets": give,
            "exhausted": words.sets(s, "exhausted", words.bits(words.one_of(asset_ids, "asset"))),
            "track": track,
            "asset_deck": words.on_top(s, "asset_deck", assets.named(asset_ids, "asset", "asset_deck")),
            "events": show_back,
            "investments": does(
                by_seat(s, words.one_of([row.id for row in box.investments], "investment")),
                lambda cards: invest(s, cards),
            ),
            "rivals": does(
                by_seat(s, words.one_of(RIVALS, "rival card")), lambda cards: deal_rivals(s, cards)
            ),
            "facedown": does(
                words.bits(words.one_of(CORPS, "corporation")),
                lambda corps: setattr(s, "faceup", s.faceup & ~corps),
            ),
            "step": does(words.one_of(STEPS, "step"), lambda n: set_step(s, stack, STEPS[n])),
        },
        {"step": "turn"},
    )


def finish(s: NewAngeles, stack: Stack) -> None:
    while stack and not isinstance(stack[-1], Rounds):
        step = stack[-1]
        out = run_line(stack, s)
        if out is None:
            continue
        if out.each is not None and isinstance(step, Together):
            step.answers = {at: cast(Answer, options[0]) for at, options in out.each.items()}
        else:
            step.answer = cast(Answer, out.options[0])


def set_step(s: NewAngeles, stack: Stack, step: str) -> None:
    if step in ("turn", "deal") and not s.track:
        words.wrong("`track` has the asset of this turn at least.")
    while step == "demand" and SPACES[s.space]:
        s.space += 1
    frames: dict[str, Stack] = {
        "turn": [words.at(Rounds(), "turns"), Turn()],
        "deal": [words.at(Rounds(), "turns"), words.at(Turn(), "abilities"), Deal()],
        "end of turn": [words.at(Rounds(), "turns"), words.at(Turn(), "abilities")],
        "production": [words.at(Rounds(), "production")],
        "event": [words.at(Rounds(), "event")],
        "demand": [words.at(Rounds(), "advance"), DemandRound()],
    }
    stack[:] = frames[step]


# -- pieces -------------------------------------------------------------------------------------------


def district(value: object, word: str) -> int:
    return DISTRICT(str(value) if type(value) is int else value, word)


def build(s: NewAngeles, given: dict[int, list[int]]) -> None:
    """Districts not named are empty; androids stay where they are unless some are named."""
    stay = 0 if any(ANDROID in pieces for pieces in given.values()) else ANDROID
    s.city = [sum(set(given.get(d, ()))) | old & stay for d, old in enumerate(s.city)]


def invest(s: NewAngeles, given: dict[int, int]) -> None:
    """Who is named gets that card; who had it, or the deck, gets the other."""
    for at, face in given.items():
        held, deck = list(s.investment), list(s.investment_deck)
        row = held if any(s.face[slot] == face for slot in held) else deck
        place = next(n for n, slot in enumerate(row) if s.face[slot] == face)
        row[place], held[at] = held[at], row[place]
        s.investment, s.investment_deck = tuple(held), tuple(deck)
    show_each(s, s.investment, s.investment_deck)


def deal_rivals(s: NewAngeles, given: dict[int, int]) -> None:
    """Corporation ids or "federalist", by seat; who is not named gets what is left."""
    left = list(range(FIRST_RIVAL, FIRST_RIVAL + s.seats + 1))
    dealt: dict[int, int] = {}
    for at, face in given.items():
        slot = next((slot for slot in left if s.face[slot] == face), None)
        if slot is None:
            words.wrong(f"`rivals`: there is no rival card {[*RIVALS][face]!r} left in this game.")
        dealt[at] = slot
        left.remove(slot)
    s.rivals = tuple(dealt[at] if at in dealt else left.pop(0) for at in range(s.seats + 1))
    show_each(s, s.rivals[:-1], s.rivals[-1:])


def show_each(s: NewAngeles, held: tuple[int, ...], rest: tuple[int, ...]) -> None:
    """Each seat knows its own card, and nobody the rest."""
    for slot in rest:
        s.seen[slot] = 0
    for at, slot in enumerate(held):
        s.seen[slot] = words.own(at)
