"""From the book and the position to what one pair of eyes may see. Everything that leaves a table passes here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from knaves.core.ask import Ask
from knaves.core.clauses import ledger
from knaves.core.errors import KnavesError, Refused
from knaves.core.game import View
from knaves.core.position import Position
from knaves.core.step import ONE, Option, things_of
from knaves.core.words import SEAT_LETTERS, all_of, fill
from knaves.games import about
from knaves.table.pages.ago import ago, long
from knaves.table.pages.log_reader import latest_marks, lines, result_card
from knaves.table.pages.own_answers import OwnAnswers
from knaves.table.pages.page import (
    AskCard,
    DealCard,
    MindedCard,
    OptionCard,
    OrderCard,
    Page,
    SeatCard,
    UndoCard,
    UndoTarget,
)
from knaves.table.people.orders import BOT, MOMENTS
from knaves.table.people.table_plan import Summary, Who
from knaves.table.state.book import Book, Seat
from knaves.table.state.progress import Progress

BLANK = "This table cannot be shown: a rule of the game went wrong. Its log is kept."
TARGETS = 20
"""So many moments are offered to go back to by consent."""


def waited(progress: Progress | None) -> tuple[int, ...]:
    ask = progress.position.ask() if progress is not None else None
    return ask.seats if ask is not None else ()


def missing(book: Book, answers: int, agreed: Iterable[int]) -> list[int]:
    """Seats of people of whom none has agreed yet to go back to so many answers. Who is away counts where something
    would be taken back that happened before; but not where the table can go on in no other way."""
    holders = {book.seats[n].holder for n in agreed}
    first = book.played[answers].seq if answers < len(book.played) and book.status != "broken" else book.seq
    return [
        number
        for number, seat in enumerate(book.seats)
        if seat.kind == "person" and seat.holder not in holders and not (seat.away and seat.gone <= first)
    ]


def title(game: str) -> str:
    try:
        return about(game).title
    except (KnavesError, FileNotFoundError, ModuleNotFoundError):
        return game  # a table of a game that this program does not have


def summary(id: str, book: Book, progress: Progress | None) -> Summary:
    opened = book.opened
    return Summary(
        table=id,
        game=opened.game,
        title=title(opened.game),
        status=book.status,
        names=tuple(book.names()),
        kinds=tuple(seat.plays for seat in book.seats),
        waiting=waited(progress) if book.status == "running" else (),
        clock=opened.clock,
        listed=opened.listed,
        created=opened.at,
        updated=book.updated,
        seq=book.seq,
        studio=opened.studio,
    )


# -- the page ---------------------------------------------------------------------------------------------


def page(
    id: str,
    book: Book,
    progress: Progress | None,
    eye: int | None,
    who: Who,
    now: float,
    most: int,
    targets: int = TARGETS,
) -> Page:
    opened = book.opened
    position = progress.position if progress is not None else None
    begun = position is not None and book.status in ("running", "over", "broken")
    view = progress.view(eye) if progress is not None and begun else None
    over = book.status == "over"
    waiting = waited(progress) if book.status == "running" else ()
    answered = position.answered if position is not None and book.status == "running" else ()
    names = book.names()
    since = book.seats[eye].last if eye is not None else 0
    said = lines(book, progress, eye, None, most) if progress is not None else ()
    hints = book.hints()
    return Page(
        table=id,
        game=opened.game,
        title=title(opened.game),
        rules=position.game.about.version if position is not None else "",
        options=opened.options,
        status=book.status,
        notice=book.notice,
        seq=book.seq,
        at=now,
        you=eye,
        seats=tuple(
            [_seat_card(book, n, name, eye, who, waiting, answered, now) for n, name in enumerate(names)]
        ),
        clock=opened.clock,
        view=view,
        ask=_ask_card(book, position, eye, names)
        if position is not None and book.status == "running"
        else None,
        waiting=_waiting(book, waiting, names),
        log=said,
        first=said[0].seq if said else book.seq,
        since=since,
        undo=_undo_card(book, progress, eye, targets),
        orders=_order_cards(book, position, eye),
        deals=tuple(_deals(position, view)) if position is not None and view is not None else (),
        fills=position.fills(eye) if position is not None and eye is not None else "",
        result=result_card(book, position) if over else None,
        commitment=opened.commitment,
        seed=opened.seed if over and not opened.base else None,
        rematch=book.rematch or None,
        fork_of=opened.fork_of or None,
        host=who.host,
        listed=opened.listed,
        studio=opened.studio,
        spectators=book.spectators,
        muted=tuple(book.seats[eye].muted) if eye is not None else (),
        invites=book.invites,
        minded=_minded(book, eye, now) if book.status == "running" else None,
        hints=opened.hints,
        explains=hints and book.status in ("running", "over"),
        hinted=hints and eye in waiting and not book.seats[eye].away if eye is not None else False,
        lesson=book.lesson if book.lesson is not None and eye == book.lesson.seat else None,
    )


def _seat_card(
    book: Book,
    number: int,
    name: str,
    eye: int | None,
    who: Who,
    waiting: tuple[int, ...],
    answered: tuple[int, ...],
    now: float,
) -> SeatCard:
    seat = book.seats[number]
    return SeatCard(
        seat=number,
        letter=SEAT_LETTERS[number].lower(),
        name=name,
        kind=seat.plays,
        level=seat.level,
        away=seat.away,
        yours=number in who.seats,
        waited=number in waiting,
        left=book.left(number, now) if book.status == "running" else None,
        votes=tuple(seat.votes),
        note="you" if number == eye else _who_sits(book, seat, now),
        named=bool(seat.name),
        away_for=max(0.0, now - seat.gone_at) if seat.away else 0.0,
        answered=number in answered,
    )


def _who_sits(book: Book, seat: Seat, now: float) -> str:
    if seat.away:
        then = "the game waits" if book.deserted() else f"a {seat.level} bot plays"
        return f"away {ago(now - seat.gone_at)}, {then}"
    if rest := seat.holiday(now):
        return f"on holiday, {long(rest) or 'a minute'} more"
    return {"bot": f"{seat.level} bot".strip(), "open": "open", "person": ""}[seat.kind]


def _minded(book: Book, eye: int | None, now: float) -> MindedCard | None:
    seat = book.seats[eye] if eye is not None else None
    if seat is None or not seat.away:
        return None
    answers = sum(answer.seat == eye and answer.seq > seat.gone for answer in book.played)
    return MindedCard(seat.level, max(0.0, now - seat.gone_at), seat.why, answers, book.deserted())


def _waiting(book: Book, waiting: tuple[int, ...], names: list[str]) -> str:
    if book.status == "lobby":
        free = sum(seat.kind == "open" for seat in book.seats)
        return f"Waiting for {free} more to sit down." if free else "Waiting for the game to begin."
    if book.status == "over":
        return "The game is over."
    if book.status != "running":
        return book.notice
    if book.deserted():
        return "Everybody has left: the game waits for the first who comes back."
    return "Waiting for " + all_of([names[n] for n in waiting]) + "."


def _ask_card(book: Book, position: Position, eye: int | None, names: list[str]) -> AskCard | None:
    ask = position.ask()
    if ask is None:
        return None
    here = eye is not None and not book.seats[eye].away
    yours = here and eye in ask.seats
    shown = eye if eye is not None and yours else ask.seats[0]
    own = OwnAnswers(position, ask, eye if eye is not None else shown)
    named: list[tuple[str, str]] = []

    def heard(kind: str, name: str) -> None:
        if name not in names:
            named.append((kind, name))

    prompt = ask.prompt(shown, names, heard) if yours else _waiting(book, ask.seats, names)
    options: tuple[OptionCard, ...] = ()
    interjections: tuple[OptionCard, ...] = ()
    if eye is not None and here:
        options = option_cards(position, eye, ask.options(eye), names, own)
        interjections = option_cards(position, eye, ask.interjections(eye), names, own)
    card = ask_card(position.game.id, ask, shown, yours, prompt, options)
    return replace(
        card,
        seq=book.seats[eye].asked if eye is not None else book.moved,
        interjections=interjections,
        final=card.shape == "some" and own.are_final(),
        moment=position.game.moments.get(ask.moment, ("", ""))[0],
        named=tuple(named),
    )


def ask_card(
    game: str, ask: Ask, seat: int, yours: bool, prompt: str, options: tuple[OptionCard, ...]
) -> AskCard:
    """What this seat is asked; to whoever has to answer, how the answers are best shown."""
    clause, shape = ask.clause(seat), ask.shape(seat) if yours else ONE
    return AskCard(
        seq=0,
        seats=ask.seats,
        yours=yours,
        prompt=prompt,
        clause=clause,
        clause_text=_clause_text(game, clause),
        shape=shape.kind,
        picked=shape.picked,
        least=shape.least,
        most=shape.most,
        options=options,
        interjections=(),
        verb=shape.verb,
        done=shape.done,
        fixed=shape.fixed,
        also=shape.also,
        thing_numbers=shape.named,
        again=shape.again,
        words=shape.words,
    )


@lru_cache(maxsize=4096)
def _clause_text(game: str, clause: str) -> str:
    if not clause:
        return ""
    try:
        return ledger(game).find(clause).text
    except KnavesError:
        return ""


def option_cards(
    position: Position, eye: int, options: list[Option], names: list[str], own: OwnAnswers
) -> tuple[OptionCard, ...]:
    return cards_of(position, eye, options, names, own.undoable(options)) if options else ()


def cards_of(
    position: Position, eye: int, options: Sequence[Option], names: Sequence[str], undoable: Iterable[bool]
) -> tuple[OptionCard, ...]:
    """Where it is known already which of them can be taken back."""
    game, known = position.game, dict[tuple[str, int], str]()

    def name(kind: str, number: int) -> str:
        """Options name the same few things again and again."""
        found = known.get((kind, number))
        if found is None:
            found = known[kind, number] = position.name_of(kind, number, eye, names)
        return found

    cards = []
    for option, free in zip(options, undoable, strict=True):
        verb, count = option[0], len(option)
        before, colon, _ = game.verbs[verb].partition(": ")
        named = [
            (kind, things_of(option)[at - 1]) for at, kind in game.kinds(verb).items() if kind and at < count
        ]
        cards.append(
            OptionCard(
                option=option,
                verb=verb,
                label=fill(game.verbs[verb], things_of(option), name),
                things=tuple([f"{kind}:{number}" for kind, number in named if kind not in game.amounts]),
                undoable=free,
                interjection=verb in game.interjection_verbs,
                names=tuple([name(kind, number) for kind, number in named]),
                seldom=verb in game.seldom,
                head=fill(before, things_of(option), name) if colon else "",
            )
        )
    return tuple(cards)


def _undo_card(book: Book, progress: Progress | None, eye: int | None, most: int) -> UndoCard:
    proposal = book.proposal
    going = book.status in ("running", "broken") and progress is not None and eye is not None and most > 0
    newest = (
        list(latest_marks(book, progress, eye, max(0, len(book.played) - most))) if going and progress else []
    )
    free = book.status == "running" and bool(book.free) and book.free[-1][1] == eye
    last = list(latest_marks(book, progress, eye, len(book.played) - 1)) if free and progress else []
    asked = list(latest_marks(book, progress, eye, proposal.answers)) if proposal and progress else []
    return UndoCard(
        free=free,
        proposed_by=proposal.seat if proposal else None,
        answers=proposal.answers if proposal else len(book.played),
        agreed=tuple(proposal.agreed) if proposal else (),
        missing=tuple(missing(book, proposal.answers, proposal.agreed)) if proposal else (),
        targets=tuple(UndoTarget(mark.answers - 1, mark.seq, mark.text) for mark in reversed(newest)),
        back=last[0].text if last else "",
        before=asked[0].text if asked else "",
    )


def _order_cards(book: Book, position: Position | None, eye: int | None) -> tuple[OrderCard, ...]:
    if eye is None or position is None or not book.orders[eye]:
        return ()
    return tuple(
        OrderCard(
            id=order.id,
            kind=order.kind,
            option=order.option,
            clause=order.clause,
            unless=order.unless,
            times=order.times and order.times - order.used,
            label=order_label(position, order.option, eye, book.names()),
        )
        for order in book.orders[eye]
    )


def order_label(position: Position, option: Option, eye: int, names: list[str]) -> str:
    if option == MOMENTS:
        return "go on at every pause"
    if option[:1] == BOT:
        return f"a bot plays until {position.game.counts_by} {option[-1]} is over"
    kinds = position.game.kinds(option[0])
    if len(option) <= max(kinds, default=0):  # a bare verb: no things to name
        return option[0].replace("_", " ")
    try:
        return position.label(option, eye, names)
    except (IndexError, KeyError, ValueError) as error:
        raise Refused("That answer names things that are not there.") from error


def _deals(position: Position, view: View) -> Iterator[DealCard]:
    """Offers that stand, and the ledger of promises."""
    for note in position.game.deals(view):
        yield DealCard(*note)
