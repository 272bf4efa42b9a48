"""The gallery of a game's cards, and the desk for cards of one's own."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

import knaves
from knaves.core.card_check import parts_of
from knaves.core.cards import ROWS_MOST, TEXT_MOST
from knaves.core.errors import BadCards
from knaves.games import find
from knaves.web.draw.faces import faces, meant, searched
from knaves.web.draw.rendering import GAMES_DIR
from knaves.web.pages.gallery import starters
from tests.web.kit import web
from tests.web.test_faces import NIGHT_WATCH, words

STATIC = GAMES_DIR.parent / "web" / "static"
EVERY = [*knaves.GAMES, "_template"]
URCHIN = """
[[card]]
id = "urchin"
name = "Urchin"
source = "house"
kind = "citizen"
instead_of = "farmer"
rank = 1
price = 1
value = 0
earnings = 1
effects = [{ verb = "gian", gold = 2 }]
"""


@pytest.mark.parametrize("game", EVERY)
def test_the_wall_has_every_card_whole(game: str) -> None:
    with web() as client:
        page = client.get(f"/cards/{game}")
        said = words(page.text)
        for face in faces(game):
            assert f'id="c-{face.key}"' in page.text
            for part in (face.name, face.text, *face.lines):
                assert part in said
        assert f"{len(faces(game))} cards" in said
        for address in (
            "/rules",
            f"/rules/{game}",
            f"/guide/{game}",
            f"/house/{game}",
            *(["/"] * (game in knaves.GAMES)),
        ):
            if address != "/rules" or game in knaves.GAMES:
                assert f'href="/cards/{game}"' in client.get(address).text, address


BARE = re.compile(r"^\s*\.([\w-]+)(?:, \.[\w-]+)* \{", re.MULTILINE)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_no_sheet_of_a_game_lays_out_the_gallery_anew(game: str) -> None:
    """Both are on its page: what the gallery calls a part, no board calls another."""
    ours = BARE.findall((STATIC / "gallery.css").read_text("utf-8"))
    its = [
        name
        for sheet in (GAMES_DIR / game / "screen").glob("*.css")
        for name in BARE.findall(sheet.read_text("utf-8"))
    ]
    assert "gallery" in ours and its
    assert set(ours) & set(its) <= {"plate", "house"}


def test_the_sieve_works_without_a_script() -> None:
    with web() as client:
        found = client.get("/cards/villagers?q=recruit+roll&kind=hero").text
        shown = re.findall(r'<li><a class="card gcard [^"]*" id="c-([\w-]+)"', found)
        assert shown and all(key.startswith("hero-") for key in shown)
        assert len(shown) == len(searched(faces("villagers"), "recruit roll", "hero"))
        none = words(client.get("/cards/villagers?q=dragom").text)
        assert "Nothing with ‘dragom’. Did you mean dragon ?" in none
        assert "Did you mean" not in words(client.get("/cards/villagers?q=xqzzv").text)
        assert "<script>x" not in client.get("/cards/villagers?q=<script>x").text


def test_a_search_looks_through_all_that_stands_on_a_card() -> None:
    all_of = faces("villagers")
    assert {face.name for face in searched(all_of, "stable")} >= {"Stable", "Road Rider"}  # by its pair
    assert {face.kind for face in searched(all_of, "challenge")} >= {"challenge"}
    assert meant(all_of, "young dragom") == "young dragon"


@pytest.mark.parametrize("game", EVERY)
def test_each_card_has_a_sheet_with_an_address(game: str) -> None:
    with web() as client:
        face = faces(game)[-1]
        page = client.get(f"/cards/{game}/{face.key}")
        assert page.status_code == 200 and f"<title>{face.name} · Cards of" in page.text.replace("&#39;", "'")
        assert re.search(rf'id="c-{face.key}"[^>]*aria-current="true"', page.text)
        assert "gsheet" in page.text and "bigface" in page.text


# -- cards of one's own -----------------------------------------------------------------------------------


def test_good_cards_are_drawn_although_others_are_broken() -> None:
    with web() as client:
        page = client.post("/cards/villagers/own", data={"cards": NIGHT_WATCH + URCHIN})
        said = words(page.text)
        assert page.status_code == 422
        assert "Night Watch" in said and "Pillage: your Pillage Loss is 2g less." in said
        assert re.search(r"Urchin cannot be drawn: lines 19, 23", said)
        assert "unknown field `rank`" in said and "did you mean gain?" in said
        assert "The broken rows stay out." in said and "disabled" not in page.text


def test_a_line_is_put_right_by_one_touch_where_it_is_clear_how() -> None:
    with web() as client:
        text = NIGHT_WATCH + URCHIN
        for line in (23, 19):  # from below, so that numbers stay
            page = client.post("/cards/villagers/own?part", data={"cards": text}).text
            found = re.search(rf'data-mend="{line}" data-by="([^"]*)"', page)
            assert found, line
            lines = text.split("\n")
            lines[line - 1 : line] = [unescape(found[1])] if found[1] else []
            text = "\n".join(lines)
        assert 'verb = "gain", gold = 2' in text and "rank" not in text


def test_a_table_is_opened_with_the_good_rows() -> None:
    with web() as client:
        opened = client.post(
            "/cards/villagers/own",
            data={"cards": NIGHT_WATCH + URCHIN, "open": "bots"},
            follow_redirects=False,
        )
        assert opened.status_code == 303
        table = opened.headers["location"]
        assert "Night Watch" in client.get(f"{table}/cards").text and "own cards" in client.get(table).text
        assert "Urchin" not in client.get(f"{table}/cards").text
        waiting = client.post("/cards/villagers/own", data={"cards": NIGHT_WATCH, "open": "friends"})
        assert "chair" in words(waiting.text)
        for open_as, cards in (("bots", URCHIN), ("strangers", NIGHT_WATCH)):
            refused = client.post("/cards/villagers/own", data={"cards": cards, "open": open_as})
            assert refused.status_code == 422


@pytest.mark.parametrize("game", knaves.GAMES)
def test_our_own_files_are_ready_to_begin_with(game: str) -> None:
    assert starters(game)
    for name, text in starters(game).items():
        looked = find(game).look_through(text)
        assert looked.ready and not looked.problems, name
        assert len(looked.cards) == sum(
            len(rows) for table, rows in tomllib.loads(text).items() if isinstance(rows, list)
            and rows and "id" in rows[0] and "text" in rows[0]
        )  # fmt: skip
    with web() as client:
        name = next(iter(starters(game)))
        assert starters(game)[name].splitlines()[1] in client.get(f"/cards/{game}/own?begin={name}").text


def test_the_example_of_the_readme_is_a_whole_file() -> None:
    root = Path(__file__).parents[2]
    example = re.search(
        r"start:card\] -->\n```toml\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert example and find("villagers").look_through(example[1]).ready
    rows = re.findall(
        r"^\| `(\w+)` \| (`\w+\.toml`.*?) \|", (root / "docs/cards.md").read_text("utf-8"), re.MULTILINE
    )
    assert [game for game, _ in rows] == ["villagers", "syndicate", "villains", "new_angeles", "arch_villain"]
    for game, files in rows:
        assert set(re.findall(r"`(\w+)\.toml`", files)) <= set(starters(game))


@pytest.mark.parametrize("game", EVERY)
def test_a_file_spoilt_anywhere_is_looked_through_without_a_word_of_python(game: str) -> None:
    text = next(iter(starters(game).values()))
    lines = text.splitlines()
    for at in range(0, len(lines), max(1, len(lines) // 12)):
        for spoilt in ("", "= 3", "colour = [1, 2", 'name = ""', "[[", "x" * 70):
            looked = find(game).look_through("\n".join([*lines[:at], spoilt, *lines[at + 1 :]]))
            assert looked.ready or looked.problems
            assert all(0 <= problem.line <= len(lines) + 1 for problem in looked.problems)


def test_a_text_is_never_the_name_of_a_file() -> None:
    for name in ("README.md", "/etc/passwd", str(Path(__file__))):
        looked = find("villagers").look_through(name)
        assert not looked.ready and looked.problems
        assert "root:" not in str(looked)


def test_no_file_is_larger_than_a_box() -> None:
    kind = find("villagers").card_file
    assert kind is not None
    with pytest.raises(BadCards, match="characters"):
        parts_of("#" * (TEXT_MOST + 1), kind)
    with pytest.raises(BadCards, match="rows"):
        parts_of("[[card]]\n" * (ROWS_MOST + 1), kind)
    with web() as client:
        huge = client.post("/cards/villagers/own", data={"cards": "[[card]]\n" * (ROWS_MOST + 1)})
        assert huge.status_code == 422 and "rows fit in a box" in words(huge.text)
