"""What an ask says to whom: the seat's own sentence, names and reasons, and nothing of what it has not seen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import knaves
from knaves.core.data import field
from knaves.core.errors import BadScenario, BadSetup, RuleBug
from knaves.core.game import About, Game, Value, View
from knaves.core.position import Position
from knaves.core.reading import NUMBER_MOST, THINGS_MOST, VERB_MOST, read_option, read_seat
from knaves.core.start import arrange, begin
from knaves.core.state import State
from knaves.core.step import Answer, Choice, Option, Shape, Step, Together

NAMES = ("Ann", "Bob", "Cy")
SEEN_BY_ONE, SEEN_BY_TWO = 0, 1


class Fair(State):
    price: int = field(3)


class Stall(Together[Fair]):
    lines = ("ask", "close")
    asks = {"ask": ("", "")}
    who: int = field(2)
    shown: int = field(SEEN_BY_ONE)

    def ask(self, s: Fair) -> Choice:
        bids: list[Option] = [("bid", 7, n) for n in (4, 2, 9)]
        return Choice.together({1: [*bids, ("pass",), ("show", 1)], 2: [("pass",), ("bid", 8, 1)]})

    def close(self, s: Fair) -> None:
        s.result = knaves.Result((1,), (0, 1, 0), "It is late.")

    def prompt(self, s: Fair, seat: int) -> str:
        return f"Seat {seat} at price {s.price}: {{who:seat}} shows {{shown:card}}."

    def clause(self, s: Fair, seat: int) -> str:
        return f"fair.{seat}.{s.price}"

    def shape(self, s: Fair, seat: int) -> Shape:
        return Shape("amount", "bid" if seat == 1 else "nothing") if s.price == 3 else super().shape(s, seat)

    def why_not(self, s: Fair, seat: int, kind: str, thing: int) -> knaves.Refused | None:
        if thing == 5:
            return None
        return knaves.Refused(f"{NAMES[seat]} cannot take {kind} {thing} at {s.price}.", "fair.9")


class Ground(Step[Fair]):
    """Below the stall: whoever asks the wrong step gets an error."""

    lines = ("open",)

    def open(self, s: Fair) -> Step[Fair]:
        return Stall()


class Market(Game[Fair]):
    id = "market"
    state = Fair
    about = About("Market", "1", (3,), "1", "", "")
    verbs = {
        "whisper": "Whisper of {1:card}",
        "bid": "Bid {2} for {1:card}",
        "pass": "Pass",
        "show": "Show {1:card}",
        "cheer": "Cheer for {1:stall}",
    }
    pieces = frozenset({"card"})
    interjection_verbs = frozenset({"cheer", "whisper"})

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Fair:
        return Fair(seats)

    def set_up(self, s: Fair, options: Mapping[str, Value]) -> Step[Fair]:
        assert options == {}
        s.face, s.seen, s.lot = (40, 41), [0b0010, 0b0100], (0, 0)
        return Ground()

    def speaks(self, options: Mapping[str, Value]) -> bool:
        return options == {}

    def interjections(self, s: Fair, seat: int) -> list[Option]:
        return [("cheer", 6)] if seat != 1 else []

    def interject(self, s: Fair, seat: int, option: Answer) -> None:
        s.price += 1

    def admits(self, s: Fair, seat: int, option: Option) -> bool:
        if option[1:] == (0,):  # a card: what stands on it must not be told to who has not seen it
            raise knaves.Refused(f"There is a {s.face[0]} on it.")
        return option == ("cheer", 9)

    def face_name(self, s: Fair, kind: str, face: int) -> str:
        return f"{kind} no. {face}"

    def pieces_count(self, s: Fair) -> Mapping[str, int]:
        return {"cards": len(s.face)}

    def arrange(self, s: Fair, stack: list[Step[Fair]], words: Mapping[str, object]) -> None:
        if "price" in words:
            s.price = int(str(words["price"]))
        if "lost" in words:
            s.face = s.face[:1]
        if "broken" in words:
            stack.append(Broken())

    def view(self, s: Fair, eye: int) -> View:
        return {"price": s.price}


class Broken(Step[Fair]):
    lines = ("fall",)

    def fall(self, s: Fair) -> None:
        raise ZeroDivisionError("a hole")


MARKET = Market()


def market(**words: object) -> Position:
    if words:
        return arrange(MARKET, {"set": words}, 3, 1)  # type: ignore[arg-type]  # a game of any state
    return begin(MARKET, 3, 1, {})  # type: ignore[arg-type]  # as above


def ask_of(position: Position) -> knaves.Ask:
    ask = position.ask()
    assert ask is not None
    return ask


def test_a_prompt_is_the_seats_own_with_the_names_it_may_know() -> None:
    ask = ask_of(market())
    assert ask.prompt(1) == "Seat 1 at price 3: C shows card no. 40."
    assert ask.prompt(1, NAMES) == "Seat 1 at price 3: Cy shows card no. 40."
    assert ask.prompt(2, NAMES) == "Seat 2 at price 3: Cy shows a card."
    assert ask.prompt(0) == "Waiting for B and C."
    assert ask.prompt(0, NAMES) == "Waiting for Bob and Cy."
    assert ask.clause(1) == "fair.1.3" and ask.clause(2) == "fair.2.3"


@pytest.mark.parametrize(("seat", "card"), [(1, "card no. 40"), (2, "a card")])
def test_who_listens_hears_what_a_prompt_names(seat: int, card: str) -> None:
    heard: list[tuple[str, str]] = []
    ask_of(market()).prompt(seat, NAMES, lambda kind, said: heard.append((kind, said)))
    assert heard == [("seat", "Cy"), ("card", card)]


def test_why_something_is_of_no_use_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the step that waits has nothing to say to this seat, the game may have."""

    def why_not(self: Market, s: Fair, seat: int, kind: str, thing: int) -> knaves.Refused | None:
        return knaves.Refused(f"Seat {seat}: no cheers for {kind} {thing} at {s.price}.", "fair.8")

    monkeypatch.setattr(Market, "why_not", why_not)
    position = market()
    ask = ask_of(position)
    assert ask.why_not(0, "stall:9") == ("Seat 0: no cheers for stall 9 at 3.", "fair.8")
    assert ask.why_not(1, "stall:5") == ("Seat 1: no cheers for stall 5 at 3.", "fair.8")
    assert ask.why_not(1, "stall:9") == ("Bob cannot take stall 9 at 3.", "fair.9"), "the step comes first"
    waits = ("Waiting for Bob and Cy.", "fair.1.3")
    assert ask.why_not(0, "card:0", NAMES) == waits, "a card that it has not seen"
    position.speaks = False
    assert ask.why_not(0, "stall:9", NAMES) == waits
    position.speaks = True
    monkeypatch.setattr(Stall, "closed", True)
    assert ask.why_not(0, "stall:9", NAMES) == waits


