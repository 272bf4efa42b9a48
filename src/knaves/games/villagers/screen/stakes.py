"""What is at stake in a choice: beside the question, under its answers, and drawn on those that a die decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from knaves.core.board import AnswerTile, BoardScene
from knaves.core.words import odds_words
from knaves.games.villagers.cards.effects import DEFEND
from knaves.games.villagers.rules.dice import SIDES, chance
from knaves.games.villagers.state import FAVOR_BONUS, MOB_BONUS
from knaves.games.villagers.view import ChanceView, TargetView, VillageCardView, VillageView


def at_stake(scene: BoardScene, view: VillageView) -> tuple[str, dict[int, str]]:
    """What winning and failing would do, beside the question and under its answers. A recruit's question says it."""
    if not scene.mine or scene.eye is None or view["phase"] != DEFEND:
        return "", {}
    aim = view["turn"]["aim"]
    town_cards = {card["id"]: card for card in view["mayors"][scene.eye]["town"]}
    hits = view["turn"]["hits"]
    hints = {
        choice.number: spoils(town_cards[thing], hits.get(thing, 0))
        for choice in scene.verb("attack")
        for thing in choice.things
    }
    return (spoils(town_cards[aim], hits.get(aim, 0)) if aim and aim in town_cards else ""), hints


def spoils(card: VillageCardView, hits: int) -> str:
    """What a challenge brings when it falls, and what it costs while it stands; `hits`: successes so far."""
    loot, more = card.get("loot", 0), card["wins"] - hits
    wins = f" after {more} successes" if more > 1 else ""
    won = f"won{wins}: it leaves your town" + (f", +{loot}g" if loot else "")
    taken = card.get("pillage", 0)
    lost = "it stays" + (f" and pillages {taken}g" if taken else "")
    return f"✓ {won} · ✕ {lost}"


# -- who attacks ------------------------------------------------------------------------------------


def attempts(scene: BoardScene, view: VillageView) -> dict[int, AnswerTile]:
    """What may be attacked, then the town and each hero that may attack: odds as they are, and with the best bonus that
    can still be declared."""
    if not scene.mine or view["phase"] != DEFEND:
        return {}
    cards = {card["id"]: card for mayor in view["mayors"] for card in mayor["town"]}
    chances = {row["id"]: row for row in view["turn"]["chances"]}
    targets = {row["id"]: row for row in view["turn"]["targets"]}
    hits = view["turn"]["hits"]
    bonuses = [*declarable(scene, cards)]
    found = {
        choice.number: target(targets[choice.things[0]], cards, hits)
        for choice in scene.verb("attack")
        if choice.things[0] in targets
    }
    for choice in scene.verb("town", "hero"):
        by = choice.verb
        row = chances["town" if by == "town" else choice.things[0]]
        name = "The town" if by == "town" else cards[choice.things[0]]["name"]
        found[choice.number] = attempt(name, row, best_for(by, bonuses))
    return found


def best_for(by: str, bonuses: Iterable[tuple[int, str]]) -> int:
    """The best of these bonuses for a DEFENSE of the town or of a hero."""
    return max((amount for amount, on in bonuses if on in ("any", by)), default=0)


def declarable(scene: BoardScene, cards: dict[str, VillageCardView]) -> Iterator[tuple[int, str]]:
    """What may still be added to the roll, and to whose."""
    for choice in scene.verb("mob", "favor", "use", "vend"):
        if choice.verb in ("use", "vend"):
            ability = cards[choice.things[0]]["ability"]
            if ability is not None and ability["verb"] == "roll_bonus":
                yield ability["amount"], ability["on"]
        else:
            yield (MOB_BONUS if choice.verb == "mob" else FAVOR_BONUS), "any"


def attempt(name: str, row: ChanceView, plus: int) -> AnswerTile:
    more = chance(row["need"] - plus)
    return AnswerTile(
        name=name,
        odds="100%" if row["chance"] >= 1 else "0%" if row["chance"] <= 0 else row["odds"],
        note=(f"{row['bonus']:+}, " if row["bonus"] else "") + need_words(row["need"]),
        better=f"+{plus}: {odds_words(more)}" if more > row["chance"] else "",
        bar=round(row["chance"] * 100),
        more=round(max(more, row["chance"]) * 100),
    )


def target(row: TargetView, cards: dict[str, VillageCardView], hits: dict[str, int]) -> AnswerTile:
    """A challenge that may be attacked: what the likeliest attempt would win, and whose it is. What does not fall by it
    brings nothing yet; `hits`: successes so far."""
    card, by = cards[row["id"]], "the town" if row["by"] == "town" else cards[row["by"]]["name"]
    loot, nth = card.get("loot", 0), hits.get(row["id"], 0) + 1
    wins = f"+{loot}g; " if loot else ""
    if nth < card["wins"]:
        wins = f"hit {nth} of {card['wins']}; "
    return AnswerTile(
        name=card["name"],
        odds="100%" if row["chance"] >= 1 else "0%" if row["chance"] <= 0 else row["odds"],
        note=f"{wins}{by} {need_words(row['need'])}",  # the end may be cut off, where a name is long
        better="",
        bar=round(row["chance"] * 100),
        more=round(row["chance"] * 100),
    )


def need_words(need: int) -> str:
    if need <= 1:
        return "certain"
    return f"needs {need}+" if need < SIDES else f"needs {need}"
