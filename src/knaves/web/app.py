"""The program that serves Knaves to browsers: one process, nothing else to install."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from knaves.core.errors import KnavesError, Refused
from knaves.table import Hall, NoTable
from knaves.table.errors import Unreachable
from knaves.web.api import api
from knaves.web.draw.rendering import assets, environment
from knaves.web.http import addresses
from knaves.web.http.addresses import LOOPBACK
from knaves.web.http.caps import Caps
from knaves.web.http.connections import PageSocket, PatientProtocol
from knaves.web.http.guard import Guard, Names
from knaves.web.pages import (
    balance,
    cards,
    coach,
    deals,
    first,
    gallery,
    health,
    joining,
    library,
    mine,
    puzzles,
    replay,
    seats,
    stage,
    tables,
    text,
)
from knaves.web.pages.common import as_json, html
from knaves.web.push import my_tables
from knaves.web.push.closed_pages import Caller
from knaves.web.push.coaching import Coaching
from knaves.web.push.sockets import Live
from knaves.web.settings import Keep, Settings

log = logging.getLogger("knaves.web")
DAY, THIN = 86400.0, 6 * 3600.0

HallMaker = Callable[[], Awaitable[Hall]]


async def static(request: Request) -> Response:
    """A static file; its address carries its version, so it may be kept."""
    name = request.path_params.get("path", "sprite.svg")
    found = assets().get(name)
    if found is None:
        raise HTTPException(404)
    tag = f'"{found.version}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=31536000, immutable"}
    if not request.url.query:
        headers["Cache-Control"] = "public, max-age=300"
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type=found.kind, headers=headers)


def sorry(
    request: Request, status: int, head: str, problem: str, clause: str = "", lost: bool = False
) -> Response:
    """A page for what cannot be shown, with the way back to the table that it was asked of. `lost`: this table cannot
    be found, so there may be another way to it."""
    table = "" if lost else request.path_params.get("table", "")
    return html("error.html", status, head=head, problem=problem, clause=clause, lost=lost, table=table)


async def refused(request: Request, error: Exception) -> Response:
    """What people see when something is not possible: one sentence, and the way back."""
    assert isinstance(error, KnavesError)
    if isinstance(error, NoTable):  # in the same words, whatever is behind it
        error = NoTable("There is no such table, or you have no link to it.")
    if request.url.path.startswith("/api/"):
        return api.refusal(error)
    clause = error.clause if isinstance(error, Refused) else ""
    lost = isinstance(error, NoTable)
    head = "No such table" if lost else "Not possible"
    return sorry(request, api.status_of(error), head, str(error), clause, lost)


async def missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        return as_json(api.Refusal(error.detail), error.status_code)
    text = "No page has this address." if error.status_code == 404 else error.detail
    return sorry(
        request, error.status_code, "Nothing here" if error.status_code == 404 else "Not possible", text
    )


async def unreachable(request: Request, error: Exception) -> Response:
    """No bug of ours: whoever runs the server reads what it is."""
    log.error("%s (%s)", error, error.__cause__ or "no more is known")
    if request.url.path.startswith("/api/"):
        return as_json(api.Refusal(str(error)), 503)
    return sorry(request, 503, "Not just now", str(error))


async def failed(request: Request, error: Exception) -> Response:
    """A bug of ours: logged here, and nothing of it sent. The address itself may be a code."""
    asked = request.scope.get("endpoint")
    log.error("%s failed", getattr(asked, "__name__", "a page"), exc_info=error)
    if request.url.path.startswith("/api/"):
        return as_json(api.Refusal("Something went wrong here."), 500)
    said = "Something went wrong here. Your table is kept as it was: go back and try again."
    return sorry(request, 500, "Our mistake", said)


async def thin(hall: Hall, keep: Keep) -> None:
    """Old tables go, a few times a day."""
    while True:
        await asyncio.sleep(THIN)
        try:
            gone = await hall.thin(keep.finished_days * DAY, keep.lobby_days * DAY, keep.asleep_days * DAY)
            log.info("%d old tables were removed", gone)
        except Exception:  # the database may be away for a while
            log.exception("old tables could not be removed")


def create_app(
    make_hall: HallMaker,
    caps: Caps | None = None,
    names: Names | None = None,
    settings: Settings | None = None,
) -> Starlette:
    """The web application. `make_hall` opens the hall when the server starts; it is closed when the server stops."""
    settings = settings or Settings()
    caps, names = caps or Caps(settings.limits), names or Names()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = await make_hall()
        app.state.hall = hall
        app.state.caps, app.state.names = caps, names
        app.state.metrics, hall.listing = settings.server.metrics, settings.lists.public
        app.state.live = Live(hall, caps)
        app.state.coaching = Coaching(hall)
        app.state.caller = Caller(hall, settings.push)
        hall.presence = app.state.live.here
        hall.tables_most = settings.limits.tables_all
        chores = [asyncio.create_task(work) for work in (thin(hall, settings.keep), app.state.live.tell())]
        environment()
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await app.state.caller.close()
            app.state.coaching.rest()
            await hall.close()  # first: another server may wait for the tables
            await app.state.coaching.close()

    async def live(ws: WebSocket) -> None:
        sockets: Live = ws.app.state.live
        await sockets.serve(ws)

    async def live_list(ws: WebSocket) -> None:
        await my_tables.serve(ws, ws.app.state.hall, caps)

    routes = [
        Route("/", tables.home),
        Route("/play/{game}", tables.play_now, methods=["POST"]),
        Route("/learn/{game}", tables.learn, methods=["POST"]),
        Route("/new/{game}", tables.new_table, methods=["GET", "POST"]),
        Route("/first", first.first),
        Route("/next", mine.next_table),
        Route("/tables", mine.my_page),
        Route("/tables.json", mine.my_count),
        Route("/manifest.webmanifest", mine.manifest),
        Route("/sw.js", mine.service_worker),
        Route("/offline", mine.offline),
        Route("/push-key", mine.push_key),
        Route("/t/{table}/push", mine.push, methods=["POST"]),
        Route("/t/{table}/forget", mine.forget, methods=["POST"]),
        Route("/sit", joining.sit, methods=["GET", "POST"]),
        Route("/code", joining.code, methods=["POST"]),
        Route("/j/{table}/{secret}", joining.link, methods=["GET", "POST"]),
        Route("/t/{table}", tables.table),
        Route("/t/{table}/do", tables.do, methods=["POST"]),
        Route("/t/{table}/claim", joining.claim, methods=["POST"]),
        Route("/t/{table}/why", text.why),
        Route("/t/{table}/hint", text.hint),
        Route("/t/{table}/because", text.because),
        Route("/t/{table}/text", text.text),
        Route("/t/{table}/more", text.more),
        Route("/t/{table}/card", cards.at_table),
        Route("/t/{table}/cards", gallery.of_table),
        Route("/t/{table}/cards/{face}", gallery.of_table),
        Route("/t/{table}/stage", stage.stage),
        Route("/t/{table}/since", stage.since),
        Route("/t/{table}/log", text.log),
        Route("/t/{table}/links", tables.links),
        Route("/t/{table}/elsewhere", seats.elsewhere, methods=["GET", "POST"]),
        Route("/t/{table}/carried", seats.carried),
        Route("/t/{table}/closed/{secret}", seats.closed),
        Route("/t/{table}/orders", tables.orders),
        Route("/t/{table}/ahead", tables.ahead),
        Route("/t/{table}/people", tables.people),
        Route("/t/{table}/recap", tables.recap),
        Route("/t/{table}/offer", deals.offer, methods=["GET", "POST"]),
        Route("/t/{table}/end", tables.end),
        Route("/t/{table}/coach", coach.coach),
        Route("/t/{table}/coach/{number:number}", coach.moment),
        Route("/t/{table}/coach/{number:number}/card", coach.card),
        Route("/t/{table}/rematch", tables.rematch, methods=["POST"]),
        Route("/t/{table}/replay", replay.replay),
        Route("/t/{table}/replay/{seq:number}", replay.replay),
        Route("/t/{table}/replay/{seq:number}/card", cards.in_replay),
        Route("/t/{table}/fork", replay.fork, methods=["POST"]),
        Route("/t/{table}/export", replay.export),
        WebSocketRoute("/t/{table}/live", live),
        WebSocketRoute("/tables/live", live_list),
        Route("/t/{table}/hand/{seat}", tables.hand_over),
        Route("/t/{table}/{seat}", tables.table),
        Route("/import", replay.import_game, methods=["GET", "POST"]),
        Route("/cards/{game}", gallery.gallery),
        Route("/cards/{game}/own", gallery.own_cards, methods=["GET", "POST"]),
        Route("/cards/{game}/{face}", gallery.card),
        Route("/puzzle", puzzles.of_today),
        Route("/puzzle/{day}", puzzles.puzzle, methods=["GET", "POST"]),
        Route("/puzzle/{day}/card", puzzles.card),
        Route("/puzzle/{day}/play", puzzles.play, methods=["POST"]),
        Route("/rules", library.all_rules),
        Route("/rules/{game}", library.rules),
        Route("/guide/{game}", library.guide),
        Route("/house/{game}", library.house),
        Route("/balance/{game}", balance.balance, methods=["GET", "POST"]),
        Route("/about", library.about_page),
        Route("/healthz", health.healthz),
        Route("/metrics", health.metrics),
        *api.routes(),
        Route("/s.svg", static),
        Route("/static/{path:path}", static),
        Route("/{code}", joining.short),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, caps=caps, names=names)],
        exception_handlers={
            KnavesError: refused,
            HTTPException: missing,
            Unreachable: unreachable,
            Exception: failed,
        },
    )


def config(
    app: Starlette, host: str, port: int, proxies: Sequence[str] = ("127.0.0.1", "::1")
) -> uvicorn.Config:
    """No access log: addresses may carry secrets."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        ws=PageSocket,
        log_config=None,  # as all else that is logged: in one form, and without secrets
        log_level="warning",
        access_log=False,
        forwarded_allow_ips=addresses.as_seen(proxies),
        server_header=False,
        ws_max_size=64 * 1024,
        ws_max_queue=16,
        ws_per_message_deflate=host not in LOOPBACK,  # bytes that stay on this machine are not worth the time
        ws_ping_interval=25,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
    )
