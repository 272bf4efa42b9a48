"""How the `fair` bot plays a deal: what it proposes, when it counters, and whom it supports."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.step import Option, things_of
from knaves.games.new_angeles.bot.action_cards import card_worth
from knaves.games.new_angeles.bot.city import Valuation
from knaves.games.new_angeles.cards import FIRST_EMERGENCY

CARD_WORTH = 0.7  # a card in hand


def prize(valued: Valuation, who: int) -> float:
    """What it is worth to this seat that a player claims the revealed asset."""
    deal = valued.look.deal
    if deal is None or not deal.asset:
        return 0.0
    return valued.capital(who, valued.asset(deal.asset))


def propose(valued: Valuation, options: Sequence[Option]) -> Option:
    """The best card for this seat; an emergency card only when it does much more."""

    def worth(option: Option) -> float:
        if len(option) < 2:
            return 0.0
        slot = things_of(option)[0]
        return card_worth(valued, valued.look.title(slot), valued.me) - reserved(valued, slot)

    return max(options, key=worth)


def reserved(valued: Valuation, slot: int) -> float:
    """What keeping an emergency card for later is worth; less from round to round."""
    return 0.45 * (6 - valued.look.round) if slot >= FIRST_EMERGENCY else 0.0


def offers(valued: Valuation) -> tuple[float, float | None]:
    """What it is worth to this seat that the main offer wins, and the counteroffer."""
    deal = valued.look.deal
    assert deal is not None
    active = valued.look.active
    main = prize(valued, active)
    if deal.main:
        main += card_worth(valued, deal.main, active)
    if not deal.counters:
        return main, None
    who = deal.counter_by[-1]
    return main, prize(valued, who) + card_worth(valued, deal.counters[-1], who)


def counter(valued: Valuation, options: Sequence[Option], rng: Random) -> Option:
    """Counter when winning would be clearly better than what lies on the table."""
    deal = valued.look.deal
    assert deal is not None
    if "not_counter" in given_word(valued, valued.me):
        return ("pass",)
    main, other = offers(valued)
    price = len(deal.counters) + 1
    best: Option = ("pass",)
    best_gain = 2.0 + CARD_WORTH * price
    for option in options:
        if option[0] != "counter":
            continue
        slot = things_of(option)[0]
        mine = card_worth(valued, valued.look.title(slot), valued.me) + prize(valued, valued.me)
        mine -= reserved(valued, slot)
        stands = main if other is None else max(main, other)
        gain = mine - stands + rng.random()
        if gain > best_gain:
            best, best_gain = option, gain
    return best


def support(valued: Valuation, options: Sequence[Option]) -> Option:
    """Back the better offer if the difference is worth a card, or a promise says so."""
    main, other = offers(valued)
    if other is None or "abstain" in given_word(valued, valued.me):
        return ("abstain",)
    side = 0 if main > other else 1
    gap = abs(main - other)
    word = promised(valued)
    if word >= 0 and (word == side or gap < 3.0):
        side, gap = word, max(gap, 2.0)
    back: Option = ("back", side)
    return back if back in options and gap >= 1.2 else ("abstain",)


def promised(valued: Valuation) -> int:
    """The side this seat has promised to back in this deal, -1 if none."""
    word = given_word(valued, valued.me)
    return 0 if "support_main" in word else 1 if "support_counter" in word else -1


def given_word(valued: Valuation, seat: int) -> set[str]:
    """What a seat has promised and not yet kept."""
    return {row["what"] for row in valued.look.promises() if row["by"] == seat and row["fate"] == "open"}


def lay_more(valued: Valuation, options: Sequence[Option]) -> Option:
    """Another card while the side this seat backs is not ahead and much hangs on it."""
    leave = next((o for o in options if o[0] in ("done", "forfeit")), ("",))
    if leave[0] == "forfeit":  # pressed by Eiko: a card is dearer than 1 capital only for who has few
        cards = [o for o in options if o[0] == "lay"]
        return cards[0] if len(cards) > 2 else leave
    deal = valued.look.deal
    assert deal is not None
    main, other = offers(valued)
    side = valued.look.side
    gap = abs(main - (other or 0.0))
    ahead = deal.support[side] - deal.support[1 - side]
    wanted = 1 if side == 1 else 0
    if leave in options and (ahead >= wanted + (gap > 5) or gap < 2.0 * valued.look.laid):
        return leave
    cards = [o for o in options if o[0] == "lay"]
    return min(cards, key=lambda o: card_worth(valued, valued.look.title(things_of(o)[0]), valued.me))
