"""How options and events read, and the names of things."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from knaves.core import deals
from knaves.core.words import counted, so_many
from knaves.games.villains.cards import (
    AREA,
    BATTLE,
    CHAMPION,
    FACTION,
    OBJECTIVE,
    PLAN,
    RESERVES,
    TOKEN,
    TOKEN_MIX,
    UNIT,
    UNIT_NAMES,
    UPGRADE,
)
from knaves.games.villains.cards.rows import Need, Objective
from knaves.games.villains.deals import DEALS
from knaves.games.villains.state import (
    AREA_OF,
    FORM_OF,
    KIND,
    OWNER_OF,
    PURPLE,
    READIED,
    SPACES_OF,
    WOUNDED,
    FactionCity,
)

VERBS: dict[str, str] = {
    "faction": "Play the {1:faction}",
    "bury": "Put {1:plan} under your plan deck",
    "look_at": "Look at the target of {1:seat}",
    "no_look": "Look at none",
    "target": "Target: {1:card}",
    "area": "Place a token in {1:area}",
    "token": "Place {1:token} in {2:area}",
    "space": "Place it on {1:space}",
    "pass": "Pass for this turn",
    "reveal": "Reveal {1:token} in {2:area}",
    "skill": "Use the skill of {1:area}",
    "locked": "Declare that you are locked",
    "activate": "Activate it",
    "discard": "Discard it without effect",
    "cash_in": "Call it battle: discard it, gain 1 resource",
    "use_as": "Use it as a {1:type} token",
    "deploy": "Deploy {1:unit} from {2:area}",
    "heal": "Healed",
    "keep": "Still wounded",
    "done": "Done",
    "move": "Move {2:unit} from {3:area} ({4} of {5})",
    "play": "For {1:cost}, play {1:card}",
    "play_free": "Play {1:card} free in the Laboratory",
    "take": "Take {1:card} in hand",
    "attack": "Attack {2:seat} with {1:unit}",
    "attack_with": "Attack with {1:unit} in {2:area}",
    "strike": "Attack {1:seat}",
    "hit": "Give the hit to {1:unit}",
    "suffer": "Take the hit on {1:unit}",
    "cancel": "Pay 2 to cancel the hit on {1:unit}",
    "sacrifice": "Sacrifice {1:unit} in {2:area}",
    "doom": "{1:seat} must sacrifice a unit",
    "spare": "{1:seat}, who has no unit there",
    "assassinate": "Hit {1:unit} of {2:seat}",
    "attack_now": "Make the attack",
    "hold_fire": "Leave it",
    "rampage": "Attack in {1:area}",
    "duel": "Call out {1:unit} of {2:seat}",
    "throw": "Discard {1:card}",
    "stun": "Discard the token of {2:seat} on {1:space}",
    "again": "Fight again",
    "enough": "Enough",
    "swap": "Exchange {1:facing} of {1:holder} on {1:space}",
    "twin": "A twin for {1:unit} in {2:area}",
    "battle_in": "Start a combat in {1:area}",
    "look": "Look at the token of {2:seat} on {1:space}",
    "deploy_to": "Deploy to {1:area}",
    "turn_down": "Turn down {1:facing} on {1:space}",
    "score": "Score {1:plan}",
    "no_score": "Keep those not chosen",
    "leave": "Leave this objective",
    "mix": "Pay {1}: {2:resources} of it, the rest energy",
    "offer": "Offer {1:seat}: give {2:resources}, get {3:resources}; you promise {4:promise}, they promise {5:promise}",
    "accept": "Accept what {2:seat} offers: {1:offer}",
    "decline": "Decline what {2:seat} offers: {1:offer}",
    "withdraw": "Take back your offer to {2:seat}: {1:offer}",
    "purse": "Pay {1:purse} from now on",
}

EVENTS: dict[str, str] = {
    "purple": "The setup marker lies on {1:area}.",
    "chose": "{1:seat} leads the {2:faction}.",
    "turn": "Turn {1} begins; {2:seat} is first player.",
    "gained": "{1:seat} gains {2:resources}.",
    "income": "{1:seat} has an income of {2:resources}.",
    "refunded": "{1:seat} gets {2:resources} back for revealing it.",
    "collected": "{1:seat} collects {2:resources} from the areas held.",
    "paid_energy": "{1:seat} pays {2} energy {3:purpose}.",
    "paid_resources": "{1:seat} pays {2:resources} {3:purpose}.",
    "toll_back": "Kau comes along: {1:seat} takes back {2} that cards had added.",
    "paid": "{1:seat} pays {2} energy and {3:resources} {4:purpose}.",
    "drew": "{1:seat} draws {2:card} from the deck.",
    "reshuffled": "The discards become a new deck.",
    "planned": "{1:seat} keeps two plans.",
    "no_target": "{1:seat} holds no card with an area and has no target this turn.",
    "aimed": "{1:seat} has chosen a target.",
    "looked": "{1:seat} looks at the target of {2:seat}.",
    "looked_at_none": "{1:seat} looks at no target.",
    "looked_all": "{1:seat} controls the Police and looks at every target.",
    "saw_target": "The target of {2:seat} is {3:target}.",
    "watches": "{1:seat} controls the Police and sees every target.",
    "passed": "{1:seat} passes.",
    "placed": "{1:seat} places {2:token} in {3:area}.",
    "placed_on": "{1:seat} controls the Subway and places {2:token} on {3:space}.",
    "marker": "There will be a combat in {1:area}.",
    "markers": "There will be a combat in every area.",
    "is_locked": "{1:seat} is locked: no token left may be revealed.",
    "revealed": "{1:seat} reveals {2:token} in {3:area}.",
    "activated": "{1:seat} activates {2:token} in {3:area}.",
    "discarded": "{1:seat} discards {2:token} in {3:area}.",
    "cannot_activate": "{1:seat} cannot activate {2:token} in {3:area}: it is discarded.",
    "wild": "{1:seat} uses it as a {2:type} token.",
    "deployed": "{1:seat} deploys {2:unit} to {3:area} from {4:area}.",
    "deployed_none": "{1:seat} deploys no unit to {2:area}.",
    "moved_none": "{1:seat} moves no unit to {2:area}.",
    "moved": "{1:seat} moves {2:unit} from {3:area} to {4:area}.",
    "played": "{1:seat} plays {2:title} in {3:area}.",
    "idle": "{1:title}: nothing happens.",
    "fusion": "{1:seat} has played {2:cards} with Mr. Fusion.",
    "combat": "Combat in {1:area}.",
    "fought_again": "{1:seat} has the combat in {2:area} fought again.",
    "no_combat": "No combat is possible in {1:area}.",
    "attacks": "{1:seat}: {2:unit} attacks {3:seat} in {4:area}.",
    "strikes_fallen": "{1:seat}: {2:unit}, killed in this combat, still attacks {3:seat} in {4:area}.",
    "shot": "{1:seat} makes an attack on {2:seat} in {3:area}.",
    "no_prey": "{1:seat}: Bully G.O.A.T. can attack nobody next to {2:area}.",
    "held_fire": "{1:seat} makes no attack in {2:area}.",
    "rolled": "{1:seat} rolls {2}, needing {3}: {4:hit}.",
    "wounded": "{1:seat}: {2:unit} is wounded by {4:seat} in {3:area}.",
    "died": "{1:seat} loses {2:unit} in {3:area}, killed by {4:seat}.",
    "cancelled": "{1:seat}: the Gnome of Zürich cancels the hit for 2.",
    "biohazard": "Biohazard: {1:seat} has lost units in {2:area}, and each opponent sacrifices one there.",
    "doomed": "Basta leaves {3:area}: {2:seat} must sacrifice a unit there.",
    "spared": "Basta leaves {3:area}: {1:seat} names {2:seat}, who has no unit there.",
    "assassin": "{1:seat} sends the Hitman to {2:unit} of {3:seat} in {4:area}.",
    "returned": "{1:seat}: {2:unit} stands up again in {3:area}.",
    "came": "{1:seat}: {2:unit} comes to {3:area}.",
    "threw": "{2:card} is discarded by {1:seat}.",
    "stunned": "{1:seat} discards the unrevealed token of {2:seat} on {3:space}.",
    "nuked": "{1:seat} destroys everything in {2:area}.",
    "used_skill": "{1:seat} uses the skill of {2:area}.",
    "swapped": "{1:seat} exchanges the tokens on {2:space} and {3:space}.",
    "turned": "{1:seat} reveals {2:card} from the deck.",
    "took_card": "{1:seat} takes {2:card} in hand.",
    "peeked": "{1:seat} looks at the token on {2:space}.",
    "saw_token": "On {3:space} lies {2:token}.",
    "turned_down": "{1:seat} turns {2:token} on {3:space} face down.",
    "took": "{1:seat} takes control of {2:area}.",
    "unlearned": "{1:seat} has lost the University: readied patsies are exhausted.",
    "marker_back": "{1:seat} has no room for {3:marker} from {2:area}: it is not captured.",
    "captured": "{1:seat} captures {3:marker} on {2:area}.",
    "area_points": "{1:seat} scores {2:area_points}.",
    "plan_points": "{1:seat} scores {2:plan_points}; the objective: {3:objective}.",
    "capitol": "{1:seat} takes capitol token {2}.",
    "no_capitol": "Nobody controls the Capitol: token {1} is discarded.",
    "target_is": "The target of {1:seat} is {3:area}.",
    "scores": "The plan {2:plan} is scored by {1:seat}.",
    "kept_plan": "You keep {2:plan}: none of its objectives is met any more.",
    "scored_none": "{1:seat} scores no plan.",
    "upgraded": "{1:seat} takes {3:upgrade}, the level {2} upgrade.",
    "healed": "The Mother Oozes of {1:seat} in {2:area} heal.",
    "forced": "The rules leave {1:seat} nobody to attack but {2:seat}: the promise is not broken by that.",
    **deals.EVENTS,
    "promise_broken": "{1:seat} breaks the promise to {2:seat}: {3:promise}.",
    "won": "{1:seat} wins.",
    "drawn": "Nobody wins: the points are equal, and none of the tied holds a capitol token.",
}

SEVERAL = tuple(face <= BATTLE or any(mix.count(face) > 1 for mix in TOKEN_MIX) for face in range(len(TOKEN)))
PURPOSES = (  # of a payment: see pay.py
    "to place the token",
    "to activate the token",
    "to deploy the unit",
    "for what cards add here",
    "to play the card",
    "to cancel the hit",
    "as the card demands",
)
CAPTURED = {  # by space of a capture track
    "energy": "1 area point and 1 energy a turn",
    "card": "1 area point and 1 card a turn",
    "points": "2 area points",
}
MANY = {"goon": "goons", "mole": "moles", "talent": "talents", "patsy": "patsies", "champion": "champions"}
PURSES = ("with energy first", "with resources first", "as you are asked each time")


_WHERE = {
    "own_target": "your target",
    "enemy_target": "an enemy target",
    "enemy_area": "an enemy area",
    "any": "any area",
}
_ALL_OF = {
    **_WHERE,
    "enemy_target": "enemy targets",
    "enemy_area": "enemy areas",
}  # counted together (objective.11)


@lru_cache(maxsize=1_000)
def need_text(need: Need) -> str:
    """A need in words."""
    n, unit = need.n, "unit" if need.unit == "any" else need.unit
    present = counted(n, unit, "patsies" if unit == "patsy" else "")
    return {
        "units": f"{n} units in play",
        "control": f"control {n} areas",
        "control_enemy_target": f"control {counted(n, 'enemy target')}",
        "own_target": "control your target",
        "kill": f"kill {n} enemy units",
        "kill_most": "kill more enemy units than anybody else",
        "lose": f"lose {n} units",
        "markers": f"possess {counted(n, 'enemy marker')}",
        "skills": f"use {n} area skills",
        "tokens": f"activated tokens in {n} areas",
        "card_tokens": f"activated card tokens in {n} areas",
        "fusion": f"play {n} cards with Mr. Fusion",
        "discard": f"discard {n} cards",
        "influence": f"{n} influence in {'each of ' * (need.areas > 1)}{counted(need.areas, 'area')}",
        "exterminate": f"exterminate {counted(n, 'area') if need.where == 'any' else _WHERE[need.where]}",
        "presence": f"{present} in {(_ALL_OF if n > 1 else _WHERE)[need.where]}",
    }[need.kind]


def objective_text(objective: Objective) -> str:
    return " and ".join(map(need_text, objective.needs))


def area_name(area: int) -> str:
    return "the reserves" if area == RESERVES else f"the {AREA[area].name}"


def unit_name(s: FactionCity, unit: int) -> str:
    """a goon, a readied talent, a wounded Mother Ooze, The Fixer"""
    seat, form = OWNER_OF[unit], FORM_OF[unit]
    kind = KIND[form]
    faction = s.faction[seat]
    marks = ["wounded"] * WOUNDED[form] + ["readied"] * READIED[form]
    if kind == CHAMPION:
        name = UNIT[faction][CHAMPION].name
        several = FACTION[faction].units["champion"] > 1
        if not several:
            return name + (f" ({', '.join(marks)})" if marks else "")
    else:
        name = UNIT_NAMES[kind]
    return " ".join(["a", *marks, name])


def stats(cost: int, dice: Sequence[int], influence: int, tough: bool, skilled: bool) -> str:
    """What is printed on a unit."""
    attacks = " ".join(f"{need}+" for need in dice)
    parts = [f"costs {cost}", f"attacks {attacks}" if attacks else "no attack", f"influence {influence}"]
    return ", ".join([*parts, *["tough"] * tough, *["skilled"] * skilled])


def with_mark(text: str, kau: bool) -> str:
    return f"{text} Bears Kau's mark." if kau else text


def unit_title(s: FactionCity, seat: int, kind: int) -> str:
    """A type of a seat's units by its name."""
    return UNIT[s.faction[seat]][CHAMPION].name if kind == CHAMPION else UNIT_NAMES[kind]


