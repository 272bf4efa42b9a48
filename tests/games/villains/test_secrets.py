"""What may be known: targets, tokens, cards on their way, graveyards, who has passed."""

from __future__ import annotations

from random import Random

import knaves
from knaves.games.villains.cards import FACTION, PLAN
from knaves.games.villains.screen.faces import face
from tests.games.villains.factions.seats import BANKERS
from tests.games.villains.table import (
    BANK,
    CHURCH,
    POLICE,
    RESERVES,
    SEWERS,
    A,
    B,
    C,
    D,
    card,
    city,
    on,
    options,
    play,
    reveal,
    seen,
    state,
    token,
    unit,
    use_card,
    verbs,
    waits,
)
from tests.support import all_options, ask_of, clause

WITH_MAFIA = ["mafia", "scientists", "aliens", "bankers"]
HANDS = {letter: ["@bank", "@police", "@sewers"] for letter in "ABCD"}


@clause("villains", "start.6", "start.8", "secrecy.2")
def test_a_card_that_all_saw_in_the_laboratory_is_hidden_again_as_a_target() -> None:
    shown = {}
    for chosen in (0, 1):
        pos = city(hands=HANDS, step="targets")
        s = state(pos)
        known = s.hand[A][0]
        s.show(known)  # as the Laboratory does
        pos.apply(A, ("target", s.hand[A][chosen]))
        for seat in (B, C, D):
            pos.apply(seat, ("target", s.hand[seat][2]))
        assert seen(pos, A)["seats"][A]["target"] == ("bank", "police")[chosen]
        shown[chosen] = [seen(pos, eye) for eye in (B, None)]
        assert [view["seats"][A]["target"] for view in shown[chosen]] == [None, None]
        mine = (s.target[A], *s.hand[A])
        aims = set()
        for n in range(30):  # what all know stays known: the card is the target or still in hand
            world = pos.imagine(B, Random(n)).state
            where = [slot for slot in mine if world.face[slot] == s.face[known]]
            assert len(where) == 1
            aims.add(where[0] == s.target[A])
        assert aims == {True, False}
    assert shown[0] == shown[1]


@clause("villains", "secrecy.2", "act.2", "act.3")
def test_refusals_do_not_tell_which_tokens_are_out() -> None:
    """The Hitman is on the board, or it is not: nobody can ask."""
    answers = []
    for kind in ("hitman", "card"):
        pos = city(
            ["scientists", "mafia", "aliens", "mutants"],
            step="act",
            tokens={"bank": [f"B {kind}", "A card"], "police": ["A card"], "church": ["A deploy"]},
        )
        ask = ask_of(pos)
        assert waits(pos) == A
        said = {}
        for slot in range(len(state(pos).face) + 3):
            said[slot] = ask.why_not(A, f"token:{slot}")
            for area in (BANK, POLICE):
                try:
                    pos.clone().apply(A, ("reveal", slot, area))
                except knaves.Refused as no:
                    said[slot, area] = (no.reason, no.clause)  # type: ignore[index,assignment]
        answers.append(said)
        assert said[on(pos, BANK, 2)] is not None
    assert answers[0] == answers[1]


@clause("villains", "act.2", "act.3")
def test_ones_own_tokens_say_why_they_cannot_be_revealed() -> None:
    pos = city(
        step="act",
        tokens={"bank": ["B card", "A card"], "church": ["A deploy up"], "police": ["A card"]},
        units={"A": {"bank": ["readied talent"]}},
    )
    ask = ask_of(pos)
    why = [
        ask.why_not(A, f"token:{slot}")
        for slot in (on(pos, BANK, 2), on(pos, CHURCH, 1), token(pos, A, "move"))
    ]
    assert [no and no.reason for no in why] == [
        "A face-down token stands before it on its track.",
        "That token is revealed already.",
        "That token is not on the board.",
    ]


