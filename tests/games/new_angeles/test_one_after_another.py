"""Nothing of one card, deal or turn is left over for the next."""

from __future__ import annotations

import knaves
from tests.games.new_angeles.table import (
    HAAS,
    HOME,
    asked,
    capital,
    card,
    deal,
    go,
    go_until,
    options,
    pieces,
    verbs,
)
from tests.support import clause


def to_the_deal_of(p: knaves.Position, seat: int) -> None:
    quiet = ("pass", "abstain", "skip", "end", "done", "discard")
    while "propose" not in verbs(p) or asked(p) != seat:
        go(p, *next(o for o in options(p) if o[0] in quiet))


@clause("new_angeles", "11.2")
def test_androids_that_one_card_moved_pay_nothing_for_the_next() -> None:
    p = deal({0: ["efficiency_experts"], 1: ["ark_construction", "live_feeds"]}, city=HOME)
    before = capital(p, HAAS)
    go_until(p, "move")
    go(p, "move", 1, 4)
    assert capital(p, HAAS) == before + 2
    to_the_deal_of(p, 1)
    go(p, "propose", card(p, 1, "ark_construction"))
    go_until(p, "place")
    go(p, *options(p)[0])
    assert capital(p, HAAS) == before + 2 and "development" in pieces(p, 1)


@clause("new_angeles", "47")
def test_what_one_card_has_cleared_is_not_cleared_by_the_next() -> None:
    hands = {0: ["budget_renovations"], 1: ["gentrification", "live_feeds"]}
    city = {**HOME, 4: ["outage", "orgcrime"]}
    p = deal(hands, city=city, events=["human_first_starts_riot"])
    go_until(p, "remove")
    go(p, *options(p)[0])
    assert pieces(p, 4) == {"orgcrime", "protest"}
    to_the_deal_of(p, 1)
    go(p, "propose", card(p, 1, "gentrification"))
    to_the_deal_of(p, 2)
    assert pieces(p, 4) == {"orgcrime", "protest"}  # no outage, so no prisec, and nothing moves
