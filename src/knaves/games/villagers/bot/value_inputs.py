"""What decides who will win: gold, towns, hands and points of every Mayor, early and late in the game."""

from __future__ import annotations

from typing import cast

from knaves.core.game import ValueInputs
from knaves.core.step import Answer, Option
from knaves.games.villagers.cards.effects import RESET
from knaves.games.villagers.cards.faces import BUILDING, CHALLENGE, HERO, VillageBox
from knaves.games.villagers.rules.earning import earnings
from knaves.games.villagers.rules.pillage import pillage_loss
from knaves.games.villagers.rules.score import sheets
from knaves.games.villagers.state import Village

MOST_ROLLS = 4  # more recruit rolls than these are never bought by who thinks


def value_inputs(s: Village) -> ValueInputs:
    seats = s.seats
    columns = sheets(s)
    totals = [column.total for column in columns]
    sizes = [len(town) for town in s.town]
    earned = [earnings(s, seat) for seat in range(seats)]
    best, second = top_two(totals)
    biggest, next_biggest = top_two(sizes)
    gold, purse, income = s.gold, sum(s.gold), sum(earned)
    end = s.town_size()
    phase = [1.0 if s.phase == number else 0.0 for number in range(1, RESET + 1)]
    challenges = sum(s.box.challenge[s.face[slot]] for slot in s.pool)
    common = [s.left / 20, s.round / 8, challenges / 3, len(s.pool) / 6, *phase]
    numbers: list[list[float]] = []
    things: list[list[int]] = []
    for seat in range(seats):
        total, size, column = totals[seat], sizes[seat], columns[seat]
        rival = best if total != best else second
        other = biggest if size != biggest else next_biggest
        wait = (seat - s.start) % seats
        had = 1.0 if wait < s.turn else 0.0
        row = [
            gold[seat] / 8,
            min(gold[seat], 4) / 4,
            earned[seat] / 4,
            pillage_loss(s, seat) / 4,
            size / 6,
            column.town_value / 12,
            column.civility / 3,
            column.heroic / 4,
            column.victory / 3,
            column.largest_town / 3,
            column.matchmaker / 4,
            total / 15,
            (total - rival) / 8,
            (total - min(totals)) / 10,
            (gold[seat] - (purse - gold[seat]) / max(1, seats - 1)) / 8,
            (earned[seat] - (income - earned[seat]) / max(1, seats - 1)) / 4,
            (size - other) / 3,
            (end - size) / 6,
            (end - biggest) / 6,
            1.0 if size >= end - 1 else 0.0,
            1.0 if biggest >= end - 1 else 0.0,
            1.0 if s.favor_seat == seat else 0.0,
            1.0 if s.favor_seat >= 0 else 0.0,
            wait / 3,
            had,
        ]
        row += [had * part for part in phase]
        row += in_hand(s, seat)
        row += in_town(s, seat)
        row += common
        faces = len(s.box.kind)
        numbers.append(row)
        things.append(
            [s.face[slot] for slot in s.town[seat]] + [faces + s.face[slot] for slot in s.hand[seat]]
        )
    return ValueInputs(numbers, things)


def value_inputs_size(s: Village) -> tuple[int, int]:
    return len(value_inputs(s).numbers[0]), 2 * len(s.box.kind)


def top_two(row: list[int]) -> tuple[int, int]:
    """The greatest and the second greatest; twice the same if two share it."""
    order = sorted(row)
    return order[-1], order[-2]


def in_hand(s: Village, seat: int) -> list[float]:
    """What waits to be built, and what can be paid now."""
    box: VillageBox = s.box
    face, gold = s.face, s.gold[seat]
    waiting = value = earned = price = trophies = payable = mob = best = 0
    cheapest = 9
    for slot in s.hand[seat]:
        number = face[slot]
        kind = box.kind[number]
        if kind < CHALLENGE:
            waiting += 1
            value += box.value[number]
            earned += box.earnings[number]
            price += box.price[number]
            cheapest = min(cheapest, box.price[number])
            if box.price[number] <= gold:
                payable += 1
                best = max(best, box.value[number])
        elif kind == CHALLENGE:
            trophies += 1
        else:
            mob = 1
    return [
        waiting / 3,
        value / 8,
        earned / 3,
        price / 10,
        trophies / 2,
        payable / 2,
        cheapest / 5,
        best / 4,
        float(mob),
    ]


def in_town(s: Village, seat: int) -> list[float]:
    """Heroes, challenges, and what the cards do for dice and prices."""
    box: VillageBox = s.box
    face = s.face
    heroes = bonus = strongest = challenges = defeat = loot = harm = 0
    recruits = rolls = cheaper = tolls = buildings = citizens = 0
    for slot in s.town[seat]:
        number = face[slot]
        kind = box.kind[number]
        if kind == HERO:
            heroes += 1
            bonus += box.bonus[number]
            strongest = max(strongest, box.bonus[number])
        elif kind == CHALLENGE:
            challenges += 1
            defeat += box.defeat[number]
            loot += box.loot[number]
            harm += box.value[number]
        elif kind == BUILDING:
            buildings += 1
        else:
            citizens += 1
        recruits += box.each[number] + box.first[number]
        rolls += box.rolls[number]
        cheaper += sum(box.cheaper[number])
        tolls += box.toll_phase[number] > 0
    return [
        heroes / 2,
        bonus / 4,
        strongest / 3,
        challenges / 2,
        defeat / 8,
        loot / 4,
        harm / 5,
        recruits / 2,
        float(rolls),
        cheaper / 2,
        float(tolls),
        buildings / 3,
        citizens / 3,
    ]


def pointless(s: Village, seat: int, option: Option) -> bool:
    """Gold thrown at dice beyond all measure."""
    return option[0] == "roll" and cast(Answer, option)[1] > MOST_ROLLS