def seat_behind(s: FactionCity, kind: str, number: int) -> int | None:
    """Whose token lies on a space."""
    return s.token_owner(s.track[number]) if kind == "holder" and s.track[number] >= 0 else None


def name(s: FactionCity, kind: str, number: int) -> str:
    if kind == "area":
        return area_name(number)
    if kind == "unit":
        return unit_name(s, number)
    if kind == "space":
        area = AREA_OF[number]
        return f"space {SPACES_OF[area].index(number) + 1} of {area_name(area)}"
    if kind == "facing":
        return f"the {TOKEN[s.face[s.track[number]]].name} token" if s.up[number] else "a face-down token"
    if kind == "type":
        return TOKEN[number].name
    if kind == "faction":
        return FACTION[number].name
    if kind == "marker":
        return (
            "the setup marker" if number == PURPLE else f"the marker of the {FACTION[s.faction[number]].name}"
        )
    if kind == "objective":
        return objective_text(OBJECTIVE[number])
    if kind == "upgrade":
        return UPGRADE[number].name
    if kind == "purse":
        return PURSES[number]
    if kind == "purpose":
        return PURPOSES[number]
    if kind == "hit":
        return "a hit" if number else "a miss"
    if kind in _COUNTED:
        return so_many(number, _COUNTED[kind])
    dealt = DEALS.name(s, kind, number)
    return str(number) if dealt is None else dealt


_COUNTED = {
    "resources": "resource",
    "cards": "card",
    "area_points": "area point",
    "plan_points": "plan point",
}


def face_name(s: FactionCity, kind: str, face: int) -> str:
    if kind == "plan":
        return PLAN[face].name
    if kind == "token":
        return f"{'a' if SEVERAL[face] else 'the'} {TOKEN[face].name} token"
    if kind == "target":
        target = s.box.target[face]
        return area_name(target) if target >= 0 else "nowhere"
    if kind == "cost":
        return str(s.box.cost[face])
    return s.box.cards[face].name if kind == "title" else s.box.with_target[face]


# Kinds of hidden pieces, and what can be said of one whose face is not known. A card is told by its name and target,
# by its title alone, by its target alone or by its cost.
BACK_NAMES = {
    "card": "a card",
    "plan": "a plan",
    "token": "a token",
    "title": "a card",
    "target": "an area",
    "cost": "its cost",
}
