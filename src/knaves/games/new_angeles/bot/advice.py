"""The `rules` bot: a page of priorities for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.step import Option, things_of
from knaves.games.new_angeles.bot.action_cards import card_worth
from knaves.games.new_angeles.bot.city import Look
from knaves.games.new_angeles.bot.trades import bargain
from knaves.games.new_angeles.cards import CORPS, FIRST_EMERGENCY, ILLNESS, ORGCRIME, OUTAGE, PRISEC
from knaves.games.new_angeles.cards import HUMAN_FIRST as HF
from knaves.games.new_angeles.view.schema import TableView

Rater = Callable[[Look, Sequence[int]], float]
FAVOURITE = (4, 2, 1, -1, 3, 0)  # the type that serves each corporation's contract
BARGAINS = ("offer", "accept", "decline", "withdraw", "hold")
CARD_WORTH = 0.7  # a card in hand
PAYS = {  # what an investment is likely to pay
    "Retail Sector": 3.5,
    "Energy Sector": 4.0,
    "Banking Sector": 4.0,
    "Technology Sector": 3.5,
    "Entertainment Sector": 4.0,
    "Healthcare Initiative": 4.5,
    "Power Siphoning": 4.0,
    "Union Agreement": 4.5,
    "Laundering Scheme": 4.0,
    "Militarized Police": 3.5,
    "Short Sale": 3.0,
    "Populist Dismissal": 3.5,
}


def advise(view: TableView, options: Sequence[Option], rng: Random) -> Option:
    look = Look(view)
    found = bargain(look, options, rng)
    if found is not None:
        return found
    answers = [option for option in options if option[0] not in BARGAINS] or list(options)
    verbs = {option[0] for option in answers}
    if "propose" in verbs:
        return propose(look, answers)
    if "pass" in verbs:
        return counter(look, answers, rng)
    if "abstain" in verbs:
        return support(look, answers)
    if "lay" in verbs:
        return lay_more(look, answers)
    rated = [(rate(look, option), rng.random(), option) for option in answers]
    return max(rated)[2]


def title_of(look: Look, slot: int) -> str:
    """The title of a card this seat knows."""
    name = f"card:{slot}"
    for seat in look.view["seats"]:
        for card in (*seat["hand"], *seat["emergency"]):
            if card["id"] == name:
                return card["title"]
    raise LookupError(slot)


# -- the deal ---------------------------------------------------------------------------------------------


def prize(look: Look, who: int) -> float:
    """What it is worth to this seat that a player claims the revealed asset."""
    deal = look.view["deal"]
    if deal is None or deal["asset"] is None:
        return 0.0
    return look.capital(who, look.asset(deal["asset"]["name"]))


def propose(look: Look, options: Sequence[Option]) -> Option:
    """The best card for this seat; an emergency card only when it does much more."""

    def worth(option: Option) -> float:
        if len(option) < 2:
            return 0.0
        slot = things_of(option)[0]
        return card_worth(look, title_of(look, slot), look.me) - reserved(look, slot)

    return max(options, key=worth)


def reserved(look: Look, slot: int) -> float:
    """What keeping an emergency card for later is worth; less from round to round."""
    return 0.45 * (6 - look.view["round"]) if slot >= FIRST_EMERGENCY else 0.0


def offers(look: Look) -> tuple[float, float | None]:
    """What it is worth to this seat that the main offer wins, and the counteroffer."""
    deal = look.view["deal"]
    assert deal is not None
    active = look.view["active"]
    main = prize(look, active)
    if deal["main"] is not None:
        main += card_worth(look, deal["main"]["title"], active)
    if not deal["counters"]:
        return main, None
    who = deal["counter_by"][-1]
    return main, prize(look, who) + card_worth(look, deal["counters"][-1]["title"], who)


def counter(look: Look, options: Sequence[Option], rng: Random) -> Option:
    """Counter when winning would be clearly better than what lies on the table."""
    deal = look.view["deal"]
    assert deal is not None
    if "not_counter" in given_word(look):
        return ("pass",)
    main, other = offers(look)
    price = len(deal["counters"]) + 1
    best: Option = ("pass",)
    best_gain = 2.0 + CARD_WORTH * price
    for option in options:
        if option[0] != "counter":
            continue
        slot = things_of(option)[0]
        mine = card_worth(look, title_of(look, slot), look.me) + prize(look, look.me)
        mine -= reserved(look, slot)
        stands = main if other is None else max(main, other)
        gain = mine - stands + rng.random()
        if gain > best_gain:
            best, best_gain = option, gain
    return best


def support(look: Look, options: Sequence[Option]) -> Option:
    """Back the better offer if the difference is worth a card, or a promise says so."""
    main, other = offers(look)
    if other is None or "abstain" in given_word(look):
        return ("abstain",)
    side = 0 if main > other else 1
    gap = abs(main - other)
    word = promised(look)
    if word >= 0 and (word == side or gap < 3.0):
        side, gap = word, max(gap, 2.0)
    back: Option = ("back", side)
    return back if back in options and gap >= 1.2 else ("abstain",)


def promised(look: Look) -> int:
    """The side this seat has promised to back in this deal, -1 if none."""
    word = given_word(look)
    return 0 if "support_main" in word else 1 if "support_counter" in word else -1


def given_word(look: Look) -> set[str]:
    """What this seat has promised and not yet kept."""
    return {row["what"] for row in look.view["promises"] if row["by"] == look.me and row["fate"] == "open"}


def lay_more(look: Look, options: Sequence[Option]) -> Option:
    """Another card while the side this seat backs is not ahead and much hangs on it."""
    leave = next((o for o in options if o[0] in ("done", "forfeit")), ("",))
    if leave[0] == "forfeit":  # pressed by Eiko: a card is dearer than 1 capital only for who has few
        cards = [o for o in options if o[0] == "lay"]
        return cards[0] if len(cards) > 2 else leave
    deal = look.view["deal"]
    assert deal is not None
    main, other = offers(look)
    side = look.mine["side"]
    gap = abs(main - (other or 0.0))
    ahead = deal["support"][side] - deal["support"][1 - side]
    wanted = 1 if side == 1 else 0
    if leave in options and (ahead >= wanted + (gap > 5) or gap < 2.0 * look.mine["laid"]):
        return leave
    cards = [o for o in options if o[0] == "lay"]
    return min(cards, key=lambda o: card_worth(look, title_of(look, things_of(o)[0]), look.me))


# -- everything else --------------------------------------------------------------------------------------


def rate(look: Look, option: Option) -> float:
    rater = RATERS.get(option[0])
    return rater(look, things_of(option)) if rater is not None else 0.0


def remove(look: Look, things: Sequence[int]) -> float:
    piece, d = things
    corp = {HF: 0, ORGCRIME: 0, ILLNESS: 2, OUTAGE: 5}.get(piece, -1)
    paid = 0.0
    if corp in look.corp_seat:
        paid = look.capital(look.corp_seat[corp], 1 if corp == 0 else 2)
    return look.care * (look.cost(piece, d) - look.sick(piece, d)) + paid + look.invested(piece, -1)


def place(look: Look, things: Sequence[int]) -> float:
    piece, d = things
    gain = look.guarded(d) if piece == PRISEC else -look.placed(piece, d)
    return look.care * (gain - look.sick(0, d)) + look.invested(piece, 1)


def calm(look: Look, things: Sequence[int]) -> float:
    gain, fall = look.calmed(things[0], 1)
    paid = look.capital(look.corp_seat[4], fall) if 4 in look.corp_seat else 0.0
    return look.care * (gain - look.sick(0, things[0])) + paid + 0.01


def rouse(look: Look, things: Sequence[int]) -> float:
    return -look.care * (look.roused(things[0]) + look.sick(0, things[0]))


def move(look: Look, things: Sequence[int]) -> float:
    paid = look.capital(look.corp_seat[1], 2) if 1 in look.corp_seat else 0.0
    return look.care * look.moved(things[0], things[1]) + 0.3 * paid - 0.05


def liquidate(look: Look, things: Sequence[int]) -> float:
    return look.care * look.liquidated(things[0])


def arrest(look: Look, things: Sequence[int]) -> float:
    d = things[0]
    gain = -look.cost(PRISEC, d)
    units = [p for p in (HF, ORGCRIME) if look.city[d] & p]
    gain += sum(look.cost(p, d) for p in units)
    paid = look.capital(look.corp_seat[0], len(units)) if 0 in look.corp_seat else 0.0
    return look.care * (gain - look.sick(0, d)) + paid


def scorch(look: Look, things: Sequence[int]) -> float:
    d = things[0]
    return arrest(look, things) - look.care * (look.placed(OUTAGE, d) - look.cost(PRISEC, d))


def stock(look: Look, things: Sequence[int]) -> float:
    change = [1 if r == things[0] else 0 for r in range(5)]
    return look.care * (look.short(look.forecast) - look.short(look.with_change(change))) + 0.01


def lower(look: Look, things: Sequence[int]) -> float:
    change = [1 if r == things[0] else 0 for r in range(5)]
    return look.care * (look.short(look.forecast) - look.short(look.with_change(change, -1)))


def pay(look: Look, things: Sequence[int]) -> float:
    """One's share of the pot, if threat is high; nothing for whoever likes it high."""
    share = 1 if look.threat >= 10 and look.care > 0 else 0
    return -abs(things[0] - share)


