"""Constructed positions. The README lists the words; what is not said is as after set-up, with empty hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.core.words import SEAT_LETTERS
from knaves.games.villains import cards
from knaves.games.villains import state as pieces
from knaves.games.villains.rules.card_effects import lay_rule
from knaves.games.villains.rules.end_phase import TURNS, EndPhase, has_won
from knaves.games.villains.rules.pay import PURSE_CHANGES
from knaves.games.villains.rules.place_tokens import PlaceTokens
from knaves.games.villains.rules.start_phase import SelectPlans, SelectTargets, StartPhase
from knaves.games.villains.rules.take_actions import TakeActions, hidden_tokens
from knaves.games.villains.rules.turns import CombatStep, GameTurn, TheGame, equip_seats
from knaves.games.villains.state import KINDS, NOBODY, PURPLE, SPACES_OF, TRACK, FactionCity, Grave, changed

END_STEPS = {
    "control": "determine_control",
    "targets_score": "score_targets",
    "score": "score_plans",
    "victory": "check_for_victory",
    "upgrades": "collect_upgrades",
    "refresh": "refresh_skilled_units",
    "cleanup": "cleanup_cards",
}
BEFORE_TARGETS, AFTER_VICTORY = ("start", "plans", "targets"), ("upgrades", "refresh", "cleanup")
BEFORE_ACTIONS, SCORING = (*BEFORE_TARGETS, "place"), ("targets_score", "score", "victory")
NEVER = -2  # a turn in which nobody took the Capitol's token
AREA, UNIT = words.one_of(cards.AREA_IDS, "area"), words.one_of(cards.UNIT_IDS, "unit")
FACTION = words.one_of(cards.FACTION_IDS, "faction")


def arrange(s: FactionCity, stack: list[Step[FactionCity]], given: Mapping[str, object]) -> None:
    clear(s, given)
    who, card, rows, by_seat, by_name = words.seat(s), card_of(s), words.rows, words.by_seat, words.by_name
    points, small = words.number(0, 99), words.number(0, 2)
    most_energy = max(energy_spaces(faction) for faction in range(len(cards.FACTION)))
    marker = words.either({"purple": PURPLE}, who)
    grave = words.record(
        {"area": AREA, "unit": UNIT, "owner": who, "by": who, "count": words.number(1, 99)}, {"count": 1}
    )
    track = rows(words.or_null(words.text, ""), TRACK)
    rule = words.record({"card": card, "by": who, "area": AREA}, {"area": -1})

    def target(value: object, word: str) -> int:
        return card(f"@{cards.AREA_IDS[AREA(value, word)]}", word)

    def capture(seat: int, markers: list[int]) -> None:
        if seat in markers:
            words.wrong(f"Seat {SEAT_LETTERS[seat]} captures the markers of others.")
        s.trophies = changed(s.trophies, seat, (*s.trophies[seat], *markers))
        if len(s.trophies[seat]) > len(cards.CAPTURES[s.faction[seat]]):
            words.wrong(f"The capture track of seat {SEAT_LETTERS[seat]} has no room for that.")

    words.read(
        "Villains",
        given,
        {
            "factions": lambda *_: None,
            "turn": words.sets(s, "turn", words.number(1, 4)),
            "first": words.sets(s, "first", who),
            "energy": words.fills(s, "energy", words.number(0, most_energy)),
            "resources": words.fills(s, "resources", points),
            "area_points": words.fills(s, "area_points", points),
            "plan_points": words.fills(s, "plan_points", points),
            "upgrade": words.fills(s, "upgrade", small),
            "control": words.fills(s, "owner", marker, AREA, NOBODY),
            "units": words.each(by_name(who, by_name(AREA, rows(unit))), partial(deploy, s)),
            "dead": rows(words.does(grave, partial(bury, s))),
            "hands": words.lays(s, "hand", card, words.own),
            "targets": words.fills(s, "target", target),
            "rules": rows(words.does(rule, partial(lay_down, s))),
            "deck": words.on_top(s, "deck", card),
            "plans": words.each(by_seat(s, rows(words.text, 3)), partial(give_plans, s)),
            "tokens": words.each(by_name(AREA, track), partial(place_tokens, s)),
            "used": words.fills(s, "used", words.bits(AREA)),
            "captured": words.each(by_seat(s, rows(marker)), capture),
            "capitol": words.does(
                rows(words.or_null(who, NEVER), len(s.capitol)),
                lambda takers: setattr(s, "capitol", (*takers, *s.capitol[len(takers) :])),
            ),
            "combat": words.sets(s, "fights", words.bits(AREA)),
            "fusion": words.sets(s, "fusion", points),
            "purse": words.fills(s, "purse", small),
            "who": who,
            "passed": words.sets(s, "passed", words.bits(who)),
            "step": words.stands(stack, lambda: frames(who(given.get("who", s.first), "who"))),
        },
        {"step": "start"},
    )
    check_energy(s)
    if [*s.owner, *(one for row in s.trophies for one in row)].count(PURPLE) > 1:
        words.wrong("There is one setup marker: it lies in one area, or somebody has captured it.")
    step = str(given.get("step", "start"))
    check_moment(s, step)
    if step in END_STEPS and step != "control" and not s.is_counted():
        s.capitol = changed(s.capitol, s.turn - 1, NEVER)  # by then the token of the turn is taken or gone
    check_passed(s, step)
    for seat, slot in enumerate(s.target):
        if slot >= 0:
            s.seen[slot] = words.own(seat)


def energy_spaces(faction: int) -> int:
    """How far a faction's energy track goes: what it starts a turn with, and what captured markers add."""
    return cards.FACTION[faction].energy + cards.CAPTURES[faction].count("energy")


