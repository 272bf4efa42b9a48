"""QR codes, drawn on the server as one path."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO

import segno
from markupsafe import Markup

BORDER = 3


@lru_cache(maxsize=256)
def qr(text: str) -> Markup:
    """A code that a phone reads."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=BORDER)]
    path = "".join(
        f"M{start} {y}h{end - start}v1h{start - end}z"
        for y, row in enumerate(rows)
        for start, end in _runs(row)
    )
    size = len(rows)
    return Markup(
        f'<svg class="qr" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" role="img" '
        f'aria-label="QR code of the link"><path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'
    )  # numbers only


def _runs(row: list[int]) -> list[tuple[int, int]]:
    """From where to where it is dark."""
    edges = [x for x in range(len(row) + 1) if (row[x - 1] if x else 0) != (row[x] if x < len(row) else 0)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def as_text(text: str) -> str:
    """The same for a terminal."""
    out = StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
