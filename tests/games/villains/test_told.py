"""The log says what happened, and that nothing did."""

from __future__ import annotations

import pytest

import knaves
from knaves.games.villains.cards import AREA_IDS
from knaves.games.villains.text_board import board
from tests.games.villains.table import (
    RESERVES,
    A,
    B,
    city,
    heard,
    options,
    play,
    reveal,
    rolls,
    seen,
    state,
    unit,
    use_card,
    waits,
)
from tests.support import ask_of, clause

OTHERS = {"bank": ["A card"], "laboratory": ["A card"]}
BROKE: dict[str, object] = {"energy": dict.fromkeys("ABCD", 0), "resources": {"A": 3}}
FOE = {"B": {"bank": ["goon"]}}
HERE = {"A": {"bank": ["talent"]}}
TRAP = [{"card": "trapped_like_rats", "by": "B", "area": "church"}]

IDLE: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("all_hallows_eve", {}, {"dead": [{"area": "bank", "unit": "goon", "owner": "B", "by": "A"}]}),
    ("blackstone_encryption", {}, {"units": HERE}),
    ("chicago_airlift", {}, {"units": {"A": {"church": ["goon"]}}}),
    ("despotism", {"control": {"church": "A"}, "units": FOE}, {"control": {"bank": "A"}, "units": FOE}),
    ("fish_in_a_barrel", {"units": HERE}, {"units": FOE}),
    (
        "let_god_sort_them_out",
        {"units": FOE, "control": {"bank": "A"}},
        {"units": FOE, "control": {"bank": "B"}},
    ),
    ("market_instability", BROKE, {}),
    ("shakedown", {}, {"hands": {"B": ["windfall"]}}),
    ("stupor", {}, {"tokens": {"bank": ["B card"]}}),
    ("suitcase_nuke", {"units": FOE}, {"units": HERE}),
    ("total_war", {"combat": list(AREA_IDS)}, {}),
    (
        "high_noon",
        {"units": {"A": {"church": ["6 goon", "7 mole", "3 talent", "5 patsy"]}}},
        {"units": {"A": {"church": ["6 goon", "7 mole", "3 talent"]}}},
    ),
    (
        "slip_in_the_back",
        {"units": {"A": {"church": ["3 talent"]}}, "rules": TRAP},
        {"units": {"A": {"church": ["3 talent"]}}},
    ),
]


@clause("villains", "card.3")
@pytest.mark.parametrize(("title", "without", "with_it"), IDLE, ids=[row[0] for row in IDLE])
def test_the_log_says_when_nothing_comes_of_a_card(
    title: str, without: dict[str, object], with_it: dict[str, object]
) -> None:
    for words, idle in ((without, True), (with_it, False)):
        given = {"hands": {}, "tokens": {}, **words}
        hands = {**given.pop("hands"), "A": [title]}  # type: ignore[dict-item]
        tokens = {"laboratory": ["A card"], "bank": ["A card"]}
        for area, row in given.pop("tokens").items():  # type: ignore[attr-defined]
            tokens[area] = [*tokens.get(area, []), *row]
        pos = city(step="act", hands=hands, tokens=tokens, **given)
        said = heard(pos)
        use_card(pos, 5, title)
        assert any(line.endswith(": nothing happens.") for line in said) == idle, said


@clause("villains", "card.3", "conflict.1")
def test_a_nuke_that_is_not_set_off_is_told() -> None:
    pos = city(step="act", hands={"A": ["suitcase_nuke"]}, tokens=OTHERS, units=HERE)
    use_card(pos, 5, "suitcase_nuke")
    said = heard(pos)
    play(pos, "hold_fire")
    assert "Suitcase Nuke: nothing happens." in said


@clause("villains", "capture.5")
def test_a_marker_for_which_there_is_no_room_is_told() -> None:
    pos = city(
        step="act",
        hold="",
        control={"bank": "B", "church": "purple"},
        captured={"A": ["B", "C", "D"]},
        tokens={"bank": ["A deploy up"], "church": ["A card up", "A card"], "sewers": ["A card"]},
        units={"A": {"bank": ["mole"]}},
    )
    said = heard(pos)
    while state(pos).turn == 1:
        play(pos, *options(pos)[0])
    assert "A has no room for the marker of the Scientists from the Bank: it is not captured." in said
    assert "A has no room for the setup marker from the Church: it is not captured." in said


