"""The table as text, for a terminal and for screen readers."""

from __future__ import annotations

from knaves.core.words import SEAT_LETTERS as LETTERS
from knaves.core.words import so_many
from knaves.games.syndicate.view import (
    GoalView,
    SyndicateCardView,
    SyndicateCityView,
    SyndicateVillainView,
    between,
    waived_words,
)


def card_line(card: SyndicateCardView, villains: list[SyndicateVillainView]) -> str:
    if card["villain"] is None:
        text = f"{card['name']} ({card['top']:+d})"
    else:
        short = villains[card["villain"]]["name"]
        text = f"{card['name']} ({card['top']:+d}, {short} {card['bottom']:+d})"
    return text if card["counts"] is None else f"{text} counts {card['counts']:+d}"


def track_line(row: SyndicateVillainView) -> str:
    cells = "".join("■" if full else "·" for full in row["cells"])
    return (
        f"{row['name']:<12} {cells[:2]} {' '.join(cells[2:])}   Power {row['power']}"
        f"  level {row['level']}  reserve {row['reserve']}  costs {row['cost']}: {row['action']}"
    )


def power_line(row: SyndicateVillainView) -> str:
    ours = " (house)" if "arrows" in row["house"] else ""
    arrows = " ".join(map(str, row["arrows"]))
    return f"  {row['colour']}: {row['ability']} Arrows from Power 0 to 5: {arrows}{ours}"


def board(view: SyndicateCityView) -> str:
    villains = view["villains"]
    made = ", who has made this turn's accusation" if view["accused"] else ""
    lines = [f"Turn {view['turn']}: {LETTERS[view['active']]}{made}", "", f"{'':<13}Bf 1 2 3 4 5"]
    lines += [track_line(row) for row in villains]
    lines += ["For a cube from behind a screen, at any time:", *map(power_line, villains), ""]
    for number, space in enumerate(view["spaces"]):
        marks = [
            *(["Action marker"] if space["action"] else []),
            *(["Mission marker"] if space["mission"] else []),
            *([f"{space['cards']} waiting"] if space["cards"] else []),
            *[f"yours: {card['name']}" for card in space["yours"]],
        ]
        lines.append(between(view, number) + (": " + ", ".join(marks) if marks else ""))
    if view["paid"]:
        lines.append(
            f"Paid for {so_many(view['paid'], 'space')}: the Action marker will stand {between(view, view['landing'])}"
        )
    lines += ["", *mission_lines(view)]
    lines.append(
        f"Bag {so_many(view['bag'], 'cube')}, Bank {so_many(view['bank'], 'coin')},"
        f" deck {so_many(view['deck'], 'card')},"
        f" discarded {view['discarded']}, missions left {view['missions_left']}"
    )
    lines += known_lines(view)
    for letter, player in zip(LETTERS, view["players"], strict=False):
        goal = player["goal"]
        denied = ", ".join(view["charges"][number]["name"] for number in player["denials"])
        known = f", revealed: {goal['name']}. {goal['revealed'].removesuffix('.')}" if goal else ""
        acts = ", ".join(
            f"{row['name']} {times}" for row, times in zip(villains, player["acts"], strict=True) if times
        )
        lines.append(
            f"{letter}: {so_many(player['cards'], 'card')}{known}"
            + (f"; activated {acts}" if acts else "")
            + (f"; denies being the {denied}" if denied else "")
        )
    return "\n".join([*lines, *own_lines(view)])


def known_lines(view: SyndicateCityView) -> list[str]:
    """What else lies open or was heard by all: cubes drawn to choose from, the discard piles, accusations."""
    palm = cube_list(view["villains"], view["palm"])
    gone = ", ".join(card["name"] for card in view["discard"])
    free = ", ".join(row["name"] for row in view["charges"] if row["free"])
    unserved = ", ".join(view["charges"][number]["name"] for number in view["unserved"])
    rows = (
        ("Drawn from the bag to choose from", palm),
        ("On the discard pile, as far as you have seen it", gone),
        ("Missions played", ", ".join(view["missions_gone"])),
        ("Accusations without a stake", free),
        ("Reached and claimed by nobody", unserved),
    )
    return [f"{head}: {said}" for head, said in rows if said]


def cube_list(villains: list[SyndicateVillainView], counts: list[int]) -> str:
    return ", ".join(
        f"{number} {row['colour']}" for row, number in zip(villains, counts, strict=True) if number
    )


def goal_lines(goal: GoalView) -> list[str]:
    ours = " (house)" if "revealed" in goal["house"] else ""
    return [f"  Once revealed: {goal['revealed']}{ours}", "  Your accuser gets: " + " ".join(goal["accuser"])]


def mission_lines(view: SyndicateCityView) -> list[str]:
    mission = view["mission"]
    if mission is None:
        stage = view["stage"]
        waiting = f"; {so_many(stage['cards'], 'card')} waiting there" if stage["cards"] else ""
        return [f"The next mission will be {between(view, stage['space'])}{waiting}", ""]
    names = " and ".join(view["villains"][number]["name"] for number in mission["villains"])
    lines = [f"Mission: {mission['name']} needs {mission['number']}, with {names}"]
    lines += [f"  {reward}" for reward in mission["rewards"]]
    if mission["will_count"] is not None:
        lines.append(f"  {so_many(mission['will_count'], 'card')} will count")
    if not mission["open"]:
        lines += [
            f"  {view['villains'][one['villain']]['name']}: Power {one['now']}, {one['won']} if it succeeds,"
            f" {one['lost']} if it fails"
            for one in mission["forecast"]
        ]
    else:
        lines += [f"  {card_line(card, view['villains'])}" for card in mission["cards"]]
        raised = f", {mission['raised']} of it bought" if mission["raised"] else ""
        lines.append(f"  Result {mission['total']}{raised}")
        for letter, waived in zip(LETTERS, mission["waived"], strict=False):
            less = waived_words(waived)
            lines += [f"  {letter} waives {less} of the reward"] if less else []
    return [*lines, ""]


def own_lines(view: SyndicateCityView) -> list[str]:
    own = view["own"]
    if own is None:
        return []
    villains = view["villains"]
    cubes = cube_list(villains, own["cubes"])
    lines = ["", f"You are the {own['goal']['name']}. {own['goal']['text']}"]
    lines += goal_lines(own["goal"])
    lines.append(f"Behind your screen: {so_many(own['coins'], 'coin')}; cubes: {cubes or 'none'}")
    lines += [f"  {card_line(card, villains)}" for card in own["hand"]]
    if own["laid"] is not None:
        lines.append(f"  laid: {card_line(own['laid'], villains)}")
    if view["looking"]:
        lines.append("You are shown: " + ", ".join(card["name"] for card in view["looking"]))
    return lines
