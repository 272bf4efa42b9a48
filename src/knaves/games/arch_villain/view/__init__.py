"""What a seat sees: everything but the order of the decks."""

from __future__ import annotations

from knaves.core.cards import kept_with_box
from knaves.games.arch_villain.cards import HeroBox
from knaves.games.arch_villain.cards.effects import FreeCard, GainTokens
from knaves.games.arch_villain.cards.names import HEALTH, ITEMS, KINDS, SKILLS, TOKENS, TURNS, TYPES, VILLAIN
from knaves.games.arch_villain.cards.rows import Contact, Power, Talent, Weapon
from knaves.games.arch_villain.cards.traits import Traits
from knaves.games.arch_villain.rules.damage import at_best, attempt_damage, defence, defence_with, hand_damage
from knaves.games.arch_villain.rules.dice import cost_of_six
from knaves.games.arch_villain.rules.end_of_round import as_cubes_lie, set_points
from knaves.games.arch_villain.rules.option_phase import placements_left
from knaves.games.arch_villain.state import ARREST_DICE, NO_DICE, HeroCity
from knaves.games.arch_villain.view.types import (
    ActionSpaceView,
    ArchVillainView,
    DiceView,
    HeroCardView,
    HeroCityView,
    HeroView,
    UseView,
)
from knaves.games.arch_villain.words import use_name

TRAITS = (
    *("ones_are_sixes", "free_pips", "weapon_bonus", "armour", "first_sixes_fail", "fewer_villain_dice"),
    "arrest_points",
)
FATES = ("in", "arrested", "left", "knocked out")


@kept_with_box
def printed(box: HeroBox, face: int) -> HeroCardView:
    row = box.cards[face]
    view: HeroCardView = {
        "key": row.id,
        "name": row.name,
        "kind": KINDS[box.kind[face]],
        "text": row.text,
        "source": row.source,
        "house": list(row.house),
        "face": face,
    }
    if isinstance(row, Contact):
        view["uses"] = [_use(box, number) for number in box.uses_of[face]]
        return view
    view["cost"], view["squares"] = box.cost[face], box.squares[face]
    view["symbol"], view["range"], view["plus"] = box.symbol[face], box.ranged[face], box.plus[face]
    if isinstance(row, Weapon):
        view["skill"], view["base"], view["symbols"] = row.skill, row.base, list(row.symbols)
    if isinstance(row, Power | Talent) and row.squares:
        view["damage"] = list(row.damage)
    view["works"] = bool(box.effects[face])
    if isinstance(row, Talent):
        view["points"] = row.points
    if isinstance(row, Power):
        view["type"] = row.type
        view["inside"] = [
            effect
            for effect, flag in (
                ("all_range", box.all_range[face]),
                ("no_retaliation", box.no_retaliation[face]),
            )
            if flag
        ]
        view["items"] = [{"face": one.face, "item": one.item, "amount": one.amount} for one in row.items]
    return view


def _use(box: HeroBox, number: int) -> UseView:
    use = box.uses[number][1]
    view: UseView = {"id": f"use:{number}", "name": use_name(box, number)}
    if isinstance(use, GainTokens):
        view["verb"], view["item"], view["amount"] = "gain", use.item, use.amount
    elif isinstance(use, FreeCard):
        view["verb"], view["kind"], view["symbols"] = "free_card", use.kind, list(use.symbols)
    else:
        view["verb"], view["dice"] = "reroll", use.dice
    return view


def _card(s: HeroCity, slot: int) -> HeroCardView:
    view = printed(s.box, s.face[slot]).copy()
    view["id"] = f"card:{slot}"
    if "uses" in view:
        view["used"] = not s.contact_fresh(slot)
    return view


def _own_cards(s: HeroCity, seat: int, traits: Traits) -> list[HeroCardView]:
    """A player's cards, with what a die on them does to the defence."""
    cards = [_card(s, slot) for slot in s.hand[seat]]
    special = s.box.special[s.villain_number] if _faced(s) else ()
    if any(special) and traits.attacks:
        face, kind = s.face, s.box.type
        placed = s.placed if s.combat == ARREST_DICE and s.fighter == seat else []
        now = defence(s, traits, placed)
        for card, slot in zip(cards, s.hand[seat], strict=True):
            of = face[slot]
            if of in traits.attacks and kind[of] >= 0 and special[kind[of]]:
                warn = defence_with(s, traits, placed, slot)
                if warn != now:
                    card["warn"] = warn
    return cards


def _player(s: HeroCity, seat: int) -> HeroView:
    hero = s.box.heroes[s.hero[seat]]
    traits = s.traits(seat)
    on = s.arrested_on[seat]
    return {
        "id": f"seat:{seat}",
        "seat": seat,
        "hero": hero.id,
        "hero_name": hero.name,
        "hero_number": s.hero[seat],
        "text": hero.text,
        "source": hero.source,
        "energy": s.energy[seat],
        "health": s.health[seat],
        "dice": s.dice_tokens[seat] + traits.extra_dice,
        "skills": dict(zip(SKILLS, s.skill[seat * 3 : seat * 3 + 3], strict=True)),
        "ends": dict(zip(SKILLS, hero.skills, strict=True)),
        "fist": hand_damage(s, seat, traits),
        "score": s.score[seat],
        "moved": s.moved[seat],
        "placements_left": placements_left(s, seat),
        "fate": FATES[s.fate[seat]],
        "reward": s.reward[seat] if s.reward[seat] >= 0 else None,
        "arrested_on": TURNS[on] if on >= 0 else None,
        "set_points": set_points(s, traits),
        "traits": {trait: int(n) for trait in TRAITS if (n := getattr(traits, trait))},
        "ignored": [kind for number, kind in enumerate(TYPES) if traits.ignored >> number & 1],
        "at_best": [{"defence": need, "damage": most} for need, most in at_best(s, seat, traits)]
        if _faced(s)
        else [],
        "cards": _own_cards(s, seat, traits),
    }


