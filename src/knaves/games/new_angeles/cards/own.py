"""A card file of a player's own: what it may replace, and what it must not say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

import msgspec

from knaves.core.cards import check_cards, check_other_names, own_or_house, read_rows, wrong
from knaves.games.new_angeles.cards import rows

DISTRICTS = range(1, 11)
ROOT = "The Root"  # 20.1: a place, though no district
ENEMIES = ("human_first", "orgcrime")
# Pieces that never stand in one district, and the clause's reason.
APART = (
    ("outage", ("protest", "strike"), "a district in outage has no unrest"),
    ("protest", ("strike",), "a district is in protest or in strike"),
    ("prisec", ENEMIES, "enemy units give way to prisec"),
)


class OwnCity(msgspec.Struct, forbid_unknown_fields=True):
    """Districts, tracks and setup cards: all of a kind, or none of it."""

    district: tuple[rows.District, ...] = ()
    track: tuple[rows.ResourceTrack, ...] = ()
    card: tuple[rows.Setup, ...] = ()


class OwnFile:
    """Reads and checks a file; every refusal names its line."""

    def __init__(self, own: str, most_needed: dict[str, int], limits: dict[str, int]) -> None:
        self.text, self.name = own_or_house(own, "", "")
        self.rows = read_rows(self.text, self.name, OwnCity)
        check_cards(self.rows.card, self.text, self.name, {}, "id")
        self.check_districts()
        self.check_tracks(most_needed)
        for n, card in enumerate(self.rows.card):
            self.check_setup(n, card, limits)
        if not (self.rows.district or self.rows.track or self.rows.card):
            self.wrong("$", "it has no [[district]], [[track]] or [[card]] rows.")

    def check_names(self, cards: Iterable[str], setups: Iterable[str], places: Iterable[str]) -> None:
        """`cards`: what those are called that no file replaces; setup cards and places are whoever's they are."""
        known = [*cards]
        check_other_names(self.rows.district, [*known, *setups], self.text, self.name, "district")
        check_other_names(self.rows.card, [*known, *places, ROOT], self.text, self.name)

    def wrong(self, path: str, sentence: str) -> NoReturn:
        wrong(self.text, self.name, path, sentence)

    def check_districts(self) -> None:
        seen: set[int] = set()
        names = {ROOT}
        for n, row in enumerate(self.rows.district):
            if row.number in seen:
                self.wrong(f"$.district[{n}].number", f"district {row.number} is there twice.")
            if row.name in names:
                self.wrong(f"$.district[{n}].name", f"{row.name!r} is the name of another place already.")
            seen.add(row.number)
            names.add(row.name)
            if row.secondary and row.secondary.resource == row.primary.resource:  # 49.1
                self.wrong(f"$.district[{n}].secondary", "a second resource is another one than the first.")
            if not (row.exit == 0 or row.number < row.exit):  # 36
                self.wrong(f"$.district[{n}].exit", "an exit leads to a higher number, or to 0, The Root.")
        if seen and seen != set(DISTRICTS):
            self.wrong(f"$.district[{len(seen) - 1}]", "the city has the districts 1 to 10, each once.")

    def check_tracks(self, most_needed: dict[str, int]) -> None:
        names = [row.name for row in self.rows.track]
        for n, row in enumerate(self.rows.track):
            if row.name in names[:n]:
                self.wrong(f"$.track[{n}].name", f"the track of {row.name} is there twice.")
            if row.last < most_needed[row.name]:  # 62: the target token stands on it
                self.wrong(f"$.track[{n}].last", f"a demand needs {most_needed[row.name]} {row.name}.")
        if names and len(names) != len(most_needed):
            listed = ", ".join(most_needed)
            self.wrong(f"$.track[{len(names) - 1}]", f"there is one track for each of {listed}.")

    def check_setup(self, n: int, card: rows.Setup, limits: dict[str, int]) -> None:
        """3, 5.3, 53: what stands in a city before the game begins could stand there in play."""
        places: dict[str, tuple[int, ...]] = {str(piece): where for piece, where in card.places.items()}
        path = f"$.card[{n}].places"
        if card.copies != 1:
            self.wrong(f"$.card[{n}].copies", "there is one of each setup card.")
        for piece, where in places.items():
            if len(set(where)) != len(where):
                self.wrong(path, f"a district holds only one {piece}.")
            if len(where) > limits[piece]:
                self.wrong(path, f"the box has {limits[piece]} of {piece}, not {len(where)}.")
        unrest = len(places.get("protest", ())) + len(places.get("strike", ()))
        if unrest > limits["protest"]:
            self.wrong(path, f"the box has {limits['protest']} unrest tokens, not {unrest}.")
        if len(places.get("android", ())) != limits["android"]:
            self.wrong(path, f"all {limits['android']} androids stand in the city from the beginning.")
        for piece, others, reason in APART:
            for other in others:
                both = set(places.get(piece, ())) & set(places.get(other, ()))
                if both:
                    self.wrong(path, f"{piece} and {other} in district {min(both)}: {reason}.")
