"""Phase 2, Defend: TOWN and HERO DEFENSE against the challenges in one's own town."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, Choice, Option, Step
from knaves.core.words import counted
from knaves.games.villagers.cards.effects import DEFEND
from knaves.games.villagers.cards.faces import (
    BANISHING,
    BONUS_TO_ROLL,
    CHALLENGE,
    DRAWING,
    GAINING,
    HERO,
    MOB,
    MORE_ROLLS,
    ON_ANY,
    ON_TOWN,
    ON_WORDS,
    Use,
)
from knaves.games.villagers.rules.abilities import FAVOR, MayorTurn, ability, gain_always
from knaves.games.villagers.rules.bonus import (
    bind,
    can_fail,
    cannot_fail,
    declared_words,
    hero_bonus,
    kinds_of_attempt,
    lapsing,
    town_bonus,
    why_no_bonus,
)
from knaves.games.villagers.rules.dice import SIDES
from knaves.games.villagers.state import FAVOR_BONUS, MOB_BONUS, NOWHERE, Village, without

ATTACK = Menu("attack")
BY_TOWN = Menu("town")  # the challenge that the town attacks
BY_HERO = Menu("hero")  # the hero that attacks
SEND_MOB = Menu("mob")  # the Angry Mob that goes along
BANISH = Menu("banish")
BEFORE_AIM = (GAINING, DRAWING, MORE_ROLLS, BANISHING)
WITHOUT_CHALLENGE = (GAINING, DRAWING)


def open_defend(s: Village, who: int) -> Step[Village] | None:
    """The turn begins with one TOWN attempt and one for each hero (defend.2, defend.3)."""
    face, kinds, more_tries = s.face, s.box.kind, s.box.tries
    if who in s.gainers:
        gain_always(s, who)
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
        tries += more_tries[number]
    if not under_attack and not s.offers:
        return None
    s.declare_nothing()
    s.active, s.rolls, s.ready = who, tries, tuple(ready)
    return DefendTurn(who)


class DefendTurn(MayorTurn):
    lines = ("select", "selected", "declare", "declared", "granted")
    asks = {"select": ("", "defend.4"), "declare": ("", "defend.4")}

    # -- which challenge ------------------------------------------------------------------------------

    def attempts(self, s: Village, target: int) -> int:
        """Attempts that this challenge allows and that are left."""
        immune = s.box.immune[s.face[target]]
        town = 0 if "town" in immune else s.rolls
        return town if "hero" in immune else town + len(s.ready)

    def worth_an_attack(self, s: Village, target: int) -> bool:
        """Attempts enough for all the successes it takes (R12), those that can still be had among them."""
        return self.attempts(s, target) > 0 and self.in_reach(s, target)

    def targets(self, s: Village) -> list[int]:
        """Challenges worth an attack, with all that is declared for the next roll. Where that works against none of
        them it lapses, and the attempts are free (R19)."""
        near = [slot for slot in s.challenges(self.who) if self.worth_an_attack(s, slot)]
        return [slot for slot in near if not lapsing(s, slot)] or near

    def in_reach(self, s: Village, target: int) -> bool:
        """Could this challenge still be defeated in this turn, with the TOWN attempts that abilities can bring?"""
        lacking = s.box.stubborn[s.face[target]] - s.hits.count(target) - self.attempts(s, target)
        if lacking > 0 and "town" not in s.box.immune[s.face[target]]:
            lacking -= self.more_attempts(s)
        return lacking <= 0

    def more_attempts(self, s: Village) -> int:
        """The most TOWN attempts that abilities can still bring for all the gold that can be had (R41)."""
        gold = s.gold[self.who]
        offers: list[tuple[int, int]] = []  # what it costs, and how many attempts it brings
        for owner, slot in s.offers:
            use = ability(s, slot)
            price = use.cost if owner == self.who else use.price
            if price < 0 or slot in self.used:
                continue
            if use.verb == GAINING:
                gold += max(0, s.counted(self.who, use.count) - price)
            elif use.verb == MORE_ROLLS:
                offers.append((price, use.amount))
        most = [0] * (gold + 1)  # by what is spent on them
        for price, attempts in offers:
            for spent in range(gold, price - 1, -1):
                most[spent] = max(most[spent], most[spent - price] + attempts)
        return most[gold]

    def helps(self, s: Village, use: Use, price: int) -> bool:
        """One TOWN attempt more is of use where there is something the town can attack and still defeat."""
        if use.verb == BONUS_TO_ROLL and s.aim != NOWHERE:
            return bool(use.rolls) or can_fail(s, use.on)
        if use.verb != MORE_ROLLS:
            return super().helps(s, use, price)
        immune, face = s.box.immune, s.face
        return any(
            "town" not in immune[face[slot]] and self.in_reach(s, slot) for slot in s.challenges(self.who)
        )

    def select(self, s: Village) -> Choice | None:
        face, challenge, plain = s.face, s.box.challenge, s.box.plain
        options: list[Option] = []
        trouble = False
        for slot in s.town[self.who]:
            number = face[slot]
            if challenge[number]:
                trouble = True
                if (s.rolls or s.ready) if plain[number] else self.worth_an_attack(s, slot):
                    options.append(ATTACK[slot])
        if s.mods and options:
            options = ATTACK.row(self.targets(s))
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
            if s.mods:
                self.let_lapse(s)
            return None
        if verb == "done":
            self.go("end")
            return None
        self.go("granted")  # where the owner's answer to a VEND is heard
        return self.take_up(s, "select")

    @staticmethod
    def let_lapse(s: Village) -> None:
        """What does not work against the challenge that was selected is not declared any more."""
        for row in lapsing(s, s.aim):
            s.mods.remove(row)
            s.first -= row.value

    # -- with what ------------------------------------------------------------------------------------

    def declare(self, s: Village) -> Choice:
        """Every bonus is declared before the roll (bonus.1, mob.2)."""
        who = self.who
        immune = s.box.immune[s.face[s.aim]]
        options: list[Option] = []
        by_town = s.rolls > 0 and "town" not in immune and not (s.mods and s.amount("hero", 0))
        by_hero = s.ready and "hero" not in immune and not (s.mods and s.amount("town", 0))
        if by_town:
            options.append(BY_TOWN[s.aim])
        if by_hero:
            options.extend([BY_HERO[hero] for hero in s.ready])
        options.extend(self.bonuses(s))
        if s.offers:
            self.abilities(s, options, (BONUS_TO_ROLL,))
        return Choice(who, options)

    def bonuses(self, s: Village) -> list[Option]:
        """The Angry Mob and the Favor, where they may join the roll and could help it."""
        mob, favor = s.mob_of(self.who), s.favor_seat == self.who
        if not (mob >= 0 or favor) or not can_fail(s):
            return []
        immune = s.box.immune[s.face[s.aim]]
        found = [SEND_MOB[mob]] if mob >= 0 and "mob" not in immune else []
        return [*found, FAVOR] if favor and "favor" not in immune else found

    def declared(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "town":
            s.rolls -= 1
            self.fight(s, NOWHERE, town_bonus(s, self.who))
        elif verb == "hero":
            hero = self.answer[1]
            s.ready = without(s.ready, hero)
            self.fight(s, hero, hero_bonus(s, self.who, hero))
        elif verb == "mob":
            mob = self.answer[1]
            s.hand[self.who] = without(s.hand[self.who], mob)
            s.drop(mob)  # mob.3
            s.first += MOB_BONUS
            bind(s, mob, "mob", MOB_BONUS)
            s.tell("sent_mob", self.who, MOB_BONUS)
            self.go("declare")
        elif verb == "favor":
            s.favor_seat = NOWHERE  # favor.4
            s.first += FAVOR_BONUS
            bind(s, NOWHERE, "favor", FAVOR_BONUS)
            s.tell("favored", self.who, FAVOR_BONUS)
            self.go("declare")
        else:
            return self.take_up(s, "declare")
        return None

    def granted(self, s: Village) -> Step[Village] | None:
        """A refusal binds nobody to the challenge he had in mind: he selects anew, or stops (R19)."""
        if not s.returned:
            s.aim = NOWHERE
        self.go("select" if s.aim == NOWHERE else "declare")
        return super().granted(s)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == BONUS_TO_ROLL:
            s.add_bonus(use.amount, bool(use.rolls))
            if use.on:
                bind(s, slot, ON_WORDS[use.on], use.amount)
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
        die = s.below(SIDES) + 1
        s.first, s.aim = 0, NOWHERE
        s.sweep("roll")
        self.go("select")
        if hero == NOWHERE:
            s.tell("fought", who, target, die, bonus, s.box.defeat[number])
        else:
            s.tell("fought_by_hero", who, target, hero, die, bonus, s.box.defeat[number])
        if die + bonus < s.box.defeat[number]:
            s.tell("held", who, target)
            return
        wins = s.box.stubborn[number]
        if wins > 1:
            s.hits += (target,)
            if s.hits.count(target) < wins:
                s.tell("hit", who, target, wins - s.hits.count(target))
                return
        s.town[who] = without(s.town[who], target)
        s.hand[who] += (target,)
        s.tell("defeated", who, target, s.gain(who, s.box.loot[number]))  # defend.8

    # -- words ----------------------------------------------------------------------------------------

    def prompt(self, s: Village, seat: int) -> str:
        bonus = declared_words(s)
        if s.aim == NOWHERE:
            targets = self.targets(s)
            if not targets:
                return f"Nothing can be attacked (any more) in this turn. Use an ability, or leave it at that?{bonus}"
            left = f"Left: {', '.join(self.unused(s))}."
            if lapsing(s, targets[0]):
                bonus += " What of it does not work against the challenge you select is lost."
            return f"Select a challenge to attack, or leave it at that. {left}{bonus}"
        card = s.box.cards[s.face[s.aim]]
        more = s.box.stubborn[s.face[s.aim]] - s.hits.count(s.aim)
        wins = f", {more} successes needed this turn" if more > 1 else ""
        favor = f" The King's Favor adds {FAVOR_BONUS}." if FAVOR in self.bonuses(s) else ""
        return f"Declare who attacks {{{s.aim}:card}} (Defeat Value {card.defeat}{wins}).{bonus}{favor}"

    @staticmethod
    def unused(s: Village) -> list[str]:
        """The attempts that are left, in words."""
        town = [] if not s.rolls else [counted(s.rolls, "TOWN attempt")]
        ready = len(s.ready)
        return town + ([] if not ready else [counted(ready, "hero", "heroes")])

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "card" or not (0 <= thing < len(s.face) and s.sees(seat, thing)):
            return None
        number = s.face[thing]
        name = s.box.cards[number].name
        if thing in s.town[seat] and s.box.challenge[number]:
            return self.why_not_attacked(s, thing, name)
        if thing in s.hand[seat] and s.box.kind[number] == MOB:
            if s.aim == NOWHERE:
                return Refused("First select a challenge to attack.", "defend.4")
            return why_no_bonus(s, "mob", "mob.1")
        if thing in s.town[seat] and s.box.kind[number] == HERO and s.box.use_phase[number] != DEFEND:
            if s.aim == NOWHERE:
                return Refused("First select a challenge to attack.", "defend.4")
            if thing not in s.ready:
                return Refused(f"{name} has used the attempt of this turn.", "defend.3")
            if s.amount("town", 0):
                return Refused("What you have declared is for a TOWN DEFENSE.", "bonus.1")
            return Refused(f"Only a TOWN DEFENSE can attack {s.box.cards[s.face[s.aim]].name}.", "defend.4")
        if s.box.challenge[number] and any(thing in town for town in s.town):
            return Refused("Mayors fight the challenges in their own towns only.", "defend.1")
        why = self.why_not_used(s, thing, BEFORE_AIM if s.aim == NOWHERE else (BONUS_TO_ROLL,))
        if any(thing == slot for _, slot in s.offers) and (why is None or why.clause == "ability.1"):
            return self.why_not_now(s, ability(s, thing), name) or why
        return why

    def why_not_now(self, s: Village, use: Use, name: str) -> Refused | None:
        """Bonuses come after the challenge is selected, everything else before."""
        if use.verb == BONUS_TO_ROLL:
            if s.aim != NOWHERE and any(use.on in (ON_ANY, by) for by in kinds_of_attempt(s)):
                return cannot_fail(s, use.on)
            if s.aim != NOWHERE:
                which = "TOWN" if use.on == ON_TOWN else "HERO"
                return Refused(f"{name} is for a {which} DEFENSE.", "ability.1")
            if self.targets(s):
                return Refused("First select a challenge to attack.", "defend.4")
        elif s.aim != NOWHERE:
            return Refused(
                f"{name} can be used before a challenge is selected, or after the roll.", "defend.4"
            )
        return None

    def why_not_attacked(self, s: Village, target: int, name: str) -> Refused:
        immune = s.box.immune[s.face[target]]
        if s.aim != NOWHERE:
            return Refused("You have selected a challenge; declare who attacks it.", "defend.4")
        if not s.rolls and not s.ready:
            return Refused("All attempts of this turn are used.", "defend.10")
        left = self.attempts(s, target)
        if left and self.in_reach(s, target):
            return Refused(f"What you have declared does not work against {name}.", "bonus.1")
        if left:
            more = s.box.stubborn[s.face[target]] - s.hits.count(target)
            tries = counted(left, "attempt")
            return Refused(f"{name} takes {more} successes this turn, and you have {tries}.", "defend.7")
        need = "HERO" if "town" in immune else "TOWN"
        return Refused(f"Only a {need} DEFENSE can attack {name}.", "defend.4")

    def refuse(self, s: Village, seat: int, option: Option) -> Refused | None:
        verb = option[0]
        if verb == "mob" and s.mob_of(seat) < 0:
            return Refused("Your Angry Mob has been played.", "mob.3")
        if option == FAVOR and s.favor_seat != seat:
            return Refused("The King's Favor is not in your town.", "favor.8")
        if option == FAVOR and s.aim != NOWHERE:
            return why_no_bonus(s, "favor", "bonus.1")
        if verb in ("mob", "favor", "town") and s.aim == NOWHERE:
            return Refused("First select a challenge to attack.", "defend.4")
        return None


class BanishOne(Step[Village]):
    """A challenge of one's own town leaves the game (R32)."""

    lines = ("choose", "banish")
    asks = {"choose": ("Which challenge in your town leaves the game, without loot?", "ability.1")}

    who: int

    def choose(self, s: Village) -> Choice:
        return Choice(self.who, BANISH.row(s.challenges(self.who)))

    def banish(self, s: Village) -> None:
        slot = self.answer[1]
        s.town[self.who] = without(s.town[self.who], slot)
        s.drop(slot)
        s.tell("banished", self.who, slot)
