"""Templates and static files. A game's own screen is found by convention in its folder `screen/`."""

from __future__ import annotations

import logging
import math
import mimetypes
import re
import tomllib
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from knaves.core.board import Board, BoardScene
from knaves.core.kept import Kept, Lasting, written
from knaves.core.things import kind_of
from knaves.core.words import counted, so_many
from knaves.games import GAMES
from knaves.table.house.budget import Spent, within
from knaves.table.pages.ago import ago, before
from knaves.table.pages.page import Page, PastMoment
from knaves.table.people.table_plan import Clock
from knaves.web.draw import parts
from knaves.web.draw.faces import with_cards
from knaves.web.draw.fast_templates import PlainEnvironment, QuickMacro
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.qr import qr
from knaves.web.draw.scene import Scene
from knaves.web.draw.stage import PACES
from knaves.web.draw.white_space import without_breaks

log = logging.getLogger("knaves.web")

HERE = Path(str(files("knaves.web")))
GAMES_DIR = Path(str(files("knaves.games")))


class StaticFile(NamedTuple):
    body: bytes
    kind: str
    version: str


def _read(path: Path) -> StaticFile:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return StaticFile(body, kind, blake2b(body, digest_size=5).hexdigest())


def _joined(*files: StaticFile) -> StaticFile:
    """One file of several, in their order."""
    body = b"\n".join(file.body for file in files)
    return StaticFile(body, files[0].kind, blake2b(body, digest_size=5).hexdigest())


SCRIPT = "script/"
IMPORT = re.compile(rb'(from|import) "\./([a-z_]+\.js)"')


def _bound_together(found: dict[str, StaticFile]) -> dict[str, StaticFile]:
    """The modules of our script with one version for all: what one imports is kept by browsers as long as it is."""
    modules = {name: file for name, file in sorted(found.items()) if name.startswith(SCRIPT)}
    version = blake2b(b"".join(file.body for file in modules.values()), digest_size=5).hexdigest()
    named = rb'\1 "./\2?v=' + version.encode() + b'"'
    return {
        name: StaticFile(IMPORT.sub(named, file.body), file.kind, version) for name, file in modules.items()
    }


@cache
def assets() -> dict[str, StaticFile]:
    """Every static file by its address below /static/. A game's are below /static/games/<game>/."""
    mimetypes.add_type("font/woff2", ".woff2")
    mimetypes.add_type("text/javascript", ".js")
    static = HERE / "static"
    found = {str(path.relative_to(static)): _read(path) for path in static.rglob("*") if path.is_file()}
    # htmx looks at the page as soon as it has loaded: its socket extension must come with it
    found["vendor/htmx-ws.js"] = _joined(
        found["vendor/htmx-4.0.0.min.js"], found["vendor/hx-ws-4.0.0.min.js"]
    )
    found |= _bound_together(found)
    for path in GAMES_DIR.glob("*/screen/screen.css"):
        sizes = path.with_name("sizes.css")
        sheets = [_read(one) for one in (path, sizes) if one.is_file()]
        found[f"games/{path.parts[-3]}/screen.css"] = _joined(*sheets)
    return found


def asset(name: str) -> str:
    """The address of a static file; it changes when the file does, so browsers may keep it for ever."""
    return f"/static/{name}?v={assets()[name].version}"


def styles(game: str) -> list[str]:
    name = f"games/{game}/screen.css"
    return [asset(name)] if name in assets() else []


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


@cache
def _icons(game: str) -> dict[str, str]:
    path = GAMES_DIR / game / "screen" / "icons.toml"
    if not path.is_file():
        return {}
    return {key: str(icon) for key, icon in tomllib.loads(path.read_text("utf-8")).items()}


@cache
def icon(game: str, name: str, ref: str = "") -> str:
    """The icon of a thing: by its name, else by its kind, in the game's icons.toml."""
    icons = _icons(game)
    kind = kind_of(ref)
    return icons.get(slug(name)) or icons.get(f"kind_{kind}") or icons.get("default", "domino-mask")


@cache
def named_icon(game: str, name: str) -> str:
    """The icon of a thing by its very name; "" if it has none of its own."""
    return _icons(game).get(slug(name), "")


