"""Constructed positions. The README lists the words; what is not said is as after set-up, with empty hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from knaves.core.errors import BadScenario
from knaves.core.step import Step
from knaves.games.villains.cards import (
    ACTION_CARDS,
    AREA_IDS,
    AREAS,
    CAPTURES,
    FACTION,
    FACTION_IDS,
    PLAN,
    SLOTS,
    TOKEN_IDS,
    TOUGH,
    UNIT_IDS,
)
from knaves.games.villains.deals import OFFERS_A_TURN
from knaves.games.villains.rules.card_effects import lay_rule
from knaves.games.villains.rules.end_phase import EndPhase
from knaves.games.villains.rules.pay import PURSE_CHANGES
from knaves.games.villains.rules.place_tokens import PlaceTokens
from knaves.games.villains.rules.start_phase import SelectPlans, SelectTargets, StartPhase
from knaves.games.villains.rules.take_actions import TakeActions
from knaves.games.villains.rules.turns import CombatStep, GameTurn, TheGame
from knaves.games.villains.setup import equip_seats
from knaves.games.villains.state import NOBODY, PURPLE, TRACK, City, without

LETTERS = "ABCDE"
END_STEPS = {
    "control": "determine_control",
    "targets_score": "score_targets",
    "score": "score_plans",
    "victory": "check_for_victory",
    "upgrades": "collect_upgrades",
    "refresh": "refresh_skilled_units",
    "cleanup": "cleanup_cards",
}
STEPS = ("start", "plans", "targets", "place", "act", "combat", *END_STEPS)


def arrange(s: City, stack: list[Step[City]], words: Mapping[str, object]) -> None:
    """Builds the position the words describe."""
    for word in words:
        if word not in WORDS and word not in ("factions", "step", "who", "passed"):
            raise BadScenario(f"Villains has no scenario word {word!r}; it has: {', '.join(ALL)}.")
    clear(s, factions(s, words.get("factions")))
    for word, read in WORDS.items():
        if word in words:
            read(s, words[word])
    stack[:] = frames(s, words)


def factions(s: City, given: object) -> list[int]:
    if given is None:
        chosen = s.faction[:]
        free = [f for f in range(8) if f not in chosen]
        return [f if f >= 0 else free.pop(0) for f in chosen]
    if not isinstance(given, list) or len(given) != s.seats or len(set(map(str, given))) != s.seats:
        raise BadScenario(f"factions is a list of {s.seats} different factions, by seat.")
    return [_index(one, FACTION_IDS, "faction") for one in given]


def clear(s: City, chosen: list[int]) -> None:
    """The set-up, with these factions and empty hands."""
    n = s.seats
    s.faction = chosen
    s.seen = [0] * SLOTS
    s.deck, s.discard, s.table, s.rules, s.mods = list(range(ACTION_CARDS)), [], [], [], []
    s.shuffle(s.deck)
    s.hand, s.plans, s.scored = [()] * n, [()] * n, [()] * n
    s.target = [-1] * n
    s.resources = [0] * n
    s.energy = [FACTION[f].energy for f in chosen]
    s.purse_set, s.offers_left = [PURSE_CHANGES] * n, [OFFERS_A_TURN] * n
    equip_seats(s)


# -- reading -----------------------------------------------------------------------------------------


def _index(name: object, names: tuple[str, ...], what: str) -> int:
    if name not in names:
        raise BadScenario(f"There is no {what} {name!r}; there are: {', '.join(names)}.")
    return names.index(str(name))


def _area(name: object) -> int:
    return _index(name, AREA_IDS, "area")


def _seat(s: City, name: object) -> int:
    if not isinstance(name, str) or name not in tuple(LETTERS[: s.seats]):
        raise BadScenario(f"Seats are {', '.join(LETTERS[: s.seats])}, not {name!r}.")
    return LETTERS.index(name)


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadScenario(f"{what} is a table, not {value!r:.60}.")
    return value


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise BadScenario(f"{what} is a list, not {value!r:.60}.")
    return value


def _number(value: object, what: str, least: int = 0, most: int = 99) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadScenario(f"{what} is a number from {least} to {most}, not {value!r}.")
    return value


def _numbers(field: str, most: int = 99) -> Callable[[City, object], None]:
    def read(s: City, value: object) -> None:
        row: list[int] = getattr(s, field)
        for letter, number in _table(value, field).items():
            row[_seat(s, letter)] = _number(number, field, 0, most)

    return read


def _one(field: str, least: int, most: int) -> Callable[[City, object], None]:
    def read(s: City, value: object) -> None:
        setattr(s, field, _number(value, field, least, most))

    return read


def _first(s: City, value: object) -> None:
    s.first = _seat(s, value)


def _control(s: City, value: object) -> None:
    s.owner = [NOBODY] * AREAS
    for name, who in _table(value, "control").items():
        s.owner[_area(name)] = PURPLE if who == "purple" else _seat(s, who)


def unit_form(text: object) -> tuple[int, int]:
    """How many, and which form: "goon", "3 patsy", "wounded readied champion"."""
    parts = str(text).split()
    count = int(parts.pop(0)) if parts and parts[0].isdecimal() else 1
    wounded, readied = "wounded" in parts, "readied" in parts
    rest = [part for part in parts if part not in ("wounded", "readied")]
    kind = _index(" ".join(rest), UNIT_IDS, "unit")
    return count, kind * 4 + 2 * wounded + readied


def _units(s: City, value: object) -> None:
    for letter, areas in _table(value, "units").items():
        seat = _seat(s, letter)
        for name, row in _table(areas, "units").items():
            area = _area(name)
            for text in _list(row, "units"):
                count, form = unit_form(text)
                if form & 2 and not TOUGH[s.faction[seat] * 5 + (form >> 2)]:
                    raise BadScenario(f"{text!r}: only tough units can be wounded.")
                for _ in range(count):
                    _from_reserve(s, seat, form >> 2)
                    s.add(seat, area, form)


def _from_reserve(s: City, seat: int, kind: int) -> None:
    if not s.reserve[seat * 5 + kind]:
        raise BadScenario(f"Seat {LETTERS[seat]} has no {UNIT_IDS[kind]} left.")
    s.reserve[seat * 5 + kind] -= 1


def _dead(s: City, value: object) -> None:
    for row in _list(value, "dead"):
        one = _table(row, "dead")
        owner, killer = _seat(s, one.get("owner")), _seat(s, one.get("by"))
        kind = _index(one.get("unit"), UNIT_IDS, "unit")
        for _ in range(_number(one.get("count", 1), "count", 1)):
            _from_reserve(s, owner, kind)
            s.graves.append(((killer * AREAS + _area(one.get("area"))) * 5 + owner) * 5 + kind)


def _find_card(s: City, text: object) -> int:
    """A card in the deck by "title" or "title@target"; "@bank" is any card with that target."""
    title, _, target = str(text).partition("@")
    for slot in s.deck:
        face = s.face[slot]
        at = s.box.target[face]
        if title in ("", s.box.cards[face].id) and target in (
            "",
            "none" if at < 0 else AREA_IDS[at],
        ):
            s.deck.remove(slot)
            return slot
    raise BadScenario(f"There is no card {text!r} left in the deck.")


def _hands(s: City, value: object) -> None:
    for letter, row in _table(value, "hands").items():
        seat = _seat(s, letter)
        for text in _list(row, "hands"):
            slot = _find_card(s, text)
            s.hand[seat] += (slot,)
            s.show_to(slot, seat)


def _deck(s: City, value: object) -> None:
    top = [_find_card(s, text) for text in _list(value, "deck")]
    s.deck.extend(reversed(top))


def _plans(s: City, value: object) -> None:
    for letter, row in _table(value, "plans").items():
        seat = _seat(s, letter)
        for name in _list(row, "plans"):
            found = [slot for slot in s.plan_deck[seat] if PLAN[s.face[slot]].id == name]
            if not found:
                raise BadScenario(f"Seat {letter} has no plan {name!r} in the deck.")
            s.plan_deck[seat] = without(s.plan_deck[seat], found[0])
            s.plans[seat] += (found[0],)
            s.show_to(found[0], seat)


def _targets(s: City, value: object) -> None:
    for letter, name in _table(value, "targets").items():
        seat = _seat(s, letter)
        s.target[seat] = _find_card(s, f"@{name}")
        s.show_to(s.target[seat], seat)


def _tokens(s: City, value: object) -> None:
    for name, row in _table(value, "tokens").items():
        area = _area(name)
        for n, text in enumerate(_list(row, "tokens")):
            if text is None:
                continue
            parts = str(text).split()
            if len(parts) not in (2, 3) or parts[2:] not in ([], ["up"]) or n >= TRACK:
                raise BadScenario(f'A token reads "A deploy" or "A deploy up", not {text!r}.')
            seat = _seat(s, parts[0])
            kind = _index(parts[1], TOKEN_IDS, "token")
            found = [slot for slot in s.spare[seat] if s.face[slot] == kind]
            if not found:
                raise BadScenario(f"Seat {parts[0]} has no {parts[1]} token left.")
            s.spare[seat] = without(s.spare[seat], found[0])
            s.track[area * TRACK + n] = found[0]
            if parts[2:]:
                s.up[area * TRACK + n] = 1
                s.show(found[0])


def _rules(s: City, value: object) -> None:
    for row in _list(value, "rules"):
        one = _table(row, "rules")
        slot = _find_card(s, one.get("card"))
        if not s.box.rule[s.face[slot]]:
            raise BadScenario(f"{one.get('card')!r} is an event and does not stay.")
        area = _area(one.get("area")) if "area" in one else -1
        s.show(slot)
        lay_rule(s, slot, _seat(s, one.get("by")), area)


def _used(s: City, value: object) -> None:
    for letter, row in _table(value, "used").items():
        for name in _list(row, "used"):
            s.used[_seat(s, letter)] |= 1 << _area(name)


def _captured(s: City, value: object) -> None:
    for letter, row in _table(value, "captured").items():
        seat = _seat(s, letter)
        for who in _list(row, "captured"):
            s.trophies.append(seat * 8 + (7 if who == "purple" else _seat(s, who)))
            s.captures[seat] += 1
        if s.captures[seat] > len(CAPTURES[s.faction[seat]]):
            raise BadScenario(f"The capture track of seat {letter} has no room for that.")


def _capitol(s: City, value: object) -> None:
    for n, who in enumerate(_list(value, "capitol")[:4]):
        s.capitol[n] = -2 if who is None else _seat(s, who)


def _combat(s: City, value: object) -> None:
    for name in _list(value, "combat"):
        s.fights |= 1 << _area(name)


WORDS: dict[str, Callable[[City, object], None]] = {
    "turn": _one("turn", 1, 4),
    "first": _first,
    "energy": _numbers("energy", 11),
    "resources": _numbers("resources"),
    "area_points": _numbers("area_points"),
    "plan_points": _numbers("plan_points"),
    "upgrade": _numbers("upgrade", 2),
    "control": _control,
    "units": _units,
    "dead": _dead,
    "hands": _hands,
    "targets": _targets,
    "rules": _rules,
    "deck": _deck,
    "plans": _plans,
    "tokens": _tokens,
    "used": _used,
    "captured": _captured,
    "capitol": _capitol,
    "combat": _combat,
    "fusion": _one("fusion", 0, 99),
    "purse": _numbers("purse", 2),
}
ALL = ("factions", "step", "who", "passed", *WORDS)


def frames(s: City, words: Mapping[str, object]) -> list[Step[City]]:
    """The stack at the step the scenario names."""
    step = words.get("step", "start")
    if step not in STEPS:
        raise BadScenario(f"There is no step {step!r}; there are: {', '.join(STEPS)}.")
    who = _seat(s, words["who"]) if "who" in words else s.first
    passed = 0
    for name in _list(words.get("passed", []), "passed"):
        passed |= 1 << _seat(s, name)
    game, turn = TheGame(who), GameTurn()
    game.go("again")
    if step == "start":
        return [game, turn]
    if step in ("plans", "targets"):
        start = StartPhase()
        turn.go("place")
        start.go("targets" if step == "plans" else "watch")
        return [game, turn, start, SelectPlans() if step == "plans" else SelectTargets()]
    if step == "place":
        turn.go("act")
        placing = PlaceTokens(who)
        placing.passed = passed
        return [game, turn, placing]
    if step == "act":
        turn.go("combat")
        acting = TakeActions(who)
        acting.passed = passed
        return [game, turn, acting]
    if step == "combat":
        turn.go("end_phase")
        return [game, turn, CombatStep()]
    ending = EndPhase()
    ending.go(END_STEPS[str(step)])
    turn.go("end")
    return [game, turn, ending]
