"""Plain data: what follows from a field list. The classes are made within the tests: then their code is written."""

from __future__ import annotations

import sys
from typing import ClassVar, NamedTuple, cast

import pytest

from knaves.core import data, fields
from knaves.core.data import Data, field, shared
from knaves.core.errors import BadSave
from knaves.core.step import Answer
from tests.support import plain_only

pytestmark = plain_only


class Pair(NamedTuple):
    one: int
    two: int


class Inner(Data):
    n: int


def sample() -> type[Data]:
    class Sample(Data):
        limit: ClassVar[int] = 9
        name: str
        count: int = 4
        row: list[int] = field([1])
        rows: list[list[int]] = field([])
        named: dict[str, int] = {}
        pair: Pair | None = None
        inner: Inner = field(None)  # type: ignore[assignment]  # set by the test
        said: Answer = field(("pass", 0, 0, 0, 0, 0))
        told: dict[int, Answer] = field({})
        box: object = shared()

    return Sample


def made() -> Data:
    one = sample()("Ann")  # type: ignore[call-arg]  # as its fields say
    one.inner = Inner(3)  # type: ignore[attr-defined]
    one.rows = [[1], [2, 3]]  # type: ignore[attr-defined]
    one.told = {2: ("lay", 4)}  # type: ignore[attr-defined]
    one.said = ("lay", 5)  # type: ignore[attr-defined]
    one.box = object()  # type: ignore[attr-defined]
    return one


def test_the_constructor_asks_for_what_it_needs() -> None:
    Sample = sample()  # noqa: N806  # a class
    one = Sample("Ann", 7, {"x": 1}, Pair(1, 2))  # type: ignore[call-arg]  # as its fields say
    assert (one.name, one.count, one.row, one.rows) == ("Ann", 7, [1], [])  # type: ignore[attr-defined]
    assert (one.named, one.pair, one.box) == ({"x": 1}, Pair(1, 2), None)  # type: ignore[attr-defined]
    two, three = Sample("Bob"), Sample(name="Cy", count=1)  # type: ignore[call-arg]
    assert two.count == 4 and two.named == {} and two.pair is None and three.count == 1  # type: ignore[attr-defined]
    assert two.row is not three.row and two.named is not three.named, "each has its own"  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Sample()
    assert Sample.limit == 9 and not hasattr(two, "__dict__")  # type: ignore[attr-defined]
    assert vars(Sample)["__slots__"][0] == "name" and Sample.__init__.__qualname__.endswith("Sample.__init__")


def test_a_clone_shares_nothing_that_changes() -> None:
    one = made()
    two = one.clone()
    assert two == one and type(two) is type(one)
    for name in ("row", "rows", "named", "inner", "told"):
        assert getattr(two, name) is not getattr(one, name), name
    assert two.rows[0] is not one.rows[0]  # type: ignore[attr-defined]
    assert two.box is one.box  # type: ignore[attr-defined]


def test_equal_is_what_has_equal_fields_but_for_what_is_shared() -> None:
    one = made()
    for name, other in (("name", "x"), ("count", 0), ("row", []), ("pair", Pair(0, 0)), ("inner", Inner(4))):
        two = one.clone()
        setattr(two, name, other)
        assert one != two, name
    two = one.clone()
    two.box = None  # type: ignore[attr-defined]
    assert one == two and one != Inner(3) and Inner(3) == Inner(3)
    with pytest.raises(TypeError):
        hash(one)
    assert "name='Ann'" in repr(one) and "box" not in repr(one) and repr(one).startswith("Sample(")