def clock(seconds: float) -> str:
    """What is left. Hours, where there are several: nobody counts the minutes of a day. The page counts alike."""
    left = max(0, int(seconds))
    if left > 2 * 86400:
        return f"{math.ceil(left / 86400)} d"
    return f"{math.ceil(left / 3600)} h" if left >= 7200 else f"{left // 60}:{left % 60:02d}"


def clock_word(clock: Clock) -> str:
    """How long one may think, in a word or two."""
    if clock.kind == "none":
        return "none"
    if clock.kind == "day":
        return "a day a move" if clock.seconds == 1 else f"{clock.seconds} days a move"
    minutes = f"{clock.seconds // 60} min" if clock.seconds >= 60 else f"{clock.seconds} s"
    return f"{minutes} a move" if clock.kind == "move" else f"{minutes} + {clock.increment} s"


def option_name(name: str) -> str:
    """An option of a game as people read it: `pony_express` is "Pony express", `seat_a` is "Seat A"."""
    *words, last = name.split("_")
    told = " ".join([*words, last.upper() if words and len(last) == 1 else last])
    return told[0].upper() + told[1:]


def bill(svg: Markup) -> Markup:
    """A poster as a lobby hangs it."""
    return Markup(str.replace(svg, "<svg ", '<svg class="bill__art" ', 1))  # a file of ours


def dom(text: str) -> str:
    """A text as part of an id."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", text)


def wedge(cx: float, cy: float, inner: float, outer: float, start: float, end: float) -> str:
    """The path of a piece of a ring, angles in degrees."""

    def at(radius: float, angle: float) -> str:
        turn = math.radians(angle)
        return f"{cx + radius * math.cos(turn):.1f} {cy + radius * math.sin(turn):.1f}"

    return (
        f"M{at(inner, start)}L{at(outer, start)}A{outer} {outer} 0 0 1 {at(outer, end)}"
        f"L{at(inner, end)}A{inner} {inner} 0 0 0 {at(inner, start)}Z"
    )


def rays(
    cx: float, cy: float, inner: float, outer: float, first: int, every: int, wide: int, turn: int = 360
) -> list[str]:
    """Pieces of a ring, so many degrees wide, from `first` on one at `every` so many, all the way round or less."""
    return [wedge(cx, cy, inner, outer, at, at + wide) for at in range(first, first + turn, every)]


def scattered(count: int, across: tuple[int, int, int], down: tuple[int, int, int]) -> list[tuple[int, int]]:
    """Points that look as if by chance: each coordinate begins at its first number, goes on by the second, and comes
    round after the third."""
    (x, dx, width), (y, dy, height) = across, down
    return [(x + number * dx % width, y + number * dy % height) for number in range(count)]


@cache
def skyline(seed: int, width: int, height: int, low: int, high: int) -> str:
    """The path of a row of roofs."""
    rng, x, path = Random(seed), 0, f"M0 {height}"
    while x < width:
        wide, tall, roof = rng.randint(22, 64), rng.randint(low, high), rng.random()
        y = height - tall
        if roof < 0.18:
            mast = rng.randint(14, 34)
            path += f"V{y + 10}h{wide // 2 - 2}v-{mast}h3V{y + 10}h{wide - wide // 2 - 1}"
        elif roof < 0.34:
            side = wide // 4
            path += f"V{y + 12}h{side}v-12h{wide - 2 * side}v12h{side}"
        elif roof < 0.46:
            path += f"V{y}l{wide // 2}-14l{wide - wide // 2} 14"
        else:
            path += f"V{y}h{wide}"
        x += wide
    return path + f"V{height}Z"


class _Loader(FileSystemLoader):
    """Templates are indented for us; what is sent need not be."""

    def get_source(self, environment: Environment, template: str):  # type: ignore[no-untyped-def]  # as in jinja2
        source, name, fresh = super().get_source(environment, template)
        return without_breaks(source), name, fresh


_kept: Kept[Markup] = Kept()


def keep(macro: QuickMacro, *args: object) -> Markup:
    """What a macro made of these arguments before. For macros that look at their arguments and nothing else."""
    if len(args) == 1 and isinstance(row := args[0], Lasting):
        found: Markup | None = row.__dict__.get(macro.code)
        if found is None:
            found = row.__dict__[macro.code] = macro(row)
        return found
    return part(macro, args, *args)


def part(macro: QuickMacro, looks_at: object, *args: object) -> Markup:
    """The same for a macro that looks at the page, too: `looks_at` is all of it that can change what it makes.

    Most of a page is what it was before the last move, and the same for every seat; only what differs is drawn anew.
    """
    return _kept.get((macro.code, written(looks_at)), macro, *args)


@cache
def environment() -> Environment:
    env = PlainEnvironment(
        loader=ChoiceLoader([_Loader(HERE / "templates"), _Loader(GAMES_DIR)]),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,
    )
    env.filters.update(
        clock=clock,
        dom=dom,
        slug=slug,
        bill=bill,
        clock_word=clock_word,
        ago=ago,
        before=before,
        option_name=option_name,
    )
    env.globals.update(
        asset=asset,
        styles=styles,
        icon=icon,
        named_icon=named_icon,
        letters=LETTERS,
        sprite=parts.SPRITE,
        parts=parts,
        keep=keep,
        part=part,
        with_cards=with_cards,
        rays=rays,
        scattered=scattered,
        skyline=skyline,
        poster=poster,
        games=GAMES,
        paces=PACES,
        qr=qr,
        counted=counted,
        so_many=so_many,
    )
    return env


def template(name: str) -> Template:
    return environment().get_template(name)


@cache
def board_of(game: str) -> Template:
    """The game's own board, or the generic one."""
    own = GAMES_DIR / game / "screen" / "board.html"
    return template(f"{game}/screen/board.html" if own.is_file() else "board/generic.html")


