"""What one guest can do to others with codes, words, names and orders: nothing worse than a nuisance for a moment."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from knaves.core.errors import KnavesError, Refused
from knaves.games.syndicate.state import SyndicateCity
from knaves.table import Hall, SeatPlan, Table, TablePlan, TooMuch
from knaves.table.bots.deep import Deep
from knaves.table.bots.thinkers import Thinkers
from knaves.table.house.long_work import GuestRows, asking
from knaves.table.house.worker import Worker
from knaves.table.log.storage import Key
from knaves.table.people.keyring import FOR_EVER, Keyring, OpenedByCode, new_words
from knaves.table.people.limits import Limiter
from knaves.table.people.names import as_typed
from knaves.table.state.book import Book
from knaves.web.draw.parts import LETTERS
from knaves.web.http.caps import Caps
from knaves.web.http.guard import client_of
from knaves.web.pages import joining, puzzles
from knaves.web.push import coaching, my_tables
from knaves.web.push.closed_pages import Caller, Keys, Subscription
from knaves.web.settings import Limits, Push
from tests.patience import meanwhile
from tests.table.kit import Watch, open_hall, played
from tests.web.kit import Seen, later, open_table, other, play_now, play_out, still, token_in, web
from tests.web.test_finish import record
from tests.web.test_joining import code_of, words_in


def came_from(host: str) -> str:
    return client_of(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)}))


def test_whoever_has_a_whole_network_of_addresses_is_one_guest() -> None:
    assert came_from("2001:db8:1:2::5") == came_from("2001:db8:1:2:ffff::9") != came_from("2001:db8:1:3::5")
    assert came_from("::ffff:192.0.2.7") == came_from("192.0.2.7") == "192.0.2.7"
    assert came_from("::1") == "::1" and came_from("no address: none") == "no address: none"


def test_a_crowd_of_guesses_at_once_is_counted_like_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = 0

    async def look(self: Keyring, code: str) -> list[OpenedByCode]:
        nonlocal looked
        looked += 1
        await meanwhile("they do not come at once", lambda: looked >= 5)
        return []

    monkeypatch.setattr(Keyring, "look", look)
    with web(Caps()) as client, ThreadPoolExecutor(20) as crowd:
        ends = crowd.map(lambda _: client.post("/sit", data={"code": "ZZZZZZ"}).status_code, range(20))
        assert sorted(ends) == [422] * 5 + [429] * 15
    assert looked == 5


def test_right_codes_are_not_counted() -> None:
    with web(Caps()) as client:
        table = open_table(client)
        for _ in range(8):
            code = code_of(client.get(f"/t/{table}/elsewhere").text)
            assert other(client).post("/sit", data={"code": code}).status_code == 200


def test_words_of_somebody_else_do_not_become_mine() -> None:
    """Eve talks Ann into opening her words: whatever Ann opens afterwards is Ann's alone."""
    with web() as ann:
        eve = other(ann)
        hers = play_now(eve)
        bait = words_in(eve.get(f"/t/{hers}/elsewhere").text)
        page = ann.get(f"/sit?code={bait.replace(' ', '-')}").text
        assert not all(word in page for word in bait.split())  # no link does it
        mine = play_now(ann)
        words = ann.cookies.get("knave-words")
        ann.post("/sit", data={"code": bait})
        assert ann.cookies.get("knave-words") == words and token_in(ann, hers) == token_in(eve, hers)
        later = play_now(ann)
        thief = other(ann)
        thief.post("/sit", data={"code": bait})
        assert not thief.cookies.get(f"knave-{mine}") and not thief.cookies.get(f"knave-{later}")
        again = other(ann)
        again.post("/sit", data={"code": (words or "").replace("-", " ")})
        assert {token_in(again, table) for table in (mine, later, hers)} == {
            token_in(ann, table) for table in (mine, later, hers)
        }


def test_words_that_were_given_up_open_nothing_that_an_old_browser_opens_later() -> None:
    """Ann's words were read by Eve; Ann makes new ones on her telephone. Her desk still has the old cookie."""
    with web() as desk:
        lobby = open_table(desk)
        old = words_in(desk.get(f"/t/{lobby}/elsewhere").text)
        telephone = other(desk)
        telephone.post("/sit", data={"code": old})
        telephone.post(f"/t/{lobby}/elsewhere", data={"do": "new words"})
        assert "recovery code" not in desk.get(f"/t/{lobby}").text, "what opens nothing is not shown"
        later = play_now(desk)
        eve = other(desk)
        eve.post("/sit", data={"code": old})
        assert not eve.cookies.get(f"knave-{later}")
        again = other(desk)
        again.post("/sit", data={"code": words_in(desk.get(f"/t/{later}/elsewhere").text)})
        assert token_in(again, later) == token_in(desk, later)


