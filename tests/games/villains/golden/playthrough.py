"""Whole games with every faction, printed as everyone saw them.

Run as a module (`python -m tests.games.villains.golden.playthrough`) it writes them anew.

Each decision with its prompt, clause and answer; every event as each eye reads it; the table as text for every eye at
the start of each turn; and a digest of all views after each decision, so that no change of secrecy goes unnoticed.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from random import Random

import msgspec

import knaves
from tests.games.villains.table import state

HERE = Path(__file__).parent
TABLES = {
    "old_powers": ("mutants", "mafia", "scientists", "robots"),
    "new_powers": ("bankers", "communists", "aliens", "cult"),
}
SEATS = "ABCD"


def playthrough(name: str) -> str:
    factions = TABLES[name]
    chosen = {f"seat_{letter}": one for letter, one in zip("abcd", factions, strict=True)}
    pos = knaves.start("villains", seats=4, seed=name, **chosen)
    out = [f"Villains, {', '.join(factions)}, seed {name!r}, rules {pos.game.about.version}"]
    heard: list[knaves.Event] = []
    pos.listen(heard.append)
    eyes = (*range(4), None)
    rng, turn, count = Random(name), 0, 0
    while (ask := pos.ask()) is not None:
        if state(pos).turn != turn:
            turn = state(pos).turn
            for eye in eyes:
                out.append(f"--- turn {turn}, {'spectator' if eye is None else SEATS[eye]}")
                out.append(pos.game.board(pos.view(eye)))
        seat = ask.seats[0]
        may = ask.options(seat)
        answer = rng.choice(may)
        count += 1
        out.append(f"{count}. {SEATS[seat]}: {ask.prompt(seat)} ({ask.clause(seat)}, {len(may)} answers)")
        out.append(f"   {pos.label(answer, seat)}")
        pos.apply(seat, answer)
        for event in heard:
            texts: dict[str, str] = {}
            for eye in eyes:
                text = pos.text(event, eye)
                if text is not None:
                    texts[text] = texts.get(text, "") + ("*" if eye is None else SEATS[eye])
            out.extend(f"   [{who}] {text}" for text, who in texts.items())
        heard.clear()
        views = msgspec.json.encode([pos.view(eye) for eye in eyes])
        out.append(f"   views {blake2b(views, digest_size=6).hexdigest()}")
    out.append(f"result {pos.result}")
    return "\n".join(out) + "\n"


def file_of(name: str) -> Path:
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    for table in TABLES:
        file_of(table).write_text(playthrough(table), "utf-8")
        print(f"wrote {file_of(table).name}")
