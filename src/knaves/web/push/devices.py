"""What kind of browser a page is open in, in words: enough to tell one's own devices apart, and no more."""

from __future__ import annotations

BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
KINDS = (("iPad", "a tablet"), ("Tablet", "a tablet"), ("Mobi", "a phone"))


def device_of(agent: str) -> str:
    """ "Firefox on a phone"."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "A browser")
    return f"{browser} on {next((kind for mark, kind in KINDS if mark in agent), 'a computer')}"
