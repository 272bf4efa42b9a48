"""The chairs of a table as a guest sees them, who has a link and does not sit yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from knaves.games import about
from knaves.table import Page, SeatCard, Who
from knaves.web.draw.parts import LETTERS
from knaves.web.http.guard import name_of
from knaves.web.pages.common import html


class Stool(NamedTuple):
    """A chair as a guest sees it."""

    letter: str
    seat: int
    name: str
    note: str
    free: bool
    icon: str


def stools(page: Page) -> list[Stool]:
    return [_stool(card, page) for card in page.seats]


def _stool(card: SeatCard, page: Page) -> Stool:
    letter, free = LETTERS[card.seat], is_free(card)
    if card.kind == "bot" and not card.away:
        note = f"{card.name}, a {card.level} bot, plays it; it goes"
        if page.status == "lobby":
            note = f"a {card.level} bot sits there; it goes"
        return Stool(letter, card.seat, f"Chair {letter.upper()}", note, free, "vintage-robot")
    if free:
        return Stool(letter, card.seat, f"Chair {letter.upper()}", "nobody yet", True, "domino-mask")
    note = f"away: a {card.level} bot minds the chair" if card.away else "sits there"
    return Stool(letter, card.seat, card.name, note, False, "domino-mask")


def is_free(card: SeatCard) -> bool:
    """Nobody's chair: open, or a bot's that no person has left there."""
    return card.kind != "person" and not card.away


def first_free(page: Page, wanted: int = -1) -> int:
    """The chair somebody wants, if it is free; else an open one, else a bot's; -1 if there is none."""
    free = [card for card in page.seats if is_free(card)]
    order = sorted(free, key=lambda card: (card.seat != wanted, card.kind != "open", card.seat))
    return order[0].seat if order else -1


def may_join(page: Page, who: Who) -> bool:
    """Before the start whoever is asked in; later only who has the invite link, which a listed table does not need."""
    begun = page.status == "running"
    return (
        who.invited
        and not who.seats
        and not (who.host and page.status == "lobby")  # who begins the game, chair or not
        and (page.status == "lobby" or (begun and not page.listed))
        and first_free(page) >= 0
    )


def join_page(request: Request, page: Page, hosts: Sequence[int], problem: str = "") -> Response:
    """Who has a link and no chair yet: a name, a chair, one touch. `hosts`: where sits who opened the table."""
    host = next((page.seats[seat] for seat in hosts), None)
    return html(
        "around/join.html",
        p=page,
        info=about(page.game),
        stools=stools(page),
        chosen=first_free(page),
        host=host,
        name=name_of(request),
        problem=problem,
    )
