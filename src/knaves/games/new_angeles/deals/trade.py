"""Trading (65): offers of capital, assets and promises, at any time."""

from __future__ import annotations

from collections.abc import Iterator

from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.core.step import Option
from knaves.games.new_angeles.deals import promises
from knaves.games.new_angeles.deals.promises import BACK_COUNTER, BACK_MAIN, NOT_COUNTER, PROMISES, stands
from knaves.games.new_angeles.state import COUNTER, MAIN, UNDECIDED, NewAngeles, Offer

MOST_OPEN = 3
TALKS = 2  # offers a seat may make in a turn from the menu, so that games between bots end


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
        if row.taker == seat:
            if impossible(s, row) is None:
                found.append(("accept", row.number))
            found.append(("decline", row.number))
        elif row.giver == seat:
            found.append(("withdraw", row.number))
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
        if seat == s.active and not stands(s, other, seat, NOT_COUNTER):
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
                if undecided(s, other) and s.allows("trade", other) and not stands(s, other, seat, promise):
                    found += [("offer", other, n, 0, 0, 0, 0, promise) for n in (1, 2, 3) if n <= mine]
        elif undecided(s, seat) and not stands(s, seat, bidder, promise):
            rich = s.capital[bidder]
            found += [("offer", bidder, 0, 0, n, 0, promise, 0) for n in (1, 2, 3) if n <= rich]
    return found


def undecided(s: NewAngeles, seat: int) -> bool:
    """Could still support an offer in this deal."""
    out = (s.active, s.countering)
    return seat not in out and s.side[seat] == UNDECIDED and bool(s.hands[seat])


def open_offers(s: NewAngeles, seat: int) -> int:
    return sum(1 for row in s.offers if row.giver == seat)


def impossible(s: NewAngeles, row: Offer) -> Refused | None:
    """65: can both sides fulfil it now, at once and completely? Why not?"""
    moves = row.pay or row.give or row.ask or row.get
    for seat, capital, assets in ((row.giver, row.pay, row.give), (row.taker, row.ask, row.get)):
        if moves and s.mods and not s.allows("trade", seat):
            return Refused(
                "Mark Yale keeps one of you from trading capital or assets in this deal.", "golden.2"
            )
        if capital > s.capital[seat]:
            return Refused(f"There are only {s.capital[seat]} capital to give.", "65")
        if assets & ~bundle(s, seat):
            return Refused("An asset can be given only by the player who has it.", "65")
    for seat, what in ((row.giver, row.promise), (row.taker, row.wanted)):
        why = promises.pointless(s, seat, what)
        if why is not None:
            return why
    return None


def admits(s: NewAngeles, seat: int, option: Option) -> bool:
    """An offer filled in by a person: legal? Says why not."""
    if not s.trading:
        raise Refused("There is no trading in this game.", "65")
    verb, *things = option
    if verb != "offer":
        for row in s.offers:
            if [row.number] == things and verb == "accept" and row.taker == seat:
                why = impossible(s, row)
                if why is not None:
                    raise why
        raise Refused("That offer does not stand between you any more.", "65")
    if len(things) != 7:
        raise Refused("An offer names a player, what each side gives, and promises.", "65")
    row = Offer(0, seat, *things)
    if not 0 <= row.taker < s.seats or row.taker == seat:
        raise Refused("A trade needs another player at this table.", "65")
    if (row.give | row.get) >> len(s.box.assets) or min(row.give, row.get) < 0:
        raise Refused("Action cards, emergency cards, rival cards and corp sheets cannot be traded.", "65.5")
    if row.pay < 0 or row.ask < 0:
        raise Refused("Capital is given in whole numbers from 0.", "7.1")
    if not promises.known(row.promise) or not promises.known(row.wanted):
        raise Refused("That promise is not one the table can keep track of.", "65.2")
    if not any(row[3:]):
        raise Refused("Somebody must give or promise something.", "65")
    if open_offers(s, seat) >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} open offers already.", "65")
    why = impossible(s, row)
    if why is not None:
        raise why
    return True


def forms(s: NewAngeles, seat: int) -> Iterator[Form]:
    """An offer to each other player, to be filled in freely: capital, assets and promises of both sides."""
    if not s.trading or open_offers(s, seat) >= MOST_OPEN:
        return
    for other in range(s.seats):
        if other != seat:
            barred = bool(s.mods) and not (s.allows("trade", seat) and s.allows("trade", other))
            blanks = (
                Blank("give", "Capital", "amount", most=0 if barred else s.capital[seat]),
                Blank("give", "Assets", "any", () if barred else _tradable(s, seat)),
                Blank("get", "Capital", "amount", most=0 if barred else s.capital[other]),
                Blank("get", "Assets", "any", () if barred else _tradable(s, other)),
                Blank("give", "A promise", "one", _promises(s, seat)),
                Blank("get", "A promise", "one", _promises(s, other)),
            )
            yield Form(("offer", other), other, blanks, "65")


def _promises(s: NewAngeles, by: int) -> tuple[tuple[int, str], ...]:
    return tuple(row for row in PROMISES if promises.pointless(s, by, row[0]) is None)


def _tradable(s: NewAngeles, seat: int) -> tuple[tuple[int, str], ...]:
    return tuple((1 << s.face[slot], s.box.assets[s.face[slot]].name) for slot in s.assets[seat])


def interject(s: NewAngeles, seat: int, option: Option) -> None:
    verb, *things = option
    if verb == "offer":
        s.offer_no += 1
        row = Offer(s.offer_no, seat, *things)
        s.offers = (*s.offers, row)
        s.talks = (*s.talks[:seat], s.talks[seat] + 1, *s.talks[seat + 1 :])
        s.tell("offered" + one_sided(row), *row[1:])
        return
    row = next(row for row in s.offers if [row.number] == things)
    s.offers = tuple(other for other in s.offers if other is not row)
    if verb == "accept":
        swap(s, row)
    else:
        s.tell("declined" if verb == "decline" else "withdrew", seat)


def one_sided(row: Offer) -> str:
    """65.1: which sentence tells it: a gift, a wish, or a trade."""
    if not (row.ask or row.get or row.wanted):
        return "_gift"
    return "" if row.pay or row.give or row.promise else "_wish"


def swap(s: NewAngeles, row: Offer) -> None:
    """All at once; assets stay as they are, exhausted or not (65.4, 6.8)."""
    s.tell("traded" + one_sided(row), *row[1:])
    s.capital[row.giver] += row.ask - row.pay
    s.capital[row.taker] += row.pay - row.ask
    for seat, other, assets in ((row.giver, row.taker, row.give), (row.taker, row.giver, row.get)):
        for slot in s.assets[seat]:
            if assets >> s.face[slot] & 1:
                s.give_asset(other, slot)
    promises.paid(s, row.giver, row.taker, row.pay)
    promises.paid(s, row.taker, row.giver, row.ask)
    if row.promise:
        promises.promise(s, row.giver, row.taker, row.promise)
    if row.wanted:
        promises.promise(s, row.taker, row.giver, row.wanted)


def counter_changes(s: NewAngeles) -> None:
    """15.4a: another counteroffer stands; what was offered for support of the one before is off the table."""
    if s.offers:
        s.offers = tuple(row for row in s.offers if BACK_COUNTER not in (row.promise, row.wanted))


def end_of_deal(s: NewAngeles) -> None:
    """Open offers lapse; promises about this deal show whether they were kept (65.2)."""
    s.offers = ()
    if s.promises:
        promises.end_of_deal(s)


def end_of_round(s: NewAngeles) -> None:
    s.offers = ()
    if s.promises:
        promises.end_of_round(s)