def test_the_shape_is_read_from_the_seats_own_options() -> None:
    position = market()
    assert ask_of(position).shape(1) == Shape("amount", "bid", least=2, most=9, fixed=(7,))
    assert ask_of(position).shape(2) == Shape("one")
    assert ask_of(market(price=4)).shape(1) == Shape("one")


def test_an_amount_of_one_row_has_its_fixed_part_too() -> None:
    position = market()
    ask = ask_of(position)
    ask.choice.each = {1: [("bid", 8, 5)]}
    assert ask.shape(1) == Shape("amount", "bid", least=5, most=5, fixed=(8,))


def test_options_and_interjections_are_never_mixed_up() -> None:
    position = market()
    ask = ask_of(position)
    assert ask.seats == (1, 2)
    assert ask.options(2) == [("pass",), ("bid", 8, 1), ("cheer", 6)] and ask.interjections(2) == []
    assert ask.options(0) == [] and ask.interjections(0) == [("cheer", 6)]
    position.apply(2, ("pass",))
    again = ask_of(position)
    assert again.seats == (1,) and again.interjections(2) == [("cheer", 6)] and again.options(2) == []


@pytest.mark.parametrize(
    ("seat", "thing", "reason", "clause"),
    [
        (0, "card:0", "Waiting for Bob and Cy.", "fair.1.3"),
        (1, "stall:9", "Bob cannot take stall 9 at 3.", "fair.9"),
        (2, "card:1", "Cy cannot take card 1 at 3.", "fair.9"),
        (1, "card:0", "Bob cannot take card 0 at 3.", "fair.9"),
        (2, "card:0", "It is not part of this choice: Seat 2 at price 3: Cy shows a card.", "fair.2.3"),
        (1, "stall:5", "It is not part of this choice: Seat 1 at price 3: Cy shows card no. 40.", "fair.1.3"),
        (1, "stall:123456789", "Bob cannot take stall 123456789 at 3.", "fair.9"),
        (1, "stall:1234567890", "There is nothing called 'stall:1234567890' here.", ""),
        (1, "stall:", "There is nothing called 'stall:' here.", ""),
        (1, ":5", "There is nothing called ':5' here.", ""),
        (1, "stall", "There is nothing called 'stall' here.", ""),
        (1, "stall:x", "There is nothing called 'stall:x' here.", ""),
        (1, "the:stall:4", "There is nothing called 'the:stall:4' here.", ""),
    ],
)
def test_why_not_speaks_to_the_seat_that_asks(seat: int, thing: str, reason: str, clause: str) -> None:
    assert ask_of(market()).why_not(seat, thing, NAMES) == (reason, clause)


