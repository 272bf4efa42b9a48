"""Constructed positions: what differs from the set-up. The README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.games.arch_villain.cards import names
from knaves.games.arch_villain.rules.action import may_arrest
from knaves.games.arch_villain.rules.arrest import Arrest
from knaves.games.arch_villain.rules.option_phase import OptionPhase
from knaves.games.arch_villain.rules.retaliation import Retaliation
from knaves.games.arch_villain.rules.round import ActionTurn, FiveRounds
from knaves.games.arch_villain.state import ARREST_DICE, ARRESTED, IN, LEFT, VILLAIN_DICE, HeroCity
from knaves.games.arch_villain.view import FATES

Stack = list[Step[HeroCity]]
DICE = words.rows(words.number(1, 6), names.MOST_DICE)


def arrange(s: HeroCity, stack: Stack, given: Mapping[str, object]) -> None:
    box, who, rows = s.box, words.seat(s), words.rows
    piles = words.Zones(s, "decks", "hand", "lying", "discard")

    next_cards: dict[int, list[int]] = {}  # by kind, the first on top
    faced: list[int] = []  # the villain that is named

    def of_kind(*kinds: int) -> words.Kind[int]:
        """A card of these kinds by its id."""
        what = " or ".join(names.KINDS[kind] for kind in kinds)
        return piles.named({f: i for i, f in box.face_of.items() if box.kind[f] in kinds}, what)

    def stack_up(kind: int, ids: list[str]) -> None:
        next_cards[kind] = [of_kind(kind)(key, "decks") for key in ids]

    def to_round(wanted: int) -> None:
        """The villains of the rounds before, which nobody has named, are gone."""
        s.round = wanted
        for slot in s.decks[names.VILLAIN]:
            s.seen[slot] = 0
        if len(s.decks[names.VILLAIN]) + len(faced) < wanted:
            words.wrong(f"`decks`: too few villains are left for those of round 1 to {wanted}.")
        gone = [s.draw(names.VILLAIN) for _ in range(1, wanted)]
        now = faced[0] if faced else s.draw(names.VILLAIN)
        s.discard += gone
        for kind, slots in next_cards.items():
            s.decks[kind] += tuple(reversed(slots))
        s.decks[names.VILLAIN] += (now,)
        s.show(now)

    def players(value: object, word: str) -> None:
        table = player_words(s, of_kind(*range(names.VILLAIN)))
        given = rows(words.table, s.seats)(value, word)
        for at, said in enumerate(given):  # first, for they change places
            if "hero" in said:
                table["hero"]({at: said["hero"]}, "hero")
        for at, said in enumerate(given):
            rest = {name: {at: one} for name, one in said.items() if name != "hero"}
            words.read(f"A player ({at})", rest, table)
            check_fate(s, at)

    def lay(at: int, items: list[int]) -> None:
        if at not in box.open[s.seats]:
            words.wrong(f"{box.spaces[at].id} is not open at {s.seats} players.")
        for one in items:
            if one < 0:
                s.tokens[at * names.TOKENS - 1 - one] += 1
                s.supply[-1 - one] -= box.amount[-1 - one]
            else:
                s.show(one)
                s.lay(one, at)

    def frames() -> dict[str, Stack]:
        at = who(given.get("seat", s.order[0]), "seat")
        place, rounds = s.order.index(at), words.at(FiveRounds(), "after")
        return {
            "action": [rounds, ActionTurn(place)],
            "option": [words.at(FiveRounds(), "turn"), OptionPhase()],
            "arrest": [rounds, words.at(ActionTurn(place), "answer_back"), Arrest(at)],
            "retaliation": [rounds, ActionTurn(place + 1), Retaliation(at)],
            "end": [words.at(FiveRounds(), "last")],  # whoever still stands chooses (end.2)
        }

    item = words.either(
        {name: -1 - n for n, name in enumerate(names.ITEMS[: names.TOKENS])}, of_kind(0, 1, 2)
    )
    space = words.one_of([row.id for row in box.spaces], "space")
    words.read(
        "Arch Villain",
        given,
        {
            "decks": words.each(words.by_name(words.one_of(names.KINDS, "deck"), rows(words.text)), stack_up),
            "villain": words.does(of_kind(names.VILLAIN), faced.append),
            "round": words.does(words.number(1, box.rounds), to_round),
            "turn": words.sets(s, "turn", words.one_of(names.TURNS, "turn")),
            "order": words.sets(s, "order", words.differ(who, s.seats, "seats")),
            "players": players,
            "spaces": words.each(words.by_name(space, rows(item)), lay),
            "green": words.fills(s, "green", words.bits(who), words.one_of(names.ITEMS, "item")),
            "dice": DICE,
            "seat": who,
            "placed": words.sets(s, "stocked", words.number(0, 99)),
            "step": words.stands(stack, frames),
        },
        {"step": "action", "placed": 0, "round": 1},
    )
    words.enough(s.supply, box.supply, names.ITEMS)
    step, fight = given.get("step"), stack[-1]
    if IN not in s.fate and step != "end":
        words.wrong("Somebody has to be in the round.")
    if IN in s.fate and step == "end" and s.turn + 1 < len(box.turn_dice):
        words.wrong("A round in which somebody still stands ends after the last turn only.")
    if max(s.arrested_on) > s.turn:
        words.wrong("Nobody can have arrested on a turn that is still to come.")
    if any(cubes and endless for cubes, endless in zip(s.green, box.endless, strict=True)):
        words.wrong("No cube lies on an item that may be chosen any number of times.")
    if step != "option":
        s.stocked = box.placements[s.round] * s.seats  # all have placed
    if isinstance(fight, Arrest | Retaliation):
        if s.fate[fight.who] != IN:
            words.wrong(f"Seat {fight.who} is out of the round.")
        if isinstance(fight, Retaliation) and s.turn < names.FIRST_BLUE:
            words.wrong("The villain hits back on the blue turns only.")
        if isinstance(fight, Arrest) and not may_arrest(s, fight.who, s.traits(fight.who)):
            words.wrong(f"Seat {fight.who} may not try an arrest on this turn, or has no die to try it with.")
        if "dice" in given:
            throw(s, fight, DICE(given["dice"], "dice"))


def player_words(s: HeroCity, card: words.Kind[int]) -> dict[str, words.Put]:
    """By seat, what one player's table says."""
    box, fills, one_of = s.box, words.fills, words.one_of

    def tokens(row: list[int], token: int) -> words.Put:
        def put(at: int, count: int) -> None:
            s.supply[token] += row[at] - count
            row[at] = count

        return words.each(words.by_seat(s, words.number(0, box.supply[token])), put)

    health, dice = tokens(s.health, names.HEALTH), tokens(s.dice_tokens, names.DIE)

    def hero(at: int, chosen: int) -> None:
        """Whoever had this hero gets the other. Both begin with what stands on their cards."""
        held = [s.hero[at] if one == chosen else one for one in s.hero]
        held[at] = chosen
        s.hero = tuple(held)
        for seat, one in enumerate(held):
            health({seat: box.heroes[one].health}, "health")
            dice({seat: box.heroes[one].dice}, "dice")

    def skills(at: int, levels: list[int]) -> None:
        ends = box.heroes[s.hero[at]].skills
        if len(levels) != 3 or any(level > end for level, end in zip(levels, ends, strict=True)):
            words.wrong(f"`skills`: the three tracks of this hero end at {ends}.")
        s.skill[at * 3 : at * 3 + 3] = levels

    return {
        "hero": words.each(words.by_seat(s, one_of([row.id for row in box.heroes], "hero")), hero),
        "energy": tokens(s.energy, names.ENERGY),
        "health": health,
        "dice": dice,
        "skills": words.each(words.by_seat(s, words.rows(words.number(0, 99), 3)), skills),
        "score": fills(s, "score", words.number(0, 999)),
        "cards": words.lays(s, "hand", card, lambda _: s.everyone),
        "fate": fills(s, "fate", one_of(FATES, "fate")),
        "reward": fills(s, "reward", one_of([row.id for row in box.rewards], "reward")),
        "arrested_on": fills(s, "arrested_on", one_of(names.TURNS, "turn")),
    }


def check_fate(s: HeroCity, at: int) -> None:
    if (s.reward[at] >= 0) != (s.fate[at] in (ARRESTED, LEFT)):
        words.wrong("Who arrested or left has a reward, and nobody else.")
    if (s.arrested_on[at] >= 0) != (s.fate[at] == ARRESTED):
        words.wrong("Who arrested did so on a turn, and nobody else.")
    if s.arrested_on[at] == names.ALARM:
        words.wrong("Nobody can have arrested on the alarm turn.")
    if s.fate[at] == LEFT and s.reward[at] in s.box.circles:
        words.wrong("The red circles are only for those who arrested.")


def throw(s: HeroCity, fight: Arrest | Retaliation, dice: list[int]) -> None:
    arrest = isinstance(fight, Arrest)
    s.combat, s.fighter = ARREST_DICE if arrest else VILLAIN_DICE, fight.who
    s.placed, s.pips, s.pool = [], 0, [0] * 7
    sixes = arrest and s.traits(fight.who).ones_are_sixes
    for pips in dice:
        s.pool[6 if pips == 1 and sixes else pips] += 1
    fight.go("again")