@clause("villains", "grave.1")
def test_graveyards_are_open_to_all() -> None:
    pos = city(
        step="act",
        dead=[
            {"area": "bank", "unit": "goon", "owner": "B", "by": "A", "count": 2},
            {"area": "bank", "unit": "mole", "owner": "A", "by": "A"},
            {"area": "church", "unit": "talent", "owner": "A", "by": "C"},
        ],
    )
    for eye in (A, B, None):
        areas = seen(pos, eye)["areas"]
        (bank,) = areas[BANK]["crews"]
        assert bank["seat"] == A and bank["kills"] == 2
        assert bank["graves"] == [
            {"owner": A, "type": "mole", "count": 1},
            {"owner": B, "type": "goon", "count": 2},
        ]
        (church,) = areas[CHURCH]["crews"]
        assert church["seat"] == C and church["graves"] == [{"owner": A, "type": "talent", "count": 1}]
    text = pos.game.board(pos.view(None))
    assert "has killed 1 mole of A, 2 goons of B" in text


@clause("villains", "police.1", "mafia.1")
def test_the_police_see_targets_while_the_mafia_still_chooses() -> None:
    pos = city(WITH_MAFIA, hands=HANDS, control={"police": "B"}, step="targets")
    for seat in (B, C, D):
        pos.apply(seat, ("target", state(pos).hand[seat][1]))
    assert waits(pos) == A and verbs(pos) == {"look_at", "no_look"}
    assert [seen(pos, B)["seats"][seat]["target"] for seat in (C, D)] == ["police", "police"]
    assert seen(pos, C)["seats"][D]["target"] is None
    play(pos, "no_look")
    play(pos, *options(pos, "target")[0])
    assert seen(pos, B)["seats"][A]["target"] == "bank"


@clause("villains", "card.1", "bankers.2")
def test_a_card_is_hidden_until_its_token_is_paid_for() -> None:
    """Who is asked how to pay a Credit Freeze has not shown the card yet."""
    pos = city(
        BANKERS,
        step="act",
        who="B",
        purse={"B": 2},
        resources={"B": 2},
        hands={"B": ["windfall", "massacre"]},
        tokens={"bank": ["A freeze up", "B card"], "police": ["A card"]},
    )
    reveal(pos, BANK)
    slot = card(pos, B, "massacre")
    play(pos, "play", slot)
    assert verbs(pos) == {"mix"}
    for eye in (A, None):
        assert not seen(pos, eye)["open_cards"] and seen(pos, eye)["seats"][B]["cards"] == 2
        faces = {pos.imagine(eye, Random(n)).state.face[slot] for n in range(10)}
        assert len(faces) > 1
        for n in range(10):
            assert pos.imagine(eye, Random(n)).view(eye) == pos.view(eye)
    play(pos, "mix", 1, 1)
    play(pos, *options(pos, "mix")[0])
    assert [rule["title"] for rule in seen(pos, A)["rules"]] == ["massacre"]


@clause("villains", "place.7", "act.9")
def test_who_has_passed_is_seen() -> None:
    pos = city(step="place")
    play(pos, "pass")
    for eye in (A, C, None):
        assert [one["passed"] for one in seen(pos, eye)["seats"]] == [True, False, False, False]
        assert seen(pos, eye)["active"] == B
    assert "has passed" in pos.game.board(pos.view(None))
    for _ in range(3):
        play(pos, "pass")
    assert not any(one["passed"] for one in seen(pos, A)["seats"])


