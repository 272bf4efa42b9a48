"""How the `rules` bot trades: what an offer is worth, and when to make one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from knaves.core.step import Option
from knaves.games.new_angeles.bot.action_cards import card_worth
from knaves.games.new_angeles.bot.city import Look
from knaves.games.new_angeles.deals.promises import BACK_COUNTER, BACK_MAIN, VOWS
from knaves.games.new_angeles.view.schema import OfferView

OfferOption = tuple[str, int, int, int, int, int, int, int]
TRUST = 0.6  # a promise is kept so often, until the ledger says otherwise
SIDES = {"support_main": 0, "support_counter": 1}


def bargain(look: Look, options: Sequence[Option], rng: Random) -> Option | None:
    """An answer to an offer, or an offer of one's own; None: nothing worth saying."""
    for option in options:
        verb, *things = option
        if verb == "accept":
            row = next(o for o in look.view["offers"] if o["id"] == f"offer:{things[0]}")
            return option if worth(look, row) > 0.3 else ("decline", things[0])
    declines = [option for option in options if option[0] == "decline"]
    if declines:
        return declines[0]
    found = [o for o in options if o[0] == "offer"]
    best, most = None, 1.0
    for option in found:
        gain = hope(look, option)
        if gain > most:
            best, most = option, gain
    if best is not None and rng.random() < 0.5:
        return best
    return ("hold",) if ("hold",) in options else None


def worth(look: Look, row: OfferView) -> float:
    """What accepting this offer is worth."""
    total = look.capital(look.me, row["pay"] - row["ask"])
    total += look.capital(row["giver"], row["ask"] - row["pay"])
    for name in row["give"]:
        total += look.asset(name) - look.capital(row["giver"], 0.5)
    for name in row["get"]:
        total -= look.asset(name) - look.capital(row["giver"], 0.5)
    total += stake(look, row["promise"], 1.0) * trust(look, row["giver"])
    if row["wanted"] in SIDES:
        total += stake(look, row["wanted"], 1.0) * 0.5 - 0.6
    return total


def trust(look: Look, seat: int) -> float:
    """How often this player keeps his word, as far as the ledger shows."""
    kept = broken = 0
    for row in look.view["promises"]:
        if row["by"] == seat:
            kept += row["fate"] == "kept"
            broken += row["fate"] == "broken"
    return (TRUST * 2 + kept) / (2 + kept + broken)


def stake(look: Look, promise: str, share: float) -> float:
    """What it is worth to this seat that a side gets support."""
    deal = look.view["deal"]
    if promise not in SIDES or deal is None or not deal["counters"] or deal["main"] is None:
        return 0.0
    values = []
    who = (look.view["active"], deal["counter_by"][-1])
    for side, card in ((0, deal["main"]), (1, deal["counters"][-1])):
        value = card_worth(look, card["title"], who[side])
        if deal["asset"] is not None:
            value += look.capital(who[side], look.asset(deal["asset"]["name"]))
        values.append(value)
    side = SIDES[promise]
    return share * (values[side] - values[1 - side])


def hope(look: Look, option: Option) -> float:
    """What making this offer may bring, if it is accepted: support that is worth more than it costs."""
    _, other, pay, give, ask, get, _, wanted = cast(OfferOption, option)
    if other == look.rival and look.rival != look.me:
        return -1.0  # no business with the rival
    if give or get or ask or wanted not in (BACK_MAIN, BACK_COUNTER):
        return -1.0
    deal = look.view["deal"]
    if deal is None or not deal["counters"]:
        return -1.0
    return 0.5 * trust(look, other) * stake(look, VOWS[wanted].id, 1.0) - pay
