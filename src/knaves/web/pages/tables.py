"""Home, new tables, the lobby, the table itself, its end: what people see in a browser."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from knaves.bots import CHARACTERS, characters_of, offered, split
from knaves.core.ending import places
from knaves.core.errors import BadSetup, KnavesError, Refused
from knaves.core.game import Setting, Value
from knaves.games import GAMES, about, find
from knaves.table import Clock, Forbidden, Hall, SeatPlan, Table, TablePlan, Who
from knaves.table.pages.page import RecapCard
from knaves.table.people.table_plan import PACES
from knaves.web.api.commands import Leave, StartGame, read_form, run
from knaves.web.draw.call import grouped
from knaves.web.draw.chart import chart_of, sheet_of
from knaves.web.draw.guide import first_game, guide_of
from knaves.web.draw.lobby import lobby_of
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.puzzle import puzzle_of
from knaves.web.draw.rendering import drawn
from knaves.web.draw.scene import Scene
from knaves.web.http.addresses import ReachableAddress
from knaves.web.http.guard import (
    client_of,
    form_of,
    guest_name_of,
    keep_name,
    name_of,
    tables_of,
    whole,
    words_of,
)
from knaves.web.pages import chairs
from knaves.web.pages.common import (
    caps_of,
    go,
    go_and_sit,
    hall_of,
    html,
    live_of,
    names_of,
    seat_of,
    table_of,
)
from knaves.web.pages.first import Wish, switches
from knaves.web.pages.mine import my_rows
from knaves.web.pages.puzzles import today
from knaves.web.push.sockets import LINES

BOT_NAMES = ("Oskar", "Mirela", "Tamsin", "Bruno", "Ines", "Ludo", "Pia")
CLOCKS = {
    "none": ("no clock", Clock()),
    "move-60": ("1 min a move", Clock("move", 60)),
    "move-300": ("5 min a move", Clock("move", 300)),
    "bank-900": ("15 min + 10 s", Clock("bank", 900, 10)),
    "day-1": ("a day a move", Clock("day", 1)),
    "day-2": ("2 days a move", Clock("day", 2)),
}
AWAY_SECONDS, AWAY_EVENTS = 120.0, 6
MINE = 6
"""So many of my tables stand on the front page, the rest on their own."""
FEW_CHOICES = 4
"""So many stand side by side in the form of a new table; more of them in a list that opens."""


class Invitation(NamedTuple):
    """How friends come to a table."""

    reach: ReachableAddress
    short: str  # can be typed, and scanned
    link: str

    @property
    def typed(self) -> str:
        return self.short.removeprefix("http://").removeprefix("https://")


# -- home -----------------------------------------------------------------------------------------------


async def home(request: Request) -> Response:
    hall, rows = hall_of(request), await my_rows(request)
    over = [row for row in rows if row.state == "over"]
    mine = [row for row in rows if row.state != "over"][:MINE] or over[:MINE]
    open_tables = await hall.summaries(status=("lobby",), listed=True, limit=20)
    my_ids = {row.table for row in rows}
    more = f"all {len(rows) - len(over)}" + (f", and {len(over)} finished" if over else "")
    return html(
        "around/home.html",
        posters=[(game, about(game)) for game in GAMES],
        guides=[game for game in GAMES if guide_of(game) is not None],
        mine=mine,
        all_of=more if len(rows) > len(mine) else "all of them",
        last=over[0] if over else None,
        waiting=sum(row.state == "you" for row in rows),
        puzzle=about(puzzle_of(today(), hall.games or GAMES).game).title,
        open_tables=[t for t in open_tables if t.table not in my_ids][:8],
        name=name_of(request),
        **switches(Wish()),
    )


async def play_now(request: Request) -> Response:
    """One click: a table with bots in all the other chairs, begun at once."""
    game = request.path_params["game"]
    if game == "surprise":
        game = GAMES[len(tables_of(request.cookies)) % len(GAMES)]
    seats = with_bots(guest_name_of(request), usual_seats(about(game).seats))
    return await open_table(request, TablePlan(game, seats))


async def learn(request: Request) -> Response:
    """The first game: on the real board, with hints, against bots."""
    game = request.path_params["game"]
    guide = guide_of(game)
    if guide is None:
        raise BadSetup(f"{about(game).title} has no first game yet.")
    me = guest_name_of(request)
    return await open_table(request, first_game(game, guide, me, bot_names(me)))


def bot_names(me: str) -> tuple[str, ...]:
    """No bot is called like the person it plays with."""
    return tuple(name for name in BOT_NAMES if name.casefold() != me.casefold())


def with_bots(me: str, seats: int) -> tuple[SeatPlan, ...]:
    return SeatPlan("person", me), *[SeatPlan("bot", name) for name in bot_names(me)[: seats - 1]]


def usual_seats(allowed: tuple[int, ...]) -> int:
    return 4 if 4 in allowed else allowed[-1]


async def open_table(request: Request, plan: TablePlan) -> Response:
    caps_of(request).open_table(client_of(request))
    ticket = await hall_of(request).create(plan, client_of(request))
    return await go_and_sit(request, ticket.table, ticket.token)


async def words_in_force(request: Request) -> str:
    """The words of this browser; "" where they have been given up elsewhere, or cannot be looked up so often."""
    words = words_of(request)
    if not words or not caps_of(request).costly.allows(client_of(request)):
        return ""
    return "" if await hall_of(request).keyring.void(words) else words


async def new_table(request: Request) -> Response:
    """The form of a new table, and opening it."""
    game = request.path_params["game"]
    hall_of(request).check_game(game)
    if request.method == "GET":
        return _form(hall_of(request), game, name_of(request))
    fields = await form_of(request)
    try:
        plan = plan_of(game, fields)
        response = await open_table(request, plan)
    except KnavesError as error:
        return _form(hall_of(request), game, fields.get("name", ""), str(error))
    keep_name(response, request, plan.seats[0].name)
    return response


def _form(hall: Hall, game: str, name: str, problem: str = "") -> Response:
    info = about(game)
    return html(
        "around/new.html",
        422 if problem else 200,
        game=game,
        info=info,
        clocks=CLOCKS,
        levels=hall.thinkers.offered(find(game)),
        characters=CHARACTERS.values(),
        paces=PACES,
        name=name,
        usual=usual_seats(info.seats),
        few=FEW_CHOICES,
        problem=problem,
    )


def plan_of(game: str, fields: Mapping[str, str]) -> TablePlan:
    """The table that a form asks for."""
    info = about(game)
    count = whole(fields.get("seats", ""))
    if count is None:
        raise BadSetup("How many chairs?")
    info.check_seats(count)
    me = fields.get("name", "").strip() or "Guest"
    others = fields.get("others", "open")
    if others not in ("open", "hot", *(level.name for level in offered(find(game)))):
        raise BadSetup("The other chairs are open, bots, or hot seats.")
    seats = [SeatPlan("person", me)]
    for number in range(1, count):
        if others == "open":
            seats.append(SeatPlan("open"))
        elif others == "hot":
            seats.append(SeatPlan("person", me))
        else:
            level = with_character(others, fields.get("character", ""), number)
            seats.append(SeatPlan("bot", bot_names(me)[number - 1], level))
    clock = CLOCKS.get(fields.get("clock", "none"))
    if clock is None:
        raise BadSetup("There is no such clock.")
    pace = next((pace for pace in PACES if pace == fields.get("pace", "usual")), None)
    if pace is None:
        raise BadSetup(f"The pace of bots is one of {', '.join(PACES)}.")
    options = {s.name: _setting(s, fields) for s in info.option if s.kind != "cards"}
    seed = fields.get("seed", "").strip() or None
    return TablePlan(
        game=game,
        seats=tuple(seats),
        options=options,
        seed=seed,
        clock=clock[1],
        listed=fields.get("listed") == "yes",
        pace=pace,
        hints=fields.get("hints") == "yes",
    )


def with_character(level: str, wanted: str, number: int) -> str:
    """The bot in this chair: with the character that is wanted, or with another one in each chair."""
    if wanted != "mixed":
        return f"{wanted} {level}".strip()
    row = characters_of(split(level)[1])
    return f"{row[number % len(row)].name} {level}"


def _setting(setting: Setting, fields: Mapping[str, str]) -> Value:
    text = fields.get(f"o-{setting.name}")
    if text is None:
        return setting.default
    value: Value = text
    if setting.kind == "switch":
        value = text == "yes"
    elif setting.kind == "number":
        try:
            value = int(text)
        except ValueError:
            raise BadSetup(f"{setting.name} is a number.") from None
    return setting.read(value)


# -- links ----------------------------------------------------------------------------------------------


async def links(request: Request) -> Response:
    table, token, who = await table_of(request)
    invite, watch = table.seating.links(token)
    base = names_of(request).base(request)
    return html(
        "table/links.html",
        table=table.id,
        title=table.summary().title,
        invite=f"{base}/j/{table.id}/{invite}",
        watch=f"{base}/j/{table.id}/{watch}",
        seat=f"{base}/j/{table.id}/{token}" if who.seats else "",
        seats=[LETTERS[seat] for seat in who.seats],
        host=who.host,
        invites=table.book.invites,
        chair=who.seats[0] if who.seats else 0,
    )


# -- the table ------------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    """A guest's way in, the lobby, or the game as this person's seat sees it."""
    table, token, who = await table_of(request)
    seat = seat_of(request.path_params.get("seat"), who)
    back = await coming_back(table, token, who)
    page = table.page(token, seat, lines=LINES)
    if chairs.may_join(page, who) and request.query_params.get("watch") is None:
        return chairs.join_page(request, page)
    if page.status == "lobby":
        lobby = lobby_of(table, token, page, live_of(request).joining(table.id))
        return html("around/lobby.html", p=page, who=who, levels=table.levels(), lobby=lobby,
                    characters=table.characters(),
                    invite=await invitation(request, table, token),
                    words=await words_in_force(request) if who.seats else "")  # fmt: skip
    welcome = table.recap(token, page.you) if page.you in back else None
    if welcome is not None and not worth_telling(welcome):
        welcome = None
    return html("table/table.html", s=Scene.of_page(page), body=Markup(drawn(page, overran=table.overran)), who=who,
                welcome=welcome)  # fmt: skip


def worth_telling(recap: RecapCard) -> bool:
    """Somebody who was away for a moment, and for whom nobody played, has missed nothing."""
    events = len(recap.lines) + recap.more
    return bool(recap.answers) or recap.seconds >= AWAY_SECONDS or events >= AWAY_EVENTS


async def coming_back(table: Table, token: str, who: Who) -> set[int]:
    """Whoever opens the table sits in the chair again, at once: the bot stops before its next answer."""
    away = {seat for seat in who.seats if table.book.seats[seat].away and table.status == "running"}
    for seat in away:
        with contextlib.suppress(Refused):  # another window was faster
            await table.seating.take_back(token, seat)
    return away


async def recap(request: Request) -> Response:
    """What happened since a record, for whoever was away for a night."""
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    since = whole(request.query_params.get("since", ""))
    if seat is None or since is None:
        raise Refused("Since when, and for which chair?")
    page = table.page(token, seat, lines=0, targets=0)
    return html("board/welcome.html", s=Scene.of_page(page), welcome=table.recap(token, seat, since))


async def hand_over(request: Request) -> Response:
    """One screen, several players: covers the table between two of them."""
    table, token, who = await table_of(request)
    seat = seat_of(request.path_params["seat"], who)
    if seat is None:
        raise Refused("To whom?")
    return html("table/hand_over.html", table=table.id, t=table.page(token, seat, lines=0).seats[seat])


async def invitation(request: Request, table: Table, token: str) -> Invitation | None:
    """How friends come to this table; None for who may not ask them in."""
    try:
        secret, _ = table.seating.links(token)
    except Refused:
        return None
    reach = names_of(request).reach(request)
    code = await hall_of(request).keyring.invite(table.id, secret)
    return Invitation(reach, f"{reach.base}/{code}", f"{reach.base}/j/{table.id}/{secret}")


async def do(request: Request) -> Response:
    """A form of a table's page, for browsers without script, for the lobby, and when no socket is open."""
    table, token, _ = await table_of(request)
    command = read_form(await form_of(request))
    await run(table, token, command)
    if isinstance(command, Leave) and table.status == "running":
        return go("/")  # opening the table takes the chair back
    if isinstance(command, StartGame) or table.summary().status == "lobby":
        return go(f"/t/{table.id}")
    return go(f"/t/{table.id}/{LETTERS[command.seat]}")


