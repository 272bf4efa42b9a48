"""What the server writes about itself: one line each, in words or as JSON. Secrets never stand in it."""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime

import msgspec

SECRET = re.compile(
    r"(/j/\w+/)[\w.-]+|(?<![\w-])[\w-]{32}(?![\w-])(?:\.[\w-]{32}(?![\w-]))*|(postgres(?:ql)?://[^:@/\s]+:)[^@\s]+(?=@)"
)
"""Secrets of links and cookies, and the password of a database."""


def without_secrets(text: str) -> str:
    return SECRET.sub(lambda found: f"{found[1] or found[2] or ''}…", text)


class Plain(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class Structured(logging.Formatter):
    """One JSON object a line: at, level, where, what, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        row: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "what": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            row["trace"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(row).decode()


def write_logs(kind: str) -> None:
    """Everything that is logged goes to stderr, in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Structured() if kind == "json" else Plain())
    logging.basicConfig(
        level=logging.INFO if kind == "json" else logging.WARNING, handlers=[handler], force=True
    )
