"""One test for each power, weapon, talent, villain and hero."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import knaves
from knaves.games.arch_villain.cards.names import ITEMS, TYPES
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    asked,
    blow,
    events,
    options,
    put,
    say,
    seen,
    slot,
    state,
    strike,
    table,
)
from tests.support import clause, with_dice


def raw(name: str, rows: str) -> list[dict[str, object]]:
    text = files("knaves.games.arch_villain").joinpath(f"cards/{name}.toml").read_text("utf-8")
    found: list[dict[str, object]] = tomllib.loads(text)[rows]
    return found


def by_id(name: str, rows: str) -> list[object]:
    return [pytest.param(row, id=str(row["id"])) for row in raw(name, rows)]


def done_alone(p: knaves.Position, card: str, pips: int) -> int:
    """The damage of one die on this card, beside a Laser Pistol that hits for 3 (a plus needs that)."""
    put(p, "laser_pistol", 4)
    put(p, card, pips)
    if options(p, "damage"):
        p.apply(0, options(p, "damage")[0])
    return blow(p)[0] - 3


@pytest.mark.parametrize("row", by_id("powers", "power"))
def test_power(row: dict[str, object]) -> None:
    card, damage = str(row["id"]), row["damage"]
    assert isinstance(damage, list)
    first = 2 if card == "illusions" else 1  # with Illusions there are no 1s
    for pips in range(first, 7):
        p = arrest([4, pips, 1], [card, "laser_pistol"], villain="hangman_blue")
        assert done_alone(p, card, pips) == damage[pips - 1]
    loads = options(arrest([6, 6], [card, "laser_pistol"], turn="range"), "load")
    reaches = bool(row.get("range")) or card == "true_flight"
    assert (len(loads) == 2) == reaches
    p = arrest([5] * 5, [card, "laser_pistol"], villain="hangman_blue")
    squares = 0
    while ("load", slot(p, card)) in options(p):
        put(p, card, 5)
        if options(p, "damage"):
            p.apply(0, options(p, "damage")[0])
        squares += 1
    assert squares == row["squares"]
    for item in row.get("items", []):  # type: ignore[attr-defined]
        p = arrest([item["face"], 1], [card, "laser_pistol"], villain="hangman_blue", health=20)
        put(p, card, item["face"])
        assert options(p, "item") == [("item", slot(p, card), ITEMS.index(item["item"]), item["amount"])]
        before = dict(seen(p)["players"][0])
        heard = events(p)
        p.apply(0, options(p, "item")[0])
        strike(p)
        gained = next(event for event in heard if event.kind in ("gained", "gained_one"))
        assert gained.things[:3] == (0, ITEMS.index(item["item"]), item["amount"])
        assert before["energy"] == 0


@clause(GAME, "types.1", "types.2")
def test_types_and_origins() -> None:
    powers = BOX.tables.power
    assert {power.type for power in powers} == set(TYPES)
    assert len({power.origin for power in powers}) == 6
    assert len({(power.type, power.origin) for power in powers}) == 24
    assert all(BOX.type[BOX.face_of[weapon.id]] == -1 for weapon in BOX.tables.weapon)


@pytest.mark.parametrize("row", by_id("weapons", "weapon"))
def test_weapon(row: dict[str, object]) -> None:
    card, symbols, base = str(row["id"]), row["symbols"], row["base"]
    assert isinstance(symbols, list)
    assert isinstance(base, int)
    skill = ["agility", "strength", "mental"].index(str(row["skill"]))
    for level in (0, 2):
        skills = [0, 0, 0]
        skills[skill] = level
        for pips in range(1, 7):
            p = arrest([pips, 1], [card, "vine_snare"], skills=skills)
            put(p, card, pips)
            assert blow(p)[0] == (0 if symbols[pips - 1] < 0 else base + symbols[pips - 1] * level)
    p = arrest([6, 6, 6], [card, "vine_snare"], turn="range")
    assert (("load", slot(p, card)) in options(p)) == bool(row.get("range"))
    p = arrest([5] * 4, [card, "vine_snare"])
    squares = 0
    while ("load", slot(p, card)) in options(p):
        put(p, card, 5)
        squares += 1
    assert squares == row["squares"]


# ---------------------------------------------------------------- talents


def hand_hit(cards: list[str], **words: object) -> int:
    return blow(arrest([6, 1], [*cards, "vine_snare"], skills=[2, 0, 0], **words))[0]


@clause(GAME, "talent.1")
def test_boxer() -> None:
    assert hand_hit(["boxer"]) == hand_hit([]) + 1


def test_martial_arts() -> None:
    row = BOX.tables.talent[0]
    assert row.id == "martial_arts"
    for pips in range(1, 7):
        p = arrest([pips, 1], ["martial_arts", "vine_snare"])
        put(p, "martial_arts", pips)
        assert blow(p)[0] == row.damage[pips - 1]


def test_martial_arts_is_enough_for_a_plus() -> None:
    p = arrest([6, 6], ["martial_arts", "ember_focus"])
    put(p, "martial_arts", 6)
    put(p, "ember_focus", 6)
    assert blow(p)[0] == 6 + BOX.table[BOX.face_of["ember_focus"]][6]


def test_detective() -> None:
    spaces = {"dockside": ["die"], "rooftops": ["die"]}
    assert options(table(2, [{"cards": ["detective"]}], turn="range", spaces=spaces), "two_spaces")


def test_marksman() -> None:
    for pips, more in ((5, 1), (2, 0)):  # a miss stays a miss
        one = arrest([pips, 1], ["laser_pistol", "vine_snare"])
        two = arrest([pips, 1], ["marksman", "laser_pistol", "vine_snare"])
        put(one, "laser_pistol", pips)
        put(two, "laser_pistol", pips)
        assert blow(two)[0] == blow(one)[0] + more


def next_round(cards: list[str], **player: object) -> tuple[dict[str, object], dict[str, object]]:
    """A player before and after a round's end in which he was knocked out, or arrested if he says so."""
    won = {"fate": "arrested", "arrested_on": "3", "reward": "contact"}
    mine = {"cards": cards, "energy": 10, **player}
    p = table(3, [mine, won | {"reward": "weapon"}, {}], turn="4", villain="crimson_death", seat=2)
    before = dict(seen(p)["players"][0])
    say(p, "protect", "power")
    assert seen(p)["round"] == 2
    return before, dict(seen(p)["players"][0])


