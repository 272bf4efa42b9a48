"""The server as a program: where it listens, what it says, how it begins and ends."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import webbrowser
from errno import EADDRNOTAVAIL

import uvicorn

from knaves.core.errors import BadSetup
from knaves.games import GAMES
from knaves.table import Hall
from knaves.web import collector, successor
from knaves.web.app import config, create_app
from knaves.web.draw.qr import as_text
from knaves.web.draw.rendering import read_all
from knaves.web.http import connections
from knaves.web.http.addresses import Networks, ReachableAddress, as_seen, reach_of
from knaves.web.http.caps import Caps
from knaves.web.http.guard import Names
from knaves.web.http.logs import write_logs
from knaves.web.push.closed_pages import check
from knaves.web.settings import Settings

PORT = 8421


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
            except OSError as error:
                if error.errno == EADDRNOTAVAIL:  # of this machine; no port would help
                    raise BadSetup(f"The table cannot be opened at {host}: {error.strerror}.") from None
                continue
            return port
    raise BadSetup(f"No port from {wanted} to {wanted + 99} is free at {host}.")


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


def greeting(reach: ReachableAddress | None, picture: bool) -> str:
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
    settings: Settings | None = None,
    open_browser: bool = True,
    generous: bool = False,
    thinkers: int | None = None,
) -> None:
    """Serves until it is stopped. Without a port: 8421, or the next free one. `generous`: without caps (tests).
    Whatever keeps it from opening is a KnavesError."""
    settings = settings or Settings()
    wanted = settings.server
    names, proxies = Names(wanted.host, public_url=wanted.public_url), Networks(as_seen(wanted.proxies))
    check(settings.push)
    line = successor.inherited() or listen(wanted.host, wanted.port or free_port(wanted.host, PORT))
    port: int = line.getsockname()[1]
    names.found = reach_of(wanted.host, port, names.public)
    local = wanted.host in ("127.0.0.1", "0.0.0.0", "::1", "::")
    here = f"http://{'localhost' if local else wanted.host}:{port}/"
    write_logs(wanted.log)
    connections.trusted = proxies

    async def run() -> None:
        read_all()  # all that takes long comes before the tables are taken over from another server
        collector.settle()
        hall = await Hall.open(
            pace=0.4, games=GAMES, processes=thinkers, storage=await successor.storage_after(wanted.db)
        )

        async def make_hall() -> Hall:
            return hall

        app = create_app(make_hall, Caps.none() if generous else None, names, settings)
        server = uvicorn.Server(config(app, wanted.host, port, wanted.proxies))
        print(greeting(names.found, sys.stdout.isatty()), flush=True)
        if open_browser:
            threading.Timer(0.8, webbrowser.open, [here]).start()
        successor.listen_for_restart(line)
        successor.tell_systemd("READY=1")
        sys.setswitchinterval(0.001)  # the thread that writes answers down must not wait behind whole pages
        collecting = asyncio.create_task(collector.now_and_then())
        await server.serve(sockets=[line])
        collecting.cancel()

    loop = uvicorn.Config("", log_config=None).get_loop_factory()
    with line, asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run())
