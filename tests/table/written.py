"""A log written record by record, of a table with the toy."""

from __future__ import annotations

from knaves.core.dice import commitment, key_of
from knaves.table import Clock
from knaves.table.log import records as r
from knaves.table.state.progress import Progress

ROWS = (
    r.SeatRow("person", "Ann", "fair", "a"),
    r.SeatRow("person", "Bob", "fair", "b"),
    r.SeatRow("bot", "", "fair"),
)
CLOCK = Clock("bank", 100, 5)


class Log:
    """Writes one record after the other."""

    def __init__(self, begun: bool = True, clock: Clock = CLOCK, **more: object) -> None:
        self.progress = Progress.open(
            r.Opened(
                at=0.0,
                game="toy",
                options={},
                seed=7,
                seats=ROWS,
                clock=clock,
                host="a",
                invite="i",
                watch="w",
                listed=False,
                patience=60,
                commitment=commitment(key_of("toy", 7)),
                **more,  # type: ignore[arg-type]
            )
        )
        self.book = self.progress.book
        if begun:
            self.add(r.Begun(at=10.0))

    def add(self, *records: r.AnyRecord) -> None:
        for record in records:
            self.progress.advance(self.book.written + 1, record)

    def answer(self, *verbs: str, at: float = 20.0, by: str = "person", order: int = 0) -> None:
        for verb in verbs:
            ask = self.progress.position.ask()
            assert ask is not None
            self.add(r.Answered(at=at, seat=ask.seats[0], option=(verb,), by=by, order=order))

    @property
    def notes(self) -> list[tuple[float, str, int | None]]:
        return [(one.at, one.text, one.seat) for one in self.book.told if one.kind == "note"]
