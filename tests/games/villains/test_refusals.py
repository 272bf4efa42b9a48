"""What cannot be chosen says why, by the rule that forbids it: skills, cards, tokens and combats."""

from __future__ import annotations

import knaves
from knaves.games.villains.cards import AREA_IDS
from tests.games.villains.table import (
    BANK,
    CAPITOL,
    CHURCH,
    FACTORY,
    POLICE,
    RESERVES,
    SEWERS,
    SUBWAY,
    UNIVERSITY,
    A,
    B,
    C,
    D,
    at,
    card,
    city,
    move,
    options,
    plan,
    play,
    reveal,
    rolls,
    state,
    unit,
    use_card,
    waits,
    why,
)
from tests.support import ask_of, clause

ALIKE = "Whole or wounded, readied or not: units of a type are alike here. Choose the type."


def told(pos: knaves.Position, thing: str) -> tuple[str, str]:
    """Why the seat that is waited for cannot choose a thing."""
    no = ask_of(pos).why_not(waits(pos), thing)
    assert no is not None
    return no.reason, no.clause


def skill(area: str, number: int, **words: object) -> knaves.Position:
    """Seat A has used a skill with a readied talent; B holds the table."""
    units = {"A": {area: ["readied talent"]}}
    for seat, rows in words.pop("units", {}).items():  # type: ignore[attr-defined]
        units[seat] = {**units.get(seat, {}), **rows}
    tokens = {"police": ["A card"], **words.pop("tokens", {})}  # type: ignore[dict-item]
    pos = city(step="act", units=units, tokens=tokens, **words)
    play(pos, "skill", number)
    return pos


@clause("villains", "capitol.5", "capitol.7")
def test_tokens_that_cannot_be_exchanged() -> None:
    rows = {"bank": ["A card", "B card up"], "church": ["A deploy", "C card"], "sewers": ["D card"]}
    pos = skill("capitol", CAPITOL, tokens=rows)
    assert told(pos, f"space:{at(SEWERS, 1)}") == ("It is the only token of its area.", "capitol.7")
    assert told(pos, f"space:{at(SEWERS, 2)}") == ("No token lies there.", "capitol.5")
    three = skill(
        "capitol", CAPITOL, tokens={"bank": ["A card", "B card up", "C card"], "church": ["A card"]}
    )
    play(three, "swap", at(BANK, 1))
    assert told(three, f"space:{at(CHURCH, 1)}") == ("Both tokens are of one area.", "capitol.5")
    assert told(three, f"space:{at(BANK, 1)}") == ("It is chosen already.", "capitol.5")


@clause("villains", "sewers.2", "sewers.6")
def test_units_without_a_twin() -> None:
    mine = {"sewers": ["readied talent"], "bank": ["goon"], "church": ["talent"], "police": ["7 mole"]}
    pos = skill("sewers", SEWERS, units={"A": mine, "B": {"bank": ["mole"]}})
    assert told(pos, f"unit:{unit(A, 'mole')}") == (
        "No other unit of its type can be deployed beside it.",
        "sewers.6",
    )
    assert told(pos, f"unit:{unit(B, 'mole')}") == ("Choose a unit of yours.", "sewers.2")
    assert told(pos, f"unit:{unit(A, 'readied talent')}") == (ALIKE, "sewers.2")


@clause("villains", "police.4", "police.6")
def test_units_that_the_police_cannot_send() -> None:
    mine = {"bank": ["talent", "patsy", "goon"], "church": ["mole"], "subway": ["2 wounded champion"]}
    foes = {"bank": ["2 patsy"], "church": ["goon"]}
    pos = skill(
        "police",
        POLICE,
        units={"A": mine, "B": foes},
        rules=[{"card": "cease_fire", "by": "C", "area": "church"}],
    )
    assert told(pos, f"unit:{unit(A, 'patsy')}") == ("It has no attack value.", "police.6")
    assert told(pos, f"unit:{unit(A, 'mole')}") == (
        "It stands where there is no enemy that it may attack.",
        "police.6",
    )
    assert told(pos, f"unit:{unit(B, 'goon')}") == ("One of your own units attacks.", "police.4")
    assert told(pos, f"unit:{unit(A, 'readied talent')}") == (ALIKE, "police.4")


