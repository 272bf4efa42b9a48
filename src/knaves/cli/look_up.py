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
from knaves.cli.words import read_file, read_seat
from knaves.core import save
from knaves.core.card_face import CardFace
from knaves.core.card_words import plain
from knaves.core.clauses import Clause, ledger, proofs
from knaves.core.errors import KnavesError
from knaves.core.game import Game
from knaves.core.state import State
from knaves.core.words import SEAT_LETTERS
from knaves.games import about, find
from knaves.web.draw.faces import faces

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
    for face in cards_called(find(game), name):
        console.print(describe(face))


def cards_called(game: Game[State], name: str, own: str = "") -> list[CardFace]:
    """As people call them; else says what they may have meant. `own`: with a player's card file in the box."""
    all_of = faces(game.id, own)
    found = called(all_of, name)
    if not found:
        names = {face.name.casefold(): face.name for face in all_of}
        near = [names[one] for one in get_close_matches(name.casefold(), names, 5)]
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        raise KnavesError(f"{game.title} has no card called {name!r}.{hint}")
    return found


def called(all_of: Sequence[CardFace], name: str) -> list[CardFace]:
    """The cards of this name or id; else those with it in their name; else those that name it anywhere."""
    wanted = plain(name).casefold()
    if not wanted:
        return list(all_of)
    exact = [face for face in all_of if wanted in (plain(face.id).casefold(), face.name.casefold())]
    if exact:
        return exact
    inside = [face for face in all_of if wanted in face.name.casefold()]
    if inside or len(wanted) < SHORTEST:
        return inside
    return [face for face in all_of if re.search(rf"\b{re.escape(wanted)}\b", face.in_words.casefold())]


def describe(face: CardFace) -> str:
    """All that stands on a card, in the words of its face."""
    numbers = [face.kind, *(f"{figure.name}: {figure.value}" for figure in face.figures)]
    copies = f" ×{face.copies}" if face.copies > 1 else ""
    ours = f" [yellow](house: {escape(face.ours)})[/yellow]" if face.ours else ""
    if face.source == "house":
        ours = " [yellow](house)[/yellow]"
    pairs = [f"Pairs with {', '.join(face.pairs)}."] if face.pairs else []
    said = "".join(f"\n    {escape(line)}" for line in (face.text, *face.lines, *pairs) if line)
    return f"[b]{escape(face.name)}[/b]{copies}{ours}  [dim]{escape('; '.join(numbers))}[/dim]{said}"


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
    eye = read_seat(seat, read.seats) if seat else None
    heard: list[knaves.Event] = []

    def tell(number: int, position: knaves.Position) -> None:
        if not number:
            position.listen(heard.append)
        for event in heard:
            if text := position.text(event, eye):
                console.print(f"[dim]{number:>4}[/dim]  {escape(text)}")
        heard.clear()

    position = save.replay(read, find, tell)
    if position.result:
        winners = " and ".join(SEAT_LETTERS[x] for x in position.result.winners) or "nobody"
        console.print(f"[b]{winners} won.[/b] {escape(position.result.reason)}")
    else:
        ask = position.ask()
        assert ask is not None
        console.print(f"The game goes on: it waits for {' and '.join(SEAT_LETTERS[x] for x in ask.seats)}.")


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
