"""What the log names: where the illness was, who left a part of his card undone; and promises nobody could keep."""

from __future__ import annotations

import pytest

import knaves
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, STAND_ASIDE
from tests.games.new_angeles.table import (
    BIT,
    HOME,
    asset,
    card,
    deal,
    go,
    heard,
    options,
    resolving,
    table,
    text,
    threat,
    told,
    view,
)
from tests.support import clause


def played(p: knaves.Position, *answers: tuple[object, ...]) -> list[str | None]:
    """What is told while the resolver answers so."""
    events = heard(p)
    for answer in answers:
        go(p, *answer)
    return told(p, events, 0)


@clause("new_angeles", "32", "32.1", "32.5")
def test_the_log_names_every_district_whose_illness_a_card_involved() -> None:
    p = resolving("liquidation", {4: ["illness"], 5: ["illness"]})
    assert "The card involved illness in Manta." in played(p, ("liquidate", 4))
    city = {5: ["illness", "human_first"], 6: ["illness", "human_first"], 9: ["illness"], 4: ["protest"]}
    p = resolving("ark_construction", city)
    assert "The card involved illness in Rabotgorod." in played(p, ("place", BIT["development"], 5))
    p = resolving("media_circus", city)  # Human First move on from 5 through 6 to 9
    lines = played(p, ("place", BIT["Human First"], 5))
    assert "The card involved illness in Rabotgorod, Laguna Velasco and Rutherford." in lines
    assert threat(p) == 2
    p = resolving("labor_solutions", city)
    lines = played(p, ("done",), ("place", BIT["orgcrime"], 7))
    assert not any("illness" in str(line) for line in lines)


@pytest.mark.parametrize(
    ("title", "city"),
    [
        ("clean_slate", {4: ["illness"], 5: ["illness"]}),
        ("budget_renovations", {4: ["outage"]}),
        ("spin_doctors", {4: ["protest"]}),
        ("labor_solutions", {}),
        ("sweeps_week", {4: ["strike"]}),
        ("underpaid_overclocked", {}),
    ],
)
@clause("new_angeles", "6.5", "16.5")
def test_who_leaves_a_part_of_his_card_undone_is_told_to_do_so(
    title: str, city: dict[int, list[str]]
) -> None:
    said = "A does nothing with this part of the card."
    own = {"sweeps_week": "nbn", "underpaid_overclocked": "haas_bioroid"}.get(title, "")

    def begun() -> knaves.Position:
        if not own:
            return resolving(title, city)
        corps = (own, "jinteki", "globalsec", "weyland")
        return deal({}, seats=4, faceup=(own,), corps=corps, city={**HOME, **city})

    assert played(begun(), ("done",)).count(said) == 1
    p = begun()
    lines = played(p, options(p)[0])
    if ("done",) in options(p):
        lines += played(p, ("done",))
    assert said not in lines


@clause("new_angeles", "12.1", "12.2", "12.3")
def test_the_text_board_has_every_corp_sheet() -> None:
    """What it draws and what its contract pays lies open before each player."""
    p = table(5)
    lines = text(p, 3).splitlines()
    sheets = [line.strip() for line in lines if line.startswith("    draws ")]
    assert len(sheets) == 5
    assert sheets[0].startswith("draws 2 security, 1 media. Gain 1 capital for each enemy unit")
    assert sheets[3].startswith("draws 1 general, 1 general, 1 general. After an event is fully resolved")
    four = [line.strip() for line in text(table(4)).splitlines() if line.startswith("    draws ")]
    assert four[0].startswith("draws 2 security, 1 general. ")
    braintrust = text(table(5, assets={0: ["braintrust"]}))
    assert "    draws 4 security, 2 media. " in braintrust


ROBBERS: dict[str, list[tuple[str, int | str]]] = {
    "mr_white": [("search", 3), ("take", "card")],
    "elizabeth_mills": [("make_discard", 3)],
}


@pytest.mark.parametrize("robber", ROBBERS)
@clause("new_angeles", "59.1", "65.2")
def test_who_is_robbed_of_his_last_card_has_not_broken_his_word_to_support(robber: str) -> None:
    """Ruling R33b: he can only abstain in the next deal, and not by his own doing."""

    def at_the_end(what: int, cards: int) -> knaves.Position:
        hands = {0: ["live_feeds"], 1: ["puff_piece"], 2: ["clean_slate"], 3: ["scorched_earth"] * cards}
        p = table(4, trading=True, step="end of turn", hands=hands, assets={0: [robber]}, city=HOME)
        p.apply(3, ("offer", 1, 0, 0, 0, 0, what, 0))
        go_accept(p, 1)
        go(p, "use", asset(p, robber))
        for verb, thing in ROBBERS[robber]:
            go(p, verb, card(p, 3, "scorched_earth") if thing == "card" else thing)
        return p

    for what in (BACK_MAIN, BACK_COUNTER):
        assert fates(at_the_end(what, 1)) == ["lapsed"]
    assert fates(at_the_end(STAND_ASIDE, 1)) == ["open"]  # that he can keep
    assert fates(at_the_end(BACK_MAIN, 4)) == ["open"]


def go_accept(p: knaves.Position, seat: int) -> None:
    p.apply(seat, ("accept", view(p)["offers"][0]["number"]))


def fates(p: knaves.Position) -> list[str]:
    return [row["fate"] for row in view(p)["promises"]]