OUT = {"fate": "knocked out"}


def gains(cards: list[str], what: str) -> int:
    before, after = next_round(cards, **OUT)
    return int(after[what]) - int(before[what])  # type: ignore[call-overload, no-any-return]


def test_financier() -> None:
    assert gains(["financier"], "energy") == gains([], "energy") + 3


def test_field_medic() -> None:
    assert gains(["field_medic"], "health") == gains([], "health") + 1


def test_trauma_care() -> None:
    assert gains(["trauma_care"], "health") == gains([], "health") + 2
    assert gains(["trauma_care"], "energy") == gains([], "energy") + 3


def test_prosecutor() -> None:
    won = {"fate": "arrested", "arrested_on": "3", "reward": "contact"}
    _, plain = next_round([], **won)
    _, more = next_round(["prosecutor"], **won)
    assert int(more["score"]) == int(plain["score"]) + 3  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("talent", "kind", "card"), [("gene_bank", "power", "sunburst"), ("gunsmith", "weapon", "chain")]
)
def test_gene_bank_and_gunsmith(talent: str, kind: str, card: str) -> None:
    price = BOX.cost[BOX.face_of[card]]
    p = table(
        2, [{"cards": [talent], "energy": price - 2}], spaces={"dockside": [card, "die"]}, decks={kind: []}
    )
    say(p, "space", "dockside")
    assert options(p, "buy") == [("buy", slot(p, card), price - 2)]
    p = table(2, [{"cards": [], "energy": price - 2}], spaces={"dockside": [card, "die", "health"]})
    say(p, "space", "dockside")
    assert not options(p, "buy")


def test_cell_memory() -> None:
    p = table(2, [{"cards": ["cell_memory", "lightning"], "dice": 3}], turn="3")
    say(p, "arrest", state(p).villain_slot)
    assert sum(state(p).pool) == 4


@pytest.mark.parametrize(
    ("talent", "card", "villain"),
    [("hybrid_study", "beast_shape", "madame_vitriol"), ("profiler", "mind_blast", "the_actuary")],
)
def test_hybrid_study_and_profiler(talent: str, card: str, villain: str) -> None:
    row = next(row for row in BOX.villains if row.id == villain)
    for cards, defence in (([card], row.special[0].number), ([card, talent], row.red)):
        p = arrest([6, 1], [*cards, "laser_pistol"], villain=villain, round=1)
        put(p, card, 6)
        assert blow(p)[1] == defence


def struck(cards: list[str], dice: list[int]) -> int:
    """Health lost to these dice of Crimson Death in round 3."""
    words = {"round": 3, "turn": "4", "villain": "crimson_death", "step": "retaliation", "dice": dice}
    return 9 - seen(table(2, [{"cards": cards, "health": 9}], **words))["players"][0]["health"]


def test_surgeon() -> None:
    assert (struck([], [6, 6]), struck(["surgeon"], [6, 6]), struck(["surgeon"], [1, 2])) == (4, 3, 0)


def test_steel_skin() -> None:
    assert (struck(["steel_skin"], [6, 6]), struck(["steel_skin", "surgeon"], [6])) == (3, 0)


@pytest.mark.parametrize("card", ["negotiator", "quick_feet"])
def test_negotiator_and_quick_feet(card: str) -> None:
    p = table(2, [{"cards": [card], "health": 20}], turn="4")
    heard = events(p)
    say(p, "green", "energy")
    rolled = next(event for event in heard if event.kind == "villain_rolls")
    assert sum(pips > 0 for pips in rolled.things[1:]) == 3