def _space(s: HeroCity, at: int) -> ActionSpaceView:
    row, start = s.box.spaces[at], at * TOKENS
    return {
        "id": f"space:{at}",
        "name": row.name,
        "source": row.source,
        "players": row.players,
        "open": at in s.box.open[s.seats],
        "tokens": dict(zip(ITEMS, s.tokens[start : start + TOKENS], strict=False)),
        "cards": [_card(s, slot) for slot in s.lying[at]],
    }


def _faced(s: HeroCity) -> bool:
    """Is there a villain to arrest?"""
    return s.result is None and bool(s.decks[VILLAIN])


def _villain(s: HeroCity) -> ArchVillainView | None:
    if not _faced(s):
        return None
    row, number = s.villain, s.villain_number
    return {
        "id": f"card:{s.villain_slot}",
        "key": row.id,
        "name": row.name,
        "text": row.text,
        "source": row.source,
        "house": list(row.house),
        "number": number,
        "red": row.red,
        "hearts": row.hearts,
        "special": {TYPES[i]: n for i, n in enumerate(s.box.special[number]) if n},
        "strikes": [{"turn": one.turn, "item": one.item} for one in row.strikes],
        "defence": row.red + s.box.defence[s.round],
        "cost_of_six": cost_of_six(s),
        "points": row.red + s.box.round_points[s.round],
    }


def _dice(s: HeroCity) -> DiceView | None:
    if s.combat == NO_DICE:
        return None
    own = s.combat == ARREST_DICE
    traits = s.traits(s.fighter)
    return {
        "of": "hero" if own else "villain",
        "seat": s.fighter,
        "pool": [pips for pips in range(1, 7) for _ in range(s.pool[pips])],
        "placed": [{"card": f"card:{die.slot}", "pips": die.pips, "item": die.item} for die in s.placed]
        if own
        else [],
        "pips": s.pips if own else 0,
        "damage": attempt_damage(s, s.fighter, traits) if own else 0,
        "defence": defence(s, traits, s.placed) if own else 0,
    }


def _left(s: HeroCity, reward: int) -> int:
    """How much of a reward the box could give now; of points there is no end."""
    kind = s.box.reward_kind[reward]
    if kind >= 0:
        return s.drawable(kind)
    return s.box.rewards[reward].points or s.supply[HEALTH]


def _bits(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def view(s: HeroCity, eye: int) -> HeroCityView:
    box = s.box
    return {
        "you": eye if eye < s.seats else None,
        "round": s.round,
        "rounds": box.rounds,
        "turn": TURNS[s.turn],
        "turn_number": s.turn,
        "turn_dice": list(box.turn_dice),
        "bonus": {
            "defence": box.defence[s.round],
            "points": box.round_points[s.round],
            "damage": box.damage[s.round],
            "range": box.scoring.range_arrest,
        },
        "bonus_house": list(box.tables.round[s.round - 1].house),
        "placements": box.placements[s.round],
        "villain": _villain(s),
        "order": s.order[:],
        "cubes": as_cubes_lie(s),
        "players": [_player(s, seat) for seat in range(s.seats)],
        "spaces": [_space(s, at) for at in range(len(box.spaces))],
        "green": [
            {
                "id": f"item:{at}",
                "key": row.id,
                "name": row.name,
                "source": row.source,
                "house": list(row.house),
                "amount": row.amount,
                "points": 0,
                "endless": row.endless,
                "left": s.supply[at] if at < TOKENS else s.drawable(at - TOKENS),
                "cubes": _bits(s.green[at]),
            }
            for at, row in enumerate(box.tables.item)
        ],
        "rewards": [
            {
                "id": f"reward:{at}",
                "key": row.id,
                "name": row.name,
                "source": row.source,
                "house": list(row.house),
                "amount": row.amount,
                "points": row.points,
                "endless": False,
                "left": _left(s, at),
                "cubes": [seat for seat in range(s.seats) if s.reward[seat] == at],
            }
            for at, row in enumerate(box.rewards)
        ],
        "loss": [seat for seat in range(s.seats) if FATES[s.fate[seat]] == "knocked out"],
        "loss_pays": {"health": box.loss.health, "energy": box.loss.energy},
        "sets": [[row.each, row.points] for row in box.tables.set],
        "supply": dict(zip(ITEMS, s.supply, strict=False)),
        "decks": {kind: len(s.decks[number]) for number, kind in enumerate(KINDS)},
        "discarded": len(s.discard),
        "discards": [_card(s, slot) for slot in s.discard if s.face[slot] < box.villains_from],
        "held": _card(s, s.held) if s.held >= 0 else None,
        "dice": _dice(s),
    }