@clause("villains", "sheet.1")
def test_the_whole_sheet_and_the_inventory_are_open() -> None:
    pos = city(resources={"A": 4}, energy={"A": 6}, captured={"A": ["B"]}, upgrade={"A": 1}, step="act")
    sheets = [seen(pos, eye)["seats"][A] for eye in (A, B, None)]
    assert sheets[0] == sheets[1] == sheets[2]
    sheet = sheets[0]
    inventory = sheet["inventory"]
    assert inventory is not None
    assert inventory["units"] == {"goon": 6, "mole": 7, "talent": 3, "patsy": 5, "champion": 3}
    assert sum(inventory["tokens"].values()) == 9 and inventory["tokens"]["biohazard"] == 1
    assert inventory["focus"] and inventory["passive"] and len(inventory["upgrades"]) == 2
    assert (sheet["energy"], sheet["resources"], sheet["upgrade"]) == (6, 4, 1)
    assert sheet["captured"] == [B] and sheet["track"] == ["energy", "card", "points"]
    assert [unit["cost"] for unit in sheet["kit"]] == [2, 1, 1, 0, 1]
    assert [unit["text"] for unit in sheet["kit"][:4]] == [""] * 4 and "Heals" in sheet["kit"][4]["text"]
    assert inventory["token"]["name"] == "Biohazard" and inventory["token"]["refunded"]
    text = pos.game.board(pos.view(B))
    for said in (
        sheet["kit"][4]["text"],
        inventory["token"]["text"],
        inventory["passive"],
        inventory["upgrades"][0],
    ):
        assert said in text
    assert inventory["upgrades"][1] not in text
    for said in (
        "goon costs 2, attacks 5+ 5+, influence 1; mole",
        "Mother Ooze costs 1, no attack, influence 1, tough. Tokens: 3 deploy, 3 card, 1 move, 1 battle, 1 Biohazard.",
        "Plans: many units in play.",
    ):
        assert said in text


@clause("villains", "sheet.1", "scientists.4")
def test_the_table_as_text_tells_discards_the_card_in_play_and_the_fusion_track() -> None:
    pos = city(
        step="act",
        first="B",
        hands={"B": ["windfall@bank", "windfall@factory", "public_backlash"]},
        units={"A": {"bank": ["goon"]}, "C": {"bank": ["goon"]}},
        tokens={"bank": ["B fusion"], "church": ["A card", "A card"]},
    )
    use_card(pos, BANK, "windfall")
    play(pos, "play", card(pos, B, "windfall"))
    play(pos, "play", card(pos, B, "public_backlash"))
    text = pos.game.board(pos.view(None))
    assert "Mr. Fusion has played 3 cards this turn." in text
    assert "Being played: Public Backlash" in text
    assert "Discards: Windfall (Bank), Windfall (Factory)" in text
    assert "B:Mr. Fusion" in text


@clause("villains", "secrecy.1", "secrecy.2")
def test_a_player_can_look_at_the_plans_put_under_the_own_deck() -> None:
    pos = city(step="plans")
    first = options(pos, "bury")[0]
    name = PLAN[state(pos).face[first[1:][0]]].name
    for seat in (A, B, C, D):
        ask = ask_of(pos)
        pos.apply(seat, first if seat == A else ask.options(seat)[0])
    for eye in (A, B, None):
        own = seen(pos, eye)["own"]
        assert (own is not None and own["buried"] == [name]) == (eye == A)
        assert (f"Under your plan deck: {name}" in pos.game.board(pos.view(eye))) == (eye == A)


@clause("villains", "mafia.2", "police.2")
def test_the_log_of_the_mafia_tells_every_target_that_the_police_showed() -> None:
    pos = city(
        ["mafia", "scientists", "aliens", "mutants"],
        step="targets",
        control={"police": "A"},
        hands={"A": ["@bank", "@church"], "B": ["@bank"], "C": ["@church"], "D": ["@subway", "@sewers"]},
    )
    heard: list[tuple[str | None, str | None]] = []
    pos.listen(lambda event: heard.append((pos.text(event, A), pos.text(event, B))))
    ask = ask_of(pos)
    for seat in ask.seats:
        pos.apply(seat, ask.options(seat)[0])
    told = [line for line in heard if (line[0] or "").startswith("The target of")]
    assert [line[0] for line in told] == [
        "The target of B is the Bank.",
        "The target of C is the Church.",
        "The target of D is the Subway.",
    ]
    assert all(line[1] is None for line in told)


