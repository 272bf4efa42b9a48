"""What the games' screen/board.py say: typed rows that boards lay out, and the stakes before a choice."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

import knaves
from knaves.core.board import AnswerTile, Board, BoardScene
from knaves.games.arch_villain.screen.board import HeroBoard
from knaves.games.arch_villain.screen.stakes import knocked_out
from knaves.games.arch_villain.screen.tracks import score_track
from knaves.games.arch_villain.view.types import HeroView
from knaves.games.new_angeles.screen.briefs import BRIEF, brief_of
from knaves.games.new_angeles.screen.stakes import side, ties
from knaves.games.syndicate.screen.rondel import SPACES, WEDGES
from knaves.games.villagers.screen.board import VillageBoard, range_words, rolls_words, variants_of
from knaves.games.villagers.screen.faces import here
from knaves.games.villagers.screen.stakes import attempt, best_for
from knaves.games.villagers.view import ChanceView, VillageView
from knaves.games.villains.rules.combat import attack_words
from knaves.games.villains.screen.phases import phase_of
from knaves.table import SeatPlan, TablePlan
from knaves.web.draw.rendering import GAMES_DIR, _computed, body_of
from knaves.web.draw.scene import Scene
from tests.games.new_angeles.table import deal, go, go_until, options, view
from tests.table.kit import open_hall, played
from tests.web.boards import Board as Shown
from tests.web.boards import answer, sheet

NAMES = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")


async def scene_of(game: str, words: dict[str, object], seat: int, seats: int = 4) -> Scene:
    async with open_hall() as hall:
        people = tuple(SeatPlan("person", name) for name in NAMES[:seats])
        ticket = await hall.create(TablePlan(game, people, seed=1, scenario=words))
        table = await hall.table(ticket.table)
        return Scene.of_page(sheet(table, ticket, seat))


def board_of(scene: Scene) -> Board:
    return _computed(scene.game)(scene)


@pytest.mark.parametrize("game", knaves.GAMES)
@played
async def test_every_board_is_data(game: str) -> None:
    """It can be written down: nothing of it looks back at the scene. A spectator has one, too."""
    shown = Shown(game, NAMES, ())
    async with shown.scene("crowded") as (table, ticket):
        for seat in (0, None):
            board = board_of(Scene.of_page(sheet(table, ticket, seat)))
            assert msgspec.json.decode(msgspec.json.encode(board))
            assert type(board) is not Board
            if seat is None:
                assert not board.stakes and not board.hints


@played
async def test_a_village_shows_the_odds_of_whoever_recruits() -> None:
    words = {"phase": "recruit", "start": 1, "turn": 1, "gold": [4, 6, 3, 7]}
    mine = board_of(await scene_of("villagers", words, 1))
    theirs = board_of(await scene_of("villagers", words, 0))
    assert isinstance(mine, VillageBoard) and isinstance(theirs, VillageBoard)
    assert [place.odds for place in mine.pool][:4] == ["100%", "83%", "67%", "50%"]
    assert [place.odds for place in mine.pool] == [place.odds for place in theirs.pool]
    assert mine.rolls == "1 roll" and theirs.rolls == "Ines: 1 roll"
    assert [range_words(place) for place in (1, 4, 6, 7)] == [
        "any roll",
        "4 or more",
        "6 only",
        "needs a bonus",
    ]
    assert mine.towns[-1].own and not theirs.towns[0].own


@pytest.mark.parametrize(
    ("town", "ranges", "odds"),
    [
        (["castle"], ["any roll", "any roll", "2 or more", "3 or more", "4 or more", "5 or more"], "33%"),
        (
            ["headless_ghost"],
            ["any roll", "3 or more", "4 or more", "5 or more", "6 only", "needs a bonus"],
            "0%",
        ),
        (
            ["tower"],
            ["any roll", "any roll", "2 or more", "3 or more", "4 or more", "5 or more"],
            "33%",
        ),
        (
            ["tower", "stable"],
            ["any roll", "any roll", "2+, then 3", "3+, then 4", "4+, then 5", "5+, then 6"],
            "44%",
        ),
        (
            ["tower", "stable", "headless_ghost"],
            ["any roll", "2+, then 3", "3+, then 4", "4+, then 5", "5+, then 6", "6 at first"],
            "17%",
        ),
    ],
)
@played
async def test_a_place_of_the_pool_says_what_the_die_must_show_with_the_bonuses_of_the_town(
    town: list[str], ranges: list[str], odds: str
) -> None:
    words = {"phase": "recruit", "start": 1, "turn": 1, "towns": [[], town, [], []]}
    scene = await scene_of("villagers", words, 0)
    board = board_of(scene)
    assert isinstance(board, VillageBoard)
    assert [place.range for place in board.pool] == ranges and board.pool[-1].odds == odds
    view = cast(VillageView, scene.view)
    assert here(cast("dict[str, object]", view["pool"][5]), view).startswith(f"{ranges[-1]}, ")


@played
async def test_the_bars_of_the_pool_say_that_rolls_are_sold() -> None:
    words = {"phase": "recruit", "start": 1, "turn": 1}
    scene = await scene_of("villagers", words, 0)
    view = cast(VillageView, scene.view)
    view["mayors"][1]["sold"] = 1
    assert rolls_words(scene, view) == "Ines: 1 roll, sold (it counts as 1)"
    assert ", 1 roll, sold (it counts as 1), " in here(cast("dict[str, object]", view["pool"][5]), view)


@played
async def test_a_card_that_others_do_not_know_says_so_in_one_word() -> None:
    """In a hand of seven there is no room for more: it stood over the Mayor's points."""
    words = {"phase": "build", "start": 0, "turn": 0, "secrets": [["paladin"], [], [], []]}
    scene = await scene_of("villagers", words, 0)
    own = next(town for town in cast(VillageBoard, board_of(scene)).towns if town.own)
    assert {card.name: card.note for card in own.hand}["Paladin"] == "secret · costs 9"


