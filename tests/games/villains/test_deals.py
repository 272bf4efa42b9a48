"""Deals in resources, and promises."""

from __future__ import annotations

import knaves
from knaves.core.offers import OPEN, Promise
from knaves.games.villains.deals import DEALS, PEACE, REPAY
from tests.games.villains.table import (
    BANK,
    SUBWAY,
    A,
    B,
    C,
    D,
    city,
    options,
    play,
    reveal,
    rolls,
    seen,
    state,
    token,
    unit,
    units,
    use_card,
    verbs,
    waits,
    why,
)
from tests.support import all_options, ask_of, clause


def dealing(**words: object) -> knaves.Position:
    words.setdefault("resources", {"A": 3, "B": 2})
    return city(step="place", **words)


@clause("villains", "deals.1")
def test_every_turn_brings_two_offers_again() -> None:
    """R51"""
    pos = dealing()
    for amount in (1, 2):
        pos.apply(A, ("offer", B, amount, 0, 0, 0))
    assert why(pos, A, "offer", B, 3, 0, 0, 0) == ("You have made your 2 offers of this turn.", "deals.1")
    assert [row["offers_left"] for row in seen(pos, A)["seats"]] == [0, 2, 2, 2]
    while state(pos).turn == 1:
        ask = ask_of(pos)
        seat = ask.seats[0]
        pos.apply(seat, next(o for o in ask.options(seat) if o[0] in ("pass", "bury", "target")))
    assert [row["offers_left"] for row in seen(pos, A)["seats"]] == [2, 2, 2, 2]


@clause("villains", "deals.1")
def test_an_offer_is_swapped_at_once_or_not_at_all() -> None:
    pos = dealing()
    pos.apply(A, ("offer", B, 2, 1, 0, 1))
    assert waits(pos) == A  # the table still waits for A's token
    assert ("accept", 1, A) in all_options(pos, B) and ("withdraw", 1, B) in all_options(pos, A)
    pos.apply(B, ("accept", 1, A))
    s = state(pos)
    assert s.resources == [2, 3, 0, 0] and not s.offers
    assert s.promises == (Promise(B, A, PEACE, turn=1, fate=OPEN),)


@clause("villains", "deals.1")
def test_deals_are_made_at_any_time_by_anybody() -> None:
    pos = city(
        step="act",
        resources={"A": 3, "C": 3},
        tokens={"bank": ["A deploy"], "police": ["A deploy"]},
    )
    pos.apply(C, ("offer", B, 1, 0, 0, 0))  # it is A's turn
    pos.apply(B, ("accept", 1, C))
    assert state(pos).resources == [3, 1, 2, 0]
    assert waits(pos) == A


@clause("villains", "deals.2")
def test_only_resources_and_promises_change_hands() -> None:
    pos = dealing()
    assert why(pos, A, "offer", B, 1, 0, 0, 9)[1] == "deals.2"  # no such promise
    assert why(pos, A, "offer", B, 10_001, 0, 0, 0)[1] == "deals.2"
    assert why(pos, A, "offer", B, 9, 0, 0, 0)[1] == "deals.1"  # more than one has
    assert why(pos, A, "offer", A, 1, 0, 0, 0)[1] == "deals.1"
    assert why(pos, A, "offer", B, 0, 0, 0, 0)[1] == "deals.1"
    assert why(pos, A, "offer", B, 1)[1] == "deals.1"
    assert why(pos, B, "accept", 5)[1] == "deals.1"


def test_an_offer_can_be_declined_or_withdrawn_and_there_are_two_a_turn() -> None:
    pos = dealing()
    pos.apply(A, ("offer", B, 1, 0, 0, 0))
    pos.apply(B, ("decline", 1, A))
    pos.apply(A, ("offer", C, 1, 0, 0, 0))
    pos.apply(A, ("withdraw", 2, C))
    assert not state(pos).offers and state(pos).resources[A] == 3
    assert why(pos, A, "offer", C, 1, 0, 0, 0)[1] == "deals.1"


def test_an_offer_that_can_no_longer_be_honoured_is_off_the_table() -> None:
    pos = dealing(resources={"A": 1, "B": 1}, energy={"A": 0})
    pos.apply(A, ("offer", B, 1, 0, 0, 0))
    play(pos, "area", BANK)
    play(pos, "token", state(pos).spare[A][0], BANK)  # pays with the resource
    assert state(pos).resources[A] == 0 and not state(pos).offers
    rich = dealing(resources={"A": 1, "B": 0})
    rich.apply(A, ("offer", B, 0, 2, 1, 0))
    assert ("accept", 1, A) not in all_options(rich, B)  # B cannot pay for it


