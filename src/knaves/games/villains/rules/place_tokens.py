"""The Place Action Tokens Step."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import AREAS, CULT, SUBWAY
from knaves.games.villains.rules.pay import PLACING, pay
from knaves.games.villains.state import SPACES_OF, FactionCity, unit_owner, without

PASS: Option = ("pass",)
AREA = Menu("area")
PLACES = tuple((AREA[area], row[-1], slice(row[0], row[-1] + 1)) for area, row in enumerate(SPACES_OF))
TOKEN = Menu("token", 2)
SPACE = Menu("space")


def place_cost(s: FactionCity, seat: int) -> int:
    return 0 if s.faction[seat] == CULT else 1  # place.3, cult.1


def open_spaces(s: FactionCity, area: int) -> list[int]:
    return [space for space in SPACES_OF[area] if s.track[space] < 0]


class PlaceTokens(Step[FactionCity]):
    """Clockwise from the first player, each places a token or passes (place.1)."""

    lines = ("player", "where", "aim", "which", "keep", "space", "put")
    asks = {
        "where": ("Place an action token: choose an area, or pass for this turn.", "place.1"),
        "which": ("Choose the token to place face down in {area:area}.", "place.2"),
        "space": ("You control the Subway: choose a space in {area:area}.", "subway.1"),
    }

    who: int
    area: int = field(-1)
    token: int = field(-1)

    def player(self, s: FactionCity) -> None:
        self.area = -1
        self.who = s.active = s.next_to_act(self.who)
        s.underway = False
        if self.who < 0:
            s.passed = 0
            self.go("end")

    def where(self, s: FactionCity) -> Choice:
        who = self.who
        if not s.spare[who]:
            return Choice(who, [PASS])
        if s.funds(who) < place_cost(s, who):
            return Choice(who, [PASS], moment="cannot_pay" if s.loan(who) else "")
        track = s.track
        options = [area for area, last, spaces in PLACES if track[last] < 0 or -1 in track[spaces]]
        options.append(PASS)
        return Choice(who, options)

    def aim(self, s: FactionCity) -> None:
        if self.answer[0] == "pass":
            s.passed |= 1 << self.who
            s.tell("passed", self.who)
            self.who = (self.who + 1) % s.seats
            self.go("player")
        else:
            self.area = self.answer[1]
            s.underway = True

    def which(self, s: FactionCity) -> Choice:
        face, area = s.face, self.area
        kinds: dict[int, int] = {}
        for slot in s.spare[self.who]:
            kinds.setdefault(face[slot], slot)
        options = [TOKEN[slot][area] for slot in kinds.values()]
        return Choice(self.who, options, True)  # the mix in reserve must not show

    def keep(self, s: FactionCity) -> Step[FactionCity] | None:
        self.token = self.answer[1]
        return pay(s, self.who, place_cost(s, self.who), PLACING)

    def space(self, s: FactionCity) -> Choice | None:
        if s.owner[SUBWAY] == self.who:
            return Choice(self.who, SPACE.row(open_spaces(s, self.area)))
        return None

    def put(self, s: FactionCity) -> None:
        who, area = self.who, self.area
        space = self.answer[1] if self.answer[0] == "space" else s.track.index(-1, SPACES_OF[area][0])
        s.spare[who] = without(s.spare[who], self.token)
        s.track[space] = self.token
        s.placed += 1
        if s.owner[SUBWAY] == who:
            s.tell("placed_on", who, self.token, space)
        else:
            s.tell("placed", who, self.token, area)
        if not s.fights >> area & 1 and s.count_tokens(area) == s.seats:
            s.fights |= 1 << area  # place.6
            s.tell("marker", area)
        self.who = (who + 1) % s.seats
        self.go("player")

    def prompt(self, s: FactionCity, seat: int) -> str:
        text = super().prompt(s, seat)
        if self.lines[self.line] != "where":
            return text
        if not s.spare[seat]:
            return "All your tokens are placed: pass for this turn."
        if s.funds(seat) < place_cost(s, seat):
            return "A token costs 1 and you have nothing left: make a deal, or pass for this turn."
        cost = place_cost(s, seat)
        return text.replace("token:", f"token for {cost}:" if cost else "token free:")

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        line = self.lines[self.line]
        if kind == "area" and 0 <= thing < AREAS:
            if line != "where":
                return Refused("The area is chosen.", "place.2")
            if not open_spaces(s, thing):
                return Refused("There is no open space on that track.", "place.2")
            if s.funds(seat) < place_cost(s, seat):
                return Refused("Placing a token costs 1, and you have nothing left.", "place.3")
        if kind == "space" and 0 <= thing < len(s.track):
            if s.track[thing] >= 0:
                return Refused("That space is taken.", "place.2")
            if s.owner[SUBWAY] != seat:
                return Refused("A token goes to the lowest open space.", "place.4")
            if line == "space":
                return Refused("That space is in another area.", "place.2")
            return Refused("Choose the area and the token first, then the space.", "subway.1")
        if kind == "token":
            if thing in s.track and s.token_owner(thing) == seat:
                return Refused("That token is placed already.", "place.5")
            if thing not in s.spare[seat]:
                return Refused("That token is not in your reserves.", "place.2")
            if line == "where":
                return Refused("Choose the area first, then the token.", "place.2")
            said = (
                "The token is chosen."
                if line == "space"
                else "Another of its kind can be chosen: they are alike."
            )
            return Refused(said, "place.2")
        return has_its_time(s, seat, kind, thing)


def has_its_time(s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
    """What a seat has before it while tokens are placed and revealed, and when that is used."""
    if kind == "card" and thing in s.hand[seat]:
        return Refused("A card is played with a card token, when that is revealed.", "card.1")
    if kind == "plan" and thing in s.plans[seat]:
        return Refused("Plans are scored when the turn ends.", "objective.1")
    if unit_owner(kind, thing) == seat:
        return Refused("Units come, move and fight by tokens, cards and skills.", "act.1")
    return None
