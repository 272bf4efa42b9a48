"""Telling people that it is their call when their page is closed (Web Push).

Only who asks for it is told, seat by seat; only hosts that the settings name are ever called; what is sent can be
read by that one browser alone."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
from collections.abc import Callable
from importlib.util import find_spec

import msgspec

from knaves.core.errors import BadSetup, Refused
from knaves.table import Hall, Table
from knaves.table.house.side_work import SideWork
from knaves.table.log.storage import Key, Storage
from knaves.table.people.keyring import FOR_EVER
from knaves.web.draw.parts import LETTERS
from knaves.web.settings import Push

log = logging.getLogger("knaves.web")
DELAY = 4.0
"""Who answers at once need not be called."""
EACH = 5
LIVES = 24 * 3600
VAPID = "house vapid"
ENDPOINT = re.compile(r"(https?)://([a-z0-9.-]+|\[::1\])(:[0-9]{1,5})?(/[!-\[\]-~]{0,900})?")
"""Nothing in it that two readers of addresses could take for the end of a host: no backslash, no sign beyond ASCII."""
CONTACT = re.compile(r"mailto:[^@\s]+@[\w-]+(\.[\w-]+)*|https://[\w-]+(\.[\w-]+)+")
OFF = "This server sends no messages to closed pages."

Send = Callable[["Subscription", bytes, str, str], int]


class Keys(msgspec.Struct, frozen=True):
    p256dh: str
    auth: str


class Subscription(msgspec.Struct, frozen=True):
    """As a browser hands it out."""

    endpoint: str
    keys: Keys
    expiration: float | None = msgspec.field(default=None, name="expirationTime")
    holder: str = ""  # digest of the person it calls, as we keep it; "": kept by an earlier version


_list = msgspec.json.Decoder(list[Subscription])


def check(push: Push) -> None:
    """BadSetup for what would keep every message from being sent."""
    if push.contact and not CONTACT.fullmatch(push.contact):
        raise BadSetup(
            "The contact of messages to closed pages is written like mailto:you@example.org or "
            f"https://example.org, not {push.contact!r:.60}."
        )
    if push.contact and find_spec("pywebpush") is None:
        raise BadSetup("Messages to closed pages need the extra \"push\": pip install 'knaves[push]'.")


def allowed(endpoint: str, hosts: tuple[str, ...]) -> bool:
    """https, and a host of the list: exactly, or below one that begins with a dot. Only a machine that is listed by its
    number may do without https."""
    where = ENDPOINT.fullmatch(endpoint)
    if where is None:
        return False
    scheme, host = where[1], where[2].strip("[]")
    listed = any(host == one or (one.startswith(".") and host.endswith(one)) for one in hosts)
    return listed and (scheme == "https" or host in ("127.0.0.1", "::1"))


def sound(keys: Keys) -> bool:
    """A point of the curve, and sixteen bytes: else nothing could be sealed for it."""
    from cryptography.hazmat.primitives.asymmetric import ec  # an extra

    try:
        point, auth = (base64.urlsafe_b64decode(f"{one}===") for one in (keys.p256dh, keys.auth))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(auth) == 16


def send(to: Subscription, message: bytes, key: str, contact: str) -> int:
    """The status that the push service answers."""
    import pywebpush  # an extra
    import requests

    session = requests.Session()
    session.max_redirects = 0  # a service that sends us elsewhere may send us anywhere
    try:
        answer = pywebpush.webpush(
            {"endpoint": to.endpoint, "keys": {"p256dh": to.keys.p256dh, "auth": to.keys.auth}},
            data=message,
            vapid_private_key=key,
            vapid_claims={"sub": contact},
            ttl=LIVES,
            timeout=10,
            requests_session=session,
        )
    except pywebpush.WebPushException as error:
        return int(error.response.status_code) if error.response is not None else 0
    except requests.RequestException:
        return 0
    return int(answer.status_code)


def new_key() -> tuple[str, str]:
    """The key by which push services know this house: the private one, and the public one that browsers want."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    secret = key.private_numbers().private_value.to_bytes(32, "big")
    form, point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return _text(secret), _text(key.public_key().public_bytes(form, point))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Caller:
    """Watches all tables of a hall."""

    def __init__(self, hall: Hall, push: Push, delay: float = DELAY, send: Send = send) -> None:
        self._hall, self._push, self._delay, self._send = hall, push, delay, send
        self._keys: tuple[str, str] | None = None
        self._called: dict[tuple[str, int], int] = {}  # for which ask
        self._calls = SideWork()
        hall.when_awake(self.watch)

    @property
    def on(self) -> bool:
        return bool(self._push.contact)

    @property
    def _storage(self) -> Storage:
        return self._hall.storage

    async def public_key(self) -> str:
        return (await self._both())[1] if self.on else ""

    async def _both(self) -> tuple[str, str]:
        """The same for all servers of the house: whoever comes first makes it."""
        if self._keys is None:
            kept = await self._storage.keys(VAPID)
            if not kept:
                await self._storage.put_key(VAPID, Key("", msgspec.json.encode(new_key()), FOR_EVER))
                kept = await self._storage.keys(VAPID)
            self._keys = msgspec.json.decode(kept[0].sealed, type=tuple[str, str])
        return self._keys

    async def subscribe(self, table: str, seat: int, wanted: Subscription) -> None:
        if not self.on:
            raise Refused(OFF)
        if not sound(wanted.keys):
            raise Refused("That is no subscription.")
        if not allowed(wanted.endpoint, self._push.hosts):
            raise Refused("Messages go only to push services that this server knows.")
        others = [one for one in await self._of(table, seat) if one.endpoint != wanted.endpoint]
        kept = msgspec.structs.replace(wanted, holder=await self._holder(table, seat))
        await self._keep(table, seat, [*others, kept][-EACH:])

    async def unsubscribe(self, table: str, seat: int, endpoint: str) -> None:
        await self._keep(
            table, seat, [one for one in await self._of(table, seat) if one.endpoint != endpoint]
        )

    async def _keep(self, table: str, seat: int, wanted: list[Subscription]) -> None:
        if wanted:
            await self._storage.put_key(
                f"push {table} {seat}", Key(table, msgspec.json.encode(wanted), FOR_EVER)
            )
        else:
            await self._storage.drop_keys(f"push {table} {seat}")

    async def _of(self, table: str, seat: int) -> list[Subscription]:
        """Of who sits there now; whoever sat there before him is called no more."""
        kept = await self._storage.keys(f"push {table} {seat}")
        if not kept:
            return []
        known = ("", await self._holder(table, seat))
        return [one for one in _list.decode(kept[0].sealed) if one.holder in known]

    async def _holder(self, table: str, seat: int) -> str:
        return (await self._hall.table(table)).book.seats[seat].holder

    def watch(self, table: Table) -> None:
        if self.on:
            table.writer.follow(lambda here: self._moved(table) if here else None)

    def _moved(self, table: Table) -> None:
        """Only the server that wrote it calls."""
        for seat in table.book.people():
            place = table.book.seats[seat]
            if place.since is None:
                self._called.pop((table.id, seat), None)  # nobody is kept in mind for a game that is over
            elif self._called.get((table.id, seat)) != place.asked:
                self._called[table.id, seat] = place.asked
                self._calls.start(self._call(table, seat, place.asked))

    async def _call(self, table: Table, seat: int, asked: int) -> None:
        await asyncio.sleep(self._delay)
        place = table.book.seats[seat]
        if place.asked != asked or place.since is None or table.status != "running":
            return
        try:
            if await self._hall.here(table.id, seat):
                return
            for one in await self._of(table.id, seat):
                await self._tell(table, seat, one)
        except Exception:  # the storage may be away; the table is not
            log.exception("table %s: nobody could be called", table.id)

    async def _tell(self, table: Table, seat: int, to: Subscription) -> None:
        if not allowed(to.endpoint, self._push.hosts):  # the settings may have changed
            return
        title = table.summary().title
        message = {
            "title": f"Your call · {title}",
            "body": table.called(seat),
            "open": f"/t/{table.id}/{LETTERS[seat]}",
            "tag": table.id,
        }
        key, _ = await self._both()
        status = await asyncio.to_thread(
            self._send, to, msgspec.json.encode(message), key, self._push.contact
        )
        if status in (404, 410):  # that browser wants no more
            await self.unsubscribe(table.id, seat, to.endpoint)
        end = "sent" if 200 <= status < 300 else "gone" if status in (404, 410) else "failed"
        self._hall.meter.pushes[end] += 1

    async def close(self) -> None:
        await self._calls.end()
