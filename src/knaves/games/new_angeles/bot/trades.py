"""How the `fair` bot trades: what an offer is worth, and when to make one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from knaves.core.offers import OfferView
from knaves.core.step import Option
from knaves.games.new_angeles.bot.action_cards import card_worth
from knaves.games.new_angeles.bot.city import Valuation
from knaves.games.new_angeles.bot.deal import given_word
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, DEALS

OfferOption = tuple[str, int, int, int, int, int, int, int]
TRUST = 0.6  # a promise is kept so often, until the ledger says otherwise
SIDES = {"support_main": 0, "support_counter": 1}
ON_SUPPORT = frozenset({*SIDES, "abstain"})  # of these a player can keep one in a deal


def bargain(valued: Valuation, options: Sequence[Option], rng: Random) -> Option | None:
    """An answer to an offer, or an offer of one's own; None: nothing worth saying."""
    for option in options:
        verb, *things = option
        if verb == "accept":
            row = next(o for o in valued.look.offers() if o["number"] == things[0])
            return option if worth(valued, row) > 0.3 else ("decline", things[0])
    declines = [option for option in options if option[0] == "decline"]
    if declines:
        return declines[0]
    found = [o for o in options if o[0] == "offer"]
    best, most = None, 1.0
    for option in found:
        gain = hope(valued, option)
        if gain > most:
            best, most = option, gain
    if best is not None and rng.random() < 0.5:
        return best
    return ("hold",) if ("hold",) in options else None


def worth(valued: Valuation, row: OfferView) -> float:
    """What accepting this offer is worth."""
    give, get, other = row["give"], row["get"], row["by"]
    total = valued.capital(valued.me, give["amount"] - get["amount"])
    total += valued.capital(other, get["amount"] - give["amount"])
    for name in give["goods"]:
        total += valued.asset(name) - valued.capital(other, 0.5)
    for name in get["goods"]:
        total -= valued.asset(name) - valued.capital(other, 0.5)
    total += stake(valued, give["promise"], 1.0) * trust(valued, other)
    if get["promise"] in ON_SUPPORT and given_word(valued, valued.me) & ON_SUPPORT - {get["promise"]}:
        return -1.0  # one of the two words would be broken
    if get["promise"] == "pay":
        return -1.0  # no menu pays a debt: his word would be broken
    if get["promise"] in SIDES:
        total += stake(valued, get["promise"], 1.0) * 0.5 - 0.6
    return total


def trust(valued: Valuation, seat: int) -> float:
    """How often this player keeps his word, as far as the ledger shows."""
    kept = broken = 0
    for row in valued.look.promises():
        if row["by"] == seat:
            kept += row["fate"] == "kept"
            broken += row["fate"] == "broken"
    return (TRUST * 2 + kept) / (2 + kept + broken)


def stake(valued: Valuation, promise: str, share: float) -> float:
    """What it is worth to this seat that a side gets support."""
    deal = valued.look.deal
    if promise not in SIDES or deal is None or not deal.counters or not deal.main:
        return 0.0
    values = []
    who = (valued.look.active, deal.counter_by[-1])
    for side, card in ((0, deal.main), (1, deal.counters[-1])):
        value = card_worth(valued, card, who[side])
        if deal.asset:
            value += valued.capital(who[side], valued.asset(deal.asset))
        values.append(value)
    side = SIDES[promise]
    return share * (values[side] - values[1 - side])


def hope(valued: Valuation, option: Option) -> float:
    """What making this offer may bring, if it is accepted: support that is worth more than it costs."""
    _, other, pay, give, ask, get, _, wanted = cast(OfferOption, option)
    if other == valued.rival and valued.rival != valued.me:
        return -1.0  # no business with the rival
    if give or get or ask or wanted not in (BACK_MAIN, BACK_COUNTER):
        return -1.0
    deal = valued.look.deal
    if deal is None or not deal.counters:
        return -1.0
    gain = 0.5 * stake(valued, DEALS.pledges[wanted].id, 1.0)
    if gain <= pay or given_word(valued, other) & ON_SUPPORT:
        return -1.0  # too dear; or his word is given, to this side or to the other
    return gain * trust(valued, other) - pay
