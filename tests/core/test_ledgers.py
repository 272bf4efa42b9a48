"""Small books: the clauses of a rulebook and their proofs, what was made lately, the ledger of deals."""

from __future__ import annotations

import pytest

from knaves.core import kept as module
from knaves.core.clauses import Clause, Ledger, ledger, proofs
from knaves.core.ending import amount, by_points, finishes, unit
from knaves.core.errors import KnavesError
from knaves.core.kept import SHORT, Kept, Lasting, remembered, written
from knaves.core.offers import (
    DealNote,
    Offer,
    OfferView,
    Promise,
    PromiseView,
    Side,
    SideView,
    notes,
    to_remember,
)
from knaves.core.state import Result

BOOK = Ledger(
    "The book", (Clause("hen.1", "Hens", "A hen lays."), Clause("fox.1", "Foxes", "A fox takes a HEN."))
)


def test_a_clause_is_found_by_its_id_and_by_its_words() -> None:
    assert BOOK.find("fox.1") is BOOK.clause[1]
    with pytest.raises(KnavesError, match=r"^The book has no clause 'cow\.1'\.$"):
        BOOK.find("cow.1")
    assert BOOK.search("hEn") == [*BOOK.clause] and BOOK.search("foxes") == [BOOK.clause[1]]
    assert BOOK.search("s a") == [*BOOK.clause], "the place stands before the words"
    assert BOOK.search("cow") == []


def test_every_game_brings_its_book_and_its_proofs() -> None:
    book = ledger("_template")
    assert book is ledger("_template") and book.clause and book.find(book.clause[0].id) is book.clause[0]
    proved = proofs("_template")
    assert set(proved) <= {clause.id for clause in book.clause}
    assert all(test.startswith("tests/") for tests in proved.values() for test in tests)
    assert proofs("no such game") == {}


def test_what_was_made_lately_is_found_again() -> None:
    kept, made = Kept[str](2), list[str]()

    def make(name: str, more: str = "") -> str:
        made.append(name + more)
        return made[-1]

    assert kept.get("a", make, "a") == "a" and kept.get("a", make, "other") == "a"
    assert kept.get("b", make, "b", more="!") == "b!"
    kept.get("c", make, "c")
    assert (kept.new, kept.old) == ({"c": "c"}, {"a": "a", "b": "b!"}), "the full half is the older one"
    assert kept.get("a", make, "again") == "a" and kept.new == {"c": "c", "a": "a"}
    kept.get("d", make, "d")
    assert kept.get("b", make, "b") == "b" and made == ["a", "b!", "c", "d", "b"], (
        "what nobody asked for has gone"
    )
    kept.clear()
    assert (kept.new, kept.old) == ({}, {}) and Kept[str]().most == module.MOST


def test_rows_that_are_made_of_the_same_data_are_one_object() -> None:
    class Row(Lasting, frozen=True):
        text: str

    made: list[object] = []

    @remembered
    def row(things: list[int], name: str = "") -> Row:
        made.append(things)
        return Row(f"{name}{things}")

    assert row([1, 2]) is row([1, 2]) is not row([1, 3]) and row([1, 2], name="x").text == "x[1, 2]"
    assert len(made) == 3 and row.__name__ == "row"


def test_plain_data_is_written_short() -> None:
    assert written({"a": [1, None], "b": "x"}) == b'{"a":[1,null],"b":"x"}'
    just, over = "x" * (SHORT - 2), "x" * (SHORT - 1)  # and two quotation marks
    assert len(written(just)) == SHORT and len(written(over)) == 16
    assert written(over) == written(over) != written(over + "x"), "a digest of all of it"


def test_an_offer_is_told_in_numbers() -> None:
    give, get = Side(3, (0, 2), 1), Side(0, (), 4)
    offer = Offer(7, 1, 2, give, get)
    assert offer.numbers == (1, 2, 3, 0b101, 0, 0, 1, 4)
    assert Offer(7, 1, 2, get, give).numbers == (1, 2, 0, 0, 3, 0b101, 4, 1)
    assert give.moves and not get.moves and Side(1, (), 0).moves and Side(0, (0,), 0).moves
    assert Promise(0, 1, 2, 3, 0).what == 2


def test_the_ledger_has_offers_and_then_promises() -> None:
    side = SideView(amount=0, goods=[], promise="", promise_text="")
    offer = OfferView(id="1", number=1, by=0, to=1, give=side, get=side, text="a hat", why_not="")
    promise = PromiseView(by=2, to=0, what="peace", text="peace", turn=1, fate="kept")
    assert notes({"offers": [offer], "promises": [promise]}) == [
        DealNote(0, 1, "a hat", "offered"),
        DealNote(2, 0, "peace", "kept"),
    ]
    hat = SideView(amount=0, goods=["Hat"], promise="", promise_text="")
    coat = SideView(amount=0, goods=["Coat"], promise="", promise_text="")
    swap = OfferView(id="2", number=2, by=0, to=1, give=hat, get=coat, text="a hat for a coat", why_not="")
    assert notes({"offers": [swap], "promises": []}) == [
        DealNote(0, 1, "a hat for a coat", "offered", ("Hat", "Coat"))
    ]


def test_open_promises_are_remembered_however_old_and_the_latest_of_the_others() -> None:
    made = [
        PromiseView(by=0, to=1, what="peace", text="peace", turn=n, fate="open" if n in (0, 3) else "kept")
        for n in range(6)
    ]
    assert [row["turn"] for row in to_remember(made, 2)] == [0, 3, 4, 5]


def test_one_of_it_is_said_in_the_singular() -> None:
    assert [unit(n, "points") for n in (0, 1, 2, -1)] == ["points", "point", "points", "points"]
    assert (amount(1, "coins"), amount(12, "coins")) == ("1 coin", "12 coins")
    assert finishes(Result((1,), (3, 2, 3, 1), "")) == (
        *("You finish second.", "You win.", "You finish second.", "You finish fourth."),
    )
    alone = by_points(Result((0,), (1,), ""), "points", ("Ann",))
    assert (alone.by, alone.says, alone.title) == ("=", "shared at 1 point", "")
