"""Looking things up: rules with their proof, cards, finished games."""

from __future__ import annotations

from pathlib import Path

import msgspec
from cyclopts import App
from rich.console import Console
from rich.markup import escape

import knaves
from knaves.cli.words import read_file
from knaves.core import save
from knaves.core.cards import Card
from knaves.core.clauses import Clause, ledger, proofs
from knaves.core.errors import KnavesError, Refused
from knaves.games import about, find

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
    console = Console(highlight=False)
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
        A card, by name or id.
    """
    console = Console(highlight=False)
    rows = find(game).card_list()
    wanted = name.casefold()
    found = [row for row in rows if not wanted or wanted in (row.id.casefold(), row.name.casefold())]
    if not found:
        near = [row.name for row in rows if wanted and wanted in row.name.casefold()]
        hint = f" Did you mean {', '.join(near[:5])}?" if near else ""
        raise KnavesError(f"{about(game).title} has no card called {name!r}.{hint}")
    for row in found:
        console.print(describe(row))


def describe(row: Card) -> str:
    hidden = {"id", "name", "text", "source", "house", "effects", "copies"}
    numbers = [
        f"{field.name} {value}"
        for field in msgspec.structs.fields(row)
        if field.name not in hidden
        and (value := getattr(row, field.name)) != field.default  # a printed 0 is shown
        and isinstance(value, str | int)
    ]
    copies = f" ×{row.copies}" if row.copies > 1 else ""
    ours = " [yellow](house)[/yellow]" if row.source == "house" else ""
    if row.house:
        ours = f" [yellow](house: {', '.join(row.house)})[/yellow]"
    text = f"\n    {escape(row.text)}" if row.text else ""
    return f"[b]{escape(row.name)}[/b]{copies}{ours}  [dim]{escape(', '.join(numbers))}[/dim]{text}"


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
    Console(highlight=False).print(f"{file}: {find(game).check_cards(str(file))}")


def replay(file: Path, *, seat: str = "") -> None:
    """Tell a saved game from its beginning.

    Parameters
    ----------
    file
        A saved or exported game.
    seat
        Tell it as this seat saw it (A, B, …); all that was public if left out.
    """
    console = Console(highlight=False)
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
    console = Console(highlight=False)
    read = save.read(read_file(file))
    position = save.verify(read, find)
    console.print(
        f"The seed {read.seed} fits the promise {read.commitment[:16]}… made before the first move."
    )
    console.print(
        f"{len(read.log or ())} answers were played again: "
        f"every shuffle and all {position.state.drawn} draws are as recorded."
    )
