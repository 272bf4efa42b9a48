"""The rows of the card file, typed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from knaves.core.cards import Card


class Jewel(Card):
    worth: Annotated[int, Meta(ge=1, le=6)]


class Deck(msgspec.Struct, forbid_unknown_fields=True):
    card: tuple[Jewel, ...]