async def orders(request: Request) -> Response:
    """Standing orders, and going back by consent."""
    table, token, who = await table_of(request)
    if not who.seats:
        raise Forbidden("Only who sits at the table gives orders.")
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=1)
    return html("table/standing_orders.html", s=Scene.of_page(page), p=page)


async def ahead(request: Request) -> Response:
    """What this seat will probably be asked next: an answer that is sent when it is."""
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    if seat is None:
        raise Forbidden("Only who sits at the table answers.")
    card = await table.ahead(token, seat)
    page = table.page(token, seat, lines=1)
    return html(
        "table/ahead.html",
        s=Scene.of_page(page),
        card=card,
        ways=grouped(card.options, find(page.game).verbs),
    )


async def people(request: Request) -> Response:
    """Manners: what one can do about others, and what the host can do, for all to see."""
    table, token, who = await table_of(request)
    if not who.seats:
        raise Forbidden("Only who sits at the table.")
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=1)
    hosts = table.book.host_seats()
    return html("table/people.html", s=Scene.of_page(page), p=page, who=who, hosts=hosts)


async def end(request: Request) -> Response:
    """How the game ended."""
    table, token, who = await table_of(request)
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=LINES)
    result = page.result
    if result is None:
        return go(f"/t/{table.id}")
    await table.look_back()
    marks = table.marks(token)
    ranking = sorted(
        page.seats, key=lambda card: (card.seat not in result.winners, -result.scores[card.seat])
    )
    return await hall_of(request).apart(
        html,
        "table/finish.html",
        p=page,
        s=Scene.of_page(page),
        who=who,
        marks=marks,
        chart=chart_of(table, token, page),
        ranking=ranking,
        places=places(result.winners, result.scores),
        sheet=sheet_of(table, token),
    )


async def rematch(request: Request) -> Response:
    table, token, _ = await table_of(request)
    again = await hall_of(request).rematch(table.id, token)
    return await go_and_sit(request, again, token)