@played
async def test_a_town_says_what_is_known_of_its_mayor() -> None:
    """What lies open at a table: open cards in hands, new cards, sold rolls, Ordinances."""
    words = {
        "phase": "build",
        "start": 0,
        "turn": 0,
        "towns": [[], ["baker"], [], []],
        "hands": [["farm"], ["trader", "witch"], [], []],
        "secrets": [[], ["smith"], [], []],
        "gold": [6, 6, 6, 6],
    }
    async with open_hall() as hall:
        people = tuple(SeatPlan("person", name) for name in NAMES[:4])
        ticket = await hall.create(TablePlan("villagers", people, seed=1, scenario=words))
        table = await hall.table(ticket.table)
        for eye in (0, 2, None):
            body = body_of(sheet(table, ticket, eye))
            assert 'title="in hand: Trader, Witch, 1 unknown"' in body
        assert 'title="in hand: Trader, Witch, Smith"' in body_of(sheet(table, ticket, 1))
        await answer(table, ticket, "build", 0)
        scene = Scene.of_page(sheet(table, ticket, 2))
    shown, view = board_of(scene), cast(VillageView, scene.view)
    assert isinstance(shown, VillageBoard)
    farm = next(lot for town in shown.towns for lot in town.lots if lot.key == "farm")
    assert farm.label == "Farm, 3, new, works from the next phase"
    baker = next(lot for town in shown.towns for lot in town.lots if lot.key == "baker")
    assert "new" not in baker.label and not here({**view["mayors"][1]["town"][0]}, view)
    passed = {**view, "ordinance": True, "mayors": [{**one, "ordinance": False} for one in view["mayors"]]}
    noted = board_of(replace(scene, view=passed))
    assert isinstance(noted, VillageBoard)
    assert all("Ordinance passed" in town.note for town in noted.towns)
    assert not any("Ordinance" in town.note for town in shown.towns)  # a game without Ordinances
    built = next(card for mayor in view["mayors"] for card in mayor["town"] if card["card"] == "farm")
    assert here(cast("dict[str, object]", built), view) == "new in town: it works from the next phase."
    assert variants_of({**view, "ordinance": True}, {**view["mayors"][0], "ordinance": False, "sold": 2}) == [
        "Ordinance passed",
        "2 rolls sold",
    ]
    assert not any(variants_of({**view, "ordinance": True}, {**view["mayors"][0], "ordinance": True}))


