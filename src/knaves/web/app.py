"""The program that serves Knaves to browsers: one process, nothing else to install."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from knaves.core.errors import BadSetup, KnavesError, Refused
from knaves.games import GAMES
from knaves.table import Hall, NoTable
from knaves.web.api import api
from knaves.web.draw.qr import as_text
from knaves.web.draw.rendering import assets, environment, settle
from knaves.web.http.addresses import LOOPBACK, Reach, reach_of
from knaves.web.http.caps import Caps
from knaves.web.http.connections import PatientProtocol
from knaves.web.http.guard import Guard, Names
from knaves.web.pages import balance, deals, joining, library, replay, seats, stage, tables, text
from knaves.web.pages.common import html
from knaves.web.push.drawer import Drawer, worthwhile
from knaves.web.push.sockets import Live

log = logging.getLogger("knaves.web")
PORT = 8421

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


async def refused(request: Request, error: Exception) -> Response:
    """What people see when something is not possible: one sentence, and the way back."""
    assert isinstance(error, KnavesError)
    if isinstance(error, NoTable):  # in the same words, whatever is behind it
        error = NoTable("There is no such table, or you have no link to it.")
    if request.url.path.startswith("/api/"):
        return api.refusal(error)
    clause = error.clause if isinstance(error, Refused) else ""
    return html("error.html", api.status_of(error), problem=str(error), clause=clause)


async def missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        return api.answer(api.Refusal(error.detail), error.status_code)
    text = "There is nothing here." if error.status_code == 404 else error.detail
    return html("error.html", error.status_code, problem=text, clause="")


async def failed(request: Request, error: Exception) -> Response:
    """A bug of ours: logged here, and nothing of it sent."""
    log.error("%s failed", request.url.path.split("/")[1], exc_info=error)
    if request.url.path.startswith("/api/"):
        return api.answer(api.Refusal("Something went wrong here."), 500)
    return html("error.html", 500, problem="Something went wrong here.", clause="")


def create_app(
    make_hall: HallMaker,
    caps: Caps | None = None,
    drawer: Drawer | None = None,
    names: Names | None = None,
) -> Starlette:
    """The web application. `make_hall` opens the hall when the server starts; it is closed when the server stops.
    With a `drawer`, what is pushed is drawn in a process of its own."""
    caps, names = caps or Caps(), names or Names()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = await make_hall()
        app.state.hall = hall
        app.state.caps, app.state.names = caps, names
        app.state.live = Live(hall, drawer or Drawer(), caps)
        environment()
        if drawer is not None:
            await drawer.open()
        try:
            yield
        finally:
            if drawer is not None:
                await drawer.close()
            await hall.close()

    async def live(ws: WebSocket) -> None:
        sockets: Live = ws.app.state.live
        await sockets.serve(ws)

    routes = [
        Route("/", tables.home),
        Route("/play/{game}", tables.play_now, methods=["POST"]),
        Route("/learn/{game}", tables.learn, methods=["POST"]),
        Route("/new/{game}", tables.new_table, methods=["GET", "POST"]),
        Route("/next", tables.next_table),
        Route("/sit", joining.sit, methods=["GET", "POST"]),
        Route("/code", joining.code, methods=["POST"]),
        Route("/j/{table}/{secret}", joining.link, methods=["GET", "POST"]),
        Route("/t/{table}", tables.table),
        Route("/t/{table}/do", tables.do, methods=["POST"]),
        Route("/t/{table}/claim", joining.claim, methods=["POST"]),
        Route("/t/{table}/why", text.why),
        Route("/t/{table}/text", text.text),
        Route("/t/{table}/more", text.more),
        Route("/t/{table}/card", text.card),
        Route("/t/{table}/stage", stage.stage),
        Route("/t/{table}/since", stage.since),
        Route("/t/{table}/log", text.log),
        Route("/t/{table}/links", tables.links),
        Route("/t/{table}/elsewhere", seats.elsewhere, methods=["GET", "POST"]),
        Route("/t/{table}/orders", tables.orders),
        Route("/t/{table}/recap", tables.recap),
        Route("/t/{table}/offer", deals.offer, methods=["GET", "POST"]),
        Route("/t/{table}/end", tables.end),
        Route("/t/{table}/rematch", tables.rematch, methods=["POST"]),
        Route("/t/{table}/replay", replay.replay),
        Route("/t/{table}/replay/{seq:int}", replay.replay),
        Route("/t/{table}/fork", replay.fork, methods=["POST"]),
        Route("/t/{table}/export", replay.export),
        WebSocketRoute("/t/{table}/live", live),
        Route("/t/{table}/hand/{seat}", tables.hand_over),
        Route("/t/{table}/{seat}", tables.table),
        Route("/import", replay.import_game, methods=["GET", "POST"]),
        Route("/rules", library.all_rules),
        Route("/rules/{game}", library.rules),
        Route("/guide/{game}", library.guide),
        Route("/house/{game}", library.house),
        Route("/balance/{game}", balance.balance, methods=["GET", "POST"]),
        Route("/about", library.about_page),
        *api.routes(),
        Route("/s.svg", static),
        Route("/static/{path:path}", static),
        Route("/{code}", joining.short),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, caps=caps, names=names)],
        exception_handlers={KnavesError: refused, HTTPException: missing, Exception: failed},
    )


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next one that is free."""
    try:
        socket.getaddrinfo(host, wanted, type=socket.SOCK_STREAM)
    except OSError as error:
        raise BadSetup(f"The table cannot be opened at {host}: {error.strerror or error}.") from None
    for port in range(wanted, wanted + 100):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise BadSetup(f"No port from {wanted} to {wanted + 99} is free at {host}.")