def test_what_is_written_down_comes_back() -> None:
    class Simple(Data):
        name: str
        count: int = 4
        row: list[list[int]] = field([[1]])
        said: Answer = field(("pass", 0, 0, 0, 0, 0))
        told: dict[int, Answer] = field({})
        who: int | None = field(None)
        box: object = shared()

    one = Simple("Ann", 2)
    one.said, one.told, one.row = cast(Answer, ("lay", 3)), {1: cast(Answer, ("pass",))}, [[2], []]
    raw = one.dump()
    assert raw == {
        "name": "Ann",
        "count": 2,
        "row": [[2], []],
        "said": ("lay", 3),
        "told": {1: ("pass",)},
        "who": None,
    }
    raw["told"] = {"1": ["pass"]}  # as JSON has it
    again = fields.load(Simple, raw)
    assert again == one and list(again.told) == [1] and again.box is None
    for change, says in (
        ({"moon": 1}, "Simple has no field called moon"),
        ({"count": "2"}, "Simple.count cannot be read"),
        ({"row": [3]}, "Simple.row cannot be read"),
        ({"who": "x"}, "Simple.who cannot be read"),
    ):
        with pytest.raises(BadSave, match=says):
            fields.load(Simple, {**raw, **change})
    del raw["count"]
    with pytest.raises(BadSave, match="Simple lacks its field count"):
        fields.load(Simple, raw)


def test_fields_are_inherited_and_may_be_said_anew() -> None:
    class Base(Data):
        first: int
        second: int = 2

    class Derived(Base):
        second: int = 5
        third: list[int] = []

    assert [f.name for f in fields.fields_of(Derived)] == ["first", "second", "third"]
    one = Derived(1)
    assert (one.first, one.second, one.third) == (1, 5, []) and Base(1).second == 2
    assert one.clone() == one and Derived(1, 5, [7]) != one and Base(1, 5) != one
    assert [f.name for f in fields.saved_fields(Derived)] == ["first", "second", "third"]
    assert fields.fields_of(int) == ()


@pytest.mark.parametrize("hint", ["set[int]", "list[list[list[int]]]", "dict[str, list[int]]", "list[Inner]"])
def test_what_cannot_be_copied_cheaply_is_no_field(hint: str) -> None:
    space: dict[str, object] = {"__annotations__": {"strange": hint}, "__module__": __name__}
    with pytest.raises(TypeError, match=r"field strange: .* is no data that can be cloned cheaply"):
        data.DataMeta("Odd", (Data,), space)


@pytest.mark.parametrize(
    "hint", ["int", "bool", "str", "bytes", "float", "int | None", "tuple[int, ...]", "Pair", "list[Pair]",
             "list[list[str]]", "dict[int, str]", "Inner", "tuple[int, str] | None"]
)  # fmt: skip
def test_what_can_be_copied_is_a_field(hint: str) -> None:
    space: dict[str, object] = {"__annotations__": {"plain": hint}, "__module__": __name__}
    made = data.DataMeta("Even", (Data,), space)
    (one,) = fields.fields_of(made)
    assert one.name == "plain" and one.init and not one.shared


def compiled_base() -> type:
    """A class as the compiled build has it: methods written out, shared data not there until it is set."""

    class Base:
        def __init__(self, first: int) -> None:
            self.first, self.row = first, [first]

    fields.describe(
        Base,
        [("first", "int", True, False), ("row", "list[int]", False, False), ("box", "object", False, True)],
    )
    return Base


def test_a_compiled_class_says_its_fields() -> None:
    first, row, box = fields.fields_of(compiled_base())
    assert [(f.name, f.hint, f.init, f.shared) for f in (first, row, box)] == [
        ("first", "int", True, False),
        ("row", "list[int]", False, False),
        ("box", "object", False, True),
    ]
    assert first.default is fields.MISSING and first.module == __name__ and row.wire == list[int]
    assert (first.copy, row.copy, box.copy) == ("{0}", "{0}[:]", "{0}")