@played
async def test_an_attack_says_strength_odds_and_what_is_at_stake() -> None:
    words = {
        "phase": "defend",
        "start": 0,
        "turn": 0,
        "towns": [
            ["deputy_mayor", "paladin", "werewolf"],
            ["deputy_mayor"],
            ["deputy_mayor"],
            ["deputy_mayor"],
        ],
    }
    scene = await scene_of("villagers", words, 0)
    (attack,) = scene.verb("attack")
    board = board_of(scene)
    assert (
        "strength" in attack.label
        and "town" in attack.label
        and "Paladin" in attack.label
        and "%" in attack.label
    )
    assert board.hints[attack.number].startswith("✓ won: it leaves your town")
    assert "✕ it stays" in board.hints[attack.number]


@played
async def test_successes_so_far_are_counted_in_what_a_challenge_still_takes() -> None:
    words = {
        "phase": "defend",
        "start": 0,
        "turn": 0,
        "towns": [["murder_bats", "barracks", "paladin", "old_knight"], ["farm"], ["baker"], ["trader"]],
    }
    scene = await scene_of("villagers", words, 0)
    (attack,) = scene.verb("attack")
    assert "won after 3 successes" in board_of(scene).hints[attack.number]
    assert board_of(scene).tiles[attack.number].note == "hit 1 of 3; Paladin certain"
    (bats,) = attack.things
    turn = {**cast(VillageView, scene.view)["turn"], "hits": {bats: 1}}
    later = replace(scene, view={**scene.view, "turn": turn})
    assert "won after 2 successes" in board_of(later).hints[attack.number]
    last = replace(scene, view={**scene.view, "turn": {**turn, "hits": {bats: 2}}})
    assert board_of(last).tiles[attack.number].note == "+1g; Paladin certain"
    lots = {lot.id: lot.label for town in cast(VillageBoard, board_of(later)).towns for lot in town.lots}
    assert lots[bats] == "Murder Bats, −2, 1 of 3 successes"
    view = cast(VillageView, later.view)
    lying = next(card for card in view["mayors"][0]["town"] if card["id"] == bats)
    assert here(cast("dict[str, object]", lying), view) == "1 of 3 successes in this turn."


@played
async def test_who_attacks_is_drawn_with_odds_and_what_a_bonus_would_bring() -> None:
    town = ["deputy_mayor", "paladin", "hedge_wizard", "smith", "werewolf"]
    words = {
        "phase": "defend",
        "start": 0,
        "turn": 0,
        "gold": [5, 3, 3, 3],
        "favor": 0,
        "towns": [town, *[["deputy_mayor"]] * 3],
    }
    async with open_hall() as hall:
        people = tuple(SeatPlan("person", name) for name in NAMES[:4])
        ticket = await hall.create(TablePlan("villagers", people, seed=1, scenario=words))
        table = await hall.table(ticket.table)
        (attack,) = Scene.of_page(sheet(table, ticket, 0)).verb("attack")
        (target,) = board_of(Scene.of_page(sheet(table, ticket, 0))).tiles.values()
        assert target == AnswerTile("Werewolf", "100%", "+3g; Paladin certain", "", 100, 100)
        await answer(table, ticket, "attack", int(attack.things[0].removeprefix("card:")))
        scene = Scene.of_page(sheet(table, ticket, 0))
        drawn = body_of(sheet(table, ticket, 0))
    tiles = [*board_of(scene).tiles.values()]
    assert tiles == [
        AnswerTile("The town", "33%", "needs 5+", "+3: 83%", 33, 83),
        AnswerTile("Paladin", "100%", "+4, certain", "", 100, 100),
        AnswerTile("Hedge Wizard", "67%", "+2, needs 3+", "+3: certain", 67, 100),
    ]
    assert drawn.count("pick--tile") == 3 and "needs 5+" in drawn
    assert scene.verb("favor")
    # whoever has named a challenge attacks it: the King's Favor would end nothing
    assert scene.call.no is None


def test_a_bonus_for_heroes_does_nothing_for_the_town() -> None:
    row: ChanceView = {"id": "town", "bonus": 0, "need": 6, "chance": 1 / 6, "more": 1 / 6, "odds": "17%"}
    assert attempt("The town", row, 0) == AnswerTile("The town", "17%", "needs 6", "", 17, 17)
    assert attempt("The town", row | {"need": 8, "chance": 0.0}, 3).odds == "0%"
    bonuses = [(2, "hero"), (1, "any")]
    assert best_for("town", bonuses) == 1 and best_for("hero", bonuses) == 2 and best_for("hero", []) == 0


