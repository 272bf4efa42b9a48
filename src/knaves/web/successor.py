"""A restart that people hardly notice: the new server gets ready while the old one serves, and takes over its line.

SIGHUP starts another process of the same command and hands it the socket that listens. It loads everything, then asks
the old one to end, waits for the tables and goes on. Who connects meanwhile waits in the line; nobody is refused.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys

from knaves.core.errors import KnavesError
from knaves.table.house.hall import connect
from knaves.table.log.storage import Storage

log = logging.getLogger("knaves.web")
SOCKET, BEFORE = "KNAVES_SOCKET", "KNAVES_BEFORE"
PATIENCE = 15.0
_next: subprocess.Popen[bytes] | None = None


def inherited() -> socket.socket | None:
    """The line of the server before this one."""
    number = os.environ.pop(SOCKET, "")
    return socket.socket(fileno=int(number)) if number.isdecimal() else None


def follow_on(line: socket.socket) -> None:
    """Starts the next server. It ends this one when it is ready. Asked again meanwhile, there is nothing to do: two
    would take the tables from each other."""
    global _next
    if _next is not None and _next.poll() is None:
        log.warning("another server is getting ready already")
        return
    line.set_inheritable(True)
    settings = os.environ | {SOCKET: str(line.fileno()), BEFORE: str(os.getpid())}
    log.warning("another server takes over")
    _next = subprocess.Popen(sys.orig_argv, env=settings, pass_fds=(line.fileno(),))


def listen_for_restart(line: socket.socket) -> None:
    if hasattr(signal, "SIGHUP"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, follow_on, line)


async def storage_after(db: str) -> Storage:
    """The tables, once the server before this one has let them go."""
    before = os.environ.pop(BEFORE, "")
    if not before.isdecimal():
        return await connect(db)
    tell_systemd(f"MAINPID={os.getpid()}")  # first: a service whose main process ends is ended, all of it
    if os.getppid() == int(before):  # else it has ended by itself, and its number may be another's
        os.kill(int(before), signal.SIGTERM)
    end = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await connect(db)
        except KnavesError:
            if asyncio.get_running_loop().time() > end:
                raise
            await asyncio.sleep(0.02)


def tell_systemd(news: str) -> None:
    """How the server is (Type=notify, NotifyAccess=all). Nothing where there is no systemd."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.connect("\0" + where[1:] if where.startswith("@") else where)
        out.send(news.encode())
