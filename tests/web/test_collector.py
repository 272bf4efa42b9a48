"""The collector of garbage: what lasts is not looked at again and again, and what is let go in a circle is not kept."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from knaves.web import collector


class Circle:
    """It holds itself, as a connection and its protocol hold each other."""

    def __init__(self) -> None:
        self.whole = self


@pytest.fixture
def settled() -> Iterator[None]:
    before = gc.get_threshold()
    collector.settle()
    yield
    gc.callbacks.remove(collector._stays)
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("settled")
def test_a_circle_that_has_lasted_a_look_is_found_with_everything_else() -> None:
    one = Circle()
    gone = weakref.ref(one)
    gc.collect(0)
    del one
    gc.collect()
    assert gone() is not None, "what lasts is looked at again"
    collector.look_at_everything()
    assert gone() is None


@pytest.mark.usefixtures("settled")
def test_a_new_circle_is_found_at_once() -> None:
    one = Circle()
    gone = weakref.ref(one)
    del one
    gc.collect(0)
    assert gone() is None


@pytest.mark.usefixtures("settled")
def test_to_look_at_what_is_new_does_not_take_longer_with_all_that_there_is() -> None:
    kept = [[number] for number in range(50_000)]
    gc.collect()
    assert len(gc.get_objects()) < 50_000 and gc.get_freeze_count() > len(kept)
    collector.settle()
    assert gc.callbacks.count(collector._stays) == 1
