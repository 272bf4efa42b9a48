"""The bound on what one table takes of the loop: processor time of its own, and a wide one by the clock."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time

import pytest

from knaves.table.house import budget
from knaves.table.house.budget import Spent, within


def work(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(2_000))  # to ask for the time is the system's work, which the bell does not count


def test_waiting_for_a_busy_machine_is_not_counted() -> None:
    with within(0.1):
        time.sleep(0.3)


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bell by the clock on the wall is out of earshot."""
    monkeypatch.setattr(budget, "WAITING", 10_000)


@pytest.mark.usefixtures("no_clock")
def test_work_is_counted() -> None:
    begun = time.thread_time()
    with pytest.raises(Spent), within(0.1):
        work(5)
    assert 0.1 <= time.thread_time() - begun < 1
    assert within()._seconds == budget.SECONDS and within(7)._seconds == 7


@pytest.mark.usefixtures("no_clock")
def test_what_other_threads_do_meanwhile_is_not_counted() -> None:
    done = threading.Event()

    def think() -> None:
        while not done.is_set():
            pass

    thread = threading.Thread(target=think)
    thread.start()
    try:
        with within(0.2):
            time.sleep(0.5)
            work(0.05)
        begun = time.thread_time()
        with pytest.raises(Spent), within(0.2):
            work(5)
        assert time.thread_time() - begun >= 0.2
    finally:
        done.set()
        thread.join()


def test_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "WAITING", 2)
    with pytest.raises(Spent), within(0.1):
        time.sleep(60)


class Stubborn:
    """Whatever is raised when it ends, Python only notes."""

    def __del__(self) -> None:
        work(0.2)


def work_on() -> None:
    Stubborn()  # the bell rings here, and nobody hears it
    work(60)


def wait_on() -> None:
    try:
        time.sleep(60)
    except Spent:
        time.sleep(60)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_bell_that_was_not_heard_rings_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Spent), within(0.1):
        work_on()
    monkeypatch.setattr(budget, "WAITING", 1)
    with pytest.raises(Spent), within(0.1):
        wait_on()


def test_the_outer_bound_holds_and_nothing_rings_after_it() -> None:
    with pytest.raises(Spent), within(0.1), within(60):
        work(60)
    with within(0.1):
        pass
    time.sleep(0.2)
    work(0.2)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_who_ends_while_the_bell_rings_leaves_no_bound_behind() -> None:
    """What takes long is one comparison, in which Python hears no bell: it hears it at the end of the bound."""
    ones, others = [[0] * 3_000_000] * 10, [[0] * 3_000_000] * 10
    with contextlib.suppress(Spent), within(0.01):
        same = ones == others
    assert same and not budget._until
    work(2 * budget.AGAIN)


@pytest.mark.usefixtures("no_clock")
def test_a_bell_that_was_set_for_another_leaves_everybody_all_of_his_time() -> None:
    with within(0.1):
        work(0.08)
    with within(0.3):
        work(0.2)
    with within(60):
        pass
    begun = time.thread_time()
    with pytest.raises(Spent), within(0.1):
        work(60)
    assert 0.1 <= time.thread_time() - begun < 1


def test_who_has_set_the_bell_for_himself_keeps_it() -> None:
    """As the workers do: nobody is left to stop them, if the server dies."""
    time.sleep(2 * budget.AGAIN)  # ours has rung
    signal.setitimer(signal.ITIMER_REAL, 50)
    try:
        with within(0.1):
            work(0.2)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 40
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def test_another_thread_cannot_be_interrupted_and_does_not_touch_the_bells() -> None:
    def bounded() -> None:
        with within(0.01):
            work(0.05)
            rings.append(signal.getitimer(signal.ITIMER_REAL)[0])

    def elsewhere() -> None:
        thread = threading.Thread(target=bounded)
        thread.start()
        thread.join()

    rings: list[float] = []
    elsewhere()
    assert rings == [0.0]

    def both() -> None:
        elsewhere()
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        work(5)

    with pytest.raises(Spent), within(0.3):
        both()


SLOW_TO_END = """
import sys, time
from knaves.table.house.budget import within

class Slow:
    def __del__(self):
        until = self.time() + 0.5
        while self.time() < until:
            pass

with within(0.2):
    pass
sys.modules["kept"] = slow = Slow()
slow.time = time.monotonic
"""


def test_a_process_that_ends_is_not_ended_by_the_bell() -> None:
    """It was set when the last page was drawn, and nobody listens any more."""
    ended = subprocess.run([sys.executable, "-c", SLOW_TO_END], check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
