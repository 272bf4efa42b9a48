"""The static side of the game: what `face` numbers stand for, as tuples of ints indexed by face."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from knaves.core.words import counted
from knaves.games.villagers.cards.effects import (
    BUILD,
    DEFEND,
    PHASE_NUMBER,
    PHASES,
    PILLAGE,
    RECRUIT,
    Ability,
    AnyEffect,
    Banish,
    Discount,
    Draw,
    ExtraBuild,
    ExtraRoll,
    Gain,
    Immune,
    RollBonus,
    Sell,
    Shield,
    Stubborn,
    Toll,
    TownWorth,
    Wander,
)
from knaves.games.villagers.cards.rows import ANY_CITIZEN, NUMBERS, VillageCard

BUILDING, CITIZEN, HERO, CHALLENGE, MOB = 1, 2, 3, 4, 5
KINDS = {"building": BUILDING, "citizen": CITIZEN, "hero": HERO, "challenge": CHALLENGE, "mob": MOB}
KIND_NAMES = ("any", *KINDS)
TROPHY = 6  # a challenge in hand, where effects count things
PER = {**KINDS, "trophy": TROPHY, "one": 0, "any": 0}

# What an ability that is used does.
BONUS_TO_ROLL, MORE_ROLLS, SHIELDING, GAINING, DRAWING, CHEAPER, ONE_MORE, BANISHING, SELLING = range(1, 10)
DOES = ("", "roll_bonus", "extra_roll", "shield", "gain", "draw", "discount", "extra_build", "banish", "sell")
ON_ANY, ON_TOWN, ON_HERO = 0, 1, 2
ON = {"any": ON_ANY, "town": ON_TOWN, "hero": ON_HERO}
ON_WORDS = tuple(ON)
NO_PAIR, PAIR_ANY = -1, -2

Counted = tuple[int, int, int, int]
"""An amount for every so many things of a kind, so many times at most: (amount, kind, each, most)."""

Ints = tuple[int, ...]


class Use:
    """An ability that is used once a turn."""

    def __init__(self, effect: Ability, seats: int) -> None:
        self.cost = effect.cost
        vend = effect.vend
        self.owner = vend.owner if vend else 0
        self.bank = vend.bank if vend else 0
        self.each = vend.each if vend else 0
        self.price = self.owner + self.bank + self.each * (seats - 1) if vend else -1
        self.amount = 1
        self.kind = self.on = self.rolls = 0
        self.count: Counted = (0, 0, 1, 1)
        self.phase = BUILD
        if isinstance(effect, RollBonus):
            self.verb, self.phase, self.amount = BONUS_TO_ROLL, PHASE_NUMBER[effect.phase], effect.amount
            self.on, self.rolls = ON[effect.on], int(effect.rolls == "all")
        elif isinstance(effect, ExtraRoll):
            self.verb, self.phase, self.amount = MORE_ROLLS, PHASE_NUMBER[effect.phase], effect.amount
        elif isinstance(effect, Shield):
            self.verb, self.phase, self.amount = SHIELDING, PILLAGE, effect.amount
        elif isinstance(effect, Gain):
            self.verb, self.phase, self.amount = GAINING, PHASE_NUMBER[effect.phase], effect.amount
            self.count = (effect.amount, PER[effect.per], effect.each, effect.most)
        elif isinstance(effect, Draw):
            self.verb, self.phase, self.amount = DRAWING, PHASE_NUMBER[effect.phase], effect.amount
        elif isinstance(effect, Discount):
            self.verb, self.amount, self.kind = CHEAPER, effect.amount, PER[effect.kind]
        elif isinstance(effect, ExtraBuild):
            self.verb, self.kind = ONE_MORE, PER[effect.kind]
        elif isinstance(effect, Banish):
            self.verb, self.phase = BANISHING, DEFEND
        elif isinstance(effect, Sell):
            self.verb, self.phase, self.amount = SELLING, PHASE_NUMBER[effect.phase], effect.amount
        else:
            raise TypeError(f"{effect} cannot be used")
        self.does = does(effect)
        self.does_asked = does(effect, "their")  # as its owner is asked to lend it

    def words(self) -> dict[str, object]:
        """For views: what it does, when, and what it costs the owner and others (None: no VEND)."""
        return {
            "verb": DOES[self.verb],
            "phase": self.phase,
            "amount": self.amount,
            "on": ON_WORDS[self.on],
            "kind": KIND_NAMES[self.kind],
            "cost": self.cost,
            "vend": self.price if self.price >= 0 else None,
            "owner_gets": self.owner + self.each,
            "does": self.does,
        }


def does(effect: Ability, whose: str = "your") -> str:
    """What an ability does, in words: for whoever uses it, or ("their") for whoever lends it."""
    if isinstance(effect, RollBonus):
        roll = {"any": "DEFENSE", "town": "TOWN DEFENSE", "hero": "HERO DEFENSE"}[effect.on]
        roll = "recruit" if effect.phase == "recruit" else roll
        return f"{effect.amount:+} to {'each' if effect.rolls == 'all' else 'one'} {roll} roll"
    if isinstance(effect, ExtraRoll):
        thing = "recruit roll" if effect.phase == "recruit" else "TOWN DEFENSE attempt"
        return counted(effect.amount, f"more {thing}")
    if isinstance(effect, Shield):
        return f"{effect.amount}g less Pillage Loss"
    if isinstance(effect, Gain):
        many = "heroes" if effect.per == "hero" else f"{effect.per}s"
        per = f" for every {effect.each} {many}" if effect.each > 1 else f" for every {effect.per}"
        most = f", {effect.amount * effect.most}g at most"
        return f"Gain {effect.amount}g" + ("" if effect.per == "one" else per + most)
    if isinstance(effect, Draw):
        return f"Draw {counted(effect.amount, 'extra card')}"
    if isinstance(effect, Discount):
        return f"The next card costs {effect.amount}g less"
    if isinstance(effect, ExtraBuild):
        return f"Add 1 {'card' if effect.kind == 'any' else effect.kind} more"
    if isinstance(effect, Sell):
        return f"Discard a card from {whose} hand for {effect.amount}g"
    return f"Remove a challenge in {whose} town from the game"


def printed(row: VillageCard, use: Use | None, advanced: bool, partner: str) -> dict[str, object]:
    """What stands on a card, for views. The basic game uses the numbers only (R23)."""
    return {
        "id": "",
        "card": row.id,
        "name": row.name,
        "kind": row.kind,
        "text": row.text if advanced or row.kind == "mob" else "",
        "house": row.source == "house" or bool(row.house),
        "pair": row.pair if advanced else "",
        "partner": partner if advanced else "",
        "ability": use.words() if use else None,
        "worth": [
            {"amount": e.amount, "per": e.per, "each": e.each, "most": e.most}
            for e in row.effects
            if advanced and isinstance(e, TownWorth)
        ],
        "wins": next((e.wins for e in row.effects if advanced and isinstance(e, Stubborn)), 1),
        "immune": [to for e in row.effects if advanced and isinstance(e, Immune) for to in e.to],
        "toll": next((e.floor for e in row.effects if advanced and isinstance(e, Toll)), None),
        **{number: given for number in NUMBERS if (given := getattr(row, number)) is not None},
    }


class VillageBox:
    """All cards of one game. A face is a row's number; five Deputy Mayors share one face."""

    def __init__(self, rows: Sequence[VillageCard], advanced: bool, seats: int) -> None:
        self.cards = tuple(rows)
        self.number = {row.id: face for face, row in enumerate(rows)}
        self.id_of = tuple(row.id for row in rows)
        effects = [row.effects if advanced else () for row in rows]
        always = [[e for e in some if not isinstance(e, Ability) or e.how == "always"] for some in effects]

        self.kind: Ints = tuple(KINDS[row.kind] for row in rows)
        self.challenge = tuple(row.kind == "challenge" for row in rows)
        self.price: Ints = tuple(row.price or 0 for row in rows)
        self.value: Ints = tuple(row.value or 0 for row in rows)
        self.earnings: Ints = tuple(row.earnings or 0 for row in rows)
        self.bonus: Ints = tuple(row.bonus or 0 for row in rows)
        self.defeat: Ints = tuple(row.defeat or 0 for row in rows)
        self.pillage: Ints = tuple(row.pillage or 0 for row in rows)
        self.loot: Ints = tuple(row.loot or 0 for row in rows)
        self.pair: Ints = tuple(self._pair(row) if advanced else NO_PAIR for row in rows)

        def total(of: Callable[[AnyEffect], int]) -> Ints:
            return tuple(sum(of(effect) for effect in some) for some in always)

        def roll(phase: str, rolls: str, on: tuple[str, ...]) -> Ints:
            return total(
                lambda e: (
                    e.amount
                    if isinstance(e, RollBonus) and e.phase == phase and e.rolls == rolls and e.on in on
                    else 0
                )
            )

        self.each = roll("recruit", "all", ("any",))
        self.first = roll("recruit", "one", ("any",))
        self.town_each = roll("defend", "all", ("any", "town"))
        self.hero_each = roll("defend", "all", ("any", "hero"))
        self.rolls = total(
            lambda e: e.amount if isinstance(e, ExtraRoll) and PHASE_NUMBER[e.phase] == RECRUIT else 0
        )
        self.recruits = tuple(  # does the card add to recruit rolls?
            any(gives) for gives in zip(self.each, self.first, self.rolls, strict=True)
        )
        self.tries = total(
            lambda e: e.amount if isinstance(e, ExtraRoll) and PHASE_NUMBER[e.phase] == DEFEND else 0
        )
        self.shield = total(lambda e: e.amount if isinstance(e, Shield) else 0)
        # How much less a building, a citizen, a hero costs while this card is in town.
        self.cheaper: tuple[Ints, ...] = tuple(
            tuple(
                sum(e.amount for e in some if isinstance(e, Discount) and PER[e.kind] in (0, kind))
                for kind in (0, BUILDING, CITIZEN, HERO)
            )
            if any(isinstance(e, Discount) for e in some)
            else ()
            for some in always
        )
        self.stubborn: Ints = tuple(
            max((e.wins for e in some if isinstance(e, Stubborn)), default=1) for some in always
        )
        self.immune: tuple[frozenset[str], ...] = tuple(
            frozenset(to for e in some if isinstance(e, Immune) for to in e.to) for some in always
        )  # of "town", "hero", "mob", "favor"
        self.plain = tuple(  # any attempt may go against it, and one success is enough
            i.isdisjoint(("town", "hero")) and w == 1 for i, w in zip(self.immune, self.stubborn, strict=True)
        )
        self.wander = tuple(any(isinstance(e, Wander) for e in some) for some in always)
        tolls = [next((e for e in some if isinstance(e, Toll)), None) for some in always]
        self.toll_phase: Ints = tuple(PHASE_NUMBER[e.phase] if e else 0 for e in tolls)
        self.toll: tuple[Ints, ...] = tuple((e.amount, e.floor) if e else (0, 0) for e in tolls)
        self.gains: tuple[tuple[tuple[int, Counted], ...], ...] = tuple(
            tuple(
                (PHASE_NUMBER[e.phase], (e.amount, PER[e.per], e.each, e.most))
                for e in some
                if isinstance(e, Gain)
            )
            for some in always
        )
        self.worth: tuple[tuple[Counted, ...], ...] = tuple(
            tuple((e.amount, PER[e.per], e.each, e.most) for e in some if isinstance(e, TownWorth))
            for some in always
        )
        self.use: tuple[Use | None, ...] = tuple(
            next((Use(e, seats) for e in some if isinstance(e, Ability) and e.how == "use"), None)
            for some in effects
        )
        self.shields = tuple(use is not None and use.verb == SHIELDING for use in self.use)
        self.use_phase: Ints = tuple(use.phase if use else 0 for use in self.use)
        # By phase and face: does the card do something in it that must be looked up?
        self.works: tuple[tuple[bool, ...], ...] = tuple(
            tuple(
                phase in (self.use_phase[n], self.toll_phase[n])
                or phase in [when for when, _ in self.gains[n]]
                for n in range(len(rows))
            )
            for phase in range(len(PHASES))
        )
        names = {row.id: row.name for row in rows}
        self.printed = tuple(
            printed(row, use, advanced, names.get(row.pair, row.pair))
            for row, use in zip(rows, self.use, strict=True)
        )

    def _pair(self, row: VillageCard) -> int:
        if row.pair == ANY_CITIZEN:
            return PAIR_ANY
        return self.number[row.pair] if row.pair else NO_PAIR
