"""What an ability does, as a number: the rules look at this, never at which villain it is."""

from __future__ import annotations

MOVE, DRAW, PLACE, COIN, BAG, PULL, SIFT, RAISE, REMOVE, CUBE, HAND = range(11)