def test_words_bring_back_what_goes_on_also_where_a_table_is_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    with web() as client:
        over, damaged, first, last = (play_now(client) for _ in range(4))
        play_out(client, over)
        words = words_in(client.get(f"/t/{last}/elsewhere").text)
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
        find = hall.table

        async def table(id: str) -> Table:
            if id == damaged:
                raise KnavesError("The log of this table cannot be read.")
            return await find(id)

        monkeypatch.setattr(hall, "table", table)
        telephone = other(client)
        assert telephone.post("/sit", data={"code": words}).status_code == 200
        assert {name for name in (over, damaged, first, last) if telephone.cookies.get(f"knave-{name}")} == {
            over, first, last,
        }  # fmt: skip
        monkeypatch.setattr(joining, "TABLES_MOST", 3)
        small = other(client)
        small.post("/sit", data={"code": words})
        assert {name for name in (over, first, last) if small.cookies.get(f"knave-{name}")} == {first, last}


def test_words_that_are_typed_at_home_stand_in_no_address() -> None:
    with web() as client:
        table = open_table(client)
        words = words_in(client.get(f"/t/{table}/elsewhere").text)
        asked = other(client).post("/code", data={"code": words})
        assert "Take my seat here" in asked.text and words.split()[0] not in str(asked.url)
        assert other(client).post("/code", data={"code": new_words()}).status_code == 404


def test_a_code_of_another_chair_does_not_take_mine_away() -> None:
    with web() as ann:
        table = open_table(ann, seats=3)
        bob = other(ann)
        bob.get(f"/j/{table}/{ann.app.state.hall._tables[table].book.opened.invite}")  # type: ignore[attr-defined]
        bob.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        mine = token_in(bob, table)
        bob.post("/sit", data={"code": code_of(ann.get(f"/t/{table}/elsewhere").text)})
        assert token_in(bob, table) == f"{mine}.{token_in(ann, table)}"


def test_nobody_floods_the_log_besides_playing() -> None:
    with web() as client:
        table = play_now(client)
        later(client, 0)
        for n in range(100):
            client.post(f"/t/{table}/do", data={"do": "take_back" if n % 2 else "leave", "seat": "0"})
        book = client.app.state.hall._tables[table].book  # type: ignore[attr-defined]
        assert 20 < sum(line.kind == "note" for line in book.told) < 60
        assert client.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"}).status_code == 429


def test_nobody_floods_the_log_by_taking_back() -> None:
    """Each answer that is taken back leaves a line, and hints are put aside once."""
    with web() as client:
        table = open_table(client, seats=2, others="hot", game="syndicate")
        later(client, 0)
        book = client.app.state.hall._tables[table].book  # type: ignore[attr-defined]
        for _ in range(60):
            page = Seen(client.get(f"/t/{table}/{LETTERS[waited(book)]}").text)
            seat = str(waited(book))
            client.post(
                f"/t/{table}/do",
                data={"do": "answer", "seat": seat, "seq": str(page.seq), "option": '["pay_coin"]'},
            )
            undone = client.post(f"/t/{table}/do", data={"do": "undo", "seat": seat}).status_code
            if undone == 429:
                break
        assert undone == 429 and 20 < sum("back" in line.text for line in book.told) < 60


@played
async def test_what_may_be_done_at_any_time_is_not_done_without_end() -> None:
    """Waiving a reward and taking it after all could go on for ever."""
    now = Watch()
    async with open_hall(now=now) as hall:
        words = {"active": 0, "step": "begin", "missions": ["flood_the_mint"]}
        seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Ann"))
        ticket = await hall.create(TablePlan("syndicate", seats, scenario=words))
        table = await hall.table(ticket.table)

        async def say(seat: int, *option: str | int) -> None:
            page = table.page(ticket.token, seat)
            assert page.ask is not None
            at_any_time = option[0] in table.progress.position.game.interjection_verbs
            await table.answer(ticket.token, seat, option, page.seq if at_any_time else page.ask.seq)

        await say(0, "begin")
        for seat in (0, 1):
            await say(seat, "abstain")
        city = table.progress.position.state
        assert isinstance(city, SyndicateCity)
        city.raised = 50

        async def go_on() -> None:
            for _ in range(80):
                await say(1, "waive_coins", 1)
                await say(1, "unwaive")

        with pytest.raises(TooMuch, match="too fast"):
            await go_on()
        assert 120 < len(table.book.played) < 130
        await say(0, "waive_coins", 1)  # everybody has his own
        now.time += 1
        await say(1, "waive_coins", 1)  # a hundred and twenty were sixty times to and fro


