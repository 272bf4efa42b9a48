"""Draws docs/speed.svg from docs/bench.json:  python scripts/speed_chart.py

Random decisions a second of our games, both builds, beside other engines. Catanatron is measured in the same run
(`knaves bench --write`); PEERS were measured once, on another machine, as said below the chart.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import NamedTuple, TypeAlias

DOCS = Path(__file__).resolve().parent.parent / "docs"
NAMES = {
    "villagers": "Villagers & Villains",
    "arch_villain": "Arch Villain",
    "new_angeles": "New Angeles",
    "syndicate": "The Syndicate",
    "villains": "Villains",
}
PEERS = {  # random legal play, best of runs, one core of a two-core 2.8 GHz machine, 15 November 2026
    "fastcatan, C++: Catan": 494_000,
    "OpenSpiel, C++: hearts": 246_000,
    "OpenSpiel, C++: hanabi": 182_000,
    "TAG, Java: Dominion": 203_000,
    "TAG, Java: Catan": 118_000,
    "RLCard, Python: uno": 44_000,
    "Ludii, Java: Pachisi": 26_000,
    "OpenSpiel, Python: dominoes": 26_000,
    "boardgame.io, JS: cards": 8_000,
    "botbowl, Python: Blood Bowl": 6_000,
}
LEFT, RIGHT, ROW, TOP = 236, 120, 24, 74
WIDTH = 760
STYLE = """
  .ground { fill: #f4ead3 } .words { fill: #14121b } .quiet { fill: #4a4353 } .rule { stroke: #cbb88e }
  .compiled { fill: #00777f } .plain { fill: #b0402f } .peer { fill: #8a7f6a }
  text { font: 14px "Atkinson Hyperlegible Next", "Atkinson Hyperlegible", system-ui, sans-serif }
  .title { font: 700 22px "Big Shoulders Display", "Arial Narrow", Impact, sans-serif }
  .small { font-size: 12px }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0e1422 } .words { fill: #f6f0e2 } .quiet { fill: #b6c0d6 } .rule { stroke: #2a3754 }
    .compiled { fill: #2bb6c9 } .plain { fill: #ff7a6b } .peer { fill: #8d9ab8 }
  }
"""


Figures: TypeAlias = dict[str, dict[str, dict[str, float]]]


class Bar(NamedTuple):
    name: str
    speed: float
    kind: str  # compiled or peer
    plain: float = 0.0  # of ours, the same without machine code


def bars(builds: Figures, catanatron: float) -> tuple[list[Bar], list[Bar]]:
    """Ours and the others, each from the fastest down."""
    ours = [
        Bar(NAMES[game], row["decisions"], "compiled", builds["plain"][game]["decisions"])
        for game, row in builds["compiled"].items()
    ]
    peers = [Bar(name, speed, "peer") for name, speed in PEERS.items()]
    peers.append(Bar("catanatron, Python: Catan*", catanatron, "peer"))
    return sorted(ours, key=lambda one: -one.speed), sorted(peers, key=lambda one: -one.speed)


def words(kind: str, x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def box(kind: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{wide}" height="{high}"/>'


def thousands(speed: float) -> str:
    return f"{round(speed, -3):,.0f}"


def chart(builds: Figures, catanatron: float, measured: dict[str, str]) -> str:
    """The picture, in the colours of the table: paper by day, night by night."""
    ours, peers = bars(builds, catanatron)
    most = max(one.speed for one in [*ours, *peers])
    height = TOP + ROW * (len(ours) + len(peers)) + 84
    line = TOP + ROW * len(ours) + 6
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>Random decisions a second on one core: five games of Knaves beside other engines</title>",
        f"<style>{STYLE}</style>",
        box("ground", 0, 0, WIDTH, height),
        words("words title", 20, 34, "Random decisions a second, one core"),
        *(box("compiled", 20, 46, 12, 12), words("words small", 38, 56, "Knaves, compiled")),
        *(box("plain", 160, 50, 12, 4), words("words small", 178, 56, "the same in plain Python")),
        *(box("peer", 350, 46, 12, 12), words("words small", 368, 56, "other engines")),
        f'<line class="rule" x1="20" x2="{WIDTH - 20}" y1="{line}" y2="{line}"/>',
    ]
    for number, one in enumerate([*ours, *peers]):
        y = TOP + ROW * number + (12 if one.kind == "peer" else 0)
        wide = round(one.speed / most * (WIDTH - LEFT - RIGHT), 1)
        out.append(words("words", LEFT - 10, y + 14, one.name, "end"))
        out.append(box(one.kind, LEFT, y + 3, wide, 9 if one.plain else 14))
        label = thousands(one.speed)
        if one.plain:
            out.append(box("plain", LEFT, y + 14, round(one.plain / one.speed * wide, 1), 4))
            label += f" / {thousands(one.plain)}"
        out.append(words("quiet small", LEFT + wide + 6, y + 14, label))
    notes = (
        f"Knaves and *catanatron: four seats, one run of `knaves bench` on {measured['on']},"
        f" {measured['processor']}, Python {measured['python']}.",
        "The others: on a two-core 2.8 GHz machine, 15 November 2026; best of runs, random legal play.",
        "A decision is one applied answer of a player; of ours only those with two legal answers or more.",
    )
    for number, text in enumerate(notes):
        out.append(words("quiet small", 20, height - 50 + 17 * number, text))
    return "\n".join([*out, "</svg>"]) + "\n"


def main() -> None:
    found = json.loads((DOCS / "bench.json").read_text("utf-8"))
    picture = chart(found, found["catanatron"]["decisions"], found["measured"])
    (DOCS / "speed.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
