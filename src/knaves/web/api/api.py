"""A small JSON interface for programs: take a seat, get view and ask, answer, with the same refusals as people get."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from types import UnionType
from typing import TypeVar, Union, get_args, get_origin

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from knaves.core.errors import BadSave, BadScenario, BadSetup, KnavesError, Refused
from knaves.core.forms import Form
from knaves.core.game import About
from knaves.core.step import Option
from knaves.games import GAMES, about
from knaves.table import Forbidden, NoTable, SeatPlan, Stale, Summary, Table, TablePlan, Ticket, TooMuch, Who
from knaves.table.pages.page import Mark, Page, PastMoment
from knaves.web.api.commands import AnyCommand, read_json, run
from knaves.web.http.guard import IMPORT_MOST, body_of, client_of, whole
from knaves.web.pages.common import as_json, caps_of, hall_of

T = TypeVar("T")
WAIT_MOST = 25.0


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    about: About


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sits down: `secret` is the invite link's ("" at listed tables). Send your token along to hold one seat more."""

    seat: int
    name: str
    secret: str = ""


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seq: int
    seats: tuple[SeatPlan, ...]


class GivenToken(msgspec.Struct, frozen=True):
    token: str


class Done(msgspec.Struct, frozen=True):
    """The number of the table's last record after the command."""

    seq: int


class WhyNotAnswer(msgspec.Struct, frozen=True):
    can: bool
    reason: str = ""
    clause: str = ""


class Refusal(msgspec.Struct, frozen=True):
    refused: str
    clause: str = ""


def status_of(error: KnavesError) -> int:
    kinds: tuple[tuple[type[KnavesError], int], ...] = (
        (NoTable, 404),
        (Forbidden, 403),
        (Stale, 409),
        (TooMuch, 429),
        (Refused, 422),
        (BadSetup, 422),
        (BadScenario, 422),
        (BadSave, 422),
    )
    return next((status for kind, status in kinds if isinstance(error, kind)), 400)


def refusal(error: KnavesError, status: int = 0) -> Response:
    clause = error.clause if isinstance(error, Refused) else ""
    return as_json(Refusal(str(error), clause), status or status_of(error))


