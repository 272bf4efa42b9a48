"""The table as text, for the terminal and for screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from knaves.core.words import SEAT_LETTERS, counted
from knaves.games.arch_villain.cards.names import ITEMS, TURNS
from knaves.games.arch_villain.view.types import DiceView, HeroCardView, HeroCityView, HeroCubesView, HeroView
from knaves.games.arch_villain.words import (
    INSIDE_NAMES,
    STRIKE_NAMES,
    TOKEN_NAMES,
    TOKEN_PLURALS,
    plain,
    sets_words,
    turn_words,
)


def _marks(card: HeroCardView) -> Iterable[str]:
    """Everything printed on a card, in short."""
    yield card["kind"]
    if "cost" in card:
        yield f"{card['cost']} energy"
    if "type" in card:
        yield plain(card["type"])
    if "symbol" in card and card["kind"] != "weapon":
        yield plain(card["symbol"])
    if card.get("points"):
        yield counted(card["points"], "point")
    if card.get("range"):
        yield "range"
    if card.get("squares", 0) > 1:
        yield f"{card['squares']} squares"
    if "damage" in card:
        plus = "+" if card["plus"] else ""
        yield "damage " + "/".join(f"{plus}{n}" if n else "-" for n in card["damage"])
    if "symbols" in card:
        row = "/".join("-" if n < 0 else str(n) for n in card["symbols"])
        yield f"damage {card['base']} + {plain(card['skill'])} x {row}"
    for one in card.get("items", ()):
        yield f"or at {one['face']}: {one['amount']} {_tokens(one['item'], one['amount'])}"
    yield from (INSIDE_NAMES[effect] for effect in card.get("inside", ()))
    if "uses" in card:
        yield " or ".join(use["name"] for use in card["uses"])
        if card["used"]:
            yield "used this round"
    if card["source"] == "house":
        yield "house"
    elif card["house"]:
        yield "house: " + ", ".join(plain(name) for name in card["house"])


def _card_text(card: HeroCardView) -> str:
    """Talents, and powers that work without a die, say so in their own words; the others in numbers."""
    words = f" {card['text']}" if card["kind"] == "talent" or card.get("works") else ""
    return f"{card['name']} ({', '.join(_marks(card))}){words}"


def _tokens(item: str, amount: int) -> str:
    number = ITEMS.index(item)
    return TOKEN_NAMES[number] if amount == 1 else TOKEN_PLURALS[number]


def _player_text(p: HeroView, you: int | None) -> list[str]:
    skills = ", ".join(f"{plain(name)} {level} of {p['ends'][name]}" for name, level in p["skills"].items())
    mark = " (you)" if p["seat"] == you else ""
    state = p["fate"] if p["arrested_on"] is None else f"arrested on {turn_words(p['arrested_on'])}"
    left = f", {p['placements_left']} to place" if p["placements_left"] else ""
    sets = f", sets +{p['set_points']}" if p["set_points"] else ""
    lines = [
        f"{SEAT_LETTERS[p['seat']]}{mark} {p['hero_name']}: {counted(p['score'], 'point')}{sets}, {state}{left}; "
        f"health {p['health']}, energy {p['energy']}, dice {p['dice']}; {skills}; a 6 by hand does {p['fist']}",
        f"    {p['text']}",
    ]
    return lines + [f"    {_card_text(card)}" for card in p["cards"]]


def _cubes_on_one_space(v: HeroCityView) -> list[str]:
    """Whose score cube lies on whose: the upper one goes first in the next round."""
    piles: dict[int, list[str]] = {}
    for seat in v["cubes"]:
        piles.setdefault(v["players"][seat]["score"], []).append(SEAT_LETTERS[seat])
    return [
        f"Score cubes at {counted(points, 'point')}, from the top: {', '.join(letters)}"
        for points, letters in piles.items()
        if len(letters) > 1
    ]


def _villain_text(v: HeroCityView) -> list[str]:
    villain = v["villain"]
    if villain is None:
        return []
    special = "".join(
        f", {n + v['bonus']['defence']} against {plain(kind)}" for kind, n in villain["special"].items()
    )
    strikes = ", ".join(
        f"{STRIKE_NAMES[one['item']]} after {turn_words(one['turn'])}" for one in villain["strikes"]
    )
    return [
        f"{villain['name']}: defence {villain['defence']}{special}; {counted(villain['points'], 'point')}; "
        f"a 6 costs {villain['cost_of_six']} health; takes {strikes or 'nothing'}"
    ]


def _cubes_text(row: HeroCubesView) -> str:
    on = "".join(SEAT_LETTERS[seat] for seat in row["cubes"])
    return row["name"] + (f" [{on}]" if on else "") + ("" if row["left"] else " (none left)")


def _dice_text(v: HeroCityView, dice: DiceView) -> list[str]:
    pool = ", ".join(map(str, dice["pool"])) or "none"
    if dice["of"] != "hero":
        return [f"The villain's dice: {pool}"]
    names = {card["id"]: card["name"] for card in v["players"][dice["seat"]]["cards"]}
    placed = [
        f"  {one['pips']} on {names[one['card']]}" + (", for the item" if one["item"] else "")
        for one in dice["placed"]
    ]
    return [f"Dice: {pool}", *placed, f"  {dice['damage']} damage against {dice['defence']}"]


def _printed(v: HeroCityView) -> list[str]:
    """What stands on the board itself, and on no card."""
    dice = ", ".join(
        [f"{dice} on {turn_words(turn)}" for turn, dice in zip(TURNS, v["turn_dice"], strict=True) if dice]
    )
    loss = v["loss_pays"]
    return [
        f"Dice of the villain that hits back: {dice or 'none'}",
        f"At the end of a round, for sets of a power, weapon and talent: {sets_words(v['sets'])}",
        f"An arrest on the range turn brings {counted(v['bonus']['range'], 'point')} more; a heroic loss"
        f" {loss['health']} health and {loss['energy']} energy",
    ]


def board(v: HeroCityView) -> str:
    lines = [f"Round {v['round']} of {v['rounds']}, {turn_words(v['turn'])}", *_villain_text(v)]
    for seat in v["order"]:
        lines += _player_text(v["players"][seat], v["you"])
    lines += _cubes_on_one_space(v)
    lines.append("Action spaces")
    amounts = {row["key"]: row["amount"] for row in v["green"]}
    for space in v["spaces"]:
        if space["open"]:
            tokens = [
                f"{n * amounts[item]} {_tokens(item, n * amounts[item])}"
                for item, n in space["tokens"].items()
                if n
            ]
            what = ", ".join(tokens) or ("cards" if space["cards"] else "empty")
            lines.append(f"  {space['name']}: {what}")
            lines += [f"    {_card_text(card)}" for card in space["cards"]]
    lines.append("Green list: " + ", ".join(_cubes_text(row) for row in v["green"]))
    lines.append("Rewards: " + ", ".join(_cubes_text(row) for row in v["rewards"]))
    decks = ", ".join(f"{kind} {n}" for kind, n in v["decks"].items() if kind != "villain")
    lines.append(
        f"Cards left: {decks}; supply: " + ", ".join(f"{n} {_tokens(t, n)}" for t, n in v["supply"].items())
    )
    lines += _printed(v)
    if v["discards"]:
        lines.append("Discards: " + ", ".join(card["name"] for card in v["discards"]))
    if v["held"] is not None:
        lines.append("Just drawn: " + _card_text(v["held"]))
    if v["dice"] is not None:
        lines += _dice_text(v, v["dice"])
    return "\n".join(lines)