def test_promises_are_shown_as_kept_or_broken_and_never_enforced() -> None:
    pos = city(
        step="act",
        resources={"A": 2},
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["goon"]}},
        tokens={"bank": ["B battle"], "police": ["A card"]},
    )
    pos.apply(A, ("offer", B, 1, 0, 1, 1))
    pos.apply(B, ("accept", 1, A))
    heard: list[str] = []
    pos.listen(lambda event: heard.append(pos.text(event, None) or ""))
    while waits(pos) != B:
        play(pos, "discard")
    reveal(pos, BANK)
    rolls(pos, 1, 1, 1, 1)
    play(pos, "activate")
    states = [(one["by"], one["fate"]) for one in pos.view(C)["promises"]]  # type: ignore[attr-defined]
    assert states == [(A, "open"), (B, "broken")]  # B began the fight; the rules made A attack (R53)
    assert any("breaks the promise" in text for text in heard)
    calm = city(step="place", resources={"A": 2, "B": 2})
    calm.apply(A, ("offer", B, 1, 0, 0, 1))
    calm.apply(B, ("accept", 1, A))
    assert calm.view(None)["promises"][0]["fate"] == "open"  # type: ignore[index]


def test_a_promise_to_repay() -> None:
    pos = city(step="place", resources={"A": 2, "B": 2})
    pos.apply(A, ("offer", B, 1, 0, 0, 2))  # B hands over 1 next turn
    pos.apply(B, ("accept", 1, A))
    s = state(pos)
    s.turn = 2
    pos.apply(B, ("offer", A, 1, 0, 0, 0))
    pos.apply(A, ("accept", 2, B))  # no number is used twice
    assert pos.view(None)["promises"][0]["fate"] == "kept"  # type: ignore[index]


def test_a_table_may_play_without_deals() -> None:
    pos = knaves.start("villains", seats=4, seed=1, deals=False, factions="deal")
    assert all(o[0] != "offer" for seat in range(4) for o in all_options(pos, seat))
    assert why(pos, 0, "offer", 1, 1, 0, 0, 0)[0] == "This table plays without deals."


def test_the_ledger_of_deals_reads_as_sentences() -> None:
    pos = dealing()
    pos.apply(A, ("offer", B, 2, 1, 1, 2))
    (offer,) = pos.game.deals(pos.view(C))
    assert (offer.by, offer.to, offer.state) == (A, B, "offered")
    assert offer.text.startswith("2 resources and the promise not to attack this turn for 1 resource and ")
    pos.apply(B, ("accept", 1, A))
    kinds = [(note.by, note.state) for note in pos.game.deals(pos.view(None))]
    assert kinds == [(A, "open"), (B, "open")]


@clause("villains", "cost.2")
def test_what_is_begun_is_paid_for_before_anything_is_given_away() -> None:
    """R52: else the last resource would be spent twice."""
    pos = dealing(energy={"A": 0}, resources={"A": 1, "B": 2})
    pos.apply(A, ("offer", B, 1, 0, 0, 0))
    play(pos, "area", BANK)  # which token?
    assert why(pos, B, "accept", 1, A)[1] == "cost.2"
    assert why(pos, A, "offer", C, 1, 0, 0, 0)[1] == "cost.2"
    assert not [o for o in all_options(pos, A) if o[0] == "offer"]
    assert all(blank.most == 0 for form in pos.forms(A) for blank in form.blanks if blank.side == "give")
    pos.apply(B, ("offer", A, 1, 0, 0, 0))  # a counter-offer; to be given something is no harm
    pos.apply(A, ("accept", 2, B))
    play(pos, "token", token(pos, A, "card"), BANK)
    assert state(pos).resources[A] == 1