@clause("villains", "attack.3", "combat.8")
def test_who_cannot_be_attacked_outside_combat() -> None:
    foes = {seat: {"bank": ["patsy"]} for seat in "BC"}
    pos = skill("police", POLICE, units={"A": {"bank": ["goon"]}, **foes})
    shot = city(
        step="act",
        units=foes,
        hands={"A": ["public_backlash"]},
        tokens={"bank": ["A card"], "police": ["A card"]},
    )
    use_card(shot, BANK, "public_backlash")
    for one in (pos, shot):
        assert told(one, f"seat:{A}") == ("Nobody attacks their own units.", "attack.3")
        assert told(one, f"seat:{D}") == ("No living unit of that player is there.", "combat.8")


@clause("villains", "factory.5", "factory.6")
def test_where_the_factory_starts_no_combat() -> None:
    mine = {"bank": ["goon"], "church": ["goon"], "subway": ["goon"], "sewers": ["goon"]}
    foes = {"bank": ["patsy"], "church": ["patsy"], "sewers": ["patsy"], "university": ["goon"]}
    pos = skill(
        "factory",
        FACTORY,
        units={"A": mine, "B": foes},
        rules=[{"card": "cease_fire", "by": "C", "area": "church"}],
    )
    assert told(pos, f"area:{UNIVERSITY}") == ("You have no unit there.", "factory.5")
    assert told(pos, f"area:{CHURCH}") == ("Units may not attack there.", "factory.6")
    assert told(pos, f"area:{SUBWAY}") == ("No combat can take place there.", "factory.5")


@clause("villains", "university.4", "church.3", "subway.4")
def test_tokens_and_areas_that_other_skills_cannot_take() -> None:
    rows = {"bank": ["A deploy up", "A card up", "B deploy", "C deploy up"]}
    look = skill("university", UNIVERSITY, tokens=rows)
    assert told(look, f"space:{at(BANK, 1)}") == ("That token is revealed: all see it.", "university.4")
    assert told(look, f"space:{at(BANK, 5)}") == ("No token lies there.", "university.4")
    church = skill("church", CHURCH, tokens=rows)
    assert told(church, f"space:{at(BANK, 4)}") == ("No token of yours lies there.", "church.3")
    assert told(church, f"space:{at(POLICE, 1)}") == ("That token is not activated.", "church.3")
    subway = skill(
        "subway",
        SUBWAY,
        factions=["robots", "mutants", "cult", "mafia"],
        energy={"A": 1},
        rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
    )
    said = ("There is no unit that you could deploy there and pay for.", "subway.4")
    assert told(subway, f"area:{BANK}") == said


@clause("villains", "church.3", "skill.4", "skill.5", "skill.6")
def test_skills_that_a_card_cannot_borrow() -> None:
    pos = city(
        ["scientists", "mutants", "aliens", "mafia"],
        step="act",
        hands={"A": ["blackstone_encryption", "windfall"]},
        units={"A": {"church": ["patsy"], "bank": ["patsy"], "police": ["patsy"], "factory": ["patsy"]}},
        used={"A": ["bank"]},
        tokens={"sewers": ["A fusion"], "police": ["A card up", "A card up"], "capitol": ["A card"]},
    )
    use_card(
        pos, SEWERS, "blackstone_encryption"
    )  # only the Church is left, and has two tokens to choose from
    assert told(pos, f"space:{at(SEWERS, 1)}") == ("Its own card is being resolved.", "church.3")
    two = city(
        step="act",
        hands={"A": ["blackstone_encryption"]},
        units={
            "A": {"laboratory": ["patsy"], "bank": ["patsy"], "police": ["patsy"], "university": ["patsy"]}
        },
        used={"A": ["bank"]},
        tokens={"sewers": ["A card"], "capitol": ["A card"]},
    )
    use_card(two, SEWERS, "blackstone_encryption")
    assert told(two, f"area:{BANK}") == ("You have used that skill this turn.", "skill.5")
    nobody = "None of your units stands where there is an enemy that it may attack."
    assert told(two, f"area:{POLICE}") == (nobody, "police.6")
    assert told(two, f"area:{CHURCH}") == ("You have no unit there.", "skill.4")


@clause("villains", "robots.7", "conflict.2")
def test_where_bully_goat_does_not_attack() -> None:
    foes = {"B": {"university": ["goon"], "factory": ["goon"], "capitol": ["goon"], "church": ["goon"]}}
    pos = city(
        ["robots", "scientists", "aliens", "communists"],
        step="act",
        units={"A": {"bank": ["readied champion"]}, **foes},
        rules=[{"card": "cease_fire", "by": "B", "area": "factory"}],
        tokens={"police": ["A card"]},
    )
    play(pos, "skill", BANK)
    assert told(pos, f"area:{BANK}") == ("It attacks in an adjacent area.", "robots.7")
    assert told(pos, f"area:{CHURCH}") == ("It attacks in an adjacent area.", "robots.7")
    assert told(pos, f"area:{FACTORY}") == ("Units may not attack there.", "conflict.2")


