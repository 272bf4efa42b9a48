"""The page of manners."""

from __future__ import annotations

import re

from tests.web.kit import Seen, open_table, other, play_out, settled, web
from tests.web.test_joining import invite_of


def test_who_watches_is_told_so() -> None:
    """Also who comes by the invite link when every chair is taken."""
    with web() as ann:
        table = open_table(ann, seats=2)
        links = re.findall(rf"/j/{table}/[\w-]+", ann.get(f"/t/{table}/links").text)
        invite, watch = links[:2]
        bob = other(ann)
        bob.get(invite)
        bob.post(f"/t/{table}/claim", data={"name": "Bob", "seat": "1"})
        assert len(links) == 3
        for link in (invite, watch):
            assert "<small>You watch.</small>" in other(ann).get(link).text
        assert "You watch" not in bob.get(f"/t/{table}").text


def test_the_powers_of_the_host_are_listed_for_all() -> None:
    with web() as client:
        table = open_table(client, seats=2)
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        mine, his = client.get(f"/t/{table}/people").text, friend.get(f"/t/{table}/people").text
        assert "What the host can do" in mine and "What the host can do" in his
        assert 'id="watching"' in mine and 'id="watching"' not in his
        client.post(f"/t/{table}/do", data={"do": "mute", "seat": "0", "target": "1", "on": "true"})
        assert "Read Bob again" in client.get(f"/t/{table}/people").text
        assert other(client).get(f"/t/{table}/people").status_code == 404
        friend.post(f"/t/{table}/do", data={"do": "set_watch", "seat": "1", "on": "false"})
        assert "it is on" in friend.get(f"/t/{table}/people").text


def test_only_what_somebody_would_read_can_be_reported() -> None:
    """The host is told so, and nobody reports to the host about the host, or to himself."""
    with web() as ann:
        table = open_table(ann, seats=3)
        friends = [other(ann), other(ann)]
        for seat, friend in enumerate(friends, 1):
            friend.get(invite_of(ann, table))
            friend.post(f"/t/{table}/claim", data={"seat": str(seat), "name": f"Friend {seat}"})
        reports = re.compile(r'id="report-(\d)"')
        host, guest = ann.get(f"/t/{table}/people").text, friends[0].get(f"/t/{table}/people").text
        assert not reports.findall(host) and host.count("Mute: ") == 2
        assert reports.findall(guest) == ["2"] and guest.count("Opened this table.") == 1


def test_who_watches_is_shown_no_button_that_can_never_do_anything() -> None:
    """Undo and More are for who sits there: dashed where there is nothing just now, and not there for others."""
    with web() as ann:
        table = open_table(ann, others="fair")
        watch = re.findall(rf"/j/{table}/[\w-]+", ann.get(f"/t/{table}/links").text)[1]
        mine, seen = settled(ann, table).html, other(ann).get(watch).text
        assert 'class="end__row"' in mine and "You watch." in seen
        assert 'class="end"' not in seen and "Undo" not in seen
        play_out(ann, table)
        over = other(ann).get(watch).text
        assert "All games" in over and "Undo" not in over
        assert 'class="end"' in over and 'class="end__row"' not in over


def test_who_is_asked_to_go_back_reads_how_far() -> None:
    """By what happened then: nobody counts answers."""
    with web() as ann:
        table = open_table(ann, seats=2, game="villagers", seed="far enough")
        bob = other(ann)
        bob.get(invite_of(ann, table))
        bob.post(f"/t/{table}/claim", data={"name": "Bob", "seat": "1"})
        pages = [Seen(one.get(f"/t/{table}").text) for one in (ann, bob)]
        first = 0 if pages[0].call else 1
        mover, fields = (ann, bob)[first], {"seat": str(first)}
        option = {"option": pages[first].options[0], "seq": str(pages[first].seq)}
        mover.post(f"/t/{table}/do", data={"do": "answer", **fields, **option})
        mover.post(f"/t/{table}/do", data={"do": "propose_undo", "answers": "0", **fields})
        asked = (ann, bob)[1 - first].get(f"/t/{table}").text
        said = re.search(r"asks to go back to before this:\s*<b>(\w+) wants (\w+)", asked)
        assert said and said[1] == ("Ann", "Bob")[first], asked
        assert said[2] in pages[first].html
