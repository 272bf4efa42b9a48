"""Why one answer is better than another: what comes of both in the same worlds, told in the words of the game.

Every sentence is something that was counted. Points, money or power are compared where the answers have landed; of all
that happens on the way, the event is told whose frequency differs most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from knaves.bots.coach.trials import Trials
from knaves.bots.rollout import play_on
from knaves.core.game import ChartLine
from knaves.core.position import Position
from knaves.core.step import Option
from knaves.core.words import Event

WORLDS = 16
"""So many worlds are played once more, to listen to them."""
POINTS = 0.3
"""A smaller difference of points, on average, is not told."""
OFTEN = 0.3
"""An event is told if it comes in so many more of the worlds."""


Happening = tuple[str, tuple[int, ...]]
"""What an event says, whoever saw how much of it."""


class _Course(NamedTuple):
    """What became of one answer in all worlds."""

    worth: Counter[str]  # what each line of the chart comes to, summed over the worlds
    came: Counter[Happening]  # in how many worlds
    events: dict[Happening, Event]
    lines: tuple[ChartLine, ...]
    last: Position


def told(
    trials: Trials,
    better: Option,
    worse: Option,
    names: Sequence[str] = (),
    other: str = "the other answer",
    worlds: int = WORLDS,
) -> list[str]:
    """At most three sentences for the one answer and against the other, to whoever had to choose."""
    one, two = (_course(trials, option, worlds) for option in (better, worse))
    said = _worth(one, two, trials.seat, names, worlds)
    return [*said, *_events(one, two, trials.seat, names, worlds, other)]


def _course(trials: Trials, option: Option, worlds: int) -> _Course:
    worth: Counter[str] = Counter()
    came: Counter[Happening] = Counter()
    events: dict[Happening, Event] = {}
    lines: tuple[ChartLine, ...] = ()
    game, seat = trials.position.game, trials.seat
    world = trials.position
    for number in range(worlds):
        heard: list[Event] = []
        world = trials.world(number)
        world.listen(heard.append)
        world.take(seat, option)
        at_once = len(heard)  # what merely says the answer once more
        play_on(world, trials.luck(number), stages=trials.ahead)
        world.listen(None)
        lines = game.standing(world.view(None)).lines
        worth.update({line.thing: line.value for line in lines})
        mine = {
            (event.kind, event.things): event for event in heard[at_once:] if _concerns(world, event, seat)
        }
        came.update(mine.keys())
        events.update(mine)
    return _Course(worth, came, events, lines, world)


def _concerns(world: Position, event: Event, seat: int) -> bool:
    """It is this seat's doing, or is done to it: the first seat that it names."""
    kinds = world.game.event_kinds(event.kind)
    named = [event.things[at - 1] for at, kind in sorted(kinds.items()) if kind == "seat"]
    return named[:1] == [seat]


def _worth(one: _Course, two: _Course, seat: int, names: Sequence[str], worlds: int) -> list[str]:
    """My line, and the line of another that changes most."""
    gaps = {line.thing: (one.worth[line.thing] - two.worth[line.thing]) / worlds for line in one.lines}
    mine = [line for line in one.lines if line.seat == seat]
    others = sorted(
        (line for line in one.lines if line.seat != seat), key=lambda line: -abs(gaps[line.thing])
    )
    game = one.last.game
    said = []
    for line in (*mine[:1], *others[:1]):
        gap = gaps[line.thing]
        if abs(gap) < POINTS:
            continue
        by = f"{abs(gap):.1f} {game.counts if line.rival else ''}".rstrip()
        if line in mine:
            said.append(f"you have {by} {'more' if gap > 0 else 'less'}")
        elif line.name:
            said.append(f"{line.name} {'gains' if gap > 0 else 'loses'} {by}")
        elif line.seat is not None:
            said.append(f"{game.seat_name(line.seat, names)} has {by} {'more' if gap > 0 else 'less'}")
    return [f"Played on a little, {' and '.join(said)} on average."] if said else []


def _events(
    one: _Course, two: _Course, seat: int, names: Sequence[str], worlds: int, other: str
) -> list[str]:
    """What comes more often with the one, then what comes more often with the other."""
    gaps = {key: one.came[key] - two.came[key] for key in (*one.came, *two.came)}
    found = []
    for sign, here in ((1, one), (-1, two)):
        for key in sorted(gaps, key=lambda key: (-sign * gaps[key], key))[:4]:
            if sign * gaps[key] < OFTEN * worlds:
                break
            text = here.last.text(here.events[key], seat, names)
            if text is not None:
                times = (
                    f"{one.came[key] or 'none'} of {worlds} worlds, with {other} in {two.came[key] or 'none'}"
                )
                found.append(f"{text.rstrip('.')}: in {times}.")
                break
    return found
