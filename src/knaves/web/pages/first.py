"""First time here: which game tonight, by players, minutes and taste. Nothing in it is guessed.

How long a game takes is what its box says (`minutes` of its game.toml), how much there is to decide was measured
(balance/*.json), how much there is to read is the length of its book, and what it tastes of stands in its guide.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from knaves.core.clauses import ledger
from knaves.core.game import About
from knaves.core.words import counted
from knaves.games import GAMES, about
from knaves.lab import figures
from knaves.web.draw.guide import TASTES, guide_of
from knaves.web.http.guard import name_of
from knaves.web.pages.common import html

PLAYERS = (1, 2, 3, 4, 5, 6)
MINUTES = {"45": "45", "60": "60", "90": "90", "150": "150", "999": "all night"}
ANYTHING = "anything"


class Wish(NamedTuple):
    """What somebody has time and people for."""

    players: int = 4
    minutes: int = 60
    taste: str = ANYTHING


class Advice(NamedTuple):
    """A game with the reason for its place; `fits`: 2 as wished, 1 nearly, 0 not tonight."""

    game: str
    info: About
    fits: int
    reason: str
    chairs: int  # at a table for so many people: the nearest number that the game is for
    decisions: int  # of each player, in the mean of measured games; 0: nobody has measured
    rules: int  # in its book
    tasty: bool

    @property
    def rank(self) -> tuple[int, bool, tuple[int, int], int]:
        """Of what fits alike, the shorter game, and then the shorter book."""
        return -self.fits, not self.tasty, span(self.info), self.rules


def wish_of(asked: dict[str, str]) -> Wish:
    """What the address says; what it does not say, or says wrongly, is as usual."""
    usual = Wish()
    players, minutes, taste = asked.get("players", ""), asked.get("minutes", ""), asked.get("taste", "")
    return Wish(
        int(players) if players in map(str, PLAYERS) else usual.players,
        int(minutes) if minutes in MINUTES else usual.minutes,
        taste if taste in TASTES else usual.taste,
    )


def advise(wish: Wish) -> list[Advice]:
    """Every game, the best for tonight first."""
    return sorted((judged(game, wish) for game in GAMES), key=lambda advice: advice.rank)


def judged(game: str, wish: Wish) -> Advice:
    info, guide = about(game), guide_of(game)
    shortest, longest = span(info)
    chairs = min(info.seats, key=lambda seats: (seats < wish.players, abs(seats - wish.players)))
    tasty = wish.taste == ANYTHING or (guide is not None and wish.taste in guide.taste)
    time = f"{info.minutes.replace('-', '–')} min"
    if wish.players > info.seats[-1]:
        fits, reason = 0, f"for {info.seats[0]} to {info.seats[-1]} players"
    elif shortest > wish.minutes:
        fits, reason = 0, f"another night: {time}"
    elif longest > wish.minutes:
        fits, reason = 1, f"may be a little long: {time}"
    elif not tasty and guide is not None:
        fits, reason = 1, f"another taste: {' and '.join(TASTES[taste] for taste in guide.taste)}"
    else:
        bots = chairs - wish.players
        with_bots = f", {counted(bots, 'bot')} with you" if wish.players > 1 and bots > 0 else ""
        fits, reason = 2, f"fits too: {time}{with_bots}"
    return Advice(game, info, fits, reason, chairs, decisions(game, chairs), len(ledger(game).clause), tasty)


def span(info: About) -> tuple[int, int]:
    """From so many minutes to so many, as the box has it."""
    low, _, high = info.minutes.partition("-")
    return int(low), int(high or low)


@cache
def decisions(game: str, seats: int) -> int:
    file = files("knaves.games").joinpath(game, "balance", f"{seats}.json")
    return round(figures.read(file.read_bytes()).decisions.value / seats) if file.is_file() else 0


async def first(request: Request) -> Response:
    wish = wish_of(dict(request.query_params))
    best, *others = advise(wish)
    whom = "For you alone" if wish.players == 1 else f"For {wish.players} of you"
    why = f"{whom}: this one" if best.fits == 2 else f"{whom}, the nearest: {best.reason}"
    return html(
        "around/first.html", best=best, others=others, why=why, name=name_of(request), **switches(wish)
    )


def switches(wish: Wish) -> dict[str, object]:
    """What the three switches show."""
    return {
        "wish": wish,
        "players_known": PLAYERS,
        "minutes_known": MINUTES,
        "tastes": {ANYTHING: ANYTHING, **TASTES},
    }
