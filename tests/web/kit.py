"""What the tests of the web share: a server without a network, and how to read its pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape

from starlette.testclient import TestClient

from knaves.table import Hall
from knaves.table.people.limits import Limiter
from knaves.web.app import create_app
from knaves.web.http.caps import Caps
from knaves.web.http.guard import Names

GAME = "_template"
HERE = ("127.0.0.1", 50_000)


@contextmanager
def web(caps: Caps | None = None, pace: float = 0.0) -> Iterator[TestClient]:
    """A browser that keeps cookies, before a server with an empty hall."""

    async def make_hall() -> Hall:
        return await Hall.open(":memory:", pace=pace)

    app = create_app(make_hall, still(caps or Caps.none()), names=Names("testserver"))
    with TestClient(app, base_url="http://testserver", client=HERE) as client:
        yield client


def still(caps: Caps) -> Caps:
    """What is used up does not come back while a slow machine makes the next request."""
    for limiter in vars(caps).values():
        if isinstance(limiter, Limiter):
            limiter._clock = lambda: 0.0
    return caps


def other(client: TestClient) -> TestClient:
    """Another browser before the same server."""
    return TestClient(client.app, base_url="http://testserver", client=HERE)


def later(client: TestClient, seconds: float) -> None:
    """So much time goes by, and none after that."""
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
    then = hall.now() + seconds
    hall._now = lambda: then


def play_now(client: TestClient, game: str = GAME) -> str:
    """Sits down against bots; the table's id."""
    answer = client.post(f"/play/{game}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def open_table(
    client: TestClient, seats: int = 2, others: str = "open", game: str = GAME, **more: str
) -> str:
    fields = {"name": "Ann", "seats": str(seats), "others": others, "clock": "none", **more}
    answer = client.post(f"/new/{game}", data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def token_in(client: TestClient, table: str) -> str:
    token = client.cookies.get(f"knave-{table}")
    assert token
    return token


def settled(client: TestClient, table: str, seat: str = "") -> Seen:
    """What a seat sees once the bots have done all they had to do."""
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's

    async def rest() -> None:
        await (await hall.table(table)).idle()

    assert client.portal is not None
    client.portal.call(rest)
    return Seen(client.get(f"/t/{table}/{seat}".rstrip("/")).text)


def give(client: TestClient, table: str, page: Seen, which: int = 0) -> None:
    """One of the answers that the first seat has on its page."""
    fields = {"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[which]}
    given = client.post(f"/t/{table}/do", data=fields)
    assert given.status_code == 200, given.text


def play_on(client: TestClient, table: str, enough: Callable[[Seen], bool], which: int = 0) -> Seen:
    """The first seat against bots, until there is enough to see."""
    while not enough(page := settled(client, table)):
        assert not page.over, "the game is over before"
        give(client, table, page, which)
    return page


def play_out(client: TestClient, table: str, which: int = 0) -> Seen:
    return play_on(client, table, lambda page: page.over, which)


class Seen:
    """A page as a program reads it."""

    def __init__(self, html: str) -> None:
        self.html = html

    @property
    def call(self) -> bool:
        return 'data-call="yes"' in self.html

    @property
    def seq(self) -> int:
        found = re.search(r'name="seq" value="(\d+)"', self.html)
        assert found, self.html[:400]
        return int(found[1])

    @property
    def options(self) -> list[str]:
        """What the buttons send."""
        return [unescape(o) for o in re.findall(r"name=\"option\" value='([^']*)'", self.html)]

    @property
    def over(self) -> bool:
        return 'data-status="over"' in self.html

    def text(self) -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.html)).split())