@played
async def test_a_marker_says_where_it_will_land() -> None:
    words = {"active": 0, "step": "pay", "action": "supernova", "mission": "electrode", "coins": [3, 0, 0, 0]}
    scene = await scene_of("syndicate", words, 0)
    assert scene.verb("pay_coin")
    stakes = board_of(scene).stakes
    assert stakes.startswith("One on: between") and "You have 3 coins" in stakes
    assert "meets" not in stakes
    scene = await scene_of("syndicate", words | {"mission": "doomking"}, 0)
    assert "between Supernova and Doomking, where it meets the Mission marker." in board_of(scene).stakes


@played
async def test_who_moves_the_mission_marker_reads_which_mission_that_changes() -> None:
    words = {
        "active": 0,
        "step": "begin",
        "action": "electrode",
        "mission": "doomking",
        "cubes": [["shadowheart"], [], [], []],
        "tracks": {"shadowheart": [0, 4]},
    }
    scene = await scene_of("syndicate", words, 0)
    (two, one), hints = scene.verb("power_move"), board_of(scene).hints
    assert hints[one.number] == "next mission between Goldhammer and Electrode"
    assert hints[two.number] == "next mission between Electrode and Shadowheart, meets the Action marker"
    for action, met in (("goldhammer", (one, two)), ("doomking", ())):  # on the way; where both have stood
        scene = await scene_of("syndicate", words | {"action": action}, 0)
        says = board_of(scene).hints
        found = [move.number for move in scene.verb("power_move") if "meets the Action" in says[move.number]]
        assert sorted(found) == sorted(move.number for move in met)


@pytest.mark.parametrize(("cards", "points"), [([], 15), (["prosecutor"], 18)])
@played
async def test_the_villains_sheet_says_what_an_arrest_brings_this_hero(cards: list[str], points: int) -> None:
    """Crimson Death's 9 and the 6 of round 3, and what a talent of one's own adds."""
    hero = {"hero": "bulwark", "cards": cards}
    words: dict[str, object] = {"round": 3, "turn": "3", "villain": "crimson_death", "players": [hero]}
    board = board_of(await scene_of("arch_villain", {**words, "order": [0, 1]}, 0, 2))
    assert isinstance(board, HeroBoard)
    assert board.villain.stakes[0].text.startswith(f"{points} points, then a reward")


@played
async def test_an_arrest_says_what_it_can_come_to_with_and_without_guarded_powers() -> None:
    cards = ["lightning", "giant_strength"]
    hero = {"hero": "bulwark", "cards": cards, "skills": [0, 5, 0], "dice": 2}
    words: dict[str, object] = {"round": 3, "turn": "3", "villain": "crimson_death", "players": [hero]}
    scene = await scene_of("arch_villain", {**words, "order": [0, 1]}, 0, 2)
    (arrest,) = scene.verb("arrest")
    said = board_of(scene).hints[arrest.number]
    assert re.fullmatch(r"2 dice: at best 1[67] against 19, or 2\d against 26", said), said


def test_places_on_the_rondel() -> None:
    assert len(WEDGES) == len(SPACES) == 5
    assert (WEDGES[0].icon_x, WEDGES[0].icon_y) == (183.0, 73.0)  # the first stands at the top
    assert all(place.left_x < place.pawn_x < place.right_x for place in SPACES)


def test_dice_of_an_attack_in_words() -> None:
    assert attack_words([5]) == "5+ (60%)"
    assert attack_words([3, 3]) == "3+ and 3+ (96%)"
    assert attack_words([1]) == "1+ (certain)" and attack_words([11]) == "11+ (out of reach)"
    assert attack_words([2, 2, 2]) == "2+ and 2+ and 2+ (over 99%)"