def config(app: Starlette, host: str, port: int) -> uvicorn.Config:
    """No access log: addresses may carry secrets."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=64 * 1024,
        ws_max_queue=16,
        ws_per_message_deflate=host not in LOOPBACK,  # bytes that stay on this machine are not worth the time
        ws_ping_interval=25,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
    )


def listen(host: str, port: int) -> socket.socket:
    """BadSetup, if nobody can listen there."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        line = socket.socket(family, socket.SOCK_STREAM)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.bind(address)
        line.listen(2048)  # at once: two that are only bound to one port do not notice each other
    except OSError as error:
        raise BadSetup(f"The table cannot be opened at {host}:{port}: {error.strerror or error}.") from None
    return line


def greeting(reach: Reach | None, picture: bool) -> str:
    """What the terminal says: where it is open, and for whom."""
    if reach is None or reach.far == "machine":
        base = reach.base if reach is not None else ""
        return (
            f"Knaves is open at {base}/   (Ctrl+C closes it)\n"
            "Only this machine can open that. For others in your network: knaves --host 0.0.0.0"
        )
    whom = "anybody" if reach.far == "public" else "anyone on your network"
    said = f"Knaves is open at {reach.base}/ for {whom}   (Ctrl+C closes it)"
    return f"{said}\n{as_text(reach.base)}" if picture else said


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    db: str = "knaves.sqlite",
    open_browser: bool = True,
    generous: bool = False,
    public_url: str = "",
    thinkers: int | None = None,
) -> None:
    """Serves until it is stopped. Without a port: 8421, or the next free one. `generous`: without caps (tests).
    Whatever keeps it from opening is a KnavesError."""
    names = Names(host, public_url=public_url)
    chosen = free_port(host, PORT) if port is None else port
    line = listen(host, chosen)
    drawer = Drawer() if worthwhile(db) else None
    names.found = reach_of(host, chosen, names.public)
    here = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::1', '::') else host}:{chosen}/"

    async def run() -> None:
        hall = await Hall.open(db, pace=0.4, games=GAMES, processes=thinkers)

        async def make_hall() -> Hall:
            return hall

        app = create_app(make_hall, Caps.none() if generous else Caps(), drawer, names)
        server = uvicorn.Server(config(app, host, chosen))
        print(greeting(names.found, sys.stdout.isatty()), flush=True)
        if open_browser:
            threading.Timer(0.8, webbrowser.open, [here]).start()
        settle()
        sys.setswitchinterval(0.001)  # the thread that writes answers down must not wait behind whole pages
        await server.serve(sockets=[line])

    loop = uvicorn.Config("").get_loop_factory()
    with line, asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run())
