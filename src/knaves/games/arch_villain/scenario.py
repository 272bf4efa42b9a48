"""Constructed positions: what differs from the set-up. The README lists the words."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
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
    box, who, rows, by_name, does = s.box, words.seat(s), words.rows, words.by_name, words.does
    cards = words.Zones(s, "decks", "hand", "lying", "discard")
    dice, placed = rows(words.number(1, 6), MOST_DICE), words.number(0, 99)

    def of_kind(*kinds: int, deck: bool = False) -> words.Kind[int]:
        """A card of these kinds by its id. `deck`: only one that lies face down in its deck."""
        what = " or ".join(KINDS[kind] for kind in kinds)
        return cards.named({f: i for i, f in box.face_of.items() if box.kind[f] in kinds}, what, unseen=deck)

    def to_round(wanted: int) -> None:
        for _ in range(wanted - s.round):  # the villains of the rounds before are gone
            s.discard.append(s.decks[VILLAIN][-1])
            s.decks[VILLAIN] = s.decks[VILLAIN][:-1]
            s.show(s.villain_slot)
        s.round = wanted

    def order(seats: list[int]) -> None:
        if sorted(seats) != list(range(s.seats)):
            words.wrong("`order` names every seat once.")
        s.order = seats

    def villain(slot: int) -> None:
        s.seen[s.villain_slot] = 0
        s.decks[VILLAIN] += (slot,)
        s.show(slot)

    def players(value: object, word: str) -> None:
        if not isinstance(value, list) or len(value) > s.seats:
            words.wrong(
                f"`players` is a list by seat of at most {s.seats} players, not {words.shown(value)}."
            )
        for at, said in enumerate(value):
            if not isinstance(said, dict):
                words.wrong(f"`players` has a table for each seat, not {words.shown(said)}.")
            words.read(f"A player ({at})", said, player_words(s, at, of_kind(*range(VILLAIN))))
            check_fate(s, at)

    def lay(value: object, word: str) -> None:
        item = words.either({name: -1 - n for n, name in enumerate(ITEMS[:TOKENS])}, of_kind(0, 1, 2))
        for at, items in by_name(words.one_of([row.id for row in box.spaces], "space"), rows(item))(
            value, word
        ).items():
            if at not in box.open[s.seats]:
                words.wrong(f"{box.spaces[at].id} is not open at {s.seats} players.")
            for one in items:
                if one < 0:
                    s.tokens[at * TOKENS - 1 - one] += 1
                    s.supply[-1 - one] -= box.amount[-1 - one]
                else:
                    s.show(one)
                    s.lay(one, at)

    def decks(value: object, word: str) -> None:
        for kind, ids in by_name(words.one_of(KINDS, "deck"), rows(words.text))(value, word).items():
            slots = [of_kind(kind, deck=True)(key, word) for key in ids]
            s.decks[kind] += tuple(reversed(slots))

    def stand(step: int) -> None:
        if IN not in s.fate and STEPS[step] != "end":
            words.wrong("Somebody has to be in the round.")
        if min(s.supply) < 0:
            short = s.supply.index(min(s.supply))
            words.wrong(f"The box has {box.supply[short]} {ITEMS[short]}; this scenario uses more.")
        at = who(given.get("seat", s.order[0]), "seat")
        thrown = dice(given["dice"], "dice") if "dice" in given else None
        stack[:] = frames(s, STEPS[step], at, placed(given.get("placed", 0), "placed"), thrown)

    words.read(
        "Arch Villain",
        given,
        {
            "round": does(words.number(1, box.rounds), to_round),
            "turn": words.sets(s, "turn", words.one_of(TURNS, "turn")),
            "order": does(rows(who, s.seats), order),
            "villain": does(of_kind(VILLAIN), villain),
            "players": players,
            "spaces": lay,
            "green": words.fills(s, "green", words.bits(who), words.one_of(ITEMS, "item")),
            "decks": decks,
            "dice": dice,
            "seat": who,
            "placed": placed,
            "step": does(words.one_of(STEPS, "step"), stand),
        },
        {"step": "action"},
    )


def player_words(s: HeroCity, at: int, card: words.Kind[int]) -> dict[str, words.Put]:
    box = s.box

    def tokens(row: list[int], token: int) -> words.Put:
        def put(count: int) -> None:
            s.supply[token] += row[at] - count
            row[at] = count

        return words.does(words.number(0, box.supply[token]), put)

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
            words.wrong(f"`skills`: the three tracks of this hero end at {ends}.")
        s.skill[at * 3 : at * 3 + 3] = levels

    def hold(slots: list[int]) -> None:
        s.hand[at] += tuple(slots)
        for slot in slots:
            s.show(slot)

    def entry(row: list[int], kind: words.Kind[int]) -> words.Put:
        return words.does(kind, lambda value: row.__setitem__(at, value))

    return {
        "hero": words.does(words.one_of([row.id for row in box.heroes], "hero"), hero),
        "energy": tokens(s.energy, ENERGY),
        "health": health,
        "dice": dice,
        "skills": words.does(words.rows(words.number(0, 99), 3), skills),
        "score": entry(s.score, words.number(0, SCORE)),
        "cards": words.does(words.rows(card), hold),
        "fate": entry(s.fate, words.one_of(FATES, "fate")),
        "reward": entry(s.reward, words.one_of([row.id for row in box.rewards], "reward")),
        "arrested_on": entry(s.arrested_on, words.one_of(TURNS, "turn")),
    }


def check_fate(s: HeroCity, at: int) -> None:
    if (s.reward[at] >= 0) != (s.fate[at] in (ARRESTED, LEFT)):
        words.wrong("Who arrested or left has a reward, and nobody else.")
    if (s.arrested_on[at] >= 0) != (s.fate[at] == ARRESTED):
        words.wrong("Who arrested did so on a turn, and nobody else.")


def frames(s: HeroCity, step: str, at: int, placed: int, dice: list[int] | None) -> list[Step[HeroCity]]:
    """Play, and where in it."""
    s.stocked = s.box.placements[s.round] * s.seats  # all have placed, unless this is the option phase
    if step == "end":  # whoever still stands chooses, whatever became of the others (end.2)
        return [words.at(FiveRounds(), "last")]
    if step == "option":
        s.stocked = placed
        return [words.at(FiveRounds(), "turn"), OptionPhase()]
    turn = ActionTurn()
    turn.place = s.order.index(at) + (step == "retaliation")
    play: list[Step[HeroCity]] = [words.at(FiveRounds(), "after"), turn]
    if step == "action":
        return play
    if s.fate[at] != IN:
        words.wrong(f"Seat {at} is out of the round.")
    if step == "arrest":
        turn.go("answer_back")
    fight: Step[HeroCity] = Arrest(at) if step == "arrest" else Retaliation(at)
    if dice is not None:
        throw(s, step == "arrest", at, dice)
        fight.go("again")
    return [*play, fight]


def throw(s: HeroCity, arrest: bool, at: int, dice: list[int]) -> None:
    s.combat = ARREST_DICE if arrest else VILLAIN_DICE
    s.fighter, s.placed, s.pips, s.pool = at, [], 0, [0] * 7
    sixes = arrest and s.traits(at).ones_are_sixes
    for pips in dice:
        s.pool[6 if pips == 1 and sixes else pips] += 1
