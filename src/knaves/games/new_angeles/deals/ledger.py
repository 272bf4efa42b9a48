"""The deal ledger: offers that stand and promises that were made, for everybody to read."""

from __future__ import annotations

from typing import Literal

from knaves.core.game import DealNote
from knaves.games.new_angeles.view.schema import OfferView, TableView

FATES: dict[str, Literal["open", "kept", "broken", "untracked"]] = {
    "open": "open",
    "kept": "kept",
    "broken": "broken",
    "lapsed": "untracked",
}


def notes(v: TableView) -> list[DealNote]:
    return [
        *(DealNote(row["giver"], row["taker"], row["text"], "offered") for row in v["offers"]),
        *(DealNote(p["by"], p["to"], p["text"], FATES[p["fate"]]) for p in v["promises"]),
    ]


def offer_text(row: OfferView) -> str:
    gives = part(row["pay"], row["give"], row["promise_text"])
    takes = part(row["ask"], row["get"], row["wanted_text"])
    return f"{gives} for {takes}"


def part(capital: int, assets: list[str], promise: str) -> str:
    words = [f"{capital} capital"] if capital else []
    words += assets
    if promise:
        words.append(f"the promise {promise}")
    return " and ".join(words) or "nothing"