@clause("villains", "subway.1")
def test_the_log_says_where_the_subway_puts_a_token() -> None:
    pos = city(step="place", control={"subway": "A"})
    said = heard(pos)
    play(pos, "area", 5)
    play(pos, *options(pos)[0])
    play(pos, *options(pos, "space")[3])
    assert "A controls the Subway and places a token on space 4 of the Bank." in said


@clause("villains", "start.6", "start.8")
def test_everybody_sees_whether_a_target_lies_and_not_which() -> None:
    """R47: who holds no card with an area has none."""
    pos = city(step="act", targets={"B": "church"}, tokens=OTHERS)
    rows = seen(pos, 0)["seats"]
    assert [row["aimed"] for row in rows] == [False, True, False, False] and not any(
        row["target"] for row in rows
    )
    text = pos.game.board(pos.view(0)).splitlines()
    assert [line[-1] for line in text[3:7]] == ["-", "?", "-", "-"]


@clause("villains", "combat.9")
def test_the_table_as_text_tells_the_attacks_to_come() -> None:
    pos = city(
        step="combat",
        combat=["bank"],
        units={"A": {"bank": ["goon", "patsy"]}, "B": {"bank": ["goon", "2 mole"]}, "C": {"bank": ["patsy"]}},
    )
    said = "Combat in the Bank, attacks to come: {}B 1 goon and 2 moles."
    assert said.format("A 1 goon, ") in pos.game.board(pos.view(None))
    rolls(pos, 9, 1)
    play(pos, "attack", unit(A, "goon"), B)
    assert said.format("") in pos.game.board(pos.view(None))
    play(pos, "hit", unit(B, "goon"))  # it falls, and strikes all the same
    for eye in (A, B, None):
        fight = seen(pos, eye)["fight"]
        assert (
            fight and fight["units"] == [{}, {"goon": 1, "mole": 2}, {}, {}] and fight["left"] == [0, 3, 0, 0]
        )


@clause("villains", "attack.1", "police.5", "robots.7")
def test_everybody_sees_where_an_attack_is_made_outside_combat() -> None:
    """In the view and in the table as text, while it is aimed and while its hits are given; nothing after it."""
    robots = ["robots", "scientists", "aliens", "communists"]
    foes = {"B": {"university": ["goon", "mole"]}, "C": {"university": ["goon"]}}
    pos = city(
        robots, step="act", units={"A": {"bank": ["readied champion"]}, **foes}, tokens={"police": ["A card"]}
    )
    play(pos, "skill", 5)
    rolls(pos, 5, 4)
    for line in ("strike", "hit"):
        assert options(pos, line)
        for eye in (A, 3, None):
            view = seen(pos, eye)
            assert view["attacked"] == 6 and view["fight"] is None
            assert "An attack in the University." in pos.game.board(pos.view(eye))
        play(pos, *options(pos, line)[0])
    assert seen(pos, None)["attacked"] is None and "An attack" not in pos.game.board(pos.view(None))


@clause("villains", "attack.2")
def test_an_attack_of_several_says_how_many_follow() -> None:
    units = {"B": {"bank": ["3 patsy"]}, "C": {"bank": ["2 patsy"]}}
    pos = city(step="act", units=units, hands={"A": ["fish_in_a_barrel"]}, tokens=OTHERS)
    use_card(pos, 5, "fish_in_a_barrel")
    for left in ("After it 2 more are to be made here.", "After it 1 more is to be made here."):
        assert prompt(pos).endswith(left)
        rolls(pos, 1)
        play(pos, "strike", 1)
    assert prompt(pos).endswith("It needs 4+ (70%).")


def prompt(pos: knaves.Position) -> str:
    ask = ask_of(pos)
    return ask.prompt(waits(pos))


