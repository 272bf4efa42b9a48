"""Who has a file. The system takes the lock back when the process ends, however it ends."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover  # not on Windows
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """Of the file at this path, whatever other names lead to it; kept beside it."""

    def __init__(self, path: str) -> None:
        self._path = Path(f"{os.path.realpath(path)}.lock")
        self._file: int | None = None
        self._new = False

    def take(self) -> bool:
        """True if nobody else has it. Where files cannot be locked, or not be written, nobody is kept out."""
        if fcntl is None:
            return True
        self._new = not self._path.exists()
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return True  # the file of the tables will say why nothing can be written there
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        except OSError:
            os.close(file)
            return True
        os.truncate(file, 0)
        os.write(file, str(os.getpid()).encode())
        self._file = file
        return True

    def by(self) -> str:
        """Which process has it, as far as it has said so."""
        with contextlib.suppress(OSError, ValueError):
            return f" (process {int(self._path.read_text())})"
        return ""

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def undo(self) -> None:
        """As if it had never been taken: nothing is left behind beside a file that turned out to hold no tables."""
        if self._file is not None and self._new:
            self._path.unlink(missing_ok=True)
        self.release()