@clause("villains", "combat.2", "combat.3", "combat.6", "combat.8", "combat.9")
def test_who_does_not_attack_in_a_combat_and_who_is_not_hit() -> None:
    pos = city(
        step="combat",
        combat=["bank"],
        units={
            "A": {"bank": ["goon", "mole", "patsy", "readied talent"]},
            "B": {"bank": ["mole", "goon"]},
            "C": {"bank": ["goon"]},
        },
    )
    assert told(pos, f"seat:{A}") == ("Nobody attacks their own units.", "combat.3")
    assert told(pos, f"seat:{D}") == ("No living unit of that player is there.", "combat.8")
    assert told(pos, f"unit:{unit(A, 'patsy')}") == ("It has no attack value.", "combat.9")
    assert told(pos, f"unit:{unit(A, 'readied talent')}") == (ALIKE, "combat.2")
    assert told(pos, f"unit:{unit(B, 'mole')}") == (
        "A unit of yours attacks, and its enemy chooses who is hit.",
        "combat.6",
    )
    rolls(pos, 9, 1)
    play(pos, "attack", unit(A, "goon"), B)
    assert waits(pos) == B
    assert told(pos, f"unit:{unit(A, 'mole')}") == (
        "Who is hit gives the hit to a unit of their own.",
        "combat.6",
    )
    assert told(pos, f"unit:{unit(B, 'talent')}") == ("You have no such unit alive in this area.", "combat.6")
    play(pos, "hit", unit(B, "mole"))
    assert told(pos, f"unit:{unit(A, 'goon')}") == (
        "You have none of that type left to attack in this combat.",
        "combat.2",
    )


