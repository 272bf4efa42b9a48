"""Walks through the asks of games and finds answers that are out of reach, and prompts that move the board.

`make reach` walks through every ask of 20 games of each game at three sizes; `test_reach.py` through a sample. The
games are played here without a browser. Asks of one kind (the same rule, the same verbs) differ in their numbers and
names: of each kind the ones are drawn that need the most room, and one by chance; one page then gets them one after the
other, as a push would bring them.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import time
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from random import Random

from playwright.sync_api import Browser, Page

from knaves.core.step import Option
from knaves.games import GAMES, about, find
from knaves.table import AskCard, SeatPlan, TablePlan
from knaves.table import Page as Sheet
from knaves.web.draw.rendering import body_of
from knaves.web.push.sockets import LINES
from tests.table.kit import open_hall
from tests.web.serving import Server, chromium, new_page, serving, windows

NAMES = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
SIZES = {"1280x800": (1280, 800), "1024x768": (1024, 768), "390x844": (390, 844)}
SEEN = re.compile(r'name="seq" value="\d+"|data-ask="\d+"')
PHONES = 900
"""Narrower than this."""
AT_ONCE = 40

LOOK = """(prompts) => {
  // each prompt takes the place of the last one, as the morph would have it; what is wrong with it
  const $ = (sel) => document.querySelector(sel), all = (sel) => [...document.querySelectorAll(sel)];
  const box = (el) => {
    const b = el.getBoundingClientRect();
    return [b.x, b.y, b.width, b.height].map(Math.round).join(' ');
  };
  const came = () => new CustomEvent('htmx:ws:after:message:incoming', { detail: { message: { data: '<div' } } });
  const inSight = (el) => {
    const b = el.getBoundingClientRect();
    if (!b.width || b.top < 0 || b.left < 0 || b.bottom > innerHeight + 1 || b.right > innerWidth + 1) return false;
    const at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
    return !!at && (el.contains(at) || at.contains(el) && at.matches('[name=option]'));
  };
  const inList = (list, opt) => {
    list.scrollTop += opt.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom + 60;
    return inSight(opt) ? '' : 'out of reach in the open list';
  };
  const marked = (list) => {
    list.scrollTop = 0;
    list.dispatchEvent(new Event('scroll'));
    return list.scrollHeight <= list.clientHeight + 1 || !!list.dataset.below;
  };
  const found = [];
  prompts.forEach((html, at) => {
    const wrong = (what) => found.push([at, what]);
    const place = $('#prompt');
    if (place.outerHTML !== html) {
      place.outerHTML = html;
      $('#table').dataset.ask = 'reach-' + at;
      $('#table').dataset.call = html.includes('prompt--yours') ? 'yes' : '';
      document.dispatchEvent(came());
    }
    const board = box($('#prompt')) + ' / ' + all('#board, #own, #hand').map(box).join(' / ');
    window.stood ??= board;
    if (board !== window.stood) wrong('moves: ' + board + ' instead of ' + window.stood);
    const worded = '.call__said, #answers :is(.end__go, .end__no, .end__no > span, .pick)';
    for (const el of all(worded)) {
      const whole = el.matches('.call__said') && $('#ask-whole:not([hidden])');
      if (el.scrollHeight > el.clientHeight + 3 && !whole) wrong('cut: ' + el.textContent.trim().slice(0, 90));
    }
    const no = $('[data-no]');
    if (no && !inSight(no)) wrong('the answer that ends the matter is not in sight');
    const name = (opt) => opt.dataset.label ?? opt.textContent.trim();
    const read = new Map();
    for (const opt of all('#ways [name=option]').filter(inSight)) {   // a phone shows no words of groups
      const words = opt.querySelector('span').textContent.trim();
      if (innerWidth < 900 && (read.get(words) ?? name(opt)) !== name(opt)) wrong(name(opt) + ': reads like another');
      read.set(words, name(opt));
    }
    const stepped = (opt) => opt.matches('[data-shape=amount] [hidden], [data-step][hidden]');
    const far = new Set(all('#answers [name=option]').filter((opt) => !stepped(opt) && !inSight(opt)));
    const seek = (list, opts) => {
      for (const opt of opts) {
        far.delete(opt);
        const why = inList(list, opt);
        if (why) wrong(name(opt) + ': ' + why);
      }
    };
    for (const group of all('.head').filter(inSight).map((head) => head.dataset.group)) {
      const press = () => all('.head').find((head) => head.dataset.group === group).click();
      press();
      const opened = [...far].filter((opt) => opt.closest('.way')?.dataset.group === group);
      if ($('.call--all')) {   // it had no room
        seek($('#ways'), opened);
        $('#all').click();
      } else {
        for (const opt of opened) if (inSight(opt)) far.delete(opt);
        press();
      }
    }
    const aside = [...far].filter((opt) => opt.closest('.more'));
    if (aside.length) {
      const list = $('#more > .more');
      $('#more').open = true;
      if (!inSight($('#more > summary'))) wrong('More is not in sight');
      if (!marked(list)) wrong('More scrolls and does not say so');
      seek(list, aside);
      $('#more').open = false;
    }
    if (far.size && $('#all') && inSight($('#all'))) {
      $('#all').click();
      if (!marked($('#ways'))) wrong('the whole list scrolls and does not say so');
      seek($('#ways'), [...far]);
      $('#all').click();
    }
    for (const opt of far) wrong(name(opt) + ': nothing leads to it');
  });
  return found;
}"""


def kind_of(page: Sheet, ask: AskCard) -> Hashable:
    """What makes prompts look alike: the rule behind them, what can be answered, what stands at their end."""
    verbs = frozenset((card.verb, card.aside, card.bare) for card in ask.options)
    return ask.clause, ask.shape, verbs, page.undo.free, bool(page.fills), bool(ask.moment)


class Extremes:
    """Of each kind of prompt the pages that need the most room: where those are in order, all between them are."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.asks = 0
        self.kinds: dict[Hashable, list[tuple[float, Sheet]]] = {}

    def meet(self, page: Sheet, ask: AskCard) -> None:
        self.asks += 1
        labels = [len(card.label) for card in ask.options]
        room = (len(labels), len(ask.prompt), max(labels), sum(labels), self.rng.random())
        kept = self.kinds.setdefault(kind_of(page, ask), [(-1.0, page)] * len(room))
        for at, much in enumerate(room):
            if much > kept[at][0]:
                kept[at] = much, page

    def prompts(self) -> Iterator[str]:
        """Drawn now: prompts that ask the same with the same answers are one."""
        seen: set[str] = set()
        for page in (page for kept in self.kinds.values() for _, page in kept):
            prompt = prompt_of(body_of(page))
            key = SEEN.sub("", prompt)
            if key not in seen:
                seen.add(key)
                yield prompt


