"""Rows of card files as people read them: kinds, fields, faces."""

from __future__ import annotations

from msgspec import Struct

from knaves.core.card_face import SOURCES, CardFace, CardFigure, face_of, parts_of_ours, plain_face
from knaves.core.card_words import fields_of, in_words, kind_called
from knaves.core.cards import Card, Effect


class Steal(Effect, tag="steal_all"):
    coins: int
    source: str = "house"


class Pass(Effect, tag="pass"):
    """Nothing is said of it."""


class WingSpan(Struct):
    wide: int


class NightBird(Card):
    age: int = 0
    tame: bool = False
    dice: tuple[int, ...] = ()
    foods: tuple[str, ...] = ()
    wing: WingSpan | None = None
    prices: dict[str, int] = {}
    effects: tuple[Steal | Pass, ...] = ()
    age_source: str = ""


def owl(**more: object) -> NightBird:
    return NightBird(id="barn_owl", name="Barn Owl", source="rulebook", **more)  # type: ignore[arg-type]


def test_every_kind_of_field_in_words() -> None:
    for value, words in (
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        (0.5, "0.5"),
        ("city_watch", "city watch"),
        ({"grey_goose": 2, "owl": True}, "grey goose 2, owl yes"),
        ((3, -1, 0), "3/–/0"),
        (["red_fox", "hare"], "red fox or hare"),
        ((Steal(2), Pass()), "steal all (coins 2); pass"),
        (WingSpan(4), "(wide 4)"),
        (None, ""),
    ):
        assert in_words(value) == words, value


def test_fields_that_say_something_under_names_for_people() -> None:
    bird = owl(age=3, effects=(Steal(2),))
    fields = dict(fields_of(bird, frozenset({"id", "name"})))
    assert fields["age"] == "3" and fields["effects"] == "steal all (coins 2)"
    assert not {"foods", "wing", "prices", "id", "name", "age source"} & {*fields}
    assert dict(fields_of(owl(age_source="book")))["age source"] == "book"
    assert kind_called(bird) == "night bird"


def test_a_face_has_what_every_row_has_and_what_the_game_adds() -> None:
    bird = owl(text="Hoots.", copies=2)
    face = face_of(
        bird, "night bird", lines=("At dusk.",), figures=(CardFigure("3", "age"),), pairs=("mouse",)
    )
    assert (face.id, face.name, face.source, face.text, face.copies) == (
        "barn_owl",
        "Barn Owl",
        "rulebook",
        "Hoots.",
        2,
    )
    assert (face.key, face.icon, face.ours, face.house) == ("night_bird-barn_owl", "barn_owl", "", False)
    assert face.in_words == "night bird. age 3. Hoots. At dusk. mouse."
    other = face_of(bird, "bird", text="", lead="3", clause="bird.1", look="dark", icon="wing")
    assert (other.text, other.lead, other.clause, other.look, other.icon) == (
        "",
        "3",
        "bird.1",
        "dark",
        "wing",
    )


def test_what_is_our_own_is_said() -> None:
    known = SOURCES["rulebook"]
    bird = owl(house=("text", "city_watch"), age_source="house")
    assert parts_of_ours(bird) == "text, city watch, age"
    face = face_of(bird, "bird")
    assert face.house and face.origin == f"{known}, but our own text, city watch, age"
    assert face_of(owl(), "bird").origin == known
    ours = CardFace(id="x", name="X", kind="bird", source="house", ours="text")
    assert ours.house and ours.origin == SOURCES["house"]


def test_a_card_of_any_game_has_figures_and_lines() -> None:
    face = plain_face(owl(age=3, foods=("mice", "beetles"), tame=True, age_source="house"))
    assert face.figures == (CardFigure("3", "age"), CardFigure("yes", "tame"))
    assert face.lines == ("foods: mice or beetles",) and face.kind == "night bird"
    short = plain_face(owl(foods=("12345678",)))
    assert CardFigure("12345678", "foods") in short.figures and not short.lines
