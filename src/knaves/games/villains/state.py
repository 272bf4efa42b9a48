"""The City: every piece on the table, as plain numbers."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from knaves.core.data import field, shared
from knaves.core.trading import Trading
from knaves.games.villains.cards import (
    AREAS,
    CHAMPION,
    CULT,
    DICE,
    PATSY,
    POWER,
    SKILLED,
    SLOTS,
    SPACES,
    TOKEN_SLOTS,
    UNIVERSITY,
    FactionBox,
)

T = TypeVar("T")

NOBODY, PURPLE = -1, -2  # on an area: no marker, the setup marker
KINDS = 5  # goon, mole, talent, patsy, champion
FORMS = KINDS * 4  # a type, whole or wounded, exhausted or readied
KIND = tuple(form // 4 for form in range(FORMS))
WOUNDED = tuple(form // 2 % 2 == 1 for form in range(FORMS))
READIED = tuple(form % 2 == 1 for form in range(FORMS))
READY = frozenset(range(1, FORMS, 2))  # the forms that are readied
FRESH = tuple(range(0, FORMS, 4))  # by type: whole and exhausted, as it comes into play
TO_WOUNDED = tuple(form | 2 for form in range(FORMS))
TO_WHOLE = tuple(form & ~2 for form in range(FORMS))
TO_READIED = tuple(form | 1 for form in range(FORMS))
TO_EXHAUSTED = tuple(form & ~1 for form in range(FORMS))
DOWN, UP, WEIGHED = range(3)  # a token: face up is activated, or revealed and not decided about (act.4)
TRACK = 6  # spaces kept per area; only the Capitol has the sixth
MOST_SEATS = 5

# Units are no slots: options and events number them by owner and form, and token spaces by area and place.
UNIT_NO = tuple(tuple(range(seat * FORMS, seat * FORMS + FORMS)) for seat in range(MOST_SEATS))
OWNER_OF = tuple(seat for seat in range(MOST_SEATS) for _ in range(FORMS))
FORM_OF = tuple(range(FORMS)) * MOST_SEATS
SPACES_OF = tuple(tuple(range(area * TRACK, area * TRACK + SPACES[area])) for area in range(AREAS))
AREA_OF = tuple(area for area in range(AREAS) for _ in range(TRACK))

# Whose token a slot is.
_OWNERS = {slot: faction for faction in range(8) for slot in TOKEN_SLOTS[faction]}
TOKEN_FACTION = tuple(_OWNERS.get(slot, -1) for slot in range(SLOTS))


def unit_owner(kind: str, thing: int) -> int:
    """Whose unit a thing is; -1: it is none."""
    return OWNER_OF[thing] if kind == "unit" and 0 <= thing < len(OWNER_OF) else -1


def without(row: tuple[int, ...], one: int) -> tuple[int, ...]:
    """The row with one of these less."""
    at = row.index(one)
    return row[:at] + row[at + 1 :]


def changed(row: tuple[T, ...], at: int, one: T) -> tuple[T, ...]:
    """What seldom changes is a tuple, so that clones need not copy it; this one has something else at one place."""
    return (*row[:at], one, *row[at + 1 :])


class Grave(NamedTuple):
    """A dead unit, on its killer's space of an area's graveyard."""

    killer: int
    area: int
    owner: int
    kind: int


class RuleInPlay(NamedTuple):
    """A rule card at the board."""

    slot: int
    by: int
    area: int  # ANY: global


class FactionCity(Trading):
    """Units are counted by seat, area and form; tokens and cards are slots."""

    box: FactionBox = shared()

    first: int = field(0)
    faction: tuple[int, ...] = field(())
    energy: list[int] = field([])
    resources: list[int] = field([])
    area_points: list[int] = field([])
    plan_points: list[int] = field([])
    upgrade: tuple[int, ...] = field(())
    owner: list[int] = field([])  # by area
    trophies: tuple[tuple[int, ...], ...] = field(())  # by seat: whose markers it captured
    capitol: tuple[int, ...] = field(())  # by turn: who took the token

    units: list[tuple[int, ...]] = field([])  # seat * 9 + area: forms, sorted
    force: list[int] = field([])  # seat * 9 + area: living units there
    reserve: list[int] = field([])  # seat * 5 + type
    graves: list[Grave] = field([])

    track: list[int] = field([])  # area * 6 + space: token slot or -1
    up: list[int] = field([])  # the same: DOWN, UP or WEIGHED
    spare: list[tuple[int, ...]] = field([])  # tokens in reserves, by seat
    placed: int = field(0)  # tokens placed this turn
    active: int = field(-1)  # whose turn it is to place or to act
    passed: int = field(0)  # seats that are out of the step that is played now
    underway: bool = field(False)  # the active seat has begun to place or to act
    paying: int = field(-1)  # the seat that is asked how it pays
    revealing: int = field(-1)  # the space of the token being activated
    # (who, whom): attacks of this turn that the rules forced against a promise
    forced: tuple[tuple[int, ...], ...] = field(())
    fights: int = field(0)  # areas with a combat marker
    fight: int = field(-1)  # the area where a combat is fought now, or an attack made outside combat
    # Attacks still to come in the combat, by seat and type; outside combat there are none.
    strikes: list[int] = field([])
    used: list[int] = field([])  # skills used this turn, by seat

    deck: list[int] = field([])
    discard: list[int] = field([])
    hand: list[tuple[int, ...]] = field([])
    target: tuple[int, ...] = field(())  # by seat: slot or -1
    table: list[int] = field([])  # cards that are being resolved
    rules: list[RuleInPlay] = field([])
    plan_deck: list[tuple[int, ...]] = field([])
    plans: list[tuple[int, ...]] = field([])
    scored: tuple[tuple[int, ...], ...] = field(())
    fusion: int = field(0)
    nuked: int = field(-1)
    nuker: int = field(-1)

    purse: tuple[int, ...] = field(())  # how a seat pays: see pay.py
    purse_set: tuple[int, ...] = field(())  # changes left this turn

    # -- units -----------------------------------------------------------------------------------------

    def add(self, seat: int, area: int, form: int) -> None:
        cell = seat * AREAS + area
        self.units[cell] = tuple(sorted((*self.units[cell], form)))
        self.force[cell] += 1

    def remove(self, seat: int, area: int, form: int) -> None:
        cell = seat * AREAS + area
        self.units[cell] = without(self.units[cell], form)
        self.force[cell] -= 1

    def forms(self, seat: int, area: int) -> list[int]:
        """The different forms of a seat's living units in an area."""
        return list(dict.fromkeys(self.units[seat * AREAS + area]))

    def count(self, seat: int, area: int, kind: int) -> int:
        """Living units of one type."""
        number = 0
        for form in self.units[seat * AREAS + area]:
            if KIND[form] == kind:
                number += 1
        return number

    def readied(self, seat: int, area: int) -> bool:
        return not READY.isdisjoint(self.units[seat * AREAS + area])

    def in_play(self, seat: int) -> int:
        return sum(self.force[seat * AREAS : seat * AREAS + AREAS])

    def strikes_of(self, seat: int) -> int:
        """Attacks of a seat still to come in the combat."""
        return sum(self.strikes[seat * KINDS : seat * KINDS + KINDS])

    def champion_at(self, seat: int) -> int:
        """The area of a seat's champion, the first if there are several; -1 if none is in play."""
        for area in range(AREAS):
            if self.force[seat * AREAS + area] and self.count(seat, area, CHAMPION):
                return area
        return -1

    def skilled(self, seat: int, kind: int) -> bool:
        """refresh.2, university.1"""
        if kind == PATSY and self.owner[UNIVERSITY] == seat:
            return True
        return SKILLED[self.faction[seat] * KINDS + kind]

    def dice_of(self, seat: int, kind: int) -> tuple[int, ...]:
        faction = self.faction[seat]
        dice = DICE[faction * KINDS + kind]
        if faction == CULT and kind == PATSY:
            return dice * POWER[faction][self.upgrade[seat]].get("patsy_dice", 1)
        return dice

    def power(self, seat: int, verb: str, base: int) -> int:
        """A number that an upgrade of this seat may replace (upgrade.2)."""
        return POWER[self.faction[seat]][self.upgrade[seat]].get(verb, base)

    def seat_of(self, faction: int) -> int:
        """Who plays a faction; -1: nobody."""
        return self.faction.index(faction) if faction in self.faction else -1

    def exhaust(self, seat: int, area: int, kind: int = -1) -> list[int]:
        """Readied units of a seat (of one type) are exhausted; gives back their forms."""
        cell = seat * AREAS + area
        row = self.units[cell]
        done = [form for form in row if READIED[form] and kind in (-1, KIND[form])]
        if done:
            self.units[cell] = tuple(sorted(TO_EXHAUSTED[f] if f in done else f for f in row))
        return done

    def kill(self, seat: int, area: int, form: int, killer: int) -> None:
        """grave.1: on the space of the killer, in the area where it died."""
        self.remove(seat, area, form)
        self.graves.append(Grave(killer, area, seat, KIND[form]))
        self.tell("died", seat, UNIT_NO[seat][form], area, killer)

    def kills(self, killer: int, area: int = -1) -> int:
        """Enemy units on a seat's graveyard spaces (objective.8)."""
        n = 0
        for by, place, owner, _ in self.graves:
            if by == killer and owner != killer and area in (-1, place):
                n += 1
        return n

    def next_to_act(self, seat: int) -> int:
        """This seat or the next one clockwise that has not passed; -1: all have."""
        if not self.passed:
            return seat
        for n in range(self.seats):
            one = (seat + n) % self.seats
            if not self.passed >> one & 1:
                return one
        return -1

    # -- where the turn stands --------------------------------------------------------------------------

    def is_counted(self) -> bool:
        """Control is determined this turn (its capitol token is taken or gone), and all combat is over."""
        return self.capitol[self.turn - 1] != NOBODY

    def is_busy(self, seat: int) -> bool:
        """Is this seat placing, acting or paying, and has not finished that?"""
        return seat == self.paying or (self.underway and seat == self.active)

    # -- player order ----------------------------------------------------------------------------------

    def order(self) -> list[int]:
        """The seats in player order, from the first player clockwise."""
        return [(self.first + n) % self.seats for n in range(self.seats)]

    # -- cards -----------------------------------------------------------------------------------------

    def draw(self, seat: int, number: int) -> int:
        """Draws action cards; from a new deck if the old one is empty (setup.1)."""
        drawn = 0
        for _ in range(number):
            if not self.refill():
                break
            slot = self.deck.pop()
            self.seen[slot] |= 1 << seat
            self.hand[seat] += (slot,)
            self.tell("drew", seat, slot)
            drawn += 1
        return drawn

    def refill(self) -> bool:
        if not self.deck and self.discard:
            self.deck, self.discard = self.discard, []
            self.shuffle(self.deck)
            self.tell("reshuffled")
        return bool(self.deck)

    def throw_away(self, slot: int) -> None:
        """To the discard pile, face up."""
        self.show(slot)
        self.discard.append(slot)

    # -- tokens ----------------------------------------------------------------------------------------

    def token_owner(self, slot: int) -> int:
        return self.faction.index(TOKEN_FACTION[slot])

    def take_back(self, space: int) -> None:
        """A token leaves its track and goes to its owner's reserves."""
        slot = self.track[space]
        self.track[space], self.up[space] = -1, 0
        self.spare[self.token_owner(slot)] += (slot,)

    def tokens_in(self, area: int) -> list[int]:
        return [space for space in SPACES_OF[area] if self.track[space] >= 0]

    def count_tokens(self, area: int) -> int:
        start = area * TRACK
        return TRACK - self.track[start : start + TRACK].count(-1)

    def has_activated(self, area: int, kind: int) -> bool:
        """Does a token of this kind, which one faction alone has, lie face up in the area?"""
        return any(self.up[space] == UP and self.face[self.track[space]] == kind for space in SPACES_OF[area])

    # -- points and resources --------------------------------------------------------------------------

    def gain(self, seat: int, resources: int, how: str = "gained") -> None:
        self.resources[seat] += resources
        self.tell(how, seat, resources)

    def funds(self, seat: int) -> int:
        return self.energy[seat] + self.resources[seat]

    def loan(self, seat: int) -> int:
        """What deals could bring a seat now: the resources of those who may give theirs away (R51, R52)."""
        if not self.trading:
            return 0
        return sum(
            [n for other, n in enumerate(self.resources) if n and other != seat and not self.is_busy(other)]
        )
