"""Promises (65.2): what can be promised, and what became of it. They are recorded, never enforced."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.errors import Refused
from knaves.games.new_angeles.state import ABSTAINED, COUNTER, MAIN, UNDECIDED, NewAngeles, Promise

NO_PROMISE, BACK_MAIN, BACK_COUNTER, NOT_COUNTER, STAND_ASIDE = range(5)
PAY_LATER = 10  # and so much capital, before the round ends
PAY_MOST = 20
OPEN, KEPT, BROKEN, LAPSED = range(4)
FATES = ("open", "kept", "broken", "lapsed")
ABOUT_SUPPORT = (BACK_MAIN, BACK_COUNTER, STAND_ASIDE)


class Vow(NamedTuple):
    """One kind of promise: its name in views, and how it reads."""

    id: str
    text: str


VOWS = (
    Vow("", "nothing"),
    Vow("support_main", "to support the main offer"),
    Vow("support_counter", "to support the counteroffer"),
    Vow("not_counter", "not to counter"),
    Vow("abstain", "to abstain"),
)


def promise_name(what: int) -> str:
    return f"to pay {what - PAY_LATER} capital before the round ends" if what > PAY_LATER else VOWS[what].text


def promise_id(what: int) -> str:
    """The same for programs."""
    return "pay" if what > PAY_LATER else VOWS[what].id


PROMISES = tuple(
    (what, promise_name(what))
    for what in (*range(len(VOWS)), *range(PAY_LATER + 1, PAY_LATER + PAY_MOST + 1))
)


def known(what: int) -> bool:
    return 0 <= what < len(VOWS) or PAY_LATER < what <= PAY_LATER + PAY_MOST


def pointless(s: NewAngeles, by: int, what: int) -> Refused | None:
    """Why this player cannot promise that now: who has an offer of his own supports none (16.6)."""
    if not s.dealing:
        return None
    if what in ABOUT_SUPPORT and by in (s.active, s.countering):
        return Refused("Whoever has an offer in the deal neither supports nor abstains.", "16.6")
    if what in ABOUT_SUPPORT and s.side[by] != UNDECIDED:
        return Refused("Who has spoken in the Support step has nothing more to promise about it.", "16.4")
    if what == NOT_COUNTER and by in s.counter_by:
        return Refused("There is a counteroffer of that player already.", "15.4a")
    if what == NOT_COUNTER and by == s.active:
        return Refused("The active player makes no counteroffer anyway.", "16.7")
    return None


def stands(s: NewAngeles, by: int, to: int, what: int) -> bool:
    """Has this been promised already, or is it part of an open offer between the two?"""
    if any(row[:3] == (by, to, what) and row.fate == OPEN for row in s.promises):
        return True
    for row in s.offers:
        if (row.giver, row.taker, row.promise) == (by, to, what):
            return True
        if (row.taker, row.giver, row.wanted) == (by, to, what):
            return True
    return False


def promise(s: NewAngeles, by: int, to: int, what: int) -> None:
    s.promises = (*s.promises, Promise(by, to, what, s.turn, OPEN))


def settle(s: NewAngeles, row: Promise, fate: int) -> Promise:
    s.tell(("", "promise_kept", "promise_broken", "promise_lapsed")[fate], row.by, row.to, row.what)
    return row._replace(fate=fate)


def paid(s: NewAngeles, by: int, to: int, capital: int) -> None:
    """Capital handed over keeps earlier promises to pay, the oldest first, as far as it goes."""
    rows = []
    for row in s.promises:
        if row[:2] == (by, to) and row.fate == OPEN and PAY_LATER < row.what <= PAY_LATER + capital:
            capital -= row.what - PAY_LATER
            row = settle(s, row, KEPT)
        rows.append(row)
    s.promises = tuple(rows)


def countered(s: NewAngeles, seat: int) -> None:
    """Whoever counters has broken his word not to, even if his card is sent back later (15.8)."""
    s.promises = tuple(
        settle(s, row, BROKEN) if row.by == seat and row.what == NOT_COUNTER and row.fate == OPEN else row
        for row in s.promises
    )


def abstained(s: NewAngeles, seat: int) -> None:
    """59.2: to abstain is to say so, whatever Eiko makes of it."""
    s.promises = tuple(
        settle(s, row, KEPT) if row.by == seat and row.what == STAND_ASIDE and row.fate == OPEN else row
        for row in s.promises
    )


def end_of_deal(s: NewAngeles) -> None:
    """Promises about this deal show whether they were kept."""
    s.promises = tuple(
        settle(s, row, fate_of(s, row)) if row.fate == OPEN and row.what < PAY_LATER else row
        for row in s.promises
    )


def fate_of(s: NewAngeles, row: Promise) -> int:
    if row.what == NOT_COUNTER:
        return KEPT  # else broken when he countered
    if row.what == BACK_COUNTER and lapsed(s, row):
        return LAPSED
    kept = {
        BACK_MAIN: s.side[row.by] == MAIN and s.laid[row.by] > 0,
        BACK_COUNTER: s.side[row.by] == COUNTER and s.laid[row.by] > 0,
        STAND_ASIDE: s.side[row.by] == ABSTAINED,
    }[row.what]
    return KEPT if kept else BROKEN


def lapsed(s: NewAngeles, row: Promise) -> bool:
    """The counteroffer it was about is not the one that stood in the end, or a card forbade the support."""
    if not s.counters or not s.allows("support_counter", row.by):
        return True
    if row.to == s.countering:
        return False
    return row.to in s.counter_by or not s.allows(
        "counter", row.to
    )  # overtopped (15.4a), or sent back (15.8)


def end_of_round(s: NewAngeles) -> None:
    """What was to be paid before the round ends has not been."""
    s.promises = tuple(
        settle(s, row, BROKEN) if row.fate == OPEN and row.what > PAY_LATER else row for row in s.promises
    )
