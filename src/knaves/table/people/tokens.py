"""Secrets: unguessable, kept as digests, compared in constant time."""

from __future__ import annotations

import hmac
import secrets
from functools import lru_cache
from hashlib import blake2b

TOKEN_MOST = 100
TOKENS_MOST = 4


def new_token() -> str:
    """192 random bits, fit for a link."""
    return secrets.token_urlsafe(24)


def several(secret: str) -> list[str]:
    """One browser may hold several secrets of a table, one behind the other with a dot between."""
    found = [token for token in secret.split(".", TOKENS_MOST)[:TOKENS_MOST] if token]
    return found if all(len(token) <= TOKEN_MOST for token in found) else []


def joined(secret: str, new: str) -> str:
    """More secrets of a table for a browser; the oldest goes where it would be one too many."""
    more = several(new)
    return ".".join([*[token for token in several(secret) if token not in more], *more][-TOKENS_MOST:])


def new_id() -> str:
    """The address of a table. Unguessable too, but no secret."""
    return secrets.token_hex(6)


@lru_cache(maxsize=4096)
def digest(token: str) -> str:
    return blake2b(token.encode(), digest_size=20, person=b"knaves-token").hexdigest()


def same(a: str, b: str) -> bool:
    """Constant time. Nothing is the same as an empty secret."""
    return bool(a) and bool(b) and hmac.compare_digest(a.encode(), b.encode())