def draw(look: Look, things: Sequence[int]) -> float:
    favourite = FAVOURITE[CORPS.index(look.mine["corp"])]
    worst = {HF: 4, ORGCRIME: 4, ILLNESS: 1, OUTAGE: 0}
    need = sum(look.cost(p, d) for p, k in worst.items() if k == things[0] for d in _with(look, p))
    return (1.5 if things[0] == favourite else 0.0) + 0.2 * need


def _with(look: Look, piece: int) -> list[int]:
    return [d for d in range(1, 11) if look.city[d] & piece]


def keep(look: Look, things: Sequence[int]) -> float:
    name = f"investment:{things[0]}"
    for paper in look.view["choose"]:
        if paper["id"] == name:
            return PAYS.get(paper["name"], 3.0) + 0.25 * paper["worth"]
    return 0.0


def discard(look: Look, things: Sequence[int]) -> float:
    return -card_worth(look, title_of(look, things[0]), look.me)


def enrich(amount: float) -> Rater:
    return lambda look, things: look.capital(things[0], amount)


def hurt(amount: float) -> Rater:
    return lambda look, things: -look.capital(things[0], amount) - 0.01 * poverty(look, things[0])


def poverty(look: Look, seat: int) -> float:
    return -look.view["seats"][seat]["capital"]


