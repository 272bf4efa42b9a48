"""All that one seat's page shows, from its `Page` (or a `PastMoment`) alone. Templates read only this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from markupsafe import Markup

from knaves.core.card_face import CardFace
from knaves.core.clauses import Clause, ledger
from knaves.core.deals import REPLIES
from knaves.core.errors import KnavesError
from knaves.core.kept import Kept
from knaves.core.things import kind_of
from knaves.games import find
from knaves.table.pages.page import (
    AskCard,
    LogLine,
    OptionCard,
    Page,
    PastMoment,
    ResultCard,
    SeatCard,
    person,
)
from knaves.web.draw.call import Call, call_of, in_order
from knaves.web.draw.choices import MORE, Selection, begins_with, further_steps, selection_of
from knaves.web.draw.faces import face_called
from knaves.web.draw.finale import Finale, finale_of
from knaves.web.draw.generic import Layout, Thing, lay_out
from knaves.web.draw.guide import ShownHint, hint_for
from knaves.web.draw.parts import LETTERS, logline, thing_and_id, thing_only
from knaves.web.draw.stage import staged_events
from knaves.web.draw.worked_out_once import once

ASIDES_FEW = 6
TABLE_LEAST, COLUMNS_MOST = 8, 8
ASKED_MOST = 3  # answers beside which there is room for the card they are about


class AsideTable(msgspec.Struct, frozen=True):
    """Answers by what they name first (the rows) and second (the columns)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[OptionCard | None, ...]], ...]


# with the line, so that no other has its number while this is kept
_lines: Kept[tuple[LogLine, str]] = Kept()


def _drawn_line(line: LogLine, game: str, place: int) -> tuple[LogLine, str]:
    kind = "main" if line.event in staged_events(game) else line.kind
    return line, logline(line.seq, place, kind, line.text, line.seat, line.new, line.marks)


@lru_cache(maxsize=2_000)
def kinds_named(game: str, verbs: frozenset[str]) -> Markup:
    """Of each of these verbs: which of its numbers name what."""
    kinds = find(game).kinds
    rows = {verb: [[at, kind] for at, kind in sorted(kinds(verb).items()) if kind] for verb in sorted(verbs)}
    return Markup(msgspec.json.encode(rows).decode())  # verbs and kinds are our own words


class Throw(msgspec.Struct, frozen=True):
    """A die that fell, as the log tells it: its face, what is added, what was needed."""

    key: str  # which throw it was: another key, and the page shows it rolling
    seat: int | None
    text: str
    face: int
    plus: int
    need: int

    @property
    def hit(self) -> bool:
        return self.face + self.plus >= self.need


