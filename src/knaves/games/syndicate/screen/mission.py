"""The mission's panel: where the next one will be, what is at stake in this one, what its cards come to."""

from __future__ import annotations

import msgspec

from knaves.core.board import BoardScene, signed
from knaves.core.words import counted
from knaves.games.syndicate.screen.cards import LaidCard, laid_card
from knaves.games.syndicate.view import MissionView, SyndicateCityView, between, waived_words


class Layer(msgspec.Struct, frozen=True):
    """Who has laid a card, and who has not yet."""

    letter: str
    name: str
    down: bool


class MissionStake(msgspec.Struct, frozen=True):
    css: str
    icon: str
    number: str
    text: str


class MissionTally(msgspec.Struct, frozen=True):
    css: str
    total: str
    number: int
    raised: int
    icon: str
    says: str


class MissionPanel(msgspec.Struct, frozen=True):
    """The mission's panel. `text`: before there is one."""

    name: str
    note: str
    house: bool
    stakes: list[MissionStake]
    layers: list[Layer]
    early: int
    tally: MissionTally | None
    cards: list[LaidCard]
    text: list[str]


def mission(scene: BoardScene, view: SyndicateCityView) -> MissionPanel:
    running = view["mission"]
    if running is None:
        gone = view["missions_gone"]
        return MissionPanel(
            "No mission yet", f"{len(gone)} so far", False, [], [], 0, None, [], to_come(view)
        )
    first, second = (view["villains"][villain]["name"] for villain in running["villains"])
    is_open = running["open"]
    return MissionPanel(
        name=running["name"],
        note=f"{first} + {second} take part",
        house=running["source"] == "house",
        stakes=[] if is_open else stakes_of(view, running),
        layers=[]
        if is_open
        else [
            Layer(seat.letter, "you" if seat.seat == scene.eye else seat.name, seat.answered)
            for seat in scene.seats
        ],
        early=0 if is_open else view["spaces"][running["space"]]["cards"],
        tally=tally(running) if is_open else None,
        cards=[laid_card(scene, view, card, card["counts"] or 0) for card in running["cards"]],
        text=[
            f"{seat.name} waives {words} of the reward."
            for seat in scene.seats
            if (words := waived_words(running["waived"][seat.seat]))
        ],
    )


def to_come(view: SyndicateCityView) -> list[str]:
    """Where the next mission will be, and the Action marker when it has moved."""
    stage = view["stage"]
    waiting = stage["cards"]
    joins = f"; {counted(waiting, 'card')} {'waits' if waiting == 1 else 'wait'} there" if waiting else ""
    said = [
        "When the active player starts it, the mission marker moves on, and the top mission is turned over "
        f"{between(view, stage['space'])}{joins}."
    ]
    if view["paid"]:
        paid = counted(view["paid"], "space")
        said.append(f"Paid for {paid}: the action marker will stand {between(view, view['landing'])}.")
    if view["unserved"]:
        goals = ", ".join([view["charges"][goal]["name"] for goal in view["unserved"]])
        said.append(f"Reached and claimed by nobody: {goals}.")
    if view["missions_gone"]:
        said.append(f"Last: {view['missions_gone'][-1]}")
    return said


def stakes_of(view: SyndicateCityView, running: MissionView) -> list[MissionStake]:
    """What success and failure do to both villains."""
    rows = running["forecast"]
    names = [view["villains"][row["villain"]]["name"] for row in rows]
    won = ", ".join([f"{name} {row['now']} → {row['won']}" for name, row in zip(names, rows, strict=True)])
    lost = ", ".join([f"{name} {row['now']} → {row['lost']}" for name, row in zip(names, rows, strict=True)])
    number = running["number"]
    return [
        MissionStake(
            "stake--yes", "check-mark", f"{number} or more", f"{won}. {' '.join(running['rewards'])}"
        ),
        MissionStake(
            "stake--no", "cross-mark", f"{number - 1} or less", f"{lost}. Top cubes go into the bag."
        ),
    ]


def tally(running: MissionView) -> MissionTally:
    total, number = running["total"] or 0, running["number"]
    won = total >= number
    return MissionTally(
        css="tally--yes" if won else "tally--no",
        total=signed(total),
        number=number,
        raised=running["raised"],
        icon="check-mark" if won else "cross-mark",
        says="enough" if won else f"{number - total} too little",
    )
