"""The table as text, for the terminal and for screen readers."""

from __future__ import annotations

from knaves.core.words import SEAT_LETTERS
from knaves.games.arch_villain.view.types import CardView, CityView, PlayerView


def _card_text(card: CardView) -> str:
    marks = [str(card["cost"])] if "cost" in card else []
    if card.get("range"):
        marks.append("range")
    if "damage" in card:
        plus = "+" if card.get("plus") else ""
        marks.append(plus + "/".join(map(str, card["damage"])))
    if "symbols" in card:
        row = "/".join("-" if n < 0 else str(n) for n in card["symbols"])
        marks.append(f"{card['base']} + {card['skill']} x {row}")
    if card.get("used"):
        marks.append("used")
    return f"{card['name']} ({', '.join(marks)})" if marks else card["name"]


def _player_text(p: PlayerView, you: int | None) -> list[str]:
    skills = " ".join(f"{name} {level}" for name, level in p["skills"].items())
    mark = " (you)" if p["seat"] == you else ""
    state = p["fate"] if p["arrested_on"] is None else f"arrested on {p['arrested_on']}"
    lines = [
        f"{SEAT_LETTERS[p['seat']]}{mark} {p['hero_name']}: {p['score']} points, {state}; "
        f"health {p['health']}, energy {p['energy']}, dice {p['dice']}; {skills}"
    ]
    if p["cards"]:
        lines.append("    " + "; ".join(_card_text(card) for card in p["cards"]))
    return lines


def board(v: CityView) -> str:
    lines = [f"Round {v['round']} of {v['rounds']}, turn {v['turn']}"]
    villain = v["villain"]
    if villain is not None:
        special = "".join(
            f", {n + v['bonus']['defence']} against {kind.replace('_', ' ')}"
            for kind, n in villain["special"].items()
        )
        strikes = ", ".join(f"{one['item']} after turn {one['turn']}" for one in villain["strikes"])
        lines.append(
            f"{villain['name']}: defence {villain['defence']}{special}; {villain['points']} points; "
            f"a 6 costs {villain['cost_of_six']} health; takes {strikes or 'nothing'}"
        )
    for seat in v["order"]:
        lines += _player_text(v["players"][seat], v["you"])
    lines.append("Action spaces")
    for space in v["spaces"]:
        if space["open"]:
            tokens = [f"{n} x {item}" for item, n in space["tokens"].items() if n]
            cards = [_card_text(card) for card in space["cards"]]
            lines.append(f"  {space['name']}: " + ("; ".join(tokens + cards) or "empty"))
    free = [row["name"] for row in v["green"] if row["endless"] or not row["cubes"]]
    lines.append("Green list: " + (", ".join(free) or "all taken"))
    rewards = [row["name"] for row in v["rewards"] if not row["cubes"]]
    lines.append("Rewards: " + ", ".join(rewards))
    if v["held"] is not None:
        lines.append("Just drawn: " + _card_text(v["held"]))
    dice = v["dice"]
    if dice is not None:
        pool = ", ".join(map(str, dice["pool"])) or "none"
        whose = "Dice" if dice["of"] == "hero" else "The villain's dice"
        lines.append(f"{whose}: {pool}")
        if dice["of"] == "hero":
            names = {card["id"]: card["name"] for card in v["players"][dice["seat"]]["cards"]}
            lines += [f"  {one['pips']} on {names[one['card']]}" for one in dice["placed"]]
            lines.append(f"  {dice['damage']} damage against {dice['defence']}")
    return "\n".join(lines)