def test_a_plain_class_that_derives_from_a_compiled_one_gets_its_methods() -> None:
    class Plain(compiled_base()):  # type: ignore[misc]  # a class that is made anew for each test
        lines = ("ask", "take")
        second: int
        more: list[int] = [7]
        count: int = field(3)
        own: object = shared()

        def ask(self) -> None: ...

        def take(self) -> None: ...

    fields.write_plain(Plain)
    assert [f.name for f in fields.fields_of(Plain)] == [
        "first",
        "row",
        "box",
        "second",
        "more",
        "count",
        "own",
    ]
    assert not {"second", "more", "count", "own"} & {*vars(Plain)}, (
        "what was written behind a type is no attribute"
    )
    one = Plain(1, 2)
    assert (one.first, one.row, one.second, one.more, one.count) == (1, [1], 2, [7], 3)
    assert Plain(1, 2).more is not one.more and Plain(1, 2, [9]).more == [9]
    one.row, one.count = [4, 5], 6
    twin = one.clone()
    assert type(twin) is Plain and twin == one and (twin.row, twin.count) == ([4, 5], 6)
    assert twin.row is not one.row and twin.more is not one.more and not hasattr(twin, "box")
    one.box = one.own = box = object()
    assert one.clone().box is box and one.clone() == one
    twin.count += 1
    assert twin != one and one.at == {"ask": 0, "take": 1, "end": 2}
    with pytest.raises(TypeError):
        hash(one)


def test_a_compiled_class_and_one_without_lines_keep_what_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare(compiled_base()):  # type: ignore[misc]  # a class that is made anew for each test
        second: int

    with monkeypatch.context() as patched:
        for name in ("/house/part.so", None):  # machine code has no .py; what is typed in has no file
            patched.setattr(sys.modules[__name__], "__file__", name)
            fields.write_plain(Bare)
            assert fields.fields_of(Bare) == ()
    fields.write_plain(Bare)
    assert Bare(1, 2).second == 2 and not hasattr(Bare, "at")


def test_each_object_has_lists_of_its_own_and_a_class_without_fields_is_equal_to_itself() -> None:
    class Empty(Data):
        pass

    class Lists(Data):
        full: list[int] = [1, 2]
        bare: list[int] = []

    one, two = Lists(), Lists()
    one.full.append(3)
    one.bare.append(3)
    assert (two.full, two.bare, Lists().full) == ([1, 2], [], [1, 2])
    assert Empty() == Empty() and Empty.__hash__ is None


@pytest.mark.parametrize(
    ("hint", "wire"),
    [
        ("Answer", tuple[str | int, ...]),
        ("Answer | None", tuple[str | int, ...] | None),
        ("dict[int, Answer]", dict[int, tuple[str | int, ...]]),
        ("list[Pair]", list[Pair]),
        ("int | None", int | None),
    ],
)
def test_an_answer_on_disk_has_as_many_things_as_it_has(hint: str, wire: object) -> None:
    (one,) = fields.own_fields(type("Odd", (), {"__annotations__": {"it": hint}, "__module__": __name__}), {})
    assert one.wire == wire and one.hint == hint and (one.init, one.shared) == (True, False)


def test_the_answer_of_the_compiled_build_is_known_by_its_name() -> None:
    made = type("Answer", (tuple,), {})
    assert fields._wire_type(made) == tuple[str | int, ...] and fields._wire_type(Pair) is Pair


def test_what_is_written_behind_a_type_says_how_a_field_is_made() -> None:
    one, two = cast(fields.Spec, field(3)), cast(fields.Spec, shared())
    assert (one.default, one.init, one.shared) == (3, False, False)
    assert (two.default, two.init, two.shared) == (None, False, True)


@pytest.mark.parametrize("hint", ["ClassVar[int]", "typing.ClassVar[int]", ClassVar[int]])
def test_what_belongs_to_the_class_is_no_field(hint: object) -> None:
    notes = {"limit": hint, "count": "int"}
    (one,) = fields.own_fields(type("Odd", (), {"__annotations__": notes, "__module__": __name__}), {})
    assert one.name == "count"


def test_what_cannot_be_copied_cheaply_is_said_wherever_it_stands() -> None:
    for hint in (dict[Inner, int], dict[int, Inner], list[Inner]):
        with pytest.raises(TypeError, match="cloned cheaply"):
            fields._copy_code("odd", hint)
    assert fields._copy_code("inner", Inner) == "{0}.clone()"
    with pytest.raises(TypeError, match="cloned cheaply"):
        fields._copy_code("odd", object)
    assert not fields._is_atom(int | list[int]) and fields._is_atom(int | None)
