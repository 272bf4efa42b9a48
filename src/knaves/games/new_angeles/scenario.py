"""Constructed positions: the words a scenario of New Angeles may use (see the README)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from knaves.core.cards import Card
from knaves.core.scenario import (
    Kind,
    Put,
    Zones,
    by_name,
    by_seat,
    does,
    fills,
    lays,
    number,
    one_of,
    read,
    rows,
    seat,
    sets,
    wrong,
)
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
DISTRICTS = {str(d): d for d in range(1, 11)}


def arrange(s: NewAngeles, stack: Stack, given: Mapping[str, object]) -> None:
    """Finishes the setup with the first answers, then lays things out as the words say."""
    finish(s, stack)
    box, who = s.box, seat(s)
    actions = Zones(s, "decks", "discard", "hands")
    action = card(s, actions, box.actions, "action card")
    asset_zone = Zones(s, "asset_deck", "track")
    asset = card(s, asset_zone, box.assets, "asset")
    kinds = [row.type for row in box.actions[::20]]
    corp = one_of(CORPS, "corporation")

    def supply(amounts: dict[int, int]) -> None:
        for r, amount in amounts.items():
            if amount > box.last[r]:
                wrong(f"`supply`: {RESOURCES[r]} goes from 0 to {box.last[r]}, not {amount}.")
        s.supply = [amounts.get(r, 0) for r in range(5)]

    def demand(value: object, word: str) -> None:
        s.seen[s.demand] = 0
        s.demand_deck = (*s.demand_deck, s.demand)
        s.demand = card(s, Zones(s, "demand_deck"), box.demands, "demand")(value, word)
        s.show(s.demand)

    def to_deck(slot: int) -> None:
        kind, s.pool[slot] = box.type[s.face[slot]], 0
        s.decks[kind] = (slot, *s.decks[kind])

    def decks(value: object, word: str) -> None:
        """The top cards of the action decks, topmost first."""
        in_decks = Zones(s, "decks")
        in_decks.used = actions.used
        top = rows(card(s, in_decks, box.actions, "action card in the decks"))(value, word)
        for slot in reversed(top):
            s.decks[box.type[s.face[slot]]] += (slot,)

    def discard(types: list[int]) -> None:
        for kind in types:
            s.discard += s.decks[kind]
            s.decks[kind] = ()

    def assets(value: object, word: str) -> None:
        """Out of the asset deck or off the turn track, which stays as long as it was."""
        long = len(s.track)
        for at, slots in by_seat(s, rows(asset))(value, word).items():
            for slot in slots:
                s.give_asset(at, slot)
        while len(s.track) < long:
            *rest, top = s.asset_deck
            s.asset_deck, s.track = tuple(rest), (top, *s.track)

    def track(value: object, word: str) -> None:
        """The assets on the turn track, the first to be revealed first."""
        asset_zone.empty("track", "asset_deck")
        s.track = tuple(reversed(rows(asset)(value, word)))

    def exhausted(faces: list[int]) -> None:
        s.exhausted |= sum(1 << face for face in set(faces))

    def facedown(corps: list[int]) -> None:
        s.faceup &= ~sum(1 << one for one in set(corps))

    def events(value: object, word: str) -> None:
        top(s, "event_deck", box.events, "event")(value, word)
        s.backs = 0
        open_back(s)

    read(
        "New Angeles",
        given,
        {
            "active": sets(s, "active", who),
            "round": does(number(1, 6), lambda n: setattr(s, "space", SPACES.index(n))),
            "capital": fills(s, "capital", number(0, 300)),
            "threat": sets(s, "threat", number(0, 24)),
            "supply": does(by_name(one_of(RESOURCES, "resource"), number(0, max(box.last))), supply),
            "city": does(by_name(district, rows(piece)), lambda city: build(s, city)),
            "demand": demand,
            "hands": lays(s, "hands", action, lambda at: 1 << at, to_deck),
            "decks": decks,
            "discard": does(rows(one_of(kinds, "type of action card")), discard),
            "assets": assets,
            "exhausted": does(rows(one_of([row.id for row in box.assets], "asset")), exhausted),
            "track": track,
            "asset_deck": top(s, "asset_deck", box.assets, "asset"),
            "events": events,
            "investments": does(
                by_seat(s, one_of([row.id for row in box.investments], "investment")),
                lambda all_: invest(s, all_),
            ),
            "rivals": does(
                by_seat(
                    s, one_of({**{c: n for n, c in enumerate(CORPS)}, "federalist": FEDERALIST}, "rival card")
                ),
                lambda all_: deal_rivals(s, all_),
            ),
            "facedown": does(rows(corp), facedown),
        },
        ("step",),
    )
    set_step(s, stack, STEPS[one_of(STEPS, "step")(given.get("step", "turn"), "step")])


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
        wrong("`track` has the asset of this turn at least.")
    rounds, turn = Rounds(), Turn()
    rounds.go("turns")
    stack[:] = [rounds, turn]
    if step in ("deal", "end of turn"):
        turn.go("abilities")
        if step == "deal":
            stack.append(Deal())
    elif step in ("production", "event"):
        rounds.go(step)
        stack[:] = [rounds]
    elif step == "demand":
        while SPACES[s.space]:
            s.space += 1
        rounds.go("advance")
        stack[:] = [rounds, DemandRound()]


# -- pieces -------------------------------------------------------------------------------------------


def card(s: NewAngeles, zones: Zones, cards: Sequence[Card], what: str) -> Kind[int]:
    return zones.named(lambda slot: cards[s.face[slot]].id, [row.id for row in cards], what)


def top(s: NewAngeles, field: str, cards: Sequence[Card], what: str) -> Put:
    """These lie on top of their deck, topmost first."""

    def put(value: object, word: str) -> None:
        slots = rows(card(s, Zones(s, field), cards, f"{what} in its deck"))(value, word)
        setattr(s, field, (*getattr(s, field), *reversed(slots)))

    return put


def district(value: object, word: str) -> int:
    return one_of(DISTRICTS, "district")(str(value) if type(value) is int else value, word)


def piece(value: object, word: str) -> int:
    return one_of({name: bit for name, bit in PIECES.items() if name != "enemy"}, "piece")(value, word)


def build(s: NewAngeles, given: dict[int, list[int]]) -> None:
    """Districts not named are empty; androids stay where they are unless some are named."""
    city = [0] * 11
    for d, pieces in given.items():
        for bit in pieces:
            city[d] |= bit
    if not any(here & ANDROID for here in city):
        city = [new | old & ANDROID for new, old in zip(city, s.city, strict=True)]
    s.city = city


def invest(s: NewAngeles, given: dict[int, int]) -> None:
    """Who is named gets that card; who had it, or the deck, gets the other."""
    for at, face in given.items():
        held, deck = list(s.investment), list(s.investment_deck)
        slot = next(one for one in (*held, *deck) if s.face[one] == face)
        if slot in held:
            other = held.index(slot)
            held[other], held[at] = held[at], slot
            s.seen[held[other]] = 1 << other
        else:
            deck[deck.index(slot)] = held[at]
            s.seen[held[at]] = 0
            held[at] = slot
        s.seen[slot] = 1 << at
        s.investment, s.investment_deck = tuple(held), tuple(deck)


def deal_rivals(s: NewAngeles, given: dict[int, int]) -> None:
    """Corporation ids or "federalist", by seat; who is not named gets what is left."""
    left = list(range(FIRST_RIVAL, FIRST_RIVAL + s.seats + 1))
    dealt: dict[int, int] = {}
    for at, face in given.items():
        slots = [slot for slot in left if s.face[slot] == face]
        if not slots:
            name = "federalist" if face == FEDERALIST else CORPS[face]
            wrong(f"`rivals`: there is no rival card {name!r} left in this game.")
        dealt[at] = slots[0]
        left.remove(slots[0])
    s.rivals = tuple(dealt[at] if at in dealt else left.pop(0) for at in range(s.seats + 1))
    for at, slot in enumerate(s.rivals):
        s.seen[slot] = 1 << at if at < s.seats else 0
