"""For whoever runs the server: is it well, and what does it do all day. For machines, in words they know."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

import knaves
from knaves.table import Hall
from knaves.table.people.table_plan import STATUSES, Status
from knaves.web.http.addresses import LOOPBACK
from knaves.web.http.guard import client_of
from knaves.web.pages.common import as_json, caps_of, hall_of

SECONDS = 3.0


async def healthz(request: Request) -> Response:
    """200 if the tables can be read; 503 if not."""
    try:
        async with asyncio.timeout(SECONDS):
            running = await hall_of(request).storage.count(("running",))
    except Exception:  # whatever keeps the storage from answering
        return as_json({"ok": False, "why": "The tables cannot be read."}, 503)
    return as_json({"ok": True, "version": knaves.__version__, "running": running})


async def metrics(request: Request) -> Response:
    """In the text format of Prometheus. Only for this machine, unless the settings say otherwise."""
    allowed: str = request.app.state.metrics
    if allowed == "off" or (allowed == "machine" and client_of(request) not in LOOPBACK):
        raise HTTPException(404)
    hall = hall_of(request)
    counts = {status: await hall.storage.count((status,)) for status in STATUSES}
    text = "\n".join(figures(hall, counts, caps_of(request).sockets)) + "\n"
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def figures(hall: Hall, counts: Mapping[Status, int], sockets: int) -> Iterator[str]:
    meter = hall.meter
    yield from _head("knaves_tables", "gauge", "Tables kept, by status.")
    yield from (f'knaves_tables{{status="{status}"}} {count}' for status, count in counts.items())
    yield from _head("knaves_tables_awake", "gauge", "Tables in the memory of this process.")
    yield f"knaves_tables_awake {hall.awake}"
    yield from _head("knaves_sockets", "gauge", "Open sockets of this process.")
    yield f"knaves_sockets {sockets}"
    yield from _head("knaves_moves_total", "counter", "Answers written down, by game and by whom.")
    yield from (
        f'knaves_moves_total{{game="{game}",by="{by}"}} {count}'
        for (game, by), count in sorted(meter.moves.items())
    )
    yield from _head("knaves_answer_seconds", "histogram", "From a person's answer to the disk.")
    yield from meter.answering.lines("knaves_answer_seconds")
    yield from _head("knaves_draw_seconds", "histogram", "Drawing one page that is pushed.")
    yield from meter.drawing.lines("knaves_draw_seconds")
    yield from _head("knaves_bots_late_total", "counter", "Bots that had to be answered for.")
    yield f"knaves_bots_late_total {hall.thinkers.late}"
    yield from _head("knaves_pushes_total", "counter", "Messages to closed pages.")
    yield from (f'knaves_pushes_total{{end="{end}"}} {count}' for end, count in sorted(meter.pushes.items()))


def _head(name: str, kind: str, text: str) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
