"""Trading (65): offers of capital, assets and promises, at any time; and the ledger of promises.

An open offer is a row `(number, giver, taker, pay, give, ask, get, promise, wanted)`: what the giver pays and
gives, what he asks for, and what either would promise. Bundles of assets are bits by face. A promise is a row
`(by, to, what, turn, fate)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.core.step import Option
from knaves.games.new_angeles.state import ABSTAINED, COUNTER, MAIN, UNDECIDED, NewAngeles

NO_PROMISE, BACK_MAIN, BACK_COUNTER, NOT_COUNTER, STAND_ASIDE = range(5)
PAY_LATER = 10  # and so much capital, before the round ends
PAY_MOST = 20
OPEN, KEPT, BROKEN = range(3)
MOST_OPEN = 3
TALKS = 2  # offers a seat may make in a turn from the menu, so that games between bots end
ASSETS = 34


def promise_name(what: int) -> str:
    if what > PAY_LATER:
        return f"to pay {what - PAY_LATER} capital before the round ends"
    return (
        "of nothing more",
        "to support the main offer",
        "to support the counteroffer",
        "not to counter",
        "to abstain",
    )[what]


PROMISES = tuple(
    (what, promise_name(what) if what else "nothing")
    for what in (*range(STAND_ASIDE + 1), *range(PAY_LATER + 1, PAY_LATER + PAY_MOST + 1))
)


def bundle(s: NewAngeles, seat: int) -> int:
    """All assets of this player as bits."""
    bits = 0
    for slot in s.assets[seat]:
        bits |= 1 << s.face[slot]
    return bits


def menu(s: NewAngeles, seat: int) -> list[Option]:
    """What this seat may do now without a form: answer offers, take its own back, make a sensible few."""
    found: list[Option] = []
    for row in s.offers:
        if row[2] == seat:
            if possible(s, row):
                found.append(("accept", row[0]))
            found.append(("decline", row[0]))
        elif row[1] == seat:
            found.append(("withdraw", row[0]))
    if s.talks[seat] < TALKS and s.allows("trade", seat):
        found += proposals(s, seat)
    return found


def proposals(s: NewAngeles, seat: int) -> list[Option]:
    """Before the main offer an asset for capital, or capital for peace; once there are two offers, capital for
    support or support for capital. At other moments the menu is silent: a form can still say anything."""
    if not s.dealing or open_offers(s, seat) >= MOST_OPEN:
        return []
    if s.main < 0:
        return early(s, seat)
    return late(s, seat) if s.counters and s.won < 0 else []


def early(s: NewAngeles, seat: int) -> list[Option]:
    found: list[Option] = []
    mine = s.capital[seat]
    for other in range(s.seats):
        if other == seat or not s.allows("trade", other):
            continue
        if seat == s.active:
            found += [("offer", other, n, 0, 0, 0, 0, NOT_COUNTER) for n in (1, 2) if n <= mine]
        for slot in s.assets[seat]:
            bits = 1 << s.face[slot]
            found += [("offer", other, 0, bits, n, 0, 0, 0) for n in (2, 4) if n <= s.capital[other]]
    return found


def late(s: NewAngeles, seat: int) -> list[Option]:
    found: list[Option] = []
    mine = s.capital[seat]
    for side, promise in ((MAIN, BACK_MAIN), (COUNTER, BACK_COUNTER)):
        bidder = s.bidder(side)
        if s.offer(side) < 0 or not s.allows("trade", bidder):
            continue
        if bidder == seat:
            for other in range(s.seats):
                if undecided(s, other) and s.allows("trade", other):
                    found += [("offer", other, n, 0, 0, 0, 0, promise) for n in (1, 2, 3) if n <= mine]
        elif undecided(s, seat):
            rich = s.capital[bidder]
            found += [("offer", bidder, 0, 0, n, 0, promise, 0) for n in (1, 2, 3) if n <= rich]
    return found


def undecided(s: NewAngeles, seat: int) -> bool:
    """Could still support an offer in this deal."""
    out = (s.active, s.countering)
    return seat not in out and s.side[seat] == UNDECIDED and bool(s.hands[seat])


def open_offers(s: NewAngeles, seat: int) -> int:
    return sum(1 for row in s.offers if row[1] == seat)


def possible(s: NewAngeles, row: tuple[int, ...]) -> bool:
    """65: can both sides fulfil it now, at once and completely?"""
    return impossible(s, row) is None


def impossible(s: NewAngeles, row: tuple[int, ...]) -> Refused | None:
    _, giver, taker, pay, give, ask, get, _, _ = row
    for seat, capital, assets in ((giver, pay, give), (taker, ask, get)):
        if s.mods and not s.allows("trade", seat):
            return Refused("Mark Yale keeps one of you from trading until the deal ends.", "golden.2")
        if capital > s.capital[seat]:
            return Refused(f"There are only {s.capital[seat]} capital to give.", "65")
        if assets & ~bundle(s, seat):
            return Refused("An asset can be given only by the player who has it.", "65")
    return None


def admits(s: NewAngeles, seat: int, option: Option) -> bool:
    """An offer filled in by a person: legal? Says why not."""
    if not s.trading:
        raise Refused("There is no trading in this game.", "65")
    if option[0] != "offer":
        number = option[1:][:1]
        for row in s.offers:
            if row[:1] == number and option[0] == "accept" and row[2] == seat:
                why = impossible(s, row)
                if why is not None:
                    raise why
        raise Refused("That offer does not stand between you any more.", "65")
    if len(option) != 8:
        raise Refused("An offer names a player, what each side gives, and promises.", "65")
    _, taker, pay, give, ask, get, promise, wanted = option
    if not 0 <= taker < s.seats or taker == seat:
        raise Refused("A trade needs another player at this table.", "65")
    if (give | get) >> ASSETS or min(give, get) < 0:
        raise Refused("Action cards, emergency cards, rival cards and corp sheets cannot be traded.", "65.5")
    if pay < 0 or ask < 0:
        raise Refused("Capital is given in whole numbers from 0.", "7.1")
    if not (pay or give or ask or get):
        raise Refused("Somebody must give something now.", "65")
    for what in (promise, wanted):
        if not (0 <= what <= STAND_ASIDE or PAY_LATER < what <= PAY_LATER + PAY_MOST):
            raise Refused("That promise is not one the table can keep track of.", "65.2")
    if open_offers(s, seat) >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} open offers already.", "65")
    why = impossible(s, (0, seat, taker, pay, give, ask, get, promise, wanted))
    if why is not None:
        raise why
    return True


def forms(s: NewAngeles, seat: int) -> Iterator[Form]:
    """An offer to each player who may trade, to be filled in freely: capital, assets and promises of both sides."""
    if not s.trading or not s.allows("trade", seat) or open_offers(s, seat) >= MOST_OPEN:
        return
    for other in range(s.seats):
        if other != seat and s.allows("trade", other):
            blanks = (
                Blank("give", "Capital", "amount", most=s.capital[seat]),
                Blank("give", "Assets", "any", _tradable(s, seat)),
                Blank("get", "Capital", "amount", most=s.capital[other]),
                Blank("get", "Assets", "any", _tradable(s, other)),
                Blank("give", "A promise", "one", PROMISES),
                Blank("get", "A promise", "one", PROMISES),
            )
            yield Form(("offer", other), other, blanks, "65")


def _tradable(s: NewAngeles, seat: int) -> tuple[tuple[int, str], ...]:
    return tuple((1 << s.face[slot], s.box.assets[s.face[slot]].name) for slot in s.assets[seat])


def interject(s: NewAngeles, seat: int, option: Option) -> None:
    verb, *things = option
    row: tuple[int, ...]
    if verb == "offer":
        s.offer_no += 1
        row = (s.offer_no, seat, *things)
        s.offers = (*s.offers, row)
        s.talks = (*s.talks[:seat], s.talks[seat] + 1, *s.talks[seat + 1 :])
        s.tell("offered", *row[1:])
        return
    row = next(row for row in s.offers if row[0] == things[0])
    s.offers = tuple(other for other in s.offers if other is not row)
    if verb == "accept":
        swap(s, row)
    else:
        s.tell("declined" if verb == "decline" else "withdrew", seat)


def swap(s: NewAngeles, row: tuple[int, ...]) -> None:
    """All at once; assets stay as they are, exhausted or not (65.4, 6.8)."""
    _, giver, taker, pay, give, ask, get, promise, wanted = row
    s.tell("traded", *row[1:])
    s.capital[giver] += ask - pay
    s.capital[taker] += pay - ask
    for seat, other, assets in ((giver, taker, give), (taker, giver, get)):
        for slot in s.assets[seat]:
            if assets >> s.face[slot] & 1:
                s.give_asset(other, slot)
    pay_promises(s, giver, taker, pay)
    pay_promises(s, taker, giver, ask)
    for by, to, what in ((giver, taker, promise), (taker, giver, wanted)):
        if what:
            s.promises = (*s.promises, (by, to, what, s.turn, OPEN))


def pay_promises(s: NewAngeles, by: int, to: int, capital: int) -> None:
    """Capital handed over keeps an earlier promise to pay."""
    rows = []
    for row in s.promises:
        if row[:2] == (by, to) and row[4] == OPEN and PAY_LATER < row[2] <= PAY_LATER + capital:
            row = (*row[:4], KEPT)
            s.tell("promise_kept", by, to, row[2])
        rows.append(row)
    s.promises = tuple(rows)


def end_of_deal(s: NewAngeles) -> None:
    """Open offers lapse; promises about this deal show whether they were kept (65.2)."""
    s.offers = ()
    if s.promises:
        s.promises = tuple(judged(s, row) for row in s.promises)


def judged(s: NewAngeles, row: tuple[int, ...]) -> tuple[int, ...]:
    by, to, what, _, fate = row
    if fate != OPEN or what > PAY_LATER:
        return row
    kept = {
        BACK_MAIN: s.side[by] == MAIN and s.laid[by] > 0,
        BACK_COUNTER: s.side[by] == COUNTER and s.laid[by] > 0,
        NOT_COUNTER: by not in s.counter_by,
        STAND_ASIDE: s.side[by] == ABSTAINED,
    }[what]
    s.tell("promise_kept" if kept else "promise_broken", by, to, what)
    return (*row[:4], KEPT if kept else BROKEN)


def end_of_round(s: NewAngeles) -> None:
    """What was to be paid before the round ends has not been."""
    s.offers = ()
    rows = []
    for row in s.promises:
        if row[4] == OPEN and row[2] > PAY_LATER:
            s.tell("promise_broken", *row[:3])
            row = (*row[:4], BROKEN)
        rows.append(row)
    s.promises = tuple(rows)
