"""Sets up tables for the tests, and speaks of cards by their ids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

import knaves
from knaves.core.state import State
from knaves.core.step import Option, Step
from knaves.games.villagers.cards import cards
from knaves.games.villagers.cards.effects import PHASE_NUMBER
from knaves.games.villagers.rules.score import ScoreColumn, sheets
from knaves.games.villagers.rules.sequence import Round
from knaves.games.villagers.state import Village
from knaves.games.villagers.view import VillageView
from tests.support import ask_of, with_dice

GAME = "villagers"
PLAIN_POOL = ("village_well", "farm", "grey_wolf", "trader", "baker", "tailor", "shepherd")
ROWS = {row.id: row for row in cards()}


def that_do(**effects: str) -> str:
    """A card file in which these cards of ours have another effect, written as such files write it."""
    named = ("id", "name", "kind", "price", "value", "earnings", "bonus", "defeat", "pillage", "loot", "pair")
    lines: list[str] = []
    for card, effect in effects.items():
        numbers = {name: getattr(ROWS[card], name) for name in named}
        lines += ["[[card]]", *(f"{k} = {json.dumps(v)}" for k, v in numbers.items() if v not in (None, ""))]
        lines += [f"effects = [{{ {effect} }}]", 'source = "house"', ""]
    return "\n".join(lines)


class Table:
    """A position and the words to play it."""

    def __init__(self, position: knaves.Position) -> None:
        self.p = position
        self.heard: list[str] = []
        position.listen(self.hear)

    def hear(self, event: knaves.Event) -> None:
        text = self.p.text(event, None)
        if text is not None:
            self.heard.append(text)

    @property
    def s(self) -> Village:
        return cast(Village, self.p.state)

    def slot(self, card: str, seat: int | None = None) -> int:
        """The card of this id; the one in this Mayor's hand or town, if there are several."""
        number = self.s.box.number[card]
        near: list[int] = [] if seat is None else [*self.s.hand[seat], *self.s.town[seat]]
        places: list[int] = [*near, *range(len(self.s.face))]
        return next(slot for slot in places if self.s.face[slot] == number)

    def option(self, seat: int, verb: str, *things: str | int) -> Option:
        """An answer by the ids of its cards; what is attacked, and one's own Angry Mob, need not be named."""
        if verb == "town" and not things:
            return (verb, self.s.aim if self.s.aim >= 0 else self.s.challenges(seat)[0])
        if verb == "mob" and not things:
            return (verb, self.slot("angry_mob", seat))
        return (verb, *(self.slot(thing, seat) if isinstance(thing, str) else thing for thing in things))

    def do(self, seat: int, verb: str, *things: str | int, dice: Sequence[int] = ()) -> None:
        """One answer; the dice that follow fall as given."""
        if dice:
            with_dice(self.p, *dice)
        self.p.apply(seat, self.option(seat, verb, *things))

    def refuses(self, seat: int, verb: str, *things: str | int) -> knaves.Refused:
        """The answer is refused and changes nothing; gives back why."""
        before = self.p.clone()
        try:
            self.p.apply(seat, self.option(seat, verb, *things))
        except knaves.Refused as refused:
            assert self.p == before
            return refused
        raise AssertionError(f"{verb} {things} was accepted")

    def why_not(self, seat: int, card: str) -> tuple[str, str]:
        ask = ask_of(self.p)
        why = ask.why_not(seat, f"card:{self.slot(card, seat)}")
        assert why is not None
        return why.reason, why.clause

    @property
    def asked(self) -> int | None:
        """The seat the table waits for."""
        ask = self.p.ask()
        return None if ask is None else ask.seats[0]

    def may(self, seat: int | None = None) -> set[str]:
        """What this seat may answer, in words: "recruit farm", "roll 2", "done"."""
        ask = ask_of(self.p)
        seat = ask.seats[0] if seat is None else seat
        return {self.words(option) for option in ask.options(seat) or ask.interjections(seat)}

    def words(self, option: Option) -> str:
        if option[0] in ("town", "mob"):
            return option[0]
        kinds = self.p.game.kinds(option[0])
        things = [
            self.s.box.id_of[self.s.face[thing]] if kinds.get(i) == "card" else str(thing)
            for i, thing in enumerate(option[1:], 1)
        ]
        return " ".join([option[0], *things])

    # -- what lies where ------------------------------------------------------------------------------

    def ids(self, row: Sequence[int]) -> list[str]:
        return [self.s.box.id_of[self.s.face[slot]] for slot in row]

    def town(self, seat: int) -> list[str]:
        return self.ids(self.s.town[seat])

    def hand(self, seat: int) -> list[str]:
        return self.ids(self.s.hand[seat])

    @property
    def pool(self) -> list[str]:
        return self.ids(self.s.pool)

    @property
    def gold(self) -> list[int]:
        return self.s.gold

    def view(self, seat: int | None = 0) -> VillageView:
        return cast(VillageView, self.p.view(seat))

    def sheet(self, seat: int) -> ScoreColumn:
        return sheets(self.s)[seat]

    def idle(self) -> None:
        """Plays what is asked with the first answer that does least, until another phase begins."""
        phase, round_ = self.s.phase, self.s.round
        while (ask := self.p.ask()) is not None and (self.s.phase, self.s.round) == (phase, round_):
            seat = ask.seats[0]
            options = ask.options(seat)
            least = {
                "done": 0,
                "keep": 0,
                "refuse": 0,
                "earn": 1,
                "suffer": 1,
                "lose": 2,
                "toll": 2,
                "roll": 3,
                "recruit": 4,
            }
            self.p.apply(seat, min(options, key=lambda o: (least.get(str(o[0]), 9), o)))

    def idle_to(self, round_: int, phase: str) -> None:
        """Idles until that phase."""
        while (self.s.round, self.s.phase) != (round_, PHASE_NUMBER[phase]):
            assert (self.s.round, self.s.phase) < (round_, PHASE_NUMBER[phase]) and self.asked is not None
            self.idle()


def table(
    phase: str = "recruit", seats: int = 3, options: dict[str, object] | None = None, **words: object
) -> Table:
    """A table at the beginning of a phase, seat 0 with the Start Marker and first; the Favor in the bank."""
    given: dict[str, object] = {"phase": phase, "start": 0, **words}
    if (options or {}).get("advanced", True) and "favor" not in given:
        given["favor"] = "bank"
    if "pool" not in given and phase == "recruit":
        given["pool"] = list(PLAIN_POOL[: 7 if seats == 5 else 6])
    for rows in ("towns", "hands", "secrets"):
        if rows in given:
            some = cast("list[list[str]]", given[rows])
            given[rows] = [*some, *([] for _ in range(seats - len(some)))]
    if "hands" not in given:
        given["hands"] = [["angry_mob", "deputy_mayor"] for _ in range(seats)]
    replay = given.get("favor") == "bank" and "turn" not in given
    if replay:
        given["favor"] = seats - 1  # stops the scenario before anything happens, so that all of it is heard
    position = knaves.scenario(
        {"game": GAME, "seats": seats, "seed": 1, "options": options or {}, "set": given}
    )
    made = Table(position)
    if replay:
        made.s.favor_seat = -1
        position.stack[:] = cast("list[Step[State]]", [Round()])
        position.run()
    return made


def said(t: Table, *words: str) -> list[str]:
    """What was told with all these words in it."""
    return [told for told in t.heard if all(word in told for word in words)]


def start(seats: int = 4, seed: int = 1, **options: object) -> Table:
    """A new game."""
    return Table(knaves.start(GAME, seats=seats, seed=seed, **options))