@clause("villains", "bankers.1", "act.8", "collect.1")
def test_the_log_says_what_resources_are_for() -> None:
    factions = ["bankers", "cult", "mafia", "aliens"]
    pos = city(
        factions,
        step="act",
        tokens={"bank": ["A battle"], "sewers": ["A card"]},
        control={"bank": "A"},
        hold="",
    )
    said = heard(pos)
    reveal(pos, 5)
    assert "A gets 1 resource back for revealing it." in said
    while state(pos).turn == 1:
        play(pos, *options(pos)[-1])
    assert "A collects 2 resources from the areas held." in said
    assert "A has an income of 2 resources." in said


@clause("villains", "combat.1")
def test_the_log_says_who_has_a_combat_fought_again() -> None:
    units = {"A": {"bank": ["patsy"]}, "B": {"bank": ["goon", "patsy"]}, "C": {"bank": ["2 patsy"]}}
    pos = city(step="act", units=units, hands={"A": ["to_the_death"]}, tokens=OTHERS)
    use_card(pos, 5, "to_the_death")
    said = heard(pos)
    rolls(pos, 1, 1)
    play(pos, "attack", 20, 2)
    play(pos, "enough")
    assert waits(pos) == 1 and not [line for line in said if "fought again" in line]
    play(pos, "again")
    assert "B has the combat in the Bank fought again." in said


@clause("villains", "start.6", "mafia.1")
@pytest.mark.parametrize("mafia", ["bank", None])
def test_the_log_says_who_has_no_target(mafia: str | None) -> None:
    """R47; the Mafia chooses last, and is not spoken of before."""
    hands = {
        "A": [f"@{mafia}"] if mafia else [],
        "B": ["suitcase_nuke"],
        "C": ["@church", "@bank"],
        "D": ["@subway"],
    }
    pos = city(["mafia", "bankers", "robots", "cult"], step="targets", hands=hands)
    said = heard(pos)
    while (ask := pos.ask()) is not None and ask.clause(ask.seats[0]) != "place.1":
        pos.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    without = [
        line[0] for line in said if line.endswith("holds no card with an area and has no target this turn.")
    ]
    assert without == (["B"] if mafia else ["A", "B"])


@clause("villains", "police.1", "mafia.1")
@pytest.mark.parametrize("mafia", [["@bank"], []])
def test_the_log_says_once_and_when_all_lie_that_the_police_see_them(mafia: list[str]) -> None:
    hands = {"A": mafia, "B": ["@church"], "C": ["@church", "@bank"], "D": ["@subway", "@sewers"]}
    pos = city(["mafia", "bankers", "robots", "cult"], step="targets", control={"police": "B"}, hands=hands)
    said = heard(pos)
    while (ask := pos.ask()) is not None and ask.clause(ask.seats[0]) != "place.1":
        pos.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    sees = "B controls the Police and sees every target."
    assert said.count(sees) == 1
    if mafia:
        assert said.index(sees) > said.index("A has chosen a target.")


@clause("villains", "university.2")
@pytest.mark.parametrize("patsy", ["readied patsy", "patsy"])
def test_the_log_says_that_the_university_exhausts_patsies_when_it_is_lost(patsy: str) -> None:
    words = {"control": {"university": "A"}}
    lost = "A has lost the University: readied patsies are exhausted."
    pos = city(
        step="act",
        hold="",
        units={"A": {"bank": [patsy, "mole"]}, "B": {"university": ["2 mole"]}},
        tokens={"sewers": ["A card"]},
        used={"A": ["bank"]},
        hands={"A": ["windfall"]},
        **words,
    )
    said = heard(pos)
    while state(pos).turn == 1:
        play(pos, *options(pos)[-1])
    assert (lost in said) == (patsy == "readied patsy")
    if lost in said:
        assert said.index(lost) == said.index("B takes control of the University.") + 1
    nuke = city(
        step="act",
        who="B",
        hands={"B": ["suitcase_nuke"]},
        units={"A": {"bank": [patsy]}, "B": {"university": ["patsy"]}},
        tokens={"university": ["B card"], "police": ["A card"]},
        **words,
    )
    said = heard(nuke)
    use_card(nuke, 6, "suitcase_nuke")
    play(nuke, "sacrifice", unit(B, "patsy"), 6)
    assert (lost in said) == (patsy == "readied patsy")