async def _body(request: Request, kind: type[T], most: int = 64 * 1024) -> T:
    try:
        return msgspec.json.decode(await body_of(request, most), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _Malformed(f"That cannot be read: {error}.") from None


class _Malformed(KnavesError):
    """Answered with 400."""


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip()[:200] if scheme.lower() == "bearer" else ""


async def _table(request: Request) -> tuple[Table, str]:
    table = await hall_of(request).table(request.path_params["table"])
    token = _token(request)
    if (await table.who_comes(token)).outside:
        raise NoTable("There is no such table, or the token does not open it.")
    return table, token


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if (number := whole(text)) is None:
        raise _Malformed(f"{name} is a whole number.")
    return number


async def games(request: Request) -> Response:
    return as_json([GameInfo(game, about(game)) for game in GAMES])


async def tables(request: Request) -> Response:
    return as_json(await hall_of(request).summaries(status=("lobby", "running"), listed=True, limit=50))


async def create(request: Request) -> Response:
    plan = await _body(request, TablePlan)
    caps_of(request).open_table(client_of(request), plan.listed)
    return as_json(await hall_of(request).create(plan, client_of(request)), 201)


async def page(request: Request) -> Response:
    """The page of a seat; with `after`, waits until something newer is there (at most 25 seconds)."""
    table, token = await _table(request)
    seat, after = _number(request, "seat"), _number(request, "after")
    if seat is not None and seat not in table.who(token).seats:
        raise Forbidden("That seat is not yours.")
    if after is not None and table.summary().seq <= after:
        if not caps_of(request).take_socket(client_of(request)):
            raise TooMuch("You wait in very many places at once: close some of them.")
        try:
            async with asyncio.timeout(WAIT_MOST), table.changes(table.who(token).seats) as changes:
                async for seq in changes:
                    if seq > after:
                        break
        except TimeoutError:
            pass
        finally:
            caps_of(request).give_socket(client_of(request))
    return as_json(table.page(token, seat))


async def who(request: Request) -> Response:
    table, token = await _table(request)
    return as_json(table.who(token))


async def command(request: Request) -> Response:
    table, token = await _table(request)
    try:
        wanted = read_json(await body_of(request))
    except TooMuch:
        raise
    except Refused as error:
        raise _Malformed(str(error)) from None
    await run(table, token, wanted)
    return as_json(Done(table.summary().seq))


async def claim(request: Request) -> Response:
    table = await hall_of(request).table(request.path_params["table"])
    wanted = await _body(request, SitDown)
    return as_json(
        GivenToken(await table.seating.claim(wanted.secret, wanted.seat, wanted.name, _token(request)))
    )


def _seat(request: Request) -> int:
    seat = _number(request, "seat")
    if seat is None:
        raise _Malformed("Which seat?")
    return seat


async def forms(request: Request) -> Response:
    table, token = await _table(request)
    return as_json(table.forms(token, _seat(request)))


async def why(request: Request) -> Response:
    table, token = await _table(request)
    seat = _seat(request)
    said = table.why_not(token, seat, request.query_params.get("thing", "")[:80])
    return as_json(WhyNotAnswer(True) if said is None else WhyNotAnswer(False, said.reason, said.clause))


async def marks(request: Request) -> Response:
    table, token = await _table(request)
    await table.look_back()
    return as_json(table.marks(token, _number(request, "seat")))


async def moment(request: Request) -> Response:
    table, token = await _table(request)
    return as_json(table.moment(token, request.path_params["seq"], _number(request, "seat")))


async def export(request: Request) -> Response:
    table, token = await _table(request)
    return Response(table.export(token), media_type="application/json")


async def fork(request: Request) -> Response:
    table, token = await _table(request)
    wanted = await _body(request, Fork)
    caps_of(request).open_table(client_of(request))
    return as_json(await hall_of(request).fork(table.id, token, wanted.seq, wanted.seats), 201)


async def rematch(request: Request) -> Response:
    table, token = await _table(request)
    again = await hall_of(request).table(await hall_of(request).rematch(table.id, token))
    return as_json(Ticket(again.id, token, again.book.opened.invite), 201)


class _Import(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    seats: tuple[SeatPlan, ...]


async def import_game(request: Request) -> Response:
    wanted = await _body(request, _Import, IMPORT_MOST)
    caps_of(request).open_table(client_of(request))
    return as_json(
        await hall_of(request).import_game(wanted.file.encode(), wanted.seats, client_of(request)), 201
    )


Handler = Callable[[Request], Awaitable[Response]]


def _safe(handler: Handler) -> Handler:
    async def call(request: Request) -> Response:
        try:
            return await handler(request)
        except _Malformed as error:
            return refusal(error, 400)
        except NoTable:
            return refusal(NoTable("There is no such table, or the token does not open it."))
        except KnavesError as error:
            return refusal(error)

    call.__doc__ = handler.__doc__
    return call


class Door(msgspec.Struct, frozen=True):
    """One address of the interface, and what its document says of it."""

    method: str
    path: str
    handler: Handler
    text: str
    takes: object = None
    gives: object = None
    query: tuple[str, ...] = ()
    status: int = 200


DOORS = (
    Door("GET", "/games", games, "Every game, with its seats and options.", gives=list[GameInfo]),
    Door("GET", "/tables", tables, "Listed tables that can be joined or watched.", gives=list[Summary]),
    Door("POST", "/tables", create, "Opens a table.", TablePlan, Ticket, status=201),
    Door(
        "GET",
        "/tables/{table}",
        page,
        "The page of a seat: view, ask, log.",
        gives=Page,
        query=("seat", "after"),
    ),
    Door("POST", "/tables/{table}", command, "Answers, says, takes back …: one command.", AnyCommand, Done),
    Door("GET", "/tables/{table}/who", who, "Whom the token stands for.", gives=Who),
    Door("POST", "/tables/{table}/seats", claim, "Sits down.", SitDown, GivenToken),
    Door(
        "GET",
        "/tables/{table}/forms",
        forms,
        "Deals that the seat may fill in: an answer begins with `start` and has a number for each blank.",
        gives=list[Form],
        query=("seat",),
    ),
    Door(
        "GET",
        "/tables/{table}/why",
        why,
        "Why a thing cannot be chosen.",
        gives=WhyNotAnswer,
        query=("seat", "thing"),
    ),
    Door(
        "GET", "/tables/{table}/marks", marks, "The answers given so far.", gives=list[Mark], query=("seat",)
    ),
    Door(
        "GET",
        "/tables/{table}/moments/{seq}",
        moment,
        "A moment of the past.",
        gives=PastMoment,
        query=("seat",),
    ),
    Door("GET", "/tables/{table}/export", export, "The record of the game.", gives=dict[str, object]),
    Door("POST", "/tables/{table}/fork", fork, "Plays on from a moment.", Fork, Ticket, status=201),
    Door("POST", "/tables/{table}/rematch", rematch, "The same people again.", gives=Ticket, status=201),
    Door("POST", "/import", import_game, "Goes on with a saved game.", _Import, Ticket, status=201),
)


@cache
def _wire(kind: object) -> object:
    """The same type with options as JSON has them: JSON schemas know no tuple of one text and then numbers."""
    if str(kind) == str(Option):  # two of these are never equal
        return tuple[str | int, ...]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag is None:
        fields: list[tuple[str, object] | tuple[str, object, object]] = []
        for f in msgspec.structs.fields(kind):
            made = _wire(f.type)
            if f.required:
                fields.append((f.name, made))
            elif f.default is msgspec.NODEFAULT:
                fields.append((f.name, made, msgspec.field(default_factory=f.default_factory)))
            else:
                fields.append((f.name, made, msgspec.field(default=f.default)))
        return msgspec.defstruct(kind.__name__, fields, namespace={"__doc__": kind.__doc__})
    args = tuple(_wire(arg) for arg in get_args(kind))
    if get_origin(kind) is tuple:
        return tuple[args]  # type: ignore[valid-type]  # made at run time
    if get_origin(kind) is list:
        return list[args]  # type: ignore[valid-type]  # made at run time
    if get_origin(kind) in (UnionType, Union):
        return Union[args]  # noqa: UP007  # made at run time
    return kind


@cache
def document() -> bytes:
    """The OpenAPI document, from the same types that check what comes in."""
    kinds = [_wire(k) for door in DOORS for k in (door.takes, door.gives) if k is not None]
    schemas, components = msgspec.json.schema_components(
        [*kinds, Refusal],
        schema_hook=lambda _: {"description": "any JSON value"},
        ref_template="#/components/schemas/{name}",
    )
    schema_of = iter(schemas)
    paths: dict[str, dict[str, object]] = {}
    problem = {"application/json": {"schema": schemas[-1]}}
    for door in DOORS:
        takes = next(schema_of) if door.takes is not None else None
        gives = next(schema_of) if door.gives is not None else {}
        parameters: list[dict[str, object]] = []
        for name in ("table", "seq"):
            if f"{{{name}}}" in door.path:
                kind = {"type": "string"} if name == "table" else {"type": "integer", "minimum": 0}
                parameters.append({"name": name, "in": "path", "required": True, "schema": kind})
        for name in door.query:
            kind = {"type": "string"} if name == "thing" else {"type": "integer", "minimum": 0}
            parameters.append({"name": name, "in": "query", "schema": kind})
        operation: dict[str, object] = {
            "summary": door.text,
            "operationId": door.handler.__name__,
            "parameters": parameters,
            "responses": {
                str(door.status): {
                    "description": "Done.",
                    "content": {"application/json": {"schema": gives}},
                },
                **{
                    code: {"description": said, "content": problem}
                    for code, said in {
                        "400": "It cannot be read.",
                        "403": "The token is not good for this.",
                        "404": "No such table, or not for this token.",
                        "409": "The table has moved on.",
                        "422": "The rules refuse it, and say why.",
                    }.items()
                },
                "413": {"description": "Too large."},
                "429": {"description": "Too many at once."},
            },
        }
        if takes is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
        if "{table}" in door.path or door.path == "/tables":
            operation["security"] = [{"token": []}, {}]
        paths.setdefault("/api" + door.path, {})[door.method.lower()] = operation
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Knaves",
                "version": "1",
                "description": "Take a seat, get view and ask, answer. The token of a person goes in the header "
                "`Authorization: Bearer …`.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


async def openapi(request: Request) -> Response:
    return Response(document(), media_type="application/json")


def routes() -> list[Route]:
    made = [
        Route(
            "/api" + door.path.replace("{seq}", "{seq:number}"),
            _safe(door.handler),
            methods=[door.method],
            name=f"api {door.handler.__name__}",
        )
        for door in DOORS
    ]
    return [*made, Route("/api/openapi.json", openapi)]
