"""Constructed positions. The README lists the words; what is not said is as after set-up, with empty hands."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.games.villains.cards import (
    ACTION_CARDS,
    AREA_IDS,
    CAPTURES,
    FACTION,
    FACTION_IDS,
    PLAN,
    SLOTS,
    TOKEN_IDS,
    TOUGH,
    UNIT_IDS,
)
from knaves.games.villains.rules.card_effects import lay_rule
from knaves.games.villains.rules.end_phase import EndPhase
from knaves.games.villains.rules.pay import PURSE_CHANGES
from knaves.games.villains.rules.place_tokens import PlaceTokens
from knaves.games.villains.rules.start_phase import SelectPlans, SelectTargets, StartPhase
from knaves.games.villains.rules.take_actions import TakeActions
from knaves.games.villains.rules.turns import CombatStep, GameTurn, TheGame
from knaves.games.villains.setup import equip_seats
from knaves.games.villains.state import (
    FRESH,
    KIND,
    KINDS,
    NOBODY,
    PURPLE,
    TO_READIED,
    TO_WOUNDED,
    TRACK,
    WOUNDED,
    FactionCity,
    Grave,
    without,
)

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
NEVER = -2  # a turn in which nobody took the Capitol's token

AREA, UNIT, TOKEN = (
    words.one_of(ids, what) for ids, what in ((AREA_IDS, "area"), (UNIT_IDS, "unit"), (TOKEN_IDS, "token"))
)


def arrange(s: FactionCity, stack: list[Step[FactionCity]], given: Mapping[str, object]) -> None:
    """Builds the position the words describe."""
    who, points, card, rows, by_seat = (
        words.seat(s),
        words.number(0, 99),
        cards_of(s),
        words.rows,
        words.by_seat,
    )
    clear(s, factions(s, given.get("factions")))
    does, by_name, fills, text = words.does, words.by_name, words.fills, words.text
    marker = words.either({"purple": PURPLE}, who)
    grave = words.record(
        {"area": AREA, "unit": UNIT, "owner": who, "by": who, "count": words.number(1, 99)}, {"count": 1}
    )
    rule = words.record({"card": card, "by": who, "area": AREA}, {"area": -1})

    def captured(trophies: dict[int, list[int]]) -> None:
        for at, markers in trophies.items():
            s.trophies[at] += tuple(markers)
            if len(s.trophies[at]) > len(CAPTURES[s.faction[at]]):
                words.wrong(f"The capture track of seat {LETTERS[at]} has no room for that.")

    def target(value: object, word: str) -> int:
        return card(f"@{AREA_IDS[AREA(value, word)]}", word)

    words.read(
        "Villains",
        given,
        {
            "factions": lambda *_: None,
            "turn": words.sets(s, "turn", words.number(1, 4)),
            "first": words.sets(s, "first", who),
            "energy": fills(s, "energy", words.number(0, 11)),
            "resources": fills(s, "resources", points),
            "area_points": fills(s, "area_points", points),
            "plan_points": fills(s, "plan_points", points),
            "upgrade": fills(s, "upgrade", words.number(0, 2)),
            "control": fills(s, "owner", marker, AREA, NOBODY),
            "units": does(by_name(who, by_name(AREA, rows(text))), lambda all_: place_units(s, all_)),
            "dead": rows(does(grave, lambda one: bury(s, one))),
            "hands": words.lays(s, "hand", card, words.own),
            "targets": fills(s, "target", target),
            "rules": rows(does(rule, lambda one: lay_down(s, one))),
            "deck": words.on_top(s, "deck", card),
            "plans": does(by_seat(s, rows(text)), lambda all_: give_plans(s, all_)),
            "tokens": does(
                by_name(AREA, rows(words.or_null(text, ""), TRACK)), lambda all_: place_tokens(s, all_)
            ),
            "used": fills(s, "used", words.bits(AREA)),
            "captured": does(by_seat(s, rows(marker)), captured),
            "capitol": does(
                rows(words.or_null(who, NEVER), len(s.capitol)),
                lambda takers: s.capitol.__setitem__(slice(len(takers)), takers),
            ),
            "combat": words.sets(s, "fights", words.bits(AREA)),
            "fusion": words.sets(s, "fusion", points),
            "purse": fills(s, "purse", words.number(0, 2)),
            "who": who,
            "passed": words.bits(who),
            "step": does(words.one_of(STEPS, "step"), lambda n: stand(s, stack, STEPS[n], given)),
        },
        {"step": "start"},
    )
    for at, slot in enumerate(s.target):
        if slot >= 0:
            s.seen[slot] = words.own(at)


def factions(s: FactionCity, given: object) -> list[int]:
    if given is None:
        chosen = s.faction[:]
        free = [f for f in range(8) if f not in chosen]
        return [f if f >= 0 else free.pop(0) for f in chosen]
    named = words.rows(words.one_of(FACTION_IDS, "faction"), 8)(given, "factions")
    if len(named) != s.seats or len(set(named)) != s.seats:
        words.wrong(f"`factions` is a list of {s.seats} different factions, by seat.")
    return named


def clear(s: FactionCity, chosen: list[int]) -> None:
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
    s.purse_set, s.offers_made = [PURSE_CHANGES] * n, (0,) * n
    equip_seats(s)


# -- pieces ------------------------------------------------------------------------------------------


def cards_of(s: FactionCity) -> words.Kind[int]:
    """A card in the deck by "title" or "title@target"; "@bank" is any card with that target."""
    box, deck = s.box, words.Zones(s, "deck")
    titles = words.one_of(["", *dict.fromkeys(row.id for row in box.cards)], "card")
    targets = words.one_of(["", "none", *AREA_IDS], "target")

    def kind(value: object, word: str) -> int:
        title, _, target = words.text(value, word).partition("@")
        titles(title, word)
        at = targets(target, word) - 2

        def fits(slot: int) -> bool:
            face = s.face[slot]
            return title in ("", box.cards[face].id) and (not target or at == max(box.target[face], -1))

        slot = deck.find(fits)
        if slot is None:
            words.wrong(f"`{word}`: there is no card {value!r} left in the deck.")
        return slot

    return kind


def unit_form(given: str) -> tuple[int, int]:
    """How many, and which form: "goon", "3 patsy", "wounded readied champion"."""
    parts = given.split()
    count = int(parts.pop(0)) if parts and parts[0].isdecimal() else 1
    wounded, readied = "wounded" in parts, "readied" in parts
    rest = [part for part in parts if part not in ("wounded", "readied")]
    kind = UNIT(" ".join(rest), "units")
    form = TO_WOUNDED[FRESH[kind]] if wounded else FRESH[kind]
    return count, TO_READIED[form] if readied else form


def place_units(s: FactionCity, given: dict[int, dict[int, list[str]]]) -> None:
    for at, areas in given.items():
        for area, row in areas.items():
            for one in row:
                count, form = unit_form(one)
                if WOUNDED[form] and not TOUGH[s.faction[at] * KINDS + KIND[form]]:
                    words.wrong(f"{one!r}: only tough units can be wounded.")
                for _ in range(count):  # ends with the reserve
                    from_reserve(s, at, KIND[form])
                    s.add(at, area, form)


def from_reserve(s: FactionCity, at: int, kind: int) -> None:
    if not s.reserve[at * KINDS + kind]:
        words.wrong(f"Seat {LETTERS[at]} has no {UNIT_IDS[kind]} left.")
    s.reserve[at * KINDS + kind] -= 1


def bury(s: FactionCity, grave: dict[str, int]) -> None:
    for _ in range(grave["count"]):
        from_reserve(s, grave["owner"], grave["unit"])
        s.graves.append(Grave(grave["by"], grave["area"], grave["owner"], grave["unit"]))


def lay_down(s: FactionCity, rule: dict[str, int]) -> None:
    """A rule that lies before a seat, or in an area."""
    slot = rule["card"]
    if not s.box.rule[s.face[slot]]:
        words.wrong(f"{s.box.cards[s.face[slot]].id!r} is an event and does not stay.")
    s.show(slot)
    lay_rule(s, slot, rule["by"], rule["area"])


def give_plans(s: FactionCity, given: dict[int, list[str]]) -> None:
    for at, names in given.items():
        for name in names:
            slot = next((slot for slot in s.plan_deck[at] if PLAN[s.face[slot]].id == name), None)
            if slot is None:
                words.wrong(f"Seat {LETTERS[at]} has no plan {name!r} in the deck.")
            s.plan_deck[at] = without(s.plan_deck[at], slot)
            s.plans[at] += (slot,)
            s.show_to(slot, at)


def place_tokens(s: FactionCity, given: dict[int, list[str]]) -> None:
    for area, row in given.items():
        for space, one in enumerate(row, area * TRACK):
            if not one:
                continue
            parts = one.split()
            if len(parts) not in (2, 3) or parts[2:] not in ([], ["up"]):
                words.wrong(f'A token reads "A deploy" or "A deploy up", not {one!r}.')
            at, kind = words.seat(s)(parts[0], "tokens"), TOKEN(parts[1], "tokens")
            slot = next((slot for slot in s.spare[at] if s.face[slot] == kind), None)
            if slot is None:
                words.wrong(f"Seat {LETTERS[at]} has no {parts[1]} token left.")
            s.spare[at], s.track[space] = without(s.spare[at], slot), slot
            if parts[2:]:
                s.up[space] = 1
                s.show(slot)


def stand(s: FactionCity, stack: list[Step[FactionCity]], step: str, given: Mapping[str, object]) -> None:
    """The stack at the step that the scenario names."""
    who = words.seat(s)(given.get("who", s.first), "who")
    if step in ("place", "act"):
        s.passed = words.bits(words.seat(s))(given.get("passed", []), "passed")
    turn = {
        "start": "",
        "plans": "place",
        "targets": "place",
        "place": "act",
        "act": "combat",
        "combat": "end_phase",
    }
    above: dict[str, list[Step[FactionCity]]] = {
        "plans": [words.at(StartPhase(), "targets"), SelectPlans()],
        "targets": [words.at(StartPhase(), "end"), SelectTargets()],
        "place": [PlaceTokens(who)],
        "act": [TakeActions(who)],
        "combat": [CombatStep()],
        **{name: [words.at(EndPhase(), line)] for name, line in END_STEPS.items()},
    }
    game_turn = GameTurn() if step == "start" else words.at(GameTurn(), turn.get(step, "end"))
    stack[:] = [words.at(TheGame(who), "again"), game_turn, *above.get(step, [])]
