"""Phase 2, Defend: TOWN and HERO DEFENSE against the challenges in one's own town."""

from __future__ import annotations

from typing import cast

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import DEFEND
from knaves.games.villagers.cards.faces import (
    BANISHING,
    BONUS_TO_ROLL,
    BY_FAVOR,
    BY_HERO,
    BY_MOB,
    BY_TOWN,
    CHALLENGE,
    DRAWING,
    GAINING,
    HERO,
    MORE_ROLLS,
    ON_HERO,
    ON_TOWN,
    Use,
)
from knaves.games.villagers.rules.abilities import DONE, FAVOR, SLOTS, MayorTurn, ability, gain_always
from knaves.games.villagers.state import FAVOR_BONUS, MOB_BONUS, NOWHERE, Village, without

ATTACK: list[Option] = [("attack", slot) for slot in range(SLOTS)]
BY: list[Option] = [("hero", slot) for slot in range(SLOTS)]
TOWN: Option = ("town",)
SEND_MOB: Option = ("mob",)
BEFORE_AIM = (GAINING, DRAWING, MORE_ROLLS, BANISHING)
WITHOUT_CHALLENGE = (GAINING, DRAWING)
SELECT, DECLARE = 0, 2


def open_defend(s: Village, who: int) -> Step[Village] | None:
    """The turn begins with one TOWN attempt and one for each hero (defend.2, defend.3)."""
    box, face = s.box, s.face
    if s.gainers >> who & 1:
        gain_always(s, who)
    kinds = box.kind
    under_attack = False
    tries = 1
    ready: list[int] = []
    for slot in s.town[who]:
        number = face[slot]
        kind = kinds[number]
        if kind == CHALLENGE:
            under_attack = True
        elif kind == HERO:
            ready.append(slot)
        tries += box.tries[number]
    if not under_attack and not s.offers:
        return None
    s.active, s.aim, s.first, s.each = who, NOWHERE, 0, 0
    s.rolls, s.ready = tries, tuple(ready)
    return DefendTurn(who)


