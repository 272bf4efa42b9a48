"""Constructed positions: the words a scenario of New Angeles may use (see the README)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from knaves.core.cards import Card
from knaves.core.errors import BadScenario
from knaves.core.step import Answer, Choice, Step, Together
from knaves.games.new_angeles.cards import (
    ACTIONS,
    ANDROID,
    CORPS,
    FEDERALIST,
    FIRST_ASSET,
    FIRST_DEMAND,
    FIRST_EVENT,
    FIRST_INVESTMENT,
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


def arrange(s: NewAngeles, stack: Stack, words: Mapping[str, object]) -> None:
    """Finishes the setup with the first answers, then lays things out as the words say."""
    finish(s, stack)
    for word in words:
        if word not in WORDS and word != "step":
            known = ", ".join(sorted([*WORDS, "step"]))
            raise BadScenario(f"New Angeles knows no {word!r}; it knows: {known}.")
    for word, put in WORDS.items():  # in this order, whatever the order of the scenario
        if word in words:
            put(s, words[word])
    set_step(s, stack, words.get("step", "turn"))


def finish(s: NewAngeles, stack: Stack) -> None:
    while stack and not isinstance(stack[-1], Rounds):
        top = stack[-1]
        line = top.code[top.line]
        if line is None:
            stack.pop()
            continue
        top.line += 1
        out = line(top, s)
        if isinstance(out, Choice):
            if out.each is not None and isinstance(top, Together):
                top.answers = {seat: cast(Answer, options[0]) for seat, options in out.each.items()}
            else:
                top.answer = cast(Answer, out.options[0])
        elif out is not None:
            stack.append(cast(Step[NewAngeles], out))


def set_step(s: NewAngeles, stack: Stack, step: object) -> None:
    rounds, turn = Rounds(), Turn()
    rounds.go("turns")
    if step in ("turn", "deal", "end of turn"):
        stack[:] = [rounds, turn]
        if step == "deal":
            turn.go("abilities")
            stack.append(Deal())
        elif step == "end of turn":
            turn.go("abilities")
    elif step in ("production", "event"):
        rounds.go(str(step))
        stack[:] = [rounds]
    elif step == "demand":
        while SPACES[s.space]:
            s.space += 1
        rounds.go("advance")
        stack[:] = [rounds, DemandRound()]
    else:
        raise BadScenario(f"A step is turn, deal, end of turn, production, event or demand, not {step!r}.")


# -- reading ------------------------------------------------------------------------------------------


def number(value: object, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadScenario(f"{what} is a whole number from {least} to {most}, not {value!r}.")
    return value


def by_seat(s: NewAngeles, value: object, what: str) -> dict[int, object]:
    """A list by seat, or a table from seat to value."""
    if isinstance(value, list) and len(value) == s.seats:
        return dict(enumerate(value))
    if isinstance(value, dict):
        return {number(int(str(k)), "A seat", 0, s.seats - 1): v for k, v in value.items()}
    raise BadScenario(f"{what} is a list by seat, or a table by seat.")


def names(value: object, what: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadScenario(f"{what} is a list of ids, not {value!r}.")
    return list(value)


def face_of(rows: Sequence[Card], name: str, what: str) -> int:
    for face, row in enumerate(rows):
        if row.id == name:
            return face
    raise BadScenario(f"There is no {what} called {name!r}.")


def find(s: NewAngeles, first: int, last: int, face: int) -> int:
    """The slot of a single card."""
    return next(slot for slot in range(first, last) if s.face[slot] == face)


# -- the words ----------------------------------------------------------------------------------------


def put_active(s: NewAngeles, value: object) -> None:
    s.active = number(value, "The active seat", 0, s.seats - 1)


def put_round(s: NewAngeles, value: object) -> None:
    s.space = SPACES.index(number(value, "A round", 1, 6))


def put_capital(s: NewAngeles, value: object) -> None:
    for seat, capital in by_seat(s, value, "capital").items():
        s.capital[seat] = number(capital, "Capital", 0, 300)


def put_threat(s: NewAngeles, value: object) -> None:
    s.threat = number(value, "Threat", 0, 24)


def put_supply(s: NewAngeles, value: object) -> None:
    if not isinstance(value, dict):
        raise BadScenario("supply is a table from resource to amount.")
    s.supply = [0] * 5
    for name, amount in value.items():
        if name not in RESOURCES:
            raise BadScenario(f"There is no resource called {name!r}.")
        r = RESOURCES.index(name)
        s.supply[r] = number(amount, f"The supply of {name}", 0, s.box.last[r])


def put_city(s: NewAngeles, value: object) -> None:
    """Districts not named are empty; androids stay where they are unless some are named."""
    if not isinstance(value, dict):
        raise BadScenario("city is a table from district number to a list of pieces.")
    city = [0] * 11
    for place, pieces in value.items():
        d = number(int(str(place)), "A district", 1, 10)
        for name in names(pieces, f"What stands in district {d}"):
            if name not in PIECES or name == "enemy":
                raise BadScenario(f"There is no piece called {name!r}.")
            city[d] |= PIECES[name]
    if not any(here & ANDROID for here in city):
        city = [new | old & ANDROID for new, old in zip(city, s.city, strict=True)]
    s.city = city


def put_demand(s: NewAngeles, value: object) -> None:
    face = face_of(s.box.demands, str(value), "demand")
    slot = find(s, FIRST_DEMAND, FIRST_INVESTMENT, face)
    deck = [x for x in (*s.demand_deck, s.demand) if x != slot]
    s.demand_deck, s.demand = tuple(deck), slot
    for other in deck:
        s.seen[other] = 0
    s.show(slot)


def put_hands(s: NewAngeles, value: object) -> None:
    wanted = {seat: names(v, "A hand") for seat, v in by_seat(s, value, "hands").items()}
    for seat in wanted:  # first all back, so that a scenario may move cards between hands
        for slot in s.hands[seat]:
            s.seen[slot] = 0
            kind = s.box.type[s.face[slot]]
            s.decks[kind] = (slot, *s.decks[kind])
        s.hands[seat] = ()
    for seat, titles in wanted.items():
        for title in titles:
            slot = take_title(s, title, seat)
            s.hands[seat] += (slot,)


def take_title(s: NewAngeles, title: str, seat: int) -> int:
    face_of(s.box.actions, title, "action card")
    slot = find_title(s, title, seat)
    s.decks = [tuple(x for x in deck if x != slot) for deck in s.decks]
    s.hands = [tuple(x for x in hand if x != slot) for hand in s.hands]
    if slot in s.discard:
        s.discard.remove(slot)
    s.seen[slot] = 1 << seat
    s.pool[slot] = 0
    return slot


def find_title(s: NewAngeles, title: str, seat: int) -> int:
    """A copy in a deck, else in the discard pile, else in another hand."""
    for pile in (*s.decks, s.discard, *(h for x, h in enumerate(s.hands) if x != seat)):
        for slot in pile:
            if s.box.actions[s.face[slot]].id == title and slot < ACTIONS:
                return slot
    raise BadScenario(f"There is no {title} left.")


def put_decks(s: NewAngeles, value: object) -> None:
    """The top cards of the action decks, topmost first."""
    for title in reversed(names(value, "decks")):
        face_of(s.box.actions, title, "action card")
        for kind, deck in enumerate(s.decks):
            found = [slot for slot in deck if s.box.actions[s.face[slot]].id == title]
            if found:
                s.decks[kind] = (*(x for x in deck if x != found[0]), found[0])


def put_discard(s: NewAngeles, value: object) -> None:
    """The types whose whole deck lies in the discard pile."""
    for name in names(value, "discard"):
        kinds = [k for k in range(5) if s.box.actions[k * 20].type == name]
        if not kinds:
            raise BadScenario(f"There is no type of action card called {name!r}.")
        s.discard += s.decks[kinds[0]]
        s.decks[kinds[0]] = ()


def put_assets(s: NewAngeles, value: object) -> None:
    for seat, ids in by_seat(s, value, "assets").items():
        for name in names(ids, "Assets"):
            slot = find(s, FIRST_ASSET, FIRST_DEMAND, face_of(s.box.assets, name, "asset"))
            replaced = refill(s, slot)
            s.asset_deck = tuple(x for x in s.asset_deck if x != slot)
            s.track = replaced
            s.give_asset(seat, slot)


def refill(s: NewAngeles, slot: int) -> tuple[int, ...]:
    """The turn track without this card, as long as before."""
    if slot not in s.track:
        return s.track
    top = s.asset_deck[-1]
    s.asset_deck = s.asset_deck[:-1]
    return tuple(top if x == slot else x for x in s.track)


def put_exhausted(s: NewAngeles, value: object) -> None:
    for name in names(value, "exhausted"):
        s.exhausted |= 1 << face_of(s.box.assets, name, "asset")


def put_track(s: NewAngeles, value: object) -> None:
    """The assets on the turn track, the first to be revealed first."""
    deck = [*s.asset_deck, *s.track]
    track: list[int] = []
    for name in names(value, "track"):
        slot = find(s, FIRST_ASSET, FIRST_DEMAND, face_of(s.box.assets, name, "asset"))
        if slot not in deck:
            raise BadScenario(f"{name} cannot be in two places.")
        deck.remove(slot)
        track.insert(0, slot)
    s.asset_deck, s.track = tuple(deck), tuple(track)


def put_asset_deck(s: NewAngeles, value: object) -> None:
    s.asset_deck = on_top(s, s.asset_deck, s.box.assets, FIRST_ASSET, value, "asset")


def put_events(s: NewAngeles, value: object) -> None:
    s.event_deck = on_top(s, s.event_deck, s.box.events, FIRST_EVENT, value, "event")
    s.backs = 0
    open_back(s)


def on_top(
    s: NewAngeles,
    deck: tuple[int, ...],
    rows: Sequence[Card],
    first: int,
    value: object,
    what: str,
) -> tuple[int, ...]:
    """The deck with these on top, topmost first."""
    cards = list(deck)
    for name in reversed(names(value, f"The top of the {what} deck")):
        slot = find(s, first, first + len(rows), face_of(rows, name, what))
        if slot not in cards:
            raise BadScenario(f"The {what} {name} is not in its deck.")
        cards.remove(slot)
        cards.append(slot)
    return tuple(cards)


def put_investments(s: NewAngeles, value: object) -> None:
    for seat, name in by_seat(s, value, "investments").items():
        face = face_of(s.box.investments, str(name), "investment")
        slot = find(s, FIRST_INVESTMENT, FIRST_EVENT, face)
        held = list(s.investment)
        deck = list(s.investment_deck)
        if slot in held:
            other = held.index(slot)
            held[other], held[seat] = held[seat], slot
            s.seen[held[other]] = 1 << other
        else:
            deck[deck.index(slot)] = held[seat]
            s.seen[held[seat]] = 0
            held[seat] = slot
        s.seen[slot] = 1 << seat
        s.investment, s.investment_deck = tuple(held), tuple(deck)


def put_rivals(s: NewAngeles, value: object) -> None:
    """Corporation ids or "federalist", by seat; who is not named gets what is left."""
    last = FIRST_RIVAL + s.seats + 1
    left = set(range(FIRST_RIVAL, last))
    given: dict[int, int] = {}
    for seat, name in by_seat(s, value, "rivals").items():
        face = FEDERALIST if name == "federalist" else CORPS.index(str(name)) if name in CORPS else -1
        slots = [slot for slot in left if s.face[slot] == face]
        if not slots:
            raise BadScenario(f"There is no rival card {name!r} left in this game.")
        given[seat] = slots[0]
        left.remove(slots[0])
    rest = sorted(left)
    s.rivals = tuple(given[seat] if seat in given else rest.pop(0) for seat in range(s.seats + 1))
    for seat, slot in enumerate(s.rivals):
        s.seen[slot] = 1 << seat if seat < s.seats else 0


def put_facedown(s: NewAngeles, value: object) -> None:
    for name in names(value, "facedown"):
        if name not in CORPS:
            raise BadScenario(f"There is no corporation called {name!r}.")
        s.faceup &= ~(1 << CORPS.index(name))


WORDS: dict[str, Callable[[NewAngeles, object], None]] = {
    "active": put_active,
    "round": put_round,
    "capital": put_capital,
    "threat": put_threat,
    "supply": put_supply,
    "city": put_city,
    "demand": put_demand,
    "hands": put_hands,
    "decks": put_decks,
    "discard": put_discard,
    "assets": put_assets,
    "exhausted": put_exhausted,
    "track": put_track,
    "asset_deck": put_asset_deck,
    "events": put_events,
    "investments": put_investments,
    "rivals": put_rivals,
    "facedown": put_facedown,
}
