"""The `fair` bot: sensible for its rival, or as federalist."""

from __future__ import annotations

from random import Random
from typing import Any

import knaves
from knaves.bots import Observation, make
from knaves.core.beat import play
from knaves.games.new_angeles.bot.action_cards import JUDGES, card_worth
from knaves.games.new_angeles.bot.city import Valuation
from knaves.games.new_angeles.bot.sight import SeenCorps
from knaves.games.new_angeles.bot.value_inputs import pays
from knaves.games.new_angeles.cards import RESOURCES
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, PAYMENTS
from tests.games.new_angeles.table import HOME, all_options_of, card, deal, go, state, table, view

RIVALS = {0: "nbn", 1: "weyland", 2: "globalsec", 3: "federalist", 4: "haas_bioroid", 5: "jinteki"}


def advice(p: knaves.Position, seat: int) -> Any:
    offered = all_options_of(p, seat)
    return p.game.advise(p.view(seat), offered, Random(1))


def test_every_action_card_can_be_judged() -> None:
    p = table(city={**HOME, 4: ["illness", "strike"], 5: ["outage"], 6: ["human_first", "orgcrime"]})
    valued = Valuation(SeenCorps(view(p, 0)))
    titles = {row.id for row in look_titles(p)}
    assert titles == set(JUDGES) and len(titles) == 26
    for title in titles:
        assert -20 < card_worth(valued, title, 0) < 20


def look_titles(p: knaves.Position) -> list[Any]:
    return [row for row in p.game.card_list() if hasattr(row, "safe")]


def test_a_contract_decides_between_offers() -> None:
    hands = {0: ["arrest_orders", "puff_piece", "full_deployment"]}
    p = deal(hands, city={**HOME, 4: ["human_first", "orgcrime"]}, rivals=RIVALS)
    assert advice(p, 0) == ("propose", card(p, 0, "arrest_orders"))


def test_the_rival_is_not_paid() -> None:
    """Seat 0 would lower unrest for the city, but NBN is the one to beat."""
    city = {**HOME, 4: ["strike"]}
    friend = Valuation(SeenCorps(view(table(city=city, rivals={**RIVALS, 0: "weyland", 1: "nbn"}), 0)))
    foe = Valuation(SeenCorps(view(table(city=city, rivals=RIVALS), 0)))
    assert card_worth(friend, "live_feeds", 0) > card_worth(foe, "live_feeds", 0)


def test_a_rich_federalist_wants_the_city_to_fall() -> None:
    city = {**HOME, 4: ["outage"], 5: ["outage"]}
    poor = Valuation(SeenCorps(view(table(city=city, rivals=RIVALS, capital=[10, 10, 10, 12, 10, 10]), 3)))
    rich = Valuation(SeenCorps(view(table(city=city, rivals=RIVALS, capital=[10, 10, 10, 30, 10, 10]), 3)))
    assert poor.care > 0 > rich.care
    assert card_worth(rich, "budget_renovations", 3) < 0 < card_worth(poor, "budget_renovations", 3)


def test_the_city_comes_before_a_few_capital() -> None:
    """Nobody but the federalist wins when it falls: at threat 6 an outage lifted is worth more than three capital."""
    city = {**HOME, 4: ["outage"], 5: ["outage"]}
    valued = Valuation(SeenCorps(view(table(city=city, rivals=RIVALS, threat=6), 0)))
    assert card_worth(valued, "gentrification", 0) > card_worth(valued, "high_risk_investments", 0)


def test_bots_keep_cheap_promises_and_refuse_bad_trades() -> None:
    p = table(
        trading=True,
        step="deal",
        rivals=RIVALS,
        hands={0: ["liquidation", "live_feeds"], 1: ["live_feeds"], 2: ["puff_piece"], 3: [], 4: [], 5: []},
        facedown=["globalsec", "haas_bioroid", "jinteki", "melange_mining", "nbn", "weyland"],
    )
    p.apply(1, ("offer", 0, 0, 0, 9, 0, 0, 0))
    assert advice(p, 0)[0] == "decline"
    p.apply(0, ("decline", 1))
    p.apply(0, ("offer", 2, 2, 0, 0, 0, 0, BACK_MAIN))
    assert advice(p, 2) == ("accept", 2)
    p.apply(2, ("accept", 2))
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    assert advice(p, 2) == ("back", 0)