def check_energy(s: FactionCity) -> None:
    for seat, faction in enumerate(s.faction):
        most = energy_spaces(faction)
        if s.energy[seat] > most:
            words.wrong(
                f"`energy`: the track of the {cards.FACTION[faction].name} (seat {SEAT_LETTERS[seat]}) ends at {most}."
            )


def check_moment(s: FactionCity, step: str) -> None:
    """What has not happened by then, and what never comes."""
    if step in BEFORE_TARGETS and any(slot >= 0 for slot in s.target):
        words.wrong(f'In the step "{step}" no target lies yet.')
    if step in BEFORE_ACTIONS and (s.rules or s.graves or any(s.used) or s.fusion or any(s.up)):
        words.wrong(
            f'In the step "{step}" nobody has acted yet: no rules, dead, used skills or revealed tokens.'
        )
    if step in BEFORE_TARGETS and (s.fights or any(slot >= 0 for slot in s.track)):
        words.wrong(f'In the step "{step}" no token lies yet.')
    if step not in SCORING and any(map(has_won, s.area_points, s.plan_points)):
        words.wrong(f'The game is over before the step "{step}" for who has reached a goal.')
    if step in AFTER_VICTORY and s.turn == TURNS:
        words.wrong(f'The game is over before the step "{step}" of turn {TURNS}.')
    counted = s.turn if step in END_STEPS and step != "control" else s.turn - 1
    for turn, taker in enumerate(s.capitol, 1):
        if turn > counted and taker != NOBODY:
            words.wrong(f"`capitol`: the token of turn {turn} still lies at the board.")


def check_passed(s: FactionCity, step: str) -> None:
    """Who waits for a token of somebody who has passed would wait for ever (act.9)."""
    if s.passed and step not in ("place", "act"):
        words.wrong('`passed` goes with the steps "place" and "act".')
    for seat in range(s.seats):
        if step == "act" and s.passed >> seat & 1 and hidden_tokens(s, seat)[1]:
            words.wrong(f"Seat {SEAT_LETTERS[seat]} has tokens to reveal and cannot have passed.")


def clear(s: FactionCity, given: Mapping[str, object]) -> None:
    """The set-up, with the factions that are named, or dealt, and empty hands."""
    n = s.seats
    free = [faction for faction in range(8) if faction not in s.faction]
    s.faction = tuple([faction if faction >= 0 else free.pop(0) for faction in s.faction])
    if "factions" in given:
        s.faction = tuple(words.differ(FACTION, n, "factions")(given["factions"], "factions"))
    s.seen = [0] * cards.SLOTS
    s.deck, s.discard, s.table, s.rules, s.mods = list(range(cards.ACTION_CARDS)), [], [], [], []
    s.shuffle(s.deck)
    s.hand, s.plans, s.scored = [()] * n, [()] * n, ((),) * n
    s.target, s.resources = (-1,) * n, [0] * n
    s.energy = [cards.FACTION[faction].energy for faction in s.faction]
    s.purse_set, s.offers_made = (PURSE_CHANGES,) * n, (0,) * n
    equip_seats(s)


def card_of(s: FactionCity) -> words.Kind[int]:
    """A card in the deck by "title" or "title@target"; "@bank" is any card with that target."""
    box, deck = s.box, words.Zones(s, "deck")
    titles = words.one_of(["", *dict.fromkeys(row.id for row in box.cards)], "card")
    targets = words.one_of(["", "none", *cards.AREA_IDS], "target")

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


