"""Golden playthroughs: everything that everyone sees, printed. `make golden` writes them anew.

One diff shows any change of a rule or of secrecy. Of each seat's view only what changed is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import msgspec

import knaves
from knaves.bots import Observation
from knaves.bots.levels import FrozenBot
from knaves.games import about
from tests.laws.tables import IDS

HERE = Path(__file__).parent
DECISIONS = 70


def leaves(value: object, path: str = "") -> dict[str, str]:
    """A view as flat lines."""
    if isinstance(value, dict):
        found: dict[str, str] = {}
        for key, inner in value.items():
            found |= leaves(inner, f"{path}.{key}" if path else str(key))
        return found
    if isinstance(value, list | tuple) and any(isinstance(inner, dict | list | tuple) for inner in value):
        found = {}
        for number, inner in enumerate(value):
            found |= leaves(inner, f"{path}[{number}]")
        return found
    return {path: msgspec.json.encode(value).decode()}


def playthrough(game: str, seats: int) -> str:
    position = knaves.start(game, seats=seats, seed=1)
    out = [f"{position.game.title}, {seats} seats, seed 1, rules {position.game.about.version}"]
    out.append(f"commitment {position.commitment}")
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    eyes = (*range(seats), None)
    before: dict[int | None, dict[str, str]] = {eye: {} for eye in eyes}
    rng, bot = Random(1), FrozenBot(position.game, Random("knaves bot rules 1"))  # answers that never change

    def look() -> None:
        for event in heard:
            texts = {eye: position.text(event, eye) for eye in eyes}
            by_text: dict[str | None, str] = {}
            for eye, text in texts.items():
                by_text[text] = by_text.get(text, "") + ("*" if eye is None else "ABCDEF"[eye])
            out.extend(f"  [{who}] {text}" for text, who in by_text.items() if text is not None)
        heard.clear()
        for eye in eyes:
            now = leaves(msgspec.to_builtins(position.view(eye)))
            name = "spectator" if eye is None else "ABCDEF"[eye]
            changed = [f"{k}={v}" for k, v in now.items() if before[eye].get(k) != v]
            changed += [f"{k} gone" for k in before[eye] if k not in now]
            if changed:
                out.append(f"    {name} sees: " + "; ".join(changed))
            before[eye] = now

    look()
    for count in range(DECISIONS):
        ask = position.ask()
        if ask is None:
            break
        who = ask.seats[0]
        others = [s for s in range(seats) if ask.interjections(s)]
        if others and rng.random() < 0.1:
            who = rng.choice(others)
        may = ask.options(who) or ask.interjections(who)
        out.append(f"{count + 1}. {'ABCDEF'[who]}: {ask.prompt(who)} ({ask.clause(who)})")
        out.append("  may: " + " | ".join(position.label(o, who) for o in may))
        answer = bot.choose(Observation(position, who, may)) if rng.random() < 0.7 else rng.choice(may)
        out.append(f"  does: {position.label(answer, who)}")
        position.apply(who, answer)
        look()
    while (ask := position.ask()) is not None:
        who = ask.seats[0]
        position.apply(who, bot.choose(Observation(position, who, ask.options(who))))
    heard.clear()
    look()
    out.append(f"result {position.result}")
    return "\n".join(out) + "\n"


def tables() -> list[tuple[str, int]]:
    """The smallest and the largest table of each game."""
    found: list[tuple[str, int]] = []
    for game in IDS:
        seats = about(game).seats
        found += [(game, count) for count in sorted({min(seats), max(seats)})]
    return found


def file_of(game: str, seats: int) -> Path:
    return HERE / f"{game.strip('_')}-{seats}.txt"


if __name__ == "__main__":
    for game, seats in tables():
        if sys.argv[1:] and game not in sys.argv[1:]:
            continue
        file_of(game, seats).write_text(playthrough(game, seats), "utf-8")
        print(f"wrote {file_of(game, seats).name}")
