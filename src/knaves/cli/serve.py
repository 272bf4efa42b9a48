"""Opening the table for browsers."""

from __future__ import annotations

import msgspec

from knaves.core.errors import BadSetup

THINKERS_MOST = 256


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    db: str | None = None,
    public_url: str | None = None,
    settings: str = "",
    browser: bool = True,
    thinkers: int | None = None,
) -> None:
    """Open the table: play in the browser, with friends and bots.

    Parameters
    ----------
    host
        Where to listen: 127.0.0.1 if left out; 0.0.0.0 lets others on the network in.
    port
        The port; 8421, or the next free one, if left out.
    db
        Where games are kept: a SQLite file (knaves.sqlite), or postgresql://… for several servers at one set of tables.
    public_url
        The address under which others reach it, such as https://games.example.org: links begin with it.
    settings
        A file that says all this and more; `knaves settings` prints one to begin with.
    browser
        Open the page in a browser at once.
    thinkers
        How many processes bots that think deeply may use; one for each core but the first if left out.
        0 switches such bots off.
    """
    if port is not None and not 0 <= port <= 65535:
        raise BadSetup(f"A port is a number from 1 to 65535, not {port}.")
    if db is not None and not db.strip():
        raise BadSetup("The tables need a place: a SQLite file, or postgresql://….")
    if thinkers is not None and not 0 <= thinkers <= THINKERS_MOST:
        raise BadSetup(f"At most {THINKERS_MOST} processes may think, or none, not {thinkers:,}.")
    from knaves.web.server import serve as open_table  # late: the other commands need no web server
    from knaves.web.settings import read_settings

    wanted = read_settings(settings)
    said = {"host": host, "port": port, "db": db, "public_url": public_url}
    given = {name: value for name, value in said.items() if value is not None}
    open_table(
        msgspec.structs.replace(wanted, server=msgspec.structs.replace(wanted.server, **given)),
        browser,
        thinkers=thinkers,
    )