def deploy(look: Look, things: Sequence[int]) -> float:
    """Cards for somebody harmless, of a type that does not serve his contract."""
    seat, kind = things
    favourite = FAVOURITE[CORPS.index(look.view["seats"][seat]["corp"])]
    return look.capital(seat, 2.0) + 0.01 * poverty(look, seat) - (0.3 if kind == favourite else 0)


def use(look: Look, things: Sequence[int]) -> float:
    """Most abilities are good for their owner; some only now and then."""
    name = next(
        (a["name"] for row in look.view["seats"] for a in row["assets"] if a["id"] == f"asset:{things[0]}"),
        "",
    )
    if name in ("Caprice Nisei", "Mark Yale", "Locust Company", "Alex Westlund", "Elizabeth Mills"):
        return -0.5
    if name == "Fumiko Yamamori":
        loss = min(-lower(look, (r,)) for r in range(5) if look.supply[r])
        return 2.0 - loss
    if name in ("Tanaka", "The Fall Guy", "Midori", "Chief Gorman", "Isabel McGuire"):
        return 0.2 if name in ("Midori", "Chief Gorman", "Isabel McGuire") else -0.2
    if name == "Thomas Haas":
        return 0.5 if look.federalist else -0.1
    return 1.0


def award(look: Look, things: Sequence[int]) -> float:
    main, other = offers(look)
    return main if things[0] == 0 else (other if other is not None else -9.0)


def lay_top(look: Look, things: Sequence[int]) -> float:
    return award(look, things[1:])


def swap_rival(look: Look, things: Sequence[int]) -> float:
    """A rival who can be beaten is better than a city that must fall."""
    aside = look.view["aside"]
    if aside is None:
        return 0.0
    if look.federalist:
        return 1.0
    if aside["worth"] == 6 or look.rival < 0:
        return -1.0
    seats = look.view["seats"]
    mine = look.mine["capital"]
    now = mine - seats[look.rival]["capital"] if look.rival != look.me else 0
    other = look.corp_seat[aside["worth"]]
    then = mine - seats[other]["capital"] if other != look.me else 0
    return float(then - now)


def steal_asset(look: Look, things: Sequence[int]) -> float:
    for row in look.view["seats"]:
        for asset in row["assets"]:
            if asset["id"] == f"asset:{things[0]}":
                return look.asset(asset["name"]) - look.capital(row["seat"], 1.0)
    return 0.0


def scrap(look: Look, things: Sequence[int]) -> float:
    return -steal_asset(look, things)


def give(look: Look, things: Sequence[int]) -> float:
    """A card for 1 capital: those that are worth less."""
    return 0.9 - max(0.0, card_worth(look, title_of(look, things[0]), look.me))


def take(look: Look, things: Sequence[int]) -> float:
    return 0.5 + card_worth(look, title_of(look, things[0]), look.me)


RATERS: dict[str, Rater] = {
    "remove": remove,
    "place": place,
    "calm": calm,
    "rouse": rouse,
    "move": move,
    "liquidate": liquidate,
    "arrest": arrest,
    "scorch": scorch,
    "sweep": arrest,
    "stock": stock,
    "lower": lower,
    "pay": pay,
    "draw": draw,
    "keep": keep,
    "discard": discard,
    "invest": enrich(1.0),
    "flatter": enrich(2.0),
    "deploy": deploy,
    "rearm": lambda look, things: look.capital(things[0], 1.5),
    "use": use,
    "award": award,
    "lay_top": lay_top,
    "name": lambda look, things: 1.0 if things[0] == look.view["active"] else 0.0,
    "bar": lambda look, things: 0.0,
    "steal_one": hurt(1.0),
    "steal_two": hurt(2.0),
    "tax": hurt(0.3),
    "search": lambda look, things: look.view["seats"][things[0]]["cards"] - look.capital(things[0], 1),
    "take": take,
    "gift": enrich(1.0),
    "give": give,
    "pass_on": enrich(1.5),
    "make_draw": enrich(1.0),
    "make_discard": hurt(0.5),
    "cash": lambda look, things: 2.5,
    "steal_asset": steal_asset,
    "scrap": scrap,
    "swap_rival": swap_rival,
    "pay_off": lambda look, things: 0.3,
    "take_emergency": lambda look, things: 1.0,
}
