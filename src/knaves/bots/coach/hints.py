"""A hint in play: what the planner would answer, and why. It knows a world that the seat imagines, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from knaves.bots.coach.reasons import told
from knaves.bots.coach.trials import Trials
from knaves.bots.planner import RUTHLESS, Planner, difference
from knaves.bots.values import value_of
from knaves.core.position import Position
from knaves.core.reading import WrittenOption
from knaves.core.step import Option

LISTENED = 8
"""So many worlds are listened to for the reasons: somebody waits."""
BY_THUMB = "It is what the rules of thumb say; nobody has looked ahead."
ONLY = "There is no other answer."
ALONE = "Every other answer falls clearly behind."
BESIDE, GLANCE = 4, 4
"""Where the planner leaves one answer only: so many others are tried in so many worlds beside it, for the reasons."""
CLOSE = "It is close: another answer may be as good."


class PlayHint(msgspec.Struct, frozen=True):
    """What somebody is told who asks."""

    option: WrittenOption
    label: str
    things: tuple[str, ...]  # that it names, as the board calls them
    says: str  # how much better it is, and how sure that is
    reasons: tuple[str, ...] = ()


def by_thumb(position: Position, seat: int, option: Option, names: Sequence[str]) -> PlayHint:
    """Where nobody can look ahead."""
    label = position.label(option, seat, names)
    return PlayHint(option, label, tuple(position.things(option)), BY_THUMB)


def advise(
    first: Position, seat: int, options: Sequence[Option], seed: str, names: Sequence[str], seconds: float
) -> PlayHint:
    """`first`: a world the seat can imagine. More are imagined from it, for so many seconds of processor time."""
    game, rng = first.game, Random(f"knaves hint {seed}")
    value = value_of(game, first.seats)
    if len(options) == 1:
        return msgspec.structs.replace(by_thumb(first, seat, options[0], names), says=ONLY)
    if value is None:
        return by_thumb(first, seat, game.advise(first.view(seat), options, rng), names)
    planner = Planner(game, value, RUTHLESS._replace(seconds=seconds), rng)
    judged = planner.judge(first, seat, options)
    best = planner.pick(judged)
    rest = [one for one in judged if one is not best]
    advice = by_thumb(first, seat, best.option, names)
    if not rest:
        trials = Trials(first, seat, [o for o in options if o != best.option][:BESIDE], seed)
        trials.more(GLANCE)
        behind = max(trials.trials, key=lambda trial: trial.chance(seat)).option
        why = told(
            trials, best.option, behind, names, f"“{first.label(behind, seat, names)}”", worlds=LISTENED
        )
        return msgspec.structs.replace(advice, says=ALONE, reasons=tuple(why))
    second = max(rest, key=lambda one: one.mean)
    gap, error = difference(best.chances, second.chances)
    next_best = first.label(second.option, seat, names)
    sure = gap > 2 * error
    says = f"It wins {best.mean:.0%} of {len(best.chances)} imagined worlds, “{next_best}” {second.mean:.0%}."
    why = told(
        Trials(first, seat, (), seed), best.option, second.option, names, f"“{next_best}”", worlds=LISTENED
    )
    return msgspec.structs.replace(
        advice, says=says if sure else f"{says} {CLOSE}", reasons=tuple(why) if sure else ()
    )
