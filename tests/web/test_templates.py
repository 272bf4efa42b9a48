"""The sources of templates: short lines, no arithmetic, and white space that nobody is sent."""

from __future__ import annotations

import re

import pytest
from jinja2 import TemplateSyntaxError

from knaves.web.draw.fast_templates import QuickEnvironment
from knaves.web.draw.rendering import GAMES_DIR, HERE
from knaves.web.draw.white_space import without_breaks

MOST = 160
SHARED = sorted((HERE / "templates").glob("*.html"))
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
    env = QuickEnvironment(trim_blocks=True, lstrip_blocks=True)
    assert env.from_string(without_breaks(source)).render(x="X") == said


def test_an_error_still_knows_its_line() -> None:
    with pytest.raises(TemplateSyntaxError) as error:
        QuickEnvironment().from_string(without_breaks("<p>\n  a\n  {{ x + }}\n</p>"))
    assert error.value.lineno == 3