@cache
def poster(game: str) -> Markup:
    """The game's picture: its own screen/poster.svg, or one drawn from its name."""
    own = (GAMES_DIR / game / "screen" / "poster.svg").is_file()
    drawn = template(f"{game}/screen/poster.svg" if own else "poster.html")
    return Markup(drawn.render(game=game, seed=sum(map(ord, game))))  # a file of ours


@cache
def _computed(game: str) -> Callable[[BoardScene], Board]:
    """The game's screen/board.py: what stands on its board. The generic board is laid out by the scene alone."""
    if not (GAMES_DIR / game / "screen" / "board.py").is_file():
        return lambda scene: Board()
    module = import_module(f"knaves.games.{game}.screen.board")
    return cast(Callable[[BoardScene], Board], module.board)


def board_for(scene: Scene) -> Board:
    """What stands on the game's board for this page."""
    return _computed(scene.game)(scene)


def rendered(scene: Scene, **more: object) -> str:
    """The game's board for this page."""
    board = board_for(scene)
    page = board_of(scene.game)
    return page.render(s=scene, b=board, stakes=board.stakes, hints=board.hints, tiles=board.tiles, **more)


def body_of(page: Page, pushed: bool = False) -> str:
    """What a seat is sent: the whole table as this seat may see it."""
    scene = Scene.of_page(page, pushed)
    return rendered(scene) if page.view is not None else _plainly(scene)


def _plainly(scene: Scene) -> str:
    """On the generic board: where there is no view, or the game's own board fails."""
    return template("board/generic.html").render(s=scene, b=Board())


def read_all() -> None:
    """Every template is read now, so that nobody waits for the first board of a game."""
    for name in environment().list_templates(extensions=("html", "svg")):
        template(name)
    for game in GAMES:
        _computed(game)


def drawn(page: Page, pushed: bool = False, overran: Callable[[], None] = lambda: None) -> str:
    """The same for people at a table: if a board of ours fails, the generic one is drawn and the failure logged; if it
    takes too long, `overran` is called, too."""
    try:
        with within():
            return body_of(page, pushed)
    except Spent:
        log.error("the board of table %s takes too long to be drawn", page.table)
        overran()
    except Exception:
        log.exception("the board of %s failed", page.game)
    return _plainly(Scene.of_page(page, pushed))


def past_of(moment: PastMoment, title: str, **more: object) -> str:
    """A moment of the past on the same board."""
    return rendered(Scene.of_moment(moment, title), moment=moment, **more)
