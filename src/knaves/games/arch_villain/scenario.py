"""Constructed positions: what differs from the set-up. The README lists the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

import msgspec

from knaves.core.errors import BadScenario
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
from knaves.games.arch_villain.rules.round import ActionTurn, Rounds
from knaves.games.arch_villain.state import (
    ARREST_DICE,
    ARRESTED,
    IN,
    KNOCKED_OUT,
    LEFT,
    VILLAIN_DICE,
    City,
)
from knaves.games.arch_villain.view import FATES


class PlayerWords(msgspec.Struct, forbid_unknown_fields=True):
    hero: str | None = None
    energy: int | None = None
    health: int | None = None
    dice: int | None = None
    skills: tuple[int, int, int] | None = None
    score: int | None = None
    cards: list[str] = []
    fate: str = "in"
    reward: str | None = None
    arrested_on: str | None = None


class Words(msgspec.Struct, forbid_unknown_fields=True):
    round: int | None = None
    turn: str | None = None
    villain: str | None = None
    order: list[int] | None = None
    seat: int | None = None
    step: str = "action"
    dice: list[int] | None = None
    placed: int = 0
    players: list[PlayerWords] = []
    spaces: dict[str, list[str]] = {}
    green: dict[str, list[int]] = {}
    decks: dict[str, list[str]] = {}


def wrong(what: str) -> NoReturn:
    raise BadScenario(what)


def _number(names: tuple[str, ...] | list[str], name: str, what: str) -> int:
    if name not in names:
        wrong(f"There is no {what} called {name!r}; there are: {', '.join(names)}.")
    return names.index(name)


def arrange(s: City, stack: list[Step[City]], raw: Mapping[str, object]) -> None:
    try:
        words = msgspec.convert(dict(raw), Words)
    except msgspec.ValidationError as error:
        wrong(f"The scenario cannot be read: {error}.")
    if len(words.players) > s.seats:
        wrong(f"There are {s.seats} players, not {len(words.players)}.")
    _time(s, words)
    for seat, player in enumerate(words.players):
        _player(s, seat, player)
    _board(s, words)
    _stack(s, stack, words)
    if s.fate.count(IN) == 0:
        wrong("Somebody has to be in the round.")
    if min(s.supply) < 0:
        short = ITEMS[s.supply.index(min(s.supply))]
        wrong(f"The box has {s.box.supply[ITEMS.index(short)]} {short}; this needs more.")


def _time(s: City, words: Words) -> None:
    if words.round is not None:
        if not 1 <= words.round <= s.box.rounds:
            wrong(f"There are rounds 1 to {s.box.rounds}, not {words.round}.")
        for _ in range(words.round - s.round):  # the villains of the rounds before are gone
            s.discard.append(s.decks[VILLAIN][-1])
            s.decks[VILLAIN] = s.decks[VILLAIN][:-1]
            s.show(s.villain_slot)
        s.round = words.round
    if words.turn is not None:
        s.turn = _number(TURNS, words.turn, "turn")
    if words.order is not None:
        if sorted(words.order) != list(range(s.seats)):
            wrong("The order names every seat once.")
        s.order = list(words.order)
    if words.villain is not None:
        slot = _find(s, words.villain, VILLAIN)
        old = s.villain_slot
        if slot != old:
            s.seen[old] = 0
            _pull(s, slot)
            s.decks[VILLAIN] += (slot,)
            s.show(slot)


def _find(s: City, key: str, *kinds: int) -> int:
    face = s.box.face_of.get(key, -1)
    if face < 0 or s.box.kind[face] not in kinds:
        what = " or ".join(KINDS[kind] for kind in kinds)
        wrong(f"There is no {what} called {key!r}.")
    return s.face.index(face)


def _pull(s: City, slot: int) -> None:
    """Takes a card out of wherever it is."""

    def without(row: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([one for one in row if one != slot])

    s.decks = [without(deck) for deck in s.decks]
    s.hand = [without(hand) for hand in s.hand]
    s.lying = [without(cards) for cards in s.lying]
    s.discard = [one for one in s.discard if one != slot]


def _set(s: City, seat: int, row: list[int], token: int, value: int, what: str) -> None:
    if value < 0:
        wrong(f"Nobody has {value} {what}.")
    s.supply[token] += row[seat] - value
    row[seat] = value


def _player(s: City, seat: int, words: PlayerWords) -> None:
    box = s.box
    if words.hero is not None:
        number = _number([hero.id for hero in box.heroes], words.hero, "hero")
        heroes = list(s.hero)
        if number in heroes:  # whoever had this hero gets the other
            heroes[heroes.index(number)] = heroes[seat]
        heroes[seat] = number
        s.hero = tuple(heroes)
        _set(s, seat, s.health, HEALTH, box.heroes[number].health, "health")
        _set(s, seat, s.dice_tokens, DIE, box.heroes[number].dice, "dice")
    if words.energy is not None:
        _set(s, seat, s.energy, ENERGY, words.energy, "energy")
    if words.health is not None:
        _set(s, seat, s.health, HEALTH, words.health, "health")
    if words.dice is not None:
        _set(s, seat, s.dice_tokens, DIE, words.dice, "dice")
    if words.skills is not None:
        ends = box.heroes[s.hero[seat]].skills
        if any(not 0 <= level <= end for level, end in zip(words.skills, ends, strict=True)):
            wrong(f"The tracks of this hero end at {ends}.")
        s.skill[seat * 3 : seat * 3 + 3] = words.skills
    if words.score is not None:
        s.score[seat] = words.score
    for key in words.cards:
        slot = _find(s, key, *range(VILLAIN))
        _pull(s, slot)
        s.show(slot)
        s.hand[seat] += (slot,)
    s.fate[seat] = _number(FATES, words.fate, "fate")
    if words.reward is not None:
        s.reward[seat] = _number([row.id for row in box.rewards], words.reward, "reward")
    if words.arrested_on is not None:
        s.arrested_on[seat] = _number(TURNS, words.arrested_on, "turn")
    if (s.reward[seat] >= 0) != (s.fate[seat] in (ARRESTED, LEFT)):
        wrong("Who arrested or left has a reward, and nobody else.")
    if (s.arrested_on[seat] >= 0) != (s.fate[seat] == ARRESTED):
        wrong("Who arrested did so on a turn, and nobody else.")


def _board(s: City, words: Words) -> None:
    spaces = [row.id for row in s.box.spaces]
    for space, items in words.spaces.items():
        at = _number(spaces, space, "space")
        if at not in s.box.open[s.seats]:
            wrong(f"{space} is not open at {s.seats} players.")
        for item in items:
            if item in ITEMS[:TOKENS]:
                token = ITEMS.index(item)
                s.tokens[at * TOKENS + token] += 1
                s.supply[token] -= s.box.amount[token]
            else:
                slot = _find(s, item, 0, 1, 2)
                _pull(s, slot)
                s.show(slot)
                s.lay(slot, at)
    for item, seats in words.green.items():
        number = _number(ITEMS, item, "item")
        if any(not 0 <= seat < s.seats for seat in seats):
            wrong(f"There is no such seat among {seats}.")
        s.green[number] = sum(1 << seat for seat in set(seats))
    for name, keys in words.decks.items():
        kind = _number(KINDS, name, "deck")
        for key in reversed(keys):
            slot = _find(s, key, kind)
            if s.seen[slot]:
                wrong(f"{key} is not in its deck.")
            _pull(s, slot)
            s.decks[kind] += (slot,)


def _stack(s: City, stack: list[Step[City]], words: Words) -> None:
    """Play, and where in it: `option`, `action`, `arrest`, `retaliation` or `end`."""
    seat = s.order[0] if words.seat is None else words.seat
    if not 0 <= seat < s.seats:
        wrong(f"There is no seat {seat}.")
    play, turn = Rounds(), ActionTurn()
    play.go("after")
    turn.place = s.order.index(seat)
    turn.go("next_player")
    stack[:] = [play, turn]
    if words.step == "option":
        phase = OptionPhase()
        phase.done = words.placed
        play.go("turn")
        stack[:] = [play, phase]
    elif words.step == "end":
        play.go("close" if KNOCKED_OUT in s.fate or IN not in s.fate else "last")
        stack[:] = [play]
    elif words.step in ("arrest", "retaliation"):
        if s.fate[seat] != IN:
            wrong(f"Seat {seat} is out of the round.")
        if words.step == "arrest":
            turn.go("answer_back")
        else:
            turn.place += 1
        stack.append(_fight(s, seat, words))
    elif words.step != "action":
        wrong(f"A scenario begins at option, action, arrest, retaliation or end, not {words.step!r}.")


def _fight(s: City, seat: int, words: Words) -> Step[City]:
    fight: Step[City] = Arrest(seat) if words.step == "arrest" else Retaliation(seat)
    if words.dice is None:
        return fight
    if len(words.dice) > MOST_DICE or any(not 1 <= pips <= 6 for pips in words.dice):
        wrong("There are ten dice, with 1 to 6 pips.")
    s.combat = ARREST_DICE if words.step == "arrest" else VILLAIN_DICE
    s.fighter, s.placed, s.pips, s.pool = seat, [], 0, [0] * 7
    sixes = words.step == "arrest" and s.traits(seat).ones_are_sixes
    for pips in words.dice:
        s.pool[6 if pips == 1 and sixes else pips] += 1
    fight.go("again")
    return fight