@dataclass
class Scene:
    """A page of one seat at one moment; `eye` None is a spectator's. `past`: in a replay, nothing can be done."""

    table: str
    game: str
    title: str
    view: Mapping[str, object]
    eye: int | None
    seats: Sequence[SeatCard]
    ask: AskCard | None
    log: Sequence[LogLine]
    result: ResultCard | None
    waiting_text: str
    past: bool = False
    page: Page | None = None
    pushed: bool = False  # to a page that is there already: what never changes is left out

    @classmethod
    def of_page(cls, page: Page, pushed: bool = False) -> Scene:
        return cls(
            table=page.table,
            game=page.game,
            title=page.title,
            view=page.view or {},
            eye=page.you,
            seats=page.seats,
            ask=page.ask,
            log=page.log,
            result=page.result,
            waiting_text=page.waiting,
            page=page,
            pushed=pushed,
        )

    @classmethod
    def of_moment(cls, moment: PastMoment, title: str) -> Scene:
        seats = [
            person(seat, name, seat in moment.waited, seat in moment.answered)
            for seat, name in enumerate(moment.names)
        ]
        return cls(
            table=moment.table,
            game=moment.game,
            title=title,
            view=moment.view,
            eye=moment.you,
            seats=seats,
            ask=None,
            log=moment.log,
            result=moment.result,
            waiting_text=moment.prompt,
            past=True,
        )

    @once
    def told(self) -> Markup:
        """The log, the newest last. The lines of one record are counted from its last one: they keep their ids, and
        what was drawn of them, while older ones fall off."""
        found: list[str] = []
        last, place, game, kept = -1, 0, self.game, _lines.get
        for line in reversed(self.log):
            if line.seq == last:
                place += 1
            else:
                last, place = line.seq, 0
            found.append(kept((id(line), place), _drawn_line, line, game, place)[1])
        found.reverse()
        return Markup("".join(found))  # each line escapes its text

    @once
    def staged(self) -> int:
        """The record of the last line that belongs on the stage: the script asks for what it has not shown yet."""
        parts = staged_events(self.game)
        return next((line.seq for line in reversed(self.log) if line.event in parts), 0)

    @once
    def fresh(self) -> int:
        """Lines of the log since the viewer's last answer."""
        return len([line for line in self.log if line.new])

    @once
    def _marked(self) -> set[str]:
        return set()

    @property
    def own_cards(self) -> bool:
        """The table plays with a card file of somebody's own."""
        return self.page is not None and bool(self.page.options.get("cards"))

    @property
    def letter(self) -> str:
        """The viewer's seat, as addresses call it; "" for a spectator."""
        return "" if self.eye is None else LETTERS[self.eye]

    @property
    def mine(self) -> bool:
        """Is it the viewer's call?"""
        return self.ask is not None and self.ask.yours

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def rule(self) -> str:
        """The clause behind what is asked, whoever is asked."""
        return self.ask.clause if self.ask is not None else ""

    @property
    def trades(self) -> bool:
        """Is there a form for offers?"""
        return self.page is not None and bool(self.page.fills)

    @property
    def waited(self) -> tuple[int, ...]:
        return self.ask.seats if self.ask else ()

    @once
    def choices(self) -> list[OptionCard]:
        if self.ask is None:
            return []
        cards = self.ask.options or self.ask.interjections
        if not cards:
            return []
        filled = self.page.fills if self.page is not None else ""
        if filled:  # the form says all that its menu does, and more
            cards = tuple(card for card in cards if card.verb != filled)
        wanted = sorted(cards, key=lambda card: card.seldom)  # what hardly ever is: last, and folded
        return in_order(wanted, find(self.game).verbs, further_steps(self.ask, cards))

    @once
    def answers(self) -> list[OptionCard]:
        """What answers the prompt."""
        return [choice for choice in self.choices if not choice.aside]

    @once
    def selection(self) -> Selection | None:
        """Where one confirmation is enough: what it is about. None: one of the options, and that is all."""
        return selection_of(self.ask, self.answers, find(self.game).verbs) if self.ask is not None else None

    @once
    def finale(self) -> Finale | None:
        """How it ended, once it has."""
        return (
            finale_of(self.page, self.result) if self.page is not None and self.result is not None else None
        )

    @once
    def call(self) -> Call:
        """The answers in their places: go, no, the ways and how they are grouped."""
        game = find(self.game)
        return call_of(self.prompt, self.answers, self.selection, game.quits, game.goes_on, game.verbs)

    @once
    def asked(self) -> CardFace | None:
        """The one card that the question names: the prompt carries it, if it does not have its words already."""
        if not self.mine or self.page is None or self.ask is None or not 1 < len(self.answers) <= ASKED_MOST:
            return None
        own = str(self.page.options.get("cards", ""))
        found = [face_called(self.game, name, kind, own) for kind, name in dict.fromkeys(self.ask.named)]
        cards = [face for face in found if face is not None]
        if len(cards) != 1 or not cards[0].text or cards[0].text in self.prompt:
            return None
        return cards[0]

    @once
    def replies(self) -> list[OptionCard]:
        """To offers that others have laid before this seat: they wait for a word, whoever is asked."""
        return [choice for choice in self.choices if choice.aside and choice.verb in REPLIES]

    @once
    def asides(self) -> dict[str, list[OptionCard]]:
        """What may be done at any time, by verb; and what is seldom wanted, under `MORE`."""
        found: dict[str, list[OptionCard]] = {}
        for choice in self.choices:
            if choice.aside and choice not in self.replies:
                found.setdefault(MORE if choice.seldom else choice.verb, []).append(choice)
        return found

    def aside_table(self, verb: str) -> AsideTable | None:
        """Many of one verb that name two things each, like whom to accuse of what: a row for each of the first."""
        group = self.asides[verb]
        if verb == MORE or len(group) < TABLE_LEAST or any(len(choice.names) != 2 for choice in group):
            return None
        rows: dict[str, dict[str, OptionCard]] = {}
        for choice in group:
            rows.setdefault(choice.names[0], {})[choice.names[1]] = choice
        columns = list(dict.fromkeys(choice.names[1] for choice in group))
        if not 1 < len(columns) <= COLUMNS_MOST:
            return None
        return AsideTable(
            tuple(columns),
            tuple((name, tuple(row.get(column) for column in columns)) for name, row in rows.items()),
        )

    @property
    def asides_count(self) -> int:
        return sum(map(len, self.asides.values()))

    @property
    def few_asides(self) -> bool:
        """So few that every push has them."""
        return self.asides_count <= ASIDES_FEW

    def aside_head(self, verb: str) -> str:
        """What a group of asides is about: what their sentences begin with, else the verb."""
        if verb == MORE:
            return "Rarely"
        group = self.asides[verb]
        if len(group) == 1:  # "Spend a blue cube: draw 2 cards"
            return group[0].head or "Also"
        return begins_with(find(self.game).verbs[verb], group) or verb.replace("_", " ").capitalize()

    @once
    def all_final(self) -> bool:
        """Nothing that is offered can be taken back: the page says it once."""
        return bool(self.choices) and all(choice.final for choice in self.choices)

    @property
    def kinds(self) -> Markup:
        """Of each verb that is offered: which of its numbers name what. Between single quotes of an attribute."""
        return kinds_named(self.game, frozenset([choice.verb for choice in self.choices if choice.things]))

    @once
    def things(self) -> dict[str, list[OptionCard]]:
        """What answers name each thing."""
        found: dict[str, list[OptionCard]] = {}
        for choice in self.choices:
            for thing in choice.things:
                found.setdefault(thing, []).append(choice)
        return found

    @once
    def picked(self) -> frozenset[str]:
        """What the viewer has picked already, where some of several are to be chosen."""
        if self.ask is None or not self.ask.yours or not self.ask.picked:
            return frozenset()
        kinds = {kind_of(thing) for choice in self.choices for thing in choice.things}
        kinds |= find(self.game).pieces
        return frozenset(f"{kind}:{number}" for kind in kinds for number in self.ask.picked)

    @property
    def prompt(self) -> str:
        if self.mine and self.ask is not None:
            return self.ask.prompt
        if self.result is not None:
            return "It is over: again?" if self.eye is not None else "It is over."
        watches = self.eye is None and self.page is not None and self.page.status == "running"
        return f"{self.waiting_text} You watch." if watches else self.waiting_text

    @property
    def moment(self) -> str:
        """Where the table stops so that anybody may speak, and there is nothing else to decide."""
        if self.ask is None or not self.mine or not self.ask.moment or len(self.ask.options) != 1:
            return ""
        return f"{self.ask.moment} Anybody may speak now."

    @property
    def quiet(self) -> bool:
        """Others decide, and there is nothing to do here but wait."""
        page = self.page
        if page is None or self.choices or not self.waited or self.result is not None or page.notice:
            return False
        return not page.undo.free and page.undo.proposed_by is None

    @once
    def aside_call(self) -> tuple[object, ...]:
        """While others decide and this seat may do something beside: all that its prompt looks at. () otherwise."""
        page = self.page
        if page is None or self.mine or self.result is not None or not self.pushed:
            return ()
        told = (self.table, self.game, self.eye, self.prompt, self.choices, self.next_of_mine)
        return (*told, page.orders, page.status, page.undo.free, page.undo.back)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @once
    def standings(self) -> list[tuple[str, float | None]]:
        """Names and clocks: what the bar at the top shows of the seats."""
        return [(seat.name, seat.left) for seat in self.seats]

    @once
    def next_of_mine(self) -> list[tuple[int, str]]:
        """Other seats of this person that are waited for: one screen, several players."""
        cards = self.page.seats if self.page else ()
        return [
            (card.seat, card.name) for card in cards if card.yours and card.waited and card.seat != self.eye
        ]

    @property
    def round_word(self) -> str:
        """What the game counts, "round" or "turn", while one goes on; "" where it counts nothing."""
        game = find(self.game)
        counted = self.page is not None and self.page.status == "running" and bool(self.view)
        return game.counts_by if counted and game.standing(self.view).at else ""

    @once
    def clause(self) -> Clause | None:
        """The rule behind the prompt."""
        if self.ask is None or not self.mine or not self.ask.clause:
            return None
        try:
            return ledger(self.game).find(self.ask.clause)
        except KnavesError:
            return None

    @once
    def hint(self) -> ShownHint | None:
        """Of a first game: what helps with this decision."""
        return hint_for(self.page) if self.page is not None else None

    @once
    def layout(self) -> Layout:
        return lay_out(self.view, len(self.seats), self.eye)

    # -- for templates --------------------------------------------------------------------------------

    @once
    def lit(self) -> dict[str, tuple[str, int | None]]:
        """Everything that can be chosen or was picked: its class and its key. What `part` needs to know of the ask."""
        return {thing: (self.glow(thing), self.key(thing)) for thing in (*self.things, *self.picked)}

    def can(self, thing: str) -> bool:
        return thing in self.things

    def key(self, thing: str) -> int | None:
        """The number of the option that a thing stands for, if there is just one."""
        found = self.things.get(thing, ())
        return found[0].number if len(found) == 1 else None

    def mark(self, thing: str) -> Markup:
        """Attributes of a piece: what options call it, and a stable id where it stands first."""
        if not thing:
            return Markup("")
        if thing in self._marked:
            return thing_only(thing)
        self._marked.add(thing)
        return thing_and_id(thing)

    def glow(self, thing: str, plain: str = "") -> str:
        """The class of a piece: answers the prompt, may be used at any time, picked already; `plain` otherwise."""
        if thing in self.picked:
            return "is-chosen"
        found = self.things.get(thing)
        if not found:
            return plain
        return "is-aside" if all(choice.aside for choice in found) else "is-choosable"

    def heaps(self, things: Sequence[Thing]) -> list[tuple[Thing, int]]:
        """Things that look alike and cannot be chosen, as one with a count."""
        found: list[tuple[Thing, int]] = []
        places: dict[tuple[object, ...], int] = {}
        for thing in things:
            key = (thing.name, thing.icon, *((f.label, f.value, f.seat) for f in thing.brief))
            if thing.ref in self.lit or thing.zones:
                found.append((thing, 1))
            elif key in places:
                first, count = found[places[key]]
                found[places[key]] = (first, count + 1)
            else:
                places[key] = len(found)
                found.append((thing, 1))
        return found

    @once
    def verbs(self) -> frozenset[str]:
        """Of all choices."""
        return frozenset([choice.verb for choice in self.choices])

    def verb(self, *verbs: str) -> list[OptionCard]:
        """The choices with these verbs, in order."""
        if self.verbs.isdisjoint(verbs):
            return []
        return [choice for choice in self.choices if choice.verb in verbs]

    def throws(self, *events: str) -> list[Throw]:
        """The dice of the last record that threw any: events whose last three numbers are the face, what is added, and
        the need."""
        last = next((line.seq for line in reversed(self.log) if line.event in events), None)
        return [
            Throw(f"{last}-{number}", line.seat, line.text, *line.numbers[-3:])
            for number, line in enumerate(self.log)
            if line.seq == last and line.event in events
        ]

    def order(self) -> list[SeatCard]:
        """Seats in turn order, the viewer first."""
        start = self.eye or 0
        return [*self.seats[start:], *self.seats[:start]]

    def rivals(self) -> list[SeatCard]:
        return self.order()[1:] if self.eye is not None else list(self.seats)