def waited(book: Book) -> int:
    return next(n for n, seat in enumerate(book.seats) if seat.since is not None)


def test_words_are_not_made_without_end() -> None:
    """They are kept as long as their table: who shows no cookie of them would get new ones each time."""
    with web() as client:
        table = open_table(client)
        storage, token = client.app.state.hall.storage, token_in(client, table)  # type: ignore[attr-defined]
        put = storage.put_key
        kept: list[float] = []

        async def put_key(lock: str, key: Key) -> None:
            kept.append(key.until)
            await put(lock, key)

        storage.put_key = put_key
        caps: Caps = client.app.state.caps  # type: ignore[attr-defined]  # Starlette's
        caps.words = Limiter(20, 1 / 10)
        ends = []
        for n in range(40):
            thief = other(client)
            thief.cookies.set(f"knave-{table}", token)
            ask = thief.post if n % 2 else thief.get
            ends.append(ask(f"/t/{table}/elsewhere").status_code)
        assert ends.count(429) >= 15 and ends[:15] == [200] * 15
        assert sum(until == FOR_EVER for until in kept) <= 25


def test_what_takes_long_is_capped_however_it_is_asked_for() -> None:
    caps = still(Caps())
    asked = [caps.may_post("ann", "/t/1a2b3c/elsewhere", long=False) for _ in range(70)]
    assert 60 <= sum(asked) < 64 and not caps.may_get("ann", "/t/1a2b3c/coach")
    for costly in (
        "/puzzle",
        "/puzzle/2026-11-18",
        "/balance/villains",
        "/cards/villains",
        "/rules/villains",
    ):
        assert not caps.may_get("ann", costly)
    assert caps.may_get("ann", "/cards/villains/plan:3")
    assert not caps.may_get("ann", "/t/1a2b3c/closed/some-secret"), "it is looked up as slowly as a code"
    assert caps.may_post("ann", "/t/1a2b3c/do", long=False)


def test_hints_are_for_a_decision_now_and_then() -> None:
    """A bot thinks for each: nobody has it think without end."""
    caps = still(Caps())
    for _ in range(20):
        caps.hint("ann")
    with pytest.raises(TooMuch, match="hint for every move"):
        caps.hint("ann")
    caps.hint("bob")
    with web(Caps()) as client:
        table = play_now(client)
        ends = [client.get(f"/t/{table}/hint?seat=a").status_code for _ in range(24)]
        assert ends[-1] == 429 and 429 not in ends[:20]


def test_the_line_of_my_tables_is_given_back_and_not_talked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    with web(Caps()) as client:
        caps: Caps = client.app.state.caps  # type: ignore[attr-defined]  # Starlette's
        with client.websocket_connect("/tables/live") as socket:
            for _ in range(200):
                socket.send_text("x")
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()

        async def broken(ws: object, hall: object) -> list[object]:
            raise RuntimeError("the storage is away")

        monkeypatch.setattr(my_tables, "_mine", broken)
        with client.websocket_connect("/tables/live"):
            pass
        assert caps.sockets == 0, "whoever has gone holds no place"


@played
async def test_nobody_is_kept_in_mind_for_a_call_that_is_over() -> None:
    async with open_hall() as hall:
        caller = Caller(hall, Push(contact="mailto:a@b.c"), delay=0.0)
        ticket = await hall.create(TablePlan("_template", (SeatPlan("person", "Ann"), SeatPlan("bot"))))
        table = await hall.table(ticket.table)
        while table.status == "running":
            await table.idle()
            page = table.page(ticket.token, 0)
            if page.ask is not None and page.ask.options:
                await table.answer(ticket.token, 0, page.ask.options[0].option, page.ask.seq)
        assert not caller._called
        await caller.close()


@played
async def test_a_subscription_that_nothing_can_be_sealed_for_is_refused() -> None:
    async with open_hall() as hall:
        caller = Caller(hall, Push(contact="mailto:a@b.c"))
        for keys in (Keys("", ""), Keys("AAAA", "A" * 22), Keys("B" + "A" * 86, "A" * 22)):
            with pytest.raises(Refused, match="no subscription"):
                await caller.subscribe("t", 0, Subscription("https://fcm.googleapis.com/x", keys))


@played
async def test_codes_that_are_too_old_are_forgotten() -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        (code, _), words = await hall.keyring.carry("t", "secret"), new_words()
        await hall.keyring.remember(words, "t", "secret")
        now.time += 601
        assert not await hall.keyring.look(code)
        await hall.thin()
        now.time -= 601
        assert not await hall.keyring.look(code) and await hall.keyring.look(words)


