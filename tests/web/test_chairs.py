"""Chairs before the start: standing up again, watching first, and by which secret a chair is held."""

from __future__ import annotations

from knaves.table import Hall
from knaves.web.http.guard import tables_of
from tests.web.kit import open_table, other, token_in, web
from tests.web.test_joining import invite_of


def test_who_sat_down_may_stand_up_again_before_the_start() -> None:
    """A guest has no business there then; who opened the table stays its host, whatever he opens, wherever he sits."""
    with web() as ann:
        table = open_table(ann, seats=3)
        invite = invite_of(ann, table)
        bob = other(ann)
        bob.get(invite)
        bob.post(f"/t/{table}/claim", data={"seat": "2", "name": "Bob"})
        for one in (ann, bob):
            assert one.get(f"/t/{table}").text.count(">stand up<") == 1
        gone = bob.post(f"/t/{table}/do", data={"do": "leave", "seat": "2"}, follow_redirects=False)
        assert gone.headers["location"] == "/" and table not in tables_of(dict(bob.cookies))
        ann.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"})
        lobby = ann.get(invite).text
        assert "Start with 3 bots<" in lobby and ">sit down<" in lobby and ">stand up<" not in lobby
        assert "Start with 2 bots<" in ann.post(f"/t/{table}/claim", data={"seat": "1", "name": "Ann"}).text
        assert "you, the host" in ann.get(f"/t/{table}").text
        bob.get(invite)
        assert "Bob" in bob.post(f"/t/{table}/claim", data={"seat": "2", "name": "Bob"}).text


def test_who_only_watches_before_the_start_may_sit_down_after_all() -> None:
    with web() as ann:
        table = open_table(ann, seats=2)
        cy = other(ann)
        cy.get(invite_of(ann, table))
        assert f'id="sit-after-all" href="/t/{table}"' in cy.get(f"/t/{table}?watch").text
        assert f'data-joins="{table}"' in cy.get(f"/t/{table}").text
        hall: Hall = ann.app.state.hall  # type: ignore[attr-defined]  # Starlette's
        eve = other(ann)
        eve.get(f"/j/{table}/{hall._tables[table].book.opened.watch}")
        assert "You watch." in (page := eve.get(f"/t/{table}").text) and "sit-after-all" not in page


def test_a_link_with_made_up_secrets_pushes_none_of_mine_out() -> None:
    with web() as ann:
        table = open_table(ann, seats=3)
        eve = other(ann)
        eve.get(invite_of(ann, table))
        eve.post(f"/t/{table}/claim", data={"seat": "2", "name": "Eve"})
        mine, bait = token_in(ann, table), f"a.b.c.{token_in(eve, table)}"
        ann.post(f"/j/{table}/{bait}", data={"how": "as well"})
        assert token_in(ann, table) == f"{mine}.{token_in(eve, table)}"


def test_one_more_chair_is_held_by_ones_own_secret() -> None:
    """Not by one that others have, too, though the browser should hold both."""
    with web() as ann:
        table = open_table(ann, seats=3)
        hall: Hall = ann.app.state.hall  # type: ignore[attr-defined]  # Starlette's
        invite = hall._tables[table].book.opened.invite
        both = f"{invite}.{token_in(ann, table)}"
        seat = {"seat": 1, "name": "Ann too", "secret": invite}
        answer = ann.post(
            f"/api/tables/{table}/seats", json=seat, headers={"authorization": f"Bearer {both}"}
        )
        assert answer.json()["token"] == token_in(ann, table)
        assert hall._tables[table].who(invite).seats == ()


def test_a_guest_reads_who_invites_him_not_who_sits_first() -> None:
    with web() as ann:
        table = open_table(ann, seats=4)
        invite = invite_of(ann, table)
        bob, cy = other(ann), other(ann)
        bob.get(invite)
        bob.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        ann.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"})
        assert "invites you to" not in cy.get(invite).text
        ann.post(f"/t/{table}/claim", data={"seat": "2", "name": "Ann"})
        assert "Ann invites you to" in cy.get(invite).text