class DefendTurn(MayorTurn):
    lines = ("select", "selected", "declare", "declared", "granted")
    asks = {
        "select": ("Select a challenge to attack, or leave it at that.", "defend.4"),
        "declare": ("Declare who attacks it.", "defend.4"),
    }

    hits: tuple[int, ...] = field(default=(), init=False)  # successes against stubborn challenges (R12)
    on: int = field(default=0, init=False)  # a declared bonus is for TOWN or HERO DEFENSE only

    # -- which challenge ------------------------------------------------------------------------------

    def select(self, s: Village) -> Choice | None:
        face, immune, challenge = s.face, s.box.immune, s.box.challenge
        options: list[Option] = []
        trouble = False
        for slot in s.town[self.who]:
            number = face[slot]
            if challenge[number]:
                trouble = True
                against = immune[number]
                if (s.rolls and not against & BY_TOWN) or (s.ready and not against & BY_HERO):
                    options.append(ATTACK[slot])
        if s.offers:
            self.abilities(s, options, BEFORE_AIM if trouble else WITHOUT_CHALLENGE)
        if not options:
            self.go("end")  # defend.10
            return None
        options.append(DONE)
        return Choice(self.who, options)

    def selected(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "attack":
            s.aim = self.answer[1]
            return None
        if verb == "done":
            self.go("end")
            return None
        self.line = DECLARE + 2  # a VEND is answered in `granted`
        return self.take_up(s, "select")

    # -- with what ------------------------------------------------------------------------------------

    def declare(self, s: Village) -> Choice:
        """Every bonus is declared before the roll (bonus.1, mob.2)."""
        who, on = self.who, self.on
        against = s.box.immune[s.face[s.aim]]
        options: list[Option] = []
        by_town = s.rolls > 0 and not against & BY_TOWN and on != ON_HERO
        by_hero = s.ready and not against & BY_HERO and on != ON_TOWN
        if by_town:
            options.append(TOWN)
        if by_hero:
            options.extend([BY[hero] for hero in s.ready])
        if not against & BY_MOB and s.mob_of(who) >= 0:
            options.append(SEND_MOB)
        if s.favor_seat == who and not against & BY_FAVOR:
            options.append(FAVOR)
        if s.offers:
            bonuses: list[Option] = []
            self.abilities(s, bonuses, (BONUS_TO_ROLL,))
            for option in cast("list[tuple[str, int]]", bonuses):
                on = ability(s, option[1]).on
                if on == 0 or (on == ON_TOWN and by_town) or (on == ON_HERO and by_hero):
                    options.append(option)
        return Choice(who, options)

    def declared(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "town":
            s.rolls -= 1
            bonus, face = 0, s.face
            for slot in s.town[self.who]:
                bonus += s.box.town_each[face[slot]]
            self.fight(s, NOWHERE, bonus)
        elif verb == "hero":
            hero = self.answer[1]
            s.ready = without(s.ready, hero)
            face = s.face
            bonus = s.box.bonus[face[hero]]  # defend.5
            for slot in s.town[self.who]:
                bonus += s.box.hero_each[face[slot]]
            self.fight(s, hero, bonus)
        elif verb == "mob":
            mob = s.mob_of(self.who)
            s.hand[self.who] = without(s.hand[self.who], mob)
            s.drop(mob)  # mob.3
            s.first += MOB_BONUS
            s.tell("sent_mob", self.who, MOB_BONUS)
            self.line = DECLARE
        elif verb == "favor":
            s.favor_seat = NOWHERE  # favor.4
            s.first += FAVOR_BONUS
            s.tell("favored", self.who, FAVOR_BONUS)
            self.line = DECLARE
        else:
            return self.take_up(s, "declare")
        return None

    def granted(self, s: Village) -> Step[Village] | None:
        self.line = SELECT if s.aim == NOWHERE else DECLARE
        return super().granted(s)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == BONUS_TO_ROLL:
            if use.rolls:
                s.each += use.amount
            else:
                s.first += use.amount
            self.on = use.on or self.on
            return None
        if use.verb == MORE_ROLLS:
            s.rolls += use.amount
            return None
        if use.verb == BANISHING:
            return BanishOne(self.who)
        return super().effect(s, slot, use)

    def fight(self, s: Village, hero: int, bonus: int) -> None:
        """One attempt (defend.7 to defend.9)."""
        who, target = self.who, s.aim
        number = s.face[target]
        die = s.below(6) + 1
        bonus += s.first + s.each
        s.first, s.aim, self.on = 0, NOWHERE, 0
        self.line = SELECT
        if hero == NOWHERE:
            s.tell("fought", who, target, die, bonus, s.box.defeat[number])
        else:
            s.tell("fought_by_hero", who, target, hero, die, bonus, s.box.defeat[number])
        if die + bonus < s.box.defeat[number]:
            s.tell("held", who, target)
            return
        wins = s.box.stubborn[number]
        if wins > 1:
            self.hits += (target,)
            if self.hits.count(target) < wins:
                s.tell("hit", who, target, wins - self.hits.count(target))
                return
        s.town[who] = without(s.town[who], target)
        s.hand[who] += (target,)
        s.tell("defeated", who, target, s.gain(who, s.box.loot[number]))  # defend.8

    # -- words ----------------------------------------------------------------------------------------

    def prompt(self, s: Village, seat: int) -> str:
        if s.aim == NOWHERE:
            town = "1 TOWN attempt" if s.rolls == 1 else f"{s.rolls} TOWN attempts"
            heroes = "1 hero" if len(s.ready) == 1 else f"{len(s.ready)} heroes"
            return f"Select a challenge to attack, or leave it at that. Left: {town}, {heroes}."
        card = s.box.cards[s.face[s.aim]]
        plus = s.first + s.each
        bonus = f" Declared so far: +{plus}." if plus else ""
        return f"Declare who attacks {card.name} (Defeat Value {card.defeat}).{bonus}"

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "card":
            return None
        number = s.face[thing] if 0 <= thing < len(s.face) and s.sees(seat, thing) else NOWHERE
        if number == NOWHERE:
            return None
        name = s.box.cards[number].name
        if thing in s.town[seat] and s.box.challenge[number]:
            if s.aim != NOWHERE:
                return Refused("You have selected a challenge; declare who attacks it.", "defend.4")
            if s.rolls or s.ready:
                need = "HERO" if s.box.immune[number] & BY_TOWN else "TOWN"
                return Refused(f"Only a {need} DEFENSE can attack {name}.", "defend.4")
            return Refused("All attempts of this turn are used.", "defend.10")
        if thing in s.town[seat] and s.box.kind[number] == HERO and s.box.use_phase[number] != DEFEND:
            if s.aim == NOWHERE:
                return Refused("First select a challenge to attack.", "defend.4")
            if thing not in s.ready:
                return Refused(f"{name} has used the attempt of this turn.", "defend.3")
            return Refused(f"Not against {s.box.cards[s.face[s.aim]].name}, or not now.", "defend.4")
        if s.box.challenge[number] and any(thing in town for town in s.town):
            return Refused("Mayors fight the challenges in their own towns only.", "defend.1")
        return self.why_not_used(s, thing, BEFORE_AIM if s.aim == NOWHERE else (BONUS_TO_ROLL,))

    def refuse(self, s: Village, seat: int, option: Option) -> Refused | None:
        if option == SEND_MOB and s.mob_of(seat) < 0:
            return Refused("Your Angry Mob has been played.", "mob.3")
        if option == FAVOR and s.favor_seat != seat:
            return Refused("The King's Favor is not in your town.", "favor.8")
        if option in (SEND_MOB, FAVOR) and s.aim != NOWHERE:
            return Refused(s.box.cards[s.face[s.aim]].text or "Not against this one.", "bonus.1")
        if option in (SEND_MOB, FAVOR, TOWN):
            return Refused("First select a challenge to attack.", "defend.4")
        return None


class BanishOne(Step[Village]):
    """A challenge of one's own town leaves the game (R32)."""

    lines = ("choose", "banish")
    asks = {"choose": ("Which challenge leaves the game?", "ability.1")}

    who: int

    def choose(self, s: Village) -> Choice:
        return Choice(self.who, [("banish", slot) for slot in s.challenges(self.who)])

    def banish(self, s: Village) -> None:
        slot = self.answer[1]
        s.town[self.who] = without(s.town[self.who], slot)
        s.drop(slot)
        s.tell("banished", self.who, slot)
