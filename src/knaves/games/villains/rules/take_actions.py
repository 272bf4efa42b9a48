"""The Take Actions Step: reveal a token, use a skill, be locked, or pass."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import AREAS, REFUNDED
from knaves.games.villains.rules.place_tokens import has_its_time
from knaves.games.villains.rules.skills import UseAreaSkill, could_with_a_loan, skill_refusal, skills_of
from knaves.games.villains.rules.tokens import ActivateToken
from knaves.games.villains.state import AREA_OF, SPACES_OF, TOKEN_FACTION, WEIGHED, FactionCity

PASS: Option = ("pass",)
LOCKED: Option = ("locked",)
REVEAL = Menu("reveal", 2)


def hidden_tokens(s: FactionCity, seat: int) -> tuple[list[int], bool]:
    """The spaces from which a seat may reveal, and whether it has any unrevealed token in play."""
    mine, up, track = s.faction[seat], s.up, s.track
    heads: list[int] = []
    for spaces in SPACES_OF:
        for space in spaces:
            slot = track[space]
            if slot >= 0 and not up[space]:
                if TOKEN_FACTION[slot] == mine:
                    heads.append(space)
                break
    left = bool(heads)
    if not left:
        for space, slot in enumerate(track):
            if slot >= 0 and not up[space] and TOKEN_FACTION[slot] == mine:
                left = True
                break
    return heads, left


class TakeActions(Step[FactionCity]):
    lines = ("player", "choose", "act")
    asks = {"choose": ("", "act.1")}

    who: int

    def player(self, s: FactionCity) -> None:
        self.who = s.active = s.next_to_act(self.who)
        s.underway = False
        if self.who < 0:
            s.passed = 0
            self.go("end")

    def choose(self, s: FactionCity) -> Choice:
        who = self.who
        heads, any_left = hidden_tokens(s, who)
        options = [REVEAL[s.track[space]][AREA_OF[space]] for space in heads]
        options.extend(skills_of(s, who))
        if not any_left:
            options.append(PASS)
        elif not heads:
            options.append(LOCKED)
        if len(options) == 1 and could_with_a_loan(s, who):
            return Choice(who, options, moment="cannot_pay")
        return Choice(who, options)

    def prompt(self, s: FactionCity, seat: int) -> str:
        heads, any_left = hidden_tokens(s, seat)
        skilled = bool(skills_of(s, seat))
        if len(heads) < 2 and not skilled and could_with_a_loan(s, seat):
            return "You cannot pay for the skill you could use: make a deal, or do without."
        if not any_left:
            return "All your tokens are revealed: use a skill, or pass for this turn."
        if not heads:
            return "Your tokens are all blocked: use a skill, or declare that you are locked."
        return "Your action: reveal a token" + " or use an area's skill" * skilled + "."

    def act(self, s: FactionCity) -> Step[FactionCity] | None:
        verb, who = self.answer[0], self.who
        self.who = (who + 1) % s.seats
        self.go("player")
        if verb == "pass":
            s.passed |= 1 << who
            s.tell("passed", who)
            return None
        if verb == "locked":
            s.tell("is_locked", who)
            return None
        s.underway = True
        if verb == "skill":
            return UseAreaSkill(who, self.answer[1], True)
        return flip(s, who, s.track.index(self.answer[1]))

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "space" and 0 <= thing < len(s.track):
            if s.track[thing] < 0:
                return Refused("No token lies there.", "act.2")
            if thing not in hidden_tokens(s, seat)[0]:
                kind, thing = "token", s.track[thing]
        if kind == "token":
            if not 0 <= thing < len(TOKEN_FACTION) or TOKEN_FACTION[thing] != s.faction[seat]:
                return Refused("That token is not yours.", "act.2")  # wherever it is
            if thing in s.spare[seat]:
                return Refused("That token is not on the board.", "act.2")
            if s.up[s.track.index(thing)]:
                return Refused("That token is revealed already.", "act.2")
            return Refused("A face-down token stands before it on its track.", "act.3")
        if kind == "area" and 0 <= thing < AREAS:
            return skill_refusal(s, seat, thing)
        return has_its_time(s, seat, kind, thing)

    def refuse(self, s: FactionCity, seat: int, option: Option) -> Refused | None:
        if option[0] == "pass":
            return Refused("You have tokens to reveal before you may pass.", "act.9")
        if option[0] == "locked":
            if not hidden_tokens(s, seat)[1]:
                return Refused("You have no unrevealed token.", "locked.3")
            return Refused("You have a token that you may reveal.", "locked.3")
        if option[0] == "skill" and len(option) == 2 and 0 <= option[1] < AREAS:
            return skill_refusal(s, seat, option[1])
        return None


def flip(s: FactionCity, who: int, space: int) -> Step[FactionCity]:
    """Turns a token face up; a refunded one pays at once (act.8)."""
    slot = s.track[space]
    s.up[space] = WEIGHED
    s.revealing = space
    s.show(slot)
    s.tell("revealed", who, slot, AREA_OF[space])
    kind = s.face[slot]
    if REFUNDED[kind]:
        s.gain(who, 1, "refunded")
    return ActivateToken(who, space, kind, AREA_OF[space])
