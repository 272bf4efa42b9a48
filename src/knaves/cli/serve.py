"""Opening the table for browsers."""

from __future__ import annotations

import socket

from knaves.core.errors import BadSetup


def serve(*, host: str = "127.0.0.1", port: int = 0, db: str = "knaves.sqlite", browser: bool = True) -> None:
    """Open the table: play in the browser, with friends and bots.

    Parameters
    ----------
    host
        Where to listen; 0.0.0.0 lets others on the network in.
    port
        The port; 8421, or the next free one, if left out.
    db
        Where games are kept: a SQLite file, or postgresql://… for several servers at one set of tables.
    browser
        Open the page in a browser at once.
    """
    if not 0 <= port <= 65535:
        raise BadSetup(f"A port is a number from 1 to 65535, not {port}.")
    check(host, port)
    from knaves.web.app import serve as open_table  # late: the other commands need no web server

    open_table(host, port or None, db, browser)


def check(host: str, port: int) -> None:
    """Says in a sentence why nobody can listen there."""
    try:
        family = socket.getaddrinfo(host, port or None, type=socket.SOCK_STREAM)[0]
        with socket.socket(family[0], socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(family[4])
    except OSError as error:
        where = f"{host}:{port}" if port else host
        raise BadSetup(f"The table cannot be opened at {where}: {error.strerror or error}.") from None