def test_too_much_is_said() -> None:
    caps = Caps()
    for _ in range(5):
        caps.guess("eve")
    with pytest.raises(TooMuch, match="wait a minute"):
        caps.guess("eve")
    caps.guess("ann")


@played
async def test_one_guest_does_not_push_the_coach_away_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has many finished games has the oldest of his own pushed out, and waits behind his own games alone."""
    monkeypatch.setattr(coaching, "KEPT", 6)
    served: list[str] = []

    class Quick(Worker):
        async def call(self, request: object, seconds: float | None = None) -> object:
            await asyncio.sleep(0)
            assert isinstance(request, coaching.Request)
            served.append(request.game[0])
            return []

    monkeypatch.setattr(coaching, "Worker", Quick)
    async with open_hall() as hall:
        found = []
        for _ in range(9):
            ticket = await hall.import_game(record("_template", 2).encode(), (SeatPlan("person"),) * 2)
            found.append(await hall.table(ticket.table))
        coach = coaching.Coaching(hall)
        asking.set("ann")
        mine = coach.session(found[0], (0,))
        asking.set("eve")
        many = [coach.session(table, (0,)) for table in found[1:]]
        assert mine.task is not None and not mine.task.cancelling()
        assert [session.task is not None and bool(session.task.cancelling()) for session in many] == (
            [True] * 3 + [False] * 5
        )
        await asyncio.gather(*(one.task for one in (mine, *many) if one.task), return_exceptions=True)
        assert found[0].id in served[:2], "behind one game of the other at most"
        await coach.close()


@played
async def test_guests_take_turns_however_much_one_of_them_wants() -> None:
    rows, order = GuestRows(), list[str]()

    async def one(guest: str) -> None:
        async with rows.turn(guest):
            await asyncio.sleep(0)
            order.append(guest)

    await asyncio.gather(*(one("eve") for _ in range(5)), one("ann"), one("bob"))
    assert order[:4] == ["eve", "eve", "ann", "bob"] and order[4:] == ["eve"] * 3


def test_one_guest_does_not_make_up_what_others_answer() -> None:
    with web(Caps()) as client:
        address = f"/puzzle/{puzzles.today()}"
        option = Seen(client.get(address).text).options[0]
        for number in range(8):  # each without cookies
            page = other(client).post(address, data={"option": option}).text
            assert "verdictbar" in page, "it is answered all the same"
            assert f"<b>{min(number + 1, 3)}</b> answered here" in page


def test_a_name_is_shown_as_it_is_typed_only_as_far_as_it_may_be_a_name() -> None:
    assert as_typed("A" * 60) == "A" * 24
    assert as_typed("  A\u202ennie\u0000 ") == "A nnie"
    assert as_typed("Mir\N{CYRILLIC SMALL LETTER IE}la") == ""


def test_typing_does_not_draw_the_lobby_of_everybody_without_end() -> None:
    caps = Caps()
    assert sum(caps.typing.allows("table") for _ in range(100)) <= 21


def test_sockets_are_not_opened_without_end() -> None:
    """Each wakes the tables it is about; closed again at once, none of them counts as open."""
    caps = Caps(Limits(reads=5))
    with web(caps) as client:
        play_now(client)
        ends = []
        for _ in range(40):
            try:
                with client.websocket_connect("/tables/live"):
                    ends.append(0)
            except WebSocketDisconnect as gone:
                ends.append(gone.code)
        assert 15 <= ends.count(0) < 35 and set(ends) == {0, 4429}


@played
async def test_why_a_bot_did_something_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = 0

    async def shift(self: Deep, *args: object) -> None:
        nonlocal thoughts
        thoughts += 1

    monkeypatch.setattr(Deep, "shift", shift)
    async with open_hall(thinkers=Thinkers(processes=1)) as hall:
        plan = TablePlan("villagers", (SeatPlan("person"), SeatPlan("bot")), seed=2)
        ticket = await hall.create(plan)
        table = await hall.table(ticket.table)
        for _ in range(6):
            await table.idle()
            ask = table.page(ticket.token, 0).ask
            assert ask is not None
            await table.answer(ticket.token, 0, ask.options[0].option, ask.seq)
        await table.idle()
        first = await table.explained(ticket.token, 0)
        once = thoughts
        assert first and once == len(first)
        assert await asyncio.gather(*(table.explained(ticket.token, 0) for _ in range(5))) == [first] * 5
        assert thoughts == once


def test_asking_why_is_capped_like_asking_for_a_hint() -> None:
    with web(Caps()) as client:
        table = play_now(client)
        ends = [client.get(f"/t/{table}/because?seat=a").status_code for _ in range(24)]
        assert ends.count(429) >= 3 and ends[:20] == [200] * 20
