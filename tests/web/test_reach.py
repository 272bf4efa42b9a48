"""No answer is out of reach and no prompt moves the board: a sample of the asks of each game, at three sizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

import knaves
from tests.web.reach import SIZES, recorded, walk
from tests.web.serving import Server

pytestmark = pytest.mark.browser
ASKS, LOOKED_AT = 100, 16
DESKS = ("1280x800", "1024x768")


@pytest.mark.parametrize("game", knaves.GAMES)
def test_every_answer_is_in_reach_and_nothing_moves(browser: Browser, server: Server, game: str) -> None:
    prompts = [*recorded(game, 1, ASKS, 7).prompts()]
    most_answers = sorted(prompts, key=lambda prompt: -prompt.count('name="option"'))[: LOOKED_AT // 2]
    longest = sorted(prompts, key=len)[-LOOKED_AT // 4 :]
    some = [*most_answers, *longest, *prompts[:: max(1, 4 * len(prompts) // LOOKED_AT)]]
    once = list(dict.fromkeys(some))
    assert [*walk(browser, server, game, once, *SIZES)] == []


def test_of_asks_of_one_kind_the_largest_are_looked_at() -> None:
    met = recorded("villagers", 1, 100, 7)
    kept = {page.seq: page for pages in met.kinds.values() for _, page in pages}
    most = max(met.kinds.values(), key=lambda pages: pages[0][0])
    assert met.asks == 100 and len(kept) < 100
    assert most[0][1].ask is not None and len(most[0][1].ask.options) == most[0][0]
    assert {prompt.count('name="option"') for prompt in met.prompts()} >= {int(most[0][0])}


def test_the_walk_finds_what_is_hidden(browser: Browser, server: Server) -> None:
    """An answer that is not to be seen, and a prompt that is lower than the others."""
    (prompt,) = recorded("villagers", 1, 1, 7).prompts()
    hidden = prompt.replace('class="opt pick" id="opt-3"', 'class="opt pick sr" id="opt-3"')
    lower = prompt.replace('class="prompt call', 'class="prompt')
    for broken, what in ((hidden, "nothing leads to it"), (lower, "moves")):
        assert broken != prompt
        found = [*walk(browser, server, "villagers", [prompt, broken], *DESKS)]
        assert all(any(size in line and what in line for line in found) for size in DESKS)
