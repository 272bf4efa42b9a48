"""The table as text, for terminals and screen readers."""

from __future__ import annotations

from typing import cast

from knaves.core.words import SEAT_LETTERS, counted
from knaves.games.villagers.cards.effects import DEFEND, RECRUIT
from knaves.games.villagers.rules.recruit import rolls_held
from knaves.games.villagers.view import (
    ChanceView,
    MayorView,
    VillageCardView,
    VillageView,
    favor_waits,
    is_new,
)

STYLE = {"building": "magenta", "citizen": "green", "hero": "cyan", "challenge": "red", "mob": "yellow"}
LINES = (
    ("town_value", "town"),
    ("civility", "civility"),
    ("heroic", "heroes"),
    ("victory", "victories"),
    ("largest_town", "largest"),
    ("matchmaker", "pairs"),
)

ROLLED_BY = {"any": "", "town": " (a TOWN DEFENSE)", "hero": " (a HERO DEFENSE)"}


def board(v: VillageView) -> str:
    """The table in a terminal."""
    favor = " and [yellow]King's Favor[/yellow]" if favor_waits(v) else ""
    lines = [
        f"[bold]Round {v['round']}, phase {v['phase']}: {v['phase_name']}[/bold]   "
        f"deck {v['deck']}, bank {v['bank']}g{favor}, a town of {v['town_size']} ends the game",
        *turn_lines(v),
        "",
        "[bold]Pool[/bold]",
    ]
    odds = {chance["id"]: chance["odds"] for chance in v["turn"]["chances"]}
    for place, card in enumerate(v["pool"], 1):
        crown = "  [yellow]King's Favor[/yellow]" if card["id"] == v["favor_card"] else ""
        chance = f"  {odds[card['id']]}" if card["id"] in odds else ""
        aim = "  wanted" if card["id"] == v["turn"]["aim"] else ""
        lines.append(f"  {place}  {card_text(card)}{crown}{chance}{aim}")
    for mayor in v["mayors"]:
        lines += ["", mayor_head(v, mayor)]
        lines += [f"     {card_text(card)}{town_mark(v, card)}" for card in mayor["town"]] or [
            "     an empty town"
        ]
        hand = [short(card) for card in mayor["hand"]]
        if mayor["unknown"]:
            hand.append(f"{mayor['unknown']} unknown")
        lines.append("     [dim]in hand:[/dim] " + (", ".join(hand) or "nothing"))
        if mayor["seat"] == v["you"]:
            for card in mayor["hand"]:
                secret = "  only you know it" if card["id"] in mayor["secret"] else ""
                lines.append(f"       {card_text(card)}{secret}")
    gone = ", ".join(card["name"] for card in v["gone"])
    lines += ["", f"[dim]out of the game ({len(v['gone'])}):[/dim] {gone or 'nothing'}"]
    lines += ["", "[dim]° of our own design, at least in part: the printed card is not known[/dim]"]
    return "\n".join(lines)


def turn_lines(v: VillageView) -> list[str]:
    """The turn that runs: whose it is, and what has been declared."""
    turn = v["turn"]
    if turn["seat"] is None:
        return []
    said = []
    if v["phase"] == RECRUIT:
        said.append(rolls_held(turn["rolls"], v["mayors"][turn["seat"]]["sold"]))
    if v["phase"] == DEFEND:
        said.append(attempts_left(turn["rolls"], len(turn["ready"])))
        said += [attempt_text(v, chance) for chance in turn["chances"]]
    words = {
        "first": "{:+} to the next roll" + ROLLED_BY[turn["on"]],
        "each": "{:+} to each roll",
        "shield": "{}g of the loss warded off",
    }
    numbers = {"first": turn["first"], "each": turn["each"], "shield": turn["shield"]}
    said += [words[key].format(number) for key, number in numbers.items() if number]
    if turn["cut"]:
        said.append(f"the next card costs {turn['cut']}g less")
    return [f"Turn of Mayor {SEAT_LETTERS[turn['seat']]}" + (": " + "; ".join(said) if said else "")]


def attempts_left(town: int, heroes: int) -> str:
    kinds = [f"{number} {kind}" for number, kind in ((town, "TOWN"), (heroes, "HERO")) if number]
    return f"{' and '.join(kinds) or 'no'} {'attempt' if town + heroes == 1 else 'attempts'} left"


def attempt_text(v: VillageView, chance: ChanceView) -> str:
    names = {card["id"]: card["name"] for mayor in v["mayors"] for card in mayor["town"]}
    by = "the town" if chance["id"] == "town" else names[chance["id"]]
    return f"{by} {chance['bonus']:+} needs {max(1, chance['need'])} ({chance['odds']})"


def town_mark(v: VillageView, card: VillageCardView) -> str:
    hits = v["turn"]["hits"].get(card["id"], 0)
    mark = f"  {hits} of {card['wins']} successes" if hits else ""
    if card["id"] == v["turn"]["aim"]:
        return f"  attacked{mark}"
    return f"{mark}  new, works from the next phase" if is_new(v, card) else mark


def mayor_head(v: VillageView, mayor: MayorView) -> str:
    marks = []
    if mayor["seat"] == v["start"]:
        marks.append("Start Marker")
    if mayor["seat"] == v["favor_seat"]:
        marks.append("[yellow]King's Favor[/yellow]")
    if mayor["seat"] == v["you"]:
        marks.append("you")
    if mayor["sold"]:
        marks.append(f"rolls sold: {mayor['sold']}")
    if v["ordinance"]:
        marks.append("Ordinance to pass" if mayor["ordinance"] else "Ordinance passed")
    score = mayor["score"]
    points = ", ".join(f"{word} {score[line]}" for line, word in LINES if score[line])
    note = f" ({', '.join(marks)})" if marks else ""
    return (
        f"[bold]Mayor {SEAT_LETTERS[mayor['seat']]}[/bold]{note}: {mayor['gold']}g, "
        f"{len(mayor['town'])} in town, {counted(score['total'], 'point')}"
        + (f" [dim]({points})[/dim]" if points else "")
    )


def short(card: VillageCardView) -> str:
    price = f" {card['price']}g" if "price" in card else ""
    return f"[{STYLE[card['kind']]}]{card['name']}[/]{price}"


def card_text(card: VillageCardView) -> str:
    """One line: name, numbers, text."""
    words = {
        "price": "{}g",
        "defeat": "defeat {}",
        "bonus": "bonus +{}",
        "earnings": "earns {}",
        "pillage": "pillage {}",
        "loot": "loot {}",
        "value": "worth {}",
    }
    shown = cast("dict[str, object]", card)
    numbers = ", ".join(words[n].format(shown[n]) for n in words if n in shown)
    pair = f" Pairs with {card['partner']}." if card["pair"] else ""
    mark = "°" if card["house"] else ""
    printed = f" ({numbers})" if numbers else ""
    return f"[{STYLE[card['kind']]}]{card['name']}[/]{mark}{printed} [dim]{card['text']}{pair}[/dim]"