@clause("villains", "skill.6", "subway.4")
def test_who_uses_the_subway_keeps_what_the_unit_costs() -> None:
    pos = city(
        ["robots", "mafia", "scientists", "aliens"],
        step="act",
        energy={"A": 0},
        resources={"A": 1},
        units={"A": {"subway": ["readied talent"]}},
        tokens={"bank": ["A deploy"]},
    )
    pos.apply(A, ("offer", B, 1, 0, 0, 0))
    play(pos, "skill", SUBWAY)
    assert why(pos, B, "accept", 1, A)[1] == "cost.2"
    play(pos, "deploy_to", BANK)  # a mole is all that 1 pays for
    assert units(pos, A, BANK) == {"mole": 1} and not state(pos).resources[A]


@clause("villains", "cost.1", "cost.2")
def test_who_is_asked_how_to_pay_pays() -> None:
    pos = city(
        step="act",
        hands={"A": ["market_instability"]},
        tokens={"bank": ["A card"]},
        energy={"B": 1, "C": 0, "D": 0},
        resources={"B": 1, "C": 0, "D": 0},
        purse={"B": 2},
    )
    use_card(pos, BANK, "market_instability")
    assert waits(pos) == B and options(pos) == [("mix", 1, 0), ("mix", 1, 1)]
    assert why(pos, B, "offer", C, 1, 0, 0, 0)[1] == "cost.2"
    play(pos, "mix", 1, 0)
    pos.apply(B, ("offer", C, 1, 0, 0, 0))
    assert state(pos).offers


def fate(pos: knaves.Position) -> str:
    """Of the first promise."""
    return str(pos.view(None)["promises"][0]["fate"])  # type: ignore[index]


def peace(pos: knaves.Position, by: int, to: int) -> None:
    """`by` sells peace for this turn."""
    pos.apply(by, ("offer", to, 0, 1, PEACE, 0))
    pos.apply(to, ("accept", state(pos).offer_no, by))


def fight(by: str, **words: object) -> knaves.Position:
    """`by` has a battle token in the Bank, where A and B have units; A has promised B peace."""
    words.setdefault("units", {"A": {"bank": ["goon"]}, "B": {"bank": ["patsy"]}})
    pos = city(
        step="act",
        first=by,
        who=by,
        hold="" if by == "B" else "B",
        resources={"A": 1, "B": 1},
        tokens={"bank": [f"{by} battle"], "sewers": [f"{by} card"], "church": ["D card"]},
        **words,
    )
    peace(pos, A, B)
    rolls(pos, 1)
    reveal(pos, BANK)
    return pos


@clause("villains", "combat.9", "deals.2")
def test_an_attack_that_the_rules_force_breaks_no_promise() -> None:
    """R53: C's token, and B alone to attack. The promise lapses with the turn; a free attack still breaks it."""
    pos = fight("C")
    heard: list[str] = []
    pos.listen(lambda event: heard.append(event.kind))
    play(pos, "activate")
    assert "attacks" in heard and "forced" in heard and "promise_broken" not in heard
    assert fate(pos) == "open" and waits(pos) != A  # A was not asked
    again = knaves.load(pos.save())
    for one in (pos, again):
        DEALS.end_of_turn(state(one))
        assert fate(one) == "lapsed" and not state(one).forced
    free = fight("C")
    play(free, "activate")
    DEALS.note_attack(state(free), A, B)
    assert fate(free) == "broken"


@clause("villains", "combat.3", "deals.2")
def test_who_begins_a_fight_or_could_choose_another_breaks_the_promise() -> None:
    own = fight("A")
    play(own, "activate")
    assert fate(own) == "broken"
    three = {"A": {"bank": ["goon"]}, "B": {"bank": ["patsy"]}, "D": {"bank": ["patsy"]}}
    pos = fight("C", units=three)
    play(pos, "activate")
    assert waits(pos) == A
    true = pos.clone()
    rolls(pos, 1)
    play(pos, "attack", unit(A, "goon"), B)
    assert fate(pos) == "broken"
    rolls(true, 1)
    play(true, "attack", unit(A, "goon"), D)
    DEALS.end_of_turn(state(true))
    assert fate(true) == "kept"


@clause("villains", "combat.9", "deals.2")
def test_who_has_it_fought_again_begins_that_fight() -> None:
    """R53, R39: C plays To the Death!, and A wants more."""
    pos = city(
        step="act",
        first="C",
        who="C",
        resources={"A": 1, "B": 1},
        hands={"C": ["to_the_death"]},
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["2 patsy"]}},
        tokens={"bank": ["C card"], "sewers": ["C card"]},
    )
    peace(pos, A, B)
    rolls(pos, 1)
    use_card(pos, BANK, "to_the_death")
    assert fate(pos) == "open" and waits(pos) == A
    rolls(pos, 1)
    play(pos, "again")
    assert fate(pos) == "broken"


