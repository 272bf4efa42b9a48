"""The publisher's variants: Pony Express and Ordinance."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from tests.games.villagers.table import Table, start, table
from tests.laws.tables import walk
from tests.laws.test_secrecy import given_to
from tests.support import ask_of, clause

PONY: dict[str, object] = {"pony_express": True}
ORDINANCE: dict[str, object] = {"ordinance": True}


def pony(**words: object) -> Table:
    t = table("recruit", 3, PONY, **words)
    t.do(0, "recruit", "trader")
    return t


@clause("villagers", "variant.pony.1", "variant.pony.2")
def test_mayors_yet_to_recruit_may_sell_their_rolls() -> None:
    t = pony()
    bank = t.s.bank
    t.do(0, "roll", 2)
    assert t.asked == 1 and t.may() == {"keep_roll", "sell_roll"}
    t.do(1, "sell_roll")
    assert t.asked == 2, "in turn order"
    t.do(2, "keep_roll", dice=(1, 1, 4))
    assert t.gold == [4, 7, 6], "the seller gets the gold of one roll"
    assert t.s.bank == bank + 1, "and the bank that of the other"
    assert t.hand(0)[-1] == "trader"


def test_nobody_is_asked_without_a_purchase_or_after_his_turn() -> None:
    t = pony()
    t.do(0, "roll", 0, dice=(4,))
    t.do(1, "recruit", "grey_wolf")
    t.do(1, "roll", 1)
    assert t.asked == 2, "Mayor A has recruited already"
    t.do(2, "sell_roll", dice=(1, 1))
    t.do(2, "recruit", t.pool[2])
    t.do(2, "roll", 1, dice=(1,))
    assert t.s.phase > 1, "the last Mayor has nobody to buy from"


@clause("villagers", "variant.pony.3")
def test_a_sold_roll_counts_as_1_with_bonuses() -> None:
    t = pony(towns=[[], ["castle"]])
    t.do(0, "roll", 1)
    t.do(1, "sell_roll", dice=(4,))
    drawn = t.s.drawn
    t.do(1, "recruit", "grey_wolf")
    assert t.s.sold == (0, 1, 0) and t.view()["mayors"][1]["sold"] == 1
    t.do(1, "roll", 0)
    assert t.hand(1)[-1] == "village_well", "1 and the Castle's 1 do not reach position 3"
    assert t.s.drawn == drawn and t.s.sold == (0, 0, 0)
    told = t.heard.index("The roll that Mayor B has sold counts as a 1.")
    assert t.heard[told + 1] == "Mayor B rolls 1 + 1 for Grey Wolf; 3 is needed."
    t = pony(towns=[[], ["castle"]])
    t.do(0, "roll", 1)
    t.do(1, "sell_roll", dice=(4,))
    t.do(1, "recruit", "farm")
    t.do(1, "roll", 0)
    assert t.hand(1)[-1] == "farm", "but position 2"


@clause("villagers", "variant.pony.4")
def test_one_roll_in_one_buyers_turn() -> None:
    t = pony(towns=[[], ["stable"]])
    t.do(0, "roll", 3)
    t.do(1, "sell_roll")
    assert t.asked == 2, "not asked twice"
    t.do(2, "keep_roll", dice=(4,))
    assert t.asked == 1 and t.s.sold == (0, 1, 0)


@clause("villagers", "variant.pony.5")
def test_the_owner_of_a_stable_keeps_a_roll() -> None:
    t = pony(towns=[[], ["stable"]])
    t.do(0, "roll", 1)
    t.do(1, "sell_roll", dice=(4,))
    t.do(1, "recruit", "grey_wolf")
    t.do(1, "roll", 0, dice=(3,))
    assert t.town(1)[-1] == "grey_wolf", "one true roll is left"


def test_with_two_mayors_a_roll_of_the_second_turn_may_be_sold() -> None:
    t = table("recruit", 2, PONY)
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 0, dice=(4,))
    t.do(1, "recruit", "grey_wolf")
    t.do(1, "roll", 1)
    assert t.asked == 0 and t.may() == {"keep_roll", "sell_roll"}, "Mayor A has a turn to come"


@clause("villagers", "variant.ordinance.1")
def test_once_a_game_a_pool_card_is_replaced() -> None:
    t = table("recruit", 3, ORDINANCE, deck=["castle", "lord"])
    assert "ordinance" in t.may(0) and "ordinance" in t.may(2)
    left = t.s.left
    t.do(2, "ordinance")
    t.do(2, "replace", "farm")
    assert len(t.pool) == 6 and t.s.left == left
    assert t.pool[0] == "village_well" and t.pool[2] == "grey_wolf", "the new card takes the old one's place"
    assert t.slot("farm") in t.s.deck[t.s.dealt :] or t.pool[1] == "farm"
    assert not t.p.ask().interjections(2), "once a game"  # type: ignore[union-attr]
    assert t.view()["mayors"][2]["ordinance"] is False and t.view()["mayors"][1]["ordinance"] is True
    said = t.refuses(2, "ordinance")
    assert said.reason == "You have passed your Ordinance: once a game is all."
    assert said.clause == "variant.ordinance.1"
    assert not table("recruit").p.ask().interjections(1)  # type: ignore[union-attr]
    t = table("build", 3, ORDINANCE)
    assert not t.p.ask().interjections(1), "in the Recruit phase only"  # type: ignore[union-attr]
    for seat in range(3):
        assert t.refuses(seat, "ordinance").reason == "An Ordinance can be passed in the Recruit phase only."
    t = table("recruit", 3, ORDINANCE, deck_size=0)
    for seat in range(3):
        assert t.refuses(seat, "ordinance").reason == "The deck is empty: no card could take the place."


def test_the_favor_stays_in_its_position() -> None:
    t = table("recruit", 3, ORDINANCE, favor="farm")
    t.do(1, "ordinance")
    t.do(1, "replace", "farm")
    assert t.s.favor_card == t.s.pool[1], "R36"


@clause("villagers", "variant.ordinance.2")
def test_not_while_a_roll_is_made() -> None:
    t = table("recruit", 3, {**PONY, **ORDINANCE})
    t.do(0, "recruit", "trader")
    assert t.p.ask().interjections(1)  # type: ignore[union-attr]
    t.do(0, "roll", 1)
    assert t.asked == 1, "the roll is paid for and being sold"
    assert all(not t.p.ask().interjections(seat) for seat in (0, 2))  # type: ignore[union-attr]
    assert t.may(1) == {"keep_roll", "sell_roll"}
    t.refuses(2, "ordinance")


@clause("villagers", "variant.ordinance.3")
def test_who_loses_his_chosen_card_chooses_anew() -> None:
    t = table("recruit", 3, ORDINANCE, favor=0)
    t.do(0, "keep")
    t.do(0, "recruit", "trader")
    t.do(0, "favor")
    t.do(1, "ordinance")
    t.do(1, "replace", "trader")
    assert t.asked == 0 and "recruit farm" in t.may(0)
    assert t.s.first == 2, "bonuses stay declared"
    t.do(0, "recruit", "farm")
    t.do(0, "roll", 0)
    assert t.hand(0)[-1] == "farm"


def test_secret_cards_are_never_imagined_as_one_that_went_back() -> None:
    t = table("recruit", 3, ORDINANCE, secrets=[[], ["castle", "lord", "jouster"], []], deck_size=8)
    t.do(0, "ordinance")
    t.do(0, "replace", "farm")
    farm = t.s.box.number["farm"]
    secret = [slot for slot in t.s.hand[1] if not t.s.sees(0, slot)]
    assert len(secret) == 3
    for seed in range(60):
        twin = t.p.imagine(0, Random(seed))
        assert farm not in [twin.state.face[slot] for slot in secret]
    t2 = table("recruit", 3, ORDINANCE, secrets=[[], ["castle"], []], deck_size=2)
    t2.do(0, "ordinance")
    t2.do(0, "replace", "farm")
    assert isinstance(t2.p.imagine(0, Random(1)), knaves.Position)


def test_whole_games_with_both_variants() -> None:
    for seats in (2, 3, 4, 5):
        for seed in range(3):
            rng, count = Random(seed), 0
            t = start(seats, seed, pony_express=True, ordinance=True)
            box = dict(t.p.game.pieces_count(t.s))
            while (ask := t.p.ask()) is not None:
                others = [seat for seat in range(seats) if ask.interjections(seat)]
                seat = rng.choice(others) if others and rng.random() < 0.05 else ask.seats[0]
                t.p.apply(seat, rng.choice(ask.options(seat) or ask.interjections(seat)))
                count += 1
                assert count % 7 or knaves.load(t.p.save()) == t.p
            assert dict(t.p.game.pieces_count(t.s)) == box


@pytest.mark.parametrize("options", [{"advanced": False}, {"pony_express": True, "ordinance": True}])
@pytest.mark.parametrize("seats", [2, 5])
def test_imagined_worlds_look_the_same_with_other_options(seats: int, options: dict[str, object]) -> None:
    rng = Random(seats)
    position = knaves.start("villagers", seats=seats, seed=seats, **options)
    for count, _ in enumerate(walk(position, rng)):
        if count % 9 == 0:
            for seat in (*range(seats), None):
                assert given_to(position.imagine(seat, rng), seat) == given_to(position, seat)


@clause("villagers", "variant.ordinance.2", "variant.ordinance.3")
@pytest.mark.parametrize(("gold", "card"), [(0, "trader"), (6, "village_well")])
def test_the_table_waits_for_an_ordinance_whatever_the_purse(gold: int, card: str) -> None:
    t = table("recruit", 3, ORDINANCE, gold=[gold, 6, 6])
    t.do(0, "recruit", card)
    ask = ask_of(t.p)
    assert ask.seats == (0,) and ask.moment == "before_the_roll"
    t.do(1, "ordinance")
    assert t.asked == 1
    t.do(1, "replace", card)
    assert t.asked == 0 and "recruit farm" in t.may(0), "he chooses anew"
    t = table("recruit", 3, gold=[gold, 6, 6])
    t.do(0, "recruit", card, dice=(6,))
    assert t.asked == 1, "without the variant nobody waits"


def test_an_unreachable_card_may_be_named_and_rolls_bought_of_a_friend() -> None:
    t = table("recruit", 5, PONY, gold=[3, 0, 0, 0, 0])
    t.do(0, "recruit", "shepherd")
    assert "roll 3" in t.may(), "gold for a seller (R20)"
    t.do(0, "roll", 1)
    t.do(1, "sell_roll", dice=(6, 6))
    assert t.gold[:2] == [2, 1] and t.hand(0)[-1] == "village_well"


def test_an_ordinance_is_one_line_of_the_menu() -> None:
    t = table("recruit", 3, ORDINANCE)
    assert [words for words in t.may(0) if words.startswith("ordinance")] == ["ordinance"]


@clause("villagers", "variant.pony.5")
def test_the_roll_that_is_left_comes_first_and_has_the_bonus() -> None:
    t = pony(towns=[[], ["stable", "tower"]])
    t.do(0, "roll", 1)
    t.do(1, "sell_roll", dice=(4,))
    t.do(1, "recruit", "baker")
    t.do(1, "roll", 0, dice=(3,))
    assert t.hand(1)[-1] == "baker", "3 and the Tower's 1 reach position 4; the sold roll is made last (R35)"


@clause("villagers", "variant.pony.3")
def test_the_odds_know_of_a_sold_roll() -> None:
    t = pony(towns=[[], ["tower"]])
    t.do(0, "roll", 1)
    t.do(1, "sell_roll", dice=(4,))
    assert [row["chance"] for row in t.view(1)["turn"]["chances"]] == [1, 1, 0, 0, 0]


@clause("villagers", "recruit.4", "variant.pony.1")
def test_rolls_bought_for_a_sure_card_are_for_their_sellers_and_say_so() -> None:
    t = table("recruit", 3, PONY)
    t.do(0, "recruit", t.pool[0])
    ask = ask_of(t.p)
    said = "Village Well is yours without a roll. Extra rolls (1g each) bring you nothing; others may sell you theirs."
    assert ask.prompt(0) == said
    assert [t.p.label(o, 0) for o in ask.options(0)][:3] == [
        "Take it",
        "Buy 1 extra roll (1g) and take it",
        "Buy 2 extra rolls (2g) and take it",
    ]
    t.do(0, "roll", 1)
    t.do(1, "sell_roll")
    assert t.gold[:2] == [5, 7] and t.hand(0)[-1] == "village_well"


@clause("villagers", "variant.pony.3")
def test_the_odds_of_the_first_seat_know_of_its_sold_roll() -> None:
    t = table("recruit", 3, PONY, start=2)
    t.do(2, "recruit", "trader")
    t.do(2, "roll", 1)
    t.do(0, "sell_roll", dice=(4,))
    t.do(0, "recruit", t.pool[1])
    assert t.p.label(("roll", 0), 0) == "Roll: out of reach", "the only roll counts as a 1"
    assert t.p.label(("roll", 1), 0) == "Buy 1 extra roll (1g) and roll: 83%"


@clause("villagers", "variant.pony.1", "two.3")
def test_with_two_mayors_nobody_sells_to_himself() -> None:
    t = table("recruit", 2, PONY)
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 2)
    assert t.asked == 1
    t.do(1, "sell_roll", dice=(4,))
    assert t.asked == 1 and t.may() >= {"recruit farm"}, "the second roll came from the bank"
    assert t.gold == [4, 7]


@clause("villagers", "variant.pony.4", "two.3")
def test_with_two_mayors_whoever_keeps_his_roll_is_asked_once_though_he_has_two_turns_to_come() -> None:
    t = table("recruit", 2, PONY)
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 2)
    t.do(1, "keep_roll", dice=(4,))
    assert t.asked == 1 and "recruit farm" in t.may()


@clause("villagers", "variant.ordinance.1")
def test_the_card_that_goes_back_is_shuffled_into_the_deck() -> None:
    tops, places = set[str](), set[int]()
    for seed in range(12):
        t = start(3, seed=seed, ordinance=True)
        top = t.s.box.id_of[t.s.face[t.s.deck[t.s.dealt]]]
        gone = t.s.pool[1]
        t.do(1, "ordinance")
        t.p.apply(1, ("replace", gone))
        tops.add("the top" if t.pool[1] == top else "another")
        if gone in t.s.deck[t.s.dealt :]:
            places.add(t.s.deck[t.s.dealt :].index(gone))
    assert "another" in tops and len(places) > 6, "neither the top card, nor to the bottom"


def all_sold(town: list[str]) -> Table:
    """Everybody has sold his roll to the first of five Mayors; the second, with this town, is to name a card."""
    t = table("recruit", 5, PONY, towns=[[], town], gold=[6, 2, 2, 2, 2])
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 4)
    for seat in (1, 2, 3):
        t.do(seat, "sell_roll")
    t.do(4, "sell_roll", dice=(6,))
    return t


@clause("villagers", "recruit.4", "variant.pony.3")
def test_who_has_sold_his_only_roll_may_buy_the_one_that_has_the_bonus() -> None:
    t = all_sold(["headless_ghost", "tower", "tavern"])
    t.do(1, "recruit", t.pool[5])
    assert t.may(1) == {"roll 0", "roll 1", "roll 2", "roll 3", "use tavern"}
    assert "Buy 1 extra roll (1g) and roll: 17%" in {t.p.label(o, 1) for o in t.p.ask().options(1)}  # type: ignore[union-attr]
    wanted = t.pool[5]
    t.do(1, "roll", 1, dice=(6,))
    assert wanted in (*t.hand(1), *t.town(1)), "6, less 1 for the ghost, and the Tower's 1"
    t = all_sold(["headless_ghost", "tower", "stable"])
    t.do(1, "recruit", t.pool[5])
    assert t.asked != 1, "the Stable's roll had the Tower's 1; no other could reach position 6"


@clause("villagers", "variant.pony.3")
def test_whoever_names_a_card_is_told_which_rolls_are_sold() -> None:
    for town, held in (
        ([], "You have 1 roll, sold (it counts as 1)."),
        (["stable"], "You have 2 rolls, 1 of them sold (counting as 1)."),
        (["tower"], "You have 1 roll, sold (it counts as 1), +1 on the first."),
    ):
        t = all_sold(town)
        assert t.p.ask().prompt(1).endswith(held)  # type: ignore[union-attr]
        told = held.removeprefix("You have ").partition("), ")[0].removesuffix(".").removesuffix(")")
        assert f"Turn of Mayor B: {told})" in t.p.game.board(t.p.view(0))
    assert "You have 1 roll." in table("recruit").p.ask().prompt(0)  # type: ignore[union-attr]
