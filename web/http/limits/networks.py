"""Which network a visitor comes from: limits count for an IPv4 address, an IPv6 /64 and a /48."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from werkzeug.http import parse_list_header

WIDER = 8
"""How many times as much as one /64 a whole /48 may do: some providers put many homes into one."""


class Network(NamedTuple):
    """One or more addresses that are limited together."""

    name: str
    times: int = 1
    """How many times the limits of one address hold for it."""


@lru_cache(maxsize=1_000)
def networks_of(address: str | None) -> tuple[Network, ...]:
    """The networks an address belongs to, from the smallest to the widest."""
    try:
        known = ipaddress.ip_address(address or "")
    except ValueError:
        return (Network(address or ""),)
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return (Network(str(known.ipv4_mapped)),)
        return (Network(_prefix(known, 64)), Network(_prefix(known, 48), WIDER))
    return (Network(str(known)),)


def _prefix(address: ipaddress.IPv6Address, bits: int) -> str:
    # A zone (fe80::1%eth0) is left out: it is not part of a network's name.
    return str(ipaddress.ip_network((int(address), bits), strict=False))


def forwarded_address(headers: Mapping[str, str], peer: str, proxies: int) -> str:
    """The visitor's address as the proxies send it; Werkzeug's ProxyFix reads it the same way."""
    if proxies:
        addresses = parse_list_header(headers.get("X_FORWARDED_FOR", ""))
        if len(addresses) >= proxies:
            return addresses[-proxies]
    return peer
