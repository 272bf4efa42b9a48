"""Playing in a terminal: people and bots at one keyboard."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from string import ascii_lowercase
from tempfile import NamedTemporaryFile
from typing import Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.panel import Panel

import knaves
from knaves.bots import USUAL, Player, level
from knaves.cli.look_up import cards_called, describe
from knaves.cli.screen import screen
from knaves.cli.things_by_name import at_stake, things_called
from knaves.cli.words import must_take_a_game, read_file, read_seed, read_settings, which_game, write_file
from knaves.core.ask import Ask
from knaves.core.beat import beat
from knaves.core.clauses import ledger
from knaves.core.errors import BadScenario, BadSetup, KnavesError, Refused
from knaves.core.forms import Blank
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.selection import answers_for, completed
from knaves.core.step import Option, Shape
from knaves.core.undo import Undo, can_be_undone
from knaves.core.words import SEAT_LETTERS
from knaves.games import about

HELP = (
    "numbers answer, several of them where some are chosen (1 3 4; 1 1 3: two of the first) · "
    "? shows the rule · why NAME · card NAME · board · log · {deal}undo · save FILE · quit"
)


class PersonLeaves(Exception):
    """The person has had enough."""


def keys_of(options: list[Option], shape: Shape) -> dict[str, Option]:
    """What is typed for each option. Beside an amount, numbers mean the amount: the others have letters."""
    if shape.kind != "amount":
        return {str(number): option for number, option in enumerate(options, 1)}
    beside = (option for option in options if shape.picks(option) is None)
    return dict(zip(ascii_lowercase, beside, strict=False))


class Terminal:
    """One game at one keyboard. Only what the person in front of it may know is on the screen."""

    def __init__(self, position: knaves.Position, people: int, level: str, seed: int | str) -> None:
        self.position = position
        self.people = people
        game = position.game
        self.names = [*SEAT_LETTERS[: position.seats]]
        self.bots = {seat: Player(level, game, f"{seed}/{seat}") for seat in range(people, position.seats)}
        self.console = screen()
        trades = type(game).forms is not Game.forms
        self.help = HELP.format(deal="deal · " if trades else "")
        self.undo = Undo()
        self.quiet = False  # the person lets everything go on up to their next decision
        self.heard: list[knaves.Event] = []
        self.told: dict[int, int] = dict.fromkeys(range(position.seats), 0)
        self.at_screen: int | None = 0 if people == 1 else None
        position.listen(self.heard.append)

    def run(self) -> None:
        p = self.position
        self.console.print(
            f"[b]{escape(p.game.title)}[/b], {p.seats} seats. Dice are fixed by {p.commitment[:16]}…"
        )
        self.console.print(f"[dim]{self.help}[/dim]")
        while (ask := p.ask()) is not None:
            people = [seat for seat in ask.seats if seat < self.people]
            if people:
                self.turn(people[0])
            elif not self.speaks_up(ask):
                seat = ask.seats[0]
                self.answer(seat, self.answer_of_bot(p, seat, ask.options(seat)))
                beat(p, self.answer_of_bot, self.answer)
        self.finish()

    def answer(self, seat: int, option: Option) -> None:
        """Whoever answers: it stands in the log, and nobody takes back what came before somebody else."""
        self.undo.apply(self.position, seat, option)

    def speaks_up(self, ask: Ask) -> bool:
        """Alone with bots, the person is asked at the moments of their turns as well. With several people at one
        keyboard it would tell the others who has something to say."""
        p, seat = self.position, 0
        if self.people != 1 or self.quiet or not ask.moment:
            return False
        can = [option for option in ask.interjections(seat) if option[0] != p.fills(seat)]
        if all(option[0] in p.game.seldom for option in can):
            return False
        self.tell(seat)
        sentence, clause = p.game.moments[ask.moment]
        self.console.print(
            f"\n[b]{self.names[seat]}[/b]: {self.names[ask.seats[0]]} decides. {escape(sentence)} You may speak:"
            " a number says it, Enter lets it go on, quiet lets all go on up to your next decision."
            f" [dim]§{clause}[/dim]"
        )
        self.show_options(seat, ask, can)
        line = self.read("> ").strip()
        self.quiet = line == "quiet"
        if not line or self.quiet:
            return False
        self.follow(seat, can, line)
        return True

    def answer_of_bot(self, p: knaves.Position, seat: int, options: object) -> Option:
        assert isinstance(options, list)
        bot = self.bots.get(seat)
        return bot.answer(p, seat, options) if bot else ("hold",)

    # -- one decision of a person ---------------------------------------------------------------------

    def turn(self, seat: int) -> None:
        self.hand_over(seat)
        self.tell(seat)
        self.quiet = False
        p = self.position
        self.show_board(seat)
        while True:
            ask = p.ask()
            if ask is None or seat not in ask.seats:
                return
            options = ask.options(seat)
            self.console.print(
                f"\n[b]{self.names[seat]}[/b]: {escape(ask.prompt(seat))} [dim]§{ask.clause(seat)}[/dim]"
            )
            self.show_options(seat, ask, options)
            if self.follow(seat, options, self.read("> ").strip()):
                return

    def follow(self, seat: int, options: list[Option], line: str) -> bool:
        """Does what a line of the person says; False: it answered nothing."""
        try:
            chosen = self.listen(seat, options, line)
            for option in chosen:
                self.answer(seat, option)
        except Refused as refusal:
            self.complain(refusal)
            return False
        if chosen:
            self.tell(seat)
            beat(self.position, self.answer_of_bot, self.answer)
        return bool(chosen)

    def show_options(self, seat: int, ask: Ask, options: list[Option]) -> None:
        """Numbered; an amount is one line, and what stands beside it has letters. What is at stake comes first."""
        p, shape = self.position, ask.shape(seat)
        keys = keys_of(options, shape)
        stakes, words = at_stake(p, ask, seat, options, self.names)
        if stakes:
            self.console.print(f"  {escape(stakes)}")
        if shape.kind == "amount":
            row = [option for option in options if shape.picks(option) is not None]
            first, last = (escape(p.label(option, seat)) for option in (row[0], row[-1]))
            self.console.print(f"  [cyan]{shape.least} to {shape.most}[/cyan]  {first} … {last}")
        for key, option in keys.items():
            word = f" [dim]({escape(words[option])})[/dim]" if words.get(option) else ""
            back = "" if len(options) > 40 or can_be_undone(p, seat, option) else " [dim]·no way back[/dim]"
            self.console.print(f"  [cyan]{key:>3}[/cyan]  {escape(p.label(option, seat))}{word}{back}")
        if shape.kind == "some" and shape.left > 1:
            how = "1 3 4, or 1 1 3: what is there several times" if shape.again else "1 3 4"
            self.console.print(f"  [dim]several at once: {how} (up to {shape.left})[/dim]")

    def answers_in(self, seat: int, options: list[Option], line: str) -> list[Option]:
        """What a line answers: one option, a whole selection (`1 3 4`, `1 1 3`), an amount; nothing: something else."""
        ask = self.position.ask()
        assert ask is not None
        shape = ask.shape(seat)
        if shape.kind == "amount" and line.isdecimal() and len(line) < 10:
            return answers_for(self.position, seat, int(line))
        keys = keys_of(options, shape)
        chosen = [keys.get(word) for word in line.replace(",", " ").split()]
        found = [option for option in chosen if option is not None]
        if not found or len(found) < len(chosen):
            return []
        if len(found) == 1:
            return found
        if shape.kind != "some" or any(shape.thing(option) is None for option in found[:-1]):
            raise Refused(f"Only one thing can be chosen: {ask.prompt(seat)}", ask.clause(seat))
        return completed(self.position, seat, found)

    def listen(self, seat: int, options: list[Option], line: str) -> list[Option]:
        """One line of the person: answers, or something to look at first (none)."""
        verb, _, rest = line.partition(" ")
        ask = self.position.ask()
        assert ask is not None
        if chosen := self.answers_in(seat, options, line):
            return chosen
        if verb == "?":
            clause = ledger(self.position.game.id).find(ask.clause(seat))
            self.console.print(Panel(escape(clause.text), title=escape(f"{clause.place} §{clause.id}")))
        elif verb == "why" and rest:
            self.say_why(seat, ask, rest.strip())
        elif verb == "card" and rest:
            self.show_cards(rest.strip())
        elif verb == "board":
            self.show_board(seat)
        elif verb == "log":
            for event in self.heard[-30:]:
                if text := self.position.text(event, seat):
                    self.console.print(f"  {escape(text)}")
        elif verb == "deal":
            deal = self.fill_in(seat, rest.strip())
            return [deal] if deal is not None else []
        elif verb == "undo":
            if self.undo.can(seat):
                self.undo.back(self.position)
                self.console.print("Taken back.")
            else:
                self.console.print(
                    "There is no way back: dice fell, something was shown, or another seat decided."
                )
        elif verb == "save" and rest:
            try:
                must_take_a_game(Path(rest.strip()))
                write_file(Path(rest.strip()), self.position.save())
                self.console.print(f"Saved. `knaves play --load {rest.strip()}` goes on from here.")
            except KnavesError as error:
                self.console.print(escape(str(error)))
        elif verb in ("quit", "exit", "q"):
            raise PersonLeaves
        else:
            self.console.print(f"Please type a number of the list, or: {self.help}")
        return []

    def say_why(self, seat: int, ask: Ask, name: str) -> None:
        """Why a thing cannot be chosen, by its name as it is printed; several of one name may have several reasons."""
        found = things_called(self.position, seat, name)
        if not found:
            self.console.print(escape(f"Nothing in sight is called {name!r}."))
        whys = [ask.why_not(seat, thing) for thing in found]
        said = ["It can be chosen." if why is None else f"{why.reason} §{why.clause}" for why in whys]
        for one in dict.fromkeys(said):
            self.console.print(escape(one))

    def show_cards(self, name: str) -> None:
        """The text of a card, whoever holds it: the box is no secret."""
        try:
            own = str(self.position.options.get("cards", ""))
            for face in cards_called(self.position.game, name, own):
                self.console.print(describe(face))
        except KnavesError as error:
            self.console.print(escape(str(error)))

    def fill_in(self, seat: int, to: str) -> Option | None:
        """A deal, blank by blank; an empty line leaves a blank as it is, and `back` leaves the deal."""
        forms = {self.names[form.seat]: form for form in self.position.forms(seat)}
        form = forms.get(to.upper())
        if form is None:
            whom = ", ".join(f"deal {name}" for name in forms)
            self.console.print(f"With whom? {whom}." if forms else "No deal can be offered now.")
            return None
        given: list[list[str]] = []
        for blank in form.blanks:
            side = "You give" if blank.side == "give" else "You get"
            what = f"0 to {blank.most}"
            if blank.shape != "amount":
                for number, (_, name) in enumerate(blank.values, 1):
                    self.console.print(f"  [cyan]{number:>3}[/cyan]  {escape(name)}")
                what = "a number" if blank.shape == "one" else "numbers"
                if not blank.values:
                    given.append([])
                    continue
            line = self.read(f"{side}, {blank.label.lower()} ({what}): ")
            if line.strip() == "back":
                return None
            try:
                given.append([self.value_of(blank, word) for word in line.replace(",", " ").split()])
                blank.read(given[-1])
            except Refused as refusal:
                self.complain(refusal)
                return None
        return form.fill(given)

    def value_of(self, blank: Blank, word: str) -> str:
        """People count what is listed from 1; an option holds the value behind it."""
        if blank.shape == "amount" or not word.isdecimal():
            return word
        if not 1 <= int(word) <= len(blank.values):
            raise Refused(f"{blank.label}: there are {len(blank.values)} to choose from.")
        return str(blank.values[int(word) - 1][0])

    # -- the screen -----------------------------------------------------------------------------------

    def hand_over(self, seat: int) -> None:
        """With several people the screen is wiped before the next one looks."""
        if self.people == 1 or self.at_screen == seat:
            return
        self.console.clear()
        self.at_screen = seat
        self.read(f"The screen is for {self.names[seat]} now. Press Enter when nobody else is looking. ")
        self.console.clear()

    def tell(self, seat: int) -> None:
        """What happened since this seat last looked."""
        for event in self.heard[self.told[seat] :]:
            if text := self.position.text(event, seat):
                self.console.print(f"  [dim]•[/dim] {escape(text)}")
        self.told[seat] = len(self.heard)

    def show_board(self, seat: int | None) -> None:
        p = self.position
        self.console.rule(escape(p.game.title), style="dim")
        self.console.print(p.game.board(p.view(seat)))
        self.console.rule(style="dim")

    def complain(self, refusal: Refused) -> None:
        self.console.print(f"[red]{escape(refusal.reason)}[/red] [dim]§{refusal.clause}[/dim]")

    def read(self, prompt: str) -> str:
        try:
            return self.console.input(prompt)
        except EOFError:
            raise PersonLeaves from None

    def finish(self) -> None:
        p = self.position
        self.tell(0)
        self.show_board(None if self.people != 1 else 0)
        result = p.result
        assert result is not None
        winners = " and ".join(self.names[seat] for seat in result.winners) or "nobody"
        scores = ", ".join(f"{self.names[seat]} {score}" for seat, score in enumerate(result.scores))
        self.console.print(
            f"\n[b]The game is over: {winners} won.[/b] {escape(result.reason)} Scores: {scores}."
        )
        self.console.print(
            f"[dim]The seed was {escape(str(p.seed))}; it fits {p.commitment[:16]}… (knaves verify).[/dim]"
        )


def play(
    game: str = "",
    *,
    seats: int = 0,
    people: int = 1,
    bots: str = USUAL,
    seed: str = "",
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    load: Path | None = None,
    scenario: Path | None = None,
    save: Path | None = None,
) -> None:
    """Play a game in the terminal, people and bots at one keyboard.

    Parameters
    ----------
    game
        Which game: see `knaves rules` for the list.
    seats
        How many players; the game's usual number if left out.
    people
        How many of them are people; the others are bots. With several, the screen is handed over.
    bots
        How good the bots are: gentle, fair, sharp or ruthless, where a game has them.
    seed
        The same seed and answers give the same game.
    option
        An option of the game, name=value; may be given several times.
    load
        Go on with a saved game.
    scenario
        Begin from a constructed position (a JSON or TOML file).
    save
        Where to write the game when you leave it.
    """
    level(bots)
    if save is not None:
        must_take_a_game(save)
    if (load is not None or scenario is not None) and (game or seats or seed or option):
        raise BadSetup("The file has its game, seats, seed and options in it: name nothing but the file.")
    if load is not None:
        position = knaves.load(read_file(load))
    elif scenario is not None:
        position = knaves.scenario(read_scenario(scenario))
    else:
        if not game:
            raise BadSetup(which_game())
        usual = about(game).seats
        position = knaves.start(
            game,
            seats=seats or (4 if 4 in usual else max(usual)),
            seed=read_seed(seed) if seed else None,
            **read_settings(game, option or []),
        )
    if not 0 <= people <= position.seats:
        raise BadSetup(f"{people} people cannot sit at a table of {position.seats}.")
    terminal = Terminal(position, people, bots, position.seed)
    try:
        terminal.run()
    except PersonLeaves:
        terminal.console.print("The game stops here.")
    if save is not None:
        keep(position, save)


def keep(position: Position, path: Path) -> None:
    """If it cannot be written there after all, then elsewhere: an evening is not lost for that."""
    try:
        write_file(path, position.save())
    except KnavesError as error:
        with NamedTemporaryFile(prefix="knaves-", suffix=".json", delete=False) as spare:
            spare.write(position.save())
        raise KnavesError(f"{error} The game is in {spare.name}.") from None


def read_scenario(path: Path) -> dict[str, object]:
    text = read_file(path)
    try:
        read: object = tomllib.loads(text.decode()) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadScenario(f"{path} is no scenario: {error}.") from None
    if not isinstance(read, dict):
        raise BadScenario(f"{path} is no scenario: it must be a table of words.")
    return read
