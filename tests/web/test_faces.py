"""Every card can be read in full, wherever its name stands, and tells a seat nothing that it has not seen."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from starlette.testclient import TestClient

import knaves
from knaves.core.clauses import ledger
from knaves.core.errors import KnavesError
from knaves.games import find
from knaves.table.people.table_plan import SeatPlan, TablePlan
from knaves.web.draw.faces import face_called, faces, with_cards
from knaves.web.draw.large_card import card_seen, cards_in
from knaves.web.draw.parts import parted
from knaves.web.draw.rendering import assets
from knaves.web.draw.scene import Scene
from tests.table.kit import open_hall, played
from tests.web.kit import open_table, other, play_now, web

EVERY = [*knaves.GAMES, "_template"]
ICON = re.compile(r'id="i-([\w-]+)"')
NIGHT_WATCH = """[[card]]
id = "jouster"
name = "Night Watch"
source = "house"
kind = "hero"
price = 4
value = 1
bonus = 2
pair = "tilting_yard"
text = "Pillage: your Pillage Loss is 2g less."
effects = [{ verb = "shield", amount = 2 }]
"""


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("game", EVERY)
def test_every_card_has_a_face_that_says_what_stands_on_it(game: str) -> None:
    rows = find(game).card_list()
    assert len({face.key for face in faces(game)}) == len(rows)
    icons = set(ICON.findall(assets()["sprite.svg"].body.decode()))
    for row, face in zip(rows, faces(game), strict=True):
        assert (face.name, face.source) == (row.name, row.source)
        assert face.text or face.figures or face.lines, row.name
        assert row.text in (face.text, "")
        assert face.house == (row.source == "house" or bool(face.ours))
        if face.clause:
            assert ledger(game).find(face.clause).text
        for figure in face.figures:
            assert figure.icon in icons | {"coin", ""}, (row.name, figure)


@pytest.mark.parametrize("game", EVERY)
def test_the_large_card_has_its_own_address_and_may_be_kept(game: str) -> None:
    with web() as client:
        for face in faces(game)[::9]:
            answer = client.get(f"/cards/{game}/{face.key}?large")
            said = words(answer.text)
            assert "max-age" in answer.headers["cache-control"] and "<html" not in answer.text
            for part in (face.name, face.kind, face.text, *face.lines, face.origin, face.clause):
                assert part in said
            for figure in face.figures:
                assert f"{figure.value} {figure.name}" in said
            assert ('class="house"' in answer.text) == face.house
        assert client.get(f"/cards/{game}/no-such_card").status_code == 404


def test_a_table_tells_a_card_by_its_place_or_by_its_name() -> None:
    with web() as client:
        table = play_now(client, "villagers")
        board = client.get(f"/t/{table}/a").text
        lying = re.findall(r'id="card-\d+" data-thing="(card:\d+)"', board)
        told = client.get(f"/t/{table}/card?seat=a&of={lying[0]}")
        assert "Here and now" in told.text and told.headers["cache-control"] == "no-store"
        named = words(client.get(f"/t/{table}/card?seat=a&of=Road Rider").text)
        assert (
            "Recruit: +1 to one recruit roll." in named
            and "4 price" in named
            and "pairs with Stable" in named
        )
        for nothing in ("Nobody", "card:9999", "seat:0", ""):
            assert client.get(f"/t/{table}/card?seat=a&of={nothing}").status_code == 204
        assert other(client).get(f"/t/{table}/card?of=Road Rider").status_code == 404


def test_a_basic_game_shows_no_ability() -> None:
    with web() as client:
        table = open_table(client, 2, "fair", "villagers", **{"o-advanced": "no"})
        board = client.get(f"/t/{table}/a").text
        for thing in set(re.findall(r'data-thing="(card:\d+)"', board)):
            said = words(client.get(f"/t/{table}/card?seat=a&of={thing}").text)
            assert "pairs with" not in said and "VEND" not in said


@pytest.mark.parametrize("game", EVERY)
@played
async def test_no_card_tells_a_face_that_a_seat_has_not_seen(game: str) -> None:
    """What is hidden is dealt otherwise, and not one of the cards that this seat could ask for says anything else."""
    rng, seats = Random(5), max(find(game).about.seats)
    asked = answered = 0
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (SeatPlan("person"),) * seats, seed=5))
        table = await hall.table(ticket.table)
        for count in range(80):
            position = table.progress.position
            ask = position.ask()
            if ask is None:
                break
            if count % 30 == 0 and not position.sealed:
                for eye in (0, None):
                    world = position.imagine(eye, rng)
                    views = [p.view(eye) for p in (position, world)]
                    for slot in rng.sample(
                        range(len(position.state.face)), k=min(24, len(position.state.face))
                    ):
                        for kind in find(game).pieces:
                            said = [card_seen(game, f"{kind}:{slot}", "", view) for view in views]
                            assert said[0] == said[1]
                            asked += 1
                            answered += bool(said[0])
            seat = rng.choice(ask.seats)
            await table.answer(
                ticket.token, seat, rng.choice(ask.options(seat)), table.book.seats[seat].asked
            )
    assert 0 < answered < asked


def plan_with(client: TestClient, cards: str) -> str:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "name": "Bob"}]
    plan = {"game": "villagers", "seats": seats, "options": {"cards": cards}}
    ticket = client.post("/api/tables", json=plan).json()
    client.get(f"/j/{ticket['table']}/{ticket['token']}")
    return str(ticket["table"])


def test_a_table_with_its_own_cards_shows_those() -> None:
    with web() as client:
        table = plan_with(client, NIGHT_WATCH)
        told = words(client.get(f"/t/{table}/card?seat=a&of=Night Watch").text)
        assert "Pillage: your Pillage Loss is 2g less." in told
        assert client.get(f"/t/{table}/card?seat=a&of=Jouster").status_code == 204
        wall = words(client.get(f"/t/{table}/cards").text)
        assert "Night Watch" in wall and "Jouster" not in wall and "Farmer" in wall
        assert f'href="/t/{table}/cards"' in client.get(f"/t/{table}/a").text
        assert "own cards" in client.get(f"/t/{table}/a").text
        ours = play_now(client, "villagers")
        assert client.get(f"/t/{ours}/card?of=Night Watch").status_code == 204
        assert 'href="/cards/villagers"' in client.get(f"/t/{ours}").text


def test_a_replay_shows_the_card_as_that_moment_knew_it() -> None:
    with web() as client:
        table = play_now(client, "villagers")
        page = client.get(f"/t/{table}/a").text
        seq, option = (
            re.search(r'name="seq" value="(\d+)"', page),
            re.search(r"name=\"option\" value='(.*?)'", page),
        )
        assert seq and option
        answer = {"do": "answer", "seat": "0", "seq": seq[1], "option": unescape(option[1])}
        client.post(f"/t/{table}/do", data=answer)
        then = client.get(f"/t/{table}/replay?as=a")
        lying = re.findall(r'data-thing="(card:\d+)"', then.text)
        address = f"{then.url.path}/card"
        assert "bigface" in client.get(f"{address}?seat=a&of={lying[0]}").text
        assert "bigface" in client.get(f"{address}?seat=&of=Road Rider").text
        assert client.get(f"{address}?seat=a&of=card:9999").status_code == 204
        assert client.get(f"{address}?seat=b&of={lying[0]}").status_code in (409, 422)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_rules_link_the_cards_they_name(game: str) -> None:
    with web() as client:
        for clause in ledger(game).clause:
            for address in re.findall(r'data-card href="([^"]+)"', cards_in(game, clause.text))[:3]:
                assert client.get(f"{address}?large").status_code == 200
    if game == "villagers":
        assert '<a data-card href="/cards/villagers/mob-angry_mob">Angry Mob</a>' in cards_in(
            game, ledger(game).find("mob.2").text
        )
        assert "<b>" not in cards_in(game, "a <b> of the Angry Mob")


@played
async def test_a_question_about_one_card_carries_it() -> None:
    """A neighbour asks to use a building: what it does stands in the prompt of its owner."""
    rng = Random(3)
    carried = 0
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("villagers", (SeatPlan("person"),) * 4, seed=3))
        table = await hall.table(ticket.table)
        for _ in range(400):
            ask = table.progress.position.ask()
            if ask is None:
                break
            seat = ask.seats[0]
            scene = Scene.of_page(table.page(ticket.token, seat, lines=0, targets=0))
            if scene.asked is not None:
                carried += 1
                assert scene.asked.name in scene.prompt and scene.asked.text not in scene.prompt
                assert len(scene.answers) <= 3
            await table.answer(
                ticket.token, seat, rng.choice(ask.options(seat)), table.book.seats[seat].asked
            )
    assert carried


def test_a_name_may_carry_its_target() -> None:
    assert face_called("villains", "Ample Cover (Subway)") == face_called("villains", "Ample Cover")
    assert face_called("new_angeles", "Jinteki", "rival") != face_called("new_angeles", "Jinteki")
    with pytest.raises(KnavesError):
        faces("villagers", "[[card]]\n")


def test_cards_in_a_deal_are_chips_that_open_them() -> None:
    names = [face.name for face in faces("new_angeles")]
    short, long = "Tanaka", "Monica Singh"
    assert {short, long} <= set(names)
    told = with_cards(f"3 capital & {long} for {short}, not Tanakas", (long, short))
    assert told == (
        '3 capital &amp; <b data-on="card:named">Monica Singh</b> for <b data-on="card:named">Tanaka</b>, not Tanakas'
    )
    assert with_cards("3 capital for Tanaka", ()) == "3 capital for Tanaka", "a name alone means nothing"


def test_long_words_may_be_parted_and_short_ones_stay() -> None:
    assert parted("Gentrification") == "Gentri\N{SOFT HYPHEN}fication"
    assert parted("Ark Construction") == "Ark Construc\N{SOFT HYPHEN}tion"
    assert parted("Clean Slate") == "Clean Slate"
    assert parted("Brrrrrrrrrrrr") == "Brrrrrrrrrrrr", "there is no place for it"


@played
async def test_the_card_beside_a_question_is_the_one_that_the_question_is_about() -> None:
    """Not one whose name stands somewhere in it: a player may be called like a card."""
    rng = Random(5)
    async with open_hall() as hall:
        seats = (SeatPlan("person", "Farmer"), SeatPlan("person", "Road Rider"))
        ticket = await hall.create(TablePlan("villagers", seats, seed=5))
        table = await hall.table(ticket.table)
        for _ in range(60):
            ask = table.progress.position.ask()
            assert ask is not None
            seat = ask.seats[0]
            page = table.page(ticket.token, seat)
            assert page.ask is not None
            names = [name for kind, name in page.ask.named if kind == "card"]
            if (face := Scene.of_page(page).asked) is not None:
                assert [face.name] == names and face.text not in page.ask.prompt
                return
            await table.answer(
                ticket.token, seat, rng.choice(ask.options(seat)), table.book.seats[seat].asked
            )
    pytest.fail("no question is about one card")
