"""Constructed positions: the set-up, and what the words say is different. The README lists the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from knaves.core.errors import BadScenario
from knaves.core.step import Step
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.rules.turn import PlayerTurn
from knaves.games.syndicate.setup import record_holdings
from knaves.games.syndicate.state import TOP, City

STEPS = {"pay": "pay", "activate": "choose", "begin": "wait", "end": "linger"}


def arrange(s: City, stack: list[Step[City]], words: Mapping[str, object]) -> None:
    makers: dict[str, Callable[[City, object], None]] = {
        "goals": goals,
        "hands": hands,
        "locations": locations,
        "deck": deck,
        "missions": missions,
        "tracks": tracks,
        "cubes": cubes,
        "bag": bag,
        "coins": coins,
        "action": lambda s, value: setattr(s, "action_marker", villain(s, value, "action")),
        "mission": lambda s, value: setattr(s, "mission_marker", villain(s, value, "mission")),
        "revealed": revealed,
        "denied": denied,
        "accused": lambda s, value: setattr(s, "accused", value is True),
        "active": active,
        "step": lambda s, value: None,
    }
    for word in words:
        if word not in makers:
            raise BadScenario(f"The Syndicate knows no word {word!r}; it knows {', '.join(makers)}.")
    for word, make in makers.items():  # in this order: hands before what waits at locations, and so on
        if word in words:
            make(s, words[word])
    balance(s, {"cubes", "bag", "tracks"} & set(words))
    step = words.get("step", "pay")
    if step not in STEPS:
        raise BadScenario(f"A scenario begins at the step {', '.join(STEPS)}; not {step!r}.")
    turn = stack[0]
    assert isinstance(turn, PlayerTurn)
    turn.go(STEPS[str(step)])
    if goals_reached(s):
        raise BadScenario("A goal is reached in this scenario already.")


# -- reading ------------------------------------------------------------------------------------------


def by_seat(s: City, value: object, word: str) -> list[object]:
    if not isinstance(value, list) or len(value) != s.seats:
        raise BadScenario(f"`{word}` is a list with one entry for each of the {s.seats} seats.")
    return value


def a_list(value: object, word: str) -> list[object]:
    if not isinstance(value, list):
        raise BadScenario(f"`{word}` is a list, not {value!r:.40}.")
    return value


def by_villain(s: City, value: object, word: str) -> dict[int, object]:
    if not isinstance(value, dict):
        raise BadScenario(f"`{word}` is a table by villain.")
    return {villain(s, key, word): one for key, one in value.items()}


def seat_of(s: City, value: object, word: str) -> int:
    if type(value) is not int or not 0 <= value < s.seats:
        raise BadScenario(f"`{word}` names a seat from 0 to {s.seats - 1}, not {value!r:.40}.")
    return value


def villain(s: City, value: object, word: str) -> int:
    if not isinstance(value, str) or value not in s.box.number:
        raise BadScenario(f"`{word}` names one of {', '.join(s.box.number)}; not {value!r:.40}.")
    return s.box.number[value]


def goal_number(s: City, value: object, word: str) -> int:
    return SPY if value == "spy" else villain(s, value, word)


def face_of(value: object, ids: list[str], word: str) -> int:
    if not isinstance(value, str) or value not in ids:
        raise BadScenario(f"`{word}` names {value!r:.40}, which is not in the box.")
    return ids.index(value)


# -- cards --------------------------------------------------------------------------------------------


def fetch(s: City, value: object, word: str) -> int:
    """A Support card by its id, out of the deck, or else out of a hand that was dealt by chance."""
    face = face_of(value, [card.id for card in s.box.support], word)
    slot = s.face.index(face)
    for pile in (s.deck, *s.hand):
        if slot in pile:
            pile.remove(slot)
            s.seen[slot] = 0
            return slot
    raise BadScenario(f"`{word}` uses {value!r}, which this scenario has used already.")


def goals(s: City, value: object) -> None:
    wanted = [goal_number(s, one, "goals") for one in by_seat(s, value, "goals")]
    if len(set(wanted)) < len(wanted):
        raise BadScenario("`goals` has each goal at most once.")
    count = len(s.box.support)
    for slot in s.goal:
        s.seen[slot] = 0
    s.goal = tuple(count + goal for goal in wanted)  # a slot carries its own face before anything is imagined
    for seat, slot in enumerate(s.goal):
        s.seen[slot] = 1 << seat


def hands(s: City, value: object) -> None:
    given = by_seat(s, value, "hands")
    fixed: dict[int, list[int]] = {}
    for seat, cards in enumerate(given):
        if cards is not None:
            back, s.hand[seat] = s.hand[seat], []
            for slot in back:
                s.seen[slot] = 0
            s.deck[:0] = back
    for seat, cards in enumerate(given):
        if cards is not None:
            fixed[seat] = [fetch(s, one, "hands") for one in a_list(cards, "hands")]
    for seat, slots in fixed.items():
        s.hand[seat] = slots
        for slot in slots:
            s.seen[slot] = 1 << seat
    for seat in range(s.seats):
        if seat not in fixed:  # what was fetched from a hand by chance is made up for
            s.draw_cards(seat, 5 - len(s.hand[seat]))


def locations(s: City, value: object) -> None:
    for space, cards in by_villain(s, value, "locations").items():
        s.location[space] += [fetch(s, one, "locations") for one in a_list(cards, "locations")]


def deck(s: City, value: object) -> None:
    """The top of the Support deck, the first card first."""
    slots = [fetch(s, one, "deck") for one in a_list(value, "deck")]
    s.deck += reversed(slots)


def missions(s: City, value: object) -> None:
    """The top of the Mission deck, the first card first."""
    first = len(s.box.support) + SPY + 1
    slots = []
    for one in a_list(value, "missions"):
        slot = first + face_of(one, [row.id for row in s.box.missions], "missions")
        if slot not in s.missions:
            raise BadScenario(f"`missions` uses {one!r} twice.")
        s.missions.remove(slot)
        slots.append(slot)
    s.missions += reversed(slots)


# -- cubes and coins ----------------------------------------------------------------------------------


def tracks(s: City, value: object) -> None:
    """`[lowest, highest]` cell with a cube, or `[]`: cells 0 and 1 are the Buffers, 2 to 6 the spaces 1 to 5."""
    for number, cells in by_villain(s, value, "tracks").items():
        ends = [one for one in a_list(cells, "tracks") if type(one) is int and 0 <= one <= TOP]
        if len(ends) not in (0, 2) or ends != a_list(cells, "tracks") or sorted(ends) != ends:
            raise BadScenario(f"`tracks` takes [lowest, highest] cell from 0 to {TOP}, or [] for none.")
        s.low[number], s.high[number] = (ends[0], ends[1]) if ends else (0, -1)


def cubes(s: City, value: object) -> None:
    for seat, row in enumerate(by_seat(s, value, "cubes")):
        if row is not None:
            s.cubes[seat * 5 : seat * 5 + 5] = [0] * 5
            for one in a_list(row, "cubes"):
                s.cubes[seat * 5 + villain(s, one, "cubes")] += 1


def bag(s: City, value: object) -> None:
    s.bag = [0] * 5
    for one in a_list(value, "bag"):
        s.bag[villain(s, one, "bag")] += 1


def balance(s: City, changed: set[str]) -> None:
    """The Reserve has what is nowhere else; who knows which cubes is as at a setup: only their owner."""
    whole = s.box.board.box.cubes_per_colour
    for colour in range(5):
        on_track = s.high[colour] - s.low[colour] + 1
        behind = sum(s.cubes[seat * 5 + colour] for seat in range(s.seats))
        s.reserve[colour] = whole - on_track - behind - s.bag[colour]
        if s.reserve[colour] < 0:
            raise BadScenario(f"The box has {whole} {s.box.villains[colour].colour} cubes.")
    if changed:
        record_holdings(s)


def coins(s: City, value: object) -> None:
    row = by_seat(s, value, "coins")
    for seat, one in enumerate(row):
        if type(one) is not int or one < 0:
            raise BadScenario("`coins` has a number for each seat.")
        s.coins[seat] = one
    s.bank = s.box.board.box.coins - sum(s.coins)
    if s.bank < 0:
        raise BadScenario(f"The box has {s.box.board.box.coins} coins.")


# -- who knows what -----------------------------------------------------------------------------------


def revealed(s: City, value: object) -> None:
    for one in a_list(value, "revealed"):
        seat = seat_of(s, one, "revealed")
        s.reveal(seat)
    if s.seats - s.revealed.bit_count() < 2:
        raise BadScenario("`revealed` leaves at least two goals hidden.")


def denied(s: City, value: object) -> None:
    """Pairs of a seat and a goal that it is known not to have."""
    for pair in a_list(value, "denied"):
        seat, goal = (*a_list(pair, "denied"), None, None)[:2]
        number, who = goal_number(s, goal, "denied"), seat_of(s, seat, "denied")
        if s.face[s.goal[who]] == number:
            raise BadScenario("`denied` names a goal that the seat has.")
        s.answer_charge(who, number)


def active(s: City, value: object) -> None:
    s.active = seat_of(s, value, "active")


def goals_reached(s: City) -> bool:
    held = {s.face[slot] for slot in s.goal}
    full = any(s.high[number] == TOP and number in held for number in range(5))
    return full or (SPY in held and s.high.count(-1) >= 2)