def test_support_says_what_is_missing() -> None:
    deal = {"support": [2, 1]}
    assert side(deal, 0) == "leads"  # type: ignore[arg-type]  # as far as it is looked at
    assert side(deal, 1) == "2 cards more leads"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("exhausted", "counter", "said"),
    [
        ([], True, "Ties go to Mirela, or Tamsin decides (Midori)."),
        (["midori"], True, "Ties go to Mirela."),
        ([], False, "Ties go to Mirela."),
    ],
)
def test_who_supports_reads_who_decides_a_tie(exhausted: list[str], counter: bool, said: str) -> None:
    """Midori's owner, if she is ready and two players bid (ruling R24)."""
    hands = {0: ["clinical_trials"], 1: ["puff_piece"] * 2, 2: ["puff_piece"]}
    p = deal(hands, seats=4, assets={3: ["midori"]}, exhausted=exhausted)
    go(p, *options(p)[0])
    go(p, *options(p)[counter])  # to pass stands first
    go_until(p, "abstain")
    answers = SimpleNamespace(scene=SimpleNamespace(seats=[SimpleNamespace(name=name) for name in NAMES]))
    answers.view = view(p)
    assert ties(answers, answers.view["deal"]) == said  # type: ignore[arg-type]  # as far as it is looked at


def test_a_card_of_a_box_of_ones_own_says_its_text() -> None:
    assert brief_of("my_own", "Clear the city.") == ("Clear the city.", ())
    assert brief_of("clinical_trials", "…") == BRIEF["clinical_trials"]


def test_how_likely_a_blow_knocks_out() -> None:
    def hero(health: int, **traits: int) -> HeroView:
        return {"health": health, "traits": traits}  # type: ignore[typeddict-item]  # as far as it is looked at

    assert knocked_out(hero(0), 1, 1) == pytest.approx(1 / 6)
    assert knocked_out(hero(1), 1, 1) == 0  # one stays in with none left (retaliate.6)
    assert knocked_out(hero(1), 2, 1) == pytest.approx(1 / 36)
    assert knocked_out(hero(0, first_sixes_fail=1), 1, 1) == 0
    assert knocked_out(hero(0, armour=1), 2, 1) == pytest.approx(1 / 36)


def test_of_equal_scores_the_upper_cube_is_painted_over_the_other() -> None:
    track = score_track([0, 0, 30], [1, 0, 2])
    assert [(row.letter, row.x, row.y) for row in track.seats] == [("b", 0, 0), ("a", 7, 4), ("c", 370, 0)]
    assert [row.letter for row in track.painted] == ["c", "a", "b"]
    assert [tick.number for tick in score_track([80], [0]).ticks] == [0, 20, 40, 60, 80]


STYLES = sorted(GAMES_DIR.glob("*/screen/*.css"))
ACID_LINE = re.compile(r"(?:stroke|outline|border(?:-color)?)[^;{}]*?var\(--acid\)")
GROUND = re.compile(r"(?<!-)background(?:-color)?: [^;{}]*?#([0-9a-f]{6})\b")


@pytest.mark.parametrize("path", STYLES, ids=[path.parts[-3] for path in STYLES])
def test_a_board_has_no_ground_that_only_night_can_bear(path: Path) -> None:
    """Dark grounds have names, which the light theme gives other values; so have lines in acid, too pale on fog."""
    text = path.read_text("utf-8")
    assert not ACID_LINE.findall(text.replace("var(--acid-line, var(--acid))", ""))
    dark = [ground for ground in GROUND.findall(text) if max(bytes.fromhex(ground)) < 0x40]
    assert dark == []


@played
async def test_a_village_shows_the_bank_and_the_favor_that_waits_there() -> None:
    for favor, waits in (("bank", True), (2, False)):
        words = {"phase": "build", "start": 0, "turn": 0, "gold": [9, 6, 3, 7], "favor": favor}
        words["hands"] = [["village_well"], [], [], []]
        board = board_of(await scene_of("villagers", words, 0))
        assert isinstance(board, VillageBoard)
        assert (board.bank, board.favor_waits) == (55, waits)


@pytest.mark.parametrize(
    ("rule", "active", "phase"),
    [
        ("cost.1", 0, "paying"),
        ("place.2", 0, "placing tokens"),
        ("act.1", 0, "actions"),
        ("sacrifice.1", 0, "actions"),  # by a card
        ("sacrifice.1", None, "combat"),  # by Biohazard, in the Combat Step
        ("bankers.6", None, "combat"),
        ("mutants.7", None, "cleanup"),
    ],
)
def test_the_head_says_what_is_going_on(rule: str, active: int | None, phase: str) -> None:
    """`active`: who places or acts; nobody in the steps after."""
    scene = SimpleNamespace(rule=rule, over=False, view={"active": active})
    assert phase_of(cast(BoardScene, scene)) == phase
