"""The board of New Angeles: every decision drawn on it, of each asset and each card."""

from __future__ import annotations

import json

import pytest

from tests.table.kit import played
from tests.web.boards import answer, sheet
from tests.web.test_board_new_angeles import BOARD, MOST, SCENES, check, options, propose, until


@pytest.mark.parametrize(("seats", "how"), [(4, "random"), (6, "random"), (5, "fair"), (6, "fair")])
@played
async def test_decisions_are_drawn_for_every_eye(seats: int, how: str) -> None:
    """Deals are offered and answered on the way."""
    met, largest = await BOARD.drawn_throughout(seats, how)
    assert largest < MOST
    assert {"keep", "propose", "counter", "back", "lay", "discard", "draw", "use"} <= met
    assert how == "random" or {"accept", "remove", "place", "move"} <= met


RARE = {  # an asset or card, and the verbs that it alone leads to
    "alex_westlund": ("swap", "with"),
    "bernice_mai": ("gift", "give"),
    "elizabeth_mills": ("make_discard", "make_draw"),
    "fumiko_yamamori": ("lower",),
    "marco_cubrero": ("steal_one", "steal_two"),
    "mr_li": ("tax",),
    "mr_white": ("search", "take"),
    "susan_chen": ("pass_on",),
    "thomas_haas": ("swap_rival", "keep_rival"),
}


@pytest.mark.parametrize("asset", list(RARE))
@played
async def test_every_ability_is_used_on_the_board(asset: str) -> None:
    words = {
        **SCENES["action"]["set"],
        "step": "end of turn",
        "assets": {0: [asset], 2: ["tanaka", "midori"], 3: ["mark_yale"]},
    }
    words["track"] = ["gurren_imaishi", "floyd", "eiko"]
    met: set[str] = set()
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        (use,) = options(table, ticket, "use")
        assert check(sheet(table, ticket, 0)).lit(f"asset:{use[1]}")
        await answer(table, ticket, *use)
        while len(met & set(RARE[asset])) < len(RARE[asset]):
            page = sheet(table, ticket, 0)
            assert page.ask is not None
            seen = check(page)
            met |= {card.verb for card in page.ask.options}
            own = [card.option for card in page.ask.options if card.verb in RARE[asset]]
            assert own, met
            whole = [option for option in own if json.dumps(option, separators=(",", ":")) in seen.buttons]
            assert whole or any(
                seen.lit(f"{kind}:{own[0][-1]}") for kind in ("seat", "asset", "card", "resource")
            )
            await answer(table, ticket, *own[0])


@pytest.mark.parametrize(
    ("asset", "verbs"),
    [
        ("bryan_stinson", ("take_emergency",)),
        ("hernando_cortez", ("steal_asset", "cash")),
        ("floyd", ("draw",)),
    ],
)
@played
async def test_what_a_claimed_asset_asks_is_on_the_board(asset: str, verbs: tuple[str, ...]) -> None:
    words = {**SCENES["action"]["set"], "track": [asset, "gurren_imaishi", "eiko"]}
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        await propose(table, ticket, "Ark Construction")
        await until(table, ticket, "place", "pass", "abstain", "skip")
        await answer(table, ticket, "place", 64, 1)
        page = sheet(table, ticket, 0)
        assert page.ask is not None and {card.verb for card in page.ask.options} >= set(verbs)
        check(page)


@pytest.mark.parametrize(
    ("card", "verbs"),
    [
        ("unorthodox_knowledge", ("bottom", "top")),
        ("full_deployment", ("deploy", "rearm")),
        ("vanity_project", ("flatter", "scrap")),
        ("high_risk_investments", ("invest",)),
        ("information_procurement", ("pay",)),
        ("scorched_earth", ("scorch", "sweep")),
        ("liquidation", ("liquidate",)),
        ("arrest_orders", ("arrest",)),
        ("spin_doctors", ("calm",)),
        ("puff_piece", ("draw",)),
    ],
)
@played
async def test_every_card_is_resolved_on_the_board(card: str, verbs: tuple[str, ...]) -> None:
    words = {**SCENES["action"]["set"], "hands": {0: [card]}, "facedown": ["nbn"]}
    words["assets"] = {0: ["mr_li", "susan_chen"]}
    met: set[str] = set()
    async with BOARD.table(BOARD.hot_seat(6, 5, words)) as (table, ticket):
        (slot,) = (option for option in options(table, ticket, "propose") if option[1:] < (100,))
        await answer(table, ticket, *slot)
        await until(table, ticket, verbs[0], "pass", "abstain", "skip")
        for _ in range(12):
            page = table.page(ticket.token, lines=18)
            if page.ask is None or set(verbs) <= met:
                break
            check(page)
            met |= {option.verb for option in page.ask.options}
            own = [o.option for o in page.ask.options if o.verb in verbs] or [page.ask.options[0].option]
            await answer(table, ticket, *own[0])
    assert set(verbs) <= met