@clause("villains", "deals.2")
def test_peace_is_promised_only_while_an_attack_can_come() -> None:
    """R53: in the Score Plans Step it would be kept by everybody, for nothing."""
    resources = {"A": 2, "B": 2, "C": 1}
    pos = city(
        step="control",
        resources=resources,
        plans={"A": ["the_endless_spills"]},
        units={"A": {"bank": ["wounded champion"], "capitol": ["mole"]}},
    )
    assert verbs(pos) == {"no_score"} and not [o for o in all_options(pos, A) if o[0] == "offer"]
    assert why(pos, A, "offer", B, 0, 1, PEACE, 0)[1] == "deals.2"
    assert why(pos, A, "offer", B, 1, 0, 0, PEACE)[1] == "deals.2"
    assert PEACE not in promised(pos, A, "give") and PEACE not in promised(pos, A, "get")
    acting = city(step="act", resources=resources, tokens={"bank": ["A card"], "church": ["A card"]})
    assert PEACE in promised(acting, A, "give")
    there = {"B": {"bank": ["goon"]}, "C": {"bank": ["patsy"], "church": ["patsy"]}, "D": {"bank": ["patsy"]}}
    for area, fights, may in (
        ("church", ["bank", "church"], True),
        ("church", ["bank"], False),
        ("capitol", ["capitol", "bank"], False),  # fought already
    ):
        late = city(step="combat", combat=fights, resources=resources, units={"A": {area: ["goon"]}, **there})
        assert waits(late) == B
        assert (PEACE in promised(late, A, "give")) == may and PEACE in promised(late, B, "give")


@clause("villains", "deals.2")
def test_who_has_nobody_left_to_strike_sells_no_peace() -> None:
    """R53: patsies strike nobody, nor does who stands alone, in a cease fire, or has struck already."""
    words = {"combat": ["bank", "church"], "resources": {"A": 2, "B": 2}}
    bank = {"B": {"bank": ["goon"]}, "C": {"bank": ["patsy"]}, "D": {"bank": ["patsy"]}}
    for mine, theirs, rules, may in (
        ("goon", ["patsy"], [], True),
        ("patsy", ["patsy"], [], False),
        ("goon", [], [], False),
        ("goon", ["patsy"], [{"card": "cease_fire", "by": "C", "area": "church"}], False),
    ):
        crews = {**bank, "A": {"church": [mine]}, "C": {"bank": ["patsy"], "church": theirs}}
        pos = city(step="combat", units=crews, rules=rules, **words)
        assert waits(pos) == B and (PEACE in promised(pos, A, "give")) == may
    struck = city(
        step="combat",
        units={"A": {"bank": ["goon"]}, "B": {"bank": ["2 goon"]}, "C": {"bank": ["patsy"]}},
        **words,
    )
    assert waits(struck) == A and PEACE in promised(struck, A, "give")
    rolls(struck, 1, 1)
    play(struck, *options(struck, "attack")[0])
    assert waits(struck) == B and PEACE not in promised(struck, A, "give")


@clause("villains", "deals.2", "mutants.2")
def test_while_biohazard_is_paid_for_nobody_strikes_any_more() -> None:
    pos = city(
        step="combat",
        combat=["bank"],
        resources={"A": 2, "B": 2},
        tokens={"bank": ["A biohazard up"]},
        units={"A": {"bank": ["patsy"]}, "B": {"bank": ["goon", "mole"]}, "C": {"bank": ["patsy"]}},
    )
    rolls(pos, 9, 9)
    play(pos, *options(pos, "attack")[0])
    while verbs(pos) != {"sacrifice"}:
        play(pos, *options(pos)[0])
    assert waits(pos) == B and not [n for n in (A, B, C) if PEACE in promised(pos, n, "give")]
    fight = seen(pos, B)["fight"]
    assert fight is not None and fight["left"] == [0, 0, 0, 0]
    play(pos, *options(pos)[0])
    assert state(pos).fight < 0