@clause("villains", "cost.1", "cost.2")
def test_the_log_says_what_each_payment_is_for() -> None:
    payoff = [{"card": "police_payoff", "by": "B", "area": "bank"}]
    pos = city(step="act", tokens={"bank": ["A deploy"]}, rules=payoff, resources={"A": 1}, energy={"A": 2})
    said = heard(pos)
    play(pos, "activate")
    play(pos, "deploy", unit(A, "goon"), RESERVES)
    assert said[-3:] == [
        "A pays 2 energy to deploy the unit.",
        "A pays 1 resource for what cards add here.",
        "A deploys a goon to the Bank from the reserves.",
    ]


@clause("villains", "plans.2", "plans.3")
def test_the_log_says_which_objectives_were_scored() -> None:
    """Whoever scores a plan proves in public what is completed."""
    cult = ["cult", "scientists", "aliens", "communists"]
    dead = [{"area": "bank", "unit": "goon", "owner": owner, "by": "A", "count": 3} for owner in "BC"]
    pos = city(
        cult,
        step="score",
        dead=dead,
        used={"A": ["bank", "church"]},
        plans={"A": ["behold_the_flayed_beauty"], "B": ["post_human_ascension"]},
        control={"church": "B"},
        targets={"B": "church"},
        hands={"B": ["windfall", "stupor", "mobilize"]},
    )
    said = heard(pos)
    ask = ask_of(pos)
    for seat in (A, B):
        pos.apply(seat, ask.options(seat)[0])
    while options(pos, "throw"):
        play(pos, *options(pos, "throw")[0])
    assert [line for line in said if "plan point" in line] == [
        "A scores 1 plan point; the objective: kill 6 enemy units.",
        "A scores 1 plan point; the objective: use 2 area skills.",
        "A scores 1 plan point; the objective: 6 influence in 1 area.",
        "B scores 1 plan point; the objective: discard 3 cards and control your target.",
    ]


@clause("villains", "plans.6")
def test_plans_are_scored_from_the_first_player_on() -> None:
    """R4; C is first."""
    pos = city(
        ["mutants", "bankers", "robots", "cult"],
        step="score",
        first="C",
        units={"A": {"subway": ["6 goon", "7 mole"]}, "C": {"capitol": ["5 mole", "3 talent"]}},
        plans={"A": ["pollute_the_overworld"], "C": ["batch_install_drones"]},
    )
    said = heard(pos)
    for seat in (A, 2):
        ask = ask_of(pos)
        pos.apply(seat, next(o for o in ask.options(seat) if o[0] == "score"))
    scored = [line.removesuffix(".")[-1] for line in said if "is scored by" in line]
    assert scored == ["C", "A"]


@clause("villains", "victory.4")
def test_the_log_says_that_nobody_wins() -> None:
    pos = city(step="score", turn=4, area_points={"A": 5, "B": 5}, plans={"A": ["taint_the_beautiful"]})
    said = heard(pos)
    play(pos, "no_score")
    assert said[-1] == "Nobody wins: the points are equal, and none of the tied holds a capitol token."
    assert pos.result is not None and pos.result.winners == ()


@clause("villains", "area.4", "sheet.1", "secrecy.1", "capture.1")
def test_the_table_as_text_has_the_tracks_the_captures_and_ones_own_tokens() -> None:
    pos = city(
        step="act",
        tokens={"bank": ["A deploy", "B move"], "church": ["A battle up", "B card"]},
        hold="",
    )
    text, other = pos.game.board(pos.view(A)), pos.game.board(pos.view(None))
    assert text.count("Next to every other area.") == 1
    assert "Skill: Gain 2 resources. Next to the Capitol, Factory and University." in text
    assert "Your tokens in reserve: 2 deploy, 3 card, 1 move, 1 Biohazard" in text
    assert "Your tokens" not in other
    three = "Captures: 1 area point and 1 energy a turn; 1 area point and 1 card a turn; 2 area points."
    assert text.count(three) == other.count(three) == 3  # and the Aliens' five