@clause("villains", "sheet.1")
def test_who_chooses_a_faction_reads_its_sheet() -> None:
    pos = knaves.start("villains", seats=4, seed=1)
    rows = seen(pos, waits(pos))["factions"]
    text = pos.game.board(pos.view(waits(pos)))
    assert (
        "    Mother Ooze: Heals" in text and "    Plans: many units in play." in text
    )  # each on a line of its own
    for row, faction in zip(rows, FACTION, strict=True):
        assert row["champion"]["text"] == faction.champion.text and row["token"]["text"] == faction.token.text
        for said in (
            row["name"],
            row["passive"],
            row["champion"]["text"],
            row["token"]["text"],
            row["focus"],
        ):
            assert said and said in text


@clause("villains", "aliens.4")
def test_everybody_reads_the_mark_of_what_kau_ignores() -> None:
    """On a card in hand, on a rule in play for the city or an area, on the face of the card."""
    pos = city(
        step="act",
        hands={"A": ["stand_down", "cease_fire"]},
        rules=[
            {"card": "trapped_like_rats", "by": "A", "area": "bank"},
            {"card": "cease_fire", "by": "A", "area": "bank"},
            {"card": "ample_cover", "by": "B"},
        ],
    )
    own = seen(pos, A)["own"]
    assert own is not None and {card["title"]: card["kau"] for card in own["hand"]} == {
        "stand_down": True,
        "cease_fire": False,
    }
    for eye in (A, C, None):
        bank = seen(pos, eye)["areas"][BANK]["rules"]
        assert [rule["kau"] for rule in (*bank, *seen(pos, eye)["rules"])] == [True, False, True]
        marked = [line for line in pos.game.board(pos.view(eye)).splitlines() if "Kau's mark" in line]
        assert len(marked) == 2 + (eye == A) and not any("Cease Fire" in line for line in marked)
    for row in state(pos).box.titles:
        assert row.kau == any("Kau" in line for line in face(row).lines)


@clause("villains", "church.3")
def test_everybody_sees_who_knows_a_token_that_is_face_down() -> None:
    """Its owner, and all once it lay face up: the Church turned it down before their eyes."""
    pos = city(
        step="act",
        units={"A": {"church": ["readied talent"]}},
        tokens={"bank": ["A deploy up"], "sewers": ["B card"]},
    )
    play(pos, "skill", CHURCH)
    known = [seen(pos, eye)["areas"][BANK]["spaces"][0]["known"] for eye in (A, B, None)]
    assert known == [[A, B, C, D]] * 3
    assert "A:(deploy, seen by BCD)" in pos.game.board(pos.view(None))
    assert [seen(pos, eye)["areas"][SEWERS]["spaces"][0]["known"] for eye in (A, None)] == [[B], [B]]


