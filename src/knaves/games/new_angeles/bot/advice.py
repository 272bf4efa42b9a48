"""The `fair` bot: a page of priorities for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.step import Option, things_of
from knaves.games.new_angeles.bot.action_cards import card_worth
from knaves.games.new_angeles.bot.city import Valuation
from knaves.games.new_angeles.bot.deal import counter, lay_more, offers, propose, support
from knaves.games.new_angeles.bot.sight import UNKNOWN, CorpSight, ImaginedCorps, SeenCorps
from knaves.games.new_angeles.bot.trades import bargain
from knaves.games.new_angeles.cards import FEDERALIST, ILLNESS, ORGCRIME, OUTAGE, PRISEC
from knaves.games.new_angeles.cards import HUMAN_FIRST as HF
from knaves.games.new_angeles.state import NewAngeles
from knaves.games.new_angeles.view.types import TableView

Rater = Callable[[Valuation, Sequence[int]], float]
FAVOURITE: tuple[int, ...] = (4, 2, 1, -1, 3, 0)  # the type that serves each corporation's contract
BARGAINS: tuple[str, ...] = ("offer", "accept", "decline", "withdraw", "hold")
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
    """The advice to a seat that sees this."""
    return answer(SeenCorps(view), options, rng)


def advise_state(s: NewAngeles, seat: int, options: Sequence[Option], rng: Random) -> Option:
    """The same advice in a world that is imagined."""
    first = options[0]
    if first[0] == "hold" and not (s.dealing and s.counters):  # no offer is made but for support in a deal
        for option in options:
            if option[0] in ("accept", "decline"):
                break
        else:
            return first
    return answer(ImaginedCorps(s, seat), options, rng)


def answer(look: CorpSight, options: Sequence[Option], rng: Random) -> Option:
    valued = Valuation(look)
    found = bargain(valued, options, rng)
    if found is not None:
        return found
    answers = [option for option in options if option[0] not in BARGAINS] or list(options)
    verbs = {option[0] for option in answers}
    if "propose" in verbs:
        return propose(valued, answers)
    if "pass" in verbs:
        return counter(valued, answers, rng)
    if "abstain" in verbs:
        return support(valued, answers)
    if "lay" in verbs:
        return lay_more(valued, answers)
    rated = [(rate(valued, option), rng.random(), option) for option in answers]
    return max(rated)[2]


def promising(s: NewAngeles, seat: int, options: Sequence[Option], rng: Random) -> list[Option]:
    """The same answers, the best by rule of thumb first."""
    valued = Valuation(ImaginedCorps(s, seat))

    def worth(option: Option) -> float:
        if option[0] not in ("propose", "counter", "lay") or len(option) < 2:
            return rate(valued, option)
        card = card_worth(valued, valued.look.title(things_of(option)[0]), seat)
        return -card if option[0] == "lay" else card

    return sorted(options, key=worth, reverse=True)


def rate(valued: Valuation, option: Option) -> float:
    rater = RATERS.get(option[0])
    return rater(valued, things_of(option)) if rater is not None else 0.0


def remove(valued: Valuation, things: Sequence[int]) -> float:
    piece, d = things
    corp = {HF: 0, ORGCRIME: 0, ILLNESS: 2, OUTAGE: 5}.get(piece, -1)
    paid = 0.0
    if corp in valued.corp_seat:
        paid = valued.capital(valued.corp_seat[corp], 1 if corp == 0 else 2)
    return valued.care * (valued.cost(piece, d) - valued.sick(piece, d)) + paid + valued.invested(piece, -1)


def place(valued: Valuation, things: Sequence[int]) -> float:
    piece, d = things
    gain = valued.guarded(d) if piece == PRISEC else -valued.placed(piece, d)
    return valued.care * (gain - valued.sick(0, d)) + valued.invested(piece, 1)


def calm(valued: Valuation, things: Sequence[int]) -> float:
    gain, fall = valued.calmed(things[0], 1)
    paid = valued.capital(valued.corp_seat[4], fall) if 4 in valued.corp_seat else 0.0
    return valued.care * (gain - valued.sick(0, things[0])) + paid + 0.01


def rouse(valued: Valuation, things: Sequence[int]) -> float:
    return -valued.care * (valued.roused(things[0]) + valued.sick(0, things[0]))


def move(valued: Valuation, things: Sequence[int]) -> float:
    paid = valued.capital(valued.corp_seat[1], 2) if 1 in valued.corp_seat else 0.0
    return valued.care * valued.moved(things[0], things[1]) + 0.3 * paid - 0.05


def liquidate(valued: Valuation, things: Sequence[int]) -> float:
    return valued.care * valued.liquidated(things[0])


def arrest(valued: Valuation, things: Sequence[int]) -> float:
    d = things[0]
    gain = -valued.cost(PRISEC, d)
    units = [p for p in (HF, ORGCRIME) if valued.city[d] & p]
    gain += sum(valued.cost(p, d) for p in units)
    paid = valued.capital(valued.corp_seat[0], len(units)) if 0 in valued.corp_seat else 0.0
    return valued.care * (gain - valued.sick(0, d)) + paid


def scorch(valued: Valuation, things: Sequence[int]) -> float:
    d = things[0]
    return arrest(valued, things) - valued.care * (valued.placed(OUTAGE, d) - valued.cost(PRISEC, d))


def stock(valued: Valuation, things: Sequence[int]) -> float:
    change = [1 if r == things[0] else 0 for r in range(5)]
    return valued.care * (valued.short(valued.forecast) - valued.short(valued.with_change(change))) + 0.01


def lower(valued: Valuation, things: Sequence[int]) -> float:
    change = [1 if r == things[0] else 0 for r in range(5)]
    return valued.care * (valued.short(valued.forecast) - valued.short(valued.with_change(change, -1)))


def pay(valued: Valuation, things: Sequence[int]) -> float:
    """One's share of the pot, if threat is high; nothing for whoever likes it high."""
    share = 1 if valued.threat >= 10 and valued.care > 0 else 0
    return -abs(things[0] - share)