def test_what_is_offered_can_be_chosen() -> None:
    ask = ask_of(market())
    for seat, thing in ((1, "card:7"), (1, "card:1"), (0, "stall:6"), (2, "stall:6")):
        assert ask.why_not(seat, thing) is None
    assert ask.why_not(1, "stall:6") is not None, "only others may cheer"


def test_what_is_filled_in_names_nothing_that_the_seat_has_not_seen() -> None:
    """The game is not even asked: its refusal might tell."""
    position = market()
    position.apply(2, ("cheer", 9))
    with pytest.raises(knaves.Refused, match="There is a 40 on it"):
        position.apply(1, ("whisper", 0))
    with pytest.raises(knaves.Refused, match="It is not part of this choice"):
        position.apply(2, ("whisper", 0))


# -- reading ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ((), "a verb and the numbers of the things"),
        ([], "a verb and the numbers of the things"),
        (None, "a verb and the numbers of the things"),
        ({"verb": 1}, "a verb and the numbers of the things"),
        ("lay", "a verb and the numbers of the things"),
        (["lay", *range(THINGS_MOST + 1)], "a verb and the numbers of the things"),
        ([3, 3], "begins with a verb"),
        ([None], "begins with a verb"),
        (["x" * (VERB_MOST + 1)], "begins with a verb"),
        (["lay", "3"], "names its things by number"),
        (["lay", 1.0], "names its things by number"),
        (["lay", True], "names its things by number"),
        (["lay", NUMBER_MOST + 1], "names its things by number"),
        (["lay", 1, -NUMBER_MOST - 1], "names its things by number"),
    ],
)
def test_what_is_no_answer_is_refused_in_words(raw: object, says: str) -> None:
    with pytest.raises(knaves.Refused, match=says) as caught:
        read_option(raw)
    assert len(str(caught.value)) < 200


def test_the_largest_answer_is_read() -> None:
    assert read_option(["lay", *range(THINGS_MOST)]) == ("lay", *range(THINGS_MOST))
    assert read_option(("x" * VERB_MOST, NUMBER_MOST, -NUMBER_MOST)) == (
        "x" * VERB_MOST,
        NUMBER_MOST,
        -NUMBER_MOST,
    )
    assert read_option(["pass"]) == ("pass",)


def test_a_seat_is_one_of_the_tables() -> None:
    assert read_seat(0, 2) == 0 and read_seat(1, 2) == 1
    for strange in (-1, 2, True, "1", None, 1.0):
        with pytest.raises(knaves.Refused, match=r"There is no seat .* at this table of 2"):
            read_seat(strange, 2)


# -- beginnings -------------------------------------------------------------------------------------------


def test_a_seed_is_a_short_text() -> None:
    assert begin(MARKET, 3, "x" * 100, {}).seed == "x" * 100  # type: ignore[arg-type]  # as above
    assert begin(MARKET, 3, "17", {}).seed == 17  # type: ignore[arg-type]  # as above
    assert begin(MARKET, 3, "017", {}).seed == "017"  # type: ignore[arg-type]  # as above
    for strange in ("x" * 101, "", "a\0b", 1.5, True, None, 10**100, -(10**100)):
        with pytest.raises(BadSetup, match="short text"):
            begin(MARKET, 3, strange, {})  # type: ignore[arg-type]  # as above
    assert begin(MARKET, 3, 1 - 10**100, {}).seed == 1 - 10**100  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        ({"moon": 1}, r"not 'moon'\."),
        ({"options": 3}, r"options and set are tables\."),
        ({"set": 3}, r"options and set are tables\."),
        ({"set": {"lost": 1}}, r"The box has 2 cards; this scenario uses 1\."),
        (
            {"set": {"broken": 1}},
            r"The game cannot go on from this position: ZeroDivisionError\('a hole'\)\.",
        ),
    ],
)
def test_a_scenario_that_cannot_be_is_refused_in_words(scenario: dict[str, object], says: str) -> None:
    with pytest.raises(BadScenario, match=says):
        arrange(MARKET, scenario, 3, 1)  # type: ignore[arg-type]  # as above


def test_errors_say_what_they_were_told() -> None:
    assert (knaves.Refused("No.").reason, knaves.Refused("No.").clause) == ("No.", "")
    assert str(knaves.Refused("No.", "a.1")) == "No." and knaves.Refused("No.", "a.1").clause == "a.1"
    assert str(RuleBug("Oh.")) == "Oh." and RuleBug("Oh.").record == b""
    with pytest.raises(ValueError, match="says why"):
        knaves.Refused("")
