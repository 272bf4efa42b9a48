"""Opening the table for browsers."""

from __future__ import annotations

from knaves.core.errors import BadSetup


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    db: str = "knaves.sqlite",
    public_url: str = "",
    browser: bool = True,
    thinkers: int = -1,
) -> None:
    """Open the table: play in the browser, with friends and bots.

    Parameters
    ----------
    host
        Where to listen; 0.0.0.0 lets others on the network in.
    port
        The port; 8421, or the next free one, if left out.
    db
        Where games are kept: a SQLite file, or postgresql://… for several servers at one set of tables.
    public_url
        The address under which others reach it, such as https://games.example.org: links begin with it.
    browser
        Open the page in a browser at once.
    thinkers
        How many processes bots that think deeply may use; one for each core but the first if left out.
        0 switches such bots off.
    """
    if not 0 <= port <= 65535:
        raise BadSetup(f"A port is a number from 1 to 65535, not {port}.")
    from knaves.web.app import serve as open_table  # late: the other commands need no web server

    open_table(
        host, port or None, db, browser, public_url=public_url, thinkers=thinkers if thinkers >= 0 else None
    )
