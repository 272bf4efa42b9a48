"""Constructed positions. The README lists the words; what is not said is as after set-up, with empty hands."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.scenario import (
    Kind,
    Zones,
    by_name,
    by_seat,
    does,
    either,
    fills,
    number,
    on_top,
    one_of,
    read,
    record,
    rows,
    seat,
    sets,
    text,
    wrong,
)
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

AREA, UNIT, TOKEN = one_of(AREA_IDS, "area"), one_of(UNIT_IDS, "unit"), one_of(TOKEN_IDS, "token")


def arrange(s: FactionCity, stack: list[Step[FactionCity]], given: Mapping[str, object]) -> None:
    """Builds the position the words describe."""
    clear(s, factions(s, given.get("factions")))
    who, points = seat(s), number(0, 99)
    card = cards_of(s)
    marker = either({"purple": PURPLE}, who)
    grave = record(
        {"area": AREA, "unit": UNIT, "owner": who, "by": who, "count": number(1, 99)}, {"count": 1}
    )
    rule = record({"card": card, "by": who, "area": AREA}, {"area": -1})

    def hold(hands: dict[int, list[int]]) -> None:
        for at, slots in hands.items():
            s.hand[at] += tuple(slots)
            for slot in slots:
                s.show_to(slot, at)

    def control(owners: dict[int, int]) -> None:
        s.owner = [owners.get(area, NOBODY) for area in range(AREAS)]

    def targets(value: object, word: str) -> None:
        for at, area in by_seat(s, AREA)(value, word).items():
            s.target[at] = card(f"@{AREA_IDS[area]}", word)
            s.show_to(s.target[at], at)

    def used(skills: dict[int, list[int]]) -> None:
        for at, areas in skills.items():
            s.used[at] |= sum(1 << area for area in set(areas))

    def captured(trophies: dict[int, list[int]]) -> None:
        for at, markers in trophies.items():
            s.trophies[at] += tuple(markers)
            if len(s.trophies[at]) > len(CAPTURES[s.faction[at]]):
                wrong(f"The capture track of seat {LETTERS[at]} has no room for that.")

    def capitol(takers: list[int]) -> None:
        s.capitol[: len(takers)] = takers

    def fights(areas: list[int]) -> None:
        s.fights |= sum(1 << area for area in set(areas))

    read(
        "Villains",
        given,
        {
            "turn": sets(s, "turn", number(1, 4)),
            "first": sets(s, "first", who),
            "energy": fills(s, "energy", number(0, 11)),
            "resources": fills(s, "resources", points),
            "area_points": fills(s, "area_points", points),
            "plan_points": fills(s, "plan_points", points),
            "upgrade": fills(s, "upgrade", number(0, 2)),
            "control": does(by_name(AREA, marker), control),
            "units": does(by_name(who, by_name(AREA, rows(text))), lambda all_: place_units(s, all_)),
            "dead": rows(does(grave, lambda one: bury(s, one))),
            "hands": does(by_seat(s, rows(card)), hold),
            "targets": targets,
            "rules": rows(does(rule, lambda one: lay_down(s, one))),
            "deck": on_top(s, "deck", card),
            "plans": does(by_seat(s, rows(text)), lambda all_: give_plans(s, all_)),
            "tokens": does(
                by_name(AREA, rows(lambda one, word: None if one is None else text(one, word), TRACK)),
                lambda all_: place_tokens(s, all_),
            ),
            "used": does(by_seat(s, rows(AREA)), used),
            "captured": does(by_seat(s, rows(marker)), captured),
            "capitol": does(
                rows(lambda one, word: NEVER if one is None else who(one, word), len(s.capitol)), capitol
            ),
            "combat": does(rows(AREA), fights),
            "fusion": sets(s, "fusion", points),
            "purse": fills(s, "purse", number(0, 2)),
        },
        ("factions", "step", "who", "passed"),
    )
    stack[:] = frames(s, given)


def factions(s: FactionCity, given: object) -> list[int]:
    if given is None:
        chosen = s.faction[:]
        free = [f for f in range(8) if f not in chosen]
        return [f if f >= 0 else free.pop(0) for f in chosen]
    named = rows(one_of(FACTION_IDS, "faction"), 8)(given, "factions")
    if len(named) != s.seats or len(set(named)) != s.seats:
        wrong(f"`factions` is a list of {s.seats} different factions, by seat.")
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


def cards_of(s: FactionCity) -> Kind[int]:
    """A card in the deck by "title" or "title@target"; "@bank" is any card with that target."""
    box, deck = s.box, Zones(s, "deck")
    title_kind = one_of(["", *dict.fromkeys(row.id for row in box.cards)], "card")
    area = one_of(["", "none", *AREA_IDS], "target")

    def kind(value: object, word: str) -> int:
        title, _, target = text(value, word).partition("@")
        title_kind(title, word)
        at = area(target, word) - 2

        def fits(slot: int) -> bool:
            face = s.face[slot]
            return title in ("", box.cards[face].id) and (not target or at == max(box.target[face], -1))

        slot = deck.find(fits)
        if slot is None:
            wrong(f"`{word}`: there is no card {value!r} left in the deck.")
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
                    wrong(f"{one!r}: only tough units can be wounded.")
                for _ in range(count):  # ends with the reserve
                    from_reserve(s, at, KIND[form])
                    s.add(at, area, form)


def from_reserve(s: FactionCity, at: int, kind: int) -> None:
    if not s.reserve[at * KINDS + kind]:
        wrong(f"Seat {LETTERS[at]} has no {UNIT_IDS[kind]} left.")
    s.reserve[at * KINDS + kind] -= 1


def bury(s: FactionCity, grave: dict[str, int]) -> None:
    for _ in range(grave["count"]):
        from_reserve(s, grave["owner"], grave["unit"])
        s.graves.append(Grave(grave["by"], grave["area"], grave["owner"], grave["unit"]))


def lay_down(s: FactionCity, rule: dict[str, int]) -> None:
    """A rule that lies before a seat, or in an area."""
    slot = rule["card"]
    if not s.box.rule[s.face[slot]]:
        wrong(f"{s.box.cards[s.face[slot]].id!r} is an event and does not stay.")
    s.show(slot)
    lay_rule(s, slot, rule["by"], rule["area"])


def give_plans(s: FactionCity, given: dict[int, list[str]]) -> None:
    for at, names in given.items():
        for name in names:
            found = [slot for slot in s.plan_deck[at] if PLAN[s.face[slot]].id == name]
            if not found:
                wrong(f"Seat {LETTERS[at]} has no plan {name!r} in the deck.")
            s.plan_deck[at] = without(s.plan_deck[at], found[0])
            s.plans[at] += (found[0],)
            s.show_to(found[0], at)


def place_tokens(s: FactionCity, given: dict[int, list[str | None]]) -> None:
    for area, row in given.items():
        for space, one in enumerate(row):
            if one is None:
                continue
            parts = one.split()
            if len(parts) not in (2, 3) or parts[2:] not in ([], ["up"]):
                wrong(f'A token reads "A deploy" or "A deploy up", not {one!r}.')
            at, kind = seat(s)(parts[0], "tokens"), TOKEN(parts[1], "tokens")
            found = [slot for slot in s.spare[at] if s.face[slot] == kind]
            if not found:
                wrong(f"Seat {LETTERS[at]} has no {parts[1]} token left.")
            s.spare[at] = without(s.spare[at], found[0])
            s.track[area * TRACK + space] = found[0]
            if parts[2:]:
                s.up[area * TRACK + space] = 1
                s.show(found[0])


# -- where the game stands ---------------------------------------------------------------------------


def frames(s: FactionCity, given: Mapping[str, object]) -> list[Step[FactionCity]]:
    """The stack at the step the scenario names."""
    step = STEPS[one_of(STEPS, "step")(given.get("step", "start"), "step")]
    who = seat(s)(given.get("who", s.first), "who")
    passed = sum(1 << at for at in set(rows(seat(s))(given.get("passed", []), "passed")))
    game, turn = TheGame(who), GameTurn()
    game.go("again")
    if step == "start":
        return [game, turn]
    if step in ("plans", "targets"):
        start = StartPhase()
        turn.go("place")
        start.go("targets" if step == "plans" else "end")
        return [game, turn, start, SelectPlans() if step == "plans" else SelectTargets()]
    if step == "place":
        turn.go("act")
        s.passed = passed
        return [game, turn, PlaceTokens(who)]
    if step == "act":
        turn.go("combat")
        s.passed = passed
        return [game, turn, TakeActions(who)]
    if step == "combat":
        turn.go("end_phase")
        return [game, turn, CombatStep()]
    ending = EndPhase()
    ending.go(END_STEPS[step])
    turn.go("end")
    return [game, turn, ending]
