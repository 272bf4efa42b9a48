"""What a person at the keyboard may ask about: things by the names that are printed, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from knaves.core.ask import Ask
from knaves.core.position import Position
from knaves.core.step import Option
from knaves.core.things import is_thing
from knaves.core.words import SEAT_LETTERS
from knaves.table.pages.own_answers import OwnAnswers
from knaves.table.pages.page import person
from knaves.table.pages.page_builder import ask_card, option_cards
from knaves.web.draw.rendering import board_for
from knaves.web.draw.scene import Scene


def things_in(view: object) -> Iterator[tuple[str, str]]:
    """Whatever a view gives an id and a name: `("card:12", "Stable")`."""
    if isinstance(view, Mapping):
        ref, name = view.get("id"), view.get("name")
        if isinstance(ref, str) and isinstance(name, str) and is_thing(ref):
            yield ref, name
        for part in view.values():
            yield from things_in(part)
    elif isinstance(view, list | tuple):
        for part in view:
            yield from things_in(part)


def things_called(position: Position, seat: int, said: str) -> list[str]:
    """What options call the things of this name that the seat can see: in full, else those that begin so."""
    if is_thing(said):
        return [said]
    wanted = said.casefold()
    known = [(f"seat:{at}", letter) for at, letter in enumerate(SEAT_LETTERS[: position.seats])]
    known += things_in(position.view(seat))
    exact = [ref for ref, name in known if name.casefold() == wanted]
    found = exact or [ref for ref, name in known if name.casefold().startswith(wanted)]
    return list(dict.fromkeys(found))


def at_stake(
    position: Position, ask: Ask, seat: int, options: list[Option], names: Sequence[str]
) -> tuple[str, dict[Option, str]]:
    """The line beside the question, and a word after an answer: as the game's own board tells them."""
    game = position.game
    cards = option_cards(position, seat, options, list(names), OwnAnswers(position, ask, seat))
    shown = ask_card(game.id, ask, seat, True, ask.prompt(seat, names), cards)
    seats = [person(at, name, at in ask.seats) for at, name in enumerate(names)]
    scene = Scene("", game.id, game.title, position.view(seat), seat, seats, shown, (), None, "")
    board = board_for(scene)
    words = {choice.option: board.hints.get(choice.number, "") for choice in scene.choices}
    return board.stakes, words
