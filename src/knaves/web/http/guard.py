"""What stands between the world and the tables: headers, origins, sizes, rates, cookies."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from starlette.convertors import Convertor, register_url_convertor
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knaves.core.cards import TEXT_MOST
from knaves.core.errors import BadSetup, Refused
from knaves.table import Hall, TooMuch
from knaves.table.house.long_work import asking
from knaves.table.people.keyring import read_code
from knaves.web.http import addresses
from knaves.web.http.addresses import ReachableAddress
from knaves.web.http.caps import Caps

BODY_MOST = 64 * 1024
IMPORT_MOST = 8 * 1024 * 1024
CARDS_MOST = 12 * TEXT_MOST
"""A letter of a card file may be four bytes, and a byte three signs of a form."""
FIGURES_MOST = 256 * 1024
LARGE = {"/import": IMPORT_MOST, "/api/import": IMPORT_MOST, "/cards/": CARDS_MOST, "/balance/": FIGURES_MOST}
"""What may be longer than a form of a table, by how its address begins."""
DIGITS_MOST = 9
DAY = re.compile(r"\d{4}-\d\d-\d\d")
DAYS_MOST = 40
"""So many days of puzzles a browser keeps its answers to."""
TABLES_MOST = 40  # kept in one browser

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


HOST = re.compile(r"[\w.:-]+")
HOST_SAID = re.compile(r"([\w.-]+|\[[\w:.]+\])(:\d{0,5})?", re.ASCII)
"""As browsers say it: a name, and a port."""
STRANGE_HOST = "This server does not go by that name. Whoever runs it names it with --public-url."


def is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("http", "https")
            and bool(HOST.fullmatch(parts.hostname or ""))
            and parts.port != 0
            and not (parts.username or parts.path or parts.query or parts.fragment)
        )
    except ValueError:
        return False


class Names:
    """The names this server goes by: those of this machine, and what whoever started it says. Links are made of no
    other."""

    def __init__(self, *hosts: str, public_url: str = "") -> None:
        self.public = public_url.rstrip("/")
        if self.public and not is_address(self.public):
            raise BadSetup(
                f"A public address is written like https://games.example.org, not {public_url!r:.60}."
            )
        self.found: ReachableAddress | None = None  # where others can open it, as the server has found
        named = (*hosts, urlsplit(self.public).hostname or "")
        self._known = {*addresses.LOOPBACK, *(host.lower() for host in named if host)}
        if not set(hosts) <= set(addresses.LOOPBACK):
            name = socket.gethostname().lower()
            self._known |= {name, f"{name}.local", *addresses.of_this_machine()}

    def knows(self, host: str) -> bool:
        said = HOST_SAID.fullmatch(host)
        return said is not None and said[1].strip("[]").lower() in self._known

    def base(self, request: Request) -> str:
        """What links begin with."""
        return self.reach(request).base

    def reach(self, request: Request) -> ReachableAddress:
        """The address to hand to others: the best there is, else the one by which this browser came."""
        if self.public:
            return ReachableAddress("public", self.public)
        if self.found is not None and self.found.far != "machine":
            return self.found
        far = (request.url.hostname or "") not in addresses.LOOPBACK
        return ReachableAddress("network" if far else "machine", str(request.base_url).rstrip("/"))


class Guard:
    """ASGI middleware: safe headers on every answer, nothing from another site, nothing too large or too fast."""

    def __init__(self, app: ASGIApp, caps: Caps, names: Names) -> None:
        self.app, self.caps, self.names = app, caps, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self.names.knows(
            HTTPConnection(scope).headers.get("host", "")
        ):
            await send({"type": "websocket.close", "code": 4403})
            return
        if scope["type"] != "lifespan":
            asking.set(client_of(HTTPConnection(scope)))
        if scope["type"] == "websocket" and not self.caps.may_get(asking.get(), scope["path"]):
            await send({"type": "websocket.close", "code": 4429})  # opening one wakes tables
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        request = Request(scope)
        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        asked_by_machines = request.url.path in ("/healthz", "/metrics")  # under whatever name
        if not asked_by_machines and not self.names.knows(request.headers.get("host", "")):
            return Response(STRANGE_HOST, 421)
        if request.method in ("GET", "HEAD", "OPTIONS"):
            if request.url.path.startswith(("/static/", "/s.svg")):
                return None
            may = self.caps.may_get(client_of(request), request.url.path)
            return None if may else Response("Too many at once: wait a moment.", 429)
        if not same_origin(request):
            return Response("This comes from another site.", 403)
        length = request.headers.get("content-length", "0")
        path = request.url.path
        most = next((most for begin, most in LARGE.items() if path.startswith(begin)), BODY_MOST)
        size = whole(length)
        if size is None or size > most or "transfer-encoding" in request.headers:
            return Response("Too large.", 413)
        may = self.caps.may_post(client_of(request), path, size > BODY_MOST)
        return None if may else Response("Too many at once: wait a moment.", 429)


def same_origin(connection: HTTPConnection) -> bool:
    """Browsers say where a request comes from; a program that says nothing carries no foreign cookies either."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:  # an address that none can have
        return False