def test_a_bot_gives_no_word_that_it_would_pay_later() -> None:
    """Its menu has no way to."""
    p = table(trading=True, step="deal", rivals=RIVALS, hands={0: ["liquidation", "live_feeds"]})
    p.apply(1, ("offer", 0, 5, 0, 0, 0, 0, PAYMENTS[1]))
    assert advice(p, 0) == ("decline", 1)
    p.apply(0, ("decline", 1))
    p.apply(1, ("offer", 0, 5, 0, 0, 0, 0, 0))
    assert advice(p, 0) == ("accept", 2)


def test_the_bot_keeps_the_city_better_than_chance() -> None:
    fallen = {"fair": 0, "random": 0}
    for level in fallen:
        for seed in range(12):
            p = knaves.start("new_angeles", seats=5, seed=seed, trading=False)
            bot = make(level, p.game, seed)

            def choose(q: knaves.Position, seat: int, offered: Any, bot: Any = bot) -> Any:
                return bot.choose(Observation(q, seat, offered))

            play(p, choose)
            fallen[level] += view(p)["threat"] == 25
    assert fallen["random"] == 12 and fallen["fair"] <= 8


def test_bots_keep_their_word_not_to_counter_and_buy_nothing_twice() -> None:
    for seed in range(4):
        p = knaves.start("new_angeles", seats=6, seed=seed)
        bot = make("fair", p.game, seed)

        def choose(q: knaves.Position, seat: int, offered: Any, bot: Any = bot) -> Any:
            return bot.choose(Observation(q, seat, offered))

        play(p, choose)
        rows = view(p)["promises"]
        bought = [(row["by"], row["to"], row["what"], row["turn"]) for row in rows]
        assert len(set(bought)) == len(bought)
        assert not any(row["what"] == "not_counter" and row["fate"] == "broken" for row in rows)


def test_a_word_that_is_given_is_not_sold_again_to_the_other_side() -> None:
    p = table(
        trading=True,
        step="deal",
        rivals=RIVALS,
        hands={0: ["liquidation", "live_feeds"], 1: ["live_feeds"], 2: ["puff_piece"], 3: [], 4: [], 5: []},
        facedown=["globalsec", "haas_bioroid", "jinteki", "melange_mining", "nbn", "weyland"],
    )
    p.apply(1, ("offer", 2, 2, 0, 0, 0, 0, BACK_COUNTER))
    assert advice(p, 2) == ("accept", 1), "alone it is worth it"
    p.apply(2, ("accept", 1))
    p.apply(0, ("offer", 2, 2, 0, 0, 0, 0, BACK_MAIN))
    assert advice(p, 2) == ("decline", 2)


def test_values_see_what_an_investment_will_pay() -> None:
    """One that counts the city: as it stands. One that counts a resource: as much as there will be, if it is enough."""
    papers = {0: "power_siphoning", 1: "retail_sector"}
    s = state(table(city={**HOME, 4: ["outage"], 5: ["outage"]}, investments=papers, demand="refugee_influx"))
    consumables = RESOURCES.index("consumables")
    need = s.box.needs[s.face[s.demand]][consumables]
    plenty = [9] * len(RESOURCES)
    short = [need - 1 if resource == consumables else 9 for resource in range(len(RESOURCES))]
    assert need > 0
    assert [pays(s, s.investment[0], supply) for supply in (plenty, short)] == [5, 5]
    assert [pays(s, s.investment[1], supply) for supply in (plenty, short)] == [6, 0]