def draw(valued: Valuation, things: Sequence[int]) -> float:
    favourite = FAVOURITE[valued.look.corps[valued.me]]
    worst = {HF: 4, ORGCRIME: 4, ILLNESS: 1, OUTAGE: 0}
    need = sum(valued.cost(p, d) for p, k in worst.items() if k == things[0] for d in _with(valued, p))
    return (1.5 if things[0] == favourite else 0.0) + 0.2 * need


def _with(valued: Valuation, piece: int) -> list[int]:
    return [d for d in range(1, 11) if valued.city[d] & piece]


def keep(valued: Valuation, things: Sequence[int]) -> float:
    paper = valued.look.paper(things[0])
    return PAYS.get(paper.name, 3.0) + 0.25 * paper.worth


def discard(valued: Valuation, things: Sequence[int]) -> float:
    return -card_worth(valued, valued.look.title(things[0]), valued.me)


def enrich(amount: float) -> Rater:
    return lambda valued, things: valued.capital(things[0], amount)


def hurt(amount: float) -> Rater:
    return lambda valued, things: -valued.capital(things[0], amount) - 0.01 * poverty(valued, things[0])


def poverty(valued: Valuation, seat: int) -> float:
    return -valued.look.capital[seat]


def deploy(valued: Valuation, things: Sequence[int]) -> float:
    """Cards for somebody harmless, of a type that does not serve his contract."""
    seat, kind = things
    favourite = FAVOURITE[valued.look.corps[seat]]
    return valued.capital(seat, 2.0) + 0.01 * poverty(valued, seat) - (0.3 if kind == favourite else 0)


def use(valued: Valuation, things: Sequence[int]) -> float:
    """Most abilities are good for their owner; some only now and then."""
    name = valued.look.assets.get(things[0], "")
    if name in ("Caprice Nisei", "Mark Yale", "Locust Company", "Alex Westlund", "Elizabeth Mills"):
        return -0.5
    if name == "Fumiko Yamamori":
        loss = min(-lower(valued, (r,)) for r in range(5) if valued.supply[r])
        return 2.0 - loss
    if name in ("Tanaka", "The Fall Guy", "Midori", "Chief Gorman", "Isabel McGuire"):
        return 0.2 if name in ("Midori", "Chief Gorman", "Isabel McGuire") else -0.2
    if name == "Thomas Haas":
        return 0.5 if valued.federalist else -0.1
    return 1.0


def award(valued: Valuation, things: Sequence[int]) -> float:
    main, other = offers(valued)
    return main if things[0] == 0 else (other if other is not None else -9.0)


def lay_top(valued: Valuation, things: Sequence[int]) -> float:
    return award(valued, things[1:])


def swap_rival(valued: Valuation, things: Sequence[int]) -> float:
    """A rival who can be beaten is better than a city that must fall."""
    aside, capital = valued.look.aside, valued.look.capital
    if aside == UNKNOWN:
        return 0.0
    if valued.federalist:
        return 1.0
    if aside == FEDERALIST or valued.rival < 0:
        return -1.0
    mine = capital[valued.me]
    now = mine - capital[valued.rival] if valued.rival != valued.me else 0
    other = valued.corp_seat[aside]
    then = mine - capital[other] if other != valued.me else 0
    return float(then - now)


def steal_asset(valued: Valuation, things: Sequence[int]) -> float:
    slot = things[0]
    if slot not in valued.look.assets:
        return 0.0
    return valued.asset(valued.look.assets[slot]) - valued.capital(valued.look.owner[slot], 1.0)


def scrap(valued: Valuation, things: Sequence[int]) -> float:
    return -steal_asset(valued, things)


def give(valued: Valuation, things: Sequence[int]) -> float:
    """A card for 1 capital: those that are worth less."""
    return 0.9 - max(0.0, card_worth(valued, valued.look.title(things[0]), valued.me))


def take(valued: Valuation, things: Sequence[int]) -> float:
    return 0.5 + card_worth(valued, valued.look.title(things[0]), valued.me)


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
    "rearm": lambda valued, things: valued.capital(things[0], 1.5),
    "use": use,
    "award": award,
    "lay_top": lay_top,
    "name": lambda valued, things: 1.0 if things[0] == valued.look.active else 0.0,
    "bar": lambda valued, things: 0.0,
    "steal_one": hurt(1.0),
    "steal_two": hurt(2.0),
    "tax": hurt(0.3),
    "search": lambda valued, things: valued.look.cards[things[0]] - valued.capital(things[0], 1),
    "take": take,
    "gift": enrich(1.0),
    "give": give,
    "pass_on": enrich(1.5),
    "make_draw": enrich(1.0),
    "make_discard": hurt(0.5),
    "cash": lambda valued, things: 2.5,
    "steal_asset": steal_asset,
    "scrap": scrap,
    "swap_rival": swap_rival,
    "pay_off": lambda valued, things: 0.3,
    "take_emergency": lambda valued, things: 1.0,
}