def whole(text: str) -> int | None:
    """A whole number as forms and addresses have it; None for anything else, and for more digits than any of ours."""
    return int(text) if len(text) <= DIGITS_MOST and text.isascii() and text.isdecimal() else None


class NumberInPath(Convertor[int]):
    """`{seq:number}` in a route: as `whole`, and there is nothing under any other address."""

    regex = f"[0-9]{{1,{DIGITS_MOST}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", NumberInPath())


def client_of(connection: HTTPConnection) -> str:
    """Who asks: an address. Of the sixth version its first half, for everybody has 2⁶⁴ of those."""
    host = connection.client.host if connection.client else "local"
    try:
        number = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if number.is_loopback:
        return host
    return str(number.ipv4_mapped or ipaddress.IPv6Address(int(number) >> 64 << 64))


async def body_of(request: Request, most: int = BODY_MOST) -> bytes:
    """The body, never longer than it may be."""
    parts: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise TooMuch(f"At most {most} bytes, please.")
        parts.append(chunk)
    return b"".join(parts)


async def form_of(request: Request, most: int = BODY_MOST) -> dict[str, str]:
    """The fields of a form. Our forms have no files. A long one takes its time, and is read beside the loop."""
    body = await body_of(request, most)
    try:
        if len(body) <= BODY_MOST:
            return _fields(body)
        hall: Hall = request.app.state.hall
        return await hall.apart(_fields, body)
    except ValueError:
        raise Refused("That is no form.") from None


def _fields(body: bytes) -> dict[str, str]:
    return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100))


# -- secrets in cookies -------------------------------------------------------------------------------

PREFIX = "knave-"


TABLE_ID = re.compile(r"[\w-]{1,40}", re.ASCII)
OWN = (PREFIX + "name", PREFIX + "words", PREFIX + "puzzles", PREFIX + "browser")
"""Cookies that are no table's."""


def token_of(connection: HTTPConnection, table: str) -> str:
    return connection.cookies.get(PREFIX + table, "")


def tables_of(cookies: Mapping[str, str]) -> dict[str, str]:
    """The tables this browser has a secret of, with it."""
    return {
        name[len(PREFIX) :]: value
        for name, value in cookies.items()
        if name.startswith(PREFIX) and name not in OWN and TABLE_ID.fullmatch(name[len(PREFIX) :])
    }


def keep(response: Response, request: Request, table: str, secret: str) -> None:
    """The secret of a table, where scripts cannot read it and other sites cannot send it."""
    _set(response, request, PREFIX + table, secret)
    mine = [name for name in tables_of(request.cookies) if name != table]
    for old in mine[: max(0, len(mine) + 1 - TABLES_MOST)]:
        drop(response, old)


def drop(response: Response, table: str) -> None:
    response.delete_cookie(PREFIX + table, path="/")


def name_of(request: Request) -> str:
    name = request.cookies.get(PREFIX + "name", "")
    try:
        return bytes.fromhex(name).decode()[:24]
    except (ValueError, UnicodeDecodeError):
        return ""


def guest_name_of(request: Request) -> str:
    """For who sits down without having been asked for a name."""
    return name_of(request) or "Guest"


def keep_name(response: Response, request: Request, name: str) -> None:
    _set(response, request, PREFIX + "name", name.encode().hex())


def answered_of(request: Request) -> dict[str, int]:
    """The puzzles that this browser has answered: by day, the number of the option."""
    found = {}
    for part in request.cookies.get(PREFIX + "puzzles", "").split("."):
        day, _, choice = part.partition("_")
        if DAY.fullmatch(day) and choice.isdecimal() and len(choice) < 3:
            found[day] = int(choice)
    return found


def keep_answered(response: Response, request: Request, answered: Mapping[str, int]) -> None:
    """The latest days."""
    days = sorted(answered)[-DAYS_MOST:]
    _set(response, request, PREFIX + "puzzles", ".".join(f"{day}_{answered[day]}" for day in days))


def words_of(request: Request) -> str:
    """The words that open the tables of this browser elsewhere; "" if it has none yet."""
    return read_code(request.cookies.get(PREFIX + "words", "").replace("-", " "))


def keep_words(response: Response, request: Request, words: str) -> None:
    _set(response, request, PREFIX + "words", words.replace(" ", "-"))


def browser_of(request: Request) -> str:
    """What tells this browser from others of the same person; "" if nothing does yet."""
    return request.cookies.get(PREFIX + "browser", "")[:40]


def keep_browser(response: Response, request: Request, mark: str) -> None:
    _set(response, request, PREFIX + "browser", mark)


def drop_words(response: Response) -> None:
    response.delete_cookie(PREFIX + "words", path="/")


def _set(response: Response, request: Request, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=365 * 86400,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