@clause("villains", "bankers.6", "cost.2")
def test_the_gnome_is_not_paid_with_what_is_not_there() -> None:
    pos = city(
        ["mutants", "bankers", "aliens", "mafia"],
        step="act",
        energy={"B": 1},
        resources={"C": 3},
        units={"A": {"bank": ["mole"]}, "B": {"bank": ["champion"]}},
        tokens={"bank": ["A battle"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    rolls(pos, 9)
    play(pos, "activate")
    assert why(pos, B, "cancel", unit(B, "champion")) == ("It costs 2 and you have 1.", "bankers.6")


@clause("villains", "sacrifice.1", "mafia.4", "mafia.5")
def test_units_that_are_not_sacrificed_or_hit() -> None:
    pos = city(
        ["cult", "mutants", "aliens", "mafia"],
        step="act",
        units={
            "A": {"capitol": ["champion", "patsy"]},
            "B": {"capitol": ["goon", "mole"], "bank": ["patsy"]},
        },
        tokens={"bank": ["A move"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    move(pos, unit(A, "champion"), CAPITOL)
    play(pos, "done")
    assert told(pos, f"seat:{A}") == ("Name an enemy: yours are spared.", "cult.8")
    play(pos, "doom", B)
    assert told(pos, f"unit:{unit(B, 'patsy')}") == ("You have no such unit there.", "sacrifice.1")
    assert told(pos, f"unit:{unit(A, 'patsy')}") == ("A player sacrifices units of their own.", "sacrifice.1")
    hit = city(
        ["mafia", "mutants", "aliens", "cult"],
        step="act",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["champion", "goon", "mole"], "church": ["talent"]}},
        tokens={"bank": ["A hitman"], "police": ["A card"]},
    )
    reveal(hit, BANK)
    play(hit, "activate")
    assert told(hit, f"unit:{unit(B, 'champion')}") == ("Champions cannot be chosen.", "mafia.5")
    assert told(hit, f"unit:{unit(B, 'talent')}") == ("No such unit is in the area of the token.", "mafia.4")
    assert told(hit, f"unit:{unit(A, 'goon')}") == ("The Hitman hits an enemy unit.", "mafia.4")
    assert told(hit, f"seat:{C}") == ("That player has no basic unit there.", "mafia.5")


@clause("villains", "mafia.2")
def test_whose_target_cannot_be_looked_at() -> None:
    hands = {"A": ["@bank", "@church"], "B": ["@bank"], "C": ["@church"]}
    pos = city(["mafia", "bankers", "robots", "cult"], step="targets", hands=hands)
    for seat in (B, C):
        ask = ask_of(pos)
        if seat in ask.seats:
            pos.apply(seat, ask.options(seat)[0])
    assert options(pos, "look_at")
    assert told(pos, f"seat:{D}") == ("That player has no target.", "mafia.2")
    assert told(pos, f"seat:{A}") == ("You look at the target of an enemy.", "mafia.2")


@clause("villains", "card.1", "card.3", "unit.5")
def test_what_cards_cannot_take() -> None:
    fusion = city(
        ["scientists", "mutants", "aliens", "mafia"],
        step="act",
        energy={"A": 1},
        hands={"A": ["windfall", "windfall", "suitcase_nuke", "massacre"]},
        tokens={"bank": ["A fusion"], "police": ["A card"]},
    )
    use_card(fusion, BANK, "massacre")
    assert why(fusion, A, "play", card(fusion, A, "suitcase_nuke")) == (
        "It costs 3 here and you have 0.",
        "card.1",
    )
    duel = city(
        step="act",
        hands={"A": ["high_noon"]},
        units={"A": {"church": ["7 mole"]}, "B": {"church": ["6 talent", "goon", "readied talent"][:2]}},
        tokens={"bank": ["A card"], "police": ["A card"]},
    )
    use_card(duel, BANK, "high_noon")
    none = ("One of that type is not in their reserves and in yours.", "card.3")
    assert told(duel, f"unit:{unit(B, 'mole')}") == none  # A has none left
    assert told(duel, f"unit:{unit(B, 'talent')}") == none  # nor has B of these
    assert told(duel, f"unit:{unit(B, 'champion')}") == ("A champion is no basic unit.", "unit.5")
    assert told(duel, f"unit:{unit(A, 'goon')}") == (
        "Choose an enemy's: yours of its type comes with it.",
        "card.3",
    )
    stupor = city(
        step="act",
        hold="D",
        hands={"A": ["stupor"]},
        tokens={
            "bank": ["C card up", "A card", "B card", "C card", "A deploy"],
            "police": ["B card", "A card"],
        },
    )
    use_card(stupor, BANK, "stupor")
    assert told(stupor, f"space:{at(BANK, 1)}") == ("That token is revealed.", "card.3")
    assert told(stupor, f"space:{at(BANK, 5)}") == ("It discards an enemy's token.", "card.3")
    assert told(stupor, f"space:{at(POLICE, 1)}") == ("No token of that area lies there.", "card.4")


@clause("villains", "move.1", "move.5", "deploy.2", "deploy.5", "card.3")
def test_units_that_do_not_move_and_actions_that_are_not_left_undone() -> None:
    pos = city(
        step="act",
        units={
            "A": {"capitol": ["goon", "2 mole"], "bank": ["patsy"], "sewers": ["talent"]},
            "B": {"capitol": ["goon"]},
        },
        tokens={"bank": ["A move", "A deploy"], "police": ["A card"]},
        hands={"A": ["mobilize"]},
    )
    reveal(pos, BANK)
    play(pos, "activate")
    assert why(pos, A, "done") == ("At least one unit moves.", "move.5")
    assert told(pos, f"unit:{unit(A, 'patsy')}") == ("It stands there already.", "move.1")
    assert told(pos, f"unit:{unit(A, 'talent')}") == ("That area is not adjacent.", "area.4")
    assert told(pos, f"unit:{unit(A, 'champion')}") == ("You have no such unit in play.", "move.1")
    assert told(pos, f"unit:{unit(B, 'goon')}") == ("A player moves units of their own.", "move.1")
    (first, *_) = [o for o in options(pos, "move") if o[1:][1] == unit(A, "goon")]
    play(pos, *first)
    assert why(pos, A, *first) == ("It is chosen already.", "move.1")
    play(pos, "done")
    while waits(pos) != A:
        play(pos, *options(pos)[-1])
    mobilize = pos.clone()
    reveal(pos, BANK)
    play(pos, "activate")
    assert why(pos, A, "done") == ("At least one unit is deployed.", "deploy.5")
    assert told(pos, f"unit:{unit(B, 'goon')}") == ("A player deploys units of their own.", "deploy.2")
    use_card(mobilize, POLICE, "mobilize")
    assert why(mobilize, A, "done") == ("A card is resolved as fully as possible.", "card.3")
    play(mobilize, "deploy", unit(A, "goon"), RESERVES)
    assert why(mobilize, A, "done")[1] == "card.3"


@clause("villains", "objective.6", "plans.3")
def test_a_plan_that_is_scored_is_not_left_for_nothing() -> None:
    pos = city(
        ["scientists", "mutants", "aliens", "mafia"],
        step="score",
        plans={"A": ["post_human_ascension"]},
        control={"bank": "A"},
        targets={"A": "bank"},
        hands={"A": ["windfall", "stupor", "mobilize", "massacre"]},
    )
    play(pos, *options(pos, "score")[0])
    assert why(pos, A, "leave") == (
        "A plan is scored for one objective at least, and no other is met.",
        "plans.3",
    )
    play(pos, *options(pos, "throw")[0])
    assert why(pos, A, "leave") == (
        "What is begun is done: all its cards are discarded.",
        "objective.6",
    )


@clause("villains", "robots.3", "robots.4")
def test_a_wild_is_discarded_for_its_resource() -> None:
    pos = city(
        ["robots", "mutants", "aliens", "mafia"],
        step="act",
        tokens={"bank": ["A wild"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    assert why(pos, A, "discard") == (
        "A Wild is discarded as a battle token, which gives a resource.",
        "robots.4",
    )


@clause("villains", "deploy.8")
def test_while_a_side_is_chosen_no_unit_is() -> None:
    """Neither its cost nor the place of another unit is the reason."""
    mine = {"police": ["wounded champion"], "bank": ["goon"]}
    pos = city(
        step="act", units={"A": mine}, energy={"A": 1}, tokens={"bank": ["A deploy"], "church": ["A card"]}
    )
    reveal(pos, BANK)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "wounded champion"), POLICE)
    for other in ("wounded champion", "goon"):
        assert told(pos, f"unit:{unit(A, other)}") == (
            "The unit is chosen: say whether it comes healed.",
            "deploy.8",
        )


@clause("villains", "plans.6", "objective.6")
def test_while_cards_are_discarded_no_plan_is_chosen() -> None:
    """Whether its objectives are met is not the reason."""
    words: dict[str, object] = {
        "step": "score",
        "control": {"bank": "A", "church": "A", "police": "B"},
        "targets": {"A": "bank"},
        "units": {"A": {"police": ["mole"]}},
        "hands": {"A": ["windfall", "massacre", "mobilize", "stupor"]},
        "plans": {"A": ["post_human_ascension", "and_they_called_me_mad"]},
    }
    both = city(["scientists", "mutants", "aliens", "mafia"], **words)
    first, second = plan(both, A, "post_human_ascension"), plan(both, A, "and_they_called_me_mad")
    play(both, "score", first)
    play(both, "score", second)
    assert told(both, f"plan:{second}") == ("You have chosen it: it comes next.", "plans.6")
    one = city(["scientists", "mutants", "aliens", "mafia"], **words)
    play(one, "score", first)
    play(one, "no_score")
    assert told(one, f"plan:{second}") == ("It was not chosen: it is kept.", "plans.6")


@clause("villains", "skill.6", "capitol.7", "sewers.6", "police.6", "factory.5", "subway.4", "church.7")
def test_a_skill_that_cannot_be_used_says_what_it_wants() -> None:
    said = {
        "capitol": ("No area has two tokens to exchange.", "capitol.7"),
        "sewers": ("No unit of yours in play has a twin that you could deploy beside it.", "sewers.6"),
        "police": ("None of your units stands where there is an enemy that it may attack.", "police.6"),
        "factory": ("No combat can take place where you have a unit.", "factory.5"),
        "subway": ("There is no unit that you could deploy and pay for.", "subway.4"),
        "church": ("None of your activated tokens can be turned down.", "church.7"),
    }
    for name, refusal in said.items():
        pos = city(
            ["robots", "mutants", "cult", "mafia"],
            step="act",
            units={"A": {name: ["readied champion"]}},
            energy={"A": 0},
            tokens={"bank": ["A card"], "university": ["A card"]},
        )
        assert told(pos, f"area:{AREA_IDS.index(name)}") == refusal


@clause("villains", "place.2", "subway.1")
def test_another_area_is_too_late_once_the_token_is_chosen() -> None:
    """Nor is it for want of energy that was just spent."""
    pos = city(step="place", control={"subway": "A"}, energy={"A": 1})
    play(pos, "area", BANK)
    assert told(pos, f"area:{CHURCH}") == ("The area is chosen.", "place.2")
    play(pos, *options(pos, "token")[0])
    assert state(pos).energy[A] == 0 and options(pos, "space")
    assert told(pos, f"area:{CHURCH}") == ("The area is chosen.", "place.2")