@clause("villains", "deals.2")
def test_what_no_turn_is_left_for_lapses_with_the_game() -> None:
    """Somebody wins in the second turn: what was to be paid in the third is neither kept nor broken, nor open."""
    near = {"area_points": {"C": 9}, "control": {"capitol": "C"}}  # the token of the turn is the tenth
    pos = city(step="act", turn=2, resources={"A": 1, "B": 1}, **near, **LONE)
    pos.apply(A, ("offer", B, 0, 1, REPAY, 0))
    pos.apply(B, ("accept", 1, A))
    while pos.result is None:
        play(pos, *options(pos)[-1])
    assert fate(pos) == "lapsed"


LONE = {"tokens": {"bank": ["A card"], "church": ["A card"]}, "hold": ""}


@clause("villains", "deals.2")
def test_nothing_is_promised_for_a_turn_that_does_not_come() -> None:
    pos = dealing(turn=4)
    assert why(pos, A, "offer", B, 0, 1, REPAY, 0)[1] == "deals.2"
    assert REPAY not in promised(pos, A, "give") and REPAY in promised(dealing(turn=3), A, "give")


@clause("villains", "deals.2")
def test_the_end_of_the_game_judges_what_was_promised() -> None:
    pos = city(
        step="act",
        turn=4,
        resources={"A": 1, "B": 1},
        tokens={"bank": ["A card"], "church": ["A card"]},
        hold="",
    )
    peace(pos, A, B)
    while pos.result is None:
        play(pos, *options(pos)[-1])
    assert fate(pos) == "kept"


def promised(pos: knaves.Position, seat: int, side: str) -> list[int]:
    """What can be promised in a form: by the one who offers, or by the other."""
    return [
        value
        for form in pos.forms(seat)
        for blank in form.blanks
        if blank.label == "A promise" and blank.side == side
        for value, _ in blank.values
    ]


@clause("villains", "deals.1")
def test_any_number_of_resources_changes_hands_at_once() -> None:
    """R51: the book knows no limit."""
    pos = dealing(resources={"A": 12, "B": 1})
    assert max(blank.most for form in pos.forms(A) for blank in form.blanks) == 12
    pos.apply(A, ("offer", B, 12, 1, 0, 0))
    pos.apply(B, ("accept", 1, A))
    assert state(pos).resources[:2] == [1, 12]
    assert why(pos, A, "offer", B, 12, 0, 0, 0)[1] == "deals.1"


@clause("villains", "deals.1")
def test_the_ledger_says_in_which_turn_a_promise_was_made() -> None:
    """ "Next turn" is none but the one after; and however many promises there are, all of them are told."""
    pos = city(step="place", resources=dict.fromkeys("ABCD", 9))
    for by, to in ((B, A), (B, C), (C, A), (C, B), (D, A), (D, B), (A, D)):
        pos.apply(by, ("offer", to, 0, 0, REPAY, 0))
        number = state(pos).offers[-1].number
        pos.apply(to, ("accept", number, by))
    text = pos.game.board(pos.view(None))
    assert "B promised A in turn 1 to hand over 1 resource next turn: open" in text
    assert text.count("to hand over 1 resource next turn: open") == 7
    assert [note.text for note in pos.game.deals(pos.view(A))][:1] == [
        "in turn 1 to hand over 1 resource next turn"
    ]


@clause("villains", "deals.2")
def test_what_is_no_attack_breaks_no_peace_and_the_hitman_does() -> None:
    """R53: the nuke kills, and dice are not rolled; the Hitman is sent to one player."""
    units = {"A": {"bank": ["patsy"]}, "B": {"bank": ["goon"]}}
    pos = city(
        ["mafia", "scientists", "aliens", "mutants"],
        step="act",
        units=units,
        resources={"A": 5, "B": 1},
        hands={"A": ["suitcase_nuke"]},
        tokens={"bank": ["A card"], "church": ["A card"]},
    )
    peace(pos, A, B)
    use_card(pos, BANK, "suitcase_nuke")
    play(pos, *options(pos, "sacrifice")[0])
    assert units_of(pos, B) == 0 and fate(pos) == "open"
    hit = city(
        ["mafia", "scientists", "aliens", "mutants"],
        step="act",
        units=units,
        resources={"A": 5, "B": 1},
        tokens={"bank": ["A hitman"], "church": ["A card"]},
    )
    peace(hit, A, B)
    reveal(hit, BANK)
    play(hit, "activate")
    assert fate(hit) == "broken"


def units_of(pos: knaves.Position, seat: int) -> int:
    return state(pos).in_play(seat)
