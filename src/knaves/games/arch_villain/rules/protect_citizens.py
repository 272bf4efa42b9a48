"""Protect Citizens: a cube on a reward, and out of the round."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.arch_villain.state import IN, LEFT, HeroCity


def plain_rewards(s: HeroCity, shares: bool) -> list[int]:
    """The card and health rewards that may be chosen (protect.5, faq.2)."""
    plain, taken = s.box.plain_rewards, s.reward
    return [at for at in plain if shares or at not in taken]


def rewards_after_arrest(s: HeroCity, seat: int) -> list[Option]:
    """After an arrest the red circles are open too (protect.9)."""
    options: list[Option] = [("reward", at) for at in plain_rewards(s, s.traits(seat).share_green)]
    options += [("reward", at) for at in s.box.circles if at not in s.reward]
    return options


def leave_round(s: HeroCity, seat: int, reward: int) -> None:
    """Without an arrest, of one's own will or after the last turn (protect.7, end.2)."""
    s.fate[seat] = LEFT
    s.reward[seat] = reward
    s.tell("protects", seat, reward)


def why_not_reward(s: HeroCity, thing: int) -> Refused | None:
    if thing in s.box.circles:
        return Refused("The red circles are only for those who arrested.", "protect.9")
    if 0 <= thing < len(s.box.rewards):
        return Refused("There is a cube on this reward already.", "protect.5")
    return None


class LastRewards(Step[HeroCity]):
    """Whoever is still in after the last turn chooses a reward (end.2)."""

    lines = ("choose", "put")
    asks = {"choose": ("The round is over: put your cube on a reward.", "end.2")}

    place: int = 0  # in the order

    def choose(self, s: HeroCity) -> Choice | None:
        for at in range(self.place, s.seats):
            seat = s.order[at]
            if s.fate[seat] == IN:
                shares = s.traits(seat).share_green
                return Choice(seat, [("reward", r) for r in plain_rewards(s, shares)])
        self.go("end")
        return None

    def put(self, s: HeroCity) -> None:
        at = next(at for at in range(self.place, s.seats) if s.fate[s.order[at]] == IN)
        seat = s.order[at]
        s.tell("stayed", seat)
        leave_round(s, seat, self.answer[1])
        self.place = at + 1
        self.go("choose")

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        return why_not_reward(s, thing) if kind == "reward" else None
