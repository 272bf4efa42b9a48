"""One test per asset with an End of Turn ability."""

from __future__ import annotations

from tests.games.new_angeles.table import (
    asked,
    asset,
    assets,
    capital,
    card,
    go,
    hand,
    options,
    state,
    table,
    verbs,
    view,
)
from tests.support import clause


@clause("new_angeles", "61", "61.1")
def test_alex_westlund_swaps_and_may_cost() -> None:
    held = {0: ["alex_westlund", "eiko"], 1: ["midori"], 2: ["tanaka", "mark_yale"]}
    p = table(step="end of turn", assets=held, exhausted=["midori"])
    go(p, "use", asset(p, "alex_westlund"))
    go(p, "swap", asset(p, "midori"))
    assert set(options(p)) == {
        ("with", asset(p, "tanaka")),
        ("with", asset(p, "mark_yale")),
    }  # each pair once
    go(p, "with", asset(p, "tanaka"))
    assert assets(p, 1) == ["tanaka"] and assets(p, 2) == ["mark_yale", "midori"] and capital(p, 0) == 10
    assert view(p)["seats"][2]["assets"][1]["exhausted"] is True
    p = table(step="end of turn", assets=held)
    go(p, "use", asset(p, "alex_westlund"))
    go(p, "swap", asset(p, "alex_westlund"))
    go(p, "with", asset(p, "midori"))
    assert assets(p, 0) == ["eiko", "midori"] and capital(p, 0) == 8


def test_bernice_mai_gives_cards_for_capital() -> None:
    hands = {0: ["liquidation", "live_feeds", "arrest_orders"], 1: [], 2: []}
    p = table(step="end of turn", hands=hands, assets={0: ["bernice_mai"]})
    go(p, "use", asset(p, "bernice_mai"))
    go(p, "gift", 2)
    go(p, "give", card(p, 0, "liquidation"))
    go(p, "give", card(p, 0, "live_feeds"))
    assert hand(p, 2) == ["liquidation", "live_feeds"] and capital(p, 0) == 12
    assert view(p, 1)["seats"][2]["hand"] == []
    assert len(view(p, 0)["seats"][2]["hand"]) == 2  # the giver knows them


def test_elizabeth_mills_takes_or_gives_three_cards() -> None:
    hands = {1: ["live_feeds", "liquidation", "arrest_orders", "puff_piece"], 4: []}
    p = table(step="end of turn", hands=hands, assets={0: ["elizabeth_mills"]})
    go(p, "use", asset(p, "elizabeth_mills"))
    go(p, "make_discard", 1)
    for title in ("live_feeds", "liquidation", "puff_piece"):
        assert asked(p) == 1
        go(p, "discard", card(p, 1, title))
    assert "elizabeth_mills" in assets(p, 1)
    assert hand(p, 1)[0] == "arrest_orders"
    p = table(step="end of turn", hands=hands, assets={0: ["elizabeth_mills"]})
    go(p, "use", asset(p, "elizabeth_mills"))
    go(p, "make_draw", 4)
    s = state(p)
    assert [s.box.type[s.face[slot]] for slot in s.hands[4]] == [3, 3, 3]  # NBN: media


def test_fumiko_yamamori_sells_a_resource() -> None:
    p = table(step="end of turn", supply={"tech": 2}, assets={0: ["fumiko_yamamori"]})
    go(p, "use", asset(p, "fumiko_yamamori"))  # only tech can be lowered
    assert view(p)["supply"][2]["have"] == 1 and capital(p, 0) == 12
    p = table(step="end of turn", supply={}, assets={0: ["fumiko_yamamori"]})
    assert "use" not in verbs(p)


@clause("new_angeles", "56.1")
def test_marco_cubrero_steals_capital() -> None:
    p = table(step="end of turn", capital=[5, 9, 9, 4, 0, 1], assets={0: ["marco_cubrero"]})
    go(p, "use", asset(p, "marco_cubrero"))
    assert set(options(p)) == {
        ("steal_two", 1),
        ("steal_two", 2),
        ("steal_one", 1),  # the richest, too
        ("steal_one", 2),
        ("steal_one", 3),
        ("steal_one", 5),
    }
    go(p, "steal_two", 2)
    assert capital(p, 0) == 7 and capital(p, 2) == 7


def test_mr_li_taxes_and_gives_cards() -> None:
    p = table(step="end of turn", hands={2: []}, assets={0: ["mr_li"]})
    go(p, "use", asset(p, "mr_li"))
    go(p, "tax", 2)
    assert asked(p) == 2
    go(p, "draw", 0)
    go(p, "draw", 4)
    assert capital(p, 2) == 11 and len(hand(p, 2)) == 2


@clause("new_angeles", "56.3", "21.4")
def test_mr_white_searches_a_hand() -> None:
    p = table(step="end of turn", hands={0: [], 2: ["live_feeds", "puff_piece"]}, assets={0: ["mr_white"]})
    go(p, "use", asset(p, "mr_white"))
    go(p, "search", 2)
    assert {one["title"] for one in view(p, 0)["seats"][2]["hand"]} == {"live_feeds", "puff_piece"}
    assert all(option[0] == "leave" or option[1] < 100 for option in options(p))
    go(p, "take", next(o[1] for o in options(p) if p.label(o, 0) == "Take Puff Piece"))
    assert hand(p, 2) == ["live_feeds"] and "puff_piece" in hand(p, 0)
    assert [one["title"] for one in view(p, 0)["seats"][2]["hand"]] == ["live_feeds"]
    assert view(p, 1)["seats"][0]["hand"] == [] and view(p, 1)["seats"][2]["hand"] == []


def test_susan_chen_pays_and_moves_on() -> None:
    p = table(step="end of turn", assets={0: ["susan_chen"]})
    go(p, "use", asset(p, "susan_chen"))
    go(p, "pass_on", 3)
    assert capital(p, 0) == 12 and assets(p, 3) == ["susan_chen"]


@clause("new_angeles", "50.3")
def test_thomas_haas_swaps_rivals_in_secret() -> None:
    p = table(
        step="end of turn",
        assets={0: ["thomas_haas"]},
        rivals={
            0: "nbn",
            1: "weyland",
            2: "jinteki",
            3: "melange_mining",
            4: "haas_bioroid",
            5: "federalist",
        },
    )
    go(p, "use", asset(p, "thomas_haas"))
    aside = view(p, 0)["aside"]
    assert aside is not None and aside["name"] == "Globalsec" and view(p, 1)["aside"] is None
    before = view(p, 1)
    twin = p.clone()
    go(p, "swap_rival")
    go(twin, "keep_rival")
    mine = view(p, 0)["seats"][0]["rival"]
    assert mine is not None and mine["name"] == "Globalsec"
    assert before["seats"][0]["rival"] is None
    assert view(p, 1) == view(twin, 1)  # nobody can tell which it was
