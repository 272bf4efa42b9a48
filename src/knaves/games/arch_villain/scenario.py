"""Constructed positions: what differs from the set-up. The README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.scenario import (
    Kind,
    Put,
    Zones,
    by_name,
    does,
    number,
    one_of,
    read,
    rows,
    seat,
    sets,
    shown,
    text,
    wrong,
)
from knaves.core.step import Step
from knaves.games.arch_villain.cards import (
    DIE,
    ENERGY,
    HEALTH,
    ITEMS,
    KINDS,
    MOST_DICE,
    TOKENS,
    TURNS,
    VILLAIN,
)
from knaves.games.arch_villain.rules.arrest import Arrest
from knaves.games.arch_villain.rules.option_phase import OptionPhase
from knaves.games.arch_villain.rules.retaliation import Retaliation
from knaves.games.arch_villain.rules.round import ActionTurn, FiveRounds
from knaves.games.arch_villain.state import ARREST_DICE, ARRESTED, IN, LEFT, VILLAIN_DICE, HeroCity
from knaves.games.arch_villain.view import FATES

STEPS = ("action", "option", "arrest", "retaliation", "end")
SCORE = 999


def arrange(s: HeroCity, stack: list[Step[HeroCity]], given: Mapping[str, object]) -> None:
    box, who = s.box, seat(s)
    cards = Zones(s, "decks", "hand", "lying", "discard")
    where: dict[str, int] = {"seat": -1, "step": 0, "placed": 0}
    dice: list[list[int]] = []
    space = one_of([row.id for row in box.spaces], "space")

    def villain(slot: int) -> None:
        s.seen[s.villain_slot] = 0
        s.decks[VILLAIN] += (slot,)
        s.show(slot)

    def order(seats: list[int]) -> None:
        if sorted(seats) != list(range(s.seats)):
            wrong("`order` names every seat once.")
        s.order = seats

    def players(value: object, word: str) -> None:
        if not isinstance(value, list) or len(value) > s.seats:
            wrong(f"`players` is a list by seat of at most {s.seats} players, not {shown(value)}.")
        for at, words in enumerate(value):
            if not isinstance(words, dict):
                wrong(f"`players` has a table for each seat, not {shown(words)}.")
            read(f"A player ({at})", words, player_words(s, at, cards))
            check_fate(s, at)

    def spaces(lying: dict[int, list[str]]) -> None:
        for at, items in lying.items():
            if at not in box.open[s.seats]:
                wrong(f"{box.spaces[at].id} is not open at {s.seats} players.")
            for item in items:
                lay(s, at, item, cards)

    def green(cubes: dict[int, list[int]]) -> None:
        for item, seats in cubes.items():
            s.green[item] = sum(1 << at for at in set(seats))

    def decks(value: object, word: str) -> None:
        for kind, ids in by_name(one_of(KINDS, "deck"), rows(text))(value, word).items():
            slots = [take(s, cards, kind, deck=True)(key, word) for key in ids]
            s.decks[kind] += tuple(reversed(slots))

    read(
        "Arch Villain",
        given,
        {
            "round": does(number(1, box.rounds), lambda n: to_round(s, n)),
            "turn": sets(s, "turn", one_of(TURNS, "turn")),
            "order": does(rows(who, s.seats), order),
            "villain": does(take(s, cards, VILLAIN), villain),
            "players": players,
            "spaces": does(by_name(space, rows(text)), spaces),
            "green": does(by_name(one_of(ITEMS, "item"), rows(who)), green),
            "decks": decks,
            "dice": does(rows(number(1, 6), MOST_DICE), dice.append),
            "seat": does(who, lambda at: where.update(seat=at)),
            "step": does(one_of(STEPS, "step"), lambda n: where.update(step=n)),
            "placed": does(number(0, 99), lambda n: where.update(placed=n)),
        },
    )
    step = STEPS[where["step"]]
    if IN not in s.fate and step != "end":
        wrong("Somebody has to be in the round.")
    if min(s.supply) < 0:
        short = s.supply.index(min(s.supply))
        wrong(f"The box has {box.supply[short]} {ITEMS[short]}; this scenario uses more.")
    at = s.order[0] if where["seat"] < 0 else where["seat"]
    stack[:] = frames(s, step, at, where["placed"], dice[0] if dice else None)


def take(s: HeroCity, cards: Zones, *kinds: int, deck: bool = False) -> Kind[int]:
    """A card of these kinds by its id. `deck`: only one that lies face down in its deck."""
    box, what = s.box, " or ".join(KINDS[kind] for kind in kinds)
    ids = [key for key, face in box.face_of.items() if box.kind[face] in kinds]
    check = one_of({key: box.face_of[key] for key in ids}, what)

    def kind(value: object, word: str) -> int:
        face = check(value, word)
        slot = cards.find(lambda one: s.face[one] == face and not (deck and s.seen[one]))
        if slot is None:
            wrong(f"`{word}`: {value!r} is {'not in its deck' if deck else 'named already'}.")
        return slot

    return kind


def to_round(s: HeroCity, wanted: int) -> None:
    for _ in range(wanted - s.round):  # the villains of the rounds before are gone
        s.discard.append(s.decks[VILLAIN][-1])
        s.decks[VILLAIN] = s.decks[VILLAIN][:-1]
        s.show(s.villain_slot)
    s.round = wanted


def lay(s: HeroCity, space: int, item: str, cards: Zones) -> None:
    if item in ITEMS[:TOKENS]:
        token = ITEMS.index(item)
        s.tokens[space * TOKENS + token] += 1
        s.supply[token] -= s.box.amount[token]
        return
    slot = take(s, cards, 0, 1, 2)(item, "spaces")
    s.show(slot)
    s.lay(slot, space)


def player_words(s: HeroCity, at: int, cards: Zones) -> dict[str, Put]:
    box = s.box
    heroes = [hero.id for hero in box.heroes]

    def tokens(row: list[int], token: int) -> Put:
        def put(count: int) -> None:
            s.supply[token] += row[at] - count
            row[at] = count

        return does(number(0, box.supply[token]), put)

    health, dice = tokens(s.health, HEALTH), tokens(s.dice_tokens, DIE)

    def hero(chosen: int) -> None:
        held = list(s.hero)
        if chosen in held:  # whoever had this hero gets the other
            held[held.index(chosen)] = held[at]
        held[at] = chosen
        s.hero = tuple(held)
        health(box.heroes[chosen].health, "health")
        dice(box.heroes[chosen].dice, "dice")

    def skills(levels: list[int]) -> None:
        ends = box.heroes[s.hero[at]].skills
        if len(levels) != 3 or any(level > end for level, end in zip(levels, ends, strict=True)):
            wrong(f"`skills`: the three tracks of this hero end at {ends}.")
        s.skill[at * 3 : at * 3 + 3] = levels

    def hold(slots: list[int]) -> None:
        s.hand[at] += tuple(slots)
        for slot in slots:
            s.show(slot)

    def entry(row: list[int], kind: Kind[int]) -> Put:
        return does(kind, lambda value: row.__setitem__(at, value))

    return {
        "hero": does(one_of(heroes, "hero"), hero),
        "energy": tokens(s.energy, ENERGY),
        "health": health,
        "dice": dice,
        "skills": does(rows(number(0, 99), 3), skills),
        "score": entry(s.score, number(0, SCORE)),
        "cards": does(rows(take(s, cards, *range(VILLAIN))), hold),
        "fate": entry(s.fate, one_of(FATES, "fate")),
        "reward": entry(s.reward, one_of([row.id for row in box.rewards], "reward")),
        "arrested_on": entry(s.arrested_on, one_of(TURNS, "turn")),
    }


def check_fate(s: HeroCity, at: int) -> None:
    if (s.reward[at] >= 0) != (s.fate[at] in (ARRESTED, LEFT)):
        wrong("Who arrested or left has a reward, and nobody else.")
    if (s.arrested_on[at] >= 0) != (s.fate[at] == ARRESTED):
        wrong("Who arrested did so on a turn, and nobody else.")


def frames(s: HeroCity, step: str, at: int, placed: int, dice: list[int] | None) -> list[Step[HeroCity]]:
    """Play, and where in it: `option`, `action`, `arrest`, `retaliation` or `end`."""
    play, turn = FiveRounds(), ActionTurn()
    play.go("after")
    turn.place = s.order.index(at)
    s.stocked = s.box.placements[s.round] * s.seats  # all have placed, unless this is the option phase
    if step == "end":
        play.go("last")  # whoever still stands chooses, whatever became of the others (end.2)
        return [play]
    if step == "option":
        s.stocked = placed
        play.go("turn")
        return [play, OptionPhase()]
    if step == "action":
        return [play, turn]
    if s.fate[at] != IN:
        wrong(f"Seat {at} is out of the round.")
    if step == "arrest":
        turn.go("answer_back")
    else:
        turn.place += 1
    return [play, turn, fight(s, step, at, dice)]


def fight(s: HeroCity, step: str, at: int, dice: list[int] | None) -> Step[HeroCity]:
    step_of: Step[HeroCity] = Arrest(at) if step == "arrest" else Retaliation(at)
    if dice is None:
        return step_of
    s.combat = ARREST_DICE if step == "arrest" else VILLAIN_DICE
    s.fighter, s.placed, s.pips, s.pool = at, [], 0, [0] * 7
    sixes = step == "arrest" and s.traits(at).ones_are_sixes
    for pips in dice:
        s.pool[6 if pips == 1 and sixes else pips] += 1
    step_of.go("again")
    return step_of