@clause("villains", "setup.6", "setup.7")
def test_nobody_has_empty_reserves_while_factions_are_chosen() -> None:
    """The pieces are taken when all have chosen."""
    pos = knaves.start("villains", seats=4, seed=1, seat_a="cult")
    text = pos.game.board(pos.view(A))
    assert "A: takes the pieces when all have chosen" in text and "reserve" not in text
    while seen(pos, A)["factions"]:
        play(pos, *options(pos)[0])
    assert "A: reserves 6 goons, 6 talents, 6 patsies, 1 champion, 11 tokens" in pos.game.board(pos.view(A))


@clause("villains", "mafia.8")
def test_who_is_readied_where_he_is_deployed_is_told_so() -> None:
    pos = city(step="act", hands={"A": ["slip_in_the_back"]}, tokens=OTHERS)
    said = heard(pos)
    use_card(pos, AREA_IDS.index("bank"), "slip_in_the_back")
    assert "A deploys a readied talent to the Bank from the reserves." in said
    mafia = city(
        ["mafia", "mutants", "aliens", "cult"],
        step="act",
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )
    said = heard(mafia)
    reveal(mafia, AREA_IDS.index("bank"))
    play(mafia, "activate")
    play(mafia, "deploy", unit(A, "champion"), RESERVES)
    assert "A deploys The Fixer (readied) to the Bank from the reserves." in said


@clause("villains", "robots.7")
def test_a_forced_attack_that_cannot_be_made_is_told() -> None:
    """R17: the only enemy next to it stands where nobody may attack."""
    pos = city(
        ["robots", "mutants", "aliens", "cult"],
        step="act",
        units={"A": {"bank": ["readied champion"]}, "B": {"factory": ["goon"]}},
        rules=[{"card": "cease_fire", "by": "B", "area": "factory"}],
        tokens={"church": ["A card"], "police": ["A card"]},
    )
    said = heard(pos)
    play(pos, "skill", AREA_IDS.index("bank"))
    assert "A: Bully G.O.A.T. can attack nobody next to the Bank." in said


@clause("villains", "setup.1", "secrecy.2")
def test_the_discards_are_told_with_their_targets() -> None:
    """Who looks through the pile knows which cards nobody can have for a target."""
    pos = city(step="act", hands={"A": ["stroke_of_genius@church"]}, tokens=OTHERS)
    use_card(pos, AREA_IDS.index("bank"), "stroke_of_genius")
    assert seen(pos, None)["discard"] == ["Stroke of Genius (Church)"]
    assert "Discards: Stroke of Genius (Church)" in board(seen(pos, B))


@clause("villains", "card.3", "mutants.7", "mafia.2", "mafia.8")
def test_who_makes_nothing_of_what_he_may_do_is_told() -> None:
    lift = city(
        step="act", hands={"A": ["chicago_airlift"]}, units={"A": {"church": ["goon"]}}, tokens=OTHERS
    )
    said = heard(lift)
    use_card(lift, AREA_IDS.index("bank"), "chicago_airlift")
    play(lift, "done")
    assert "A moves no unit to the Bank." in said
    oozes = city(step="cleanup", units={"A": {"bank": ["wounded champion"]}})
    said = heard(oozes)
    play(oozes, "done")
    assert "A deploys no unit to the Bank." in said
    mafia: list[str] = ["mafia", "mutants", "aliens", "cult"]
    target = city(mafia, step="targets", hands={"A": ["windfall"], "B": ["windfall"]})
    said = heard(target)
    play(target, *options(target, "target")[0])
    play(target, "no_look")
    assert "A looks at no target." in said
    fixer = city(
        mafia, step="act", upgrade={"A": 1}, units=FOE, tokens={"bank": ["A deploy"], "church": ["A card"]}
    )
    said = heard(fixer)
    reveal(fixer, AREA_IDS.index("bank"))
    play(fixer, "activate")
    play(fixer, "deploy", unit(A, "champion"), RESERVES)
    play(fixer, "hold_fire")
    assert "A makes no attack in the Bank." in said
