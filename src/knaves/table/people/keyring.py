"""Secrets that a person can carry: a short code for another device, an invitation that one can type, four words for
ever.

The house keeps no secret in the open. What a code opens is sealed with a key that is made of the code; of the code
itself only a slow digest is kept, under which the sealed secret is found.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from knaves.table.log.storage import Key, Storage
from knaves.table.people.tokens import new_token

LETTERS = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No vowels and nothing that looks like something else: a code is never a word, and can be read aloud."""
CODE_LENGTH = 6
WORDS = 4
CARRY_SECONDS = 600.0
PART_SECONDS = 60.0
PARTING = "parting:"
"""Stands before such a secret, so that nobody can try codes or words in its place."""
FOR_EVER = 1e12
GIVEN_UP = ""
"""Stands where the id of a table would."""
NONCE = 16
SEAL = 16


class OpenedByCode(NamedTuple):
    """What a code opens: the secret of a table."""

    table: str
    secret: str


class Carrying(NamedTuple):
    """A code for another device; and under which mark its page hears that it was taken. The mark opens nothing, and is
    no way to try codes."""

    code: str
    mark: str


class _Lock(NamedTuple):
    place: str  # under which the sealed secret is kept
    key: bytes


@cache
def all_words() -> tuple[str, ...]:
    return tuple(files("knaves.table.people").joinpath("recovery_words.txt").read_text("utf-8").split())


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_words() -> str:
    return " ".join(secrets.choice(all_words()) for _ in range(WORDS))


def code_for(secret: str) -> str:
    """Always the same code for one secret."""
    number = int.from_bytes(hashlib.blake2b(secret.encode(), person=b"knaves-code").digest(), "big")
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code or words as somebody typed them: case, spaces and dashes do not matter; "" if it is neither."""
    words = re.findall(r"[a-z]+", text.lower()) if len(text) < 100 else []
    if len(words) == WORDS and set(words) <= set(all_words()):
        return " ".join(words)
    code = re.sub(r"[\s-]+", "", text[:40]).upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(LETTERS) else ""


@lru_cache(maxsize=4096)
def _lock_of(code: str) -> _Lock:
    """Slow on purpose: who has stolen the file of the tables cannot try all codes."""
    made = hashlib.scrypt(code.encode(), salt=b"knaves keyring", n=2**13, r=8, p=1, dklen=64)
    return _Lock(made[:20].hex(), made[20:52])


def _stream(key: bytes, nonce: bytes, length: int) -> bytes:
    blocks = (
        hashlib.blake2b(nonce + n.to_bytes(4, "big"), key=key, person=b"knaves-stream").digest()
        for n in range(length // 64 + 1)
    )
    return b"".join(blocks)[:length]


def seal(secret: str, key: bytes) -> bytes:
    nonce, plain = secrets.token_bytes(NONCE), secret.encode()
    hidden = bytes(a ^ b for a, b in zip(plain, _stream(key, nonce, len(plain)), strict=True))
    proof = hashlib.blake2b(nonce + hidden, key=key, digest_size=SEAL, person=b"knaves-seal").digest()
    return nonce + proof + hidden


def unseal(sealed: bytes, key: bytes) -> str:
    """Of what this key has sealed; "" for anything else."""
    nonce, proof, hidden = sealed[:NONCE], sealed[NONCE : NONCE + SEAL], sealed[NONCE + SEAL :]
    right = hashlib.blake2b(nonce + hidden, key=key, digest_size=SEAL, person=b"knaves-seal").digest()
    if not hmac.compare_digest(proof, right):
        return ""
    return bytes(a ^ b for a, b in zip(hidden, _stream(key, nonce, len(hidden)), strict=True)).decode()


class Keyring:
    """See above. All of it is in the storage: it works in every process of the house, and after a restart."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage, self._now = storage, now
        self._written: set[tuple[str, str]] = set()  # invitations and words that this process has put down
        self._tidied = now()  # when what is over was last thrown away

    async def carry(self, table: str, secret: str) -> Carrying:
        """A code with which another device takes this seat, once, within ten minutes."""
        code = new_code()
        place = await self._put(code, table, secret, self._now() + CARRY_SECONDS)
        return Carrying(code, place)

    async def waits(self, table: str, mark: str) -> bool:
        """Has nobody taken the code with this mark yet?"""
        keys = await self._storage.keys(mark) if mark.isalnum() else []
        return any(key.table == table and self._now() < key.until < FOR_EVER for key in keys)

    async def part(self, table: str, said: str) -> str:
        """A secret with which a page of this table goes, once and soon; what is said to it goes with it."""
        secret = new_token()
        await self._put(PARTING + secret, table, said, self._now() + PART_SECONDS)
        return secret

    async def parting(self, table: str, secret: str) -> str:
        """What was said to the page that goes with this secret; "" if there is none, or no more."""
        found = await self.look(PARTING + secret)
        if [one.table for one in found] != [table] or not await self.open(PARTING + secret):
            return ""
        return found[0].secret

    async def invite(self, table: str, secret: str) -> str:
        """A code that is as good as the invite link."""
        return await self._keep(code_for(secret), table, secret)

    async def remember(self, words: str, table: str, secret: str) -> str:
        """These words open this table from now on; new ones, where these have been given up. Which they are."""
        return await self._keep(new_words() if await self.void(words) else words, table, secret)

    async def void(self, words: str) -> bool:
        """Words that have been given up: they open nothing any more, and never will."""
        place = (await asyncio.to_thread(_lock_of, words)).place
        return any(key.table == GIVEN_UP for key in await self._storage.keys(place))

    async def open(self, code: str) -> list[OpenedByCode]:
        """What a code or words open. A code for another device is void afterwards."""
        found = await self.look(code)
        lock = await asyncio.to_thread(_lock_of, code)
        once = [key for key in await self._storage.keys(lock.place) if key.until < FOR_EVER]
        if once and not await self._storage.drop_keys(lock.place):
            return []  # somebody was faster
        return found

    async def look(self, code: str) -> list[OpenedByCode]:
        """The same without using it."""
        if not code:
            return []
        lock, now = await asyncio.to_thread(_lock_of, code), self._now()
        keys = [key for key in await self._storage.keys(lock.place) if key.until > now]
        return [OpenedByCode(key.table, secret) for key in keys if (secret := unseal(key.sealed, lock.key))]

    async def renew(self, old: str, new: str) -> None:
        """Other words for the same tables; the old ones are void, also where another browser still has them."""
        for table, secret in await self.look(old):
            await self.remember(new, table, secret)
        place = (await asyncio.to_thread(_lock_of, old)).place
        await self._storage.drop_keys(place)
        await self._storage.put_key(place, Key(GIVEN_UP, b"", FOR_EVER))

    async def _keep(self, code: str, table: str, secret: str) -> str:
        if (code, table) not in self._written:
            await self._put(code, table, secret, FOR_EVER)
            if len(self._written) > 10_000:
                self._written.clear()
            self._written.add((code, table))
        return code

    async def _put(self, code: str, table: str, secret: str, until: float) -> str:
        """Under which place it is kept. Now and then, what is over goes: codes cost the house next to nothing."""
        lock, now = await asyncio.to_thread(_lock_of, code), self._now()
        if now >= self._tidied + CARRY_SECONDS:
            self._tidied = now
            await self._storage.forget_keys(now)
        await self._storage.put_key(lock.place, Key(table, seal(secret, lock.key), until))
        return lock.place
