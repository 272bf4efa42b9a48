"""Whether a page is open to everybody: axe-core's rules, and a measure of contrast of our own.

axe-core takes most of its time for contrast, forty times as long as PALE, which looks at the same; what axe sees beyond
it is text over something that is not around it. So axe measures contrast where pieces lie over each other, and PALE
everywhere. `make contrast` lets axe do it everywhere, in both themes.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from playwright.sync_api import Page

HERE = Path(__file__).parent
AXE = (HERE / "vendor" / "axe-4.14.0.min.js").read_text("utf-8")
PALE = (HERE / "pale.js").read_text("utf-8")
THEMES = ("dark", "light")
BY_AXE: Collection[str] = THEMES if os.environ.get("KNAVES_CONTRAST") == "axe" else ()


def axe(page: Page, *only: str, contrast: bool = bool(BY_AXE)) -> list[str]:
    """What is closed to somebody: what axe-core finds that is serious or worse (`only`: by these rules of its own; with
    or without `contrast`), and what PALE finds. In the middle of a motion everything is pale: so nothing moves from
    here on."""
    page.emulate_media(reduced_motion="reduce")
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{AXE};0")  # and not the whole of it back again
    found = page.evaluate(
        """async ([only, contrast]) => {
             const serious = ({impact}) => ['serious', 'critical'].includes(impact);
             const rules = {'color-contrast': {enabled: contrast}};   // and none whose faults are left out below
             for (const rule of axe._audit.rules) if (rule.impact && !serious(rule)) rules[rule.id] = {enabled: false};
             const how = {resultTypes: ['violations'], ...(only.length ? {runOnly: only} : {rules})};
             return (await axe.run(how)).violations.filter(serious)
               .map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(' | '));
           }""",
        [only, contrast],
    )
    return [*map(str, found), *pale(page)]


def pale(page: Page) -> list[str]:
    found: list[str] = page.evaluate(PALE)
    return found


def faults(page: Page, by_axe: Collection[str] = ("dark",), rules: bool = True) -> list[str]:
    """What cannot be read in either theme, or is otherwise closed to somebody. A theme changes colours alone: `rules`
    other than contrast are asked in the first. `by_axe`: in these themes axe measures contrast, too."""
    page.emulate_media(reduced_motion="reduce")
    found = []
    for theme in THEMES:
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        measured = theme in (BY_AXE or by_axe)
        if rules and theme == THEMES[0]:
            seen = axe(page, contrast=measured)
        else:
            seen = axe(page, "color-contrast") if measured else pale(page)
        found += [f"{theme}: {one}" for one in seen]
    return found
