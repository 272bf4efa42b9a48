"""Templates made into faster Python say what Jinja's own would say."""

from __future__ import annotations

import gc
from types import SimpleNamespace

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError
from markupsafe import Markup

from knaves.web.draw.fast_templates import PlainEnvironment

ENV = PlainEnvironment(
    undefined=StrictUndefined,
    loader=DictLoader({"parts.html": "{% macro b(x) %}<b>{{x}}</b>{% endmacro %}"}),
)
SAYS = [
    ("{{x}}", {"x": "<a href='&\"'>"}, "&lt;a href=&#39;&amp;&#34;&#39;&gt;"),
    ("{{x}}", {"x": Markup("<i>")}, "<i>"),
    ("{{x}} {{y}} {{z}}", {"x": -3, "y": None, "z": True}, "-3 None True"),
    ("{{v.items}} {{v.name}}", {"v": {"items": 2, "name": "<"}}, "2 &lt;"),
    ("{{v.keys()|list}}", {"v": {"a": 1}}, "[&#39;a&#39;]"),
    ("{{o.name}}", {"o": SimpleNamespace(name="Ann")}, "Ann"),
    ("{{a.b.c}}", {"a": {"b": {"c": 7}}}, "7"),
    ("[{{' is-on' if x}}]", {"x": False}, "[]"),
    ("[{{' is-on' if x else '<'}}]", {"x": False}, "[&lt;]"),
    ("{{max(*x, key=f)}}", {"x": [1, -5], "max": max, "f": abs}, "-5"),
    ("{{dict(a=1, **x).b}}", {"x": {"b": "<"}, "dict": dict}, "&lt;"),
    ("{% import 'parts.html' as m %}{{m.b('<')}}", {}, "<b>&lt;</b>"),
    ("{% macro q() %}[{{caller('<')}}]{% endmacro %}{% call(x) q() %}{{x}}{% endcall %}", {}, "[&lt;]"),
    ("{{s.name}}{{s.shout('!')}}", {"s": SimpleNamespace(name="<", shout=lambda x: x * 2)}, "&lt;!!"),
]


@pytest.mark.parametrize(("source", "given", "said"), SAYS, ids=[row[0] for row in SAYS])
def test_a_template_says(source, given, said):
    assert ENV.from_string(source).render(**given) == said


@pytest.mark.parametrize("source", ["{{x}}", "{{v.x}}", "{{v.x.y}}", "{{f()}}"])
def test_what_is_not_there_is_no_empty_text(source):
    with pytest.raises(UndefinedError):
        ENV.from_string(source).render(v={})


def test_a_page_leaves_nothing_to_the_collector():
    template = ENV.from_string(
        "{% macro a(x) %}{{b(x)}}{{v}}{% endmacro %}{% macro b(x) %}{{x|list}}{{v}}{% endmacro %}{{a([1])}}"
    )
    assert template.render(v=2) == "[1]22"
    gc.collect()
    for _ in range(50):
        template.render(v=2)
    assert gc.collect() < 50  # not even one a page: another thread may leave something
