"""Builds src/knaves/web/static/sprite.svg: our own symbols, and every icon that a page or a game names.

Icons come from the npm package @iconify-json/game-icons (1.2.4): `npm pack` it, unpack it, and give the path of
its icons.json. Names are collected from the templates (`i('crown')`, `plate('crown')`, `#i-crown`), from each game's
screen/icons.toml and from src/knaves/web/icons.txt, so that an icon is in the sprite as soon as something uses it.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "src" / "knaves"
NAMED = re.compile(r"""(?:#i-|\b(?:i|plate|q)\(\s*['"])([a-z][a-z0-9-]+)""")
OWN = re.compile(r'<symbol id="(k-[\w-]+)".*?</symbol>', re.S)


def listed() -> set[str]:
    """The names of icons that are listed as such."""
    names = set((ROOT / "web/icons.txt").read_text("utf-8").split())
    for file in ROOT.glob("games/*/screen/icons.toml"):
        names |= set(_values(tomllib.loads(file.read_text("utf-8"))))
    return names


def called() -> set[str]:
    """What templates call by name; some of it may be another macro's word."""
    names: set[str] = set()
    for pattern in (
        "web/templates/**/*.html",
        "games/*/screen/*.html",
        "games/*/screen/*.svg",
        "web/static/art/*.svg",
    ):
        for file in ROOT.glob(pattern):
            names |= set(NAMED.findall(file.read_text("utf-8")))
    return names


def _values(table: dict[str, object]) -> Iterator[str]:
    for value in table.values():
        if isinstance(value, dict):
            yield from _values(value)
        elif isinstance(value, str):
            yield value


def main(icons_json: str) -> int:
    icons: dict[str, dict[str, str]] = json.loads(Path(icons_json).read_text("utf-8"))["icons"]
    missing = sorted(name for name in listed() if name not in icons)
    if missing:
        print("game-icons has no", ", ".join(missing), file=sys.stderr)
        return 1
    own = (ROOT / "web/static/art/symbols.svg").read_text("utf-8")
    symbols = {m[1]: re.sub(r"\s*\n\s*", "", m[0]) for m in OWN.finditer(own)}
    for name in listed() | (called() & icons.keys()):
        body = icons[name]["body"].replace(' fill="currentColor"', "")
        symbols[f"i-{name}"] = f'<symbol id="i-{name}" viewBox="0 0 512 512">{body}</symbol>'
    text = "\n".join(symbols[key] for key in sorted(symbols))
    (ROOT / "web/static/sprite.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg">\n{text}\n</svg>\n', "utf-8"
    )
    print(f"{len(symbols)} symbols")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python scripts/sprite.py path/to/icons.json")
    sys.exit(main(sys.argv[1]))
