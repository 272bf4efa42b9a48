"""Under which addresses this machine can be opened, and how far each of them reaches."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from knaves.core.errors import BadSetup

try:
    import fcntl
except ImportError:  # pragma: no cover  # not on Windows
    fcntl = None  # type: ignore[assignment]

ANY = ("0.0.0.0", "::", "")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
SIOCGIFADDR = 0x8915
"""Linux: asks for the address of one interface."""

Far = Literal["public", "network", "machine"]


class ReachableAddress(NamedTuple):
    """An address, and who can open it."""

    far: Far
    base: str  # "http://192.168.1.23:8421": what links begin with

    @property
    def short(self) -> str:
        """As one types it."""
        return self.base.removeprefix("http://").removeprefix("https://")


def facing_outward() -> Iterator[str]:
    """The addresses from which this machine would speak to the world. Nothing is sent."""
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            yield str(probe.getsockname()[0])


def of_interfaces() -> Iterator[str]:
    """The IPv4 address of every interface."""
    if fcntl is None:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                asked = struct.pack("256s", name.encode()[:15])
                yield socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)[20:24])


def of_name(name: str) -> Iterator[str]:
    with contextlib.suppress(OSError):
        for row in socket.getaddrinfo(name, None):
            yield str(row[4][0])


def of_this_machine() -> list[str]:
    """All addresses of this machine that others might open; the one that faces outward first."""
    found = dict.fromkeys((*facing_outward(), *of_interfaces(), *of_name(socket.gethostname())))
    return [address for address in found if _opens_from_afar(address)]


def _opens_from_afar(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # an address of one link, with its interface behind a %
        return False
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)


def answers(host: str, port: int, seconds: float = 0.5) -> bool:
    """Does somebody listen there?"""
    try:
        with socket.create_connection((host, port), seconds):
            return True
    except OSError:
        return False


def as_seen(proxies: Sequence[str]) -> list[str]:
    """Addresses and networks of proxies, as a line sees them: one that listens for both versions writes the fourth in
    the sixth. "*" is any."""
    if list(proxies) == ["*"]:
        return ["*"]
    seen = []
    for proxy in proxies:
        try:
            network = ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise BadSetup(
                f"A proxy is named by its address or network, 10.0.0.7 or 10.0.0.0/8, not {proxy!r:.60}."
            ) from None
        seen.append(str(network))
        if network.version == 4:
            seen.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return seen


class Networks:
    """Of those that are named as `as_seen` says: is an address in one of them?"""

    def __init__(self, seen: Sequence[str] = ()) -> None:
        named = ("0.0.0.0/0", "::/0") if list(seen) == ["*"] else seen
        self._all = [ipaddress.ip_network(one) for one in named]

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:  # a socket of this machine has a path
            return False
        return any(address in network for network in self._all)


def base_of(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def reach_of(host: str, port: int, public_url: str = "") -> ReachableAddress:
    """The address to hand to others, where a server listens at `host`: the name it was given, else one that answers
    from the network, else this machine's own, which nobody else can open."""
    if public_url:
        return ReachableAddress("public", public_url.rstrip("/"))
    for address in of_this_machine() if host in ANY else [host]:
        if address not in LOOPBACK and answers(address, port):
            return ReachableAddress("public" if _is_global(address) else "network", base_of(address, port))
    return ReachableAddress("machine", base_of("localhost", port))


def _is_global(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:  # a name of the network
        return False
