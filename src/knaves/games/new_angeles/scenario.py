"""Constructed positions: the words a scenario of New Angeles may use (see the README)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.games.new_angeles import cards
from knaves.games.new_angeles.cards.own import APART
from knaves.games.new_angeles.rules.city import LIMITED, reserve
from knaves.games.new_angeles.rules.deal import Deal
from knaves.games.new_angeles.rules.events import open_back
from knaves.games.new_angeles.rules.rounds import DemandRound, Rounds, Turn
from knaves.games.new_angeles.state import NewAngeles

T = TypeVar("T")
Stack = list[Step[NewAngeles]]
DISTRICT = words.one_of({str(d): d for d in range(1, 11)}, "district")
PIECE = words.one_of({name: bit for name, bit in cards.PIECES.items() if name != "enemy"}, "piece")
SLOTS = 5  # of the turn track (67)
LAST = len(cards.SPACES) - 1  # the third demand round
RIVALS = {**{corp: n for n, corp in enumerate(cards.CORPS)}, "federalist": cards.FEDERALIST}


def arrange(s: NewAngeles, stack: Stack, given: Mapping[str, object]) -> None:
    """Finishes the setup with the first answers, then lays things out as the words say."""
    words.settle(s, stack, Rounds)
    box, rows, does = s.box, words.rows, words.does
    asset_ids = [row.id for row in box.assets]
    action_ids = [
        row.id for row in box.actions[: cards.ACTIONS]
    ]  # emergency cards lie in no hand and no deck
    actions, assets = words.Zones(s, "decks", "discard", "hands"), words.Zones(s, "asset_deck", "track")
    demands, events = words.Zones(s, "demand_deck"), words.Zones(s, "event_deck")
    asset, asset_name = assets.named(asset_ids, "asset"), words.one_of(asset_ids, "asset")
    action = actions.named(action_ids, "action card")
    dealt = {at: [box.type[s.face[slot]] for slot in hand] for at, hand in enumerate(s.hands)}
    investments = range(cards.FIRST_INVESTMENT, cards.FIRST_EVENT)
    investment = words.one_of([row.id for row in box.investments], "investment")
    ends = {name: words.number(0, last) for name, last in zip(cards.RESOURCES, box.last, strict=True)}
    tracks = words.record(ends, dict.fromkeys(ends, 0))
    kinds = words.one_of([row.type for row in box.actions[::20]][: len(s.decks)], "type of action card")

    def demand(value: object, word: str) -> None:
        s.seen[s.demand] = 0
        s.demand_deck = (*s.demand_deck, s.demand)
        s.demand = demands.named([row.id for row in box.demands], "demand")(value, word)
        s.show(s.demand)

    def to_deck(slot: int) -> None:
        kind, s.pool[slot] = box.type[s.face[slot]], 0
        s.decks[kind] = (slot, *s.decks[kind])

    def deal_again() -> None:
        """For cards that were dealt and are named elsewhere, others of their types: hands that are named stay."""
        for at, types in dealt.items():
            left = [box.type[s.face[slot]] for slot in s.hands[at]]
            for kind in range(len(s.decks)):
                s.draw(at, kind, types.count(kind) - left.count(kind))

    def hands(value: object, word: str) -> None:
        for at in words.by_seat(s, lambda hand, _: hand)(value, word):
            del dealt[at]
        words.lays(s, "hands", action, words.own, to_deck)(value, word)
        deal_again()

    def decks(top: list[int]) -> None:
        """The top cards of the action decks, topmost first."""
        deal_again()
        for slot in reversed(top):
            s.decks[box.type[s.face[slot]]] += (slot,)

    def discard(types: list[int]) -> None:
        for kind in types:
            s.discard += s.decks[kind]
            s.decks[kind] = ()

    def named_assets(kind: words.Kind[T], value: object, word: str) -> T:
        """Out of the asset deck or off the turn track, which stays as long as it was."""
        long, found = len(s.track), kind(value, word)
        cut = len(s.asset_deck) - (long - len(s.track))
        s.asset_deck, s.track = s.asset_deck[:cut], (*s.asset_deck[cut:], *s.track)
        return found

    def give(value: object, word: str) -> None:
        for at, slots in named_assets(words.by_seat(s, rows(asset)), value, word).items():
            for slot in slots:
                s.give_asset(at, slot)

    def asset_deck(value: object, word: str) -> None:
        s.asset_deck += tuple(reversed(named_assets(rows(asset), value, word)))

    def facedown(corps: int) -> None:
        s.faceup &= ~corps
        for corp, row in enumerate(box.corps):
            if corps >> corp & 1 and s.seat_of[corp] < 0:
                words.wrong(f"`facedown`: {row.name} is not in this game.")

    def track(value: object, word: str) -> None:
        """The assets on the turn track, the first to be revealed first."""
        assets.holds("track", asset, "asset_deck")(value, word)
        s.track = s.track[::-1]
        if len(s.track) > SLOTS:
            words.wrong(f"`{word}`: the turn track has {SLOTS} slots, not {len(s.track)}.")

    def exhausted(value: object, word: str) -> None:
        s.exhausted = words.bits(asset_name)(value, word)
        for face, row in enumerate(box.assets):
            if s.exhausted >> face & 1 and row.use != "exhaust":
                words.wrong(f"`{word}`: {row.name} is never exhausted.")
            if s.exhausted >> face & 1 and s.holder[face] < 0:
                words.wrong(f"`{word}`: {row.name} lies before nobody.")

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
            "round": does(words.number(1, 6), lambda n: setattr(s, "space", cards.SPACES.index(n))),
            "capital": words.fills(s, "capital", words.number(0, 300)),
            "threat": words.sets(s, "threat", words.number(0, 24)),
            "supply": does(tracks, lambda at: setattr(s, "supply", [at[name] for name in cards.RESOURCES])),
            "city": lambda value, word: build(s, value, word),
            "demand": demand,
            "hands": hands,
            "decks": does(rows(action), decks),
            "discard": does(rows(kinds), discard),
            "assets": give,
            "exhausted": exhausted,
            "track": track,
            "asset_deck": asset_deck,
            "events": show_back,
            "investments": words.swaps(s, "investment", investments, investment, "investment_deck"),
            "rivals": words.swaps(s, "rivals", s.rivals, words.one_of(RIVALS, "rival card")),
            "facedown": does(words.bits(words.one_of(cards.CORPS, "corporation")), facedown),
            "step": words.stands(stack, frames),
        },
        {"step": "turn"},
    )
    step = given.get("step", "turn")
    if step in ("turn", "deal") and not s.track:
        words.wrong("`track` has the asset of this turn at least.")
    while step == "demand" and cards.SPACES[s.space]:
        s.space += 1
    if step in ("production", "event") or s.space == LAST:  # 3.4, 67.5
        if given.get("track"):
            words.wrong("`track`: no asset is left on the turn track when the Action Phase is over.")
        assets.empty("track", "asset_deck")
    s.produced = step == "event"
    s.counter_turn = s.seats + 2 if step == "end of turn" else 0


def frames() -> dict[str, Stack]:
    return {
        "turn": [words.at(Rounds(), "turns"), Turn()],
        "deal": [words.at(Rounds(), "turns"), words.at(Turn(), "abilities"), Deal()],
        "end of turn": [words.at(Rounds(), "turns"), words.at(Turn(), "abilities")],
        "production": [words.at(Rounds(), "production")],
        "event": [words.at(Rounds(), "event")],
        "demand": [words.at(Rounds(), "advance"), DemandRound()],
    }


# -- pieces -------------------------------------------------------------------------------------------


def district(value: object, word: str) -> int:
    return DISTRICT(str(value) if type(value) is int else value, word)


def build(s: NewAngeles, value: object, word: str) -> None:
    """Districts not named are empty; androids stay where they are unless some are named. What stands there could stand
    there in play."""
    given = words.by_name(district, words.rows(PIECE))(value, word)
    stay = 0 if any(cards.ANDROID in pieces for pieces in given.values()) else cards.ANDROID
    for d, pieces in given.items():
        twice = next((piece for piece in pieces if pieces.count(piece) > 1), 0)
        if twice:
            words.wrong(f"`{word}`: district {d} holds only one {cards.PIECE_NAMES[twice]}.")
        for name, others, reason in APART:
            for other in others:
                if {cards.PIECES[name], cards.PIECES[other]} <= {*pieces}:
                    words.wrong(f"`{word}`: {name} and {other} in district {d}: {reason}.")
    s.city = [sum(given.get(d, ())) | old & stay for d, old in enumerate(s.city)]
    for piece in LIMITED:
        limit, left = s.box.count[piece], reserve(s, piece)
        if left < 0:
            words.wrong(f"`{word}`: the box has {limit} {cards.PIECE_NAMES[piece]}, not {limit - left}.")
