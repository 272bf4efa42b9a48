"""The Scientists: Mr. Fusion. (Dr. Tyrannosaurus is in combat.py and deploy.py.)"""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Step
from knaves.games.villains.rules.play_card import PlayCard, beyond_means, playable
from knaves.games.villains.state import FactionCity


class Fusion(Step[FactionCity]):
    """Any number of cards, one after the other (scientists.3). The first is chosen with the token."""

    lines = ("play", "count", "choose", "take")
    asks = {"choose": ("Mr. Fusion in {area:area}: play another card, or stop.", "scientists.3")}

    who: int
    area: int
    card: int

    def play(self, s: FactionCity) -> Step[FactionCity]:
        s.fusion += 1  # scientists.4
        return PlayCard(self.who, self.area, self.card, False)

    def count(self, s: FactionCity) -> None:
        s.tell("fusion", self.who, s.fusion)

    def choose(self, s: FactionCity) -> Choice:
        options = playable(s, self.who, s.funds(self.who))
        return Choice(self.who, [*options, ("done",)], bool(s.hand[self.who]))

    def prompt(self, s: FactionCity, seat: int) -> str:
        text = super().prompt(s, seat)
        if playable(s, seat, s.funds(seat)):
            return text
        way = "Make a deal, or stop" if playable(s, seat, s.funds(seat) + s.loan(seat)) else "Stop"
        return text.replace("play another card, or stop", f"you cannot pay for any of your cards. {way}")

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        return beyond_means(s, seat, thing) if kind == "card" and thing in s.hand[seat] else None

    def take(self, s: FactionCity) -> None:
        if self.answer[0] == "play":
            self.card = self.answer[1]
            self.go("play")