@clause("villains", "deals.1", "place.3")
def test_who_cannot_pay_is_asked_while_a_deal_could_help() -> None:
    others = {"B": 2, "D": 1}
    pos = city(step="place", energy={"A": 0}, resources={"B": 2})
    ask = ask_of(pos)
    assert ask.moment == "cannot_pay" and verbs(pos) == {"pass"}
    assert "make a deal" in ask.prompt(A)
    pos.apply(B, ("offer", A, 1, 0, 0, 0))
    pos.apply(A, ("accept", 1, B))
    assert {"area", "pass"} <= verbs(pos)
    dry = city(
        step="act", energy={"A": 0}, resources=others, units={"A": {"bank": ["goon"]}},
        tokens={"capitol": ["A move"], "church": ["A deploy"]},
    )  # fmt: skip
    reveal(dry, 0)
    ask = ask_of(dry)
    assert ask.moment == "cannot_pay" and verbs(dry) == {"discard"}
    assert ask.prompt(A) == "Your move token in the Capitol is beyond your means: make a deal, or discard it."
    robots = ["robots", "mafia", "aliens", "mutants"]
    skill = city(
        robots, step="act", energy={"A": 0}, resources=others, units={"A": {"subway": ["readied talent"]}},
        tokens={"bank": ["A card"]},
    )  # fmt: skip
    ask = ask_of(skill)  # the Subway would need 1
    assert ask.moment == "cannot_pay" and verbs(skill) == {"reveal"}
    assert "make a deal" in ask.prompt(A)
    more = city(
        robots, step="act", energy={"A": 2}, resources=others,
        tokens={"bank": ["A deploy"], "church": ["A card"]},
    )  # fmt: skip
    reveal(more, BANK)
    play(more, "activate")
    play(more, "deploy", unit(A, "talent"), RESERVES)
    ask = ask_of(more)
    assert ask.moment == "cannot_pay" and verbs(more) == {"done"}
    assert "You have only 0: make a deal" in ask.prompt(A)
    wild = city(
        robots, step="act", energy={"A": 0}, resources=others,
        tokens={"bank": ["A wild"], "church": ["A card"]},
    )  # fmt: skip
    reveal(wild, BANK)
    assert ask_of(wild).moment == "cannot_pay" and verbs(wild) == {"cash_in"}
    toll = city(
        step="act", energy={"A": 3}, resources=others, rules=[{"card": "police_payoff", "by": "B", "area": "bank"}],
        units={"A": {"capitol": ["goon", "mole"]}}, tokens={"bank": ["A move"], "church": ["A card"]},
    )  # fmt: skip
    reveal(toll, BANK)
    play(toll, "activate")
    play(
        toll, *options(toll, "move")[0]
    )  # 2 for the token and 1 for this unit: nothing is left for the other
    ask = ask_of(toll)
    assert ask.moment == "cannot_pay" and verbs(toll) == {"done"}
    assert "You have only 1: make a deal" in ask.prompt(A)
    alone = knaves.scenario(
        {"game": "villains", "seats": 4, "seed": 1, "options": {"deals": False},
         "set": {"step": "place", "first": "A", "energy": {"A": 0}}}
    )  # fmt: skip
    assert waits(alone) == B  # nobody could help: A has passed


@clause("villains", "cost.1")
def test_the_way_of_paying_can_be_changed_on_ones_turn() -> None:
    """R27: after tokens are placed, too."""
    pos = city(step="act", resources={"A": 2, "B": 2}, tokens={"bank": ["A deploy"], "church": ["A deploy"]})
    state(pos).placed = 4
    assert {("purse", 1), ("purse", 2)} <= set(all_options(pos, A))
    assert not [o for o in all_options(pos, B) if o[0] == "purse"]  # nobody is asked at every move …
    pos.apply(B, ("purse", 1))  # … but may say so
    assert state(pos).purse[B] == 1


@clause("villains", "objective.1", "secrecy.2")
def test_what_hidden_targets_decide_is_a_question_mark() -> None:
    pos = city(
        ["mafia", "scientists", "aliens", "mutants"],
        step="act",
        control={"bank": "A"},
        targets={"A": "church", "B": "bank", "C": "police", "D": "police"},
        plans={"A": ["aggressive_loansharking"]},
    )
    own = seen(pos, A)["own"]
    assert own is not None
    needs = [need for plan in own["plans"] for one in plan["objectives"] for need in one["needs"]]
    hidden = [need for need in needs if need["kind"] == "control_enemy_target"]
    assert hidden and all(need["have"] is None for need in hidden)
    assert "?/" in pos.game.board(pos.view(A))
    state(pos).show_to(state(pos).target[B], A)  # Inside Job: what is known already is told
    own = seen(pos, A)["own"]
    assert own is not None
    needs = [need for plan in own["plans"] for one in plan["objectives"] for need in one["needs"]]
    assert [need["have"] for need in needs if need["kind"] == "control_enemy_target"] == [1]
