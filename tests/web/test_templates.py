"""The sources of templates: short lines, no arithmetic, and white space that nobody is sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError, nodes

from knaves.web.draw.fast_templates import PlainEnvironment
from knaves.web.draw.rendering import GAMES_DIR, HERE, environment
from knaves.web.draw.white_space import without_breaks

MOST = 160
SHARED = sorted((HERE / "templates").rglob("*.html"))
BOARDS = sorted(GAMES_DIR.glob("*/screen/*.html"))
SHEETS = sorted([*(HERE / "static").glob("*.css"), *GAMES_DIR.glob("*/screen/*.css")])
POSTERS = sorted(GAMES_DIR.glob("*/screen/*.svg"))
ARITHMETIC = (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
SAYS = [
    ("<p>\n  <b>a</b>\n</p>\n", "<p><b>a</b></p>"),
    ("<p>\n  one\n  two {{x}}\n  three\n</p>", "<p>one two X three</p>"),
    ('<a class="b"\n   id="c"\n>d</a>', '<a class="b" id="c">d</a>'),
    ("<a{% if x %} class='b'{% endif %}\n   id='{{x}}'>d</a>", "<a class='b' id='X'>d</a>"),
    ('<a title="a > b"\n   id="c">d</a>', '<a title="a > b" id="c">d</a>'),
    ("{% if x %}\n  {{x}}\n{% else %}\n  y\n{% endif %}\n", "X"),
    ("{{x}}\n{{x}}", "XX"),
    ("<b>{{x}}</b> {{\n  x\n}}", "<b>X</b> X"),
    ("<pre>\n a\n</pre>", "<pre>\n a\n</pre>"),
    ("it's <b>a</b>\n<i\n id='b'>c</i>", "it's <b>a</b><i id='b'>c</i>"),
]


@pytest.mark.parametrize(("source", "said"), SAYS, ids=[row[1] for row in SAYS])
def test_a_line_break_is_for_whoever_edits(source: str, said: str) -> None:
    env = PlainEnvironment(trim_blocks=True, lstrip_blocks=True)
    assert env.from_string(without_breaks(source)).render(x="X") == said


def test_an_error_still_knows_its_line() -> None:
    with pytest.raises(TemplateSyntaxError) as error:
        PlainEnvironment().from_string(without_breaks("<p>\n  a\n  {{ x + }}\n</p>"))
    assert error.value.lineno == 3


def longest(path: Path) -> int:
    return max(map(len, path.read_text("utf-8").splitlines()))


def name_of(path: Path) -> str:
    return str(path.relative_to(HERE / "templates")) if path in SHARED else f"{path.parts[-3]}/{path.name}"


ALL = [*SHARED, *BOARDS, *POSTERS]
every_template = pytest.mark.parametrize("path", ALL, ids=[name_of(path) for path in ALL])


@every_template
def test_a_template_can_be_edited_with_pleasure(path: Path) -> None:
    assert longest(path) <= MOST
    tree = environment().parse(path.read_text("utf-8"))
    counted = [node.lineno for kind in ARITHMETIC for node in tree.find_all(kind)]
    assert not counted, f"arithmetic belongs to the scene, or to the game's screen/board.py: lines {counted}"


@pytest.mark.parametrize("path", BOARDS, ids=[name_of(path) for path in BOARDS])
def test_a_board_lays_out_and_computes_nothing(path: Path) -> None:
    """What it shows comes ready from screen/board.py: no view, no lists built by hand, no keys taken apart."""
    source = path.read_text("utf-8")
    for word in ("s.view", "namespace(", ".append(", ".update(", "selectattr", "|int", "[5:]", "[6:]"):
        assert word not in source, word


@every_template
def test_no_indentation_is_sent(path: Path) -> None:
    tree = environment().parse(without_breaks(path.read_text("utf-8")))
    sent = "".join(node.data for node in tree.find_all(nodes.TemplateData))
    assert "\n" not in sent and "   " not in sent


@pytest.mark.parametrize("path", SHEETS, ids=[f"{path.parts[-3]}/{path.name}" for path in SHEETS])
def test_a_style_sheet_has_short_lines(path: Path) -> None:
    """But for pictures that are part of it."""
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if len(line) > MOST and "data:image" not in line] == []
