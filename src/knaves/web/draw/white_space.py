"""White space of templates, taken out before they are compiled: sources can breathe, pushes do not grow.

A line break and the indentation after it are nothing beside a tag or a block, one space between words and
between the attributes of a tag. Two words that must not be parted stand on one line, and so do a word and a
tag with a space between them. What stands in pre, textarea, script and style is left alone.
"""

from __future__ import annotations

import re

_PARTS = re.compile(
    r"(?P<block>{%.*?%}|{#.*?#})"
    r"|(?P<value>{{.*?}})"
    r"|(?P<raw><(?P<name>pre|textarea|script|style)\b.*?</(?P=name)>)"
    r"|(?P<open><(?=[a-zA-Z/!{]))"
    r"|(?P<close>>)"
    r"|(?P<quote>[\"'])"
    r"|(?P<break>[ \t]*\n\s*)"
    r"|(?P<text>.)",
    re.DOTALL,
)
_SEPARATE = ("block", "raw", "open", "close", "")


def without_breaks(source: str) -> str:
    """The same template in one line, as far as what it says goes. Its breaks go on as comments, so that an error still
    knows its line."""
    parts = [
        (match.lastgroup if match["name"] is None else "raw", match[0]) for match in _PARTS.finditer(source)
    ]
    made: list[str] = []
    in_tag, quote, before = False, "", ""
    for at, (kind, text) in enumerate(parts):
        if kind == "open" and not quote:
            in_tag = True
        elif kind == "close" and in_tag and not quote:
            in_tag = False
        elif kind == "quote" and in_tag:
            quote = "" if quote == text else quote or text
        if kind != "break":
            made.append(text)
            before = kind or ""
            continue
        after = parts[at + 1][0] if at + 1 < len(parts) else ""
        if in_tag:
            space = after != "close" and before != "open"
        else:
            apart = before in _SEPARATE or after in _SEPARATE
            space = not apart and not before == after == "value"
        made.append((" " if space else "") + "{#" + "\n" * text.count("\n") + "#}")
    return "".join(made)
