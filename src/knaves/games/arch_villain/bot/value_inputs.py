"""What decides who will win: points, tokens, skills and cards of every hero, and what they can do to the villain."""

from __future__ import annotations

from knaves.core.game import ValueInputs
from knaves.games.arch_villain.cards.names import SKILLS, TURNS, VILLAIN
from knaves.games.arch_villain.rules.damage import card_damage, hand_damage
from knaves.games.arch_villain.rules.end_of_round import set_points
from knaves.games.arch_villain.state import ARRESTED, IN, KNOCKED_OUT, LEFT, HeroCity

FATES = (IN, ARRESTED, LEFT, KNOCKED_OUT)
TYPICAL = (3, 4, 5, 6)  # pips that a die shows once it is raised a little


def value_inputs(s: HeroCity) -> ValueInputs:
    box, seats = s.box, s.seats
    scores = s.score
    order = sorted(scores)
    mean = sum(scores) / seats
    left = box.rounds - s.round
    defence = prize = 0
    if s.result is None and s.decks[VILLAIN]:
        defence = s.villain.red + box.defence[s.round]
        prize = s.villain.red + box.round_points[s.round]
    still_in = s.fate.count(IN)
    time = [1.0 if s.round == number else 0.0 for number in range(1, box.rounds + 1)]
    time += [1.0 if s.turn == number else 0.0 for number in range(len(TURNS))]
    heroes = len(box.heroes)
    numbers: list[list[float]] = []
    things: list[list[int]] = []
    for seat in range(seats):
        traits = s.traits(seat)
        score = scores[seat]
        rival = order[-1] if score != order[-1] else order[-2]
        dice = s.dice_tokens[seat] + traits.extra_dice
        damage, squares = might(s, seat, dice)
        skills = s.skill[seat * len(SKILLS) : seat * len(SKILLS) + len(SKILLS)]
        sets = set_points(s, traits)
        counts = traits.counts
        row = [
            score / 20,
            (score - rival) / 15,
            (score - mean) / 15,
            (score - order[0]) / 15,
            s.energy[seat] / 10,
            min(s.energy[seat], 5) / 5,
            s.health[seat] / 6,
            min(s.health[seat], 3) / 3,
            dice / 5,
            skills[0] / 4,
            skills[1] / 4,
            skills[2] / 4,
            max(skills) / 4,
            hand_damage(s, seat, traits) / 4,
            damage / 15,
            (damage - defence) / 15,
            damage * left / 60,
            squares / 4,
            min(0, squares - dice) / 3,
            counts[0] / 3,
            counts[1] / 3,
            counts[2] / 3,
            min(counts) / 2,
            sets / 6,
            sets * left / 20,
            left / 4,
            (s.order.index(seat) if seat in s.order else 0) / 3,
            len(s.hand[seat]) / 6,
            traits.armour / 2,
            float(traits.reaches),
            traits.arrest_points / 3,
            traits.round_energy / 3,
            defence / 15,
            prize / 15,
            still_in / 4,
            float(s.fate[seat] == IN) * (damage - defence) / 15,
            float(s.fate[seat] == IN) * min(s.health[seat], 3) * s.turn / 15,
        ]
        row += [1.0 if s.fate[seat] == fate else 0.0 for fate in FATES]
        row += time
        numbers.append(row)
        things.append([s.hero[seat], *(heroes + s.face[slot] for slot in s.hand[seat])])
    return ValueInputs(numbers, things)


def value_inputs_size(s: HeroCity) -> tuple[int, int]:
    return len(value_inputs(s).numbers[0]), len(s.box.heroes) + len(s.box.cards)


def might(s: HeroCity, seat: int, dice: int) -> tuple[float, int]:
    """What so many dice do on this hero's best squares, roughly; and how many squares there are."""
    traits, box = s.traits(seat), s.box
    found: list[float] = []
    for slot in s.hand[seat]:
        face = s.face[slot]
        if face < box.contacts_from and box.squares[face]:
            total = 0
            for pips in TYPICAL:
                total += card_damage(s, seat, traits, face, pips)
            found += [total / len(TYPICAL)] * box.squares[face]
    found.sort(reverse=True)
    fists = max(0, dice - len(found)) * hand_damage(s, seat, traits) * 0.4
    return sum(found[:dice]) + fists, len(found)
