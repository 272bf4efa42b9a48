"""The smallest parts of a page, drawn once and kept: icons, seats, cubes. Templates call them thousands of times."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from markupsafe import Markup, escape

from knaves.core.board import signed
from knaves.core.things import kind_of
from knaves.core.words import SEAT_LETTERS

SPRITE = "/s.svg"
LETTERS = SEAT_LETTERS.lower()


@cache
def i(name: str, more: str = "") -> Markup:
    """An icon, for the eye only."""
    return _svg(f"ico {more}", f"i-{name}")


@cache
def s(letter: str, more: str = "", name: str = "") -> Markup:
    """A seat: colour, letter and shape; says which one it is."""
    label = f"seat {letter.upper()} {name}".strip()
    return Markup('<svg class="{}" role="img" aria-label="{}"><use href="{}#k-seat-{}"/></svg>').format(
        f"seat {more}".strip(), label, SPRITE, letter
    )


@cache
def sq(letter: str, more: str = "") -> Markup:
    """A seat beside its own name: for the eye only."""
    return _svg(f"seat {more}", f"k-seat-{letter}")


@cache
def cube(villain: str, more: str = "") -> Markup:
    return _svg(f"cube {more}", f"k-cube-{villain}")


@cache
def coin(more: str = "") -> Markup:
    return _svg(f"coin {more}", "k-coin")


@cache
def plate(name: str, more: str = "") -> Markup:
    """An icon as print on a card: two plates, a little off register."""
    use = f'<use href="{SPRITE}#i-{escape(name)}"/>'
    return Markup(f'<svg class="{f"plate {more}".strip()}">{use}{use}</svg>')


@cache
def house() -> Markup:
    return Markup('<span class="house" title="our own design">house</span>')


@lru_cache(maxsize=20_000)
def thing_only(thing: str) -> Markup:
    return Markup('data-thing="{}"').format(thing)


@lru_cache(maxsize=20_000)
def thing_and_id(thing: str) -> Markup:
    return Markup('id="{}" data-thing="{}"').format(thing.replace(":", "-"), thing)


LONG_WORD = 11
Marks: TypeAlias = tuple[tuple[int, int, str], ...]


PHRASES = ("sum", "bundle", "vow")  # of a deal: they say something and name no piece


@lru_cache(maxsize=20_000)
def chipped(text: str, marks: Marks, besides: str = "") -> Markup:
    """A sentence whose things are chips: they open what they name. `besides`: the seat that is drawn before it."""
    found, at = list[str](), 0
    for start, end, ref in marks:
        if ref == besides or start == end or kind_of(ref) in PHRASES:
            continue
        found += [escape(text[at:start]), f'<b data-on="{escape(ref)}">{escape(text[start:end])}</b>']
        at = end
    return Markup("".join([*found, escape(text[at:])]))  # each part is escaped


@lru_cache(maxsize=20_000)
def logline(
    seq: int, place: int, kind: str, text: str, seat: int | None, new: bool, marks: Marks = ()
) -> str:
    """One line of the log, of a `kind` that it can be sorted by; its id stays when older lines fall off."""
    css = " ".join(
        name for name in ("is-new" if new else "", "" if kind == "event" else f"log--{kind}") if name
    )
    who = "" if seat is None else sq(LETTERS[seat])
    told = chipped(text, marks, "" if seat is None else f"seat:{seat}")
    said = f'<span class="say">{told}</span>' if kind == "chat" else told
    how = f' class="{css}"' if css else ""
    return f'<li id="l-{seq}-{place}"{how}>{who}{said}</li>'


@cache
def parted(name: str) -> str:
    """A name that may be parted where it is too long for a narrow card: in each long word once, between
    two consonants or after a vowel."""
    return " ".join(_parted_word(word) for word in name.split(" "))


def _parted_word(word: str) -> str:
    if len(word) < LONG_WORD:
        return word
    sounds = "".join("a" if letter in "aeiouy" else "b" for letter in word)
    places = [at for at in range(4, len(word) - 3) if sounds[: at + 1].endswith(("ab", "abb"))]
    best = {at: abs(at - len(word) / 2) - 2 * (sounds[at - 1] == "b") for at in places}
    at = min(best, key=lambda place: best[place], default=len(word))
    return f"{word[:at]}\N{SOFT HYPHEN}{word[at:]}" if at < len(word) else word


num = cache(signed)


@cache
def _svg(css: str, symbol: str) -> Markup:
    return Markup('<svg class="{}"><use href="{}#{}"/></svg>').format(css.strip(), SPRITE, symbol)
