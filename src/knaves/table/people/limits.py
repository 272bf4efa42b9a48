"""What comes from people is read here: sizes, shapes and rates."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Hashable, Sequence
from typing import get_args

from knaves.core.errors import Refused
from knaves.core.game import Game
from knaves.core.reading import read_option
from knaves.core.state import State
from knaves.core.step import Option
from knaves.table.errors import TooMuch
from knaves.table.people.orders import BOT, ME, MOMENTS
from knaves.table.people.table_plan import CHAT_MOST, ORDERS_MOST, OrderKind

SELECTION_MOST = 64


class Limiter:
    """So many at once, and so many a second after that, for each key. By the steady clock: no date matters."""

    KEYS_MOST = 10_000

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self._clock = burst, per_second, clock
        self._left: dict[Hashable, tuple[float, float]] = {}  # how many are left, and when that was

    def allows(self, key: Hashable) -> bool:
        now = self._clock()
        left, at = self._left.get(key, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.per_second)
        if len(self._left) >= self.KEYS_MOST:  # forget whoever has all of it again; else whoever came first
            full = {
                k: (n, t) for k, (n, t) in self._left.items() if n + (now - t) * self.per_second < self.burst
            }
            self._left = dict(list(full.items())[self.KEYS_MOST // 10 :])
        self._left[key] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def check(self, key: Hashable, why: str = "That is too fast; wait a few seconds.") -> None:
        if not self.allows(key):
            raise TooMuch(why)

    def give_back(self, key: Hashable) -> None:
        """The last one does not count."""
        left, at = self._left.get(key, (self.burst, 0.0))
        self._left[key] = (left + 1, at)


BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""What is a letter or a mark to the machine, and nothing to the eye: fillers, blanks, selectors of looks."""
PILE_MOST = 3
"""So many marks stand on one letter of any language; more would lie over the lines of others."""


def unpiled(text: str) -> str:
    """Without marks that have no letter to stand on, or too many others below them."""
    kept, piled = [], PILE_MOST
    for sign in text:
        piled = piled + 1 if unicodedata.category(sign) in ("Mn", "Me") else PILE_MOST * sign.isspace()
        if piled <= PILE_MOST:
            kept.append(sign)
    return "".join(kept)


def plain(text: object, most: int, what: str) -> str:
    """Text on one line without signs that cannot be seen."""
    if not isinstance(text, str):
        raise Refused(f"{what} is text.")
    if len(text) > 4 * most:
        raise TooMuch(f"{what} has at most {most} letters.")
    seen = "".join(sign if sign.isprintable() else " " for sign in BLANK.sub("", text))
    line = " ".join(unpiled(seen).split())
    if len(line) > most:
        raise TooMuch(f"{what} has at most {most} letters.")
    return line


def read_chat(text: object) -> str:
    line = plain(text, CHAT_MOST, "A message")
    if not line:
        raise Refused("There is nothing to say in an empty message.")
    return line


def read_options(options: object) -> list[Option]:
    """A whole selection."""
    if not isinstance(options, list | tuple) or not 0 < len(options) <= SELECTION_MOST:
        raise Refused(f"A selection is 1 to {SELECTION_MOST} answers.")
    return [read_option(option) for option in options]


def read_order(
    game: Game[State],
    kind: object,
    option: object,
    clause: object,
    unless: Sequence[object],
    times: object,
    have: int,
) -> Option:
    wanted = read_option(option)
    if have >= ORDERS_MOST:
        raise TooMuch(f"A seat has at most {ORDERS_MOST} standing orders.")
    if kind not in get_args(OrderKind):
        raise Refused(f"A standing order is one of {', '.join(get_args(OrderKind))}.")
    for itself in (MOMENTS, BOT):
        if (kind == itself[0]) != (wanted == itself):
            raise Refused(f'An order of the kind "{itself[0]}" names ["{itself[0]}"], and no other does.')
    if wanted not in (MOMENTS, BOT) and wanted[0] not in game.verbs:
        raise Refused(f"{game.title} has nothing called {wanted[0]!r:.40}.")
    if not isinstance(clause, str) or len(clause) > 40:
        raise Refused("The place of a standing order is the id of a clause.")
    if type(times) is not int or not 0 <= times <= 1000:
        raise Refused("A standing order answers 1 to 1000 times, or 0 for no limit.")
    strange = [word for word in unless if word != ME and word not in game.events]
    if strange or len(unless) > 20:
        raise Refused(f"{game.title} has no event called {str(strange[:1])[:40]}.")
    return wanted