def test_champions_heart() -> None:
    assert hand_hit(["champions_heart"]) == hand_hit([]) + 1


def test_inventor() -> None:
    p = arrest([3, 1], ["inventor", "lightning", "laser_pistol"], energy=1)
    say(p, "load", "lightning")
    at = slot(p, "lightning")
    assert {o[1:] for o in options(p, "raise")} >= {(at, 3, 5, 0), (at, 3, 6, 1)}
    p.apply(0, ("raise", at, 3, 5, 0))
    say(p, "load", "laser_pistol")
    assert options(p, "raise") == []  # a 1 needs three pips more, and the free ones are gone


@clause(GAME, "talent.2")
@pytest.mark.parametrize("row", by_id("talents", "talent"))
def test_talent_points_are_scored_when_it_is_gained(row: dict[str, object]) -> None:
    p = table(2, [{"energy": 20}], spaces={"dockside": [row["id"]]})
    say(p, "space", "dockside")
    assert seen(p)["players"][0]["score"] == row.get("points", 0)


# ---------------------------------------------------------------- villains


@pytest.mark.parametrize("row", by_id("villains", "villain"))
def test_villain(row: dict[str, object]) -> None:
    red, hearts = int(str(row["red"])), int(str(row["hearts"]))
    champion = {
        "energy_emission": "sunburst",
        "mental_powers": "mind_blast",
        "life_form_control": "beast_shape",
        "physical_enhancement": "giant_strength",
    }
    special = {one["type"]: one["number"] for one in row.get("special", [])}  # type: ignore[attr-defined]
    for kind, card in champion.items():
        p = arrest([6, 1], [card, "laser_pistol"], villain=str(row["id"]), round=3)
        assert blow(p)[1] == red + 10
        put(p, card, 6)
        assert blow(p)[1] == special.get(kind, red) + 10
    words = {"round": 1, "turn": "3", "villain": row["id"], "step": "retaliation", "dice": [6, 6, 1]}
    p = table(2, [{"health": 9}], **words)
    assert seen(p)["players"][0]["health"] == 9 - 2 * hearts
    won = {"fate": "arrested", "arrested_on": "2", "reward": "health"}
    p = table(2, [{}, won], villain=row["id"], round=3, turn="5")
    say(p, "protect", "power")
    assert seen(p)["players"][1]["score"] == red + BOX.round_points[3]


# ---------------------------------------------------------------- heroes


@pytest.mark.parametrize("row", by_id("heroes", "hero"))
def test_hero_starts_and_tracks(row: dict[str, object]) -> None:
    me = seen(table(2, [{"hero": row["id"]}]))["players"][0]
    assert (me["health"], me["dice"], list(me["ends"].values())) == (
        row["health"],
        row["dice"],
        row["skills"],
    )


def test_comet_raises_one_pip_free() -> None:
    p = arrest([5, 5], ["lightning", "laser_pistol"], hero="comet", energy=0)
    say(p, "load", "lightning")
    assert ("raise", slot(p, "lightning"), 5, 6, 0) in options(p)


def test_moth_gets_energy_each_round() -> None:
    before, after = next_round([], hero="moth", **OUT)
    assert int(after["energy"]) - int(before["energy"]) == 5 + 1  # type: ignore[call-overload]


def test_switchback_pays_less_for_talents() -> None:
    price = BOX.cost[BOX.face_of["boxer"]]
    p = table(2, [{"hero": "switchback", "energy": price - 2}], spaces={"dockside": ["boxer"]})
    say(p, "space", "dockside")
    assert seen(p)["players"][0]["energy"] == 0
    assert asked(p) == 1


def test_old_thunder_hits_harder() -> None:
    assert hand_hit([], hero="old_thunder") == hand_hit([]) + 1


def test_bulwark_begins_with_more_health() -> None:
    others = [hero.health for hero in BOX.heroes if hero.id != "bulwark"]
    assert seen(table(2))["players"][0]["health"] > max(others)


def test_cards_drawn_by_chance_are_told_by_name() -> None:
    p = table(2, [{"dice": 2, "cards": ["lightning"]}], turn="2", decks={"power": ["sunburst"]})
    with_dice(p, 1, 1)
    heard = events(p)
    say(p, "green", "power")
    assert p.text(heard[0], None) == "A chooses a power from the green list and draws Sunburst."


def test_free_pips_are_fresh_in_each_attempt() -> None:
    comet = {"hero": "comet", "cards": ["lightning"], "dice": 1, "energy": 0, "health": 30}
    p = table(2, [comet, {"fate": "left", "reward": "health"}], turn="2", villain="granite_saint")
    for blows in ((1, 1), (1, 1, 1)):
        with_dice(p, 3)
        say(p, "arrest", state(p).villain_slot)
        put(p, "lightning", 3, 4)
        dice = seen(p)["dice"]
        assert dice is not None
        assert [one["pips"] for one in dice["placed"]] == [4], "the first pip costs nothing"
        with_dice(p, *blows)
        strike(p)
