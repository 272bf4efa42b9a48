"""What whoever runs a server may set, in one file. `settings.example.toml` explains every line."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from knaves.core.errors import BadSetup

Count = Annotated[int, msgspec.Meta(ge=0)]
Some = Annotated[int, msgspec.Meta(ge=1)]
"""With none of it, nobody would see a page."""
HOSTS = ("fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com")


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unknown word is a mistake, and said."""


class ServerSettings(_Section, frozen=True):
    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    db: str = "knaves.sqlite"
    public_url: str = ""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    log: Literal["words", "json"] = "words"
    metrics: Literal["machine", "all", "off"] = "machine"


class Limits(_Section, frozen=True):
    tables_all: Count = 20_000
    tables_at_once: Count = 60
    tables_each_hour: Count = 120
    sockets: Some = 100
    sockets_all: Some = 3000
    writes: Some = 40
    reads: Some = 100


class Keep(_Section, frozen=True):
    """Days; 0: for ever."""

    finished_days: Count = 365
    lobby_days: Count = 30
    asleep_days: Count = 0


class Lists(_Section, frozen=True):
    public: bool = True


class Push(_Section, frozen=True):
    contact: str = ""
    hosts: tuple[str, ...] = HOSTS


class Settings(_Section, frozen=True):
    server: ServerSettings = ServerSettings()
    limits: Limits = Limits()
    keep: Keep = Keep()
    lists: Lists = Lists()
    push: Push = Push()


def example() -> str:
    return files("knaves.web").joinpath("settings.example.toml").read_text("utf-8")


def read_settings(path: str) -> Settings:
    """Of this file; "": all as usual."""
    if not path:
        return Settings()
    try:
        return msgspec.toml.decode(Path(path).read_text("utf-8-sig"), type=Settings)
    except OSError as error:
        raise BadSetup(f"The settings in {path!r} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise BadSetup(f"The settings in {path!r} cannot be read: it is no text.") from None
    except msgspec.DecodeError as error:
        raise BadSetup(f"The settings in {path!r} are not as they should be: {error}.") from None
