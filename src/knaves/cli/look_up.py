"""Looking things up: rules with their proof, cards, finished games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from cyclopts import App
from rich.markup import escape

import knaves
from knaves.cli.screen import screen
from knaves.cli.words import read_file
from knaves.core import save
from knaves.core.card_words import BESIDE, fields_of, kind_of, plain
from knaves.core.cards import Card
from knaves.core.clauses import Clause, ledger, proofs
from knaves.core.errors import KnavesError, Refused
from knaves.core.game import Game
from knaves.core.state import State
from knaves.games import about, find

SHORTEST = 3  # letters to look for in the whole of a card

cards = App(name="cards", help="Show the cards of a game, or check a card file of your own.")


def rules(game: str = "", clause: str = "", *, search: str = "") -> None:
    """Print a game's rulebook in our words, each rule with the tests that prove it.

    Parameters
    ----------
    game
        Which game; without it, the list of games.
    clause
        Only this rule.
    search
        Only rules with this word.
    """
    console = screen()
    if not game:
        for name in knaves.GAMES:
            words = about(name)
            console.print(f"[b]{name}[/b]  {escape(words.title)}: {escape(words.tagline)}")
        return
    about(game)
    book = ledger(game)
    if clause:
        found: list[Clause] = [book.find(clause)]
    else:
        found = book.search(search) if search else list(book.clause)
    if not found:
        raise KnavesError(f"No rule of {about(game).title} speaks of {search!r}.")
    place = ""
    for one in found:
        if one.place != place:
            place = one.place
            console.print(f"\n[b]{escape(place)}[/b]")
        console.print(f"  [cyan]{one.id}[/cyan]  {escape(one.text)}")
        if one.manners:
            console.print(f"        [dim]table manners: {escape(one.manners)}[/dim]")
        for test in proofs(game).get(one.id, [])[: None if clause else 1]:
            console.print(f"        [dim]proved by {escape(test)}[/dim]")


@cards.default
def show_cards(game: str, name: str = "") -> None:
    """Show all cards of a game, or one.

    Parameters
    ----------
    game
        Which game.
    name
        A card, by name or id, by a part of its name, or by a word that stands on it.
    """
    console = screen()
    for row in cards_called(find(game), name):
        console.print(describe(row))


def cards_called(game: Game[State], name: str) -> list[Card]:
    """As people call them; else says what they may have meant."""
    rows = game.card_list()
    found = called(rows, name)
    if not found:
        names = {row.name.casefold(): row.name for row in rows}
        near = [names[one] for one in get_close_matches(name.casefold(), names, 5)]
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        raise KnavesError(f"{game.title} has no card called {name!r}.{hint}")
    return found


def called(rows: Sequence[Card], name: str) -> list[Card]:
    """The cards of this name or id; else those with it in their name; else those that name it anywhere."""
    wanted = plain(name).casefold()
    if not wanted:
        return list(rows)
    exact = [row for row in rows if wanted in (plain(row.id).casefold(), row.name.casefold())]
    if exact:
        return exact
    inside = [row for row in rows if wanted in row.name.casefold()]
    if inside or len(wanted) < SHORTEST:
        return inside
    return [row for row in rows if re.search(rf"\b{re.escape(wanted)}\b", plain(describe(row)).casefold())]


def describe(row: Card) -> str:
    marks = [name for name in row.__struct_fields__ if name.endswith("_source")]
    numbers = [kind_of(row)] + [f"{label} {text}" for label, text in fields_of(row, BESIDE | set(marks))]
    copies = f" ×{row.copies}" if row.copies > 1 else ""
    house = [plain(name) for name in row.house]
    house += [plain(name.removesuffix("_source")) for name in marks if getattr(row, name) == "house"]
    ours = f" [yellow](house: {escape(', '.join(house))})[/yellow]" if house else ""
    if row.source == "house":
        ours = " [yellow](house)[/yellow]"
    text = f"\n    {escape(row.text)}" if row.text else ""
    return f"[b]{escape(row.name)}[/b]{copies}{ours}  [dim]{escape('; '.join(numbers))}[/dim]{text}"


@cards.command
def check(game: str, file: Path) -> None:
    """Check a card file of your own: says line by line what is wrong with it.

    Parameters
    ----------
    game
        Which game it is for.
    file
        The card file (TOML).
    """
    screen().print(escape(f"{file}: {find(game).check_cards(str(file))} Play with it: --option cards=FILE."))


def replay(file: Path, *, seat: str = "") -> None:
    """Tell a saved game from its beginning.

    Parameters
    ----------
    file
        A saved or exported game.
    seat
        Tell it as this seat saw it (A, B, …); all that was public if left out.
    """
    console = screen()
    read = save.read(read_file(file))
    position = save.start_of(read, find)
    letters = "ABCDEF"[: position.seats]
    if seat and (len(seat) != 1 or seat.upper() not in letters):
        raise KnavesError(f"There is no seat {seat!r}; there are {', '.join(letters)}.")
    eye = letters.index(seat.upper()) if seat else None
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    if read.log is None:
        raise knaves.BadSave("The file has no answers to replay; it holds a position only.")
    for number, (who, option) in enumerate(read.log, 1):
        try:
            position.apply(who, option)
        except Refused as refusal:
            raise knaves.BadSave(f"Answer {number} of the file is not legal: {refusal}") from None
        for event in heard:
            if text := position.text(event, eye):
                console.print(f"[dim]{number:>4}[/dim]  {escape(text)}")
        heard.clear()
    if position.result:
        winners = " and ".join(letters[x] for x in position.result.winners) or "nobody"
        console.print(f"[b]{winners} won.[/b] {escape(position.result.reason)}")
    else:
        ask = position.ask()
        assert ask is not None
        console.print(f"The game goes on: it waits for {' and '.join(letters[x] for x in ask.seats)}.")


def verify(file: Path) -> None:
    """Deal a game again from its seed and check every shuffle, roll and answer.

    Parameters
    ----------
    file
        A saved or exported game.
    """
    console = screen()
    read = save.read(read_file(file))
    position = save.verify(read, find)
    console.print(
        f"The seed {escape(str(read.seed))} fits the promise {read.commitment[:16]}… made before the first move."
    )
    console.print(
        f"{len(read.log or ())} answers were played again: "
        f"every shuffle and all {position.state.drawn} draws are as recorded."
    )
