"""The end in its first second: who has won, how, by how much, and how it ended for who looks on."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from knaves.core.state import Result
from knaves.core.words import all_of
from knaves.games import find
from knaves.table.pages.page import Page, ResultCard
from knaves.web.draw.parts import LETTERS


class Rank(msgspec.Struct, frozen=True):
    """One bar: a seat's, or that of a side which a seat has served."""

    name: str
    value: int
    width: float  # of 100
    letter: str  # whose colour it has; "" for a side
    serves: str = ""  # who served it, as far as that was revealed
    you: bool = False


class Finale(msgspec.Struct, frozen=True):
    title: str
    letters: tuple[str, ...]  # of the winners
    who: str
    wins: str
    by: str
    says: str
    reason: str
    made: str  # what made the difference; "" where that cannot be told
    yours: str  # to who looks on
    ranks: tuple[Rank, ...]

    @property
    def brief(self) -> str:
        """For the prompt below."""
        return f"{self.who} {self.wins}: {self.by} {self.says}."


def finale_of(page: Page, result: ResultCard) -> Finale:
    names = [card.name for card in page.seats]
    # several on one screen: by names
    alone = page.you if sum(card.yours for card in page.seats) == 1 else None
    game = find(page.game)
    won = result.winners
    ending = game.ending(page.view or {}, Result(won, result.scores, result.reason), names)
    called = ["You" if seat == alone else names[seat] for seat in won]
    return Finale(
        title=ending.title or game.title,
        letters=tuple(LETTERS[seat] for seat in won),
        who=" & ".join(sorted(called, key=lambda name: name != "You")) or "Nobody",
        wins="win together" if len(won) > 1 else "win" if called == ["You"] else "wins",
        by=ending.by,
        says=ending.says,
        reason=result.reason,
        made=difference(result, names),
        yours=ending.yours[alone] if alone is not None and alone not in won else "",
        ranks=ranks_of(page, result),
    )


def difference(result: ResultCard, names: Sequence[str]) -> str:
    """Where the winner got most on those who came next."""
    scores, won = result.scores, result.winners
    others = [seat for seat in range(len(scores)) if seat not in won]
    if len(won) != 1 or not others or len(result.sources) < 2:
        return ""
    second = max(scores[seat] for seat in others)
    next_best = [seat for seat in others if scores[seat] == second]
    if scores[won[0]] <= second or len(next_best) > 1:
        return ""
    source, more = max(
        ((name, row[won[0]] - row[next_best[0]]) for name, row in result.sources.items()),
        key=lambda one: one[1],
    )
    return f"What made the difference: {source}, {more} more than {all_of([names[n] for n in next_best])}."


def ranks_of(page: Page, result: ResultCard) -> tuple[Rank, ...]:
    """The winners first, then by what is counted."""
    lines = [line for line in find(page.game).standing(page.view or {}).lines if line.rival]
    top = max(1, *(line.value for line in lines)) if lines else 1
    found: list[tuple[bool, int, Rank]] = []
    for line in lines:
        seat = line.seat if line.thing == f"seat:{line.seat}" else None
        letter = "" if line.seat is None else LETTERS[line.seat]
        rank = Rank(
            name=line.name if seat is None else page.seats[seat].name,
            value=line.value,
            width=round(max(0, line.value) * 100 / top, 1),
            letter="" if seat is None else letter,
            serves=letter if seat is None else "",
            you=line.seat is not None and line.seat == page.you,
        )
        found.append((line.seat not in result.winners, -line.value, rank))
    return tuple(rank for _, _, rank in sorted(found, key=lambda row: row[:2]))