def unit(value: object, word: str) -> tuple[int, int]:
    """How many, and which form: "goon", "3 patsy", "wounded readied champion"."""
    parts = words.text(value, word).split()
    count = int(parts.pop(0)) if parts and parts[0].isdecimal() and len(parts[0]) < 100 else 1
    form = pieces.FRESH[UNIT(" ".join(part for part in parts if part not in ("wounded", "readied")), word)]
    form = pieces.TO_WOUNDED[form] if "wounded" in parts else form
    return count, pieces.TO_READIED[form] if "readied" in parts else form


def deploy(s: FactionCity, seat: int, areas: dict[int, list[tuple[int, int]]]) -> None:
    for area, units in areas.items():
        for count, form in units:
            kind = pieces.KIND[form]
            if pieces.WOUNDED[form] and not cards.TOUGH[s.faction[seat] * KINDS + kind]:
                words.wrong(f"`units`: only tough units can be wounded, not a {cards.UNIT_IDS[kind]}.")
            if pieces.READIED[form] and not s.skilled(seat, kind):
                words.wrong(f"`units`: only skilled units can be readied, not a {cards.UNIT_IDS[kind]}.")
            for _ in range(count):  # ends with the reserve
                from_reserve(s, seat, kind)
                s.add(seat, area, form)


def bury(s: FactionCity, grave: dict[str, int]) -> None:
    for _ in range(grave["count"]):
        from_reserve(s, grave["owner"], grave["unit"])
        s.graves.append(Grave(grave["by"], grave["area"], grave["owner"], grave["unit"]))


def from_reserve(s: FactionCity, seat: int, kind: int) -> None:
    if not s.reserve[seat * KINDS + kind]:
        words.wrong(f"Seat {SEAT_LETTERS[seat]} has no {cards.UNIT_IDS[kind]} left.")
    s.reserve[seat * KINDS + kind] -= 1


def lay_down(s: FactionCity, rule: dict[str, int]) -> None:
    """A rule that lies before a seat, or in an area."""
    slot = rule["card"]
    if not s.box.rule[s.face[slot]]:
        words.wrong(f"{s.box.cards[s.face[slot]].id!r} is an event and does not stay.")
    if s.box.local[s.face[slot]] != (rule["area"] >= 0):
        where = (
            "a global rule and lies in no area" if rule["area"] >= 0 else "a local rule and lies in an area"
        )
        words.wrong(f"{s.box.cards[s.face[slot]].id!r} is {where}.")
    s.show(slot)
    lay_rule(s, slot, rule["by"], rule["area"])


def give_plans(s: FactionCity, seat: int, names: list[str]) -> None:
    plan = words.Zones(s, "plan_deck").named([row.id for row in cards.PLAN], "plan", seat=seat)
    for name in names:
        slot = plan(name, "plans")
        s.plans[seat] += (slot,)
        s.show_to(slot, seat)


def place_tokens(s: FactionCity, area: int, row: list[str]) -> None:
    """By space: "A deploy" lies face down, "A deploy up" face up."""
    if len(row) > len(SPACES_OF[area]):
        words.wrong(f"The {cards.AREA[area].name} has {len(SPACES_OF[area])} spaces for tokens.")
    for space, one in enumerate(row, SPACES_OF[area][0]):
        if not one:
            continue
        parts = one.split()
        if len(parts) not in (2, 3) or parts[2:] not in ([], ["up"]):
            words.wrong(f'A token reads "A deploy" or "A deploy up", not {one!r}.')
        seat = words.seat(s)(parts[0], "tokens")
        slot = words.Zones(s, "spare").named(cards.TOKEN_IDS, "token", seat=seat)(parts[1], "tokens")
        s.track[space], s.up[space] = slot, len(parts) - 2
        s.seen[slot] = s.everyone if s.up[space] else words.own(seat)


def frames(who: int) -> dict[str, list[Step[FactionCity]]]:
    """The stack, by the step that the scenario names."""

    def turn(line: str, *above: Step[FactionCity]) -> list[Step[FactionCity]]:
        return [words.at(TheGame(who), "again"), words.at(GameTurn(), line), *above]

    return {
        "start": turn("start"),
        "plans": turn("place", words.at(StartPhase(), "targets"), SelectPlans()),
        "targets": turn("place", words.at(StartPhase(), "end"), SelectTargets()),
        "place": turn("act", PlaceTokens(who)),
        "act": turn("combat", TakeActions(who)),
        "combat": turn("end_phase", CombatStep()),
        **{name: turn("end", words.at(EndPhase(), line)) for name, line in END_STEPS.items()},
    }