async def asks_of(game: str, games: int, most: int, seed: int) -> Extremes:
    """The asks of games by beginners who now and then try anything, at a full table."""
    found = Extremes(Random(seed))
    seats = about(game).seats[-1]
    people = tuple(SeatPlan("person", name) for name in NAMES[:seats])
    async with open_hall() as hall:
        for number in range(seed, seed + games):
            ticket = await hall.create(TablePlan(game, people, seed=number))
            table, rng, count = await hall.table(ticket.table), Random(number), 0
            while (page := table.page(ticket.token, lines=LINES)).ask is not None and count < most:
                assert page.you is not None and page.view is not None
                found.meet(page, page.ask)
                options: list[Option] = [card.option for card in page.ask.options]
                wise = find(game).advise(page.view, options, rng)
                answer = wise if rng.random() < 0.8 else rng.choice(options)
                await table.answer(ticket.token, page.you, answer, page.ask.seq)
                count += 1
    return found


def recorded(game: str, games: int, most: int, seed: int) -> Extremes:
    """In a thread of its own: the browser's has a loop already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(lambda: asyncio.run(asks_of(game, games, most, seed))).result()


def prompt_of(body: str) -> str:
    """The prompt alone: the board round it stays where it is."""
    start = body.index('<section class="prompt')
    depth, at = 0, start
    for tag in re.finditer(r"<(/?)section\b", body[start:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            at = start + tag.end() + 1
            break
    return body[start:at]


def sit_down(browser: Browser, server: Server, game: str, phone: bool) -> Page:
    """A table of this game before one browser; its socket is not let in, so that nothing comes between the prompts."""
    page = windows.spoil(new_page(browser, phone))
    seats = [{"kind": "person", "name": name} for name in NAMES[: about(game).seats[-1]]]
    ticket = page.request.post(
        f"{server.url}/api/tables", data={"game": game, "seats": seats, "seed": 1}
    ).json()
    page.route_web_socket(re.compile(".*"), lambda socket: None)
    page.goto(f"{server.url}/j/{ticket['table']}/{ticket['token']}")
    page.wait_for_selector(".scripted #prompt")
    page.evaluate("document.fonts.ready")
    return page


def resize(page: Page, width: int, height: int) -> None:
    """And where the board stands then is to be seen anew, once it has been drawn."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        """() => new Promise((done) => {
             delete window.stood;
             requestAnimationFrame(() => requestAnimationFrame(done));
           })"""
    )


def walk(browser: Browser, server: Server, game: str, prompts: list[str], *sizes: str) -> Iterator[str]:
    """What is wrong with these prompts at these sizes. Desks differ in size alone: one page is enough for them."""
    for phone, alike in groupby(sizes, lambda size: SIZES[size][0] < PHONES):
        page = sit_down(browser, server, game, phone)
        for size in alike:
            resize(page, *SIZES[size])
            for start in range(0, len(prompts), AT_ONCE):
                some = prompts[start : start + AT_ONCE]
                for at, what in page.evaluate(LOOK, some):
                    asked = re.search(r'id="ask"[^>]*><span>(.*?)</span>', some[at])
                    yield f"{game} at {size}, “{asked[1] if asked else '?'}”: {what}"
        windows.take_back()


def main(games: list[str], number: int) -> int:
    failed = 0
    with serving() as server, chromium() as browser:
        for game in games:
            began = time.monotonic()
            met = recorded(game, number, 10**6, 1)
            prompts = [*met.prompts()]
            wrong = [*walk(browser, server, game, prompts, *SIZES)]
            failed += len(wrong)
            for line in wrong[:60]:
                print(line)
            took = time.monotonic() - began
            walked = f"{met.asks} asks of {number} games, {len(met.kinds)} kinds, {len(prompts)} prompts"
            print(f"{game}: {walked}, {len(wrong)} wrong, {took:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("games", nargs="*", default=[])
    words.add_argument("--number", type=int, default=20)
    given = words.parse_args()
    sys.exit(main(given.games or list(GAMES), given.number))
