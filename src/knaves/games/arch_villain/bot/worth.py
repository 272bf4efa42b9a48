"""What things are worth to a hero, in energy."""

from __future__ import annotations

from knaves.games.arch_villain.bot.sight import HeroSight, Me, SpaceSight
from knaves.games.arch_villain.cards.names import ENERGY, ITEMS, SKILLS, TOKENS
from knaves.games.arch_villain.view.types import HeroCardView, UseView

SET_STEPS: tuple[int, ...] = (2, 3, 6, 0)  # points more for the first, second, third set
POINT = 1.3  # energy for a point
CARD = 7.0  # energy for a card that is drawn and free
CONTACT_A_ROUND = 3.0  # energy that a contact brings in a round beyond another action
SYMBOLS_OF = {"power": 6, "weapon": 3, "talent": 6}  # symbols that cards of a kind can have
# What the cards that do more than damage are worth in the middle of a game.
EXTRAS = {
    "illusions": 5.0,
    "force_field": 5.0,
    "precognition": 3.0,
    "true_flight": 3.0,
    "second_guess": 1.5,
    "quick_feet": 3.0,
    "steel_skin": 3.0,
    "champions_heart": 2.0,
    "detective": 2.0,
    "boxer": 3.0,
    "marksman": 3.0,
    "financier": 6.0,
    "prosecutor": 5.0,
    "gene_bank": 4.0,
    "cell_memory": 7.0,
    "hybrid_study": 1.0,
    "field_medic": 4.0,
    "surgeon": 4.0,
    "trauma_care": 3.0,
    "profiler": 1.0,
    "negotiator": 4.0,
    "inventor": 5.0,
    "gunsmith": 3.0,
}


def rounds_left(v: HeroSight) -> int:
    return v.rounds - v.round + 1


def use_left(v: HeroSight) -> float:
    """How much of a game is left in which tokens can be put to use: 1 is a whole game, 0 is none."""
    return (rounds_left(v) - 1 + max(0, 5 - v.turn_number) / 6) / v.rounds


def set_worth(v: HeroSight, me: Me, kind: str) -> float:
    """What one more card of this kind does for the sets (end.10)."""
    have, fewest = me.counts, me.fewest
    if have[kind] >= 3:
        return 0.0
    gain = SET_STEPS[min(have[kind], 3)] * rounds_left(v) * POINT
    missing = sum(n <= have[kind] for other, n in have.items() if other != kind)
    return gain / (1.0 + missing * 1.5) if have[kind] <= fewest + 1 else gain / 6.0


def hits(card: HeroCardView, me: Me) -> list[float]:
    """Damage by pips of one die on this card, with skills as they will be soon; place 0 is no die."""
    if "symbols" not in card:
        return [0.0, *map(float, card["damage"])]
    level = me.skills[SKILLS.index(card["skill"])] + 0.5
    return [0.0, *(card["base"] + n * level if n >= 0 else 0.0 for n in card["symbols"])]


def card_worth(v: HeroSight, me: Me, card: HeroCardView) -> float:
    """What a card is worth before its price."""
    left = use_left(v)
    worth = EXTRAS.get(card["key"], 0.0) * 1.3 * left
    if card.get("squares"):
        out = hits(card, me)
        hit = (out[3] + out[4] + out[5] * 1.5 + out[6] * 1.5) / 5 * (0.8 if card["plus"] else 1.0)
        # More squares than dice are of little use.
        spare = me.squares - me.dice
        hit *= card["squares"] * (1.0 if spare < 0 else 0.6 if spare < 2 else 0.3)
        worth += (hit + (1.0 if card["range"] else 0.0)) * min(1.0, 3 * left)
    worth += card.get("points", 0) * POINT
    return worth + set_worth(v, me, card["kind"])


def token_worth(v: HeroSight, me: Me, item: str) -> float:
    """What a group of tokens is worth."""
    left = use_left(v)
    soon = min(1.0, 8 * left)  # in the last turns of the game nothing is for later
    if item == "energy":
        return 4.0 * soon
    if item == "health":
        return (6.0 if me.health < 3 else 4.0 if me.health < 6 else 2.0) * soon
    if item == "die":
        useful = me.squares + (2 if me.fist > 1 else 0) >= me.dice
        return (8.0 if useful else 5.0) * (0.5 + 0.5 * left) * soon
    return (5.0 + 1.5 * me.counts["weapon"]) * (0.5 + 0.5 * left) * soon


def space_worth(v: HeroSight, me: Me, space: SpaceSight) -> float:
    """Tokens, and the best cards that can be paid for."""
    total = 0.0
    for item in range(TOKENS):
        total += token_worth(v, me, ITEMS[item]) * space.tokens[item]
    energy = me.energy + 4 * space.tokens[ENERGY]
    bargains = sorted(
        [(card_worth(v, me, card) - card["cost"], card["cost"]) for _, card in space.cards], reverse=True
    )
    for gain, cost in bargains:
        if gain > 0 and cost <= energy:
            energy -= cost
            total += gain
    return total


def use_worth(v: HeroSight, me: Me, use: UseView) -> float:
    """What a contact brings, called instead of another action."""
    if use["verb"] == "gain":
        return token_worth(v, me, use["item"]) * use["amount"] / v.groups[use["item"]]
    if use["verb"] != "free_card":
        return 0.0  # dice are rolled again beside an action
    kind, symbols = use["kind"], use["symbols"]
    lying = [
        card_worth(v, me, card)
        for space in v.spaces
        for _, card in space.cards
        if card["kind"] == kind and card["symbol"] in symbols
    ]
    unseen = SYMBOLS_OF[kind]
    drawn = (CARD + set_worth(v, me, kind)) * len(symbols) / unseen * min(1.0, 4 * use_left(v))
    return max([drawn if v.decks[kind] else 0.0, *lying])


def contact_worth(v: HeroSight, me: Me) -> float:
    """What a contact not yet known is worth as a reward: better than a plain action, once in each round to come."""
    return CONTACT_A_ROUND * (rounds_left(v) - 1)


def best_skill(me: Me) -> list[int]:
    """Skills in the order they are worth raising."""
    use = dict.fromkeys(SKILLS, 0.0)
    for _, card in me.cards:
        if "symbols" in card:
            use[card["skill"]] += sum(n for n in card["symbols"] if n > 0) * card["squares"]
    top = max(me.skills)
    for name, level, end in zip(SKILLS, me.skills, me.ends, strict=True):
        use[name] += 4.0 if level == top else 0.0
        use[name] += 0.1 * end
    return sorted(range(len(SKILLS)), key=lambda n: -use[SKILLS[n]])
