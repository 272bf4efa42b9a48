"""The table as text, for terminals and screen readers."""

from __future__ import annotations

from typing import cast

from knaves.core.game import View
from knaves.core.words import SEAT_LETTERS
from knaves.games.villagers.view import CardView, MayorView, VillageView

STYLE = {"building": "magenta", "citizen": "green", "hero": "cyan", "challenge": "red", "mob": "yellow"}
LINES = (
    ("town_value", "town"),
    ("civility", "civility"),
    ("heroic", "heroes"),
    ("victory", "victories"),
    ("largest_town", "largest"),
    ("matchmaker", "pairs"),
)


def board(view: View) -> str:
    """The table in a terminal."""
    v = cast(VillageView, view)
    lines = [
        f"[bold]Round {v['round']}, phase {v['phase']}: {v['phase_name']}[/bold]   "
        f"deck {v['deck']}, bank {v['bank']}g, a town of {v['town_size']} ends the game",
        "",
        "[bold]Pool[/bold]",
    ]
    for place, card in enumerate(v["pool"], 1):
        crown = "  [yellow]King's Favor[/yellow]" if card["id"] == v["favor_card"] else ""
        lines.append(f"  {place}  {card_text(card)}{crown}")
    for mayor in v["mayors"]:
        lines += ["", mayor_head(v, mayor)]
        lines += [f"     {card_text(card)}" for card in mayor["town"]] or ["     an empty town"]
        hand = [short(card) for card in mayor["hand"]]
        if mayor["unknown"]:
            hand.append(f"{mayor['unknown']} unknown")
        lines.append("     [dim]in hand:[/dim] " + (", ".join(hand) or "nothing"))
        if mayor["seat"] == v["you"]:
            lines += [f"       {card_text(card)}" for card in mayor["hand"] if "price" in card]
    lines += ["", "[dim]° of our own design, at least in part: the printed card is not known[/dim]"]
    return "\n".join(lines)


def mayor_head(v: VillageView, mayor: MayorView) -> str:
    marks = []
    if mayor["seat"] == v["start"]:
        marks.append("Start Marker")
    if mayor["seat"] == v["favor_seat"]:
        marks.append("[yellow]King's Favor[/yellow]")
    if mayor["seat"] == v["you"]:
        marks.append("you")
    score = mayor["score"]
    points = ", ".join(f"{word} {score[line]}" for line, word in LINES if score[line])
    note = f" ({', '.join(marks)})" if marks else ""
    return (
        f"[bold]Mayor {SEAT_LETTERS[mayor['seat']]}[/bold]{note}: {mayor['gold']}g, "
        f"{len(mayor['town'])} in town, {score['total']} points"
        + (f" [dim]({points})[/dim]" if points else "")
    )


def short(card: CardView) -> str:
    price = f" {card['price']}g" if "price" in card else ""
    return f"[{STYLE[card['kind']]}]{card['name']}[/]{price}"


def card_text(card: CardView) -> str:
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
    partner = card["pair"] if card["pair"] == "any citizen" else card["pair"].replace("_", " ").title()
    pair = f" Pairs with {partner}." if card["pair"] else ""
    mark = "°" if card["house"] else ""
    return f"[{STYLE[card['kind']]}]{card['name']}[/]{mark} ({numbers}) [dim]{card['text']}{pair}[/dim]"
